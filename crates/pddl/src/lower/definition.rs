//! A text's definitions: finding them, and handing each section to its reader.

use super::Lower;
use crate::ast::{Definitions, Domain, Name, Problem};
use crate::codes;
use crate::requirements;
use crate::tree::NodeId;
use stepguard_text::{Span, TextId};

/// What a definition defines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Domain,
    Problem,
}

impl Kind {
    const fn word(self) -> &'static str {
        match self {
            Self::Domain => "domain",
            Self::Problem => "problem",
        }
    }
}

/// Sections of a domain.
const DOMAIN_SECTIONS: [&str; 13] = [
    ":requirements",
    ":types",
    ":constants",
    ":predicates",
    ":functions",
    ":action",
    ":durative-action",
    ":derived",
    ":axiom",
    ":constraints",
    ":process",
    ":event",
    ":timeless",
];

/// Sections of a problem.
const PROBLEM_SECTIONS: [&str; 8] =
    [":domain", ":requirements", ":objects", ":init", ":goal", ":constraints", ":metric", ":length"];

/// Sections of other languages and of PDDL's first versions that are named but not read: word, language.
const OTHER_SECTIONS: [(&str, &str); 12] = [
    (":task", HDDL),
    (":method", HDDL),
    (":htn", HDDL),
    (":ordered-subtasks", HDDL),
    (":extends", PDDL_1),
    (":situation", PDDL_1),
    (":safety", PDDL_1),
    (":expansion", PDDL_1),
    (":agents", MA_PDDL),
    (":shared-data", MA_PDDL),
    (":observation", "Planning under partial observation"),
    (":goal-reward", "PPDDL (planning under uncertainty)"),
];

const HDDL: &str = "HDDL (hierarchical planning)";
const PDDL_1: &str = "of PDDL 1.2";
const MA_PDDL: &str = "MA-PDDL (planning for several agents)";

/// A definition under way.
pub(super) struct Open {
    pub(super) kind: Kind,
    pub(super) domain: Domain,
    pub(super) problem: Problem,
    /// The first section of each name, to find doubles.
    pub(super) seen: Vec<(&'static str, Span)>,
}

impl<'a> Lower<'a> {
    /// Everything in the text.
    pub(super) fn read_text(&mut self, out: &mut Definitions) {
        let mut outside: Option<Span> = None;
        let mut sections: Option<NodeId> = None;
        for id in self.tree.roots() {
            match self.definition_kind(id) {
                Some(kind) => self.read_definition(id, kind, out),
                None => {
                    if sections.is_none() && self.head(id).is_some_and(|head| head.starts_with(':')) {
                        sections = Some(id);
                    }
                    outside = outside.or(Some(self.span(id)));
                }
            }
        }
        self.report_repairs();
        self.report_odd_characters();
        self.report_second_definitions(out);
        if out.domains.is_empty() && out.problems.is_empty() {
            // A pasted text may hold a plan only; sections without a definition are no plan.
            if let Some(span) = outside
                && (self.id != TextId::Pasted || sections.is_some())
            {
                self.report_no_definition(span, sections);
            }
        } else if let Some(span) = outside
            && self.id != TextId::Pasted
        {
            self.push(
                self.warning(codes::OUTSIDE, span, "text outside of the definitions is ignored")
                    .help("Only what stands inside (define ...) is read."),
            );
        }
    }

