// The Check page, as people use it: the first visit, the gallery, typing, choosing steps with mouse and keyboard, sharing,
// files, narrow screens. The verdicts come from the real checker in its worker.
import assert from "node:assert/strict";
import { copyFileSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";

import { assertAccessible, chromium, closeClean, dist, openPage, root, serve, shot, shots, started, themes, widths } from "./harness.mjs";

const gallery = JSON.parse(readFileSync(join(dist, "static/examples/index.json"), "utf8"));
const example = (id, part) => readFileSync(join(dist, "static/examples", gallery.examples.find((each) => each.id === id)[part]), "utf8");

/** The names that the page gives to the categories. */
const names = {
  grammar: "Grammar",
  affordance: "Affordance",
  "wrong-temporal-order": "Wrong order",
  "missing-step": "Missing step",
  "additional-step": "Additional step",
  "unmet-goal": "Unmet goal",
};

describe("the Check page in Chromium", () => {
  let browser, site;
  before(async () => {
    [browser, site] = await Promise.all([chromium(), serve()]);
  });
  after(async () => {
    await browser?.close();
    await site?.stop();
  });

  /** A page with an example open and its verdict drawn. */
  async function withExample(id, options = {}) {
    const page = await openPage(browser, site.address, { hash: `#/check?example=${id}`, ...options });
    await started(page);
    await settled(page);
    return page;
  }

  /** Waits until the verdict is that of the texts as they are. */
  const settled = (page) => page.locator(".verdict-status", { hasText: "checked in" }).waitFor({ timeout: 20_000 });
  const badges = (page) => page.locator("#verdict .badge").allTextContents();
  const heading = (page, id) => page.locator(`#${id}-heading`).textContent();
  const text = (page, name) => page.getByRole("textbox", { name });

  test("shows three examples on the first visit, each with its strip", async () => {
    const page = await openPage(browser, site.address);
    await started(page);
    const cards = page.locator(".example");
    await page.locator(".example .mini rect").first().waitFor();
    assert.equal(await cards.count(), 3);
    for (const id of gallery.cards) {
      const { title, lesson } = gallery.examples.find((each) => each.id === id);
      assert.ok(await cards.filter({ hasText: title }).filter({ hasText: lesson }).isVisible());
    }
    assert.equal(await page.locator(".six li").count(), 6);
    await closeClean(page);
  });

  test("looks as the README shows it", async () => {
    const page = await withExample("tea-late", { width: 1440, theme: "light" });
    assert.equal(await page.locator("[role=gridcell]").first().isVisible(), true);
    await page.getByRole("button", { name: /^Apply repair ·/ }).waitFor();
    await shot(page, "check");
    // The picture is kept in the repository, so that the README shows what this run saw; a checkout that only tests stays as
    // it is.
    if (!process.env.CI) {
      mkdirSync(join(root, "docs"), { recursive: true });
      copyFileSync(join(shots, "check.png"), join(root, "docs", "check.png"));
    }
    await closeClean(page);
  });

  test("opens an example, goes back to the first visit and forward again", async () => {
    const page = await openPage(browser, site.address);
    await started(page);
    await page.locator(".example").first().click();
    await settled(page);
    assert.match(page.url(), /example=tea-late/);
    assert.deepEqual(await badges(page), ["Invalid", "Unsafe"]);
    await page.goBack();
    await page.locator(".hero").waitFor();
    await page.goForward();
    await settled(page);
    await closeClean(page);
  });

  test("gives every example of the gallery the label that its index promises", async () => {
    const page = await openPage(browser, site.address);
    await started(page);
    for (const { id, category } of gallery.examples) {
      await page.evaluate((id) => {
        performance.clearMarks();
        location.hash = `#/check?example=${id}`;
      }, id);
      await page.waitForFunction(() => performance.getEntriesByName("stepguard:verdict", "mark").length > 0);
      if (category === null) continue;
      const label = page.locator("#verdict .category, #problems .category", { hasText: names[category] }).first();
      await label.waitFor({ timeout: 5000 }).catch(() => assert.fail(`${id} does not show ${category}`));
    }
    await closeClean(page);
  });

  test("is driven by the keyboard alone", async () => {
    const page = await withExample("tea-late");
    assert.equal(await heading(page, "step"), "Step 4");
    await page.keyboard.press("ArrowLeft");
    assert.equal(await heading(page, "step"), "Step 3");
    assert.match(page.url(), /step=3/);
    const stops = page.locator("[role=grid] [tabindex='0'], [role=grid] :is(button, a, input):not([tabindex='-1'])");
    assert.equal(await stops.count(), 1, "the strip has one tab stop");
    await stops.focus();
    const spoken = () => page.evaluate(() => document.activeElement.getAttribute("aria-label"));
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    assert.equal(await spoken(), "(on-base kettle), step 3 fill-over-base: does not hold");
    await page.keyboard.press("ArrowLeft");
    assert.equal(await spoken(), "(on-base kettle), step 2 lift-off: undone here");
    await page.keyboard.press("End");
    assert.equal(await heading(page, "step"), "Step 6");
    assert.equal(await spoken(), "(on-base kettle), step 6 pour: holds, not scored");
    await page.keyboard.press("Home");
    assert.equal(await heading(page, "step"), "Start");

    await page.evaluate(() => document.activeElement.blur());
    await page.keyboard.press("?");
    await page.locator("dialog#keys[open]").waitFor();
    await assertAccessible(page, "the list of keys");
    await page.keyboard.press("Escape");
    await page.locator("dialog#keys").waitFor({ state: "detached" });

    const plan = text(page, "Plan");
    await plan.focus();
    await page.keyboard.press("Alt+ArrowRight");
    assert.equal(await heading(page, "step"), "Step 1", "Alt with an arrow chooses a step while typing");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Tab");
    const inside = await page.evaluate(() => document.activeElement.closest(".text-body") !== null);
    assert.equal(inside, false, "Escape, then Tab leaves the text");

    const handle = page.getByRole("separator", { name: "Height of the plan" });
    const height = () => page.locator("#pane-plan").evaluate((pane) => pane.clientHeight);
    const needed = await height();
    await handle.focus();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    await page.waitForFunction((needed) => document.querySelector("#pane-plan").clientHeight > needed, needed);
    await page.keyboard.press("Enter");
    await page.waitForFunction((needed) => document.querySelector("#pane-plan").clientHeight === needed, needed);
    await closeClean(page);
  });

  for (const width of widths) {
    test(`opens an example from the menu with the keyboard at ${width} px`, async () => {
      const page = await openPage(browser, site.address, { width });
      await started(page);
      const button = page.getByRole("button", { name: "Examples" });
      await button.focus();
      await page.keyboard.press("Enter");
      await page.getByRole("menu").waitFor();
      await page.locator("[role=menuitem]").first().waitFor();
      await assertAccessible(page, `the menu of examples at ${width} px`);
      const inside = await page.getByRole("menu").evaluate((menu) => {
        const { left, right } = menu.getBoundingClientRect();
        return left >= 0 && right <= innerWidth;
      });
      assert.ok(inside, "the menu lies on the screen");
      await page.keyboard.press("Escape");
      await page.getByRole("menu").waitFor({ state: "detached" });
      assert.ok(await button.evaluate((button) => button === document.activeElement), "Escape gives the focus back");
      await page.keyboard.press("Enter");
      await page.getByRole("menu").waitFor();
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      await settled(page);
      assert.match(page.url(), new RegExp(`example=${gallery.examples[1].id}`));
      await closeClean(page);
    });
  }

  test("shows a failing literal's history, and the state before the step that did not run", async () => {
    const page = await withExample("tea-late");
    const step = page.locator("#step");
    await step.getByText("held in states 0, 1").waitFor();
    assert.match(await step.locator(".evidence").first().textContent(), /deleted by step 2.*made true by step 5, too late/);
    await page.locator("#why", { hasText: "Why not missing step?" }).waitFor();
    assert.equal(await heading(page, "state"), "State 3");
    const after = page.locator("#state").getByRole("button", { name: /^After: step 4 did not run/ });
    assert.equal(await after.getAttribute("aria-disabled"), "true");
    await step.getByRole("button", { name: "step 2" }).click();
    assert.equal(await heading(page, "step"), "Step 2");
    assert.equal(await heading(page, "state"), "State 2");
    await page.locator("#state").getByRole("button", { name: "Before" }).click();
    assert.equal(await heading(page, "state"), "State 1");
    await page.locator("#state").getByRole("checkbox", { name: "Changes only" }).check();
    await page.locator("#state").getByRole("textbox", { name: /Filter/ }).fill("robot");
    assert.ok((await page.locator("#state tbody tr").count()) >= 1);
    await closeClean(page);
  });

  test("pins a fact of the state to the strip, and Delete takes it away", async () => {
    const page = await withExample("tea-late");
    await page.locator("#state").getByRole("button", { name: /plugged in/ }).first().click();
    const row = page.locator(".row-head", { hasText: "(plugged-in base)" });
    await row.waitFor();
    const cell = page.locator("[role=gridcell]", { hasText: "✓" }).last();
    await cell.click();
    await page.locator("[role=gridcell][data-row='4'][data-col='2']").click();
    await page.locator("[role=gridcell][data-row='4'][data-col='2']").focus();
    await page.keyboard.press("Delete");
    await row.waitFor({ state: "detached" });
    await closeClean(page);
  });

  test("keeps the verdict while typing goes on, and speaks it once typing has paused", async () => {
    const page = await withExample("tea-late");
    const live = page.locator("[role=status][aria-live=polite]").first();
    await live.filter({ hasText: "Invalid: Wrong temporal order." }).waitFor({ timeout: 5000 });
    const top = () => page.locator("#strip").evaluate((strip) => strip.getBoundingClientRect().top);
    const before = await top();
    await text(page, "Plan").click();
    await page.keyboard.press("Control+End");
    await page.keyboard.insertText("\n(wait robot)");
    await page.locator(".verdict-status.stale", { hasText: "before your last edit" }).waitFor();
    assert.equal(await top(), before, "the layout does not jump");
    await settled(page);
    assert.match(await page.locator("#strip .card-head").textContent(), /7 steps/);

    // A text that cannot be read leaves the last run in sight and says where it cannot be read.
    await text(page, "Domain").focus();
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Delete");
    await page.keyboard.insertText("(define (domain kitchen) (:predicates (at");
    await page.locator(".unreadable", { hasText: "Domain, line" }).waitFor();
    assert.ok(await page.locator("[role=grid]").isVisible());
    assert.equal(await top(), before, "the layout does not jump");
    await text(page, "Domain").focus();
    await page.keyboard.press("Control+z");
    await page.keyboard.press("Control+z");
    await settled(page);
    await closeClean(page);
  });

  test("says what is missing, and reads what is there", async () => {
    const page = await openPage(browser, site.address);
    await started(page);
    await text(page, "Domain").click();
    await page.keyboard.insertText(example("tea-late", "domain"));
    await page.locator("#verdict", { hasText: "Still missing: a scenario" }).waitFor();
    await page.locator("#missing", { hasText: "missing" }).waitFor();
    assert.deepEqual(await badges(page), ["Incomplete", "Safety unknown"]);
    await closeClean(page);
  });

  test("sorts files by their content, says so, and undoes it", async () => {
    const page = await openPage(browser, site.address);
    await started(page);
    const file = (name, part) => ({ name, mimeType: "text/plain", buffer: Buffer.from(example("tea-right", part)) });
    await page.locator("input[type=file]").setInputFiles([file("c.txt", "plan"), file("a.txt", "problem"), file("b.txt", "domain")]);
    await settled(page);
    assert.deepEqual(await badges(page), ["Valid", "Safe"]);
    await page.locator(".notice", { hasText: "Opened domain, scenario, plan." }).waitFor();
    const other = { name: "plan.txt", mimeType: "text/plain", buffer: Buffer.from(example("tea-late", "plan")) };
    await page.locator("input[type=file]").setInputFiles([other]);
    await page.locator("#verdict .badge", { hasText: "Invalid" }).waitFor();
    await page.locator(".notice").getByRole("button", { name: "Undo" }).click();
    await page.locator("#verdict .badge", { hasText: "Valid" }).first().waitFor();
    await closeClean(page);
  });

  test("reads dropped files in UTF-16 as the same texts in UTF-8", async () => {
    const folder = join(root, "tests/cases/59-utf16-domain-and-problem");
    const bytes = ["domain.pddl", "problem.pddl", "plan.txt"].map((name) => readFileSync(join(folder, name)));
    const little = bytes[0].subarray(2).toString("utf16le");
    const big = Buffer.from(bytes[1].subarray(2)).swap16().toString("utf16le");
    const plan = bytes[2].toString("utf8");
    const units = (text) => Buffer.from(text, "utf16le");
    const ways = [bytes, [units(little), Buffer.from(units(big)).swap16(), units(plan)], [little, big, plan].map((text) => Buffer.from(text))];
    const reports = [];
    for (const way of ways) {
      const page = await openPage(browser, site.address);
      await started(page);
      await page.evaluate((files) => {
        const dataTransfer = new DataTransfer();
        files.forEach((bytes, at) => dataTransfer.items.add(new File([new Uint8Array(bytes)], `${at}.txt`)));
        document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
      }, way.map((buffer) => [...buffer]));
      await settled(page);
      assert.deepEqual(await badges(page), ["Valid", "Safe"]);
      await page.locator(".notice", { hasText: "Opened domain, scenario, plan." }).waitFor();
      await page.getByRole("button", { name: "Share" }).first().click();
      const saved = page.waitForEvent("download");
      await page.getByRole("button", { name: "Save JSON" }).click();
      reports.push(readFileSync(await (await saved).path(), "utf8"));
      await closeClean(page);
    }
    assert.match(reports[0], /"outcome":"valid"/);
    assert.equal(reports[0], reports[1], "without byte order marks");
    assert.equal(reports[0], reports[2], "in UTF-8");
  });

  test("puts a paste that holds everything into the right boxes", async () => {
    const page = await openPage(browser, site.address, { permissions: ["clipboard-read", "clipboard-write"] });
    await started(page);
    const all = `${example("tea-right", "domain")}\n${example("tea-right", "problem")}`;
    await page.evaluate((all) => navigator.clipboard.writeText(all), all);
    await text(page, "Plan").click();
    await page.keyboard.press("Control+v");
    await page.locator(".notice", { hasText: "Sorted by content" }).waitFor();
    await page.locator("#pane-problem", { hasText: "(define (problem" }).waitFor();
    assert.match(await page.locator("#pane-plan").textContent(), /empty/);
    await closeClean(page);
  });

  test("shares a case as a link that opens it without touching the reader's own work", async () => {
    const page = await withExample("tea-late");
    await page.locator("[role=gridcell][data-row='0'][data-col='2']").click();
    await page.getByRole("button", { name: "Share" }).click();
    const field = page.getByRole("textbox", { name: "The link" });
    await field.waitFor();
    const link = await field.inputValue();
    assert.match(await page.locator("#share").textContent(), /It holds: domain \(.*scenario \(.*plan \(.*step 2 is chosen/);
    assert.match(await page.locator("#share").textContent(), new RegExp(`The link has ${link.length} characters`));
    await assertAccessible(page, "the dialog for sharing");
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save zip" }).click();
    assert.equal((await saved).suggestedFilename(), "tea-for-the-guest.zip");
    await closeClean(page);

    const reader = await openPage(browser, site.address);
    await started(reader);
    await text(reader, "Domain").click();
    await reader.keyboard.insertText("(define (domain mine))");
    await reader.waitForTimeout(700);
    await reader.goto(link);
    // Loading again in the middle of a request would count as a failed one.
    await reader.waitForLoadState("networkidle");
    await reader.reload();
    await started(reader);
    await settled(reader);
    assert.deepEqual(await badges(reader), ["Invalid", "Unsafe"]);
    assert.equal(await heading(reader, "step"), "Step 2");
    await reader.getByRole("button", { name: "Back to your work" }).click();
    await reader.locator("#verdict", { hasText: "Still missing" }).waitFor();
    assert.match(await reader.locator("#pane-domain").textContent(), /mine/);
    await closeClean(reader);
  });

  test("restores the last session", async () => {
    const page = await openPage(browser, site.address);
    await started(page);
    await text(page, "Domain").click();
    await page.keyboard.insertText("(define (domain kept))");
    await page.waitForTimeout(700);
    await page.waitForLoadState("networkidle");
    await page.reload();
    await started(page);
    await page.locator("#pane-domain", { hasText: "kept" }).waitFor();
    await closeClean(page);
  });

  test("celebrates success with mistakes to try, each of them checked, and undoes them", async () => {
    const page = await withExample("tea-right");
    const breaks = page.locator("#break li");
    await page.locator("#break ul[aria-busy=false]").waitFor({ timeout: 20_000 });
    assert.ok((await breaks.count()) >= 5, "most kinds of mistake can be shown");
    const label = (await breaks.first().locator(".category").textContent()).trim();
    await breaks.first().getByRole("button").click();
    await page.locator("#verdict .badge", { hasText: "Invalid" }).waitFor();
    await page.locator("#verdict .category", { hasText: label }).waitFor();
    await page.locator(".notice").getByRole("button", { name: "Undo" }).click();
    await page.locator("#verdict .badge", { hasText: "Valid" }).first().waitFor();
    await closeClean(page);
  });

  test("draws only the columns in view of a plan with 2,000 steps", async () => {
    const domain = "(define (domain walk) (:predicates (here) (there)) (:action go :parameters () :precondition (here) :effect (and (there) (not (here)))) (:action back :parameters () :precondition (there) :effect (and (here) (not (there)))))";
    const problem = "(define (problem long) (:domain walk) (:init (here)) (:goal (here)))";
    const plan = Array.from({ length: 2000 }, (_, at) => (at % 2 === 0 ? "(go)" : "(back)")).join("\n");
    const page = await openPage(browser, site.address);
    await started(page);
    const file = (name, content) => ({ name, mimeType: "text/plain", buffer: Buffer.from(content) });
    await page.locator("input[type=file]").setInputFiles([file("d", domain), file("p", problem), file("plan", plan)]);
    await page.locator("#strip", { hasText: "2000 steps" }).waitFor({ timeout: 20_000 });
    for (const zoom of ["Fit", "Names", "Focus"]) {
      await page.getByRole("button", { name: zoom, exact: true }).click();
      assert.ok((await page.locator("[role=gridcell]").count()) < 1500, `${zoom} draws a window`);
      const inView = await page.locator("[role=gridcell].chosen").first().isVisible();
      assert.ok(inView, `${zoom} keeps the chosen step in view`);
    }
    await page.locator("[role=gridcell][tabindex='0']").focus();
    await page.keyboard.press("Home");
    assert.equal(await heading(page, "step"), "Start");
    await page.keyboard.press("End");
    assert.equal(await heading(page, "step"), "Step 2000");
    await closeClean(page);
  });

  test("offers plain text fields in place of the code editors", async () => {
    const page = await withExample("tea-late");
    await page.getByRole("checkbox", { name: "Plain text fields" }).check();
    const plan = page.locator("textarea[aria-label='Plan']");
    await plan.waitFor();
    assert.match(await plan.inputValue(), /boil robot kettle/);
    await plan.fill("(navigate-to robot hall counter)\n");
    await page.locator("#strip", { hasText: "1 step" }).waitFor();
    await assertAccessible(page, "the plain text fields");
    await closeClean(page);
  });

  test("switches the theme and remembers it", async () => {
    const page = await openPage(browser, site.address);
    await started(page);
    const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
    await page.getByRole("button", { name: "Theme: as the system" }).click();
    assert.equal(await theme(), "light");
    await page.getByRole("button", { name: "Theme: light" }).click();
    assert.equal(await theme(), "dark");
    await page.waitForLoadState("networkidle");
    await page.reload();
    await started(page);
    assert.equal(await theme(), "dark");
    await closeClean(page);
  });

  test("embeds a verdict to be read only", async () => {
    const page = await openPage(browser, site.address, { hash: "#/check?example=tea-late&step=3&embed=1", width: 700 });
    await started(page);
    await page.locator("#verdict .badge", { hasText: "Invalid" }).waitFor();
    assert.equal(await heading(page, "step"), "Step 3");
    assert.equal(await page.locator("header").count(), 0);
    assert.equal(await page.locator(".text-pane").count(), 0);
    await assertAccessible(page, "the embed");
    await closeClean(page);
  });

  test("says so when the checker cannot start", async () => {
    const page = await openPage(browser, site.address);
    await started(page);
    await page.context().close();
    const context = await browser.newContext();
    await context.route("**/static/core/*.wasm", (route) => route.abort());
    const broken = await context.newPage();
    await broken.goto(`${site.address}#/check?example=tea-late`);
    await broken.locator("#verdict .badge", { hasText: "No checker" }).waitFor({ timeout: 20_000 });
    await context.close();
  });

  test("lays a phone out as sections, with a bar and targets that a thumb can hit", async () => {
    const page = await withExample("tea-late", { width: 360, height: 740 });
    for (const name of ["Domain", "Scenario", "Plan", "Problems"]) {
      const toggle = page.getByRole("button", { name, exact: true });
      assert.equal(await toggle.getAttribute("aria-expanded"), "false", `${name} begins closed`);
    }
    assert.match(await page.locator("#state .card-digest").textContent(), /facts? changed/);
    await page.locator(".thumb").getByRole("button", { name: "Texts" }).click();
    await page.getByRole("button", { name: "Plan", exact: true }).click();
    assert.ok(await text(page, "Plan").isVisible());
    const small = await page.evaluate(() =>
      [...document.querySelectorAll("main button:not(.link-button, .chip, .unpin), header :is(a, button), .thumb button")]
        .filter((each) => each.getClientRects().length > 0)
        .filter((each) => each.getBoundingClientRect().height < 40 && each.closest("[role=grid]") === null)
        .map((each) => `${each.textContent.trim()}: ${each.getBoundingClientRect().height}`),
    );
    assert.deepEqual(small, [], "targets are at least 40 pixels high");
    const order = await page.evaluate(() =>
      [...document.querySelectorAll("#verdict, #strip, #step, #state, #problems, #pane-domain")].map((each) => each.id),
    );
    assert.deepEqual(order, ["verdict", "strip", "step", "state", "problems", "pane-domain"]);
    await closeClean(page);
  });

  test("tells the icons of the categories apart in one colour at 14 pixels", async () => {
    const page = await openPage(browser, site.address, { hash: "#/about" });
    await started(page);
    const difference = await page.evaluate(async () => {
      const size = 14;
      const icons = [...document.querySelectorAll("#about table .category")];
      const drawn = await Promise.all(
        icons.map(async (icon) => {
          const svg = icon.querySelector("svg").cloneNode(true);
          svg.setAttribute("xmlns", "http://www.w3.org/2000/svg");
          for (const [name, value] of Object.entries({ width: size, height: size, fill: "none", stroke: "black", "stroke-width": "1.7" })) svg.setAttribute(name, value);
          const image = new Image();
          image.src = `data:image/svg+xml,${encodeURIComponent(svg.outerHTML)}`;
          await image.decode();
          const canvas = new OffscreenCanvas(size, size).getContext("2d");
          canvas.drawImage(image, 0, 0);
          return [...canvas.getImageData(0, 0, size, size).data].filter((_, at) => at % 4 === 3);
        }),
      );
      const pairs = [];
      drawn.forEach((one, at) =>
        drawn.slice(at + 1).forEach((other, offset) => {
          const apart = one.reduce((sum, value, pixel) => sum + Math.abs(value - other[pixel]), 0) / 255;
          pairs.push({ pair: `${icons[at].textContent} and ${icons[at + 1 + offset].textContent}`, apart });
        }),
      );
      return pairs;
    });
    assert.equal(difference.length, 15);
    for (const { pair, apart } of difference) assert.ok(apart >= 30, `${pair} differ in ${apart.toFixed(1)} pixels`);
    await closeClean(page);
  });

  for (const theme of themes) {
    for (const width of widths) {
      test(`has no accessibility violation and no sideways scrolling with a verdict at ${width} px, ${theme}`, async () => {
        for (const id of ["tea-late", "groceries", "tea-right"]) {
          const page = await withExample(id, { width, theme });
          await shot(page, `${id}-${width}-${theme}`);
          await assertAccessible(page, `${id} at ${width} px, ${theme}`);
          const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
          assert.equal(over, 0, `${id}: nothing sticks out to the side`);
          await closeClean(page);
        }
        const about = await openPage(browser, site.address, { width, theme, hash: "#/about" });
        await started(about);
        await assertAccessible(about, `About at ${width} px, ${theme}`);
        await closeClean(about);
      });
    }
  }
});
