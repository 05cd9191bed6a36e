//! A static file server for previews and browser tests: this machine only, right content types, precompressed files
//! where they lie beside the plain ones. It can put the site below a sub-path, as many hosts do.

use std::fs::File;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::time::UNIX_EPOCH;

use tiny_http::{Header, Method, Request, Response, Server};

use crate::shell::{Outcome, failure};

/// How many requests are answered at the same time; a browser asks for about this many.
const ANSWERERS: usize = 6;

/// Serves a folder until interrupted, below a sub-path that begins and ends with a slash.
pub(crate) fn host(folder: PathBuf, base: &str, port: Option<u16>) -> Outcome {
    let whole = base.starts_with('/') && base.ends_with('/');
    if !whole || !folder.is_dir() {
        return Err(failure!("host needs a folder that is there and a base like /sub/path/"));
    }
    let site = Site::open(folder, base, port, 8080)?;
    println!("{}", site.address());
    site.run();
    Ok(())
}

/// A server that listens; dropping it stops it.
pub(crate) struct Site {
    server: Arc<Server>,
    folder: Arc<Path>,
    base: Arc<str>,
}

impl Site {
    /// Listens on loopback. Without a port of choice the first free one from `first_port` on is taken (0: any free one).
    pub(crate) fn open(folder: PathBuf, base: &str, port: Option<u16>, first_port: u16) -> Outcome<Self> {
        let candidates = match port {
            Some(port) => port..=port,
            None if first_port == 0 => 0..=0,
            None => first_port..=first_port.saturating_add(20),
        };
        let mut refusal = None;
        for port in candidates {
            match Server::http(("127.0.0.1", port)) {
                Ok(server) => {
                    return Ok(Self { server: Arc::new(server), folder: folder.into(), base: base.into() });
                }
                Err(error) => refusal = Some(failure!("cannot listen on port {port}: {error}")),
            }
        }
        Err(refusal.unwrap_or_else(|| failure!("there is no port to listen on")))
    }

    /// The address to open in a browser.
    pub(crate) fn address(&self) -> String {
        let port = self.server.server_addr().to_ip().map_or(0, |address| address.port());
        format!("http://127.0.0.1:{port}{}", self.base)
    }

    /// Answers until the process ends.
    pub(crate) fn run(&self) {
        let answerers = self.start();
        for answerer in answerers {
            // An answerer only ends with the server.
            let _ended = answerer.join();
        }
    }

    /// Answers in the background until this value is dropped.
    pub(crate) fn start(&self) -> Vec<std::thread::JoinHandle<()>> {
        (0..ANSWERERS)
            .map(|_| {
                let (server, folder, base) =
                    (Arc::clone(&self.server), Arc::clone(&self.folder), Arc::clone(&self.base));
                std::thread::spawn(move || {
                    for request in server.incoming_requests() {
                        answer(request, &folder, &base);
                    }
                })
            })
            .collect()
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        for _ in 0..ANSWERERS {
            self.server.unblock();
        }
    }
}

/// What a path of a request stands for.
enum Found {
    File(PathBuf),
    Moved(String),
    Nothing,
}

fn answer(request: Request, folder: &Path, base: &str) {
    if !matches!(request.method(), Method::Get | Method::Head) {
        return send(request, Response::from_string("only GET and HEAD are answered\n").with_status_code(405));
    }
    match find(request.url(), folder, base) {
        Found::File(file) => send_file(request, &file),
        Found::Moved(to) => {
            send(request, Response::from_string("").with_status_code(308).with_header(header("Location", &to)))
        }
        Found::Nothing => send(request, Response::from_string("not found\n").with_status_code(404)),
    }
}

fn find(url: &str, folder: &Path, base: &str) -> Found {
    let path = url.split(['?', '#']).next().unwrap_or(url);
    let Some(inside) = path.strip_prefix(base) else {
        let at_the_door = path.is_empty() || path == "/" || base.strip_suffix('/') == Some(path);
        return if at_the_door { Found::Moved(base.to_owned()) } else { Found::Nothing };
    };
    let Some(relative) = decode(inside) else {
        return Found::Nothing;
    };
    let relative = Path::new(&relative);
    if !relative.components().all(|part| matches!(part, Component::Normal(_))) {
        return Found::Nothing;
    }
    let mut file = folder.join(relative);
    if file.is_dir() {
        file.push("index.html");
    }
    if file.is_file() { Found::File(file) } else { Found::Nothing }
}

