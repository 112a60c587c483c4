//! Pages as Markdown.

use super::{Block, Document, Finding, StudyFigure};

/// Returns the page, which ends with a line feed.
pub(super) fn page(document: &Document) -> String {
    let mut parts = vec![format!("# {}", document.title)];
    // A figure that is not drawn has no file.
    let there = |block: &&Block| match block {
        Block::Figure {
            study_figure: picture,
            ..
        } => document.svg_by_file.contains_key(picture.file_stem),
        _ => true,
    };
    parts.extend(document.blocks.iter().filter(there).map(block));
    let mut page = parts
        .iter()
        .map(|part| part.trim_end())
        .collect::<Vec<_>>()
        .join("\n\n");
    page.push('\n');
    page
}

fn block(block: &Block) -> String {
    match block {
        Block::Chapter(title) => format!("## {title}"),
        Block::Question(title) => format!("### {title}"),
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
