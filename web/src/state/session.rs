//! The session: the three texts, what the checker said about them, what is chosen, and how to get back. One reducer, so
//! that every way to change something is in one place and can be tested without a browser.

use std::rc::Rc;

use yew::Reducible;

use stepguard_report::view::{Diagnostic, Outcome, Report, Source, StepStatus, Text};

use super::history::History;
use super::route::{Page, Route, Side, Which};
use super::shared::Shared;
use super::words;

/// Which of the three texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The domain.
    Domain,
    /// The problem or scenario.
    Problem,
    /// The plan.
    Plan,
}

impl Kind {
    /// All three, as they stand on the page.
    pub const ALL: [Self; 3] = [Self::Domain, Self::Problem, Self::Plan];

    /// The report's name for it.
    pub fn text(self) -> Text {
        match self {
            Self::Domain => Text::Domain,
            Self::Problem => Text::Problem,
            Self::Plan => Text::Plan,
        }
    }

    /// The text that a report means.
    pub fn of(text: Text) -> Self {
        match text {
            Text::Domain => Self::Domain,
            Text::Problem => Self::Problem,
            Text::Plan | Text::Pasted => Self::Plan,
        }
    }

    /// A name for files, storage and identifiers.
    pub fn key(self) -> &'static str {
        match self {
            Self::Domain => "domain",
            Self::Problem => "problem",
            Self::Plan => "plan",
        }
    }
}

/// The three texts. A plan that was never touched is absent; an empty one is the empty plan.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Texts {
    /// The domain; empty when absent.
    pub domain: Rc<str>,
    /// The problem; empty when absent.
    pub problem: Rc<str>,
    /// The plan.
    pub plan: Option<Rc<str>>,
}

impl Texts {
    /// The three texts.
    pub fn new(domain: &str, problem: &str, plan: Option<&str>) -> Self {
        Self { domain: domain.into(), problem: problem.into(), plan: plan.map(Into::into) }
    }

    /// One of them; an absent one reads as empty.
    pub fn get(&self, kind: Kind) -> Rc<str> {
        match kind {
            Kind::Domain => Rc::clone(&self.domain),
            Kind::Problem => Rc::clone(&self.problem),
            Kind::Plan => self.plan.clone().unwrap_or_default(),
        }
    }

    /// The same with one of them replaced.
    #[must_use]
    pub fn with(&self, kind: Kind, text: &str) -> Self {
        let mut texts = self.clone();
        match kind {
            Kind::Domain => texts.domain = text.into(),
            Kind::Problem => texts.problem = text.into(),
            Kind::Plan => texts.plan = Some(text.into()),
        }
        texts
    }

    /// Whether one of them is absent.
    pub fn is_absent(&self, kind: Kind) -> bool {
        match kind {
            Kind::Domain => self.domain.trim().is_empty(),
            Kind::Problem => self.problem.trim().is_empty(),
            Kind::Plan => self.plan.is_none(),
        }
    }

    /// Whether there is nothing in any of them.
    pub fn is_blank(&self) -> bool {
        Kind::ALL.into_iter().all(|kind| self.get(kind).trim().is_empty())
    }

    /// Length of all of them in bytes.
    pub fn bytes(&self) -> usize {
        Kind::ALL.into_iter().map(|kind| self.get(kind).len()).sum()
    }
}

/// What the checker said about some texts, with the states rebuilt.
#[derive(Debug)]
pub struct Verdict {
    /// The report.
    pub report: Rc<Report>,
    /// The report's diagnostics, shared with the editors.
    pub diagnostics: Rc<Vec<Diagnostic>>,
    /// The states of the run.
    pub history: History,
    /// The report as it came, for the download.
    pub json: Rc<str>,
    /// The texts it speaks of.
    pub texts: Texts,
    /// How long the check took, in milliseconds.
    pub took: f64,
}

impl Verdict {
    /// Keeps a report and rebuilds its states.
    pub fn new(report: Rc<Report>, json: Rc<str>, texts: Texts, took: f64) -> Self {
        let history = History::of(&report);
        let diagnostics = Rc::new(report.diagnostics.clone());
        Self { report, diagnostics, history, json, texts, took }
    }

