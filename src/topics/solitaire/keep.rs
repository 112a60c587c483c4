//! The best game of peg solitaire that a simulation keeps, as `play` keeps games.

use super::verbs::experiments;
use crate::lang::{Lang, Problem, Sentence, Text};
use crate::play::playable::Playable;
use crate::play::{Origin, Record};
use crate::topics::given::Given;
use crate::topics::setting::{Said, Setting, Takes};
use crate::topics::verb::{Finding, Kept};
use pioche_engine::experiments::solitaire::{Solitaire, game};
use pioche_engine::sim::Streams;

/// The game with the fewest pegs left.
pub const KEEP_BEST: Setting = Setting {
    key: "keep_best",
    label: Text::new("garder la meilleure", "keep best"),
    value: Text::new("FICHIER", "FILE"),
    said: Said::Named,
    help: Text::new(
        "Garde dans FICHIER la première partie qui laisse le moins de pions, pour show",
        "Save the first game that leaves the fewest pegs, for `show`",
    ),
    default: None,
    takes: Takes::File,
};

/// The first game of all runs that leaves the fewest pegs.
///
/// # Errors
/// When the settings are refused.
pub fn best(given: &Given<'_>, finding: &Finding<'_>) -> Result<Option<Kept>, Problem> {
    let experiments: Vec<Solitaire> = experiments(given)?;
    let all = experiments.iter().zip(finding.runs);
    let held =
        all.filter_map(|(played, run)| run.tally.extremes[0].get().map(|(pegs, deal)| (pegs, deal, played, run)));
    Ok(held.min_by_key(|(pegs, ..)| *pegs).map(|(pegs, deal, played, run)| {
        let (start, seed) = (played.start(), run.plan.seed);
        let origin = Some(Origin { seed: seed.0, deal });
        let record = Record::of_start("solitaire", &Playable::settings(&start), None, origin);
        let record = record.with_moves(game(start, &Streams::new(seed), deal).iter().map(ToString::to_string));
        let remark = Sentence::made(|lang| match lang {
            Lang::Fr => format!("la partie {deal}, qui laisse {}", lang.counted(pegs, "pion", "pions")),
            Lang::En => format!("game {deal}, which leaves {}", lang.counted(pegs, "peg", "pegs")),
        });
        Kept { text: record.to_string(), remark, options: String::new() }
    }))
}
