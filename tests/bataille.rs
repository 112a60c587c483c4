//! The rules of bataille on cases worked by hand, and the fast engine against a slow, obvious one.

use pioche::cards::shuffle::Uniform;
use pioche::games::Player::{One, Two};
use pioche::games::bataille::hands::{HandsError, HandsWarning};
use pioche::games::bataille::state::{Event, Face};
use pioche::games::bataille::*;
use pioche::rng::{DealId, Purpose, Seed, Streams};
use proptest::prelude::*;
use std::collections::VecDeque;

const ORDERS: [Order; 2] = Order::ALL;

fn game(one: &[u8], two: &[u8], order: Order) -> State {
    State::with_hands(&Hands::new(one.to_vec(), two.to_vec()).expect("few cards"), order)
}

/// Plays one round and returns whether it was completed, and the hands.
fn round(one: &[u8], two: &[u8], order: Order) -> (bool, Vec<u8>, Vec<u8>) {
    let mut state = game(one, two, order);
    let completed = state.one_round();
    (completed, state.hands().one().to_vec(), state.hands().two().to_vec())
}

/// The deck of a deal, as `Uniform` makes it from a generator of its own.
fn deck(values: Values, seed: u64, deal: u64) -> Vec<u8> {
    let mut deck = Vec::new();
    let mut generator = Streams::new(Seed(seed)).stream(Purpose::Reshuffle, DealId(deal));
    Uniform::new(values.cards()).deal(&mut generator, &mut deck);
    deck
}

fn values(number: u64) -> Values {
    Values::new(number).expect("1 to 64")
}

// ---- One round, by hand ----

#[test]
fn the_higher_card_takes_the_trick_in_the_order_laid() {
    for order in ORDERS {
        assert_eq!(round(&[5, 1], &[3, 2], order), (true, vec![1, 5, 3], vec![2]));
        assert_eq!(round(&[3, 1], &[5, 2], order), (true, vec![1], vec![2, 3, 5]));
    }
}

#[test]
fn alternating_changes_who_lays_first_at_every_pair() {
    let mut state = game(&[3, 4, 1], &[5, 2, 6], Order::Alternating);
    assert!(state.one_round());
    assert_eq!((state.hands().to_string().as_str(), state.first()), ("4 1\n2 6 3 5\n", Two));
    assert!(state.one_round());
    assert_eq!((state.hands().to_string().as_str(), state.first()), ("1 2 4\n6 3 5\n", One));
    assert!(state.one_round());
    assert_eq!((state.hands().to_string().as_str(), state.first()), ("2 4\n3 5 1 6\n", Two));
}

#[test]
fn an_empty_hand_lays_nothing() {
    for order in ORDERS {
        assert_eq!(round(&[], &[], order), (false, vec![], vec![]));
        assert_eq!(round(&[1], &[], order), (false, vec![1], vec![]));
        assert_eq!(round(&[], &[2, 1], order), (false, vec![], vec![2, 1]));
    }
}

#[test]
fn a_last_card_lost_still_completes_the_round() {
    assert_eq!(round(&[1], &[2], Order::Fixed), (true, vec![], vec![1, 2]));
    assert_eq!(round(&[2], &[1], Order::Fixed), (true, vec![2, 1], vec![]));
}

#[test]
fn a_battle_is_won_by_its_third_pair() {
    // 7-7 tie, 1 and 9 face down, 4 beats 2; the 8 and the 6 stay.
    let (one, two) = ([7, 1, 4, 8], [7, 9, 2, 6]);
    assert_eq!(round(&one, &two, Order::Fixed), (true, vec![8, 7, 7, 1, 9, 4, 2], vec![6]));
    // Player 2 lays first at the second pair.
    assert_eq!(round(&one, &two, Order::Alternating), (true, vec![8, 7, 7, 9, 1, 4, 2], vec![6]));
    let mut state = game(&one, &two, Order::Alternating);
    state.one_round();
    assert_eq!(state.first(), Two, "three pairs were laid");
}

#[test]
fn a_double_battle() {
    // 5-5, (1, 2), 6-6, (3, 4), 7-8.
    let (one, two) = ([5, 1, 6, 3, 7], [5, 2, 6, 4, 8, 9]);
    assert_eq!(round(&one, &two, Order::Fixed), (true, vec![], vec![9, 5, 5, 1, 2, 6, 6, 3, 4, 7, 8]));
    assert_eq!(round(&one, &two, Order::Alternating), (true, vec![], vec![9, 5, 5, 2, 1, 6, 6, 4, 3, 7, 8]));
}

