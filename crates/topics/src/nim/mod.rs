//! The topic of Nim: settings, texts, the command `solve`, and the chapter of the study. Texts are those of the handout (004) where it has one.

use crate::duel::game::{
    PLAYERS, TwoPlayerTopic, from_saved_settings, pairing_text, saved_settings,
};
use crate::replay::{EXPLAIN, STYLE};
use crate::saved_game::{RecordedGame, SavedSettings};
use crate::setting::OptionSpec;
use crate::verb::{CommandOutput, ParsedArgs, fraction_text};
use crate::{Topic, duel};
use pioche_engine::experiments::duel::TwoPlayerGame;
use pioche_engine::experiments::{Pairing, nim};
use pioche_engine::games::nim::{
    NimPeriod, NimRefusal, NimRules, NimSolution, NimState, NimValue, PlayStyle, TakeSet,
    outcome_distribution, value_period,
};
use pioche_engine::games::{Course, Game, Outcome, Step};
use pioche_engine::players::PlayerSpec;
use pioche_engine::sim::{FieldValue, SettingType};
use pioche_engine::stats::exact::nearest_f64;
use pioche_report::Glossary;
use pioche_report::answers::AnswerRow;
use pioche_report::lang::help::CommandExample;
use pioche_report::lang::parse_number::parse_range;
use pioche_report::lang::{
    Lang, Noun, Problem, Sentence, Text, either, join_list, problem, sentence,
};
use pioche_report::number::format_exact;
use pioche_report::picture::{Picture, PictureContent};
use pioche_report::question::Question;
use pioche_report::table::{Cell, Heading};
use serde_json::{Value, json};

/// The topic, which has `simulate`, `show` and `solve`.
pub static TOPIC: Topic = duel::two_player_topic::<NimState>();

/// The noun of a match.
pub const MATCH: Noun = Noun::new(["allumette", "allumettes"], ["match", "matches"]);

/// The option `--matches`, the number of matches at the start.
pub const MATCHES: OptionSpec =
    OptionSpec::count(&nim::MATCHES, MATCH, "N").help("Nombre d'allumettes", "Number of matches");

/// The number of matches that are left, perhaps none.
const SOLVED_MATCHES: OptionSpec = MATCHES
    .setting(&nim::MATCHES.within(0, NimState::MAX_MATCHES as u64))
    .list("0..30");

/// The option `--takes`, the numbers of matches that a move may take.
pub const TAKES: OptionSpec = OptionSpec::new(&nim::TAKES, Text::new("prises", "takes"), "T,T")
    .phrase(takes_title)
    .help(
        "Nombres d'allumettes que l'on peut prendre, comme 2,3 ou 1..3",
        "Numbers of matches that may be taken, such as 2,3 or 1..3",
    )
    .parse_form(parse_takes);

/// The option `--misere`: the player of the last take loses.
pub const MISERE: OptionSpec = OptionSpec::new(&nim::MISERE, Text::new("misère", "misère"), "")
    .phrase(|lang, _| either!(lang, "version misère", "misère play"))
    .help(
        "Version misère : le joueur qui prend la dernière allumette perd",
        "Misère play: the player who takes the last match loses",
    );

fn takes_title(lang: Lang, takes: &FieldValue) -> String {
    let text = takes.to_string();
    let numbers: Vec<&str> = text.split(',').collect();
    let list = join_list(&numbers, &either!(lang, "ou", "or"));
    either!(lang, "prises de {list}", "taking {list}")
}

