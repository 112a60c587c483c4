//! The check of printed games of Nim: the matches as bars or in a sentence, the takes, and the announced result.

use super::{MATCH, MISERE, TAKES, matches_text, refusal_reason, takes_text};
use crate::lang::{Lang, Problem, Sentence, Text, sentence};
use crate::play::session::sentence_part;
use crate::topics::printed::text::{
    Line, SUIT_SYMBOLS, Token, announces_stop, first_player, has_sign, has_word, is_listed,
    join_lines, leading_player, moves_taken_back, named_player, number_before, numbers,
    text_after_prompt, tokens,
};
use crate::topics::printed::{
    CheckedGame, PrintedGame, PrintedGameCheck, Statement, compare, result_statement, stated_lines,
    statements_of, winner_text,
};
use crate::topics::verb::ParsedArgs;
use pioche_engine::games::nim::{LastTake, NimRefusal, NimState, TakeSet};
use pioche_engine::games::{Course, Game, Player, Step};

pub const PRINTED_GAME: PrintedGameCheck = PrintedGameCheck {
    options: &[TAKES, MISERE],
    game: Text::new("Nim", "Nim"),
    expected: Text::new(
        "une partie de Nim affiche les allumettes, « ||||| ||| » ou « Il reste 8 allumettes », et \
         les prises, « Le joueur 1 retire 2 allumettes »",
        "a game of Nim shows the matches, “||||| |||” or “8 matches are left”, and the takes, \
         “Player 1 takes 2 matches”",
    ),
    check,
    is_about: |line| has_word(&line.tokens(), "nim allumette allumettes matches"),
};

const MATCH_WORDS: &str = "allumette allumettes match matches";

type NimStatement = Statement<u32, u32>;

/// The number of bars in a full line of the picture of `show`.
const FULL_LINE: u32 = 65;

fn check(lines: &[Line], args: &ParsedArgs<'_>) -> Result<Option<CheckedGame>, Problem> {
    // A picture may be too long for one line.
    let lines = join_lines(lines, |last, line| {
        let is_full = |bars: u32| bars > 0 && bars.is_multiple_of(FULL_LINE);
        bar_count(last).is_some_and(is_full) && bar_count(line).is_some()
    });
    let lines = number_players(lines);
    let mut start = None;
    let lines = stated_lines(&lines, |line| {
        let statements = statements(&line.text);
        let statements = if start.is_none() && statements.is_empty() {
            first_heap(&line.tokens()).into_iter().collect()
        } else {
            statements
        };
        // Settings may be typed before the first picture.
        let first_heap = statements.iter().find_map(|statement| match statement {
            Statement::State(matches) => Some(*matches),
            _ => None,
        });
        start = start.or(first_heap);
        if start.is_some() {
            statements
        } else {
            Vec::new()
        }
    });
    let is_played =
        |statement: &&NimStatement| !matches!(statement, Statement::Turn(_) | Statement::Result(_));
    let Some(matches) = start.filter(|_| statements_of(&lines).filter(is_played).count() > 1)
    else {
        return Ok(None);
    };
    let takes: TakeSet = args.get(&TAKES)?;
    let last_take: LastTake = args.get(&MISERE)?;
    let Ok(state) = NimState::new(takes, matches) else {
        return Ok(None);
    };
    let start = state.with_last_take(last_take);
    Ok(Some(compare(&PrintedNim, start, &lines, args.lang)))
}

const COMPUTER_WORDS: [&str; 3] = ["ordinateur", "computer", "Computer"];

/// Writes the numbers of the players instead of “the computer” and “you”: player 1 takes first.
fn number_players(mut lines: Vec<Line>) -> Vec<Line> {
    let is_computer = |line: &Line| COMPUTER_WORDS.iter().any(|word| line.text.contains(word));
    let is_take = |line: &Line| {
        let words = line.tokens();
        let is_answer = has_sign(&words, '?') && is_number(text_after_prompt(&line.text));
        is_answer || (is_computer(line) && has_word(&words, TAKE_WORDS))
    };
    let has_computer_takes = lines.iter().any(|line| is_computer(line) && is_take(line));
    let Some(first) = lines
        .iter()
        .find(|line| is_take(line))
        .filter(|_| has_computer_takes)
    else {
        return lines;
    };
    let [computer, person] = if is_computer(first) { [1, 2] } else { [2, 1] };
    for line in &mut lines {
        for word in COMPUTER_WORDS {
            line.text = line.text.replace(word, &format!("joueur {computer}"));
        }
        if !line.text.contains('?') {
            for word in ["Vous", "You"] {
                line.text = line.text.replace(word, &format!("joueur {person}"));
            }
        }
    }
    lines
}

