//! Navigation: floor plans in metres, a camera, collisions, and tasks.
