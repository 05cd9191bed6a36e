//! The bridge in a real browser: the worker's client against a script that keeps to its messages, links, files, storage, and
//! the editor as users and pages handle it.
#![cfg(target_arch = "wasm32")]

use std::cell::RefCell;
use std::rc::Rc;

use js_sys::{Array, Uint8Array};
use stepguard_report::view::{Diagnostic, Edit, Fix, Position, Severity, Text};
use stepguard_web::bridge::editor::{
    Document, Editor, EditorProps, EditorRef, Light, LitLines, Pasted, StepMark, Tone, Workspace,
};
use stepguard_web::bridge::share::{self, ShareError, SharedCase};
use stepguard_web::bridge::store::{self, StoreError};
use stepguard_web::bridge::theme::Theme;
use stepguard_web::bridge::worker::{Client, Failure, Texts, Unsorted};
use stepguard_web::bridge::{download, files};
use wasm_bindgen::JsCast;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};
use web_sys::{Blob, Element, File, HtmlElement, HtmlTextAreaElement, Url};
use yew::{Callback, Html, Properties, function_component, html};

wasm_bindgen_test_configure!(run_in_browser);

const REPORT: &str = include_str!("../src/state/fixture_tea.json");

// ---- the worker --------------------------------------------------------------------------------------------------------

/// A worker that keeps to the messages and does what its arguments say: `check` takes as many milliseconds as the plan says
/// and gives the report of the options; `sort` gives the first text back as the domain, and stops at the text `crash`.
const SCRIPT: &str = r"
postMessage({ ready: 'test' });
onmessage = ({ data: { id, call, args } }) => {
  if (call === 'check') {
    postMessage({ id, progress: 0.5 });
    const end = Date.now() + Number(args[2] ?? 0);
    while (Date.now() < end) {}
    postMessage({ id, ok: args[3] });
  } else if (call === 'sort') {
    const domain = JSON.parse(args[0])[0].text;
    if (domain === 'crash') postMessage({ id, error: 'unreachable' });
    else postMessage({ id, ok: JSON.stringify({ domain, problem: null, plan: null, notes: [] }) });
  } else {
    postMessage({ id, ok: 'test ' + call });
  }
};";

fn client() -> Client {
    let blob = Blob::new_with_str_sequence(&Array::of1(&SCRIPT.into())).expect("a blob of text");
    Client::with_script(&Url::create_object_url_with_blob(&blob).expect("an address for it"))
}

/// A question to the worker: gives the text back.
async fn echoed(client: &Client, text: &str) -> Result<Option<String>, Failure> {
    let texts = [Unsorted { name: "a".to_owned(), text: text.to_owned() }];
    client.sort(&texts).await.map(|sorted| sorted.domain)
}

fn taking(milliseconds: u32) -> Texts {
    Texts { plan: Some(milliseconds.to_string().into()), ..Texts::default() }
}

#[wasm_bindgen_test]
async fn a_check_gives_the_report_and_its_json() {
    let client = client();
    let seen = Rc::new(RefCell::new(Vec::new()));
    client.on_progress(Some(Callback::from({
        let seen = Rc::clone(&seen);
        move |done: f64| seen.borrow_mut().push(done)
    })));
    let checked = client.check(&taking(0), REPORT).await.expect("a report");
    assert_eq!(&*checked.json, REPORT);
    assert!(checked.report.steps.len() > 2);
    assert_eq!(*seen.borrow(), [0.5]);
    assert_eq!(client.version().await.as_deref(), Ok("test version"));
    assert_eq!(echoed(&client, "(define").await, Ok(Some("(define".to_owned())));
}

#[wasm_bindgen_test]
async fn questions_do_not_wait_for_a_long_check() {
    let client = client();
    let started = js_sys::Date::now();
    let check = {
        let client = client.clone();
        async move { client.check(&taking(600), REPORT).await.map(|_| js_sys::Date::now()) }
    };
    let question = async {
        client.version().await.expect("an answer");
        js_sys::Date::now()
    };
    let (checked, answered) = join(check, question).await;
    assert!(answered - started < 500.0, "after {}", answered - started);
    assert!(checked.expect("a report") - started >= 600.0);
}

