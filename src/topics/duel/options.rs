//! The settings that all two-player games share, and the options of each verb, listed at compile time.

use super::game::TwoPlayerTopic;
use super::said;
use crate::lang::help::Group;
use crate::lang::{Lang, Problem, Text, either};
use crate::topics::replay::EXPLAIN;
use crate::topics::setting::{MEMORY, Opt, Said, Setting, Takes};
use crate::topics::words::Words;
use pioche_engine::experiments::duel::Pairing;
use std::marker::PhantomData;

/// The options of the verbs of a game.
pub struct Options<G>(PhantomData<G>);

impl<G: TwoPlayerTopic> Options<G> {
    const PLIES: &'static [Opt] = if G::MAX_PLIES.is_some() { &[MAX_PLIES.one()] } else { &[] };
    const MEMORY: &'static [Opt] = if G::SPEC.slow_to_solve { &[MEMORY.one()] } else { &[] };
    const SOLVER: &'static [Opt] = if let Some(solver) = &G::SPEC.solve { solver.options } else { &[] };

    const SIMULATE_LIST: &'static List = &List::of::<G>([&[PLAYERS.one()], Self::PLIES, Self::MEMORY]);
    const SHOW_LIST: &'static List = &List::of::<G>([&[WHO.one()], Self::PLIES, &[EXPLAIN.one()]]).single();
    const PLAY_LIST: &'static List = &List::of::<G>([&[SEATS.one()], Self::MEMORY, &[]]).single();
    const SOLVE_LIST: &'static List = &List::of::<G>([Self::SOLVER, Self::MEMORY, &[]]).single();

    pub const SIMULATE: &'static [Opt] = Self::SIMULATE_LIST.opts();
    pub const SHOW: &'static [Opt] = Self::SHOW_LIST.opts();
    pub const PLAY: &'static [Opt] = Self::PLAY_LIST.opts();
    pub const SOLVE: &'static [Opt] = Self::SOLVE_LIST.opts();

    pub const WORDS: Words = Words { title: G::SPEC.title, own: said::OWN, settings: Self::SIMULATE_LIST.settings() };
}

/// The options of a verb: those of the game, then others.
struct List {
    opts: [Opt; Self::MAX],
    settings: [Setting; Self::MAX],
    len: usize,
}

impl List {
    /// The largest number of options of a verb.
    const MAX: usize = 16;

    const fn of<G: TwoPlayerTopic>([first, second, third]: [&[Opt]; 3]) -> Self {
        let list = Self { opts: [EXPLAIN.one(); Self::MAX], settings: [EXPLAIN; Self::MAX], len: 0 };
        list.with(G::SPEC.options).with(first).with(second).with(third)
    }

    const fn with(mut self, more: &[Opt]) -> Self {
        let mut place = 0;
        while place < more.len() {
            self.opts[self.len] = more[place];
            self.settings[self.len] = *more[place].setting;
            self.len += 1;
            place += 1;
        }
        self
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

    const fn opts(&self) -> &[Opt] {
        self.opts.split_at(self.len).0
    }

    const fn settings(&self) -> &[Setting] {
        self.settings.split_at(self.len).0
    }
}

pub const PLAYERS: Setting = Setting::of("players", Text::new("joueurs", "players"), "P,P")
    .said(Said::As(against))
    .help(
        "Les joueurs, le joueur 1 en premier : au hasard (random), glouton (greedy), parfait (perfect), minimax:d \
         (d coups d'avance, 100 au plus), mcts:n (n parties essayées par coup, 1 000 000 au plus)",
        "The players, player 1 first: random, greedy, perfect, minimax:d (d moves ahead, at most 100), mcts:n (n games \
         tried for each move, at most 1,000,000)",
    )
    .default("random,random")
    .offers(&["random,random", "greedy,random", "perfect,random", "perfect,greedy", "perfect,perfect"])
    .takes(Takes::Text(|text| pairing(text, "")));

pub const SEATS: Setting = PLAYERS
    .help(
        "Qui joue, joueur 1 puis joueur 2 : human (humain), random (hasard), greedy (glouton), perfect (parfait), \
         minimax:d (d coups d'avance, 100 au plus) ou mcts:n (n parties essayées par coup, 1 000 000 au plus)",
        "Who plays, player 1 first: human, random, greedy, perfect, minimax:d (d moves ahead, at most 100) or mcts:n \
         (n games tried for each move, at most 1,000,000)",
    )
    .default("human,human")
    .offers(&["human,human", "human,perfect", "perfect,human", "human,mcts:1000", "human,random"])
    .takes(Takes::Text(|text| pairing(text, "human, ")));

pub const MAX_PLIES: Setting = Setting::of("max_plies", Text::new("coups au plus", "moves at most"), "N")
    .said(Said::Counted(Text::new("coup au plus", "move at most"), Text::new("coups au plus", "moves at most")))
    .help(
        "Laisse indécises les parties qui ne sont pas finies après N coups",
        "Leave games unresolved that have not ended after N moves",
    )
    .group(Group::Many)
    .default("1000")
    .takes(Takes::Count { least: 1, most: 1_000_000_000_000_000 });

/// Reads two players; `besides` is the list of players that a simulation does not have.
fn pairing(text: &str, besides: &str) -> Result<String, Problem> {
    text.parse::<Pairing>().map(|pairing| pairing.to_string()).map_err(|_| {
        Problem::message(
            format!(
                "« {text} » ne désigne pas deux joueurs comme random,perfect ({besides}random, greedy, perfect, \
                 minimax:d, mcts:n, d de 1 à 100, n de 1 à 1 000 000)",
            ),
            format!(
                "“{text}” does not name two players such as random,perfect ({besides}random, greedy, perfect, \
                 minimax:d, mcts:n, d from 1 to 100, n from 1 to 1,000,000)",
            ),
        )
    })
}

pub const WHO: Setting = PLAYERS.help(
    "Les joueurs de la simulation dont on montre la partie, le joueur 1 en premier : au hasard (random), glouton \
     (greedy), parfait (perfect), minimax:d, mcts:n",
    "The players of the simulation whose game is shown, player 1 first: random, greedy, perfect, minimax:d, mcts:n",
);

fn against(lang: Lang, players: &str) -> String {
    let against = Text::new(" contre ", " against ").in_lang(lang);
    players.split(',').map(|player| called(lang, player)).collect::<Vec<_>>().join(against)
}

fn called(lang: Lang, player: &str) -> String {
    match player.split_once(':') {
        Some(("minimax", depth)) => either!(lang, "minimax à {depth} coups", "minimax {depth} moves deep"),
        Some(("mcts", games)) => {
            either!(lang, "recherche arborescente à {games} essais", "tree search of {games} trials")
        }
        _ => said::PLAYERS
            .iter()
            .find(|word| word.key == player)
            .map_or(player, |word| word.label.in_lang(lang))
            .to_owned(),
    }
}
