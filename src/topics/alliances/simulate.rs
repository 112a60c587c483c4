//! Many deals of the patience: the rule, a change of the stock, another player.

use super::args::{IMPROVE, NB_TAS_MAX, PLAYER, improve, nothing_to_change, pack};
use super::deck::PACK;
use crate::lang::{Problem, Text};
use crate::topics::boxed;
use crate::topics::given::Given;
use crate::topics::rows::ASKING;
use crate::topics::setting::{MEMORY, Setting};
use crate::topics::verb::Simulate;
use pioche_engine::experiments::alliances::Alliances;
use pioche_engine::experiments::alliances::played::{Played, Player};
use pioche_engine::games::alliances::Way;
use pioche_engine::games::alliances::perfect::Solver;

/// Many deals.
pub const SIMULATE: Simulate = Simulate {
    about: Text::new(
        "La réussite : probabilité d'avoir au plus tant de tas, et gain d'un petit changement de la pioche",
        "The patience: probability of at most so many piles, and the gain of a small change of the stock",
    ),
    options: &[PACK[0], PACK[1], PACK[2], IMPROVE.one(), PLAYER.one(), MEMORY.one()],
    row: &[PILES.one().with(ASKING)],
    questions: |given| {
        let rule = experiment(given)?;
        Ok(vec![match player(given)? {
            None => boxed(rule),
            Some(player) => {
                seated(player, given)?;
                boxed(played(rule, player)?)
            }
        }])
    },
};

/// The number of piles whose probability is wanted.
const PILES: Setting = Setting {
    help: Text::new(
        "Avec --digits : le nombre maximal de tas dont on veut la probabilité, après le changement et avec le joueur \
         demandés",
        "With --digits: the most piles whose probability is wanted, after the change and with the player asked for",
    ),
    ..NB_TAS_MAX
};

fn experiment(given: &Given<'_>) -> Result<Alliances, Problem> {
    let (pack, improve) = (pack(given)?, improve(given)?);
    if pack.size() < 2 && improve.is_some() {
        return Err(Problem::argument("--improve", nothing_to_change()));
    }
    Ok(Alliances { pack, improve })
}

/// The player that was asked for, if it is not the rule itself.
fn player(given: &Given<'_>) -> Result<Option<Player>, Problem> {
    given.get(&PLAYER).map(|player| Some(player).filter(|player| *player != Player::Way(Way::Leftmost)))
}

/// What is counted must not depend on the machine: whoever plays perfectly may take what his solver takes, or does not
/// play.
fn seated(player: Player, given: &Given<'_>) -> Result<(), Problem> {
    let (needed, allowed) = (Solver::USUAL_MEMORY, given.memory);
    if player != Player::Perfect || needed <= allowed {
        return Ok(());
    }
    let problem = Problem::said(
        format!("le jeu parfait peut prendre jusqu'à {needed} par fil d'exécution, plus que les {allowed} permis"),
        format!("perfect play may take up to {needed} a thread, more than the {allowed} allowed"),
    );
    Err(Problem::argument("--player", problem))
}

fn played(Alliances { pack, improve }: Alliances, player: Player) -> Result<Played, Problem> {
    Played::new(pack, improve, player).ok_or_else(|| {
        let problem = Problem::said(
            "le meilleur changement n'a pas de sens pour un joueur au hasard, qui joue une même pioche tantôt bien, tantôt \
             mal",
            "no change is best for the random player, who plays one stock now well, now badly",
        );
        Problem::argument("--player, --improve", problem)
    })
}
