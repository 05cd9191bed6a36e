//! What actions need and do in a [`Scene`], as VirtualHome's own executor has it, oddities included: each action is a list of
//! needs, looked at in order, and a change. The first need that is not met gives the kind of the mistake.

use super::python::set_order;
use super::scene::{Home, Relation, Scene};
use Relation::{Close, Facing, HoldsLeft, HoldsRight, Inside, On};

/// A fact that an action misses, as the evaluator notes it down.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wanted {
    /// A relation; `None` is anything at all. `Holds` is either hand.
    Relation {
        /// From.
        from: u64,
        /// Which.
        relation: WantedRelation,
        /// To.
        to: Option<u64>,
        /// It must not hold.
        negated: bool,
    },
    /// A state.
    State {
        /// Of what.
        id: u64,
        /// Which.
        state: &'static str,
        /// It must not hold.
        negated: bool,
    },
}

/// Relations that the evaluator looks for in earlier states.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WantedRelation {
    /// In one of the hands.
    Holds,
    /// Any other relation.
    Is(Relation),
}

impl Wanted {
    /// Whether it holds in a scene.
    #[must_use]
    pub fn holds(&self, scene: &Scene) -> bool {
        match self {
            Self::Relation { from, relation, to, negated } => {
                let fits = |found: Relation| match relation {
                    WantedRelation::Holds => matches!(found, HoldsLeft | HoldsRight),
                    WantedRelation::Is(relation) => found == *relation,
                };
                let found = scene.edges.iter().any(|(f, r, t)| f == from && fits(*r) && to.is_none_or(|to| to == *t));
                found != *negated
            }
            Self::State { id, state, negated } => scene.is(*id, state) != *negated,
        }
    }
}

/// Why an action cannot run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Trouble {
    /// Something is missing that could be the case. All of it was there before: then the order is wrong.
    Missing(Vec<Wanted>),
    /// The thing is not made for it.
    Affordance,
    /// It is done already, or so the evaluator says.
    Satisfied,
    /// The executor gives no kind of mistake; the evaluators stop there.
    Unnamed,
    /// The executor itself fails.
    Breaks,
}

/// Something an action needs. Numbers are places of its arguments.
enum Need {
    /// The character is on its feet.
    OnItsFeet,
    /// It is in a room, and so is the character.
    InARoom(usize),
    /// The character is close to it.
    CloseTo(usize),
    /// It has one of these properties, or one of these names.
    Has(usize, &'static [&'static str], &'static [&'static str]),
    /// A hand is free.
    FreeHand,
    /// The character holds it.
    Holds(usize),
    /// The character holds something.
    HoldsSomething,
    /// It is in nothing that is closed.
    NotShutIn(usize),
    /// It is in this state; otherwise it is done already.
    In(usize, &'static str),
    /// It is not in this state; otherwise it is done already.
    NotIn(usize, &'static str),
    /// The character is not in this state; otherwise it is done already.
    CharacterNotIn(&'static str),
    /// The character sits or lies; otherwise it is done already.
    SitsOrLies,
    /// The character lies or sits; otherwise that is missing.
    Rests,
    /// The character faces it.
    Faces(usize),
    /// The character faces it directly while it sits or lies, unless it is a computer.
    FacesWhileResting(usize),
    /// It was not grabbed before.
    NotGrabbed(usize),
    /// The container is open or cannot be opened.
    OpenForPutting(usize),
    /// It is worn.
    Worn(usize),
    /// There is room on it: names with their number of places.
    Room(usize, &'static [(&'static str, usize)]),
    /// It is in the same room.
    SameRoom(usize),
    /// The character holds a knife.
    HoldsKnife,
    /// It, or something on it, can be eaten.
    Food(usize),
    /// It was grabbed, and goes back there.
    GoesBack(usize),
}

