//! The chapter of the patience.

use super::answers::{by_rule, change_table, exchange_answer, improved_answer, mean_answer, mean_table, place_answer};
use super::answers::{variant, win_answer, win_table, worse};
use super::figures::FIGURES;
use super::findings::findings;
use super::players;
use crate::lang::{Lang, Text};
use crate::report::page::{
    Block, Chapter, Handout, Picture, answer, chapter, data, folded, picture, question, remade, told,
};
use pioche_engine::experiments::alliances::{GAIN_CURVE, PILES_CURVE, PLACE_CURVE, WIN_CURVE};
use pioche_engine::sim::Summary;

/// The chapter of the patience.
pub const CHAPTER: Chapter = Chapter::of(Some(Handout(0, 5)), page, findings);

const TITLE: Text = Text::new("La réussite des alliances", "La réussite des alliances (a patience)");
const RULES: Text = Text::new(
    "On pose les cartes une à une ; un tas placé entre deux cartes de même couleur ou de même valeur (une « alliance ») saute \
     sur le tas à sa gauche, le saut le plus à gauche d'abord. On gagne s'il reste au plus `nb_tas_max` tas quand la pioche, \
     c'est-à-dire le paquet, est épuisée ; dans la règle officielle, `nb_tas_max` vaut 2.",
    "Cards are laid one by one; a pile that lies between two cards of the same suit or of the same rank (an “alliance”) \
     jumps onto the pile at its left, the leftmost jump first. The game is won when at most `nb_tas_max` piles remain once \
     the stock, that is the pack, is used up; the official rule asks for 2.",
);
const EXCHANGE_QUESTION: Text = Text::new(
    "5.1 Améliorer un mélange en trichant « un peu » : qu'apporte le meilleur échange de deux cartes consécutives ?",
    "5.1 Cheating “a little”: what does the best exchange of two neighbouring cards bring?",
);
const GAIN: Picture = Picture {
    file: "alliances-gain",
    shows: Text::new(
        "Tas gagnés par le meilleur changement de la pioche, pour chaque jeu de cartes",
        "Piles gained by the best change of the stock, for each pack",
    ),
    draw: |summaries, lang| (FIGURES.draw)(GAIN_CURVE, &of(summaries, by_rule), lang),
};
const PLACE_QUESTION: Text =
    Text::new("5.1 Où se trouve cet échange dans la pioche ?", "5.1 Where in the stock does that exchange lie?");
const PLACE: Picture = Picture {
    file: "alliances-place",
    shows: Text::new(
        "Indice de la première des deux cartes échangées, pour chaque jeu de cartes",
        "Index of the first of the two cards exchanged, for each pack",
    ),
    draw: |summaries, lang| (FIGURES.draw)(PLACE_CURVE, &changed_by(summaries, "exchange"), lang),
};
const OTHER_CHANGES_QUESTION: Text = Text::new(
    "5.2 En trichant un peu plus : échanger deux cartes quelconques, ou en déplacer une, améliore-t-il beaucoup ?",
    "5.2 Cheating a little more: how much better is it to exchange any two cards, or to move one?",
);
const IMPROVED: Picture = Picture {
    file: "alliances-improved",
    shows: Text::new(
        "Probabilité de gagner selon le nombre de tas permis, sans et avec chacun des changements",
        "Probability of winning against the piles allowed, without and with each of the changes",
    ),
    draw: |summaries, lang| (FIGURES.draw)(WIN_CURVE, &of(summaries, by_rule), lang),
};
const CHANGES: Text = Text::new("Tous les changements, avec leurs intervalles", "All changes, with their intervals");
const MEAN_QUESTION: Text = Text::new(
    "5.4 Quels sont la moyenne, le minimum et le maximum du nombre de tas ?",
    "5.4 What are the mean, the least and the largest number of piles?",
);
const PILES: Picture = Picture {
    file: "alliances-piles",
    shows: Text::new(
        "Part des donnes qui finissent avec chaque nombre de tas, pour chaque jeu de cartes",
        "Share of the deals that end with each number of piles, for each pack",
    ),
    draw: |summaries, lang| (FIGURES.draw)(PILES_CURVE, &changed_by(summaries, "none"), lang),
};
const WIN_QUESTION: Text = Text::new(
    "5.5 Quelle est la probabilité de gagner, pour chaque nombre maximum de tas autorisé ?",
    "5.5 What is the probability of winning, for each number of piles allowed?",
);
const WIN: Picture = Picture {
    file: "alliances-win",
    shows: Text::new(
        "Probabilité de gagner selon le nombre de tas permis, pour chaque jeu de cartes",
        "Probability of winning against the number of piles allowed, for each pack",
    ),
    draw: |summaries, lang| (FIGURES.draw)(WIN_CURVE, &changed_by(summaries, "none"), lang),
};
const THRESHOLDS: Text = Text::new("Quelques nombres de tas permis", "Some numbers of piles allowed");

