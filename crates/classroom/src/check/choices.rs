//! The printed games with choices: solitaire, Alak and Nim. A move is found among the legal ones: it is the one of which
//! the printed lines are those of the text.

use super::compare::{Fit, PrintedLine, Reading, Verdict, compare};
use super::line::{Line, Token, are_equal, is_disc, numbers, tokens};
use super::{PrintedGame, Sample, dialogue, recorded, with_setting};
use pioche_engine::experiments::TwoPlayerGame;
use pioche_engine::games::alak::AlakState;
use pioche_engine::games::nim::NimState;
use pioche_engine::games::solitaire::{Board, SolitaireState};
use pioche_engine::games::{Course, Game, Outcome, Player, Step};
use pioche_report::lang::{Lang, Problem, Sentence, Text};
use pioche_topics::alak::{CELLS, LINE_OR_RING, OWN_GROUP};
use pioche_topics::duel::shown_texts;
use pioche_topics::nim::{MATCHES, MISERE, TAKES};
use pioche_topics::replay::{ShownTexts, course_json};
use pioche_topics::saved_game::{RecordedGame, SavedGame, refusal_reason};
use pioche_topics::setting::OptionSpec;
use pioche_topics::solitaire;
use pioche_topics::solitaire::{BOARD, HOLE, parse_start};
use pioche_topics::verb::ParsedArgs;
use serde_json::Value;

/// A game of moves as its form prints it.
pub struct ChoiceReading<'a, G: RecordedGame> {
    form: &'a Form<G>,
    course: Course<G>,
    /// True after the lines of the result.
    is_over: bool,
    /// The number of states after the start that confirm it.
    confirming_states: usize,
}

/// The number of states that confirm a start of which no value could be another one.
const SURE: usize = 0;
/// The number of states that confirm a state in the middle of a game, which may be wrong itself.
const UNSURE: usize = usize::MAX;

/// A form of `show`.
pub struct Form<G: Game> {
    texts: ShownTexts<G>,
    lang: Lang,
    is_explained: bool,
    unit: Unit,
}

/// The parts of a step that a text shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unit {
    Both,
    State,
    Move,
}

impl<G: Game> Form<G> {
    fn lines(&self, text: &str, is_state: bool, step: usize) -> Vec<PrintedLine> {
        let lines = text.lines().filter(|line| !line.trim().is_empty());
        let printed_line = |line: &str| PrintedLine {
            text: line.trim().to_owned(),
            is_state,
            step,
        };
        lines.map(printed_line).collect()
    }

    fn state_lines(&self, state: &G, step: usize) -> Vec<PrintedLine> {
        self.lines(&(self.texts.state)(state, self.lang), true, step)
    }

    fn step_lines(&self, step: &Step<G>) -> Vec<PrintedLine> {
        let mut lines = Vec::new();
        if self.unit != Unit::State {
            let move_text = self.texts.move_text(step, self.is_explained, self.lang);
            lines = self.lines(&move_text, false, step.index + 1);
        }
        if self.unit != Unit::Move {
            lines.extend(self.state_lines(&step.after, step.index + 1));
        }
        lines
    }

    fn result_lines(&self, state: &G, outcome: Option<Outcome>, step: usize) -> Vec<PrintedLine> {
        match outcome.and_then(|outcome| (self.texts.result)(state, outcome)) {
            Some(result) => self.lines(result.in_lang(self.lang), false, step),
            None => Vec::new(),
        }
    }
}

impl<'a, G: RecordedGame> ChoiceReading<'a, G> {
    pub fn new(form: &'a Form<G>, start: G, confirming_states: usize) -> Self {
        Self {
            form,
            course: Course::new(start),
            is_over: false,
            confirming_states,
        }
    }
}

/// Returns the steps of the legal moves.
fn possible_steps<G: Game>(state: &G, index: usize) -> Vec<Step<G>> {
    let step = |mv: G::Move| {
        let mut after = state.clone();
        after.play(mv).ok()?;
        Some(Step {
            index,
            before: state.clone(),
            mv,
            after,
        })
    };
    state.legal_moves().into_iter().filter_map(step).collect()
}

