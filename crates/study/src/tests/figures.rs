//! Tests of the figures of the study and of `simulate`.

use crate::chapters::chapter_of;
use crate::tests::{STUDY_SUMMARIES, short_run, summary_of};
use pioche_engine::experiments::from_name;
use pioche_engine::sim::{Experiment, Field, RunOptions, Seed, Summary};
use pioche_report::draw::{
    ChartPoint, Figure, FigureSize, LaidOutFigure, Panel, PanelContent, SeriesKind,
};
use pioche_report::lang::Lang;
use pioche_report::row_charts::selected_rows_figure;
use pioche_testing::picture::{Picture, layout_faults, texts};
use pioche_topics::{TOPICS, Topic};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

/// Returns the layout of a figure for its text.
pub fn picture(figure: &LaidOutFigure) -> Picture<'_> {
    Picture {
        tree: &figure.tree,
        width_mm: figure.drawing.size_mm.0,
    }
}

/// Returns a figure as it is, as a slide, and for a printed sheet with its data and without.
fn figure_sizes(name: &str, figure: Figure) -> [(String, Figure); 4] {
    let slide = Figure {
        size: FigureSize::Slide,
        ..figure.clone()
    };
    let sheet = figure.for_sheet();
    let blank = sheet.without_data();
    [
        (format!("{name} {:?}, blank", blank.lang), blank),
        (format!("{name} {:?}, sheet", sheet.lang), sheet),
        (format!("{name} {:?}", figure.lang), figure),
        (format!("{name} {:?} as a slide", slide.lang), slide),
    ]
}

/// Returns the figures of the study in both languages and all sizes.
pub fn study_figures() -> Vec<(String, Figure)> {
    let mut found = Vec::new();
    for (topic, summaries) in &*STUDY_SUMMARIES {
        for lang in [Lang::Fr, Lang::En] {
            let chapter = chapter_of(topic).expect("a chapter");
            let pictures = chapter.draw_figures(summaries, lang);
            found.extend(
                pictures
                    .into_iter()
                    .flat_map(|(name, figure)| figure_sizes(name, figure)),
            );
        }
    }
    found
}

/// Two charts of the study with one title could not be told apart.
#[test]
fn study_figures_have_distinct_titles() {
    for lang in [Lang::Fr, Lang::En] {
        let figures = study_figures().into_iter().map(|(_, figure)| figure);
        let titles: Vec<String> = figures
            .filter(|figure| figure.lang == lang && figure.size == FigureSize::PAGE)
            .map(|figure| figure.title)
            .collect();
        let distinct_titles: BTreeSet<&String> = titles.iter().collect();
        assert_eq!(distinct_titles.len(), titles.len(), "{titles:?}");
    }
}

/// Panels that are compared with each other have one vertical axis.
#[test]
fn panels_of_equal_quantities_have_one_y_range() {
    let mut compared = 0;
    for (name, figure) in study_figures() {
        let plots: Vec<_> = figure
            .panels
            .iter()
            .filter_map(|panel| match &panel.content {
                PanelContent::Plot(plot) => Some(plot),
                _ => None,
            })
            .collect();
        for pair in plots.windows(2) {
            if pair[0].x.label == pair[1].x.label && pair[0].y.label == pair[1].y.label {
                compared += 1;
                assert_eq!(pair[0].y_range(), pair[1].y_range(), "{name}");
            }
        }
    }
    assert!(compared > 10, "{compared}");
}

/// Returns the chart of the selected rows of some experiments.
fn selected_rows_chart(names: &[&str], selection: &str) -> Figure {
    let summaries: Vec<Summary> = names
        .iter()
        .map(|name| {
            let experiment = from_name(name).expect("the name is known");
            Summary {
                row_selection: Some(selection.parse().expect("a selection")),
                ..summary_of(experiment.as_ref(), &short_run(experiment.as_ref(), 640))
            }
        })
        .collect();
    let topic = TOPICS
        .iter()
        .find(|topic| topic.name == summaries[0].topic())
        .expect("a topic");
    selected_rows_figure(&summaries, &topic.glossary, Lang::En).expect("a chart")
}

