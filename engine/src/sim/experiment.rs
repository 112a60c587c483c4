//! What an experiment says of itself: how it is called, what it counts and measures, and how a range of deals is played.

use super::VALUE_VERSION;
use super::about::{About, Setting, name_of, typed};
use super::counts::{Contradiction, Counts, Kept};
use super::driver::{self, Hand, NoThreads, RunOptions, Work};
use super::measure::Measure;
use super::plan::{Plan, Precision};
use super::row::{Cell, Choice, Row};
use super::run::Run;
use super::stop::{Aim, FIRST_LOOK, Stopped};
use super::summary::{BestDeal, Curve, Summary, Table};
use crate::processor::Processor;
use crate::rng::{Seed, Streams};
use crate::stats::{Confidence, Layout, Method, Tally};
use std::ops::Range;

/// Deals to be seen, which are found again by playing, and how `show` is asked for one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// The histogram of what ranks them, if it does: the first deal of its lowest, its median and its highest value.
    pub ranked: Option<usize>,
    /// Further ones.
    pub others: Vec<Other>,
    /// So many deals may be played again to find one: a small part of a run that takes seconds.
    pub again: u64,
    /// The verb that shows one.
    pub verb: &'static str,
    /// Its settings.
    pub options: Vec<Setting>,
}

/// A further deal to be seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Other {
    /// What it is.
    pub name: &'static str,
    /// What its value counts.
    pub of: &'static str,
    /// Which deal it is.
    pub kept: Kept,
    /// What is added to the histogram's value, where one is told.
    pub shift: i64,
}

/// A question answered by playing many numbered deals: what it says of itself, and all that follows from that.
pub trait Experiment: Send + Sync {
    /// What it is called, and how much of it is played.
    fn about(&self) -> About;

    /// All that fixes its values, in the order in which its name gives it.
    fn settings(&self) -> Vec<Setting>;

    /// What is counted.
    fn counts(&self) -> Counts;

    /// What is measured: the rows of its table in their order, and what is told besides.
    fn measures(&self) -> Vec<Measure>;

    /// Somebody who plays, in a thread, with engines that use these instructions.
    fn hand(&self, processor: Processor) -> Hand<'_>;

    /// Its settings as the program's command line takes them, where the program knows it.
    fn options(&self) -> Option<Vec<Setting>> {
        None
    }

    /// Whether counts agree with each other, beyond their bounds and totals: asked of every tally that comes from a file.
    ///
    /// # Errors
    /// The first histogram that contradicts the others.
    fn agrees(&self, _: &Tally) -> Result<(), Contradiction> {
        Ok(())
    }

    /// The deals of a run with these counts to be seen, where any deal can be shown as it was counted.
    fn shown(&self, _: &Tally) -> Option<Shown> {
        None
    }

    /// What charts draw of a run.
    fn curves(&self, _: &Tally, _: &Summary) -> Vec<Curve> {
        Vec::new()
    }

    /// The record that a run is known by, by its place.
    fn best(&self) -> Option<usize> {
        None
    }

    /// Gives up what only playing needs: nothing is played for now.
    fn rest(&self) {}

