//! Stub
use crate::shell::*;
pub(crate) fn run(_: &Workspace, _: &[String]) -> Outcome {
    Ok(())
}
