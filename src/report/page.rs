//! The study's page: findings, then each question of the handouts with its answer, interval, figure and command, and
//! the method at the end. The text of a chapter belongs to its topic.

#[cfg(test)]
mod tests;

pub use super::document::{Bar, Block, Finding, StudyFigure};
pub use super::estimate_format::*;
pub use super::significance::TestFamily;

use super::data_table::DataTable;
use super::document::Document;
use super::text_table::TextTable;
use crate::draw::Figure;
use crate::lang::{Lang, Say, StudyParagraph, Text, page as words};
use pioche_engine::sim::{Experiment, Summary};
use pioche_engine::stats::compare::ExactAgreement;
use std::collections::BTreeMap;

#[derive(Clone, Copy)]
pub struct Chapter {
    /// The handout that asks the question; `None` for an own question, which comes last.
    pub handout: Option<HandoutPart>,
    pub blocks: fn(&[Summary], &TestFamily, Lang) -> Vec<Block>,
    pub findings: fn(&[Summary], &TestFamily, Lang) -> Vec<Finding>,
    /// Tables beside that of the simulations, with the names of their files.
    pub extra_tables: Option<fn() -> NamedTables>,
}

/// A handout and a part of it, by their numbers; the order of the pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct HandoutPart(pub u32, pub u32);

pub type NamedTables = Vec<(&'static str, DataTable)>;

impl Chapter {
    pub const fn new(
        source: Option<HandoutPart>,
        page: fn(&[Summary], &TestFamily, Lang) -> Vec<Block>,
        findings: fn(&[Summary], &TestFamily, Lang) -> Vec<Finding>,
    ) -> Self {
        Self {
            handout: source,
            blocks: page,
            findings,
            extra_tables: None,
        }
    }

    pub fn figures(
        &self,
        summaries: &[Summary],
        tests: &TestFamily,
        lang: Lang,
    ) -> Vec<(&'static str, Figure)> {
        let drawn = |block| match block {
            Block::Figure {
                study_figure: picture,
                ..
            } => Some((picture.file_stem, (picture.draw)(summaries, lang)?)),
            _ => None,
        };
        (self.blocks)(summaries, tests, lang)
            .into_iter()
            .filter_map(drawn)
            .collect()
    }
}

/// The number of findings on the page, unless there are more chapters.
pub const MAX_FINDINGS: usize = 10;

/// Returns the most surprising findings, best first, with at least the best one of each chapter.
pub fn top_findings(
    chapters: &[(Chapter, &[Summary])],
    tests: &TestFamily,
    lang: Lang,
) -> Vec<Finding> {
    let (mut best, mut others) = (Vec::new(), Vec::new());
    for (chapter, summaries) in chapters {
        let mut found = (chapter.findings)(summaries, tests, lang);
        found.sort_by_key(|finding| finding.rank);
        let mut found = found.into_iter();
        best.extend(found.next());
        others.extend(found);
    }
    others.sort_by_key(|finding| finding.rank);
    others.truncate(MAX_FINDINGS.saturating_sub(best.len()));
    best.extend(others);
    best.sort_by_key(|finding| finding.rank);
    best
}

/// What a page says about itself.
pub struct PageHeader {
    /// The command that reproduces the page.
    pub command: String,
    /// The sentence that names the chapters; `None` if there are all.
    pub chapters: Option<String>,
    /// The file and the title of the page in the other language.
    pub translation_link: Option<(String, String)>,
}

/// Writes the page: chapters, each with its runs in the order of the study.
pub fn study_document(
    chapters: &[(Chapter, &[Summary])],
    tests: &TestFamily,
    header: PageHeader,
    svg_by_file: BTreeMap<String, String>,
    agreement: Option<ExactAgreement>,
    lang: Lang,
) -> Document {
    let mut blocks = vec![paragraph(words::INTRODUCTION, lang)];
    blocks.extend(header.chapters.map(Block::Paragraph));
    let games = chapters
        .iter()
        .flat_map(|(_, summaries)| summaries.iter())
        .map(|summary| summary.deals)
        .sum();
    let program = format!("pioche {}", env!("CARGO_PKG_VERSION"));
    blocks.push(Block::Paragraph(
        StudyParagraph::TotalGames {
            games,
            program: program.clone(),
        }
        .say(lang),
    ));
    blocks.push(chapter(words::FINDINGS, lang));
    blocks.push(Block::Findings(top_findings(chapters, tests, lang)));
    let mut ordered: Vec<_> = chapters.iter().collect();
    ordered.sort_by_key(|(chapter, _)| chapter.handout.unwrap_or(HandoutPart(u32::MAX, 0)));
    blocks.extend(
        ordered
            .into_iter()
            .flat_map(|(chapter, summaries)| (chapter.blocks)(summaries, tests, lang)),
    );
    blocks.extend(method_blocks(
        chapters,
        tests,
        &header.command,
        &program,
        agreement,
        lang,
    ));
    let title = words::TITLE.say(lang);
    Document {
        lang,
        title,
        description: words::DESCRIPTION.say(lang),
        translation_link: header.translation_link,
        blocks,
        svg_by_file,
    }
}

fn method_blocks(
    chapters: &[(Chapter, &[Summary])],
    tests: &TestFamily,
    command: &str,
    program: &str,
    agreement: Option<ExactAgreement>,
    lang: Lang,
) -> Vec<Block> {
    let all = || chapters.iter().flat_map(|(_, summaries)| summaries.iter());
    let Some(first) = all().next() else {
        return Vec::new();
    };
    let (method, level) = (first.method.to_string(), first.confidence.level());
    let seeds = StudyParagraph::RandomNumbers {
        seed: first.seed,
        value_version: first.value_version,
    }
    .say(lang);
    let mut blocks = vec![
        chapter(words::METHOD, lang),
        question(words::RANDOM_NUMBERS_QUESTION, lang),
        Block::Paragraph(seeds),
        Block::Commands {
            label: words::REPRODUCE_ALL.say(lang),
            lines: vec![command.to_owned()],
        },
        paragraph(words::FILES_NOTE, lang),
        question(words::INTERVAL_QUESTION, lang),
        Block::Paragraph(StudyParagraph::Intervals { method, level }.say(lang)),
        question(words::MULTIPLE_TESTS_QUESTION, lang),
        Block::Paragraph(
            StudyParagraph::MultipleTests {
                level,
                tests: tests.family_size() as u64,
            }
            .say(lang),
        ),
    ];
    blocks.extend(agreement.into_iter().flat_map(|found| {
        let ExactAgreement {
            compared_shares: compared,
            inside_interval: inside,
            certain_outcomes: certain,
            contradicted_certain_outcomes: contradicted,
            min_adjusted_p_value: least,
        } = found;
        [
            question(words::AGREEMENT_QUESTION, lang),
            Block::Answer(vec![
                StudyParagraph::Agreement {
                    compared,
                    within_interval: inside,
                    level,
                    certain_outcomes: certain,
                    contradicted,
                    min_p_value: least,
                }
                .say(lang),
            ]),
        ]
    }));
    let (program, seed) = (program.to_owned(), first.seed);
    let cite = StudyParagraph::Citation { program, seed }.say(lang);
    blocks.extend([
        question(words::CITATION_QUESTION, lang),
        Block::Paragraph(cite),
    ]);
    blocks
}

pub fn chapter(title: Text, lang: Lang) -> Block {
    Block::Chapter(title.say(lang))
}

pub fn question(title: Text, lang: Lang) -> Block {
    Block::Question(title.say(lang))
}

pub fn paragraph(text: Text, lang: Lang) -> Block {
    Block::Paragraph(text.say(lang))
}

/// Joins the sentences of an answer; `None` without sentences.
pub fn answer(sentences: impl IntoIterator<Item = String>) -> Option<Block> {
    let sentences: Vec<String> = sentences.into_iter().collect();
    (!sentences.is_empty()).then_some(Block::Answer(sentences))
}

/// Returns the first run of an experiment of type `E` with settings that satisfy a condition.
pub fn find_run<E: Experiment>(
    summaries: &[Summary],
    is_wanted: impl Fn(&E) -> bool,
) -> Option<&Summary> {
    summaries
        .iter()
        .find(|summary| summary.experiment_as().is_some_and(&is_wanted))
}

/// Returns the runs of experiments of type `E`, each with its settings.
pub fn runs_of_experiment<E: Experiment>(
    summaries: &[Summary],
) -> impl Iterator<Item = (&E, &Summary)> {
    summaries
        .iter()
        .filter_map(|summary| Some((summary.experiment_as()?, summary)))
}

pub fn distinct_commands<'a>(runs: impl IntoIterator<Item = &'a Summary>) -> Vec<String> {
    let mut commands: Vec<String> = Vec::new();
    for run in runs {
        commands.extend(
            run.command
                .as_ref()
                .map(ToString::to_string)
                .filter(|command| !commands.contains(command)),
        );
    }
    commands
}

