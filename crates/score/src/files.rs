//! Files of answers to texts with lines, as people have them: encodings, zip files, and lists of answers that are no JSON
//! lines. And a run as a zip file. Opens no file itself: bytes in, texts out.

use rawzip::{CompressionMethod, ZipArchive, ZipArchiveWriter};
use std::io::Write as _;
use stepguard_text::decode;

/// A text with answers, and where its lines are.
#[derive(Debug, Default)]
pub struct Lines {
    /// The text, one answer a line.
    pub text: String,
    /// First byte of each line and the one behind its last.
    pub places: Vec<(usize, usize)>,
}

impl Lines {
    /// The lines of a text; a JSON array has one element a line.
    #[must_use]
    pub fn new(text: String) -> Self {
        let text = spread(&text).unwrap_or(text);
        let mut places = Vec::new();
        let mut from = 0;
        for line in text.split_inclusive('\n') {
            places.push((from, from + line.trim_end_matches(['\n', '\r']).len()));
            from += line.len();
        }
        Self { text, places }
    }

    /// Adds a line.
    pub fn push(&mut self, line: &str) {
        let from = self.text.len();
        self.text.push_str(line);
        self.places.push((from, self.text.len()));
        self.text.push('\n');
    }

    /// Keeps so many lines.
    pub fn cut(&mut self, lines: usize) {
        self.places.truncate(lines);
        self.text.truncate(self.places.last().map_or(0, |(_, to)| *to));
        if !self.text.is_empty() {
            self.text.push('\n');
        }
    }

    /// A line, without what ends it.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<&str> {
        let (from, to) = self.places.get(index)?;
        self.text.get(*from..*to)
    }
}

/// A JSON array, one element a line; `None` of any other text.
fn spread(text: &str) -> Option<String> {
    if !text.trim_start().starts_with('[') {
        return None;
    }
    let values: Vec<serde_json::Value> = serde_json::from_str(text).ok()?;
    Some(values.iter().map(|value| format!("{value}\n")).collect())
}

/// Most bytes that a file in a zip file may have when it is unpacked.
const UNPACKED: usize = 256 * 1024 * 1024;

/// Most files of a zip file that are looked at.
const FILES: usize = 20;

/// Names with texts, and one sentence for each file that is none.
pub type Opened = (Vec<(String, String)>, Vec<String>);

/// Opens a file, or the files in a zip file.
#[must_use]
pub fn open(name: &str, bytes: &[u8]) -> Opened {
    let (mut texts, mut problems) = (Vec::new(), Vec::new());
    if bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06") {
        match entries(bytes) {
            Ok(entries) if entries.is_empty() => problems.push(format!("there is no file in {name}")),
            Ok(entries) => {
                if entries.len() > FILES {
                    problems.push(format!("{name} holds more than {FILES} files: the rest was left out"));
                }
                for (entry, method, packed) in entries.into_iter().take(FILES) {
                    match unpacked(method, packed) {
                        Ok(bytes) => text(&entry, &bytes, &mut texts, &mut problems),
                        Err(why) => problems.push(format!("{entry} in {name} {why}")),
                    }
                }
            }
            Err(error) => problems.push(format!("{name} could not be unpacked ({error})")),
        }
    } else {
        text(name, bytes, &mut texts, &mut problems);
    }
    (texts, problems)
}

fn text(name: &str, bytes: &[u8], texts: &mut Vec<(String, String)>, problems: &mut Vec<String>) {
    let decoded = decode(bytes);
    let sample: Vec<char> = decoded.text.chars().take(4096).collect();
    let strange = sample.iter().filter(|c| matches!(**c, '\0' | char::REPLACEMENT_CHARACTER)).count();
    if let Some(size) = decoded.too_large {
        problems.push(format!("{name} has {size} bytes, more than are read; split it"));
    } else if decoded.text.trim().is_empty() {
        problems.push(format!("{name} is empty"));
    } else if strange * 10 > sample.len() {
        problems.push(format!("{name} is no text file"));
    } else {
        texts.push((name.to_owned(), decoded.text));
    }
}

type Entry<'a> = (String, CompressionMethod, &'a [u8]);