use Need::{
    CharacterNotIn, CloseTo, Faces, FacesWhileResting, Food, FreeHand, GoesBack, Has, Holds, HoldsKnife,
    HoldsSomething, In, InARoom, NotGrabbed, NotIn, NotShutIn, OnItsFeet, OpenForPutting, Rests, Room, SameRoom,
    SitsOrLies, Worn,
};

const SEATS: &[(&str, usize)] = &[
    ("couch", 4),
    ("bed", 4),
    ("chair", 1),
    ("loveseat", 2),
    ("sofa", 4),
    ("toilet", 1),
    ("pianobench", 2),
    ("bench", 2),
];
const BERTHS: &[(&str, usize)] =
    &[("couch", 2), ("bathtub", 2), ("bed", 3), ("loveseat", 2), ("sofa", 2), ("bench", 1)];
/// Names of things that can be squeezed.
pub(crate) const SQUEEZABLE: &[&str] = &[
    "cleaning_solution",
    "tooth_paste",
    "shampoo",
    "food_peanut_butter",
    "dish_soap",
    "soap",
    "towel",
    "rag",
    "paper",
    "sponge",
    "food_lemon",
    "check",
];

/// The needs of an action, in the order in which they are looked at; `None`: the executor does not know it.
fn needs(action: &str) -> Option<&'static [Need]> {
    Some(match action {
        "WALK" | "RUN" => &[OnItsFeet, InARoom(0)],
        "SIT" => &[CloseTo(0), CharacterNotIn("SITTING"), Has(0, &["SITTABLE"], &[]), Room(0, SEATS)],
        "LIE" => &[CloseTo(0), CharacterNotIn("LYING"), Has(0, &["LIEABLE"], &[]), Room(0, BERTHS)],
        "STANDUP" => &[SitsOrLies],
        "SLEEP" | "WAKEUP" => &[Rests],
        "GRAB" => &[Has(0, &["GRABBABLE"], &["water", "child"]), NotGrabbed(0), CloseTo(0), NotShutIn(0), FreeHand],
        "OPEN" => &[Has(0, &["CAN_OPEN"], &["desk", "window"]), CloseTo(0), FreeHand, In(0, "CLOSED"), NotIn(0, "ON")],
        "CLOSE" => &[Has(0, &["CAN_OPEN"], &["desk", "window"]), CloseTo(0), In(0, "OPEN")],
        "PUTBACK" => &[Holds(0), CloseTo(1)],
        "PUTIN" => &[Holds(0), CloseTo(1), OpenForPutting(1)],
        "PUTOBJBACK" => &[GoesBack(0)],
        "POUR" => &[
            Has(0, &["POURABLE", "DRINKABLE"], &[]),
            Has(1, &["RECIPIENT"], &["hands_both", "sponge", "face"]),
            Holds(0),
            CloseTo(1),
        ],
        "SWITCHON" => &[Has(0, &["HAS_SWITCH"], &[]), CloseTo(0), In(0, "OFF"), NotIn(0, "PLUGGED_OUT")],
        "SWITCHOFF" => &[Has(0, &["HAS_SWITCH"], &[]), CloseTo(0), In(0, "ON")],
        "PLUGIN" => &[Has(0, &["HAS_PLUG"], &[]), CloseTo(0), FreeHand, In(0, "PLUGGED_OUT")],
        "PLUGOUT" => &[Has(0, &["HAS_PLUG"], &[]), CloseTo(0), FreeHand, In(0, "PLUGGED_IN")],
        "DRINK" => &[Has(0, &["DRINKABLE", "RECIPIENT"], &[]), Holds(0)],
        "READ" => &[Has(0, &["READABLE"], &[]), Holds(0)],
        "EAT" => &[CloseTo(0), Food(0)],
        "CUT" => &[FreeHand, CloseTo(0), Has(0, &["EATABLE"], &[]), Has(0, &["CUTTABLE"], &[]), HoldsKnife],
        "TURNTO" => &[],
        "LOOKAT" | "LOOKAT_MEDIUM" | "POINTAT" => &[Faces(0)],
        "WATCH" => &[Has(0, &["LOOKABLE"], &[]), SameRoom(0), Faces(0), FacesWhileResting(0), NotShutIn(0)],
        "WIPE" => &[CloseTo(0), HoldsSomething],
        "WASH" | "RINSE" | "SCRUB" => &[CloseTo(0)],
        "SQUEEZE" => &[FreeHand, CloseTo(0), Has(0, &["CLOTHES"], SQUEEZABLE)],
        "PUTON" => &[Holds(0), Has(0, &["CLOTHES"], &[])],
        "PUTOFF" => &[Worn(0), Has(0, &["CLOTHES"], &[])],
        "GREET" => &[Has(0, &["PERSON"], &[])],
        "DROP" | "RELEASE" => &[Holds(0)],
        "TOUCH" => &[CloseTo(0), NotShutIn(0)],
        "TYPE" => &[CloseTo(0), Has(0, &["HAS_SWITCH"], &["keyboard"])],
        // The executor forgets to ask whether a thing can be pushed.
        "PUSH" => &[CloseTo(0), NotShutIn(0), FreeHand],
        "PULL" | "MOVE" => &[Has(0, &["MOVABLE"], &["button", "chair", "curtain"]), CloseTo(0), NotShutIn(0), FreeHand],
        _ => return None,
    })
}

