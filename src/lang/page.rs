//! Sentences of the study's page that do not belong to one game.

use super::table::interval_method_name;
use super::{Lang, Say, Text, either, join_list};

pub const TITLE: Text = Text::new(
    "Cartes, pions, allumettes : ce que disent les simulations",
    "Cards, pegs and matches: what the simulations say",
);
pub const DESCRIPTION: Text = Text::new(
    "Les questions de probabilité de cinq sujets de cours, chacune avec sa réponse, son intervalle et la commande qui la \
     reproduit.",
    "The probability questions of five course handouts, each with its answer, its interval and the command that reproduces \
     it.",
);
pub const INTRODUCTION: Text = Text::new(
    "Cinq sujets de cours demandent de programmer un jeu et d'estimer des probabilités. Pour chaque \
     question, cette page donne la valeur exacte si elle peut être calculée, et une estimation avec son intervalle entre \
     crochets si le jeu a été simulé ; les données et les commandes qui les reproduisent sont données une seule fois pour les \
     questions qui les partagent.",
    "Five course handouts ask students to program a game and to estimate probabilities. For each question, this \
     page gives the exact value where it can be computed, and an estimate with its interval in brackets where the game was \
     simulated; the data and the commands that reproduce them are given once for questions that share them.",
);
pub const CONTENTS: Text = Text::new("Sommaire", "Contents");
pub const LANGUAGE_LINK: Text = Text::new("Cette page en français", "This page in English");
pub const FINDINGS: Text = Text::new("Résultats surprenants", "Surprising results");
pub const METHOD: Text = Text::new("Méthode", "Method");
pub const RANDOM_NUMBERS_QUESTION: Text = Text::new(
    "D'où viennent les nombres aléatoires ?",
    "Where do the random numbers come from?",
);
pub const REPRODUCE_ALL: Text = Text::new(
    "Commande qui reproduit cette page, ses tableaux et ses images à l'octet près :",
    "Reproduce this page, its tables and its pictures byte for byte with:",
);
pub const FILES_NOTE: Text = Text::new(
    "Les fichiers `.csv` ont une ligne par issue, les fichiers `-summary.csv` les moyennes ; `study.xlsx` les réunit. Les \
     images existent en PNG, en SVG et en PDF ; les décomptes sont dans `tallies/`.",
    "The `.csv` files have one row per outcome, the `-summary.csv` files the means; `study.xlsx` holds them all. The \
     pictures exist as PNG, SVG and PDF; the counts are in `tallies/`.",
);
pub const INTERVAL_QUESTION: Text = Text::new(
    "Que veut dire un intervalle ?",
    "What does an interval mean?",
);
pub const MULTIPLE_TESTS_QUESTION: Text = Text::new(
    "Que valent tant d'intervalles à la fois ?",
    "How reliable are so many intervals at once?",
);
pub const AGREEMENT_QUESTION: Text = Text::new(
    "Les simulations s'accordent-elles avec les lois exactes ?",
    "Do the simulations agree with the exact distributions?",
);
pub const CITATION_QUESTION: Text = Text::new(
    "Comment citer cette étude ?",
    "How should this study be cited?",
);
pub const DATA_LABEL: Text = Text::new("Données :", "Data:");

/// The sentences that contain numbers or names, or that several chapters use.
#[derive(Clone, Debug, PartialEq)]
pub enum StudyParagraph {
    TotalGames {
        games: u64,
        program: String,
    },
    /// The chapters of a study that has only some of them.
    SelectedChapters {
        titles: Vec<Text>,
        total: usize,
    },
    RandomNumbers {
        seed: u64,
        value_version: u32,
    },
    Intervals {
        method: String,
        level: f64,
    },
    Agreement {
        compared: usize,
        within_interval: usize,
        level: f64,
        certain_outcomes: usize,
        contradicted: usize,
        min_p_value: f64,
    },
    MultipleTests {
        level: f64,
        tests: u64,
    },
    Citation {
        program: String,
        seed: u64,
    },
    ReproduceLabel,
    NoneObserved {
        total: u64,
        upper_bound: f64,
        digits: usize,
    },
    AllObserved {
        total: u64,
        lower_bound: f64,
        digits: usize,
    },
}

