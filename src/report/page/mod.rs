//! The study's page as documents: a Markdown template for each chapter and language, with holes for values.
//!
//! Topics compute the values and the p-values of their tests once, without a language. The templates hold all
//! sentences, and choose them by the verdicts of the tests: `{% if run.p is significant %}`. The Markdown is
//! `README.md` of the study; the HTML page is made from it.

mod environment;
mod html;
#[cfg(test)]
mod tests;
pub mod values;

pub use environment::{Drawings, FigureDrawings, PageForm, TestFamily, test_value};
pub use html::plain_text;

use crate::draw::Figure;
use crate::lang::{Lang, Problem, Sentence, Text};
use crate::report::Glossary;
use crate::report::data_table::DataTable;
use environment::{GlossaryValue, page_environment};
use html::{PageFrame, SheetWords};
use minijinja::value::Value;
use minijinja::{Environment, Error, context};
use pioche_engine::sim::{Summary, exact_agreement};
use pioche_engine::stats::Confidence;
use pioche_engine::stats::compare::ExactAgreement;

/// The chapter of a topic.
#[derive(Clone, Copy)]
pub struct ChapterDocument {
    pub topic: &'static str,
    /// The handout that asks the questions; `None` for own questions, which come last.
    pub handout: Option<HandoutPart>,
    pub template: Text,
    /// Returns the values of the chapter's runs, and adds its tests to the family.
    pub values: fn(&[Summary], &mut TestFamily) -> ChapterValues,
    pub figures: &'static [ChapterFigure],
    /// Tables beside that of the simulations, with the names of their files.
    pub extra_tables: fn() -> NamedTables,
}

impl ChapterDocument {
    /// Draws the figures of the chapter, with the names of their files.
    pub fn draw_figures(&self, summaries: &[Summary], lang: Lang) -> Vec<(&'static str, Figure)> {
        let mut figures = Vec::new();
        for figure in self.figures {
            let drawing = (figure.draw)(summaries, lang);
            figures.extend(drawing.map(|drawing| (figure.file_stem, drawing)));
        }
        figures
    }
}

/// A handout and a part of it, by their numbers; the order of the chapters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct HandoutPart(pub u32, pub u32);

pub type NamedTables = Vec<(&'static str, DataTable)>;

/// A figure of a chapter.
#[derive(Clone, Copy)]
pub struct ChapterFigure {
    pub file_stem: &'static str,
    /// Draws the figure from the runs of the chapter; `None` when they have no data for it.
    pub draw: fn(&[Summary], Lang) -> Option<Figure>,
}

/// The values of a chapter for one study.
#[derive(Clone, Debug)]
pub struct ChapterValues {
    pub values: Value,
    pub findings: Vec<Finding>,
}

/// A chapter with its runs.
#[derive(Clone, Copy)]
pub struct StudyChapter<'a> {
    pub document: ChapterDocument,
    /// The names of settings and of their values, for the filter `word`.
    pub glossary: &'static (dyn Glossary + Send + Sync),
    pub summaries: &'a [Summary],
}

/// A surprising result; the macro `{name}_finding` of the chapter's template states it.
#[derive(Clone, Debug)]
pub struct Finding {
    pub name: &'static str,
    /// The rank among all findings; lower ranks come first. The best finding of each chapter is always shown.
    pub rank: u32,
    /// The commands that reproduce it.
    pub commands: Vec<String>,
}

/// The number of findings on the page, unless there are more chapters.
const MAX_FINDINGS: usize = 10;

/// The values of all chapters of a study.
pub struct StudyValues {
    /// The chapters in the order of the page, each with its values.
    chapters: Vec<ChapterWithValues>,
    tests: TestFamily,
    agreement: Option<ExactAgreement>,
    /// A run of the study: all have the same seed, level and method.
    first_run: Summary,
    games: u64,
}

struct ChapterWithValues {
    document: ChapterDocument,
    glossary: &'static (dyn Glossary + Send + Sync),
    values: ChapterValues,
}

/// The statements of a page about its study.
pub struct PageHeader<'a> {
    /// The command that reproduces the study.
    pub command: String,
    pub translation_file: &'a str,
    /// The titles of the chapters; empty if there are all.
    pub selected_chapters: &'a [Text],
    /// The number of chapters of a whole study.
    pub chapter_count: usize,
}

/// A page in one language.
pub struct StudyPage {
    pub markdown: String,
    pub html: String,
    /// The findings as plain text, best first.
    pub findings: Vec<String>,
}

