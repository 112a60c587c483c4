//! Nim between two people, or against the computer: by lines, on the screen, and explained. The sentences are the
//! handout's (004) where it has one.

use super::film::Table;
use super::{MATCHES, TAKES, WORDS};
use super::{SOLVE, chapter};
use crate::lang::dialogue::Chair;
use crate::lang::{Lang, Say, Sentence, Text, listed};
use crate::play::Session;
use crate::report::Chapter;
use crate::topics::duel::game::{About, Duel};
use crate::topics::duel::said;
use crate::topics::setting::{Opt, Setting};
use crate::topics::verb::Verb;
use crate::topics::words::Words;
use pioche_engine::experiments::duel::Pairing;
use pioche_engine::games::Game;
use pioche_engine::games::nim::{Nim, Refusal, Solution, Take, TakeSet, Value};
use pioche_engine::players::Kind;
use pioche_engine::sim::Settings;

/// Matches in a line: thirteen groups of five.
const A_LINE: u32 = 65;
/// Beyond so many, matches are not drawn.
const DRAWN: u32 = 10 * A_LINE;
/// The most takes that are listed one by one.
pub const LISTED: usize = 8;

impl Duel for Nim {
    const WORDS: Words = WORDS;
    const ABOUT: About = About {
        simulate: Text::new("Nim entre deux joueurs", "Nim between two players"),
        show: Text::new(
            "Nim : une partie enregistrée, ou une partie simulée, prise par prise",
            "Nim: a recorded game, or a simulated one, take by take",
        ),
        file: Text::new(
            "Fichier des nombres d'allumettes prises, séparés par des espaces, « - » pour l'entrée standard, ou partie \
             gardée par play ; sans lui, la partie --deal de la simulation",
            "File with the numbers of matches taken, separated by blanks, `-` for the standard input, or a game that play \
             has saved; without it, game --deal of the simulation",
        ),
        play: Text::new(
            "Nim, à deux ou contre l'ordinateur ; sans option, le jeu pose les questions",
            "Nim, for two people or against the computer; without options the game asks",
        ),
    };
    const SIZE: (&'static Setting, &'static str) = (&MATCHES, "2..30");
    const OTHERS: &'static [Opt] = &[TAKES.one()];
    const PANELS: &'static [&'static str] = &["players", "takes"];
    const KEPT: &'static [(&'static str, &'static str)] = &[("takes", "takes"), ("matches", "matches")];
    const SOLVE: Option<Verb> = Some(SOLVE);
    const CHAPTER: Chapter = chapter::CHAPTER;

    /// Random players, and each of them against a perfect one.
    fn study() -> Vec<(Self, Pairing)> {
        let pairings = [[Kind::Random, Kind::Random], [Kind::Perfect, Kind::Random], [Kind::Random, Kind::Perfect]];
        let heap = |matches| Self::new(TakeSet::default(), matches).ok();
        let games =
            pairings.into_iter().flat_map(|pair| (2..=30).filter_map(heap).map(move |heap| (heap, Pairing(pair))));
        games.collect()
    }

    fn nanoseconds(_: &Settings<'_>) -> f64 {
        700.0
    }

    const TYPED: Text = Text::new("un nombre d'allumettes", "a number of matches");
    const NAMES_PLAYER: bool = true;
    const ASKS_SIZE: Option<[Text; 2]> = Some([
        Text::new(
            "Veuillez indiquer le nombre d'allumettes présentes au départ (25 par défaut).\n",
            "Please give the number of matches at the start (25 by default).\n",
        ),
        Text::new("n'est pas un nombre d'allumettes de 1 à 1000000", "is not a number of matches from 1 to 1000000"),
    ]);

    fn hail(&self) -> Sentence {
        match self.matches() {
            1 => Sentence::new("Sur le plateau est donc disposée 1 allumette.", "So there is 1 match on the table."),
            matches => Sentence::new(
                format!("Sur le plateau, sont donc disposées {matches} allumettes."),
                format!("So there are {matches} matches on the table."),
            ),
        }
    }

    /// The matches in groups of five; from the first move on, how many are left.
    #[doc(alias = "afficher_plateau")]
    fn board(session: &Session<Self>, lang: Lang) -> String {
        let left = session.state().matches();
        let mut lines = Vec::new();
        if (1..=DRAWN).contains(&left) {
            lines.push(drawn(left));
        }
        if !session.plies().is_empty() && session.end().is_none() || left > DRAWN {
            lines.push(match lang {
                Lang::Fr => format!("Il reste {left} allumette(s) sur la table."),
                Lang::En => {
                    format!("{} {} left on the table.", matches(lang, left), lang.plural(left.into(), "is", "are"))
                }
            });
        }
        lines.join("\n")
    }

    #[doc(alias = "choix_humain")]
    fn ask(&self) -> Sentence {
        let (player, takes) = (self.to_play().number(), offered(self.takes().possible(self.matches())));
        Sentence::new(
            format!("Joueur {player}, combien d'allumettes retirez-vous ({}) ? ", takes.fr()),
            format!("Player {player}, how many matches do you take ({})? ", takes.en()),
        )
    }

    fn refused(&self, refusal: &Refusal) -> Sentence {
        let (Refusal::NotOffered { take, .. } | Refusal::TooFew { take, .. }) = *refusal;
        let why = match refusal {
            Refusal::NotOffered { takes, .. } => {
                let takes = offered(takes.as_slice());
                Sentence::new(format!("seulement {}", takes.fr()), format!("only {}", takes.en()))
            }
            Refusal::TooFew { matches, .. } => {
                Sentence::new(format!("il n'en reste que {matches}"), format!("only {matches} left"))
            }
        };
        Sentence::new(
            format!("On ne peut pas retirer {} : {}.", matches(Lang::Fr, take), why.fr()),
            format!("{} cannot be taken: {}.", matches(Lang::En, take), why.en()),
        )
    }

    #[doc(alias = "afficher_choix")]
    fn told(&self, _: &Chair, Take(take): Take) -> Option<Sentence> {
        let player = self.to_play().number();
        Some(Sentence::new(
            format!("Le joueur {player} retire {}.", matches(Lang::Fr, take)),
            format!("Player {player} takes {}.", matches(Lang::En, take)),
        ))
    }

    fn advise(session: &Session<Self>) -> Option<Sentence> {
        let state = session.state();
        let solution = Solution::new(state.takes(), state.matches());
        let best = solution.best_takes(state.matches());
        let takes = offered(&best);
        let value = solution.value(state.matches()).filter(|_| !best.is_empty())?;
        Some(match value {
            Value::Lose => said::all_lose(),
            Value::Draw => Sentence::new(
                format!("Retirez {} : cela mène à l'égalité si chacun joue bien.", takes.fr()),
                format!("Take {}: with good play it is a draw.", takes.en()),
            ),
            Value::Win => Sentence::new(
                format!("Retirez {} : vous pouvez gagner.", takes.fr()),
                format!("Take {}: you can win.", takes.en()),
            ),
        })
    }

    fn explain(&self) -> Sentence {
        let (takes, last) = (offered(self.takes().as_slice()), self.takes().as_slice().last().copied());
        let noun = |lang: Lang, one, many| lang.plural(last.unwrap_or_default().into(), one, many);
        Sentence::new(
            format!(
                "À tour de rôle, chacun retire {} {}. Qui prend la dernière a gagné.
S'il en reste trop peu pour jouer, il y a égalité.
  3              retirer 3 allumettes",
                takes.fr(),
                noun(Lang::Fr, "allumette", "allumettes")
            ),
            format!(
                "In turn, each player takes {} {}. Whoever takes the last one wins.
When too few are left to take any, the game is a draw.
  3              take 3 matches",
                takes.en(),
                noun(Lang::En, "match", "matches")
            ),
        )
    }

    type Stage = Table;

    fn done(&self, Take(take): Take, _: &Self) -> Sentence {
        let (player, take) = (self.to_play().number(), take.into());
        Sentence::new(
            format!("Le joueur {player} prend {}", Lang::Fr.counted(take, "allumette", "allumettes")),
            format!("Player {player} takes {}", Lang::En.counted(take, "match", "matches")),
        )
    }

    fn stage(&self, takes: &[Take]) -> Table {
        Table::new(self, takes)
    }
}

/// A number of matches, its digits together: so it is typed.
pub fn matches(lang: Lang, number: u32) -> String {
    let (one, many) = match lang {
        Lang::Fr => ("allumette", "allumettes"),
        Lang::En => ("match", "matches"),
    };
    format!("{number} {}", lang.plural(number.into(), one, many))
}

/// The takes, the middle ones left out when they are many.
fn offered(takes: &[u32]) -> Sentence {
    match takes {
        [first, second, .., last] if takes.len() > LISTED => Sentence::same(format!("{first}, {second}, …, {last}")),
        _ => Sentence::new(listed(takes, "ou"), listed(takes, "or")),
    }
}

/// Groups of five, `||||| ||||| |||`, in as many lines as it takes.
fn drawn(count: u32) -> String {
    let lines = (0..count.div_ceil(A_LINE)).map(|line| {
        let here = A_LINE.min(count - line * A_LINE);
        let groups = (0..here.div_ceil(5)).map(|group| "|".repeat(5.min(here - group * 5) as usize));
        groups.collect::<Vec<_>>().join(" ")
    });
    lines.collect::<Vec<_>>().join("\n")
}
