//! Household skills and rearrangement: homes, tasks and their simulator on the verifier core.
