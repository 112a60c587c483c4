//! The chapter of the patience.

use super::answers::{by_rule, change_table, exchange_answer, improved_answer, mean_answer, mean_table, place_answer};
use super::answers::{variant, win_answer, win_table, worse};
use super::figures::FIGURES;
use super::findings::findings;
use super::players;
use crate::draw::Figure;
use crate::lang::{Lang, Text};
use crate::report::page::{Block, Chapter, answer, chapter, data, folded, picture, question, remade, told};
use pioche_engine::sim::Summary;
use pioche_engine::sim::summary::Table;

/// The chapter of the patience.
pub const CHAPTER: Chapter = Chapter { pictures: Some(pictures), ..Chapter::of((0, 5), page, findings) };

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
const GAIN_SHOWN: Text = Text::new(
    "Tas gagnés par le meilleur changement de la pioche, pour chaque jeu de cartes",
    "Piles gained by the best change of the stock, for each pack",
);
const PLACE_QUESTION: Text =
    Text::new("5.1 Où se trouve cet échange dans la pioche ?", "5.1 Where in the stock does that exchange lie?");
const PLACE_SHOWN: Text = Text::new(
    "Indice de la première des deux cartes échangées, pour chaque jeu de cartes",
    "Index of the first of the two cards exchanged, for each pack",
);
const OTHER_CHANGES_QUESTION: Text = Text::new(
    "5.2 En trichant un peu plus : échanger deux cartes quelconques, ou en déplacer une, améliore-t-il beaucoup ?",
    "5.2 Cheating a little more: how much better is it to exchange any two cards, or to move one?",
);
const IMPROVED_SHOWN: Text = Text::new(
    "Probabilité de gagner selon le nombre de tas permis, sans et avec chacun des changements",
    "Probability of winning against the piles allowed, without and with each of the changes",
);
const CHANGES: Text = Text::new("Tous les changements, avec leurs intervalles", "All changes, with their intervals");
const MEAN_QUESTION: Text = Text::new(
    "5.4 Quels sont la moyenne, le minimum et le maximum du nombre de tas ?",
    "5.4 What are the mean, the least and the largest number of piles?",
);
const PILES_SHOWN: Text = Text::new(
    "Part des donnes qui finissent avec chaque nombre de tas, pour chaque jeu de cartes",
    "Share of the deals that end with each number of piles, for each pack",
);
const WIN_QUESTION: Text = Text::new(
    "5.5 Quelle est la probabilité de gagner, pour chaque nombre maximum de tas autorisé ?",
    "5.5 What is the probability of winning, for each number of piles allowed?",
);
const WIN_SHOWN: Text = Text::new(
    "Probabilité de gagner selon le nombre de tas permis, pour chaque jeu de cartes",
    "Probability of winning against the number of piles allowed, for each pack",
);
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
    blocks.push(picture(GAIN_SHOWN, "alliances-gain", lang));
    blocks.extend([files(), remade(exchanged.iter().copied(), &[], lang), question(PLACE_QUESTION, lang)]);
    blocks.extend(answer(exchanged.iter().filter_map(|summary| place_answer(summary, lang))));
    blocks.push(picture(PLACE_SHOWN, "alliances-place", lang));
    blocks.push(question(OTHER_CHANGES_QUESTION, lang));
    blocks.extend(answer(others().filter_map(|summary| improved_answer(summary, &plain, lang))));
    blocks.push(folded(CHANGES, change_table(&changed, &plain, lang), lang));
    blocks.push(picture(IMPROVED_SHOWN, "alliances-improved", lang));
    blocks.extend([files(), remade(others(), &[], lang), question(MEAN_QUESTION, lang)]);
    blocks.extend(answer(plain.iter().filter_map(|summary| mean_answer(summary, lang))));
    blocks.push(mean_table(&plain, lang));
    blocks.push(picture(PILES_SHOWN, "alliances-piles", lang));
    blocks.extend([files(), question(WIN_QUESTION, lang)]);
    blocks.extend(answer(plain.iter().filter_map(|summary| win_answer(summary, lang))));
    blocks.push(folded(THRESHOLDS, win_table(&plain, lang), lang));
    blocks.push(picture(WIN_SHOWN, "alliances-win", lang));
    blocks.extend([files(), remade(plain.iter().copied(), &[], lang)]);
    blocks.extend(players::page(&played, &plain, lang));
    blocks
}

/// The chapter's pictures.
fn pictures(summaries: &[Summary], _: &[(&'static str, Table)], lang: Lang) -> Vec<(String, Figure)> {
    let (by_rule, played): (Vec<Summary>, Vec<Summary>) = summaries.iter().cloned().partition(by_rule);
    let of = |wanted: &str| -> Vec<Summary> {
        by_rule.iter().filter(|summary| variant(summary) == wanted).cloned().collect()
    };
    let (plain, exchanged) = (of("none"), of("exchange"));
    let perfect: Vec<Summary> = played.into_iter().filter(|summary| summary.setting("player") == "perfect").collect();
    let drawn = [
        ("alliances-win", (FIGURES.draw)("win", &plain, lang)),
        ("alliances-piles", (FIGURES.draw)("piles", &plain, lang)),
        ("alliances-improved", (FIGURES.draw)("win", &by_rule, lang)),
        ("alliances-gain", (FIGURES.draw)("gain", &by_rule, lang)),
        ("alliances-place", (FIGURES.draw)("place", &exchanged, lang)),
        (players::PICTURE, (FIGURES.draw)("piles", &perfect, lang)),
    ];
    drawn.into_iter().filter_map(|(name, figure)| Some((name.to_owned(), figure?))).collect()
}
