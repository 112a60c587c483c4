//! Tests of the engine without the program, in one binary with one module per line.

mod alak;
mod alliances;
mod bataille;
mod bataille_engine;
mod bataille_exact;
mod bataille_hands;
mod bataille_lanes;
mod bataille_rules;
mod bataille_runs;
mod battery;
mod cards;
mod chance;
mod compare;
mod course;
mod deal_rows;
mod driver;
mod edges;
mod exact_values;
mod improve;
mod joint;
mod lanes;
mod measures;
mod merge;
mod nim;
mod perfect;
mod played;
mod players;
mod resume;
mod riffle;
mod riffle_lanes;
mod riffle_law;
mod rng;
mod settings;
mod shuffle;
mod shuffle_lanes;
mod solitaire;
mod stats;
mod stop;
mod suspect;
mod tally;

use pioche_engine::cards::Pack;
use pioche_engine::experiments::alliances::{Alliances, AlliancesPlayer, Play, SingleCardChange};
use pioche_engine::games::alliances::improve::Improvement;

/// An experiment of each topic, layout and player, for tests of all of them.
const KINDS: &[&str] = &[
    "alliances cards=32 improve=none",
    "alliances cards=2x3 improve=exchange",
    "alliances cards=3x4 improve=exchange player=perfect",
    "alliances cards=4x4 improve=none player=perfect",
    "bataille values=3 order=fixed shuffle=riffle:3",
    "bataille values=3 order=fixed shuffle=uniform max_rounds=4",
    "shuffle cards=52 riffles=5",
    "solitaire board=triangle:5 hole=12",
    "solitaire board=english hole=16",
    "alak cells=5 edge=ring own_group=captured players=random,random max_plies=9",
    "nim matches=20 takes=2,3 players=random,random",
    "nim matches=7 takes=5 players=random,perfect",
];

/// Returns the first experiment of each topic.
fn small() -> Vec<&'static str> {
    let mut first = KINDS.to_vec();
    first.dedup_by_key(|name| name.split(' ').next());
    first
}

/// Returns the patience of a pack with this change of the stock and this player.
pub fn patience(
    pack: Pack,
    improve: Option<Improvement>,
    player: AlliancesPlayer,
) -> Result<Alliances, SingleCardChange> {
    let play = Play {
        improve,
        player,
        ..Play::default()
    };
    Alliances::new(pack, play)
}

/// Returns the summary of a run with the default intervals.
pub fn summary(
    experiment: &dyn pioche_engine::experiments::Experiment,
    run: &pioche_engine::sim::Run,
) -> pioche_engine::sim::Summary {
    let experiment =
        pioche_engine::experiments::from_name(&experiment.name()).expect("the name is known");
    pioche_engine::sim::Summary::new(experiment.into(), run, Default::default())
}
