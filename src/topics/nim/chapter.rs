//! The chapter of Nim: results of perfect play, then of random players.

use crate::lang::{Glossary, Lang, Say, Text, either};
use crate::report::page::*;
use crate::topics::duel::chapter::{FIGURE_NAMES, exact_and_measured, match_table, outcome_figure};
use crate::topics::duel::messages::pairing_text;
use crate::topics::duel::options::VerbOptions;
use pioche_engine::experiments::{Match, Pairing};
use pioche_engine::games::nim::NimState;
use pioche_engine::players::PlayerSpec;
use pioche_engine::sim::Summary;

pub const CHAPTER: Chapter = Chapter::new(Some(HandoutPart(4, 0)), page, |runs, _, lang| {
    finding(runs, lang).into_iter().collect()
});

const TITLE: Text = Text::new("Le jeu de Nim (prendre 2 ou 3)", "Nim (take 2 or 3)");
const RULES: Text = Text::new(
    "Deux joueurs ramassent à tour de rôle 2 ou 3 allumettes. Celui qui prend la dernière a gagné ; s'il en reste \
     une seule, la partie est nulle. Le joueur 1 commence.",
    "Two players take 2 or 3 matches in turn. The player who takes the last one wins; if one is left, the game is a \
     draw. Player 1 begins.",
);
const VALUE_QUESTION: Text = Text::new(
    "Version 2 : qui gagne si l'on joue au mieux ?",
    "Version 2: who wins with best play?",
);
const VALUE_ANSWER: Text = Text::new(
    "Le joueur au trait perd quand le nombre d'allumettes est un multiple de 5, gagne quand le reste de la division \
     par 5 est 2 ou 3, et fait nulle sinon : la période 5 découle de la relation de récurrence.",
    "The player to move loses when the number of matches is a multiple of 5, wins when the remainder on division by \
     5 is 2 or 3, and draws otherwise: the period 5 follows from the recurrence.",
);
const QUESTION: Text = Text::new(
    "Version 1 : que donnent des joueurs aléatoires, entre eux et contre un joueur parfait ?",
    "Version 1: how do random players fare against each other and against a perfect player?",
);
const SHARES: StudyFigure = StudyFigure::new(
    "nim-shares",
    "Part des victoires de chaque joueur et des nulles selon le nombre d'allumettes, pour chaque paire de joueurs",
    "Shares of wins of each player and of draws by number of matches, for each pair of players",
    |summaries, lang| outcome_figure::<NimState>(FIGURE_NAMES[0], summaries, lang),
);
const OUTCOMES: Text = Text::new(
    "Toutes les issues, exactes et estimées",
    "All outcomes, exact and estimated",
);

fn page(summaries: &[Summary], _: &TestFamily, lang: Lang) -> Vec<Block> {
    let mut blocks = vec![
        chapter(TITLE, lang),
        paragraph(RULES, lang),
        question(VALUE_QUESTION, lang),
    ];
    blocks.extend(answer([VALUE_ANSWER.say(lang)]));
    blocks.push(command_block(&["pioche solve nim"], lang));
    blocks.push(question(QUESTION, lang));
    let pairs = [
        [PlayerSpec::Random, PlayerSpec::Random],
        [PlayerSpec::Perfect, PlayerSpec::Random],
        [PlayerSpec::Random, PlayerSpec::Perfect],
    ];
    blocks.extend(answer(
        pairs
            .iter()
            .filter_map(|players| chance_answer(summaries, players, lang)),
    ));
    blocks.push(figure_block(&SHARES, lang));
    blocks.push(collapsible_table(
        OUTCOMES,
        match_table::<NimState>(summaries, &["matches", "players"], lang),
        lang,
    ));
    blocks.extend([
        data_links(&["nim.csv", "nim-summary.csv"], lang),
        reproduction_commands(summaries, &["matches"], lang),
    ]);
    blocks
}

fn chance_answer(summaries: &[Summary], players: &[PlayerSpec; 2], lang: Lang) -> Option<String> {
    let summary = find_match(summaries, *players)?;
    let [one, two, draw] =
        ["player1", "player2", "draw"].map(|outcome| exact_and_measured(summary, outcome, lang));
    let (one, two, draw) = (one?, two?, draw?);
    let pair = pairing_text(lang, Pairing(*players));
    Some(match lang {
        Lang::Fr => format!(
            "**25 allumettes, {pair}** : joueur 1, {one} ; joueur 2, {two} ; nulles, {draw}."
        ),
        Lang::En => {
            format!("**25 matches, {pair}**: player 1, {one}; player 2, {two}; draws, {draw}.")
        }
    })
}

/// Returns the run with the handout's 25 matches and these players.
fn find_match(summaries: &[Summary], players: [PlayerSpec; 2]) -> Option<&Summary> {
    find_run(summaries, |run: &Match<NimState>| {
        run.initial_state().matches() == 25 && run.players() == Pairing(players)
    })
}

fn finding(summaries: &[Summary], lang: Lang) -> Option<Finding> {
    let run = find_match(summaries, [PlayerSpec::Perfect, PlayerSpec::Random])?;
    let bars = ["player1", "draw", "player2"].map(|outcome| {
        exact_or_estimate_bar(
            VerbOptions::<NimState>::GLOSSARY.translate(lang, outcome),
            run,
            outcome,
            lang,
        )
    });
    let (chance, won) = (
        exact_outcome_text(run, "player1", lang)?,
        proportion_text(run.named_proportion("player1"), lang),
    );
    let says = either!(
        lang,
        "Au jeu de Nim avec 25 allumettes, **le joueur 1 perd contre un joueur parfait**. Contre un joueur aléatoire, \
         un joueur 1 parfait, qui choisit au hasard parmi les coups qui se valent, gagne pourtant {chance} des parties \
         (valeur exacte ; estimée : {won}).",
        "In Nim with 25 matches, **player 1 loses against perfect play**. Against a random player, however, a perfect \
         player 1, who chooses at random among equally good moves, still wins {chance} of the games (exact; estimated: \
         {won})."
    );
    Some(Finding {
        rank: 90,
        statement: says,
        bars: bars.into_iter().flatten().collect(),
        commands: distinct_commands([run]),
    })
}
