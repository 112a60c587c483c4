//! Tests of charts: texts are complete and do not collide, bars have the height of their values, the same figure gives
//! the same bytes, and invalid input is refused.

pub mod faults;
mod picture;

use crate::draw::*;
use crate::lang::Lang;
use crate::topics::tests::figures;
use faults::faults;
use picture::{Tag, tags};

/// Returns the drawing of a figure with letters as text.
fn drawing(figure: &Figure) -> Result<String, ChartError> {
    Ok(LaidOutFigure::new(figure)?.source_svg)
}

fn svg(figure: &Figure) -> Result<String, ChartError> {
    Ok(LaidOutFigure::new(figure)?.svg())
}

fn png(figure: &Figure) -> Result<Vec<u8>, ChartError> {
    LaidOutFigure::new(figure)?.png()
}

fn pdf(figure: &Figure) -> Result<Vec<u8>, ChartError> {
    LaidOutFigure::new(figure)?.pdf()
}

fn line(label: &str, points: &[(f64, f64)]) -> Series {
    Series::new(
        label,
        SeriesKind::Line,
        points.iter().map(|&(x, y)| ChartPoint::new(x, y)).collect(),
    )
}

fn plot_of(series: Vec<Series>) -> Plot {
    Plot::new(
        Axis::new("x", NumberFormat::Integer),
        Axis::new("y", NumberFormat::Decimal),
        series,
    )
}

/// Returns the texts of a picture with their positions.
fn texts(figure: &Figure) -> Vec<picture::PlacedText> {
    picture::texts(&LaidOutFigure::new(figure).unwrap())
}

/// Returns the texts of a drawing that the renderer keeps, in order.
pub fn kept_texts(drawing: &str) -> Vec<String> {
    text_nodes(&parse_svg(drawing).unwrap())
        .into_iter()
        .map(text_content)
        .collect()
}

fn figure_of(plot: Plot) -> Figure {
    Figure::new("title", Lang::En, vec![Panel::new(plot)])
}

/// Returns unusual but valid figures.
fn odd_figures() -> Vec<(String, Figure)> {
    let long = "an uncommonly long label that no axis has room for ".repeat(6);
    let unbroken = "antidisestablishmentarianism".repeat(8);
    let kinds = [
        SeriesKind::Line,
        SeriesKind::Points,
        SeriesKind::Bars,
        SeriesKind::StackedBars,
    ];
    let mut all = Vec::new();
    for kind in kinds {
        let with = |points: Vec<ChartPoint>| {
            let second = Series::new(
                "t",
                if kind == SeriesKind::Bars {
                    SeriesKind::Line
                } else {
                    kind
                },
                points.clone(),
            );
            figure_of(plot_of(vec![Series::new("s", kind, points), second]))
        };
        all.push((format!("{kind:?} without points"), with(vec![])));
        all.push((
            format!("{kind:?} with one point"),
            with(vec![ChartPoint::with_interval(3.0, 2.0, 1.0, 4.0)]),
        ));
        all.push((
            format!("{kind:?} all zero"),
            with((0..9).map(|x| ChartPoint::new(f64::from(x), 0.0)).collect()),
        ));
        all.push((
            format!("{kind:?} with one value"),
            with((0..9).map(|_| ChartPoint::new(4.0, 7.0)).collect()),
        ));
        all.push((
            format!("{kind:?} huge"),
            with(
                (1..9)
                    .map(|x| ChartPoint::new(f64::from(x) * 1e14, 1e14))
                    .collect(),
            ),
        ));
        all.push((
            format!("{kind:?} tiny"),
            with(
                (1..9)
                    .map(|x| ChartPoint::new(f64::from(x) * 1e-9, 1e-12 * f64::from(x)))
                    .collect(),
            ),
        ));
        let many = (0..30).map(|i| {
            let points = (0..20)
                .map(|x| ChartPoint::new(f64::from(x), f64::from(x * i % 17)))
                .collect();
            Series::new(format!("series {i}"), kind, points)
        });
        all.push((
            format!("30 of {kind:?}"),
            figure_of(plot_of(many.collect())),
        ));
    }
    for (what, text) in [("long", &long), ("unbroken", &unbroken)] {
        let mut plot = plot_of(vec![
            line(text, &[(0.0, 1.0), (9.0, 2.0)]),
            line(text, &[(0.0, 2.0), (9.0, 1.0)]),
        ]);
        plot.x.label.clone_from(text);
        plot.y.label.clone_from(text);
        plot.reference_line = Some(ReferenceLine {
            x: 4.0,
            label: text.clone(),
        });
        let mut figure = figure_of(plot);
        figure.title.clone_from(text);
        figure.subtitle = vec![text.clone(), text.clone()];
        figure.panels[0].title = Some(text.clone());
        all.push((format!("{what} labels"), figure));
    }
    all
}

