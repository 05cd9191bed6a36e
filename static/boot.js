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

/** Pages that have a module of their own, fetched when the first of them is opened. Each follows the address by itself. */
const opened = [
  {
    address: /^#\/scenarios(?![^/?])/,
    place: "pages",
    styles: ["static/pages.css"],
    load: () => import("./pages/stepguard_pages.js"),
  },
  {
    address: /^#\/evaluate(?![^/?])/,
    place: "evaluation",
    styles: ["static/pages.css", "static/evaluate.css"],
    load: () => import("./evaluate/stepguard_evaluate.js"),
  },
  {
    address: /^#\/results(?![^/?])/,
    place: "results-page",
    styles: ["static/pages.css", "static/evaluate.css", "static/results.css", "static/episode.css"],
    load: () => import("./results/stepguard_results_page.js"),
  },
];

/** Loads a style sheet, unless it is there; resolves when it is in force. */
function styled(address) {
  if (document.querySelector(`link[href="${address}"]`) !== null) return Promise.resolve();
  return new Promise((done, failed) => {
    const link = document.createElement("link");
    Object.assign(link, { rel: "stylesheet", href: address, onload: done, onerror: () => failed(new Error(`${address} could not be loaded`)) });
    document.head.append(link);
  });
}

/** Fetches the module of a page, once, when the address names it. */
function openPages() {
  const page = opened.find(({ address }) => address.test(location.hash));
  if (page === undefined || page.begun) return;
  page.begun = true;
  const place = document.getElementById(page.place);
  place.removeAttribute("role");
  place.textContent = "Loading the page…";
  Promise.all([page.load(), ...page.styles.map(styled)])
    .then(([module]) => module.default())
    .catch((error) => {
      console.error(error);
      page.begun = false;
      place.setAttribute("role", "alert");
      place.textContent = `The page could not be loaded (${error.message}). Load it again, or go elsewhere and come back.`;
    });
}

/** The service worker and the version that the published page names; a preview names none. */
const { offline, version } = "serviceWorker" in navigator ? document.documentElement.dataset : {};

/** Whether anyone has done anything on this page yet. */
let touched = false;
for (const kind of ["keydown", "pointerdown", "paste", "drop"]) {
  addEventListener(kind, () => (touched = true), { capture: true, once: true });
}

/** A newer version answers from now on: a page that nobody has touched becomes it at once, any other is told. */
function newerAnswers(which) {
  if (!touched && !alreadyLoadedFor(which)) location.reload();
  else dispatchEvent(new CustomEvent("stepguard:update"));
}

/** Remembers that the page was loaded for the sake of a version: once must be enough. */
function alreadyLoadedFor(which) {
  try {
    const before = sessionStorage.getItem("stepguard.loaded-for");
    sessionStorage.setItem("stepguard.loaded-for", which);
    return before === which;
  } catch {
    // Without storage there is no telling, and a page must not load itself for ever.
    return true;
  }
}

/** Asks a service worker which version it answers with. */
function versionOf(worker) {
  const { port1, port2 } = new MessageChannel();
  worker.postMessage("version", [port2]);
  return new Promise((done) => {
    port1.onmessage = ({ data }) => done(data);
  });
}

/**
 * Looks whether a newer version has begun to answer while this page was being fetched. A newer version that only waits
 * is left to wait until the last page of this one has gone: browsers that are told to exchange a busy service worker at
 * once may keep its pages waiting for their files.
 */
async function giveWay() {
  const workers = navigator.serviceWorker;
  if (offline === undefined || workers.controller === null) return;
  const compare = async () => {
    const answering = await versionOf(workers.controller);
    if (answering !== version) newerAnswers(answering);
  };
  workers.addEventListener("controllerchange", compare);
  await compare();
}

/** Registers the service worker, and tells the page when it has fetched a newer version. */
async function keepOffline() {
  if (offline === undefined) return;
  try {
    const registration = await navigator.serviceWorker.register(offline);
    const tell = (next) => {
      if (next?.state === "installed" && navigator.serviceWorker.controller) {
        dispatchEvent(new CustomEvent("stepguard:update"));
      }
    };
    registration.addEventListener("updatefound", () => {
      const next = registration.installing;
      next?.addEventListener("statechange", () => tell(next));
    });
  } catch (error) {
    // Private windows and some hosts refuse; the page works without.
    console.info("offline use is not possible here:", error);
  }
}

giveWay().catch((error) => console.info("a newer version may be waiting:", error));
await start();
addEventListener("hashchange", openPages);
openPages();
await keepOffline();
