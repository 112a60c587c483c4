//! A real screen: the only place with the real terminal's raw mode, alternate screen and mouse.
//!
//! The terminal is given back as it was found however the game ends: by its end, `q`, `^C`, a signal that asks the
//! program to stop, an error, or a panic; and while the program sleeps after `^Z`. The hook stays for the rest of the
//! program, which ends after the game.

use super::save::{SaveArgs, done};
use super::terminal::{Sleep, input, is_control};
use crate::cli::console::{Console, Done, Failure};
use crate::cli::files::reason;
use crate::cli::signals;
use crate::lang::Problem;
use crate::play::lines::Ending;
use crate::play::screen::{Flow, Ink, Input, OnScreen};
use crate::play::{Record, Sitting};
use crate::report::table::Paint;
use ratatui::backend::CrosstermBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{self, DisableMouseCapture, EnableMouseCapture, Event};
use ratatui::crossterm::terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode};
use ratatui::crossterm::{cursor, execute, style};
use ratatui::{Frame, Terminal};
use std::io::{self, IsTerminal, Stdout, Write};
use std::mem::ManuallyDrop;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// How long a signal may wait to be heard.
const LOOK: Duration = Duration::from_millis(40);
/// The pause before a computer player or a solver moves, so that its moves can be followed.
const PAUSE: Duration = Duration::from_millis(600);
/// No more events are taken in before the screen is drawn again.
const AT_ONCE: usize = 4096;

/// Plays a session on the whole screen, then keeps the game if that was asked for. Fails when there is no terminal, or
/// it fails, or the game cannot be kept.
pub fn play(game: Box<dyn Sitting>, save: &SaveArgs, console: &Console) -> Result<Done, Failure> {
    let drawable = std::env::var_os("TERM").is_some_and(|term| term != "dumb") || cfg!(windows);
    if !(drawable && io::stdin().is_terminal() && io::stdout().is_terminal()) {
        let problem = Problem::said(
            "--tui demande un terminal : sans lui, la partie se joue ligne par ligne",
            "--tui needs a terminal: without one the game is played line by line",
        );
        return Err(problem.into());
    }
    signals::poll();
    let mut stage = Stage::open(console).map_err(|error| failed(&error))?;
    let mut record = game.record();
    let left = stage.play(game, &mut record, console);
    // Kept first: of a terminal that has hung up nothing can be expected.
    let written = save.keep(&record, console);
    drop(stage);
    written?;
    match left.map_err(|error| failed(&error))? {
        None => Ok(Done::Interrupted),
        Some((words, ending)) => {
            console.print(format!("{words}\n").as_bytes())?;
            done(ending)
        }
    }
}

fn failed(error: &io::Error) -> Failure {
    Problem::StdoutFailed { reason: reason(error) }.into()
}

/// The terminal while a game is on it.
struct Stage {
    /// Never dropped: it would complain on a standard error that may have hung up too, and [`restore`] does its work.
    terminal: ManuallyDrop<Terminal<CrosstermBackend<Stdout>>>,
    events: Receiver<io::Result<Event>>,
    sleep: Sleep,
    /// What was drawn last.
    shown: Buffer,
}

/// Whether the terminal is ours: giving it back twice would move the cursor over what was printed since.
static OURS: AtomicBool = AtomicBool::new(false);

fn enter() -> io::Result<()> {
    enable_raw_mode()?;
    execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture, cursor::Hide)
}

/// Gives the terminal back. Where a step fails nobody is there any more, so the others are tried.
fn restore() {
    if !OURS.swap(false, Ordering::SeqCst) {
        return;
    }
    let mut stdout = io::stdout();
    let _ = disable_raw_mode();
    let _ = execute!(stdout, DisableMouseCapture, LeaveAlternateScreen, cursor::Show);
    let _ = stdout.flush();
}

impl Drop for Stage {
    fn drop(&mut self) {
        restore();
    }
}

