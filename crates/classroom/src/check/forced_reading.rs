//! A game of which all lines are known before the text is read.

use super::compare::{Fit, PrintedLine, Reading};
use super::line::Line;
use pioche_report::lang::{Sentence, Text};

/// A game of which all lines are known.
pub struct ForcedReading {
    /// The lines of each step; the first ones are the start.
    pub blocks: Vec<Vec<PrintedLine>>,
    /// The number of blocks that are passed.
    pub passed: usize,
    /// The number of lines that have to fit before another one can be wrong; `None` if none can be.
    pub sure_lines: Option<usize>,
    /// The lines of the text with what a person typed. The line behind one may be wrong because of the entry.
    pub entries: Vec<usize>,
    pub sample: Vec<String>,
    pub reason: Box<dyn Fn(usize) -> Sentence>,
}

impl ForcedReading {
    /// Reads the lines of a text that `show` or `play` writes. The step of a line is the number of states before and with
    /// it, without those of the start.
    pub fn new(text: &str, is_state: impl Fn(&str) -> bool, start_states: usize) -> Self {
        let lines: Vec<&str> = text
            .lines()
            .filter(|line| !line.trim().is_empty())
            .collect();
        let all_states = lines.iter().filter(|line| is_state(line)).count();
        let mut blocks = vec![Vec::new()];
        let mut states = 0;
        for line in lines {
            // A line before a state belongs to the step of that state.
            let shows_state = is_state(line);
            let step = (states + 1).min(all_states).saturating_sub(start_states);
            states += usize::from(shows_state);
            let printed_line = PrintedLine {
                text: line.trim().to_owned(),
                is_state: shows_state,
                step,
            };
            if step == 0 {
                blocks[0].push(printed_line);
            } else {
                blocks.push(vec![printed_line]);
            }
        }
        Self {
            blocks,
            passed: 0,
            sure_lines: None,
            entries: Vec::new(),
            sample: Vec::new(),
            reason: Box::new(|_| OTHER_STEP.into()),
        }
    }
}

pub const OTHER_STEP: Text = Text::new(
    "la partie donne ici d'autres valeurs",
    "the game has other values here",
);

impl Reading for ForcedReading {
    fn reset(&mut self) {
        self.passed = 0;
    }

    fn start(&self) -> Vec<PrintedLine> {
        self.blocks[0].clone()
    }

    fn next(&mut self, _: &[Line]) -> Option<Vec<PrintedLine>> {
        self.passed += 1;
        self.blocks.get(self.passed).cloned()
    }

    fn is_forced(&self) -> bool {
        true
    }

    fn is_sure(&self, fit: &Fit<'_>) -> bool {
        let is_entry = |line: &Line| self.entries.contains(&line.number);
        let is_in_doubt =
            !self.entries.is_empty() && (fit.has_gaps || fit.lines.last().is_some_and(is_entry));
        let is_long = self
            .sure_lines
            .is_some_and(|needed| fit.lines.len() >= needed);
        is_long && !is_in_doubt
    }

    fn sample(&self) -> Vec<String> {
        self.sample.clone()
    }

    fn reason(&self, step: usize, _: &str) -> Sentence {
        (self.reason)(step)
    }
}
