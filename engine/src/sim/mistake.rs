//! Mistakes in programs that simulate an experiment: the experiment as such a program carries it out.

use super::driver::BatchFn;
use super::experiment::Experiment;
use super::measure::{Estimand, Measure, UndecidedRule};
use super::schema::TallySchema;
use super::settings::SettingField;
use super::table::ExperimentInfo;
use crate::rng::Streams;
use crate::simd::SimdLevel;
use crate::stats::Tally;
use std::ops::{Range, RangeInclusive};

/// A function that plays the deals of a range and adds their counts to a tally.
pub type GamesFn = Box<dyn Fn(&Streams, Range<u64>, &mut Tally) + Send + Sync>;

/// A function that returns the values of a share that is read in another way.
pub type ValuesFn = fn(RangeInclusive<usize>) -> RangeInclusive<usize>;

/// An experiment that is played or read in another way: same histograms, same rows, other numbers.
pub struct AlteredExperiment {
    original: Box<dyn Experiment>,
    games: Option<GamesFn>,
    share_values: ValuesFn,
    nanoseconds_per_deal: f64,
}

impl AlteredExperiment {
    /// Creates an experiment with other games, each of about `nanoseconds_per_deal`.
    pub fn with_games(
        original: impl Experiment,
        nanoseconds_per_deal: f64,
        games: impl Fn(&Streams, Range<u64>, &mut Tally) + Send + Sync + 'static,
    ) -> Box<dyn Experiment> {
        Box::new(Self {
            original: Box::new(original),
            games: Some(Box::new(games)),
            share_values: |values| values,
            nanoseconds_per_deal,
        })
    }

    /// Creates an experiment with the same games, in which each share of a row counts other values.
    pub fn with_share_values(
        original: Box<dyn Experiment>,
        share_values: ValuesFn,
    ) -> Box<dyn Experiment> {
        Box::new(Self {
            nanoseconds_per_deal: original.info().nanoseconds_per_deal,
            original,
            games: None,
            share_values,
        })
    }
}

impl Experiment for AlteredExperiment {
    fn info(&self) -> ExperimentInfo {
        ExperimentInfo {
            nanoseconds_per_deal: self.nanoseconds_per_deal,
            ..self.original.info()
        }
    }

    fn setting_fields(&self) -> Vec<SettingField> {
        self.original.setting_fields()
    }

    fn tally_schema(&self) -> TallySchema {
        self.original.tally_schema()
    }

    /// Exact values are those of the original, so the measures have none.
    fn measures(&self) -> Vec<Measure> {
        let mut measures = self.original.measures();
        for measure in &mut measures {
            measure.exact = None;
            if let Estimand::Share {
                values, undecided, ..
            } = &mut measure.estimand
                && !measure.row_fields.is_empty()
            {
                *values = (self.share_values)(values.clone());
                // Bounds of the original values are not bounds of others.
                if matches!(undecided, UndecidedRule::LowerAndUpperHistograms(..)) {
                    *undecided = UndecidedRule::None;
                }
            }
        }
        measures
    }

    fn batch_function(&self, simd_level: SimdLevel) -> BatchFn<'_> {
        match &self.games {
            Some(games) => Box::new(games),
            None => self.original.batch_function(simd_level),
        }
    }

    fn stream_key(&self) -> String {
        self.original.stream_key()
    }
}