#[test]
fn face_down_cards_are_not_compared() {
    // The face-down pair 2-9 decides nothing, nor does a face-down tie make a battle.
    assert_eq!(round(&[5, 2, 8], &[5, 9, 7], Order::Fixed), (true, vec![5, 5, 2, 9, 8, 7], vec![]));
    assert_eq!(round(&[5, 3, 8], &[5, 3, 7], Order::Fixed), (true, vec![5, 5, 3, 3, 8, 7], vec![]));
}

#[test]
fn a_player_who_runs_out_in_a_battle_stops_the_game() {
    for order in ORDERS {
        // Before the face-down pair: nobody lays, player 2 keeps his other cards.
        assert_eq!(round(&[5], &[5, 1, 2], order), (false, vec![], vec![1, 2]));
        // Before the pair to compare.
        assert_eq!(round(&[5, 1, 4], &[5, 1], order), (false, vec![4], vec![]));
        // In the second battle.
        assert_eq!(round(&[5, 1, 4], &[5, 1, 4, 9], order), (false, vec![], vec![9]));
    }
    let mut state = game(&[5], &[5, 1, 2], Order::Alternating);
    assert_eq!((state.one_round(), state.is_over(), state.winner(), state.first()), (false, true, Some(Two), Two));
}

#[test]
fn equal_hands_lose_everything() {
    for order in ORDERS {
        for size in 1..=8_u8 {
            let hand: Vec<u8> = (1..=size).collect();
            assert_eq!(round(&hand, &hand, order), (false, vec![], vec![]), "{size} cards each");
            let mut state = game(&hand, &hand, order);
            assert_eq!(state.game(u64::MAX), Ending { outcome: Outcome::Draw, rounds: 1 });
        }
    }
}

#[test]
fn a_battle_can_be_watched() {
    let mut events = Vec::new();
    let mut state = game(&[7, 1, 4], &[7, 9, 2], Order::Alternating);
    assert!(state.one_round_seen(|event| events.push(event)));
    let laid = |player, value, face| Event::Laid { player, value, face };
    let battle = [
        laid(One, 7, Face::Up),
        laid(Two, 7, Face::Up),
        laid(Two, 9, Face::Down),
        laid(One, 1, Face::Down),
        laid(One, 4, Face::Up),
        laid(Two, 2, Face::Up),
        Event::Taken { player: One, cards: 6 },
    ];
    assert_eq!(events, battle);

    events.clear();
    let mut state = game(&[7], &[7, 9], Order::Fixed);
    assert!(!state.one_round_seen(|event| events.push(event)));
    assert_eq!(events, [laid(One, 7, Face::Up), laid(Two, 7, Face::Up), Event::Stopped { cards: 2 }]);
    events.clear();
    assert!(!state.one_round_seen(|event| events.push(event)));
    assert_eq!(events, [Event::Stopped { cards: 0 }]);
}

// ---- Whole games, by hand ----

#[test]
fn games_with_an_empty_hand_have_no_round() {
    for order in ORDERS {
        for (one, two, outcome) in
            [(&[][..], &[][..], Outcome::Draw), (&[1], &[], Outcome::Player1), (&[], &[1], Outcome::Player2)]
        {
            for ceiling in [0, 1, u64::MAX] {
                assert_eq!(game(one, two, order).game(ceiling), Ending { outcome, rounds: 0 });
                assert_eq!(game(one, two, order).game_by_floyd(ceiling), Ending { outcome, rounds: 0 });
            }
        }
    }
}

#[test]
fn a_game_counts_the_rounds_it_started() {
    // 2-1, then 2-2 with 1 and 3 left: (1, 3) face down, and nobody can go on. Two rounds, the second one stopped.
    let mut state = game(&[2, 2, 3], &[1, 2], Order::Fixed);
    assert_eq!(state.game(u64::MAX), Ending { outcome: Outcome::Player1, rounds: 2 });
    assert_eq!(state.hands().to_string(), "3 2 1\n\n");
}

#[test]
fn a_game_of_some_turns() {
    let start = game(&[3, 1], &[2, 4], Order::Fixed);
    for (turns, winner, hands) in
        [(0, None, "3 1\n2 4\n"), (1, Some(One), "1 3 2\n4\n"), (2, None, "3 2\n1 4\n"), (3, Some(One), "2 3 1\n4\n")]
    {
        let mut state = start.clone();
        assert_eq!(state.game_turns(turns), winner);
        assert_eq!(state.hands().to_string(), hands);
    }
    assert_eq!(game(&[5], &[4], Order::Fixed).game_turns(100), Some(One));
    assert_eq!(game(&[4], &[5], Order::Fixed).game_turns(100), Some(Two));
    assert_eq!(game(&[4], &[4], Order::Fixed).game_turns(100), None);
}

