//! The address: a page in the fragment and what is chosen on it in the fragment's query, so that the page works on any
//! static host and below any path. Small enough to be done here: a router crate costs more bytes than both pages' routes.

/// A page of the site.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Page {
    /// Checking a plan; also the home page.
    #[default]
    Check,
    /// What this is, and its rules and limits.
    About,
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
}

impl Route {
    /// Reads the fragment (with or without `#`) and the query of the address itself, which may also ask for the embed.
    pub fn parse(fragment: &str, search: &str) -> Self {
        let mut route = Self { embed: pairs(search.trim_start_matches('?')).any(is_embed), ..Self::default() };
        let fragment = fragment.trim_start_matches('#');
        let (path, query) = fragment.split_once('?').unwrap_or((fragment, ""));
        route.page = match path.trim_matches('/') {
            "about" => Page::About,
            _ => Page::Check,
        };
        for (key, value) in pairs(query) {
            match key {
                "step" => route.step = value.parse().ok(),
                "state" if value == "before" => route.side = Some(Side::Before),
                "state" if value == "after" => route.side = Some(Side::After),
                "c" if !value.is_empty() => route.case = Some(value.to_owned()),
                "example" if !value.is_empty() => route.example = Some(value.to_owned()),
                "embed" => route.embed = is_embed((key, value)),
                _ => {}
            }
        }
        route
    }

    /// The fragment that reads back as this route.
    pub fn fragment(&self) -> String {
        let mut text = String::from(match self.page {
            Page::Check => "#/check",
            Page::About => "#/about",
        });
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
        };
        assert_eq!(Route::parse(&route.fragment(), ""), route);
        let about = Route { page: Page::About, ..Route::default() };
        assert_eq!(Route::parse(&about.fragment(), ""), about);
    }

    #[test]
    fn the_embed_may_be_asked_for_before_the_fragment() {
        assert!(Route::parse("#/check?step=2", "?embed=1").embed);
        assert!(!Route::parse("#/check", "?embed=0").embed);
    }
}
