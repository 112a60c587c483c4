//! Sanitises untrusted text before it is echoed or parsed: lines that a player typed, names and contents of files.
//!
//! Such text can have any length and contain any character.

/// The largest number of characters of untrusted text that a message quotes.
const SHOWN: usize = 40;

/// Truncates a text to 40 characters, and replaces control characters.
pub fn shown(text: &str) -> String {
    let mut signs = text.chars();
    let mut short: String = signs.by_ref().take(SHOWN).map(harmless).collect();
    if signs.next().is_some() {
        short.push('…');
    }
    short
}

/// Replaces control characters, so that a name or line can be written to a terminal in full.
pub fn plainly(text: &str) -> String {
    text.chars().map(harmless).collect()
}

/// Limits a message that contains untrusted text to one line of about 600 characters: its beginning and its end.
pub fn one_line(sentence: &str) -> String {
    let signs: Vec<char> = sentence.chars().map(harmless).collect();
    if signs.len() <= LINE {
        return signs.into_iter().collect();
    }
    let (from, to) = (2 * LINE / 3, signs.len() - LINE / 3);
    signs[..from].iter().chain(&[' ', '…', ' ']).chain(&signs[to..]).collect()
}

/// The largest number of characters of an error message.
const LINE: usize = 600;

fn harmless(sign: char) -> char {
    if sign.is_control() || TURNING.contains(&sign) { '\u{fffd}' } else { sign }
}

/// Unicode characters that change the direction of text or end a line.
const TURNING: [char; 14] = [
    '\u{61c}', '\u{200e}', '\u{200f}', '\u{2028}', '\u{2029}', '\u{202a}', '\u{202b}', '\u{202c}', '\u{202d}',
    '\u{202e}', '\u{2066}', '\u{2067}', '\u{2068}', '\u{2069}',
];

/// Converts a word to lower case without accents.
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
    // Combining accents are separate characters and are dropped.
    word.to_lowercase().chars().filter(|sign| !('\u{300}'..='\u{36f}').contains(sign)).map(bare).collect()
}
