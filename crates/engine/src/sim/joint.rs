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
use super::driver::{BatchFn, ChunkSizes};
use super::experiment::Experiment;
use super::measure::{Estimand, Measure};
use super::run::Run;
use super::settings::{Field, differing_settings, field_value};
use super::table::ExperimentInfo;
use super::tally_file;
use crate::simd::SimdLevel;
use crate::stats::schema::HistogramPair;
use crate::stats::{Confidence, DealValues, HistogramSpec, Tally, TallySchema};
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
    /// The measures of each member, with exact values that are computed once.
    member_measures: Vec<Vec<Measure>>,
    /// The comparison of each member with the usual game; `None` for the usual game itself.
    comparisons: Vec<Option<Comparison>>,
}

/// The shares and the mean that a member measures for one choice of settings, all of one histogram.
struct MeasuredGame {
    settings: Vec<Field>,
    histogram: usize,
    /// The indices among the measures of the member.
    measures: Vec<usize>,
}

/// The comparison of a member with the usual game.
struct Comparison {
    /// The places among the members: that of the member, and that of the member that measures the usual game.
    members: [usize; 2],
    /// The index of the histogram of each in the tally of its member.
    sources: [usize; 2],
    /// The histogram of the pairs.
    pair: HistogramPair,
    /// The indices of a measure of the member and of that of the usual game.
    measures: Vec<[usize; 2]>,
}

/// The first word of the name of a joint experiment.
const NAME_PREFIX: &str = "together ";

impl Joint {
    /// The text between the names of the members in the name of a joint experiment.
    pub const MEMBER_SEPARATOR: &str = " | ";

    /// Creates the joint experiment; `None` if the members are fewer than two or have different deals, or if none can be
    /// compared.
    pub fn new(members: Vec<Arc<dyn Experiment>>) -> Option<Self> {
        let stream_key = members.first()?.stream_key();
        if members
            .iter()
            .any(|member| member.stream_key() != stream_key)
        {
            return None;
        }
        let member_settings: Vec<Vec<Field>> =
            members.iter().map(|member| member.settings()).collect();
        let member_measures: Vec<Vec<Measure>> =
            members.iter().map(|member| member.measures()).collect();
        let games: Vec<Vec<MeasuredGame>> = member_settings
            .iter()
            .zip(&member_measures)
            .map(|(settings, measures)| measured_games(settings, measures))
            .collect();
        let usual_settings = usual_settings(&member_settings, &games);
        let (usual_member, usual_game) =
            game_with_settings(&usual_settings, &member_settings, &games)?;
        let first_histograms = first_histogram_indices(&members);
        let mut comparisons = Vec::new();
        for (place, settings) in member_settings.iter().enumerate() {
            let own_game = games[place]
                .iter()
                .find(|game| game.settings == *settings)?;
            let comparison = (*settings != usual_game.settings).then(|| {
                let usual_spec = &members[usual_member].tally_schema().histograms;
                let usual_bounds = &usual_spec[usual_game.histogram].bounds;
                let sources = [own_game.histogram, usual_game.histogram];
                let places = [place, usual_member];
                Comparison {
                    members: places,
                    sources,
                    pair: HistogramPair {
                        histograms: [0, 1]
                            .map(|side| first_histograms[places[side]] + sources[side]),
                        row_len: *usual_bounds.end() as usize + 1,
                    },
                    measures: compared_measures(
                        [own_game, usual_game],
                        places.map(|place| &member_measures[place][..]),
                    ),
                }
            });
            comparisons.push(comparison);
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

    /// Returns the runs of the members, each as if it had been simulated alone.
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

    /// Returns true if a joint tally has more values than a run should keep in memory and in a file: as many as a single
    /// histogram of a tally file may have. The members are then simulated alone.
    pub fn is_too_large(tally: &Tally) -> bool {
        let entries = tally
            .histograms
            .iter()
            .map(|histogram| histogram.counts().len());
        entries.sum::<usize>() > tally_file::MAX_BINS
    }

    /// Returns the measures of a member.
    pub(super) fn measures_of(&self, member: usize) -> &[Measure] {
        &self.member_measures[member]
    }

    /// Returns the difference of a member to the usual game in the measure with this index; `None` where it is not compared.
    pub(super) fn difference(
        &self,
        member: usize,
        measure_index: usize,
        tally: &Tally,
        confidence: Confidence,
    ) -> Option<Difference> {
        let comparison = self.comparisons[member].as_ref()?;
        let mut compared = comparison.measures.iter();
        let indices = compared.find(|[index, _]| *index == measure_index)?;
        let measures =
            [0, 1].map(|side| &self.member_measures[comparison.members[side]][indices[side]]);
        let earlier_comparisons = self.comparisons[..member].iter().flatten().count();
        let first_pair = tally.histograms.len() - self.comparisons.iter().flatten().count();
        let counts = &tally.histograms[first_pair + earlier_comparisons];
        let difference =
            Difference::of_pairs(measures, comparison.pair, counts, tally.deals, confidence)?;
        let is_never_worse = self.members[member].is_never_worse(&self.usual_settings);
        Some(if is_never_worse {
            difference.without_worse(measures[0].is_share())
        } else {
            difference
        })
    }
}

/// Returns the games in the rows of an experiment with these settings and measures, one for each choice of settings.
fn measured_games(own_settings: &[Field], measures: &[Measure]) -> Vec<MeasuredGame> {
    let mut games: Vec<MeasuredGame> = Vec::new();
    for (index, measure) in measures.iter().enumerate() {
        let Estimand::Share { histogram, .. } = &measure.estimand else {
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
                settings,
                histogram: *histogram,
                measures: vec![index],
            }),
        }
    }
    for (index, measure) in measures.iter().enumerate() {
        let Estimand::Mean { histogram, .. } = &measure.estimand else {
            continue;
        };
        let game = games.iter_mut().find(|game| game.histogram == *histogram);
        if let Some(game) = game {
            game.measures.push(index);
        }
    }
    games
}

