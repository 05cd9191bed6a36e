//! One code editor as a Yew component. The text lives in the editor: pages are told of every change and put another text
//! in by raising [`Document::revision`], as one change that the user can undo. What the editor knows about PDDL it asks
//! from the checker's worker. Which texts there are, when they are checked and what a verdict says is the pages' business.

use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;

use js_sys::{Array, JsString, Promise};
use serde::Serialize;
use stepguard_report::view::{Diagnostic, Edit, Position, Related, Report, StepStatus, Text};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::future_to_promise;
use web_sys::{Element, HtmlTextAreaElement};
use yew::prelude::*;

use super::reason;
use super::worker::Client;
use crate::reading::{self, Read, read_struct};

/// The longest text an editor takes, in UTF-16 units, where a page says nothing else.
pub const LIMIT: u32 = 2_000_000;

#[wasm_bindgen(module = "/js/editor.js")]
extern "C" {
    #[wasm_bindgen(js_name = StepguardEditor)]
    type JsEditor;
    #[wasm_bindgen(catch, constructor, js_class = "StepguardEditor")]
    fn new(
        host: &Element,
        options: &JsValue,
        ask: &Closure<dyn Fn(String, JsString, u32, u32) -> Promise>,
        emit: &Closure<dyn Fn(String, String)>,
    ) -> Result<JsEditor, JsValue>;
    #[wasm_bindgen(catch, method, js_name = setText)]
    fn set_text(this: &JsEditor, text: &str) -> Result<bool, JsValue>;
    #[wasm_bindgen(catch, method, js_name = setReport)]
    fn set_report(this: &JsEditor, json: &str) -> Result<(), JsValue>;
    #[wasm_bindgen(catch, method)]
    fn reveal(
        this: &JsEditor,
        from_line: u32,
        from_column: u32,
        to_line: u32,
        to_column: u32,
        focus: bool,
    ) -> Result<(), JsValue>;
    #[wasm_bindgen(catch, method)]
    fn show(this: &JsEditor, line: u32) -> Result<(), JsValue>;
    #[wasm_bindgen(catch, method)]
    fn apply(this: &JsEditor, json: &str) -> Result<(), JsValue>;
    #[wasm_bindgen(catch, method)]
    fn undo(this: &JsEditor) -> Result<bool, JsValue>;
    #[wasm_bindgen(catch, method)]
    fn redo(this: &JsEditor) -> Result<bool, JsValue>;
    #[wasm_bindgen(method)]
    fn text(this: &JsEditor) -> String;
    #[wasm_bindgen(catch, method)]
    fn focus(this: &JsEditor) -> Result<(), JsValue>;
    #[wasm_bindgen(catch, method, js_name = setReadOnly)]
    fn set_read_only(this: &JsEditor, read_only: bool) -> Result<(), JsValue>;
    #[wasm_bindgen(catch, method, js_name = setPlaceholder)]
    fn set_placeholder(this: &JsEditor, text: &str) -> Result<(), JsValue>;
    #[wasm_bindgen(catch, method, js_name = setLabel)]
    fn set_label(this: &JsEditor, label: &str) -> Result<(), JsValue>;
    #[wasm_bindgen(method)]
    fn destroy(this: &JsEditor);
}

/// A text that a page puts into an editor.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Document {
    /// The text.
    pub text: Rc<str>,
    /// Raised by the page whenever it sets the text itself (an example, a file, a repair, a restored session). Typing
    /// does not raise it, so a late render never overwrites what was typed meanwhile.
    pub revision: u32,
}

/// A pasted text, after it was put in. Pages that find it belongs elsewhere set the documents anew.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pasted {
    /// What was pasted.
    pub inserted: String,
    /// The editor's whole text after it.
    pub text: String,
}

read_struct!(Pasted { inserted, text });

