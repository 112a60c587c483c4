//! The topic of Nim: settings, texts, the command `solve`, and the chapter of the study. Texts are those of the handout (004) where it has one.

use crate::duel::game::{
    PLAYERS, TwoPlayerTopic, from_saved_settings, pairing_text, saved_settings,
};
use crate::replay::{EXPLAIN, STYLE};
use crate::saved_game::{RecordedGame, SavedSettings};
use crate::setting::OptionSpec;
use crate::verb::{CommandOutput, ParsedArgs, fraction_text};
use crate::{Topic, duel};
use pioche_engine::experiments::duel::TwoPlayerGame;
use pioche_engine::experiments::{Pairing, nim};
use pioche_engine::games::nim::{
    NimPeriod, NimRefusal, NimRules, NimSolution, NimState, NimValue, PlayStyle, TakeSet,
    outcome_distribution, value_period,
};
use pioche_engine::games::{Course, Game, Outcome, Step};
use pioche_engine::players::PlayerSpec;
use pioche_engine::sim::{FieldValue, SettingType};
use pioche_engine::stats::exact::nearest_f64;
use pioche_report::Glossary;
use pioche_report::answers::{AnswerHeading, AnswerRow};
use pioche_report::lang::help::CommandExample;
use pioche_report::lang::parse_number::parse_range;
use pioche_report::lang::{Problem, Text, join_list, plural_form, problem, quantity, tr};
use pioche_report::number::format_exact;
use pioche_report::picture::{Picture, PictureContent};
use pioche_report::question::Question;
use pioche_report::table::Cell;
use serde_json::{Value, json};

/// The topic, which has `simulate`, `show` and `solve`.
pub static TOPIC: Topic = duel::two_player_topic::<NimState>();

/// The noun of a match.
pub const MATCH: Text = Text("match|matches");

/// The option `--matches`, the number of matches at the start.
pub const MATCHES: OptionSpec =
    OptionSpec::count(&nim::MATCHES, MATCH, "N").help("Number of matches");

/// The number of matches that are left, perhaps none.
const SOLVED_MATCHES: OptionSpec = MATCHES
    .setting(&nim::MATCHES.within(0, NimState::MAX_MATCHES as u64))
    .list("0..30");

/// The option `--takes`, the numbers of matches that a move may take.
pub const TAKES: OptionSpec = OptionSpec::new(&nim::TAKES, Text("takes"), "T,T")
    .phrase(takes_title)
    .help("Numbers of matches that may be taken, such as 2,3 or 1..3")
    .parse_form(parse_takes);

/// The option `--misere`: the player of the last take loses.
pub const MISERE: OptionSpec = OptionSpec::new(&nim::MISERE, Text("misère"), "")
    .phrase(|_| tr!("misère play"))
    .help("Misère play: the player who takes the last match loses");

fn takes_title(takes: &FieldValue) -> String {
    let text = takes.to_string();
    let numbers: Vec<&str> = text.split(',').collect();
    let list = join_list(&numbers, &tr!("or"));
    tr!("taking {list}", list)
}

/// Parses a list of takes and sorts it. A repeated take is an error.
fn parse_takes(text: &str) -> Result<FieldValue, Problem> {
    let max_take = TakeSet::MAX;
    let not_takes = || {
        problem!(
            "“{text}” is not a list of takes from 1 to {max_take}, such as 2,3 or 1..3",
            text,
            max_take
        )
    };
    let mut numbers = Vec::new();
    for part in text.split(TakeSet::SEPARATORS) {
        if part.contains("..") {
            let (first, last) = parse_range(part, 1, max_take.into()).map_err(|_| not_takes())?;
            numbers.extend((first..=last).map(|take| take.to_string()));
        } else {
            numbers.push(part.to_owned());
        }
    }
    let Ok(takes) = numbers.join(",").parse::<TakeSet>() else {
        return Err(not_takes());
    };
    if takes.as_slice().len() < numbers.len() {
        return Err(problem!(
            "“{text}” repeats a take; give each take once",
            text
        ));
    }
    Ok(takes.field_value())
}

