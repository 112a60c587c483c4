//! Tests with system limits: few processes, few files, small files and a small stack. Every command does what it can and ends with a
//! message, without a panic, an abort or a hang.

use crate::program::{answer, folder, shell, stderr};

/// The commands that run under every limit; the last one, which is slow, runs only under the last limit.
const COMMANDS: [&str; 6] = [
    "simulate nim --deals 10k --out o",
    "report a.tally --out o",
    "show nim --matches 5 --animate f.gif",
    "solve nim",
    "play nim",
    "study --scale 0.001 --chapter nim --out o",
];

/// Runs the commands under each limit; each ends well or in one sentence.
fn check_limits(limits: &[String], may_fail: bool) {
    let folder = folder();
    let here = folder.path();
    answer(here, "simulate nim --deals 1k --tally a.tally");
    for (index, limit) in limits.iter().enumerate() {
        let is_last = index + 1 == limits.len();
        for command in &COMMANDS[..COMMANDS.len() - usize::from(!is_last)] {
            let line = format!("exec </dev/null >/dev/null; {limit} $PIOCHE {command}");
            // Some limits are too low for `sh`.
            let output = shell(here, &format!("rm -rf o f.gif; exec bash -c '{line}'"));
            let message = stderr(&output);
            assert!(!message.contains("panicked"), "{line}: {message}");
            // If the system cannot load the program, the message comes from the system.
            let code = output.status.code();
            let is_loaded = !message.contains("error while loading") && code != Some(127);
            let is_refused = code == Some(2) && message.contains("pioche: ") && may_fail;
            assert!(
                !is_loaded || code == Some(0) || is_refused,
                "{line}: {code:?} {message}"
            );
        }
    }
}

#[test]
fn low_file_limits_cause_no_panic() {
    let files = [4, 16, 8].map(|files| format!("ulimit -n {files};"));
    let blocks = [1, 64].map(|blocks| format!("ulimit -f {blocks};"));
    check_limits(&[files.as_slice(), blocks.as_slice()].concat(), true);
}

/// Another user than root, who is exempt from the limit.
#[test]
fn low_process_limit_causes_no_panic() {
    let user = "setpriv --reuid 54321 --regid 54321 --clear-groups";
    let is_possible = shell(folder().path(), &format!("{user} true"))
        .status
        .success();
    if !is_possible {
        println!("skipped: no other user is possible here");
        return;
    }
    let limits = [1, 2, 8, 4];
    check_limits(
        &limits.map(|most| format!("chmod 777 .; {user} prlimit --nproc={most} ")),
        true,
    );
}

/// A command has a stack of its own, whatever the limit.
#[test]
fn low_stack_limit_does_not_abort_commands() {
    check_limits(&["ulimit -s 256;".to_owned()], false);
}
