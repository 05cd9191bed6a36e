//! Agents that need no language model: an oracle and its lesser kin, and nine that make one mistake on purpose, so that what
//! the analysis of errors says of them can be held against the truth.
//!
//! They ask the simulator's [`Tutor`] for plans and spoil them; what they say is made of the plan and of what they believe
//! (module `words`), so that a reader can see the mistake. An agent that goes wrong does so all along: it is the truth of each of its
//! failures. The class of a mistake is nothing they tell anyone.

mod words;

use crate::agent::{Agent, Past, Question};
use crate::answers;
use crate::chance::Chance;
use crate::pack::AgentNote;
use crate::scene::Stage;
use crate::world::{Act, Sight, Slip, TaskId, Tutor};
use stepguard_results::classes::Class;
use stepguard_results::environment::Environment;
use stepguard_results::imported::NEEDS_A_PERSON;
use stepguard_results::record::{Answer, Planned};

/// What kind of agent it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Plans and sees everything.
    Oracle,
    /// Plans with what it has seen.
    PartialView,
    /// Goes for what is nearest.
    Greedy,
    /// Any possible action.
    Random,
    /// Leaves out a step that others need.
    MissingStep,
    /// Plans what is not possible or not there.
    InvalidAction,
    /// Does it with another thing than it means.
    WrongObject,
    /// Moves the gripper beside what it means.
    WrongPose,
    /// Gives actions the numbers of others.
    IdMismatch,
    /// Stops halfway.
    WrongTermination,
    /// Repeats what was refused.
    IgnoresFeedback,
    /// Looks where it has looked already.
    ExploresTooLittle,
    /// Takes things to be elsewhere, or to be something else.
    Mislocalises,
}

impl Kind {
    /// All of them, in the order of tables.
    pub const ALL: [Self; 13] = [
        Self::Oracle,
        Self::PartialView,
        Self::Greedy,
        Self::Random,
        Self::MissingStep,
        Self::InvalidAction,
        Self::WrongObject,
        Self::WrongPose,
        Self::IdMismatch,
        Self::WrongTermination,
        Self::IgnoresFeedback,
        Self::ExploresTooLittle,
        Self::Mislocalises,
    ];

