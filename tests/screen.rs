//! Games on a whole screen: what keys and the mouse do, and what is drawn.
//!
//! The pictures in `tests/data/screen` are remade by
//! `PIOCHE_GOLDEN=write cargo test --test all screen::pictures`; look at them before they are committed.

use crate::lang::Lang;
use crate::play::lines::Ending;
use crate::play::screen::{Flow, Ink, Input, Layout, OnScreen, Screen};
use crate::play::session::{End, Lent};
use crate::play::{Origin, Session};
use crate::tests::play::usual;
use crate::topics::TOPICS;
use pioche_engine::cards::{Card, Pack};
use pioche_engine::games::alak::{Cells, Edge, OwnGroup, Rules, State as Alak};
use pioche_engine::games::alliances::Manual;
use pioche_engine::games::alliances::manual::Move;
use pioche_engine::games::nim::{Nim, TakeSet};
use pioche_engine::games::solitaire::{Board, Jump, State as Pegs};
use pioche_engine::games::{Outcome, Player};
use pioche_engine::players::Kind;
use pioche_engine::rng::{Purpose, Seed, stream};
use proptest::prelude::*;
use rand::Rng;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Size};
use ratatui::style::{Color, Modifier};
use std::path::Path;

const USUAL: Size = Size { width: 80, height: 24 };
const LARGE: Size = Size { width: 200, height: 50 };

fn chance(Origin { seed, deal }: Origin, _: Player, ply: usize) -> Box<dyn Rng> {
    let mut generator = stream(Seed(seed), Purpose::Player1, deal);
    generator.advance((ply as u128) << 64);
    Box::new(generator)
}

/// What a session is lent.
fn lent() -> Lent {
    Lent { chance, memory: pioche_engine::games::Memory::default() }
}

fn patience() -> Session<Manual> {
    // The piquet pack in steps of 11: jumps are frequent, and anybody sees what was dealt.
    let pack: Vec<Card> = Pack::PIQUET.cards().collect();
    let deck: Vec<Card> = (0..32).map(|place| pack[place * 11 % 32]).collect();
    Session::alone(Manual::new(&deck, 2), None, lent())
}

fn pegs(board: Board) -> Session<Pegs> {
    Session::alone(Pegs::new(board, board.default_hole()).unwrap(), None, lent())
}

fn triangle() -> Session<Pegs> {
    pegs(Board::triangle(5).unwrap())
}

fn alak(cells: u32, edge: Edge, players: [Kind; 2]) -> Session<Alak> {
    let rules = Rules { cells: Cells::new(cells).unwrap(), edge, own_group: OwnGroup::Spared };
    Session::new(Alak::new(rules), players, None, lent()).unwrap()
}

fn nim(matches: u32, players: [Kind; 2]) -> Session<Nim> {
    Session::new(Nim::new(TakeSet::default(), matches).unwrap(), players, None, lent()).unwrap()
}

const PEOPLE: [Kind; 2] = [Kind::Human; 2];

fn screen<G: Layout>(session: Session<G>) -> Screen<G> {
    Screen::new(session, Lang::En, Ink::Plain, USUAL)
}

fn drawn(screen: &dyn OnScreen, size: Size) -> Buffer {
    let mut terminal = Terminal::new(TestBackend::new(size.width, size.height)).unwrap();
    terminal.draw(|frame| screen.draw(frame.buffer_mut())).unwrap();
    terminal.backend().buffer().clone()
}

fn text(buffer: &Buffer) -> String {
    let width = usize::from(buffer.area.width);
    let row = |cells: &[ratatui::buffer::Cell]| cells.iter().map(|cell| cell.symbol()).collect::<String>();
    buffer.content.chunks(width).map(|cells| row(cells).trim_end().to_owned() + "\n").collect()
}

fn act<G: Layout>(screen: &mut Screen<G>, inputs: impl IntoIterator<Item = Input>) {
    for input in inputs {
        assert_eq!(screen.act(input), Flow::Stay);
    }
}

