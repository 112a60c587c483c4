//! What is said about animations.

use super::{Lang, Say};

/// What a command says about the file that it has made.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the two sentences beside each name say what it is")]
pub enum FilmRemark {
    Made { file: String, states: u64, seconds: f64, bytes: u64 },
    Still { file: String, state: u64, last: u64 },
    Cut { shown: u64, states: u64 },
}

impl Say for FilmRemark {
    fn say(&self, lang: Lang) -> String {
        match self {
            Self::Made { file, states, seconds, bytes } => lang.either(
                format!(
                    "{file} : {}, {} s, {} ko",
                    lang.counted(*states, "état", "états"),
                    lang.decimal(*seconds, 1),
                    lang.integer(bytes.div_ceil(1000))
                ),
                format!(
                    "{file}: {}, {} s, {} kB",
                    lang.counted(*states, "state", "states"),
                    lang.decimal(*seconds, 1),
                    lang.integer(bytes.div_ceil(1000))
                ),
            ),
            Self::Still { file, state, last } => lang.either(
                format!("{file} : l'état {state}, le dernier étant {last}"),
                format!("{file}: state {state}, the last being {last}"),
            ),
            Self::Cut { shown, states } => lang.either(
                format!(
                    "La partie est trop longue pour un film : {} de ses {} états sont montrés, les premiers et les \
                     derniers.",
                    lang.integer(*shown),
                    lang.integer(*states)
                ),
                format!(
                    "The game is too long for a film: {} of its {} states are shown, the first and the last ones.",
                    lang.integer(*shown),
                    lang.integer(*states)
                ),
            ),
        }
    }
}

/// What is wrong with an animation that was asked for.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the two sentences beside each name say what it is")]
pub enum FilmProblem {
    NotAFilmFile { text: String },
    NotAStillFile { text: String },
    NotASpeed { text: String },
    NotAState { text: String },
    NoSuchState { asked: u64, last: u64 },
    RefusedMove { number: usize, problem: String },
    TooManyPixels { width: u64, height: u64 },
}

impl Say for FilmProblem {
    fn say(&self, lang: Lang) -> String {
        match self {
            Self::NotAFilmFile { text } => lang.either(
                format!(
                    "--animate : « {text} » ne finit ni par .gif ni par .svg (avec --frame, une seule image : .png ou \
                     .svg)"
                ),
                format!(
                    "--animate: “{text}” ends neither in .gif nor in .svg (with --frame, a single picture: .png or \
                     .svg)"
                ),
            ),
            Self::NotAStillFile { text } => lang.either(
                format!("--animate : « {text} » ne finit ni par .png ni par .svg, comme il le faut avec --frame"),
                format!("--animate: “{text}” ends neither in .png nor in .svg, as --frame needs it"),
            ),
            Self::NotASpeed { text } => lang.either(
                format!("« {text} » n'est pas une vitesse de 0.1 à 20"),
                format!("“{text}” is not a speed from 0.1 to 20"),
            ),
            Self::NotAState { text } => lang.either(
                format!("« {text} » n'est ni le numéro d'un état, à partir de 0, ni « last »"),
                format!("“{text}” is neither the number of a state, from 0, nor “last”"),
            ),
            Self::NoSuchState { asked, last } => lang.either(
                format!("--frame : il n'y a pas d'état {asked}, le dernier est l'état {last}"),
                format!("--frame: there is no state {asked}, the last is state {last}"),
            ),
            Self::RefusedMove { number, problem } => lang.either(
                format!("le coup {number} n'est pas possible : {problem}"),
                format!("move {number} is not possible: {problem}"),
            ),
            Self::TooManyPixels { width, height } => lang.either(
                format!("--width : une image de {width} x {height} pixels est trop grande"),
                format!("--width: a picture of {width} x {height} pixels is too large"),
            ),
        }
    }
}
