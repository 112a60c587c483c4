//! Bataille: two open hands, the trick between them, battles, and the loop of a game that never ends.
//!
//! The hands are open, though players do not see them, because the whole game lies in their order.

use crate::draw::film::{Align, Caption, Ended, Film, Kind, Look, Side, Sprite, Text};
use crate::draw::film::{NoSuchState, Reel, Wanted};
use crate::games::Player;
use crate::games::bataille::state::{Event, Face};
use crate::games::bataille::{Ending, Hands, Order, Outcome, State};
use std::collections::VecDeque;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 404.0;
const MARGIN: f64 = 18.0;
/// Cards are smaller than those of the patience.
const SCALE: u16 = 80;
const CARD: (f64, f64) = (51.2, 72.0);
/// The middle of the hands' cards.
const HANDS: [f64; 2] = [HEIGHT - 26.0 - 36.0 - 8.0, 26.0 + 36.0 + 8.0];
/// The middle of the cards on the table.
const TABLE: [f64; 2] = [HEIGHT / 2.0 + 41.0, HEIGHT / 2.0 - 41.0];
/// From one pair on the table to the next, and the most pairs side by side.
const PAIR: f64 = 58.0;
const PAIRS_SEEN: usize = 5;
/// Places beyond a hand's largest size: a hand creeps that far to the right before it is pushed back.
const SPARE: usize = 10;

const WORDS: u32 = 1000;
/// Layers of cards on the table, and of words.
const ON_TABLE: u32 = 1 << 30;

/// A game from these hands, played to its end, until it comes back to a state, or for `max_rounds` rounds.
///
/// Its states are the start, then the table after each pair laid and after each trick taken. Of a long endless game the
/// film keeps the loop, or the end of it.
///
/// # Errors
/// When a single state is wanted that the game does not have.
pub fn bataille(hands: &Hands, order: Order, max_rounds: u64, wanted: Wanted) -> Result<Film, NoSuchState> {
    let start = State::with_hands(hands, order);
    let ending = start.clone().game(max_rounds);
    let course = Course::of(&start, ending);
    let mut reel = Reel::new(course.states, course.tail, wanted, (WIDTH, HEIGHT))?;
    let largest = largest_hand(&start, ending, &reel);
    let mut shown = Shown::new(hands, largest, ending);
    let mut state = 0;
    if reel.keeps(0) {
        reel.push(0, 0, 1300, shown.sprites(&said_at_start(ending)));
    }
    walk(&start, ending, |round, beat| {
        state += 1;
        shown.follow(round, beat);
        if reel.keeps(state) {
            let last = state + 1 == course.states;
            let said = if last { said_at_end(ending) } else { said_of(round, beat, ending) };
            let (glide, rest) = match beat {
                Beat::Pair { .. } => (240, 420),
                Beat::Taken { .. } => (320, 160),
                Beat::Stopped => (0, 600),
            };
            reel.push(state, glide, if last { 5000 } else { rest }, shown.sprites(&said.with_round(round)));
        }
    });
    Ok(reel.film(Kind::Bataille))
}

/// What happens between two states.
#[derive(Clone, Copy)]
enum Beat {
    /// A pair is laid: the values in the order in which they were laid.
    Pair { laid: [(Player, u8); 2], face: Face },
    /// The trick is taken.
    Taken { player: Player, cards: u16 },
    /// There is no card for the next pair.
    Stopped,
}

/// Plays the rounds that the ending tells of, beat by beat, with the number of the round, from 1.
fn walk(start: &State, ending: Ending, mut each: impl FnMut(u64, Beat)) {
    let mut game = start.clone();
    for round in 1..=ending.rounds {
        let mut first = None;
        game.one_round_seen(|event| match event {
            Event::Laid { player, value, face } => match first.take() {
                None => first = Some((player, value)),
                Some(laid) => each(round, Beat::Pair { laid: [laid, (player, value)], face }),
            },
            Event::Taken { player, cards } => each(round, Beat::Taken { player, cards }),
            Event::Stopped { .. } => each(round, Beat::Stopped),
        });
    }
}

/// How long the game is, and how much of its end should be seen.
struct Course {
    states: u64,
    tail: u64,
}