/// Where a sign of a board stands, as people see it.
fn find<G: Layout>(screen: &Screen<G>, sign: &str) -> Position {
    let picture = text(&drawn(screen, USUAL));
    let (row, line) = picture.lines().enumerate().find(|(_, line)| line.contains(sign)).unwrap();
    Position { x: line.split(sign).next().unwrap().chars().count() as u16, y: row as u16 }
}

/// Draws and makes the leftmost jump as long as there is one: the automatic rule, by keys.
#[test]
fn a_patience_by_keys_ends_as_the_automatic_rule_ends_it() {
    let mut screen = screen(patience());
    while screen.session.end().is_none() {
        match screen.session.state().open_jumps().first() {
            // From the stock, the next open jump is the first one.
            Some(&leftmost) => {
                act(&mut screen, [Input::Last, Input::Next]);
                assert_eq!(screen.cursor, leftmost);
                act(&mut screen, [Input::Choose]);
            }
            None => act(&mut screen, [Input::Letter('d')]),
        }
    }
    let state = screen.session.state();
    assert_eq!(state.row().piles(), pioche_engine::games::alliances::auto::piles(state.deck()));
    assert!(screen.said.contains("automatic rule"), "{}", screen.said);
    assert_eq!(screen.act(Input::Letter('q')), Flow::Leave);
    assert!(matches!(screen.farewell().1, Ending::Over(End::Over(Outcome::Left(_)))));
}

#[test]
fn refused_choices_change_nothing_and_say_why() {
    let mut patience = screen(patience());
    act(&mut patience, [Input::Choose, Input::Choose, Input::Choose, Input::First]);
    let before = patience.session.state().clone();
    assert_eq!(before.row().piles(), 3);
    act(&mut patience, [Input::Choose]);
    assert_eq!(patience.said, "Impossible: the first pile has no neighbour on the left.");
    assert_eq!((patience.session.state(), patience.cursor), (&before, 0));

    let mut pegs = screen(triangle());
    let before = *pegs.session.state();
    let (peg, far, hole) = (find(&pegs, "● 3"), find(&pegs, "● 0"), find(&pegs, "○12"));
    act(&mut pegs, [Input::Press(hole)]);
    assert_eq!(pegs.said, "invalid start cell: there is no peg in 12");
    act(&mut pegs, [Input::Press(far), Input::Press(hole)]);
    assert_eq!(pegs.said, "invalid move: 12 is not two cells from 0 in a straight line");
    assert_eq!((pegs.session.state(), pegs.held), (&before, Some(0)));
    act(&mut pegs, [Input::Press(peg)]);
    assert_eq!(pegs.held, Some(3), "another peg changes hands");
    act(&mut pegs, [Input::PutBack]);
    assert_eq!((pegs.session.state(), pegs.held), (&before, None));

    let mut alak = screen(alak(15, Edge::Line, PEOPLE));
    act(&mut alak, [Input::Choose, Input::Choose]);
    assert_eq!(alak.said, "Cell 1 is occupied.");
    assert_eq!(alak.session.plies().len(), 1);

    let mut nim = screen(nim(25, PEOPLE));
    act(&mut nim, [Input::Letter('4')]);
    assert_eq!(nim.said, "4 matches cannot be taken: only 2 or 3.");
    act(&mut nim, [Input::Last, Input::Choose]);
    assert_eq!(nim.said, "1 match cannot be taken: only 2 or 3.");
    assert_eq!(nim.session.state().matches(), 25);
}

#[test]
fn a_solitaire_is_played_with_the_mouse_and_taken_back() {
    let mut screen = screen(triangle());
    let jumps = crate::topics::solitaire::dialogue::solution(screen.session.state()).unwrap().unwrap();
    for (number, Jump { from, to }) in jumps.iter().enumerate() {
        let (from, to) = (find(&screen, &format!("●{from:>2}")), find(&screen, &format!("○{to:>2}")));
        if number % 2 == 0 {
            act(&mut screen, [Input::Press(from), Input::Release(from), Input::Press(to), Input::Release(to)]);
        } else {
            act(&mut screen, [Input::Press(from), Input::Release(to)]);
        }
        assert_eq!(screen.session.plies().len(), number + 1, "{}", screen.said);
    }
    assert_eq!(screen.said, "Won!!!");
    assert!(screen.session.state().is_won());
    act(&mut screen, [Input::Letter('u')]);
    assert_eq!((screen.session.state().count(), screen.session.end()), (2, None));
}