/// Returns the settings of the usual game of some experiments.
fn usual_settings(member_settings: &[Vec<Field>], games: &[Vec<MeasuredGame>]) -> Vec<Field> {
    let differing_keys = differing_settings(member_settings.iter().map(Vec::as_slice));
    let mut usual_settings = member_settings[0].clone();
    for field in &mut usual_settings {
        if !differing_keys.contains(&field.key()) {
            continue;
        }
        let default = field.setting.default.map(str::to_owned);
        let mut measured_settings = games.iter().flatten().flat_map(|game| &game.settings);
        let measured_default = measured_settings.find(|measured| {
            measured.key() == field.key() && Some(measured.value.to_string()) == default
        });
        if let Some(measured_default) = measured_default {
            *field = measured_default.clone();
        }
    }
    usual_settings
}

/// Returns the game with these settings, and the place of the member that measures it: the member with these settings if
/// there is one. Without such a game, that of the first member.
fn game_with_settings<'a>(
    settings: &[Field],
    member_settings: &[Vec<Field>],
    games: &'a [Vec<MeasuredGame>],
) -> Option<(usize, &'a MeasuredGame)> {
    let member = member_settings.iter().position(|own| own == settings);
    let find = |place: usize, settings: &[Field]| {
        let game = games[place].iter().find(|game| game.settings == settings);
        game.map(|game| (place, game))
    };
    let mut places = member.into_iter().chain(0..games.len());
    places
        .find_map(|place| find(place, settings))
        .or_else(|| find(0, &member_settings[0]))
}

/// Returns the index of the first histogram of each member in the joint tally.
fn first_histogram_indices(members: &[Arc<dyn Experiment>]) -> Vec<usize> {
    let mut indices = Vec::new();
    let mut count = 0;
    for member in members {
        indices.push(count);
        count += member.tally_schema().histograms.len();
    }
    indices
}

