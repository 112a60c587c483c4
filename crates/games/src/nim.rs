//! Nim (handout 004). Texts are those of the handout where it has one.

use crate::duel::{self, Duel, player_text, status_text};
use crate::prelude::*;
use pioche_engine::experiments::{TwoPlayerGame, nim};
use pioche_engine::games::nim::{
    LastTake, NimPeriod, NimRefusal, NimRules, NimSolution, NimState, NimValue, PlayStyle, TakeSet,
    outcome_distribution, value_period,
};
use pioche_report::Glossary;
use pioche_report::lang::parse_number::parse_range;
use pioche_report::number::PageNumber;

/// The topic, which has all verbs.
pub static TOPIC: Topic = duel::topic::<NimState>();

const MATCH: Text = Text("match|matches");

const MATCHES: Words =
    Words::new(&nim::MATCHES, "N", MATCH, Text("Number of matches")).list("2..30");

/// The number of matches that are left, perhaps none.
const SOLVED_MATCHES: Words = MATCHES
    .setting(&nim::MATCHES.within(0, NimState::MAX_MATCHES as u64))
    .list("0..30");

const TAKES: Words = Words::new(
    &nim::TAKES,
    "T,T",
    Text("takes"),
    Text("Numbers of matches that may be taken, such as 2,3 or 1..3"),
)
.phrase(|takes| {
    let text = takes.to_string();
    let numbers: Vec<&str> = text.split(',').collect();
    tr!("taking {list}", list = join_list(&numbers, &tr!("or")))
})
.parse(parse_takes);

const MISERE: Words = Words::new(
    &nim::MISERE,
    "",
    Text("misère"),
    Text("Misère play: the player who takes the last match loses"),
)
.phrase(|_| tr!("misère play"));

/// Parses a list of takes and ranges of takes.
fn parse_takes(text: &str) -> Result<FieldValue, Problem> {
    let max_take = TakeSet::MAX;
    let mut numbers = Vec::new();
    for part in text.split(TakeSet::SEPARATORS) {
        match parse_range(part, 1, max_take.into()) {
            Ok((first, last)) => numbers.extend((first..=last).map(|take| take.to_string())),
            Err(_) => numbers.push(part.to_owned()),
        }
    }
    let takes: TakeSet = numbers.join(",").parse().map_err(|error| {
        problem!(
            "“{text}” is not a list of takes from 1 to {max_take}, such as 2,3 or 1..3",
            text,
            max_take
        )
        .caused_by(error)
    })?;
    Ok(takes.field_value())
}

/// The largest number of matches on a board of text; a larger heap is only a number.
const MAX_LISTED: u32 = 650;