/// Parses a list of takes and sorts it. A repeated take is an error.
fn parse_takes(text: &str) -> Result<FieldValue, Problem> {
    let max_take = TakeSet::MAX;
    let not_takes = || {
        problem!(
            "« {text} » n'est pas une liste de prises de 1 à {max_take}, comme 2,3 ou 1..3",
            "“{text}” is not a list of takes from 1 to {max_take}, such as 2,3 or 1..3"
        )
    };
    let mut numbers = Vec::new();
    for part in text.split(TakeSet::SEPARATORS) {
        if part.contains("..") {
            let (first, last) = parse_range(part, 1, max_take.into()).map_err(|_| not_takes())?;
            numbers.extend((first..=last).map(|take| take.to_string()));
        } else {
            numbers.push(part.to_owned());
        }
    }
    let Ok(takes) = numbers.join(",").parse::<TakeSet>() else {
        return Err(not_takes());
    };
    if takes.as_slice().len() < numbers.len() {
        return Err(problem!(
            "« {text} » répète une prise ; donnez chaque prise une seule fois",
            "“{text}” repeats a take; give each take once"
        ));
    }
    Ok(takes.field_value())
}

/// The largest number of matches in the picture; a larger heap is only a number.
pub const MAX_DRAWN: u32 = 650;

impl RecordedGame for NimState {
    const NAME: &'static str = "nim";
    const IS_TWO_PLAYER: bool = true;

    fn saved_settings(&self) -> Vec<(&'static str, String)> {
        saved_settings(self)
    }

    fn from_saved_settings(settings: &SavedSettings) -> Result<Self, Problem> {
        from_saved_settings(settings)
    }

    fn refusal_message(&self, refusal: &NimRefusal) -> Sentence {
        Sentence::from_fn(|lang| refusal_reason(refusal, lang))
    }
}

impl TwoPlayerTopic for NimState {
    const TITLE: Text = Text::new("Le jeu de Nim", "Nim");
    const SETTINGS: &'static [OptionSpec] = &[MATCHES, TAKES, MISERE];
    const SIMULATE_OPTIONS: &'static [OptionSpec] =
        &[MATCHES.list("2..30"), TAKES, MISERE, PLAYERS];
    const SHOW_OPTIONS: &'static [OptionSpec] = &[MATCHES, TAKES, MISERE, PLAYERS, EXPLAIN, STYLE];
    const SOLVE_OPTIONS: &'static [OptionSpec] = &[SOLVED_MATCHES, TAKES, MISERE];
    const EXAMPLES: &'static [CommandExample] = &[
        (
            "simulate nim --matches 2..30 --csv nim.csv",
            "de 2 à 30 allumettes, dans un tableau",
            "from 2 to 30 matches, in a table",
        ),
        (
            "solve nim --misere",
            "qui gagne quand la dernière allumette perd",
            "who wins when the last match loses",
        ),
        (
            "show nim --players random,perfect --deal 5",
            "la partie 5 de cette simulation",
            "game 5 of that simulation",
        ),
        (
            "play nim --players human,random --save game.txt",
            "en enregistrant la partie",
            "with the game saved to a file",
        ),
        (
            "compare nim table.csv",
            "un tableau de nombres et les valeurs exactes",
            "a table of numbers and the exact values",
        ),
    ];
    const SIMULATE_ABOUT: Text = Text::new(
        "Nim : qui gagne, et à quelle fréquence",
        "Nim: who wins, and how often",
    );
    const SHOW_ABOUT: Text = Text::new(
        "Nim : une partie enregistrée, ou une partie simulée, prise par prise",
        "Nim: a recorded game, or a simulated one, move by move",
    );
    const FILE_HELP: Text = Text::new(
        "Fichier des nombres d'allumettes prises, séparés par des espaces, tel que play --save \
         l'écrit ; « - » pour l'entrée standard",
        "File with the numbers of matches taken, separated by spaces, such as `play --save` \
         writes; `-` for the standard input",
    );
    const SOLVE_ABOUT: Text = Text::new(
        "Nim : qui gagne, par quels coups, et les probabilités entre joueurs qui jouent au hasard",
        "Nim: who wins, by which moves, and the probabilities for random players",
    );

    fn solve_command(args: &ParsedArgs<'_>) -> Result<CommandOutput, Problem> {
        solve_command(args)
    }

    fn adjust_picture(question: &Question<'_>, picture: &mut Picture) {
        mark_lost_starts(question, picture);
    }

    /// The functions of the handout for two people: `preparer`, and for each move `afficher_plateau` and `etat_bilan`.
    /// The handout leaves the question of `choix_humain` open.
    fn handout_session(course: &Course<Self>) -> String {
        let start = course.start();
        let matches = start.matches();
        let mut session = format!(
            "Veuillez indiquer le nombre d allumettes présentes au départ (25 par défaut).\n\
             {matches}\nSur le plateau, sont donc diposées {matches} allumettes.\n{start}\n"
        );
        course.for_each_step(|step| {
            let player = step.before.to_play().number();
            let Step { mv, after, .. } = step;
            let summary = match after.outcome() {
                None => format!("Il reste {} allumette(s) sur la table.", after.matches()),
                Some(Outcome::Winner(winner)) => {
                    let winner = winner.number();
                    format!("La partie est remportée par le joueur {winner}.")
                }
                Some(_) => "Egalité".to_owned(),
            };
            session += &format!(
                "Joueur {player}, combien d'allumettes retirez-vous ? {mv}\n{after}\n{summary}\n"
            );
        });
        session
    }

    fn state_text(&self, lang: Lang) -> String {
        if self.matches() > MAX_DRAWN {
            matches_left_text(self.matches(), lang)
        } else {
            self.to_string()
        }
    }

    fn move_explanation(step: &Step<Self>) -> Sentence {
        let player = step.before.to_play().number();
        let fr = Lang::Fr.count(step.mv.into(), MATCH);
        let en = Lang::En.count(step.mv.into(), MATCH);
        sentence!(
            "Le joueur {player} prend {fr}",
            "Player {player} takes {en}"
        )
    }
}

