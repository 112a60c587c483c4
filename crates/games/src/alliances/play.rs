//! The dialogue of the patience (handout 000, 4.5.2 and 4.5.3). Piles are numbered from 1; cards use the letters of the
//! language.

use super::deck::{distinct_cards, given_start};
use super::show::shown_cards;
use super::{ALLIANCE, card_label, cards_text, jump_cards, picture, piles_text};
use crate::prelude::*;
use crate::saved_game::{DealOrigin, has_settings_line};
use pioche_engine::cards::Card;
use pioche_engine::cards::card::{CardNotation, parse_card};
use pioche_engine::cards::deck::{DeckLabels, DeckText};
use pioche_engine::experiments::{self, Alliances};
use pioche_engine::games::alliances::automatic::automatic_pile_count;
use pioche_engine::games::alliances::perfect::{PerfectSolver, UnprovedBounds};
use pioche_engine::games::alliances::{
    AllianceRule, JumpRefusal, PatienceMove, PatienceRefusal, PatienceState,
};
use std::cmp::Ordering;

type PatienceSession = Session<PatienceState>;

/// The deck in saved games, with commas between the cards.
const DECK: Setting = Setting::new::<String>("deck");

impl Start for PatienceState {
    const NAME: &'static str = "alliances";
    const SAVED_SETTINGS: &'static [&'static Setting] =
        &[&Alliances::MAX_PILES, &experiments::Play::ALLIANCE, &DECK];

    fn saved_settings(&self) -> Vec<Field> {
        let deck = DeckText(self.deck()).to_string().replace(' ', ",");
        vec![
            Alliances::MAX_PILES.with_value(&self.max_piles()),
            experiments::Play::ALLIANCE.with_value(&self.row().alliance()),
            DECK.with_value(&deck),
        ]
    }

    fn from_saved_settings(settings: &[Field]) -> Result<Self, InvalidSetting> {
        let max_piles = Alliances::MAX_PILES.read(settings)?;
        let deck: String = DECK.read(settings)?;
        let deck = distinct_cards(DECK.key, &deck).map_err(|_| DECK.invalid(settings))?;
        let alliance = experiments::Play::ALLIANCE.read(settings)?;
        Ok(Self::new(&deck, max_piles).with_alliance(alliance))
    }

    fn new_game(args: &ParsedArgs<'_>) -> Result<SavedGame<Self>, Problem> {
        Ok(SavedGame {
            origin: args.origin(),
            ..SavedGame::new(given_start(args)?)
        })
    }

    /// The file may be a deck.
    fn load(args: &ParsedArgs<'_>) -> Result<SavedGame<Self>, Problem> {
        match &args.file {
            Some(file) if has_settings_line(&file.text()?) => SavedGame::read(file, args),
            _ => Self::new_game(args),
        }
    }
}

impl Playable for PatienceState {
    fn split_moves(text: &str) -> Vec<String> {
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        lines.map(str::to_owned).collect()
    }

    fn refusal_message(&self, refusal: &PatienceRefusal) -> String {
        let PatienceRefusal::NoJump(refusal) = refusal else {
            return tr!("Impossible: the stock is empty.");
        };
        match *refusal {
            JumpRefusal::UnknownPile(index) => {
                let pile = index.wrapping_add(1);
                match self.row().pile_count() {
                    0 => tr!(
                        "Impossible: there is no pile {pile}; the row is empty.",
                        pile
                    ),
                    piles => tr!(
                        "Impossible: there is no pile {pile}; the row has {piles}.",
                        pile,
                        piles
                    ),
                }
            }
            JumpRefusal::NotBetweenPiles(0) => {
                tr!("Impossible: the first pile has no neighbour on the left.")
            }
            JumpRefusal::NotBetweenPiles(_) => {
                tr!("Impossible: the last pile has no neighbour on the right.")
            }
            JumpRefusal::NotAllied(left, right) => {
                let [left, right] = [left, right].map(card_label);
                match self.row().alliance() {
                    AllianceRule::Either => tr!(
                        "Impossible: {left} and {right} have neither the same rank nor the same suit.",
                        left,
                        right
                    ),
                    AllianceRule::Suit | AllianceRule::Rank => {
                        tr!(
                            "Impossible: {left} and {right} are not allied.",
                            left,
                            right
                        )
                    }
                }
            }
        }
    }

    fn board(&self) -> String {
        cards_text(shown_cards(self))
    }

    fn explanation(step: &Step<Self>) -> String {
        let PatienceMove::Jump(pile) = step.mv else {
            let card = card_label(step.before.stock()[0]);
            return tr!("{card} is drawn from the stock", card);
        };
        let [left, card, right] = jump_cards(step.before.row().top_cards(), pile);
        tr!(
            "{left} and {right} are allied: {card} jumps",
            left,
            right,
            card
        )
    }

