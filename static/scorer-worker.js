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

/** The file of prompts that is being made. */
let prompts = null;

/**
 * A file that grows in pieces. Packed, a piece goes through the browser's gzip stream and only what comes out is kept: a
 * hundredth of it, so that a large file takes little memory. Else pieces are blobs, which browsers may keep on disk.
 */
function growing(only, packed) {
  const parts = [];
  const file = { only, packed, parts, done: 0, size: 0 };
  if (packed) {
    const stream = new CompressionStream("gzip");
    const writer = stream.writable.getWriter();
    const letters = new TextEncoder();
    const reading = (async () => {
      for (const reader = stream.readable.getReader(); ; ) {
        const { done, value } = await reader.read();
        if (done) return;
        parts.push(value);
        file.size += value.byteLength;
      }
    })();
    file.add = (text) => writer.write(letters.encode(text));
    file.end = async () => {
      await writer.close();
      await reading;
    };
  } else {
    file.add = async (text) => {
      const part = new Blob([text]);
      parts.push(part);
      file.size += part.size;
    };
    file.end = async () => {};
  }
  return file;
}

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
  save_comparison(first, second, kind, type) {
    return address([scoring.comparison_document(first, second, kind)], type);
  },
  async collect(only, of, again, packed) {
    // A file that was given up is begun anew, and its parts are let go.
    if (again) prompts = growing(only, packed && typeof CompressionStream === "function");
    const file = prompts;
    for (const end = performance.now() + PIECE; file.done < of && performance.now() < end; ) {
      await file.add(scoring.prompt_lines(file.done, 8, only));
      file.done = Math.min(file.done + 8, of);
    }
    const told = { done: file.done, of, address: null, size: file.size, packed: file.packed };
    if (file.done >= of) {
      await file.end();
      told.size = file.size;
      told.address = address(file.parts, file.packed ? "application/gzip" : "application/x-ndjson");
      prompts = null;
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
