//! The command `show` of bataille: one game, round by round.

use super::game::{
    BATTLE, NO_WINNER, ShownGame, UNRESOLVED_ROUNDS, rounds_text, trick_taken_text, unresolved_text,
};
use super::{DECK_SHUFFLE, FACE_DOWN, FIRST_TO_LAY, MAX_ROUNDS, OUT_OF_CARDS, PICKUP, VALUES};
use crate::replay::EXPLAIN;
use crate::verb::{CommandOutput, FileArg, InputFile, ParsedArgs, VerbSpec};
use pioche_engine::cards::deck::TextPosition;
use pioche_engine::experiments::bataille::Bataille;
use pioche_engine::games::bataille::cycle::{BatailleCycle, Wheels};
use pioche_engine::games::bataille::state::{Face, LaidPair, RoundEvent};
use pioche_engine::games::bataille::table::CardTable;
use pioche_engine::games::bataille::{
    BatailleEnding, BatailleOutcome, BatailleState, Hands, HandsError, ValueCount,
};
use pioche_engine::games::{Player, Step};
use pioche_engine::sim::Seed;
use pioche_report::lang::{Lang, Problem, Sentence, Text, either, problem, sentence};
use serde_json::{Value, json};

const PLAYERS: [Player; 2] = [Player::One, Player::Two];

/// The largest size of a file of hands, in bytes.
const MAX_HANDS_SIZE: u64 = 64 * 1024;

pub const SHOW: VerbSpec = VerbSpec::with_deal(
    Text::new(
        "La bataille, pli par pli, jusqu'à la fin ou à la première répétition, ou pendant --turns \
         plis au plus",
        "Bataille, round by round, to the end or to the first repeated state, or for at most \
         --turns rounds",
    ),
    FileArg {
        help: Text::new(
            "Fichier des deux mains, joueur 1 à la première ligne, joueur 2 à la deuxième, \
             chacune à partir de la carte du dessus ; « - » pour l'entrée standard ; sans fichier, \
             la donne de --seed et --deal",
            "File with player 1's hand on the first line and player 2's on the second, top card \
             first; `-` for the standard input; without a file, the deal of --seed and --deal",
        ),
        required: false,
        conflicts_with: &["seed", "deal", DECK_SHUFFLE.key()],
    },
    &[
        VALUES,
        FIRST_TO_LAY,
        DECK_SHUFFLE,
        MAX_ROUNDS,
        PICKUP,
        FACE_DOWN,
        OUT_OF_CARDS,
        EXPLAIN,
    ],
    show,
);

fn show(args: &ParsedArgs<'_>) -> Result<CommandOutput, Problem> {
    let (shown_game, warnings) = shown_game(args)?;
    Ok(show_output(&shown_game, warnings, args))
}

/// Returns the game that `show` writes, with warnings about its hands.
///
/// # Errors
/// When the settings or the file of hands are refused.
pub fn shown_game(args: &ParsedArgs<'_>) -> Result<(ShownGame, Vec<Sentence>), Problem> {
    let game = Bataille::from_settings(&args.settings)?;
    let seed = Seed(args.seed);
    let (state, warnings) = match &args.file {
        Some(file) => {
            let text = plain_hands(&file.text(MAX_HANDS_SIZE)?);
            let both_hands = Hands::parse(&text, game.values)
                .map_err(|error| hands_problem(&file.name, error))?;
            let warnings = hand_warnings(&file.name, &both_hands);
            let state = BatailleState::with_hands(&both_hands, game.rules());
            (state, warnings)
        }
        None => (game.initial_state(seed, args.deal), Vec::new()),
    };
    let draws = game.pickup_draws(seed, args.deal);
    Ok((ShownGame::new(state, draws, game.max_rounds), warnings))
}

/// Writes a game and the warnings about its hands.
pub fn show_output(
    game: &ShownGame,
    warnings: Vec<Sentence>,
    args: &ParsedArgs<'_>,
) -> CommandOutput {
    let text = game_text(game, args.has(&EXPLAIN), args.lang);
    let mut output = CommandOutput::from_text(text).with_json(game_json(game));
    for warning in warnings {
        output = output.with_remark(warning);
    }
    output
}

