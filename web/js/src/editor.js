// The code editor of the page: CodeMirror in a shadow root, where the page's content security policy lets its style sheets
// stand. What the editor knows about PDDL comes from outside: tokens, hover, completion, signatures and diagnostics are
// asked for through `ask` or set by the page. This file only shows them and moves places to and fro.

import {
  autocompletion, closeBrackets, closeBracketsKeymap, closeCompletion, completionKeymap,
} from "@codemirror/autocomplete";
import {
  defaultKeymap, history, historyKeymap, isolateHistory, redo, undo, undoDepth,
} from "@codemirror/commands";
import { indentService, indentUnit } from "@codemirror/language";
import { forEachDiagnostic, linter, setDiagnostics } from "@codemirror/lint";
import {
  closeSearchPanel, findNext, findPrevious, gotoLine, highlightSelectionMatches, openSearchPanel, search,
} from "@codemirror/search";
import { Annotation, ChangeSet, Compartment, EditorState, RangeSet, StateEffect, StateField } from "@codemirror/state";
import {
  Decoration, EditorView, GutterMarker, ViewPlugin, gutter, highlightSpecialChars, hoverTooltip, keymap, lineNumbers,
  placeholder, showPanel, showTooltip, tooltips,
} from "@codemirror/view";

import {
  changeBetween, firstEndingAfter, indentAt, offsetOf, partnerOf, placeOf, rangeOf, tokensOf,
} from "./places.js";
import { theme } from "./theme.js";

// One bundle serves all that the page needs in JavaScript.
export { fromLetters, pack, toLetters, unpack } from "./packing.js";

// Set on changes that the page made: it knows about them already.
const fromPage = Annotation.define();
// Set on the empty transaction that says that new tokens are here.
const newTokens = Annotation.define();

// ---- highlighting ----------------------------------------------------------------------------------------------------

/** Kinds of tokens, by the number that the reader gives them. */
const KINDS = [
  "comment", "keyword", "section", "requirement", "type", "predicate", "function", "action", "variable", "object", "number",
  "name", "ignored", "unknown",
];
const tokenMarks = KINDS.map((kind) => Decoration.mark({ class: `sg-${kind}` }));

/** How long typing pauses before tokens are asked for again, in milliseconds. */
const TOKEN_PAUSE = 40;

/**
 * Asks for the tokens of a changed text; one question at a time, and only the newest text counts. Until the answer comes the
 * old tokens move with the changes. Only what can be seen is coloured, so that a very long text types like a short one.
 */
const highlighter = (ask) => ViewPlugin.fromClass(class {
  constructor(view) {
    this.view = view;
    this.tokens = [];
    this.since = ChangeSet.empty(view.state.doc.length);
    this.marks = Decoration.none;
    this.asking = false;
    this.gone = false;
    this.timer = setTimeout(() => this.refresh(), 0);
  }

  update(change) {
    if (change.docChanged) {
      this.since = this.since.compose(change.changes);
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.refresh(), TOKEN_PAUSE);
    }
    if (change.docChanged || change.viewportChanged || change.transactions.some((each) => each.annotation(newTokens))) {
      this.colour();
    }
  }

  async refresh() {
    if (this.asking || this.gone) return;
    const { doc } = this.view.state;
    this.asking = true;
    const answer = doc.length === 0 ? [] : await ask("tokens", doc.toString());
    this.asking = false;
    if (this.gone) return;
    if (this.view.state.doc !== doc) {
      // Changed meanwhile; the timer of that change found this question under way.
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.refresh(), TOKEN_PAUSE);
      return;
    }
    // Without an answer the old colours stay: better than none.
    if (!answer) return;
    this.tokens = tokensOf(doc, answer);
    this.since = ChangeSet.empty(doc.length);
    this.view.dispatch({ annotations: newTokens.of(true) });
  }

  colour() {
    const { from, to } = this.view.viewport;
    const back = this.since.invertedDesc;
    const marks = [];
    for (let i = firstEndingAfter(this.tokens, back.mapPos(from, -1)); i < this.tokens.length; i++) {
      const token = this.tokens[i];
      const start = this.since.mapPos(token.from, 1);
      if (start > to) break;
      const end = this.since.mapPos(token.to, -1);
      if (start < end && tokenMarks[token.kind]) marks.push(tokenMarks[token.kind].range(start, end));
    }
    this.marks = Decoration.set(marks, true);
  }

  destroy() {
    this.gone = true;
    clearTimeout(this.timer);
  }
}, { decorations: (plugin) => plugin.marks });

