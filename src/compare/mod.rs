//! `compare`: tables of somebody's numbers against exact or simulated ones.

mod layout;
mod table;

use super::answer_verbs::{option_values, parse_args};
use super::args::{
    CsvArgs, IntervalArgs, OUTPUT_HEADING, SeedArgs, ThreadArgs, WORKLOAD_HEADING, options,
    parse_deals,
};
use super::clap_command::option_arg;
use super::console::{CommandOutcome, Console, Failure};
use super::files::{FileRegistry, display_name, read_limited, read_nonempty_tally};
use super::progress::ProgressLine;
use super::runner::{play_deals, summary};
use super::signals;
use super::simulate::report_if_interrupted;
use crate::args::OptionGroup;
use clap::{ArgMatches, Command};
use pioche_engine::sim::{Experiment, Run, StopReason, Summary};
use pioche_engine::stats::Proportion;
use pioche_engine::stats::compare::{binomial_p_value, holm_adjusted_p_values, two_sample_p_value};
use pioche_report::Glossary;
use pioche_report::command::CommandLine;
use pioche_report::lang::{Lang, Problem, Text, either, problem};
use pioche_report::number::PageNumber;
use pioche_report::table::{Cell, Table as AnswerTable};
use pioche_topics::Topic;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use table::{Event, Row, RowNames, Table};

/// The largest size of a table, in bytes.
const MAX_BYTES: u64 = 1 << 20;
/// The expected number of games of rows that a table leaves out from which its counts are not all games.
const MAX_EXPECTED_MISSING: f64 = 5.0;

/// Factors of numbers that are meant otherwise.
const FACTORS: [(f64, Text); 4] = [
    (
        10.0,
        Text::new("dix fois trop petits", "ten times too small"),
    ),
    (
        0.1,
        Text::new("dix fois trop grands", "ten times too large"),
    ),
    (100.0, Text::new("pas en pour cent", "not in per cent")),
    (0.01, Text::new("en pour cent", "in per cent")),
];

options! {
    #[derive(Clone, Debug)]
    pub struct CompareArgs {
        #[arg(value_name = "FILE", required = true)]
        file: Vec<PathBuf> =
            "Fichiers ou dossiers de tableaux, « - » pour l'entrée standard",
            "Files or folders of tables, `-` for the standard input";
        #[arg(long, value_name = "N", value_parser = parse_deals)]
        games: Option<u64> =
            "Nombre de parties, si les tableaux ne le donnent pas",
            "Number of games, if the tables do not state it";
        #[arg(help_heading = WORKLOAD_HEADING, long, value_name = "N", value_parser = parse_deals)]
        deals: Option<u64> =
            "Nombre de donnes à simuler, faute de valeurs exactes",
            "Number of deals to simulate, without exact values";
        #[arg(long, value_name = "FILE", conflicts_with_all = ["deals", "seed", "threads"])]
        tally: Option<PathBuf> =
            "Compare au décompte d'une simulation déjà faite",
            "Compare with the tally of an earlier run";
        seed: SeedArgs = flatten;
        threads: ThreadArgs = flatten;
        intervals: IntervalArgs = flatten;
        csv_args: CsvArgs = flatten;
        #[arg(help_heading = OUTPUT_HEADING, long)]
        force: bool = "Remplace les fichiers existants", "Replace existing files";
    }
}

/// Defines `compare` of a topic; `None` for one whose rows are not named by numbers or outcomes.
pub fn command(command: Command, topic: &Topic, lang: Lang) -> Option<Command> {
    const ABOUT: Text = Text::new(
        "Compare des tableaux de nombres aux valeurs exactes ou simulées",
        "Compare tables of numbers with exact or simulated values",
    );
    let options = topic.simulate.options.iter();
    let options = options.map(|option| option_arg(*option, lang).conflicts_with("tally"));
    let command = CompareArgs::add_to(command.args(options), lang).about(ABOUT.in_lang(lang));
    Some(command).filter(|_| topic.name != "shuffle")
}

