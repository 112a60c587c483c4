//! The figure of every game of two players: the shares of the outcomes against the size of the start.

use crate::draw::{Axis, Figure, Format, Kind, Panel, Plot, Point, Series, Style};
use crate::lang::{Glossary, Lang, Say, Text};
use crate::report::figures::{self, OVERVIEW, SHARE_OF_GAMES, exact_levels};
use crate::topics::duel::game::Duel;
use crate::topics::duel::said::pairing;
use crate::topics::setting::Said;
use pioche_engine::sim::Summary;

/// The names of a duel's figures.
pub const NAMES: &[&str] = &["shares"];

/// No more panels than these are drawn.
const PANELS: usize = 4;

/// The figure of this name of some matches.
pub fn figure<G: Duel>(name: &str, summaries: &[Summary], lang: Lang) -> Option<Figure> {
    if !NAMES.contains(&name) && name != OVERVIEW {
        return None;
    }
    let key = |summary: &Summary| G::PANELS.iter().map(|other| summary.setting(other).to_owned()).collect::<Vec<_>>();
    let mut groups: Vec<Vec<String>> = Vec::new();
    for summary in summaries {
        if !groups.contains(&key(summary)) {
            groups.push(key(summary));
        }
    }
    let varies = |place: &usize| groups.iter().any(|group| group[*place] != groups[0][*place]);
    let varying: Vec<usize> = (0..G::PANELS.len()).filter(varies).collect();
    let panels = groups.iter().take(PANELS).map(|group| {
        let own: Vec<&Summary> = summaries.iter().filter(|summary| key(summary) == *group).collect();
        let x = Axis::new(G::SIZE.0.help.say(lang), Format::Integer);
        let y = Axis::new(SHARE_OF_GAMES.say(lang), Format::Percent).holding(0.0, 1.0);
        let panel = Panel::new(Plot::new(x, y, stacked::<G>(&own, summaries, lang)));
        let word = |word: &str| G::WORDS.word(lang, word);
        let words = varying.iter().map(|&place| match G::PANELS[place] {
            "players" => pairing(lang, &group[place]),
            other if says_enough::<G>(other) => word(&group[place]),
            other => format!("{} {}", word(other), word(&group[place])),
        });
        let title = words.collect::<Vec<_>>().join(", ");
        if title.is_empty() { panel } else { panel.titled(title) }
    });
    let panels: Vec<Panel> = panels.collect();
    let players = G::PANELS.iter().position(|other| *other == "players");
    let only = players.is_none_or(|place| !varying.contains(&place));
    let about = title(only.then(|| summaries.first().map_or("", |first| first.setting("players"))), lang);
    Some(figures::figure(G::WORDS.title, &about, panels, summaries, lang))
}

/// Whether a value says of what it is.
fn says_enough<G: Duel>(setting: &str) -> bool {
    G::WORDS.settings.iter().any(|known| known.key == setting && matches!(known.said, Said::Alone))
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
fn stacked<G: Duel>(own: &[&Summary], all: &[Summary], lang: Lang) -> Vec<Series> {
    const OUTCOMES: [(&str, usize); 4] = [("player1", 0), ("player2", 1), ("draw", 2), ("unresolved", 4)];
    let share = |summary: &Summary, outcome| summary.proportion(outcome).map_or(0.0, |one| one.proportion.estimate());
    let seen = |outcome| outcome != "unresolved" || all.iter().any(|summary| share(summary, outcome) > 0.0);
    let shown: Vec<(&str, usize)> = OUTCOMES.into_iter().filter(|(outcome, _)| seen(outcome)).collect();
    let names: Vec<&str> = shown.iter().map(|(outcome, _)| *outcome).collect();
    let place = |summary: &Summary| summary.setting(G::SIZE.0.key).parse().ok();
    let series = shown.iter().filter_map(|(outcome, style)| {
        let bars = own.iter().filter_map(|summary| {
            summary.proportion(outcome).and(place(summary)).map(|x| Point::new(x, share(summary, outcome)))
        });
        let bars: Vec<Point> = bars.collect();
        let label = G::WORDS.word(lang, outcome);
        (!bars.is_empty()).then(|| Series::new(label, Kind::Stacked, bars).styled(Style::Index(*style)))
    });
    let known: Vec<(f64, &Summary)> = own.iter().filter_map(|summary| Some((place(summary)?, *summary))).collect();
    series.chain(exact_levels(&known, &names, lang)).collect()
}
