//! A spreadsheet of some runs: what its sheets are, and the first of them, which explains the others.

use crate::lang::columns::{Guiding, column};
use crate::lang::{Lang, Problem, Say};
use crate::report::tables;
use crate::report::xlsx::{Guide, xlsx};
use crate::topics::topic;
use pioche_engine::sim::Summary;
use pioche_engine::sim::summary::Table;

/// A spreadsheet: a guide, a sheet with the runs, then for each named group one with its rows and one with its means and
/// shares. Fails when a sheet cannot hold them.
pub fn workbook(groups: &[(String, &[Summary])], lang: Lang) -> Result<Vec<u8>, Problem> {
    let all: Vec<Summary> = groups.iter().flat_map(|(_, summaries)| summaries.iter().cloned()).collect();
    let mut sheets = vec![("runs".to_owned(), tables::runs(&all))];
    let mut told: Vec<(usize, String, &'static str)> = vec![(0, Guiding::RunsSheet.say(lang), "")];
    for (name, summaries) in groups {
        let topic_name = summaries.first().map_or("", |first| first.topic);
        let title = topic(topic_name).map_or_else(String::new, |topic| topic.words.title.of(lang).to_owned());
        told.push((sheets.len(), Guiding::RowsSheet { title: title.clone() }.say(lang), topic_name));
        sheets.push((name.clone(), tables::facts(summaries)));
        let measures = tables::measures(summaries);
        if !measures.rows.is_empty() {
            told.push((sheets.len(), Guiding::SummarySheet { title }.say(lang), topic_name));
            sheets.push((format!("{name}-summary"), measures));
        }
    }
    let columns = explained(&sheets, &told, lang);
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
        columns,
    };
    xlsx(&guide, &sheets).map_err(|error| Problem::BadCommandLine { text: error.to_string() })
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
    rows.push([Guiding::Every.say(lang), String::new(), String::new()]);
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
