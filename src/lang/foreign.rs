//! Somebody else's words, fit to be said back: what a player typed, or what stands in a file.
//!
//! They may be of any length and hold any sign; no sentence may carry them as they came.

/// The most characters of somebody's words that are said back.
const SHOWN: usize = 40;

/// Somebody's words as they can be said back: short, on one line, without control characters.
pub fn shown(text: &str) -> String {
    let plain = |sign: char| if sign.is_control() || BIDIRECTIONAL.contains(&sign) { '\u{fffd}' } else { sign };
    let mut signs = text.chars();
    let mut short: String = signs.by_ref().take(SHOWN).map(plain).collect();
    if signs.next().is_some() {
        short.push('…');
    }
    short
}

/// Signs that turn the direction of what follows them.
const BIDIRECTIONAL: [char; 9] =
    ['\u{202a}', '\u{202b}', '\u{202c}', '\u{202d}', '\u{202e}', '\u{2066}', '\u{2067}', '\u{2068}', '\u{2069}'];
