//! What a film of bataille says.

use super::beat::Beat;
use crate::lang::{Lang, Sentence, Text};
use crate::topics::bataille::said::{BATTLE, takes};
use crate::topics::duel::said::{number, over};
use pioche_engine::games::Player;
use pioche_engine::games::bataille::state::Face;
use pioche_engine::games::bataille::{Ending, Outcome};

const FACE_DOWN: Text = Text::new("Une carte cachée chacun", "One card each, face down");
const NO_CARD: Text =
    Text::new("Plus de carte à poser : le pli n'est à personne", "No card to lay: the trick is nobody's");
const LOOP_BEGINS: Text = Text::new("D'ici la partie tourne en rond", "From here on the game repeats");

/// What is said about a state.
#[derive(Clone, Default)]
pub(super) struct Said {
    /// The number of the round.
    pub round: Option<Sentence>,
    /// What has just happened.
    pub news: Option<Sentence>,
    /// Whether that is said beside the table even when nothing lies on it.
    pub aside: bool,
}

impl Said {
    fn news(news: impl Into<Sentence>) -> Self {
        Self { news: Some(news.into()), ..Self::default() }
    }

    /// The same in a round.
    pub fn with_round(self, round: u64) -> Self {
        let round = Sentence::made(|lang| match lang {
            Lang::Fr => format!("Pli {}", lang.integer(round)),
            Lang::En => format!("Round {}", lang.integer(round)),
        });
        Self { round: Some(round), ..self }
    }

    /// Before anything has happened.
    pub fn at_start(ending: Ending) -> Self {
        match ending.outcome {
            Outcome::Endless { pre_period: 0, .. } => Self::news(LOOP_BEGINS),
            _ if ending.rounds == 0 => Self::at_end(ending),
            _ => Self::default(),
        }
    }

    /// After something has happened in a round.
    pub fn of(round: u64, beat: Beat, ending: Ending) -> Self {
        match beat {
            Beat::Pair { face: Face::Down, .. } => Self::news(FACE_DOWN),
            Beat::Pair { laid: [one, two], .. } if one.1 == two.1 => Self::news(BATTLE),
            Beat::Pair { .. } => Self::default(),
            Beat::Taken { .. } if matches!(ending.outcome, Outcome::Endless { pre_period, .. } if pre_period == round) => {
                Self::news(LOOP_BEGINS)
            }
            Beat::Taken { player, cards } => Self { aside: true, ..Self::news(takes(player, cards)) },
            Beat::Stopped => Self::news(NO_CARD),
        }
    }

    /// When the game is over.
    pub fn at_end(ending: Ending) -> Self {
        Self::news(match ending.outcome {
            Outcome::Player1 => over(Some(Player::One)),
            Outcome::Player2 => over(Some(Player::Two)),
            Outcome::Draw => over(None),
            Outcome::Endless { period, pre_period } => loop_closes(period, pre_period),
            Outcome::Unresolved => unresolved(ending.rounds),
        })
    }
}

/// A player, and the cards that he holds.
pub(super) fn held(player: Player, cards: usize) -> Sentence {
    let (player, cards) = (number(player), cards as u64);
    Sentence::new(
        format!("Joueur {player} : {}", Lang::Fr.counted(cards, "carte", "cartes")),
        format!("Player {player}: {}", Lang::En.counted(cards, "card", "cards")),
    )
}

fn rounds(lang: Lang, rounds: u64) -> String {
    match lang {
        Lang::Fr => lang.counted(rounds, "pli", "plis"),
        Lang::En => lang.counted(rounds, "round", "rounds"),
    }
}

/// The game is back where it was after `pre_period` rounds, `period` rounds ago.
fn loop_closes(period: u64, pre_period: u64) -> Sentence {
    Sentence::made(|lang| {
        let (period, before) = (rounds(lang, period), lang.integer(pre_period));
        match (lang, pre_period) {
            (Lang::Fr, 0) => format!("Retour au début : sans fin, période de {period}"),
            (Lang::Fr, _) => format!("Comme après le pli {before} : sans fin, période de {period}"),
            (Lang::En, 0) => format!("Back at the start: endless, period {period}"),
            (Lang::En, _) => format!("As after round {before}: endless, period {period}"),
        }
    })
}

/// Neither end nor repeat within so many rounds.
fn unresolved(after: u64) -> Sentence {
    Sentence::made(|lang| match lang {
        Lang::Fr => format!("Ni fin ni retour en {}", rounds(lang, after)),
        Lang::En => format!("Neither end nor repeat in {}", rounds(lang, after)),
    })
}
