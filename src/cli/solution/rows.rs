//! A table that somebody has made in a spreadsheet, and what it says: which number of which row of which run. It is CSV
//! with commas, semicolons or tabulators, in UTF-8 or as French spreadsheets write it.

use crate::cli::files::{name, read};
use crate::cli::written::number;
use crate::lang::{Problem, Say, plain, shown};
use crate::topics::setting::Opt;
use crate::topics::words::{TextRow as Row, Words, in_option, is_meant};
use crate::topics::{TOPICS, Topic};
use pioche_engine::sim::MOST_DEALS;
use pioche_engine::stats::stated::Stated;
use std::collections::BTreeMap;
use std::path::Path;

/// No table is longer, in bytes.
const MOST_BYTES: u64 = 16 << 20;

pub struct TableFile {
    pub file: String,
    pub headings: Vec<String>,
    /// The rows that are not empty, each with its line, from 1.
    pub rows: Vec<(usize, Vec<String>)>,
}

impl TableFile {
    /// Reads a file, or the standard input for `-`. Fails when it cannot be read, or holds no table.
    pub fn read(path: &Path) -> Result<Self, Problem> {
        Self::of(name(path), &read(path, MOST_BYTES)?)
    }

    /// The table in the bytes of a file. Fails when it has no rows, or a row with more cells than there are headings.
    pub fn of(file: String, bytes: &[u8]) -> Result<Self, Problem> {
        let text = decoded(bytes);
        let mut lines = text.lines().filter(|line| !line.trim().is_empty());
        let first = lines.next().unwrap_or_default();
        // A first line that tells spreadsheets what stands between cells.
        let told = first.trim().strip_prefix("sep=").filter(|sign| sign.len() == 1).map(|sign| sign.as_bytes()[0]);
        let delimiter = told.unwrap_or_else(|| delimiter(first));
        let mut reader = ::csv::ReaderBuilder::new()
            .delimiter(delimiter)
            .flexible(true)
            .has_headers(false)
            .trim(::csv::Trim::All)
            .from_reader(text.as_bytes());
        let mut rows = Vec::new();
        for record in reader.records() {
            // What is text can be read, however odd it is.
            let record = record.map_err(|_| Problem::TableEmpty { file: file.clone() })?;
            let line = record.position().map_or(0, |position| position.line() as usize);
            let cells: Vec<String> = record.iter().map(str::to_owned).collect();
            if cells.iter().any(|cell| !cell.is_empty()) {
                rows.push((line, cells));
            }
        }
        if told.is_some() {
            rows.drain(..rows.len().min(1));
        }
        if rows.len() < 2 {
            return Err(Problem::TableEmpty { file });
        }
        let (_, headings) = rows.remove(0);
        for (line, cells) in &mut rows {
            while cells.len() > headings.len() && cells.last().is_some_and(String::is_empty) {
                cells.pop();
            }
            if cells.len() > headings.len() {
                let (cells, headings) = (cells.len(), headings.len());
                let problem = Problem::said(
                    format!(
                        "{cells} cases pour {headings} titres ; avec des virgules décimales, les colonnes se séparent par \
                         des « ; »"
                    ),
                    format!(
                        "{cells} cells under {headings} headings; with decimal commas, columns are separated by “;”"
                    ),
                );
                return Err(at(&file, *line, headings + 1, problem));
            }
            cells.resize(headings.len(), String::new());
        }
        Ok(Self { file, headings, rows })
    }
}

/// What is wrong with a cell: its line and its column, from 1.
pub fn at(file: &str, line: usize, column: usize, problem: Problem) -> Problem {
    Problem::at(file, (line, column), problem.fr(), problem.en())
}

/// The text of a file: UTF-8, UTF-16 where its mark says so, or what a spreadsheet in Western Europe writes.
fn decoded(bytes: &[u8]) -> String {
    let wide = |bytes: &[u8], unit: fn([u8; 2]) -> u16| {
        let units: Vec<u16> = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]])).collect();
        String::from_utf16_lossy(&units)
    };
    match bytes {
        [0xff, 0xfe, rest @ ..] => return wide(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => return wide(rest, u16::from_be_bytes),
        _ => {}
    }
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().map(|&byte| char::from(byte)).collect(),
    }
}

/// What stands between the cells of a line: semicolons and tabulators are nothing else.
fn delimiter(headings: &str) -> u8 {
    [b';', b'\t'].into_iter().find(|&sign| headings.bytes().any(|byte| byte == sign)).unwrap_or(b',')
}

/// Settings by their keys, as files have them.
pub type Settings = BTreeMap<&'static str, String>;

