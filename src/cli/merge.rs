//! `merge`: joins the tallies of several runs into one.

use super::args::{OUTPUT_HEADING, WORKLOAD_HEADING, options};
use super::console::{CommandOutcome, Console, Failure};
use super::files::{FileRegistry, Output, display_name, ranges_text, read_tally};
use crate::lang::glossary::count_with_unit;
use crate::lang::{Problem, either, problem};
use pioche_engine::sim::run::{MergeError, MergeErrorKind, merge};
use pioche_engine::sim::{Run, StopReason, tally_file};
use std::path::PathBuf;

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
        #[arg(help_heading = OUTPUT_HEADING, long, value_name = "FILE")]
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
        // No file may be given twice, and the output may not be an input.
        let mut opener = FileRegistry::new(self.force);
        if let Some(twice) = self.files.iter().find(|file| !opener.add_input(file)) {
            let file = display_name(twice);
            return Err(problem!("{file} est donné deux fois", "{file} is given twice").into());
        }
        opener.add_output(&self.tally)?;
        let mut unit = "";
        let read = |file: &PathBuf| {
            let (question, run) = read_tally(file)?;
            unit = question.info().unit;
            Ok(run)
        };
        let runs = self
            .files
            .iter()
            .map(read)
            .collect::<Result<Vec<_>, Problem>>()?;
        let whole = merge(&runs).map_err(|error| self.merge_problem(error, &runs))?;
        if whole.stop_reason == StopReason::Part && !self.partial {
            let holes = ranges_text(whole.done.gaps(whole.plan.deals).iter());
            let problem = problem!(
                "il manque les donnes {holes} (--partial l'accepte)",
                "deals {holes} are missing (--partial accepts this)"
            );
            return Err(problem.into());
        }
        let output = Output::open(&self.tally, self.force)?;
        output.write(tally_file::to_text(&whole).as_bytes(), console)?;
        let lang = console.lang;
        let file = display_name(&self.tally);
        let files = lang.translated_count(
            self.files.len() as u64,
            ["fichier", "fichiers"],
            ["file", "files"],
        );
        let (done, planned) = (
            count_with_unit(lang, unit, whole.tally.deals),
            lang.integer(whole.plan.deals),
        );
        console.remark(&either!(
            lang,
            "{file} : {done} sur {planned}, de {files}",
            "{file}: {done} of {planned}, from {files}"
        ));
        Ok(CommandOutcome::Success)
    }

    fn merge_problem(&self, error: MergeError, runs: &[Run]) -> Problem {
        let name = |run: usize| {
            self.files
                .get(run)
                .map(|file| display_name(file))
                .unwrap_or_default()
        };
        let plan = |run: usize| {
            runs.get(run)
                .map(|run| run.plan.to_string())
                .unwrap_or_default()
        };
        let (file, first) = (name(error.run), name(0));
        match error.what {
            MergeErrorKind::PlanMismatch => Problem::PlanMismatch {
                file,
                found: plan(error.run),
                expected: plan(0),
            },
            MergeErrorKind::SeedMismatch => {
                problem!(
                    "{file} n'a pas la même graine que {first}",
                    "{file} has a different seed from {first}"
                )
            }
            MergeErrorKind::HasStopRule => problem!(
                "{file} s'arrêtait selon --precision : ses donnes dépendent de ses résultats et ne peuvent être réunies à d'autres",
                "{file} was run with --precision: its deals depend on its results and cannot be merged"
            ),
            MergeErrorKind::Overlap { with, .. }
                if runs[error.run].done == runs[with].done
                    && runs[error.run].tally != runs[with].tally =>
            {
                let first = name(with);
                problem!(
                    "{file} et {first} contiennent les mêmes donnes avec d'autres comptes : l'un des deux est faux",
                    "{file} and {first} hold the same deals with different counts: one of them is wrong"
                )
            }
            MergeErrorKind::Overlap { deal, with } => {
                let first = name(with);
                problem!(
                    "{file} contient la donne {deal}, qui est déjà dans {first}",
                    "{file} holds deal {deal}, which is already in {first}"
                )
            }
            MergeErrorKind::EmptyOrOverflow => problem!(
                "avec {file}, il y a plus de donnes qu'un décompte ne peut en compter (2^64)",
                "with {file} there are more deals than a tally can count (2^64)"
            ),
        }
    }
}
