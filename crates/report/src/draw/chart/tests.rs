//! Tests of charts: pictures equal golden texts, texts do not collide, the same figure gives the same bytes, and invalid
//! input is refused.
//!
//! The golden texts are rewritten by
//!
//! ```text
//! PIOCHE_GOLDEN=write cargo test --lib golden
//! ```

use super::axis::AxisScale;
use super::sheet::SeriesStyle;
use crate::draw::render::parse_svg;
use crate::draw::text::{TextBlock, Weight, single_line};
use crate::draw::*;
use crate::lang::Lang;
use pioche_testing::assert_golden;
use pioche_testing::picture::{Picture, golden_text, layout_faults, texts};
use plotters::coord::ranged1d::{BoldPoints, ValueFormatter};
use plotters::prelude::{RGBColor, Ranged};
use proptest::prelude::*;
use std::collections::BTreeSet;

fn laid_out(figure: &Figure) -> LaidOutFigure {
    LaidOutFigure::new(figure).unwrap_or_else(|error| panic!("{}: {error}", figure.title))
}

/// Returns the layout of a figure for its text.
fn picture(figure: &LaidOutFigure) -> Picture<'_> {
    Picture {
        tree: &figure.tree,
        width_mm: figure.drawing.size_mm.0,
    }
}

fn points(values: &[(f64, f64)]) -> Vec<ChartPoint> {
    values.iter().map(|&(x, y)| ChartPoint::new(x, y)).collect()
}

fn line(label: &str, values: &[(f64, f64)]) -> Series {
    Series::new(label, SeriesKind::Line, points(values))
}

fn plot_of(series: Vec<Series>) -> Plot {
    Plot::new(
        Axis::new("x", NumberFormat::Integer),
        Axis::new("y", NumberFormat::Decimal),
        series,
    )
}

fn figure_of(plot: Plot) -> Figure {
    Figure::new("title", Lang::En, vec![Panel::new(plot)])
}

/// Returns points with and without intervals.
fn points_with_intervals() -> Vec<ChartPoint> {
    let mut points = Vec::new();
    for x in 0..6 {
        let x = f64::from(x);
        points.push(if x == 3.0 {
            ChartPoint::new(x, 2.0)
        } else {
            ChartPoint::with_interval(x, 2.0 + x, 1.5 + x, 3.0 + x)
        });
    }
    points
}

fn bars_and_lines() -> Figure {
    let values = [3.0, 1.0, 4.0, 1.5, 9.0, 2.6];
    let bars = values.iter().zip(0..).map(|(value, x)| {
        ChartPoint::with_interval(f64::from(x), *value, 0.8 * value, 1.1 * value)
    });
    figure_of(plot_of(vec![
        Series::new("bars", SeriesKind::Bars, bars.collect()),
        Series::new("band", SeriesKind::Line, points_with_intervals()),
    ]))
}

fn points_with_whiskers() -> Figure {
    let mut plot = plot_of(vec![Series::new(
        "",
        SeriesKind::Points,
        points_with_intervals(),
    )]);
    plot.reference_line = Some(ReferenceLine {
        x: 2.5,
        label: "mark".into(),
    });
    figure_of(plot)
}

fn stack_with_levels() -> Figure {
    let mut series = Vec::new();
    for share in [0.1, 0.2, 0.7] {
        let pile = [(0.0, share), (1.0, share), (2.0, share)];
        series.push(Series::new(
            format!("{share}"),
            SeriesKind::StackedBars,
            points(&pile),
        ));
    }
    let levels = points(&[(1.0, 0.45)]);
    series.push(Series::new("exact", SeriesKind::BarLevelMarks, levels));
    let mut plot = plot_of(series);
    plot.y.format = NumberFormat::Percent;
    figure_of(plot)
}

/// Returns lines of many points beside single points, which have dashes instead of markers.
fn dense_lines() -> Figure {
    let many: Vec<(f64, f64)> = (0..40).map(|x| (f64::from(x), f64::from(x * x))).collect();
    let few = points(&many[..9]);
    figure_of(plot_of(vec![
        line("solid", &many),
        line("dashes", &many),
        line("muted", &[(0.0, 900.0), (39.0, 300.0)]).with_style(StyleChoice::Muted),
        Series::new("points", SeriesKind::Points, few),
    ]))
}

