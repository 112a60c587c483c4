//! Tests of conversations in both languages against the transcripts in `tests/data/play`, which this command writes:
//!
//! ```text
//! PIOCHE_GOLDEN=write cargo test play
//! ```

use crate::TOPICS;
use crate::duel::{Duel, ask_start_settings};
use crate::play::{Dialogue, Playable, Session, SessionEnding, StopReason, Storage};
use crate::saved_game::DealOrigin;
use crate::verb::{DealArg, ParsedArgs};
use pioche_engine::cards::Card;
use pioche_engine::experiments::Pairing;
use pioche_engine::games::Course;
use pioche_engine::games::alak::{AlakRules, AlakState as Alak};
use pioche_engine::games::alliances::PatienceState;
use pioche_engine::games::nim::NimState;
use pioche_engine::games::solitaire::SolitaireState as Pegs;
use pioche_engine::players::PlayerSpec;
use pioche_report::lang::{Lang, in_language};
use pioche_testing::assert_golden;

/// The memory that solvers may take.
pub fn solver_memory() -> pioche_engine::games::MemoryLimit {
    pioche_engine::games::MemoryLimit::default()
}

/// Storage in memory.
pub struct MemoryStorage;

impl Storage for MemoryStorage {
    fn take_interrupt(&mut self) -> bool {
        false
    }
}

/// The result of a conversation.
pub struct ConversationOutput<G: Playable> {
    pub session: Session<G>,
    pub said: String,
    pub ending: SessionEnding,
}

pub fn run_with_input<G: Playable>(
    mut session: Session<G>,
    input: &[u8],
    storage: &mut MemoryStorage,
) -> ConversationOutput<G> {
    let (mut input, mut said) = (input, Vec::new());
    let mut dialogue = Dialogue::new(&mut input, &mut said, None);
    let ending = session.run(&mut dialogue, storage).unwrap();
    ConversationOutput {
        session,
        said: String::from_utf8(said).unwrap(),
        ending,
    }
}

fn session<G: Playable>(
    start: G,
    players: [PlayerSpec; 2],
    origin: Option<DealOrigin>,
) -> Session<G> {
    Session::new(Course::new(start), players, origin, solver_memory()).unwrap()
}

fn two_player_session<G: Playable>(start: G, players: &str) -> Session<G> {
    let Pairing(players) = players.parse().unwrap();
    session(start, players, Some(DealOrigin { seed: 1, deal: 0 }))
}

/// A game for one person.
fn one_player_session<G: Playable>(start: G) -> Session<G> {
    session(start, [PlayerSpec::Human; 2], None)
}

/// Returns the empty board of Alak for rules such as `9:line:spared`.
fn alak_start(rules: &str) -> Alak {
    let [cells, edge, own_group] = rules.split(':').collect::<Vec<_>>().try_into().unwrap();
    Alak::new(AlakRules {
        cells: cells.parse().unwrap(),
        edge: edge.parse().unwrap(),
        own_group: own_group.parse().unwrap(),
    })
}

pub fn alak(rules: &str, players: &str) -> Session<Alak> {
    two_player_session(alak_start(rules), players)
}

pub fn nim(takes: &str, matches: u32, players: &str) -> Session<NimState> {
    two_player_session(
        NimState::new(takes.parse().unwrap(), matches).unwrap(),
        players,
    )
}

pub fn pegs(board: &str, hole: usize) -> Session<Pegs> {
    one_player_session(Pegs::new(board.parse().unwrap(), hole).unwrap())
}

/// A deck for which the automatic game leaves 4 piles, the minimum.
const DECK: &str = "A-C R-K A-K D-C V-K D-K R-C V-C";

pub fn patience() -> Session<PatienceState> {
    patience_session(DECK)
}

fn patience_session(deck: &str) -> Session<PatienceState> {
    let deck: Vec<Card> = deck.split(' ').map(|card| card.parse().unwrap()).collect();
    one_player_session(PatienceState::new(&deck, 2))
}

/// A deck for which the automatic game leaves 4 piles, though 2 are possible.
const IMPROVABLE_DECK: &str = "D-T A-C R-T R-K D-K D-C R-C A-T R-P A-P D-P A-K";

/// Converts `|` to line ends.
pub fn lines(text: &str) -> Vec<u8> {
    text.split('|')
        .flat_map(|line| format!("{line}\n").into_bytes())
        .collect()
}