/// Returns the number of first lines of a text that are those of a block.
fn fitting_lines(block: &[PrintedLine], text: &[Line]) -> usize {
    let pairs = block.iter().zip(text);
    let equal_pairs = pairs.take_while(|(printed, line)| are_equal(&printed.text, &line.text));
    equal_pairs.count()
}

impl<G: RecordedGame> Reading for ChoiceReading<'_, G> {
    fn reset(&mut self) {
        self.course = Course::new(self.course.start().clone());
        self.is_over = false;
    }

    fn start(&self) -> Vec<PrintedLine> {
        self.form.state_lines(self.course.start(), 0)
    }

    fn next(&mut self, text: &[Line]) -> Option<Vec<PrintedLine>> {
        if !self.is_unfinished() {
            let lines = self.possible_lines();
            let is_shown = !self.is_over && fitting_lines(&lines, text) > 0;
            self.is_over |= is_shown;
            return is_shown.then_some(lines);
        }
        let mut best: Option<(usize, Step<G>, Vec<PrintedLine>)> = None;
        for step in possible_steps(self.course.last(), self.course.moves().len()) {
            let lines = self.form.step_lines(&step);
            let fitting = fitting_lines(&lines, text);
            if fitting > best.as_ref().map_or(0, |(most, ..)| *most) {
                best = Some((fitting, step, lines));
            }
        }
        let (_, step, lines) = best?;
        self.course.push(step.mv).ok()?;
        Some(lines)
    }

    fn possible_lines(&self) -> Vec<PrintedLine> {
        let state = self.course.last();
        let step_count = self.course.moves().len();
        if !self.is_unfinished() {
            return self.form.result_lines(state, state.outcome(), step_count);
        }
        let steps = possible_steps(state, step_count);
        let first_line = |step: &Step<G>| self.form.step_lines(step).into_iter().next();
        steps.iter().filter_map(first_line).collect()
    }

    fn other_moves(&self, text: &[Line]) -> Vec<PrintedLine> {
        let last_step = self.course.last_step();
        let Some(last_step) = last_step.filter(|_| self.form.unit == Unit::Both) else {
            return Vec::new();
        };
        let state_lines = |step: &Step<G>| self.form.state_lines(&step.after, 0);
        let move_lines = self.form.step_lines(&last_step).len() - state_lines(&last_step).len();
        let state_text = text.get(move_lines..).unwrap_or_default();
        let shows_state = |step: &Step<G>| {
            let lines = state_lines(step);
            !lines.is_empty() && fitting_lines(&lines, state_text) == lines.len()
        };
        if shows_state(&last_step) {
            return Vec::new();
        }
        let steps = possible_steps(&last_step.before, last_step.index).into_iter();
        steps
            .filter(shows_state)
            .filter_map(|step| self.form.step_lines(&step).into_iter().next())
            .collect()
    }

    fn is_unfinished(&self) -> bool {
        self.course.last().outcome().is_none()
    }

    fn is_forced(&self) -> bool {
        false
    }

    fn is_sure(&self, fit: &Fit<'_>) -> bool {
        let start = self.start();
        let shows_start =
            self.form.unit == Unit::Move || fitting_lines(&start, fit.lines) == start.len();
        let is_confirmed = fit.states >= self.confirming_states && !fit.lines.is_empty();
        shows_start && is_confirmed
    }

    fn sample(&self) -> Vec<String> {
        let games = 0..SAMPLE_GAMES;
        let mut lines: Vec<String> = games
            .flat_map(|game| sample_lines(self.form, self.course.start().clone(), game))
            .collect();
        let wins = [Player::One, Player::Two].map(Outcome::Winner);
        for outcome in wins.into_iter().chain([Outcome::Draw]) {
            let result_lines = self.form.result_lines(self.course.last(), Some(outcome), 0);
            lines.extend(result_lines.into_iter().map(|line| line.text));
        }
        lines
    }

    fn reason(&self, step: usize, line: &str) -> Sentence {
        let last_step = self.course.last_step();
        if let Some(last_step) = last_step.filter(|last| last.index + 1 == step) {
            return (self.form.texts.explanation)(&last_step);
        }
        let move_text = line.split("   ").next().unwrap_or_default().trim();
        let refusal = move_text
            .parse::<G::Move>()
            .ok()
            .and_then(|mv| self.course.last().clone().play(mv).err());
        match refusal {
            Some(refusal) => refusal_reason(self.course.last(), &refusal),
            None => NO_MOVE.into(),
        }
    }
}

