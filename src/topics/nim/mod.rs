//! The topic of Nim: settings and texts. Texts are those of the handout (004) where it has one.

mod chapter;
mod film;
mod solve;

use crate::lang::{Lang, Problem, Say, Sentence, Text, either, join_list, problem};
use crate::play::Session;
use crate::topics::duel::game::{GameSpec, TwoPlayerTopic, verb_texts};
use crate::topics::setting::{Setting, TitleFormat, ValueKind};
use crate::topics::{Topic, duel};
use pioche_engine::experiments::nim;
use pioche_engine::games::Game;
use pioche_engine::games::nim::{NimRefusal, NimSolution, NimState, TakeSet};
use pioche_engine::players::PlayerSpec;
use solve::{takes_text, winner_text};

pub static TOPIC: Topic = duel::verbs::two_player_topic::<NimState>();

pub const MATCHES: Setting =
    Setting::declared(&nim::MATCHES, Text::new("allumettes", "matches"), "N")
        .title_format(TitleFormat::Counted(
            Text::new("allumette", "match"),
            Text::new("allumettes", "matches"),
        ))
        .help("Nombre d'allumettes", "Number of matches");

pub const TAKES: Setting = Setting::declared(&nim::TAKES, Text::new("prises", "takes"), "T,T")
    .title_format(TitleFormat::Custom(|lang, takes| {
        // Cells of tables have the form 2+3.
        let takes: Vec<&str> = takes.split(TakeSet::SEPARATORS).collect();
        lang.either(
            format!("prises de {}", join_list(&takes, "ou")),
            format!("taking {}", join_list(&takes, "or")),
        )
    }))
    .help(
        "Nombres d'allumettes que l'on peut prendre",
        "Numbers of matches that may be taken",
    )
    .value_kind(ValueKind::Custom(parse_takes));

/// Parses a list of takes and returns it sorted. A repeated take is an error.
fn parse_takes(text: &str) -> Result<String, Problem> {
    let most = TakeSet::MAX;
    let Ok(takes) = text.parse::<TakeSet>() else {
        return Err(problem!(
            "« {text} » n'est pas une liste de prises de 1 à {most}, comme 2,3",
            "“{text}” is not a list of takes from 1 to {most}, such as 2,3"
        ));
    };
    if takes.as_slice().len() < text.split(TakeSet::SEPARATORS).count() {
        return Err(problem!(
            "« {text} » répète une prise ; donnez chaque prise une seule fois",
            "“{text}” repeats a take; give each take once"
        ));
    }
    Ok(takes.to_string())
}

const GROUPS_PER_LINE: usize = 13;
/// The largest number of matches in the picture; a larger heap is only a number.
const MAX_DRAWN: u32 = 650;

impl TwoPlayerTopic for NimState {
    const SPEC: GameSpec<Self> = GameSpec {
        study_runs: &[
            "players=random,random matches=2..30",
            "players=perfect,random matches=2..30",
            "players=random,perfect matches=2..30",
        ],
        size_question: Some([
            Text::new(
                "Veuillez indiquer le nombre d'allumettes présentes au départ (25 par défaut).\n",
                "Please enter the number of matches at the start (25 by default).\n",
            ),
            Text::new(
                "Tapez un nombre d'allumettes de 1 à 1\u{202f}000\u{202f}000.",
                "Type a number of matches from 1 to 1,000,000.",
            ),
        ]),
        move_name: Text::new("un nombre d'allumettes", "a number of matches"),
        solve: Some(solve::SOLVE_VERB),
        film: Some(film::film),
        ..GameSpec::new(
            Text::new("Le jeu de Nim", "Nim"),
            verb_texts!(
                "Nim",
                "Nim",
                "prise par prise",
                "move by move",
                "nombres d'allumettes prises, séparés",
                "numbers of matches taken"
            ),
            &[MATCHES.list_option_spec("2..30"), TAKES.option_spec()],
            &[
                (
                    "simulate nim --matches 2..30 --csv nim.csv",
                    "de 2 à 30 allumettes, dans un tableau",
                    "from 2 to 30 matches, in a table",
                ),
                (
                    "show nim --players random,perfect --deal 5",
                    "la partie 5 de cette simulation",
                    "game 5 of that simulation",
                ),
                (
                    "play nim --players human,random --save game.txt",
                    "en enregistrant la partie",
                    "with the game saved to a file",
                ),
                (
                    "check-solution nim student.csv --matches 25",
                    "contre les valeurs exactes",
                    "against the exact values",
                ),
            ],
            chapter::CHAPTER,
        )
    };

    fn greeting(&self) -> Sentence {
        match self.matches() {
            1 => Sentence::new(
                "Il y a 1 allumette sur la table.",
                "There is 1 match on the table.",
            ),
            matches => Sentence::new(
                format!("Il y a {matches} allumettes sur la table."),
                format!("There are {matches} matches on the table."),
            ),
        }
    }

