//! Verbs with one answer (`show`, `solve`, `deal`, …): parsed options go to a topic, and its answer is printed. The
//! game of `show` is also drawn, as an animation or as a picture of one of its states.

use super::args::{AnswerFormat, DealArgs, FormatArgs, OUTPUT_HEADING, options};
use super::console::{CommandOutcome, Console, Failure, Failures};
use super::files::{
    FileRegistry, Output, OutputContent, display_name, has_ending, output_path, read_limited,
};
use super::outputs::drawing_problem;
use super::progress::ProgressLine;
use crate::draw::film::{self, Film, FilmRequest, Frame, OmittedStates};
use crate::lang::parse_number::parse_count;
use crate::lang::{Lang, Problem, either, problem, release_spaces};
use crate::report::data_table::pretty_json;
use crate::topics::setting::OptionSpec;
use crate::topics::verb::{CommandOutput, InputFile, ParsedArgs, VerbSpec, WorkProgress};
use clap::parser::ValueSource;
use clap::{ArgMatches, FromArgMatches};
use pioche_engine::sim::Field;
use std::cell::OnceCell;
use std::path::{Path, PathBuf};

pub fn run(
    verb: &VerbSpec,
    matches: &ArgMatches,
    console: &Console,
) -> Result<CommandOutcome, Failure> {
    let format = if verb.has_json {
        parse_args::<FormatArgs>(matches)?.format
    } else {
        None
    };
    let film_args = if verb.has_film {
        Some(parse_args::<FilmArgs>(matches)?)
    } else {
        None
    };
    let mut registry = FileRegistry::new(film_args.as_ref().is_some_and(|args| args.force));
    if let Some(path) = input_path(matches) {
        registry.add_input(path);
    }
    add_option_files(verb.options, matches, &mut registry);
    let camera = match film_args {
        Some(args) => args.open(&mut registry)?,
        None => None,
    };
    let is_stdout_free = registry.is_stdout_free(format)?;
    let deal = if verb.accepts_deal {
        seed_and_deal(&parse_args::<DealArgs>(matches)?, console)?
    } else {
        (0, 0)
    };
    let file = input_file(matches);
    let film_request = camera.as_ref().map(|camera| camera.request);
    let answer = command_answer(verb, matches, file, deal, film_request, console)?;
    let mut failures = Failures::default();
    if let Some((camera, film)) = camera.zip(answer.film) {
        camera.render_and_write(console, &film, &mut failures)?;
    }
    let text = match answer.json {
        Some(value) if format == Some(AnswerFormat::Json) => pretty_json(&value),
        _ => answer.text,
    };
    // With `--quiet`, a film replaces the printed answer.
    if is_stdout_free && !(film_request.is_some() && console.quiet) {
        failures.record(console.print(text.as_bytes()));
    }
    for remark in &answer.remarks {
        console.remark(remark.in_lang(console.lang));
    }
    failures.report_all_but_last(console)?;
    Ok(if answer.success {
        CommandOutcome::Success
    } else {
        CommandOutcome::NegativeAnswer
    })
}

/// Returns the answer of a command about a file. Its progress is shown until then.
pub fn command_answer(
    verb: &VerbSpec,
    matches: &ArgMatches,
    file: Option<InputFile>,
    (seed, deal): (u64, u64),
    film_request: Option<FilmRequest>,
    console: &Console,
) -> Result<CommandOutput, Problem> {
    with_progress(console, |show_progress| {
        let args = ParsedArgs {
            seed,
            deal,
            film_request,
            show_progress,
            ..parsed_args(verb, matches, file, console)
        };
        (verb.run)(&args)
    })
}

/// Returns the arguments of a command, about deal 0 of seed 0.
pub fn parsed_args<'a>(
    verb: &VerbSpec,
    matches: &ArgMatches,
    file: Option<InputFile<'a>>,
    console: &Console,
) -> ParsedArgs<'a> {
    let is_explicit_deal_option = |key| verb.accepts_deal && is_explicit(matches, key);
    ParsedArgs {
        file,
        has_explicit_deal: is_explicit_deal_option("seed") || is_explicit_deal_option("deal"),
        explicit_settings: explicit_option_values(verb.options, matches),
        use_colours: console.use_colours,
        ..ParsedArgs::new(console.lang, option_values(verb.options, matches))
    }
}

