//! The transcripts of `play`: the entries behind the questions of a text are typed again, and what is then printed is
//! compared with the text.

use super::compare::{PrintedLine, Verdict, compare};
use super::forced_reading::{ForcedReading, OTHER_STEP};
use super::line::{Line, are_equal, numbers, placed_tokens, tokens};
use super::with_setting;
use pioche_engine::games::MemoryLimit;
use pioche_engine::players::PlayerSpec;
use pioche_play::dialogues::{MODE_INTRODUCTION, PlayVerb, play_verb};
use pioche_play::{Dialogue, DialogueCommand, Storage};
use pioche_report::lang::parse_number::parse_count;
use pioche_report::lang::{Lang, Problem, fold_case_and_accents};
use pioche_topics::find_topic;
use pioche_topics::saved_game::{DealOrigin, SavedGame};
use pioche_topics::setting::OptionSpec;
use pioche_topics::verb::ParsedArgs;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::io::{self, BufReader, Read, Write};

/// Compares a text with the dialogues of a game in both languages. The numbers of the greeting are those of settings.
pub fn verdicts(
    topic: &str,
    greeting_settings: &[Option<OptionSpec>],
    text: &[Line],
    args: &ParsedArgs<'_>,
) -> Result<Vec<Verdict>, Problem> {
    let text = match text {
        [lines @ .., last] if is_save_remark(&last.text) => lines,
        _ => text,
    };
    let play = find_topic(topic).and_then(play_verb);
    let Some(record) = play.and_then(|play| start_record(play, greeting_settings, text, args))
    else {
        return Ok(Vec::new());
    };
    let readings = [Lang::En, Lang::Fr].map(|lang| {
        let mut reading = dialogue_reading(play?, &record, text, lang)?;
        Some(compare(&mut reading, text))
    });
    Ok(readings.into_iter().flatten().collect())
}

/// Returns true for the remark of `play` behind a dialogue that says whether the game is saved.
fn is_save_remark(line: &str) -> bool {
    const STARTS: [&str; 4] = [
        "Partie enregistrée",
        "Partie non enregistrée",
        "Game saved",
        "Game not saved",
    ];
    STARTS.iter().any(|start| line.starts_with(start))
}

/// Returns the start of the game of a dialogue between persons.
fn start_record(
    play: &PlayVerb,
    greeting_settings: &[Option<OptionSpec>],
    text: &[Line],
    args: &ParsedArgs<'_>,
) -> Option<SavedGame> {
    let mut dialogue_args = ParsedArgs::new(args.lang, args.settings.clone());
    for option in play.options {
        let is_given = dialogue_args
            .settings
            .iter()
            .any(|field| field.key() == option.key());
        if let Some(default) = option.setting.default.filter(|_| !is_given) {
            let values = option.parse_values(default).ok()?;
            dialogue_args.settings.extend(values);
        }
    }
    let greeting_numbers = text
        .first()
        .map(|line| numbers(&line.text))
        .unwrap_or_default();
    for (option, number) in greeting_settings.iter().zip(greeting_numbers) {
        if let Some(settings) =
            option.and_then(|option| with_setting(&dialogue_args, &option, &number))
        {
            dialogue_args.settings = settings;
        }
    }
    // A dealt game names its seed and its deal in the second line.
    let mut origin = None;
    if play.file.is_some() {
        let [seed, deal] = &numbers(&text.get(1)?.text)[..] else {
            return None;
        };
        dialogue_args.seed = seed.parse().ok()?;
        dialogue_args.deal = parse_count(deal, 0, MAX_DEAL).ok()?;
        origin = Some(DealOrigin {
            seed: dialogue_args.seed,
            deal: dialogue_args.deal,
        });
    }
    let record = (play.start_record)(&dialogue_args).ok()?;
    Some(record.with_origin(origin))
}

/// The largest number of a deal.
const MAX_DEAL: u64 = 1_000_000_000_000_000;

