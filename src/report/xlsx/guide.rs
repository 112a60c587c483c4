//! The sheet that explains the others: what each holds, what each column means, how the numbers were made.

use super::heading;
use crate::lang::{Lang, Text};
use crate::sim::summary::{Summary, Table};
use rust_xlsxwriter::{Format, Worksheet, XlsxError};

/// Name of the sheet.
const NAME: Text = Text::new("lisez-moi", "read me");
const SHEET: [Text; 2] = [Text::new("feuille", "sheet"), Text::new("ce qu'elle contient", "what it holds")];
const COLUMN: [Text; 2] = [Text::new("colonne", "column"), Text::new("ce qu'elle veut dire", "what it means")];
const RUNS: Text = Text::new(
    "une ligne par simulation, avec la commande qui la refait",
    "a row for each run, with the command that remakes it",
);
const SHARES: Text =
    Text::new("une ligne par issue, avec sa probabilité", "a row for each outcome, with its probability");
const MEANS: Text = Text::new("les moyennes et les parts, avec leurs erreurs", "means and shares, with their errors");
const SETTING: Text = Text::new("réglage de la simulation", "a setting of the simulation");

/// What the columns of all topics mean; any other one is a setting.
const MEANINGS: &[(&str, Text)] = &[
    ("experiment", Text::new("ce qui est joué, avec ses réglages", "what is played, with its settings")),
    ("deals", Text::new("donnes ou parties jouées", "deals or games played")),
    ("stopped", Text::new("pourquoi la simulation a pris fin", "why the run ended")),
    ("nb_tas_max", Text::new("nombre de tas permis", "number of piles allowed")),
    ("outcome", Text::new("issue", "outcome")),
    ("comparison", Text::new("ce qui est comparé sur les mêmes donnes", "what is compared on the same deals")),
    ("statistic", Text::new("ce qui est mesuré", "what is measured")),
    ("quantity", Text::new("ce qui est mesuré", "what is measured")),
    ("kind", Text::new("mean : une moyenne ; share : une part", "mean or share")),
    (
        "count",
        Text::new(
            "parties de cette issue ; nombre de valeurs d'une moyenne",
            "games of this outcome; number of values of a mean",
        ),
    ),
    ("frequency", Text::new("part des donnes qui finissent ainsi", "share of the deals that end so")),
    ("wins", Text::new("donnes gagnées", "deals won")),
    ("probability", Text::new("part mesurée", "the share measured")),
    ("estimate", Text::new("valeur mesurée", "the value measured")),
    ("difference", Text::new("différence mesurée", "the difference measured")),
    ("ci_low", Text::new("borne inférieure de l'intervalle", "lower end of the interval")),
    ("ci_high", Text::new("borne supérieure de l'intervalle", "upper end of the interval")),
    ("exact", Text::new("valeur exacte, là où elle est connue", "the exact value, where it is known")),
    ("standard_error", Text::new("erreur type de la moyenne", "standard error of the mean")),
    ("standard_deviation", Text::new("écart type des valeurs", "standard deviation of the values")),
    ("min", Text::new("la plus petite valeur vue", "the least value seen")),
    ("median", Text::new("médiane", "median")),
    ("mode", Text::new("la valeur la plus fréquente", "the most frequent value")),
    ("max", Text::new("la plus grande valeur vue", "the largest value seen")),
    (
        "seed",
        Text::new(
            "graine du hasard : la même redonne les mêmes nombres",
            "seed of chance: the same gives the same numbers",
        ),
    ),
    ("confidence", Text::new("niveau des intervalles", "level of the intervals")),
    ("interval", Text::new("méthode des intervalles", "method of the intervals")),
    ("program", Text::new("programme et sa version", "the program and its version")),
    (
        "value_version",
        Text::new(
            "version des valeurs : change si le hasard change",
            "version of the values: changes when chance does",
        ),
    ),
    ("command", Text::new("commande qui refait la ligne", "the command that makes the row again")),
];

/// What the first sheet says.
#[derive(Clone, Debug, PartialEq)]
pub struct Guide {
    name: &'static str,
    /// Two columns a part, each with its heading.
    parts: Vec<([&'static str; 2], Vec<[String; 2]>)>,
}

/// The guide to some sheets; the first of them lists the runs.
pub fn guide(summaries: &[Summary], sheets: &[(String, Table)], lang: Lang) -> Guide {
    let holds = |(place, (name, table)): (usize, &(String, Table))| {
        let what = match place {
            0 => RUNS,
            _ if table.columns.contains(&"kind") => MEANS,
            _ => SHARES,
        };
        [name.clone(), what.of(lang).to_owned()]
    };
    let mut columns: Vec<&'static str> = Vec::new();
    for column in sheets.iter().flat_map(|(_, table)| &table.columns) {
        if !columns.contains(column) {
            columns.push(column);
        }
    }
    let meanings = columns.into_iter().map(|column| [column.to_owned(), meaning(column).of(lang).to_owned()]);
    let parts = vec![
        ([NAME.of(lang), "pioche"], made(summaries, lang)),
        (SHEET.map(|text| text.of(lang)), sheets.iter().enumerate().map(holds).collect()),
        (COLUMN.map(|text| text.of(lang)), meanings.collect()),
    ];
    Guide { name: NAME.of(lang), parts }
}

fn meaning(column: &str) -> Text {
    MEANINGS.iter().find(|(known, _)| *known == column).map_or(SETTING, |(_, text)| *text)
}

/// How the numbers were made.
fn made(summaries: &[Summary], lang: Lang) -> Vec<[String; 2]> {
    const BY: Text = Text::new("fait par", "made by");
    const PLAYED: Text = Text::new("donnes et parties en tout", "deals and games in all");
    const INTERVALS: Text = Text::new("intervalles", "intervals");
    const POINTWISE: Text = Text::new(
        "chacun couvre sa propre valeur, et non toutes à la fois",
        "each covers its own value, not all of them together",
    );
    let deals: u64 = summaries.iter().map(|summary| summary.deals).sum();
    vec![
        [BY.of(lang).to_owned(), concat!("pioche ", env!("CARGO_PKG_VERSION")).to_owned()],
        [PLAYED.of(lang).to_owned(), lang.integer(deals)],
        [INTERVALS.of(lang).to_owned(), POINTWISE.of(lang).to_owned()],
    ]
}

impl Guide {
    pub(super) fn write(&self, sheet: &mut Worksheet) -> Result<(), XlsxError> {
        sheet.set_name(self.name)?;
        sheet.set_column_width(0, 24)?.set_column_width(1, 72)?;
        let wrapped = Format::new().set_text_wrap();
        let mut row = 0;
        for (titles, lines) in &self.parts {
            for (column, title) in (0..).zip(titles) {
                sheet.write_with_format(row, column, *title, &heading())?;
            }
            for line in lines {
                row += 1;
                for (column, text) in (0..).zip(line) {
                    sheet.write_with_format(row, column, text, &wrapped)?;
                }
            }
            row += 2;
        }
        Ok(())
    }
}