/// A character in a home, who acts.
pub(crate) struct Actor<'h> {
    home: &'h Home,
    who: u64,
}

impl<'h> Actor<'h> {
    /// The character of a home.
    pub(crate) fn new(home: &'h Home) -> Option<Self> {
        Some(Self { home, who: home.character()? })
    }

    /// The scene after an action, which has the arguments that it takes.
    pub(crate) fn act(&self, scene: &Scene, action: &str, arguments: &[u64]) -> Result<Scene, Trouble> {
        if arguments.iter().any(|id| !self.home.things.contains_key(id)) {
            return Err(Trouble::Breaks);
        }
        if action == "FIND" {
            return self.find(scene, arguments);
        }
        for need in needs(action).ok_or(Trouble::Breaks)? {
            if let Some(trouble) = self.trouble(scene, need, arguments) {
                // Where a thing cannot be put back, the executor reports that nothing happened, not that it failed.
                let nothing = action == "PUTOBJBACK" && trouble != Trouble::Unnamed;
                return if nothing { Ok(scene.clone()) } else { Err(trouble) };
            }
        }
        let mut next = scene.clone();
        self.change(scene, &mut next, action, arguments);
        Ok(next)
    }

    /// To find a thing that is not at hand is to walk to it.
    fn find(&self, scene: &Scene, arguments: &[u64]) -> Result<Scene, Trouble> {
        let thing = *arguments.first().ok_or(Trouble::Breaks)?;
        let close = self.close_to(scene, thing);
        let on_body = scene.holds(thing, On, self.who) || self.home.has(thing, "BODY_PART");
        if !close && !on_body {
            return self.act(scene, "WALK", arguments);
        }
        if !close {
            return Err(self.misses(Close, thing));
        }
        let mut next = scene.clone();
        next.edges.retain(|(from, relation, _)| *from != self.who || *relation != Facing);
        next.relate(self.who, Close, thing, true);
        Ok(next)
    }

    fn misses(&self, relation: Relation, to: u64) -> Trouble {
        let relation = WantedRelation::Is(relation);
        Trouble::Missing(vec![Wanted::Relation { from: self.who, relation, to: Some(to), negated: false }])
    }

    fn misses_hold(&self, to: Option<u64>, negated: bool) -> Trouble {
        let relation = WantedRelation::Holds;
        Trouble::Missing(vec![Wanted::Relation { from: self.who, relation, to, negated }])
    }

    /// Closeness carries over one thing: what is close to, or on, a thing that is close.
    fn close_to(&self, scene: &Scene, thing: u64) -> bool {
        scene.holds(self.who, Close, thing)
            || scene.from(self.who, Close).any(|near| scene.holds(near, Close, thing) || scene.holds(thing, On, near))
    }