/// Returns the study's figures for an English page, with every kind of content, in linear and logarithmic scale.
fn pages() -> Vec<(String, Figure)> {
    figures::study_figures()
        .into_iter()
        .filter(|(_, figure)| figure.lang == Lang::En && figure.size == FigureSize::Page)
        .collect()
}

#[test]
fn unusual_figures_have_no_layout_faults() {
    let faults = faults(odd_figures());
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn bars_have_the_height_of_their_values() {
    let values = [3.0, 1.0, 4.0, 1.5, 9.0, 2.6];
    let points = values
        .iter()
        .zip(0..)
        .map(|(&v, x)| ChartPoint::new(f64::from(x), v))
        .collect();
    let raw = drawing(&figure_of(plot_of(vec![Series::new(
        "",
        SeriesKind::Bars,
        points,
    )])))
    .unwrap();
    let bars: Vec<Tag> = tags(&raw)
        .into_iter()
        .filter(|tag| tag.name == "rect")
        .skip(1)
        .collect();
    assert_eq!(bars.len(), values.len());
    let unit = bars[4].number("height") / 9.0;
    let foot = bars[0].number("y") + bars[0].number("height");
    for (bar, value) in bars.iter().zip(values) {
        assert!(
            (bar.number("height") - value * unit).abs() <= 1.5,
            "{value}"
        );
        assert_eq!(bar.number("y") + bar.number("height"), foot);
        assert_eq!(bar.number("width"), bars[0].number("width"));
    }
}

#[test]
fn stacked_shares_fill_axis_and_intervals_have_whiskers() {
    let pile = |share: f64| {
        (0..4)
            .map(|x| ChartPoint::new(f64::from(x), share))
            .collect()
    };
    let series =
        [0.1, 0.2, 0.7].map(|share| Series::new("s", SeriesKind::StackedBars, pile(share)));
    let mut plot = plot_of(series.to_vec());
    plot.y.format = NumberFormat::Percent;
    let figure = figure_of(plot);
    let placed = texts(&figure);
    assert!(placed.iter().any(|t| t.text == "100%") && placed.iter().any(|t| t.text == "0%"));
    // The first three are the samples of the legend.
    let bars: Vec<Tag> = tags(&drawing(&figure).unwrap())
        .into_iter()
        .filter(Tag::is_data)
        .skip(3)
        .collect();
    let whole: f64 = (0..3).map(|i| bars[4 * i].number("height")).sum();
    assert!((bars[8].number("height") / whole - 0.7).abs() < 0.001);

    let points = (0..5)
        .map(|x| ChartPoint::with_interval(f64::from(x), 2.0, 1.0, 3.0))
        .collect();
    let raw = drawing(&figure_of(plot_of(vec![Series::new(
        "",
        SeriesKind::Points,
        points,
    )])))
    .unwrap();
    // Each whisker is a line with two caps.
    let whiskers = tags(&raw)
        .into_iter()
        .filter(|tag| tag.is_data() && tag.name == "polyline")
        .count();
    assert_eq!(whiskers, 3 * 5);
}

#[test]
fn equal_panels_share_one_legend() {
    let plot = plot_of(vec![
        line("one", &[(0.0, 1.0), (9.0, 2.0)]),
        line("other", &[(0.0, 2.0), (9.0, 1.0)]),
    ]);
    let figure = Figure::new(
        "title",
        Lang::En,
        vec![Panel::new(plot.clone()), Panel::new(plot)],
    );
    assert_eq!(
        texts(&figure).iter().filter(|t| t.text == "other").count(),
        1
    );
}

/// On small screens a heatmap of many columns has several parts, with all its columns and one legend.
#[test]
fn wide_heatmaps_are_split_for_small_screens() {
    let column = |number: u32| HeatmapCell {
        text: format!("cell {number}"),
        shade: Shade::Category(0),
    };
    let heatmap = Heatmap {
        column_label: "columns".into(),
        column_headings: (0..14).map(|number| format!("no {number}")).collect(),
        row_headings: vec!["row".into()],
        cells: vec![(0..14).map(column).collect()],
        legend: vec![(Shade::Category(0), "legend".into())],
    };
    let figure = Figure::new(
        "title",
        Lang::En,
        vec![Panel::new(PanelContent::Heatmap(heatmap))],
    );
    let placed = texts(&figure.narrow());
    let count = |wanted: &str| placed.iter().filter(|text| text.text == wanted).count();
    for number in 0..14 {
        assert_eq!(count(&format!("no {number}")), 1);
        assert_eq!(count(&format!("cell {number}")), 1);
    }
    assert_eq!((count("row"), count("legend")), (3, 1));
}

/// A row of three panels on a slide: two with the same legend, and one with another and a long title.
fn slide_of_three_panels() -> Figure {
    let plot_with_labels = |one: &str, other: &str| {
        plot_of(vec![
            line(one, &[(0.0, 1.0), (9.0, 2.0)]),
            line(other, &[(0.0, 2.0), (9.0, 1.0)]),
        ])
    };
    let shared = plot_with_labels("one", "other");
    let panels = vec![
        Panel::new(shared.clone()).with_title("first"),
        Panel::new(shared).with_title("second"),
        Panel::new(plot_with_labels("third", "fourth")).with_title("a title of some length, wide"),
    ];
    Figure {
        size: FigureSize::Slide,
        ..Figure::new("title", Lang::En, panels)
    }
}

#[test]
fn neighbouring_panels_with_equal_series_share_one_legend() {
    let placed = texts(&slide_of_three_panels());
    for label in ["one", "other", "third", "fourth"] {
        let count = placed.iter().filter(|text| text.text == label).count();
        assert_eq!(count, 1, "{label}");
    }
}

#[test]
fn panel_titles_have_one_size() {
    let svg = drawing(&slide_of_three_panels()).unwrap();
    let sizes: Vec<f64> = tags(&svg)
        .iter()
        .filter(|tag| tag.is_bold() && tag.content != "title")
        .map(|tag| tag.number("font-size"))
        .collect();
    assert!(
        sizes.len() >= 3 && sizes.iter().all(|size| *size == sizes[0]),
        "{sizes:?}"
    );
}

/// Plots beside each other fill most of a slide.
#[test]
fn slides_leave_room_for_the_plots_of_panels() {
    let svg = drawing(&slide_of_three_panels()).unwrap();
    let (width, height) = picture::size_mm(&svg);
    let axes = picture::axes(&tags(&svg));
    assert_eq!(axes.len(), 3);
    for [x, y] in axes {
        let share_of_width = (x.high - x.low).abs() / picture::STEPS_PER_MM / width;
        let share_of_height = (y.high - y.low).abs() / picture::STEPS_PER_MM / height;
        assert!(share_of_width > 0.2, "{share_of_width}");
        assert!(share_of_height > 0.5, "{share_of_height}");
    }
}

#[test]
fn integer_axis_ticks_are_distinct_integers() {
    for high in [1.0, 2.0, 3.0, 7.0, 12.0, 31.0, 99.0, 1000.0, 123_456.0, 1e9] {
        for low in [0.0_f64, -3.0, 0.9 * high] {
            let mut plot = plot_of(vec![line("", &[(low.floor(), 0.0), (high, 1.0)])]);
            plot.y.format = NumberFormat::Percent;
            plot.x.label = String::new();
            plot.y.label = String::new();
            let placed = texts(&figure_of(plot));
            let ticks: Vec<&str> = placed
                .iter()
                .map(|t| t.text.as_str())
                .filter(|t| !t.ends_with('%') && *t != "title")
                .collect();
            let numbers: Vec<i64> = ticks
                .iter()
                .map(|t| t.replace('\u{2212}', "-").replace(',', "").parse().unwrap())
                .collect();
            assert!(
                numbers.len() >= 2 && numbers.windows(2).all(|p| p[0] < p[1]),
                "{low} to {high}: {ticks:?}"
            );
            // Markers stand a little away from the axis.
            let beside = 1.0 + 0.02 * (high - low);
            assert!(
                numbers
                    .iter()
                    .all(|&n| n as f64 > low - beside && (n as f64) < high + beside),
                "{low} to {high}: {ticks:?}"
            );
        }
    }
}

#[test]
fn logarithmic_axes_support_any_range() {
    for (low, high) in [
        (0.5, 0.7),
        (1.0, 9.0),
        (3.0, 50.0),
        (10.0, 1e4),
        (1e-9, 1e9),
    ] {
        let mut plot = plot_of(vec![line("", &[(1.0, low), (2.0, high)])]);
        (plot.x, plot.y) = (
            Axis::new("", NumberFormat::Decimal),
            Axis::new("", NumberFormat::Decimal),
        );
        plot = plot.with_log_scale();
        let placed = texts(&figure_of(plot));
        let left = placed
            .iter()
            .filter(|t| t.right < 25.0 && t.text != "title")
            .count();
        assert!(left >= 2, "{low} to {high}: {placed:?}");
    }
    // An interval that reaches 0 is cut at the edge; a bar of 0 has no height.
    let points = vec![
        ChartPoint::with_interval(1.0, 0.1, 0.0, 0.2),
        ChartPoint::new(2.0, 0.0),
        ChartPoint::new(3.0, 0.01),
    ];
    let mut plot = plot_of(vec![Series::new("", SeriesKind::Bars, points)]);
    plot = plot.with_log_scale();
    let raw = drawing(&figure_of(plot)).unwrap();
    assert_eq!(
        tags(&raw).iter().filter(|t| t.name == "rect").count(),
        1 + 2
    );
}

/// An axis covers its data and its required range.
#[test]
fn axis_range_contains_all_data() {
    let mut plot = plot_of(vec![line("", &[(0.0, -50.0), (5.0, 0.5), (9.0, 80.0)])]);
    plot.y = plot.y.with_required_range(0.0, 100.0);
    let raw = drawing(&figure_of(plot)).unwrap();
    let [_, y] = &picture::axes(&tags(&raw))[0];
    assert_eq!(
        (y.ticks.first().unwrap().0, y.ticks.last().unwrap().0),
        (-50.0, 100.0)
    );
}

#[test]
fn first_4_styles_differ_in_grey_and_all_30_are_distinct() {
    let series: Vec<Series> = (0..30)
        .map(|i| {
            line(
                &format!("s{i}"),
                &[(0.0, f64::from(i)), (9.0, f64::from(i))],
            )
        })
        .collect();
    let raw = drawing(&figure_of(plot_of(series))).unwrap();
    let all = tags(&raw);
    let form = |tag: &Tag| -> Vec<(f64, f64)> {
        let points = tag.points();
        points
            .iter()
            .map(|point| (point.0 - points[0].0, point.1 - points[0].1))
            .collect()
    };
    // Each sample of the legend is a line before its text.
    let mut looks: Vec<String> = Vec::new();
    for i in 1..=30 {
        let name = all
            .iter()
            .position(|t| t.name == "text" && t.content == format!("s{}", i - 1))
            .unwrap();
        let from = all[..name].iter().rposition(|t| t.name == "text").unwrap();
        let sample = all[from + 1..name]
            .iter()
            .filter(|t| t.colour() != Some((255, 255, 255)) || t.name != "rect");
        looks.push(
            sample
                .map(|t| format!("{} {:?} {:?}", t.name, t.colour(), form(t)))
                .collect(),
        );
    }
    let mut different = looks.clone();
    different.sort();
    different.dedup();
    assert_eq!(different.len(), 30);
    let greys: Vec<f64> = all
        .iter()
        .filter(|t| t.name == "polyline")
        .filter_map(Tag::colour)
        .take(4)
        .map(|(r, g, b)| 0.299 * f64::from(r) + 0.587 * f64::from(g) + 0.114 * f64::from(b))
        .collect();
    for (i, a) in greys.iter().enumerate() {
        assert!(
            greys[i + 1..].iter().all(|b| (a - b).abs() >= 30.0),
            "{greys:?}"
        );
    }
}

/// Tick labels have grouped digits from 1,000 on, a true minus sign, and the signs of their language.
#[test]
fn tick_labels_use_number_format_of_language() {
    let ticks = |lang: Lang, format: NumberFormat, low: f64, high: f64| -> Vec<String> {
        let mut plot = plot_of(vec![line("", &[(0.0, low), (9.0, high)])]);
        plot.y = Axis::new("", format).with_required_range(low, high);
        let placed = texts(&Figure::new("title", lang, vec![Panel::new(plot)]));
        placed.into_iter().map(|placed| placed.text).collect()
    };
    for (lang, format, low, high, wanted) in [
        (
            Lang::Fr,
            NumberFormat::Integer,
            -2000.0,
            2_000_000.0,
            "1\u{202f}000\u{202f}000",
        ),
        (
            Lang::En,
            NumberFormat::Integer,
            -2000.0,
            2_000_000.0,
            "1,000,000",
        ),
        (
            Lang::Fr,
            NumberFormat::Integer,
            -2000.0,
            2000.0,
            "\u{2212}1\u{202f}000",
        ),
        (
            Lang::En,
            NumberFormat::Integer,
            -2000.0,
            2000.0,
            "\u{2212}1,000",
        ),
        (
            Lang::En,
            NumberFormat::Integer,
            -800.0,
            800.0,
            "\u{2212}500",
        ),
        (Lang::Fr, NumberFormat::Decimal, 0.0, 1.0, "0,4"),
        (Lang::En, NumberFormat::Decimal, -1.0, 1.0, "\u{2212}0.5"),
        (Lang::Fr, NumberFormat::Percent, 0.0, 1.0, "40\u{202f}%"),
        (Lang::En, NumberFormat::Percent, 0.0, 1.0, "100%"),
    ] {
        let found = ticks(lang, format, low, high);
        assert!(
            found.iter().any(|tick| tick == wanted),
            "{wanted}: {found:?}"
        );
    }
}

#[test]
fn invalid_chart_values_are_refused_with_series_name() {
    let one = |x: f64, y: f64| figure_of(plot_of(vec![line("a curve", &[(1.0, 1.0), (x, y)])]));
    for value in [f64::NAN, f64::INFINITY, 1e16] {
        for figure in [one(value, 1.0), one(1.0, value)] {
            let error = png(&figure).unwrap_err();
            assert!(
                matches!(&error, ChartError::InvalidValue(0, place, _) if place == "\"a curve\""),
                "{error}"
            );
        }
    }
    let refused =
        |plot: Plot| matches!(svg(&figure_of(plot)), Err(ChartError::InvalidValue(0, ..)));
    assert!(refused(
        plot_of(vec![line("zero", &[(1.0, 1.0), (2.0, 0.0)])]).with_log_scale()
    ));
    assert!(refused(plot_of(vec![Series::new(
        "i",
        SeriesKind::Bars,
        vec![ChartPoint::with_interval(0.0, 1.0, 2.0, 1.0)]
    )])));
    assert!(refused(plot_of(vec![Series::new(
        "n",
        SeriesKind::StackedBars,
        vec![ChartPoint::new(0.0, -1.0)]
    )])));
    let mut plot = plot_of(vec![]);
    plot.x = plot.x.with_required_range(f64::NAN, 3.0);
    assert!(refused(plot));
    assert_eq!(
        svg(&Figure::new("none", Lang::En, vec![])),
        Err(ChartError::PanelCount(0))
    );
}

#[test]
fn missing_glyph_or_label_is_an_error() {
    let mut figure = figure_of(plot_of(vec![]));
    figure.title = "⑩ is there, ⑪ is not".into();
    let lacking = DrawError::MissingGlyph {
        character: '⑪',
        text: figure.title.clone(),
    };
    assert_eq!(png(&figure), Err(lacking.into()));
    figure.title = "7♠ R♥ D♦ 10♣ ① ❷ ≤ ≥ × ± − · … – — ← → x² œ ŵ <&>'\"".into();
    let raw = drawing(&figure).unwrap();
    let wanted: Vec<String> = texts(&figure).into_iter().map(|t| t.text).collect();
    assert_eq!(wanted[0], figure.title);
    assert_eq!(kept_texts(&raw), wanted);
    assert!(parse_svg_checked(&raw).is_ok());
    // A text with an unknown font family is lost.
    let broken = raw.replacen("sans-serif", "DejaVu 2", 1);
    assert_eq!(kept_texts(&broken), wanted[1..]);
    assert!(parse_svg_checked(&broken).is_err());
}

#[test]
fn png_has_print_resolution_and_is_not_blank() {
    let (_, figure) = pages().swap_remove(0);
    let bytes = png(&figure).unwrap();
    let mut reader = ::png::Decoder::new(std::io::Cursor::new(&bytes))
        .read_info()
        .unwrap();
    let info = reader.info().clone();
    let (width_mm, height_mm) = picture::size_mm(&svg(&figure).unwrap());
    assert_eq!(info.width, 3250);
    assert!((f64::from(info.height) - height_mm * 3250.0 / width_mm).abs() <= 1.0);
    assert_eq!(info.pixel_dims.unwrap().xppu, 20_313);
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut pixels).unwrap();
    let white = pixels
        .chunks_exact(3)
        .filter(|p| *p == [255, 255, 255])
        .count() as f64;
    let share = white / (pixels.len() / 3) as f64;
    assert!((0.6..0.97).contains(&share), "{share} of the page is white");
    assert_eq!(&pixels[..3], [255, 255, 255]);
}

