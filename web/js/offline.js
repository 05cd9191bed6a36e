// The service worker: answers from the copies it took when this version was installed, so that the page works offline
// and never mixes two versions. `VERSION`, `FILES` and `WHEN_OPENED` (path to SHA-256, in base64) are put above this by the
// build: `FILES` are copied when a version is installed, `WHEN_OPENED` when a page asks for them.
//
// A copy is kept under its path and hash. Installing a newer version therefore fetches only what has changed, and every
// fetch is checked against its hash: while a host is half-way through an upload the installed version simply stays.

const CACHE = `stepguard ${self.registration.scope}`;
const scope = new URL(self.registration.scope);

const HASHES = { ...WHEN_OPENED, ...FILES };

/** The key that the copy of a file is kept under. */
function keyOf(path) {
  const key = new URL(path, scope);
  key.search = `sha256=${encodeURIComponent(HASHES[path])}`;
  return key.href;
}

/** Fetches a file of this version and no other. */
async function fetched(path) {
  // Some hosts redirect index.html to its folder, and a page may not be answered with a redirected copy.
  const address = path === "index.html" ? scope : new URL(path, scope);
  const answer = await fetch(address, { cache: "no-cache", integrity: `sha256-${HASHES[path]}` });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer;
}

async function install() {
  const cache = await caches.open(CACHE);
  await Promise.all(
    Object.keys(FILES).map(async (path) => {
      if (!(await cache.match(keyOf(path)))) await cache.put(keyOf(path), await fetched(path));
    }),
  );
}

async function activate() {
  const cache = await caches.open(CACHE);
  const current = new Set(Object.keys(HASHES).map(keyOf));
  const kept = await cache.keys();
  await Promise.all(kept.filter((request) => !current.has(request.url)).map((request) => cache.delete(request)));
  await self.clients.claim();
}

/** The file of this version that a request is for, if it is for one. */
function fileFor(request) {
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== scope.origin || !url.pathname.startsWith(scope.pathname)) return undefined;
  const path = decodeURI(url.pathname.slice(scope.pathname.length)) || "index.html";
  return Object.hasOwn(HASHES, path) ? path : undefined;
}

async function answer(path, request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(keyOf(path));
  if (kept || !Object.hasOwn(WHEN_OPENED, path)) return kept ?? fetch(request);
  const opened = await fetched(path);
  // A full cache only means that this file is not there offline.
  await cache.put(keyOf(path), opened.clone()).catch((error) => console.info("not kept for offline use:", path, error));
  return opened;
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("message", (event) => {
  if (event.data === "version") event.ports[0].postMessage(VERSION);
});
self.addEventListener("fetch", (event) => {
  const path = fileFor(event.request);
  if (path !== undefined) event.respondWith(answer(path, event.request));
});
