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

/// The SVG file that the handout's program writes for its start, from a run of its `affiche` in Python.
const HANDOUT_PICTURE: &str = include_str!("../data/handout_solitaire.svg");

/// The picture has the handout's lines; browsers need `xmlns` in the first one.
#[test]
fn handout_style_writes_the_picture_of_the_handout() {
    let folder = folder();
    let here = folder.path();
    let show = "show solitaire --style handout --quiet";
    let output = pioche(here, &format!("{show} --image start.svg --step 0"));
    assert!(output.status.success(), "{output:?}");
    let picture = std::fs::read_to_string(here.join("start.svg")).unwrap();
    assert_eq!(
        picture.replacen(" xmlns='http://www.w3.org/2000/svg'", "", 1),
        HANDOUT_PICTURE
    );
    for options in ["--image end.png", "--board english --image cross.png"] {
        let output = pioche(here, &format!("{show} {options}"));
        assert!(output.status.success(), "{options}: {output:?}");
    }
    let film = pioche(here, &format!("{show} --animate film.gif"));
    assert_eq!(film.status.code(), Some(2));
    assert!(!here.join("film.gif").exists());
}
