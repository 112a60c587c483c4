//! The colours of films. Their greys differ as much as they do, for print and for eyes that see no red.

pub(super) const TABLE: &str = "#24594a";
pub(super) const WORDS: &str = "#f6f2e4";
/// A place on the table where nothing lies.
pub(super) const PLACE: &str = "#1c4a3d";
/// A shade before which words stand.
pub(super) const VEIL: &str = "#0d231d";

/// The paper of a card and its edge.
pub(super) const PAPER: &str = "#fffdf6";
pub(super) const EDGE: &str = "#8d938f";
/// The edge of a card in the stock, of which only edges are seen.
pub(super) const STOCK_EDGE: &str = "#c3c6bf";
/// Marks on what matters now, and the line around them.
pub(super) const MARK: &str = "#ffc93c";
pub(super) const MARK_EDGE: &str = "#4a3500";

/// Red and black suits, then the suits beyond four.
pub(super) const SUITS: [&str; 8] =
    ["#cf1430", "#cf1430", "#17191f", "#17191f", "#0b6b4f", "#7b2f8f", "#a65a00", "#1b5fa3"];

/// Clothes of the courts: beside red, beside black, beside the other suits.
pub(super) const ROBES: [&str; 3] = ["#cf1430", "#27406f", "#4d5b66"];
pub(super) const GOLD: &str = "#e9b63b";
pub(super) const SKIN: &str = "#f6d9bb";
pub(super) const HAIR: &str = "#7a4a21";
pub(super) const INK: &str = "#17191f";
pub(super) const COURT: &str = "#fbf0d6";

pub(super) const BACK: &str = "#2a4f8c";
pub(super) const BACK_LIGHT: &str = "#9db8e0";

/// Wood of a board, its edge, letters on it, and a hole.
pub(super) const WOOD: &str = "#d9b27c";
pub(super) const WOOD_EDGE: &str = "#9c7340";
pub(super) const ON_WOOD: &str = "#5b3d1a";
pub(super) const HOLE: &str = "#573a19";

/// Pegs: body, light, edge.
pub(super) const PEG: [&str; 3] = ["#1f5fae", "#8fbcf0", "#0f3468"];
/// Stones of both players: body, light, edge.
pub(super) const STONES: [[&str; 3]; 2] = [["#1d2026", "#6b7480", "#05070a"], ["#f7f3e8", "#ffffff", "#6f6a5e"]];
/// What is not allowed.
pub(super) const NO: &str = "#b3122b";
/// Matches: stick, its shade, head.
pub(super) const MATCH: [&str; 3] = ["#f0d29b", "#b98f52", "#c9302c"];

/// Values of cards without suits, from the lowest to the highest: light to dark, so that grey tells them apart too.
const VALUES: [[f64; 3]; 4] = [[253.0, 246.0, 227.0], [245.0, 196.0, 110.0], [206.0, 92.0, 62.0], [96.0, 24.0, 66.0]];

/// The ground of a value, and the letters on it.
pub(super) fn value(value: u8, most: u8) -> (String, &'static str) {
    let share = if most > 1 { f64::from(value - 1) / f64::from(most - 1) } else { 0.0 };
    let at = share * (VALUES.len() - 1) as f64;
    let low = (at as usize).min(VALUES.len() - 2);
    let mixed: Vec<f64> = VALUES[low]
        .iter()
        .zip(VALUES[low + 1])
        .map(|(&light, dark)| light + (dark - light) * (at - low as f64))
        .collect();
    let grey = 0.299 * mixed[0] + 0.587 * mixed[1] + 0.114 * mixed[2];
    let hex = mixed.iter().map(|part| format!("{:02x}", part.round() as u8)).collect::<String>();
    (format!("#{hex}"), if grey < 150.0 { PAPER } else { INK })
}
