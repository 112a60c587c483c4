//! The standard input, with blocking reads that `^C` interrupts.

use crate::cli::signals;
use std::io::{self, BufRead, Cursor, Read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

/// The time between two checks for signals.
const POLL_INTERVAL: Duration = Duration::from_millis(40);

/// The standard input. A read fails with `Interrupted` once for each `^C`. After any other signal the input has ended.
pub struct InterruptibleStdin {
    chunks: Receiver<io::Result<Vec<u8>>>,
    /// Received bytes that are not read yet.
    chunk: Cursor<Vec<u8>>,
}

impl InterruptibleStdin {
    /// Starts the thread that reads the input. Fails when the system starts no thread.
    pub fn new() -> io::Result<Self> {
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
        Ok(Self {
            chunks: pieces,
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
            match self.chunks.recv_timeout(POLL_INTERVAL) {
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
