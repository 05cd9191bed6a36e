//! What a diagnostic's code means, for people who want to know more than its message says; and the codes of what can be
//! wrong with the bytes of a text. Each reader keeps such a table next to the code that reports.

/// The explanation of one code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// The code, such as `M0101`.
    pub code: &'static str,
    /// What it is about, in a few words.
    pub title: &'static str,
    /// Why it matters and what to do.
    pub explanation: &'static str,
    /// A text that has the fault, and nothing else that is an error.
    pub wrong: &'static str,
    /// The same text, mended.
    pub right: &'static str,
}

/// Declares diagnostic codes: a constant for each, and `ENTRIES` with their explanations, in order of the codes. So a
/// code cannot be had without its explanation.
#[macro_export]
macro_rules! diagnostic_codes {
    ($($name:ident = $code:literal, $title:literal, $explanation:literal, $wrong:literal => $right:literal;)+) => {
        $(#[doc = $title] pub const $name: &str = $code;)+
        /// Every code with its explanation.
        pub const ENTRIES: &[$crate::codes::Entry] = &[
            $($crate::codes::Entry {
                code: $code,
                title: $title,
                explanation: $explanation,
                wrong: $wrong,
                right: $right,
            },)+
        ];
    };
}

crate::diagnostic_codes! {
    TOO_LARGE = "T0101", "The text is too large",
        "Texts of more than 32 MiB are not read. The largest planning problems people publish have a few megabytes, so a \
         larger file is nearly always another file than the one that was meant, or many problems in one.",
        "a file of 40 MiB" => "a file of 40 KiB";
    NO_TEXT = "T0102", "Bytes that are no text",
        "The file holds bytes that do not make up characters in its encoding. Each is shown as \u{fffd}, so that nothing is \
         lost without being seen. It happens when a file was saved in an old encoding such as Latin-1, or was damaged on \
         its way. Save it again as UTF-8.",
        "the byte FF between two words" => "the same words in UTF-8";
    NUL = "T0103", "A NUL byte in the text",
        "Texts hold no NUL bytes. One is read as a blank. If there are many, the file is likely no text at all, or is \
         written in an encoding that was not recognised.",
        "a byte 00 between two words" => "a space between two words";
}
