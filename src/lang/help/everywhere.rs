//! The program itself, and what several verbs share.

use super::Page;

pub(super) const PAGES: &[Page] = &[Page {
    path: "",
    about: "Probabilités de jeux de cartes, de mélanges et de petits jeux de plateau : simulées vite, calculées \
            exactement, dessinées pour l'impression",
    args: &[
        // Everywhere.
        ("lang", "Langue des textes affichés [défaut : selon l'environnement]"),
        ("color", "Couleurs de l'affichage"),
        ("quiet", "Ni progression ni remarques"),
        ("help", "Affiche cette aide"),
        ("version", "Affiche la version"),
        // The pack and the deal.
        ("cards", "Nombre de cartes : 32 (du 7 à l'as), 36 (du 6 à l'as) ou 52 [défaut : 32]"),
        ("suits", "Nombre de couleurs, avec --ranks, pour tout autre jeu de cartes"),
        ("ranks", "Nombre de valeurs, avec --suits"),
        ("seed", "Graine, ou « random » pour en tirer une et l'afficher"),
        ("deal", "Numéro de la donne"),
        // The work.
        ("threads", "Nombre de fils d'exécution, sans effet sur les résultats [défaut : un par cœur]"),
        ("confidence", "Niveau de confiance des intervalles"),
        ("interval", "Méthode de calcul des intervalles"),
        // The answer.
        ("format", "Format de la sortie standard"),
        ("csv", "Écrit le CSV, une ligne par résultat, dans FICHIER"),
        ("csv_style", "Écriture du CSV : plain, ou excel-fr pour les tableurs en français"),
        ("json", "Écrit le JSON dans FICHIER"),
        ("chart", "Dessine un graphique dans FICHIER.png ou FICHIER.svg"),
        ("out", "Écrit CSV, JSON, classeur, graphiques et décomptes dans DOSSIER, sous des noms simples"),
        ("force", "Remplace les fichiers qui existent"),
    ],
}];
