//! The targets at the table: kept games, conversations, the whole screen.

use super::{chosen, text};
use crate::lang::{Lang, Reason};
use crate::play::lines::{Dialogue, Echo, Storage};
use crate::play::screen::{Flow, Ink, Input};
use crate::play::session::Lent;
use crate::play::{Origin, Record, Sitting};
use crate::topics::TOPICS;
use pioche_engine::games::Player;
use pioche_engine::players::Kind;
use pioche_engine::rng::{Purpose, Seed, stream};
use rand::Rng;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect, Size};
use std::collections::BTreeMap;

/// As the command line makes it.
fn chance(Origin { seed, deal }: Origin, player: Player, ply: usize) -> Box<dyn Rng> {
    let purpose = if player == Player::One { Purpose::Player1 } else { Purpose::Player2 };
    let mut generator = stream(Seed(seed), purpose, deal);
    generator.advance((ply as u128) << 64);
    Box::new(generator)
}

/// What a session is lent.
fn lent() -> Lent {
    Lent { chance, memory: pioche_engine::games::Memory::default() }
}

/// A game that was kept, as `play --load` reads it.
pub fn saved_game(data: &[u8]) {
    let Ok(record) = text(data).parse::<Record>() else { return };
    let written = record.to_string();
    let again: Record = written.parse().expect("what was written");
    assert_eq!(again.to_string(), written);
    // Players who think are not what is looked at here.
    let quick = |kind: Kind| matches!(kind, Kind::Human | Kind::Random | Kind::Greedy);
    if record.settings().players().is_ok_and(|kinds| !kinds.into_iter().all(quick)) {
        return;
    }
    for topic in TOPICS {
        let Some(play) = &topic.play else { continue };
        if let Ok(game) = (play.table.restore)(&record, lent()) {
            let kept = game.record();
            let twin = (play.table.restore)(&kept, lent()).expect("what was kept");
            assert_eq!(twin.record().to_string(), kept.to_string());
        }
    }
}

/// Storage in memory.
#[derive(Default)]
struct Memory(BTreeMap<String, String>);

impl Storage for Memory {
    fn save(&mut self, name: &str, text: &str) -> Result<(), Reason> {
        self.0.insert(name.into(), text.into());
        Ok(())
    }

    fn load(&mut self, name: &str) -> Result<String, Reason> {
        self.0.get(name).cloned().ok_or(Reason::NOT_FOUND)
    }

    fn interrupted(&mut self) -> bool {
        false
    }
}

/// Small games of every kind, before their first move.
pub const GAMES: [&str; 7] = [
    "pioche game 1 nim\nmatches 25\ntakes 2,3\nplayers human,random\nseed 1\ndeal 0\n\n",
    "pioche game 1 nim\nmatches 7\ntakes 1,3,4\nplayers human,human\n\n",
    "pioche game 1 alak\nrules 5:line:spared\nplayers human,human\n\n",
    "pioche game 1 alak\nrules 6:ring:captured\nplayers greedy,human\nseed 3\ndeal 2\n\n",
    "pioche game 1 solitaire\nboard triangle:4\npegs 0,1,2,3,5,6,7,8,9\n\n",
    "pioche game 1 solitaire\nboard english\npegs 9,10,14,15,16,17,18,22,23\n\n",
    "pioche game 1 alliances\ndeck A-C R-K A-K D-C V-K D-K R-C V-C\nnb-tas-max 2\n\n",
];

/// A game that has begun; the first byte chooses it.
fn begun(data: &[u8]) -> Option<(Box<dyn Sitting>, &[u8])> {
    let (text, rest) = chosen(&GAMES, data)?;
    let record: Record = text.parse().expect("a record");
    let found = TOPICS.iter().find(|topic| record.expect(topic.name).is_ok()).and_then(|topic| topic.play.as_ref());
    let game = (found.expect("it is played").table.restore)(&record, lent());
    Some((game.unwrap_or_else(|error| panic!("{text}: {error:?}")), rest))
}

/// The game so far can be kept, and gone on with.
fn kept(record: &Record) {
    let again: Record = record.to_string().parse().expect("what was written");
    let found = TOPICS.iter().find(|topic| record.expect(topic.name).is_ok()).and_then(|topic| topic.play.as_ref());
    let game = (found.expect("it is played").table.restore)(&again, lent());
    assert_eq!(game.unwrap_or_else(|error| panic!("{record}: {error:?}")).record().to_string(), record.to_string());
}

/// A conversation by lines, and the questions before it.
pub fn dialogue(data: &[u8]) {
    let Some((mut game, rest)) = begun(data) else { return };
    let lang = if rest.len() % 2 == 0 { Lang::Fr } else { Lang::En };
    let (mut input, mut said) = (rest, Vec::new());
    let mut talk = Dialogue::new(&mut input, &mut said, Echo::Written, lang);
    game.converse(&mut talk, &mut Memory::default()).expect("streams in memory do not break");
    kept(&game.record());
    assert!(String::from_utf8(said).is_ok_and(|said| !said.contains('\u{1b}')), "nothing moves the cursor");
    for opening in TOPICS.iter().filter_map(|topic| topic.play.as_ref()?.table.opening) {
        let (mut input, mut said) = (rest, Vec::new());
        let mut talk = Dialogue::new(&mut input, &mut said, Echo::ByTerminal, lang);
        let _: Option<Record> = opening(&mut talk).expect("streams in memory do not break");
    }
}

/// Keys, the mouse and windows of any size; after each the whole screen is drawn.
pub fn screen(data: &[u8]) {
    let Some((game, mut rest)) = begun(data) else { return };
    let mut size = Size { width: 80, height: 24 };
    let ink = if rest.len() % 3 == 0 { Ink::Plain } else { Ink::Colours };
    let lang = if rest.len() % 2 == 0 { Lang::Fr } else { Lang::En };
    let mut screen = game.on_screen(lang, ink, size);
    while let [what, more @ ..] = rest {
        rest = more;
        let mut byte = || match rest {
            [byte, more @ ..] => {
                rest = more;
                u16::from(*byte)
            }
            [] => 0,
        };
        let input = match what % 15 {
            0 => Input::Left,
            1 => Input::Right,
            2 => Input::Up,
            3 => Input::Down,
            4 => Input::First,
            5 => Input::Last,
            6 => Input::Next,
            7 => Input::Choose,
            8 => Input::PutBack,
            9 => Input::Letter(char::from(byte() as u8)),
            10 => Input::Letter(char::from_u32(u32::from(byte()) << 8 | u32::from(byte())).unwrap_or('\u{fffd}')),
            11 => Input::Press(Position { x: byte(), y: byte() % 64 }),
            12 => Input::Release(Position { x: byte(), y: byte() % 64 }),
            13 => {
                size = Size { width: byte(), height: byte() % 70 };
                screen.fit(size);
                continue;
            }
            _ => {
                while screen.steps() {
                    screen.step();
                }
                continue;
            }
        };
        if screen.act(input) == Flow::Leave {
            break;
        }
        let mut buffer = Buffer::empty(Rect { x: 0, y: 0, width: size.width, height: size.height });
        screen.draw(&mut buffer);
    }
    assert!(!screen.farewell().0.contains('\u{1b}'));
    kept(&screen.record());
}
