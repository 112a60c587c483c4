//! The columns of a solution table: the accepted headings in English and French, and an example table.

use super::table_file::TableFile;
use crate::lang::{
    Glossary, Lang, Problem, either, fold_case_and_accents, glossary, problem, safe_excerpt,
};
use crate::report::text_table::decimals;
use crate::topics::alliances::args::NB_TAS_MAX;
use crate::topics::setting::{MEMORY, OptionSpec, Setting, ValueKind};
use crate::topics::shuffle::STATISTIC;
use crate::topics::{TOPICS, Topic, is_name_of};
use pioche_engine::sim::{self, Experiment, Measure, RunOptions, Seed};
use pioche_engine::stats::{Confidence, ProportionMethod};

/// A number that describes the piles of all deals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PileStatistic {
    Mean,
    Smallest,
    Largest,
}

impl PileStatistic {
    pub const ALL: [Self; 3] = [Self::Mean, Self::Smallest, Self::Largest];

    /// Its name in the rows of a report.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Mean => "mean",
            Self::Smallest => "min",
            Self::Largest => "max",
        }
    }

    /// Its headings, also accepted before words such as "tas" or "number of piles".
    const fn headings(self) -> &'static str {
        match self {
            Self::Mean => "mean|average|moyenne|moy|nombre moyen",
            Self::Smallest => "min|minimum|mini|smallest|nombre minimal|nombre minimum",
            Self::Largest => "max|maximum|maxi|largest",
        }
    }

    fn from_heading(bare_heading: &str) -> Option<Self> {
        let suffix = STATISTIC_SUFFIXES
            .split('|')
            .find_map(|suffix| bare_heading.strip_suffix(&without_separators(suffix)));
        let name = suffix.unwrap_or(bare_heading);
        Self::ALL
            .into_iter()
            .find(|statistic| is_one_of(statistic.headings(), name))
    }
}

/// The words after the name of a statistic, longer ones first.
const STATISTIC_SUFFIXES: &str =
    "du nombre de tas|des nombres de tas|des tas|de tas|tas|number of piles|of piles|piles";

/// The role of a column.
#[derive(Clone, Copy)]
pub enum ColumnRole {
    Setting(&'static OptionSpec),
    /// The cell that names a row beside its settings, such as the outcome.
    RowName,
    Value {
        is_percent: bool,
    },
    /// The number of deals with the event of the row.
    Count,
    /// The mean, the smallest or the largest number of piles of all deals.
    Statistic(PileStatistic),
    Deals,
    Ignored,
}

// Headings of one column, separated by `|`. Case, accents, spaces, hyphens and underscores are ignored.
const PROBABILITY_HEADINGS: &str = "probability|probabilité|proba|prob|p|winning probability|probabilité de gagner|proba de \
                                    gagner";
/// The numbers of deals with the event of the row, instead of probabilities.
const COUNT_HEADINGS: &str =
    "count|effectif|wins|victories|victoires|gagnées|parties gagnées|successes|réussites";
const PILES_HEADINGS: &str =
    "tas|tas max|max tas|nombre maximal de tas|nombre maximum de tas|piles|maximum number of piles";
const ESTIMATE_HEADINGS: &str =
    "estimate|estimation|value|valeur|probability|probabilité|proba|prob|p";
/// Also accepted with the prefix `nb_` or `nombre_de_`.
const DEALS_HEADINGS: &str = "deals|donnes|games|parties|n|trials|essais|sim|simulations|tirages";
const PERCENT_SUFFIXES: [&str; 6] = ["(en%)", "(in%)", "(%)", "en%", "in%", "%"];

/// Returns true if the numbers of a topic are probabilities.
pub fn has_probabilities(topic: &Topic) -> bool {
    topic.simulate.row_option.setting.key != STATISTIC.key
}

/// Returns true if a deal can count in several rows of a topic, as in those of at most n piles.
pub fn has_cumulative_rows(topic: &Topic) -> bool {
    topic.simulate.row_option.setting.key == NB_TAS_MAX.key
}

/// Returns the headings of the column with the numbers, its key first.
fn value_headings(topic: &Topic) -> &'static str {
    if has_probabilities(topic) {
        PROBABILITY_HEADINGS
    } else {
        ESTIMATE_HEADINGS
    }
}

/// The key of a column of counts.
const COUNT: &str = "count";