fn refusal_reason(refusal: &NimRefusal, lang: Lang) -> String {
    let take;
    let reason;
    match refusal {
        NimRefusal::NotInTakeSet(number, takes) => {
            take = matches_text(lang, *number);
            reason =
                either!(lang, "seulement ", "only ") + takes_text(takes.as_slice()).in_lang(lang);
        }
        NimRefusal::NotEnoughMatches(number, matches) => {
            take = matches_text(lang, *number);
            reason = either!(lang, "il n'en reste que {matches}", "only {matches} left");
        }
    }
    either!(
        lang,
        "On ne peut pas retirer {take} : {reason}.",
        "You cannot take {take}: {reason}."
    )
}

/// Formats a number of matches without digit grouping, as it is typed.
pub fn matches_text(lang: Lang, number: u32) -> String {
    format!("{number} {}", match_noun(lang, number))
}

/// States the number of matches on the table.
pub fn matches_left_text(count: u32, lang: Lang) -> String {
    let are = lang.plural_form(count.into(), "is", "are");
    let matches = matches_text(lang, count);
    either!(
        lang,
        "Il reste {matches} sur la table.",
        "{matches} {are} left on the table."
    )
}

/// Returns the noun that a number of matches takes.
pub fn match_noun(lang: Lang, number: u32) -> &'static str {
    lang.plural_form(
        number.into(),
        MATCH.singular.in_lang(lang),
        MATCH.plural.in_lang(lang),
    )
}

/// Makes the marks of lost starts hollow on a single line over the number of matches.
fn mark_lost_starts(question: &Question<'_>, picture: &mut Picture) {
    let PictureContent::Plot(plot) = &mut picture.content else {
        return;
    };
    let Ok(start) = NimState::from_settings(&question.settings[0].fields) else {
        return;
    };
    let [line] = &mut plot.lines[..] else { return };
    if line.is_curve || question.differing_keys != [nim::MATCHES.key] {
        return;
    }
    let largest = line.points.iter().map(|point| point.x as u32).max();
    let solution = NimSolution::new(start.rules(), largest.unwrap_or(0));
    for point in &mut line.points {
        point.is_hollow = solution.value(point.x as u32) == Some(NimValue::Lose);
    }
    plot.x_label += Text::new(
        " (cercle vide : perdu contre un joueur parfait)",
        " (hollow: lost against perfect play)",
    )
    .in_lang(question.lang);
}

