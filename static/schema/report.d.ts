// What `stepguard check --format json` and `stepguard parse --format json` print. Made from the Rust types: change
// those. New fields may come under the same `schema`; the meaning of a field never changes under it.

/** What the texts are called and how much they hold. */
export type About = {
  /** The domain's name. */
  domain: string | null,
  /** The problem's name. */
  problem: string | null,
  /** Number of actions of the domain. */
  actions: number,
  /** Names and signatures of the actions, in source order, such as `(open ?d - door)`. */
  signatures: Array<string>,
};

/** The six categories of the taxonomy. */
export type Category = "grammar" | "affordance" | "wrong-temporal-order" | "missing-step" | "additional-step" | "unmet-goal";

/** The kind of a condition's node. */
export type ConditionKind = "and" | "or" | "not" | "imply" | "forall" | "exists" | "literal" | "comparison" | "equality" | "preference";

/** One node of a condition, evaluated. */
export type ConditionView = {
  /** `and`, `or`, `not`, `imply`, `forall`, `exists`, `literal`, `comparison`, `equality`, `preference`. */
  kind: ConditionKind,
  /** The node with its objects put in. */
  text: string,
  /** `null`: undefined (a number without a value). */
  holds: boolean | null,
  /** Where it stands in the domain. */
  source: Source | null,
  /**
   * Its parts. A quantifier lists the instances that decide it (the falsifying ones of a `forall`, the witness or
   * the best candidate of an `exists`), at most a handful; `omitted` counts the others.
   */
  children: Array<ConditionView>,
  /** Number of instances of a quantifier that are not listed. */
  omitted?: number,
};

/** One problem of a text. */
export type Diagnostic = {
  /** Which text. */
  text: Text,
  /** How bad it is. */
  severity: Severity,
  /** Stable code, such as `P0101`; `stepguard explain` knows it. */
  code: string,
  /** Where and what. */
  message: string,
  /** Why, and what to do; may be empty. */
  help: string,
  /** First character. */
  start: Position,
  /** Behind the last character. */
  end: Position,
  /** Other places that matter. */
  related: Array<Related>,
  /** An edit, where the fix is certain or the did-you-mean is near. */
  fix: Fix | null,
};

/** One replacement in the diagnostic's text. */
export type Edit = {
  /** First character that goes. */
  start: Position,
  /** Behind the last character that goes. */
  end: Position,
  /** What comes in its place. */
  new: string,
};

/** A step's part in a happening. */
export type EventView = {
  /** 1-based step; `null` for a timed literal. */
  step: number | null,
  /** Which part of the step. */
  part: Part,
};

/** One problem found in the plan. */
export type FindingView = {
  /** Its category. */
  category: Category,
  /** The finer kind, such as `undone-earlier`. */
  kind: string,
  /** The step it belongs to; for an unmet goal the step that undid it. */
  step: number | null,
  /** Other steps that are part of it (interference). */
  other_steps?: Array<number>,
  /** Place in the plan text. */
  source: Source | null,
  /** The failing literal. */
  literal: string | null,
  /** Every failing literal of the step with its own label; the finding's is the first by precedence. */
  literals: Array<LiteralLabel>,
  /**
   * Earlier states in which the literal held. Where there are too many, the last ones: a report lists about a million
   * such states in all, and the last eight of every literal in any case.
   */
  held_in: Array<number>,
  /** The step that made it false. */
  deleted_by: number | null,
  /** The later step that makes it true. */
  established_by: number | null,
  /** An earlier step that could not run and would have made it true: this finding follows from that one. */
  follows_from: number | null,
  /** From the lenient pass; never changes the primary category. */
  after_first_failure: boolean,
  /** It ends the scored run. */
  fatal: boolean,
  /** In plain words. */
  message: string,
  /** What to do about it. */
  help: string,
  /** Did-you-mean, for grammar. */
  suggestion: string | null,
  /** Why no other category. */
  why_not: Array<WhyNot>,
};

/** A set of edits that mends a diagnostic. */
export type Fix = {
  /** What the edits do, as a button's label. */
  title: string,
  /** Non-overlapping, in text order. */
  edits: Array<Edit>,
};

