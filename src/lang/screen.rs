//! The sentences of games on a whole screen, besides those that are also said line by line.

use super::Say;
use super::dialogue::Chair;

/// A game, where its keys are named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum GameName {
    Patience,
    Pegs,
    Alak,
    Nim,
}

/// What stands around a board.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the two sentences beside each name say what it is")]
pub enum ScreenTalk {
    TooSmall,
    AnyKey,
    Keys { game: GameName },
    Help { game: GameName },
    PatienceTitle { cards: usize, deal: Option<(u64, u64)> },
    NimTitle { matches: u32 },
    Patience { stock: usize, piles: usize, most_piles: usize, open: usize, moves: usize },
    Pegs { pegs: usize, jumps: usize, moves: usize },
    Blocked { pegs: usize },
    Alak { player: Option<u8>, stones: [u32; 2], forbidden: Vec<u32>, moves: usize },
    Nim { player: Option<u8>, matches: u32, takes: Vec<u32>, moves: usize },
    Thinks { player: u8, chair: Chair },
    SolverPlays,
    Ended,
}

/// A number with its noun in French: each of its words takes an s from 2 on.
fn fr(number: usize, one: &str) -> String {
    let words = one.split(' ').map(|word| format!("{word}{}", if number > 1 { "s" } else { "" }));
    format!("{number} {}", words.collect::<Vec<_>>().join(" "))
}

/// A number with its noun in English: an s but for 1.
fn en(number: usize, one: &str) -> String {
    format!("{number} {one}{}", if number == 1 { "" } else { "s" })
}

fn list(numbers: &[u32]) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// At most so many takes are listed.
const LISTED: usize = 8;

fn takes(all: &[u32]) -> String {
    if all.len() > LISTED { format!("{}, …", list(&all[..LISTED])) } else { list(all) }
}

impl Say for ScreenTalk {
    fn fr(&self) -> String {
        match self {
            Self::TooSmall => "La fenêtre est trop petite pour cette partie : agrandissez-la, ou q pour finir.".into(),
            Self::AnyKey => "Une touche, et la partie revient.".into(),
            Self::Keys { game } => match game {
                GameName::Patience => {
                    "←→ Entrée jouer · Tab saut · p piocher · u annuler · h indice · ? aide · q fin".into()
                }
                GameName::Pegs => {
                    "←→↑↓ Entrée prendre, poser · u annuler · h indice · r résoudre · ? aide · q fin".into()
                }
                GameName::Alak => "←→ Entrée jouer · Tab case libre · u annuler · h indice · ? aide · q fin".into(),
                GameName::Nim => "←→ Entrée retirer · 2 3 … retirer · u annuler · h indice · ? aide · q fin".into(),
            },
            Self::Help { game } => {
                let own = match game {
                    GameName::Patience => {
                        "Entrée ou Espace : sauter avec la carte choisie, ou piocher sur le talon ░.
Tab : le prochain tas qui peut sauter (← devant son numéro). p : piocher.
Quitter avant la fin pose le reste de la pioche sans aucun saut."
                    }
                    GameName::Pegs => {
                        "Entrée ou Espace : prendre le pion choisi, puis le poser dans un trou. Échap : le reposer.
● pion, ○ trou, + pion qui peut sauter, ^ pion pris, > trou où il peut aller.
Tab : le prochain de ceux-là. r : le solveur finit la partie, s'il le peut."
                    }
                    GameName::Alak => {
                        "Entrée ou Espace : poser un pion sur la case choisie. Tab : la prochaine case permise.
x joueur 1, o joueur 2, ! case interdite à ce tour, * la dernière case choisie."
                    }
                    GameName::Nim => {
                        "Entrée ou Espace : retirer les allumettes marquées ^ (? : leur nombre n'est pas permis).
2, 3 … : en retirer autant. Tab : le prochain nombre permis."
                    }
                };
                format!(
                    "Flèches, Début, Fin : choisir ; la souris choisit et joue.\n{own}\n\
                     u : annuler. h : indice. q ou ^C : quitter."
                )
            }
            Self::PatienceTitle { cards, deal } => {
                let deal = deal.map_or_else(String::new, |(seed, deal)| format!(" · graine {seed}, donne {deal}"));
                format!("La réussite des alliances · {cards} cartes{deal}")
            }
            Self::NimTitle { matches } => format!("Nim · {} au départ", fr(*matches as usize, "allumette")),
            Self::Patience { stock, piles, most_piles, open, moves } => format!(
                "pioche {stock} · {piles} tas (gagné à {most_piles}) · {} · {}",
                fr(*open, "saut possible"),
                fr(*moves, "coup")
            ),
            Self::Pegs { pegs, jumps, moves } => {
                format!("{} · {} · {}", fr(*pegs, "pion"), fr(*jumps, "saut possible"), fr(*moves, "coup"))
            }
            Self::Blocked { pegs } => {
                format!("Bloqué : plus aucun saut n'est possible, il reste {pegs} pions. u : annuler, q : quitter.")
            }
            Self::Alak { player, stones: [one, two], forbidden, moves } => {
                let player = player.map_or_else(String::new, |player| format!("joueur {player} · "));
                let forbidden = match forbidden.as_slice() {
                    [] => String::new(),
                    [cell] => format!(" · case interdite : {cell}"),
                    cells => format!(" · cases interdites : {}", list(cells)),
                };
                format!("{player}x {one} · o {two}{forbidden} · {}", fr(*moves, "coup"))
            }
            Self::Nim { player, matches, takes: offered, moves } => {
                let player = player.map_or_else(String::new, |player| format!("joueur {player} · "));
                let offered =
                    if offered.is_empty() { String::new() } else { format!(" · retirer {}", takes(offered)) };
                format!("{player}{}{offered} · {}", fr(*matches as usize, "allumette"), fr(*moves, "coup"))
            }
            Self::Thinks { player, chair } => format!("le joueur {player} ({}) réfléchit…", chair.fr()),
            Self::SolverPlays => "le solveur joue…".into(),
            Self::Ended => "partie finie".into(),
        }
    }