// ---- brackets --------------------------------------------------------------------------------------------------------

const matchingBracket = Decoration.mark({ class: "sg-bracket" });
const lonelyBracket = Decoration.mark({ class: "sg-bracket-alone" });

const bracketField = StateField.define({
  create: () => Decoration.none,
  update(marks, change) {
    if (!change.docChanged && !change.selection) return marks;
    const { doc, selection } = change.state;
    if (!selection.main.empty) return Decoration.none;
    for (const at of [selection.main.head - 1, selection.main.head]) {
      if (at < 0 || at >= doc.length) continue;
      const partner = partnerOf(doc, at);
      if (partner === undefined) continue;
      if (partner === null) return Decoration.set([lonelyBracket.range(at, at + 1)]);
      return Decoration.set([matchingBracket.range(at, at + 1), matchingBracket.range(partner, partner + 1)], true);
    }
    return Decoration.none;
  },
  provide: (field) => EditorView.decorations.from(field),
});

// ---- what the page knows about the lines: steps, failures, the chosen step ---------------------------------------------

class StepMarker extends GutterMarker {
  constructor(mark) {
    super();
    this.mark = mark;
  }
  eq(other) {
    return other.mark.label === this.mark.label && other.mark.tone === this.mark.tone && other.mark.title === this.mark.title;
  }
  toDOM() {
    const element = document.createElement("span");
    element.className = `sg-step sg-${this.mark.tone}`;
    element.textContent = this.mark.label;
    element.title = this.mark.title;
    return element;
  }
}

const setSteps = StateEffect.define();
const stepField = StateField.define({
  create: () => RangeSet.empty,
  update(marks, change) {
    let now = change.docChanged ? marks.map(change.changes) : marks;
    for (const effect of change.effects) if (effect.is(setSteps)) now = effect.value;
    return now;
  },
});

const stepGutter = (emit) => gutter({
  class: "sg-steps",
  markers: (view) => view.state.field(stepField),
  initialSpacer: () => new StepMarker({ label: "00", tone: "plain", title: "" }),
  domEventHandlers: {
    click(view, block) {
      emit("gutter", view.state.doc.lineAt(block.from).number);
      return false;
    },
  },
});

const setLines = StateEffect.define();
const lineField = StateField.define({
  create: () => Decoration.none,
  update(marks, change) {
    let now = change.docChanged ? marks.map(change.changes) : marks;
    for (const effect of change.effects) if (effect.is(setLines)) now = effect.value;
    return now;
  },
  provide: (field) => EditorView.decorations.from(field),
});
const lineMarks = Object.fromEntries(
  ["fail", "hazard", "current"].map((tone) => [tone, Decoration.line({ class: `sg-line-${tone}` })]),
);

// The changes since the diagnostics were set: the edits of a quick fix go to the right place however much was typed since.
const sinceReport = StateField.define({
  create: (state) => ChangeSet.empty(state.doc.length),
  update(changes, change) {
    if (change.effects.some((effect) => effect.is(setBase))) return ChangeSet.empty(change.newDoc.length);
    return change.docChanged ? changes.compose(change.changes) : changes;
  },
});
const setBase = StateEffect.define();

// ---- diagnostics and quick fixes ---------------------------------------------------------------------------------------

/** One quick fix as one undoable change. */
function applyFix(view, edits) {
  const since = view.state.field(sinceReport);
  const changes = edits.map((edit) => {
    const from = since.mapPos(Math.min(edit.from, since.length), 1);
    const to = Math.max(from, since.mapPos(Math.min(edit.to, since.length), -1));
    return { from, to, insert: edit.insert };
  });
  view.dispatch({
    changes,
    annotations: isolateHistory.of("full"),
    userEvent: "input.fix",
    scrollIntoView: true,
  });
  view.focus();
}

