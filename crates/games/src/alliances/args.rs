//! The settings of the patience, and the terms of its tables.

use crate::prelude::*;
use pioche_engine::cards::card::{MAX_CARDS, parse_card};
use pioche_engine::cards::deck::DeckText;
use pioche_engine::cards::{Card, Pack};
use pioche_engine::experiments::{Alliances, Play};
use pioche_engine::games::alliances::AllianceRule;
use pioche_engine::games::alliances::improve::Improvement;
use pioche_report::question::{AT_MOST, row_name};

/// The option `--cards`, the number of cards of a usual pack.
pub const PACK_SIZE: Words = Words::new(
    &Alliances::CARDS,
    "N",
    CARD,
    Text("Number of cards: 32 (7 to A), 36 (6 to A) or 52 [default: 32]"),
)
.completions(&["32", "36", "52"])
.parse(|text| {
    let pack = text
        .parse()
        .ok()
        .and_then(|cards| Pack::with_size(cards).ok());
    pack.map(|pack| pack.size().into()).ok_or_else(|| {
        problem!(
            "“{text}” is not 32, 36 or 52; for another pack, give --suits and --ranks",
            text
        )
    })
});

const SUIT: Text = Text("suit|suits");

pub const SUITS: Words = Words::new(
    &Alliances::SUITS,
    "S",
    SUIT,
    Text("Number of suits, from 1 to 8, with --ranks, for any other pack"),
)
.phrase(|suits| match suits.number() {
    Some(suits) if suits != 4 => quantity(suits, SUIT),
    _ => String::new(),
});

pub const RANKS: Words = Words::new(
    &Alliances::RANKS,
    "R",
    Text("ranks"),
    Text("Number of ranks, from 1 to 32, with --suits"),
)
.phrase(|ranks| match ranks.number() {
    Some(ranks) if ![8, 9, 13].contains(&ranks) => quantity(ranks, Text("rank|ranks")),
    _ => String::new(),
});

const NO_CHANGE: Text = Text("no change");
const EXCHANGE: Text = Text("adjacent exchange");
const SWAP: Text = Text("swap of two cards");
const MOVE: Text = Text("move of one card");

pub const IMPROVE: Words = Words::new(&Play::IMPROVE, "CHANGE", Text("change"), Text("Change made to each stock before the game, chosen to leave the fewest piles: none, exchange \
     of two adjacent cards, swap of any two cards, or move of one card"))
.labels(&[NO_CHANGE, EXCHANGE, SWAP, MOVE]);

pub const PLAYER: Words = Words::new(
    &Play::PLAYER,
    "PLAYER",
    Text("player"),
    Text(
        "Player, compared with the rule on the same deals: leftmost (the rule itself, the leftmost \
     jump), perfect (the fewest piles possible, knowing the stock)",
    ),
)
.labels(&[Text("rule"), Text("perfect play")]);

/// The option `--alliance`, the rule by which two cards are allied.
pub const ALLIANCE: Words = Words::new(&Play::ALLIANCE, "RULE", Text("alliance"), Text("Allied cards: of the same suit or rank (either), of the same suit only (suit), of the same \
     rank only (rank)"))
.labels(&[
    Text("same suit or rank"),
    Text("same suit only"),
    Text("same rank only"),
]).list("either,suit,rank");

pub const IMPROVE_WITHOUT_NONE: Words = IMPROVE
    .help(Text(
        "Kind of change: exchange of two adjacent cards, swap of any two cards, or move of one \
         card",
    ))
    .setting(
        &Play::IMPROVE
            .accepting(Accepted::Words(&Improvement::NAMES))
            .with_default(Improvement::Exchange.name()),
    )
    .labels(&[EXCHANGE, SWAP, MOVE]);

pub const FINAL_ROW_ONLY: Words = Words::new(
    &Setting::flag("final"),
    "",
    Text("final"),
    Text("Print only the last row and the number of piles"),
)
.section(HelpSection::Output);

pub const PERFECT_GAME: Words = Words::new(
    &Setting::flag("perfect"),
    "",
    Text("perfect @play"),
    Text(
        "Show the perfect game, which leaves the fewest piles possible, instead of the one played \
         by the rule",
    ),
);

