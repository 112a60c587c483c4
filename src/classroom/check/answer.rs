//! The answers of `check`: right, wrong at a line, or refused with the line and a line as it should be.

use super::compare::{RightGame, UnreadLine, Verdict, WrongLine};
use super::line::{Line, Token, tokens};
use super::{GAMES, PrintedGame, empty_text_problem};
use crate::lang::{Lang, Problem, Sentence, either, problem, safe_excerpt};
use crate::topics::verb::{CommandOutput, ParsedArgs};
use serde_json::json;

pub fn verdict_output(
    file: &str,
    game: &dyn PrintedGame,
    verdict: &Verdict,
    lang: Lang,
) -> CommandOutput {
    match verdict {
        Verdict::Right(right) => right_output(file, game, right, lang),
        Verdict::Wrong(wrong) => wrong_output(file, game, wrong, lang),
        Verdict::Refused(_) => CommandOutput::from_text(""),
    }
}

fn right_output(
    file: &str,
    game: &dyn PrintedGame,
    right: &RightGame,
    lang: Lang,
) -> CommandOutput {
    let name = game.name().in_lang(lang);
    let steps = lang.translated_count(right.steps as u64, ["étape", "étapes"], ["step", "steps"]);
    let mut text = either!(
        lang,
        "{file} : la partie respecte la règle ({name}, {steps})\n",
        "{file}: the game follows the rule ({name}, {steps})\n"
    );
    let mut remarks = Vec::new();
    if let Some(next_line) = &right.next_line {
        let line = shortened(next_line);
        remarks.push(either!(
            lang,
            "la fin manque ; la suite est par exemple : {line}",
            "the end is missing; the next line is, for example: {line}"
        ));
    }
    for remark in &remarks {
        text += &format!("  {remark}\n");
    }
    CommandOutput::from_text(text).with_json(json!({
        "right": true,
        "game": game.name().en,
        "steps": right.steps,
        "repeated": right.repeated_lines,
        "remarks": remarks,
    }))
}

fn wrong_output(
    file: &str,
    game: &dyn PrintedGame,
    wrong: &WrongLine,
    lang: Lang,
) -> CommandOutput {
    let WrongLine {
        number,
        found,
        expected,
        reason,
        ..
    } = wrong;
    let name = game.name().in_lang(lang);
    let reason = reason.in_lang(lang);
    let mut text = either!(
        lang,
        "{file}, ligne {number} ({name}) : {reason}\n  lu :      {found}\n",
        "{file}, line {number} ({name}): {reason}\n  found:    {found}\n"
    );
    if !expected.is_empty() {
        text += &either!(lang, "  attendu : {expected}\n", "  expected: {expected}\n");
    }
    CommandOutput::from_text(text)
        .with_json(json!({
            "right": false,
            "game": game.name().en,
            "line": number,
            "expected": expected,
            "found": found,
            "reason": reason,
        }))
        .with_success(false)
}

/// States which word of a text is not of a form, and a line of the form.
pub fn refusal_problem(
    file: &str,
    game: &'static dyn PrintedGame,
    unread: &UnreadLine,
    text: &[Line],
    args: &ParsedArgs<'_>,
) -> Result<Problem, Problem> {
    let UnreadLine { number, column, .. } = unread;
    let found = text.iter().find(|line| line.number == *number);
    let expected = match (unread.expected.as_str(), found) {
        ("", Some(found)) => most_similar_line(&[game], &found.text, args)?.map(|(_, line)| line),
        (expected, _) => Some(expected.to_owned()),
    };
    let place = Sentence::new(
        format!("{file}, ligne {number}, colonne {column}"),
        format!("{file}, line {number}, column {column}"),
    );
    Ok(refusal(
        &place,
        &unread.word,
        game,
        &expected.unwrap_or_default(),
    ))
}

fn refusal(place: &Sentence, word: &str, game: &dyn PrintedGame, expected: &str) -> Problem {
    let topic = game.topic();
    let name = game.name();
    let expected = shortened(expected);
    let word = safe_excerpt(word);
    let [fr_place, en_place] = [&place.fr, &place.en];
    let [fr_name, en_name] = [name.fr, name.en];
    problem!(
        "{fr_place} : « {word} » ne se lit pas ici ({fr_name}) ; il faut une ligne comme « {expected} » (pioche check \
         {topic} --template donne les formes lues)",
        "{en_place}: “{word}” cannot be read here ({en_name}); a line such as “{expected}” is expected (`pioche check \
         {topic} --template` prints the forms that are read)"
    )
}

