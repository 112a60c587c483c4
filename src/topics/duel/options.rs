//! The common settings of two-player games.

use super::messages;
use crate::lang::help::HelpSection;
use crate::lang::{Lang, Problem, Text, either, problem};
use crate::topics::setting::{Setting, TitleFormat, ValueKind};
use pioche_engine::experiments::duel::{self, Pairing};
use pioche_engine::players::{Mcts, Minimax};

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
    if let Ok(pairing) = text.parse::<Pairing>() {
        return Ok(pairing.to_string());
    }
    let max_depth = Minimax::MAX_DEPTH;
    let max_playouts = u64::from(Mcts::MAX_PLAYOUTS.get());
    let [fr_max_playouts, en_max_playouts] =
        [Lang::Fr, Lang::En].map(|lang| lang.integer(max_playouts));
    Err(problem!(
        "« {text} » n'est pas une paire de joueurs comme random,perfect ({human}random, greedy, perfect, minimax:d, \
         mcts:n, d de 1 à {max_depth}, n de 1 à {fr_max_playouts})",
        "“{text}” is not a pair of players such as random,perfect ({human}random, greedy, perfect, minimax:d, mcts:n, \
         d from 1 to {max_depth}, n from 1 to {en_max_playouts})"
    ))
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
