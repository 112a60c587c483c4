//! The words of a printed game: lines without colours and control sequences, tokens, players and announced results.

use super::cards::CardForms;
use crate::lang::fold_case_and_accents;
use pioche_engine::games::{Outcome, Player};

/// A line of a printed game, or a cell of a table with its heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The number of the line, from 1.
    pub number: usize,
    /// The text without control sequences, with plain blanks, and with cards as `R♥`.
    pub text: String,
    /// The text as it is printed, without control sequences.
    pub printed: String,
}

impl Line {
    /// The words, numbers and signs of the line.
    pub fn tokens(&self) -> Vec<Token> {
        tokens(&self.text)
    }

    /// Adds the texts of the next line.
    pub fn add(&mut self, next: &Self) {
        for (text, next) in [
            (&mut self.text, &next.text),
            (&mut self.printed, &next.printed),
        ] {
            text.push(' ');
            text.push_str(next);
        }
    }
}

/// Splits a text into lines. Control sequences of terminals and variation selectors are removed, all blanks become
/// spaces, and cards are written as `R♥`. A row of a table is split into its cells, each after its heading.
pub fn clean_lines(text: &str) -> Vec<Line> {
    let lines: Vec<&str> = text.trim_start_matches('\u{feff}').lines().collect();
    let clean_texts: Vec<String> = lines.iter().map(|line| clean_line(line)).collect();
    let forms = CardForms::of_text(clean_texts.iter().map(String::as_str));
    let mut table = None;
    let mut clean_lines = Vec::new();
    for (index, printed) in clean_texts.iter().enumerate() {
        let number = index + 1;
        let new_line = |text: &str| Line {
            number,
            text: forms.plain_line(text),
            printed: printed.clone(),
        };
        table = PrintedTable::at(&lines[index..]).or(table);
        let cells = match &table {
            Some(table) => table.labelled_cells(lines[index]),
            None => labelled_entries(printed),
        };
        match cells {
            Some(cells) => clean_lines.extend(cells.iter().map(|cell| new_line(cell))),
            None => {
                table = None;
                clean_lines.push(new_line(printed));
            }
        }
    }
    clean_lines
}

/// The headings of a table of text.
struct PrintedTable {
    separator: char,
    headings: Vec<String>,
}

impl PrintedTable {
    /// Returns the table that begins with these lines: headings of words, and two rows with as many cells.
    fn at(lines: &[&str]) -> Option<Self> {
        ['\t', ';', '|', ','].into_iter().find_map(|separator| {
            let headings = cells(lines[0], separator);
            let is_heading = |cell: &String| {
                cell.chars().filter(|sign| sign.is_alphabetic()).count() > 1
                    && cell.chars().count() < 24
            };
            let is_table = headings.len() > 2
                && headings.iter().all(is_heading)
                && lines.len() > 2
                && lines[1..3].iter().all(|line| {
                    let cells = cells(line, separator);
                    cells.len() == headings.len()
                        && cells.iter().any(|cell| cell.parse::<u64>().is_ok())
                });
            is_table.then_some(Self {
                separator,
                headings,
            })
        })
    }

    /// Returns the cells of a row with their headings, none for the headings; `None` if the line is no row.
    fn labelled_cells(&self, line: &str) -> Option<Vec<String>> {
        let cells = cells(line, self.separator);
        if cells == self.headings {
            return Some(Vec::new());
        }
        let labelled = |(heading, cell): (&String, &String)| format!("{heading} : {cell}");
        let is_row = cells.len() == self.headings.len();
        is_row.then(|| {
            let rows = self.headings.iter().zip(&cells);
            rows.filter(|(_, cell)| !cell.is_empty())
                .map(labelled)
                .collect()
        })
    }
}

fn cells(line: &str, separator: char) -> Vec<String> {
    let line = line.trim_start_matches('\u{feff}').trim_end();
    let line = if separator == '|' {
        line.trim().trim_matches('|')
    } else {
        line
    };
    line.split(separator)
        .map(|cell| clean_line(cell).trim().to_owned())
        .collect()
}

