//! The check of printed games of the patience: the stock, then the row after each draw and each jump (handout 000, 4.5.1),
//! or a game by hand (4.5.2), in which jumps may be missed.

use super::args::{ALLIANCE, parse_optional_pack};
use super::deck::PACK_OPTIONS;
use super::dialogue::not_allied_reason;
use super::{CardForm, card_label, cards_text, move_explanation};
use crate::lang::{Lang, Problem, Sentence, Text, fold_case_and_accents, problem, sentence};
use crate::play::session::refusal_reason;
use crate::topics::printed::text::{
    Line, SUIT_SYMBOLS, Token, announces_stop, has_sign, has_word, is_listed, join_numbered_rows,
    moves_taken_back, number_before, numbers, text_after_prompt, tokens,
};
use crate::topics::printed::{
    CheckedGame, PrintedGame, PrintedGameCheck, StatedLine, Statement, compare, missing_line,
    stated_lines, statements_of,
};
use crate::topics::verb::ParsedArgs;
use pioche_engine::cards::card::{CardNotation, parse_card};
use pioche_engine::cards::{Card, Pack};
use pioche_engine::games::alliances::{
    AutomaticGame, JumpRefusal, PatienceMove, PatienceRefusal, PatienceState,
};
use pioche_engine::games::{Course, Game, Step};
use std::collections::HashSet;
use std::marker::PhantomData;

pub const PRINTED_GAME: PrintedGameCheck = PrintedGameCheck {
    options: &[PACK_OPTIONS[0], PACK_OPTIONS[1], PACK_OPTIONS[2], ALLIANCE],
    game: Text::new("la réussite", "the patience"),
    expected: Text::new(
        "une partie de la réussite affiche la pioche, puis la rangée après chaque carte tirée et \
         chaque saut, par exemple « 8♥ 7♦ R♣ »",
        "a game of the patience shows the stock, then the row after each draw and each jump, such \
         as “8♥ 7♦ K♣”",
    ),
    check,
    is_about: |line| {
        let is_card = |word: &&TraceWord| word.card.is_some();
        has_word(&line.tokens(), "reussite alliances patience")
            || trace_words(&line.text).iter().filter(is_card).count() > 1
    },
};

/// Something that a line shows of a state.
#[derive(Clone, Debug, PartialEq, Eq)]
enum ShownPiles {
    /// The visible cards of the piles.
    Row(Vec<Card>),
    /// The cards that are not drawn yet.
    Stock(Vec<Card>),
    PileCount(u64),
}

type PatienceStatement = Statement<ShownPiles, PatienceMove>;
type PatienceLine = StatedLine<PatienceStatement>;

fn check(lines: &[Line], args: &ParsedArgs<'_>) -> Result<Option<CheckedGame>, Problem> {
    let lines = join_numbered_rows(lines, card_count, first_pile_number);
    let is_by_hand = is_by_hand(&lines);
    let text: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
    let form = card_form(&text.join("\n"), args.lang);
    let mut unreadable_line = None;
    let mut lines = stated_lines(&lines, |line| match line_statement(&line.text) {
        Ok(statements) => statements,
        Err(UnreadableCard) => {
            unreadable_line = unreadable_line.or(Some(line.number));
            Vec::new()
        }
    });
    let rows: Vec<&[Card]> = lines.iter().filter_map(shown_row).collect();
    if !is_game(&rows) {
        return Ok(None);
    }
    if let Some(line) = unreadable_line {
        return Err(unreadable_line_problem(args, line));
    }
    let stock = take_stock(&mut lines);
    check_lines(stock, &lines, form, is_by_hand, args).map(Some)
}

