//! Fuzz targets: a function for each parser and for the dialogues. No input may cause a panic or an endless run, and
//! accepted input must survive a round trip through its text. `cargo fuzz` and `tests/cli/fuzz.rs` call the targets.

mod file_targets;

pub use file_targets::{dialogue, headers, saved_game};

use pioche_engine::cards::deck::{DeckText, ParsedDeckText};
use pioche_engine::cards::{Card, Pack};
use pioche_engine::experiments::from_name;
use pioche_engine::games::bataille::pickup::PickupDraws;
use pioche_engine::games::bataille::{
    BatailleRules, BatailleState as Bataille, Hands, LayingOrder, ValueCount,
};
use pioche_engine::games::solitaire::{Board, SolitaireState as Pegs};
use pioche_engine::games::{Game, Player};
use pioche_engine::rng::Seed;
use pioche_engine::sim::{Run, Summary, VALUE_VERSION, tally_file};
use pioche_engine::stats::Confidence;
use pioche_games::verb::{InputFile, ParsedArgs, Verb};
use pioche_games::words::Words;
use pioche_games::{TOPICS, find_topic};
use pioche_report::data_table::row_table;
use pioche_report::lang::parse_number::{CommaMeaning, parse_count, parse_number, parse_range};
use pioche_report::lang::{Lang, Problem, in_language};
use pioche_report::run_json::json;
use pioche_report::table::CsvStyle;
use pioche_report::terminal_report::{ReportOptions, report_text};
use std::sync::OnceLock;

/// A function that accepts any bytes; a panic is a fault.
pub type FuzzTarget = fn(&[u8]);

/// All targets, with the names of their programs and input folders.
pub const TARGETS: &[(&str, FuzzTarget)] = &[
    ("deck", deck),
    ("hands", hands),
    ("position", position),
    ("moves", moves),
    ("plan", plan),
    ("tally", tally),
    ("saved_game", saved_game),
    ("counts", counts),
    ("settings", settings),
    ("command_line", command_line),
    ("headers", headers),
    ("dialogue", dialogue),
];

fn lossy_text(data: &[u8]) -> String {
    String::from_utf8_lossy(data).into_owned()
}

/// Returns the element that the first byte chooses, and the other bytes; `None` without bytes.
fn choose_by_first_byte<'a, T>(things: &'a [T], data: &'a [u8]) -> Option<(&'a T, &'a [u8])> {
    let (first, rest) = data.split_first()?;
    Some((&things[usize::from(*first) % things.len()], rest))
}

/// Asserts that a message has a text.
fn assert_has_text(problem: &Problem) {
    assert!(!problem.to_string().is_empty());
}

/// Parses a deck with several packs, and a single card.
pub fn deck(data: &[u8]) {
    let words = ParsedDeckText::new(&lossy_text(data), 1);
    let packs = [
        Pack::PIQUET,
        Pack::SIX_TO_ACE,
        Pack::FULL,
        words.likely_pack(),
        Pack::new(2, 4).expect("a pack"),
    ];
    for pack in packs {
        if let Ok(deck) = words.deck(pack) {
            let again = ParsedDeckText::new(&DeckText(&deck).to_string(), 1);
            assert_eq!(again.deck(pack).as_ref(), Ok(&deck));
        }
    }
    if let Ok(card) = lossy_text(data).parse::<Card>() {
        assert_eq!(card.to_string().parse(), Ok(card));
    }
}

/// Parses two hands and plays at most 64 rounds with them; the first byte chooses the number of values.
pub fn hands(data: &[u8]) {
    let Some((values, rest)) = choose_by_first_byte(&[1, 2, 13, 64], data) else {
        return;
    };
    let Ok(hands) = Hands::parse(&lossy_text(rest), ValueCount::new(*values).expect("values"))
    else {
        return;
    };
    let lines = [hands.player1_hand(), hands.player2_hand()]
        .map(|hand| hand.iter().map(u8::to_string).collect::<Vec<_>>().join(" "));
    let again = Hands::parse(
        &(lines.join("\n") + "\n"),
        ValueCount::new(*values).expect("values"),
    );
    assert_eq!(again.as_ref(), Ok(&hands));
    let cards = hands.player1_hand().len() + hands.player2_hand().len();
    for order in LayingOrder::ALL {
        let rules = BatailleRules {
            order,
            ..BatailleRules::default()
        };
        let mut state = Bataille::with_hands(&hands, rules);
        let ending = state.play_to_end(&mut PickupDraws::default(), 64);
        assert!(ending.rounds <= 64);
        assert!(state.hand_size(Player::One) + state.hand_size(Player::Two) <= cards);
    }
}

