//! A run's report as files for others: tables of comma-separated values, and one page of HTML that needs nothing else.
//! Everything stands in the report; nothing is computed here.

use crate::numbers::{grouped, length, points, whole};
use crate::scorer::stopped_words;
use std::fmt::Write as _;
use stepguard_report::{
    AnswerStatus, BreakdownView, ConfusionView, Ends, Interface, InterfaceReport, MetricDifference, MetricKind,
    ModuleComparison, ModuleReport, RunAnswer, RunComparison, RunReport, ScoreMetric,
};

/// All figures, one a line: those of all tasks with an empty axis, then those by axis and label.
#[must_use]
pub fn figures_csv(report: &RunReport) -> String {
    let mut out = String::from("run,module,vocabulary,axis,label,metric,value,k,n,low,high,stopped_at_answer\r\n");
    let stopped = stopped_at(report);
    for module in &report.modules {
        let head = [report.run.as_str(), module.module.as_str(), vocabulary(module.interface), &stopped];
        for metric in &module.metrics {
            figure_line(&mut out, head, ["", ""], &metric.id, (metric.value, metric.k, metric.n, metric.interval));
        }
        for axis in &module.breakdowns {
            for row in &axis.rows {
                for measure in &row.measures {
                    let figure = (measure.value, measure.k, measure.n, measure.interval);
                    figure_line(&mut out, head, [&axis.axis, &row.label], &measure.id, figure);
                }
            }
        }
    }
    if let Some(audit) = &report.interface {
        for row in &audit.rows {
            let head = [report.run.as_str(), "interface-audit", vocabulary(Some(row.prompted)), &stopped];
            let tasks = if row.possible_only { "possible" } else { "all" };
            for measure in &row.measures {
                let figure = (measure.value, measure.k, measure.n, measure.interval);
                figure_line(&mut out, head, [vocabulary(Some(row.scored)), tasks], &measure.id, figure);
            }
        }
    }
    out
}

fn figure_line(
    out: &mut String,
    [run, module, vocabulary, stopped]: [&str; 4],
    place: [&str; 2],
    metric: &str,
    (value, k, n, interval): (Option<f64>, Option<i64>, i64, Option<Ends>),
) {
    let number = |value: Option<f64>| value.map_or_else(String::new, |value| value.to_string());
    let k = k.map_or_else(String::new, |k| k.to_string());
    let (low, high) = (number(interval.map(|ends| ends.low)), number(interval.map(|ends| ends.high)));
    let (value, n) = (number(value), n.to_string());
    line(out, &[run, module, vocabulary, place[0], place[1], metric, &value, &k, &n, &low, &high, stopped]);
}

/// The answer at which the run was stopped; empty of a whole run.
fn stopped_at(report: &RunReport) -> String {
    report.stopped.map_or_else(String::new, |stopped| stopped.answer.to_string())
}

/// All answers, one a line.
#[must_use]
pub fn answers_csv(report: &RunReport) -> String {
    let mut out =
        String::from("run,line,id,family,module,vocabulary,status,right,score,label,verdict,stopped_at_answer\r\n");
    let stopped = stopped_at(report);
    for answer in &report.answers {
        let (module, interface) = question(answer);
        let status = status(answer.status);
        let score = answer.score.map_or_else(String::new, |score| score.to_string());
        let (number, right) = (answer.line.to_string(), answer.right.to_string());
        let fields = [
            report.run.as_str(),
            &number,
            &answer.id,
            &answer.family,
            module,
            vocabulary(interface),
            status,
            &right,
            &score,
            &answer.label,
            &answer.verdict,
            &stopped,
        ];
        line(&mut out, &fields);
    }
    out
}