fn check_lines(
    stock: Option<PrintedStock>,
    lines: &[PatienceLine],
    form: CardForm,
    is_by_hand: bool,
    args: &ParsedArgs<'_>,
) -> Result<CheckedGame, Problem> {
    let alliance = args.get(&ALLIANCE)?;
    let pack = parse_optional_pack(&args.settings)?;
    if let Some(stock) = &stock
        && let Some(reason) = stock_fault(&stock.cards, pack, form)
    {
        return Ok(CheckedGame::Wrong {
            line: stock.line,
            expected: String::new(),
            found: cards_text(&stock.cards, form),
            reason,
            fitting: lines.len(),
        });
    }
    let is_stock_known = stock.is_some();
    let deck = stock.map_or_else(|| cards_in_order(lines), |stock| stock.cards);
    let state = PatienceState::new(&deck, 0).with_alliance(alliance);
    let mut verdict = if is_by_hand {
        compare(&PrintedPatience::new(form), state, lines, args.lang)
    } else {
        let game = AutomaticGame::new(state);
        compare(&PrintedPatience::new(form), game, lines, args.lang)
    };
    let CheckedGame::Right {
        remarks, fitting, ..
    } = &mut verdict
    else {
        return Ok(verdict);
    };
    if is_stock_known {
        return Ok(verdict);
    }
    let is_stopped = statements_of(lines).any(|statement| *statement == Statement::Stop);
    if let Some(pack) = pack.filter(|pack| deck.len() < pack.size() && !is_stopped) {
        return Ok(CheckedGame::Wrong {
            line: missing_line(lines),
            expected: String::new(),
            found: String::new(),
            reason: undrawn_reason(deck.len(), pack.size()),
            fitting: *fitting,
        });
    }
    remarks.push(unknown_stock_remark(deck.len()));
    Ok(verdict)
}

/// States that cards of the requested pack are not drawn, in a text without the stock.
fn undrawn_reason(cards: usize, size: usize) -> Sentence {
    sentence!(
        "la partie n'est pas finie : {cards} des {size} cartes sont tirées",
        "the game is not over: {cards} of the {size} cards are drawn"
    )
}

fn unknown_stock_remark(cards: usize) -> Sentence {
    sentence!(
        "la pioche n'est pas affichée : on suppose les {cards} cartes tirées",
        "the stock is not printed; it is taken to be the {cards} cards drawn"
    )
}

fn unreadable_line_problem(args: &ParsedArgs<'_>, line: usize) -> Problem {
    let file = args.file.as_ref().map_or("", |file| &file.name);
    problem!(
        "{file}, ligne {line} : cette rangée ne se lit pas ; on attend des cartes telles que « 8♥ \
         10♦ R♣ » ou « 8-C 10-K R-T »",
        "{file}, line {line}: this row cannot be read; cards such as “8♥ 10♦ K♣” or “8-C 10-K \
         R-T” are expected"
    )
}

/// A word of a line, and its card if it is one.
struct TraceWord {
    text: String,
    card: Option<Card>,
}

/// A word that looks like a card but is none.
struct UnreadableCard;

/// Splits a line into words. Cards may be written without blanks between them, in a list, or as the dictionaries of the
/// handout.
fn trace_words(line: &str) -> Vec<TraceWord> {
    let mut spaced = String::with_capacity(line.len() + 16);
    for sign in line.chars() {
        match sign {
            '[' | ']' | '\'' | '"' | ',' | ';' | '|' => spaced.push(' '),
            _ => spaced.push(sign),
        }
        if SUIT_SYMBOLS.contains(&sign) {
            spaced.push(' ');
        }
    }
    spaced
        .split_whitespace()
        .map(|word| TraceWord {
            card: parse_card(word).map(|(card, _)| card),
            text: word.to_owned(),
        })
        .collect()
}

/// Words of labels of a single card, such as that which is drawn.
const SINGLE_CARD_WORDS: &str = "carte card tire tiree drawn draw piochee piochez";
const STOCK_WORDS: &str = "pioche stock deck paquet talon restantes remaining";
/// Words of comments about a jump.
const JUMP_WORDS: &str = "saut saute sauter jump jumps alliance entre between echange onto";

/// Words before two cards that are allied, or of which one jumps onto the other.
const PAIR_WORDS: &str = "alliance entre between echange onto sur";

/// Reads a line, which may have several rows with arrows between them.
fn line_statement(line: &str) -> Result<Vec<PatienceStatement>, UnreadableCard> {
    let parts = parts_between_arrows(line);
    if parts.len() > 1 {
        let statements: Result<Vec<_>, _> = parts.iter().map(|part| part_statement(part)).collect();
        let statements = statements?;
        let is_row =
            |statements: &Vec<PatienceStatement>| matches!(statements[..], [Statement::State(_)]);
        let rows = statements
            .iter()
            .filter(|statements| is_row(statements))
            .count();
        let has_piles = statements.iter().flatten().any(|statement| {
            matches!(statement, Statement::State(ShownPiles::Row(cards)) if cards.len() > 1)
        });
        // Of two cards, one may jump onto the other.
        if statements.last().is_some_and(is_row) && (has_piles || rows == 1) {
            return Ok(statements.into_iter().flatten().collect());
        }
    }
    part_statement(line)
}

