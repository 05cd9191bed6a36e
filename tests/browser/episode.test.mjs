// The page of one episode, as people use it: walking through steps and rounds, the drawing and its equal, evidence, two runs
// side by side, running an episode again, imported episodes with and without pictures. Simulated episodes come from the pack
// of the published site; imported ones are made here.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";

import { assertAccessible, chromium, closeClean, dist, openPage, serve, shot, started, themes, widths } from "./harness.mjs";

const packed = existsSync(join(dist, "static/packs/episodes/index.pack"));
const unpacked = packed ? false : "the site has no pack of simulated episodes";

/** One picture of a pixel. */
const pixel = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==", "base64");

/** A run folder of one failed household episode: two rounds, the same refusal three times, a picture of all steps but one. */
function runFolder() {
  const root = mkdtempSync(join(tmpdir(), "stepguard-run-"));
  const subset = join(root, "running/eb_alfred/demo_baseline/base");
  mkdirSync(join(subset, "results"), { recursive: true });
  mkdirSync(join(subset, "images/episode_1"), { recursive: true });
  const answer = (why, actions) =>
    JSON.stringify({ visual_state_description: "A cabinet.", reasoning_and_reflection: why, language_plan: "Put the mug away.", executable_plan: actions });
  const line = (step, id, name, ok, feedback, reasoning) =>
    JSON.stringify({
      task_success: 0, task_progress: 0.5, last_action_success: ok, action_id: id, action_description: name, env_step: step,
      env_feedback: feedback, instruction: "Put the mug into the cabinet.", reasoning, episode_elapsed_seconds: step,
    });
  const put = { action_id: 7, action_name: "put down the object in hand" };
  const first = answer("First the mug, then the cabinet.", [{ action_id: 3, action_name: "pick up the Mug" }, put]);
  const again = (time) => answer(`It did not work ${time} times. I will do it again.`, [put]);
  const closed = "Last action is invalid. The cabinet is closed, so the mug cannot be placed there.";
  const lines = [
    line(1, 3, "pick up the Mug", 1, "Last action executed successfully.", first),
    line(2, 7, "put down the object in hand", 0, closed, first),
    line(3, 7, "put down the object in hand", 0, closed, again(1)),
    line(4, 7, "put down the object in hand", 0, closed, again(2)),
    line(5, 7, "put down the object in hand", 0, closed, again(3)),
  ];
  writeFileSync(join(subset, "episode_1_step_5.json"), `${lines.join("\n")}\n`);
  writeFileSync(
    join(subset, "results/episode_1_final_res.json"),
    JSON.stringify({ instruction: "Put the mug into the cabinet.", reward: 0, task_success: 0, task_progress: 0.5, num_steps: 5, planner_steps: 4, planner_output_error: 0, num_invalid_actions: 4, num_invalid_action_ratio: 0.8, episode_elapsed_seconds: 9 }),
  );
  for (const step of [0, 1, 2, 3]) writeFileSync(join(subset, `images/episode_1/episode_1_step_${step}.png`), pixel);
  return root;
}