/// The largest number of takes in a list without an ellipsis.
const MAX_LISTED_TAKES: usize = 8;

fn solve_command(args: &ParsedArgs<'_>) -> Result<CommandOutput, Problem> {
    let lang = args.lang;
    let rules = NimRules {
        takes: args.get(&TAKES)?,
        last_take: args.get(&MISERE)?,
    };
    let matches = args.get(&SOLVED_MATCHES)?;
    let solution = NimSolution::new(&rules, matches);
    let value = solution.value(matches);
    // In a lost position every take is listed, since the handout's "moves" are those that keep the value.
    let moves = solution.best_takes(matches);
    let period = value_period(&rules);
    let mut json = json!({
        "value": value.map(|value| value.to_string()),
        "moves": moves,
        "period": period.map(|period| period.length),
        "pre_period": period.map(|period| period.from),
    });
    let mut lines = Vec::new();
    lines.extend(value.map(|value| match matches {
        0 => all_taken_text(value, lang),
        _ => winner_text(value, &moves, lang),
    }));
    lines.extend(period.map(|period| period_text(&period, lang)));
    let mut chances = Vec::new();
    let mut random_chances = None;
    for (key, players, styles) in PAIRINGS {
        let distribution = outcome_distribution(&rules, matches, styles);
        json[key] = Value::Null;
        if let Some(distribution) = distribution {
            if key == RANDOM_PAIRING {
                random_chances = Some(distribution.each_ref().map(nearest_f64));
            }
            let [player1, player2, draw] = distribution.each_ref().map(fraction_text);
            json[key] = json!({ "player1": player1, "player2": player2, "draw": draw });
            let percents =
                distribution.map(|chance| format_exact(nearest_f64(&chance), true, lang));
            chances.push(table_row(&pairing_text(lang, Pairing(players)), &percents));
        }
    }
    if !chances.is_empty() {
        let header =
            ["player1", "player2", "draw"].map(|word| TOPIC.glossary.translate(lang, word));
        lines.push(String::new());
        lines.push(table_row("", &header));
    }
    lines.extend(chances);
    let row = answer_row(value.unwrap_or(NimValue::Draw), &moves, random_chances);
    Ok(CommandOutput::from_text(lines.join("\n") + "\n")
        .with_json(json)
        .with_row(row))
}

/// Returns the answer as a row: the result for the player to move, the best takes, and the probabilities for two random
/// players.
fn answer_row(value: NimValue, moves: &[u32], random_chances: Option<[f64; 3]>) -> AnswerRow {
    let (colour, word, label) = match value {
        NimValue::Win => (
            0,
            Text::new("gagne", "wins"),
            Text::new("le joueur qui doit jouer gagne", "the player to move wins"),
        ),
        NimValue::Lose => (
            1,
            Text::new("perd", "loses"),
            Text::new("le joueur qui doit jouer perd", "the player to move loses"),
        ),
        NimValue::Draw => {
            let draw = Text::new("nulle", "draw");
            (2, draw, draw)
        }
    };
    let random_player1 = Text::new("au hasard : joueur 1", "random: player 1");
    let player2 = Text::new("joueur 2", "player 2");
    let chance = |index: usize| {
        random_chances.map_or(Cell::Empty, |chances| Cell::Probability(chances[index]))
    };
    AnswerRow {
        cells: vec![
            (
                Heading::new("value", Text::new("résultat", "to move")),
                Cell::Word(value.to_string(), word.into()),
            ),
            (
                Heading::new("moves", Text::new("meilleures prises", "best takes")),
                Cell::Text(joined_takes(moves)),
            ),
            (Heading::new("random_player1", random_player1), chance(0)),
            (Heading::new("random_player2", player2), chance(1)),
            (
                Heading::new("random_draw", Text::new("nulle", "draw")),
                chance(2),
            ),
        ],
        chart_text: joined_takes(moves),
        ..AnswerRow::new(colour, label)
    }
}

