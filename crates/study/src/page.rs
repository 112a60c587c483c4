//! The page of a study as Markdown and as HTML, from a Markdown template for each chapter and language.
//!
//! The templates hold all sentences. A sentence compares two numbers only where a test such as
//! `{% if one is below(other) %}` finds their intervals apart; otherwise the template has another sentence.

use super::html;
use super::values::{NumberValue, page_runs};
use super::{Chapter, Question};
use minijinja::syntax::SyntaxConfig;
use minijinja::value::{Value, ValueKind};
use minijinja::{Environment, Error, Output, State, UndefinedBehavior, context};
use pioche_engine::sim::{Summary, VALUE_VERSION};
use pioche_report::Glossary;
use pioche_report::lang::{Lang, Problem, Sentence, Text, join_list};
use pioche_report::picture::PictureFormat;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A chapter with the summaries of its runs.
pub struct StudyChapter {
    /// The chapter.
    pub chapter: &'static Chapter,
    /// The results of [`Chapter::runs`].
    pub summaries: Vec<Summary>,
}

/// A picture of a page in its language.
#[derive(Clone, Debug)]
pub struct PageFigure {
    /// The text in place of the picture.
    pub title: String,
    /// The content of its SVG file.
    pub svg: String,
}

/// The pictures of a page, by the names of their questions.
pub type PageFigures = BTreeMap<&'static str, PageFigure>;

/// The page of a study in one language.
pub struct StudyPage {
    /// The page as Markdown, with links to its pictures.
    pub markdown: String,
    /// The page as a complete HTML file, without references to other sites.
    pub html: String,
}

/// The form of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PageForm {
    /// Pictures are links to files.
    Markdown,
    /// Pictures are drawings within the Markdown.
    Html,
}

/// Returns the names of the files of a page, the Markdown and the HTML.
pub const fn page_file_names(lang: Lang) -> [&'static str; 2] {
    match lang {
        Lang::En => ["README.md", "index.html"],
        Lang::Fr => ["README.fr.md", "index.fr.html"],
    }
}

/// Returns the name of a file of a picture in a language.
pub fn picture_file_name(name: &str, lang: Lang, format: PictureFormat) -> String {
    let extension = format.extension();
    match lang {
        Lang::En => format!("{name}.{extension}"),
        Lang::Fr => format!("{name}.fr.{extension}"),
    }
}

/// Renders the page of some chapters in one language, both forms of it; `command` makes the study again.
///
/// # Errors
/// When a template names a value that does not exist.
pub fn render(
    chapters: &[StudyChapter],
    figures: PageFigures,
    command: &str,
    lang: Lang,
) -> Result<StudyPage, Problem> {
    let figures = Arc::new(figures);
    let text = |form| {
        page_text(chapters, &figures, command, form, lang)
            .map_err(|error| Problem(Sentence::untranslated(format!("{error:#}"))))
    };
    Ok(StudyPage {
        markdown: text(PageForm::Markdown)?,
        html: html::page(&text(PageForm::Html)?, lang),
    })
}

fn page_text(
    chapters: &[StudyChapter],
    figures: &Arc<PageFigures>,
    command: &str,
    form: PageForm,
    lang: Lang,
) -> Result<String, Error> {
    let mut texts = Vec::new();
    for chapter in chapters {
        texts.push(chapter_text(chapter, figures, form, lang)?);
    }
    let first_run = chapters
        .iter()
        .flat_map(|chapter| &chapter.summaries)
        .next();
    let titles = chapters
        .iter()
        .map(|chapter| chapter.chapter.topic.glossary.title.in_lang(lang));
    let [other_markdown, other_html] = page_file_names(lang.other_language());
    let values = context! {
        program => format!("pioche {}", env!("CARGO_PKG_VERSION")),
        value_version => VALUE_VERSION,
        seed => first_run.map(Summary::seed),
        level => first_run.map(|run| lang.confidence_level(run.confidence.level())),
        command => format!("{command} --lang {lang}"),
        titles => join_list(&Vec::from_iter(titles), Text::new("et", "and").in_lang(lang)),
        is_complete => chapters.len() == super::CHAPTERS.len(),
        other_file => if form == PageForm::Html { other_html } else { other_markdown },
        chapters => texts,
    };
    let template = Text::new(include_str!("page.fr.md"), include_str!("page.en.md"));
    let text = environment(lang)?.render_str(template.in_lang(lang), values)?;
    Ok(tidy_markdown(&text))
}

