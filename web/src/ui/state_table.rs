//! A state as a table: facts grouped by object, changes marked. The accessible equal of the picture, and the place to pin
//! facts to the strip.

use std::collections::HashMap;
use std::rc::Rc;

use yew::prelude::*;

use crate::state::facts::Atom;
use crate::state::history::Mark;
use crate::state::session::Verdict;
use crate::state::shared::Shared;

/// What the table is given.
#[derive(Properties, Clone, PartialEq)]
pub struct StateTableProps {
    /// The verdict with its states.
    pub verdict: Shared<Verdict>,
    /// The state.
    pub state: u32,
    /// Only what has changed in this state.
    pub changes_only: bool,
    /// Only facts and objects that hold this text.
    pub filter: AttrValue,
    /// The facts that have a row in the strip.
    pub pins: Rc<[Rc<str>]>,
    /// The facts that break a rule in this state.
    pub hazards: Rc<[Rc<str>]>,
    /// A fact is to get a row in the strip, or to lose it.
    pub on_pin: Callback<Rc<str>>,
}

/// A fact or value as one chip.
#[derive(Debug, Clone, PartialEq)]
struct Chip {
    /// The whole fact, for the strip.
    fact: Rc<str>,
    /// As it reads beside its object.
    words: String,
    class: &'static str,
    pinned: bool,
    /// Values are no facts and cannot be pinned.
    is_value: bool,
}

/// The objects shown at first; the rest comes on request.
const FIRST: usize = 120;

/// The table.
#[component]
pub fn StateTable(props: &StateTableProps) -> Html {
    let all = use_state_eq(|| false);
    let groups = use_memo(props.clone(), groups);
    let shown = if *all { groups.len() } else { groups.len().min(FIRST) };
    let show_all = {
        let all = all.clone();
        Callback::from(move |_: MouseEvent| all.set(true))
    };
    if groups.is_empty() {
        let words = if !props.filter.is_empty() {
            "No fact of this state holds that text."
        } else if props.changes_only {
            "Nothing changed in this state."
        } else {
            "No fact holds in this state."
        };
        return html! { <p class="mute">{ words }</p> };
    }
    html! {
        <>
            <table class="facts">
                <caption class="hidden-visually">{ format!("State {}, facts by object", props.state) }</caption>
                <thead class="hidden-visually"><tr><th scope="col">{ "Object" }</th><th scope="col">{ "Facts" }</th></tr></thead>
                <tbody>
                    { for groups[..shown].iter().map(|group| html! {
                        <Group key={group.object.to_string()} group={group.clone()} on_pin={props.on_pin.clone()} />
                    }) }
                </tbody>
            </table>
            if shown < groups.len() {
                <button type="button" class="button compact" onclick={show_all}>{ format!("Show all {} objects", groups.len()) }</button>
            }
        </>
    }
}

#[derive(Debug, Clone, PartialEq)]
struct ObjectFacts {
    object: Rc<str>,
    type_name: Rc<str>,
    chips: Vec<Chip>,
}

fn groups(props: &StateTableProps) -> Vec<ObjectFacts> {
    let report = &props.verdict.report;
    let history = &props.verdict.history;
    let mut index: HashMap<Rc<str>, usize> = HashMap::new();
    let mut groups: Vec<ObjectFacts> = Vec::new();
    for object in &report.objects {
        index.entry(object.name.to_ascii_lowercase().into()).or_insert_with(|| {
            groups.push(ObjectFacts {
                object: object.name.as_str().into(),
                type_name: object.type_name.as_str().into(),
                chips: Vec::new(),
            });
            groups.len() - 1
        });
    }
    let world = groups.len();
    groups.push(ObjectFacts { object: "everywhere".into(), type_name: "".into(), chips: Vec::new() });
    for (fact, mark) in history.facts(props.state) {
        if props.changes_only && mark == Mark::Kept {
            continue;
        }
        let hazard = props.hazards.contains(&fact);
        let class = match mark {
            Mark::Deleted => "deleted",
            _ if hazard => "hazard",
            Mark::Added => "added",
            Mark::Kept => "",
        };
        let atom = Atom::parse(&fact);
        let mut said = false;
        for (place, argument) in atom.arguments.iter().enumerate() {
            let Some(&group) = index.get(argument.to_ascii_lowercase().as_str()) else { continue };
            if atom.arguments[..place].contains(argument) {
                continue;
            }
            said = true;
            groups[group].chips.push(Chip {
                words: atom.seen_from(place),
                pinned: props.pins.contains(&fact),
                fact: Rc::clone(&fact),
                class,
                is_value: false,
            });
        }
        if !said {
            groups[world].chips.push(Chip {
                words: fact.to_string(),
                pinned: props.pins.contains(&fact),
                fact: Rc::clone(&fact),
                class,
                is_value: false,
            });
        }
    }
    for value in history.values(props.state) {
        if props.changes_only && value.before.is_none() {
            continue;
        }
        let atom = Atom::parse(&value.text);
        let group =
            atom.arguments.first().and_then(|argument| index.get(argument.to_ascii_lowercase().as_str())).copied();
        let name = atom.seen_from(0);
        let (words, class) = match &value.before {
            Some(before) => (format!("{name}: {before} \u{2192} {}", value.value), "changed"),
            None => (format!("{name} = {}", value.value), ""),
        };
        groups[group.unwrap_or(world)].chips.push(Chip {
            fact: value.text,
            words,
            class,
            pinned: false,
            is_value: true,
        });
    }
    let filter = props.filter.trim().to_ascii_lowercase();
    if !filter.is_empty() {
        for group in &mut groups {
            if !group.object.to_ascii_lowercase().contains(&filter) {
                group.chips.retain(|chip| {
                    chip.fact.to_ascii_lowercase().contains(&filter)
                        || chip.words.to_ascii_lowercase().contains(&filter)
                });
            }
        }
    }
    groups.retain(|group| !group.chips.is_empty());
    groups
}

#[derive(Properties, Clone, PartialEq)]
struct GroupProps {
    group: ObjectFacts,
    on_pin: Callback<Rc<str>>,
}

/// One object's row; drawn anew only when something about the object differs.
#[component]
fn Group(props: &GroupProps) -> Html {
    let group = &props.group;
    html! {
        <tr>
            <th scope="row">{ &*group.object }<span class="type">{ &*group.type_name }</span></th>
            <td><div class="chips">{ for group.chips.iter().map(|chip| draw(chip, &props.on_pin)) }</div></td>
        </tr>
    }
}

fn draw(chip: &Chip, on_pin: &Callback<Rc<str>>) -> Html {
    let said = match chip.class {
        "added" => "turned true here: ",
        "deleted" => "turned false here: ",
        "changed" => "changed here: ",
        "hazard" => "breaks a rule: ",
        _ => "",
    };
    let inner = html! { <><span class="hidden-visually">{ said }</span>{ &chip.words }</> };
    if chip.is_value {
        return html! { <span class={classes!("chip", chip.class)}>{ inner }</span> };
    }
    let fact = Rc::clone(&chip.fact);
    let onclick = on_pin.reform(move |_: MouseEvent| Rc::clone(&fact));
    let title = if chip.pinned {
        format!("{}: has a row in the strip; click to remove it", chip.fact)
    } else {
        format!("{}: click to give it a row in the strip", chip.fact)
    };
    html! {
        <button type="button" class={classes!("chip", chip.class, chip.pinned.then_some("pinned"))} aria-pressed={chip.pinned.to_string()} {title} {onclick}>{ inner }</button>
    }
}
