//! Charts: nothing is lost, nothing collides, the same figure gives the same bytes.

mod showcase;

use pioche::report::chart::*;

#[test]
#[ignore = "writes the showcase into the folder CHARTS_OUT, to be looked at"]
fn write_showcase() {
    let folder = std::path::PathBuf::from(std::env::var_os("CHARTS_OUT").expect("CHARTS_OUT names a folder"));
    std::fs::create_dir_all(&folder).unwrap();
    for (name, figure) in showcase::all() {
        let start = std::time::Instant::now();
        let bytes = png(&figure).unwrap();
        let took = start.elapsed();
        let svg = svg(&figure).unwrap();
        println!("{name}: {} ms, png {} KB, svg {} KB", took.as_millis(), bytes.len() / 1024, svg.len() / 1024);
        std::fs::write(folder.join(format!("{name}.png")), bytes).unwrap();
        std::fs::write(folder.join(format!("{name}.svg")), svg).unwrap();
    }
}