    /// What it is about.
    fn topic(&self) -> &'static str {
        self.about().topic
    }

    /// Its name, with all that fixes its values: `alliances cards=32 improve=none`.
    fn name(&self) -> String {
        name_of(self.topic(), &self.settings())
    }

    /// What is dealt, apart from what is done with it: experiments that say the same here play the same deals.
    fn dealt(&self) -> String {
        self.name()
    }

    /// The generators of its deals.
    fn streams(&self, seed: Seed) -> Streams {
        Streams::new(seed).for_deal(&self.dealt())
    }

    /// The plan to play so many deals of it.
    fn plan(&self, seed: Seed, deals: u64) -> Plan {
        Plan { experiment: self.name(), seed, deals, precision: None }
    }

    /// Plays a plan of it.
    ///
    /// # Errors
    /// When the threads cannot be started.
    fn run(&self, plan: Plan, options: &RunOptions<'_>) -> Result<Run, NoThreads> {
        let part = 0..plan.deals;
        self.resume(Run::nothing(plan, self.layout()), part, options)
    }

    /// Goes on with a run of it until it has played a part of its plan, and looks at the stop rule where the undisturbed
    /// run does.
    ///
    /// # Panics
    /// When it is a run of another experiment, or what is done are not the first deals of the part: see [`Run::under`]. When
    /// there is a stop rule, which looks at whole runs, and a part.
    ///
    /// # Errors
    /// When the threads cannot be started.
    fn resume(&self, begun: Run, part: Range<u64>, options: &RunOptions<'_>) -> Result<Run, NoThreads> {
        assert_eq!(begun.plan.experiment, self.name(), "a run of another experiment");
        let work = Work {
            chunk: self.about().chunk,
            streams: self.streams(begun.plan.seed),
            hand: &|processor| self.hand(processor),
            aim: &|precision, tally| self.aim(precision, tally),
        };
        let run = driver::resume(&work, begun, part, options);
        self.rest();
        run
    }

    /// What a run of it says.
    fn summary(&self, run: &Run, confidence: Confidence, method: Method) -> Summary {
        let (about, tally) = (self.about(), &run.tally);
        let best = self.best().and_then(|record| tally.extremes[record].held);
        let mut summary = Summary {
            topic: about.topic,
            unit: about.unit,
            settings: self.settings(),
            experiment: run.plan.experiment.clone(),
            command: self.options().map(|options| command(about.topic, &options, run)),
            values: VALUE_VERSION,
            dealt: self.dealt(),
            seed: run.plan.seed.0,
            deals: tally.deals,
            planned: run.plan.ceiling(),
            aim: run.plan.precision.as_ref().map(|precision| self.aim(precision, tally)),
            stopped: run.stopped,
            confidence,
            method,
            table: Table { columns: about.columns, rows: Vec::new() },
            methods: Vec::new(),
            quantities: Vec::new(),
            proportions: Vec::new(),
            curves: Vec::new(),
            best: best.map(|(reached, deal)| BestDeal { deal, reached }),
            examples: Vec::new(),
            chosen: None,
        };
        summary.tell(&self.measures(), tally);
        summary.curves = self.curves(tally, &summary);
        summary
    }

    /// The names of what it counts.
    fn layout(&self) -> Layout {
        self.counts().layout()
    }

    /// Whether a tally can be that of any of its runs.
    ///
    /// # Errors
    /// The first histogram or record that contradicts the rest; records come last.
    fn check(&self, tally: &Tally) -> Result<(), Contradiction> {
        let counts = self.counts();
        counts.check(tally)?;
        self.agrees(tally)?;
        counts.check_records(tally)
    }

    /// The measures that are rows of its table with an interval.
    fn measured(&self) -> Vec<Measure> {
        self.measures().into_iter().filter(Measure::is_measured).collect()
    }

    /// The same by all their cells that say what was measured.
    fn rows(&self) -> Vec<Row> {
        let (columns, settings) = (self.about().columns, self.settings());
        self.measured().iter().map(|measure| measure.whole_row(&columns, &settings)).collect()
    }

    /// The cells of a column in the rows of its table, each once.
    fn cells(&self, column: &str) -> Vec<String> {
        let mut cells = Vec::new();
        for cell in self.measures().iter().filter_map(|measure| measure.own_cell(column)) {
            if !cells.contains(&cell) {
                cells.push(cell);
            }
        }
        cells
    }

    /// The rows with these cells in a column, as far as there are such rows, in the order of its table.
    fn choice(&self, column: &str, cells: &[String]) -> Choice {
        Choice::new(column, self.cells(column).into_iter().filter(|cell| cells.contains(cell)).collect())
    }

    /// The rows of a run's table that were chosen, with those that it leaves out at its end.
    fn chosen(&self, rows: &Choice, run: &Run, summary: &Summary) -> Vec<Vec<Cell>> {
        let chosen = self.measures().into_iter().filter(|measure| measure.is_chosen(rows));
        chosen.filter_map(|measure| summary.row(&measure, &run.tally)).collect()
    }

    /// How near a run with these counts is to what its stop rule asks for.
    fn aim(&self, precision: &Precision, tally: &Tally) -> Aim {
        let aimed = |measure: &Measure| match &precision.rows {
            Some(rows) => measure.is_chosen(rows),
            None => measure.stops,
        };
        let half_width = |measure: Measure| match measure.moments(tally) {
            // A quantity that does not vary never has an interval.
            Some(moments) if moments.min == moments.max && tally.deals >= FIRST_LOOK => 0.0,
            _ => measure.found(tally, precision.how()).map_or(f64::INFINITY, |found| found.interval.half_width()),
        };
        let widths = self.measures().into_iter().filter(aimed).map(half_width);
        Aim { asked: precision.half_width, rows: precision.rows.clone(), widest: widths.fold(0.0, f64::max) }
    }
}

fn command(topic: &str, options: &[Setting], run: &Run) -> String {
    let options = typed(options);
    // Of parts, the command that plays the whole.
    let deals = if run.stopped == Stopped::Part { run.plan.deals } else { run.done.count() };
    format!("pioche simulate {topic}{options} --deals {deals} --seed {}", run.plan.seed.0)
}
