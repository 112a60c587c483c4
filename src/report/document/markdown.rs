//! Pages as Markdown.

use super::{Block, Document, Finding, StudyFigure};
use crate::lang::Lang;
use crate::lang::page::handout_section_note;

/// Returns the page, which ends with a line feed.
pub(super) fn page(document: &Document) -> String {
    let mut parts = vec![format!("# {}", document.title)];
    // A figure that is not drawn has no file.
    let there = |(block, _): &(&Block, String)| match block {
        Block::Figure {
            study_figure: picture,
            ..
        } => document.drawings_by_file.contains_key(picture.file_stem),
        _ => true,
    };
    let numbered_blocks = document.blocks.iter().zip(document.heading_numbers());
    parts.extend(
        numbered_blocks
            .filter(there)
            .map(|(content, number)| block(content, &number, document.lang)),
    );
    let mut page = parts
        .iter()
        .map(|part| part.trim_end())
        .collect::<Vec<_>>()
        .join("\n\n");
    page.push('\n');
    page
}

fn block(block: &Block, number: &str, lang: Lang) -> String {
    match block {
        Block::Chapter(title) => format!("## {number} {title}"),
        Block::Question {
            title,
            handout_section: None,
        } => format!("### {number} {title}"),
        Block::Question {
            title,
            handout_section: Some(section),
        } => format!(
            "### {number} {title} ({})",
            handout_section_note(lang, section)
        ),
        Block::Answer(sentences) => match sentences.as_slice() {
            [only] => only.clone(),
            all => all
                .iter()
                .map(|sentence| format!("- {sentence}\n"))
                .collect(),
        },
        Block::Paragraph(sentence) => sentence.clone(),
        Block::Findings(findings) => findings.iter().zip(1..).map(finding).collect(),
        Block::Table {
            collapsed_title: None,
            text_table: columns,
        } => columns.markdown(),
        Block::Table {
            collapsed_title: Some(title),
            text_table: columns,
        } => {
            format!(
                "<details><summary>{title}</summary>\n\n{}\n</details>",
                columns.markdown()
            )
        }
        Block::Figure {
            study_figure: StudyFigure {
                file_stem: file, ..
            },
            alt_text: alt,
        } => {
            format!(
                "[![{}]({file}.png)]({file}.svg)",
                alt.replace(['[', ']'], "")
            )
        }
        Block::Data { label, files } => {
            let links: Vec<String> = files
                .iter()
                .map(|file| format!("[`{file}`]({file})"))
                .collect();
            format!("{label} {}", links.join(" · "))
        }
        Block::Commands { label, lines } => {
            let lines: Vec<String> = lines.iter().map(|line| format!("    {line}")).collect();
            format!("{label}\n\n{}", lines.join("\n"))
        }
    }
}

fn finding((finding, number): (&Finding, u32)) -> String {
    let commands = finding
        .commands
        .iter()
        .map(|command| format!("  \n   `{command}`"));
    format!(
        "{number}. {}{}\n",
        finding.statement,
        commands.collect::<String>()
    )
}
