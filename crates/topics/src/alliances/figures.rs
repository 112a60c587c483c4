//! Figures of the patience: probability of winning, number of piles, gain and place of the best change.
//!
//! Curves of the same kind share a figure. Several packs in one variant share a panel; with several variants each pack
//! has a panel.

use super::answers::{has_only_rule_player, win_rows};
use super::args::{
    ALLIANCE, GLOSSARY, IMPROVE, PLAYER, alliance_suffix, cards_count_text, fewest_piles,
    run_experiment,
};
use pioche_engine::cards::Pack;
use pioche_engine::experiments::alliances::{Alliances, AlliancesPlayer};
use pioche_engine::games::alliances::improve::Improvement;
use pioche_engine::sim::{MeasureEstimate, Summary};
use pioche_report::draw::{
    Axis, ChartPoint, Figure, NumberFormat, Panel, PanelContent, Plot, ReferenceLine, Series,
    SeriesKind, StyleChoice,
};
use pioche_report::figures::{
    NamedFigure, chart_points, distinct, estimate_point, figure_with_finding, spans_powers_of_ten,
};
use pioche_report::finding::{RunStatement, mean_statement, statements_finding};
use pioche_report::lang::glossary::MEAN;
use pioche_report::lang::{Lang, Text, capitalize, either};
use pioche_report::row_charts::{figure_of_rows, short_percent};

/// The curve of the probability of at most x piles.
pub const AT_MOST_PILES_CURVE: &str = "win";
/// The curve of the share of games that end with exactly x piles.
pub const PILES_CURVE: &str = "piles";
/// The curve of the share of deals in which the best change gains x piles.
pub const GAIN_DISTRIBUTION_CURVE: &str = "gain";
/// The curve of the share of best changes that begin at place x of the stock, from 1.
pub const BEST_CHANGE_POSITION_CURVE: &str = "place";

pub const FIGURES: &[NamedFigure] = &[
    NamedFigure {
        name: AT_MOST_PILES_CURVE,
        draw: |summaries, lang| figure(AT_MOST_PILES_CURVE, summaries, lang),
    },
    NamedFigure {
        name: PILES_CURVE,
        draw: |summaries, lang| figure(PILES_CURVE, summaries, lang),
    },
    NamedFigure {
        name: GAIN_DISTRIBUTION_CURVE,
        draw: |summaries, lang| figure(GAIN_DISTRIBUTION_CURVE, summaries, lang),
    },
    NamedFigure {
        name: BEST_CHANGE_POSITION_CURVE,
        draw: |summaries, lang| figure(BEST_CHANGE_POSITION_CURVE, summaries, lang),
    },
];

/// The largest number of curves on one axis.
const MAX_CURVES: usize = 6;

/// Draws the main figure: of a single variant its curves, of several the probability of the fewest piles in each, and the
/// curves of winning if they are few.
pub fn overview_figure(summaries: &[Summary], lang: Lang) -> Option<Figure> {
    let wins = largest_curves(summaries, AT_MOST_PILES_CURVE);
    let mut panels = Vec::new();
    if wins.len() == 1 {
        for kind in [AT_MOST_PILES_CURVE, PILES_CURVE] {
            let curves = largest_curves(summaries, kind);
            for panel in curve_panels(kind, &curves, lang) {
                panels.push(panel.with_title(titles(kind)[0].in_lang(lang)));
            }
        }
    } else {
        let piles = fewest_piles(summaries.first()?);
        let piles_text = lang.translated_count(piles, ["tas", "tas"], ["pile", "piles"]);
        let title = either!(
            lang,
            "Probabilité de finir avec {piles_text}",
            "Probability of ending with {piles_text}"
        );
        let rows = figure_of_rows(summaries, &format!("nb_tas_max={piles}"), &GLOSSARY, lang);
        let row_panels = rows.into_iter().flat_map(|figure| figure.panels);
        panels.extend(row_panels.map(|panel| panel.with_title(&title)));
        if wins.len() <= MAX_CURVES {
            let title = titles(AT_MOST_PILES_CURVE)[0].in_lang(lang);
            let curves = curve_panels(AT_MOST_PILES_CURVE, &wins, lang);
            panels.extend(curves.into_iter().map(|panel| panel.with_title(title)));
        }
    }
    if panels.is_empty() {
        return None;
    }
    Some(figure_with_finding(panels, summaries, &GLOSSARY, lang))
}

