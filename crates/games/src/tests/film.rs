//! Tests of films: the shapes of each state and each motion, the drawings, and the bytes of the files. This command writes the
//! golden files in `tests/data/films`:
//!
//! ```text
//! PIOCHE_GOLDEN=write cargo test -p pioche-games film
//! ```

use crate::film::{Film, Picture, Shape, frames};
use crate::find_topic;
use crate::verb::{InputFile, ParsedArgs};
use pioche_report::draw::{text_content, text_nodes};
use pioche_report::lang::{Lang, in_language};
use pioche_testing::assert_golden;
use resvg::tiny_skia::{Pixmap, Transform};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// Draws the game that `show` writes: its topic, then `deal=…` and settings, then a file after a colon.
fn film_in(lang: Lang, command: &str) -> Film {
    let (command, file) = match command.split_once(" : ") {
        Some((command, file)) => (command, Some(file.as_bytes().to_vec())),
        None => (command, None),
    };
    let mut words = command.split(' ');
    let topic = find_topic(words.next().unwrap()).expect(command);
    let show = topic.show.as_ref().expect(command);
    let mut values: BTreeMap<&str, &str> = BTreeMap::new();
    for option in show.options().filter(|option| !option.is_flag()) {
        values.extend(option.setting.default.map(|value| (option.key(), value)));
    }
    values.extend(words.filter_map(|word| word.split_once('=')));
    let deal = values.remove("deal").unwrap_or("0").parse().expect(command);
    let mut settings = Vec::new();
    for (key, value) in values {
        let option = show.options().find(|option| option.key() == key);
        settings.extend(option.expect(key).parse_list(value).expect(value));
    }
    let args = ParsedArgs {
        seed: 1,
        deal,
        file: file.map(|bytes| InputFile::new("file".into(), move |_| Ok(bytes.clone()))),
        ..ParsedArgs::new(settings)
    };
    let answer = in_language(lang, || (show.run)(&args).expect(command));
    answer.film.expect(command)
}

/// Games as [`film_in`] reads them, some of them after the name of a golden file.
const GAMES: &str = include_str!("../../../../tests/data/films/games.txt");

/// Returns the games with the names of their golden files; an empty name for no file.
fn games() -> impl Iterator<Item = (&'static str, &'static str)> {
    let lines = GAMES
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| match line.split_once(": ") {
        Some((name, command)) if !name.contains(' ') => (name, command),
        _ => ("", line),
    })
}

/// Returns the shapes by their classes, from the lowest layer to the highest: their words, their positions, and the
/// attributes of shapes that change.
fn shape_lists<'a>(shapes: impl IntoIterator<Item = &'a Shape>) -> BTreeMap<&'static str, String> {
    let mut lists: BTreeMap<&str, String> = BTreeMap::new();
    for shape in shapes {
        let mut words: Vec<&str> = Vec::new();
        for text in shape.drawing.split("<text ").skip(1) {
            let word = text.split(['>', '<']).nth(1).unwrap_or_default();
            if !words.contains(&word) {
                words.push(word);
            }
        }
        let list = lists.entry(shape.id.0).or_default();
        let (x, y) = shape.position;
        let _ = write!(list, " {}@{x:.0},{y:.0}", words.join(" "));
        let attribute = shape.drawing.strip_prefix("<g ").unwrap_or_default();
        if attribute.starts_with("opacity") || attribute.contains(" 1)") {
            let _ = write!(
                list,
                "({})",
                attribute.split('>').next().unwrap_or_default()
            );
        }
    }
    lists
}

