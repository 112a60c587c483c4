//! The statements of a line of a printed game of bataille.

use crate::topics::printed::text::{
    AnnouncedResult, Token, announced_result, announces_stop, has_sign, has_word, leading_player,
    numbers, player_of_number, tokens,
};
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
    /// The player that takes the trick, and perhaps its number of cards.
    Taken(Player, Option<u16>),
    /// The player that wins the trick or the game.
    Winner(Player),
    /// The winner of the game; `None` for a draw.
    GameWinner(Option<Player>),
    /// The numbers of cards in both hands.
    Sizes([usize; 2]),
    Size(Player, usize),
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
    Repeats(Vec<u64>),
    /// The game ends at a limit of rounds; its winner.
    CutOff {
        rounds: u64,
        winner: Option<Player>,
    },
    Stop,
}

use BatailleStatement::{
    Card, CutOff, Endless, GameWinner, Hand, OutOfCards, Repeats, Round, RoundCount, Size, Sizes,
    Stop, Taken, Tie, Winner,
};

const ROUND_NOUNS: [&str; 6] = ["pli", "tour", "round", "manche", "turn", "etape"];
const ROUND_PLURALS: [&str; 8] = [
    "plis", "tours", "rounds", "manches", "turns", "pli", "round", "tour",
];
const CARD_NOUNS: [&str; 4] = ["carte", "cartes", "card", "cards"];
const TRICK_WORDS: [&str; 8] = [
    "pli", "trick", "prend", "ramasse", "takes", "manche", "emporte", "cartes",
];
const GAME_WORDS: [&str; 10] = [
    "partie",
    "game",
    "gagnant",
    "vainqueur",
    "winner",
    "victoire",
    "bravo",
    "jeu",
    "final",
    "gagnante",
];
const WIN_WORDS: [&str; 12] = [
    "gagne",
    "wins",
    "won",
    "win",
    "remporte",
    "emporte",
    "prend",
    "ramasse",
    "takes",
    "gagnant",
    "vainqueur",
    "winner",
];
const LAY_WORDS: [&str; 9] = [
    "pose", "joue", "tire", "lays", "plays", "draws", "retourne", "abat", "carte",
];
/// Words between the cards of a pair.
const VERSUS_WORDS: [&str; 6] = ["vs", "contre", "versus", "against", "et", "and"];
const TIE_WORDS: [&str; 5] = ["bataille", "battle", "war", "egalite", "tie"];
const FACE_DOWN_WORDS: [&str; 4] = ["cachee", "cachees", "down", "retournee"];

/// Reads lines in order. Hands without a label alternate between the players.
#[derive(Default)]
pub struct LineReader {
    unlabelled_hands: usize,
}

impl LineReader {
    pub fn statements(&mut self, line: &str) -> Vec<BatailleStatement> {
        // A legend quotes its examples, and a question belongs to another game.
        if line.contains(['«', '“', '?']) {
            return Vec::new();
        }
        let line = ["->", "=>", "-->"]
            .iter()
            .fold(line.to_owned(), |line, arrow| line.replace(arrow, "→"));
        let words = tokens(&line);
        if announces_stop(&words) {
            return vec![Stop];
        }
        if let Some(statement) = self.unlabelled_hand(&words) {
            return vec![statement];
        }
        if let Some(statement) = whole_line_statement(&words) {
            return statement;
        }
        labelled_statements(&words)
    }

    /// Reads a line of values only, which is the hand of the next player.
    fn unlabelled_hand(&mut self, words: &[Token]) -> Option<BatailleStatement> {
        let is_list = words
            .iter()
            .all(|token| matches!(token, Token::Number(_) | Token::Sign('[' | ']' | ',' | ';')));
        let values = card_values(words)?;
        let is_hand = is_list && (values.len() > 1 || has_sign(words, '['));
        if !is_hand {
            return None;
        }
        self.unlabelled_hands += 1;
        let player = if self.unlabelled_hands % 2 == 1 {
            Player::One
        } else {
            Player::Two
        };
        Some(Hand(player, values))
    }
}