/// Draws the curves of a kind of some runs; `None` when they have none.
pub fn figure(kind: &'static str, summaries: &[Summary], lang: Lang) -> Option<Figure> {
    let panels = curve_panels(kind, &largest_curves(summaries, kind), lang);
    if panels.is_empty() {
        return None;
    }
    let figure = figure_with_finding(panels, summaries, &GLOSSARY, lang);
    let state = |summary: &Summary| curve_statement(kind, summary, lang);
    Some(
        match statements_finding(summaries, state, &GLOSSARY, lang) {
            Some(statement) => Figure {
                title: capitalize(&statement),
                ..figure
            },
            None => figure,
        },
    )
}

/// States what the curve of a run shows; `None` for a curve of winning, which the finding of the run is about.
fn curve_statement(kind: &str, summary: &Summary, lang: Lang) -> Option<RunStatement> {
    match kind {
        PILES_CURVE => {
            let sentence = |piles: &str| {
                either!(
                    lang,
                    "il reste {piles} tas en moyenne",
                    "{piles} piles remain on average"
                )
            };
            let column = run_experiment(summary).piles_column();
            mean_statement(summary, column, sentence, lang)
        }
        GAIN_DISTRIBUTION_CURVE => {
            let sentence = |gain: &str| {
                either!(
                    lang,
                    "le meilleur changement épargne {gain} tas en moyenne",
                    "the best change saves {gain} piles on average"
                )
            };
            mean_statement(summary, "gain", sentence, lang)
        }
        BEST_CHANGE_POSITION_CURVE => {
            let (_, places) = summary.histogram("first_place")?;
            let middle = places.value_at_rank(places.total() / 2)? + 1;
            let sentence = either!(
                lang,
                "la moitié des meilleurs changements commencent à la place {middle} ou après",
                "half of the best changes begin at place {middle} or later"
            );
            let short = either!(lang, "place {middle}", "place {middle}");
            Some(RunStatement { sentence, short })
        }
        _ => None,
    }
}

fn titles(kind: &str) -> [Text; 3] {
    const DEALS: Text = Text::new("Part des donnes", "Share of deals");
    match kind {
        AT_MOST_PILES_CURVE => [
            Text::new(
                "Probabilité de gagner selon le nombre de tas permis",
                "Probability of winning by number of piles allowed",
            ),
            Text::new(
                "Nombre de tas permis (nb_tas_max)",
                "Piles allowed (nb_tas_max)",
            ),
            Text::new("Probabilité de gagner", "Probability of winning"),
        ],
        PILES_CURVE => [
            Text::new(
                "Nombre de tas à la fin de la partie",
                "Number of piles at the end of the game",
            ),
            Text::new("Nombre de tas", "Number of piles"),
            DEALS,
        ],
        GAIN_DISTRIBUTION_CURVE => [
            Text::new(
                "Gain du meilleur changement de la pioche",
                "Gain of the best change of the stock",
            ),
            Text::new("Gain en tas", "Gain in piles"),
            DEALS,
        ],
        _ => [
            Text::new(
                "Position du meilleur changement",
                "Position of the best change",
            ),
            Text::new(
                "Rang, dans la pioche, de la première carte changée",
                "Position in the stock of the first changed card (1 = drawn first)",
            ),
            DEALS,
        ],
    }
}

/// A curve with its variant.
struct VariantCurve {
    points: Vec<ChartPoint>,
    /// The mean of the drawn distribution; `None` for other curves.
    mean: Option<f64>,
    variant: Alliances,
    /// True if the legend names the player, since a run of the figure compares players.
    names_player: bool,
    deals: u64,
}

