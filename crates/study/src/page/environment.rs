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
use pioche_report::draw::chart::ChartDrawing;
use pioche_report::draw::escape_xml;
use pioche_report::lang::{Lang, Text, join_list};
use pioche_report::number::PageNumber;
use pioche_report::number::{decimals_for_three_digits, difference_cell, mean_with_range};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

/// The drawings of a figure.
#[derive(Clone, Debug)]
pub struct FigureDrawings {
    pub wide: ChartDrawing,
    /// A drawing with its panels one below another, for small screens.
    pub narrow: ChartDrawing,
    /// A low drawing for a printed sheet; `None` for a study without one.
    pub brief: Option<ChartDrawing>,
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
    drawings: Arc<BTreeMap<String, FigureDrawings>>,
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
    add_drawing_functions(&mut environment, form, lang, drawings);
    Ok(environment)
}

/// Adds the filters that write numbers, words and lists.
fn add_filters(environment: &mut Environment<'static>, lang: Lang) {
    environment.add_filter("cell", move |value: &Value| cell_text(value, lang));
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
    drawings: Arc<BTreeMap<String, FigureDrawings>>,
) {
    environment.add_function("figure", move |file_stem: &str, alt_text: &str| {
        let Some(drawings) = drawings.get(file_stem) else {
            return String::new();
        };
        match form {
            PageForm::Markdown => format!("[![{alt_text}]({file_stem}.png)]({file_stem}.svg)"),
            PageForm::Html => figure_html(drawings, file_stem, alt_text),
            PageForm::Brief => {
                let drawing = drawings.brief.as_ref();
                drawing.map_or_else(String::new, |drawing| brief_figure_html(drawing, alt_text))
            }
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
/// `none` when there is no such difference. Both filters multiply by a scale; `detectable_points` gives percentage points, of several
/// tests the largest.
fn add_test_functions(environment: &mut Environment<'static>, lang: Lang, tests: TestFamily) {
    let test_count = tests.count();
    environment.add_function("test_count", move || test_count);
    environment.add_test("significant", move |p: f64| tests.is_significant(p));
    environment.add_filter("difference", move |test: Value, scale: f64| {
        let TestValue(test) = test.downcast_object_ref::<TestValue>()?;
        let difference = tests.difference(test)?;
        Some(difference_cell(difference.scaled(scale), lang))
    });
    environment.add_filter("detectable", move |test: Value, scale: f64| {
        let TestValue(test) = test.downcast_object_ref::<TestValue>()?;
        let difference = tests.detectable_difference(test)?;
        Some(format_rounded_up(scale * difference, lang))
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
        return number.cell_text(lang);
    }
    if value.is_none() {
        return "–".to_owned();
    }
    plain_value_text(value, lang)
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

/// Returns a figure as inline drawings with text letters and links to its files.
fn figure_html(drawings: &FigureDrawings, file_stem: &str, alt_text: &str) -> String {
    let alt = escape_xml(alt_text);
    let wide = inline_drawing(&drawings.wide, "wide", &alt);
    let narrow = inline_drawing(&drawings.narrow, "narrow", &alt);
    // A blank line would end the block of HTML within the Markdown.
    format!(
        "<figure>\n<div class=\"drawing\">{wide}{narrow}</div>\n<figcaption><a \
         href=\"{file_stem}.svg\">SVG</a> · <a href=\"{file_stem}.png\">PNG</a> · <a \
         href=\"{file_stem}.pdf\">PDF</a></figcaption>\n</figure>"
    )
    .replace("\n\n", "\n")
}

/// Returns a figure of its printed width, which has a class of its own if a text fits beside it.
fn brief_figure_html(drawing: &ChartDrawing, alt_text: &str) -> String {
    const MAX_WIDTH_BESIDE_TEXT_MM: f64 = 100.0;
    let (width_mm, _) = drawing.size_mm;
    let class = if width_mm <= MAX_WIDTH_BESIDE_TEXT_MM {
        " class=\"narrow\""
    } else {
        ""
    };
    let drawing = inline_drawing(drawing, "brief", &escape_xml(alt_text));
    format!("<figure{class} style=\"width: {width_mm:.1}mm\">\n{drawing}</figure>")
        .replace("\n\n", "\n")
}

/// Returns a drawing as an element of the page, which sets its size.
fn inline_drawing(drawing: &ChartDrawing, class: &str, name: &str) -> String {
    let (width, height) = drawing.size;
    let elements = compact_elements(&drawing.elements);
    format!(
        "<svg class=\"{class}\" role=\"img\" aria-label=\"{name}\" \
         viewBox=\"0 0 {width} {height}\"><title>{name}</title>{elements}</svg>\n"
    )
}

/// Shortens the elements of a drawing without a change of its appearance: attributes that the style of the page sets are left out, and
/// successive lines of one style become one path. Plotters draws each dash of a line as a line of its own.
pub(super) fn compact_elements(elements: &str) -> String {
    const START: &str = "<polyline stroke-linejoin=\"round\" ";
    const POINTS: &str = "points=\"";
    let mut compact = String::with_capacity(elements.len());
    let mut path_style = None;
    for line in elements.lines() {
        let polyline = line
            .strip_prefix(START)
            .and_then(|attributes| attributes.strip_suffix(" \"/>"))
            .and_then(|attributes| attributes.split_once(POINTS));
        let Some((style, points)) = polyline else {
            if path_style.take().is_some() {
                compact.push_str("\"/>\n");
            }
            compact.push_str(&line.replace(" font-family=\"sans-serif\"", ""));
            compact.push('\n');
            continue;
        };
        if path_style != Some(style) {
            if path_style.replace(style).is_some() {
                compact.push_str("\"/>\n");
            }
            compact.push_str("<path ");
            compact.push_str(style);
            compact.push_str("d=\"");
        }
        compact.push('M');
        compact.push_str(points);
    }
    if path_style.is_some() {
        compact.push_str("\"/>\n");
    }
    compact
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
    let longest = rows
        .iter()
        .map(|(_, estimate, _)| estimate.value.max(estimate.interval.high))
        .fold(f64::MIN_POSITIVE, f64::max);
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
        let bar_length = (value * scale).max(1.0);
        let low = interval.low * scale;
        let high = interval.high * scale;
        // Writing to a string never fails.
        let _ = write!(
            svg,
            "<text x=\"0\" y=\"{label_baseline:.0}\">{label} <tspan>{text}</tspan></text>\
             <rect x=\"0\" y=\"{bar_top:.0}\" width=\"{bar_length:.1}\" height=\"9\" rx=\"1\"/>"
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
