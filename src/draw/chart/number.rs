//! How numbers are written: decimal mark, groups of digits, percent sign. The caller chooses the characters.

/// The characters of written numbers.
///
/// ```
/// # use pioche::draw::NumberFormat;
/// let french = NumberFormat { decimal: ',', group: Some('\u{202f}'), percent: "\u{202f}%".into() };
/// assert_eq!(french.percent(0.225, 1), "22,5\u{202f}%");
/// assert_eq!(french.number(1_000_000.0, 0), "1\u{202f}000\u{202f}000");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberFormat {
    /// Between the whole part and the decimals.
    pub decimal: char,
    /// Between groups of three digits of the whole part, when there are any groups.
    pub group: Option<char>,
    /// What follows a percentage, with its space.
    pub percent: String,
}

impl NumberFormat {
    /// A number rounded to this many decimals, with a true minus sign.
    pub fn number(&self, value: f64, decimals: usize) -> String {
        let digits = format!("{:.*}", decimals, value.abs());
        let (whole, rest) = digits.split_once('.').unwrap_or((&digits, ""));
        let mut out = String::new();
        if value < 0.0 && digits.bytes().any(|b| (b'1'..=b'9').contains(&b)) {
            out.push('\u{2212}');
        }
        for (i, digit) in whole.chars().enumerate() {
            if let (true, Some(group)) = (i > 0 && (whole.len() - i) % 3 == 0, self.group) {
                out.push(group);
            }
            out.push(digit);
        }
        if !rest.is_empty() {
            out.push(self.decimal);
            out.push_str(rest);
        }
        out
    }

    /// A share of 1 in percent, rounded to this many decimals.
    pub fn percent(&self, share: f64, decimals: usize) -> String {
        self.number(share * 100.0, decimals) + &self.percent
    }
}
