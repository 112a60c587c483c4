//! Options of every `show` verb: the game as an animation, or one of its states as a picture.

use super::args::{OUTPUT_HEADING, options};
use super::console::{Console, Failures};
use super::files::{FileRegistry, Output, display_name, is_stdio_path};
use super::outputs::drawing_problem;
use super::progress::ProgressLine;
use crate::draw::film::{self, FilmRequest, StateOutOfRange};
use crate::lang::parse_number::parse_count;
use crate::lang::{Problem, either, release_spaces};
use crate::topics::verb::RenderFilmFn;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

options! {
    #[derive(Clone, Debug)]
    pub struct FilmArgs {
        #[arg(help_heading = OUTPUT_HEADING, long, value_name = "FILE", conflicts_with = "image")]
        animate: Option<PathBuf> =
            "Dessine la partie en animation dans FILE.gif",
            "Draw the game as an animation to FILE.gif";
        #[arg(help_heading = OUTPUT_HEADING, long, value_name = "FILE")]
        image: Option<PathBuf> =
            "Dessine un état de la partie dans FILE.svg ou FILE.png : le dernier, ou celui de --step",
            "Draw one state of the game to FILE.svg or FILE.png: the last one, or that of --step";
        #[arg(help_heading = OUTPUT_HEADING, long, value_name = "N", requires = "image", conflicts_with = "animate", value_parser = |text: &str| parse_count(text, 0, u64::MAX),
              allow_hyphen_values = true)]
        step: Option<u64> =
            "Dessine l'état après N étapes ; 0 est le début",
            "Draw the state after N steps; 0 is the start";
        #[arg(help_heading = OUTPUT_HEADING, long)]
        pub force: bool =
            "Remplace le fichier s'il existe",
            "Replace the file if it exists";
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PictureFormat {
    Gif,
    Svg,
    Png,
}

impl FilmArgs {
    /// Opens the requested file before the work starts. Fails when its extension is unknown, it cannot be written, or
    /// the command also reads it.
    pub fn open(&self, registry: &mut FileRegistry) -> Result<Option<FilmOutput>, Problem> {
        let (path, wanted) = match (&self.animate, &self.image) {
            (Some(path), _) => (path, FilmRequest::Film),
            (None, Some(path)) => (path, FilmRequest::Step(self.step)),
            (None, None) => return Ok(None),
        };
        let format = picture_format(path, wanted)?;
        Ok(Some(FilmOutput {
            file: display_name(path),
            format,
            output: registry.open_output(path)?,
            request: wanted,
        }))
    }
}

/// Returns the format for the extension of a file, or GIF or SVG for the standard output. Fails for other extensions.
fn picture_format(path: &Path, request: FilmRequest) -> Result<PictureFormat, Problem> {
    let ending = if is_stdio_path(path) {
        None
    } else {
        Some(path.extension().and_then(OsStr::to_str))
    };
    let (flag, fr, en) = match (request, ending) {
        (FilmRequest::Film, None | Some(Some("gif"))) => return Ok(PictureFormat::Gif),
        (FilmRequest::Step(_), None | Some(Some("svg"))) => return Ok(PictureFormat::Svg),
        (FilmRequest::Step(_), Some(Some("png"))) => return Ok(PictureFormat::Png),
        (FilmRequest::Film, _) => (
            "--animate",
            "doit finir par .gif (pour une seule image : --image)",
            "must end in .gif (for a single picture: --image)",
        ),
        (FilmRequest::Step(_), _) => (
            "--image",
            "doit finir par .svg ou .png",
            "must end in .svg or .png",
        ),
    };
    Err(Problem::for_argument(
        flag,
        Problem::with_quoted_prefix(&display_name(path), fr, en),
    ))
}

#[derive(Debug)]
pub struct FilmOutput {
    file: String,
    format: PictureFormat,
    output: Output,
    request: FilmRequest,
}

impl FilmOutput {
    /// Renders the film or the picture and writes it. A failed write is recorded in `failures`. Fails when the game has
    /// no such state or it cannot be drawn.
    pub fn render_and_write(
        self,
        console: &Console,
        render: Box<RenderFilmFn>,
        failures: &mut Failures,
    ) -> Result<(), Problem> {
        let missing = |StateOutOfRange {
                           requested: asked,
                           last_state: last,
                       }| Problem::NoSuchState {
            requested: asked,
            last,
        };
        let film = render(self.request).map_err(missing)?;
        let Some(first) = film.frames.first() else {
            return Ok(());
        };
        let lang = console.lang;
        let file = &self.file;
        let picture = match self.format {
            PictureFormat::Svg => film::still_svg(&film, first, lang),
            PictureFormat::Png => film::still_png(&film, first, lang),
            PictureFormat::Gif => {
                let bar = ProgressLine::new(console, &release_spaces(file), Some(0));
                film::gif(&film, lang, &|done, all| {
                    bar.set_total(Some(all as u64));
                    bar.set_position(done as u64);
                })
            }
        };
        let bytes = picture.map_err(drawing_problem)?;
        let remark = if let FilmRequest::Step(_) = self.request {
            let state = first.state_index.unwrap_or_default();
            let last = film.state_count - 1;
            either!(
                lang,
                "{file} : étape {state} sur {last}",
                "{file}: step {state} of {last}"
            )
        } else {
            let seconds = lang.decimal(film.duration_ms() as f64 / 1000.0, 1);
            let size = lang.integer((bytes.len() as u64).div_ceil(1000));
            let states =
                lang.translated_count(film.state_count, ["état", "états"], ["state", "states"]);
            either!(
                lang,
                "{file} : {states}, {seconds} s, {size} ko",
                "{file}: {states}, {seconds} s, {size} kB"
            )
        };
        let result = self.output.write(&bytes, console);
        if result.is_ok() {
            if self.request == FilmRequest::Film && film.omitted_state_count() > 0 {
                let [shown, all] = [
                    film.state_count - film.omitted_state_count(),
                    film.state_count,
                ]
                .map(|states| lang.integer(states));
                console.remark(&either!(
                    lang,
                    "La partie est trop longue pour un film : {shown} de ses {all} états sont montrés, les premiers et \
                     les derniers.",
                    "The game is too long for a film: {shown} of its {all} states are shown, the first and the last \
                     ones."
                ));
            }
            console.remark(&remark);
        }
        failures.record(result);
        Ok(())
    }
}