    /// Whether a list is a definition, and of what.
    fn definition_kind(&mut self, id: NodeId) -> Option<Kind> {
        let head = self.head(id)?;
        let define = head.eq_ignore_ascii_case("define");
        let second = self.arguments(id).next();
        let kind = second.and_then(|second| {
            let word = self.head(second)?;
            let kind = if word.eq_ignore_ascii_case("domain") {
                Kind::Domain
            } else if word.eq_ignore_ascii_case("problem") {
                Kind::Problem
            } else {
                return None;
            };
            Some(kind)
        });
        if define {
            return match kind {
                Some(kind) => Some(kind),
                None => self.guess_kind(id, second),
            };
        }
        if let Some(kind) = kind
            && (self.suggest(head, ["define"]).is_some() || head.eq_ignore_ascii_case("defdomain"))
        {
            let span = self.children(id).next().map_or(self.span(id), |first| self.span(first));
            self.push(
                self.error(codes::MISSPELT_DEFINE, span, format!("{head} should be define"))
                    .help("A definition starts with (define (domain ...) or (define (problem ...).")
                    .replace("Write define", span, "define"),
            );
            return Some(kind);
        }
        None
    }

    /// What a `(define` without a readable `(domain x)` defines.
    #[cold]
    fn guess_kind(&mut self, id: NodeId, second: Option<NodeId>) -> Option<Kind> {
        let start = self.children(id).next().map_or(self.span(id), |first| self.span(first));
        if let Some(second) = second
            && let Some(word) = self.head(second)
            && !word.starts_with(':')
        {
            let span = self.children(second).next().map_or(start, |first| self.span(first));
            if let Some(meant) = self.suggest(word, ["domain", "problem"]) {
                self.push(
                    self.error(codes::NO_HEADER, span, format!("{word} should be {meant}"))
                        .help("A definition starts with (define (domain name) or (define (problem name).")
                        .replace(format!("Write {meant}"), span, meant),
                );
                return Some(if meant == "domain" { Kind::Domain } else { Kind::Problem });
            }
            if ["addendum", "situation", "action", "method"].iter().any(|old| word.eq_ignore_ascii_case(old)) {
                self.push(
                    self.error(codes::UNSUPPORTED_LANGUAGE, self.span(second), format!("(define ({word} ...)) is not supported"))
                        .help("It belongs to PDDL 1.2; today's planners do not read it either. Put its parts into the domain or the problem."),
                );
                return None;
            }
        }
        let has = |names: &[&str]| {
            self.arguments(id).any(|child| {
                self.head(child).is_some_and(|head| names.iter().any(|name| name.eq_ignore_ascii_case(head)))
            })
        };
        let kind = if has(&[":init", ":goal", ":objects", ":domain"]) {
            Kind::Problem
        } else if has(&[":action", ":predicates", ":durative-action", ":types"]) {
            Kind::Domain
        } else {
            self.push(
                self.error(codes::NO_HEADER, start, "this definition does not say what it defines")
                    .help("A definition starts with (define (domain name) or (define (problem name)."),
            );
            return None;
        };
        self.push(
            self.error(codes::NO_HEADER, start, format!("({} name) is missing behind define", kind.word()))
                .help("A definition starts with (define (domain name) or (define (problem name)."),
        );
        Some(kind)
    }