fn parts_between_arrows(line: &str) -> Vec<String> {
    let arrows = ["-->", "->", "==>", "=>", "➡", "⇒"];
    let line = arrows
        .iter()
        .fold(line.to_owned(), |line, arrow| line.replace(arrow, "→"));
    line.split('→').map(str::to_owned).collect()
}

fn part_statement(line: &str) -> Result<Vec<PatienceStatement>, UnreadableCard> {
    let folded = tokens(line);
    if has_sign(&folded, '?') && !line.trim_end().ends_with(SUIT_SYMBOLS) {
        return Ok(Vec::new());
    }
    if announces_stop(&folded) {
        return Ok(vec![Statement::Stop]);
    }
    if let Some(moves) = moves_taken_back(&folded) {
        return Ok(vec![Statement::TakenBack(moves)]);
    }
    let words = trace_words(line);
    let Some(first) = words.iter().position(|word| word.card.is_some()) else {
        return Ok(pile_count(&folded, line).into_iter().collect());
    };
    let is_card_or_like = |word: &TraceWord| word.card.is_some() || is_like_card(&word.text);
    let first = words.iter().position(is_card_or_like).unwrap_or(first);
    let run = words[first..]
        .iter()
        .take_while(|word| is_card_or_like(word));
    let run_length = run.count();
    let (label, rest) = words.split_at(first);
    let (run, tail) = rest.split_at(run_length);
    let is_row_end = |word: &TraceWord| !word.text.starts_with(char::is_alphabetic);
    if tail.iter().any(is_card_or_like) || !tail.first().is_none_or(is_row_end) {
        return Ok(Vec::new());
    }
    let label: Vec<&str> = label.iter().map(|word| word.text.as_str()).collect();
    let label = tokens(&label.join(" "));
    // “Jump: 10♦” is a card, “Jump: 7♠ 10♦ R♥” the row after it.
    let is_row_after_jump =
        run.len() > 1 && label.last() == Some(&Token::Sign(':')) && !has_word(&label, PAIR_WORDS);
    if (has_word(&label, JUMP_WORDS) && !is_row_after_jump) || has_sign(&label, '?') {
        return Ok(Vec::new());
    }
    let cards: Option<Vec<Card>> = run.iter().map(|word| word.card).collect();
    let cards = cards.ok_or(UnreadableCard)?;
    let is_single = cards.len() == 1;
    if is_single && (has_word(&label, SINGLE_CARD_WORDS) || is_sentence(&label)) {
        return Ok(Vec::new());
    }
    if has_word(&label, STOCK_WORDS) {
        return Ok(vec![Statement::Part(ShownPiles::Stock(cards))]);
    }
    Ok(vec![Statement::State(ShownPiles::Row(cards))])
}

/// Returns true if a label has words and does not end with a number or a sign.
fn is_sentence(label: &[Token]) -> bool {
    let is_count =
        matches!(label, [.., Token::Number(_), Token::Word(word)] if is_listed(word, PILE_WORDS));
    matches!(label.last(), Some(Token::Word(_))) && !is_count
}

/// Returns true if a word has a suit or the handout's dash, as a card has.
fn is_like_card(word: &str) -> bool {
    let has_symbol = word.contains(SUIT_SYMBOLS);
    let has_dash = word.split_once('-').is_some_and(|(value, suit)| {
        (1..=2).contains(&value.len()) && suit.len() == 1 && suit.chars().all(char::is_alphabetic)
    });
    (has_symbol || has_dash) && word.chars().count() <= 4
}

const PILE_WORDS: &str = "tas pile piles";
/// Words beside a number of piles that is not that of the row: a limit, a best result, that of the rule.
const OTHER_PILE_COUNTS: &str = "plus most fallait needed fewer max maximum meilleur best possible regle rule gagne win finir finish avec";

/// Returns the number of piles of a line such as “Il reste 5 tas”.
fn pile_count(words: &[Token], line: &str) -> Option<PatienceStatement> {
    // “Lost: 7 piles are left; you needed 2 or fewer” has both.
    let first_clause = words
        .split(|token| matches!(token, Token::Sign(',' | ';' | '!')))
        .find(|clause| has_word(clause, PILE_WORDS))?;
    if has_word(first_clause, OTHER_PILE_COUNTS) || has_word(words, "si if") {
        return None;
    }
    let labelled = || {
        let is_label = has_word(words, "nombre nb number restants left len");
        let answer = text_after_prompt(line);
        let answer = answer.rsplit('=').next().unwrap_or(answer).trim();
        answer.parse().ok().filter(|_| is_label)
    };
    let count = number_before(first_clause, PILE_WORDS).or_else(labelled)?;
    Some(Statement::Part(ShownPiles::PileCount(count)))
}

