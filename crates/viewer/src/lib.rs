//! The WebAssembly façade of results: published figures, imported runs, packs of episodes; JSON in, JSON out.
