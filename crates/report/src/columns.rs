//! The columns of numbers about several settings, for the table and the picture of an answer.

use crate::lang::glossary::unit_noun;
use crate::lang::{Text, capitalize, plural_form, quantity};
use crate::number::{PageNumber, difference_text, quantile_text};
use crate::question::{AskedSetting, Question, Statistic};
use crate::setting_text;
use crate::value_words::rounded_to_digits;
use pioche_engine::sim::Column;

/// Shares below this have a column of "1 in".
const SMALL_SHARE: f64 = 0.05;

/// A column of numbers, one for each setting.
pub(crate) struct NumberColumn {
    pub heading: String,
    /// The numbers, with their intervals where these are important.
    pub cells: Vec<String>,
    /// The numbers alone.
    pub narrow_cells: Vec<String>,
    /// The meaning of the numbers; empty if the heading gives it.
    pub note: String,
}

impl NumberColumn {
    fn new(
        question: &Question<'_>,
        heading: impl Into<String>,
        cell: impl Fn(&AskedSetting<'_>, bool) -> String,
    ) -> Self {
        let cells = |has_interval: bool| {
            let settings = question.settings.iter();
            settings
                .map(|setting| cell(setting, has_interval))
                .collect()
        };
        Self {
            heading: heading.into(),
            cells: cells(true),
            narrow_cells: cells(false),
            note: String::new(),
        }
    }
}

/// Returns the columns of an answer, the most important first: the asked numbers, their differences, other rows, and means.
pub(crate) fn number_columns(question: &Question<'_>) -> Vec<NumberColumn> {
    let settings = &question.settings;
    let mut columns = match question.row_name() {
        Some(name) => vec![asked_column(question, name)],
        None => statistic_columns(question),
    };
    let is_small = |setting: &AskedSetting<'_>| {
        setting.asked.proportion.is_some() && (0.0..SMALL_SHARE).contains(&setting.asked.value)
    };
    if settings
        .iter()
        .any(|setting| setting.asked.difference.is_some())
    {
        columns.push(difference_column(question));
    } else if settings.iter().all(is_small) {
        columns.push(NumberColumn::new(question, tr!("1 in"), |setting, _| {
            let share = setting.asked.value;
            if share > 0.0 {
                rounded_to_digits(1.0 / share, 3, f64::round)
            } else {
                String::new()
            }
        }));
    }
    let row_columns = question.other_row_names().into_iter().map(|name| {
        NumberColumn::new(question, question.row_heading(&name), |setting, _| {
            let row = setting.row(&name);
            row.map_or_else(String::new, |row| PageNumber::from(row).column_text(false))
        })
    });
    if question.statistic().is_some() {
        return columns;
    }
    if settings[0].summary.columns.contains(&Column::Wins) {
        columns.extend(mean_columns(question));
        columns.extend(row_columns);
    } else {
        columns.extend(row_columns);
        columns.extend(mean_columns(question));
    }
    columns
}

/// Returns the column of the asked row.
fn asked_column(question: &Question<'_>, name: &str) -> NumberColumn {
    let mut heading = question.row_heading(name);
    if question.settings[0].asked.proportion.is_some() && !heading.contains('%') {
        heading += ", %";
    }
    NumberColumn::new(question, heading, |setting, is_wide| {
        setting.number().column_text(is_wide)
    })
}

/// Returns the columns of the median, the mean and the quartiles of the asked statistic.
fn statistic_columns(question: &Question<'_>) -> Vec<NumberColumn> {
    vec![
        NumberColumn::new(question, tr!("median"), |setting, is_wide| {
            setting.number().column_text(is_wide)
        }),
        NumberColumn::new(question, tr!("mean"), |setting, is_wide| {
            PageNumber::from(&setting.asked).column_text(is_wide)
        }),
        NumberColumn::new(question, tr!("quartiles"), |setting, _| {
            let [low, _, high] = &setting.quartiles[..] else {
                return String::new();
            };
            let [low, high] = [low, high].map(|quartile| quantile_text(quartile.value));
            format!("{low}–{high}")
        }),
    ]
}

/// Returns the column of differences, whose heading has the usual setting if its name is short.
fn difference_column(question: &Question<'_>) -> NumberColumn {
    const MAX_NAME: usize = 4;
    let mut heading = tr!("difference");
    let usual = question.settings.iter().find(|setting| setting.is_usual);
    if let (Some(usual), [key]) = (usual, &question.differing_keys[..]) {
        let name = setting_text(&usual.fields, key, question.glossary);
        if (1..=MAX_NAME).contains(&name.chars().count()) {
            heading = tr!("{heading} to {name}", heading, name);
        }
    }
    let column = NumberColumn::new(question, heading, |setting, is_wide| {
        difference_text(&setting.asked, is_wide)
    });
    NumberColumn {
        note: difference_note(question),
        ..column
    }
}

/// Says how settings were compared, in which unit.
pub(crate) fn difference_note(question: &Question<'_>) -> String {
    let unit = match question.statistic() {
        Some(_) => Text("means"),
        None => Text("points"),
    };
    let mut runs = question.settings.iter().map(|setting| setting.summary);
    if question.is_exact() {
        return tr!("Differences to *: {unit}.", unit);
    }
    let Some(joint_run) = runs.find(|run| run.joint.is_some()) else {
        return tr!("Differences to *: {unit}, between independent deals.", unit);
    };
    let noun = unit_noun(joint_run.unit());
    tr!(
        "Differences to *: {unit}, {one} by {one} on the same {deals}.",
        unit,
        one = plural_form(1, noun.translated()),
        deals = quantity(joint_run.deals(), noun)
    )
}

/// Returns the columns of the means of the statistics with a heading, the second with its interval; of an only statistic of all
/// games the median, too.
fn mean_columns(question: &Question<'_>) -> Vec<NumberColumn> {
    let has_mean = |statistic: &&Statistic| {
        let mut settings = question.settings.iter();
        let has_heading = !statistic.heading.0.is_empty();
        has_heading && settings.any(|setting| setting.mean(statistic).is_some())
    };
    let known_statistics = question.glossary.finding().statistics.iter();
    let statistics: Vec<&Statistic> = known_statistics.filter(has_mean).collect();
    let mut columns = Vec::new();
    for (index, statistic) in statistics.iter().enumerate() {
        let is_only = statistics.len() == 1 && statistic.scope.0.is_empty();
        let heading = if is_only {
            tr!("mean")
        } else {
            statistic.heading.into()
        };
        let mut mean = NumberColumn::new(question, heading, |setting, is_wide| {
            let mean = setting.mean(statistic);
            mean.map_or_else(String::new, |mean| {
                PageNumber::from(&mean).column_text(is_wide && index > 0)
            })
        });
        let name = capitalize(&mean.heading);
        mean.note = if is_only {
            let label = statistic.label;
            tr!("{name}: {label}.", name, label)
        } else {
            let scope = statistic.scope;
            tr!("{name}: mean{scope}.", name, scope)
        };
        columns.push(mean);
        if is_only {
            columns.push(NumberColumn::new(question, tr!("median"), |setting, _| {
                let quartiles = setting.quartiles(statistic);
                let median = quartiles.get(1).map(|median| quantile_text(median.value));
                median.unwrap_or_default()
            }));
        }
    }
    columns
}
