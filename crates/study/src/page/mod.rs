//! The study's page as documents: a Markdown template for each chapter and language, with holes for values.
//!
//! Topics compute the values and the p-values of their tests once, without a language. The templates hold all
//! sentences, and choose them by the verdicts of the tests: `{% if run.p is significant %}`. The Markdown is
//! `README.md` of the study; the HTML page is made from it.

mod environment;
mod html;
#[cfg(test)]
mod tests;
pub(crate) mod values;

pub use environment::{PageFigure, SheetDrawings};
pub(crate) use environment::{TestFamily, test_value};
pub use html::{html_file_name, picture_stem};

use environment::{PageForm, add_glossary, page_environment};
use html::{RenderedPage, plain_text};
use minijinja::value::Value;
use minijinja::{Environment, Error, context};
use pioche_engine::sim::{Summary, VALUE_VERSION, exact_agreement};
use pioche_engine::stats::Confidence;
use pioche_engine::stats::compare::ExactAgreement;
use pioche_report::data_table::DataTable;
use pioche_report::draw::Figure;
use pioche_report::figures::NamedFigure;
use pioche_report::lang::{Lang, Problem, Sentence, Text};
use pioche_topics::Topic;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The chapter of a topic.
#[derive(Clone, Copy)]
pub struct ChapterDocument {
    /// The topic of the questions; the chapter needs its runs.
    pub topic: &'static Topic,
    /// The number by which the chapters of a page are sorted: that of the handout and of its part. Own questions come last.
    pub(crate) page_order: u32,
    pub(crate) template: Text,
    /// Returns the values of the chapter's runs, and adds its tests to the family.
    pub(crate) values: fn(&[Summary], &mut TestFamily) -> ChapterValues,
    pub(crate) figures: &'static [NamedFigure],
    /// Tables beside that of the simulations, with the names of their files.
    pub extra_tables: fn() -> Vec<(&'static str, DataTable)>,
    /// Commands besides those of the simulations.
    pub(crate) further_commands: &'static [&'static str],
}

impl ChapterDocument {
    /// Returns the text of the chapter on a page, with the names of its data files and its commands.
    fn page_value(&self, text: String, summaries: &[Summary]) -> Value {
        let name = self.topic.name;
        let mut files = vec![format!("{name}.csv"), format!("{name}-summary.csv")];
        let tables = (self.extra_tables)();
        files.extend(tables.iter().map(|(name, _)| format!("{name}.csv")));
        let further_commands = self.further_commands.iter();
        let mut commands: Vec<String> = further_commands
            .map(|&command| command.to_owned())
            .collect();
        commands.extend(values::reproduction_commands(self.topic, summaries));
        context! { text, files, commands }
    }

    /// Draws the figures of the chapter, with the names of their files.
    pub fn draw_figures(&self, summaries: &[Summary], lang: Lang) -> Vec<(&'static str, Figure)> {
        let mut figures = Vec::new();
        for figure in self.figures {
            let drawing = (figure.draw)(summaries, lang);
            figures.extend(drawing.map(|drawing| (figure.name, drawing)));
        }
        figures
    }
}

/// The values of a chapter for one study.
#[derive(Clone, Debug)]
pub(crate) struct ChapterValues {
    pub values: Value,
    pub findings: Vec<Finding>,
}

/// A chapter with its runs.
#[derive(Clone, Copy)]
pub struct StudyChapter<'a> {
    /// The chapter.
    pub document: ChapterDocument,
    /// The results of the runs of its topic, in the order of [`Topic::study_runs`].
    pub summaries: &'a [Summary],
}

/// A surprising result; the macro `{name}_finding` of the chapter's template states it.
#[derive(Clone, Debug)]
pub(crate) struct Finding {
    pub name: &'static str,
    /// The rank among all findings; lower ranks come first. The best finding of each chapter is always shown.
    pub rank: u32,
}

/// The number of findings on the page, unless there are more chapters.
const MAX_FINDINGS: usize = 10;

/// The values of all chapters of a study.
pub struct StudyValues<'a> {
    /// The chapters in the order of the page.
    chapters: Vec<StudyChapter<'a>>,
    /// The values of each chapter.
    values: Vec<ChapterValues>,
    tests: TestFamily,
    agreement: Option<ExactAgreement>,
    /// A run of the study: all have the same seed, level and method.
    first_run: &'a Summary,
    games: u64,
}

/// The statements of a study's pages about the study, and the choice of pages.
pub struct PageOptions {
    /// The command that reproduces the study, without its language.
    pub command: String,
    /// The titles of the chapters; empty if there are all.
    pub selected_chapters: Vec<Text>,
    /// The number of chapters of a whole study.
    pub chapter_count: usize,
    /// The file that compares published results with those of the study.
    pub published_file: Option<&'static str>,
    /// True if there is a printed sheet.
    pub has_brief: bool,
}

/// The pages of a study in one language.
pub struct StudyPage {
    /// The page as `README.md` of the study.
    pub markdown: String,
    /// The page as a complete HTML file, without references to other sites.
    pub html: String,
    /// The printed sheet: the questions of the page, then its answers and figures.
    pub brief: Option<String>,
    /// The findings as plain text, best first.
    pub findings: Vec<String>,
}

