//! Pages as one HTML file with style and figures. The page loads no other file and runs no script.

use super::inline::{html, plain_text};
use super::{Bar, Block, Document, Finding};
use crate::draw::escape_xml;
use crate::lang::{Say, page};
use crate::report::text_table::TextTable;
use std::fmt::Write as _;

const STYLE: &str = include_str!("style.css");

pub(super) fn page(document: &Document) -> String {
    let Document {
        lang,
        title,
        description,
        ..
    } = document;
    let (title, description) = (escape_xml(title), escape_xml(description));
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"{lang}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{title}</title>\n\
         <meta name=\"description\" content=\"{description}\">\n<style>\n{STYLE}</style>\n</head>\n<body>\n<header>\n\
         <h1>{title}</h1>\n{}</header>\n",
        language_link(document)
    );
    let mut body = String::new();
    let mut listed = 0;
    let numbers = document.heading_numbers();
    for (place, block) in document.blocks.iter().enumerate() {
        if let Block::Chapter(_) = block {
            body.push_str(if listed == 0 {
                "<nav-goes-here/>"
            } else {
                "</section>\n"
            });
            listed += 1;
            let _ = writeln!(body, "<section aria-labelledby=\"s{place}\">");
        }
        body.push_str(&render_block(document, place, &numbers[place], block));
    }
    body.push_str(if listed == 0 { "" } else { "</section>\n" });
    let body = body.replacen("<nav-goes-here/>", &table_of_contents(document), 1);
    let _ = write!(page, "<main>\n{body}</main>\n</body>\n</html>\n");
    page
}

fn language_link(document: &Document) -> String {
    document.translation_link.as_ref().map_or_else(String::new, |(file, name)| {
        let language = document.lang.other_language();
        format!(
            "<p class=\"other\"><a href=\"{}\" hreflang=\"{language}\" lang=\"{language}\">{}</a></p>\n",
            escape_xml(file),
            escape_xml(name)
        )
    })
}

fn table_of_contents(document: &Document) -> String {
    let name = escape_xml(&page::CONTENTS.say(document.lang));
    let mut list =
        format!("<nav aria-label=\"{name}\">\n<details><summary>{name}</summary>\n<ul>\n");
    let mut open = false;
    let numbers = document.heading_numbers();
    for (place, block) in document.blocks.iter().enumerate() {
        let number = &numbers[place];
        match block {
            Block::Chapter(title) => {
                list.push_str(if open { "</ul></li>\n" } else { "" });
                let _ = writeln!(
                    list,
                    "<li><a href=\"#s{place}\">{number} {}</a><ul>",
                    html(title)
                );
                open = true;
            }
            Block::Question { title, .. } if open => {
                let _ = writeln!(
                    list,
                    "<li><a href=\"#s{place}\">{number} {}</a></li>",
                    html(title)
                );
            }
            _ => {}
        }
    }
    list.push_str(if open { "</ul></li>\n" } else { "" });
    // Removes the empty list of a chapter without questions.
    format!("{list}</ul>\n</details>\n</nav>\n").replace("<ul>\n</ul>", "")
}

fn render_block(document: &Document, place: usize, number: &str, block: &Block) -> String {
    match block {
        Block::Chapter(title) => format!("<h2 id=\"s{place}\">{number} {}</h2>\n", html(title)),
        Block::Question {
            title,
            handout_section,
        } => {
            let note = handout_section.map_or_else(String::new, |section| {
                let note = page::handout_section_note(document.lang, section);
                format!(" <small>{}</small>", escape_xml(&note))
            });
            format!("<h3 id=\"s{place}\">{number} {}{note}</h3>\n", html(title))
        }
        Block::Answer(sentences) => match sentences.as_slice() {
            [only] => format!("<p class=\"answer\">{}</p>\n", html(only)),
            all => {
                let items: String = all
                    .iter()
                    .map(|sentence| format!("<li>{}</li>\n", html(sentence)))
                    .collect();
                format!("<ul class=\"answer\">\n{items}</ul>\n")
            }
        },
        Block::Paragraph(sentence) => format!("<p>{}</p>\n", html(sentence)),
        Block::Findings(findings) => {
            format!(
                "<ol class=\"findings\">\n{}</ol>\n",
                findings.iter().map(finding).collect::<String>()
            )
        }
        Block::Table {
            collapsed_title: None,
            text_table: columns,
        } => table(columns),
        Block::Table {
            collapsed_title: Some(title),
            text_table: columns,
        } => {
            format!(
                "<details><summary>{}</summary>\n{}</details>\n",
                html(title),
                table(columns)
            )
        }
        Block::Figure {
            study_figure: picture,
            alt_text: alt,
        } => figure(document, picture.file_stem, alt),
        Block::Data { label, files } => {
            let link = |file: &String| format!("<a href=\"{0}\">{0}</a>", escape_xml(file));
            let links: Vec<String> = files.iter().map(link).collect();
            format!(
                "<p class=\"data\">{} {}</p>\n",
                html(label),
                links.join(" · ")
            )
        }
        Block::Commands { label, lines } => {
            let lines: Vec<String> = lines.iter().map(|line| format_command(line)).collect();
            format!(
                "<p class=\"data\">{}</p>\n<pre tabindex=\"0\"><code>{}</code></pre>\n",
                html(label),
                lines.join("\n")
            )
        }
    }
}

