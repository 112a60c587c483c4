//! The command `check`: `show` and `play`, read backwards.
//!
//! A printed game is read in the forms that `show` and `play` print and in no other. Its start and its moves are those of
//! the text; the game is then printed again and compared with the text (`compare`). Values that differ between the same
//! words are a mistake; other words are another form, and the text is refused.
//!
//! | file | contents |
//! |---|---|
//! | `line` | lines, and the words, numbers, cards and signs of a line |
//! | `compare` | the comparison of a text with the lines of a form |
//! | `forced_reading` | a game of which all lines are known before the text is read |
//! | `forced` | the games without choices: the patience, bataille |
//! | `choices` | the games with choices: solitaire, Alak, Nim |
//! | `dialogue` | transcripts of `play` |
//! | `recorded` | the JSON of `show`, and games that `play` saves |
//! | `answer` | the answer to a verdict |

mod answer;
mod choices;
mod compare;
mod dialogue;
mod forced;
mod forced_reading;
mod line;
mod recorded;

pub use answer::template_text;

use answer::{ambiguous_problem, refusal_problem, right_output, wrong_output};
use compare::Verdict;
use line::{Line, cards_in, text_lines};
use pioche_engine::sim::Field;
use pioche_report::lang::{Lang, Problem, Text, problem};
use pioche_topics::alliances::{FILE, card_words, check_deck};
use pioche_topics::bataille::MAX_ROUNDS;
use pioche_topics::saved_game::SavedGame;
use pioche_topics::setting::OptionSpec;
use pioche_topics::verb::{CommandOutput, FileArg, ParsedArgs, VerbSpec};
use serde_json::Value;
use std::collections::{BTreeSet, HashMap};
use std::sync::LazyLock;

/// A game that is read in the forms in which it is printed.
pub trait PrintedGame: Sync {
    /// The name of the topic.
    fn topic(&self) -> &'static str;
    /// The name of the game in the answer, such as “Nim”.
    fn name(&self) -> Text;
    /// The settings of the game.
    fn options(&self) -> Vec<OptionSpec>;
    /// Compares a text with the forms of the game. The result is empty if the text shows no start of the game.
    fn verdicts(&self, text: &[Line], args: &ParsedArgs<'_>) -> Result<Vec<Verdict>, Problem>;
    /// Returns a sample of each form.
    fn template(&self, args: &ParsedArgs<'_>) -> Result<Vec<Sample>, Problem>;
    /// Returns the JSON of `show` for the game that such a JSON describes; `None` if it is not of this game.
    fn json(&self, json: &Value, args: &ParsedArgs<'_>) -> Result<Option<Value>, Problem>;
    /// Plays a saved game; `None` if games of this kind are not saved.
    fn saved_game_verdict(&self, _record: &SavedGame) -> Result<Option<Verdict>, Problem> {
        Ok(None)
    }
}

/// The games that are read.
static GAMES: [&dyn PrintedGame; 5] = [
    &forced::Patience,
    &choices::SOLITAIRE,
    &choices::ALAK,
    &forced::Battle,
    &choices::NIM,
];

/// Finds a game by the name of its topic; `None` if the games of the topic are not read.
pub fn find_game(topic: &str) -> Option<&'static dyn PrintedGame> {
    GAMES.into_iter().find(|game| game.topic() == topic)
}

/// Returns a game that is named, or all games.
fn named_or_all_games(
    named_game: Option<&'static dyn PrintedGame>,
) -> Vec<&'static dyn PrintedGame> {
    named_game.map_or_else(|| GAMES.to_vec(), |game| vec![game])
}

/// Games in one form, which have all its words.
pub struct Sample {
    /// The command that prints the form.
    pub command: String,
    /// The language of the words.
    pub lang: Lang,
    /// The text of each game; together they have all words of the form.
    pub games: Vec<String>,
}

impl Sample {
    /// Creates a sample of what `show` prints.
    fn new(topic: &str, lang: Lang, is_explained: bool, games: Vec<String>) -> Self {
        let explain = if is_explained { " --explain" } else { "" };
        Self {
            command: format!("show {topic} --lang {lang}{explain}"),
            lang,
            games,
        }
    }

