//! The columns of a solution table, the game that they name, and an example table.

use super::headings::{
    COUNT, ColumnRole, Statistic, column_settings, first_heading, is_share, recognized_headings,
    value_headings,
};
use super::table::Table;
use crate::lang::{Lang, Problem, either, glossary, problem, safe_excerpt};
use crate::report::Glossary;
use crate::report::data_table::{CsvStyle, DataCell, DataTable, csv};
use crate::report::number::decimals;
use crate::topics::Topic;
use crate::topics::setting::OptionSpec;
use pioche_engine::sim::table::field_value;
use pioche_engine::sim::{self, Experiment, Measure, RunOptions, Seed};
use pioche_engine::stats::{Confidence, ProportionMethod};

fn column_roles(table: &Table, topic: &'static Topic) -> Vec<ColumnRole> {
    let role = |heading: &String| ColumnRole::from_heading(heading, topic);
    let mut roles: Vec<ColumnRole> = table.headings.iter().map(role).collect();
    let is_value = |role: &ColumnRole| matches!(role, ColumnRole::Value { .. });
    let has_counts = roles.iter().any(|role| matches!(role, ColumnRole::Count));
    let mut values = table
        .headings
        .iter()
        .zip(&roles)
        .filter(|(_, role)| is_value(role));
    if has_counts || values.any(|(heading, _)| !is_share(heading)) {
        for (heading, role) in table.headings.iter().zip(&mut roles) {
            if is_value(role) && is_share(heading) {
                *role = ColumnRole::Ignored;
            }
        }
    }
    roles
}

/// Returns the roles of the columns. Fails when a required column is missing or a column is duplicated.
pub fn valid_column_roles(
    table: &Table,
    topic: &'static Topic,
) -> Result<Vec<ColumnRole>, Problem> {
    let columns = column_roles(table, topic);
    let value = first_heading(value_headings(topic));
    let row = topic.simulate.row_option.key();
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
    let statistics = Statistic::ALL.map(Statistic::key);
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
            return Err(table.heading_problem(place + 1, problem));
        }
    }
    Ok(columns)
}

fn missing_column_problem(table: &Table, topic: &'static Topic, column: &str) -> Problem {
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
        "{file} n'a pas de colonne « {column} » ; ses titres sont : {headings} ; titres \
         reconnus : {accepted_headings} ; exemple : pioche check-solution {topic_name} --template",
        "{file} has no column “{column}”; its headings are: {headings}; recognised headings: \
         {accepted_headings}; example: pioche check-solution {topic_name} --template"
    )
}

/// Returns an example table: a few rows of a simulation of `deals` deals, with headings in one language.
pub fn example_table_csv(
    topic: &'static Topic,
    experiment: &dyn Experiment,
    (seed, deals): (Seed, u64),
    lang: Lang,
) -> Result<Vec<u8>, Problem> {
    const ROWS: usize = 4;
    let run = experiment.run(experiment.plan(seed, deals), &RunOptions::default())?;
    let columns = experiment.columns();
    let fields = experiment.settings();
    let row = &topic.simulate.row_option;
    // The settings in columns before that of the deals.
    let before = columns
        .iter()
        .take_while(|column| !matches!(column, sim::Column::Deals));
    let keys = before.filter_map(|column| match column {
        sim::Column::Setting(key) => column_settings(topic).find(|option| option.key() == *key),
        _ => None,
    });
    let name_settings: Vec<&OptionSpec> = keys.chain([row]).collect();
    let word = |word: &str| topic.glossary.translate(lang, word);
    // A topic may name its probabilities otherwise in tables for the terminal.
    let heading = first_heading(value_headings(topic));
    let value = glossary::lookup(glossary::SHARED_WORDS, heading)
        .map_or(heading, |label| label.in_lang(lang))
        .to_owned();
    let headings = name_settings
        .iter()
        .map(|setting| setting.label.in_lang(lang).to_owned());
    let headings = headings.chain([value, either!(lang, "donnes", "deals")]);
    let csv_style = match lang {
        Lang::En => CsvStyle::Plain,
        Lang::Fr => CsvStyle::ExcelFr,
    };
    let mut table = DataTable::new(&[], vec![headings.map(DataCell::Text).collect()]);
    let is_example = |value: f64| value > 0.0 && (value < 1.0 || !topic.hand_in.has_probabilities);
    for measure in experiment
        .measures()
        .into_iter()
        .filter(Measure::is_row_with_interval)
    {
        let estimate =
            measure.estimate_from(&run.tally, (ProportionMethod::Exact, Confidence::default()));
        let Some(estimate) =
            estimate.filter(|estimate| is_example(estimate.value) && table.rows.len() <= ROWS)
        else {
            continue;
        };
        let key = measure.row_key(&columns, &fields);
        let names = name_settings.iter().map(|setting| {
            field_value(&key, setting.key())
                .map_or_else(String::new, |value| word(&value.to_string()))
        });
        let number = lang.decimal(
            estimate.value,
            decimals(estimate.interval.half_width()).max(3),
        );
        let cells = names.chain([number, deals.to_string()]);
        table.rows.push(cells.map(DataCell::Text).collect());
    }
    Ok(csv(&table, csv_style))
}
