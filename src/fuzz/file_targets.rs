//! Fuzz targets of `play`: saved games and dialogues.

use super::{choose_by_first_byte, lossy_text};
use crate::lang::Lang;
use crate::play::{Dialogue, Echo, ResumeError, SavedGame, Storage};
use crate::topics::TOPICS;
use crate::topics::verb::PlayVerb;
use pioche_engine::players::PlayerSpec;

/// Parses and resumes a saved game, as `play --load` does.
pub fn saved_game(data: &[u8]) {
    let Ok(record) = lossy_text(data).parse::<SavedGame>() else {
        return;
    };
    let written = record.to_string();
    let again: SavedGame = written.parse().expect("what was written");
    assert_eq!(again.to_string(), written);
    // Players that search are slow, and no parser needs them.
    let quick = |kind: PlayerSpec| {
        matches!(
            kind,
            PlayerSpec::Human | PlayerSpec::Random | PlayerSpec::Greedy
        )
    };
    if record
        .settings()
        .players()
        .is_ok_and(|kinds| !kinds.into_iter().all(quick))
    {
        return;
    }
    for play in TOPICS.iter().filter_map(|topic| topic.play.as_ref()) {
        if let Ok(game) = game_after_input(play, &record, b"q\n", Lang::En) {
            let twin = game_after_input(play, &game, b"q\n", Lang::En).expect("what was kept");
            assert_eq!(twin.to_string(), game.to_string());
        }
    }
}

/// Resumes the game of `record` with the input `typed`, and returns the final saved game.
fn game_after_input(
    play: &PlayVerb,
    record: &SavedGame,
    mut typed: &[u8],
    lang: Lang,
) -> Result<SavedGame, ResumeError> {
    let (mut said, mut memory) = (Vec::new(), Memory::default());
    let mut talk = Dialogue::new(&mut typed, &mut said, Echo::ByProgram, lang);
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
pub const SAVED_GAMES: [&str; 7] = [
    "pioche game 1 nim\nmatches 25\ntakes 2,3\nplayers human,random\nseed 1\ndeal 0\n\n",
    "pioche game 1 nim\nmatches 7\ntakes 1,3,4\nplayers human,human\n\n",
    "pioche game 1 alak\nrules 5:line:spared\nplayers human,human\n\n",
    "pioche game 1 alak\nrules 6:ring:captured\nplayers greedy,human\nseed 3\ndeal 2\n\n",
    "pioche game 1 solitaire\nboard triangle:4\npegs 0,1,2,3,5,6,7,8,9\n\n",
    "pioche game 1 solitaire\nboard english\npegs 9,10,14,15,16,17,18,22,23\n\n",
    "pioche game 1 alliances\ndeck A-C R-K A-K D-C V-K D-K R-C V-C\nnb-tas-max 2\n\n",
];

/// Runs a dialogue, and the opening questions of each topic, on input lines; the first byte chooses the game.
pub fn dialogue(data: &[u8]) {
    let Some((text, rest)) = choose_by_first_byte(&SAVED_GAMES, data) else {
        return;
    };
    let record: SavedGame = text.parse().expect("a record");
    let found = TOPICS
        .iter()
        .find(|topic| record.check_game(topic.name).is_ok())
        .and_then(|topic| topic.play.as_ref());
    let play = found.expect("it is played");
    let lang = if rest.len() % 2 == 0 {
        Lang::Fr
    } else {
        Lang::En
    };
    let game = game_after_input(play, &record, rest, lang).expect("it can be played");
    // Input without a digit or a letter that starts a command makes no move.
    let is_move_letter = |byte: &u8| byte.is_ascii_digit() || b"pPdDaAqQ".contains(byte);
    if !rest.iter().any(is_move_letter) {
        let unplayed = game_after_input(play, &record, b"", lang).expect("it can be played");
        assert_eq!(game.to_string(), unplayed.to_string());
    }
    // The saved game can be resumed, and is then saved unchanged.
    let again: SavedGame = game.to_string().parse().expect("what was written");
    assert_eq!(
        game_after_input(play, &again, b"q\n", lang)
            .expect("what was kept")
            .to_string(),
        game.to_string()
    );
    for opening in TOPICS
        .iter()
        .filter_map(|topic| topic.play.as_ref()?.opening_questions)
    {
        let (mut input, mut said) = (rest, Vec::new());
        let mut talk = Dialogue::new(&mut input, &mut said, Echo::ByTerminal, lang);
        let _: Option<SavedGame> = opening(&mut talk).expect("streams in memory do not break");
    }
}
