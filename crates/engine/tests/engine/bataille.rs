//! Tests of the rules of bataille on cases worked out by hand, and of rules and hands as text.

use crate::common::{cases, parse};
use pioche_engine::games::bataille::pickup::PickupDraws;
use pioche_engine::games::bataille::{HandsError, *};

/// Returns a game with hands such as `5 1/3 2`, each from the top card down.
fn game(hands: &str, rules: BatailleRules) -> BatailleState {
    let lines = format!("{}\n", hands.replace('/', "\n"));
    let hands = Hands::parse(&lines, values(13)).expect("two hands");
    BatailleState::with_hands(&hands, rules)
}

fn values(number: u64) -> ValueCount {
    ValueCount::new(number).expect("1 to 64")
}

fn hands_text(state: &BatailleState) -> String {
    let lines = state.hands().to_string();
    lines
        .strip_suffix('\n')
        .expect("two lines")
        .replace('\n', "/")
}

fn rules(order: &str, face_down: &str, out_of_cards: &str) -> BatailleRules {
    BatailleRules {
        order: parse(order),
        face_down: parse(face_down),
        out_of_cards: parse(out_of_cards),
        ..BatailleRules::default()
    }
}

#[test]
fn rounds_end_as_worked_out_by_hand() {
    for [
        out_of_cards,
        face_down,
        hands,
        fixed,
        alternating,
        completed,
    ] in cases(include_str!("../data/bataille/rounds.txt"))
    {
        for (order, after) in [("fixed", fixed), ("alternating", alternating)] {
            let mut state = game(hands, rules(order, face_down, out_of_cards));
            let is_completed = state.play_round(&mut PickupDraws::default(), |_| ());
            let hands_after = hands_text(&state);
            assert_eq!(
                (is_completed, &*hands_after),
                (parse(completed), after),
                "{hands}"
            );
            let has_empty_hand = after.starts_with('/') || after.ends_with('/');
            assert_eq!(state.is_over(), has_empty_hand, "{hands}");
        }
    }
}

#[test]
fn battle_reports_events() {
    for [order, out_of_cards, hands, events] in cases(include_str!("../data/bataille/events.txt")) {
        let mut found = Vec::new();
        let mut state = game(hands, rules(order, "1", out_of_cards));
        state.play_round(&mut PickupDraws::default(), |event| found.push(event));
        assert_eq!(format!("{found:?}"), events, "{hands}");
    }
}

#[test]
fn games_end_as_worked_out_by_hand() {
    for [hands, max_rounds, outcome, rounds, last] in
        cases(include_str!("../data/bataille/endings.txt"))
    {
        let mut state = game(hands, BatailleRules::default());
        let ending = state.play_to_end(&mut PickupDraws::default(), parse(max_rounds));
        let mut played = game(hands, BatailleRules::default());
        played.play_rounds(&mut PickupDraws::default(), ending.rounds);
        let found = format!(
            "{:?} | {} | {}",
            ending.outcome,
            ending.rounds,
            hands_text(&played)
        );
        assert_eq!(found, format!("{outcome} | {rounds} | {last}"), "{hands}");
        if !matches!(ending.outcome, BatailleOutcome::Endless { .. }) {
            assert_eq!(played, state, "{hands}");
        }
    }
}

#[test]
fn cards_are_dealt_one_by_one_and_states_compare_by_hands() {
    let alternating = rules("alternating", "1", "count");
    let mut state = game("1 2 3/9 1", alternating);
    state.play_round(&mut PickupDraws::default(), |_| ());
    state.deal(&[0, 5, 51, 4, 17]);
    assert_eq!(hands_text(&state), "1 13 5/2 2");
    assert!(
        state == game("1 13 5/2 2", alternating),
        "a state can be used again"
    );
    let state = game("3 1/2 4", BatailleRules::default());
    let mut later = state.clone();
    later.play_rounds(&mut PickupDraws::default(), 4);
    assert!(later == state, "the cards lie elsewhere in the rings");
    for (hands, rules) in [
        ("3 1/4 2", BatailleRules::default()),
        ("3 1 2/4", BatailleRules::default()),
        ("3 1/2 4", alternating),
    ] {
        assert!(game(hands, rules) != state, "{hands}");
    }
    let mut turned = game("3 1 2/1 4 3", alternating);
    turned.play_round(&mut PickupDraws::default(), |_| ());
    let hands = hands_text(&turned);
    assert!(
        game(&hands, alternating) != turned,
        "the other player lays first"
    );
}

#[test]
fn bataille_rules_have_defaults_and_text_form() {
    let rules = BatailleRules::default();
    let defaults = (rules.values.get(), rules.values.card_count(), rules.order);
    assert_eq!(defaults, (13, 52, LayingOrder::Fixed));
    let refused = "Fixed".parse::<LayingOrder>().expect_err("small letters");
    assert_eq!(
        refused.to_string(),
        "'Fixed' is no order of laying: fixed alternating"
    );
    assert_eq!(
        ValueCount::new(64).map(ValueCount::card_count),
        Ok(MAX_CARDS)
    );
    for wrong in [0, 65, 256, 257, u64::MAX] {
        assert_eq!(ValueCount::new(wrong).unwrap_err().text, wrong.to_string());
    }
}

#[test]
fn hands_are_read_from_two_lines() {
    let read = |text| Hands::parse(text, values(13)).map(|hands| hands.to_string());
    for (text, hands) in [
        ("1 2 13\n4", "1 2 13\n4\n"),
        ("\u{feff}1 2 13\r\n4\r\n", "1 2 13\n4\n"),
        (" 1\t2  13 \n 4 \n\n \n", "1 2 13\n4\n"),
        ("1\u{a0}2 013\n4", "1 2 13\n4\n"),
        ("\r\n\r\n", "\n\n"),
        ("\n5", "\n5\n"),
        ("5\n\n", "5\n\n"),
    ] {
        assert_eq!(read(text).as_deref(), Ok(hands), "{text:?}");
    }
    let missing = "line 2: player 2's hand is missing (an empty line is an empty hand)";
    let many = format!("{}\n{}", "1 ".repeat(200), "2 ".repeat(57));
    for (text, error) in [
        ("", missing),
        ("1 2\r\n", missing),
        (
            "1 2\n3 14",
            "line 2, column 3: the value 14 is unknown, values are 1 to 13",
        ),
        (
            "1  0\n3",
            "line 1, column 4: the value 0 is unknown, values are 1 to 13",
        ),
        (
            "\u{feff}é 1\n3",
            "line 1, column 1: \"é\" is not the value of a card",
        ),
        (
            "1\u{a0}\u{a0}+2\n3",
            "line 1, column 4: \"+2\" is not the value of a card",
        ),
        ("1\n2\n\n 3", "line 4, column 2: expected exactly two lines"),
        (&many, "257 cards are too many, a game has at most 256"),
    ] {
        let refusal = read(text).expect_err("wrong hands");
        assert_eq!(refusal.to_string(), error, "{text:?}");
    }
    let refusal = Hands::new(vec![1; 256], vec![1]).expect_err("too many");
    assert_eq!(refusal, HandsError::TooManyCards(257));
    let hands = Hands::parse("1 1 1 2 2 2\n1 1 2 3", values(3)).expect("allowed");
    assert_eq!(hands.overfull_values(), [(1, 5)]);
}
