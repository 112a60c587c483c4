//! The end of each help page: examples, exit codes and environment variables.

use crate::lang::{Lang, Text, insert_no_break_spaces, wrap_parts};

/// A command without the name of the program, and its effect in French and in English.
pub type CommandExample = (&'static str, &'static str, &'static str);

/// The name of a column of a file or a table, and its meaning in French and in English.
pub type ColumnHelp = (&'static str, &'static str, &'static str);

const EXIT_CODES: Text = Text::new(
    "Codes de sortie : 0 succès ; 1 résultat négatif (vérification échouée, tableau en désaccord, précision non \
     atteinte) ; 2 commande incorrecte ou échec ; 130, 143, 129 après ^C, SIGTERM, SIGHUP.",
    "Exit codes: 0 success; 1 negative result (a check failed, a table disagrees, a precision was not reached); 2 \
     bad input or failure; 130, 143, 129 after ^C, SIGTERM, SIGHUP.",
);
const ENVIRONMENT: Text = Text::new(
    "Environnement : LC_ALL, LC_MESSAGES, LANG (la langue) ; NO_COLOR (sans couleurs) ; PIOCHE_CPU=baseline, avx2 ou \
     avx512 (instructions du processeur, sans effet sur les résultats).",
    "Environment: LC_ALL, LC_MESSAGES, LANG (the language); NO_COLOR (no colours); PIOCHE_CPU=baseline, avx2 or avx512 \
     (processor instructions; they do not change the results).",
);

/// The indent of the continuation lines of a column.
const INDENT: usize = 6;

/// Returns the page about columns: each group under its heading, a line for each column.
pub fn columns_help(groups: &[(Text, Vec<ColumnHelp>)], width: usize, lang: Lang) -> String {
    let mut text = String::new();
    for (heading, group) in groups {
        text.push_str(&format!(
            "{}{}\n",
            if text.is_empty() { "" } else { "\n" },
            heading.in_lang(lang)
        ));
        for (name, fr, en) in group {
            let line = lang.either(format!("{name} : {fr}"), format!("{name}: {en}"));
            let line = wrap_parts(
                insert_no_break_spaces(&line).split(' '),
                " ",
                width.saturating_sub(INDENT),
            );
            text.push_str(&format!("  {}\n", line.replace('\n', "\n      ")));
        }
    }
    text
}

/// Returns the end of a page.
pub fn after_help<'a>(
    examples: impl Iterator<Item = &'a CommandExample>,
    notes: impl Iterator<Item = Text>,
    lang: Lang,
) -> String {
    let mut text = String::new();
    for (command, fr, en) in examples {
        text.push_str(&format!(
            "  pioche {command}\n      {}\n",
            lang.either(*fr, *en)
        ));
    }
    if !text.is_empty() {
        text = format!(
            "{}\n{text}\n",
            Text::new("Exemples :", "Examples:").in_lang(lang)
        );
    }
    for note in notes {
        text.push_str(&format!("{}\n", note.in_lang(lang)));
    }
    text.push_str(&format!(
        "{}\n{}",
        EXIT_CODES.in_lang(lang),
        ENVIRONMENT.in_lang(lang)
    ));
    if lang == Lang::Fr {
        insert_no_break_spaces(&text)
    } else {
        text
    }
}
