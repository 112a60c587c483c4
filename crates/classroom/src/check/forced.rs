//! The printed games in which the start determines the whole game: the patience and bataille.

use super::compare::{Verdict, WrongLine, compare};
use super::forced_reading::{ForcedReading, OTHER_STEP};
use super::line::{Line, Token, tokens};
use super::{PrintedGame, Sample, dialogue, recorded, refused_at_start};
use pioche_engine::cards::Card;
use pioche_engine::experiments::bataille::Bataille;
use pioche_engine::games::Course;
use pioche_engine::games::alliances::PatienceState;
use pioche_engine::games::bataille::{BatailleState, Hands, PickupOrder};
use pioche_engine::sim::Seed;
use pioche_report::lang::{Lang, Problem, Sentence, Text, problem, sentence};
use pioche_topics::alliances::args::{ALLIANCE, NB_TAS_MAX, PACK_SIZE, parse_optional_pack};
use pioche_topics::alliances::deck::PACK_OPTIONS;
use pioche_topics::alliances::move_explanation;
use pioche_topics::alliances::show::{automatic_moves, game_output};
use pioche_topics::bataille::game::ShownGame;
use pioche_topics::bataille::show::{game_json, game_text};
use pioche_topics::bataille::{FACE_DOWN, FIRST_TO_LAY, MAX_ROUNDS, OUT_OF_CARDS, PICKUP};
use pioche_topics::replay::{EXPLAIN, course_of};
use pioche_topics::saved_game::SavedGame;
use pioche_topics::setting::OptionSpec;
use pioche_topics::verb::ParsedArgs;
use serde_json::Value;

/// La réussite des alliances by the rule of the leftmost jump.
pub struct Patience;

impl PrintedGame for Patience {
    fn topic(&self) -> &'static str {
        "alliances"
    }

    fn name(&self) -> Text {
        Text::new("la réussite", "the patience")
    }

    fn options(&self) -> Vec<OptionSpec> {
        let mut options = PACK_OPTIONS.to_vec();
        options.push(ALLIANCE);
        options
    }

    fn verdicts(&self, text: &[Line], args: &ParsedArgs<'_>) -> Result<Vec<Verdict>, Problem> {
        let Some(first_cards) = text.first().and_then(|line| cards_of(&line.text)) else {
            return dialogue::verdicts(self.topic(), GREETING_SETTINGS, text, args);
        };
        let stock_start = PatienceState::new(&first_cards, 0);
        let is_stock = are_distinct(&first_cards);
        let mut verdicts = Vec::new();
        if is_stock {
            let verdict = self.verdict(stock_start, is_whole_pack(&first_cards), text, args)?;
            let pack = parse_optional_pack(&args.settings)?;
            let is_other_pack = pack.is_some_and(|pack| {
                first_cards.len() != pack.size()
                    || !pack.cards().all(|card| first_cards.contains(&card))
            });
            verdicts.push(match verdict {
                Verdict::Right(_) if is_other_pack => {
                    wrong_pack(&text[0], pack.map_or(0, |pack| pack.size()))
                }
                _ => verdict,
            });
        }
        // A text without the stock shows each card that is drawn at the end of a row.
        let drawn_cards = drawn_cards(text);
        let known_cards = [&first_cards[..], &drawn_cards].concat();
        if are_distinct(&known_cards) && !drawn_cards.is_empty() {
            let start = PatienceState::with_laid_piles(&first_cards, &drawn_cards, 0);
            verdicts.push(self.verdict(start, false, text, args)?);
        }
        Ok(verdicts)
    }

    fn template(&self, args: &ParsedArgs<'_>) -> Result<Vec<Sample>, Problem> {
        let cards = ["7-K", "10-T", "7-P", "R-P", "D-K", "D-T"];
        let stock: Vec<Card> = cards.iter().filter_map(|card| card.parse().ok()).collect();
        let course = self.course(PatienceState::new(&stock, 0), args)?;
        let sample = |(lang, is_explained)| {
            let text = patience_text(&course, (lang, is_explained));
            Sample::new(self.topic(), lang, is_explained, vec![text])
        };
        Ok(FORMS.map(sample).into())
    }

    fn json(&self, json: &Value, args: &ParsedArgs<'_>) -> Result<Option<Value>, Problem> {
        let stock = json["stock"].as_array().map(|cards| {
            let cards = cards.iter().filter_map(|card| card.as_str()?.parse().ok());
            cards.collect::<Vec<Card>>()
        });
        let Some(stock) = stock.filter(|stock| are_distinct(stock)) else {
            return Ok(None);
        };
        let course = self.course(PatienceState::new(&stock, 0), args)?;
        Ok(game_output(&course, &ParsedArgs::new(args.lang, Vec::new())).json)
    }

    fn saved_game_verdict(&self, record: &SavedGame) -> Result<Option<Verdict>, Problem> {
        recorded::saved_game_verdict::<PatienceState>(record).map(Some)
    }
}

