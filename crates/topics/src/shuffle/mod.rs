//! The topic of riffle shuffles (handout 003, part 2), and its command `show`: one deck, riffle by riffle.

mod figures;

pub use figures::{exact_distance, riffle_run};

use crate::replay::EXPLAIN;
use crate::setting::{CARD, OptionSpec};
use crate::verb::{CommandOutput, FileArg, InputFile, ParsedArgs, SimulateVerb, VerbSpec};
use crate::{Topic, TopicGlossary, boxed_experiment, read_deck_file, read_value_deck};
use pioche_engine::cards::deck::MAX_TEXT;
use pioche_engine::cards::riffle::{
    PatternCount, card_value, is_suspect, pattern_counts, rising_sequences,
};
use pioche_engine::experiments::shuffle::{RiffledDeck, Shuffle};
use pioche_engine::sim::{Accepted, Row, Seed, Summary};
use pioche_report::lang::help::{CommandExample, HelpSection};
use pioche_report::lang::{Problem, Text, decimal, quantity, tr};
use pioche_report::number::decimals_for_three_digits;
use pioche_report::table::wrapped_paragraph;
use pioche_report::value_words::{FindingWords, ValueWords};
use serde_json::{Value, json};

/// The topic. It has no `play` and no `solve`, since a shuffle is not a game.
pub static TOPIC: Topic = Topic {
    name: "shuffle",
    alias: None,
    other_names: &["riffle", "riffles", "melange"],
    glossary: GLOSSARY,
    examples: EXAMPLES,
    notes: |_| Vec::new(),
    adjust_picture: figures::adjust_picture,
    simulate: SIMULATE,
    solve: None,
    show: Some(SHOW),
    extra_verbs: &[],
};

const EXAMPLES: &[CommandExample] = &[
    (
        "simulate shuffle --riffles 1..12",
        Text("how many riffles are enough"),
    ),
    (
        "simulate shuffle --cards 32 --chart riffles.png",
        Text("the same for 32 cards, as a picture"),
    ),
    (
        "show shuffle --riffles 3",
        Text("three riffles of a new deck"),
    ),
];

const SIMULATE: SimulateVerb = SimulateVerb {
    about: Text("The riffle shuffle: how far from uniform is the deck?"),
    options: &[CARDS.list("32,52"), RIFFLES.list("1..12")],
    row_option: STATISTIC.list("total_variation,twins_mean"),
    statistic_option: None,
    build_experiments: |settings| Ok(vec![boxed_experiment(Shuffle::from_settings(settings)?)]),
};

/// The words of the topic for columns and values.
pub const GLOSSARY: TopicGlossary = TopicGlossary {
    title: Text("The riffle shuffle"),
    own_terms: &[
        ("separation", Text("separation, exact")),
        ("suspect", Text("suspect decks")),
        ("rising_sequences", Text("rising sequences")),
        ("cut", Text("first cut")),
        ("twins", Text("twin pairs")),
        ("quadruplets", Text("quadruplets")),
        ("octuplets", Text("octuplets")),
    ],
    settings: &[CARDS, RIFFLES, STATISTIC],
    finding: FindingWords {
        main_row: |_| TOTAL_VARIATION.to_owned(),
        clause: statistic_clause,
        row_phrase: |_, name| STATISTIC.value_text(&name.to_owned()),
        statistics: &[],
        handout: &[(Shuffle::RIFFLES.key, "7")],
    },
};

/// The row of the total variation distance.
const TOTAL_VARIATION: &str = "total_variation";

/// States the value of a statistic.
fn statistic_clause(_: &Summary, row: &Row, value: &ValueWords) -> String {
    let name = row.field(STATISTIC.key()).map(ToString::to_string);
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
    let statistic = STATISTIC.value_text(&name.to_owned());
    tr!("{statistic}: {number}", statistic, number)
}

const CARDS: OptionSpec =
    OptionSpec::count(&Shuffle::CARDS, CARD, "N").help("Number of cards, from 1 to 256");

const RIFFLE: Text = Text("riffle|riffles");

pub(crate) const RIFFLES: OptionSpec = OptionSpec::count(&Shuffle::RIFFLES, RIFFLE, "M")
    .help("Number of riffles; 0 is the sorted deck")
    .setting(&Shuffle::RIFFLES.with_default("1..12"));

const STATISTIC: OptionSpec = OptionSpec::new(
    &Shuffle::STATISTIC.accepting(Accepted::Words(&[
        "total_variation",
        "twins_mean",
        "suspect_rate",
        "rising_sequences_mean",
        "cut_sup_norm",
    ])),
    Text("statistic"),
    "X",
)
.help("Show only the row of this statistic; --precision then applies to it alone")
.group(HelpSection::Output)
.word_labels(&[
    Text("total variation"),
    Text("mean twin pairs"),
    Text("share of suspect decks"),
    Text("mean rising sequences"),
    Text("sup-norm of the cut"),
]);

const DECK_RIFFLES: OptionSpec = RIFFLES
    .setting(&Shuffle::RIFFLES.with_default("7"))
    .help("Number of riffles of the deck; 0 leaves its order");

const SHOW: VerbSpec = VerbSpec::with_deal(
    Text("One deck, riffle by riffle; is it suspect?"),
    FileArg {
        help: Text(
            "File with the deck to riffle: values (1 1 2 …) or a complete pack (7-K …), shown by \
             its values; `-` for the standard input; without a file, 1 1 1 1 2 2 2 2 …",
        ),
        required: false,
        conflicts_with: &[Shuffle::CARDS.key],
    },
    &[CARDS, DECK_RIFFLES, EXPLAIN],
    show,
);

fn show(args: &ParsedArgs<'_>) -> Result<CommandOutput, Problem> {
    Ok(show_output(&shown_states(args)?, args))
}

/// Returns the deck that `show` writes before the first riffle and after each.
///
/// # Errors
/// When the settings or the file of the deck are refused.
pub fn shown_states(args: &ParsedArgs<'_>) -> Result<Vec<ShuffleState>, Problem> {
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

/// Writes the states of a deck.
pub fn show_output(states: &[ShuffleState], args: &ParsedArgs<'_>) -> CommandOutput {
    let texts: Vec<String> = states.iter().map(|state| state.text(args)).collect();
    let json: Vec<Value> = states.iter().map(ShuffleState::json).collect();
    CommandOutput::from_text(texts.join("\n")).with_json(json!({ "states": json }))
}

/// Returns a deck with these values before the first riffle and after each.
pub fn shuffle_states(
    experiment: &Shuffle,
    values: &[u8],
    seed: Seed,
    deal: u64,
) -> Vec<ShuffleState> {
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
        let mut text = self.heading().to_owned() + "\n";
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
    {
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
        let verdict = verdict.translated();
        let counts = counts.join(", ");
        tr!("{verdict}: {counts}", verdict, counts)
    }
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
