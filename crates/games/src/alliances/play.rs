//! The dialogue of the patience (handout 000, 4.5.2 and 4.5.3). Piles are numbered from 1; cards use the letters of the
//! language.

use super::args::{ALLIANCE, NB_TAS_MAX, alliance_suffix, parse_distinct_cards};
use super::deck::{read_game, read_or_deal_cards};
use super::show::handout_session;
use super::{card_label, cards_text, move_explanation, no_pile_text, picture, piles_text};
use crate::prelude::*;
use pioche_engine::cards::Card;
use pioche_engine::cards::card::{CardNotation, parse_card};
use pioche_engine::cards::deck::DeckText;
use pioche_engine::experiments::{self, Alliances};
use pioche_engine::games::alliances::perfect::{PerfectSolver, UnprovedBounds};
use pioche_engine::games::alliances::{
    AllianceRule, JumpRefusal, PatienceMove, PatienceRefusal, PatienceState, automatic,
};
use std::cmp::Ordering;

/// The width of a pile in a line, in columns.
const PILE_WIDTH: usize = 4;

const USUAL_ALLIES: Text = Text("same\nrank or same suit");
/// The rules, in which `{allied}` says which cards are allied.
const RULES: Text = Text(
    "Draw the cards one by one. When the two neighbours of a pile are allied ({allied}), this \
     pile may jump onto its left neighbour, whose card
disappears. The first and the last pile never jump. In the end, the fewer piles,
the better.
  d              draw a card
  j              jump; the game asks which pile
  3 or j 3       pile 3 jumps
  7-P or 7♠      the pile of this card jumps (C ♥, K ♦, P ♠, T ♣)",
);
const MENU: Text = Text("[d]raw, [j]ump, h[i]nt, [u]ndo, [q]uit, [h]elp: ");
const JUMPS_MENU: Text = Text("[j]ump, h[i]nt, [u]ndo, [q]uit, [h]elp: ");
const WHICH_PILE: Text = Text("Which pile jumps (its number or its card)? ");
const LAST_CARD: Text = Text("You stopped; the last card is laid without a jump.");

type PatienceSession = Session<PatienceState>;

const FIRST_PILE: Text = Text("Impossible: the first pile has no neighbour on the left.");
const LAST_PILE: Text = Text("Impossible: the last pile has no neighbour on the right.");

/// The deck in saved games, with commas between the cards.
const DECK: Setting = Setting::new::<String>("deck");

/// Returns the game of the file or of the options before its first move.
pub fn saved_game(args: &ParsedArgs<'_>) -> Result<SavedGame, Problem> {
    if let Some((game, _)) = read_game(args)? {
        return Ok(game);
    }
    let state = PatienceState::new(&read_or_deal_cards(args)?, args.get(&NB_TAS_MAX)?)
        .with_alliance(args.get(&ALLIANCE)?);
    Ok(SavedGame::new(&state, [PlayerSpec::Human; 2]))
}