    fn en(&self) -> String {
        match self {
            Self::TooSmall => "The window is too small for this game: make it larger, or press q to stop.".into(),
            Self::AnyKey => "Any key brings the game back.".into(),
            Self::Keys { game } => match game {
                GameName::Patience => {
                    "←→ Enter play · Tab open jump · d draw · u undo · h hint · ? help · q quit".into()
                }
                GameName::Pegs => "←→↑↓ Enter pick, drop · u undo · h hint · s solve · ? help · q quit".into(),
                GameName::Alak => "←→ Enter play · Tab free cell · u undo · h hint · ? help · q quit".into(),
                GameName::Nim => "←→ Enter take · 2 3 … take · u undo · h hint · ? help · q quit".into(),
            },
            Self::Help { game } => {
                let own = match game {
                    GameName::Patience => {
                        "Enter or Space: jump with the chosen card, or draw when on the stock ░.
Tab: the next pile that can jump (← before its number). d: draw.
Leaving before the end lays the rest of the stock without any jump."
                    }
                    GameName::Pegs => {
                        "Enter or Space: pick the chosen peg, then drop it into a hole. Esc: put it back.
● peg, ○ hole, + peg that can jump, ^ peg in the hand, > hole where it can land.
Tab: the next of those. s: the solver ends the game, if it can."
                    }
                    GameName::Alak => {
                        "Enter or Space: put a stone on the chosen cell. Tab: the next legal cell.
x player 1, o player 2, ! cell forbidden this turn, * the last cell chosen."
                    }
                    GameName::Nim => {
                        "Enter or Space: take the matches marked ^ (?: this number is not allowed).
2, 3 …: take so many. Tab: the next allowed number."
                    }
                };
                format!(
                    "Arrows, Home, End: choose; the mouse chooses and plays.\n{own}\n\
                     u: undo. h: hint. q or ^C: quit."
                )
            }
            Self::PatienceTitle { cards, deal } => {
                let deal = deal.map_or_else(String::new, |(seed, deal)| format!(" · seed {seed}, deal {deal}"));
                format!("La réussite des alliances · {cards} cards{deal}")
            }
            Self::NimTitle { matches: 1 } => "Nim · 1 match at the start".into(),
            Self::NimTitle { matches } => format!("Nim · {matches} matches at the start"),
            Self::Patience { stock, piles, most_piles, open, moves } => format!(
                "stock {stock} · {} (won with {most_piles}) · {} · {}",
                en(*piles, "pile"),
                en(*open, "open jump"),
                en(*moves, "move")
            ),
            Self::Pegs { pegs, jumps, moves } => {
                format!("{} · {} · {}", en(*pegs, "peg"), en(*jumps, "possible jump"), en(*moves, "move"))
            }
            Self::Blocked { pegs } => {
                format!("Blocked: no jump is possible any more, {pegs} pegs are left. u: undo, q: quit.")
            }
            Self::Alak { player, stones: [one, two], forbidden, moves } => {
                let player = player.map_or_else(String::new, |player| format!("player {player} · "));
                let forbidden = match forbidden.as_slice() {
                    [] => String::new(),
                    [cell] => format!(" · forbidden cell: {cell}"),
                    cells => format!(" · forbidden cells: {}", list(cells)),
                };
                format!("{player}x {one} · o {two}{forbidden} · {}", en(*moves, "move"))
            }
            Self::Nim { player, matches, takes: offered, moves } => {
                let player = player.map_or_else(String::new, |player| format!("player {player} · "));
                let offered = if offered.is_empty() { String::new() } else { format!(" · take {}", takes(offered)) };
                let matches = if *matches == 1 { "1 match".into() } else { format!("{matches} matches") };
                format!("{player}{matches}{offered} · {}", en(*moves, "move"))
            }
            Self::Thinks { player, chair } => format!("player {player} ({}) is thinking…", chair.en()),
            Self::SolverPlays => "the solver plays…".into(),
            Self::Ended => "game over".into(),
        }
    }
}
