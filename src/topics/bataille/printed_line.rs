//! The statements of a line of a printed game of bataille.

use crate::topics::printed::text::{
    Line, Token, announced_outcome, announces_endless, announces_stop, has_sign, has_word,
    is_listed, leading_player, named_player, number_before, numbers, player_of_number, tokens,
};
use crate::topics::printed::{StatedLine, stated_lines};
use pioche_engine::games::bataille::ValueCount;
use pioche_engine::games::bataille::state::Face;
use pioche_engine::games::{Outcome, Player};

/// Something that a line states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BatailleStatement {
    /// The values of a hand, top card first.
    Hand(Player, Vec<u8>),
    /// A card that is laid; with `may_be_hand`, perhaps a hand of one card.
    Card {
        player: Player,
        value: u8,
        face: Option<Face>,
        may_be_hand: bool,
    },
    /// All cards that a player lays face up in a round.
    RoundCards(Player, Vec<u8>),
    /// The player that takes the trick, and perhaps its number of cards.
    Taken(Player, Option<u16>),
    /// The player that wins the trick or the game.
    Winner(Player),
    /// The winner of the game; `None` for a draw.
    GameWinner(Option<Player>),
    /// The numbers of cards in the hands, or of one of them.
    Sizes([Option<usize>; 2]),
    /// The number of a round.
    Round(u64),
    /// Equal cards, or equal numbers of cards at the end.
    Tie,
    /// A player has no card left to lay.
    OutOfCards,
    /// The number of rounds of the game.
    RoundCount(u64),
    /// The game never ends; the numbers of the sentence.
    Endless(Vec<u64>),
    /// The states repeat, and the rounds that follow are left out.
    Repeats,
    /// The game ends at a limit of rounds; its winner.
    CutOff {
        rounds: u64,
        winner: Option<Player>,
    },
    /// The game is known neither to end nor to be endless, and most of its rounds are left out.
    Unresolved,
    Stop,
}

use BatailleStatement::{
    Card, CutOff, Endless, GameWinner, Hand, OutOfCards, Repeats, Round, RoundCards, RoundCount,
    Sizes, Stop, Taken, Tie, Unresolved, Winner,
};

const ROUND_NOUNS: &str = "pli tour round manche turn etape";
const ROUND_PLURALS: &str = "plis tours rounds manches turns pli round tour";
const CARD_NOUNS: &str = "carte cartes card cards";
const TRICK_WORDS: &str = "pli trick prend ramasse takes manche emporte cartes";
const GAME_WORDS: &str = "partie game gagnant vainqueur winner victoire bravo jeu final gagnante";
const WIN_WORDS: &str =
    "gagne wins won win remporte emporte prend ramasse takes gagnant vainqueur winner";
const LAY_WORDS: &str = "pose joue tire lays plays draws retourne abat";
/// Words between the cards of a pair.
const VERSUS_WORDS: &str = "vs contre versus against et and";
const TIE_WORDS: &str = "bataille battle war egalite tie";
const FACE_DOWN_WORDS: &str = "cachee cachees down retournee";

/// Reads lines in order. Hands without a label alternate between the players.
pub fn stated_bataille_lines(lines: &[Line]) -> Vec<StatedLine<BatailleStatement>> {
    let mut next_owner = Player::One;
    let mut lines = stated_lines(lines, |line| {
        let Some(values) = unlabelled_hand(&line.tokens()) else {
            return statements(&line.text);
        };
        let owner = next_owner;
        next_owner = owner.opponent();
        vec![Hand(owner, values)]
    });
    name_trick_winners(&mut lines);
    // Before the first card, “battle” is the name of the game.
    let is_begun = |statement: &BatailleStatement| matches!(statement, Hand(..) | Card { .. });
    let is_title = |line: &StatedLine<BatailleStatement>| !line.statements.iter().any(is_begun);
    let title_count = lines.iter().take_while(|line| is_title(line)).count();
    let has_game = title_count < lines.len();
    for line in lines[..title_count].iter_mut().filter(|_| has_game) {
        line.statements.retain(|statement| *statement != Tie);
    }
    lines
}