/// Returns the number of cards of a line that has nothing else.
fn card_count(line: &str) -> Option<usize> {
    let words = trace_words(line);
    let is_row = !words.is_empty() && words.iter().all(|word| word.card.is_some());
    is_row.then_some(words.len())
}

/// Returns the first number of a line of ascending numbers.
fn first_pile_number(line: &str) -> Option<usize> {
    let words = tokens(line);
    let counted = numbers(&words);
    let is_ascending = counted
        .windows(2)
        .all(|pair| pair[0].checked_add(1) == Some(pair[1]));
    let first = *counted.first()? as usize;
    (counted.len() == words.len() && is_ascending).then_some(first)
}

fn shown_row(line: &PatienceLine) -> Option<&[Card]> {
    match &line.statements[..] {
        [Statement::State(ShownPiles::Row(cards))] => Some(cards),
        _ => None,
    }
}

/// Returns true if rows are those of a game, and not the lines of a deck: one begins a stock, or adds a card to the row
/// before.
fn is_game(rows: &[&[Card]]) -> bool {
    let adds_card =
        |pair: &[&[Card]]| pair[1].len() == pair[0].len() + 1 && pair[1].starts_with(pair[0]);
    let begins_stock = match rows {
        [stock, first, ..] => {
            first.len() == 1 && stock.contains(&first[0]) && (stock.len() > 1 || rows.len() == 2)
        }
        _ => false,
    };
    begins_stock || rows.windows(2).any(adds_card)
}

/// Returns true if the text is a dialogue, in which the player chooses the jumps.
fn is_by_hand(lines: &[Line]) -> bool {
    lines.iter().any(|line| {
        let text = fold_case_and_accents(&line.text);
        let is_question = text.contains('?') || text.contains(':');
        let words = tokens(&line.text);
        is_question
            && (has_word(&words, "sauter tapez taper choix quitter quit")
                || text.contains("[s]auter")
                || text.contains("[j]ump"))
    })
}

/// A stock with the number of its line.
struct PrintedStock {
    line: usize,
    cards: Vec<Card>,
}

/// Finds the stock, and removes the rows before the first one of the game: the stock and, before it, perhaps the sorted
/// pack.
fn take_stock(lines: &mut Vec<PatienceLine>) -> Option<PrintedStock> {
    let first_row = first_game_row(lines)?;
    let mut stock = None;
    let mut index = 0;
    lines.retain(|line| {
        index += 1;
        let cards = shown_row(line).or_else(|| shown_stock(line));
        match cards.filter(|_| index <= first_row) {
            Some(cards) => {
                stock = Some(PrintedStock {
                    line: line.number,
                    cards: cards.to_vec(),
                });
                false
            }
            None => true,
        }
    });
    stock.or_else(|| stock_after_first_row(lines))
}

fn shown_stock(line: &PatienceLine) -> Option<&[Card]> {
    match &line.statements[..] {
        [Statement::Part(ShownPiles::Stock(cards))] => Some(cards),
        _ => None,
    }
}

/// Returns the stock of a program that prints the row and then the rest of the stock.
fn stock_after_first_row(lines: &[PatienceLine]) -> Option<PrintedStock> {
    let mut stating = lines.iter().filter(|line| !line.statements.is_empty());
    let row = shown_row(stating.next()?)?;
    let stock_line = stating.next()?;
    Some(PrintedStock {
        line: stock_line.number,
        cards: [row, shown_stock(stock_line)?].concat(),
    })
}

/// Returns the index of the first row of the game: one card, or the first row that is shorter than the stock before it.
fn first_game_row(lines: &[PatienceLine]) -> Option<usize> {
    let rows: Vec<(usize, &[Card])> = lines
        .iter()
        .enumerate()
        .filter_map(|(index, line)| shown_row(line).map(|row| (index, row)))
        .collect();
    let [(first_index, first), others @ ..] = &rows[..] else {
        return None;
    };
    let has_stock = lines[..*first_index]
        .iter()
        .any(|line| shown_stock(line).is_some_and(|cards| cards.len() > 1));
    if has_stock && first.len() == 1 {
        return Some(*first_index);
    }
    if first.len() == 1 && others.first().is_none_or(|(_, row)| *row != *first) {
        return Some(*first_index);
    }
    let is_begun = |row: &[Card]| row.len() == 1 || 2 * row.len() < first.len();
    let second_row = others.iter().find(|(_, row)| is_begun(row));
    // A first row that the second one continues is no stock.
    let is_continued = others
        .first()
        .is_some_and(|(_, row)| row.len() == first.len() + 1 && row.starts_with(first));
    match second_row {
        Some((index, _)) if !is_continued => Some(*index),
        _ => Some(*first_index),
    }
}

