//! `play`: one game of any topic, line by line on a terminal or through a pipe, with its files.

use super::answer_verbs::{chosen_deal, input_path, parse_args, parsed_args};
use super::args::{ChosenDeal, ForceArgs};
use super::console::{CommandOutcome, Console, Failure, stdout_failure};
use super::files::{FileRegistry, Output, display_name, is_stdio_path};
use super::signals;
use super::terminal::environment_columns;
use crate::verbs::verb_command;
use clap::{ArgMatches, Args, Command};
use pioche_engine::sim::driver::ThreadStartError;
use pioche_games::Topic;
use pioche_games::play::{
    Dialogue, PlayError, PlayFn, PlayedGame, SessionEnding, Storage, StreamError,
};
use pioche_games::saved_game::has_settings_line;
use pioche_games::verb::{DealArg, Verb};
use pioche_report::lang::{Problem, Text, problem, tr};
use std::io::{self, BufRead, BufReader, Cursor, IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::{fs, thread};

/// Plays one game.
pub fn run(
    verb: &Verb<PlayFn>,
    matches: &ArgMatches,
    console: &Console,
) -> Result<CommandOutcome, Failure> {
    let save_args: SaveArgs = parse_args(matches)?;
    let registry = FileRegistry::new(save_args.force.force);
    let input = input_path(matches);
    let mut files = FileStorage::open(&save_args, input, registry, *console)?;
    let has_deal = verb.deal != DealArg::None && input.is_none();
    let deal = if has_deal {
        chosen_deal(verb, matches)?
    } else {
        ChosenDeal::default()
    };
    // Files are read before the conversation, since they may be the standard input.
    let play = (verb.run)(&parsed_args(verb, matches, deal))?;
    // From here on only the conversation reads the standard input.
    signals::enable_polling();
    let thread_problem = |error: io::Error| {
        Problem::from(ThreadStartError {
            threads: 1,
            source: error.into(),
        })
    };
    let mut keyboard = BufReader::new(InterruptibleStdin::new().map_err(thread_problem)?);
    let mut stdout = io::stdout().lock();
    let terminal_columns = io::stdin().is_terminal().then_some(console.columns);
    let mut dialogue = Dialogue::new(&mut keyboard, &mut stdout, terminal_columns);
    if terminal_columns.is_none() {
        dialogue.set_columns(environment_columns());
    }
    let result = play(&mut dialogue, &mut files);
    let played = result.as_ref().ok().copied().flatten();
    let was_left = played.is_some_and(|game| game.ending == SessionEnding::Left);
    files.report_save(save_args.save.as_deref(), was_left)?;
    if has_deal && played.is_some_and(|game| !game.is_between_people) {
        deal.print_drawn(console);
    }
    // A closed terminal takes no output.
    if signals::has_received_termination() {
        return Ok(CommandOutcome::Interrupted);
    }
    command_outcome(result)
}

/// Returns the outcome of the command. Fails when a solver gave up, a player cannot play the game, or the dialogue cannot be
/// read or written.
fn command_outcome(
    result: Result<Option<PlayedGame>, PlayError>,
) -> Result<CommandOutcome, Failure> {
    match result {
        Ok(game) => match game.map_or(SessionEnding::Left, |game| game.ending) {
            SessionEnding::Left if signals::has_received_signal() => {
                Ok(CommandOutcome::Interrupted)
            }
            SessionEnding::Over(_) | SessionEnding::Left | SessionEnding::Solved => {
                Ok(CommandOutcome::Success)
            }
            SessionEnding::NoSolution => Ok(CommandOutcome::NegativeAnswer),
            SessionEnding::Undecided => {
                Err(problem!("the search for a solution was given up: too many positions").into())
            }
        },
        Err(PlayError::Player(error)) => Err(Problem::for_argument("--players", error).into()),
        Err(PlayError::Stream(StreamError::Input(error))) => {
            Err(Problem::cannot_read("-", error).into())
        }
        Err(PlayError::Stream(StreamError::Output(error))) => Err(stdout_failure(error)),
    }
}

/// The standard input. A read fails with `Interrupted` once for each `^C`. After any other signal the input has ended.
struct InterruptibleStdin {
    chunks: Receiver<io::Result<Vec<u8>>>,
    /// Received bytes that are not read yet.
    chunk: Cursor<Vec<u8>>,
}

impl InterruptibleStdin {
    /// Starts the thread that reads the input. Fails when the system starts no thread.
    fn new() -> io::Result<Self> {
        let (sender, chunks) = sync_channel(1);
        thread::Builder::new().spawn(move || {
            let mut stdin = io::stdin().lock();
            loop {
                let mut buffer = vec![0; 8192];
                let read = match stdin.read(&mut buffer) {
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                    Err(error) => Err(error),
                    Ok(length) => {
                        buffer.truncate(length);
                        Ok(buffer)
                    }
                };
                let last = read.as_ref().map_or(true, Vec::is_empty);
                if sender.send(read).is_err() || last {
                    return;
                }
            }
        })?;
        Ok(Self {
            chunks,
            chunk: Cursor::default(),
        })
    }
}

impl Read for InterruptibleStdin {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.chunk.fill_buf()?.is_empty() {
            let is_interrupted = signals::take_interrupt();
            if signals::has_received_termination() {
                return Ok(0);
            }
            if is_interrupted {
                return Err(io::ErrorKind::Interrupted.into());
            }
            match self.chunks.recv_timeout(signals::POLL_INTERVAL) {
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(0),
                Ok(read) => {
                    self.chunk = Cursor::new(read?);
                    if self.chunk.get_ref().is_empty() {
                        return Ok(0);
                    }
                }
            }
        }
        self.chunk.read(buffer)
    }
}