pub fn run(
    topic: &'static Topic,
    matches: &ArgMatches,
    console: &Console,
) -> Result<CommandOutcome, Failure> {
    let args: CompareArgs = parse_args(matches)?;
    let mut files = Vec::new();
    for path in &args.file {
        add_files(path, &mut files)?;
    }
    let mut registry = FileRegistry::new(args.force);
    for path in files.iter().chain(&args.tally) {
        registry.add_input(path);
    }
    let csv_path = args.csv_args.csv.as_deref();
    let csv_output = csv_path
        .map(|path| registry.open_output(path))
        .transpose()?;
    signals::enable_polling();
    let Some(summary) = reference_summary(topic, &args, matches, console)? else {
        return Ok(CommandOutcome::Interrupted);
    };
    let comparison = Comparison::new(topic, summary, &args, console);
    let is_single = files.len() == 1 && csv_output.is_none();
    let mut rows = Vec::new();
    let mut outcome = CommandOutcome::Success;
    let mut first_problem = None;
    for path in &files {
        let file = display_name(path);
        let verdict = match comparison.report(path) {
            Ok(report) if is_single => {
                console.print(comparison.text(&report).as_bytes())?;
                return Ok(report.outcome());
            }
            Ok(report) => {
                if report.outcome() == CommandOutcome::NegativeAnswer {
                    outcome = CommandOutcome::NegativeAnswer;
                }
                format!(
                    "{}; {}",
                    comparison.verdict(&report),
                    comparison.reading(&report.table)
                )
            }
            Err(problem) => first_problem
                .get_or_insert(problem)
                .0
                .in_lang(console.lang)
                .to_owned(),
        };
        rows.push(vec![Cell::Text(file), Cell::Text(verdict)]);
    }
    if !is_single {
        let table = AnswerTable::new(&["file", "verdict"], rows);
        let text = table.csv(args.csv_args.csv_style);
        match csv_output {
            Some(output) => output.write(&text, console)?,
            None => console.print(&text)?,
        }
    }
    match first_problem {
        Some(problem) if outcome == CommandOutcome::Success => Err(problem.into()),
        _ => Ok(outcome),
    }
}

/// Adds a file, or the visible files of a folder and those below, in the order of their names.
fn add_files(path: &Path, files: &mut Vec<PathBuf>) -> Result<(), Problem> {
    if !path.is_dir() {
        files.push(path.to_owned());
        return Ok(());
    }
    let unreadable = |error| Problem::cannot_read(&display_name(path), error);
    let entries = path.read_dir().map_err(unreadable)?;
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| !display_name(path).contains("/."));
    paths.sort();
    paths.iter().try_for_each(|path| add_files(path, files))
}

/// Returns the summary of a tally or of a run; of no deal if all values are exact. `None` after a signal.
fn reference_summary(
    topic: &Topic,
    args: &CompareArgs,
    matches: &ArgMatches,
    console: &Console,
) -> Result<Option<Summary>, Problem> {
    if let Some(path) = &args.tally {
        let (experiment, run) = read_nonempty_tally(path, Some(topic.name))?;
        let mut summaries = summary(&experiment, &run, args.intervals).of_members();
        if summaries.len() > 1 {
            let file = display_name(path);
            return Err(problem!(
                "{file} contient plusieurs réglages ; donnez le décompte d'un seul",
                "{file} holds several settings; give the tally of one"
            ));
        }
        return Ok(summaries.pop());
    }
    let settings = option_values(topic.simulate.options, matches);
    let mut experiments = topic.simulate.all_experiments(&settings)?;
    let experiment: Arc<dyn Experiment> = experiments.remove(0).into();
    if !experiments.is_empty() {
        return Err(problem!(
            "une seule valeur par réglage",
            "give one value of each setting"
        ));
    }
    let mut measures = experiment
        .measures()
        .into_iter()
        .filter(|measure| !measure.row_fields.is_empty());
    let is_exact = measures.all(|measure| measure.exact.is_some_and(|exact| exact.get().is_some()));
    let deals = if is_exact {
        0
    } else {
        args.deals.unwrap_or(experiment.info().default_deals)
    };
    let plan = experiment.plan(args.seed.resolve(console)?, deals);
    let mut run = Run::empty(plan, experiment.tally_schema());
    if !is_exact {
        let threads = args.threads.count();
        let progress =
            ProgressLine::of_runs(console, &[(experiment.as_ref(), Some(deals))], threads);
        let mut on_progress = |run: &Run| {
            progress.set_done(run.tally.deals);
            true
        };
        run = play_deals(
            &experiment,
            (run, 0..deals),
            threads,
            &mut on_progress,
            console,
        )?;
    }
    if !is_exact && run.stop_reason == StopReason::Interrupted {
        report_if_interrupted(&run, experiment.info().unit, console);
        return Ok(None);
    }
    Ok(Some(summary(&experiment, &run, args.intervals)))
}