    /// Its id in links and files.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Oracle => "oracle",
            Self::PartialView => "partial-view",
            Self::Greedy => "greedy",
            Self::Random => "random",
            Self::MissingStep => "missing-step",
            Self::InvalidAction => "invalid-action",
            Self::WrongObject => "wrong-object",
            Self::WrongPose => "wrong-pose",
            Self::IdMismatch => "id-mismatch",
            Self::WrongTermination => "wrong-termination",
            Self::IgnoresFeedback => "ignores-feedback",
            Self::ExploresTooLittle => "explores-too-little",
            Self::Mislocalises => "mislocalises",
        }
    }

    /// By its id.
    #[must_use]
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.id() == id)
    }

    /// Name and note, for people.
    const fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Oracle => ("Oracle", "planner, sees everything"),
            Self::PartialView => ("Oracle, partial view", "planner, knows what it has seen"),
            Self::Greedy => ("Greedy", "goes for what is nearest, without a plan"),
            Self::Random => ("Random", "any action that is possible"),
            Self::MissingStep => ("Oracle, leaves out a step", "a step that later ones need is never taken"),
            Self::InvalidAction => ("Oracle, plans the impossible", "actions that cannot run or are not on the menu"),
            Self::WrongObject => ("Oracle, wrong object", "means one thing and acts on another"),
            Self::WrongPose => ("Oracle, wrong pose", "the gripper goes beside what it means"),
            Self::IdMismatch => ("Oracle, mixes up numbers", "the name is right, the number is another action's"),
            Self::WrongTermination => ("Oracle, stops early", "an empty plan before the task is done"),
            Self::IgnoresFeedback => ("Oracle, ignores feedback", "repeats what was refused"),
            Self::ExploresTooLittle => ("Oracle, explores too little", "looks again where it has looked"),
            Self::Mislocalises => ("Oracle, mislocalises", "takes things to be where they are not"),
        }
    }

    /// The class of errors that its failures belong to: none for agents that make no mistake on purpose, and
    /// [`NEEDS_A_PERSON`] where no record shows it.
    #[must_use]
    pub const fn truth(self) -> Option<&'static str> {
        Some(match self {
            Self::Oracle | Self::PartialView | Self::Greedy | Self::Random => return None,
            Self::MissingStep => Class::MissingStep.id(),
            Self::InvalidAction => Class::InvalidAction.id(),
            Self::WrongObject | Self::WrongPose => Class::InaccurateAction.id(),
            Self::IdMismatch => Class::ActionIdMismatch.id(),
            Self::WrongTermination => Class::WrongTermination.id(),
            Self::IgnoresFeedback => Class::Reflection.id(),
            Self::ExploresTooLittle => Class::InsufficientExploration.id(),
            Self::Mislocalises => NEEDS_A_PERSON,
        })
    }

    /// For people.
    #[must_use]
    pub fn note(self) -> AgentNote {
        let (name, note) = self.words();
        AgentNote {
            id: self.id().to_owned(),
            name: name.to_owned(),
            note: note.to_owned(),
            truth: self.truth().map(str::to_owned),
        }
    }

    /// Why it means nothing in an environment; `None` where it does.
    #[must_use]
    pub const fn absent(self, environment: Environment) -> Option<&'static str> {
        match (self, environment) {
            (Self::MissingStep, Environment::Navigation) => {
                Some("a way has no step that another one waits for: whoever leaves one out is somewhere else")
            }
            (Self::InvalidAction, Environment::Navigation) => {
                Some("all that is impossible there is to walk into things, which is no matter of planning")
            }
            (Self::WrongPose, Environment::Alfred | Environment::Habitat | Environment::Navigation) => {
                Some("actions have no poses there")
            }
            (Self::IdMismatch, Environment::Manipulation) => Some("actions have no numbers there"),
            (Self::ExploresTooLittle, Environment::Manipulation) => Some("nearly everything lies in view there"),
            _ => None,
        }
    }

    const fn slip(self) -> Option<Slip> {
        match self {
            Self::MissingStep => Some(Slip::MissingStep),
            Self::InvalidAction | Self::IgnoresFeedback => Some(Slip::InvalidAction),
            Self::WrongObject => Some(Slip::WrongObject),
            Self::WrongPose => Some(Slip::WrongPose),
            Self::Mislocalises => Some(Slip::Mislocalised),
            _ => None,
        }
    }
}

/// An agent at work on one task.
#[derive(Debug, Clone)]
pub struct Baseline {
    kind: Kind,
    chance: Chance,
    /// It makes its mistake once, and heeds what it is told of it.
    once: bool,
    /// So often, in percent, it takes something to be where it is not.
    noise: usize,
    /// The plan given last, and how long the history was then.
    given: Vec<Act>,
    known: usize,
    /// Steps that it leaves out for good.
    skipped: Vec<Act>,
    /// What was refused and is done again.
    stubborn: Option<Act>,
    /// Places where it has been, as it goes back to them.
    places: Vec<Act>,
    slipped: bool,
}

/// What an agent has made up its mind to do.
struct Mind {
    reasoning: String,
    /// What it means to do, where that is not what it does.
    means: Option<Vec<Planned>>,
    actions: Vec<Planned>,
}

impl Baseline {
    /// An agent for a task: chance is drawn from both names.
    #[must_use]
    pub fn new(kind: Kind, task: TaskId) -> Self {
        let number = task.number.to_string();
        Self {
            kind,
            chance: Chance::of(&[kind.id(), task.environment.id(), task.subset.id(), &number]),
            once: false,
            noise: 0,
            given: Vec::new(),
            known: 0,
            skipped: Vec::new(),
            stubborn: None,
            places: Vec::new(),
            slipped: false,
        }
    }

    /// The same, but it makes its mistake in the first plan only and plans anew after that, if it is told.
    #[must_use]
    pub const fn once(mut self) -> Self {
        self.once = true;
        self
    }

    /// The same, but in so many percent of its plans it takes something to be where it is not.
    #[must_use]
    pub const fn noise(mut self, percent: usize) -> Self {
        self.noise = percent;
        self
    }

    /// Where nobody tells whether steps ran, an agent takes them to have run: what is left of the plan then.
    fn rest(&self, question: &Question<'_>) -> Option<Vec<Act>> {
        let last = question.history.last()?;
        if last.act.is_none() || last.ran.is_some() {
            return None;
        }
        let tried = question.history.len().saturating_sub(self.known);
        let rest = self.given.get(tried..).filter(|rest| !rest.is_empty())?;
        Some(rest.to_vec())
    }

