//! Tests with unusual streams: long lines, interrupts, a closed output. The fuzz target `dialogue` has random, invalid
//! and cut input.

use super::play::{MemoryStorage, alak, lines, nim, patience, pegs, session};
use crate::play::{Dialogue, MAX_LINE_BYTES, Playable, Session, SessionEnding, StreamError};
use crate::saved_game::{SavedGame, Start};
use pioche_engine::games::nim::NimState;
use pioche_report::lang::{Lang, in_language};
use std::io::{self, BufRead, BufReader, Read, Write};

/// Asserts that replaying the moves by the rules gives the state of the session.
fn assert_consistent<G: Playable>(played: &Session<G>) {
    let mut state = played.course().start().clone();
    for mv in played.course().moves() {
        state.play(*mv).unwrap();
    }
    assert_eq!(&state, played.state());
    assert_eq!(
        session::<G>(&played.game().to_string()).state(),
        played.state()
    );
}

fn asked_matches(mut input: &[u8]) -> Option<u32> {
    let mut nowhere = io::sink();
    let mut dialogue = Dialogue::new(&mut input, &mut nowhere, None);
    let mut game: SavedGame<NimState> = nim("2,3", 3, "human,human").game().clone();
    let is_asked = NimState::ask_settings(&mut game, &mut dialogue).unwrap();
    is_asked.then(|| game.course.start().matches())
}

#[test]
fn nim_setup_questions_repeat_until_valid_answer() {
    assert_eq!(asked_matches(&lines("2|")), Some(25));
    assert_eq!(asked_matches(&lines("|3|1|YES|-1|0|x|7")), Some(7));
    assert_eq!(asked_matches(&lines("1|quit")), None);
    assert_eq!(asked_matches(b"1\nn\n\xff\n9"), Some(9));
    assert_eq!(asked_matches(b"1\n"), None);
}

/// A line of a megabyte and a line that is not UTF-8 cause one refusal each, and the game continues.
#[test]
fn too_long_or_non_utf8_line_is_refused_once() {
    let mut input = vec![b'2'; 1 << 20];
    input.extend_from_slice(b"\n\xff\xfe\n3\n");
    let mut output = Vec::new();
    assert_eq!(nim_moves(&mut &input[..], &mut output), 1);
    let text = String::from_utf8(output).unwrap();
    assert!(text.contains("longer than 1000 bytes") && text.contains("not UTF-8"));
    assert!(text.len() < 1000, "nothing of it is said back");
    for (length, moves) in [(MAX_LINE_BYTES, 1), (MAX_LINE_BYTES + 1, 0)] {
        let line = " ".repeat(length - 1) + "2\n";
        assert_eq!(nim_moves(&mut line.as_bytes(), &mut io::sink()), moves);
    }
    // The same input in pieces, as from a pipe.
    let mut pieces = BufReader::with_capacity(7, &input[..]);
    assert_eq!(nim_moves(&mut pieces, &mut io::sink()), 1);
}

/// Plays Nim with an input that ends early, and returns the number of moves.
fn nim_moves(input: &mut dyn BufRead, output: &mut dyn Write) -> usize {
    let mut session = nim("2,3", 25, "human,human");
    let mut dialogue = Dialogue::new(input, output, None);
    let ending = session
        .run(&mut dialogue, &mut MemoryStorage::default())
        .unwrap();
    assert_eq!(ending, SessionEnding::Left);
    session.course().moves().len()
}

/// An input that reports `^C` as an error of the kind `Interrupted`.
struct Interrupted(&'static [u8]);

impl Read for Interrupted {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.0.is_empty() {
            Err(io::ErrorKind::Interrupted.into())
        } else {
            self.0.read(buffer)
        }
    }
}

#[test]
fn interrupt_starts_solitaire_solver_and_ends_other_games() {
    fn interrupted<G: Playable>(
        mut session: Session<G>,
        typed: &'static [u8],
    ) -> (String, SessionEnding) {
        let (mut input, mut said) = (BufReader::new(Interrupted(typed)), Vec::new());
        let mut dialogue = Dialogue::new(&mut input, &mut said, Some(80));
        let ending = in_language(Lang::Fr, || {
            session
                .run(&mut dialogue, &mut MemoryStorage::default())
                .unwrap()
        });
        assert_consistent(&session);
        (String::from_utf8(said).unwrap(), ending)
    }
    // A partly typed line is dropped.
    let (said, ending) = interrupted(pegs("triangle:5", 12), b"3\n12\n0\n3");
    assert_eq!(ending, SessionEnding::Solved);
    assert!(said.contains("\nUne solution :\n("), "{said}");
    let (said, ending) = interrupted(patience(), b"p\n");
    assert_eq!(ending, SessionEnding::Left);
    assert!(
        said.contains("les 7 cartes restantes sont posées"),
        "{said}"
    );
    assert_eq!(
        interrupted(nim("2,3", 9, "human,human"), b"").1,
        SessionEnding::Left
    );
    assert_eq!(
        interrupted(alak("9:line:spared", "human,perfect"), b"5\n").1,
        SessionEnding::Left
    );
}

struct Closed;

impl Write for Closed {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::ErrorKind::BrokenPipe.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn broken_output_stream_leaves_game_consistent() {
    let mut session = nim("2,3", 25, "human,human");
    let (mut input, mut closed) = (&b"2\n"[..], Closed);
    let mut dialogue = Dialogue::new(&mut input, &mut closed, None);
    let ended = session.run(&mut dialogue, &mut MemoryStorage::default());
    assert!(matches!(ended, Err(StreamError::Output(_))));
    assert_consistent(&session);
}
