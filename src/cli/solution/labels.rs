//! What the words beside a number mean: the name of a row, a statistic, a number of games or a setting.

use super::cell::Cell;
use super::headings::{
    ColumnRole, Statistic, is_games_word, is_one_of, is_total, without_separators,
};
use crate::topics::setting::OptionSpec;
use crate::topics::{Topic, is_name_of};
use std::cell::RefCell;
use std::collections::HashMap;

/// The longest text that names a row, in bytes.
const MAX_NAME: usize = 90;

/// The names of the rows of a topic, in their order.
pub struct RowNames {
    pub topic: &'static Topic,
    pub names: Vec<String>,
    /// The names that texts were found to mean.
    found: RefCell<HashMap<String, Option<String>>>,
}

impl RowNames {
    pub fn new(topic: &'static Topic, names: Vec<String>) -> Self {
        let found = RefCell::default();
        Self {
            topic,
            names,
            found,
        }
    }

    pub fn role(&self, cell: &Cell) -> ColumnRole {
        if cell.is_text() {
            ColumnRole::from_heading(&cell.text, self.topic)
        } else {
            ColumnRole::Ignored
        }
    }

    /// Returns whether the rows are numbers, such as those of piles.
    pub fn are_numbers(&self) -> bool {
        self.names
            .first()
            .is_some_and(|name| name.parse::<u64>().is_ok())
    }

    /// Returns the place of the row that a cell names among all rows.
    pub fn place_of(&self, cell: &Cell) -> Option<usize> {
        let name = self.name_of(cell)?;
        self.names.iter().position(|other| *other == name)
    }

    /// Returns the setting that a heading names, if the number can be its value.
    fn setting(&self, heading: &str, number: &Cell) -> Option<&'static OptionSpec> {
        match ColumnRole::from_heading(heading, self.topic) {
            ColumnRole::Setting(opt) => {
                Some(opt).filter(|opt| opt.parse_value(&number.text).is_ok())
            }
            _ => None,
        }
    }

    /// Returns the role of a number by the cell before it: a statistic, a setting or a number of games.
    pub fn role_of_words(&self, cell: &Cell, number: &Cell) -> Option<ColumnRole> {
        let words = label_text(&cell.text);
        if let Some(statistic) = self.statistic_in(words) {
            return Some(ColumnRole::Statistic(statistic));
        }
        if let Some(opt) = self.setting(words, number) {
            return Some(ColumnRole::Setting(opt));
        }
        let is_of_games = is_games_word(words) || is_total(words) || is_number_word(words);
        (cell.is_text() && is_of_games).then_some(ColumnRole::Deals)
    }

    /// Returns the role of a number of a sentence, if it is that of all games or a setting. `is_start`, `is_first`
    /// and `is_last` tell its place among all numbers, and among those that are neither.
    pub fn total_role(
        &self,
        [before, number, after]: [&Cell; 3],
        [is_start, is_first, is_last]: [bool; 3],
    ) -> Option<ColumnRole> {
        const PREPOSITIONS: &str =
            "sur|pour|de|of|out of|for|in|over|on|après|after|en|avec|with|les|the";
        let text_before = before.text.as_str();
        let before = label_text(text_before);
        let first = first_word(&after.text);
        let last = without_separators(first_word(before.rsplit(' ').next().unwrap_or_default()));
        if before.is_empty() && first.is_empty() {
            return None;
        }
        let is_stated = text_before.ends_with([':', '=']);
        let heading_before = last_clause(before);
        let headings = [Some(first), Some(heading_before).filter(|_| is_stated)];
        for heading in headings.into_iter().flatten() {
            if let Some(opt) = self.setting(heading, number) {
                return Some(ColumnRole::Setting(opt));
            }
        }
        let is_named = is_games_word(before) && (is_start || before.starts_with([',', ';', '.']))
            || is_start && is_number_word(before);
        let is_alone = is_first && is_last && !without_separators(before).contains("gagn");
        // `1000 games: x wins 51 %`
        let is_title = is_start
            && after
                .text
                .strip_prefix(first)
                .is_some_and(|rest| rest.trim_start().starts_with(':'));
        let begins_clause = is_title || is_first && text_before.ends_with(['(', ',', ';', '.']);
        let counts_games = is_games_word(first) || is_games_word(&format!("{first}s"));
        let is_counted =
            counts_games && (is_one_of(PREPOSITIONS, &last) || is_alone || begins_clause);
        let is_whole = is_one_of("sur|out of", &last) && (!is_first || counts_games);
        let clause_after = after.text.split([',', ';', ':', '(']).next();
        let is_name = [before, clause_after.unwrap_or_default()]
            .into_iter()
            .any(|words| self.name_of(&Cell::words(words)).is_some());
        (is_whole || !is_name && (is_named || is_counted)).then_some(ColumnRole::Deals)
    }

    /// Returns the name of the row that a cell means, alone or as the only number in it; `None` if it is none.
    pub fn name_of(&self, cell: &Cell) -> Option<String> {
        if let Some(name) = self.found.borrow().get(&cell.text) {
            return name.clone();
        }
        let name = self.find_name(cell);
        self.found
            .borrow_mut()
            .insert(cell.text.clone(), name.clone());
        name
    }

    fn find_name(&self, cell: &Cell) -> Option<String> {
        if let Some(number) = cell.number() {
            let name = number.value().to_string();
            let mut codes = self.topic.hand_in.codes.iter();
            let code = codes.find(|(code, _)| *code == cell.text);
            let coded = code.map(|(_, name)| (*name).to_owned());
            return Some(name)
                .filter(|name| self.names.contains(name))
                .or(coded);
        }
        self.word_name(&cell.text)
            .or_else(|| self.only_number_name(&cell.text))
    }

    /// Returns the name of the row that words mean without a number of their own; `None` if it is none.
    fn word_name(&self, text: &str) -> Option<String> {
        let text = text.trim_matches(|sign: char| !sign.is_alphanumeric());
        let outcome = |text: &str| {
            let mut names = self.names.iter();
            names
                .find(|name| is_outcome_name(self.topic, name, text))
                .cloned()
        };
        outcome(text)
            .or_else(|| outcome(&without_measure(text)?))
            .or_else(|| self.name_within(text))
    }

    /// Returns the name of which a short text contains the words.
    fn name_within(&self, text: &str) -> Option<String> {
        const FEWEST_LETTERS: usize = 5;
        let bare_text = without_separators(text);
        let outcomes = self.topic.hand_in.outcome_words.iter();
        let mut matching_outcomes = outcomes.filter(|(_, words)| {
            let mut words = words.split('|').map(without_separators);
            words.any(|word| {
                word.len() >= FEWEST_LETTERS
                    && bare_text.contains(&word)
                    && digits_of(&word) == digits_of(&bare_text)
            })
        });
        let (key, _) = matching_outcomes.next().filter(|_| text.len() < MAX_NAME)?;
        let name = self.names.iter().find(|name| name == key);
        name.cloned().filter(|_| matching_outcomes.next().is_none())
    }

    /// Returns the name that is the only number in a text, such as `2 tas` or `P(T <= 2)`.
    fn only_number_name(&self, text: &str) -> Option<String> {
        let mut numbers = text
            .split(|sign: char| !sign.is_ascii_digit())
            .filter(|digits| !digits.is_empty());
        let name = numbers.next().filter(|_| text.len() < MAX_NAME)?.to_owned();
        (numbers.next().is_none() && self.names.contains(&name)).then_some(name)
    }

    /// Returns the statistic that is last named in the words before a number.
    pub fn statistic_in(&self, words: &str) -> Option<Statistic> {
        if !self.topic.hand_in.has_cumulative_rows {
            return None;
        }
        let words = words.rsplit(|sign: char| !sign.is_alphabetic());
        let mut words = words.filter(|word| !word.is_empty());
        words.find_map(Statistic::from_word)
    }
}

