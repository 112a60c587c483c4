//! Somebody else's words, fit to be understood or said back: what a player typed, or what stands in a file.
//!
//! They may be of any length and hold any sign; no sentence may carry them as they came.

/// The most characters of somebody's words that are said back.
const SHOWN: usize = 40;

/// Somebody's words as they can be said back: short, on one line, without control characters.
pub fn shown(text: &str) -> String {
    let mut signs = text.chars();
    let mut short: String = signs.by_ref().take(SHOWN).map(harmless).collect();
    if signs.next().is_some() {
        short.push('…');
    }
    short
}

/// A name, or a line, that has to be said as a whole: without anything that a terminal would obey.
pub fn plainly(text: &str) -> String {
    text.chars().map(harmless).collect()
}

/// A sentence with somebody's words in it: one line of a sane length, its beginning and its end.
pub fn one_line(sentence: &str) -> String {
    let signs: Vec<char> = sentence.chars().map(harmless).collect();
    if signs.len() <= LINE {
        return signs.into_iter().collect();
    }
    let (from, to) = (2 * LINE / 3, signs.len() - LINE / 3);
    signs[..from].iter().chain(&[' ', '…', ' ']).chain(&signs[to..]).collect()
}

/// The most characters of a sentence that says what went wrong.
const LINE: usize = 600;

fn harmless(sign: char) -> char {
    if sign.is_control() || TURNING.contains(&sign) { '\u{fffd}' } else { sign }
}

/// Signs that turn the direction of what stands beside them, or end a line.
const TURNING: [char; 14] = [
    '\u{61c}', '\u{200e}', '\u{200f}', '\u{2028}', '\u{2029}', '\u{202a}', '\u{202b}', '\u{202c}', '\u{202d}',
    '\u{202e}', '\u{2066}', '\u{2067}', '\u{2068}', '\u{2069}',
];

/// A word in lower case and without accents.
pub fn plain(word: &str) -> String {
    let bare = |sign: char| match sign {
        'à' | 'â' | 'ä' => 'a',
        'é' | 'è' | 'ê' | 'ë' => 'e',
        'î' | 'ï' => 'i',
        'ô' | 'ö' => 'o',
        'ù' | 'û' | 'ü' => 'u',
        'ç' => 'c',
        other => other,
    };
    // Where accents are signs of their own they are left out.
    word.to_lowercase().chars().filter(|sign| !('\u{300}'..='\u{36f}').contains(sign)).map(bare).collect()
}
