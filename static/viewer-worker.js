// Results, away from the page's thread. In: {id, call, args}. Out: {ready} once, then for each call {id, ok} or {id, error}.
// Long work is done in pieces: the page asks for the next piece, so it can show how far it is, ask something else in between,
// and stop. Files come as they were dropped; only those that say something are read, and a picture only when it is shown.
import init, { Viewing, Zip } from "./viewer/stepguard_viewer.js";

/** How long a piece of work takes, in milliseconds. */
const PIECE = 120;

let viewing = null;

async function start() {
  await init();
  viewing = new Viewing();
  self.postMessage({ ready: true });
}

/** The address of a file with these parts. */
function address(parts, type) {
  return URL.createObjectURL(new Blob(parts, { type }));
}

/** Where the files lie that were imported, by their names: a file, or a place in a zip file. */
const files = new Map();

/** The files of the import that goes on: they join the others when it is done. */
let coming = new Map();

/** What could not be opened at all, a sentence each. */
let unopened = [];

/** How many files of the import that goes on have been read, and how many there are. */
let reading = { done: 0, of: 0 };

const bytesOf = (file, from, to) => new Uint8Array(new FileReaderSync().readAsArrayBuffer(file.slice(from, to)));

/** Whether a file is a zip file, by its first bytes. */
function isZip(path, file) {
  if (!/\.zip$/i.test(path) && /\.[a-z0-9]+$/i.test(path)) return false;
  const [a, b, c, d] = bytesOf(file, 0, 4);
  return a === 0x50 && b === 0x4b && ((c === 3 && d === 4) || (c === 5 && d === 6));
}

/** The bytes of a file that was imported or is coming. */
function read({ file, zip, index }) {
  return zip ? zip.bytes(index) : bytesOf(file, 0, file.size);
}

/** Where the pack of simulated episodes lies. */
const PACK = "packs/episodes/";

/** A file of the pack. */
async function packed(name) {
  let answer;
  try {
    answer = await fetch(PACK + name);
  } catch {
    throw new Error(`${name} could not be loaded; is the network there?`);
  }
  if (!answer.ok) throw new Error(`${name} could not be loaded (status ${answer.status})`);
  return new Uint8Array(await answer.arrayBuffer());
}

let index = null;

/** Loads the index of the pack, once; a failure is told by the runs, and tried again with the next question. */
async function simulated(kind) {
  if (kind !== "simulator") return;
  index ??= packed("index.pack").then(
    (bytes) => viewing.take_index(bytes),
    (error) => {
      viewing.refuse_index(error.message);
      index = null;
    },
  );
  await index;
}

const TYPES = { png: "image/png", jpg: "image/jpeg", jpeg: "image/jpeg", webp: "image/webp", bmp: "image/bmp", gif: "image/gif", mp4: "video/mp4", webm: "video/webm" };

const calls = {
  /** Begins an import of files with their paths. */
  look(paths, given) {
    coming = new Map();
    unopened = [];
    const names = [];
    const sizes = [];
    const add = (path, size, place) => {
      if (coming.has(path)) return;
      coming.set(path, place);
      names.push(path);
      sizes.push(size);
    };
    given.forEach((file, index) => {
      const path = paths[index];
      try {
        if (!isZip(path, file)) {
          add(path, file.size, { file });
          return;
        }
        const zip = new Zip((from, to) => bytesOf(file, from, to), file.size);
        const inside = zip.names();
        const lengths = zip.sizes();
        inside.forEach((name, at) => add(`${path}/${name}`, lengths[at], { zip, index: at }));
      } catch (error) {
        unopened.push(`${path} cannot be opened: ${error instanceof Error ? error.message : error}`);
      }
    });
    reading = { done: 0, of: viewing.look(names, Float64Array.from(sizes)) };
    return JSON.stringify({ ...reading, files: names.length, problems: unopened });
  },
  /** Reads the next files. */
  read() {
    const end = performance.now() + PIECE;
    while (reading.done < reading.of && performance.now() < end) {
      const place = reading.done;
      try {
        viewing.give(place, read(coming.get(viewing.wanted(place))));
      } catch (error) {
        viewing.refuse(place, error instanceof Error ? error.message : String(error));
      }
      reading.done += 1;
    }
    return JSON.stringify({ ...reading, files: coming.size, problems: unopened });
  },
  /** Puts together what was read. */
  finish() {
    const told = viewing.finish();
    for (const [path, place] of coming) if (!files.has(path)) files.set(path, place);
    coming = new Map();
    return told;
  },
  /** Leaves an import. */
  leave() {
    viewing.leave();
    coming = new Map();
    return "null";
  },
  close(run) {
    viewing.close(run);
    return "null";
  },
  /** The address of a picture, or null where its file is not there. */
  picture(path) {
    const place = files.get(path);
    if (place === undefined) return "null";
    const type = TYPES[path.slice(path.lastIndexOf(".") + 1).toLowerCase()] ?? "application/octet-stream";
    // A file on the disk is not read here at all: the browser does it when it draws the picture.
    const parts = place.zip ? [place.zip.bytes(place.index)] : [place.file];
    return JSON.stringify(address(parts, type));
  },
  /** Lets go of a picture. */
  release(url) {
    URL.revokeObjectURL(url);
    return "null";
  },
  async runs(kind) {
    await simulated(kind);
    return viewing.runs(kind);
  },
  async episodes(kind, query) {
    await simulated(kind);
    return viewing.episodes(kind, query);
  },
  /** Searches what agents said in the next parts of the pack. */
  async deepen(query) {
    await simulated("simulator");
    const problems = [];
    const left = viewing.unsearched(query);
    const end = performance.now() + PIECE;
    while (left.length > 0 && performance.now() < end) {
      const part = left.shift();
      try {
        for (const name of viewing.missing_of(part)) viewing.take(name, await packed(name));
      } catch (error) {
        problems.push(error instanceof Error ? error.message : String(error));
      }
      viewing.search_part(part);
    }
    return JSON.stringify({ left: left.length, problems });
  },
  async compare_runs(kind, first, second) {
    await simulated(kind);
    return viewing.compare_runs(kind, first, second);
  },
  async simulated() {
    await simulated("simulator");
    return viewing.simulated();
  },
  async episode(kind, id, query) {
    await simulated(kind);
    if (kind === "simulator") {
      for (const name of viewing.missing(id)) {
        try {
          viewing.take(name, await packed(name));
        } catch (error) {
          // What is missing is told with the answer.
          console.info(error);
        }
      }
    }
    return viewing.episode(kind, id, query);
  },
  async save(kind, query, form) {
    await simulated(kind);
    return address([viewing.document(kind, query, form)], form === "csv" ? "text/csv" : "application/json");
  },
  save_published(query) {
    return address([viewing.published_csv(query)], "text/csv");
  },
};

const ready = start();

self.onmessage = async ({ data: { id, call, args } }) => {
  try {
    await ready;
    self.postMessage({ id, ok: await (Object.hasOwn(calls, call) ? calls[call](...args) : viewing[call](...args)) });
  } catch (error) {
    self.postMessage({ id, error: error instanceof Error ? error.message : String(error) });
  }
};