/// A line of comma-separated values (RFC 4180). A field that a spreadsheet would take for a formula is given as text.
fn line(out: &mut String, fields: &[&str]) {
    for (index, field) in fields.iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        let formula =
            field.starts_with(['=', '+', '@', '\t', '\r']) || field.starts_with('-') && field.parse::<f64>().is_err();
        let quoted = formula || field.contains([',', '"', '\n', '\r']);
        if quoted {
            out.push('"');
        }
        if formula {
            out.push('\'');
        }
        out.push_str(&field.replace('"', "\"\""));
        if quoted {
            out.push('"');
        }
    }
    out.push_str("\r\n");
}

const fn vocabulary(interface: Option<Interface>) -> &'static str {
    match interface {
        Some(Interface::Primitives) => "primitives",
        Some(Interface::Full) => "full",
        None => "",
    }
}

const fn status(status: AnswerStatus) -> &'static str {
    match status {
        AnswerStatus::Read => "read",
        AnswerStatus::Unreadable => "unreadable",
        AnswerStatus::Unanswered => "unanswered",
    }
}

/// Module and vocabulary of an answer.
fn question(answer: &RunAnswer) -> (&'static str, Option<Interface>) {
    use stepguard_report::AnswerResult;
    match &answer.result {
        AnswerResult::Refusal(_) => ("refusal", None),
        AnswerResult::Goal(_) => ("goal", None),
        AnswerResult::Transition(_) => ("transition", None),
        AnswerResult::Sequencing(result) => ("sequencing", Some(result.interface)),
    }
}

/// Answers that the page lists; the others are in the table of answers.
const LISTED: usize = 1000;

/// Looks of the page: system fonts, both colour schemes, nothing fetched.
const STYLE: &str = "\
:root{color-scheme:light dark;--ink:light-dark(#1a1e24,#e6eaf0);--soft:light-dark(#566070,#a0abba);\
--line:light-dark(#d9dee5,#323b47);--paper:light-dark(#fff,#12161c);--tint:light-dark(#f6f7f9,#191f27);\
--mark:light-dark(#1f55c4,#8ab0ff)}\
body{font:15px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);max-width:1100px;margin:0 auto;padding:16px}\
h1,h2,h3{line-height:1.25}h2{margin-top:40px;border-bottom:1px solid var(--line);padding-bottom:4px}\
table{border-collapse:collapse;margin:8px 0 16px;font-variant-numeric:tabular-nums}caption{text-align:left;color:var(--soft)}\
th,td{padding:4px 12px 4px 0;text-align:left;vertical-align:top;border-bottom:1px solid var(--line)}td.n,th.n{text-align:right}.nowrap{white-space:nowrap}\
.wide{overflow-x:auto}.soft{color:var(--soft)}.main td,.main th{background:var(--tint);font-weight:600}code{font-family:ui-monospace,monospace}\
svg{display:block;margin-top:6px}svg line{stroke:var(--line)}svg .range{stroke:var(--mark);stroke-width:6}svg circle{fill:var(--ink)}\
.stop{border:1px solid var(--line);border-left:4px solid var(--mark);padding:8px 12px}";

/// The report as one page of HTML.
#[must_use]
pub fn html(report: &RunReport) -> String {
    let mut out = String::with_capacity(64 * 1024);
    begin(&mut out, &format!("{} on {}", report.run, report.suite));
    if !report.about.is_empty() {
        let _ = writeln!(out, "<p>{}</p>", escaped(&report.about));
    }
    let _ = writeln!(
        out,
        "<p class=\"soft\">{} tasks of {} families; {} of {} lines of the run count. {}.</p>",
        grouped(report.tasks),
        grouped(report.families),
        grouped(report.scored),
        grouped(report.lines),
        escaped(&report.tool)
    );
    stopped_note(&mut out, report);
    out.push_str("<ul>\n");
    for module in &report.modules {
        let _ = writeln!(out, "<li>{}</li>", escaped(&module.summary));
    }
    out.push_str("</ul>\n");
    for section in &report.modules {
        module(&mut out, report, section);
    }
    if let Some(audit) = &report.interface {
        interface(&mut out, audit);
    }
    faults(&mut out, report);
    answers(&mut out, report);
    end(&mut out, &report.rules);
    out
}

