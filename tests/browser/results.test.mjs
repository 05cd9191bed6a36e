// The page Results, as people use it: published figures with their audit, run folders and zip files that are brought, lists
// and comparisons of runs, an episode with its pictures, links, downloads, keyboard, sizes and themes.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, describe, test } from "node:test";

import { assertAccessible, chromium, closeClean, dist, openPage, serve, shot, started, themes, widths } from "./harness.mjs";
import { runFiles, zipOf } from "./runs.mjs";

describe("the page Results in Chromium", () => {
  let browser, site, folder;
  before(async () => {
    [browser, site] = await Promise.all([chromium(), serve()]);
    folder = mkdtempSync(join(tmpdir(), "stepguard-results-"));
    for (const [path, content] of [...runFiles("alfred", "model-a", 12, 0), ...runFiles("alfred", "model-b", 12, 5), ...runFiles("navigation", "model-a", 4, 1)]) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    writeFileSync(join(folder, "running/eb_alfred/model-a_x/base/results/episode_99_final_res.json"), '{"task_success": 1,\n broken');
  });
  after(async () => {
    await browser?.close();
    await site?.stop();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  async function at(hash, options = {}) {
    const page = await openPage(browser, site.address, { hash, acceptDownloads: true, ...options });
    await started(page);
    await page.locator("#outcomes").waitFor({ timeout: 30_000 });
    return page;
  }

  async function saved(page, act) {
    const [download] = await Promise.all([page.waitForEvent("download", { timeout: 60_000 }), act()]);
    const stream = await download.createReadStream();
    let text = "";
    for await (const part of stream) text += part;
    return { name: download.suggestedFilename(), text };
  }

  /** The page with the folder imported. */
  async function imported(options = {}) {
    const page = await at("#/results/imported", options);
    await page.getByLabel("Folder of runs").setInputFiles(folder);
    await page.locator(".matrix").waitFor({ timeout: 60_000 });
    await page.locator(".episodes tbody tr").first().waitFor({ timeout: 30_000 });
    return page;
  }

  const packed = existsSync(join(dist, "static/packs/episodes/index.pack"));

  /** Without a pack the page asks for it all the same, and says so. */
  const withoutPack = (page) => (page.faults = packed ? page.faults : page.faults.filter((fault) => !/index\.pack|status of 404/.test(fault)));

  test("opens from the header, and what it needs is fetched only then", async () => {
    const page = await openPage(browser, site.address);
    await started(page);
    assert.ok(!page.requests.some((url) => /viewer|results/.test(url)), "a first visit fetches nothing of it");
    await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Results" }).click();
    await page.locator("#outcomes-title").waitFor({ timeout: 30_000 });
    assert.match(await page.title(), /Results · Stepguard$/);
    await page.getByRole("link", { name: /^Published figures/ }).click();
    await page.locator(".matrix").waitFor({ timeout: 30_000 });
    assert.ok(!page.requests.some((url) => /core\/|scorer/.test(url)), "neither checker nor scorer is needed");
    withoutPack(page);
    await closeClean(page);
  });

  test("the published table shows the audit with its arithmetic", async () => {
    const page = await at("#/results/published");
    await page.locator(".matrix tbody tr").nth(25).waitFor();
    assert.equal(await page.locator(".matrix tbody tr").count(), 26, "every model has a row");
    const marked = page.locator("td.audited button");
    assert.equal(await marked.count(), 1);
    assert.match(await marked.textContent(), /23\.3.*computed 27\.3/);
    // By keyboard: the focus alone tells why, Escape closes it.
    await marked.focus();
    await page.locator(".why-row", { hasText: "27.3" }).waitFor();
    assert.equal(await marked.getAttribute("aria-expanded"), "true");
    await page.keyboard.press("Escape");
    await page.locator(".why-row").waitFor({ state: "detached" });
    // The other environments have the marks that are known.
    for (const [name, words] of [
      ["EB-Navigation", ["computed 32.3", "16.7 or 18.3", "15.0 or 16.7"]],
      ["EB-Manipulation", ["computed 14.4", "8.3 or 11.1", "weighted"]],
    ]) {
      await page.getByRole("button", { name, exact: true }).click();
      await page.locator("h2", { hasText: name }).waitFor();
      const text = (await page.locator("td.audited").allTextContents()).join(" ");
      for (const word of words) assert.ok(text.includes(word), `${name}: ${word} in ${text}`);
    }
    await closeClean(page);
  });

  test("published figures are sorted, filtered, linked and saved", async () => {
    const page = await at("#/results/published?env=alfred");
    const first = () => page.locator(".matrix tbody tr .row-name").first().textContent();
    await page.getByRole("button", { name: /^Mean of subsets/ }).click();
    await page.waitForFunction(() => location.hash.includes("sort=-mean"));
    assert.equal(await first(), "Claude-3.7-Sonnet");
    await page.getByRole("button", { name: /^Mean of subsets/ }).click();
    await page.waitForFunction(() => location.hash.includes("sort=mean"));
    assert.notEqual(await first(), "Claude-3.7-Sonnet");
    const count = page.getByRole("group", { name: "Family" }).getByLabel(/Open weights/);
    await count.check();
    await page.waitForFunction(() => location.hash.includes("family=open-weights"));
    await page.waitForFunction(() => document.querySelectorAll(".matrix tbody tr").length === 16);
    const { name, text } = await saved(page, () => page.getByRole("button", { name: /^CSV/ }).click());
    assert.equal(name, "embodiedbench-published.csv");
    assert.equal(text.trim().split("\n").length, 16 * 7 + 1);
    assert.match(text, /InternVL2_5-38B.*23\.3.*27\.3/);
    // The address is a link to this selection.
    const hash = await page.evaluate(() => location.hash);
    const other = await at(hash);
    await other.waitForFunction(() => document.querySelectorAll(".matrix tbody tr").length === 16);
    await other.getByRole("button", { name: /^Remove the filter Open weights/ }).click();
    await other.waitForFunction(() => document.querySelectorAll(".matrix tbody tr").length === 26);
    assert.equal(await other.evaluate(() => document.activeElement.id), "outcomes-found", "the focus is not lost");
    await closeClean(other);
    await closeClean(page);
  });

  test("models stand side by side; ablations and errors are charts with their tables", async () => {
    const page = await at("#/results/published");
    await page.getByLabel("Compare GPT-4o", { exact: true }).check();
    await page.getByLabel("Compare Claude-3.7-Sonnet").check();
    await page.getByRole("link", { name: "Compare 2 models" }).click();
    await page.locator("#outcomes-models").waitFor();
    const row = page.getByRole("row", { name: /^Mean/ });
    assert.match(await row.textContent(), /56\.3.*67\.7.*\+11\.4/);
    await page.getByRole("link", { name: "Ablations" }).click();
    await page.locator(".dots").nth(10).waitFor();
    assert.ok((await page.locator(".dots svg .dot-0").count()) > 20);
    await page.getByRole("link", { name: "Why failures fail" }).click();
    await page.locator(".shares").nth(2).waitFor();
    await page.getByRole("link", { name: "Audit", exact: true }).click();
    await page.locator("#outcomes-audit").waitFor();
    assert.match(await page.locator(".outcomes-body .table").textContent(), /GPT-4o-mini.*32\.8.*32\.3/s);
    await closeClean(page);
  });

  test("a folder is imported, with problems, summaries, matrix and list", async () => {
    const page = await imported();
    assert.match(await page.locator(".evaluate-alerts").textContent(), /3 runs with 29 episodes.*1 place could not be read/);
    assert.deepEqual(await page.locator(".matrix tbody .row-name").allTextContents(), ["model-a", "model-b"]);
    // Every other episode of model-a succeeds, beginning with the first.
    const cell = page.getByRole("button", { name: /^model-a, Base: ?50.*, 3 of 6/ });
    await cell.click();
    // The episode whose result cannot be read is listed as well.
    await page.waitForFunction(() => document.querySelectorAll(".episodes tbody tr").length === 7);
    assert.equal(await cell.getAttribute("aria-pressed"), "true");
    await page.getByRole("group", { name: "Outcome" }).getByLabel(/Failed/).check();
    await page.waitForFunction(() => document.querySelectorAll(".episodes tbody tr").length === 3);
    const { text } = await saved(page, () => page.getByRole("button", { name: "CSV", exact: true }).click());
    assert.equal(text.trim().split("\n").length, 4);
    await page.getByRole("button", { name: "Clear all" }).click();
    await page.waitForFunction(() => document.querySelectorAll(".episodes tbody tr").length === 29);
    // What planners said is searched too.
    await page.getByRole("searchbox").fill("shelf 5");
    await page.locator(".episodes mark").first().waitFor();
    assert.equal((await page.locator(".episodes mark").first().textContent()).toLowerCase(), "shelf 5");
    await page.getByRole("link", { name: "Files and summaries" }).click();
    const problems = page.getByRole("group", { name: "What could not be read" });
    assert.match(await problems.textContent(), /episode_99_final_res\.json/);
    assert.match(await page.getByRole("group", { name: "The runs' own summaries" }).textContent(), /differs/);
    await closeClean(page);
  });

  test("an episode opens with its pictures, and Back returns to the list as it was", async () => {
    const page = await imported();
    await page.getByRole("button", { name: /^model-b, all subsets/ }).click();
    await page.waitForFunction(() => document.querySelectorAll(".episodes tbody tr").length === 12);
    const link = page.locator(".episodes tbody a").nth(10);
    const id = await link.getAttribute("id");
    await link.scrollIntoViewIfNeeded();
    const scrolled = await page.evaluate(() => document.getElementById("outcomes").scrollTop);
    await link.click();
    await page.locator("#outcomes-episode").waitFor();
    assert.equal(await page.evaluate(() => document.activeElement.id), "outcomes-episode", "the focus follows");
    await page.locator(".pictures img").first().waitFor({ timeout: 20_000 });
    await page.waitForFunction(() => document.querySelector(".pictures img")?.naturalWidth > 0);
    await page.goBack();
    await page.locator(".episodes tbody tr.last").waitFor();
    assert.equal(await page.locator(".episodes tbody tr.last a").getAttribute("id"), id);
    assert.ok(Math.abs((await page.evaluate(() => document.getElementById("outcomes").scrollTop)) - scrolled) < 3, "it is where it was");
    await closeClean(page);
  });

  test("two runs are compared, and an episode of both stands side by side", async () => {
    const page = await imported();
    await page.getByRole("link", { name: "Compare runs" }).click();
    await page.getByLabel("First run").selectOption({ index: 1 });
    await page.getByLabel("Second run").selectOption({ index: 1 });
    await page.locator("#outcomes-compared").waitFor();
    assert.match(await page.getByRole("row", { name: /^All tasks/ }).textContent(), /12.*no difference shown/s);
    await page.locator("#outcomes-first-only").waitFor();
    await page.locator(".run-list a").first().click();
    await page.locator("#outcomes-episode").waitFor();
    assert.match(await page.evaluate(() => location.hash), /beside=alfred\.model-b/);
    await closeClean(page);
  });

  test("a zip file is read without unpacking its pictures, and a damaged entry is told", async () => {
    const page = await at("#/results/imported");
    const files = runFiles("manipulation", "zipped", 3, 0);
    await page.getByLabel("Files or zip files of runs").setInputFiles([
      { name: "runs.zip", mimeType: "application/zip", buffer: zipOf(files, { damage: "episode_2_res.json" }) },
      { name: "no.zip", mimeType: "application/zip", buffer: Buffer.from("PK\u0003\u0004 but nothing more") },
    ]);
    await page.locator(".matrix").waitFor({ timeout: 60_000 });
    assert.match(await page.locator(".evaluate-alerts").textContent(), /no\.zip cannot be opened/);
    await page.locator(".episodes tbody a").first().click();
    await page.locator("#outcomes-episode").waitFor();
    await page.locator(".pictures img").first().waitFor({ timeout: 20_000 });
    await page.waitForFunction(() => document.querySelector(".pictures img")?.naturalWidth > 0);
    await page.goBack();
    await page.getByRole("link", { name: "Files and summaries" }).click();
    assert.match(await page.getByRole("group", { name: "What could not be read" }).textContent(), /episode_2_res\.json.*damaged/s);
    await closeClean(page);
  });

  test("links to what is not here say so", async () => {
    const page = await at("#/results/imported/alfred.nobody-x/base/3");
    assert.match(await page.getByRole("alert").textContent(), /somebody's own disk/);
    await page.getByRole("link", { name: "To the list of episodes" }).click();
    await page.locator("#outcomes-open").waitFor();
    await closeClean(page);
  });

  test("the simulated runs are there, or the page says why they are not", async () => {
    const page = await openPage(browser, site.address, { hash: "#/results/simulator" });
    await started(page);
    if (packed) {
      await page.locator(".episodes tbody tr").first().waitFor({ timeout: 30_000 });
      assert.ok((await page.locator(".matrix tbody tr").count()) >= 10, "all agents have a row");
      await page.getByRole("link", { name: "Classes and truth" }).click();
      await page.locator("#outcomes-confusion").waitFor();
      await page.getByRole("link", { name: "Runs and episodes" }).click();
      const begun = Date.now();
      await page.locator(".episodes tbody a").first().click();
      await page.locator("#outcomes-episode").waitFor();
      console.log(`an episode opened after ${Date.now() - begun} ms`);
      await closeClean(page);
    } else {
      console.log("skipped: this site carries no simulated episodes");
      await page.getByRole("alert").waitFor({ timeout: 30_000 });
      assert.match(await page.getByRole("alert").textContent(), /simulated episodes could not be loaded/);
      withoutPack(page);
      await closeClean(page);
    }
  });

  test("example folders of real layouts are imported", async (t) => {
    const data = process.env.STEPGUARD_DATA;
    if (!data) {
      console.log("skipped: STEPGUARD_DATA is not set");
      return t.skip("STEPGUARD_DATA is not set");
    }
    const page = await at("#/results/imported");
    await page.getByLabel("Folder of runs").setInputFiles(join(data, "eb-run-example"));
    await page.locator(".matrix").waitFor({ timeout: 60_000 });
    assert.match(await page.locator(".evaluate-alerts").textContent(), /\d+ runs? with \d+ episodes?/);
    await closeClean(page);
  });

  test("every view is accessible and fits every width in both themes", async () => {
    for (const theme of themes) {
      for (const width of widths) {
        const page = await imported({ width, theme });
        for (const [name, hash] of [
          ["imported", "#/results/imported"],
          ["files", "#/results/imported?view=files"],
          ["compared", "#/results/imported?view=runs&with=alfred.model-a-x,alfred.model-b-x"],
          ["published", "#/results/published?env=manipulation"],
          ["effort", "#/results/published?measure=effort"],
          ["ablations", "#/results/published?view=ablations"],
          ["errors", "#/results/published?view=errors"],
          ["models", "#/results/published?view=models&with=GPT-4o,Qwen-VL-Max"],
          ["audit", "#/results/published?view=audit"],
        ]) {
          await page.evaluate((hash) => (location.hash = hash), hash);
          await page.locator("#outcomes .matrix, #outcomes .table, #outcomes .dots").first().waitFor({ timeout: 30_000 });
          await page.waitForFunction(() => !document.querySelector("#outcomes .waiting[role=status]"));
          const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          assert.ok(over <= 0, `${name} at ${width} px is ${over} px too wide`);
          await shot(page, `results-${name}-${width}-${theme}`);
          if (width !== 768) await assertAccessible(page, `${name} at ${width} px, ${theme}`);
        }
        await closeClean(page);
      }
    }
  });
});