impl Course {
    fn of(start: &State, ending: Ending) -> Self {
        let mut beats = 0;
        let mut before_loop = 0;
        let loop_begins = if let Outcome::Endless { pre_period, .. } = ending.outcome { pre_period } else { u64::MAX };
        walk(start, ending, |round, _| {
            beats += 1;
            if round <= loop_begins {
                before_loop += 1;
            }
        });
        let in_loop = beats - before_loop;
        // The state from which the loop begins is seen too.
        let tail = if in_loop > 0 { in_loop + 1 } else { beats / 3 };
        Self { states: beats + 1, tail }
    }
}

/// The largest hand in the states that are kept.
fn largest_hand(start: &State, ending: Ending, reel: &Reel) -> usize {
    let mut held = [Player::One, Player::Two].map(|player| start.held(player));
    let (mut largest, mut state, mut trick) = (if reel.keeps(0) { held[0].max(held[1]) } else { 1 }, 0, 0);
    walk(start, ending, |_, beat| {
        state += 1;
        match beat {
            Beat::Pair { .. } => {
                held = held.map(|cards| cards - 1);
                trick += 2;
            }
            Beat::Taken { player, .. } => held[player as usize] += std::mem::take(&mut trick),
            Beat::Stopped => {}
        }
        if reel.keeps(state) {
            largest = largest.max(held[0]).max(held[1]);
        }
    });
    largest
}

/// A card with its number in the film, and the layer that it got when it came into a hand.
#[derive(Clone, Copy)]
struct Held {
    id: u32,
    value: u8,
    layer: u32,
}

/// A hand, and how far it has crept to the right.
#[derive(Default)]
struct Hand {
    cards: VecDeque<Held>,
    crept: usize,
}

/// The table as it is seen.
struct Shown {
    hands: [Hand; 2],
    /// Pairs on the table; who laid first is the first of a pair.
    trick: Vec<([(Player, Held); 2], Face)>,
    most: u8,
    next_layer: u32,
    /// From one card of a hand to the next.
    pitch: f64,
    places: usize,
    /// The rounds after which an endless game is in the state that comes back.
    loop_rounds: [u64; 2],
}

/// What is said about a state.
#[derive(Clone, Default)]
struct Said {
    round: Option<u64>,
    caption: Option<Caption>,
}

impl Said {
    fn with_round(self, round: u64) -> Self {
        Self { round: Some(round), ..self }
    }
}

fn said_at_start(ending: Ending) -> Said {
    match ending.outcome {
        Outcome::Endless { pre_period: 0, .. } => Said { round: None, caption: Some(Caption::LoopBegins) },
        _ if ending.rounds == 0 => said_at_end(ending),
        _ => Said::default(),
    }
}

fn said_of(round: u64, beat: Beat, ending: Ending) -> Said {
    let caption = match beat {
        Beat::Pair { face: Face::Down, .. } => Some(Caption::FaceDown),
        Beat::Pair { laid: [one, two], .. } if one.1 == two.1 => Some(Caption::Battle),
        Beat::Pair { .. } => None,
        Beat::Taken { .. } if matches!(ending.outcome, Outcome::Endless { pre_period, .. } if pre_period == round) => {
            Some(Caption::LoopBegins)
        }
        Beat::Taken { player, cards } => Some(Caption::TakesTrick { side: player.into(), cards }),
        Beat::Stopped => Some(Caption::NoCard),
    };
    Said { round: None, caption }
}

fn said_at_end(ending: Ending) -> Said {
    let caption = match ending.outcome {
        Outcome::Player1 => Caption::Over(Ended::Won(Side::First)),
        Outcome::Player2 => Caption::Over(Ended::Won(Side::Second)),
        Outcome::Draw => Caption::Over(Ended::Draw),
        Outcome::Endless { period, pre_period } => Caption::LoopCloses { period, pre_period },
        Outcome::Unresolved => Caption::Unresolved(ending.rounds),
    };
    Said { round: None, caption: Some(caption) }
}

impl Shown {
    fn new(hands: &Hands, largest: usize, ending: Ending) -> Self {
        let places = largest + SPARE;
        let room = WIDTH - 2.0 * MARGIN - CARD.0;
        let pitch = (room / (places.max(2) - 1) as f64).min(CARD.0 + 6.0);
        let most = hands.one().iter().chain(hands.two()).copied().max().unwrap_or(1);
        let loop_rounds = match ending.outcome {
            Outcome::Endless { period, pre_period } => [pre_period, pre_period + period],
            _ => [0; 2],
        };
        let (hands_seen, trick) = (Default::default(), Vec::new());
        let mut shown = Self { hands: hands_seen, trick, most, next_layer: 1, pitch, places, loop_rounds };
        let mut id = 0;
        for (player, hand) in [hands.one(), hands.two()].into_iter().enumerate() {
            for &value in hand {
                id += 1;
                shown.receive(player, id, value);
            }
        }
        shown
    }