/// The page up to its title.
fn begin(out: &mut String, title: &str) {
    let _ = write!(
        out,
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" \
         content=\"width=device-width,initial-scale=1\"><title>{0}</title><style>{STYLE}</style></head><body>\n<main>\n\
         <h1>{0}</h1>\n",
        escaped(title)
    );
}

/// The rules, and the end of the page.
fn end(out: &mut String, rules: &[String]) {
    out.push_str("<h2>What counts and how</h2>\n<ul>\n");
    for rule in rules {
        let _ = writeln!(out, "<li>{}</li>", escaped(rule));
    }
    out.push_str("</ul>\n</main></body></html>\n");
}

/// Says of a run that was stopped where that was: figures without it would be taken for those of the whole run.
fn stopped_note(out: &mut String, report: &RunReport) {
    if let Some(stopped) = report.stopped {
        let _ = writeln!(
            out,
            "<p class=\"stop\"><strong>{}.</strong> All figures below are of that part only; tasks that it did not get to are \
             left out.</p>",
            stopped_words(stopped)
        );
    }
}

fn module(out: &mut String, report: &RunReport, module: &ModuleReport) {
    let _ = writeln!(
        out,
        "<h2>{}</h2>\n<p>{}</p>\n<p class=\"soft\">Answered: {} of {}; unreadable: {} of {}.</p>",
        escaped(&module.name),
        escaped(&module.summary),
        whole(module.answered.k),
        whole(module.answered.n),
        whole(module.unreadable.k),
        whole(module.unreadable.n)
    );
    let stopped = match report.stopped {
        Some(stopped) => format!(", of a run that was stopped at answer {}", grouped(stopped.answer)),
        None => String::new(),
    };
    let _ = writeln!(
        out,
        "<div class=\"wide\"><table><caption>All figures{stopped}</caption><thead><tr><th>figure</th>\
         <th class=\"n\">value</th><th>95 % interval</th><th></th><th class=\"n\">n</th><th>what it says</th></tr></thead><tbody>"
    );
    let mut group = "";
    for metric in &module.metrics {
        if metric.group != group {
            group = &metric.group;
            let _ = writeln!(out, "<tr><th colspan=\"6\" class=\"soft\">{}</th></tr>", escaped(group));
        }
        metric_row(out, metric);
    }
    out.push_str("</tbody></table></div>\n");
    if let Some(matrix) = &module.confusion {
        confusion(out, matrix);
    }
    for axis in &module.breakdowns {
        breakdown(out, module, axis);
    }
    if !module.absent.is_empty() {
        let _ = writeln!(
            out,
            "<details><summary>{} tasks without an answer</summary><p>{}</p></details>",
            length(module.absent.len()),
            escaped(&module.absent.join(", "))
        );
    }
}

fn metric_row(out: &mut String, metric: &ScoreMetric) {
    let n = match (metric.kind, metric.k, &metric.counts) {
        (MetricKind::Rate, Some(k), _) => format!("{} of {}", whole(k), whole(metric.n)),
        (_, _, Some(counts)) => format!(
            "{} right, {} wrong, {} missed",
            whole(counts.true_positives),
            whole(counts.false_positives),
            whole(counts.false_negatives)
        ),
        _ => whole(metric.n),
    };
    let _ = writeln!(
        out,
        "<tr{}><td>{}</td><td class=\"n nowrap\">{}</td><td class=\"nowrap\">{}</td><td>{}</td><td class=\"n{}\">{n}</td><td class=\"soft\">{}</td></tr>",
        if metric.main { " class=\"main\"" } else { "" },
        escaped(&metric.name),
        value(metric.value),
        range(metric.interval),
        bar(metric.value, metric.interval),
        // What F1 is made of takes several words.
        if metric.counts.is_some() { "" } else { " nowrap" },
        escaped(&metric.about)
    );
}