/// Returns the pictures of a film as text: each state at rest with the classes of shapes that changed, and the shapes on their
/// way in the middle of the motion to it.
fn golden_text(film: &Film, pictures: &[Picture]) -> String {
    let mut text = format!("{}\n", film.title);
    let mut frames = frames(pictures).into_iter();
    let mut last_lists = BTreeMap::new();
    for (state, picture) in pictures.iter().enumerate() {
        let _ = writeln!(
            text,
            "{state}: {}+{} ms",
            picture.motion_ms, picture.hold_ms
        );
        let motion: Vec<_> = frames.by_ref().take(motion_frames(picture)).collect();
        let rest = frames.next().expect("a picture of the state").shapes;
        if let Some(middle) = motion.get(motion.len() / 2) {
            let moving = middle.shapes.iter().filter(|shape| !rest.contains(shape));
            let moving = moving.filter(|shape| shape.layer < u32::MAX);
            for (class, list) in shape_lists(moving) {
                let _ = writeln!(text, "  moving {class}:{list}");
            }
        }
        let lists = shape_lists(&rest);
        for (class, list) in &lists {
            if last_lists.get(class) != Some(list) {
                let _ = writeln!(text, "  {class}:{list}");
            }
        }
        for class in last_lists
            .keys()
            .filter(|class| !lists.contains_key(*class))
        {
            let _ = writeln!(text, "  {class}: none");
        }
        last_lists = lists;
    }
    text
}

fn duration_ms(pictures: &[Picture]) -> u32 {
    pictures.iter().map(Picture::duration_ms).sum()
}

/// Returns the number of frames of the motion to a picture, of 60 ms each.
fn motion_frames(picture: &Picture) -> usize {
    picture.motion_ms as usize / 60
}

#[test]
fn pictures_match_golden_files() {
    for (name, command) in games().filter(|(name, _)| !name.is_empty()) {
        let text = in_language(Lang::Fr, || {
            let film = film_in(Lang::Fr, command);
            let (mut pictures, _) = film.pictures();
            pictures.truncate(24);
            golden_text(&film, &pictures)
        });
        assert_golden(&format!("films/{name}.txt"), &text);
    }
}

