//! The HTML of a page from its Markdown: one file with style and figures, without scripts.

use crate::draw::escape_xml;
use crate::lang::Lang;
use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

const STYLE: &str = include_str!("style.css");

/// The parts of a page that its Markdown does not hold.
pub struct PageFrame<'a> {
    pub lang: Lang,
    /// A description in one sentence, which previews of links show.
    pub description: &'a str,
    /// The heading of the table of contents.
    pub contents: &'a str,
    pub translation_file: &'a str,
    /// The name of that page, in its language.
    pub translation_title: &'a str,
}

/// A heading of a chapter or of a question, for the table of contents.
struct Heading {
    level: HeadingLevel,
    /// The target of links to the heading.
    id: String,
    html: String,
}

pub fn page(markdown: &str, frame: &PageFrame<'_>) -> String {
    let PageFrame {
        lang,
        description,
        contents,
        translation_file: file,
        translation_title: name,
    } = frame;
    let mut headings = Vec::new();
    let mut title = String::new();
    let mut introduction = String::new();
    let mut chapters = String::new();
    for part in split_at_headings(markdown) {
        let Some(level) = part.level else {
            introduction += &render(part.events, *lang);
            continue;
        };
        let heading_html = render(part.heading, *lang);
        if level == HeadingLevel::H1 {
            title = plain_text(&heading_html);
            introduction += &render(part.events, *lang);
            continue;
        }
        let id = format!("s{}", headings.len());
        if level == HeadingLevel::H2 {
            if !chapters.is_empty() {
                chapters.push_str("</section>\n");
            }
            chapters += &format!("<section aria-labelledby=\"{id}\">\n");
        }
        chapters += &format!("<{level} id=\"{id}\">{heading_html}</{level}>\n");
        chapters += &render(part.events, *lang);
        let (contents_html, _) = heading_html
            .split_once(" <small>")
            .unwrap_or((&heading_html, ""));
        headings.push(Heading {
            level,
            id,
            html: contents_html.to_owned(),
        });
    }
    let navigation_html = navigation(&headings, contents);
    let title = escape_xml(&title);
    let description = escape_xml(description);
    let other_language = lang.other_language();
    format!(
        "<!DOCTYPE html>\n<html lang=\"{lang}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{title}</title>\n\
         <meta name=\"description\" content=\"{description}\">\n<style>\n{STYLE}</style>\n</head>\n<body>\n<header>\n\
         <h1>{title}</h1>\n\
         <p class=\"other\"><a href=\"{file}\" hreflang=\"{other_language}\" lang=\"{other_language}\">{name}</a></p>\n</header>\n\
         <main>\n{introduction}{navigation_html}{chapters}</section>\n</main>\n</body>\n</html>\n"
    )
}

/// A heading, and the events up to the next heading of the page.
struct Part<'a> {
    level: Option<HeadingLevel>,
    heading: Vec<Event<'a>>,
    events: Vec<Event<'a>>,
}

fn split_at_headings(markdown: &str) -> Vec<Part<'_>> {
    let mut parts = vec![Part {
        level: None,
        heading: Vec::new(),
        events: Vec::new(),
    }];
    let mut is_heading = false;
    for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::Heading { level, .. }) => {
                is_heading = true;
                parts.push(Part {
                    level: Some(level),
                    heading: Vec::new(),
                    events: Vec::new(),
                });
            }
            Event::End(TagEnd::Heading(_)) => is_heading = false,
            event => {
                if let Some(part) = parts.last_mut() {
                    if is_heading {
                        part.heading.push(event);
                    } else {
                        part.events.push(event);
                    }
                }
            }
        }
    }
    parts
}

/// Renders events with wide tables and commands in boxes that scroll, and with no-break spaces.
fn render<'a>(events: Vec<Event<'a>>, lang: Lang) -> String {
    let mut is_command = false;
    let mut commands = String::new();
    let mut is_link = false;
    let mut rendered: Vec<Event<'a>> = Vec::new();
    for event in events {
        match event {
            Event::Start(Tag::Table(_)) => {
                rendered.push(raw("<div class=\"table\" tabindex=\"0\">"));
                rendered.push(event);
            }
            Event::End(TagEnd::Table) => {
                rendered.push(event);
                rendered.push(raw("</div>\n"));
            }
            Event::Start(Tag::CodeBlock(_)) => {
                is_command = true;
                rendered.push(raw("<pre tabindex=\"0\"><code>"));
            }
            Event::End(TagEnd::CodeBlock) => {
                is_command = false;
                let lines: Vec<String> = commands.trim_end().lines().map(command_html).collect();
                commands.clear();
                rendered.push(Event::Html(lines.join("\n").into()));
                rendered.push(raw("</code></pre>\n"));
            }
            Event::Text(text) if is_command => commands += &text,
            Event::Text(text) if lang == Lang::Fr => {
                rendered.push(Event::Text(with_no_break_spaces(&text).into()));
            }
            Event::Start(Tag::Link { .. }) => {
                is_link = true;
                rendered.push(event);
            }
            Event::End(TagEnd::Link) => {
                is_link = false;
                rendered.push(event);
            }
            Event::Code(command) if !is_link => {
                let code = format!("<code>{}</code>", command_html(&command));
                rendered.push(Event::InlineHtml(code.into()));
            }
            event => rendered.push(event),
        }
    }
    let mut text = String::new();
    html::push_html(&mut text, rendered.into_iter());
    text
}

fn raw(text: &'static str) -> Event<'static> {
    Event::Html(CowStr::Borrowed(text))
}

/// Formats a command that breaks between words only, not after the dashes of an option.
fn command_html(line: &str) -> String {
    let mut words = Vec::new();
    for word in line.split(' ') {
        let escaped = escape_xml(word);
        words.push(if word.contains('-') {
            format!("<span>{escaped}</span>")
        } else {
            escaped
        });
    }
    words.join(" ")
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

fn navigation(headings: &[Heading], contents: &str) -> String {
    let contents = escape_xml(contents);
    let mut list =
        format!("<nav aria-label=\"{contents}\">\n<details><summary>{contents}</summary>\n<ul>\n");
    let mut levels = headings.iter().map(|heading| heading.level).skip(1);
    for Heading { level, id, html } in headings {
        let next_level = levels.next();
        list += &format!("<li><a href=\"#{id}\">{html}</a>");
        let has_questions = *level == HeadingLevel::H2 && next_level == Some(HeadingLevel::H3);
        list += if has_questions { "<ul>\n" } else { "</li>\n" };
        let ends_chapter = *level == HeadingLevel::H3 && next_level != Some(HeadingLevel::H3);
        if ends_chapter {
            list += "</ul></li>\n";
        }
    }
    format!("{list}</ul>\n</details>\n</nav>\n")
}

/// Returns the text of Markdown or HTML without marks and tags.
pub fn plain_text(markdown: &str) -> String {
    let mut text = String::new();
    for event in Parser::new(markdown) {
        match event {
            Event::Text(part) | Event::Code(part) => text += &part,
            Event::SoftBreak | Event::HardBreak => text.push(' '),
            _ => {}
        }
    }
    text
}
