//! Experiments on the same deals that are simulated together. Each is compared, deal by deal, with the usual one.
//!
//! The usual game has the settings that are most common: of each setting that differs, the default if some member measures
//! it, else the value of the first member. It need not be a member: a patience with a change of the stock also counts the
//! unchanged game.
//!
//! A joint experiment has the histograms and records of its members, one member after the other, then a histogram of pairs
//! for each member that is compared: the number of deals with each value of the member beside each value of the usual game.
//! Its run is planned, resumed, split into parts, merged and saved as any other, and holds the runs of its members.

use super::difference::Difference;
use super::driver::BatchFn;
use super::experiment::Experiment;
use super::measure::{Estimand, Measure};
use super::run::Run;
use super::settings::{Field, differing_settings, field_value};
use super::table::{ChunkSizes, ExperimentInfo};
use crate::simd::SimdLevel;
use crate::stats::compare::paired_share_difference;
use crate::stats::schema::HistogramPair;
use crate::stats::{Confidence, DealValues, Histogram, HistogramSpec, Moments, Tally, TallySchema};
use std::sync::Arc;

/// Experiments on the same deals that are simulated together.
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
    /// The settings of the usual game.
    pub usual_settings: Vec<Field>,
    member_measures: Vec<Vec<Measure>>,
    /// The comparison of each member with the usual game; `None` for the usual game itself.
    comparisons: Vec<Option<Comparison>>,
}

/// The shares and the mean that a member measures for one choice of settings, all of one histogram.
#[derive(Clone)]
struct MeasuredGame {
    member: usize,
    settings: Vec<Field>,
    histogram: usize,
    measures: Vec<usize>,
}

struct Comparison {
    games: [MeasuredGame; 2],
    pair: HistogramPair,
}

const NAME_PREFIX: &str = "together ";

impl Joint {
    /// The text between the names of the members in the name of a joint experiment.
    pub const MEMBER_SEPARATOR: &str = " | ";