    /// Whether there is a run to show: a plan was executed, at least in part.
    pub fn has_run(&self) -> bool {
        matches!(self.report.outcome, Outcome::Valid | Outcome::Invalid | Outcome::Budget)
    }

    /// The step worth looking at first: the one that failed, else the one that undid a goal, else the one that broke a
    /// rule, else the last.
    pub fn telling_step(&self) -> u32 {
        let report = &self.report;
        if let Some(step) = report.steps.iter().find(|step| step.status == StepStatus::Failed) {
            return step.index;
        }
        let last = report.steps.len() as u32;
        if report.outcome == Outcome::Invalid
            && let Some(step) = words::primary(report).and_then(|finding| finding.step)
        {
            return step.min(last);
        }
        if let Some(state) = words::worst_rule(report).and_then(|rule| rule.from_state) {
            return report.steps.iter().find(|step| step.state >= state).map_or(last, |step| step.index);
        }
        last
    }
}

/// What kept the checker from answering.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Trouble {
    /// It could not start.
    NoChecker(String),
    /// It stopped.
    Crashed(String),
    /// The reader stopped it.
    Cancelled,
}

/// What is going on.
#[derive(Debug, Clone, Default, PartialEq)]
pub enum Phase {
    /// Nothing.
    #[default]
    Idle,
    /// The texts have changed; typing may go on.
    Waiting,
    /// The check takes longer than a moment; how far it is, from 0 to 1, if known.
    Running(Option<f64>),
    /// There is no answer.
    Failed(Trouble),
}

/// Something that has happened and can be undone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    /// What has happened.
    pub words: String,
    /// Whether *Undo* brings the texts from before back.
    pub undo: bool,
    /// A link that helps, with its words.
    pub offer: Option<Offer>,
}

/// Where a link leads, and what it says.
pub type Offer = (&'static str, &'static str);

impl Notice {
    fn new(words: String, undo: bool) -> Self {
        Self { words, undo, offer: None }
    }
}

/// Where the reader is to be led in a text. The number makes two equal wishes differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reveal {
    /// Counts the wishes.
    pub serial: u32,
    /// The place.
    pub source: Source,
}

/// How the texts come to be replaced as a whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cause {
    /// An example of the gallery, by id and title.
    Example(String, String),
    /// A scenario of the suite with one of its plans, by id and title.
    Scenario(String, Which, String),
    /// A link or an embed.
    Link,
    /// Files or a paste, with words for what was done.
    Own(String),
    /// A quick fix or a deliberate mistake, with words for what was done.
    Command(String),
    /// The last session.
    Restored,
}

/// Everything the Check page knows.
#[derive(Debug, Clone, PartialEq)]
pub struct Session {
    /// The texts.
    pub texts: Texts,
    /// Counts the changes of the texts.
    pub revision: u32,
    /// Counts the changes that the reader did not type: the editors take the texts over when it rises.
    pub placed: u32,
    /// The last answer, and the revision it belongs to.
    pub verdict: Option<(Shared<Verdict>, u32)>,
    /// The last answer that has a run. While a text is being edited and cannot be read, it stays in sight.
    pub run: Option<Shared<Verdict>>,
    /// The run is of other texts altogether, and goes if the new ones cannot be read.
    pub foreign_run: bool,
    /// What is going on.
    pub phase: Phase,
    /// The next check does not wait for a pause in typing.
    pub at_once: bool,
    /// What the address says.
    pub route: Route,
    /// Whether the last change of the route makes an entry of its own in the browser's history.
    pub push: bool,
    /// Facts with a row of their own in the strip.
    pub pins: Rc<[Rc<str>]>,
    /// The texts before each command, newest last.
    pub undo: Vec<Texts>,
    /// The reader's own texts that an example or a link has put aside.
    pub aside: Option<Texts>,
    /// The texts are the reader's own: typed, opened or pasted.
    pub own: bool,
    /// The last thing that happened.
    pub notice: Option<Notice>,
    /// Where the reader is to be led.
    pub reveal: Option<Reveal>,
}

impl Default for Session {
    fn default() -> Self {
        Self {
            texts: Texts::default(),
            revision: 0,
            placed: 0,
            verdict: None,
            run: None,
            foreign_run: false,
            phase: Phase::Idle,
            at_once: false,
            route: Route::default(),
            push: false,
            pins: Rc::from([]),
            undo: Vec::new(),
            aside: None,
            own: true,
            notice: None,
            reveal: None,
        }
    }
}