fn chapter_text(
    study_chapter: &StudyChapter,
    figures: &Arc<PageFigures>,
    form: PageForm,
    lang: Lang,
) -> Result<String, Error> {
    let StudyChapter { chapter, summaries } = study_chapter;
    let mut environment = environment(lang)?;
    let glossary = &chapter.topic.glossary;
    environment.add_filter("word", move |word: &str| glossary.translate(lang, word));
    let figures = Arc::clone(figures);
    environment.add_function("figure", move |name: &str| {
        let figure = figures.get(name);
        figure.map(|figure| figure_text(figure, name, form, lang))
    });
    let mut sources = BTreeMap::new();
    for question in chapter.questions {
        sources.insert(
            question.name,
            source_text(chapter, question, summaries, lang),
        );
    }
    environment.add_function("source", move |name: &str| sources.get(name).cloned());
    let values = context! { runs => page_runs(summaries), ..(chapter.values)(summaries) };
    environment.render_str(chapter.template.in_lang(lang), values)
}

/// Creates an environment in which a line with only a block leaves no line, and a hole without a value is an error.
fn environment(lang: Lang) -> Result<Environment<'static>, Error> {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::SemiStrict);
    let syntax = SyntaxConfig::builder()
        .trim_blocks(true)
        .lstrip_blocks(true)
        .build()?;
    environment.set_syntax(syntax);
    environment.set_formatter(
        move |output: &mut Output<'_>, _: &mut State<'_, '_>, value: &Value| {
            output.write_str(&sentence_text(value, lang))?;
            Ok(())
        },
    );
    environment.add_filter("cell", move |value: &Value| cell_text(value, lang));
    environment.add_filter("decimal", move |number: f64, decimals: usize| {
        lang.decimal(number, decimals)
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
fn sentence_text(value: &Value, lang: Lang) -> String {
    if let Some(NumberValue(number)) = value.downcast_object_ref() {
        return number.sentence_text(lang);
    }
    match (value.kind(), u64::try_from(value.clone())) {
        (ValueKind::Number, Ok(number)) => lang.integer(number),
        (ValueKind::Undefined | ValueKind::None, _) => String::new(),
        _ => value.to_string(),
    }
}

/// Formats a value of a hole in a table, with its interval in one line.
fn cell_text(value: &Value, lang: Lang) -> String {
    let Some(NumberValue(number)) = value.downcast_object_ref() else {
        return sentence_text(value, lang);
    };
    let text = number.cell_text(lang);
    match text.split_once(" [") {
        Some((estimate, interval)) => format!("{estimate} [{}", interval.replace(' ', "\u{a0}")),
        None => text,
    }
}

/// Returns a picture as a link to its file, or as the content of its SVG file, whose texts can be searched and copied.
fn figure_text(figure: &PageFigure, name: &str, form: PageForm, lang: Lang) -> String {
    let PageFigure { title, svg } = figure;
    match form {
        PageForm::Markdown => {
            let png_file = picture_file_name(name, lang, PictureFormat::Png);
            format!("![{title}]({png_file})")
        }
        PageForm::Html => format!("<figure tabindex=\"0\">{svg}</figure>"),
    }
}

/// Returns the commands of a question and the links to its files.
fn source_text(
    chapter: &Chapter,
    question: &Question,
    summaries: &[Summary],
    lang: Lang,
) -> String {
    let mut text = String::new();
    for command in chapter.commands(question, summaries) {
        text += &format!("    {command}\n");
    }
    let name = question.name;
    text += &format!("\n[CSV]({name}.csv)");
    for format in PictureFormat::ALL {
        let file = picture_file_name(name, lang, format);
        text += &format!(" [{}]({file})", format.extension().to_uppercase());
    }
    text
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
