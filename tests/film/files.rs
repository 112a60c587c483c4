//! The files that films become: SVG, GIF and PNG.

use super::{deck, every_film, long_war, nim_game, patience, solution, words};
use crate::draw::film::{self, Animation, Film, FilmError, Reel, Settings, Wanted, still_png, still_svg, svg};
use crate::lang::{Lang, Problem, Say, Text};
use crate::tests::charts::shown;
use pioche_engine::cards::Pack;
use std::collections::BTreeSet;

const FR: Settings = Settings { lang: Lang::Fr, width: None, speed: 1.0 };
const EN: Settings = Settings { lang: Lang::En, ..FR };

fn gif(film: &Film, settings: &Settings) -> Result<Animation, FilmError> {
    film::gif(film, settings, &|_, _| ())
}

fn text(film: &Film, settings: &Settings) -> String {
    String::from_utf8(svg(film, settings).unwrap().bytes).unwrap()
}

/// The values of an attribute, in order.
fn attributes<'a>(file: &'a str, name: &str) -> Vec<&'a str> {
    let marker = format!(" {name}=\"");
    file.split(marker.as_str()).skip(1).map(|rest| rest.split('"').next().unwrap()).collect()
}

/// Well formed, all letters outlines, no script, nothing from elsewhere, every drawing there.
#[test]
fn svg_files_stand_alone() {
    for (name, film) in every_film() {
        let mut stills = vec![text(&film, &FR)];
        stills.extend(film.frames.iter().step_by(40).map(|picture| still_svg(&film, picture, &FR).unwrap()));
        for file in stills {
            assert!(shown(&file).is_empty(), "{name}: letters are outlines");
            for word in ["<script", "<text", "<image", "NaN", "inf", "http://", "https://"] {
                let allowed = usize::from(word == "http://");
                assert_eq!(file.matches(word).count(), allowed, "{name}: {word}");
            }
            let ids = attributes(&file, "id");
            for target in attributes(&file, "href") {
                assert!(ids.contains(&target.strip_prefix('#').unwrap()), "{name}: {target} is not there");
            }
        }
    }
}

/// Times begin with 0, never fall, and have a value each; those of a motion end with 1.
#[test]
fn the_times_of_an_svg_file_are_in_order() {
    for (name, film) in every_film() {
        let file = text(&film, &FR);
        let animations: Vec<&str> = file.split("<animate").skip(1).collect();
        assert!(film.frames.len() < 2 || !animations.is_empty(), "{name}");
        for animation in animations {
            let animation = animation.split("/>").next().unwrap();
            let list =
                |attribute| attributes(animation, attribute)[0].split(';').map(str::to_owned).collect::<Vec<_>>();
            let times: Vec<f64> = list("keyTimes").iter().map(|time| time.parse().unwrap()).collect();
            assert_eq!(times.len(), list("values").len(), "{name}: {animation}");
            assert_eq!(times[0], 0.0, "{name}: {animation}");
            assert!(times.windows(2).all(|pair| pair[0] <= pair[1]), "{name}: {animation}");
            let leaps = animation.contains("discrete");
            assert!(times.last() == Some(&1.0) || (leaps && times.last() < Some(&1.0)), "{name}: {animation}");
        }
    }
}

#[test]
fn the_same_film_gives_the_same_bytes_and_languages_differ() {
    let film = patience(Pack::PIQUET, 5);
    assert_eq!(svg(&film, &FR), svg(&film, &FR));
    let small = solution("triangle:5").2;
    assert_eq!(gif(&small, &FR), gif(&small, &FR));
    assert_ne!(text(&film, &FR), text(&film, &EN));
    assert!(text(&small, &EN).contains("<title>Peg solitaire</title>"));
}

/// A picture and how long it stands, in hundredths of a second.
type Shown = (Vec<u8>, u64);

/// The size of a file and its pictures.
fn decoded(bytes: &[u8]) -> ((u16, u16), Vec<Shown>) {
    let mut options = ::gif::DecodeOptions::new();
    options.set_color_output(::gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(bytes).unwrap();
    let (width, height) = (decoder.width(), decoder.height());
    let mut screen = vec![0; 4 * usize::from(width) * usize::from(height)];
    let mut pictures = Vec::new();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        for (row, pixels) in frame.buffer.chunks_exact(4 * usize::from(frame.width)).enumerate() {
            let start = (usize::from(frame.top) + row) * usize::from(width) + usize::from(frame.left);
            for (place, pixel) in pixels.chunks_exact(4).enumerate().filter(|(_, pixel)| pixel[3] > 0) {
                screen[4 * (start + place)..4 * (start + place) + 4].copy_from_slice(pixel);
            }
        }
        pictures.push((screen.clone(), u64::from(frame.delay)));
    }
    ((width, height), pictures)
}

