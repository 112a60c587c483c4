//! The settings of every game of two players.

use super::game::Duel;
use crate::lang::{Lang, Problem, Text};
use crate::topics::given::Given;
use crate::topics::setting::{Opt, Said, Setting, Takes, Word, word};
use pioche_engine::experiments::duel::{Match, Pairing};
use pioche_engine::players::SeatError;

/// Who plays.
pub const PLAYERS: Setting = Setting {
    key: "players",
    label: Text::new("joueurs", "players"),
    value: Text::new("J,J", "P,P"),
    said: Said::As(against),
    help: Text::new(
        "Les joueurs, le joueur 1 en premier : au hasard (random), glouton (greedy), parfait (perfect), minimax:d \
         (d coups d'avance, 100 au plus), mcts:n (n parties essayées par coup, 1 000 000 au plus)",
        "The players, player 1 first: random, greedy, perfect, minimax:d (d moves ahead, at most 100), mcts:n (n games \
         tried for each move, at most 1,000,000)",
    ),
    default: Some("random,random"),
    takes: Takes::Text(players),
};

/// Who plays where somebody is there.
pub const SEATS: Setting = Setting {
    help: Text::new(
        "Qui joue, joueur 1 puis joueur 2 : human (humain), random (hasard), greedy (glouton), perfect (parfait), \
         minimax:d (d coups d'avance, 100 au plus) ou mcts:n (n parties essayées par coup, 1 000 000 au plus)",
        "Who plays, player 1 first: human, random, greedy, perfect, minimax:d (d moves ahead, at most 100) or mcts:n \
         (n games tried for each move, at most 1,000,000)",
    ),
    default: Some("human,human"),
    takes: Takes::Text(seats),
    ..PLAYERS
};

/// When a game that does not end is left.
pub const MAX_PLIES: Setting = Setting {
    key: "max_plies",
    label: Text::new("coups au plus", "max plies"),
    value: Text::same("N"),
    said: Said::Counted(Text::new("coup au plus", "move at most"), Text::new("coups au plus", "moves at most")),
    help: Text::new(
        "Laisse indécises les parties qui ne sont pas finies après N coups",
        "Leave games unresolved that have not ended after N moves",
    ),
    default: Some("1000"),
    takes: Takes::Count { least: 1, most: 1_000_000_000_000_000 },
};

/// The players that are called by a single word.
const WORDS: &[Word] = &[
    Word::new("human", &["humain", "humaine"], "humain"),
    Word::new("random", &["hasard", "au-hasard", "aléatoire"], "au hasard"),
    Word::new("greedy", &["glouton"], "glouton"),
    Word::new("perfect", &["parfait"], "parfait"),
];

fn players(text: &str) -> Result<String, Problem> {
    pairing(text, Text::new("", ""))
}

fn seats(text: &str) -> Result<String, Problem> {
    pairing(text, Text::new("humain, ", "human, "))
}

/// Two players; `besides` names those whom a simulation does not have.
fn pairing(text: &str, besides: Text) -> Result<String, Problem> {
    let name = |text: &str| word(WORDS, text.trim()).map_or(text.trim(), |word| word.key).to_owned();
    let names: Vec<String> = text.split(',').map(name).collect();
    names.join(",").parse::<Pairing>().map(|pairing| pairing.to_string()).map_err(|_| {
        Problem::said(
            format!(
                "« {text} » ne désigne pas deux joueurs comme hasard,parfait ({}hasard, glouton, parfait, minimax:d, \
                 mcts:n, d de 1 à 100, n de 1 à 1 000 000)",
                besides.fr
            ),
            format!(
                "“{text}” does not name two players such as random,perfect ({}random, greedy, perfect, minimax:d, \
                 mcts:n, d from 1 to 100, n from 1 to 1,000,000)",
                besides.en
            ),
        )
    })
}

/// Who plays the game that is shown.
pub const WHO: Setting = Setting {
    help: Text::new(
        "Les joueurs de la simulation dont on montre la partie, le joueur 1 en premier : au hasard (random), glouton \
         (greedy), parfait (perfect), minimax:d, mcts:n",
        "The players of the simulation whose game is shown, player 1 first: random, greedy, perfect, minimax:d, mcts:n",
    ),
    ..PLAYERS
};

/// The start that was asked for.
///
/// # Errors
/// When a setting is not understood.
pub fn start<G: Duel>(given: &Given<'_>) -> Result<G, Problem> {
    of_size(given, given.get(G::SIZE.0)?)
}

/// The start of this size.
fn of_size<G: Duel>(given: &Given<'_>, size: u64) -> Result<G, Problem> {
    let value = |opt: &Opt| Ok(format!(" {}={}", opt.setting.key, given.get::<String>(opt.setting)?));
    let others = G::OTHERS.iter().map(value).collect::<Result<String, Problem>>()?;
    let (setting, text) = (G::SIZE.0, size.to_string());
    let start = G::from_text(&format!(" {}={size}{others}", setting.key));
    start.ok_or_else(|| Problem::argument(&format!("--{}", setting.option()), Problem::NotUnderstood { text }))
}

/// The match that was asked for, from this start.
///
/// # Errors
/// When a player cannot take its seat.
pub fn game<G: Duel>(given: &Given<'_>, start: G) -> Result<Match<G>, Problem> {
    let game = Match::new(start, given.get(&PLAYERS)?, given.maybe(&MAX_PLIES)?, given.memory);
    game.map_err(|error| Problem::argument("--players", seatless::<G>(error)))
}

/// The matches that were asked for, one for each size of a range.
///
/// # Errors
/// As [`game`].
pub fn matches<G: Duel>(given: &Given<'_>) -> Result<Vec<Match<G>>, Problem> {
    let sizes: Vec<u64> = given.range(G::SIZE.0)?;
    sizes.into_iter().map(|size| game(given, of_size(given, size)?)).collect()
}

/// Why a player of a simulation cannot take its seat.
fn seatless<G: Duel>(error: SeatError<G::TooHard>) -> Problem {
    match error {
        SeatError::NobodyThere => Problem::said(
            "personne n'est là pour jouer : une simulation n'a pas de joueur humain",
            "nobody is there to play: a simulation has no human player",
        ),
        SeatError::Unsolved(error) => Problem::Said(G::too_hard(&error)),
    }
}

/// Two players, as a title says them.
fn against(lang: Lang, players: &str) -> String {
    let against = Text::new(" contre ", " against ").of(lang);
    players.split(',').map(|player| called(lang, player)).collect::<Vec<_>>().join(against)
}

/// A player, as a title says it.
fn called(lang: Lang, player: &str) -> String {
    match (player.split_once(':'), lang) {
        (Some(("minimax", depth)), Lang::Fr) => format!("minimax à {depth} coups"),
        (Some(("minimax", depth)), Lang::En) => format!("minimax {depth} moves deep"),
        (Some(("mcts", games)), Lang::Fr) => format!("recherche arborescente à {games} essais"),
        (Some(("mcts", games)), Lang::En) => format!("tree search of {games} trials"),
        _ => WORDS.iter().find(|word| word.key == player).map_or(player, |word| word.label.of(lang)).to_owned(),
    }
}