pub struct Entry {
    pub line: usize,
    /// The column of its first name, for messages.
    pub column: usize,
    pub settings: Settings,
    /// Its row, by what names it in the table.
    pub row: Row,
    pub stated: Stated,
    pub written: String,
}

enum Role {
    Setting(&'static Opt),
    Name(&'static str),
    Value { percent: bool, probability: bool },
    Deals,
    Other,
}

const PROBABILITY: [&str; 5] = ["probability", "probabilite", "proba", "prob", "p"];
const ESTIMATE: [&str; 4] = ["estimate", "estimation", "value", "valeur"];
const DEALS: [&str; 13] = [
    "deals",
    "donnes",
    "nbdonnes",
    "nombrededonnes",
    "n",
    "parties",
    "nbparties",
    "nombredeparties",
    "games",
    "essais",
    "trials",
    "simulations",
    "tirages",
];

fn tells_probabilities(topic: &Topic) -> bool {
    topic.simulate.row.setting.key != "statistic"
}

impl Role {
    fn of(heading: &str, topic: &Topic) -> Self {
        let whole = plain(heading).replace(['_', ' ', '-', '\u{a0}'], "");
        let (percent, bare) =
            match ["(en%)", "(in%)", "(%)", "en%", "in%", "%"].iter().find_map(|sign| whole.strip_suffix(sign)) {
                Some(bare) => (true, bare.to_owned()),
                None => (false, whole),
            };
        let (words, face) = (&topic.words, &topic.simulate);
        if PROBABILITY.contains(&bare.as_str()) {
            return Self::Value { percent, probability: tells_probabilities(topic) };
        }
        if ESTIMATE.contains(&bare.as_str()) && !tells_probabilities(topic) {
            return Self::Value { percent, probability: false };
        }
        if let Some(opt) = face.options.iter().find(|opt| is_meant(words, opt.setting.key, heading)) {
            return Self::Setting(opt);
        }
        let row = face.row.setting;
        if is_meant(words, row.key, heading) || [row.label.fr, row.label.en].map(plain).contains(&plain(heading)) {
            return Self::Name(row.key);
        }
        if DEALS.contains(&bare.as_str()) { Self::Deals } else { Self::Other }
    }
}

/// The topic that the headings are of: the only one that knows most of them, and what names a row among them. Fails
/// when there is none, or several are as good.
pub fn topic_of(table: &TableFile) -> Result<&'static Topic, Problem> {
    let known = |topic: &&'static Topic| {
        let roles: Vec<Role> = table.headings.iter().map(|heading| Role::of(heading, topic)).collect();
        let named = roles.iter().any(|role| matches!(role, Role::Name(_)));
        let known = roles.iter().filter(|role| matches!(role, Role::Name(_) | Role::Setting(_))).count();
        if named { known } else { 0 }
    };
    let most = TOPICS.iter().map(known).max().unwrap_or(0);
    let mut best = TOPICS.iter().copied().filter(|topic| most > 0 && known(topic) == most);
    match (best.next(), best.next()) {
        (Some(topic), None) => Ok(topic),
        _ => {
            let file = &table.file;
            Err(Problem::said(
                format!(
                    "{file} : ses titres ne disent pas de quoi il s'agit ; nommez-le : pioche check-solution reussite {file}"
                ),
                format!(
                    "{file}: its headings do not tell what it is about; name it: pioche check-solution alliances {file}"
                ),
            ))
        }
    }
}

/// What a table states of a topic. Fails with the first heading that is missing, or the first cell that is not
/// understood.
pub fn entries(table: &TableFile, topic: &Topic) -> Result<Vec<Entry>, Problem> {
    let roles: Vec<Role> = table.headings.iter().map(|heading| Role::of(heading, topic)).collect();
    let missing = |column: &str| Problem::TableColumn {
        file: table.file.clone(),
        column: column.to_owned(),
        headings: table.headings.iter().map(|heading| shown(heading)).collect(),
    };
    for column in ["probability", "deals"] {
        let holds = |place: &usize| match roles[*place] {
            Role::Value { .. } => column == "probability",
            Role::Deals => column == "deals",
            _ => false,
        };
        if let Some(place) = (0..roles.len()).filter(holds).nth(1) {
            let problem = Problem::said(
                format!("la colonne « {column} » est là deux fois"),
                format!("the column “{column}” is there twice"),
            );
            return Err(at(&table.file, 1, place + 1, problem));
        }
    }
    if !roles.iter().any(|role| matches!(role, Role::Value { .. })) {
        return Err(missing(if tells_probabilities(topic) { "probability" } else { "estimate" }));
    }
    if !roles.iter().any(|role| matches!(role, Role::Name(_))) {
        return Err(missing(topic.simulate.row.setting.key));
    }
    let entries = table.rows.iter().map(|(line, cells)| entry((&roles, &topic.words), (*line, cells), &table.file));
    let entries: Vec<Entry> = entries.filter_map(Result::transpose).collect::<Result<_, _>>()?;
    if entries.is_empty() { Err(Problem::TableEmpty { file: table.file.clone() }) } else { Ok(entries) }
}