/// Returns the cards of all rows in the order in which they appear.
fn cards_in_order(lines: &[PatienceLine]) -> Vec<Card> {
    let mut seen_cards = HashSet::new();
    lines
        .iter()
        .filter_map(shown_row)
        .flatten()
        .copied()
        .filter(|card| seen_cards.insert(*card))
        .collect()
}

/// The largest number of cards that a stock lacks of a pack of which it is meant to be complete.
const MAX_MISSING: usize = 4;
/// The smallest number of cards of such a stock.
const MIN_COMPLETE: usize = 12;

/// Returns the reason why a stock is impossible: a card occurs twice, or the pack is not complete. Without a pack, a
/// stock is complete if it lacks more than [`MAX_MISSING`] cards of its suits and ranks: it is then an example.
fn stock_fault(cards: &[Card], pack: Option<Pack>, form: CardForm) -> Option<Sentence> {
    let mut seen_cards = HashSet::new();
    if let Some(card) = cards.iter().find(|card| !seen_cards.insert(**card)) {
        let card = card_label(*card, form);
        return Some(sentence!(
            "{card} est deux fois dans la pioche",
            "{card} is in the stock twice"
        ));
    }
    let count = cards.len();
    let expected: Vec<Card> = match pack {
        Some(pack) => pack.cards().collect(),
        None => likely_pack(cards),
    };
    let size = expected.len();
    let missing: Vec<Card> = expected
        .iter()
        .filter(|card| !seen_cards.contains(*card))
        .copied()
        .collect();
    let is_meant = pack.is_some() || (count >= MIN_COMPLETE && missing.len() <= MAX_MISSING);
    if let Some(card) = cards.iter().find(|card| !expected.contains(card)) {
        let card = card_label(*card, form);
        return Some(sentence!(
            "{card} n'est pas une carte du jeu de {size} cartes",
            "{card} is not a card of the pack of {size} cards"
        ));
    }
    if missing.is_empty() || !is_meant {
        return None;
    }
    let listed_cards = &missing[..missing.len().min(MAX_MISSING)];
    let labels: Vec<String> = listed_cards
        .iter()
        .map(|card| card_label(*card, form))
        .collect();
    let more = if missing.len() > listed_cards.len() {
        ", …"
    } else {
        ""
    };
    let list = labels.join(", ") + more;
    Some(sentence!(
        "la pioche a {count} cartes au lieu de {size} : il manque {list}",
        "the stock has {count} cards instead of {size}: missing {list}"
    ))
}

/// Returns the pack of 32, 36 or 52 cards that a stock is nearest to, or the cards of its suits and ranks.
fn likely_pack(cards: &[Card]) -> Vec<Card> {
    let usual = [Pack::PIQUET, Pack::SIX_TO_ACE, Pack::FULL]
        .into_iter()
        .map(|pack| pack.cards().collect::<Vec<Card>>())
        .filter(|pack| cards.iter().all(|card| pack.contains(card)))
        .find(|pack| pack.len() <= cards.len() + MAX_MISSING);
    usual.unwrap_or_else(|| {
        let suits: HashSet<u8> = cards.iter().map(|card| card.suit()).collect();
        let ranks: HashSet<u8> = cards.iter().map(|card| card.rank()).collect();
        let ranks = &ranks;
        suits
            .into_iter()
            .flat_map(|suit| ranks.iter().filter_map(move |rank| Card::new(suit, *rank)))
            .collect()
    })
}

