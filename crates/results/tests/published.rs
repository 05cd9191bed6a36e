//! The shipped pack against the table of figures that it restates, and what pages get from it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use stepguard_report::results::PublishedReport;
use stepguard_results::audit::audit;
use stepguard_results::environment::Environment;
use stepguard_results::published::{Facet, Published, Query, by_value, csv};
use stepguard_results::view;

/// Fields of a line of CSV.
fn fields(line: &str) -> Vec<String> {
    let mut out = vec![String::new()];
    let mut quoted = false;
    for c in line.chars() {
        match c {
            '"' => quoted = !quoted,
            ',' if !quoted => out.push(String::new()),
            c => out.last_mut().expect("there is one").push(c),
        }
    }
    out
}

/// What the table calls a measure, in our words.
fn measure(name: &str) -> (&str, Option<String>) {
    match name {
        "task_success_rate_pct" => ("success", None),
        "subgoal_success_rate_pct" => ("progress", None),
        "avg_planner_steps" => ("planner-calls", None),
        "avg_env_steps" => ("steps", None),
        "json_format_errors_per_trajectory" => ("format-errors", None),
        "ablation_without_chat_history_pct" => ("chat-history", Some("without".to_owned())),
        "ablation_env_feedback_removed_drop_points" => ("feedback-drop", Some("without".to_owned())),
        "ablation_0_shot_success_approx_pct" => ("examples", Some("0".to_owned())),
        other => {
            let (kind, setting) = other.split_once(':').expect("the others have settings");
            let setting = setting.trim_end_matches("_pct").replace("_decision", "").replace("_error", "");
            let kind = match kind {
                "error_share_pct" => "error-share",
                "ablation_detection_box" => "detection-box",
                "ablation_resolution" => "resolution",
                "ablation_multi_step" => "multi-step",
                "ablation_multi_view" => "multi-view",
                "ablation_visual_icl" => "visual-icl",
                unknown => unknown,
            };
            (kind, Some(setting.replace('_', "-")))
        }
    }
}

fn subset(name: &str) -> &str {
    match name {
        "Avg" => "mean",
        "Base" => "base",
        "Common" => "common",
        "Complex" => "complex",
        "Spatial" => "spatial",
        "Visual" => "visual",
        "Long" => "long",
        "All" => "all",
        "sample of failures" => "failures",
        other => other,
    }
}

fn family(name: &str) -> &str {
    match name {
        "open-source" => "open-weights",
        "proprietary-lang-only" => "language-only",
        other => other,
    }
}

/// The id of our source that a source of the table is.
fn source(text: &str) -> String {
    if let Some((_, number)) = text.split_once("Table ") {
        return format!("table-{number}");
    }
    if text.contains("section 5.3") {
        return "section-5.3".to_owned();
    }
    let (_, figure) = text.split_once("Fig. ").expect("the others are figures");
    let end = figure.find([' ', ')']).unwrap_or(figure.len());
    format!("figure-{}", figure[..end].replace('/', "-"))
}

#[test]
fn all_figures_are_those_of_the_table() {
    let Some(data) = std::env::var_os("STEPGUARD_DATA") else {
        println!("skipped: STEPGUARD_DATA is not set");
        return;
    };
    let path = Path::new(&data).join("published/embodiedbench.csv");
    let text = std::fs::read_to_string(path).expect("the table can be read");
    let published = Published::shipped();
    let mut seen: BTreeSet<String> = BTreeSet::new();
    let mut sources: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for line in text.lines().skip(1) {
        let fields = fields(line);
        let [model, of_family, environment, of_subset, metric, value, from] = fields.as_slice() else {
            unreachable!("seven fields: {line}");
        };
        let model = if model == "(both)" { "GPT-4o and Claude-3.5-Sonnet" } else { model };
        let (measured, setting) = measure(metric);
        let place = published.models.iter().position(|known| known.name == model);
        let place = place.unwrap_or_else(|| unreachable!("no model {model}"));
        let environment = Environment::from_name(environment).expect("a known environment");
        let figure = published
            .cell(place, environment, measured, setting.as_deref(), subset(of_subset))
            .unwrap_or_else(|| unreachable!("not in the pack: {line}"));
        assert_eq!(&figure.printed, value, "{line}");
        assert_eq!(published.models[place].family, family(of_family), "{line}");
        assert_eq!(published.sources[figure.source].id, source(from), "{line}");
        sources.entry(published.sources[figure.source].id.clone()).or_default().insert(from.clone());
        assert!(seen.insert(figure.id.clone()), "twice: {line}");
    }
    assert_eq!((seen.len(), published.figures.len()), (1142, 1142));
    assert!(sources.values().all(|names| names.len() == 1), "two sources in one: {sources:?}");
}