/// How a step's mark beside its line looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tone {
    /// No verdict about it.
    Plain,
    /// It would run, but comes after the first failure or was not reached: not scored.
    Open,
    /// It ran.
    Good,
    /// It fails, but comes after the first failure: not scored.
    OpenBad,
    /// It failed or was skipped in the scored run.
    Bad,
}

/// The mark in the plan's gutter beside a line that holds steps.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StepMark {
    /// The line in the plan text.
    pub line: u32,
    /// What it shows, such as `4` or `✗ 4`; several steps on a line make `1–5`.
    pub label: String,
    /// The step's number and status in words.
    pub title: String,
    /// How it looks.
    pub tone: Tone,
}

/// The gutter's marks for a report, one for each line that holds a step.
pub fn step_marks(report: &Report) -> Vec<StepMark> {
    let mut marks: Vec<(u32, u32, StepMark)> = Vec::new();
    for step in report.steps.iter().filter(|step| step.source.text == Text::Plan) {
        let line = step.source.start.line;
        let (status, tone) = match (step.status, step.after_first_failure) {
            (StepStatus::Ran, false) => ("ran", Tone::Good),
            (StepStatus::Ran, true) => ("would run; not scored, because it comes after the first failure", Tone::Open),
            (StepStatus::Failed, false) => ("failed", Tone::Bad),
            (StepStatus::Skipped, false) => ("skipped", Tone::Bad),
            (StepStatus::Failed | StepStatus::Skipped, true) => {
                ("cannot run; not scored, because it comes after the first failure", Tone::OpenBad)
            }
            (StepStatus::NotRun, _) => ("not run", Tone::Open),
        };
        match marks.last_mut() {
            Some((first, last, mark)) if mark.line == line => {
                *last = step.index;
                mark.tone = mark.tone.max(tone);
                mark.title = format!("steps {first} to {last}");
            }
            _ => {
                let title = format!("step {}: {status}", step.index);
                marks.push((step.index, step.index, StepMark { line, label: String::new(), title, tone }));
            }
        }
    }
    marks
        .into_iter()
        .map(|(first, last, mut mark)| {
            let numbers = if first == last { first.to_string() } else { format!("{first}\u{2013}{last}") };
            // A sign beside the colour, because colour alone tells some people nothing.
            mark.label = match mark.tone {
                Tone::Bad | Tone::OpenBad => format!("\u{2717} {numbers}"),
                Tone::Plain | Tone::Open | Tone::Good => numbers,
            };
            mark
        })
        .collect()
}

/// How a stretch of lines is lit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Light {
    /// The chosen step, or the place that another panel speaks of.
    Current,
    /// The step that fails.
    Fail,
    /// The rule that is broken.
    Hazard,
}

/// A lit stretch of lines, both ends included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct LitLines {
    /// First line.
    pub from: u32,
    /// Last line.
    pub to: u32,
    /// How.
    pub tone: Light,
}

/// The texts of the editors that belong together: hover and completion in one read the others. One per set of editors,
/// made once (`use_memo`) and given to each.
#[derive(Clone, Default)]
pub struct Workspace {
    texts: Rc<RefCell<[Option<JsString>; 3]>>,
}

impl PartialEq for Workspace {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.texts, &other.texts)
    }
}

impl fmt::Debug for Workspace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Workspace").finish_non_exhaustive()
    }
}

impl Workspace {
    fn set(&self, which: Text, text: JsString) {
        if let Some(slot) = self.texts.borrow_mut().get_mut(slot(which)) {
            *slot = (text.length() > 0).then_some(text);
        }
    }

    /// Domain, problem and plan, as arguments of the checker's functions.
    fn args(&self, which: Text, text: JsString) -> Array {
        self.set(which, text);
        self.texts.borrow().iter().map(|text| text.as_ref().map_or(JsValue::UNDEFINED, JsValue::from)).collect()
    }
}

/// The number of a text among the three; a pasted one stands where the plan does.
fn slot(which: Text) -> usize {
    match which {
        Text::Domain => 0,
        Text::Problem => 1,
        Text::Plan | Text::Pasted => 2,
    }
}

