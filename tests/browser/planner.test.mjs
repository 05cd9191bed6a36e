// The planner in the Check page: the repair that appears by itself, the questions of the Solve menu, the comparison with the
// shortest plan and the map of states. The answers come from the real planner in its workers; only where a search has to
// take long, or to run out of its budget, a stand-in keeps to the messages.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";

import { assertAccessible, chromium, closeClean, dist, openPage, serve, shot, started, themes, widths } from "./harness.mjs";

const gallery = JSON.parse(readFileSync(join(dist, "static/examples/index.json"), "utf8"));
const example = (id, part) => readFileSync(join(dist, "static/examples", gallery.examples.find((each) => each.id === id)[part]), "utf8");

/** A room without a door: the goal is out of reach, and one fact at the start would change that. */
const walled = {
  Domain: `(define (domain house)
  (:requirements :strips)
  (:predicates (in ?r) (door ?a ?b))
  (:action go :parameters (?a ?b) :precondition (and (in ?a) (door ?a ?b)) :effect (and (not (in ?a)) (in ?b))))`,
  Scenario: `(define (problem walled) (:domain house) (:objects hall cellar attic)
  (:init (in hall) (door attic hall)) (:goal (in cellar)))`,
  Plan: "(go hall cellar)\n",
};

/**
 * A worker that answers the calls named in `answers` itself and leaves the others to the checker. "long" stands for a
 * search that tells of its progress and never ends.
 */
const standIn = (answers) => `
import init, * as core from "./core/stepguard_worker.js";
const answers = ${JSON.stringify(answers)};
const ready = init().then(() => self.postMessage({ ready: "stand-in" }));
self.onmessage = async ({ data: { id, call, args } }) => {
  await ready;
  if (answers[call] === "long") {
    let done = 0;
    setInterval(() => self.postMessage({ id, progress: (done = Math.min(done + 0.01, 0.9)) }), 50);
  } else if (call in answers) {
    self.postMessage({ id, ok: JSON.stringify(answers[call]) });
  } else {
    self.postMessage({ id, ok: core[call](...args) });
  }
};`;

const nothing = { schema: 1, tool: "stand-in", expanded: 1000, proof: null, unsupported: [], diagnostics: [] };
const noRepair = { ...nothing, cost: null, at_least: 0, edits: [], plan: [], minimal_repairs: null, minimal_plans: null, repairs: [], primary: null, excuses: [] };
const noPlan = { ...nothing, plan: null, cost: null, cost_unit: "steps", lower_bound: null, optimal: false, safe: true, preferences: [] };

