//! Fuzz targets of whole inputs: the saved games and dialogues of `play`, and the headers of saved runs and games.

use super::{choose_by_first_byte, lossy_text, tally};
use pioche_engine::players::PlayerSpec;
use pioche_engine::sim::{RunOptions, Seed, tally_file};
use pioche_games::TOPICS;
use pioche_games::play::{Dialogue, Play, PlayError, Storage};
use pioche_games::saved_game::SavedGame;
use pioche_games::verb::{InputFile, ParsedArgs};
use pioche_report::lang::{Lang, Problem, in_language};
use std::sync::OnceLock;

/// Reads a list of moves and goes on with the game, as `play` does.
pub fn saved_game(data: &[u8]) {
    // Players that search are slow, and no parser needs them.
    let quick = |kind: PlayerSpec| matches!(kind, PlayerSpec::Human | PlayerSpec::Random);
    for play in TOPICS.iter().filter_map(|topic| topic.play.as_ref()) {
        let play = &play.run;
        let Ok(record) = read_record(play, data) else {
            continue;
        };
        if !record.players().into_iter().all(quick) {
            continue;
        }
        if let Ok(game) = game_after_input(play, &record, b"q\n") {
            let written = game.to_string();
            let again = read_record(play, written.as_bytes()).expect("what was written");
            assert_eq!(again.to_string(), written);
        }
    }
}

/// Returns the game of a file with these contents.
fn read_record(play: &Play, data: &[u8]) -> Result<SavedGame, Problem> {
    let data = data.to_vec();
    let file = InputFile::new("-".to_owned(), move |_| Ok(data.clone()));
    let args = ParsedArgs {
        file: Some(file),
        ..ParsedArgs::new(Vec::new())
    };
    (play.saved_game)(&args)
}

/// Resumes the game of `record` with the input `typed`, and returns the final saved game.
fn game_after_input(
    play: &Play,
    record: &SavedGame,
    mut typed: &[u8],
) -> Result<SavedGame, PlayError> {
    let (mut said, mut memory) = (Vec::new(), Memory::default());
    let mut talk = Dialogue::new(&mut typed, &mut said, None);
    (play.resume)(
        record,
        pioche_engine::games::MemoryLimit::default(),
        &mut talk,
        &mut memory,
    )?;
    assert!(
        String::from_utf8(said).is_ok_and(|said| !said.contains('\u{1b}')),
        "nothing moves the cursor"
    );
    Ok(memory.game.expect("it has ended"))
}

/// A [`Storage`] in memory.
#[derive(Default)]
struct Memory {
    /// The final saved game.
    game: Option<SavedGame>,
}

impl Storage for Memory {
    fn take_interrupt(&mut self) -> bool {
        false
    }

    fn save_final(&mut self, record: &SavedGame) {
        self.game = Some(record.clone());
    }
}

/// Small saved games of every playable topic, without moves.
const SAVED_GAMES: [&str; 7] = [
    "# nim matches=25 takes=2,3 players=human,random seed=1 deal=0\n",
    "# nim matches=7 takes=1,3,4 players=human,human\n",
    "# alak cells=5 edge=line own_group=spared players=human,human\n",
    "# alak cells=6 edge=ring own_group=captured players=random,human seed=3 deal=2\n",
    "# solitaire board=triangle:4 hole=4\n",
    "# solitaire board=english hole=16\n",
    "# alliances deck=A-C,R-K,A-K,D-C,V-K,D-K,R-C,V-C nb_tas_max=2\n",
];

/// Runs a dialogue, and the opening questions of each topic, on input lines; the first byte chooses the game.
pub fn dialogue(data: &[u8]) {
    let lang = if data.len().is_multiple_of(2) {
        Lang::En
    } else {
        Lang::Fr
    };
    in_language(lang, || dialogue_of(data));
}

fn dialogue_of(data: &[u8]) {
    let Some((text, rest)) = choose_by_first_byte(&SAVED_GAMES, data) else {
        return;
    };
    let mut topics = TOPICS.iter();
    let topic = topics.find(|topic| text[2..].starts_with(topic.name));
    let play = &topic
        .and_then(|topic| topic.play.as_ref())
        .expect("it is played")
        .run;
    let record = read_record(play, text.as_bytes()).expect("a saved game");
    let game = game_after_input(play, &record, rest).expect("it can be played");
    // Input without a digit or a letter that starts a command makes no move.
    let is_move_letter = |byte: &u8| byte.is_ascii_digit() || b"pPdDaAqQ".contains(byte);
    if !rest.iter().any(is_move_letter) {
        let unplayed = game_after_input(play, &record, b"").expect("it can be played");
        assert_eq!(game.to_string(), unplayed.to_string());
    }
    // The saved game can be resumed, and is then saved unchanged.
    let again = read_record(play, game.to_string().as_bytes()).expect("what was written");
    assert_eq!(
        game_after_input(play, &again, b"q\n")
            .expect("what was kept")
            .to_string(),
        game.to_string()
    );
    let plays = TOPICS.iter().filter_map(|topic| topic.play.as_ref());
    for questions in plays.filter_map(|play| play.run.questions) {
        let (mut input, mut said) = (rest, Vec::new());
        let mut talk = Dialogue::new(&mut input, &mut said, Some(80));
        let _: Option<SavedGame> = questions(&mut talk).expect("streams in memory do not break");
    }
}

/// Returns a run of each topic with 64 deals as a tally.
fn short_tallies() -> Vec<String> {
    let mut tallies = Vec::new();
    for topic in TOPICS {
        let experiments = topic.all_experiments(&[]);
        for experiment in experiments.expect("default settings").iter().take(4) {
            let plan = experiment.plan(Seed(1), 64);
            let run = experiment
                .run(plan, &RunOptions::default())
                .expect("threads");
            tallies.push(tally_file::to_text(&run));
        }
    }
    tallies
}

/// Replaces lines of a saved game or tally, which the first byte chooses, by the input lines, and parses the result.
pub fn headers(data: &[u8]) {
    static SAVED: OnceLock<Vec<String>> = OnceLock::new();
    let saved = SAVED.get_or_init(|| {
        let games = SAVED_GAMES.map(str::to_owned).into_iter();
        games.chain(short_tallies()).collect()
    });
    let Some((saved, rest)) = choose_by_first_byte(saved, data) else {
        return;
    };
    let amended = amended(saved, &lossy_text(rest));
    tally(amended.as_bytes());
    saved_game(amended.as_bytes());
}

/// Replaces lines of `text` by those of `lines` with the same first word; new lines follow the last replaced one.
fn amended(text: &str, lines: &str) -> String {
    let mut all: Vec<&str> = text.split('\n').collect();
    let key = |line: &str| line.split(' ').next().map(str::to_owned);
    let mut place = 0;
    for line in lines.lines() {
        match all.iter().position(|known| key(known) == key(line)) {
            Some(known) => (all[known], place) = (line, known),
            None => all.insert(place + 1, line),
        }
    }
    all.join("\n")
}
