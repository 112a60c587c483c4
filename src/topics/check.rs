//! The command `check`: it recognises a deck, or a printed game of one of the topics, from its content.

use super::TOPICS;
use super::alliances::deck::{FILE, check_deck};
use super::printed::text::{Line, clean_lines};
use super::printed::{CheckedGame, PrintedGameCheck};
use super::setting::OptionSpec;
use super::verb::{CommandOutput, FileArg, ParsedArgs, VerbSpec};
use crate::lang::{Lang, Problem, Text, either, problem};
use serde_json::json;
use std::sync::LazyLock;

/// The command `check`, with the options of all topics that have printed games.
pub static CHECK: LazyLock<VerbSpec> = LazyLock::new(|| {
    let options: Vec<OptionSpec> = printed_games()
        .flat_map(|printed_game| printed_game.options)
        .copied()
        .collect();
    VerbSpec {
        file: Some(FileArg {
            help: Text::new(
                "Fichier d'une pioche, ou d'une partie affichée de la réussite, du solitaire, d'Alak, \
                 de bataille ou de Nim ; « - » pour l'entrée standard ; plusieurs fichiers ou \
                 dossiers aussi",
                "File with a deck, or with a printed game of the patience, peg solitaire, Alak, \
                 bataille or Nim; `-` for the standard input; also several files or folders",
            ),
            ..FILE
        }),
        accepts_files: true,
        ..VerbSpec::new(
            Text::new(
                "Vérifie qu'une pioche est complète et sans doublon, ou qu'une partie affichée \
                 respecte la règle",
                "Check that a deck is complete and without duplicates, or that a printed game \
                 follows the rule",
            ),
            options.leak(),
            check,
        )
    }
});

fn printed_games() -> impl Iterator<Item = &'static PrintedGameCheck> {
    TOPICS
        .iter()
        .filter_map(|topic| topic.printed_game.as_ref())
}

/// The largest size of a printed game, in bytes.
const MAX_GAME_SIZE: u64 = 16 << 20;

fn check(args: &ParsedArgs<'_>) -> Result<CommandOutput, Problem> {
    let file = args
        .file
        .as_ref()
        .ok_or_else(|| Problem::missing_argument("FILE"))?;
    let bytes = file.bytes(MAX_GAME_SIZE)?;
    let lines = clean_lines(&String::from_utf8_lossy(&bytes));
    let mut best: Option<(&PrintedGameCheck, CheckedGame)> = None;
    let mut problem = None;
    for game in printed_games() {
        match (game.check)(&lines, args) {
            // A text is of the game that it fits longest.
            Ok(Some(verdict)) => {
                let fits_longer = |(_, best): &(_, CheckedGame)| verdict.fitting() > best.fitting();
                if best.as_ref().is_none_or(fits_longer) {
                    best = Some((game, verdict));
                }
            }
            Ok(None) => {}
            Err(error) => problem = problem.or(Some(error)),
        }
    }
    match (best, problem) {
        (Some((game, verdict)), _) => Ok(verdict_output(&file.name, game, &verdict, args.lang)),
        (None, Some(problem)) => Err(problem),
        (None, None) => check_deck(args)?.ok_or_else(|| unreadable_problem(&file.name, &lines)),
    }
}

/// States what is expected of a text that is neither a deck nor a printed game.
fn unreadable_problem(file: &str, lines: &[Line]) -> Problem {
    match printed_games().find(|game| lines.iter().any(game.is_about)) {
        Some(game) => {
            let Text { fr, en } = game.expected;
            problem!(
                "{file} : cette partie ne se lit pas ; {fr}",
                "{file}: this game cannot be read; {en}"
            )
        }
        None => problem!(
            "{file} n'est ni une pioche, telle que « 7-K D-P … », ni une partie affichée de la \
             réussite, du solitaire, d'Alak, de bataille ou de Nim",
            "{file} is neither a deck, such as “7-K D-P …”, nor a printed game of the patience, \
             peg solitaire, Alak, bataille or Nim"
        ),
    }
}

fn verdict_output(
    file: &str,
    game: &PrintedGameCheck,
    verdict: &CheckedGame,
    lang: Lang,
) -> CommandOutput {
    let name = game.game.in_lang(lang);
    match verdict {
        CheckedGame::Right {
            steps,
            repeated_lines,
            skipped_lines,
            remarks,
            ..
        } => {
            let step_count = lang.translated_count(*steps, ["étape", "étapes"], ["step", "steps"]);
            let mut text = either!(
                lang,
                "{file} : la partie respecte la règle ({name}, {step_count})\n",
                "{file}: the game follows the rule ({name}, {step_count})\n"
            );
            if *skipped_lines > 0 {
                let lines =
                    lang.translated_count(*skipped_lines, ["ligne", "lignes"], ["line", "lines"]);
                text += &either!(
                    lang,
                    "  sans état ni coup, non vérifié : {lines}\n",
                    "  without a state or move, not checked: {lines}\n"
                );
            }
            let remarks: Vec<&str> = remarks.iter().map(|remark| remark.in_lang(lang)).collect();
            for remark in &remarks {
                text += &format!("  {remark}\n");
            }
            CommandOutput::from_text(text).with_json(json!({
                "right": true,
                "game": game.game.en,
                "steps": steps,
                "repeated": repeated_lines,
                "skipped": skipped_lines,
                "remarks": remarks,
            }))
        }
        CheckedGame::Wrong {
            line,
            expected,
            found,
            reason,
            ..
        } => {
            let reason = reason.in_lang(lang);
            let mut text = either!(
                lang,
                "{file}, ligne {line} : {reason}\n",
                "{file}, line {line}: {reason}\n"
            );
            for (label, content) in [
                (Text::new("écrit : ", "found: "), found),
                (Text::new("règle : ", "rule:  "), expected),
            ] {
                if !content.is_empty() {
                    text += &format!("  {}{content}\n", label.in_lang(lang));
                }
            }
            let output = CommandOutput::from_text(text).with_json(json!({
                "right": false,
                "game": game.game.en,
                "line": line,
                "expected": expected,
                "found": found,
                "reason": reason,
            }));
            output.with_success(false)
        }
    }
}