/// Every way to change the session.
#[derive(Debug, Clone, PartialEq)]
pub enum Action {
    /// The reader typed.
    Type(Kind, Rc<str>),
    /// The texts are replaced as a whole.
    Replace(Texts, Cause),
    /// The texts from before the last command come back.
    Undo,
    /// The reader's own texts come back.
    BackToWork,
    /// Texts of the reader's own that an earlier visit had put aside.
    Aside(Texts),
    /// The step that a link names, unless the address names one.
    Suggest(u32),
    /// Something is to be told.
    Say(String),
    /// The same, with a link that helps.
    Offer(String, Offer),
    /// The reader does not want the last notice any more.
    Dismiss,
    /// The check takes longer than a moment.
    Running(Option<f64>),
    /// The checker answered about the texts of that revision.
    Answer(u32, Shared<Verdict>),
    /// There is no answer about the texts of that revision.
    Fail(u32, Trouble),
    /// Check again.
    Again,
    /// The address was changed from outside.
    Route(Route),
    /// Another page.
    Go(Page),
    /// Another step, and perhaps the other state.
    Choose(u32, Option<Side>),
    /// A row for a fact, or no longer.
    Pin(Rc<str>),
    /// Lead the reader to a place.
    Reveal(Source),
}

const UNDO_DEPTH: usize = 50;

impl Session {
    /// Whether the run in sight is that of the texts as they are.
    pub fn run_is_current(&self) -> bool {
        self.is_current() && self.run.is_some() && self.run.as_ref() == self.last()
    }

    /// The last answer, whether or not the texts have changed since.
    pub fn last(&self) -> Option<&Shared<Verdict>> {
        self.verdict.as_ref().map(|verdict| &verdict.0)
    }

    /// Whether the last verdict is that of the texts as they are.
    pub fn is_current(&self) -> bool {
        self.verdict.as_ref().is_some_and(|verdict| verdict.1 == self.revision)
    }

    /// The chosen step: the one of the address, else the one worth looking at first.
    pub fn step(&self) -> u32 {
        let Some(verdict) = &self.run else { return self.route.step.unwrap_or(0) };
        let last = verdict.report.steps.len() as u32;
        self.route.step.map_or_else(|| verdict.telling_step(), |step| step.min(last))
    }

    /// The state shown: after the step, but before a step that did not run; the start has only itself.
    pub fn side(&self) -> Side {
        let step = self.step();
        let ran = self
            .run
            .as_ref()
            .and_then(|verdict| verdict.report.steps.get((step as usize).wrapping_sub(1)))
            .is_none_or(|step| step.status == StepStatus::Ran);
        if !ran {
            return Side::Before;
        }
        if step == 0 {
            return Side::After;
        }
        self.route.side.unwrap_or_default()
    }

