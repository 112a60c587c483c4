//! Tests of films: each state of a game is shown correctly. The golden frames are rewritten by
//! `PIOCHE_GOLDEN=write cargo test --lib golden`.

use crate::film::{
    Caption, Film, FilmRequest, Frame, Sprite, SpriteKind, Storyboard, still_png,
    texts_outside_picture,
};
use crate::storyboards::bataille::BatailleStoryboard;
use crate::storyboards::shuffle::new_pack_storyboard;
use pioche_engine::cards::{Card, Pack};
use pioche_engine::experiments::{Alliances, Bataille};
use pioche_engine::games::alliances::PatienceState;
use pioche_engine::games::{Course, Game, alak, bataille, nim, solitaire};
use pioche_engine::rng::{Purpose, Seed, Streams};
use pioche_report::lang::Lang;
use pioche_testing::assert_golden;
use pioche_topics::alliances::automatic_moves as played_by_rule;
use pioche_topics::bataille::ShownGame;
use pioche_topics::duel::TwoPlayerTopic;
use pioche_topics::replay::course_of;
use std::collections::{BTreeMap, BTreeSet};

fn two_player_film<G: TwoPlayerTopic>(start: &G, moves: &[G::Move]) -> Film
where
    Course<G>: Storyboard,
{
    let course = course_of(start.clone(), moves.iter().copied());
    Film::new(&course, FILM)
}

pub fn deck(pack: Pack, deal: u64) -> Vec<Card> {
    Alliances::automatic(pack).deck(Seed(1), deal)
}

fn parse_cards(text: &str) -> Vec<Card> {
    text.split(' ').map(|card| card.parse().unwrap()).collect()
}

/// Returns the film of the automatic game of the patience.
pub fn automatic_film(deck: &[Card]) -> Film {
    alliances_film(deck, FILM)
}

const FILM: FilmRequest = FilmRequest::Film {
    max_seconds: FilmRequest::DEFAULT_MAX_SECONDS,
};

fn alliances_film(deck: &[Card], request: FilmRequest) -> Film {
    rule_film(PatienceState::new(deck, 0), request)
}

/// Returns the film of the game that the rule plays from `start`.
fn rule_film(start: PatienceState, request: FilmRequest) -> Film {
    let moves = played_by_rule(&start);
    Film::new(&course_of(start, moves), request)
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
    let film = Film::new(&course_of(start, jumps.iter().copied()), FILM);
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
    let mut generator = Streams::new(Seed(1)).stream(Purpose::Shuffle, deal);
    let deck = pioche_engine::cards::shuffle::shuffled_deck(cards, &mut generator);
    let mut state = bataille::BatailleState::new(bataille::BatailleRules::default());
    state.deal(&deck);
    state.hands()
}

fn game_ending(hands: &bataille::Hands) -> bataille::BatailleEnding {
    bataille::BatailleState::with_hands(hands, bataille::BatailleRules::default())
        .play_to_end(u64::MAX)
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
    max_rounds: Option<u64>,
) -> Film {
    let start = bataille::BatailleState::with_hands(
        hands,
        bataille::BatailleRules {
            order,
            ..bataille::BatailleRules::default()
        },
    );
    let draws = Bataille::default().pickup_draws(Seed(1), 0);
    let game = ShownGame::new(start, draws, max_rounds);
    Film::new(&BatailleStoryboard::new(&game), FILM)
}

fn shuffle_film(cards: usize, riffles: u32) -> Film {
    Film::new(&new_pack_storyboard(cards, riffles), FILM)
}

pub fn endless_bataille_film() -> Film {
    bataille_film(
        &short_hands(12, is_endless),
        bataille::LayingOrder::Fixed,
        None,
    )
}

