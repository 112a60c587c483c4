//! Games between two players that a simulation keeps, as `play` keeps them.

use crate::lang::{Lang, Problem, Sentence, Text};
use crate::play::playable::Playable;
use crate::play::{Origin, Record};
use crate::topics::found::first;
use crate::topics::setting::{Said, Setting, Takes};
use crate::topics::verb::{Finding, Kept};
use pioche_engine::experiments::duel::{Contest, Match, Pairing};
use pioche_engine::games::Outcome;
use pioche_engine::games::Player as Side;
use pioche_engine::sim::{Run, Streams};
use pioche_engine::stats::Tally;

/// The longest game.
pub const KEEP_LONGEST: Setting = Setting {
    key: "keep_longest",
    label: Text::new("garder la plus longue", "keep longest"),
    value: Text::new("FICHIER", "FILE"),
    said: Said::Named,
    help: Text::new(
        "Garde dans FICHIER la plus longue partie finie, pour show",
        "Save the longest finished game, for `show`",
    ),
    default: None,
    takes: Takes::File,
};

/// The greatest surprise.
pub const KEEP_UPSET: Setting = Setting {
    key: "keep_upset",
    label: Text::new("garder une surprise", "keep upset"),
    help: Text::new(
        "Garde dans FICHIER la première partie que gagne celui des joueurs qui gagne le moins souvent, pour show",
        "Save the first game won by the player who wins less often, for `show`",
    ),
    ..KEEP_LONGEST
};

/// The longest finished game of all runs.
///
/// # Errors
/// Never.
pub fn longest<G: Contest + Playable>(games: &[Match<G>], finding: &Finding<'_>) -> Result<Option<Kept>, Problem> {
    let all = games.iter().zip(finding.runs);
    let held = all.filter_map(|(game, run)| run.tally.extremes[0].get().map(|(plies, deal)| (plies, deal, game, run)));
    let best = held.max_by_key(|(plies, ..)| *plies);
    Ok(best.map(|(plies, deal, game, run)| {
        kept(game, run, deal, |lang| match lang {
            Lang::Fr => format!("finie en {}", lang.counted(plies, "coup", "coups")),
            Lang::En => format!("over after {}", lang.counted(plies, "move", "moves")),
        })
    }))
}

/// The first game of the first run with a surprise that the player won who wins less often.
///
/// # Errors
/// When the threads cannot be started.
pub fn upset<G: Contest + Playable>(games: &[Match<G>], finding: &Finding<'_>) -> Result<Option<Kept>, Problem> {
    for (place, (game, run)) in games.iter().zip(finding.runs).enumerate() {
        let [one, two] = [0, 1].map(|winner| run.tally.histograms[0].count(winner));
        let (side, wins) = if one < two { (0, one) } else { (1, two) };
        if wins == 0 || one == two {
            continue;
        }
        let winner = [Side::One, Side::Two][side];
        let streams = Streams::new(run.plan.seed);
        let is = |deal| game.game(&streams, deal).outcome == Some(Outcome::Winner(winner));
        let holds = |tally: &Tally| tally.histograms[0].count(side) > 0;
        let deal = first(finding.questions[place].as_ref(), run, &finding.options, (&holds, &is))?;
        if let Some(deal) = deal {
            let share = wins as f64 / run.tally.deals as f64;
            return Ok(Some(kept(game, run, deal, |lang| {
                let share = lang.percent(share, 2);
                match lang {
                    Lang::Fr => format!("que gagne le joueur {}, comme {share} des parties", side + 1),
                    Lang::En => format!("won by player {}, as {share} of the games are", side + 1),
                }
            })));
        }
    }
    Ok(None)
}

fn kept<G: Contest + Playable>(game: &Match<G>, run: &Run, deal: u64, how: impl Fn(Lang) -> String) -> Kept {
    let seed = run.plan.seed;
    let Pairing(players) = game.players();
    let played = game.game(&Streams::new(seed), deal);
    let record = Record::of_start(
        <G as Playable>::NAME,
        &Playable::settings(game.start()),
        Some(players),
        Some(Origin { seed: seed.0, deal }),
    );
    let record = record.with_moves(played.plies.iter().map(ToString::to_string));
    let remark = Sentence::made(|lang| match lang {
        Lang::Fr => format!("la partie {deal}, {}", how(lang)),
        Lang::En => format!("game {deal}, {}", how(lang)),
    });
    Kept { text: record.to_string(), remark, options: String::new() }
}