/// The inputs of the transcripts; a bar ends a line.
const ALAK_SAMPLE: &str = "2|3|2|10|7|5|9|6|4|3|5|6|8|9|5|2|3|1|6|5|9|5|4|7|3";
const MISSED: &str = "2|coups|p|indice|p|p|i|1|3|4|x|saut|0|s 2|annuler|p|R-K|7-K|j|A♦|2|p|i|p|q";
const WON: &str = "p|p|p|p|p|p|p|p|p|p|p|p|p|indice|2|7|8|8|6|5|coups|3|2|3|2|never read";
const SOLVED: &str = "aide|3|99|-1|12|12|3|12|7|2|4|1|indice|résoudre";
const BLOCKED: &str = "3 12|0|3|2 7|6 1|11 4|9 7|4|11|coups|10 12|indice|annuler|indice|4 11|q";

const PEGS_WON: &str =
    "3 12|(0, 3)|2,7|6 1|9 2|11 4|12 5|2|1|voir|1 8|2 9|indice|14 5|5 12|13 11|10|12|never read";

/// A function that runs one conversation in one language.
type ConversationFn = fn() -> (String, SessionEnding);

const SCENES: &[(&str, ConversationFn)] = &[
    ("alak_sample", || {
        scene(alak("9:line:spared", "human,human"), ALAK_SAMPLE)
    }),
    ("alak_endless", || {
        scene(alak("1:line:captured", "human,human"), "coups|1|1")
    }),
    ("alak_perfect", || {
        scene(
            alak("7:ring:spared", "human,perfect"),
            "aide|indice|4|i|1|voir|3|2|5|6|7|q",
        )
    }),
    ("alak_machines", || {
        scene(alak("8:line:captured", "minimax:1,minimax:3"), "")
    }),
    ("alak_long", || {
        scene(alak("64:line:spared", "human,random"), "64|-3|trois|")
    }),
    ("alliances_missed", || scene(patience(), MISSED)),
    ("alliances_won", || {
        scene(patience_session(IMPROVABLE_DECK), WON)
    }),
    ("solitaire_solved", || scene(pegs("triangle:5", 12), SOLVED)),
    ("solitaire_blocked", || {
        scene(pegs("triangle:5", 12), BLOCKED)
    }),
    ("solitaire_won", || scene(pegs("triangle:5", 12), PEGS_WON)),
    ("solitaire_cross", || {
        scene(pegs("english", 16), "4 16|7 9|annuler|^c")
    }),
    // The first request shows the solution and goes on; the second one there ends the game.
    ("solitaire_continued", || {
        scene(pegs("triangle:5", 12), "résoudre|3 12|résoudre")
    }),
    ("solitaire_asked_twice", || {
        scene(pegs("triangle:5", 12), "résoudre|résoudre")
    }),
    ("solitaire_hopeless", || {
        let hopeless = Pegs::parse_pegs("triangle:5".parse().unwrap(), "0,1,14").unwrap();
        scene(one_player_session(hopeless), "indice|solve")
    }),
    ("nim_draw", || {
        scene(nim("2,3", 3, "human,human"), "coups|2")
    }),
    ("nim_people", || {
        scene(
            nim("2,3", 25, "human,human"),
            "3|2|4|3|0|deux|3|annuler|3|aide|2|2|3|3|3|indice|1|",
        )
    }),
    ("nim_many", || {
        scene(
            nim("1,2,3,4,5,6,7,8,9,500", 1000, "human,random"),
            "501|500|i|9|q",
        )
    }),
    ("nim_asked", || {
        let start = "# nim matches=15 takes=2,3 players=perfect,human\n";
        opening_scene::<NimState>("trois|1|peut-être|n|0|1000001|15|3|2|3|3", start)
    }),
    ("alak_asked", || {
        let start = "# alak cells=5 edge=line own_group=spared players=human,perfect\n";
        opening_scene::<Alak>("1|o|65|17|5|1|2|3|i|q", start)
    }),
];

