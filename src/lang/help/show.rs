//! `show`: one game, step by step.

use super::Page;

pub(super) const PAGES: &[Page] = &[
    Page {
        path: "show",
        about: "Affiche une partie, étape par étape",
        args: &[
            (
                "animate",
                "Dessine la partie dans FICHIER.gif ou FICHIER.svg ; avec --frame, une seule image dans FICHIER.png ou \
                 FICHIER.svg",
            ),
            ("frame", "Ne dessine qu'un état : son numéro à partir de 0, ou « last » (fin) pour le dernier"),
            ("width", "Largeur de l'image en pixels [défaut : selon le jeu]"),
            ("speed", "Combien de fois plus vite va l'animation [défaut : 1]"),
            ("force", "Remplace le fichier s'il existe"),
        ],
    },
    Page {
        path: "show alliances",
        about: "La réussite, telle que le sujet l'affiche : la pioche, puis la rangée de tas après chaque carte \
                tirée et chaque saut",
        args: &[
            (
                "file",
                "Fichier d'une pioche au format du sujet, « - » pour l'entrée standard ; sans lui, une donne de \
                 --seed",
            ),
            ("last", "Seulement la dernière rangée et le nombre de tas"),
        ],
    },
    Page {
        path: "show bataille",
        about: "La bataille, pli par pli, jusqu'à sa fin ou à sa première répétition",
        args: &[
            (
                "file",
                "Fichier de la main du joueur 1 sur la première ligne et de celle du joueur 2 sur la deuxième, \
                 carte du dessus en tête ; « - » pour l'entrée standard ; sans lui, une donne de --seed",
            ),
            ("values", "Nombre de valeurs, de quatre cartes chacune"),
            ("order", "Qui pose en premier : toujours le joueur 1 (fixed), ou chacun à son tour (alternating)"),
            ("shuffle", "Mélange du jeu trié : riffle:m pour m mélanges américains, ou uniform (uniforme)"),
            ("turns", "S'arrête après N plis"),
        ],
    },
    Page {
        path: "show solitaire",
        about: "Le solitaire : une partie enregistrée ou la première solution, saut par saut",
        args: &[
            (
                "file",
                "Fichier de sauts tels que « (3, 12) », « - » pour l'entrée standard ; sans lui, la première \
                 solution",
            ),
            ("board", "Plateau : triangle:3 à triangle:10, anglais (english) ou européen (european)"),
            ("hole", "Trou : la case vide au début [défaut : 12 sur triangle:5, sinon celle du milieu]"),
        ],
    },
    Page {
        path: "show alak",
        about: "Alak : une partie enregistrée, pion par pion",
        args: &[
            ("file", "Fichier des cases jouées, séparées par des espaces, « - » pour l'entrée standard"),
            ("cells", "Nombre de cases"),
            ("edge", "Forme du plateau : une ligne (line), ou un anneau où la dernière case touche la première (ring)"),
            (
                "own_group",
                "Ce que devient un groupe que son propre joueur prive de case vide voisine : épargné (spared) ou \
                 capturé (captured)",
            ),
        ],
    },
    Page {
        path: "show nim",
        about: "Nim : une partie enregistrée, prise par prise",
        args: &[
            ("file", "Fichier des nombres d'allumettes prises, séparés par des espaces, « - » pour l'entrée standard"),
            ("matches", "Nombre d'allumettes"),
            ("takes", "Nombres d'allumettes que l'on peut prendre"),
        ],
    },
];
