//! Bataille (handout 003). Players make no choices: `show` writes one game, round by round.

use crate::OUTCOMES;
use crate::duel::{outcome_clause, outcome_phrase};
use crate::prelude::*;
use pioche_engine::experiments::{bataille::Bataille, decks::ShuffleMethod};
use pioche_engine::games::bataille::{
    BatailleEnding,
    BatailleOutcome::{CutOff, Endless, Unresolved},
    BatailleRules, BatailleState, Hands, HandsError, LayingOrder, PickupOrder, ValueCount,
    cycle::{BatailleCycle, Wheels},
    pickup::PickupDraws,
    state::Face::{Down, Up},
    state::RoundEvent::{self, OutOfCards, PairLaid, TrickTaken},
    table::CardTable,
};

/// The topic. It has no `play` command, since players make no choices.
pub static TOPIC: Topic = Topic {
    name: "bataille",
    alias: None,
    title: Text("Bataille"),
    question: FindingWords {
        main_row: |summary| {
            let game = summary.experiment_as::<Bataille>();
            let can_be_endless = game
                .is_some_and(|game| game.max_rounds.is_none() && game.order == LayingOrder::Fixed);
            if can_be_endless { "endless" } else { "player1" }.to_owned()
        },
        clause: outcome_clause,
        row_phrase: outcome_phrase,
        statistics: &[ROUNDS, PERIOD],
        handout: &[],
    },
    notes,
    adjust_picture: |_, _| {},
    simulate: Verb::new(
        Text("Bataille: who wins, in how many rounds, and how often the game is endless"),
        &[SETTINGS],
        (|settings| Ok(Box::new(Bataille::from_settings(settings)?))) as ExperimentFn,
    )
    .with_lists(),
    rows: OUTCOMES.list("player1,endless"),
    starts: single_start,
    show: Some(
        Verb::new(
            Text(
                "Bataille, round by round, to the end or to the first repeated state, or for at most --turns rounds",
            ),
            &[SETTINGS, &[EXPLAIN]],
            show as AnswerFn,
        )
        .with_deal(
            DealArg::Given,
            FileArg {
                help: Text(
                    "File with player 1's hand on the first line and player 2's on the second, top card first; `-` for the standard input; without a file, the deal of --seed and --deal",
                ),
                required: false,
            },
        )
        .with_conflicts(&[("file", &["seed", "deal", Bataille::SHUFFLE.key])]),
    ),
    solve: None,
    play: None,
    extra_verbs: &[],
};

const SETTINGS: &[Words] = &[
    Words::new(
        &Bataille::VALUES,
        "V",
        Text("value|values"),
        Text("Number of values, of four cards each"),
    )
    .list("11..13"),
    Words::new(
        &Bataille::ORDER,
        "ORDER",
        Text("order"),
        Text("Player who lays first: always player 1 (fixed), or the players in turn (alternating)"),
    )
    .phrase(|order| match LayingOrder::from_value(order) {
        Some(LayingOrder::Fixed) => tr!("player 1 always lays first"),
        _ => tr!("the players take turns to lay first"),
    })
    .labels(&[Text("fixed order"), Text("alternating order")])
    .list("fixed,alternating"),
    Words::new(
        &Bataille::SHUFFLE,
        "SHUFFLE",
        Text("shuffle"),
        Text("Shuffle of the sorted deck: riffle:m for m riffles (0 to 1000), or uniform"),
    )
    .phrase(|shuffle| match ShuffleMethod::from_value(shuffle) {
        Some(ShuffleMethod::Riffle(riffles)) => {
            quantity(riffles.into(), Text("riffle|riffles @shuffle"))
        }
        _ => tr!("uniform shuffle"),
    })
    .parse(|text| {
        text.parse()
            .map(|shuffle: ShuffleMethod| shuffle.field_value())
            .map_err(|_| {
                problem!(
                    "“{text}” is neither “uniform” nor “riffle:m” with m from 0 to 1000",
                    text
                )
            })
    })
    .list("uniform,riffle:1..12"),
    // The parameter `turns` of the handout's `game` (003, 3.3).
    Words::new(
        &Bataille::MAX_ROUNDS,
        "N",
        Text("rounds at most"),
        Text(
            "Number of rounds, as in game(turns), after which the player with more cards wins and equal hands \
             are a draw; none: no limit",
        ),
    )
    .phrase(|limit| match limit.number() {
        Some(limit) => quantity(limit, Text("round at most|rounds at most")),
        None => tr!("no limit"),
    }),
    Words::new(
        &Bataille::PICKUP,
        "ORDER",
        Text("picking up"),
        Text(
            "Order in which the cards of a trick go under the winner's hand",
        ),
    )
    .labels(&[
        Text("picked up as laid"),
        Text("winner's cards first"),
        Text("loser's cards first"),
        Text("won cards shuffled"),
    ])
    .list("laid,winner-first"),
    Words::new(
        &Bataille::FACE_DOWN,
        "N",
        Text("card face down|cards face down"),
        Text(
            "Number of cards that each player lays face down in a battle",
        ),
    )
    .list("0..3"),
    Words::new(
        &Bataille::OUT_OF_CARDS,
        "RULE",
        Text("out of cards"),
        Text(
            "Rule when a player has too few cards for a battle: the hands are counted (count), or the last card \
             is compared (last-card)",
        ),
    )
    .labels(&[Text("hands counted"), Text("the last card counts")])
    .list("count,last-card"),
];

