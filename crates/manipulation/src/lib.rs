//! Manipulation: a table of rigid bodies, a gripper, and tasks.
