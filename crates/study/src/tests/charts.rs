//! Tests of the charts of the study: their texts equal golden ones, slides have the form of slides, and PDF files hold texts.

use super::figures::{picture, study_figures};
use pioche_report::draw::*;
use pioche_report::lang::Lang;
use pioche_testing::assert_golden;
use pioche_testing::picture::{golden_text, shape_count, texts};

/// Returns the study's figures for an English page, with every kind of content, in linear and logarithmic scale.
fn pages() -> Vec<(String, Figure)> {
    study_figures()
        .into_iter()
        .filter(|(_, figure)| figure.lang == Lang::En && figure.size == FigureSize::PAGE)
        .collect()
}

#[test]
fn golden_texts_of_study_figures() {
    let mut text = String::new();
    for (name, figure) in pages() {
        let picture = golden_text(picture(&laid_out(&figure)));
        text.push_str(&format!("# {name}\n{picture}\n"));
    }
    assert_golden("charts/study.txt", &text);
}

#[test]
fn slides_have_16_to_9_aspect_ratio() {
    for (name, figure) in pages() {
        let slide = Figure {
            size: FigureSize::Slide,
            ..figure
        };
        let size = laid_out(&slide).tree.size();
        let ratio = size.width() / size.height();
        assert!((ratio - 16.0 / 9.0).abs() < 0.01, "{name}: {ratio}");
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

/// The page of a PDF file paints all paths of the drawing. A reader can search its texts: they are letters of embedded
/// fonts, with a table of their characters.
#[test]
fn pdf_contains_vector_paths_and_searchable_texts() {
    for (name, figure) in pages() {
        let laid = laid_out(&figure);
        let file = laid.pdf().unwrap();
        assert!(
            file.starts_with(b"%PDF-1.7") && file.ends_with(b"%%EOF"),
            "{name}"
        );
        let streams = pdf_streams(&file);
        let content = streams.iter().find(|stream| stream.contains("\nBT "));
        let content = content.expect("a page with texts");
        let is_painting = |line: &&str| matches!(*line, "f" | "f*" | "S");
        let painted = content.lines().filter(is_painting).count();
        let drawn = shape_count(picture(&laid));
        assert!(
            drawn > 10 && painted >= drawn,
            "{name}: {painted} of {drawn}"
        );
        let text_count = content.matches("\nBT ").count();
        assert!(text_count >= texts(picture(&laid)).len(), "{name}");
        let objects = String::from_utf8_lossy(&file);
        assert!(objects.contains("/FontFile2"), "{name}: no font");
        let tables: String = streams
            .iter()
            .filter(|stream| stream.contains("begincmap"))
            .map(String::as_str)
            .collect();
        for letter in figure.title.chars() {
            let code = format!("> <{:04X}>\n", u32::from(letter));
            assert!(tables.contains(&code), "{name}: no {letter:?}");
        }
        // 160 mm wide, in points.
        let media = objects.split("/MediaBox[0 0 ").nth(1).unwrap();
        let width: f64 = media.split(' ').next().unwrap().parse().unwrap();
        assert!((width - 160.0 * 72.0 / 25.4).abs() < 0.1, "{width}");
    }
}

/// A chart of the printed sheet is mostly plots, since the text around it says what it shows.
#[test]
fn sheet_figures_are_mostly_plots() {
    let mut count = 0;
    for (name, figure) in study_figures() {
        let has_plots = figure
            .panels
            .iter()
            .all(|panel| matches!(panel.content, PanelContent::Plot(_)));
        if !name.ends_with(", sheet") || !has_plots {
            continue;
        }
        count += 1;
        let (plot_share, lowest_panel) = panel_heights(&figure);
        assert!(lowest_panel >= 100.0, "{name}");
        assert!(plot_share > 0.65, "{name}: {plot_share}");
    }
    assert!(count > 10, "{count}");
}

/// A slide that holds more has smaller letters, but its title is as large as any.
#[test]
fn slide_titles_have_equal_size() {
    let slides = study_figures()
        .into_iter()
        .filter(|(_, figure)| figure.size == FigureSize::Slide);
    let sizes: Vec<(String, f64)> = slides
        .map(|(name, figure)| {
            let slide = laid_out(&figure);
            let title = texts(picture(&slide)).swap_remove(0);
            (name, (title.bottom - title.top) / slide.drawing.size_mm.0)
        })
        .collect();
    assert!(sizes.len() > 5);
    for (name, size) in &sizes {
        assert!((size / sizes[0].1 - 1.0).abs() < 5e-3, "{name}: {sizes:?}");
    }
}

fn laid_out(figure: &Figure) -> LaidOutFigure {
    LaidOutFigure::new(figure).unwrap_or_else(|error| panic!("{}: {error}", figure.title))
}
