//! Experiments that are simulated together, and compared deal by deal.
//!
//! A joint experiment has the histograms and records of its members, one member after the other, then the histograms of the
//! compared pairs. Its run is planned, resumed, split into parts, merged and saved as any other, and holds the runs of its
//! members.

use super::driver::BatchFn;
use super::experiment::Experiment;
use super::measure::{Estimand, Measure, MeasureEstimate, UndecidedRule};
use super::run::{Run, StopReason};
use super::settings::Field;
use super::table::{ExperimentInfo, IntervalMethod};
use super::values::FieldValue;
use crate::rng::{Seed, Streams};
use crate::simd::SimdLevel;
use crate::stats::compare::paired_share_difference;
use crate::stats::{
    Confidence, DealValues, Estimate, Histogram, HistogramSpec, Moments, Tally, TallySchema,
};
use std::sync::Arc;

/// Experiments that are simulated together. Those with the same deals are compared.
///
/// ```
/// use pioche_engine::experiments::from_name;
/// use pioche_engine::sim::{Experiment, Joint, RunOptions, Seed};
/// use std::sync::Arc;
///
/// let member = |improve| -> Arc<dyn Experiment> {
///     let name = format!("alliances cards=32 improve={improve}");
///     from_name(&name).expect("a valid name").into()
/// };
/// let joint = Joint::new(vec![member("none"), member("exchange")]).expect("the same deals");
/// let run = joint.run(joint.plan(Seed(1), 1000), &RunOptions::default())?;
/// let exchange = member("exchange");
/// let single_run = exchange.run(exchange.plan(Seed(1), 1000), &RunOptions::default())?;
/// assert_eq!(joint.member_runs(&run)[1], single_run);
/// # Ok::<(), pioche_engine::sim::driver::ThreadStartError>(())
/// ```
pub struct Joint {
    /// The experiments that are simulated together.
    pub members: Vec<Arc<dyn Experiment>>,
    comparisons: Vec<Arc<Comparison>>,
}

/// The name of a compared quantity, with the value that names its row in the table; means have none.
type ComparisonKey<'a> = (&'static str, Option<&'a FieldValue>);

/// A quantity in which two members are compared.
pub(super) struct Comparison {
    /// The members, the later one first.
    pair: [usize; 2],
    measures: [Measure; 2],
    /// The index of the histogram of the pair in the tally.
    histogram: usize,
    /// The number of values of the second member, if the histogram counts both values, as shares need; `None` if it counts the
    /// differences.
    row_len: Option<usize>,
}

/// The first word of the name of a joint experiment.
const NAME_PREFIX: &str = "joint ";

/// The largest number of experiments of which all pairs are compared.
const MAX_IN_ALL_PAIRS: usize = 5;
/// The largest number of deals in a chunk, so that the values of all of them stay in the cache.
const MAX_CHUNK_SIZE: u64 = 64 * 128;

/// Returns the pairs that are compared of experiments with these stream keys, each with the later one first. Of many
/// experiments, each is compared with the first one that has the same deals, and in the pairs that `is_counted` accepts.
pub(super) fn compared_pairs<K: PartialEq>(
    stream_keys: &[K],
    is_counted: impl Fn([usize; 2]) -> bool,
) -> Vec<[usize; 2]> {
    let mut pairs = Vec::new();
    for (later, key) in stream_keys.iter().enumerate() {
        let first = stream_keys.iter().position(|other| other == key);
        for earlier in 0..later {
            let pair = [later, earlier];
            let is_small = stream_keys.len() <= MAX_IN_ALL_PAIRS;
            if is_small || first == Some(earlier) || is_counted(pair) {
                pairs.push(pair);
            }
        }
    }
    pairs
}

impl Joint {
    /// The text between the names of the members in the name of a joint experiment.
    pub const MEMBER_SEPARATOR: &str = " | ";