/// Reads the winners that are named before the last one as those of tricks, without “the game” or “the trick”.
fn name_trick_winners(lines: &mut [StatedLine<BatailleStatement>]) {
    let is_winner = |statement: &BatailleStatement| matches!(statement, GameWinner(_));
    let mut statements: Vec<&mut BatailleStatement> = lines
        .iter_mut()
        .flat_map(|line| &mut line.statements)
        .filter(|statement| is_winner(statement))
        .collect();
    statements.pop();
    for statement in statements {
        if let GameWinner(winner) = statement {
            *statement = winner.map_or(OutOfCards, Winner);
        }
    }
}

/// Reads a line of values only, which is the hand of the next player.
fn unlabelled_hand(words: &[Token]) -> Option<Vec<u8>> {
    let is_value_or_sign = |token: &Token| {
        matches!(
            token,
            Token::Number(_) | Token::Card(_) | Token::Sign('[' | ']' | ',' | ';')
        )
    };
    let is_pair = words.len() == 2 && words.iter().all(|token| token.card().is_some());
    if is_pair || !words.iter().all(is_value_or_sign) || round_and_cards(words) {
        return None;
    }
    // The numbers of cells below a board are no hand.
    let is_numbering =
        |values: &[u8]| values.len() > 3 && values.iter().copied().eq(1..=values.len() as u8);
    card_values(words)
        .filter(|values| has_sign(words, '[') || (values.len() > 1 && !is_numbering(values)))
}

fn statements(line: &str) -> Vec<BatailleStatement> {
    // A legend quotes its examples, and a question belongs to another game.
    if line.contains(['«', '“', '?']) {
        return Vec::new();
    }
    let arrows = ["->", "=>", "-->"];
    let line = arrows
        .iter()
        .fold(line.to_owned(), |line, arrow| line.replace(arrow, "→"));
    let words = tokens(&line);
    if announces_stop(&words) {
        return vec![Stop];
    }
    whole_line_statements(&line).unwrap_or_else(|| labelled_statements(&words))
}

/// Returns true for the number of a round and its cards, such as `3 R♥ D♠`.
fn round_and_cards(words: &[Token]) -> bool {
    matches!(words, [Token::Number(_), cards @ ..] if cards.iter().any(|token| token.card().is_some()))
}

/// Returns the cards of a line or, without cards that have a suit, its numbers as values.
fn card_values(words: &[Token]) -> Option<Vec<u8>> {
    let cards: Vec<u8> = words.iter().filter_map(Token::card).collect();
    if !cards.is_empty() {
        return Some(cards);
    }
    let values = 1..=u64::from(ValueCount::MAX.get());
    numbers(words)
        .into_iter()
        .map(|number| values.contains(&number).then_some(number as u8))
        .collect()
}

/// Removes the separators of thousands between digits, as in “20 000 plis”.
fn join_thousands(line: &str) -> String {
    let signs: Vec<char> = line.chars().collect();
    let is_digit = |place: usize| signs.get(place).is_some_and(char::is_ascii_digit);
    let is_separator = |place: usize| {
        [' ', ','].contains(&signs[place])
            && place > 0
            && is_digit(place - 1)
            && (1..4).all(|after| is_digit(place + after))
            && !is_digit(place + 4)
    };
    (0..signs.len())
        .filter(|place| !is_separator(*place))
        .map(|place| signs[place])
        .collect()
}