    /// Returns the matches in groups of five and, after the first move, the number of matches left.
    #[doc(alias = "afficher_plateau")]
    fn board_text(session: &Session<Self>, lang: Lang) -> String {
        let left = session.state().matches();
        let mut lines = Vec::new();
        if (1..=MAX_DRAWN).contains(&left) {
            lines.push(matches_picture(left));
        }
        if !session.plies().is_empty() && session.end().is_none() || left > MAX_DRAWN {
            lines.push(matches_left_text(left, lang));
        }
        lines.join("\n")
    }

    fn state_text(&self, lang: Lang) -> String {
        if self.matches() > MAX_DRAWN {
            matches_left_text(self.matches(), lang)
        } else {
            self.to_string()
        }
    }

    #[doc(alias = "choix_humain")]
    fn prompt(&self) -> Sentence {
        let (player, takes) = (
            self.to_play().number(),
            takes_text(self.takes().possible_takes(self.matches())),
        );
        Sentence::new(
            format!(
                "Joueur {player}, combien d'allumettes retirez-vous ({}) ? ",
                takes.fr()
            ),
            format!(
                "Player {player}, how many matches do you take ({})? ",
                takes.en()
            ),
        )
    }

    fn refusal_text(&self, refusal: &NimRefusal) -> Sentence {
        Sentence::from_fn(|lang| {
            let (take, why) = match refusal {
                NimRefusal::NotInTakeSet(take, takes) => (
                    take,
                    lang.either("seulement ", "only ") + &takes_text(takes.as_slice()).say(lang),
                ),
                NimRefusal::NotEnoughMatches(take, left) => (
                    take,
                    either!(lang, "il n'en reste que {left}", "only {left} left"),
                ),
            };
            let take = matches_text(lang, *take);
            lang.either(
                format!("On ne peut pas retirer {take} : {why}."),
                format!("You cannot take {take}: {why}."),
            )
        })
    }

    #[doc(alias = "afficher_choix")]
    fn dialogue_move_text(&self, take: u32, _: PlayerSpec) -> Option<Sentence> {
        let player = self.to_play().number();
        Some(Sentence::new(
            format!(
                "Le joueur {player} retire {}.",
                matches_text(Lang::Fr, take)
            ),
            format!("Player {player} takes {}.", matches_text(Lang::En, take)),
        ))
    }

    fn hint(session: &Session<Self>) -> Option<Sentence> {
        let state = session.state();
        let solution = NimSolution::new(state.takes(), state.matches());
        let best = solution.best_takes(state.matches());
        let value = solution
            .value(state.matches())
            .filter(|_| !best.is_empty())?;
        Some(Sentence::from_fn(|lang| winner_text(value, &best, lang)))
    }

    fn rules_text(&self) -> Sentence {
        let takes = self.takes();
        let most = takes.as_slice().last().copied().unwrap_or_default();
        Sentence::from_fn(|lang| {
            let (takes, of_most) = (
                takes_text(takes.as_slice()).say(lang),
                match_noun(lang, most),
            );
            either!(
                lang,
                "À tour de rôle, chacun retire {takes} {of_most}. Qui prend la dernière gagne.
S'il en reste trop peu pour jouer, la partie est nulle.
  {most:<15}retirer {most} {of_most}",
                "In turn, each player takes {takes} {of_most}. Whoever takes the last one wins.
When too few are left to take any, the game is a draw.
  {most:<15}take {most} {of_most}"
            )
        })
    }

    fn move_explanation(&self, take: u32, _: &Self) -> Sentence {
        let (player, take) = (self.to_play().number(), take.into());
        Sentence::new(
            format!(
                "Le joueur {player} prend {}",
                Lang::Fr.count_with_noun(take, "allumette", "allumettes")
            ),
            format!(
                "Player {player} takes {}",
                Lang::En.count_with_noun(take, "match", "matches")
            ),
        )
    }
}

/// Formats a number of matches without digit grouping, as it is typed.
pub fn matches_text(lang: Lang, number: u32) -> String {
    format!("{number} {}", match_noun(lang, number))
}

fn matches_left_text(left: u32, lang: Lang) -> String {
    let are = lang.plural_form(left.into(), "is", "are");
    let matches = matches_text(lang, left);
    either!(
        lang,
        "Il reste {matches} sur la table.",
        "{matches} {are} left on the table."
    )
}

fn match_noun(lang: Lang, number: u32) -> &'static str {
    let [one, many] = if lang == Lang::Fr {
        ["allumette", "allumettes"]
    } else {
        ["match", "matches"]
    };
    lang.plural_form(number.into(), one, many)
}

/// Draws matches in groups of five, `||||| ||||| |||`, in as many lines as necessary.
fn matches_picture(count: u32) -> String {
    let groups = (0..count)
        .step_by(5)
        .map(|first| "|".repeat(5.min(count - first) as usize));
    groups
        .collect::<Vec<_>>()
        .chunks(GROUPS_PER_LINE)
        .map(|line| line.join(" "))
        .collect::<Vec<_>>()
        .join("\n")
}