impl VariantCurve {
    /// Creates the curve of a variant of a run in a figure; `None` if the figure has none of it.
    fn new(
        figure: &str,
        summary: &Summary,
        variant: Alliances,
        names_player: bool,
    ) -> Option<Self> {
        let has_best_change = has_only_rule_player(summary) && variant.improvement().is_some();
        let mean = |name| summary.estimate(name).map(|mean| mean.value);
        let distribution = |column| chart_points(&summary.distribution(column));
        let (points, mean) = match figure {
            AT_MOST_PILES_CURVE => (win_points(summary, variant), None),
            PILES_CURVE => {
                let column = variant.piles_column();
                (distribution(column), mean(column))
            }
            GAIN_DISTRIBUTION_CURVE if has_best_change => (distribution("gain"), mean("gain")),
            BEST_CHANGE_POSITION_CURVE if has_best_change => {
                let mut points = distribution("first_place");
                for point in &mut points {
                    // Places are counted from 1.
                    point.x += 1.0;
                }
                (points, None)
            }
            _ => return None,
        };
        Some(Self {
            points,
            mean,
            variant,
            names_player,
            deals: summary.deals(),
        })
    }

    /// Returns the name of the variant in the legend of some curves. If they differ in their rule of alliance, it is named.
    fn label(&self, curves: &[VariantCurve], lang: Lang) -> String {
        let alliance = self.variant.alliance();
        let name = self.change_and_player(lang);
        if curves
            .iter()
            .all(|curve| curve.variant.alliance() == alliance)
        {
            return name + &alliance_suffix(lang, alliance);
        }
        let alliance_name = ALLIANCE.value_text(lang, &alliance);
        if curves
            .iter()
            .all(|curve| curve.change_and_player(lang) == name)
        {
            return alliance_name;
        }
        format!("{name}, {alliance_name}")
    }

    /// Returns the change, or the player and the change if the legend names players.
    fn change_and_player(&self, lang: Lang) -> String {
        let change = IMPROVE.value_text(lang, &self.variant.improvement());
        let player = PLAYER.value_text(lang, &self.variant.player());
        if !self.names_player {
            change
        } else if self.variant.improvement().is_none() {
            player
        } else {
            format!("{player} + {change}")
        }
    }

    /// True for the rule with the pack of the handout.
    fn is_usual(&self) -> bool {
        self.variant == Alliances::default()
    }

    /// Returns the index of the style, the same in every figure.
    fn style(&self) -> usize {
        match (self.variant.player(), self.variant.improvement()) {
            (AlliancesPlayer::Leftmost, Some(_)) if self.names_player => 2,
            (_, Some(_)) if self.names_player => 3,
            (_, Some(Improvement::Exchange)) => 1,
            (_, Some(Improvement::Swap)) => 2,
            (_, Some(Improvement::Move)) => 3,
            (AlliancesPlayer::Perfect, None) => 1,
            (AlliancesPlayer::Leftmost, None) => 0,
        }
    }
}

fn win_points(summary: &Summary, variant: Alliances) -> Vec<ChartPoint> {
    let point = |(piles, row): (u64, &MeasureEstimate)| {
        Some(estimate_point(piles as f64, row.interval_estimate()?))
    };
    win_rows(summary, variant).filter_map(point).collect()
}

/// Returns the curves of a figure: for each variant the one with the most deals.
fn largest_curves(summaries: &[Summary], figure: &str) -> Vec<VariantCurve> {
    let names_player = !summaries.iter().all(has_only_rule_player);
    let mut lines: Vec<VariantCurve> = Vec::new();
    for summary in summaries {
        let variants = run_experiment(summary).variants().into_iter();
        let curve = |variant| VariantCurve::new(figure, summary, variant, names_player);
        for new in variants.filter_map(curve) {
            let same_line = lines.iter_mut().find(|line| line.variant == new.variant);
            match same_line {
                Some(line) if line.deals < new.deals => *line = new,
                Some(_) => {}
                None => lines.push(new),
            }
        }
    }
    lines
}

