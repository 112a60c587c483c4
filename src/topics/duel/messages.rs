//! Messages of two-player games for dialogues, explanations, films and tables.

use crate::lang::{Lang, Sentence, Text, either, glossary, join_list, sentence};
use crate::topics::setting::Choice;
use pioche_engine::experiments::Pairing;
use pioche_engine::games::{Game, Outcome, Player};
use pioche_engine::players::PlayerSpec;

pub const SHARED_TERMS: glossary::WordList = &[
    ("deals", Text::new("parties", "games")),
    ("yes", Text::new("oui", "yes")),
    ("no", Text::new("non", "no")),
    (
        "lowest",
        Text::new("La plus courte partie", "The shortest game"),
    ),
    ("median", Text::new("Une partie médiane", "A median game")),
    (
        "highest",
        Text::new("La plus longue partie", "The longest game"),
    ),
    ("ranked", Text::new("# coup|# coups", "# move|# moves")),
    (
        "upset",
        Text::new(
            "Une victoire du joueur qui gagne le moins souvent",
            "A win of the player who wins less often",
        ),
    ),
    ("winner", Text::new("joueur #", "player #")),
    ("plies", Text::new("coups", "moves")),
    ("plies_played", Text::new("coups joués", "moves played")),
    (
        "repetition",
        Text::new("avec répétition de position", "with a repeated position"),
    ),
    ("win", Text::new("gagné", "win")),
    ("lose", Text::new("perdu", "lose")),
];

/// The mistakes of players, and of counting their wins.
pub const MATCH_MISTAKES: glossary::WordList = &[
    (
        "wrong_sign_player1",
        Text::new(
            "signe inversé dans l'évaluation du joueur 1, qui joue le plus mauvais coup",
            "wrong sign in the evaluation of player 1, who makes the worst move",
        ),
    ),
    (
        "wrong_sign_player2",
        Text::new(
            "signe inversé dans l'évaluation du joueur 2, qui joue le plus mauvais coup",
            "wrong sign in the evaluation of player 2, who makes the worst move",
        ),
    ),
    (
        "wrong_sign",
        Text::new(
            "signe inversé dans l'évaluation des deux joueurs, qui jouent le plus mauvais coup",
            "wrong sign in the evaluation of both players, who make the worst move",
        ),
    ),
    (
        "players_exchanged",
        Text::new(
            "les victoires des deux joueurs sont échangées",
            "the wins of both players are exchanged",
        ),
    ),
];

/// Describes how two players play, such as "both play at random".
pub fn pairing_text(lang: Lang, Pairing([player1, player2]): Pairing) -> String {
    let style = |player: PlayerSpec| match player {
        PlayerSpec::Random => either!(lang, "au hasard", "at random"),
        PlayerSpec::Perfect => either!(lang, "au mieux", "perfectly"),
        _ => player.to_string(),
    };
    let style1 = style(player1);
    if player1 == player2 {
        return either!(
            lang,
            "les deux joueurs jouent {style1}",
            "both play {style1}"
        );
    }
    let style2 = style(player2);
    either!(
        lang,
        "le joueur 1 joue {style1}, le joueur 2 {style2}",
        "player 1 plays {style1}, player 2 {style2}"
    )
}

/// The players without a parameter.
pub const PLAYER_CHOICES: &[Choice] = &[
    Choice::new("human", "humain"),
    Choice::new("random", "hasard"),
    Choice::new("greedy", "glouton"),
    Choice::new("perfect", "parfait"),
    Choice::new("handout", "ordinateur du sujet"),
];

pub const NO_HANDOUT_PLAYER: Text = Text::new(
    "le joueur handout ne joue qu'au Nim, avec les prises 2 et 3",
    "the player handout plays only Nim, with the takes 2 and 3",
);

pub fn turn_text(player: Player, player_spec: PlayerSpec) -> Sentence {
    let number = player.number();
    let key = player_spec.to_string();
    if player_spec == PlayerSpec::Human {
        return sentence!("Joueur {number}", "Player {number}");
    }
    let french = PLAYER_CHOICES
        .iter()
        .find(|word| word.key == key)
        .map_or(key.as_str(), |word| word.label.fr);
    sentence!("Joueur {number} ({french})", "Player {number} ({key})")
}

pub fn invalid_input_text(text: &str, expected: Text) -> Sentence {
    Sentence::new(
        format!("« {text} » n'est pas {}.", expected.fr),
        format!("“{text}” is not {}.", expected.en),
    )
}

pub fn best_moves_text(moves: &[impl ToString]) -> Sentence {
    let fr = join_list(moves, "ou");
    let en = join_list(moves, "or");
    match moves {
        [_] => sentence!("Meilleur coup : {fr}.", "Best move: {en}."),
        _ => sentence!("Meilleurs coups : {fr}.", "Best moves: {en}."),
    }
}

pub fn result_text(outcome: Outcome) -> Sentence {
    match outcome {
        Outcome::Winner(player) => {
            let number = player.number();
            sentence!(
                "La partie est remportée par le joueur {number}.",
                "Player {number} wins the game."
            )
        }
        Outcome::Draw | Outcome::Remaining(_) => sentence!("Partie nulle", "Draw"),
    }
}

/// Returns the message of an endless game: the position after `repeated_ply` moves is the same as after
/// `first_ply` moves.
pub fn endless_game_text(first_ply: usize, repeated_ply: usize) -> Sentence {
    Sentence::from_fn(|lang| {
        let moves = |count: usize| {
            lang.translated_count(count as u64, ["coup", "coups"], ["move", "moves"])
        };
        let first = moves(first_ply);
        let repeat = moves(repeated_ply);
        either!(
            lang,
            "Partie infinie : la position après {repeat} est la même qu'après {first}.\nAucun joueur ne gagne.",
            "Endless game: the position after {repeat} is the same as after {first}.\nNeither player wins."
        )
    })
}

pub fn game_over_text(winner: Option<Player>) -> Sentence {
    match winner.map(Player::number) {
        Some(player) => sentence!(
            "Fin : le joueur {player} gagne",
            "The end: player {player} wins"
        ),
        None => sentence!("Fin : partie nulle", "The end: a draw"),
    }
}

/// Returns the sentence about the end of a game; `None` before its end.
fn ending_text<G: Game>(state: &G) -> Option<Sentence> {
    match state.outcome()? {
        Outcome::Winner(player) => Some(game_over_text(Some(player))),
        Outcome::Draw => Some(game_over_text(None)),
        Outcome::Remaining(_) => None,
    }
}

/// Returns the caption of a state in a film: the end of the game, else the last move, else the player to move.
pub fn status_text<G: Game>(state: &G, last_move_text: Option<&Sentence>) -> Sentence {
    let player = state.to_play().number();
    let turn = || sentence!("Au joueur {player} de jouer", "Player {player} to move");
    ending_text(state)
        .or_else(|| last_move_text.cloned())
        .unwrap_or_else(turn)
}

pub fn score_text(player: Player, count: u32) -> Sentence {
    let number = player.number();
    Sentence::new(
        format!("Joueur {number} : {}", Lang::Fr.integer(count.into())),
        format!("Player {number}: {}", Lang::En.integer(count.into())),
    )
}

pub fn with_ending_text<G: Game>(sentence: Sentence, state: &G) -> Sentence {
    match ending_text(state) {
        Some(end) => Sentence::from_fn(|lang: Lang| {
            format!("{}. {}", sentence.in_lang(lang), end.in_lang(lang))
        }),
        None => sentence,
    }
}
