//! Results as the view types of `report`: tables, ablations, shares of errors, audits, and imported runs. Lays out what the
//! other modules compute.

use crate::audit::{audit, marked, means, parts, successes};
use crate::environment::{Environment, Subset, slug};
use crate::published::{Facet, Figure, MEASURES, Published, Query, measure};
use std::collections::BTreeSet;
use stepguard_report::results::{
    AblationView, AuditKind, AuditMark, ColumnView, ComparedRow, EnvironmentView, ErrorGroup, ErrorPart, ErrorShares,
    FacetValue, FacetView, FamilyRow, MeasureView, ModelComparison, ModelView, PointView, PublishedCell,
    PublishedFigure, PublishedReport, PublishedRow, PublishedSource, PublishedTable, SeriesView,
};
use stepguard_report::score::Ends;
use stepguard_score::stats::wilson;

/// The version of the shapes of results.
pub const SCHEMA: u32 = 1;

/// A share as a percentage with four decimals.
#[must_use]
pub fn percent(share: f64) -> f64 {
    rounded(share * 100.0)
}

/// Four decimals: more than anyone reads, and no noise of binary fractions.
#[must_use]
pub fn rounded(value: f64) -> f64 {
    (value * 10_000.0).round() / 10_000.0
}

/// The 95 % Wilson interval of a rate, in percent.
#[must_use]
pub fn interval(k: u64, n: u64) -> Option<Ends> {
    wilson(k, n).map(|interval| Ends { low: percent(interval.low), high: percent(interval.high) })
}

/// The environments, as pages need them.
#[must_use]
pub fn environments() -> Vec<EnvironmentView> {
    Environment::ALL
        .into_iter()
        .map(|environment| EnvironmentView {
            id: environment.id().to_owned(),
            name: environment.name().to_owned(),
            step_limit: environment.step_limit(),
            averages_by_task: environment.averages_by_task(),
            subsets: environment.subsets().iter().map(|(subset, _)| column(environment, subset.id())).collect(),
        })
        .collect()
}

fn column(environment: Environment, subset: &str) -> ColumnView {
    let known = Subset::from_name(subset);
    let all = || environment.subsets().iter().map(|(_, n)| n).sum();
    ColumnView {
        id: subset.to_owned(),
        name: match (known, subset) {
            (Some(known), _) => known.name().to_owned(),
            (None, "mean") => crate::audit::mean_name(environment).to_owned(),
            (None, "all") => "All tasks".to_owned(),
            (None, other) => other.to_owned(),
        },
        n: known.map_or_else(|| matches!(subset, "mean" | "all").then(all), |known| environment.tasks(known)),
    }
}

/// The report on a selection of published figures.
#[must_use]
pub fn published(published: &Published, query: &Query, tool: &str) -> PublishedReport {
    let all_marks = audit(published);
    let marked_ids = marked(&all_marks);
    let chosen = published.select(query, &marked_ids);
    let ids: BTreeSet<&str> = chosen.iter().map(|figure| figure.id.as_str()).collect();
    let models: BTreeSet<usize> = chosen.iter().map(|figure| figure.model).collect();
    let sources: BTreeSet<usize> = chosen.iter().map(|figure| figure.source).collect();
    let marks: Vec<AuditMark> = all_marks.iter().filter(|mark| ids.contains(mark.figure.as_str())).cloned().collect();
    let facets = published.facets(query, &marked_ids).into_iter().map(|(facet, values)| FacetView {
        facet: facet.id().to_owned(),
        values: values
            .into_iter()
            .map(|(value, count)| FacetValue { chosen: query.chosen(facet).contains(&value), value, count })
            .collect(),
    });
    PublishedReport {
        schema: SCHEMA,
        tool: tool.to_owned(),
        sources: (published.sources.iter().enumerate())
            .filter(|(index, _)| sources.contains(index))
            .map(|(_, source)| PublishedSource {
                id: source.id.clone(),
                title: source.title.clone(),
                how: source.how.clone(),
                link: source.link.clone(),
            })
            .collect(),
        environments: environments(),
        measures: MEASURES
            .iter()
            .map(|measure| MeasureView {
                id: measure.id.to_owned(),
                name: measure.name.to_owned(),
                unit: measure.unit.to_owned(),
                more_is_better: measure.more_is_better,
                ablation: measure.ablation,
            })
            .collect(),
        models: (published.models.iter().enumerate())
            .filter(|(index, _)| models.contains(index))
            .map(|(_, model)| ModelView {
                id: model.id.clone(),
                name: model.name.clone(),
                family: model.family.clone(),
            })
            .collect(),
        figures: chosen.iter().map(|figure| figure_view(published, figure, &marks)).collect(),
        tables: tables(published, &chosen, &all_marks),
        ablations: ablations(published, &chosen),
        errors: errors(published, &chosen),
        summary: summary(chosen.len(), published.figures.len(), &marks),
        audit: marks,
        facets: facets.collect(),
    }
}