    fn receive(&mut self, player: usize, id: u32, value: u8) {
        self.hands[player].cards.push_back(Held { id, value, layer: self.next_layer });
        self.next_layer += 1;
    }

    fn follow(&mut self, round: u64, beat: Beat) {
        match beat {
            Beat::Pair { laid, face } => {
                let cards = laid.map(|(player, value)| {
                    let hand = &mut self.hands[player as usize];
                    hand.crept += 1;
                    let top = hand.cards.pop_front();
                    (player, top.unwrap_or(Held { id: 0, value, layer: 0 }))
                });
                self.trick.push((cards, face));
            }
            Beat::Taken { player, .. } => {
                // Where the same state is seen again, it looks the same.
                let pushed_back = round == self.loop_rounds[0] || round == self.loop_rounds[1];
                for (cards, _) in std::mem::take(&mut self.trick) {
                    cards.into_iter().for_each(|(_, card)| self.receive(player as usize, card.id, card.value));
                }
                let places = self.places;
                for hand in &mut self.hands {
                    if pushed_back || hand.crept + hand.cards.len() > places {
                        hand.crept = 0;
                    }
                }
            }
            Beat::Stopped => {}
        }
    }

    fn sprites(&self, said: &Said) -> Vec<Sprite> {
        let mut sprites = Vec::new();
        for (hand, y) in self.hands.iter().zip(HANDS) {
            for (place, card) in hand.cards.iter().enumerate() {
                let x = MARGIN + CARD.0 / 2.0 + (hand.crept + place) as f64 * self.pitch;
                sprites.push(Sprite::new(card.id, self.face(card.value), x, y).scaled(SCALE).on(card.layer));
            }
        }
        sprites.extend(self.table());
        sprites.extend(self.words(said));
        sprites
    }

    fn face(&self, value: u8) -> Look {
        Look::Value { value, most: self.most }
    }

    /// The cards on the table. Only the last pairs are side by side; those before lie below the first of them.
    fn table(&self) -> impl Iterator<Item = Sprite> {
        let hidden = self.trick.len().saturating_sub(PAIRS_SEEN);
        let seen = (self.trick.len() - hidden) as f64;
        self.trick.iter().enumerate().flat_map(move |(pair, (cards, face))| {
            let x = WIDTH / 2.0 + (pair.saturating_sub(hidden) as f64 - (seen - 1.0) / 2.0) * PAIR;
            cards.map(|(player, card)| {
                let look = if *face == Face::Up { self.face(card.value) } else { Look::Back };
                let y = TABLE[player as usize];
                Sprite::new(card.id, look, x, y).scaled(SCALE).on(ON_TABLE + pair as u32)
            })
        })
    }

    fn words(&self, said: &Said) -> Vec<Sprite> {
        let sides = [Side::First, Side::Second].into_iter().zip(&self.hands).zip([HEIGHT - 12.0, 22.0]);
        let mut words: Vec<Sprite> = sides
            .map(|((side, hand), y)| {
                let text = Text::new(Caption::Hand(side, hand.cards.len()), 14, 320);
                text.at(WORDS + side as u32, MARGIN, y)
            })
            .collect();
        // The pairs on the table leave this much on either side.
        let room = ((WIDTH - PAIRS_SEEN as f64 * PAIR) / 2.0 - MARGIN - 12.0) as u16;
        if let Some(round) = said.round {
            words.push(Text::new(Caption::Round(round), 17, room).bold().at(WORDS + 2, MARGIN, HEIGHT / 2.0 + 5.0));
        }
        if let Some(caption) = &said.caption {
            if self.trick.is_empty() && !matches!(caption, Caption::TakesTrick { .. }) {
                let text = Text::new(caption.clone(), 20, 420).bold().aligned(Align::Middle);
                words.push(text.at(WORDS + 4, WIDTH / 2.0, HEIGHT / 2.0 + 6.0));
                return words;
            }
            let text = Text::new(caption.clone(), 14, room).aligned(Align::End);
            words.push(text.at(WORDS + 3, WIDTH - MARGIN, HEIGHT / 2.0 + 5.0));
        }
        words
    }
}