    /// Creates the joint experiment; `None` if no two members have the same deals.
    pub fn new(members: Vec<Arc<dyn Experiment>>) -> Option<Self> {
        let stream_keys: Vec<String> = members.iter().map(|member| member.stream_key()).collect();
        let schemas = members.iter().map(|member| member.tally_schema());
        let mut histogram_count: usize = schemas.map(|schema| schema.histograms.len()).sum();
        let mut comparisons: Vec<Arc<Comparison>> = Vec::new();
        for pair in compared_pairs(&stream_keys, |_| false) {
            if stream_keys[pair[0]] != stream_keys[pair[1]] {
                continue;
            }
            let others = members[pair[1]].measures();
            let specs = members[pair[1]].tally_schema().histograms;
            for measure in members[pair[0]].measures() {
                let key = measure.comparison_key();
                let other = others.iter().find(|other| other.comparison_key() == key);
                let Some(other) = other.filter(|_| key.is_some()) else {
                    continue;
                };
                let row_len = measure.is_share().then(|| {
                    let spec = &specs[other.compared_histogram()];
                    *spec.bounds.end() as usize + 1
                });
                let mut comparison = Comparison {
                    row_len,
                    measures: [measure, other.clone()],
                    pair,
                    histogram: histogram_count,
                };
                match comparisons.last() {
                    Some(last) if last.has_same_values(&comparison) => {
                        comparison.histogram = last.histogram;
                        comparison.row_len = last.row_len;
                    }
                    _ => histogram_count += 1,
                }
                comparisons.push(Arc::new(comparison));
            }
        }
        (!comparisons.is_empty()).then_some(Self {
            members,
            comparisons,
        })
    }

    /// Reads the name of a joint experiment; `None` for another name.
    pub fn from_name(
        name: &str,
        experiment_from_name: impl Fn(&str) -> Option<Box<dyn Experiment>>,
    ) -> Option<Self> {
        let names = name
            .strip_prefix(NAME_PREFIX)?
            .split(Self::MEMBER_SEPARATOR);
        let members = names.map(|name| experiment_from_name(name).map(Arc::from));
        Self::new(members.collect::<Option<_>>()?)
    }

    /// Returns true if a pair, the later member first, is compared.
    pub(super) fn compares(&self, pair: [usize; 2]) -> bool {
        let mut comparisons = self.comparisons.iter();
        comparisons.any(|comparison| comparison.pair == pair)
    }

    /// Returns the comparison of a pair in the quantity of an estimate; `None` when it is not compared.
    pub(super) fn comparison(
        &self,
        pair: [usize; 2],
        estimate: &MeasureEstimate,
    ) -> Option<&Comparison> {
        let name = estimate.comparison?;
        let key = Some((name, estimate.field(name)));
        let mut comparisons = self.comparisons.iter().map(Arc::as_ref);
        comparisons.find(|comparison| {
            comparison.pair == pair && comparison.measures[0].comparison_key() == key
        })
    }

    /// Returns the runs of the members, each as if it had been simulated alone. A stop rule is about the differences: a member has
    /// a plan of the deals that were simulated.
    pub fn member_runs(&self, run: &Run) -> Vec<Run> {
        let mut histograms = run.tally.histograms.iter();
        let mut records = run.tally.records.iter();
        let mut member_runs = Vec::new();
        for member in &self.members {
            let mut plan = member.plan(run.plan.seed, run.plan.deals);
            let mut stop_reason = run.stop_reason;
            if run.plan.stop_rule.is_some() {
                plan.deals = run.tally.deals;
                stop_reason = StopReason::Deals;
            }
            let mut tally = Tally::empty(member.tally_schema());
            tally.deals = run.tally.deals;
            for (histogram, counts) in tally.histograms.iter_mut().zip(histograms.by_ref()) {
                histogram.clone_from(counts);
            }
            for (record, deal) in tally.records.iter_mut().zip(records.by_ref()) {
                record.value_and_deal = deal.value_and_deal;
            }
            member_runs.push(Run {
                plan,
                done: run.done.clone(),
                tally,
                stop_reason,
            });
        }
        member_runs
    }
}

