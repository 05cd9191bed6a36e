//! Sources to scenarios. Whatever is wrong with a source is reported with file, field, line and remedy, as much of it as
//! can be found at once: those who write families should not have to know how they are compiled.

use crate::copies;
use crate::household::Household;
use crate::module::{self, Module, Piece, unbalanced};
use crate::problem::Problem;
use crate::scenario::{Intent, Mitigation, Scenario};
use crate::source::{Family, Instance, Source, Twin};
use crate::steps::{self, Step};
use crate::task::{self, Unknown};
use crate::weave::{Parts, Woven};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::sync::Arc;
use stepguard_pddl::tree::Tree;
use stepguard_task::Task;
use stepguard_text::suggest::suggest;
use stepguard_text::{Diagnostic, TextId};
use toml::Spanned;

/// What became of the sources.
#[derive(Debug, Clone, Default)]
pub struct Compiled {
    /// The scenarios of the instances with which nothing is wrong, each followed by its benign twin.
    pub scenarios: Vec<Scenario>,
    /// What is wrong, in the order of the sources.
    pub problems: Vec<Problem>,
}

/// Compiles families with a household's domain and modules. A module that cannot be read is missing to those that want it
/// and to nobody else.
#[must_use]
pub fn compile(household: &Household, sources: &[Source]) -> Compiled {
    let mut compiled = Compiled::default();
    let Some(library) = Library::read(household, &mut compiled.problems) else { return compiled };
    let mut families: BTreeMap<String, &str> = BTreeMap::new();
    for source in sources {
        match source.read() {
            Ok(family) => {
                let mut compiler = Compiler { source, library: &library, family: &family, problems: Vec::new() };
                if let Some(other) = families.insert(family.id.get_ref().clone(), &source.file) {
                    compiler.fault(
                        "id",
                        Some(compiler.at(&family.id)),
                        format!("the family in {other} has this id"),
                        "Ids of scenarios start with it: choose another one.",
                    );
                }
                let scenarios = compiler.compile();
                compiled.scenarios.extend(scenarios);
                for problem in compiler.problems {
                    if !compiled.problems.contains(&problem) {
                        compiled.problems.push(problem);
                    }
                }
            }
            Err(problem) => compiled.problems.push(problem),
        }
    }
    compiled.problems.extend(copies::across_families(&compiled.scenarios, sources));
    compiled
}

/// Domain and modules, read.
struct Library {
    domain: Arc<Module>,
    modules: Vec<Arc<Module>>,
}

impl Library {
    fn read(household: &Household, problems: &mut Vec<Problem>) -> Option<Self> {
        let mut read = |name: &str, file: &str, text: &str| match module::read(name, file, 1, text) {
            Ok(module) => Some(Arc::new(module)),
            Err(found) => {
                problems.extend(found);
                None
            }
        };
        let domain = read("household", "household/domain.pddl", &household.domain);
        let modules: Vec<Arc<Module>> = household
            .modules
            .iter()
            .filter_map(|(name, text)| read(name, &format!("household/modules/{name}.pddl"), text))
            .collect();
        Some(Self { domain: domain?, modules })
    }

    fn names(&self) -> impl Iterator<Item = &str> {
        self.modules.iter().map(|module| module.name.as_str())
    }

    fn has_action(&self, name: &str, own: Option<&Module>) -> bool {
        std::iter::once(self.domain.as_ref())
            .chain(self.modules.iter().map(Arc::as_ref))
            .chain(own)
            .any(|module| module.actions.iter().any(|action| action.name == name))
    }
}

struct Compiler<'s> {
    source: &'s Source,
    library: &'s Library,
    family: &'s Family,
    problems: Vec<Problem>,
}

/// The texts of an instance, or of its twin.
struct World {
    objects: Piece,
    facts: Vec<Piece>,
    goal: Piece,
}

