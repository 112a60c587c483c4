//! Tests of pictures: one of each kind equals its golden text, texts do not collide, and what cannot be drawn is refused.
//!
//! The golden texts are rewritten by
//!
//! ```text
//! PIOCHE_GOLDEN=write cargo test -p pioche-report picture
//! ```

use super::*;
use crate::lang::{Lang, in_language};
use pioche_testing::assert_golden;
use pioche_testing::picture::{golden_text, layout_faults, texts};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// Returns the layout of a picture for its text.
fn layout(drawn: &DrawnPicture) -> pioche_testing::picture::Picture<'_> {
    pioche_testing::picture::Picture {
        tree: &drawn.tree,
        width_mm: f64::from(drawn.width_mm),
    }
}

fn draw_picture(picture: &Picture) -> DrawnPicture {
    picture
        .draw()
        .unwrap_or_else(|error| panic!("{}: {error}", picture.title))
}

fn row(name: &str, value: Option<f64>, interval: Option<(f64, f64)>, cells: &[&str]) -> ListRow {
    ListRow {
        name: name.to_owned(),
        value,
        interval,
        cells: cells.iter().map(|cell| (*cell).to_owned()).collect(),
        ..ListRow::default()
    }
}

fn grouped(group: &str, row: ListRow) -> ListRow {
    let group = group.to_owned();
    ListRow { group, ..row }
}

fn list() -> Picture {
    let list = List {
        axis_label: "Endless games".to_owned(),
        format: NumberFormat::Percent,
        columns: ["endless", "difference\n(points)", "player 1\nwins"]
            .map(str::to_owned)
            .to_vec(),
        rows: vec![
            ListRow {
                is_usual: true,
                ..row(
                    "as laid, 1 face down",
                    Some(0.421),
                    Some((0.42, 0.422)),
                    &["42.1%", "–", "30.7%"],
                )
            },
            grouped(
                "cards face down in a battle",
                row("0", None, Some((0.37, 1.0)), &["37–100%", "–", "–"]),
            ),
            grouped(
                "cards face down in a battle",
                row(
                    "2",
                    Some(0.272),
                    Some((0.27, 0.274)),
                    &["27.2%", "−14.9", "31.6%"],
                ),
            ),
            grouped(
                "cards face down in a battle",
                row(
                    "3",
                    Some(0.111),
                    Some((0.09, 0.13)),
                    &["11.1%", "−31.1", "45.3%"],
                ),
            ),
            grouped(
                "order of the cards picked up",
                row(
                    "winner's cards first",
                    Some(0.0),
                    None,
                    &["0%", "−42.1", "50.0%"],
                ),
            ),
            grouped(
                "order of the cards picked up",
                row(
                    "loser's cards first",
                    Some(0.0),
                    None,
                    &["0%", "−42.1", "50.0%"],
                ),
            ),
        ],
    };
    let mut picture = Picture::new(
        "42% of games never end by the usual rule; any other way of picking up the cards ends them all",
        list,
    );
    picture.subtitle = "La bataille, 13 values, player 1 always lays first, uniform shuffle, 10⁷ \
         games each (0 face down: 20,000); lines: 95% intervals"
        .to_owned();
    picture.note = "0 face down: 63% of games were undecided after 1,000,000 rounds.".to_owned();
    picture
}

fn points(values: &[(f64, f64, &str)]) -> Vec<Point> {
    let point = |(x, y, text): &(f64, f64, &str)| Point {
        x: *x,
        y: *y,
        text: (*text).to_owned(),
        ..Point::default()
    };
    values.iter().map(point).collect()
}

