//! What a study shows while it works: a line for the whole with the time left, one for the run under way; where nobody
//! looks on, a line for each chapter. No line wraps. What surprises is told as it comes.

use crate::cli::console::Console;
use crate::cli::progress::target;
use crate::lang::progress::{bar, left};
use crate::lang::{Lang, Paragraph, Remark, Say, Sentence, Text};
use crate::report::table::paragraph;
use crate::topics::work;
use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use pioche_engine::sim::{Experiment, Progress};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

const CELLS: usize = 20;

/// Time between two looks at the lines.
const PAUSE: Duration = Duration::from_millis(120);

/// Time after which the time left means something.
const SURE: Duration = Duration::from_secs(2);

/// What writing the files takes, in nanoseconds of a core.
const WRITING: f64 = 4e9;

pub struct StudyBar {
    console: Console,
    lines: MultiProgress,
    whole: ProgressBar,
    part: ProgressBar,
    state: Mutex<State>,
}

/// How far a study is; work is counted in nanoseconds of a core, by what a deal usually takes.
struct State {
    title: Text,
    chapter: (usize, usize),
    since: Instant,
    all: f64,
    /// Work that was there when this sitting met it.
    found: f64,
    /// Work done before the run under way, what was found among it.
    before: f64,
    run: f64,
    /// Deals that were there when it began.
    first: Option<u64>,
    looked: Instant,
}

impl StudyBar {
    /// The lines of a study of these questions.
    pub fn new<'a>(console: &Console, runs: impl Iterator<Item = &'a (Arc<dyn Experiment>, u64)>) -> Self {
        let all = runs.map(|(question, deals)| work(question.as_ref(), *deals)).sum::<f64>() + WRITING;
        let lines = MultiProgress::with_draw_target(target(console));
        let line = || {
            // A message that is too long is cut at the edge of the terminal.
            let style = ProgressStyle::with_template("{wide_msg}").unwrap_or_else(|_| ProgressStyle::default_bar());
            lines.add(ProgressBar::new(1).with_style(style))
        };
        let (whole, part, now) = (line(), line(), Instant::now());
        let state = State {
            title: Text::same(""),
            chapter: (0, 0),
            since: now,
            all,
            found: 0.0,
            before: 0.0,
            run: 0.0,
            first: None,
            looked: now,
        };
        Self { console: *console, lines, whole, part, state: Mutex::new(state) }
    }

    pub fn chapter(&self, title: Text, place: usize, of: usize) {
        let Ok(mut state) = self.state.lock() else { return };
        (state.title, state.chapter) = (title, (place, of));
        if self.lines.is_hidden() {
            self.console.remark(&Remark::StudyChapter { title: title.say(self.console.lang), place, of });
        }
    }

    /// A run was there.
    pub fn known(&self, question: &dyn Experiment, deals: u64) {
        let Ok(mut state) = self.state.lock() else { return };
        state.before += state.run + work(question, deals);
        state.found += work(question, deals);
        state.run = 0.0;
    }

    /// A run begins.
    pub fn question(&self, question: &dyn Experiment, deals: u64) {
        let Ok(mut state) = self.state.lock() else { return };
        state.before += state.run;
        state.run = work(question, deals);
        state.first = None;
        self.draw(&state, 0, deals);
    }

    /// Takes note of a chunk.
    pub fn tick(&self, progress: &Progress<'_>) {
        let Ok(mut state) = self.state.lock() else { return };
        if state.first.is_none() {
            state.first = Some(progress.done);
            let share = progress.done as f64 / progress.deals.max(1) as f64;
            state.found += if share < 0.5 { 0.0 } else { state.run * share };
        }
        if state.looked.elapsed() >= PAUSE {
            state.looked = Instant::now();
            self.draw(&state, progress.done, progress.deals);
        }
    }

    /// The files are written.
    pub fn writes(&self) {
        let Ok(mut state) = self.state.lock() else { return };
        state.before += state.run;
        state.run = 0.0;
        let words = Paragraph::StudyWrites.say(self.console.lang);
        self.whole.set_message(whole(&state, 0.0, self.console.lang));
        self.part.set_message(words);
    }

    fn draw(&self, state: &State, done: u64, deals: u64) {
        if self.lines.is_hidden() {
            return;
        }
        let lang = self.console.lang;
        let share = done as f64 / deals.max(1) as f64;
        let (place, of) = state.chapter;
        self.whole.set_message(whole(state, share, lang));
        let (done, deals, title) = (lang.integer(done), lang.integer(deals), state.title.say(lang));
        self.part.set_message(format!("{} {title} ({place}/{of}) · {done} / {deals}", bar(share, CELLS)));
    }

    /// Tells what surprises.
    pub fn found(&self, sentence: &str) {
        let found = Sentence::same(format!("  · {sentence}"));
        if self.lines.is_hidden() {
            self.console.remark(&found);
        } else {
            let _ = self.lines.println(paragraph(&found.say(self.console.lang), 80));
        }
    }

    pub fn finish(&self) {
        self.whole.finish_and_clear();
        self.part.finish_and_clear();
    }
}

/// The line of the whole: how much is done, and how long the rest takes at the pace of this sitting.
fn whole(state: &State, share: f64, lang: Lang) -> String {
    let done = state.before + state.run * share;
    let (own, rest) = ((done - state.found).max(0.0), (state.all - done).max(0.0));
    let rest = (state.since.elapsed() >= SURE && own > 0.0).then(|| state.since.elapsed().as_secs_f64() * rest / own);
    let percent = lang.percent(done / state.all, 0);
    let rest = rest.map_or_else(String::new, |seconds| format!(" · {}", left(lang, seconds)));
    format!("{} {percent}{rest}", bar(done / state.all, CELLS))
}
