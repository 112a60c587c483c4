//! Parts of every figure of a run: titles, subtitles with the number of deals, points with their intervals. The topics
//! decide which figures exist.

use crate::Glossary;
use crate::draw::{
    ChartError, ChartPoint, Figure, LaidOutFigure, Panel, PanelContent, Plot, Scale, SeriesKind,
};
use crate::finding::{comparable_runs, finding, game_and_settings};
use crate::lang::glossary::{interval_method_name, seed_list, singular_and_plural};
use crate::lang::{Lang, Text, capitalize, either};
use pioche_engine::sim::Experiment;
use pioche_engine::sim::summary::{StopReason, Summary};
use pioche_engine::sim::table::IntervalMethod;
use pioche_engine::stats::Estimate;
use std::collections::{BTreeSet, HashSet};
use std::path::Path;

/// A figure of a topic or of its chapter.
#[derive(Clone, Copy)]
pub struct NamedFigure {
    /// The name, which names its files.
    pub name: &'static str,
    /// Draws the figure for some runs; `None` when they have no data for it.
    pub draw: fn(&[Summary], Lang) -> Option<Figure>,
}

/// The name of the vertical axis of shares.
pub const SHARE_OF_GAMES: Text = Text::new("Part des parties", "Share of games");

/// The name of the figure that holds the most important panels of a topic.
pub const OVERVIEW_FIGURE: &str = "overview";

/// Creates a figure with the finding of the runs as its title. Its subtitle has the game with the settings that the runs share,
/// the number of deals and the seeds.
pub fn figure_with_finding(
    panels: Vec<Panel>,
    summaries: &[Summary],
    glossary: &dyn Glossary,
    lang: Lang,
) -> Figure {
    let panels = with_common_y_axes(panels);
    Figure {
        subtitle: vec![subtitle(&panels, summaries, glossary, lang)],
        ..Figure::new(
            capitalize(&finding(summaries, glossary, lang)),
            lang,
            panels,
        )
    }
}

/// Gives panels with the same quantities on their axes the same vertical axis, so that they can be compared.
fn with_common_y_axes(mut panels: Vec<Panel>) -> Vec<Panel> {
    let ranges: Vec<Option<(f64, f64)>> = panels
        .iter()
        .map(|panel| common_y_range(panel, &panels))
        .collect();
    for (panel, range) in panels.iter_mut().zip(ranges) {
        if let PanelContent::Plot(plot) = &mut panel.content
            && range.is_some()
        {
            plot.y.required_range = range;
        }
    }
    panels
}

/// Returns the range of the values of all panels with the same quantities as a panel; `None` if there is no other such
/// panel.
fn common_y_range(panel: &Panel, panels: &[Panel]) -> Option<(f64, f64)> {
    let PanelContent::Plot(plot) = &panel.content else {
        return None;
    };
    let comparable_plots: Vec<&Plot> = panels
        .iter()
        .filter_map(|panel| match &panel.content {
            PanelContent::Plot(plot) => Some(plot),
            PanelContent::Estimates(_) | PanelContent::Heatmap(_) | PanelContent::Board(_) => None,
        })
        .filter(|other| {
            other.x.label == plot.x.label
                && other.y.label == plot.y.label
                && other.y_scale == plot.y_scale
        })
        .collect();
    if comparable_plots.len() < 2 {
        return None;
    }
    let ranges = comparable_plots.into_iter().filter_map(Plot::y_range);
    ranges.reduce(|(low, high), (other_low, other_high)| (low.min(other_low), high.max(other_high)))
}

/// Returns the runs that a chart draws, with [comparable numbers](comparable_runs): of those that differ in nothing but seed and
/// deals, the one with the most deals.
pub fn drawn_runs(summaries: &[Summary]) -> Vec<Summary> {
    let mut largest_runs: Vec<&Summary> = Vec::new();
    for summary in summaries {
        match largest_runs
            .iter_mut()
            .find(|other| other.name() == summary.name())
        {
            Some(other) if other.deals() < summary.deals() => *other = summary,
            Some(_) => {}
            None => largest_runs.push(summary),
        }
    }
    let largest_runs: Vec<Summary> = largest_runs.into_iter().cloned().collect();
    comparable_runs(&largest_runs)
}