fn summary(chosen: usize, all: usize, marks: &[AuditMark]) -> String {
    let count = |kind: AuditKind| marks.iter().filter(|mark| mark.kind == kind).count();
    let mut said: Vec<String> = Vec::new();
    for (kind, one, more) in [
        (AuditKind::MeanDiffers, "mean that its row does not give", "means that their rows do not give"),
        (AuditKind::PlainMean, "plain mean among weighted ones", "plain means among weighted ones"),
        (AuditKind::MeanRounded, "mean off by its last digit", "means off by their last digit"),
        (AuditKind::ImpossibleRate, "rate that no count of tasks gives", "rates that no count of tasks gives"),
        (AuditKind::PartsDiffer, "whole that its parts do not give", "wholes that their parts do not give"),
    ] {
        match count(kind) {
            0 => {}
            1 => said.push(format!("1 {one}")),
            n => said.push(format!("{n} {more}")),
        }
    }
    let found = if said.is_empty() {
        "the audit marks nothing".to_owned()
    } else {
        format!("the audit marks {}", said.join(", "))
    };
    format!("{chosen} of {all} published figures; {found}.")
}

fn figure_view(published: &Published, figure: &Figure, marks: &[AuditMark]) -> PublishedFigure {
    let model = &published.models[figure.model];
    PublishedFigure {
        id: figure.id.clone(),
        model: model.name.clone(),
        family: model.family.clone(),
        environment: figure.environment.id().to_owned(),
        subset: figure.subset.clone(),
        measure: figure.measure.to_owned(),
        setting: figure.setting.clone(),
        value: figure.value,
        printed: figure.printed.clone(),
        approximate: figure.is_approximate(),
        source: published.sources[figure.source].id.clone(),
        marks: marks_of(marks, figure),
    }
}

fn marks_of(marks: &[AuditMark], figure: &Figure) -> Vec<String> {
    marks.iter().filter(|mark| mark.figure == figure.id).map(|mark| mark.id.clone()).collect()
}

/// Tables: one for each environment, measure and setting whose columns are subsets.
fn tables(published: &Published, chosen: &[&Figure], marks: &[AuditMark]) -> Vec<PublishedTable> {
    let mut keys: Vec<(Environment, &str, Option<&str>)> = Vec::new();
    for figure in chosen.iter().filter(|figure| by_subset(figure)) {
        let key = (figure.environment, figure.measure, figure.setting.as_deref());
        if !keys.contains(&key) {
            keys.push(key);
        }
    }
    keys.into_iter()
        .map(|(environment, measured, setting)| {
            let here: Vec<&Figure> = chosen
                .iter()
                .filter(|f| f.environment == environment && f.measure == measured && f.setting.as_deref() == setting)
                .copied()
                .collect();
            let order = ["mean", "all"].into_iter().chain(Subset::ALL.iter().map(|subset| subset.id()));
            let columns: Vec<ColumnView> = order
                .filter(|subset| here.iter().any(|figure| figure.subset == *subset))
                .map(|subset| column(environment, subset))
                .collect();
            let mut models: Vec<usize> = Vec::new();
            for figure in &here {
                if !models.contains(&figure.model) {
                    models.push(figure.model);
                }
            }
            let cell = |model: usize, subset: &str| {
                here.iter().find(|figure| figure.model == model && figure.subset == subset).copied()
            };
            let setting_id = setting.map(|setting| format!(".{setting}")).unwrap_or_default();
            let id = format!("{}.{measured}{setting_id}", environment.id());
            let rows: Vec<PublishedRow> = models
                .iter()
                .map(|model| PublishedRow {
                    id: format!("{id}.{}", published.models[*model].id),
                    model: published.models[*model].name.clone(),
                    family: published.models[*model].family.clone(),
                    cells: columns
                        .iter()
                        .map(|column| cell(*model, &column.id).map(|figure| cell_view(figure, marks)))
                        .collect(),
                    means: published
                        .cell(*model, environment, measured, setting, "mean")
                        .and_then(|mean| means(published, mean))
                        .map(|means| means.view()),
                })
                .collect();
            let marked = rows.iter().filter(|row| row.cells.iter().flatten().any(|cell| !cell.marks.is_empty()));
            PublishedTable {
                environment: environment.id().to_owned(),
                measure: measured.to_owned(),
                setting: setting.map(str::to_owned),
                source: here.first().map(|figure| published.sources[figure.source].id.clone()).unwrap_or_default(),
                families: families(&rows, columns.len()),
                marked_rows: u32::try_from(marked.count()).unwrap_or(u32::MAX),
                columns,
                rows,
                id,
            }
        })
        .collect()
}