/// The name of a text, as the checker's functions take it.
fn name_of(which: Text) -> &'static str {
    match which {
        Text::Domain => "domain",
        Text::Problem => "problem",
        Text::Plan | Text::Pasted => "plan",
    }
}

/// A handle to an editor, for what is a command rather than a state. Made once by the page (`use_memo` or
/// `use_state_eq`), given to [`Editor`], usable as soon as the editor is drawn; before that, commands do nothing.
#[derive(Clone, Default)]
pub struct EditorRef {
    current: Rc<RefCell<Option<Rc<Surface>>>>,
}

impl PartialEq for EditorRef {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.current, &other.current)
    }
}

impl fmt::Debug for EditorRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EditorRef").finish_non_exhaustive()
    }
}

impl EditorRef {
    fn surface(&self) -> Option<Rc<Surface>> {
        self.current.borrow().clone()
    }

    /// The text as it stands.
    pub fn text(&self) -> Option<String> {
        self.surface().map(|surface| surface.text())
    }

    /// Moves the focus into the editor.
    pub fn focus(&self) {
        if let Some(surface) = self.surface() {
            surface.focus();
        }
    }

    /// Scrolls to a stretch and selects it; with `focus` the focus goes there too.
    pub fn reveal(&self, start: Position, end: Position, focus: bool) {
        if let Some(surface) = self.surface() {
            surface.reveal(start, end, focus);
        }
    }

    /// Scrolls a line into view and leaves cursor and focus where they are.
    pub fn show(&self, line: u32) {
        if let Some(Surface::Code(editor)) = self.surface().as_deref() {
            report(editor.show(line));
        }
    }

    /// Applies edits (places in the present text) as one change that can be undone. The page is told of the new text as
    /// of any change by the user.
    pub fn apply(&self, edits: &[Edit]) {
        if let (Some(Surface::Code(editor)), Ok(json)) = (self.surface().as_deref(), serde_json::to_string(edits)) {
            report(editor.apply(&json));
        }
    }

    /// Takes the last change back. False where there is none.
    pub fn undo(&self) -> bool {
        matches!(self.surface().as_deref(), Some(Surface::Code(editor)) if editor.undo().unwrap_or(false))
    }

    /// Does again what was taken back last. False where there is nothing.
    pub fn redo(&self) -> bool {
        matches!(self.surface().as_deref(), Some(Surface::Code(editor)) if editor.redo().unwrap_or(false))
    }
}

/// What the text is edited in.
enum Surface {
    Code(JsEditor),
    /// The browser's own text field: asked for by the user, or because the code editor could not be made.
    Plain(HtmlTextAreaElement),
}

impl Surface {
    fn text(&self) -> String {
        match self {
            Self::Code(editor) => editor.text(),
            Self::Plain(field) => field.value(),
        }
    }

    fn set_text(&self, text: &str) {
        match self {
            Self::Code(editor) => report(editor.set_text(text)),
            Self::Plain(field) => field.set_value(text),
        }
    }

    fn focus(&self) {
        match self {
            Self::Code(editor) => report(editor.focus()),
            Self::Plain(field) => report(field.focus()),
        }
    }

    fn reveal(&self, start: Position, end: Position, focus: bool) {
        match self {
            Self::Code(editor) => report(editor.reveal(start.line, start.column, end.line, end.column, focus)),
            Self::Plain(field) => {
                let text = field.value();
                report(field.set_selection_range(offset_of(&text, start), offset_of(&text, end)));
                if focus {
                    report(field.focus());
                }
            }
        }
    }
}

/// The UTF-16 offset of a place.
fn offset_of(text: &str, place: Position) -> u32 {
    let mut offset = 0;
    for (number, line) in (1..).zip(text.split('\n')) {
        let length = line.encode_utf16().count();
        if number == place.line {
            return u32::try_from(offset + length.min(place.column.saturating_sub(1) as usize)).unwrap_or(u32::MAX);
        }
        offset += length + 1;
    }
    u32::try_from(offset.saturating_sub(1)).unwrap_or(u32::MAX)
}

