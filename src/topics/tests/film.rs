//! Tests of films: each state of a game is shown correctly.

use crate::draw::film::{
    Caption, Film, FilmRequest, Frame, Sprite, SpriteKind, StateOutOfRange, StoneOwner,
};
use crate::lang::{Lang, Say};
use crate::topics::alliances::show::automatic_moves as played_by_rule;
use crate::topics::duel::game::TwoPlayerTopic;
use pioche_engine::cards::{Card, Pack};
use pioche_engine::experiments::Alliances;
use pioche_engine::games::alliances::automatic::play_automatic;
use pioche_engine::games::{Game, Player, alak, bataille, nim, solitaire};
use pioche_engine::rng::{Purpose, Seed, Streams};
use std::collections::BTreeSet;

fn two_player_film<G: TwoPlayerTopic>(start: &G, moves: &[G::Move]) -> Film {
    start.film(moves, FilmRequest::Film).unwrap()
}

pub fn deck(pack: Pack, deal: u64) -> Vec<Card> {
    Alliances::automatic(pack).deck(Seed(1), deal)
}

fn parse_cards(text: &str) -> Vec<Card> {
    text.split(' ').map(|card| card.parse().unwrap()).collect()
}

/// Returns the film of the automatic game of the patience.
pub fn automatic_film(deck: &[Card]) -> Film {
    crate::topics::alliances::film::film(deck, &played_by_rule(deck), FilmRequest::Film, Lang::Fr)
        .unwrap()
}

pub fn patience_film(pack: Pack, deal: u64) -> Film {
    automatic_film(&deck(pack, deal))
}

/// Returns the start, the jumps and the film of the first solution of a board.
pub fn solution_film(board: &str) -> (solitaire::SolitaireState, Vec<solitaire::Jump>, Film) {
    let board: solitaire::Board = board.parse().unwrap();
    let start = solitaire::SolitaireState::new(board, board.default_hole()).unwrap();
    let jumps = solitaire::first_solution(&start, pioche_engine::games::MemoryLimit::default())
        .unwrap()
        .unwrap();
    let film = crate::topics::solitaire::film::film(&start, &jumps, FilmRequest::Film).unwrap();
    (start, jumps, film)
}

/// Plays at most `max_moves` pseudo-random legal moves, which are the same in each run.
fn play_fixed_moves<G: Game>(start: &G, max_moves: usize) -> Vec<G::Move> {
    let (mut state, mut moves, mut draw) = (start.clone(), Vec::new(), 1_u64);
    while state.outcome().is_none() && moves.len() < max_moves {
        let legal = state.legal_moves();
        draw = draw
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let chosen = legal[(draw >> 33) as usize % legal.len()];
        state.play(chosen).unwrap();
        moves.push(chosen);
    }
    moves
}

/// Returns the empty board of Alak for rules such as `9:line:spared`.
pub fn alak_start(rules: &str) -> alak::AlakState {
    let [cells, edge, own_group] = rules.split(':').collect::<Vec<_>>().try_into().unwrap();
    let (cells, edge, own_group) = (
        cells.parse().unwrap(),
        edge.parse().unwrap(),
        own_group.parse().unwrap(),
    );
    alak::AlakState::new(alak::AlakRules {
        cells,
        edge,
        own_group,
    })
}

pub fn alak_game(rules: &str, max_moves: usize) -> (alak::AlakState, Vec<alak::Cell>, Film) {
    let start = alak_start(rules);
    let moves = play_fixed_moves(&start, max_moves);
    let film = two_player_film(&start, &moves);
    (start, moves, film)
}

pub fn nim_game(matches: u32) -> (nim::NimState, Vec<u32>, Film) {
    let start = nim::NimState::new(nim::TakeSet::default(), matches).unwrap();
    let takes = play_fixed_moves(&start, usize::MAX);
    let film = two_player_film(&start, &takes);
    (start, takes, film)
}

fn deal_hands(cards: usize, deal: u64) -> bataille::Hands {
    let mut deck = Vec::new();
    let mut generator = Streams::new(Seed(1)).stream(Purpose::Shuffle, deal);
    pioche_engine::cards::shuffle::UniformShuffle::new(cards).deal_deck(&mut generator, &mut deck);
    let mut state = bataille::BatailleState::new(bataille::LayingOrder::Fixed);
    state.deal(&deck);
    state.hands()
}

