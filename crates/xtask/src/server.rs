//! A static file server for previews and browser tests: this machine only, right content types, precompressed files
//! where they lie beside the plain ones. It can put the site below a sub-path, as many hosts do.
//!
//! Every connection has a thread of its own and one answer: the small server libraries were tried first, and their thread
//! pools let a browser's sixth connection wait behind five that were being kept open.

use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, UNIX_EPOCH};

use crate::shell::{During, Outcome, failure};

/// The longest head of a request that is read, in bytes.
const HEAD_LIMIT: usize = 32 * 1024;

/// The most header lines that are read.
const HEADER_LIMIT: usize = 100;

/// How long a browser may leave a connection silent.
const PATIENCE: Duration = Duration::from_secs(20);

/// The port that is looked for first.
const FIRST_PORT: u16 = 8080;

/// Serves a folder until interrupted, below a sub-path that begins and ends with a slash.
pub(crate) fn host(folder: PathBuf, base: &str, port: Option<u16>) -> Outcome {
    let whole = base.starts_with('/') && base.ends_with('/');
    if !whole || !folder.is_dir() {
        return Err(failure!("host needs a folder that is there and a base like /sub/path/"));
    }
    let site = Site::open(folder, base, port)?;
    println!("{}", site.address()?);
    site.run()
}

/// A server that listens.
pub(crate) struct Site {
    listener: TcpListener,
    place: Arc<Place>,
}

/// Where the files are, and where they are served.
struct Place {
    folder: PathBuf,
    base: String,
}

impl Site {
    /// Listens on loopback, on the port asked for or else on the first free one of the usual ones.
    pub(crate) fn open(folder: PathBuf, base: &str, port: Option<u16>) -> Outcome<Self> {
        let ports = port.map_or(FIRST_PORT..=FIRST_PORT + 20, |port| port..=port);
        let mut refusal = None;
        for port in ports {
            match TcpListener::bind((Ipv4Addr::LOCALHOST, port)) {
                Ok(listener) => {
                    return Ok(Self { listener, place: Arc::new(Place { folder, base: base.to_owned() }) });
                }
                Err(error) => refusal = Some(failure!("cannot listen on port {port}: {error}")),
            }
        }
        Err(refusal.unwrap_or_else(|| failure!("there is no port to listen on")))
    }

    /// The address to open in a browser.
    pub(crate) fn address(&self) -> Outcome<String> {
        let address = self.listener.local_addr().during(|| "find the port".to_owned())?;
        Ok(format!("http://{address}{}", self.place.base))
    }

    /// Answers until the process ends.
    pub(crate) fn run(&self) -> Outcome {
        for stream in self.listener.incoming() {
            let stream = stream.during(|| "accept a connection".to_owned())?;
            let place = Arc::clone(&self.place);
            std::thread::spawn(move || {
                // A browser that has gone away is no one's problem.
                let _gone = converse(stream, &place);
            });
        }
        Ok(())
    }
}

/// What a browser asks for.
struct Question {
    head_only: bool,
    path: String,
    encodings: String,
    known_tag: Option<String>,
}

/// What it gets.
struct Answer {
    status: &'static str,
    headers: Vec<(&'static str, String)>,
    body: Vec<u8>,
}

impl Answer {
    fn words(status: &'static str) -> Self {
        let headers = vec![("Content-Type", "text/plain; charset=utf-8".to_owned())];
        Self { status, headers, body: format!("{status}\n").into_bytes() }
    }
}

/// Reads one request and answers it.
fn converse(mut stream: TcpStream, place: &Place) -> io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let mut head = Vec::new();
    let mut part = [0; 4096];
    let question = loop {
        let length = stream.read(&mut part)?;
        if length == 0 {
            return Ok(());
        }
        head.extend_from_slice(part.get(..length).unwrap_or_default());
        match understand(&head) {
            Understood::Whole(question) => break Ok(question),
            Understood::Part if head.len() < HEAD_LIMIT => {}
            Understood::Part => break Err("431 Request Header Fields Too Large"),
            Understood::Method => break Err("405 Method Not Allowed"),
            Understood::Nonsense => break Err("400 Bad Request"),
        }
    };
    let (head_only, answer) = match question {
        Ok(question) => (question.head_only, answer(&question, place)),
        Err(status) => (false, Answer::words(status)),
    };
    let mut text = format!("HTTP/1.1 {}\r\nConnection: close\r\n", answer.status);
    for (name, value) in &answer.headers {
        text.push_str(&format!("{name}: {value}\r\n"));
    }
    text.push_str(&format!("Content-Length: {}\r\n\r\n", answer.body.len()));
    stream.write_all(text.as_bytes())?;
    if !head_only {
        stream.write_all(&answer.body)?;
    }
    stream.flush()
}

