//! The verb `play`: which game, and between whom.

use super::args::{Complaint, DealArgs, SeedChoice, count};
use super::console::{Console, Done, Failure};
use super::decks::DeckArgs;
use super::game_args::{hole, one_board, one_heap};
use super::simulate::drawn;
use super::sitting::{SaveArgs, broken, sit_down};
use crate::games::alak::{Cells, Edge, OwnGroup, Rules, State as Alak};
use crate::games::alliances::Manual;
use crate::games::nim::{Nim, TakeSet};
use crate::games::solitaire::{Board, State as Pegs};
use crate::lang::Problem;
use crate::play::record::players;
use crate::play::{Origin, Playable, Start};
use crate::players::Kind;
use crate::topics::alak::session as alak;
use crate::topics::alliances::session as alliances;
use crate::topics::nim::opening::MATCHES;
use crate::topics::nim::session as nim;
use crate::topics::solitaire::session as solitaire;

/// `play`.
#[derive(Clone, Debug, clap::Subcommand)]
pub enum Play {
    /// The patience: draw and jump yourself
    #[command(alias = "reussite")]
    Alliances(PlayAlliances),
    /// Peg solitaire: ^C hands over to the solver
    Solitaire(PlaySolitaire),
    /// Alak, for two people or against the computer
    Alak(PlayAlak),
    /// Nim, for two people or against the computer; without options the game asks
    Nim(PlayNim),
}

/// `play alliances`.
#[derive(Clone, Debug, clap::Args)]
pub struct PlayAlliances {
    #[command(flatten)]
    deck: DeckArgs,
    /// The most piles with which the game is won
    #[arg(long, conflicts_with = "load", value_name = "N", default_value = "2", value_parser = piles, allow_hyphen_values = true)]
    nb_tas_max: usize,
    #[command(flatten)]
    save: SaveArgs,
}

/// `play solitaire`.
#[derive(Clone, Debug, clap::Args)]
pub struct PlaySolitaire {
    /// The board: triangle:n (n = 3 to 10), english or european
    #[arg(long, conflicts_with = "load", value_name = "BOARD", default_value = "triangle:5", alias = "plateau", value_parser = board)]
    board: Board,
    /// The cell that is empty at the start [default: 12 on triangle:5, the middle elsewhere]
    #[arg(long, conflicts_with = "load", value_name = "CELL", alias = "trou", value_parser = hole, allow_hyphen_values = true)]
    hole: Option<usize>,
    #[command(flatten)]
    save: SaveArgs,
}

/// `play alak`.
#[derive(Clone, Debug, clap::Args)]
pub struct PlayAlak {
    /// The number of cells
    #[arg(long, conflicts_with = "load", value_name = "N", default_value = "15", alias = "cases", value_parser = one_board, allow_hyphen_values = true)]
    cells: Cells,
    /// What lies beyond the last cell
    #[arg(long, conflicts_with = "load", value_name = "EDGE", default_value = "line", alias = "bord")]
    edge: EdgeChoice,
    /// What becomes of an own group without an empty neighbour
    #[arg(long, conflicts_with = "load", value_name = "RULE", default_value = "spared")]
    own_group: OwnGroupChoice,
    /// Who plays: human, random, greedy, perfect, minimax:d or mcts:n, for player 1 and player 2
    #[arg(long, conflicts_with = "load", value_name = "P1,P2", default_value = "human,human", alias = "joueurs", value_parser = seats)]
    players: Seats,
    #[command(flatten)]
    deal: DealArgs,
    #[command(flatten)]
    save: SaveArgs,
}

