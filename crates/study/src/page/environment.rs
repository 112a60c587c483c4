//! The environment of the templates: how values are written in a language, the functions that templates call, and the
//! tests of a page.
//!
//! The page states that a number is greater than another if a test of their difference is significant; the level is
//! divided by the number of tests on the page (Bonferroni).

use crate::page::values::NumberValue;
use minijinja::syntax::SyntaxConfig;
use minijinja::value::{Object, Value, ValueKind};
use minijinja::{Environment, Error, Output, State, UndefinedBehavior};
use pioche_engine::stats::power::DifferenceTest;
use pioche_engine::stats::{Confidence, Estimate};
use pioche_report::Glossary;
use pioche_report::draw::{ChartDrawing, escape_xml};
use pioche_report::figures::FigureFormat;
use pioche_report::lang::{Lang, Text, join_list};
use pioche_report::number::{
    PageNumber, decimals_for_three_digits, difference_cell, mean_with_range,
};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

/// A figure of a page in its language.
#[derive(Clone, Debug)]
pub struct PageFigure {
    /// The finding, which describes the picture.
    pub title: String,
    /// The content of its SVG file.
    pub svg: String,
    /// The name of its files, without the ending.
    pub stem: String,
    /// The drawings on a printed sheet; `None` for a study without one.
    pub sheet: Option<SheetDrawings>,
}

/// The drawings of a figure on a printed sheet.
#[derive(Clone, Debug)]
pub struct SheetDrawings {
    /// The figure with its values, on a sheet of answers.
    pub answer: ChartDrawing,
    /// The figure without its data, to draw in.
    pub question: ChartDrawing,
}

/// The form of a page for which a template is rendered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PageForm {
    /// `README.md`: figures are links, and bars are left out.
    Markdown,
    /// The HTML page: figures and bars are drawings within the Markdown.
    Html,
    /// The printed sheet: questions, then answers and small figures, without the words of the method.
    Brief,
}

/// The name of the template of the whole page.
pub const PAGE_TEMPLATE: &str = "page";
/// The name of the template with the macros that all templates import.
const BLOCKS_TEMPLATE: &str = "blocks";

/// Creates an environment in which a line with only a block leaves no line.
pub(super) fn empty_environment() -> Result<Environment<'static>, Error> {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::SemiStrict);
    let syntax = SyntaxConfig::builder()
        .trim_blocks(true)
        .lstrip_blocks(true)
        .build()?;
    environment.set_syntax(syntax);
    Ok(environment)
}

/// Creates the environment of a page. A hole without a value is an error that names its line.
pub(super) fn page_environment(
    form: PageForm,
    lang: Lang,
    figures: Arc<BTreeMap<String, PageFigure>>,
    tests: TestFamily,
) -> Result<Environment<'static>, Error> {
    let mut environment = empty_environment()?;
    let page = match form {
        PageForm::Markdown | PageForm::Html => {
            Text::new(include_str!("page.fr.md"), include_str!("page.en.md"))
        }
        PageForm::Brief => Text::new(include_str!("brief.fr.md"), include_str!("brief.en.md")),
    };
    let blocks = Text::new(include_str!("blocks.fr.md"), include_str!("blocks.en.md"));
    environment.add_global("is_web", form != PageForm::Markdown);
    environment.add_global("is_sheet", form == PageForm::Brief);
    environment.add_template(PAGE_TEMPLATE, page.in_lang(lang))?;
    environment.add_template(BLOCKS_TEMPLATE, blocks.in_lang(lang))?;
    environment.set_formatter(
        move |output: &mut Output<'_>, _: &mut State<'_, '_>, value: &Value| {
            output.write_str(&sentence_text(value, lang))?;
            Ok(())
        },
    );
    add_filters(&mut environment, lang);
    add_test_functions(&mut environment, lang, tests);
    add_drawing_functions(&mut environment, form, lang, figures);
    Ok(environment)
}