fn report(query: &Query) -> PublishedReport {
    view::published(&Published::shipped(), query, "test")
}

#[test]
fn tables_hold_every_mean_twice() {
    let all = report(&Query::default());
    assert_eq!((all.figures.len(), all.audit.len()), (1142, 12));
    let of = |id: &str| all.tables.iter().find(|table| table.id == id).expect("the table is there");
    let table = of("alfred.success");
    let names: Vec<&str> = table.columns.iter().map(|column| column.id.as_str()).collect();
    assert_eq!(names, ["mean", "base", "common", "complex", "spatial", "visual", "long"]);
    assert_eq!((table.rows.len(), table.columns[0].n, table.columns[1].n), (26, Some(300), Some(50)));
    let row = table.rows.iter().find(|row| row.model == "InternVL2_5-38B").expect("it has a row");
    let means = row.means.as_ref().expect("all subsets are there");
    assert_eq!((means.stated, means.stated_is.as_str()), (23.3, "neither"));
    assert!((means.plain - 27.333_333).abs() < 1e-4);
    let cell = row.cells[0].as_ref().expect("a mean");
    assert_eq!(cell.marks, ["alfred.success.internvl2-5-38b.mean!mean-differs"]);
    let base = row.cells[1].as_ref().expect("a rate");
    let ends = base.interval.expect("18 of 50");
    assert!((ends.low - 24.14).abs() < 0.01 && (ends.high - 49.86).abs() < 0.01, "{ends:?}");
    // Which mean is stated, in all four environments.
    let stated = |id: &str, which: &str| {
        of(id).rows.iter().filter(|row| row.means.as_ref().is_some_and(|means| means.stated_is == which)).count()
    };
    assert_eq!(stated("manipulation.success", "plain"), 4);
    assert_eq!(stated("manipulation.success", "weighted") + stated("manipulation.success", "both"), 21);
    assert_eq!(stated("manipulation.success", "neither"), 1);
    assert_eq!(stated("habitat.success", "both"), 26);
    // Families: the mean of their models' cells.
    let families: Vec<(&str, u32)> = table.families.iter().map(|row| (row.family.as_str(), row.models)).collect();
    assert_eq!(families, [("proprietary", 8), ("language-only", 2), ("open-weights", 16)]);
    assert_eq!(table.marked_rows, 1);
}

#[test]
fn ablations_and_shares_of_errors() {
    let all = report(&Query::default());
    let boxes =
        all.ablations.iter().find(|a| a.id == "manipulation.detection-box.base.figure-8-5b").expect("it is there");
    let points: Vec<(&str, f64)> =
        boxes.series[0].points.iter().map(|point| (point.setting.as_str(), point.value)).collect();
    assert_eq!((boxes.series[0].model.as_str(), points), ("GPT-4o", vec![("with", 39.6), ("without", 27.1)]));
    // The other setting of chat history is the main table.
    let history = all.ablations.iter().find(|a| a.id == "navigation.chat-history.base.table-10").expect("it is there");
    let settings: Vec<&str> = history.series[0].points.iter().map(|point| point.setting.as_str()).collect();
    assert_eq!(settings, ["with", "without"]);
    assert_eq!(history.series[0].points[0].figure, "navigation.success.gpt-4o.base");
    assert_eq!(history.series.len(), 11);
    let sums: Vec<(&str, f64)> = all.errors.iter().map(|shares| (shares.environment.as_str(), shares.sum)).collect();
    assert_eq!(sums, [("alfred", 100.0), ("manipulation", 100.0), ("navigation", 100.0)]);
    let reasoning = &all.errors[0].groups[1];
    assert_eq!((reasoning.group.as_str(), reasoning.share, reasoning.parts_sum), ("reasoning", 41.0, 42.0));
}

