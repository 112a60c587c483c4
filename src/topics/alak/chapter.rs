//! The chapter of Alak: results of perfect play, then of random players.

use super::TOPIC;
use super::solve::{
    empty_board_value_figure as picture_of_values, empty_board_value_table, solved_empty_boards,
};
use crate::lang::{Glossary, Lang, Text, either, join_list};
use crate::report::page::*;
use crate::topics::duel::chapter::{
    FIGURE_NAMES, REPETITION_NOTE, exact_and_measured, match_table, outcome_figure,
};
use pioche_engine::experiments::Match;
use pioche_engine::games::alak::solve::AlakValue;
use pioche_engine::games::alak::{AlakRules, AlakState, Edge, OwnGroupRule};
use pioche_engine::sim::Summary;
use pioche_engine::stats::compare::{equal_outcomes_p_value, two_sample_p_value};

pub const CHAPTER: Chapter = Chapter {
    extra_tables: Some(|| vec![(VALUES, empty_board_value_table())]),
    ..Chapter::new(Some(HandoutPart(2, 0)), page, |runs, tests, lang| {
        finding(runs, tests, lang).into_iter().collect()
    })
};

const VALUES: &str = "alak-values";

const TITLE: Text = Text::new("Alak, le go à une dimension", "Alak, one-dimensional Go");
const RULES: Text = Text::new(
    "À tour de rôle, chaque joueur pose un pion sur une case vide d'une rangée. Un groupe adverse qui touche ce pion et n'a \
     plus de case vide voisine est capturé ; son propriétaire ne peut pas rejouer sur ces cases au coup suivant. La partie \
     finit quand le joueur au trait ne peut plus poser ; celui qui a le plus de pions gagne. La rangée est une **ligne** ou \
     un **anneau** (bonus 3.1) ; un groupe que son propre joueur prive de sa dernière case vide est **épargné**, ou \
     **capturé** (bonus 3.2, sans la règle 3).",
    "In turn, each player places a stone on an empty cell of a row. An opposing group that touches this stone and \
     has no empty cell next to it is captured; its owner may not play on these cells on the next turn. The game ends \
     when the player to move cannot place a stone, and the player with more stones wins. The row is a **line** or a \
     **ring** (bonus 3.1); a group that its own player deprives of its last empty cell is **spared**, or \
     **captured** (bonus 3.2, without rule 3).",
);
const VALUE_QUESTION: Text = Text::new(
    "Qui gagne si les deux joueurs jouent au mieux ?",
    "Who wins if both players play their best?",
);
const VALUE_PICTURE: StudyFigure = StudyFigure::new(
    VALUES,
    "Valeur exacte du plateau vide, selon son nombre de cases, dans les quatre variantes",
    "Exact value of the empty board, by its number of cells, in the four variants",
    |_, lang| Some(picture_of_values(lang)),
);
const VALUE_ANSWER: Text = Text::new(
    "Les valeurs viennent d'une analyse rétrograde de toutes les positions. Chaque joueur préfère gagner, sinon faire \
     nulle, sinon prolonger la partie sans fin. « Infinie » : aucun joueur ne peut imposer le gain ni la nulle, mais \
     chacun peut éviter de perdre en prolongeant la partie sans fin. Dans `alak-values.csv`, `low` est la plus grande \
     avance finale, en pions, que le joueur 1 peut imposer ; `high` est la plus petite avance du joueur 1 que le \
     joueur 2 peut imposer.",
    "The values come from a retrograde analysis of all positions. Each player prefers a win, then a draw, then \
     endless play. “Endless”: neither player can force a win or a draw, but each can avoid losing by playing on \
     forever. In `alak-values.csv`, `low` is the largest final lead, in stones, that player 1 can force; `high` is \
     the smallest lead of player 1 that player 2 can force.",
);
const QUESTION: Text = Text::new(
    "Qui gagne si les deux joueurs jouent au hasard ?",
    "Who wins if both players play at random?",
);
const SHARES: StudyFigure = StudyFigure::new(
    "alak-shares",
    "Part des victoires de chaque joueur et des nulles selon le nombre de cases, dans les quatre variantes",
    "Shares of wins of each player and of draws by number of cells, in the four variants",
    |summaries, lang| outcome_figure::<AlakState>(FIGURE_NAMES[0], summaries, lang),
);
const OUTCOMES: Text = Text::new(
    "Toutes les issues, avec leurs intervalles",
    "All outcomes, with their intervals",
);

