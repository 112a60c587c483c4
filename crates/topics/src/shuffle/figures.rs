//! The distances of a run of riffles, and its figures.

use super::{CARDS, GLOSSARY, TOTAL_VARIATION};
use pioche_engine::experiments::Shuffle;
use pioche_engine::sim::Summary;
use pioche_engine::stats::exact::cut_probabilities;
use pioche_engine::stats::{Estimate, Interval};
use pioche_report::draw::{
    Axis, ChartPoint, EstimateList, EstimateRow, Figure, ListedEstimate, NumberFormat, Panel, Plot,
    ReferenceLine, Series, SeriesKind, StyleChoice,
};
use pioche_report::figures::{
    NamedFigure, chart_points, distinct, estimate_point, figure_with_finding, find_run,
    runs_of_experiment,
};
use pioche_report::lang::{Lang, Text, either};
use pioche_report::number::PageNumber;

/// Returns the exact total variation distance to the uniform distribution.
pub fn exact_distance(summary: &Summary) -> Option<Estimate> {
    summary.exact_value(TOTAL_VARIATION).map(exact_number)
}

fn exact_number(value: f64) -> Estimate {
    Estimate {
        value,
        interval: Interval::exactly(value),
    }
}

/// Returns the estimated total variation distance.
pub fn estimated_distance(summary: &Summary) -> Option<Estimate> {
    summary.row(TOTAL_VARIATION)?.interval_estimate()
}

/// Returns the run with this number of cards and riffles.
pub fn riffle_run(summaries: &[Summary], cards: usize, riffles: u32) -> Option<&Summary> {
    find_run(summaries, |run: &Shuffle| {
        run.cards == cards && run.riffles == riffles
    })
}

pub const FIGURES: &[NamedFigure] = &[NamedFigure {
    name: "distance",
    draw: distance_figure,
}];

const SHARE_OF_CUTS: Text = Text::new("Part des coupes", "Share of cuts");
const FIRST_PACKET: Text = Text::new("Cartes du premier paquet", "Cards of the first packet");
const RIFFLES: Text = Text::new("Nombre de mélanges américains", "Number of riffles");

/// Draws the cuts of the first run beside the binomial distribution; `None` if no deck is cut.
pub fn cut_figure(summaries: &[Summary], lang: Lang) -> Option<Figure> {
    let summary = find_run(summaries, |run: &Shuffle| run.riffles > 0)?;
    let cards = summary.experiment_as::<Shuffle>()?.cards;
    let probabilities = cut_probabilities(cards);
    let mut cuts = summary.distribution("cut");
    cuts.retain(|(_, share)| share.value > 0.0);
    let exact_point = |(cards, _): &(i64, Estimate)| {
        ChartPoint::new(*cards as f64, probabilities[*cards as usize])
    };
    let exact_points = cuts.iter().map(exact_point).collect();
    let series = vec![
        Series::new("simulation", SeriesKind::Bars, chart_points(&cuts)),
        Series::new(
            either!(lang, "loi binomiale", "binomial distribution"),
            SeriesKind::BarLevelMarks,
            exact_points,
        ),
    ];
    let x = Axis::new(FIRST_PACKET.in_lang(lang), NumberFormat::Integer);
    let y = Axis::new(SHARE_OF_CUTS.in_lang(lang), NumberFormat::Percent);
    let panels = vec![Panel::new(Plot::new(x, y, series))];
    let middle = lang.trimmed_decimal(cards as f64 / 2.0);
    let spread = lang.decimal((cards as f64).sqrt() / 2.0, 1);
    Some(Figure {
        title: either!(
            lang,
            "La coupe de {cards} cartes en laisse {middle} ± {spread} dans le premier paquet",
            "The cut of {cards} cards leaves {middle} ± {spread} in the first packet"
        ),
        ..figure_with_finding(panels, std::slice::from_ref(summary), &GLOSSARY, lang)
    })
}

/// The number of riffles that the handout calls enough.
const ENOUGH: u32 = 7;

