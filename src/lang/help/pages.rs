//! The French texts of the program's own help and of options that several verbs share.

use super::FrenchHelpPage;

pub(super) const PAGES: &[FrenchHelpPage] = &[
    FrenchHelpPage {
        command_path: "",
        about: Some(
            "Probabilités de jeux de cartes, de mélanges et de petits jeux de plateau : simulations rapides, calculs \
             exacts, graphiques prêts à imprimer",
        ),
        args: &[
            // Global options.
            (
                "lang",
                "Langue des messages [défaut :\u{a0}selon l'environnement]",
            ),
            ("color", "Emploi des couleurs"),
            ("quiet", "N'affiche ni progression ni remarques"),
            ("help", "Affiche cette aide"),
            ("version", "Affiche la version"),
            // The deal.
            (
                "seed",
                "Graine des nombres aléatoires, ou « random » pour en tirer une et l'afficher",
            ),
            ("deal", "Numéro de la donne ou de la partie, de 0 à 10^15"),
            // The amount of work.
            (
                "threads",
                "Nombre de fils d'exécution, sans effet sur les résultats [défaut :\u{a0}un par cœur]",
            ),
            (
                "confidence",
                "Niveau des intervalles de confiance, entre 0 et 1",
            ),
            (
                "interval",
                "Méthode des intervalles de confiance des probabilités : exact (Clopper-Pearson) garantit le niveau si \
                 le nombre de donnes est fixé d'avance ; wilson est plus étroit et atteint le niveau en moyenne",
            ),
            // The output.
            (
                "format",
                "Format de la sortie standard [défaut :\u{a0}table]",
            ),
            (
                "all",
                "Affiche toutes les lignes du tableau, les moyennes et les notes, au lieu d'un aperçu",
            ),
            (
                "csv",
                "Écrit le CSV, une ligne par résultat, dans FILE, « - » pour la sortie standard",
            ),
            (
                "csv_style",
                "Variante du CSV : plain, ou excel-fr pour les tableurs en français (points-virgules et virgules \
                 décimales)",
            ),
            (
                "json",
                "Écrit le JSON dans FILE, « - » pour la sortie standard",
            ),
            (
                "chart",
                "Dessine un graphique dans FILE.png, FILE.svg ou FILE.pdf, « - » pour du SVG sur la sortie standard",
            ),
            (
                "size",
                "Format des graphiques : page (160 mm de large) ou social (diapositive de 1600 x 900 pixels)",
            ),
            (
                "out",
                "Écrit CSV, JSON, classeur, graphiques et décomptes dans le dossier DIR",
            ),
            ("force", "Remplace les fichiers existants"),
        ],
    },
    FrenchHelpPage {
        command_path: "simulate",
        about: None,
        args: &[
            (
                "tally",
                "Enregistre les décomptes dans FILE, toutes les quelques secondes et à la fin, pour --resume, merge et \
                 report ; « - » pour la sortie standard, à la fin seulement",
            ),
            (
                "resume",
                "Continue la simulation enregistrée par --tally ou --out ; plus de donnes ou une précision plus fine sont \
                 possibles",
            ),
            (
                "shard",
                "Ne joue que la tranche K sur N ; merge réunit les tranches",
            ),
            (
                "deals",
                "Nombre de donnes ou de parties, tel que 10M, 1e6 ou 250k [défaut :\u{a0}selon la durée d'une partie]",
            ),
            (
                "precision",
                "S'arrête dès que la demi-largeur de chaque intervalle est au plus W, par exemple 0,001 ; --deals, \
                 s'il est donné, fixe le maximum (code de sortie 1 s'il est atteint avant). Le niveau des intervalles \
                 n'est alors qu'approché (dans les essais, 94,5 % à 99,5 % au lieu de 95 %)",
            ),
        ],
    },
    FrenchHelpPage {
        command_path: "show",
        about: None,
        args: &[
            ("animate", "Dessine la partie en animation dans FILE.gif"),
            (
                "image",
                "Dessine un état de la partie dans FILE.svg ou FILE.png : le dernier, ou celui de --step",
            ),
            ("step", "Dessine l'état après N étapes ; 0 est le début"),
            ("force", "Remplace le fichier s'il existe"),
        ],
    },
    FrenchHelpPage {
        command_path: "play",
        about: None,
        args: &[
            (
                "load",
                "Continue la partie enregistrée dans FILE, avec sa position de départ, ses joueurs et sa donne",
            ),
            ("save", "Enregistre la partie dans FILE quand elle s'arrête"),
        ],
    },
    FrenchHelpPage {
        command_path: "report",
        about: Some("Présente les décomptes de simulations déjà faites"),
        args: &[(
            "files",
            "Fichiers de décomptes de simulations d'un même jeu, « - » pour l'entrée standard",
        )],
    },
    FrenchHelpPage {
        command_path: "check-solution",
        about: None,
        args: &[
            (
                "file",
                "Fichier CSV du tableau : une ligne de titres, puis une ligne par probabilité ; « - » pour l'entrée \
                 standard",
            ),
            (
                "deals",
                "Nombre de donnes de la comparaison, tel que 10M [défaut :\u{a0}selon la durée d'une donne]",
            ),
            (
                "tally",
                "Compare au décompte d'une simulation déjà faite, au lieu de simuler ; peut être répété",
            ),
        ],
    },
    FrenchHelpPage {
        command_path: "merge",
        about: Some("Réunit les décomptes des tranches d'une simulation en un seul"),
        args: &[
            (
                "files",
                "Fichiers de décomptes des tranches d'une même simulation, dans n'importe quel ordre",
            ),
            (
                "tally",
                "Écrit le décompte réuni dans FILE, « - » pour la sortie standard",
            ),
            (
                "partial",
                "Accepte des donnes ou des parties manquantes ; le rapport les signale",
            ),
            ("force", "Remplace le fichier s'il existe"),
        ],
    },
    FrenchHelpPage {
        command_path: "slurm",
        about: Some(
            "Affiche un script qui répartit une simulation sur une grappe Slurm, réunit les tranches et produit le \
             rapport",
        ),
        args: &[
            ("parts", "Nombre de tranches ; chacune est une tâche Slurm"),
            (
                "command",
                "La simulation à répartir, avec le fichier ou le dossier de son résultat : simulate … --tally FILE, ou \
                 --out DIR",
            ),
        ],
    },
    FrenchHelpPage {
        command_path: "completions",
        about: Some("Affiche le script de complétion d'un shell"),
        args: &[("shell", "Le shell")],
    },
    FrenchHelpPage {
        command_path: "man",
        about: Some("Affiche la page de manuel de pioche ou d'une commande"),
        args: &[("words", "La commande, par exemple : simulate alliances")],
    },
    FrenchHelpPage {
        command_path: "help",
        about: Some("Affiche l'aide d'une commande"),
        args: &[(
            "words",
            "La commande, par exemple : simulate alliances ; ou columns, pour les colonnes des tableaux et des \
             fichiers",
        )],
    },
    FrenchHelpPage {
        command_path: "study",
        about: Some("Répond à toutes les questions des sujets : CSV, graphiques et une page"),
        args: &[
            (
                "out",
                "Dossier de l'étude : nouveau, vide, ou celui d'une étude à mettre à jour",
            ),
            (
                "force",
                "Remplace une étude dont la graine, l'échelle, le niveau, la méthode, le programme ou les chapitres diffèrent",
            ),
            (
                "scale",
                "Multiplie tous les nombres de parties par X ; 1 prend moins d'une minute sur deux cœurs",
            ),
            (
                "chapter",
                "Chapitres à produire, par les noms de leurs jeux, comme alliances,nim [par défaut : tous]",
            ),
        ],
    },
];
