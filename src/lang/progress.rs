//! What is said of a run under way, on one line of any width.

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
    /// How many are to be played, as far as is known.
    pub deals: u64,
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

impl Progress {
    /// The line, of at most so many columns: as many of its parts as there is room for, then a bar in what is left.
    pub fn line(&self, lang: Lang, columns: usize) -> String {
        // As they stand on the line; the most wanted are taken first.
        let parts = [
            (1, self.place(lang)),
            (4, self.title.clone()),
            (7, self.settings.clone()),
            (0, lang.percent(self.share(), 0)),
            (3, self.deals(lang)),
            (5, self.speed(lang)),
            (2, self.left(lang)),
            (6, self.estimate(lang)),
        ];
        let mut taken = [false; 8];
        let mut room = columns;
        for wanted in 0..parts.len() {
            let Some(place) = parts.iter().position(|(rank, _)| *rank == wanted) else { continue };
            let between = if taken.contains(&true) { width(BETWEEN) } else { 0 };
            let needed = width(&parts[place].1) + between;
            if needed > between && needed <= room {
                (taken[place], room) = (true, room - needed);
            }
        }
        let mut words: Vec<String> =
            parts.iter().zip(taken).filter(|(_, taken)| *taken).map(|((_, text), _)| text.clone()).collect();
        if room >= BAR + width(BETWEEN) {
            let before = (0..3).filter(|&place| taken[place]).count();
            words.insert(before, bar(self.share(), (room - width(BETWEEN)).min(LONG_BAR)));
        }
        words.join(BETWEEN)
    }

    /// How much of it is done.
    fn share(&self) -> f64 {
        (self.done as f64 / self.deals.max(1) as f64).min(1.0)
    }

    /// Of several runs, which one.
    fn place(&self, lang: Lang) -> String {
        match self.run {
            (_, 1) => String::new(),
            (run, of) => lang.either(format!("{run} sur {of}"), format!("{run} of {of}")),
        }
    }

    fn deals(&self, lang: Lang) -> String {
        match lang {
            Lang::Fr => format!("{} sur {}", played(lang, self.unit, self.done), lang.integer(self.deals)),
            Lang::En => format!("{} of {}", lang.integer(self.done), played(lang, self.unit, self.deals)),
        }
    }

    fn speed(&self, lang: Lang) -> String {
        self.rate.map_or_else(String::new, |rate| format!("{}/s", lang.integer(rate as u64)))
    }

    fn left(&self, lang: Lang) -> String {
        let Some(rate) = self.rate.filter(|rate| *rate > 0.0) else { return String::new() };
        let seconds = (self.deals.saturating_sub(self.done) as f64 / rate).ceil();
        left(lang, seconds)
    }

    fn estimate(&self, lang: Lang) -> String {
        self.estimate.map_or_else(String::new, |shares| {
            let [share, low, high] = shares.map(|share| lang.percent(share, 3));
            lang.either(format!("P = {share} [{low} ; {high}]"), format!("P = {share} [{low}, {high}]"))
        })
    }
}

/// Columns of a text: all its signs are of one.
fn width(text: &str) -> usize {
    text.chars().count()
}

/// A bar of so many columns, as far as it is done.
pub fn bar(share: f64, columns: usize) -> String {
    let full = ((share * columns as f64) as usize).min(columns);
    "━".repeat(full) + &"─".repeat(columns - full)
}

pub fn left(lang: Lang, seconds: f64) -> String {
    let time = duration(lang, seconds);
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
