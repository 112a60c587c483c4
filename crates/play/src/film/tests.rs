//! Tests of the files of films: GIF, SVG and PNG.

use super::*;
use crate::tests::film::{
    all_films, automatic_film, captions, deck, nim_game, patience_film, solution_film,
};
use pioche_engine::cards::Pack;
use pioche_report::lang::{Sentence, Text};
use std::collections::BTreeSet;

fn gif_bytes(film: &Film) -> Vec<u8> {
    gif(film, Lang::Fr, &|_, _| ()).unwrap()
}

/// Letters are outlines, and the file has no scripts or external references.
#[test]
fn film_svg_has_no_external_references() {
    for (name, film) in all_films() {
        for frame in film.frames.iter().step_by(40) {
            let file = String::from_utf8(still_svg(&film, frame, Lang::Fr).unwrap()).unwrap();
            for word in ["<script", "<text", "<image", "NaN", "inf", "https://"] {
                assert!(!file.contains(word), "{name}: {word}");
            }
        }
    }
}

#[test]
fn film_gif_is_reproducible_and_depends_on_language() {
    let film = nim_game(9).2;
    assert_eq!(gif_bytes(&film), gif_bytes(&film));
    assert_ne!(gif_bytes(&film), gif(&film, Lang::En, &|_, _| ()).unwrap());
}

/// A picture and its duration, in hundredths of a second.
type TimedPicture = (Vec<u8>, u64);

/// Returns the size of a file and its pictures.
fn decode_gif(bytes: &[u8]) -> ((u16, u16), Vec<TimedPicture>) {
    let mut options = ::gif::DecodeOptions::new();
    options.set_color_output(::gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(bytes).unwrap();
    let (width, height) = (decoder.width(), decoder.height());
    let mut screen = vec![0; 4 * usize::from(width) * usize::from(height)];
    let mut pictures = Vec::new();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        for (row, pixels) in frame
            .buffer
            .chunks_exact(4 * usize::from(frame.width))
            .enumerate()
        {
            let start =
                (usize::from(frame.top) + row) * usize::from(width) + usize::from(frame.left);
            for (place, pixel) in pixels
                .chunks_exact(4)
                .enumerate()
                .filter(|(_, pixel)| pixel[3] > 0)
            {
                screen[4 * (start + place)..4 * (start + place) + 4].copy_from_slice(pixel);
            }
        }
        pictures.push((screen.clone(), u64::from(frame.delay)));
    }
    ((width, height), pictures)
}

/// Returns the pixels of a PNG file without opacity.
fn pixels(file: &[u8]) -> Vec<u8> {
    let mut reader = png::Decoder::new(std::io::Cursor::new(file))
        .read_info()
        .unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut pixels).unwrap();
    pixels
}

/// A GIF file has the declared pictures, size and length; its first and last pictures equal the stills.
#[test]
fn gif_frames_match_declared_count_size_and_duration() {
    let small = automatic_film(&deck(Pack::new(2, 4).unwrap(), 1));
    for film in [small, solution_film("triangle:5").2, nim_game(12).2] {
        let (size, pictures) = decode_gif(&gif_bytes(&film));
        assert_eq!(
            size,
            (film.width.round() as u16, film.height.round() as u16)
        );
        assert!(
            pictures.len() > 3 * film.frames.len(),
            "there are pictures of the motions"
        );
        let stands: u64 = pictures.iter().map(|(_, stands)| stands).sum();
        assert!(stands.abs_diff(film.duration_ms() / 10) <= 1, "{stands}");
        assert!(pictures.iter().all(|(_, stands)| *stands >= 2));
        for (shown, frame) in [
            (&pictures[0].0, 0),
            (&pictures[pictures.len() - 1].0, film.frames.len() - 1),
        ] {
            let still = pixels(&still_png(&film, &film.frames[frame], Lang::Fr).unwrap());
            // The still has two pixels for each pixel of the film in both directions.
            let width = usize::from(size.0);
            let mean: f64 = shown
                .chunks_exact(4)
                .enumerate()
                .fold(0.0, |sum, (place, pixel)| {
                    let (x, y) = (2 * (place % width), 2 * (place / width));
                    let at = |x: usize, y: usize| f64::from(still[3 * (y * 2 * width + x)]);
                    let four = (at(x, y) + at(x + 1, y) + at(x, y + 1) + at(x + 1, y + 1)) / 4.0;
                    sum + (f64::from(pixel[0]) - four).abs()
                })
                / (shown.len() / 4) as f64;
            assert!(
                mean < 2.5,
                "frame {frame} is {mean} apart from its still picture"
            );
        }
    }
}

