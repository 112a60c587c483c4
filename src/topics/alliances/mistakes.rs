//! Mistakes in programs that play the patience, in words.

use crate::lang::Text;
use crate::lang::glossary::WordList;

pub const MISTAKES: WordList = &[
    (
        "exactly_n",
        Text::new(
            "exactement n tas au lieu de n tas au plus",
            "exactly n piles instead of at most n",
        ),
    ),
    (
        "fewer_than_n",
        Text::new(
            "moins de n tas au lieu de n tas au plus",
            "fewer than n piles instead of at most n",
        ),
    ),
    (
        "at_least_n",
        Text::new(
            "au moins n tas au lieu de n tas au plus",
            "at least n piles instead of at most n",
        ),
    ),
    (
        "change_not_applied",
        Text::new(
            "le meilleur changement n'est pas appliqué : la pioche jouée est celle d'avant",
            "the best change is not applied: the unchanged stock is played",
        ),
    ),
    (
        "no_chain",
        Text::new(
            "un seul saut après chaque carte piochée, sans sauts en chaîne",
            "a single jump after each drawn card, without a chain of jumps",
        ),
    ),
    (
        "one_further_jump",
        Text::new(
            "après le saut de l'avant-dernier tas, un seul autre saut au lieu de tous",
            "after the jump of the last pile but one, only one further jump instead of all",
        ),
    ),
    (
        "last_three_piles",
        Text::new(
            "seuls les trois derniers tas sont examinés, même après un saut",
            "only the last three piles are looked at, even after a jump",
        ),
    ),
    (
        "no_restart",
        Text::new(
            "après un saut, la recherche continue à la place du saut au lieu de repartir de la gauche",
            "after a jump, the search goes on at the place of the jump instead of from the left",
        ),
    ),
    (
        "for_loop",
        Text::new(
            "après un saut, la recherche passe au tas suivant (boucle for) au lieu de repartir de la gauche",
            "after a jump, the search goes on with the next pile (for loop) instead of from the left",
        ),
    ),
    (
        "no_restart_after_draw",
        Text::new(
            "après chaque carte piochée, un seul parcours de la gauche ; après un saut, il continue à la place du saut",
            "one search from the left after each drawn card; after a jump, it goes on at the place of the jump",
        ),
    ),
    (
        "for_loop_after_draw",
        Text::new(
            "après chaque carte piochée, un seul parcours de la gauche ; après un saut, il passe au tas suivant (boucle for)",
            "one search from the left after each drawn card; after a jump, it goes on with the next pile (for loop)",
        ),
    ),
    (
        "rightmost_jump",
        Text::new(
            "le saut le plus à droite d'abord au lieu du plus à gauche",
            "the rightmost jump first instead of the leftmost",
        ),
    ),
    (
        "either_suit_or_rank",
        Text::new(
            "alliance par la couleur ou par la valeur",
            "allied by suit or by rank",
        ),
    ),
    (
        "suit_alone",
        Text::new(
            "alliance par la couleur seule, sans la valeur",
            "allied by suit alone, not by rank",
        ),
    ),
    (
        "rank_alone",
        Text::new(
            "alliance par la valeur seule, sans la couleur",
            "allied by rank alone, not by suit",
        ),
    ),
    (
        "first_pile_removes_last",
        Text::new(
            "le premier tas peut sauter : pour i = 0, tas[i - 1] est le dernier tas, qui est supprimé",
            "the first pile may jump: with i = 0, piles[i - 1] is the last pile, which is removed",
        ),
    ),
    (
        "first_pile_replaces_last",
        Text::new(
            "le premier tas peut sauter : pour i = 0, tas[i - 1] est le dernier tas, que le premier remplace",
            "the first pile may jump: with i = 0, piles[i - 1] is the last pile, which the first one replaces",
        ),
    ),
];
