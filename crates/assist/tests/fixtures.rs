//! Answers at marked places: a `|` in one of the texts is the cursor, and is taken out before the text is read.

use stepguard_assist::view::{Completions, Hover, Position, Signature, Which};
use stepguard_assist::{Texts, complete, hover, signature, tokens};

const DOMAIN: &str = "\
(define (domain kitchen)
  (:requirements :strips :typing)
  (:types door vessel - item ; things with a place
          fridge - door
          agent)
  (:constants robot - agent)
  (:predicates
    ; the door stands open
    (open ?d - door)
    (holding ?a - agent ?i - item) ; at most one thing
    (cold ?i - item)
    (clean))
  (:functions (fuel ?a - agent) (total-cost))
  (:derived (free ?a - agent) (forall (?i - item) (not (holding ?a ?i))))
  (:action open-door
    :parameters (?a - agent ?d - door)
    :precondition (and (free ?a) (not (open ?d)))
    :effect (and (open ?d) (increase (total-cost) 1)))
  ; lets the cold out
  (:action take
    :parameters (?a - agent ?i - item ?d - door)
    :precondition (open ?d)
    :effect (and (holding ?a ?i)
                 (when (cold ?i) (not (cold ?i)))
                 (forall (?x - vessel) (clean)))))";

const PROBLEM: &str = "\
(define (problem breakfast)
  (:domain kitchen)
  (:objects big-fridge - fridge
            milk - item
            cup - vessel)
  (:init (cold milk) (= (fuel robot) 3) (= (total-cost) 0))
  (:goal (and (holding robot milk) (preference p1 (clean))))
  (:metric minimize (+ (total-cost) (is-violated p1))))";

/// Texts, of which one holds a mark.
struct Marked {
    domain: Option<String>,
    problem: Option<String>,
    plan: Option<String>,
    which: Which,
    place: Position,
}

fn marked(domain: Option<&str>, problem: Option<&str>, plan: Option<&str>) -> Marked {
    let texts = [(Which::Domain, domain), (Which::Problem, problem), (Which::Plan, plan)];
    let (which, text) = texts
        .iter()
        .find_map(|(which, text)| text.filter(|text| text.contains('|')).map(|text| (*which, text)))
        .expect("one text holds a mark");
    let before = text.split('|').next().expect("a split has a first part");
    let line = before.split('\n').next_back().expect("a split has a last part");
    let number = |count: usize| u32::try_from(count).expect("fixtures are short");
    let place =
        Position { line: number(before.matches('\n').count() + 1), column: number(line.encode_utf16().count() + 1) };
    let clean = |text: Option<&str>| text.map(|text| text.replacen('|', "", 1));
    Marked { domain: clean(domain), problem: clean(problem), plan: clean(plan), which, place }
}

impl Marked {
    fn texts(&self) -> Texts<'_> {
        Texts { domain: self.domain.as_deref(), problem: self.problem.as_deref(), plan: self.plan.as_deref() }
    }
}

/// `text` with a mark put behind the first occurrence of `before`.
fn mark(text: &str, before: &str) -> String {
    let at = text.find(before).expect("what stands before the mark is in the text") + before.len();
    format!("{}|{}", &text[..at], &text[at..])
}

fn shown(hover: Option<Hover>) -> String {
    let Some(hover) = hover else { return "nothing".to_owned() };
    let mut lines: Vec<String> =
        hover.parts.iter().map(|part| if part.code { format!("`{}`", part.text) } else { part.text.clone() }).collect();
    if let Some(target) = hover.declared {
        lines.push(format!("-> {:?} {}:{}", target.text, target.start.line, target.start.column));
    }
    lines.join("\n")
}

fn hover_domain(before: &str) -> String {
    let domain = mark(DOMAIN, before);
    let at = marked(Some(&domain), Some(PROBLEM), None);
    shown(hover(at.texts(), at.which, at.place))
}