/// Returns the indices of the rows with the same name and of the means of two games, of members with these measures.
fn compared_measures(games: [&MeasuredGame; 2], measures: [&[Measure]; 2]) -> Vec<[usize; 2]> {
    let row_name = |measure: &Measure| {
        let mut fields = measure.row_fields.clone();
        fields.retain(|field| field_value(&games[0].settings, field.key()).is_none());
        fields
    };
    let mut compared = Vec::new();
    for &index in &games[0].measures {
        let measure = &measures[0][index];
        let usual_index = games[1].measures.iter().find(|&&usual_index| {
            let usual_measure = &measures[1][usual_index];
            measure.is_share() == usual_measure.is_share()
                && row_name(measure) == row_name(usual_measure)
        });
        compared.extend(usual_index.map(|&usual_index| [index, usual_index]));
    }
    compared
}

impl Experiment for Joint {
    fn info(&self) -> ExperimentInfo {
        let mut info = self.members[0].info();
        for member in &self.members[1..] {
            let member_info = member.info();
            info.nanoseconds_per_deal += member_info.nanoseconds_per_deal;
            info.default_deals = info.default_deals.min(member_info.default_deals);
            info.chunk_sizes = info.chunk_sizes.joined(member_info.chunk_sizes);
        }
        // The values of a chunk stay in the cache.
        info.chunk_sizes = info
            .chunk_sizes
            .joined(ChunkSizes::growing(1, MAX_CHUNK_SIZE));
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
            joint
                .histograms
                .push(HistogramSpec::of_pair("pair", comparison.pair));
        }
        joint
    }

    /// The members have the measures.
    fn measures(&self) -> Vec<Measure> {
        Vec::new()
    }

    /// Each member counts into its own histograms of the joint tally.
    fn batch_function(&self, simd_level: SimdLevel) -> BatchFn<'_> {
        let mut simulations = Vec::new();
        for (place, member) in self.members.iter().enumerate() {
            let sides = self.comparisons.iter().flatten().flat_map(|comparison| {
                [0, 1].map(|side| (comparison.members[side], comparison.sources[side]))
            });
            let of_member = sides.filter(|(member, _)| *member == place);
            let compared_histograms: Vec<usize> = of_member.map(|(_, source)| source).collect();
            let simulate = member.batch_function(simd_level);
            simulations.push((member.tally_schema(), compared_histograms, simulate));
        }
        Box::new(move |streams, deals, tally| {
            let mut first_histogram = 0;
            let mut first_record = 0;
            let mut member_values = Vec::new();
            for (schema, compared_histograms, simulate) in &mut simulations {
                let mut member_tally = Tally::empty(schema.clone());
                let histograms = first_histogram..first_histogram + schema.histograms.len();
                let records = first_record..first_record + schema.records.len();
                first_histogram = histograms.end;
                first_record = records.end;
                member_tally
                    .histograms
                    .swap_with_slice(&mut tally.histograms[histograms.clone()]);
                let is_compared = |histogram| compared_histograms.contains(&histogram);
                let values = DealValues::new(&deals, schema.histograms.len(), is_compared);
                member_tally.deal_values = Some(values);
                simulate(streams, deals.clone(), &mut member_tally);
                member_tally
                    .histograms
                    .swap_with_slice(&mut tally.histograms[histograms]);
                for (record, deal) in tally.records[records].iter_mut().zip(&member_tally.records) {
                    record.merge(deal);
                }
                member_values.extend(member_tally.deal_values);
            }
            let pair_histograms = tally.histograms[first_histogram..].iter_mut();
            for (comparison, counts) in self.comparisons.iter().flatten().zip(pair_histograms) {
                let [own_values, usual_values] = [0, 1].map(|side| {
                    let values = &member_values[comparison.members[side]];
                    &values.by_histogram[comparison.sources[side]]
                });
                for (&own_value, &usual_value) in own_values.iter().zip(usual_values) {
                    if own_value != DealValues::NONE && usual_value != DealValues::NONE {
                        counts.add(
                            comparison
                                .pair
                                .entry([own_value as usize, usual_value as usize]),
                        );
                    }
                }
            }
        })
    }
}

/// The largest number of deals in a chunk.
const MAX_CHUNK_SIZE: u64 = 64 * 128;
