//! The patience: probability of winning, number of piles, gain and place of the best change.
//!
//! Curves of the same kind share a figure. Several subjects in one variant (three packs, say) share a panel; several
//! variants stand in a panel for each subject.

use super::words::{WORDS, change, pack};
use crate::draw::{Axis, Content, Figure, Format, Kind as Drawn, Mark, Panel, Plot, Series, Style};
use crate::lang::{Caption, Lang, Say, Text, listed};
use crate::report::figures::{Figures, OVERVIEW, occurring, of_deals, points};
use pioche_engine::experiments::alliances::{GAIN_CURVE, PILES_CURVE, PLACE_CURVE, WIN_CURVE};
use pioche_engine::sim::Summary;
use pioche_engine::sim::summary::Curve;

/// The figures of the patience.
pub const FIGURES: Figures = Figures { names: &[WIN_CURVE, PILES_CURVE, GAIN_CURVE, PLACE_CURVE], draw: figure };

/// The kinds of curves in a figure.
fn kinds(name: &str) -> Vec<&'static str> {
    FIGURES.names.iter().copied().filter(|kind| name == OVERVIEW || name == *kind).collect()
}

/// The figure of some runs, or `None` when they have nothing of its kind.
pub fn figure(name: &str, summaries: &[Summary], lang: Lang) -> Option<Figure> {
    let overview = name == OVERVIEW;
    let mut panels = Vec::new();
    for kind in kinds(name) {
        let mut found = panels_of(kind, &best_known(summaries, kind), lang);
        if overview {
            for panel in &mut found {
                let pack = panel.title.take();
                panel.title = Some(pack.into_iter().chain([title(kind).say(lang)]).collect::<Vec<_>>().join(" · "));
            }
        }
        panels.extend(found);
    }
    let first = summaries.first()?;
    if panels.is_empty() {
        return None;
    }
    let what = if overview { packs(first, summaries, lang) } else { title(name).say(lang) };
    let title = format!("{} · {what}", WORDS.title.of(lang));
    Some(of_deals(title, panels, &counted(name, summaries, lang), summaries, lang))
}

fn title(kind: &str) -> Text {
    match kind {
        WIN_CURVE => Text::new(
            "Probabilité de gagner selon le nombre de tas permis",
            "Probability of winning against the piles allowed",
        ),
        PILES_CURVE => Text::new("Nombre de tas à la fin de la partie", "Number of piles at the end of the game"),
        GAIN_CURVE => Text::new("Gain du meilleur changement de la pioche", "Gain of the best change of the stock"),
        _ => Text::new("Où se trouve le meilleur changement", "Where the best change lies"),
    }
}

/// What the axes of a kind of curve say.
fn axes(kind: &str) -> [Text; 2] {
    const DEALS: Text = Text::new("Part des donnes", "Share of deals");
    match kind {
        WIN_CURVE => [
            Text::new("Nombre de tas permis (nb_tas_max)", "Piles allowed (nb_tas_max)"),
            Text::new("Probabilité de gagner", "Probability of winning"),
        ],
        PILES_CURVE => [Text::new("Nombre de tas", "Number of piles"), DEALS],
        GAIN_CURVE => [Text::new("Tas gagnés", "Piles gained"), DEALS],
        _ => [Text::new("Indice de la première carte changée", "Index of the first card changed"), DEALS],
    }
}

/// A curve with the number of deals behind it.
struct Line<'a> {
    curve: &'a Curve,
    deals: u64,
}

/// The curves of a kind, each subject and variant once: the one that more deals stand behind.
fn best_known<'a>(summaries: &'a [Summary], kind: &'static str) -> Vec<Line<'a>> {
    let mut lines: Vec<Line<'a>> = Vec::new();
    for summary in summaries {
        for curve in summary.curves_of(kind) {
            let new = Line { curve, deals: summary.deals };
            let same = |line: &Line<'_>| line.curve.subject == curve.subject && line.curve.variant == curve.variant;
            match lines.iter_mut().find(|line| same(line)) {
                Some(line) if line.deals < new.deals => *line = new,
                Some(_) => {}
                None => lines.push(new),
            }
        }
    }
    lines
}