#[wasm_bindgen_test]
async fn a_newer_check_replaces_an_older_one() {
    let client = client();
    let (long, short) = (taking(20_000), taking(0));
    let started = js_sys::Date::now();
    let (first, second) = join(client.check(&long, REPORT), async {
        pause(60).await;
        client.check(&short, REPORT).await
    })
    .await;
    assert_eq!(first, Err(Failure::Superseded));
    assert!(second.is_ok());
    assert!(js_sys::Date::now() - started < 5_000.0, "the older one was ended");
    // One that is nearly done is waited for; both that wait behind it give way to the newest.
    let nearly = taking(5);
    let (first, (second, third)) =
        join(client.check(&nearly, REPORT), join(client.check(&short, REPORT), client.check(&short, REPORT))).await;
    assert!(first.is_ok());
    assert_eq!(second, Err(Failure::Superseded));
    assert!(third.is_ok());
}

#[wasm_bindgen_test]
async fn a_check_can_be_cancelled() {
    let client = client();
    let long = taking(20_000);
    let (checked, ()) = join(client.check(&long, REPORT), async {
        pause(60).await;
        client.cancel();
    })
    .await;
    assert_eq!(checked, Err(Failure::Cancelled));
    assert!(client.check(&taking(0), REPORT).await.is_ok(), "the next check has a worker again");
}

#[wasm_bindgen_test]
async fn a_crash_is_told_and_mended() {
    let client = client();
    assert!(echoed(&client, "first").await.is_ok());
    assert_eq!(echoed(&client, "crash").await, Err(Failure::Crashed("unreachable".to_owned())));
    assert_eq!(echoed(&client, "again").await, Ok(Some("again".to_owned())));
    assert!(matches!(client.check(&taking(0), "{}").await, Err(Failure::Unreadable(_))));
}

#[wasm_bindgen_test]
async fn a_worker_that_cannot_start_is_told_apart() {
    let client = Client::with_script("no/such/script.js");
    assert!(matches!(client.check(&taking(0), REPORT).await, Err(Failure::Unavailable(_))));
    assert!(matches!(client.version().await, Err(Failure::Unavailable(_))));
}

// ---- links -------------------------------------------------------------------------------------------------------------

fn case(domain: Option<&str>, plan: Option<&str>) -> SharedCase {
    SharedCase { texts: Texts { domain: domain.map(Rc::from), problem: None, plan: plan.map(Rc::from) }, step: Some(3) }
}

#[wasm_bindgen_test]
async fn a_link_holds_the_whole_case() {
    for case in [
        SharedCase::default(),
        case(Some("(define (domain k\u{fc}che)) ; \u{1f373}\r\n"), None),
        // An empty plan is another thing than none.
        case(Some(""), Some("")),
    ] {
        let link = share::encode(&case).await.expect("a link");
        assert!(link.code.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_'), "{}", link.code);
        assert!(!link.too_long);
        assert_eq!(share::decode(&link.code).await.as_ref(), Ok(&case));
    }
    let mut seed = 1_u32;
    let noise: String = std::iter::repeat_with(|| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        char::from(b'a' + u8::try_from(seed >> 24).unwrap_or_default() % 26)
    })
    .take(20_000)
    .collect();
    assert!(share::encode(&case(Some(&noise), None)).await.expect("a link").too_long);
}

#[wasm_bindgen_test]
async fn damaged_links_say_so() {
    let link = share::encode(&case(Some(&"(define (domain d))".repeat(9)), Some("(go)"))).await.expect("a link").code;
    for damaged in [
        "",
        "1",
        "!",
        "1%20",
        "1====",
        "1abc",
        &link[..link.len() - 4],
        &link[..link.len() / 2],
        &format!("{link}AAAA"),
    ] {
        assert_eq!(share::decode(damaged).await, Err(ShareError::Damaged), "{damaged}");
    }
    assert_eq!(share::decode("9abc").await, Err(ShareError::UnknownVersion('9')));
    // A short link that unpacks to very much.
    let bomb = share::encode(&case(Some(&" ".repeat(6_000_000)), None)).await.expect("a link");
    assert!(!bomb.too_long);
    assert_eq!(share::decode(&bomb.code).await, Err(ShareError::TooLong));
}

// ---- files -------------------------------------------------------------------------------------------------------------

fn file(name: &str, bytes: &[u8]) -> File {
    File::new_with_u8_array_sequence(&Array::of1(&Uint8Array::from(bytes)), name).expect("a file")
}

