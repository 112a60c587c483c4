//! Peg solitaire on its board, and the shares of duels of Alak and Nim.

use crate::draw::{Arrangement, Axis, Board, Figure, Format, Hole, Kind, Panel, Plot, Point, Series, Shade, Style};
use crate::lang::{Caption, Heading, Lang, Say};
use crate::report::figures::points;
use crate::sim::Summary;
use crate::sim::summary::{Cell as Value, CurveKind};

/// The figures of peg solitaire.
pub const SOLITAIRE: &[&str] = &["board", "left"];
/// The figures of a duel.
pub const DUEL: &[&str] = &["shares"];

/// The figure of some runs of peg solitaire.
pub fn solitaire(name: &str, summaries: &[Summary], lang: Lang) -> Option<Figure> {
    let board = Caption::SolitaireOf { board: summaries.first()?.setting("board").to_owned() };
    let (title, panel) = match name {
        "board" => (Caption::RandomWinTitle, on_board(summaries, lang)?),
        "left" | crate::report::figures::OVERVIEW => (Caption::LeftTitle, left(summaries, lang)),
        _ => return None,
    };
    Some(Figure::new(format!("{} · {}", board.say(lang), title.say(lang)), lang, vec![panel]))
}

/// The probability that a random player wins, written in the hole that was empty at the start. Triangles only: the
/// cells of a cross would need their places.
fn on_board(summaries: &[Summary], lang: Lang) -> Option<Panel> {
    let rate = |summary: &Summary| summary.share("won").map_or(0.0, |won| won.share.estimate());
    let highest = summaries.iter().map(rate).fold(f64::MIN_POSITIVE, f64::max);
    let holes = summaries.iter().map(|summary| {
        let hole: usize = summary.setting("hole").parse().ok()?;
        let row = (0..64).take_while(|row| row * (row + 1) / 2 <= hole).last()?;
        let column = hole - row * (row + 1) / 2;
        Some(Hole {
            x: column as f64 - row as f64 / 2.0,
            y: row as f64 * 0.9,
            text: lang.percent(rate(summary), 2),
            name: hole.to_string(),
            shade: Shade::Share(rate(summary) / highest),
        })
    });
    let triangle = summaries.first()?.setting("board").starts_with("triangle:");
    let holes: Vec<Hole> = holes.collect::<Option<_>>()?;
    let whole = triangle && holes.len() > 1;
    whole.then(|| Panel::new(Board { holes }))
}

/// The pegs left by random players, one curve for each starting hole up to symmetry (equal laws are drawn once).
fn left(summaries: &[Summary], lang: Lang) -> Panel {
    let several = summaries.len() > 1;
    let shown = summaries.iter().filter(|summary| {
        // On the triangle of side 5 these are the four kinds of holes.
        !several || ["0", "1", "3", "4"].contains(&summary.setting("hole"))
    });
    let series = shown.filter_map(|summary| {
        let curve = summary.curves.iter().find(|curve| curve.kind == CurveKind::LeftLaw)?;
        let label = Caption::HoleOf { hole: curve.variant.clone() }.say(lang);
        let kind = if several { Kind::Line } else { Kind::Bars };
        Some(Series::new(label, kind, points(&curve.points)))
    });
    let x = Axis::new(Caption::PegsAxis.say(lang), Format::Integer);
    let y = Axis::new(Caption::ShareOfGames.say(lang), Format::Percent);
    Panel::new(Plot::new(x, y, series.collect()))
}