/// The pixels of a PNG file, without opacity.
fn pixels(file: &[u8]) -> Vec<u8> {
    let mut reader = png::Decoder::new(std::io::Cursor::new(file)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut pixels).unwrap();
    pixels
}

/// The GIF file has the declared pictures, size and length, and ends with the last state as the still picture draws it.
#[test]
fn gif_files_hold_what_they_declare() {
    let narrow = super::automatic(&deck(Pack::new(2, 4).unwrap(), 1), 400, Wanted::default()).unwrap();
    for (film, width) in [(narrow, None), (solution("triangle:5").2, Some(333)), (nim_game(12).2, None)] {
        let settings = Settings { width, ..FR };
        let made = gif(&film, &settings).unwrap();
        let (size, pictures) = decoded(&made.bytes);
        assert_eq!(size.0, width.unwrap_or(film.width as u16));
        assert!(pictures.len() > 3 * film.frames.len(), "there are pictures of the motions");
        assert_eq!(pictures.iter().map(|(_, stands)| stands).sum::<u64>(), made.duration.div_ceil(10));
        assert!(pictures.iter().all(|(_, stands)| *stands >= 2));
        for (shown, picture) in [(&pictures[0].0, 0), (&pictures[pictures.len() - 1].0, film.frames.len() - 1)] {
            let still = pixels(&still_png(&film, &film.frames[picture], &settings).unwrap());
            let parts = shown.chunks_exact(4).flat_map(|pixel| &pixel[..3]).zip(&still);
            let apart: u64 = parts.map(|(&a, &b)| u64::from(a.abs_diff(b))).sum();
            let mean = apart as f64 / still.len() as f64;
            assert!(mean < 2.5, "picture {picture} is {mean} apart from its still");
        }
    }
}

/// The deal that makes the largest file of the first sixty is among these.
#[test]
fn a_patience_of_32_cards_stays_under_two_megabytes() {
    for deal in [0, 43] {
        let made = gif(&patience(Pack::PIQUET, deal), &FR).unwrap();
        assert!(made.bytes.len() < 2_000_000, "deal {deal}: {} bytes", made.bytes.len());
        assert_eq!(decoded(&made.bytes).0.0, 720);
    }
}

/// A long film keeps within bounds too, by showing motions in fewer pictures.
#[test]
#[ignore = "several seconds: a long film is encoded several times"]
fn a_long_war_stays_under_two_megabytes() {
    assert!(gif(&long_war(), &FR).unwrap().bytes.len() < 2_000_000);
}

#[test]
fn speed_and_width_are_obeyed() {
    let film = patience(Pack::PIQUET, 0);
    let (slow, fast) = (svg(&film, &FR).unwrap(), svg(&film, &Settings { speed: 4.0, ..FR }).unwrap());
    assert!(slow.duration.abs_diff(4 * fast.duration) <= 4);
    let small = solution("triangle:5").2;
    let fast = gif(&small, &Settings { speed: 20.0, ..FR }).unwrap();
    let stands: u64 = decoded(&fast.bytes).1.iter().map(|(_, stands)| stands).sum();
    assert!(stands.abs_diff(fast.duration / 10) <= 2, "{stands} hundredths for {} ms", fast.duration);
    let wide = still_png(&small, &small.frames[0], &Settings { width: Some(1000), ..FR }).unwrap();
    assert_eq!(u32::from_be_bytes(wide[16..20].try_into().unwrap()), 1000);
}

#[test]
fn what_cannot_be_drawn_is_refused() {
    let film = solution("triangle:5").2;
    let huge = Settings { width: Some(u16::MAX), ..FR };
    assert!(matches!(gif(&film, &huge), Err(FilmError::TooLarge { width: 65_535, .. })));
}

#[test]
fn what_is_left_out_is_counted_in_both_languages() {
    for (left_out, fr, en) in [
        (12_345, "… 12\u{202f}345 états non montrés …", "… 12,345 states not shown …"),
        (1, "… 1 état non montré …", "… 1 state not shown …"),
    ] {
        let states = left_out + 2;
        let mut reel = Reel::new(states, 1, Wanted::Film(2), (400.0, 300.0)).unwrap();
        reel.push(0, 0, 100, vec![]);
        reel.push(states - 1, 0, 100, vec![]);
        let film = reel.film(Text::same("a film"));
        let said: Vec<_> = words(&film.frames[1]).map(|words| &words.said).collect();
        assert_eq!((film.left_out(), said[0].fr(), said[0].en()), (left_out, fr.to_owned(), en.to_owned()));
    }
}

