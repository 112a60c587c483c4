//! The chapter of peg solitaire: what is exact by hole, and what random players do.

use super::words::WORDS;
use crate::lang::{Glossary, Lang, Paragraph, Say, Text};
use crate::report::page::{Chapter, exact, mean, measured, picture, remade, table};
use crate::sim::Summary;

/// The chapter of peg solitaire.
pub const CHAPTER: Chapter = Chapter::of(page);

const TITLE: Text = Text::new("## Le solitaire (triangle de 15 cases)", "## Peg solitaire (15-hole triangle)");
const QUESTION: Text = Text::new(
    "### Combien de pions laisse un joueur au hasard, selon le trou de départ ?",
    "### How many pegs does a random player leave, by starting hole?",
);
const EXACT: Text = Text::new(
    "Les valeurs exactes, et le nombre de solutions, viennent de `pioche solve solitaire --hole H --count` : chaque trou \
     de départ a une solution.",
    "The exact values, and the number of solutions, come from `pioche solve solitaire --hole H --count`: every starting \
     hole has a solution.",
);

/// The chapter, a paragraph an entry.
fn page(summaries: &[Summary], lang: Lang) -> Vec<String> {
    let win = WORDS.word(lang, "random_win");
    let headings = vec![
        WORDS.word(lang, "hole"),
        WORDS.word(lang, "deals"),
        win.clone(),
        format!("{win}, {}", WORDS.word(lang, "exact")),
        WORDS.word(lang, "left"),
    ];
    let rows = summaries.iter().map(|summary| {
        vec![
            summary.setting("hole").to_owned(),
            lang.integer(summary.deals),
            measured(summary.proportion("won"), lang),
            exact(summary, "1", lang).unwrap_or_else(|| "–".to_owned()),
            mean(summary.quantity("left"), lang),
        ]
    });
    vec![
        TITLE.say(lang),
        QUESTION.say(lang),
        table(headings, rows),
        picture(QUESTION, "solitaire-board", lang),
        picture(QUESTION, "solitaire-left", lang),
        EXACT.say(lang),
        Paragraph::Data { csv: "solitaire.csv".into() }.say(lang),
        remade(summaries.first(), lang),
    ]
}
