//! Nim between two people, or against the computer: by lines, and explained. The sentences are the
//! handout's (004) where it has one.

use super::film::Table;
use super::{EXAMPLES, MATCHES, TAKES, WORDS, finding, offered, page, solve, who_wins};
use crate::lang::help::Example;
use crate::lang::{Lang, Say, Sentence, Text, either};
use crate::play::Session;
use crate::report::Chapter;
use crate::report::page::Handout;
use crate::topics::course::EXPLAIN;
use crate::topics::duel::game::{About, Duel};
use crate::topics::duel::verbs::{PLAYERS, SEATS, WHO};
use crate::topics::setting::{Opt, Setting};
use crate::topics::verb::Verb;
use crate::topics::words::Words;
use pioche_engine::experiments::duel::Pairing;
use pioche_engine::games::Game;
use pioche_engine::games::nim::{Nim, Refusal, Solution, Take, TakeSet};
use pioche_engine::players::Kind;

const A_LINE: usize = 13;
/// Beyond so many, matches are not drawn.
const DRAWN: u32 = 650;

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
    const EXAMPLES: &'static [Example] = EXAMPLES;
    const SIZE: &'static Setting = &MATCHES;
    const OTHERS: &'static [Opt] = &[TAKES.one()];
    const SIMULATE: &'static [Opt] = &[MATCHES.many("2..30"), TAKES.one(), PLAYERS.one()];
    const SHOW: &'static [Opt] = &[MATCHES.one(), TAKES.one(), WHO.one(), EXPLAIN.one()];
    const PLAY: &'static [Opt] = &[MATCHES.one(), TAKES.one(), SEATS.one()];
    const PANELS: &'static [&'static str] = &["players", "takes"];
    const KEPT: &'static [(&'static str, &'static str)] = &[("takes", "takes"), ("matches", "matches")];
    const SOLVE: Verb = Verb::answers(
        Text::new(
            "Nim : qui gagne, par quels coups, et les chances de joueurs au hasard",
            "Nim: who wins, by which moves, and the chances of random players",
        ),
        &[MATCHES.one(), TAKES.one()],
        solve,
    );
    const CHAPTER: Chapter =
        Chapter::of(Some(Handout(4, 0)), page, |runs, _, lang| finding(runs, lang).into_iter().collect());

    /// Random players, and each of them against a perfect one.
    fn study() -> Vec<(Self, Pairing)> {
        let pairs = [[Kind::Random, Kind::Random], [Kind::Perfect, Kind::Random], [Kind::Random, Kind::Perfect]];
        let heaps = || (2..=30).filter_map(|matches| Self::new(TakeSet::default(), matches).ok());
        pairs.into_iter().flat_map(|pair| heaps().map(move |heap| (heap, Pairing(pair)))).collect()
    }

    const TYPED: Text = Text::new("un nombre d'allumettes", "a number of matches");
    const NAMES_PLAYER: bool = true;
    const ASKS_SIZE: [Text; 2] = [
        Text::new(
            "Veuillez indiquer le nombre d'allumettes présentes au départ (25 par défaut).\n",
            "Please give the number of matches at the start (25 by default).\n",
        ),
        Text::new("n'est pas un nombre d'allumettes de 1 à 1000000", "is not a number of matches from 1 to 1000000"),
    ];

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
            let are = lang.plural(left.into(), "is", "are");
            lines.push(lang.either(
                format!("Il reste {left} allumette(s) sur la table."),
                format!("{} {are} left on the table.", matches(lang, left)),
            ));
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
        Sentence::made(|lang| {
            let (Take(take), why) = match refusal {
                Refusal::NotOffered(take, takes) => {
                    (take, lang.either("seulement ", "only ") + &offered(takes.as_slice()).say(lang))
                }
                Refusal::TooFew(take, left) => (take, either!(lang, "il n'en reste que {left}", "only {left} left")),
            };
            let take = matches(lang, *take);
            lang.either(format!("On ne peut pas retirer {take} : {why}."), format!("{take} cannot be taken: {why}."))
        })
    }

    #[doc(alias = "afficher_choix")]
    fn told(&self, _: Kind, Take(take): Take) -> Option<Sentence> {
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
        let value = solution.value(state.matches()).filter(|_| !best.is_empty())?;
        Some(Sentence::made(|lang| who_wins(value, &best, lang)))
    }

    fn explain(&self) -> Sentence {
        let takes = self.takes();
        let most = takes.as_slice().last().copied().unwrap_or_default();
        Sentence::made(|lang| {
            let (takes, of_most) =
                (format!("{} {}", offered(takes.as_slice()).say(lang), noun(lang, most)), noun(lang, most));
            either!(
                lang,
                "À tour de rôle, chacun retire {takes}. Qui prend la dernière a gagné.
S'il en reste trop peu pour jouer, il y a égalité.
  {most:<15}retirer {most} {of_most}",
                "In turn, each player takes {takes}. Whoever takes the last one wins.
When too few are left to take any, the game is a draw.
  {most:<15}take {most} {of_most}"
            )
        })
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
    format!("{number} {}", noun(lang, number))
}

fn noun(lang: Lang, number: u32) -> &'static str {
    let [one, many] = if lang == Lang::Fr { ["allumette", "allumettes"] } else { ["match", "matches"] };
    lang.plural(number.into(), one, many)
}

/// Groups of five, `||||| ||||| |||`, in as many lines as it takes.
fn drawn(count: u32) -> String {
    let groups = (0..count).step_by(5).map(|first| "|".repeat(5.min(count - first) as usize));
    groups.collect::<Vec<_>>().chunks(A_LINE).map(|line| line.join(" ")).collect::<Vec<_>>().join("\n")
}
