//! Figures of the patience: probability of winning, number of piles, gain and place of the best change.
//!
//! Curves of the same kind share a figure. Several packs in one variant share a panel; with several variants each pack
//! has a panel.

use super::answers::{has_only_rule_player, pack_text};
use super::args::{GLOSSARY, cards_count_text, improve_name, player_name};
use crate::draw::{
    Axis, Figure, NumberFormat, Panel, PanelContent, Plot, ReferenceLine, Series, SeriesKind,
    StyleChoice,
};
use crate::lang::figure::{deal_ranges_by_part, range_with_unit};
use crate::lang::table::MEAN;
use crate::lang::{Lang, Say, Text, join_list};
use crate::report::figures::{
    FigureCatalog, OVERVIEW_FIGURE, chart_points, distinct, figure_with_deals,
};
use pioche_engine::cards::Pack;
use pioche_engine::experiments::alliances::comparison::AlliancesPlayer;
use pioche_engine::experiments::alliances::{
    AT_MOST_PILES_CURVE, AlliancesVariant, BEST_CHANGE_POSITION_CURVE, GAIN_DISTRIBUTION_CURVE,
    PILES_CURVE, PackAndVariants,
};
use pioche_engine::games::alliances::Policy;
use pioche_engine::games::alliances::improve::Improvement;
use pioche_engine::sim::Summary;
use pioche_engine::sim::summary::Curve;

pub const FIGURES: FigureCatalog = FigureCatalog {
    names: &[
        AT_MOST_PILES_CURVE,
        PILES_CURVE,
        GAIN_DISTRIBUTION_CURVE,
        BEST_CHANGE_POSITION_CURVE,
    ],
    draw: figure,
};

fn curve_kinds(name: &str) -> Vec<&'static str> {
    FIGURES
        .names
        .iter()
        .copied()
        .filter(|kind| name == OVERVIEW_FIGURE || name == *kind)
        .collect()
}

/// Draws the figure of some runs; `None` when they have no data for it.
pub fn figure(name: &str, summaries: &[Summary], lang: Lang) -> Option<Figure> {
    let overview = name == OVERVIEW_FIGURE;
    let mut panels = Vec::new();
    for kind in curve_kinds(name) {
        let mut found = curve_panels(kind, &largest_curves(summaries, kind), lang);
        if overview {
            for panel in &mut found {
                let pack = panel.title.take();
                panel.title = Some(
                    pack.into_iter()
                        .chain([titles(kind)[0].say(lang)])
                        .collect::<Vec<_>>()
                        .join(" · "),
                );
            }
        }
        panels.extend(found);
    }
    if panels.is_empty() {
        return None;
    }
    let what = if overview {
        packs_text(summaries, lang)
    } else {
        titles(name)[0].say(lang)
    };
    let title = format!("{} · {what}", GLOSSARY.title.in_lang(lang));
    Some(figure_with_deals(
        title,
        panels,
        &deals_text(name, summaries, lang),
        summaries,
        lang,
    ))
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
            Text::new("Tas gagnés", "Piles gained"),
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

/// A curve with its pack and variant.
struct VariantCurve<'a> {
    curve: &'a Curve,
    pack: Pack,
    label: VariantLabel,
    deals: u64,
}

/// A variant in a legend, which names the player only if the run compares players.
#[derive(Clone, Copy, PartialEq)]
struct VariantLabel {
    variant: AlliancesVariant,
    names_player: bool,
}

impl VariantLabel {
    fn text(self, lang: Lang) -> String {
        let AlliancesVariant {
            player,
            improvement: improve,
        } = self.variant;
        match (self.names_player, improve) {
            (false, _) => improve_name(lang, improve),
            (true, None) => player_name(lang, player),
            (true, Some(_)) => format!(
                "{} + {}",
                player_name(lang, player),
                improve_name(lang, improve)
            ),
        }
    }