/// A command to the editor that failed is a fault of ours; it must not take the page down.
fn report<T>(result: Result<T, JsValue>) {
    if let Err(error) = result {
        gloo::console::warn!("the editor refused a command:", error);
    }
}

/// What an [`Editor`] is given.
#[derive(Properties, Clone, PartialEq)]
pub struct EditorProps {
    /// Which of the texts it holds.
    pub which: Text,
    /// Its name for screen readers, such as `Domain (PDDL)`.
    pub label: AttrValue,
    /// What stands in it while it is empty.
    #[prop_or_default]
    pub placeholder: AttrValue,
    /// The text to put in; see [`Document`].
    pub document: Document,
    /// Can be read, searched and copied from only.
    #[prop_or_default]
    pub read_only: bool,
    /// A plain text field instead of the code editor.
    #[prop_or_default]
    pub plain: bool,
    /// The longest text it takes, in UTF-16 units.
    #[prop_or(LIMIT)]
    pub limit: u32,
    /// Diagnostics to underline; those of other texts are passed over, so the report's list can be given as it is.
    #[prop_or_default]
    pub diagnostics: Rc<Vec<Diagnostic>>,
    /// Marks of the plan's gutter; see [`step_marks`].
    #[prop_or_default]
    pub steps: Rc<Vec<StepMark>>,
    /// Lit lines.
    #[prop_or_default]
    pub lines: Rc<Vec<LitLines>>,
    /// The text that `diagnostics`, `steps` and `lines` speak of. Where the user has typed on since, they are carried over
    /// to the present text. `None`: the present text.
    #[prop_or_default]
    pub about: Option<Rc<str>>,
    /// The checker, for colours, hover, completion and signatures; without it the text is plain.
    #[prop_or_default]
    pub client: Option<Client>,
    /// The texts of the editors that belong together.
    #[prop_or_default]
    pub workspace: Workspace,
    /// A handle for commands.
    #[prop_or_default]
    pub handle: EditorRef,
    /// The user changed the text (typing, pasting, a quick fix, undo).
    #[prop_or_default]
    pub on_change: Callback<Rc<str>>,
    /// The user pasted; comes after `on_change`.
    #[prop_or_default]
    pub on_paste: Callback<Pasted>,
    /// The user moved the cursor to another line or clicked.
    #[prop_or_default]
    pub on_cursor: Callback<Position>,
    /// The user clicked on the plan's gutter beside this line.
    #[prop_or_default]
    pub on_gutter: Callback<u32>,
    /// The user chose a related place in a diagnostic's message; it may be in another text.
    #[prop_or_default]
    pub on_jump: Callback<Related>,
    /// A change was refused because the text would have had this length.
    #[prop_or_default]
    pub on_limit: Callback<u32>,
    /// The focus came or went.
    #[prop_or_default]
    pub on_focus: Callback<bool>,
}

/// What the editor shows of a report.
#[derive(Serialize)]
struct Shown<'a> {
    text: Option<&'a str>,
    diagnostics: Vec<&'a Diagnostic>,
    steps: &'a [StepMark],
    lines: &'a [LitLines],
}

/// What the editor is made from.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Options<'a> {
    text: &'a str,
    which: &'static str,
    label: &'a str,
    placeholder: &'a str,
    read_only: bool,
    limit: u32,
    wrap: bool,
}

type Ask = Closure<dyn Fn(String, JsString, u32, u32) -> Promise>;
type Emit = Closure<dyn Fn(String, String)>;

/// One code editor.
pub struct Editor {
    host: NodeRef,
    surface: Option<Rc<Surface>>,
    /// The closures that the editor calls; they live as long as it does.
    _calls: Option<(Ask, Emit)>,
    /// What the callbacks see of the properties: always the newest.
    props: Rc<RefCell<EditorProps>>,
    /// The code editor could not be made, so the plain field stands in for it.
    failed: Option<String>,
}