/// The settings of which the greeting of a dialogue has the numbers.
const GREETING_SETTINGS: &[Option<OptionSpec>] = &[Some(PACK_SIZE), Some(NB_TAS_MAX)];

impl Patience {
    fn course(
        &self,
        start: PatienceState,
        args: &ParsedArgs<'_>,
    ) -> Result<Course<PatienceState>, Problem> {
        let start = start.with_alliance(args.get(&ALLIANCE)?);
        let moves = automatic_moves(&start);
        Ok(course_of(start, moves))
    }

    fn verdict(
        &self,
        start: PatienceState,
        is_sure: bool,
        text: &[Line],
        args: &ParsedArgs<'_>,
    ) -> Result<Verdict, Problem> {
        let start_states = 1 + usize::from(start.row().pile_count() > 0);
        let course = self.course(start, args)?;
        let samples = self.template(args)?;
        let verdicts = FORMS.iter().zip(&samples).map(|(form, sample)| {
            let game_text = patience_text(&course, *form);
            let mut reading =
                ForcedReading::new(&game_text, |line| cards_of(line).is_some(), start_states);
            // The stock and a row.
            reading.sure_lines = is_sure.then_some(2);
            reading.sample = sample.lines();
            let reasons = course.clone();
            reading.reason = Box::new(move |step| step_reason(&reasons, step));
            compare(&mut reading, text)
        });
        Ok(Verdict::best(verdicts).expect("there are forms"))
    }
}

/// Returns what the rule does in a step.
fn step_reason(course: &Course<PatienceState>, step: usize) -> Sentence {
    if step == 0 || step > course.moves().len() {
        return OTHER_STEP.into();
    }
    let step = course.step(step - 1);
    move_explanation(&step.before, step.mv)
}

/// The forms of `show`: its language, and whether it explains each step.
const FORMS: [(Lang, bool); 4] = [
    (Lang::En, false),
    (Lang::En, true),
    (Lang::Fr, false),
    (Lang::Fr, true),
];

fn patience_text(course: &Course<PatienceState>, (lang, is_explained): (Lang, bool)) -> String {
    let explain = is_explained.then(|| EXPLAIN.setting.field("yes".into()));
    let args = ParsedArgs::new(lang, explain.into_iter().collect());
    game_output(course, &args).text
}

/// Returns the cards of a line that has nothing else.
fn cards_of(line: &str) -> Option<Vec<Card>> {
    let card = |token: Token| match token {
        Token::Card(card) => Some(card),
        _ => None,
    };
    tokens(line).into_iter().map(card).collect()
}

/// Returns the last cards of the rows after the first one, each once: the last card of a row is the one that was drawn last.
fn drawn_cards(text: &[Line]) -> Vec<Card> {
    let mut drawn = Vec::new();
    let mut last_card = None;
    for line in text {
        let card = cards_of(&line.text).and_then(|row| row.last().copied());
        if card.is_some() && card != last_card {
            drawn.extend(card);
            last_card = card;
        }
    }
    drawn.split_off(1.min(drawn.len()))
}

fn are_distinct(cards: &[Card]) -> bool {
    let is_new = |(index, card): (usize, &Card)| !cards[..index].contains(card);
    cards.iter().enumerate().all(is_new)
}

/// Returns true for all cards of some suits and ranks, at least two of each: no other card could stand for one of them.
fn is_whole_pack(cards: &[Card]) -> bool {
    let count = |key: fn(Card) -> u8| {
        let mut keys: Vec<u8> = cards.iter().map(|card| key(*card)).collect();
        keys.sort_unstable();
        keys.dedup();
        keys.len()
    };
    let suits = count(Card::suit);
    let ranks = count(Card::rank);
    suits > 1 && ranks > 1 && suits * ranks == cards.len()
}

fn wrong_pack(line: &Line, size: usize) -> Verdict {
    Verdict::Wrong(WrongLine {
        number: line.number,
        found: line.text.clone(),
        expected: String::new(),
        reason: sentence!(
            "ce ne sont pas les {size} cartes du jeu",
            "these are not the {size} cards of the pack"
        ),
        fitting: 0,
    })
}

/// Bataille.
pub struct Battle;