    /// Creates the joint experiment; `None` if the members are fewer than two, have different deals, or count too many values
    /// for one tally, or if none can be compared.
    pub fn new(members: Vec<Arc<dyn Experiment>>) -> Option<Self> {
        let stream_key = members.first()?.stream_key();
        let has_same_deals = |member: &Arc<dyn Experiment>| member.stream_key() == stream_key;
        let bins: u64 = members
            .iter()
            .map(|member| expected_bins(&member.tally_schema()))
            .sum();
        if !members.iter().all(has_same_deals) || bins > MAX_EXPECTED_BINS {
            return None;
        }
        let member_settings: Vec<Vec<Field>> =
            members.iter().map(|member| member.settings()).collect();
        let mut member_measures = Vec::new();
        let mut games = Vec::new();
        for (place, member) in members.iter().enumerate() {
            let measures = member.measures();
            games.extend(measured_games(place, &member_settings[place], &measures));
            member_measures.push(measures);
        }
        let usual_game = usual_game(&member_settings, &games)?;
        let mut comparisons = Vec::new();
        for (place, settings) in member_settings.iter().enumerate() {
            let own_game = own_game(place, settings, &games)?;
            let is_compared = *settings != usual_game.settings;
            comparisons
                .push(is_compared.then(|| Comparison::new([own_game, usual_game], &members)));
        }
        comparisons.iter().any(Option::is_some).then(|| Self {
            usual_settings: usual_game.settings.clone(),
            comparisons,
            member_measures,
            members,
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

    /// The runs of the members, each as if it had been simulated alone.
    pub fn member_runs(&self, run: &Run) -> Vec<Run> {
        let mut histograms = run.tally.histograms.iter();
        let mut records = run.tally.records.iter();
        let mut member_runs = Vec::new();
        for member in &self.members {
            let mut tally = Tally::empty(member.tally_schema());
            tally.deals = run.tally.deals;
            for (histogram, counts) in tally.histograms.iter_mut().zip(histograms.by_ref()) {
                histogram.clone_from(counts);
            }
            for (record, deal) in tally.records.iter_mut().zip(records.by_ref()) {
                record.value_and_deal = deal.value_and_deal;
            }
            member_runs.push(Run {
                plan: member.plan(run.plan.seed, run.plan.deals),
                done: run.done.clone(),
                tally,
                stop_reason: run.stop_reason,
            });
        }
        member_runs
    }

    pub(super) fn measures_of(&self, member: usize) -> &[Measure] {
        &self.member_measures[member]
    }

    /// The difference of a member to the usual game in the measure with this index; `None` where it is not compared.
    pub(super) fn difference(
        &self,
        member: usize,
        measure_index: usize,
        tally: &Tally,
        confidence: Confidence,
    ) -> Option<Difference> {
        let comparison = self.comparisons[member].as_ref()?;
        let [game, usual_game] = &comparison.games;
        if !game.measures.contains(&measure_index) {
            return None;
        }
        let measure = &self.member_measures[member][measure_index];
        let row_name = |measure: &Measure| {
            let mut fields = measure.row_fields.clone();
            fields.retain(|field| field_value(&game.settings, field.key()).is_none());
            fields
        };
        let mut usual_measures = usual_game
            .measures
            .iter()
            .map(|&index| &self.member_measures[usual_game.member][index]);
        let usual_measure = usual_measures.find(|usual_measure| {
            measure.is_share() == usual_measure.is_share()
                && row_name(measure) == row_name(usual_measure)
        })?;
        let measures = [measure, usual_measure];
        let comparisons_left = self.comparisons[member..].iter().flatten().count();
        let counts = &tally.histograms[tally.histograms.len() - comparisons_left];
        let is_share = measures[0].is_share();
        let difference = if is_share {
            share_difference(measures, comparison.pair, counts, tally.deals, confidence)
        } else {
            mean_difference(
                measures[1],
                comparison.pair,
                counts,
                tally.deals,
                confidence,
            )?
        };
        let is_never_worse = self.members[member].is_never_worse(&self.usual_settings);
        Some(if is_never_worse {
            difference.without_worse(is_share)
        } else {
            difference
        })
    }

    fn is_compared(&self, member: usize, histogram: usize) -> bool {
        let comparisons = self.comparisons.iter().flatten();
        comparisons
            .flat_map(|comparison| &comparison.games)
            .any(|game| game.member == member && game.histogram == histogram)
    }
}

/// The largest number of histogram entries of the members of a joint experiment.
const MAX_EXPECTED_BINS: u64 = 1 << 22;

/// The number of histogram entries of a schema; a histogram with a larger bound counts as 2^16 entries.
fn expected_bins(schema: &TallySchema) -> u64 {
    let bounds = schema.histograms.iter().map(|spec| *spec.bounds.end());
    bounds.map(|most| most.min(1 << 16)).sum()
}

/// Estimates the difference of two means of the same deals; `None` if some deal has no value.
fn mean_difference(
    usual_measure: &Measure,
    pair: HistogramPair,
    counts: &Histogram,
    deals: u64,
    confidence: Confidence,
) -> Option<Difference> {
    if counts.total() != deals {
        return None;
    }
    let offset = pair.row_len;
    let mut differences = Histogram::default();
    for (entry, &count) in counts.counts().iter().enumerate() {
        let [value, usual_value] = pair.values(entry);
        differences.add_many(offset + value - usual_value, count);
    }
    let moments = Moments::new(&differences, -(offset as i64))?;
    Some(Difference {
        mean_name: usual_measure.json_name.unwrap_or_default(),
        ..Difference::new(moments.mean, moments.mean_interval(confidence), confidence)
    })
}

fn share_difference(
    measures: [&Measure; 2],
    pair: HistogramPair,
    counts: &Histogram,
    deals: u64,
    confidence: Confidence,
) -> Difference {
    // The deals that only one share counts, if all undecided deals have the least and if all have the largest possible
    // difference.
    let mut extremes = [[0; 2]; 2];
    let mut value = 0.0;
    let mut undecided_deals = 0;
    let paired_deals = counts.counts().iter().enumerate().map(|(entry, &count)| {
        let values = pair.values(entry);
        let counted = [0, 1].map(|side| measures[side].counts_value(values[side]));
        (counted, count)
    });
    let unpaired_deals = ([None; 2], deals - counts.total());
    for (counted, count) in paired_deals.chain([unpaired_deals]) {
        let is_counted = counted.map(|counted| counted == Some(true));
        let may_be_counted = counted.map(|counted| counted != Some(false));
        let least = [is_counted[0], may_be_counted[1]];
        let most = [may_be_counted[0], is_counted[1]];
        for (discordant, [first, second]) in extremes.iter_mut().zip([least, most]) {
            discordant[0] += u64::from(first && !second) * count;
            discordant[1] += u64::from(second && !first) * count;
        }
        if counted.contains(&None) {
            undecided_deals += count;
        }
        value += count as f64 * (f64::from(is_counted[0]) - f64::from(is_counted[1]));
    }
    let interval = paired_share_difference(extremes, deals, confidence);
    let difference = Difference {
        undecided_deals,
        ..Difference::new(value / deals as f64, Some(interval), confidence)
    };
    difference.with_exact_values(measures.map(Measure::exact_value))
}

fn measured_games(
    member: usize,
    own_settings: &[Field],
    measures: &[Measure],
) -> Vec<MeasuredGame> {
    let mut games: Vec<MeasuredGame> = Vec::new();
    for (index, measure) in measures.iter().enumerate() {
        let Estimand::Share { histogram, .. } = measure.estimand else {
            continue;
        };
        if measure.row_fields.is_empty() {
            continue;
        }
        let setting = |own: &Field| {
            let mut row_fields = measure.row_fields.iter();
            let row_value = row_fields.find(|field| field.key() == own.key());
            row_value.unwrap_or(own).clone()
        };
        let settings: Vec<Field> = own_settings.iter().map(setting).collect();
        match games.iter_mut().find(|game| game.settings == settings) {
            Some(game) => game.measures.push(index),
            None => games.push(MeasuredGame {
                member,
                settings,
                histogram,
                measures: vec![index],
            }),
        }
    }
    for (index, measure) in measures.iter().enumerate() {
        if let Estimand::Mean { histogram, .. } = measure.estimand
            && let Some(game) = games.iter_mut().find(|game| game.histogram == histogram)
        {
            game.measures.push(index);
        }
    }
    games
}

fn own_game<'a>(
    member: usize,
    settings: &[Field],
    games: &'a [MeasuredGame],
) -> Option<&'a MeasuredGame> {
    games
        .iter()
        .find(|game| game.member == member && game.settings == settings)
}

/// The usual game, as the member with its settings measures it, if there is one. Without such a game, that of the
/// first member.
fn usual_game<'a>(
    member_settings: &[Vec<Field>],
    games: &'a [MeasuredGame],
) -> Option<&'a MeasuredGame> {
    let differing_keys = differing_settings(member_settings.iter().map(Vec::as_slice));
    let mut settings = member_settings[0].clone();
    for field in &mut settings {
        if !differing_keys.contains(&field.key()) {
            continue;
        }
        let mut measured_settings = games.iter().flat_map(|game| &game.settings);
        let measured_default = measured_settings
            .find(|measured| measured.key() == field.key() && measured.has_default());
        if let Some(measured_default) = measured_default {
            *field = measured_default.clone();
        }
    }
    let is_measured_elsewhere = |game: &&MeasuredGame| member_settings[game.member] != settings;
    games
        .iter()
        .filter(|game| game.settings == settings)
        .min_by_key(is_measured_elsewhere)
        .or_else(|| own_game(0, &member_settings[0], games))
}

