//! Remarks about single decks and deals, and about a run under way.

use super::{Lang, Say};

/// A remark.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the two sentences beside each name say what it is")]
pub enum Remark {
    CompleteDeck { file: String, cards: usize },
    Stock,
    FinalPiles { piles: usize },
    Exchanged { first: String, second: String, place: usize },
    Swapped { first: String, second: String, places: (usize, usize) },
    Moved { card: String, from: usize, to: usize },
    Gain { before: usize, after: usize, gain: i32 },
    DrawnSeed { seed: u64 },
    Interrupted { done: u64, planned: u64 },
    InterruptedAtOnce,
    BestDeck { file: String, deal: u64, piles: u64 },
    KeptHands { file: String, values: u64, deal: u64, rounds: Option<u64> },
    NothingToKeep { file: String },
    Estimate { share: f64, low: f64, high: f64 },
    Hopeless { proof: String },
    NoSolution,
    SolutionCount { solutions: String, games: String },
    SolutionsTo { cell: usize, ways: String },
    PositionCount { reachable: u64, winning: u64 },
    RandomWin { exact: String, share: f64 },
    FewestMoves { count: usize, moves: String },
    JumpHint { jump: String, solutions: String },
    AlakValue { value: String, margin: Option<i32>, low: Option<i32>, high: Option<i32>, states: u64, best: String },
    NimValue { value: String, takes: String },
    NimPeriod { from: usize, length: usize },
    NimChances { perfect: bool, chances: [f64; 3] },
    MoreThanFour { file: String, value: u8, count: usize },
    Hand { player: u8, cards: String },
    TrickTaken { player: u8 },
    TrickLost,
    GameWon { player: u8, rounds: u64 },
    GameDrawn { rounds: u64 },
    GameEndless { again: u64, first: u64, period: u64 },
    GameUnresolved { rounds: u64 },
    StudyDone { page: String },
}

