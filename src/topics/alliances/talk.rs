//! The sentences of the patience played by hand.

use crate::lang::{Lang, Say, Text};
use pioche_engine::cards::card::Face;

/// What is said over the patience. Piles count from 1 and are plain numbers, cards are said in the letters of the language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PatienceTalk {
    Greeting { cards: usize, most_piles: usize, deal: Option<(u64, u64)> },
    Rules,
    Stock { cards: usize },
    Menu { stock: bool },
    WhichPile,
    Jumped { card: Face, onto: Face },
    EmptyStock,
    NoPile { pile: usize, piles: usize },
    FirstPile,
    LastPile,
    NotAllied { left: Face, right: Face },
    CardNotSeen { card: Face },
    NotAPile { text: String },
    Moves { draw: bool, jumps: Vec<(usize, Face)> },
    Hint { jumps: Vec<OpenJump>, advice: Option<Advice> },
    GaveUp { stock: usize, open: usize },
    Won { piles: usize },
    Lost { piles: usize, most_piles: usize },
    Automatic { own: usize, automatic: usize },
    Possible { own: usize, low: usize, high: usize },
    TakenBack { moves: usize },
}

/// A pile that can jump.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenJump {
    /// Its number.
    pub pile: usize,
    /// Its card.
    pub card: Face,
    /// The card on which it lands.
    pub onto: Face,
    /// The card on its other side.
    pub beside: Face,
}

/// How to come to the fewest piles that are still possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Advice {
    /// By letting the pile of this card jump.
    Jump { piles: usize, card: Face },
    /// By drawing.
    Draw { piles: usize },
    /// Nobody knows, nor more of the piles than these bounds.
    Between { low: usize, high: usize },
}

impl Say for Advice {
    fn fr(&self) -> String {
        match self {
            Self::Jump { piles, card } => format!("Le mieux encore possible : {piles}, en faisant sauter {card}."),
            Self::Draw { piles } => format!("Le mieux encore possible : {piles}, en piochant."),
            Self::Between { low, high } => format!("Le mieux encore possible est entre {low} et {high} tas."),
        }
    }

    fn en(&self) -> String {
        match self {
            Self::Jump { piles, card } => format!("The best still reachable: {piles}, by letting {card:#} jump."),
            Self::Draw { piles } => format!("The best still reachable: {piles}, by drawing."),
            Self::Between { low, high } => format!("The best still reachable is {low} to {high} piles."),
        }
    }
}

/// The open jumps, one a line.
fn open_jumps(jumps: &[OpenJump], lang: Lang) -> String {
    let count = jumps.len() as u64;
    let heading = match lang {
        _ if jumps.is_empty() => return NO_JUMP.say(lang),
        Lang::Fr => lang.plural(count, "Saut possible :", "Sauts possibles (la règle commence à gauche) :"),
        Lang::En => lang.plural(count, "Possible jump:", "Possible jumps (the rule begins on the left):"),
    };
    let lines = jumps.iter().map(|OpenJump { pile, card, onto, beside }| match lang {
        Lang::Fr => format!("  le tas n° {pile} ({card}) sur {onto}, allié à {beside}"),
        Lang::En => format!("  pile {pile} ({card:#}) onto {onto:#}, allied with {beside:#}"),
    });
    std::iter::once(heading.to_owned()).chain(lines).collect::<Vec<_>>().join("\n")
}

const NO_JUMP: Text = Text::new("Aucun saut n'est possible.", "No jump is possible.");

/// The open jumps, then the advice.
fn hint(jumps: &[OpenJump], advice: Option<&Advice>, lang: Lang) -> String {
    let advice = advice.map(|advice| advice.say(lang));
    std::iter::once(open_jumps(jumps, lang)).chain(advice).collect::<Vec<_>>().join("\n")
}