/// Returns the names and the numbers of the rows of each panel.
fn estimate_rows(figure: &Figure) -> Vec<Vec<(&str, &str)>> {
    let mut panels = Vec::new();
    for panel in &figure.panels {
        let PanelContent::Estimates(list) = &panel.content else {
            panic!("{figure:?}");
        };
        let rows = list.rows.iter();
        panels.push(
            rows.map(|row| (row.label.as_str(), row.estimates[0].text.as_str()))
                .collect(),
        );
    }
    panels
}

/// With selected rows, the chart has their points only, each with its number beside it.
#[test]
fn chart_of_selected_rows_has_these_rows_only() {
    let names = [
        "alliances cards=32 improve=none",
        "alliances cards=36 improve=none",
    ];
    let figure = selected_rows_chart(&names, "nb_tas_max=2,4");
    let [panel] = &figure.panels[..] else {
        panic!("{figure:?}");
    };
    let PanelContent::Estimates(list) = &panel.content else {
        panic!("{panel:?}");
    };
    let columns: Vec<&str> = list.columns.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(columns, ["at most 2 piles", "at most 4 piles"]);
    let labels: Vec<&str> = list.rows.iter().map(|row| row.label.as_str()).collect();
    assert_eq!(labels, ["32 cards", "36 cards"]);
    assert!(list.rows[0].is_main && !list.rows[1].is_main);
    assert!(list.rows.iter().all(|row| row.estimates.len() == 2));
    assert_eq!(figure.subtitle.len(), 1, "{:?}", figure.subtitle);
    let names = [
        "bataille values=5 order=fixed shuffle=riffle:7",
        "bataille values=5 order=fixed shuffle=riffle:7 pickup=winner-first",
        "bataille values=5 order=alternating shuffle=riffle:7",
    ];
    let figure = selected_rows_chart(&names, "outcome=endless");
    let panels = estimate_rows(&figure);
    let labels: Vec<&str> = panels[0].iter().map(|row| row.0).collect();
    assert_eq!(panels.len(), 1);
    assert_eq!(labels, ["picked up as laid", "winner's cards first"]);
    assert!(figure.title.contains("endless"), "{}", figure.title);
}

/// Many selected rows are drawn as lines over the size, one for each combination of the other settings.
#[test]
fn chart_of_many_selected_rows_has_lines() {
    let mut names = Vec::new();
    for edge in ["line", "ring"] {
        for cells in 1..=24 {
            names.push(format!(
                "alak cells={cells} edge={edge} own_group=spared players=random,random max_plies=100"
            ));
        }
    }
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let figure = selected_rows_chart(&names, "outcome=draw");
    assert!(figure.title.contains("draw"), "{}", figure.title);
    let [panel] = &figure.panels[..] else {
        panic!("{figure:?}");
    };
    let PanelContent::Plot(plot) = &panel.content else {
        panic!("{panel:?}");
    };
    assert_eq!(plot.series.len(), 2);
    for series in &plot.series {
        let xs: Vec<f64> = series.points.iter().map(|point| point.x).collect();
        assert!(xs.iter().copied().eq((1..=24).map(f64::from)), "{xs:?}");
        assert!(series.points.iter().all(|point| point.interval.is_some()));
    }
    assert_eq!(
        layout_faults(
            "many rows",
            picture(&LaidOutFigure::new(&figure).expect("a chart"))
        ),
        [""; 0]
    );
}

/// Returns the overview of bataille with twelve and thirteen values in all orders.
fn overview_of_many_runs() -> Figure {
    let topic = TOPICS.iter().find(|topic| topic.name == "bataille");
    let mut summaries = Vec::new();
    for values in [12, 13] {
        for order in ["fixed", "alternating"] {
            for pickup in ["", " pickup=winner-first", " pickup=loser-first"] {
                let name =
                    format!("bataille values={values} order={order} shuffle=riffle:7{pickup}");
                let experiment = from_name(&name).expect("the name is known");
                summaries.push(summary_of(
                    experiment.as_ref(),
                    &short_run(experiment.as_ref(), 640),
                ));
            }
        }
    }
    let draw = topic.expect("bataille").overview_figure;
    draw(&summaries, Lang::En).expect("a figure")
}