/// Returns a logarithmic plot with an interval that reaches 0, a bar of 0 and one of a hundredth.
fn logarithmic_bars() -> Figure {
    let points = vec![
        ChartPoint::with_interval(1.0, 0.1, 0.0, 0.2),
        ChartPoint::new(2.0, 0.0),
        ChartPoint::new(3.0, 0.01),
    ];
    figure_of(plot_of(vec![Series::new("", SeriesKind::Bars, points)]).with_log_scale())
}

/// Returns three panels: two with the same legend, and one with another and a long title.
fn three_panels() -> Figure {
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
    Figure::new("title", Lang::En, panels)
}

/// Returns a heatmap of many columns.
fn wide_heatmap() -> Figure {
    let cell = |number: u32| HeatmapCell {
        text: format!("cell {number}"),
        shade: Shade::Category(0),
    };
    let heatmap = Heatmap {
        column_label: "columns".into(),
        column_headings: (0..14).map(|number| format!("no {number}")).collect(),
        row_headings: vec!["row".into()],
        cells: vec![(0..14).map(cell).collect()],
        legend: vec![(Shade::Category(0), "legend".into())],
    };
    let panel = Panel::new(PanelContent::Heatmap(heatmap));
    Figure::new("title", Lang::En, vec![panel])
}

/// Returns two lists of estimates, one of them with a row without interval.
fn lists_of_estimates(width_mm: u16) -> Figure {
    let row = |label: &str, value: f64, interval: Option<(f64, f64)>| EstimateRow {
        label: label.into(),
        is_main: false,
        estimates: vec![ListedEstimate {
            column: 0,
            point: ChartPoint {
                x: 0.0,
                y: value,
                interval,
            },
            style: StyleChoice::Index(0),
            text: format!("{value} of all"),
        }],
    };
    let list = |rows: Vec<EstimateRow>| {
        EstimateList::new(Axis::new("probability", NumberFormat::Percent), rows)
    };
    let first = list(vec![
        row("one", 0.125, Some((0.1, 0.15))),
        row("another, with a name that takes two lines", 0.5, None),
    ]);
    let second = list(vec![row("third", 0.75, Some((0.5, 0.875)))]);
    let panels = vec![
        Panel::new(first).with_title("first"),
        Panel::new(second).with_title("second"),
    ];
    Figure {
        width_mm,
        ..Figure::new("title", Lang::En, panels)
    }
}

/// Returns two equal panels, which share a legend and their axes' names.
fn equal_panels() -> Figure {
    let panel = three_panels().panels.swap_remove(0);
    Figure::new("title", Lang::Fr, vec![panel.clone(), panel])
}

#[test]
fn golden_texts_of_charts() {
    let specimens = [
        ("bars and lines", bars_and_lines()),
        ("points with whiskers", points_with_whiskers()),
        ("stack with levels", stack_with_levels()),
        ("dense lines", dense_lines()),
        ("logarithmic bars", logarithmic_bars()),
        ("three panels", three_panels()),
        ("wide heatmap", wide_heatmap()),
        ("equal panels", equal_panels()),
        ("estimates", lists_of_estimates(Figure::PAGE_WIDTH_MM)),
        ("narrow estimates", lists_of_estimates(75)),
    ];
    let mut text = String::new();
    for (name, figure) in specimens {
        let golden = golden_text(picture(&laid_out(&figure)));
        text.push_str(&format!("# {name}\n{golden}\n"));
    }
    assert_golden("charts/specimens.txt", &text);
}

