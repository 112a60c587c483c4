//! The chapter of Alak: perfect players, then random ones.

use super::TOPIC;
use super::solve::{empty_boards, picture as picture_of_values, values};
use crate::lang::{Glossary, Lang, Text, either};
use crate::report::page::*;
use crate::topics::duel::chapter::{NAMES, RULE, both, figure, matches};
use pioche_engine::experiments::Match;
use pioche_engine::games::alak::solve::AlakValue;
use pioche_engine::games::alak::{AlakRules, AlakState, Edge, OwnGroup};
use pioche_engine::sim::Summary;
use pioche_engine::stats::compare::{equally_probable, same};

pub const CHAPTER: Chapter = Chapter {
    tables: Some(|| vec![(VALUES, values())]),
    ..Chapter::new(Some(Handout(2, 0)), page, |runs, tests, lang| finding(runs, tests, lang).into_iter().collect())
};

const VALUES: &str = "alak-values";

const TITLE: Text = Text::new("Alak, le go à une dimension", "Alak, one-dimensional Go");
const RULES: Text = Text::new(
    "Chacun à son tour pose un pion sur une case vide d'une rangée ; un groupe adverse qui touche ce pion et n'a plus de case \
     vide voisine est pris. On ne repose pas tout de suite là où l'on vient d'être pris. Qui ne peut plus poser finit la partie, \
     et le joueur qui a le plus de pions gagne. La rangée est une **ligne** ou un **anneau** (bonus 3.1) ; le groupe que l'on \
     étouffe soi-même est **épargné**, ou **pris** (bonus 3.2, sans la règle 3).",
    "Each in turn puts a stone on an empty cell of a row; an opposing group that touches this stone and has no empty cell beside \
     it is captured. Where one has just been captured one may not put at once. Whoever cannot put a stone ends the game, and the player with \
     more stones wins. The row is a **line** or a **ring** (bonus 3.1); the group that one chokes oneself is **spared**, or \
     **captured** (bonus 3.2, without rule 3).",
);
const VALUE_QUESTION: Text =
    Text::new("1. Qui gagne si les deux joueurs jouent au mieux ?", "1. Who wins when both players play their best?");
const VALUE_PICTURE: Picture = Picture::new(
    VALUES,
    "Valeur exacte de la rangée vide, selon son nombre de cases, dans les quatre variantes",
    "Exact value of the empty row, by its number of cells, in the four variants",
    |_, lang| Some(picture_of_values(lang)),
);
const VALUE_ANSWER: Text = Text::new(
    "Analyse rétrograde de toutes les positions. La valeur est ce que chaque joueur peut s'assurer seul, quoi que fasse \
     l'autre : gagner, à défaut faire nulle, à défaut ne pas perdre en continuant sans fin. « Sans fin » veut dire que ni \
     l'un ni l'autre ne peut imposer ne serait-ce que la nulle, et que chacun peut l'empêcher. Dans `alak-values.csv`, `low` et \
     `high` sont les écarts avec lesquels le joueur 1 (au moins) et le joueur 2 (au plus) peuvent mettre fin à la partie.",
    "Retrograde analysis of all positions. The value is what each player can be sure of alone, whatever the other does: \
     to win, failing that to draw, failing that not to lose by going on for ever. “Endless” means that neither can force even a \
     draw, and each can keep the other from one. In `alak-values.csv`, `low` and `high` are the margins with \
     which player 1 (at least) and player 2 (at most) can make the game end.",
);
const QUESTION: Text =
    Text::new("1. Et si les deux joueurs jouent au hasard ?", "1. And when both players play at random?");
const SHARES: Picture = Picture::new(
    "alak-shares",
    "Part des victoires de chaque joueur et des nulles selon le nombre de cases, dans les quatre variantes",
    "Shares of wins of each player and of draws by number of cells, in the four variants",
    |summaries, lang| figure::<AlakState>(NAMES[0], summaries, lang),
);
const OUTCOMES: Text = Text::new("Toutes les issues, avec leurs intervalles", "All outcomes, with their intervals");

fn page(summaries: &[Summary], tests: &Tests, lang: Lang) -> Vec<Block> {
    let files = format!("{VALUES}.csv");
    let mut blocks = vec![chapter(TITLE, lang), paragraph(RULES, lang), question(VALUE_QUESTION, lang)];
    blocks.extend(answer([winners(lang)]));
    blocks.push(paragraph(VALUE_ANSWER, lang));
    blocks.push(picture(&VALUE_PICTURE, lang));
    blocks.push(data(&[&files], lang));
    blocks.push(see_with(&["for x in $(seq 1 12); do pioche solve alak --cells $x; done"], lang));
    blocks.push(question(QUESTION, lang));
    blocks.extend(answer(chances(summaries, tests, lang)));
    blocks.push(picture(&SHARES, lang));
    blocks.push(folded(OUTCOMES, matches::<AlakState>(summaries, &["cells", "edge", "own_group"], lang), lang));
    blocks.push(paragraph(RULE, lang));
    blocks.extend([data(&["alak.csv", "alak-summary.csv"], lang), reproduce_with(summaries, &["cells"], lang)]);
    blocks
}

