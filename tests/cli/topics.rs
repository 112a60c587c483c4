//! Tests of every topic through the program.

use crate::program::{answer, folder, pioche, shell, stdout};
use std::fs;
use std::sync::LazyLock;

/// Returns the names under the heading “Commands” of a help page.
pub fn commands_of(help: &str) -> Vec<String> {
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let lines = lines.take_while(|line| !line.is_empty());
    let names = lines.filter_map(|line| line.strip_prefix("  "));
    names
        .filter(|line| !line.starts_with(' '))
        .filter_map(|line| line.split(' ').next().map(str::to_owned))
        .collect()
}

/// Returns the topics of a verb, as listed in its help.
pub fn topics_of(verb: &str) -> Vec<String> {
    commands_of(&answer(folder().path(), &format!("help {verb}")))
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
    let here = folder.path();
    for name in topics_of("show") {
        let game = format!("{name}-game.txt");
        let films = concat!(env!("CARGO_MANIFEST_DIR"), "/results/films");
        let is_film = fs::copy(format!("{films}/{game}"), here.join(&game)).is_ok();
        let game = if is_film { game.as_str() } else { "" };
        let output = pioche(here, &format!("-q show {name} {game} --image {name}.svg"));
        assert!(output.status.success(), "{name}: {output:?}");
        assert_eq!([output.stdout, output.stderr].concat(), b"", "{name}");
        let picture = fs::read_to_string(here.join(format!("{name}.svg")));
        assert!(picture.is_ok_and(|text| text.contains("</svg>")), "{name}");
    }
}

/// Every topic writes a requested chart, for `simulate` and `report`.
#[test]
fn simulate_and_report_draw_chart_for_every_topic() {
    let folder = folder();
    let here = folder.path();
    for (name, run) in SMALL_RUNS.iter() {
        // One distance is a single number, of which there is no chart.
        let run = run.replace("--riffles 5", "--riffles 5,6");
        let command = format!("simulate {run} --deals 128 --chart - -q --out {name}");
        let chart = answer(here, &command);
        assert!(chart.starts_with("<svg"), "{name}");
        let is_list = here.join(name).join("tallies").is_dir();
        let tallies = if is_list {
            format!("{name}/tallies/*")
        } else {
            format!("{name}/{name}.tally")
        };
        let report = shell(here, &format!("pioche report {tallies} --chart - -q"));
        assert!(stdout(&report) == chart, "{name}");
    }
}