    fn mind(&mut self, question: &Question<'_>, tutor: &dyn Tutor) -> Mind {
        if let Some(rest) = self.rest(question) {
            return Mind { reasoning: words::GOES_ON.to_owned(), means: None, actions: planned(tutor, &rest) };
        }
        match self.kind {
            Kind::Oracle => self.oracle(question, tutor),
            Kind::PartialView => self.partial(question, tutor),
            Kind::Greedy => self.greedy(question, tutor),
            Kind::Random => self.random(question, tutor),
            Kind::MissingStep => self.missing_step(question, tutor),
            Kind::InvalidAction => self.invalid_action(question, tutor),
            Kind::WrongObject | Kind::WrongPose => self.inaccurate(question, tutor),
            Kind::IdMismatch => self.id_mismatch(question, tutor),
            Kind::WrongTermination => self.stops(question, tutor),
            Kind::IgnoresFeedback => self.stubborn(question, tutor),
            Kind::ExploresTooLittle => self.circles(question, tutor),
            Kind::Mislocalises => self.mislocalises(question, tutor),
        }
    }

    /// The plan of somebody who knows everything; a guess where there is none from here.
    fn whole(&mut self, tutor: &dyn Tutor) -> Vec<Act> {
        let plan = tutor.solve(Sight::All);
        if plan.is_empty() { self.guess(tutor) } else { plan }
    }

    fn guess(&mut self, tutor: &dyn Tutor) -> Vec<Act> {
        vec![tutor.greedy().unwrap_or_else(|| tutor.random(&mut self.chance))]
    }

    fn oracle(&mut self, question: &Question<'_>, tutor: &dyn Tutor) -> Mind {
        let mut plan = self.whole(tutor);
        let mut reasoning = words::knows(plan.len());
        if self.noise > 0
            && self.chance.percent(self.noise)
            && let Some(spoilt) = tutor.spoil(&plan, Slip::Mislocalised, &mut self.chance)
        {
            plan = spoilt;
            reasoning = words::believes(tutor, &plan, question);
        }
        simple(words::after(question, &reasoning), tutor, &plan)
    }

    fn partial(&mut self, question: &Question<'_>, tutor: &dyn Tutor) -> Mind {
        let plan = tutor.solve(Sight::Seen);
        if plan.is_empty() {
            let guess = self.guess(tutor);
            return simple(words::after(question, words::AT_A_LOSS), tutor, &guess);
        }
        let reasoning = if looks(tutor, &plan) { words::LOOKS_ON.to_owned() } else { words::knows(plan.len()) };
        simple(words::after(question, &reasoning), tutor, &plan)
    }

    fn greedy(&mut self, question: &Question<'_>, tutor: &dyn Tutor) -> Mind {
        let act = match tutor.greedy().filter(|act| !refused(question, *act)) {
            Some(act) => act,
            None => tutor.random(&mut self.chance),
        };
        simple(words::after(question, words::NEAREST), tutor, &[act])
    }

    fn random(&mut self, question: &Question<'_>, tutor: &dyn Tutor) -> Mind {
        let steps = 1 + self.chance.below(3);
        let plan: Vec<Act> = (0..steps)
            .map(|_| {
                let drawn = tutor.random(&mut self.chance);
                if refused(question, drawn) { tutor.random(&mut self.chance) } else { drawn }
            })
            .collect();
        simple(words::after(question, words::ANYTHING), tutor, &plan)
    }

