//! The command `solve` of Nim: winner, period, and exact probabilities for random and perfect players.

use super::TOPIC;
use crate::lang::{Glossary, Lang, Problem, Say, Sentence, either, join_list};
use crate::topics::duel::messages::pairing_text;
use crate::topics::duel::parse_start;
use crate::topics::verb::{CommandOutput, ParsedArgs, fraction_text};
use pioche_engine::experiments::Pairing;
use pioche_engine::games::nim::{
    NimPeriod, NimSolution, NimState, NimValue as Worth, PlayStyle, outcome_law, value_period,
};
use pioche_engine::players::PlayerSpec;
use pioche_engine::stats::exact::nearest_f64;
use serde_json::{Value, json};

/// The largest number of takes in a list without an ellipsis.
const MAX_LISTED_TAKES: usize = 8;

pub fn solve_command(args: &ParsedArgs<'_>) -> Result<CommandOutput, Problem> {
    let lang = args.lang;
    let start: NimState = parse_start(args)?;
    let matches = start.matches();
    let solution = NimSolution::new(start.takes(), matches);
    let value = solution.value(matches);
    // In a lost position every take is listed, since the handout's "moves" are those that keep the value.
    let moves = solution.best_takes(matches);
    let period = value_period(start.takes());
    let mut json = json!({
        "value": value.map(|value| value.to_string()),
        "moves": moves,
        "period": period.map(|period| period.length),
        "pre_period": period.map(|period| period.from),
    });
    let mut lines = Vec::new();
    lines.extend(value.map(|value| winner_text(value, &moves, lang)));
    lines.extend(period.map(|period| period_text(&period, lang)));
    let mut chances = Vec::new();
    for (key, players, styles) in PAIRINGS {
        let law = outcome_law(start.takes(), matches, styles);
        json[key] = Value::Null;
        if let Some(law) = law {
            let [player1, player2, draw] = law.each_ref().map(fraction_text);
            json[key] = json!({ "player1": player1, "player2": player2, "draw": draw });
            let percents = law.map(|chance| lang.percent(nearest_f64(&chance), 3));
            chances.push(table_row(&pairing_text(lang, Pairing(players)), &percents));
        }
    }
    if !chances.is_empty() {
        let header =
            ["player1", "player2", "draw"].map(|word| TOPIC.glossary.translate(lang, word));
        lines.push(String::new());
        lines.push(table_row("", &header));
    }
    lines.extend(chances);
    Ok(CommandOutput::from_text(lines.join("\n") + "\n").with_json(json))
}

/// The pairs of players of the table, each with its key in JSON.
const PAIRINGS: [(&str, [PlayerSpec; 2], [PlayStyle; 2]); 3] = [
    ("random", [PlayerSpec::Random; 2], [PlayStyle::Random; 2]),
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
    format!("{heading:<48}{player1:>10}{player2:>10}{draw:>10}")
}

fn period_text(period: &NimPeriod, lang: Lang) -> String {
    let NimPeriod { length, from } = period;
    let start = if *from > 0 {
        either!(lang, ", à partir de {from}", ", from {from} on")
    } else {
        String::new()
    };
    either!(
        lang,
        "Le résultat se répète toutes les {length} allumettes{start}.",
        "The outcome repeats every {length} matches{start}."
    )
}

pub fn winner_text(value: Worth, best: &[u32], lang: Lang) -> String {
    let takes = takes_text(best).say(lang);
    match value {
        Worth::Win => either!(
            lang,
            "Le joueur au trait gagne s'il joue bien : il prend {takes}.",
            "The player to move wins with best play: take {takes}."
        ),
        Worth::Draw if best.is_empty() => lang.either(
            "La partie est nulle : on ne peut rien prendre.",
            "The game is a draw: nothing can be taken.",
        ),
        Worth::Draw => either!(
            lang,
            "Si chacun joue au mieux, la partie est nulle : le joueur au trait prend {takes}.",
            "With best play, the game is a draw: take {takes}."
        ),
        Worth::Lose => lang.either(
            "Le joueur au trait perd, quoi qu'il prenne, si l'autre joue bien.",
            "The player to move loses against best play, whatever they take.",
        ),
    }
}

/// Formats takes as a list; of more than [`MAX_LISTED_TAKES`] only the first two and the last.
pub fn takes_text(takes: &[u32]) -> Sentence {
    match takes {
        [first, second, .., last] if takes.len() > MAX_LISTED_TAKES => {
            Sentence::untranslated(format!("{first}, {second}, …, {last}"))
        }
        _ => Sentence::new(join_list(takes, "ou"), join_list(takes, "or")),
    }
}