/// A chart of many panels fits an A4 page of any width, and has few curves in a panel.
#[test]
fn chart_of_many_panels_fits_page() {
    let figure = overview_of_many_runs();
    assert_eq!(figure.panels.len(), 7);
    for panel in &figure.panels {
        let PanelContent::Plot(plot) = &panel.content else {
            panic!("{panel:?}");
        };
        assert!(plot.series.len() <= 5, "{:?}", panel.title);
    }
    for width_mm in [85, 120, 160, 180] {
        let figure = Figure {
            size: FigureSize::Page { width_mm },
            ..figure.clone()
        };
        let laid_out = LaidOutFigure::new(&figure).expect("a chart");
        let (width, height) = laid_out.drawing.size_mm;
        assert!((width - f64::from(width_mm)).abs() < 0.01, "{width}");
        assert!(height <= 262.0, "{height} mm high at {width_mm} mm");
        let texts = texts(picture(&laid_out));
        // The bars of each panel are named beside them.
        let names = texts.iter().filter(|text| text.text == "endless");
        assert_eq!(names.count(), 6, "{width_mm} mm");
        let name = format!("{width_mm} mm wide");
        let faults = layout_faults(&name, picture(&laid_out));
        assert!(faults.is_empty(), "{}", faults.join("\n"));
    }
}

/// The texts of a chart fit a column of text, and the chart fits a page.
#[test]
fn charts_fit_narrow_pages() {
    for (name, figure) in SIMULATED_FIGURES.iter().chain(&study_figures()) {
        if figure.panels.len() == 1 {
            let svg = LaidOutFigure::new(figure).expect("a chart").svg();
            assert!(svg.len() < 60_000, "{name}: {} bytes", svg.len());
        }
        if figure.size != FigureSize::PAGE || figure.panels.len() > 4 {
            continue;
        }
        for width_mm in [85, 120] {
            let figure = Figure {
                size: FigureSize::Page { width_mm },
                ..figure.clone()
            };
            let laid_out = LaidOutFigure::new(&figure).expect("a chart");
            let faults = layout_faults(name, picture(&laid_out));
            assert!(faults.is_empty(), "{}", faults.join("\n"));
            let (_, height) = laid_out.drawing.size_mm;
            assert!(height <= 257.0, "{name}: {height} mm high at {width_mm} mm");
        }
    }
}

/// Figures of simulations: one run of each kind with many deals and with 128, and several runs together.
pub static SIMULATED_FIGURES: LazyLock<Vec<(String, Figure)>> = LazyLock::new(|| {
    let mut found = Vec::new();
    let mut pairs = [
        (Lang::Fr, FigureSize::PAGE),
        (Lang::En, FigureSize::Slide),
        (Lang::Fr, FigureSize::Slide),
        (Lang::En, FigureSize::PAGE),
    ]
    .into_iter()
    .cycle();
    for (topic, summaries) in &*STUDY_SUMMARIES {
        let mut kinds = BTreeSet::new();
        let questions = (topic.study_runs)();
        let one_of_each = questions
            .iter()
            .zip(summaries)
            .filter(|((question, _), _)| {
                let settings = question.name();
                let kind = settings
                    .split(' ')
                    .filter(|word| !word.chars().any(|c| c.is_ascii_digit()));
                kinds.insert(kind.collect::<Vec<_>>().join(" "))
            });
        let mut runs: Vec<(String, Vec<Summary>)> = Vec::new();
        for ((question, _), many) in one_of_each {
            runs.push((question.name(), vec![many.clone()]));
            let scarce = short_run(question.as_ref(), 128);
            let scarce = summary_of(question.as_ref(), &scarce);
            runs.push((format!("{}, few", question.name()), vec![scarce]));
        }
        let several = summaries.iter().take(4).cloned().collect();
        runs.push((format!("{}, several", topic.name), several));
        let settings: Vec<Vec<Field>> = questions
            .iter()
            .map(|(question, _)| question.settings())
            .collect();
        for key in settings
            .iter()
            .flatten()
            .map(|field| field.key())
            .collect::<BTreeSet<_>>()
        {
            runs.push((
                format!("{}, all of {key}", topic.name),
                runs_varying(key, &settings, summaries),
            ));
        }
        for (name, runs) in runs {
            // The figures of the study are drawn in both languages and sizes; one of these pairs is enough here.
            let (lang, size) = pairs.next().expect("an endless cycle");
            let figure = (topic.overview_figure)(&runs, lang);
            let figure = figure.map(|figure| Figure { size, ..figure });
            found.extend(figure.map(|figure| (format!("{name} {lang:?} {size:?}"), figure)));
        }
    }
    found
});