/// Returns the numbers of a line as values of cards.
fn card_values(words: &[Token]) -> Option<Vec<u8>> {
    let values = 1..=u64::from(ValueCount::MAX.get());
    numbers(words)
        .into_iter()
        .map(|number| values.contains(&number).then_some(number as u8))
        .collect()
}

/// Reads a line about the whole game; `None` if it is about a round.
fn whole_line_statement(words: &[Token]) -> Option<Vec<BatailleStatement>> {
    let counted = numbers(words);
    let is_endless = |word: &str| word.starts_with("infini") || word == "endless";
    if words.iter().filter_map(Token::word).any(is_endless) {
        return Some(vec![Endless(counted)]);
    }
    let returns = (has_word(words, &["situation"]) && has_word(words, &["ramene"]))
        || (has_word(words, &["same"]) && has_word(words, &["state"]));
    if returns {
        return Some(vec![Repeats(counted)]);
    }
    if has_word(words, &["arret", "cut"])
        && let [rounds, ..] = counted[..]
    {
        let wins = has_word(words, &["gagne", "wins"]);
        let winner = (0..words.len())
            .find_map(|at| leading_player(&words[at..]).map(|(player, _)| player))
            .filter(|_| wins);
        return Some(vec![CutOff { rounds, winner }]);
    }
    if has_word(words, &["plus", "no"])
        && has_word(words, &["carte", "card"])
        && has_word(words, &["a", "has", "aucun"])
        && !has_sign(words, '→')
    {
        return Some(vec![OutOfCards]);
    }
    let has_player = (0..words.len()).any(|at| mention(words, at).is_some());
    if has_player {
        return None;
    }
    if let Some(AnnouncedResult::Ended(outcome)) = announced_result(words) {
        let is_bare_tie = matches!(words, [Token::Word(_)] | [Token::Word(_), Token::Sign(_)]);
        let result = match outcome {
            Outcome::Winner(player) => GameWinner(Some(player)),
            _ if is_bare_tie => Tie,
            _ => GameWinner(None),
        };
        return Some([result].into_iter().chain(round_count(words)).collect());
    }
    let is_battle = has_word(words, &["bataille", "battle", "war"])
        && (has_sign(words, '!') || words.len() == 1 || has_word(words, &["il"]));
    if is_battle && counted.is_empty() {
        return Some(vec![Tie]);
    }
    if has_word(words, &["nombre", "number"])
        && has_word(words, &ROUND_PLURALS)
        && let [rounds] = counted[..]
    {
        return Some(vec![RoundCount(rounds)]);
    }
    None
}

/// Returns the number of rounds that a line gives, such as “(4 rounds)”.
fn round_count(words: &[Token]) -> Option<BatailleStatement> {
    words.windows(2).find_map(|pair| {
        let count = pair[0].number()?;
        ROUND_PLURALS
            .contains(&pair[1].word()?)
            .then_some(RoundCount(count))
    })
}