#[test]
fn patience_film_of_32_cards_is_below_2_megabytes() {
    assert!(gif_bytes(&patience_film(Pack::PIQUET, 43)).len() < 2_000_000);
}

#[test]
fn film_names_omitted_states_in_both_languages() {
    for (rounds, fr, en) in [
        (
            None,
            "… sans les étapes 40 à 12\u{202f}345 …",
            "… steps 40 to 12,345 not shown …",
        ),
        (
            Some(13..=4000),
            "… sans les plis 13 à 4000 …",
            "… rounds 13 to 4000 not shown …",
        ),
    ] {
        let mut film = solution_film("triangle:5").2;
        film.add_omission_frame(OmittedStates {
            states: 40..=12_345,
            rounds,
        });
        let said = &captions(film.frames.last().unwrap()).last().unwrap().text;
        assert_eq!(*said, Sentence::new(fr, en));
    }
}

#[test]
fn film_texts_exist_in_both_languages() {
    let mut all = BTreeSet::new();
    for (_, film) in all_films() {
        all.insert(film.title.clone());
        all.extend(
            film.frames
                .iter()
                .flat_map(captions)
                .map(|words| words.text.clone()),
        );
    }
    assert!(all.len() > 500, "only {} sentences", all.len());
    for said in &all {
        let Sentence { fr, en } = said;
        let number = fr.chars().all(|sign| sign.is_ascii_digit());
        let name = ["Alak", "La réussite des alliances"].contains(&fr.as_str());
        assert_eq!(fr == en, number || name, "{fr} / {en}");
        // The French colon has a space before it, the English one has none.
        assert!(
            fr.matches(':').count() == fr.matches(" :").count() && !en.contains(" :"),
            "{fr} / {en}"
        );
    }
}

/// Drawn on the canvas one after the other, the rectangles give the whole pictures.
#[test]
fn gif_rectangles_compose_to_full_frames() -> Result<(), DrawError> {
    let card = |x, kind| Sprite::new(1, kind, (x, 60.0)).with_hop(20.0).with_layer(2);
    let face = SpriteKind::SuitedCard {
        suit: 0,
        symbol: '♥',
        rank: Text::untranslated("10"),
    };
    let ring = Sprite::new(2, SpriteKind::CardHighlight, (200.0, 60.0)).with_layer(3);
    let words = |said: &str| {
        Caption::new(Sentence::untranslated(said), 15, 200).into_sprite(3, (10.0, 140.0))
    };
    let stone = Sprite::new(4, SpriteKind::Stone(StoneOwner::First), (120.0, 80.0));
    let still = Sprite::new(5, face.clone(), (150.0, 70.0));
    let states = [
        vec![
            card(40.0, SpriteKind::CardBack),
            words("one"),
            still.clone(),
        ],
        vec![
            card(200.0, face.clone()),
            ring.clone(),
            words("two"),
            still.clone(),
            stone.clone(),
        ],
        vec![card(190.3, face).with_scale(80), ring, words("two"), still],
    ];
    let frames = states.into_iter().map(|sprites| Frame {
        state_index: None,
        motion_ms: 300,
        hold_ms: 100,
        sprites,
    });
    let film = Film {
        title: Text::untranslated("a film").into(),
        width: 260.0,
        height: 160.0,
        state_count: 3,
        frames: frames.collect(),
        omitted: None,
        svg: None,
    };
    let pictures: Vec<FilmPicture<'_>> = film_pictures(&film).collect();
    assert_eq!(pictures.len(), 18);
    let kinds = sprite_kinds(&film);
    let tree = parse_svg_checked(&sprite_sheet_svg(&kinds, Lang::En))?;
    let renderer = Renderer::new(&film, &kinds, &tree)?;
    let mut canvas = Canvas::new(&renderer, &kinds, &pictures)?;
    for (number, picture) in pictures.iter().enumerate() {
        let (area, part) = renderer.render_changes(&pictures, number)?;
        canvas.draw_indexed(area, &part);
        let whole = renderer.render(&picture.sprites, renderer.full_area)?;
        assert!(
            canvas.pixels.as_flattened() == whole.data(),
            "picture {number}"
        );
    }
    Ok(())
}