fn hover_problem(before: &str) -> String {
    let problem = mark(PROBLEM, before);
    let at = marked(Some(DOMAIN), Some(&problem), None);
    shown(hover(at.texts(), at.which, at.place))
}

fn labels(answer: &Option<Completions>) -> Vec<&str> {
    answer.as_ref().map_or_else(Vec::new, |answer| answer.items.iter().map(|item| item.label.as_str()).collect())
}

/// The labels proposed where a text has its mark, the domain and problem being the usual ones otherwise.
fn proposed(which: Which, text: &str) -> Vec<String> {
    let at = match which {
        Which::Domain => marked(Some(text), Some(PROBLEM), None),
        Which::Problem => marked(Some(DOMAIN), Some(text), None),
        Which::Plan => marked(Some(DOMAIN), Some(PROBLEM), Some(text)),
    };
    labels(&complete(at.texts(), at.which, at.place)).into_iter().map(str::to_owned).collect()
}

#[test]
fn hover_shows_what_names_were_declared_as() {
    assert_eq!(
        hover_domain("(:action open-d"),
        "`(open-door ?a - agent ?d - door)`\n`precondition (and (free ?a) (not (open ?d)))`\n\
         `effect (and (open ?d) (increase (total-cost) 1))`"
    );
    let take = hover_domain("(:action ta");
    assert!(take.starts_with("`(take ?a - agent ?i - item ?d - door)`\nlets the cold out\n"), "{take}");
    assert_eq!(
        hover_domain("(and (free ?a) (not (op"),
        "`(open ?d - door)`\nthe door stands open\nMade true by open-door.\n-> Domain 9:6"
    );
    assert_eq!(
        hover_problem("(hold"),
        "`(holding ?a - agent ?i - item)`\nat most one thing\nMade true by take.\n-> Domain 10:6"
    );
    assert_eq!(hover_domain("(when (co"), "`(cold ?i - item)`\nMade false by take.\n-> Domain 11:6");
    assert_eq!(
        hover_domain("(and (fr"),
        "`(free ?a - agent)`\n`follows from (forall (?i - item) (not (holding ?a ?i)))`\n-> Domain 14:14"
    );
    assert_eq!(hover_domain("(increase (total-c"), "`(total-cost)`\nChanged by open-door.\n-> Domain 13:34");
    assert_eq!(
        hover_domain("(?i - item) (not (holding ?a ?i"),
        "`?i - item`\nvariable of this forall\n-> Domain 14:40"
    );
    assert_eq!(hover_domain(":precondition (and (free ?a"), "`?a - agent`\nparameter of open-door\n-> Domain 16:18");
    assert_eq!(hover_domain("(open ?d"), "`?d - door`\nparameter of open");
    assert_eq!(hover_domain("    :parameters (?a"), "`?a - agent`\nparameter of open-door");
    assert_eq!(
        hover_domain("fridge - doo"),
        "`door - item - object`\nKinds of it: fridge.\nObjects: big-fridge.\n-> Domain 3:11"
    );
    assert_eq!(
        hover_problem("big-fridge - fri"),
        "`fridge - door - item - object`\nObjects: big-fridge.\n-> Domain 4:11"
    );
    assert_eq!(
        hover_problem("robot mi"),
        "`milk - item`\nAn object of the problem.\nAt the start:\n`(cold milk)`\n-> Problem 4:13"
    );
    assert_eq!(hover_problem("(fuel ro").lines().next(), Some("`robot - agent`"));
    assert_eq!(hover_problem("(:domain kit"), "`kitchen`\nA domain with 2 actions and 4 predicates.\n-> Domain 1:17");
    assert_eq!(hover_problem("(is-violated p"), "`p1`\nA preference: wished for, not required.\n-> Problem 7:48");
}

