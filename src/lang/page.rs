//! The sentences of the study's page that no game owns.

use super::table::method_name;
use super::{Lang, Say, Text, either};

pub const TITLE: Text = Text::new(
    "Cartes, pions, allumettes : ce que disent les simulations",
    "Cards, pegs and matches: what the simulations say",
);
pub const DESCRIPTION: Text = Text::new(
    "Les questions de hasard de cinq sujets de cours, chacune avec sa réponse, son intervalle et la commande qui la \
     refait.",
    "The questions of chance of five course handouts, each with its answer, its interval and the command that makes it \
     again.",
);
pub const INTRODUCTION: Text = Text::new(
    "Cinq sujets de cours demandent de programmer un jeu, puis d'en estimer les chances. Voici leurs questions, et une \
     réponse à chacune : une valeur exacte quand on sait la calculer, sinon une mesure avec son intervalle entre \
     crochets, la commande qui la refait, et les données.",
    "Five course handouts ask for a game to be programmed, then for its chances. Here are their questions, and an \
     answer to each: an exact value where it can be computed, else a measurement with its interval in brackets, the \
     command that makes it again, and the data.",
);
pub const CONTENTS: Text = Text::new("Sommaire", "Contents");
pub const THIS_PAGE: Text = Text::new("Cette page en français", "This page in English");
pub const FINDINGS: Text = Text::new("Ce qui surprend", "What is surprising");
pub const METHOD: Text = Text::new("Comment ces nombres sont faits", "How these numbers are made");
pub const SEEDS_QUESTION: Text = Text::new("D'où vient le hasard ?", "Where does chance come from?");
pub const REMAKE_ALL: Text = Text::new(
    "Toute cette page, ses tableaux et ses images se refont, octet pour octet, par",
    "This whole page, its tables and its pictures are remade, byte for byte, by",
);
pub const FILES: Text = Text::new(
    "Les fichiers `.csv` ont une ligne par issue, et `-summary.csv` les moyennes ; `study.xlsx` les réunit. Les images \
     existent en PNG, en SVG et en PDF, les décomptes entiers sont dans `tallies/`.",
    "The `.csv` files have a row an outcome, and `-summary.csv` the means; `study.xlsx` holds them all. The pictures \
     are there as PNG, SVG and PDF, the integer counts in `tallies/`.",
);
pub const INTERVAL_QUESTION: Text = Text::new("Que veut dire un intervalle ?", "What does an interval mean?");
pub const MANY_QUESTION: Text = Text::new("Et tant d'intervalles à la fois ?", "And so many intervals at once?");
pub const AGREEMENT_QUESTION: Text = Text::new(
    "Les simulations s'accordent-elles avec les lois exactes ?",
    "Do the simulations agree with the exact laws?",
);
pub const CITE_QUESTION: Text = Text::new("Comment citer cette étude ?", "How is this study cited?");
pub const DATA: Text = Text::new("Données :", "Data:");

/// What has numbers or names in it, or is said by several chapters.
#[derive(Clone, Debug, PartialEq)]
pub enum Paragraph {
    Made { games: u64, program: String },
    Seeds { seed: u64, values: u32 },
    Intervals { method: String, level: f64 },
    Agreement { compared: usize, inside: usize, level: f64, certain: usize, contradicted: usize, least: f64 },
    Many { level: f64, tests: u64 },
    Cite { program: String, seed: u64 },
    Remake,
    None { total: u64, most: f64, digits: usize },
    All { total: u64, least: f64, digits: usize },
}