/** A diagnostic of the report as one of the editor's. */
function diagnosticOf(doc, change, item, emit) {
  const carry = (range) => ({ from: change.mapPos(range.from, 1), to: change.mapPos(range.to, -1) });
  const range = carry(item.range);
  const found = {
    from: Math.min(range.from, doc.length),
    to: Math.min(Math.max(range.from, range.to), doc.length),
    severity: item.severity,
    source: item.code,
    message: item.message,
    renderMessage: () => {
      const element = document.createElement("div");
      const message = element.appendChild(document.createElement("div"));
      message.textContent = item.message;
      if (item.help) {
        const help = element.appendChild(document.createElement("div"));
        help.className = "sg-help";
        help.textContent = item.help;
      }
      for (const related of item.related) element.append(placeLink(related, emit));
      return element;
    },
  };
  if (item.edits) {
    const edits = item.edits.map((edit) => ({ ...carry(edit), insert: edit.insert }));
    found.actions = [{ name: item.title, apply: (view) => applyFix(view, edits) }];
  }
  return found;
}

// ---- what is under the pointer or the cursor ---------------------------------------------------------------------------

/** Hover text: paragraphs, each plain or code, and a way to the declaration. */
function hoverElement(answer, emit) {
  const element = document.createElement("div");
  element.className = "sg-hover";
  for (const part of answer.parts) {
    const block = element.appendChild(document.createElement(part.code ? "pre" : "p"));
    block.textContent = part.text;
  }
  if (answer.declared) element.append(placeLink(answer.declared, emit));
  return element;
}

/** A link to another place, followed by the page: it may be in another text. */
function placeLink(place, emit) {
  const link = document.createElement("button");
  link.type = "button";
  link.className = "sg-link";
  link.textContent = `${place.message} (${place.text} ${place.start.line}:${place.start.column})`;
  link.onclick = () => emit("jump", place);
  return link;
}

/** Goes to where the word at the cursor is declared. */
const goToDeclaration = (ask, emit) => (view) => {
  const { doc, selection } = view.state;
  ask("hover", doc.toString(), placeOf(doc, selection.main.head)).then((answer) => {
    if (answer?.declared && view.state.doc === doc) emit("jump", answer.declared);
  });
  return true;
};

const hovering = (ask, emit) => hoverTooltip(async (view, offset) => {
  const doc = view.state.doc;
  const answer = await ask("hover", doc.toString(), placeOf(doc, offset));
  if (!answer || view.state.doc !== doc) return null;
  const range = rangeOf(doc, answer.start, answer.end);
  return { pos: range.from, end: range.to, above: true, create: () => ({ dom: hoverElement(answer, emit) }) };
}, { hoverTime: 350 });

// The same by keyboard: what hovering shows, with its buttons, at the cursor.
const setInfo = StateEffect.define();
const infoField = StateField.define({
  create: () => null,
  update(info, change) {
    let now = change.docChanged || change.selection ? null : info;
    for (const effect of change.effects) if (effect.is(setInfo)) now = effect.value;
    return now;
  },
  provide: (field) => showTooltip.from(field),
});

function closeInfo(view) {
  if (!view.state.field(infoField)) return false;
  view.dispatch({ effects: setInfo.of(null) });
  view.focus();
  return true;
}

const showInfo = (ask, emit) => (view) => {
  const { doc, selection } = view.state;
  const offset = selection.main.head;
  const problems = [];
  forEachDiagnostic(view.state, (diagnostic, from, to) => {
    if (from <= offset && offset <= to) problems.push({ diagnostic, from, to });
  });
  ask("hover", doc.toString(), placeOf(doc, offset)).then((answer) => {
    if (view.state.doc !== doc || (!answer && problems.length === 0)) return;
    const create = () => {
      const dom = document.createElement("div");
      dom.className = "sg-info";
      dom.setAttribute("role", "dialog");
      dom.setAttribute("aria-label", "About this place");
      dom.tabIndex = -1;
      for (const { diagnostic, from, to } of problems) {
        const row = dom.appendChild(document.createElement("div"));
        row.className = `sg-problem sg-problem-${diagnostic.severity}`;
        row.append(diagnostic.renderMessage ? diagnostic.renderMessage(view) : diagnostic.message);
        for (const action of diagnostic.actions ?? []) {
          const button = row.appendChild(document.createElement("button"));
          button.type = "button";
          button.className = "sg-fix";
          button.textContent = action.name;
          button.onclick = () => {
            closeInfo(view);
            action.apply(view, from, to);
          };
        }
      }
      if (answer) dom.append(hoverElement(answer, emit));
      dom.addEventListener("keydown", (event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        event.stopPropagation();
        closeInfo(view);
      });
      return { dom, mount: () => (dom.querySelector("button") ?? dom).focus() };
    };
    view.dispatch({ effects: setInfo.of({ pos: offset, above: true, arrow: false, create }) });
  });
  return true;
};