/// Draws the total variation distance by number of riffles: exact values as lines, estimates as points; of a single run both
/// as bars.
pub fn distance_figure(summaries: &[Summary], lang: Lang) -> Option<Figure> {
    let panel = match summaries {
        [summary] => distance_list(summary, lang),
        _ => distance_panel(summaries, lang),
    };
    Some(figure_with_finding(vec![panel], summaries, &GLOSSARY, lang))
}

fn distance_axis() -> Axis {
    Axis::new("Distance", NumberFormat::Decimal).with_required_range(0.0, 1.0)
}

fn distance_list(summary: &Summary, lang: Lang) -> Panel {
    let mut list = EstimateList::new(distance_axis(), Vec::new());
    list.has_bars = true;
    let rows = [
        (Text::new("valeur exacte", "exact"), exact_distance(summary)),
        (
            Text::new("simulation", "simulation"),
            estimated_distance(summary),
        ),
    ];
    for (name, distance) in rows {
        let Some(distance) = distance else { continue };
        let interval = Some(distance.interval).filter(|interval| interval.half_width() > 0.0);
        list.rows.push(EstimateRow {
            label: name.in_lang(lang).to_owned(),
            is_main: false,
            estimates: vec![ListedEstimate {
                column: 0,
                point: ChartPoint {
                    interval: interval.map(|interval| (interval.low, interval.high)),
                    ..ChartPoint::new(0.0, distance.value)
                },
                style: StyleChoice::Index(0),
                text: match interval {
                    Some(_) => PageNumber::Estimate(distance).cell_text(lang),
                    None => lang.decimal(distance.value, 4),
                },
            }],
        });
    }
    Panel::new(list)
}

fn distance_panel(summaries: &[Summary], lang: Lang) -> Panel {
    let mut series = Vec::new();
    let runs: Vec<(&Shuffle, &Summary)> = runs_of_experiment(summaries).collect();
    let mut deck_sizes = distinct(runs.iter().map(|(run, _)| run.cards));
    deck_sizes.sort_by_key(|cards| *cards != 52);
    for (index, cards) in deck_sizes.into_iter().enumerate() {
        let style = StyleChoice::Index(index);
        let estimated = distance_points(&runs, cards, estimated_distance);
        let exact = distance_points(&runs, cards, exact_distance);
        series.push(Series::new("", SeriesKind::Points, estimated).with_style(style));
        let line = Series::new(CARDS.value_text(lang, &cards), SeriesKind::Line, exact)
            .with_style(style)
            .main_if(cards == 52)
            .with_note(ENOUGH.into(), |point| lang.decimal(point.y, 2));
        series.push(line);
    }
    let x = Axis::new(RIFFLES.in_lang(lang), NumberFormat::Integer).with_asked_value(ENOUGH.into());
    let mut plot = Plot::new(x, distance_axis(), series);
    let riffles = runs.iter().map(|(run, _)| run.riffles);
    if riffles.clone().min() < Some(ENOUGH) && riffles.max() > Some(ENOUGH) {
        plot.reference_line = Some(ReferenceLine {
            x: ENOUGH.into(),
            label: either!(
                lang,
                "le sujet : {ENOUGH} suffisent",
                "the handout: {ENOUGH} are enough"
            ),
        });
    }
    Panel::new(plot)
}

/// Returns the distances of decks of one size, by ascending number of riffles.
fn distance_points(
    runs: &[(&Shuffle, &Summary)],
    cards: usize,
    distance: fn(&Summary) -> Option<Estimate>,
) -> Vec<ChartPoint> {
    let mut points = Vec::new();
    for (run, summary) in runs {
        if run.cards == cards
            && let Some(distance) = distance(summary)
        {
            let mut point = estimate_point(run.riffles.into(), distance);
            point.interval = point.interval.filter(|(low, high)| low < high);
            points.push(point);
        }
    }
    points.sort_by(|a, b| a.x.total_cmp(&b.x));
    points
}
