//! Riffle shuffles (handout 003, part 2). Players make no choices: `show` riffles one deck.

use crate::prelude::*;
use crate::{read_deck_file, read_value_deck};
use pioche_engine::cards::riffle::{card_value, is_suspect, pattern_counts, rising_sequences};
use pioche_engine::experiments::shuffle::{RiffledDeck, Shuffle};
use pioche_report::{
    lang::decimal, number::decimals_for_three_digits, question::row_name, table::wrapped_paragraph,
};

/// The topic. It has no `play` and no `solve`, since a shuffle is not a game.
pub static TOPIC: Topic = Topic {
    name: "shuffle",
    alias: None,
    title: Text("The riffle shuffle"),
    question: FindingWords {
        main_row: |_| TOTAL_VARIATION.to_owned(),
        clause: statistic_clause,
        row_phrase: |_, name| TOPIC.rows.value_phrase(&name.into()),
        statistics: &[],
        handout: &[(Shuffle::RIFFLES.key, "7")],
    },
    notes: |_| Vec::new(),
    adjust_picture,
    simulate: Verb::new(
        Text("The riffle shuffle: how far from uniform is the deck?"),
        &[&[CARDS, RIFFLES]],
        (|settings| Ok(Box::new(Shuffle::from_settings(settings)?))) as ExperimentFn,
    )
    .with_lists(),
    rows: Words::new(
        &Shuffle::STATISTIC.accepting(Accepted::Words(&[
            TOTAL_VARIATION,
            "twins_mean",
            "suspect_rate",
            "rising_sequences_mean",
            "cut_sup_norm",
        ])),
        "X",
        Text("statistic"),
        Text("Show only the row of this statistic; --precision then applies to it alone"),
    )
    .labels(&[
        Text("total variation"),
        Text("mean twin pairs"),
        Text("share of suspect decks"),
        Text("mean rising sequences"),
        Text("sup-norm of the cut"),
    ])
    .list("total_variation,twins_mean"),
    starts: single_start,
    show: Some(
        Verb::new(
            Text("One deck, riffle by riffle; is it suspect?"),
            &[&[
                CARDS,
                RIFFLES
                    .setting(&Shuffle::RIFFLES.with_default("7"))
                    .help(Text("Number of riffles of the deck; 0 leaves its order")),
                EXPLAIN,
            ]],
            show as AnswerFn,
        )
        .with_deal(
            DealArg::Given,
            FileArg {
                help: Text(
                    "File with the deck to riffle: values (1 1 2 …) or cards (7-K …), shown by their values; `-` for the standard input; without a file, 1 1 1 1 2 2 2 2 …",
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

const CARDS: Words = Words::new(
    &Shuffle::CARDS,
    "N",
    CARD,
    Text("Number of cards, from 1 to 256"),
)
.list("32,52");

pub(crate) const RIFFLES: Words = Words::new(
    &Shuffle::RIFFLES.with_default("1..12"),
    "M",
    Text("riffle|riffles"),
    Text("Number of riffles; 0 is the sorted deck"),
)
.list("1..12");

/// States the value of a statistic.
fn statistic_clause(summary: &Summary, row: &Row, value: &ValueWords) -> String {
    let number = &value.games;
    if row.proportion.is_some() {
        let verb = value.verb(Text("is suspect"), Text("are suspect"));
        return format!("{number} {verb}");
    }
    let name = row_name(summary, row);
    if name != TOTAL_VARIATION {
        let statistic = TOPIC.rows.value_phrase(&name.as_str().into());
        return tr!("{statistic}: {number}", statistic, number);
    }
    let percent = 100.0 * row.exact.unwrap_or(row.value);
    let decimals = decimals_for_three_digits(percent).saturating_sub(1);
    tr!(
        "some event is still {points} {unit} too likely or too unlikely (total variation: {number})",
        points = decimal(percent, decimals),
        // French has the singular below 2.
        unit = plural_form(percent as u64, Text("points|points").translated()),
        number
    )
}

/// Adds the handout's number of riffles to a line of distances.
fn adjust_picture(question: &Question<'_>, picture: &mut Chart) {
    /// The number of riffles that the handout calls enough.
    const ENOUGH: f64 = 7.0;
    if question.row_name() == Some(TOTAL_VARIATION)
        && let PictureContent::Plot(plot) = &mut picture.content
    {
        plot.y_label = tr!("Distance (1: not shuffled, 0: uniform)");
        let points = || plot.lines.iter().flat_map(|line| &line.points);
        let has_more = points().any(|point| point.x > ENOUGH);
        let has_fewer = points().any(|point| point.x < ENOUGH);
        let riffles_vary = question.differing_keys.contains(&Shuffle::RIFFLES.key);
        if riffles_vary && has_more && has_fewer {
            let name = tr!("the handout: {ENOUGH} are enough", ENOUGH);
            plot.reference = Some((ENOUGH, name));
        }
    }
}

/// A deck after some riffles.
struct ShuffleState {
    /// The number of the riffle, the sizes of its packets and the number of rising sequences, as a sentence.
    heading: String,
    /// The order of the cards, and the packet from which the last riffle took each.
    deck: RiffledDeck,
    /// The values of the cards, from the top of the deck.
    values: Vec<u8>,
}

/// Shows a deck before the first riffle and after each.
fn show(args: &ParsedArgs<'_>) -> Result<Answer, Problem> {
    let mut experiment = Shuffle::from_settings(&args.settings)?;
    let sorted_values = match &args.file {
        Some(file) => read_values(file)?,
        None => (0..=u8::MAX)
            .map(card_value)
            .take(experiment.cards)
            .collect(),
    };
    experiment.cards = sorted_values.len();
    let mut texts = Vec::new();
    let mut json = Vec::new();
    let mut states = Vec::new();
    for deck in experiment.deal_decks(Seed(args.seed), args.deal) {
        let riffles = states.len();
        let order = deck.order.iter();
        let values: Vec<u8> = order
            .map(|&card| sorted_values[usize::from(card)])
            .collect();
        let cut = deck.packets.iter().filter(|packet| **packet == 1).count();
        let rising_sequence_count = rising_sequences(&deck.order);
        let mut state_json = suspect_json(&values);
        state_json["deck"] = json!(values);
        state_json["rising_sequences"] = json!(rising_sequence_count);
        state_json["cut"] = json!(cut);
        state_json["interleaving"] = json!(deck.packets);
        json.push(state_json);
        let heading = if riffles == 0 {
            tr!(
                "Deck at the start; rising sequences: {rising_sequence_count}",
                rising_sequence_count
            )
        } else {
            tr!(
                "Riffle {riffles}: packets of {cut} + {remainder} cards; rising sequences: {rising_sequence_count}",
                riffles,
                cut,
                remainder = values.len() - cut,
                rising_sequence_count
            )
        };
        let state = ShuffleState {
            heading,
            deck,
            values,
        };
        texts.push(state.text(args.has(&EXPLAIN) && riffles == 1));
        states.push(state);
    }
    Ok(Answer {
        text: texts.join("\n"),
        json: json!({ "states": json }),
        film: Some(film(states)),
        ..Answer::default()
    })
}

/// Reads a deck of values, or the values of a complete pack: J is 11, A is 14.
fn read_values(file: &InputFile<'_>) -> Result<Vec<u8>, Problem> {
    let text = file.text()?;
    let mut words = text.split_whitespace();
    if words.next().is_some_and(|word| word.parse::<u64>().is_ok()) {
        return read_value_deck(file);
    }
    let deck = read_deck_file(file, None)?;
    Ok(deck.iter().map(|card| card.rank() + 2).collect())
}

impl ShuffleState {
    /// Returns the heading, the cards from the top in a row for each packet, and the verdict, in 80 columns.
    fn text(&self, is_explained: bool) -> String {
        let mut paragraphs = vec![self.heading.clone()];
        if is_explained {
            let explanation = tr!(
                "A coin is flipped for each card: heads, it comes from packet 1 (the cut is the number of \
                 heads); tails, from packet 2."
            );
            paragraphs.push(wrapped_paragraph(&explanation, 80));
        }
        let lines = self.values.chunks(CARDS_PER_LINE);
        for (values, packets) in lines.zip(self.deck.packets.chunks(CARDS_PER_LINE)) {
            for packet in [1, 2] {
                let mut row = format!("{packet}│");
                for (value, card_packet) in values.iter().zip(packets) {
                    if *card_packet == packet {
                        row += &format!("{value:>3}");
                    } else {
                        row += "   ";
                    }
                }
                if packets.contains(&packet) {
                    paragraphs.push(row.trim_end().to_owned());
                }
            }
        }
        paragraphs.push(wrapped_paragraph(&suspect_verdict(&self.values), 80));
        paragraphs.join("\n") + "\n"
    }

    /// Returns the distance from one card of a line to the next.
    fn pitch(&self) -> f64 {
        let columns = self.values.len().min(CARDS_PER_LINE);
        ((WIDTH - 2.0 * MARGIN - NAMES_WIDTH) / columns as f64).min(68.0)
    }

    fn card_height(&self) -> f64 {
        0.9 * (self.pitch() / 66.0 * 100.0).trunc()
    }

    /// Returns the centre of the card at a place of the deck. Packet 1 lies above packet 2.
    fn position(&self, place: usize, packet: u8) -> Point {
        let column = (place % CARDS_PER_LINE) as f64;
        let line = (place / CARDS_PER_LINE) as f64;
        let upper = 58.0 + (0.5 + 2.1 * line) * self.card_height();
        (
            MARGIN + NAMES_WIDTH + (column + 0.5) * self.pitch(),
            upper + 0.75 * self.card_height() * f64::from(packet - 1),
        )
    }

    /// Returns the height of the words below the cards.
    fn verdict_y(&self) -> f64 {
        let (_, y) = self.position(self.values.len() - 1, 2);
        y + self.card_height() / 2.0 + 28.0
    }

    fn shapes(&self, is_riffled: bool) -> Vec<Shape> {
        let max_value = *self.values.iter().max().unwrap_or(&1);
        let mut shapes = Vec::new();
        for (place, &value) in self.values.iter().enumerate() {
            let position = self.position(place, self.deck.packets[place]);
            let id = ("card", self.deck.order[place].into());
            let card = Shape::value_card(id, value, max_value, position);
            shapes.push(card.with_scale(self.card_height() / 90.0));
        }
        if is_riffled {
            for place in (0..self.values.len()).step_by(CARDS_PER_LINE) {
                for packet in [1, 2] {
                    let (_, y) = self.position(place, packet);
                    let id = ("packet", 2 * place as u32 + u32::from(packet));
                    let name = tr!("packet {packet}", packet);
                    shapes.push(Caption::new(13.0, 64.0).shape(id, (MARGIN, y + 5.0), &name));
                }
            }
        }
        let heading = Caption::new(17.0, 720.0).bold();
        shapes.push(heading.shape(("heading", 0), (MARGIN, 34.0), &self.heading));
        let verdict = suspect_verdict(&self.values);
        let position = (MARGIN, self.verdict_y());
        shapes.push(Caption::new(16.0, 724.0).shape(("verdict", 0), position, &verdict));
        shapes
    }
}

/// States whether a deck of values is suspect: the number of each pattern beside that of a suspect deck.
pub(crate) fn suspect_verdict(values: &[u8]) -> String {
    let [twins, quadruplets, octuplets] = pattern_counts(values);
    tr!(
        "{verdict}: {twins} (suspect from {twin_limit}), {quadruplets} (from {quadruplet_limit}), {octuplets} (from {octuplet_limit})",
        verdict = if is_suspect(values) {
            Text("Suspect deck")
        } else {
            Text("Deck not suspect")
        },
        twins = quantity(twins.count as u64, Text("twin pair|twin pairs")),
        twin_limit = twins.suspect_from,
        quadruplets = quantity(quadruplets.count as u64, Text("quadruplet|quadruplets")),
        quadruplet_limit = quadruplets.suspect_from,
        octuplets = quantity(octuplets.count as u64, Text("octuplet|octuplets")),
        octuplet_limit = octuplets.suspect_from
    )
}

/// Returns the number of each pattern, and the number from which the deck is suspect.
pub(crate) fn suspect_json(values: &[u8]) -> Value {
    let mut json = json!({ "suspect": is_suspect(values) });
    for pattern in pattern_counts(values) {
        json[pattern.name] =
            json!({ "count": pattern.count, "suspect_from": pattern.suspect_from });
    }
    json
}

const WIDTH: f64 = 760.0;
const CARDS_PER_LINE: usize = 26;
/// The width of the names of the packets, at the left of the cards.
const NAMES_WIDTH: f64 = 66.0;

/// Draws the deck before the first riffle and after each.
fn film(states: Vec<ShuffleState>) -> Film {
    let size = (WIDTH, states[0].verdict_y() + 40.0);
    Film::new(TOPIC.title, size, states.len(), move |state| {
        states[state].shapes(state > 0)
    })
}
