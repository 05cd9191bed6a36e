//! Makes the JavaScript side of one wasm module, as `wasm-bindgen --target web` would: `bindgen INPUT OUT_DIR`.
//! Uses the library because installing the command from its own lock file does not work everywhere.

use anyhow::{Context, bail};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [input, output] = arguments.as_slice() else {
        bail!("usage: bindgen INPUT OUT_DIR");
    };
    Bindgen::new()
        .input_path(input)
        .web(true)?
        // With the default path left out, `init()` would not know where its module is.
        .omit_default_module_path(false)
        .typescript(false)
        .remove_name_section(true)
        .remove_producers_section(true)
        .generate(output)
        .with_context(|| format!("cannot bind {input}"))
}
