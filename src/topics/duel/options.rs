//! The settings that all two-player games share, and the options of each verb, listed at compile time.

use super::game::TwoPlayerTopic;
use super::said;
use crate::lang::help::HelpSection;
use crate::lang::{Lang, Problem, Text, either};
use crate::topics::replay::EXPLAIN;
use crate::topics::setting::{MEMORY, Opt, Said, Setting, Takes};
use crate::topics::words::Words;
use pioche_engine::experiments::duel::Pairing;
use std::marker::PhantomData;

/// The options of the verbs of a game.
pub struct Options<G>(PhantomData<G>);

impl<G: TwoPlayerTopic> Options<G> {
    const PLIES: &'static [Opt] = if G::DEFAULT_MAX_PLIES.is_some() { &[MAX_PLIES.one()] } else { &[] };
    const MEMORY: &'static [Opt] = if G::SPEC.slow_to_solve { &[MEMORY.one()] } else { &[] };
    const SOLVER: &'static [Opt] = if let Some(solver) = &G::SPEC.solve { solver.options } else { &[] };

    pub const SIMULATE: &'static List = &List::of([G::SPEC.options, &[PLAYERS.one()], Self::PLIES, Self::MEMORY]);
    pub const SHOW: &'static List =
        &List::of([G::SPEC.options, &[PLAYERS.one()], Self::PLIES, &[EXPLAIN.one()]]).single();
    pub const PLAY: &'static List = &List::of([G::SPEC.options, &[SEATS.one()], Self::MEMORY, &[]]).single();
    pub const SOLVE: &'static List = &List::of([G::SPEC.options, Self::SOLVER, Self::MEMORY, &[]]).single();

    pub const WORDS: Words = Words { title: G::SPEC.title, own: said::OWN, settings: Self::SIMULATE.opts() };
}

/// The options of a verb, from several lists.
pub struct List {
    opts: [Opt; Self::MAX],
    len: usize,
}

impl List {
    /// The largest number of options of a verb.
    const MAX: usize = 16;

    const fn of(lists: [&[Opt]; 4]) -> Self {
        let mut list = Self { opts: [EXPLAIN.one(); Self::MAX], len: 0 };
        let mut number = 0;
        while number < lists.len() {
            let mut place = 0;
            while place < lists[number].len() {
                list.opts[list.len] = lists[number][place];
                list.len += 1;
                place += 1;
            }
            number += 1;
        }
        list
    }

    /// The same options, each of one value.
    const fn single(mut self) -> Self {
        let mut place = 0;
        while place < self.len {
            self.opts[place].many = None;
            place += 1;
        }
        self
    }

    pub const fn opts(&self) -> &[Opt] {
        self.opts.split_at(self.len).0
    }
}

pub const PLAYERS: Setting = Setting::of("players", Text::new("joueurs", "players"), "P,P")
    .said(Said::As(against))
    .help(
        "Les joueurs, le joueur 1 en premier : random (hasard), greedy (glouton), perfect (parfait), minimax:d (d coups \
         d'avance, 100 au plus) ou mcts:n (n parties essayées par coup, 1 000 000 au plus)",
        "The players, player 1 first: random, greedy, perfect, minimax:d (d moves ahead, at most 100) or mcts:n (n games \
         tried for each move, at most 1,000,000)",
    )
    .default("random,random")
    .offers(&["random,random", "greedy,random", "perfect,random", "perfect,greedy", "perfect,perfect"])
    .takes(Takes::Text(|text| pairing(text, "")));

/// The players of a game with people.
pub const SEATS: Setting = PLAYERS
    .help(
        "Les joueurs, le joueur 1 en premier : human (humain), random (hasard), greedy (glouton), perfect (parfait), \
         minimax:d (d coups d'avance, 100 au plus) ou mcts:n (n parties essayées par coup, 1 000 000 au plus)",
        "The players, player 1 first: human, random, greedy, perfect, minimax:d (d moves ahead, at most 100) or mcts:n \
         (n games tried for each move, at most 1,000,000)",
    )
    .default("human,human")
    .offers(&["human,human", "human,perfect", "perfect,human", "human,mcts:1000", "human,random"])
    .takes(Takes::Text(|text| pairing(text, "human, ")));

pub const MAX_PLIES: Setting = Setting::of("max_plies", Text::new("coups au plus", "moves at most"), "N")
    .said(Said::Counted(Text::new("coup au plus", "move at most"), Text::new("coups au plus", "moves at most")))
    .help(
        "Arrête une partie après N coups et la compte comme indécise",
        "Stop a game after N moves and count it as unresolved",
    )
    .group(HelpSection::Workload)
    .default("1000")
    .takes(Takes::Count { least: 1, most: 1_000_000_000_000_000 });

/// Reads two players; `human` is listed in the error message before the other players, if it is accepted.
fn pairing(text: &str, human: &str) -> Result<String, Problem> {
    text.parse::<Pairing>().map(|pairing| pairing.to_string()).map_err(|_| {
        Problem::message(
            format!(
                "« {text} » n'est pas une paire de joueurs comme random,perfect ({human}random, greedy, perfect, \
                 minimax:d, mcts:n, d de 1 à 100, n de 1 à 1 000 000)",
            ),
            format!(
                "“{text}” is not a pair of players such as random,perfect ({human}random, greedy, perfect, \
                 minimax:d, mcts:n, d from 1 to 100, n from 1 to 1,000,000)",
            ),
        )
    })
}

fn against(lang: Lang, players: &str) -> String {
    let against = Text::new(" contre ", " against ").in_lang(lang);
    players.split(',').map(|player| called(lang, player)).collect::<Vec<_>>().join(against)
}

fn called(lang: Lang, player: &str) -> String {
    match player.split_once(':') {
        Some(("minimax", depth)) => either!(lang, "minimax à {depth} coups d'avance", "minimax {depth} moves ahead"),
        Some(("mcts", games)) => {
            either!(lang, "recherche arborescente à {games} essais", "tree search with {games} trials")
        }
        _ => said::PLAYERS
            .iter()
            .find(|word| word.key == player)
            .map_or(player, |word| word.label.in_lang(lang))
            .to_owned(),
    }
}
