// The simulators, away from the page's thread: fetched when an episode is replayed for the first time. In: {id, call, args}.
// Out: {ready} once, then for each call {id, ok} or {id, error}. Ending the worker ends what it does.
import init, * as simulators from "./replay/stepguard_replay.js";

const ready = init().then(() => self.postMessage({ ready: true }));

self.onmessage = async ({ data: { id, call, args } }) => {
  try {
    await ready;
    self.postMessage({ id, ok: simulators[call](...args) });
  } catch (error) {
    self.postMessage({ id, error: error instanceof Error ? error.message : String(error) });
  }
};
