//! The small chart of a finding: a bar a case, with its interval where one can be seen.

use super::Bar;
use super::inline::escaped;
use std::fmt::Write as _;

/// Width of the drawing, and of the longest bar; a unit is a pixel of a small screen.
const WIDTH: f64 = 320.0;
const LONGEST: f64 = 300.0;
/// Height of a case: its words, then its bar.
const CASE: f64 = 34.0;

/// The chart as SVG; it takes its colours from the page.
pub(super) fn svg(bars: &[Bar]) -> String {
    let most = bars.iter().map(|bar| bar.value.max(bar.between.1)).fold(0.0, f64::max);
    let scale = if most > 0.0 { LONGEST / most } else { 0.0 };
    let height = CASE * bars.len() as f64;
    let told: Vec<String> = bars.iter().map(|bar| format!("{} {}", bar.label, bar.shown)).collect();
    let told = escaped(&told.join(" · "));
    let mut svg = format!(
        "<svg class=\"bars\" role=\"img\" aria-label=\"{told}\" viewBox=\"0 0 {WIDTH} {height}\">\n<title>{told}</title>\n"
    );
    for (place, bar) in bars.iter().enumerate() {
        let top = CASE * place as f64;
        let (label, shown) = (escaped(&bar.label), escaped(&bar.shown));
        let (length, low, high) = (bar.value * scale, bar.between.0 * scale, bar.between.1 * scale);
        let _ = writeln!(svg, "<text x=\"0\" y=\"{:.0}\">{label} <tspan>{shown}</tspan></text>", top + 13.0);
        let _ = writeln!(
            svg,
            "<rect x=\"0\" y=\"{:.0}\" width=\"{:.1}\" height=\"9\" rx=\"1\"/>",
            top + 18.0,
            length.max(1.0)
        );
        if high - low >= 2.0 {
            let middle = top + 22.5;
            let _ = writeln!(svg, "<path d=\"M{low:.1} {middle}H{high:.1}\"/>");
        }
    }
    svg.push_str("</svg>\n");
    svg
}
