// Starts the page: loads its WebAssembly module, says in plain words when that cannot work, and keeps the site usable
// offline where the published page asks for it. Knows nothing of what the page shows.

/** Puts a reason and a way out where the page would have been. */
function giveUp(reason, wayOut) {
  const place = document.getElementById("boot") ?? document.body;
  place.setAttribute("role", "alert");
  place.textContent = `${reason} ${wayOut}`;
}

async function start() {
  if (typeof WebAssembly !== "object" || typeof WebAssembly.instantiate !== "function") {
    giveUp(
      "This browser cannot run WebAssembly, or it is switched off.",
      "Use a current Firefox, Chrome, Edge or Safari, or the command “stepguard check”, which gives the same verdict.",
    );
    return;
  }
  try {
    const page = await import("./ui/stepguard_web.js");
    await page.default();
  } catch (error) {
    console.error(error);
    giveUp(
      `The page could not be started (${error instanceof Error ? error.message : error}).`,
      "Load it again; if that does not help, the copy on this server may be incomplete.",
    );
  }
}

/** The service worker and the version that the published page names; a preview names none. */
const { offline, version } = "serviceWorker" in navigator ? document.documentElement.dataset : {};

/** How long to wait for another version to take over before starting this one, in milliseconds. */
const PATIENCE = 3000;

const later = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** Loads the page again, once for each version that asks for it. */
function loadAgain(reason) {
  try {
    if (sessionStorage.getItem("stepguard.loaded-again") === reason) return false;
    sessionStorage.setItem("stepguard.loaded-again", reason);
  } catch {
    // Without storage there is no telling whether this is the second time.
    return false;
  }
  location.reload();
  return true;
}

/** The version that answers for this page's files. */
function versionOf(worker) {
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise((done) => {
    port1.onmessage = ({ data }) => done(data);
  });
  worker.postMessage("version", [port2]);
  return Promise.race([answer, later(PATIENCE)]);
}

/**
 * Whether this page is about to be replaced by a newer version, which an earlier visit has fetched. The page and its
 * files must be of one version, so this is settled before anything else is loaded.
 */
async function givesWay() {
  const controller = offline === undefined ? null : navigator.serviceWorker.controller;
  if (controller === null) return false;
  const changed = new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done, { once: true }));
  const registration = await navigator.serviceWorker.getRegistration().catch(() => undefined);
  registration?.waiting?.postMessage("take-over");
  if (registration?.waiting || registration?.active?.state === "activating") {
    await Promise.race([changed, later(PATIENCE)]);
  }
  const answering = await versionOf(navigator.serviceWorker.controller ?? controller);
  return answering !== undefined && answering !== version && loadAgain(answering);
}

/** Registers the service worker, and tells the page when a newer version is ready for the next visit. */
async function keepOffline() {
  if (offline === undefined) return;
  try {
    const registration = await navigator.serviceWorker.register(offline);
    const tell = (next) => {
      if (next?.state === "installed" && navigator.serviceWorker.controller) {
        window.dispatchEvent(new CustomEvent("stepguard:update"));
      }
    };
    const follow = (next) => next?.addEventListener("statechange", () => tell(next));
    tell(registration.waiting);
    follow(registration.installing);
    registration.addEventListener("updatefound", () => follow(registration.installing));
  } catch (error) {
    // Private windows and some hosts refuse; the page works without.
    console.info("offline use is not possible here:", error);
  }
}

if (!(await givesWay())) {
  await start();
  await keepOffline();
}