/// The largest number of matches in the picture; a larger heap is only a number.
pub const MAX_DRAWN: u32 = 650;

impl RecordedGame for NimState {
    const NAME: &'static str = "nim";
    const IS_TWO_PLAYER: bool = true;

    fn saved_settings(&self) -> Vec<(&'static str, String)> {
        saved_settings(self)
    }

    fn from_saved_settings(settings: &SavedSettings) -> Result<Self, Problem> {
        from_saved_settings(settings)
    }

    fn refusal_message(&self, refusal: &NimRefusal) -> String {
        refusal_reason(refusal)
    }
}

impl TwoPlayerTopic for NimState {
    const TITLE: Text = Text("Nim");
    const SETTINGS: &'static [OptionSpec] = &[MATCHES, TAKES, MISERE];
    const SIMULATE_OPTIONS: &'static [OptionSpec] =
        &[MATCHES.list("2..30"), TAKES, MISERE, PLAYERS];
    const SHOW_OPTIONS: &'static [OptionSpec] = &[MATCHES, TAKES, MISERE, PLAYERS, EXPLAIN, STYLE];
    const SOLVE_OPTIONS: &'static [OptionSpec] = &[SOLVED_MATCHES, TAKES, MISERE];
    const EXAMPLES: &'static [CommandExample] = &[
        (
            "simulate nim --matches 2..30 --csv nim.csv",
            Text("from 2 to 30 matches, in a table"),
        ),
        (
            "solve nim --misere",
            Text("who wins when the last match loses"),
        ),
        (
            "show nim --players random,perfect --deal 5",
            Text("game 5 of that simulation"),
        ),
        (
            "play nim --players human,random --save game.txt",
            Text("with the game saved to a file"),
        ),
        (
            "compare nim table.csv",
            Text("a table of numbers and the exact values"),
        ),
    ];
    const SIMULATE_ABOUT: Text = Text("Nim: who wins, and how often");
    const SHOW_ABOUT: Text = Text("Nim: a recorded game, or a simulated one, move by move");
    const FILE_HELP: Text = Text(
        "File with the numbers of matches taken, separated by spaces, such as `play --save` \
         writes; `-` for the standard input",
    );
    const SOLVE_ABOUT: Text =
        Text("Nim: who wins, by which moves, and the probabilities for random players");

    fn solve_command(args: &ParsedArgs<'_>) -> Result<CommandOutput, Problem> {
        solve_command(args)
    }

    fn adjust_picture(question: &Question<'_>, picture: &mut Picture) {
        mark_lost_starts(question, picture);
    }

    /// The functions of the handout for two people: `preparer`, and for each move `afficher_plateau` and `etat_bilan`.
    /// The handout leaves the question of `choix_humain` open.
    fn handout_session(course: &Course<Self>) -> String {
        let start = course.start();
        let matches = start.matches();
        let mut session = format!(
            "Veuillez indiquer le nombre d allumettes présentes au départ (25 par défaut).\n\
             {matches}\nSur le plateau, sont donc diposées {matches} allumettes.\n{start}\n"
        );
        course.for_each_step(|step| {
            let player = step.before.to_play().number();
            let Step { mv, after, .. } = step;
            let summary = match after.outcome() {
                None => format!("Il reste {} allumette(s) sur la table.", after.matches()),
                Some(Outcome::Winner(winner)) => {
                    let winner = winner.number();
                    format!("La partie est remportée par le joueur {winner}.")
                }
                Some(_) => "Egalité".to_owned(),
            };
            session += &format!(
                "Joueur {player}, combien d'allumettes retirez-vous ? {mv}\n{after}\n{summary}\n"
            );
        });
        session
    }

    fn state_text(&self) -> String {
        if self.matches() > MAX_DRAWN {
            matches_left_text(self.matches())
        } else {
            self.to_string()
        }
    }

    fn move_explanation(step: &Step<Self>) -> String {
        let player = step.before.to_play().number();
        let matches = quantity(step.mv.into(), MATCH);
        tr!("Player {player} takes {matches}", player, matches)
    }
}