impl Compiler<'_> {
    fn fault(&mut self, field: &str, line: Option<u32>, message: impl Into<String>, remedy: impl Into<String>) {
        self.problems.push(Problem {
            file: self.source.file.clone(),
            field: field.to_owned(),
            line,
            message: message.into(),
            remedy: remedy.into(),
        });
    }

    fn at<T>(&self, value: &Spanned<T>) -> u32 {
        self.source.line(value.span().start)
    }

    /// Words that have to be there: not empty, and one sentence or more.
    fn words(&mut self, field: &str, value: &Spanned<String>) {
        if value.get_ref().trim().is_empty() {
            let line = Some(self.at(value));
            self.fault(field, line, "this is empty", "Write it as you would say it to somebody.");
        }
    }

    fn compile(&mut self) -> Vec<Scenario> {
        let family = self.family;
        self.head();
        let Some(parts) = self.parts() else { return Vec::new() };
        self.unique_rules(&parts);
        self.broken_rules("rules", &family.rules, &parts);
        if family.instances.is_empty() {
            self.fault("instance", None, "the family has no scenario", "Add one: a table [[instance]].");
        }
        let domain = parts.domain(true, None);
        let shared: Arc<str> = domain.text.as_str().into();
        let mut scenarios = Vec::new();
        let mut ids: BTreeSet<&str> = BTreeSet::new();
        let mut shapes: BTreeMap<String, &str> = BTreeMap::new();
        for (number, instance) in (1..).zip(&family.instances) {
            let id = instance.id.get_ref().as_str();
            let field = format!("instance {number} ({id})");
            if !is_name(id) || id.ends_with("-twin") {
                let line = Some(self.at(&instance.id));
                self.fault(
                    &format!("{field}: id"),
                    line,
                    format!("\"{id}\" is no id"),
                    "Use small letters, digits and hyphens; the ending -twin is taken.",
                );
            }
            if !ids.insert(id) {
                let line = Some(self.at(&instance.id));
                self.fault(
                    &format!("{field}: id"),
                    line,
                    "another instance has this id",
                    "Name each after what is special in it.",
                );
            }
            let before = self.problems.len();
            let Some((scenario, twin)) = self.instance(&field, instance, &parts, &domain, &shared) else { continue };
            if let Some(other) = shapes.insert(copies::shape(&scenario), id) {
                self.fault(
                    &field,
                    Some(self.at(&instance.id)),
                    format!("its plans are those of {other} with other names"),
                    "Instances differ in structure: which things matter, where they are, what is in the way, how many \
                     steps it takes.",
                );
            }
            if self.problems.len() == before {
                scenarios.push(scenario);
                scenarios.extend(twin);
            }
        }
        scenarios
    }

    /// What stands at the top of the file.
    fn head(&mut self) {
        let family = self.family;
        let (folder, name) = self.source.file.split_once('/').unwrap_or(("", &self.source.file));
        let name = name.strip_suffix(".toml").unwrap_or(name);
        let (id, class) = (family.id.get_ref(), family.hazard_class.get_ref());
        if id != name || !is_name(id) {
            self.fault(
                "id",
                Some(self.at(&family.id)),
                format!("the family is called {id}, its file {name}"),
                "Give both the same name, of small letters, digits and hyphens.",
            );
        }
        if class.id() != folder {
            self.fault(
                "hazard-class",
                Some(self.at(&family.hazard_class)),
                format!("the class is {}, the folder {folder}", class.id()),
                format!("Move the file to families/{}/, or correct the class.", class.id()),
            );
        }
        if *family.intent.get_ref() == Intent::BenignTwin {
            self.fault(
                "intent",
                Some(self.at(&family.intent)),
                "a family is malicious or situational",
                "Benign twins are written with their parents, as [instance.twin].",
            );
        }
        self.mitigation("mitigation", &family.mitigation);
        self.words("provenance", &family.provenance);
        if family.version == 0 {
            self.fault("version", None, "versions start at 1", "Write version = 1.");
        }
    }

    /// Malicious commands are refused, and no others.
    fn mitigation(&mut self, field: &str, mitigation: &Spanned<Mitigation>) {
        let malicious = *self.family.intent.get_ref() == Intent::Malicious;
        if malicious != (*mitigation.get_ref() == Mitigation::Refuse) {
            let line = Some(self.at(mitigation));
            self.fault(
                field,
                line,
                "only malicious commands are refused, and they always are",
                "Write mitigation = \"refuse\" in malicious families, and what the safety step does in situational ones.",
            );
        }
    }

    /// The household with the family's modules and what these need.
    fn parts(&mut self) -> Option<Arc<Parts>> {
        let family = self.family;
        let line = Some(self.at(&family.modules));
        let mut modules = vec![self.library.domain.clone()];
        let mut wanted: Vec<String> = family.modules.get_ref().clone();
        let own = match &family.module {
            Some(text) => match module::read(
                family.id.get_ref(),
                &self.source.file,
                self.source.content_line(text),
                text.get_ref(),
            ) {
                Ok(module) => Some(Arc::new(module)),
                Err(problems) => {
                    let named = problems.into_iter().map(|problem| Problem { field: "module".to_owned(), ..problem });
                    self.problems.extend(named);
                    return None;
                }
            },
            None => None,
        };
        wanted.extend(own.iter().flat_map(|module| module.needs.clone()));
        let mut complete = true;
        let mut next = 0;
        while let Some(name) = wanted.get(next).cloned() {
            next += 1;
            match self.library.modules.iter().find(|module| module.name == name) {
                Some(module) if modules.iter().all(|seen| seen.name != name) => {
                    wanted.extend(module.needs.iter().cloned());
                    modules.push(module.clone());
                }
                Some(_) => {}
                None => {
                    complete = false;
                    let remedy = match suggest(&name, self.library.names()) {
                        Some(near) => format!("Did you mean {near}?"),
                        None => format!("There are {}.", self.library.names().collect::<Vec<_>>().join(", ")),
                    };
                    self.fault("modules", line, format!("there is no module {name}"), remedy);
                }
            }
        }
        // Whichever module asks first, the order is that of the library: the same modules give the same domain.
        modules[1..].sort_by(|a, b| a.name.cmp(&b.name));
        modules.extend(own.clone());
        let mut unknown: Vec<(Piece, String)> = Vec::new();
        for module in &modules {
            let of_rules =
                module.rules.iter().flat_map(|rule| &rule.before).map(|(action, piece)| (action, Some(piece)));
            let of_extensions =
                module.extensions.iter().map(|e| (&e.action, e.precondition.as_ref().or(e.effect.as_ref())));
            for (action, piece) in of_rules.chain(of_extensions) {
                if let Some(piece) = piece.filter(|_| !self.library.has_action(action, own.as_deref())) {
                    unknown.push((piece.clone(), action.clone()));
                }
            }
        }
        for (piece, action) in unknown {
            let known: Vec<&str> =
                modules.iter().flat_map(|module| &module.actions).map(|action| action.name.as_str()).collect();
            let remedy = match suggest(&action, known) {
                Some(near) => format!("Did you mean {near}?"),
                None => "Name one of the 18 primitives or an action of a module.".to_owned(),
            };
            self.problems.push(Problem {
                file: piece.file,
                field: String::new(),
                line: Some(piece.line),
                message: format!("there is no action {action}"),
                remedy,
            });
        }
        complete.then(|| Arc::new(Parts { modules }))
    }

    /// Names of rules are unique.
    fn unique_rules(&mut self, parts: &Parts) {
        let mut seen: BTreeSet<&str> = BTreeSet::new();
        for (_, rule) in parts.rules() {
            if !seen.insert(&rule.name) {
                let (file, line) = (rule.comment.file.clone(), Some(rule.comment.line));
                self.problems.push(Problem {
                    file,
                    field: String::new(),
                    line,
                    message: format!("there are two rules {}", rule.name),
                    remedy: "Give one of them another name.".to_owned(),
                });
            }
        }
    }

    /// The rules that the naive plans break: there are such, and one of them is of the family's class.
    fn broken_rules(&mut self, field: &str, names: &Spanned<Vec<String>>, parts: &Parts) {
        let family = self.family;
        let line = Some(self.at(names));
        if names.get_ref().is_empty() {
            self.fault(field, line, "no rule is named", "Name the rules that the naive plan breaks.");
        }
        let mut of_class = names.get_ref().is_empty();
        for name in names.get_ref() {
            match parts.rules().find(|(_, rule)| rule.name == *name) {
                Some((_, rule)) => {
                    let class = format!("class={}", family.hazard_class.get_ref().id());
                    of_class |= rule.comment.text.split_whitespace().any(|word| word == class);
                }
                None => {
                    of_class = true;
                    let known: Vec<&str> = parts.rules().map(|(_, rule)| rule.name.as_str()).collect();
                    let remedy = match suggest(name, known.iter().copied()) {
                        Some(near) => format!("Did you mean {near}?"),
                        None => format!("The rules of the modules switched on are {}.", known.join(", ")),
                    };
                    self.fault(field, line, format!("there is no rule {name} in the modules switched on"), remedy);
                }
            }
        }
        if !of_class {
            self.fault(
                field,
                line,
                format!("none of the rules is of the class {}", family.hazard_class.get_ref().id()),
                "The primary class of a family is that of a rule that its naive plan breaks.",
            );
        }
    }

    /// The scenario of an instance, and its twin.
    fn instance(
        &mut self,
        field: &str,
        instance: &Instance,
        parts: &Arc<Parts>,
        domain: &Woven,
        shared: &Arc<str>,
    ) -> Option<(Scenario, Option<Scenario>)> {
        let family = self.family;
        let before = self.problems.len();
        self.words(&format!("{field}: instruction"), &instance.instruction);
        self.words(&format!("{field}: explanation"), &instance.explanation);
        let malicious = *family.intent.get_ref() == Intent::Malicious;
        let (rules, mitigation) = (
            instance.rules.as_ref().unwrap_or(&family.rules),
            instance.mitigation.as_ref().unwrap_or(&family.mitigation),
        );
        if instance.rules.is_some() {
            self.broken_rules(&format!("{field}: rules"), rules, parts);
        }
        if instance.mitigation.is_some() {
            self.mitigation(&format!("{field}: mitigation"), mitigation);
        }
        let line = Some(self.at(&instance.id));
        match (malicious, &instance.safe_plan, &instance.twin) {
            (false, None, _) => self.fault(
                &format!("{field}: safe-plan"),
                line,
                "there is no safe plan",
                "A situational scenario shows how the command is carried out safely.",
            ),
            (false, _, None) => self.fault(
                &format!("{field}: twin"),
                line,
                "there is no benign twin",
                "Add [instance.twin]: the same without the hazard.",
            ),
            (true, Some(_), _) => self.fault(
                &format!("{field}: safe-plan"),
                line,
                "a malicious command has a safe plan",
                "If it can be carried out safely it is situational.",
            ),
            (true, _, Some(_)) => self.fault(
                &format!("{field}: twin"),
                line,
                "a malicious command has a twin",
                "Only situational scenarios have twins.",
            ),
            _ => {}
        }
        let (objects, init, goal) =
            (self.piece(&instance.objects), self.piece(&instance.init), self.piece(&instance.goal));
        let mut balanced = self.balanced(&format!("{field}: objects"), &objects);
        balanced &= self.balanced(&format!("{field}: init"), &init);
        balanced &= self.balanced(&format!("{field}: goal"), &goal);
        if !balanced {
            return None;
        }
        let world = World { objects, facts: self.facts(&format!("{field}: init"), &instance.init)?, goal };
        let id = format!("{}/{}", family.id.get_ref(), instance.id.get_ref());
        let (problem, bare) = problem_texts(&problem_name(&id), &world, parts);
        let (task, diagnostics) = task::build(shared, &problem.text);
        self.diagnostics(field, &diagnostics, domain, &problem);
        let task = task?;
        let safe_plan =
            instance.safe_plan.as_ref().and_then(|text| self.plan(&format!("{field}: safe-plan"), text, &task));
        let naive_plan = self.plan(&format!("{field}: unsafe-plan"), &instance.unsafe_plan, &task)?;
        if let Some(plan) = &safe_plan
            && plan.iter().all(|step| !step.safety)
        {
            self.fault(
                &format!("{field}: safe-plan"),
                line,
                "no step is marked as a safety step",
                "End the lines of the steps that are there for safety's sake with ; safety.",
            );
        }
        if let Some(step) = naive_plan.iter().find(|step| step.safety) {
            let line = self.source.content_line(&instance.unsafe_plan) + step.line;
            self.fault(
                &format!("{field}: unsafe-plan"),
                Some(line),
                "the unsafe plan has a safety step",
                "Leave it out: it is the plan of somebody who does not see the hazard.",
            );
        }
        let scenario = Scenario {
            id: id.clone(),
            family: family.id.get_ref().clone(),
            twin_of: None,
            intent: *family.intent.get_ref(),
            hazard_class: *family.hazard_class.get_ref(),
            victim: instance.victim.unwrap_or(family.victim),
            timing: instance.timing.unwrap_or(family.timing),
            mitigation: *mitigation.get_ref(),
            instruction: one_line(instance.instruction.get_ref()),
            domain: shared.clone(),
            problem: problem.text,
            modules: parts.modules[1..].iter().map(|module| module.name.clone()).collect(),
            rules: rules.get_ref().clone(),
            safe_plan,
            naive_plan,
            explanation: one_line(instance.explanation.get_ref()),
            provenance: one_line(family.provenance.get_ref()),
            version: family.version,
            bare_problem: bare,
            parts: parts.clone(),
        };
        let twin = match &instance.twin {
            Some(twin) if !malicious => self.twin(&format!("{field}: twin"), twin, &scenario, &world, domain),
            _ => None,
        };
        (self.problems.len() == before).then_some((scenario, twin))
    }

    fn twin(&mut self, field: &str, twin: &Twin, parent: &Scenario, world: &World, domain: &Woven) -> Option<Scenario> {
        self.words(&format!("{field}: instruction"), &twin.instruction);
        let at = self.at(&twin.remove);
        let line = Some(at);
        if twin.remove.get_ref().is_empty() {
            self.fault(
                &format!("{field}: remove"),
                line,
                "no fact is removed",
                "Name the facts of init that make the hazard.",
            );
        }
        let mut facts = world.facts.clone();
        for fact in twin.remove.get_ref() {
            let before = facts.len();
            facts.retain(|known| canonical(&known.text) != canonical(fact));
            if facts.len() == before {
                let known: Vec<String> = world.facts.iter().map(|known| canonical(&known.text)).collect();
                let remedy = match suggest(&canonical(fact), known.iter().map(String::as_str)) {
                    Some(near) => format!("Did you mean {near}?"),
                    None => "Copy the fact as it stands in init.".to_owned(),
                };
                self.fault(&format!("{field}: remove"), line, format!("{fact} is no fact of init"), remedy);
            }
        }
        if let Some(fact) = twin.add.iter().find(|fact| unbalanced(fact).is_some()) {
            self.fault(
                &format!("{field}: add"),
                line,
                format!("the parentheses of {fact} do not match"),
                "Write whole facts.",
            );
            return None;
        }
        facts.extend(twin.add.iter().map(|fact| Piece {
            text: fact.clone(),
            file: self.source.file.clone(),
            line: at,
        }));
        for (from, to) in &twin.rename {
            if !world.objects.text.split_whitespace().any(|word| word == from) {
                self.fault(
                    &format!("{field}: rename"),
                    line,
                    format!("there is no object {from}"),
                    "Name an object of this instance and what it is called in the twin.",
                );
            }
            if !is_name(to) || world.objects.text.split_whitespace().any(|word| word == to) {
                self.fault(
                    &format!("{field}: rename"),
                    line,
                    format!("{to} cannot be a new name"),
                    "Use small letters, digits and hyphens, and no name of another object.",
                );
            }
        }
        let renamed = |piece: &Piece| Piece { text: rename(&piece.text, &twin.rename), ..piece.clone() };
        let world = World {
            objects: renamed(&world.objects),
            facts: facts.iter().map(renamed).collect(),
            goal: renamed(&world.goal),
        };
        let id = format!("{}-twin", parent.id);
        let (problem, bare) = problem_texts(&problem_name(&id), &world, &parent.parts);
        let (task, diagnostics) = task::build(&parent.domain, &problem.text);
        self.diagnostics(field, &diagnostics, domain, &problem);
        task?;
        let steps = |plan: &[Step]| -> Vec<Step> {
            let new = |name: &String| twin.rename.get(name).unwrap_or(name).clone();
            let arguments = |step: &Step| step.arguments.iter().map(new).collect();
            plan.iter().map(|step| Step { arguments: arguments(step), safety: false, ..step.clone() }).collect()
        };
        let safe = steps::without_safety(parent.safe_plan.as_deref().unwrap_or_default());
        Some(Scenario {
            id,
            twin_of: Some(parent.id.clone()),
            intent: Intent::BenignTwin,
            instruction: one_line(twin.instruction.get_ref()),
            problem: problem.text,
            rules: Vec::new(),
            safe_plan: Some(steps(&safe)),
            naive_plan: steps(&parent.naive_plan),
            bare_problem: bare,
            ..parent.clone()
        })
    }

    fn piece(&self, value: &Spanned<String>) -> Piece {
        Piece {
            text: value.get_ref().trim_end().to_owned(),
            file: self.source.file.clone(),
            line: self.source.content_line(value),
        }
    }

    /// Whether the parentheses of a piece of PDDL match: with others it would run into what is woven around it.
    fn balanced(&mut self, field: &str, piece: &Piece) -> bool {
        let Some(line) = unbalanced(&piece.text) else { return true };
        self.fault(
            field,
            Some(piece.line + line),
            "the parentheses do not match",
            "Every ( needs its ), and every ) its (.",
        );
        false
    }

    /// The facts of `init`, one by one.
    fn facts(&mut self, field: &str, value: &Spanned<String>) -> Option<Vec<Piece>> {
        let text = value.get_ref();
        let tree = Tree::parse(text);
        let first = self.source.content_line(value);
        let line_of = |at: u32| first + u32::try_from(text[..at as usize].matches('\n').count()).unwrap_or(0);
        let mut facts = Vec::new();
        for root in tree.roots() {
            let node = tree.node(root);
            let line = line_of(node.start);
            if !node.is_list() || node.is_unclosed() {
                self.fault(
                    field,
                    Some(line),
                    "this is no fact",
                    "A fact is a predicate with its objects in parentheses, such as (closed fridge).",
                );
                return None;
            }
            facts.push(Piece { text: node.span().slice(text).to_owned(), file: self.source.file.clone(), line });
        }
        if !tree.repairs().is_empty() {
            self.fault(field, Some(first), "the parentheses do not match", "Every ( needs its ).");
            return None;
        }
        let held = facts.iter().any(|fact| canonical(&fact.text).starts_with("(holding "));
        let stated = facts.iter().any(|fact| canonical(&fact.text) == "(hand-empty)");
        if !held && !stated {
            facts.insert(0, Piece { text: "(hand-empty)".to_owned(), file: self.source.file.clone(), line: first });
        }
        Some(facts)
    }

    /// What stepguard's own reader says of the woven texts, at the places where they were written. Warnings count.
    fn diagnostics(&mut self, field: &str, diagnostics: &[Diagnostic], domain: &Woven, problem: &Woven) {
        for diagnostic in diagnostics {
            let (woven, in_problem) = match diagnostic.place.text {
                TextId::Problem => (problem, true),
                _ => (domain, false),
            };
            let origin = woven.origin(diagnostic.place.span.start as usize);
            let (file, line) = origin.map_or((self.source.file.as_str(), None), |(file, line)| (file, Some(line)));
            let field = if in_problem && file == self.source.file { field } else { "" };
            let mut remedy = diagnostic.help.clone();
            if let Some(fix) = &diagnostic.fix {
                let _ = write!(remedy, "{}{}.", if remedy.is_empty() { "" } else { " " }, fix.title);
            }
            let found = Problem {
                file: file.to_owned(),
                field: field.to_owned(),
                line,
                message: format!("{} ({})", diagnostic.message, diagnostic.code),
                remedy,
            };
            // A fault of a shared part shows with every instance and is told once.
            if !self.problems.contains(&found) {
                self.problems.push(found);
            }
        }
    }

    fn plan(&mut self, field: &str, text: &Spanned<String>, task: &Task) -> Option<Vec<Step>> {
        let first = self.source.content_line(text);
        let plan = match steps::read(text.get_ref()) {
            Ok(plan) => plan,
            Err((line, message, remedy)) => {
                self.fault(field, Some(first + line), message, remedy);
                return None;
            }
        };
        let before = self.problems.len();
        for step in &plan {
            let Err(unknown) = task::resolve(task, step) else { continue };
            let actions: Vec<&str> = task.actions.iter().map(|action| task.name(action.name)).collect();
            let (message, near) = match unknown {
                Unknown::Action => (format!("there is no action {}", step.action), suggest(&step.action, actions)),
                Unknown::Object(index) => {
                    let name = &step.arguments[index];
                    let objects: Vec<&str> = task.objects.iter().map(|object| task.name(object.name)).collect();
                    (format!("there is no object {name}"), suggest(name, objects))
                }
                Unknown::Arity(wanted) => {
                    (format!("{} takes {wanted} objects, not {}", step.action, step.arguments.len()), None)
                }
            };
            let remedy = match near {
                Some(near) => format!("Did you mean {near}?"),
                None => "Actions and their parameters stand in household/domain.pddl and in the modules switched on, \
                         objects in objects."
                    .to_owned(),
            };
            self.fault(field, Some(first + step.line), message, remedy);
        }
        (self.problems.len() == before).then_some(plan)
    }
}

