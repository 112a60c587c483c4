//! The words of a printed game: lines without colours and control sequences, tokens, players and announced results.

use crate::lang::fold_case_and_accents;
use pioche_engine::games::{Outcome, Player};

/// A line of a printed game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The number of the line, from 1.
    pub number: usize,
    /// The text without control sequences, with plain blanks.
    pub text: String,
}

impl Line {
    /// The words, numbers and signs of the line.
    pub fn tokens(&self) -> Vec<Token> {
        tokens(&self.text)
    }
}

/// Splits a text into lines. Control sequences of terminals and variation selectors are removed, and all blanks become
/// spaces.
pub fn clean_lines(text: &str) -> Vec<Line> {
    let lines = text.trim_start_matches('\u{feff}').lines();
    (1..)
        .zip(lines)
        .map(|(number, line)| Line {
            number,
            text: clean_line(line),
        })
        .collect()
}

fn clean_line(line: &str) -> String {
    let mut clean = String::with_capacity(line.len());
    let mut signs = line.chars();
    while let Some(sign) = signs.next() {
        match sign {
            '\u{1b}' => {
                // A sequence ends with its first letter.
                signs.by_ref().find(char::is_ascii_alphabetic);
            }
            '\u{fe0e}' | '\u{fe0f}' => {}
            _ if sign.is_whitespace() => clean.push(' '),
            _ if sign.is_control() => {}
            _ => clean.push(sign),
        }
    }
    clean.trim_end().to_owned()
}

/// A part of a line in lower case and without accents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token {
    Word(String),
    Number(u64),
    Sign(char),
}

/// Splits a line into words, numbers and signs; `joueur1` is a word and a number.
pub fn tokens(line: &str) -> Vec<Token> {
    let folded = fold_case_and_accents(line);
    let mut tokens = Vec::new();
    let mut rest = folded.as_str();
    while let Some(first) = rest.chars().next() {
        let is_digit = |sign: char| sign.is_ascii_digit();
        let length = if is_digit(first) {
            rest.find(|sign| !is_digit(sign))
        } else if first.is_alphabetic() {
            rest.find(|sign: char| !sign.is_alphabetic())
        } else {
            Some(first.len_utf8())
        };
        let (text, after) = rest.split_at(length.unwrap_or(rest.len()));
        rest = after;
        if is_digit(first) {
            // A number that is too large is treated as a large one.
            tokens.push(Token::Number(text.parse().unwrap_or(u64::MAX)));
        } else if first.is_alphabetic() {
            tokens.push(Token::Word(text.to_owned()));
        } else if !first.is_whitespace() {
            tokens.push(Token::Sign(first));
        }
    }
    tokens
}

impl Token {
    pub fn word(&self) -> Option<&str> {
        match self {
            Self::Word(word) => Some(word),
            _ => None,
        }
    }

    pub fn number(&self) -> Option<u64> {
        match self {
            Self::Number(number) => Some(*number),
            _ => None,
        }
    }
}

/// Returns true if a word is one of these, which are separated by blanks.
pub fn is_listed(word: &str, words: &str) -> bool {
    words.split_whitespace().any(|listed| listed == word)
}

/// Returns true if a token is one of these words, which are separated by blanks.
pub fn has_word(tokens: &[Token], words: &str) -> bool {
    let mut found_words = tokens.iter().filter_map(Token::word);
    found_words.any(|word| is_listed(word, words))
}

/// Returns true if the line contains this sign.
pub fn has_sign(tokens: &[Token], sign: char) -> bool {
    tokens.contains(&Token::Sign(sign))
}

/// The numbers of a line, in order.
pub fn numbers(tokens: &[Token]) -> Vec<u64> {
    tokens.iter().filter_map(Token::number).collect()
}

/// Returns the number that stands before one of these nouns, as in “5 piles”.
pub fn number_before(tokens: &[Token], nouns: &str) -> Option<u64> {
    tokens.windows(2).find_map(|pair| {
        let number = pair[0].number()?;
        is_listed(pair[1].word()?, nouns).then_some(number)
    })
}