/// Parses positions of peg solitaire as `solve` does: the board in the first line, the list of pegs in the fourth.
pub fn position(data: &[u8]) {
    let text = lossy_text(data);
    let mut lines = text.split('\n');
    let rules = lines.next().unwrap_or_default();
    let list = lines.nth(2).unwrap_or_default();
    if let Ok(board) = rules.parse::<Board>() {
        assert_eq!(board.to_string().parse(), Ok(board));
        if let Ok(state) = Pegs::parse_pegs(board, list) {
            let cells: Vec<usize> = state.peg_cells().collect();
            assert_eq!(Pegs::with_pegs(board, cells), Ok(state));
            check_legal_moves(&state);
        }
    }
}

/// Asserts that each legal move can be played and survives a round trip through its text.
fn check_legal_moves<G: Game>(state: &G) {
    assert_eq!(state.outcome().is_some(), state.legal_moves().is_empty());
    for mv in state.legal_moves() {
        assert_eq!(mv.to_string().parse().ok(), Some(mv));
        let mut after = state.clone();
        after.play(mv).expect("a legal move");
    }
}

/// Parses a recorded game as `show` does; the first byte chooses the topic.
pub fn moves(data: &[u8]) {
    let verbs: Vec<_> = TOPICS
        .iter()
        .filter_map(|topic| topic.show.as_ref())
        .collect();
    let Some((verb, rest)) = choose_by_first_byte(&verbs, data) else {
        return;
    };
    let bytes = rest.to_vec();
    let file = InputFile::new("file".into(), move |_| Ok(bytes.clone()));
    let args = ParsedArgs {
        seed: 1,
        file: Some(file),
        ..ParsedArgs::new(Vec::new())
    };
    match (verb.run)(&args) {
        Ok(answer) => assert!(!answer.text.is_empty()),
        Err(problem) => assert_has_text(&problem),
    }
}

/// Parses the name of an experiment, as in plans and tallies.
pub fn plan(data: &[u8]) {
    let name = lossy_text(data);
    if let Some(question) = from_name(&name) {
        // A name in an earlier form is read as the present one.
        let present_name = question.name();
        let is_present = from_name(&present_name).is_some_and(|known| known.name() == present_name);
        assert!(is_present, "{name:?} is read as {present_name:?}");
        let plan = question.plan(Seed(1), question.info().default_deals);
        assert!(
            plan.part_deals(1, 3).end <= plan.part_deals(3, 3).start
                && find_topic(question.topic()).is_some()
        );
    }
}

/// Returns a tally with the present value version and a correct checksum, so that a parser goes on to its other lines.
fn valid_tally_text(text: &str) -> String {
    let body = text
        .split_once("\nend\n")
        .map_or(text, |(before, _)| before);
    let mut lines: Vec<String> = body.split('\n').map(str::to_owned).collect();
    for line in &mut lines {
        if line.starts_with("values ") {
            *line = format!("values {VALUE_VERSION}");
        }
    }
    let guarded = format!("{}\nend\n", lines.join("\n"));
    let checksum = tally_file::checksum(guarded.as_bytes());
    format!("{guarded}checksum {checksum:016x}\n")
}