impl<'a> StudyValues<'a> {
    /// Computes the values of some chapters; `None` without runs.
    pub fn new(mut chapters: Vec<StudyChapter<'a>>) -> Option<Self> {
        chapters.sort_by_key(|chapter| chapter.document.page_order);
        let runs = || chapters.iter().flat_map(|chapter| chapter.summaries);
        let first_run = runs().next()?;
        let mut tests = TestFamily::new(first_run.confidence);
        let mut values = Vec::new();
        for chapter in &chapters {
            values.push((chapter.document.values)(chapter.summaries, &mut tests));
        }
        Some(Self {
            values,
            tests,
            agreement: exact_agreement(runs()),
            games: runs().map(|summary| summary.deals()).sum(),
            first_run,
            chapters,
        })
    }

    /// Renders the pages in one language, with their figures by name. A missing figure is left out.
    pub fn render(
        &self,
        lang: Lang,
        figures: BTreeMap<String, PageFigure>,
        options: &PageOptions,
    ) -> Result<StudyPage, Problem> {
        let figures = Arc::new(figures);
        let render = |form| {
            let figures = Arc::clone(&figures);
            self.render_form(form, lang, figures, options)
                .map_err(template_problem)
        };
        let markdown = render(PageForm::Markdown)?;
        let html = html::page(&render(PageForm::Html)?, lang).map_err(template_problem)?;
        let brief = if options.has_brief {
            let sheet = render(PageForm::Brief)?;
            Some(html::brief(&sheet, lang).map_err(template_problem)?)
        } else {
            None
        };
        Ok(StudyPage {
            markdown: tidy_markdown(&markdown.text),
            html,
            brief,
            findings: markdown.findings,
        })
    }

    fn render_form(
        &self,
        form: PageForm,
        lang: Lang,
        figures: Arc<BTreeMap<String, PageFigure>>,
        options: &PageOptions,
    ) -> Result<RenderedPage, Error> {
        let mut environment = page_environment(form, lang, figures, self.tests)?;
        for StudyChapter { document, .. } in &self.chapters {
            environment.add_template(document.topic.name, document.template.in_lang(lang))?;
        }
        let mut chapters = Vec::new();
        let mut findings = Vec::new();
        for (chapter, values) in self.chapters.iter().zip(&self.values) {
            add_glossary(&mut environment, &chapter.document.topic.glossary, lang);
            let (text, statements) =
                render_chapter(&environment, chapter.document.topic.name, values)?;
            let text = number_headings(&text, chapters.len() + 1);
            chapters.push(chapter.document.page_value(text, chapter.summaries));
            findings.push(statements);
        }
        let findings = top_findings(findings);
        let selected_chapters: Vec<&str> = options
            .selected_chapters
            .iter()
            .map(|title| title.in_lang(lang))
            .collect();
        let values = context! {
            program => format!("pioche {}", env!("CARGO_PKG_VERSION")),
            games => self.games,
            seed => self.first_run.seed(),
            value_version => VALUE_VERSION,
            method => "exact",
            level => self.first_run.confidence.level(),
            test_count => self.tests.count(),
            agreement => values::optional(self.agreement.map(agreement_value)),
            command => format!("{} --lang {lang}", options.command),
            selected_chapters => selected_chapters,
            chapter_count => options.chapter_count,
            published_file => options.published_file,
            findings => findings.clone(),
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
            class_value: variable("class_value"),
            answers_title: variable("answers_title"),
            answers_introduction: variable("answers_introduction"),
            findings: findings.iter().map(|finding| plain_text(finding)).collect(),
            text: page.output().to_owned(),
        })
    }
}

/// Renders a Markdown document of its own with the filters of the page.
pub fn render_document(template: Text, values: Value, lang: Lang) -> Result<String, Problem> {
    const DOCUMENT: &str = "document";
    let render = || {
        let tests = TestFamily::new(Confidence::default());
        let mut environment = page_environment(PageForm::Markdown, lang, Arc::default(), tests)?;
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
}

fn render_chapter(
    environment: &Environment<'_>,
    topic: &str,
    values: &ChapterValues,
) -> Result<(String, Vec<StatedFinding>), Error> {
    let mut rendered = environment
        .get_template(topic)?
        .render_captured(values.values.clone())?;
    let mut findings = Vec::new();
    for finding in &values.findings {
        let name = format!("{}_finding", finding.name);
        let statement = rendered.with_state_mut(|state| state.call_macro(&name, &[]))?;
        findings.push(StatedFinding {
            rank: finding.rank,
            statement: statement.trim().to_owned(),
        });
    }
    Ok((rendered.into_output(), findings))
}

/// Returns the statements of the most surprising findings, best first, with at least the best one of each chapter.
fn top_findings(chapters: Vec<Vec<StatedFinding>>) -> Vec<String> {
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
    top.into_iter().map(|finding| finding.statement).collect()
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
