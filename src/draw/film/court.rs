//! Valet, dame and roi: half a figure each, and the same upside down. Our own drawing, of simple paths.

use super::palette::{COURT, GOLD, HAIR, INK, PAPER, ROBES, SKIN};

/// The court of a value (`V`, `D`, `R`, or `J`, `Q`, `K`) in the clothes of a suit.
pub(super) fn court(rank: &str, suit: u8) -> String {
    let robe = ROBES[usize::from(suit / 2).min(2)];
    let half = match rank {
        "V" | "J" => jack(robe),
        "D" | "Q" => queen(robe),
        _ => king(robe),
    };
    let frame = "<rect x=\"-14.5\" y=\"-39\" width=\"29\" height=\"78\" rx=\"2\"";
    format!(
        "{frame} fill=\"{COURT}\"/><g>{half}</g><g transform=\"rotate(180)\">{half}</g>\
         <path d=\"M-14.5 2.6L14.5 -2.6\" stroke=\"{GOLD}\" stroke-width=\"3.2\"/>\
         <path d=\"M-14.5 4.6L14.5 -.6M-14.5 .6L14.5 -4.6\" stroke=\"{INK}\" stroke-width=\".6\"/>\
         {frame} fill=\"none\" stroke=\"{robe}\" stroke-width=\"1.1\"/>"
    )
}

/// Eyes, nose and mouth of a face whose chin is at -13.
fn features(mouth: &str) -> String {
    format!(
        "<path d=\"M-3.4 -23h2.2M1.2 -23h2.2M0 -22.4L-.7 -19.6H.5\" fill=\"none\" stroke=\"{INK}\" stroke-width=\".8\"/>\
         <circle cx=\"-2.2\" cy=\"-21.8\" r=\".8\" fill=\"{INK}\"/><circle cx=\"2.2\" cy=\"-21.8\" r=\".8\" fill=\"{INK}\"/>\
         <path d=\"M-1.7 -17.4Q0 -16.4 1.7 -17.4\" fill=\"none\" stroke=\"{mouth}\" stroke-width=\"1.1\"/>"
    )
}

fn face() -> String {
    format!(
        "<path d=\"M-5.4 -26H5.4V-19.5Q5 -13.2 0 -12.6Q-5 -13.2 -5.4 -19.5Z\" fill=\"{SKIN}\" stroke=\"{INK}\" stroke-width=\".6\"/>"
    )
}

/// A short beard, a crown with three points, a coat with ermine.
fn king(robe: &str) -> String {
    let (face, features) = (face(), features(INK));
    format!(
        "<path d=\"M-14 0V-6Q-13 -12.5 -6 -13.5H6Q13 -12.5 14 -6V0Z\" fill=\"{robe}\"/>\
         <path d=\"M-7.4 -26Q-8.6 -18 -6.6 -13.4H6.6Q8.6 -18 7.4 -26Z\" fill=\"{HAIR}\"/>{face}\
         <path d=\"M-5.6 -20.5Q-5.8 -11.6 0 -9.4Q5.8 -11.6 5.6 -20.5Q4 -18.4 2.4 -18.8Q0 -19.8 -2.4 -18.8Q-4 -18.4 -5.6 -20.5Z\" fill=\"{HAIR}\" stroke=\"{INK}\" stroke-width=\".5\"/>{features}\
         <path d=\"M-1.9 -16.9Q0 -15.9 1.9 -16.9\" fill=\"none\" stroke=\"{SKIN}\" stroke-width=\"1.1\"/>\
         <path d=\"M-8.2 -12.9L0 -6.4L8.2 -12.9L10.4 -11L0 -2.6L-10.4 -11Z\" fill=\"{PAPER}\" stroke=\"{INK}\" stroke-width=\".5\"/>\
         <path d=\"M-6.4 -26L-8.4 -34.6L-3.9 -31L0 -37.4L3.9 -31L8.4 -34.6L6.4 -26Z\" fill=\"{GOLD}\" stroke=\"{INK}\" stroke-width=\".7\"/>\
         <path d=\"M-6.2 -27.6H6.2\" stroke=\"{robe}\" stroke-width=\"1.4\"/>\
         <circle cx=\"0\" cy=\"-37\" r=\"1.2\" fill=\"{robe}\"/>"
    )
}