    fn missing_step(&mut self, question: &Question<'_>, tutor: &dyn Tutor) -> Mind {
        let plan = self.whole(tutor);
        if self.once && self.slipped {
            return simple(words::after(question, &words::knows(plan.len())), tutor, &plan);
        }
        let mut fewer = plan.clone();
        fewer.retain(|act| !self.skipped.contains(act));
        let reasoning = if fewer.len() == plan.len() {
            if let Some(spoilt) = tutor.spoil(&plan, Slip::MissingStep, &mut self.chance) {
                self.slipped = true;
                let left_out = left_out(&plan, &spoilt);
                fewer = spoilt;
                let at = left_out.first().copied();
                if tutor.task().environment != Environment::Manipulation {
                    self.skipped.extend(left_out.iter().filter_map(|place| plan.get(*place)));
                }
                words::straight(tutor, &plan, at)
            } else if self.slipped {
                fewer.clear();
                String::new()
            } else {
                words::knows(plan.len())
            }
        } else {
            words::SHOULD_DO.to_owned()
        };
        let refused = refused_last(question);
        if fewer.is_empty() {
            // What it does not think of is all that is left: it goes back and does something again.
            let again = question.history.iter().rev().filter(|past| past.ran == Some(true)).find_map(|past| past.act);
            let act = again.filter(|act| Some(*act) != refused && !self.skipped.contains(act));
            let act = act.unwrap_or_else(|| self.other(tutor));
            return simple(words::after(question, words::SOMETHING_ELSE), tutor, &[act]);
        }
        if refused.is_some() && refused == fewer.first().copied() {
            // It does not repeat itself word by word: it goes there once more and tries again.
            let there = question.history.iter().rev().filter(|past| past.ran == Some(true));
            let there = there.filter_map(|past| past.act).find(|act| words::goes(&tutor.name(*act)));
            let detour = there.unwrap_or_else(|| self.other(tutor));
            fewer.insert(0, detour);
        }
        simple(words::after(question, &reasoning), tutor, &fewer)
    }

    /// Something possible that is not what it leaves out.
    fn other(&mut self, tutor: &dyn Tutor) -> Act {
        let mut act = tutor.random(&mut self.chance);
        for _ in 0..DRAWS {
            if !self.skipped.contains(&act) {
                break;
            }
            act = tutor.random(&mut self.chance);
        }
        act
    }

    fn invalid_action(&mut self, question: &Question<'_>, tutor: &dyn Tutor) -> Mind {
        let plan = self.whole(tutor);
        let last = refused_last(question);
        let mut spoilt = None;
        // Where a plan goes on after a refusal, short ones are what is mostly impossible.
        let upto =
            if tutor.task().environment == Environment::Manipulation { 1 + self.chance.below(2) } else { plan.len() };
        let plan = plan.get(..upto.min(plan.len())).unwrap_or_default().to_vec();
        for _ in 0..DRAWS {
            spoilt = tutor.spoil(&plan, Slip::InvalidAction, &mut self.chance);
            if spoilt.as_ref().is_none_or(|spoilt| impossible(&plan, spoilt) != last) {
                break;
            }
        }
        let Some(spoilt) = spoilt else {
            return simple(words::after(question, &words::knows(plan.len())), tutor, &plan);
        };
        let reasoning = words::after(question, &words::wants(tutor, impossible(&plan, &spoilt)));
        let mut actions = planned(tutor, &spoilt);
        // Some of what it wants is on no menu.
        if tutor.task().environment != Environment::Manipulation && self.chance.percent(25) {
            let place = actions.len().min(2);
            actions.truncate(place);
            actions.push(words::made_up(tutor, &mut self.chance));
        }
        Mind { reasoning, means: None, actions }
    }

    /// A mistake by the same draw every time: the agent goes on with the same wrong thing, as long as there is one.
    fn same_mistake(&mut self, tutor: &dyn Tutor, plan: &[Act], slip: Slip) -> Option<Vec<Act>> {
        tutor.spoil(plan, slip, &mut self.chance.clone()).or_else(|| tutor.spoil(plan, slip, &mut self.chance))
    }

    fn inaccurate(&mut self, question: &Question<'_>, tutor: &dyn Tutor) -> Mind {
        let plan = self.whole(tutor);
        let slip = self.kind.slip().unwrap_or(Slip::WrongObject);
        match self.same_mistake(tutor, &plan, slip) {
            Some(spoilt) => Mind {
                reasoning: words::after(question, &words::means(tutor, &plan, &spoilt)),
                means: Some(planned(tutor, &plan)),
                actions: planned(tutor, &spoilt),
            },
            None => simple(words::after(question, &words::knows(plan.len())), tutor, &plan),
        }
    }

