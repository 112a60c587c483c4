//! The patience on the screen: each pile a card, the stock behind the last pile, where the next card will lie.
//!
//! A pile that can jump has an arrow before its number.

use super::said::{cards, piles};
use crate::lang::{Lang, Say, Sentence, Text, either};
use crate::play::Origin;
use crate::play::screen::spots::{Grid, rect};
use crate::play::screen::{Choice, Keys, Layout, Look, Role};
use crate::play::session::Session;
use pioche_engine::cards::Card;
use pioche_engine::games::alliances::Manual;
use pioche_engine::games::alliances::manual::Move;
use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};

/// How large a card is drawn, its line for marks included; the last one has no frame.
const SIZES: [Size; 3] = [Size { width: 7, height: 6 }, Size { width: 5, height: 4 }, Size { width: 5, height: 2 }];
const FRAMELESS: u16 = 2;

impl Layout for Manual {
    const KEYS: Keys = Keys {
        moves: Text::new("←→ Entrée jouer · Tab saut · p piocher", "←→ Enter play · Tab open jump · d draw"),
        more: None,
        help: Text::new(
            "Entrée ou Espace : sauter avec la carte choisie, ou piocher sur la pioche.
Tab : le prochain tas qui peut sauter. p : piocher.
Quitter avant la fin pose le reste de la pioche sans aucun saut.",
            "Enter or Space: jump with the chosen card, or draw when on the stock.
Tab: the next pile that can jump. d: draw.
Leaving before the end lays the rest of the stock without any jump.",
        ),
        signs: Text::new("░ pioche · ← ce tas peut sauter", "░ stock · ← this pile can jump"),
    };

    /// Cards are as large as the longest row of the game allows, so that they keep their size.
    fn spots(session: &Session<Self>, area: Rect) -> Option<Vec<Rect>> {
        let state = session.state();
        let (now, most) = (state.row().piles() + 1, state.deck().len() + 1);
        let grid = |size: Size, places| Grid::new(area, places, Size { width: size.width + 1, ..size });
        let steady = SIZES.iter().find_map(|&size| Some((grid(size, most)?, size)));
        let (grid, size) = steady.or_else(|| Some((grid(SIZES[2], now)?, SIZES[2])))?;
        Some(grid.spots(now, size))
    }

    fn draw(session: &Session<Self>, look: &Look<'_>, buffer: &mut Buffer) {
        let state = session.state();
        let open = state.open_jumps();
        for (pile, (&card, &spot)) in state.row().tops().iter().zip(look.spots).enumerate() {
            let jumps = open.contains(&pile);
            draw_card(look, buffer, spot, card, pile == look.cursor);
            let mark = format!("{:>3}", format!("{}{}", if jumps { "←" } else { "" }, pile + 1));
            look.write(buffer, below(spot), &mark, Some(if jumps { Role::Open } else { Role::Faint }));
        }
        if let Some(&spot) = look.spots.get(state.row().piles()) {
            draw_stock(look, buffer, spot, state.stock().len(), state.row().piles() == look.cursor);
        }
    }

    fn choose(session: &Session<Self>, _: Option<usize>, spot: usize, _: usize) -> Choice<Move> {
        Choice::Move(if spot == session.state().row().piles() { Move::Draw } else { Move::Jump(spot) })
    }

    fn letter(_: &Session<Self>, letter: char) -> Option<Choice<Move>> {
        matches!(letter, 'd' | 'p').then_some(Choice::Move(Move::Draw))
    }

    fn open(session: &Session<Self>, _: Option<usize>, _: usize) -> Vec<usize> {
        session.state().open_jumps()
    }

    /// To the stock after a draw, to the pile that has jumped after a jump.
    fn home(session: &Session<Self>, _: usize, spots: usize) -> usize {
        match session.plies().last() {
            Some(Move::Jump(pile)) => pile.saturating_sub(1),
            _ => spots.saturating_sub(1),
        }
    }

    fn title(session: &Session<Self>) -> Box<dyn Say> {
        let count = session.state().deck().len() as u64;
        let (fr, en) = (Lang::Fr.counted(count, "carte", "cartes"), Lang::En.counted(count, "card", "cards"));
        let [of_fr, of_en] = session.origin().map_or_else(Default::default, |Origin { seed, deal }| {
            [format!(" · graine {seed}, donne {deal}"), format!(" · seed {seed}, deal {deal}")]
        });
        let game = "La réussite des alliances";
        Box::new(Sentence::new(format!("{game} · {fr}{of_fr}"), format!("{game} · {en}{of_en}")))
    }

    fn bar(session: &Session<Self>, lang: Lang) -> Vec<String> {
        let state = session.state();
        let (stock, most) = (state.stock().len(), state.nb_tas_max());
        let piles = piles(state.row().piles(), lang);
        let open = state.open_jumps().len() as u64;
        vec![
            either!(lang, "pioche {stock}", "stock {stock}"),
            either!(lang, "{piles} (gagné à {most})", "{piles} (won with {most})"),
            lang.number_of(open, ["saut possible", "sauts possibles"], ["open jump", "open jumps"]),
        ]
    }
}

/// The line for marks below a card.
fn below(spot: Rect) -> (u16, u16) {
    (spot.x + (spot.width - 3) / 2, spot.bottom().saturating_sub(1))
}

/// The card without its line for marks.
fn face(spot: Rect) -> Rect {
    rect((spot.x, spot.y), Size { width: spot.width, height: spot.height.saturating_sub(1) })
}

fn draw_card(look: &Look<'_>, buffer: &mut Buffer, spot: Rect, card: Card, at_cursor: bool) {
    let red = card.is_red().then_some(Role::RedCard);
    let (x, y) = (spot.x, spot.y);
    if !outline(look, buffer, spot, at_cursor) {
        look.write(buffer, (x + 1, y), &cards(&[card], look.lang), red);
        return;
    }
    match face(spot).height {
        5 => {
            let rank = if look.lang == Lang::Fr { card.rank_text() } else { card.english_rank() };
            look.write(buffer, (x + 1, y + 1), rank, red);
            look.write(buffer, (x + 3, y + 2), &card.symbol().to_string(), red);
            look.write(buffer, (x + 1, y + 3), &format!("{rank:>5}"), red);
        }
        _ => look.write(buffer, (x + 1, y + 1), &cards(&[card], look.lang), red),
    }
}

/// The back of a card with the number of cards below it; an empty place when there is none.
fn draw_stock(look: &Look<'_>, buffer: &mut Buffer, spot: Rect, cards: usize, at_cursor: bool) {
    let framed = outline(look, buffer, spot, at_cursor);
    let back = if cards == 0 { " " } else { "░" };
    let inside = back.repeat(usize::from(spot.width - 2));
    let lines = if framed { spot.y + 1..face(spot).bottom().saturating_sub(1) } else { spot.y..spot.y + 1 };
    for y in lines {
        look.write(buffer, (spot.x + 1, y), &inside, None);
    }
    look.write(buffer, below(spot), &format!("×{cards}"), Some(Role::Faint));
}

/// The frame of a card, or brackets around a card without one when the cursor is there; whether there is a frame.
fn outline(look: &Look<'_>, buffer: &mut Buffer, spot: Rect, at_cursor: bool) -> bool {
    let role = at_cursor.then_some(Role::Cursor);
    let framed = spot.height > FRAMELESS;
    if framed {
        look.border(buffer, face(spot), at_cursor, role);
    } else if at_cursor {
        look.write(buffer, (spot.x, spot.y), "[", role);
        look.write(buffer, (spot.x + 4, spot.y), "]", role);
    }
    framed
}
