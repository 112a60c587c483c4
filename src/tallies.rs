//! The verbs on tally files: `report` writes the outputs of `simulate` for earlier runs, `merge` joins the tallies of
//! several runs into one.

use super::args::{IntervalArgs, OUTPUT_HEADING, OutputArgs, WORKLOAD_HEADING, options};
use super::command_line::quote_path;
use super::console::{CommandOutcome, Console, Failure, Failures};
use super::files::{
    FileRegistry, Output, OutputContent, display_name, output_path, parent_folder, ranges_text,
    read_nonempty_tally, read_tally,
};
use super::outputs::{Outputs, joint_run, open_output_folder, tally_names};
use super::runner;
use clap::ArgMatches;
use pioche_engine::sim::run::MergeError;
use pioche_engine::sim::{Field, Run, StopReason, Summary, tally_file};
use pioche_report::lang::glossary::count_with_unit;
use pioche_report::lang::{Lang, Problem, either, problem};
use pioche_topics::setting::OptionSpec;
use pioche_topics::{TOPICS, Topic, find_topic};
use std::path::{Path, PathBuf};
use std::sync::Arc;

options! {
    #[derive(Clone, Debug)]
    pub struct ReportArgs {
        #[arg(value_name = "FILE", required = true)]
        files: Vec<PathBuf> =
            "Fichiers de décomptes de simulations d'un même jeu, « - » pour l'entrée standard",
            "Tally files of runs of one game, `-` for the standard input";
        intervals: IntervalArgs = flatten;
        output: OutputArgs = flatten;
    }
}

impl ReportArgs {
    pub fn run(&self, matches: &ArgMatches, console: &Console) -> Result<CommandOutcome, Failure> {
        let mut summaries: Vec<Summary> = Vec::new();
        let mut run_files = Vec::new();
        let mut registry = FileRegistry::new(self.output.force);
        for file in &self.files {
            registry.add_input(file);
            let first_topic = summaries.first().map(|first| first.topic());
            let (experiment, run) = read_nonempty_tally(file, first_topic)?;
            for member in runner::summary(&experiment, &run, self.intervals).of_members() {
                let is_added = summaries
                    .iter_mut()
                    .any(|known| add_joint_run(known, &member));
                if !is_added {
                    check_not_counted(file, &member.run, &run_files, &summaries)?;
                    summaries.push(member);
                    run_files.push(file);
                }
            }
        }
        let topic = summaries
            .first()
            .and_then(|first| find_topic(first.topic()))
            .expect("a tally is of a known game");
        for file in &self.files {
            let joint_tally = parent_folder(file).join(format!("{}.tally", topic.name));
            if let Ok((experiment, run)) = read_tally(&joint_tally) {
                for member in runner::summary(&experiment.into(), &run, self.intervals).of_members()
                {
                    for summary in &mut summaries {
                        add_joint_run(summary, &member);
                    }
                }
            }
        }
        let fields = selected_rows(topic, matches)?;
        for summary in &mut summaries {
            summary.row_selection = runner::row_selection(
                topic.simulate.row_option,
                fields.as_ref(),
                summary.experiment.as_ref(),
                false,
            )?;
            runner::add_examples(summary, None, console)?;
        }
        if has_parts_of_one_run(&summaries) {
            let quoted_files: Vec<String> =
                self.files.iter().map(|file| quote_path(file)).collect();
            let files = quoted_files.join(" ");
            console.remark(&either!(
                console.lang,
                "Ces fichiers sont des tranches d'une même simulation ; pour un seul résultat : \
                 pioche merge {files} --tally all.tally",
                "These files are parts of one simulation; for a single result: \
                 pioche merge {files} --tally all.tally"
            ));
        }
        let experiments: Vec<_> = summaries
            .iter()
            .map(|run| Arc::clone(&run.experiment))
            .collect();
        let mut names = distinct_names(tally_names(topic, &experiments), &summaries);
        if joint_run(&summaries).is_some() {
            names.extend(tally_names(topic, &experiments[..1]));
        }
        let folder = open_output_folder(&self.output)?;
        let outputs = Outputs::open(&self.output, topic, folder, &names, &mut registry)?;
        outputs.check_panels(&experiments, fields.is_some())?;
        let mut failures = Failures::default();
        outputs.write(&summaries, true, console, &mut failures);
        failures.report_all_but_last(console)?;
        Ok(CommandOutcome::Success)
    }
}

/// Makes a run that a joint run holds, too, a member of it. Returns true if one of both summaries is that of such a member.
fn add_joint_run(known: &mut Summary, summary: &Summary) -> bool {
    let is_in_both = known.run == summary.run && known.joint.is_some() != summary.joint.is_some();
    if is_in_both && summary.joint.is_some() {
        known.joint.clone_from(&summary.joint);
    }
    is_in_both
}