#[derive(Args, Clone, Debug)]
pub struct SaveArgs {
    #[arg(long, value_name = "FILE",
          help = tr!("Save the game to FILE when it stops"))]
    save: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArgs,
}

impl SaveArgs {
    /// Returns true if the game goes on in the saved game from which it is read.
    fn continues_input(&self, input: Option<&PathBuf>) -> bool {
        let real = |path: Option<&PathBuf>| path.and_then(|path| fs::canonicalize(path).ok());
        real(self.save.as_ref()).is_some_and(|save| {
            let is_saved_game =
                || fs::read_to_string(&save).is_ok_and(|text| has_settings_line(&text));
            real(input).as_ref() == Some(&save) && is_saved_game()
        })
    }
}

/// The save file of a conversation and its interrupt flag.
struct FileStorage {
    output: Option<Output>,
    /// True if the file existed before the game.
    replaces_file: bool,
    console: Console,
    /// True once the file holds this game.
    is_written: bool,
    save_result: Result<(), Failure>,
}

impl FileStorage {
    /// Opens the save file before the game, to detect errors; it does not appear until the game is saved. Fails when it
    /// cannot be opened, and for the standard output, which carries the dialogue.
    fn open(
        args: &SaveArgs,
        input: Option<&PathBuf>,
        mut registry: FileRegistry,
        console: Console,
    ) -> Result<Self, Problem> {
        let mut output = None;
        if let Some(path) = &args.save {
            if is_stdio_path(path) {
                const TAKEN: Text = Text("the standard output already carries the game");
                return Err(Problem::cannot_write(&display_name(path), TAKEN));
            }
            if args.continues_input(input) {
                output = Some(registry.open_continued_output(path)?);
            } else {
                if let Some(input) = input {
                    registry.add_input(input);
                }
                output = Some(registry.open_output(path)?);
            }
        }
        Ok(Self {
            replaces_file: output.as_ref().is_some_and(Output::replaces_file),
            output,
            console,
            is_written: false,
            save_result: Ok(()),
        })
    }

    /// Prints whether and where a game is saved; `was_left` is true if the player left it. Fails when `--save` was
    /// given and the game could not be written.
    fn report_save(self, file: Option<&Path>, was_left: bool) -> Result<(), Failure> {
        self.save_result?;
        match file {
            Some(path) if self.is_written => {
                let file = display_name(path);
                self.console.remark(&tr!("Game saved: {file}", file));
            }
            None if was_left => self
                .console
                .remark(&tr!("Game not saved (for the next one: --save FILE).")),
            _ => {}
        }
        Ok(())
    }

    /// Saves the game in its file. Returns false for a device or a pipe, which is written only at the end.
    fn save_if_file(&mut self, game: &str) -> Result<bool, Problem> {
        let Some(output) = &mut self.output else {
            return Ok(false);
        };
        let is_saved = output.save(game.as_bytes())?;
        self.is_written |= is_saved;
        Ok(is_saved)
    }

    /// Writes the game for the last time. A game without moves replaces no existing file.
    fn write_final(&mut self, game: &str) -> Result<(), Failure> {
        if !has_moves(game) && self.replaces_file && !self.is_written {
            if let Some(output) = &self.output {
                let file = output.display_name();
                self.console
                    .remark(&tr!("{file} is unchanged: no move was played.", file));
            }
            return Ok(());
        }
        if !self.save_if_file(game)?
            && let Some(device) = self.output.take()
        {
            device.write(game.as_bytes(), &self.console)?;
            self.is_written = true;
        }
        Ok(())
    }
}

/// Returns true if a saved game has more than the line of its settings.
fn has_moves(game: &str) -> bool {
    game.lines().nth(1).is_some()
}

impl Storage for FileStorage {
    fn take_interrupt(&mut self) -> bool {
        signals::take_interrupt()
    }

    fn save_before_computation(&mut self, game: &dyn ToString) {
        let game = game.to_string();
        if has_moves(&game) || !self.replaces_file {
            // A failure is reported at the end of the game, when it is saved again.
            let _ = self.save_if_file(&game);
        }
    }

    fn save_final(&mut self, game: &str) {
        self.save_result = self.write_final(game);
    }
}

/// Defines `play` of one topic; `None` if the topic has none.
pub fn command(base: Command, topic: &Topic) -> Option<Command> {
    let verb = topic.play.as_ref()?;
    let command = SaveArgs::augment_args(verb_command(base, verb));
    Some(command.about(verb.about.translated()))
}
