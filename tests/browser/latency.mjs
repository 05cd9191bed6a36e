// Measures, for every example of the gallery, how long it takes from the end of the typing pause to the verdict: opens
// the example, types at the end of its plan as a person would, and reads the two marks that the page sets. Prints JSON:
// an array of {example, milliseconds}.
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { chromium, dist, openPage, serve, started } from "./harness.mjs";

/** How often each example is edited. The first edit warms the page up and is not counted. */
const edits = 6;

const { examples } = JSON.parse(readFileSync(join(dist, "static", "examples", "index.json"), "utf8"));
const [browser, site] = await Promise.all([chromium(), serve()]);
const measured = [];
try {
  for (const { id, plan } of examples) {
    if (plan === null || plan === undefined) continue;
    const page = await openPage(browser, site.address, { hash: `#/check?example=${encodeURIComponent(id)}` });
    await started(page);
    await verdicts(page, 1);
    const editor = page.getByRole("textbox", { name: "Plan", exact: true });
    await editor.click();
    await page.keyboard.press("Control+End");
    const milliseconds = [];
    for (let edit = 0; edit < edits; edit += 1) {
      await page.evaluate(() => performance.clearMarks());
      // A space or a line's end changes the text and not the plan, so every edit is checked like the one before it.
      await page.keyboard.press(edit % 2 === 0 ? "Space" : "Enter");
      await verdicts(page, 1);
      const taken = await page.evaluate(() => {
        const last = (name) => performance.getEntriesByName(name, "mark").at(-1).startTime;
        return last("stepguard:verdict") - last("stepguard:check-start");
      });
      if (edit > 0) milliseconds.push(taken);
    }
    measured.push({ example: id, milliseconds });
    await page.context().close();
  }
} finally {
  await browser.close();
  await site.stop();
}
process.stdout.write(JSON.stringify(measured));

/** Waits until the page has shown so many verdicts since its marks were cleared. */
function verdicts(page, count) {
  return page.waitForFunction((count) => performance.getEntriesByName("stepguard:verdict", "mark").length >= count, count, {
    timeout: 20_000,
  });
}