/// Calls a function that reports its progress. The line of progress is drawn when there is something to show.
pub fn with_progress<T>(console: &Console, work: impl FnOnce(&dyn Fn(WorkProgress<'_>)) -> T) -> T {
    let line_cell = OnceCell::new();
    work(&|progress| {
        let line = line_cell.get_or_init(|| ProgressLine::with_unit(console, progress.unit, None));
        line.set_title(progress.title);
        line.set_total(progress.total);
        line.set_done(progress.done);
    })
}

pub fn parse_args<A: FromArgMatches>(matches: &ArgMatches) -> Result<A, Problem> {
    A::from_arg_matches(matches).map_err(|error| super::clap_errors::fallback_problem(&error))
}

pub fn input_file(matches: &ArgMatches) -> Option<InputFile<'_>> {
    let path = input_path(matches)?;
    Some(InputFile::new(display_name(path), move |most| {
        read_limited(path, most)
    }))
}

/// Returns the path of the file that a command reads; `None` also for a command that takes none.
pub fn input_path(matches: &ArgMatches) -> Option<&PathBuf> {
    matches.try_get_one::<PathBuf>("file").ok().flatten()
}

/// Registers the files that are given as values of options.
pub fn add_option_files(options: &[OptionSpec], matches: &ArgMatches, registry: &mut FileRegistry) {
    for option in options.iter().filter(|option| option.parse_file.is_some()) {
        for word in matches.get_raw(option.key()).into_iter().flatten() {
            let is_value = word
                .to_str()
                .is_some_and(|text| option.parse_values(text).is_ok());
            if !is_value {
                registry.add_input(Path::new(word));
            }
        }
    }
}

/// Returns the seed and the number of the deal. Fails when the system gives no random number for a seed.
pub fn seed_and_deal(args: &DealArgs, console: &Console) -> Result<(u64, u64), Problem> {
    Ok((args.seed.resolve(console)?.0, args.deal))
}

/// Returns the values of the options that have any.
pub fn option_values(options: &[OptionSpec], matches: &ArgMatches) -> Vec<Field> {
    let mut values = Vec::new();
    for option in options {
        let key = option.key();
        if !option.is_flag() {
            let fields = matches.get_one::<Vec<Field>>(key);
            values.extend(fields.into_iter().flatten().cloned());
        } else if matches.get_flag(key) {
            values.push(option.setting.field("yes".into()));
        } else if let Some(default) = option.setting.default {
            values.push(option.setting.field(default.into()));
        }
    }
    values
}

/// Returns the values of the options that are on the command line, without defaults.
pub fn explicit_option_values(options: &[OptionSpec], matches: &ArgMatches) -> Vec<Field> {
    let mut values = option_values(options, matches);
    values.retain(|field| is_explicit(matches, field.key()));
    values
}

pub fn is_explicit(matches: &ArgMatches, key: &str) -> bool {
    matches.value_source(key) == Some(ValueSource::CommandLine)
}

options! {
    #[derive(Clone, Debug)]
    pub struct FilmArgs {
        #[arg(
            help_heading = OUTPUT_HEADING,
            long,
            value_name = "FILE",
            value_parser = output_path(OutputContent::Film),
            conflicts_with = "image",
        )]
        animate: Option<PathBuf> =
            "Dessine la partie en animation dans FILE.gif",
            "Draw the game as an animation to FILE.gif";
        #[arg(
            help_heading = OUTPUT_HEADING,
            long,
            value_name = "FILE",
            value_parser = output_path(OutputContent::Picture),
        )]
        image: Option<PathBuf> =
            "Dessine un état de la partie dans FILE.svg ou FILE.png : le dernier, ou celui de \
             --step",
            "Draw one state of the game to FILE.svg or FILE.png: the last one, or that of --step";
        #[arg(
            help_heading = OUTPUT_HEADING,
            long,
            value_name = "N",
            requires = "image",
            conflicts_with = "animate",
            value_parser = |text: &str| parse_count(text, 0, u64::MAX),
            allow_hyphen_values = true,
        )]
        step: Option<u64> =
            "Dessine l'état après N étapes ; 0 est le début",
            "Draw the state after N steps; 0 is the start";
        #[arg(
            help_heading = OUTPUT_HEADING,
            long,
            value_name = "S",
            requires = "animate",
            value_parser = |text: &str| {
                parse_count(text, 10, MAX_FILM_SECONDS).map(|seconds| seconds as u32)
            },
            allow_hyphen_values = true,
        )]
        seconds: Option<u32> =
            "Durée maximale de l'animation, en secondes ; d'une partie plus longue, seuls le \
             début et la fin sont montrés [défaut : 60]",
            "Longest duration of the animation, in seconds; of a longer game, only the beginning \
             and the end are shown [default: 60]";
        #[arg(help_heading = OUTPUT_HEADING, long)]
        pub force: bool =
            "Remplace le fichier s'il existe",
            "Replace the file if it exists";
    }
}

