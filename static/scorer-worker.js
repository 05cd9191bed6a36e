// The scorer, away from the page's thread. In: {id, call, args}. Out: {ready} once, then for each call {id, ok} or
// {id, error}. Long work is done in pieces: the page asks for the next piece, so it can show how far it is, ask something
// else in between, and stop. Files come as they were dropped, and go as addresses that can be saved from.
import init, { Scoring } from "./scorer/stepguard_scorer.js";

/** How long a piece of work takes, in milliseconds. */
const PIECE = 120;

let scoring = null;

async function start() {
  const [answer] = await Promise.all([fetch("packs/suite/scoring.json"), init()]);
  if (!answer.ok) throw new Error(`the suite could not be loaded (status ${answer.status})`);
  scoring = new Scoring(await answer.text());
  self.postMessage({ ready: true });
}

/** The address of a file with these parts. */
function address(parts, type) {
  return URL.createObjectURL(new Blob(parts, { type }));
}

/** Goes on until the time of one piece is over or nothing is left. */
function pieces(step) {
  const end = performance.now() + PIECE;
  while (step() && performance.now() < end);
}

/** Prompts that were made so far. */
let prompts = { only: "", parts: [], done: 0 };

const calls = {
  async add(file) {
    return scoring.add(file.name, new Uint8Array(await file.arrayBuffer()));
  },
  feed(run) {
    let told = "";
    pieces(() => {
      told = scoring.feed(run, 8);
      return scoring.has_more(run);
    });
    return told;
  },
  save(run, kind, type) {
    return address([scoring.document(run, kind)], type);
  },
  collect(only, of, again) {
    if (again) prompts = { only, parts: [], done: 0 };
    pieces(() => {
      // Blobs, not strings: the browser may keep them elsewhere than in memory.
      prompts.parts.push(new Blob([scoring.prompt_lines(prompts.done, 8, only)]));
      prompts.done = Math.min(prompts.done + 8, of);
      return prompts.done < of;
    });
    const told = { done: prompts.done, of, address: null };
    if (prompts.done >= of) {
      told.address = address(prompts.parts, "application/x-ndjson");
      prompts = { only: "", parts: [], done: 0 };
    }
    return JSON.stringify(told);
  },
};

const ready = start();

self.onmessage = async ({ data: { id, call, args } }) => {
  try {
    await ready;
    self.postMessage({ id, ok: await (Object.hasOwn(calls, call) ? calls[call](...args) : scoring[call](...args)) });
  } catch (error) {
    self.postMessage({ id, error: error instanceof Error ? error.message : String(error) });
  }
};