fn refusal_reason(refusal: &NimRefusal) -> String {
    let take;
    let reason;
    match refusal {
        NimRefusal::NotInTakeSet(number, takes) => {
            take = matches_text(*number);
            reason = tr!("only {takes}", takes = takes_text(takes.as_slice()));
        }
        NimRefusal::NotEnoughMatches(number, matches) => {
            take = matches_text(*number);
            reason = tr!("only {matches} left", matches);
        }
    }
    tr!("You cannot take {take}: {reason}.", take, reason)
}

/// Formats a number of matches without digit grouping, as it is typed.
pub fn matches_text(number: u32) -> String {
    format!("{number} {}", match_noun(number))
}

/// States the number of matches on the table.
pub fn matches_left_text(count: u32) -> String {
    match count {
        1 => tr!("1 match is left on the table."),
        _ => tr!(
            "{matches} are left on the table.",
            matches = matches_text(count)
        ),
    }
}

/// Returns the noun that a number of matches takes.
pub fn match_noun(number: u32) -> &'static str {
    plural_form(number.into(), MATCH.translated())
}

/// Makes the marks of lost starts hollow on a single line over the number of matches.
fn mark_lost_starts(question: &Question<'_>, picture: &mut Picture) {
    let PictureContent::Plot(plot) = &mut picture.content else {
        return;
    };
    let Ok(start) = NimState::from_settings(&question.settings[0].fields) else {
        return;
    };
    let [line] = &mut plot.lines[..] else { return };
    if line.is_curve || question.differing_keys != [nim::MATCHES.key] {
        return;
    }
    let largest = line.points.iter().map(|point| point.x as u32).max();
    let solution = NimSolution::new(start.rules(), largest.unwrap_or(0));
    for point in &mut line.points {
        point.is_hollow = solution.value(point.x as u32) == Some(NimValue::Lose);
    }
    plot.x_label += Text(" (hollow: lost against perfect play)").translated();
}

/// The largest number of takes in a list without an ellipsis.
const MAX_LISTED_TAKES: usize = 8;

fn solve_command(args: &ParsedArgs<'_>) -> Result<CommandOutput, Problem> {
    let rules = NimRules {
        takes: args.get(&TAKES)?,
        last_take: args.get(&MISERE)?,
    };
    let matches = args.get(&SOLVED_MATCHES)?;
    let solution = NimSolution::new(&rules, matches);
    let value = solution.value(matches);
    // In a lost position every take is listed, since the handout's "moves" are those that keep the value.
    let moves = solution.best_takes(matches);
    let period = value_period(&rules);
    let mut json = json!({
        "value": value.map(|value| value.to_string()),
        "moves": moves,
        "period": period.map(|period| period.length),
        "pre_period": period.map(|period| period.from),
    });
    let mut lines = Vec::new();
    lines.extend(value.map(|value| match matches {
        0 => all_taken_text(value),
        _ => winner_text(value, &moves),
    }));
    lines.extend(period.map(|period| period_text(&period)));
    let mut chances = Vec::new();
    let mut random_chances = None;
    for (key, players, styles) in PAIRINGS {
        let distribution = outcome_distribution(&rules, matches, styles);
        json[key] = Value::Null;
        if let Some(distribution) = distribution {
            if key == RANDOM_PAIRING {
                random_chances = Some(distribution.each_ref().map(nearest_f64));
            }
            let [player1, player2, draw] = distribution.each_ref().map(fraction_text);
            json[key] = json!({ "player1": player1, "player2": player2, "draw": draw });
            let percents = distribution.map(|chance| format_exact(nearest_f64(&chance), true));
            chances.push(table_row(&pairing_text(Pairing(players)), &percents));
        }
    }
    if !chances.is_empty() {
        let header = ["player1", "player2", "draw"].map(|word| TOPIC.glossary.translate(word));
        lines.push(String::new());
        lines.push(table_row("", &header));
    }
    lines.extend(chances);
    let row = answer_row(value.unwrap_or(NimValue::Draw), &moves, random_chances);
    Ok(CommandOutput::from_text(lines.join("\n") + "\n")
        .with_json(json)
        .with_row(row))
}

