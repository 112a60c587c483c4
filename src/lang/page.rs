//! The sentences of the study's page.

use super::table::method_name;
use super::{Lang, Say};

/// A paragraph, a title or a sentence of the study's page, in Markdown.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the two texts beside each name say what it is")]
pub enum Paragraph {
    Title,
    Introduction { command: String, method: String, level: f64 },
    Files,
    AlliancesTitle,
    AlliancesRules,
    WinQuestion,
    WinAnswer { cards: String, two: String, one_in: u64 },
    WinHalf { cards: String, threshold: u64, share: String },
    MeanQuestion,
    CheatQuestion,
    CheatAnswer { cards: String, gain: String, improved: String, ratio: f64 },
    NeverWorse { deals: u64 },
    SometimesWorse { cards: String, variant: String, worsened: u64, deals: u64 },
    OtherChangesQuestion,
    PlaceQuestion,
    PlaceAnswer { cards: String, first_half: String },
    Remake { commands: String },
    Data { csv: String },
    Picture { name: String, file: String },
}

impl Say for Paragraph {
    fn fr(&self) -> String {
        let lang = Lang::Fr;
        match self {
            Self::Title => "# L'étude : ce que disent les simulations".into(),
            Self::Introduction { command, method, level } => format!(
                "Chaque question vient d'un sujet de cours ; chaque réponse est un nombre mesuré, avec son intervalle. \
                 Toute la page, ses tableaux et ses images se refont, octet pour octet, par\n\n    {command}\n\n\
                 Les intervalles des probabilités sont ceux de {}, ceux des moyennes suivent la loi normale, au niveau \
                 {}. Ils sont ponctuels : chacun couvre sa propre valeur à ce niveau, non toutes ensemble.",
                method_name(lang, method),
                lang.level(*level)
            ),
            Self::Files => {
                "Les fichiers `.csv` s'ouvrent dans un tableur (une ligne par issue), `study.xlsx` les réunit ; \
                            les images existent en PNG et en SVG ; les décomptes entiers sont dans `tallies/`."
                    .into()
            }
            Self::AlliancesTitle => "## La réussite des alliances".into(),
            Self::AlliancesRules => {
                "On pose les cartes une à une ; un tas placé entre deux cartes de même couleur ou de \
                                     même valeur saute sur le tas à sa gauche, le saut le plus à gauche d'abord. On \
                                     gagne s'il reste au plus `nb_tas_max` tas."
                    .into()
            }
            Self::WinQuestion => {
                "### Quelle est la probabilité de gagner, pour chaque nombre de tas permis ? (5.5)".into()
            }
            Self::WinAnswer { cards, two, one_in } => format!(
                "- **{cards} cartes** : on finit à 2 tas avec probabilité {two}, soit une partie sur {} environ.",
                lang.integer(*one_in)
            ),
            Self::WinHalf { cards, threshold, share } => {
                format!(
                    "  Avec {cards} cartes, on gagne au moins une fois sur deux dès que {threshold} tas sont permis ({share})."
                )
            }
            Self::MeanQuestion => "### Combien de tas reste-t-il ? (5.4)".into(),
            Self::CheatQuestion => "### Que gagne-t-on en échangeant deux cartes consécutives ? (5.1)".into(),
            Self::CheatAnswer { cards, gain, improved, ratio } => format!(
                "- **{cards} cartes** : le meilleur échange gagne {gain} tas en moyenne ; il améliore {improved} des \
                 donnes et multiplie par {} la probabilité de finir à 2 tas.",
                lang.decimal(*ratio, 1)
            ),
            Self::NeverWorse { deals } => format!(
                "Dans les {} donnes examinées, il s'est toujours trouvé un changement qui n'est pas pire que de ne rien changer.",
                lang.integer(*deals)
            ),
            Self::SometimesWorse { cards, variant, worsened, deals } => format!(
                "Avec {cards} cartes ({variant}), tout changement était pire que de ne rien changer dans {} donnes sur {}.",
                lang.integer(*worsened),
                lang.integer(*deals)
            ),
            Self::OtherChangesQuestion => {
                "### Et en échangeant deux cartes quelconques, ou en déplaçant une carte ? (5.2)".into()
            }
            Self::PlaceQuestion => "### Où se trouve le meilleur changement dans la pioche ?".into(),
            Self::PlaceAnswer { cards, first_half } => format!(
                "- **{cards} cartes** : le meilleur échange de voisines commence dans la première moitié de la pioche pour {first_half} des donnes (à égalité, le plus lointain est choisi)."
            ),
            Self::Remake { commands } => format!("Se refait par\n\n{commands}"),
            Self::Data { csv } => format!("Données : [`{csv}`]({csv})."),
            Self::Picture { name, file } => format!("[![{name}]({file}.png)]({file}.svg)"),
        }
    }

