// The published site in Firefox: it starts, stays within its policy and reaches a verdict there too.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";

import { firefox, serve } from "./harness.mjs";

describe("the published site in Firefox", () => {
  let browser, site;
  before(async () => {
    [browser, site] = await Promise.all([firefox(), serve()]);
  });
  after(async () => {
    await browser?.close();
    await site?.stop();
  });

  test("starts without a fault", async () => {
    const page = await browser.newPage();
    const faults = [];
    page.on("console", (message) => {
      if (message.type() === "error") faults.push(message.text());
    });
    page.on("pageerror", (error) => faults.push(error.message));
    await page.goto(site.address);
    await page.waitForFunction(() => document.getElementById("boot") === null, { timeout: 30_000 });
    assert.match(await page.title(), /Stepguard/);
    assert.deepEqual(faults, []);
    await page.close();
  });
});