/// The chapter, in the handout's order.
fn page(summaries: &[Summary], lang: Lang) -> Vec<Block> {
    let (summaries, played): (Vec<&Summary>, Vec<&Summary>) = summaries.iter().partition(|summary| by_rule(summary));
    let plain: Vec<&Summary> = summaries.iter().copied().filter(|summary| variant(summary) == "none").collect();
    let changed: Vec<&Summary> = summaries.iter().copied().filter(|summary| variant(summary) != "none").collect();
    let exchanged: Vec<&Summary> = changed.iter().copied().filter(|summary| variant(summary) == "exchange").collect();
    let others = || changed.iter().copied().filter(|summary| variant(summary) != "exchange");
    let files = || data(&["alliances.csv", "alliances-summary.csv"], lang);
    let mut blocks = vec![chapter(TITLE, lang), told(RULES, lang), question(EXCHANGE_QUESTION, lang)];
    blocks.extend(answer(exchanged.iter().filter_map(|summary| exchange_answer(summary, &plain, lang))));
    blocks.push(Block::Paragraph(worse(&changed, lang)));
    blocks.push(picture(&GAIN, lang));
    blocks.extend([files(), remade(exchanged.iter().copied(), &[], lang), question(PLACE_QUESTION, lang)]);
    blocks.extend(answer(exchanged.iter().filter_map(|summary| place_answer(summary, lang))));
    blocks.push(picture(&PLACE, lang));
    blocks.push(question(OTHER_CHANGES_QUESTION, lang));
    blocks.extend(answer(others().filter_map(|summary| improved_answer(summary, &plain, lang))));
    blocks.push(folded(CHANGES, change_table(&changed, &plain, lang), lang));
    blocks.push(picture(&IMPROVED, lang));
    blocks.extend([files(), remade(others(), &[], lang), question(MEAN_QUESTION, lang)]);
    blocks.extend(answer(plain.iter().filter_map(|summary| mean_answer(summary, lang))));
    blocks.push(mean_table(&plain, lang));
    blocks.push(picture(&PILES, lang));
    blocks.extend([files(), question(WIN_QUESTION, lang)]);
    blocks.extend(answer(plain.iter().filter_map(|summary| win_answer(summary, lang))));
    blocks.push(folded(THRESHOLDS, win_table(&plain, lang), lang));
    blocks.push(picture(&WIN, lang));
    blocks.extend([files(), remade(plain.iter().copied(), &[], lang)]);
    blocks.extend(players::page(&played, &plain, lang));
    blocks
}

/// Some of the runs.
pub(super) fn of(summaries: &[Summary], wanted: fn(&Summary) -> bool) -> Vec<Summary> {
    summaries.iter().filter(|summary| wanted(summary)).cloned().collect()
}

/// The runs of the rule with this change of the stock.
fn changed_by(summaries: &[Summary], change: &str) -> Vec<Summary> {
    of(summaries, by_rule).into_iter().filter(|summary| variant(summary) == change).collect()
}
