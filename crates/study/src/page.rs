//! The page of a study as Markdown and as HTML, from a Markdown template for each chapter and language.
//!
//! The templates hold all sentences. A sentence compares two numbers only where a test such as
//! `{% if one is below(other) %}` finds their intervals apart; otherwise the template has another sentence.

use super::html;
use super::values::{NumberValue, answer_value, page_runs};
use super::{Chapter, LocalizedFile, Question, answers};
use minijinja::syntax::SyntaxConfig;
use minijinja::value::{Value, ValueKind};
use minijinja::{Environment, Error, Output, State, UndefinedBehavior, context};
use pioche_engine::sim::{Summary, VALUE_VERSION};
use pioche_report::Glossary;
use pioche_report::lang::{Lang, Problem, Text, confidence_level, decimal, integer, join_list};
use pioche_report::picture::{Picture, PictureError};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// A chapter with the summaries of its runs.
pub struct StudyChapter {
    /// The chapter.
    pub chapter: &'static Chapter,
    /// The results of [`Chapter::runs`].
    pub summaries: Vec<Summary>,
}

/// The pictures of a page with the names of their files, in the order of the page.
pub(crate) type PagePictures = Arc<Mutex<Vec<(String, Picture)>>>;

/// The width of pictures for a telephone, in millimetres.
const NARROW_MM: u16 = 94;

/// Returns the names of the files of a page, the Markdown and the HTML.
pub fn page_file_names(lang: Lang) -> [&'static str; 2] {
    match lang {
        Lang::En => ["README.md", "index.html"],
        Lang::Fr => ["README.fr.md", "index.fr.html"],
    }
}

/// Renders the page of some chapters in one language, and returns its files; `command` makes the study again.
///
/// # Errors
/// When a template names a value that does not exist, or a picture cannot be drawn.
pub fn render(chapters: &[StudyChapter], command: &str) -> Result<Vec<(String, Vec<u8>)>, Problem> {
    let pictures = PagePictures::default();
    let failure = |error: Error| Problem::from(format!("{error:#}")).caused_by(error);
    let undrawn = |error: PictureError| Problem::from(error.to_string()).caused_by(error);
    let markdown = page_text(chapters, &pictures, command).map_err(failure)?;
    let pictures = std::mem::take(&mut *pictures.lock().unwrap_or_else(PoisonError::into_inner));
    let mut files = Vec::new();
    let mut drawings = BTreeMap::new();
    for (name, mut picture) in pictures {
        let drawing = picture.draw().map_err(undrawn)?;
        picture.width_mm = NARROW_MM;
        let narrow = picture.draw().map_err(undrawn)?;
        files.push((
            name.clone(),
            html::with_dark_style(&drawing.svg).into_bytes(),
        ));
        drawings.insert(name, [drawing.svg, narrow.svg]);
    }
    let questions = chapters
        .iter()
        .flat_map(|chapter| chapter.chapter.questions);
    for (name, text) in questions.filter_map(|question| question.proof) {
        let text = text.text().as_bytes().to_vec();
        files.push((file_name(name, "md"), text));
    }
    let [markdown_name, html_name] = page_file_names(Lang::current()).map(str::to_owned);
    files.push((html_name, html::page(&markdown, &drawings).into_bytes()));
    files.push((markdown_name, markdown.into_bytes()));
    Ok(files)
}

/// Returns the name of a file in a language.
fn file_name(name: &str, extension: &str) -> String {
    match Lang::current() {
        Lang::En => format!("{name}.{extension}"),
        Lang::Fr => format!("{name}.fr.{extension}"),
    }
}

/// Returns the page as Markdown, and adds its pictures.
pub(crate) fn page_text(
    chapters: &[StudyChapter],
    pictures: &PagePictures,
    command: &str,
) -> Result<String, Error> {
    let mut texts = Vec::new();
    for chapter in chapters {
        texts.push(chapter_text(chapter, pictures)?);
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
        is_complete => chapters.len() == super::CHAPTERS.len(),
        other_file => page_file_names(Lang::current().other_language())[0],
        chapters => texts,
    };
    let template = LocalizedFile {
        fr: include_str!("page.fr.md"),
        en: include_str!("page.en.md"),
    };
    let text = environment()?.render_str(template.text(), values)?;
    Ok(tidy_markdown(&text))
}

fn chapter_text(study_chapter: &StudyChapter, pictures: &PagePictures) -> Result<String, Error> {
    let StudyChapter { chapter, summaries } = study_chapter;
    let mut environment = environment()?;
    let glossary = chapter.topic;
    environment.add_filter("word", move |word: &str| glossary.translate(word));
    let mut question_pictures = BTreeMap::new();
    let mut sources = BTreeMap::new();
    for question in chapter.questions {
        let mut source = source_text(chapter, question, summaries);
        if let Some(picture) = chapter.picture(question, summaries) {
            question_pictures.insert(question.name, picture);
            source += &format!(" [SVG]({})", file_name(question.name, "svg"));
        }
        sources.insert(question.name, source);
    }
    let pictures = Arc::clone(pictures);
    // The text of the filter is the title of the picture.
    let add_picture = move |title: &str, name: &str| {
        let title = title.trim().to_owned();
        let file = file_name(name, "svg");
        let link = format!("![{title}]({file})");
        let question_picture = question_pictures.get(name)?.clone();
        let picture = Picture {
            title,
            ..question_picture
        };
        let mut pictures = pictures.lock().unwrap_or_else(PoisonError::into_inner);
        pictures.push((file, picture));
        Some(link)
    };
    environment.add_filter("picture", add_picture);
    environment.add_function("source", move |name: &str| sources.get(name).cloned());
    let questions = chapter.questions.iter();
    let solved = questions.filter_map(|question| question.solved);
    let rows = solved.flat_map(|settings| answers(chapter.topic, settings));
    let values = context! {
        runs => page_runs(summaries),
        answers => rows.map(|row| answer_value(&row)).collect::<Value>(),
        ..(chapter.values)(summaries)
    };
    environment.render_str(chapter.template.text(), values)
}

/// Creates an environment in which a line with only a block leaves no line, and a hole without a value is an error.
fn environment() -> Result<Environment<'static>, Error> {
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
    let number = |value: &Value| value.downcast_object::<NumberValue>();
    match (number(one), number(other)) {
        (Some(one), Some(other)) => one.interval().high < other.interval().low,
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
fn source_text(chapter: &Chapter, question: &Question, summaries: &[Summary]) -> String {
    let mut text = String::new();
    for command in chapter.commands(question, summaries) {
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