fn by_subset(figure: &Figure) -> bool {
    figure.setting.is_none() || figure.measure == "chat-history"
}

fn cell_view(figure: &Figure, marks: &[AuditMark]) -> PublishedCell {
    let is_rate = measure(figure.measure).is_some_and(|measure| measure.is_rate);
    let counted = figure.tasks().filter(|_| is_rate).and_then(|n| Some((successes(&figure.printed, n)?, n)));
    PublishedCell {
        figure: figure.id.clone(),
        value: figure.value,
        printed: figure.printed.clone(),
        interval: counted.and_then(|(k, n)| interval(u64::from(k), u64::from(n))),
        marks: marks_of(marks, figure),
    }
}

fn families(rows: &[PublishedRow], columns: usize) -> Vec<FamilyRow> {
    let mut names: Vec<&str> = Vec::new();
    for row in rows {
        if !names.contains(&row.family.as_str()) {
            names.push(&row.family);
        }
    }
    names
        .into_iter()
        .map(|family| {
            let of: Vec<&PublishedRow> = rows.iter().filter(|row| row.family == family).collect();
            let cells = (0..columns)
                .map(|column| mean(of.iter().filter_map(|row| row.cells.get(column)?.as_ref().map(|cell| cell.value))));
            FamilyRow {
                family: family.to_owned(),
                models: u32::try_from(of.len()).unwrap_or(u32::MAX),
                cells: cells.collect(),
            }
        })
        .collect()
}

/// The mean of some numbers, rounded as views are; `None` of none.
pub(crate) fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (mut sum, mut count) = (0.0, 0_u32);
    for value in values {
        sum += value;
        count += 1;
    }
    (count > 0).then(|| rounded(sum / f64::from(count)))
}

/// Ablations whose settings stand side by side, and the one whose other setting is the main table.
fn ablations(published: &Published, chosen: &[&Figure]) -> Vec<AblationView> {
    let mut out: Vec<AblationView> = Vec::new();
    for figure in chosen {
        let Some(measure) = measure(figure.measure).filter(|measure| measure.ablation) else { continue };
        let Some(setting) = figure.setting.clone() else { continue };
        let source = &published.sources[figure.source].id;
        let id = format!("{}.{}.{}.{source}", figure.environment.id(), measure.id, figure.subset);
        let model = &published.models[figure.model].name;
        let place = out.iter().position(|ablation| ablation.id == id).unwrap_or_else(|| {
            out.push(AblationView {
                id,
                measure: measure.id.to_owned(),
                name: measure.name.to_owned(),
                environment: figure.environment.id().to_owned(),
                subset: figure.subset.clone(),
                source: source.clone(),
                series: Vec::new(),
            });
            out.len() - 1
        });
        let series = &mut out[place].series;
        let place = series.iter().position(|series| series.model == *model).unwrap_or_else(|| {
            let mut points = Vec::new();
            if measure.id == "chat-history" {
                let with = published.cell(figure.model, figure.environment, "success", None, &figure.subset);
                points.extend(with.map(|with| point("with", with)));
            }
            series.push(SeriesView { model: model.clone(), points });
            series.len() - 1
        });
        series[place].points.push(point(&setting, figure));
    }
    out
}

fn point(setting: &str, figure: &Figure) -> PointView {
    PointView {
        setting: setting.to_owned(),
        value: figure.value,
        printed: figure.printed.clone(),
        figure: figure.id.clone(),
    }
}