fn line_plot() -> Picture {
    let first = points(&[
        (2.0, 0.2, "20%"),
        (3.0, 0.07, "7%"),
        (4.0, 0.17, "17%"),
        (5.0, 0.11, "11%"),
        (6.0, 0.27, "27%"),
        (7.0, 0.18, "18%"),
        (8.0, 0.35, "35%"),
        (9.0, 0.36, "36%"),
        (10.0, 0.47, "47%"),
        (11.0, 0.35, "35%"),
        (12.0, 0.6, "60%"),
        (13.0, 0.42, "42%"),
    ]);
    let second: Vec<Point> = (2..=13)
        .map(|x| Point {
            x: f64::from(x),
            y: 0.0005,
            text: if x == 3 {
                "0.07%".into()
            } else {
                String::new()
            },
            ..Point::default()
        })
        .collect();
    let plot = Plot {
        x_label: "number of values".to_owned(),
        y_label: "Endless games".to_owned(),
        y_format: NumberFormat::Percent,
        lines: vec![
            Line {
                name: "player 1 always lays first".to_owned(),
                is_usual: true,
                points: first,
                is_curve: false,
            },
            Line {
                name: "players lay first in turn".to_owned(),
                points: second,
                ..Line::default()
            },
        ],
        level: None,
        reference: None,
    };
    let mut picture = Picture::new(
        "If player 1 always lays first, 42% of games with 13 values never end; if players lay in turn, hardly any",
        plot,
    );
    picture.subtitle =
        "La bataille, 4 cards of each value, uniform shuffle, 10⁷ games each".to_owned();
    picture
}

fn riffle_plot() -> Picture {
    let big = points(&[
        (1.0, 1.0, ""),
        (2.0, 1.0, ""),
        (3.0, 1.0, ""),
        (4.0, 0.9995, ""),
        (5.0, 0.924, "0.92"),
        (6.0, 0.614, "0.61"),
        (7.0, 0.334, "0.33"),
        (8.0, 0.167, "0.17"),
        (9.0, 0.085, "0.09"),
        (10.0, 0.043, "0.04"),
        (11.0, 0.021, ""),
        (12.0, 0.01, "0.01"),
    ]);
    let small = points(&[
        (1.0, 1.0, ""),
        (2.0, 1.0, ""),
        (3.0, 0.99, ""),
        (4.0, 0.93, "0.93"),
        (5.0, 0.6, "0.60"),
        (6.0, 0.32, "0.32"),
        (7.0, 0.16, "0.16"),
        (8.0, 0.08, "0.08"),
        (9.0, 0.04, ""),
        (10.0, 0.02, ""),
        (11.0, 0.01, ""),
        (12.0, 0.005, ""),
    ]);
    let plot = Plot {
        x_label: "number of riffles".to_owned(),
        y_label: "Distance (1 = not shuffled, 0 = uniform)".to_owned(),
        y_format: NumberFormat::Decimal,
        lines: vec![
            Line {
                name: "52 cards".to_owned(),
                is_usual: true,
                points: big,
                is_curve: false,
            },
            Line {
                name: "32 cards".to_owned(),
                points: small,
                ..Line::default()
            },
        ],
        level: None,
        reference: Some((7.0, "the handout: 7 are enough".to_owned())),
    };
    let mut picture = Picture::new(
        "After 7 riffles 52 cards are still at distance 0.33 from a uniform shuffle; 9 bring them under 0.1",
        plot,
    );
    picture.subtitle =
        "The riffle shuffle, exact values of the total variation distance".to_owned();
    picture
}

fn curve(name: &str, count: usize, middle: f64, width: f64, is_usual: bool) -> Line {
    let mut points: Vec<Point> = (2..=count)
        .map(|x| Point {
            x: x as f64,
            y: 1.0 / (1.0 + (-(x as f64 - middle) / width).exp()),
            ..Point::default()
        })
        .collect();
    if let Some(point) = points.iter_mut().find(|point| point.y >= 0.5) {
        point.text = format!("{}", point.x);
    }
    Line {
        name: name.to_owned(),
        is_usual,
        is_curve: true,
        points,
    }
}

