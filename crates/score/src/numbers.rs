//! Numbers in sentences for people: digits in groups of three, a real minus sign. Files for other programs hold plain numbers.

/// A whole number: `1,632`.
#[must_use]
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// The length of a list.
pub(crate) fn length(number: usize) -> String {
    grouped(u64::try_from(number).unwrap_or(u64::MAX))
}

/// A whole number that may lie below 0.
pub(crate) fn whole(number: i64) -> String {
    let sign = if number < 0 { "\u{2212}" } else { "" };
    format!("{sign}{}", grouped(number.unsigned_abs()))
}

/// A difference with its sign and two decimals: `+3.20`, `−0.50`, `0.00`.
#[must_use]
pub fn points(difference: f64) -> String {
    let text = format!("{difference:+.2}");
    match text.strip_prefix(['+', '-']) {
        Some("0.00") => "0.00".to_owned(),
        Some(less) if text.starts_with('-') => format!("\u{2212}{less}"),
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_stand_in_groups_of_three() {
        assert_eq!([0, 999, 1_000, 1_234_567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!([whole(-1_632), whole(12)], ["\u{2212}1,632", "12"]);
        assert_eq!(length(4_896), "4,896");
    }

    #[test]
    fn differences_have_a_real_sign() {
        assert_eq!([3.2, -0.5, 0.0, -0.001].map(points), ["+3.20", "\u{2212}0.50", "0.00", "0.00"]);
    }
}