#[test]
fn slides_have_16_to_9_aspect_ratio() {
    for (name, figure) in pages() {
        let slide = Figure {
            size: FigureSize::Slide,
            ..figure
        };
        let (width, height) = picture::size_mm(&drawing(&slide).unwrap());
        assert!(
            (width * 9.0 / 16.0 - height).abs() < 0.1,
            "{name}: {width} by {height}"
        );
    }
}

/// Returns the decompressed streams of a PDF file that are text: the content of the page, and the tables of characters.
fn pdf_streams(pdf: &[u8]) -> Vec<String> {
    use std::io::Read;
    let start_mark: &[u8] = b"\nstream\n";
    let starts = (0..pdf.len()).filter(|&start| pdf[start..].starts_with(start_mark));
    let streams = starts.map(|start| {
        let mut stream = String::new();
        let packed = &pdf[start + start_mark.len()..];
        flate2::read::ZlibDecoder::new(packed)
            .read_to_string(&mut stream)
            .map(|_| stream)
    });
    streams.filter_map(Result::ok).collect()
}

/// Returns the content of the page among the streams of a PDF file.
fn pdf_content(streams: &[String]) -> String {
    let content = streams.iter().find(|stream| stream.contains("\nBT "));
    content.expect("a page with texts").clone()
}