/// Plays the dialogue with the entries of a text.
fn dialogue_reading(
    play: &PlayVerb,
    record: &SavedGame,
    text: &[Line],
    lang: Lang,
) -> Option<ForcedReading> {
    let output = RefCell::new(Vec::new());
    let mut entries = Entries {
        text,
        passed_lines: 0,
        lines: Vec::new(),
        output: &output,
        entry: VecDeque::new(),
    };
    let mut storage = MoveCount(0);
    let mut writer = SharedOutput(&output);
    let mut keyboard = BufReader::new(&mut entries);
    let mut dialogue = Dialogue::new(&mut keyboard, &mut writer, None, lang);
    let is_asked = are_equal(&text.first()?.text, MODE_INTRODUCTION.in_lang(lang));
    let asked_record = match play.opening_questions.filter(|_| is_asked) {
        Some(ask) => Some(ask(&mut dialogue).ok()?.filter(is_between_persons)?),
        None => None,
    };
    let record = asked_record.as_ref().unwrap_or(record);
    (play.resume)(record, MAX_MEMORY, &mut dialogue, &mut storage).ok()?;
    let printed_text = String::from_utf8(output.take()).ok()?;
    let mut blocks = Vec::new();
    for line in printed_text.lines().filter(|line| !line.trim().is_empty()) {
        blocks.push(vec![PrintedLine {
            text: line.trim().to_owned(),
            is_state: false,
            step: storage.0,
        }]);
    }
    Some(ForcedReading {
        blocks,
        passed: 0,
        // The first card that is drawn confirms the seed of a dealt game.
        sure_lines: Some(if play.file.is_some() { 10 } else { 3 }),
        entries: entries.lines,
        sample: Vec::new(),
        reason: Box::new(|_| OTHER_STEP.into()),
    })
}

/// Returns true for a game without a computer player, whose moves a text does not determine.
fn is_between_persons(record: &SavedGame) -> bool {
    let players = record.settings().players();
    players.is_ok_and(|players| players == [PlayerSpec::Human; 2])
}

/// The memory of a solver that a dialogue may ask.
const MAX_MEMORY: MemoryLimit = MemoryLimit(64 << 20);

/// The lines that are typed in a dialogue: those of a text that begin with the question, without it.
struct Entries<'a> {
    text: &'a [Line],
    passed_lines: usize,
    /// The numbers of the lines of the entries.
    lines: Vec<usize>,
    output: &'a RefCell<Vec<u8>>,
    /// The bytes of the last entry that are not read yet.
    entry: VecDeque<u8>,
}

impl Entries<'_> {
    fn next_entry(&mut self) -> Option<String> {
        let output = self.output.borrow();
        let printed_text = String::from_utf8_lossy(&output);
        let question = printed_text.rsplit('\n').next()?.trim_start();
        let first_sign = question.to_lowercase().chars().next();
        let question_tokens = tokens(question);
        for line in &self.text[self.passed_lines..] {
            self.passed_lines += 1;
            // Most lines of other texts begin with another sign.
            if line.text.chars().flat_map(char::to_lowercase).next() != first_sign {
                continue;
            }
            let line_tokens = placed_tokens(&line.text);
            let start = line_tokens
                .iter()
                .map(|placed| &placed.token)
                .take(question_tokens.len());
            if start.eq(&question_tokens) {
                self.lines.push(line.number);
                let entry_column = line_tokens
                    .get(question_tokens.len())
                    .map(|placed| placed.column);
                let entry = entry_column.map_or_else(String::new, |column| {
                    line.text.chars().skip(column - 1).collect()
                });
                return Some(entry).filter(|entry| !asks_solver(entry));
            }
        }
        None
    }
}

/// Returns true for entries after which a solver may search for long.
fn asks_solver(entry: &str) -> bool {
    DialogueCommand::parse(entry) == Some(DialogueCommand::Hint)
        || matches!(
            fold_case_and_accents(entry).as_str(),
            "solve" | "resoudre" | "^c"
        )
}

impl Read for Entries<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.entry.is_empty() {
            let entry = self.next_entry();
            self.entry =
                entry.map_or_else(VecDeque::new, |entry| (entry + "\n").into_bytes().into());
        }
        self.entry.read(buffer)
    }
}

/// The output of a dialogue, which its input reads, too.
struct SharedOutput<'a>(&'a RefCell<Vec<u8>>);

impl Write for SharedOutput<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The number of moves of a dialogue.
struct MoveCount(usize);

impl Storage for MoveCount {
    fn take_interrupt(&mut self) -> bool {
        false
    }

    fn save_final(&mut self, record: &SavedGame) {
        self.0 = record.moves().len();
    }
}
