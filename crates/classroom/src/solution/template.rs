//! The forms that are read, in examples: the answer of `--template`, and the lines in messages.

use super::vocabulary::{Kind, Vocabulary};
use pioche_engine::sim::settings::field_value;
use pioche_engine::sim::{self, Experiment, Measure, RunOptions, Seed};
use pioche_engine::stats::{Confidence, ProportionMethod};
use pioche_report::Glossary;
use pioche_report::data_table::{CsvStyle, DataCell, DataTable, csv};
use pioche_report::lang::{Lang, Problem, Sentence, Text, either};
use pioche_report::number::decimals;
use pioche_topics::setting::OptionSpec;

/// The heading of the number of games.
const GAMES: Text = Text::new("donnes", "deals");

impl Vocabulary {
    /// Returns the kind of the numbers in the example.
    fn usual_kind(&self) -> Kind {
        if self.has_probabilities() {
            Kind::Probability
        } else {
            Kind::Estimate
        }
    }

    fn row_heading(&self, lang: Lang) -> &'static str {
        self.topic.simulate.row_option.label.in_lang(lang)
    }

    /// Returns the words of a row name in a language.
    fn row_label(&self, name: &str, lang: Lang) -> String {
        let key = self.topic.simulate.row_option.key();
        self.topic.glossary.translate_value(lang, key, name)
    }

    /// Returns the separator of cells in a language.
    const fn separator(lang: Lang) -> char {
        match lang {
            Lang::Fr => ';',
            Lang::En => ',',
        }
    }

    fn first_row(&self, lang: Lang) -> String {
        let first = self.row_names.first().map_or("2", String::as_str);
        self.row_label(first, lang)
    }

    fn example_number(lang: Lang) -> &'static str {
        Text::new("0,0127", "0.0127").in_lang(lang)
    }
}

/// Returns lines as they should be: headings, a pair and a list.
pub fn example_lines(vocabulary: &Vocabulary) -> Sentence {
    Sentence::from_fn(|lang| {
        let row = vocabulary.row_heading(lang);
        let number = vocabulary.usual_kind().heading().in_lang(lang);
        let games = GAMES.in_lang(lang);
        let separator = Vocabulary::separator(lang);
        let name = vocabulary.first_row(lang);
        let example = Vocabulary::example_number(lang);
        let line = format!("{row}{separator}{number}{separator}{games}");
        match lang {
            Lang::Fr => format!("« {line} » pour un tableau, « {name}: {example} » sans tableau"),
            Lang::En => format!("“{line}” for a table, “{name}: {example}” without"),
        }
    })
}

/// Lists the names of the columns.
pub fn column_names(vocabulary: &Vocabulary) -> Sentence {
    Sentence::from_fn(|lang| {
        let settings = vocabulary
            .settings()
            .map(|option| option.label.in_lang(lang));
        let kinds = vocabulary.kinds().map(|kind| kind.heading().in_lang(lang));
        let names = [vocabulary.row_heading(lang)].into_iter().chain(kinds);
        let names: Vec<&str> = names.chain([GAMES.in_lang(lang)]).chain(settings).collect();
        names.join(", ")
    })
}

/// Lists the names of rows, and the words beside them.
pub fn row_words(vocabulary: &Vocabulary) -> Sentence {
    Sentence::from_fn(|lang| {
        let names = &vocabulary.row_names;
        let mut words: Vec<String> = match (names.first(), names.last()) {
            (Some(first), Some(last)) if names.len() > 6 => {
                vec![either!(lang, "{first} à {last}", "{first} to {last}")]
            }
            _ => names
                .iter()
                .map(|name| vocabulary.row_label(name, lang))
                .collect(),
        };
        words.push(Text::new("parties", "games").in_lang(lang).to_owned());
        let statistics = vocabulary.kinds().filter(|kind| kind.is_statistic());
        words.extend(statistics.map(|kind| kind.heading().in_lang(lang).to_owned()));
        words.join(", ")
    })
}

