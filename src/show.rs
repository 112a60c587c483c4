//! `show`: the game of a topic as text and, with `--animate` or `--image`, as an animation or as a picture of one of its
//! states.

use super::answer_verbs::{
    self, add_option_files, answer_format, command_answer, input_path, parse_args,
};
use super::args::ForceArgs;
use super::console::{CommandOutcome, Console, Failure, Failures};
use super::files::{FileRegistry, Output, OutputContent, has_ending, output_path};
use super::outputs::drawing_problem;
use super::progress::ProgressLine;
use crate::verbs::answer_command;
use clap::{ArgMatches, Args, Command};
use pioche_games::Topic;
use pioche_games::film::{Animation, Film};
use pioche_games::verb::Verb;
use pioche_report::lang::parse_number::parse_count;
use pioche_report::lang::{Problem, Text, decimal, integer, problem, quantity, release_spaces, tr};
use std::path::PathBuf;

/// Defines `show` of a topic; `None` if the topic has none.
pub fn command(base: Command, topic: &'static Topic) -> Option<Command> {
    let verb = topic.show.as_ref()?;
    Some(FilmArgs::augment_args(answer_command(base, verb)).about(verb.about.translated()))
}

/// Runs `show` of a topic.
pub fn run(
    verb: &Verb,
    matches: &ArgMatches,
    console: &Console,
) -> Result<CommandOutcome, Failure> {
    let args = parse_args::<FilmArgs>(matches)?;
    let mut registry = FileRegistry::new(args.force.force);
    if let Some(path) = input_path(matches) {
        registry.add_input(path);
    }
    add_option_files(verb.options(), matches, &mut registry);
    let Some(path) = args.animate.as_ref().or(args.image.as_ref()) else {
        return answer_verbs::run(verb, matches, console);
    };
    let film_output = FilmOutput {
        output: registry.open_output(path)?,
        request: match args.animate {
            Some(_) => FilmRequest::Film,
            None => FilmRequest::Step(args.step),
        },
    };
    let format = answer_format(verb, matches)?;
    let is_stdout_free = registry.is_stdout_free(format)?;
    let answer = command_answer(verb, matches, console)?;
    let mut failures = Failures::default();
    if let Some(film) = &answer.film {
        film_output.render_and_write(console, film, &mut failures)?;
    }
    // With `--quiet`, a film replaces the printed answer.
    if is_stdout_free && !console.quiet {
        answer_verbs::print_answer(&answer, format, console, &mut failures);
    }
    answer_verbs::finish(&answer, failures, console)
}

#[derive(Args, Clone, Debug)]
pub struct FilmArgs {
    #[arg(long, value_name = "FILE", value_parser = output_path(OutputContent::Film),
          conflicts_with = "image",
          help = tr!("Draw the game as an animation to FILE.gif, of at most a minute"))]
    animate: Option<PathBuf>,
    #[arg(long, value_name = "FILE", value_parser = output_path(OutputContent::Picture),
          help = tr!("Draw a state of the game to FILE.svg or FILE.png: the last one, or that of --step"))]
    image: Option<PathBuf>,
    #[arg(long, value_name = "N", requires = "image", conflicts_with = "animate",
          value_parser = |text: &str| parse_count(text, 0, u64::MAX),
          help = tr!("Draw the state after N steps; 0 is the start"))]
    step: Option<u64>,
    #[command(flatten)]
    force: ForceArgs,
}

/// The part of a game that is drawn.
#[derive(Clone, Copy, Debug)]
enum FilmRequest {
    Film,
    /// A picture of the state after this number of steps; `None` for the last state.
    Step(Option<u64>),
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
        let (bytes, remarks) = match self.request {
            FilmRequest::Film => self.animation(film, console)?,
            FilmRequest::Step(step) => self.picture(film, step)?,
        };
        let result = self.output.write(&bytes, console);
        if result.is_ok() {
            for remark in remarks {
                console.remark(&remark);
            }
        }
        failures.record(result);
        Ok(())
    }

    /// Returns the picture of a state, and a remark about it.
    fn picture(&self, film: &Film, step: Option<u64>) -> Result<(Vec<u8>, Vec<String>), Problem> {
        let last = film.state_count as u64 - 1;
        let state = step.unwrap_or(last);
        if state > last {
            return Err(problem!(
                "--step {state}: the game ends after {last} steps",
                state,
                last
            ));
        }
        let picture = if has_ending(self.output.path(), "png") {
            film.png(state as usize)
        } else {
            film.svg(state as usize)
        };
        let bytes = picture.map_err(|error| drawing_problem(error.into()))?;
        let file = self.output.display_name();
        let remark = tr!("{file}: step {state} of {last}", file, state, last);
        Ok((bytes, vec![remark]))
    }

    /// Returns the film, and remarks about it.
    fn animation(&self, film: &Film, console: &Console) -> Result<(Vec<u8>, Vec<String>), Problem> {
        let file = self.output.display_name();
        let line = ProgressLine::new(console, &release_spaces(&file), Some(0));
        let animation = film.animation(&|picture, picture_count| {
            line.set_total(Some(picture_count as u64));
            line.set_done(picture as u64);
        });
        let Animation {
            gif,
            duration_ms,
            omitted_states,
        } = animation.map_err(|error| drawing_problem(error.into()))?;
        let mut remarks = Vec::new();
        if let Some(states) = omitted_states {
            remarks.push(tr!(
                "The beginning and the end of the game are shown, in a minute: {states} left out.",
                states
            ));
        }
        remarks.push(tr!(
            "{file}: {states}, {seconds} s, {size} kB",
            file,
            states = quantity(film.state_count as u64, Text("state|states")),
            seconds = decimal(f64::from(duration_ms) / 1000.0, 1),
            size = integer((gif.len() as u64).div_ceil(1000))
        ));
        Ok((gif, remarks))
    }
}
