//! The answers of `check`: right, wrong at a line, or refused with the line and a line as it should be.

use super::compare::{RightGame, UnreadLine, Verdict, WrongLine, unread_line};
use super::line::{Line, Token, tokens};
use super::{GAMES, PrintedGame, Sample};
use pioche_report::lang::{Lang, Problem, either, problem, safe_excerpt};
use pioche_topics::verb::{CommandOutput, ParsedArgs};
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

/// States which word of a text is not of a form, and a line of the form that fits longest. If none fits the first line, it is
/// the form that has the line that is most similar to one of the text.
pub fn refusal_problem(
    file: &str,
    named_game: Option<&'static dyn PrintedGame>,
    verdicts: &[(&'static dyn PrintedGame, Verdict)],
    text: &[Line],
    args: &ParsedArgs<'_>,
) -> Result<Problem, Problem> {
    if text.is_empty() {
        return Ok(problem!("{file} est vide", "{file} is empty"));
    }
    let mut refusal = None;
    for (game, verdict) in verdicts {
        let fitting = refusal.map_or(0, |(_, line): (_, &UnreadLine)| line.fitting);
        if let Verdict::Refused(line) = verdict
            && line.fitting > fitting
        {
            refusal = Some((*game, line));
        }
    }
    if let Some((game, line)) = refusal {
        let found = text.iter().find(|found| found.number == line.number);
        let similar = match found {
            Some(found) if line.expected.is_empty() => similar_line(&[game], found, args)?,
            _ => None,
        };
        let unread = similar.map_or_else(|| line.clone(), |similar| similar.unread);
        return Ok(unread_line_problem(file, game, &unread));
    }
    let games = named_game.map_or_else(|| GAMES.to_vec(), |game| vec![game]);
    let mut best: Option<SimilarLine> = None;
    for line in text.iter().take(MAX_COMPARED_LINES) {
        let similar = similar_line(&games, line, args)?;
        let is_better =
            |similar: &SimilarLine| best.as_ref().is_none_or(|best| similar.score > best.score);
        if let Some(similar) = similar.filter(is_better) {
            best = Some(similar);
        }
    }
    Ok(match best {
        Some(similar) => unread_line_problem(file, similar.game, &similar.unread),
        None => problem!(
            "{file}, ligne 1 : ni une pioche, telle que « 7-K D-P … », ni une partie telle que show ou play l'affiche ; \
             pioche check --template donne les formes lues",
            "{file}, line 1: neither a deck, such as “7-K D-P …”, nor a game as show or play prints it; `pioche check \
             --template` prints the forms that are read"
        ),
    })
}

/// The number of first lines of which similar ones are looked for.
const MAX_COMPARED_LINES: usize = 20;

fn unread_line_problem(file: &str, game: &dyn PrintedGame, unread: &UnreadLine) -> Problem {
    let UnreadLine { number, column, .. } = unread;
    let topic = game.topic();
    let name = game.name();
    let expected = shortened(&unread.expected);
    let word = safe_excerpt(&unread.word);
    let [fr_name, en_name] = [name.fr, name.en];
    if word.is_empty() {
        return problem!(
            "{file}, ligne {number} : le début de la partie manque avant cette ligne ({fr_name}) ; pioche check {topic} \
             --template donne les formes lues",
            "{file}, line {number}: the start of the game is missing before this line ({en_name}); `pioche check {topic} \
             --template` prints the forms that are read"
        );
    }
    if expected.is_empty() {
        return problem!(
            "{file}, ligne {number}, colonne {column} : « {word} » ne se lit pas ici ({fr_name}) ; pioche check {topic} \
             --template donne les formes lues",
            "{file}, line {number}, column {column}: “{word}” cannot be read here ({en_name}); `pioche check {topic} \
             --template` prints the forms that are read"
        );
    }
    problem!(
        "{file}, ligne {number}, colonne {column} : « {word} » ne se lit pas ici ({fr_name}) ; il faut une ligne comme \
         « {expected} » (pioche check {topic} --template donne les formes lues)",
        "{file}, line {number}, column {column}: “{word}” cannot be read here ({en_name}); a line such as “{expected}” \
         is expected (`pioche check {topic} --template` prints the forms that are read)"
    )
}

/// A line of a text beside the line of the samples that has most of its words.
struct SimilarLine {
    game: &'static dyn PrintedGame,
    unread: UnreadLine,
    /// The share of common words, in percent.
    score: usize,
}

fn similar_line(
    games: &[&'static dyn PrintedGame],
    line: &Line,
    args: &ParsedArgs<'_>,
) -> Result<Option<SimilarLine>, Problem> {
    let text_words = words(&line.text);
    let mut best: Option<SimilarLine> = None;
    for game in games {
        for sample_line in game.template(args)?.iter().flat_map(Sample::lines) {
            let sample_words = words(&sample_line);
            let common = text_words
                .iter()
                .filter(|word| sample_words.contains(word))
                .count();
            let score = 200 * common / (text_words.len() + sample_words.len()).max(1);
            if score > best.as_ref().map_or(0, |best| best.score) {
                best = Some(SimilarLine {
                    game: *game,
                    unread: unread_line(line, &sample_line, 0),
                    score,
                });
            }
        }
    }
    Ok(best)
}

/// Returns the words of a line, its board signs, and a word for all of its cards.
fn words(text: &str) -> Vec<Token> {
    let mut words = tokens(text);
    words.retain(|token| {
        !matches!(
            token,
            Token::Number(_) | Token::Sign('.' | ',' | ':' | '-' | '(' | ')')
        )
    });
    for word in &mut words {
        if let Token::Card(_) = word {
            *word = Token::Sign('♥');
        }
    }
    words.dedup();
    words
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
            let game = sample.games.first().map_or("", String::as_str);
            let lines = game.lines().filter(|line| !line.trim().is_empty());
            let text = lines.take(TEMPLATE_LINES).collect::<Vec<_>>().join("\n");
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