/// Returns the player that is named at the start of `tokens`, and the number of tokens of the name.
pub fn leading_player(tokens: &[Token]) -> Option<(Player, usize)> {
    const NAMES: &str = "joueur player j p";
    let word = tokens.first()?.word()?;
    if !is_listed(word, NAMES) {
        return None;
    }
    let mut length = 1;
    // As in “joueur n° 1”.
    while let Some(Token::Word(_) | Token::Sign('°' | '#')) = tokens.get(length)
        && length < 3
        && has_word(&tokens[length..=length], "n no") | matches!(tokens[length], Token::Sign(_))
    {
        length += 1;
    }
    let player = player_of_number(tokens.get(length)?.number()?)?;
    Some((player, length + 1))
}

pub fn player_of_number(number: u64) -> Option<Player> {
    match number {
        1 => Some(Player::One),
        2 => Some(Player::Two),
        _ => None,
    }
}

/// Returns the first player that is named in a line.
pub fn named_player(tokens: &[Token]) -> Option<Player> {
    (0..tokens.len()).find_map(|at| leading_player(&tokens[at..]).map(|(player, _)| player))
}

/// The text after the last colon or question mark, where an answer or a state follows a prompt.
pub fn text_after_prompt(line: &str) -> &str {
    line.rsplit([':', '?']).next().unwrap_or(line).trim()
}

/// Words of rules, hints and questions, which announce no result.
const CONDITIONS: &str = "qui celui si s quand mieux peut semble imposer whoever who when if best can could looks voulez souhaitez each";
/// Words that precede the name of the winner.
const WINNER_NOUNS: &str =
    "gagnant gagnante vainqueur winner victoire victory bravo remportee felicitations";
/// Words that follow the name of the winner.
const WINNER_VERBS: &str = "gagne gagnee wins won remporte win";
const LOSER_VERBS: &str = "perd perdu loses lost perdant";
const DRAW_WORDS: &str = "egalite nulle nul draw tie exaequo";

/// Returns the outcome of a game of two players that a line announces.
pub fn announced_outcome(tokens: &[Token]) -> Option<Outcome> {
    if is_condition(tokens) || announces_endless(tokens) {
        return None;
    }
    let winner = winner_by(tokens, WINNER_NOUNS, true)
        .or_else(|| winner_by(tokens, WINNER_VERBS, false))
        .or_else(|| winner_by(tokens, LOSER_VERBS, false).map(Player::opponent));
    let is_draw = has_word(tokens, DRAW_WORDS);
    match winner {
        Some(player) => Some(Outcome::Winner(player)),
        None => (is_draw && named_player(tokens).is_none()).then_some(Outcome::Draw),
    }
}

/// Returns true if a line says that the game never ends.
pub fn announces_endless(tokens: &[Token]) -> bool {
    let mut words = tokens.iter().filter_map(Token::word);
    !is_condition(tokens) && words.any(|word| word.starts_with("infini") || word == "endless")
}

/// Returns true for rules, hints and questions, which announce no result.
fn is_condition(tokens: &[Token]) -> bool {
    has_sign(tokens, '?') || has_word(tokens, CONDITIONS)
}

/// Returns the player that is named nearest to one of these words: behind a noun, before a verb.
fn winner_by(tokens: &[Token], words: &str, is_noun: bool) -> Option<Player> {
    let is_found = |token: &Token| token.word().is_some_and(|word| is_listed(word, words));
    let at = tokens.iter().position(is_found)?;
    let player_at = |place: usize| leading_player(&tokens[place..]).map(|(player, _)| player);
    let after = || {
        let lone_number = || {
            let number = tokens[at..].iter().find_map(Token::number)?;
            player_of_number(number).filter(|_| is_noun)
        };
        (at..tokens.len()).find_map(player_at).or_else(lone_number)
    };
    let before = || (0..at).rev().find_map(player_at);
    if is_noun {
        after().or_else(before)
    } else {
        before().or_else(after)
    }
}