#[test]
fn a_small_endless_game() {
    // Fixed: (3 1 | 2 4) (1 3 2 | 4) (3 2 | 1 4) (2 3 1 | 4) (3 1 | 2 4).
    for method in [State::game, State::game_by_floyd] {
        let mut state = game(&[3, 1], &[2, 4], Order::Fixed);
        let start = state.clone();
        let endless = Outcome::Endless { period: 4, pre_period: 0 };
        assert_eq!(method(&mut state, u64::MAX), Ending { outcome: endless, rounds: 4 });
        assert_eq!(state, start, "an endless game is left where it comes back");
        assert_eq!(method(&mut state, 4).outcome, endless);
        assert_eq!(method(&mut state, 3), Ending { outcome: Outcome::Unresolved, rounds: 3 });
        assert_eq!(state.hands().to_string(), "2 3 1\n4\n");
    }
}

// ---- The fast engine against a slow, obvious one ----

/// Bataille as the handout tells it, with queues and a trick on the table.
#[derive(Clone, Debug, PartialEq)]
struct Slow {
    hands: [VecDeque<u8>; 2],
    first: usize,
    alternating: usize,
}

impl Slow {
    fn new(hands: &Hands, order: Order) -> Self {
        let hands = [hands.one(), hands.two()].map(|hand| hand.iter().copied().collect());
        Self { hands, first: 0, alternating: usize::from(order == Order::Alternating) }
    }

    fn one_round(&mut self) -> bool {
        let mut trick = Vec::new();
        for pair in 0.. {
            if self.hands.iter().any(VecDeque::is_empty) {
                return false;
            }
            let mut shown = [0; 2];
            for player in [self.first, 1 - self.first] {
                shown[player] = self.hands[player].pop_front().expect("both hold a card");
                trick.push(shown[player]);
            }
            self.first = (self.first + self.alternating) % 2;
            if pair % 2 == 0 && shown[0] != shown[1] {
                self.hands[usize::from(shown[1] > shown[0])].extend(trick);
                return true;
            }
        }
        unreachable!("a hand runs out");
    }

    fn is(&self, state: &State) -> bool {
        let same_hand = |player| self.hands[player as usize].iter().copied().eq(state.hand(player));
        same_hand(One) && same_hand(Two) && self.first == state.first() as usize
    }
}

/// Plays both engines side by side for so many rounds.
fn same_game(hands: &Hands, order: Order, rounds: usize) {
    let (mut fast, mut slow) = (State::with_hands(hands, order), Slow::new(hands, order));
    for _ in 0..rounds {
        let completed = slow.one_round();
        assert_eq!(fast.one_round(), completed);
        assert!(slow.is(&fast), "{slow:?} is not {fast:?}");
        assert_eq!(fast.is_over(), slow.hands.iter().any(VecDeque::is_empty));
        assert_eq!(fast.is_over() && !completed, !completed, "a stopped round ends the game");
        let [one, two] = slow.hands.each_ref().map(VecDeque::len);
        assert_eq!(fast.winner(), if one == two { None } else { Some(if one > two { One } else { Two }) });
        assert_eq!((fast.held(One), fast.held(Two)), (one, two));
        if !completed {
            break;
        }
    }
}