/// The longest animation, in seconds.
const MAX_FILM_SECONDS: u64 = 3600;

impl FilmArgs {
    /// Opens the requested file before the work starts. Fails as [`FileRegistry::open_output`].
    fn open(&self, registry: &mut FileRegistry) -> Result<Option<FilmOutput>, Problem> {
        let (path, request) = match (&self.animate, &self.image) {
            (Some(path), _) => {
                let max_seconds = self.seconds.unwrap_or(FilmRequest::DEFAULT_MAX_SECONDS);
                (path, FilmRequest::Film { max_seconds })
            }
            (None, Some(path)) => (path, FilmRequest::Step(self.step)),
            (None, None) => return Ok(None),
        };
        Ok(Some(FilmOutput {
            output: registry.open_output(path)?,
            request,
        }))
    }
}

/// The output of an animation or of a picture, which is SVG unless its file is a PNG file.
struct FilmOutput {
    output: Output,
    request: FilmRequest,
}

impl FilmOutput {
    /// Renders the film or the picture and writes it. A failed write is recorded in `failures`. Fails when the game has
    /// no such state or it cannot be drawn.
    pub fn render_and_write(
        self,
        console: &Console,
        film: &Film,
        failures: &mut Failures,
    ) -> Result<(), Problem> {
        let last_state = film.state_count - 1;
        if let FilmRequest::Step(Some(requested)) = self.request
            && requested > last_state
        {
            return Err(problem!(
                "--step {requested} : la partie s'arrête après {last_state} étapes",
                "--step {requested}: the game ends after {last_state} steps"
            ));
        }
        let Some(frame) = film.frames.first() else {
            return Ok(());
        };
        let lang = console.lang;
        let bytes = self.encode(film, frame, console)?;
        let mut remarks = Vec::new();
        match self.request {
            FilmRequest::Step(_) => remarks.push(self.picture_remark(film, frame, lang)),
            FilmRequest::Film { max_seconds } => {
                let omitted = film.omitted.as_ref();
                remarks.extend(omitted.map(|omitted| omission_remark(omitted, max_seconds, lang)));
                remarks.push(self.film_remark(film, bytes.len(), lang));
            }
        }
        let result = self.output.write(&bytes, console);
        if result.is_ok() {
            for remark in remarks {
                console.remark(&remark);
            }
        }
        failures.record(result);
        Ok(())
    }

    /// Returns the bytes of the file: all frames of the film, or one of them.
    fn encode(&self, film: &Film, frame: &Frame, console: &Console) -> Result<Vec<u8>, Problem> {
        let picture = match self.request {
            FilmRequest::Film { .. } => {
                let title = release_spaces(&self.output.display_name());
                let bar = ProgressLine::new(console, &title, Some(0));
                film::gif(film, console.lang, &|frame_index, frame_count| {
                    bar.set_total(Some(frame_count as u64));
                    bar.set_done(frame_index as u64);
                })
            }
            FilmRequest::Step(_) if has_ending(self.output.path(), "png") => {
                film::still_png(film, frame, console.lang)
            }
            FilmRequest::Step(_) => film::still_svg(film, frame, console.lang),
        };
        picture.map_err(drawing_problem)
    }

    fn picture_remark(&self, film: &Film, frame: &Frame, lang: Lang) -> String {
        let file = self.output.display_name();
        let state = frame.state_index.unwrap_or_default();
        let last = film.state_count - 1;
        either!(
            lang,
            "{file} : étape {state} sur {last}",
            "{file}: step {state} of {last}"
        )
    }

    fn film_remark(&self, film: &Film, byte_count: usize, lang: Lang) -> String {
        let file = self.output.display_name();
        let seconds = lang.decimal(film.duration_ms() as f64 / 1000.0, 1);
        let size = lang.integer((byte_count as u64).div_ceil(1000));
        let states =
            lang.translated_count(film.state_count, ["état", "états"], ["state", "states"]);
        either!(
            lang,
            "{file} : {states}, {seconds} s, {size} ko",
            "{file}: {states}, {seconds} s, {size} kB"
        )
    }
}

fn omission_remark(omitted: &OmittedStates, max_seconds: u32, lang: Lang) -> String {
    let states = omitted.text(lang);
    either!(
        lang,
        "Une animation de {max_seconds} s ne peut montrer toute la partie : {states} omis ; \
         --seconds change cette durée.",
        "An animation of {max_seconds} s cannot show the whole game: {states} left out; --seconds \
         changes that duration."
    )
}
