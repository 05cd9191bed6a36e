//! A state of a home: what the cells say, and where everything is drawn. Boxes stand where the furniture stands and are as
//! large as their words need, so no text is ever smaller than it can be read; where two would overlap, the lower one moves
//! down.

use stepguard_embodied::scene::{Area, HomeStage};

/// A state read from its cells.
#[derive(Debug, Clone, Copy)]
pub struct Home<'a> {
    /// What stays.
    pub stage: &'a HomeStage,
    /// The cells.
    pub cells: &'a [i32],
    /// The cells before the step, where there is one.
    pub before: Option<&'a [i32]>,
}

/// Where a thing is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum At {
    /// In the agent's hand.
    Hand,
    /// At a fixture.
    Fixture(usize),
    /// In or on another thing.
    Thing(usize),
    /// Nobody knows.
    Nowhere,
}

/// A state of something in one word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// The word.
    pub word: String,
    /// It is true since this step.
    pub new: bool,
}

impl<'a> Home<'a> {
    fn cell(cells: &[i32], place: usize) -> i32 {
        cells.get(place).copied().unwrap_or(-1)
    }

    /// The fixture that the agent is at.
    pub fn agent(&self) -> Option<usize> {
        place(Self::cell(self.cells, 0), self.stage.fixtures.len())
    }

    /// The room of the agent.
    pub fn room(&self) -> Option<usize> {
        self.stage.fixtures.get(self.agent()?).map(|fixture| fixture.room)
    }

    /// What the agent holds.
    pub fn held(&self) -> Option<usize> {
        place(Self::cell(self.cells, 1), self.stage.things.len())
    }

    fn fixture_cell(fixture: usize) -> usize {
        2 + fixture
    }

    fn thing_cell(&self, thing: usize) -> usize {
        2 + self.stage.fixtures.len() + 2 * thing
    }

    fn bit(bits: i32, at: usize) -> bool {
        bits >= 0 && at < 31 && bits >> at & 1 == 1
    }

    fn words(&self, cell: usize, opens: bool) -> Vec<Word> {
        let bits = Self::cell(self.cells, cell);
        let before = self.before.map(|cells| Self::cell(cells, cell));
        let mut words: Vec<Word> = Vec::new();
        for (at, word) in self.stage.states.iter().enumerate().skip(1) {
            let now = Self::bit(bits, at);
            let was = before.map_or(now, |bits| Self::bit(bits, at));
            if now {
                words.push(Word { word: word.clone(), new: !was });
            } else if word == "open" && opens {
                words.push(Word { word: "closed".to_owned(), new: was });
            } else if was {
                words.push(Word { word: format!("not {word}"), new: true });
            }
        }
        words
    }

    /// The states of a fixture in words.
    pub fn fixture_words(&self, fixture: usize) -> Vec<Word> {
        let opens = self.stage.fixtures.get(fixture).is_some_and(|fixture| fixture.opens);
        self.words(Self::fixture_cell(fixture), opens)
    }

    /// The states of a thing in words.
    pub fn thing_words(&self, thing: usize) -> Vec<Word> {
        self.words(self.thing_cell(thing) + 1, false)
    }

    /// Whether the agent has seen a fixture.
    pub fn fixture_seen(&self, fixture: usize) -> bool {
        Self::bit(Self::cell(self.cells, Self::fixture_cell(fixture)), 0)
    }

    /// Whether the agent has seen a thing.
    pub fn thing_seen(&self, thing: usize) -> bool {
        Self::bit(Self::cell(self.cells, self.thing_cell(thing) + 1), 0)
    }

    /// Where a thing is.
    pub fn thing_at(&self, thing: usize) -> At {
        self.at(self.cells, thing)
    }

    fn at(&self, cells: &[i32], thing: usize) -> At {
        match Self::cell(cells, self.thing_cell(thing)) {
            -1 => At::Hand,
            at => {
                let fixtures = self.stage.fixtures.len();
                // Behind the fixtures come the things.
                match place(at, fixtures + self.stage.things.len()) {
                    Some(at) if at < fixtures => At::Fixture(at),
                    Some(at) if at - fixtures != thing => At::Thing(at - fixtures),
                    _ => At::Nowhere,
                }
            }
        }
    }

