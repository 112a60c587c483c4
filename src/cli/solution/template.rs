//! The example table of `--template`.

use super::headings::{column_settings, first_heading, value_headings};
use crate::lang::{Lang, Problem, either, glossary};
use crate::report::Glossary;
use crate::report::data_table::{CsvStyle, DataCell, DataTable, csv};
use crate::report::number::decimals;
use crate::topics::Topic;
use crate::topics::setting::OptionSpec;
use pioche_engine::sim::settings::field_value;
use pioche_engine::sim::{self, Experiment, Measure, RunOptions, Seed};
use pioche_engine::stats::{Confidence, ProportionMethod};

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
    // The headings are a row, so that no byte order mark is printed before them.
    let mut rows = vec![headings.map(DataCell::Text).collect()];
    let is_example = |value: f64| value > 0.0 && (value < 1.0 || !topic.hand_in.has_probabilities);
    for measure in experiment
        .measures()
        .into_iter()
        .filter(Measure::is_row_with_interval)
    {
        let estimate =
            measure.estimate_from(&run.tally, (ProportionMethod::Exact, Confidence::default()));
        let Some(estimate) =
            estimate.filter(|estimate| is_example(estimate.value) && rows.len() <= ROWS)
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
        rows.push(cells.map(DataCell::Text).collect());
    }
    let style = match lang {
        Lang::En => CsvStyle::Plain,
        Lang::Fr => CsvStyle::ExcelFr,
    };
    Ok(csv(&DataTable::new(&[], rows), style))
}