/// Returns the number of matches of a line before the first picture, such as “We begin with 25 matches”.
fn first_heap(words: &[Token]) -> Option<NimStatement> {
    let is_start = !has_word(words, OTHER_NUMBERS) && !has_sign(words, '?');
    let matches = number_before(words, MATCH_WORDS).filter(|_| is_start)?;
    Some(Statement::State(matches as u32))
}

/// Returns the number of matches in a picture: equal signs with or without blanks, or a list of them, perhaps beside a
/// number.
fn bar_count(line: &str) -> Option<u32> {
    let is_filler = |sign: &char| sign.is_whitespace() || "[]'\",()".contains(*sign);
    let signs = line
        .chars()
        .filter(|sign| !is_filler(sign) && !sign.is_ascii_digit());
    let bar = signs.clone().next()?;
    // The signs from U+2500 on are pictures; those before are punctuation and arrows.
    let is_drawn = bar >= '\u{2500}' && !bar.is_alphanumeric() && !['➡', '➜'].contains(&bar);
    let is_bar = "|!I".contains(bar) || (is_drawn && !SUIT_SYMBOLS.contains(&bar));
    let is_picture = is_bar && signs.clone().all(|sign| sign == bar);
    is_picture.then(|| signs.count() as u32)
}

/// Words of refusals, rules and advice: their numbers are neither matches nor takes of this game.
const OTHER_NUMBERS: &str = "ne pas cannot ou or chacun each chaque entre between peut peuvent can may defaut default role turn retirer take best mieux seulement only indiquer enter tapez type";
const TAKE_WORDS: &str = "retire retires prend pris enleve ramasse takes took removes retirees choisit choisi prends retirez";
const STATE_WORDS: &str = "reste restent restantes restante left disposees diposees table remaining plateau remain remains tas";

fn statements(line: &str) -> Vec<NimStatement> {
    let words = tokens(line);
    let answer = text_after_prompt(line);
    let turn = named_player(&words).map(Statement::Turn);
    if let Some(bars) = bar_count(answer) {
        return turn.into_iter().chain([Statement::State(bars)]).collect();
    }
    if announces_stop(&words) {
        return vec![Statement::Stop];
    }
    if let Some(moves) = moves_taken_back(&words) {
        return vec![Statement::TakenBack(moves)];
    }
    let typed_take: Option<u32> = answer.parse().ok().filter(|_| is_number(answer));
    if has_sign(&words, '?') || (words.len() == 1 && typed_take.is_some()) {
        let entry = typed_take.map(|take| Statement::Entry(Some(take)));
        return turn
            .filter(|_| entry.is_some())
            .into_iter()
            .chain(entry)
            .collect();
    }
    let moves = named_moves(&words);
    if moves.len() > 1 {
        return moves;
    }
    let mut statements: Vec<NimStatement> = labelled_number(&words)
        .or_else(|| counted_matches(&words, typed_take))
        .into_iter()
        .collect();
    statements.extend(result_statement(&words));
    if !statements.is_empty() {
        return statements;
    }
    let is_turn = leading_player(&words).is_some_and(|(_, length)| {
        words.len() == length || matches!(words[length], Token::Sign('(' | ':' | ','))
    }) || has_word(&words, "tour jouer");
    let entry = typed_take
        .filter(|_| has_sign(&words, ':') && !has_word(&words, OTHER_NUMBERS))
        .filter(|_| turn.is_some() || !has_word(&words, COUNTER_WORDS))
        .filter(|_| leading_player(&words).is_none_or(|(_, length)| length < words.len()))
        .map(|take| Statement::Entry(Some(take)));
    turn.filter(|_| is_turn || entry.is_some())
        .into_iter()
        .chain(entry)
        .collect()
}

/// Words of numbers that count turns.
const COUNTER_WORDS: &str = "tour turn round coup etape step numero";

