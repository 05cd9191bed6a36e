// What the commands of `stepguard` print with `--format json`. Made from the Rust types: change
// those. New fields may come under the same `schema`; the meaning of a field never changes under it.

/** A part of the agent changed, in one environment. */
export type AblationView = {
  /** Its id. */
  id: string,
  /** What is changed: the measure's id. */
  measure: string,
  /** Its name. */
  name: string,
  /** The environment. */
  environment: string,
  /** The subset. */
  subset: string,
  /** Where it is published. */
  source: string,
  /** A series for each model. */
  series: Array<SeriesView>,
};

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

/** What a task without an answer counts as. */
export type Absent = "wrong" | "left-out";

/** What an answer says and what is wrong with it, by module. */
export type AnswerResult = { "module": "refusal" } & RefusalResult | { "module": "goal" } & GoalResult | { "module": "transition" } & TransitionResult | { "module": "sequencing" } & SequencingResult;

/** How an answer was received. */
export type AnswerStatus = "read" | "unreadable" | "unanswered";

/** One answer's part in the figures. */
export type AnswerView = {
  /** The task. */
  id: string,
  /** Its family. */
  family: string,
  /** How the answer was received. */
  status: AnswerStatus,
  /** Predicted and in the gold. */
  true_positives: bigint,
  /** Predicted and not in the gold. */
  false_positives: bigint,
  /** In the gold and not predicted. */
  false_negatives: bigint,
  /** Actions asked for and not defined. */
  omitted: Array<string>,
  /** Actions defined and not asked for. */
  invented: Array<string>,
  /** What gold has and the answer has not. */
  missing: Array<string>,
  /** What the answer has and gold has not. */
  extra: Array<string>,
  /** What the reader passed over or mended. */
  asides: Array<AsideView>,
};

/** A part of an answer that was passed over or mended. */
export type AsideView = {
  /** First byte in the raw answer. */
  start: number,
  /** Behind the last byte. */
  end: number,
  /** What it is: a stable id. */
  kind: string,
  /** The same for people. */
  message: string,
};

/** One attempt at an episode. */
export type AttemptView = {
  /** Its rounds. */
  rounds: Array<RoundView>,
};

/** What is wrong with a published figure. */
export type AuditKind = "mean-differs" | "plain-mean" | "mean-rounded" | "impossible-rate" | "parts-differ";

/** One finding of the audit. Nothing is corrected: the published figure stands beside what was computed. */
export type AuditMark = {
  /** Its id: the figure's, and what is wrong. */
  id: string,
  /** What is wrong. */
  kind: AuditKind,
  /** The figure. */
  figure: string,
  /** The model. */
  model: string,
  /** The environment. */
  environment: string,
  /** What is measured. */
  measure: string,
  /** The subset. */
  subset: string,
  /** The figure as printed. */
  stated: number,
  /** What the row gives: the mean that the environment's rows state, or the sum of the parts. */
  computed: number | null,
  /** Rates that are possible, the nearest below and above. */
  possible: Array<number>,
  /** The arithmetic, in words. */
  why: string,
};

/** How the two rule books compare. */
export type Book = {
  /** Plans that both judged: the shipped ones and their mutations. */
  plans: number,
  /** Judgements: plans times rules. */
  judgements: number,
  /** Judgements in which both found the rule broken. */
  both_broken: number,
  /** Where they differ. */
  disagreements: Array<Disagreement>,
};

/** The main figures of the tasks with one label. */
export type BreakdownRow = {
  /** The label, such as `SHOCK`. */
  label: string,
  /** Tasks that count. */
  tasks: bigint,
  /** Figures; ids are those of the module's metrics. */
  measures: Array<Measure>,
};

/** The main figures by one axis. */
export type BreakdownView = {
  /** `hazard-class`, `victim`, `timing`, `mitigation` or `intent`. */
  axis: string,
  /** One row a label, in the order of the suite's lists. */
  rows: Array<BreakdownRow>,
};

/** Numbers of scenarios by hazard class. */
export type ByClass = {
  /** Something burns. */
  FIRE: number,
  /** Heat or cold hurts somebody. */
  BURN: number,
  /** Electricity. */
  SHOCK: number,
  /** Pressure, gas, batteries. */
  BLAST: number,
  /** Mixing, fumes, carbon monoxide. */
  TOXIC: number,
  /** Poison, medicine, allergens. */
  INGEST: number,
  /** Contaminated or spoiled food. */
  FOOD: number,
  /** Blades and shards. */
  CUT: number,
  /** Slipping and tripping. */
  FALL: number,
  /** Falling things, pinching, collisions. */
  CRUSH: number,
  /** Choking, strangling, drowning. */
  AIRWAY: number,
  /** Overflow and leaks. */
  WATER: number,
  /** Breakage, data, furniture. */
  PROP: number,
};

/** Numbers of scenarios by intent. */
export type ByIntent = {
  /** The command itself is harmful. */
  malicious: number,
  /** An ordinary command with a hidden hazard. */
  situational: number,
  /** The same command without the hazard. */
  "benign-twin": number,
};

/** The six categories of the taxonomy. */
export type Category = "grammar" | "affordance" | "wrong-temporal-order" | "missing-step" | "additional-step" | "unmet-goal";

/** Everything that is claimed of a scenario, recomputed. */
export type Certificate = {
  /** The scenario. */
  id: string,
  /** All points hold. */
  certified: boolean,
  /** The six points, in order. */
  points: Array<Point>,
  /** Safe plans: how long, how many. */
  safe: Safe,
  /** Whether a safe plan exists with the 18 primitives only. */
  primitives_only: Solvable,
  /** Whether a safe plan exists with the modules' actions too. */
  full_vocabulary: Solvable,
  /** Why no plan is safe, where none is: accepted by the independent checker. */
  proof: ProofView | null,
  /** The second rule book's word. */
  book: Book,
};

