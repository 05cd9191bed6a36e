// The service worker: after one visit the page works without its server, and a newer version takes over on a later visit.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";

import { chromium, chromiumWithFreeWorkers, dist, openPage, serve, started } from "./harness.mjs";

/** Waits until the copies for offline use are complete. */
const copied = (page) => page.evaluate(() => navigator.serviceWorker.ready.then(() => true));

describe("offline use in Chromium", () => {
  let browser;
  before(async () => {
    browser = await chromium();
  });
  after(() => browser?.close());

  test("the page starts again with its server gone", async (t) => {
    const site = await serve();
    t.after(site.stop);
    const page = await openPage(browser, site.address);
    await started(page);
    await copied(page);
    await site.stop();
    page.faults.length = 0;
    await page.reload();
    await started(page);
    assert.ok(await page.locator("main").isVisible());
    const broken = page.faults.filter((fault) => !fault.includes("offline.js"));
    assert.deepEqual(broken, [], "only the look for a newer version may fail");
    await page.context().close();
  });

  test("a newer version takes over on a later visit, as a whole", async (t) => {
    const folder = mkdtempSync(join(tmpdir(), "stepguard-"));
    t.after(() => rmSync(folder, { recursive: true }));
    cpSync(dist, folder, { recursive: true });
    const site = await serve(folder);
    t.after(site.stop);
    const free = await chromiumWithFreeWorkers();
    t.after(() => free.close());
    const page = await free.newPage();
    const faults = [];
    page.on("pageerror", (error) => faults.push(error.message));
    await page.goto(site.address);
    await page.waitForFunction(() => document.getElementById("boot") === null);
    await copied(page);
    publish(folder, "index.html", (text) => text.replace(/data-version="[^"]*"/, 'data-version="newer"'));
    // This visit still shows the old version and finds the new one.
    await page.reload();
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      await registration.update();
      while (registration.waiting === null) await new Promise((wait) => setTimeout(wait, 20));
    });
    const version = () => page.evaluate(() => document.documentElement.dataset.version);
    assert.notEqual(await version(), "newer");
    // This one becomes the new version by itself, because nobody touches it; the browser may take its time.
    await page.reload();
    await page.waitForFunction(() => document.documentElement.dataset.version === "newer" && document.getElementById("boot") === null, { timeout: 90_000 });
    const kept = await page.evaluate(async () => {
      const names = await caches.keys();
      const cache = await caches.open(names[0]);
      const keys = await cache.keys();
      return { caches: names.length, pages: keys.filter((key) => key.url.includes("index.html")).length };
    });
    assert.deepEqual(kept, { caches: 1, pages: 1 }, "copies of the old version are gone");
    assert.deepEqual(faults, []);
  });
});

/** Changes one published file the way a new build would: its content, its hash in the service worker, its twins. */
function publish(folder, path, change) {
  const file = join(folder, path);
  const before = readFileSync(file);
  const text = change(before.toString());
  assert.notEqual(text, before.toString(), `${path} is changed`);
  writeFileSync(file, text);
  const hash = (content) => createHash("sha256").update(content).digest("base64");
  const worker = join(folder, "offline.js");
  const script = readFileSync(worker, "utf8");
  assert.ok(script.includes(hash(before)), `${path} is listed by its hash`);
  writeFileSync(worker, script.replace(hash(before), hash(text)).replace(/const VERSION = "[^"]*"/, 'const VERSION = "newer"'));
  for (const twin of [`${file}.br`, `${file}.gz`, `${worker}.br`, `${worker}.gz`]) rmSync(twin, { force: true });
}
