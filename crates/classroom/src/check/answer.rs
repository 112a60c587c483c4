//! The answers of `check`: right, wrong at a line, or refused with the line and a line as it should be.

use super::compare::{RightGame, UnreadLine, Verdict, WrongLine, unread_line};
use super::line::{Line, Token, tokens};
use super::{PrintedGame, named_or_all_games};
use pioche_engine::sim::Field;
use pioche_report::Glossary;
use pioche_report::lang::{Lang, Problem, Sentence, Text, either, problem, safe_excerpt, sentence};
use pioche_topics::find_topic;
use pioche_topics::verb::{CommandOutput, ParsedArgs};
use serde_json::json;

pub fn right_output(
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
    let remark = right.next_line.as_ref().map(|next_line| {
        let line = shortened(next_line);
        either!(
            lang,
            "la fin manque ; la suite est par exemple : {line}",
            "the end is missing; the next line is, for example: {line}"
        )
    });
    if let Some(remark) = &remark {
        text += &format!("  {remark}\n");
    }
    CommandOutput::from_text(text).with_json(json!({
        "right": true,
        "game": game.name().en,
        "steps": right.steps,
        "remarks": Vec::from_iter(remark),
    }))
}

/// States the first wrong line, and the rule by which the game is right, if there is one.
pub fn wrong_output(
    file: &str,
    game: &dyn PrintedGame,
    wrong: &WrongLine,
    rule: Option<Field>,
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
    let reason_text = reason.in_lang(lang);
    let mut text = either!(
        lang,
        "{file}, ligne {number} ({name}) : {reason_text}\n  lu :      {found}\n",
        "{file}, line {number} ({name}): {reason_text}\n  found:    {found}\n"
    );
    if !expected.is_empty() {
        text += &either!(lang, "  attendu : {expected}\n", "  expected: {expected}\n");
    }
    let other_rule = rule.and_then(|field| {
        let topic = find_topic(game.topic())?;
        Some(Glossary::setting_phrase(
            &topic.glossary,
            lang,
            field.key(),
            &field.value,
        ))
    });
    if let Some(rule) = &other_rule {
        text += &either!(
            lang,
            "  par une autre règle, la partie est juste : {rule}\n",
            "  by another rule, the game is right: {rule}\n"
        );
    }
    CommandOutput::from_text(text)
        .with_json(json!({
            "right": false,
            "game": game.name().en,
            "line": number,
            "expected": expected,
            "found": found,
            "reason": reason_text,
            "right_by_rule": other_rule,
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
    let refusals = verdicts.iter().filter_map(|(game, verdict)| match verdict {
        Verdict::Refused(line) if line.fitting > 0 => Some((*game, line)),
        _ => None,
    });
    let unread = match refusals.rev().max_by_key(|(_, line)| line.fitting) {
        Some((game, line)) => {
            let same_line = text.iter().filter(|other| other.number == line.number);
            let similar = match line.expected.as_str() {
                "" => most_similar(&[game], same_line, args)?,
                _ => None,
            };
            similar.or(Some((game, line.clone())))
        }
        None => {
            let games = named_or_all_games(named_game);
            most_similar(&games, text.iter().take(MAX_COMPARED_LINES), args)?
        }
    };
    Ok(match unread {
        Some((game, line)) => unread_line_problem(file, game, &line),
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
    let expected = shortened(&unread.expected);
    let word = safe_excerpt(&unread.word);
    let Text { fr, en } = game.name();
    if word.is_empty() {
        return problem!(
            "{file}, ligne {number} : le début de la partie manque avant cette ligne ({fr}) ; pioche check {topic} \
             --template donne les formes lues",
            "{file}, line {number}: the start of the game is missing before this line ({en}); `pioche check {topic} \
             --template` prints the forms that are read"
        );
    }
    let mut example = Sentence::untranslated("");
    if !expected.is_empty() {
        example = sentence!(
            " ; il faut une ligne comme « {expected} »",
            "; a line such as “{expected}” is expected"
        );
    }
    let Sentence {
        fr: example_fr,
        en: example_en,
    } = example;
    problem!(
        "{file}, ligne {number}, colonne {column} : « {word} » ne se lit pas ici ({fr}){example_fr} (pioche check {topic} \
         --template donne les formes lues)",
        "{file}, line {number}, column {column}: “{word}” cannot be read here ({en}){example_en} (`pioche check {topic} \
         --template` prints the forms that are read)"
    )
}

/// Returns the line of a text that is most similar to one of the samples of some games, beside it: the one with the largest
/// share of common words. Samples in the language of the command come first.
fn most_similar<'a>(
    games: &[&'static dyn PrintedGame],
    text: impl Iterator<Item = &'a Line>,
    args: &ParsedArgs<'_>,
) -> Result<Option<(&'static dyn PrintedGame, UnreadLine)>, Problem> {
    let mut sample_lines = Vec::new();
    for game in games {
        for sample in game.template(args)? {
            let lines = sample.lines().into_iter();
            sample_lines.extend(lines.map(|line| (sample.lang != args.lang, *game, line)));
        }
    }
    sample_lines.sort_by_key(|(is_other_lang, ..)| *is_other_lang);
    let mut best = None;
    let mut best_score = 0;
    for line in text {
        let text_words = words(&line.text);
        for (_, game, sample_line) in &sample_lines {
            let sample_words = words(sample_line);
            let common = text_words.iter().filter(|word| sample_words.contains(word));
            let score = 200 * common.count() / (text_words.len() + sample_words.len()).max(1);
            if score > best_score {
                best_score = score;
                best = Some((*game, unread_line(line, sample_line, 0)));
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
    let mut signs = line.trim().chars();
    let mut beginning: String = signs.by_ref().take(MAX_SHOWN_SIGNS).collect();
    if signs.next().is_some() {
        beginning += " …";
    }
    beginning
}

const MAX_SHOWN_SIGNS: usize = 60;

/// Writes the first lines of each form of a game, or of all games, each below the command that prints it.
///
/// # Errors
/// When the settings of the arguments do not suit each other.
pub fn template_text(
    named_game: Option<&'static dyn PrintedGame>,
    args: &ParsedArgs<'_>,
) -> Result<String, Problem> {
    let mut parts = Vec::new();
    for game in named_or_all_games(named_game) {
        for sample in game.template(args)? {
            let game = sample.games.first().map_or("", String::as_str);
            let lines = game.lines().filter(|line| !line.trim().is_empty());
            let text = lines.take(TEMPLATE_LINES).collect::<Vec<_>>().join("\n");
            if !parts.iter().any(|part: &String| part.contains(&text)) {
                parts.push(format!("# pioche {}\n{text}\n", sample.command));
            }
        }
    }
    Ok(parts.join("\n"))
}

/// The number of lines that a template shows of each form.
const TEMPLATE_LINES: usize = 14;
