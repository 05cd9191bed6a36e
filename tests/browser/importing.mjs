// Measures an import in Chromium, on the page as people use it: a folder with the runs of 1,200 episodes, each with twenty
// pictures, is chosen, and the time until the matrix and the list of episodes stand on the page is taken. Prints JSON:
// {episodes, files, bytes, seconds, megabytes, told, opened}, where `megabytes` is what all processes of the browser hold in
// memory at most during the import beyond what they held before, `told` counts how often the progress bar moved, and `opened` is
// how many milliseconds it takes to open an episode.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { chromium, openPage, serve, started } from "./harness.mjs";
import { runFiles } from "./runs.mjs";

const EPISODES = 1_200;

/** Memory of all processes below one, in megabytes: what each holds alone, and its share of what several hold. */
function memoryBelow(root) {
  const parents = new Map();
  for (const name of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      parents.set(Number(name), Number(readFileSync(`/proc/${name}/stat`, "utf8").replace(/^.*\) \S /s, "").split(" ")[0]));
    } catch {
      // It has ended meanwhile.
    }
  }
  let sum = 0;
  for (const process of parents.keys()) {
    let at = process;
    while (at && at !== root) at = parents.get(at);
    if (at !== root) continue;
    try {
      sum += Number(readFileSync(`/proc/${process}/smaps_rollup`, "utf8").match(/^Pss:\s+(\d+) kB/m)?.[1] ?? 0);
    } catch {
      // It has ended meanwhile.
    }
  }
  return sum / 1024;
}

const folder = mkdtempSync(join(tmpdir(), "stepguard-import-"));
const [browser, site] = await Promise.all([chromium(), serve()]);
try {
  let files = 0;
  let bytes = 0;
  for (const environment of ["alfred", "navigation", "manipulation"]) {
    for (const [path, content] of runFiles(environment, "model", EPISODES / 3, 0, { pictures: 20, rounds: 8 })) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
      files += 1;
      bytes += content.length;
    }
  }
  const page = await openPage(browser, site.address, { hash: "#/results/imported" });
  await started(page);
  await page.locator("#outcomes-open").waitFor({ timeout: 60_000 });
  await page.evaluate(() => {
    globalThis.told = 0;
    let shown = "";
    new MutationObserver(() => {
      const value = String(document.querySelector(".ways progress")?.value ?? shown);
      if (value !== shown) globalThis.told += 1;
      shown = value;
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
    document.querySelector("input[webkitdirectory]").addEventListener("change", () => (globalThis.begun = performance.now()), { capture: true });
    new MutationObserver(() => {
      if (globalThis.done === undefined && document.querySelector(".matrix") && document.querySelector(".episodes tbody tr")) globalThis.done = performance.now();
    }).observe(document.body, { subtree: true, childList: true });
  });
  const before = memoryBelow(process.pid);
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, memoryBelow(process.pid))), 100);
  // Handing the files over is the test's work and not the page's: the clock begins with the page's own event.
  await page.getByLabel("Folder of runs").setInputFiles(folder);
  await page.waitForFunction(() => globalThis.done !== undefined, undefined, { timeout: 180_000 });
  clearInterval(watch);
  most = Math.max(most, memoryBelow(process.pid));
  const { seconds, told } = await page.evaluate(() => ({ seconds: (globalThis.done - globalThis.begun) / 1000, told: globalThis.told }));
  const episodes = Number((await page.locator(".found-head [role=status]").textContent()).match(/of ([\d,]+)/)[1].replace(",", ""));
  const opened = await page.evaluate(
    () =>
      new Promise((done) => {
        const begun = performance.now();
        new MutationObserver((_, observer) => {
          if (!document.querySelector("#outcomes-episode")) return;
          observer.disconnect();
          requestAnimationFrame(() => done(performance.now() - begun));
        }).observe(document.body, { subtree: true, childList: true });
        document.querySelector(".episodes tbody a").click();
      }),
  );
  process.stdout.write(JSON.stringify({ episodes, files, bytes, seconds, megabytes: most - before, told, opened }));
} finally {
  await browser.close();
  await site.stop();
  rmSync(folder, { recursive: true, force: true });
}
