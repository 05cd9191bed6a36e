//! A shed with a closed chest, three balls and a lamp: small enough to be searched through, and with every kind of refusal
//! that the two high-level environments have.

use std::collections::{BTreeMap, VecDeque};
use stepguard_embodied::chance::{Chance, Hash};
use stepguard_embodied::scene::{Area, Fixture, HomeStage, Room, Stage, Thing};
use stepguard_embodied::world::{Act, Sight, Slip, TaskId, Turn, Tutor, World};
use stepguard_results::environment::{Environment, Subset};

const PLACES: [&str; 5] = ["bench", "shelf", "rack", "chest", "crate"];
const CHEST: usize = 3;
const BALLS: [&str; 3] = ["red ball", "blue ball", "green ball"];
const HAND: usize = 9;

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct State {
    at: usize,
    balls: [usize; 3],
    open: bool,
    lamp: bool,
    seen: [bool; 3],
}

/// The shed.
#[derive(Debug, Clone)]
pub(crate) struct Shed {
    task: TaskId,
    state: State,
    wanted: usize,
    target: usize,
    instruction: String,
    menu: Vec<String>,
    conditions: Vec<String>,
}

impl Shed {
    pub(crate) fn new(environment: Environment, number: u32) -> Self {
        let n = usize::try_from(number).expect("small");
        let wanted = n % 3;
        let mut balls = [n / 3 % 3, (n / 9 + 1) % 3, (n / 27 + 2) % 3];
        balls[wanted] = CHEST;
        let target = (n / 2) % 3;
        let mut menu: Vec<String> = PLACES.iter().map(|place| format!("navigate to the {place}")).collect();
        menu.extend(["open the chest", "close the chest"].map(str::to_owned));
        menu.extend(BALLS.iter().map(|ball| format!("pick up the {ball}")));
        menu.extend(["put down the object in hand", "turn on the lamp", "pick up the ladder"].map(str::to_owned));
        let mut shed = Self {
            task: TaskId { environment, subset: Subset::Base, number },
            state: State { at: 0, balls, open: false, lamp: false, seen: [false; 3] },
            wanted,
            target,
            instruction: format!("Bring the {} to the {} and turn on the lamp.", BALLS[wanted], PLACES[target]),
            menu,
            conditions: vec![
                format!("the {} is on the {}", BALLS[wanted], PLACES[target]),
                "the lamp is on".to_owned(),
            ],
        };
        shed.state = look(shed.state);
        shed
    }

    fn reached(&self, state: &State) -> bool {
        state.balls[self.wanted] == self.target && state.lamp
    }

    fn refusal(&self, state: &State, id: usize) -> Option<String> {
        let held = state.balls.iter().position(|at| *at == HAND);
        match id {
            0..=4 => None,
            5 if state.at != CHEST => Some("The robot is not near the chest.".to_owned()),
            5 if state.open => Some("The chest is already open.".to_owned()),
            6 if state.at != CHEST => Some("The robot is not near the chest.".to_owned()),
            6 if !state.open => Some("The chest is already closed.".to_owned()),
            7..=9 => {
                let ball = id - 7;
                if held.is_some() {
                    Some("The robot is currently holding something.".to_owned())
                } else if state.balls[ball] != state.at {
                    Some(format!("Cannot find the {} here.", BALLS[ball]))
                } else if state.at == CHEST && !state.open {
                    Some("The chest is closed.".to_owned())
                } else {
                    None
                }
            }
            10 if held.is_none() => Some("The robot is not holding anything.".to_owned()),
            10 if state.at == CHEST && !state.open => Some("The chest is closed.".to_owned()),
            11 if state.at != 1 => Some("The robot is not near the lamp.".to_owned()),
            12 => Some("There is no ladder that can be taken.".to_owned()),
            _ => None,
        }
    }

    fn after(&self, state: &State, id: usize) -> Option<State> {
        if self.refusal(state, id).is_some() || id >= self.menu.len() {
            return None;
        }
        let mut next = state.clone();
        match id {
            0..=4 => next.at = id,
            5 => next.open = true,
            6 => next.open = false,
            7..=9 => next.balls[id - 7] = HAND,
            10 => {
                if let Some(held) = next.balls.iter().position(|at| *at == HAND) {
                    next.balls[held] = next.at;
                }
            }
            _ => next.lamp = true,
        }
        Some(look(next))
    }

    fn search(&self, reached: &dyn Fn(&State) -> bool) -> Vec<Act> {
        let mut from: BTreeMap<State, Option<(State, usize)>> = BTreeMap::from([(self.state.clone(), None)]);
        let mut queue = VecDeque::from([self.state.clone()]);
        while let Some(state) = queue.pop_front() {
            if reached(&state) {
                let mut plan = Vec::new();
                let mut last = state;
                while let Some(Some((before, id))) = from.get(&last).cloned() {
                    plan.push(Act::Id(id));
                    last = before;
                }
                plan.reverse();
                return plan;
            }
            for id in 0..self.menu.len() {
                if let Some(next) = self.after(&state, id)
                    && !from.contains_key(&next)
                {
                    from.insert(next.clone(), Some((state.clone(), id)));
                    queue.push_back(next);
                }
            }
        }
        Vec::new()
    }
}

fn look(mut state: State) -> State {
    for ball in 0..3 {
        let hidden = state.at == CHEST && !state.open;
        state.seen[ball] |= state.balls[ball] == HAND || (state.balls[ball] == state.at && !hidden);
    }
    state
}