/// Returns a text of hands without the words and brackets of programs: `Player 1 : [3, 1, 2]` as `3 1 2`. Columns stay as
/// they are.
fn plain_hands(text: &str) -> String {
    let has_lists = text.contains('[');
    let text = text.replace("], [", "]\n[").replace("],[", "]\n[");
    let lines = text.lines().filter(|line| !has_lists || line.contains('['));
    let plain_line = |line: &str| {
        let start = line.rfind([':', '=']).map_or(0, |place| place + 1);
        let blank = |(place, sign): (usize, char)| {
            if place < start || "[](),".contains(sign) {
                ' '
            } else {
                sign
            }
        };
        line.char_indices().map(blank).collect::<String>() + "\n"
    };
    lines.map(plain_line).collect()
}

/// Reads a deck of values, at most four cards of each. They are on one line, or on two, like the hands of a game.
pub fn read_value_deck(file: &InputFile<'_>) -> Result<Vec<u8>, Problem> {
    let text = plain_hands(&file.text(MAX_HANDS_SIZE)?) + "\n\n";
    let hands =
        Hands::parse(&text, ValueCount::MAX).map_err(|error| hands_problem(&file.name, error))?;
    match hand_warnings(&file.name, &hands).pop() {
        Some(warning) => Err(Problem(warning)),
        None => Ok([hands.player1_hand(), hands.player2_hand()].concat()),
    }
}

/// Returns a warning for each value with more than four cards, which are accepted.
fn hand_warnings(file: &str, hands: &Hands) -> Vec<Sentence> {
    let warning = |(value, count)| {
        sentence!(
            "{file} : la valeur {value} apparaît {count} fois ; un jeu n'en a que 4",
            "{file}: value {value} appears {count} times; a pack has only 4 cards of it"
        )
    };
    hands.overfull_values().into_iter().map(warning).collect()
}

const LEGEND: Text = Text::new(
    "Lecture : « 1:3 », le joueur 1 pose un 3 ; « 1:(3) », face cachée ; « [9 – 3] », cartes en \
     main.",
    "Key: “1:3”, player 1 lays a 3; “1:(3)”, face down; “[9 – 3]”, cards in hand.",
);

/// Writes the hands, a line for each round, and the final hands.
pub fn game_text(game: &ShownGame, is_explained: bool, lang: Lang) -> String {
    let start = game.course.start();
    let start_hands = PLAYERS.map(|player| start_hand(start, player));
    let mut text = format!(
        "{}\n\n{}\n",
        hands_text(start_hands, lang),
        LEGEND.in_lang(lang)
    );
    game.course
        .for_each_step(|step| text += &step_text(step, is_explained, lang));
    let last_hands = PLAYERS.map(|player| game.last_state.hand(player).collect());
    text + &format!(
        "\n{}\n{}\n",
        ending_lines(game, lang),
        hands_text(last_hands, lang)
    )
}

fn start_hand(start: &CardTable, player: Player) -> Vec<u8> {
    start.hand(player).iter().map(|card| card.value).collect()
}

fn step_text(step: &Step<CardTable>, is_explained: bool, lang: Lang) -> String {
    let mut explanation = String::new();
    let result = match step.after.last_event() {
        None => return String::new(),
        Some(RoundEvent::PairLaid { laid, face }) => return pair_text(&step.after, laid, face),
        Some(RoundEvent::TrickTaken { player, cards }) => {
            if is_explained {
                explanation = trick_explanation(&step.before, player, cards, lang);
            }
            let number = player.number();
            either!(lang, "joueur {number}", "player {number}")
        }
        Some(RoundEvent::OutOfCards) => NO_WINNER.in_lang(lang).to_owned(),
    };
    let [one, two] = step.after.hand_sizes();
    format!("  → {result} [{one} – {two}]{explanation}\n")
}

/// Returns the cards of a pair, after the number of the round if it is the first pair of a trick.
fn pair_text(table: &CardTable, laid: LaidPair, face: Face) -> String {
    let mut text = String::new();
    if table.trick().len() == 1 {
        text = format!("{:>5} ", table.rounds());
    }
    for (player, value) in laid.into_iter().flatten() {
        let number = player.number();
        text += &match face {
            Face::Up => format!(" {number}:{value}"),
            Face::Down => format!(" {number}:({value})"),
        };
    }
    text
}