const NO_MOVE: Text = Text::new(
    "aucun coup permis ne mène à ces valeurs",
    "no legal move leads to these values",
);

/// The number of sample games of a reading, which have all results.
const SAMPLE_GAMES: usize = 8;

/// Writes a game in which the moves are those of different places in the lists of legal ones, which the number of the game changes.
fn sample_lines<G: Game>(form: &Form<G>, start: G, game: usize) -> Vec<String> {
    let mut lines = form.state_lines(&start, 0);
    let mut course = Course::new(start);
    while course.moves().len() < MAX_SAMPLE_MOVES {
        let moves = course.last().legal_moves();
        if moves.is_empty() {
            break;
        }
        let index = course.moves().len();
        let mixed = (index + MAX_SAMPLE_MOVES * game + 1).wrapping_mul(0x9e37_79b9) >> 12;
        let mv = moves[mixed % moves.len()];
        if course.push(mv).is_err() {
            break;
        }
        lines.extend(
            course
                .last_step()
                .map(|step| form.step_lines(&step))
                .unwrap_or_default(),
        );
    }
    lines.extend(form.result_lines(course.last(), course.last().outcome(), course.moves().len()));
    lines.into_iter().map(|line| line.text).collect()
}

const MAX_SAMPLE_MOVES: usize = 40;

