//! One game of bataille, round by round.

use super::args::{ORDER, SHUFFLE, STOP, VALUES};
use super::said::{BATTLE, takes};
use crate::lang::{Lang, Problem, Say, Sentence, Text};
use crate::topics::given::{File, Given};
use crate::topics::recorded::EXPLAIN;
use crate::topics::verb::{Answer, FileArg, Verb};
use pioche_engine::experiments::bataille::Bataille;
use pioche_engine::games::Player;
use pioche_engine::games::bataille::hands::{HandsError, HandsWarning};
use pioche_engine::games::bataille::state::{Event, Face};
use pioche_engine::games::bataille::{Ending, Hands, Order, Outcome, State, Values};
use pioche_engine::sim::{Seed, Streams};
use serde_json::{Value, json};
use std::fmt::Write;

/// No file of hands is longer than this, in bytes.
const MAX_HANDS: u64 = 64 * 1024;

/// One game.
pub const SHOW: Verb = Verb {
    about: Text::new(
        "La bataille, pli par pli, jusqu'à sa fin ou à sa première répétition ; avec --turns, pendant tant de plis",
        "Bataille, round by round, to its end or to its first repeat; with --turns, for so many rounds",
    ),
    file: Some(FileArg {
        help: Text::new(
            "Fichier de la main du joueur 1 sur la première ligne et de celle du joueur 2 sur la deuxième, carte du \
             dessus en tête ; « - » pour l'entrée standard ; sans lui, une donne de --seed",
            "File with player 1's hand on the first line and player 2's on the second, top card first; `-` for the \
             standard input; without it, a deal of --seed is used",
        ),
        required: false,
        without: &["seed", "deal", "shuffle"],
    }),
    options: &[VALUES.one(), ORDER.one(), SHUFFLE.one(), STOP.one(), EXPLAIN.one()],
    dealt: true,
    json: true,
    filmed: true,
    run: show,
};

fn show(given: &Given<'_>) -> Result<Answer, Problem> {
    let (values, order): (Values, Order) = (given.get(&VALUES)?, given.get(&ORDER)?);
    let (start, warnings) = match given.file() {
        Some(file) => {
            let hands = hands_of(file, values)?;
            let warnings = warnings(file.name(), &hands);
            (State::with_hands(&hands, order), warnings)
        }
        None => {
            let game = Bataille { values, order, shuffle: given.get(&SHUFFLE)?, max_rounds: None };
            (game.state(&Streams::new(Seed(given.seed)), given.deal), Vec::new())
        }
    };
    let turns = given.maybe(&STOP)?;
    let max_rounds = turns.unwrap_or(u64::MAX);
    let ending = start.clone().game(max_rounds);
    let game = Shown { ending, rounds: rounds(ending, turns), last: after(start.clone(), ending, turns) };
    let mut answer = Answer::text(told(start.clone(), &game, given)).with_json(summary(&game));
    for warning in warnings {
        answer = answer.remarking(warning);
    }
    let answer = answer.filmed(move |wanted, _| super::film::bataille(&start.hands(), order, max_rounds, wanted));
    Ok(answer)
}

/// The hands in a file.
fn hands_of(file: &File<'_>, values: Values) -> Result<Hands, Problem> {
    Hands::parse(&file.text(MAX_HANDS)?, values).map_err(|error| bad_hands(file.name(), error))
}

/// More than four cards of a value are told, not refused.
fn warnings(file: &str, hands: &Hands) -> Vec<Sentence> {
    let warning = |HandsWarning::MoreThanFour { value, count }| {
        Sentence::new(
            format!("{file} : la valeur {value} y est {count} fois, un jeu n'en a que 4"),
            format!("{file}: the value {value} is there {count} times, a pack has only 4"),
        )
    };
    hands.warnings().into_iter().map(warning).collect()
}

/// A game, as far as it is shown.
struct Shown {
    /// How it ends.
    ending: Ending,
    /// How many rounds are played.
    rounds: u64,
    /// The state after them.
    last: State,
}