impl PrintedGame for Battle {
    fn topic(&self) -> &'static str {
        "bataille"
    }

    fn name(&self) -> Text {
        Text::new("la bataille", "bataille")
    }

    fn options(&self) -> Vec<OptionSpec> {
        vec![FIRST_TO_LAY, MAX_ROUNDS, PICKUP, FACE_DOWN, OUT_OF_CARDS]
    }

    fn verdicts(&self, text: &[Line], args: &ParsedArgs<'_>) -> Result<Vec<Verdict>, Problem> {
        let hands = text
            .iter()
            .take(2)
            .enumerate()
            .map(|(index, line)| hand_of(&line.text, index + 1));
        let Some(hands) = hands
            .collect::<Option<Vec<_>>>()
            .filter(|hands| hands.len() == 2)
        else {
            return Ok(Vec::new());
        };
        let [one, two] = [0, 1].map(|index: usize| hands[index].clone());
        let is_sure = is_whole_deck(&[&one[..], &two].concat());
        let game = match Hands::new(one, two) {
            Ok(hands) => shown_game(&hands, args)?,
            Err(_) => return Ok(vec![refused_at_start(&text[0], "Player 1: 3 1 2")]),
        };
        let samples = self.template(args)?;
        let mut verdicts = Vec::new();
        for (form, sample) in FORMS.iter().zip(&samples) {
            let (lang, is_explained) = *form;
            let game_text = game_text(&game, is_explained, lang);
            let mut reading = ForcedReading::new(&game_text, |line| line.contains('→'), 0);
            // Both hands, and another line.
            reading.sure_lines = is_sure.then_some(3);
            reading.sample = sample.lines();
            let verdict = compare(&mut reading, text);
            let is_right = matches!(verdict, Verdict::Right(_));
            verdicts.push(verdict);
            if is_right {
                break;
            }
        }
        Ok(verdicts)
    }

    fn template(&self, args: &ParsedArgs<'_>) -> Result<Vec<Sample>, Problem> {
        let sample =
            |(lang, is_explained)| Sample::new(self.topic(), lang, is_explained, Vec::new());
        let mut samples = FORMS.map(sample);
        for (one, two) in SAMPLE_HANDS {
            let Ok(hands) = Hands::new(one.to_vec(), two.to_vec()) else {
                continue;
            };
            let game = shown_game(&hands, args)?;
            for (sample, (lang, is_explained)) in samples.iter_mut().zip(FORMS) {
                sample.games.push(game_text(&game, is_explained, lang));
            }
        }
        Ok(samples.into())
    }

    fn json(&self, json: &Value, args: &ParsedArgs<'_>) -> Result<Option<Value>, Problem> {
        let hand = |player: &str| -> Option<Vec<u8>> {
            let values = json["start"][player].as_array()?.iter();
            values
                .map(|value| value.as_u64()?.try_into().ok())
                .collect()
        };
        let hands = hand("player1").zip(hand("player2"));
        let Some(hands) = hands.and_then(|(one, two)| Hands::new(one, two).ok()) else {
            return Ok(None);
        };
        Ok(Some(game_json(&shown_game(&hands, args)?)))
    }
}

/// Hands of games with all words of the form: a battle, a round without a winner, and each result.
const SAMPLE_HANDS: [(&[u8], &[u8]); 4] = [
    (&[3, 1, 3, 1, 1, 2], &[3, 2, 2, 3, 1, 2]),
    (&[2, 1], &[1, 2]),
    (&[1, 1, 2], &[2, 2, 1]),
    (&[1], &[1]),
];

/// Returns the values of a hand, such as `Player 1: 3 1 2`; none for a hand without cards.
fn hand_of(line: &str, player: usize) -> Option<Vec<u8>> {
    let tokens = tokens(line);
    let [
        Token::Word(_),
        Token::Number(number),
        Token::Sign(':'),
        values @ ..,
    ] = &tokens[..]
    else {
        return None;
    };
    let value = |token: &Token| match token {
        Token::Number(value) => value.parse().ok(),
        _ => None,
    };
    let is_empty_hand = matches!(values, [Token::Sign('('), ..]);
    let values = if is_empty_hand { &[] } else { values };
    values
        .iter()
        .map(value)
        .collect::<Option<Vec<u8>>>()
        .filter(|_| *number == player.to_string())
}

/// Returns true for four cards of each value from 1 on: no other value could stand for one of them.
fn is_whole_deck(values: &[u8]) -> bool {
    let greatest = values.iter().copied().max().unwrap_or_default();
    let count = |value: u8| values.iter().filter(|other| **other == value).count();
    (1..=greatest).all(|value| count(value) == 4) && !values.contains(&0)
}

fn shown_game(hands: &Hands, args: &ParsedArgs<'_>) -> Result<ShownGame, Problem> {
    let game = Bataille::from_settings(&args.settings)?;
    if game.pickup == PickupOrder::Random {
        let problem = problem!(
            "une partie ne montre pas dans quel ordre les cartes gagnées sont mélangées",
            "a game does not show in which order won cards are shuffled"
        );
        return Err(Problem::for_argument("--pickup random", problem));
    }
    let state = BatailleState::with_hands(hands, game.rules());
    Ok(ShownGame::new(
        state,
        game.pickup_draws(Seed(0), 0),
        game.max_rounds,
    ))
}