    /// Where a thing was before the step, if it was elsewhere.
    pub fn thing_came_from(&self, thing: usize) -> Option<At> {
        let before = self.at(self.before?, thing);
        (before != self.thing_at(thing)).then_some(before)
    }

    /// Whether a fixture's states changed in this step; that it is seen is no change of it.
    pub fn fixture_changed(&self, fixture: usize) -> bool {
        self.changed(Self::fixture_cell(fixture))
    }

    /// Whether a thing moved or changed in this step.
    pub fn thing_changed(&self, thing: usize) -> bool {
        self.thing_came_from(thing).is_some() || self.changed(self.thing_cell(thing) + 1)
    }

    fn changed(&self, cell: usize) -> bool {
        self.before.is_some_and(|before| Self::cell(before, cell) | 1 != Self::cell(self.cells, cell) | 1)
    }

    /// Whether the agent went elsewhere in this step.
    pub fn agent_moved(&self) -> bool {
        self.before.is_some_and(|before| Self::cell(before, 0) != Self::cell(self.cells, 0))
    }

    /// The things at a place, without what is in them.
    pub fn inside(&self, at: At) -> Vec<usize> {
        (0..self.stage.things.len()).filter(|&thing| self.thing_at(thing) == at).collect()
    }

    /// The things at a place, each followed by what is in it, with the thing that holds it.
    pub fn contents(&self, at: At) -> Vec<(usize, Option<usize>)> {
        let mut listed = Vec::new();
        self.list(at, None, 0, &mut listed);
        listed
    }

    fn list(&self, at: At, holder: Option<usize>, depth: usize, listed: &mut Vec<(usize, Option<usize>)>) {
        for thing in self.inside(at) {
            listed.push((thing, holder));
            if depth < NESTED {
                self.list(At::Thing(thing), Some(thing), depth + 1, listed);
            }
        }
    }

    /// The fixtures of a room.
    pub fn of_room(&self, room: usize) -> impl Iterator<Item = usize> + 'a {
        let stage = self.stage;
        (0..stage.fixtures.len()).filter(move |&fixture| stage.fixtures[fixture].room == room)
    }

    /// The name of a place.
    pub fn at_words(&self, at: At) -> String {
        match at {
            At::Hand => "the agent's hand".to_owned(),
            At::Nowhere => "an unknown place".to_owned(),
            At::Fixture(fixture) => self.stage.fixtures[fixture].name.clone(),
            At::Thing(thing) => self.stage.things[thing].name.clone(),
        }
    }

    /// The whole state in a few sentences, for those who do not see the drawing.
    pub fn spoken(&self) -> String {
        let mut said = Vec::new();
        if let Some(fixture) = self.agent().and_then(|at| self.stage.fixtures.get(at)) {
            let room = self.stage.rooms.get(fixture.room).map_or("the home", |room| room.name.as_str());
            said.push(format!("The agent is at {} in {room}", fixture.name));
        }
        said.push(match self.held().and_then(|held| self.stage.things.get(held)) {
            Some(thing) => format!("It holds {}", thing.name),
            None => "It holds nothing".to_owned(),
        });
        let unseen = (0..self.stage.things.len()).filter(|&thing| !self.thing_seen(thing)).count();
        if unseen > 0 {
            said.push(format!("{unseen} of {} things have not been seen", self.stage.things.len()));
        }
        said.join(". ") + ". The table lists everything."
    }
}

fn place(cell: i32, end: usize) -> Option<usize> {
    usize::try_from(cell).ok().filter(|place| *place < end)
}

