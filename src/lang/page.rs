//! The sentences of the study's page.

use super::table::method_name;
use super::{Lang, Say};

/// A paragraph, a title or a sentence of the study's page, in Markdown.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the two texts beside each name say what it is")]
pub enum Paragraph {
    Title,
    Introduction { command: String, method: String, level: f64 },
    Files,
    Remake { commands: String },
    Data { csv: String },
    Picture { name: String, file: String },
}

impl Say for Paragraph {
    fn fr(&self) -> String {
        let lang = Lang::Fr;
        match self {
            Self::Title => "# L'étude : ce que disent les simulations".into(),
            Self::Introduction { command, method, level } => format!(
                "Chaque question vient d'un sujet de cours ; chaque réponse est un nombre mesuré, avec son intervalle. \
                 Toute la page, ses tableaux et ses images se refont, octet pour octet, par\n\n    {command}\n\n\
                 Les intervalles des probabilités sont ceux de {}, ceux des moyennes suivent la loi normale, au niveau \
                 {}. Ils sont ponctuels : chacun couvre sa propre valeur à ce niveau, non toutes ensemble. Toutes les \
                 simulations partent de la même graine : leurs résultats ne sont pas indépendants entre eux.",
                method_name(lang, method),
                lang.level(*level)
            ),
            Self::Files => {
                "Les fichiers `.csv` s'ouvrent dans un tableur (une ligne par issue), `study.xlsx` les réunit ; \
                            les images existent en PNG et en SVG ; les décomptes entiers sont dans `tallies/`."
                    .into()
            }
            Self::Remake { commands } => format!("Se refait par\n\n{commands}"),
            Self::Data { csv } => format!("Données : [`{csv}`]({csv})."),
            Self::Picture { name, file } => format!("[![{name}]({file}.png)]({file}.svg)"),
        }
    }

    fn en(&self) -> String {
        let lang = Lang::En;
        match self {
            Self::Title => "# The study: what the simulations say".into(),
            Self::Introduction { command, method, level } => format!(
                "Each question comes from a course handout; each answer is a measured number with its interval. The \
                 whole page, its tables and its pictures are remade, byte for byte, by\n\n    {command}\n\n\
                 The intervals of probabilities are {}'s, those of means follow the normal law, at the level of {}. They \
                 are pointwise: each covers its own value at that level, not all of them together. All simulations begin with \
                 the same seed: their results are not independent of each other.",
                method_name(lang, method),
                lang.level(*level)
            ),
            Self::Files => {
                "The `.csv` files open in a spreadsheet (one row an outcome), `study.xlsx` holds them all; the \
                            pictures are there as PNG and as SVG; the integer counts are in `tallies/`."
                    .into()
            }
            Self::Remake { commands } => format!("Remade by\n\n{commands}"),
            Self::Data { csv } => format!("Data: [`{csv}`]({csv})."),
            Self::Picture { name, file } => format!("[![{name}]({file}.png)]({file}.svg)"),
        }
    }
}