impl Duel for NimState {
    const TITLE: Text = Text("Nim");
    const SETTINGS: &'static [Words] = &[MATCHES, TAKES, MISERE];
    const SOLVE_SETTINGS: &'static [&'static [Words]] = &[&[SOLVED_MATCHES, TAKES, MISERE]];
    const SIZE_QUESTION: Text =
        Text("Please enter the number of matches at the start (25 by default).\n");

    /// Makes the marks of lost starts hollow on a single line over the number of matches.
    fn adjust_picture(question: &Question<'_>, picture: &mut Chart) {
        let PictureContent::Plot(plot) = &mut picture.content else {
            return;
        };
        let Ok(start) = Self::from_settings(&question.settings[0].fields) else {
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
        plot.x_label += &tr!(" (hollow: lost against perfect play)");
    }

    fn solve(args: &ParsedArgs<'_>) -> Result<Answer, Problem> {
        let rules = NimRules {
            takes: args.get(&TAKES)?,
            last_take: args.get(&MISERE)?,
        };
        let matches = args.get(&SOLVED_MATCHES)?;
        let solution = NimSolution::new(&rules, matches);
        let value = solution.value(matches).unwrap_or(NimValue::Draw);
        // In a lost position every take is listed, since the handout's "moves" are those that keep the value.
        let moves = solution.best_takes(matches);
        let period = value_period(&rules);
        let mut json = json!({
            "value": value.to_string(),
            "moves": moves,
            "period": period.map(|period| period.length),
            "pre_period": period.map(|period| period.from),
        });
        let mut text = match (matches, value) {
            (0, NimValue::Win) => tr!("The player to move wins: the other took the last match."),
            (0, _) => tr!("The player to move loses: the other took the last match."),
            _ => winner_text(value, &moves),
        };
        text.push('\n');
        if let Some(NimPeriod { length, from }) = period {
            text += &match from {
                0 => tr!("The outcome repeats every {length} matches.", length),
                _ => tr!(
                    "The outcome repeats every {length} matches, from {from} on.",
                    length,
                    from
                ),
            };
            text.push('\n');
        }
        let (colour, word, label) = match value {
            NimValue::Win => (0, Text("wins"), Text("the player to move wins")),
            NimValue::Lose => (1, Text("loses"), Text("the player to move loses")),
            NimValue::Draw => (2, Text("draw"), Text("draw")),
        };
        // Spreadsheets do not read `2, 3` as a number.
        let move_list: Vec<String> = moves.iter().map(u32::to_string).collect();
        let mut row = AnswerRow {
            chart_text: move_list.join(", "),
            ..AnswerRow::new(colour, label.translated())
        };
        let value = Cell::Word(value.to_string(), word.to_string());
        row.cells
            .push((AnswerHeading("value", Text("to move")), value));
        let takes = Cell::Text(row.chart_text.clone());
        row.cells
            .push((AnswerHeading("moves", Text("best takes")), takes));
        let mut table = String::new();
        for (key, players, styles) in PAIRINGS {
            let distribution = outcome_distribution(&rules, matches, styles);
            let chances = distribution
                .as_ref()
                .map(|shares| shares.each_ref().map(nearest_f64));
            if key == "random" {
                for (index, heading) in RANDOM_HEADINGS.into_iter().enumerate() {
                    let chance = chances.map(|chances| Cell::Probability(chances[index]));
                    row.cells.push((heading, chance.unwrap_or(Cell::Empty)));
                }
            }
            json[key] = Value::Null;
            if let (Some(shares), Some(chances)) = (distribution, chances) {
                let [player1, player2, draw] = shares.each_ref().map(fraction_text);
                json[key] = json!({ "player1": player1, "player2": player2, "draw": draw });
                let percents = chances.map(|chance| PageNumber::exact(chance).cell_text());
                table += &table_row(players.translated(), percents);
            }
        }
        if !table.is_empty() {
            let outcomes = ["player1", "player2", "draw"].map(|word| TOPIC.translate(word));
            text += &format!("\n{}{table}", table_row("", outcomes));
        }
        Ok(Answer {
            text,
            json,
            row: Some(row),
            ..Answer::default()
        })
    }
}

impl Playable for NimState {
    fn board(&self) -> String {
        if self.matches() > MAX_LISTED {
            matches_left_text(self.matches())
        } else {
            self.to_string()
        }
    }

    #[doc(alias = "afficher_choix")]
    fn explanation(step: &Step<Self>) -> String {
        let player = step.before.to_play().number();
        tr!(
            "Player {player} takes {matches}",
            player,
            matches = quantity(step.mv.into(), MATCH)
        )
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
                    format!("La partie est remportée par le joueur {}.", winner.number())
                }
                Some(_) => "Egalité".to_owned(),
            };
            session += &format!(
                "Joueur {player}, combien d'allumettes retirez-vous ? {mv}\n{after}\n{summary}\n"
            );
        });
        session
    }

    fn film(course: Course<Self>) -> Film {
        let size = (WIDTH, tray_top(&course) + tray_height(&course) + MARGIN);
        let state_count = course.moves().len() + 1;
        Film::new(Self::TITLE, size, state_count, move |state| {
            picture(&course, state)
        })
    }

    fn refusal_message(&self, refusal: &NimRefusal) -> String {
        let (take, reason) = match refusal {
            NimRefusal::NotInTakeSet(take, takes) => (
                take,
                tr!("only {takes}", takes = takes_text(takes.as_slice())),
            ),
            NimRefusal::NotEnoughMatches(take, matches) => {
                (take, tr!("only {matches} left", matches))
            }
        };
        let take = quantity((*take).into(), MATCH);
        tr!("You cannot take {take}: {reason}.", take, reason)
    }

    fn greeting(session: &Session<Self>) -> String {
        let start = session.state();
        let matches = start.matches();
        let greeting = match matches {
            1 => tr!("There is 1 match on the table."),
            _ => tr!("There are {matches} matches on the table.", matches),
        };
        match start.rules().last_take {
            LastTake::Wins => greeting,
            LastTake::Loses => greeting + &tr!(" Whoever takes the last one loses."),
        }
    }

    /// Returns the matches in groups of five, after the first move their number, and the name of a computer player.
    #[doc(alias = "afficher_plateau")]
    fn state_text(session: &Session<Self>, columns: usize) -> String {
        let state = session.state();
        let matches = state.matches();
        let is_over = session.end().is_some();
        let mut lines = Vec::new();
        if matches <= MAX_LISTED {
            lines.push(wrap_parts(state.to_string().split(' '), " ", columns));
        }
        if matches > MAX_LISTED || !(is_over || session.course().moves().is_empty()) {
            lines.push(matches_left_text(matches));
        }
        let player = session.player_spec(state.to_play());
        if !is_over && player != PlayerSpec::Human {
            lines.push(player_text(state.to_play(), player));
        }
        lines.join("\n")
    }

    #[doc(alias = "choix_humain")]
    fn question(session: &Session<Self>, _: &[String]) -> String {
        let state = session.state();
        let player = state.to_play().number();
        let takes = takes_text(state.takes().possible_takes(state.matches()));
        tr!(
            "Player {player}, how many matches do you take ({takes})? ",
            player,
            takes
        )
    }

    fn hint(session: &Session<Self>) -> String {
        let state = session.state();
        let solution = NimSolution::new(state.rules(), state.matches());
        let value = solution.value(state.matches()).unwrap_or(NimValue::Draw);
        winner_text(value, &solution.best_takes(state.matches()))
    }

    fn rules(&self) -> String {
        let takes = self.takes().as_slice();
        let max_take = takes.last().copied().unwrap_or_default();
        let result = match self.rules().last_take {
            LastTake::Wins => Text("wins"),
            LastTake::Loses => Text("loses"),
        };
        let rules = tr!(
            "In turn, each player takes {takes} {noun}. Whoever takes the last one {result}.
When too few are left to take any, the game is a draw.",
            takes = takes_text(takes),
            noun = plural_form(max_take.into(), MATCH.translated()),
            result
        );
        let example = tr!("take {matches}", matches = quantity(max_take.into(), MATCH));
        format!("{rules}\n  {max_take:<15}{example}")
    }
}

