//! The dialogue of two-player games, and the questions before a game without options (handout 004): number of players,
//! first player, size.

use super::game::TwoPlayerTopic;
use super::messages;
use super::options::VerbOptions;
use crate::lang::{Lang, Say, Sentence, SessionError, Text, fold_case_and_accents, safe_excerpt};
use crate::play::conversation::DialogueCommand;
use crate::play::messages::{GAME_STOPPED, legal_moves, not_understood};
use crate::play::saved_game::SavedSettings;
use crate::play::{
    Dialogue, GameEnd, InputLine, ParsedAnswer, Playable, SavedGame, Session, SessionEnding,
    StopReason, StreamError,
};
use crate::topics::setting::OptionSpec;
use pioche_engine::experiments::TwoPlayerGame;
use pioche_engine::games::MemoryLimit;
use pioche_engine::players::{BoxedStrategy, PlayerSpec, PlayerSpecError};

impl<G: TwoPlayerTopic> Playable for G {
    const NAME: &'static str = G::TOPIC;
    const IS_TWO_PLAYER: bool = true;
    const IS_SLOW_TO_SOLVE: bool = G::SPEC.slow_to_solve;

    fn settings(&self) -> Vec<(&'static str, String)> {
        let all = self.experiment_name_settings(Vec::new());
        let value = |name: &str| {
            all.iter()
                .find(|setting| setting.field.key == name)
                .map(|setting| setting.field.value.to_string())
        };
        save_headers::<G>()
            .into_iter()
            .map(|(key, name)| (key, value(name).unwrap_or_default()))
            .collect()
    }

    /// Parses each header like the option of its setting. An impossible start is an error in the last header.
    fn from_settings(settings: &SavedSettings) -> Result<Self, SessionError> {
        let (mut all, mut start, headers) = (String::new(), None, save_headers::<G>());
        for &(key, setting) in &headers {
            let last = headers.last().is_some_and(|(last, _)| *last == key);
            settings.parse_with(key, |value| {
                let known = VerbOptions::<G>::SIMULATE
                    .as_slice()
                    .iter()
                    .find(|opt| opt.setting.key == setting);
                let value = known.map_or_else(
                    || Some(value.to_owned()),
                    |opt| opt.setting.parse_value(value).ok(),
                );
                all.push_str(&format!(
                    " {setting}={}",
                    value.filter(|value| !value.contains(' '))?
                ));
                start = G::from_settings_text(&all);
                (!last || start.is_some()).then_some(())
            })?;
        }
        start.ok_or(SessionError::NotARecord)
    }

    /// Only games with a default limit of moves can repeat a position.
    fn repeated_state_index(&self, earlier: &[Self]) -> Option<usize> {
        G::DEFAULT_MAX_PLIES.and_then(|_| earlier.iter().rposition(|state| state == self))
    }

    fn check_player(&self, kind: PlayerSpec, memory: MemoryLimit) -> Result<(), SessionError> {
        kind.check_strategy(self, memory).map_err(seat_error::<G>)
    }

    fn computer_player(
        &self,
        kind: PlayerSpec,
        memory: MemoryLimit,
    ) -> Result<BoxedStrategy<Self>, SessionError> {
        TwoPlayerGame::new_strategy(self, kind, memory).map_err(seat_error::<G>)
    }

    fn greeting(session: &Session<Self>) -> Sentence {
        TwoPlayerTopic::greeting(session.start())
    }

    fn state_text(session: &Session<Self>, lang: Lang) -> String {
        let mut text = G::board_text(session, lang);
        if session.end().is_some() {
            return text;
        }
        let state = session.state();
        if let Some(turn) = state.turn_text(session.player_spec(state.to_play())) {
            if !text.is_empty() {
                text.push('\n');
            }
            text.push_str(&turn.say(lang));
        }
        text
    }

    fn question(session: &Session<Self>, _: &[String]) -> Sentence {
        session.state().prompt()
    }

    fn parse_answers(_: &Session<Self>, answers: &[String]) -> ParsedAnswer<Self> {
        let line = answers.last().map_or("", String::as_str);
        if let Some(mv) = G::parse_move(line) {
            return ParsedAnswer::Move(mv);
        }
        let text = safe_excerpt(line);
        ParsedAnswer::Invalid(match line.starts_with(char::is_alphabetic) {
            true => not_understood(&text),
            false => messages::invalid_input_text(&text, G::SPEC.move_name),
        })
    }

    fn refusal_message(&self, refusal: &Self::Refusal) -> Sentence {
        self.refusal_text(refusal)
    }

    fn last_move_text(session: &Session<Self>) -> Option<Sentence> {
        let (before, mv) = session.last_move()?;
        before.dialogue_move_text(mv, session.player_spec(before.to_play()))
    }

    fn legal_moves_message(session: &Session<Self>) -> Sentence {
        let moves: Vec<String> = session
            .state()
            .legal_moves()
            .iter()
            .map(ToString::to_string)
            .collect();
        legal_moves(&moves.join(G::SPEC.move_separator))
    }

    fn hint(session: &Session<Self>) -> Sentence {
        <G as TwoPlayerTopic>::hint(session).unwrap_or_else(|| Self::legal_moves_message(session))
    }

    fn rules(session: &Session<Self>) -> Sentence {
        session.state().rules_text()
    }

