//! Tests of the course of a game: any state can be asked for, also in a long game, of which only some states are kept.

use pioche_engine::cards::Pack;
use pioche_engine::experiments::alliances::Alliances;
use pioche_engine::games::alliances::{AutomaticGame, PatienceState, automatic};
use pioche_engine::games::bataille::pickup::RandomPickup;
use pioche_engine::games::bataille::table::{CardTable, TableMove};
use pioche_engine::games::bataille::{BatailleRules, BatailleState, Hands};
use pioche_engine::games::nim::{NimState, TakeSet};
use pioche_engine::games::{Course, Game, Outcome};
use pioche_engine::rng::{Purpose, Seed, stream};

#[test]
fn long_course_gives_every_state_and_can_be_cut() {
    let takes = TakeSet::new([1]).unwrap();
    let start = NimState::new(takes, 30_000).unwrap();
    let mut course = Course::play(start, [1; 20_000]).unwrap();
    for count in [0, 1, 4095, 4096, 4097, 9999, 16_385, 20_000] {
        assert_eq!(course.state(count).matches(), 30_000 - count as u32);
    }
    assert_eq!(course.states().count(), 20_001);
    let mut matches = 30_000;
    course.for_each_step(|step| {
        assert_eq!(step.index as u32, 30_000 - matches);
        assert_eq!(step.before.matches(), matches);
        matches -= step.mv;
        assert_eq!(step.after.matches(), matches);
    });
    assert_eq!(matches, 10_000);
    assert_eq!(course.last_step().unwrap().before.matches(), 10_001);
    course.truncate(8191);
    assert_eq!(course.last().matches(), 30_000 - 8191);
    course.push(1).unwrap();
    assert_eq!(course.state(8192), *course.last());
    assert_eq!(course.moves().len(), 8192);
    assert!(course.push(2).is_err());
    assert_eq!(course.moves().len(), 8192);
}

#[test]
fn forced_courses_are_the_automatic_games() {
    for deal in 0..50 {
        let deck = Alliances::automatic(Pack::PIQUET).deck(Seed(3), deal);
        let game = AutomaticGame::new(PatienceState::new(&deck, 0));
        let course = Course::play_forced(game, usize::MAX);
        let piles = automatic::automatic_pile_count(&deck, Default::default());
        assert_eq!(
            course.last().outcome(),
            Some(Outcome::Remaining(piles as u32))
        );
        let is_forced = |state: AutomaticGame| state.legal_moves().len() <= 1;
        assert!(course.states().all(is_forced));
    }
    let hands = Hands::new(vec![3, 1, 2, 2], vec![1, 3, 1, 2]).unwrap();
    let start = BatailleState::with_hands(&hands, BatailleRules::default());
    let mut played = start.clone();
    let ending = played.play_to_end(u64::MAX);
    let draws = RandomPickup::new(stream(Seed(1), Purpose::Pickup, 0));
    let course = Course::play_forced(CardTable::new(start, draws), 1000);
    assert_eq!(course.last().rounds(), ending.rounds);
    assert_eq!(course.last().to_string(), played.hands().to_string());
    assert!(course.last().clone().play(TableMove::Lay).is_err());
}
