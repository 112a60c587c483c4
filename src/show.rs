//! `show`: the game of a topic as text and, with `--animate` or `--image`, as an animation or as a picture of one of its
//! states.

use super::answer_verbs::{
    self, add_option_files, answer_format, command_answer, input_path, parse_args,
};
use super::args::{OUTPUT_HEADING, options};
use super::console::{CommandOutcome, Console, Failure, Failures};
use super::files::{FileRegistry, Output, OutputContent, has_ending, output_path};
use super::outputs::drawing_problem;
use super::progress::ProgressLine;
use crate::args::OptionGroup;
use crate::clap_command::verb_command;
use clap::{ArgMatches, Command};
use pioche_play::film::{self, Film, FilmRequest, Frame, OmittedStates};
use pioche_play::storyboards::filmed_topic;
use pioche_report::lang::parse_number::parse_count;
use pioche_report::lang::{Problem, Text, decimal, integer, problem, quantity, release_spaces, tr};
use pioche_topics::Topic;
use pioche_topics::verb::VerbSpec;
use std::path::PathBuf;

/// Defines `show` of a topic; `None` if the topic has none.
pub fn command(base: Command, topic: &'static Topic) -> Option<Command> {
    let verb = topic.show.as_ref()?;
    let Some(filmed_topic) = filmed_topic(topic) else {
        return Some(verb_command(base, verb, &[]));
    };
    let command = verb_command(base, verb, filmed_topic.conflicts);
    Some(FilmArgs::add_to(command).about(verb.about.translated()))
}

/// Runs `show` of a topic.
pub fn run(
    topic: &Topic,
    verb: &VerbSpec,
    matches: &ArgMatches,
    console: &Console,
) -> Result<CommandOutcome, Failure> {
    let Some(filmed_topic) = filmed_topic(topic) else {
        return answer_verbs::run(verb, matches, console);
    };
    let film_args = parse_args::<FilmArgs>(matches)?;
    let mut registry = FileRegistry::new(film_args.force);
    if let Some(path) = input_path(matches) {
        registry.add_input(path);
    }
    add_option_files(verb.options, matches, &mut registry);
    let Some(camera) = film_args.open(&mut registry)? else {
        return answer_verbs::run(verb, matches, console);
    };
    let format = answer_format(verb, matches)?;
    let is_stdout_free = registry.is_stdout_free(format)?;
    let (answer, film) = command_answer(verb, matches, console, |args| {
        (filmed_topic.show)(args, camera.request)
    })?;
    let mut failures = Failures::default();
    if let Some(film) = film {
        camera.render_and_write(console, &film, &mut failures)?;
    }
    // With `--quiet`, a film replaces the printed answer.
    if is_stdout_free && !console.quiet {
        answer_verbs::print_answer(&answer, format, console, &mut failures);
    }
    answer_verbs::finish(&answer, failures, console)
}

options! {
    #[derive(Clone, Debug)]
    #[command(next_help_heading = OUTPUT_HEADING)]
    pub struct FilmArgs {
        #[arg(
            long,
            value_name = "FILE",
            value_parser = output_path(OutputContent::Film),
            conflicts_with = "image",
        )]
        animate: Option<PathBuf> =
            "Draw the game as an animation to FILE.gif";
        #[arg(
            long,
            value_name = "FILE",
            value_parser = output_path(OutputContent::Picture),
        )]
        image: Option<PathBuf> =
            "Draw one state of the game to FILE.svg or FILE.png: the last one, or that of --step";
        #[arg(
            long,
            value_name = "N",
            requires = "image",
            conflicts_with = "animate",
            value_parser = |text: &str| parse_count(text, 0, u64::MAX),
            allow_hyphen_values = true,
        )]
        step: Option<u64> =
            "Draw the state after N steps; 0 is the start";
        #[arg(
            long,
            value_name = "S",
            requires = "animate",
            value_parser = |text: &str| {
                parse_count(text, 10, MAX_FILM_SECONDS).map(|seconds| seconds as u32)
            },
            allow_hyphen_values = true,
        )]
        seconds: Option<u32> =
            "Longest duration of the animation, in seconds; of a longer game, only the beginning \
             and the end are shown [default: 60]";
        #[arg(long)]
        pub force: bool =
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
                "--step {requested}: the game ends after {last_state} steps",
                requested,
                last_state
            ));
        }
        let Some(frame) = film.frames.first() else {
            return Ok(());
        };
        let bytes = self.encode(film, frame, console)?;
        let mut remarks = Vec::new();
        match self.request {
            FilmRequest::Step(_) => remarks.push(self.picture_remark(film, frame)),
            FilmRequest::Film { max_seconds } => {
                let omitted = film.omitted.as_ref();
                remarks.extend(omitted.map(|omitted| omission_remark(omitted, max_seconds)));
                remarks.push(self.film_remark(film, bytes.len()));
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
                film::gif(film, &|frame_index, frame_count| {
                    bar.set_total(Some(frame_count as u64));
                    bar.set_done(frame_index as u64);
                })
            }
            FilmRequest::Step(_) if has_ending(self.output.path(), "png") => {
                film::still_png(film, frame)
            }
            FilmRequest::Step(_) => film::still_svg(film, frame),
        };
        picture.map_err(|error| drawing_problem(error.into()))
    }

    fn picture_remark(&self, film: &Film, frame: &Frame) -> String {
        let file = self.output.display_name();
        let state = frame.state_index.unwrap_or_default();
        let last = film.state_count - 1;
        tr!("{file}: step {state} of {last}", file, state, last)
    }

    fn film_remark(&self, film: &Film, byte_count: usize) -> String {
        let file = self.output.display_name();
        let seconds = decimal(film.duration_ms() as f64 / 1000.0, 1);
        let size = integer((byte_count as u64).div_ceil(1000));
        let states = quantity(film.state_count, Text("state|states"));
        tr!(
            "{file}: {states}, {seconds} s, {size} kB",
            file,
            states,
            seconds,
            size
        )
    }
}

fn omission_remark(omitted: &OmittedStates, max_seconds: u32) -> String {
    let states = omitted.text();
    tr!(
        "An animation of {max_seconds} s cannot show the whole game: {states} left out; --seconds \
         changes that duration.",
        max_seconds,
        states
    )
}
