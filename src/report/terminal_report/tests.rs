//! Tests of tables at different widths.

use crate::lang::Lang;
use crate::report::{ReportOptions, terminal_report, text_table::TerminalStyle};
use crate::topics::tests::figures::STUDY_SUMMARIES;

/// Returns the number of lines that a text takes on a terminal with `columns` columns.
fn height(text: &str, columns: usize) -> usize {
    text.lines()
        .map(|line| line.chars().count().saturating_sub(1) / columns + 1)
        .sum()
}

/// Tables may be folded at 80 columns, with the row names in each part, but not at 120 columns.
#[test]
fn folded_tables_repeat_row_names() {
    for (topic, summaries) in &*STUDY_SUMMARIES {
        for lang in [Lang::Fr, Lang::En] {
            for (columns, all) in [(80, false), (80, true), (120, false), (120, true)] {
                let view = ReportOptions {
                    lang,
                    style: TerminalStyle::Plain,
                    title: topic.glossary.title,
                    glossary: &topic.glossary,
                    result_sentence: topic.summary_sentence,
                    notes: topic.notes,
                    terminal_columns: columns,
                    show_all: all,
                    quiet: false,
                };
                for summary in summaries {
                    let text = terminal_report::report_text(std::slice::from_ref(summary), &view);
                    let tables = text.lines().filter(|line| line.starts_with("──")).count();
                    assert!(
                        columns == 80 || tables <= 1 + usize::from(all),
                        "{columns}\n{text}"
                    );
                    let long = text.lines().find(|line| {
                        line.chars().count() > columns && !line.starts_with("pioche ")
                    });
                    // The row names and one column with all digits may need more than 80 columns.
                    assert!(
                        long.is_none() || (all && columns == 80),
                        "{columns}\n{text}"
                    );
                    assert!(
                        all || height(&text, columns) <= 22,
                        "{} lines\n{text}",
                        height(&text, columns)
                    );
                    // No row of a part begins with blanks.
                    let parts = text.split("\n──").skip(1);
                    for row in parts
                        .flat_map(|part| part.lines().skip(1).take_while(|line| !line.is_empty()))
                    {
                        assert!(
                            !row.starts_with("   ") && row.starts_with([' ', '…']),
                            "{row:?}\n{text}"
                        );
                    }
                }
            }
        }
    }
}

/// The note about omitted rows is wrapped between words.
#[test]
fn omitted_note_fits_a_narrow_terminal() {
    let mut notes = 0;
    for (topic, summaries) in &*STUDY_SUMMARIES {
        for lang in [Lang::Fr, Lang::En] {
            let view = ReportOptions {
                lang,
                style: TerminalStyle::Plain,
                title: topic.glossary.title,
                glossary: &topic.glossary,
                result_sentence: topic.summary_sentence,
                notes: topic.notes,
                terminal_columns: 40,
                show_all: false,
                quiet: false,
            };
            for summary in summaries {
                let text = terminal_report::report_text(std::slice::from_ref(summary), &view);
                for line in text.lines().filter(|line| line.starts_with("… (--all")) {
                    assert!(line.chars().count() <= 40, "{line}");
                    notes += 1;
                }
            }
        }
    }
    assert!(notes > 10, "only {notes} notes were seen");
}