    /// The session after an action.
    #[must_use]
    pub fn after(&self, action: Action) -> Self {
        let mut next = self.clone();
        next.push = false;
        match action {
            Action::Type(kind, text) => {
                if *next.texts.get(kind) == *text {
                    return next;
                }
                next.texts = next.texts.with(kind, &text);
                next.own = true;
                next.leave_source();
                next.changed();
            }
            Action::Replace(texts, cause) => next.replace(texts, cause),
            Action::Undo => {
                if let Some(texts) = next.undo.pop() {
                    next.texts = texts;
                    next.notice = None;
                    next.leave_source();
                    next.place();
                }
            }
            Action::BackToWork => {
                if let Some(texts) = next.aside.take() {
                    next.remember();
                    next.texts = texts;
                    next.own = true;
                    next.notice = None;
                    next.route = Route { embed: next.route.embed, ..Route::default() };
                    next.push = true;
                    next.place();
                }
            }
            Action::Aside(texts) => next.aside = Some(texts),
            Action::Suggest(step) => next.route.step = next.route.step.or(Some(step)),
            Action::Say(words) => next.notice = Some(Notice::new(words, false)),
            Action::Offer(words, offer) => {
                next.notice = Some(Notice { offer: Some(offer), ..Notice::new(words, false) });
            }
            Action::Dismiss => next.notice = None,
            Action::Running(progress) => {
                // Checks that the page makes for itself are nobody's business.
                if matches!(next.phase, Phase::Waiting | Phase::Running(_)) {
                    next.phase = Phase::Running(progress);
                }
            }
            Action::Answer(revision, verdict) => {
                if revision == next.revision {
                    if verdict.has_run() {
                        next.run = Some(verdict.clone());
                        next.foreign_run = false;
                    } else if next.foreign_run || verdict.report.outcome != Outcome::Unreadable {
                        next.run = None;
                    }
                    next.verdict = Some((verdict, revision));
                    next.phase = Phase::Idle;
                }
            }
            Action::Fail(revision, trouble) => {
                if revision == next.revision {
                    next.phase = Phase::Failed(trouble);
                }
            }
            Action::Again => {
                next.changed();
                next.at_once = true;
            }
            Action::Route(route) => next.travel(route),
            Action::Go(page) => {
                if next.route.page != page {
                    next.route.page = page;
                    next.push = true;
                }
            }
            Action::Choose(step, side) => {
                next.route.step = Some(step);
                next.route.side = side.or(next.route.side);
            }
            Action::Pin(fact) => {
                let mut pins: Vec<Rc<str>> = next.pins.to_vec();
                match pins.iter().position(|pin| *pin == fact) {
                    Some(place) => {
                        pins.remove(place);
                    }
                    None => pins.push(fact),
                }
                next.pins = pins.into();
            }
            Action::Reveal(source) => {
                let serial = next.reveal.map_or(0, |reveal| reveal.serial.wrapping_add(1));
                next.reveal = Some(Reveal { serial, source });
            }
        }
        next
    }

    /// Takes an address over. Back from an example or a link brings back what was there before it, unless its texts have
    /// become the reader's own meanwhile. Opening one is the page's business, since its texts have to be fetched.
    fn travel(&mut self, route: Route) {
        if route.page != Page::Check {
            // The other pages say nothing of the texts, which stay as they are until the reader comes back to them.
            let Route { page, elsewhere, embed, .. } = route;
            self.route = Route { page, elsewhere, embed, ..self.route.clone() };
            return;
        }
        if self.route.has_source() && !self.own && !route.has_source() {
            self.texts = self.aside.take().unwrap_or_default();
            self.own = true;
            self.notice = None;
            self.place();
        }
        self.route = route;
    }

    /// The texts are no longer those that the address names.
    fn leave_source(&mut self) {
        self.route.case = None;
        self.route.example = None;
        self.route.scenario = None;
    }

    fn changed(&mut self) {
        self.at_once = false;
        self.revision = self.revision.wrapping_add(1);
        self.phase = if self.texts.is_blank() { Phase::Idle } else { Phase::Waiting };
        if self.phase == Phase::Idle {
            self.verdict = None;
            self.run = None;
        }
    }

    fn remember(&mut self) {
        if self.undo.len() == UNDO_DEPTH {
            self.undo.remove(0);
        }
        self.undo.push(self.texts.clone());
    }

    fn replace(&mut self, texts: Texts, cause: Cause) {
        let had_something = !self.texts.is_blank();
        let same = self.texts == texts;
        if had_something && !same && cause != Cause::Restored {
            self.remember();
        }
        let undo = had_something && !same;
        let foreign = !matches!(cause, Cause::Command(_));
        let mut fresh_route = Route { embed: self.route.embed, ..Route::default() };
        match cause {
            Cause::Example(id, title) => {
                fresh_route.example = Some(id);
                self.opened(fresh_route, undo, &format!("The example \u{201c}{title}\u{201d} is open."));
            }
            Cause::Scenario(id, which, title) => {
                fresh_route.scenario = Some((id, which));
                self.opened(fresh_route, undo, &format!("\u{201c}{title}\u{201d} is open with its {}.", which.name()));
            }
            Cause::Link => {
                self.put_aside();
                self.own = false;
                self.pins = Rc::from([]);
            }
            Cause::Own(words) => {
                self.route = fresh_route;
                self.own = true;
                self.notice = Some(Notice::new(words, undo));
            }
            Cause::Command(words) => {
                self.leave_source();
                self.route.step = None;
                self.route.side = None;
                self.own = true;
                self.notice = Some(Notice::new(words, undo));
            }
            Cause::Restored => {
                // An address that opens something else comes first; the restored texts wait beside it.
                if self.route.has_source() {
                    self.aside = Some(texts);
                    return;
                }
                self.own = true;
            }
        }
        if !same {
            self.texts = texts;
            self.foreign_run = foreign;
            self.place();
        }
    }