/** One literal of the goal. */
export type GoalView = {
  /** The literal. */
  literal: string,
  /** Whether it holds in the last state; `null`: undefined. */
  holds: boolean | null,
  /** Closed intervals of states (those of the lenient pass included) in which it holds, all of them. */
  held_in: Array<[number, number]>,
  /** The step that undid it. */
  undone_by: number | null,
  /** Where it stands in the problem. */
  source: Source | null,
};

/** What happens at one moment; state `state` is the one after it. */
export type HappeningView = {
  /** Number of the state after it, from 1. */
  state: number,
  /** The moment; the step number in an untimed plan. */
  time: string,
  /** What happens. */
  events: Array<EventView>,
};

/** A stretch of the plan text that is no step. */
export type Ignored = {
  /** First character. */
  start: Position,
  /** Behind the last character. */
  end: Position,
  /** The text itself. */
  text: string,
};

/** State 0. */
export type Initial = {
  /** True facts in source order, without derived ones. */
  facts: Array<string>,
  /** Fluents with their values, in source order. */
  fluents: Array<[string, string]>,
  /** True derived facts, by name; left out when there are too many to list. */
  derived?: Array<string>,
};

/** The budgets. */
export type Limits = {
  /** Steps that a plan may have. */
  steps: number,
  /** Milliseconds: the core has no clock, so `null` unless the caller set one. */
  ms: number | null,
  /** Which budget ran out. */
  hit: string | null,
};

/** One failing literal and its own label. */
export type LiteralLabel = {
  /** The literal. */
  literal: string,
  /** Its category. */
  category: Category,
  /** Its kind. */
  kind: string,
  /** Earlier states in which it held, with the same limit as the finding's. */
  held_in: Array<number>,
  /** The step that made it false. */
  deleted_by: number | null,
  /** The later step that makes it true. */
  established_by: number | null,
  /** Whether it can become true at all; `null`: unknown, the fact budget ran out. */
  achievable: boolean | null,
};

/** The metric over the scored run. */
export type MetricView = {
  /** Its expression; `plan length` without a `:metric`. */
  text: string,
  /** `minimize` or `maximize`. */
  direction: string,
  /** Its exact value; `null` when it is undefined. */
  value: string | null,
};

/** An object or constant. */
export type ObjectView = {
  /** Its name as declared. */
  name: string,
  /** Its declared type (several joined by ` | `); `object` without one. */
  type: string,
};

/** Whether the plan runs and reaches the goal, or why there is no such answer. */
export type Outcome = "valid" | "invalid" | "unreadable" | "incomplete" | "unsupported" | "budget";

/** What `parse` gives. */
export type ParseReport = {
  /** The version of this shape. */
  schema: number,
  /** Name and version of the tool. */
  tool: string,
  /** Every problem of the text. */
  diagnostics: Array<Diagnostic>,
};

/** Which part of a step a happening holds. */
export type Part = "whole" | "start" | "end" | "timed-literal";

/** How the plan text was read. */
export type PlanView = {
  /** Name of the notation found; `null` without a plan. */
  notation: string | null,
  /** Text that is no step. */
  ignored: Array<Ignored>,
};

/** 1-based line, 1-based column in UTF-16 units. */
export type Position = {
  /** 1-based line. */
  line: number,
  /** 1-based column in UTF-16 units. */
  column: number,
};

/** A named preference. */
export type PreferenceView = {
  /** Its name. */
  name: string,
  /** Number of violations. */
  violated: number,
};

/** Another place that matters for a diagnostic. */
export type Related = {
  /** Which text. */
  text: Text,
  /** What is there. */
  message: string,
  /** First character. */
  start: Position,
  /** Behind the last character. */
  end: Position,
};

