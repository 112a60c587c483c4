//! Compares imports between modules with the tables of layers in the documentation of both packages.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// A file of a package: its module, such as `games::alak::solve`, and its text.
#[derive(Clone)]
struct File {
    /// True for a file of the engine.
    engine: bool,
    module: String,
    text: String,
}

impl File {
    fn layer(&self) -> &str {
        self.module.split("::").next().unwrap_or_default()
    }

    /// Returns the imports as full paths from the root of the crate, each with true if it is re-exported. Imports of
    /// the program from the engine begin with `engine`.
    fn imports(&self) -> Vec<(String, bool)> {
        let code: String = self
            .text
            .lines()
            .map(|line| line.split("//").next().unwrap_or_default())
            .collect::<Vec<_>>()
            .join("\n");
        let mut found = Vec::new();
        for part in code.split(";\n").filter_map(|part| part.split_once("use ")) {
            let (before, tree) = part;
            let start = before.lines().last().unwrap_or_default().trim();
            if start.is_empty() || start.starts_with("pub") {
                let tree: String = tree.split_whitespace().collect::<Vec<_>>().join(" ");
                found.extend(
                    leaves(&tree)
                        .into_iter()
                        .filter_map(|leaf| Some((self.whole(&leaf)?, !start.is_empty()))),
                );
            }
        }
        // Qualified paths in the code; those of visibilities are none.
        let code = code.replace("(in crate::", "(");
        for (root, stem) in [("crate::", ""), ("pioche_engine::", "engine::")] {
            for rest in code.split(root).skip(1) {
                let path: String = rest
                    .chars()
                    .take_while(|c| c.is_alphanumeric() || "_:".contains(*c))
                    .collect();
                if !path.is_empty() {
                    found.push((format!("{stem}{}", path.trim_end_matches(':')), false));
                }
            }
        }
        found
    }

    /// Returns the imports, and the paths in the code that begin with one of `children`, the modules below this one.
    fn imports_and_child_paths(&self, children: &[&str]) -> Vec<String> {
        let mut found: Vec<String> = self.imports().into_iter().map(|(path, _)| path).collect();
        let code: Vec<&str> = self
            .text
            .lines()
            .map(|line| line.split("//").next().unwrap_or_default())
            .collect();
        let code = code.join("\n");
        let is_path_sign = |sign: char| sign.is_alphanumeric() || "_:".contains(sign);
        for child in children {
            let start = format!("{child}::");
            for (place, _) in code.match_indices(&start) {
                if code[..place].ends_with(is_path_sign) {
                    continue;
                }
                let path: String = code[place..]
                    .chars()
                    .take_while(|c| is_path_sign(*c))
                    .collect();
                match code[place + path.len()..].strip_prefix('{') {
                    Some(rest) => {
                        let tree = rest.split_once('}').map_or(rest, |(tree, _)| tree);
                        found.extend(leaves(&format!("{}::{path}{{{tree}}}", self.module)));
                    }
                    None => found.push(format!("{}::{path}", self.module)),
                }
            }
        }
        found
    }

    /// Returns the file without the items that it re-exports.
    fn without_exports(&self) -> Self {
        let statements = self.text.split_inclusive(";\n");
        let is_export = |statement: &str| statement.trim_start().starts_with("pub use ");
        Self {
            text: statements.filter(|text| !is_export(text)).collect(),
            ..self.clone()
        }
    }

    /// Returns the full path of an import inside the crate; `None` for other crates.
    fn whole(&self, path: &str) -> Option<String> {
        let mut parts: Vec<&str> = path.split("::").collect();
        let mut base: Vec<&str> = self.module.split("::").collect();
        match parts[0] {
            "crate" => base.clear(),
            "pioche_engine" => base = vec!["engine"],
            "self" => {}
            "super" => {
                while parts.first() == Some(&"super") {
                    parts.remove(0);
                    base.pop();
                }
                return Some([base, parts].concat().join("::"));
            }
            _ => return None,
        }
        Some([base, parts[1..].to_vec()].concat().join("::"))
    }
}