/// Returns true if a line says that the game was broken off.
pub fn announces_stop(tokens: &[Token]) -> bool {
    (has_word(tokens, "interrompue abandon abandonne") && !has_word(tokens, "voulez taper tapez"))
        || (has_word(tokens, "stopped") && has_word(tokens, "you"))
}

/// Returns the number of moves that a line says are taken back.
pub fn moves_taken_back(tokens: &[Token]) -> Option<usize> {
    let is_said = has_word(tokens, "repris taken") && has_word(tokens, "coup coups move moves");
    let moves = numbers(tokens).first().map_or(1, |number| *number as usize);
    is_said.then_some(moves)
}

/// Joins lines. `joined` returns the text of the last line and the next one together; `None` leaves both as they are.
pub fn join_lines(lines: &[Line], joined: impl Fn(&str, &str) -> Option<String>) -> Vec<Line> {
    let mut joined_lines: Vec<Line> = Vec::new();
    for line in lines {
        let last = joined_lines.last_mut();
        match last.and_then(|last| Some((joined(&last.text, &line.text)?, last))) {
            Some((text, last)) => last.text = text,
            None => joined_lines.push(line.clone()),
        }
    }
    joined_lines
}

/// Removes the lines of numbers below rows, and joins the rows that are too long for one line: the numbers below one
/// continue those of the row before.
///
/// `row_length` returns the number of places of a row, `first_number` the first number of a line of numbers.
pub fn join_numbered_rows(
    lines: &[Line],
    row_length: impl Fn(&str) -> Option<usize>,
    first_number: impl Fn(&str) -> Option<usize>,
) -> Vec<Line> {
    let mut joined: Vec<Line> = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let is_below_row = index > 0 && row_length(&lines[index - 1].text).is_some();
        if is_below_row && first_number(&line.text).is_some() {
            continue;
        }
        let number = lines
            .get(index + 1)
            .and_then(|below| first_number(&below.text));
        let is_continued = |last: &&mut Line| {
            let continues = |length: usize| length > 0 && Some(length + 1) == number;
            row_length(&line.text).is_some() && row_length(&last.text).is_some_and(continues)
        };
        let last_row = joined
            .iter_mut()
            .rev()
            .find(|line| !line.text.trim().is_empty());
        match last_row.filter(is_continued) {
            Some(last) => last.text = format!("{} {}", last.text, line.text),
            None => joined.push(line.clone()),
        }
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_sequences_are_removed() {
        let lines = clean_lines("\u{feff}\u{1b}[2J\u{1b}[31m7♥\u{fe0f}\u{1b}[0m\u{a0}8♠ \r\n\n");
        assert_eq!(lines[0].text, "7♥ 8♠");
        assert_eq!(lines.len(), 2);
    }

    #[test]
    fn results_are_read_in_the_words_of_programs() {
        let result = |line: &str| announced_outcome(&tokens(line));
        let won = |player| Some(Outcome::Winner(player));
        for line in [
            "Gagnant : 2",
            "Le joueur 2 a gagné !",
            "Vainqueur : joueur 2",
            "La partie est remportée par le joueur 2.",
            "Player 2 wins the game.",
            "Bravo joueur n°2",
            "J2 gagne",
            "Le joueur 1 a perdu",
        ] {
            assert_eq!(result(line), won(Player::Two), "{line}");
        }
        let draw = Some(Outcome::Draw);
        for line in ["Egalité", "Partie nulle", "Match nul !", "Draw"] {
            assert_eq!(result(line), draw, "{line}");
        }
        for line in [
            "Joueur 2",
            "Qui prend la dernière gagne.",
            "With best play, player 1 wins by 2 stones.",
            "S'il en reste trop peu, la partie est nulle.",
            "Joueur 1, combien d'allumettes ?",
        ] {
            assert_eq!(result(line), None, "{line}");
        }
    }
}