#[test]
fn the_solver_ends_a_solitaire_jump_by_jump() {
    let mut screen = screen(pegs(Board::english()));
    act(&mut screen, [Input::Letter('s')]);
    let mut jumps = 0;
    while screen.steps() {
        // A person cannot move meanwhile.
        act(&mut screen, [Input::Choose]);
        screen.step();
        jumps += 1;
        assert_eq!(screen.session.plies().len(), jumps);
    }
    assert_eq!(jumps, 31);
    assert!(screen.session.state().is_won());
}

#[test]
fn a_blocked_solitaire_says_so_and_goes_on_after_undo() {
    let state = Pegs::parse(Board::triangle(5).unwrap(), "0,1,14").unwrap();
    let mut screen = screen(Session::alone(state, None, lent()));
    let (peg, hole) = (find(&screen, "● 0"), find(&screen, "○ 3"));
    act(&mut screen, [Input::Press(peg), Input::Press(hole)]);
    assert!(screen.said.starts_with("Blocked: no jump is possible any more, 2 pegs are left."), "{}", screen.said);
    assert_eq!(screen.farewell().1, Ending::NoWay);
    act(&mut screen, [Input::Letter('u')]);
    assert_eq!(screen.session.state().count(), 3);
}

#[test]
fn an_alak_by_keys_reaches_its_end_on_a_line_and_on_a_ring() {
    for edge in [Edge::Line, Edge::Ring] {
        let mut screen = screen(alak(9, edge, PEOPLE));
        while screen.session.end().is_none() {
            let before = screen.session.plies().len();
            assert!(before < 200, "no end in sight");
            act(&mut screen, [Input::Next, Input::Choose]);
            assert_eq!(screen.session.plies().len(), before + 1, "{}", screen.said);
        }
        let end = screen.session.end().unwrap();
        let said = if matches!(end, End::Endless { .. }) { "Endless" } else { "to " };
        assert!(screen.said.contains(said), "{end:?}: {}", screen.said);
    }
}

/// 25 is lost for whoever begins: multiples of 5 are.
#[test]
fn the_perfect_computer_wins_at_nim_when_it_may() {
    let mut screen = screen(nim(25, [Kind::Human, Kind::Perfect]));
    while screen.session.end().is_none() {
        assert!(!screen.steps());
        act(&mut screen, [Input::Letter('2')]);
        if screen.session.end().is_some() {
            break;
        }
        assert!(screen.steps());
        // Whoever is not on move moves nothing.
        act(&mut screen, [Input::Letter('2'), Input::Choose]);
        screen.step();
        assert_eq!(screen.session.state().matches() % 5, 0);
    }
    assert_eq!(screen.session.end(), Some(End::Over(Outcome::Winner(Player::Two))));
    assert_eq!(screen.said, "Player 2 wins the game.");
}

#[test]
fn a_take_is_chosen_with_the_arrows() {
    let mut screen = screen(nim(5, PEOPLE));
    act(&mut screen, [Input::Left, Input::Choose]);
    assert_eq!(screen.session.state().matches(), 2);
    act(&mut screen, [Input::Choose]);
    assert_eq!(screen.session.end(), Some(End::Over(Outcome::Winner(Player::Two))));
}

/// Whatever covers the board is taken away by any key, and the game waits for it.
#[test]
fn help_and_long_hints_cover_the_board_until_a_key() {
    let mut computer = screen(nim(25, [Kind::Perfect, Kind::Human]));
    act(&mut computer, [Input::Letter('?')]);
    assert!(!computer.steps());
    act(&mut computer, [Input::Letter('3')]);
    assert!(computer.steps());
    assert_eq!(computer.session.state().matches(), 25);

    let mut pegs = screen(pegs(Board::triangle(6).unwrap()));
    act(&mut pegs, [Input::Letter('s')]);
    (0..10).for_each(|_| pegs.step());
    act(&mut pegs, [Input::Letter('u'), Input::Letter('h')]);
    assert!(pegs.said.contains("Each jump leaves"), "{}", pegs.said);
}