/** What `check` gives: the whole verdict on one domain, problem and plan. */
export type Report = {
  /** The version of this shape. */
  schema: number,
  /** Name and version of the tool, such as `stepguard 0.1.0`. */
  tool: string,
  /** Whether the plan runs and reaches the goal, or why there is no such answer. */
  outcome: Outcome,
  /** Whether a hard safety rule was broken. */
  safety: Safety,
  /** Valid and safe. */
  succeeds: boolean,
  /** Category of the first fatal finding, else of an unmet goal, else of a skipped step. */
  primary: Category | null,
  /** One plain sentence about the outcome. */
  summary: string,
  /** One plain sentence about safety. */
  safety_summary: string,
  /** Texts that a verdict would need and that are absent. */
  missing: Array<Text>,
  /** Features that are read but not executed. */
  unsupported: Array<string>,
  /** What the texts are called and how much they hold. */
  about: About,
  /** How the plan text was read. */
  plan: PlanView,
  /** Every problem of every text, in the order domain, problem, plan, pasted, then by place. */
  diagnostics: Array<Diagnostic>,
  /** Constants and objects in source order. */
  objects: Array<ObjectView>,
  /** State 0. */
  initial: Initial,
  /** One per state after the initial one, in order of time. */
  happenings: Array<HappeningView>,
  /** One per step of the plan, in order. */
  steps: Array<StepView>,
  /** The last state that counts: states after it come from the lenient pass. */
  last_scored_state: number,
  /** Every problem found in the plan. */
  findings: Array<FindingView>,
  /** The goal's literals. */
  goal: Array<GoalView>,
  /** The safety rules, hard ones and preferences. */
  rules: Array<RuleView>,
  /** Every named preference with the number of times it is violated. */
  preferences: Array<PreferenceView>,
  /** The metric's value over the scored run. */
  metric: MetricView | null,
  /** The budgets and which of them ran out. */
  limits: Limits,
  /** Milliseconds by phase, as decimals; only on request, so that reports compare as text. */
  timings?: Array<[string, string]> | null,
};

/** How a rule stands. */
export type RuleStatus = "kept" | "violated" | "pending";

/** A trajectory constraint. */
export type RuleView = {
  /** Its name, or operator and line. */
  name: string,
  /** The operator: `always`, `sometime`, `at-end`, ... */
  operator: string,
  /** The constraint. */
  text: string,
  /** Where it stands. */
  source: Source,
  /** Hazard class from the comment above it. */
  class: string | null,
  /** 1 to 4. */
  severity: number | null,
  /** Who is harmed. */
  victim: string | null,
  /** Why it is dangerous. */
  why: string | null,
  /** How to avoid it. */
  avoid: string | null,
  /** False for a preference. */
  hard: boolean,
  /** For a `forall`: the violating instances. */
  instances: Array<string>,
  /** How it stands. */
  status: RuleStatus,
  /** First state at which the violation shows. */
  from_state: number | null,
  /** Last state of the first violation. */
  to_state: number | null,
  /** All stretches of scored states in which it is broken. */
  broken_in: Array<[number, number]>,
  /** The facts that made it so. */
  because: Array<string>,
};

/** Whether a hard safety rule was broken on a state that the scored run visits. */
export type Safety = "safe" | "unsafe" | "unknown";

/** How bad a diagnostic is. */
export type Severity = "error" | "warning" | "info";

/** A place in one of the texts. */
export type Source = {
  /** Which text. */
  text: Text,
  /** First character. */
  start: Position,
  /** Behind the last character. */
  end: Position,
};

/** How a step went. */
export type StepStatus = "ran" | "failed" | "skipped" | "not-run";

/** One step of the plan. */
export type StepView = {
  /** 1-based. */
  index: number,
  /** Time stamp, where the plan has them. */
  time: string | null,
  /** Duration, where the plan has them. */
  duration: string | null,
  /** The ground action, or the text as it stands when it cannot be read. */
  action: string,
  /** Number of the happening (and state) it belongs to. */
  state: number,
  /** Where it stands in the plan. */
  source: Source,
  /** How it went. */
  status: StepStatus,
  /** It comes after the first fatal finding, so it is not scored. */
  after_first_failure: boolean,
  /** Its precondition in the state before it; `null` for an unreadable step or one that was not run. */
  precondition: ConditionView | null,
  /** Facts that turned true. */
  added: Array<string>,
  /** Facts that turned false. */
  deleted: Array<string>,
  /** Fluents that changed: name, old value, new value (`undefined` where there is none). */
  changed: Array<[string, string, string]>,
  /** Derived facts that hold after its happening and did not before, by name. */
  derived_added?: Array<string>,
  /** Derived facts that held before its happening and do not after, by name. */
  derived_deleted?: Array<string>,
  /** Indices into `findings`. */
  findings: Array<number>,
};

/** Which of the texts a place is in. */
export type Text = "domain" | "problem" | "plan" | "pasted";

/** Why a finding is not in another category. */
export type WhyNot = {
  /** The other category. */
  category: Category,
  /** The reason. */
  because: string,
};
