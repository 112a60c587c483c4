//! Counts become the rows and the curves of one game, whoever played it.

use crate::cards::Pack;
use crate::games::alliances::Way;
use crate::games::alliances::law::law as exact_law;
use crate::sim::Row;
use crate::sim::summary::{Cell, Curve, Summary};
use crate::stats::{Histogram, Moments, Proportion};

/// What was played.
pub(super) struct Found<'a> {
    /// The cards.
    pub(super) pack: Pack,
    /// The change before the game, or `none`.
    pub(super) improve: &'a str,
    /// Who played.
    pub(super) player: String,
    /// The way of playing, where the stock is played as it was dealt.
    pub(super) way: Option<Way>,
    /// What tells the game from the others of its pack in figures.
    pub(super) variant: String,
    /// The kinds of its curves: of at most x piles, and of exactly x.
    pub(super) curves: [&'static str; 2],
}

/// The rows and curves of a game whose piles were counted, `won` giving the share of deals with at most so many.
pub(super) fn game(found: &Found<'_>, histogram: &Histogram, won: impl Fn(usize) -> Proportion, summary: &mut Summary) {
    let (cards, deals) = (found.pack.size(), summary.deals);
    let exact = found.way.and_then(|way| exact(found.pack, way));
    let mut points = Vec::new();
    for piles in fewest(found.pack)..=cards {
        let (count, won) = (histogram.count(piles), won(piles));
        let mut row = vec![
            Cell::Count(cards as u64),
            Cell::Text(found.improve.to_owned()),
            Cell::Count(deals),
            Cell::Count(piles as u64),
            Cell::Count(count),
            Cell::Real(Proportion::of(count, deals).estimate()),
            Cell::Count(won.count),
        ];
        row.extend(summary.cells(won));
        row.extend([found.pack.suits(), found.pack.ranks()].map(|side| Cell::Count(side.into())));
        row.push(Cell::Text(found.player.clone()));
        row.push(exact.as_ref().map_or(Cell::Empty, |law| Cell::Real(law[..=piles].iter().sum::<f64>().min(1.0))));
        summary.table.rows.push(row);
        points.push(summary.point(piles as f64, won));
    }
    let (subject, variant) = (found.pack.to_string(), found.variant.clone());
    let [at_most, exactly] = found.curves;
    summary.curves.push(Curve { kind: at_most, subject, variant, points, mean: None });
    law((exactly, found.pack, &found.variant), histogram, 0, summary);
}

/// Packs up to this many cards have their exact law in the table: a fraction of a second, but for those who think ahead.
const EXACT_CARDS: usize = 12;

/// The exact law of the piles, where it is known in a moment.
fn exact(pack: Pack, way: Way) -> Option<Vec<f64>> {
    let quick = pack.size() <= EXACT_CARDS && way != Way::Lookahead;
    quick.then(|| exact_law(pack, way)).flatten()
}

/// The rows of some games of a pack, each a change and a player.
pub(super) fn rows<'a>(pack: Pack, games: impl IntoIterator<Item = (&'a str, String)>) -> Vec<Row> {
    let of = |(improve, player): (&str, String)| {
        let row = move |piles: usize| {
            Row::new([("cards", pack.size().to_string()), ("improve", improve.to_owned())])
                .and("nb_tas_max", piles)
                .and("suits", pack.suits())
                .and("ranks", pack.ranks())
                .and("player", &player)
        };
        (fewest(pack)..=pack.size()).map(row).collect::<Vec<_>>()
    };
    games.into_iter().flat_map(of).collect()
}

/// Of which game a row is, and of how many piles.
pub(super) fn place(pack: Pack, row: usize) -> (usize, usize) {
    let each = pack.size() - fewest(pack) + 1;
    (row / each, fewest(pack) + row % each)
}

/// The law that a histogram estimates: a curve of this kind, of a pack in a variant.
pub(super) fn law(
    (kind, pack, variant): (&'static str, Pack, &str),
    histogram: &Histogram,
    shift: i64,
    summary: &mut Summary,
) {
    let mean = Moments::of(histogram, shift).map(|moments| moments.mean);
    let points = summary.law(histogram, shift, summary.deals);
    summary.curves.push(Curve { kind, subject: pack.to_string(), variant: variant.to_owned(), points, mean });
}

/// The fewest piles that a deck can leave: 2, or 1 of a single card.
pub(super) fn fewest(pack: Pack) -> usize {
    pack.size().min(2)
}
