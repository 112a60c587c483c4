//! Numbers as people write them: a decimal point or comma, percent signs, fractions.

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Written {
    pub value: f64,
    /// Half a unit of its last digit; 0 of a fraction, which is exact.
    pub rounding: f64,
    pub decimal: bool,
    pub percent: bool,
}

/// Reads `0.0126`, `0,0126`, `1.26 %`, `1.26e-2` or `1/79`; blanks between digits are nothing.
pub fn number(text: &str) -> Option<Written> {
    let bare: String = text.chars().filter(|sign| !sign.is_whitespace()).collect();
    let bare = bare.replace('−', "-");
    let (digits, percent) = bare.strip_suffix('%').map_or((bare.as_str(), false), |digits| (digits, true));
    let scale = if percent { 0.01 } else { 1.0 };
    if let Some((above, below)) = digits.split_once('/') {
        let [above, below] = [above, below].map(|number| number.parse::<u64>().ok());
        let value = scale * above? as f64 / below.filter(|&below| below > 0)? as f64;
        return Some(Written { value, rounding: 0.0, decimal: true, percent });
    }
    let digits = if digits.matches(',').count() == 1 { digits.replace(',', ".") } else { digits.to_owned() };
    let known = |sign: char| sign.is_ascii_digit() || ".eE+-".contains(sign);
    let value: f64 = digits.parse().ok().filter(|_| digits.chars().all(known))?;
    let (mantissa, power) = digits.split_once(['e', 'E']).unwrap_or((&digits, "0"));
    let decimals = mantissa.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    let last = power.parse::<i32>().ok()?.checked_sub(i32::try_from(decimals).ok()?)?;
    // Divided, 1.26 % is the number that 0.0126 is.
    let value = if percent { value / 100.0 } else { value };
    let rounding = 0.5 * scale * format!("1e{last}").parse::<f64>().ok()?;
    (value.is_finite() && rounding.is_finite()).then_some(Written {
        value,
        rounding,
        decimal: mantissa.contains('.'),
        percent,
    })
}