#[test]
fn undo_takes_back_the_reply_of_a_computer_too() {
    let mut screen = screen(nim(25, [Kind::Human, Kind::Perfect]));
    act(&mut screen, [Input::Letter('u')]);
    assert_eq!(screen.said, "There is no move to take back.");
    act(&mut screen, [Input::Letter('2')]);
    screen.step();
    act(&mut screen, [Input::Letter('u')]);
    assert_eq!(screen.session.plies().len(), 0);
}

#[test]
fn leaving_a_patience_lays_the_rest_of_the_stock() {
    let mut screen = screen(patience());
    act(&mut screen, [Input::Choose; 3]);
    act(&mut screen, [Input::Letter('q')]);
    assert_eq!(screen.act(Input::Letter('y')), Flow::Leave);
    let (words, ending) = screen.farewell();
    assert_eq!(ending, Ending::Left);
    assert!(words.starts_with("You give up: the 29 cards"), "{words}");
}

/// `q` asks before it gives up: one key answers, any other one goes on with the game, and nobody moves meanwhile.
#[test]
fn the_screen_asks_before_a_game_is_left() {
    for (lang, asks, yes) in [(Lang::En, "Leave this game?", 'y'), (Lang::Fr, "Quitter cette partie ?", 'o')] {
        let mut screen = Screen::new(nim(25, [Kind::Perfect, Kind::Human]), lang, Ink::Plain, USUAL);
        for no in [Input::Letter('n'), Input::Choose, Input::PutBack, Input::Letter('q'), Input::Letter('2')] {
            act(&mut screen, [Input::Letter('q')]);
            assert!(text(&drawn(&screen, USUAL)).contains(asks));
            assert!(!screen.steps(), "the computer waits for the answer");
            act(&mut screen, [no]);
            assert!(!text(&drawn(&screen, USUAL)).contains(asks) && screen.steps());
            assert_eq!(screen.session.plies().len(), 0);
        }
        act(&mut screen, [Input::Letter('q')]);
        assert_eq!(screen.act(Input::Letter(yes)), Flow::Leave);
    }
}

/// The legend names each sign that is drawn, on the screen and by lines, and both mean the same by it.
#[test]
fn a_legend_stands_under_every_board() {
    fn seen<G: Layout>(session: &Session<G>, lang: Lang, size: Size) -> (String, String) {
        let screen = Screen::new(session_again(session), lang, Ink::Plain, size);
        let picture = text(&drawn(&screen, size));
        let legend = G::KEYS.signs.of(lang).to_owned();
        assert!(picture.lines().any(|line| line.trim() == legend), "{picture}");
        (legend, G::table(session, lang))
    }
    for lang in [Lang::En, Lang::Fr] {
        for board in [Board::triangle(5).unwrap(), Board::triangle(10).unwrap(), Board::english(), Board::european()] {
            let [peg, hole] = if lang == Lang::En { ["peg", "hole"] } else { ["pion", "trou"] };
            let (legend, lines) = seen(&pegs(board), lang, USUAL);
            assert!(legend.contains(&format!("● {peg}")) && legend.contains(&format!("○ {hole}")), "{legend}");
            let signs = if board.cells() <= 21 { ["①", "➊"] } else { ["●", "○"] };
            assert!(lines.ends_with(&format!("({} {peg}, {} {hole})", signs[0], signs[1])), "{lines}");
        }
        let mut captured = alak(15, Edge::Line, PEOPLE);
        for cell in [5, 9, 1, 2] {
            captured.play(pioche_engine::games::alak::Cell(cell)).unwrap();
        }
        let (legend, lines) = seen(&captured, lang, USUAL);
        let board = lines.lines().next().unwrap();
        for sign in ["x", "o"] {
            assert!(board.contains(sign) && legend.contains(&format!("{sign} ")), "{lines}");
            assert!(lines.contains(&format!("({sign} ")) || lines.contains(&format!(", {sign} ")), "{lines}");
        }
        assert!(legend.contains("! "), "{legend}");
        // A board that fills its window keeps its form, and its legend.
        seen(&alak(64, Edge::Ring, PEOPLE), lang, USUAL);
        seen(&nim(Nim::MAX_MATCHES, PEOPLE), lang, USUAL);
        seen(&patience(), lang, USUAL);
    }
}

