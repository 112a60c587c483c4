//! What went wrong, in English.

use super::{At, Problem, listed};
use crate::lang::{Lang, Say};

/// The sentence.
pub(super) fn say(problem: &Problem) -> String {
    let at = |(file, line, column): At<'_>| format!("{file}, line {line}, column {column}:");
    match problem {
        Problem::NotACount { text } => format!("“{text}” is not a whole number such as 250k, 10M, 1e6 or 1_000_000"),
        Problem::CountOutOfRange { text, least, most } => {
            let (least, most) = (Lang::En.integer(*least), Lang::En.integer(*most));
            format!("{text} is not between {least} and {most}")
        }
        Problem::NotASeed { text } => format!("“{text}” is neither a whole number from 0 to 2^64 − 1 nor “random”"),
        Problem::NotAWidth { text } => {
            format!("“{text}” is not a half-width strictly between 0 and 0.5, such as 0.001")
        }
        Problem::NotAConfidence { text } => {
            format!("“{text}” is not a confidence level strictly between 0 and 1, such as 0.95")
        }
        Problem::NotAScale { text } => format!("“{text}” is not a scale between 0.001 and 1e6"),
        Problem::NotAChoice { text, choices } => format!("“{text}” is not one of {choices}"),
        Problem::NotOneOf { text, choices } => {
            let choices: Vec<&str> = choices.iter().map(|choice| choice.en).collect();
            say(&Problem::NotAChoice { text: text.clone(), choices: choices.join(", ") })
        }
        Problem::NotUnderstood { text } => format!("“{text}” is not understood"),
        Problem::Said(sentence) => sentence.en(),
        Problem::EmptyRange { text } => format!("the range “{text}” is empty"),
        Problem::TallyOfMany { runs } => {
            format!("a tally holds one simulation, and this is {runs} of them (--out writes them all)")
        }
        Problem::TallyOfAnother { file, game } => {
            format!("{file}: this tally is of another game ({game}) than the first")
        }
        Problem::NotAChartFile { text } => format!("“{text}” ends neither in .png nor in .svg nor in .pdf"),
        Problem::BadArgument { flag, problem } => format!("{flag}: {}", problem.en()),
        Problem::UnknownArgument { text, suggestion } => {
            format!("“{text}” is not a known argument here{}", suggested_en(suggestion))
        }
        Problem::UnknownCommand { text, suggestion: None, choices } if !choices.is_empty() => {
            format!("“{text}” is not known here; there are {choices}")
        }
        Problem::UnknownCommand { text, suggestion, .. } => {
            format!("“{text}” is not a known command{}", suggested_en(suggestion))
        }
        Problem::MissingArgument { names } => format!("{names} is missing"),
        Problem::MissingCommand { choices } => format!("a command is missing, one of {choices}"),
        Problem::MissingValue { flag } => format!("{flag} needs a value"),
        Problem::UnexpectedValue { flag } => format!("{flag} takes no value, or not so many"),
        Problem::Conflict { first, second } => format!("{first} and {second} do not go together"),
        Problem::Repeated { flag } => format!("{flag} is given twice"),
        Problem::ArgumentNotUtf8 => "an argument of the command line is not UTF-8 text".into(),
        Problem::BadCommandLine { text } => text.clone(),
        Problem::NoEntropy => "--seed random: the system gives no randomness".into(),
        Problem::NoSuchProcessor { text, known } => {
            format!("PIOCHE_CPU: '{text}' is no set of instructions of this processor ({known})")
        }
        Problem::NoThreads { threads: 1, reason } => format!("the system starts no more threads: {reason}"),
        Problem::NoThreads { threads, reason } => {
            format!("--threads: the system does not start {threads} threads: {reason}")
        }
        Problem::CannotRead { file, reason } => format!("{file} cannot be read: {}", reason.en()),
        Problem::CannotWrite { file, reason } => format!("{file} cannot be written: {}", reason.en()),
        Problem::SameFileTwice { file } => format!("{file} is asked for twice as an output"),
        Problem::OutputIsInput { file } => {
            format!("{file} is read by this command, and cannot be one of its outputs")
        }
        Problem::StdoutTwice => "the standard output is asked for twice: it carries one answer only".into(),
        Problem::NoTerminal => "--tui needs a terminal: without one the game is played line by line".into(),
        Problem::StdoutFailed { reason } => format!("the standard output cannot be written: {}", reason.en()),
        Problem::TooLong { file, most } => {
            format!("{file} is longer than {} bytes: this is not what is expected here", Lang::En.integer(*most))
        }
        Problem::NotUtf8 { file, line, column } => format!("{} this is not UTF-8 text", at((file, *line, *column))),
        Problem::ForeignFolder { folder, stranger } => {
            format!(
                "--out {folder}: this folder holds “{stranger}”, which is not part of a study; choose an empty or a new folder"
            )
        }
        Problem::ForeignMarker { folder } => {
            format!("--out {folder}: the study.json of this folder is not one of ours; choose an empty or a new folder")
        }
        Problem::OtherStudy { folder, found, asked } => {
            format!("--out {folder}: this folder holds a study of {found} instead of {asked} (--force replaces it)")
        }
        Problem::StudyBusy { folder } => format!("--out {folder}: another study is being written to this folder"),
        Problem::StudyReplaced { folder } => {
            format!(
                "--out {folder}: this folder is no longer this study's: another study.json has taken the place of its own"
            )
        }
        Problem::NotAFilmFile { text } => format!(
            "--animate: “{text}” ends neither in .gif nor in .svg (with --frame, a single picture: .png or .svg)"
        ),
        Problem::NotAStillFile { text } => {
            format!("--animate: “{text}” ends neither in .png nor in .svg, as --frame needs it")
        }
        Problem::NotASpeed { text } => format!("“{text}” is not a speed from 0.1 to 20"),
        Problem::NotAState { text } => format!("“{text}” is neither the number of a state, from 0, nor “last”"),
        Problem::NoSuchState { asked, last } => format!("--frame: there is no state {asked}, the last is state {last}"),
        Problem::TooManyPixels { width, height } => {
            format!("--width: a picture of {width} x {height} pixels is too large")
        }
        Problem::ChartFailed { problem } => format!("the chart cannot be drawn: {problem}"),
        Problem::BadTally { file, line, problem } => format!("{file}, line {line}: {}", problem.en()),
        Problem::TallyExpected { key } => format!("the line “{key} …” is expected here"),
        Problem::TallyFormat => "this is not a tally of pioche (“pioche tally 2”)".into(),
        Problem::TallyValues { found, own } => {
            format!("this tally follows version {found} of the values, this program version {own}")
        }
        Problem::TallyExperiment => "this experiment is not known".into(),
        Problem::TallyContradiction { key } => {
            format!("the line “{key} …” contradicts the number of deals, the rules, or the other lines")
        }
        Problem::TallyUnguarded => {
            "this tally is of the former format, without a checksum (“pioche tally 1”): its deals have to be played \
             again"
                .into()
        }
        Problem::TallyCut => "this tally is cut: its checksum is missing".into(),
        Problem::TallyChecksum => "this tally was changed: its checksum does not agree".into(),
        Problem::TallyBins => "this line has more values than any simulation fills".into(),
        Problem::TallyExists { file } => {
            format!("{file} is there already (--resume goes on with this tally, --force replaces it)")
        }
        Problem::TallyBusy { file } => format!("{file}: another simulation is writing this tally"),
        Problem::TallyReplaced { file } => {
            format!("{file} is no longer this simulation's tally: another file has taken its place")
        }
        Problem::OtherPlan { file, found, asked } => {
            format!("{file} holds another simulation: “{found}” instead of “{asked}”")
        }
        Problem::MergeHoles { holes } => format!("deals {holes} are missing (--partial does without them)"),
        Problem::MergeSeed { file, first } => {
            format!("{file} has another seed than {first} (--pool joins different seeds)")
        }
        Problem::MergePrecision { file } => {
            format!(
                "{file} was to stop by --precision or --digits: its deals depend on its results, and cannot be joined"
            )
        }
        Problem::MergeOverlap { file, first, deal } => {
            format!("{file} holds deal {deal}, which is in {first} already")
        }
        Problem::SameRunTwice { file, first } => {
            format!("{file} holds deals that are in {first} already: a simulation counts only once")
        }
        Problem::SameInputTwice { file } => format!("{file} is given twice"),
        Problem::SlurmNeedsTally => {
            "“-- simulate … --tally FILE” or “--out DIR” is needed, without --shard, --resume or --threads, which the \
             script adds"
                .into()
        }
        Problem::ResumeNeedsTally => {
            "--tally FILE is needed, the tally to go on with, or --out DIR, which holds some".into()
        }
        Problem::NotAPause { text } => {
            format!("PIOCHE_SAVE_EVERY: “{text}” is not a number of seconds between 0 and 86400")
        }
        Problem::NotAShard { text } => format!("“{text}” is not a part such as 3/8, the third of eight"),
        Problem::ShardPrecision => {
            "a part cannot know when all parts together reach --precision or --digits: it plays fixed deals".into()
        }
        Problem::InTable { file, line, column, problem } => {
            format!("{} {}", at((file, *line, *column)), problem.en())
        }
        Problem::TableNothing { file, rows } => {
            format!("{file}: nothing can be compared; of {} no spread is known", rows.join("; "))
        }
        Problem::TableEmpty { file } => {
            format!("{file} is no table: it takes a line of headings, then a line for each number")
        }
        Problem::TableWide { cells, headings } => {
            format!("{cells} cells under {headings} headings; with decimal commas, columns are separated by “;”")
        }
        Problem::TableTopic { file } => format!(
            "{file}: its headings do not tell what it is about; name it: pioche check-solution alliances {file}"
        ),
        Problem::TableColumn { file, column, headings } => {
            format!("{file} has no column “{column}”, but {}", listed(headings))
        }
        Problem::TableTwice { column } => format!("the column “{column}” is there twice"),
        Problem::TableNumber { text } => format!("“{text}” is no number such as 0.0126, 1.26% or 1/79"),
        Problem::TableNameless => "nothing says of which row this number is".into(),
        Problem::NotAnAssertion { text } => format!(
            "“{text}” is no assertion such as p(nb_tas_max=2) in 0.0126 ± 0.0005; also: in [a, b], < x, > x, = x, mean(nb_tas)"
        ),
        Problem::AssertPercent { text } => {
            format!("“{text}”: one of the two numbers is a percentage, the other is not; write “%” after both")
        }
        Problem::AssertProbability { text } => {
            format!("“{text}” is no probability: it is between 0 and 1, or a percentage with “%”")
        }
        Problem::AssertUnknown { text, choices } => {
            format!("“{text}” is the name of nothing here; there are {}", listed(choices))
        }
        Problem::AssertMany { text, choices } => format!("“{text}” is the name of several rows: {}", listed(choices)),
        Problem::AssertParts => {
            "a part has only some of the deals: pioche report … --assert, when they are merged".into()
        }
        Problem::NoSuchRow { row, choices } => format!("there is no row “{row}”; there are {}", listed(choices)),
        Problem::ShardEmpty { deals } => {
            format!("there are more parts than blocks of 64 deals in {}", Lang::En.integer(*deals))
        }
        Problem::TallyEmpty { file } => format!("{file} holds no deal"),
        Problem::NotAMove { file, number, text } => format!("{file}: move {number}, “{text}”, is not a move"),
        Problem::RefusedMove { file, number, text, reason } => {
            format!("{file}: move {number}, “{text}”, is refused: {}", reason.en())
        }
        Problem::Session { place, error } => format!("{place}: {}", error.en()),
        Problem::Undecided => "the search for a solution was given up: too many positions".into(),
    }
}

fn suggested_en(suggestion: &Option<String>) -> String {
    suggestion.as_ref().map_or_else(String::new, |word| format!("; perhaps {word}?"))
}