    fn holds(&self, scene: &Scene, thing: u64) -> bool {
        scene.held(self.who).any(|held| held == thing)
    }

    fn rests(&self, scene: &Scene) -> bool {
        scene.is(self.who, "SITTING") || scene.is(self.who, "LYING")
    }

    /// The room of a thing: of several things that it is in, the one that is a room, otherwise up from one to the next.
    fn room(&self, scene: &Scene, thing: u64) -> Option<u64> {
        if self.home.is_room(thing) {
            return Some(thing);
        }
        let around: Vec<u64> = scene.from(thing, Inside).collect();
        if around.len() > 1 {
            return around.into_iter().find(|id| self.home.is_room(*id));
        }
        let mut at = around.first().copied()?;
        // A thing may be inside itself in a broken scene; no chain is longer than the home.
        for _ in 0..self.home.things.len() {
            if self.home.is_room(at) {
                return Some(at);
            }
            at = scene.from(at, Inside).next()?;
        }
        None
    }

    fn trouble(&self, scene: &Scene, need: &Need, arguments: &[u64]) -> Option<Trouble> {
        let argument = |place: &usize| arguments.get(*place).copied().unwrap_or(u64::MAX);
        let unless = |met: bool, trouble: Trouble| (!met).then_some(trouble);
        match need {
            OnItsFeet => {
                let off = |state| Wanted::State { id: self.who, state, negated: true };
                unless(!self.rests(scene), Trouble::Missing(vec![off("SITTING"), off("LYING")]))
            }
            InARoom(of) => match (self.room(scene, self.who), self.room(scene, argument(of))) {
                (None, _) => Some(Trouble::Breaks),
                (_, None) => Some(Trouble::Unnamed),
                _ => None,
            },
            CloseTo(of) => unless(self.close_to(scene, argument(of)), self.misses(Close, argument(of))),
            Has(of, properties, names) => {
                let thing = argument(of);
                let fits = properties.iter().any(|property| self.home.has(thing, property));
                unless(fits || names.contains(&self.home.class(thing)), Trouble::Affordance)
            }
            FreeHand => {
                let full = [HoldsRight, HoldsLeft].iter().all(|hand| scene.from(self.who, *hand).next().is_some());
                unless(!full, self.misses_hold(None, true))
            }
            Holds(of) => unless(self.holds(scene, argument(of)), self.misses_hold(Some(argument(of)), false)),
            HoldsSomething => unless(scene.held(self.who).next().is_some(), self.misses_hold(None, false)),
            NotShutIn(of) => {
                let thing = argument(of);
                let shut = scene.from(thing, Inside).any(|id| !self.home.is_room(id) && scene.is(id, "CLOSED"));
                // The evaluator asks whether the thing itself was open, not what it is in.
                unless(!shut, Trouble::Missing(vec![Wanted::State { id: thing, state: "OPEN", negated: false }]))
            }
            In(of, state) => unless(scene.is(argument(of), state), Trouble::Satisfied),
            NotIn(of, state) => unless(!scene.is(argument(of), state), Trouble::Satisfied),
            CharacterNotIn(state) => unless(!scene.is(self.who, state), Trouble::Satisfied),
            SitsOrLies => unless(self.rests(scene), Trouble::Satisfied),
            // The first of the two alternatives decides.
            Rests => unless(
                self.rests(scene),
                Trouble::Missing(vec![Wanted::State { id: self.who, state: "LYING", negated: false }]),
            ),
            Faces(of) => {
                let thing = argument(of);
                let faces = scene.holds(self.who, Facing, thing)
                    || scene.from(self.who, Facing).any(|other| scene.holds(other, Facing, thing));
                unless(faces, self.misses(Facing, thing))
            }
            FacesWhileResting(of) => {
                let thing = argument(of);
                let free = self.home.class(thing) == "computer" || !self.rests(scene);
                unless(free || scene.holds(self.who, Facing, thing), self.misses(Facing, thing))
            }
            NotGrabbed(of) => unless(!scene.grabbed.contains_key(&argument(of)), Trouble::Satisfied),
            OpenForPutting(of) => {
                let thing = argument(of);
                unless(!self.home.has(thing, "CAN_OPEN") || scene.is(thing, "OPEN"), Trouble::Affordance)
            }
            Worn(of) => {
                let relation = WantedRelation::Is(On);
                let wanted = Wanted::Relation { from: argument(of), relation, to: Some(self.who), negated: false };
                unless(scene.holds(argument(of), On, self.who), Trouble::Missing(vec![wanted]))
            }
            Room(of, places) => {
                let class = self.home.class(argument(of));
                let places = places.iter().find(|(name, _)| *name == class).map_or(1, |(_, places)| *places);
                unless(scene.to(On, argument(of)).count() < places, Trouble::Missing(Vec::new()))
            }
            SameRoom(of) => match (self.room(scene, self.who), self.room(scene, argument(of))) {
                (Some(here), Some(there)) => unless(here == there, Trouble::Affordance),
                _ => Some(Trouble::Breaks),
            },
            HoldsKnife => unless(
                scene.held(self.who).any(|held| self.home.class(held).contains("knife")),
                Trouble::Missing(Vec::new()),
            ),
            Food(of) => {
                let thing = argument(of);
                let on_it = scene.to(On, thing).any(|id| self.home.has(id, "EATABLE"));
                unless(self.home.has(thing, "EATABLE") || on_it, Trouble::Affordance)
            }
            GoesBack(of) => {
                let thing = argument(of);
                let Some((to, relation)) = scene.grabbed.get(&thing) else { return Some(Trouble::Unnamed) };
                let open = *relation != Inside || !self.home.has(*to, "CAN_OPEN") || scene.is(*to, "OPEN");
                unless(self.holds(scene, thing) && self.close_to(scene, *to) && open, Trouble::Affordance)
            }
        }
    }