#[wasm_bindgen_test]
async fn files_are_read_also_from_zip_files() {
    let zip = include_bytes!("fixtures/case.zip");
    let opened = files::read(vec![file("case.zip", zip), file("bom.txt", b"\xef\xbb\xbf(go)")]).await;
    let names: Vec<&str> = opened.texts.iter().map(|text| text.name.as_str()).collect();
    assert_eq!(names, ["case/domain.pddl", "case/problem.pddl", "case/plan.txt", "bom.txt"]);
    assert!(opened.texts[0].text.ends_with("(:predicates (p)))\n"));
    assert_eq!(opened.texts[1].text, "(define (problem x) (:domain kitchen))\n", "UTF-16");
    assert_eq!(opened.texts[3].text, "(go)");
    assert_eq!(
        opened.problems,
        [
            "case/picture.bin is no text file and was left out",
            "case/long.txt in case.zip is longer than 8 MB and was left out"
        ]
    );
}

#[wasm_bindgen_test]
async fn files_are_decoded_as_the_command_decodes_them() {
    let text = "(define (domain k\u{fc}che)\r\n (:predicates (p)))\n";
    let utf16 = |mark: bool, little: bool| -> Vec<u8> {
        let units = mark.then_some(0xfeff).into_iter().chain(text.encode_utf16());
        units.flat_map(|unit| if little { unit.to_le_bytes() } else { unit.to_be_bytes() }).collect()
    };
    for bytes in [utf16(true, true), utf16(true, false), utf16(false, true), utf16(false, false), text.into()] {
        let opened = files::read(vec![file("a.pddl", &bytes)]).await;
        assert_eq!(opened.texts[0].text, text, "{:?}", &bytes[..4]);
        assert!(opened.problems.is_empty());
    }
    // Many umlauts of an old encoding, a NUL byte, half a unit: still texts.
    let old = b"; K\xfcche, T\xfcr, Sch\xfcssel, T\xf6pfe: the words of a household in another language\n".repeat(9);
    for (bytes, damaged) in [
        (old, true),
        (b"(go) ; a\0b and much besides".to_vec(), false),
        (b"\xff\xfea\0b\0c\0d\0e\0f\0g\0h\0i\0j\0k\0l".to_vec(), true),
    ] {
        let opened = files::read(vec![file("a.txt", &bytes)]).await;
        assert_eq!(opened.texts[0].text, stepguard_text::decode(&bytes).text);
        assert_eq!(!opened.problems.is_empty(), damaged, "{:?}", opened.problems);
    }
}

#[wasm_bindgen_test]
async fn zip_files_are_written_and_damaged_ones_refused() {
    let texts = [("domain.pddl", "(define (domain d))"), ("plan \u{fc}.txt", ""), ("long.txt", &"y".repeat(100_000))];
    let zip = files::zip(&texts).expect("a zip file");
    let opened = files::read(vec![file("a.zip", &zip)]).await;
    let read: Vec<(&str, &str)> = opened.texts.iter().map(|text| (text.name.as_str(), text.text.as_str())).collect();
    assert_eq!(read, texts);
    for cut in [10, zip.len() / 2, zip.len() - 5] {
        let opened = files::read(vec![file("a.zip", &zip[..cut])]).await;
        assert!(!opened.problems.is_empty() && opened.texts.is_empty(), "{cut}");
    }
    let mut damaged = include_bytes!("fixtures/case.zip").to_vec();
    for byte in &mut damaged[100..130] {
        *byte ^= 0x5a;
    }
    assert!(!files::read(vec![file("a.zip", &damaged)]).await.problems.is_empty());
    download::save("a.zip", "application/zip", &zip).expect("the browser takes it");
}

// ---- storage and theme -------------------------------------------------------------------------------------------------

#[wasm_bindgen_test]
fn storage_keeps_values_by_version_and_size() {
    store::save("test", 1, &vec!["a", "b"]).expect("kept");
    assert_eq!(store::load::<Vec<String>>("test", 1), Some(vec!["a".to_owned(), "b".to_owned()]));
    assert_eq!(store::load::<Vec<String>>("test", 2), None);
    assert_eq!(store::load::<u32>("test", 1), None, "of another shape");
    assert!(matches!(store::save("test", 1, &"x".repeat(store::LIMIT)), Err(StoreError::TooLong(_))));
    assert!(store::load::<Vec<String>>("test", 1).is_some(), "what was there stays");
    store::forget("test", 1);
    assert_eq!(store::load::<Vec<String>>("test", 1), None);
}