    fn id_mismatch(&mut self, question: &Question<'_>, tutor: &dyn Tutor) -> Mind {
        let plan = self.whole(tutor);
        let mut actions = planned(tutor, &plan);
        let menu = tutor.menu().len();
        let sure = self.chance.below(actions.len().min(2));
        for (place, action) in actions.iter_mut().enumerate() {
            if place != sure && !self.chance.percent(50) {
                continue;
            }
            let Some(id) = action.id.and_then(|id| usize::try_from(id).ok()) else { continue };
            // A few lines above or below on the menu.
            let by = 1 + self.chance.below(3);
            let other = if self.chance.percent(50) { id + by } else { id + menu.saturating_sub(by) };
            action.id = i64::try_from(other % menu.max(1)).ok();
        }
        let reasoning = words::after(question, &words::knows(plan.len()));
        Mind { reasoning, means: None, actions }
    }

    fn stops(&mut self, question: &Question<'_>, tutor: &dyn Tutor) -> Mind {
        if question.round > 0 {
            return Mind { reasoning: words::ALL_DONE.to_owned(), means: None, actions: Vec::new() };
        }
        let mut plan = self.whole(tutor);
        plan.truncate((plan.len() / 2).max(1).min(plan.len().saturating_sub(1)));
        if plan.is_empty() {
            return Mind { reasoning: words::NOTHING_TO_DO.to_owned(), means: None, actions: Vec::new() };
        }
        simple(words::enough(plan.len()), tutor, &plan)
    }

    fn stubborn(&mut self, question: &Question<'_>, tutor: &dyn Tutor) -> Mind {
        if let Some(refused) = refused_last(question) {
            self.stubborn = Some(refused);
        }
        if let Some(act) = self.stubborn {
            return simple(words::must_work(&tutor.name(act)), tutor, &[act]);
        }
        let plan = self.whole(tutor);
        let Some(spoilt) = tutor.spoil(&plan, Slip::InvalidAction, &mut self.chance) else {
            return simple(words::knows(plan.len()), tutor, &plan);
        };
        let wrong = plan.iter().zip(&spoilt).take_while(|(right, wrong)| right == wrong).count();
        let upto: Vec<Act> = spoilt.into_iter().take(wrong + 1).collect();
        simple(words::SURE.to_owned(), tutor, &upto)
    }

    fn circles(&mut self, question: &Question<'_>, tutor: &dyn Tutor) -> Mind {
        let plan = tutor.solve(Sight::Seen);
        if !plan.is_empty() && !looks(tutor, &plan) {
            return simple(words::after(question, &words::knows(plan.len())), tutor, &plan);
        }
        let actions = if tutor.task().environment == Environment::Navigation {
            self.shuffles(question)
        } else {
            self.goes_back(question, tutor, &plan)
        };
        let actions = if actions.is_empty() { self.guess(tutor) } else { actions };
        simple(words::after(question, words::STILL_LOOKING), tutor, &actions)
    }

    /// Back and forth where it stands, never turning.
    fn shuffles(&mut self, question: &Question<'_>) -> Vec<Act> {
        let refused = refused_last(question);
        let mut ways: Vec<[usize; 2]> = vec![[0, 1], [1, 0], [2, 3], [3, 2]];
        ways.retain(|[first, _]| Some(Act::Id(*first)) != refused);
        self.chance.pick(&ways).map(|way| way.map(Act::Id).to_vec()).unwrap_or_default()
    }

    /// To one of the first places again, and asks there for what it has not found.
    fn goes_back(&mut self, question: &Question<'_>, tutor: &dyn Tutor, plan: &[Act]) -> Vec<Act> {
        for past in question.history {
            if let Some(act) = past.act.filter(|act| past.ran == Some(true) && words::goes(&tutor.name(*act)))
                && !self.places.contains(&act)
                && self.places.len() < FEW
            {
                self.places.push(act);
            }
        }
        if self.places.len() < FEW {
            return plan.to_vec();
        }
        let at = question.round % self.places.len();
        let mut again: Vec<Act> = self.places.iter().cycle().skip(at).take(2).copied().collect();
        again.extend(missing(tutor));
        again
    }

    fn mislocalises(&mut self, question: &Question<'_>, tutor: &dyn Tutor) -> Mind {
        let plan = self.whole(tutor);
        match self.same_mistake(tutor, &plan, Slip::Mislocalised) {
            Some(spoilt) => simple(words::after(question, &words::believes(tutor, &spoilt, question)), tutor, &spoilt),
            None => simple(words::after(question, &words::knows(plan.len())), tutor, &plan),
        }
    }
}

