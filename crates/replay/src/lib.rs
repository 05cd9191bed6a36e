//! The WebAssembly façade of the simulators: JSON in, JSON out.
