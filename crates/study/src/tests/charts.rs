//! Tests of the charts of the study: their texts equal golden ones, and slides have the form of slides.

use super::figures::{picture, study_figures};
use pioche_report::draw::*;
use pioche_report::lang::Lang;
use pioche_testing::assert_golden;
use pioche_testing::picture::{golden_text, texts};

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
