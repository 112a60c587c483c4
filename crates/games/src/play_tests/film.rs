//! Tests of films: the sprites of each state and each motion, the drawings, and the bytes of the files. This command writes the
//! golden files in `tests/data/films`:
//!
//! ```text
//! PIOCHE_GOLDEN=write cargo test -p pioche-play film
//! ```

use crate::film::{
    Film, FilmRequest, Frame, PlacedSprite, SpriteKind, film_pictures, frame_tree, gif,
    sprite_sheet_svg, still_png, still_svg,
};
use crate::storyboards::filmed_topic;
use pioche_report::draw::text_nodes;
use pioche_report::lang::{Lang, in_language, integer};
use pioche_testing::assert_golden;
use pioche_topics::find_topic;
use pioche_topics::verb::{InputFile, ParsedArgs};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// Draws the game that `show` writes: its topic, then `deal=…` and settings, then a file after a colon.
fn film_of(command: &str, request: FilmRequest) -> Film {
    let (command, file) = match command.split_once(" : ") {
        Some((command, file)) => (command, Some(file.as_bytes().to_vec())),
        None => (command, None),
    };
    let mut words = command.split(' ');
    let topic = find_topic(words.next().unwrap()).expect(command);
    let options = topic.show.as_ref().expect(command).options;
    let mut values: BTreeMap<&str, &str> = BTreeMap::new();
    for option in options.iter().filter(|option| !option.is_flag()) {
        values.extend(option.setting.default.map(|value| (option.key(), value)));
    }
    values.extend(words.filter_map(|word| word.split_once('=')));
    let deal = values.remove("deal").unwrap_or("0").parse().expect(command);
    let mut settings = Vec::new();
    for (key, value) in values {
        let option = options.iter().find(|option| option.key() == key);
        settings.extend(option.expect(key).parse_values(value).expect(value));
    }
    let args = ParsedArgs {
        seed: 1,
        deal,
        file: file.map(|bytes| InputFile::new("file".into(), move |_| Ok(bytes.clone()))),
        ..ParsedArgs::new(settings)
    };
    let show = filmed_topic(topic).expect(command).show;
    show(&args, request).expect(command).1.expect(command)
}

fn film_in(lang: Lang, command: &str) -> Film {
    let max_seconds = FilmRequest::DEFAULT_MAX_SECONDS;
    in_language(lang, || film_of(command, FilmRequest::Film { max_seconds }))
}

fn film(command: &str) -> Film {
    film_in(Lang::Fr, command)
}

/// Small games with captures, a repetition, a jump, battles, a loop, matches that are not drawn, and each kind of end.
const SMALL_GAMES: [(&str, &str); 12] = [
    ("patience", "alliances suits=2 ranks=4 deal=1"),
    (
        "laid-piles",
        "alliances row=9-T,V-K,10-C,A-P,V-T,D-T,D-P stock=7-T",
    ),
    ("solitaire", "solitaire board=triangle:4"),
    ("solitaire-open", "solitaire : (3, 12) (0, 3)"),
    ("alak-line", "alak cells=5 deal=1"),
    (
        "alak-ring",
        "alak cells=6 edge=ring own_group=captured deal=0",
    ),
    ("alak-repeated", "alak cells=1 own_group=captured : 1 1 1 1"),
    ("nim", "nim matches=9"),
    ("nim-many-matches", "nim matches=122 takes=2,60"),
    ("bataille", "bataille values=2 order=alternating deal=28"),
    ("bataille-endless", "bataille values=2 deal=4"),
    ("shuffle", "shuffle cards=30 riffles=1"),
];

/// Other sizes, packs and lengths.
const OTHER_GAMES: [&str; 16] = [
    "alliances",
    "alliances cards=52",
    "alliances suits=8 ranks=3",
    "alliances suits=2 ranks=20",
    "alliances row=7-K",
    "alliances row=7-K,D-P,8-C",
    "solitaire",
    "solitaire board=english",
    "alak",
    "alak cells=30 own_group=captured deal=2 max_plies=40",
    "alak cells=1 edge=ring",
    "nim matches=1",
    "bataille deal=1",
    "bataille values=2 deal=14 face_down=3",
    "shuffle cards=256 riffles=12",
    "shuffle cards=1 riffles=1",
];

