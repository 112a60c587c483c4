//! The films and pictures of `show`.

use super::answer_verbs::parse_args;
use super::args::ForceArgs;
use super::console::Console;
use super::files::{Output, path_with_ending};
use super::outputs::drawing_problem;
use super::progress::ProgressLine;
use clap::{ArgMatches, Args};
use pioche_games::film::{Animation, Film};
use pioche_report::lang::parse_number::parse_count;
use pioche_report::lang::{Problem, Text, decimal, integer, problem, quantity, release_spaces, tr};
use pioche_report::picture::PictureFormat;
use std::path::PathBuf;

#[derive(Args, Clone, Debug)]
pub struct FilmArgs {
    #[arg(long, value_name = "FILE", value_parser = path_with_ending(&["gif"]),
          conflicts_with = "image",
          help = tr!("Draw the game as an animation to FILE.gif, of at most a minute"))]
    animate: Option<PathBuf>,
    #[arg(long, value_name = "FILE", value_parser = path_with_ending(&["svg", "png"]),
          help = tr!("Draw a state of the game to FILE.svg or FILE.png: the last one, or that of --step"))]
    image: Option<PathBuf>,
    #[arg(long, value_name = "N", requires = "image", conflicts_with = "animate",
          value_parser = |text: &str| parse_count(text, 0, u64::MAX),
          help = tr!("Draw the state after N steps; 0 is the start"))]
    step: Option<u64>,
    #[command(flatten)]
    force: ForceArgs,
}

/// The content of a file, and remarks about it.
type FilmFile = (Vec<u8>, Vec<String>);

/// Draws the state that `--step` asks for, or the last one: as PNG or, unless the file is a PNG file, as SVG. Fails when the
/// game has no such state.
pub fn picture(film: &Film, output: &Output, matches: &ArgMatches) -> Result<FilmFile, Problem> {
    let last = film.state_count as u64 - 1;
    let state = parse_args::<FilmArgs>(matches)?.step.unwrap_or(last);
    if state > last {
        return Err(problem!(
            "--step {state}: the game ends after {last} steps",
            state,
            last
        ));
    }
    let picture = if PictureFormat::from_path(output.path()) == PictureFormat::Png {
        film.png(state as usize)
    } else {
        film.svg(state as usize)
    };
    let bytes = picture.map_err(|error| drawing_problem(error.into()))?;
    let file = output.display_name();
    let remark = tr!("{file}: step {state} of {last}", file, state, last);
    Ok((bytes, vec![remark]))
}

/// Draws the film.
pub fn animation(film: &Film, output: &Output, console: &Console) -> Result<FilmFile, Problem> {
    let file = output.display_name();
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