fn first_heading(headings: &'static str) -> &'static str {
    headings.split('|').next().unwrap_or_default()
}

/// Returns the settings that can be columns.
fn column_settings(topic: &'static Topic) -> impl Iterator<Item = &'static OptionSpec> {
    topic.simulate.options.iter().filter(|opt| {
        opt.setting.key != MEMORY.key && !matches!(opt.setting.value_kind, ValueKind::Flag)
    })
}

/// Returns a heading without case, accents, spaces, hyphens and underscores.
fn without_separators(heading: &str) -> String {
    fold_case_and_accents(heading).replace(['_', ' ', '-', '\u{a0}'], "")
}

fn is_one_of(names: &str, bare_heading: &str) -> bool {
    names
        .split('|')
        .any(|name| without_separators(name) == bare_heading)
}

impl ColumnRole {
    pub fn from_heading(heading: &str, topic: &'static Topic) -> Self {
        let bare_heading = without_separators(heading);
        let percent = PERCENT_SUFFIXES
            .iter()
            .find_map(|sign| bare_heading.strip_suffix(sign));
        let number = bare_heading
            .strip_prefix("nombrede")
            .or(bare_heading.strip_prefix("nb"))
            .unwrap_or(&bare_heading);
        let row = topic.simulate.row_option.setting;
        let is_row_name = || {
            [row.label.fr, row.label.en]
                .map(fold_case_and_accents)
                .contains(&fold_case_and_accents(heading))
        };
        if is_one_of(value_headings(topic), percent.unwrap_or(&bare_heading)) {
            Self::Value {
                is_percent: percent.is_some(),
            }
        } else if let Some(opt) =
            column_settings(topic).find(|opt| is_name_of(&topic.glossary, opt.setting.key, heading))
        {
            Self::Setting(opt)
        } else if is_name_of(&topic.glossary, row.key, heading)
            || is_row_name()
            || has_cumulative_rows(topic)
                && (is_one_of(PILES_HEADINGS, number) || is_one_of(PILES_HEADINGS, &bare_heading))
        {
            Self::RowName
        } else if let Some(statistic) =
            PileStatistic::from_heading(&bare_heading).filter(|_| has_cumulative_rows(topic))
        {
            Self::Statistic(statistic)
        } else if is_one_of(COUNT_HEADINGS, number) {
            Self::Count
        } else if is_one_of(DEALS_HEADINGS, number) {
            Self::Deals
        } else {
            Self::Ignored
        }
    }
}

fn column_roles(table: &TableFile, topic: &'static Topic) -> Vec<ColumnRole> {
    table
        .headings
        .iter()
        .map(|heading| ColumnRole::from_heading(heading, topic))
        .collect()
}

/// Returns the roles of the columns. Fails when a required column is missing or a column is duplicated.
pub fn valid_column_roles(
    table: &TableFile,
    topic: &'static Topic,
) -> Result<Vec<ColumnRole>, Problem> {
    let columns = column_roles(table, topic);
    let value = first_heading(value_headings(topic));
    let row = topic.simulate.row_option.setting.key;
    let name = |column: &ColumnRole| match column {
        ColumnRole::Value { .. } => Some(value),
        ColumnRole::RowName => Some(row),
        ColumnRole::Deals => Some("deals"),
        ColumnRole::Count => Some(COUNT),
        ColumnRole::Statistic(statistic) => Some(statistic.key()),
        ColumnRole::Setting(_) | ColumnRole::Ignored => None,
    };
    let has_counts = columns
        .iter()
        .any(|column| matches!(column, ColumnRole::Count));
    let has_values = columns
        .iter()
        .any(|column| matches!(column, ColumnRole::Value { .. }));
    let has_statistics = columns
        .iter()
        .any(|column| matches!(column, ColumnRole::Statistic(_)));
    let is_optional =
        |name: &str| has_statistics || ![value, row].contains(&name) || name == value && has_counts;
    let statistics = PileStatistic::ALL.map(PileStatistic::key);
    for required in [value, COUNT, "deals", row].into_iter().chain(statistics) {
        // Counts beside probabilities are not read.
        if required == COUNT && has_values {
            continue;
        }
        let mut places =
            (0..columns.len()).filter(|&place| name(&columns[place]) == Some(required));
        if places.next().is_none() && !is_optional(required) {
            return Err(missing_column_problem(table, topic, required));
        }
        if let Some(place) = places.next() {
            let problem = problem!(
                "la colonne « {required} » apparaît deux fois",
                "the column “{required}” appears twice"
            );
            return Err(table.problem_at(1, place + 1, problem));
        }
    }
    Ok(columns)
}

fn missing_column_problem(table: &TableFile, topic: &'static Topic, column: &str) -> Problem {
    let file = &table.file_name;
    let excerpts: Vec<String> = table
        .headings
        .iter()
        .take(12)
        .map(|heading| safe_excerpt(heading))
        .collect();
    let headings = excerpts.join(", ");
    let accepted_headings = recognized_headings(topic);
    let topic_name = topic.name;
    problem!(
        "{file} n'a pas de colonne « {column} » ; ses titres sont : {headings} ; titres reconnus : {accepted_headings} ; exemple : \
             pioche check-solution {topic_name} --template",
        "{file} has no column “{column}”; its headings are: {headings}; recognised headings: {accepted_headings}; example: pioche \
             check-solution {topic_name} --template"
    )
}

/// Lists the accepted headings of a topic; `|` separates the names of one column.
pub fn recognized_headings(topic: &'static Topic) -> String {
    let names = |opt: &OptionSpec| {
        let Setting { key, label, .. } = opt.setting;
        let mut names = [key, label.en, label.fr]
            .map(|name| name.replace(' ', "_"))
            .to_vec();
        names.dedup();
        names.join("|")
    };
    let setting_names = column_settings(topic)
        .chain([&topic.simulate.row_option])
        .map(names);
    let statistics = PileStatistic::ALL.map(PileStatistic::headings);
    let statistics = statistics
        .into_iter()
        .filter(|_| has_cumulative_rows(topic));
    setting_names
        .chain([value_headings(topic), COUNT_HEADINGS, DEALS_HEADINGS].map(str::to_owned))
        .chain(statistics.map(str::to_owned))
        .collect::<Vec<_>>()
        .join(", ")
}

/// Returns the topic with the most matching headings. Fails when there is none, or several.
pub fn topic_from_headings(table: &TableFile) -> Result<&'static Topic, Problem> {
    let fitting = |topic: &&'static Topic| {
        let columns = column_roles(table, topic);
        let is_named = columns
            .iter()
            .any(|column| matches!(column, ColumnRole::RowName | ColumnRole::Statistic(_)));
        let is_of_topic = |column: &&ColumnRole| {
            matches!(
                column,
                ColumnRole::RowName | ColumnRole::Statistic(_) | ColumnRole::Setting(_)
            )
        };
        let fitting = columns.iter().filter(is_of_topic).count();
        if is_named { fitting } else { 0 }
    };
    let most_headings = TOPICS.iter().map(fitting).max().unwrap_or(0);
    let mut best_topics = TOPICS
        .iter()
        .copied()
        .filter(|topic| most_headings > 0 && fitting(topic) == most_headings);
    match (best_topics.next(), best_topics.next()) {
        (Some(topic), None) => Ok(topic),
        _ => {
            let file = &table.file_name;
            let topics = TOPICS
                .iter()
                .map(|topic| topic.name)
                .collect::<Vec<_>>()
                .join(", ");
            Err(problem!(
                "{file} : les titres ne permettent pas de reconnaître le jeu ; nommez-le ({topics}), par exemple : pioche \
                     check-solution alliances {file}",
                "{file}: the headings do not identify the game; name it ({topics}), for example: pioche \
                     check-solution alliances {file}"
            ))
        }
    }
}