fn curve_plot() -> Picture {
    let plot = Plot {
        x_label: "n, piles allowed (nb_tas_max)".to_owned(),
        y_label: "Deals that end with at most n piles".to_owned(),
        y_format: NumberFormat::Percent,
        lines: vec![
            curve("32 cards", 32, 10.5, 2.9, true),
            curve("36 cards", 36, 12.5, 3.0, false),
            curve("52 cards", 52, 20.5, 5.0, false),
        ],
        level: Some(0.5),
        reference: None,
    };
    let mut picture = Picture::new(
        "The median deal leaves 11 piles with 32 cards, 13 with 36 and 21 with 52",
        plot,
    );
    picture.subtitle = "La réussite des alliances, 10¹⁰ deals each".to_owned();
    picture
}

fn strips() -> Picture {
    let names = ["line, spared", "line, captured", "ring, spared"];
    let rows = names
        .iter()
        .enumerate()
        .map(|(index, name)| StripRow {
            name: (*name).to_owned(),
            cells: (2..=15)
                .map(|cell| {
                    (cell != 4).then(|| {
                        let share = ((cell * 37 + index * 23) % 101) as f64 / 100.0;
                        ShadedCell {
                            text: format!("{:.0}", 100.0 * share),
                            shade: share,
                        }
                    })
                })
                .collect(),
        })
        .collect();
    let strips = Strips {
        column_label: "number of cells".to_owned(),
        columns: (2..=15).map(|cell| cell.to_string()).collect(),
        rows,
    };
    let mut picture = Picture::new(
        "On a line, own group spared, an odd number of cells favours player 1",
        strips,
    );
    picture.subtitle =
        "Alak, random against random, 2·10⁶ games each: share of games that player 1 wins, in %"
            .to_owned();
    picture
}

fn board() -> Picture {
    let mut holes = Vec::new();
    for y in 0..7 {
        for x in 0..7 {
            if (2..5).contains(&x) || (2..5).contains(&y) {
                let share = f64::from((x * 7 + y * 3) % 10) / 10.0;
                holes.push(BoardHole {
                    x: f64::from(x),
                    y: f64::from(y),
                    cell: ShadedCell {
                        text: format!("{share:.2}%"),
                        shade: share,
                    },
                    name: (y * 7 + x).to_string(),
                });
            }
        }
    }
    let mut picture = Picture::new(
        "One peg remains in 0.3% of the games from hole 17; in 0.1% from hole 3",
        Board { holes },
    );
    picture.subtitle = "Solitaire, 10⁶ games from each empty hole".to_owned();
    picture
}

fn pictures() -> [Picture; 6] {
    [
        list(),
        line_plot(),
        riffle_plot(),
        curve_plot(),
        strips(),
        board(),
    ]
}

#[test]
fn pictures_of_each_kind_equal_their_golden_texts() {
    let mut text = String::new();
    for (index, picture) in pictures().into_iter().enumerate() {
        let lang = if index == 2 { Lang::Fr } else { Lang::En };
        for width_mm in [160, 80] {
            let picture = Picture {
                width_mm,
                ..picture.clone()
            };
            let drawn = in_language(lang, || draw_picture(&picture));
            text += &format!("# {} mm\n{}\n", width_mm, golden_text(layout(&drawn)));
        }
    }
    assert_golden("pictures.txt", &text);
}

#[test]
fn a_picture_without_two_values_is_refused() {
    let one_row = List {
        rows: vec![row("32 cards", Some(0.5), None, &["50%"])],
        ..match list().content {
            PictureContent::List(list) => list,
            _ => unreachable!("a list"),
        }
    };
    let contents = [
        PictureContent::from(one_row),
        Strips::default().into(),
        Board::default().into(),
    ];
    for content in contents {
        let picture = Picture::new("one", content);
        assert!(matches!(picture.draw(), Err(PictureError::Empty)));
    }
}

#[test]
fn values_that_cannot_be_drawn_are_refused() {
    for value in [f64::NAN, f64::INFINITY, 1e16] {
        let mut picture = list();
        if let PictureContent::List(list) = &mut picture.content {
            list.rows.push(row("bad", Some(value), None, &["?"]));
        }
        assert!(matches!(picture.draw(), Err(PictureError::InvalidValue(_))));
    }
}

