//! What a study shows while it works: one line with the time left, or where nobody looks on, a line for each chapter.

use crate::cli::console::Console;
use crate::cli::pace::{WRITING, Work, takes};
use crate::cli::progress::Footer;
use crate::lang::progress::{left, line, place};
use crate::lang::{Say, Text, either};
use pioche_engine::sim::{Experiment, Progress};
use std::sync::{Mutex, PoisonError};
use std::thread::available_parallelism;
use std::time::Instant;

pub struct StudyBar {
    console: Console,
    footer: Footer,
    threads: f64,
    since: Instant,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    title: String,
    work: Work,
    /// Which run of how many.
    run: (usize, usize),
    /// The share of the run that is under way, and what all of it should take.
    share: f64,
    takes: f64,
}

impl StudyBar {
    /// The line of a study of these questions.
    pub fn new<'a, Q: AsRef<dyn Experiment> + 'a>(
        console: &Console,
        threads: Option<usize>,
        runs: impl Iterator<Item = &'a (Q, u64)>,
    ) -> Self {
        let threads = threads.unwrap_or_else(|| available_parallelism().map_or(1, usize::from)) as f64;
        let mut state = State::default();
        state.work.all = WRITING;
        for (question, deals) in runs {
            state.work.all += takes(question.as_ref(), *deals, threads);
            state.run.1 += 1;
        }
        let (footer, state) = (Footer::new(console), Mutex::new(state));
        Self { console: *console, footer, threads, since: Instant::now(), state }
    }

    pub fn chapter(&self, title: Text, place: usize, of: usize) {
        let title = title.say(self.console.lang);
        if self.footer.hidden {
            let lang = self.console.lang;
            let told = either!(lang, "Chapitre {place} sur {of} : {title}", "Chapter {place} of {of}: {title}");
            self.console.remark(&told);
        }
        self.change(|state| state.title = title);
    }

    /// A run begins, of which a share was there.
    pub fn question(&self, question: &dyn Experiment, deals: u64, share: f64) {
        self.change(|state| {
            state.work.done += (1.0 - state.share) * state.takes;
            state.run.0 += 1;
            state.takes = takes(question, deals, self.threads);
            state.share = share;
            state.work.found += share * state.takes;
            state.work.done += share * state.takes;
        });
    }

    /// Takes note of a chunk.
    pub fn tick(&self, progress: &Progress<'_>) {
        let share = progress.done as f64 / progress.deals.max(1) as f64;
        self.change(|state| {
            state.work.done += (share - state.share) * state.takes;
            state.share = share;
        });
    }

    /// All runs are played, and the files are written.
    pub fn writes(&self) {
        // Whenever the last line was drawn.
        self.footer.clear();
        self.change(|state| {
            state.title = self.console.lang.either("tableaux, images et pages", "tables, pictures and pages");
            state.work.done = state.work.all - WRITING;
        });
    }

    /// Changes what is known, and draws it.
    fn change(&self, change: impl FnOnce(&mut State)) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        change(&mut state);
        self.footer.draw(|columns| {
            let (lang, share) = (self.console.lang, state.work.done / state.work.all);
            let rest = state.work.left(self.since.elapsed().as_secs_f64());
            let parts = [
                (2, place(lang, state.run)),
                (3, state.title.clone()),
                (0, lang.percent(share, 0)),
                (1, rest.map_or_else(String::new, |seconds| left(lang, seconds.ceil()))),
            ];
            line(&parts, share, columns)
        });
    }

    pub fn finish(&self) {
        self.footer.clear();
    }
}