/// Returns the single paths of an import tree.
fn leaves(tree: &str) -> Vec<String> {
    let Some((stem, rest)) = tree.split_once('{') else {
        return vec![
            tree.split(" as ")
                .next()
                .unwrap_or_default()
                .trim()
                .to_owned(),
        ];
    };
    let inner = rest.rsplit_once('}').map_or(rest, |(inner, _)| inner);
    let (mut parts, mut depth, mut part) = (Vec::new(), 0, String::new());
    for sign in inner.chars() {
        depth += i32::from(sign == '{') - i32::from(sign == '}');
        match sign {
            ',' if depth == 0 => parts.push(std::mem::take(&mut part)),
            sign => part.push(sign),
        }
    }
    parts.push(part);
    let parts = parts
        .iter()
        .map(|part| part.trim())
        .filter(|part| !part.is_empty());
    parts
        .flat_map(|part| leaves(&format!("{}{part}", stem.trim())))
        .collect()
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// Returns the files of both packages, without tests and fuzz targets.
fn files() -> Vec<File> {
    let of = |package: &str| {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join(package)
            .join("src");
        let mut found = Vec::new();
        sources(&root, &mut found);
        let file = |path: PathBuf| {
            let inner = path.strip_prefix(&root).unwrap().with_extension("");
            let parts: Vec<&str> = inner
                .iter()
                .map(|part| part.to_str().unwrap())
                .filter(|part| *part != "mod")
                .collect();
            let engine = !package.is_empty();
            let text = fs::read_to_string(&path).unwrap();
            let text = text
                .split("#[cfg(test)]\nmod tests {")
                .next()
                .unwrap_or_default()
                .to_owned();
            File {
                engine,
                module: parts.join("::"),
                text,
            }
        };
        found.into_iter().map(file).collect::<Vec<_>>()
    };
    let all = [of(""), of("engine")].concat();
    let exempt = |part: &str| ["lib", "main", "fuzz", "tests"].contains(&part);
    all.into_iter()
        .filter(|file| !file.module.split("::").any(exempt))
        .collect()
}

/// Returns the table in a crate's documentation: each layer with its allowed imports.
fn table(package: &str) -> BTreeMap<String, Vec<String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join(package)
        .join("src/lib.rs");
    let text = fs::read_to_string(path).unwrap();
    let ticked = |cell: &str| -> Vec<String> {
        cell.split('`')
            .skip(1)
            .step_by(2)
            .map(|name| name.trim_matches(['[', ']']).to_owned())
            .collect()
    };
    let rows = text
        .lines()
        .filter_map(|line| line.strip_prefix("//! | "))
        .filter(|row| row.contains('`'));
    let row = |row: &str| {
        let cells: Vec<&str> = row.split('|').collect();
        (ticked(cells[0]).remove(0), ticked(cells[2]))
    };
    rows.map(row).collect()
}

/// Returns the exported macros, which stand at the root of their crate, each with its path in the layer that declares it.
fn exported_macros(files: &[&File]) -> BTreeMap<String, String> {
    let mut macros = BTreeMap::new();
    for file in files {
        for declaration in file.text.split("#[macro_export]\nmacro_rules! ").skip(1) {
            if let Some((name, _)) = declaration.split_once(' ') {
                macros.insert(name.to_owned(), format!("{}::{name}", file.layer()));
            }
        }
    }
    macros
}

#[test]
fn modules_import_only_lower_layers() {
    let files = files();
    for (engine, package) in [(false, ""), (true, "engine")] {
        let (table, mut checked) = (table(package), 0);
        let files: Vec<&File> = files.iter().filter(|file| file.engine == engine).collect();
        let layers: BTreeSet<&str> = files.iter().map(|file| file.layer()).collect();
        let macros = exported_macros(&files);
        let documented: BTreeSet<&str> = table.keys().map(String::as_str).collect();
        assert_eq!(layers, documented, "the table has the folders of the tree");
        for file in files {
            let own = &table[file.layer()];
            for (path, _) in file.imports() {
                let target = macros.get(&path).unwrap_or(&path);
                let inside =
                    |name: &str| target == name || target.starts_with(&format!("{name}::"));
                let fine = inside(file.layer()) || own.iter().any(|name| inside(name));
                assert!(fine, "{} may not import {target}", file.module);
                checked += 1;
            }
        }
        assert!(checked > 300, "only {checked} imports were seen");
    }
}

