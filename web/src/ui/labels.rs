//! Categories, badges and severities: always icon, word and colour together.

use stepguard_report::view::{Category, Severity};
use yew::prelude::*;

use super::icon::{category_icon, icon};
use crate::state::words::{self, Tone};

/// A category with its icon, by its short name.
pub fn category(category: Category) -> Html {
    named_category(category, words::short(category))
}

/// A category with its icon, by its full name.
pub fn full_category(category: Category) -> Html {
    named_category(category, words::long(category))
}

fn named_category(category: Category, name: &'static str) -> Html {
    html! {
        <span class={classes!("category", format!("cat-{}", words::key(category)))}>{ category_icon(category) }{ name }</span>
    }
}

/// The mark of a broken safety rule.
pub fn safety(word: &'static str) -> Html {
    html! { <span class="category hazard">{ icon("hazard") }{ word }</span> }
}

/// A badge.
pub fn badge(tone: Tone, word: &'static str) -> Html {
    let name = match tone {
        Tone::Good => "check",
        Tone::Bad => "cross",
        Tone::Hazard => "hazard",
        Tone::Warn => "stop",
        Tone::Mute => "unknown",
    };
    html! { <span class={classes!("badge", tone.class())}>{ icon(name) }{ word }</span> }
}

/// How bad a diagnostic is.
pub fn severity(severity: Severity) -> Html {
    let (class, name, word) = match severity {
        Severity::Error => ("bad", "cross", "Error"),
        Severity::Warning => ("warn", "warning", "Warning"),
        Severity::Info => ("mute", "info", "Note"),
    };
    html! { <span class={classes!("severity", class)}>{ icon(name) }{ word }</span> }
}

/// A sentence in which names stand between backticks, as messages have them.
pub fn marked(sentence: &str) -> Html {
    html! {
        <>{ for sentence.split('`').enumerate().map(|(at, part)| if at % 2 == 1 { html! { <code>{ part }</code> } } else { html! { { part } } }) }</>
    }
}

/// A long name that keeps its end when it is cut: the first part shrinks, the last stays.
pub fn middle_cut(name: &str) -> Html {
    let characters = name.chars().count();
    if characters <= 8 {
        return html! { <span class="middle-cut"><span>{ name }</span></span> };
    }
    // Cut at a word's edge near the end where there is one, so that `-long` or ` mug)` stays whole.
    let tail_at = name
        .char_indices()
        .rev()
        .take(10)
        .skip(3)
        .find(|(_, character)| matches!(character, ' ' | '-' | '_'))
        .or_else(|| name.char_indices().rev().nth(5))
        .map_or(0, |(at, _)| at);
    html! { <span class="middle-cut"><span>{ &name[..tail_at] }</span><span>{ &name[tail_at..] }</span></span> }
}