/// Returns the answer as a row: the result for the player to move, the best takes, and the probabilities for two random
/// players.
fn answer_row(value: NimValue, moves: &[u32], random_chances: Option<[f64; 3]>) -> AnswerRow {
    let (colour, word, label) = match value {
        NimValue::Win => (0, Text("wins"), Text("the player to move wins")),
        NimValue::Lose => (1, Text("loses"), Text("the player to move loses")),
        NimValue::Draw => {
            let draw = Text("draw");
            (2, draw, draw)
        }
    };
    let random_player1 = Text("random: player 1");
    let player2 = Text("player 2");
    let chance = |index: usize| {
        random_chances.map_or(Cell::Empty, |chances| Cell::Probability(chances[index]))
    };
    AnswerRow {
        cells: vec![
            (
                AnswerHeading("value", Text("to move")),
                Cell::Word(value.to_string(), word.into()),
            ),
            (
                AnswerHeading("moves", Text("best takes")),
                Cell::Text(joined_takes(moves)),
            ),
            (AnswerHeading("random_player1", random_player1), chance(0)),
            (AnswerHeading("random_player2", player2), chance(1)),
            (AnswerHeading("random_draw", Text("draw")), chance(2)),
        ],
        chart_text: joined_takes(moves),
        ..AnswerRow::new(colour, label.translated())
    }
}

/// Writes takes as `2, 3`, which spreadsheets do not read as a number.
fn joined_takes(takes: &[u32]) -> String {
    let texts: Vec<String> = takes.iter().map(u32::to_string).collect();
    texts.join(", ")
}

/// The key of two random players.
const RANDOM_PAIRING: &str = "random";

/// The pairs of players of the table, each with its key in JSON.
const PAIRINGS: [(&str, [PlayerSpec; 2], [PlayStyle; 2]); 3] = [
    (
        RANDOM_PAIRING,
        [PlayerSpec::Random; 2],
        [PlayStyle::Random; 2],
    ),
    (
        "perfect_random",
        [PlayerSpec::Perfect, PlayerSpec::Random],
        [PlayStyle::Perfect, PlayStyle::Random],
    ),
    (
        "random_perfect",
        [PlayerSpec::Random, PlayerSpec::Perfect],
        [PlayStyle::Random, PlayStyle::Perfect],
    ),
];

fn table_row(heading: &str, [player1, player2, draw]: &[String; 3]) -> String {
    format!("{heading:<48} {player1:>9} {player2:>9} {draw:>9}")
}

fn period_text(period: &NimPeriod) -> String {
    let NimPeriod { length, from } = period;
    let start = if *from > 0 {
        tr!(", from {from} on", from)
    } else {
        String::new()
    };
    tr!(
        "The outcome repeats every {length} matches{start}.",
        length,
        start
    )
}

/// States the result when no match is left.
fn all_taken_text(value: NimValue) -> String {
    match value {
        NimValue::Win => tr!("The player to move wins: the other took the last match."),
        NimValue::Lose | NimValue::Draw => {
            tr!("The player to move loses: the other took the last match.")
        }
    }
}

/// States the value of a heap for the player to move, and the best takes, which are empty if no take is possible or all
/// lose.
pub fn winner_text(value: NimValue, best: &[u32]) -> String {
    let takes = takes_text(best);
    match value {
        NimValue::Win => tr!(
            "The player to move wins with best play: take {takes}.",
            takes
        ),
        NimValue::Draw if best.is_empty() => tr!("The game is a draw: nothing can be taken."),
        NimValue::Draw => tr!("With best play, the game is a draw: take {takes}.", takes),
        NimValue::Lose => tr!("The player to move loses against best play, whatever they take."),
    }
}

/// Formats takes as a list; of more than `MAX_LISTED_TAKES` only the first two and the last.
pub fn takes_text(takes: &[u32]) -> String {
    match takes {
        [first, second, .., last] if takes.len() > MAX_LISTED_TAKES => {
            format!("{first}, {second}, …, {last}")
        }
        _ => join_list(takes, &tr!("or")),
    }
}