/// Through a pipe there is no screen: one sentence, in the language asked for.
#[test]
fn without_a_terminal_the_whole_screen_is_refused() {
    for (lang, begins) in [("fr", "pioche\u{a0}: --tui demande un terminal"), ("en", "pioche: --tui needs a terminal")]
    {
        for game in TOPICS.iter().filter(|topic| topic.play.is_some()).map(|topic| topic.name) {
            let mut command = assert_cmd::Command::cargo_bin("pioche").unwrap();
            let refused = command.args(["--lang", lang, "play", game, "--tui"]).write_stdin("").assert().code(2);
            let said = String::from_utf8(refused.get_output().stderr.clone()).unwrap();
            assert!(said.starts_with(begins) && said.lines().count() == 1, "{said}");
            assert!(refused.get_output().stdout.is_empty());
        }
    }
}

/// A window in which nothing is seen moves nothing, and can be left.
#[test]
fn a_small_window_says_so() {
    let mut screen = screen(patience());
    screen.fit(Size { width: 23, height: 30 });
    act(&mut screen, [Input::Choose, Input::Letter('d')]);
    assert_eq!(screen.session.plies().len(), 0);
    let said = text(&drawn(&screen, Size { width: 23, height: 30 })).replace('\n', " ");
    assert!(said.contains("too small"), "{said}");
    act(&mut screen, [Input::Letter('q')]);
    let said = text(&drawn(&screen, Size { width: 23, height: 30 })).replace('\n', " ");
    assert!(said.contains("Leave this game?"), "{said}");
    assert_eq!(screen.act(Input::Letter('y')), Flow::Leave);
}

/// Everything fits the usual window, the largest boards too.
#[test]
fn every_game_fits_the_usual_window() {
    fn fits<G: Layout>(session: Session<G>) {
        for lang in [Lang::Fr, Lang::En] {
            let screen = Screen::new(session_again(&session), lang, Ink::Plain, USUAL);
            let seen = text(&drawn(&screen, USUAL));
            assert!(seen.lines().last().is_some_and(|keys| keys.contains("q ")), "{seen}");
        }
    }
    let all: Vec<Card> = Pack::FULL.cards().collect();
    fits(Session::alone(Manual::new(&all, 2), None, lent()));
    (3..=10).for_each(|side| fits(pegs(Board::triangle(side).unwrap())));
    fits(pegs(Board::european()));
    (1..=64).for_each(|cells| fits(alak(cells, Edge::Line, PEOPLE)));
    (1..=64).for_each(|cells| fits(alak(cells, Edge::Ring, PEOPLE)));
    fits(nim(Nim::MAX_MATCHES, PEOPLE));
}

/// However narrow the window is, its lines end with a whole word, and the way out is seen.
#[test]
fn narrow_lines_end_between_words_and_name_the_way_out() {
    fn fits<G: Layout>(session: Session<G>) {
        for (lang, out) in [(Lang::Fr, "q fin"), (Lang::En, "q quit")] {
            let lines = |width: u16| {
                let size = Size { width, height: 12 };
                let screen = Screen::new(session_again(&session), lang, Ink::Plain, size);
                let seen = text(&drawn(&screen, size));
                let seen: Vec<String> = seen.lines().map(str::to_owned).collect();
                let told = seen.last()?.ends_with(out);
                // Title, legend, state and keys, where the board is seen.
                let legend = G::KEYS.signs.of(lang).chars().take(3).collect::<String>();
                let words = seen.iter().filter(|line| line.contains(&legend)).chain(&seen[..1]).chain(&seen[10..]);
                told.then(|| words.flat_map(|line| line.split_whitespace()).map(str::to_owned).collect::<Vec<_>>())
            };
            let all = lines(200).unwrap();
            for width in 40..120 {
                let seen = lines(width).unwrap_or_else(|| panic!("{width}: the way out is not seen"));
                let broken = seen.iter().find(|word| !all.contains(word) && *word != "…");
                assert_eq!(broken, None, "{width}");
            }
        }
    }
    fits(patience());
    fits(triangle());
    fits(alak(9, Edge::Line, PEOPLE));
    fits(nim(25, PEOPLE));
}