/// The number of rounds of a game that ends.
const ROUNDS: Statistic = Statistic {
    name: "rounds",
    columns: &["rounds"],
    label: Text("rounds of the finite games"),
    heading: Text("rounds"),
    scope: Text(" of the finite games"),
    direction: CountDirection::MoreThan,
    curve_label: Text("Finite games still running after n rounds"),
    number_label: Text("n, rounds"),
    ..Statistic::NEW
};

/// The number of rounds after which the state of an endless game is repeated.
const PERIOD: Statistic = Statistic {
    name: "period",
    columns: &["period"],
    label: Text("period of the endless games"),
    curve_label: Text("Endless games with a period of at most n rounds"),
    number_label: Text("n, rounds"),
    ..Statistic::NEW
};

/// Returns the reason of endless games, which holds for cards that are picked up in the order laid, and the meaning of
/// unresolved games.
fn notes(summaries: &[Summary]) -> Vec<String> {
    let has_outcome = |summary: &Summary, outcome| {
        let share = summary.proportion(outcome);
        share.is_some_and(|share| share.count > 0)
    };
    let is_explained = |summary: &Summary| {
        let game = summary.experiment_as::<Bataille>();
        let has_fixed_order = game.is_some_and(|game| {
            game.order == LayingOrder::Fixed && game.pickup == PickupOrder::Laid
        });
        has_fixed_order && has_outcome(summary, "endless")
    };
    let mut notes = Vec::new();
    if summaries.iter().any(is_explained) {
        notes.push(tr!(
            "Endless: if player 1 always lays first, the order of won cards never varies; with --order alternating it does."
        ));
    }
    if summaries
        .iter()
        .any(|summary| has_outcome(summary, "unresolved"))
    {
        notes.push(tr!(
            "Unresolved: neither an end nor a repeated state within {rounds}; endless games are those \
             in which a state is repeated within them.",
            rounds = rounds_text(BatailleRules::MAX_ROUNDS)
        ));
    }
    notes
}

fn rounds_text(rounds: u64) -> String {
    quantity(rounds, Text("round|rounds"))
}

const PLAYERS: [Player; 2] = [Player::One, Player::Two];