/// Returns the values without repetitions, in the order of their first occurrences.
pub fn distinct<T: PartialEq>(things: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut distinct = Vec::new();
    for thing in things {
        if !distinct.contains(&thing) {
            distinct.push(thing);
        }
    }
    distinct
}

/// The format of a file of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FigureFormat {
    /// Pixels, in print quality.
    Png,
    /// A drawing with its letters as text.
    Svg,
}

impl FigureFormat {
    /// All formats, in the order of the help.
    pub const ALL: [Self; 2] = [Self::Png, Self::Svg];

    /// Returns the format of a path by its extension, in upper or lower case; PNG without a known one.
    pub fn from_path(path: &Path) -> Self {
        let ending = path.extension().unwrap_or_default();
        Self::ALL
            .into_iter()
            .find(|file| ending.eq_ignore_ascii_case(file.extension()))
            .unwrap_or(Self::Png)
    }

    /// Returns the ending of file names, without its point.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Png => "png",
            Self::Svg => "svg",
        }
    }

    /// Returns the bytes of a file.
    ///
    /// # Errors
    /// When the font lacks a character, or there is no memory for the pixels.
    pub fn encode(self, figure: &LaidOutFigure) -> Result<Vec<u8>, ChartError> {
        match self {
            Self::Png => figure.png(),
            Self::Svg => Ok(figure.svg().into_bytes()),
        }
    }
}

/// Returns true if all drawn values are exact values of rows of these runs.
fn draws_only_exact_values(panels: &[Panel], summaries: &[Summary]) -> bool {
    let rows = summaries.iter().flat_map(Summary::rows);
    let exact_values: HashSet<u64> = rows
        .filter(|row| row.exact == Some(row.value))
        .map(|row| row.value.to_bits())
        .collect();
    let is_exact = |point: &ChartPoint| exact_values.contains(&point.y.to_bits());
    panels.iter().all(|panel| match &panel.content {
        PanelContent::Plot(plot) => {
            let mut points = plot.series.iter().flat_map(|series| &series.points);
            points.all(is_exact)
        }
        PanelContent::Estimates(list) => {
            let mut estimates = list.rows.iter().flat_map(|row| &row.estimates);
            estimates.all(|estimate| is_exact(&estimate.point))
        }
        PanelContent::Heatmap(_) | PanelContent::Board(_) => false,
    })
}

/// Returns true if an interval of these panels is wide enough to be visible; `None` when they have no intervals.
fn has_visible_intervals(panels: &[Panel]) -> Option<bool> {
    /// The share of the axis that the width of a line covers.
    const LINE: f64 = 0.006;
    let has_list_with_intervals = |panel: &Panel| match &panel.content {
        PanelContent::Estimates(list) => list
            .rows
            .iter()
            .flat_map(|row| &row.estimates)
            .any(|estimate| estimate.point.interval.is_some()),
        _ => false,
    };
    if panels.iter().any(has_list_with_intervals) {
        return Some(true);
    }
    let plots = panels.iter().filter_map(|panel| match &panel.content {
        PanelContent::Plot(plot) => Some(plot),
        PanelContent::Estimates(_) | PanelContent::Heatmap(_) | PanelContent::Board(_) => None,
    });
    let widths = plots.flat_map(|plot| {
        let points = || {
            plot.series
                .iter()
                .filter(|series| series.kind != SeriesKind::StackedBars)
                .flat_map(|series| &series.points)
        };
        let highest = points()
            .map(|point| point.y)
            .fold(f64::MIN_POSITIVE, f64::max);
        let axis = plot
            .y
            .required_range
            .map_or(highest, |(low, high)| high.max(highest) - low);
        // The drawn size of an interval on a logarithmic axis does not follow from its width, so every interval counts
        // as visible.
        let axis = if plot.y_scale == Scale::Log10 {
            0.0
        } else {
            axis
        };
        points()
            .filter_map(|point| point.interval)
            .map(move |(low, high)| (high - low) / axis)
    });
    widths
        .map(|width| width > LINE)
        .reduce(|seen, wide| seen || wide)
}

/// Returns true if the positive ones of some probabilities span several powers of ten.
pub fn spans_powers_of_ten(probabilities: impl IntoIterator<Item = f64>) -> bool {
    /// The smallest ratio of two probabilities of a logarithmic axis.
    const MIN_RATIO: f64 = 30.0;
    let mut smallest: f64 = 1.0;
    let mut largest: f64 = 0.0;
    for probability in probabilities {
        if probability > 0.0 {
            smallest = smallest.min(probability);
            largest = largest.max(probability);
        }
    }
    largest >= MIN_RATIO * smallest
}