fn game_ending(hands: &bataille::Hands) -> bataille::BatailleEnding {
    bataille::BatailleState::with_hands(hands, bataille::LayingOrder::Fixed).play_to_end(u64::MAX)
}

/// Returns the first deal with an outcome that `has_outcome` accepts, after 4 to 50 rounds.
fn short_hands(
    cards: usize,
    has_outcome: fn(bataille::BatailleOutcome) -> bool,
) -> bataille::Hands {
    let short = |hands: &bataille::Hands| {
        let ending = game_ending(hands);
        has_outcome(ending.outcome) && (4..=50).contains(&ending.rounds)
    };
    (0..10_000)
        .map(|deal| deal_hands(cards, deal))
        .find(short)
        .expect("small games are often so")
}

fn is_endless(outcome: bataille::BatailleOutcome) -> bool {
    matches!(
        outcome,
        bataille::BatailleOutcome::Endless {
            pre_period: 1..,
            ..
        }
    )
}

fn bataille_film(
    hands: &bataille::Hands,
    order: bataille::LayingOrder,
    max_rounds: u64,
    request: FilmRequest,
) -> Film {
    let start = bataille::BatailleState::with_hands(hands, order);
    let ending = start.clone().play_to_end(max_rounds);
    crate::topics::bataille::film::film(&start, ending, ending, request).unwrap()
}

pub fn endless_bataille_film() -> Film {
    bataille_film(
        &short_hands(12, is_endless),
        bataille::LayingOrder::Fixed,
        u64::MAX,
        FilmRequest::Film,
    )
}

pub fn long_bataille_film() -> Film {
    bataille_film(
        &deal_hands(52, 1),
        bataille::LayingOrder::Fixed,
        u64::MAX,
        FilmRequest::Film,
    )
}

/// Returns films of each game with their names, including unusual sizes and packs.
pub fn all_films() -> Vec<(&'static str, Film)> {
    vec![
        ("32 cards", patience_film(Pack::PIQUET, 0)),
        ("52 cards", patience_film(Pack::FULL, 0)),
        ("strange suits", patience_film(Pack::new(8, 3).unwrap(), 0)),
        ("strange ranks", patience_film(Pack::new(2, 20).unwrap(), 0)),
        ("one card", automatic_film(&parse_cards("7-K"))),
        ("no jump", automatic_film(&parse_cards("7-K D-P 8-C"))),
        ("triangle", solution_film("triangle:5").2),
        ("english", solution_film("english").2),
        ("line", alak_game("9:line:spared", 60).2),
        ("lines", alak_game("30:line:captured", 40).2),
        ("ring", alak_game("12:ring:captured", 60).2),
        ("one cell", alak_game("1:ring:spared", 60).2),
        ("nim", nim_game(25).2),
        ("much nim", nim_game(200).2),
        ("one match", nim_game(1).2),
        ("endless", endless_bataille_film()),
        ("long war", long_bataille_film()),
    ]
}

pub fn captions(frame: &Frame) -> impl Iterator<Item = &Caption> {
    frame
        .sprites
        .iter()
        .filter_map(|sprite| match &sprite.kind {
            SpriteKind::Caption(words) => Some(words),
            _ => None,
        })
}

/// Returns true if `wanted` accepts a French caption of a frame.
fn has_caption_matching(frame: &Frame, wanted: impl Fn(&str) -> bool) -> bool {
    captions(frame).any(|words| wanted(&words.text.fr()))
}

/// Returns true if a frame has exactly this French caption.
fn has_caption(frame: &Frame, wanted: impl AsRef<str>) -> bool {
    has_caption_matching(frame, |said| said == wanted.as_ref())
}

fn count_sprites(frame: &Frame, wanted: impl Fn(&SpriteKind) -> bool) -> usize {
    frame
        .sprites
        .iter()
        .filter(|sprite| wanted(&sprite.kind))
        .count()
}

