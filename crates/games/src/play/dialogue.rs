//! The two streams of a game at the terminal: questions and messages go out, lines come in.
//!
//! A line that is too long or not UTF-8 changes nothing, and the question is asked again. The end of the input ends the
//! dialogue.

use pioche_report::lang::{Problem, Text, fold_case_and_accents, safe_excerpt, tr, wrap_parts};
use std::fmt::Display;
use std::io::{self, BufRead, Write};

/// A word that is an entry in every game, beside the moves of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DialogueCommand {
    /// Prints the rules of the game and the list of commands.
    Help,
    /// Prints the state of the game again.
    Show,
    /// Prints the legal moves.
    Moves,
    /// Prints advice for the next move, which may take a solver.
    Hint,
    /// Takes back the last move of a person and the replies to it, or a move that is half entered.
    Undo,
    /// Stops the game, which can be resumed if it was saved.
    Quit,
}

impl DialogueCommand {
    /// Parses a command; `None` for other lines. Upper case and missing accents are accepted.
    pub fn parse(line: &str) -> Option<Self> {
        Some(match fold_case_and_accents(line).as_str() {
            "help" | "aide" | "h" | "?" => Self::Help,
            "show" | "voir" => Self::Show,
            "moves" | "coups" => Self::Moves,
            "hint" | "indice" | "conseil" | "i" => Self::Hint,
            "undo" | "annuler" | "u" | "a" => Self::Undo,
            "quit" | "quitter" | "exit" | "q" => Self::Quit,
            _ => return None,
        })
    }
}

/// The widest line of a board, in columns.
const MAX_LINE_COLUMNS: usize = 80;

/// The largest length of an input line, in bytes.
pub(crate) const MAX_LINE_BYTES: usize = 1000;

/// A line that a person entered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InputLine {
    /// A line, without its end and surrounding white space.
    Text(String),
    /// No more lines follow.
    EndOfInput,
    /// The player interrupts (`^C`); a partly typed line is dropped.
    Interrupt,
}

/// A failure of one of the two streams of a dialogue.
#[derive(Debug, thiserror::Error)]
pub enum StreamError {
    /// The input cannot be read, for another reason than `^C`.
    #[error("the input cannot be read")]
    Input(#[source] io::Error),
    /// The output cannot be written, for instance because its reader has gone.
    #[error("the output cannot be written")]
    Output(#[source] io::Error),
}

/// The two streams of a game, with the width of their lines.
pub struct Dialogue<'a> {
    input: &'a mut dyn BufRead,
    output: &'a mut dyn Write,
    /// The width at which lines are broken; `None` for lines of any width.
    columns: Option<usize>,
    /// True if no terminal shows typed lines.
    echoes_input: bool,
}

impl<'a> Dialogue<'a> {
    /// Creates a dialogue. An input error of the kind `Interrupted` counts as `^C`. `terminal_columns` is the width of the
    /// terminal that shows typed lines; without one, the dialogue writes them after the question.
    pub fn new(
        input: &'a mut dyn BufRead,
        output: &'a mut dyn Write,
        terminal_columns: Option<usize>,
    ) -> Self {
        Self {
            input,
            output,
            columns: terminal_columns,
            echoes_input: terminal_columns.is_none(),
        }
    }

    /// Sets the width at which lines are broken, also without a terminal.
    pub fn set_columns(&mut self, columns: Option<usize>) {
        self.columns = columns;
    }

    /// Returns the width of a line, at most `MAX_LINE_COLUMNS`.
    pub(crate) fn columns(&self) -> usize {
        self.columns
            .map_or(MAX_LINE_COLUMNS, |columns| columns.min(MAX_LINE_COLUMNS))
    }

