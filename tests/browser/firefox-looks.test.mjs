// The published site in Firefox at every width in both themes: accessible, and nothing sticks out to the side.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";

import { assertAccessible, closeClean, firefox, openInFirefox, serve, shot, themes, widths } from "./harness.mjs";

for (const theme of themes) {
  describe(`the published site in Firefox, ${theme}`, () => {
    let browser, site;
    before(async () => {
      site = await serve();
      browser = await firefox({ theme });
    });
    after(async () => {
      await browser?.close();
      await site?.stop();
    });

    for (const width of widths) {
      test(`has no accessibility violation and no sideways scrolling at ${width} px`, async () => {
        for (const hash of ["", "#/check?example=tea-late", "#/check?example=fire-towel", "#/check?example=tea-right", "#/about"]) {
          const page = await openInFirefox(browser, site.address, { width, hash });
          if (hash.includes("example")) {
            await page.waitForFunction(() => document.querySelector(".verdict-status")?.textContent.includes("checked in"), { timeout: 20_000 });
          }
          const dark = await page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches);
          assert.equal(dark, theme === "dark");
          const name = hash.replace(/.*[=/]/, "") || "first-visit";
          await shot(page, `firefox-${name}-${width}-${theme}`);
          await assertAccessible(page, `${name} at ${width} px, ${theme}`);
          const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
          assert.equal(over, 0, `${name}: nothing sticks out to the side`);
          await closeClean(page);
        }
      });
    }
  });
}