pub fn table(headings: Vec<String>, rows: impl IntoIterator<Item = Vec<String>>) -> Block {
    Block::Table {
        collapsed_title: None,
        text_table: TextTable {
            row_header_columns: 1,
            headings,
            rows: rows.into_iter().collect(),
        },
    }
}

/// Creates a table with a row for each run; each column has a heading and a function that gives its cells.
pub fn table_of_runs<'a>(
    runs: impl IntoIterator<Item = &'a Summary>,
    columns: &[(String, &dyn Fn(&'a Summary) -> String)],
) -> Block {
    let rows = runs
        .into_iter()
        .map(|run| columns.iter().map(|(_, cell)| cell(run)).collect());
    table(
        columns.iter().map(|(heading, _)| heading.clone()).collect(),
        rows,
    )
}

/// Collapses a long table under its title.
pub fn collapsible_table(title: Text, table: Block, lang: Lang) -> Block {
    match table {
        Block::Table {
            text_table: columns,
            ..
        } => Block::Table {
            collapsed_title: Some(title.say(lang)),
            text_table: columns,
        },
        other => other,
    }
}

pub fn figure_block(picture: &'static StudyFigure, lang: Lang) -> Block {
    Block::Figure {
        study_figure: picture,
        alt_text: picture.alt_text.say(lang),
    }
}

pub fn command_block(commands: &[&str], lang: Lang) -> Block {
    const SHOWN_BY: Text = Text::new("Commande :", "Command:");
    Block::Commands {
        label: SHOWN_BY.say(lang),
        lines: commands
            .iter()
            .map(|command| (*command).to_owned())
            .collect(),
    }
}

pub fn data_links(files: &[&str], lang: Lang) -> Block {
    let files = files
        .iter()
        .chain(&["study.xlsx"])
        .map(|file| (*file).to_owned())
        .collect();
    Block::Data {
        label: words::DATA_LABEL.say(lang),
        files,
    }
}

/// Returns the commands that reproduce some runs, as few as possible: a range for the settings in `range_options`, a shell
/// loop for other settings that vary.
pub fn reproduction_commands<'a>(
    summaries: impl IntoIterator<Item = &'a Summary>,
    range_options: &[&str],
    lang: Lang,
) -> Block {
    let commands = summaries
        .into_iter()
        .filter_map(|summary| summary.command.clone());
    Block::Commands {
        label: StudyParagraph::ReproduceLabel.say(lang),
        lines: super::commands::compact_commands(commands, range_options),
    }
}