/// Returns an example of each form: a table with a few rows of a simulation, and comments with the other forms. The whole text
/// is a hand-in that agrees.
pub fn template(
    vocabulary: &Vocabulary,
    experiment: &dyn Experiment,
    (seed, deals): (Seed, u64),
    lang: Lang,
) -> Result<Vec<u8>, Problem> {
    let rows = example_rows(vocabulary, experiment, (seed, deals), lang)?;
    let style = match lang {
        Lang::En => CsvStyle::Plain,
        Lang::Fr => CsvStyle::ExcelFr,
    };
    let mut text = csv(&DataTable::new(&[], rows), style);
    let columns = column_names(vocabulary);
    let columns = columns.in_lang(lang);
    let words = row_words(vocabulary);
    let words = words.in_lang(lang);
    let name = vocabulary.first_row(lang);
    let example = Vocabulary::example_number(lang);
    let notes = either!(
        lang,
        "# Colonnes : {columns} ; un titre peut finir par (%)\n\
         # Séparateurs : « , », « ; », tabulation, « | » (Markdown) ou deux blancs et plus\n\
         # Sans tableau, une ligne par nombre : {name}: {example}\n\
         # Noms : {words}\n\
         # ou un objet JSON : {{\"{name}\": 0.0127, \"parties\": 2000}}\n\
         # ou une liste, un nombre par ligne du jeu, avec --as : [0.0127, 0.0537]\n",
        "# Columns: {columns}; a heading may end with (%)\n\
         # Separators: “,”, “;”, tab, “|” (Markdown), or two blanks and more\n\
         # Without a table, a line for each number: {name}: {example}\n\
         # Names: {words}\n\
         # or a JSON object: {{\"{name}\": 0.0127, \"games\": 2000}}\n\
         # or a list, a number for each row of the game, with --as: [0.0127, 0.0537]\n"
    );
    text.extend(notes.bytes());
    Ok(text)
}

/// Returns the headings and a few rows of a simulation of `deals` deals. The headings are a row, so that no byte order mark is
/// printed before them.
fn example_rows(
    vocabulary: &Vocabulary,
    experiment: &dyn Experiment,
    (seed, deals): (Seed, u64),
    lang: Lang,
) -> Result<Vec<Vec<DataCell>>, Problem> {
    const ROWS: usize = 4;
    let topic = vocabulary.topic;
    let run = experiment.run(experiment.plan(seed, deals), &RunOptions::default())?;
    let columns = experiment.columns();
    let fields = experiment.settings();
    // The settings in columns before that of the deals.
    let first_columns = columns
        .iter()
        .take_while(|column| !matches!(column, sim::Column::Deals));
    let mut settings: Vec<&OptionSpec> = first_columns
        .filter_map(|column| match column {
            sim::Column::Setting(key) => vocabulary.settings().find(|option| option.key() == *key),
            _ => None,
        })
        .collect();
    settings.push(&topic.simulate.row_option);
    let mut headings: Vec<&str> = settings
        .iter()
        .map(|setting| setting.label.in_lang(lang))
        .collect();
    headings.push(vocabulary.usual_kind().heading().in_lang(lang));
    headings.push(GAMES.in_lang(lang));
    let texts = headings.into_iter().map(str::to_owned);
    let mut rows = vec![texts.map(DataCell::Text).collect()];
    let is_example = |value: f64| value > 0.0 && (value < 1.0 || !vocabulary.has_probabilities());
    for measure in experiment.measures() {
        let intervals = (ProportionMethod::Exact, Confidence::default());
        let estimate = measure.estimate_from(&run.tally, intervals);
        let Some(estimate) = estimate.filter(|estimate| {
            Measure::is_row_with_interval(&measure)
                && is_example(estimate.value)
                && rows.len() <= ROWS
        }) else {
            continue;
        };
        let key = measure.row_key(&columns, &fields);
        let names = settings.iter().map(|setting| {
            field_value(&key, setting.key()).map_or_else(String::new, |value| {
                topic.glossary.translate(lang, &value.to_string())
            })
        });
        let digits = decimals(estimate.interval.half_width()).max(3);
        let number = lang.decimal(estimate.value, digits);
        let cells = names.chain([number, deals.to_string()]);
        rows.push(cells.map(DataCell::Text).collect());
    }
    Ok(rows)
}
