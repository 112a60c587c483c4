//! The comparison of a text with the lines that a form of a game has.
//!
//! A [`Reading`] prints a game step by step, with the functions that `show` and `play` call. Each line of a text is
//! compared with the lines of the step that the game has reached, then with those of the steps that follow. A text may
//! begin and end anywhere, show a state twice, and leave lines out.

use super::line::{KnownLines, Line, are_alike, are_equal, common_tokens, placed_tokens};
use pioche_report::lang::Sentence;
use std::collections::VecDeque;

/// A line that a form prints.
#[derive(Clone, Debug)]
pub struct PrintedLine {
    pub text: String,
    /// True if the line is a state or a part of one.
    pub is_state: bool,
    /// The number of steps before it.
    pub step: usize,
}

/// A game that is printed in one form.
pub trait Reading {
    /// Returns to the start.
    fn reset(&mut self);
    /// Returns the lines before the first step.
    fn start(&self) -> Vec<PrintedLine>;
    /// Makes the next step and returns its lines. In a game with choices, it is the step of which `text` begins with a
    /// line; `None` without one, and at the end of the game.
    fn next(&mut self, text: &[Line]) -> Option<Vec<PrintedLine>>;
    /// Returns the first lines of the steps that may follow, which a text that shows none of them may have meant.
    fn possible_lines(&self) -> Vec<PrintedLine> {
        Vec::new()
    }
    /// Returns the first lines of the moves that may stand in place of the last one, of which `text` begins with the lines: the
    /// state behind it is theirs, and not that of the last move.
    fn other_moves(&self, _text: &[Line]) -> Vec<PrintedLine> {
        Vec::new()
    }
    /// True if the rules go on after the last step.
    fn is_unfinished(&self) -> bool {
        false
    }
    /// True if each step is the only one possible, so that a text may leave steps out.
    fn is_forced(&self) -> bool;
    /// Returns true if a text is surely of this game and form, so that another value in its next line is a mistake.
    fn is_sure(&self, fit: &Fit<'_>) -> bool;
    /// Returns lines of this form, with all words that it has.
    fn sample(&self) -> Vec<String>;
    /// Returns the reason why a step has other values than those of a line.
    fn reason(&self, step: usize, line: &str) -> Sentence;
}

/// The part of a text that fits a reading.
pub struct Fit<'a> {
    /// The lines that fit.
    pub lines: &'a [Line],
    /// The number of states after the start that they show.
    pub states: usize,
    /// True if they leave lines of the form out.
    pub has_gaps: bool,
}

/// The result of a comparison.
#[derive(Clone, Debug)]
pub enum Verdict {
    Right(RightGame),
    Wrong(WrongLine),
    Refused(UnreadLine),
}

#[derive(Clone, Debug)]
pub struct RightGame {
    /// The number of steps up to the last line.
    pub steps: usize,
    /// The next line that shows a state, if the text ends before the game.
    pub next_line: Option<String>,
}

/// The first line that the rules contradict.
#[derive(Clone, Debug)]
pub struct WrongLine {
    pub number: usize,
    pub found: String,
    /// The line that the rules give; empty if the game is over.
    pub expected: String,
    pub reason: Sentence,
    /// The number of lines before it that fit.
    pub fitting: usize,
    /// True if the text is right with the line that the rules give.
    pub is_only_mistake: bool,
}

/// The first line that is not of the form.
#[derive(Clone, Debug)]
pub struct UnreadLine {
    pub number: usize,
    pub column: usize,
    /// The word or sign that the form does not have there; the line if it ends too early.
    pub word: String,
    /// A line of the form.
    pub expected: String,
    /// The number of lines before it that fit.
    pub fitting: usize,
}

impl Verdict {
    /// Returns the verdict that a text deserves of which one form or another may be that of its program: right if it is
    /// right in one of them, else that of the form that fits longest.
    pub fn best(verdicts: impl IntoIterator<Item = Self>) -> Option<Self> {
        verdicts.into_iter().reduce(|best, other| {
            if other.rank() > best.rank() {
                other
            } else {
                best
            }
        })
    }

