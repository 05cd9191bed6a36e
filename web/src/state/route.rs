//! The address: a page in the fragment and what is chosen on it in the fragment's query, so that the page works on any
//! static host and below any path. Small enough to be done here: a router crate costs more bytes than both pages' routes.

/// A page of the site.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Page {
    /// Checking a plan; also the home page.
    #[default]
    Check,
    /// The household hazard suite.
    Scenarios,
    /// Models' answers over the suite.
    Evaluate,
    /// Results of embodied agents.
    Results,
    /// What this is, and its rules and limits.
    About,
}

/// The pages in the order of the header: name, and the first part of their addresses.
pub const PAGES: [(Page, &str, &str); 5] = [
    (Page::Check, "Check", "check"),
    (Page::Scenarios, "Scenarios", "scenarios"),
    (Page::Evaluate, "Evaluate", "evaluate"),
    (Page::Results, "Results", "results"),
    (Page::About, "About", "about"),
];

impl Page {
    /// Whether the page is fetched when it is opened. Such pages read and write the rest of their addresses themselves.
    pub fn is_fetched(self) -> bool {
        matches!(self, Self::Scenarios | Self::Evaluate | Self::Results)
    }
}

/// Which plan of a scenario is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Which {
    /// The safe plan.
    Safe,
    /// The plan of somebody who does not see the hazard.
    Unsafe,
    /// The safe plan without its safety steps.
    Forgetful,
}

impl Which {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Safe, Self::Unsafe, Self::Forgetful];

    /// Its key in addresses.
    pub fn key(self) -> &'static str {
        ["safe", "unsafe", "forgetful"][self as usize]
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        ["safe plan", "unsafe plan", "safe plan without its safety steps"][self as usize]
    }
}

/// Which of the two states around a step is shown.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Side {
    /// The state in which the step's precondition is read.
    Before,
    /// The state that the step leaves.
    #[default]
    After,
}

/// Everything the address says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Route {
    /// The page.
    pub page: Page,
    /// The chosen step; 0 is the start; `None` when nothing was chosen.
    pub step: Option<u32>,
    /// The state shown; `None` when nothing was chosen.
    pub side: Option<Side>,
    /// Only the verdict, read-only, for another site's frame.
    pub embed: bool,
    /// A whole case, packed.
    pub case: Option<String>,
    /// An example of the gallery.
    pub example: Option<String>,
    /// A scenario of the suite, by its id, with one of its plans.
    pub scenario: Option<(String, Which)>,
    /// The whole fragment where the page is one that reads it itself.
    pub elsewhere: String,
}

impl Route {
    /// Reads the fragment (with or without `#`) and the query of the address itself, which may also ask for the embed.
    pub fn parse(fragment: &str, search: &str) -> Self {
        let mut route = Self { embed: pairs(search.trim_start_matches('?')).any(is_embed), ..Self::default() };
        let fragment = fragment.trim_start_matches('#');
        let (path, query) = fragment.split_once('?').unwrap_or((fragment, ""));
        let first = path.trim_start_matches('/').split('/').next().unwrap_or_default();
        let known = PAGES.into_iter().find(|(_, _, name)| *name == first);
        route.page = known.map_or(Page::Check, |(page, ..)| page);
        if route.page.is_fetched() {
            route.elsewhere = format!("#{fragment}");
            return route;
        }
        let mut plan = Which::Safe;
        for (key, value) in pairs(query) {
            match key {
                "step" => route.step = value.parse().ok(),
                "state" if value == "before" => route.side = Some(Side::Before),
                "state" if value == "after" => route.side = Some(Side::After),
                "c" if !value.is_empty() => route.case = Some(value.to_owned()),
                "example" if !value.is_empty() => route.example = Some(value.to_owned()),
                "scenario" if !value.is_empty() => route.scenario = Some((value.to_owned(), plan)),
                "plan" => plan = Which::ALL.into_iter().find(|which| which.key() == value).unwrap_or(plan),
                "embed" => route.embed = is_embed((key, value)),
                _ => {}
            }
        }
        // The plan may be named behind the scenario.
        if let Some((_, which)) = &mut route.scenario {
            *which = plan;
        }
        route
    }