/// Draws for something else than before.
const DRAWS: usize = 6;

/// So many places are all that somebody looks at who explores too little.
const FEW: usize = 2;

impl Agent for Baseline {
    fn id(&self) -> &'static str {
        self.kind.id()
    }

    fn answer(&mut self, question: &Question<'_>, tutor: &dyn Tutor) -> String {
        let Mind { reasoning, means, actions } = self.mind(question, tutor);
        self.given = actions.iter().filter_map(act_of).collect();
        self.known = question.history.len();
        let plan = answers::plan_in_words(means.as_ref().unwrap_or(&actions));
        answers::write(&Answer {
            sees: Some(words::sees(tutor.task().environment, question.observation)),
            reasoning: Some(reasoning),
            plan: Some(plan),
            actions,
        })
    }
}

fn act_of(planned: &Planned) -> Option<Act> {
    match <[i64; 7]>::try_from(planned.pose.as_slice()) {
        Ok(pose) => Some(Act::Pose(pose)),
        Err(_) => planned.id.and_then(|id| usize::try_from(id).ok()).map(Act::Id),
    }
}

fn simple(reasoning: impl Into<String>, tutor: &dyn Tutor, plan: &[Act]) -> Mind {
    Mind { reasoning: reasoning.into(), means: None, actions: planned(tutor, plan) }
}

fn planned(tutor: &dyn Tutor, plan: &[Act]) -> Vec<Planned> {
    plan.iter()
        .map(|act| {
            let (id, pose) = match act {
                Act::Id(id) => (i64::try_from(*id).ok(), Vec::new()),
                Act::Pose(pose) => (None, pose.to_vec()),
            };
            Planned { id, name: tutor.name(*act), pose }
        })
        .collect()
}

/// Whether an action was refused before.
fn refused(question: &Question<'_>, act: Act) -> bool {
    question.history.iter().any(|past| past.act == Some(act) && past.ran == Some(false))
}

/// The action that was refused last, where that is known.
fn refused_last(question: &Question<'_>) -> Option<Act> {
    let refused = |past: &&Past| past.ran == Some(false) && past.act.is_some();
    // In manipulation the plan goes on after a refusal.
    let last = question.history.last()?;
    if last.ran == Some(false) { last.act } else { question.history.iter().rev().take(2).find(refused)?.act }
}

/// Places in a plan that a shorter one leaves out.
fn left_out(plan: &[Act], fewer: &[Act]) -> Vec<usize> {
    let mut rest = fewer.iter().peekable();
    plan.iter()
        .enumerate()
        .filter(|(_, act)| rest.next_if(|next| next == act).is_none())
        .map(|(place, _)| place)
        .collect()
}

/// The first step of a spoilt plan that the plan does not have there.
fn impossible(plan: &[Act], spoilt: &[Act]) -> Option<Act> {
    spoilt.iter().enumerate().find(|(place, act)| plan.get(*place) != Some(*act)).map(|(_, act)| *act)
}

/// Whether a plan ends with looking somewhere: it is not all of what has to be done then.
fn looks(tutor: &dyn Tutor, plan: &[Act]) -> bool {
    match tutor.stage() {
        Stage::Home(_) => plan.last().is_some_and(|act| words::looks(&tutor.name(*act))),
        Stage::Floor(stage) => tutor.cells().get(4 + stage.target) == Some(&0),
        Stage::Table(_) => false,
    }
}

/// The step that takes the first thing that the task needs and that has never been seen.
fn missing(tutor: &dyn Tutor) -> Option<Act> {
    let Stage::Home(stage) = tutor.stage() else { return None };
    let cells = tutor.cells();
    let seen = |thing: usize| cells.get(2 + stage.fixtures.len() + 2 * thing + 1).is_some_and(|bits| bits & 1 != 0);
    let unseen: Vec<&str> = (0..stage.things.len())
        .filter(|thing| !seen(*thing))
        .filter_map(|thing| stage.things.get(thing))
        .map(|thing| thing.name.as_str())
        .collect();
    let takes = |act: &Act| {
        let name = tutor.name(*act);
        words::takes(&name) && unseen.iter().any(|thing| words::names(&name, thing))
    };
    tutor.solve(Sight::All).into_iter().find(takes)
}