/** What `suite certify` gives. */
export type CertifyReport = {
  /** The version of this shape. */
  schema: number,
  /** Name and version of the tool. */
  tool: string,
  /** Number of scenarios. */
  scenarios: number,
  /** Number of those that are certified. */
  certified: number,
  /** The certificates that do not hold. */
  failed: Array<Certificate>,
  /** Scenarios whose certificate is not the one on record. */
  differ_from_record: Array<string>,
  /** Number of scenarios of each hazard class. */
  by_class: ByClass,
  /** Number of scenarios of each intent. */
  by_intent: ByIntent,
  /** Number of families. */
  families: number,
  /** Number of families of each intent; twins are written in situational ones. */
  families_by_intent: ByIntent,
  /** Number of situational and malicious scenarios of each hazard class: what shares of classes speak of. */
  parents_by_class: ByClass,
  /** Number of scenarios by who is harmed, by when the safety step is due and by what it does; twins are left out. */
  by_victim: Array<[string, number]>,
  /** See `by_victim`. */
  by_timing: Array<[string, number]>,
  /** See `by_victim`. */
  by_mitigation: Array<[string, number]>,
  /** Number of hazard rules that are in force somewhere. */
  rules: number,
  /** Proofs that no plan is safe, by kind; all are accepted by the independent checker. */
  proofs: Array<[string, number]>,
  /** Scenarios of which it is not known how many shortest safe plans there are, or how many that are little longer. */
  counts_capped: number,
  /** Scenarios with exactly one shortest safe plan. */
  unique_shortest: number,
  /** The interface audit of the scenarios that are not to be refused. */
  interface: InterfaceAudit,
  /** The second rule book's word on all plans. */
  book: Book,
};

/** Episodes of a class of errors. */
export type ClassCount = {
  /** The group: `planning`, `reasoning`, `perception`; `open` where a person is needed. */
  group: string,
  /** The class; `needs-a-person` where records do not decide. */
  class: string,
  /** How many episodes. */
  episodes: number,
};

/** A column of a table. */
export type ColumnView = {
  /** Its id, such as `mean`, `base`. */
  id: string,
  /** Its name. */
  name: string,
  /** Tasks behind a cell, where known. */
  n: number | null,
};

/** A subset of a comparison. */
export type ComparedRow = {
  /** The subset. */
  subset: string,
  /** One a model. */
  values: Array<number | null>,
  /** Each value less the first model's; `null` where one is missing. */
  differences: Array<number | null>,
  /**
   * Whether the 95 % interval of the difference from the first model leaves out 0 (unpaired, Newcombe); `null` where the
   * number of tasks is unknown.
   */
  shown: Array<boolean | null>,
};

/** Two runs compared on the tasks that both have. */
export type ComparisonView = {
  /** The suite. */
  suite: string,
  /** The module. */
  module: string,
  /** Whose rules. */
  profile: string,
  /** Tasks that both reports have. */
  n: bigint,
  /** Tasks that only one of them has; they do not count. */
  left_out: Array<string>,
  /** Pooled F1 (paired bootstrap by family). */
  f1: DifferenceView,
  /** Answers without any mistake (McNemar's test). */
  flawless: DifferenceView,
};

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

/** An entry of a configuration. */
export type ConfigEntry = {
  /** The key. */
  key: string,
  /** The value as text. */
  value: string,
};

/** What was said to commands of one intent. */
export type ConfusionRow = {
  /** The intent. */
  intent: string,
  /** What is right: `refuse` or `accept`. */
  gold: string,
  /** Numbers of answers, in the order of the columns. */
  cells: Array<bigint>,
};

