//! Tests of `play` through a pipe, with files and with `^C`.

#[cfg(target_os = "linux")]
use crate::program::{fed, folder, names, refused, signal, started, stderr, stdout, worked};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Output};

/// Plays a game; `|` ends a line of the input.
fn played(folder: &Path, args: &str, input: &str) -> Output {
    fed(folder, args, &input.replace('|', "\n"))
}

#[test]
fn play_exit_code_depends_on_game_ending() {
    let folder = folder();
    let code = |args: &str, input: &str| played(folder.path(), args, input).status.code();
    assert_eq!(code("play solitaire", "solve"), Some(0));
    assert_eq!(code("play solitaire", "3 12"), Some(0));
    assert_eq!(
        code("play solitaire", "3 12|0|3|2 7|6 1|11 4|9 7|4|11|10 12|q"),
        Some(1)
    );
    assert_eq!(
        code("play solitaire --board triangle:3 --hole 4", "résoudre"),
        Some(1)
    );
    assert_eq!(code("play nim --matches 9", "2|3"), Some(0));
    assert_eq!(code("play reussite --deal 7", "p|p|q"), Some(0));
    for (args, words) in [
        ("play solitaire --hole 15", "--hole"),
        ("play solitaire --board cube", "cube"),
        ("play alak --cells 65", "--cells"),
        ("play alak --cells 40 --players human,perfect", "--players"),
        ("play alak --players human", "--players"),
        ("play nim --takes 0", "--takes"),
        ("play nim --matches 0", "--matches"),
        ("play alliances --nb-tas-max 0", "--nb-tas-max"),
        ("play alliances nothing", "nothing"),
    ] {
        refused(folder.path(), args, words);
    }
}

/// A deck on the standard input is read to its end, so the conversation has no input.
#[test]
fn play_reads_deck_from_standard_input() {
    let folder = folder();
    let deck = stdout(&played(folder.path(), "deal --seed 3", ""));
    let game = played(folder.path(), "play alliances -", &deck);
    assert!(
        game.status.success() && stdout(&game).contains("Stock: 32 cards"),
        "{game:?}"
    );
}

#[test]
fn saved_game_is_resumed_from_file() {
    let folder = folder();
    let here = folder.path();
    let whole = played(
        here,
        "play alak --cells 9 --players human,random --seed 4 --lang fr",
        "5|1|9",
    );
    let first = played(
        here,
        "play alak --cells 9 --players human,random --seed 4 --save game",
        "5|1",
    );
    assert!(first.status.success(), "{first:?}");
    let text = std::fs::read_to_string(here.join("game")).unwrap();
    assert!(
        text.starts_with(
            "# alak cells=9 edge=line own_group=spared players=human,random seed=4 deal=0\n5\n"
        ),
        "{text}"
    );
    let second = played(here, "play alak game --lang fr", "9");
    let end = |output: &Output| {
        stdout(output)
            .lines()
            .rev()
            .take(8)
            .map(String::from)
            .collect::<Vec<_>>()
    };
    assert_eq!(
        end(&second),
        end(&whole),
        "the game is the same, kept or not"
    );
    let other = played(here, "play alak game --cells 8", "");
    assert!(stderr(&other).contains("cells=9"), "{}", stderr(&other));
    let again = played(here, "play alak --save game", "");
    assert_eq!(again.status.code(), Some(2), "a file that is there stays");
    assert_eq!(std::fs::read_to_string(here.join("game")).unwrap(), text);
    assert!(
        played(here, "play alak game --save game", "")
            .status
            .success()
    );
    assert_eq!(names(here), ["game"], "nothing else is left behind");
}

#[test]
fn play_and_show_use_same_deal() {
    let folder = folder();
    let shown = played(folder.path(), "show alliances --seed 9 --deal 4", "");
    let piles = stdout(&shown).lines().last().unwrap().to_owned();
    let manual = stdout(&played(
        folder.path(),
        "play alliances --seed 9 --deal 4",
        "q",
    ));
    assert!(
        manual.contains(&format!("The rule (leftmost jump first) ends with {piles}")),
        "{manual}"
    );
    let dealt = stdout(&played(folder.path(), "deal --seed 9 --deal 4", ""));
    std::fs::write(folder.path().join("deck"), dealt).unwrap();
    let from_file = stdout(&played(folder.path(), "play alliances deck", "q"));
    // The greeting differs, since it names the deal.
    assert_eq!(
        from_file.lines().skip(1).collect::<Vec<_>>(),
        manual.lines().skip(2).collect::<Vec<_>>()
    );
}