fn show(args: &ParsedArgs<'_>) -> Result<Answer, Problem> {
    let experiment = Bataille::from_settings(&args.settings)?;
    let seed = Seed(args.seed);
    let mut replay = Replay::default();
    let start = match &args.file {
        Some(file) => {
            let (hands, warnings) = read_hands(file, "", experiment.values)?;
            replay.remarks = warnings;
            BatailleState::with_hands(&hands, experiment.rules())
        }
        None => experiment.initial_state(seed, args.deal),
    };
    let draws = experiment.pickup_draws(seed, args.deal);
    let game = ShownGame::new(start, &draws, experiment.max_rounds);
    let legend =
        Text("Key: “1:3”, player 1 lays a 3; “1:(3)”, face down; “[9 – 3]”, cards in hand.");
    replay.boards = vec![format!("{}\n\n{legend}", hands_text(&game.start))];
    game.add_rounds(&mut replay);
    replay.result = format!("{}\n{}", game.result_text(), hands_text(&game.last_state));
    replay.json = game.json();
    replay.film = Some(film(game));
    Ok(replay.answer(args))
}

/// Reads a deck of values, at most four cards of each. They are on one line, or on two, like the hands of a game.
pub(crate) fn read_value_deck(file: &InputFile<'_>) -> Result<Vec<u8>, Problem> {
    let (hands, mut warnings) = read_hands(file, "\n\n", ValueCount::MAX)?;
    match warnings.pop() {
        Some(warning) => Err(Problem::from(warning)),
        None => Ok([hands.player1_hand(), hands.player2_hand()].concat()),
    }
}

/// Reads hands, followed by `ending`, also with the words and brackets of programs: `Player 1 : [3, 1, 2]`. Returns a
/// warning for each value with more than four cards, which are accepted.
fn read_hands(
    file: &InputFile<'_>,
    ending: &str,
    values: ValueCount,
) -> Result<(Hands, Vec<String>), Problem> {
    let text = file.text()?;
    let has_lists = text.contains('[');
    let mut plain_text = String::new();
    for line in text.replace("], [", "]\n[").replace("],[", "]\n[").lines() {
        if has_lists && !line.contains('[') {
            continue;
        }
        let start = line.rfind([':', '=']).map_or(0, |place| place + 1);
        // Values keep their columns for messages.
        for (place, sign) in line.char_indices() {
            let is_blank = place < start || "[](),".contains(sign);
            plain_text.push(if is_blank { ' ' } else { sign });
        }
        plain_text.push('\n');
    }
    let hands = Hands::parse(&(plain_text + ending), values)
        .map_err(|error| hands_problem(&file.name, error))?;
    let mut warnings = Vec::new();
    for (value, count) in hands.overfull_values() {
        warnings.push(tr!(
            "{file}: value {value} appears {count} times; a pack has only 4 cards of it",
            file = file.name,
            value,
            count
        ));
    }
    Ok((hands, warnings))
}

fn hands_problem(file: &str, error: HandsError) -> Problem {
    let (position, reason) = match error {
        HandsError::NotANumber(position, word) => (
            position,
            tr!("“{word}” is not a value: a whole number is expected", word),
        ),
        HandsError::UnknownValue(position, value, values) => (
            position,
            tr!("“{value}” is not a value from 1 to {values}", value, values),
        ),
        HandsError::ThirdLine(position) => (
            position,
            tr!("a third line is too many: one line for each hand"),
        ),
        HandsError::NoSecondLine => {
            return problem!(
                "{file}, line 2: the hand of player 2 is missing (an empty line is an empty hand)",
                file
            );
        }
        HandsError::TooManyCards(cards) => {
            return problem!(
                "{file}: {cards} cards; at most 256 are accepted",
                file,
                cards
            );
        }
    };
    Problem::at_position(file, (position.line, position.column), reason)
}

fn hands_text(state: &BatailleState) -> String {
    let [one, two] = PLAYERS.map(|player| {
        let values: Vec<String> = state.hand(player).map(|value| value.to_string()).collect();
        if values.is_empty() {
            tr!("(empty hand)")
        } else {
            values.join(" ")
        }
    });
    tr!("Player 1: {one}\nPlayer 2: {two}", one, two)
}

/// A game that is played to its end, with the rounds that are shown of it.
struct ShownGame {
    start: BatailleState,
    /// The rounds that are shown: all or, if a state is repeated, those up to its repetition.
    course: Course<CardTable>,
    /// The outcome and the number of rounds of the whole game.
    ending: BatailleEnding,
    /// The last state of the game, which may follow those that are shown.
    last_state: BatailleState,
    /// The cycle that ends the shown rounds, if a state is repeated.
    cycle: Option<BatailleCycle>,
}

