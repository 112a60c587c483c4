//! Tests of every topic through the program.

use crate::program::{answer, folder, pioche};
use std::sync::LazyLock;

/// Returns the topics of a verb, as listed in its help.
pub fn topics_of(verb: &str) -> Vec<String> {
    let help = answer(folder().path(), &format!("help {verb}"));
    let list = help
        .lines()
        .skip_while(|line| *line != "Commands:")
        .skip(1)
        .take_while(|line| !line.is_empty());
    let name = |line: &str| {
        line.strip_prefix("  ")
            .filter(|line| !line.starts_with(' '))?
            .split(' ')
            .next()
            .map(str::to_owned)
    };
    list.filter_map(name).collect()
}

/// A small `simulate` command for each topic.
pub static SMALL_RUNS: LazyLock<Vec<(String, String)>> = LazyLock::new(|| {
    let run = |topic: String| {
        let options = match topic.as_str() {
            "bataille" => " --values 3",
            "shuffle" => " --riffles 5",
            _ => "",
        };
        (topic.clone(), format!("{topic}{options}"))
    };
    topics_of("simulate").into_iter().map(run).collect()
});

/// Every topic with `show` draws a picture, without output with `--quiet`: of a deal, or of the game in its README
/// film.
#[test]
fn show_draws_image_for_every_topic() {
    let folder = folder();
    let films = concat!(env!("CARGO_MANIFEST_DIR"), "/results/films");
    for name in topics_of("show") {
        let game = format!("{name}-game.txt");
        let copied = std::fs::copy(format!("{films}/{game}"), folder.path().join(&game));
        let game = if copied.is_ok() { game } else { String::new() };
        let told = pioche(
            folder.path(),
            &format!("-q show {name} {game} --image {name}.svg"),
        );
        assert_eq!(
            (told.status.code(), told.stdout, told.stderr),
            (Some(0), Vec::new(), Vec::new()),
            "{name}"
        );
        let film = std::fs::read_to_string(folder.path().join(format!("{name}.svg")));
        assert!(
            film.is_ok_and(|film| film.contains("</svg>")),
            "{name}: no picture"
        );
    }
}

/// Every topic writes a requested chart, for `simulate` and `report`.
#[test]
fn simulate_and_report_draw_chart_for_every_topic() {
    let folder = folder();
    for (name, run) in SMALL_RUNS.iter() {
        // One distance is a single number, of which there is no chart.
        let run = if *name == "shuffle" {
            "bataille --values 3"
        } else {
            run
        };
        let (chart, tally) = (format!("{name}.svg"), format!("{name}.tally"));
        answer(
            folder.path(),
            &format!("simulate {run} --deals 128 --chart {chart} --tally {tally}"),
        );
        answer(
            folder.path(),
            &format!("report {tally} --chart again-{chart}"),
        );
        let read =
            |file: String| std::fs::read(folder.path().join(file)).expect("the picture is there");
        assert_eq!(
            read(chart.clone()),
            read(format!("again-{chart}")),
            "{name}"
        );
    }
}