/// The files in a zip file, without folders and without what systems add on their own.
fn entries(bytes: &[u8]) -> Result<Vec<Entry<'_>>, rawzip::Error> {
    let archive = ZipArchive::from_slice(bytes)?;
    let mut found = Vec::new();
    let mut entries = archive.entries();
    while let Some(header) = entries.next_entry()? {
        let name = String::from_utf8_lossy(header.file_path().as_ref()).into_owned();
        let own = name.rsplit('/').next().unwrap_or_default();
        if header.is_dir() || own.starts_with('.') || name.starts_with("__MACOSX/") {
            continue;
        }
        // One more than is read, so that the rest is reported.
        if found.len() > FILES {
            break;
        }
        found.push((name, header.compression_method(), header.wayfinder()));
    }
    let bytes = *archive.get_ref();
    found
        .into_iter()
        .map(|(name, method, wayfinder)| {
            let (from, to) = archive.get_entry(wayfinder)?.compressed_data_range();
            let range = usize::try_from(from).unwrap_or(usize::MAX)..usize::try_from(to).unwrap_or(usize::MAX);
            Ok((name, method, bytes.get(range).unwrap_or_default()))
        })
        .collect()
}

fn unpacked(method: CompressionMethod, packed: &[u8]) -> Result<Vec<u8>, &'static str> {
    match method {
        CompressionMethod::STORE => Ok(packed.to_vec()),
        CompressionMethod::DEFLATE => miniz_oxide::inflate::decompress_to_vec_with_limit(packed, UNPACKED)
            .map_err(|_| "is damaged, or longer than is read"),
        _ => Err("is packed in a way that is not supported"),
    }
}

/// A zip file with one text in it.
#[must_use]
pub fn zip(name: &str, text: &str) -> Vec<u8> {
    let packed = miniz_oxide::deflate::compress_to_vec(text.as_bytes(), 9);
    let mut bytes = Vec::new();
    written(&mut bytes, name, text, &packed).expect("writing to memory does not fail");
    bytes
}

fn written(bytes: &mut Vec<u8>, name: &str, text: &str, packed: &[u8]) -> std::io::Result<()> {
    let mut archive = ZipArchiveWriter::new(bytes);
    let (mut entry, config) =
        archive.new_file(name).compression_method(CompressionMethod::DEFLATE).start().map_err(std::io::Error::other)?;
    let mut writer = config.wrap(PackedBefore { inner: &mut entry, packed, done: false });
    writer.write_all(text.as_bytes())?;
    let (_, descriptor) = writer.finish().map_err(std::io::Error::other)?;
    entry.finish(descriptor).map_err(std::io::Error::other)?;
    archive.finish().map_err(std::io::Error::other)?;
    Ok(())
}

/// Writes bytes that were packed before, once, whatever it is given: the archive counts and checks what is not packed.
struct PackedBefore<'a, W> {
    inner: W,
    packed: &'a [u8],
    done: bool,
}

impl<W: std::io::Write> std::io::Write for PackedBefore<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        if !std::mem::replace(&mut self.done, true) {
            self.inner.write_all(self.packed)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.inner.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_found_whatever_ends_them() {
        let lines = Lines::new("{\"a\": 1}\r\n\n{\"b\": 2}".to_owned());
        assert_eq!([lines.get(0), lines.get(1), lines.get(2)], [Some("{\"a\": 1}"), Some(""), Some("{\"b\": 2}")]);
        assert_eq!(lines.get(3), None);
        let mut made = Lines::default();
        made.push("x");
        made.push("y");
        assert_eq!((made.get(0), made.get(1), made.text.as_str()), (Some("x"), Some("y"), "x\ny\n"));
    }

    #[test]
    fn an_array_is_a_line_an_element() {
        let lines = Lines::new(" [\n {\"id\": \"a\",\n \"output\": \"x\\ny\"}, 7]".to_owned());
        assert_eq!(lines.places.len(), 2);
        assert_eq!(lines.get(1), Some("7"));
        assert!(lines.get(0).is_some_and(|line| line.contains("\"output\":\"x\\ny\"")), "{:?}", lines.get(0));
        assert_eq!(Lines::new("[no list".to_owned()).places.len(), 1, "what is no JSON stays as it is");
    }

    #[test]
    fn what_is_no_text_is_said() {
        let (texts, problems) = open("a.jsonl", "{\"a\": \"ä\"}".as_bytes());
        assert_eq!((texts.len(), problems.len()), (1, 0));
        assert!(open("b", b"").1[0].contains("empty"));
        assert!(open("c", &[0, 159, 146, 150, 0, 1, 2, 0]).1[0].contains("no text"));
        assert!(open("d.zip", b"PK\x03\x04 nonsense").1[0].contains("unpacked"));
    }

    #[test]
    fn files_in_zip_files_are_unpacked() {
        let text = "{\"id\": \"a\"}\n".repeat(500);
        let bytes = zip("runs/one.jsonl", &text);
        assert!(bytes.len() < text.len() / 5, "it is packed: {}", bytes.len());
        let (texts, problems) = open("x.zip", &bytes);
        assert!(problems.is_empty(), "{problems:?}");
        assert_eq!(texts, [("runs/one.jsonl".to_owned(), text)]);
    }
}