/// Adds the filters that write numbers, words and lists.
fn add_filters(environment: &mut Environment<'static>, lang: Lang) {
    environment.add_filter("cell", move |value: &Value| cell_text(value, lang));
    environment.add_filter("about", move |value: &Value| about_text(value, lang));
    environment.add_filter("spread", move |value: &Value| spread_text(value, lang));
    environment.add_filter("decimal", move |number: f64, decimals: usize| {
        lang.decimal(number, decimals)
    });
    environment.add_filter("digits", move |number: f64| {
        lang.decimal(number, decimals_for_three_digits(number))
    });
    environment.add_filter("trimmed", move |number: f64| lang.trimmed_decimal(number));
    environment.add_filter("level", move |level: f64| lang.confidence_level(level));
    environment.add_filter(
        "p_value",
        move |p_value: f64, level: f64, decimals: usize| lang.p_value(p_value, level, decimals),
    );
    environment.add_filter("list_of", |items: Vec<Value>, conjunction: &str| {
        join_list(&items, conjunction)
    });
}

/// Adds the filter that translates the words of a chapter, instead of that of another chapter.
pub fn add_glossary(
    environment: &mut Environment<'static>,
    glossary: &'static (dyn Glossary + Send + Sync),
    lang: Lang,
) {
    environment.add_filter("word", move |word: &str| {
        translate_list(glossary, word, lang)
    });
}

/// Adds the functions `figure` and `bars`.
fn add_drawing_functions(
    environment: &mut Environment<'static>,
    form: PageForm,
    lang: Lang,
    figures: Arc<BTreeMap<String, PageFigure>>,
) {
    environment.add_function("figure", move |name: &str| {
        let Some(figure) = figures.get(name) else {
            return String::new();
        };
        match (form, &figure.sheet) {
            (PageForm::Markdown, _) => {
                let PageFigure { title, stem, .. } = figure;
                format!("[![{title}]({stem}.png)]({stem}.svg)")
            }
            (PageForm::Html, _) => figure_html(figure),
            (PageForm::Brief, Some(sheet)) => sheet_figure_html(sheet, &figure.title),
            (PageForm::Brief, None) => String::new(),
        }
    });
    environment.add_function("bars", move |bars: Vec<Vec<Value>>| match form {
        PageForm::Markdown | PageForm::Brief => String::new(),
        PageForm::Html => format!("\n\n{}", bar_chart(&bars, lang)),
    });
}

/// Translates a word, or each word of a list such as `random,perfect`.
fn translate_list(glossary: &dyn Glossary, word: &str, lang: Lang) -> String {
    if let Some(text) = glossary.find(word) {
        return text.in_lang(lang).to_owned();
    }
    let words: Vec<String> = word
        .split(',')
        .map(|word| glossary.translate(lang, word))
        .collect();
    words.join(", ")
}

/// Adds the test `significant` for p-values; the filter `difference` for the difference that a test compares with 0, with its
/// interval at the level of one test; and `detectable` for the difference that a test detects with a probability of 80 %,
/// of several tests the largest, `none` when there is no such difference; `detectable_points` gives percentage points.
fn add_test_functions(environment: &mut Environment<'static>, lang: Lang, tests: TestFamily) {
    let test_count = tests.count();
    environment.add_function("test_count", move || test_count);
    environment.add_test("significant", move |p: f64| tests.is_significant(p));
    environment.add_filter("difference", move |test: Value, scale: f64| {
        let TestValue(test) = test.downcast_object_ref::<TestValue>()?;
        let difference = tests.difference(test)?;
        Some(difference_cell(difference.scaled(scale), lang))
    });
    environment.add_filter("detectable", move |value: Value| {
        let difference = largest_detectable_difference(&value, tests)?;
        Some(format_rounded_up(difference, lang))
    });
    environment.add_filter("detectable_points", move |value: Value| {
        let points = 100.0 * largest_detectable_difference(&value, tests)?;
        let unit = match lang {
            Lang::Fr => lang.plural_form(points as u64, "point", "points"),
            Lang::En => "points",
        };
        Some(format!("{} {unit}", format_rounded_up(points, lang)))
    });
}

/// Returns the difference that each of some tests, or one test, detects with a probability of 80 %; `None` when one of them
/// has no such difference.
fn largest_detectable_difference(value: &Value, tests: TestFamily) -> Option<f64> {
    if let Some(TestValue(test)) = value.downcast_object_ref::<TestValue>() {
        return tests.detectable_difference(test);
    }
    let mut largest = None;
    for test in value.try_iter().ok()? {
        let TestValue(test) = test.downcast_object_ref::<TestValue>()?;
        let difference = tests.detectable_difference(test)?;
        largest = Some(difference.max(largest.unwrap_or(difference)));
    }
    largest
}