/// How far the bytes of a request make one.
enum Understood {
    Whole(Question),
    Part,
    Method,
    Nonsense,
}

fn understand(head: &[u8]) -> Understood {
    let mut headers = [httparse::EMPTY_HEADER; HEADER_LIMIT];
    let mut request = httparse::Request::new(&mut headers);
    match request.parse(head) {
        Ok(httparse::Status::Complete(_)) => {}
        Ok(httparse::Status::Partial) => return Understood::Part,
        Err(_) => return Understood::Nonsense,
    }
    let value = |name: &str| {
        let header = request.headers.iter().find(|header| header.name.eq_ignore_ascii_case(name))?;
        std::str::from_utf8(header.value).ok().map(str::to_owned)
    };
    let head_only = match request.method {
        Some("GET") => false,
        Some("HEAD") => true,
        _ => return Understood::Method,
    };
    Understood::Whole(Question {
        head_only,
        path: request.path.unwrap_or_default().to_owned(),
        encodings: value("Accept-Encoding").unwrap_or_default(),
        known_tag: value("If-None-Match"),
    })
}

fn answer(question: &Question, place: &Place) -> Answer {
    match find(&question.path, &place.folder, &place.base) {
        Found::File(file) => answer_with_file(question, &file),
        Found::Moved(to) => {
            let mut answer = Answer::words("308 Permanent Redirect");
            answer.headers.push(("Location", to));
            answer
        }
        Found::Nothing => Answer::words("404 Not Found"),
    }
}

fn answer_with_file(question: &Question, plain: &Path) -> Answer {
    let (file, encoding) = encoded(&question.encodings, plain);
    let Ok(body) = std::fs::read(&file) else {
        return Answer::words("500 Internal Server Error");
    };
    let tag = tag(&file, encoding);
    let mut headers = vec![
        ("Content-Type", content_type(plain).to_owned()),
        // Every answer is asked for again, and answered with 304 while the file is the same.
        ("Cache-Control", "no-cache".to_owned()),
        ("ETag", tag.clone()),
        ("Vary", "Accept-Encoding".to_owned()),
        ("X-Content-Type-Options", "nosniff".to_owned()),
    ];
    if let Some(encoding) = encoding {
        headers.push(("Content-Encoding", encoding.to_owned()));
    }
    if question.known_tag.as_ref() == Some(&tag) {
        return Answer { status: "304 Not Modified", headers, body: Vec::new() };
    }
    Answer { status: "200 OK", headers, body }
}

/// What a path of a request stands for.
enum Found {
    File(PathBuf),
    Moved(String),
    Nothing,
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

/// The precompressed twin of a file, if the browser takes it.
fn encoded(accepted: &str, plain: &Path) -> (PathBuf, Option<&'static str>) {
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

/// A name for this state of a file.
fn tag(file: &Path, encoding: Option<&str>) -> String {
    let (length, changed) = file.metadata().map_or((0, 0), |about| {
        let changed = about.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        (about.len(), changed.map_or(0, |time| time.as_nanos()))
    });
    format!("\"{length:x}-{changed:x}-{}\"", encoding.unwrap_or("plain"))
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
    fn a_request_is_understood_once_it_is_whole() {
        let text = b"GET /a%20b?c HTTP/1.1\r\nHost: x\r\naccept-encoding: gzip, br\r\n\r\n";
        assert!(matches!(understand(&text[..20]), Understood::Part));
        let Understood::Whole(question) = understand(text) else { unreachable!("the request is whole") };
        assert_eq!((question.path.as_str(), question.encodings.as_str()), ("/a%20b?c", "gzip, br"));
        assert!(matches!(understand(b"POST / HTTP/1.1\r\n\r\n"), Understood::Method));
        assert!(matches!(understand(b"\x16\x03\x01\r\n\r\n"), Understood::Nonsense));
    }

    #[test]
    fn a_file_that_the_browser_has_is_not_sent_again() {
        let file = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"));
        let mut question =
            Question { head_only: false, path: String::new(), encodings: String::new(), known_tag: None };
        let first = answer_with_file(&question, file);
        assert_eq!(first.status, "200 OK");
        question.known_tag = first.headers.iter().find(|(name, _)| *name == "ETag").map(|(_, tag)| tag.clone());
        let second = answer_with_file(&question, file);
        assert_eq!((second.status, second.body.len()), ("304 Not Modified", 0));
    }

    #[test]
    fn percent_encoding_is_undone_or_refused() {
        assert_eq!(decode("a%20b%C3%A9").as_deref(), Some("a bé"));
        assert_eq!(decode("%4"), None);
        assert_eq!(decode("%zz"), None);
        assert_eq!(decode("%ff"), None);
    }
}