#[test]
fn hover_explains_the_words_of_pddl() {
    assert!(hover_domain("(:require").contains("features of PDDL"));
    assert!(hover_domain(" :typ").contains("have types"));
    assert!(hover_domain("(whe").contains("only if"));
    assert!(hover_domain("    :precond").contains("must hold"));
    assert!(hover_problem("(:metric mini").contains("better"));
    assert_eq!(hover_domain("(total-cost) 1"), "nothing");
    assert_eq!(hover_domain("; things"), "nothing");
}

#[test]
fn hover_says_so_where_nothing_declares_a_name() {
    let problem = |text: &str| {
        let at = marked(Some(DOMAIN), Some(text), None);
        shown(hover(at.texts(), at.which, at.place))
    };
    assert_eq!(problem("(define (problem p) (:domain ki|chen))"), "`kichen`\nThe domain at hand is called kitchen.");
    assert_eq!(problem("(define (problem p) (:goal (ope|nn a)))"), "`openn`\nNo predicate of this name is declared.");
    // Without a domain nothing can be said about its names.
    let at = marked(None, Some("(define (problem p) (:goal (ope|n a)))"), None);
    assert_eq!(hover(at.texts(), at.which, at.place), None);
}

#[test]
fn hover_at_both_ends_of_a_word_and_between_brackets() {
    let both = [hover_domain("(free ?a) (not (open"), hover_domain("(free ?a) (not (")];
    assert_eq!(both[0], both[1], "both ends of the word");
    assert!(hover_domain("(free ?a) (not (open ?d").starts_with("`?d"), "the word that begins here wins");
}

#[test]
fn completion_proposes_what_may_stand_at_a_place() {
    let domain = |body: &str| proposed(Which::Domain, &DOMAIN.replacen("(:action open-door", body, 1));
    let problem = |body: &str| proposed(Which::Problem, body);

    assert_eq!(problem("|")[..], ["problem", "domain"]);
    assert_eq!(proposed(Which::Domain, "(|)"), ["define"]);
    assert_eq!(
        proposed(Which::Domain, "(define (|))"),
        [
            "domain",
            "problem",
            ":requirements",
            ":types",
            ":constants",
            ":predicates",
            ":functions",
            ":constraints",
            ":derived",
            ":action",
            ":durative-action"
        ]
    );
    // What is there once already is not proposed again.
    assert_eq!(proposed(Which::Domain, "(define (domain d) (:types a) (:|))")[0], ":requirements");
    assert!(!proposed(Which::Domain, "(define (domain d) (:types a) (:|))").contains(&":types".to_owned()));
    assert_eq!(problem("(define (problem p) (:|))")[..3], [":domain", ":requirements", ":objects"]);
    assert_eq!(problem("(define (problem p) (:domain |))"), ["kitchen"]);

    assert_eq!(domain("(:action a :parameters (?x - |) ) (:action b")[..3], ["door", "vessel", "fridge"]);
    assert!(domain("(:requirements :t|) (:action a").contains(&":typing".to_owned()));
    assert_eq!(domain("(:action a :parameters () |) (:action b"), [":precondition", ":effect"]);
    assert_eq!(domain("(:action a :precondition (o|)) (:action b")[..3], ["and", "not", "or"]);
    assert!(domain("(:action a :precondition (o|)) (:action b").contains(&"open".to_owned()));
    assert!(!domain("(:action a :effect (f|)) (:action b").contains(&"free".to_owned()), "derived");
    assert!(domain("(:action a :effect (i|)) (:action b").contains(&"increase".to_owned()));
    assert_eq!(domain("(:constraints (|)) (:action b")[0], "always");
    // Arguments: variables of a fitting type, the nearest first, then constants.
    assert_eq!(domain("(:action a :parameters (?x - agent ?y - fridge) :precondition (open |)) (:action b"), ["?y"]);
    assert_eq!(
        domain("(:action a :parameters (?x - agent) :precondition (forall (?z - agent) (free |))) (:action b"),
        ["?z", "?x", "robot"]
    );
    assert_eq!(problem("(define (problem p) (:objects milk - item f - fridge) (:goal (and (open |))))"), ["f"]);
    assert_eq!(
        problem("(define (problem p) (:objects milk - item f - fridge) (:init (holding robot |)))"),
        ["milk", "f"]
    );
    assert_eq!(problem("(define (problem p) (:objects a - agent) (:init (free a |)))"), Vec::<String>::new());
    assert_eq!(problem("(define (problem p) (:metric |))"), ["minimize", "maximize"]);
    assert!(
        problem("(define (problem p) (:goal (preference p1 (clean))) (:metric minimize (is-violated |)))")
            .contains(&"p1".to_owned())
    );
    assert_eq!(proposed(Which::Domain, "(define (domain d) ; nothing (|\n)"), Vec::<String>::new(), "in a comment");
    assert_eq!(
        proposed(Which::Domain, "(define (domain d) (:durative-action a :parameters () :condition (at |)))")
            .first()
            .map(String::as_str),
        None,
        "a predicate `at` without a declaration has no arguments to propose"
    );
}