/// The icon of a state's word, where there is one.
pub fn word_icon(word: &str) -> Option<&'static str> {
    Some(match word.trim_start_matches("not ") {
        "open" => "open",
        "closed" => "closed",
        "on" | "toggled" | "turned on" | "running" => "power",
        "hot" | "heated" | "cooked" | "lit" => "flame",
        "cold" | "cooled" | "chilled" | "frozen" => "cold",
        "clean" | "rinsed" | "washed" => "clean",
        "wet" | "filled" | "full" => "drop",
        "dirty" => "dirty",
        "sliced" | "cut" => "knife",
        "broken" => "broken",
        _ => return None,
    })
}

/// How deep things in things are shown; also what keeps a circle of them from being followed for ever.
pub const NESTED: usize = 4;

/// A box of the drawing, in pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Placed {
    /// The fixture.
    pub fixture: usize,
    /// Left edge.
    pub x: f64,
    /// Upper edge.
    pub y: f64,
    /// Width.
    pub w: f64,
    /// Height.
    pub h: f64,
}

impl Placed {
    fn overlaps(&self, other: &Self) -> bool {
        self.x < other.x + other.w + GAP
            && other.x < self.x + self.w + GAP
            && self.y < other.y + other.h + GAP
            && other.y < self.y + self.h + GAP
    }

    /// Its middle.
    pub fn middle(&self) -> (f64, f64) {
        (self.x + self.w / 2.0, self.y + self.h / 2.0)
    }
}

/// Space between two boxes.
const GAP: f64 = 8.0;

/// Space between the boxes and the walls.
pub const WALL: f64 = 10.0;

/// Lays a room out `width` pixels wide: the fixtures with the sizes that their words need. Gives the boxes and the height of
/// the room.
pub fn layout(room: Area, fixtures: &[(usize, Area, (f64, f64))], width: f64) -> (Vec<Placed>, f64) {
    let inner = (width - 2.0 * WALL).max(60.0);
    let scale = inner / f64::from(room.w.max(1));
    let tall = (f64::from(room.h) * scale).max(60.0);
    let mut boxes: Vec<Placed> = fixtures
        .iter()
        .map(|&(fixture, area, (w, h))| {
            let part =
                |from: i32, size: i32, start: i32| (f64::from(from) + f64::from(size) / 2.0 - f64::from(start)) * scale;
            let (w, h) =
                (w.max(f64::from(area.w) * scale * 0.8).min(inner), h.max((f64::from(area.h) * scale * 0.8).min(90.0)));
            let x = (part(area.x, area.w, room.x) - w / 2.0).min(inner - w).max(0.0);
            let y = (part(area.y, area.h, room.y) - h / 2.0).min(tall - h).max(0.0);
            Placed { fixture, x: x + WALL, y: y + WALL, w, h }
        })
        .collect();
    boxes.sort_by(|a, b| a.y.total_cmp(&b.y).then(a.x.total_cmp(&b.x)));
    let mut placed: Vec<Placed> = Vec::with_capacity(boxes.len());
    for mut next in boxes {
        // Each turn moves it below one more box, so there are at most as many turns as boxes.
        while let Some(under) =
            placed.iter().filter(|other| next.overlaps(other)).map(|other| other.y + other.h).reduce(f64::min)
        {
            next.y = under + GAP;
        }
        placed.push(next);
    }
    let height = placed.iter().map(|one| one.y + one.h).fold(tall + WALL, f64::max) + WALL;
    (placed, height)
}

