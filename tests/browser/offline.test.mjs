// The service worker: after one visit the page works without its server, and a newer version takes over on a later visit.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";

import { chromium, dist, openPage, serve, started } from "./harness.mjs";

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
    const user = await browser.newContext();
    t.after(() => user.close());
    const faults = [];
    /** Opens the site in a new tab, as a visit; gives the tab and the version it shows. */
    const visit = async () => {
      const page = await user.newPage();
      page.on("pageerror", (error) => faults.push(error.message));
      await page.goto(site.address);
      await page.waitForFunction(() => document.getElementById("boot") === null, undefined, { timeout: 60_000 });
      return { page, version: await page.evaluate(() => document.documentElement.dataset.version) };
    };
    const first = await visit();
    await copied(first.page);
    publish(folder, "index.html", (text) => text.replace(/data-version="[^"]*"/, 'data-version="newer"'));
    // This visit still shows the old version, and finds the new one.
    await first.page.close();
    const second = await visit();
    assert.equal(second.version, first.version);
    await second.page.evaluate(async () => (await navigator.serviceWorker.getRegistration()).update());
    await second.page.close();
    // Browsers exchange a service worker once its last page has gone, and take their time.
    let later = await visit();
    for (let visits = 0; later.version !== "newer" && visits < 60; visits += 1) {
      await later.page.close();
      await new Promise((wait) => setTimeout(wait, 1000));
      later = await visit();
    }
    assert.equal(later.version, "newer");
    const { page } = later;
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