#[test]
fn film_has_frame_for_each_state_inside_canvas() {
    for (name, film) in all_films() {
        let shown: Vec<u64> = film
            .frames
            .iter()
            .filter_map(|frame| frame.state_index)
            .collect();
        assert!(shown.windows(2).all(|pair| pair[0] < pair[1]), "{name}");
        assert_eq!(
            (shown[0], *shown.last().unwrap()),
            (0, film.state_count - 1),
            "{name}"
        );
        assert_eq!(
            film.omitted_state_count(),
            film.state_count - shown.len() as u64,
            "{name}"
        );
        assert_eq!(film.omitted_state_count() > 0, name == "long war", "{name}");
        for frame in &film.frames {
            let ids: BTreeSet<u32> = frame.sprites.iter().map(|sprite| sprite.id).collect();
            assert_eq!(
                ids.len(),
                frame.sprites.len(),
                "{name}: an identity twice in {:?}",
                frame.state_index
            );
            for sprite in &frame.sprites {
                let inside = (0.0..=film.width).contains(&sprite.x)
                    && (0.0..=film.height).contains(&sprite.y);
                assert!(inside, "{name}: {sprite:?}");
            }
        }
    }
}

/// Returns the cards that no other card covers, line by line from left to right.
fn visible_tops(frame: &Frame) -> Vec<(char, &'static str)> {
    let faces = frame
        .sprites
        .iter()
        .filter(|sprite| matches!(sprite.kind, SpriteKind::SuitedCard { .. }));
    let covers = |above: &Sprite, below: &Sprite| {
        above.layer > below.layer
            && (above.x - below.x).abs() < 10.0
            && (above.y - below.y).abs() < 10.0
    };
    let mut seen: Vec<&Sprite> = faces
        .clone()
        .filter(|card| !faces.clone().any(|other| covers(other, card)))
        .collect();
    seen.sort_by(|a, b| (a.y, a.x).partial_cmp(&(b.y, b.x)).unwrap());
    let card = |sprite: &&Sprite| match sprite.kind {
        SpriteKind::SuitedCard { symbol, rank, .. } => (symbol, rank),
        _ => unreachable!("only faces are left"),
    };
    seen.iter().map(card).collect()
}

#[test]
fn patience_film_shows_every_row() {
    for (pack, deal) in [(Pack::PIQUET, 3), (Pack::FULL, 1), (Pack::SIX_TO_ACE, 2)] {
        let deck = deck(pack, deal);
        let film = automatic_film(&deck);
        let mut frames = film.frames.iter();
        let first = frames.next().unwrap();
        assert!(
            visible_tops(first).is_empty()
                && count_sprites(first, |look| *look == SpriteKind::CardBack) == deck.len()
        );
        let mut drawn = 0;
        let (mut marked, mut hopped) = (false, 0);
        play_automatic(&deck, |event, row| {
            let frame = frames.next().unwrap();
            let wanted: Vec<_> = row
                .top_cards()
                .iter()
                .map(|card| (card.suit_symbol(), card.french_rank()))
                .collect();
            assert_eq!(visible_tops(frame), wanted);
            let jumped = matches!(
                event,
                pioche_engine::games::alliances::state::PatienceEvent::Jumped(_)
            );
            drawn += usize::from(!jumped);
            assert_eq!(
                count_sprites(frame, |look| *look == SpriteKind::CardBack),
                deck.len() - drawn
            );
            assert!(has_caption(
                frame,
                format!("Pioche : {}", deck.len() - drawn)
            ));
            assert!(has_caption(frame, format!("Tas : {}", row.pile_count())));
            // The frame before a jump marks the two allied cards and the pile between them.
            assert_eq!(jumped, marked, "a jump is announced by the frame before it");
            hopped += usize::from(frame.sprites.iter().any(|sprite| sprite.hop_height > 0.0));
            assert_eq!(
                frame.sprites.iter().any(|sprite| sprite.hop_height > 0.0),
                jumped
            );
            marked = count_sprites(frame, |look| *look == SpriteKind::CardHighlight) == 2;
            assert_eq!(
                marked,
                count_sprites(frame, |look| *look == SpriteKind::JumpLeftBadge) == 1
            );
        });
        assert_eq!(frames.next(), None);
        assert!(hopped > 0);
        assert!(has_caption_matching(
            film.frames.last().unwrap(),
            |said| said.starts_with("Fin : ") && said.ends_with(" tas")
        ));
    }
}

