//! The topic of riffle shuffles (handout 003, part 2), and its command `show`: one deck, riffle by riffle.

mod figures;
mod picture;

pub use figures::{exact_distance, riffle_run};

use crate::prelude::*;
use crate::{read_deck_file, read_value_deck};
use pioche_engine::cards::deck::MAX_TEXT;
use pioche_engine::cards::riffle::{
    PatternCount, card_value, is_suspect, pattern_counts, rising_sequences,
};
use pioche_engine::experiments::shuffle::{RiffledDeck, Shuffle};
use pioche_report::lang::decimal;
use pioche_report::number::decimals_for_three_digits;
use pioche_report::table::wrapped_paragraph;

/// The topic. It has no `play` and no `solve`, since a shuffle is not a game.
pub static TOPIC: Topic = Topic {
    name: "shuffle",
    alias: None,
    other_names: &["riffle", "riffles", "melange"],
    title: Text("The riffle shuffle"),
    question: FindingWords {
        main_row: |_| TOTAL_VARIATION.to_owned(),
        clause: statistic_clause,
        row_phrase: |_, name| STATISTICS.value_phrase(&name.into()),
        statistics: &[],
        handout: &[(Shuffle::RIFFLES.key, "7")],
    },
    notes: |_| Vec::new(),
    adjust_picture: figures::adjust_picture,
    simulate: Verb::new(
        Text("The riffle shuffle: how far from uniform is the deck?"),
        &[&[CARDS, RIFFLES.list("1..12")]],
        (|settings| Ok(Box::new(Shuffle::from_settings(settings)?))) as ExperimentFn,
    )
    .with_lists(),
    rows: STATISTICS.list("total_variation,twins_mean"),
    statistic: None,
    starts: single_start,
    show: Some(
        Verb::new(
            Text("One deck, riffle by riffle; is it suspect?"),
            &[&[CARDS, DECK_RIFFLES, EXPLAIN]],
            show as AnswerFn,
        )
        .with_deal(
            DealArg::Given,
            FileArg {
                help: Text(
                    "File with the deck to riffle: values (1 1 2 …) or a complete pack (7-K …), shown by its values; `-` for the standard input; without a file, 1 1 1 1 2 2 2 2 …",
                ),
                required: false,
            },
        )
        .with_conflicts(&[("file", &[Shuffle::CARDS.key])]),
    ),
    solve: None,
    play: None,
    extra_verbs: &[],
};

/// The row of the total variation distance.
const TOTAL_VARIATION: &str = "total_variation";

/// States the value of a statistic.
fn statistic_clause(_: &Summary, row: &Row, value: &ValueWords) -> String {
    let name = row.field(STATISTICS.key()).map(ToString::to_string);
    let name = name.unwrap_or_default();
    let number = &value.games;
    if name == TOTAL_VARIATION {
        let percent = 100.0 * row.exact.unwrap_or(row.value);
        let decimals = decimals_for_three_digits(percent).saturating_sub(1);
        let points = decimal(percent, decimals);
        // French has the singular below 2.
        let unit = if percent < 2.0 {
            Text("points @one")
        } else {
            Text("points @several")
        };
        return tr!(
            "some event is still {points} {unit} too likely or too unlikely (total variation: {number})",
            points,
            unit,
            number
        );
    }
    if row.proportion.is_some() {
        let verb = value.verb(Text("is"), Text("are"));
        let adjective = value.agreed(Text("suspect"), Text("suspect @several"));
        return format!("{number} {verb} {adjective}");
    }
    let statistic = STATISTICS.value_phrase(&name.as_str().into());
    tr!("{statistic}: {number}", statistic, number)
}

const CARDS: Words = Words::new(
    &Shuffle::CARDS,
    "N",
    CARD,
    Text("Number of cards, from 1 to 256"),
)
.list("32,52");

const RIFFLE: Text = Text("riffle|riffles");

pub(crate) const RIFFLES: Words = Words::new(
    &Shuffle::RIFFLES,
    "M",
    RIFFLE,
    Text("Number of riffles; 0 is the sorted deck"),
)
.setting(&Shuffle::RIFFLES.with_default("1..12"));

const STATISTICS: Words = Words::new(
    &Shuffle::STATISTIC.accepting(Accepted::Words(&[
        "total_variation",
        "twins_mean",
        "suspect_rate",
        "rising_sequences_mean",
        "cut_sup_norm",
    ])),
    "X",
    Text("statistic"),
    Text("Show only the row of this statistic; --precision then applies to it alone"),
)
.section(HelpSection::Output)
.labels(&[
    Text("total variation"),
    Text("mean twin pairs"),
    Text("share of suspect decks"),
    Text("mean rising sequences"),
    Text("sup-norm of the cut"),
]);

const DECK_RIFFLES: Words = RIFFLES
    .setting(&Shuffle::RIFFLES.with_default("7"))
    .help(Text("Number of riffles of the deck; 0 leaves its order"));

fn show(args: &ParsedArgs<'_>) -> Result<Answer, Problem> {
    let states = shown_states(args)?;
    let texts: Vec<String> = states.iter().map(|state| state.text(args)).collect();
    let json: Vec<Value> = states.iter().map(ShuffleState::json).collect();
    Ok(Answer {
        text: texts.join("\n"),
        json: json!({ "states": json }),
        film: Some(picture::film(states)),
        ..Answer::default()
    })
}

/// Returns the deck that `show` writes before the first riffle and after each.
fn shown_states(args: &ParsedArgs<'_>) -> Result<Vec<ShuffleState>, Problem> {
    let values: Vec<u8> = match &args.file {
        Some(file) => read_values(file)?,
        None => (0..=u8::MAX)
            .map(card_value)
            .take(args.get(&CARDS)?)
            .collect(),
    };
    let experiment = Shuffle {
        cards: values.len(),
        riffles: args.get(&DECK_RIFFLES)?,
    };
    Ok(shuffle_states(
        &experiment,
        &values,
        Seed(args.seed),
        args.deal,
    ))
}

