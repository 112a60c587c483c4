//! `play`: games at the terminal.

use super::Page;

pub(super) const PAGES: &[Page] = &[
    Page {
        path: "play",
        about: "Fait jouer au terminal : seul, à deux ou contre l'ordinateur",
        args: &[
            ("load", "Reprend la partie de FICHIER, avec son début, ses joueurs et sa donne"),
            ("save", "Garde la partie dans FICHIER quand elle s'arrête"),
            ("tui", "Joue en plein écran, aux flèches ou à la souris"),
        ],
    },
    Page {
        path: "play alliances",
        about: "La réussite : à vous de piocher et de faire sauter les tas",
        args: &[
            (
                "file",
                "Fichier d'une pioche au format du sujet, « - » pour l'entrée standard ; sans lui, une donne de \
                 --seed",
            ),
            ("nb_tas_max", "Nombre maximal de tas pour gagner la partie"),
        ],
    },
    Page {
        path: "play solitaire",
        about: "Le solitaire : ^C passe la main au solveur",
        args: &[
            ("board", "Plateau : triangle:n (n de 3 à 10), english (anglais) ou european (europeen)"),
            ("hole", "Trou : la case vide au début [défaut : 12 sur triangle:5, ailleurs celle du milieu]"),
        ],
    },
    Page {
        path: "play alak",
        about: "Alak, à deux ou contre l'ordinateur",
        args: &[
            ("cells", "Nombre de cases"),
            ("edge", "Ce qu'il y a après la dernière case : rien (line) ou la première (ring)"),
            (
                "own_group",
                "Ce que devient un groupe à soi sans case vide voisine : il reste, c'est la règle 3 du sujet \
                 (spared), ou il est capturé, sans la règle 3 (captured)",
            ),
            (
                "players",
                "Qui joue, joueur 1 puis joueur 2 : human (humain), random (hasard), greedy (glouton), perfect \
                 (parfait), minimax:d ou mcts:n",
            ),
        ],
    },
    Page {
        path: "play nim",
        about: "Nim, à deux ou contre l'ordinateur ; sans option, le jeu pose les questions",
        args: &[
            ("matches", "Nombre d'allumettes au début [défaut : 25]"),
            ("takes", "Nombres d'allumettes que l'on peut prendre [défaut : 2,3]"),
            (
                "players",
                "Qui joue, joueur 1 puis joueur 2 : human (humain), random (hasard), greedy (glouton), perfect \
                 (parfait), minimax:d ou mcts:n [défaut : human,human]",
            ),
        ],
    },
];