/// Writes takes as `2, 3`, which spreadsheets do not read as a number.
fn joined_takes(takes: &[u32]) -> String {
    let texts: Vec<String> = takes.iter().map(u32::to_string).collect();
    texts.join(", ")
}

/// The key of two random players.
const RANDOM_PAIRING: &str = "random";

/// The pairs of players of the table, each with its key in JSON.
const PAIRINGS: [(&str, [PlayerSpec; 2], [PlayStyle; 2]); 3] = [
    (
        RANDOM_PAIRING,
        [PlayerSpec::Random; 2],
        [PlayStyle::Random; 2],
    ),
    (
        "perfect_random",
        [PlayerSpec::Perfect, PlayerSpec::Random],
        [PlayStyle::Perfect, PlayStyle::Random],
    ),
    (
        "random_perfect",
        [PlayerSpec::Random, PlayerSpec::Perfect],
        [PlayStyle::Random, PlayStyle::Perfect],
    ),
];

fn table_row(heading: &str, [player1, player2, draw]: &[String; 3]) -> String {
    format!("{heading:<48} {player1:>9} {player2:>9} {draw:>9}")
}

fn period_text(period: &NimPeriod, lang: Lang) -> String {
    let NimPeriod { length, from } = period;
    let start = if *from > 0 {
        either!(lang, ", à partir de {from}", ", from {from} on")
    } else {
        String::new()
    };
    either!(
        lang,
        "Le résultat se répète toutes les {length} allumettes{start}.",
        "The outcome repeats every {length} matches{start}."
    )
}

/// States the result when no match is left.
fn all_taken_text(value: NimValue, lang: Lang) -> String {
    match value {
        NimValue::Win => either!(
            lang,
            "Le joueur qui doit jouer gagne : l'autre a pris la dernière allumette.",
            "The player to move wins: the other took the last match."
        ),
        NimValue::Lose | NimValue::Draw => either!(
            lang,
            "Le joueur qui doit jouer perd : l'autre a pris la dernière allumette.",
            "The player to move loses: the other took the last match."
        ),
    }
}

/// States the value of a heap for the player to move, and the best takes, which are empty if no take is possible or all
/// lose.
pub fn winner_text(value: NimValue, best: &[u32], lang: Lang) -> String {
    let sentence = takes_text(best);
    let takes = sentence.in_lang(lang);
    match value {
        NimValue::Win => either!(
            lang,
            "Le joueur qui doit jouer gagne s'il joue bien : il prend {takes}.",
            "The player to move wins with best play: take {takes}."
        ),
        NimValue::Draw if best.is_empty() => either!(
            lang,
            "La partie est nulle : on ne peut rien prendre.",
            "The game is a draw: nothing can be taken."
        ),
        NimValue::Draw => either!(
            lang,
            "Si chacun joue au mieux, la partie est nulle : le joueur qui doit jouer prend {takes}.",
            "With best play, the game is a draw: take {takes}."
        ),
        NimValue::Lose => either!(
            lang,
            "Le joueur qui doit jouer perd, quoi qu'il prenne, si l'autre joue bien.",
            "The player to move loses against best play, whatever they take."
        ),
    }
}

/// Formats takes as a list; of more than `MAX_LISTED_TAKES` only the first two and the last.
pub fn takes_text(takes: &[u32]) -> Sentence {
    match takes {
        [first, second, .., last] if takes.len() > MAX_LISTED_TAKES => {
            Sentence::untranslated(format!("{first}, {second}, …, {last}"))
        }
        _ => Sentence::new(join_list(takes, "ou"), join_list(takes, "or")),
    }
}
