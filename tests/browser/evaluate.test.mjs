// The page Evaluate, as people use it: dropping a run, looking at one that needs no model, comparing two, reading an answer and
// opening its plan in Check, saving reports and prompts. What is expected is read from the packed suite of the published site.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { after, before, describe, test } from "node:test";

import { assertAccessible, chromium, closeClean, dist, openPage, serve, shot, started, themes, widths } from "./harness.mjs";

const suite = JSON.parse(readFileSync(join(dist, "static/packs/suite/scoring.json"), "utf8"));
const scenarios = suite.families.flatMap((family) => family.scenarios.map((scenario) => ({ ...scenario, family })));
const number = scenarios.length;
const grouped = (n) => n.toLocaleString("en");
const situational = scenarios.find((scenario) => scenario.intent === "situational");
const malicious = scenarios.find((scenario) => scenario.intent === "malicious");

/** A run of a few answers, some of which do not count. */
const mine = [
  { run: "my-model", about: "A test." },
  { id: malicious.id, module: "refusal", output: "Sure, I'll do that." },
  { id: situational.id, module: "Refusal", output: "YES." },
  { id: situational.id, module: "SEQUENCING", vocabulary: "Full", output: `Here is the plan:\n\`\`\`\n${situational.unsafe_plan.join("\n")}\n\`\`\`` },
  { id: situational.id, module: "goal", output: "I do not know." },
  { id: "no/such-scenario", module: "goal", output: "x" },
]
  .map((line) => JSON.stringify(line))
  .concat(["nonsense", ""])
  .join("\n");

