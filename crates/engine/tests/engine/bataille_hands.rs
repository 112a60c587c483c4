//! Tests of the rules and the hands of bataille as text.

use pioche_engine::games::bataille::{HandsError, *};

fn values(number: u64) -> ValueCount {
    ValueCount::new(number).expect("1 to 64")
}

#[test]
fn bataille_rules_have_defaults_and_text_form() {
    let rules = BatailleRules::default();
    assert_eq!(
        (rules.values.get(), rules.values.card_count(), rules.order),
        (13, 52, LayingOrder::Fixed)
    );
    for order in LayingOrder::ALL {
        assert_eq!(order.to_string().parse(), Ok(order));
    }
    let refused = "Fixed"
        .parse::<LayingOrder>()
        .expect_err("names are in small letters");
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
    let read = |text| {
        Hands::parse(text, values(13))
            .map(|hands| (hands.player1_hand().to_vec(), hands.player2_hand().to_vec()))
    };
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
    assert_eq!(read("\n\n"), Ok((vec![], vec![])));
    assert_eq!(read("\r\n\r\n"), Ok((vec![], vec![])));
    assert_eq!(read("\n5"), Ok((vec![], vec![5])));
    assert_eq!(read("5\n\n"), Ok((vec![5], vec![])));
    for text in ["3 1 2\n4 4\n", "\n\n", "1\n\n"] {
        assert_eq!(
            Hands::parse(text, values(4))
                .expect("two lines")
                .to_string(),
            text
        );
    }
}

#[test]
fn invalid_hands_are_refused_with_line_number() {
    let refused = |text| {
        Hands::parse(text, values(13))
            .expect_err("wrong hands")
            .to_string()
    };
    assert_eq!(
        refused(""),
        "line 2: player 2's hand is missing (an empty line is an empty hand)"
    );
    // The line end of the first line does not start a second one.
    for text in ["1 2", "1 2\n", "1 2\r\n", "\n"] {
        assert_eq!(
            refused(text),
            "line 2: player 2's hand is missing (an empty line is an empty hand)"
        );
    }
    assert_eq!(
        refused("1 2\n3 14"),
        "line 2, column 3: the value 14 is unknown, values are 1 to 13"
    );
    assert_eq!(
        refused("1  0\n3"),
        "line 1, column 4: the value 0 is unknown, values are 1 to 13"
    );
    assert_eq!(
        refused("1\n99999999999999999999"),
        "line 2, column 1: the value 99999999999999999999 is unknown, values are 1 to 13"
    );
    assert_eq!(
        refused("\u{feff}é 1\n3"),
        "line 1, column 1: \"é\" is not the value of a card"
    );
    assert_eq!(
        refused("é\u{a0}\u{a0}1,2\n3"),
        "line 1, column 1: \"é\" is not the value of a card"
    );
    assert_eq!(
        refused("1\u{a0}\u{a0}1,2\n3"),
        "line 1, column 4: \"1,2\" is not the value of a card"
    );
    assert_eq!(
        refused("1 -2\n3"),
        "line 1, column 3: \"-2\" is not the value of a card"
    );
    assert_eq!(
        refused("1 +2\n3"),
        "line 1, column 3: \"+2\" is not the value of a card"
    );
    assert_eq!(
        refused("1\n2\n\n 3"),
        "line 4, column 2: expected exactly two lines"
    );
    let many = format!("{}\n{}", "1 ".repeat(200), "2 ".repeat(57));
    assert_eq!(
        refused(&many),
        "257 cards are too many, a game has at most 256"
    );
    assert_eq!(
        Hands::new(vec![1; 256], vec![1]),
        Err(HandsError::TooManyCards(257))
    );
    assert!(Hands::new(vec![1; 256], vec![]).is_ok());
}

#[test]
fn more_than_four_equal_values_give_warning() {
    let hands = Hands::parse("1 1 1 2 2 2\n1 1 2 3", values(3)).expect("allowed");
    assert_eq!(hands.overfull_values(), [(1, 5)]);
    assert_eq!(
        crate::bataille::dealt(&(0..52).collect::<Vec<u8>>()).overfull_values(),
        []
    );
}