/// Draws curves on one axis, or if they are many those of each pack.
fn curve_panels(kind: &str, lines: &[VariantCurve], lang: Lang) -> Vec<Panel> {
    if lines.is_empty() {
        return Vec::new();
    }
    let packs = distinct(lines.iter().map(|line| line.variant.pack()));
    let variants = distinct(lines.iter().map(|line| line.label(lines, lang)));
    let pack_name = |line: &VariantCurve| cards_count_text(lang, line.variant.pack());
    if lines.len() > MAX_CURVES && packs.len() > 1 && variants.len() > 1 {
        let pack_panel = |pack: &Pack| {
            let mut curves = Vec::new();
            for line in lines.iter().filter(|line| line.variant.pack() == *pack) {
                curves.push((line.label(lines, lang), line.style(), line));
            }
            curve_panel(kind, &curves, lang).with_title(cards_count_text(lang, pack))
        };
        return packs.iter().map(pack_panel).collect();
    }
    let has_one_alliance = distinct(lines.iter().map(|line| line.variant.alliance())).len() == 1;
    let mut curves = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let variant = line.label(lines, lang);
        let label = if variants.len() == 1 {
            pack_name(line)
        } else if packs.len() == 1 {
            variant
        } else {
            format!("{}, {variant}", pack_name(line))
        };
        let style = if packs.len() == 1 && has_one_alliance {
            line.style()
        } else {
            index
        };
        curves.push((label, style, line));
    }
    vec![curve_panel(kind, &curves, lang)]
}

fn curve_panel(kind: &str, curves: &[(String, usize, &VariantCurve)], lang: Lang) -> Panel {
    let [_, x, y] = titles(kind);
    let series_kind = if kind == AT_MOST_PILES_CURVE || curves.len() > 1 {
        SeriesKind::Line
    } else {
        SeriesKind::Bars
    };
    let y_axis = Axis::new(y.in_lang(lang), NumberFormat::Percent);
    let points = || curves.iter().flat_map(|(.., curve)| &curve.points);
    let is_logarithmic =
        kind == AT_MOST_PILES_CURVE && spans_powers_of_ten(points().map(|point| point.y));
    let asked_piles = curves.first().map_or(2, |(.., curve)| {
        let variant = &curve.variant;
        variant.alliance().fewest_piles(variant.pack())
    });
    let mut series = Vec::new();
    for (label, style, curve) in curves {
        let mut points = curve.points.clone();
        if is_logarithmic {
            // A logarithmic axis has no 0, nor an interval that begins there.
            points.retain(|point| point.y > 0.0);
            for point in &mut points {
                point.interval = point.interval.filter(|(low, _)| *low > 0.0);
            }
        }
        let mut line = Series::new(label.clone(), series_kind, points)
            .with_style(StyleChoice::Index(*style))
            .main_if(curves.len() > 1 && curve.is_usual());
        if kind == AT_MOST_PILES_CURVE && curves.len() <= 2 {
            line = line.with_note(asked_piles as f64, |point| short_percent(point.y, lang));
        }
        series.push(line);
    }
    let mut x_axis = Axis::new(x.in_lang(lang), NumberFormat::Integer);
    if matches!(kind, AT_MOST_PILES_CURVE | PILES_CURVE) {
        x_axis = x_axis.with_asked_value(asked_piles as f64);
    }
    let mut plot = Plot::new(x_axis, y_axis, series);
    if is_logarithmic {
        plot = plot.with_log_scale();
    }
    if let ([(.., curve)], PILES_CURVE | GAIN_DISTRIBUTION_CURVE) = (curves, kind) {
        let label = |mean| format!("{} {}", MEAN.in_lang(lang), lang.decimal(mean, 2));
        plot.reference_line = curve.mean.map(|mean| ReferenceLine {
            x: mean,
            label: label(mean),
        });
    }
    Panel::new(PanelContent::from(plot))
}