impl Say for PatienceTalk {
    fn fr(&self) -> String {
        match self {
            Self::Greeting { cards, most_piles, deal } => {
                let deal = deal.map_or_else(String::new, |(seed, deal)| format!(" (graine {seed}, donne {deal})"));
                let cards = Lang::Fr.counted(*cards as u64, "carte", "cartes");
                format!("La réussite des alliances, {cards}{deal} : {most_piles} tas au plus pour gagner.")
            }
            Self::Rules => "Piochez les cartes une à une. Quand les deux voisins d'un tas sont alliés (même
valeur ou même couleur), ce tas peut sauter sur son voisin de gauche, dont la
carte disparaît. Le premier et le dernier tas ne sautent jamais. Moins il reste
de tas à la fin, mieux c'est.
  p              piocher une carte
  s              sauter ; le tas est demandé
  3 ou s 3       le tas n° 3 saute
  7-P ou 7♠      le tas de cette carte saute (C ♥, K ♦, P ♠, T ♣)
  q              abandonner : la pioche est posée sans aucun saut"
                .into(),
            Self::Stock { cards: 0 } => "La pioche est vide.".into(),
            Self::Stock { cards } => format!("Pioche : {}", Lang::Fr.counted(*cards as u64, "carte", "cartes")),
            Self::Menu { stock: true } => "[p]iocher, [s]auter, [i]ndice, [a]nnuler, [q]uitter, aide : ".into(),
            Self::Menu { stock: false } => "[s]auter, [i]ndice, [a]nnuler, [q]uitter, aide : ".into(),
            Self::WhichPile => "Quel tas saute (son numéro ou sa carte) ? ".into(),
            Self::Jumped { card, onto } => format!("Le tas de {card} saute sur {onto}."),
            Self::EmptyStock => "Coup impossible : la pioche est vide.".into(),
            Self::NoPile { pile, piles: 0 } => format!("Coup impossible : pas de tas n° {pile}, aucun n'est posé."),
            Self::NoPile { pile, piles } => {
                format!("Coup impossible : pas de tas n° {pile}, ils vont de 1 à {piles}.")
            }
            Self::FirstPile => "Coup impossible : le premier tas n'a pas de voisin à gauche.".into(),
            Self::LastPile => "Coup impossible : le dernier tas n'a pas de voisin à droite.".into(),
            Self::NotAllied { left, right } => {
                format!("Coup impossible : {left} et {right} n'ont ni la même valeur ni la même couleur.")
            }
            Self::CardNotSeen { card } => format!("Coup impossible : {card} n'est visible sur aucun tas."),
            Self::NotAPile { text } => format!("« {text} » n'est ni le numéro d'un tas, ni une carte comme 7-P."),
            Self::Moves { draw, jumps } => {
                let jumps: Vec<String> = jumps.iter().map(|(pile, card)| format!("{pile} ({card})")).collect();
                let jumps = if jumps.is_empty() { "aucun saut".into() } else { format!("sauts {}", jumps.join(", ")) };
                if *draw { format!("piocher, {jumps}") } else { jumps }
            }
            Self::Hint { jumps, advice } => hint(jumps, advice.as_ref(), Lang::Fr),
            Self::GaveUp { stock: 0, open } => {
                format!(
                    "Vous arrêtez, {} encore.",
                    Lang::Fr.plural(*open as u64, "un saut restait possible", "des sauts restaient possibles")
                )
            }
            Self::GaveUp { stock: 1, .. } => "Vous abandonnez : la dernière carte est posée sans aucun saut.".into(),
            Self::GaveUp { stock, .. } => {
                format!("Vous abandonnez : les {stock} cartes de la pioche sont posées sans aucun saut.")
            }
            Self::Won { piles } => format!("Gagné ! Il reste {piles} tas."),
            Self::Lost { piles, most_piles } => {
                format!("Perdu : il reste {piles} tas, il en fallait {most_piles} au plus.")
            }
            Self::Automatic { own, automatic } => {
                let against = match own.cmp(automatic) {
                    std::cmp::Ordering::Less => "vous avez fait mieux",
                    std::cmp::Ordering::Equal => "vous avez fait aussi bien",
                    std::cmp::Ordering::Greater => "elle fait mieux que vous",
                };
                format!("La règle automatique finit cette pioche à {automatic} tas : {against}.")
            }
            Self::Possible { own, low, high } if low == high && own == low => "Rien de mieux n'était possible.".into(),
            Self::Possible { low, high, .. } if low == high => format!("Le mieux possible était {low} tas."),
            Self::Possible { low, high, .. } => format!("Le mieux possible était entre {low} et {high} tas."),
            Self::TakenBack { moves } => {
                format!("({} en chemin)", Lang::Fr.counted(*moves as u64, "coup repris", "coups repris"))
            }
        }
    }

    fn en(&self) -> String {
        match self {
            Self::Greeting { cards, most_piles, deal } => {
                let deal = deal.map_or_else(String::new, |(seed, deal)| format!(" (seed {seed}, deal {deal})"));
                let piles = Lang::En.counted(*most_piles as u64, "pile", "piles");
                let cards = Lang::En.counted(*cards as u64, "card", "cards");
                format!("La réussite des alliances, {cards}{deal}: {piles} at most to win.")
            }
            Self::Rules => "Draw the cards one by one. When the two neighbours of a pile are allied (same
rank or same suit), this pile may jump onto its left neighbour, whose card
disappears. The first and the last pile never jump. In the end, the fewer piles,
the better.
  d              draw a card
  j              jump; the pile is asked for
  3 or j 3       pile 3 jumps
  7-P or 7♠      the pile of this card jumps (C ♥, K ♦, P ♠, T ♣)
  q              give up: the stock is laid without any jump"
                .into(),
            Self::Stock { cards: 0 } => "The stock is empty.".into(),
            Self::Stock { cards } => format!("Stock: {}", Lang::En.counted(*cards as u64, "card", "cards")),
            Self::Menu { stock: true } => "[d]raw, [j]ump, h[i]nt, [u]ndo, [q]uit, [h]elp: ".into(),
            Self::Menu { stock: false } => "[j]ump, h[i]nt, [u]ndo, [q]uit, [h]elp: ".into(),
            Self::WhichPile => "Which pile jumps (its number or its card)? ".into(),
            Self::Jumped { card, onto } => format!("The pile of {card:#} jumps onto {onto:#}."),
            Self::EmptyStock => "Impossible: the stock is empty.".into(),
            Self::NoPile { pile, piles: 0 } => format!("Impossible: there is no pile {pile}, none is laid."),
            Self::NoPile { pile, piles } => format!("Impossible: there is no pile {pile}, they go from 1 to {piles}."),
            Self::FirstPile => "Impossible: the first pile has no neighbour on the left.".into(),
            Self::LastPile => "Impossible: the last pile has no neighbour on the right.".into(),
            Self::NotAllied { left, right } => {
                format!("Impossible: {left:#} and {right:#} have neither the same rank nor the same suit.")
            }
            Self::CardNotSeen { card } => format!("Impossible: {card:#} lies on top of no pile."),
            Self::NotAPile { text } => format!("“{text}” is neither the number of a pile nor a card such as 7-P."),
            Self::Moves { draw, jumps } => {
                let jumps: Vec<String> = jumps.iter().map(|(pile, card)| format!("{pile} ({card:#})")).collect();
                let jumps = if jumps.is_empty() { "no jump".into() } else { format!("jumps {}", jumps.join(", ")) };
                if *draw { format!("draw, {jumps}") } else { jumps }
            }
            Self::Hint { jumps, advice } => hint(jumps, advice.as_ref(), Lang::En),
            Self::GaveUp { stock: 0, open } => {
                format!("You stop; {} still possible.", Lang::En.plural(*open as u64, "a jump was", "jumps were"))
            }
            Self::GaveUp { stock: 1, .. } => "You give up: the last card is laid without any jump.".into(),
            Self::GaveUp { stock, .. } => {
                format!("You give up: the {stock} cards of the stock are laid without any jump.")
            }
            Self::Won { piles } => format!("Won! {} left.", Lang::En.counted(*piles as u64, "pile is", "piles are")),
            Self::Lost { piles, most_piles } => {
                format!(
                    "Lost: {} left, {most_piles} at most would have won.",
                    Lang::En.counted(*piles as u64, "pile is", "piles are")
                )
            }
            Self::Automatic { own, automatic } => {
                let against = match own.cmp(automatic) {
                    std::cmp::Ordering::Less => "you did better",
                    std::cmp::Ordering::Equal => "you did as well",
                    std::cmp::Ordering::Greater => "it does better than you",
                };
                let piles = Lang::En.counted(*automatic as u64, "pile", "piles");
                format!("The automatic rule ends this stock with {piles}: {against}.")
            }
            Self::Possible { own, low, high } if low == high && own == low => "Nothing better was possible.".into(),
            Self::Possible { low, high, .. } if low == high => {
                format!("The best possible was {}.", Lang::En.counted(*low as u64, "pile", "piles"))
            }
            Self::Possible { low, high, .. } => format!("The best possible was {low} to {high} piles."),
            Self::TakenBack { moves } => {
                format!("({} on the way)", Lang::En.counted(*moves as u64, "move taken back", "moves taken back"))
            }
        }
    }
}
