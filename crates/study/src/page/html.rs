//! The HTML of a page from its Markdown: one file with style and figures, without scripts.

use super::environment::empty_environment;
use minijinja::value::Value;
use minijinja::{Error, context};
use pioche_report::draw::escape_xml;
use pioche_report::lang::{Lang, Text};
use pulldown_cmark::{Alignment, CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

pub(super) const STYLE: &str = include_str!("style.css");
const BRIEF_STYLE: &str = include_str!("brief.css");

/// A page in one form: its Markdown, and the words around it that its template sets.
#[derive(Default)]
pub(super) struct RenderedPage {
    pub(super) text: String,
    /// A description in one sentence, which previews of links show.
    pub(super) description: String,
    /// The heading of the table of contents.
    pub(super) contents: String,
    /// The name of the page in the other language, in that language.
    pub(super) translation_title: String,
    /// The words of the printed sheet before the class's own value.
    pub(super) class_value: String,
    /// The heading of the answers on the printed sheet.
    pub(super) answers_title: String,
    /// The Markdown below this heading.
    pub(super) answers_introduction: String,
    pub(super) findings: Vec<String>,
}

/// Returns the file name of a page. It does not depend on the language of the command, so links to it stay valid.
pub const fn html_file_name(lang: Lang) -> &'static str {
    Text::new("index.fr.html", "index.html").in_lang(lang)
}

/// Returns the name of the files of a picture in a language, without the ending.
pub fn picture_stem(name: &str, lang: Lang) -> String {
    match lang {
        Lang::En => name.to_owned(),
        Lang::Fr => format!("{name}.fr"),
    }
}

/// Returns the HTML page.
pub(super) fn page(page: &RenderedPage, lang: Lang) -> Result<String, Error> {
    let mut title = String::new();
    let mut introduction = String::new();
    let mut sections = Vec::new();
    for part in split_at_headings(&page.text) {
        let heading = render(part.heading, lang);
        let html = render(part.events, lang);
        if part.level <= Some(HeadingLevel::H1) {
            title += &plain_text(&heading);
            introduction += &html;
            continue;
        }
        let contents_entry = heading.split(" <small>").next().map(str::to_owned);
        sections.push(context! {
            level => part.level.map(|level| level as u8),
            contents_entry,
            heading,
            html,
        });
    }
    let values = context! {
        lang => lang.to_string(),
        title => escape_xml(&title),
        description => escape_xml(&page.description),
        style => STYLE,
        other_lang => lang.other_language().to_string(),
        other_file => html_file_name(lang.other_language()),
        other_title => page.translation_title.clone(),
        contents => escape_xml(&page.contents),
        introduction,
        sections,
    };
    render_frame(include_str!("page.html"), values)
}

/// Fills the holes of an HTML frame with values that are escaped already.
fn render_frame(frame: &str, values: Value) -> Result<String, Error> {
    // The line end of a template is left out.
    let page = empty_environment()?.render_str(frame, values)?;
    Ok(page + "\n")
}

/// Returns the printed sheet. Its first part has the rules and the questions, with lines for the class's own values; its
/// second part, on pages of its own, has the answers with their tables and figures.
pub(super) fn brief(page: &RenderedPage, lang: Lang) -> Result<String, Error> {
    let mut title = String::new();
    let mut introduction = String::new();
    let mut sections = Vec::new();
    for part in split_at_headings(&page.text) {
        let Some(level) = part.level else {
            continue;
        };
        let heading = render(part.heading, lang);
        match level {
            HeadingLevel::H1 => {
                title = heading;
                introduction = render(part.events, lang);
            }
            HeadingLevel::H2 => {
                let rules = blocks_of_kind(&part.events, BlockKind::Paragraph);
                sections.push(context! { level => 2, heading, rules => render(rules, lang) });
            }
            level => sections.push(context! {
                level => level as u8,
                heading,
                explanation => render(blocks_before_answer(&part.events), lang),
                space => writing_space(&part.events, &page.class_value, lang),
                answer => answer_html(&part.events, lang),
            }),
        }
    }
    let answers_introduction = Parser::new(&page.answers_introduction).collect();
    let values = context! {
        lang => lang.to_string(),
        page_title => escape_xml(&plain_text(&title)),
        style => BRIEF_STYLE,
        title,
        introduction,
        answers_title => escape_xml(&page.answers_title),
        answers_introduction => render(answers_introduction, lang),
        sections,
    };
    render_frame(include_str!("brief.html"), values)
}

