//! Input and output of the line-based interface: lines of limited length in, messages out.

use super::messages::{NOT_UTF8, line_too_long};
use crate::lang::{Lang, Say, Sentence, safe_excerpt};
use std::io::{self, BufRead, Write};

/// The largest length of an input line, in bytes.
pub const MAX_LINE_BYTES: usize = 1000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InputLine {
    /// A line, without its end and surrounding white space.
    Text(String),
    EndOfInput,
    /// The player interrupts (`^C`); a partly typed line is dropped.
    Interrupt,
}

/// The way in which input lines appear in the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Echo {
    ByTerminal,
    /// Lines are written after the question, since a pipe has no terminal that shows them.
    ByProgram,
}

#[derive(Debug)]
pub enum StreamError {
    Input(io::Error),
    Output(io::Error),
}

pub struct Dialogue<'a> {
    input: &'a mut dyn BufRead,
    output: &'a mut dyn Write,
    echo: Echo,
    lang: Lang,
}

impl<'a> Dialogue<'a> {
    /// Creates a dialogue in `lang`. An input error of the kind `Interrupted` counts as `^C`.
    pub fn new(
        input: &'a mut dyn BufRead,
        output: &'a mut dyn Write,
        echo: Echo,
        lang: Lang,
    ) -> Self {
        Self {
            input,
            output,
            echo,
            lang,
        }
    }

    pub fn lang(&self) -> Lang {
        self.lang
    }

    /// Writes a message on lines of its own.
    ///
    /// # Errors
    /// When the output fails.
    pub fn print_message(&mut self, sentence: &dyn Say) -> Result<(), StreamError> {
        self.print(&sentence.say(self.lang))
    }

    /// Prints text and a line end.
    ///
    /// # Errors
    /// When the output fails.
    pub fn print(&mut self, text: &str) -> Result<(), StreamError> {
        writeln!(self.output, "{text}").map_err(StreamError::Output)
    }

    /// Asks until the answer is UTF-8 text of at most [`MAX_LINE_BYTES`] bytes.
    ///
    /// # Errors
    /// When a stream fails.
    pub fn ask(&mut self, question: &str) -> Result<InputLine, StreamError> {
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
            if self.echo == Echo::ByProgram
                || matches!(entry, Ok(InputLine::EndOfInput | InputLine::Interrupt))
            {
                self.print(&echo_text)?;
            }
            match entry {
                Ok(entry) => return Ok(entry),
                Err(why) => self.print_message(&why)?,
            }
        }
    }

    /// Reads a line, with at most [`MAX_LINE_BYTES`] bytes and the stream's own buffer in memory. The inner error is
    /// the reason why the line was skipped.
    fn read_line(&mut self) -> io::Result<Result<InputLine, Sentence>> {
        let mut line = Vec::new();
        let mut long = false;
        loop {
            let piece = match self.input.fill_buf() {
                Ok(piece) => piece,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {
                    return Ok(Ok(InputLine::Interrupt));
                }
                Err(error) => return Err(error),
            };
            if piece.is_empty() && line.is_empty() && !long {
                return Ok(Ok(InputLine::EndOfInput));
            }
            let end = piece.iter().position(|&byte| byte == b'\n');
            let content = &piece[..end.unwrap_or(piece.len())];
            long |= line.len() + content.len() > MAX_LINE_BYTES;
            if !long {
                line.extend_from_slice(content);
            }
            // The last line may lack its line end.
            let ended = end.is_some() || piece.is_empty();
            let used = end.map_or(piece.len(), |end| end + 1);
            self.input.consume(used);
            if ended {
                break;
            }
        }
        if long {
            return Ok(Err(line_too_long(MAX_LINE_BYTES)));
        }
        Ok(match String::from_utf8(line) {
            Ok(text) => Ok(InputLine::Text(
                text.trim_matches(|sign: char| sign.is_whitespace() || sign == '\u{feff}')
                    .into(),
            )),
            Err(_) => Err(NOT_UTF8.into()),
        })
    }
}