/// Games do not import other games, and topics import neither other topics nor games other than their own.
#[test]
fn games_and_topics_do_not_import_each_other() {
    let files = files();
    let rooms = |layer: &str| -> BTreeSet<String> {
        let inside = |file: &File| {
            file.module
                .strip_prefix(&format!("{layer}::"))
                .map(str::to_owned)
        };
        files
            .iter()
            .filter_map(inside)
            .filter_map(|rest| Some(rest.split_once("::")?.0.to_owned()))
            .collect()
    };
    let (games, topics) = (rooms("games"), rooms("topics"));
    let shares = ["experiments", "classroom"];
    assert!(
        games.len() >= 5 && topics.len() >= 6,
        "{games:?} {topics:?}"
    );
    // The module shared by the games of two players is no topic and imports none of them.
    let shared = ["duel"];
    let mut checked = 0;
    for file in &files {
        let room = file
            .module
            .split("::")
            .nth(1)
            .unwrap_or_default()
            .to_owned();
        for (target, _) in file.imports() {
            let parts: Vec<&str> = target
                .split("::")
                .skip_while(|part| *part == "engine")
                .collect();
            let [layer, other, ..] = parts[..] else {
                continue;
            };
            let foreign = match (file.layer(), layer) {
                ("games", "games") => {
                    games.contains(&room) && games.contains(other) && other != room
                }
                ("topics", "games") => {
                    topics.contains(&room) && games.contains(other) && other != room
                }
                ("topics", "topics") => {
                    topics.contains(&room)
                        && topics.contains(other)
                        && other != room
                        && !shared.contains(&other)
                }
                (layer, "games") => {
                    games.contains(other) && layer != "games" && !shares.contains(&layer)
                }
                _ => false,
            };
            assert!(!foreign, "{} names {target}", file.module);
            checked += 1;
        }
    }
    assert!(checked > 500, "only {checked} imports were seen");
}

/// The layers whose folders have no cycles: no file imports the module file of its folder if that names the file.
const LAYERS_WITHOUT_FOLDER_CYCLES: [&str; 4] = ["draw", "report", "sim", "stats"];

/// Imports between files have no cycles.
#[test]
fn file_imports_have_no_cycles() {
    let files = files();
    let name = |file: &File| {
        if file.engine {
            format!("engine::{}", file.module)
        } else {
            file.module.clone()
        }
    };
    let modules: BTreeSet<String> = files.iter().map(name).collect();
    let own_modules: BTreeSet<&str> = files.iter().map(|file| file.module.as_str()).collect();
    let mut edges: BTreeSet<(String, String)> = BTreeSet::new();
    for file in &files {
        let own = name(file);
        let mut imports = file.imports();
        if LAYERS_WITHOUT_FOLDER_CYCLES.contains(&file.layer()) {
            let child = |module: &&str| -> Option<String> {
                let name = module.strip_prefix(&file.module)?.strip_prefix("::")?;
                (!name.contains("::")).then(|| name.to_owned())
            };
            let children: Vec<String> = own_modules.iter().filter_map(child).collect();
            let children: Vec<&str> = children.iter().map(String::as_str).collect();
            let paths = file.without_exports().imports_and_child_paths(&children);
            imports.extend(paths.into_iter().map(|path| (path, false)));
        }
        for (target, passed_on) in imports {
            let target = if file.engine {
                format!("engine::{target}")
            } else {
                target
            };
            let mut parts: Vec<&str> = target.split("::").collect();
            while !parts.is_empty() && !modules.contains(&parts.join("::")) {
                parts.pop();
            }
            let target = parts.join("::");
            // The module file of a folder may re-export items of its files.
            let face = passed_on && target.starts_with(&format!("{own}::"));
            if !target.is_empty() && target != own && !face {
                edges.insert((own.clone(), target));
            }
        }
    }
    assert!(
        edges.len() > 300,
        "only {} imports between files were seen",
        edges.len()
    );
    let cyclic = imports_in_cycles(edges);
    assert!(cyclic.is_empty(), "imports in a cycle: {cyclic:#?}");
}

