//! The dialogue of Nim. Texts are those of the handout (004) where it has one.

use super::duel::TwoPlayerDialogue;
use crate::Session;
use pioche_engine::games::nim::{LastTake, NimSolution, NimState};
use pioche_engine::games::{Game, Step};
use pioche_engine::players::PlayerSpec;
use pioche_report::lang::{Lang, Sentence, Text, either, sentence};
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

    const PLAY_ABOUT: Text = Text::new(
        "Nim : à deux ou contre l'ordinateur ; sans option, le jeu demande les réglages",
        "Nim: for two players, or against the computer; without options, the game asks for the \
         settings",
    );

    const SIZE_QUESTION: Text = Text::new(
        "Veuillez indiquer le nombre d'allumettes présentes au départ (25 par défaut).\n",
        "Please enter the number of matches at the start (25 by default).\n",
    );

    const MOVE_NAME: Text = Text::new("un nombre d'allumettes", "a number of matches");

    fn size_refusal() -> Sentence {
        Sentence::from_fn(|lang| {
            let matches = lang.integer(NimState::MAX_MATCHES.into());
            either!(
                lang,
                "Tapez un nombre d'allumettes de 1 à {matches}.",
                "Type a number of matches from 1 to {matches}."
            )
        })
    }

    fn greeting(&self) -> Sentence {
        let [fr, en] = match self.rules().last_take {
            LastTake::Wins => ["", ""],
            LastTake::Loses => [
                " Qui prend la dernière perd.",
                " Whoever takes the last one loses.",
            ],
        };
        match self.matches() {
            1 => sentence!(
                "Il y a 1 allumette sur la table.{fr}",
                "There is 1 match on the table.{en}"
            ),
            matches => sentence!(
                "Il y a {matches} allumettes sur la table.{fr}",
                "There are {matches} matches on the table.{en}"
            ),
        }
    }

    /// Returns the matches in groups of five and, after the first move, the number of matches left.
    #[doc(alias = "afficher_plateau")]
    fn board_text(session: &Session<Self>, lang: Lang, columns: usize) -> String {
        let matches = session.state().matches();
        let mut lines = Vec::new();
        if (1..=MAX_DRAWN).contains(&matches) {
            lines.push(matches_picture(matches, columns));
        }
        if !session.course().moves().is_empty() && session.end().is_none() || matches > MAX_DRAWN {
            lines.push(matches_left_text(matches, lang));
        }
        lines.join("\n")
    }

    #[doc(alias = "choix_humain")]
    fn prompt(&self) -> Sentence {
        let player = self.to_play().number();
        let takes = takes_text(self.takes().possible_takes(self.matches()));
        Sentence::new(
            format!(
                "Joueur {player}, combien d'allumettes retirez-vous ({}) ? ",
                takes.fr
            ),
            format!(
                "Player {player}, how many matches do you take ({})? ",
                takes.en
            ),
        )
    }

    #[doc(alias = "afficher_choix")]
    fn dialogue_move_text(step: &Step<Self>, _: PlayerSpec) -> Option<Sentence> {
        let player = step.before.to_play().number();
        let fr = matches_text(Lang::Fr, step.mv);
        let en = matches_text(Lang::En, step.mv);
        Some(sentence!(
            "Le joueur {player} retire {fr}.",
            "Player {player} takes {en}."
        ))
    }

    fn hint(session: &Session<Self>) -> Option<Sentence> {
        let state = session.state();
        let solution = NimSolution::new(state.rules(), state.matches());
        let best = solution.best_takes(state.matches());
        let value = solution
            .value(state.matches())
            .filter(|_| !best.is_empty())?;
        Some(Sentence::from_fn(|lang| winner_text(value, &best, lang)))
    }

    fn rules_text(&self) -> Sentence {
        let takes = self.takes().as_slice();
        let max_take = takes.last().copied().unwrap_or_default();
        let list = takes_text(takes);
        let result = match self.rules().last_take {
            LastTake::Wins => Text::new("gagne", "wins"),
            LastTake::Loses => Text::new("perd", "loses"),
        };
        Sentence::from_fn(|lang| rules(list.in_lang(lang), max_take, result.in_lang(lang), lang))
    }
}

fn rules(takes: &str, max_take: u32, result: &str, lang: Lang) -> String {
    let noun = match_noun(lang, max_take);
    either!(
        lang,
        "À tour de rôle, chacun retire {takes} {noun}. Qui prend la dernière {result}.
S'il en reste trop peu pour jouer, la partie est nulle.
  {max_take:<15}retirer {max_take} {noun}",
        "In turn, each player takes {takes} {noun}. Whoever takes the last one {result}.
When too few are left to take any, the game is a draw.
  {max_take:<15}take {max_take} {noun}"
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