/// Returns an example table: a few rows of a simulation of `deals` deals, with headings in one language.
pub fn example_table_csv(
    topic: &'static Topic,
    experiment: &dyn Experiment,
    (seed, deals): (Seed, u64),
    lang: Lang,
) -> Result<String, Problem> {
    const ROWS: usize = 4;
    let run = experiment.run(experiment.plan(seed, deals), &RunOptions::default())?;
    let columns = experiment.info().columns;
    let fields = experiment.row_settings();
    let row = topic.simulate.row_option.setting;
    // The settings in columns before that of the deals.
    let before = columns
        .iter()
        .take_while(|column| !matches!(column, sim::Column::Deals));
    let keys = before.filter_map(|column| match column {
        sim::Column::Setting(key) => column_settings(topic)
            .map(|opt| opt.setting)
            .find(|setting| setting.key == *key),
        _ => None,
    });
    let name_settings: Vec<&Setting> = keys.chain([row]).collect();
    let word = |word: &str| topic.glossary.translate(lang, word);
    // A topic may name its probabilities otherwise in tables for the terminal.
    let heading = first_heading(value_headings(topic));
    let value = glossary::lookup(glossary::SHARED_WORDS, heading)
        .map_or(heading, |label| label.in_lang(lang))
        .to_owned();
    let delimiter = if lang == Lang::Fr { b';' } else { b',' };
    let mut table = csv::WriterBuilder::new()
        .delimiter(delimiter)
        .from_writer(Vec::new());
    let mut write = |cells: Vec<String>| {
        table
            .write_record(cells)
            .expect("writing to a Vec cannot fail")
    };
    let headings = name_settings
        .iter()
        .map(|setting| setting.label.in_lang(lang).to_owned());
    write(
        headings
            .chain([value, either!(lang, "donnes", "deals")])
            .collect(),
    );
    let is_example = |value: f64| value > 0.0 && (value < 1.0 || !has_probabilities(topic));
    let mut rows = 0;
    for measure in experiment
        .measures()
        .into_iter()
        .filter(Measure::is_row_with_interval)
    {
        let estimate =
            measure.estimate_from(&run.tally, (ProportionMethod::Exact, Confidence::default()));
        let Some(estimate) = estimate.filter(|estimate| is_example(estimate.value) && rows < ROWS)
        else {
            continue;
        };
        let key = measure.row_key(&columns, &fields);
        let names = name_settings.iter().map(|setting| {
            key.get(setting.key)
                .map_or_else(String::new, |value| word(&value.to_string()))
        });
        let number = lang.decimal(
            estimate.value,
            decimals(estimate.interval.half_width()).max(3),
        );
        write(names.chain([number, deals.to_string()]).collect());
        rows += 1;
    }
    Ok(
        String::from_utf8(table.into_inner().expect("writing to a Vec cannot fail"))
            .expect("cells are text"),
    )
}