    /// Changes the scene by an action whose needs are met. `before` is the scene before it.
    fn change(&self, before: &Scene, next: &mut Scene, action: &str, arguments: &[u64]) {
        let who = self.who;
        let Some(thing) = arguments.first().copied() else {
            if action == "STANDUP" {
                next.states.remove(&(who, "SITTING".to_owned()));
                next.states.remove(&(who, "LYING".to_owned()));
            }
            return;
        };
        match action {
            "WALK" | "RUN" => self.walk(before, next, thing),
            "SIT" => {
                next.relate(who, On, thing, false);
                for faced in before.from(thing, Facing) {
                    next.relate(who, Facing, faced, false);
                }
                next.turn(who, "LYING", "SITTING");
            }
            "LIE" => {
                next.relate(who, On, thing, false);
                next.turn(who, "SITTING", "LYING");
            }
            "GRAB" => self.grab(before, next, thing),
            "OPEN" => next.turn(thing, "CLOSED", "OPEN"),
            "CLOSE" => next.turn(thing, "OPEN", "CLOSED"),
            "SWITCHON" => next.turn(thing, "OFF", "ON"),
            "SWITCHOFF" => next.turn(thing, "ON", "OFF"),
            "PLUGIN" => next.turn(thing, "PLUGGED_OUT", "PLUGGED_IN"),
            "PLUGOUT" => next.turn(thing, "PLUGGED_IN", "PLUGGED_OUT"),
            "WIPE" | "WASH" | "RINSE" | "SCRUB" => next.turn(thing, "DIRTY", "CLEAN"),
            "PUTBACK" | "PUTIN" | "PUTOBJBACK" => {
                let (to, relation) = match (action, arguments.get(1), before.grabbed.get(&thing)) {
                    ("PUTBACK", Some(to), _) => (*to, On),
                    ("PUTIN", Some(to), _) => (*to, Inside),
                    (_, _, Some((to, relation))) => (*to, *relation),
                    _ => return,
                };
                self.let_go(next, thing);
                next.relate(who, Close, to, true);
                next.relate(thing, Close, to, true);
                next.relate(thing, relation, to, false);
                next.grabbed.remove(&thing);
            }
            "DROP" | "RELEASE" => {
                self.let_go(next, thing);
                if let Some(room) = self.room(before, who) {
                    next.relate(thing, Inside, room, false);
                }
                next.grabbed.remove(&thing);
            }
            "POUR" => {
                if let Some(into) = arguments.get(1) {
                    next.relate(thing, Inside, *into, false);
                }
                if self.home.class(thing) == "water" {
                    self.let_go(next, thing);
                }
            }
            "PUTON" => {
                next.relate(thing, On, who, false);
                self.let_go(next, thing);
            }
            "PUTOFF" => {
                next.edges.remove(&(thing, On, who));
            }
            "TURNTO" => {
                next.edges.retain(|(from, relation, _)| *from != who || *relation != Facing);
                next.relate(who, Facing, thing, false);
            }
            // The others are only to be done.
            _ => {}
        }
    }

