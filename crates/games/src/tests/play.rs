//! Tests of sessions in both languages against the transcripts in `tests/data/play`, which this command writes:
//!
//! ```text
//! PIOCHE_GOLDEN=write cargo test -p pioche-games play
//! ```

use super::session::read_game;
use crate::find_topic;
use crate::play::{Dialogue, Playable, Session, SessionEnding, StopReason, Storage};
use crate::verb::{InputFile, ParsedArgs};
use pioche_engine::games::alak::AlakState;
use pioche_engine::games::alliances::PatienceState;
use pioche_engine::games::nim::NimState;
use pioche_engine::games::solitaire::SolitaireState;
use pioche_report::lang::{Lang, in_language};
use pioche_testing::assert_golden;

/// Storage in memory.
#[derive(Default)]
pub struct MemoryStorage {
    /// The game at its end.
    final_game: String,
}

impl Storage for MemoryStorage {
    fn take_interrupt(&mut self) -> bool {
        false
    }

    fn save_final(&mut self, game: &str) {
        self.final_game = game.to_owned();
    }
}

/// Returns the session of a saved game.
pub fn session<G: Playable>(saved_game: &str) -> Session<G> {
    Session::new(read_game(saved_game).unwrap()).unwrap()
}

/// Returns a game of Alak by rules such as `9:line:spared`.
pub fn alak(rules: &str, players: &str) -> Session<AlakState> {
    let [cells, edge, own_group] = rules.split(':').collect::<Vec<_>>().try_into().unwrap();
    let rules = format!("cells={cells} edge={edge} own_group={own_group}");
    session(&format!("# alak {rules} players={players} seed=1 deal=0"))
}

pub fn nim(takes: &str, matches: u32, players: &str) -> Session<NimState> {
    let rules = format!("matches={matches} takes={takes}");
    session(&format!("# nim {rules} players={players} seed=1 deal=0"))
}

pub fn pegs(board: &str, hole: usize) -> Session<SolitaireState> {
    session(&format!("# solitaire board={board} hole={hole}"))
}

pub fn patience() -> Session<PatienceState> {
    session("# alliances nb_tas_max=2 deck=A-C,R-K,A-K,D-C,V-K,D-K,R-C,V-C")
}

/// Converts `|` to line ends.
pub fn lines(text: &str) -> Vec<u8> {
    (text.replace('|', "\n") + "\n").into_bytes()
}

/// Returns the lines of the state, the rules and the text for stopping at a terminal of 40 columns.
fn narrow_lines<G: Playable>(session: &Session<G>) -> Vec<String> {
    let (mut input, mut output) = (&b""[..], Vec::new());
    let mut dialogue = Dialogue::new(&mut input, &mut output, Some(40));
    let columns = dialogue.columns();
    let (stop_text, _) = G::stop(session, StopReason::Quit, columns);
    for text in [
        G::state_text(session, columns),
        session.state().rules(),
        stop_text,
    ] {
        dialogue.print(text).unwrap();
    }
    let text = String::from_utf8(output).unwrap();
    text.lines().map(String::from).collect()
}

/// Lines fit a narrow terminal: boards have shorter lines, and sentences are broken between words.
#[test]
fn play_output_fits_40_columns() {
    for lang in [Lang::Fr, Lang::En] {
        let [alak, nim, pegs, patience] = in_language(lang, || {
            [
                narrow_lines(&alak("30:line:captured", "human,human")),
                narrow_lines(&nim("2,3", 60, "human,human")),
                narrow_lines(&pegs("english", 16)),
                narrow_lines(&patience()),
            ]
        });
        for line in [&alak, &nim, &pegs, &patience].into_iter().flatten() {
            assert!(line.chars().count() <= 40, "{line}");
        }
        // The numbers are below the cells.
        assert_eq!(alak[0].chars().count(), alak[1].chars().count() - 1);
        assert!(alak[1].starts_with("1  2  3"), "{alak:?}");
        let rows: Vec<&String> = nim.iter().filter(|line| line.contains('|')).collect();
        assert_eq!(rows[0], "||||| ||||| ||||| ||||| ||||| |||||");
        assert_eq!(rows.len(), 2);
    }
}

/// Sessions: a name, a saved game, and the lines that are typed. After `?` stands the game that is created by the opening
/// questions.
const SESSIONS: &str = include_str!("../../../../tests/data/play/sessions.txt");

#[test]
fn play_transcripts_match_golden_files() {
    for session in SESSIONS.trim_end().split("\n\n") {
        let mut session = session.lines();
        let [name, game, input] = [(); 3].map(|()| session.next().unwrap_or_default());
        for lang in [Lang::Fr, Lang::En] {
            let (text, ending) = in_language(lang, || transcript(game, input));
            // The handout's list of jumps is one line.
            let fits = |line: &str| line.chars().count() <= 80 || line.starts_with('(');
            assert!(text.lines().all(fits), "{name}: {text}");
            assert_golden(
                &format!("play/{name}.{lang}.txt"),
                &format!("{text}= {ending:?}\n"),
            );
        }
    }
}

fn transcript(game: &str, input: &str) -> (String, SessionEnding) {
    let saved_game = game.trim_start_matches("? ");
    let name = saved_game.split(' ').nth(1).unwrap();
    let play = find_topic(name).unwrap().play.as_ref().unwrap();
    let mut args = ParsedArgs {
        seed: 1,
        ..ParsedArgs::new(Vec::new())
    };
    if game == saved_game {
        args.file = Some(InputFile::new("file".into(), |_| Ok(saved_game.into())));
    }
    let (input, mut output) = (lines(input), Vec::new());
    let mut input = &input[..];
    let mut dialogue = Dialogue::new(&mut input, &mut output, None);
    let mut storage = MemoryStorage::default();
    let played = (play.run)(&args).unwrap()(&mut dialogue, &mut storage);
    let settings = storage.final_game.lines().next().unwrap();
    assert!(settings.starts_with(saved_game), "{settings}");
    let text = String::from_utf8(output).unwrap();
    (text, played.unwrap().unwrap().ending)
}