/// The number of rounds that are shown of an unresolved game.
const UNRESOLVED_ROUNDS: u64 = 1000;

impl ShownGame {
    /// Plays a game, at most `max_rounds` rounds; without a limit, an endless game is recognized. `draws` shuffle the cards
    /// of a trick where the rule asks for it.
    fn new(start: BatailleState, draws: &PickupDraws, max_rounds: Option<u64>) -> Self {
        let mut last_state = start.clone();
        let ending = last_state.play_to_end(&mut draws.clone(), max_rounds.unwrap_or(u64::MAX));
        let unlimited = start.clone().play_to_end(&mut draws.clone(), u64::MAX);
        let mut cycle = None;
        if let Endless { period, pre_period } = unlimited.outcome
            && unlimited.rounds <= ending.rounds
        {
            let mut repeated_state = start.clone();
            repeated_state.play_rounds(&mut draws.clone(), pre_period);
            if let Endless { .. } = ending.outcome {
                last_state.clone_from(&repeated_state);
            }
            cycle = Some(BatailleCycle::new(repeated_state, period, pre_period));
        }
        let shown_rounds = match ending.outcome {
            Unresolved => UNRESOLVED_ROUNDS,
            _ => ending.rounds.min(unlimited.rounds),
        };
        let mut course = Course::new(CardTable::new(start.clone(), draws.clone()));
        let is_shown =
            |table: &CardTable| table.rounds() == shown_rounds && table.trick().is_empty();
        while !is_shown(course.last()) && course.push_forced() {}
        Self {
            start,
            course,
            ending,
            last_state,
            cycle,
        }
    }

    /// Adds a line for each round, and its explanation.
    fn add_rounds(&self, replay: &mut Replay) {
        let mut line = String::new();
        self.course.for_each_step(|Step { after: table, .. }| {
            let result = match table.last_event() {
                None => return,
                Some(PairLaid { laid, face }) => {
                    if table.trick().len() == 1 {
                        line = format!("{:>5} ", table.rounds());
                    }
                    for (player, value) in laid.into_iter().flatten() {
                        let number = player.number();
                        line += &match face {
                            Up => format!(" {number}:{value}"),
                            Down => format!(" {number}:({value})"),
                        };
                    }
                    return;
                }
                Some(event @ TrickTaken { player, cards }) => {
                    let mut explanation = event_text(event);
                    if cards > 2 {
                        explanation = format!("{} {explanation}", tr!("Battle!"));
                    }
                    replay.explanations.push(explanation);
                    tr!("player {number}", number = player.number())
                }
                Some(OutOfCards) => tr!("no winner: a player has no card left to lay"),
            };
            let [one, two] = table.hand_sizes();
            let round = format!("{line}  → {result} [{one} – {two}]");
            replay.moves.push(round);
        });
    }

    /// States how the game ends.
    fn ending_text(&self) -> String {
        let rounds = rounds_text(self.ending.rounds);
        let [one, two] = PLAYERS.map(|player| self.last_state.hand_size(player));
        let leader = self.last_state.leader();
        let player = leader.map_or(0, Player::number);
        match (self.ending.outcome, leader) {
            (Endless { period, pre_period }, _) => tr!(
                "Round {number} ends in the same state as round {pre_period}: endless game, period {period}.",
                number = self.ending.rounds,
                pre_period,
                period
            ),
            (CutOff { .. }, Some(_)) => tr!(
                "Cut off after {rounds}: player {player} holds more cards ({one} – {two}) and wins.",
                rounds,
                player,
                one,
                two
            ),
            (CutOff { .. }, None) => tr!(
                "Cut off after {rounds}: both players hold the same number of cards ({one} – {two}), a draw.",
                rounds,
                one,
                two
            ),
            (Unresolved, _) => tr!(
                "Neither an end nor a repetition in {rounds}: unresolved. Only {shown_rounds} are written.",
                rounds,
                shown_rounds = rounds_text(UNRESOLVED_ROUNDS)
            ),
            (_, Some(_)) => tr!("Player {player} wins ({rounds}).", player, rounds),
            (_, None) => tr!("Draw ({rounds}).", rounds),
        }
    }