/// Undoes percent encoding.
fn decode(path: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let high = char::from(rest.next()?).to_digit(16)?;
        let low = char::from(rest.next()?).to_digit(16)?;
        bytes.push(u8::try_from(high * 16 + low).ok()?);
    }
    String::from_utf8(bytes).ok()
}

fn send_file(request: Request, plain: &Path) {
    let (file, encoding) = encoded(&request, plain);
    let Ok(open) = File::open(&file) else {
        return send(request, Response::from_string("not readable\n").with_status_code(500));
    };
    let tag = tag(&open, encoding);
    let mut headers = vec![
        header("Content-Type", content_type(plain)),
        // Every answer is asked for again, and answered with 304 while the file is the same.
        header("Cache-Control", "no-cache"),
        header("ETag", &tag),
        header("Vary", "Accept-Encoding"),
        header("X-Content-Type-Options", "nosniff"),
    ];
    if let Some(encoding) = encoding {
        headers.push(header("Content-Encoding", encoding));
    }
    if value_of(&request, "If-None-Match").is_some_and(|known| known == tag) {
        return send(request, headers.into_iter().fold(Response::empty(304), Response::with_header));
    }
    send(request, headers.into_iter().fold(Response::from_file(open), Response::with_header));
}

/// The precompressed twin of a file, if the browser takes it.
fn encoded(request: &Request, plain: &Path) -> (PathBuf, Option<&'static str>) {
    let accepted = value_of(request, "Accept-Encoding").unwrap_or_default();
    for (encoding, suffix) in [("br", ".br"), ("gzip", ".gz")] {
        let mut name = plain.as_os_str().to_owned();
        name.push(suffix);
        let twin = PathBuf::from(name);
        let wanted = accepted.split(',').any(|word| word.split(';').next().map(str::trim) == Some(encoding));
        if wanted && twin.is_file() {
            return (twin, Some(encoding));
        }
    }
    (plain.to_path_buf(), None)
}

fn tag(file: &File, encoding: Option<&str>) -> String {
    let (length, changed) = file.metadata().map_or((0, 0), |about| {
        let changed = about.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        (about.len(), changed.map_or(0, |time| time.as_nanos()))
    });
    format!("\"{length:x}-{changed:x}-{}\"", encoding.unwrap_or("plain"))
}

fn value_of(request: &Request, name: &'static str) -> Option<String> {
    request.headers().iter().find(|header| header.field.equiv(name)).map(|header| header.value.as_str().to_owned())
}

fn header(name: &str, value: &str) -> Header {
    Header::from_bytes(name, value).expect("names and values are plain ASCII of our own making")
}

fn send<R: std::io::Read>(request: Request, response: Response<R>) {
    // A browser that has gone away is no one's problem.
    let _gone = request.respond(response);
}

fn content_type(file: &Path) -> &'static str {
    match file.extension().and_then(|extension| extension.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("json") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        Some("zip") => "application/zip",
        Some("txt" | "md" | "pddl") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_stay_inside_the_folder() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
        assert!(matches!(find("/sub/Cargo.toml", folder, "/sub/"), Found::File(_)));
        assert!(matches!(find("/sub/src/../Cargo.toml", folder, "/sub/"), Found::Nothing));
        assert!(matches!(find("/sub/%2e%2e/xtask/Cargo.toml", folder, "/sub/"), Found::Nothing));
        assert!(matches!(find("/sub//etc/passwd", folder, "/sub/"), Found::Nothing));
        assert!(matches!(find("/Cargo.toml", folder, "/sub/"), Found::Nothing));
    }

    #[test]
    fn the_sub_path_without_its_slash_leads_into_the_site() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
        assert!(matches!(find("/sub", folder, "/sub/"), Found::Moved(to) if to == "/sub/"));
        assert!(matches!(find("/", folder, "/sub/"), Found::Moved(to) if to == "/sub/"));
    }

    #[test]
    fn percent_encoding_is_undone_or_refused() {
        assert_eq!(decode("a%20b%C3%A9").as_deref(), Some("a bé"));
        assert_eq!(decode("%4"), None);
        assert_eq!(decode("%zz"), None);
        assert_eq!(decode("%ff"), None);
    }
}