/// Returns the form of the cards of a text: that of its first card, with the letters of its first court card, or those
/// of `lang` without court cards.
fn card_form(text: &str, lang: Lang) -> CardForm {
    let words = trace_words(text);
    let mut cards = words.iter().filter(|word| word.card.is_some()).peekable();
    let first_card = cards.peek().and_then(|word| parse_card(&word.text));
    if matches!(first_card, Some((_, CardNotation::Handout))) {
        return CardForm::Handout;
    }
    let first_court_card = cards.find(|word| word.text.starts_with(['V', 'D', 'R', 'J', 'Q', 'K']));
    CardForm::Symbols(match first_court_card {
        Some(word) if word.text.starts_with(['V', 'D', 'R']) => Lang::Fr,
        Some(_) => Lang::En,
        None => lang,
    })
}

/// The automatic game, or the game by hand.
trait PatienceGame: Game<Move = PatienceMove> {
    fn patience(&self) -> &PatienceState;
    /// The move that the rule makes; `None` in a game by hand.
    fn forced(&self) -> Option<PatienceMove>;
}

impl PatienceGame for AutomaticGame {
    fn patience(&self) -> &PatienceState {
        self.state()
    }

    fn forced(&self) -> Option<PatienceMove> {
        self.forced_move()
    }
}

impl PatienceGame for PatienceState {
    fn patience(&self) -> &PatienceState {
        self
    }

    fn forced(&self) -> Option<PatienceMove> {
        None
    }
}

/// The words of a printed patience, which name cards as the file does.
struct PrintedPatience<G> {
    form: CardForm,
    game: PhantomData<G>,
}

impl<G: PatienceGame> PrintedPatience<G> {
    fn new(form: CardForm) -> Self {
        Self {
            form,
            game: PhantomData,
        }
    }

    fn label(&self, card: Card) -> String {
        card_label(card, self.form)
    }

    /// Returns the reason why the move `mv` of the rule, which leads to `next`, does not lead to the row `found`.
    fn wrong_row_reason(
        &self,
        before: &PatienceState,
        mv: PatienceMove,
        next: &G,
        found: &[Card],
    ) -> Sentence {
        let tops = before.row().top_cards();
        if let Some(reason) = self.impossible_card_reason(before, found) {
            return reason;
        }
        if let Some(reason) = self.skipped_row_reason(next, found) {
            return reason;
        }
        if let Some(reason) = self.refused_jump_reason(before, found) {
            return reason;
        }
        if let Some(reason) = order_reason(next.patience(), found) {
            return reason;
        }
        let Sentence { fr, en } = move_explanation(before, mv, Some(self.form));
        let PatienceMove::Jump(pile) = mv else {
            return self.wrong_draw_reason(before, found, Sentence::new(fr, en));
        };
        let number = pile + 1;
        let is_other_jump = before.row().check_jump(number).is_ok();
        if !is_other_jump && [&tops[..pile], &tops[number..]].concat() == found {
            let [covered, card] = [pile - 1, pile].map(|pile| self.label(tops[pile]));
            return sentence!(
                "le tas n° {number} saute sur son voisin de gauche : {card} reste visible et \
                 recouvre {covered}",
                "pile {number} jumps onto its left neighbour: {card} stays visible and covers \
                 {covered}"
            );
        }
        if found.len() <= tops.len() {
            return sentence!(
                "le tas n° {number} saute d'abord : {fr}",
                "pile {number} jumps first: {en}"
            );
        }
        let [left, right] = [pile - 1, number].map(|pile| self.label(tops[pile]));
        sentence!(
            "le saut du tas n° {number} a été manqué : ses voisins {left} et {right} sont alliés",
            "the jump of pile {number} was missed: its neighbours {left} and {right} are allied"
        )
    }

    /// Explains a card that is in the row twice, or not in the stock.
    fn impossible_card_reason(&self, state: &PatienceState, found: &[Card]) -> Option<Sentence> {
        let mut seen_cards = HashSet::new();
        if let Some(card) = found.iter().find(|card| !seen_cards.insert(**card)) {
            let card = self.label(*card);
            return Some(sentence!(
                "{card} est deux fois dans la rangée",
                "{card} is in the row twice"
            ));
        }
        let unknown = found.iter().find(|card| !state.deck().contains(card))?;
        let card = self.label(*unknown);
        Some(sentence!(
            "{card} n'est pas dans la pioche",
            "{card} is not in the stock"
        ))
    }

    /// Explains a row that comes too early, before the row of `next`.
    fn skipped_row_reason(&self, next: &G, found: &[Card]) -> Option<Sentence> {
        let later = Course::play_forced(next.clone(), 2);
        let is_found = |state: G| state.patience().row().top_cards() == found;
        if !later.states().skip(1).any(is_found) {
            return None;
        }
        let row = cards_text(next.patience().row().top_cards(), self.form);
        let row = row.trim();
        Some(sentence!(
            "la rangée {row} n'est pas affichée",
            "the row {row} is not printed"
        ))
    }

