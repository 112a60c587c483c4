//! The settings and the verbs of every game of two players, and the topic that it is.

use super::chapter::{self, NAMES, figure};
use super::game::{About, Duel};
use super::said::{self, and_over};
use super::table::ask_start;
use crate::lang::help::Group;
use crate::lang::{Lang, Problem, Text, either};
use crate::play::{Playable, resume};
use crate::report::Figures;
use crate::topics::course::{Told, in_file, words};
use crate::topics::given::Given;
use crate::topics::setting::{Opt, Said, Setting, Takes};
use crate::topics::verb::{Answer, FileArg, Play, Simulate, Verb};
use crate::topics::words::WINNER;
use crate::topics::{StudyRuns, Topic, course};
use pioche_engine::experiments::duel::{Match, Pairing};
use pioche_engine::games::Memory;
use pioche_engine::players::SeatError;
use pioche_engine::sim::Seed;

pub const fn topic<G: Duel>() -> Topic {
    let About { simulate, show: shown, file, play } = G::ABOUT;
    let file = FileArg { help: file, required: false, without: &["players", "seed", "deal"] };
    Topic {
        name: G::TOPIC,
        alias: None,
        study: study::<G>,
        words: G::WORDS,
        examples: G::EXAMPLES,
        says: chapter::says,
        note: |_| G::MAX_PLIES.map(|_| chapter::RULE),
        chapter: G::CHAPTER,
        figures: Figures { names: NAMES, draw: figure::<G> },
        simulate: Simulate {
            about: simulate,
            options: G::SIMULATE,
            row: WINNER.many("player1,draw"),
            question: |given| Ok(vec![G::boxed(game(given, start(given)?)?)]),
        },
        solve: Some(G::SOLVE),
        show: Some(Verb::shows(shown, file, G::SHOW, show::<G>)),
        own: &[],
        play: Some(Play {
            about: play,
            file: None,
            options: G::PLAY,
            dealt: true,
            opening: Some(ask_start::<G>),
            start: |given| {
                let Pairing(players) = given.get(&SEATS)?;
                Ok(start::<G>(given)?.record(players))
            },
            resume: resume::<G>,
        }),
    }
}

fn study<G: Duel>() -> StudyRuns {
    let game = |(start, players)| Match::new(start, players, None, Memory::default()).ok();
    G::study().into_iter().filter_map(game).map(|game| (G::boxed(game), 20_000)).collect()
}

/// The game in the file, or else the game of this number of a simulation, move by move.
fn show<G: Duel>(given: &Given<'_>) -> Result<Answer, Problem> {
    let (start, moves) = match &given.file {
        Some(file) => in_file(file, || start(given), words)?,
        None => {
            let start: G = start(given)?;
            let played = game(given, start.clone())?.game(Seed(given.seed), given.deal);
            (start, played.plies)
        }
    };
    let explained = |before: &G, mv, after: &G| and_over(&before.done(mv, after), after);
    let answer = course::told(Told { state: start.clone(), explained }, &moves, given);
    Ok(answer.filmed(move |wanted| course::film(start.stage(&moves), &moves, wanted)))
}

pub const PLAYERS: Setting = Setting::of("players", Text::new("joueurs", "players"), "P,P")
    .said(Said::As(against))
    .help(
        "Les joueurs, le joueur 1 en premier : au hasard (random), glouton (greedy), parfait (perfect), minimax:d \
         (d coups d'avance, 100 au plus), mcts:n (n parties essayées par coup, 1 000 000 au plus)",
        "The players, player 1 first: random, greedy, perfect, minimax:d (d moves ahead, at most 100), mcts:n (n games \
         tried for each move, at most 1,000,000)",
    )
    .default("random,random")
    .offers(&["random,random", "greedy,random", "perfect,random", "perfect,greedy", "perfect,perfect"])
    .takes(Takes::Text(|text| pairing(text, "")));