fn matches_left_text(matches: u32) -> String {
    let matches = quantity(matches.into(), Text("match is|matches are"));
    tr!("{matches} left on the table.", matches)
}

/// The largest number of takes in a list without an ellipsis.
const MAX_LISTED_TAKES: usize = 8;

/// Formats takes as a list; of more than `MAX_LISTED_TAKES` only the first two and the last.
fn takes_text(takes: &[u32]) -> String {
    match takes {
        [first, second, .., last] if takes.len() > MAX_LISTED_TAKES => {
            format!("{first}, {second}, …, {last}")
        }
        _ => join_list(takes, &tr!("or")),
    }
}

/// The columns of the probabilities for two random players.
const RANDOM_HEADINGS: [AnswerHeading; 3] = [
    AnswerHeading("random_player1", Text("random: player 1")),
    AnswerHeading("random_player2", Text("player 2")),
    AnswerHeading("random_draw", Text("draw")),
];

/// The pairs of players of the table, each with its key in JSON.
const PAIRINGS: [(&str, Text, [PlayStyle; 2]); 3] = [
    (
        "random",
        Text("both play at random"),
        [PlayStyle::Random; 2],
    ),
    (
        "perfect_random",
        Text("player 1 plays perfectly, player 2 at random"),
        [PlayStyle::Perfect, PlayStyle::Random],
    ),
    (
        "random_perfect",
        Text("player 1 plays at random, player 2 perfectly"),
        [PlayStyle::Random, PlayStyle::Perfect],
    ),
];

fn table_row(heading: &str, [player1, player2, draw]: [String; 3]) -> String {
    format!("{heading:<48} {player1:>9} {player2:>9} {draw:>9}\n")
}

/// States the value of a heap for the player to move, and the best takes, which are empty if no take is possible or all
/// lose.
fn winner_text(value: NimValue, best: &[u32]) -> String {
    let takes = takes_text(best);
    match value {
        NimValue::Win => tr!(
            "The player to move wins with best play: take {takes}.",
            takes
        ),
        NimValue::Draw if best.is_empty() => tr!("The game is a draw: nothing can be taken."),
        NimValue::Draw => tr!("With best play, the game is a draw: take {takes}.", takes),
        NimValue::Lose => tr!("The player to move loses against best play, whatever they take."),
    }
}

const WIDTH: f64 = 620.0;
const TOP: f64 = 56.0;
/// The distances between matches and between groups of five, in points.
const PITCH: f64 = 14.5;
const GROUP_PITCH: f64 = 5.0 * PITCH + 13.0;
const MATCHES_PER_LINE: usize = 30;
const LINE_HEIGHT: f64 = 76.0;
/// The width of a tray and the distance between its matches, in points, and the number of matches in a line.
const TRAY_WIDTH: f64 = (WIDTH - 3.0 * MARGIN) / 2.0;
const TAKEN_PITCH: f64 = 9.0;
const TRAY_MATCHES_PER_LINE: usize = ((TRAY_WIDTH - 24.0) / TAKEN_PITCH) as usize;
/// The largest number of matches drawn; a caption gives the number of the others.
const MAX_DRAWN: u32 = 120;

