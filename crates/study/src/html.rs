//! The HTML of a page from its Markdown: one file with style and pictures, without scripts.

use pioche_report::draw::escape_xml;
use pioche_report::lang::Lang;
use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

/// A mark in the page in whose place the list of chapters is written.
const CHAPTERS_MARK: &str = "<!-- chapters -->\n";

/// Returns the HTML page, with a list of its chapters below the introduction.
pub(crate) fn page(markdown: &str, lang: Lang) -> String {
    let mut title = String::new();
    let mut chapters = String::new();
    let mut heading: Option<(HeadingLevel, String)> = None;
    let mut events = Vec::new();
    let mut section = 0;
    for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::Heading { level, .. }) => {
                if level == HeadingLevel::H2 && chapters.is_empty() {
                    events.push(raw(CHAPTERS_MARK));
                }
                section += 1;
                heading = Some((level, String::new()));
                events.push(Event::Html(format!("<{level} id=\"s{section}\">").into()));
            }
            Event::End(TagEnd::Heading(level)) => {
                let (_, text) = heading.take().unwrap_or((level, String::new()));
                match level {
                    HeadingLevel::H1 => title = text,
                    HeadingLevel::H2 => {
                        chapters += &format!("<li><a href=\"#s{section}\">{text}</a></li>\n");
                    }
                    _ => {}
                }
                events.push(Event::Html(format!("</{level}>\n").into()));
            }
            Event::Start(Tag::Table(_)) => {
                events.push(raw("<div class=\"table\" tabindex=\"0\">"));
                events.push(event);
            }
            Event::End(TagEnd::Table) => {
                events.push(event);
                events.push(raw("</div>\n"));
            }
            Event::Text(text) => {
                let text = match lang {
                    Lang::Fr => with_no_break_spaces(&text),
                    Lang::En => text.into_string(),
                };
                if let Some((_, heading)) = &mut heading {
                    *heading += &escape_xml(&text);
                }
                events.push(Event::Text(text.into()));
            }
            event => events.push(event),
        }
    }
    let mut body = String::new();
    html::push_html(&mut body, events.into_iter());
    let nav = format!("<nav><ul>\n{chapters}</ul></nav>\n");
    let style = include_str!("style.css");
    format!(
        "<!DOCTYPE html>\n<html lang=\"{lang}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{title}</title>\n\
         <style>\n{style}</style>\n</head>\n<body>\n<main>\n{}</main>\n</body>\n</html>\n",
        body.replacen(CHAPTERS_MARK, &nav, 1)
    )
}

fn raw(text: &'static str) -> Event<'static> {
    Event::Html(CowStr::Borrowed(text))
}

/// Replaces the spaces before French tall punctuation by no-break spaces, so that no line begins with it.
fn with_no_break_spaces(text: &str) -> String {
    let mut replaced = text
        .replace(" :", "\u{a0}:")
        .replace("« ", "«\u{a0}")
        .replace(" »", "\u{a0}»");
    for mark in [";", "?", "!"] {
        replaced = replaced.replace(&format!(" {mark}"), &format!("\u{202f}{mark}"));
    }
    replaced
}
