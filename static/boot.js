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

/** The service worker that the published page names; a preview names none. */
const offline = "serviceWorker" in navigator ? document.documentElement.dataset.offline : undefined;

/** Whether a version fetched on an earlier visit is taking over, and the page about to be loaded again from it. */
async function takesOver() {
  if (offline === undefined) return false;
  const registration = await navigator.serviceWorker.getRegistration().catch(() => undefined);
  if (!registration?.waiting || !navigator.serviceWorker.controller) return false;
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
  registration.waiting.postMessage("take-over");
  return true;
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

if (!(await takesOver())) {
  await start();
  await keepOffline();
}