/// Reads a line about the whole game; `None` if it is about a round.
fn whole_line_statements(line: &str) -> Option<Vec<BatailleStatement>> {
    let words = &tokens(&join_thousands(line))[..];
    let counted = numbers(words);
    if announces_endless(words) {
        return Some(vec![Endless(counted)]);
    }
    let returns = (has_word(words, "situation") && has_word(words, "ramene"))
        || (has_word(words, "same") && has_word(words, "state"));
    if returns {
        return Some(vec![Repeats]);
    }
    if has_word(words, "inconnue unresolved") {
        return Some(vec![Unresolved]);
    }
    if has_word(words, "arret cut")
        && let [rounds, ..] = counted[..]
    {
        let winner = named_player(words).filter(|_| has_word(words, "gagne wins"));
        return Some(vec![CutOff { rounds, winner }]);
    }
    if has_word(words, "plus no")
        && has_word(words, "carte card")
        && has_word(words, "a has aucun")
        && !has_sign(words, '→')
    {
        return Some(vec![OutOfCards]);
    }
    let has_player = (0..words.len()).any(|at| mention(words, at).is_some());
    if has_player {
        return None;
    }
    if let Some(outcome) = announced_outcome(words) {
        let is_bare_tie = matches!(words, [Token::Word(_)] | [Token::Word(_), Token::Sign(_)]);
        let result = match outcome {
            Outcome::Winner(player) => GameWinner(Some(player)),
            _ if is_bare_tie => Tie,
            _ => GameWinner(None),
        };
        return Some([result].into_iter().chain(round_count(words)).collect());
    }
    let is_battle = has_word(words, "bataille battle war")
        && (has_sign(words, '!') || words.len() == 1 || has_word(words, "il"));
    if is_battle && counted.is_empty() {
        return Some(vec![Tie]);
    }
    if has_word(words, "nombre number")
        && has_word(words, ROUND_PLURALS)
        && let [rounds] = counted[..]
    {
        return Some(vec![RoundCount(rounds)]);
    }
    None
}

/// Returns the number of rounds that a line gives, such as “(4 rounds)”.
fn round_count(words: &[Token]) -> Option<BatailleStatement> {
    number_before(words, ROUND_PLURALS).map(RoundCount)
}

/// Returns the player that is named at a place, as “joueur 1” or as the 1 of “1:7”, and the number of tokens.
fn mention(words: &[Token], at: usize) -> Option<(Player, usize)> {
    if let Some(found) = leading_player(&words[at..]) {
        return Some(found);
    }
    // The hand, the card or the number of cards of a player, as in “main 1”.
    if let [
        Token::Word(noun),
        Token::Number(number),
        Token::Sign(':' | '=' | ';'),
        ..,
    ] = &words[at..]
        && is_listed(noun, "main hand paquet carte cartes card cards")
    {
        return player_of_number(*number).map(|player| (player, 2));
    }
    let player = player_of_number(words[at].number()?)?;
    let is_card = matches!(
        words[at + 1..],
        [Token::Sign(':'), Token::Number(_), ..]
            | [Token::Sign(':'), Token::Sign('('), Token::Number(_), ..]
    );
    let follows_noun = at > 0
        && words[at - 1]
            .word()
            .is_some_and(|word| is_listed(word, ROUND_NOUNS));
    (is_card && !follows_noun).then_some((player, 2))
}

/// Returns the players that a line names: the place of the name, the player, and the number of tokens of the name.
fn mentions(words: &[Token]) -> Vec<(usize, Player, usize)> {
    let mut mentions = Vec::new();
    let mut at = 0;
    while at < words.len() {
        match mention(words, at) {
            Some((player, length)) => {
                mentions.push((at, player, length));
                at += length;
            }
            None => at += 1,
        }
    }
    mentions
}

