//! A third duel, which the program does not know: Kayles, a row of pins of which one or two neighbouring ones are
//! taken. Rules, a picture, a few words; seats, turns, hints, keeping and the end are what duels share.

use super::{Memory, lent, lines, talk};
use crate::draw::film::Sprite;
use crate::lang::help::Example;
use crate::lang::{Lang, Sentence, SessionError, Text};
use crate::play::{End, Ending, Origin, Playable, Record, Session};
use crate::report::Chapter;
use crate::topics::course::Scene;
use crate::topics::duel::game::{About, Duel};
use crate::topics::duel::said::OWN;
use crate::topics::duel::verbs::PLAYERS;
use crate::topics::setting::{Opt, Setting};
use crate::topics::words::Words;
use pioche_engine::experiments::{Contest, Experiment, Match, Pairing};
use pioche_engine::games::{BestMoves, Evaluate, Game, Outcome, Player, Solvable};
use pioche_engine::players::{Kind, Seat, SeatError};
use pioche_engine::sim;
use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Kayles {
    row: u8,
    pins: u32,
    second: bool,
}

/// One pin, or it and the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Take(u8, u8);

impl Take {
    fn pins(self) -> u32 {
        (self.0..=self.1).fold(0, |pins, pin| pins | 1 << (pin - 1))
    }
}

impl fmt::Display for Take {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == self.1 { write!(f, "{}", self.0) } else { write!(f, "{} {}", self.0, self.1) }
    }
}

impl FromStr for Take {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (first, last) = text.split_once(' ').unwrap_or((text, text));
        let pin = |text: &str| text.parse().ok().filter(|pin| (1..=20).contains(pin)).ok_or(());
        let take = Self(pin(first)?, pin(last)?);
        if take.1 == take.0 || take.1 == take.0 + 1 { Ok(take) } else { Err(()) }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no such pins stand")]
struct Gone;

impl fmt::Display for Kayles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (0..self.row).try_for_each(|pin| f.write_str(if self.pins >> pin & 1 == 1 { "!" } else { "." }))
    }
}

impl Game for Kayles {
    type Move = Take;
    type Refusal = Gone;

    fn to_play(&self) -> Player {
        if self.second { Player::Two } else { Player::One }
    }

    fn legal_moves(&self) -> Vec<Take> {
        let takes = (1..=self.row).flat_map(|pin| [Take(pin, pin), Take(pin, pin + 1)]);
        takes.filter(|take| take.pins() & !self.pins == 0).collect()
    }

    fn play(&mut self, take: Take) -> Result<(), Gone> {
        if take.pins() & !self.pins != 0 {
            return Err(Gone);
        }
        (self.pins, self.second) = (self.pins & !take.pins(), !self.second);
        Ok(())
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.pins == 0).then(|| Outcome::Winner(self.to_play().other()))
    }
}

impl Evaluate for Kayles {
    fn evaluate(&self) -> i64 {
        0
    }
}

struct Known;

fn wins(state: &Kayles) -> bool {
    Known::keeping(state).next().is_some()
}

impl Known {
    fn keeping(state: &Kayles) -> impl Iterator<Item = Take> {
        let after = |take: &Take| Kayles { pins: state.pins & !take.pins(), second: !state.second, ..*state };
        state.legal_moves().into_iter().filter(move |take| !wins(&after(take)))
    }
}

impl BestMoves<Kayles> for Known {
    fn best_moves(&self, state: &Kayles) -> Vec<Take> {
        let best: Vec<Take> = Self::keeping(state).collect();
        if best.is_empty() { state.legal_moves() } else { best }
    }
}

impl Solvable for Kayles {
    type Solution = Known;
    type TooHard = Infallible;

    fn solve_within(&self, _: pioche_engine::games::Memory) -> Result<Known, Infallible> {
        Ok(Known)
    }
}

impl Contest for Kayles {
    const TOPIC: &'static str = "kayles";
    const MAX_PLIES: Option<u64> = None;
    const CHUNK: u64 = 64;

    fn start(&self) -> Vec<sim::Setting> {
        vec![("pins", self.row.to_string())]
    }

    fn named(settings: &sim::Settings<'_>) -> Option<Self> {
        let row = settings.get("pins").filter(|pins| (1..=20).contains(pins))?;
        Some(Self { row, pins: (1 << row) - 1, second: false })
    }

    fn exact(&self, _: Pairing) -> Option<[f64; 3]> {
        None
    }

    fn seat(&self, kind: Kind, memory: pioche_engine::games::Memory) -> Result<Seat<Self>, SeatError<Infallible>> {
        kind.seat(self, memory)
    }

    fn boxed(game: Match<Self>) -> Box<dyn Experiment> {
        Box::new(game)
    }
}

const PINS: Setting = Setting { key: "pins", ..PLAYERS };
const NOTHING: Text = Text::same("");

