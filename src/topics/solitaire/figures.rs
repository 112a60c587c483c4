//! Peg solitaire: how often a random player wins, on the board, and the pegs that he leaves.

use super::said::WORDS;
use crate::draw::{Axis, Board as Holes, Content, Figure, Format, Hole, Kind, Panel, Plot, Series, Shade};
use crate::lang::{Glossary, Lang, Say, Text};
use crate::report::figures::{self, Figures, OVERVIEW, SHARE_OF_GAMES, points};
use pioche_engine::experiments::solitaire::LEFT_CURVE;
use pioche_engine::games::solitaire::Board;
use pioche_engine::sim::Summary;

/// The figures of peg solitaire.
pub const FIGURES: Figures = Figures { names: &["board", LEFT_CURVE], draw: figure };

const WIN_TITLE: Text =
    Text::new("Gain d'un joueur au hasard selon le trou de départ", "How often a random player wins, by starting hole");
const EXACT: Text = Text::new(
    "Probabilités exactes ; sous chacune, le numéro du trou vide au départ",
    "Exact probabilities; below each, the number of the hole that is empty at the start",
);
const LEFT_TITLE: Text = Text::new("Pions laissés par un joueur au hasard", "Pegs left by a random player");
const PEGS: Text = Text::new("Nombre de pions restants", "Number of pegs left");

fn figure(name: &str, summaries: &[Summary], lang: Lang) -> Option<Figure> {
    let board = WORDS.phrase(lang, "board", summaries.first()?.setting("board"));
    let (title, panel) = match name {
        "board" => (WIN_TITLE, on_board(summaries, lang)?),
        LEFT_CURVE | OVERVIEW => (LEFT_TITLE, left(summaries, lang)),
        _ => return None,
    };
    let title = format!("{}, {board} · {}", WORDS.title.of(lang), title.say(lang));
    let figure = figures::titled(title, vec![panel], summaries, lang);
    let exact = name == "board" && summaries.iter().all(|summary| summary.exact("1").is_some());
    Some(if exact { Figure { subtitle: vec![EXACT.say(lang)], ..figure } } else { figure })
}

/// The probability that a random player wins, written in the hole that was empty at the start: the exact one where it
/// is known. Triangles only: the cells of a cross would need their places.
fn on_board(summaries: &[Summary], lang: Lang) -> Option<Panel> {
    let measured = |summary: &Summary| summary.proportion("won").map_or(0.0, |won| won.proportion.estimate());
    let rate = |summary: &Summary| summary.exact("1").unwrap_or_else(|| measured(summary));
    let highest = summaries.iter().map(rate).fold(f64::MIN_POSITIVE, f64::max);
    let holes = summaries.iter().map(|summary| {
        let hole: usize = summary.setting("hole").parse().ok()?;
        let row = (0..64).take_while(|row| row * (row + 1) / 2 <= hole).last()?;
        let column = hole - row * (row + 1) / 2;
        Some(Hole {
            x: column as f64 - row as f64 / 2.0,
            y: row as f64 * 0.9,
            text: lang.percent(rate(summary), if summary.exact("1").is_some() { 3 } else { 2 }),
            name: hole.to_string(),
            shade: Shade::Share(rate(summary) / highest),
        })
    });
    let triangle = summaries.first()?.setting("board").starts_with("triangle:");
    let holes: Vec<Hole> = holes.collect::<Option<_>>()?;
    let whole = triangle && holes.len() > 1;
    whole.then(|| Panel::new(Content::Board(Holes { holes })))
}

/// The pegs left by random players, one curve for each starting hole up to symmetry (equal laws are drawn once).
fn left(summaries: &[Summary], lang: Lang) -> Panel {
    let several = summaries.len() > 1;
    let kinds: Vec<Option<usize>> = summaries.iter().map(kind).collect();
    // The first hole of each kind; one of an unknown board stands for itself.
    let shown = (summaries.iter().zip(&kinds).enumerate())
        .filter(|(place, (_, kind))| kind.is_none() || !kinds[..*place].contains(kind))
        .map(|(_, (summary, _))| summary);
    let series = shown.filter_map(|summary| {
        let curve = summary.curves_of(LEFT_CURVE).next()?;
        let label = match lang {
            Lang::Fr => format!("trou {}", curve.variant),
            Lang::En => format!("hole {}", curve.variant),
        };
        let kind = if several { Kind::Line } else { Kind::Bars };
        Some(Series::new(label, kind, points(&curve.points)))
    });
    let x = Axis::new(PEGS.say(lang), Format::Integer);
    let y = Axis::new(SHARE_OF_GAMES.say(lang), Format::Percent);
    Panel::new(Plot::new(x, y, series.collect()))
}

/// What a hole has in common with those that the board's symmetries take it to: the first of them.
fn kind(summary: &Summary) -> Option<usize> {
    let board: Board = summary.setting("board").parse().ok()?;
    board.images(summary.setting("hole").parse().ok()?).into_iter().min()
}