/// Reads the parts of a line, each of which begins with a player.
fn labelled_statements(words: &[Token]) -> Vec<BatailleStatement> {
    let mentions = mentions(words);
    let first = mentions.first().map_or(words.len(), |(at, ..)| *at);
    let mut statements: Vec<BatailleStatement> =
        round_number(&words[..first]).into_iter().collect();
    statements.extend(unnamed_pairs(&words[..first]));
    for (index, &(at, player, length)) in mentions.iter().enumerate() {
        let end = mentions.get(index + 1).map_or(words.len(), |(at, ..)| *at);
        let from = index
            .checked_sub(1)
            .map_or(0, |before| mentions[before].0 + mentions[before].2);
        let part = LinePart {
            player,
            label: &words[from..at],
            words: &words[at + length..end],
            has_short_name: words[at].word().is_none(),
            line: words,
        };
        statements.extend(part.statements());
    }
    if mentions.is_empty() {
        statements.extend(sizes(words));
    }
    // Both numbers of a line are those of one moment.
    if let [Sizes([Some(one), None]), Sizes([None, Some(two)])] = statements[..] {
        statements = vec![Sizes([Some(one), Some(two)])];
    }
    let is_result = statements
        .iter()
        .any(|statement| matches!(statement, GameWinner(_) | Winner(_)));
    if is_result {
        statements.extend(round_count(words));
    }
    statements
}

/// Returns the cards of a line that names no players: player 1's card is the first of each pair.
fn unnamed_pairs(words: &[Token]) -> Vec<BatailleStatement> {
    let card_count = words.iter().filter(|token| token.card().is_some()).count();
    if card_count % 2 == 1 {
        return Vec::new();
    }
    let is_down = has_word(words, FACE_DOWN_WORDS);
    let mut player = Player::One;
    let mut statements = Vec::new();
    for token in words {
        match token {
            Token::Card(value) => {
                statements.push(Card {
                    player,
                    value: *value,
                    face: is_down.then_some(Face::Down),
                    may_be_hand: false,
                });
                player = player.opponent();
            }
            Token::Word(word) if is_listed(word, TIE_WORDS) && !statements.is_empty() => {
                statements.push(Tie);
            }
            _ => {}
        }
    }
    statements
}

/// Returns the number of the round before the first card, as in “Pli 3” or “   3  1:7 2:9”.
fn round_number(words: &[Token]) -> Option<BatailleStatement> {
    if let [Token::Number(number)] = words {
        return Some(Round(*number));
    }
    if let [Token::Number(number), Token::Card(_), ..]
    | [Token::Sign('#'), Token::Number(number), ..] = words
    {
        return Some(Round(*number));
    }
    // As in “pli 3”, “pli n° 3” or “round : 3”.
    (0..words.len()).find_map(|at| {
        let word = words[at].word()?;
        let mut after = words[at + 1..].iter();
        let is_between = |token: &&Token| {
            matches!(token, Token::Sign('°' | '#' | ':'))
                || token
                    .word()
                    .is_some_and(|word| is_listed(word, "n no numero"))
        };
        let number = after.find(|token| !is_between(token))?.number()?;
        is_listed(word, ROUND_NOUNS).then_some(Round(number))
    })
}

/// Returns the numbers of cards in brackets, such as “[9 – 3]”.
fn sizes(words: &[Token]) -> Option<BatailleStatement> {
    words.windows(3).find_map(|part| match part {
        [
            Token::Number(one),
            Token::Sign('–' | '-' | '/' | '—'),
            Token::Number(two),
        ] => Some(Sizes([Some(*one as usize), Some(*two as usize)])),
        _ => None,
    })
}

/// A part of a line that begins with a player.
struct LinePart<'a> {
    player: Player,
    /// The tokens before the player.
    label: &'a [Token],
    /// The tokens after the player.
    words: &'a [Token],
    /// True for the 1 of “1:7”, which is a laid card.
    has_short_name: bool,
    line: &'a [Token],
}

