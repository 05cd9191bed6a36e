//! A zip file that is never read whole: its list of files, and where each of them lies. Whoever has the file gives the bytes
//! of any part of it.

use js_sys::{Function, Uint8Array};
use miniz_oxide::inflate::decompress_to_vec_with_limit;
use rawzip::{CompressionMethod, RECOMMENDED_BUFFER_SIZE, ReaderAt, ZipArchiveEntryWayfinder, ZipLocator};
use stepguard_results::import::LARGEST;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// More files than this are not listed: a run of all 1,128 tasks with two views of every step has about 70,000.
const MOST: usize = 1_000_000;

/// Asks for the bytes from one place to another.
struct Reader(Function);

impl ReaderAt for Reader {
    fn read_at(&self, buf: &mut [u8], offset: u64) -> std::io::Result<usize> {
        let failed =
            |said: JsValue| std::io::Error::other(said.as_string().unwrap_or_else(|| "it cannot be read".into()));
        #[expect(clippy::cast_precision_loss, reason = "files of more than 2^53 bytes are none")]
        let (from, to) = (offset as f64, (offset + buf.len() as u64) as f64);
        let bytes = self.0.call2(&JsValue::NULL, &from.into(), &to.into()).map_err(failed)?;
        let bytes = Uint8Array::new(&bytes);
        let length = (bytes.length() as usize).min(buf.len());
        bytes.subarray(0, u32::try_from(length).unwrap_or(u32::MAX)).copy_to(&mut buf[..length]);
        Ok(length)
    }
}

/// A file in a zip file.
#[derive(Debug)]
struct Entry {
    name: String,
    size: u64,
    method: CompressionMethod,
    checksum: u32,
    way: ZipArchiveEntryWayfinder,
}

/// A zip file.
#[wasm_bindgen]
pub struct Zip {
    archive: rawzip::ZipArchive<Reader>,
    size: u64,
    entries: Vec<Entry>,
}

impl std::fmt::Debug for Zip {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Zip").field("entries", &self.entries.len()).finish_non_exhaustive()
    }
}

#[wasm_bindgen]
impl Zip {
    /// Lists a zip file of so many bytes. `read` gives the bytes from one place to another.
    ///
    /// # Errors
    /// It is no zip file, or its list is damaged.
    #[wasm_bindgen(constructor)]
    pub fn new(read: Function, size: f64) -> Result<Zip, String> {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a size")]
        let size = size as u64;
        let mut buffer = vec![0; RECOMMENDED_BUFFER_SIZE];
        let archive = ZipLocator::new()
            .locate_in_reader(Reader(read), &mut buffer, size)
            .map_err(|(_, error)| error.to_string())?;
        let mut entries = Vec::new();
        let mut listed = archive.entries(&mut buffer);
        while let Some(header) = listed.next_entry().map_err(|error| error.to_string())? {
            if header.is_dir() {
                continue;
            }
            if entries.len() >= MOST {
                return Err(format!("it holds more than {MOST} files"));
            }
            entries.push(Entry {
                name: String::from_utf8_lossy(header.file_path().as_ref()).into_owned(),
                size: header.uncompressed_size_hint(),
                method: header.compression_method(),
                checksum: header.crc32(),
                way: header.wayfinder(),
            });
        }
        Ok(Self { archive, size, entries })
    }

    /// The names of its files.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        self.entries.iter().map(|entry| entry.name.clone()).collect()
    }

    /// Their sizes.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "files of more than 2^53 bytes are none")]
    pub fn sizes(&self) -> Vec<f64> {
        self.entries.iter().map(|entry| entry.size as f64).collect()
    }

    /// The bytes of a file.
    ///
    /// # Errors
    /// It is damaged, or packed in a way that is not supported.
    pub fn bytes(&self, index: usize) -> Result<Vec<u8>, String> {
        let entry = self.entries.get(index).ok_or("there is no such file")?;
        let found = self.archive.get_entry(entry.way).map_err(|error| error.to_string())?;
        let (from, to) = found.compressed_data_range();
        // Sizes are what the zip file says of itself: memory is taken for none that cannot be.
        if to > self.size || to - from > LARGEST || entry.size > LARGEST {
            return Err("it is damaged, or larger than is read of one file".to_owned());
        }
        let length = usize::try_from(to - from).map_err(|error| error.to_string())?;
        let mut packed = vec![0; length];
        self.archive.get_ref().read_exact_at(&mut packed, from).map_err(|error| error.to_string())?;
        let bytes = unpacked(entry, packed)?;
        if rawzip::crc32(&bytes) == entry.checksum { Ok(bytes) } else { Err("it is damaged".to_owned()) }
    }
}

fn unpacked(entry: &Entry, packed: Vec<u8>) -> Result<Vec<u8>, String> {
    match entry.method {
        CompressionMethod::STORE => Ok(packed),
        CompressionMethod::DEFLATE => {
            let size = usize::try_from(entry.size).map_err(|error| error.to_string())?;
            decompress_to_vec_with_limit(&packed, size).map_err(|_| "it is damaged".to_owned())
        }
        _ => Err("it is packed in a way that is not supported; unpack the zip file and open the folder".to_owned()),
    }
}
