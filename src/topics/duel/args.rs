//! The settings of every game of two players.

use super::session::Duel;
use crate::lang::{Lang, Problem, Text};
use crate::topics::given::Given;
use crate::topics::setting::{Opt, Said, Setting, Takes, Word, word};
use crate::topics::verb::Questions;
use pioche_engine::experiments::duel::{Contest, Match, Pairing};
use pioche_engine::players::SeatError;
use pioche_engine::sim::Experiment;

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

/// The options of `simulate` for a game that says when it is left, after its own.
pub const OPEN_END: [Opt; 2] = [PLAYERS.one(), MAX_PLIES.one()];
/// The same for a game that always ends.
pub const SURE_END: [Opt; 1] = [PLAYERS.one()];

/// A match from each of these starts.
///
/// # Errors
/// When a player cannot take its seat.
pub fn matches<G: Contest + Duel>(
    given: &Given<'_>,
    starts: impl IntoIterator<Item = G>,
) -> Result<Questions, Problem> {
    let boxed = |game: Match<G>| Box::new(game) as Box<dyn Experiment>;
    Ok(games(given, starts)?.into_iter().map(boxed).collect())
}

/// The same, not yet behind pointers.
///
/// # Errors
/// When a player cannot take its seat.
pub fn games<G: Contest + Duel>(
    given: &Given<'_>,
    starts: impl IntoIterator<Item = G>,
) -> Result<Vec<Match<G>>, Problem> {
    let players: Pairing = given.get(&PLAYERS)?;
    let max_plies = given.maybe(&MAX_PLIES)?;
    let game = |start| Match::within(start, players, max_plies, given.memory).map_err(seatless::<G>);
    starts.into_iter().map(game).collect()
}

/// A game at the table from this start, between those who were asked for.
///
/// # Errors
/// When a setting is not understood.
pub fn seated(given: &Given<'_>, start: &impl crate::play::playable::Playable) -> Result<crate::play::Start, Problem> {
    let Pairing(players) = given.get(&SEATS)?;
    Ok(crate::play::Start { players, settings: start.settings() })
}

/// Why a player of a simulation cannot take its seat.
pub(super) fn seatless<G: Contest + Duel>(error: SeatError<G::TooHard>) -> Problem {
    let problem = match error {
        SeatError::NobodyThere => Problem::said(
            "personne n'est là pour jouer : une simulation n'a pas de joueur humain",
            "nobody is there to play: a simulation has no human player",
        ),
        SeatError::Unsolved(error) => Problem::Said(G::too_hard(&error)),
    };
    Problem::argument("--players", problem)
}

/// Two players, as a title says them.
fn against(lang: Lang, players: &str) -> String {
    let against = Text::new(" contre ", " against ").of(lang);
    players.split(',').map(|player| called(lang, player)).collect::<Vec<_>>().join(against)
}

/// A player, as a title says it.
pub fn called(lang: Lang, player: &str) -> String {
    match (player.split_once(':'), lang) {
        (Some(("minimax", depth)), Lang::Fr) => format!("minimax à {depth} coups"),
        (Some(("minimax", depth)), Lang::En) => format!("minimax {depth} moves deep"),
        (Some(("mcts", games)), Lang::Fr) => format!("recherche arborescente à {games} essais"),
        (Some(("mcts", games)), Lang::En) => format!("tree search of {games} trials"),
        _ => WORDS.iter().find(|word| word.key == player).map_or(player, |word| word.label.of(lang)).to_owned(),
    }
}