impl Duel for Kayles {
    const WORDS: Words = Words { title: Text::same("Kayles"), own: OWN, settings: &[] };
    const ABOUT: About = About { simulate: NOTHING, show: NOTHING, file: NOTHING, play: NOTHING };
    const EXAMPLES: &'static [Example] = &[];
    const SIZE: &'static Setting = &PINS;
    const OTHERS: &'static [Opt] = &[];
    const SIMULATE: &'static [Opt] = &[];
    const SHOW: &'static [Opt] = &[];
    const PLAY: &'static [Opt] = &[];
    const PANELS: &'static [&'static str] = &["players"];
    const KEPT: &'static [(&'static str, &'static str)] = &[("pins", "pins")];
    const CHAPTER: Chapter = Chapter::of(None, |_, _| Vec::new(), |_, _| Vec::new());

    fn study() -> Vec<(Self, Pairing)> {
        Vec::new()
    }

    fn nanoseconds(_: &sim::Settings<'_>) -> f64 {
        1.0
    }

    const TYPED: Text = Text::new("une ou deux quilles", "one pin or two");
    const ASKS_SIZE: [Text; 2] = [
        Text::new("Combien de quilles ? ", "How many pins? "),
        Text::new("n'en est pas un nombre", "is no number of them"),
    ];

    fn hail(&self) -> Sentence {
        Sentence::same("Kayles")
    }

    fn board(session: &Session<Self>, _: Lang) -> String {
        session.state().to_string()
    }

    fn ask(&self) -> Sentence {
        Sentence::new("Quelles quilles ? ", "Which pins? ")
    }

    fn typed(line: &str) -> Option<Take> {
        line.parse().ok()
    }

    fn refused(&self, _: &Gone) -> Sentence {
        Sentence::new("Elles sont tombées.", "They are down.")
    }

    fn explain(&self) -> Sentence {
        Sentence::new("Qui prend la dernière gagne.", "Whoever takes the last one wins.")
    }

    fn done(&self, take: Take, _: &Self) -> Sentence {
        Sentence::same(take.to_string())
    }

    type Stage = Pins;

    fn stage(&self, _: &[Take]) -> Pins {
        Pins
    }
}

struct Pins;

impl Scene for Pins {
    type Event = Take;
    const TITLE: Text = Text::same("Kayles");

    fn size(&self) -> (f64, f64) {
        (1.0, 1.0)
    }

    fn step(&mut self, _: Take) {}

    fn pace(&self, _: Option<Take>, _: Option<Take>) -> (u32, u32) {
        (1, 1)
    }

    fn sprites(&self, _: Option<Take>, _: Option<Take>) -> Vec<Sprite> {
        Vec::new()
    }
}

fn start(players: [Kind; 2]) -> Record {
    Kayles { row: 5, pins: 31, second: false }.record(players)
}

fn restored(record: &Record) -> Result<Session<Kayles>, SessionError> {
    Session::restore(record, lent())
}

fn spoken(players: [Kind; 2], lang: Lang, input: &str) -> (String, Ending, Record) {
    let game = restored(&start(players).dealt(Some(Origin { seed: 1, deal: 0 }))).unwrap();
    let talked = talk(game, lang, &lines(input), &mut Memory::default());
    (talked.said, talked.ending, talked.session.record())
}

#[test]
fn a_third_duel_speaks_with_what_duels_share() {
    let (said, ending, _) = spoken([Kind::Human; 2], Lang::En, "six|1 3|help|hint|moves|3|3|undo|3|1 2|4 5");
    assert_eq!(ending, Ending::Over(End::Over(Outcome::Winner(Player::One))));
    for words in [
        "Kayles\n",
        "\n!!!!!\n\nPlayer 1\nWhich pins? six\n“six” is not understood here.",
        "“1 3” is not one pin or two.",
        "Whoever takes the last one wins.\nCommands:",
        "Best choice: 3.\n",
        "Legal moves: 1, 1 2, 2, 2 3, 3, 3 4, 4, 4 5, 5\n",
        "Player 1 plays 3.\n\n!!.!!\n\nPlayer 2\n",
        "They are down.",
        "The last move is taken back.",
        "Player 1 wins the game.\n",
    ] {
        assert!(said.contains(words), "{words}:\n{said}");
    }
    let french = spoken([Kind::Human; 2], Lang::Fr, "coups|7|1|q").0;
    for words in ["Coups permis : 1, 1 2", "Le joueur 1 joue 1.", "La partie s'arrête ici."] {
        assert!(french.contains(words), "{words}:\n{french}");
    }
}

#[test]
fn computers_sit_at_a_third_duel_and_it_is_kept() {
    let (said, ending, record) = spoken([Kind::Perfect, Kind::Random], Lang::En, "");
    assert_eq!(ending, Ending::Over(End::Over(Outcome::Winner(Player::One))));
    assert!(said.contains("Player 1 (perfect)") && said.contains("Player 2 (random)"), "{said}");
    let text = record.to_string();
    assert!(text.starts_with("pioche game 1 kayles\npins 5\nplayers perfect,random\nseed 1\ndeal 0\n\n3\n"), "{text}");
    let again = restored(&text.parse().unwrap()).unwrap();
    assert_eq!(again.record().to_string(), text);
    assert!(restored(&Record::of("kayles", Vec::new()).between([Kind::Human; 2])).is_err());
}
