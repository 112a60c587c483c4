//! Matches of Nim. (Handout 004.)

use crate::experiments::duel::{Match, Pairing, TwoPlayerGame};
use crate::games::nim::{LastTake, NimState as Heap, PlayStyle, TakeSet, outcome_distribution};
use crate::players::PlayerSpec;
use crate::sim::{Experiment, Field, InvalidSetting, Setting};
use crate::stats::exact::nearest_probability;

/// The experiment of games of Nim between two players.
pub type Nim = Match<Heap>;

/// The number of matches at the start.
pub const MATCHES: Setting = Setting::new::<u32>("matches")
    .within(1, Heap::MAX_MATCHES as u64)
    .with_default("25");
/// The numbers of matches that may be taken.
pub const TAKES: Setting = Setting::new::<TakeSet>("takes").with_default("2,3");

/// The result of taking the last match, `yes` for the misère game.
pub const MISERE: Setting = Setting::new::<LastTake>("misere")
    .with_default(LastTake::Wins.name())
    .late();

const MAX_EXACT_MATCHES: u32 = 2000;

impl TwoPlayerGame for Heap {
    const TOPIC: &'static str = "nim";
    const START_SETTINGS: &'static [&'static Setting] = &[&MATCHES, &TAKES, &MISERE];

    fn start_settings(&self) -> Vec<Field> {
        vec![
            MATCHES.with_value(&self.matches()),
            TAKES.with_value(self.takes()),
            MISERE.with_value(&self.rules().last_take),
        ]
    }

    fn longest_game_plies(&self) -> u64 {
        self.matches().into()
    }

    fn from_settings(settings: &[Field]) -> Result<Self, InvalidSetting> {
        let takes = TAKES.read(settings)?;
        let start =
            Self::new(takes, MATCHES.read(settings)?).map_err(|_| MATCHES.invalid(settings))?;
        Ok(start.with_last_take(MISERE.read(settings)?))
    }

    fn exact_outcome_probabilities(&self, players: Pairing, _: u64) -> Option<Vec<f64>> {
        let style = |kind| match kind {
            PlayerSpec::Random => Some(PlayStyle::Random),
            PlayerSpec::Perfect => Some(PlayStyle::Perfect),
            _ => None,
        };
        let [one, two] = players.0.map(style);
        let matches = Some(self.matches()).filter(|&matches| matches <= MAX_EXACT_MATCHES)?;
        let distribution = outcome_distribution(self.rules(), matches, [one?, two?])?;
        Some(distribution.iter().map(nearest_probability).collect())
    }

    fn boxed_experiment(game_match: Match<Self>) -> Box<dyn Experiment> {
        Box::new(game_match)
    }
}
