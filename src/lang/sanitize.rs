//! Untrusted text, prepared for messages: what a player typed, or the content of a file.
//!
//! Such text may have any length and hold any character; messages never carry it unchanged.

/// The most characters of untrusted text in a message.
const MAX_QUOTED_CHARS: usize = 40;

/// The most characters of a message.
const MAX_MESSAGE_CHARS: usize = 600;

/// Returns the beginning of a text on one line, with invisible characters escaped.
pub fn safe_excerpt(text: &str) -> String {
    let mut signs = text.chars();
    let mut short: String = signs
        .by_ref()
        .take(MAX_QUOTED_CHARS)
        .flat_map(escape_char)
        .collect();
    if signs.next().is_some() {
        short.push('…');
    }
    short
}

/// Returns a text on one line, with invisible characters escaped.
pub fn escape_invisible(text: &str) -> String {
    text.chars().flat_map(escape_char).collect()
}

/// Returns a message on one line, with invisible characters escaped. A long message is reduced to its beginning and
/// end.
pub fn safe_message_line(sentence: &str) -> String {
    let signs: Vec<char> = sentence.chars().flat_map(escape_char).collect();
    if signs.len() <= MAX_MESSAGE_CHARS {
        return signs.into_iter().collect();
    }
    let from = 2 * MAX_MESSAGE_CHARS / 3;
    let to = signs.len() - MAX_MESSAGE_CHARS / 3;
    signs[..from]
        .iter()
        .chain(&[' ', '…', ' '])
        .chain(&signs[to..])
        .collect()
}

/// Returns the character itself if it is visible, otherwise an escape such as `\u{200b}`.
fn escape_char(c: char) -> Vec<char> {
    if is_visible(c) {
        vec![c]
    } else {
        c.escape_unicode().collect()
    }
}

/// Returns true if a terminal shows a character as a sign or space. Control characters, format characters and blank
/// letters are not visible.
pub fn is_visible(c: char) -> bool {
    !c.is_control()
        && !matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{feff}'
            | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}')
}

/// Converts a word to lower case without accents.
pub fn fold_case_and_accents(word: &str) -> String {
    let bare = |sign: char| match sign {
        'à' | 'â' | 'ä' => 'a',
        'é' | 'è' | 'ê' | 'ë' => 'e',
        'î' | 'ï' => 'i',
        'ô' | 'ö' => 'o',
        'ù' | 'û' | 'ü' => 'u',
        'ç' => 'c',
        other => other,
    };
    // A decomposed accent is a separate character.
    word.to_lowercase()
        .chars()
        .filter(|sign| !('\u{300}'..='\u{36f}').contains(sign))
        .map(bare)
        .collect()
}