#[test]
fn a_film_of_solitaire_shows_every_peg() {
    for board in ["triangle:5", "english", "european"] {
        let board: solitaire::Board = board.parse().unwrap();
        let start = solitaire::SolitaireState::new(board, 0).unwrap();
        let jumps = play_fixed_moves(&start, usize::MAX);
        let film = crate::topics::solitaire::film::film(&start, &jumps, FilmRequest::Film).unwrap();
        let mut state = start;
        for (turn, frame) in film.frames.iter().enumerate() {
            if turn > 0 {
                state.play(jumps[turn - 1]).unwrap();
            }
            let holes: Vec<_> = frame
                .sprites
                .iter()
                .filter(|sprite| sprite.kind == SpriteKind::Hole)
                .collect();
            let pegs: BTreeSet<usize> = frame
                .sprites
                .iter()
                .filter(|sprite| sprite.kind == SpriteKind::Peg)
                .map(|peg| {
                    holes
                        .iter()
                        .position(|hole| (hole.x, hole.y) == (peg.x, peg.y))
                        .expect("a peg is in a hole")
                })
                .collect();
            assert_eq!(
                pegs,
                state.peg_cells().collect(),
                "{board} after {turn} jumps"
            );
            assert!(has_caption(frame, format!("Pions : {}", state.peg_count())));
        }
        assert_eq!(film.state_count as usize, jumps.len() + 1);
        let left = match state.peg_count() {
            1 => "Gagné : 1 pion".to_owned(),
            pegs => format!("Bloqué : il reste {pegs} pions"),
        };
        assert!(has_caption(film.frames.last().unwrap(), left));
    }
}

#[test]
fn a_film_of_alak_shows_stones_captures_and_forbidden_cells() {
    for rules in ["9:line:spared", "9:ring:captured", "40:line:spared"] {
        let (start, moves, film) = alak_game(rules, 100);
        let mut state = start;
        let mut captured = 0;
        for (turn, frame) in film.frames.iter().enumerate() {
            if turn > 0 {
                state.play(moves[turn - 1]).unwrap();
            }
            for (player, side) in [
                (Player::One, StoneOwner::First),
                (Player::Two, StoneOwner::Second),
            ] {
                let stones = state.stones(player).count_ones();
                // The score has one more, small stone.
                assert_eq!(
                    count_sprites(frame, |look| *look == SpriteKind::Stone(side)) as u32,
                    stones + 1,
                    "{rules}, {turn}"
                );
                assert!(has_caption(
                    frame,
                    format!("Joueur {} : {stones}", player as u8 + 1)
                ));
            }
            let forbidden = state.forbidden().count_ones();
            assert_eq!(
                count_sprites(frame, |look| *look == SpriteKind::ForbiddenCross) as u32,
                forbidden
            );
            captured += forbidden;
        }
        assert!(captured > 0, "{rules}: nothing was captured");
        let over = has_caption_matching(film.frames.last().unwrap(), |said| {
            said.starts_with("Fin : ")
        });
        assert_eq!(over, state.outcome().is_some(), "{rules}");
    }
}

/// Checks the caption of a repeated position. On one cell with rule `captured`, each stone is captured at once.
#[test]
fn alak_film_captions_endless_play() {
    let start = alak_start("1:line:captured");
    let film = two_player_film(&start, &[alak::Cell(1); 2]);
    let repeats = |frame: &Frame| {
        has_caption(
            frame,
            "Position déjà vue, 2 coups plus tôt : partie infinie",
        )
    };
    assert_eq!(
        film.frames.iter().map(repeats).collect::<Vec<_>>(),
        [false, false, true]
    );
}

#[test]
fn nim_film_shows_every_match() {
    for matches in [1, 2, 25, 119, 120, 121, 500] {
        let (start, takes, film) = nim_game(matches);
        let mut game = start;
        let mut taken = [0, 0];
        let mut takes = takes.iter();
        for frame in film
            .frames
            .iter()
            .filter(|frame| frame.state_index.is_some())
        {
            let state = frame.state_index.unwrap();
            while (takes.len() as u64) > film.state_count - 1 - state {
                let side = game.to_play() as usize;
                let take = *takes.next().unwrap();
                game.play(take).unwrap();
                taken[side] += take;
            }
            assert!(has_caption(
                frame,
                format!("Allumettes : {}", game.matches())
            ));
            assert!(has_caption(frame, format!("Joueur 1 : {}", taken[0])));
            assert!(has_caption(frame, format!("Joueur 2 : {}", taken[1])));
            assert_eq!(
                count_sprites(frame, |look| *look == SpriteKind::Match),
                matches.min(120) as usize
            );
        }
        assert_eq!(taken[0] + taken[1] + game.matches(), matches);
    }
}