    /// Explains a jump that the rules refuse.
    fn refused_jump_reason(&self, before: &PatienceState, found: &[Card]) -> Option<Sentence> {
        let tops = before.row().top_cards();
        if found.len() + 1 == tops.len() && tops.starts_with(found) {
            let last = self.label(*tops.last()?);
            return Some(sentence!(
                "le dernier tas ne saute pas : {last} reste",
                "the last pile does not jump: {last} stays"
            ));
        }
        let pile =
            (1..tops.len()).find(|&pile| [&tops[..pile - 1], &tops[pile..]].concat() == found)?;
        let refusal = before.clone().play(PatienceMove::Jump(pile)).err()?;
        Some(match refusal {
            PatienceRefusal::NoJump(JumpRefusal::NotAllied(left, right)) => {
                not_allied_reason([left, right], before.row().alliance(), Some(self.form))
            }
            _ => refusal_reason(before, &refusal),
        })
    }

    /// Explains a row after a draw; `drawn` names the card.
    fn wrong_draw_reason(
        &self,
        before: &PatienceState,
        found: &[Card],
        drawn: Sentence,
    ) -> Sentence {
        let tops = before.row().top_cards();
        let card = before.stock()[0];
        let Sentence { fr, en } = drawn;
        if found.first() == Some(&card) && found[1..] == *tops && !tops.is_empty() {
            return sentence!(
                "{fr}, et se pose à droite",
                "{en}, and laid at the right end"
            );
        }
        let vanished = tops.iter().find(|top| !found.contains(top));
        if let Some(vanished) = vanished
            && found.last() == Some(&card)
        {
            let vanished = self.label(*vanished);
            return sentence!(
                "le tas de {vanished} a disparu, sans saut",
                "the pile of {vanished} has disappeared without a jump"
            );
        }
        sentence!("{fr}", "{en}")
    }
}

/// Explains a row that has the expected cards in another order; `None` for a card that is laid at the left.
fn order_reason(next: &PatienceState, found: &[Card]) -> Option<Sentence> {
    let expected = next.row().top_cards();
    let is_same_set =
        found.len() == expected.len() && found.iter().all(|card| expected.contains(card));
    let is_laid_left = found[1..] == expected[..expected.len() - 1];
    (is_same_set && !is_laid_left).then(|| {
        sentence!(
            "les tas restent dans leur ordre",
            "the piles stay in their order"
        )
    })
}

impl<G: PatienceGame> PrintedGame for PrintedPatience<G> {
    type Game = G;
    type Shown = ShownPiles;

    fn shows(&self, game: &G, shown: &ShownPiles) -> bool {
        let state = game.patience();
        let tops = state.row().top_cards();
        match shown {
            ShownPiles::Row(cards) => tops == cards,
            ShownPiles::PileCount(count) => tops.len() as u64 == *count,
            // The rest may be printed before or after the draw, or the card that is drawn.
            ShownPiles::Stock(cards) => {
                let stock = state.stock();
                let is_rest = *cards == *stock || stock.get(1..) == Some(cards);
                let is_deck = *cards == *state.deck();
                let is_drawn = cards.len() == 1
                    && (tops.last() == cards.first() || stock.first() == cards.first());
                is_rest || is_deck || is_drawn
            }
        }
    }

    fn state_text(&self, game: &G, _: Lang) -> String {
        cards_text(game.patience().row().top_cards(), self.form)
    }

    fn refusal_reason(&self, game: &G, _: &G::Refusal) -> Sentence {
        self.unfinished_reason(game)
    }

    fn move_reason(&self, step: &Step<G>) -> Sentence {
        move_explanation(step.before.patience(), step.mv, Some(self.form))
    }

    fn other_state(&self, course: &Course<G>, shown: &ShownPiles) -> (Option<G>, Sentence) {
        let game = course.last();
        let ShownPiles::Row(found) = shown else {
            return (None, self.other_part(game, shown));
        };
        let state = game.patience();
        if let Some(mv) = game.forced() {
            let next = Course::play_forced(game.clone(), 1).last().clone();
            let reason = self.wrong_row_reason(state, mv, &next, found);
            return (Some(next), reason);
        }
        let reason = self
            .impossible_card_reason(state, found)
            .or_else(|| self.refused_jump_reason(state, found));
        let reason = reason.unwrap_or_else(|| {
            sentence!(
                "un tirage ajoute une carte à droite, un saut retire un tas",
                "a draw adds a card at the right, and a jump removes a pile"
            )
        });
        (None, reason)
    }

