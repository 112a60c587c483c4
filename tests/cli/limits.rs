//! Tests with system limits: few processes, few files, small files and a small stack. Every command does what it can and ends with a
//! message, without a panic, an abort or a hang.

use crate::program::{answer, folder};
use std::path::Path;
use std::process::Command;

/// The commands that run under every limit; the last one, which is slow, runs only under the last limit.
const COMMANDS: [&str; 5] = [
    "simulate nim --deals 10k --out o",
    "report a.tally --out o",
    "show nim --matches 5 --animate f.gif",
    "solve nim",
    "study --scale 0.001 --chapter nim --out o",
];

/// Runs a command under a limit, as another user if root is exempt. Returns the exit code and the messages.
fn under(here: &Path, limit: &str, args: &str) -> (Option<i32>, String) {
    let line = format!(
        "rm -rf o f.gif; {limit} {} {args} >/dev/null",
        env!("CARGO_BIN_EXE_pioche")
    );
    let output = Command::new("bash")
        .current_dir(here)
        .env_clear()
        .env("PATH", "/usr/bin:/bin")
        .args(["-c", &line])
        .output();
    let output = output.expect("a shell");
    (
        output.status.code(),
        String::from_utf8_lossy(&output.stderr).into_owned(),
    )
}

fn holds(here: &Path, limits: &[String], commands: &[&str]) {
    for (limit, args) in limits
        .iter()
        .flat_map(|limit| commands.iter().map(move |args| (limit, args)))
    {
        if args.starts_with("study") && Some(limit) != limits.last() {
            continue;
        }
        let (code, said) = under(here, limit, args);
        // If the system cannot load the program, the message comes from the system.
        let loaded = !said.contains("error while loading") && code != Some(127);
        assert!(
            !loaded || matches!(code, Some(0 | 2)),
            "{limit} {args}: {code:?} {said}"
        );
        assert!(!said.contains("panicked"), "{limit} {args}: {said}");
        assert!(
            code != Some(2) || said.contains("pioche: "),
            "{limit} {args}: {said}"
        );
    }
}

fn begun() -> tempfile::TempDir {
    let folder = folder();
    answer(folder.path(), "simulate nim --deals 1k --tally a.tally");
    folder
}

#[test]
fn low_file_limits_cause_no_panic() {
    let folder = begun();
    let files = [4, 16, 8].map(|files| format!("ulimit -n {files}; timeout 120"));
    let blocks = [1, 64].map(|blocks| format!("ulimit -f {blocks}; timeout 120"));
    holds(
        folder.path(),
        &[files.as_slice(), blocks.as_slice()].concat(),
        &COMMANDS,
    );
}

#[test]
fn low_process_limit_causes_no_panic() {
    let folder = begun();
    let user = "timeout 120 setpriv --reuid 54321 --regid 54321 --clear-groups";
    let open = format!("chmod 777 . && {user} true");
    let tried = Command::new("bash")
        .current_dir(folder.path())
        .args(["-c", &open])
        .output();
    if !tried.is_ok_and(|output| output.status.success()) {
        println!("skipped: nobody else can be had here");
        return;
    }
    let limits = [1, 2, 8, 4].map(|most| format!("{user} prlimit --nproc={most} "));
    holds(folder.path(), &limits, &COMMANDS);
}

/// A search whose memory the system does not grant is refused in one sentence, without an abort.
#[test]
fn low_memory_limit_refuses_large_searches() {
    let folder = folder();
    for args in [
        "solve alak --cells 14 --lang en",
        "play alak --cells 13 --players perfect,random --lang en",
        "simulate alak --cells 13 --players perfect,random --deals 64 --lang en",
    ] {
        let (code, messages) = under(folder.path(), "ulimit -v 140000; timeout 60", args);
        assert_eq!(code, Some(2), "{args}: {messages}");
        assert_eq!(messages.matches("pioche: ").count(), 1, "{messages}");
        assert!(messages.contains("does not grant"), "{args}: {messages}");
    }
}

/// A command has a stack of its own, whatever the limit.
#[test]
fn low_stack_limit_does_not_abort_commands() {
    let folder = begun();
    for args in &COMMANDS[..4] {
        let (code, said) = under(folder.path(), "ulimit -s 256;", args);
        assert_eq!(code, Some(0), "{args}: {said}");
    }
}
