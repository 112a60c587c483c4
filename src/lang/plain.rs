//! Words as people type them: upper case and accents do no harm.

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
    word.to_lowercase().chars().map(bare).collect()
}