#[test]
fn a_character_without_a_glyph_is_refused() {
    let mut picture = board();
    picture.title = "\u{1F0A1}".to_owned();
    assert!(matches!(picture.draw(), Err(PictureError::Drawing(_))));
}

#[test]
fn a_line_joins_only_consecutive_integers() {
    let joined = |values: [f64; 3]| {
        let line = Line {
            points: points(&values.map(|x| (x, 1.0 + x, ""))),
            ..Line::default()
        };
        let plot = Plot {
            lines: vec![line],
            ..match riffle_plot().content {
                PictureContent::Plot(plot) => plot,
                _ => unreachable!("a plot"),
            }
        };
        let svg = draw_picture(&Picture::new("", plot)).svg;
        // The width of the only line.
        let lines = svg
            .lines()
            .filter(|line| line.contains("stroke-width=\"53\""));
        lines.map(|line| line.matches(',').count()).sum::<usize>()
    };
    assert_eq!(joined([1.0, 2.0, 3.0]), 3);
    assert_eq!(joined([1.0, 2.0, 4.0]), 2);
    assert_eq!(joined([1.0, 3.0, 5.0]), 0);
}

/// Returns the relative luminance of a colour, as the Web Content Accessibility Guidelines define it.
fn luminance(hex: &str) -> f64 {
    let channel = |index: usize| {
        let value = u8::from_str_radix(&hex[index..index + 2], 16).expect("a colour");
        let share = f64::from(value) / 255.0;
        if share <= 0.04045 {
            share / 12.92
        } else {
            ((share + 0.055) / 1.055).powf(2.4)
        }
    };
    0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}

/// Letters stand out from white paper, and from a dark page in the colours by which the study replaces them.
#[test]
fn letters_stand_out_from_light_and_dark_pages() {
    let dark_style = include_str!("../../../study/src/dark.css");
    let dark_colour = |colour: &str| {
        let rule = format!("fill=\"{}\" i] {{ fill: ", colour.to_lowercase());
        let (_, rest) = dark_style.split_once(&rule).expect("a dark colour");
        rest[..7].to_owned()
    };
    let contrast = |one: &str, other: &str| {
        let pair = [luminance(one), luminance(other)];
        (pair[0].max(pair[1]) + 0.05) / (pair[0].min(pair[1]) + 0.05)
    };
    let paper = "#FFFFFF";
    for picture in [list(), curve_plot(), line_plot()] {
        let svg = draw_picture(&picture).svg;
        assert!(svg.contains(&format!("fill=\"{paper}\"")));
        for text in svg.lines().filter(|line| line.starts_with("<text")) {
            let (_, rest) = text.split_once("fill=\"").expect("a colour");
            let colour = &rest[..7];
            assert!(contrast(colour, paper) > 4.8, "{text}");
            let dark_contrast = contrast(&dark_colour(colour), &dark_colour(paper));
            assert!(dark_contrast > 4.8, "{text}");
        }
    }
}

#[test]
fn required_numbers_are_drawn_on_every_width() {
    for width_mm in [60, 80, 160] {
        let mut picture = line_plot();
        picture.width_mm = width_mm;
        if let PictureContent::Plot(plot) = &mut picture.content {
            for point in &mut plot.lines[0].points {
                point.is_required = true;
            }
        }
        let drawn = draw_picture(&picture);
        let texts: Vec<String> = texts(layout(&drawn))
            .into_iter()
            .map(|placed| placed.text)
            .collect();
        for number in ["20%", "7%", "17%", "11%", "27%", "18%", "47%", "60%", "42%"] {
            assert!(
                texts.iter().any(|text| text == number),
                "{width_mm} mm: {number}"
            );
        }
    }
}

fn words(max: usize) -> impl Strategy<Value = String> {
    prop::collection::vec("[a-zé]{1,12}", 1..=max).prop_map(|words| words.join(" "))
}