/// The shares of the outcomes of a duel against the size of the board, a panel for each of the other settings.
pub fn duel(name: &str, summaries: &[Summary], lang: Lang) -> Option<Figure> {
    let game = summaries.first()?.game;
    let (size, others, axis): (&str, &[&str], Caption) = match game {
        "alak" => ("cells", &["edge", "own_group", "players"], Caption::CellsAxis),
        _ => ("matches", &["players", "takes"], Caption::MatchesAxis),
    };
    if name != "shares" && name != crate::report::figures::OVERVIEW {
        return None;
    }
    let key = |summary: &Summary| others.iter().map(|other| summary.setting(other).to_owned()).collect::<Vec<_>>();
    let mut groups: Vec<Vec<String>> = Vec::new();
    for summary in summaries {
        if !groups.contains(&key(summary)) {
            groups.push(key(summary));
        }
    }
    let varying: Vec<usize> =
        (0..others.len()).filter(|&place| groups.iter().any(|group| group[place] != groups[0][place])).collect();
    let panels = groups.iter().take(4).map(|group| {
        let own = || summaries.iter().filter(|summary| key(summary) == *group);
        let x = Axis::new(axis.say(lang), Format::Integer);
        let y = Axis::new(Caption::ShareOfGames.say(lang), Format::Percent).fixed(0.0, 1.0);
        let panel = Panel::new(Plot::new(x, y, stacked(own, size, lang)));
        let words = varying
            .iter()
            .map(|&place| format!("{} {}", Heading::word(lang, others[place]), Heading::word(lang, &group[place])));
        let title = words.collect::<Vec<_>>().join(", ");
        if title.is_empty() { panel } else { panel.titled(title) }
    });
    let heading = Heading::Game { game: game.to_owned() }.say(lang);
    let panels: Vec<Panel> = panels.collect();
    let three = panels.len() == 3;
    let title = Caption::DuelTitle {
        players: summaries.first()?.setting("players").to_owned(),
        one: !varying.contains(&player_place(others)),
    };
    let mut figure = Figure::new(format!("{heading} · {}", title.say(lang)), lang, panels);
    if three {
        figure.arrangement = Arrangement::Row;
    }
    Some(figure)
}

fn player_place(others: &[&str]) -> usize {
    others.iter().position(|other| *other == "players").unwrap_or(0)
}

fn stacked<'a, I: Iterator<Item = &'a Summary>>(own: impl Fn() -> I, size: &str, lang: Lang) -> Vec<Series> {
    let outcomes = ["player1", "player2", "draw", "unresolved"];
    let series = outcomes.iter().enumerate().filter_map(|(place, outcome)| {
        let bars = own().filter_map(|summary| {
            let share = summary.share(outcome)?.share;
            Some(Point::new(summary.setting(size).parse().ok()?, share.estimate()))
        });
        let bars: Vec<Point> = bars.collect();
        let seen = *outcome != "unresolved" || bars.iter().any(|bar| bar.y > 0.0);
        let style = Style::Index(if *outcome == "unresolved" { 4 } else { place });
        (seen && !bars.is_empty()).then(|| Series::new(Heading::word(lang, outcome), Kind::Stacked, bars).styled(style))
    });
    series.collect()
}

/// A table of exact values as a picture: one row for each variant, one column for each number of cells.
pub fn values(table: &crate::sim::summary::Table, lang: Lang) -> Option<Figure> {
    use crate::draw::{Cell, Grid};
    let text = |value: &Value| match value {
        Value::Text(text) => text.clone(),
        Value::Count(count) => count.to_string(),
        Value::Real(real) => lang.decimal(*real, 0),
        Value::Empty => String::new(),
    };
    let mut grid = Grid::default();
    for row in &table.rows {
        let (column, variant) = (
            text(&row[0]),
            format!("{}, {}", Heading::word(lang, &text(&row[1])), Heading::word(lang, &text(&row[2]))),
        );
        if !grid.columns.contains(&column) {
            grid.columns.push(column);
        }
        let place = grid.rows.iter().position(|name| *name == variant).unwrap_or_else(|| {
            grid.rows.push(variant.clone());
            grid.cells.push(Vec::new());
            grid.rows.len() - 1
        });
        let (value, margin) = (text(&row[3]), text(&row[4]));
        let (shade, sign) = match value.as_str() {
            "player1" => (Shade::Category(0), format!("1 ({})", margin.trim_start_matches(['+', '-', '−']))),
            "player2" => (Shade::Category(1), format!("2 ({})", margin.trim_start_matches(['+', '-', '−']))),
            "draw" => (Shade::Category(2), "=".to_owned()),
            _ => (Shade::Category(3), "…".to_owned()),
        };
        grid.cells[place].push(Cell { text: sign, shade });
    }
    grid.column_label = Caption::CellsAxis.say(lang);
    let names = ["player1", "player2", "draw", "endless"].iter().enumerate();
    grid.key = names.map(|(place, name)| (Shade::Category(place), Heading::word(lang, name))).collect();
    let heading = format!("Alak · {}", Caption::ExactValues.say(lang));
    let mut figure = Figure::new(heading, lang, vec![Panel::new(grid)]);
    figure.subtitle = vec![Caption::ExactNote.say(lang)];
    Some(figure)
}
