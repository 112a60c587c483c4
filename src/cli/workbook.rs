//! A spreadsheet of some runs: what its sheets are, and the first of them, which explains the others.

use crate::lang::columns::{Guiding, column};
use crate::lang::{Glossary, Lang, Problem, Say};
use crate::report::tables;
use crate::report::xlsx::{Guide, xlsx};
use crate::sim::Summary;
use crate::sim::summary::Table;
use crate::topics::topic;

/// A spreadsheet: a guide, a sheet with the runs, then for each named group one with its rows and one with its means and
/// shares.
///
/// # Errors
/// When a sheet cannot hold them.
pub fn workbook(groups: &[(String, &[Summary])], lang: Lang) -> Result<Vec<u8>, Problem> {
    let all: Vec<Summary> = groups.iter().flat_map(|(_, summaries)| summaries.iter().cloned()).collect();
    let mut sheets = vec![("runs".to_owned(), tables::runs(&all))];
    let mut told = vec![(0, Guiding::RunsSheet.say(lang), "")];
    for (name, summaries) in groups {
        let topic_name = summaries.first().map_or("", |first| first.topic);
        let title = topic(topic_name).map_or_else(String::new, |topic| topic.faces.words.title.of(lang).to_owned());
        told.push((sheets.len(), Guiding::RowsSheet { title: title.clone() }.say(lang), topic_name));
        sheets.push((name.clone(), tables::facts(summaries)));
        let measures = tables::measures(summaries);
        if !measures.rows.is_empty() {
            told.push((sheets.len(), Guiding::SummarySheet { title }.say(lang), topic_name));
            sheets.push((format!("{name}-summary"), measures));
        }
    }
    let columns = told.iter().flat_map(|(place, about, topic)| {
        let (name, table) = &sheets[*place];
        explained((name, about), table, topic, lang)
    });
    let say = |guiding: &Guiding| guiding.say(lang);
    let level = all.first().map_or(0.95, |first| first.confidence.level());
    let program = concat!("pioche ", env!("CARGO_PKG_VERSION")).to_owned();
    let lines =
        [Guiding::Made { program }, Guiding::Again, Guiding::Numbers { level }, Guiding::Pointwise, Guiding::Runs];
    let guide = Guide {
        name: say(&Guiding::Name),
        title: say(&Guiding::Title),
        lines: lines.iter().map(say).collect(),
        headings: [Guiding::Sheet, Guiding::Column, Guiding::Meaning].map(|heading| say(&heading)),
        columns: columns.collect(),
    };
    xlsx(&guide, &sheets).map_err(|error| Problem::BadCommandLine { text: error.to_string() })
}

/// What a sheet is, then what its columns mean.
fn explained((name, about): (&str, &str), table: &Table, topic_name: &str, lang: Lang) -> Vec<[String; 3]> {
    let first = [name.to_owned(), String::new(), about.to_owned()];
    let columns = table.columns.iter().map(|key| [String::new(), (*key).to_owned(), meaning(key, topic_name, lang)]);
    std::iter::once(first).chain(columns).collect()
}

/// What a column means: a setting says it itself.
pub fn meaning(key: &str, topic_name: &str, lang: Lang) -> String {
    let words = topic(topic_name).map(|topic| &topic.faces.words);
    let key = &key.replace('-', "_");
    let setting = words.and_then(|words| words.settings.iter().find(|setting| setting.key == key));
    match (setting, column(key), words) {
        (Some(setting), _, _) => {
            // What holds when nothing is said matters on a command line only.
            let help = setting.help.of(lang);
            help.split(" [").next().unwrap_or(help).to_owned()
        }
        (_, Some(text), _) => text.of(lang).to_owned(),
        (_, _, Some(words)) => words.word(lang, key),
        _ => String::new(),
    }
}