/// A function from the first lines of a text, in a form and with the options of the command, to starts and to the numbers of
/// states that confirm them.
type ShownStartsFn<G> = fn(&[Line], &Form<G>, &ParsedArgs<'_>) -> Vec<(G, usize)>;

/// A game with choices.
pub struct Choices<G: RecordedGame> {
    pub name: Text,
    pub options: &'static [OptionSpec],
    /// The texts of `show`, and those with other signs.
    pub texts: &'static [fn() -> ShownTexts<G>],
    /// Returns the start that the settings give.
    pub default_start: fn(&ParsedArgs<'_>) -> Result<G, Problem>,
    /// Returns the starts that the first lines of a text can show in a form.
    pub shown_starts: ShownStartsFn<G>,
    /// The settings that the numbers in the first lines of a dialogue give, in their order.
    pub greeting_settings: &'static [Option<OptionSpec>],
}

impl<G: RecordedGame> Choices<G> {
    fn forms(&self) -> Vec<Form<G>> {
        let mut forms = Vec::new();
        for texts in self.texts {
            for lang in [Lang::En, Lang::Fr] {
                for is_explained in [false, true] {
                    forms.extend([Unit::Both, Unit::State, Unit::Move].map(|unit| Form {
                        texts: texts(),
                        lang,
                        is_explained,
                        unit,
                    }));
                }
            }
        }
        forms
    }
}

impl<G: RecordedGame> PrintedGame for Choices<G> {
    fn topic(&self) -> &'static str {
        G::NAME
    }

    fn name(&self) -> Text {
        self.name
    }

    fn options(&self) -> Vec<OptionSpec> {
        self.options.to_vec()
    }

    fn verdicts(&self, text: &[Line], args: &ParsedArgs<'_>) -> Result<Vec<Verdict>, Problem> {
        let lines = with_one_move_a_line(text);
        let mut verdicts = Vec::new();
        for form in self.forms() {
            let mut starts = (self.shown_starts)(&lines, &form, args);
            match (self.default_start)(args) {
                Ok(start) if starts.is_empty() => starts.push((start, SURE)),
                Err(problem) if starts.is_empty() => return Err(problem),
                // The start itself may be the mistake.
                start => starts.extend(start.map(|start| (start, UNSURE))),
            }
            for (start, confirming_states) in starts {
                let mut reading = ChoiceReading::new(&form, start, confirming_states);
                verdicts.push(compare(&mut reading, &lines));
            }
        }
        verdicts.extend(dialogue::verdicts(
            G::NAME,
            self.greeting_settings,
            text,
            args,
        )?);
        Ok(verdicts)
    }

    fn template(&self, args: &ParsedArgs<'_>) -> Result<Vec<Sample>, Problem> {
        let start = (self.default_start)(args)?;
        let sample = |form: &Form<G>| {
            let text = sample_lines(form, start.clone(), 0).join("\n");
            Sample::new(self.topic(), form.lang, form.is_explained, vec![text])
        };
        let forms = self.forms();
        let whole_forms = forms.iter().filter(|form| form.unit == Unit::Both);
        Ok(whole_forms.map(sample).collect())
    }

    fn saved_game_verdict(&self, record: &SavedGame) -> Result<Option<Verdict>, Problem> {
        recorded::saved_game_verdict::<G>(record).map(Some)
    }

    fn json(&self, json: &Value, args: &ParsedArgs<'_>) -> Result<Option<Value>, Problem> {
        let Some(moves) = json["moves"].as_array() else {
            return Ok(None);
        };
        let mut course = Course::new((self.default_start)(args)?);
        if json["start"] != course.start().to_string() {
            return Ok(None);
        }
        for mv in moves {
            let Some(mv) = mv.as_str().and_then(|text| text.parse().ok()) else {
                return Ok(None);
            };
            if course.push(mv).is_err() {
                break;
            }
        }
        Ok(Some(course_json(&course)))
    }
}

/// Returns the lines of a text, with one move in each: a line of several pairs in brackets is split, and each line of a text
/// that has nothing but numbers.
fn with_one_move_a_line(text: &[Line]) -> Vec<Line> {
    let are_numbers = has_numbers_alone(text);
    let mut lines = Vec::new();
    for line in text {
        let pairs: Vec<&str> = line.text.split_inclusive(')').collect();
        let parts = if are_numbers {
            line.text.split_whitespace().collect()
        } else if line.text.starts_with('(') && pairs.iter().all(|pair| is_pair(pair)) {
            pairs
        } else {
            vec![line.text.as_str()]
        };
        lines.extend(parts.into_iter().map(|part| Line {
            number: line.number,
            text: part.trim().to_owned(),
        }));
    }
    lines
}

/// Returns true for a text that has nothing but numbers.
pub fn has_numbers_alone(text: &[Line]) -> bool {
    let is_number = |token: &Token| matches!(token, Token::Number(_));
    text.iter()
        .all(|line| tokens(&line.text).iter().all(is_number))
}

/// Returns true for two numbers in brackets.
fn is_pair(text: &str) -> bool {
    use Token::{Number, Sign};
    matches!(
        tokens(text)[..],
        [Sign('('), Number(_), Sign(','), Number(_), Sign(')')]
    )
}

pub static SOLITAIRE: Choices<SolitaireState> = Choices {
    name: Text::new("solitaire", "peg solitaire"),
    options: &[BOARD, HOLE],
    texts: &[|| solitaire::SHOWN_TEXTS, || solitaire::HANDOUT_TEXTS],
    default_start: parse_start,
    shown_starts: |text, form, args| Vec::from_iter(shown_pegs(text, form, args)),
    greeting_settings: &[None, Some(HOLE)],
};

/// Returns the signs of the cells of a board, in the order of their numbers.
fn discs(text: &str) -> Vec<char> {
    let is_cell = |sign: &char| is_disc(*sign) || matches!(sign, '○' | '●');
    text.chars().filter(is_cell).collect()
}

/// Returns the position that the first lines show: each cell has the sign of a full board or another one.
fn shown_pegs(
    text: &[Line],
    form: &Form<SolitaireState>,
    args: &ParsedArgs<'_>,
) -> Option<(SolitaireState, usize)> {
    let given_board: Board = args.get(&BOARD).ok()?;
    let is_explicit = args.has_explicit(&BOARD);
    let triangles = (3..=10).filter_map(|side| Board::triangle(side).ok());
    let other_boards = triangles
        .chain([Board::english(), Board::european()])
        .filter(|_| !is_explicit);
    for board in [given_board].into_iter().chain(other_boards) {
        let cells = board.cell_count();
        let full_board = SolitaireState::with_pegs(board, 0..cells).ok()?;
        let peg_signs = discs(&(form.texts.state)(&full_board, form.lang));
        let first_lines: Vec<&str> = text
            .iter()
            .take(board.row_count())
            .map(|line| line.text.as_str())
            .collect();
        let shown_signs = discs(&first_lines.join("\n"));
        if shown_signs.len() != cells {
            continue;
        }
        let pegs = (0..cells).filter(|&cell| shown_signs[cell] == peg_signs[cell]);
        let Ok(state) = SolitaireState::with_pegs(board, pegs) else {
            continue;
        };
        let lines = form.state_lines(&state, 0);
        if fitting_lines(&lines, text) == lines.len() {
            let hole_count = cells - state.peg_count() as usize;
            let is_start = hole_count == 1 || parse_start(args).is_ok_and(|start| start == state);
            return Some((state, if is_start { SURE } else { UNSURE }));
        }
    }
    None
}

pub static ALAK: Choices<AlakState> = Choices {
    name: Text::untranslated("Alak"),
    options: &[CELLS, LINE_OR_RING, OWN_GROUP],
    texts: &[shown_texts::<AlakState>, texts_without_cell_numbers],
    default_start: |args| Ok(<AlakState as TwoPlayerGame>::from_settings(&args.settings)?),
    shown_starts: |text, _, args| Vec::from_iter(shown_board(text, args)),
    greeting_settings: &[Some(CELLS)],
};

/// Returns the empty board with the cells that the first line shows.
fn shown_board(text: &[Line], args: &ParsedArgs<'_>) -> Option<(AlakState, usize)> {
    let cells = text.first().map(|line| tokens(&line.text))?;
    let is_board = cells
        .iter()
        .all(|token| matches!(token, Token::Sign('.' | 'x' | 'o')));
    let size = is_board.then(|| cells.len().to_string())?;
    let settings = with_setting(args, &CELLS, &size)?;
    let start = <AlakState as TwoPlayerGame>::from_settings(&settings).ok()?;
    Some((start, SURE))
}

/// Returns the texts of boards without the numbers below them.
fn texts_without_cell_numbers() -> ShownTexts<AlakState> {
    ShownTexts {
        state: |state, _| {
            let text = state.to_string();
            text.lines().next().unwrap_or_default().to_owned()
        },
        ..shown_texts()
    }
}

pub static NIM: Choices<NimState> = Choices {
    name: Text::untranslated("Nim"),
    options: &[MATCHES, TAKES, MISERE],
    texts: &[shown_texts::<NimState>],
    default_start: |args| Ok(<NimState as TwoPlayerGame>::from_settings(&args.settings)?),
    shown_starts: shown_heaps,
    greeting_settings: &[Some(MATCHES)],
};

/// Returns the heap that the first line shows, with player 1 to move and, if it may be in the middle of a game, with player 2.
fn shown_heaps(
    text: &[Line],
    form: &Form<NimState>,
    args: &ParsedArgs<'_>,
) -> Vec<(NimState, usize)> {
    let Some(start) = shown_heap(text, form, args) else {
        return Vec::new();
    };
    let usual_start = <NimState as TwoPlayerGame>::from_settings(&args.settings);
    if usual_start.is_ok_and(|usual_start| usual_start == start) {
        return vec![(start, SURE)];
    }
    let take = start.takes().min_take();
    let larger_heap = NimState::new(start.takes().clone(), start.matches() + take);
    let mut starts = vec![(start.clone(), 1)];
    if let Ok(heap) = larger_heap {
        let mut later_state = heap.with_last_take(start.rules().last_take);
        if later_state.play(take).is_ok() {
            starts.push((later_state, 1));
        }
    }
    starts
}

fn shown_heap(text: &[Line], form: &Form<NimState>, args: &ParsedArgs<'_>) -> Option<NimState> {
    let first_line = &text.first()?.text;
    let first_tokens = tokens(first_line);
    let is_heap = first_tokens.iter().all(|token| *token == Token::Sign('|'));
    let size = if is_heap {
        first_tokens.len().to_string()
    } else {
        numbers(first_line).into_iter().next()?
    };
    let settings = with_setting(args, &MATCHES, &size)?;
    let start = <NimState as TwoPlayerGame>::from_settings(&settings).ok()?;
    let lines = form.state_lines(&start, 0);
    (fitting_lines(&lines, text) == lines.len()).then_some(start)
}