impl Measure {
    /// Returns the name of the compared quantity and of its row; `None` when it is not compared.
    fn comparison_key(&self) -> Option<ComparisonKey<'_>> {
        let name = self.comparison?;
        Some((name, self.row_field(name)))
    }

    /// Returns the histogram of a share or a mean that is compared.
    ///
    /// # Panics
    /// When it is computed by a function.
    fn compared_histogram(&self) -> usize {
        match self.estimand {
            Estimand::Share { histogram, .. } | Estimand::Mean { histogram, .. } => histogram,
            _ => panic!("only shares and means of histograms are compared"),
        }
    }

    /// Returns true if a share counts a deal with this value; `None` for an undecided deal.
    fn counts_value(&self, value: usize) -> Option<bool> {
        let Estimand::Share {
            histogram,
            values,
            undecided,
        } = &self.estimand
        else {
            return None;
        };
        let is_undecided = match undecided {
            UndecidedRule::Values(other, undecided_values) => {
                other == histogram
                    && undecided_values.contains(&value)
                    && !values.contains(undecided_values.start())
            }
            UndecidedRule::None | UndecidedRule::LowerAndUpperHistograms(..) => false,
        };
        (!is_undecided).then(|| values.contains(&value))
    }
}

impl Comparison {
    /// Returns the compared histograms of both members.
    fn sources(&self) -> [usize; 2] {
        self.measures.each_ref().map(Measure::compared_histogram)
    }

    fn has_same_values(&self, other: &Self) -> bool {
        self.pair == other.pair && self.sources() == other.sources()
    }

    /// Estimates the difference; `None` for a mean without values.
    pub(super) fn estimate(
        &self,
        tally: &Tally,
        confidence: Confidence,
    ) -> Option<MeasureEstimate> {
        let counts = tally.histograms[self.histogram].counts();
        let mut moments = None;
        let estimate = if self.measures[0].is_share() {
            self.share_difference(counts, tally.deals, confidence)
        } else {
            let offset = counts.len();
            let mut differences = Histogram::default();
            for (entry, &count) in counts.iter().enumerate() {
                let [first, second] = self.values_of_entry(entry);
                differences.add_many(offset + first - second, count);
            }
            moments = Moments::new(&differences, -(offset as i64));
            moments?.mean_estimate(confidence)
        };
        Some(MeasureEstimate {
            moments,
            method: Some(IntervalMethod::Paired),
            ..estimate.into()
        })
    }

    fn share_difference(&self, counts: &[u64], deals: u64, confidence: Confidence) -> Estimate {
        let [first, second] = &self.measures;
        let mut undecided = deals;
        let mut discordant = [0; 2];
        for (entry, &count) in counts.iter().enumerate() {
            let [first_value, second_value] = self.values_of_entry(entry);
            if let Some(is_first) = first.counts_value(first_value)
                && let Some(is_second) = second.counts_value(second_value)
            {
                undecided -= count;
                if is_first != is_second {
                    discordant[usize::from(is_second)] += count;
                }
            }
        }
        paired_share_difference(discordant, undecided, deals, confidence)
    }

    /// Counts the deals in which both members have a value.
    fn count(&self, member_values: &[DealValues], histogram: &mut Histogram) {
        let [first, second] = [0, 1].map(|side| {
            let source = self.measures[side].compared_histogram();
            member_values[self.pair[side]].by_histogram[source].iter()
        });
        for (&first, &second) in first.zip(second) {
            if first != DealValues::NONE && second != DealValues::NONE {
                histogram.add(self.entry(first as usize, second as usize));
            }
        }
    }

    /// Returns the entry of two values; without a table, that of their difference: 0, -1, 1, -2, 2 and so on.
    fn entry(&self, first: usize, second: usize) -> usize {
        match self.row_len {
            Some(row_len) => first * row_len + second,
            None => 2 * first.abs_diff(second) - usize::from(first < second),
        }
    }