/// Each state has a picture or is said to be left out, each shape is inside the picture, and letters are readable.
#[test]
fn films_show_each_state_inside_their_pictures() {
    let mut faults = Vec::new();
    for (_, command) in games() {
        for lang in [Lang::Fr, Lang::En] {
            in_language(lang, || check_film(command, &mut faults));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

fn check_film(command: &str, faults: &mut Vec<String>) {
    let film = film_in(Lang::current(), command);
    let (pictures, omitted_states) = film.pictures();
    if omitted_states.is_none() {
        assert_eq!(pictures.len(), film.state_count, "{command}");
    }
    assert!(duration_ms(&pictures) <= 60_000, "{command}");
    for picture in &pictures {
        let ids: BTreeSet<_> = picture.shapes.iter().map(|shape| shape.id).collect();
        assert_eq!(
            ids.len(),
            picture.shapes.len(),
            "{command}: an identity twice"
        );
    }
    // A long film has many similar pictures.
    let step = pictures.len().div_ceil(20);
    for picture in pictures.iter().step_by(step).chain(pictures.last()) {
        let tree = film.tree(picture).expect("the font has all characters");
        let (width, height) = film.size;
        for node in text_nodes(&tree) {
            let area = node.abs_bounding_box();
            let is_inside = area.left() >= 0.0
                && area.top() >= 0.0
                && area.right() <= width as f32
                && area.bottom() <= height as f32;
            let scale = node.abs_transform().get_scale().1;
            let spans = node.chunks().iter().flat_map(|chunk| chunk.spans());
            let sizes = spans.map(|span| scale * span.font_size().get());
            if !is_inside || sizes.fold(99.0, f32::min) < 10.99 {
                faults.push(format!("{command}: {}: {area:?}", text_content(node)));
            }
        }
    }
}

#[test]
fn film_of_a_long_game_says_which_states_it_leaves_out() {
    let film = film_in(Lang::En, "bataille deal=1");
    let (pictures, omitted_states) = film.pictures();
    let duration = duration_ms(&pictures);
    assert!((55_000..=60_000).contains(&duration), "{duration}");
    let omitted_states = omitted_states.expect("a long film");
    assert!(omitted_states.starts_with("steps "), "{omitted_states}");
    let caption = format!("… {omitted_states} not shown …");
    let has_caption = |picture: &&Picture| {
        let mut drawings = picture.shapes.iter().map(|shape| &shape.drawing);
        drawings.any(|drawing| drawing.contains(&caption))
    };
    assert_eq!(pictures.iter().filter(has_caption).count(), 1);
}

/// A picture and its duration, in hundredths of a second.
type TimedPicture = (Vec<u8>, u32);

/// Returns the size of a GIF file and its pictures.
fn decode_gif(bytes: &[u8]) -> ((u16, u16), Vec<TimedPicture>) {
    let mut options = ::gif::DecodeOptions::new();
    options.set_color_output(::gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(bytes).expect("a GIF file");
    let (width, height) = (decoder.width(), decoder.height());
    let mut screen = vec![0; 4 * usize::from(width) * usize::from(height)];
    let mut pictures = Vec::new();
    while let Some(frame) = decoder.read_next_frame().expect("a picture") {
        let rows = frame.buffer.chunks_exact(4 * usize::from(frame.width));
        for (row, pixels) in (usize::from(frame.top)..).zip(rows) {
            let start = row * usize::from(width) + usize::from(frame.left);
            for (place, pixel) in (start..).zip(pixels.chunks_exact(4)) {
                if pixel[3] > 0 {
                    screen[4 * place..4 * place + 4].copy_from_slice(pixel);
                }
            }
        }
        pictures.push((screen.clone(), u32::from(frame.delay)));
    }
    ((width, height), pictures)
}

/// A GIF file has the pictures, size and duration of its film, and each state looks like its still picture: nothing of a
/// motion is left behind.
#[test]
fn gif_shows_the_states_of_the_film() {
    for command in [
        "alliances suits=2 ranks=4 deal=1",
        "nim matches=12",
        "alak cells=5 deal=1",
    ] {
        let film = film_in(Lang::En, command);
        let animation = film.animation(&|_, _| ()).expect("a GIF file");
        assert_eq!(
            animation.gif,
            film.animation(&|_, _| ()).expect("a GIF file").gif
        );
        let (size, frames) = decode_gif(&animation.gif);
        let (width, height) = film.size;
        assert_eq!(size, (width.round() as u16, height.round() as u16));
        let hundredths: u32 = frames.iter().map(|(_, hundredths)| hundredths).sum();
        assert_eq!(hundredths, animation.duration_ms / 10, "{command}");
        let mut frames = frames.into_iter();
        for (state, picture) in film.pictures().0.iter().enumerate() {
            let (pixels, _) = frames.nth(motion_frames(picture)).expect("a picture");
            let mut still = Pixmap::new(size.0.into(), size.1.into()).expect("a small picture");
            let tree = film.tree(picture).expect("the font has all characters");
            resvg::render(&tree, Transform::identity(), &mut still.as_mut());
            let pairs = still.data().iter().zip(&pixels);
            let difference: u64 = pairs
                .map(|(one, other)| u64::from(one.abs_diff(*other)))
                .sum();
            let mean = difference as f64 / pixels.len() as f64;
            assert!(
                mean < 2.5,
                "{command}: state {state} is {mean} from its still picture"
            );
        }
        assert!(frames.next().is_none(), "{command}");
    }
}

/// Letters are outlines, and the file has no scripts or external references; each language has its own picture.
#[test]
fn svg_is_self_contained() {
    for (_, command) in games() {
        let [fr, en] = [Lang::Fr, Lang::En].map(|lang| {
            let film = film_in(lang, command);
            let svg = in_language(lang, || film.svg(film.state_count - 1));
            String::from_utf8(svg.expect(command)).expect(command)
        });
        assert_ne!(fr, en, "{command}");
        for word in ["<script", "<text", "<image", "NaN", "inf", "https://"] {
            assert!(!fr.contains(word), "{command}: {word}");
        }
    }
}
