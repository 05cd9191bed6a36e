// The checker, away from the page's thread. In: {id, request}. Out: {id, report}, {id, progress} or {id, error}.
// There is no message to cancel: the page ends this worker and starts another.
import init, { check } from "./core/stepguard_worker.js";

const ready = init();

self.onmessage = async ({ data: { id, request } }) => {
  try {
    await ready;
    self.postMessage({ id, report: check(request) });
  } catch (error) {
    self.postMessage({ id, error: error instanceof Error ? error.message : String(error) });
  }
};
