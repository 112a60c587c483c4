//! Texts in one embedded font, and the rendering of SVG drawings.
//!
//! Letters are those of one embedded font, so that a picture looks the same everywhere. A lost label or a character
//! that the font lacks is an error, not a gap in the picture.

mod render;
mod text;

pub use render::{
    DrawError, outlined_svg, parse_svg_checked, render_png, text_content, text_nodes,
};
pub(crate) use text::text_width;
pub use text::{Align, FAMILY, LEADING, TextBlock, Weight, escape_xml, svg_number, svg_text};