/// Formats a value of a hole in a sentence.
fn sentence_text(value: &Value, lang: Lang) -> String {
    if let Some(NumberValue(number)) = value.downcast_object_ref() {
        return number.sentence_text(lang);
    }
    plain_value_text(value, lang)
}

/// Formats a value of a hole in a table; empty without a value, a dash for a value that is not known.
fn cell_text(value: &Value, lang: Lang) -> String {
    if let Some(NumberValue(number)) = value.downcast_object_ref() {
        return unbroken_interval(&number.cell_text(lang));
    }
    if value.is_none() {
        return "–".to_owned();
    }
    plain_value_text(value, lang)
}

/// Keeps an interval in one line, which may be the line below the estimate.
fn unbroken_interval(text: &str) -> String {
    match text.split_once(" [") {
        Some((estimate, interval)) => format!("{estimate} [{}", interval.replace(' ', "\u{a0}")),
        None => text.to_owned(),
    }
}

/// Formats an estimate with two digits, for a sentence above the table that has its interval.
fn about_text(value: &Value, lang: Lang) -> String {
    let Some(NumberValue(number)) = value.downcast_object_ref() else {
        return plain_value_text(value, lang);
    };
    let estimate = number.estimate().value;
    lang.decimal(
        estimate,
        decimals_for_three_digits(estimate).saturating_sub(1),
    )
}

/// Formats a mean with its minimum and maximum in parentheses.
fn spread_text(value: &Value, lang: Lang) -> String {
    if let Some(NumberValue(PageNumber::Measure(measure))) = value.downcast_object_ref()
        && let Some(moments) = &measure.moments
    {
        return mean_with_range(moments, measure.interval, lang);
    }
    cell_text(value, lang)
}

fn plain_value_text(value: &Value, lang: Lang) -> String {
    match (value.kind(), u64::try_from(value.clone())) {
        (ValueKind::Number, Ok(number)) => lang.integer(number),
        (ValueKind::Undefined, _) => String::new(),
        _ => value.to_string(),
    }
}

/// Returns a figure as the content of its SVG file, whose texts can be searched and copied, with links to its files.
fn figure_html(figure: &PageFigure) -> String {
    let links = FigureFormat::ALL.map(|format| {
        let extension = format.extension();
        let name = extension.to_uppercase();
        format!("<a href=\"{}.{extension}\">{name}</a>", figure.stem)
    });
    format!(
        "<figure>\n<div class=\"drawing\" tabindex=\"0\">{}</div>\n<figcaption>{}</figcaption>\n</figure>",
        figure.svg,
        links.join(" · ")
    )
}

/// Returns a figure of a printed sheet, first without its data. One beside which a text fits has a class of its own.
fn sheet_figure_html(sheet: &SheetDrawings, title: &str) -> String {
    const MAX_WIDTH_BESIDE_TEXT_MM: f64 = 100.0;
    let (width_mm, _) = sheet.answer.size_mm;
    let width_class = if width_mm <= MAX_WIDTH_BESIDE_TEXT_MM {
        "narrow"
    } else {
        "wide"
    };
    let figure = |kind: &str, drawing: &ChartDrawing, title: &str| {
        let svg = drawing.described_svg(title, "");
        format!(
            "<figure class=\"{kind}{width_class}\" style=\"width: {width_mm:.1}mm\">\n{svg}</figure>\n"
        )
    };
    figure("blank ", &sheet.question, "") + "\n" + &figure("", &sheet.answer, title)
}

/// The width of the drawing and of the longest bar, in pixels of a small screen.
const CHART_WIDTH: f64 = 320.0;
const MAX_BAR_LENGTH: f64 = 300.0;
/// The height of one bar with its label, in pixels.
const BAR_ROW_HEIGHT: f64 = 34.0;