/** Applies the first quick fix at the cursor. */
function fixHere(view) {
  const offset = view.state.selection.main.head;
  let fix = null;
  forEachDiagnostic(view.state, (diagnostic, from, to) => {
    if (!fix && from <= offset && offset <= to && diagnostic.actions?.length) fix = () => diagnostic.actions[0].apply(view, from, to);
  });
  fix?.();
  return fix !== null;
}

// ---- completion and signature ------------------------------------------------------------------------------------------

const completing = (ask) => async (context) => {
  const { doc } = context.state;
  const before = context.state.sliceDoc(Math.max(0, context.pos - 200), context.pos);
  // Unasked only where a word begins or goes on: a list that opens after every space would be in the way.
  if (!context.explicit && !/[\w?:(@=-]$/.test(before)) return null;
  const answer = await ask("complete", doc.toString(), placeOf(doc, context.pos));
  if (!answer || context.aborted || answer.items.length === 0) return null;
  if (!context.explicit && !answer.typed && !/[(?:=@]$/.test(before)) return null;
  return {
    from: offsetOf(doc, answer.start),
    validFor: /^[\w?:.@-]*$/,
    options: answer.items.map((item) => ({
      label: item.label,
      detail: item.detail ?? undefined,
      info: item.info ?? undefined,
      apply: item.insert === null ? undefined : (view, _completion, from, to) => view.dispatch({
        changes: { from, to, insert: indented(view.state, from, item.insert) },
        selection: { anchor: from + (item.cursor ?? item.insert.length) },
        userEvent: "input.complete",
        scrollIntoView: true,
      }),
      type: item.kind,
      boost: -item.rank,
    })),
  };
};

/** What is put in over several lines, set in as far as the line that it begins on. */
function indented(state, from, insert) {
  const before = /^[ \t]*/.exec(state.doc.lineAt(from).text)[0];
  return insert.replaceAll("\n", `\n${before}`);
}

const setSignature = StateEffect.define();
const signatureField = StateField.define({
  create: () => null,
  update(tip, change) {
    let now = tip && change.docChanged ? { ...tip, pos: change.changes.mapPos(tip.pos) } : tip;
    for (const effect of change.effects) if (effect.is(setSignature)) now = effect.value;
    return now;
  },
  provide: (field) => showTooltip.from(field),
});

/** Shows the signature of the action or predicate whose arguments are being typed, the present one marked. */
const signatures = (ask) => ViewPlugin.define((view) => {
  let timer = 0;
  const hide = () => {
    clearTimeout(timer);
    if (view.state.field(signatureField)) queueMicrotask(() => view.dispatch({ effects: setSignature.of(null) }));
  };
  const show = async () => {
    const { doc, selection } = view.state;
    const head = selection.main.head;
    const answer = await ask("signature", doc.toString(), placeOf(doc, head));
    if (view.state.doc !== doc || view.state.selection.main.head !== head) return;
    if (!answer && !view.state.field(signatureField)) return;
    const tip = answer && {
      pos: offsetOf(doc, answer.start),
      above: true,
      create: () => {
        const dom = document.createElement("div");
        dom.className = "sg-signature";
        dom.append(`(${answer.name}`);
        answer.parameters.forEach((parameter, index) => {
          dom.append(" ");
          const part = dom.appendChild(document.createElement(index === answer.active ? "b" : "span"));
          part.textContent = parameter;
        });
        dom.append(")");
        return { dom };
      },
    };
    view.dispatch({ effects: setSignature.of(tip) });
  };
  return {
    update(change) {
      const typed = change.transactions.some((each) => each.isUserEvent("input.type") || each.isUserEvent("delete"));
      if (typed) {
        clearTimeout(timer);
        timer = setTimeout(show, 120);
      } else if (change.docChanged || (change.selectionSet && change.state.field(signatureField))) {
        hide();
      } else if (change.focusChanged && !view.hasFocus) {
        hide();
      }
    },
    destroy: () => clearTimeout(timer),
  };
});

const closeSignature = (view) => {
  if (!view.state.field(signatureField)) return false;
  view.dispatch({ effects: setSignature.of(null) });
  return true;
};

// The editor hears when it is scrolled or resized, but not when the page moves it, as it does when a verdict comes in.
const following = ViewPlugin.define((view) => {
  let frame = 0;
  let top = NaN;
  const look = () => {
    frame = 0;
    if (!view.state.facet(showTooltip).some((tooltip) => tooltip)) {
      top = NaN;
      return;
    }
    const now = view.dom.getBoundingClientRect().top;
    if (now !== top && !Number.isNaN(top)) view.requestMeasure();
    top = now;
    frame = requestAnimationFrame(look);
  };
  return {
    update() {
      if (!frame) frame = requestAnimationFrame(look);
    },
    destroy: () => cancelAnimationFrame(frame),
  };
});

// ---- limits ------------------------------------------------------------------------------------------------------------

const setNotice = StateEffect.define();
const noticeField = StateField.define({
  create: () => null,
  update(notice, change) {
    let now = change.docChanged ? null : notice;
    for (const effect of change.effects) if (effect.is(setNotice)) now = effect.value;
    return now;
  },
  provide: (field) => showPanel.from(field, (notice) => notice && (() => {
    const dom = document.createElement("div");
    dom.className = "sg-notice";
    dom.setAttribute("role", "status");
    dom.textContent = notice;
    return { dom };
  })),
});

/** Refuses a change that would make the text longer than the limit, and says so in place. */
const limited = (limit, emit) => EditorState.transactionFilter.of((change) => {
  if (!change.docChanged || change.newDoc.length <= limit || change.newDoc.length <= change.startState.doc.length) return change;
  queueMicrotask(() => emit("limit", change.newDoc.length));
  return { effects: setNotice.of(`Not inserted: a text may have ${limit.toLocaleString("en")} characters here, and this would make ${change.newDoc.length.toLocaleString("en")}.`) };
});

// ---- keys --------------------------------------------------------------------------------------------------------------

// The page chooses steps with Alt and the arrows and checks with Ctrl or Cmd and Enter, from inside an editor too.
const pageKeys = /^(Alt-Arrow|Mod-Enter|Ctrl-Enter|Mod-Alt-Arrow|Alt-l$)/;
const editorKeys = defaultKeymap.filter((binding) => !pageKeys.test(binding.key ?? binding.mac ?? ""));

// Chosen one by one: the ready-made lists bring panels along that the page has its own of.
const searchKeys = [
  { key: "Mod-f", run: openSearchPanel, scope: "editor search-panel" },
  { key: "F3", run: findNext, shift: findPrevious, scope: "editor search-panel", preventDefault: true },
  { key: "Mod-g", run: findNext, shift: findPrevious, scope: "editor search-panel", preventDefault: true },
  { key: "Escape", run: closeSearchPanel, scope: "editor search-panel" },
  { key: "Mod-Alt-g", run: gotoLine },
];

/** Selects the next problem of the text, or the one before: `step` is 1 or -1. Goes round at the ends. */
const goToProblem = (step) => (view) => {
  const places = [];
  forEachDiagnostic(view.state, (_diagnostic, from, to) => places.push({ from, to }));
  if (places.length === 0) return false;
  places.sort((a, b) => a.from - b.from || a.to - b.to);
  const { from, to } = view.state.selection.main;
  const ahead = step > 0
    ? places.find((place) => place.from > from || (place.from === from && place.to > to))
    : places.findLast((place) => place.from < from || (place.from === from && place.to < to));
  const place = ahead ?? places.at(step > 0 ? 0 : -1);
  view.dispatch({ selection: { anchor: place.from, head: place.to }, scrollIntoView: true, userEvent: "select" });
  return true;
};
const problemKeys = [{ key: "F8", run: goToProblem(1), shift: goToProblem(-1), preventDefault: true }];

/** An editor in a shadow root below `host`. */
export class StepguardEditor {
  /**
   * `options`: text, which (domain, problem or plan), label, placeholder, readOnly, limit, wrap.
   * `ask(call, text, line, column)` gives a promise of an answer in JSON (or null); `emit(event, payload)` is told what
   * the user does.
   */
  constructor(host, options, ask, emit) {
    const { text, which, label, limit } = options;
    const root = host.shadowRoot ?? host.attachShadow({ mode: "open", delegatesFocus: true });
    root.replaceChildren();
    this.emit = (event, payload) => emit(event, JSON.stringify(payload ?? null));
    const askJson = async (call, text, place) => {
      try {
        const answer = await ask(call, text, place?.line ?? 0, place?.column ?? 0);
        return answer ? JSON.parse(answer) : null;
      } catch {
        // No service, no answer: the editor stays usable as plain text.
        return null;
      }
    };
    this.readOnly = new Compartment();
    this.placeholder = new Compartment();
    this.label = new Compartment();
    this.report = null;
    const own = keymap.of([
      { key: "Mod-i", run: showInfo(askJson, this.emit), preventDefault: true },
      { key: "F12", run: goToDeclaration(askJson, this.emit), preventDefault: true },
      { key: "Mod-.", run: fixHere, preventDefault: true },
      { key: "Escape", run: (view) => closeCompletion(view) || closeInfo(view) || closeSignature(view) },
    ]);
    this.view = new EditorView({
      parent: root,
      root,
      state: EditorState.create({
        doc: text,
        extensions: [
          own,
          this.readOnly.of(readOnlyExtensions(options.readOnly)),
          this.label.of(EditorView.contentAttributes.of({ "aria-label": label })),
          this.placeholder.of(placeholder(options.placeholder)),
          lineNumbers(),
          which === "plan" ? [stepField, stepGutter(this.emit)] : [],
          history(),
          highlightSpecialChars(),
          lineField,
          bracketField,
          sinceReport,
          noticeField,
          infoField,
          signatureField,
          highlighter(askJson),
          hovering(askJson, this.emit),
          signatures(askJson),
          following,
          limited(limit, this.emit),
          linter(null, { hoverTime: 250 }),
          search({ top: true }),
          highlightSelectionMatches({ minSelectionLength: 2 }),
          autocompletion({
            override: [completing(askJson)],
            icons: false,
            activateOnTypingDelay: 60,
            // Our answers are in the order in which they are likely.
            compareCompletions: (a, b) => a.label.localeCompare(b.label, "en"),
          }),
          closeBrackets(),
          indentUnit.of("  "),
          indentService.of((context, offset) => {
            const line = context.state.doc.lineAt(offset);
            return indentAt(context.state.doc, context.simulatedBreak ?? line.from, context.textAfterPos(offset));
          }),
          EditorState.languageData.of(() => [{ commentTokens: { line: ";" }, closeBrackets: { brackets: ["("] } }]),
          options.wrap ? EditorView.lineWrapping : [],
          EditorState.tabSize.of(4),
          tooltips({ position: "fixed" }),
          EditorView.contentAttributes.of({
            // Says outright that the keyboard reaches the text, and with it the box that scrolls.
            tabindex: "0",
            autocapitalize: "off", autocorrect: "off", autocomplete: "off", spellcheck: "false", translate: "no",
          }),
          // Files belong to the page, which sorts them; the event bubbles on to it.
          EditorView.domEventHandlers({
            drop: (event) => (event.dataTransfer?.files.length ?? 0) > 0,
            paste: (event) => (event.clipboardData?.files.length ?? 0) > 0 && event.clipboardData.types.indexOf("text/plain") < 0,
          }),
          keymap.of([
            ...closeBracketsKeymap, ...completionKeymap, ...searchKeys, ...historyKeymap, ...problemKeys, ...editorKeys,
          ]),
          EditorView.updateListener.of((update) => this.updated(update)),
          theme,
        ],
      }),
    });
  }

  /** Tells the page about changes that it did not make. */
  updated(update) {
    if (update.docChanged && !update.transactions.every((each) => each.annotation(fromPage))) {
      const pasted = update.transactions.some((each) => each.isUserEvent("input.paste"));
      this.emit("change", update.state.doc.toString());
      if (pasted) {
        let inserted = "";
        update.changes.iterChanges((_a, _b, _c, _d, text) => { inserted += text.toString(); });
        this.emit("paste", { inserted, text: update.state.doc.toString() });
      }
    }
    const moved = update.selectionSet && update.transactions.some((each) => each.isUserEvent("select"));
    if (moved) {
      const place = placeOf(update.state.doc, update.state.selection.main.head);
      const before = update.startState.doc.lineAt(update.startState.selection.main.head).number;
      if (place.line !== before || update.transactions.some((each) => each.isUserEvent("select.pointer"))) this.emit("cursor", place);
    }
    if (update.focusChanged) this.emit("focus", this.view.hasFocus);
  }

  /** Puts another text in as one change that can be undone. Gives false where it is longer than the limit. */
  setText(text) {
    const { doc } = this.view.state;
    if (doc.toString() === text) return true;
    this.view.dispatch({
      changes: { from: 0, to: doc.length, insert: text },
      selection: { anchor: 0 },
      annotations: [isolateHistory.of("full"), fromPage.of(true)],
      scrollIntoView: true,
    });
    return this.view.state.doc !== doc;
  }

  /** The text as it stands. */
  text() {
    return this.view.state.doc.toString();
  }

  /**
   * Shows a report: `report.text` is the text that it speaks of (null: the present one), `diagnostics`, `steps` and
   * `lines` carry places in it.
   */
  setReport(json) {
    const report = JSON.parse(json);
    const { view } = this;
    const { doc } = view.state;
    const now = doc.toString();
    const spoken = report.text ?? now;
    const about = spoken === now ? doc : view.state.toText(spoken);
    // Line breaks are normalised in both, so that lengths agree.
    const change = about === doc ? ChangeSet.empty(doc.length) : changeBetween(about.toString(), now);
    const diagnostics = report.diagnostics.map((item) => diagnosticOf(doc, change, {
      ...item,
      range: rangeOf(about, item.start, item.end),
      edits: item.fix?.edits.map((edit) => ({ ...rangeOf(about, edit.start, edit.end), insert: edit.new })),
      title: item.fix?.title,
    }, this.emit));
    const lineStart = (line) => doc.lineAt(change.mapPos(about.line(Math.min(line, about.lines)).from, 1)).from;
    const steps = new Map();
    for (const mark of report.steps) steps.set(lineStart(mark.line), new StepMarker(mark));
    const lines = [];
    for (const { from, to, tone } of report.lines) {
      for (let line = from; line <= Math.min(to, about.lines); line++) {
        if (lineMarks[tone]) lines.push(lineMarks[tone].range(lineStart(line)));
      }
    }
    view.dispatch(setDiagnostics(view.state, diagnostics));
    view.dispatch({
      effects: [
        setBase.of(null),
        setLines.of(Decoration.set(lines, true)),
        ...(view.state.field(stepField, false)
          ? [setSteps.of(RangeSet.of([...steps].map(([at, marker]) => marker.range(at)), true))]
          : []),
      ],
    });
  }

  /** Scrolls to a stretch and selects it; takes the focus if asked to. */
  reveal(startLine, startColumn, endLine, endColumn, focus) {
    const { doc } = this.view.state;
    const { from, to } = rangeOf(doc, { line: startLine, column: startColumn }, { line: endLine, column: endColumn });
    this.view.dispatch({
      selection: { anchor: from, head: to },
      effects: EditorView.scrollIntoView(from, { y: "center", x: "nearest" }),
    });
    if (focus) this.view.focus();
  }

  /** Scrolls a line into view without moving the cursor. */
  show(line) {
    const { doc } = this.view.state;
    const at = doc.line(Math.min(Math.max(line, 1), doc.lines)).from;
    this.view.dispatch({ effects: EditorView.scrollIntoView(at, { y: "nearest" }) });
  }

  /** Applies edits, given in places of the present text, as one change that can be undone. */
  apply(json) {
    const { doc } = this.view.state;
    const changes = JSON.parse(json).map((edit) => ({ ...rangeOf(doc, edit.start, edit.end), insert: edit.new }));
    this.view.dispatch({ changes, annotations: isolateHistory.of("full"), userEvent: "input.fix" });
  }

  /** Takes the last change back; false where there is none. */
  undo() {
    return undo(this.view);
  }

  /** Does the change again that was taken back last; false where there is none. */
  redo() {
    return redo(this.view);
  }

  /** Number of changes that can be taken back. */
  undoDepth() {
    return undoDepth(this.view.state);
  }

  focus() {
    this.view.focus();
  }

  setReadOnly(readOnly) {
    this.view.dispatch({ effects: this.readOnly.reconfigure(readOnlyExtensions(readOnly)) });
  }

  setPlaceholder(text) {
    this.view.dispatch({ effects: this.placeholder.reconfigure(placeholder(text)) });
  }

  setLabel(label) {
    this.view.dispatch({ effects: this.label.reconfigure(EditorView.contentAttributes.of({ "aria-label": label })) });
  }

  destroy() {
    this.view.destroy();
  }
}

/** A read-only text can still be reached by keyboard, scrolled, searched and copied from. */
function readOnlyExtensions(readOnly) {
  if (!readOnly) return [];
  return [
    EditorState.readOnly.of(true),
    EditorView.editable.of(false),
    EditorView.contentAttributes.of({ tabindex: "0", "aria-readonly": "true" }),
  ];
}
