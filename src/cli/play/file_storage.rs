//! The files of a game at the terminal: loading and saving.

use crate::cli::args::{OUTPUT_HEADING, options};
use crate::cli::console::{Console, Failure};
use crate::cli::files::{FileRegistry, Output, display_name, is_stdio_path, read_limited};
use crate::cli::signals;
use crate::lang::{Problem, SessionError, Text, either};
use crate::play::saved_game::MAX_RECORD_BYTES;
use crate::play::{SavedGame, Storage};
use std::fs;
use std::path::{Path, PathBuf};

options! {
    #[derive(Clone, Debug)]
    pub struct SaveArgs {
        #[arg(long, value_name = "FILE")]
        load: Option<PathBuf> =
            "Continue la partie enregistrée dans FILE, avec sa position de départ, ses joueurs et sa donne",
            "Continue the game saved in FILE, with its own starting position, players and deal";
        #[arg(help_heading = OUTPUT_HEADING, long, value_name = "FILE")]
        save: Option<PathBuf> =
            "Enregistre la partie dans FILE quand elle s'arrête",
            "Save the game to FILE when it stops";
        #[arg(help_heading = OUTPUT_HEADING, long)]
        force: bool =
            "Remplace les fichiers existants",
            "Replace existing files";
    }
}

impl SaveArgs {
    /// Reads the game of `--load`, if given, and returns it with its file name. Fails when the file is no saved game.
    pub fn load_saved_game(&self) -> Result<Option<(String, SavedGame)>, Problem> {
        let Some(path) = &self.load else {
            return Ok(None);
        };
        let place = display_name(path);
        let bytes = read_limited(path, MAX_RECORD_BYTES)?;
        let text = String::from_utf8(bytes).map_err(|_| SessionError::NotARecord);
        match text.and_then(|text| text.parse()) {
            Ok(record) => Ok(Some((place, record))),
            Err(error) => Err(Problem::Session {
                location: place,
                error,
            }),
        }
    }

    /// Returns true if the save file may be replaced: with `--force`, or when the game was loaded from it.
    fn can_replace(&self) -> bool {
        let real =
            |path: &Option<PathBuf>| path.as_ref().and_then(|path| fs::canonicalize(path).ok());
        self.force || real(&self.save).is_some_and(|save| real(&self.load) == Some(save))
    }

    /// Opens the save file before the game to detect errors, and closes it unwritten, since an interrupted program
    /// should leave no empty file. Fails when it cannot be opened.
    pub fn check_writable(&self) -> Result<(), Problem> {
        self.save.as_ref().map_or(Ok(()), |path| {
            open_save_file(path, self.can_replace()).map(drop)
        })
    }

    /// Fails when `--save` names the file of the deck that the game starts with.
    pub fn check_not_overwriting(&self, deck: &Path) -> Result<(), Problem> {
        let mut registry = FileRegistry::new(self.force);
        registry.add_input(deck);
        self.save
            .as_ref()
            .filter(|save| !is_stdio_path(save))
            .map_or(Ok(()), |save| registry.add_output(save))
    }
}

/// Opens the save file. Fails when it cannot be written, or is the standard output, which carries the dialogue.
fn open_save_file(path: &Path, force: bool) -> Result<Output, Problem> {
    const TAKEN: Text = Text::new(
        "la sortie standard porte déjà la partie",
        "the standard output already carries the game",
    );
    let problem = || Problem::CannotWrite {
        file: display_name(path),
        reason: TAKEN.into(),
    };
    if is_stdio_path(path) {
        Err(problem())
    } else {
        Output::open(path, force)
    }
}

/// The save file of a conversation and its interrupt flag.
pub struct FileStorage {
    args: SaveArgs,
    console: Console,
    /// True once the file holds this game.
    is_written: bool,
    save_result: Result<(), Failure>,
}

impl FileStorage {
    pub fn new(args: SaveArgs, console: Console) -> Self {
        Self {
            args,
            console,
            is_written: false,
            save_result: Ok(()),
        }
    }

    /// Prints whether and where a game is saved; `was_left` is true if the player left it. Fails when `--save` was
    /// given and the game could not be written.
    pub fn report_save(self, was_left: bool) -> Result<(), Failure> {
        self.save_result?;
        let lang = self.console.lang;
        match &self.args.save {
            Some(path) if self.is_written => {
                let file = display_name(path);
                self.console.remark(&either!(
                    lang,
                    "Partie enregistrée : {file}",
                    "Game saved: {file}"
                ));
            }
            None if was_left => self.console.remark(&lang.either(
                "Partie non enregistrée (pour la prochaine : --save FILE).",
                "Game not saved (for the next one: --save FILE).",
            )),
            _ => {}
        }
        Ok(())
    }

    /// Writes the game. A game without moves replaces no existing file.
    fn write_record(&mut self, path: &Path, record: &SavedGame) -> Result<(), Failure> {
        if record.moves().is_empty() && !self.is_written && path.is_file() {
            return Ok(());
        }
        open_save_file(path, self.args.can_replace() || self.is_written)?
            .write(record.to_string().as_bytes(), &self.console)?;
        self.is_written = true;
        Ok(())
    }
}

impl Storage for FileStorage {
    fn take_interrupt(&mut self) -> bool {
        signals::take_interrupt()
    }

    fn save_before_computation(&mut self, record: &dyn Fn() -> SavedGame) {
        // Devices and pipes are written only at the end.
        let file = |path: &PathBuf| fs::metadata(path).map_or(true, |found| found.is_file());
        if let Some(path) = self.args.save.clone().filter(file) {
            // A failure is reported at the end of the game, when it is saved again.
            let _ = self.write_record(&path, &record());
        }
    }

    fn save_final(&mut self, record: &SavedGame) {
        if let Some(path) = self.args.save.clone() {
            self.save_result = self.write_record(&path, record);
            if self.save_result.is_ok() && !self.is_written {
                let file = display_name(&path);
                self.console.remark(&either!(
                    self.console.lang,
                    "{file} reste inchangé : aucun coup n'a été joué.",
                    "{file} is unchanged: no move was played."
                ));
            }
        }
    }
}
