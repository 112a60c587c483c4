//! `solve`: exact answers.

use super::Page;

pub(super) const PAGES: &[Page] = &[
    Page { path: "solve", about: "Résout un jeu exactement", args: &[] },
    Page {
        path: "solve solitaire",
        about: "Le solitaire : une solution, et combien il y en a",
        args: &[
            ("board", "Plateau : triangle:3 à triangle:10, anglais (english) ou européen (european)"),
            ("hole", "Trou : la case vide au début [défaut : 12 sur triangle:5, sinon celle du milieu]"),
            ("position", "Cases qui portent un pion, telles que 0,3,4"),
            ("count", "Compte les solutions, les parties et les positions"),
            ("shortest", "Cherche le moins de coups, où plusieurs sauts de suite d'un même pion font un seul coup"),
            ("hints", "Compte les solutions qui restent après chaque saut possible"),
        ],
    },
    Page {
        path: "solve alak",
        about: "Alak : ce que chacun peut forcer, et les meilleurs coups",
        args: &[
            ("cells", "Nombre de cases"),
            ("edge", "Forme du plateau : une ligne (line), ou un anneau où la dernière case touche la première (ring)"),
            (
                "own_group",
                "Ce que devient un groupe que son propre joueur prive de case vide voisine : épargné (spared) ou \
                 capturé (captured)",
            ),
            ("position", "Une position au lieu du plateau vide : « . » vide, « x » joueur 1, « o » joueur 2"),
            ("to_play", "À qui de jouer dans la position : x ou o"),
            ("forbidden", "Cases interdites au joueur qui doit jouer, telles que 3,4"),
        ],
    },
    Page {
        path: "solve nim",
        about: "Nim : qui gagne, par quels coups, et les chances de joueurs au hasard",
        args: &[("matches", "Nombre d'allumettes"), ("takes", "Nombres d'allumettes que l'on peut prendre")],
    },
];