    /// States how the game ends and, if a state is repeated, the repetition.
    fn result_text(&self) -> String {
        let ending = self.ending_text();
        let Some(cycle) = self.cycle else {
            return ending;
        };
        let description = cycle_text(cycle);
        if let Endless { .. } = self.ending.outcome {
            return format!("{ending}\n{description}");
        }
        let repetition = tr!(
            "Round {rounds} ends in the same state as round {pre_period}; the rounds that follow \
             repeat, with period {period}.",
            rounds = cycle.pre_period + cycle.period,
            pre_period = cycle.pre_period,
            period = cycle.period
        );
        format!("{repetition}\n{description}\n{ending}")
    }

    fn json(&self) -> Value {
        let hand = |state: &BatailleState, player| Vec::from_iter(state.hand(player));
        json!({
            "start": {
                "player1": hand(&self.start, Player::One),
                "player2": hand(&self.start, Player::Two),
            },
            "outcome": self.ending.outcome.name(),
            "rounds": self.ending.rounds,
            "player1": hand(&self.last_state, Player::One),
            "player2": hand(&self.last_state, Player::Two),
            "period": self.cycle.map(|cycle| cycle.period),
            "pre_period": self.cycle.map(|cycle| cycle.pre_period),
            "cycle": self.cycle.map(|cycle| json!({
                "player1": cycle.wheels.map(|wheels| 2 * wheels.pairs[0]),
                "ratio": cycle.wheels.map(Wheels::ratio),
                "classes": cycle.wheels.map(Wheels::class_count),
                "battles": cycle.battles,
            })),
        })
    }

    /// Draws a face-down pile for each player, the cards on the table between them, and captions.
    fn shapes(&self, table: &CardTable, state: usize) -> Vec<Shape> {
        let size = (TABLE_WIDTH, 216.0);
        let mut shapes = vec![Shape::board(("table", 0), BoardShape::Tray, size, TABLE)];
        let [one, two] = PLAYERS.map(|player| self.start.hand(player));
        let values: Vec<u8> = one.chain(two).collect();
        for player in PLAYERS {
            let index = player as usize;
            let hand = table.hand(player);
            let cards = hand.iter().rev().map(|card| card.id.into());
            let pile_place = (MARGIN + 44.0, CARDS_Y[index]);
            shapes.extend(stock(cards, pile_place, values.len(), index as u32));
            let id = ("number", index as u32);
            let count = player_count_text(player, hand.len(), CARD);
            shapes.push(Caption::new(14.0, 240.0).shape(id, (MARGIN, NUMBER_Y[index]), &count));
        }
        // The last pairs are side by side; earlier ones lie below the first of them.
        let trick = table.trick();
        let hidden = trick.len().saturating_sub(7);
        let last_place = (trick.len() - hidden) as f64 - 1.0;
        let max_value = values.into_iter().max().unwrap_or(1);
        for (pair, (cards, face)) in trick.iter().enumerate() {
            let place = pair.saturating_sub(hidden) as f64 - last_place / 2.0;
            for (player, card) in cards.iter().flatten() {
                let id = ("card", card.id.into());
                let position = (TABLE.0 + 72.0 * place, CARDS_Y[*player as usize]);
                let shape = match face {
                    Up => Shape::value_card(id, card.value, max_value, position),
                    Down => Shape::new(id, "card-back", position),
                };
                // Cards on the table lie above the piles.
                shapes.push(shape.with_layer((1 << 30) + pair as u32));
            }
        }
        shapes.extend(self.captions(table, state));
        shapes
    }