#[wasm_bindgen_test]
fn the_theme_is_shown_and_kept() {
    let root = gloo::utils::document().document_element().expect("a document");
    Theme::Dark.apply();
    assert_eq!(root.get_attribute("data-theme").as_deref(), Some("dark"));
    assert_eq!(Theme::load(), Theme::Dark);
    Theme::System.apply();
    assert_eq!(root.get_attribute("data-theme"), None);
    assert_eq!(Theme::load(), Theme::System);
    assert_eq!(
        [Theme::System.next(), Theme::Light.next(), Theme::Dark.next()],
        [Theme::Light, Theme::Dark, Theme::System]
    );
}

// ---- the editor --------------------------------------------------------------------------------------------------------

/// What an editor told the page.
#[derive(Default)]
struct Heard {
    texts: Vec<String>,
    pastes: Vec<Pasted>,
    limits: Vec<u32>,
    cursors: Vec<Position>,
}

#[derive(Properties, PartialEq)]
struct HostProps {
    props: EditorProps,
}

#[function_component]
fn Host(props: &HostProps) -> Html {
    html! { <Editor ..props.props.clone() /> }
}

/// An editor on the page of the test.
struct Page {
    place: Element,
    props: EditorProps,
    app: yew::AppHandle<Host>,
    heard: Rc<RefCell<Heard>>,
}

impl Page {
    async fn open(change: impl FnOnce(&mut EditorProps)) -> Self {
        let heard = Rc::new(RefCell::new(Heard::default()));
        macro_rules! hear {
            ($list:ident, $map:expr) => {{
                let heard = Rc::clone(&heard);
                Callback::from(move |value| heard.borrow_mut().$list.push($map(value)))
            }};
        }
        let mut props = EditorProps {
            which: Text::Plan,
            label: "Plan".into(),
            placeholder: "Paste a plan".into(),
            document: Document::default(),
            read_only: false,
            plain: false,
            limit: 1000,
            diagnostics: Rc::default(),
            steps: Rc::default(),
            lines: Rc::default(),
            about: None,
            client: None,
            workspace: Workspace::default(),
            handle: EditorRef::default(),
            on_change: hear!(texts, |text: Rc<str>| text.to_string()),
            on_paste: hear!(pastes, |pasted| pasted),
            on_cursor: hear!(cursors, |place| place),
            on_gutter: Callback::noop(),
            on_jump: Callback::noop(),
            on_limit: hear!(limits, |length| length),
            on_focus: Callback::noop(),
        };
        change(&mut props);
        let document = gloo::utils::document();
        let place = document.create_element("div").expect("an element");
        gloo::utils::body().append_child(&place).expect("it has a place");
        let app =
            yew::Renderer::<Host>::with_root_and_props(place.clone(), HostProps { props: props.clone() }).render();
        let page = Self { place, props, app, heard };
        page.settle().await;
        page
    }

    async fn settle(&self) {
        pause(60).await;
    }

    /// Draws it anew with changed properties.
    async fn change(&mut self, change: impl FnOnce(&mut EditorProps)) {
        change(&mut self.props);
        self.app.update(HostProps { props: self.props.clone() });
        self.settle().await;
    }

    fn find(&self, selector: &str) -> Option<Element> {
        let root = self.place.query_selector(".editor").ok()??.shadow_root()?;
        root.query_selector(selector).ok()?
    }

    fn count(&self, selector: &str) -> u32 {
        let root = self.place.query_selector(".editor").ok().flatten().and_then(|host| host.shadow_root());
        root.and_then(|root| root.query_selector_all(selector).ok()).map_or(0, |found| found.length())
    }

    fn text(&self) -> String {
        self.props.handle.text().expect("the editor is there")
    }

    async fn set(&mut self, text: &str) {
        self.change(|props| props.document = Document { text: text.into(), revision: props.document.revision + 1 })
            .await;
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        self.place.remove();
    }
}

fn place(line: u32, column: u32) -> Position {
    Position { line, column }
}