/// A reference probability: exact, or estimated from the deals of a run.
#[derive(Clone, Copy)]
struct Share {
    count: u64,
    exact: Option<f64>,
}

/// The comparison with the values of a run.
struct Comparison<'a> {
    topic: &'static Topic,
    summary: Summary,
    names: RowNames,
    /// The shares of outcomes, or of at most n piles or pegs for each n from 0.
    shares: Vec<Share>,
    args: &'a CompareArgs,
    console: &'a Console,
}

/// A table and the result of its comparison.
struct Report {
    table: Table,
    /// For each row whether it differs by more than chance; empty without the number of games.
    differs: Vec<bool>,
    /// The only other reading with which all rows agree.
    other_reading: Option<String>,
}

impl Report {
    fn outcome(&self) -> CommandOutcome {
        if self.differs.contains(&true) {
            CommandOutcome::NegativeAnswer
        } else {
            CommandOutcome::Success
        }
    }
}

impl<'a> Comparison<'a> {
    fn new(
        topic: &'static Topic,
        summary: Summary,
        args: &'a CompareArgs,
        console: &'a Console,
    ) -> Self {
        let column = summary.row_name_column().unwrap_or_default();
        let mut keys = Vec::new();
        let mut shares: Vec<Share> = Vec::new();
        for row in summary.rows() {
            // A run with a change or another player has the usual rows, too.
            let is_own = row.fields.iter().all(|field| {
                summary
                    .setting(field.key())
                    .is_none_or(|value| *value == field.value)
            });
            if let Some(proportion) = row.proportion.filter(|_| is_own) {
                keys.push(
                    row.field(column)
                        .map(ToString::to_string)
                        .unwrap_or_default(),
                );
                shares.push(Share {
                    count: proportion.count,
                    exact: row.exact,
                });
            }
        }
        let mut names = RowNames::Outcomes(keys.clone());
        if let Some(first) = keys.first().and_then(|key| key.parse().ok()) {
            let usual = if topic.name == "alliances" {
                Event::AtMost
            } else {
                Event::Exactly
            };
            let mut at_most = vec![
                Share {
                    count: 0,
                    exact: Some(0.0)
                };
                first
            ];
            for share in shares {
                let below = at_most[at_most.len() - 1];
                at_most.push(if usual == Event::AtMost {
                    share
                } else {
                    share.plus(below)
                });
            }
            names = RowNames::Numbers {
                first,
                last: at_most.len() - 1,
                usual,
            };
            shares = at_most;
        }
        Self {
            topic,
            summary,
            names,
            shares,
            args,
            console,
        }
    }

    /// Returns the share of a row; numbers below the first row are impossible, those from the last one on certain.
    fn share(&self, event: Event, name: usize) -> Share {
        if matches!(self.names, RowNames::Outcomes(_)) {
            return self.shares[name];
        }
        let certain = Share {
            count: self.summary.deals(),
            exact: Some(1.0),
        };
        let at_most = self.shares.get(name).copied().unwrap_or(certain);
        let below = match name {
            0 => Share {
                count: 0,
                exact: Some(0.0),
            },
            _ => self.shares.get(name - 1).copied().unwrap_or(certain),
        };
        match event {
            Event::AtMost => at_most,
            Event::Exactly => at_most.minus(below),
            Event::AtLeast => certain.minus(below),
        }
    }

    /// Returns the p-value of a row; of the numbers of games that are rounded to its number, that of the nearest.
    fn p_value(&self, table: &Table, row: &Row, games: u64) -> f64 {
        let share = self.share(table.event, row.name);
        let scale = if table.has_counts { 1.0 } else { games as f64 };
        let slack = 1e-6;
        let low = ((row.value - row.error) * scale - slack).ceil();
        let high = ((row.value + row.error) * scale + slack).floor();
        let expected = (self.value(share) * games as f64).round();
        let count = if low <= high {
            expected.clamp(low, high)
        } else {
            (row.value * scale).round()
        };
        let sample = Proportion::new(count.clamp(0.0, games as f64) as u64, games);
        match share.exact {
            Some(exact) => binomial_p_value(sample, exact),
            None => two_sample_p_value(sample, Proportion::new(share.count, self.summary.deals())),
        }
    }

    fn value(&self, share: Share) -> f64 {
        share
            .exact
            .unwrap_or_else(|| share.count as f64 / self.summary.deals() as f64)
    }