    /// Returns the index of the style, the same in every figure.
    fn style(self) -> usize {
        let AlliancesVariant {
            player,
            improvement: improve,
        } = self.variant;
        match (player, improve) {
            (AlliancesPlayer::Policy(Policy::Leftmost), Some(_)) if self.names_player => 2,
            (_, Some(_)) if self.names_player => 3,
            (_, Some(Improvement::Exchange)) => 1,
            (_, Some(Improvement::Swap)) => 2,
            (_, Some(Improvement::Move)) => 3,
            (AlliancesPlayer::Perfect, None) => 1,
            (AlliancesPlayer::Policy(way), None) => match way {
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

/// Returns the curves of a kind: for each pack and variant the one with the most deals.
fn largest_curves<'a>(summaries: &'a [Summary], kind: &'static str) -> Vec<VariantCurve<'a>> {
    let mut lines: Vec<VariantCurve<'a>> = Vec::new();
    for summary in summaries {
        let Some(PackAndVariants { pack, variants }) = PackAndVariants::from_summary(summary)
        else {
            continue;
        };
        for curve in summary.curves_of_kind(kind) {
            let label = VariantLabel {
                variant: variants[curve.variant_index],
                names_player: !has_only_rule_player(summary),
            };
            let new = VariantCurve {
                curve,
                pack,
                label,
                deals: summary.deals,
            };
            let same = |line: &VariantCurve<'_>| line.pack == pack && line.label == label;
            match lines.iter_mut().find(|line| same(line)) {
                Some(line) if line.deals < new.deals => *line = new,
                Some(_) => {}
                None => lines.push(new),
            }
        }
    }
    lines
}

fn curve_panels(kind: &str, lines: &[VariantCurve<'_>], lang: Lang) -> Vec<Panel> {
    let packs = distinct(lines.iter().map(|line| line.pack));
    if packs.is_empty() {
        return Vec::new();
    }
    if lines.len() == packs.len() {
        let drawn = lines
            .iter()
            .enumerate()
            .map(|(place, line)| (cards_count_text(lang, line.pack), place, line.curve));
        return vec![curve_panel(kind, &drawn.collect::<Vec<_>>(), lang)];
    }
    let of_pack = |pack: &Pack| {
        let own = lines.iter().filter(|line| line.pack == *pack);
        let drawn = own.map(|line| (line.label.text(lang), line.label.style(), line.curve));
        let panel = curve_panel(kind, &drawn.collect::<Vec<_>>(), lang);
        if packs.len() > 1 {
            panel.with_title(cards_count_text(lang, pack))
        } else {
            panel
        }
    };
    packs.iter().map(of_pack).collect()
}

fn curve_panel(kind: &str, curves: &[(String, usize, &Curve)], lang: Lang) -> Panel {
    let [_, x, y] = titles(kind);
    let drawn = if kind == AT_MOST_PILES_CURVE || curves.len() > 1 {
        SeriesKind::Line
    } else {
        SeriesKind::Bars
    };
    let y_axis = Axis::new(y.say(lang), NumberFormat::Percent);
    let y_axis = if kind == AT_MOST_PILES_CURVE {
        y_axis.with_required_range(0.0, 1.0)
    } else {
        y_axis
    };
    let series = curves.iter().map(|(label, style, curve)| {
        Series::new(label.clone(), drawn, chart_points(&curve.points))
            .with_style(StyleChoice::Index(*style))
    });
    let mut plot = Plot::new(
        Axis::new(x.say(lang), NumberFormat::Integer),
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

fn packs_text(summaries: &[Summary], lang: Lang) -> String {
    let packs = distinct(summaries.iter().map(pack_text));
    cards_count_text(lang, packs.join(", "))
}

/// Formats the number of deals, for each change if there are several, else for each pack. Equal numbers are written
/// once.
fn deals_text<'a>(name: &str, summaries: &'a [Summary], lang: Lang) -> String {
    let lines: Vec<VariantCurve<'a>> = curve_kinds(name)
        .into_iter()
        .flat_map(|kind| largest_curves(summaries, kind))
        .collect();
    let one_variant = lines.windows(2).all(|pair| pair[0].label == pair[1].label);
    let subject = |line: &VariantCurve<'a>| {
        if one_variant {
            line.pack.to_string()
        } else {
            line.label.text(lang)
        }
    };
    let subjects = distinct(lines.iter().map(subject));
    let range = |all: &mut dyn Iterator<Item = u64>| {
        all.fold((u64::MAX, 0), |(least, most), deals| {
            (least.min(deals), most.max(deals))
        })
    };
    let deals = |of: &String| {
        range(
            &mut lines
                .iter()
                .filter(|line| subject(line) == *of)
                .map(|line| line.deals),
        )
    };
    let alike = distinct(subjects.iter().map(&deals));
    const AND: Text = Text::new("et", "and");
    // A line holds three groups.
    if alike.len() == 1 || alike.len() > 3 {
        return range_with_unit(
            lang,
            "deals",
            range(&mut lines.iter().map(|line| line.deals)),
        );
    }
    let told = alike.into_iter().map(|(least, most)| {
        let own = subjects
            .iter()
            .filter(|subject| deals(subject) == (least, most));
        let subject = join_list(&own.collect::<Vec<_>>(), AND.in_lang(lang));
        (
            if one_variant {
                cards_count_text(lang, &subject)
            } else {
                subject
            },
            least,
            most,
        )
    });
    deal_ranges_by_part(lang, told)
}