pub const ROW: Words = Words::new(
    &Setting::new::<String>("row"),
    "CARDS",
    Text("row"),
    Text(
        "Game in progress, as one list: the visible cards from left to right, then the cards of \
         the stock in the order of drawing, such as 7-K,8-P,D-C (the fewest piles do not depend on \
         where the stock begins)",
    ),
)
.parse(parse_card_list);

pub const DRAWN_ROW: Words = ROW.help(Text(
    "Cards drawn one by one, from left to right, instead of a deal: 8♥,7♦,K♥; with --stock, the \
     visible cards of the piles already laid",
));

pub const STOCK: Words = Words::new(
    &Setting::new::<String>("stock"),
    "CARDS",
    Text("stock"),
    Text("Cards of the stock, in the order of drawing; the piles of --row are already laid"),
)
.parse(parse_card_list);

/// The option `--jump` of `show`, a pile of `--row`: the answer is the row after its jump alone, or that it cannot
/// jump.
#[doc(alias = "saut_si_possible")]
pub const JUMP: Words = Words::new(
    &Setting::new::<usize>("jump").within(1, MAX_CARDS as u64),
    "PILE",
    Text("jump"),
    Text(
        "Only tell whether this pile of --row can jump (piles are numbered from 1), and the row that \
     results",
    ),
);

/// Parses cards separated by blanks or commas, and returns them in the handout's form.
fn parse_card_list(text: &str) -> Result<FieldValue, Problem> {
    let words = text
        .split(|sign: char| sign.is_whitespace() || sign == ',')
        .filter(|word| !word.is_empty());
    match parse_distinct_cards(words)?.as_slice() {
        [] => Err(problem!("no card is given")),
        cards => Ok(FieldValue::from_display(DeckText(cards))),
    }
}

/// The option `--nb-tas-max`, the largest number of piles of a game that is won; 2 by default.
#[doc(alias = "nb_tas_max")]
pub const NB_TAS_MAX: Words = Words::new(
    &Alliances::MAX_PILES.with_default("2"),
    "N",
    Text("nb_tas_max"),
    Text("Largest number of piles that wins the game"),
)
.phrase(|value| {
    let piles = value.number().unwrap_or_default();
    let count = quantity(piles, Text("pile|piles"));
    tr!("at most {count}", count)
});

/// Parses distinct cards, at most as many as the largest pack.
///
/// # Errors
/// The first word that is not a card, or the first card that occurs twice.
pub fn parse_distinct_cards<'a>(
    words: impl Iterator<Item = &'a str>,
) -> Result<Vec<Card>, Problem> {
    let mut cards: Vec<Card> = Vec::new();
    for word in words {
        let (card, _) = parse_card(word)
            .ok_or_else(|| problem!("“{word}” is not a card such as 7-K or D-P", word))?;
        if let Some(index) = cards.iter().position(|former| *former == card) {
            let first = index + 1;
            let second = cards.len() + 1;
            return Err(problem!(
                "{card} appears twice (cards {first} and {second})",
                card,
                first,
                second
            ));
        }
        cards.push(card);
    }
    match cards.len() {
        count if count > MAX_CARDS => Err(problem!(
            "{count} cards; a pack has at most {MAX_CARDS}",
            count,
            MAX_CARDS
        )),
        _ => Ok(cards),
    }
}

/// Returns the cards of `--row`, followed by those of `--stock`, and their number in the row; `None` if no row was given.
pub fn parse_row_and_stock(args: &ParsedArgs<'_>) -> Result<Option<(Vec<Card>, usize)>, Problem> {
    let Some(row) = args.get_optional::<String>(&ROW)? else {
        return Ok(None);
    };
    let stock = args.get_optional::<String>(&STOCK)?.unwrap_or_default();
    let words = row.split_whitespace().chain(stock.split_whitespace());
    let cards = parse_distinct_cards(words)
        .map_err(|problem| Problem::for_argument("--row, --stock", problem))?;
    Ok(Some((cards, row.split_whitespace().count())))
}