pub const SEATS: Setting = PLAYERS
    .help(
        "Qui joue, joueur 1 puis joueur 2 : human (humain), random (hasard), greedy (glouton), perfect (parfait), \
         minimax:d (d coups d'avance, 100 au plus) ou mcts:n (n parties essayées par coup, 1 000 000 au plus)",
        "Who plays, player 1 first: human, random, greedy, perfect, minimax:d (d moves ahead, at most 100) or mcts:n \
         (n games tried for each move, at most 1,000,000)",
    )
    .default("human,human")
    .offers(&["human,human", "human,perfect", "perfect,human", "human,mcts:1000", "human,random"])
    .takes(Takes::Text(|text| pairing(text, "human, ")));

pub const MAX_PLIES: Setting = Setting::of("max_plies", Text::new("coups au plus", "moves at most"), "N")
    .said(Said::Counted(Text::new("coup au plus", "move at most"), Text::new("coups au plus", "moves at most")))
    .help(
        "Laisse indécises les parties qui ne sont pas finies après N coups",
        "Leave games unresolved that have not ended after N moves",
    )
    .group(Group::Many)
    .default("1000")
    .takes(Takes::Count { least: 1, most: 1_000_000_000_000_000 });

/// Two players; `besides` names those whom a simulation does not have.
fn pairing(text: &str, besides: &str) -> Result<String, Problem> {
    text.parse::<Pairing>().map(|pairing| pairing.to_string()).map_err(|_| {
        Problem::said(
            format!(
                "« {text} » ne désigne pas deux joueurs comme random,perfect ({besides}random, greedy, perfect, \
                 minimax:d, mcts:n, d de 1 à 100, n de 1 à 1 000 000)",
            ),
            format!(
                "“{text}” does not name two players such as random,perfect ({besides}random, greedy, perfect, \
                 minimax:d, mcts:n, d from 1 to 100, n from 1 to 1,000,000)",
            ),
        )
    })
}

pub const WHO: Setting = PLAYERS.help(
    "Les joueurs de la simulation dont on montre la partie, le joueur 1 en premier : au hasard (random), glouton \
     (greedy), parfait (perfect), minimax:d, mcts:n",
    "The players of the simulation whose game is shown, player 1 first: random, greedy, perfect, minimax:d, mcts:n",
);

pub fn start<G: Duel>(given: &Given<'_>) -> Result<G, Problem> {
    let size: u64 = given.get(G::SIZE)?;
    let value = |opt: &Opt| Ok(format!(" {}={}", opt.setting.key, given.get::<String>(opt.setting)?));
    let others = G::OTHERS.iter().map(value).collect::<Result<String, Problem>>()?;
    let start = G::from_text(&format!(" {}={size}{others}", G::SIZE.key));
    start.ok_or_else(|| G::SIZE.refused(&size.to_string()))
}

/// The match that was asked for, from this start, if the players can take their seats.
fn game<G: Duel>(given: &Given<'_>, start: G) -> Result<Match<G>, Problem> {
    let game = Match::new(start, given.get(&PLAYERS)?, given.maybe(&MAX_PLIES)?, given.memory);
    let seatless = |error: SeatError<G::TooHard>| match error {
        SeatError::NobodyThere => Problem::said(
            "personne n'est là pour jouer : une simulation n'a pas de joueur humain",
            "nobody is there to play: a simulation has no human player",
        ),
        SeatError::Unsolved(error) => Problem::Said(G::too_hard(&error)),
    };
    game.map_err(|error| Problem::argument("--players", seatless(error)))
}

fn against(lang: Lang, players: &str) -> String {
    let against = Text::new(" contre ", " against ").of(lang);
    players.split(',').map(|player| called(lang, player)).collect::<Vec<_>>().join(against)
}

fn called(lang: Lang, player: &str) -> String {
    match player.split_once(':') {
        Some(("minimax", depth)) => either!(lang, "minimax à {depth} coups", "minimax {depth} moves deep"),
        Some(("mcts", games)) => {
            either!(lang, "recherche arborescente à {games} essais", "tree search of {games} trials")
        }
        _ => said::PLAYERS.iter().find(|word| word.key == player).map_or(player, |word| word.label.of(lang)).to_owned(),
    }
}