/// Draws the matches in groups of five, and a tray with the matches of each player.
fn picture(course: &Course<NimState>, state: usize) -> Vec<Shape> {
    let heap = course.state(state);
    let last_step = state.checked_sub(1).map(|index| course.step(index));
    let count = quantity(heap.matches().into(), MATCH);
    let mut shapes = header(WIDTH, &count, &status_text(&heap, last_step.as_ref())).to_vec();
    for number in 0..heap.matches().min(MAX_DRAWN) {
        shapes.push(match_stick(number, match_position(course, number)));
    }
    for player in [Player::One, Player::Two] {
        shapes.extend(tray(course, player, state));
    }
    if let hidden @ 1.. = heap.matches().saturating_sub(MAX_DRAWN) {
        let note = quantity(hidden.into(), Text("match not drawn|matches not drawn"));
        let caption = Caption::new(14.0, 300.0).align(Align::End);
        shapes.push(caption.shape(("note", 0), (WIDTH - MARGIN, TOP + 2.0), &note));
    }
    shapes
}

fn match_stick(number: u32, position: Point) -> Shape {
    Shape::new(("match", number), "match", position).with_layer(10)
}

/// Returns the numbers of the matches that a player takes in some moves, in order. Matches are numbered from the left, and the
/// rightmost ones are taken.
fn taken_matches(course: &Course<NimState>, moves: &[u32], player: Player) -> Vec<u32> {
    let mut left = course.start().matches();
    let mut taken_matches = Vec::new();
    for (index, take) in moves.iter().enumerate() {
        if index % 2 == player as usize {
            taken_matches.extend(left - take..left);
        }
        left -= take;
    }
    taken_matches
}

/// Returns the number of matches on the table that are drawn at most.
fn drawn_matches(course: &Course<NimState>) -> usize {
    course.start().matches().min(MAX_DRAWN) as usize
}

fn tray_top(course: &Course<NimState>) -> f64 {
    let lines = drawn_matches(course).div_ceil(MATCHES_PER_LINE);
    TOP + lines.max(1) as f64 * LINE_HEIGHT + 34.0
}

fn tray_height(course: &Course<NimState>) -> f64 {
    let lines = [Player::One, Player::Two].map(|player| {
        let matches = taken_matches(course, course.moves(), player);
        let drawn = matches.iter().filter(|number| **number < MAX_DRAWN);
        drawn.count().div_ceil(TRAY_MATCHES_PER_LINE)
    });
    lines[0].max(lines[1]).max(1) as f64 * LINE_HEIGHT
}

fn match_position(course: &Course<NimState>, number: u32) -> Point {
    let line = number as usize / MATCHES_PER_LINE;
    let column = number as usize % MATCHES_PER_LINE;
    let columns = drawn_matches(course).min(MATCHES_PER_LINE);
    let width = columns.div_ceil(5) as f64 * GROUP_PITCH - 13.0 - PITCH;
    let x = (WIDTH - width) / 2.0 + (column / 5) as f64 * GROUP_PITCH + (column % 5) as f64 * PITCH;
    (x, TOP + (line as f64 + 0.5) * LINE_HEIGHT)
}

/// Draws the matches that a player has taken.
fn tray(course: &Course<NimState>, player: Player, state: usize) -> Vec<Shape> {
    let index = player as u32;
    let left = MARGIN + f64::from(index) * (TRAY_WIDTH + MARGIN);
    let top = tray_top(course);
    let size = (TRAY_WIDTH, tray_height(course));
    let centre = (left + size.0 / 2.0, top + size.1 / 2.0);
    let matches = taken_matches(course, &course.moves()[..state], player);
    let count = player_count_text(player, matches.len(), Text("match taken|matches taken"));
    let caption = Caption::new(14.0, TRAY_WIDTH);
    let mut shapes = vec![
        Shape::board(("tray", index), BoardShape::Tray, size, centre),
        caption.shape(("taken", index), (left + 2.0, top - 9.0), &count),
    ];
    let drawn_matches = matches.iter().filter(|number| **number < MAX_DRAWN);
    for (place, &number) in drawn_matches.enumerate() {
        let line = (place / TRAY_MATCHES_PER_LINE) as f64;
        let column = (place % TRAY_MATCHES_PER_LINE) as f64;
        let x = left + 16.0 + column * TAKEN_PITCH;
        shapes.push(match_stick(number, (x, top + (line + 0.5) * LINE_HEIGHT)));
    }
    shapes
}
