//! Mistakes in programs that play bataille, in words.

use crate::lang::Text;
use crate::lang::glossary::WordList;

pub const MISTAKES: WordList = &[
    (
        "picked_up_as_laid",
        Text::new(
            "les cartes gagnées vont sous la main dans l'ordre où elles ont été posées",
            "won cards go under the hand in the order in which they were laid",
        ),
    ),
    (
        "winner_first",
        Text::new(
            "les cartes du gagnant vont sous sa main avant celles du perdant",
            "the winner's cards go under the hand before the loser's",
        ),
    ),
    (
        "loser_first",
        Text::new(
            "les cartes du perdant vont sous la main du gagnant avant les siennes",
            "the loser's cards go under the winner's hand before the winner's own",
        ),
    ),
    (
        "no_face_down_card",
        Text::new(
            "pas de carte face cachée dans une bataille",
            "no face-down card in a battle",
        ),
    ),
    (
        "player1_wins_ties",
        Text::new(
            "à égalité, le joueur 1 prend le pli au lieu d'une bataille",
            "player 1 takes the trick of equal cards instead of a battle",
        ),
    ),
    (
        "player2_wins_ties",
        Text::new(
            "à égalité, le joueur 2 prend le pli au lieu d'une bataille",
            "player 2 takes the trick of equal cards instead of a battle",
        ),
    ),
    (
        "fixed_order",
        Text::new(
            "le joueur 1 pose toujours en premier",
            "player 1 always lays first",
        ),
    ),
    (
        "alternating_order",
        Text::new(
            "les joueurs posent en premier à tour de rôle",
            "the players take turns to lay first",
        ),
    ),
    (
        "not_shuffled",
        Text::new("le jeu n'est pas mélangé", "the deck is not shuffled"),
    ),
    (
        "riffled_once",
        Text::new("un seul mélange américain", "a single riffle"),
    ),
];