/// Long hair, a small crown with pearls, a necklace.
fn queen(robe: &str) -> String {
    let (face, features) = (face(), features("#b3122b"));
    format!(
        "<path d=\"M-14 0V-5Q-12.5 -10.6 -7 -11.6H7Q12.5 -10.6 14 -5V0Z\" fill=\"{robe}\"/>\
         <path d=\"M-5.6 -27.4Q-9.4 -24 -9 -17Q-9 -12 -11 -8.4Q-6.6 -7.4 -4.4 -11H4.4Q6.6 -7.4 11 -8.4Q9 -12 9 -17Q9.4 -24 5.6 -27.4Z\" fill=\"{GOLD}\" stroke=\"{INK}\" stroke-width=\".5\"/>\
         <path d=\"M-2.4 -14H2.4L3.4 -9.6Q0 -4.6 -3.4 -9.6Z\" fill=\"{SKIN}\"/>{face}{features}\
         <path d=\"M-5.5 -21Q-5.6 -26 0 -26.4Q5.6 -26 5.5 -21Q3.2 -22.6 0 -25.4Q-3.2 -22.6 -5.5 -21Z\" fill=\"{GOLD}\"/>\
         <path d=\"M-4.4 -9.4Q0 -5.6 4.4 -9.4\" fill=\"none\" stroke=\"{PAPER}\" stroke-width=\"1.5\" stroke-dasharray=\"1.5 .7\"/>\
         <path d=\"M-5.2 -26.6L-6.4 -31.4L-2.8 -29.2L0 -33L2.8 -29.2L6.4 -31.4L5.2 -26.6Q0 -28.4 -5.2 -26.6Z\" fill=\"{PAPER}\" stroke=\"{INK}\" stroke-width=\".7\"/>\
         <circle cx=\"-6.4\" cy=\"-32\" r=\"1.1\" fill=\"{robe}\"/><circle cx=\"0\" cy=\"-33.8\" r=\"1.3\" fill=\"{robe}\"/><circle cx=\"6.4\" cy=\"-32\" r=\"1.1\" fill=\"{robe}\"/>"
    )
}

/// A page's hair, a flat cap with a feather, a ruff.
fn jack(robe: &str) -> String {
    let (face, features) = (face(), features(INK));
    format!(
        "<path d=\"M-14 0V-5.5Q-12.5 -11.6 -6 -12.4H6Q12.5 -11.6 14 -5.5V0Z\" fill=\"{robe}\"/>\
         <path d=\"M-14 -1.6L-4.5 -12.4M14 -1.6L4.5 -12.4\" stroke=\"{GOLD}\" stroke-width=\"1.8\"/>\
         <path d=\"M-6.2 -27Q-9 -21 -7.4 -14.6L-4.6 -14L-4.8 -26ZM6.2 -27Q9 -21 7.4 -14.6L4.6 -14L4.8 -26Z\" fill=\"{HAIR}\" stroke=\"{INK}\" stroke-width=\".5\"/>{face}{features}\
         <path d=\"M-7 -12.8L-3.6 -10L0 -12L3.6 -10L7 -12.8L5.4 -8.6L0 -6.8L-5.4 -8.6Z\" fill=\"{PAPER}\" stroke=\"{INK}\" stroke-width=\".5\"/>\
         <path d=\"M5.6 -29.4Q10.4 -31.4 11.6 -37.6Q5 -37 3.6 -30.6Z\" fill=\"{PAPER}\" stroke=\"{INK}\" stroke-width=\".5\"/>\
         <path d=\"M-8.6 -25.4Q-9.6 -31.6 -2.4 -32.4Q6.2 -33 8.4 -28.4L8 -25.8Q0 -27.8 -8.6 -25.4Z\" fill=\"{robe}\" stroke=\"{INK}\" stroke-width=\".6\"/>\
         <path d=\"M-8.6 -25.4Q0 -27.8 8 -25.8L8.2 -27.6Q0 -29.8 -8.9 -27.4Z\" fill=\"{GOLD}\" stroke=\"{INK}\" stroke-width=\".5\"/>"
    )
}
