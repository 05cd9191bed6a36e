//! The shape of a report for those who read it with other tools: JSON Schema and TypeScript types, made from the view types.
//!
//! Both describe what is written, so a field that is always written is required. They go with the site as
//! `static/schema/report.schema.json` and `static/schema/report.d.ts`; a test of `stepguard-check` holds the files to what
//! is made here.

use crate::evaluation::{RunComparison, RunReport};
use crate::planner::{CountReport, RepairReport, SolveReport, StatesReport};
use crate::results::{EpisodeView, ImportReport, ModelComparison, PublishedReport, SearchReport};
use crate::score::{ComparisonView, ScoreReport};
use crate::suite::{CertifyReport, ScenarioView, SuiteList};
use crate::view::{ParseReport, Report};
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use ts_rs::{Config, TS, TypeVisitor};

/// The JSON Schema (2020-12) of [`Report`], with those of [`ParseReport`], of the planner's reports, of the suite and of scores among its
/// definitions.
#[must_use]
pub fn json_schema() -> String {
    let mut generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    // Puts them among the definitions.
    let _ = generator.subschema_for::<ParseReport>();
    let _ = generator.subschema_for::<SolveReport>();
    let _ = generator.subschema_for::<CountReport>();
    let _ = generator.subschema_for::<RepairReport>();
    let _ = generator.subschema_for::<StatesReport>();
    let _ = generator.subschema_for::<ScoreReport>();
    let _ = generator.subschema_for::<ComparisonView>();
    let _ = generator.subschema_for::<SuiteList>();
    let _ = generator.subschema_for::<ScenarioView>();
    let _ = generator.subschema_for::<CertifyReport>();
    let _ = generator.subschema_for::<RunReport>();
    let _ = generator.subschema_for::<RunComparison>();
    let _ = generator.subschema_for::<PublishedReport>();
    let _ = generator.subschema_for::<ModelComparison>();
    let _ = generator.subschema_for::<ImportReport>();
    let _ = generator.subschema_for::<EpisodeView>();
    let _ = generator.subschema_for::<SearchReport>();
    let mut schema = tidied(generator.into_root_schema_for::<Report>().to_value());
    if let Value::Object(root) = &mut schema {
        root.insert("title".to_owned(), "Stepguard report".into());
    }
    let mut text = serde_json::to_string_pretty(&schema).expect("a JSON value is JSON");
    text.push('\n');
    text
}

/// Keys in alphabetical order whatever map `serde_json` was built with, and no `format`: those that the generator writes for
/// integers are known to few validators, and strict ones refuse a schema with a word they do not know.
fn tidied(value: Value) -> Value {
    match value {
        Value::Object(map) => {
            let mut entries: Vec<(String, Value)> =
                map.into_iter().filter(|(key, value)| key != "format" || !value.is_string()).collect();
            entries.sort_by(|(a, _), (b, _)| a.cmp(b));
            Value::Object(entries.into_iter().map(|(key, value)| (key, tidied(value))).collect::<Map<_, _>>())
        }
        Value::Array(list) => Value::Array(list.into_iter().map(tidied).collect()),
        plain => plain,
    }
}

/// TypeScript types of [`Report`], [`ParseReport`], the planner's reports, scores and everything in them, as one module of
/// declarations.
#[must_use]
pub fn typescript() -> String {
    let mut declarations = Declarations { config: Config::new(), by_name: BTreeMap::new() };
    declarations.visit::<Report>();
    declarations.visit::<ParseReport>();
    declarations.visit::<SolveReport>();
    declarations.visit::<CountReport>();
    declarations.visit::<RepairReport>();
    declarations.visit::<StatesReport>();
    declarations.visit::<ScoreReport>();
    declarations.visit::<ComparisonView>();
    declarations.visit::<SuiteList>();
    declarations.visit::<ScenarioView>();
    declarations.visit::<CertifyReport>();
    declarations.visit::<RunReport>();
    declarations.visit::<RunComparison>();
    declarations.visit::<PublishedReport>();
    declarations.visit::<ModelComparison>();
    declarations.visit::<ImportReport>();
    declarations.visit::<EpisodeView>();
    declarations.visit::<SearchReport>();
    let mut out = String::from(
        "// What the commands of `stepguard` print with `--format json`. Made from the Rust types: change\n\
         // those. New fields may come under the same `schema`; the meaning of a field never changes under it.\n",
    );
    for declaration in declarations.by_name.values() {
        out.push('\n');
        lay_out(&mut out, declaration);
    }
    out
}

/// Every type once. The generator meets them in an order of its own that may change with every build, so they are kept by
/// name.
struct Declarations {
    config: Config,
    by_name: BTreeMap<String, String>,
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        // Types without a path are built in: strings, numbers, lists.
        if T::output_path().is_none() || self.by_name.contains_key(&T::ident(&self.config)) {
            return;
        }
        let documentation = T::docs().unwrap_or_default();
        let declaration = format!("{documentation}export {}", T::decl(&self.config));
        self.by_name.insert(T::ident(&self.config), declaration);
        T::visit_dependencies(self);
    }
}

/// Appends a declaration with its fields indented and comments of one line on one line.
fn lay_out(out: &mut String, declaration: &str) {
    let mut indent = "";
    let mut lines = declaration.lines().map(str::trim).filter(|line| !line.is_empty());
    while let Some(line) = lines.next() {
        out.push_str(if line.starts_with('}') { "" } else { indent });
        // Comments come as `/**`, then lines with `*`, then `*/`.
        let mut rest = lines.clone();
        if line == "/**"
            && let (Some(only), Some("*/")) = (rest.next(), rest.next())
        {
            out.push_str("/** ");
            out.push_str(only.trim_start_matches('*').trim());
            out.push_str(" */");
            lines = rest;
        } else {
            if line.starts_with('*') {
                out.push(' ');
            }
            // The last field is followed by the end of the type.
            out.push_str(line.strip_suffix("};").map_or(line, str::trim_end));
            if line.ends_with('{') {
                indent = "  ";
            } else if line.ends_with("};") {
                out.push_str("\n};");
            }
        }
        out.push('\n');
    }
}