describe("the page of an episode in Chromium", () => {
  let browser, site, folder;
  before(async () => {
    [browser, site] = await Promise.all([chromium(), serve()]);
    folder = runFolder();
  });
  after(async () => {
    await browser?.close();
    await site?.stop();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  const title = (page) => page.locator("#episode-title");
  const step = (page) => page.locator("#episode-step-heading").textContent();
  const fragment = (page) => page.evaluate(() => location.hash);
  /** The part STEP of the address. */
  const at = async (page) => (await fragment(page)).split("?")[0].split("/")[6] ?? "";
  /** Until the address names that step. */
  const reached = (page, wanted) =>
    page.waitForFunction((wanted) => (location.hash.split("?")[0].split("/")[6] ?? "") === wanted, wanted, { timeout: 5_000 });

  /** The first episode of a list of simulated ones, opened. */
  async function simulated(query, options = {}) {
    const page = await openPage(browser, site.address, { hash: `#/results/simulator?${query}`, ...options });
    await started(page);
    const link = page.locator("a[id^='outcomes-episode-']").first();
    await link.waitFor({ timeout: 30_000 });
    await link.click();
    await title(page).waitFor({ timeout: 20_000 });
    return page;
  }

  /** The imported episode, opened. */
  async function imported(options = {}) {
    const page = await openPage(browser, site.address, { hash: "#/results/imported", ...options });
    await started(page);
    await page.locator("input[webkitdirectory]").waitFor({ state: "attached", timeout: 20_000 });
    await page.locator("input[webkitdirectory]").setInputFiles(join(folder, "running"));
    const link = page.locator("a[id^='outcomes-episode-']").first();
    await link.waitFor({ timeout: 30_000 });
    await link.click();
    await title(page).waitFor({ timeout: 20_000 });
    return page;
  }

  const duplicates = (page) =>
    page.evaluate(() => {
      const ids = [...document.querySelectorAll("[id]")].map((element) => element.id);
      return ids.filter((id, place) => ids.indexOf(id) !== place);
    });

  test("an imported episode shows its rounds, its evidence and the pictures of the step", async () => {
    const page = await imported();
    assert.match(await title(page).textContent(), /Put the mug into the cabinet/);
    // Nothing is chosen: the first evidence is shown.
    assert.equal(await page.locator("#episode-failure .failure-class .strong").textContent().then((text) => text.trim()), "Reflection");
    assert.match(await step(page), /Step 2/);
    const picture = page.locator("#episode-step .pictures img");
    await picture.waitFor({ timeout: 10_000 });
    assert.match(await picture.getAttribute("src"), /^blob:/);
    assert.match(await picture.getAttribute("alt"), /step 2/);
    // A step without a picture says so.
    await page.locator(".round button", { hasText: "put down" }).nth(3).click();
    await reached(page, "5");
    await page.locator("#episode-step .no-picture").waitFor();
    assert.match(await page.locator("#episode-step .no-picture").textContent(), /no picture of this step/);
    // The planner's panel is of the round; what failed has its answer below it.
    assert.match(await page.locator("#episode-planner").textContent(), /I will do it again/);
    assert.ok((await page.locator(".round .feedback").count()) >= 4);
    assert.ok((await page.locator(".proof-mark").count()) >= 3);
    assert.deepEqual(await duplicates(page), []);
    await closeClean(page);
  });

  test("keys walk through steps and rounds, and the address follows", async () => {
    const page = await imported();
    const key = (name) => page.keyboard.press(name);
    await title(page).focus();
    await key("Home");
    await reached(page, "0");
    assert.equal(await step(page), "Start");
    await key("ArrowRight");
    await reached(page, "1");
    await key("]");
    await reached(page, "3");
    await key("[");
    await reached(page, "1");
    await key("End");
    await reached(page, "5");
    // The grid has one tab stop, and its cells say row, step and value.
    assert.equal(await page.locator(".timeline [role=gridcell][tabindex='0']").count(), 1);
    await page.locator(".timeline [role=gridcell][tabindex='0']").focus();
    await key("ArrowLeft");
    await reached(page, "4");
    const cell = await page.evaluate(() => document.activeElement.getAttribute("aria-label"));
    assert.match(cell, /^action, step 4: put down the object in hand, invalid, evidence/);
    await key("ArrowDown");
    assert.match(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), /^met, %, step 4: 50 percent/);
    // The slider and the space key.
    await page.locator(".player input[type=range]").focus();
    await key("Home");
    await reached(page, "0");
    await title(page).focus();
    await key(" ");
    await page.getByRole("button", { name: "Pause" }).waitFor();
    await reached(page, "1");
    await key(" ");
    await page.getByRole("button", { name: "Play" }).waitFor();
    await closeClean(page);
  });

  test("walking adds no entries: Back leads to the list", async () => {
    const page = await imported();
    await title(page).focus();
    for (const key of ["Home", "ArrowRight", "ArrowRight"]) await page.keyboard.press(key);
    await reached(page, "2");
    await page.goBack();
    await page.locator("a[id^='outcomes-episode-']").first().waitFor({ timeout: 10_000 });
    assert.match(await fragment(page), /^#\/results\/imported/);
    await closeClean(page);
  });

  test("usable at every width in both themes, and clean to axe", async () => {
    for (const width of widths) {
      for (const theme of themes) {
        const page = await imported({ width, theme });
        const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
        assert.equal(wide, false, `nothing sticks out at ${width}`);
        await assertAccessible(page, `an imported episode at ${width} in ${theme}`);
        await shot(page, `episode-imported-${width}-${theme}`);
        await closeClean(page);
      }
    }
  });

  const drawings = [
    ["alfred", "svg.drawing.home", ".home-view"],
    ["habitat", "svg.drawing.home", ".home-view"],
    ["navigation", "svg.drawing.floor", ".floor-view"],
    ["manipulation", "svg.drawing.tabletop", ".tabletop-view"],
  ];
  for (const [environment, drawing, view] of drawings) {
    test(`an episode of ${environment} is drawn, and its table says the same`, { skip: unpacked }, async () => {
      const page = await simulated(`env=${environment}&outcome=failed`);
      await page.locator(drawing).first().waitFor({ timeout: 10_000 });
      assert.match(await page.locator("#episode-failure").textContent(), /rule|person/);
      await page.getByRole("button", { name: "Table", exact: true }).click();
      await page.locator(".state-table").waitFor();
      await title(page).focus();
      await page.keyboard.press("Home");
      assert.equal(await page.locator(".state-table .chip.changed, .state-table .chip.added").count(), 0, "nothing has changed at the start");
      await page.getByRole("button", { name: "Drawing", exact: true }).click();
      await page.locator(view).waitFor();
      // Letters are never smaller than can be read.
      const small = await page.evaluate(() =>
        [...document.querySelectorAll("svg.drawing text")].filter((text) => {
          const svg = text.ownerSVGElement;
          return (Number(text.getAttribute("font-size")) * svg.getBoundingClientRect().width) / svg.viewBox.baseVal.width < 10.9;
        }).length,
      );
      assert.equal(small, 0);
      assert.deepEqual(await duplicates(page), []);
      await closeClean(page);
    });

    test(`${environment} at every width in both themes`, { skip: unpacked }, async () => {
      for (const width of widths) {
        for (const theme of themes) {
          const page = await simulated(`env=${environment}&outcome=failed`, { width, theme });
          assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false, `nothing sticks out at ${width}`);
          await assertAccessible(page, `${environment} at ${width} in ${theme}`);
          await shot(page, `episode-${environment}-${width}-${theme}`);
          await closeClean(page);
        }
      }
    });
  }

  test("the table of a manipulation is turned by keys and buttons", { skip: unpacked }, async () => {
    const page = await simulated("env=manipulation");
    const turn = page.getByRole("slider", { name: "Turn the table" });
    const before = await turn.getAttribute("aria-valuetext");
    const shape = () => page.locator("svg.tabletop .d-table").getAttribute("points");
    const first = await shape();
    const place = await at(page);
    await turn.focus();
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction((before) => document.querySelector(".turn-area").getAttribute("aria-valuetext") !== before, before);
    assert.notEqual(await shape(), first);
    assert.equal(await at(page), place, "the arrows of the drawing choose no step");
    await page.keyboard.press("Home");
    await page.getByRole("button", { name: "Look from higher" }).click();
    assert.notEqual(await turn.getAttribute("aria-valuetext"), before);
    await closeClean(page);
  });

  for (const [environment] of drawings) {
    test(`an episode of ${environment} is run again here and agrees with its record; nothing of it is fetched before`, { skip: unpacked }, async () => {
      const page = await simulated(`env=${environment}&outcome=failed`);
      assert.ok(!page.requests.some((url) => url.includes("/replay")), "the simulators are not fetched before they are needed");
      await page.getByRole("button", { name: "Replay here" }).click();
      await page.locator(".agreement").waitFor({ timeout: 60_000 });
      assert.match(await page.locator(".agreement").textContent(), /^(\d+) of \1 steps agree with the record$/);
      const cells = await page.locator(".timeline .strip-row").last().locator("[role=gridcell]").evaluateAll((cells) => cells.map((cell) => cell.getAttribute("aria-label")));
      assert.ok(cells.length > 1 && cells.every((label) => /^replay, .*: (agrees with the record|no step)$/.test(label)), cells.join("\n"));
      assert.ok(page.requests.some((url) => url.includes("/replay/")));
      await closeClean(page);
    });
  }

  test("the same episode of two runs stands side by side and in step", { skip: unpacked }, async () => {
    const page = await simulated("env=alfred&outcome=failed");
    await page.locator("#episode-compare").click();
    await page.getByRole("menuitem").first().click();
    await page.locator(".episode-pair .timeline").nth(1).waitFor({ timeout: 20_000 });
    assert.equal(await page.locator(".run-head h2").count(), 2);
    await page.keyboard.press("End");
    await page.keyboard.press("Home");
    await reached(page, "0");
    await page.keyboard.press("ArrowRight");
    await reached(page, "1");
    const heads = await page.locator(".episode-run .step-card h2").allTextContents();
    assert.ok(heads.every((head) => head.startsWith("Step 1")), heads.join());
    assert.equal(await page.locator(".timeline .cell.differs").count() > 0 || /same steps/.test(await page.locator(".pair-bar").textContent()), true);
    await assertAccessible(page, "two runs side by side");
    assert.deepEqual(await duplicates(page), []);
    await page.getByRole("link", { name: "End the comparison" }).click();
    await page.locator(".episode-columns").waitFor();
    await closeClean(page);
  });

  test("an episode opens within 300 milliseconds", { skip: unpacked }, async () => {
    const page = await simulated("env=alfred&outcome=failed");
    await page.goBack();
    const link = page.locator("a[id^='outcomes-episode-']").nth(1);
    await link.waitFor();
    const took = await page.evaluate(async () => {
      const link = document.querySelectorAll("a[id^='outcomes-episode-']")[1];
      const begin = performance.now();
      link.click();
      while (document.querySelector(".timeline [role=gridcell]") === null) await new Promise(requestAnimationFrame);
      return performance.now() - begin;
    });
    assert.ok(took <= 300, `it took ${took} ms`);
    await closeClean(page);
  });
});
