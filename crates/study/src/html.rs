//! The HTML of a page from its Markdown: one file with style and pictures, without scripts.

use crate::page::page_file_names;
use minijinja::{Environment, Error, context};
use pioche_report::lang::{Lang, insert_no_break_spaces};
use pulldown_cmark::{Options, Parser, html};
use std::collections::BTreeMap;

/// The colours of pictures on dark pages.
const DARK_STYLE: &str = include_str!("dark.css");

/// Adds the colours of dark pages to the content of an SVG file.
pub(crate) fn with_dark_style(svg: &str) -> String {
    let style = format!("><style>@media (prefers-color-scheme: dark) {{\n{DARK_STYLE}}}</style>");
    svg.replacen('>', &style, 1)
}

/// Returns the HTML page, with a list of its chapters below the introduction. `drawings` has for each file of a picture
/// the wide and the narrow drawing, whose texts can be searched and copied.
pub(crate) fn page(
    markdown: &str,
    drawings: &BTreeMap<String, [String; 2]>,
) -> Result<String, Error> {
    let mut body = String::new();
    html::push_html(&mut body, Parser::new_ext(markdown, Options::ENABLE_TABLES));
    let [other_markdown, other_html] = page_file_names(Lang::current().other_language());
    body = insert_no_break_spaces(&body)
        .replace("<table>", "<div class=\"table\" tabindex=\"0\"><table>")
        .replace("</table>", "</table></div>")
        .replace(other_markdown, other_html);
    for (file, [wide, narrow]) in drawings {
        let start = format!("<p><img src=\"{file}\"");
        if let Some((image, _)) = between(&body, &start, "</p>") {
            let figure = format!(
                "<figure><div class=\"wide\">{wide}</div><div class=\"narrow\">{narrow}</div></figure>"
            );
            body = body.replace(image, &figure);
        }
    }
    let (introduction, chapters) = body.split_once("<h2>").unwrap_or((&body, ""));
    let (_, title) = between(introduction, "<h1>", "</h1>").unwrap_or_default();
    let chapters = chapters.split("<h2>").filter_map(|chapter| {
        let (heading, text) = chapter.split_once("</h2>")?;
        Some(context! { heading, text })
    });
    let values = context! {
        lang => Lang::current().to_string(),
        title,
        style => include_str!("style.css").replace("/* dark.css */\n", DARK_STYLE),
        introduction,
        chapters => Vec::from_iter(chapters),
    };
    let page = Environment::new().render_str(include_str!("page.html"), values)?;
    Ok(page + "\n")
}

/// Returns the first part of a text from one mark to another, with and without the marks.
pub(crate) fn between<'a>(text: &'a str, start: &str, end: &str) -> Option<(&'a str, &'a str)> {
    let from = text.find(start)?;
    let inner = text[from + start.len()..].split_once(end)?.0;
    let length = start.len() + inner.len() + end.len();
    Some((&text[from..from + length], inner))
}