/// Returns the entries of a dictionary such as `{'joueur': 1, 'choix': 2}`, each as a label and a value; `None` for
/// other lines, and for a card.
fn labelled_entries(line: &str) -> Option<Vec<String>> {
    let entries = line.trim().strip_prefix('{')?.strip_suffix('}')?;
    if entries.contains(['{', '[', '(']) || entries.contains("couleur") || entries.contains("suit")
    {
        return None;
    }
    let labelled = |entry: &str| {
        let (key, value) = entry.split_once(':')?;
        let quotes = [' ', '\'', '"'];
        Some(format!(
            "{} : {}",
            key.trim_matches(quotes),
            value.trim_matches(quotes)
        ))
    };
    entries.split(',').map(labelled).collect()
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
            '│' | '┃' | '║' => clean.push('|'),
            // The other lines of a frame.
            '─'..='╿' => clean.push(' '),
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
    /// A card such as `R♥`, by its value; the ace is 14.
    Card(u8),
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
        if after.starts_with(SUIT_SYMBOLS)
            && let Some(value) = card_value(text)
        {
            tokens.push(Token::Card(value));
            rest = &after[after.chars().next().map_or(0, char::len_utf8)..];
            continue;
        }
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

pub const SUIT_SYMBOLS: [char; 8] = ['♥', '♦', '♠', '♣', '♡', '♢', '♤', '♧'];

/// Returns the value of a card by its number or its folded letter.
fn card_value(text: &str) -> Option<u8> {
    match text {
        "v" | "j" => Some(11),
        "d" | "q" => Some(12),
        "r" | "k" => Some(13),
        "a" => Some(14),
        _ => text.parse().ok(),
    }
}

impl Token {
    pub fn word(&self) -> Option<&str> {
        match self {
            Self::Word(word) => Some(word),
            _ => None,
        }
    }

    pub fn card(&self) -> Option<u8> {
        match self {
            Self::Card(value) => Some(*value),
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

/// Returns the first player that is named, and the words after the name.
pub fn first_player(words: &[Token]) -> Option<(Player, &[Token])> {
    (0..words.len()).find_map(|at| {
        let (player, length) = leading_player(&words[at..])?;
        Some((player, &words[at + length..]))
    })
}

/// Returns the player that is named at the start of `tokens`, and the number of tokens of the name.
pub fn leading_player(tokens: &[Token]) -> Option<(Player, usize)> {
    const NAMES: &str = "joueur player j p";
    match tokens.first()? {
        Token::Sign('⚪' | '○') => return Some((Player::One, 1)),
        Token::Sign('⚫' | '●') => return Some((Player::Two, 1)),
        Token::Word(word) if is_listed(word, "blanc blancs white") => {
            return Some((Player::One, 1));
        }
        Token::Word(word) if is_listed(word, "noir noirs black") => return Some((Player::Two, 1)),
        Token::Word(word) if is_listed(word, NAMES) => {}
        _ => return None,
    }
    let mut length = 1;
    // As in “joueur n° 1”, or in the cell “joueur : 1” of a table.
    while let Some(token) = tokens.get(length)
        && length < 3
        && match token {
            Token::Word(word) => is_listed(word, "n no"),
            Token::Sign(':') => tokens.len() == 3,
            Token::Sign(sign) => ['°', '#'].contains(sign),
            _ => false,
        }
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
const CONDITIONS: &str = "qui celui si quand mieux peut semble imposer whoever who when if best can could looks voulez souhaitez each";
/// Words that precede the name of the winner.
const WINNER_NOUNS: &str = "gagnant gagnante vainqueur winner victoire victory bravo remportee felicitations resultat result";
/// Words that follow the name of the winner.
const WINNER_VERBS: &str = "gagne gagnee wins won remporte win";
const LOSER_VERBS: &str = "perd perdu loses lost perdant";
const NOBODY_WORDS: &str = "aucun personne none nobody";
const DRAW_WORDS: &str = "egalite nulle nul draw tie exaequo";

/// Returns the outcome of a game of two players that a line announces.
pub fn announced_outcome(tokens: &[Token]) -> Option<Outcome> {
    if is_condition(tokens) || announces_endless(tokens) {
        return None;
    }
    let winner = winner_by(tokens, WINNER_NOUNS, true)
        .or_else(|| winner_by(tokens, WINNER_VERBS, false))
        .or_else(|| winner_by(tokens, LOSER_VERBS, false).map(Player::opponent));
    match winner {
        Some(player) => Some(Outcome::Winner(player)),
        None => (is_draw(tokens) && named_player(tokens).is_none()).then_some(Outcome::Draw),
    }
}

/// Returns true if a line says that there is no winner, such as “Draw”, “Winner: nobody” or `winner() = 0`.
fn is_draw(tokens: &[Token]) -> bool {
    let is_about_winner = has_word(tokens, WINNER_NOUNS) || has_word(tokens, WINNER_VERBS);
    let is_nobody = has_word(tokens, NOBODY_WORDS) || numbers(tokens) == [0];
    has_word(tokens, DRAW_WORDS) || (is_about_winner && is_nobody)
}

/// Returns true if a line says that the game never ends.
pub fn announces_endless(tokens: &[Token]) -> bool {
    let mut words = tokens.iter().filter_map(Token::word);
    !is_condition(tokens) && words.any(|word| word.starts_with("infini") || word == "endless")
}

/// Returns true for rules, hints and questions, which announce no result.
fn is_condition(tokens: &[Token]) -> bool {
    // As in “s'il en reste une”.
    let is_elided_if = |word: &[Token]| {
        let [Token::Word(first), Token::Sign(_), Token::Word(last)] = word else {
            return false;
        };
        first == "s" && last.starts_with("il")
    };
    has_sign(tokens, '?') || has_word(tokens, CONDITIONS) || tokens.windows(3).any(is_elided_if)
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

/// Joins each line to the last one that it continues.
pub fn join_lines(lines: &[Line], is_continued: impl Fn(&str, &str) -> bool) -> Vec<Line> {
    let mut joined_lines: Vec<Line> = Vec::new();
    for line in lines {
        match joined_lines.last_mut() {
            Some(last) if is_continued(&last.text, &line.text) => last.add(line),
            _ => joined_lines.push(line.clone()),
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
            Some(last) => last.add(line),
            None => joined.push(line.clone()),
        }
    }
    joined
}

/// Returns the move of a line that says from where to where, such as “5 → 12”: the places of both ends in the line,
/// each a number or a pair of numbers in brackets.
pub fn ends_of_move(tokens: &[Token]) -> Option<[Vec<u64>; 2]> {
    let is_between = |token: &Token| match token {
        Token::Sign(sign) => ['→', '➜', '➡', '⇒'].contains(sign),
        Token::Word(word) => is_listed(word, "vers to a"),
        _ => false,
    };
    (1..tokens.len()).find_map(|at| {
        let after = tokens.get(at + 1..).unwrap_or_default();
        let (before, after) = match (&tokens[at], after) {
            // The arrow `->`.
            (Token::Sign('-' | '='), [Token::Sign('>'), after @ ..]) => (at, after),
            (token, after) if is_between(token) => (at, after),
            _ => return None,
        };
        let reversed: Vec<Token> = tokens[..before].iter().rev().cloned().collect();
        let mut from = place(&reversed, ')')?;
        from.reverse();
        Some([from, place(after, '(')?])
    })
}

/// Reads a number, or two in brackets.
fn place(tokens: &[Token], open: char) -> Option<Vec<u64>> {
    match tokens {
        [Token::Number(cell), ..] => Some(vec![*cell]),
        [
            Token::Sign(sign),
            Token::Number(row),
            Token::Sign(','),
            Token::Number(column),
            ..,
        ] if *sign == open => Some(vec![*row, *column]),
        _ => None,
    }
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

    #[test]
    fn rows_of_tables_are_split_into_cells() {
        let text =
            "tour\tjoueur\treste\n1\t1\t11\n2\t2\t8\nvainqueur\t2\n{'joueur': 1, 'choix': 2}\n";
        let lines = clean_lines(text);
        let texts: Vec<(usize, &str)> = lines
            .iter()
            .map(|line| (line.number, line.text.as_str()))
            .collect();
        assert_eq!(
            texts,
            [
                (2, "tour : 1"),
                (2, "joueur : 1"),
                (2, "reste : 11"),
                (3, "tour : 2"),
                (3, "joueur : 2"),
                (3, "reste : 8"),
                (4, "vainqueur 2"),
                (5, "joueur : 1"),
                (5, "choix : 2"),
            ]
        );
        assert_eq!(lines[0].printed, "1 1 11");
    }

    #[test]
    fn ends_of_moves_are_read() {
        let ends = |line: &str| ends_of_move(&tokens(line));
        assert_eq!(ends("Coup 1 : 5 → 12"), Some([vec![5], vec![12]]));
        assert_eq!(ends("6 -> 13"), Some([vec![6], vec![13]]));
        let places = Some([vec![2, 2], vec![4, 2]]);
        assert_eq!(ends("saut de (2, 2) vers (4, 2)"), places);
        assert_eq!(ends("de 5 à 12"), Some([vec![5], vec![12]]));
        assert_eq!(ends("12 pions"), None);
    }
}
