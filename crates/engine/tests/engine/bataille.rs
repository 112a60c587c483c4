//! Tests of the rules of bataille on cases worked out by hand, and of rules and hands as text.

use pioche_engine::games::Player::{One, Two};
use pioche_engine::games::bataille::state::{Face, RoundEvent};
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
    state
        .hands()
        .to_string()
        .lines()
        .collect::<Vec<_>>()
        .join("/")
}

fn rules(order: LayingOrder, face_down: u8, out_of_cards: OutOfCards) -> BatailleRules {
    BatailleRules {
        order,
        face_down,
        out_of_cards,
        ..BatailleRules::default()
    }
}

/// Rounds with the hands before, the hands after in a fixed and in an alternating order, and whether the round is completed.
#[test]
fn rounds_end_as_worked_out_by_hand() {
    use OutOfCards::{Count, LastCard};
    for (out_of_cards, face_down, hands, fixed, alternating, is_completed) in [
        (Count, 1, "5 1/3 2", "1 5 3/2", "1 5 3/2", true),
        (Count, 1, "3 1/5 2", "1/2 3 5", "1/2 3 5", true),
        // Without a card no round is played; the last card may be lost.
        (Count, 1, "/", "/", "/", false),
        (Count, 1, "1/", "1/", "1/", false),
        (Count, 1, "/2 1", "/2 1", "/2 1", false),
        (Count, 1, "1/2", "/1 2", "/1 2", true),
        // 7-7, then 1 and 9 face down, then 4-2; player 2 may lay first at the second pair.
        (
            Count,
            1,
            "7 1 4 8/7 9 2 6",
            "8 7 7 1 9 4 2/6",
            "8 7 7 9 1 4 2/6",
            true,
        ),
        // 5-5, (1, 2), 6-6, (3, 4), 7-8.
        (
            Count,
            1,
            "5 1 6 3 7/5 2 6 4 8 9",
            "/9 5 5 1 2 6 6 3 4 7 8",
            "/9 5 5 2 1 6 6 4 3 7 8",
            true,
        ),
        // Cards face down decide nothing and make no battle.
        (
            Count,
            1,
            "5 2 8/5 9 7",
            "5 5 2 9 8 7/",
            "5 5 9 2 8 7/",
            true,
        ),
        (
            Count,
            1,
            "5 3 8/5 3 7",
            "5 5 3 3 8 7/",
            "5 5 3 3 8 7/",
            true,
        ),
        // A hand that is empty in a battle ends the game: before the card face down, before the next pair, and later.
        (Count, 1, "5/5 1 2", "/1 2", "/1 2", false),
        (Count, 1, "5 1 4/5 1", "4/", "4/", false),
        (Count, 1, "5 1 4/5 1 4 9", "/9", "/9", false),
        (Count, 1, "1 2 3 4/1 2 3 4", "/", "/", false),
        (
            Count,
            3,
            "5 1 2 3 9 4/5 6 7 8 3 4",
            "4 5 5 1 6 2 7 3 8 9 3/4",
            "4 5 5 6 1 2 7 8 3 9 3/4",
            true,
        ),
        (
            Count,
            0,
            "5 1 2 3 9 4/5 6 7 8 3 4",
            "2 3 9 4/7 8 3 4 5 5 1 6",
            "2 3 9 4/7 8 3 4 5 5 6 1",
            true,
        ),
        // The last card is compared: with no card face down, with one of three, and not when it is the tie.
        (
            LastCard,
            3,
            "5 9/5 1 2 3 4 8",
            "5 5 1 2 3 9 4/8",
            "5 5 1 2 3 9 4/8",
            true,
        ),
        (
            LastCard,
            3,
            "5 1 2/5 1 2 3 4 8",
            "/8 5 5 1 1 2 3 2 4",
            "/8 5 5 1 1 2 3 2 4",
            true,
        ),
        (LastCard, 3, "5/5 1 2", "/1 2", "/1 2", false),
        (LastCard, 1, "5 6/5 6", "/", "/", false),
    ] {
        for (order, after) in LayingOrder::ALL.into_iter().zip([fixed, alternating]) {
            let mut state = game(hands, rules(order, face_down, out_of_cards));
            let found = (state.try_play_round(), hands_text(&state));
            assert_eq!(found, (is_completed, after.to_owned()), "{hands}, {order}");
            assert_eq!(
                state.is_over(),
                state.hands().player1_hand().is_empty() || state.hands().player2_hand().is_empty()
            );
        }
    }
}

#[test]
fn alternating_order_swaps_first_layer_after_each_pair() {
    let alternating = rules(LayingOrder::Alternating, 1, OutOfCards::Count);
    let mut state = game("3 4 1/5 2 6", alternating);
    for (hands, first) in [
        ("4 1/2 6 3 5", Two),
        ("1 2 4/6 3 5", One),
        ("2 4/3 5 1 6", Two),
    ] {
        assert!(state.try_play_round());
        assert_eq!(
            (hands_text(&state).as_str(), state.first_to_lay()),
            (hands, first)
        );
    }
}