/// Parses a tally file, as it is and as [`valid_tally_text`]. An accepted tally is also merged, and written as text, JSON
/// and CSV.
pub fn tally(data: &[u8]) {
    let raw = lossy_text(data);
    let _ = tally_file::parse(&raw, from_name);
    let Ok((question, run)) = tally_file::parse(&valid_tally_text(&raw), from_name) else {
        return;
    };
    let mut merged = Run::empty(run.plan.clone(), question.tally_schema());
    if merged.merge(&run).is_ok() {
        assert_eq!(merged.tally, run.tally);
    }
    let (again, twin) =
        tally_file::parse(&tally_file::to_text(&run), from_name).expect("what was written");
    assert_eq!((again.name(), &twin), (question.name(), &run));
    // Exact distributions of large settings are slow to compute, and no parser needs them.
    let slow = |key: &str, most: u64| {
        let number = |text: &str| {
            text.trim_start_matches("riffle:")
                .parse::<u64>()
                .unwrap_or(0)
        };
        run.plan
            .experiment
            .split(' ')
            .filter_map(|word| word.split_once('='))
            .any(|(k, v)| k == key && number(v) > most)
    };
    if run.tally.deals == 0
        || slow("riffles", 9)
        || slow("cards", 36)
        || slow("cells", 8)
        || slow("matches", 100)
    {
        return;
    }
    let summary = [Summary::new(question.into(), &run, Confidence::default())];
    for lang in [Lang::En, Lang::Fr] {
        for show_all in [false, true] {
            let topic = find_topic(summary[0].topic()).expect("a topic");
            let view = ReportOptions {
                use_colours: false,
                glossary: topic,
                question_options: &[],
                notes: topic.notes,
                terminal_columns: 80,
                show_all,
                quiet: false,
            };
            let text = in_language(lang, || report_text(&summary, &view));
            assert!(!text.is_empty());
        }
    }
    assert!(!json(&summary).is_empty());
    assert!(!row_table(&summary).csv(CsvStyle::Plain).is_empty());
}

/// Parses counts and ranges, within bounds that the first byte chooses, and numbers of tables.
pub fn counts(data: &[u8]) {
    let Some(((least, most), rest)) = choose_by_first_byte(
        &[(0, u64::MAX), (1, 1_000_000_000_000_000), (2, 64), (0, 0)],
        data,
    ) else {
        return;
    };
    let text = lossy_text(rest);
    for comma in [CommaMeaning::Decimal, CommaMeaning::Ambiguous] {
        if let Ok(number) = parse_number(&text, comma) {
            assert!(
                number.value.is_finite()
                    && number.max_rounding_error.is_finite()
                    && number.max_rounding_error >= 0.0,
                "{number:?}"
            );
        }
    }
    match parse_count(&text, *least, *most) {
        Ok(number) => {
            assert!((*least..=*most).contains(&number));
            assert_eq!(
                parse_count(&number.to_string(), *least, *most).ok(),
                Some(number)
            );
        }
        Err(problem) => assert_has_text(&problem),
    }
    match parse_range(&text, *least, *most) {
        Ok((low, high)) => {
            assert!(low <= high);
            assert_eq!(
                parse_range(&format!("{low}..{high}"), *least, *most).ok(),
                Some((low, high))
            );
        }
        Err(problem) => assert_has_text(&problem),
    }
}

/// Parses the value of an option, which the first byte chooses among those of all topics.
pub fn settings(data: &[u8]) {
    static ALL: OnceLock<Vec<Words>> = OnceLock::new();
    let all = ALL.get_or_init(|| {
        let options = TOPICS.iter().flat_map(|topic| {
            let extra_verbs = topic.extra_verbs.iter().map(|(_, verb)| verb);
            let verbs = extra_verbs.chain(&topic.show).chain(&topic.solve);
            let played = topic.play.iter().flat_map(Verb::options);
            verbs
                .flat_map(Verb::options)
                .chain(topic.simulate.options())
                .chain([topic.rows])
                .chain(played)
        });
        options.collect()
    });
    let Some((opt, rest)) = choose_by_first_byte(all, data) else {
        return;
    };
    match opt.parse_list(&lossy_text(rest)) {
        Ok(values) => {
            let texts: Vec<String> = values.iter().map(|field| field.value.to_string()).collect();
            let again = opt.parse_list(&texts.join(","));
            assert_eq!(again.as_ref(), Ok(&values), "{}", opt.flag_name());
        }
        Err(problem) => assert_has_text(&problem),
    }
}

/// Parses a command line, one argument per line, without running it; the first byte chooses the language.
pub fn command_line(data: &[u8]) {
    static GRAMMARS: OnceLock<[clap::Command; 2]> = OnceLock::new();
    let grammars = GRAMMARS
        .get_or_init(|| [Lang::En, Lang::Fr].map(|lang| in_language(lang, pioche::build_cli)));
    let Some((grammar, rest)) = choose_by_first_byte(grammars, data) else {
        return;
    };
    let text = lossy_text(rest);
    let words = std::iter::once("pioche").chain(text.split('\n'));
    if let Err(error) = grammar.clone().try_get_matches_from(words) {
        assert!(!error.to_string().is_empty());
    }
}