/// Returns the space for the class's own answer: the tables of the answer with empty cells, or a line; and the figures
/// without their data.
fn writing_space(events: &[Event<'_>], class_value: &str, lang: Lang) -> String {
    let is_table = |block: &&[Event<'_>]| matches!(block[0], Event::Start(Tag::Table(_)));
    let blocks = unfolded_blocks(events);
    let mut tables = Vec::new();
    for table in blocks.iter().copied().filter(is_table) {
        tables.extend(empty_table(table));
    }
    if tables.is_empty() {
        let start = Event::Html("<p class=\"line\">".into());
        let text = Event::Text(class_value.to_owned().into());
        let end = Event::Html("<span></span></p>\n".into());
        tables.extend([start, text, end]);
    }
    let figures = blocks_of_kind(events, BlockKind::EmptyFigure);
    render(tables, lang) + &render(figures, lang)
}

/// Returns a table with its headings and the labels of its rows only, which are in the columns that are aligned to the left.
fn empty_table<'a>(table: &[Event<'a>]) -> Vec<Event<'a>> {
    let Some(Event::Start(Tag::Table(alignments))) = table.first() else {
        return Vec::new();
    };
    let mut column = 0;
    let mut is_head = false;
    let mut is_value = false;
    let mut events = Vec::new();
    for event in table {
        match event {
            Event::Start(Tag::TableHead | Tag::TableRow) => {
                column = 0;
                is_head = matches!(event, Event::Start(Tag::TableHead));
            }
            Event::Start(Tag::TableCell) => {
                is_value = !is_head && alignments[column] != Alignment::Left;
                column += 1;
                events.push(event.clone());
                continue;
            }
            Event::End(TagEnd::TableCell) => is_value = false,
            _ => {}
        }
        if !is_value {
            events.push(event.clone());
        }
    }
    events
}

/// Returns the answer of a question with its figures. A narrow figure stands beside the answer; several stand beside each
/// other below it.
fn answer_html(events: &[Event<'_>], lang: Lang) -> String {
    let html = |kind| render(blocks_of_kind(events, kind), lang);
    let narrow_figures = html(BlockKind::NarrowFigure);
    let answer = html(BlockKind::Answer);
    let wide_figures = html(BlockKind::Figure);
    if narrow_figures.matches("<figure").count() > 1 {
        format!("{answer}<div class=\"row\">\n{narrow_figures}</div>\n{wide_figures}")
    } else {
        format!("{narrow_figures}{answer}{wide_figures}")
    }
}

/// A kind of block outside folded parts.
#[derive(Clone, Copy, PartialEq)]
enum BlockKind {
    Paragraph,
    /// A quotation or a table.
    Answer,
    Figure,
    NarrowFigure,
    /// A figure without its data.
    EmptyFigure,
    /// Commands, and other blocks that the sheet leaves out.
    Omitted,
}

/// Returns the blocks of a kind, without those in folded parts.
fn blocks_of_kind<'a>(events: &[Event<'a>], kind: BlockKind) -> Vec<Event<'a>> {
    let mut blocks = unfolded_blocks(events);
    blocks.retain(|block| block_kind(block) == kind);
    blocks.concat()
}

/// Returns the paragraphs before the answer of a question.
fn blocks_before_answer<'a>(events: &[Event<'a>]) -> Vec<Event<'a>> {
    let mut blocks = unfolded_blocks(events);
    let answer = blocks
        .iter()
        .position(|block| block_kind(block) == BlockKind::Answer);
    blocks.truncate(answer.unwrap_or(blocks.len()));
    blocks.retain(|block| block_kind(block) == BlockKind::Paragraph);
    blocks.concat()
}

/// Returns the blocks outside folded parts.
fn unfolded_blocks<'a, 'e>(events: &'e [Event<'a>]) -> Vec<&'e [Event<'a>]> {
    let mut blocks = Vec::new();
    let mut is_folded = false;
    let mut depth = 0;
    let mut start = 0;
    for (index, event) in events.iter().enumerate() {
        match event {
            Event::Start(_) => depth += 1,
            Event::End(_) => depth -= 1,
            _ => {}
        }
        if depth > 0 {
            continue;
        }
        let block = &events[start..=index];
        start = index + 1;
        is_folded |= contains_html(block, "<details");
        if !is_folded {
            blocks.push(block);
        }
        is_folded &= !contains_html(block, "</details>");
    }
    blocks
}

fn block_kind(block: &[Event<'_>]) -> BlockKind {
    match block.first() {
        Some(Event::Start(Tag::Paragraph)) => return BlockKind::Paragraph,
        Some(Event::Start(Tag::BlockQuote(_) | Tag::Table(_))) => return BlockKind::Answer,
        _ => {}
    }
    if contains_html(block, "<figure class=\"blank") {
        BlockKind::EmptyFigure
    } else if contains_html(block, "<figure class=\"narrow\"") {
        BlockKind::NarrowFigure
    } else if contains_html(block, "<figure") {
        BlockKind::Figure
    } else {
        BlockKind::Omitted
    }
}

/// True if a block of HTML has a line with this beginning.
fn contains_html(block: &[Event<'_>], beginning: &str) -> bool {
    let is_match =
        |event: &Event<'_>| matches!(event, Event::Html(html) if html.starts_with(beginning));
    block.iter().any(is_match)
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