/// On which rows each player can force a win, by the handout's rules.
fn winners(lang: Lang) -> String {
    let by_rules = |rules: AlakRules| rules.edge == Edge::Line && rules.own_group == OwnGroup::Spared;
    let told = |wanted: AlakValue| {
        let boards = empty_boards().iter().filter(|board| by_rules(board.rules) && board.bounds.value() == wanted);
        let cells: Vec<String> = boards.map(|board| board.rules.cells.get().to_string()).collect();
        let (cells, word) = (cells.join(", "), TOPIC.words.word(lang, wanted.word()));
        (!cells.is_empty()).then(|| either!(lang, "{word} : {cells}", "{word}: {cells}"))
    };
    let all = AlakValue::ALL.into_iter().filter_map(told);
    let all = all.collect::<Vec<_>>().join(if lang == Lang::Fr { " ; " } else { "; " });
    either!(
        lang,
        "Cela dépend du nombre de cases. Sur une ligne, avec les règles du sujet, {all} (nombres de cases).",
        "It depends on the number of cells. On a line, by the handout's rules, {all} (numbers of cells)."
    )
}

/// The games of the handout's example, on a line of 9 cells, with this rule about an own group.
fn example(summaries: &[Summary], own_group: OwnGroup) -> Option<&Summary> {
    let rules = |run: &Match<AlakState>| run.start().rules();
    let is_example =
        |rules: AlakRules| rules.cells.get() == 9 && rules.edge == Edge::Line && rules.own_group == own_group;
    run_of(summaries, |run| is_example(rules(run)))
}

fn chances(summaries: &[Summary], tests: &Tests, lang: Lang) -> Option<String> {
    let summary = example(summaries, OwnGroup::Spared)?;
    let [first, second] = [summary.proportion("player1")?, summary.proportion("player2")?].map(|of| of.proportion);
    // Where the law is known, it decides; else a test of the counts.
    let exact = summary.exact("player1").zip(summary.exact("player2"));
    let (is_uneven, player1_leads) = match exact {
        Some((one, two)) => (one != two, one > two),
        None => (tests.is_significant(equally_probable(first, second)), first.count > second.count),
    };
    let [first, second] = [first.count, second.count];
    let (one, two) = (both(summary, "player1", lang)?, both(summary, "player2", lang)?);
    let deals = lang.integer(summary.deals);
    let leader = TOPIC.words.word(lang, if player1_leads { "player1" } else { "player2" });
    // Of two shares that make up all of n games the difference has an error of the root of 1/n.
    let error = (1.0 / (first + second).max(1) as f64).sqrt();
    let shows = tests.power_in_points(error, lang);
    Some(match is_uneven {
        true => either!(
            lang,
            "Sur les 9 cases de l'exemple du sujet, le **{leader}** gagne plus souvent : joueur 1, {one} ; joueur 2, {two} \
             ({deals} parties).",
            "On the 9 cells of the handout's example **{leader}** wins more often: player 1, {one}; player 2, {two} ({deals} games)."
        ),
        false => either!(
            lang,
            "Sur les 9 cases de l'exemple du sujet, joueur 1, {one} ; joueur 2, {two} ({deals} parties) ; ces parties ne montrent \
             pas lequel gagne plus souvent {shows}.",
            "On the 9 cells of the handout's example, player 1, {one}; player 2, {two} ({deals} games); these games do not show who \
             wins more often {shows}."
        ),
    })
}

fn finding(summaries: &[Summary], tests: &Tests, lang: Lang) -> Option<Finding> {
    let (spared, captured) = (example(summaries, OwnGroup::Spared)?, example(summaries, OwnGroup::Captured)?);
    let (one, other) = (spared.proportion("draw")?, captured.proportion("draw")?);
    let (with_rule, without) = (both(spared, "draw", lang)?, both(captured, "draw", lang)?);
    let shows = tests.power_of_shares(spared.deals.min(captured.deals), lang);
    let differ = match spared.exact("draw").zip(captured.exact("draw")) {
        Some((with_rule, without)) => with_rule != without,
        None => tests.is_significant(same(one.proportion, other.proportion)),
    };
    let doubt = match differ {
        true => String::new(),
        false => either!(
            lang,
            " ; ces parties ne montrent pas que la part change {shows}",
            "; these games do not show that the share changes {shows}"
        ),
    };
    let says = either!(
        lang,
        "À Alak, sur 9 cases, la part des parties nulles entre deux joueurs au hasard est {with_rule} ; **sans la règle 3**, \
         {without}{doubt}.",
        "In Alak on 9 cells the share of draws between two random players is {with_rule}; **without rule 3**, {without}{doubt}."
    );
    let bars = [("spared", spared), ("captured", captured)];
    let bars = bars.map(|(word, run)| outcome_bar(TOPIC.words.word(lang, word), run, "draw", lang));
    Some(Finding {
        rank: 100,
        says,
        bars: bars.into_iter().flatten().collect(),
        commands: commands([spared, captured]),
    })
}