    fn read_definition(&mut self, id: NodeId, kind: Kind, out: &mut Definitions) {
        let span = self.span(id);
        self.definition_spans.push(span);
        self.in_problem = kind == Kind::Problem;
        let mut open = Open {
            kind,
            domain: Domain {
                text: self.id,
                span,
                name: None,
                requirements_span: None,
                requirements: Vec::new(),
                types: Vec::new(),
                types_span: None,
                constants: Vec::new(),
                predicates: Vec::new(),
                predicates_span: None,
                functions: Vec::new(),
                actions: Vec::new(),
                durative_actions: Vec::new(),
                derived: Vec::new(),
                constraints: Vec::new(),
                unsupported: Vec::new(),
                rule_comments: Vec::new(),
            },
            problem: Problem {
                text: self.id,
                span,
                name: None,
                domain: None,
                requirements: Vec::new(),
                objects: Vec::new(),
                objects_span: None,
                init: None,
                goal: None,
                constraints: Vec::new(),
                metric: None,
                length: None,
                unsupported: Vec::new(),
                rule_comments: Vec::new(),
            },
            seen: Vec::new(),
        };
        let mut named = false;
        let mut stray: Option<Span> = None;
        let mut header_end = self.children(id).next().map_or(span.start, |first| self.span(first).end);
        for part in self.arguments(id) {
            let node = self.node(part);
            if node.is_word() {
                // Words side by side are one thing, most often a sentence.
                stray = Some(stray.map_or(node.span(), |first: Span| first.to(node.span())));
                continue;
            }
            if let Some(span) = stray.take() {
                self.report_stray_words(span, kind);
            }
            if !node.is_list() {
                continue;
            }
            let Some(first) = self.children(part).next() else {
                self.push(
                    self.warning(codes::STRAY_PART, node.span(), "() says nothing here; it is passed over")
                        .help("A definition is made of sections such as (:init ...)."),
                );
                continue;
            };
            let head = if self.is_word(first) { self.word(first) } else { "" };
            if !named && !head.starts_with(':') && self.is_word(first) && open.seen.is_empty() {
                named = true;
                header_end = node.end;
                let name = self.read_definition_name(part, kind);
                open.domain.name = name;
                open.problem.name = name;
                continue;
            }
            self.read_section(part, head, &mut open);
        }
        if let Some(span) = stray {
            self.report_stray_words(span, kind);
        }
        let problem = self.in_problem;
        if problem {
            // What is not there may have been cut off.
            if !self.node(id).is_unclosed() {
                self.report_missing_sections(&open, header_end);
            }
        } else if open.domain.requirements_span.is_none() {
            open.domain.requirements_span = Some(Span::point(header_end));
        }
        let rules = self.read_rule_comments(id, &open);
        if problem {
            open.problem.rule_comments = rules;
            out.problems.push(open.problem);
        } else {
            open.domain.rule_comments = rules;
            self.report_missing_requirements(&open.domain);
            self.last_domain_uses = std::mem::take(&mut self.domain_uses);
            out.domains.push(open.domain);
        }
        self.in_problem = false;
    }

    fn read_definition_name(&mut self, part: NodeId, kind: Kind) -> Option<Name> {
        let mut arguments = self.arguments(part);
        let word = kind.word();
        let Some(name) = arguments.next().filter(|name| self.is_word(*name)) else {
            self.push(
                self.warning(codes::NO_NAME, self.span(part), format!("this {word} has no name"))
                    .help(format!("Write ({word} name).")),
            );
            return None;
        };
        if let Some(extra) = arguments.next() {
            let span = self.span(extra);
            let shown = self.quote(span);
            self.push(
                self.error(codes::STRAY_PART, span, format!("{shown} stands behind the name of the {word}"))
                    .help("A name is one word: join several with - or _."),
            );
        }
        Some(self.read_name(name))
    }

    /// One section, by its keyword.
    fn read_section(&mut self, id: NodeId, head: &str, open: &mut Open) {
        let Some(keyword) = self.section_keyword(id, head, open.kind) else { return };
        match keyword {
            ":requirements" => {
                let requirements = self.read_requirements(id);
                self.once(keyword, id, open);
                open.domain.requirements_span.get_or_insert(self.span(id));
                open.domain.requirements.extend_from_slice(&requirements);
                open.problem.requirements.extend(requirements);
            }
            ":constraints" => {
                self.uses(requirements::Feature::Constraints, self.span(id));
                let condition = self.read_constraints(id);
                if let Some(condition) = condition {
                    if open.kind == Kind::Domain {
                        open.domain.constraints.push(condition);
                    } else {
                        open.problem.constraints.push(condition);
                    }
                }
            }
            _ if open.kind == Kind::Domain => self.read_domain_section(id, keyword, open),
            _ => self.read_problem_section(id, keyword, open),
        }
    }