/// A whole number without the decimals of a spreadsheet: `2.0` is 2.
fn whole(text: &str) -> String {
    match text.split_once(['.', ',']) {
        Some((number, zeros)) if !zeros.is_empty() && zeros.bytes().all(|zero| zero == b'0') => {
            match number.parse::<u64>() {
                Ok(number) => number.to_string(),
                Err(_) => text.to_owned(),
            }
        }
        _ => text.to_owned(),
    }
}

/// A count without what stands between groups of three digits.
fn ungrouped(text: &str) -> String {
    let bare = text.replace([' ', '\u{a0}', '\u{202f}', '\''], "");
    let groups: Vec<&str> = bare.split([',', '.']).collect();
    let full = |group: &&str| group.len() == 3 && group.bytes().all(|digit| digit.is_ascii_digit());
    match groups.as_slice() {
        [first, rest @ ..] if (1..=3).contains(&first.len()) && !rest.is_empty() && rest.iter().all(full) => {
            groups.concat()
        }
        _ => bare,
    }
}

/// What one row states; `None` when its number was left out.
fn entry(
    (roles, words): (&[Role], &Words),
    (line, cells): (usize, &[String]),
    file: &str,
) -> Result<Option<Entry>, Problem> {
    let wrong = |place: usize, problem| at(file, line, place + 1, problem);
    let (mut settings, mut row, mut column) = (Settings::new(), Vec::new(), None);
    let (mut stated, mut deals) = (None, None);
    let filled = roles.iter().zip(cells).enumerate().filter(|(_, (_, cell))| !cell.is_empty());
    let others = filled.clone();
    let given =
        |key: &&str| others.clone().any(|(_, (role, _))| matches!(role, Role::Setting(opt) if opt.setting.key == *key));
    for (place, (role, text)) in filled {
        match role {
            Role::Setting(opt) => {
                // A pack of 2 suits and 6 ranks has no name by its number of cards.
                let spoken_for = !opt.without.is_empty() && opt.without.iter().all(given);
                let value = if spoken_for {
                    text.clone()
                } else {
                    let text = in_option(words, opt.setting, text);
                    let value = opt.setting.understand(text).map_err(|problem| wrong(place, problem))?;
                    let option = opt.understand(text).map_err(|problem| wrong(place, problem))?;
                    settings.insert(opt.setting.key, option);
                    value
                };
                row.push((opt.setting.key, value));
            }
            Role::Name(key) => {
                column = column.or(Some(place));
                row.push((key, whole(text)));
            }
            Role::Value { percent, probability } => {
                let (fr, en) =
                    ("n'est pas un nombre comme 0,0126, 1,26 % ou 1/79", "is no number such as 0.0126, 1.26% or 1/79");
                let known = number(text).ok_or_else(|| wrong(place, Problem::words(&shown(text), fr, en)))?;
                let scale = if *percent && !known.percent { 0.01 } else { 1.0 };
                let (value, mut rounding) = (known.value * scale, known.rounding * scale);
                if *probability && !(0.0..=1.0).contains(&value) {
                    let (fr, en) = (
                        "n'est pas une probabilité : elle est entre 0 et 1, ou en pourcents avec « % »",
                        "is no probability: it is between 0 and 1, or a percentage with “%”",
                    );
                    return Err(wrong(place, Problem::words(&shown(text), fr, en)));
                }
                if *probability && !known.decimal && (value == 0.0 || value == 1.0) {
                    // Nobody writes 0 or 1 for what is rounded to a whole.
                    rounding = 0.0;
                }
                stated = Some((value, rounding, text.clone()));
            }
            Role::Deals => {
                let count = crate::topics::setting::count(&ungrouped(text), 1, MOST_DEALS);
                deals = Some(count.map_err(|problem| wrong(place, problem))?);
            }
            Role::Other => {}
        }
    }
    let Some((value, rounding, written)) = stated else { return Ok(None) };
    let Some(column) = column else {
        let (fr, en) = ("rien ne dit de quelle ligne est ce nombre", "nothing says of which row this number is");
        return Err(wrong(0, Problem::said(fr, en)));
    };
    let stated = Stated { value, rounding, deals };
    Ok(Some(Entry { line, column: column + 1, settings, row: Row::new(row), stated, written }))
}