    /// Whether the address names where the texts come from.
    pub fn has_source(&self) -> bool {
        self.example.is_some() || self.case.is_some() || self.scenario.is_some()
    }

    /// The fragment that reads back as this route.
    pub fn fragment(&self) -> String {
        if self.page.is_fetched() && !self.elsewhere.is_empty() {
            return self.elsewhere.clone();
        }
        let name = PAGES.into_iter().find(|(page, ..)| *page == self.page).map_or("check", |(_, _, name)| name);
        let mut text = format!("#/{name}");
        if self.page != Page::Check {
            return text;
        }
        let mut separator = '?';
        let mut add = |key: &str, value: &str| {
            text.push(separator);
            separator = '&';
            text.push_str(key);
            text.push('=');
            text.push_str(value);
        };
        if let Some(example) = &self.example {
            add("example", example);
        }
        if let Some((id, which)) = &self.scenario {
            add("scenario", id);
            add("plan", which.key());
        }
        if let Some(step) = self.step {
            add("step", &step.to_string());
        }
        if let Some(side) = self.side {
            add("state", if side == Side::Before { "before" } else { "after" });
        }
        if self.embed {
            add("embed", "1");
        }
        if let Some(case) = &self.case {
            add("c", case);
        }
        text
    }
}

fn is_embed((key, value): (&str, &str)) -> bool {
    key == "embed" && value != "0" && value != "false"
}

fn pairs(query: &str) -> impl Iterator<Item = (&str, &str)> {
    query.split('&').filter(|pair| !pair.is_empty()).map(|pair| pair.split_once('=').unwrap_or((pair, "")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_address_is_the_check_page() {
        assert_eq!(Route::parse("", ""), Route::default());
        assert_eq!(Route::parse("#/", ""), Route::default());
        assert_eq!(Route::parse("#nonsense/else?x", "?y=1"), Route::default());
    }

    #[test]
    fn a_fragment_reads_back_as_the_route_it_was_written_from() {
        let route = Route {
            page: Page::Check,
            step: Some(4),
            side: Some(Side::Before),
            embed: true,
            case: Some("abc-_=".to_owned()),
            example: Some("tea".to_owned()),
            scenario: Some(("stuck-toast/bagel".to_owned(), Which::Forgetful)),
            elsewhere: String::new(),
        };
        assert_eq!(Route::parse(&route.fragment(), ""), route);
        let scenario = Route::parse("#/check?plan=unsafe&scenario=a/b", "").scenario;
        assert_eq!(scenario, Some(("a/b".to_owned(), Which::Unsafe)), "in whatever order");
        let about = Route { page: Page::About, ..Route::default() };
        assert_eq!(Route::parse(&about.fragment(), ""), about);
    }

    #[test]
    fn a_page_that_is_fetched_keeps_its_address_to_itself() {
        let fragment = "#/scenarios/a/b?class=FIRE&q=x%20y";
        let route = Route::parse(fragment, "");
        assert_eq!((route.page, route.fragment().as_str()), (Page::Scenarios, fragment));
        assert_eq!(Route { page: Page::Scenarios, ..Route::default() }.fragment(), "#/scenarios");
        let episode = "#/results/imported/alfred.m/base/7/12?class=reflection";
        let route = Route::parse(episode, "");
        assert_eq!((route.page, route.fragment().as_str()), (Page::Results, episode));
    }

    #[test]
    fn the_embed_may_be_asked_for_before_the_fragment() {
        assert!(Route::parse("#/check?step=2", "?embed=1").embed);
        assert!(!Route::parse("#/check", "?embed=0").embed);
    }
}