/// Returns unusual but valid figures.
fn odd_figures() -> Vec<Figure> {
    let long = "an uncommonly long label that no axis has room for ".repeat(6);
    let unbroken = "antidisestablishmentarianism".repeat(8);
    let series: [Vec<ChartPoint>; 6] = [
        vec![],
        vec![ChartPoint::with_interval(3.0, 2.0, 1.0, 4.0)],
        (0..9).map(|x| ChartPoint::new(f64::from(x), 0.0)).collect(),
        (0..9).map(|_| ChartPoint::new(4.0, 7.0)).collect(),
        (1..9)
            .map(|x| ChartPoint::new(f64::from(x) * 1e14, 1e14))
            .collect(),
        (1..9)
            .map(|x| ChartPoint::new(f64::from(x) * 1e-9, 1e-12 * f64::from(x)))
            .collect(),
    ];
    let kinds = [
        SeriesKind::Line,
        SeriesKind::Points,
        SeriesKind::Bars,
        SeriesKind::StackedBars,
    ];
    let mut figures = Vec::new();
    for kind in kinds {
        for points in &series {
            let one = Series::new("s", kind, points.clone());
            let other = Series::new("t", kind, points.clone());
            figures.push(figure_of(plot_of(vec![one, other])));
        }
        let many = (0..30).map(|number| {
            let y = |x: u32| f64::from(x * number % 17);
            let points = (0..20).map(|x| ChartPoint::new(f64::from(x), y(x)));
            Series::new(format!("series {number}"), kind, points.collect())
        });
        figures.push(figure_of(plot_of(many.collect())));
    }
    for width_mm in [Figure::PAGE_WIDTH_MM, 60] {
        let mut figure = lists_of_estimates(width_mm);
        for panel in &mut figure.panels {
            let PanelContent::Estimates(list) = &mut panel.content else {
                continue;
            };
            for row in &mut list.rows {
                row.label.clone_from(&long);
            }
        }
        figures.push(figure);
    }
    for text in [&long, &unbroken] {
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
        figures.push(figure);
    }
    figures
}