/// Fails when a run counts deals of an earlier one; `earlier_runs` are those of `earlier_files`.
fn check_not_counted(
    file: &Path,
    run: &Run,
    earlier_files: &[&PathBuf],
    earlier_runs: &[Summary],
) -> Result<(), Problem> {
    let position = earlier_runs
        .iter()
        .position(|earlier| have_common_deals(&earlier.run, run));
    let Some(position) = position else {
        return Ok(());
    };
    let file = display_name(file);
    let first = display_name(earlier_files[position]);
    Err(problem!(
        "{file} contient des donnes qui sont déjà dans {first} : une même simulation ne compte \
         qu'une fois",
        "{file} holds deals that are already in {first}: a simulation counts only once"
    ))
}

/// Returns the options of all games that select rows, each once.
pub fn row_options() -> Vec<OptionSpec> {
    let mut options: Vec<OptionSpec> = Vec::new();
    for topic in TOPICS {
        if !options.contains(&topic.simulate.row_option) {
            options.push(topic.simulate.row_option);
        }
    }
    options
}

/// Returns the rows of a game that `report` selects; `None` without such an option. Fails when the option is that of
/// another game, or its value is not accepted.
fn selected_rows(topic: &Topic, matches: &ArgMatches) -> Result<Option<Vec<Field>>, Problem> {
    let row_option = topic.simulate.row_option;
    for option in row_options() {
        if option != row_option && matches.contains_id(option.key()) {
            let game = topic.name;
            let own_option = row_option.flag_name();
            return Err(Problem::for_argument(
                &option.flag_name(),
                problem!(
                    "ces décomptes sont de {game} ; {own_option} choisit ses lignes",
                    "these tallies are of {game}; {own_option} selects its rows"
                ),
            ));
        }
    }
    let Some(text) = matches.get_one::<String>(row_option.key()) else {
        return Ok(None);
    };
    row_option
        .parse_values(text)
        .map(Some)
        .map_err(|problem| Problem::for_argument(&row_option.flag_name(), problem))
}

/// Adds the seed, and if necessary the first deal, to file names that several runs share.
fn distinct_names(names: Vec<String>, summaries: &[Summary]) -> Vec<String> {
    let add = |names: Vec<String>, mark: &dyn Fn(&Run) -> String| -> Vec<String> {
        let shared = |name: &String| names.iter().filter(|other| *other == name).count() > 1;
        let marked = |(name, summary): (&String, &Summary)| match name.strip_suffix(".tally") {
            Some(stem) if shared(name) => format!("{stem}-{}.tally", mark(&summary.run)),
            _ => name.clone(),
        };
        names.iter().zip(summaries).map(marked).collect()
    };
    let names = add(names, &|run| format!("seed-{}", run.plan.seed));
    add(names, &|run| {
        format!(
            "from-{}",
            run.done.iter().next().map_or(0, |range| range.start)
        )
    })
}

/// Returns true if two of the runs are parts of one plan.
fn has_parts_of_one_run(summaries: &[Summary]) -> bool {
    summaries
        .iter()
        .enumerate()
        .any(|(index, Summary { run, .. })| {
            let mut former_runs = summaries[..index].iter();
            run.stop_reason == StopReason::Part
                && former_runs.any(|former| former.run.plan == run.plan)
        })
}

/// Returns true if two runs count some of the same deals.
fn have_common_deals(one: &Run, other: &Run) -> bool {
    let same = one.plan.experiment == other.plan.experiment && one.plan.seed == other.plan.seed;
    same && one.done.disjoint_union(&other.done).is_err()
}

options! {
    #[derive(Clone, Debug)]
    pub struct MergeArgs {
        #[arg(value_name = "FILE", required = true)]
        files: Vec<PathBuf> =
            "Fichiers de décomptes des tranches d'une même simulation, dans n'importe quel ordre",
            "Tally files of the parts of one simulation, in any order";
        #[arg(help_heading = WORKLOAD_HEADING, long)]
        partial: bool =
            "Accepte des donnes ou des parties manquantes ; le rapport les signale",
            "Accept missing deals or games; the report states them";
        #[arg(
            help_heading = OUTPUT_HEADING,
            long,
            value_name = "FILE",
            value_parser = output_path(OutputContent::Tally),
        )]
        tally: PathBuf =
            "Écrit le décompte réuni dans FILE, « - » pour la sortie standard",
            "Write the merged tally to FILE, `-` for the standard output";
        #[arg(help_heading = OUTPUT_HEADING, long)]
        force: bool =
            "Remplace le fichier s'il existe",
            "Replace the file if it exists";
    }
}

