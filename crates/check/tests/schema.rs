//! The published JSON Schema and TypeScript types are those of the Rust view types. Reports are held to both files by the
//! tests in `tests/browser`.

use std::path::Path;
use stepguard_report::schema::{json_schema, typescript};

/// Compares a file with what it should hold; with `BLESS=1` writes it instead.
fn published(name: &str, wanted: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../static/schema").join(name);
    if std::env::var_os("BLESS").is_some_and(|value| value == "1") {
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("the folder can be made");
        std::fs::write(&path, wanted).expect("the file can be written");
        return;
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        found == wanted,
        "static/schema/{name} is not what the view types say. If the change of the report is meant, rewrite it with\n\
         BLESS=1 cargo test -p stepguard-check --test schema"
    );
}

#[test]
fn the_json_schema_is_up_to_date() {
    published("report.schema.json", &json_schema());
}

#[test]
fn the_typescript_types_are_up_to_date() {
    published("report.d.ts", &typescript());
}