    /// A right game, else one with a single mistake, else the reading that fits longest: what fits less long says nothing about
    /// the line where another one ends.
    fn rank(&self) -> (u8, usize, bool) {
        match self {
            Self::Right(game) => (2, game.steps, false),
            Self::Wrong(line) => (line.is_only_mistake.into(), line.fitting, true),
            Self::Refused(line) => (0, line.fitting, false),
        }
    }
}

/// Compares a text, which is not empty, with a reading. A text that is right with another value in one line has its mistake
/// there.
pub fn compare(reading: &mut dyn Reading, text: &[Line]) -> Verdict {
    let mut comparison = Comparison::new(reading, text, usize::MAX);
    let Some(index) = comparison.first_mismatch() else {
        return comparison.right_game();
    };
    let (verdict, corrections) = comparison.mismatch(index);
    let mut corrected_text = text.to_vec();
    for line in corrections {
        reading.reset();
        corrected_text[line.fitting].text.clone_from(&line.expected);
        let mut comparison = Comparison::new(reading, &corrected_text, STEPS_AHEAD);
        if comparison.first_mismatch().is_none()
            && let Verdict::Right(_) = comparison.right_game()
        {
            return Verdict::Wrong(line);
        }
        let original_line = &text[line.fitting].text;
        corrected_text[line.fitting].text.clone_from(original_line);
    }
    verdict
}

struct Comparison<'a> {
    reading: &'a mut dyn Reading,
    text: &'a [Line],
    /// The lines of the step that the game has reached.
    block: Vec<PrintedLine>,
    /// The number of lines of the block that the text has passed.
    place: usize,
    /// The steps after it that are already printed.
    ahead: VecDeque<Vec<PrintedLine>>,
    /// The number of steps after it among which a line is looked for.
    max_steps_ahead: usize,
    /// The last line of the text that left lines of the form out, and these lines.
    skipped: Option<(usize, Vec<PrintedLine>)>,
    has_gaps: bool,
    /// The number of states after the start that the text shows.
    states: usize,
}

impl<'a> Comparison<'a> {
    /// Begins a comparison with a text that leaves out fewer than `max_steps_ahead` steps at a time.
    fn new(reading: &'a mut dyn Reading, text: &'a [Line], max_steps_ahead: usize) -> Self {
        Self {
            block: reading.start(),
            reading,
            text,
            place: 0,
            ahead: VecDeque::new(),
            max_steps_ahead,
            skipped: None,
            has_gaps: false,
            states: 0,
        }
    }

    /// Returns the index of the first line of the text that the form does not have there.
    fn first_mismatch(&mut self) -> Option<usize> {
        (0..self.text.len()).find(|&index| !self.find(index))
    }

    /// Finds the line of the form that a line of the text shows. Returns false if there is none.
    fn find(&mut self, index: usize) -> bool {
        let text = self.text;
        let line = &text[index].text;
        let next_lines = &self.block[self.place..];
        let is_line = |printed: &PrintedLine| are_equal(&printed.text, line);
        let offset = next_lines.iter().position(is_line);
        if let Some(offset) = offset.filter(|offset| *offset == 0 || self.reading.is_forced()) {
            self.leave_out(index, next_lines[..offset].to_vec());
            self.advance(self.place + offset);
            return true;
        }
        if self.is_repeated_state(index) {
            return true;
        }
        if self.reading.is_forced() {
            return self.find_ahead(index);
        }
        // A game with choices shows each step in all lines of its form; the start may be left out.
        if self.place < self.block.len() && index > 0 {
            return false;
        }
        let Some(block) = self.reading.next(&text[index..]) else {
            return false;
        };
        self.block = block;
        self.advance(0);
        true
    }