    fn lines(&self) -> Vec<String> {
        let lines = self.games.iter().flat_map(|game| game.lines());
        let full_lines = lines.filter(|line| !line.trim().is_empty());
        full_lines.map(str::to_owned).collect()
    }
}

/// The command `check`, with the options of all games.
pub static CHECK: LazyLock<VerbSpec> = LazyLock::new(|| {
    let options: Vec<OptionSpec> = GAMES.iter().flat_map(|game| game.options()).collect();
    VerbSpec {
        file: Some(FileArg {
            help: Text::new(
                "Fichier d'une pioche, ou d'une partie telle que l'affichent show (texte ou JSON) et play ou que \
                 play l'enregistre ; « - » pour l'entrée standard ; plusieurs fichiers ou dossiers aussi ; le nom du \
                 jeu peut précéder, comme dans « check nim partie.txt »",
                "File with a deck, or with a game as show (text or JSON) and play print it or as play saves it; `-` \
                 for the standard input; also several files or folders; the name of the game may precede, as in \
                 `check nim game.txt`",
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
            |args| check(args, None),
        )
    }
});

/// The largest size of a printed game, in bytes, which the longest text of `show` has not.
const MAX_GAME_SIZE: u64 = 64 << 20;

/// Checks the deck or the printed game in the file of the arguments. A text is read as the game that is named, if one is.
///
/// # Errors
/// When the file cannot be read, or the text is of no form, or of forms of two games.
pub fn check(
    args: &ParsedArgs<'_>,
    named_game: Option<&'static dyn PrintedGame>,
) -> Result<CommandOutput, Problem> {
    let file = args
        .file
        .as_ref()
        .ok_or_else(|| Problem::missing_argument("FILE"))?;
    let text = String::from_utf8_lossy(&file.bytes(MAX_GAME_SIZE)?).into_owned();
    let lines = text_lines(&text);
    let name = &file.name;
    if lines.is_empty() {
        return Err(problem!("{name} est vide", "{name} is empty"));
    }
    if named_game.is_none() && choices::has_numbers_alone(&lines) {
        return Err(ambiguous_problem(name, &[&choices::ALAK, &choices::NIM]));
    }
    let mut verdicts = Vec::new();
    let mut problem = None;
    for game in named_or_all_games(named_game) {
        match verdict(game, &text, &lines, args) {
            Ok(verdict) => verdicts.extend(verdict.map(|verdict| (game, verdict))),
            Err(error) => problem = problem.or(Some(error)),
        }
    }
    let read_games = verdicts
        .iter()
        .filter(|(_, verdict)| !matches!(verdict, Verdict::Refused(_)));
    match read_games.collect::<Vec<_>>()[..] {
        [(game, Verdict::Wrong(wrong))] => {
            let rule = other_rule(*game, &lines, args);
            return Ok(wrong_output(name, *game, wrong, rule, args.lang));
        }
        [(game, Verdict::Right(right))] => return Ok(right_output(name, *game, right, args.lang)),
        [] => {}
        ref several => {
            let games: Vec<_> = several.iter().map(|(game, _)| *game).collect();
            return Err(ambiguous_problem(name, &games));
        }
    }
    if let Some(problem) = problem {
        return Err(problem);
    }
    if lines[0].text.starts_with('{') {
        return Err(problem!(
            "{name} : ce JSON n'est pas celui que show écrit pour une partie avec ces réglages ; donnez ceux de la \
             partie, tels que --cells 12",
            "{name}: this JSON is not that which `show` writes for a game with these settings; give those of the game, \
             such as --cells 12"
        ));
    }
    let may_be_deck = named_game.is_none_or(|game| game.topic() == forced::Patience.topic());
    if may_be_deck
        && !shows_rows(&text, &lines)
        && let Some(deck_answer) = check_deck(args)?
    {
        return Ok(deck_answer);
    }
    Err(refusal_problem(name, named_game, &verdicts, &lines, args)?)
}

/// Returns the verdict on a recorded or printed game; `None` if a text is of another game.
fn verdict(
    game: &dyn PrintedGame,
    text: &str,
    lines: &[Line],
    args: &ParsedArgs<'_>,
) -> Result<Option<Verdict>, Problem> {
    if let Some(verdict) = recorded::verdict(game, text, args)? {
        return Ok(Some(verdict));
    }
    game.verdicts(lines, args).map(Verdict::best)
}

/// Returns the setting with which a text follows the rule, of those that the command does not give.
fn other_rule(game: &dyn PrintedGame, text: &[Line], args: &ParsedArgs<'_>) -> Option<Field> {
    // A game of bataille by another rule may be endless; it is played no longer than the text.
    let limited_settings = with_setting(args, &MAX_ROUNDS, &text.len().to_string());
    let limited_args = ParsedArgs {
        explicit_settings: args.explicit_settings.clone(),
        ..ParsedArgs::new(
            args.lang,
            limited_settings.unwrap_or_else(|| args.settings.clone()),
        )
    };
    for option in game.options() {
        let words = if option.is_flag() {
            vec!["yes"]
        } else {
            option.words()
        };
        for word in words {
            let Some(settings) = with_setting(&limited_args, &option, word) else {
                continue;
            };
            let other_args = ParsedArgs::new(args.lang, settings);
            let verdicts = game.verdicts(text, &other_args).unwrap_or_default();
            if verdicts
                .iter()
                .any(|verdict| matches!(verdict, Verdict::Right(_)))
            {
                return option.setting.parse(word).ok();
            }
        }
    }
    None
}

/// Returns true for a text that shows rows of cards, and no deck: a card occurs three times, in lines of several lengths.
fn shows_rows(text: &str, lines: &[Line]) -> bool {
    let signs = lines.iter().flat_map(|line| {
        let cards = cards_in(&line.text).into_iter();
        cards.map(|card| (line.number, card.to_string()))
    });
    let cards: Vec<(usize, String)> = match card_words(text) {
        Some(words) => {
            let words = words.into_iter();
            words.map(|(place, card)| (place.line, card)).collect()
        }
        None => signs.collect(),
    };
    let mut counts = HashMap::new();
    let mut lengths = HashMap::new();
    for (line, card) in cards {
        *counts.entry(card).or_insert(0) += 1;
        *lengths.entry(line).or_insert(0) += 1;
    }
    let different_lengths: BTreeSet<usize> = lengths.into_values().collect();
    different_lengths.len() > 2 && counts.into_values().any(|count| count > 2)
}

/// Returns the settings with another value of one, which the command line may not contradict.
fn with_setting(args: &ParsedArgs<'_>, option: &OptionSpec, text: &str) -> Option<Vec<Field>> {
    let field = option.setting.parse(text).ok()?;
    if args.has_explicit(option) && !args.settings.contains(&field) {
        return None;
    }
    let mut settings = args.settings.clone();
    settings.retain(|other| other.key() != option.key());
    settings.push(field);
    Some(settings)
}