impl Stage {
    fn open(console: &Console) -> io::Result<Self> {
        // Whether colours are used is decided already.
        style::force_color_output(console.paint == Paint::Ansi);
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            restore();
            before(panic);
        }));
        OURS.store(true, Ordering::SeqCst);
        Self::take().inspect_err(|_| restore())
    }

    fn take() -> io::Result<Self> {
        enter()?;
        let terminal = ManuallyDrop::new(Terminal::new(CrosstermBackend::new(io::stdout()))?);
        Ok(Self { terminal, events: listen()?, sleep: Sleep::new(), shown: Buffer::default() })
    }

    /// Gives the terminal back while the program sleeps, if it is to; takes it again, and draws everything anew, when
    /// it was woken, whoever had sent it to sleep.
    fn rest(&mut self, now: bool) -> io::Result<()> {
        if now || self.sleep.is_due() {
            restore();
            self.sleep.begin();
        } else if !self.sleep.is_over() {
            return Ok(());
        }
        // The shell has had the terminal meanwhile: what was true of it may be so no more.
        disable_raw_mode()?;
        OURS.store(true, Ordering::SeqCst);
        enter()?;
        // A new one: what the former knows of the screen is no longer there.
        self.terminal = ManuallyDrop::new(Terminal::new(CrosstermBackend::new(io::stdout()))?);
        let shown = &self.shown;
        let draw = |frame: &mut Frame<'_>| match frame.buffer_mut() {
            buffer if buffer.area == shown.area => buffer.clone_from(shown),
            _ => {}
        };
        self.terminal.draw(draw).map(drop)
    }

    /// Plays a game, of which `record` is what is kept; gives what is left to say, nothing when it was interrupted.
    fn play(
        &mut self,
        game: Box<dyn Sitting>,
        record: &mut Record,
        console: &Console,
    ) -> io::Result<Option<(String, Ending)>> {
        let ink = if console.paint == Paint::Ansi { Ink::Colours } else { Ink::Plain };
        let mut screen = game.on_screen(console.lang, ink, self.terminal.size().unwrap_or_default());
        let mut due = Instant::now() + PAUSE;
        loop {
            self.rest(false)?;
            self.show(&mut *screen)?;
            if !screen.steps() {
                due = Instant::now() + PAUSE;
            }
            let works = match heard(&self.events, console.interrupt, due)? {
                Heard::Stop => return Ok(None),
                Heard::Sleep => {
                    self.rest(true)?;
                    continue;
                }
                Heard::Inputs(inputs) if inputs.is_empty() && screen.steps() && Instant::now() >= due => {
                    due = Instant::now() + PAUSE;
                    vec![Work::Step]
                }
                Heard::Inputs(inputs) if inputs.is_empty() => continue,
                Heard::Inputs(inputs) => inputs.into_iter().map(Work::Act).collect(),
            };
            let Some((after, flow)) = self.apart(screen, works, console.interrupt)? else { return Ok(None) };
            *record = after.record();
            if flow == Flow::Leave {
                return Ok(Some(after.farewell()));
            }
            screen = after;
        }
    }

    /// Lets a screen work while `^C` is still heard, which leaves the screen to itself: `None`.
    fn apart(
        &mut self,
        mut screen: Box<dyn OnScreen>,
        works: Vec<Work>,
        interrupt: &AtomicBool,
    ) -> io::Result<Option<(Box<dyn OnScreen>, Flow)>> {
        let (sender, ready) = sync_channel(1);
        let worker = thread::Builder::new().spawn(move || {
            let mut flow = Flow::Stay;
            for work in works {
                match work {
                    Work::Step => screen.step(),
                    Work::Act(input) => flow = screen.act(input),
                }
                if flow == Flow::Leave {
                    break;
                }
            }
            // Nobody waits any more after `^C`.
            let _ = sender.send((screen, flow));
        })?;
        loop {
            match ready.recv_timeout(LOOK) {
                Ok(done) => return Ok(Some(done)),
                // What is typed meanwhile is for nobody.
                Err(RecvTimeoutError::Timeout) => match heard(&self.events, interrupt, Instant::now()) {
                    Ok(Heard::Inputs(_)) => self.rest(false)?,
                    Ok(Heard::Sleep) => self.rest(true)?,
                    Ok(Heard::Stop) | Err(_) => return Ok(None),
                },
                Err(RecvTimeoutError::Disconnected) => match worker.join() {
                    Err(panic) => std::panic::resume_unwind(panic),
                    Ok(()) => return Ok(None),
                },
            }
        }
    }

    fn show(&mut self, screen: &mut dyn OnScreen) -> io::Result<()> {
        screen.fit(self.terminal.size()?);
        let drawn = self.terminal.draw(|frame| screen.draw(frame.buffer_mut()))?;
        self.shown.clone_from(drawn.buffer);
        Ok(())
    }
}

/// Something for the screen to do, which may take its time.
enum Work {
    Act(Input),
    Step,
}

enum Heard {
    Inputs(Vec<Input>),
    Sleep,
    Stop,
}

/// What the terminal tells, from now on. A thread of its own reads it, because a read from a terminal that has hung up
/// may never come back, and the game must then still be kept.
fn listen() -> io::Result<Receiver<io::Result<Event>>> {
    let (sender, events) = sync_channel(AT_ONCE);
    thread::Builder::new().spawn(move || {
        loop {
            let read = event::read();
            let last = read.is_err();
            if sender.send(read).is_err() || last {
                return;
            }
        }
    })?;
    Ok(events)
}

/// Waits for a person, for a signal, or until a moment; at most for [`LOOK`].
fn heard(events: &Receiver<io::Result<Event>>, interrupt: &AtomicBool, until: Instant) -> io::Result<Heard> {
    let mut wait = until.saturating_duration_since(Instant::now()).min(LOOK);
    let mut inputs = Vec::new();
    while inputs.len() < AT_ONCE {
        match events.recv_timeout(wait) {
            Err(RecvTimeoutError::Timeout) => break,
            Err(RecvTimeoutError::Disconnected) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(read) => match read? {
                Event::Key(key) if is_control(key, 'c') => return Ok(Heard::Stop),
                Event::Key(key) if is_control(key, 'z') && cfg!(unix) => return Ok(Heard::Sleep),
                event => inputs.extend(input(&event)),
            },
        }
        wait = Duration::ZERO;
    }
    Ok(if interrupt.load(Ordering::Relaxed) { Heard::Stop } else { Heard::Inputs(inputs) })
}
