//! How much memory solvers may take on this machine: what was asked for, or what there is.
//!
//! Of what there is: the memory that the system calls available, what the container (cgroup, version 1 or 2) leaves, and
//! what the limits of the process leave. Nothing that is counted or estimated depends on it, only what is refused.

use crate::lang::{Problem, Reason};
use pioche_engine::games::Memory;
use std::fs;
use std::path::Path;

/// The memory for solvers: `asked`, or at most the usual, less where the machine has less.
pub fn settle(asked: Option<&str>) -> Memory {
    let asked = asked.and_then(|bytes| bytes.parse().ok()).map(Memory);
    asked.unwrap_or_else(|| Memory::default().min(Memory(spare(|path| fs::read_to_string(path).ok()))))
}

/// Fails when the system has not so much memory to give at this moment, in bytes, for what goes to this file: to make it
/// would end the program.
pub fn room(file: &str, bytes: usize) -> Result<(), Problem> {
    let mut asked = Vec::<u8>::new();
    let given = asked.try_reserve_exact(bytes);
    std::hint::black_box(asked);
    let reason = Reason::known("la mémoire manque", "there is not enough memory");
    given.map_err(|_| Problem::CannotWrite { file: file.to_owned(), reason })
}

/// What may be taken of what there is, in bytes: seven eighths, so that the rest of the program has room.
pub fn spare(read: impl Fn(&str) -> Option<String>) -> u64 {
    // What the system calls available.
    let available = || kilobytes(&read("/proc/meminfo")?, "MemAvailable:");
    let found = [available(), container(&read), limits(&read)];
    found.into_iter().flatten().min().map_or(u64::MAX, |bytes| bytes / 8 * 7)
}

/// The number behind a name, in bytes.
fn kilobytes(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok()?.checked_mul(1024)
}

/// What the control groups leave, from that of the process up to the root.
fn container(read: &impl Fn(&str) -> Option<String>) -> Option<u64> {
    let groups = read("/proc/self/cgroup")?;
    let left = |line: &str| {
        let mut fields = line.splitn(3, ':');
        let (_, controllers, group) = (fields.next()?, fields.next()?, fields.next()?);
        let (root, most, now) = match controllers {
            "" => ("/sys/fs/cgroup", "memory.max", "memory.current"),
            _ if controllers.split(',').any(|controller| controller == "memory") => {
                ("/sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes")
            }
            _ => return None,
        };
        // Inside of a container the group may be named as it is outside: then its own stands at the root.
        let levels = Path::new(group).ancestors().map(|level| format!("{root}{}", level.display()));
        let number =
            |level: &str, file| read(&format!("{}/{file}", level.trim_end_matches('/')))?.trim().parse::<u64>().ok();
        levels.filter_map(|level| Some(number(&level, most)?.saturating_sub(number(&level, now).unwrap_or(0)))).min()
    };
    groups.lines().filter_map(left).min()
}

/// What the limits of the process on its address space and its data leave.
fn limits(read: &impl Fn(&str) -> Option<String>) -> Option<u64> {
    let (limits, status) = (read("/proc/self/limits")?, read("/proc/self/status")?);
    let left = |(limit, taken): (&str, &str)| {
        let line = limits.lines().find_map(|line| line.strip_prefix(limit))?;
        let most: u64 = line.split_whitespace().next()?.parse().ok()?;
        Some(most.saturating_sub(kilobytes(&status, taken)?))
    };
    [("Max address space", "VmSize:"), ("Max data size", "VmData:")].into_iter().filter_map(left).min()
}