fn session_again<G: Layout>(session: &Session<G>) -> Session<G> {
    Session::restore(&session.record(), lent()).unwrap()
}

/// Without colours not a cell has a style; with them the same signs stand there.
#[test]
fn nothing_is_told_by_colours_alone() {
    let mut played = patience();
    (0..9).for_each(|_| played.play(Move::Draw).unwrap());
    let plain = drawn(&Screen::new(session_again(&played), Lang::En, Ink::Plain, USUAL), USUAL);
    let colours = drawn(&Screen::new(played, Lang::En, Ink::Colours, USUAL), USUAL);
    assert_eq!(text(&plain), text(&colours));
    let styled = |buffer: &Buffer| {
        let bare = |cell: &&ratatui::buffer::Cell| {
            (cell.fg, cell.bg, cell.modifier) != (Color::Reset, Color::Reset, Modifier::empty())
        };
        buffer.content.iter().filter(bare).count()
    };
    assert_eq!(styled(&plain), 0);
    assert!(styled(&colours) > 100);
}

fn compare(name: &str, screen: &dyn OnScreen, size: Size) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/screen").join(name).with_extension("txt");
    let seen = text(&drawn(screen, size));
    if std::env::var_os("PIOCHE_GOLDEN").is_some_and(|wish| wish == "write") {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, &seen).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(seen == expected, "{name} is drawn otherwise than in {}:\n{seen}", path.display());
}

#[test]
fn pictures() {
    fn at<G: Layout>(session: Session<G>, lang: Lang, size: Size, inputs: &[Input]) -> Screen<G> {
        let mut screen = Screen::new(session, lang, Ink::Plain, size);
        act(&mut screen, inputs.iter().copied());
        screen
    }
    let draws = [Input::Letter('d'); 16];
    compare("alliances_fr", &at(patience(), Lang::Fr, USUAL, &draws), USUAL);
    let refused = [&draws[..], &[Input::First, Input::Choose]].concat();
    compare("alliances_en", &at(patience(), Lang::En, USUAL, &refused), USUAL);
    compare("patience_large", &at(patience(), Lang::En, LARGE, &draws), LARGE);
    compare("patience_help_fr", &at(patience(), Lang::Fr, USUAL, &[Input::Letter('?')]), USUAL);
    let small = Size { width: 40, height: 14 };
    compare("patience_small", &at(patience(), Lang::En, small, &draws), small);
    let tiny = Size { width: 20, height: 5 };
    compare("too_small_fr", &at(patience(), Lang::Fr, tiny, &[]), tiny);

    compare("triangle_fr", &at(triangle(), Lang::Fr, USUAL, &[]), USUAL);
    compare("triangle_held_en", &at(triangle(), Lang::En, USUAL, &[Input::Choose, Input::Next]), USUAL);
    compare("solitaire_english_en", &at(pegs(Board::english()), Lang::En, USUAL, &[]), USUAL);
    compare("triangle10_fr", &at(pegs(Board::triangle(10).unwrap()), Lang::Fr, USUAL, &[]), USUAL);

    // Player 2 captures the stone in the corner, which is then forbidden to player 1.
    let capture: Vec<Input> = [4, 8, 0, 1]
        .iter()
        .flat_map(|&cell| {
            std::iter::once(Input::First).chain(std::iter::repeat_n(Input::Right, cell)).chain([Input::Choose])
        })
        .collect();
    compare("alak_fr", &at(alak(15, Edge::Line, PEOPLE), Lang::Fr, USUAL, &capture), USUAL);
    compare("alak_ring_en", &at(alak(15, Edge::Ring, PEOPLE), Lang::En, USUAL, &[Input::Choose]), USUAL);
    compare("alak_ring_64_en", &at(alak(64, Edge::Ring, PEOPLE), Lang::En, USUAL, &[Input::Choose]), USUAL);

    compare("nim_fr", &at(nim(25, PEOPLE), Lang::Fr, USUAL, &[Input::Letter('2'), Input::Left]), USUAL);
    compare("nim_en", &at(nim(200, [Kind::Human, Kind::Perfect]), Lang::En, USUAL, &[Input::Letter('3')]), USUAL);
    compare("nim_million_fr", &at(nim(Nim::MAX_MATCHES, PEOPLE), Lang::Fr, USUAL, &[Input::Last]), USUAL);

    for (name, play) in TOPICS.iter().filter_map(|topic| Some((topic.name, topic.play.as_ref()?))) {
        let game = (play.table.restore)(&usual(play, Lang::En), lent()).unwrap();
        let mut screen = game.on_screen(Lang::En, Ink::Plain, USUAL);
        screen.act(Input::Next);
        compare(&format!("{name}_usual"), &*screen, USUAL);
    }
}