    /// Returns for each row whether it differs by more than chance; nothing without the number of games.
    fn differs(&self, table: &Table) -> Vec<bool> {
        let Some(games) = table.games else {
            return Vec::new();
        };
        let p_values: Vec<f64> = table
            .rows
            .iter()
            .map(|row| self.p_value(table, row, games))
            .collect();
        let level = 1.0 - self.args.intervals.confidence.level();
        holm_adjusted_p_values(&p_values)
            .iter()
            .map(|p_value| *p_value < level)
            .collect()
    }

    fn report(&self, path: &Path) -> Result<Report, Problem> {
        let file = display_name(path);
        let text = layout::decode(&read_limited(path, MAX_BYTES)?);
        let in_file = |problem| Problem::for_argument(&file, problem);
        let table = Table::read(&text, &self.names, self.args.games).map_err(in_file)?;
        let shown: f64 = table
            .rows
            .iter()
            .map(|row| self.value(self.share(Event::Exactly, row.name)))
            .sum();
        if table.has_summed_games
            && (1.0 - shown) * table.games.unwrap_or(0) as f64 > MAX_EXPECTED_MISSING
        {
            return Err(in_file(problem!(
                "des lignes manquent : donnez le nombre de parties par --games",
                "rows are missing: give the number of games by --games"
            )));
        }
        let differs = self.differs(&table);
        let mut other_reading = None;
        if differs.contains(&true) {
            let mut readings = self.other_readings(&table);
            readings.retain(|(_, table)| !self.differs(table).contains(&true));
            other_reading = readings
                .pop()
                .filter(|_| readings.is_empty())
                .map(|(text, _)| text);
        }
        Ok(Report {
            table,
            differs,
            other_reading,
        })
    }

    /// Returns the tables that a wrong table may mean, each with what it then is.
    fn other_readings(&self, table: &Table) -> Vec<(String, Table)> {
        let lang = self.console.lang;
        let changed = |change: &dyn Fn(&mut Row)| {
            let mut table = table.clone();
            table.rows.iter_mut().for_each(change);
            table
        };
        let mut readings = Vec::new();
        for (factor, text) in FACTORS {
            let scaled = changed(&|row| {
                row.value *= factor;
                row.error *= factor;
            });
            if !table.has_counts && scaled.rows.iter().all(|row| row.value <= 1.0 + row.error) {
                readings.push((text.in_lang(lang).to_owned(), scaled));
            }
        }
        if let RowNames::Outcomes(keys) = &self.names {
            for pair in [["player1", "player2"], ["draw", "endless"]] {
                let places = pair.map(|key| keys.iter().position(|other| other == key));
                if let [Some(one), Some(other)] = places {
                    let exchanged = changed(&|row| {
                        row.name = if row.name == one {
                            other
                        } else if row.name == other {
                            one
                        } else {
                            row.name
                        };
                    });
                    let [one, other] = pair.map(|key| self.topic.glossary.translate(lang, key));
                    let text = either!(
                        lang,
                        "{one} et {other} échangés",
                        "{one} and {other} exchanged"
                    );
                    readings.push((text, exchanged));
                }
            }
            return readings;
        }
        let shift = either!(lang, "décalés d'une ligne, n", "one row off, n");
        readings.push((format!("{shift} + 1"), changed(&|row| row.name += 1)));
        let lower = changed(&|row| row.name = row.name.saturating_sub(1));
        readings.push((format!("{shift} − 1"), lower));
        for event in [Event::AtMost, Event::Exactly, Event::AtLeast] {
            if event != table.event {
                readings.push((
                    self.event_text(event),
                    Table {
                        event,
                        ..table.clone()
                    },
                ));
            }
        }
        readings
    }

    fn event_text(&self, event: Event) -> String {
        let lang = self.console.lang;
        let noun = match self.topic.name {
            "solitaire" => either!(lang, "pions", "pegs"),
            _ => either!(lang, "tas", "piles"),
        };
        match event {
            Event::AtMost => either!(lang, "au plus n {noun}", "at most n {noun}"),
            Event::Exactly => either!(lang, "exactement n {noun}", "exactly n {noun}"),
            Event::AtLeast => either!(lang, "au moins n {noun}", "at least n {noun}"),
        }
    }