/// Messages of an [`Editor`] to itself.
#[derive(Debug)]
pub enum Msg {
    /// The code editor could not be made.
    Failed(String),
    /// The plain field's text changed.
    Typed(Rc<str>),
}

impl Component for Editor {
    type Message = Msg;
    type Properties = EditorProps;

    fn create(ctx: &Context<Self>) -> Self {
        Self {
            host: NodeRef::default(),
            surface: None,
            _calls: None,
            props: Rc::new(RefCell::new(ctx.props().clone())),
            failed: None,
        }
    }

    fn update(&mut self, ctx: &Context<Self>, message: Msg) -> bool {
        match message {
            Msg::Failed(why) => {
                gloo::console::warn!("the code editor could not be made; a plain text field stands in:", &why);
                self.failed = Some(why);
                true
            }
            Msg::Typed(text) => {
                ctx.props().workspace.set(ctx.props().which, text.as_ref().into());
                ctx.props().on_change.emit(text);
                false
            }
        }
    }

    fn changed(&mut self, ctx: &Context<Self>, old: &EditorProps) -> bool {
        let props = ctx.props();
        *self.props.borrow_mut() = props.clone();
        if props.plain != old.plain {
            // Another element is drawn; `rendered` moves the text over.
            return true;
        }
        let Some(surface) = self.surface.clone() else { return true };
        if props.document.revision != old.document.revision {
            surface.set_text(&props.document.text);
            props.workspace.set(props.which, props.document.text.as_ref().into());
        }
        let Surface::Code(editor) = &*surface else { return true };
        if props.read_only != old.read_only {
            report(editor.set_read_only(props.read_only));
        }
        if props.placeholder != old.placeholder {
            report(editor.set_placeholder(&props.placeholder));
        }
        if props.label != old.label {
            report(editor.set_label(&props.label));
        }
        if props.diagnostics != old.diagnostics
            || props.steps != old.steps
            || props.lines != old.lines
            || props.about != old.about
        {
            Self::show_report(editor, props);
        }
        false
    }

    fn view(&self, ctx: &Context<Self>) -> Html {
        let props = ctx.props();
        if props.plain || self.failed.is_some() {
            let oninput = ctx.link().batch_callback(|event: InputEvent| {
                event.target_dyn_into::<HtmlTextAreaElement>().map(|field| Msg::Typed(field.value().into()))
            });
            html! {
                <textarea key="plain" ref={self.host.clone()} class="editor plain" aria-label={props.label.clone()}
                    placeholder={props.placeholder.clone()} readonly={props.read_only} spellcheck="false"
                    maxlength={props.limit.to_string()} autocapitalize="off" {oninput} />
            }
        } else {
            html! { <div key="code" ref={self.host.clone()} class="editor" /> }
        }
    }

    fn rendered(&mut self, ctx: &Context<Self>, _first: bool) {
        let props = ctx.props();
        let plain = props.plain || self.failed.is_some();
        if self.surface.as_deref().is_some_and(|surface| matches!(surface, Surface::Plain(_)) == plain) {
            return;
        }
        let text: Rc<str> =
            self.surface.as_deref().map_or_else(|| props.document.text.clone(), |surface| surface.text().into());
        self.tear_down();
        if plain {
            if let Some(field) = self.host.cast::<HtmlTextAreaElement>() {
                field.set_value(&text);
                self.surface = Some(Rc::new(Surface::Plain(field)));
            }
        } else {
            match self.make(props, &text) {
                Ok(editor) => {
                    Self::show_report(&editor, props);
                    self.surface = Some(Rc::new(Surface::Code(editor)));
                }
                Err(why) => ctx.link().send_message(Msg::Failed(why)),
            }
        }
        props.workspace.set(props.which, text.as_ref().into());
        (*props.handle.current.borrow_mut()).clone_from(&self.surface);
    }

