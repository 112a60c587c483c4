//! Figures of the patience: probability of winning, number of piles, gain and place of the best change.
//!
//! Curves of the same kind share a figure. Several packs in one variant share a panel; with several variants each pack
//! has a panel.

use super::answers::{has_only_rule_player, pack_text, run_experiment, win_rows};
use super::args::{ALLIANCE, GLOSSARY, IMPROVE, PLAYER, alliance_suffix, cards_count_text};
use pioche_engine::cards::Pack;
use pioche_engine::experiments::alliances::{Alliances, AlliancesPlayer};
use pioche_engine::games::alliances::Policy;
use pioche_engine::games::alliances::improve::Improvement;
use pioche_engine::sim::{MeasureEstimate, Summary, differing_settings};
use pioche_report::draw::{
    Axis, ChartPoint, Figure, NumberFormat, Panel, PanelContent, Plot, ReferenceLine, Series,
    SeriesKind, StyleChoice,
};
use pioche_report::figures::{
    NamedFigure, chart_points, distinct, estimate_point, figure_with_deals,
};
use pioche_report::lang::glossary::{MEAN, deal_ranges_by_part, range_with_unit};
use pioche_report::lang::{Lang, Text, join_list};

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
        draw: |summaries, lang| figure(&[AT_MOST_PILES_CURVE], summaries, lang),
    },
    NamedFigure {
        name: PILES_CURVE,
        draw: |summaries, lang| figure(&[PILES_CURVE], summaries, lang),
    },
    NamedFigure {
        name: GAIN_DISTRIBUTION_CURVE,
        draw: |summaries, lang| figure(&[GAIN_DISTRIBUTION_CURVE], summaries, lang),
    },
    NamedFigure {
        name: BEST_CHANGE_POSITION_CURVE,
        draw: |summaries, lang| figure(&[BEST_CHANGE_POSITION_CURVE], summaries, lang),
    },
];

pub fn overview_figure(summaries: &[Summary], lang: Lang) -> Option<Figure> {
    let kinds: Vec<&str> = FIGURES.iter().map(|figure| figure.name).collect();
    figure(&kinds, summaries, lang)
}