/// `play nim`.
#[derive(Clone, Debug, clap::Args)]
pub struct PlayNim {
    /// The number of matches at the start [default: 25]
    #[arg(long, conflicts_with = "load", value_name = "N", alias = "allumettes", value_parser = one_heap, allow_hyphen_values = true)]
    matches: Option<u32>,
    /// The numbers of matches that may be taken [default: 2,3]
    #[arg(long, conflicts_with = "load", value_name = "LIST", alias = "prises", value_parser = takes, allow_hyphen_values = true)]
    takes: Option<TakeSet>,
    /// Who plays: human, random, greedy, perfect, minimax:d or mcts:n, for player 1 and player 2 [default: human,human]
    #[arg(long, conflicts_with = "load", value_name = "P1,P2", alias = "joueurs", value_parser = seats)]
    players: Option<Seats>,
    #[command(flatten)]
    deal: DealArgs,
    #[command(flatten)]
    save: SaveArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum EdgeChoice {
    /// Nothing
    #[value(alias = "ligne")]
    Line,
    /// The first cell
    #[value(aliases = ["anneau", "tore"])]
    Ring,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum OwnGroupChoice {
    /// It stays: the handout's rule 3
    #[value(alias = "epargne")]
    Spared,
    /// It is captured: rule 3 dropped
    #[value(alias = "capture")]
    Captured,
}

/// Two players, under a name that clap does not take for a list of arguments.
type Seats = [Kind; 2];

fn piles(text: &str) -> Result<usize, Complaint> {
    count(text, 1, crate::cards::pack::MAX_CARDS as u64).map(|piles| piles as usize)
}

fn board(text: &str) -> Result<Board, Complaint> {
    let english = match text {
        "anglais" => "english",
        "europeen" => "european",
        other => other,
    };
    english.parse().map_err(|_| not_a_choice(text, "triangle:3 … triangle:10, english, european"))
}

fn takes(text: &str) -> Result<TakeSet, Complaint> {
    text.parse().map_err(|_| not_a_choice(text, "1 … 1000: 2,3"))
}

/// Two players, under their English names or in French.
fn seats(text: &str) -> Result<Seats, Complaint> {
    let english = text.split(',').map(|word| match word.trim() {
        "humain" => "human",
        "hasard" | "aleatoire" => "random",
        "glouton" => "greedy",
        "parfait" => "perfect",
        other => other,
    });
    let choices = "human, random, greedy, perfect, minimax:d, mcts:n";
    players(&english.collect::<Vec<_>>().join(",")).ok_or_else(|| not_a_choice(text, choices))
}

fn not_a_choice(text: &str, choices: &str) -> Complaint {
    Complaint(Problem::NotAChoice { text: text.into(), choices: choices.into() })
}

impl Play {
    /// Plays one game at the terminal, or through a pipe.
    pub fn run(&self, console: &Console) -> Result<Done, Failure> {
        match self {
            Self::Alliances(play) => play.run(console),
            Self::Solitaire(play) => play.run(console),
            Self::Alak(play) => play.run(console),
            Self::Nim(play) => play.run(console),
        }
    }
}

impl PlayAlliances {
    fn run(&self, console: &Console) -> Result<Done, Failure> {
        let mut args = self.deck.clone();
        let dealt = match (self.save.goes_on(), &self.deck.file) {
            (true, _) => None,
            (false, Some(_)) => Some((args.deck(console)?, None)),
            (false, None) => {
                let origin = origin(&self.deck.deal, console)?;
                // Drawn once, if it is drawn.
                args.deal.seed = SeedChoice::Given(origin.seed);
                Some((args.deck(console)?, Some(origin)))
            }
        };
        let begun = dealt.map(|(deck, origin)| (alone(&Manual::new(&deck, self.nb_tas_max)), origin));
        sit_down(&alliances::TABLE, &self.save, console, |_| Ok(begun))
    }
}

impl PlaySolitaire {
    fn run(&self, console: &Console) -> Result<Done, Failure> {
        let hole = self.hole.unwrap_or_else(|| self.board.default_hole());
        let start = Pegs::new(self.board, hole).map_err(|_| {
            let most = self.board.cells() as u64 - 1;
            let problem = Problem::CountOutOfRange { text: hole.to_string(), least: 0, most };
            Problem::BadArgument { flag: "--hole".into(), problem: Box::new(problem) }
        })?;
        sit_down(&solitaire::TABLE, &self.save, console, |_| Ok(Some((alone(&start), None))))
    }
}

impl PlayAlak {
    fn run(&self, console: &Console) -> Result<Done, Failure> {
        let edge = match self.edge {
            EdgeChoice::Line => Edge::Line,
            EdgeChoice::Ring => Edge::Ring,
        };
        let own_group = match self.own_group {
            OwnGroupChoice::Spared => OwnGroup::Spared,
            OwnGroupChoice::Captured => OwnGroup::Captured,
        };
        let start = Alak::new(Rules { cells: self.cells, edge, own_group });
        sit_down(&alak::TABLE, &self.save, console, |_| {
            let start = Start { players: self.players, settings: start.settings() };
            Ok(Some((start, Some(origin(&self.deal, console)?))))
        })
    }
}

impl PlayNim {
    /// Without options the handout's questions are asked; any option, and the whole screen, makes the others take their
    /// defaults.
    fn run(&self, console: &Console) -> Result<Done, Failure> {
        sit_down(&nim::TABLE, &self.save, console, |dialogue| {
            let origin = Some(origin(&self.deal, console)?);
            let silent = self.matches.is_some() || self.takes.is_some() || self.players.is_some();
            let start = match (dialogue, nim::TABLE.opening) {
                (Some(dialogue), Some(opening)) if !silent => opening(dialogue).map_err(broken)?,
                _ => Some(self.start()?),
            };
            Ok(start.map(|start| (start, origin)))
        })
    }

    fn start(&self) -> Result<Start, Problem> {
        let matches = self.matches.unwrap_or(MATCHES);
        let start = Nim::new(self.takes.clone().unwrap_or_default(), matches).map_err(|_| {
            let problem = Problem::NotACount { text: matches.to_string() };
            Problem::BadArgument { flag: "--matches".into(), problem: Box::new(problem) }
        })?;
        Ok(Start { players: self.players.unwrap_or([Kind::Human; 2]), settings: start.settings() })
    }
}

/// The start of a game for one person.
fn alone(start: &impl Playable) -> Start {
    Start { players: [Kind::Human; 2], settings: start.settings() }
}

/// The deal of a session; a seed is drawn if need be.
fn origin(deal: &DealArgs, console: &Console) -> Result<Origin, Failure> {
    Ok(Origin { seed: drawn(deal.seed, console)?.0, deal: deal.deal })
}