/// Returns the state or the take of a label and a number, such as “before: 13”, as a cell of a table has it.
fn labelled_number(words: &[Token]) -> Option<NimStatement> {
    const OTHER_LABEL_WORDS: &str = "nombre number d de of total avant before apres after";
    let [label @ .., Token::Sign(':'), Token::Number(number)] = words else {
        return None;
    };
    let number = *number as u32;
    let is_label = |listed: &dyn Fn(&str) -> bool| {
        let is_word = |token: &Token| token.word().is_some_and(listed);
        !label.is_empty() && label.iter().all(is_word)
    };
    if is_label(&|word| is_listed(word, "prise prises take taken")) {
        return Some(Statement::Move(None, number));
    }
    let is_state = is_label(&|word| {
        [STATE_WORDS, MATCH_WORDS, OTHER_LABEL_WORDS]
            .iter()
            .any(|words| is_listed(word, words))
    });
    is_state.then_some(Statement::State(number))
}

/// Returns the takes of a line such as “J1: 3, J2: 2”.
fn named_moves(words: &[Token]) -> Vec<NimStatement> {
    let mut moves = Vec::new();
    for at in 0..words.len() {
        if let Some((player, length)) = leading_player(&words[at..])
            && let [Token::Sign(':'), Token::Number(take), ..] = words[at + length..]
        {
            moves.push(Statement::Move(Some(player), take as u32));
        }
    }
    moves
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns the take or the number of matches of a sentence such as “Player 1 takes 2 matches” or “7 matches are left”.
fn counted_matches(words: &[Token], typed: Option<u32>) -> Option<NimStatement> {
    if has_word(words, OTHER_NUMBERS) {
        return None;
    }
    let is_state = has_word(words, STATE_WORDS);
    let has_noun = has_word(words, MATCH_WORDS);
    let number = number_before(words, MATCH_WORDS)
        .map(|number| number as u32)
        .or(typed);
    if has_word(words, TAKE_WORDS) && !is_state {
        let player = named_player(words);
        let has_subject = player.is_some() || has_word(words, "ordinateur computer vous you ia on");
        let take = number.or_else(|| {
            let (_, after) = first_player(words)?;
            after.iter().find_map(Token::number).map(|take| take as u32)
        })?;
        return has_subject.then_some(Statement::Move(player, take));
    }
    // A noun after the number is another one.
    let is_last = |at: usize| !matches!(words.get(at + 1), Some(Token::Word(_)));
    let lone_number = || match numbers(words)[..] {
        [number] => {
            let at = words.iter().position(|token| token.number().is_some())?;
            is_last(at).then_some(number as u32)
        }
        _ => None,
    };
    (is_state && (has_noun || has_word(words, "reste left")))
        .then(|| number.or_else(lone_number).map(Statement::State))
        .flatten()
}

struct PrintedNim;

impl PrintedGame for PrintedNim {
    type Game = NimState;
    type Shown = u32;
    const LAST_STATE_MAY_BE_EMPTY: bool = true;

    fn shows(&self, state: &NimState, matches: &u32) -> bool {
        state.matches() == *matches
    }

    fn state_text(&self, state: &NimState, lang: Lang) -> String {
        matches_text(lang, state.matches())
    }

    fn refusal_reason(&self, _: &NimState, refusal: &NimRefusal) -> Sentence {
        Sentence::from_fn(|lang| {
            let reason = refusal_reason(refusal, lang);
            sentence_part(&reason)
        })
    }

    fn move_reason(&self, step: &Step<NimState>) -> Sentence {
        let player = step.before.to_play().number();
        let before = step.before.matches();
        let after = step.after.matches();
        let take = step.mv;
        sentence!(
            "le joueur {player} prend {take} des {before} allumettes, il en reste {after}",
            "player {player} takes {take} of {before} matches, which leaves {after}"
        )
    }

    fn other_state(
        &self,
        course: &Course<NimState>,
        matches: &u32,
    ) -> (Option<NimState>, Sentence) {
        let before = course.last().matches();
        let takes = takes_text(course.last().takes().as_slice());
        let Sentence { fr, en } = takes;
        let reason = match before.checked_sub(*matches) {
            None => sentence!(
                "il n'y avait plus que {before} allumettes, et aucune ne revient",
                "only {before} matches were left, and none comes back"
            ),
            Some(gone) => Sentence::new(
                format!(
                    "il manque {} : on en prend {fr}",
                    Lang::Fr.count(gone.into(), MATCH)
                ),
                format!(
                    "{} fewer: only {en} may be taken",
                    Lang::En.count(gone.into(), MATCH)
                ),
            ),
        };
        (None, reason)
    }

    fn other_part(&self, state: &NimState, _: &u32) -> Sentence {
        self.unfinished_reason(state)
    }

    fn unfinished_reason(&self, state: &NimState) -> Sentence {
        let player = state.to_play().number();
        let takes = takes_text(state.takes().possible_takes(state.matches()));
        let matches = u64::from(state.matches());
        let fr = Lang::Fr.count_with_noun(matches, "allumette", "allumettes");
        let en = Lang::En.count_with_noun(matches, "match is", "matches are");
        Sentence::new(
            format!(
                "la partie n'est pas finie : il reste {fr}, et le joueur {player} peut en prendre {}",
                takes.fr
            ),
            format!(
                "the game is not over: {en} left, and player {player} can take {}",
                takes.en
            ),
        )
    }

    fn result_reason(&self, state: &NimState) -> Sentence {
        let Sentence { fr, en } = winner_text(state.outcome());
        if state.matches() > 0 {
            let left_fr = matches_text(Lang::Fr, state.matches());
            let left_en = matches_text(Lang::En, state.matches());
            return sentence!(
                "il reste {left_fr}, et on ne peut plus rien prendre : {fr}",
                "{left_en} left, and nothing can be taken: {en}"
            );
        }
        let last_player: Player = state.to_play().opponent();
        let number = last_player.number();
        sentence!(
            "le joueur {number} a pris la dernière allumette : {fr}",
            "player {number} took the last match: {en}"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pioche_engine::games::Outcome;

    #[test]
    fn lines_of_dialogues_are_read() {
        use Statement::{Entry, Move, Result, State, Turn};
        let one = Some(Player::One);
        for (line, expected) in [
            ("||||| ||||| |||", vec![State(13)]),
            ("['|', '|', '|']", vec![State(3)]),
            ("||||| || (7)", vec![State(7)]),
            ("Il reste 17 allumette(s) sur la table.", vec![State(17)]),
            ("7 matches are left on the table.", vec![State(7)]),
            (
                "Sur le plateau, sont donc diposées 15 allumettes.",
                vec![State(15)],
            ),
            ("Allumettes restantes : 8", vec![State(8)]),
            ("Le joueur 1 retire 2 allumettes.", vec![Move(one, 2)]),
            ("L'ordinateur prend 3 allumettes", vec![Move(None, 3)]),
            (
                "Joueur 1, combien d'allumettes retirez-vous (2 ou 3) ? 2",
                vec![Turn(Player::One), Entry(Some(2))],
            ),
            ("3", vec![Entry(Some(3))]),
            ("Joueur 1", vec![Turn(Player::One)]),
            (
                "La partie est remportée par le joueur 2.",
                vec![Result(Outcome::Winner(Player::Two))],
            ),
            ("Egalité", vec![Result(Outcome::Draw)]),
            ("It's a draw!", vec![Result(Outcome::Draw)]),
            ("Personne ne gagne.", vec![Result(Outcome::Draw)]),
            ("8 left: 🔥🔥🔥🔥🔥🔥🔥🔥", vec![State(8)]),
            ("Il en reste 11.", vec![State(11)]),
            ("5 piles left", vec![]),
            ("Coup 1 : 9 → 2", vec![]),
            ("7♣ 8♣", vec![]),
            ("avant : 13", vec![State(13)]),
            ("prise : 2", vec![Move(None, 2)]),
            ("tour : 2", vec![]),
            ("joueur : 1", vec![Turn(Player::One)]),
            (
                "Coups : J1: 3, J2: 2",
                vec![Move(one, 3), Move(Some(Player::Two), 2)],
            ),
            (
                "On ne peut pas retirer 9 allumettes : seulement 2 ou 3.",
                vec![],
            ),
            ("À tour de rôle, chacun retire 2 ou 3 allumettes.", vec![]),
            (
                "Veuillez indiquer le nombre d allumettes présentes au départ (25 par défaut).",
                vec![],
            ),
        ] {
            assert_eq!(statements(line), expected, "{line}");
        }
    }
}
