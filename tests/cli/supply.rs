//! Tests of the dependencies: their licences and sources, and their reasons in CONTRIBUTING.md.

use std::collections::BTreeMap;
use std::process::Command;

/// Licences that require no more than attribution.
const LICENCES: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "ISC",
    "MIT",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Returns the crates of a build on Linux with their licences. The lock file must be up to date.
fn crates(edges: &str, more: &[&str]) -> BTreeMap<String, String> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(env!("CARGO_MANIFEST_DIR")).args([
        "tree",
        "--offline",
        "--locked",
        "--prefix",
        "none",
    ]);
    cargo
        .args([
            "--target",
            "x86_64-unknown-linux-gnu",
            "--edges",
            edges,
            "--format",
            "{p}|{l}",
        ])
        .args(more);
    let output = cargo.output().expect("cargo runs");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    // `name v1.2.3 (proc-macro)|MIT (*)`; the star marks a crate that was listed before.
    let named = text.lines().filter_map(|line| {
        let (package, licence) = line.trim_end_matches(" (*)").split_once('|')?;
        let (name, rest) = package.split_once(' ')?;
        let version = rest.split(' ').next()?;
        Some((format!("{name} {version}"), licence.to_owned()))
            .filter(|_| !name.starts_with("pioche"))
    });
    named.collect()
}

/// True if an expression such as `MIT OR Apache-2.0` or `Unlicense/MIT` can be satisfied.
fn allowed(licence: &str) -> bool {
    let any = |part: &str| {
        part.trim_matches(['(', ')', ' '])
            .split(" OR ")
            .any(|one| LICENCES.contains(&one.trim()))
    };
    licence.replace('/', " OR ").split(" AND ").all(any)
}

#[test]
fn all_dependency_licences_allow_redistribution() {
    assert!(
        allowed("(MIT OR GPL-3.0) AND Zlib")
            && !allowed("GPL-3.0")
            && !allowed("MIT AND GPL-3.0")
            && !allowed("")
    );
    for (name, licence) in crates("normal,build,dev", &[]) {
        assert!(allowed(&licence), "{name} is under {licence:?}");
    }
}

#[test]
fn lockfile_packages_have_registry_source_and_checksum() {
    let lock = include_str!("../../Cargo.lock");
    for package in lock
        .split("[[package]]")
        .skip(1)
        .filter(|package| !package.contains("name = \"pioche"))
    {
        let source = "source = \"registry+https://github.com/rust-lang/crates.io-index\"";
        assert!(
            package.contains(source) && package.contains("checksum = "),
            "{package}"
        );
    }
}

/// The table of reasons in CONTRIBUTING.md names each crate beside the package that needs it.
#[test]
fn each_dependency_has_a_documented_reason() {
    let text = include_str!("../../CONTRIBUTING.md");
    let table = text.split("## Dependencies").nth(1).expect("a section");
    for package in [
        "pioche",
        "pioche-engine",
        "pioche-games",
        "pioche-report",
        "pioche-study",
    ] {
        let folder = format!("`{}`", package.trim_start_matches("pioche-"));
        for name in crates("normal,build", &["--depth", "1", "--package", package]).keys() {
            let name = format!("`{}`", name.split(' ').next().expect("a name"));
            let mut rows = table.lines().filter(|row| row.contains(&name));
            assert!(
                rows.any(|row| row.contains(&folder)),
                "no row with {name} and {folder}"
            );
        }
    }
}
