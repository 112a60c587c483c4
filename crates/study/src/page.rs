//! The page of a study as Markdown and as HTML, from a Markdown template for each chapter and language.
//!
//! The templates hold all sentences. A sentence compares two numbers only where a test such as
//! `{% if one is below(other) %}` finds their intervals apart; otherwise the template has another sentence.

use super::chapters::CHAPTERS;
use super::html;
use super::values::{NumberValue, page_runs, table_value};
use super::{Chapter, Question, localized};
use minijinja::syntax::SyntaxConfig;
use minijinja::value::{Value, ValueKind};
use minijinja::{Environment, Error, Output, State, UndefinedBehavior, context};
use pioche_engine::sim::{Summary, VALUE_VERSION};
use pioche_engine::stats::Interval;
use pioche_games::Topic;
use pioche_report::Glossary;
use pioche_report::lang::{Lang, Problem, Text, confidence_level, decimal, integer, join_list};
use pioche_report::picture::{Picture, PictureError};
use pioche_report::table::CsvStyle;
use std::collections::BTreeMap;

/// A chapter with the summaries of its runs.
pub struct StudyChapter {
    /// The chapter.
    pub chapter: &'static Chapter,
    /// The results of [`Chapter::runs`].
    pub summaries: Vec<Summary>,
}

/// A file by its name.
type NamedFile = (String, Vec<u8>);

/// A page before its pictures are drawn.
#[derive(Default)]
pub(crate) struct Page {
    pub(crate) markdown: String,
    /// The pictures by the names of their files.
    pictures: Vec<(String, Picture)>,
    /// The tables and the proofs.
    files: Vec<NamedFile>,
}

/// The width of pictures for a telephone, in millimetres.
const NARROW_MM: u16 = 94;

/// Returns the names of the files of a page, the Markdown and the HTML.
pub fn page_file_names(lang: Lang) -> [&'static str; 2] {
    match lang {
        Lang::En => ["README.md", "index.html"],
        Lang::Fr => ["README.fr.md", "index.fr.html"],
    }
}

/// Renders the page of some chapters in one language, and returns its files, in English with the tables; `command` makes the
/// study again.
///
/// # Errors
/// When a template names a value that does not exist, or a picture cannot be drawn.
pub fn render(chapters: &[StudyChapter], command: &str) -> Result<Vec<NamedFile>, Problem> {
    let undrawn = |error: PictureError| Problem::from(error.to_string()).caused_by(error);
    let Page {
        markdown,
        pictures,
        mut files,
    } = page(chapters, command)?;
    let mut drawings = BTreeMap::new();
    for (name, mut picture) in pictures {
        picture.title = picture_title(&markdown, &name);
        let drawing = picture.draw().map_err(undrawn)?;
        picture.width_mm = NARROW_MM;
        let narrow = picture.draw().map_err(undrawn)?;
        let svg = html::with_dark_style(&drawing.svg);
        files.push((name.clone(), svg.into_bytes()));
        drawings.insert(name, [drawing.svg, narrow.svg]);
    }
    let html = html::page(&markdown, &drawings).map_err(template_problem)?;
    let [markdown_name, html_name] = page_file_names(Lang::current()).map(str::to_owned);
    files.push((html_name, html.into_bytes()));
    files.push((markdown_name, markdown.into_bytes()));
    Ok(files)
}

fn template_problem(error: Error) -> Problem {
    Problem::from(format!("{error:#}")).caused_by(error)
}

/// Returns the text of the image with a file.
fn picture_title(markdown: &str, file: &str) -> String {
    let (before, _) = markdown
        .split_once(&format!("]({file})"))
        .unwrap_or_default();
    let (_, title) = before.rsplit_once("![").unwrap_or_default();
    title.to_owned()
}

/// Returns the name of a file in a language.
fn file_name(name: &str, extension: &str) -> String {
    match Lang::current() {
        Lang::En => format!("{name}.{extension}"),
        Lang::Fr => format!("{name}.fr.{extension}"),
    }
}

/// Returns the page without its drawings.
pub(crate) fn page(chapters: &[StudyChapter], command: &str) -> Result<Page, Problem> {
    let mut page = Page::default();
    let mut texts = Vec::new();
    for chapter in chapters {
        texts.push(chapter_text(chapter, &mut page)?);
    }
    let first_run = chapters
        .iter()
        .flat_map(|chapter| &chapter.summaries)
        .next();
    let titles = chapters
        .iter()
        .map(|chapter| chapter.chapter.topic.title.translated());
    let values = context! {
        program => format!("pioche {}", env!("CARGO_PKG_VERSION")),
        value_version => VALUE_VERSION,
        seed => first_run.map(Summary::seed),
        level => first_run.map(|run| confidence_level(run.confidence.level())),
        command => format!("{command} --lang {}", Lang::current()),
        titles => join_list(&Vec::from_iter(titles), Text("and").translated()),
        is_complete => chapters.len() == CHAPTERS.len(),
        other_file => page_file_names(Lang::current().other_language())[0],
        chapters => texts,
    };
    let template = localized!("page")[Lang::current() as usize];
    let environment = new_environment().map_err(template_problem)?;
    let text = environment.render_str(template, values);
    page.markdown = tidy_markdown(&text.map_err(template_problem)?);
    Ok(page)
}