impl Say for Paragraph {
    fn say(&self, lang: Lang) -> String {
        match self {
            Self::Made { games, program } => lang.either(
                format!("En tout, {program} a joué {} parties et donnes.", lang.integer(*games)),
                format!("{program} played {} games and deals in all.", lang.integer(*games)),
            ),
            Self::Seeds { seed, values } => lang.either(
                format!(
                    "Chaque partie est une fonction de la graine ({seed}), de ce qu'on y tire au sort et de son \
                     numéro : ni le nombre de fils, ni la machine, ni une interruption ne changent un résultat \
                     (valeurs de version {values}). Ce qui est tiré au sort décide du hasard : deux paquets, deux \
                     plateaux, deux mélanges différents n'ont rien en commun, alors que les variantes d'un jeu sur un même \
                     paquet jouent les mêmes donnes."
                ),
                format!(
                    "Each game is a function of the seed ({seed}), of what it is drawn for and of its number: neither \
                     the number of threads nor the machine nor an interruption changes a result (values of version \
                     {values}). What is dealt decides the chance: two packs, two boards, two shuffles have nothing in common, while \
                     variants of a game on one pack play the same deals."
                ),
            ),
            Self::Intervals { method, level } => {
                let times = lang.decimal(100.0 * level, usize::from((100.0 * level).fract() != 0.0));
                let (method, games) = (method_name(lang, method), lang.integer(100_000));
                either!(
                    lang,
                    "« 1,26 % [1,25 % ; 1,27 %] » : la part observée, puis un intervalle fait par une méthode qui, \
                     sur un grand nombre d'études comme celle-ci, enferme la vraie probabilité {times} fois sur cent. Pour \
                     une probabilité, c'est celui de {method} ; pour une moyenne, celui de Student ; pour un \
                     rapport, celui de son logarithme ; pour une différence de deux parts des mêmes parties, celui de \
                     Bonett et Price. Pour une moyenne et un rapport on suppose que l'estimation suit à peu près la loi \
                     normale ; une moyenne de moins de dix valeurs n'a pas d'intervalle. Dans les phrases un nombre a trois chiffres significatifs, \
                     et va seul quand les deux bouts de son intervalle s'écrivent de même ; les tableaux ont tout. Ce qui n'est jamais arrivé en {games} parties n'est pas impossible : on dit jusqu'où sa probabilité peut aller.",
                    "“1.26% [1.25%, 1.27%]”: the share observed, then an interval made by a method that, in many \
                     studies like this one, holds the true probability {times} times in a hundred. For a probability it is made \
                     after {method}; for a mean, Student's; for a ratio, that of its logarithm; for a difference \
                     of two shares of the same games, Bonett and Price's. For means and ratios the estimate is supposed to follow the normal law, nearly; a mean of fewer than ten \
                     values has no interval. In sentences a number has three significant digits, and stands alone where both ends of \
                     its interval read the same; the tables have all. What never happened in {games} games is not impossible: it is said how far its probability can go.",
                )
            }
            Self::Agreement { compared, inside, level, certain, contradicted, least } => {
                let agree = *least >= 0.01 && *contradicted == 0;
                let [fr, en] = match agree {
                    true => ["Aucune part ne s'en écarte plus que par hasard", "No share is farther from them than by chance"],
                    false => ["Une part au moins s'en écarte (seuil de 1 %)", "Some share is apart from them (level of 1%)"],
                };
                let (level, least) = (lang.level(*level), lang.decimal(*least, 2));
                lang.either(
                    format!(
                        "{fr}. Sur {compared} parts dont la probabilité est connue, {inside} ont cette probabilité dans \
                         leur intervalle à {level} ; la plus petite des probabilités critiques (loi binomiale), corrigée \
                         par la méthode de Holm, est {least}. Des {certain} issues certaines ou impossibles, \
                         le nombre de celles qui ont démenti le calcul est {contradicted}."
                    ),
                    format!(
                        "{en}. Of {compared} shares whose probability is known, {inside} have it in their interval of \
                         {level}; the smallest p-value (binomial law), corrected after Holm, is {least}. Of {certain} \
                         outcomes that are certain or impossible, {contradicted} came out otherwise."
                    ),
                )
            }
            Self::Many { level, tests } => {
                let (misses, missed) = (100.0 * (1.0 - level), lang.level(1.0 - level));
                let (level, misses) = (lang.level(*level), lang.exactly((misses * 1e6).round() / 1e6));
                lang.either(
                    format!(
                        "Chaque intervalle couvre sa propre valeur, non toutes ensemble : sur cent intervalles à {level}, environ \
                         {misses} manquent leur but. Là où cette page conclut qu'un nombre est plus grand qu'un autre, elle ne \
                         compare pas des intervalles : elle teste leur différence. Elle fait au plus {tests} de ces tests, chacun au \
                         seuil de {missed} divisé par {tests} (Bonferroni), si bien que toutes ces conclusions ensemble sont \
                         justes dans {level} des études au moins. Là où un test ne conclut pas, elle dit quelle différence \
                         aurait été vue."
                    ),
                    format!(
                        "Each interval covers its own value, not all of them together: of a hundred intervals at {level}, about \
                         {misses} miss. Where this page concludes that one number is greater than another, it does not compare \
                         intervals: it tests their difference. It makes at most {tests} of these tests, each at a level of {missed} \
                         divided by {tests} (Bonferroni), so that all of these conclusions together are right in at least \
                         {level} of studies. Where a test does not decide, it says which difference would have been seen."
                    ),
                )
            }
            Self::Cite { program, seed } => lang.either(
                format!(
                    "« {program}, étude de graine {seed} » désigne ces nombres sans équivoque. Le fichier \
                     `CITATION.cff` du programme donne sa référence dans une forme que lisent les gestionnaires de \
                     bibliographie."
                ),
                format!(
                    "“{program}, study of seed {seed}” names these numbers without doubt. The program's \
                     `CITATION.cff` gives its reference in a form that reference managers read."
                ),
            ),
            Self::Remake => lang.either("Se refait par", "Remade by"),
            Self::None { total, most, digits } => lang.either(
                format!("0 sur {}, au plus {}", lang.integer(*total), lang.percent(*most, *digits)),
                format!("0 of {}, at most {}", lang.integer(*total), lang.percent(*most, *digits)),
            ),
            Self::All { total, least, digits } => lang.either(
                format!("la totalité ({}), au moins {}", lang.integer(*total), lang.percent(*least, *digits)),
                format!("all {}, at least {}", lang.integer(*total), lang.percent(*least, *digits)),
            ),
        }
    }
}