/// Draws pairs of a label and a number as bars of a common scale, with intervals.
fn bar_chart(bars: &[Vec<Value>], lang: Lang) -> String {
    let mut rows = Vec::new();
    for bar in bars {
        let [label, value] = &bar[..] else { continue };
        if let Some(NumberValue(number)) = value.downcast_object_ref() {
            let label = plain_value_text(label, lang);
            rows.push((label, number.estimate(), number.short_text(lang)));
        }
    }
    // Shares and distances have one scale on all pages, from 0 to 1; other numbers that of the longest bar.
    let longest = rows
        .iter()
        .map(|(_, estimate, _)| estimate.value.max(estimate.interval.high))
        .fold(1.0, f64::max);
    let scale = MAX_BAR_LENGTH / longest;
    let height = BAR_ROW_HEIGHT * rows.len() as f64;
    let descriptions: Vec<String> = rows
        .iter()
        .map(|(label, _, text)| format!("{label} {text}"))
        .collect();
    let description = escape_xml(&descriptions.join(" · "));
    let mut svg = format!(
        "<svg class=\"bars\" role=\"img\" aria-label=\"{description}\" viewBox=\"0 0 \
         {CHART_WIDTH} {height}\">\
         <title>{description}</title>"
    );
    for (row, (label, Estimate { value, interval }, text)) in rows.into_iter().enumerate() {
        let top = BAR_ROW_HEIGHT * row as f64;
        let label = escape_xml(&label);
        let text = escape_xml(&text);
        let label_baseline = top + 13.0;
        let bar_top = top + 18.0;
        let bar_length = if value == 0.0 {
            0.0
        } else {
            (value * scale).max(1.0)
        };
        let low = interval.low * scale;
        let high = interval.high * scale;
        // Writing to a string never fails.
        let _ = write!(
            svg,
            "<text x=\"0\" y=\"{label_baseline:.0}\">{label} <tspan>{text}</tspan></text>\
             <rect class=\"all\" x=\"0\" y=\"{bar_top:.0}\" width=\"{MAX_BAR_LENGTH}\" height=\"9\"/>\
             <rect x=\"0\" y=\"{bar_top:.0}\" width=\"{bar_length:.1}\" height=\"9\"/>"
        );
        if high - low >= 2.0 {
            let middle = top + 22.5;
            let _ = write!(svg, "<path d=\"M{low:.1} {middle}H{high:.1}\"/>");
        }
    }
    svg + "</svg>"
}

/// Formats a number with three significant digits, rounded up.
fn format_rounded_up(number: f64, lang: Lang) -> String {
    let decimals = (2.0 - number.max(1e-9).log10().floor()).max(0.0);
    let scale = 10_f64.powf(decimals);
    lang.decimal((number * scale).ceil() / scale, decimals as usize)
}

/// The tests of one page. All p-values are added before the first verdict.
#[derive(Clone, Copy, Debug)]
pub struct TestFamily {
    confidence: Confidence,
    test_count: usize,
}

impl TestFamily {
    /// Creates a family without tests, at the level of the runs.
    pub fn new(confidence: Confidence) -> Self {
        Self {
            confidence,
            test_count: 0,
        }
    }

    /// Adds a test by its p-value, and returns the p-value.
    pub fn add(&mut self, p_value: f64) -> f64 {
        self.test_count += 1;
        p_value
    }

    /// Returns the number of tests by which the level is divided.
    pub fn count(&self) -> usize {
        self.test_count.max(1)
    }

    /// True if a difference with this p-value is significant.
    pub fn is_significant(&self, p_value: f64) -> bool {
        p_value * self.count() as f64 <= 1.0 - self.confidence.level()
    }

    /// Returns the smallest difference that a test of the family detects with a probability of 80 %.
    pub fn detectable_difference(&self, test: &DifferenceTest) -> Option<f64> {
        test.detectable_difference(self.level_of_each())
    }

    /// Returns the difference that a test compares with 0, with an interval that excludes 0 exactly where the test of the
    /// family is significant; `None` for a test without such an interval.
    fn difference(&self, test: &DifferenceTest) -> Option<Estimate> {
        test.difference(self.level_of_each())
    }

    fn level_of_each(&self) -> f64 {
        (1.0 - self.confidence.level()) / self.count() as f64
    }
}

/// A test, as a value of a page.
#[derive(Debug)]
struct TestValue(DifferenceTest);

impl Object for TestValue {}

/// Returns a test as a value of a page, for the filters `difference` and `detectable`.
pub fn test_value(test: DifferenceTest) -> Value {
    Value::from_object(TestValue(test))
}
