//! Results of embodied agents: published figures and the audit of them, and run folders that people bring.