impl Comparison {
    fn new(games: [&MeasuredGame; 2], members: &[Arc<dyn Experiment>]) -> Self {
        let schemas: Vec<TallySchema> =
            members.iter().map(|member| member.tally_schema()).collect();
        let joint_histogram = |game: &MeasuredGame| {
            let earlier_members = schemas[..game.member].iter();
            let earlier_histograms = earlier_members.map(|schema| schema.histograms.len());
            earlier_histograms.sum::<usize>() + game.histogram
        };
        let usual_spec = &schemas[games[1].member].histograms[games[1].histogram];
        Self {
            pair: HistogramPair {
                histograms: games.map(joint_histogram),
                row_len: *usual_spec.bounds.end() as usize + 1,
            },
            games: games.map(MeasuredGame::clone),
        }
    }
}

impl Experiment for Joint {
    fn info(&self) -> ExperimentInfo {
        let mut info = self.members[0].info();
        for member in &self.members[1..] {
            let member_info = member.info();
            info.default_deals = info.default_deals.min(member_info.default_deals);
            info.chunk_sizes = info.chunk_sizes.joined(member_info.chunk_sizes);
        }
        // The values of a chunk stay in the cache.
        info.chunk_sizes = info
            .chunk_sizes
            .joined(ChunkSizes::growing(1, MAX_CHUNK_SIZE));
        info
    }

