//! The printed games in which the start determines the whole game: the patience and bataille.

use super::compare::{Verdict, compare, unread_line};
use super::forced_reading::{ForcedReading, OTHER_STEP};
use super::line::{Line, Token, numbers, tokens};
use super::{PrintedGame, Sample, dialogue, recorded};
use pioche_engine::cards::Card;
use pioche_engine::experiments::bataille::Bataille;
use pioche_engine::games::Course;
use pioche_engine::games::alliances::PatienceState;
use pioche_engine::games::bataille::{BatailleState, Hands, PickupOrder};
use pioche_engine::sim::Seed;
use pioche_report::lang::{Lang, Problem, Sentence, Text, problem};
use pioche_topics::alliances::{
    ALLIANCE, NB_TAS_MAX, PACK_OPTIONS, PACK_SIZE, automatic_moves, game_output, move_explanation,
    parse_optional_pack,
};
use pioche_topics::bataille::{
    FACE_DOWN, FIRST_TO_LAY, MAX_ROUNDS, OUT_OF_CARDS, PICKUP, ShownGame, game_json, game_text,
};
use pioche_topics::replay::{EXPLAIN, course_of};
use pioche_topics::saved_game::SavedGame;
use pioche_topics::setting::OptionSpec;
use pioche_topics::verb::ParsedArgs;
use serde_json::Value;
use std::collections::BTreeSet;

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
            let pack = parse_optional_pack(&args.settings)?;
            let pack_cards = pack.map(|pack| Vec::from_iter(pack.cards()));
            let has_all = |cards: &Vec<Card>| cards.iter().all(|card| first_cards.contains(card));
            let other_pack =
                pack_cards.filter(|cards| cards.len() != first_cards.len() || !has_all(cards));
            verdicts.push(match other_pack {
                Some(cards) => {
                    let texts: Vec<String> = cards.iter().map(Card::to_string).collect();
                    Verdict::Refused(unread_line(&text[0], &texts.join(" "), 0))
                }
                None => self.verdict(stock_start, is_whole_pack(&first_cards), text, args)?,
            });
        }
        // A text without the stock shows each card that is drawn at the end of a row.
        let later_cards = drawn_cards(text);
        let known_cards = [&first_cards[..], &later_cards].concat();
        if are_distinct(&known_cards) && !later_cards.is_empty() {
            let start = PatienceState::with_laid_piles(&first_cards, &later_cards, 0);
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
        let texts = json["stock"].as_array().map(|texts| texts.iter());
        let stock =
            texts.map(|texts| Vec::from_iter(texts.filter_map(|text| text.as_str()?.parse().ok())));
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
        let start_of_rule = start.with_alliance(args.get(&ALLIANCE)?);
        let moves = automatic_moves(&start_of_rule);
        Ok(course_of(start_of_rule, moves))
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
        let verdict = best_verdict(&samples, text, |form| {
            let game_text = patience_text(&course, form);
            let is_state = |line: &str| cards_of(line).is_some();
            let reasons = course.clone();
            ForcedReading {
                // The stock and a row.
                sure_lines: is_sure.then_some(2),
                reason: Box::new(move |step| step_reason(&reasons, step)),
                ..ForcedReading::new(&game_text, is_state, start_states)
            }
        });
        Ok(verdict)
    }
}

/// Compares a text with a game in each form, of which there are samples.
fn best_verdict(
    samples: &[Sample],
    text: &[Line],
    reading_in: impl Fn((Lang, bool)) -> ForcedReading,
) -> Verdict {
    let mut verdicts = Vec::new();
    for (form, sample) in FORMS.iter().zip(samples) {
        let mut reading = reading_in(*form);
        reading.sample = sample.lines();
        let verdict = compare(&mut reading, text);
        if matches!(verdict, Verdict::Right(_)) {
            return verdict;
        }
        verdicts.push(verdict);
    }
    Verdict::best(verdicts).expect("there are forms")
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
    let rows = text.iter().filter_map(|line| cards_of(&line.text));
    let mut cards: Vec<Card> = rows.filter_map(|row| row.last().copied()).collect();
    cards.dedup();
    cards.into_iter().skip(1).collect()
}

fn are_distinct(cards: &[Card]) -> bool {
    let is_new = |(index, card): (usize, &Card)| !cards[..index].contains(card);
    cards.iter().enumerate().all(is_new)
}

/// Returns true for all cards of some suits and ranks, at least two of each: no other card could stand for one of them.
fn is_whole_pack(cards: &[Card]) -> bool {
    let count = |key: fn(Card) -> u8| {
        let keys: BTreeSet<u8> = cards.iter().map(|card| key(*card)).collect();
        keys.len()
    };
    let suits = count(Card::suit);
    let ranks = count(Card::rank);
    suits > 1 && ranks > 1 && suits * ranks == cards.len()
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
        let hand = |player: usize| hand_of(&text.get(player - 1)?.text, player);
        let Some((one, two)) = hand(1).zip(hand(2)) else {
            return Ok(Vec::new());
        };
        let is_sure = is_whole_deck(&[&one[..], &two].concat());
        let game = match Hands::new(one, two) {
            Ok(hands) => shown_game(&hands, args)?,
            Err(_) => {
                let hand = Text::new("Joueur 1 : 3 1 2", "Player 1: 3 1 2").in_lang(args.lang);
                return Ok(vec![Verdict::Refused(unread_line(&text[0], hand, 0))]);
            }
        };
        let samples = self.template(args)?;
        let verdict = best_verdict(&samples, text, |(lang, is_explained)| {
            let printed_text = game_text(&game, is_explained, lang);
            ForcedReading {
                // Both hands, and another line.
                sure_lines: is_sure.then_some(3),
                ..ForcedReading::new(&printed_text, |line| line.contains('→'), 0)
            }
        });
        Ok(vec![verdict])
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
        let values = hand("player1").zip(hand("player2"));
        let start = values.and_then(|(one, two)| Hands::new(one, two).ok());
        start
            .map(|start| Ok(game_json(&shown_game(&start, args)?)))
            .transpose()
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
    let line_tokens = tokens(line);
    let [Token::Word(_), Token::Number(number), Token::Sign(':'), ..] = &line_tokens[..] else {
        return None;
    };
    let values = numbers(line).into_iter().skip(1);
    let hand = values.map(|value| value.parse().ok());
    hand.collect::<Option<Vec<u8>>>()
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