fn all_films() -> impl Iterator<Item = (&'static str, Film)> {
    let small_games = SMALL_GAMES.iter().map(|(_, command)| *command);
    let commands = small_games.chain(OTHER_GAMES);
    commands.map(|command| (command, film(command)))
}

/// Returns the kinds of some sprites, each with its sprites from the lowest layer to the highest, their positions, their
/// widths and opacities if these change, and `^` for a hop.
fn sprite_lists<'a>(
    sprites: impl IntoIterator<Item = PlacedSprite<'a>>,
) -> BTreeMap<String, String> {
    let mut lists: BTreeMap<String, String> = BTreeMap::new();
    for sprite in sprites {
        let (kind, label) = match sprite.kind {
            SpriteKind::SuitedCard { symbol, rank, .. } => {
                ("Card".into(), format!("{rank}{symbol}"))
            }
            SpriteKind::ValueCard { value, .. } => ("Card".into(), value.to_string()),
            SpriteKind::Caption(caption) => ("Caption".into(), format!("“{}”", caption.text)),
            kind => (format!("{kind:?}"), String::new()),
        };
        let list = lists.entry(kind).or_default();
        let _ = write!(list, " {label}@{:.0},{:.0}", sprite.x, sprite.y);
        if sprite.opacity < 1.0 || sprite.scale[0] != sprite.scale[1] {
            let _ = write!(list, "({:.2},{:.2})", sprite.scale[0], sprite.opacity);
        }
    }
    lists
}

/// Returns the pictures of a film as text: each state at rest with the kinds of sprites that changed, and the sprites on
/// their way in the middle of the motion to it.
fn golden_text(film: &Film) -> String {
    let mut text = format!("{}\n", film.title);
    let mut pictures = film_pictures(film);
    let mut last_lists = BTreeMap::new();
    for frame in &film.frames {
        let state = frame
            .state_index
            .map_or("-".into(), |state| state.to_string());
        let _ = writeln!(text, "{state}: {}+{} ms", frame.motion_ms, frame.hold_ms);
        let motion_pictures = motion_picture_count(frame);
        let mut motion: Vec<_> = pictures.by_ref().take(motion_pictures).collect();
        let rest = pictures.next().expect("a picture of the state");
        if motion_pictures > 0 {
            let middle = motion.swap_remove(motion_pictures / 2).sprites;
            let moving = middle
                .into_iter()
                .filter(|sprite| !rest.sprites.contains(sprite));
            let is_caption =
                |sprite: &PlacedSprite<'_>| matches!(sprite.kind, SpriteKind::Caption(_));
            for (kind, list) in sprite_lists(moving.filter(|sprite| !is_caption(sprite))) {
                let _ = writeln!(text, "  moving {kind}:{list}");
            }
        }
        let lists = sprite_lists(rest.sprites);
        for (kind, list) in &lists {
            if last_lists.get(kind) != Some(list) {
                let _ = writeln!(text, "  {kind}:{list}");
            }
        }
        for kind in last_lists.keys().filter(|kind| !lists.contains_key(*kind)) {
            let _ = writeln!(text, "  {kind}: none");
        }
        last_lists = lists;
    }
    text
}

/// Returns the number of pictures of the motion to a frame, of about 60 ms each.
fn motion_picture_count(frame: &Frame) -> usize {
    (f64::from(frame.motion_ms) / 60.0).round() as usize
}

#[test]
fn frames_match_golden_files() {
    for (name, command) in SMALL_GAMES {
        let mut film = film(command);
        film.frames.truncate(24);
        assert_golden(&format!("films/{name}.txt"), &golden_text(&film));
    }
}

/// The drawings of all kinds of sprites but captions, as an SVG file that browsers show one above the other.
#[test]
fn drawings_match_golden_file() {
    let films: Vec<Film> = SMALL_GAMES
        .map(|(_, command)| film_in(Lang::En, command))
        .into();
    let sprites = films
        .iter()
        .flat_map(|film| &film.frames)
        .flat_map(|frame| &frame.sprites);
    let kinds: BTreeSet<&SpriteKind> = sprites.map(|sprite| &sprite.kind).collect();
    let is_caption = |kind: &SpriteKind| matches!(kind, SpriteKind::Caption(_));
    let kinds: Vec<&SpriteKind> = kinds.into_iter().filter(|kind| !is_caption(kind)).collect();
    let svg = sprite_sheet_svg(&kinds);
    assert_golden("films/drawings.svg", &svg.replace("<g id", "\n<g id"));
}