#[test]
fn completion_works_where_brackets_are_still_open() {
    let text = "(define (domain d)\n (:predicates (open ?d))\n (:action a\n  :parameters (?x)\n  :precondition (and (open ?x) (op|";
    let found = proposed(Which::Domain, text);
    assert!(found.contains(&"open".to_owned()) && found.contains(&"and".to_owned()), "{found:?}");
    let text = "(define (domain d)\n (:predicates (open ?d))\n (:action a\n  :parameters (?x)\n  :precondition (open |\n (:action b))";
    assert_eq!(proposed(Which::Domain, text), ["?x"]);
}

#[test]
fn completion_tells_what_it_replaces() {
    let domain = mark(DOMAIN, ":precondition (op");
    let at = marked(Some(&domain), None, None);
    let found = complete(at.texts(), at.which, at.place).expect("there is something to propose");
    assert!(found.typed);
    assert_eq!((found.start.line, found.start.column), (22, 20));
    let open = found.items.iter().find(|item| item.label == "open").expect("the predicate is proposed");
    assert_eq!(open.detail.as_deref(), Some("?d - door"));
    assert_eq!(open.info.as_deref(), Some("the door stands open"));
    assert_eq!(open.insert, None);
    // Where no bracket has been opened, whole lists are put in, the cursor inside.
    let domain = DOMAIN.replacen(":precondition (open ?d)", ":precondition |", 1);
    let at = marked(Some(&domain), None, None);
    let found = complete(at.texts(), at.which, at.place).expect("there is something to propose");
    let open = found.items.iter().find(|item| item.label == "open").expect("the predicate is proposed");
    assert_eq!((open.insert.as_deref(), open.cursor), (Some("(open )"), Some(6)));
}

#[test]
fn plans_are_completed_in_their_own_notation() {
    let plan = |text: &str| proposed(Which::Plan, text);
    assert_eq!(plan("(|"), ["open-door", "take"]);
    assert_eq!(plan("(open-door |"), ["robot"]);
    assert_eq!(plan("(open-door robot |)"), ["big-fridge"]);
    assert_eq!(plan("(take robot |"), ["big-fridge", "milk", "cup"]);
    assert_eq!(plan("take(robot, m|"), ["big-fridge", "milk", "cup"]);
    assert_eq!(plan("1. open-door robot |"), ["big-fridge"]);
    assert_eq!(plan("[\"open-door robot |\"]"), ["big-fridge"]);
    assert_eq!(plan("{\"OPEN-DOOR\": [\"robot\", \"|\"]}"), ["big-fridge"]);
    assert_eq!(plan("(open-door robot big-fridge |)"), Vec::<String>::new());
    assert_eq!(plan("Then I would |"), Vec::<String>::new());
    let at = marked(Some(DOMAIN), Some(PROBLEM), Some("|"));
    let found = complete(at.texts(), at.which, at.place).expect("there is something to propose");
    assert_eq!(found.items[0].insert.as_deref(), Some("(open-door )"));
}

