//! What is said of work under way, on one line of any width.

use super::Lang;
use super::glossary::played;

#[derive(Clone, Debug, PartialEq)]
pub struct Progress {
    /// Which run of how many, from 1.
    pub run: (usize, usize),
    pub title: String,
    pub settings: String,
    /// What is played: `deals` or `games`.
    pub unit: &'static str,
    /// How many were played.
    pub done: u64,
    /// How many are to be played, if that is known.
    pub deals: Option<u64>,
    /// How many a second, once they were counted.
    pub rate: Option<f64>,
    /// The first share, with its interval, once there is one.
    pub estimate: Option<[f64; 3]>,
}

/// The fewest columns of a bar worth drawing.
const BAR: usize = 10;
/// The most.
const LONG_BAR: usize = 40;
const BETWEEN: &str = " · ";
/// In seconds.
const YEAR: f64 = 365.0 * 86_400.0;

impl Progress {
    /// The line, of at most so many columns.
    pub fn line(&self, lang: Lang, columns: usize) -> String {
        let share = self.deals.map(|deals| (self.done as f64 / deals.max(1) as f64).min(1.0));
        let parts = [
            (1, place(lang, self.run)),
            (4, self.title.clone()),
            (7, self.settings.clone()),
            (0, share.map_or_else(String::new, |share| lang.percent(share, 0))),
            (3, self.deals(lang)),
            (5, self.speed(lang)),
            (2, self.left(lang)),
            (6, self.estimate(lang)),
        ];
        line(&parts, share.unwrap_or_default(), columns)
    }

    fn deals(&self, lang: Lang) -> String {
        match (lang, self.deals) {
            (_, None) => played(lang, self.unit, self.done),
            (Lang::Fr, Some(deals)) => format!("{} sur {}", played(lang, self.unit, self.done), lang.integer(deals)),
            (Lang::En, Some(deals)) => format!("{} of {}", lang.integer(self.done), played(lang, self.unit, deals)),
        }
    }

    fn speed(&self, lang: Lang) -> String {
        self.rate.map_or_else(String::new, |rate| format!("{}/s", lang.integer(rate as u64)))
    }

    fn left(&self, lang: Lang) -> String {
        let (Some(rate), Some(deals)) = (self.rate.filter(|rate| *rate > 0.0), self.deals) else {
            return String::new();
        };
        left(lang, (deals.saturating_sub(self.done) as f64 / rate).ceil())
    }

    fn estimate(&self, lang: Lang) -> String {
        self.estimate.map_or_else(String::new, |shares| {
            let [share, low, high] = shares.map(|share| lang.percent(share, 3));
            lang.either(format!("P = {share} [{low} ; {high}]"), format!("P = {share} [{low}, {high}]"))
        })
    }
}

/// A line of at most so many columns: as many of its parts as there is room for, those of the lowest numbers first. In
/// what is left stands a bar, before the part that says how much is done, which is number 0.
pub fn line(parts: &[(usize, String)], share: f64, columns: usize) -> String {
    let mut room = columns;
    let mut taken = Vec::new();
    for wanted in 0..parts.len() {
        let Some(place) = parts.iter().position(|(rank, _)| *rank == wanted) else { continue };
        let between = if taken.is_empty() { 0 } else { width(BETWEEN) };
        let needed = width(&parts[place].1) + between;
        if needed > between && needed <= room {
            room -= needed;
            taken.push(place);
        }
    }
    taken.sort_unstable();
    let mut words: Vec<String> = taken.iter().map(|&place| parts[place].1.clone()).collect();
    let before = taken.iter().position(|&place| parts[place].0 == 0);
    if let Some(before) = before.filter(|_| room >= BAR + width(BETWEEN)) {
        words.insert(before, bar(share, (room - width(BETWEEN)).min(LONG_BAR)));
    }
    words.join(BETWEEN)
}

/// Of several runs, which one.
pub fn place(lang: Lang, (run, of): (usize, usize)) -> String {
    if of == 1 { String::new() } else { lang.either(format!("{run} sur {of}"), format!("{run} of {of}")) }
}

/// Columns of a text: all its signs are of one.
fn width(text: &str) -> usize {
    text.chars().count()
}

/// A bar of so many columns, as far as it is done.
fn bar(share: f64, columns: usize) -> String {
    let full = ((share * columns as f64) as usize).min(columns);
    "━".repeat(full) + &"─".repeat(columns - full)
}

/// A time left; of years nobody needs the days.
pub fn left(lang: Lang, seconds: f64) -> String {
    let time = match seconds < YEAR {
        true => duration(lang, seconds),
        false => lang.either("plus d'un an", "more than a year").to_owned(),
    };
    lang.either(format!("encore {time}"), format!("{time} left"))
}

/// A time in seconds, in its two largest units.
pub fn duration(lang: Lang, seconds: f64) -> String {
    let seconds = seconds as u64;
    let (minutes, hours) = (seconds / 60, seconds / 3600);
    let [day, days] = if lang == Lang::Fr { ["jour", "jours"] } else { ["day", "days"] };
    match (seconds, hours) {
        (0..60, _) => format!("{seconds} s"),
        (60..3600, _) => format!("{minutes} min {:02} s", seconds % 60),
        (_, 0..48) => format!("{hours} h {:02} min", minutes % 60),
        _ => lang.counted(hours / 24, day, days),
    }
}