    /// Says how the numbers of a table were read.
    fn reading(&self, table: &Table) -> String {
        let lang = self.console.lang;
        let unit = match (table.has_counts, table.is_percent) {
            (true, _) => either!(lang, "effectifs", "counts"),
            (_, true) => either!(lang, "pourcentages", "percentages"),
            _ => either!(lang, "probabilités", "probabilities"),
        };
        let event = match self.names {
            RowNames::Outcomes(_) => either!(lang, "issues", "outcomes"),
            RowNames::Numbers { .. } => self.event_text(table.event),
        };
        let games = match table.games {
            Some(games) => lang.translated_count(games, ["partie", "parties"], ["game", "games"]),
            None => either!(lang, "nombre de parties inconnu", "number of games unknown"),
        };
        let heading = Some(&table.heading).filter(|heading| !heading.is_empty());
        let column = heading.map_or(String::new(), |heading| {
            either!(lang, "colonne « {heading} », ", "column “{heading}”, ")
        });
        either!(
            lang,
            "Lu : {column}{unit} ({event}), {games}",
            "Read: {column}{unit} ({event}), {games}"
        )
    }

    fn verdict(&self, report: &Report) -> String {
        let lang = self.console.lang;
        let rows = report.table.rows.len();
        let count = report.differs.iter().filter(|differs| **differs).count();
        let mut text = match count {
            0 if report.differs.is_empty() => either!(
                lang,
                "sans conclusion : donnez --games",
                "no verdict: give --games"
            ),
            0 => either!(
                lang,
                "en accord : aucune des {rows} lignes ne s'écarte plus que par hasard",
                "agrees: none of {rows} rows differs by more than chance"
            ),
            _ => either!(
                lang,
                "en désaccord : {count} lignes sur {rows} s'écartent plus que par hasard",
                "disagrees: {count} of {rows} rows differ by more than chance"
            ),
        };
        if let Some(reading) = &report.other_reading {
            text += &either!(
                lang,
                " ; toutes s'accordent avec une autre lecture : {reading}",
                "; all agree with one other reading: {reading}"
            );
        }
        if report.table.falls() && report.other_reading.is_none() {
            text += &either!(
                lang,
                " ; la courbe descend : d'autres donnes pour chaque n",
                "; the curve falls: new deals were dealt for each n"
            );
        }
        text
    }

    fn text(&self, report: &Report) -> String {
        let lang = self.console.lang;
        let table = &report.table;
        let confidence = self.args.intervals.confidence;
        let headings = either!(
            lang,
            "ligne|leur nombre|le nôtre|écart|",
            "row|theirs|ours|difference|"
        );
        let headings = headings.split('|').map(str::to_owned).collect();
        let mut text_rows = Vec::new();
        for (index, row) in table.rows.iter().enumerate() {
            let name = match &self.names {
                RowNames::Numbers { .. } => row.name.to_string(),
                RowNames::Outcomes(keys) => self.topic.glossary.translate(lang, &keys[row.name]),
            };
            let share = self.share(table.event, row.name);
            let ours = match share.exact {
                Some(exact) => PageNumber::Exact(exact),
                None => PageNumber::Probability(
                    Proportion::new(share.count, self.summary.deals())
                        .estimate_with_interval(confidence),
                ),
            };
            let scale = if table.has_counts {
                table.games.unwrap_or(1) as f64
            } else {
                1.0
            };
            let difference = lang.decimal(100.0 * (row.value / scale - self.value(share)), 2);
            let differs = report.differs.get(index) == Some(&true);
            let verdict = if differs {
                either!(lang, "diffère", "differs")
            } else {
                String::new()
            };
            text_rows.push(vec![
                name,
                row.text.clone(),
                ours.cell_text(lang),
                difference,
                verdict,
            ]);
        }
        let source = match self.summary.deals() {
            0 => either!(lang, "Valeurs exactes", "Exact values"),
            _ => CommandLine::reproducing(&self.summary).to_string(),
        };
        let reading = self.reading(table);
        let rows =
            AnswerTable::of_texts(1, headings, text_rows).terminal_text(lang, self.console.columns);
        format!("{reading}\n{rows}\n{}\n{source}\n", self.verdict(report))
    }
}

impl Share {
    /// Returns the share of this event or another that excludes it.
    fn plus(self, other: Self) -> Self {
        let exact = self.exact.zip(other.exact).map(|(one, other)| one + other);
        Self {
            count: self.count + other.count,
            exact,
        }
    }

    /// Returns the share of this event without another that it contains.
    fn minus(self, other: Self) -> Self {
        let exact = self
            .exact
            .zip(other.exact)
            .map(|(one, other)| (one - other).max(0.0));
        Self {
            count: self.count.saturating_sub(other.count),
            exact,
        }
    }
}