#[test]
fn pdf_contains_figure_as_vector_paths() {
    for (name, figure) in pages() {
        let file = pdf(&figure).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(file, pdf(&figure).unwrap(), "{name}");
        assert!(
            file.starts_with(b"%PDF-1.7") && file.ends_with(b"%%EOF"),
            "{name}"
        );
        // The page paints all paths of the drawing.
        let content = pdf_content(&pdf_streams(&file));
        let painted = content
            .lines()
            .filter(|line| matches!(*line, "f" | "f*" | "S"))
            .count();
        let laid_out = LaidOutFigure::new(&figure).unwrap();
        let drawn = picture::path_count(laid_out.tree.root());
        assert!(
            drawn > 10 && painted >= drawn,
            "{name}: {painted} of {drawn}"
        );
        // 160 mm wide, in points.
        let media = String::from_utf8_lossy(&file);
        let media = media.split("/MediaBox[0 0 ").nth(1).unwrap();
        let width: f64 = media.split(' ').next().unwrap().parse().unwrap();
        assert!((width - 160.0 * 72.0 / 25.4).abs() < 0.1, "{width}");
    }
}

/// A reader can search the texts of a chart: they are letters of embedded fonts, with a table of their characters.
#[test]
fn pdf_contains_texts_as_letters_of_embedded_fonts() {
    for (name, figure) in pages() {
        let file = pdf(&figure).unwrap();
        let streams = pdf_streams(&file);
        let objects = String::from_utf8_lossy(&file);
        assert!(objects.contains("/FontFile2"), "{name}: no font");
        let runs = pdf_content(&streams).matches("\nBT ").count();
        let texts = texts(&figure).len();
        assert!(runs >= texts, "{name}: {runs} of {texts} texts");
        let tables: String = streams
            .iter()
            .filter(|stream| stream.contains("begincmap"))
            .map(String::as_str)
            .collect();
        for letter in figure.title.chars() {
            let code = format!("> <{:04X}>\n", u32::from(letter));
            assert!(tables.contains(&code), "{name}: no {letter:?}");
        }
    }
}

