//! What is said of a game of bataille, in films and beside its lines.

use super::table::Beat;
use crate::lang::{Lang, Sentence, Text};
use crate::topics::duel::said::over;
use pioche_engine::games::Player;
use pioche_engine::games::bataille::state::Face;
use pioche_engine::games::bataille::{Ending, Outcome};

/// Two cards of one value were laid.
pub const BATTLE: Text = Text::new("Bataille !", "Battle!");
const FACE_DOWN: Text = Text::new("Une carte cachée chacun", "One card each, face down");
/// An endless game is in the state that comes back.
pub const LOOP_BEGINS: Text = Text::new("D'ici la partie tourne en rond", "From here on the game repeats");

/// A player takes the trick.
pub fn takes(player: Player, cards: u16) -> Sentence {
    let player = player.number();
    Sentence::new(format!("Le joueur {player} prend {cards} cartes"), format!("Player {player} takes {cards} cards"))
}

/// So many rounds.
pub fn rounds(lang: Lang, rounds: u64) -> String {
    match lang {
        Lang::Fr => lang.counted(rounds, "pli", "plis"),
        Lang::En => lang.counted(rounds, "round", "rounds"),
    }
}

/// The number of a round.
pub fn round(round: u64) -> Sentence {
    Sentence::made(|lang| match lang {
        Lang::Fr => format!("Pli {}", lang.integer(round)),
        Lang::En => format!("Round {}", lang.integer(round)),
    })
}

/// A player, and the cards that he holds.
pub fn held(player: Player, cards: usize) -> Sentence {
    let (player, cards) = (player.number(), cards as u64);
    Sentence::new(
        format!("Joueur {player} : {}", Lang::Fr.counted(cards, "carte", "cartes")),
        format!("Player {player}: {}", Lang::En.counted(cards, "card", "cards")),
    )
}

/// What has happened, where it is worth a word.
pub fn news(beat: Beat) -> Option<Sentence> {
    match beat {
        Beat::Pair { face: Face::Down, .. } => Some(FACE_DOWN.into()),
        Beat::Pair { laid: [one, two], .. } if one.1 == two.1 => Some(BATTLE.into()),
        Beat::Taken { player, cards } => Some(takes(player, cards)),
        Beat::Pair { .. } | Beat::Stopped => None,
    }
}

/// The game is over.
pub fn ended(ending: Ending) -> Sentence {
    match ending.outcome {
        Outcome::Player1 => over(Some(Player::One)),
        Outcome::Player2 => over(Some(Player::Two)),
        Outcome::Draw => over(None),
        Outcome::Endless { period, pre_period } => loop_closes(period, pre_period),
        Outcome::Unresolved => Sentence::made(|lang| match lang {
            Lang::Fr => format!("Ni fin ni retour en {}", rounds(lang, ending.rounds)),
            Lang::En => format!("Neither end nor repeat in {}", rounds(lang, ending.rounds)),
        }),
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
