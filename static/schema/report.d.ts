// What the commands of `stepguard` print with `--format json`. Made from the Rust types: change
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

/** What `count` gives. */
export type CountReport = {
  /** The version of this shape. */
  schema: number,
  /** Name and version of the tool. */
  tool: string,
  /** How it came out. */
  result: PlannerResult,
  /** Steps of a shortest plan. */
  optimal_length: number | null,
  /** No plan has fewer steps than this, as far as is known. */
  lower_bound: string | null,
  /** Number of shortest plans. */
  optimal_plans: string | null,
  /**
   * For every length from the shortest on: the length, and the number of plans of at most that length that visit no
   * state twice. Ends where the budget ran out.
   */
  up_to: Array<[string, string]>,
  /** Number of shortest plans when plans that differ only in the order of independent steps count as one. */
  modulo_order: string | null,
  /**
   * The first few shortest plans, in a fixed order; on request so many plans of all lengths that were counted, shortest
   * first.
   */
  plans: Array<Array<string>>,
  /** States whose successors were looked at. */
  expanded: bigint,
  /** Why there is no plan. */
  proof: ProofView | null,
  /** One plain sentence about the result. */
  why: string,
  /** The feature that is not supported. */
  unsupported: Array<string>,
  /** Problems of domain and problem, when these cannot be read. */
  diagnostics: Array<Diagnostic>,
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

/** What an edit does. */
export type EditKind = "insert" | "delete" | "move" | "change";

/** One edit of a plan. */
export type EditView = {
  /** What it does. */
  kind: EditKind,
  /** Where the step stands in the repaired plan, from 1; of a deleted step, before which step of the repaired plan it stood. */
  at: number,
  /** Which step of the given plan is concerned, from 1; `null` for an insertion. */
  from: number | null,
  /** The step that comes in or stays, such as `(unplug kettle)`; of a deleted step, what it was. */
  action: string,
  /** What stood there before a change: the step, or the text that could not be read. */
  before: string | null,
  /** The edit as a category of the taxonomy. */
  label: Category,
  /** One plain sentence: what the edit is and what it mends. */
  meaning: string,
  /** Names of safety rules that the plan broke and that this edit mends. */
  mitigates: Array<string>,
  /** All places in the repaired plan where the step could stand just as well, `at` included, in order. */
  places: Array<number>,
};

/** A step's part in a happening. */
export type EventView = {
  /** 1-based step; `null` for a timed literal. */
  step: number | null,
  /** Which part of the step. */
  part: Part,
};

/** A change of the initial state that would make a plan possible. */
export type ExcuseView = {
  /** Facts that would have to hold at the start. */
  add: Array<string>,
  /** Facts that would have to be absent at the start. */
  remove: Array<string>,
  /** A plan that then succeeds. */
  plan: Array<string>,
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

/** How a question to the planner came out. */
export type PlannerResult = "plan" | "count" | "unsolvable" | "budget" | "unsupported" | "unreadable";

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

/** How a proof works. */
export type ProofKind = "relaxed" | "h2" | "exhausted";

/** A proof that there is no plan, in brief. */
export type ProofView = {
  /** How it works. */
  kind: ProofKind,
  /** Facts (relaxed), pairs of facts (h2) or states (exhausted) that the evidence lists. */
  size: bigint,
  /** Bytes of the certificate. */
  bytes: bigint,
  /** The independent checker has accepted the certificate. */
  checked: boolean,
  /** Goal conditions, or pairs of them, that can never hold, where the proof names them. */
  out_of_reach: Array<string>,
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

/** What `repair` gives. */
export type RepairReport = {
  /** The version of this shape. */
  schema: number,
  /** Name and version of the tool. */
  tool: string,
  /** How it came out. */
  result: RepairResult,
  /**
   * Cost of the repair: number of edits unless edits have weights. With the result `budget`: of a repair that was found
   * all the same and need not be a cheapest one; `null` when there is none.
   */
  cost: number | null,
  /** No repair is cheaper than this: proved. */
  at_least: number,
  /** The edits of the repair, the first of the cheapest ones, by their place in the plan. */
  edits: Array<EditView>,
  /** The plan as repaired; empty without a repair. */
  plan: Array<string>,
  /**
   * Number of cheapest repairs; repairs that differ only in where a step is put count as one. `null`: not counted to
   * the end.
   */
  minimal_repairs: string | null,
  /** Number of different plans that cheapest repairs lead to. `null`: not counted to the end. */
  minimal_plans: string | null,
  /** The first few cheapest repairs, this one included, in a fixed order. */
  repairs: Array<RepairView>,
  /** The label of the first edit of the first repair. */
  primary: Category | null,
  /** Changes of the initial state that would make a plan possible, when there is none: the smallest ones. */
  excuses: Array<ExcuseView>,
  /** States whose successors were looked at. */
  expanded: bigint,
  /** Why no plan can succeed. */
  proof: ProofView | null,
  /** One plain sentence about the result. */
  why: string,
  /** The feature that is not supported. */
  unsupported: Array<string>,
  /** Problems of domain and problem, when these cannot be read. */
  diagnostics: Array<Diagnostic>,
};

/** How a search for a repair came out. */
export type RepairResult = "repair" | "none" | "budget" | "nothing-to-do" | "unsupported" | "unreadable";

/** One repair. */
export type RepairView = {
  /** Its edits, by their place in the plan. */
  edits: Array<EditView>,
  /** The plan as repaired. */
  plan: Array<string>,
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

/** What `solve` and `prove` give. */
export type SolveReport = {
  /** The version of this shape. */
  schema: number,
  /** Name and version of the tool. */
  tool: string,
  /** How it came out. */
  result: PlannerResult,
  /** The plan's steps, such as `(open fridge)`; `null` when there is none. */
  plan: Array<string> | null,
  /** The plan's cost by the metric, or its number of steps. */
  cost: string | null,
  /** What a unit of cost is: `steps`, or the metric's expression. */
  cost_unit: string,
  /** No plan is cheaper than this, as far as is known. */
  lower_bound: string | null,
  /** The plan is proved to be a cheapest one. */
  optimal: boolean,
  /** The plan keeps every hard safety rule; `false` only when the rules were to be ignored. */
  safe: boolean,
  /** Every named preference with the number of times the plan violates it: advice is reported and not searched for. */
  preferences: Array<PreferenceView>,
  /** States whose successors were looked at. */
  expanded: bigint,
  /** Why there is no plan. */
  proof: ProofView | null,
  /** One plain sentence about the result. */
  why: string,
  /** The feature that is not supported. */
  unsupported: Array<string>,
  /** Problems of domain and problem, when these cannot be read. */
  diagnostics: Array<Diagnostic>,
  /** Milliseconds by phase, as decimals; only on request, so that reports compare as text. */
  timings?: Array<[string, string]> | null,
};

/** A place in one of the texts. */
export type Source = {
  /** Which text. */
  text: Text,
  /** First character. */
  start: Position,
  /** Behind the last character. */
  end: Position,
};

/** One reachable state. */
export type SpaceState = {
  /** Steps from the initial state. */
  depth: number,
  /** Facts that hold here and not in the initial state. */
  added: Array<string>,
  /** Facts that hold in the initial state and not here. */
  deleted: Array<string>,
  /** The goal holds. */
  goal: boolean,
  /** A hard safety rule is broken on the way here, whichever way it is, or by this state itself. */
  broken: boolean,
  /** Steps to the nearest goal state over safe states; `null`: none can be reached. */
  to_goal: number | null,
};

/** What `states` gives: the reachable states of a small task, to be drawn. */
export type StatesReport = {
  /** The version of this shape. */
  schema: number,
  /** Name and version of the tool. */
  tool: string,
  /** Whether all reachable states are listed: `false` when there are more than the limit, and then none is listed. */
  complete: boolean,
  /** The limit. */
  limit: number,
  /** The states; number 0 is the initial one. By distance from it, then in the order in which they were found. */
  states: Array<SpaceState>,
  /** The steps between them: from, to, action. Sorted by from, then in the order of the task's actions. */
  edges: Array<[number, number, string]>,
  /** The states that the scored run of the plan visits, in order; empty without a plan. */
  path: Array<number>,
  /** One plain sentence about the result. */
  why: string,
  /** The feature that is not supported. */
  unsupported: Array<string>,
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
