//! The chapters of peg solitaire, Alak and Nim.

use crate::lang::{Heading, Lang, Paragraph, Say};
use crate::report::page::{number, picture, remade, share};
use crate::report::table::Columns;
use crate::sim::Summary;
use crate::sim::summary::Cell;

#[cfg(feature = "charts")]
use crate::{draw::Figure, report::figures};

/// A cell of the exact column, or of any other.
fn cell<'a>(summary: &'a Summary, row: &'a [Cell], column: &str) -> Option<&'a Cell> {
    row.get(summary.table.columns.iter().position(|name| *name == column)?)
}

fn exact(summary: &Summary, outcome: &str, lang: Lang) -> String {
    let row = summary
        .table
        .rows
        .iter()
        .find(|row| matches!(cell(summary, row, "outcome"), Some(Cell::Text(name)) if name == outcome));
    match row.and_then(|row| cell(summary, row, "exact")) {
        Some(Cell::Real(exact)) => lang.percent(*exact, 4),
        _ => "–".to_owned(),
    }
}

/// Peg solitaire: what is exact by hole, and what random players do.
pub fn solitaire(summaries: &[Summary], lang: Lang) -> Vec<String> {
    let headings = [
        Heading::word(lang, "hole"),
        Heading::Deals.say(lang),
        Heading::word(lang, "random_win"),
        format!("{}, {}", Heading::word(lang, "random_win"), Heading::word(lang, "exact")),
        Heading::word(lang, "left"),
    ];
    let rows = summaries.iter().filter_map(|summary| {
        let (won, left) = (summary.proportion("won")?, summary.quantity("left")?);
        Some(vec![
            summary.setting("hole").to_owned(),
            lang.integer(summary.deals),
            share(won.proportion.estimate(), won.interval, lang),
            exact(summary, "1", lang),
            number(left.moments.mean, left.interval, lang),
        ])
    });
    let mut parts = vec![Paragraph::SolitaireTitle.say(lang), Paragraph::SolitaireQuestion.say(lang)];
    parts.push(Columns { headings: headings.to_vec(), rows: rows.collect() }.markdown());
    parts.push(picture(Paragraph::SolitaireQuestion, "solitaire-board", lang));
    parts.push(picture(Paragraph::SolitaireQuestion, "solitaire-left", lang));
    parts.push(Paragraph::SolitaireExact.say(lang));
    parts.push(Paragraph::Data { csv: "solitaire.csv".into() }.say(lang));
    parts.push(remade(summaries.first(), lang));
    parts
}

/// One row for each run of a duel: its settings, then the shares of the outcomes, measured and exact.
fn duels(summaries: &[Summary], settings: &[&str], outcomes: &[&str], lang: Lang) -> Columns {
    let mut headings: Vec<String> = settings.iter().map(|name| Heading::word(lang, name)).collect();
    headings.push(Heading::Deals.say(lang));
    for outcome in outcomes {
        let name = Heading::word(lang, outcome);
        headings.push(name.clone());
        headings.push(format!("{name}, {}", Heading::word(lang, "exact")));
    }
    let rows = summaries.iter().map(|summary| {
        let mut row: Vec<String> = settings.iter().map(|name| Heading::word(lang, summary.setting(name))).collect();
        row.push(lang.integer(summary.deals));
        for outcome in outcomes {
            let found = summary.proportion(outcome);
            row.push(found.map_or(String::new(), |named| share(named.proportion.estimate(), named.interval, lang)));
            row.push(exact(summary, outcome, lang));
        }
        row
    });
    Columns { rows: rows.collect(), headings }
}

/// Alak: random players in the four variants.
pub fn alak(summaries: &[Summary], lang: Lang) -> Vec<String> {
    let table = duels(summaries, &["cells", "edge", "own_group"], &["player1", "player2", "draw"], lang);
    vec![
        Paragraph::AlakTitle.say(lang),
        Paragraph::AlakValueQuestion.say(lang),
        Paragraph::AlakValueAnswer.say(lang),
        picture(Paragraph::AlakValueQuestion, "alak-values", lang),
        Paragraph::Data { csv: "alak-values.csv".into() }.say(lang),
        Paragraph::AlakQuestion.say(lang),
        picture(Paragraph::AlakQuestion, "alak-shares", lang),
        table.markdown(),
        Paragraph::Data { csv: "alak.csv".into() }.say(lang),
        remade(summaries.first(), lang),
    ]
}

/// Nim: random and perfect players.
pub fn nim(summaries: &[Summary], lang: Lang) -> Vec<String> {
    let table = duels(summaries, &["matches", "players"], &["player1", "player2", "draw"], lang);
    vec![
        Paragraph::NimTitle.say(lang),
        Paragraph::NimValueAnswer.say(lang),
        Paragraph::NimQuestion.say(lang),
        picture(Paragraph::NimQuestion, "nim-shares", lang),
        table.markdown(),
        Paragraph::Data { csv: "nim.csv".into() }.say(lang),
        remade(summaries.first(), lang),
    ]
}

/// The pictures of a board game's chapter.
#[cfg(feature = "charts")]
pub fn figures(game: &str, summaries: &[Summary], lang: Lang) -> Vec<(String, Figure)> {
    let drawn =
        figures::names(game).iter().map(|name| (format!("{game}-{name}"), figures::figure(name, summaries, lang)));
    drawn.filter_map(|(name, figure)| Some((name, figure?))).collect()
}