impl Say for Remark {
    fn fr(&self) -> String {
        let lang = Lang::Fr;
        match self {
            Self::CompleteDeck { file, cards } => format!("{file} : {cards} cartes, complet et sans doublon"),
            Self::Stock => "Pioche :".into(),
            Self::FinalPiles { piles: 1 } => "1 tas".into(),
            Self::FinalPiles { piles } => format!("{piles} tas"),
            Self::Exchanged { first, second, place } => {
                format!("Échange de {first} et {second} (indices {place} et {})", place + 1)
            }
            Self::Swapped { first, second, places: (i, j) } => {
                format!("Échange de {first} et {second} (indices {i} et {j})")
            }
            Self::Moved { card, from, to } => format!("Déplacement de {card} de l'indice {from} à l'indice {to}"),
            Self::Gain { before, after, gain } => {
                format!("{before} tas avant, {after} après : gain {}", lang.decimal(f64::from(*gain), 0))
            }
            Self::DrawnSeed { seed } => format!("Graine tirée : {seed}"),
            Self::Interrupted { done, planned } => {
                format!("Interrompu après {} donnes sur {}.", lang.integer(*done), lang.integer(*planned))
            }
            Self::InterruptedAtOnce => "Interrompu avant la première donne : rien n'est écrit.".into(),
            Self::BestDeck { file, deal, piles } => {
                format!("{file} : la pioche de la donne {deal}, qui finit à {piles} tas")
            }
            Self::KeptHands { file, values, deal, rounds: Some(rounds) } => {
                format!(
                    "{file} : les mains de la donne {deal} ({values} valeurs), finie en {} plis",
                    lang.integer(*rounds)
                )
            }
            Self::KeptHands { file, values, deal, rounds: None } => {
                format!("{file} : les mains de la donne {deal} ({values} valeurs), dont la partie est infinie")
            }
            Self::NothingToKeep { file } => format!("Aucune telle partie : {file} n'est pas écrit."),
            Self::Hopeless { proof } => format!("Pas de solution, par parité : {proof}"),
            Self::NoSolution => "Pas de solution : toutes les suites de coups ont été essayées.".into(),
            Self::SolutionCount { solutions, games } => {
                format!("{solutions} solutions, parmi {games} parties complètes")
            }
            Self::SolutionsTo { cell, ways } => format!("  dont {ways} finissent en {cell}"),
            Self::PositionCount { reachable, winning } => {
                format!("{} positions accessibles, dont {} gagnantes", lang.integer(*reachable), lang.integer(*winning))
            }
            Self::RandomWin { exact, share } => {
                format!("Un joueur au hasard gagne avec probabilité {exact} (environ {})", lang.percent(*share, 6))
            }
            Self::FewestMoves { count, moves } => {
                format!("Au moins {count} coups (sauts enchaînés comptés une fois) : {moves}")
            }
            Self::JumpHint { jump, solutions } => format!("{jump} : {solutions} solutions"),
            Self::AlakValue { value, margin, low, high, states, best } => format!(
                "{value}{} ; le joueur 1 peut finir avec {} au moins, le joueur 2 avec {} au plus\nmeilleurs coups : {}\n{} positions",
                margin.map_or_else(String::new, |margin| format!(" (écart {margin:+})")),
                bound(*low, "aucune fin"),
                bound(*high, "aucune fin"),
                if best.is_empty() { "aucun" } else { best },
                lang.integer(*states)
            ),
            Self::NimValue { value, takes } => format!(
                "{value} pour qui doit jouer ; prises qui gardent cette valeur : {}",
                if takes.is_empty() { "aucune" } else { takes }
            ),
            Self::NimPeriod { from, length } => format!("Les valeurs ont la période {length} à partir de {from}."),
            Self::NimChances { perfect, chances: [one, two, draw] } => format!(
                "{} contre joueur au hasard : joueur 1 {}, joueur 2 {}, nulle {}",
                if *perfect { "Joueur parfait" } else { "Joueur au hasard" },
                lang.percent(*one, 3),
                lang.percent(*two, 3),
                lang.percent(*draw, 3)
            ),
            Self::MoreThanFour { file, value, count } => {
                format!("{file} : la valeur {value} y est {count} fois, un jeu n'en a que 4")
            }
            Self::Hand { player, cards } if cards.is_empty() => format!("Joueur {player} : (main vide)"),
            Self::Hand { player, cards } => format!("Joueur {player} : {cards}"),
            Self::TrickTaken { player } => format!("→ joueur {player}"),
            Self::TrickLost => "→ personne : un joueur n'a plus de carte à poser".into(),
            Self::GameWon { player, rounds } => format!("Le joueur {player} gagne ({}).", plural(*rounds, "pli", lang)),
            Self::GameDrawn { rounds } => format!("Partie nulle ({}).", plural(*rounds, "pli", lang)),
            Self::GameEndless { again, first, period } => {
                format!("après le pli {again} comme après le pli {first} : partie infinie, de période {period}")
            }
            Self::GameUnresolved { rounds } => {
                format!("Ni fin ni répétition après {}.", plural(*rounds, "pli", lang))
            }
            Self::Estimate { share, low, high } => {
                format!("P = {} [{} ; {}]", lang.percent(*share, 3), lang.percent(*low, 3), lang.percent(*high, 3))
            }
            Self::StudyDone { page } => format!("L'étude est faite : {page}"),
        }
    }