fn finding(finding: &Finding) -> String {
    let bars = if finding.bars.is_empty() {
        String::new()
    } else {
        bar_chart(&finding.bars)
    };
    let commands = finding.commands.iter().map(|line| {
        format!(
            "<p class=\"command\"><code>{}</code></p>",
            format_command(line)
        )
    });
    format!(
        "<li><p>{}</p>\n{bars}{}</li>\n",
        html(&finding.statement),
        commands.collect::<String>()
    )
}

/// Formats a command that breaks between words only, not after the dashes of an option.
fn format_command(line: &str) -> String {
    let whole = |word: &str| {
        if word.contains('-') {
            format!("<span>{}</span>", escape_xml(word))
        } else {
            escape_xml(word)
        }
    };
    line.split(' ').map(whole).collect::<Vec<_>>().join(" ")
}

fn table(columns: &TextTable) -> String {
    let row = |cells: &[String], tag: &str| -> String {
        cells
            .iter()
            .map(|cell| format!("<{tag}>{}</{}>", html(cell), &tag[..2]))
            .collect()
    };
    let headings = row(&columns.headings, "th scope=\"col\"");
    let rows: String = columns
        .rows
        .iter()
        .map(|cells| format!("<tr>{}</tr>\n", row(cells, "td")))
        .collect();
    format!(
        "<div class=\"table\" tabindex=\"0\"><table>\n<thead><tr>{headings}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table></div>\n"
    )
}

/// Returns a figure as an inline drawing with text letters and links to its files; empty without drawings.
fn figure(document: &Document, file: &str, alt: &str) -> String {
    let Some(drawings) = document.drawings_by_file.get(file) else {
        return String::new();
    };
    let name = escape_xml(&plain_text(alt));
    let wide = inline_drawing(&drawings.wide, "wide", &name);
    let narrow = inline_drawing(&drawings.narrow, "narrow", &name);
    format!(
        "<figure>\n<div class=\"drawing\">{wide}\n{narrow}</div>\n<figcaption><a href=\"{file}.svg\">SVG</a> · <a href=\"{file}.png\">PNG</a> · <a href=\"{file}.pdf\">PDF</a></figcaption>\n\
         </figure>\n"
    )
}

/// Returns a drawing as an element of the page, which sets its size; the view box stays.
fn inline_drawing(svg: &str, class: &str, name: &str) -> String {
    let Some((tag, content)) = svg.split_once('>') else {
        return String::new();
    };
    let view = tag
        .split("viewBox=\"")
        .nth(1)
        .and_then(|rest| rest.split('"').next())
        .unwrap_or("0 0 1 1");
    format!(
        "<svg class=\"{class}\" role=\"img\" aria-label=\"{name}\" viewBox=\"{view}\"><title>{name}</title>{}",
        compact_drawing(content)
    )
}

/// Shortens a drawing without a change of its appearance: attributes that the style of the page sets are left out, and
/// successive lines of one style become one path. Plotters draws each dash of a line as a line of its own.
fn compact_drawing(content: &str) -> String {
    const START: &str = "<polyline stroke-linejoin=\"round\" ";
    const POINTS: &str = "points=\"";
    let mut compact = String::with_capacity(content.len());
    let mut path_style = None;
    for line in content.lines() {
        let polyline = line
            .strip_prefix(START)
            .and_then(|rest| rest.strip_suffix(" \"/>"))
            .and_then(|rest| rest.split_once(POINTS));
        if polyline.is_none() && path_style.take().is_some() {
            compact.push_str("\"/>\n");
        }
        match polyline {
            None => {
                compact.push_str(&line.replace(" font-family=\"sans-serif\"", ""));
                compact.push('\n');
            }
            Some((style, points)) if path_style == Some(style) => {
                let _ = write!(compact, "M{points}");
            }
            Some((style, points)) => {
                if path_style.replace(style).is_some() {
                    compact.push_str("\"/>\n");
                }
                let _ = write!(compact, "<path {style}d=\"M{points}");
            }
        }
    }
    compact
}

/// The width of the drawing and of the longest bar, in pixels of a small screen.
const WIDTH: f64 = 320.0;
const MAX_BAR_LENGTH: f64 = 300.0;
/// The height of one bar with its label, in pixels.
const BAR_ROW_HEIGHT: f64 = 34.0;

fn bar_chart(bars: &[Bar]) -> String {
    let most = bars
        .iter()
        .map(|bar| bar.value.max(bar.interval.1))
        .fold(0.0, f64::max);
    let scale = if most > 0.0 {
        MAX_BAR_LENGTH / most
    } else {
        0.0
    };
    let height = BAR_ROW_HEIGHT * bars.len() as f64;
    let told: Vec<String> = bars
        .iter()
        .map(|bar| format!("{} {}", bar.label, bar.value_label))
        .collect();
    let told = escape_xml(&told.join(" · "));
    let mut svg = format!(
        "<svg class=\"bars\" role=\"img\" aria-label=\"{told}\" viewBox=\"0 0 {WIDTH} {height}\">\n<title>{told}</title>\n"
    );
    for (place, bar) in bars.iter().enumerate() {
        let top = BAR_ROW_HEIGHT * place as f64;
        let (label, shown) = (escape_xml(&bar.label), escape_xml(&bar.value_label));
        let (length, low, high) = (
            bar.value * scale,
            bar.interval.0 * scale,
            bar.interval.1 * scale,
        );
        let _ = writeln!(
            svg,
            "<text x=\"0\" y=\"{:.0}\">{label} <tspan>{shown}</tspan></text>",
            top + 13.0
        );
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