fn panels_of(kind: &str, lines: &[Line<'_>], lang: Lang) -> Vec<Panel> {
    let mut subjects: Vec<&str> = Vec::new();
    for line in lines {
        if !subjects.contains(&line.curve.subject.as_str()) {
            subjects.push(&line.curve.subject);
        }
    }
    if subjects.is_empty() {
        return Vec::new();
    }
    let variants_share = lines.len() > subjects.len();
    if !variants_share {
        let named: Vec<(String, &Curve)> =
            lines.iter().map(|line| (pack(lang, &line.curve.subject), line.curve)).collect();
        return vec![panel(kind, &named, Told::BySubject, lang)];
    }
    subjects
        .iter()
        .map(|subject| {
            let own = lines.iter().filter(|line| line.curve.subject == *subject);
            let named: Vec<(String, &Curve)> =
                own.map(|line| (change(lang, &line.curve.variant), line.curve)).collect();
            let panel = panel(kind, &named, Told::ByVariant, lang);
            if subjects.len() > 1 { panel.titled(pack(lang, subject)) } else { panel }
        })
        .collect()
}

/// What tells the curves of a panel apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Told {
    BySubject,
    ByVariant,
}

fn panel(kind: &str, named: &[(String, &Curve)], told: Told, lang: Lang) -> Panel {
    let [x, y] = axes(kind);
    let drawn = if kind == WIN_CURVE || named.len() > 1 { Drawn::Line } else { Drawn::Bars };
    let y_axis = Axis::new(y.say(lang), Format::Percent);
    let y_axis = if kind == WIN_CURVE { y_axis.holding(0.0, 1.0) } else { y_axis };
    let series = named.iter().enumerate().map(|(place, (label, curve))| {
        Series::new(label.clone(), drawn, points(&curve.points)).styled(Style::Index(match told {
            Told::BySubject => place,
            Told::ByVariant => style(&curve.variant),
        }))
    });
    let mut plot = Plot::new(Axis::new(x.say(lang), Format::Integer), y_axis, series.collect());
    if let ([(_, curve)], PILES_CURVE | GAIN_CURVE) = (named, kind) {
        plot.mark = curve.mean.map(|mean| Mark { at: mean, label: Caption::Mean { mean }.say(lang) });
    }
    Panel::new(Content::from(plot))
}

/// A change of the stock, or a player, looks the same in every figure.
fn style(variant: &str) -> usize {
    match variant.split_once(' ') {
        Some(("leftmost", _)) => 2,
        Some(_) => 3,
        None => match variant {
            "exchange" | "perfect" => 1,
            "swap" | "rightmost" => 2,
            "move" | "late" => 3,
            "random" => 4,
            "greedy" => 5,
            "lookahead" => 6,
            _ => 0,
        },
    }
}

/// The packs of some runs, each once.
fn packs(first: &Summary, summaries: &[Summary], lang: Lang) -> String {
    let all = occurring(summaries, "cards");
    if all.len() > 1 { pack(lang, &all.join(", ")) } else { pack(lang, first.setting("cards")) }
}

/// The number of deals: for each change where there are several, else for each pack; those that have the same number
/// are named together.
fn counted(name: &str, summaries: &[Summary], lang: Lang) -> String {
    let lines: Vec<Line<'_>> = kinds(name).into_iter().flat_map(|kind| best_known(summaries, kind)).collect();
    let one_variant = lines.windows(2).all(|pair| pair[0].curve.variant == pair[1].curve.variant);
    let mut counted: Vec<(Vec<&str>, u64, u64)> = Vec::new();
    for line in &lines {
        let subject = if one_variant { &line.curve.subject } else { &line.curve.variant };
        match counted.iter_mut().find(|(subjects, ..)| subjects[0] == subject) {
            Some((_, least, most)) => (*least, *most) = ((*least).min(line.deals), (*most).max(line.deals)),
            None => counted.push((vec![subject], line.deals, line.deals)),
        }
    }
    let mut alike: Vec<(Vec<&str>, u64, u64)> = Vec::new();
    for (subjects, least, most) in counted {
        match alike.iter_mut().find(|group| (group.1, group.2) == (least, most)) {
            Some(group) => group.0.extend(subjects),
            None => alike.push((subjects, least, most)),
        }
    }
    const AND: Text = Text::new("et", "and");
    // Three groups fit a line.
    if alike.len() == 1 || alike.len() > 3 {
        let least = alike.iter().map(|group| group.1).min().unwrap_or(0);
        return Caption::Deals { least, most: alike.iter().map(|group| group.2).max().unwrap_or(0) }.say(lang);
    }
    let told = alike.into_iter().map(|(subjects, least, most)| {
        let named = |subject: &&str| if one_variant { (*subject).to_owned() } else { change(lang, subject) };
        let subject = listed(&subjects.iter().map(named).collect::<Vec<_>>(), AND.of(lang));
        let subject = if one_variant { pack(lang, &subject) } else { subject };
        (subject, least, most)
    });
    Caption::EachOf { parts: told.collect() }.say(lang)
}
