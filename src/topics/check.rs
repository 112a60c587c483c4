//! The command `check`: a deck, or a printed game of one of the topics, recognised from its content.

use super::alliances::args::ALLIANCE;
use super::alliances::deck::{FILE, PACK_OPTIONS, check_deck};
use super::replay::{GameCheck, WrongStep};
use super::verb::{CommandOutput, FileArg, ParsedArgs, VerbSpec};
use super::{alak, alliances, bataille};
use crate::lang::{Lang, Problem, Text, either};
use serde_json::json;

pub const CHECK: VerbSpec = VerbSpec {
    file: Some(FileArg {
        help: Text::new(
            "Fichier d'une pioche au format du sujet, ou d'une partie affichée de la réussite, de bataille ou d'Alak ; « - » \
             pour l'entrée standard",
            "File with a deck in the handout's format, or with a printed game of the patience, bataille or Alak; `-` for the \
             standard input",
        ),
        ..FILE
    }),
    ..VerbSpec::new(
        Text::new(
            "Vérifie qu'une pioche est complète et sans doublon, ou qu'une partie affichée suit la règle",
            "Check that a deck is complete and without duplicates, or that a printed game follows the rule",
        ),
        &[
            PACK_OPTIONS[0],
            PACK_OPTIONS[1],
            PACK_OPTIONS[2],
            ALLIANCE.option_spec(),
            bataille::FIRST_TO_LAY.option_spec(),
            bataille::MAX_ROUNDS.option_spec(),
            bataille::PICKUP.option_spec(),
            alak::LINE_OR_RING.option_spec(),
            alak::OWN_GROUP.option_spec(),
        ],
        check,
    )
};

/// Checks a printed game of a topic; `None` if the text is not one.
type CheckGameFn = fn(&str, &ParsedArgs<'_>) -> Option<GameCheck>;

const GAME_CHECKS: [CheckGameFn; 3] = [
    alliances::check::check_game,
    bataille::check::check_game,
    alak::check::check_game,
];

/// The largest size of a printed game, in bytes.
const MAX_GAME_SIZE: u64 = 16 << 20;

fn check(args: &ParsedArgs<'_>) -> Result<CommandOutput, Problem> {
    let Some(file) = &args.file else {
        return check_deck(args);
    };
    let bytes = file.bytes(MAX_GAME_SIZE)?;
    let text = String::from_utf8_lossy(&bytes);
    let content = text.trim_start_matches('\u{feff}');
    let mut game_checks = GAME_CHECKS
        .iter()
        .filter_map(|check_game| check_game(content, args));
    match game_checks.next() {
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
                "{file} : la partie suit la règle\n",
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