    /// The section that a list is, or is likely to be; reports all but the plain case.
    fn section_keyword(&mut self, id: NodeId, head: &str, kind: Kind) -> Option<&'static str> {
        let (own, other): (&[&'static str], &[&'static str]) = match kind {
            Kind::Domain => (&DOMAIN_SECTIONS, &PROBLEM_SECTIONS),
            Kind::Problem => (&PROBLEM_SECTIONS, &DOMAIN_SECTIONS),
        };
        let find = |sections: &[&'static str], word: &str| {
            sections.iter().find(|section| section.eq_ignore_ascii_case(word)).copied()
        };
        if let Some(section) = find(own, head) {
            return Some(section);
        }
        self.odd_section(id, head, kind, own, other)
    }

    #[cold]
    fn odd_section(
        &mut self,
        id: NodeId,
        head: &str,
        kind: Kind,
        own: &[&'static str],
        other: &[&'static str],
    ) -> Option<&'static str> {
        let span = self.span(id);
        let word = kind.word();
        let keyword = self.children(id).next().map_or(span, |first| self.span(first));
        let find = |sections: &[&'static str], word: &str| {
            sections.iter().find(|section| section.eq_ignore_ascii_case(word)).copied()
        };
        if let Some((_, language)) = OTHER_SECTIONS.iter().find(|(name, _)| name.eq_ignore_ascii_case(head)) {
            let message = if *language == PDDL_1 {
                format!("{head} {language} is not supported")
            } else {
                format!("{language} is not supported")
            };
            self.push(
                self.error(codes::UNSUPPORTED_LANGUAGE, span, message)
                    .help("This tool reads PDDL 1.2 to 3.1. The section is passed over."),
            );
            return None;
        }
        if head.is_empty() || head.starts_with('?') {
            let shown = self.quote(span);
            self.push(
                self.error(codes::STRAY_PART, span, format!("{shown} stands outside of any section"))
                    .help("Is a parenthesis too many or too few before it?"),
            );
            return None;
        }
        if !head.starts_with(':') {
            if let Some(section) = find(own, &format!(":{head}")) {
                self.push(
                    self.error(codes::NO_COLON, keyword, format!("the colon before {head} is missing"))
                        .help("Sections start with a colon.")
                        .replace(format!("Write {section}"), keyword, section),
                );
                return Some(section);
            }
            let shown = self.quote(span);
            self.push(
                self.error(codes::STRAY_PART, span, format!("{shown} stands outside of any section"))
                    .help("Is a parenthesis too many or too few before it?"),
            );
            return None;
        }
        if let Some(section) = find(other, head) {
            let there = if kind == Kind::Domain { "problem" } else { "domain" };
            self.push(
                self.error(codes::WRONG_SECTION, keyword, format!("{section} belongs in a {there}, this is a {word}"))
                    .help(format!(
                        "Move the section to the {there}; here it is passed over. Was the {word} not closed before it?"
                    )),
            );
            return None;
        }
        let synonyms = [
            (":object", ":objects"),
            (":initial", ":init"),
            (":initial-state", ":init"),
            (":state", ":init"),
            (":goals", ":goal"),
            (":goal-state", ":goal"),
            (":axioms", ":derived"),
            (":durative-actions", ":durative-action"),
            (":actions", ":action"),
            (":operator", ":action"),
            (":fluents", ":functions"),
            (":relations", ":predicates"),
        ];
        let meant = synonyms
            .iter()
            .find(|(name, section)| name.eq_ignore_ascii_case(head) && own.contains(section))
            .map(|(_, section)| *section)
            .or_else(|| self.suggest(head, own.iter().copied()));
        let diagnostic = self.error(
            codes::UNKNOWN_SECTION,
            keyword,
            match meant {
                Some(meant) => format!("a {word} has no section {head}; did you mean {meant}?"),
                None => format!("a {word} has no section {head}"),
            },
        );
        let diagnostic = match meant {
            Some(meant) => diagnostic.help("Read as if it were, so that the rest can be checked.").replace(
                format!("Write {meant}"),
                keyword,
                meant,
            ),
            None => {
                diagnostic.help(format!("The sections of a {word} are {}. This one is passed over.", own.join(", ")))
            }
        };
        self.push(diagnostic);
        meant
    }

    /// Notes a section that should stand once, and reports the second.
    pub(super) fn once(&mut self, keyword: &'static str, id: NodeId, open: &mut Open) {
        let span = self.span(id);
        match open.seen.iter().find(|(seen, _)| *seen == keyword) {
            Some((_, first)) => {
                let head = self.children(id).next().map_or(span, |first| self.span(first));
                let first = self.place(*first);
                self.push(
                    self.warning(codes::SECTION_TWICE, head, format!("a second {keyword} section; both are read"))
                        .help("Join the two: other tools may read only one of them.")
                        .related(first, "the first"),
                );
            }
            None => open.seen.push((keyword, span)),
        }
    }

    #[cold]
    fn report_stray_words(&mut self, span: Span, kind: Kind) {
        let shown = self.quote(span);
        self.push(self.error(codes::STRAY_PART, span, format!("{shown} stands outside of any section")).help(format!(
            "A {} is made of sections such as ({} ...). Is a parenthesis missing or too many before it?",
            kind.word(),
            if kind == Kind::Domain { ":action" } else { ":init" }
        )));
    }

    fn report_missing_sections(&mut self, open: &Open, header_end: u32) {
        let problem = &open.problem;
        let at = Span::new(problem.span.start, header_end);
        if problem.domain.is_none() && !open.seen.iter().any(|(seen, _)| *seen == ":domain") {
            self.push(
                self.warning(codes::SECTION_MISSING, at, "this problem does not name its domain")
                    .help("Write (:domain name) behind the problem's name; the domain text given with it is used."),
            );
        }
        if problem.init.is_none() {
            self.push(
                self.warning(codes::SECTION_MISSING, at, "this problem has no :init; nothing holds at the start")
                    .help("Write (:init ...) with the facts that hold at the start."),
            );
        }
        if problem.goal.is_none() && !open.seen.iter().any(|(seen, _)| *seen == ":goal") {
            self.push(
                self.warning(codes::SECTION_MISSING, at, "this problem has no :goal; every plan that runs reaches it")
                    .help("Write (:goal ...) with what must hold in the end."),
            );
        }
    }

    #[cold]
    fn report_no_definition(&mut self, span: Span, sections: Option<NodeId>) {
        let diagnostic = match sections {
            Some(section) => self
                .error(codes::NO_DEFINITION, self.span(section), "this section stands in no definition")
                .help("Sections stand inside (define (domain name) ...) or (define (problem name) ...)."),
            None => self
                .error(codes::NO_DEFINITION, span, "there is no definition in this text")
                .help("A PDDL text holds (define (domain name) ...) or (define (problem name) ...)."),
        };
        self.push(diagnostic);
    }

    /// Second definitions. Which text a definition belongs in is for those to say who know both.
    fn report_second_definitions(&mut self, out: &Definitions) {
        let domains: Vec<Span> = out.domains.iter().map(|domain| domain.span).collect();
        let problems: Vec<Span> = out.problems.iter().map(|problem| problem.span).collect();
        for (spans, word) in [(&domains, "domain"), (&problems, "problem")] {
            if spans.len() < 2 {
                continue;
            }
            let first = self.head_span(spans[0]);
            let line = self.text[..first.start as usize].matches('\n').count() + 1;
            let first = self.place(first);
            for second in spans.iter().skip(1) {
                let head = self.head_span(*second);
                self.push(
                    self.error(
                        codes::SECOND_DEFINITION,
                        head,
                        format!("a second {word} definition starts here; the first is on line {line}"),
                    )
                    .help("A check takes one domain and one problem: remove one of them.")
                    .related(first, "the first"),
                );
            }
        }
    }

    /// The first line of a definition.
    fn head_span(&self, span: Span) -> Span {
        let text = span.slice(self.text);
        let line = text.find(['\n', '\r']).unwrap_or(text.len());
        Span::new(span.start, span.start + u32::try_from(line).unwrap_or(0))
    }
}