    fn let_go(&self, next: &mut Scene, thing: u64) {
        next.edges.remove(&(self.who, HoldsLeft, thing));
        next.edges.remove(&(self.who, HoldsRight, thing));
    }

    fn walk(&self, before: &Scene, next: &mut Scene, thing: u64) {
        let who = self.who;
        let Some(room) = self.room(before, thing) else { return };
        let held: Vec<u64> = before.held(who).collect();
        next.isolate(who, &[Inside, Close, Facing]);
        next.relate(who, Inside, room, false);
        if room != thing {
            let around: Vec<u64> = next.from(thing, Inside).filter(|id| !self.home.is_room(*id)).collect();
            let body = self.home.order.iter().copied().filter(|id| self.home.has(*id, "BODY_PART"));
            for near in around.into_iter().chain(body).chain([thing]) {
                next.relate(who, Close, near, true);
            }
        }
        for carried in &held {
            next.isolate(*carried, &[Inside, Close, Facing]);
        }
        // What is carried stays, by the executor, in the room that was left.
        let left = self.room(before, who);
        for carried in held {
            next.relate(who, Close, carried, true);
            if let Some(left) = left {
                next.relate(carried, Inside, left, false);
            }
        }
        if self.home.has(thing, "CAN_OPEN") {
            for inside in next.to(Inside, thing).collect::<Vec<u64>>() {
                next.relate(who, Close, inside, true);
            }
        }
        for below in next.from(thing, On).collect::<Vec<u64>>() {
            next.relate(who, Close, below, true);
        }
    }

    fn grab(&self, before: &Scene, next: &mut Scene, thing: u64) {
        let who = self.who;
        let right_is_free = before.from(who, HoldsRight).next().is_none();
        next.isolate(thing, &[On, Inside, Close, HoldsLeft, HoldsRight]);
        next.relate(who, Close, thing, true);
        next.relate(who, if right_is_free { HoldsRight } else { HoldsLeft }, thing, false);
        if let Some(room) = self.room(before, who) {
            next.relate(thing, Inside, room, false);
        }
        let mut neighbours = [On, Inside, Close]
            .into_iter()
            .flat_map(|relation| set_order(before.from(thing, relation)).into_iter().map(move |id| (id, relation)));
        if let Some((from, relation)) = neighbours.find(|(id, _)| !self.home.is_room(*id)) {
            next.relate(who, Close, from, true);
            next.grabbed.insert(thing, (from, relation));
        }
    }
}

/// How many objects an action takes: the parser of plans knows these, also where the executor does not.
pub(crate) fn arity(action: &str) -> Option<usize> {
    match action {
        "STANDUP" | "SLEEP" | "WAKEUP" => Some(0),
        "PUTBACK" | "PUTIN" | "POUR" => Some(2),
        "FIND" | "LOOKAT_SHORT" | "LOOKAT_LONG" => Some(1),
        other => needs(other).map(|_| 1),
    }
}