/// Returns the player that is named at a place, as “joueur 1” or as the 1 of “1:7”, and the number of tokens.
fn mention(words: &[Token], at: usize) -> Option<(Player, usize)> {
    if let Some(found) = leading_player(&words[at..]) {
        return Some(found);
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
            .is_some_and(|word| ROUND_NOUNS.contains(&word));
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
    if let [Size(Player::One, one), Size(Player::Two, two)] = statements[..] {
        statements = vec![Sizes([one, two])];
    }
    let is_result = statements
        .iter()
        .any(|statement| matches!(statement, GameWinner(_) | Winner(_)));
    if is_result {
        statements.extend(round_count(words));
    }
    statements
}

/// Returns the number of the round before the first card, as in “Pli 3” or “   3  1:7 2:9”.
fn round_number(words: &[Token]) -> Option<BatailleStatement> {
    if let [Token::Number(number)] = words {
        return Some(Round(*number));
    }
    words.windows(2).find_map(|pair| {
        ROUND_NOUNS
            .contains(&pair[0].word()?)
            .then(|| pair[1].number().map(Round))
            .flatten()
    })
}

/// Returns the numbers of cards in brackets, such as “[9 – 3]”.
fn sizes(words: &[Token]) -> Option<BatailleStatement> {
    words.windows(3).find_map(|part| match part {
        [
            Token::Number(one),
            Token::Sign('–' | '-' | '/' | '—'),
            Token::Number(two),
        ] => Some(Sizes([*one as usize, *two as usize])),
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
        if self.has_arrow_before(&TIE_WORDS) {
            let laid = self.cards();
            return laid.into_iter().chain([Tie]).collect();
        }
        if self.has_arrow_before(&["sans", "no", "aucun"]) {
            let laid = self.cards();
            return laid
                .into_iter()
                .chain([OutOfCards])
                .chain(sizes(self.words))
                .collect();
        }
        let is_named_winner = has_word(
            self.label,
            &["gagnant", "vainqueur", "winner", "victoire", "par", "bravo"],
        );
        if has_word(self.words, &WIN_WORDS) || is_named_winner {
            return [self.win()].into_iter().chain(sizes(self.words)).collect();
        }
        if has_word(self.words, &CARD_NOUNS)
            && let [size] = numbers(self.words)[..]
            && !has_word(self.words, &LAY_WORDS[..8])
            && self.counts_cards()
        {
            return vec![Size(player, size as usize)];
        }
        self.cards()
    }

    fn win(&self) -> BatailleStatement {
        let cards = self.words.windows(2).find_map(|pair| {
            let number = pair[0].number()?;
            CARD_NOUNS
                .contains(&pair[1].word()?)
                .then_some(number as u16)
        });
        if has_word(self.line, &GAME_WORDS) || round_count(self.line).is_some() {
            GameWinner(Some(self.player))
        } else if has_word(self.line, &TRICK_WORDS) {
            Taken(self.player, cards)
        } else {
            Winner(self.player)
        }
    }

    /// Returns true if the line ends with an arrow and one of these words instead of a player.
    fn has_arrow_before(&self, words: &[&str]) -> bool {
        let arrow = self
            .words
            .iter()
            .position(|token| *token == Token::Sign('→'));
        arrow.is_some_and(|arrow| has_word(&self.words[arrow..], words))
    }

    /// Returns true if a number stands before “cards”.
    fn counts_cards(&self) -> bool {
        self.words.windows(2).any(|pair| {
            pair[0].number().is_some()
                && pair[1]
                    .word()
                    .is_some_and(|word| CARD_NOUNS.contains(&word))
        })
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
                let is_empty = is_list || has_word(words, &["vide", "empty"]);
                is_empty
                    .then_some(Hand(player, values))
                    .into_iter()
                    .collect()
            }
            [value] if !is_list => {
                let is_down = has_sign(words, '(') || has_word(words, &FACE_DOWN_WORDS);
                let is_lay = has_word(words, &LAY_WORDS);
                let is_other = |word: &&str| !VERSUS_WORDS.contains(word);
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
            let statements = LineReader::default().statements(line);
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
                    Sizes([8, 4]),
                ],
            ),
            ("Joueur 2 gagne le pli", vec![Taken(TWO, None)]),
            ("Joueur 2 gagne", vec![Winner(TWO)]),
            ("Joueur 1 : 9 cartes", vec![Size(ONE, 9)]),
            (
                "Joueur 1 : 9 cartes, joueur 2 : 7 cartes",
                vec![Sizes([9, 7])],
            ),
            (
                "Player 1 wins (1 round).",
                vec![GameWinner(Some(ONE)), RoundCount(1)],
            ),
            ("Le gagnant est le joueur 1", vec![GameWinner(Some(ONE))]),
            ("Gagnant : 2", vec![GameWinner(Some(TWO))]),
            ("Draw (3 rounds).", vec![GameWinner(None), RoundCount(3)]),
            ("Bataille !", vec![Tie]),
            (
                "J1 : 3 vs J2 : 3 -> bataille",
                vec![maybe_hand(ONE, 3), maybe_hand(TWO, 3), Tie],
            ),
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
            let statements = LineReader::default().statements(line);
            assert_eq!(statements, expected, "{line}");
        }
        let stopped = LineReader::default()
            .statements("    4  1:3 2:3  → no winner: a player has no card left to lay [10 – 0]");
        assert_eq!(stopped.last(), Some(&Sizes([10, 0])));
        assert!(stopped.contains(&OutOfCards), "{stopped:?}");
    }
}