/// Returns the points of a distribution.
pub fn chart_points(distribution: &[(i64, Estimate)]) -> Vec<ChartPoint> {
    let points = distribution.iter();
    points
        .map(|(value, share)| estimate_point(*value as f64, *share))
        .collect()
}

/// Returns the point of an estimate with its interval.
pub fn estimate_point(x: f64, Estimate { value, interval }: Estimate) -> ChartPoint {
    ChartPoint::with_interval(x, value, interval.low, interval.high)
}

/// Returns the smallest and the largest number of deals of some runs.
pub(crate) fn deal_range(summaries: &[Summary]) -> (u64, u64) {
    let deals = || summaries.iter().map(|summary| summary.deals());
    (deals().min().unwrap_or(0), deals().max().unwrap_or(0))
}

/// Formats one number, or a range of two.
fn number_range(lang: Lang, (min, max): (u64, u64)) -> String {
    let low = lang.integer_or_scientific(min);
    let high = lang.integer_or_scientific(max);
    if min == max {
        low
    } else {
        either!(lang, "{low} à {high}", "{low} to {high}")
    }
}

fn range_with_unit(lang: Lang, unit: &str, range: (u64, u64)) -> String {
    let [one, many] = singular_and_plural(lang, unit);
    format!(
        "{} {}",
        number_range(lang, range),
        lang.plural_form(range.1, one, many)
    )
}

/// Describes the intervals of a chart. `method` is the name of the method; `any_visible` is true if at least
/// one interval is wide enough to be visible.
pub(crate) fn interval_caption(lang: Lang, method: &str, level: f64, any_visible: bool) -> String {
    let level = lang.confidence_level(level);
    let hidden = if any_visible {
        ""
    } else {
        Text::new(", plus étroits que le trait", ", narrower than the lines").in_lang(lang)
    };
    either!(
        lang,
        "intervalles à {level} ({method}){hidden}",
        "{level} intervals ({method}){hidden}"
    )
}

/// Returns the subtitle: the game and its settings and, unless all drawn values are exact, deals, seeds, method and level of the drawn intervals if there are any, and
/// a note if a run was interrupted.
fn subtitle(
    panels: &[Panel],
    summaries: &[Summary],
    glossary: &dyn Glossary,
    lang: Lang,
) -> String {
    let Some(first) = summaries.first() else {
        return String::new();
    };
    let game = game_and_settings(summaries, glossary, lang);
    if draws_only_exact_values(panels, summaries) {
        let exact_values = either!(lang, "valeurs exactes", "exact values");
        return format!("{game} · {exact_values}");
    }
    let seeds: BTreeSet<u64> = summaries.iter().map(|summary| summary.seed()).collect();
    let deals = range_with_unit(lang, first.unit(), deal_range(summaries));
    let seeds = seed_list(lang, &seeds.into_iter().collect::<Vec<_>>());
    let mut parts = vec![game, deals, seeds];
    if let Some(is_visible) = has_visible_intervals(panels) {
        let methods = drawn_methods(summaries);
        let names = methods
            .iter()
            .map(|method| interval_method_name(method.name()));
        let method_names: Vec<&str> = names.collect();
        parts.push(interval_caption(
            lang,
            &method_names.join(", "),
            first.confidence.level(),
            is_visible,
        ));
    }
    let is_partial = |summary: &Summary| {
        matches!(
            summary.run.stop_reason,
            StopReason::Interrupted | StopReason::Part
        )
    };
    if summaries.iter().any(is_partial) {
        parts.push(either!(lang, "simulation incomplète", "run incomplete"));
    }
    parts.join(" · ")
}

/// Returns the methods of the intervals of the selected rows; without a selection that of the first row.
fn drawn_methods(summaries: &[Summary]) -> Vec<IntervalMethod> {
    let methods = summaries.iter().flat_map(|summary| {
        let count = match &summary.row_selection {
            Some(_) => usize::MAX,
            None => 1,
        };
        let rows = summary.rows_to_display().take(count);
        rows.filter_map(|row| row.method)
    });
    distinct(methods)
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
