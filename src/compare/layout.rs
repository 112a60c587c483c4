//! The layouts of tables in texts: columns, lines with a name and a number, names above numbers, and the lists and
//! dictionaries of programs.

use super::table::{has_word, is_number};

/// The cells of a line, with its number from 1.
pub type Line = (usize, Vec<String>);

/// Marks of LaTeX and NumPy, and the signs for which they stand.
const MARKS: [(&str, &str); 11] = [
    ("\r", ""),
    ("{,}", ","),
    ("\\%", "%"),
    ("\\leq", "≤"),
    ("\\hline", ""),
    ("\\\\", ""),
    ("$", ""),
    ("np.float64", ""),
    (" ± ", "±"),
    (" [", "["),
    (" (", "("),
];

/// Returns the text of a file in UTF-8 or Windows-1252, without marks.
pub fn decode(bytes: &[u8]) -> String {
    let mut text = match std::str::from_utf8(bytes) {
        Ok(text) => text.trim_start_matches('\u{feff}').to_owned(),
        Err(_) => bytes.iter().map(|&byte| char::from(byte)).collect(),
    };
    for (mark, sign) in MARKS {
        text = text.replace(mark, sign);
    }
    text
}

/// Returns the layouts that a text may have, the plainer ones first. Lines without letters and digits are left out.
pub fn layouts(text: &str) -> Vec<Vec<Line>> {
    let mut layouts = Vec::new();
    // A list of lists has a line for each.
    for text in [
        text.to_owned(),
        text.replace(['[', ']', '(', ')', '{', '}'], "\n"),
    ] {
        let lines: Vec<(usize, &str)> = (1..)
            .zip(text.lines().map(without_index))
            .filter(|(_, line)| line.contains(char::is_alphanumeric))
            .collect();
        let split_lines = |split: &dyn Fn(&str) -> Vec<String>| -> Vec<Line> {
            let split_line = |(number, line): &(usize, &str)| (*number, split(line));
            lines.iter().map(split_line).collect()
        };
        for separator in ["|", "&", "\t", ";", ",", "  ", " "] {
            let columns = split_lines(&|line| cells(line, separator));
            layouts.extend(transposed(&columns));
            layouts.push(columns);
        }
        layouts.push(split_lines(&name_and_number));
        let parts = lines.iter().flat_map(|(number, line)| {
            let parts = line.split([',', ';']);
            parts.map(|part| (*number, name_and_number(part)))
        });
        layouts.push(parts.collect());
    }
    layouts
}

/// Returns a line without the number in brackets that R writes before it.
fn without_index(line: &str) -> &str {
    let parts = line
        .trim()
        .strip_prefix('[')
        .and_then(|rest| rest.split_once("] "));
    match parts {
        Some((index, rest)) if index.parse::<usize>().is_ok() => rest.trim(),
        _ => line.trim(),
    }
}

/// Splits a line at a separator; commas in quotation marks are kept.
fn cells(line: &str, separator: &str) -> Vec<String> {
    const KEPT_COMMA: &str = "\u{1}";
    let quoted = |(index, part): (usize, &str)| {
        if index % 2 == 1 {
            part.replace(',', KEPT_COMMA)
        } else {
            part.to_owned()
        }
    };
    let marked: String = line
        .trim_matches('|')
        .split('"')
        .enumerate()
        .map(quoted)
        .collect();
    let cells = marked.split(separator).map(|cell| {
        let bare = cell.trim_matches(|sign: char| sign.is_whitespace() || "*`'".contains(sign));
        bare.replace(KEPT_COMMA, ",")
    });
    cells
        .filter(|cell| !separator.starts_with(' ') || !cell.is_empty())
        .collect()
}

/// Returns the columns of pairs of lines: names above numbers.
fn transposed(lines: &[Line]) -> Option<Vec<Line>> {
    let lines: Vec<&Line> = lines.iter().filter(|(_, cells)| cells.len() > 2).collect();
    let mut columns = Vec::new();
    if lines.first()?.1.len() <= lines.len() {
        return None;
    }
    for pair in lines.chunks(2) {
        let [(number, names), (_, numbers)] = pair else {
            return None;
        };
        if names.len() != numbers.len() {
            return None;
        }
        let pairs = names.iter().zip(numbers);
        columns.extend(pairs.map(|(name, cell)| (*number, vec![name.clone(), cell.clone()])));
    }
    Some(columns)
}

/// Splits a line such as `2 piles: 0.0127`, or a sentence, into a name and a number.
fn name_and_number(line: &str) -> Vec<String> {
    for sign in [":", "→", ">", "=", "≈"] {
        if let Some((name, number)) = line.rsplit_once(sign)
            && is_number(number)
        {
            return vec![name.to_owned(), number.to_owned()];
        }
    }
    let words: Vec<&str> = line.split_whitespace().collect();
    let mut places: Vec<usize> = (0..words.len())
        .filter(|&place| is_number(words[place]))
        .collect();
    // One of several numbers has decimals or a unit.
    if places.len() > 1 {
        places.retain(|&place| {
            let unit = words.get(place + 1).copied().unwrap_or_default();
            words[place].contains(['.', ',', '%', '/']) || has_word(unit, "result units")
        });
    }
    let [place] = places[..] else {
        return vec![line.to_owned()];
    };
    let (name, rest) = words.split_at(place);
    let unit = if rest.get(1) == Some(&"%") { "%" } else { "" };
    let name = [name, &rest[1..]].concat().join(" ").replace('%', "");
    vec![name, format!("{}{unit}", rest[0])]
}