impl MergeArgs {
    pub fn run(&self, console: &Console) -> Result<CommandOutcome, Failure> {
        let output = self.open_output()?;
        let mut runs = Vec::new();
        let mut unit = "";
        for file in &self.files {
            let (experiment, run) = read_tally(file)?;
            unit = experiment.info().unit;
            runs.push(run);
        }
        let run = self.merged_run(&runs)?;
        output.write(tally_file::to_text(&run).as_bytes(), console)?;
        console.remark(&self.result_text(&run, unit, console.lang));
        Ok(CommandOutcome::Success)
    }

    /// Opens the output. Fails when a file is given twice, and as [`FileRegistry::open_output`].
    fn open_output(&self) -> Result<Output, Problem> {
        let mut registry = FileRegistry::new(self.force);
        for path in &self.files {
            if !registry.add_input(path) {
                let file = display_name(path);
                return Err(problem!(
                    "{file} est donné deux fois",
                    "{file} is given twice"
                ));
            }
        }
        registry.open_output(&self.tally)
    }

    /// Merges the runs. Fails when they are not parts of one simulation, or deals are missing without `--partial`.
    fn merged_run(&self, runs: &[Run]) -> Result<Run, Problem> {
        let first = &runs[0];
        let mut merged = Run::empty(first.plan.clone(), first.tally.schema.clone());
        for (index, run) in runs.iter().enumerate() {
            let merge_problem = |error| self.merge_problem(error, runs, index);
            merged.merge(run).map_err(merge_problem)?;
        }
        if merged.stop_reason == StopReason::Part && !self.partial {
            let gaps = ranges_text(merged.done.gaps(merged.plan.deals).iter());
            return Err(problem!(
                "il manque les donnes {gaps} ; --partial réunit quand même les autres",
                "deals {gaps} are missing; use --partial to merge anyway"
            ));
        }
        Ok(merged)
    }

    /// Returns the number of deals in the output, of how many, and from how many files.
    fn result_text(&self, run: &Run, unit: &'static str, lang: Lang) -> String {
        let file = display_name(&self.tally);
        let deals = count_with_unit(lang, unit, run.tally.deals);
        let planned_deals = lang.integer(run.plan.deals);
        let files = lang.translated_count(
            self.files.len() as u64,
            ["fichier", "fichiers"],
            ["file", "files"],
        );
        either!(
            lang,
            "{file} : {deals} sur {planned_deals}, de {files}",
            "{file}: {deals} of {planned_deals}, from {files}"
        )
    }

    /// Returns the name of the file with this index.
    fn file_name(&self, index: usize) -> String {
        display_name(&self.files[index])
    }

    /// Returns the problem of the run with this index, which does not fit the earlier ones.
    fn merge_problem(&self, error: MergeError, runs: &[Run], index: usize) -> Problem {
        let run = &runs[index];
        let file = self.file_name(index);
        let first_file = self.file_name(0);
        match error {
            MergeError::PlanMismatch => {
                Problem::plan_mismatch(&file, &run.plan.to_string(), &runs[0].plan.to_string())
            }
            MergeError::SeedMismatch => {
                problem!(
                    "{file} n'a pas la même graine que {first_file}",
                    "{file} has a different seed from {first_file}"
                )
            }
            MergeError::HasStopRule => problem!(
                "{file} s'arrêtait à une précision : ses donnes dépendent de ses résultats et \
                 ne peuvent être réunies à d'autres",
                "{file} was run until a precision: its deals depend on its results and cannot be \
                 merged"
            ),
            MergeError::Overlap(deal) => {
                let mut earlier_runs = runs.iter();
                let other = earlier_runs.position(|earlier| earlier.done.contains(deal));
                let other = other.unwrap_or(0);
                let other_file = self.file_name(other);
                if run.done == runs[other].done && run.tally != runs[other].tally {
                    return problem!(
                        "{file} et {other_file} contiennent les mêmes donnes avec d'autres comptes : \
                         l'un des deux est faux",
                        "{file} and {other_file} hold the same deals with different counts: one of \
                         them is wrong"
                    );
                }
                problem!(
                    "{file} contient la donne {deal}, qui est déjà dans {other_file}",
                    "{file} holds deal {deal}, which is already in {other_file}"
                )
            }
            MergeError::Overflow(_) => problem!(
                "avec {file}, il y a plus de donnes qu'un décompte ne peut en compter (2^64)",
                "with {file} there are more deals than a tally can count (2^64)"
            ),
        }
    }
}
