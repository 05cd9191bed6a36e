//! All four simulators behind one door: tasks by id, agents by id, episodes.
