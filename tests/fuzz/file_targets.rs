//! Fuzz targets of whole inputs: the saved games and dialogues of `play`, and the headers of saved runs and games.

use super::{choose_by_first_byte, lossy_text, tally};
use pioche_engine::sim::{RunOptions, Seed, tally_file};
use pioche_games::TOPICS;
use pioche_games::play::{Dialogue, PlayError, PlayFn, PreparedGame, Storage};
use pioche_games::verb::{InputFile, ParsedArgs};
use pioche_report::lang::{Lang, Problem, in_language};
use std::sync::OnceLock;

/// Reads a list of moves and goes on with the game, as `play` does.
pub fn saved_game(data: &[u8]) {
    // Players that search are slow, and no parser needs them.
    let text = lossy_text(data);
    let slow_players = ["perfect", "minimax", "handout"];
    if slow_players.iter().any(|player| text.contains(player)) {
        return;
    }
    for play in TOPICS.iter().filter_map(|topic| topic.play.as_ref()) {
        let Ok(game) = prepared_game(play.run, data) else {
            continue;
        };
        if let Ok(written) = game_after_input(game, b"q\n") {
            let again = prepared_game(play.run, written.as_bytes()).expect("what was written");
            assert_eq!(game_after_input(again, b"").expect("a game"), written);
        }
    }
}

/// Returns the game of a file with these contents.
fn prepared_game(play: PlayFn, data: &[u8]) -> Result<PreparedGame, Problem> {
    let data = data.to_vec();
    let file = InputFile::new("-".to_owned(), move |_| Ok(data.clone()));
    let args = ParsedArgs {
        file: Some(file),
        ..ParsedArgs::new(Vec::new())
    };
    play(&args)
}

/// Plays a game with the input `typed`, and returns the final saved game.
fn game_after_input(game: PreparedGame, mut typed: &[u8]) -> Result<String, PlayError> {
    let (mut said, mut memory) = (Vec::new(), Memory::default());
    let mut talk = Dialogue::new(&mut typed, &mut said, Some(80));
    game(&mut talk, &mut memory)?;
    assert!(
        String::from_utf8(said).is_ok_and(|said| !said.contains('\u{1b}')),
        "nothing moves the cursor"
    );
    Ok(memory.game)
}

/// A [`Storage`] in memory.
#[derive(Default)]
struct Memory {
    /// The final saved game.
    game: String,
}

impl Storage for Memory {
    fn take_interrupt(&mut self) -> bool {
        false
    }

    fn save_final(&mut self, game: &str) {
        self.game = game.to_owned();
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
    let play = topic
        .and_then(|topic| topic.play.as_ref())
        .expect("it is played")
        .run;
    let after_input = |text: &str, typed: &[u8]| {
        let game = prepared_game(play, text.as_bytes()).expect("a saved game");
        game_after_input(game, typed).expect("it can be played")
    };
    let game = after_input(text, rest);
    // Input without a digit or a letter that starts a command makes no move.
    let is_move_letter = |byte: &u8| byte.is_ascii_digit() || b"pPdDaAqQ".contains(byte);
    if !rest.iter().any(is_move_letter) {
        assert_eq!(game, after_input(text, b""));
    }
    // The saved game can be resumed, and is then saved unchanged.
    assert_eq!(after_input(&game, b"q\n"), game);
    // Without options, two-player games ask for the settings.
    for play in TOPICS.iter().filter_map(|topic| topic.play.as_ref()) {
        let game = (play.run)(&ParsedArgs::new(Vec::new())).expect("the default settings");
        game_after_input(game, rest).expect("streams in memory do not break");
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