const MOVES_NOTE: Text = Text::new(
    "L'intervalle d'une part couvre toutes les issues possibles des parties indécises. La moyenne des **coups joués** porte \
     sur toutes les parties ; une partie indécise y compte pour le nombre maximal de coups, 1 000. Dans \
     `alak-summary.csv`, c'est `plies_played` ; `plies` est la moyenne des seules parties finies.",
    "The interval of a share covers all possible outcomes of the unresolved games. The mean of the **moves played** is over \
     all games; an unresolved game counts with the maximum number of moves, 1,000. In `alak-summary.csv` it is \
     `plies_played`; `plies` is the mean of the games that ended.",
);

fn page(summaries: &[Summary], tests: &TestFamily, lang: Lang) -> Vec<Block> {
    let files = format!("{VALUES}.csv");
    let mut blocks = vec![
        chapter(TITLE, lang),
        paragraph(RULES, lang),
        handout_question("1", VALUE_QUESTION, lang),
    ];
    blocks.extend(answer([winners_text(lang)]));
    blocks.push(paragraph(VALUE_ANSWER, lang));
    blocks.push(figure_block(&VALUE_PICTURE, lang));
    blocks.push(data_links(&[&files], lang));
    blocks.push(command_block(
        &["for x in $(seq 1 12); do pioche solve alak --cells $x; done"],
        lang,
    ));
    blocks.push(handout_question("1", QUESTION, lang));
    blocks.extend(answer(chance_answer(summaries, tests, lang)));
    blocks.push(figure_block(&SHARES, lang));
    blocks.push(collapsible_table(
        OUTCOMES,
        match_table::<AlakState>(summaries, &["cells", "edge", "own_group"], lang),
        lang,
    ));
    blocks.push(paragraph(REPETITION_NOTE, lang));
    blocks.push(paragraph(MOVES_NOTE, lang));
    blocks.extend([
        data_links(&["alak.csv", "alak-summary.csv"], lang),
        reproduction_commands(summaries, &["cells"], lang),
    ]);
    blocks
}

/// States the numbers of cells for each value of best play, by the handout's rules.
fn winners_text(lang: Lang) -> String {
    let by_rules =
        |rules: AlakRules| rules.edge == Edge::Line && rules.own_group == OwnGroupRule::Spared;
    let cells = |wanted: AlakValue| {
        let boards = solved_empty_boards()
            .iter()
            .filter(|board| by_rules(board.rules) && board.bounds.value() == wanted);
        let cells: Vec<_> = boards.map(|board| board.rules.cells.get()).collect();
        join_list(&cells, &lang.either("ou", "or"))
    };
    let [one, two, draw, endless] = [
        AlakValue::Player1,
        AlakValue::Player2,
        AlakValue::Draw,
        AlakValue::Endless,
    ]
    .map(cells);
    either!(
        lang,
        "Sur une ligne, avec les règles du sujet, le joueur 1 gagne avec {one} cases, le joueur 2 avec {two} ; la partie est \
         nulle avec {draw} cases, infinie avec {endless}.",
        "On a line, with the handout's rules, player 1 wins with {one} cells and player 2 with {two}; the game is a draw with \
         {draw} cells and endless with {endless}."
    )
}

/// Returns the run of the handout's example, a line of 9 cells, with this rule for own groups.
fn example_summary(summaries: &[Summary], own_group: OwnGroupRule) -> Option<&Summary> {
    let rules = |run: &Match<AlakState>| run.initial_state().rules();
    let is_example = |rules: AlakRules| {
        rules.cells.get() == 9 && rules.edge == Edge::Line && rules.own_group == own_group
    };
    find_run(summaries, |run| is_example(rules(run)))
}