impl Playable for PatienceState {
    const NAME: &'static str = "alliances";
    const SAVED_SETTINGS: &'static [&'static Setting] =
        &[&Alliances::MAX_PILES, &experiments::Play::ALLIANCE, &DECK];

    fn saved_settings(&self) -> Vec<Field> {
        let deck = DeckText(self.deck()).to_string();
        vec![
            Alliances::MAX_PILES.field(self.max_piles().into()),
            experiments::Play::ALLIANCE.with_value(&self.row().alliance()),
            DECK.field(deck.replace(' ', ",").as_str().into()),
        ]
    }

    fn from_saved_settings(settings: &[Field]) -> Result<Self, InvalidSetting> {
        let most_piles = Alliances::MAX_PILES.read(settings)?;
        let deck: String = DECK.read(settings)?;
        let deck = parse_distinct_cards(deck.split(',')).unwrap_or_default();
        if deck.is_empty() {
            return Err(DECK.invalid(settings));
        }
        let alliance = experiments::Play::ALLIANCE.read(settings)?;
        Ok(Self::new(&deck, most_piles).with_alliance(alliance))
    }

    fn split_moves(text: &str) -> Vec<String> {
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        lines.map(str::to_owned).collect()
    }

    fn refusal_message(&self, refusal: &PatienceRefusal) -> String {
        match refusal {
            PatienceRefusal::EmptyStock => tr!("Impossible: the stock is empty."),
            PatienceRefusal::NoJump(JumpRefusal::UnknownPile(pile)) => {
                no_pile_text(pile.saturating_add(1), self.row().pile_count())
            }
            PatienceRefusal::NoJump(JumpRefusal::NotBetweenPiles(0)) => FIRST_PILE.into(),
            PatienceRefusal::NoJump(JumpRefusal::NotBetweenPiles(_)) => LAST_PILE.into(),
            PatienceRefusal::NoJump(JumpRefusal::NotAllied(left, right)) => {
                let reason = not_allied_reason([*left, *right], self.row().alliance());
                tr!("Impossible: {reason}.", reason)
            }
        }
    }

    fn explanation(step: &Step<Self>) -> String {
        move_explanation(&step.before, step.mv)
    }

    fn handout_session(course: &Course<Self>) -> String {
        handout_session(course)
    }

    fn film(course: Course<Self>) -> Film {
        picture::film(course)
    }

    fn greeting(session: &PatienceSession) -> String {
        let cards = session.state().deck().len() as u64;
        let max_piles = session.state().max_piles();
        let origin = session.origin().map_or_else(String::new, |origin| {
            tr!(
                "\n(seed {seed}, deal {deal})",
                seed = origin.seed,
                deal = origin.deal
            )
        });
        let alliance = session.state().row().alliance();
        tr!(
            "La réussite des alliances, {cards}{rule}: you win with at most {piles}.{origin}",
            cards = quantity(cards, CARD),
            rule = alliance_suffix(alliance),
            piles = piles_text(max_piles),
            origin
        )
    }

    /// Returns the row as the handout shows it, with pile numbers below, then the stock.
    #[doc(alias = "afficher_reussite")]
    fn state_text(session: &PatienceSession, columns: usize) -> String {
        let state = session.state();
        let cards = state.stock().len() as u64;
        let stock = match cards {
            0 => tr!("The stock is empty."),
            _ => tr!("Stock: ") + &quantity(cards, CARD),
        };
        row_text(state.row().top_cards(), columns) + &stock
    }

    fn question(session: &PatienceSession, answers: &[String]) -> String {
        let question = match answers {
            [] if session.state().stock().is_empty() => JUMPS_MENU,
            [] => MENU,
            _ => WHICH_PILE,
        };
        question.into()
    }

    fn parse_answers(session: &PatienceSession, answers: &[String]) -> ParsedAnswer<Self> {
        match answers {
            [line] => parse_move_line(session.state(), line),
            [.., pile] => parse_jump(session.state(), pile),
            [] => ParsedAnswer::Partial,
        }
    }

    fn last_move_text(session: &PatienceSession) -> Option<String> {
        let step = session.course().last_step()?;
        let PatienceMove::Jump(pile) = step.mv else {
            return None;
        };
        let tops = step.before.row().top_cards();
        let [onto, card] = [pile - 1, pile].map(|pile| card_label(tops[pile]));
        Some(tr!("The pile of {card} jumps onto {onto}.", card, onto))
    }

    fn legal_moves_text(session: &PatienceSession) -> String {
        let state = session.state();
        let card = |pile: usize| card_label(state.row().top_cards()[pile]);
        let jump = |pile: usize| tr!("jump ") + &format!("{} ({})", pile + 1, card(pile));
        let draw = (!state.stock().is_empty()).then(|| Text("draw @move").to_string());
        let moves = draw
            .into_iter()
            .chain(state.possible_jumps().into_iter().map(jump));
        legal_moves_text(&moves.collect::<Vec<_>>().join(", "))
    }

    fn hint(session: &PatienceSession) -> String {
        best_move_advice(session).unwrap_or_else(|| Self::legal_moves_text(session))
    }

    fn rules(session: &PatienceSession) -> String {
        let alliance = session.state().row().alliance();
        {
            let allied = match alliance {
                AllianceRule::Either => USUAL_ALLIES.translated().to_owned(),
                _ => ALLIANCE.title_phrase(&alliance.field_value()),
            };
            RULES.translated().replace("{allied}", &allied)
        }
    }

    fn conclusion(session: &PatienceSession, _: GameEnd) -> String {
        result_texts(session, session.state().row().pile_count()).join("\n")
    }

    /// Draws the rest of the stock without jumps and gives the result, for every way of stopping.
    fn stop(session: &PatienceSession, _: StopReason, columns: usize) -> (String, SessionEnding) {
        let state = session.state();
        let row = state.row_after_giving_up();
        let jumps = state.possible_jumps().len() as u64;
        let stopped = match state.stock().len() {
            0 => {
                let possible =
                    Text("a jump was still possible|jumps were still possible").translated();
                tr!(
                    "You stopped; {possible}.",
                    possible = plural_form(jumps, possible)
                )
            }
            1 => LAST_CARD.translated().to_owned(),
            stock => tr!(
                "You stopped; the remaining {stock} cards are laid without jumps.",
                stock
            ),
        };
        let verdict = result_texts(session, row.pile_count());
        (
            format!(
                "{stopped}\n\n{}{}",
                row_text(row.top_cards(), columns),
                verdict.join("\n")
            ),
            SessionEnding::Left,
        )
    }
}