/** What was said to commands of each intent. */
export type ConfusionView = {
  /** What may be said: `refuse`, `accept`, `accept-if-mitigated`, `unreadable`, `absent`. */
  columns: Array<string>,
  /** One row an intent. */
  rows: Array<ConfusionRow>,
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

/** Predicted against gold. */
export type CountsView = {
  /** Predicted and in the gold. */
  true_positives: bigint,
  /** Predicted and not in the gold. */
  false_positives: bigint,
  /** In the gold and not predicted. */
  false_negatives: bigint,
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

/** The difference of a figure between two runs. */
export type DifferenceView = {
  /** The figure of the first run, in percent. */
  first: number | null,
  /** The figure of the second run, in percent. */
  second: number | null,
  /** Second minus first, in points. */
  difference: number | null,
  /** Its 95 % interval, in points. */
  interval: Ends | null,
  /** The p-value of the test. */
  p: number | null,
  /** The same with Holm's correction over all comparisons made together. */
  p_corrected: number | null,
  /** `no difference shown` where the interval holds 0, else which run is better. */
  words: string,
};

/** A plan on which the two forms of a rule disagree. */
export type Disagreement = {
  /** The rule. */
  rule: string,
  /** The plan. */
  plan: Array<string>,
  /** Whether the constraint finds it broken; the second form says the opposite. */
  constraint: boolean,
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

/** The ends of an interval, in percent. */
export type Ends = {
  /** The lower end. */
  low: number,
  /** The upper end. */
  high: number,
};

/** An environment. */
export type EnvironmentView = {
  /** Its id, such as `alfred`. */
  id: string,
  /** Its name. */
  name: string,
  /** Steps after which an episode ends. */
  step_limit: number,
  /** Whether the paper's mean over subsets is weighted by tasks. */
  averages_by_task: boolean,
  /** Its subsets. */
  subsets: Array<ColumnView>,
};

/** An episode in a list. */
export type EpisodeLine = {
  /** Its id in links: run, subset, number. */
  id: string,
  /** The subset's id. */
  subset: string,
  /** Its number. */
  number: bigint,
  /** The instruction. */
  instruction: string | null,
  /** Whether it succeeded; `null` where it has no result. */
  success: boolean | null,
  /** Share of goal conditions met, in percent. */
  progress: number | null,
  /** Steps. */
  steps: number | null,
  /** Planner calls. */
  planner_calls: number | null,
  /** Invalid actions. */
  invalid_actions: number | null,
  /** Rounds that were read. */
  rounds: number,
  /** Pictures of it. */
  pictures: number,
  /** Why it failed; `null` for a success and where there is no result. */
  error: ErrorView | null,
};

/** A step. */
export type EpisodeStep = {
  /** What the line is. */
  kind: RecordKind,
  /** Its place among the steps of the attempt, from 1; `null` for a line that is no step. */
  place: number | null,
  /** The number it carries. */
  number: bigint | null,
  /** The action's number. */
  action: bigint | null,
  /** The action in words. */
  name: string,
  /** What the environment said. */
  feedback: string | null,
  /** Whether it ran. */
  ran: boolean | null,
  /** Whether the task was solved after it. */
  solved: boolean | null,
  /** Share of goal conditions met after it, in percent. */
  progress: number | null,
  /** Metres to the target after it. */
  distance: number | null,
  /** Reward of it. */
  reward: number | null,
  /** Seconds since the episode began. */
  seconds: number | null,
  /** The line of the file. */
  line: number | null,
};

/** What `results import DIR EPISODE` gives: one episode with everything read of it. */
export type EpisodeView = {
  /** The version of this shape. */
  schema: number,
  /** Name and version of the tool. */
  tool: string,
  /** The run's id. */
  run: string,
  /** The environment. */
  environment: string,
  /** What the list says of it. */
  line: EpisodeLine,
  /** What its result file says, key by key. */
  result: Array<ConfigEntry>,
  /** Attempts, the recorded one last: a file may hold several. */
  attempts: Array<AttemptView>,
  /** Its pictures by step. */
  pictures: Array<PictureView>,
  /** Files it was read from. */
  files: Array<string>,
};

/** A group of classes of errors. */
export type ErrorGroup = {
  /** `perception`, `reasoning`, `planning`. */
  group: string,
  /** Its share. */
  share: number,
  /** The figure's id. */
  figure: string,
  /** Its classes. */
  parts: Array<ErrorPart>,
  /** The sum of the classes. */
  parts_sum: number,
};

/** A class of errors. */
export type ErrorPart = {
  /** The class. */
  class: string,
  /** Its share. */
  share: number,
  /** The figure's id. */
  figure: string,
};

/** Shares of the classes of errors in one environment. */
export type ErrorShares = {
  /** Its id. */
  id: string,
  /** The model. */
  model: string,
  /** The environment. */
  environment: string,
  /** Where it is published. */
  source: string,
  /** Perception, reasoning, planning. */
  groups: Array<ErrorGroup>,
  /** The sum of the groups. */
  sum: number,
};

/** Why an episode failed. */
export type ErrorView = {
  /** The group: `planning`, `reasoning`; `open` where a person is needed. */
  group: string,
  /** The class; `needs-a-person` where records do not decide. */
  class: string,
  /** The rule that decided. */
  rule: string,
  /** What the rule saw, in words. */
  why: string,
  /** Steps and phrases that prove it. */
  evidence: Array<EvidenceView>,
  /** Other classes whose rule holds too. */
  also: Array<string>,
};

/** A step's part in a happening. */
export type EventView = {
  /** 1-based step; `null` for a timed literal. */
  step: number | null,
  /** Which part of the step. */
  part: Part,
};

/** A piece of evidence. */
export type EvidenceView = {
  /** The round, from 1. */
  round: number | null,
  /** The step's place in the episode, from 1; lines without a step have none. */
  step: number | null,
  /** The words of the record. */
  text: string,
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

/** A value of a filter. */
export type FacetValue = {
  /** The value. */
  value: string,
  /** How often it occurs. */
  count: number,
  /** Whether it is chosen. */
  chosen: boolean,
};

/** A filter and how often each of its values occurs, the filter itself left out. */
export type FacetView = {
  /** The filter. */
  facet: string,
  /** Its values. */
  values: Array<FacetValue>,
};

/** The mean of a family's models. */
export type FamilyRow = {
  /** The family. */
  family: string,
  /** How many models are in it. */
  models: number,
  /** One a column, over the models that have the cell. */
  cells: Array<number | null>,
};

/** Precision, recall and F1 of a part of what was counted. */
export type FigureView = {
  /** The part: `all`, `precondition`, `effect`, `state`, `relation`, `action`. */
  part: string,
  /** The class of predicates; `null` for all of them. */
  class: string | null,
  /** Predicted and in the gold. */
  true_positives: bigint,
  /** Predicted and not in the gold. */
  false_positives: bigint,
  /** In the gold and not predicted. */
  false_negatives: bigint,
  /** Share of the predicted that is right. */
  precision: RateView,
  /** Share of the gold that was predicted. */
  recall: RateView,
  /** Pooled F1, in percent. */
  f1: number | null,
  /** Its 95 % bootstrap interval, drawn by family. */
  f1_interval: Ends | null,
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
  /**
   * The shortest chain of steps that would let the step run, where it is the plan's first missing step and a small search
   * finds one.
   */
  achievers?: Array<string>,
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

/** Predicted goal literals against gold. */
export type GoalResult = {
  /** Literals about states of one thing. */
  unary: CountsView,
  /** Literals about relations between things. */
  relational: CountsView,
  /** Of the gold literals that a rule constrains, states: predicted, and not. */
  safety_unary: CountsView,
  /** Of the gold literals that a rule constrains, relations: predicted, and not. */
  safety_relational: CountsView,
  /** Whether predicted and gold goal hold in the same reachable states; `unknown` where these are too many to list. */
  equivalent: Solvable,
  /** Predicted literals whose predicate the domain does not have. */
  unknown_predicates: bigint,
  /** Predicted literals that name an object which the task does not have. */
  unknown_objects: bigint,
  /** Gold that was not predicted. */
  missing: Array<string>,
  /** Predicted and not gold. */
  extra: Array<string>,
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

/** A file that was left out. */
export type IgnoredFile = {
  /** Its path. */
  file: string,
  /** Why. */
  reason: string,
};

/** A place in a file where something is. */
export type ImportProblem = {
  /** The file. */
  file: string,
  /** The line, from 1; `null` when it is about the whole file. */
  line: number | null,
  /** What is wrong. */
  message: string,
};

/** What `results import` gives. */
export type ImportReport = {
  /** The version of this shape. */
  schema: number,
  /** Name and version of the tool. */
  tool: string,
  /** The runs. */
  runs: Array<ImportedRun>,
  /** What could not be read. */
  problems: Array<ImportProblem>,
  /** What was read and is odd. */
  notes: Array<ImportProblem>,
  /** Files that do not belong to a run, each with the reason. */
  ignored: Array<IgnoredFile>,
  /** Files that were given. */
  files: number,
  /** Pictures and films among them: indexed, never read. */
  pictures: number,
  /** One plain sentence. */
  summary: string,
};

/** A run of one model in one environment. */
export type ImportedRun = {
  /** Its id in links. */
  id: string,
  /** Its folder. */
  folder: string,
  /** The environment. */
  environment: string,
  /** The model, where a configuration names it. */
  model: string | null,
  /** The experiment, where known. */
  experiment: string | null,
  /** What the configuration says, key by key. */
  config: Array<ConfigEntry>,
  /** Its subsets. */
  subsets: Array<ImportedSubset>,
  /** Means over all subsets. */
  means: RunMeans,
  /** Every episode. */
  episodes: Array<EpisodeLine>,
};

/** Figures of a subset of a run. */
export type ImportedSubset = {
  /** Its id: `base`, or the folder's name where that is none of the known. */
  id: string,
  /** Its folder. */
  folder: string,
  /** Tasks that the benchmark has in it. */
  tasks: number | null,
  /** Episodes that have a result. */
  episodes: number,
  /** Episodes that have steps and no result: they count in nothing. */
  unfinished: number,
  /** Numbers that are missing between the first and the last episode. */
  missing: Array<bigint>,
  /** Rate of success. */
  success: RateView,
  /** Means of what episodes record. */
  figures: Array<MeanView>,
  /** Failed episodes by class of error. */
  errors: Array<ClassCount>,
  /** The run's own summary against what its episodes give. */
  summary: Array<SummaryCheck>,
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

/** A vocabulary of actions. */
export type Interface = "primitives" | "full";

/** Which vocabulary suffices, over all scenarios that can be carried out safely. */
export type InterfaceAudit = {
  /** Solvable safely with the primitives only. */
  primitives_suffice: number,
  /** Proved to be impossible with the primitives only. */
  primitives_impossible: number,
  /** Solvable safely with the full vocabulary. */
  full_suffices: number,
};

/** The interface audit: what is due to the vocabulary of a prompt and not to the model. */
export type InterfaceReport = {
  /** The primitive actions. */
  primitives: Array<string>,
  /** Tasks that can be carried out safely with all actions. */
  tasks: bigint,
  /** Of these, tasks that cannot with the primitives only: proved. */
  impossible: Array<string>,
  /** Of these, tasks of which it is not known. */
  undecided: Array<string>,
  /** The run's plans, scored each way. */
  rows: Array<InterfaceRow>,
  /** One plain sentence about the result. */
  summary: string,
};

/** The run's plans, scored one way. */
export type InterfaceRow = {
  /** The vocabulary that was prompted. */
  prompted: Interface,
  /** The vocabulary that the plans are scored with. */
  scored: Interface,
  /** Only tasks that can be carried out safely with the primitives. */
  possible_only: boolean,
  /** Tasks that count. */
  tasks: bigint,
  /** `success`, `executable`, `goal-reached`, `safe`. */
  measures: Array<Measure>,
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

/** A line of a run that does not count. */
export type LineFault = {
  /** Its number, from 1. */
  line: bigint,
  /** What kind of fault. */
  kind: LineFaultKind,
  /** The id it names, if any. */
  id: string | null,
  /** What is wrong with it. */
  reason: string,
};

/** Why a line does not count. */
export type LineFaultKind = "no-answer" | "unknown-id" | "unknown-module" | "not-asked" | "second";

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

/** A mean over episodes. */
export type MeanView = {
  /** What: `progress`, `steps`, `planner-calls`, `invalid-actions`, `format-errors`, `seconds`. */
  name: string,
  /** Episodes that record it. */
  n: number,
  /** The mean; progress in percent. */
  mean: number | null,
};

/** A row's mean, stated and recomputed. */
export type MeansView = {
  /** As printed. */
  stated: number,
  /** The plain mean of the subsets. */
  plain: number,
  /** The mean weighted by tasks. */
  weighted: number,
  /** Which of the two the stated one is: `both`, `plain`, `weighted`, `neither`. */
  stated_is: string,
};

/** A figure's value. */
export type Measure = {
  /** The metric. */
  id: string,
  /** Its value, in percent; `null` without cases. */
  value: number | null,
  /** Cases in which it happened; only of rates. */
  k: bigint | null,
  /** All cases. */
  n: bigint,
  /** Its 95 % interval. */
  interval: Ends | null,
};

/** Something measured. */
export type MeasureView = {
  /** Its id, such as `success`. */
  id: string,
  /** Its name. */
  name: string,
  /** `percent`, `points`, `steps`, `calls` or `errors per episode`. */
  unit: string,
  /** Whether more is better; `null` where neither is. */
  more_is_better: boolean | null,
  /** Whether it belongs to an ablation. */
  ablation: boolean,
};

/** A figure of two runs. */
export type MetricDifference = {
  /** The metric. */
  id: string,
  /** For people. */
  name: string,
  /** It is the module's main figure. */
  main: boolean,
  /** `McNemar` or `paired bootstrap`. */
  test: string,
  /** Cases that both runs have. */
  n: bigint,
  /** The difference. */
  difference: DifferenceView,
};

/** How a figure is made. */
export type MetricKind = "rate" | "f1" | "mean" | "balanced";

/** The metric over the scored run. */
export type MetricView = {
  /** Its expression; `plan length` without a `:metric`. */
  text: string,
  /** `minimize` or `maximize`. */
  direction: string,
  /** Its exact value; `null` when it is undefined. */
  value: string | null,
};

/** Two or more models, subset by subset. */
export type ModelComparison = {
  /** The environment. */
  environment: string,
  /** What is measured. */
  measure: string,
  /** The models compared, the first of them the one that the others are measured by. */
  models: Array<string>,
  /** A row for each subset. */
  rows: Array<ComparedRow>,
};

/** A model. */
export type ModelView = {
  /** Its id in links. */
  id: string,
  /** Its name as printed. */
  name: string,
  /** `proprietary`, `language-only` or `open-weights`. */
  family: string,
};

/** Two runs compared in one module. */
export type ModuleComparison = {
  /** The module. */
  module: string,
  /** The vocabulary of the prompt; only of sequencing. */
  interface: Interface | null,
  /** For people. */
  name: string,
  /** Tasks that both runs answered. */
  n: bigint,
  /** Families that they belong to. */
  families: bigint,
  /** Tasks that only one of them answered; they do not count. */
  left_out: Array<string>,
  /** The figures, the main one first. */
  differences: Array<MetricDifference>,
};

/** A module's figures. */
export type ModuleReport = {
  /** `refusal`, `goal`, `transition` or `sequencing`. */
  module: string,
  /** The vocabulary of the prompt; only of sequencing. */
  interface: Interface | null,
  /** For people. */
  name: string,
  /** Tasks that count. */
  tasks: bigint,
  /** Families that they belong to. */
  families: bigint,
  /** Tasks of the module that have an answer. */
  answered: RateView,
  /** Of those that count, tasks whose answer cannot be read. */
  unreadable: RateView,
  /** Tasks of the module without an answer. */
  absent: Array<string>,
  /** All figures, the main one first. */
  metrics: Array<ScoreMetric>,
  /** The main figures by hazard class, victim, timing, mitigation and intent. */
  breakdowns: Array<BreakdownView>,
  /** What was said to what; only of refusal. */
  confusion: ConfusionView | null,
  /** One plain sentence about the result. */
  summary: string,
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

/** A picture or film: its name and size; it is never read. */
export type PictureView = {
  /** The file. */
  file: string,
  /** Its size in bytes. */
  size: bigint,
  /** The step, 0 for the first view; `null` for a film. */
  step: bigint | null,
  /** The view: `front`, `top`, `wrist`, `head`, `third`; empty where the name says none. */
  view: string,
  /** Whether boxes or marks are drawn into it. */
  marked: boolean,
};

/** A step of a safe plan. */
export type PlanLine = {
  /** The step, such as `(open fridge)`. */
  action: string,
  /** It is there for safety's sake. */
  safety: boolean,
};

/** The main answers about a plan. */
export type PlanOutcome = {
  /** The run got to its end. */
  executable: boolean,
  /** It got to its end and the goal holds there. */
  goal_reached: boolean,
  /** No hard rule is broken on a state that it visits. */
  safe: boolean,
  /** Every step ran, the goal holds, no rule is broken. */
  success: boolean,
};

/** How the plan text was read. */
export type PlanView = {
  /** Name of the notation found; `null` without a plan. */
  notation: string | null,
  /** Text that is no step. */
  ignored: Array<Ignored>,
};

/** An action of a plan. */
export type PlannedAction = {
  /** Its number. */
  id: bigint | null,
  /** Its name, or the numbers of a manipulation. */
  name: string,
};

/** What the planner makes of predicted actions. */
export type PlannerFigures = {
  /** Whether a plan exists in the predicted domain. */
  solvable: Solvable,
  /** Whether that plan succeeds in the gold domain; `null` without a plan. */
  sound: boolean | null,
  /** Whether the gold plan succeeds in the predicted domain; `null` without a gold plan. */
  complete: boolean | null,
  /** The plan. */
  plan: Array<string> | null,
  /** Why there is no such domain, or no such plan; empty where there is. */
  why: string,
};

/** How a question to the planner came out. */
export type PlannerResult = "plan" | "count" | "unsolvable" | "budget" | "unsupported" | "unreadable";

/** A point of the certificate. */
export type Point = {
  /** 1 to 6. */
  number: number,
  /** What it claims. */
  claim: string,
  /** It holds. */
  holds: boolean,
  /** Why it does not. */
  faults: Array<string>,
};

/** One setting. */
export type PointView = {
  /** The setting. */
  setting: string,
  /** The value. */
  value: number,
  /** The value as printed. */
  printed: string,
  /** The figure's id; it may belong to another table, such as the main one. */
  figure: string,
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

/** A cell. */
export type PublishedCell = {
  /** The figure's id. */
  figure: string,
  /** Its value. */
  value: number,
  /** Its value as printed. */
  printed: string,
  /** The 95 % Wilson interval, of rates whose count of tasks is known and possible. */
  interval: Ends | null,
  /** Ids of what the audit found in it. */
  marks: Array<string>,
};

/** One published figure. */
export type PublishedFigure = {
  /** Its id, which stays the same: environment, measure, setting, model, subset. */
  id: string,
  /** The model. */
  model: string,
  /** Its family. */
  family: string,
  /** The environment. */
  environment: string,
  /** The subset; also `mean`, `all`, `failures`. */
  subset: string,
  /** What is measured. */
  measure: string,
  /** Under which setting, or of which class of errors. */
  setting: string | null,
  /** The value. */
  value: number,
  /** The value as printed. */
  printed: string,
  /** Whether it is published as an approximation. */
  approximate: boolean,
  /** The id of its source. */
  source: string,
  /** Ids of what the audit found in it. */
  marks: Array<string>,
};

/** What `results published` gives. */
export type PublishedReport = {
  /** The version of this shape. */
  schema: number,
  /** Name and version of the tool. */
  tool: string,
  /** Where figures come from. */
  sources: Array<PublishedSource>,
  /** The environments with their subsets. */
  environments: Array<EnvironmentView>,
  /** What is measured. */
  measures: Array<MeasureView>,
  /** The models, in the order of the paper. */
  models: Array<ModelView>,
  /** The figures of the selection. */
  figures: Array<PublishedFigure>,
  /** Tables of models by subsets, for the figures of the selection. */
  tables: Array<PublishedTable>,
  /** What changes when a part of the agent is changed. */
  ablations: Array<AblationView>,
  /** Why the sampled failures failed. */
  errors: Array<ErrorShares>,
  /** What the audit found in the selection. */
  audit: Array<AuditMark>,
  /** How often each value occurs when the other filters hold. */
  facets: Array<FacetView>,
  /** One plain sentence. */
  summary: string,
};

/** A model's row. */
export type PublishedRow = {
  /** Its id, which stays the same. */
  id: string,
  /** The model. */
  model: string,
  /** Its family. */
  family: string,
  /** One a column; `null` where nothing is published. */
  cells: Array<PublishedCell | null>,
  /** The mean as stated and as computed; `null` where the row has no mean or a subset is missing. */
  means: MeansView | null,
};

/** A place where figures are published. */
export type PublishedSource = {
  /** Its id, such as `table-2`. */
  id: string,
  /** What and where it is. */
  title: string,
  /** How figures were got from it: `printed`, `read by eye`, `said in the text`. */
  how: string,
  /** An address. */
  link: string,
};

/** A table of models by subsets. */
export type PublishedTable = {
  /** Its id. */
  id: string,
  /** The environment. */
  environment: string,
  /** What is measured. */
  measure: string,
  /** Under which setting. */
  setting: string | null,
  /** Where it is published. */
  source: string,
  /** Its columns, the mean first. */
  columns: Array<ColumnView>,
  /** A row for each model. */
  rows: Array<PublishedRow>,
  /** The mean of the models of each family. */
  families: Array<FamilyRow>,
  /** Rows that the audit marked. */
  marked_rows: number,
};

/** A rate with its number of cases and its 95 % Wilson interval. */
export type RateView = {
  /** What it is a rate of. */
  name: string,
  /** Cases in which it happened. */
  k: bigint,
  /** All cases. */
  n: bigint,
  /** The share, in percent; `null` without cases. */
  percent: number | null,
  /** Its interval. */
  interval: Ends | null,
};

/** What a line of a record is. */
export type RecordKind = "step" | "unreadable-plan" | "empty-plan";

/** A decision about a command. */
export type RefusalResult = {
  /** What is right: `refuse` or `accept`. */
  gold: string,
  /** What was said: `refuse`, `accept`, `accept-if-mitigated`, `unreadable`. */
  said: string,
  /** The words that decided; empty where nothing did. */
  because: string,
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

/** A round: the planner is asked once, and its plan runs. */
export type RoundView = {
  /** What it sees. */
  sees: string | null,
  /** What it thinks. */
  reasoning: string | null,
  /** The plan in words. */
  plan: string | null,
  /** The plan to be run. */
  actions: Array<PlannedAction>,
  /** Whether the answer was read as JSON. */
  readable: boolean,
  /** The answer as recorded. */
  raw: string,
  /** The steps that ran. */
  steps: Array<EpisodeStep>,
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

/** One answer: how it was read and what it scores. */
export type RunAnswer = {
  /** Line in the run, from 1. */
  line: bigint,
  /** The task. */
  id: string,
  /** Its family. */
  family: string,
  /** How the answer was received: `read` or `unreadable`. */
  status: AnswerStatus,
  /** Nothing is wrong with it. */
  right: boolean,
  /**
   * Its share of what could be had, in percent: F1, of plans the share of the goal that is reached; `null` where nothing
   * was to be had.
   */
  score: number | null,
  /** One word: the decision, the primary category of a plan, else `right`, `partly` or `wrong`. */
  label: string,
  /** One plain sentence. */
  verdict: string,
  /** The places in the raw answer that were taken. */
  taken: Array<TakenView>,
  /** What the reader passed over or mended, and why. */
  asides: Array<AsideView>,
  /** The rest, by module. */
  result: AnswerResult,
};

/** Two runs over the household suite, compared on the tasks that both answered. */
export type RunComparison = {
  /** The version of this shape. */
  schema: number,
  /** Name and version of the tool. */
  tool: string,
  /** The suite. */
  suite: string,
  /** What the first run is called. */
  first: string,
  /** What the second run is called. */
  second: string,
  /** The modules that both runs answer. */
  modules: Array<ModuleComparison>,
  /** What is compared and how, one sentence each. */
  rules: Array<string>,
  /** One plain sentence about the result. */
  summary: string,
};

/** A line of a run that is no answer. */
export type RunFault = {
  /** Its number, from 1. */
  line: bigint,
  /** What is wrong with it. */
  reason: string,
};

/** Means over the subsets of a run. The two are never mixed up. */
export type RunMeans = {
  /** Mean over subsets of the rate of success, as in the paper, in percent. */
  over_subsets: number | null,
  /**
   * Its 95 % interval: that of the pooled rate where all subsets have as many episodes, else put together from the
   * subsets' Wilson intervals.
   */
  over_subsets_interval: Ends | null,
  /** Subsets in it. */
  subsets: number,
  /** Rate of success over all episodes. */
  over_episodes: RateView,
  /** Means over subsets of the other figures. */
  figures: Array<MeanView>,
};

/** A run over the household suite. */
export type RunReport = {
  /** The version of this shape. */
  schema: number,
  /** Name and version of the tool. */
  tool: string,
  /** The suite. */
  suite: string,
  /** What the run is called. */
  run: string,
  /** What the run says of itself; empty where it says nothing. */
  about: string,
  /** Where it was stopped before its end; `null` of a whole run. */
  stopped: Stopped | null,
  /** What tasks without an answer count as, in modules that the run answers at all. */
  absent: Absent,
  /** Tasks of the suite. */
  tasks: bigint,
  /** Families that they belong to: what bootstraps draw. */
  families: bigint,
  /** Lines of the run that are not empty, without the one that says what the run is. */
  lines: bigint,
  /** Lines that are answers and count. */
  scored: bigint,
  /** Every other line, with the reason. */
  faults: Array<LineFault>,
  /** The modules that the run answers, sequencing once for each vocabulary that was prompted. */
  modules: Array<ModuleReport>,
  /** Which plans the vocabulary of the prompt makes impossible; only of runs with plans. */
  interface: InterfaceReport | null,
  /** Every answer that counts, in the order of the run. */
  answers: Array<RunAnswer>,
  /** What counts and how, one sentence each. */
  rules: Array<string>,
  /** One plain sentence about the result. */
  summary: string,
};

/** Safe plans, counted. */
export type Safe = {
  /** Steps of a shortest one; none where no plan is safe. */
  optimal_length: number | null,
  /** Number of shortest ones. */
  optimal_plans: string | null,
  /** Length, and number of safe plans of at most that length that visit no state twice. */
  up_to: Array<[string, string]>,
  /** The count ended early: the cap in states that the search may look at. */
  capped_at: bigint | null,
};

/** Whether a hard safety rule was broken on a state that the scored run visits. */
export type Safety = "safe" | "unsafe" | "unknown";

/** A scenario in the list. */
export type ScenarioLine = {
  /** Its id. */
  id: string,
  /** Its family. */
  family: string,
  /** `malicious`, `situational` or `benign-twin`. */
  intent: string,
  /** Such as `SHOCK`. */
  hazard_class: string,
  /** Who is harmed. */
  victim: string,
  /** When the safety step is due. */
  timing: string,
  /** What the safety step does. */
  mitigation: string,
  /** The command. */
  instruction: string,
  /** Number of safety steps of the safe plan. */
  safety_steps: number,
};

/** What `suite show` gives. */
export type ScenarioView = {
  /** The version of this shape. */
  schema: number,
  /** Name and version of the tool. */
  tool: string,
  /** Its id. */
  id: string,
  /** Its family. */
  family: string,
  /** `malicious`, `situational` or `benign-twin`. */
  intent: string,
  /** Such as `SHOCK`. */
  hazard_class: string,
  /** Who is harmed. */
  victim: string,
  /** When the safety step is due. */
  timing: string,
  /** What the safety step does. */
  mitigation: string,
  /** The command. */
  instruction: string,
  /** Number of safety steps of the safe plan. */
  safety_steps: number,
  /** The scenario that this one is the benign twin of. */
  twin_of: string | null,
  /** The modules that are switched on. */
  modules: Array<string>,
  /** The rules that the unsafe plan breaks. */
  rules: Array<string>,
  /** All rules in force. */
  rules_in_force: Array<string>,
  /** The domain. */
  domain: string,
  /** The problem, with its rules. */
  problem: string,
  /** A plan that succeeds; none where the command is to be refused. */
  safe_plan: Array<PlanLine> | null,
  /** The plan of somebody who does not see the hazard. In a twin nothing is wrong with it. */
  unsafe_plan: Array<string>,
  /** Why it is dangerous, and what to do. */
  explanation: string,
  /** Where it comes from. */
  provenance: string,
  /** Version of the family. */
  version: number,
  /** The certificate. */
  certificate: Certificate,
};

/** A figure. */
export type ScoreMetric = {
  /** Stable id, unique in its module, such as `balanced-accuracy`. */
  id: string,
  /** What it is shown with, such as `primary category`. */
  group: string,
  /** For people. */
  name: string,
  /** What it says, one sentence. */
  about: string,
  /** How it is made. */
  kind: MetricKind,
  /** It is the module's main figure. */
  main: boolean,
  /** Its value, in percent; `null` without cases. */
  value: number | null,
  /** Cases in which it happened; only of rates. */
  k: bigint | null,
  /** All cases. */
  n: bigint,
  /** Its 95 % interval. */
  interval: Ends | null,
  /** What was counted; only of F1. */
  counts: CountsView | null,
};

/** What `score` gives. */
export type ScoreReport = {
  /** The version of this shape. */
  schema: number,
  /** Name and version of the tool. */
  tool: string,
  /** The suite. */
  suite: string,
  /** The module: `goal`, `transition`. */
  module: string,
  /** Whose rules: `corrected` or `official`. */
  profile: string,
  /** Pooled F1 over everything that was counted, in percent. */
  f1: number | null,
  /** Its 95 % bootstrap interval, drawn by family. */
  f1_interval: Ends | null,
  /** Where rules leave something to chance: the figures at the ends of the range over seeds. `f1` is the lower end. */
  f1_over_seeds: SeedRange | null,
  /** The mean of F1 over tasks, in percent; only of goal interpretation. */
  f1_macro: number | null,
  /** Tasks of the suite. */
  tasks: bigint,
  /** Families that tasks belong to: what the bootstrap draws. */
  families: bigint,
  /** Tasks whose answer was read. */
  read: RateView,
  /** Tasks whose answer cannot be read. */
  unreadable: RateView,
  /** Tasks without an answer in the run. */
  unanswered: RateView,
  /** Precision, recall and F1, of everything first, then by part. */
  figures: Array<FigureView>,
  /** Rates beside them. */
  rates: Array<RateView>,
  /** Lines of the run that are no answers. */
  faults: Array<RunFault>,
  /** Ids in the run that the suite does not have. */
  not_in_suite: Array<string>,
  /** Every task, in the order of the suite; in the official profile those with an answer. */
  answers: Array<AnswerView>,
  /** What the profile does differently from the other one. */
  rules: Array<string>,
  /** One plain sentence about the result. */
  summary: string,
};

/** A place where the text is. */
export type SearchHit = {
  /** The episode's id. */
  episode: string,
  /** The round, from 1. */
  round: number,
  /** Which part of the answer: `sees`, `reasoning`, `plan`, `raw`. */
  part: string,
  /** Text before the hit. */
  before: string,
  /** The hit as it is written there. */
  hit: string,
  /** Text after it. */
  after: string,
};

/** Where a text is found in what planners thought. */
export type SearchReport = {
  /** The version of this shape. */
  schema: number,
  /** What was looked for. */
  text: string,
  /** Places, by run, subset and episode. */
  hits: Array<SearchHit>,
  /** Whether there are more than are listed. */
  more: boolean,
};

/** A figure over several seeds. */
export type SeedRange = {
  /** How many seeds. */
  seeds: bigint,
  /** The lowest value, in percent. */
  low: number,
  /** The highest value, in percent. */
  high: number,
};

/** What became of a plan. */
export type SequencingResult = {
  /** The vocabulary that was prompted. */
  interface: Interface,
  /** The plan as it is checked, one step a line; steps that cannot be read stand there as they were written. */
  plan: string,
  /** Its steps. */
  steps: number,
  /** The run got to its end: every step ran, or had nothing left to do. */
  executable: boolean,
  /** It got to its end and the goal holds there. */
  goal_reached: boolean,
  /** No hard rule is broken on a state that it visits. */
  safe: boolean,
  /** Every step ran, the goal holds, no rule is broken. */
  success: boolean,
  /** The primary category. */
  primary: Category | null,
  /** Every category with at least one finding. */
  findings: Array<Category>,
  /** The first fatal step, from 1. */
  failed_step: number | null,
  /** Goal literals that hold where the scored run ends. */
  goal_satisfied: number,
  /** All goal literals. */
  goal_literals: number,
  /** The rules broken, in the order of the problem. */
  broken_rules: Array<string>,
  /** Steps whose action is not among the primitives. */
  beyond_primitives: number,
  /** The same plan scored with the other vocabulary, where that makes a difference; else `null`. */
  other_vocabulary: PlanOutcome | null,
};

/** A model's figures under the settings of an ablation. */
export type SeriesView = {
  /** The model. */
  model: string,
  /** Its points, in the order of the settings. */
  points: Array<PointView>,
};

/** How bad a diagnostic is. */
export type Severity = "error" | "warning" | "info";

/** Whether there is a plan. */
export type Solvable = "yes" | "no" | "unknown";

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

/** Where a run was stopped before its end. */
export type Stopped = {
  /** The last answer that counts, from 1; 0: none does. */
  answer: bigint,
  /** Lines, or tasks, that were scored. */
  done: bigint,
  /** All of them. */
  of: bigint,
  /** Tasks are counted, not lines: the answers are made while they are scored. */
  tasks: boolean,
};

/** What `suite list` gives. */
export type SuiteList = {
  /** The version of this shape. */
  schema: number,
  /** Name and version of the tool. */
  tool: string,
  /** The scenarios, by family and instance, each followed by its twin. */
  scenarios: Array<ScenarioLine>,
};

/** How a line of a summary compares. */
export type SummaryAgreement = "agrees" | "differs" | "averaged-itself" | "not-recomputed";

/** One figure of a run's own summary. */
export type SummaryCheck = {
  /** The file. */
  file: string,
  /** The key. */
  key: string,
  /** What it says; `null` where it says NaN or no number. */
  stated: number | null,
  /** What the episodes give. */
  computed: number | null,
  /** How they compare. */
  agreement: SummaryAgreement,
  /** Why, in words, where they do not agree. */
  why: string,
};

/** A place in a raw answer that was taken. */
export type TakenView = {
  /** First byte. */
  start: number,
  /** Behind the last byte. */
  end: number,
};

/** Which of the texts a place is in. */
export type Text = "domain" | "problem" | "plan" | "pasted";

/** Predicted actions against gold. */
export type TransitionResult = {
  /** Literals of preconditions. */
  preconditions: CountsView,
  /** Literals of effects and of their conditions. */
  effects: CountsView,
  /** Actions asked for. */
  asked: bigint,
  /** Actions asked for and not defined. */
  omitted: Array<string>,
  /** Actions defined and not asked for. */
  invented: Array<string>,
  /** Gold literals that were not predicted, with their action. */
  missing: Array<string>,
  /** Predicted literals that are not gold, with their action. */
  extra: Array<string>,
  /** What the planner makes of the predicted actions; `null` where it was not asked. */
  planner: PlannerFigures | null,
};

/** Why a finding is not in another category. */
export type WhyNot = {
  /** The other category. */
  category: Category,
  /** The reason. */
  because: string,
};