fn chance_answer(summaries: &[Summary], tests: &TestFamily, lang: Lang) -> Option<String> {
    let summary = example_summary(summaries, OwnGroupRule::Spared)?;
    let [first, second] = [
        summary.named_proportion("player1")?,
        summary.named_proportion("player2")?,
    ]
    .map(|of| of.proportion);
    // A test of the counts is only necessary if the exact probabilities are unknown.
    let exact = summary
        .exact_value("player1")
        .zip(summary.exact_value("player2"));
    let (is_uneven, player1_leads) = match exact {
        Some((one, two)) => (one != two, one > two),
        None => (
            tests.is_significant(equal_outcomes_p_value(first, second)),
            first.count > second.count,
        ),
    };
    let [first, second] = [first.count, second.count];
    let (one, two) = (
        exact_and_measured(summary, "player1", lang)?,
        exact_and_measured(summary, "player2", lang)?,
    );
    let deals = lang.integer(summary.deals);
    let leader = TOPIC
        .glossary
        .translate(lang, if player1_leads { "player1" } else { "player2" });
    // The difference of two shares that add up to 1 over n games has a standard error of at most sqrt(1/n).
    let error = (1.0 / (first + second).max(1) as f64).sqrt();
    let shows = tests.power_note_in_points(error, lang);
    Some(match is_uneven {
        true => either!(
            lang,
            "Sur les 9 cases de l'exemple du sujet, le **{leader}** gagne plus souvent : joueur 1, {one} ; joueur 2, {two} \
             ({deals} parties).",
            "On the 9 cells of the handout's example **{leader}** wins more often: player 1, {one}; player 2, {two} ({deals} \
             games)."
        ),
        false => either!(
            lang,
            "Sur les 9 cases de l'exemple du sujet, joueur 1, {one} ; joueur 2, {two} ({deals} parties) ; la différence \
             n'est pas significative {shows}.",
            "On the 9 cells of the handout's example, player 1, {one}; player 2, {two} ({deals} games); the difference is \
             not significant {shows}."
        ),
    })
}

fn finding(summaries: &[Summary], tests: &TestFamily, lang: Lang) -> Option<Finding> {
    let (spared, captured) = (
        example_summary(summaries, OwnGroupRule::Spared)?,
        example_summary(summaries, OwnGroupRule::Captured)?,
    );
    let (one, other) = (
        spared.named_proportion("draw")?,
        captured.named_proportion("draw")?,
    );
    let (with_rule, without) = (
        exact_and_measured(spared, "draw", lang)?,
        exact_and_measured(captured, "draw", lang)?,
    );
    let shows = tests.power_note_for_shares(spared.deals.min(captured.deals), lang);
    let differ = match spared.exact_value("draw").zip(captured.exact_value("draw")) {
        Some((with_rule, without)) => with_rule != without,
        None => tests.is_significant(two_sample_p_value(one.proportion, other.proportion)),
    };
    let doubt = match differ {
        true => String::new(),
        false => either!(
            lang,
            " ; la différence n'est pas significative {shows}",
            "; the difference is not significant {shows}"
        ),
    };
    let says = either!(
        lang,
        "À Alak, sur 9 cases, la part des parties nulles entre deux joueurs aléatoires est de {with_rule} ; **sans la règle \
         3**, {without}{doubt}.",
        "In Alak on 9 cells the share of draws between two random players is {with_rule}; **without rule 3**, {without}{doubt}."
    );
    let bars = [("spared", spared), ("captured", captured)];
    let bars = bars.map(|(word, run)| {
        let rule = TOPIC.glossary.translate(lang, word);
        let label = either!(lang, "groupe {rule}", "own group {rule}");
        exact_or_estimate_bar(label, run, "draw", lang)
    });
    Some(Finding {
        rank: 100,
        statement: says,
        bars: bars.into_iter().flatten().collect(),
        commands: distinct_commands([spared, captured]),
    })
}