    fn other_part(&self, game: &G, shown: &ShownPiles) -> Sentence {
        let state = game.patience();
        let piles = state.row().pile_count();
        if let ShownPiles::Stock(_) = shown {
            let cards = state.stock().len();
            return match state.stock().first() {
                Some(card) => {
                    let card = self.label(*card);
                    sentence!(
                        "il reste {cards} cartes dans la pioche, et la première est {card}",
                        "{cards} cards are left in the stock, the first of which is {card}"
                    )
                }
                None => sentence!("la pioche est vide", "the stock is empty"),
            };
        }
        sentence!("la rangée a {piles} tas", "the number of piles is {piles}")
    }

    fn unfinished_reason(&self, game: &G) -> Sentence {
        let Some(&mv) = game.legal_moves().first() else {
            return sentence!("la partie est finie", "the game is over");
        };
        let Sentence { fr, en } = move_explanation(game.patience(), mv, Some(self.form));
        sentence!(
            "la partie n'est pas finie : {fr}",
            "the game is not over: {en}"
        )
    }

    fn result_reason(&self, game: &G) -> Sentence {
        self.other_part(game, &ShownPiles::PileCount(0))
    }

    /// In a game by hand, the rest of the stock is then laid without jumps.
    fn shows_stopped(&self, game: &G, shown: &ShownPiles) -> bool {
        let row = game.patience().row_after_giving_up();
        let is_shown = match shown {
            ShownPiles::Row(cards) => row.top_cards() == cards,
            ShownPiles::PileCount(count) => row.pile_count() as u64 == *count,
            ShownPiles::Stock(_) => false,
        };
        is_shown && game.forced().is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::topics::printed::text::clean_lines;

    fn row(text: &str) -> PatienceStatement {
        let cards = text
            .split_whitespace()
            .map(|word| parse_card(word).unwrap().0);
        Statement::State(ShownPiles::Row(cards.collect()))
    }

    fn read(line: &str) -> Vec<PatienceStatement> {
        line_statement(&clean_lines(line)[0].text)
            .ok()
            .expect("a readable line")
    }

    #[test]
    fn rows_are_read_in_the_forms_of_programs() {
        for line in [
            " 7♠ 10♦  R♡",
            "7♠10♦ R♥",
            "Tas : 7♠ 10♦ R♥",
            "Etape 3 :  7♠ 10♦ R♥ ",
            "3. 7♠ 10♦ R♥",
            "liste_tas = ['7♠', '10♦', 'R♥']",
            "7-P 10-K R-C",
            "7♠ | 10♦ | R♥",
            "7♠ 10♦ R♥ (3 tas)",
            "[3/32] 3 tas 7♠ 10♦ R♥",
            "étape 3 : on tire R♥ -> 7♠ 10♦ R♥",
            "│ 7♠││10♦││ R♥│",
            "[('7', 'pique'), ('10', 'carreau'), ('Roi', 'coeur')]",
            "[{'valeur': 7, 'couleur': 'P'}, {'valeur': 10, 'couleur': 'K'}, {'couleur': 'C', 'valeur': 'R'}]",
        ] {
            assert_eq!(read(line), vec![row("7♠ 10♦ K♥")], "{line}");
        }
        for line in [
            "7♠ et R♥ sont alliés",
            "Carte tirée : 7♠",
            "7♠ is drawn from the stock",
            "Saut : 10♦",
            "On pose 7♠",
            "Quel tas saute ? 2",
            "Le meilleur résultat possible était de 3 tas.",
        ] {
            assert_eq!(read(line), vec![], "{line}");
        }
        assert_eq!(
            read("7♠ 10♦ R♦ => 10♦ R♦"),
            [row("7♠ 10♦ K♦"), row("10♦ K♦")]
        );
        let piles = |count| vec![Statement::Part(ShownPiles::PileCount(count))];
        assert_eq!(read("Il reste 5 tas"), piles(5));
        assert_eq!(read("Nombre de tas : 5"), piles(5));
        assert_eq!(
            read("Perdu : il reste 7 tas, il en fallait 2 au plus."),
            piles(7)
        );
        assert!(line_statement("8♥ Z♦").is_err());
    }
}