fn any_input() -> impl Strategy<Value = Input> {
    prop_oneof![
        Just(Input::Left),
        Just(Input::Right),
        Just(Input::Up),
        Just(Input::Down),
        Just(Input::First),
        Just(Input::Last),
        Just(Input::Next),
        Just(Input::Choose),
        Just(Input::PutBack),
        any::<char>().prop_map(Input::Letter),
        "[adpu?0-9]".prop_map(|text| Input::Letter(text.chars().next().unwrap())),
        (0..90_u16, 0..30_u16).prop_map(|(x, y)| Input::Press(Position { x, y })),
        (0..90_u16, 0..30_u16).prop_map(|(x, y)| Input::Release(Position { x, y })),
    ]
}

fn any_size() -> impl Strategy<Value = Size> {
    let size = |width, height| Size { width, height };
    prop_oneof![
        Just(size(1, 1)),
        Just(size(20, 5)),
        Just(size(0, 0)),
        (1..90_u16, 1..30_u16).prop_map(move |(width, height)| size(width, height)),
    ]
}

/// Keys in windows that change their size; a step of a computer player, a picture after each.
fn rubbish<G: Layout>(session: Session<G>, steps: &[(Size, Input)]) {
    let mut screen = Screen::new(session, Lang::Fr, Ink::Colours, USUAL);
    for &(size, input) in steps {
        screen.fit(size);
        let before = screen.session.plies().len();
        screen.act(input);
        screen.step();
        let mut buffer = Buffer::empty(ratatui::layout::Rect::new(0, 0, size.width, size.height));
        screen.draw(&mut buffer);
        // A window that is smaller than the screen believes, for an instant.
        screen.draw(&mut Buffer::empty(ratatui::layout::Rect::new(0, 0, size.width / 2, size.height / 2)));
        assert!(screen.session.plies().len() <= before + 2);
        let state = screen.session.state();
        assert_eq!(state.legal_moves().is_empty(), state.outcome().is_some());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn no_window_and_no_key_does_any_harm(steps in prop::collection::vec((any_size(), any_input()), 1..60)) {
        // Hints and solutions may take a second each: they are tested elsewhere.
        let quick: Vec<_> = steps.into_iter().filter(|(_, input)| {
            !matches!(input, Input::Letter('h' | 'i' | 's' | 'r' | 'H' | 'I' | 'S' | 'R'))
        }).collect();
        rubbish(patience(), &quick);
        rubbish(triangle(), &quick);
        rubbish(pegs(Board::european()), &quick);
        rubbish(alak(23, Edge::Ring, [Kind::Human, Kind::Random]), &quick);
        rubbish(alak(64, Edge::Line, PEOPLE), &quick);
        rubbish(nim(1000, [Kind::Human, Kind::Random]), &quick);
    }
}
