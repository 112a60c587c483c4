//! What the program itself, and the options that several verbs share, say in French.

use super::Page;

pub(super) const PAGES: &[Page] = &[
    Page {
        path: "",
        about: Some(
            "Probabilités de jeux de cartes, de mélanges et de petits jeux de plateau : simulées vite, calculées \
             exactement, dessinées pour l'impression",
        ),
        args: &[
            // Everywhere.
            ("lang", "Langue des textes affichés [défaut :\u{a0}selon l'environnement]"),
            ("color", "Couleurs de l'affichage"),
            ("quiet", "Ni progression ni remarques"),
            ("help", "Affiche cette aide"),
            ("version", "Affiche la version"),
            // The deal.
            ("seed", "Graine, ou « random » pour en tirer une et l'afficher"),
            ("deal", "Numéro de la donne ou de la partie, jusqu'à 10^15"),
            // The work.
            ("threads", "Nombre de fils d'exécution, sans effet sur les résultats [défaut :\u{a0}un par cœur]"),
            ("confidence", "Niveau de confiance des intervalles"),
            (
                "interval",
                "Méthode des intervalles des probabilités : exact (Clopper-Pearson) couvre au moins au niveau demandé quand le \
             nombre de donnes est fixé d'avance ; wilson est plus étroit et le couvre en moyenne",
            ),
            // The answer.
            ("format", "Format de la sortie standard [défaut :\u{a0}table]"),
            ("all", "Affiche toutes les lignes du tableau, les moyennes et les notes, au lieu d'un aperçu"),
            ("csv", "Écrit le CSV, une ligne par résultat, dans FILE, « - » pour la sortie standard"),
            ("csv_style", "Écriture du CSV : plain, ou excel-fr pour les tableurs en français"),
            ("json", "Écrit le JSON dans FILE, « - » pour la sortie standard"),
            (
                "chart",
                "Dessine un graphique dans FILE.png, FILE.svg ou FILE.pdf, « - » pour du SVG sur la sortie standard",
            ),
            ("size", "Format des graphiques : page, 160 mm de large, ou diapositive (social) de 1600 sur 900 pixels"),
            ("out", "Écrit CSV, JSON, classeur, graphiques et décomptes dans DIR, sous des noms simples"),
            ("force", "Remplace les fichiers qui existent"),
        ],
    },
    Page {
        path: "simulate",
        about: None,
        args: &[
            (
                "tally",
                "Garde les décomptes dans FILE, toutes les quelques secondes et à la fin, pour --resume, merge et \
                 report ; « - » pour la sortie standard, à la fin",
            ),
            (
                "resume",
                "Reprend où le décompte s'est arrêté, aussi avec plus de donnes ou de parties, ou une précision plus fine",
            ),
            ("shard", "Ne joue que la tranche K sur N, pour la commande merge"),
            (
                "deals",
                "Nombre de donnes ou de parties, tel que 10M, 1e6 ou 250k [défaut :\u{a0}selon ce que coûte chacune]",
            ),
            (
                "precision",
                "S'arrête dès que la demi-largeur de chaque intervalle est au plus W ; --deals, s'il est donné, fixe le \
                 maximum (code de sortie 1 s'il est atteint avant). Dans nos essais, 94,5 % à 99,5 % des intervalles à 95 % \
                 des simulations ainsi arrêtées contenaient la vraie valeur",
            ),
        ],
    },
    Page {
        path: "show",
        about: None,
        args: &[
            ("animate", "Dessine la partie en animation dans FILE.gif"),
            ("image", "Dessine un état de la partie dans FILE.svg ou FILE.png : le dernier, ou celui de --step"),
            ("step", "Dessine l'état après N étapes ; 0 est le début"),
            ("force", "Remplace le fichier s'il existe"),
        ],
    },
    Page {
        path: "play",
        about: None,
        args: &[
            ("load", "Reprend la partie de FILE, avec son début, ses joueurs et sa donne"),
            ("save", "Garde la partie dans FILE quand elle s'arrête"),
        ],
    },
    Page {
        path: "report",
        about: Some("Présente les décomptes de simulations déjà faites"),
        args: &[("files", "Fichiers de décomptes de simulations d'un même jeu, « - » pour l'entrée standard")],
    },
    Page {
        path: "check-solution",
        about: None,
        args: &[
            ("file", "CSV du tableau : une ligne de titres, puis une ligne par nombre ; « - » pour l'entrée standard"),
            ("deals", "Nombre de donnes auxquelles comparer, tel que 10M [défaut :\u{a0}selon la durée d'une donne]"),
            ("tally", "Compare avec le décompte d'une simulation déjà faite, au lieu de simuler ; peut être répété"),
        ],
    },
    Page {
        path: "merge",
        about: Some("Réunit en un seul décompte ceux de plusieurs tranches d'une simulation"),
        args: &[
            ("files", "Fichiers de décomptes des tranches d'une même simulation, dans n'importe quel ordre"),
            ("tally", "Écrit le décompte réuni dans FILE, « - » pour la sortie standard"),
            ("partial", "Permet qu'il manque des donnes ou des parties, ce que le rapport dit"),
            ("force", "Remplace le fichier s'il existe"),
        ],
    },
    Page {
        path: "slurm",
        about: Some(
            "Écrit un script qui joue une simulation par tranches sur une grappe Slurm, les réunit et en rend compte",
        ),
        args: &[
            ("parts", "Nombre de tranches, une tâche chacune"),
            ("command", "La simulation, avec le décompte du tout : simulate … --tally FILE, ou --out DIR"),
        ],
    },
    Page {
        path: "completions",
        about: Some("Écrit de quoi compléter les commandes dans un shell"),
        args: &[("shell", "Le shell qui complète")],
    },
    Page {
        path: "man",
        about: Some("Écrit une page de manuel, de l'ensemble ou d'une commande"),
        args: &[("words", "La commande, par exemple : simulate alliances")],
    },
    Page {
        path: "help",
        about: Some("Affiche l'aide d'une commande"),
        args: &[("words", "La commande, par exemple : simulate alliances")],
    },
    Page {
        path: "study",
        about: Some("Répond à toutes les questions des sujets : CSV, graphiques et une page"),
        args: &[
            ("out", "Dossier de l'étude : nouveau, vide, ou celui d'une étude à mettre à jour"),
            ("force", "Remplace une étude d'une autre graine, échelle, méthode, ou d'un autre programme"),
            ("scale", "Facteur de tous les nombres de parties ; 1 prend moins d'une minute sur deux cœurs"),
        ],
    },
];
