//! Files with their paths, from a folder that was chosen or dropped. Folders that are dropped are walked here; nothing is
//! read.

use std::cell::RefCell;
use std::rc::Rc;

use futures_channel::oneshot;
use wasm_bindgen::prelude::*;
use web_sys::{
    DataTransfer, File, FileList, FileSystemDirectoryEntry, FileSystemDirectoryReader, FileSystemEntry,
    FileSystemFileEntry,
};

use super::reason;

/// The most files that are taken: more is no run.
const MOST: usize = 1_000_000;

/// So many files are asked for at a time.
const AT_ONCE: usize = 512;

/// The files of an `<input type="file">`, with their paths where a folder was chosen.
pub fn chosen(list: &FileList) -> Vec<(String, File)> {
    let files = (0..list.length()).filter_map(|index| list.get(index));
    files
        .map(|file| {
            let path = js_sys::Reflect::get(&file, &"webkitRelativePath".into()).ok().and_then(|path| path.as_string());
            (path.filter(|path| !path.is_empty()).unwrap_or_else(|| file.name()), file)
        })
        .collect()
}

/// What a drag has brought.
pub struct Dropped {
    entries: Vec<FileSystemEntry>,
    files: Vec<File>,
}

/// Takes what a drag brings. To be called while the event is handled: later the browser has forgotten it.
pub fn dropped(drag: &DataTransfer) -> Dropped {
    let items = drag.items();
    let entries: Vec<FileSystemEntry> = (0..items.length())
        .filter_map(|index| items.get(index))
        .filter_map(|item| item.webkit_get_as_entry().ok().flatten())
        .collect();
    let list = drag.files();
    let files = list.map_or_else(Vec::new, |list| (0..list.length()).filter_map(|index| list.get(index)).collect());
    Dropped { entries, files }
}

impl Dropped {
    /// Its files with their paths.
    ///
    /// # Errors
    /// The browser does not give them.
    pub async fn files(self) -> Result<Vec<(String, File)>, String> {
        // Scripts can drop files that are nowhere on the disk and have no entry.
        if self.entries.is_empty() {
            return Ok(self.files.into_iter().map(|file| (file.name(), file)).collect());
        }
        let mut found: Vec<FileSystemFileEntry> = Vec::new();
        let mut open = self.entries;
        while let Some(entry) = open.pop() {
            if entry.is_directory() {
                open.extend(listed(&entry.unchecked_into()).await?);
            } else {
                found.push(entry.unchecked_into());
            }
            if found.len() > MOST {
                return Err(format!("it holds more than {MOST} files"));
            }
        }
        let mut files = Vec::with_capacity(found.len());
        for some in found.chunks(AT_ONCE) {
            let asked: Vec<_> = some.iter().map(|entry| (path_of(entry), file_of(entry))).collect();
            for (path, file) in asked {
                files.push((path, file.await?));
            }
        }
        Ok(files)
    }
}

fn path_of(entry: &FileSystemFileEntry) -> String {
    entry.full_path().trim_start_matches('/').to_owned()
}

/// A function that is called once with a value, and one that is called instead with an error; and what will come.
fn answers() -> (js_sys::Function, js_sys::Function, oneshot::Receiver<Result<JsValue, String>>) {
    let (sender, receiver) = oneshot::channel();
    let sender = Rc::new(RefCell::new(Some(sender)));
    let other = Rc::clone(&sender);
    let tell = move |sender: &RefCell<Option<oneshot::Sender<_>>>, said| {
        if let Some(sender) = sender.borrow_mut().take() {
            // Nobody may wait any more, and that is fine.
            drop(sender.send(said));
        }
    };
    let found = Closure::once_into_js(move |value: JsValue| tell(&sender, Ok(value)));
    let failed = Closure::once_into_js(move |error: JsValue| tell(&other, Err(reason(&error))));
    (found.unchecked_into(), failed.unchecked_into(), receiver)
}

fn file_of(entry: &FileSystemFileEntry) -> impl Future<Output = Result<File, String>> + use<> {
    let (found, failed, receiver) = answers();
    entry.file_with_callback_and_callback(&found, &failed);
    async move { receiver.await.map_err(|_| "no answer".to_owned())?.map(JsCast::unchecked_into) }
}

/// Everything in a folder. Browsers give it in portions, until one is empty.
async fn listed(folder: &FileSystemDirectoryEntry) -> Result<Vec<FileSystemEntry>, String> {
    let reader: FileSystemDirectoryReader = folder.create_reader();
    let mut all = Vec::new();
    loop {
        let (found, failed, receiver) = answers();
        reader.read_entries_with_callback_and_callback(&found, &failed).map_err(|error| reason(&error))?;
        let portion = receiver.await.map_err(|_| "no answer".to_owned())??;
        let portion: js_sys::Array = portion.unchecked_into();
        if portion.length() == 0 {
            return Ok(all);
        }
        all.extend(portion.iter().map(JsCast::unchecked_into));
    }
}