fn signed(at: &Marked) -> String {
    match signature(at.texts(), at.which, at.place) {
        None => "nothing".to_owned(),
        Some(Signature { name, parameters, active, .. }) => format!("{name} {} @{active}", parameters.join(", ")),
    }
}

#[test]
fn rule_comments_are_completed_and_explained() {
    let at = |comment: &str| format!("(define (problem p) (:constraints (and\n {comment}\n (always (clean)))))");
    let found = |comment: &str| proposed(Which::Problem, &at(comment));
    assert_eq!(found(";|"), ["@rule"]);
    assert_eq!(found("; @r|"), ["@rule"]);
    assert_eq!(found(";@rule wet-floor |"), ["class", "severity", "victim", "why", "avoid"]);
    assert_eq!(found(";@rule wet-floor class=FALL s|"), ["severity", "victim", "why", "avoid"]);
    assert_eq!(found(";@rule wet-floor class=|")[..3], ["FIRE", "BURN", "SHOCK"]);
    assert_eq!(found(";@rule wet-floor class=FALL victim=c|").len(), 6);
    assert_eq!(found(";@rule |"), [""; 0], "a name is the writer's own");
    assert_eq!(found(";@rule wet-floor why=\"because |\""), [""; 0]);
    assert_eq!(found("; words |"), [""; 0]);
    let said = |comment: &str| {
        let text = at(comment);
        let at = marked(Some(DOMAIN), Some(&text), None);
        shown(hover(at.texts(), at.which, at.place))
    };
    assert_eq!(said(";@ru|le wet class=FALL"), "`;@rule`\nNames the constraint below and says why it is there.");
    assert_eq!(said(";@rule wet cl|ass=FALL"), "`class`\nThe kind of hazard.");
    assert_eq!(said(";@rule wet class=fa|ll"), "`FALL`\nSomebody slips, trips or falls.");
    assert_eq!(said(";@rule we|t class=FALL"), "nothing");
    assert_eq!(said(";@rule wet why=\"class|\""), "nothing");
    assert_eq!(said("; cla|ss=FALL"), "nothing");
}

#[test]
fn signatures_follow_the_arguments() {
    let domain = |before: &str| signed(&marked(Some(&mark(DOMAIN, before)), Some(PROBLEM), None));
    let plan = |text: &str| signed(&marked(Some(DOMAIN), Some(PROBLEM), Some(text)));
    assert_eq!(domain(":effect (and (holding ?a "), "holding ?a - agent, ?i - item @1");
    assert_eq!(domain(":effect (and (holding ?"), "holding ?a - agent, ?i - item @0");
    assert_eq!(domain(":effect (and "), "nothing");
    assert_eq!(plan("(take robot |"), "take ?a - agent, ?i - item, ?d - door @1");
    assert_eq!(plan("take(|"), "take ?a - agent, ?i - item, ?d - door @0");
    assert_eq!(plan("(take a b c d|"), "take ?a - agent, ?i - item, ?d - door @3");
    assert_eq!(plan("(fly |"), "nothing");
}

/// The words of a text with the number of their kind.
fn coloured(texts: Texts<'_>, which: Which, text: &str) -> Vec<(String, u32)> {
    let lines: Vec<Vec<u16>> = text.split('\n').map(|line| line.encode_utf16().collect()).collect();
    let (mut line, mut column) = (0, 0);
    tokens(texts, which)
        .chunks(4)
        .map(|token| {
            let [down, along, length, kind] = token.first_chunk::<4>().expect("tokens come in fours");
            column = if *down == 0 { column + *along as usize } else { *along as usize };
            line += *down as usize;
            let units = &lines[line][column..column + *length as usize];
            (String::from_utf16(units).expect("tokens do not cut characters"), *kind)
        })
        .collect()
}

