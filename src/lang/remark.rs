//! What is told besides an answer: about a run, its files, a study, a film.

use super::glossary::{nouns, played};
use super::progress::duration;
use super::{Heading, Lang, Say};

#[derive(Clone, Debug, PartialEq)]
pub enum Remark {
    DrawnSeed { seed: u64 },
    Threads { asked: usize, most: usize },
    Interrupted { done: u64, planned: Option<u64>, unit: &'static str },
    Missed(Heading),
    Asserted { claim: String, found: Option<[f64; 3]>, decimals: usize, level: f64, verdict: Asserted },
    InterruptedAtOnce { unit: &'static str },
    GoOn { command: String },
    NothingSaved { runs: usize },
    Written { folder: Option<String>, files: Vec<String> },
    Merged { file: String, files: usize, done: u64, planned: u64, unit: &'static str },
    NothingToResume { file: String },
    OtherNames { file: String },
    StudyDone { page: String, seconds: f64 },
    StudyChapter { title: String, place: usize, of: usize },
    Filmed { file: String, states: u64, seconds: f64, bytes: u64 },
    Still { file: String, state: u64, last: u64 },
    FilmCut { shown: u64, states: u64 },
}

/// What is said of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asserted {
    Yes,
    No,
    /// The number that was claimed.
    NotExcluded,
    /// About how many deals or games would tell.
    Unknown(Option<u64>),
}

/// What is said of a claim, with what is known: an estimate and its interval.
fn asserted(lang: Lang, verdict: Asserted, [value, low, high]: [f64; 3], decimals: usize, level: f64) -> String {
    let word = match (lang, verdict) {
        (Lang::Fr, Asserted::Yes) => "oui",
        (Lang::En, Asserted::Yes) => "yes",
        (Lang::Fr, Asserted::No) => "NON",
        (Lang::En, Asserted::No) => "NO",
        (Lang::Fr, Asserted::NotExcluded) => "pas exclu",
        (Lang::En, Asserted::NotExcluded) => "not excluded",
        (Lang::Fr, Asserted::Unknown(_)) => "INDÉCIS",
        (Lang::En, Asserted::Unknown(_)) => "CANNOT TELL",
    };
    let number = |number: f64| lang.decimal(number, decimals);
    let known = match lang {
        _ if low == high => lang.either(format!("{} exactement", number(value)), format!("{} exactly", number(value))),
        _ if !(low.is_finite() && high.is_finite()) => lang
            .either(format!("{}, sans intervalle", number(value)), format!("{}, without an interval", number(value))),
        Lang::Fr => {
            format!("{}, intervalle à {} [{} ; {}]", number(value), lang.level(level), number(low), number(high))
        }
        Lang::En => {
            format!("{}, {} interval [{}, {}]", number(value), lang.level(level), number(low), number(high))
        }
    };
    let more = match verdict {
        Asserted::Unknown(Some(count)) => {
            let count = lang.integer(count);
            lang.either(format!(" ; il faudrait environ {count}"), format!("; about {count} would tell"))
        }
        Asserted::NotExcluded if low < high => {
            let seen = number((high - low) / 2.0);
            lang.either(format!(" ; un écart de {seen} se verrait"), format!("; a difference of {seen} would show"))
        }
        _ => String::new(),
    };
    format!("{word}, {known}{more}")
}

impl Say for Remark {
    fn say(&self, lang: Lang) -> String {
        match self {
            Self::DrawnSeed { seed } => lang.either(format!("Graine tirée : {seed}"), format!("Seed drawn: {seed}")),
            Self::Threads { asked, most } => lang.either(
                format!("--threads {asked} : {most} fils d'exécution suffisent, quatre par cœur."),
                format!("--threads {asked}: {most} threads are enough, four a core."),
            ),
            Self::Interrupted { done, planned: None, unit } => lang.either(
                format!("Interrompu après {}.", played(lang, unit, *done)),
                format!("Interrupted after {}.", played(lang, unit, *done)),
            ),
            Self::Interrupted { done, planned: Some(planned), unit } => lang.either(
                format!("Interrompu après {} sur {}.", played(lang, unit, *done), lang.integer(*planned)),
                format!("Interrupted after {} of {}.", played(lang, unit, *done), lang.integer(*planned)),
            ),
            Self::Missed(what) => {
                lang.either(format!("Attention : {}.", what.say(lang)), format!("Note: {}.", what.say(lang)))
            }
            Self::Asserted { claim, found: None, .. } => lang.either(
                format!("{claim} : INDÉCIS, rien n'a été compté"),
                format!("{claim}: CANNOT TELL, nothing was counted"),
            ),
            Self::Asserted { claim, found: Some(found), decimals, level, verdict } => {
                let said = asserted(lang, *verdict, *found, *decimals, *level);
                lang.either(format!("{claim} : {said}"), format!("{claim}: {said}"))
            }
            Self::InterruptedAtOnce { unit } => {
                let [one, _] = nouns(lang, unit);
                lang.either(
                    format!("Interrompu avant la première {one} : rien n'est écrit."),
                    format!("Interrupted before the first {one}: nothing is written."),
                )
            }
            Self::GoOn { command } => {
                lang.either(format!("Pour continuer :\n{command}"), format!("To go on:\n{command}"))
            }
            Self::Written { folder: Some(folder), .. } => {
                lang.either(format!("Écrit dans {folder}"), format!("Written to {folder}"))
            }
            Self::Written { folder: None, files } => {
                let files = files.join(", ");
                lang.either(format!("Écrit : {files}"), format!("Written: {files}"))
            }
            Self::NothingSaved { runs: 1 } => lang.either(
                "Rien n'est enregistré pour continuer ; --tally FICHIER l'aurait gardé.",
                "Nothing is saved to go on from; --tally FILE would have kept it.",
            ),
            Self::NothingSaved { .. } => lang.either(
                "Rien n'est enregistré pour continuer ; --out DOSSIER l'aurait gardé.",
                "Nothing is saved to go on from; --out DIR would have kept it.",
            ),
            Self::Merged { file, files, done, planned, unit } => {
                let (done, planned) = (played(lang, unit, *done), lang.integer(*planned));
                lang.either(
                    format!("{file} : {done} sur {planned}, de {files} fichiers"),
                    format!("{file}: {done} of {planned}, from {files} files"),
                )
            }
            Self::NothingToResume { file } => lang.either(
                format!("{file} n'existe pas encore : la simulation commence."),
                format!("{file} is not there yet: the simulation begins."),
            ),
            Self::OtherNames { file } => lang.either(
                format!("{file} a d'autres noms (liens durs) : ils gardent le décompte d'avant."),
                format!("{file} has other names (hard links): they keep the former counts."),
            ),
            Self::StudyDone { page, seconds } => {
                let time = duration(lang, seconds.ceil());
                lang.either(
                    format!("L'étude est faite, en {time} : {page}"),
                    format!("The study is done, in {time}: {page}"),
                )
            }
            Self::StudyChapter { title, place, of } => {
                lang.either(format!("Chapitre {place} sur {of} : {title}"), format!("Chapter {place} of {of}: {title}"))
            }
            Self::Filmed { file, states, seconds, bytes } => {
                let (seconds, size) = (lang.decimal(*seconds, 1), lang.integer(bytes.div_ceil(1000)));
                let [fr, en] =
                    [["état", "états"], ["state", "states"]].map(|[one, many]| lang.counted(*states, one, many));
                lang.either(
                    format!("{file} : {fr}, {seconds} s, {size} ko"),
                    format!("{file}: {en}, {seconds} s, {size} kB"),
                )
            }
            Self::Still { file, state, last } => lang.either(
                format!("{file} : l'état {state}, le dernier étant {last}"),
                format!("{file}: state {state}, the last being {last}"),
            ),
            Self::FilmCut { shown, states } => {
                let [shown, all] = [shown, states].map(|number| lang.integer(*number));
                lang.either(
                    format!(
                        "La partie est trop longue pour un film : {shown} de ses {all} états sont montrés, les premiers et \
                         les derniers."
                    ),
                    format!(
                        "The game is too long for a film: {shown} of its {all} states are shown, the first and the last ones."
                    ),
                )
            }
        }
    }
}