/// Returns a deck with these values before the first riffle and after each.
fn shuffle_states(experiment: &Shuffle, values: &[u8], seed: Seed, deal: u64) -> Vec<ShuffleState> {
    let mut states = Vec::new();
    for deck in experiment.deal_decks(seed, deal) {
        let numbers = deck.order.iter();
        states.push(ShuffleState {
            riffles: states.len(),
            values: numbers.map(|&number| values[usize::from(number)]).collect(),
            deck,
        });
    }
    states
}

/// Reads a deck of values, or the values of a complete pack: J is 11, A is 14.
fn read_values(file: &InputFile<'_>) -> Result<Vec<u8>, Problem> {
    let text = file.text(MAX_TEXT as u64)?;
    let mut words = text.split_whitespace();
    if words.next().is_some_and(|word| word.parse::<u64>().is_ok()) {
        return read_value_deck(file);
    }
    let deck = read_deck_file(file, None)?;
    Ok(deck.iter().map(|card| card.rank() + 2).collect())
}

/// A deck after some riffles.
pub struct ShuffleState {
    riffles: usize,
    /// The order of the cards, and the packet from which the last riffle took each.
    pub deck: RiffledDeck,
    /// The values of the cards, from the top of the deck.
    pub values: Vec<u8>,
}

impl ShuffleState {
    /// Returns the number of cards of the first packet.
    fn cut(&self) -> usize {
        self.deck
            .packets
            .iter()
            .filter(|packet| **packet == 1)
            .count()
    }

    /// States the number of the riffle, the sizes of its packets and the number of rising sequences.
    pub fn heading(&self) -> String {
        let riffles = self.riffles;
        let cut = self.cut();
        let remainder = self.values.len() - cut;
        let rising_sequence_count = rising_sequences(&self.deck.order);
        if riffles == 0 {
            return tr!(
                "Deck at the start; rising sequences: {rising_sequence_count}",
                rising_sequence_count
            );
        }
        tr!(
            "Riffle {riffles}: packets of {cut} + {remainder} cards; rising sequences: {rising_sequence_count}",
            riffles,
            cut,
            remainder,
            rising_sequence_count
        )
    }

    /// Returns the heading, the cards from the top in a row for each packet, and the verdict, in 80 columns.
    fn text(&self, args: &ParsedArgs<'_>) -> String {
        let mut text = self.heading() + "\n";
        if args.has(&EXPLAIN) && self.riffles == 1 {
            text += &format!("{}\n", wrapped_paragraph(EXPLANATION.translated(), 80));
        }
        for (values, packets) in self.values.chunks(26).zip(self.deck.packets.chunks(26)) {
            for packet in [1, 2].into_iter().filter(|packet| packets.contains(packet)) {
                let cell = |(value, card_packet): (&u8, &u8)| {
                    let label = if *card_packet == packet {
                        value.to_string()
                    } else {
                        String::new()
                    };
                    format!("{label:>3}")
                };
                let row: String = values.iter().zip(packets).map(cell).collect();
                text += &format!("{packet}│{}\n", row.trim_end());
            }
        }
        let verdict = suspect_verdict(&self.values);
        text + &wrapped_paragraph(&verdict, 80) + "\n"
    }

    fn json(&self) -> Value {
        let mut json = suspect_json(&self.values);
        json["deck"] = json!(self.values);
        json["rising_sequences"] = json!(rising_sequences(&self.deck.order));
        json["cut"] = json!(self.cut());
        json["interleaving"] = json!(self.deck.packets);
        json
    }
}

const EXPLANATION: Text = Text(
    "A coin is flipped for each card: heads, it comes from packet 1 (the cut is the number of \
     heads); tails, from packet 2.",
);

const TWIN_PAIR: Text = Text("twin pair|twin pairs");
const QUADRUPLET: Text = Text("quadruplet|quadruplets");
const OCTUPLET: Text = Text("octuplet|octuplets");

/// States whether a deck of values is suspect: the number of each pattern beside that of a suspect deck.
pub(crate) fn suspect_verdict(values: &[u8]) -> String {
    verdict_with_spaces(values, " ")
}

/// Returns the verdict about a deck; `space` separates the words about one pattern.
pub fn verdict_with_spaces(values: &[u8], space: &str) -> String {
    let verdict = if is_suspect(values) {
        Text("Suspect deck")
    } else {
        Text("Deck not suspect")
    };
    let mut counts = Vec::new();
    for pattern in pattern_counts(values) {
        let from = if counts.is_empty() {
            tr!("suspect from")
        } else {
            tr!("from")
        };
        let noun = match pattern.name {
            "twins" => TWIN_PAIR,
            "quadruplets" => QUADRUPLET,
            _ => OCTUPLET,
        };
        let patterns = quantity(pattern.count as u64, noun);
        let count = format!("{patterns} ({from} {})", pattern.suspect_from);
        counts.push(count.replace(' ', space));
    }
    let counts = counts.join(", ");
    tr!("{verdict}: {counts}", verdict, counts)
}

/// Returns the number of each pattern, and the number from which the deck is suspect.
pub(crate) fn suspect_json(values: &[u8]) -> Value {
    let mut json = json!({ "suspect": is_suspect(values) });
    for PatternCount {
        name,
        count,
        suspect_from,
    } in pattern_counts(values)
    {
        json[name] = json!({ "count": count, "suspect_from": suspect_from });
    }
    json
}