/// Returns the imports that remain after repeatedly removing those from and to files without imports in the other
/// direction: the cycles, and the imports between them.
fn imports_in_cycles(mut edges: BTreeSet<(String, String)>) -> BTreeSet<(String, String)> {
    loop {
        let importers: BTreeSet<String> = edges.iter().map(|(from, _)| from.clone()).collect();
        let imported: BTreeSet<String> = edges.iter().map(|(_, to)| to.clone()).collect();
        let count = edges.len();
        edges.retain(|(from, to)| imported.contains(from) && importers.contains(to));
        if edges.len() == count {
            return edges;
        }
    }
}

#[test]
fn cycles_of_any_length_are_found() {
    let edge = |(from, to): (&str, &str)| (from.to_owned(), to.to_owned());
    let cycle = [("a", "b"), ("b", "c"), ("c", "a")].map(edge);
    let branches = [("x", "a"), ("c", "y"), ("y", "z")].map(edge);
    let edges = cycle.iter().chain(&branches).cloned().collect();
    assert_eq!(imports_in_cycles(edges), BTreeSet::from(cycle));
}

/// Modules that serve all topics use nothing of a single topic, so that a topic is added without a change in them. The
/// list of topics names each of them.
#[test]
fn shared_modules_use_no_single_topic() {
    /// The uses that remain, each with its module.
    const EXCEPTIONS: &[(&str, &str)] = &[
        // A file with a deck is the same for the patience, bataille and the riffle shuffle, which do not import each
        // other.
        ("topics", "topics::alliances::deck::read_deck_file"),
        ("topics", "topics::bataille::show::read_value_deck"),
        ("topics", "topics::shuffle::RIFFLES"),
        ("topics", "topics::shuffle::suspect_json"),
        ("topics", "topics::shuffle::suspect_verdict"),
    ];
    let files = files();
    let list = files
        .iter()
        .find(|file| file.module == "topics")
        .expect("the list of topics");
    let names: Vec<&str> = list
        .text
        .lines()
        .filter_map(|line| line.trim().strip_prefix('&')?.strip_suffix("::TOPIC,"))
        .collect();
    assert!(names.len() >= 6, "{names:?}");
    let topic_of = |path: &str| -> Option<&str> {
        let name = path.strip_prefix("topics::")?.split("::").next()?;
        names.iter().copied().find(|topic| *topic == name)
    };
    let mut exceptions: BTreeSet<(&str, &str)> = EXCEPTIONS.iter().copied().collect();
    let mut checked = 0;
    for file in files.iter().filter(|file| !file.engine) {
        // The classroom has a reading of each printed game.
        if topic_of(&file.module).is_some() || file.layer() == "classroom" {
            continue;
        }
        let children: &[&str] = if file.module == "topics" { &names } else { &[] };
        for path in file.imports_and_child_paths(children) {
            checked += 1;
            let Some(topic) = topic_of(&path) else {
                continue;
            };
            let is_listed = file.module == "topics" && path == format!("topics::{topic}::TOPIC");
            let is_exception = EXCEPTIONS.contains(&(file.module.as_str(), path.as_str()));
            exceptions.retain(|(module, used)| *module != file.module || *used != path);
            assert!(is_listed || is_exception, "{} uses {path}", file.module);
        }
    }
    assert!(checked > 300, "only {checked} imports were seen");
    assert!(exceptions.is_empty(), "no longer used: {exceptions:?}");
}