/// Returns a short text without the words that say what is measured, such as `win rate`; `None` if it has none, or no other.
fn without_measure(text: &str) -> Option<String> {
    const MEASURE_WORDS: &str = "percentage|percent|pourcentage|rate|ratio|taux|share|part|proportion|probability|probabilité|proba|win|wins|won|victoire|\
         victoires|gagne|gagné|number|nombre|nb|total|of|de|des|du";
    let words: Vec<&str> = text
        .split([' ', '_'])
        .filter(|word| !word.is_empty())
        .collect();
    let is_measure = |word: &&str| is_one_of(MEASURE_WORDS, &without_separators(word));
    let names: Vec<&str> = words
        .iter()
        .filter(|word| !is_measure(word))
        .copied()
        .collect();
    let is_shorter = text.len() < MAX_NAME && names.len() < words.len() && !names.is_empty();
    is_shorter.then(|| names.join(" "))
}

fn digits_of(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}

/// Returns the first word of a text without the signs around it.
pub fn first_word(text: &str) -> &str {
    let word = text.split_whitespace().next().unwrap_or_default();
    let word = word.trim_matches(|sign: char| !sign.is_alphanumeric());
    // `simulation(s)`
    word.split('(').next().unwrap_or_default()
}

/// Returns the words after the last sign that separates clauses.
pub fn last_clause(text: &str) -> &str {
    let clause = text.rsplit([',', ';', '.', ':', '(']).next();
    clause.unwrap_or_default().trim()
}

/// Returns whether a word alone names the number of results, as tables of statistics do.
fn is_number_word(words: &str) -> bool {
    is_one_of("count|effectif", &without_separators(words))
}

/// Returns the words before a number without the signs that end them.
pub fn label_text(words: &str) -> &str {
    words.trim_end_matches([':', '=', ' ', '\u{a0}', '>', '-', '→', '|', '≈', '~'])
}

/// Returns whether the words after a number say that it counts games.
pub fn is_count_word(words: &str) -> bool {
    is_one_of(
        "fois|parties|partie|times|games|game|donnes|deals",
        &without_separators(first_word(words)),
    )
}

/// Returns whether a text names a row: by its key or label, or by a word of hand-ins.
pub fn is_outcome_name(topic: &'static Topic, key: &str, text: &str) -> bool {
    let hand_in = &topic.hand_in;
    let words = hand_in.outcome_words.iter().chain(hand_in.game_words);
    let mut words = words.filter(|(outcome, _)| *outcome == key);
    is_name_of(&topic.glossary, key, text)
        || words.any(|(_, words)| is_one_of(words, &without_separators(text)))
        || topic.hand_in.codes.contains(&(text, key))
}