#[wasm_bindgen_test]
async fn the_editor_has_a_name_and_shows_its_text() {
    let page = Page::open(|props| props.document = Document { text: "(go)\n(stop)".into(), revision: 1 }).await;
    let content = page.find(".cm-content").expect("the text");
    assert_eq!(content.get_attribute("aria-label").as_deref(), Some("Plan"));
    assert_eq!(content.get_attribute("role").as_deref(), Some("textbox"));
    assert_eq!(page.text(), "(go)\n(stop)");
    assert!(page.count(".cm-lineNumbers .cm-gutterElement") >= 2);
    assert!(page.heard.borrow().texts.is_empty(), "the page knows the text that it gave");
}

#[wasm_bindgen_test]
async fn a_loaded_text_can_be_undone_and_a_late_render_changes_nothing() {
    let mut page = Page::open(|props| props.document = Document { text: "mine".into(), revision: 1 }).await;
    page.props.handle.apply(&[Edit { start: place(1, 5), end: place(1, 5), new: " and more".to_owned() }]);
    page.settle().await;
    assert_eq!(page.heard.borrow().texts, ["mine and more"]);
    // A render with an older text and the same revision must not take the edit back.
    page.change(|props| props.label = "Another name".into()).await;
    assert_eq!(page.text(), "mine and more");
    page.set("example").await;
    assert_eq!(page.text(), "example");
    assert!(page.props.handle.undo());
    page.settle().await;
    assert_eq!(page.text(), "mine and more");
    assert_eq!(page.heard.borrow().texts.last().map(String::as_str), Some("mine and more"), "undo is told");
    assert!(page.props.handle.redo());
    assert_eq!(page.text(), "example");
    assert!(page.props.handle.undo() && page.props.handle.undo() && !page.props.handle.undo());
    assert_eq!(page.text(), "mine");
}

fn diagnostic(line: u32, from: u32, to: u32, new: &str) -> Diagnostic {
    Diagnostic {
        text: Text::Plan,
        severity: Severity::Error,
        code: "L0101".to_owned(),
        message: "no such action".to_owned(),
        help: String::new(),
        start: place(line, from),
        end: place(line, to),
        related: Vec::new(),
        fix: Some(Fix {
            title: "replace".to_owned(),
            edits: vec![Edit { start: place(line, from), end: place(line, to), new: new.to_owned() }],
        }),
    }
}

#[wasm_bindgen_test]
async fn a_report_underlines_marks_steps_and_lights_lines() {
    let mut page = Page::open(|props| props.document = Document { text: "(goo)\n(stop)".into(), revision: 1 }).await;
    page.change(|props| {
        let other = Diagnostic { text: Text::Domain, ..diagnostic(1, 1, 2, "") };
        props.diagnostics = Rc::new(vec![other, diagnostic(1, 2, 5, "go")]);
        props.steps = Rc::new(vec![
            StepMark { line: 1, label: "\u{2717} 1".to_owned(), title: "step 1: failed".to_owned(), tone: Tone::Bad },
            StepMark { line: 2, label: "2".to_owned(), title: "step 2: ran".to_owned(), tone: Tone::Open },
        ]);
        props.lines = Rc::new(vec![LitLines { from: 1, to: 1, tone: Light::Fail }]);
    })
    .await;
    assert_eq!(page.count(".cm-lintRange-error"), 1, "those of other texts are passed over");
    assert_eq!(page.find(".cm-lintRange-error").and_then(|mark| mark.text_content()).as_deref(), Some("goo"));
    assert_eq!(page.find(".sg-step.sg-bad").and_then(|mark| mark.text_content()).as_deref(), Some("\u{2717} 1"));
    assert_eq!(page.count(".sg-step.sg-open"), 1);
    assert_eq!(page.count(".sg-line-fail"), 1);
    // A report about an older text is carried over to the present one.
    page.props.handle.apply(&[Edit { start: place(1, 1), end: place(1, 1), new: "; first\n".to_owned() }]);
    page.change(|props| {
        props.about = Some("(goo)\n(stop)".into());
        props.diagnostics = Rc::new(vec![diagnostic(2, 2, 6, "halt")]);
    })
    .await;
    assert_eq!(page.find(".cm-lintRange-error").and_then(|mark| mark.text_content()).as_deref(), Some("stop"));
    // Lines around it stay, so their numbers are shown as before.
    assert_eq!(page.text(), "; first\n(goo)\n(stop)");
}