impl Say for StudyParagraph {
    fn say(&self, lang: Lang) -> String {
        match self {
            Self::TotalGames { games, program } => lang.either(
                format!("{program} a simulé {} parties en tout.", lang.integer(*games)),
                format!("In all, {program} simulated {} games.", lang.integer(*games)),
            ),
            Self::SelectedChapters { titles, total } => {
                let count = titles.len();
                let names: Vec<String> = titles.iter().map(|title| title.say(lang)).collect();
                let names = join_list(&names, &lang.either("et", "and"));
                either!(
                    lang,
                    "Cette étude a {count} des {total} chapitres : {names}.",
                    "This study has {count} of the {total} chapters: {names}."
                )
            }
            Self::RandomNumbers { seed, value_version: values } => lang.either(
                format!(
                    "Chaque partie ne dépend que de la graine ({seed}), du paquet ou du plateau, et de son numéro : ni \
                     le nombre de fils d'exécution, ni la machine, ni une interruption ne changent un résultat \
                     (version {values} des nombres aléatoires). Des paquets, des plateaux ou des mélanges différents \
                     donnent des parties indépendantes ; les variantes d'un jeu, et les jeux différents sur un même \
                     paquet, utilisent les mêmes donnes."
                ),
                format!(
                    "Each game depends only on the seed ({seed}), the pack or board, and its number: neither the \
                     number of threads nor the machine nor an interruption changes a result (version {values} of the \
                     random numbers). Different packs, boards or shuffles give independent games; variants of a game, \
                     and different games on one pack, use the same deals."
                ),
            ),
            Self::Intervals { method, level } => {
                let times = lang.decimal(100.0 * level, usize::from((100.0 * level).fract() != 0.0));
                let coverage = if method == "exact" {
                    either!(
                        lang,
                        "l'intervalle d'une probabilité ou de la différence de deux issues des mêmes parties \
                         (Clopper-Pearson) contient la vraie valeur au moins {times} fois sur cent ; celui d'une moyenne \
                         (Student) ou d'un rapport (par son logarithme), environ {times} fois",
                        "the interval of a probability or of a difference of two outcomes of the same games \
                         (Clopper-Pearson) contains the true value at least {times} times in a hundred; that of a mean \
                         (Student) or of a ratio (by its logarithm), about {times} times"
                    )
                } else {
                    let method = interval_method_name(lang, method);
                    either!(
                        lang,
                        "l'intervalle d'une probabilité ({method}), d'une moyenne (Student) ou d'un rapport (par son \
                         logarithme) contient la vraie valeur environ {times} fois sur cent ; celui d'une différence de deux \
                         issues des mêmes parties (Clopper-Pearson), au moins {times} fois",
                        "the interval of a probability ({method}), of a mean (Student) or of a ratio (by its logarithm) \
                         contains the true value about {times} times in a hundred; that of a difference of two outcomes of the \
                         same games (Clopper-Pearson), at least {times} times"
                    )
                };
                let games = lang.integer(100_000);
                either!(
                    lang,
                    "« 1,26 % [1,25 % ; 1,27 %] » est la part observée, suivie d'un intervalle. Sur un grand nombre d'études \
                     comme celle-ci, {coverage}. Une moyenne et un rapport sont supposés suivre à peu près la loi normale ; \
                     une moyenne de valeurs trop peu nombreuses ou trop dissymétriques n'a pas d'intervalle. Les phrases \
                     arrondissent davantage que les tableaux, et omettent l'intervalle si ses deux bornes s'arrondissent à la \
                     même valeur ; les tableaux donnent autant de chiffres que l'intervalle le justifie. Un événement qui \
                     n'est jamais arrivé en {games} parties n'est pas impossible : une borne supérieure de sa probabilité est \
                     donnée.",
                    "“1.26% [1.25%, 1.27%]” is the observed share, followed by an interval. Over many studies like this one, \
                     {coverage}. Means and ratios are assumed to be approximately normal; a mean of too few or too skewed \
                     values has no interval. Sentences round more than tables, and omit the interval if both ends round to \
                     the same value; tables give as many digits as the interval justifies. An event that never happened in \
                     {games} games is not impossible: an upper bound of its probability is given.",
                )
            }
            Self::Agreement {
                compared,
                within_interval: inside,
                level,
                certain_outcomes: certain,
                contradicted,
                min_p_value: least,
            } => {
                const SIGNIFICANCE_LEVEL: f64 = 0.01;
                let agree = *least > SIGNIFICANCE_LEVEL && *contradicted == 0;
                let [fr, en] = match agree {
                    true => ["Oui, au seuil de 1 %", "Yes, at the 1% significance level"],
                    false => ["Non, au seuil de 1 %", "No, at the 1% significance level"],
                };
                let level = lang.confidence_level(*level);
                let least = lang.p_value(*least, SIGNIFICANCE_LEVEL, 2);
                let none = *contradicted == 0;
                let contradicted_fr = if none { "Aucune".to_owned() } else { contradicted.to_string() };
                let contradicted_en = if none { "None".to_owned() } else { contradicted.to_string() };
                let verb_fr = match contradicted {
                    0 => "n'a",
                    1 => "a",
                    _ => "ont",
                };
                lang.either(
                    format!(
                        "{fr}. Sur {compared} probabilités connues, {inside} sont dans l'intervalle à {level} de la \
                         part estimée ; la plus petite valeur p (test binomial), corrigée par la méthode de Holm : \
                         p\u{a0}{least}. {contradicted_fr} des {certain} issues certaines ou impossibles {verb_fr} démenti le \
                         calcul."
                    ),
                    format!(
                        "{en}. Of {compared} known probabilities, {inside} lie in the {level} interval of the \
                         estimated share; the smallest p-value (binomial test), corrected by Holm's method: \
                         p\u{a0}{least}. {contradicted_en} of the {certain} outcomes that are certain or impossible \
                         contradicted the computation."
                    ),
                )
            }
            Self::MultipleTests { level, tests } => {
                let (misses, missed) = (100.0 * (1.0 - level), lang.confidence_level(1.0 - level));
                let (level, misses) =
                    (lang.confidence_level(*level), lang.trimmed_decimal((misses * 1e6).round() / 1e6));
                lang.either(
                    format!(
                        "Le niveau d'un intervalle vaut pour une seule valeur, non pour toutes ensemble : sur cent \
                         intervalles à {level}, on peut s'attendre à ce que jusqu'à {misses} environ ne contiennent pas la \
                         vraie valeur. Quand cette page conclut qu'un nombre est plus grand qu'un autre, elle teste leur \
                         différence au lieu de comparer des intervalles. Elle fait au plus {tests} de ces tests, chacun au \
                         seuil de {missed} divisé par {tests} (Bonferroni) ; toutes ces conclusions ensemble sont donc justes \
                         dans {level} des études au moins. Quand un test n'est pas significatif, la page donne la différence \
                         qu'il aurait décelée."
                    ),
                    format!(
                        "The level of an interval applies to one value, not to all values together: of a hundred {level} \
                         intervals, up to about {misses} can be expected to miss the true value. Where this page concludes \
                         that one number is greater than another, it tests their difference instead of comparing intervals. It \
                         makes at most {tests} of these tests, each at a level of {missed} divided by {tests} (Bonferroni), so \
                         that all of these conclusions together are right in at least {level} of studies. Where a test is not \
                         significant, the page gives the difference that it would have detected."
                    ),
                )
            }
            Self::Citation { program, seed } => lang.either(
                format!(
                    "« {program}, étude de graine {seed} » et la commande ci-dessus identifient ces résultats sans \
                     ambiguïté. Le fichier `CITATION.cff` du programme donne sa référence dans un format lu par les \
                     gestionnaires de bibliographie."
                ),
                format!(
                    "“{program}, study of seed {seed}” and the command above identify these results unambiguously. The \
                     program's `CITATION.cff` gives its reference in a format that reference managers read."
                ),
            ),
            Self::ReproduceLabel => lang.either("Pour reproduire :", "Reproduce with:"),
            Self::NoneObserved { total, upper_bound: most, digits } => lang.either(
                format!("0 sur {}, au plus {}", lang.integer(*total), lang.percent(*most, *digits)),
                format!("0 of {}, at most {}", lang.integer(*total), lang.percent(*most, *digits)),
            ),
            Self::AllObserved { total, lower_bound: least, digits } => lang.either(
                format!("{0} sur {0}, au moins {1}", lang.integer(*total), lang.percent(*least, *digits)),
                format!("{0} of {0}, at least {1}", lang.integer(*total), lang.percent(*least, *digits)),
            ),
        }
    }
}