#[test]
fn words_are_said_in_both_languages() {
    let mut all = BTreeSet::new();
    for (_, film) in every_film() {
        all.insert(film.title.clone());
        all.extend(film.frames.iter().flat_map(words).map(|words| words.said.clone()));
    }
    assert!(all.len() > 500, "only {} sentences", all.len());
    for said in &all {
        let (fr, en) = (said.fr(), said.en());
        let number = fr.chars().all(|sign| sign.is_ascii_digit());
        let name = ["Alak", "La réussite des alliances"].contains(&fr.as_str());
        assert_eq!(fr == en, number || name, "{fr} / {en}");
        // The French colon has a space before it, the English one has none.
        assert!(fr.matches(':').count() == fr.matches(" :").count() && !en.contains(" :"), "{fr} / {en}");
    }
    for (fr, en) in [
        ("Pioche : 3", "Stock: 3"),
        ("Fin : 1 tas", "The end: 1 pile"),
        ("Gagné : 1 pion", "Won: 1 peg"),
        ("Au joueur 1 de jouer", "Player 1 to move"),
        ("Fin : plus de prise possible, partie nulle", "The end: nothing can be taken, a draw"),
        ("et 80 autres non dessinées", "and 80 more, not drawn"),
        ("Une carte cachée chacun", "One card each, face down"),
    ] {
        assert!(all.iter().any(|said| said.fr() == fr && said.en() == en), "{fr} / {en}");
    }
    let problem = Problem::NoSuchState { asked: 99, last: 57 };
    assert!([problem.fr(), problem.en()].iter().all(|said| said.contains("99") && said.contains("57")));
}

mod program {
    use assert_cmd::Command;
    use std::path::Path;
    use std::process::Output;

    fn pioche(folder: &Path, args: &str) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_pioche"));
        command.current_dir(folder).env_clear().args(args.split_whitespace());
        command.output().expect("the program runs")
    }

    #[test]
    fn a_shown_game_is_drawn() {
        let folder = tempfile::tempdir().unwrap();
        let here = folder.path();
        let plain = pioche(here, "show alliances --suits 2 --ranks 4");
        for (file, options, magic) in [
            ("film.gif", "--speed 2 --width 400", &b"GIF89a"[..]),
            ("film.svg", "", b"<svg "),
            ("still.svg", "--frame 3", b"<svg "),
            ("still.png", "--frame last --width 500", b"\x89PNG"),
        ] {
            let args = format!("show alliances --suits 2 --ranks 4 --animate {file} {options}");
            let output = pioche(here, &args);
            assert!(output.status.success(), "{args}: {output:?}");
            assert_eq!(output.stdout, plain.stdout, "the answer is the same with a film");
            assert!(String::from_utf8_lossy(&output.stderr).contains(file));
            assert!(std::fs::read(here.join(file)).unwrap().starts_with(magic), "{file}");
            let again = pioche(here, &args);
            assert_eq!(again.status.code(), Some(2), "an existing file stays");
            assert!(pioche(here, &format!("{args} --force --quiet")).stderr.is_empty());
        }
    }

    #[test]
    fn a_film_that_cannot_be_is_refused_in_one_sentence() {
        let folder = tempfile::tempdir().unwrap();
        for (args, words) in [
            ("--animate film.png", "film.png"),
            ("--animate film", ".gif"),
            ("--animate film.gif --frame 3", ".png"),
            ("--animate film.png --frame 9999", "9999"),
            ("--animate film.png --frame -1", "-1"),
            ("--animate film.gif --speed 0", "--speed"),
            ("--animate film.gif --speed NaN", "NaN"),
            ("--animate film.gif --width 10", "--width"),
            ("--animate no/film.gif", "no/film.gif"),
            ("--frame 3", "--animate"),
            ("--animate film.png --frame 3 --speed 2", "--speed"),
        ] {
            for lang in ["en", "fr"] {
                let output = pioche(folder.path(), &format!("--lang {lang} show alliances {args}"));
                let said = String::from_utf8(output.stderr).unwrap();
                assert_eq!(output.status.code(), Some(2), "{args}: {said}");
                assert!(output.stdout.is_empty(), "{args}");
                assert_eq!(said.lines().count(), 1, "{args}: {said}");
                assert!(said.contains(words), "{args}: {said}");
            }
        }
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is left behind");
    }
}