    fn en(&self) -> String {
        let lang = Lang::En;
        match self {
            Self::CompleteDeck { file, cards } => format!("{file}: {cards} cards, complete and without doubles"),
            Self::Stock => "Stock:".into(),
            Self::FinalPiles { piles: 1 } => "1 pile".into(),
            Self::FinalPiles { piles } => format!("{piles} piles"),
            Self::Exchanged { first, second, place } => {
                format!("Exchanged {first} and {second} (indices {place} and {})", place + 1)
            }
            Self::Swapped { first, second, places: (i, j) } => {
                format!("Exchanged {first} and {second} (indices {i} and {j})")
            }
            Self::Moved { card, from, to } => format!("Moved {card} from index {from} to index {to}"),
            Self::Gain { before, after, gain } => {
                format!("{before} piles before, {after} after: gain {}", lang.decimal(f64::from(*gain), 0))
            }
            Self::DrawnSeed { seed } => format!("Seed drawn: {seed}"),
            Self::Interrupted { done, planned } => {
                format!("Interrupted after {} deals of {}.", lang.integer(*done), lang.integer(*planned))
            }
            Self::InterruptedAtOnce => "Interrupted before the first deal: nothing is written.".into(),
            Self::BestDeck { file, deal, piles } => {
                format!("{file}: the stock of deal {deal}, which ends with {piles} piles")
            }
            Self::KeptHands { file, values, deal, rounds: Some(rounds) } => {
                format!(
                    "{file}: the hands of deal {deal} ({values} values), over after {} rounds",
                    lang.integer(*rounds)
                )
            }
            Self::KeptHands { file, values, deal, rounds: None } => {
                format!("{file}: the hands of deal {deal} ({values} values), whose game never ends")
            }
            Self::NothingToKeep { file } => format!("There was no such game: {file} is not written."),
            Self::Hopeless { proof } => format!("No solution, by parity: {proof}"),
            Self::NoSolution => "No solution: every sequence of jumps was tried.".into(),
            Self::SolutionCount { solutions, games } => format!("{solutions} solutions, among {games} complete games"),
            Self::SolutionsTo { cell, ways } => format!("  of which {ways} finish in {cell}"),
            Self::PositionCount { reachable, winning } => format!(
                "{} positions can be reached, {} of them winning",
                lang.integer(*reachable),
                lang.integer(*winning)
            ),
            Self::RandomWin { exact, share } => {
                format!("A random player wins with probability {exact} (about {})", lang.percent(*share, 6))
            }
            Self::FewestMoves { count, moves } => {
                format!("At least {count} moves (consecutive jumps of a peg count once): {moves}")
            }
            Self::JumpHint { jump, solutions } => format!("{jump}: {solutions} solutions"),
            Self::AlakValue { value, margin, low, high, states, best } => format!(
                "{value}{}; player 1 can end the game with {} at least, player 2 with {} at most\nbest moves: {}\n{} positions",
                margin.map_or_else(String::new, |margin| format!(" (margin {margin:+})")),
                bound(*low, "no end"),
                bound(*high, "no end"),
                if best.is_empty() { "none" } else { best },
                lang.integer(*states)
            ),
            Self::NimValue { value, takes } => format!(
                "{value} for the player to move; takes that keep this value: {}",
                if takes.is_empty() { "none" } else { takes }
            ),
            Self::NimPeriod { from, length } => format!("The values have period {length} from {from} on."),
            Self::NimChances { perfect, chances: [one, two, draw] } => format!(
                "{} against random: player 1 {}, player 2 {}, draw {}",
                if *perfect { "Perfect" } else { "Random" },
                lang.percent(*one, 3),
                lang.percent(*two, 3),
                lang.percent(*draw, 3)
            ),
            Self::MoreThanFour { file, value, count } => {
                format!("{file}: the value {value} is there {count} times, a pack has only 4")
            }
            Self::Hand { player, cards } if cards.is_empty() => format!("Player {player}: (empty hand)"),
            Self::Hand { player, cards } => format!("Player {player}: {cards}"),
            Self::TrickTaken { player } => format!("→ player {player}"),
            Self::TrickLost => "→ nobody: a player has no card left to lay".into(),
            Self::GameWon { player, rounds } => format!("Player {player} wins ({}).", plural(*rounds, "round", lang)),
            Self::GameDrawn { rounds } => format!("A draw ({}).", plural(*rounds, "round", lang)),
            Self::GameEndless { again, first, period } => {
                format!("round {again} = round {first}: endless, period {period}")
            }
            Self::GameUnresolved { rounds } => {
                format!("Neither an end nor a repeat after {}.", plural(*rounds, "round", lang))
            }
            Self::Estimate { share, low, high } => {
                format!("P = {} [{}, {}]", lang.percent(*share, 3), lang.percent(*low, 3), lang.percent(*high, 3))
            }
            Self::StudyDone { page } => format!("The study is done: {page}"),
        }
    }
}

/// A count with its noun, which takes an s from 2 on.
fn plural(count: u64, noun: &str, lang: Lang) -> String {
    let ending = if count > 1 || (lang == Lang::En && count == 0) { "s" } else { "" };
    format!("{} {noun}{ending}", lang.integer(count))
}

/// A margin with its sign, or the words for none.
fn bound(margin: Option<i32>, none: &str) -> String {
    margin.map_or_else(|| none.to_owned(), |margin| format!("{margin:+}"))
}
