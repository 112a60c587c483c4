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
    WinAnswer { cards: String, two: String, one_in: u64, deals: u64 },
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
    BatailleTitle,
    BatailleRules,
    BatailleQuestion,
    BatailleNotice { lowest: String, low_values: String, highest: String, high_values: String, alternating: String },
    LengthQuestion,
    LengthNote,
    RiffleQuestion,
    RiffleAnswer { order: String, from: u64 },
    RiffleNever { order: String },
    AdvantageQuestion,
    ShuffleTitle,
    ShuffleQuestion,
    ShuffleAnswer { cards: String, seven: String },
    ShuffleSuspect { count: u64, deals: u64 },
    SolitaireTitle,
    SolitaireQuestion,
    SolitaireExact,
    AlakTitle,
    AlakValueQuestion,
    AlakValueAnswer,
    AlakQuestion,
    NimTitle,
    NimValueAnswer,
    NimQuestion,
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
            Self::WinAnswer { cards, two, one_in, deals } => format!(
                "- **{cards} cartes** : on finit à 2 tas avec probabilité {two}, soit une partie sur {} environ ({} donnes).",
                lang.integer(*one_in),
                lang.integer(*deals)
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
            Self::BatailleTitle => "## La bataille".into(),
            Self::BatailleRules => "Quatre cartes de chaque valeur, distribuées une à une. À chaque pli la plus forte \
                                    carte emporte tout ; à égalité il y a bataille. Sans carte à poser, la partie est \
                                    finie, et le joueur qui a le plus de cartes gagne. L'ordre « fixe » est celui où le \
                                    joueur 1 pose toujours sa carte en premier ; dans l'ordre « alterné », chacun à son tour."
                .into(),
            Self::BatailleQuestion => "### Victoires, parties nulles et infinies : que remarquez-vous ? (4.2)".into(),
            Self::BatailleNotice { lowest, low_values, highest, high_values, alternating } => format!(
                "**Ce que l'on remarque** : quand le joueur 1 pose toujours en premier, une grande part des parties ne \
                 finit jamais, et cette part ne croît pas régulièrement avec le nombre de valeurs : de {lowest} \
                 ({low_values} valeurs) à {highest} ({high_values} valeurs). Il suffit que chacun pose en premier à son tour \
                 pour que les parties infinies disparaissent presque : {alternating} au plus."
            ),
            Self::LengthQuestion => "### Combien de temps dure une partie ?".into(),
            Self::LengthNote => "Longueurs des parties finies, en plis commencés ; prépériode et période des parties infinies, \
                                 en plis. Les valeurs extrêmes sont celles des donnes jouées."
                .into(),
            Self::RiffleQuestion => "### Combien de mélanges américains faut-il ? (13 valeurs)".into(),
            Self::RiffleAnswer { order, from } => format!(
                "- **{order}** : à partir de {from} mélanges, aucune des issues ne se distingue plus du mélange uniforme \
                 (les intervalles se recouvrent)."
            ),
            Self::RiffleNever { order } => format!(
                "- **{order}** : même après 12 mélanges, une issue au moins se distingue du mélange uniforme."
            ),
            Self::AdvantageQuestion => "### Est-ce un avantage d'être le joueur 1 ?".into(),
            Self::ShuffleTitle => "## Le mélange américain".into(),
            Self::ShuffleQuestion => "### Après combien de mélanges le paquet est-il bien battu ? (2.3)".into(),
            Self::ShuffleAnswer { cards, seven } => format!(
                "- **{cards} cartes** : après 7 mélanges, la distance (variation totale) à l'uniforme est encore {seven} ; \
                 elle tombe brusquement entre 5 et 8 mélanges, puis de moitié environ à chaque mélange."
            ),
            Self::ShuffleSuspect { count, deals } => format!(
                "Paquets suspects (2.3) parmi {} paquets de 52 cartes mélangés 7 fois : {}.",
                lang.integer(*deals),
                lang.integer(*count)
            ),
            Self::SolitaireTitle => "## Le solitaire (triangle de 15 cases)".into(),
            Self::SolitaireQuestion => "### Combien de pions laisse un joueur au hasard, selon le trou de départ ?".into(),
            Self::SolitaireExact => "Les valeurs exactes, et le nombre de solutions, viennent de \
                                     `pioche solve solitaire --hole H --count` : chaque trou de départ a une solution."
                .into(),
            Self::AlakTitle => "## Alak".into(),
            Self::AlakValueQuestion => "### Qui gagne si les deux joueurs jouent au mieux ?".into(),
            Self::AlakValueAnswer => "Analyse rétrograde de toutes les positions : chacun préfère gagner, puis la nulle, puis un \
                                      jeu sans fin, puis perdre. Se refait par `pioche solve alak --cells N`."
                .into(),
            Self::AlakQuestion => "### Et si les deux joueurs jouent au hasard ?".into(),
            Self::NimTitle => "## Le jeu de Nim (prendre 2 ou 3)".into(),
            Self::NimValueAnswer => "Le joueur qui doit jouer perd quand le nombre d'allumettes est multiple de 5, gagne quand le \
                                     reste de la division par 5 est 2 ou 3, et fait nulle sinon : la période 5 est prouvée par \
                                     la récurrence (`pioche solve nim`)."
                .into(),
            Self::NimQuestion => "### Que donnent des joueurs au hasard ou parfaits ?".into(),
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
            Self::WinAnswer { cards, two, one_in, deals } => format!(
                "- **{cards} cards**: 2 piles remain with probability {two}, about one game in {} ({} deals).",
                lang.integer(*one_in),
                lang.integer(*deals)
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
            Self::BatailleTitle => "## Bataille (War)".into(),
            Self::BatailleRules => "Four cards of each value, dealt one by one. In each round the higher card takes the \
                                    whole trick; equal cards make a battle. Who cannot lay a card ends the game, and the \
                                    player with more cards wins. In the fixed order player 1 always lays first; in the \
                                    alternating order, each in turn."
                .into(),
            Self::BatailleQuestion => "### Wins, draws and endless games: what do you notice? (4.2)".into(),
            Self::BatailleNotice { lowest, low_values, highest, high_values, alternating } => format!(
                "**What one notices**: when player 1 always lays first, a large share of the games never ends, and that \
                 share does not grow steadily with the number of values: from {lowest} ({low_values} values) to {highest} \
                 ({high_values} values). Let each lay first in turn, and endless games almost vanish: {alternating} at \
                 most."
            ),
            Self::LengthQuestion => "### How long is a game?".into(),
            Self::LengthNote => "Lengths of finite games, in rounds started; pre-period and period of endless games, in \
                                 rounds. The extremes are those of the deals played."
                .into(),
            Self::RiffleQuestion => "### How many riffle shuffles does it take? (13 values)".into(),
            Self::RiffleAnswer { order, from } => format!(
                "- **{order}**: from {from} riffles on, no outcome can be told from the uniform shuffle any more (the \
                 intervals overlap)."
            ),
            Self::RiffleNever { order } => {
                format!("- **{order}**: even after 12 riffles, some outcome can be told from the uniform shuffle.")
            }
            Self::AdvantageQuestion => "### Is it an advantage to be player 1?".into(),
            Self::ShuffleTitle => "## The riffle shuffle".into(),
            Self::ShuffleQuestion => "### After how many riffles is the deck well shuffled? (2.3)".into(),
            Self::ShuffleAnswer { cards, seven } => format!(
                "- **{cards} cards**: after 7 riffles the (total variation) distance to uniform is still {seven}; it \
                 falls abruptly between 5 and 8 riffles, then by about half with each riffle."
            ),
            Self::ShuffleSuspect { count, deals } => format!(
                "Suspect decks (2.3) among {} decks of 52 cards riffled 7 times: {}.",
                lang.integer(*deals),
                lang.integer(*count)
            ),
            Self::SolitaireTitle => "## Peg solitaire (15-hole triangle)".into(),
            Self::SolitaireQuestion => "### How many pegs does a random player leave, by starting hole?".into(),
            Self::SolitaireExact => "The exact values, and the number of solutions, come from \
                                     `pioche solve solitaire --hole H --count`: every starting hole has a solution."
                .into(),
            Self::AlakTitle => "## Alak".into(),
            Self::AlakValueQuestion => "### Who wins when both players play their best?".into(),
            Self::AlakValueAnswer => "Retrograde analysis of all positions: each player prefers a win to a draw, a draw to \
                                      endless play, endless play to a loss. Remade by `pioche solve alak --cells N`."
                .into(),
            Self::AlakQuestion => "### And when both players play at random?".into(),
            Self::NimTitle => "## Nim (take 2 or 3)".into(),
            Self::NimValueAnswer => "The player to move loses when the number of matches is a multiple of 5, wins when it leaves \
                                     2 or 3 divided by 5, and draws otherwise: the period 5 is proved by the recurrence \
                                     (`pioche solve nim`)."
                .into(),
            Self::NimQuestion => "### How do random and perfect players fare?".into(),
            Self::Remake { commands } => format!("Remade by\n\n{commands}"),
            Self::Data { csv } => format!("Data: [`{csv}`]({csv})."),
            Self::Picture { name, file } => format!("[![{name}]({file}.png)]({file}.svg)"),
        }
    }
}