/// Lines of many points, and lines beside single points, have dashes instead of markers, also in the legend.
#[test]
fn dense_lines_have_dashes_instead_of_markers() {
    let many: Vec<(f64, f64)> = (0..40).map(|x| (f64::from(x), f64::from(x * x))).collect();
    let few: Vec<(f64, f64)> = many.iter().copied().take(9).collect();
    let markers = |series: Vec<Series>| {
        let drawn = drawing(&figure_of(plot_of(series))).unwrap();
        tags(&drawn)
            .iter()
            .filter(|tag| matches!(tag.name.as_str(), "circle" | "polygon"))
            .count()
    };
    assert!(markers(vec![line("a", &few), line("b", &few)]) >= 18);
    assert_eq!(markers(vec![line("a", &many), line("b", &many)]), 0);
    let points = Series::new(
        "c",
        SeriesKind::Points,
        few.iter().map(|&(x, y)| ChartPoint::new(x, y)).collect(),
    );
    assert_eq!(
        markers(vec![line("a", &few), points.clone()]),
        markers(vec![points.clone(), points.clone()]) / 2
    );
    let drawn = drawing(&figure_of(plot_of(vec![
        line("a", &many),
        line("b", &many),
        line("c", &many),
    ])))
    .unwrap();
    let strokes = tags(&drawn)
        .iter()
        .filter(|tag| tag.name == "polyline")
        .count();
    assert!(strokes > 3 * 5, "the second line has {strokes} strokes");
}