fn random_list() -> impl Strategy<Value = PictureContent> {
    let row = (words(8), 0.0..1.0, prop::bool::ANY, 0.0..0.5);
    let rows = prop::collection::vec(row, 2..12);
    (
        rows,
        words(8),
        prop::collection::vec(words(1), 1..5),
        0..4_usize,
    )
        .prop_map(|(rows, axis_label, columns, heading)| {
            let mut list_rows = Vec::new();
            let mut group = String::new();
            for (index, (name, value, is_usual, half)) in rows.into_iter().enumerate() {
                if index == heading {
                    group.clone_from(&name);
                }
                list_rows.push(ListRow {
                    group: group.clone(),
                    name,
                    is_usual,
                    value: Some(100.0 * value),
                    interval: Some((100.0 * value - half, 100.0 * value + half)),
                    cells: vec![format!("{value:.4}%"); columns.len()],
                });
            }
            List {
                axis_label,
                format: NumberFormat::Decimal,
                columns,
                rows: list_rows,
            }
            .into()
        })
}

fn random_plot() -> impl Strategy<Value = PictureContent> {
    let ys = prop::collection::vec(0.0..1.0, 2..70);
    let line = (words(5), ys, prop::bool::ANY, prop::bool::ANY);
    let lines = prop::collection::vec(line, 1..=4);
    (lines, words(8), words(5), prop::option::of(words(5))).prop_map(
        |(lines, x_label, y_label, reference)| {
            let line = |(name, ys, is_usual, is_curve): (String, Vec<f64>, bool, bool)| Line {
                name,
                is_usual,
                is_curve,
                points: (2..)
                    .zip(ys)
                    .map(|(x, y)| Point {
                        x: f64::from(x),
                        y,
                        text: format!("{:.0}%", 100.0 * y),
                        is_required: x == 3,
                        ..Point::default()
                    })
                    .collect(),
            };
            Plot {
                x_label,
                y_label,
                y_format: NumberFormat::Percent,
                lines: lines.into_iter().map(line).collect(),
                level: Some(0.5),
                reference: reference.map(|name| (3.0, name)),
            }
            .into()
        },
    )
}

fn random_strips() -> impl Strategy<Value = PictureContent> {
    let cells = prop::collection::vec(prop::option::of(0.0..1.0), 30);
    let rows = prop::collection::vec((words(6), cells), 1..8);
    (rows, 2..30_usize, words(8)).prop_map(|(rows, count, column_label)| {
        let cell = |shade: Option<f64>| {
            shade.map(|shade| ShadedCell {
                text: format!("{:.0}", 100.0 * shade),
                shade,
            })
        };
        let mut rows: Vec<StripRow> = rows
            .into_iter()
            .map(|(name, cells)| StripRow {
                name,
                cells: cells.into_iter().take(count).map(cell).collect(),
            })
            .collect();
        rows[0].cells[..2].fill(Some(ShadedCell::default()));
        Strips {
            column_label,
            columns: (2..2 + count).map(|column| column.to_string()).collect(),
            rows,
        }
        .into()
    })
}

proptest! {
    #![proptest_config(ProptestConfig {
        rng_seed: RngSeed::Fixed(1),
        failure_persistence: None,
        ..ProptestConfig::with_cases(60)
    })]

    #[test]
    fn texts_overlap_nothing_and_stay_on_the_sheet(
        content in prop_oneof![random_list(), random_plot(), random_strips()],
        (title, subtitle, note) in (words(12), words(30), words(10)),
        width_mm in 70..200_u16,
    ) {
        let picture = Picture {
            subtitle,
            note,
            width_mm,
            ..Picture::new(title, content)
        };
        let drawn = draw_picture(&picture);
        let faults = layout_faults("random", layout(&drawn));
        prop_assert!(faults.is_empty(), "{faults:?} {picture:?}");
        prop_assert_eq!(&picture.draw().expect("as before").svg, &drawn.svg);
    }
}