/// Returns the largest set of runs that differ only in the setting `key`.
fn runs_varying(key: &str, settings: &[Vec<Field>], summaries: &[Summary]) -> Vec<Summary> {
    let mut sets: BTreeMap<String, Vec<Summary>> = BTreeMap::new();
    for (settings, summary) in settings.iter().zip(summaries) {
        let others = settings.iter().filter(|field| field.key() != key);
        let others = others.map(|field| format!("{}={} ", field.key(), field.value));
        sets.entry(others.collect())
            .or_default()
            .push(summary.clone());
    }
    sets.into_values().max_by_key(Vec::len).unwrap_or_default()
}

/// Returns faults of figures: texts that overlap or leave the picture, and faults in the data.
fn figure_faults(figures: &[(String, Figure)]) -> Vec<String> {
    let mut faults = Vec::new();
    for (name, figure) in figures {
        let laid = LaidOutFigure::new(figure).unwrap_or_else(|error| panic!("{name}: {error}"));
        faults.extend(layout_faults(name, picture(&laid)));
        if !name.ends_with(", blank") {
            faults.extend(data_faults(name, figure));
        }
    }
    faults
}

/// Returns faults in the data of a figure: an empty panel, two series of a plot with one label, a line that turns back,
/// a share that is stacked twice.
fn data_faults(name: &str, figure: &Figure) -> Vec<String> {
    let mut faults = Vec::new();
    let is_empty = |panel: &Panel| match &panel.content {
        PanelContent::Plot(plot) => plot.series.iter().all(|series| series.points.is_empty()),
        PanelContent::Estimates(list) => list.rows.is_empty(),
        PanelContent::Heatmap(grid) => grid.cells.is_empty(),
        PanelContent::Board(board) => board.is_empty(),
    };
    if figure.panels.is_empty() || figure.panels.iter().any(is_empty) {
        faults.push(format!("{name}: an empty panel"));
    }
    for panel in &figure.panels {
        let PanelContent::Plot(plot) = &panel.content else {
            continue;
        };
        let mut labels = BTreeSet::new();
        for series in &plot.series {
            let label = &series.label;
            let mut steps = series.points.windows(2).map(|pair| pair[1].x - pair[0].x);
            if !label.is_empty() && !labels.insert(label) {
                faults.push(format!("{name}: {label:?} twice"));
            }
            let is_stacked = series.kind == SeriesKind::StackedBars;
            if steps.any(|step| step < 0.0 || (is_stacked && step == 0.0)) {
                faults.push(format!("{name}: {label:?} turns back"));
            }
        }
    }
    faults
}