#[test]
fn level_marks_are_drawn_across_bars() {
    let bars = Series::new(
        "bars",
        SeriesKind::StackedBars,
        vec![ChartPoint::new(1.0, 0.4), ChartPoint::new(2.0, 0.7)],
    );
    let levels = Series::new(
        "exact",
        SeriesKind::BarLevelMarks,
        vec![ChartPoint::new(1.0, 0.45)],
    );
    let with = drawing(&figure_of(plot_of(vec![bars.clone(), levels]))).unwrap();
    let without = drawing(&figure_of(plot_of(vec![bars]))).unwrap();
    let inked = |tag: &&Tag| tag.name == "polyline" && tag.colour() == Some((0x1a, 0x1a, 0x1a));
    let lines = |svg: &str| tags(svg).iter().filter(inked).count();
    // One across the bar, one in the legend.
    assert_eq!(lines(&with), lines(&without) + 2);
}

#[test]
fn the_same_figure_gives_the_same_bytes() {
    let (_, figure) = pages().swap_remove(0);
    let elsewhere =
        std::thread::scope(|scope| scope.spawn(|| png(&figure).unwrap()).join().unwrap());
    assert_eq!(png(&figure).unwrap(), elsewhere);
    assert_eq!(svg(&figure).unwrap(), svg(&figure).unwrap());
}

#[test]
fn chart_svg_has_no_fonts_or_external_references() {
    let svg = svg(&pages()[0].1).unwrap();
    assert!(
        svg.starts_with("<svg")
            && !svg.contains("<text")
            && !svg.contains("font-family")
            && !svg.contains("href")
    );
    let (width, _) = picture::size_mm(&svg);
    assert!((width - 160.0).abs() < 0.05);
}