/// Describes the taking of the trick that is on the table.
fn trick_explanation(table: &CardTable, player: Player, cards: u16, lang: Lang) -> String {
    let sentence = trick_taken_text(player, cards);
    let trick_text = sentence.in_lang(lang);
    if table.trick().iter().any(|(_, face)| *face == Face::Down) {
        format!("   {} {trick_text}", BATTLE.in_lang(lang))
    } else {
        format!("   {trick_text}")
    }
}

/// States how a game ends and, if a state is repeated, the repetition.
fn ending_lines(game: &ShownGame, lang: Lang) -> String {
    let hand_sizes = PLAYERS.map(|player| game.last_state.hand_size(player));
    let ending = ending_line(game.ending, hand_sizes, lang);
    let is_endless = matches!(game.ending.outcome, BatailleOutcome::Endless { .. });
    let Some(cycle) = game.cycle else {
        return ending;
    };
    let description = cycle_line(cycle, lang);
    if is_endless {
        return format!("{ending}\n{description}");
    }
    let repetition = repetition_line(cycle, lang);
    format!("{repetition}\n{description}\n{ending}")
}

/// Returns the hands, the rounds and the outcome as the JSON of `show`.
fn game_json(game: &ShownGame) -> Value {
    // An endless game and an unresolved one have no winner.
    let over = !matches!(
        game.ending.outcome,
        BatailleOutcome::Endless { .. } | BatailleOutcome::Unresolved
    );
    let leader = match game.last_state.leader() {
        Some(player) => format!("player{}", player.number()),
        None => "draw".to_owned(),
    };
    let hand = |player| game.last_state.hand(player).collect::<Vec<u8>>();
    let start = |player| start_hand(game.course.start(), player);
    json!({
        "start": { "player1": start(Player::One), "player2": start(Player::Two) },
        "outcome": game.ending.outcome.name(),
        "rounds": game.ending.rounds,
        "cut_off": matches!(game.ending.outcome, BatailleOutcome::CutOff { .. }),
        "player1": hand(Player::One),
        "player2": hand(Player::Two),
        "winner": over.then(|| leader.clone()),
        "leader": leader,
        "period": game.cycle.map(|cycle| cycle.period),
        "pre_period": game.cycle.map(|cycle| cycle.pre_period),
        "cycle": game.cycle.map(cycle_json),
    })
}

/// Returns what repeats in an endless game; without wheels, only the number of battles.
fn cycle_json(cycle: BatailleCycle) -> Value {
    json!({
        "player1": cycle.wheels.map(|wheels| 2 * wheels.pairs[0]),
        "ratio": cycle.wheels.map(Wheels::ratio),
        "classes": cycle.wheels.map(Wheels::class_count),
        "battles": cycle.battles,
    })
}

/// States how a game ends; `hand_sizes` are those of the last state.
fn ending_line(ending: BatailleEnding, hand_sizes: [usize; 2], lang: Lang) -> String {
    let rounds = rounds_text(lang, ending.rounds);
    let won = |player| {
        either!(
            lang,
            "Le joueur {player} gagne ({rounds}).",
            "Player {player} wins ({rounds})."
        )
    };
    let [one, two] = hand_sizes;
    match ending.outcome {
        BatailleOutcome::Player1 => won(1),
        BatailleOutcome::Player2 => won(2),
        BatailleOutcome::Draw => either!(lang, "Partie nulle ({rounds}).", "Draw ({rounds})."),
        BatailleOutcome::Endless { period, pre_period } => {
            let number = ending.rounds;
            either!(
                lang,
                "Le pli {number} ramène la situation du pli {pre_period} : partie infinie, de \
                 période {period}.",
                "Round {number} ends in the same state as round {pre_period}: endless game, \
                 period {period}."
            )
        }
        BatailleOutcome::CutOff {
            leader: Some(player),
        } => {
            let number = player.number();
            either!(
                lang,
                "Arrêt après {rounds} : le joueur {number} a plus de cartes ({one} – {two}) et \
                 gagne.",
                "Cut off after {rounds}: player {number} holds more cards ({one} – {two}) and wins."
            )
        }
        BatailleOutcome::CutOff { leader: None } => either!(
            lang,
            "Arrêt après {rounds} : les deux joueurs ont le même nombre de cartes ({one} – \
             {two}), partie nulle.",
            "Cut off after {rounds}: both players hold the same number of cards ({one} – {two}), \
             a draw."
        ),
        BatailleOutcome::Unresolved => {
            let shown_rounds = rounds_text(lang, UNRESOLVED_ROUNDS);
            let unresolved = unresolved_text(ending.rounds, lang);
            either!(
                lang,
                "{unresolved} Seuls {shown_rounds} sont écrits.",
                "{unresolved} Only {shown_rounds} are written."
            )
        }
    }
}