/// A program in a conversation with open input.
struct Spoken {
    child: Child,
    typed: ChildStdin,
    heard: BufReader<ChildStdout>,
}

impl Spoken {
    fn with(folder: &Path, args: &str, first: &str) -> Self {
        let mut child = started(folder, args);
        let (typed, heard) = (
            child.stdin.take().unwrap(),
            BufReader::new(child.stdout.take().unwrap()),
        );
        let mut spoken = Self {
            child,
            typed,
            heard,
        };
        spoken.typed.write_all(first.as_bytes()).unwrap();
        spoken
    }

    fn until(&mut self, words: &str) {
        let mut line = String::new();
        while !line.contains(words) {
            line.clear();
            assert_ne!(
                self.heard.read_line(&mut line).unwrap(),
                0,
                "{words} was not said"
            );
        }
    }
}

#[cfg(unix)]
#[test]
fn sigint_starts_solitaire_solver_and_ends_other_games() {
    let folder = folder();
    let mut pegs = Spoken::with(folder.path(), "play solitaire --lang fr", "3\n12\n");
    pegs.until("on joue de 3 à 12");
    signal(&pegs.child, "-INT");
    pegs.until("Une solution :");
    pegs.until("(0, 3) (2, 7) (6, 1)");
    // The game goes on, and a second signal ends it.
    pegs.typed.write_all("0\n3\n".as_bytes()).unwrap();
    pegs.until("on joue de 0 à 3");
    signal(&pegs.child, "-INT");
    pegs.until("Une solution :");
    std::thread::sleep(std::time::Duration::from_millis(200));
    signal(&pegs.child, "-INT");
    assert_eq!(pegs.child.wait().unwrap().code(), Some(0));
    let mut nim = Spoken::with(folder.path(), "play nim --matches 25 --save kept", "3\n");
    nim.until("22 matches are left");
    signal(&nim.child, "-INT");
    nim.until("You stopped the game.");
    assert_eq!(nim.child.wait().unwrap().code(), Some(130));
    assert!(
        std::fs::read_to_string(folder.path().join("kept"))
            .unwrap()
            .ends_with("deal=0\n3\n")
    );
}

/// A signal stops a computer player that takes too long; the game is saved as it was before its move.
#[cfg(target_os = "linux")]
#[test]
fn signal_stops_computer_player_and_saves_game() {
    for (name, code) in [("-INT", 130), ("-HUP", 129)] {
        let folder = folder();
        let mut long = Spoken::with(
            folder.path(),
            "play alak --cells 64 --players human,minimax:60 --save kept",
            "5\n",
        );
        // The board after the move: the program now computes and does not read.
        long.until(". . . . x");
        let before = worked(&long.child);
        while worked(&long.child) < before + 10 {
            assert!(
                long.child.try_wait().unwrap().is_none(),
                "it goes on thinking"
            );
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        let told = std::time::Instant::now();
        signal(&long.child, name);
        assert_eq!(long.child.wait().unwrap().code(), Some(code));
        assert!(
            told.elapsed() < std::time::Duration::from_secs(4),
            "{:?}",
            told.elapsed()
        );
        assert!(
            std::fs::read_to_string(folder.path().join("kept"))
                .unwrap()
                .ends_with("deal=0\n5\n")
        );
        assert_eq!(
            names(folder.path()),
            ["kept"],
            "nothing else is left behind"
        );
    }
}

/// After a signal other than `^C` the solitaire is not solved.
#[cfg(unix)]
#[test]
fn sigterm_and_sighup_end_solitaire_without_solving() {
    for (name, code) in [("-TERM", 143), ("-HUP", 129)] {
        let folder = folder();
        let mut pegs = Spoken::with(
            folder.path(),
            "play solitaire --lang fr --save kept",
            "3\n12\n",
        );
        pegs.until("on joue de 3 à 12");
        signal(&pegs.child, name);
        assert_eq!(pegs.child.wait().unwrap().code(), Some(code));
        assert!(
            std::fs::read_to_string(folder.path().join("kept"))
                .unwrap()
                .ends_with("(3, 12)\n")
        );
    }
}

/// A closed output ends the game without a message, even with input left.
#[test]
fn closed_output_ends_play_without_message() {
    let folder = folder();
    let mut child = started(folder.path(), "play nim --matches 1000");
    drop(child.stdout.take());
    let _ = child
        .stdin
        .take()
        .unwrap()
        .write_all("2\n".repeat(200).as_bytes());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0));
}