fn value(value: Option<f64>) -> String {
    value.map_or_else(|| "–".to_owned(), |value| format!("{value:.2} %"))
}

fn range(interval: Option<Ends>) -> String {
    interval.map_or_else(|| "–".to_owned(), |ends| format!("{:.2} to {:.2}", ends.low, ends.high))
}

/// Value and interval on a line from 0 to 100.
fn bar(value: Option<f64>, interval: Option<Ends>) -> String {
    let Some(value) = value else { return String::new() };
    let at = |percent: f64| 4.0 + 1.2 * percent.clamp(0.0, 100.0);
    let mut out = String::from(
        "<svg width=\"128\" height=\"12\" aria-hidden=\"true\"><line x1=\"4\" x2=\"124\" y1=\"6\" y2=\"6\"/>",
    );
    if let Some(ends) = interval {
        let _ = write!(
            out,
            "<line class=\"range\" x1=\"{:.1}\" x2=\"{:.1}\" y1=\"6\" y2=\"6\"/>",
            at(ends.low),
            at(ends.high)
        );
    }
    let _ = write!(out, "<circle cx=\"{:.1}\" cy=\"6\" r=\"2.5\"/></svg>", at(value));
    out
}

fn confusion(out: &mut String, matrix: &ConfusionView) {
    out.push_str(
        "<div class=\"wide\"><table><caption>What was said to what</caption><thead><tr><th>command</th><th>right</th>",
    );
    for column in &matrix.columns {
        let _ = write!(out, "<th class=\"n\">{}</th>", escaped(column));
    }
    out.push_str("</tr></thead><tbody>\n");
    for row in &matrix.rows {
        let _ = write!(out, "<tr><th>{}</th><td>{}</td>", escaped(&row.intent), escaped(&row.gold));
        for cell in &row.cells {
            let _ = write!(out, "<td class=\"n\">{}</td>", grouped(*cell));
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody></table></div>\n");
}

fn breakdown(out: &mut String, module: &ModuleReport, axis: &BreakdownView) {
    let Some(first) = axis.rows.first() else { return };
    let _ = write!(
        out,
        "<details><summary>By {}</summary><div class=\"wide\"><table><thead><tr><th>{0}</th><th class=\"n\">tasks</th>",
        escaped(&axis.axis.replace('-', " "))
    );
    for measure in &first.measures {
        let name =
            module.metrics.iter().find(|metric| metric.id == measure.id).map_or("", |metric| metric.name.as_str());
        let _ = write!(out, "<th>{}</th>", escaped(name));
    }
    out.push_str("</tr></thead><tbody>\n");
    for row in &axis.rows {
        let _ = write!(out, "<tr><th>{}</th><td class=\"n\">{}</td>", escaped(&row.label), grouped(row.tasks));
        for measure in &row.measures {
            let _ = write!(
                out,
                "<td class=\"nowrap\">{}<br><span class=\"soft\">{}</span></td>",
                value(measure.value),
                range(measure.interval)
            );
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody></table></div></details>\n");
}

fn interface(out: &mut String, audit: &InterfaceReport) {
    let _ = writeln!(out, "<h2>Interface audit</h2>\n<p>{}</p>", escaped(&audit.summary));
    out.push_str(
        "<div class=\"wide\"><table><caption>The run's plans, scored each way</caption><thead><tr><th>prompted</th>\
         <th>scored with</th><th>tasks</th><th class=\"n\">n</th><th>success</th><th>executable</th><th>goal reached</th>\
         <th>safe</th></tr></thead><tbody>\n",
    );
    for row in &audit.rows {
        let _ = write!(
            out,
            "<tr><td>{}</td><td>{}</td><td>{}</td><td class=\"n\">{}</td>",
            vocabulary(Some(row.prompted)),
            vocabulary(Some(row.scored)),
            if row.possible_only { "possible with primitives" } else { "all" },
            grouped(row.tasks)
        );
        for measure in &row.measures {
            let _ = write!(
                out,
                "<td class=\"nowrap\">{}<br><span class=\"soft\">{}</span></td>",
                value(measure.value),
                range(measure.interval)
            );
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody></table></div>\n");
    for (words, ids) in
        [("proved to be impossible with the primitives", &audit.impossible), ("undecided", &audit.undecided)]
    {
        if !ids.is_empty() {
            let _ = writeln!(
                out,
                "<details><summary>{} tasks {words}</summary><p>{}</p></details>",
                length(ids.len()),
                escaped(&ids.join(", "))
            );
        }
    }
}

fn faults(out: &mut String, report: &RunReport) {
    if report.faults.is_empty() {
        return;
    }
    let _ = writeln!(out, "<h2>Lines that do not count</h2>\n<p>{} lines.</p>\n<ul>", length(report.faults.len()));
    for fault in report.faults.iter().take(LISTED) {
        let _ = writeln!(out, "<li>line {}: {}</li>", grouped(fault.line), escaped(&fault.reason));
    }
    out.push_str("</ul>\n");
    if report.faults.len() > LISTED {
        let _ = writeln!(out, "<p>The first {} are listed.</p>", length(LISTED));
    }
}

fn answers(out: &mut String, report: &RunReport) {
    let wrong: Vec<&RunAnswer> = report.answers.iter().filter(|answer| !answer.right).collect();
    let _ = writeln!(
        out,
        "<h2>Answers that are not right</h2>\n<p>{} of {} answers.{}</p>",
        length(wrong.len()),
        length(report.answers.len()),
        if wrong.len() > LISTED { format!(" The first {} are listed.", length(LISTED)) } else { String::new() }
    );
    if wrong.is_empty() {
        return;
    }
    out.push_str(
        "<details><summary>List</summary><div class=\"wide\"><table><thead><tr><th class=\"n\">line</th><th>task</th>\
         <th>module</th><th>label</th><th>verdict</th></tr></thead><tbody>\n",
    );
    for answer in wrong.into_iter().take(LISTED) {
        let _ = writeln!(
            out,
            "<tr><td class=\"n\">{}</td><td><code>{}</code></td><td>{}</td><td>{}</td><td>{}</td></tr>",
            grouped(answer.line),
            escaped(&answer.id),
            question(answer).0,
            escaped(&answer.label),
            escaped(&answer.verdict)
        );
    }
    out.push_str("</tbody></table></div></details>\n");
}

/// A comparison of two runs, one figure a line.
#[must_use]
pub fn comparison_csv(comparison: &RunComparison) -> String {
    let number = |value: Option<f64>| value.map_or_else(String::new, |value| value.to_string());
    let mut out = String::from(
        "first_run,second_run,module,vocabulary,metric,test,n,first,second,difference,low,high,p,p_holm,words\r\n",
    );
    for module in &comparison.modules {
        for figure in &module.differences {
            let found = &figure.difference;
            line(
                &mut out,
                &[
                    &comparison.first,
                    &comparison.second,
                    &module.module,
                    vocabulary(module.interface),
                    &figure.id,
                    &figure.test,
                    &figure.n.to_string(),
                    &number(found.first),
                    &number(found.second),
                    &number(found.difference),
                    &number(found.interval.map(|ends| ends.low)),
                    &number(found.interval.map(|ends| ends.high)),
                    &number(found.p),
                    &number(found.p_corrected),
                    &found.words,
                ],
            );
        }
    }
    out
}

/// A comparison of two runs as one page of HTML.
#[must_use]
pub fn comparison_html(comparison: &RunComparison) -> String {
    let mut out = String::with_capacity(16 * 1024);
    begin(&mut out, &format!("{} and {} on {}", comparison.first, comparison.second, comparison.suite));
    let _ = writeln!(
        out,
        "<p>{}</p>\n<p class=\"soft\">Differences are {} minus {}, in points, on the questions that both answered. {}.</p>",
        escaped(&comparison.summary),
        escaped(&comparison.second),
        escaped(&comparison.first),
        escaped(&comparison.tool)
    );
    for module in &comparison.modules {
        compared(&mut out, comparison, module);
    }
    end(&mut out, &comparison.rules);
    out
}

fn compared(out: &mut String, comparison: &RunComparison, module: &ModuleComparison) {
    let _ = writeln!(
        out,
        "<h2>{}</h2>\n<p class=\"soft\">{} tasks of {} families that both answered; {} that only one answered are left \
         out.</p>\n<div class=\"wide\"><table><caption>Figures of both runs and their differences</caption><thead><tr>\
         <th>figure</th><th class=\"n\">{}</th><th class=\"n\">{}</th><th class=\"n\">difference</th><th>95 % interval</th>\
         <th></th><th class=\"n\">p</th><th class=\"n\">p, Holm</th><th class=\"n\">n</th><th>test</th><th>in words</th></tr>\
         </thead><tbody>",
        escaped(&module.name),
        grouped(module.n),
        grouped(module.families),
        length(module.left_out.len()),
        escaped(&comparison.first),
        escaped(&comparison.second)
    );
    for figure in &module.differences {
        compared_row(out, figure);
    }
    out.push_str("</tbody></table></div>\n");
    if !module.left_out.is_empty() {
        let _ = writeln!(
            out,
            "<details><summary>{} tasks that only one run answered</summary><p>{}</p></details>",
            length(module.left_out.len()),
            escaped(&module.left_out.join(", "))
        );
    }
}

fn compared_row(out: &mut String, figure: &MetricDifference) {
    let found = &figure.difference;
    let p = |p: Option<f64>| match p {
        None => "–".to_owned(),
        Some(p) if p < 0.001 => "&lt; 0.001".to_owned(),
        Some(p) => format!("{p:.3}"),
    };
    let _ = writeln!(
        out,
        "<tr{}><td>{}</td><td class=\"n nowrap\">{}</td><td class=\"n nowrap\">{}</td><td class=\"n nowrap\">{}</td>\
         <td class=\"nowrap\">{}</td><td>{}</td><td class=\"n nowrap\">{}</td><td class=\"n nowrap\">{}</td>\
         <td class=\"n\">{}</td><td>{}</td><td>{}</td></tr>",
        if figure.main { " class=\"main\"" } else { "" },
        escaped(&figure.name),
        value(found.first),
        value(found.second),
        found.difference.map_or_else(|| "–".to_owned(), points),
        found.interval.map_or_else(|| "–".to_owned(), |ends| format!("{} to {}", points(ends.low), points(ends.high))),
        difference_bar(found.difference, found.interval),
        p(found.p),
        p(found.p_corrected),
        grouped(figure.n),
        escaped(&figure.test),
        escaped(&found.words)
    );
}

/// Difference and interval on a line from -100 to 100, with a mark at 0.
fn difference_bar(difference: Option<f64>, interval: Option<Ends>) -> String {
    let half = |value: f64| f64::midpoint(value, 100.0);
    let drawn = bar(difference.map(half), interval.map(|ends| Ends { low: half(ends.low), high: half(ends.high) }));
    drawn.replacen("<line class", "<line x1=\"64\" x2=\"64\" y1=\"1\" y2=\"11\"/><line class", 1)
}

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_that_need_quotes() {
        let mut out = String::new();
        line(&mut out, &["a", "b,c", "say \"no\"", "=1+1", "-5", "-x", ""]);
        assert_eq!(out, "a,\"b,c\",\"say \"\"no\"\"\",\"'=1+1\",-5,\"'-x\",\r\n");
    }

    #[test]
    fn text_is_no_markup() {
        assert_eq!(escaped("<a href=\"x\">'&'</a>"), "&lt;a href=&quot;x&quot;&gt;&#39;&amp;&#39;&lt;/a&gt;");
    }
}