/// Each state has a picture or is said to be left out, each sprite is inside the picture, and letters are readable.
#[test]
fn films_show_each_state_inside_their_pictures() {
    let mut faults = Vec::new();
    for (name, film) in all_films() {
        let states: Vec<u64> = film
            .frames
            .iter()
            .filter_map(|frame| frame.state_index)
            .collect();
        let omitted = film.omitted.as_ref().map(|omitted| omitted.states.clone());
        let expected = (0..film.state_count).filter(|state| {
            !omitted
                .as_ref()
                .is_some_and(|omitted| omitted.contains(state))
        });
        assert!(states.into_iter().eq(expected), "{name}");
        assert!(film.duration_ms() <= 60_000, "{name}");
        for frame in &film.frames {
            let ids: BTreeSet<_> = frame.sprites.iter().map(|sprite| sprite.id).collect();
            assert_eq!(ids.len(), frame.sprites.len(), "{name}: an identity twice");
        }
        let english_film = film_in(Lang::En, name);
        let texts = captions(&film).zip(captions(&english_film));
        faults.extend(texts.filter_map(|(fr, en)| language_fault(fr, en)));
        // A long film has many similar frames.
        let step = film.frames.len().div_ceil(20);
        for frame in film.frames.iter().step_by(step).chain(film.frames.last()) {
            let faults_of_frame = text_faults(&film, frame);
            faults.extend(faults_of_frame.map(|fault| format!("{name}: {fault}")));
        }
        for frame in english_film.frames.iter().step_by(step) {
            let faults_of_frame = text_faults(&english_film, frame);
            faults.extend(faults_of_frame.map(|fault| format!("{name}: {fault}")));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

fn captions(film: &Film) -> impl Iterator<Item = &str> {
    let sprites = film.frames.iter().flat_map(|frame| &frame.sprites);
    sprites.filter_map(|sprite| match &sprite.kind {
        SpriteKind::Caption(caption) => Some(caption.text.as_str()),
        _ => None,
    })
}

/// Returns a caption that is the same in both languages, or has a colon of the other one.
fn language_fault(fr: &str, en: &str) -> Option<String> {
    let is_number = fr.chars().all(|sign| sign.is_ascii_digit());
    let colons = fr.matches(':').count();
    let is_right =
        (fr == en) == is_number && colons == fr.matches(" :").count() && !en.contains(" :");
    (!is_right).then(|| format!("{fr} / {en}"))
}

/// Returns the texts of a picture that leave it, or whose letters are smaller than 11 points.
fn text_faults(film: &Film, frame: &Frame) -> impl Iterator<Item = String> {
    let tree = frame_tree(film, frame).expect("the font has all characters");
    let [width, height] = [film.width, film.height].map(|points| points as f32);
    let mut faults = Vec::new();
    for node in text_nodes(&tree) {
        let area = node.abs_bounding_box();
        let is_inside = area.left() >= 0.0
            && area.top() >= 0.0
            && area.right() <= width
            && area.bottom() <= height;
        let scale = node.abs_transform().get_scale().1;
        let spans = node.chunks().iter().flat_map(|chunk| chunk.spans());
        let size = spans
            .map(|span| scale * span.font_size().get())
            .fold(99.0, f32::min);
        if !is_inside || size < 10.99 {
            let texts: String = node.chunks().iter().map(|chunk| chunk.text()).collect();
            faults.push(format!("{texts}: {area:?}, {size}"));
        }
    }
    faults.into_iter()
}

#[test]
fn film_of_a_long_game_says_which_states_it_leaves_out() {
    let film = film("bataille deal=1");
    assert!((55_000..=60_000).contains(&film.duration_ms()));
    let omitted = film.omitted.as_ref().expect("a long film");
    let mut gaps = film
        .frames
        .iter()
        .filter(|frame| frame.state_index.is_none());
    let gap = gaps.next().expect("a caption");
    let captions = gap.sprites.iter().filter_map(|sprite| match &sprite.kind {
        SpriteKind::Caption(caption) => Some(caption.text.clone()),
        _ => None,
    });
    let rounds = omitted.rounds.clone().expect("a game of rounds");
    let (first, last) = (rounds.start(), integer(*rounds.end()));
    assert_eq!(omitted.text(), format!("rounds {first} to {last}"));
    let french = in_language(Lang::Fr, || omitted.text());
    let caption = format!("… sans les {french} …");
    assert!(captions.into_iter().any(|text| text == caption));
    assert!(gaps.next().is_none());
}

#[test]
fn single_picture_is_a_frame_of_the_film() {
    let command = "alliances deal=3";
    let film = film(command);
    for (step, frame) in [(Some(0), 0), (Some(17), 17), (None, film.frames.len() - 1)] {
        let request = FilmRequest::Step(step);
        let picture = in_language(Lang::Fr, || film_of(command, request));
        assert_eq!(picture.frames.len(), 1);
        assert_eq!(picture.frames[0].sprites, film.frames[frame].sprites);
        assert_eq!((picture.width, picture.height), (film.width, film.height));
    }
}

/// A picture and its duration, in hundredths of a second.
type TimedPicture = (Vec<u8>, u64);

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
        pictures.push((screen.clone(), u64::from(frame.delay)));
    }
    ((width, height), pictures)
}

/// Returns the red of each point of a PNG file, which has two pixels for each point in both directions.
fn red_of_png(file: &[u8], width: usize) -> Vec<f64> {
    let mut reader = ::png::Decoder::new(std::io::Cursor::new(file))
        .read_info()
        .expect("a PNG file");
    let mut pixels = vec![0; reader.output_buffer_size().expect("a small picture")];
    reader.next_frame(&mut pixels).expect("the pixels");
    let red = |x: usize, y: usize| f64::from(pixels[3 * (y * 2 * width + x)]);
    let point = |place: usize| {
        let (x, y) = (2 * (place % width), 2 * (place / width));
        (red(x, y) + red(x + 1, y) + red(x, y + 1) + red(x + 1, y + 1)) / 4.0
    };
    (0..pixels.len() / 12).map(point).collect()
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
        let film = film(command);
        let file = gif(&film, &|_, _| ()).expect("a GIF file");
        assert_eq!(file, gif(&film, &|_, _| ()).expect("a GIF file"));
        let (size, pictures) = decode_gif(&file);
        assert_eq!(
            size,
            (film.width.round() as u16, film.height.round() as u16)
        );
        let hundredths: u64 = pictures.iter().map(|(_, hundredths)| hundredths).sum();
        assert!(
            hundredths.abs_diff(film.duration_ms() / 10) <= 1,
            "{hundredths}"
        );
        assert!(pictures.iter().all(|(_, hundredths)| *hundredths >= 2));
        let mut pictures = pictures.into_iter();
        for (number, frame) in film.frames.iter().enumerate() {
            let (picture, _) = pictures
                .nth(motion_picture_count(frame))
                .expect("a picture");
            let still = still_png(&film, frame).expect("a PNG file");
            let still = red_of_png(&still, size.0.into());
            let reds = picture.iter().step_by(4).map(|&red| f64::from(red));
            let differences = still
                .iter()
                .zip(reds)
                .map(|(still, red)| (still - red).abs());
            let blocks: Vec<f64> = differences.collect();
            let mean = blocks.iter().sum::<f64>() / blocks.len() as f64;
            assert!(
                mean < 2.5,
                "{command}: frame {number} is {mean} from its still picture"
            );
        }
        assert!(pictures.next().is_none(), "{command}");
    }
}

/// Letters are outlines, and the file has no scripts or external references; each language has its own picture.
#[test]
fn svg_is_self_contained() {
    for (name, _) in all_films() {
        let [fr, en] = [Lang::Fr, Lang::En].map(|lang| {
            let film = film_in(lang, name);
            let frame = film.frames.last().expect("a frame");
            String::from_utf8(still_svg(&film, frame).expect(name)).expect(name)
        });
        assert_ne!(fr, en, "{name}");
        for word in ["<script", "<text", "<image", "NaN", "inf", "https://"] {
            assert!(!fr.contains(word), "{name}: {word}");
        }
    }
}