    /// Returns the two values of an entry; without a table, values with this difference.
    fn values_of_entry(&self, entry: usize) -> [usize; 2] {
        let size = entry.div_ceil(2);
        match self.row_len {
            Some(row_len) => [entry / row_len, entry % row_len],
            None => [size * ((entry + 1) % 2), size * (entry % 2)],
        }
    }
}

impl Experiment for Joint {
    fn info(&self) -> ExperimentInfo {
        let infos = self.members.iter().map(|member| member.info());
        let mut info = self.members[0].info();
        info.nanoseconds_per_deal = infos.clone().map(|info| info.nanoseconds_per_deal).sum();
        let chunk_sizes = infos.map(|info| info.max_chunk_size);
        info.max_chunk_size = chunk_sizes.fold(MAX_CHUNK_SIZE, u64::min);
        info
    }

    /// The settings are in the names of the members.
    fn settings(&self) -> Vec<Field> {
        Vec::new()
    }

    fn name(&self) -> String {
        let names: Vec<String> = self.members.iter().map(|member| member.name()).collect();
        format!("{NAME_PREFIX}{}", names.join(Self::MEMBER_SEPARATOR))
    }

    /// Each member adds its own stream key.
    fn deal_streams(&self, seed: Seed) -> Streams {
        Streams::new(seed)
    }

    fn tally_schema(&self) -> TallySchema {
        let mut joint = TallySchema::default();
        for member in &self.members {
            let schema = member.tally_schema();
            let first = joint.histograms.len();
            let records = schema.records.into_iter();
            let joint_records = records.map(|(name, kind)| (name, kind.after_histograms(first)));
            joint.records.extend(joint_records);
            joint.histograms.extend(schema.histograms);
        }
        let pair_histogram = HistogramSpec::partial("pair", 0..=u64::MAX);
        for comparison in &self.comparisons {
            joint
                .histograms
                .resize(comparison.histogram + 1, pair_histogram.clone());
        }
        joint
    }

    /// Returns the differences of the pairs. A stop rule applies to the rows of the first pair that is compared.
    fn measures(&self) -> Vec<Measure> {
        let difference = |comparison: &Arc<Comparison>| {
            let [first, _] = &comparison.measures;
            Measure::new(Estimand::Difference(Arc::clone(comparison)))
                .with_row(first.row_fields.clone())
                .with_stop_criterion(
                    comparison.pair == self.comparisons[0].pair && first.is_stop_criterion,
                )
        };
        self.comparisons.iter().map(difference).collect()
    }

    fn batch_function(&self, simd_level: SimdLevel) -> BatchFn<'_> {
        let members = self.members.iter();
        let mut simulations: Vec<_> = members
            .map(|member| (member, member.batch_function(simd_level)))
            .collect();
        Box::new(move |streams, deals, tally| {
            let mut histograms = tally.histograms.iter_mut();
            let mut records = tally.records.iter_mut();
            let mut member_values = Vec::new();
            for (member, simulate) in &mut simulations {
                let mut counts = Tally::empty(member.tally_schema());
                counts.deal_values = Some(DealValues::new(&deals, counts.histograms.len()));
                let member_streams = streams.with_stream_key(&member.stream_key());
                simulate(&member_streams, deals.clone(), &mut counts);
                member_values.extend(counts.deal_values);
                for (source, histogram) in counts.histograms.iter().zip(histograms.by_ref()) {
                    let result = histogram.merge(source);
                    result.expect("a chunk has fewer than 2^64 deals");
                }
                for (source, record) in counts.records.iter().zip(records.by_ref()) {
                    record.merge(source);
                }
            }
            let comparisons = self.comparisons.chunk_by(|a, b| a.histogram == b.histogram);
            for (comparisons, histogram) in comparisons.zip(histograms) {
                comparisons[0].count(&member_values, histogram);
            }
        })
    }
}