/// How many rounds are played: an endless game goes on for as many as were asked for (the handout's `game(turns)`).
fn rounds(ending: Ending, turns: Option<u64>) -> u64 {
    match (ending.outcome, turns) {
        (Outcome::Endless { .. }, Some(turns)) => turns,
        _ => ending.rounds,
    }
}

/// The state after these rounds; of an endless game whole periods are left out.
fn after(mut state: State, ending: Ending, turns: Option<u64>) -> State {
    let rounds = match (ending.outcome, turns) {
        (Outcome::Endless { period, pre_period }, Some(turns)) => pre_period + (turns - pre_period) % period,
        _ => ending.rounds,
    };
    state.game_turns(rounds);
    state
}

/// The game to its end, or once around the circle of an endless one, then how it stands at the end.
fn told(mut state: State, game: &Shown, given: &Given<'_>) -> String {
    let lang = given.lang;
    let ending = game.ending;
    let mut text = format!("{}\n\n", hands_text(&state, lang));
    for round in 1..=ending.rounds {
        let mut line = String::new();
        let (mut taker, mut taken, mut battle) = (None, 0, false);
        let completed = state.one_round_seen(|event| match event {
            Event::Laid { player, value, face } => {
                let down = matches!(face, Face::Down);
                battle |= down;
                let card = if down { format!("({value})") } else { value.to_string() };
                let _ = write!(line, " {}:{card}", number(player));
            }
            Event::Taken { player, cards } => (taker, taken) = (Some(player), cards),
            Event::Stopped { .. } => {}
        });
        let result = match (taker, lang) {
            (Some(player), Lang::Fr) => format!("→ joueur {}", number(player)),
            (Some(player), Lang::En) => format!("→ player {}", number(player)),
            (None, Lang::Fr) => "→ personne : un joueur n'a plus de carte à poser".to_owned(),
            (None, Lang::En) => "→ nobody: a player has no card left to lay".to_owned(),
        };
        let held = [Player::One, Player::Two].map(|player| state.held(player));
        let said = match taker {
            Some(player) if given.has(&EXPLAIN) => explained(battle, player, taken, lang),
            _ => String::new(),
        };
        let _ = writeln!(text, "{round:>5} {line}  {result} [{} – {}]{said}", held[0], held[1]);
        if !completed {
            break;
        }
    }
    let _ = writeln!(text, "\n{}", end(ending, lang));
    if game.rounds > ending.rounds {
        let _ = writeln!(text, "{}", standing(game, lang));
    }
    let _ = writeln!(text, "{}", hands_text(&game.last, lang));
    text
}

/// What happened in a round.
fn explained(battle: bool, player: Player, cards: u16, lang: Lang) -> String {
    let battle = if battle { format!("{} ", BATTLE.say(lang)) } else { String::new() };
    format!("   {battle}{}", takes(player, cards).say(lang))
}

/// Who holds more cards after so many rounds of a game that goes on.
fn standing(game: &Shown, lang: Lang) -> String {
    let held = [Player::One, Player::Two].map(|player| game.last.held(player));
    let held = format!("{} – {}", held[0], held[1]);
    let rounds = lang.integer(game.rounds);
    match (game.last.winner().map(number), lang) {
        (Some(player), Lang::Fr) => format!("Après {rounds} plis, le joueur {player} a le plus de cartes ({held})."),
        (Some(player), Lang::En) => format!("After {rounds} rounds player {player} holds more cards ({held})."),
        (None, Lang::Fr) => format!("Après {rounds} plis, les deux joueurs ont autant de cartes ({held})."),
        (None, Lang::En) => format!("After {rounds} rounds both players hold as many cards ({held})."),
    }
}