#[test]
fn every_word_has_its_colour() {
    let text = "(define (domain d\u{e4}\u{1f600}) ; note \u{1f600}\n (:types a - b)\n (:action go :parameters (?x - a)\n :effect (increase (f ?x) 2.5)))";
    let texts = Texts { domain: Some(text), ..Texts::default() };
    let found = coloured(texts, Which::Domain, text);
    let expected = [
        ("define", 1),
        ("domain", 1),
        ("d\u{e4}\u{1f600}", 11),
        ("; note \u{1f600}", 0),
        (":types", 2),
        ("a", 4),
        ("b", 4),
        (":action", 2),
        ("go", 7),
        (":parameters", 2),
        ("?x", 8),
        ("a", 4),
        (":effect", 2),
        ("increase", 1),
        ("f", 6),
        ("?x", 8),
        ("2.5", 10),
    ];
    assert_eq!(found, expected.map(|(word, kind)| (word.to_owned(), kind)));
}

#[test]
fn hover_in_a_plan_shows_the_step_as_it_is_understood() {
    let plan = |text: &str| {
        let at = marked(Some(DOMAIN), Some(PROBLEM), Some(text));
        shown(hover(at.texts(), at.which, at.place))
    };
    let step = "`(open-door robot big-fridge)`\n`(open-door ?a - agent ?d - door)`\n\
                `precondition (and (free robot) (not (open big-fridge)))`\n\
                `effect (and (open big-fridge) (increase (total-cost) 1))`\n-> Domain 15:12";
    assert_eq!(plan("(open-|door robot big-fridge)"), step);
    assert_eq!(plan("; first\n(OPEN-DOOR| ROBOT BIG-FRIDGE)"), step);
    assert_eq!(plan("1. open_door(ro|bot, Big Fridge)").lines().next(), Some("`robot - agent`"));
    assert_eq!(plan("[\"open-d|oor robot big-fridge\"]"), step);
    assert_eq!(
        plan("(open-door robot big-|fridge)"),
        "`big-fridge - fridge`\nStands for ?d - door of open-door.\n\
         An object of the problem, of the types fridge, door and item.\n-> Problem 3:13"
    );
    // With an argument missing or unknown the action is shown as it is defined.
    assert!(plan("(open-|door robot)").starts_with("`(open-door ?a - agent ?d - door)`\n`precondition (and (free ?a)"));
    assert_eq!(plan("(fly| robot)"), "nothing");
    assert_eq!(plan("(open-door nob|ody big-fridge)"), "nothing");
    assert_eq!(plan("; (open-door| robot)"), "nothing");
}

#[test]
fn plans_are_coloured_in_every_notation() {
    let colours = |plan: &str| {
        let texts = Texts { domain: Some(DOMAIN), problem: Some(PROBLEM), plan: Some(plan) };
        coloured(texts, Which::Plan, plan).into_iter().map(|(word, kind)| format!("{word}:{kind}")).collect::<Vec<_>>()
    };
    assert_eq!(
        colours("; note\n(take robot milk big-fridge)"),
        ["; note:0", "take:7", "robot:9", "milk:9", "big-fridge:9"]
    );
    assert_eq!(colours("1. take(robot, milk, big-fridge)"), ["take:7", "robot:9", "milk:9", "big-fridge:9"]);
    assert_eq!(colours("{\"TAKE\": [\"robot\", \"milk\"]}"), ["TAKE:7", "robot:9", "milk:9"]);
    assert!(colours("Sure, here it is:\n(take robot milk big-fridge)").contains(&"Sure, here it is::12".to_owned()));
}

#[test]
fn without_a_text_there_is_no_answer() {
    let place = Position { line: 1, column: 1 };
    for which in [Which::Domain, Which::Problem, Which::Plan] {
        assert_eq!(hover(Texts::default(), which, place), None);
        assert_eq!(complete(Texts::default(), which, place), None);
        assert_eq!(signature(Texts::default(), which, place), None);
        assert!(tokens(Texts::default(), which).is_empty());
    }
}
