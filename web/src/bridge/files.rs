//! Files from the user, opened or dropped, also in zip files; and zip files for saving. Gives texts with their names. Which
//! of them is the domain is found out by the checker, from the content.

use std::io::Write as _;

use js_sys::Uint8Array;
use rawzip::{CompressionMethod, ZipArchive, ZipArchiveWriter};
use wasm_bindgen_futures::JsFuture;
use web_sys::{DataTransfer, File, FileList};

use super::reason;
use super::share::{Unpacked, inflate};
use super::worker::Unsorted;

/// The longest file that is read, in bytes.
pub const FILE_LIMIT: usize = 8_000_000;

/// The most files that are read at once, those inside zip files included.
pub const COUNT_LIMIT: usize = 200;

/// Files as texts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Opened {
    /// The texts, in the order in which the files came.
    pub texts: Vec<Unsorted>,
    /// One sentence for each file that could not be read.
    pub problems: Vec<String>,
}

/// The files of a drag that ends on the page; empty where text or nothing is dragged. To be called while the event is
/// handled: later the browser has forgotten them.
pub fn dropped(drag: &DataTransfer) -> Vec<File> {
    drag.files().map_or_else(Vec::new, |list| listed(&list))
}

/// The files of an `<input type="file">`.
pub fn listed(list: &FileList) -> Vec<File> {
    (0..list.length()).filter_map(|index| list.get(index)).collect()
}

/// Reads files.
pub async fn read(files: Vec<File>) -> Opened {
    let mut opened = Opened::default();
    for file in files {
        let name = file.name();
        if opened.texts.len() >= COUNT_LIMIT {
            opened.problems.push(format!("more than {COUNT_LIMIT} files: the rest was left out"));
            break;
        }
        #[expect(clippy::cast_precision_loss, reason = "limits are far below 2^53")]
        if file.size() > FILE_LIMIT as f64 {
            opened.problems.push(format!("{name} is longer than {} MB and was left out", FILE_LIMIT / 1_000_000));
            continue;
        }
        match JsFuture::from(file.array_buffer()).await {
            Ok(buffer) => add(&mut opened, name, Uint8Array::new(&buffer).to_vec()).await,
            Err(error) => opened.problems.push(format!("{name} could not be read ({})", reason(&error))),
        }
    }
    opened
}

/// Adds a file, or what is in it.
async fn add(opened: &mut Opened, name: String, bytes: Vec<u8>) {
    if bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06") {
        unzip(opened, &name, &bytes).await;
    } else {
        push(opened, name, &bytes);
    }
}

/// Whether a file is no text at all: more than one character in ten is none. A text with damaged places is read as the
/// command reads it, and the checker speaks of its NUL bytes.
fn is_binary(text: &str) -> bool {
    let none = text.chars().filter(|c| matches!(*c, '\0' | char::REPLACEMENT_CHARACTER)).count();
    none * 10 > text.chars().count()
}

/// Adds a text, decoded as the command decodes its files.
fn push(opened: &mut Opened, name: String, bytes: &[u8]) {
    let decoded = stepguard_text::decode(bytes);
    if is_binary(&decoded.text) {
        opened.problems.push(format!("{name} is no text file and was left out"));
        return;
    }
    if !decoded.invalid.is_empty() {
        let encoding = decoded.encoding;
        opened.problems.push(format!("{name} holds bytes that are no {encoding}; they are shown as \u{fffd}"));
    }
    opened.texts.push(Unsorted { name, text: decoded.text });
}

/// Reads the files in a zip file, but no zip files inside it.
async fn unzip(opened: &mut Opened, zip: &str, bytes: &[u8]) {
    let entries = match entries_of(bytes) {
        Ok(entries) => entries,
        Err(error) => {
            opened.problems.push(format!("{zip} could not be unpacked ({error})"));
            return;
        }
    };
    for entry in entries {
        let name = &entry.name;
        if opened.texts.len() >= COUNT_LIMIT {
            opened.problems.push(format!("{zip} holds more than {COUNT_LIMIT} files: the rest was left out"));
            return;
        }
        match entry.method {
            CompressionMethod::STORE if entry.bytes.len() <= FILE_LIMIT => push(opened, entry.name, entry.bytes),
            CompressionMethod::DEFLATE => match inflate(entry.bytes, FILE_LIMIT).await {
                Unpacked::Whole(bytes) => push(opened, entry.name, &bytes),
                Unpacked::TooLong => opened.problems.push(too_long(zip, name)),
                Unpacked::Damaged => opened.problems.push(format!("{name} in {zip} is damaged")),
                Unpacked::Unsupported => {
                    opened.problems.push(format!("this browser cannot unpack {zip}; unpack it and open the files"));
                    return;
                }
            },
            CompressionMethod::STORE => opened.problems.push(too_long(zip, name)),
            _ => opened.problems.push(format!("{name} in {zip} is packed in a way that is not supported")),
        }
    }
}

fn too_long(zip: &str, name: &str) -> String {
    format!("{name} in {zip} is longer than {} MB and was left out", FILE_LIMIT / 1_000_000)
}

/// A file in a zip file, still packed.
struct Entry<'a> {
    name: String,
    method: CompressionMethod,
    bytes: &'a [u8],
}

/// The files in a zip file, without folders and without what systems add on their own.
fn entries_of(bytes: &[u8]) -> Result<Vec<Entry<'_>>, rawzip::Error> {
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
        if found.len() > COUNT_LIMIT {
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
            Ok(Entry { name, method, bytes: bytes.get(range).unwrap_or_default() })
        })
        .collect()
}

/// A zip file with these files in it. They are not packed: a case is small, and every program can read it.
pub fn zip(files: &[(&str, &str)]) -> Result<Vec<u8>, String> {
    let wrong = |error: rawzip::Error| error.to_string();
    let mut bytes = Vec::new();
    let mut archive = ZipArchiveWriter::new(&mut bytes);
    for (name, text) in files {
        let (mut entry, config) =
            archive.new_file(*name).compression_method(CompressionMethod::STORE).start().map_err(wrong)?;
        let mut writer = config.wrap(&mut entry);
        writer.write_all(text.as_bytes()).map_err(|error| error.to_string())?;
        let (_, descriptor) = writer.finish().map_err(wrong)?;
        entry.finish(descriptor).map_err(wrong)?;
    }
    archive.finish().map_err(wrong)?;
    Ok(bytes)
}