#[test]
fn study_figures_have_no_layout_faults() {
    let figures = study_figures();
    // The study and the catalogues of the topics have the same figures, except these.
    let odd = [
        "alak-values",
        "alliances-improved",
        "alliances-players",
        "bataille-riffles",
        "bataille-rules",
        "shuffle-cut",
    ];
    let shown: BTreeSet<_> = figures
        .iter()
        .map(|(name, _)| name.split(' ').take(1).collect::<String>())
        .collect();
    let own = |topic: &&'static Topic| {
        topic
            .figures
            .iter()
            .map(|figure| format!("{}-{}", topic.name, figure.name))
    };
    let named = TOPICS.iter().flat_map(own).collect();
    assert!(
        shown.symmetric_difference(&named).eq(odd),
        "{shown:?} {named:?}"
    );
    let faults = figure_faults(&figures);
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn simulation_figures_have_no_layout_faults() {
    let figures = SIMULATED_FIGURES.clone();
    for topic in TOPICS {
        assert!(
            figures.iter().any(|(name, _)| name.starts_with(topic.name)),
            "{}: no picture",
            topic.name
        );
    }
    let faults = figure_faults(&figures);
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn panels_of_one_figure_have_distinct_titles() {
    for (name, figure) in study_figures()
        .into_iter()
        .chain(SIMULATED_FIGURES.clone())
        .filter(|(_, figure)| figure.panels.len() > 1)
    {
        let titles: BTreeSet<_> = figure
            .panels
            .iter()
            .filter_map(|panel| panel.title.as_deref())
            .collect();
        assert!(
            !titles.iter().any(|title| title.trim().is_empty()),
            "{name}: an empty title"
        );
        assert_eq!(
            titles.len(),
            figure.panels.len(),
            "{name}: panels with one title, or none"
        );
    }
}

/// The curve of the games that are still running falls from all games to those that never end, at the longest finite one.
#[test]
fn game_length_chart_covers_all_finite_games() {
    let (topic, summaries) = STUDY_SUMMARIES
        .iter()
        .find(|(topic, _)| topic.name == "bataille")
        .expect("bataille");
    let large = |order: &str| {
        let own = |summary: &&Summary| {
            let setting = |key, value| {
                summary
                    .setting(key)
                    .is_some_and(|known| known.to_string() == value)
            };
            setting("values", "13") && setting("order", order) && setting("shuffle", "uniform")
        };
        summaries.iter().find(own).expect("13 values").clone()
    };
    for summary in [large("fixed"), large("alternating")] {
        let rounds = topic.figures.iter().find(|figure| figure.name == "rounds");
        let draw = rounds.expect("the figure of rounds").draw;
        let figure = draw(std::slice::from_ref(&summary), Lang::En).expect("a figure");
        let PanelContent::Plot(plot) = &figure.panels[0].content else {
            panic!("no plot")
        };
        let [series] = &plot.series[..] else {
            panic!("one series")
        };
        assert_eq!(series.kind, SeriesKind::Steps);
        let falls = series.points.windows(2).all(|pair| pair[1].y <= pair[0].y);
        assert!(falls && series.points[0] == ChartPoint::new(0.0, 1.0));
        let unfinished: f64 = ["endless", "unresolved"]
            .map(|outcome| share(&summary, outcome))
            .iter()
            .sum();
        let record = summary
            .best_record()
            .and_then(|record| record.value_and_deal);
        let (longest, _) = record.expect("a longest game");
        let last = series.points.last().expect("a point");
        assert_eq!(last.x, longest as f64);
        assert!((last.y - unfinished).abs() < 1e-9, "{}", last.y);
        // The curve is at one half where half of the games have ended.
        let notes: Vec<&str> = series.notes.iter().map(|note| note.1.as_str()).collect();
        assert!(
            notes.iter().any(|note| note.starts_with("half within")),
            "{notes:?}"
        );
        assert_eq!(
            notes.iter().any(|note| note.ends_with("never end")),
            unfinished > 0.0
        );
    }
}

fn share(summary: &Summary, outcome: &str) -> f64 {
    summary
        .proportion(outcome)
        .map_or(0.0, |share| share.estimate())
}

#[test]
fn captions_name_every_seed() {
    use pioche_report::lang::Lang;
    use pioche_report::lang::glossary::seed_list;
    let question = from_name("alliances cards=32 improve=none").expect("an experiment");
    let runs = [7, 3, 4, 5].map(|seed| {
        question
            .run(question.plan(Seed(seed), 200), &RunOptions::default())
            .expect("threads")
    });
    let question: std::sync::Arc<dyn Experiment> = question.into();
    let summaries = runs.map(|run| Summary::new(question.clone(), &run, Default::default()));
    let topic = pioche_topics::find_topic(question.topic()).expect("a topic");
    let figure = |lang| {
        (topic.overview_figure)(&summaries, lang)
            .expect("a figure")
            .subtitle
            .join(" ")
    };
    assert!(
        figure(Lang::En).contains(" · seeds 3–5, 7"),
        "{}",
        figure(Lang::En)
    );
    assert!(
        figure(Lang::Fr).contains(" · graines 3–5, 7"),
        "{}",
        figure(Lang::Fr)
    );
    assert_eq!(
        seed_list(Lang::En, &[u64::MAX]),
        "seed 18446744073709551615"
    );
    assert_eq!(
        seed_list(Lang::En, &[0, 2, 4, 6, 8, 10, u64::MAX]),
        "seeds 0, 2, 4, 6, 8, … (7 seeds in all)"
    );
}
