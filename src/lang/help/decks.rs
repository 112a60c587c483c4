//! The verbs about one stock, and those about many runs.

use super::Page;

pub(super) const PAGES: &[Page] = &[
    Page { path: "deal", about: "Affiche une pioche mélangée, au format du sujet", args: &[] },
    Page {
        path: "check",
        about: "Dit si une pioche est complète et sans doublon, et sinon pourquoi",
        args: &[("file", "Fichier d'une pioche au format du sujet, « - » pour l'entrée standard")],
    },
    Page {
        path: "improve",
        about: "Affiche une pioche améliorée par le meilleur petit changement",
        args: &[
            ("file", "Fichier d'une pioche au format du sujet, « - » pour l'entrée standard"),
            (
                "improve",
                "Changement permis : échange de deux cartes voisines (exchange), échange de deux cartes \
                 quelconques (swap), déplacement d'une carte (move)",
            ),
        ],
    },
    Page {
        path: "report",
        about: "Présente les décomptes de simulations déjà faites",
        args: &[("files", "Fichiers de décomptes de simulations d'un même jeu")],
    },
    Page {
        path: "study",
        about: "Répond à toutes les questions des sujets : CSV, graphiques et une page",
        args: &[
            ("out", "Dossier de l'étude : nouveau, vide, ou celui d'une étude à mettre à jour"),
            ("scale", "Facteur de tous les nombres de donnes ; 1 prend environ une minute sur deux cœurs"),
        ],
    },
];