    fn en(&self) -> String {
        let lang = Lang::En;
        match self {
            Self::Title => "# The study: what the simulations say".into(),
            Self::Introduction { command, method, level } => format!(
                "Each question comes from a course handout; each answer is a measured number with its interval. The \
                 whole page, its tables and its pictures are remade, byte for byte, by\n\n    {command}\n\n\
                 The intervals of probabilities are {}'s, those of means follow the normal law, at the level of {}. They \
                 are pointwise: each covers its own value at that level, not all of them together.",
                method_name(lang, method),
                lang.level(*level)
            ),
            Self::Files => {
                "The `.csv` files open in a spreadsheet (one row an outcome), `study.xlsx` holds them all; the \
                            pictures are there as PNG and as SVG; the integer counts are in `tallies/`."
                    .into()
            }
            Self::AlliancesTitle => "## La réussite des alliances".into(),
            Self::AlliancesRules => {
                "Cards are laid one by one; a pile that lies between two cards of the same suit or \
                                     of the same rank jumps onto the pile at its left, the leftmost jump first. The \
                                     game is won when at most `nb_tas_max` piles remain."
                    .into()
            }
            Self::WinQuestion => {
                "### What is the probability of winning, for each number of piles allowed? (5.5)".into()
            }
            Self::WinAnswer { cards, two, one_in } => format!(
                "- **{cards} cards**: 2 piles remain with probability {two}, about one game in {}.",
                lang.integer(*one_in)
            ),
            Self::WinHalf { cards, threshold, share } => {
                format!(
                    "  With {cards} cards, at least every other game is won once {threshold} piles are allowed ({share})."
                )
            }
            Self::MeanQuestion => "### How many piles remain? (5.4)".into(),
            Self::CheatQuestion => "### What does the exchange of two neighbouring cards gain? (5.1)".into(),
            Self::CheatAnswer { cards, gain, improved, ratio } => format!(
                "- **{cards} cards**: the best exchange gains {gain} piles in the mean; it improves {improved} of the \
                 deals and makes 2 piles {} times as probable.",
                lang.decimal(*ratio, 1)
            ),
            Self::NeverWorse { deals } => format!(
                "In none of the {} deals examined was every change worse than no change at all: one of them always costs nothing.",
                lang.integer(*deals)
            ),
            Self::SometimesWorse { cards, variant, worsened, deals } => format!(
                "With {cards} cards ({variant}), every change was worse than none in {} of {} deals.",
                lang.integer(*worsened),
                lang.integer(*deals)
            ),
            Self::OtherChangesQuestion => {
                "### And the exchange of any two cards, or the move of one card? (5.2)".into()
            }
            Self::PlaceQuestion => "### Where in the stock does the best change lie?".into(),
            Self::PlaceAnswer { cards, first_half } => format!(
                "- **{cards} cards**: the best exchange of neighbours begins in the first half of the stock in {first_half} of the deals (among equals the farthest is taken)."
            ),
            Self::Remake { commands } => format!("Remade by\n\n{commands}"),
            Self::Data { csv } => format!("Data: [`{csv}`]({csv})."),
            Self::Picture { name, file } => format!("[![{name}]({file}.png)]({file}.svg)"),
        }
    }
}
