//! The dialogue of Nim. Texts are those of the handout (004) where it has one.

use super::duel::TwoPlayerDialogue;
use crate::Session;
use pioche_engine::games::nim::{LastTake, NimSolution, NimState};
use pioche_engine::games::{Game, Step};
use pioche_engine::players::PlayerSpec;
use pioche_report::lang::{Text, integer, tr};
use pioche_topics::duel::PLAYERS_OR_HUMAN;
use pioche_topics::nim::{
    MATCHES, MAX_DRAWN, MISERE, TAKES, match_noun, matches_left_text, matches_text, takes_text,
    winner_text,
};
use pioche_topics::setting::OptionSpec;
/// The width of a group of five matches and the space after it, in columns.
const GROUP_WIDTH: usize = 6;

impl TwoPlayerDialogue for NimState {
    const PLAY_OPTIONS: &'static [OptionSpec] = &[MATCHES, TAKES, MISERE, PLAYERS_OR_HUMAN];

    const PLAY_ABOUT: Text = Text(
        "Nim: for two players, or against the computer; without options, the game asks for the settings",
    );

    const SIZE_QUESTION: Text =
        Text("Please enter the number of matches at the start (25 by default).\n");

    const MOVE_NAME: Text = Text("a number of matches");

    fn size_refusal() -> String {
        tr!(
            "Type a number of matches from 1 to {matches}.",
            matches = integer(NimState::MAX_MATCHES.into())
        )
    }

    fn greeting(&self) -> String {
        let matches = match self.matches() {
            1 => tr!("There is 1 match on the table."),
            matches => tr!("There are {matches} matches on the table.", matches),
        };
        match self.rules().last_take {
            LastTake::Wins => matches,
            LastTake::Loses => {
                tr!("{matches} Whoever takes the last one loses.", matches)
            }
        }
    }

    /// Returns the matches in groups of five and, after the first move, the number of matches left.
    #[doc(alias = "afficher_plateau")]
    fn board_text(session: &Session<Self>, columns: usize) -> String {
        let matches = session.state().matches();
        let mut lines = Vec::new();
        if (1..=MAX_DRAWN).contains(&matches) {
            lines.push(matches_picture(matches, columns));
        }
        if !session.course().moves().is_empty() && session.end().is_none() || matches > MAX_DRAWN {
            lines.push(matches_left_text(matches));
        }
        lines.join("\n")
    }

    #[doc(alias = "choix_humain")]
    fn prompt(&self) -> String {
        let player = self.to_play().number();
        let takes = takes_text(self.takes().possible_takes(self.matches()));
        tr!(
            "Player {player}, how many matches do you take ({takes})? ",
            player,
            takes
        )
    }

    #[doc(alias = "afficher_choix")]
    fn dialogue_move_text(step: &Step<Self>, _: PlayerSpec) -> Option<String> {
        let player = step.before.to_play().number();
        Some(tr!(
            "Player {player} takes {matches}.",
            player,
            matches = matches_text(step.mv)
        ))
    }

    fn hint(session: &Session<Self>) -> Option<String> {
        let state = session.state();
        let solution = NimSolution::new(state.rules(), state.matches());
        let best = solution.best_takes(state.matches());
        let value = solution
            .value(state.matches())
            .filter(|_| !best.is_empty())?;
        Some(winner_text(value, &best))
    }

    fn rules_text(&self) -> String {
        let takes = self.takes().as_slice();
        let max_take = takes.last().copied().unwrap_or_default();
        let list = takes_text(takes);
        let result = match self.rules().last_take {
            LastTake::Wins => Text("wins"),
            LastTake::Loses => Text("loses"),
        };
        rules(&list, max_take, result.translated())
    }
}

fn rules(takes: &str, max_take: u32, result: &str) -> String {
    let noun = match_noun(max_take);
    let example = format!("{max_take:<15}");
    tr!(
        "In turn, each player takes {takes} {noun}. Whoever takes the last one {result}.\n\
         When too few are left to take any, the game is a draw.\n  {example}take {max_take} {noun}",
        takes,
        noun,
        result,
        example,
        max_take
    )
}

/// Draws matches in groups of five, `||||| ||||| |||`, in as many lines as necessary.
fn matches_picture(count: u32, columns: usize) -> String {
    let groups = (0..count)
        .step_by(5)
        .map(|first| "|".repeat(5.min(count - first) as usize));
    groups
        .collect::<Vec<_>>()
        .chunks((columns / GROUP_WIDTH).max(1))
        .map(|line| line.join(" "))
        .collect::<Vec<_>>()
        .join("\n")
}