pub fn long_bataille_film() -> Film {
    bataille_film(&deal_hands(52, 1), bataille::LayingOrder::Fixed, None)
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
        ("shuffle", shuffle_film(52, 7)),
        ("long shuffle", shuffle_film(256, 12)),
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

/// Returns the kinds of sprites of a frame, each with its sprites from the lowest layer to the highest. Cards, pegs and
/// stones have their positions, and `^` for a hop; captions are in both languages.
fn sprite_lists(frame: &Frame) -> BTreeMap<String, String> {
    let mut sprites: Vec<&Sprite> = frame.sprites.iter().collect();
    sprites.sort_by_key(|sprite| sprite.layer);
    let mut lists: BTreeMap<String, String> = BTreeMap::new();
    for sprite in sprites {
        let (kind, label) = kind_and_label(&sprite.kind);
        let hop = if sprite.hop_height > 0.0 { "^" } else { "" };
        let list = lists.entry(kind).or_default();
        list.push_str(&format!(" {label}@{:.0},{:.0}{hop}", sprite.x, sprite.y));
    }
    lists
}

fn kind_and_label(kind: &SpriteKind) -> (String, String) {
    match kind {
        SpriteKind::SuitedCard { symbol, rank, .. } => {
            ("Card".into(), format!("{}{symbol}", rank.fr))
        }
        SpriteKind::ValueCard { value, .. } => ("Card".into(), value.to_string()),
        SpriteKind::Caption(caption) => {
            let text = format!("“{}” “{}”", caption.text.fr, caption.text.en);
            ("Caption".into(), text)
        }
        kind => (format!("{kind:?}"), String::new()),
    }
}

/// Returns the frames of a film as text; each has the kinds of sprites that changed.
fn golden_text(film: &Film) -> String {
    let mut text = format!("{} | {}\n", film.title.fr, film.title.en);
    let mut last_lists = BTreeMap::new();
    for frame in &film.frames {
        let state = frame
            .state_index
            .map_or("-".into(), |state| state.to_string());
        text.push_str(&format!(
            "{state}: {}+{} ms\n",
            frame.motion_ms, frame.hold_ms
        ));
        let lists = sprite_lists(frame);
        for (kind, list) in &lists {
            if last_lists.get(kind) != Some(list) {
                text.push_str(&format!("  {kind}:{list}\n"));
            }
        }
        for kind in last_lists.keys().filter(|kind| !lists.contains_key(*kind)) {
            text.push_str(&format!("  {kind}: none\n"));
        }
        last_lists = lists;
    }
    text
}

/// Checks the frames of a film of each game, with captures, repetition, a jump, a limit of drawn matches, and both ends
/// of games.
#[test]
fn golden_frames_of_films() {
    let one_cell = alak_start("1:line:captured");
    let mut many_matches = nim_game(122).2;
    many_matches.frames.truncate(2);
    let alternating = |hands: &bataille::Hands| {
        let order = bataille::LayingOrder::Alternating;
        bataille_film(hands, order, Some(60))
    };
    let films = [
        ("patience", patience_film(Pack::new(2, 4).unwrap(), 1)),
        ("solitaire", solution_film("triangle:4").2),
        ("alak, line", alak_game("5:line:spared", 30).2),
        ("alak, ring", alak_game("6:ring:captured", 30).2),
        (
            "alak, endless",
            two_player_film(&one_cell, &[alak::Cell(1); 2]),
        ),
        ("nim", nim_game(9).2),
        ("nim, many matches", many_matches),
        (
            "bataille",
            alternating(&short_hands(8, |outcome| !is_endless(outcome))),
        ),
        (
            "bataille, endless",
            bataille_film(
                &short_hands(8, is_endless),
                bataille::LayingOrder::Fixed,
                None,
            ),
        ),
    ];
    for (name, film) in films {
        let file = name.replace(", ", "-").replace(' ', "-");
        assert_golden(&format!("films/{file}.txt"), &golden_text(&film));
    }
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
        let omitted = film
            .omitted
            .as_ref()
            .map_or(0, |omitted| omitted.states.clone().count());
        assert_eq!(omitted, film.state_count as usize - shown.len(), "{name}");
        assert!(film.duration_ms() <= 60_000, "{name}");
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

/// Captions are wrapped or small enough: no line of a text leaves the picture.
#[test]
fn texts_of_films_are_inside_picture() {
    let mut faults = Vec::new();
    for (name, film) in all_films() {
        // A long film has many similar frames.
        let step = film.frames.len().div_ceil(40);
        let last_frame = film.frames.last();
        for frame in film.frames.iter().step_by(step).chain(last_frame) {
            let mut captions = frame.clone();
            captions
                .sprites
                .retain(|sprite| matches!(sprite.kind, SpriteKind::Caption(_)));
            for lang in [Lang::Fr, Lang::En] {
                for text in texts_outside_picture(&film, &captions, lang) {
                    faults.push(format!("{name}: {text}"));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Returns the brightness, from 0 to 255, of the first frame's PNG file near the centre of a sprite.
fn brightness(film: &Film, frame: &Frame, sprite: &Sprite) -> u8 {
    let file = still_png(film, frame, Lang::En).expect("a picture");
    let mut reader = ::png::Decoder::new(std::io::Cursor::new(&file))
        .read_info()
        .expect("a PNG file");
    let width = reader.info().width as usize;
    let mut pixels = vec![0; reader.output_buffer_size().expect("a small picture")];
    reader.next_frame(&mut pixels).expect("the pixels");
    // Two pixels per point. The point is beside the mark of the last move.
    let x = (2.0 * (sprite.x + 12.0)) as usize;
    let y = (2.0 * (sprite.y + 12.0)) as usize;
    pixels[3 * (y * width + x)]
}

/// The first player of Alak has the white stones and begins, as in the handout; the text board of the handout shows them as `x`.
#[test]
fn first_player_of_alak_has_white_stones() {
    let start = alak_start("5:line:spared");
    let film = two_player_film(&start, &[alak::Cell(2), alak::Cell(4)]);
    let last_frame = film.frames.last().expect("a film has frames");
    let mut stones = Vec::new();
    for sprite in &last_frame.sprites {
        if matches!(sprite.kind, SpriteKind::Stone(_)) && sprite.scale_percent == 100 {
            stones.push(brightness(&film, last_frame, sprite));
        }
    }
    assert!(
        stones.len() == 2 && stones[0] > 200 && stones[1] < 80,
        "{stones:?}"
    );
    let mut state = start;
    state.play(alak::Cell(2)).expect("a free cell");
    state.play(alak::Cell(4)).expect("a free cell");
    assert!(state.to_string().starts_with(". x . o .\n"), "{state}");
}

/// A game that goes on after a repeated position is not called endless; one that stops at its first repetition is.
#[test]
fn repeated_position_of_alak_is_endless_only_at_the_end() {
    let start = alak_start("1:line:captured");
    for (move_count, expected) in [
        (
            2,
            vec![None, None, Some("Position seen 2 moves ago: endless game")],
        ),
        (
            4,
            vec![
                None,
                None,
                Some("Position seen 2 moves ago"),
                Some("Position seen 2 moves ago"),
                Some("Position seen 2 moves ago"),
            ],
        ),
    ] {
        let film = two_player_film(&start, &vec![alak::Cell(1); move_count]);
        let texts: Vec<Option<&str>> = film
            .frames
            .iter()
            .map(|frame| {
                captions(frame)
                    .map(|words| words.text.en.as_str())
                    .find(|text| text.starts_with("Position seen"))
            })
            .collect();
        assert_eq!(texts, expected);
    }
}

#[test]
fn film_of_long_game_captions_omitted_states() {
    let film = long_bataille_film();
    let gaps = film
        .frames
        .iter()
        .filter(|frame| frame.state_index.is_none());
    let gaps: Vec<&Frame> = gaps.collect();
    assert_eq!(gaps.len(), 1);
    let omitted = film.omitted.as_ref().expect("a long film");
    let caption = format!("… {} not shown …", omitted.text(Lang::En));
    assert!(caption.starts_with("… rounds "), "{caption}");
    assert!(captions(gaps[0]).any(|words| words.text.en == caption));
    assert!(omitted.states.clone().count() > 1000);
    assert!((55_000..=60_000).contains(&film.duration_ms()));
}

/// The mark of the jumping peg does not cover the number of its cell.
#[test]
fn numbers_of_solitaire_are_above_marks() {
    let film = solution_film("triangle:5").2;
    let sprites = &film.frames[0].sprites;
    let layers = |is_kind: fn(&SpriteKind) -> bool| {
        let sprites = sprites.iter().filter(move |sprite| is_kind(&sprite.kind));
        sprites.map(|sprite| sprite.layer)
    };
    let mark = layers(|kind| matches!(kind, SpriteKind::PieceHighlight)).max();
    let number = layers(|kind| matches!(kind, SpriteKind::Caption(_))).min();
    assert!(mark.is_some() && mark < number, "{mark:?}, {number:?}");
}

/// A film of a card drawn beside laid piles begins with these piles.
#[test]
fn film_begins_with_laid_piles() {
    let tops = parse_cards("9-T V-K 10-C A-P V-T D-T D-P");
    let start = PatienceState::with_laid_piles(&tops, &parse_cards("7-T"), 0);
    let film = rule_film(start, FILM);
    let piles = [7, 8, 7, 6, 5, 4, 3];
    assert_eq!(film.frames.len(), piles.len());
    for (frame, piles) in film.frames.iter().zip(piles) {
        let faces = frame
            .sprites
            .iter()
            .filter(|sprite| matches!(sprite.kind, SpriteKind::SuitedCard { .. }));
        assert!(faces.count() >= piles);
        let caption = format!("Tas : {piles}");
        assert!(captions(frame).any(|words| words.text.fr == caption));
    }
}

#[test]
fn single_state_picture_equals_film_frame() {
    let film = patience_film(Pack::PIQUET, 0);
    let step = |step| alliances_film(&deck(Pack::PIQUET, 0), FilmRequest::Step(step));
    for state in [0, 1, 17, film.state_count - 1] {
        let single = step(Some(state));
        assert_eq!(single.frames.len(), 1);
        assert_eq!(
            single.frames[0].sprites,
            film.frames[state as usize].sprites
        );
        assert_eq!((single.width, single.height), (film.width, film.height));
    }
    assert_eq!(
        step(None).frames[0].sprites,
        film.frames.last().unwrap().sprites
    );
}
