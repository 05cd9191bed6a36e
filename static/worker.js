// The checker, away from the page's thread. In: {id, call, args}. Out: {ready} once, then for each call {id, ok} or
// {id, error}, and {id, progress} in between. There is no message to cancel: the page ends this worker and starts another.
import init, * as core from "./core/stepguard_worker.js";

let current = null;
let told = 0;
// The core calls this from inside a long check; messages leave a busy worker all the same. A few a second are enough.
self.stepguardProgress = (done) => {
  if (Date.now() - told < 100) return;
  told = Date.now();
  self.postMessage({ id: current, progress: done });
};

const ready = init().then(() => self.postMessage({ ready: core.version() }));

self.onmessage = async ({ data: { id, call, args } }) => {
  try {
    await ready;
    current = id;
    self.postMessage({ id, ok: core[call](...args) });
  } catch (error) {
    self.postMessage({ id, error: error instanceof Error ? error.message : String(error) });
  }
};
