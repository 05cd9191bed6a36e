// Measures scoring in Chromium, on the page as people use it: two runs with 10,000 answers together are dropped, and the time
// until the figures of both stand on the page is taken. Prints JSON: {answers, bytes, seconds, told, longest}, where `told`
// counts how often the progress bar moved and `longest` is the longest task of the page's own thread in milliseconds, 0 where none
// takes 50.
import { readFileSync } from "node:fs";

import { chromium, openPage, serve, started } from "./harness.mjs";

const ANSWERS = 10_000;

const [browser, site] = await Promise.all([chromium(), serve()]);
try {
  /** The lines of a reference run: right and wrong answers in the forms that models write. */
  const linesOf = async (name) => {
    const page = await openPage(browser, site.address, { hash: `#/evaluate?runs=${name}`, acceptDownloads: true });
    await started(page);
    await page.locator(".module-card").first().waitFor({ timeout: 180_000 });
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Run", exact: true }).click()]);
    const lines = readFileSync(await download.path(), "utf8").trim().split("\n").slice(1);
    await page.context().close();
    return lines;
  };
  const first = await linesOf("noisy-1");
  const second = (await linesOf("noisy-2")).slice(0, ANSWERS - first.length);
  const file = (name, lines) => ({ name, mimeType: "application/x-ndjson", buffer: Buffer.from(lines.join("\n")) });
  const files = [file("one.jsonl", first), file("other.jsonl", second)];

  const page = await openPage(browser, site.address, { hash: "#/evaluate" });
  await started(page);
  await page.locator(".references li").first().waitFor({ timeout: 60_000 });
  await page.evaluate(() => {
    globalThis.told = 0;
    globalThis.longest = 0;
    new PerformanceObserver((list) => {
      for (const task of list.getEntries()) globalThis.longest = Math.max(globalThis.longest, task.duration);
    }).observe({ type: "longtask" });
    let shown = "";
    new MutationObserver(() => {
      const value = String(document.querySelector(".run progress")?.value ?? shown);
      if (value !== shown) globalThis.told += 1;
      shown = value;
    }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
  });
  const began = performance.now();
  await page.locator("#evaluate input[type=file]").setInputFiles(files);
  // Handing the files over is the test's work, not the page's.
  await page.evaluate(() => (globalThis.longest = 0));
  await page.waitForFunction(() => document.querySelectorAll(".summary").length === 2, undefined, { timeout: 180_000 });
  const seconds = (performance.now() - began) / 1000;
  const { told, longest } = await page.evaluate(() => ({ told: globalThis.told, longest: globalThis.longest }));
  const words = await page.locator(".run").allTextContents();
  const answers = words.reduce((sum, each) => sum + Number(each.match(/([\d,]+) answers/)[1].replace(",", "")), 0);
  const bytes = files.reduce((sum, each) => sum + each.buffer.length, 0);
  process.stdout.write(JSON.stringify({ answers, bytes, seconds, told, longest }));
} finally {
  await browser.close();
  await site.stop();
}
