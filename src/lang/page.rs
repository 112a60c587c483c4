//! The sentences of the study's page that no game owns.

use super::table::method_name;
use super::{Lang, Say};

/// A title or a sentence of the study's page.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the two texts beside each name say what it is")]
pub enum Paragraph {
    Title,
    Description,
    Introduction,
    Made { games: u64, program: String },
    Contents,
    ThisPage,
    Findings,
    Method,
    SeedsQuestion,
    Seeds { seed: u64, values: u32 },
    RemakeAll,
    Files,
    IntervalQuestion,
    Intervals { method: String, level: f64 },
    ManyQuestion,
    Many,
    AgreementQuestion,
    Agreement { compared: usize, inside: usize, level: f64, certain: usize, contradicted: usize, least: f64 },
    CiteQuestion,
    Cite { program: String, seed: u64 },
    Remake,
    Data,
    None { total: u64, most: f64, digits: usize },
    All { total: u64, least: f64, digits: usize },
    SampleDecides,
    SampleTellsNot,
    StudyWrites,
}

impl Say for Paragraph {
    fn fr(&self) -> String {
        let lang = Lang::Fr;
        match self {
            Self::Title => "Cartes, pions, allumettes : ce que disent les simulations".into(),
            Self::Description => "Les questions de hasard de cinq sujets de cours, chacune avec sa réponse, son \
                                  intervalle et la commande qui la refait."
                .into(),
            Self::Introduction => {
                "Cinq sujets de cours demandent de programmer un jeu, puis d'en estimer les chances. Voici leurs \
                 questions, et une réponse à chacune : une valeur exacte quand on sait la calculer, sinon une mesure \
                 avec son intervalle entre crochets, la commande qui la refait, et les données."
                    .into()
            }
            Self::Made { games, program } => format!(
                "En tout, {} parties ont été jouées d'un seul tenant par {program}.",
                lang.integer(*games)
            ),
            Self::Contents => "Sommaire".into(),
            Self::ThisPage => "Cette page en français".into(),
            Self::Findings => "Ce qui surprend".into(),
            Self::Method => "Comment ces nombres sont faits".into(),
            Self::SeedsQuestion => "D'où vient le hasard ?".into(),
            Self::Seeds { seed, values } => format!(
                "Chaque partie est une fonction de la graine ({seed}), de ce qu'on y tire au sort et de son numéro : ni le \
                 nombre de fils, ni la machine, ni une interruption ne changent un résultat (valeurs de version {values}). \
                 Toutes les simulations partent de la même graine : elles ne sont pas indépendantes entre elles, et deux \
                 variantes d'un même jeu jouent souvent les mêmes donnes."
            ),
            Self::RemakeAll => "Toute cette page, ses tableaux et ses images se refont, octet pour octet, par".into(),
            Self::Files => {
                "Les fichiers `.csv` ont une ligne par issue, et `-summary.csv` les moyennes ; `study.xlsx` les réunit. Les \
                 images existent en PNG, en SVG et en PDF, les décomptes entiers sont dans `tallies/`."
                    .into()
            }
            Self::IntervalQuestion => "Que veut dire un intervalle ?".into(),
            Self::Intervals { method, level } => format!(
                "« 1,26 % [1,25 % ; 1,27 %] » : la part observée, puis un intervalle fait par une méthode qui, sur un grand \
                 nombre d'études comme celle-ci, enferme la vraie probabilité {} fois sur cent. Pour une probabilité, c'est \
                 celui de {} ; pour une moyenne, celui de la loi normale ; pour un rapport, celui de son logarithme ; pour \
                 une différence entre donnes appariées, un intervalle de score. Aucun chiffre n'est montré au-delà de ce que \
                 l'intervalle permet. Ce qui n'est jamais arrivé en {} parties n'est pas impossible : on dit jusqu'où sa \
                 probabilité peut aller.",
                lang.decimal(100.0 * level, usize::from((100.0 * level).fract() != 0.0)),
                method_name(lang, method),
                lang.integer(100_000),
            ),
            Self::ManyQuestion => "Et tant d'intervalles à la fois ?".into(),
            Self::Many => {
                "Chaque intervalle couvre sa propre valeur, non toutes ensemble : sur cent intervalles à 95 %, cinq environ \
                 manquent leur but. Là où cette page conclut à une différence, elle ne compare pas des intervalles : elle \
                 teste la différence, corrigée par la méthode de Holm pour le nombre de tests, et dit quelle différence \
                 aurait été vue."
                    .into()
            }
            Self::AgreementQuestion => "Les simulations s'accordent-elles avec les lois exactes ?".into(),
            Self::Agreement { compared, inside, level, certain, contradicted, least } => {
                let verdict = if *least < 0.01 || *contradicted > 0 { "Non" } else { "Oui" };
                format!(
                    "{verdict}. Sur {compared} parts dont la probabilité est connue, {inside} ont cette probabilité dans leur \
                     intervalle à {} ; la plus petite des probabilités critiques (loi binomiale), corrigée par la méthode \
                     de Holm, est {}. Des {certain} issues certaines ou impossibles, {contradicted} ont démenti le calcul. {}",
                    lang.level(*level),
                    lang.decimal(*least, 2),
                    Self::SampleDecides.fr(),
                )
            }
            Self::CiteQuestion => "Comment citer cette étude ?".into(),
            Self::Cite { program, seed } => format!(
                "« {program}, étude de graine {seed} » désigne ces nombres sans équivoque. Le fichier `CITATION.cff` du \
                 programme donne sa référence dans une forme que lisent les gestionnaires de bibliographie."
            ),
            Self::Remake => "Se refait par".into(),
            Self::Data => "Données :".into(),
            Self::None { total, most, digits } => {
                format!("0 sur {}, au plus {}", lang.integer(*total), lang.percent(*most, *digits))
            }
            Self::All { total, least, digits } => {
                format!("toutes ({}), au moins {}", lang.integer(*total), lang.percent(*least, *digits))
            }
            Self::SampleDecides => "Cela dépend de l'échantillon.".into(),
            Self::SampleTellsNot => "ces parties ne le disent pas : cela dépend de l'échantillon".into(),
            Self::StudyWrites => "tableaux, images et pages".into(),
        }
    }