/// Returns the requested pack: that of `--suits` and `--ranks`, or that of `--cards`; `None` without either.
pub fn parse_optional_pack(settings: &[Field]) -> Result<Option<Pack>, Problem> {
    let is_given = |option: &Words| option.setting.value(settings).is_some();
    if !(is_given(&SUITS) && is_given(&RANKS)) {
        let has_size = is_given(&PACK_SIZE);
        return Ok(has_size
            .then(|| Alliances::pack_of_size(settings))
            .transpose()?);
    }
    let suits: u8 = Alliances::SUITS.read(settings)?;
    let ranks: u8 = Alliances::RANKS.read(settings)?;
    Pack::new(suits, ranks).map(Some).map_err(|_| {
        let impossible = problem!(
            "a pack of {suits} × {ranks} cards is not possible: 1 to 8 \
             suits, 1 to 32 ranks and at most 64 cards are accepted",
            suits,
            ranks
        );
        Problem::for_argument("--suits, --ranks", impossible)
    })
}

/// Returns the requested pack; 32 cards by default.
pub fn parse_pack(settings: &[Field]) -> Result<Pack, Problem> {
    Ok(parse_optional_pack(settings)?.unwrap_or(Pack::PIQUET))
}

pub fn one_card_stock_problem() -> Problem {
    problem!("a stock of one card cannot be changed")
}

pub const QUESTION: FindingWords = FindingWords {
    main_row: |summary| fewest_piles(summary).to_string(),
    clause: piles_clause,
    row_phrase: piles_phrase,
    statistics: &[PILES_LEFT, PILES_SAVED, EXCHANGED_PLACE],
    handout: &[(Alliances::CARDS.key, "32")],
};

/// Returns the rule of alliance after a comma; empty for that of the handout.
pub fn alliance_suffix(alliance: AllianceRule) -> String {
    let name = ALLIANCE.title_phrase(&alliance.field_value());
    if name.is_empty() {
        name
    } else {
        format!(", {name}")
    }
}

/// Returns the experiment of a run of this topic.
pub fn run_experiment(summary: &Summary) -> Alliances {
    summary.experiment_as().copied().unwrap_or_default()
}

/// Returns the smallest number of piles that a game of the run can leave.
pub fn fewest_piles(summary: &Summary) -> u64 {
    let experiment = run_experiment(summary);
    experiment.alliance().fewest_piles(experiment.pack()) as u64
}

/// The number of piles left.
pub const PILES_LEFT: Statistic = Statistic {
    name: "nb_tas",
    columns: &[
        "nb_tas",
        "nb_tas_improved",
        "nb_tas_player",
        "nb_tas_player_improved",
    ],
    label: Text("piles left"),
    heading: Text("piles"),
    curve_label: Text("Deals that end with at most n piles"),
    number_label: Text("n, piles allowed (nb_tas_max)"),
    ..Statistic::NEW
};

/// The number of piles that a change of the stock, a player or both save.
pub const PILES_SAVED: Statistic = Statistic {
    name: "gain",
    columns: &["gain_both", "gain", "gain_player"],
    label: Text("piles saved"),
    heading: Text("saved"),
    direction: CountDirection::AtLeast,
    curve_label: Text("Deals in which the change saves at least n piles"),
    number_label: Text("n, piles saved"),
    ..Statistic::NEW
};

/// The place in the stock of the first card that the best change moves.
pub const EXCHANGED_PLACE: Statistic = Statistic {
    name: "place",
    columns: &["first_place"],
    label: Text("position in the stock of the first exchanged card"),
    text_offset: 1.0,
    curve_label: Text("Deals in which the first exchanged card is among the first n"),
    number_label: Text("n, position in the stock"),
    ..Statistic::NEW
};

/// Names a row: "2 piles", or "at most 8 piles" for a number that is not the fewest.
fn piles_phrase(summary: &Summary, name: &str) -> String {
    let piles = name.parse().unwrap_or_default();
    let at_most = if piles > fewest_piles(summary) {
        AT_MOST.translated()
    } else {
        ""
    };
    let piles = quantity(piles, Text("pile|piles"));
    format!("{at_most}{piles}")
}

/// States the share of deals with at most as many piles as a row allows.
fn piles_clause(summary: &Summary, row: &Row, value: &ValueWords) -> String {
    let piles = piles_phrase(summary, &row_name(summary, row));
    let games = &value.games;
    let verb = value.verb(Text("ends"), Text("end"));
    tr!("{games} {verb} with {piles}", games, verb, piles)
}