    /// Returns what `reussite_mode_auto` prints: the stock, then the row after each draw and each jump.
    fn handout_session(course: &Course<Self>) -> String {
        let mut session = String::new();
        for state in course.states() {
            // The handout's codes 9825 and 9826 are open symbols.
            let cards = DeckLabels(shown_cards(&state)).to_string();
            session += &cards.replace('♥', "♡").replace('♦', "♢");
            session += "\n\n";
        }
        session
    }

    fn film(course: Course<Self>) -> Film {
        picture::film(course)
    }

    fn greeting(session: &PatienceSession) -> String {
        let state = session.state();
        let alliance = ALLIANCE.title_phrase(&state.row().alliance().field_value());
        let mut cards = quantity(state.deck().len() as u64, CARD);
        if !alliance.is_empty() {
            cards += &format!(", {alliance}");
        }
        let greeting = tr!(
            "La réussite des alliances, {cards}: you win with at most {piles}.",
            cards,
            piles = piles_text(state.max_piles())
        );
        match session.game().origin {
            None => greeting,
            Some(DealOrigin { seed, deal }) => {
                greeting + &tr!("\n(seed {seed}, deal {deal})", seed, deal)
            }
        }
    }

    /// Returns the row as the handout shows it, with pile numbers below, then the stock.
    #[doc(alias = "afficher_reussite")]
    fn state_text(session: &PatienceSession, columns: usize) -> String {
        let state = session.state();
        let stock = match state.stock().len() {
            0 => tr!("The stock is empty."),
            cards => tr!("Stock: {stock}", stock = quantity(cards as u64, CARD)),
        };
        row_text(state.row().top_cards(), columns) + &stock
    }

    fn question(session: &PatienceSession, answers: &[String]) -> String {
        if !answers.is_empty() {
            tr!("Which pile jumps (its number or its card)? ")
        } else if session.state().stock().is_empty() {
            tr!("[j]ump, h[i]nt, [u]ndo, [q]uit, [h]elp: ")
        } else {
            tr!("[d]raw, [j]ump, h[i]nt, [u]ndo, [q]uit, [h]elp: ")
        }
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
        let [onto, card, _] = jump_cards(step.before.row().top_cards(), pile);
        Some(tr!("The pile of {card} jumps onto {onto}.", card, onto))
    }

    fn legal_moves_text(session: &PatienceSession) -> String {
        let state = session.state();
        let moves = state.legal_moves().into_iter().map(|mv| match mv {
            PatienceMove::Draw => Text("draw @move").to_string(),
            PatienceMove::Jump(pile) => tr!(
                "jump {pile} ({card})",
                pile = pile + 1,
                card = card_label(state.row().top_cards()[pile])
            ),
        });
        legal_moves_text(&moves.collect::<Vec<_>>().join(", "))
    }

    /// States the best result that is still reachable and the move that leads to it or, when the solver gives up, the moves.
    fn hint(session: &PatienceSession) -> String {
        let state = session.state();
        let row = state.row_after_giving_up();
        let tops = state.row().top_cards();
        let Ok(solution) = hint_solver(state).solve(row.top_cards()) else {
            return Self::legal_moves_text(session);
        };
        let piles = piles_text(solution.fewest_piles);
        match solution
            .moves_with_draws(tops.len(), state.stock().len())
            .first()
        {
            Some(PatienceMove::Draw) => {
                tr!("You can still finish with {piles} by drawing.", piles)
            }
            Some(PatienceMove::Jump(pile)) => tr!(
                "You can still finish with {piles} by making {card} jump.",
                piles,
                card = card_label(tops[*pile])
            ),
            None => Self::legal_moves_text(session),
        }
    }

    fn rules(&self) -> String {
        let allied = match self.row().alliance() {
            AllianceRule::Either => tr!("same\nrank or same suit"),
            alliance => ALLIANCE.title_phrase(&alliance.field_value()),
        };
        tr!(
            "Draw the cards one by one. When the two neighbours of a pile are allied ({allied}), this \
     pile may jump onto its left neighbour, whose card
disappears. The first and the last pile never jump. In the end, the fewer piles,
the better.
  d              draw a card
  j              jump; the game asks which pile
  3 or j 3       pile 3 jumps
  7-P or 7♠      the pile of this card jumps (C ♥, K ♦, P ♠, T ♣)",
            allied
        )
    }

    fn conclusion(session: &PatienceSession, _: GameEnd) -> String {
        result_text(session.state(), session.state().row().pile_count())
    }

    /// Draws the rest of the stock without jumps and gives the result, for every way of stopping.
    fn stop(session: &PatienceSession, _: StopReason, columns: usize) -> (String, SessionEnding) {
        let state = session.state();
        let row = state.row_after_giving_up();
        let stopped = match state.stock().len() {
            0 => {
                let jumps = Text("a jump was still possible|jumps were still possible");
                let jump_count = state.possible_jumps().len() as u64;
                let possible = plural_form(jump_count, jumps.translated());
                tr!("You stopped; {possible}.", possible)
            }
            1 => tr!("You stopped; the last card is laid without a jump."),
            stock => tr!(
                "You stopped; the remaining {stock} cards are laid without jumps.",
                stock
            ),
        };
        let cards = row_text(row.top_cards(), columns);
        let result = result_text(state, row.pile_count());
        (format!("{stopped}\n\n{cards}{result}"), SessionEnding::Left)
    }
}

