//! What simulations of Alak found, in a table for people, under the rule that its numbers follow.

use crate::lang::{Say, Text};
use crate::report::table::paragraph;
use crate::report::{self, View, rows};
use pioche_engine::sim::Summary;

/// What becomes of a game in which a position comes back, and which games are left unresolved.
pub const RULE: Text = Text::new(
    "Une partie où une position revient est jouée jusqu'au bout : qui tire au sort peut quitter la boucle. Elle compte \
     sous son issue, et parmi celles où une position est revenue. « Indécise » : la partie dépasse le maximum de coups.",
    "A game in which a position comes back is played on: a player who draws lots can leave the loop. It counts under its \
     outcome, and among the games in which a position came back. Unresolved: the game passes the most moves allowed.",
);

/// The text of some runs for a terminal.
pub fn text(summaries: &[Summary], view: &View<'_>) -> String {
    let examples = report::examples(summaries, view);
    format!("{}{}\n{examples}", rows::plain(summaries, view), paragraph(&RULE.say(view.lang)))
}