/// About how wide a text is in pixels. Letters are measured generously: a box that is too large is still a box.
pub fn text_width(text: &str, size: f64) -> f64 {
    text.chars()
        .map(|letter| match letter {
            'i' | 'l' | 'j' | 't' | 'f' | '.' | ',' | '\'' | '|' | '(' | ')' | ' ' | 'I' => 0.36,
            'm' | 'w' | 'M' | 'W' | '@' => 0.96,
            letter if letter.is_uppercase() => 0.72,
            letter if letter.is_ascii() => 0.6,
            _ => 1.0,
        })
        .sum::<f64>()
        * size
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::episode::fixtures::home_stage;

    /// The agent is at the cabinet and holds the first mug, which is clean; the sink is on; the second mug is in the dishwasher
    /// and has not been seen; the plate is on the table.
    const HOME: [i32; 12] = [2, 0, 0b0101, 0b0001, 0b0001, 0b0001, -1, 0b1001, 3, 0b0000, 1, 0b0001];

    #[test]
    fn cells_say_who_is_where_and_what_holds() {
        let stage = home_stage();
        let home = Home { stage: &stage, cells: &HOME, before: None };
        assert_eq!((home.agent(), home.held(), home.room()), (Some(2), Some(0), Some(0)));
        assert_eq!(home.thing_at(0), At::Hand);
        assert_eq!(home.inside(At::Fixture(3)), [1]);
        let mut nested = HOME;
        nested[8] = 4 + 2; // the second mug stands on the plate
        assert_eq!(Home { cells: &nested, ..home }.contents(At::Fixture(1)), [(2, None), (1, Some(2))]);
        nested[10] = 4 + 1; // and the plate on the second mug, which cannot be
        assert_eq!(
            Home { cells: &nested, ..home }.contents(At::Thing(1)).len(),
            5,
            "a circle is not followed for ever"
        );
        assert!(!home.thing_seen(1) && home.thing_seen(2));
        let words = |words: Vec<Word>| words.into_iter().map(|word| word.word).collect::<Vec<_>>();
        assert_eq!(words(home.fixture_words(0)), ["on"]);
        assert_eq!(words(home.fixture_words(2)), ["closed"], "what opens and is not open is closed");
        assert_eq!(words(home.thing_words(0)), ["clean"]);
        assert!(home.spoken().contains("1 of 3 things have not been seen"));
    }

    #[test]
    fn changes_are_told_but_not_that_something_is_seen() {
        let stage = home_stage();
        let mut before = HOME;
        before[2] = 0b0001; // the sink was off
        before[6] = 0; // the first mug was in the sink
        before[11] = 0b0000; // and the plate had not been seen
        let home = Home { stage: &stage, cells: &HOME, before: Some(&before) };
        assert!(home.fixture_changed(0) && !home.fixture_changed(1));
        assert_eq!(home.thing_came_from(0), Some(At::Fixture(0)));
        assert!(!home.thing_changed(2), "it has only been seen");
        assert_eq!(home.fixture_words(0), [Word { word: "on".to_owned(), new: true }]);
        assert!(!home.agent_moved());
    }

    #[test]
    fn cells_that_are_missing_or_mean_nothing_put_nothing_anywhere() {
        let stage = home_stage();
        for cells in [&[][..], &[99, 99], &[-7, -7, -7]] {
            let home = Home { stage: &stage, cells, before: Some(&HOME) };
            assert_eq!((home.agent(), home.held()), (None, None));
            assert!(home.fixture_words(0).iter().all(|word| word.new || word.word == "closed"));
            assert!(!home.spoken().is_empty());
        }
    }

    #[test]
    fn boxes_never_overlap_and_stay_in_the_room() {
        let room = Area { x: 100, y: 0, w: 400, h: 300 };
        let at = |x, y| Area { x, y, w: 60, h: 60 };
        let fixtures: Vec<_> = (0..12)
            .map(|n: usize| (n, at(100 + 33 * n as i32, 20 * n as i32), (110.0, 44.0 + 7.0 * n as f64)))
            .collect();
        for width in [300.0, 560.0, 900.0] {
            let (placed, height) = layout(room, &fixtures, width);
            assert_eq!(placed.len(), fixtures.len());
            for (index, one) in placed.iter().enumerate() {
                assert!(one.x >= WALL - 0.01 && one.x + one.w <= width - WALL + 0.01, "{one:?} at {width}");
                assert!(one.y >= WALL - 0.01 && one.y + one.h <= height, "{one:?} at {width}");
                assert!(placed[index + 1..].iter().all(|other| !one.overlaps(other)), "{one:?} at {width}");
            }
        }
    }
}
