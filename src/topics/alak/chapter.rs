//! The chapter of Alak: perfect players, then random ones.

use super::table::RULE;
use super::values::values;
use super::words::WORDS;
#[cfg(feature = "charts")]
use crate::draw::Figure;
use crate::lang::{Lang, Paragraph, Say, Text};
use crate::report::page::{Chapter, picture, remade};
use crate::sim::Summary;
#[cfg(feature = "charts")]
use crate::sim::summary::Table;
use crate::topics::duel::chapter::matches;

/// The chapter of Alak.
pub const CHAPTER: Chapter = Chapter {
    tables: Some(|| vec![(VALUES, values())]),
    #[cfg(feature = "charts")]
    pictures: Some(pictures),
    ..Chapter::of(page)
};

/// The files of the exact values.
const VALUES: &str = "alak-values";

const TITLE: Text = Text::same("## Alak");
const VALUE_QUESTION: Text =
    Text::new("### Qui gagne si les deux joueurs jouent au mieux ?", "### Who wins when both players play their best?");
const VALUE_ANSWER: Text = Text::new(
    "Analyse rétrograde de toutes les positions. La valeur est ce que chaque joueur peut s'assurer seul, quoi que fasse \
     l'autre : gagner, à défaut faire nulle, à défaut ne pas perdre en continuant sans fin. « Sans fin » n'est donc pas un \
     équilibre : les deux joueurs préféreraient la nulle, mais aucun ne peut l'imposer. Dans `alak-values.csv`, `low` et \
     `high` sont les écarts avec lesquels le joueur 1 (au moins) et le joueur 2 (au plus) peuvent mettre fin à la partie. \
     Se refait par `pioche solve alak --cells N`.",
    "Retrograde analysis of all positions. The value is what each player can be sure of alone, whatever the other does: \
     to win, failing that to draw, failing that not to lose by going on for ever. So endless play is no equilibrium: both \
     players would rather draw, but neither can force it. In `alak-values.csv`, `low` and `high` are the margins with \
     which player 1 (at least) and player 2 (at most) can make the game end. Remade by `pioche solve alak --cells N`.",
);
const QUESTION: Text =
    Text::new("### Et si les deux joueurs jouent au hasard ?", "### And when both players play at random?");

/// The chapter, a paragraph an entry.
fn page(summaries: &[Summary], lang: Lang) -> Vec<String> {
    vec![
        TITLE.say(lang),
        VALUE_QUESTION.say(lang),
        VALUE_ANSWER.say(lang),
        picture(VALUE_QUESTION, VALUES, lang),
        Paragraph::Data { csv: format!("{VALUES}.csv") }.say(lang),
        QUESTION.say(lang),
        picture(QUESTION, "alak-shares", lang),
        matches(summaries, ["cells", "edge", "own_group"], &WORDS, lang),
        RULE.say(lang),
        Paragraph::Data { csv: "alak.csv".into() }.say(lang),
        remade(summaries.first(), lang),
    ]
}

/// The chapter's pictures.
#[cfg(feature = "charts")]
fn pictures(summaries: &[Summary], tables: &[(&'static str, Table)], lang: Lang) -> Vec<(String, Figure)> {
    let values = tables.iter().map(|(name, table)| ((*name).to_owned(), super::values::picture(table, lang)));
    super::figures::FIGURES.all("alak", summaries, lang).into_iter().chain(values).collect()
}