impl World for Shed {
    fn task(&self) -> TaskId {
        self.task
    }

    fn instruction(&self) -> &str {
        &self.instruction
    }

    fn menu(&self) -> &[String] {
        &self.menu
    }

    fn guide(&self) -> String {
        "A shed.".to_owned()
    }

    fn observe(&self) -> String {
        let here: Vec<&str> = (0..3)
            .filter(|ball| self.state.balls[*ball] == self.state.at && (self.state.at != CHEST || self.state.open))
            .map(|ball| BALLS[ball])
            .collect();
        format!("You are at the {}. You see: {}.", PLACES[self.state.at], here.join(", "))
    }

    fn act(&mut self, act: Act) -> Turn {
        let refused = |feedback: &str| Turn { ran: false, feedback: feedback.to_owned(), reward: -0.1 };
        let Act::Id(id) = act else { return refused("That is no action of this environment.") };
        if id >= self.menu.len() {
            return refused("There is no such action.");
        }
        match self.after(&self.state, id) {
            Some(next) => {
                self.state = next;
                Turn { ran: true, feedback: "Done.".to_owned(), reward: 1.0 / 3.0 }
            }
            None => refused(&self.refusal(&self.state, id).unwrap_or_default()),
        }
    }

    fn conditions(&self) -> &[String] {
        &self.conditions
    }

    fn met(&self) -> Vec<bool> {
        vec![self.state.balls[self.wanted] == self.target, self.state.lamp]
    }

    fn solved(&self) -> bool {
        self.reached(&self.state)
    }

    fn distance(&self) -> Option<f64> {
        None
    }

    fn stage(&self) -> Stage {
        let area = |x: i32| Area { x, y: 0, w: 50, h: 50 };
        Stage::Home(HomeStage {
            name: "Shed".to_owned(),
            rooms: vec![Room { name: "shed".to_owned(), area: area(0) }],
            fixtures: PLACES
                .iter()
                .enumerate()
                .map(|(place, name)| Fixture {
                    name: (*name).to_owned(),
                    class: (*name).to_owned(),
                    room: 0,
                    area: area(i32::try_from(place).expect("small") * 60),
                    opens: place == CHEST,
                })
                .collect(),
            things: BALLS
                .iter()
                .map(|name| Thing { name: (*name).to_owned(), class: "ball".to_owned(), colour: None })
                .collect(),
            states: vec!["seen".to_owned(), "open".to_owned()],
        })
    }

    fn cells(&self) -> Vec<i32> {
        let place = |at: usize| if at == HAND { -1 } else { i32::try_from(at).expect("small") };
        let held = self.state.balls.iter().position(|at| *at == HAND);
        let mut cells = vec![place(self.state.at), held.map_or(-1, |held| i32::try_from(held).expect("small"))];
        cells.extend((0..PLACES.len()).map(|fixture| 1 + 2 * i32::from(fixture == CHEST && self.state.open)));
        for ball in 0..3 {
            cells.extend([place(self.state.balls[ball]), i32::from(self.state.seen[ball])]);
        }
        cells
    }

    fn hash(&self) -> u64 {
        let mut hash = Hash::default();
        for cell in self.cells() {
            hash.number(u64::from(cell.cast_unsigned()));
        }
        hash.number(u64::from(self.state.lamp));
        hash.end()
    }
}

impl Tutor for Shed {
    fn solve(&self, sight: Sight) -> Vec<Act> {
        if sight == Sight::All || self.state.seen[self.wanted] {
            return self.search(&|state| self.reached(state));
        }
        self.search(&|state| state.seen[self.wanted])
    }

    fn greedy(&self) -> Option<Act> {
        self.solve(Sight::Seen).first().copied()
    }

    fn random(&self, chance: &mut Chance) -> Act {
        let possible: Vec<usize> = (0..self.menu.len()).filter(|id| self.refusal(&self.state, *id).is_none()).collect();
        Act::Id(chance.pick(&possible).copied().unwrap_or(0))
    }

    fn spoil(&self, plan: &[Act], slip: Slip, chance: &mut Chance) -> Option<Vec<Act>> {
        let place =
            |wanted: &dyn Fn(usize) -> bool| plan.iter().position(|act| matches!(act, Act::Id(id) if wanted(*id)));
        let mut spoiled = plan.to_vec();
        match slip {
            Slip::MissingStep => {
                spoiled.remove(place(&|id| id == 5)?);
            }
            Slip::InvalidAction => {
                let refused: Vec<usize> =
                    (5..self.menu.len()).filter(|id| self.refusal(&self.state, *id).is_some()).collect();
                spoiled.insert(0, Act::Id(*chance.pick(&refused)?));
            }
            Slip::WrongObject => {
                let at = place(&|id| (7..10).contains(&id))?;
                let other = (self.wanted + 1) % 3;
                let there = self.state.balls[other];
                if there == HAND {
                    return None;
                }
                spoiled[at] = Act::Id(7 + other);
                spoiled.insert(at, Act::Id(there));
            }
            Slip::WrongPose => return None,
            Slip::Mislocalised => {
                let at = place(&|id| (7..10).contains(&id))?;
                spoiled.insert(at, Act::Id(4));
            }
        }
        Some(spoiled)
    }

    fn name(&self, act: Act) -> String {
        match act {
            Act::Id(id) => self.menu.get(id).cloned().unwrap_or_default(),
            Act::Pose(pose) => format!("{pose:?}"),
        }
    }
}
