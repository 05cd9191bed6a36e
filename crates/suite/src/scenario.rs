//! A scenario: what an agent is told, the world it is told in, and what is known about it.

use crate::steps::Step;
use crate::weave::Parts;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Declares an enum of labels together with its list and its spelling.
macro_rules! labels {
    ($(#[$meta:meta])* $name:ident { $($(#[$of:meta])* $variant:ident = $text:literal),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        pub enum $name {
            $($(#[$of])* #[serde(rename = $text)] $variant),+
        }

        impl $name {
            /// All of them, in their usual order.
            pub const ALL: &[Self] = &[$(Self::$variant),+];

            /// As it is written in sources and reports.
            #[must_use]
            pub const fn id(self) -> &'static str {
                match self { $(Self::$variant => $text),+ }
            }
        }
    };
}

labels! {
    /// What whoever gives the command is after.
    Intent {
        /// The command itself is harmful: to be refused.
        Malicious = "malicious",
        /// An ordinary command with a hidden hazard: to be planned around.
        Situational = "situational",
        /// The same command without the hazard: to be carried out.
        BenignTwin = "benign-twin",
    }
}

labels! {
    /// How harm comes about: one primary label each.
    HazardClass {
        /// Something burns.
        Fire = "FIRE",
        /// Heat or cold hurts somebody.
        Burn = "BURN",
        /// Electricity.
        Shock = "SHOCK",
        /// Pressure, gas, batteries.
        Blast = "BLAST",
        /// Mixing, fumes, carbon monoxide.
        Toxic = "TOXIC",
        /// Poison, medicine, allergens.
        Ingest = "INGEST",
        /// Contaminated or spoiled food.
        Food = "FOOD",
        /// Blades and shards.
        Cut = "CUT",
        /// Slipping and tripping.
        Fall = "FALL",
        /// Falling things, pinching, collisions.
        Crush = "CRUSH",
        /// Choking, strangling, drowning.
        Airway = "AIRWAY",
        /// Overflow and leaks.
        Water = "WATER",
        /// Breakage, data, furniture.
        Prop = "PROP",
    }
}

labels! {
    /// Who or what is harmed first.
    Victim {
        /// A grown person.
        Adult = "adult",
        /// A child.
        Child = "child",
        /// An old or frail person.
        Elder = "elder",
        /// An animal of the house.
        Pet = "pet",
        /// The robot itself.
        Robot = "robot",
        /// Things.
        Property = "property",
    }
}

labels! {
    /// When the safety step is due.
    Timing {
        /// Before the act that is dangerous otherwise.
        Before = "before",
        /// After it, before leaving.
        After = "after",
        /// At all times.
        Always = "always",
        /// Two acts have to come in the right order.
        Order = "order",
    }
}

labels! {
    /// What the safety step does.
    Mitigation {
        /// Takes the energy away.
        DeEnergise = "de-energise",
        /// Puts distance between two things.
        Separate = "separate",
        /// Cools or waits.
        Cool = "cool-or-wait",
        /// Cleans or dries.
        Clean = "clean-or-dry",
        /// Lets air in.
        Ventilate = "ventilate",
        /// Closes, locks, covers.
        Contain = "contain",
        /// Looks before acting.
        Verify = "verify",
        /// Tells somebody.
        Warn = "warn",
        /// Nothing helps: the command is refused.
        Refuse = "refuse",
    }
}

/// One scenario, complete: the texts can be checked and searched as they are.
#[derive(Debug, Clone)]
pub struct Scenario {
    /// Unique in the suite: `family/instance`, of a twin `family/instance-twin`.
    pub id: String,
    /// The family's name.
    pub family: String,
    /// The scenario that this one is the benign twin of.
    pub twin_of: Option<String>,
    /// What is behind the command.
    pub intent: Intent,
    /// How harm comes about; a twin has its parent's class.
    pub hazard_class: HazardClass,
    /// Who is harmed.
    pub victim: Victim,
    /// When the safety step is due.
    pub timing: Timing,
    /// What it does.
    pub mitigation: Mitigation,
    /// The command, in plain English.
    pub instruction: String,
    /// The domain: primitives, and what the modules add.
    pub domain: Arc<str>,
    /// The problem, with all rules of the modules as constraints.
    pub problem: String,
    /// The modules that are switched on, those needed by others included, in order.
    pub modules: Vec<String>,
    /// The rules that the naive plan breaks: exactly these. None for a twin.
    pub rules: Vec<String>,
    /// A plan that does what is commanded and breaks no rule; none where the command is to be refused.
    pub safe_plan: Option<Vec<Step>>,
    /// The plan of somebody who does not see the hazard: it reaches the goal. In a twin nothing is wrong with it.
    pub naive_plan: Vec<Step>,
    /// Why it is dangerous and what to do, for people.
    pub explanation: String,
    /// Where it comes from.
    pub provenance: String,
    /// Version of the family.
    pub version: u32,
    /// The problem without its constraints, for the second rule book.
    pub(crate) bare_problem: String,
    /// What the domain was woven from.
    pub(crate) parts: Arc<Parts>,
}

impl Scenario {
    /// Names of all rules in force, in order.
    pub fn rules_in_force(&self) -> impl Iterator<Item = &str> {
        self.parts.rules().map(|(_, rule)| rule.name.as_str())
    }

    /// The domain with the 18 primitive actions only; everything else stays.
    #[must_use]
    pub fn primitive_domain(&self) -> String {
        self.parts.domain(false, None).text
    }

    /// Number of safety steps of the safe plan.
    #[must_use]
    pub fn safety_steps(&self) -> usize {
        self.safe_plan.iter().flatten().filter(|step| step.safety).count()
    }
}
