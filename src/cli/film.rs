//! Options of every `show` verb: the game as an animation, or one state of it as a picture.

use super::console::{Console, Failures};
use super::files::{Opener, Output, is_standard, name};
use super::memory;
use super::progress::Bar;
use crate::draw::film::{self, FilmError, Settings, StateError, Still, Wanted};
use crate::lang::{Problem, either};
use crate::topics::setting::{count, real};
use crate::topics::verb::Shoot;
use std::path::PathBuf;

/// What is drawn, and how.
#[derive(Clone, Debug, clap::Args)]
pub struct FilmArgs {
    /// Draw the game as an animation in FILE.gif or FILE.svg, `-` for SVG on the standard output; with --frame, one
    /// picture in FILE.png or FILE.svg
    #[arg(long, alias = "animer", value_name = "FILE")]
    animate: Option<PathBuf>,
    /// Draw one state only: its number, from 0, or `last`
    #[arg(long, alias = "image", value_name = "K", requires = "animate", value_parser = still, allow_hyphen_values = true)]
    frame: Option<Still>,
    /// Width of the picture in pixels [default: by the game]
    #[arg(long, alias = "largeur", value_name = "PX", requires = "animate", allow_hyphen_values = true,
          value_parser = |text: &str| count(text, 320, 4096).map(|pixels| pixels as u16))]
    width: Option<u16>,
    /// How many times faster the animation runs [default: 1]
    #[arg(long, alias = "vitesse", value_name = "X", requires = "animate", conflicts_with = "frame",
          value_parser = speed, allow_hyphen_values = true)]
    speed: Option<f64>,
    /// Replace the file if it exists
    #[arg(long, requires = "animate")]
    pub force: bool,
}

fn still(text: &str) -> Result<Still, Problem> {
    match text {
        "last" | "fin" => Ok(Still::Last),
        number => number.parse().map(Still::Number).map_err(|_| {
            Problem::words(
                text,
                "n'est ni le numéro d'un état, à partir de 0, ni « last »",
                "is neither the number of a state, from 0, nor “last”",
            )
        }),
    }
}

fn speed(text: &str) -> Result<f64, Problem> {
    let speed = real(text).filter(|speed| (0.1..=20.0).contains(speed));
    speed.ok_or_else(|| Problem::words(text, "n'est pas une vitesse de 0,1 à 20", "is not a speed from 0.1 to 20"))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Svg,
    Gif,
    Png,
}

impl FilmArgs {
    /// Opens the file that was asked for, before the work starts. Fails when its format is not one that is drawn, or it
    /// cannot be written, or the command reads it.
    pub fn open(&self, opener: &mut Opener) -> Result<Option<Camera>, Problem> {
        let Some(path) = &self.animate else { return Ok(None) };
        let format = match (path.extension().and_then(|ending| ending.to_str()), self.frame) {
            _ if is_standard(path) => Format::Svg,
            (Some("svg"), _) => Format::Svg,
            (Some("gif"), None) => Format::Gif,
            (Some("png"), Some(_)) => Format::Png,
            (_, still) => {
                let (fr, en) = match still {
                    None => (
                        "ne finit ni par .gif ni par .svg (avec --frame, une seule image : .png ou .svg)",
                        "ends neither in .gif nor in .svg (with --frame, a single picture: .png or .svg)",
                    ),
                    Some(_) => (
                        "ne finit ni par .png ni par .svg, comme il le faut avec --frame",
                        "ends neither in .png nor in .svg, as --frame needs it",
                    ),
                };
                return Err(Problem::argument("--animate", Problem::words(&name(path), fr, en)));
            }
        };
        let pending = opener.open(path)?;
        let (file, wanted) = (name(path), self.frame.map_or_else(Wanted::default, Wanted::Still));
        Ok(Some(Camera { file, format, pending, wanted, width: self.width, speed: self.speed.unwrap_or(1.0) }))
    }
}

/// A file that waits for its film.
#[derive(Debug)]
pub struct Camera {
    file: String,
    format: Format,
    pending: Output,
    wanted: Wanted,
    width: Option<u16>,
    speed: f64,
}

impl Camera {
    /// Makes the film and writes it. `make` is told what is wanted of the game, and the width in pixels that was asked
    /// for, which only a game that wraps its lines needs. Fails when there is no such film; that it could not be
    /// written is noted in `failures`.
    pub fn shoot(self, console: &Console, make: Box<Shoot>, failures: &mut Failures) -> Result<(), Problem> {
        let missing = |StateError { asked, last }| Problem::NoSuchState { asked, last };
        let film = make(self.wanted, self.width).map_err(missing)?;
        let settings = Settings { lang: console.lang, width: self.width, speed: self.speed };
        let Some(first) = film.frames.first() else { return Ok(()) };
        // Some pictures of a film, its drawings, and its table of colours.
        let width = self.width.map_or(film.width, f64::from);
        let pixels = width * film.height * width / film.width;
        let (lang, file) = (console.lang, &self.file);
        memory::room(file, (32 << 20) + 24 * pixels as usize)?;
        let (bytes, told) = match (self.wanted, self.format) {
            (Wanted::Still(_), format) => {
                let bytes = match format {
                    Format::Svg => film::still_svg(&film, first, &settings).map(String::into_bytes),
                    Format::Png | Format::Gif => film::still_png(&film, first, &settings),
                };
                let state = first.state.unwrap_or_default();
                let last = film.states - 1;
                let told = either!(
                    lang,
                    "{file} : l'état {state}, le dernier étant {last}",
                    "{file}: state {state}, the last being {last}"
                );
                (bytes.map_err(problem)?, told)
            }
            (Wanted::Film(_), format) => {
                let bar = Bar::new(console, file, Some(0));
                let made = match format {
                    Format::Gif => film::gif(&film, &settings, &|done, all| {
                        bar.total(Some(all as u64));
                        bar.set(done as u64);
                    }),
                    Format::Svg | Format::Png => film::svg(&film, &settings),
                }
                .map_err(problem)?;
                drop(bar);
                let seconds = lang.decimal(made.duration as f64 / 1000.0, 1);
                let size = lang.integer((made.bytes.len() as u64).div_ceil(1000));
                let states = lang.number_of(film.states, ["état", "états"], ["state", "states"]);
                let told = either!(
                    lang,
                    "{file} : {states}, {seconds} s, {size} ko",
                    "{file}: {states}, {seconds} s, {size} kB"
                );
                (made.bytes, told)
            }
        };
        let cut = matches!(self.wanted, Wanted::Film(_)) && film.left_out() > 0;
        let written = self.pending.write(&bytes, console);
        if written.is_ok() {
            if cut {
                let [shown, all] = [film.states - film.left_out(), film.states].map(|states| lang.integer(states));
                console.remark(&either!(
                    lang,
                    "La partie est trop longue pour un film : {shown} de ses {all} états sont montrés, les premiers et \
                     les derniers.",
                    "The game is too long for a film: {shown} of its {all} states are shown, the first and the last \
                     ones."
                ));
            }
            console.remark(&told);
        }
        failures.note(written);
        Ok(())
    }
}

fn problem(error: FilmError) -> Problem {
    match error {
        FilmError::TooLarge { width, height } => Problem::said(
            format!("--width : une image de {width} x {height} pixels est trop grande"),
            format!("--width: a picture of {width} x {height} pixels is too large"),
        ),
        other => Problem::ChartFailed { problem: other.to_string() },
    }
}