/// Draws these kinds of curves of some runs; `None` when they have none.
pub fn figure(kinds: &[&'static str], summaries: &[Summary], lang: Lang) -> Option<Figure> {
    let overview = kinds.len() > 1;
    let mut panels = Vec::new();
    for &kind in kinds {
        for mut panel in curve_panels(kind, &largest_curves(summaries, kind), lang) {
            if overview {
                let kind_title = titles(kind)[0].in_lang(lang);
                panel.title = Some(match panel.title.take() {
                    Some(pack) => format!("{pack} · {kind_title}"),
                    None => kind_title.to_owned(),
                });
            }
            panels.push(panel);
        }
    }
    if panels.is_empty() {
        return None;
    }
    let subject = if overview {
        packs_text(summaries, lang)
    } else {
        titles(kinds[0])[0].in_lang(lang).to_owned()
    };
    let title = format!("{} · {subject}", GLOSSARY.title.in_lang(lang));
    Some(figure_with_deals(
        title,
        panels,
        &deals_text(kinds, summaries, lang),
        summaries,
        lang,
    ))
}

/// Draws the figure of some runs with a title of its own.
pub fn titled_figure(
    kind: &'static str,
    title: Text,
    summaries: &[Summary],
    lang: Lang,
) -> Option<Figure> {
    Some(Figure {
        title: format!("{} · {}", GLOSSARY.title.in_lang(lang), title.in_lang(lang)),
        ..figure(&[kind], summaries, lang)?
    })
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
                "Place de la première carte changée (à partir de 1)",
                "Place of the first card changed (from 1)",
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
                let mut points = distribution("first-place");
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
            deals: summary.deals,
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

    /// Returns the index of the style, the same in every figure.
    fn style(&self) -> usize {
        match (self.variant.player(), self.variant.improvement()) {
            (AlliancesPlayer::RULE, Some(_)) if self.names_player => 2,
            (_, Some(_)) if self.names_player => 3,
            (_, Some(Improvement::Exchange)) => 1,
            (_, Some(Improvement::Swap)) => 2,
            (_, Some(Improvement::Move)) => 3,
            (AlliancesPlayer::Perfect, None) => 1,
            (AlliancesPlayer::Policy(policy), None) => match policy {
                Policy::Leftmost => 0,
                Policy::Rightmost => 2,
                Policy::Late => 3,
                Policy::Random => 4,
                Policy::Greedy => 5,
                Policy::Lookahead => 6,
            },
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

fn curve_panels(kind: &str, lines: &[VariantCurve], lang: Lang) -> Vec<Panel> {
    let packs = distinct(lines.iter().map(|line| line.variant.pack()));
    if packs.is_empty() {
        return Vec::new();
    }
    let has_one_variant = distinct(lines.iter().map(|line| line.label(lines, lang))).len() == 1;
    if lines.len() == packs.len() && has_one_variant {
        let curves: Vec<(String, usize, &VariantCurve)> = lines
            .iter()
            .enumerate()
            .map(|(style, line)| {
                let label = cards_count_text(lang, line.variant.pack());
                (label, style, line)
            })
            .collect();
        return vec![curve_panel(kind, &curves, lang)];
    }
    let has_one_alliance = distinct(lines.iter().map(|line| line.variant.alliance())).len() == 1;
    let pack_panel = |pack: &Pack| {
        let curves: Vec<(String, usize, &VariantCurve)> = lines
            .iter()
            .filter(|line| line.variant.pack() == *pack)
            .enumerate()
            .map(|(index, line)| {
                let style = if has_one_alliance {
                    line.style()
                } else {
                    index
                };
                (line.label(lines, lang), style, line)
            })
            .collect();
        let panel = curve_panel(kind, &curves, lang);
        if packs.len() > 1 {
            panel.with_title(cards_count_text(lang, pack))
        } else {
            panel
        }
    };
    packs.iter().map(pack_panel).collect()
}

fn curve_panel(kind: &str, curves: &[(String, usize, &VariantCurve)], lang: Lang) -> Panel {
    let [_, x, y] = titles(kind);
    let series_kind = if kind == AT_MOST_PILES_CURVE || curves.len() > 1 {
        SeriesKind::Line
    } else {
        SeriesKind::Bars
    };
    let mut y_axis = Axis::new(y.in_lang(lang), NumberFormat::Percent);
    if kind == AT_MOST_PILES_CURVE {
        y_axis = y_axis.with_required_range(0.0, 1.0);
    }
    let series = curves.iter().map(|(label, style, curve)| {
        Series::new(label.clone(), series_kind, curve.points.clone())
            .with_style(StyleChoice::Index(*style))
    });
    let mut plot = Plot::new(
        Axis::new(x.in_lang(lang), NumberFormat::Integer),
        y_axis,
        series.collect(),
    );
    if let ([(.., curve)], PILES_CURVE | GAIN_DISTRIBUTION_CURVE) = (curves, kind) {
        let label = |mean| format!("{} {}", MEAN.in_lang(lang), lang.decimal(mean, 2));
        plot.reference_line = curve.mean.map(|mean| ReferenceLine {
            x: mean,
            label: label(mean),
        });
    }
    Panel::new(PanelContent::from(plot))
}

/// Returns the packs of some runs and their rule of alliance, if it is the same and not that of the handout.
fn packs_text(summaries: &[Summary], lang: Lang) -> String {
    let packs = distinct(summaries.iter().map(pack_text));
    let cards = cards_count_text(lang, packs.join(", "));
    let differing = differing_settings(summaries.iter().map(|summary| &summary.settings[..]));
    match summaries.first() {
        Some(summary) if !differing.contains(&ALLIANCE.key()) => {
            cards + &alliance_suffix(lang, run_experiment(summary).alliance())
        }
        _ => cards,
    }
}

/// Formats the number of deals, for each change if there are several, else for each pack. Equal numbers are written
/// once.
fn deals_text(kinds: &[&'static str], summaries: &[Summary], lang: Lang) -> String {
    let lines: Vec<VariantCurve> = kinds
        .iter()
        .flat_map(|kind| largest_curves(summaries, kind))
        .collect();
    let has_one_label = distinct(lines.iter().map(|line| line.label(&lines, lang))).len() <= 1;
    let subject = |line: &VariantCurve| {
        if has_one_label {
            line.variant.pack().to_string()
        } else {
            line.label(&lines, lang)
        }
    };
    let subjects = distinct(lines.iter().map(subject));
    let subject_range = |name: &String| {
        deal_range(
            lines
                .iter()
                .filter(|line| subject(line) == *name)
                .map(|line| line.deals),
        )
    };
    let ranges = distinct(subjects.iter().map(subject_range));
    const AND: Text = Text::new("et", "and");
    // A line holds three groups.
    if ranges.len() == 1 || ranges.len() > 3 {
        let range = deal_range(lines.iter().map(|line| line.deals));
        return range_with_unit(lang, "deals", range);
    }
    let parts = ranges.into_iter().map(|range| {
        let part_subjects: Vec<&String> = subjects
            .iter()
            .filter(|subject| subject_range(subject) == range)
            .collect();
        let names = join_list(&part_subjects, AND.in_lang(lang));
        let title = if has_one_label {
            cards_count_text(lang, names)
        } else {
            names
        };
        (title, range.0, range.1)
    });
    deal_ranges_by_part(lang, parts)
}

/// Returns the fewest and the most deals.
fn deal_range(deals: impl Iterator<Item = u64>) -> (u64, u64) {
    deals.fold((u64::MAX, 0), |(least, most), deals| {
        (least.min(deals), most.max(deals))
    })
}
