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
        drop(drawing(&figure).unwrap());
        let drawn = start.elapsed().as_millis();
        let svg = svg(&figure).unwrap();
        let both = start.elapsed().as_millis();
        let bytes = png(&figure).unwrap();
        let all = start.elapsed().as_millis();
        let (kb, svg_kb) = (bytes.len() / 1024, svg.len() / 1024);
        println!(
            "{name}: drawing {drawn} ms, SVG {} ms and {svg_kb} KB, PNG {} ms and {kb} KB",
            both - drawn,
            all - both
        );
        std::fs::write(folder.join(format!("{name}.png")), bytes).unwrap();
        std::fs::write(folder.join(format!("{name}.svg")), svg).unwrap();
    }
}