describe("the planner in the Check page in Chromium", () => {
  let browser, site;
  before(async () => {
    [browser, site] = await Promise.all([chromium(), serve()]);
  });
  after(async () => {
    await browser?.close();
    await site?.stop();
  });

  const settled = (page) => page.locator(".verdict-status", { hasText: "checked in" }).waitFor({ timeout: 20_000 });
  const badges = (page) => page.locator("#verdict .badge").allTextContents();
  const diff = (page) => page.locator("#repair .diff");
  const text = (page, name) => page.getByRole("textbox", { name });
  const plan = (page) => page.locator("#pane-plan .cm-line").allTextContents();
  const focused = (page) => page.evaluate(() => document.activeElement.id);

  /** A page with an example open and its verdict drawn. */
  async function withExample(id, options = {}) {
    const page = await openPage(browser, site.address, { hash: `#/check?example=${id}`, ...options });
    await started(page);
    await settled(page);
    return page;
  }

  /** A page with these texts typed in. */
  async function withTexts(texts, options = {}) {
    const page = await openPage(browser, site.address, options);
    await started(page);
    for (const [name, content] of Object.entries(texts)) {
      await text(page, name).click();
      await page.keyboard.insertText(content);
    }
    await settled(page);
    return page;
  }

  /** A page whose workers are stand-ins. */
  async function withStandIn(answers, id, options = {}) {
    const page = await openPage(browser, site.address, { serviceWorkers: "block", ...options });
    await started(page);
    await page.route("**/static/worker.js", (route) => route.fulfill({ contentType: "text/javascript", body: standIn(answers) }));
    await page.evaluate((id) => {
      location.hash = `#/check?example=${id}`;
    }, id);
    await settled(page);
    return page;
  }

  /** Chooses a question of the Solve menu and waits for the answer. */
  async function ask(page, question, result) {
    await page.locator("#solve").click();
    await page.getByRole("menuitem", { name: question }).click();
    const dialog = page.locator("dialog#solution[open]");
    await dialog.waitFor();
    if (result) await dialog.locator(".badge", { hasText: result }).waitFor({ timeout: 20_000 });
    return dialog;
  }

  const failing = gallery.examples.filter(({ outcome, safety }) => outcome === "invalid" || safety === "unsafe");

  test("shows the repair of a failing plan without being asked, applies it and undoes it", async () => {
    const page = await withExample("tea-late");
    await diff(page).waitFor({ timeout: 20_000 });
    const edits = diff(page).locator("li.in, li.out, li.other");
    assert.ok((await edits.count()) > 0);
    for (const edit of await edits.all()) {
      assert.match(await edit.locator(".mark").textContent(), /^(Insert|Delete|Move|Change)$/);
      assert.equal(await edit.locator(".mark svg").count(), 1, "an icon beside the word");
      assert.equal(await edit.locator(".why .category svg").count(), 1, "the label of every edit with its icon");
      assert.ok((await edit.locator(".why").textContent()).length > 20, "a sentence says what it means");
    }
    const line = page.locator("#verdict .repair-line");
    assert.equal(await page.locator("#verdict .tag").textContent(), "Repair");
    assert.equal(await line.locator(".category").count(), 1);
    const before = await plan(page);
    await page.locator("#verdict").getByRole("button", { name: /^Apply repair · \d+ edits?$/ }).click();
    await page.locator("#verdict .badge", { hasText: "Safe" }).and(page.locator("#verdict .good")).waitFor();
    assert.deepEqual(await badges(page), ["Valid", "Safe"]);
    assert.equal(await focused(page), "verdict");
    assert.equal(await page.locator("#repair").count(), 0);
    assert.equal((await plan(page))[0], "; make tea for the guest", "remarks stay");
    await page.locator("#verdict").getByRole("button", { name: "Undo the repair" }).click();
    await page.locator("#verdict .badge", { hasText: "Invalid" }).waitFor();
    assert.deepEqual(await plan(page), before);
    assert.equal(await focused(page), "verdict");
    await diff(page).waitFor();
    await closeClean(page);
  });

  test("names the step that mends a broken rule", async () => {
    const page = await withExample("fire-towel");
    await diff(page).waitFor({ timeout: 20_000 });
    assert.deepEqual(await badges(page), ["Valid", "Unsafe"]);
    assert.match(await diff(page).locator(".mends").first().textContent(), /cloth-on-lit-burner/);
    assert.match(await page.locator("#repair-body").textContent(), /The rules name no mistake/);
    await page.locator("#repair").getByRole("button", { name: "Apply repair" }).click();
    await page.locator("#verdict", { hasText: "Undo the repair" }).waitFor();
    await settled(page);
    assert.deepEqual(await badges(page), ["Valid", "Safe"]);
    await closeClean(page);
  });

  test("repairs every example that fails, in the notation of its plan", async () => {
    const page = await openPage(browser, site.address);
    await started(page);
    for (const { id } of failing) {
      await page.evaluate((id) => {
        location.hash = `#/check?example=${id}`;
      }, id);
      await page.waitForURL((url) => url.hash.includes(id));
      const button = page.locator("#verdict").getByRole("button", { name: /^Apply repair/ });
      await page.locator(`#repair .diff`).waitFor({ timeout: 20_000 }).catch(() => assert.fail(`${id} has no repair`));
      await settled(page);
      await button.click();
      await page.getByRole("button", { name: "Undo the repair" }).waitFor();
      await settled(page);
      assert.deepEqual(await badges(page), ["Valid", "Safe"], `the repair of ${id}`);
      const [own, mended] = [example(id, "plan"), (await plan(page)).join("\n")];
      if (/^\d+\. /m.test(own)) assert.match(mended, /^1\. /m, `${id} stays a numbered list`);
      if (/^\{/.test(own)) assert.match(mended, /"action": "/, `${id} stays JSON`);
      if (/^\(/.test(own)) assert.match(mended, /^\(/, `${id} stays a list of actions in parentheses`);
    }
    await closeClean(page);
  });

  test("keeps the repair in sight while its text is edited, and nothing jumps", async () => {
    const page = await withExample("fire-towel");
    await diff(page).waitFor({ timeout: 20_000 });
    const heights = () =>
      page.evaluate(() => ["verdict", "strip", "repair"].map((id) => document.getElementById(id).getBoundingClientRect().height));
    await page.waitForTimeout(200);
    const before = await heights();
    await text(page, "Plan").click();
    await page.keyboard.press("Control+Home");
    await page.keyboard.type("; a remark");
    assert.match(await page.locator("#repair .card-head").textContent(), /before your last edit/);
    assert.deepEqual(await heights(), before);
    assert.ok(await page.locator("#repair").getByRole("button", { name: "Apply repair" }).isDisabled());
    await settled(page);
    await page.locator("#repair .card-head", { hasText: "smallest" }).waitFor();
    await closeClean(page);
  });

  test("says the result once to those who listen", async () => {
    const page = await withExample("fire-towel");
    await page.evaluate(() => {
      globalThis.said = [];
      const watch = new MutationObserver((changes) => {
        for (const { target } of changes) {
          const region = (target.nodeType === 1 ? target : target.parentElement).closest("[role=status]");
          if (region?.textContent) globalThis.said.push(region.textContent);
        }
      });
      watch.observe(document.body, { subtree: true, childList: true, characterData: true });
    });
    await page.waitForTimeout(2500);
    const said = await page.evaluate(() => globalThis.said);
    assert.equal(said.filter((words) => words.startsWith("Repair: ")).length, 1, said.join("\n"));
    await closeClean(page);
  });

  test("proves that a plan cannot be repaired and says what would have to be otherwise", async () => {
    const page = await withTexts(walled);
    await page.locator("#verdict .tag", { hasText: "No repair" }).waitFor({ timeout: 20_000 });
    const repair = page.locator("#repair");
    assert.match(await repair.locator(".proof").textContent(), /independent check of it agrees/);
    assert.match(await repair.locator(".plain-list").textContent(), /\(door hall cellar\) held at the start/);
    await assertAccessible(page, "a plan without a repair");
    const dialog = await ask(page, "Prove that there is none", "There is none");
    assert.ok((await dialog.locator(".proof b").textContent()).length > 10);
    await assertAccessible(page, "a proof");
    await page.keyboard.press("Escape");
    await ask(page, /^Any plan(?!, )/, "There is none");
    await closeClean(page);
  });

  test("answers each question of the Solve menu and puts a plan into the editor on request", async () => {
    const page = await withExample("tea-late");
    const before = await plan(page);

    let dialog = await ask(page, /^Any plan(?!, )/, "Plan found");
    await dialog.getByRole("button", { name: "Use this plan" }).click();
    await dialog.waitFor({ state: "detached" });
    await settled(page);
    assert.deepEqual(await badges(page), ["Valid", "Safe"]);
    assert.equal(await focused(page), "verdict");
    await page.locator(".notice").getByRole("button", { name: "Undo" }).click();
    await page.locator("#verdict .badge", { hasText: "Invalid" }).waitFor();
    assert.deepEqual(await plan(page), before);

    dialog = await ask(page, "A shortest plan", "Shortest, proved");
    const steps = await dialog.locator(".plan-steps li").count();
    assert.match(await dialog.locator(".figures").textContent(), new RegExp(`Steps${steps}`));
    await page.keyboard.press("Escape");

    dialog = await ask(page, "How many plans?", "Counted");
    const table = await dialog.locator("table").textContent();
    assert.match(table, new RegExp(`of ${steps} steps, the shortest\\d+`));
    assert.match(table, new RegExp(`of at most ${steps + 1} steps, no state twice\\d+`));
    await assertAccessible(page, "the number of plans");
    await page.keyboard.press("Escape");

    dialog = await ask(page, "Prove that there is none", "Plan found");
    await page.keyboard.press("Escape");

    dialog = await ask(page, "Any plan, rules ignored", "Plan found");
    assert.match(await dialog.locator(".figures").textContent(), /Safety rules(kept|not kept)/);
    await dialog.getByRole("button", { name: "Use this plan" }).click();
    await dialog.waitFor({ state: "detached" });
    await settled(page);
    assert.equal((await badges(page))[0], "Valid");
    await closeClean(page);
  });

  test("offers a plan where there is none yet", async () => {
    const { Domain, Scenario } = walled;
    const page = await openPage(browser, site.address);
    await started(page);
    for (const [name, content] of [["Domain", Domain], ["Scenario", Scenario.replace("(door attic hall)", "(door hall attic) (door attic cellar)")]]) {
      await text(page, name).click();
      await page.keyboard.insertText(content);
    }
    await page.locator("#missing").waitFor();
    await page.locator(".questions").getByRole("button", { name: "A shortest plan" }).click();
    await page.getByRole("button", { name: "Use this plan" }).click();
    await settled(page);
    assert.deepEqual(await plan(page), ["(go hall attic)", "(go attic cellar)", ""]);
    assert.deepEqual(await badges(page), ["Valid", "Safe"]);
    await closeClean(page);
  });

  test("cancels a search for a repair and tries again", async () => {
    const page = await withStandIn({ repair: "long" }, "tea-late");
    const repair = page.locator("#repair");
    await repair.locator("progress[value]").waitFor();
    assert.match(await page.locator("#verdict .repair-line").textContent(), /Looking for the smallest repair/);
    await assertAccessible(page, "a search for a repair");
    await repair.getByRole("button", { name: "Cancel" }).click();
    await repair.getByText("You stopped this search.").waitFor();
    assert.deepEqual(await badges(page), ["Invalid", "Unsafe"], "the verdict does not depend on it");
    await page.unroute("**/static/worker.js");
    await repair.getByRole("button", { name: "Try again" }).click();
    await diff(page).waitFor({ timeout: 20_000 });
    await closeClean(page);
  });

  test("cancels a question, and closing the dialog ends the search", async () => {
    const page = await withStandIn({ solve: "long", repair: { ...noRepair, result: "budget", at_least: 3, why: "The budget ran out." } }, "tea-late");
    const dialog = await ask(page, "A shortest plan");
    await dialog.locator("progress[value]").waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.getByText("You stopped this search.").waitFor();
    await dialog.getByRole("button", { name: "Try again" }).click();
    await dialog.locator("progress[value]").waitFor();
    const workers = page.workers().length;
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await page.waitForFunction(() => document.activeElement.id === "solve");
    assert.equal(page.workers().length, workers - 1, "its worker has gone");
    await closeClean(page);
  });

  test("tells four kinds of no answer apart", async () => {
    const why = "The planner does not read durative actions.";
    const budget = { ...noPlan, result: "budget", lower_bound: "7", why: "The budget ran out." };
    const page = await withStandIn(
      { repair: { ...noRepair, result: "budget", at_least: 3, why: "The budget ran out before a repair was found." }, solve: budget, prove: { ...noPlan, result: "unsupported", unsupported: [":durative-actions"], why } },
      "tea-late",
    );
    await page.locator("#verdict .tag", { hasText: "Repair unknown" }).waitFor();
    assert.match(await page.locator("#repair-body").textContent(), /ran out before a repair was found/);
    const dialog = await ask(page, "A shortest plan", "Out of budget");
    assert.match(await dialog.textContent(), /does not mean that there is no plan/);
    await dialog.getByRole("button", { name: "Search ten times as long" }).click();
    await dialog.locator(".badge", { hasText: "Out of budget" }).waitFor();
    await page.keyboard.press("Escape");
    await ask(page, "Prove that there is none", "Not supported");
    assert.match(await dialog.textContent(), /does not read durative actions/);
    await closeClean(page);
  });

  test("shows a repair that is not proved to be the smallest as what it is", async () => {
    const edit = { kind: "delete", at: 1, from: 1, action: "(set-on soup-pan front)", before: null, label: "additional-step", meaning: "Take it out: with it, it burns.", mitigates: [], places: [1] };
    const plan = ["(light front)", "(warm-up soup-pan front)", "(put-out front)"];
    const repair = { ...noRepair, result: "budget", cost: 1, at_least: 1, edits: [edit], plan, primary: "additional-step", why: "Found before the budget ran out." };
    const page = await withStandIn({ repair }, "fire-towel");
    await diff(page).waitFor();
    assert.match(await page.locator("#repair .card-head").textContent(), /whether fewer would do is not known/);
    assert.match(await diff(page).textContent(), /Delete\(set-on soup-pan front\)/);
    await page.locator("#verdict").getByRole("button", { name: "Apply repair · 1 edit" }).click();
    await page.getByRole("button", { name: "Undo the repair" }).waitFor();
    await closeClean(page);
  });

  test("compares a plan that succeeds with the shortest", async () => {
    const page = await withExample("tea-right");
    const shorter = page.locator("#shorter");
    await shorter.locator("dl[aria-busy=false]").waitFor({ timeout: 20_000 });
    const words = await shorter.textContent();
    assert.match(words, /Your plan9 steps/);
    assert.match(words, /Shortest safe plan\d+ steps \(proved\)/);
    assert.match(words, /Shortest that ignores the rules\d+ steps \(proved\)/);
    assert.match(words, /The price of safety is \d+ steps?|Safety costs nothing here/);
    await closeClean(page);
  });

  test("draws the states on request, with a table that says the same", async () => {
    const page = await withExample("fire-towel");
    const card = page.locator("#space");
    assert.equal(await card.locator(".card-toggle").getAttribute("aria-expanded"), "false");
    await card.locator(".card-toggle").click();
    const map = card.locator(".map-scroll");
    await map.waitFor({ timeout: 20_000 });
    const states = await map.locator("path.mark").count();
    assert.ok(states > 3);
    assert.equal(await map.locator("path.mark.on-path").count(), 5, "the four steps of the plan visit five states");
    assert.ok((await map.locator("path.broken").count()) > 0);
    await map.locator("path.mark.on-path").nth(1).hover();
    assert.match(await card.locator(".map-state").textContent(), /State \d+ 1 step from the start/);
    assert.ok((await card.locator(".map-state .chip").count()) > 0);
    await card.getByRole("button", { name: "The same as a table" }).click();
    const rows = card.locator("tbody tr");
    assert.equal(await rows.count(), Math.min(states, 100));
    assert.match(await rows.first().textContent(), /on the plan’s path/);
    await assertAccessible(page, "the map of states");
    await shot(page, "map-1440-light");
    await closeClean(page);
  });

  test("says so where there are too many states to draw", async () => {
    const page = await withExample("groceries");
    await page.locator("#space .card-toggle").click();
    await page.locator("#space-body p", { hasText: "2000" }).waitFor({ timeout: 30_000 });
    assert.equal(await page.locator("#space svg").count(), 0);
    await closeClean(page);
  });

  test("is driven by the keyboard alone", async () => {
    const page = await withExample("tea-late");
    await diff(page).waitFor({ timeout: 20_000 });
    const step = await page.locator("#step-heading").textContent();

    await page.locator("#solve").focus();
    await page.keyboard.press("Enter");
    await page.locator("#solve-list").waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    const dialog = page.locator("dialog#solution[open]");
    await dialog.locator(".badge", { hasText: "Shortest, proved" }).waitFor({ timeout: 20_000 });
    for (let presses = 0; presses < 6; presses += 1) {
      await page.keyboard.press("Tab");
      if ((await page.evaluate(() => document.activeElement.textContent)) === "Use this plan") break;
    }
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "detached" });
    await settled(page);
    assert.deepEqual(await badges(page), ["Valid", "Safe"]);
    assert.equal(await focused(page), "verdict");
    await page.locator(".notice").getByRole("button", { name: "Undo" }).focus();
    await page.keyboard.press("Enter");
    await diff(page).waitFor({ timeout: 20_000 });

    await page.locator("#verdict").focus();
    for (let presses = 0; presses < 8; presses += 1) {
      await page.keyboard.press("Tab");
      if (/^Apply repair ·/.test(await page.evaluate(() => document.activeElement.textContent))) break;
    }
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Undo the repair" }).waitFor();
    await settled(page);
    assert.equal(await focused(page), "verdict");
    for (let presses = 0; presses < 8; presses += 1) {
      await page.keyboard.press("Tab");
      if ((await page.evaluate(() => document.activeElement.textContent)) === "Undo the repair") break;
    }
    await page.keyboard.press("Enter");
    await diff(page).waitFor({ timeout: 20_000 });
    assert.equal(await page.locator("#step-heading").textContent(), step);

    await closeClean(page);

    const small = await withExample("fire-towel");
    const chosen = await small.locator("#step-heading").textContent();
    await small.locator("#space .card-toggle").focus();
    await small.keyboard.press("Enter");
    await small.locator("#space .map-scroll").waitFor({ timeout: 20_000 });
    await small.keyboard.press("Tab");
    assert.match(await small.evaluate(() => document.activeElement.className), /map-scroll/);
    await small.keyboard.press("ArrowRight");
    assert.match(await small.locator("#space .map-state h3").textContent(), /1 step from the start/);
    await small.keyboard.press("Home");
    assert.match(await small.locator("#space .map-state h3").textContent(), /State 0 the start/);
    assert.equal(await small.locator("#step-heading").textContent(), chosen, "the map keeps its arrows");
    await closeClean(small);
  });

  test("comes in the order that phones need", async () => {
    const page = await withExample("tea-late", { width: 360, height: 780 });
    await diff(page).waitFor({ timeout: 20_000 });
    const order = await page.evaluate(() => {
      const ids = ["verdict", "strip", "step", "repair", "state", "problems", "pane-plan"];
      const places = ids.map((id) => [document.getElementById(id).getBoundingClientRect().top, id]);
      return places.sort(([a], [b]) => a - b).map(([, id]) => id);
    });
    assert.deepEqual(order, ["verdict", "strip", "step", "repair", "state", "problems", "pane-plan"]);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 360, `the page is ${wide} px wide`);
    await page.locator("#solve .card-toggle").click();
    await page.locator(".questions").getByRole("button", { name: "A shortest plan" }).click();
    await page.locator("dialog#solution .badge", { hasText: "Shortest, proved" }).waitFor({ timeout: 20_000 });
    await assertAccessible(page, "a plan on a phone");
    await closeClean(page);
  });

  for (const width of widths) {
    for (const theme of themes) {
      test(`has no violations of accessibility at ${width} px, ${theme}`, async () => {
        const page = await withExample("fire-towel", { width, theme, height: 1000 });
        await diff(page).waitFor({ timeout: 20_000 });
        await page.locator("#space .card-toggle").click();
        await page.locator("#space .map-scroll").waitFor({ timeout: 20_000 });
        await page.getByRole("button", { name: "The same as a table" }).click();
        await assertAccessible(page, `the repair and the map of states at ${width} px, ${theme}`);
        await page.locator("#repair").evaluate((card) => card.scrollIntoView());
        await shot(page, `repair-${width}-${theme}`);
        await page.locator("#space").evaluate((card) => card.scrollIntoView());
        await shot(page, `map-${width}-${theme}`);
        await closeClean(page);

        const right = await withExample("tea-right", { width, theme, height: 1000 });
        await right.locator("#shorter dl[aria-busy=false]").waitFor({ timeout: 20_000 });
        await assertAccessible(right, `the comparison at ${width} px, ${theme}`);
        await right.locator("#shorter").evaluate((card) => card.scrollIntoView());
        await shot(right, `shorter-${width}-${theme}`);
        await closeClean(right);
      });
    }
  }
});
