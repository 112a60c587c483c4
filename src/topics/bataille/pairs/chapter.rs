//! The chapter of paired deals.

use super::words::WORDS;
use crate::lang::{Glossary, Lang, Paragraph, Say, Text};
use crate::report::page::*;
use pioche_engine::sim::Summary;
use pioche_engine::sim::summary::Cell;
use pioche_engine::stats::Interval;

pub const CHAPTER: Chapter = Chapter::of(Some(Handout(3, 4)), page, |_, _| Vec::new());

const QUESTION: Text =
    Text::new("4.2 Est-ce un avantage d'être le joueur 1 ?", "4.2 Is it an advantage to be player 1?");
const PAIRED: Text = Text::new(
    "Chaque donne est jouée deux fois, les mains échangées : ce que l'un doit à ses cartes, l'autre le lui doit aussi, et \
     il reste ce que le joueur 1 doit à sa place. La différence compte les victoires du joueur 1 moins celles du joueur 2, par \
     partie.",
    "Each deal is played twice, the hands exchanged: what either owes to the cards cancels, and what player 1 owes to the seat \
     remains. The difference counts wins of player 1 less those of player 2, a game.",
);
const DIFFERENCES: Text = Text::new("Toutes les différences", "All differences");

/// The chapter. It has no picture: most of the differences are too small to be seen in one.
fn page(summaries: &[Summary], lang: Lang) -> Vec<Block> {
    let headings = WORDS.all(lang, ["values", "comparison", "outcome", "difference"]);
    let rows = differences(summaries).filter(|found| found.mean != 0.0).map(|found| {
        vec![
            lang.integer(found.values),
            WORDS.word(lang, found.comparison),
            WORDS.word(lang, found.outcome),
            share(found.mean, found.interval, lang),
        ]
    });
    let mut blocks = vec![question(QUESTION, lang), told(PAIRED, lang)];
    let advantages = differences(summaries).filter(|found| found.comparison.starts_with("advantage"));
    blocks.extend(answer(advantages.map(|found| advantage(&found, lang))));
    blocks.push(folded(DIFFERENCES, table(headings, rows), lang));
    blocks.extend([data(&["bataille-pairs.csv"], lang), remade(summaries, &["values"], lang)]);
    blocks
}

/// A row of a run.
struct Difference<'a> {
    values: u64,
    deals: u64,
    comparison: &'a str,
    outcome: &'a str,
    mean: f64,
    interval: Interval,
}

fn differences(summaries: &[Summary]) -> impl Iterator<Item = Difference<'_>> {
    summaries.iter().flat_map(|summary| &summary.table.rows).filter_map(|row| match row.as_slice() {
        [
            Cell::Count(values),
            _,
            Cell::Count(deals),
            Cell::Text(comparison),
            Cell::Text(outcome),
            Cell::Real(mean),
            Cell::Real(low),
            Cell::Real(high),
        ] => {
            let interval = Interval { low: *low, high: *high };
            Some(Difference { values: *values, deals: *deals, comparison, outcome, mean: *mean, interval })
        }
        _ => None,
    })
}

/// Whether player 1 has an advantage, said where the paired difference leaves no doubt.
fn advantage(found: &Difference<'_>, lang: Lang) -> String {
    let (values, deals) = (found.values, lang.integer(found.deals));
    let order = WORDS.word(lang, found.comparison);
    let verdict = match found.interval {
        Interval { low, .. } if low > 0.0 => Text::new("oui", "yes").say(lang),
        Interval { high, .. } if high < 0.0 => {
            Text::new("non, c'est un désavantage", "no, it is a disadvantage").say(lang)
        }
        _ => format!(
            "{} {}",
            Text::new("aucune différence vue.", "no difference seen.").say(lang),
            Paragraph::SampleDecides.say(lang)
        ),
    };
    let verdict = verdict.trim_end_matches('.');
    let difference = share(found.mean, found.interval, lang);
    match lang {
        Lang::Fr => format!("**{values} valeurs, {order}** : {difference} sur {deals} paires ; {verdict}."),
        Lang::En => format!("**{values} values, {order}**: {difference} over {deals} pairs; {verdict}."),
    }
}