/// States that a game with a limit repeats a state before the limit; the rounds that follow are not written.
fn repetition_line(cycle: BatailleCycle, lang: Lang) -> String {
    let BatailleCycle {
        period, pre_period, ..
    } = cycle;
    let rounds = pre_period + period;
    either!(
        lang,
        "Le pli {rounds} ramène la situation du pli {pre_period} ; les plis suivants se répètent, \
         avec la période {period}.",
        "Round {rounds} ends in the same state as round {pre_period}; the rounds that follow \
         repeat, with period {period}."
    )
}

/// Describes the rounds that repeat: wins in turn, or the number of battles.
fn cycle_line(cycle: BatailleCycle, lang: Lang) -> String {
    let period = rounds_text(lang, cycle.period);
    let Some(wheels) = cycle.wheels else {
        let battles = lang.integer(cycle.battles);
        return either!(
            lang,
            "Batailles dans les {period} qui se répètent : {battles}.",
            "Battles in the {period} that repeat: {battles}."
        );
    };
    let first = lang.integer(cycle.pre_period + 1);
    let [one, two] = wheels.pairs.map(|pairs| 2 * pairs);
    let [p, q] = wheels.ratio();
    let cards = match one + two {
        cards if cards % 4 == 0 => format!("4·{}", cards / 4),
        cards => cards.to_string(),
    };
    let product = format!("{cards}·{p}·{q} = {}", lang.integer(wheels.rounds()));
    let return_time = if wheels.rounds() == cycle.period {
        either!(lang, "{product} plis", "{product} rounds")
    } else {
        either!(
            lang,
            "{period}, un diviseur de {product}, car des valeurs égales se répètent",
            "{period}, a divisor of {product}, because equal values repeat"
        )
    };
    either!(
        lang,
        "À partir du pli {first}, les joueurs gagnent à tour de rôle. Tous les deux plis, ils ont \
         {one} et {two} cartes en main, soit {p}:{q} ; la situation revient après {return_time}.",
        "From round {first} on, the players win in turn. The hands hold {one} and {two} cards every \
         two rounds, {p}:{q}; the state returns after {return_time}."
    )
}

pub fn hands_text(hands: [Vec<u8>; 2], lang: Lang) -> String {
    let [one, two] = hands.map(|values| hand_text(&values, lang));
    either!(
        lang,
        "Joueur 1 : {one}\nJoueur 2 : {two}",
        "Player 1: {one}\nPlayer 2: {two}"
    )
}

pub fn hand_text(values: &[u8], lang: Lang) -> String {
    if values.is_empty() {
        return either!(lang, "(main vide)", "(empty hand)");
    }
    let words: Vec<String> = values.iter().map(ToString::to_string).collect();
    words.join(" ")
}

pub fn hands_problem(file: &str, error: HandsError) -> Problem {
    match error {
        HandsError::NotANumber(TextPosition { line, column }, word) => Problem::at_position(
            file,
            (line, column),
            format!("« {word} » n'est pas une valeur : il faut un nombre entier"),
            format!("“{word}” is not a value: a whole number is expected"),
        ),
        HandsError::UnknownValue(TextPosition { line, column }, value, values) => {
            Problem::at_position(
                file,
                (line, column),
                format!("« {value} » n'est pas une valeur de 1 à {values}"),
                format!("“{value}” is not a value from 1 to {values}"),
            )
        }
        HandsError::ThirdLine(TextPosition { line, column }) => Problem::at_position(
            file,
            (line, column),
            "une troisième ligne est de trop : une ligne par main",
            "a third line is too many: one line for each hand",
        ),
        HandsError::NoSecondLine => problem!(
            "{file}, ligne 2 : il manque la main du joueur 2 (une ligne vide est une main vide)",
            "{file}, line 2: the hand of player 2 is missing (an empty line is an empty hand)"
        ),
        HandsError::TooManyCards(cards) => problem!(
            "{file} : {cards} cartes ; 256 au plus sont acceptées",
            "{file}: {cards} cards; at most 256 are accepted"
        ),
    }
}