/// States what is expected of a text that shows no start of a game.
pub fn unknown_problem(
    file: &str,
    named_game: Option<&'static dyn PrintedGame>,
    text: &[Line],
    args: &ParsedArgs<'_>,
) -> Result<Problem, Problem> {
    let Some(first) = text.first() else {
        return Ok(empty_text_problem(file));
    };
    let games = named_game.map_or_else(|| GAMES.to_vec(), |game| vec![game]);
    for line in text {
        if let Some((game, _)) = most_similar_line(&games, &line.text, args)? {
            let number = first.number;
            let place = Sentence::new(
                format!("{file}, ligne {number}"),
                format!("{file}, line {number}"),
            );
            let samples = game.template(args)?;
            let expected = samples.iter().flat_map(|sample| sample.lines()).next();
            return Ok(refusal(
                &place,
                &first.text,
                game,
                &expected.unwrap_or_default(),
            ));
        }
    }
    Ok(problem!(
        "{file} n'est ni une pioche, telle que « 7-K D-P … », ni une partie telle que show ou play l'affiche ; pioche \
         check --template donne les formes lues",
        "{file} is neither a deck, such as “7-K D-P …”, nor a game as show or play prints it; `pioche check --template` \
         prints the forms that are read"
    ))
}

/// Returns the line of the samples that has the most words of a line, and its game; `None` if none has any.
fn most_similar_line(
    games: &[&'static dyn PrintedGame],
    text: &str,
    args: &ParsedArgs<'_>,
) -> Result<Option<(&'static dyn PrintedGame, String)>, Problem> {
    let text_tokens = tokens(text);
    let mut best = None;
    let mut most_words = 0;
    for game in games {
        for line in game
            .template(args)?
            .iter()
            .flat_map(|sample| sample.lines())
        {
            let line_tokens = tokens(&line);
            let is_shared = |token: &&Token| {
                matches!(token, Token::Word(_) | Token::Card(_)) && line_tokens.contains(token)
            };
            let words = text_tokens.iter().filter(is_shared).count();
            if words > most_words {
                most_words = words;
                best = Some((*game, line));
            }
        }
    }
    Ok(best)
}

/// Asks for the name of the game of a text that fits several.
pub fn ambiguous_problem(file: &str, games: &[&'static dyn PrintedGame]) -> Problem {
    let topics: Vec<&str> = games.iter().map(|game| game.topic()).collect();
    let list = topics.join(", ");
    let topic = topics[0];
    problem!(
        "{file} peut être une partie de plusieurs jeux ({list}) ; nommez le jeu, par exemple : pioche check {topic} {file}",
        "{file} may be a game of several kinds ({list}); name the game, for example: pioche check {topic} {file}"
    )
}

/// Returns the beginning of a long line.
fn shortened(line: &str) -> String {
    let line = line.trim();
    let beginning: String = line.chars().take(MAX_SHOWN_SIGNS).collect();
    if beginning.len() < line.len() {
        beginning + " …"
    } else {
        beginning
    }
}

const MAX_SHOWN_SIGNS: usize = 60;

/// Writes the first lines of each form of some games.
pub fn template_text(
    games: &[&'static dyn PrintedGame],
    args: &ParsedArgs<'_>,
) -> Result<String, Problem> {
    let mut parts = Vec::new();
    let mut shown_texts = Vec::new();
    for game in games {
        for sample in game.template(args)? {
            let lines: Vec<String> = sample.lines().into_iter().take(TEMPLATE_LINES).collect();
            let text = lines.join("\n");
            if !shown_texts.contains(&text) {
                parts.push(format!("# pioche {}\n{text}\n", sample.command));
                shown_texts.push(text);
            }
        }
    }
    Ok(parts.join("\n"))
}

/// The number of lines that a template shows of each form.
const TEMPLATE_LINES: usize = 14;
