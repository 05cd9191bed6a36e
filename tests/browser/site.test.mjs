// The published site as a whole: it starts below a sub-path, keeps to itself, stays within its policy and its list of
// files, and is accessible at every width in both themes.
import assert from "node:assert/strict";
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";

import { assertAccessible, chromium, closeClean, dist, openPage, serve, shot, started, themes, widths } from "./harness.mjs";

describe("the published site in Chromium", () => {
  let browser, site;
  before(async () => {
    [browser, site] = await Promise.all([chromium(), serve()]);
  });
  after(async () => {
    await browser?.close();
    await site?.stop();
  });

  test("starts below a sub-path without a fault", async () => {
    const page = await openPage(browser, site.address);
    await started(page);
    assert.match(await page.title(), /Stepguard/);
    assert.ok(await page.locator("main").isVisible());
    await closeClean(page);
  });

  test("a first visit downloads at most 450 kB in brotli", async () => {
    const page = await openPage(browser, site.address, { serviceWorkers: "block" });
    await started(page);
    await page.waitForLoadState("networkidle");
    const fetched = new Set(page.requests.map((url) => url.slice(site.address.length).replace(/[?#].*/, "") || "index.html"));
    assert.ok(fetched.has("static/ui/stepguard_web_bg.wasm"), "the page's module is fetched");
    const size = (path) => {
      const file = join(dist, path);
      return statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size;
    };
    const total = [...fetched].reduce((sum, path) => sum + size(path), 0);
    assert.ok(total <= 450_000, `${total} bytes: ${[...fetched].map((path) => `${path} ${size(path)}`).join(", ")}`);
    await page.context().close();
  });

  test("says so where WebAssembly is missing", async () => {
    const context = await browser.newContext();
    await context.addInitScript(() => delete globalThis.WebAssembly);
    const page = await context.newPage();
    await page.goto(site.address);
    await page.getByRole("alert").filter({ hasText: "WebAssembly" }).waitFor();
    await context.close();
  });

  test("says so where its module cannot be loaded", async () => {
    const context = await browser.newContext();
    await context.route("**/static/ui/*.wasm", (route) => route.abort());
    const page = await context.newPage();
    await page.goto(site.address);
    await page.getByRole("alert").filter({ hasText: "could not be started" }).waitFor();
    await context.close();
  });

  test("runs no script that the policy does not allow", async () => {
    const page = await openPage(browser, site.address);
    await started(page);
    const ran = await page.evaluate(() => {
      globalThis.intruded = false;
      const script = document.createElement("script");
      script.textContent = "globalThis.intruded = true";
      document.body.append(script);
      return globalThis.intruded;
    });
    assert.equal(ran, false);
    assert.ok(page.faults.some((fault) => fault.includes("Content Security Policy")), "the refusal is reported");
    await page.context().close();
  });

  for (const theme of themes) {
    for (const width of widths) {
      test(`has no accessibility violation and no sideways scrolling at ${width} px, ${theme}`, async () => {
        const page = await openPage(browser, site.address, { width, theme });
        await started(page);
        await shot(page, `first-visit-${width}-${theme}`);
        await assertAccessible(page, `the first visit at ${width} px, ${theme}`);
        const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        assert.equal(over, 0, "nothing sticks out to the side");
        await closeClean(page);
      });
    }
  }
});
