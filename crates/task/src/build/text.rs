//! Small pieces of messages.

/// `a`, `a and b`, `a, b and c`.
pub(crate) fn listed(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [front @ .., last] => format!("{} and {last}", front.join(", ")),
    }
}

/// `1 argument`, `2 arguments`.
pub(crate) fn counted(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

/// `a tool`, `an item`.
pub(crate) fn with_article(noun: &str) -> String {
    let vowel = noun.starts_with(['a', 'e', 'i', 'o', 'u', 'A', 'E', 'I', 'O', 'U']);
    format!("{} {noun}", if vowel { "an" } else { "a" })
}

#[cfg(test)]
mod tests {
    #[test]
    fn lists_read_as_sentences() {
        let items: Vec<_> = ["a", "b", "c"].map(String::from).into();
        assert_eq!(super::listed(&items), "a, b and c");
        assert_eq!(super::listed(&items[..2]), "a and b");
        assert_eq!(super::counted(1, "argument"), "1 argument");
        assert_eq!(super::counted(0, "argument"), "0 arguments");
        assert_eq!(super::with_article("item"), "an item");
        assert_eq!(super::with_article("tool"), "a tool");
    }
}
