//! The six categories and their finer kinds (the project's taxonomy; the categories are those of SAFEL, arXiv 2505.19933).

/// The six categories of mistakes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Category {
    /// The step cannot be read as an action of this domain.
    Grammar,
    /// The object can never be used that way.
    Affordance,
    /// The right facts at the wrong time.
    WrongTemporalOrder,
    /// Nothing in the plan achieves what the step needs.
    MissingStep,
    /// The step changes nothing.
    AdditionalStep,
    /// The plan ended and the goal is false.
    UnmetGoal,
}

/// The kinds, each of one category.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// No form of a step.
    UnreadableLine,
    /// No action of this domain.
    UnknownAction,
    /// No object of this problem.
    UnknownObject,
    /// Too few or too many arguments.
    WrongArity,
    /// An argument's type does not fit the parameter.
    WrongType,
    /// A fact that no sequence of actions can make true.
    LacksProperty,
    /// The step's own effects contradict each other.
    ConflictingEffects,
    /// The step divides by zero.
    DivisionByZero,
    /// It held, and a step undid it.
    UndoneEarlier,
    /// A later step makes it true.
    ComesTooLate,
    /// Two steps of one moment disturb each other.
    Interferes,
    /// Two steps that disturb each other have different times, closer than the epsilon.
    TooClose,
    /// It can be achieved, and nothing in the plan achieves it.
    NeverEstablished,
    /// A number that was never given a value.
    UndefinedValue,
    /// The step ran and changed nothing.
    NoEffect,
    /// The step could not run, and all its effects held already.
    AlreadyDone,
    /// A goal literal that never held.
    NeverAchieved,
    /// A goal literal that a step undid.
    Undone,
}

impl Category {
    /// All categories, in the order in which they are explained.
    pub const ALL: [Self; 6] = [
        Self::Grammar,
        Self::Affordance,
        Self::WrongTemporalOrder,
        Self::MissingStep,
        Self::AdditionalStep,
        Self::UnmetGoal,
    ];

    /// Its name in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Grammar => "grammar",
            Self::Affordance => "affordance",
            Self::WrongTemporalOrder => "wrong-temporal-order",
            Self::MissingStep => "missing-step",
            Self::AdditionalStep => "additional-step",
            Self::UnmetGoal => "unmet-goal",
        }
    }
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 18] = [
        Self::UnreadableLine,
        Self::UnknownAction,
        Self::UnknownObject,
        Self::WrongArity,
        Self::WrongType,
        Self::LacksProperty,
        Self::ConflictingEffects,
        Self::DivisionByZero,
        Self::UndoneEarlier,
        Self::ComesTooLate,
        Self::Interferes,
        Self::TooClose,
        Self::NeverEstablished,
        Self::UndefinedValue,
        Self::NoEffect,
        Self::AlreadyDone,
        Self::NeverAchieved,
        Self::Undone,
    ];

    /// The category it belongs to.
    #[must_use]
    pub const fn category(self) -> Category {
        match self {
            Self::UnreadableLine | Self::UnknownAction | Self::UnknownObject | Self::WrongArity => Category::Grammar,
            Self::WrongType | Self::LacksProperty | Self::ConflictingEffects | Self::DivisionByZero => {
                Category::Affordance
            }
            Self::UndoneEarlier | Self::ComesTooLate | Self::Interferes | Self::TooClose => {
                Category::WrongTemporalOrder
            }
            Self::NeverEstablished | Self::UndefinedValue => Category::MissingStep,
            Self::NoEffect | Self::AlreadyDone => Category::AdditionalStep,
            Self::NeverAchieved | Self::Undone => Category::UnmetGoal,
        }
    }

    /// Its name in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::UnreadableLine => "unreadable-line",
            Self::UnknownAction => "unknown-action",
            Self::UnknownObject => "unknown-object",
            Self::WrongArity => "wrong-arity",
            Self::WrongType => "wrong-type",
            Self::LacksProperty => "lacks-property",
            Self::ConflictingEffects => "conflicting-effects",
            Self::DivisionByZero => "division-by-zero",
            Self::UndoneEarlier => "undone-earlier",
            Self::ComesTooLate => "comes-too-late",
            Self::Interferes => "interferes",
            Self::TooClose => "too-close",
            Self::NeverEstablished => "never-established",
            Self::UndefinedValue => "undefined-value",
            Self::NoEffect => "no-effect",
            Self::AlreadyDone => "already-done",
            Self::NeverAchieved => "never-achieved",
            Self::Undone => "undone",
        }
    }

    /// Whether a finding of this kind ends the scored run.
    #[must_use]
    pub const fn is_fatal(self) -> bool {
        !matches!(self.category(), Category::AdditionalStep | Category::UnmetGoal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_every_category_has_a_kind() {
        let mut names: Vec<_> = Kind::ALL.iter().map(|kind| kind.name()).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), Kind::ALL.len());
        for category in Category::ALL {
            assert!(Kind::ALL.iter().any(|kind| kind.category() == category), "{}", category.name());
        }
    }
}
