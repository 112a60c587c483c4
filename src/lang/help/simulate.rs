//! `simulate`: probabilities from many deals.

use super::Page;

const VALUES: (&str, &str) =
    ("values", "Nombre de valeurs, de quatre cartes chacune : 13, ou un intervalle tel que 11..13");
const SHUFFLE: (&str, &str) =
    ("shuffle", "Mélange du jeu trié : riffle:m pour m mélanges américains, ou uniform (uniforme)");
const PLAYERS: (&str, &str) = (
    "players",
    "Les joueurs, le joueur 1 en premier : au hasard (random), glouton (greedy), parfait (perfect), minimax:d, \
     mcts:n",
);

pub(super) const PAGES: &[Page] = &[
    Page {
        path: "simulate",
        about: "Joue de nombreuses donnes et estime des probabilités",
        args: &[
            ("tally", "Écrit les décomptes dans FICHIER, pour la commande report"),
            ("deals", "Nombre de donnes, tel que 10M, 1e6 ou 250k [défaut : selon le coût d'une donne]"),
            (
                "precision",
                "S'arrête dès que la demi-largeur de chaque intervalle est au plus L ; --deals est alors le maximum",
            ),
        ],
    },
    Page {
        path: "simulate alliances",
        about: "La réussite : probabilité d'avoir au plus tant de tas, et gain d'un petit changement de la pioche",
        args: &[
            (
                "improve",
                "Meilleur changement de chaque pioche avant la partie : aucun (none), échange de deux voisines \
                 (exchange), échange de deux cartes quelconques (swap), déplacement d'une carte (move)",
            ),
            ("keep_best", "Garde dans FICHIER, au format du sujet, la pioche qui a donné le moins de tas"),
        ],
    },
    Page {
        path: "simulate bataille",
        about: "La bataille : qui gagne, en combien de temps, et combien de parties sont infinies",
        args: &[
            VALUES,
            ("order", "Qui pose en premier : toujours le joueur 1 (fixed), ou chacun à son tour (alternating)"),
            SHUFFLE,
            ("turns", "Laisse indécises les parties sans fin ni répétition après N plis"),
            ("keep_longest", "Garde dans FICHIER les mains de la plus longue partie finie, pour show bataille"),
            ("keep_endless", "Garde dans FICHIER les mains de la première partie infinie, pour show bataille"),
        ],
    },
    Page {
        path: "simulate bataille-pairs",
        about: "La bataille sur des donnes appariées : les deux ordres de pose, et les mains échangées",
        args: &[VALUES, SHUFFLE],
    },
    Page {
        path: "simulate shuffle",
        about: "Le mélange américain : à quelle distance de l'uniforme est le jeu de cartes ?",
        args: &[
            ("cards", "Nombre de cartes, de 1 à 256"),
            ("riffles", "Nombre de mélanges, ou un intervalle tel que 1..12 ; 0 est le jeu trié"),
        ],
    },
    Page {
        path: "simulate solitaire",
        about: "Le solitaire : combien de pions un joueur au hasard laisse-t-il ?",
        args: &[
            ("board", "Plateau : triangle:3 à triangle:10, anglais (english) ou européen (european)"),
            (
                "hole",
                "Trou : la case vide au début, ou « all » (toutes) pour chacune à son tour [défaut : 12 sur \
                 triangle:5, sinon celle du milieu]",
            ),
        ],
    },
    Page {
        path: "simulate alak",
        about: "Alak entre deux joueurs",
        args: &[
            ("cells", "Nombre de cases, ou un intervalle tel que 3..12"),
            ("edge", "Forme du plateau : une ligne (line), ou un anneau où la dernière case touche la première (ring)"),
            (
                "own_group",
                "Ce que devient un groupe que son propre joueur prive de case vide voisine : épargné (spared) ou \
                 capturé (captured)",
            ),
            PLAYERS,
            ("max_plies", "Laisse indécises les parties qui ne sont pas finies après N coups"),
        ],
    },
    Page {
        path: "simulate nim",
        about: "Nim entre deux joueurs",
        args: &[
            ("matches", "Nombre d'allumettes, ou un intervalle tel que 2..30"),
            ("takes", "Nombres d'allumettes que l'on peut prendre"),
            PLAYERS,
        ],
    },
];
