//! The command `check`: it recognises a deck, or a printed game of one of the topics, from its content.

use super::TOPICS;
use super::alliances::deck::{FILE, check_deck};
use super::replay::{PrintedGameCheck, WrongStep};
use super::setting::OptionSpec;
use super::verb::{CommandOutput, FileArg, ParsedArgs, VerbSpec};
use crate::lang::{Lang, Problem, Text, either};
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
                "Fichier d'une pioche, ou d'une partie affichée de la réussite, de bataille ou \
                 d'Alak ; « - » pour l'entrée standard ; plusieurs fichiers ou dossiers aussi",
                "File with a deck, or with a printed game of the patience, bataille or Alak; `-` \
                 for the standard input; also several files or folders",
            ),
            ..FILE
        }),
        accepts_files: true,
        ..VerbSpec::new(
            Text::new(
                "Vérifie qu'une pioche est complète et sans doublon, ou qu'une partie affichée \
                 suit la règle",
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
    let Some(file) = &args.file else {
        return check_deck(args);
    };
    let bytes = file.bytes(MAX_GAME_SIZE)?;
    let text = String::from_utf8_lossy(&bytes);
    let content = text.trim_start_matches('\u{feff}');
    let mut verdicts = printed_games().filter_map(|game| (game.check)(content, args));
    match verdicts.next() {
        Some(verdict) => Ok(verdict_output(&file.name, verdict?, args.lang)),
        None => check_deck(args),
    }
}

fn verdict_output(file: &str, verdict: Result<usize, WrongStep>, lang: Lang) -> CommandOutput {
    let WrongStep {
        line,
        expected,
        found,
        reason,
    } = match verdict {
        Ok(steps) => {
            return CommandOutput::from_text(either!(
                lang,
                "{file} : la partie respecte la règle\n",
                "{file}: the game follows the rule\n"
            ))
            .with_json(json!({ "right": true, "steps": steps }));
        }
        Err(step) => step,
    };
    let reason = reason.in_lang(lang);
    let text = either!(
        lang,
        "{file}, ligne {line} : {reason}\n  écrit : {found}\n  règle : {expected}\n",
        "{file}, line {line}: {reason}\n  found: {found}\n  rule:  {expected}\n"
    );
    let json = json!({
        "right": false,
        "line": line,
        "expected": expected,
        "found": found,
        "reason": reason,
    });
    CommandOutput::from_text(text)
        .with_json(json)
        .with_success(false)
}