#[test]
fn selections_follow_into_everything() {
    let mut query = Query::default();
    query.choose(Facet::Environment, "manipulation");
    query.choose(Facet::Model, "Llama-3.2-90B-Vision-Ins");
    let some = report(&query);
    assert_eq!(some.tables.len(), 3);
    assert!(some.tables.iter().all(|table| table.rows.len() == 1));
    assert_eq!(some.audit.len(), 2);
    assert!(some.summary.starts_with("8 of 1142 published figures; the audit marks 1 mean"), "{}", some.summary);
    query.marked = true;
    assert_eq!(report(&query).figures.len(), 2);
    let environments = some.facets.iter().find(|facet| facet.facet == "env").expect("a facet");
    assert!(
        environments.values.iter().all(|value| value.count > 0 && (value.chosen == (value.value == "manipulation")))
    );
    let published = Published::shipped();
    let wrong = view::query(&published, &[(Facet::Environment, "kitchen")]).expect_err("there is none");
    assert!(wrong.ends_with("there are alfred, habitat, navigation, manipulation"), "{wrong}");
    assert!(view::query(&published, &[(Facet::Environment, "EB-Nav"), (Facet::Model, "GPT-4o")]).is_ok());
}

#[test]
fn models_side_by_side() {
    let published = Published::shipped();
    let compared =
        view::compare(&published, Environment::Alfred, "success", &["GPT-4o", "claude-3.7-sonnet", "Qwen2-VL-7B-Ins"])
            .expect("all are published");
    assert_eq!(compared.rows.len(), 7);
    let base = &compared.rows[1];
    assert_eq!((base.subset.as_str(), base.values[1], base.differences[1]), ("base", Some(68.0), Some(4.0)));
    // 34 of 50 and 32 of 50 show no difference, 3 of 50 does.
    assert_eq!(base.shown, [Some(false), Some(false), Some(true)]);
    assert_eq!(compared.rows[0].shown[1], None, "a mean has no count of successes");
    assert!(view::compare(&published, Environment::Alfred, "success", &["GPT-4o"]).is_err());
    assert!(view::compare(&published, Environment::Alfred, "success", &["GPT-4o", "HAL"]).is_err());
}

#[test]
fn rows_sorted_by_a_column() {
    let all = report(&Query::default());
    let table = all.tables.iter().find(|table| table.id == "habitat.success").expect("the table is there");
    let mut rows: Vec<_> = table.rows.iter().collect();
    let value = |cell: &Option<stepguard_report::results::PublishedCell>| cell.as_ref().map(|cell| cell.value);
    rows.sort_by(|a, b| by_value(value(&a.cells[0]), value(&b.cells[0]), true));
    assert_eq!(rows[0].model, "Claude-3.5-Sonnet");
}

#[test]
fn figures_as_csv() {
    let published = Published::shipped();
    let marks = audit(&published);
    let all: Vec<_> = published.figures.iter().collect();
    let text = csv(&published, &all, &marks);
    assert_eq!(text.lines().count(), 1143);
    let line = text.lines().find(|line| line.starts_with("alfred.success.internvl2-5-38b.mean,")).expect("a row");
    let fields = fields(line);
    assert_eq!((fields[7].as_str(), fields[8].as_str()), ("23.3", "percent"));
    assert!(fields[9].ends_with("table 2") && fields[10].contains("27.33"), "{line}");
}