/// Creates a solver for hints, limited to a fraction of a second.
fn hint_solver(session: &PatienceSession) -> PerfectSolver {
    PerfectSolver::with_memory_limit(PerfectSolver::DEFAULT_MEMORY)
        .with_alliance(session.state().row().alliance())
}

/// States the best result that is still reachable and the move that leads to it; `None` when the game is over or the solver
/// gives up.
fn best_move_advice(session: &PatienceSession) -> Option<String> {
    let state = session.state();
    let row = state.row_after_giving_up();
    let solution = hint_solver(session).solve(row.top_cards()).ok()?;
    let best = solution.fewest_piles;
    let tops = state.row().top_cards();
    let way = match solution
        .moves_with_draws(tops.len(), state.stock().len())
        .into_iter()
        .next()?
    {
        PatienceMove::Draw => tr!("by drawing"),
        PatienceMove::Jump(pile) => {
            tr!("by making {card} jump", card = card_label(tops[pile]))
        }
    };
    Some(tr!(
        "You can still finish with {piles} {way}.",
        piles = piles_text(best),
        way
    ))
}

/// States the fewest piles that the whole deck could have left, compared with the player's own number.
fn best_possible_text(session: &PatienceSession, own: usize) -> String {
    let (low, high) = match hint_solver(session).fewest_piles(session.state().deck()) {
        Ok(best) => (best, best),
        Err(UnprovedBounds { low, high, .. }) => (low, high.min(own)),
    };
    if low < high {
        tr!(
            "The best possible result was between {low} and {high} piles.",
            low,
            high
        )
    } else if own == low {
        tr!("Nothing better was possible.")
    } else {
        tr!(
            "The best possible result was {piles}.",
            piles = piles_text(low)
        )
    }
}

/// States the result with this number of piles, the automatic rule's result, and the best possible one.
fn result_texts(session: &PatienceSession, own: usize) -> Vec<String> {
    let state = session.state();
    let max_piles = state.max_piles();
    let automatic = automatic::automatic_pile_count(state.deck(), state.row().alliance());
    let piles = quantity(own as u64, Text("pile is|piles are"));
    let verdict = if own <= max_piles {
        tr!("You won! {piles} left.", piles)
    } else {
        tr!(
            "You lost: {piles} left; you needed {max_piles} or fewer.",
            piles,
            max_piles
        )
    };
    let against = match own.cmp(&automatic) {
        Ordering::Less => Text("you did better"),
        Ordering::Equal => Text("you did as well"),
        Ordering::Greater => Text("it does better than you"),
    };
    let rule = tr!(
        "The rule (leftmost jump first) ends with {piles}: {against}.",
        piles = piles_text(automatic),
        against
    );
    vec![verdict, rule, best_possible_text(session, own)]
}