#[test]
fn texts_of_unusual_figures_do_not_overlap() {
    let mut faults = Vec::new();
    for (index, figure) in odd_figures().iter().enumerate() {
        faults.extend(layout_faults(
            &format!("figure {index}"),
            picture(&laid_out(figure)),
        ));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Returns the ticks of an axis: values and labels.
fn ticks(axis: &AxisScale) -> Vec<(f64, String)> {
    let values = axis.key_points(BoldPoints(100));
    values
        .into_iter()
        .map(|value| (value, axis.format_ext(&value)))
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// No character is lost in a text, and no line is wider than its room.
    #[test]
    fn wrapped_texts_are_complete(text in "\\PC{0,120}", width in 30.0..400.0_f64, lines in 1..4_usize) {
        let block = TextBlock::wrap_or_shrink(&text, 8.0, Weight::Regular, width, lines);
        let without_spaces = |text: &str| text.replace(' ', "");
        prop_assert_eq!(without_spaces(&block.lines.concat()), without_spaces(&single_line(&text)));
        prop_assert!(block.width() <= width + 1e-6);
    }

    /// An axis covers its data and its required range; whole numbers have distinct whole ticks.
    #[test]
    fn axes_cover_their_data(
        values in prop::collection::vec((-1e6..1e6_f64, -1e6..1e6_f64), 2..20),
        (low, high) in (-1e4..0.0_f64, 0.0..1e4_f64),
        length in 250.0..450.0_f64,
    ) {
        let mut plot = plot_of(vec![line("", &values)]);
        plot.y = plot.y.with_required_range(low, high);
        let x = AxisScale::horizontal(&plot, length, Lang::En, 0.02);
        let y = AxisScale::vertical(&plot, length, Lang::En);
        for (axis, needed) in [
            (&x, values.iter().map(|value| value.0).collect::<Vec<f64>>()),
            (&y, values.iter().map(|value| value.1).chain([low, high]).collect()),
        ] {
            for value in needed {
                prop_assert!(axis.range().start <= value && value <= axis.range().end);
            }
            let ticks = ticks(axis);
            prop_assert!(ticks.len() >= 2);
            prop_assert!(ticks.windows(2).all(|pair| pair[0].0 < pair[1].0 && pair[0].1 != pair[1].1));
            prop_assert!(ticks.iter().all(|tick| axis.range().contains(&tick.0) || tick.0 == axis.range().end));
        }
        prop_assert!(ticks(&x).iter().all(|tick| tick.0.fract() == 0.0));
    }

    /// A logarithmic axis covers its data with at least two ticks.
    #[test]
    fn logarithmic_axes_support_any_range(low in -9.0..8.9_f64, powers in 0.0..18.0_f64) {
        let (low, high) = (10_f64.powf(low), 10_f64.powf((low + powers).min(9.0)));
        let mut plot = plot_of(vec![line("", &[(1.0, low), (2.0, high)])]).with_log_scale();
        plot.y.format = NumberFormat::Decimal;
        let axis = AxisScale::vertical(&plot, 150.0, Lang::En);
        prop_assert!(axis.range().start <= low * (1.0 + 1e-9) && high <= axis.range().end * (1.0 + 1e-9));
        prop_assert!(ticks(&axis).len() >= 2);
    }
}

/// Tick labels have grouped digits from 1,000 on, a true minus sign, and the signs of their language.
#[test]
fn tick_labels_use_number_format_of_language() {
    use NumberFormat::{Decimal, Integer, Percent};
    let million = 2_000_000.0;
    for (lang, format, low, high, label) in [
        (
            Lang::Fr,
            Integer,
            -2000.0,
            million,
            "1\u{202f}000\u{202f}000",
        ),
        (Lang::En, Integer, -2000.0, million, "1,000,000"),
        (Lang::Fr, Integer, -2000.0, 2000.0, "\u{2212}1\u{202f}000"),
        (Lang::En, Integer, -2000.0, 2000.0, "\u{2212}1,000"),
        (Lang::En, Integer, -800.0, 800.0, "\u{2212}500"),
        (Lang::Fr, Decimal, 0.0, 1.0, "0,4"),
        (Lang::En, Decimal, -1.0, 1.0, "\u{2212}0.5"),
        (Lang::Fr, Percent, 0.0, 1.0, "40\u{202f}%"),
        (Lang::En, Percent, 0.0, 1.0, "100%"),
    ] {
        let mut plot = plot_of(vec![line("", &[(0.0, low), (9.0, high)])]);
        plot.y = Axis::new("", format);
        let ticks = ticks(&AxisScale::vertical(&plot, 150.0, lang));
        assert!(
            ticks.iter().any(|tick| tick.1 == label),
            "{label}: {ticks:?}"
        );
    }
}

#[test]
fn first_4_styles_differ_in_grey_and_all_30_are_distinct() {
    let series = |number: usize| line(&number.to_string(), &[(0.0, 1.0), (9.0, 2.0)]);
    let styles = SeriesStyle::for_plot(&plot_of((0..30).map(series).collect()));
    let looks: BTreeSet<String> = styles
        .iter()
        .map(|style| format!("{:?} {:?} {:?}", style.colour, style.marker, style.dashes))
        .collect();
    assert_eq!(looks.len(), 30);
    let grey = |style: &SeriesStyle| {
        let colour = style.colour;
        0.299 * f64::from(colour.0) + 0.587 * f64::from(colour.1) + 0.114 * f64::from(colour.2)
    };
    for (index, style) in styles[..4].iter().enumerate() {
        for other in &styles[..index] {
            assert!((grey(style) - grey(other)).abs() >= 30.0, "{index}");
        }
    }
}

#[test]
fn invalid_chart_values_are_refused_with_series_name() {
    let error = |plot: Plot| LaidOutFigure::new(&figure_of(plot)).err();
    for value in [f64::NAN, f64::INFINITY, 1e16] {
        for point in [(value, 1.0), (1.0, value)] {
            let error = error(plot_of(vec![line("a curve", &[(1.0, 1.0), point])]));
            assert!(
                matches!(&error, Some(ChartError::InvalidValue(0, place, _)) if place == "\"a curve\""),
                "{error:?}"
            );
        }
    }
    let series = |kind, point| plot_of(vec![Series::new("s", kind, vec![point])]);
    let mut range = plot_of(vec![]);
    range.x = range.x.with_required_range(f64::NAN, 3.0);
    for plot in [
        plot_of(vec![line("zero", &[(1.0, 1.0), (2.0, 0.0)])]).with_log_scale(),
        series(
            SeriesKind::Bars,
            ChartPoint::with_interval(0.0, 1.0, 2.0, 1.0),
        ),
        series(SeriesKind::StackedBars, ChartPoint::new(0.0, -1.0)),
        range,
    ] {
        assert!(matches!(error(plot), Some(ChartError::InvalidValue(0, ..))));
    }
    for value in [f64::NAN, 1e16] {
        let mut figure = lists_of_estimates(Figure::PAGE_WIDTH_MM);
        if let PanelContent::Estimates(list) = &mut figure.panels[1].content {
            list.rows[0].estimates[0].point.y = value;
        }
        let error = LaidOutFigure::new(&figure).err();
        assert!(
            matches!(&error, Some(ChartError::InvalidValue(1, place, _)) if place == "\"third\""),
            "{error:?}"
        );
    }
    let empty = Figure::new("none", Lang::En, vec![]);
    let error = LaidOutFigure::new(&empty).err();
    assert!(
        matches!(error, Some(ChartError::PanelCount(0))),
        "{error:?}"
    );
}

/// Returns the texts of a drawing that the renderer keeps, in order.
fn kept_texts(drawing: &str) -> Vec<String> {
    let tree = parse_svg(drawing).unwrap();
    text_nodes(&tree).into_iter().map(text_content).collect()
}

#[test]
fn missing_glyph_or_label_is_an_error() {
    let mut figure = figure_of(plot_of(vec![]));
    figure.title = "⑩ is there, ⑪ is not".into();
    let error = LaidOutFigure::new(&figure).err();
    assert!(
        matches!(
            &error,
            Some(ChartError::Drawing(DrawError::MissingGlyph { character: '⑪', text }))
                if *text == figure.title
        ),
        "{error:?}"
    );
    figure.title = "7♠ R♥ D♦ 10♣ ① ❷ ≤ ≥ × ± − · … – — ← → x² œ ŵ <&>'\"".into();
    let drawing = laid_out(&figure).drawing.document();
    let texts = kept_texts(&drawing);
    assert_eq!(texts[0], figure.title);
    assert!(parse_svg_checked(&drawing).is_ok());
    // An error keeps that of the library that reads drawings.
    let error = parse_svg_checked("<svg").expect_err("a drawing that ends");
    assert!(std::error::Error::source(&error).is_some(), "{error}");
    // A text with an unknown font family is lost.
    let broken = drawing.replacen("sans-serif", "DejaVu 2", 1);
    assert_eq!(kept_texts(&broken), texts[1..]);
    assert!(parse_svg_checked(&broken).is_err());
}

#[test]
fn png_has_print_resolution_and_is_not_blank() {
    let figure = laid_out(&bars_and_lines());
    let bytes = figure.png().unwrap();
    let mut reader = ::png::Decoder::new(std::io::Cursor::new(&bytes))
        .read_info()
        .unwrap();
    let info = reader.info().clone();
    let size = figure.tree.size();
    assert_eq!(info.width, 3250);
    let height = 3250.0 * size.height() / size.width();
    assert!((info.height as f32 - height).abs() <= 1.0);
    assert_eq!(info.pixel_dims.unwrap().xppu, 20_313);
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut pixels).unwrap();
    let is_white = |pixel: &&[u8]| **pixel == [255, 255, 255];
    let white = pixels.chunks_exact(3).filter(is_white).count() as f64;
    let share = white / (pixels.len() / 3) as f64;
    assert!((0.6..0.97).contains(&share), "{share} of the page is white");
    assert_eq!(&pixels[..3], [255, 255, 255]);
}

#[test]
fn the_same_figure_gives_the_same_bytes() {
    let figure = bars_and_lines();
    let draw = || {
        let laid = laid_out(&figure);
        [laid.png().unwrap(), laid.svg().into_bytes()]
    };
    let files = std::thread::scope(|scope| scope.spawn(draw).join().unwrap());
    assert!(draw() == files);
}

/// An SVG file has its letters as text, names fonts without embedding them, and describes itself.
#[test]
fn svg_has_text_and_a_description() {
    let mut figure = bars_and_lines();
    figure.subtitle = vec!["5 < 6 deals".into()];
    let laid_out = laid_out(&figure);
    let svg = laid_out.svg();
    assert!(svg.starts_with("<svg role=\"img\""), "{svg}");
    assert!(svg.contains("<desc>5 &lt; 6 deals</desc>"), "{svg}");
    let title = format!("<title>{}</title>", figure.title);
    assert!(svg.contains(&title) && svg.contains("viewBox"), "{svg}");
    let texts = texts(picture(&laid_out));
    assert!(!texts.is_empty() && svg.matches("<text").count() == texts.len());
    assert!(!svg.contains("href") && !svg.contains("@font-face"));
    // 160 mm at 96 units an inch.
    assert!((laid_out.tree.size().width() - 160.0 * 96.0 / 25.4).abs() < 0.2);
}

/// A figure without a heading is lower, and its file still has a title for readers of screens.
#[test]
fn figure_without_heading_keeps_its_description() {
    let figure = bars_and_lines();
    let bare = Figure {
        has_heading: false,
        ..figure.clone()
    };
    let [headed, bare] = [figure, bare].map(|figure| laid_out(&figure));
    assert!(bare.drawing.size_mm.1 < headed.drawing.size_mm.1 - 3.0);
    assert!(
        bare.svg().contains("<title>")
            && texts(picture(&bare)).len() < texts(picture(&headed)).len()
    );
}

/// The names of lines stand beside them in their colours, and in a legend where they would touch a line.
#[test]
fn lines_are_named_where_they_are_apart() {
    let line_at = |label: &str, y: f64| line(label, &[(0.0, y), (9.0, y)]);
    let far = plot_of(vec![line_at("low", 1.0), line_at("high", 9.0)]);
    let dense = (0..9).map(|y| line_at("a long name of a line", f64::from(y)));
    let near = plot_of(dense.collect());
    let size = (300.0, 150.0);
    let legend_height = |plot| super::plot::plot_legend(plot, size, Lang::En).height;
    assert_eq!(legend_height(&far), 0.0);
    assert!(legend_height(&near) > 0.0);
    let texts = texts(picture(&laid_out(&figure_of(far))));
    let top = |name: &str| {
        let text = texts.iter().find(|text| text.text == name);
        text.expect("a name").top
    };
    assert!(top("low") > top("high") + 50.0);
}

/// An asked value has a tick, and its neighbours make room for it.
#[test]
fn asked_value_has_a_tick() {
    let mut plot = plot_of(vec![line("a", &[(2.0, 1.0), (32.0, 2.0)])]);
    plot.x.format = NumberFormat::Integer;
    plot.x = plot.x.with_asked_value(2.0);
    let axis = AxisScale::horizontal(&plot, 150.0, Lang::En, 0.0);
    let labels: Vec<&str> = axis.ticks().iter().map(|tick| tick.1.as_str()).collect();
    assert_eq!(labels[0], "2");
    assert!(labels.len() > 3, "{labels:?}");
}

/// The colours of the two players differ in grey print at least two to one.
#[test]
fn colours_of_players_differ_in_luminance() {
    let luminance = |index: usize| {
        let RGBColor(red, green, blue) = StyleChoice::Outcome(index).colour(0);
        let part = |component: u8| {
            let share = f64::from(component) / 255.0;
            if share <= 0.04045 {
                share / 12.92
            } else {
                ((share + 0.055) / 1.055).powf(2.4)
            }
        };
        0.2126 * part(red) + 0.7152 * part(green) + 0.0722 * part(blue)
    };
    assert!((luminance(1) + 0.05) / (luminance(0) + 0.05) > 2.0);
}