    /// Finds a line in the steps that follow.
    fn find_ahead(&mut self, index: usize) -> bool {
        let line = &self.text[index].text;
        for step in 0..self.max_steps_ahead {
            if step == self.ahead.len() {
                match self.reading.next(&[]) {
                    Some(block) => self.ahead.push_back(block),
                    None => return false,
                }
            }
            let block = &self.ahead[step];
            if let Some(offset) = block
                .iter()
                .position(|printed| are_equal(&printed.text, line))
            {
                let mut skipped_lines = self.block[self.place..].to_vec();
                skipped_lines.extend(self.ahead.drain(..step).flatten());
                self.block = self.ahead.pop_front().unwrap_or_default();
                skipped_lines.extend_from_slice(&self.block[..offset]);
                self.leave_out(index, skipped_lines);
                self.advance(offset);
                return true;
            }
        }
        false
    }

    fn leave_out(&mut self, index: usize, lines: Vec<PrintedLine>) {
        if !lines.is_empty() {
            self.skipped = Some((index, lines));
            self.has_gaps = true;
        } else if self
            .skipped
            .as_ref()
            .is_some_and(|(place, _)| place + 1 < index)
        {
            self.skipped = None;
        }
    }

    /// Passes a line of the block.
    fn advance(&mut self, offset: usize) {
        self.place = offset + 1;
        let is_last_state_line = |block: &[PrintedLine]| {
            block[offset].is_state && block.get(offset + 1).is_none_or(|line| !line.is_state)
        };
        if self.block[offset].step > 0 && is_last_state_line(&self.block) {
            self.states += 1;
        }
    }

    /// Returns true if the text shows the state that it has shown last once more. The place is then behind its first line.
    fn is_repeated_state(&mut self, index: usize) -> bool {
        let Some(first) = self.block.iter().position(|line| line.is_state) else {
            return false;
        };
        let length = self.block[first..].iter().take_while(|line| line.is_state);
        let end = first + length.count();
        let shown_lines = self.text[index..].iter();
        let is_equal = self.place > first
            && self.text.len() - index >= end - first
            && self.block[first..end]
                .iter()
                .zip(shown_lines)
                .all(|(printed, line)| are_equal(&printed.text, &line.text));
        if is_equal {
            self.place = first + 1;
        }
        is_equal
    }

    fn right_game(mut self) -> Verdict {
        let steps = self.block.last().map_or(0, |line| line.step);
        let mut next_lines: Vec<PrintedLine> = self.ahead.drain(..).flatten().collect();
        while let Some(block) = self.reading.next(&[]) {
            next_lines.extend(block);
        }
        next_lines.extend(self.reading.possible_lines());
        // After a start alone, any line is missing.
        let is_missing =
            |line: &PrintedLine| line.is_state || self.reading.is_unfinished() || steps == 0;
        let missing_line = next_lines.into_iter().find(is_missing);
        let next_line = missing_line.map(|line| line.text);
        if steps > 0 {
            return Verdict::Right(RightGame { steps, next_line });
        }
        let last_index = self.text.len() - 1;
        let expected = next_line.unwrap_or_default();
        Verdict::Refused(unread_line(&self.text[last_index], &expected, last_index))
    }