    /// Returns the round, the event, and in a battle the number of cards that its winner takes.
    fn captions(&self, table: &CardTable, state: usize) -> Vec<Shape> {
        let trick = table.trick();
        let is_loop_start =
            trick.is_empty() && Some(table.rounds()) == self.cycle.map(|cycle| cycle.pre_period);
        let status = if state == self.course.moves().len() {
            self.ending_text()
        } else if state == 0 {
            tr!("The game begins")
        } else if is_loop_start {
            tr!("From here on, the game repeats")
        } else {
            table.last_event().map_or_else(String::new, event_text)
        };
        let round = match state {
            0 => String::new(),
            _ => tr!("Round {number}", number = integer(table.rounds())),
        };
        let mut shapes = Vec::new();
        if trick.is_empty() {
            // The empty table has room for the words.
            let middle = Caption::new(20.0, 480.0).bold().align(Align::Middle);
            shapes.push(middle.shape(("middle", 0), (TABLE.0, TABLE.1 + 6.0), &status));
            shapes.extend(header(WIDTH, &round, ""));
        } else {
            shapes.extend(header(WIDTH, &round, &status));
        }
        if trick.len() > 1 {
            let cards = trick.iter().flat_map(|(cards, _)| cards).flatten().count();
            let stake = tr!("At stake: {cards} cards", cards);
            let caption = Caption::new(15.0, 300.0).align(Align::End);
            let position = (TABLE.0 + TABLE_WIDTH / 2.0, NUMBER_Y[0]);
            shapes.push(caption.shape(("stake", 0), position, &stake));
        }
        shapes
    }
}

/// Describes the rounds that repeat: wins in turn, or the number of battles.
fn cycle_text(cycle: BatailleCycle) -> String {
    let period = rounds_text(cycle.period);
    let Some(wheels) = cycle.wheels else {
        return tr!(
            "Battles in the {period} that repeat: {battles}.",
            period,
            battles = integer(cycle.battles)
        );
    };
    let [one, two] = wheels.pairs.map(|pairs| 2 * pairs);
    let [p, q] = wheels.ratio();
    let cards = match one + two {
        cards if cards % 4 == 0 => format!("4·{}", cards / 4),
        cards => cards.to_string(),
    };
    let product = format!("{cards}·{p}·{q} = {}", integer(wheels.rounds()));
    let return_time = if wheels.rounds() == cycle.period {
        tr!("{product} rounds", product)
    } else {
        tr!(
            "{period}, a divisor of {product}, because equal values repeat",
            period,
            product
        )
    };
    tr!(
        "From round {first} on, the players win in turn. The hands hold {one} and {two} cards \
         every two rounds, {p}:{q}; the state returns after {return_time}.",
        first = integer(cycle.pre_period + 1),
        one,
        two,
        p,
        q,
        return_time
    )
}

/// Describes what happens in a round; empty if the cards show it.
fn event_text(event: RoundEvent) -> String {
    match event {
        PairLaid {
            laid: [Some((_, one)), Some((_, two))],
            face,
        } => {
            if face == Down {
                tr!("One card each, face down")
            } else if one == two {
                tr!("Battle!")
            } else {
                String::new()
            }
        }
        PairLaid { laid, .. } => {
            let player = laid.into_iter().flatten().next();
            tr!(
                "Player {number}: one card, face down",
                number = player.map_or(0, |(player, _)| player.number())
            )
        }
        TrickTaken { player, cards } => tr!(
            "Player {number} takes {cards} cards",
            number = player.number(),
            cards
        ),
        OutOfCards => String::new(),
    }
}

const WIDTH: f64 = 720.0;
/// The height of the centres of each player's cards, and of the lines with their numbers.
const CARDS_Y: [f64; 2] = [242.0, 136.0];
const NUMBER_Y: [f64; 2] = [311.0, 76.0];
/// The centre and the width of the part of the table where cards are laid.
const TABLE: Point = (437.0, 189.0);
const TABLE_WIDTH: f64 = 530.0;

/// Draws the start of a game, then the table after each pair and after each trick.
fn film(game: ShownGame) -> Film {
    let size = (WIDTH, 326.0);
    let state_count = game.course.moves().len() + 1;
    Film::new(Text("Bataille (War)"), size, state_count, move |state| {
        game.shapes(&game.course.state(state), state)
    })
}