    fn destroy(&mut self, ctx: &Context<Self>) {
        ctx.props().handle.current.borrow_mut().take();
        self.tear_down();
    }
}

impl Editor {
    fn tear_down(&mut self) {
        if let Some(Surface::Code(editor)) = self.surface.as_deref() {
            editor.destroy();
        }
        self.surface = None;
        self._calls = None;
    }

    fn make(&mut self, props: &EditorProps, text: &str) -> Result<JsEditor, String> {
        let host = self.host.cast::<Element>().ok_or("it is not on the page")?;
        let ask: Ask = {
            let props = Rc::clone(&self.props);
            Closure::new(move |call: String, text, line, column| ask(&props.borrow(), &call, text, line, column))
        };
        let emit: Emit = {
            let props = Rc::clone(&self.props);
            Closure::new(move |event: String, payload: String| {
                let props = props.borrow().clone();
                tell(&props, &event, &payload);
            })
        };
        let options = Options {
            text,
            which: name_of(props.which),
            label: &props.label,
            placeholder: &props.placeholder,
            read_only: props.read_only,
            limit: props.limit,
            wrap: slot(props.which) == 2,
        };
        let options = serde_json::to_string(&options).map_err(|error| error.to_string())?;
        let options = js_sys::JSON::parse(&options).map_err(|error| reason(&error))?;
        let editor = JsEditor::new(&host, &options, &ask, &emit).map_err(|error| reason(&error))?;
        self._calls = Some((ask, emit));
        Ok(editor)
    }

    fn show_report(editor: &JsEditor, props: &EditorProps) {
        let shown = Shown {
            text: props.about.as_deref(),
            diagnostics: props.diagnostics.iter().filter(|each| each.text == props.which).collect(),
            steps: &props.steps,
            lines: &props.lines,
        };
        if let Ok(json) = serde_json::to_string(&shown) {
            report(editor.set_report(&json));
        }
    }
}

/// A question of the editor to the checker. The answer is JSON text, or null where there is none.
fn ask(props: &EditorProps, call: &str, text: JsString, line: u32, column: u32) -> Promise {
    let Some(client) = props.client.clone() else { return Promise::resolve(&JsValue::NULL) };
    let which = name_of(props.which);
    let (call, args) = match call {
        "tokens" => {
            // Plans are read better with the definitions at hand; definitions need nothing.
            let args = Array::of2(&text, &which.into());
            if slot(props.which) == 2 {
                let texts = props.workspace.args(props.which, text);
                args.push(&texts.get(0));
                args.push(&texts.get(1));
            }
            ("tokens", args)
        }
        "hover" | "complete" | "signature" => {
            let args = props.workspace.args(props.which, text);
            args.push(&which.into());
            args.push(&line.into());
            args.push(&column.into());
            let call = match call {
                "hover" => "hover",
                "complete" => "complete",
                _ => "signature",
            };
            (call, args)
        }
        _ => return Promise::resolve(&JsValue::NULL),
    };
    future_to_promise(async move {
        // Without an answer the editor shows nothing; why there is none is told by the check itself.
        Ok(client.ask(call, args).await.map_or(JsValue::NULL, JsValue::from))
    })
}

/// What the user did in the editor, passed on.
fn tell(props: &EditorProps, event: &str, payload: &str) {
    match event {
        "change" => {
            if let Ok(text) = reading::read::<String>(payload) {
                props.workspace.set(props.which, text.as_str().into());
                props.on_change.emit(text.into());
            }
        }
        "paste" => emit(&props.on_paste, payload),
        "cursor" => emit(&props.on_cursor, payload),
        "gutter" => emit(&props.on_gutter, payload),
        "jump" => emit(&props.on_jump, payload),
        "limit" => emit(&props.on_limit, payload),
        "focus" => emit(&props.on_focus, payload),
        _ => {}
    }
}

fn emit<T: Read>(callback: &Callback<T>, payload: &str) {
    if let Ok(value) = reading::read(payload) {
        callback.emit(value);
    }
}