/// Returns the face-up cards with their positions in tenths of a point, sorted.
fn card_positions(frame: &Frame) -> Vec<(u8, i64, i64)> {
    let card = |sprite: &Sprite| match sprite.kind {
        SpriteKind::ValueCard { value, .. } => {
            Some((value, (sprite.x * 10.0) as i64, (sprite.y * 10.0) as i64))
        }
        _ => None,
    };
    let mut cards: Vec<_> = frame.sprites.iter().filter_map(card).collect();
    cards.sort_unstable();
    cards
}

#[test]
fn endless_bataille_film_marks_start_of_repetition() {
    let hands = short_hands(12, is_endless);
    let film = endless_bataille_film();
    let loop_begins = film
        .frames
        .iter()
        .find(|frame| has_caption(frame, "À partir d'ici, la partie se répète"))
        .unwrap();
    let last = film.frames.last().unwrap();
    assert_eq!(card_positions(loop_begins), card_positions(last));
    let bataille::BatailleOutcome::Endless { period, pre_period } = game_ending(&hands).outcome
    else {
        panic!("it is endless")
    };
    let rounds = Lang::Fr.count_with_noun(period, "pli", "plis");
    assert!(has_caption(
        last,
        format!("Comme après le pli {pre_period} : partie infinie, période de {rounds}")
    ));
    for frame in &film.frames {
        assert_eq!(
            count_sprites(frame, |look| matches!(
                look,
                SpriteKind::ValueCard { .. } | SpriteKind::CardBack
            )),
            12
        );
    }
}

/// Checks that the hands in the film are those of the game after each round, in the same order.
#[test]
fn bataille_film_shows_hands_and_trick() {
    let hands = short_hands(20, |outcome| !is_endless(outcome));
    let film = bataille_film(
        &hands,
        bataille::LayingOrder::Alternating,
        60,
        FilmRequest::Film,
    );
    let mut game = bataille::BatailleState::with_hands(&hands, bataille::LayingOrder::Alternating);
    let mut rounds = 0;
    for frame in &film.frames {
        if has_caption_matching(frame, |said| said.contains(" prend ")) {
            game.try_play_round();
            rounds += 1;
            let mut cards = card_positions(frame);
            cards.sort_unstable_by_key(|&(_, x, y)| (y, x));
            let shown: Vec<u8> = cards.iter().map(|card| card.0).collect();
            let wanted: Vec<u8> = game
                .hand(Player::Two)
                .chain(game.hand(Player::One))
                .collect();
            assert_eq!(shown, wanted, "after round {rounds}");
        }
    }
    assert!(rounds > 3);
}

#[test]
fn film_of_long_game_captions_omitted_states() {
    let film = long_bataille_film();
    let gaps: Vec<&Frame> = film
        .frames
        .iter()
        .filter(|frame| frame.state_index.is_none())
        .collect();
    assert_eq!(gaps.len(), 1);
    assert!(has_caption(
        gaps[0],
        format!(
            "… {} états non montrés …",
            Lang::Fr.integer(film.omitted_state_count())
        )
    ));
    assert!(film.omitted_state_count() > 1000 && film.frames.len() == 161);
}

#[test]
fn single_state_picture_equals_film_frame() {
    let film = patience_film(Pack::PIQUET, 0);
    let step = |step| {
        let deck = deck(Pack::PIQUET, 0);
        crate::topics::alliances::film::film(
            &deck,
            &played_by_rule(&deck),
            FilmRequest::Step(step),
            Lang::Fr,
        )
    };
    for state in [0, 1, 17, film.state_count - 1] {
        let single = step(Some(state)).unwrap();
        assert_eq!(single.frames.len(), 1);
        assert_eq!(
            single.frames[0].sprites,
            film.frames[state as usize].sprites
        );
        assert_eq!((single.width, single.height), (film.width, film.height));
    }
    assert_eq!(
        step(None).unwrap().frames[0].sprites,
        film.frames.last().unwrap().sprites
    );
    let (asked, last) = (film.state_count, film.state_count - 1);
    assert_eq!(
        step(Some(asked)),
        Err(StateOutOfRange {
            requested: asked,
            last_state: last
        })
    );
}
