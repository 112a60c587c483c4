//! Matches of Nim. (Handout 004.)

use crate::experiments::duel::{Contest, Match, Pairing};
use crate::games::Memory;
use crate::games::nim::{Nim as Heap, Style, law};
use crate::players::{Kind, Seat, SeatError};
use crate::sim::{Experiment, Field, FieldValue, SettingsText};
use crate::stats::fraction::nearest_f64;

/// The experiment.
pub type Nim = Match<Heap>;

/// Starts up to this many matches have their exact law in the table.
const EXACT_MATCHES: u32 = 2000;

impl Contest for Heap {
    const TOPIC: &'static str = "nim";
    const MAX_PLIES: Option<u64> = None;
    const CHUNK: u64 = 64 * 16;

    fn start(&self) -> Vec<Field> {
        let takes = FieldValue::List(self.takes().as_slice().to_vec());
        vec![Field::new("matches", self.matches()), Field::new("takes", takes)]
    }

    /// Every move takes a match.
    fn longest(&self) -> u64 {
        self.matches().into()
    }

    fn named(settings: &SettingsText<'_>) -> Option<Self> {
        Self::new(settings.get("takes")?, settings.get("matches")?).ok()
    }

    fn nanoseconds(&self) -> f64 {
        700.0
    }

    /// When both players are random or perfect.
    fn exact(&self, players: Pairing) -> Option<[f64; 3]> {
        let style = |kind| match kind {
            Kind::Random => Some(Style::Random),
            Kind::Perfect => Some(Style::Perfect),
            _ => None,
        };
        let [one, two] = players.0.map(style);
        let matches = Some(self.matches()).filter(|&matches| matches <= EXACT_MATCHES)?;
        let law = law(self.takes(), matches, [one?, two?])?;
        Some(law.each_ref().map(nearest_f64))
    }

    fn seat(&self, kind: Kind, memory: Memory) -> Result<Seat<Self>, SeatError<Self::TooHard>> {
        kind.seat(self, memory)
    }

    fn boxed(game: Match<Self>) -> Box<dyn Experiment> {
        Box::new(game)
    }
}