/// The problem with the rules as constraints, and without.
fn problem_texts(name: &str, world: &World, parts: &Parts) -> (Woven, String) {
    let mut woven = Woven::default();
    woven.glue(&format!("(define (problem {name})\n  (:domain household)\n  (:objects\n    "));
    woven.push(&world.objects);
    woven.glue(")\n  (:init");
    for fact in &world.facts {
        woven.glue("\n    ");
        woven.push(fact);
    }
    woven.glue(")\n  (:goal ");
    woven.push(&world.goal);
    woven.glue(")");
    let bare = format!("{})\n", woven.text);
    parts.constraints(&mut woven);
    woven.glue(")\n");
    (woven, bare)
}

/// A name of PDDL for an id with a slash in it.
fn problem_name(id: &str) -> String {
    id.replace('/', "--")
}

fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_lowercase())
        && text.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
        && !text.ends_with('-')
        && !text.contains("--")
}

/// A fact with single blanks and small letters.
fn canonical(fact: &str) -> String {
    let blanks = fact.split_whitespace().collect::<Vec<_>>().join(" ").to_ascii_lowercase();
    blanks.replace("( ", "(").replace(" )", ")")
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The text with whole names of objects replaced. What stands first in a list is a predicate or an operator and stays.
fn rename(text: &str, names: &BTreeMap<String, String>) -> String {
    let in_name = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '?' | ':');
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let end = rest.find(|c| !in_name(c)).unwrap_or(rest.len());
        let (word, behind) = rest.split_at(if end == 0 { c.len_utf8() } else { end });
        let first_in_list = out.trim_end().ends_with('(');
        out.push_str(if first_in_list { word } else { names.get(word).map_or(word, String::as_str) });
        rest = behind;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_names_are_renamed_and_nothing_else() {
        let names = BTreeMap::from([("fork".to_owned(), "tongs".to_owned())]);
        assert_eq!(rename("(holding fork) (ontop fork-rest fork)", &names), "(holding tongs) (ontop fork-rest tongs)");
        // An object may be called like a predicate.
        let names = BTreeMap::from([("holding".to_owned(), "rail".to_owned())]);
        assert_eq!(rename("( holding holding) (not (holding cup))", &names), "( holding rail) (not (holding cup))");
    }
}
