//! Tests of films and pictures of games as files.

use crate::program::{folder, pioche, stderr};

#[test]
fn show_writes_game_as_gif_and_svg() {
    let folder = folder();
    let here = folder.path();
    let plain = pioche(here, "show alliances --suits 2 --ranks 4");
    for (file, options, magic) in [
        ("film.gif", "--animate film.gif", &b"GIF89a"[..]),
        ("image.svg", "--image image.svg", b"<svg "),
        ("step.svg", "--image step.svg --step 0", b"<svg "),
        ("image.png", "--image image.png --step 3", b"\x89PNG"),
    ] {
        let args = format!("show alliances --suits 2 --ranks 4 {options}");
        let output = pioche(here, &args);
        assert!(output.status.success(), "{args}: {output:?}");
        assert_eq!(
            output.stdout, plain.stdout,
            "the answer is the same with a film"
        );
        assert!(stderr(&output).contains(file));
        assert!(
            std::fs::read(here.join(file)).unwrap().starts_with(magic),
            "{file}"
        );
        let again = pioche(here, &args);
        assert_eq!(again.status.code(), Some(2), "an existing file stays");
        assert!(
            pioche(here, &format!("{args} --force --quiet"))
                .stderr
                .is_empty()
        );
    }
    assert_ne!(
        std::fs::read(here.join("image.svg")).unwrap(),
        std::fs::read(here.join("step.svg")).unwrap()
    );
}