/// The layers that serve all topics contain no name of an option or column of a topic in a text.
#[test]
fn shared_layers_contain_no_topic_option_names() {
    let files = files();
    let declared = |file: &File| {
        let mut keys = Vec::new();
        for constructor in [">(\"", "Setting::flag(\""] {
            let declarations = file.text.split(constructor).skip(1);
            let ends = declarations.filter_map(|rest| rest.split_once('"'));
            keys.extend(ends.map(|(key, _)| key.to_owned()));
        }
        // A field of `settings!` has the key as its name, and the constant in capitals: `values: ValueCount = VALUES`.
        for line in file.text.lines() {
            let field = line.trim().trim_start_matches("pub ").split(':').next();
            let constant = line.split(" = ").nth(1).unwrap_or_default();
            let is_capital = |sign: &char| sign.is_ascii_uppercase() || *sign == '_';
            let constant: String = constant.chars().take_while(is_capital).collect();
            let key = constant.to_lowercase();
            if field == Some(key.as_str()) {
                keys.push(key);
            }
        }
        keys.retain(|key| !key.is_empty());
        keys
    };
    let keys: BTreeSet<String> = files
        .iter()
        .filter(|file| ["topics", "experiments"].contains(&file.layer()))
        .flat_map(declared)
        .collect();
    assert!(keys.len() > 20, "{keys:?}");
    for file in files
        .iter()
        .filter(|file| ["lang", "draw", "play", "report", "cli"].contains(&file.layer()))
    {
        let code: String = file
            .text
            .lines()
            .map(|line| line.split("//").next().unwrap_or_default())
            .collect();
        for key in &keys {
            let is_other = match key.as_str() {
                // Saved games, JSON of tables, and the marker of a study have keys with these names.
                "players" => ["play::saved_game", "cli::play"].contains(&file.module.as_str()),
                "row" => file.module == "report::solution_report",
                // A column of every table.
                "count" => true,
                "values" => file.module == "cli::study::folder",
                _ => false,
            };
            let option = key.replace('_', "-");
            let named = [
                format!("\"{key}\""),
                format!("\"{option}\""),
                format!("\"--{option}\""),
            ];
            let named = named.iter().find(|name| code.contains(name.as_str()));
            assert!(
                is_other || named.is_none(),
                "{} names {named:?}",
                file.module
            );
        }
    }
}

/// Clocks, entropy, threads, files and streams are not used in layers with reproducible results.
#[test]
fn pure_layers_use_no_clock_thread_or_file() {
    for file in files() {
        let forbidden: &[&str] = match file.layer() {
            "simd" => &[
                "std::fs",
                "std::io",
                "std::time",
                "std::thread",
                "std::env",
                "SysRng",
                "println!",
            ],
            "rng" | "cards" | "games" | "players" | "stats" | "experiments" | "lang" | "draw"
            | "topics" => &[
                "std::fs",
                "std::io",
                "std::time",
                "std::thread",
                "std::env",
                "SysRng",
                "println!",
                "rayon",
            ],
            "sim" => &["std::fs", "std::io", "std::time", "SysRng", "println!"],
            "report" | "play" => &[
                "std::fs",
                "std::time",
                "std::thread",
                "std::env",
                "stdin()",
                "stdout()",
                "println!",
            ],
            _ => &[],
        };
        for word in forbidden {
            assert!(!file.text.contains(word), "{} uses {word}", file.module);
        }
        if !["rng", "sim", "topics"].contains(&file.layer()) {
            assert!(
                !file.text.contains("from_seed"),
                "{} makes a generator",
                file.module
            );
        }
    }
}

/// Only the command line uses clap, progress bars and signals.
#[test]
fn only_cli_layer_uses_clap_and_signals() {
    for file in files().iter().filter(|file| file.layer() != "cli") {
        for word in ["clap::", "signal_hook::", "anstream::"] {
            assert!(!file.text.contains(word), "{} uses {word}", file.module);
        }
    }
}

/// Drawing libraries must not need fontconfig, which a new machine lacks; default features could enable it.
#[test]
fn no_system_library_is_needed() {
    let lock =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.lock")).unwrap();
    for name in [
        "font-kit",
        "fontconfig-parser",
        "freetype-sys",
        "openssl-sys",
        "pkg-config",
        "servo-fontconfig-sys",
        "yeslogic-fontconfig-sys",
    ] {
        assert!(
            !lock.contains(&format!("name = \"{name}\"")),
            "{name} is in the dependency tree"
        );
    }
}