    /// Breaks the lines that are too wide between words.
    fn fit_to_columns(&self, text: &str) -> String {
        let Some(columns) = self.columns else {
            return text.to_owned();
        };
        let fit_line = |line: &str| {
            let words = line.trim_start();
            let indentation = &line[..line.len() - words.len()];
            let width = columns.saturating_sub(indentation.len());
            indentation.to_owned() + &wrap_parts(words.split(' '), " ", width)
        };
        let lines: Vec<String> = text.split('\n').map(fit_line).collect();
        lines.join("\n")
    }

    /// Prints text and a line end.
    ///
    /// # Errors
    /// When the output fails.
    pub(crate) fn print(&mut self, text: impl Display) -> Result<(), StreamError> {
        let lines = self.fit_to_columns(&text.to_string());
        writeln!(self.output, "{lines}").map_err(StreamError::Output)
    }

    /// Asks until the answer is UTF-8 text of at most [`MAX_LINE_BYTES`] bytes.
    ///
    /// # Errors
    /// When a stream fails.
    pub(crate) fn ask(&mut self, question: impl Display) -> Result<InputLine, StreamError> {
        let question = self.fit_to_columns(&question.to_string());
        loop {
            write!(self.output, "{question}")
                .and_then(|()| self.output.flush())
                .map_err(StreamError::Output)?;
            let entry = self.read_line().map_err(StreamError::Input)?;
            let echo_text = match &entry {
                Ok(InputLine::Text(text)) => safe_excerpt(text),
                Ok(InputLine::EndOfInput | InputLine::Interrupt) => String::new(),
                Err(_) => "…".to_owned(),
            };
            let has_no_line = matches!(entry, Ok(InputLine::EndOfInput | InputLine::Interrupt));
            if self.echoes_input || has_no_line {
                self.print(echo_text)?;
            }
            match entry {
                Ok(entry) => return Ok(entry),
                Err(reason) => self.print(reason)?,
            }
        }
    }

    /// Asks until the answer is valid, with the problem after each other answer; `None` when the player stops.
    pub(crate) fn ask_until_valid<T>(
        &mut self,
        question: Text,
        parse: impl Fn(&str) -> Result<T, Problem>,
    ) -> Result<Option<T>, StreamError> {
        loop {
            let InputLine::Text(text) = self.ask(question)? else {
                return Ok(None);
            };
            if DialogueCommand::parse(&text) == Some(DialogueCommand::Quit) {
                return Ok(None);
            }
            match parse(&text) {
                Ok(answer) => return Ok(Some(answer)),
                Err(problem) => self.print(problem)?,
            }
        }
    }

    /// Reads a line, with at most [`MAX_LINE_BYTES`] bytes and the stream's own buffer in memory. The inner error is
    /// the reason why the line was skipped.
    fn read_line(&mut self) -> io::Result<Result<InputLine, String>> {
        let mut line = Vec::new();
        loop {
            let chunk = match self.input.fill_buf() {
                Ok(chunk) => chunk,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {
                    return Ok(Ok(InputLine::Interrupt));
                }
                Err(error) => return Err(error),
            };
            // The last line may lack its line end.
            let Some(&byte) = chunk.first() else {
                if line.is_empty() {
                    return Ok(Ok(InputLine::EndOfInput));
                }
                break;
            };
            self.input.consume(1);
            if byte == b'\n' {
                break;
            }
            // One more byte shows that the line is too long.
            if line.len() <= MAX_LINE_BYTES {
                line.push(byte);
            }
        }
        if line.len() > MAX_LINE_BYTES {
            let max_bytes = MAX_LINE_BYTES;
            return Ok(Err(tr!(
                "Line ignored: it is longer than {max_bytes} bytes.",
                max_bytes
            )));
        }
        let is_blank = |sign: char| sign.is_whitespace() || sign == '\u{feff}';
        Ok(match String::from_utf8(line) {
            Ok(text) => Ok(InputLine::Text(text.trim_matches(is_blank).into())),
            Err(_) => Err(tr!("Line ignored: it is not UTF-8 text.")),
        })
    }
}
