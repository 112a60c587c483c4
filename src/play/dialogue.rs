//! The two streams of a conversation: bounded lines come in, sentences go out.

use super::said::{NOT_TEXT, too_long};
use crate::lang::{Lang, Say, Sentence, shown};
use std::io::{self, BufRead, Write};

/// The longest line that is listened to, in bytes.
pub const LONGEST: usize = 1000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// A line, without its end and the blanks around it.
    Text(String),
    EndOfInput,
    /// The player wants to stop (`^C`); what was typed of the line is dropped.
    Interrupt,
}

/// Whether lines that come in are written out too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Echo {
    ByTerminal,
    /// Nobody does: written out after the question, a conversation through a pipe reads like one at a terminal.
    Written,
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
    /// A conversation in `lang`. An input error of the kind `Interrupted` is taken for `^C`.
    pub fn new(input: &'a mut dyn BufRead, output: &'a mut dyn Write, echo: Echo, lang: Lang) -> Self {
        Self { input, output, echo, lang }
    }

    pub fn lang(&self) -> Lang {
        self.lang
    }

    /// Says a sentence, on lines of its own. Fails when nobody can hear it.
    pub fn say(&mut self, sentence: &dyn Say) -> Result<(), StreamError> {
        self.print(&sentence.say(self.lang))
    }

    /// Prints text, and ends its last line. Fails when it cannot be written.
    pub fn print(&mut self, text: &str) -> Result<(), StreamError> {
        writeln!(self.output, "{text}").map_err(StreamError::Output)
    }

    /// Asks until a line comes that is text of at most [`LONGEST`] bytes. Fails when a stream fails.
    pub fn ask(&mut self, question: &str) -> Result<Entry, StreamError> {
        loop {
            write!(self.output, "{question}").and_then(|()| self.output.flush()).map_err(StreamError::Output)?;
            let entry = self.entry().map_err(StreamError::Input)?;
            let heard = match &entry {
                Ok(Entry::Text(text)) => shown(text),
                Ok(Entry::EndOfInput | Entry::Interrupt) => String::new(),
                Err(_) => "…".to_owned(),
            };
            if self.echo == Echo::Written || matches!(entry, Ok(Entry::EndOfInput | Entry::Interrupt)) {
                self.print(&heard)?;
            }
            match entry {
                Ok(entry) => return Ok(entry),
                Err(why) => self.say(&why)?,
            }
        }
    }

    /// Reads a line; never more of it into memory than [`LONGEST`] bytes and the stream's own buffer. The inner error
    /// says why the line was skipped.
    fn entry(&mut self) -> io::Result<Result<Entry, Sentence>> {
        let mut line = Vec::new();
        let mut long = false;
        loop {
            let piece = match self.input.fill_buf() {
                Ok(piece) => piece,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => return Ok(Ok(Entry::Interrupt)),
                Err(error) => return Err(error),
            };
            if piece.is_empty() && line.is_empty() && !long {
                return Ok(Ok(Entry::EndOfInput));
            }
            let end = piece.iter().position(|&byte| byte == b'\n');
            let content = &piece[..end.unwrap_or(piece.len())];
            long |= line.len() + content.len() > LONGEST;
            if !long {
                line.extend_from_slice(content);
            }
            // The last line may have no end.
            let ended = end.is_some() || piece.is_empty();
            let used = end.map_or(piece.len(), |end| end + 1);
            self.input.consume(used);
            if ended {
                break;
            }
        }
        Ok(match String::from_utf8(line) {
            _ if long => Err(too_long(LONGEST)),
            Ok(text) => {
                Ok(Entry::Text(text.trim_matches(|sign: char| sign.is_whitespace() || sign == '\u{feff}').into()))
            }
            Err(_) => Err(NOT_TEXT.into()),
        })
    }
}