#[wasm_bindgen_test]
async fn a_place_can_be_revealed() {
    let page = Page::open(|props| {
        let text = (1..200).map(|n| format!("(step-{n})\n")).collect::<String>();
        props.document = Document { text: text.into(), revision: 1 };
        props.limit = 100_000;
    })
    .await;
    page.props.handle.reveal(place(150, 2), place(150, 10), true);
    page.settle().await;
    let host: HtmlElement = page.place.query_selector(".editor").ok().flatten().expect("the host").unchecked_into();
    let active = gloo::utils::document().active_element().expect("something has the focus");
    assert!(active.is_same_node(Some(&host)), "the focus is in the editor");
    let shown: String = page.find(".cm-content").and_then(|content| content.text_content()).expect("the text");
    assert!(shown.contains("(step-150)"), "the line is drawn");
}

#[wasm_bindgen_test]
async fn a_text_beyond_the_limit_is_refused_in_place() {
    let mut page = Page::open(|props| {
        props.document = Document { text: "short".into(), revision: 1 };
        props.limit = 20;
    })
    .await;
    let new = "x".repeat(30);
    page.props.handle.apply(&[Edit { start: place(1, 1), end: place(1, 1), new: new.clone() }]);
    page.settle().await;
    assert_eq!(page.text(), "short");
    assert_eq!(page.heard.borrow().limits, [35]);
    let notice = page.find(".sg-notice").and_then(|notice| notice.text_content()).expect("a notice");
    assert!(notice.contains("35") && notice.contains("20"), "{notice}");
    page.set(&new).await;
    assert_eq!(page.text(), "short", "a page's text is no exception");
}

#[wasm_bindgen_test]
async fn a_read_only_editor_and_a_plain_field() {
    let mut page = Page::open(|props| {
        props.document = Document { text: "(go)".into(), revision: 1 };
        props.read_only = true;
    })
    .await;
    let content = page.find(".cm-content").expect("the text");
    assert_eq!(content.get_attribute("aria-readonly").as_deref(), Some("true"));
    assert_eq!(content.get_attribute("contenteditable").as_deref(), Some("false"));
    assert_eq!(content.get_attribute("tabindex").as_deref(), Some("0"), "it can be reached by keyboard");
    page.change(|props| {
        props.read_only = false;
        props.plain = true;
    })
    .await;
    let field: HtmlTextAreaElement =
        page.place.query_selector("textarea").ok().flatten().expect("a plain field").unchecked_into();
    assert_eq!(field.value(), "(go)", "the text moves along");
    assert_eq!(field.get_attribute("aria-label").as_deref(), Some("Plan"));
    field.set_value("(stop)");
    field.dispatch_event(&bubbling("input")).expect("it is handled");
    page.settle().await;
    assert_eq!(page.heard.borrow().texts, ["(stop)"]);
    page.set("(again)").await;
    assert_eq!(page.text(), "(again)");
    page.change(|props| props.plain = false).await;
    assert_eq!(page.text(), "(again)");
    assert!(page.find(".cm-content").is_some());
}

fn bubbling(name: &str) -> web_sys::Event {
    let options = web_sys::EventInit::new();
    options.set_bubbles(true);
    web_sys::Event::new_with_event_init_dict(name, &options).expect("an event")
}

// ---- waiting -----------------------------------------------------------------------------------------------------------

async fn pause(milliseconds: u32) {
    let (done, waited) = futures_channel::oneshot::channel();
    gloo::timers::callback::Timeout::new(milliseconds, move || done.send(()).unwrap_or_default()).forget();
    waited.await.unwrap_or_default();
}

/// Both results. The futures run side by side.
async fn join<A: Future, B: Future>(a: A, b: B) -> (A::Output, B::Output) {
    let (mut a, mut b) = (Box::pin(a), Box::pin(b));
    let (mut first, mut second) = (None, None);
    std::future::poll_fn(move |context| {
        if first.is_none()
            && let std::task::Poll::Ready(done) = a.as_mut().poll(context)
        {
            first = Some(done);
        }
        if second.is_none()
            && let std::task::Poll::Ready(done) = b.as_mut().poll(context)
        {
            second = Some(done);
        }
        match (first.take(), second.take()) {
            (Some(a), Some(b)) => std::task::Poll::Ready((a, b)),
            (a, b) => {
                (first, second) = (a, b);
                std::task::Poll::Pending
            }
        }
    })
    .await
}