#[test]
fn shuffled_packs_play_as_the_rules_say() {
    for number in (1..=14).chain([26, 51, 63, 64]) {
        for deal in 0..60 {
            let hands = Hands::dealt(&deck(values(number), 3, deal)).expect("at most 256 cards");
            ORDERS.iter().for_each(|&order| same_game(&hands, order, 600));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    /// Uneven hands of few values, up to all 256 cards: long battles, full rings, early stops.
    #[test]
    fn any_hands_play_as_the_rules_say(
        pack in prop::collection::vec(1..=3_u8, 0..=256),
        rare in 1..=200_u8,
        cut in 0.0..=1.0,
    ) {
        // Most values are made equal, so that battles last.
        let spread = pack.iter().enumerate().map(|(k, &v)| if k % usize::from(rare) == 0 { v } else { 2 });
        let pack: Vec<u8> = spread.collect();
        let (one, two) = pack.split_at((pack.len() as f64 * cut) as usize);
        let hands = Hands::new(one.to_vec(), two.to_vec()).expect("at most 256 cards");
        for order in ORDERS {
            same_game(&hands, order, 300);
            let (mut fast, mut floyd) = (State::with_hands(&hands, order), State::with_hands(&hands, order));
            prop_assert_eq!(fast.game(5000), floyd.game_by_floyd(5000));
            prop_assert!(fast == floyd);
        }
    }
}

#[test]
fn dealing_is_one_card_at_a_time() {
    let deck = [0, 5, 51, 4, 17];
    let hands = Hands::dealt(&deck).expect("few cards");
    assert_eq!(hands.to_string(), "1 13 5\n2 2\n");
    let mut state = game(&[1, 2, 3], &[9, 1], Order::Alternating);
    state.one_round();
    state.deal(&deck);
    assert_eq!(state.hands(), hands, "a state can be used again");
    assert!(state == State::with_hands(&hands, Order::Alternating));
    state.swap_hands();
    assert_eq!(state.hands().to_string(), "2 2\n1 13 5\n");
}

#[test]
fn states_are_equal_when_they_play_alike() {
    let state = game(&[3, 1], &[2, 4], Order::Fixed);
    let mut later = state.clone();
    assert_eq!(later.game_turns(4), None);
    assert!(later == state, "the cards lie elsewhere in the rings");
    assert!(game(&[3, 1], &[4, 2], Order::Fixed) != state);
    assert!(game(&[3, 1, 2], &[4], Order::Fixed) != state);
    assert!(game(&[3, 1], &[2, 4], Order::Alternating) != state);
    let mut turned = game(&[3, 1, 2], &[1, 4, 3], Order::Alternating);
    turned.one_round();
    let hands = turned.hands();
    assert!(State::with_hands(&hands, Order::Alternating) != turned, "the other player lays first");
}

#[test]
fn floyd_and_checkpoints_agree_game_by_game() {
    for number in 1..=16 {
        for order in ORDERS {
            let (mut fast, mut floyd) = (State::new(order), State::new(order));
            for deal in 0..1200 {
                let deck = deck(values(number), 4, deal);
                fast.deal(&deck);
                floyd.deal(&deck);
                let start = fast.clone();
                let ending = fast.game(u64::MAX);
                assert_eq!(ending, floyd.game_by_floyd(u64::MAX), "{number} values, {order}, deal {deal}");
                assert!(fast == floyd, "both leave the same state");
                if deal < 100 {
                    unresolved_beyond(&start, ending);
                }
                if let Outcome::Endless { period, pre_period } = ending.outcome {
                    assert!(start.repeats(period, pre_period));
                }
            }
        }
    }
}

/// A game is unresolved exactly when the ceiling is less than its rounds, whatever the method.
fn unresolved_beyond(start: &State, ending: Ending) {
    for ceiling in [0, 1, 2, 5, 63, 64, 65, 96, 97, 300, 1000, ending.rounds.saturating_sub(1), ending.rounds] {
        let (mut fast, mut floyd, mut played) = (start.clone(), start.clone(), start.clone());
        let expected =
            if ceiling >= ending.rounds { ending } else { Ending { outcome: Outcome::Unresolved, rounds: ceiling } };
        assert_eq!((fast.game(ceiling), floyd.game_by_floyd(ceiling)), (expected, expected), "ceiling {ceiling}");
        played.game_turns(expected.rounds);
        assert!(fast == played && floyd == played, "both leave the state of the last round");
    }
}

#[test]
fn an_endless_verdict_is_proved_by_replaying_it() {
    let mut proved = 0;
    for deal in 0..200 {
        let mut state = State::new(Order::Fixed);
        state.deal(&deck(values(13), 5, deal));
        let start = state.clone();
        let Outcome::Endless { period, pre_period } = state.game(u64::MAX).outcome else {
            assert!(!start.repeats(52, 1000), "a game that ends repeats nothing");
            continue;
        };
        assert!(start.repeats(period, pre_period));
        assert!(!start.repeats(2 * period, pre_period), "not the least period");
        assert!(!start.repeats(period - 1, pre_period) && !start.repeats(0, pre_period));
        assert!(!start.repeats(period, pre_period + 1), "not the least pre-period");
        assert!(pre_period == 0 || !start.repeats(period, pre_period - 1));
        proved += 1;
    }
    assert!(proved > 50, "{proved} endless games");
}

#[test]
fn a_period_is_even() {
    // A completed round has an odd number of pairs, so each hand's size changes by an odd number and the player who
    // lays first changes: hands come back after an even number of rounds only, and then the turn is back too.
    for (deal, order) in (0..3000).flat_map(|deal| ORDERS.map(|order| (deal, order))) {
        let mut state = State::new(order);
        state.deal(&deck(values(3 + deal % 11), 6, deal));
        if let Outcome::Endless { period, .. } = state.game(u64::MAX).outcome {
            assert_eq!(period % 2, 0);
        }
    }
}

// ---- Rules and hands as text ----

#[test]
fn rules_by_default_and_as_text() {
    let rules = Rules::default();
    assert_eq!((rules.values.get(), rules.values.cards(), rules.order), (13, 52, Order::Fixed));
    for order in ORDERS {
        assert_eq!(order.to_string().parse(), Ok(order));
    }
    let refused = "Fixed".parse::<Order>().expect_err("names are in small letters");
    assert_eq!(refused.to_string(), "the order of laying is \"fixed\" or \"alternating\", not \"Fixed\"");
    assert_eq!(Values::new(64).map(Values::cards), Ok(MAX_CARDS));
    for wrong in [0, 65, 256, 257, u64::MAX] {
        assert_eq!(Values::new(wrong), Err(ValuesError { values: wrong }));
    }
    assert_eq!(ValuesError { values: 0 }.to_string(), "a pack has 1 to 64 values, not 0");
}

#[test]
fn hands_are_read_from_two_lines() {
    let read = |text| Hands::parse(text, values(13)).map(|hands| (hands.one().to_vec(), hands.two().to_vec()));
    let both = Ok((vec![1, 2, 13], vec![4]));
    for text in [
        "1 2 13\n4",
        "1 2 13\n4\n",
        "\u{feff}1 2 13\r\n4\r\n",
        " 1\t2  13 \n 4 \n\n \n",
        "1\u{a0}2 013\n4",
        "01 2 13\n4",
    ] {
        assert_eq!(read(text), both, "{text:?}");
    }
    assert_eq!(read("\n"), Ok((vec![], vec![])));
    assert_eq!(read("\r\n\r\n"), Ok((vec![], vec![])));
    assert_eq!(read("\n5"), Ok((vec![], vec![5])));
    assert_eq!(read("5\n"), Ok((vec![5], vec![])));
    for text in ["3 1 2\n4 4\n", "\n\n", "1\n\n"] {
        assert_eq!(Hands::parse(text, values(4)).expect("two lines").to_string(), text);
    }
}

#[test]
fn wrong_hands_are_refused_with_their_place() {
    let refused = |text| Hands::parse(text, values(13)).expect_err("wrong hands").to_string();
    assert_eq!(refused(""), "line 2: player 2's hand is missing (an empty line is an empty hand)");
    assert_eq!(refused("1 2"), "line 2: player 2's hand is missing (an empty line is an empty hand)");
    assert_eq!(refused("1 2\n3 14"), "line 2, column 3: the value 14 is unknown, values are 1 to 13");
    assert_eq!(refused("1  0\n3"), "line 1, column 4: the value 0 is unknown, values are 1 to 13");
    assert_eq!(
        refused("1\n99999999999999999999"),
        "line 2, column 1: the value 99999999999999999999 is unknown, values are 1 to 13"
    );
    assert_eq!(refused("\u{feff}é 1\n3"), "line 1, column 1: \"é\" is not the value of a card");
    assert_eq!(refused("é\u{a0}\u{a0}1,2\n3"), "line 1, column 1: \"é\" is not the value of a card");
    assert_eq!(refused("1\u{a0}\u{a0}1,2\n3"), "line 1, column 4: \"1,2\" is not the value of a card");
    assert_eq!(refused("1 -2\n3"), "line 1, column 3: \"-2\" is not the value of a card");
    assert_eq!(refused("1 +2\n3"), "line 1, column 3: \"+2\" is not the value of a card");
    assert_eq!(refused("1\n2\n\n 3"), "line 4, column 2: two hands stand on two lines, nothing else may follow");
    let many = format!("{}\n{}", "1 ".repeat(200), "2 ".repeat(57));
    assert_eq!(refused(&many), "257 cards are too many, a game has at most 256");
    assert_eq!(Hands::new(vec![1; 256], vec![1]), Err(HandsError::TooManyCards { cards: 257 }));
    assert!(Hands::new(vec![1; 256], vec![]).is_ok());
}

#[test]
fn more_than_four_of_a_kind_is_a_warning() {
    let hands = Hands::parse("1 1 1 2 2 2\n1 1 2 3", values(3)).expect("allowed");
    assert_eq!(hands.warnings(), [HandsWarning::MoreThanFour { value: 1, count: 5 }]);
    assert_eq!(hands.warnings()[0].to_string(), "the value 1 occurs 5 times, a pack has it 4 times");
    assert_eq!(Hands::dealt(&deck(values(13), 7, 0)).expect("a pack").warnings(), []);
}