impl StudyValues {
    /// Computes the values of some chapters; `None` without runs.
    pub fn new(chapters: &[StudyChapter<'_>]) -> Option<Self> {
        let runs = || chapters.iter().flat_map(|chapter| chapter.summaries);
        let first_run = runs().next()?.clone();
        let mut tests = TestFamily::new(first_run.confidence);
        let mut sorted = chapters.to_vec();
        sorted.sort_by_key(|chapter| {
            let handout = chapter.document.handout;
            handout.unwrap_or(HandoutPart(u32::MAX, 0))
        });
        let mut chapter_values = Vec::new();
        for chapter in sorted {
            chapter_values.push(ChapterWithValues {
                document: chapter.document,
                glossary: chapter.glossary,
                values: (chapter.document.values)(chapter.summaries, &mut tests),
            });
        }
        Some(Self {
            chapters: chapter_values,
            tests,
            agreement: exact_agreement(runs()),
            games: runs().map(|summary| summary.deals).sum(),
            first_run,
        })
    }

    /// Renders the page in one language.
    pub fn render(
        &self,
        lang: Lang,
        drawings: &Drawings,
        header: &PageHeader<'_>,
    ) -> Result<StudyPage, Problem> {
        let render = || {
            let markdown = self.render_form(PageForm::Markdown, lang, drawings, header)?;
            let web = self.render_form(PageForm::Html, lang, drawings, header)?;
            Ok((markdown, web))
        };
        let (markdown, web) = render().map_err(template_problem)?;
        let frame = PageFrame {
            lang,
            description: &web.description,
            contents: &web.contents,
            translation_file: header.translation_file,
            translation_title: &web.translation_title,
        };
        Ok(StudyPage {
            markdown: tidy_markdown(&markdown.text),
            html: html::page(&web.text, &frame),
            findings: markdown.findings,
        })
    }

    /// Renders the printed sheet in one language: the questions of the page, then its answers and figures.
    pub fn render_brief(
        &self,
        lang: Lang,
        drawings: &Drawings,
        header: &PageHeader<'_>,
    ) -> Result<String, Problem> {
        let sheet = self
            .render_form(PageForm::Brief, lang, drawings, header)
            .map_err(template_problem)?;
        Ok(html::brief(&sheet.text, &sheet.sheet_words, lang))
    }

    fn render_form(
        &self,
        form: PageForm,
        lang: Lang,
        drawings: &Drawings,
        header: &PageHeader<'_>,
    ) -> Result<RenderedPage, Error> {
        let mut environment = page_environment(form, lang, drawings, self.tests.clone())?;
        for ChapterWithValues { document, .. } in &self.chapters {
            environment.add_template(document.topic, document.template.in_lang(lang))?;
        }
        let mut chapters = Vec::new();
        let mut findings = Vec::new();
        for chapter in &self.chapters {
            let glossary = Value::from_object(GlossaryValue(chapter.glossary));
            environment.add_global(environment::GLOSSARY, glossary);
            let (text, statements) = render_chapter(&environment, chapter)?;
            chapters.push(number_headings(&text, chapters.len() + 1));
            findings.push(statements);
        }
        let findings = top_findings(findings);
        let selected_chapters: Vec<&str> = header
            .selected_chapters
            .iter()
            .map(|title| title.in_lang(lang))
            .collect();
        let values = context! {
            program => format!("pioche {}", env!("CARGO_PKG_VERSION")),
            games => self.games,
            seed => self.first_run.seed,
            value_version => self.first_run.value_version,
            method => self.first_run.method.to_string(),
            level => self.first_run.confidence.level(),
            test_count => self.tests.len(),
            agreement => values::optional(self.agreement.map(agreement_value)),
            command => header.command.clone(),
            selected_chapters => selected_chapters,
            chapter_count => header.chapter_count,
            findings => findings.iter().map(StatedFinding::value).collect::<Value>(),
            chapters => Value::from(chapters),
        };
        let page = environment
            .get_template(environment::PAGE_TEMPLATE)?
            .render_captured(values)?;
        let variable = |name: &str| {
            let value = page.state().lookup(name);
            value.map_or_else(String::new, |value| value.to_string())
        };
        Ok(RenderedPage {
            description: variable("description"),
            contents: variable("contents"),
            translation_title: variable("translation_title"),
            sheet_words: SheetWords {
                class_value: variable("class_value"),
                answers_title: variable("answers_title"),
                answers_introduction: variable("answers_introduction"),
            },
            findings: findings
                .iter()
                .map(|finding| plain_text(&finding.statement))
                .collect(),
            text: page.output().to_owned(),
        })
    }
}

/// A page in one form, and the words of its frame.
struct RenderedPage {
    text: String,
    description: String,
    contents: String,
    translation_title: String,
    sheet_words: SheetWords,
    findings: Vec<String>,
}

/// Renders a Markdown document of its own with the filters of the page.
pub fn render_document(template: Text, values: Value, lang: Lang) -> Result<String, Problem> {
    const DOCUMENT: &str = "document";
    let render = || {
        let tests = TestFamily::new(Confidence::default());
        let drawings = Drawings::default();
        let mut environment = page_environment(PageForm::Markdown, lang, &drawings, tests)?;
        environment.add_template(DOCUMENT, template.in_lang(lang))?;
        environment.get_template(DOCUMENT)?.render(values)
    };
    let markdown = render().map_err(template_problem)?;
    Ok(tidy_markdown(&markdown))
}

fn template_problem(error: Error) -> Problem {
    Problem(Sentence::untranslated(format!("{error:#}")))
}

/// A finding with its statement.
struct StatedFinding {
    rank: u32,
    statement: String,
    commands: Vec<String>,
}

impl StatedFinding {
    fn value(&self) -> Value {
        context! {
            statement => self.statement.clone(),
            commands => Value::from(self.commands.clone()),
        }
    }
}

fn render_chapter(
    environment: &Environment<'_>,
    chapter: &ChapterWithValues,
) -> Result<(String, Vec<StatedFinding>), Error> {
    let ChapterWithValues {
        document, values, ..
    } = chapter;
    let mut rendered = environment
        .get_template(document.topic)?
        .render_captured(values.values.clone())?;
    let mut findings = Vec::new();
    for finding in &values.findings {
        let name = format!("{}_finding", finding.name);
        let statement = rendered.with_state_mut(|state| state.call_macro(&name, &[]))?;
        findings.push(StatedFinding {
            rank: finding.rank,
            statement: statement.trim().to_owned(),
            commands: finding.commands.clone(),
        });
    }
    Ok((rendered.into_output(), findings))
}

/// Returns the most surprising findings, best first, with at least the best one of each chapter.
fn top_findings(chapters: Vec<Vec<StatedFinding>>) -> Vec<StatedFinding> {
    let mut top = Vec::new();
    let mut further = Vec::new();
    for mut findings in chapters {
        findings.sort_by_key(|finding| finding.rank);
        let mut sorted_findings = findings.into_iter();
        top.extend(sorted_findings.next());
        further.extend(sorted_findings);
    }
    further.sort_by_key(|finding| finding.rank);
    further.truncate(MAX_FINDINGS.saturating_sub(top.len()));
    top.extend(further);
    top.sort_by_key(|finding| finding.rank);
    top
}

fn agreement_value(agreement: ExactAgreement) -> Value {
    context! {
        compared => agreement.compared_shares,
        inside => agreement.inside_interval,
        certain => agreement.certain_outcomes,
        contradicted => agreement.contradicted_certain_outcomes,
        p => agreement.min_adjusted_p_value,
    }
}

/// Numbers the headings of a chapter and of its questions: `## 2 Peg solitaire`, `### 2.1 How many pegs …`.
fn number_headings(markdown: &str, chapter: usize) -> String {
    let mut question = 0;
    let mut text = String::new();
    for line in markdown.lines() {
        if let Some(title) = line.strip_prefix("## ") {
            text += &format!("## {chapter} {title}");
        } else if let Some(title) = line.strip_prefix("### ") {
            question += 1;
            text += &format!("### {chapter}.{question} {title}");
        } else {
            text += line;
        }
        text.push('\n');
    }
    text
}

/// Leaves one blank line where templates leave several, and one line feed at the end.
fn tidy_markdown(markdown: &str) -> String {
    let mut text = String::new();
    let mut is_after_blank = true;
    for line in markdown.lines() {
        // Two spaces at the end of a line are a line break.
        let is_blank = line.trim().is_empty();
        if !(is_blank && is_after_blank) {
            text += if is_blank { "" } else { line };
            text.push('\n');
        }
        is_after_blank = is_blank;
    }
    text.trim_end().to_owned() + "\n"
}