/// Formats the visible cards and the pile numbers, in as many lines as necessary.
fn row_text(tops: &[Card], columns: usize) -> String {
    let piles_per_line = (columns / PILE_WIDTH).max(1);
    let mut text = String::new();
    for (line, cards) in tops.chunks(piles_per_line).enumerate() {
        let numbers = (1..=cards.len()).map(|at| format!("{:>3}", line * piles_per_line + at));
        text.push_str(&format!(
            "{}\n{}\n",
            cards_text(cards),
            numbers.collect::<Vec<_>>().join(" ")
        ));
    }
    text
}

/// Parses a line: a word, perhaps followed by a pile, or a pile alone.
fn parse_move_line(state: &PatienceState, line: &str) -> ParsedAnswer<PatienceState> {
    let (word, pile) = line
        .split_once(char::is_whitespace)
        .map_or((line, None), |(word, rest)| (word, Some(rest.trim())));
    match (fold_case_and_accents(word).as_str(), pile) {
        ("p" | "piocher" | "d" | "draw", None) => ParsedAnswer::Move(PatienceMove::Draw),
        ("s" | "saut" | "sauter" | "j" | "jump", None) => ParsedAnswer::Partial,
        ("s" | "saut" | "sauter" | "j" | "jump", Some(pile)) => parse_jump(state, pile),
        ("abandonner" | "resign", None) => ParsedAnswer::Stop(StopReason::Quit),
        _ => parse_jump(state, line),
    }
}

/// Parses the jump of a pile, given by its number from 1 or by its card.
fn parse_jump(state: &PatienceState, pile: &str) -> ParsedAnswer<PatienceState> {
    if !pile.is_empty() && pile.bytes().all(|byte| byte.is_ascii_digit()) {
        // Numbers out of range and 0 are piles that do not exist.
        let number: usize = pile.parse().unwrap_or(usize::MAX);
        return match number.checked_sub(1) {
            Some(index) => ParsedAnswer::Move(PatienceMove::Jump(index)),
            None => ParsedAnswer::Invalid(no_pile_text(0, state.row().pile_count())),
        };
    }
    // Letters are those of the handout, in which `C` is hearts.
    let card = parse_card(pile).filter(|(_, notation)| *notation != CardNotation::English);
    let Some((card, _)) = card else {
        let text = safe_excerpt(pile);
        let has_digit = fold_case_and_accents(pile).starts_with(|sign: char| sign.is_ascii_digit());
        return ParsedAnswer::Invalid(if has_digit {
            tr!(
                "“{text}” is neither the number of a pile nor a card such as 7-P.",
                text
            )
        } else {
            not_understood_text(&text)
        });
    };
    match state.row().top_cards().iter().position(|&top| top == card) {
        Some(index) => ParsedAnswer::Move(PatienceMove::Jump(index)),
        None => {
            let card = card_label(card);
            ParsedAnswer::Invalid(tr!("Impossible: {card} is not on top of any pile.", card))
        }
    }
}

/// Returns the reason why a pile between two cards cannot jump; the cards have the letters of the language unless `form`
/// is given.
pub fn not_allied_reason([left, right]: [Card; 2], rule: AllianceRule) -> String {
    {
        let [left, right] = [left, right].map(|card| card_label(card));
        match rule {
            AllianceRule::Either => tr!(
                "{left} and {right} have neither the same rank nor the same suit",
                left,
                right
            ),
            AllianceRule::Suit | AllianceRule::Rank => {
                tr!("{left} and {right} are not allied", left, right)
            }
        }
    }
}