/// Returns the lines of the state, the rules and the text for stopping at a terminal of 40 columns.
fn narrow_lines<G: Playable>(session: &Session<G>) -> Vec<String> {
    let (mut input, mut said) = (&b""[..], Vec::new());
    let mut dialogue = Dialogue::new(&mut input, &mut said, Some(40));
    let columns = dialogue.columns();
    dialogue.print(G::state_text(session, columns)).unwrap();
    dialogue.print(G::rules(session)).unwrap();
    let (text, _) = G::stop(session, StopReason::Quit, columns);
    dialogue.print(&text).unwrap();
    let text = String::from_utf8(said).unwrap();
    text.lines().map(String::from).collect()
}

/// Lines fit a narrow terminal: boards have shorter lines, and sentences are broken between words.
#[test]
fn play_output_fits_40_columns() {
    for lang in [Lang::Fr, Lang::En] {
        let all_lines = in_language(lang, || {
            [
                narrow_lines(&alak("30:line:captured", "human,human")),
                narrow_lines(&nim("2,3", 60, "human,human")),
                narrow_lines(&pegs("english", 16)),
                narrow_lines(&patience()),
            ]
        });
        for line in all_lines.iter().flatten() {
            assert!(line.chars().count() <= 40, "{line}");
        }
        // The numbers are below the cells.
        let alak_lines = &all_lines[0];
        assert_eq!(
            alak_lines[0].chars().count(),
            alak_lines[1].chars().count() - 1
        );
        assert!(alak_lines[1].starts_with("1 2 3"), "{alak_lines:?}");
        let rows: Vec<&String> = all_lines[1]
            .iter()
            .filter(|line| line.contains('|'))
            .collect();
        assert_eq!(rows[0], "||||| ||||| ||||| ||||| ||||| |||||");
        assert_eq!(rows.len(), 2);
    }
}

fn scene<G: Playable>(session: Session<G>, input: &str) -> (String, SessionEnding) {
    let talked = run_with_input(session, &lines(input), &mut MemoryStorage);
    (talked.said, talked.ending)
}

/// Runs the questions before a game against a perfect computer player, then the game.
fn opening_scene<G: Duel>(input: &str, kept: &str) -> (String, SessionEnding) {
    let (input, mut said) = (lines(input), Vec::new());
    let mut input = &input[..];
    let mut dialogue = Dialogue::new(&mut input, &mut said, None);
    let start = ask_start_settings::<G>(&mut dialogue).unwrap().unwrap();
    assert_eq!(start.to_string(), kept);
    let start = start.with_origin(Some(DealOrigin { seed: 1, deal: 0 }));
    let mut session = Session::<G>::restore(&start, solver_memory()).unwrap();
    let ending = session.run(&mut dialogue, &mut MemoryStorage).unwrap();
    (String::from_utf8(said).unwrap(), ending)
}

/// The input for every game.
const COMMON_INPUT: &str = "aide|voir|coups|indice|rien|-1|annuler|q";

#[test]
fn play_transcripts_match_golden_files() {
    for lang in [Lang::Fr, Lang::En] {
        in_language(lang, check_transcripts);
    }
}

fn check_transcripts() {
    for (name, scene) in SCENES {
        assert_transcript(name, scene());
    }
    for topic in TOPICS {
        let Some(verb) = &topic.play else { continue };
        let name = topic.name;
        let args = ParsedArgs {
            seed: 1,
            ..ParsedArgs::new(Vec::new())
        };
        let origin = DealOrigin { seed: 1, deal: 0 };
        let origin = Some(origin).filter(|_| verb.deal != DealArg::None);
        let game = (verb.run.saved_game)(&args).unwrap().with_origin(origin);
        let (input, mut said) = (lines(COMMON_INPUT), Vec::new());
        let mut input = &input[..];
        let mut dialogue = Dialogue::new(&mut input, &mut said, None);
        let resume = verb.run.resume;
        let ending = resume(&game, solver_memory(), &mut dialogue, &mut MemoryStorage).unwrap();
        assert_transcript(
            &format!("{name}_usual"),
            (String::from_utf8(said).unwrap(), ending),
        );
    }
}

/// Asserts that a transcript is that of the file, in lines of at most 80 columns.
fn assert_transcript(name: &str, (said, ending): (String, SessionEnding)) {
    // The handout's list of jumps is one line.
    let fits = |line: &str| line.chars().count() <= 80 || line.starts_with('(');
    assert!(said.lines().all(fits), "{name}: {said}");
    let file = format!("play/{name}.{}.txt", Lang::current());
    assert_golden(&file, &format!("{said}= {ending:?}\n"));
}
