//! The four environments and the subsets of their tasks: names, the names that other people's folders use for them, how many
//! tasks there are, and how averages over subsets are taken. Knows numbers and names, no results.

/// One of the four environments.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Environment {
    /// Household skills in rooms.
    Alfred,
    /// Rearrangement.
    Habitat,
    /// Navigation.
    Navigation,
    /// Manipulation on a table.
    Manipulation,
}

/// A capability that a group of tasks asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Subset {
    /// Basic tasks.
    Base,
    /// Common sense.
    Common,
    /// Complex instructions.
    Complex,
    /// Spatial awareness.
    Spatial,
    /// Visual appearance.
    Visual,
    /// Long horizon.
    Long,
}

impl Environment {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Alfred, Self::Habitat, Self::Navigation, Self::Manipulation];

    /// Its name in links and files.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Alfred => "alfred",
            Self::Habitat => "habitat",
            Self::Navigation => "navigation",
            Self::Manipulation => "manipulation",
        }
    }

    /// Its name in the paper.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Alfred => "EB-ALFRED",
            Self::Habitat => "EB-Habitat",
            Self::Navigation => "EB-Navigation",
            Self::Manipulation => "EB-Manipulation",
        }
    }

    /// By its id, its name in the paper or the name of its folder, whatever the case.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let plain: String = name.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase();
        Some(match plain.strip_prefix("eb").unwrap_or(&plain) {
            "alfred" => Self::Alfred,
            "habitat" => Self::Habitat,
            "nav" | "navigation" => Self::Navigation,
            "manip" | "manipulation" => Self::Manipulation,
            _ => return None,
        })
    }

    /// The name of its folder in a run.
    #[must_use]
    pub const fn folder(self) -> &'static str {
        match self {
            Self::Alfred => "eb_alfred",
            Self::Habitat => "eb_habitat",
            Self::Navigation => "eb_nav",
            Self::Manipulation => "eb_manipulation",
        }
    }

    /// Steps after which an episode ends.
    #[must_use]
    pub const fn step_limit(self) -> u32 {
        match self {
            Self::Alfred | Self::Habitat => 30,
            Self::Navigation => 20,
            Self::Manipulation => 15,
        }
    }

    /// Its subsets, each with its number of tasks.
    #[must_use]
    pub const fn subsets(self) -> &'static [(Subset, u32)] {
        use Subset::{Base, Common, Complex, Long, Spatial, Visual};
        match self {
            Self::Alfred | Self::Habitat => {
                &[(Base, 50), (Common, 50), (Complex, 50), (Spatial, 50), (Visual, 50), (Long, 50)]
            }
            Self::Navigation => &[(Base, 60), (Common, 60), (Complex, 60), (Visual, 60), (Long, 60)],
            Self::Manipulation => &[(Base, 48), (Common, 48), (Complex, 48), (Spatial, 48), (Visual, 36)],
        }
    }

    /// Tasks of a subset; `None` where it has no such subset.
    #[must_use]
    pub fn tasks(self, subset: Subset) -> Option<u32> {
        self.subsets().iter().find(|(known, _)| *known == subset).map(|(_, n)| *n)
    }

    /// Whether the paper's average over its subsets is weighted by their numbers of tasks. Where all subsets have as many, the
    /// two means are the same.
    #[must_use]
    pub const fn averages_by_task(self) -> bool {
        matches!(self, Self::Manipulation)
    }
}

impl Subset {
    /// All of them, in the order of tables.
    pub const ALL: [Self; 6] = [Self::Base, Self::Common, Self::Complex, Self::Spatial, Self::Visual, Self::Long];

    /// Its name in links and files.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Base => "base",
            Self::Common => "common",
            Self::Complex => "complex",
            Self::Spatial => "spatial",
            Self::Visual => "visual",
            Self::Long => "long",
        }
    }

    /// Its name for people.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Base => "Base",
            Self::Common => "Common sense",
            Self::Complex => "Complex",
            Self::Spatial => "Spatial",
            Self::Visual => "Visual",
            Self::Long => "Long horizon",
        }
    }

    /// The name that its folder has in the original evaluator.
    #[must_use]
    pub const fn folder(self) -> &'static str {
        match self {
            Self::Base => "base",
            Self::Common => "common_sense",
            Self::Complex => "complex_instruction",
            Self::Spatial => "spatial_relationship",
            Self::Visual => "visual_appearance",
            Self::Long => "long_horizon",
        }
    }

    /// By any of the names in use: `spatial`, `spatial_relationship`, `Spatial Awareness`.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let plain: String = name.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase();
        Some(match plain.as_str() {
            "base" | "basic" => Self::Base,
            "common" | "commonsense" => Self::Common,
            "complex" | "complexinstruction" | "complexinstructions" => Self::Complex,
            "spatial" | "spatialrelationship" | "spatialawareness" | "spatialrelation" => Self::Spatial,
            "visual" | "visualappearance" | "visualperception" => Self::Visual,
            "long" | "longhorizon" => Self::Long,
            _ => return None,
        })
    }
}

/// A name for links: small letters and digits, everything else one hyphen. Points between digits stay, as in `3.5`.
#[must_use]
pub fn slug(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    for c in name.chars() {
        if c.is_alphanumeric() {
            out.extend(c.to_lowercase());
        } else if c == '.' && out.ends_with(|last: char| last.is_ascii_digit()) {
            out.push('.');
        } else if !out.is_empty() && !out.ends_with('-') {
            out.push('-');
        }
    }
    out.truncate(out.trim_end_matches(['-', '.']).len());
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_1128_tasks() {
        let all: u32 = Environment::ALL.iter().flat_map(|environment| environment.subsets()).map(|(_, n)| n).sum();
        assert_eq!(all, 1128);
        assert_eq!(Environment::Navigation.tasks(Subset::Spatial), None);
        assert_eq!(Environment::Manipulation.tasks(Subset::Visual), Some(36));
    }

    #[test]
    fn names_are_found_back() {
        for environment in Environment::ALL {
            for name in [environment.id(), environment.name(), environment.folder()] {
                assert_eq!(Environment::from_name(name), Some(environment), "{name}");
            }
        }
        for subset in Subset::ALL {
            for name in [subset.id(), subset.name(), subset.folder()] {
                assert_eq!(Subset::from_name(name), Some(subset), "{name}");
            }
        }
        assert_eq!(Subset::from_name("results"), None);
    }

    #[test]
    fn slugs_are_fit_for_links() {
        assert_eq!(slug("GPT-4o (Lang)"), "gpt-4o-lang");
        assert_eq!(slug("Claude-3.5-Sonnet"), "claude-3.5-sonnet");
        assert_eq!(slug("InternVL2_5-78B"), "internvl2-5-78b");
        assert_eq!(slug("  .x.  "), "x");
    }
}