fn errors(published: &Published, chosen: &[&Figure]) -> Vec<ErrorShares> {
    let mut out: Vec<ErrorShares> = Vec::new();
    for whole in chosen {
        let Some(group) = whole.setting.as_deref().filter(|setting| !setting.contains('/')) else { continue };
        if whole.measure != "error-share" {
            continue;
        }
        let model = &published.models[whole.model];
        let id = format!("{}.error-share.{}", whole.environment.id(), model.id);
        let place = out.iter().position(|shares| shares.id == id).unwrap_or_else(|| {
            out.push(ErrorShares {
                id,
                model: model.name.clone(),
                environment: whole.environment.id().to_owned(),
                source: published.sources[whole.source].id.clone(),
                groups: Vec::new(),
                sum: 0.0,
            });
            out.len() - 1
        });
        let parts: Vec<ErrorPart> = parts(published, whole)
            .into_iter()
            .map(|part| ErrorPart {
                class: part
                    .setting
                    .as_deref()
                    .and_then(|s| s.split_once('/'))
                    .map_or("", |(_, class)| class)
                    .to_owned(),
                share: part.value,
                figure: part.id.clone(),
            })
            .collect();
        out[place].sum += whole.value;
        out[place].groups.push(ErrorGroup {
            group: group.to_owned(),
            share: whole.value,
            figure: whole.id.clone(),
            parts_sum: parts.iter().map(|part| part.share).sum(),
            parts,
        });
    }
    out
}

/// Models side by side, the others measured by the first.
///
/// # Errors
/// A sentence, when a model is not known or fewer than two are given.
pub fn compare(
    published: &Published,
    environment: Environment,
    measured: &str,
    models: &[&str],
) -> Result<ModelComparison, String> {
    let find = |name: &&str| {
        let id = slug(name);
        let place = published.models.iter().position(|model| model.id == id);
        place.ok_or_else(|| format!("no figures of a model {name} are published"))
    };
    let places: Vec<usize> = models.iter().map(find).collect::<Result<_, _>>()?;
    let Some((first, _)) = places.split_first().filter(|(_, others)| !others.is_empty()) else {
        return Err("a comparison takes at least two models".to_owned());
    };
    let columns = ["mean", "all"].into_iter().chain(environment.subsets().iter().map(|(subset, _)| subset.id()));
    let rows = columns.filter_map(|subset| {
        let cell = |model: &usize| published.cell(*model, environment, measured, None, subset);
        let figures: Vec<Option<&Figure>> = places.iter().map(cell).collect();
        figures.iter().any(Option::is_some).then(|| {
            let base = cell(first);
            ComparedRow {
                subset: subset.to_owned(),
                values: figures.iter().map(|figure| figure.map(|figure| figure.value)).collect(),
                differences: figures.iter().map(|figure| Some(rounded(figure.as_ref()?.value - base?.value))).collect(),
                shown: figures.iter().map(|figure| differ(base?, figure.as_ref()?)).collect(),
            }
        })
    });
    Ok(ModelComparison {
        environment: environment.id().to_owned(),
        measure: measured.to_owned(),
        models: places.iter().map(|place| published.models[*place].name.clone()).collect(),
        rows: rows.collect(),
    })
}

/// Whether two rates differ: Newcombe's interval of the difference of two independent rates (his method 10, from the two
/// Wilson intervals) leaves out 0. The tasks are the same, but which of them were solved is not published, so no paired test
/// is possible.
fn differ(a: &Figure, b: &Figure) -> Option<bool> {
    measure(a.measure).filter(|measure| measure.is_rate)?;
    let n = a.tasks()?;
    let rate = |figure: &Figure| {
        let k = successes(&figure.printed, n)?;
        Some((f64::from(k) / f64::from(n), wilson(u64::from(k), u64::from(n))?))
    };
    let ((p, of_p), (q, of_q)) = (rate(a)?, rate(b)?);
    let difference = p - q;
    let low = difference - (square(p - of_p.low) + square(of_q.high - q)).sqrt();
    let high = difference + (square(of_p.high - p) + square(q - of_q.low)).sqrt();
    Some(low > 0.0 || high < 0.0)
}

/// `powi` may differ in its last bit from platform to platform; this does not.
pub(crate) fn square(value: f64) -> f64 {
    value * value
}

/// A query from what was typed: environments, models and so on by any name in use.
///
/// # Errors
/// A sentence naming the values there are, when one is not known.
pub fn query(published: &Published, wanted: &[(Facet, &str)]) -> Result<Query, String> {
    let mut query = Query::default();
    for (facet, value) in wanted {
        let mut one = Query::default();
        one.choose(*facet, value);
        if published.select(&one, &BTreeSet::new()).is_empty() {
            let values = published.facets(&Query::default(), &BTreeSet::new());
            let values = values.into_iter().find(|(known, _)| known == facet).map(|(_, values)| values);
            let names: Vec<String> =
                values.unwrap_or_default().into_iter().filter(|(_, n)| *n > 0).map(|(name, _)| name).collect();
            return Err(format!("nothing is published of the {} {value}; there are {}", facet.id(), names.join(", ")));
        }
        query.choose(*facet, value);
    }
    Ok(query)
}
