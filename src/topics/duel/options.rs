//! The common settings of two-player games, and the options of each command, listed at compile time.

use super::game::TwoPlayerTopic;
use super::messages;
use crate::lang::help::HelpSection;
use crate::lang::{Lang, Problem, Text, either};
use crate::topics::replay::EXPLAIN;
use crate::topics::setting::{MEMORY, OptionSpec, Setting, TitleFormat, ValueKind};
use crate::topics::topic_glossary::TopicGlossary;
use pioche_engine::experiments::duel::{self, Pairing};
use std::marker::PhantomData;

/// The options of each command of a game.
pub struct VerbOptions<G>(PhantomData<G>);

impl<G: TwoPlayerTopic> VerbOptions<G> {
    const MAX_PLIES_OPTION: &'static [OptionSpec] = if G::DEFAULT_MAX_PLIES.is_some() {
        &[MAX_PLIES.option_spec()]
    } else {
        &[]
    };
    const MEMORY_OPTION: &'static [OptionSpec] = if G::SPEC.slow_to_solve {
        &[MEMORY.option_spec()]
    } else {
        &[]
    };
    const SOLVER_OPTIONS: &'static [OptionSpec] = if let Some(solver) = &G::SPEC.solve {
        solver.options
    } else {
        &[]
    };

    pub const SIMULATE: &'static OptionList = &OptionList::concat([
        G::SPEC.options,
        &[PLAYERS.option_spec()],
        Self::MAX_PLIES_OPTION,
        Self::MEMORY_OPTION,
    ]);
    pub const SHOW: &'static OptionList = &OptionList::concat([
        G::SPEC.options,
        &[PLAYERS.option_spec()],
        Self::MAX_PLIES_OPTION,
        &[EXPLAIN.option_spec()],
    ])
    .single_valued();
    pub const PLAY: &'static OptionList = &OptionList::concat([
        G::SPEC.options,
        &[PLAYERS_OR_HUMAN.option_spec()],
        Self::MEMORY_OPTION,
        &[],
    ])
    .single_valued();
    pub const SOLVE: &'static OptionList = &OptionList::concat([
        G::SPEC.options,
        Self::SOLVER_OPTIONS,
        Self::MEMORY_OPTION,
        &[],
    ])
    .single_valued();

    pub const GLOSSARY: TopicGlossary = TopicGlossary {
        title: G::SPEC.title,
        own_terms: messages::SHARED_TERMS,
        settings: Self::SIMULATE.as_slice(),
    };
}

/// The options of a command, concatenated from several lists.
pub struct OptionList {
    opts: [OptionSpec; Self::MAX],
    len: usize,
}

impl OptionList {
    /// The largest number of options of a command.
    const MAX: usize = 16;

    const fn concat(lists: [&[OptionSpec]; 4]) -> Self {
        let mut list = Self {
            opts: [EXPLAIN.option_spec(); Self::MAX],
            len: 0,
        };
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

    /// Returns the same options without lists of values.
    const fn single_valued(mut self) -> Self {
        let mut place = 0;
        while place < self.len {
            self.opts[place].list_example = None;
            place += 1;
        }
        self
    }

    pub const fn as_slice(&self) -> &[OptionSpec] {
        self.opts.split_at(self.len).0
    }
}

pub const PLAYERS: Setting = Setting::declared(&duel::PLAYERS, Text::new("joueurs", "players"), "P,P")
    .title_format(TitleFormat::Custom(pairing_title))
    .help(
        "Les joueurs, le joueur 1 en premier : random (hasard), greedy (glouton), perfect (parfait), minimax:d (d coups \
         d'avance, 100 au plus) ou mcts:n (n parties essayées par coup, 1 000 000 au plus)",
        "The players, player 1 first: random, greedy, perfect, minimax:d (d moves ahead, at most 100) or mcts:n (n games \
         tried for each move, at most 1,000,000)",
    )
    .completions(&["random,random", "greedy,random", "perfect,random", "perfect,greedy", "perfect,perfect"])
    .value_kind(ValueKind::Custom(|text| parse_players(text, "")));

/// The option `--players` of interactive games, which accepts `human`.
pub const PLAYERS_OR_HUMAN: Setting = PLAYERS
    .help(
        "Les joueurs, le joueur 1 en premier : human (humain), random (hasard), greedy (glouton), perfect (parfait), \
         minimax:d (d coups d'avance, 100 au plus) ou mcts:n (n parties essayées par coup, 1 000 000 au plus)",
        "The players, player 1 first: human, random, greedy, perfect, minimax:d (d moves ahead, at most 100) or mcts:n \
         (n games tried for each move, at most 1,000,000)",
    )
    .default("human,human")
    .completions(&["human,human", "human,perfect", "perfect,human", "human,mcts:1000", "human,random"])
    .value_kind(ValueKind::Custom(|text| parse_players(text, "human, ")));

pub const MAX_PLIES: Setting = Setting::declared(
    &duel::MAX_PLIES,
    Text::new("coups au plus", "moves at most"),
    "N",
)
.title_format(TitleFormat::Counted(
    Text::new("coup au plus", "move at most"),
    Text::new("coups au plus", "moves at most"),
))
.help(
    "Arrête une partie après N coups et la compte comme indécise",
    "Stop a game after N moves and count it as unresolved",
)
.group(HelpSection::Workload);

/// Parses two players. `human` is the beginning of the list of players in the error message.
fn parse_players(text: &str, human: &str) -> Result<String, Problem> {
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

fn pairing_title(lang: Lang, players: &str) -> String {
    let against = Text::new(" contre ", " against ").in_lang(lang);
    players
        .split(',')
        .map(|player| player_name(lang, player))
        .collect::<Vec<_>>()
        .join(against)
}

fn player_name(lang: Lang, player: &str) -> String {
    match player.split_once(':') {
        Some(("minimax", "1")) => lang.either("minimax à 1 coup d'avance", "minimax 1 move ahead"),
        Some(("minimax", depth)) => either!(
            lang,
            "minimax à {depth} coups d'avance",
            "minimax {depth} moves ahead"
        ),
        Some(("mcts", "1")) => lang.either(
            "recherche arborescente à 1 essai",
            "tree search with 1 trial",
        ),
        Some(("mcts", games)) => {
            either!(
                lang,
                "recherche arborescente à {games} essais",
                "tree search with {games} trials"
            )
        }
        _ => messages::PLAYER_CHOICES
            .iter()
            .find(|word| word.key == player)
            .map_or(player, |word| word.label.in_lang(lang))
            .to_owned(),
    }
}