#[test]
fn battle_reports_events() {
    let pair_laid = |one, two, face| RoundEvent::PairLaid {
        laid: [one, two],
        face,
    };
    let taken = |player, cards| RoundEvent::TrickTaken { player, cards };
    let first = |value| Some((One, value));
    let second = |value| Some((Two, value));
    let fives = pair_laid(first(5), second(5), Face::Up);
    let alternating = LayingOrder::Alternating;
    for (hands, rules, events) in [
        (
            "5 1 4/5 9 2",
            rules(alternating, 1, OutOfCards::Count),
            vec![
                fives,
                pair_laid(second(9), first(1), Face::Down),
                pair_laid(first(4), second(2), Face::Up),
                taken(One, 6),
            ],
        ),
        (
            "5 9/5 1 4 8",
            rules(alternating, 1, OutOfCards::LastCard),
            vec![
                fives,
                pair_laid(second(1), None, Face::Down),
                pair_laid(first(9), second(4), Face::Up),
                taken(One, 5),
            ],
        ),
        (
            "5/5 9",
            BatailleRules::default(),
            vec![fives, RoundEvent::OutOfCards],
        ),
        (
            "/5 9",
            BatailleRules::default(),
            vec![RoundEvent::OutOfCards],
        ),
    ] {
        let mut found = Vec::new();
        game(hands, rules).try_play_round_with_events(|event| found.push(event));
        assert_eq!(found, events, "{hands}");
    }
}

/// Whole games: the limit, the outcome, the number of rounds with the incomplete one, and the last hands.
#[test]
fn games_end_as_worked_out_by_hand() {
    use BatailleOutcome::{CutOff, Draw, Endless, Player1, Player2};
    // (3 1 | 2 4) (1 3 2 | 4) (3 2 | 1 4) (2 3 1 | 4) (3 1 | 2 4).
    let endless = Endless {
        period: 4,
        pre_period: 0,
    };
    let cut_off = |leader| CutOff { leader };
    for (hands, max_rounds, outcome, rounds, last) in [
        ("/", u64::MAX, Draw, 0, "/"),
        ("1/", 0, Player1, 0, "1/"),
        ("/1", 1, Player2, 0, "/1"),
        ("1 2/1 2", u64::MAX, Draw, 1, "/"),
        ("2 2 3/1 2", u64::MAX, Player1, 2, "3 2 1/"),
        ("2 2 3/1 2", 2, Player1, 2, "3 2 1/"),
        ("3 1/2 4", u64::MAX, endless, 4, "3 1/2 4"),
        ("3 1/2 4", 0, cut_off(None), 0, "3 1/2 4"),
        ("3 1/2 4", 1, cut_off(Some(One)), 1, "1 3 2/4"),
        ("3 1/2 4", 2, cut_off(None), 2, "3 2/1 4"),
        ("3 1/2 4", 3, cut_off(Some(One)), 3, "2 3 1/4"),
        (
            "3 1/2 4",
            4_000_001,
            cut_off(Some(One)),
            4_000_001,
            "1 3 2/4",
        ),
        ("1 3/4 2", 1, cut_off(Some(Two)), 1, "3/2 1 4"),
    ] {
        let mut state = game(hands, BatailleRules::default());
        let ending = BatailleEnding { outcome, rounds };
        assert_eq!(
            state.play_to_end(max_rounds),
            ending,
            "{hands}, {max_rounds}"
        );
        assert_eq!(hands_text(&state), last, "{hands}, {max_rounds}");
        if max_rounds < 9 {
            let mut played = game(hands, BatailleRules::default());
            assert_eq!(
                (played.play_rounds(max_rounds), hands_text(&played)),
                (state.leader(), last.to_owned())
            );
        }
    }
}

#[test]
fn cards_are_dealt_one_by_one_and_states_compare_by_hands() {
    let alternating = rules(LayingOrder::Alternating, 1, OutOfCards::Count);
    let mut state = game("1 2 3/9 1", alternating);
    state.try_play_round();
    state.deal(&[0, 5, 51, 4, 17]);
    assert_eq!(hands_text(&state), "1 13 5/2 2");
    assert!(
        state == game("1 13 5/2 2", alternating),
        "a state can be used again"
    );
    let state = game("3 1/2 4", BatailleRules::default());
    let mut later = state.clone();
    later.play_rounds(4);
    assert!(later == state, "the cards lie elsewhere in the rings");
    for (hands, rules) in [
        ("3 1/4 2", BatailleRules::default()),
        ("3 1 2/4", BatailleRules::default()),
        ("3 1/2 4", alternating),
    ] {
        assert!(game(hands, rules) != state, "{hands}");
    }
    let mut turned = game("3 1 2/1 4 3", alternating);
    turned.try_play_round();
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
        ("1 2", missing),
        ("1 2\r\n", missing),
        ("\n", missing),
        (
            "1 2\n3 14",
            "line 2, column 3: the value 14 is unknown, values are 1 to 13",
        ),
        (
            "1  0\n3",
            "line 1, column 4: the value 0 is unknown, values are 1 to 13",
        ),
        (
            "1\n99999999999999999999",
            "line 2, column 1: the value 99999999999999999999 is unknown, values are 1 to 13",
        ),
        (
            "\u{feff}é 1\n3",
            "line 1, column 1: \"é\" is not the value of a card",
        ),
        (
            "1\u{a0}\u{a0}1,2\n3",
            "line 1, column 4: \"1,2\" is not the value of a card",
        ),
        (
            "1 -2\n3",
            "line 1, column 3: \"-2\" is not the value of a card",
        ),
        (
            "1 +2\n3",
            "line 1, column 3: \"+2\" is not the value of a card",
        ),
        ("1\n2\n\n 3", "line 4, column 2: expected exactly two lines"),
        (&many, "257 cards are too many, a game has at most 256"),
    ] {
        assert_eq!(
            read(text).expect_err("wrong hands").to_string(),
            error,
            "{text:?}"
        );
    }
    assert_eq!(
        Hands::new(vec![1; 256], vec![1]),
        Err(HandsError::TooManyCards(257))
    );
    let hands = Hands::parse("1 1 1 2 2 2\n1 1 2 3", values(3)).expect("allowed");
    assert_eq!(hands.overfull_values(), [(1, 5)]);
}