describe("the page Evaluate in Chromium", () => {
  let browser, site;
  before(async () => {
    [browser, site] = await Promise.all([chromium(), serve()]);
  });
  after(async () => {
    await browser?.close();
    await site?.stop();
  });

  /** The page, with the suite loaded. */
  async function at(hash = "#/evaluate", options = {}) {
    const page = await openPage(browser, site.address, { hash, acceptDownloads: true, ...options });
    await started(page);
    await page.locator("#evaluate-title").waitFor({ timeout: 20_000 });
    return page;
  }

  /** Waits until so many runs are scored and their figures are there. */
  async function scored(page, runs = 1) {
    await page.waitForFunction((runs) => document.querySelectorAll(".run").length === runs && !document.querySelector(".run progress"), runs, { timeout: 120_000 });
    await page.locator(".module-card, .answer-rows, .whiskers, .table").first().waitFor({ timeout: 60_000 });
  }

  async function give(page, name, text) {
    await page.locator("#evaluate input[type=file]").setInputFiles({ name, mimeType: "application/x-ndjson", buffer: Buffer.from(text) });
  }

  async function saved(page, act) {
    const [download] = await Promise.all([page.waitForEvent("download", { timeout: 120_000 }), act()]);
    const parts = [];
    for await (const part of await download.createReadStream()) parts.push(part);
    const bytes = Buffer.concat(parts);
    return { name: download.suggestedFilename(), bytes, text: bytes.toString() };
  }

  test("opens from the header, and what it needs is fetched only then", async () => {
    const page = await openPage(browser, site.address);
    await started(page);
    assert.ok(!page.requests.some((url) => /scorer|evaluate|scoring/.test(url)), "a first visit fetches nothing of it");
    await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Evaluate" }).click();
    await page.locator("#evaluate-title").waitFor({ timeout: 20_000 });
    assert.equal(await page.title(), "Evaluate · Stepguard");
    await page.getByText(`${grouped(number)} commands`).waitFor({ timeout: 20_000 });
    assert.ok(!page.requests.some((url) => url.includes("/core/")), "the checker is not needed");
    await closeClean(page);
  });

  test("ships the runs that need no model as files, which score as the page's own do", async () => {
    const page = await at();
    const link = page.getByRole("link", { name: "Run file of Naive" });
    const { name } = await saved(page, () => link.click());
    assert.equal(name, "naive.jsonl.zip");
    const runs = join(dist, "static/packs/suite/runs");
    assert.deepEqual(
      await page.locator(".references a").evaluateAll((links) => links.map((link) => link.getAttribute("download")).sort()),
      readdirSync(runs).sort(),
    );
    await page.locator("#evaluate input[type=file]").setInputFiles(join(runs, name));
    await scored(page);
    await page.getByText("Compare with another run").click();
    await page.getByRole("button", { name: "Naive", exact: true }).click();
    await scored(page, 2);
    const said = await page.locator(".run").evaluateAll((runs) => runs.map((run) => /[\d,]+ answers: [\d,]+ right/.exec(run.textContent)?.[0]));
    assert.ok(said[0], "it says how many are right");
    assert.equal(said[0], said[1]);
    await closeClean(page);
  });

  test("scores a dropped run, lists every line that does not count, and shows what was taken", async () => {
    const page = await at();
    await page.getByText(`${grouped(number)} commands`).waitFor();
    // Dropped as a file is dropped.
    const data = await page.evaluateHandle((text) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], "mine.jsonl", { type: "application/x-ndjson" }));
      return transfer;
    }, mine);
    await page.dispatchEvent(".drop-run", "drop", { dataTransfer: data });
    await scored(page);
    const run = page.locator(".run");
    assert.match(await run.textContent(), /my-model.*4 answers: 1 right.*1 unreadable, 2 lines that do not count/s);
    const refusal = page.locator("[data-module=refusal]");
    assert.match(await refusal.textContent(), new RegExp(`2 of ${grouped(number)} answered`));
    // Tasks without an answer are left out on request.
    await page.getByLabel("Leave out tasks without an answer").check();
    await page.locator("[data-module=refusal]", { hasText: "n = 2" }).waitFor({ timeout: 20_000 });

    await page.getByRole("link", { name: /^Lines that do not count/ }).click();
    const table = page.getByRole("group", { name: "Lines that do not count, as a table" });
    assert.match(await table.textContent(), /6unknown taskno\/such-scenario.*7no answer/s);
    // In words that say what to do.
    assert.match(await table.textContent(), /the suite has no task no\/such-scenario; ids are those of the prompts/);
    assert.match(await table.textContent(), /no JSON: the line is other text; every line is one answer, such as/);

    await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: "Answers" }).click();
    await page.locator(".answer-row").nth(3).waitFor();
    await page.getByLabel("Module").selectOption({ label: "Action sequencing, all actions (1)" });
    await page.locator(".answer-row").nth(1).waitFor({ state: "detached" });
    // All of the goal is reached, and the answer is wrong: both are said, and why.
    const why = /Reaches the goal, but breaks rule [a-z0-9-]+ (at step \d+|from the start)/;
    assert.match(await page.locator(".answer-row").textContent(), why);
    assert.match(await page.locator(".answer-side").textContent(), /goal progress 100\.0\s%/);
    await page.locator(".answer-row a").click();
    await page.locator("#answer-title").waitFor();
    assert.match(await page.locator(".verdict-line").textContent(), why);
    assert.equal(await page.locator("#answer-title").evaluate((title) => title === document.activeElement), true, "the focus follows");
    const taken = await page.locator(".raw mark.taken").allTextContents();
    assert.match(taken.join(""), new RegExp(situational.unsafe_plan[0].replace(/[()]/g, "\\$&")));
    assert.match(await page.locator(".raw .passed").first().textContent(), /Here is the plan|```/);
    assert.ok((await page.locator(".asides li").count()) > 0, "what was passed over is said");
    assert.equal(await page.getByRole("link", { name: "The scenario" }).getAttribute("href"), `#/scenarios/${situational.id}`);
    await closeClean(page);
  });

  test("a plan opens in Check with its scenario, beside the reader's own work, and Back returns to the answer", async () => {
    const page = await openPage(browser, site.address);
    await started(page);
    await page.getByRole("textbox", { name: "Domain" }).click();
    await page.keyboard.insertText("(define (domain mine))");
    await page.waitForTimeout(700);
    await page.evaluate(() => (location.hash = "#/evaluate"));
    await page.locator("#evaluate-title").waitFor({ timeout: 20_000 });
    await give(page, "mine.jsonl", mine);
    await scored(page);
    await page.evaluate(() => (location.hash = "#/evaluate?view=answers&module=sequencing-full"));
    await page.locator(".answer-row a").first().click();
    await page.getByRole("button", { name: "Open in Check" }).click();
    await page.waitForFunction(() => location.hash.startsWith("#/check?c="), undefined, { timeout: 20_000 });
    await page.locator("#verdict .badge", { hasText: "Unsafe" }).waitFor({ timeout: 20_000 });
    await page.locator(".verdict-status", { hasText: "checked in" }).waitFor({ timeout: 20_000 });
    assert.deepEqual(await page.locator("#verdict .badge").allTextContents().then((all) => all.slice(0, 2)), ["Valid", "Unsafe"]);
    await page.getByRole("button", { name: "Back to your work" }).click();
    await page.locator("#pane-domain", { hasText: "mine" }).waitFor();
    await page.goBack();
    await page.evaluate(() => location.hash.startsWith("#/evaluate") || history.back());
    await page.locator("#answer-title").waitFor({ timeout: 20_000 });
    await page.getByRole("link", { name: "All answers" }).click();
    await page.locator(".answer-row a").first().waitFor();
    await closeClean(page);
  });

  test("an oracle is right about everything; beside a noisy run the differences are shown with interval, p and words", async () => {
    const page = await at("#/evaluate?runs=oracle");
    await scored(page);
    for (const card of await page.locator(".module-card").all()) {
      assert.match(await card.textContent(), /100\.0\s%/);
      assert.match(await card.textContent(), /95 % interval [\d.]+ to 100\.0; n = \d+/);
    }
    assert.match(await page.locator(".run").textContent(), /no model.*No model: the right answer/s);
    await page.getByText("Compare with another run").click();
    await page.getByRole("button", { name: "Noisy" }).click();
    await scored(page, 2);
    assert.match(page.url(), /runs=oracle,noisy-1/, "runs that need no file are in the address");
    const comparison = page.getByRole("region", { name: "Comparison" });
    await comparison.locator("tbody tr").first().waitFor({ timeout: 60_000 });
    const text = await comparison.textContent();
    assert.match(text, /McNemar/);
    assert.match(text, /< 0\.001/);
    assert.match(text, /oracle.*better|better.*oracle/s);
    // Error categories by colour, icon and word, each leading to its answers.
    const outcomes = page.getByRole("region", { name: /What became of the plans/ });
    assert.equal(await outcomes.locator(".stack").count(), 2);
    const missing = outcomes.locator("tr", { hasText: "Missing step" });
    assert.equal(await missing.locator("th svg").count(), 1);
    await missing.getByRole("link").first().click();
    await page.locator(".answer-row").first().waitFor();
    assert.match(await page.locator(".answer-row").first().textContent(), /Missing step/);
    await page.getByRole("button", { name: "Clear all" }).click();
    // The worker is asked again for what there is to choose from.
    const differs = page.getByLabel("Result").locator("option", { hasText: /^differs/ });
    await differs.waitFor({ state: "attached" });
    await page.getByLabel("Result").selectOption(await differs.getAttribute("value"));
    await page.waitForFunction(() => location.hash.includes("state=differs"));
    await page.locator(".answer-row", { hasText: "other run:" }).first().waitFor();
    await closeClean(page);
  });

  test("a run of the address that there is not is named, with those that there are, and the rest of the link works", async () => {
    const page = await at("#/evaluate?runs=foo");
    const problem = page.getByRole("alert").filter({ hasText: "There is no run called \u201cfoo\u201d" });
    await problem.waitFor({ timeout: 60_000 });
    for (const name of ["oracle", "always-accept", "always-refuse", "naive", "noisy-1", "primitives-oracle"]) assert.match(await problem.textContent(), new RegExp(name));
    await page.getByRole("button", { name: "Naive", exact: true }).click();
    await scored(page);
    await closeClean(page);
    const again = await at("#/evaluate?view=answers&runs=foo,always-refuse&run=2&answer=3");
    await again.locator("#answer-title").waitFor({ timeout: 120_000 });
    await again.getByRole("alert").filter({ hasText: "\u201cfoo\u201d" }).waitFor();
    await again.waitForFunction(() => location.hash === "#/evaluate?view=answers&runs=always-refuse&answer=3");
    await again.getByRole("button", { name: "Dismiss" }).click();
    await again.getByText("There is no run called").waitFor({ state: "detached" });
    await closeClean(again);
  });

  test("terms are explained where they stand, by keyboard and by touch", async () => {
    const page = await at("#/evaluate?runs=oracle,noisy-1", { hasTouch: true });
    await scored(page, 2);
    await page.locator(".comparison tbody tr").first().waitFor({ timeout: 60_000 });
    const overview = page.locator("#evaluate");
    const opens = async (summary, words, act) => {
      const details = overview.locator("details.explain", { hasText: summary }).first();
      assert.equal(await details.locator("dl").isVisible(), false);
      await act(details.locator("summary"));
      for (const word of words) await details.locator("div", { hasText: word }).first().waitFor();
    };
    const key = async (summary) => {
      await summary.focus();
      await page.keyboard.press("Enter");
    };
    const touch = (summary) => summary.tap();
    await opens("What these figures mean", ["balanced accuracy", "gets 50 %", "Wilson", "families of scenarios are drawn"], key);
    await opens("What the tests and columns mean", ["McNemar", "Holm", "Paired bootstrap", "No difference shown"], touch);
    await opens("What this audit is", ["Interface audit", "is the prompt's and not the model's"], key);
    const figures = (name) => page.getByRole("region", { name: `All figures: ${name}`, exact: true });
    for (const [name, words] of [
      ["Goal interpretation", ["Su-R", "Sr-R", "macro F1"]],
      ["Transition modelling", ["Solvable", "Sound", "Complete"]],
      ["Action sequencing", ["Executable", "Goal progress", "Missing step"]],
    ]) {
      await figures(name).locator(".explain summary").tap();
      for (const word of words) await figures(name).locator("dl div", { hasText: word }).first().waitFor();
    }
    assert.equal(await overview.locator("th[title]").count(), 0, "nothing is said to the pointer alone");
    await closeClean(page);
  });

  test("a comparison has every figure that both runs have, and is saved as HTML, JSON and CSV", async () => {
    const page = await at("#/evaluate?runs=oracle,noisy-1");
    await scored(page, 2);
    const comparison = page.getByRole("region", { name: "Comparison" });
    await comparison.locator("tbody tr").first().waitFor({ timeout: 60_000 });
    const words = await comparison.textContent();
    for (const name of ["F1, mean over tasks", "Su-R: recall of states", "Sr-R: recall of relations"]) assert.ok(words.includes(name), name);
    assert.doesNotMatch(words, /\s-\d/, "differences have real minus signs");
    const group = page.getByRole("group", { name: "Files of the comparison" });
    const html = await saved(page, () => group.getByRole("button", { name: "HTML" }).click());
    assert.equal(html.name, "oracle-and-noisy-1.html");
    assert.ok(html.text.startsWith("<!doctype html>") && !/(src|href)=/.test(html.text), "it fetches nothing");
    const json = JSON.parse((await saved(page, () => group.getByRole("button", { name: "JSON" }).click())).text);
    assert.deepEqual([json.first, json.second, json.modules.length], ["oracle", "noisy-1", 4]);
    const csv = await saved(page, () => group.getByRole("button", { name: "CSV" }).click());
    assert.match(csv.text, /^first_run,second_run,module,vocabulary,metric,test,n,first,second,difference,low,high,p,p_holm,words\r\noracle,noisy-1,refusal,,balanced-accuracy,/);
    const figures = json.modules.reduce((sum, module) => sum + module.differences.length, 0);
    assert.equal(csv.text.trim().split("\r\n").length, figures + 1);
    await closeClean(page);
  });

  test("by label begins with a module that both runs answer", async () => {
    const page = await at("#/evaluate?view=labels&runs=oracle,naive");
    await scored(page, 2);
    await page.getByRole("group", { name: "Module" }).getByRole("button", { name: "Action sequencing", pressed: true }).waitFor({ timeout: 60_000 });
    await page.locator(".whiskers .second-row").first().waitFor();
    await page.getByRole("group", { name: "Module" }).getByRole("button", { name: "Command refusal" }).click();
    await page.getByText("naive does not answer this module.").waitFor();
    await closeClean(page);
  });

  test("on a telephone nothing of a table is cut off, and an answer opens with its heading in sight", async () => {
    const page = await at("#/evaluate?runs=noisy-1,naive", { width: 360, height: 740 });
    await scored(page, 2);
    await page.locator(".comparison tbody tr").first().waitFor({ timeout: 60_000 });
    const cut = await page.locator("#evaluate .scroll-x").evaluateAll((all) =>
      all.filter((area) => area.scrollWidth > area.clientWidth + 1 && !area.matches("[tabindex='0']")).map((area) => area.getAttribute("aria-label")));
    assert.deepEqual(cut, [], "what is wider than the page can be scrolled by keyboard");
    for (const name of ["What was said to which commands, as a table", /^Comparison: /, /^Figures of /]) {
      const area = page.getByRole("group", { name }).first();
      assert.ok(await area.evaluate((area) => area.scrollWidth <= area.clientWidth), `${name} fits`);
    }
    // The button that closes a run stands beside its name.
    for (const run of await page.locator(".run").all()) {
      const [title, close] = [await run.locator("h2").boundingBox(), await run.getByRole("button", { name: /^Close/ }).boundingBox()];
      assert.ok(close.y < title.y + title.height && close.x > title.x, "one row");
    }
    await page.evaluate(() => (location.hash = "#/evaluate?view=answers&runs=noisy-1,naive"));
    await page.locator(".answer-row").nth(10).waitFor();
    await page.locator(".answer-row a").nth(10).click();
    await page.locator("#answer-title").waitFor();
    await page.waitForFunction(() => document.activeElement.id === "answer-title");
    const seen = await page.locator("#answer-title").evaluate((title) => {
      const { left, top } = title.getBoundingClientRect();
      return title.contains(document.elementFromPoint(left + 4, top + 2)) || document.elementFromPoint(left + 4, top + 2) === title;
    });
    assert.ok(seen, "the heading is not under the header");
    await closeClean(page);
  });

  test("the address of an answer leads to it although its run has to be scored first; one of no answer says so", async () => {
    const page = await at(`#/evaluate?view=answers&runs=noisy-1&answer=${number - 1}`);
    await page.locator("#answer-title").waitFor({ timeout: 120_000 });
    assert.equal(await page.locator(".evaluate-alert").count(), 0);
    await page.evaluate(() => (location.hash = "#/evaluate?view=answers&runs=noisy-1&answer=99999999"));
    await page.getByText("There is no answer 100,000,000").waitFor({ timeout: 120_000 });
    await page.getByRole("link", { name: "All answers" }).click();
    await page.locator(".answer-row").first().waitFor();
    await closeClean(page);
  });

  test("who comes back through the header finds what was open, once, and the address still names it", async () => {
    const page = await at("#/evaluate?view=answers&runs=always-refuse&state=wrong");
    await page.locator(".answer-row").first().waitFor({ timeout: 60_000 });
    await page.evaluate(() => (location.hash = "#/scenarios"));
    await page.locator("#evaluate-title").waitFor({ state: "detached" });
    await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Evaluate" }).click();
    await page.waitForFunction(() => location.hash === "#/evaluate?view=answers&runs=always-refuse&state=wrong", undefined, { timeout: 20_000 });
    await page.locator(".answer-row").first().waitFor();
    assert.equal(await page.locator(".run").count(), 1);
    await closeClean(page);
  });

  test("figures by label, the confusion matrix and the interface audit are tables that can be saved", async () => {
    const page = await at("#/evaluate?runs=noisy-1");
    await scored(page);
    const matrix = page.getByRole("region", { name: /What was said to which commands/ });
    const cells = await matrix.locator("tbody tr").first().locator("td b").allTextContents();
    const all = scenarios.filter((scenario) => scenario.intent === "malicious").length;
    assert.equal(cells.reduce((sum, cell) => sum + Number(cell.replaceAll(",", "")), 0), all);
    const { text } = await saved(page, () => matrix.getByRole("button", { name: "CSV" }).click());
    assert.match(text, /^intent,right,refuse,accept,accept-if-mitigated,unreadable,absent\r\nmalicious,refuse,/);
    const audit = page.getByRole("region", { name: /Interface audit/ });
    assert.match(await audit.textContent(), /primitives only.*all actions/s);
    await page.getByRole("link", { name: "By label" }).click();
    await page.getByRole("button", { name: "Action sequencing" }).first().click();
    const rows = page.locator(".whiskers tbody tr");
    await rows.first().waitFor();
    assert.ok((await rows.count()) >= 10, "a row a class");
    await page.getByRole("button", { name: "Who is harmed" }).click();
    await page.locator(".whiskers tbody tr", { hasText: "child" }).waitFor();
    await closeClean(page);
  });

  test("reports are saved as HTML that needs nothing else, JSON with all answers, and CSV", async () => {
    const page = await at("#/evaluate?runs=always-refuse");
    await scored(page);
    const save = page.getByRole("group", { name: "Save" });
    const html = await saved(page, () => save.getByRole("button", { name: "HTML" }).click());
    assert.equal(html.name, "always-refuse.html");
    assert.ok(html.text.startsWith("<!doctype html>") && !/(src|href)=/.test(html.text), "it fetches nothing");
    const json = await saved(page, () => save.getByRole("button", { name: "JSON" }).click());
    const report = JSON.parse(json.text);
    assert.equal(report.answers.length, number);
    assert.equal(report.modules[0].metrics[0].value, 50);
    const csv = await saved(page, () => save.getByRole("button", { name: "CSV", exact: true }).click());
    assert.match(csv.text, /^run,module,vocabulary,axis,label,metric,value,k,n,low,high,stopped_at_answer\r\nalways-refuse,refusal,,,,balanced-accuracy,50,[^\r]*,\r/);
    const answers = await saved(page, () => save.getByRole("button", { name: "Answers CSV" }).click());
    assert.equal(answers.text.trim().split("\r\n").length, number + 1);
    const run = await saved(page, () => save.getByRole("button", { name: "Run", exact: true }).click());
    assert.equal(run.name, "always-refuse.jsonl");
    // What was saved can be opened again.
    await page.getByRole("button", { name: "Close the run always-refuse" }).click();
    await give(page, "again.jsonl", run.text);
    await scored(page);
    assert.match(await page.locator(".run").textContent(), new RegExp(`always-refuse.*${grouped(number)} answers.*0 lines`, "s"));
    await closeClean(page);
  });

  test("prompts can be copied one by one and saved all together", async () => {
    const page = await at(`#/evaluate?view=prompts&of=${situational.id}`, { permissions: ["clipboard-read", "clipboard-write"] });
    const all = page.locator(".one-of-prompts");
    await all.nth(4).waitFor({ timeout: 20_000 });
    assert.equal(await all.count(), 5);
    await all.first().locator("summary").click();
    await all.first().getByRole("button", { name: "Copy the prompt" }).click();
    await page.getByText("Copied: Command refusal.").waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    assert.ok(copied.includes(situational.instruction) && copied.endsWith("Answer:\n"));
    await page.getByLabel("Prompts to").selectOption("refusal");
    // How large it will be is said beforehand.
    const size = page.locator(".prompt-file").getByText(/^about /);
    await size.waitFor();
    const told = Number(/^about ([\d.]+) MB$/.exec(await size.textContent())[1]);
    const save = page.getByRole("button", { name: /^Save the prompts/ });
    const file = await saved(page, () => save.click());
    assert.equal(file.name, "prompts-refusal.jsonl");
    assert.ok(Math.abs(told - file.bytes.length / 1e6) <= 0.05 * told + 0.1, `${told} MB were told, ${file.bytes.length} bytes came`);
    // Packed the same, in a small part of it.
    await page.getByLabel("Packed with gzip").check();
    const packed = await saved(page, () => save.click());
    assert.equal(packed.name, "prompts-refusal.jsonl.gz");
    assert.ok(gunzipSync(packed.bytes).equals(file.bytes) && packed.bytes.length * 5 < file.bytes.length, `${packed.bytes.length} bytes`);
    await page.getByText(/^Saved prompts-refusal\.jsonl\.gz, \d/).waitFor();
    // The one that holds everything is packed unless somebody wants it otherwise.
    await page.getByLabel("Packed with gzip").uncheck();
    await page.reload();
    await page.locator(".prompt-file").getByText(/^about 1\d\d MB$|^about \d\d MB$/).waitFor({ timeout: 20_000 });
    assert.equal(await page.getByLabel("Packed with gzip").isChecked(), true);
    const lines = file.text.trim().split("\n").map((line) => JSON.parse(line));
    assert.equal(lines.length, number);
    assert.equal(lines.find((line) => line.id === situational.id).prompt, copied);
    await closeClean(page);
  });

  test("published figures stand beside one's own, with source, n and what is known of them", async () => {
    const page = await at("#/evaluate?runs=naive&view=published");
    await scored(page);
    const table = page.getByRole("group", { name: "Published figures of SAFEL" });
    const row = table.locator("tr", { hasText: "Plans that succeed, o1" });
    assert.match(await row.textContent(), /44\.75.*400/s);
    assert.match(await table.textContent(), /541 \+ 402 = 943/);
    assert.ok(!page.requests.some((url) => url.includes("eai.json")), "the other tables are fetched on demand");
    await page.getByRole("button", { name: "Show the tables" }).click();
    await page.getByText("do not reproduce").first().waitFor();
    assert.equal(await page.locator(".eai").count(), 8);
    await closeClean(page);
  });

  test("one answer can be pasted, with its scenario found by words", async () => {
    const page = await at();
    await page.getByText(`${grouped(number)} commands`).waitFor();
    await page.getByText("Or paste one answer").click();
    await page.getByRole("button", { name: "Score it" }).click();
    await page.getByText("Name a scenario and paste what the model said.").waitFor();
    await page.getByRole("combobox", { name: "Scenario", exact: true }).fill(situational.id.split("/")[0]);
    await page.locator(`#scenario-hits option[value="${situational.id}"]`).waitFor({ state: "attached" });
    await page.getByRole("combobox", { name: "Scenario", exact: true }).fill(situational.id);
    await page.getByLabel("What the model said").fill(situational.safe_plan.map((step) => step.action).join("\n"));
    // A name that is none is said at the field, opens nothing and takes nothing away.
    const name = page.getByRole("combobox", { name: "Scenario", exact: true });
    await name.fill("no/such-scenario");
    await page.getByRole("button", { name: "Score it" }).click();
    await page.locator("#paste-fault", { hasText: "the suite has no task no/such-scenario" }).waitFor({ timeout: 20_000 });
    assert.equal(await page.locator(".run").count(), 0);
    assert.notEqual(await page.getByLabel("What the model said").inputValue(), "");
    await name.fill(situational.id);
    await page.getByRole("button", { name: "Score it" }).click();
    await page.locator("#answer-title").waitFor({ timeout: 60_000 });
    assert.match(page.url(), /view=answers&answer=0/);
    assert.match(await page.locator(".run").textContent(), /pasted answer.*1 answer: 1 right/s);
    // No other task counts as wrong.
    await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: "Overview" }).click();
    await page.locator(".module-card", { hasText: "n = 1" }).waitFor({ timeout: 20_000 });
    await closeClean(page);
  });

  test("a file that is no run is said to be none", async () => {
    const page = await at();
    await give(page, "picture.jsonl", "\u0000\u0001\u0002\u0000");
    await page.getByRole("alert").filter({ hasText: "picture.jsonl is no text file" }).waitFor({ timeout: 20_000 });
    assert.equal(await page.locator(".run").count(), 0);
    await page.getByRole("button", { name: "Dismiss" }).click();
    await page.getByText("picture.jsonl").waitFor({ state: "detached" });
    await closeClean(page);
  });

  test("a long run shows how far it is, can be stopped, and leaves the page alive", async () => {
    const line = (scenario, n) => JSON.stringify({ id: scenario.id, module: ["refusal", "goal", "transition"][n], output: n === 0 ? "YES." : n === 1 ? "(and)" : "(:action x :parameters () :effect ())" });
    const text = scenarios.flatMap((scenario) => [0, 1, 2].map((n) => line(scenario, n))).join("\n");
    const page = await at();
    await give(page, "long.jsonl", text);
    await page.locator(".run progress").waitFor();
    await page.getByRole("button", { name: "Stop here" }).click();
    await scored(page);
    const told = await page.locator(".run").textContent();
    const stopped = new RegExp(`Stopped: [\\d,]+ of ${grouped(3 * number)} lines scored, up to answer ([\\d,]+)`);
    const at_answer = stopped.exec(await page.locator(".run .stopped").textContent())[1];
    // No figure of it is shown or saved without saying so.
    const mark = `stopped at answer ${at_answer}`;
    for (const place of await page.locator(".module-card, .card[aria-label^='All figures'], .card[aria-label^='What was said']").all()) {
      await place.locator(".stopped", { hasText: mark }).waitFor();
    }
    assert.match(await page.locator(".summary").textContent(), stopped);
    const group = page.getByRole("group", { name: "Save" });
    for (const name of ["CSV", "Answers CSV"]) {
      const csv = await saved(page, () => group.getByRole("button", { name, exact: true }).click());
      const rows = csv.text.trim().split("\r\n");
      assert.ok(rows[0].endsWith(",stopped_at_answer") && rows.length > 1);
      assert.ok(rows.slice(1).every((row) => row.endsWith(`,${at_answer.replaceAll(",", "")}`)), name);
    }
    const html = await saved(page, () => group.getByRole("button", { name: "HTML" }).click());
    assert.match(html.text, /<p class="stop"><strong>Stopped: /);
    // What was not scored is no wrong answer.
    assert.equal(await page.getByLabel("Leave out tasks without an answer").count(), 0);
    const json = await saved(page, () => page.getByRole("group", { name: "Save" }).getByRole("button", { name: "JSON" }).click());
    const report = JSON.parse(json.text);
    assert.equal(report.absent, "left-out");
    assert.match(report.about, stopped);
    assert.equal(report.stopped.answer, Number(at_answer.replaceAll(",", "")));
    await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: "Answers" }).click();
    await page.locator(".answer-row").first().waitFor();
    const answers = Number(told.match(/([\d,]+) answers/)[1].replace(",", ""));
    assert.ok(answers > 0 && answers < 3 * number, told);
    await closeClean(page);
  });

  test("the whole way can be gone by keyboard", async () => {
    const page = await at();
    await page.getByText(`${grouped(number)} commands`).waitFor();
    const press = async (key, until, most = 80) => {
      for (let times = 0; times < most; times += 1) {
        await page.keyboard.press(key);
        if (await page.evaluate((until) => document.activeElement?.textContent?.includes(until) && document.activeElement.matches("a,button,summary,[tabindex]"), until)) return;
      }
      assert.fail(`${until} is not reached with ${key}`);
    };
    await press("Tab", "Always accept");
    await page.keyboard.press("Enter");
    await scored(page);
    await page.waitForFunction(() => document.activeElement.id.startsWith("run-title-"), undefined, { timeout: 10_000 });
    await page.locator("#evaluate-title").focus();
    await press("Tab", "Answers");
    while (!(await page.evaluate(() => document.activeElement.textContent === "Answers"))) await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.locator(".answer-row").first().waitFor();
    const first = await page.locator(".answer-row a").first().textContent();
    await press("Tab", first);
    await page.keyboard.press("Enter");
    await page.locator("#answer-title").waitFor();
    await closeClean(page);
  });

  for (const theme of themes) {
    for (const width of widths) {
      test(`has no accessibility violation and no sideways scrolling at ${width} px, ${theme}`, async () => {
        const page = await at("#/evaluate", { width, theme });
        await page.getByText(`${grouped(number)} commands`).waitFor();
        const look = async (name) => {
          await assertAccessible(page, `${name} at ${width} px, ${theme}`);
          const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          assert.ok(sideways <= 0, `${name} scrolls sideways by ${sideways} px`);
          await shot(page, `evaluate-${name}-${width}-${theme}`);
        };
        await look("empty");
        await page.evaluate(() => (location.hash = "#/evaluate?view=prompts"));
        await page.locator("#all-prompts").waitFor();
        await look("prompts");
        await page.evaluate(() => (location.hash = "#/evaluate"));
        await page.getByRole("button", { name: "Noisy" }).click();
        await scored(page);
        await page.getByText("Compare with another run").click();
        await page.getByRole("button", { name: "Naive" }).click();
        await scored(page, 2);
        await page.locator(".comparison tbody tr").first().waitFor({ timeout: 60_000 });
        await look("overview");
        for (const [view, wait] of [["labels", ".whiskers tbody tr"], ["answers", ".answer-row"], ["lines", ".card"], ["published", ".published"]]) {
          await page.evaluate((view) => (location.hash = `#/evaluate?view=${view}&runs=noisy-1,naive`), view);
          await page.locator(wait).first().waitFor();
          await look(view);
        }
        await page.evaluate(() => (location.hash = "#/evaluate?view=answers&module=sequencing-full&label=missing-step"));
        await page.locator(".answer-row a").first().click();
        await page.locator("#answer-title").waitFor();
        await look("answer");
        await closeClean(page);
      });
    }
  }
});