    /// Texts of the site's own have come in place of the reader's.
    fn opened(&mut self, mut route: Route, undo: bool, words: &str) {
        self.put_aside();
        self.push = self.route.example != route.example || self.route.scenario != route.scenario;
        if !self.push {
            (route.step, route.side) = (self.route.step, self.route.side);
        }
        // They may come when the reader has gone on to another page.
        (route.page, route.elsewhere) = (self.route.page, self.route.elsewhere.clone());
        self.push &= route.page == Page::Check;
        self.route = route;
        self.own = false;
        self.pins = Rc::from([]);
        self.notice = undo.then(|| Notice::new(words.to_owned(), undo));
    }

    fn place(&mut self) {
        self.placed = self.placed.wrapping_add(1);
        self.changed();
        self.at_once = true;
    }

    /// Whether *Undo* brings back anything but the texts that *Back to your work* brings back.
    pub fn undo_differs(&self) -> bool {
        self.aside.is_none() || self.undo.last() != self.aside.as_ref()
    }

    /// Keeps the reader's own texts before an example or a link takes their place.
    fn put_aside(&mut self) {
        if self.own && !self.texts.is_blank() {
            self.aside = Some(self.texts.clone());
        }
    }
}

impl Reducible for Session {
    type Action = Action;

    fn reduce(self: Rc<Self>, action: Action) -> Rc<Self> {
        Rc::new(self.after(action))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::fixture;

    fn verdict() -> Shared<Verdict> {
        Shared::new(Verdict::new(Rc::new(fixture::tea()), "{}".into(), Texts::default(), 1.0))
    }

    fn typed(text: &str) -> Session {
        Session::default().after(Action::Type(Kind::Domain, text.into()))
    }

    #[test]
    fn a_late_answer_is_dropped() {
        let session = typed("a");
        let first = session.revision;
        let session = session.after(Action::Type(Kind::Domain, "ab".into()));
        let session = session.after(Action::Answer(first, verdict()));
        assert!(session.verdict.is_none());
        let now = session.revision;
        let session = session.after(Action::Answer(now, verdict()));
        assert!(session.is_current());
        assert_eq!(session.phase, Phase::Idle);
    }

    #[test]
    fn the_last_verdict_stays_while_typing_goes_on() {
        let session = typed("a");
        let revision = session.revision;
        let session = session.after(Action::Answer(revision, verdict())).after(Action::Type(Kind::Domain, "b".into()));
        assert!(session.last().is_some());
        assert!(!session.is_current());
        assert_eq!(session.phase, Phase::Waiting);
    }

    #[test]
    fn the_run_stays_in_sight_while_a_text_cannot_be_read() {
        let mut report = fixture::tea();
        report.outcome = Outcome::Unreadable;
        let unreadable = Shared::new(Verdict::new(Rc::new(report), "{}".into(), Texts::default(), 1.0));
        let answered = |session: Session, verdict: &Shared<Verdict>| {
            let revision = session.revision;
            session.after(Action::Answer(revision, verdict.clone()))
        };
        let session = answered(typed("a"), &verdict());
        assert!(session.run_is_current());
        let edited = answered(session.after(Action::Type(Kind::Domain, "a(".into())), &unreadable);
        assert!(edited.run.is_some() && !edited.run_is_current(), "an edit keeps the run");
        let open = Action::Replace(Texts::new("x", "y", None), Cause::Example("other".into(), "Other".into()));
        assert!(answered(session.after(open), &unreadable).run.is_none(), "the run of another case goes");
    }

    #[test]
    fn an_example_puts_own_work_aside_and_undo_brings_it_back() {
        let session = typed("mine");
        let example = Texts::new("d", "p", Some("s"));
        let opened = session.after(Action::Replace(example.clone(), Cause::Example("tea".into(), "Tea".into())));
        assert_eq!(opened.texts, example);
        assert!(opened.push, "opening an example adds a history entry");
        assert_eq!(opened.aside.as_ref().map(|texts| texts.domain.as_ref()), Some("mine"));
        let second =
            opened.after(Action::Replace(Texts::new("x", "y", None), Cause::Example("other".into(), "Other".into())));
        assert_eq!(
            second.aside.as_ref().map(|texts| texts.domain.as_ref()),
            Some("mine"),
            "an example is not own work"
        );
        assert_eq!(second.after(Action::BackToWork).texts.domain.as_ref(), "mine");
        assert_eq!(second.after(Action::Undo).texts, example);
        assert_eq!(second.after(Action::Undo).after(Action::Undo).texts.domain.as_ref(), "mine");
    }

    #[test]
    fn the_failing_step_is_chosen_and_shown_before() {
        let session = typed("a");
        let revision = session.revision;
        let session = session.after(Action::Answer(revision, verdict()));
        assert_eq!((session.step(), session.side()), (4, Side::Before));
        let session = session.after(Action::Choose(2, None));
        assert_eq!((session.step(), session.side()), (2, Side::After));
        let session = session.after(Action::Choose(2, Some(Side::Before))).after(Action::Choose(99, None));
        assert_eq!((session.step(), session.side()), (6, Side::Before));
        assert!(!session.push, "a choice replaces the history entry");
    }

    #[test]
    fn emptying_every_text_brings_the_first_visit_back() {
        let session = typed("a");
        let session = session.after(Action::Type(Kind::Domain, "".into()));
        assert_eq!(session.phase, Phase::Idle);
        assert!(session.verdict.is_none());
    }

    #[test]
    fn back_from_an_example_brings_back_what_was_there() {
        let example = Texts::new("d", "p", Some("s"));
        let open = Action::Replace(example, Cause::Example("tea".into(), "Tea".into()));
        let blank = Session::default().after(open.clone()).after(Action::Route(Route::default()));
        assert!(blank.texts.is_blank(), "the first visit comes back");
        let own = typed("mine").after(open.clone()).after(Action::Route(Route::default()));
        assert_eq!(own.texts.domain.as_ref(), "mine");
        let edited = typed("mine").after(open).after(Action::Type(Kind::Plan, "(x)".into()));
        assert_eq!(edited.after(Action::Route(Route::default())).texts, edited.texts, "what was edited is own work");
    }

    #[test]
    fn a_scenario_is_opened_beside_own_work_and_other_pages_leave_it_open() {
        let at = |fragment: &str| Action::Route(Route::parse(fragment, ""));
        let texts = Texts::new("d", "p", Some("s"));
        let open = Action::Replace(texts.clone(), Cause::Scenario("a/b".into(), Which::Unsafe, "A: b".into()));
        let address = "#/check?scenario=a/b&plan=unsafe";
        let session = typed("mine").after(at("#/scenarios/a/b")).after(at(address)).after(open);
        assert_eq!(session.route.fragment(), address);
        assert!(!session.push, "the link has made the entry already");
        assert_eq!(session.aside.as_ref().map(|texts| texts.domain.as_ref()), Some("mine"));
        assert!(!session.undo_differs(), "one button is enough: both bring back the reader's own texts");
        let next = Action::Replace(Texts::new("x", "y", None), Cause::Example("other".into(), "Other".into()));
        let next = session.after(next);
        assert!(next.undo_differs(), "undo brings back the scenario");
        let told = next.after(Action::Offer("No.".to_owned(), ("#/scenarios", "See")));
        assert_eq!(told.notice.and_then(|notice| notice.offer), Some(("#/scenarios", "See")));
        let back = session.after(at("#/scenarios/a/b"));
        assert_eq!((back.route.page, &back.texts), (Page::Scenarios, &texts));
        assert_eq!(back.after(Action::Go(Page::Check)).route.fragment(), address, "nothing is lost on the way");
        assert_eq!(back.after(at("#/check")).texts.domain.as_ref(), "mine", "before the scenario there was own work");
        assert_eq!(session.after(Action::BackToWork).texts.domain.as_ref(), "mine");
    }

    #[test]
    fn pins_come_and_go() {
        let session = typed("a").after(Action::Pin("(on cup)".into()));
        assert_eq!(session.pins.len(), 1);
        assert_eq!(session.after(Action::Pin("(on cup)".into())).pins.len(), 0);
    }
}