/// How the game ended.
fn end(Ending { outcome, rounds }: Ending, lang: Lang) -> String {
    let counted = match lang {
        Lang::Fr => lang.counted(rounds, "pli", "plis"),
        Lang::En => lang.counted(rounds, "round", "rounds"),
    };
    let won = |player| match lang {
        Lang::Fr => format!("Le joueur {player} gagne ({counted})."),
        Lang::En => format!("Player {player} wins ({counted})."),
    };
    match (outcome, lang) {
        (Outcome::Player1, _) => won(1),
        (Outcome::Player2, _) => won(2),
        (Outcome::Draw, Lang::Fr) => format!("Partie nulle ({counted})."),
        (Outcome::Draw, Lang::En) => format!("A draw ({counted})."),
        (Outcome::Endless { period, pre_period }, Lang::Fr) => {
            format!("après le pli {rounds} comme après le pli {pre_period} : partie infinie, de période {period}")
        }
        (Outcome::Endless { period, pre_period }, Lang::En) => {
            format!("round {rounds} = round {pre_period}: endless, period {period}")
        }
        (Outcome::Unresolved, Lang::Fr) => format!("Ni fin ni répétition après {counted}."),
        (Outcome::Unresolved, Lang::En) => format!("Neither an end nor a repeat after {counted}."),
    }
}

const fn number(player: Player) -> u8 {
    match player {
        Player::One => 1,
        Player::Two => 2,
    }
}

fn hands_text(state: &State, lang: Lang) -> String {
    let line = |player: Player| {
        let cards: Vec<String> = state.hand(player).map(|value| value.to_string()).collect();
        let (player, cards) = (number(player), cards.join(" "));
        match (lang, cards.is_empty()) {
            (Lang::Fr, true) => format!("Joueur {player} : (main vide)"),
            (Lang::Fr, false) => format!("Joueur {player} : {cards}"),
            (Lang::En, true) => format!("Player {player}: (empty hand)"),
            (Lang::En, false) => format!("Player {player}: {cards}"),
        }
    };
    format!("{}\n{}", line(Player::One), line(Player::Two))
}

fn summary(Shown { ending, rounds, last }: &Shown) -> Value {
    let (period, pre_period) = match ending.outcome {
        Outcome::Endless { period, pre_period } => (Some(period), Some(pre_period)),
        _ => (None, None),
    };
    let winner = match last.winner() {
        Some(Player::One) => "player1",
        Some(Player::Two) => "player2",
        None => "draw",
    };
    let hand = |player| last.hand(player).collect::<Vec<u8>>();
    json!({
        "outcome": ending.outcome.name(),
        "rounds": rounds,
        "player1": hand(Player::One),
        "player2": hand(Player::Two),
        "winner": winner,
        "period": period,
        "pre_period": pre_period,
    })
}

fn bad_hands(file: &str, error: HandsError) -> Problem {
    let at = |line: usize, column: usize, fr: String, en: String| {
        Problem::said(
            format!("{file}, ligne {line}, colonne {column} : {fr}"),
            format!("{file}, line {line}, column {column}: {en}"),
        )
    };
    match error {
        HandsError::NotANumber { line, column, word } => {
            at(line, column, format!("« {word} » n'est pas une valeur"), format!("“{word}” is not a value"))
        }
        HandsError::UnknownValue { line, column, value, values } => at(
            line,
            column,
            format!("« {value} » n'est pas une valeur de 1 à {values}"),
            format!("“{value}” is not a value from 1 to {values}"),
        ),
        HandsError::ThirdLine { line, column } => at(
            line,
            column,
            "deux mains tiennent en deux lignes, rien ne peut suivre".to_owned(),
            "two hands stand on two lines, nothing may follow".to_owned(),
        ),
        HandsError::NoSecondLine => Problem::said(
            format!("{file}, ligne 2 : il manque la main du joueur 2 (une ligne vide est une main vide)"),
            format!("{file}, line 2: the hand of player 2 is missing (an empty line is an empty hand)"),
        ),
        HandsError::TooManyCards { cards } => Problem::said(
            format!("{file} : {cards} cartes, au lieu de 256 au plus"),
            format!("{file}: {cards} cards, more than 256"),
        ),
    }
}
