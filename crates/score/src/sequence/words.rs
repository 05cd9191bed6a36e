//! What the prompts of foreign suites call actions, in the actions of the suites' own PDDL domains.
//!
//! A step may leave open what a domain demands: which of the things in hand is put down, with what something is wiped. Then
//! any object will do that lets the step run. It may also stand for several actions of the domain, as `CLEAN` does.

/// A family of suites.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum World {
    /// VirtualHome, in the suite's PDDL domain.
    VirtualHome,
    /// VirtualHome, in the domain of scene graphs (`home.pddl`).
    Home,
    /// BEHAVIOR.
    Behavior,
}

/// An argument of an action in the domain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Slot {
    /// The one who acts.
    Agent,
    /// An object of the step, by its place.
    Given(usize),
    /// Any object of the right type.
    Any,
}

/// An action of the domain that a step may mean.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Pattern {
    /// The action.
    pub(crate) action: String,
    /// Its arguments.
    pub(crate) slots: Vec<Slot>,
    /// Only if the step's object is a room.
    pub(crate) into_a_room: bool,
}

/// Alternatives, of which the first that can run is meant; several lists: each of them that can run, in order.
pub(crate) type Meaning = Vec<Vec<Pattern>>;

/// A step's name, its number of objects, and what it means. `@` is the one who acts, `1` and `2` are the step's objects, `*`
/// is any object; `>` marks what is meant of rooms only.
type Entry = (&'static str, usize, &'static [&'static [&'static str]]);

const VIRTUALHOME: &[Entry] = &[
    ("WALK", 1, &[&[">walk_into @ 1", "walk_towards @ 1"]]),
    ("RUN", 1, &[&[">walk_into @ 1", "walk_towards @ 1"]]),
    // To find what is not at hand is to go there.
    ("FIND", 1, &[&["find @ 1", ">walk_into @ 1", "walk_towards @ 1"]]),
    ("SIT", 1, &[&["sit @ 1"]]),
    ("STANDUP", 0, &[&["standup @"]]),
    ("GRAB", 1, &[&["grab @ 1"]]),
    ("OPEN", 1, &[&["open @ 1"]]),
    ("CLOSE", 1, &[&["close @ 1"]]),
    ("PUTBACK", 2, &[&["put_on @ 1 2"]]),
    ("PUTIN", 2, &[&["put_inside @ 1 2"]]),
    ("PUTON", 1, &[&["put_on_character @ 1"]]),
    ("SWITCHON", 1, &[&["switch_on @ 1"]]),
    ("SWITCHOFF", 1, &[&["switch_off @ 1"]]),
    ("PLUGIN", 1, &[&["plug_in @ 1"]]),
    ("PLUGOUT", 1, &[&["plug_out @ 1"]]),
    ("DRINK", 1, &[&["drink @ 1"]]),
    ("EAT", 1, &[&["eat @ 1"]]),
    ("CUT", 1, &[&["cut @ 1"]]),
    ("READ", 1, &[&["read @ 1"]]),
    ("TURNTO", 1, &[&["turn_to @ 1"]]),
    ("LOOKAT", 1, &[&["look_at @ 1"]]),
    ("LOOKATSHORT", 1, &[&["look_at @ 1"]]),
    ("LOOKATMEDIUM", 1, &[&["look_at @ 1"]]),
    ("LOOKATLONG", 1, &[&["look_at @ 1"]]),
    // The suite's executor treats pointing like looking.
    ("POINTAT", 1, &[&["look_at @ 1"]]),
    ("WATCH", 1, &[&["watch @ 1"]]),
    ("WIPE", 1, &[&["wipe @ 1 *"]]),
    ("WASH", 1, &[&["wash @ 1"]]),
    ("RINSE", 1, &[&["wash @ 1"]]),
    ("SCRUB", 1, &[&["wash @ 1"]]),
    ("SQUEEZE", 1, &[&["squeeze @ 1"]]),
    ("DROP", 1, &[&["drop @ 1 *"]]),
    ("RELEASE", 1, &[&["drop @ 1 *"]]),
    ("TOUCH", 1, &[&["touch @ 1"]]),
    ("LIE", 1, &[&["lie @ 1"]]),
    ("POUR", 2, &[&["pour @ 1 2"]]),
    ("TYPE", 1, &[&["type @ 1"]]),
    ("PUSH", 1, &[&["move @ 1"]]),
    ("PULL", 1, &[&["move @ 1"]]),
    ("MOVE", 1, &[&["move @ 1"]]),
    ("SLEEP", 0, &[&["sleep @ *"]]),
    ("WAKEUP", 0, &[&["wake_up @ *"]]),
];

/// The domain of scene graphs has the actions of the prompt.
const HOME: &[Entry] = &[
    ("WALK", 1, &[&[">enter @ 1", "walk @ 1"]]),
    ("RUN", 1, &[&[">enter @ 1", "walk @ 1"]]),
    ("FIND", 1, &[&["find @ 1", ">enter @ 1", "walk @ 1"]]),
    ("LOOKATSHORT", 1, &[&["lookat @ 1"]]),
    ("LOOKATMEDIUM", 1, &[&["lookat @ 1"]]),
    ("LOOKATLONG", 1, &[&["lookat @ 1"]]),
    ("RELEASE", 1, &[&["drop @ 1"]]),
];

