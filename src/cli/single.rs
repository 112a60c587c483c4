//! The verbs about one deck: `deal`, `check`, `show`, `improve`.

use super::args::{DealArgs, PackArgs, improvement};
use super::console::{Console, Done, Failure};
use super::decks::{DeckArgs, dealt, deck_of, problems, words_of};
use super::files::name;
use super::show_bataille::ShowBataille;
use super::show_games::{ShowAlak, ShowNim, ShowSolitaire};
use crate::cards::deck::{Pretty, Text};
use crate::games::alliances::auto::literal;
use crate::games::alliances::improve::{Change, Improvement, Improver};
use crate::games::alliances::state::Event;
use crate::lang::{Problem, Remark, Say};
use crate::report::json::pretty;
#[cfg(feature = "charts")]
use crate::topics::alliances::film::alliances;
use serde_json::json;
use std::path::PathBuf;

/// What the standard output of a single deal carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum SingleFormat {
    /// Text for people
    #[value(alias = "tableau")]
    Table,
    /// JSON
    Json,
}

/// `deal`.
#[derive(Clone, Debug, clap::Args)]
pub struct Deal {
    #[command(flatten)]
    pack: PackArgs,
    #[command(flatten)]
    deal: DealArgs,
}

impl Deal {
    /// Prints one deck in the handout's format.
    pub fn run(&self, console: &Console) -> Result<Done, Failure> {
        let deck = dealt(self.pack.pack()?, &self.deal, console)?;
        console.print(format!("{}\n", Text(&deck)).as_bytes())?;
        Ok(Done::Success)
    }
}

/// `check`.
#[derive(Clone, Debug, clap::Args)]
pub struct Check {
    /// File with a deck in the handout's format, `-` for the standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    pack: PackArgs,
}

impl Check {
    /// Says whether a deck is complete and without doubles, and if not, why.
    pub fn run(&self, console: &Console) -> Result<Done, Failure> {
        let words = words_of(&self.file)?;
        let pack = self.pack.given()?.unwrap_or_else(|| words.likely_pack());
        match words.deck(pack) {
            Ok(deck) => {
                let remark = Remark::CompleteDeck { file: name(&self.file), cards: deck.len() };
                console.print(format!("{}\n", remark.say(console.lang)).as_bytes())?;
                Ok(Done::Success)
            }
            Err(faults) => {
                let lines: String = problems(&self.file, pack, &faults)
                    .iter()
                    .map(|problem| format!("{}\n", problem.say(console.lang)))
                    .collect();
                console.print(lines.as_bytes())?;
                Ok(Done::No)
            }
        }
    }
}

/// `show`.
#[derive(Clone, Debug, clap::Subcommand)]
pub enum Show {
    /// The patience, as the handout prints it: the stock, then the row after each draw and each jump
    #[command(alias = "reussite")]
    Alliances(ShowAlliances),
    /// Bataille, round by round, to its end or to its first repeat
    Bataille(ShowBataille),
    /// Peg solitaire: a recorded game or the first solution, jump by jump
    Solitaire(ShowSolitaire),
    /// Alak: a recorded game, stone by stone
    Alak(ShowAlak),
    /// Nim: a recorded game, take by take
    Nim(ShowNim),
}

/// `show alliances`.
#[derive(Clone, Debug, clap::Args)]
pub struct ShowAlliances {
    #[command(flatten)]
    deck: DeckArgs,
    /// Only the last row and the number of piles
    #[arg(long = "final", alias = "finale")]
    last: bool,
    /// What the standard output carries
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: SingleFormat,
    #[cfg(feature = "charts")]
    #[command(flatten)]
    film: super::film::FilmArgs,
}

impl Show {
    /// Prints one game.
    pub fn run(&self, console: &Console) -> Result<Done, Failure> {
        match self {
            Self::Alliances(show) => show.run(console),
            Self::Bataille(show) => show.run(console),
            Self::Solitaire(show) => show.run(console),
            Self::Alak(show) => show.run(console),
            Self::Nim(show) => show.run(console),
        }
    }
}

impl ShowAlliances {
    fn run(&self, console: &Console) -> Result<Done, Failure> {
        #[cfg(feature = "charts")]
        let camera = self.film.open()?;
        let deck = self.deck.deck(console)?;
        #[cfg(feature = "charts")]
        if let Some(camera) = camera {
            camera.shoot(console, |wanted, width| alliances(&deck, width.unwrap_or(720), wanted))?;
        }
        let mut states = format!("{}\n\n", Pretty(&deck));
        let mut jumps = Vec::new();
        let row = literal(&deck, |event, row| {
            states.push_str(&format!("{}\n\n", Pretty(row.tops())));
            if let Event::Jumped(pile) = event {
                jumps.push(pile);
            }
        });
        let tops: Vec<String> = row.tops().iter().map(ToString::to_string).collect();
        let text = match self.format {
            SingleFormat::Json => pretty(&json!({ "piles": row.piles(), "tops": tops, "jumps": jumps })),
            SingleFormat::Table if self.last => {
                let piles = Remark::FinalPiles { piles: row.piles() };
                format!("{}\n{}\n", Pretty(row.tops()), piles.say(console.lang))
            }
            SingleFormat::Table => states,
        };
        console.print(text.as_bytes())?;
        Ok(Done::Success)
    }
}

/// `improve`.
#[derive(Clone, Debug, clap::Args)]
pub struct Improve {
    /// File with a deck in the handout's format, `-` for the standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    pack: PackArgs,
    /// The change that is allowed: exchange of two neighbours, swap of any two cards, move of one card
    #[arg(long, value_name = "CHANGE", default_value = "exchange", value_parser = improvement())]
    improve: Improvement,
    /// What the standard output carries
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: SingleFormat,
}

impl Improve {
    /// Prints the improved deck, and tells what was changed.
    pub fn run(&self, console: &Console) -> Result<Done, Failure> {
        let deck = deck_of(&self.file, self.pack.given()?)?;
        let best = Improver::default().best(&deck, self.improve).ok_or(Problem::NothingToChange)?;
        let mut improved = deck.clone();
        best.change.apply(&mut improved);
        let card = |place: usize| deck[place].to_string();
        let (what, index) = match best.change {
            Change::Exchange(place) => {
                (Remark::Exchanged { first: card(place), second: card(place + 1), place }, json!(place))
            }
            Change::Swap(i, j) => (Remark::Swapped { first: card(i), second: card(j), places: (i, j) }, json!([i, j])),
            Change::Move { from, to } => (Remark::Moved { card: card(from), from, to }, json!([from, to])),
        };
        let text = match self.format {
            SingleFormat::Table => format!("{}\n", Text(&improved)),
            SingleFormat::Json => pretty(&json!({
                "deck": improved.iter().map(ToString::to_string).collect::<Vec<_>>(),
                "before": best.before,
                "after": best.after,
                "gain": best.gain(),
                "index": index,
                "improve": self.improve.to_string(),
            })),
        };
        console.print(text.as_bytes())?;
        console.remark(&what);
        console.remark(&Remark::Gain { before: best.before, after: best.after, gain: best.gain() });
        Ok(Done::Success)
    }
}
