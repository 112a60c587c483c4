//! What comes from a terminal: lines in which `^C` is heard, keys and the mouse, and the wish that the program sleep.

use crate::cli::signals;
use crate::play::screen::Input;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind};
use ratatui::layout::Position;
use std::io::{self, BufRead, Cursor, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

/// How long `^C` may wait to be heard.
const LOOK: Duration = Duration::from_millis(40);

/// The standard input. A read fails with `Interrupted` once for each `^C`; after any other signal nothing comes any more.
pub struct Keyboard {
    interrupt: &'static AtomicBool,
    pieces: Receiver<io::Result<Vec<u8>>>,
    /// What came and was not yet asked for.
    piece: Cursor<Vec<u8>>,
}

impl Keyboard {
    /// Begins to listen. Fails when the system starts no thread.
    pub fn new(interrupt: &'static AtomicBool) -> io::Result<Self> {
        let (sender, pieces) = sync_channel(1);
        thread::Builder::new().spawn(move || {
            let mut stdin = io::stdin().lock();
            loop {
                let mut piece = vec![0; 8192];
                let read = match stdin.read(&mut piece) {
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                    Err(error) => Err(error),
                    Ok(length) => {
                        piece.truncate(length);
                        Ok(piece)
                    }
                };
                let last = read.as_ref().map_or(true, Vec::is_empty);
                if sender.send(read).is_err() || last {
                    return;
                }
            }
        })?;
        Ok(Self { interrupt, pieces, piece: Cursor::default() })
    }
}

impl Read for Keyboard {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.piece.fill_buf()?.is_empty() {
            if self.interrupt.swap(false, Ordering::Relaxed) && !signals::is_final() {
                return Err(io::ErrorKind::Interrupted.into());
            }
            if signals::is_final() {
                return Ok(0);
            }
            match self.pieces.recv_timeout(LOOK) {
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(0),
                Ok(read) => {
                    self.piece = Cursor::new(read?);
                    if self.piece.get_ref().is_empty() {
                        return Ok(0);
                    }
                }
            }
        }
        self.piece.read(buffer)
    }
}

/// Whether a key is pressed together with the control key.
pub fn is_control(key: KeyEvent, letter: char) -> bool {
    key.kind != KeyEventKind::Release && key.code == KeyCode::Char(letter) && key.modifiers == KeyModifiers::CONTROL
}

/// What an event of the terminal means to a game, if anything.
pub fn input(event: &Event) -> Option<Input> {
    match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => {
            let letters = key.modifiers.difference(KeyModifiers::SHIFT).is_empty();
            match key.code {
                KeyCode::Left => Some(Input::Left),
                KeyCode::Right => Some(Input::Right),
                KeyCode::Up => Some(Input::Up),
                KeyCode::Down => Some(Input::Down),
                KeyCode::Home => Some(Input::First),
                KeyCode::End => Some(Input::Last),
                KeyCode::Tab => Some(Input::Next),
                KeyCode::Enter | KeyCode::Char(' ') => Some(Input::Choose),
                KeyCode::Esc | KeyCode::Backspace => Some(Input::PutBack),
                KeyCode::Char(letter) if letters => Some(Input::Letter(letter)),
                _ => None,
            }
        }
        Event::Mouse(mouse) => {
            let position = Position { x: mouse.column, y: mouse.row };
            match mouse.kind {
                MouseEventKind::Down(MouseButton::Left) => Some(Input::Press(position)),
                MouseEventKind::Up(MouseButton::Left) => Some(Input::Release(position)),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Hears when the program is to sleep, and when it was woken.
#[derive(Debug, Default)]
pub struct Sleep {
    due: Arc<AtomicBool>,
    over: Arc<AtomicBool>,
}

impl Sleep {
    /// Listens from now on: the program no longer falls asleep by itself.
    pub fn new() -> Self {
        let sleep = Self::default();
        #[cfg(unix)]
        {
            use signal_hook::consts::{SIGCONT, SIGTSTP};
            // The system refuses only signals that nobody can listen to.
            let _ = signal_hook::flag::register(SIGTSTP, Arc::clone(&sleep.due));
            let _ = signal_hook::flag::register(SIGCONT, Arc::clone(&sleep.over));
        }
        sleep
    }

    /// Whether the program is to sleep: asked once.
    pub fn is_due(&self) -> bool {
        self.due.swap(false, Ordering::Relaxed)
    }

    /// Whether the program has slept since it was asked last.
    pub fn is_over(&self) -> bool {
        self.over.swap(false, Ordering::Relaxed)
    }

    /// Sleeps until the program is woken.
    pub fn begin(&self) {
        #[cfg(unix)]
        {
            // Nothing can be done about a system that lets nobody sleep.
            let _ = signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP);
        }
        self.over.store(false, Ordering::Relaxed);
    }
}