/// What the prompt of VirtualHome offers and its domain has no action for.
const ONLY_PROMPTED: [&str; 3] = ["PUTOFF", "GREET", "PUTOBJBACK"];

const BEHAVIOR: &[Entry] = &[
    ("NAVIGATETO", 1, &[&["navigate_to 1 @"]]),
    ("GRASP", 1, &[&["grasp 1 @"]]),
    ("RELEASE", 1, &[&["release 1 @"]]),
    ("PLACEONTOP", 1, &[&["place_ontop * 1 @", "place_onfloor * 1 @"]]),
    ("PLACEONFLOOR", 1, &[&["place_onfloor * 1 @"]]),
    ("PLACEINSIDE", 1, &[&["place_inside * 1 @"]]),
    ("PLACENEXTTO", 1, &[&["place_nextto * 1 @"]]),
    ("PLACENEXTTOONTOP", 2, &[&["place_nextto_ontop * 1 2 @"]]),
    ("PLACEUNDER", 1, &[&["place_under * 1 @"]]),
    ("OPEN", 1, &[&["open 1 @"]]),
    ("CLOSE", 1, &[&["close 1 @"]]),
    ("TOGGLEON", 1, &[&["toggle_on 1 @"]]),
    ("SLICE", 1, &[&["slice 1 * @", "slice-carvingknife 1 * * @"]]),
    ("SOAK", 1, &[&["soak 1 * @", "soak_teapot 1 @ *"]]),
    ("FREEZE", 1, &[&["freeze 1 *"]]),
    ("COOK", 1, &[&["cook 1 *"]]),
    (
        "CLEAN",
        1,
        &[
            &[
                "clean_stained_brush * 1 @",
                "clean_stained_cloth * 1 @",
                "clean_stained_handowel * 1 @",
                "clean_stained_towel * 1 @",
                "clean_stained_dishtowel * 1 @",
                "clean_stained_rag * 1 @",
                "clean_stained_dishwasher * 1 @",
            ],
            &[
                "clean_dusty_rag * 1 @",
                "clean_dusty_towel * 1 @",
                "clean_dusty_cloth * 1 @",
                "clean_dusty_brush * 1 @",
                "clean_dusty_vacuum * 1 @",
            ],
        ],
    ),
];

/// What the prompt of BEHAVIOR offers and its domain has no action for.
const ONLY_PROMPTED_BY_BEHAVIOR: [&str; 6] =
    ["TOGGLEOFF", "BURN", "UNFREEZE", "DRY", "TRANSFERCONTENTSINSIDE", "TRANSFERCONTENTSONTOP"];

/// A step's name in one form: capital letters only. Hands are told apart by BEHAVIOR's prompt, but not by its domain.
pub(crate) fn plain(world: World, name: &str) -> String {
    let name: String = name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_uppercase).collect();
    match world {
        World::VirtualHome | World::Home => name,
        World::Behavior => {
            let bare = name.strip_prefix("LEFT").or_else(|| name.strip_prefix("RIGHT"));
            bare.map_or_else(|| name.clone(), str::to_owned)
        }
    }
}

/// Whether the prompt offers an action that the domain does not have.
pub(crate) fn is_only_prompted(world: World, name: &str) -> bool {
    let name = plain(world, name);
    match world {
        World::VirtualHome => ONLY_PROMPTED.contains(&name.as_str()),
        World::Home => false,
        World::Behavior => ONLY_PROMPTED_BY_BEHAVIOR.contains(&name.as_str()),
    }
}

/// What a step of the prompt means, with its number of objects; `None`: the domain has nothing like it.
pub(crate) fn meaning(world: World, name: &str) -> Option<(usize, Meaning)> {
    let table = match world {
        World::VirtualHome => VIRTUALHOME,
        World::Home => HOME,
        World::Behavior => BEHAVIOR,
    };
    let name = plain(world, name);
    let (_, objects, lists) = table.iter().find(|(known, _, _)| *known == name)?;
    Some((*objects, lists.iter().map(|list| list.iter().filter_map(|text| pattern(text)).collect()).collect()))
}

fn pattern(text: &'static str) -> Option<Pattern> {
    let (into_a_room, text) = match text.strip_prefix('>') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let mut words = text.split(' ');
    let action = words.next()?;
    let slots = words
        .map(|word| match word {
            "@" => Slot::Agent,
            "1" => Slot::Given(0),
            "2" => Slot::Given(1),
            _ => Slot::Any,
        })
        .collect();
    Some(Pattern { action: action.to_owned(), slots, into_a_room })
}

/// The actions that the prompt offers, with their number of objects, for readers of plans that are no JSON.
pub(crate) fn offered(world: World) -> Vec<(&'static str, usize)> {
    let (table, rest): (&[Entry], &[&'static str]) = match world {
        World::VirtualHome | World::Home => (VIRTUALHOME, &ONLY_PROMPTED),
        World::Behavior => (BEHAVIOR, &ONLY_PROMPTED_BY_BEHAVIOR),
    };
    let known = table.iter().map(|(name, objects, _)| (*name, *objects));
    known.chain(rest.iter().map(|name| (*name, 1))).collect()
}

/// How many demanded actions happened one after the other; `A|B` is either.
pub(crate) fn met_in_order(world: World, demanded: &[String], done: &[String]) -> usize {
    let mut done = done.iter();
    demanded
        .iter()
        .take_while(|options| done.any(|name| options.split('|').any(|option| plain(world, option) == *name)))
        .count()
}
