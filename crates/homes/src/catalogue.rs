//! The shipped homes and tasks, read when they are first asked for and kept: an instruction costs no world, and a second
//! episode of a task no compiling.

use crate::home::{Home, read};
use crate::task::{Compiled, TaskFile, TaskSource, compile};
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};
use stepguard_embodied::world::TaskId;
use stepguard_results::environment::{Environment, Subset};

include!(concat!(env!("OUT_DIR"), "/sources.rs"));

/// Homes by id; a source that cannot be read is kept as what is wrong with it.
pub(crate) type Homes = BTreeMap<String, Result<Arc<Home>, Vec<String>>>;

/// Reads homes.
pub(crate) fn read_homes<'a>(sources: impl Iterator<Item = (&'a str, &'a str)>) -> Homes {
    sources.map(|(id, source)| (id.to_owned(), read(id, source).map(Arc::new))).collect()
}

/// The shipped homes.
pub(crate) fn homes() -> &'static Homes {
    static ALL: OnceLock<Homes> = OnceLock::new();
    ALL.get_or_init(|| read_homes(HOMES.iter().copied()))
}

/// Tasks of a subset, and the most there can be.
const PER_SUBSET: usize = 50;

/// The place of a subset's tasks in tables; `None` of the environments of other crates.
fn place(environment: Environment, subset: Subset) -> Option<usize> {
    let environment = match environment {
        Environment::Alfred => 0,
        Environment::Habitat => 1,
        Environment::Navigation | Environment::Manipulation => return None,
    };
    let subset = Subset::ALL.iter().position(|known| *known == subset)?;
    Some(environment * Subset::ALL.len() + subset)
}

/// The tasks of a subset, as their source has them.
pub(crate) fn sources(environment: Environment, subset: Subset) -> &'static [TaskSource] {
    static ALL: [OnceLock<Vec<TaskSource>>; 2 * Subset::ALL.len()] = [const { OnceLock::new() }; 2 * Subset::ALL.len()];
    let Some(place) = place(environment, subset) else { return &[] };
    ALL[place].get_or_init(|| {
        let files = if environment == Environment::Alfred { ALFRED } else { HABITAT };
        let source = files.iter().find(|(name, _)| *name == subset.id()).map(|(_, source)| *source);
        let file: Option<TaskFile> = source.and_then(|source| toml::from_str(source).ok());
        file.map(|file| file.tasks).unwrap_or_default()
    })
}

/// A task ready to be run; `None` where there is none.
pub(crate) fn compiled(id: TaskId) -> Option<&'static Compiled> {
    static ALL: [OnceLock<Option<Compiled>>; 2 * Subset::ALL.len() * PER_SUBSET] =
        [const { OnceLock::new() }; 2 * Subset::ALL.len() * PER_SUBSET];
    let number = usize::try_from(id.number).ok().filter(|number| *number < PER_SUBSET)?;
    let slot = ALL.get(place(id.environment, id.subset)? * PER_SUBSET + number)?;
    slot.get_or_init(|| {
        let source = sources(id.environment, id.subset).get(number)?;
        let home = homes().get(&source.home)?.as_ref().ok()?;
        compile(id.environment, source, home).ok()
    })
    .as_ref()
}