/// Creates a solver for hints, limited to a fraction of a second.
fn hint_solver(state: &PatienceState) -> PerfectSolver {
    PerfectSolver::default().with_alliance(state.row().alliance())
}

/// States the result of a game with this number of piles, that of the rule, and the best that was possible.
fn result_text(state: &PatienceState, piles: usize) -> String {
    let max_piles = state.max_piles();
    let count = quantity(piles as u64, Text("pile is|piles are"));
    let verdict = if piles <= max_piles {
        tr!("You won! {piles} left.", piles = count)
    } else {
        tr!(
            "You lost: {piles} left; you needed {max_piles} or fewer.",
            piles = count,
            max_piles
        )
    };
    let rule_piles = automatic_pile_count(state.deck(), state.row().alliance());
    let comparison = match piles.cmp(&rule_piles) {
        Ordering::Less => Text("you did better"),
        Ordering::Equal => Text("you did as well"),
        Ordering::Greater => Text("it does better than you"),
    };
    let rule = tr!(
        "The rule (leftmost jump first) ends with {piles}: {comparison}.",
        piles = piles_text(rule_piles),
        comparison
    );
    let (low, high) = match hint_solver(state)
        .automatic_and_fewest_piles(state.deck())
        .1
    {
        Ok(best) => (best, best),
        Err(UnprovedBounds { low, high, .. }) => (low, high.min(piles)),
    };
    let best = if low < high {
        tr!(
            "The best possible result was between {low} and {high} piles.",
            low,
            high
        )
    } else if piles == low {
        tr!("Nothing better was possible.")
    } else {
        tr!(
            "The best possible result was {piles}.",
            piles = piles_text(low)
        )
    };
    format!("{verdict}\n{rule}\n{best}")
}

/// Formats the visible cards and the pile numbers, in as many lines as necessary.
fn row_text(tops: &[Card], columns: usize) -> String {
    /// The width of a pile and the space after it, in columns.
    const PILE_WIDTH: usize = 4;
    let piles_per_line = (columns / PILE_WIDTH).max(1);
    let mut text = String::new();
    let mut numbers = 1..;
    for cards in tops.chunks(piles_per_line) {
        let line_numbers: Vec<String> = numbers
            .by_ref()
            .take(cards.len())
            .map(|number: usize| format!("{number:>3}"))
            .collect();
        text += &format!("{}\n{}\n", cards_text(cards), line_numbers.join(" "));
    }
    text
}

/// Parses a line: a word, perhaps followed by a pile, or a pile alone.
fn parse_move_line(state: &PatienceState, line: &str) -> ParsedAnswer<PatienceState> {
    let (word, pile) = line
        .split_once(char::is_whitespace)
        .map_or((line, ""), |(word, pile)| (word, pile.trim()));
    match (fold_case_and_accents(word).as_str(), pile) {
        ("p" | "piocher" | "d" | "draw", "") => ParsedAnswer::Move(PatienceMove::Draw),
        ("s" | "saut" | "sauter" | "j" | "jump", pile) => parse_jump(state, pile),
        ("abandonner" | "resign", "") => ParsedAnswer::Stop(StopReason::Quit),
        _ => parse_jump(state, line),
    }
}

/// Parses the jump of a pile, given by its number from 1 or by its card; without one, the game asks for it.
fn parse_jump(state: &PatienceState, pile: &str) -> ParsedAnswer<PatienceState> {
    if pile.is_empty() {
        return ParsedAnswer::Partial;
    }
    if pile.bytes().all(|byte| byte.is_ascii_digit()) {
        // Numbers out of range and 0 are piles that do not exist.
        let number: usize = pile.parse().unwrap_or(usize::MAX);
        return ParsedAnswer::Move(PatienceMove::Jump(number.wrapping_sub(1)));
    }
    // Letters are those of the handout, in which `C` is hearts.
    let card = parse_card(pile).filter(|(_, notation)| *notation != CardNotation::English);
    let Some((card, _)) = card else {
        let text = safe_excerpt(pile);
        return ParsedAnswer::Invalid(if pile.starts_with(|sign: char| sign.is_ascii_digit()) {
            tr!(
                "“{text}” is neither the number of a pile nor a card such as 7-P.",
                text
            )
        } else {
            not_understood_text(pile)
        });
    };
    match state.row().top_cards().iter().position(|&top| top == card) {
        Some(index) => ParsedAnswer::Move(PatienceMove::Jump(index)),
        None => ParsedAnswer::Invalid(tr!(
            "Impossible: {card} is not on top of any pile.",
            card = card_label(card)
        )),
    }
}