    fn conclusion(session: &Session<Self>, end: GameEnd) -> Vec<Sentence> {
        vec![match end {
            GameEnd::Over(outcome) => session.state().result_text(outcome),
            GameEnd::Endless { first, again } => messages::endless_game_text(first, again),
        }]
    }

    fn stop_text_and_ending(
        _: &Session<Self>,
        _: StopReason,
        lang: Lang,
    ) -> (String, SessionEnding) {
        (GAME_STOPPED.say(lang), SessionEnding::Left)
    }
}

/// Returns the headers of a saved game, each with its setting; by default all settings of the game, the size last.
fn save_headers<G: TwoPlayerTopic>() -> Vec<(&'static str, &'static str)> {
    let key = |opt: &OptionSpec| (opt.setting.key, opt.setting.key);
    match G::SPEC.save_headers {
        [] => G::SPEC.options[1..]
            .iter()
            .chain(&G::SPEC.options[..1])
            .map(key)
            .collect(),
        headers => headers.to_vec(),
    }
}

fn seat_error<G: TwoPlayerTopic>(error: PlayerSpecError<G::SolveError>) -> SessionError {
    match error {
        PlayerSpecError::HumanNotAllowed => SessionError::NoComputerPlayer,
        PlayerSpecError::Unsolved(error) => {
            SessionError::NoPerfectPlayer(G::solve_error_text(&error))
        }
    }
}

const MODE_INTRODUCTION: Text = Text::new(
    "Voulez-vous jouer à deux joueurs, ou seul contre l'ordinateur ?",
    "Two players, or you against the computer?",
);
const PEOPLE_QUESTION: Text = Text::new(
    "Pour jouer à deux, tapez 2 ; pour jouer seul, tapez 1 : ",
    "For two players, type 2; to play alone, type 1: ",
);
const NOT_1_OR_2: Text = Text::new("Tapez 1 ou 2.", "Type 1 or 2.");
const FIRST_PLAYER_QUESTION: Text = Text::new(
    "Souhaitez-vous commencer (o/n) ? ",
    "Do you want to begin (y/n)? ",
);
const NOT_YES_OR_NO: Text = Text::new("Tapez o (oui) ou n (non).", "Type y (yes) or n (no).");

/// Asks for the number of players, the first player and the size. The computer player is perfect, and other settings
/// have their defaults. Returns `None` when the player stops.
#[doc(alias = "mode_jeu")]
#[doc(alias = "preparer")]
pub fn ask_start_settings<G: TwoPlayerTopic>(
    dialogue: &mut Dialogue<'_>,
) -> Result<Option<SavedGame>, StreamError> {
    dialogue.print_message(&MODE_INTRODUCTION)?;
    let choice = |dialogue: &mut Dialogue<'_>, texts: [Text; 2], answers: [&[&str]; 2]| {
        let number = |text: &str| {
            answers
                .iter()
                .position(|words| words.contains(&fold_case_and_accents(text).as_str()))
        };
        ask_until_valid(dialogue, texts.map(Sentence::from), number)
    };
    let Some(people) = choice(dialogue, [PEOPLE_QUESTION, NOT_1_OR_2], [&["1"], &["2"]])? else {
        return Ok(None);
    };
    let (alone, mut players) = (people == 0, [PlayerSpec::Human; 2]);
    if alone {
        let answers: [&[&str]; 2] = [&["n", "non", "no"], &["o", "oui", "y", "yes"]];
        let Some(perfect) = choice(dialogue, [FIRST_PLAYER_QUESTION, NOT_YES_OR_NO], answers)?
        else {
            return Ok(None);
        };
        players[perfect] = PlayerSpec::Perfect;
    }
    let seated = |start: &G| {
        !alone
            || start
                .check_player(PlayerSpec::Perfect, MemoryLimit::default())
                .is_ok()
    };
    let start = ask_until_valid(dialogue, G::SPEC.size_question_texts(), |text| {
        start_with_size::<G>(text).filter(seated)
    })?;
    Ok(start.map(|start| start.new_saved_game(players)))
}

/// Returns the start with this size, or the default size for an empty text, and the defaults of other settings.
pub fn start_with_size<G: TwoPlayerTopic>(size_text: &str) -> Option<G> {
    let default = G::SPEC.size_setting().default;
    let size = if size_text.is_empty() {
        default?.to_owned()
    } else {
        size_text.parse::<u32>().ok()?.to_string()
    };
    let other = |opt: &OptionSpec| Some(format!(" {}={}", opt.setting.key, opt.setting.default?));
    let others: String = G::SPEC.options[1..].iter().filter_map(other).collect();
    G::from_settings_text(&format!(" {}={size}{others}", G::SPEC.size_setting().key))
}

/// Asks until the answer is valid, with an error message after each other answer; `None` when the player stops.
fn ask_until_valid<T>(
    dialogue: &mut Dialogue<'_>,
    [question, refusal]: [Sentence; 2],
    parse: impl Fn(&str) -> Option<T>,
) -> Result<Option<T>, StreamError> {
    loop {
        match dialogue.ask(&question.say(dialogue.lang()))? {
            InputLine::EndOfInput | InputLine::Interrupt => return Ok(None),
            InputLine::Text(text)
                if DialogueCommand::parse(&text) == Some(DialogueCommand::Quit) =>
            {
                return Ok(None);
            }
            InputLine::Text(text) => match parse(&text) {
                Some(answer) => return Ok(Some(answer)),
                None => dialogue.print_message(&refusal)?,
            },
        }
    }
}