    /// Returns the verdict on a line that the game never reaches, and the lines that may be the only mistake.
    fn mismatch(self, index: usize) -> (Verdict, Vec<WrongLine>) {
        let text = self.text;
        let last_step = index - self.place.min(index);
        let other_moves = self.reading.other_moves(&text[last_step..]);
        let mut wrong_index = index;
        let mut expected_lines = self.block[self.place..].to_vec();
        if self.reading.is_forced() {
            expected_lines.extend(self.ahead.iter().flatten().take(STEPS_AHEAD).cloned());
        } else if expected_lines.is_empty() {
            expected_lines = self.reading.possible_lines();
        } else {
            expected_lines.truncate(1);
        }
        // A wrong line can be one of a later step. The line behind it is then one of those that it leaves out.
        if let Some((skipping_index, lines)) = &self.skipped {
            let is_left_out = |line: &PrintedLine| are_equal(&line.text, &text[index].text);
            if lines.iter().any(is_left_out) {
                wrong_index = *skipping_index;
                expected_lines.clone_from(lines);
            }
        }
        let line = &text[wrong_index];
        let alike_lines = || {
            expected_lines
                .iter()
                .filter(|printed| are_alike(&printed.text, &line.text))
        };
        let expected = if self.reading.is_forced() {
            alike_lines().next()
        } else {
            // Of several moves, the one that has most values of the line.
            alike_lines().max_by_key(|printed| common_tokens(&printed.text, &line.text))
        };
        let wrong_line = |index: usize, expected: &PrintedLine, is_only_mistake| WrongLine {
            number: text[index].number,
            found: text[index].text.clone(),
            expected: expected.text.clone(),
            reason: self.reading.reason(expected.step, &text[index].text),
            fitting: index,
            is_only_mistake,
        };
        let is_extra_line = |expected: &PrintedLine| {
            text.get(wrong_index + 1)
                .is_some_and(|next_line| are_equal(&next_line.text, &expected.text))
        };
        let mut corrections = Vec::new();
        if text.len() >= MIN_CORRECTED_LINES {
            let lines = alike_lines().filter(|printed| !is_extra_line(printed));
            corrections.extend(lines.map(|line| wrong_line(wrong_index, line, true)));
            let moves = other_moves.iter();
            corrections.extend(moves.map(|line| wrong_line(last_step, line, true)));
        }
        let refused = |index: usize, expected: Option<&PrintedLine>| {
            let expected_text = expected.map_or("", |line| &line.text);
            Verdict::Refused(unread_line(&text[index], expected_text, wrong_index))
        };
        let Some(expected) = expected else {
            return (refused(wrong_index, expected_lines.first()), corrections);
        };
        let fit = Fit {
            lines: &text[..wrong_index],
            states: self.states,
            has_gaps: self.has_gaps,
        };
        let is_in_doubt = is_extra_line(expected) || !other_moves.is_empty();
        if is_in_doubt || !self.reading.is_sure(&fit) {
            return (refused(wrong_index, Some(expected)), corrections);
        }
        let mut form = KnownLines::default();
        for sample_line in self.reading.sample() {
            form.add(&sample_line);
        }
        let printed_lines = self.block.iter().chain(self.ahead.iter().flatten());
        for printed in printed_lines.chain(&expected_lines) {
            form.add(&printed.text);
        }
        let mut lines = wrong_index..text.len();
        let verdict = match lines.find(|&index| !form.contains(&text[index].text)) {
            Some(index) if index == wrong_index => refused(index, Some(expected)),
            Some(later) => refused(later, None),
            None => Verdict::Wrong(wrong_line(wrong_index, expected, false)),
        };
        (verdict, corrections)
    }
}

/// The smallest number of lines of a text that may be right but for one of them. A shorter text may be of another form.
const MIN_CORRECTED_LINES: usize = 4;

/// The number of steps, and of their lines, among which the line is looked for that a wrong line should be.
const STEPS_AHEAD: usize = 8;

/// Describes a line that is not of a form, beside the line that the form has there.
pub fn unread_line(line: &Line, expected: &str, fitting: usize) -> UnreadLine {
    let found_tokens = placed_tokens(&line.text);
    let expected_tokens = placed_tokens(expected);
    let differing = found_tokens.iter().enumerate().find(|(index, found)| {
        let expected_token = expected_tokens.get(*index);
        expected_token.is_none_or(|expected| expected.token != found.token)
    });
    UnreadLine {
        number: line.number,
        column: differing.map_or(1, |(_, token)| token.column),
        word: differing.map_or_else(|| line.text.clone(), |(_, token)| token.text.clone()),
        expected: expected.trim().to_owned(),
        fitting,
    }
}