    fn en(&self) -> String {
        let lang = Lang::En;
        match self {
            Self::Title => "Cards, pegs and matches: what the simulations say".into(),
            Self::Description => "The questions of chance of five course handouts, each with its answer, its interval and \
                                  the command that makes it again."
                .into(),
            Self::Introduction => {
                "Five course handouts ask for a game to be programmed, then for its chances. Here are their questions, and \
                 an answer to each: an exact value where it can be computed, else a measurement with its interval in \
                 brackets, the command that makes it again, and the data."
                    .into()
            }
            Self::Made { games, program } => {
                format!("{} games were played in all, in one go, by {program}.", lang.integer(*games))
            }
            Self::Contents => "Contents".into(),
            Self::ThisPage => "This page in English".into(),
            Self::Findings => "What surprises".into(),
            Self::Method => "How these numbers are made".into(),
            Self::SeedsQuestion => "Where does chance come from?".into(),
            Self::Seeds { seed, values } => format!(
                "Each game is a function of the seed ({seed}), of what it is drawn for and of its number: neither the number \
                 of threads nor the machine nor an interruption changes a result (values of version {values}). All \
                 simulations begin with the same seed: they are not independent of each other, and two variants of a game \
                 often play the same deals."
            ),
            Self::RemakeAll => "This whole page, its tables and its pictures are remade, byte for byte, by".into(),
            Self::Files => {
                "The `.csv` files have a row an outcome, and `-summary.csv` the means; `study.xlsx` holds them all. The \
                 pictures are there as PNG, SVG and PDF, the integer counts in `tallies/`."
                    .into()
            }
            Self::IntervalQuestion => "What does an interval mean?".into(),
            Self::Intervals { method, level } => format!(
                "“1.26% [1.25%, 1.27%]”: the share observed, then an interval made by a method that, in many studies like \
                 this one, holds the true probability {} times in a hundred. For a probability it is {}'s; for a mean, that \
                 of the normal law; for a ratio, that of its logarithm; for a difference between paired deals, a score \
                 interval. No digit is shown that the interval does not bear. What never happened in {} games is not \
                 impossible: it is said how far its probability can go.",
                lang.decimal(100.0 * level, usize::from((100.0 * level).fract() != 0.0)),
                method_name(lang, method),
                lang.integer(100_000),
            ),
            Self::ManyQuestion => "And so many intervals at once?".into(),
            Self::Many => {
                "Each interval covers its own value, not all of them together: of a hundred intervals at 95%, about five \
                 miss. Where this page concludes that there is a difference, it does not compare intervals: it tests the \
                 difference, corrected for the number of tests after Holm, and says which difference would have been seen."
                    .into()
            }
            Self::AgreementQuestion => "Do the simulations agree with the exact laws?".into(),
            Self::Agreement { compared, inside, level, certain, contradicted, least } => {
                let verdict = if *least < 0.01 || *contradicted > 0 { "No" } else { "Yes" };
                format!(
                    "{verdict}. Of {compared} shares whose probability is known, {inside} have it in their interval of {}; \
                     the smallest p-value (binomial law), corrected after Holm, is {}. Of {certain} outcomes that are \
                     certain or impossible, {contradicted} came out otherwise. {}",
                    lang.level(*level),
                    lang.decimal(*least, 2),
                    Self::SampleDecides.en(),
                )
            }
            Self::CiteQuestion => "How is this study cited?".into(),
            Self::Cite { program, seed } => format!(
                "“{program}, study of seed {seed}” names these numbers without doubt. The program's `CITATION.cff` gives its \
                 reference in a form that reference managers read."
            ),
            Self::Remake => "Remade by".into(),
            Self::Data => "Data:".into(),
            Self::None { total, most, digits } => {
                format!("0 of {}, at most {}", lang.integer(*total), lang.percent(*most, *digits))
            }
            Self::All { total, least, digits } => {
                format!("all {}, at least {}", lang.integer(*total), lang.percent(*least, *digits))
            }
            Self::SampleDecides => "It depends on the sample.".into(),
            Self::SampleTellsNot => "these games do not tell: it depends on the sample".into(),
            Self::StudyWrites => "tables, pictures and pages".into(),
        }
    }
}
