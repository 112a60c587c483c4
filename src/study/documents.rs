//! The files of a study besides its tallies: tables, pictures and pages.

use super::folder::StudyFolder;
use crate::console::{Console, Failure};
use crate::signals;
use pioche_report::lang::{Lang, in_language};
use pioche_report::table::CsvStyle;
use pioche_study::page::{StudyChapter, render};

impl StudyFolder {
    /// Writes all files of a study but its tallies; `command` makes the study again. Returns false after a signal.
    pub fn write_documents(
        &self,
        chapters: &[StudyChapter],
        command: &str,
        console: &Console,
    ) -> Result<bool, Failure> {
        for StudyChapter { chapter, summaries } in chapters {
            for question in chapter.questions {
                let table = chapter.table(question, summaries);
                let name = format!("{}.csv", question.name);
                self.write(&name, &table.csv(CsvStyle::Plain), console)?;
            }
        }
        for lang in [Lang::En, Lang::Fr] {
            if signals::acknowledge_stop_request() {
                return Ok(false);
            }
            for (name, bytes) in in_language(lang, || render(chapters, command))? {
                self.write(&name, &bytes, console)?;
            }
        }
        Ok(true)
    }

    fn write(&self, name: &str, bytes: &[u8], console: &Console) -> Result<(), Failure> {
        self.output(name)?.write(bytes, console)
    }
}