    fn settings(&self) -> Vec<Field> {
        Vec::new()
    }

    fn name(&self) -> String {
        let names: Vec<String> = self.members.iter().map(|member| member.name()).collect();
        format!("{NAME_PREFIX}{}", names.join(Self::MEMBER_SEPARATOR))
    }

    fn stream_key(&self) -> String {
        self.members[0].stream_key()
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
        for comparison in self.comparisons.iter().flatten() {
            joint.histograms.push(HistogramSpec {
                pair: Some(comparison.pair),
                ..HistogramSpec::partial("pair", 0..=u64::MAX)
            });
        }
        joint
    }

    fn measures(&self) -> Vec<Measure> {
        Vec::new()
    }

    fn batch_function(&self, simd_level: SimdLevel) -> BatchFn<'_> {
        let members = self.members.iter();
        let mut simulations: Vec<(TallySchema, BatchFn<'_>)> = members
            .map(|member| (member.tally_schema(), member.batch_function(simd_level)))
            .collect();
        Box::new(move |streams, deals, tally| {
            let mut joint_histograms = tally.histograms.iter_mut();
            let mut joint_records = tally.records.iter_mut();
            let mut member_values = Vec::new();
            for (place, (schema, simulate)) in simulations.iter_mut().enumerate() {
                let mut member_tally = Tally::empty(schema.clone());
                let is_compared = |histogram| self.is_compared(place, histogram);
                let values = DealValues::new(&deals, schema.histograms.len(), is_compared);
                member_tally.deal_values = Some(values);
                simulate(streams, deals.clone(), &mut member_tally);
                for (counts, joint) in member_tally.histograms.iter().zip(&mut joint_histograms) {
                    joint
                        .merge(counts)
                        .expect("a chunk has fewer than 2^64 deals");
                }
                for (record, joint) in member_tally.records.iter().zip(&mut joint_records) {
                    joint.merge(record);
                }
                member_values.extend(member_tally.deal_values);
            }
            for (comparison, counts) in self.comparisons.iter().flatten().zip(joint_histograms) {
                let [own_values, usual_values] = comparison
                    .games
                    .each_ref()
                    .map(|game| &member_values[game.member].by_histogram[game.histogram]);
                for (&own_value, &usual_value) in own_values.iter().zip(usual_values) {
                    if own_value != DealValues::NONE && usual_value != DealValues::NONE {
                        let values = [own_value as usize, usual_value as usize];
                        counts.add(comparison.pair.entry(values));
                    }
                }
            }
        })
    }
}

const MAX_CHUNK_SIZE: u64 = 64 * 128;