/// Returns the text of a chapter, and adds its pictures and files to a page.
fn chapter_text(study_chapter: &StudyChapter, page: &mut Page) -> Result<String, Problem> {
    let StudyChapter { chapter, summaries } = study_chapter;
    let topic: &'static Topic = chapter.topic;
    let mut tables = BTreeMap::new();
    let mut sources = BTreeMap::new();
    for question in chapter.questions {
        let name = question.name;
        let answer = chapter.answer(question, summaries)?;
        let table = (question.table)(&answer);
        let mut source = source_text(chapter, question, &answer.runs);
        if let Some(picture) = (question.picture)(&answer) {
            let file = file_name(name, "svg");
            source += &format!(" [SVG]({file})");
            page.pictures.push((file, picture));
        }
        sources.insert(name, source);
        tables.insert(name, table_value(&table));
        if Lang::current() == Lang::En {
            let csv = table.csv(CsvStyle::Plain);
            page.files.push((format!("{name}.csv"), csv));
        }
        if let Some((name, texts)) = question.proof {
            let text = texts[Lang::current() as usize];
            page.files.push((file_name(name, "md"), text.into()));
        }
    }
    let mut environment = new_environment().map_err(template_problem)?;
    environment.add_filter("word", move |word: &str| topic.translate(word));
    environment.add_function("source", move |name: &str| sources.get(name).cloned());
    let values = context! {
        runs => page_runs(summaries),
        tables,
        ..(chapter.values)(summaries)
    };
    let template = chapter.template[Lang::current() as usize];
    environment
        .render_str(template, values)
        .map_err(template_problem)
}

/// Creates an environment in which a line with only a block leaves no line, and a hole without a value is an error.
fn new_environment() -> Result<Environment<'static>, Error> {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::SemiStrict);
    let syntax = SyntaxConfig::builder()
        .trim_blocks(true)
        .lstrip_blocks(true)
        .build()?;
    environment.set_syntax(syntax);
    environment.set_formatter(
        move |output: &mut Output<'_>, _: &mut State<'_, '_>, value: &Value| {
            output.write_str(&sentence_text(value))?;
            Ok(())
        },
    );
    environment.add_filter("cell", move |value: &Value| cell_text(value));
    environment.add_filter("words", move |value: &Value| {
        let number = value.downcast_object::<NumberValue>();
        number.map(|number| number.0.words())
    });
    environment.add_filter("decimal", move |number: f64, decimals: usize| {
        decimal(number, decimals)
    });
    environment.add_test("below", is_below);
    environment.add_filter("list_of", |items: Vec<Value>, conjunction: &str| {
        join_list(&items, conjunction)
    });
    Ok(environment)
}

/// Returns true if the whole interval of a number is below that of another one.
fn is_below(one: &Value, other: &Value) -> bool {
    let interval = |value: &Value| match value.downcast_object_ref() {
        Some(NumberValue(number)) => Some(number.estimate.interval),
        None => f64::try_from(value.clone()).ok().map(Interval::exactly),
    };
    match (interval(one), interval(other)) {
        (Some(one), Some(other)) => one.high < other.low,
        _ => false,
    }
}
/// Formats a value of a hole in a sentence.
fn sentence_text(value: &Value) -> String {
    if let Some(NumberValue(number)) = value.downcast_object_ref() {
        return number.sentence_text();
    }
    match (value.kind(), u64::try_from(value.clone())) {
        (ValueKind::Number, Ok(number)) => integer(number),
        (ValueKind::Undefined | ValueKind::None, _) => String::new(),
        _ => value.to_string(),
    }
}

/// Formats a value of a hole in a table, with its interval in one line.
fn cell_text(value: &Value) -> String {
    let Some(NumberValue(number)) = value.downcast_object_ref() else {
        return sentence_text(value);
    };
    let text = number.cell_text();
    match text.split_once(" [") {
        Some((estimate, interval)) => format!("{estimate} [{}", interval.replace(' ', "\u{a0}")),
        None => text,
    }
}

/// Returns the commands of a question and the link to its CSV file.
fn source_text(chapter: &Chapter, question: &Question, runs: &[Summary]) -> String {
    let mut text = String::new();
    for command in chapter.commands(question, runs) {
        text += &format!("    {command}\n");
    }
    let name = question.name;
    text + &format!("\n[CSV]({name}.csv)")
}

/// Leaves one blank line where templates leave several, and one line feed at the end.
fn tidy_markdown(markdown: &str) -> String {
    let mut text = String::new();
    let mut is_after_blank = true;
    for line in markdown.lines() {
        let is_blank = line.trim().is_empty();
        if !(is_blank && is_after_blank) {
            text += if is_blank { "" } else { line };
            text.push('\n');
        }
        is_after_blank = is_blank;
    }
    text.trim_end().to_owned() + "\n"
}
