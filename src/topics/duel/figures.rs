//! The figure of every game of two players: the shares of the outcomes against the size of the start.

use crate::draw::{Axis, Figure, Format, Kind, Panel, Plot, Point, Series, Style};
use crate::lang::{Glossary, Lang, Say, Text};
use crate::report::figures::{self, OVERVIEW, SHARE_OF_GAMES, exact_levels};
use crate::topics::duel::words::pairing;
use crate::topics::words::Words;
use pioche_engine::sim::Summary;

/// The names of a duel's figures.
pub const NAMES: &[&str] = &["shares"];

/// No more panels than these are drawn.
const PANELS: usize = 4;

/// How the figure of a game is laid out.
pub struct Layout {
    /// The setting against which shares are drawn.
    pub size: &'static str,
    /// What its axis says.
    pub axis: Text,
    /// The other settings, each combination of which is a panel.
    pub others: &'static [&'static str],
    /// Those of them whose value says enough without their name.
    pub plain: &'static [&'static str],
    /// The words of the game.
    pub words: Words,
}

/// The figure of this name of some matches.
pub fn figure(layout: &Layout, name: &str, summaries: &[Summary], lang: Lang) -> Option<Figure> {
    if !NAMES.contains(&name) && name != OVERVIEW {
        return None;
    }
    let key =
        |summary: &Summary| layout.others.iter().map(|other| summary.setting(other).to_owned()).collect::<Vec<_>>();
    let mut groups: Vec<Vec<String>> = Vec::new();
    for summary in summaries {
        if !groups.contains(&key(summary)) {
            groups.push(key(summary));
        }
    }
    let varies = |place: &usize| groups.iter().any(|group| group[*place] != groups[0][*place]);
    let varying: Vec<usize> = (0..layout.others.len()).filter(varies).collect();
    let panels = groups.iter().take(PANELS).map(|group| {
        let own: Vec<&Summary> = summaries.iter().filter(|summary| key(summary) == *group).collect();
        let x = Axis::new(layout.axis.say(lang), Format::Integer);
        let y = Axis::new(SHARE_OF_GAMES.say(lang), Format::Percent).holding(0.0, 1.0);
        let panel = Panel::new(Plot::new(x, y, stacked(layout, &own, summaries, lang)));
        let word = |word: &str| layout.words.word(lang, word);
        let words = varying.iter().map(|&place| match layout.others[place] {
            "players" => pairing(lang, &group[place]),
            other if layout.plain.contains(&other) => word(&group[place]),
            other => format!("{} {}", word(other), word(&group[place])),
        });
        let title = words.collect::<Vec<_>>().join(", ");
        if title.is_empty() { panel } else { panel.titled(title) }
    });
    let panels: Vec<Panel> = panels.collect();
    let players = layout.others.iter().position(|other| *other == "players");
    let only = players.is_none_or(|place| !varying.contains(&place));
    let about = title(only.then(|| summaries.first().map_or("", |first| first.setting("players"))), lang);
    Some(figures::figure(layout.words.title, &about, panels, summaries, lang))
}

/// What is drawn; `players` when they are the same in all matches.
fn title(players: Option<&str>, lang: Lang) -> String {
    const OUTCOMES: Text = Text::new("Issues", "Outcomes");
    match players {
        Some(players) => format!("{}, {}", OUTCOMES.say(lang), pairing(lang, players)),
        None => OUTCOMES.say(lang),
    }
}

/// Unresolved games have the colour of none of the others, and are left out where no panel has any.
fn stacked(layout: &Layout, own: &[&Summary], all: &[Summary], lang: Lang) -> Vec<Series> {
    const OUTCOMES: [(&str, usize); 4] = [("player1", 0), ("player2", 1), ("draw", 2), ("unresolved", 4)];
    let share = |summary: &Summary, outcome| summary.proportion(outcome).map_or(0.0, |one| one.proportion.estimate());
    let seen = |outcome| outcome != "unresolved" || all.iter().any(|summary| share(summary, outcome) > 0.0);
    let shown: Vec<(&str, usize)> = OUTCOMES.into_iter().filter(|(outcome, _)| seen(outcome)).collect();
    let names: Vec<&str> = shown.iter().map(|(outcome, _)| *outcome).collect();
    let place = |summary: &Summary| summary.setting(layout.size).parse().ok();
    let series = shown.iter().filter_map(|(outcome, style)| {
        let bars = own.iter().filter_map(|summary| {
            summary.proportion(outcome).and(place(summary)).map(|x| Point::new(x, share(summary, outcome)))
        });
        let bars: Vec<Point> = bars.collect();
        let label = layout.words.word(lang, outcome);
        (!bars.is_empty()).then(|| Series::new(label, Kind::Stacked, bars).styled(Style::Index(*style)))
    });
    let known: Vec<(f64, &Summary)> = own.iter().filter_map(|summary| Some((place(summary)?, *summary))).collect();
    series.chain(exact_levels(&known, &names, lang)).collect()
}