impl LinePart<'_> {
    fn statements(&self) -> Vec<BatailleStatement> {
        let player = self.player;
        let follows_arrow = self.label.last() == Some(&Token::Sign('→'));
        if follows_arrow {
            return [Taken(player, None)]
                .into_iter()
                .chain(sizes(self.words))
                .collect();
        }
        if self.has_arrow_before(TIE_WORDS) {
            let laid = self.cards();
            return laid.into_iter().chain([Tie]).collect();
        }
        if self.has_arrow_before("sans no aucun") {
            let laid = self.cards();
            return laid
                .into_iter()
                .chain([OutOfCards])
                .chain(sizes(self.words))
                .collect();
        }
        let is_named_winner = has_word(self.label, "gagnant vainqueur winner victoire par bravo");
        if has_word(self.words, WIN_WORDS) || is_named_winner {
            return [self.win()].into_iter().chain(sizes(self.words)).collect();
        }
        let is_labelled_size = has_word(&self.line[..1], "cartes cards");
        if is_labelled_size && let [size] = numbers(self.words)[..] {
            let size_of = |owner| (owner == player).then_some(size as usize);
            return vec![Sizes([Player::One, Player::Two].map(size_of))];
        }
        // Several cards of one player in a cell of a table are those of a battle.
        if has_word(&self.line[..1], "carte card")
            && let Some(values) = card_values(self.words).filter(|values| values.len() > 1)
        {
            return vec![RoundCards(player, values)];
        }
        if has_word(self.words, CARD_NOUNS)
            && let [size] = numbers(self.words)[..]
            && !has_word(self.words, LAY_WORDS)
            && number_before(self.words, CARD_NOUNS).is_some()
        {
            let size_of = |owner| (owner == player).then_some(size as usize);
            return vec![Sizes([Player::One, Player::Two].map(size_of))];
        }
        self.cards()
    }

    fn win(&self) -> BatailleStatement {
        let cards = number_before(self.words, CARD_NOUNS).map(|cards| cards as u16);
        if has_word(self.line, GAME_WORDS) || round_count(self.line).is_some() {
            GameWinner(Some(self.player))
        } else if has_word(self.line, TRICK_WORDS) {
            Taken(self.player, cards)
        } else {
            Winner(self.player)
        }
    }

    /// Returns true if the line ends with an arrow and one of these words instead of a player.
    fn has_arrow_before(&self, words: &str) -> bool {
        let arrow = self
            .words
            .iter()
            .position(|token| *token == Token::Sign('→'));
        arrow.is_some_and(|arrow| has_word(&self.words[arrow..], words))
    }

    /// Reads a laid card or a hand.
    fn cards(&self) -> Vec<BatailleStatement> {
        let end = self
            .words
            .iter()
            .position(|token| *token == Token::Sign('→'))
            .unwrap_or(self.words.len());
        let words = &self.words[..end];
        let Some(values) = card_values(words) else {
            return Vec::new();
        };
        let player = self.player;
        let is_list = has_sign(words, '[');
        match values[..] {
            [] => {
                let is_empty = is_list || has_word(words, "vide empty");
                is_empty
                    .then_some(Hand(player, values))
                    .into_iter()
                    .collect()
            }
            [value] if !is_list => {
                let is_down = has_sign(words, '(') || has_word(words, FACE_DOWN_WORDS);
                let is_lay = has_word(words, LAY_WORDS) || has_word(words, "carte");
                let is_other = |word: &&str| !is_listed(word, VERSUS_WORDS);
                let other_words = words.iter().filter_map(Token::word).filter(is_other);
                if other_words.count() > 0 && !is_lay && !is_down {
                    return Vec::new();
                }
                vec![Card {
                    player,
                    value,
                    face: is_down.then_some(Face::Down),
                    may_be_hand: !(self.has_short_name || is_lay || is_down),
                }]
            }
            _ if words.iter().any(|token| token.word().is_some()) => Vec::new(),
            _ => vec![Hand(player, values)],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::topics::printed::text::clean_lines;

    const ONE: Player = Player::One;
    const TWO: Player = Player::Two;

    fn laid_card(player: Player, value: u8) -> BatailleStatement {
        Card {
            player,
            value,
            face: None,
            may_be_hand: false,
        }
    }

    fn maybe_hand(player: Player, value: u8) -> BatailleStatement {
        Card {
            player,
            value,
            face: None,
            may_be_hand: true,
        }
    }

    fn read(line: &str) -> Vec<BatailleStatement> {
        let lines = clean_lines(line);
        stated_bataille_lines(&lines).remove(0).statements
    }

    #[test]
    fn lines_are_read_in_the_forms_of_programs() {
        let hand = Hand(ONE, vec![3, 1, 2]);
        for line in [
            "Joueur 1 : 3 1 2",
            "joueur 1 : [3, 1, 2]",
            "Player 1: 3 1 2",
            "J1 : 3 1 2",
            "[3, 1, 2]",
        ] {
            let statements = read(line);
            assert_eq!(statements, vec![hand.clone()], "{line}");
        }
        for (line, expected) in [
            ("Joueur 2 : (main vide)", vec![Hand(TWO, vec![])]),
            ("joueur 2 : []", vec![Hand(TWO, vec![])]),
            ("Pli 3", vec![Round(3)]),
            (
                "    3  1:7 2:9  → player 2 [8 – 4]",
                vec![
                    Round(3),
                    laid_card(ONE, 7),
                    laid_card(TWO, 9),
                    Taken(TWO, None),
                    Sizes([Some(8), Some(4)]),
                ],
            ),
            ("Joueur 2 gagne le pli", vec![Taken(TWO, None)]),
            ("Joueur 2 gagne", vec![Winner(TWO)]),
            ("Joueur 1 : 9 cartes", vec![Sizes([Some(9), None])]),
            (
                "Joueur 1 : 9 cartes, joueur 2 : 7 cartes",
                vec![Sizes([Some(9), Some(7)])],
            ),
            (
                "Player 1 wins (1 round).",
                vec![GameWinner(Some(ONE)), RoundCount(1)],
            ),
            ("Le gagnant est le joueur 1", vec![GameWinner(Some(ONE))]),
            ("Gagnant : 2", vec![GameWinner(Some(TWO))]),
            ("Draw (3 rounds).", vec![GameWinner(None), RoundCount(3)]),
            (
                "Joueur 1 : Roi de Coeur, 3 de pique",
                vec![Hand(ONE, vec![13, 3])],
            ),
            (
                "#6 A♥ vs A♦ BATAILLE 🂠 🂠 R♣ vs V♣ → J1 (2/10)",
                vec![
                    Round(6),
                    laid_card(ONE, 14),
                    laid_card(TWO, 14),
                    Tie,
                    laid_card(ONE, 13),
                    laid_card(TWO, 11),
                    Taken(ONE, None),
                    Sizes([Some(2), Some(10)]),
                ],
            ),
            ("carte 1 : 4/2", vec![RoundCards(ONE, vec![4, 2])]),
            ("Pli n° 3", vec![Round(3)]),
            ("1 2 3 4 5 6", vec![]),
            (
                "J1 : 3 vs J2 : 3 -> bataille",
                vec![maybe_hand(ONE, 3), maybe_hand(TWO, 3), Tie],
            ),
            ("Bataille !", vec![Tie]),
            ("Egalité", vec![Tie]),
            ("Partie de bataille", vec![]),
            (
                "Round 8 ends in the same state as round 2: endless game, period 6.",
                vec![Endless(vec![8, 2, 6])],
            ),
            (
                "Cut off after 3 rounds: player 1 holds more cards (5 – 3) and wins.",
                vec![CutOff {
                    rounds: 3,
                    winner: Some(ONE),
                }],
            ),
        ] {
            let statements = read(line);
            assert_eq!(statements, expected, "{line}");
        }
        let stopped =
            read("    4  1:3 2:3  → no winner: a player has no card left to lay [10 – 0]");
        assert_eq!(stopped.last(), Some(&Sizes([Some(10), Some(0)])));
        assert!(stopped.contains(&OutOfCards), "{stopped:?}");
    }
}
