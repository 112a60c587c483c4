//! A spreadsheet of some runs: what its sheets are, and the first of them, which explains the others.

use super::memory;
use crate::lang::glossary::column;
use crate::lang::{Lang, Problem, Reason, Sentence};
use crate::report::tables;
use crate::report::xlsx::{Guide, xlsx};
use crate::topics::topic;
use pioche_engine::sim::Summary;
use pioche_engine::sim::summary::Table;
use std::fmt::Display;
use std::panic::{self, AssertUnwindSafe};

/// A spreadsheet: a guide, a sheet with the runs, then for each named group one with its rows and one with its means and
/// shares. Fails when a sheet cannot hold them, or memory or threads are missing for it, which goes to this file.
pub fn workbook(file: &str, groups: &[(String, &[Summary])], lang: Lang) -> Result<Vec<u8>, Problem> {
    let all: Vec<Summary> = groups.iter().flat_map(|(_, summaries)| summaries.iter().cloned()).collect();
    let mut sheets = vec![("runs".to_owned(), tables::runs(&all))];
    let one_a_run = lang.either("une ligne par simulation", "one row a simulation");
    let mut told: Vec<(usize, String, &'static str)> = vec![(0, one_a_run, "")];
    for (name, summaries) in groups {
        let topic_name = summaries.first().map_or("", |first| first.topic);
        let title = topic(topic_name).map_or("", |topic| topic.words.title.of(lang));
        let rows = lang.either(format!("{title} : une ligne par résultat"), format!("{title}: one row a result"));
        told.push((sheets.len(), rows, topic_name));
        sheets.push((name.clone(), tables::facts(summaries)));
        let measures = tables::measures(summaries);
        if !measures.rows.is_empty() {
            let means = lang.either(format!("{title} : moyennes et parts"), format!("{title}: means and shares"));
            told.push((sheets.len(), means, topic_name));
            sheets.push((format!("{name}-summary"), measures));
        }
    }
    let columns = explained(&sheets, &told, lang);
    let level = lang.level(all.first().map_or(0.95, |first| first.confidence.level()));
    let program = concat!("pioche ", env!("CARGO_PKG_VERSION"));
    let lines = [
        lang.either(format!("Fait par {program}."), format!("Made by {program}.")),
        lang.either(
            "Chaque ligne dit dans « command » la commande qui la refait, et dans « seed » la graine du hasard.",
            "Each row says in “command” how it is made again, and in “seed” the seed of its random numbers.",
        ),
        lang.either(
            format!(
                "Les parts sont en pourcents ; les cases gardent tous leurs chiffres. Une borne basse et une borne haute \
                 encadrent la vraie valeur dans {level} des cas."
            ),
            format!(
                "Shares are percentages; cells keep all their digits. The lower and the upper end hold the true value \
                 between them {level} of the time."
            ),
        ),
        lang.either(
            "Chaque intervalle vaut pour sa seule ligne ; les lignes d'une même graine ne sont pas indépendantes.",
            "Each interval is for its own row; rows of the same seed are not independent of each other.",
        ),
        lang.either(
            "Une case vide : la valeur n'est pas connue, ou n'a pas de sens ici.",
            "An empty cell: the value is not known, or makes no sense here.",
        ),
    ];
    let guide = Guide {
        name: lang.either("Lisez-moi", "Read me"),
        title: lang.either("Ce que contient ce classeur", "What this workbook holds"),
        lines: lines.into(),
        headings: [("feuille", "sheet"), ("colonne", "column"), ("sens", "meaning")]
            .map(|(fr, en)| lang.either(fr, en)),
        columns,
    };
    made(file, sheets.len(), || xlsx(&guide, &sheets))
}

/// The bytes of a workbook with so many sheets. Its library starts a thread a sheet, and panics where it is given none.
fn made<E: Display>(file: &str, sheets: usize, make: impl FnOnce() -> Result<Vec<u8>, E>) -> Result<Vec<u8>, Problem> {
    memory::room(file, (24 + 4 * sheets) << 20)?;
    let told = panic::take_hook();
    panic::set_hook(Box::new(|_| {}));
    let made = panic::catch_unwind(AssertUnwindSafe(make));
    panic::set_hook(told);
    let reason = match made {
        Ok(Ok(bytes)) => return Ok(bytes),
        Ok(Err(error)) => Reason::Said(Sentence::same(error.to_string())),
        Err(_) => Reason::known("le système ne démarre plus de fil d'exécution", "the system starts no more threads"),
    };
    Err(Problem::CannotWrite { file: file.to_owned(), reason })
}

/// What each sheet is, with the settings of its topic; then the columns that all of them share.
fn explained(sheets: &[(String, Table)], told: &[(usize, String, &'static str)], lang: Lang) -> Vec<[String; 3]> {
    let (mut rows, mut shared, mut before) = (Vec::new(), Vec::<&'static str>::new(), "");
    for (place, about, topic_name) in told {
        let (name, table) = &sheets[*place];
        rows.push([name.clone(), String::new(), about.clone()]);
        for key in &table.columns {
            match own(key, topic_name, lang) {
                // The second sheet of a topic has the same settings.
                Some(meaning) if before != *topic_name => rows.push([String::new(), (*key).to_owned(), meaning]),
                Some(_) => {}
                None if shared.contains(key) => {}
                None => shared.push(key),
            }
        }
        before = topic_name;
    }
    rows.push([lang.either("toutes les feuilles", "all sheets"), String::new(), String::new()]);
    let meaning = |key: &str| column(key).map_or_else(String::new, |text| text.of(lang).to_owned());
    rows.extend(shared.into_iter().map(|key| [String::new(), key.to_owned(), meaning(key)]));
    rows
}

/// What a column of one topic means: a setting says it itself.
fn own(key: &str, topic_name: &str, lang: Lang) -> Option<String> {
    let words = &topic(topic_name)?.words;
    let setting = words.settings.iter().find(|setting| setting.key == key.replace('-', "_"))?;
    // What holds when nothing is said matters on a command line only.
    let help = setting.help.of(lang);
    Some(help.split(" [").next().unwrap_or(help).to_owned())
}
