//! The end of each page of help: examples, exit codes, the environment.

use crate::lang::{Lang, Text, typeset};

/// A command without the name of the program, and its effect in French and in English.
pub type Example = (&'static str, &'static str, &'static str);

/// The name of a column of a CSV file, and its meaning in French and in English.
pub type Column = (&'static str, &'static str, &'static str);

const EXIT: Text = Text::new(
    "Codes de sortie : 0 fait ; 1 la réponse est « non » ; 2 demande erronée ou échec ; 130, 143, 129 après ^C, SIGTERM, \
     SIGHUP.",
    "Exit codes: 0 done; 1 the answer is “no”; 2 bad input or failure; 130, 143, 129 after ^C, SIGTERM, SIGHUP.",
);
const ENVIRONMENT: Text = Text::new(
    "Environnement : LC_ALL, LC_MESSAGES, LANG (la langue) ; NO_COLOR (sans couleurs) ; PIOCHE_CPU=baseline, avx2 ou \
     avx512 (instructions des moteurs, sans effet sur les résultats).",
    "Environment: LC_ALL, LC_MESSAGES, LANG (the language); NO_COLOR (no colours); PIOCHE_CPU=baseline, avx2 or avx512 \
     (instructions of the engines, which change no result).",
);

/// The end of a page; `columns` are listed if there are any.
pub fn page_end<'a>(
    examples: impl Iterator<Item = &'a Example>,
    columns: &[Column],
    note: Option<Text>,
    lang: Lang,
) -> String {
    let mut text = String::new();
    for (command, fr, en) in examples {
        text.push_str(&format!("  pioche {command}\n      {}\n", lang.either(*fr, *en)));
    }
    if !text.is_empty() {
        text = format!("{}\n{text}\n", Text::new("Exemples :", "Examples:").in_lang(lang));
    }
    if !columns.is_empty() {
        text.push_str(&format!("{}\n", Text::new("Colonnes du CSV :", "Columns of the CSV:").in_lang(lang)));
        for (name, fr, en) in columns {
            text.push_str(&format!("  {name}: {}\n", lang.either(*fr, *en)));
        }
        text.push('\n');
    }
    if let Some(note) = note {
        text.push_str(&format!("{}\n", note.in_lang(lang)));
    }
    text.push_str(&format!("{}\n{}", EXIT.in_lang(lang), ENVIRONMENT.in_lang(lang)));
    if lang == Lang::Fr { typeset(&text) } else { text }
}
