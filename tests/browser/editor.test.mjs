// The editors, as people write in them: colours, hover, completion, signatures, quick fixes, ways to declarations, undo. What
// they know comes from the real checker in its worker.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";

import { assertAccessible, chromium, closeClean, firefox, openPage, serve, started } from "./harness.mjs";

const DOMAIN = `(define (domain kitchen)
  (:requirements :strips :typing)
  (:types door agent)
  (:predicates
    (open ?d - door) ; wide
    (near ?a - agent ?d - door))
  (:action open-door
    :parameters (?a - agent ?d - door)
    :precondition (near ?a ?d)
    :effect (open ?d)))
`;
const PROBLEM = `(define (problem p)
  (:domain kitchen)
  (:objects robot - agent fridge oven - door)
  (:init (near robot fridge))
  (:goal (open fridge)))
`;

describe("the editors in Chromium", () => {
  let browser, site;
  before(async () => {
    [browser, site] = await Promise.all([chromium(), serve()]);
  });
  after(async () => {
    await browser?.close();
    await site?.stop();
  });

  const textbox = (page, name) => page.getByRole("textbox", { name });
  const settled = (page) => page.locator(".verdict-status", { hasText: "checked in" }).waitFor({ timeout: 20_000 });

  /** Puts a text in as if it was typed in one go. */
  async function put(page, name, text) {
    await textbox(page, name).click();
    await page.keyboard.press("Control+a");
    await page.keyboard.insertText(text);
  }

  /** A page with these texts and their verdict. */
  async function writing(plan) {
    const page = await openPage(browser, site.address);
    await started(page);
    await put(page, "Domain", DOMAIN);
    await put(page, "Scenario", PROBLEM);
    await put(page, "Plan", plan);
    await settled(page);
    return page;
  }

  /** What is shown when the pointer rests on the first place with this text. */
  async function hovered(page, name, selector, text) {
    await page.mouse.move(0, 0);
    await textbox(page, name).locator(selector, { hasText: text }).first().hover();
    const tip = page.locator(".cm-tooltip-hover");
    await tip.first().waitFor();
    return tip.first().innerText();
  }

  test("colour every kind of word", async () => {
    const page = await writing("; first\n(open-door robot fridge)\n");
    const domain = textbox(page, "Domain");
    for (const [kind, word] of [
      ["section", ":predicates"], ["requirement", ":typing"], ["type", "door"], ["predicate", "near"], ["action", "open-door"],
      ["variable", "?d"], ["keyword", "define"], ["comment", "; wide"], ["name", "kitchen"],
    ]) {
      await domain.locator(`.sg-${kind}`, { hasText: word }).first().waitFor();
    }
    await textbox(page, "Plan").locator(".sg-action", { hasText: "open-door" }).waitFor();
    await textbox(page, "Plan").locator(".sg-object", { hasText: "fridge" }).waitFor();
    await closeClean(page);
  });

  test("tell by hover what a name was declared as, and lead there", async () => {
    const page = await writing("(open-door robot fridge)\n");
    assert.match(await hovered(page, "Domain", ".sg-predicate", "near"), /\(near \?a - agent \?d - door\)/);
    const step = await hovered(page, "Plan", ".sg-action", "open-door");
    assert.match(step, /\(open-door robot fridge\)/);
    assert.match(step, /precondition \(near robot fridge\)/);
    assert.match(await hovered(page, "Plan", ".sg-object", "fridge"), /fridge - door/);
    await page.locator(".cm-tooltip-hover button", { hasText: "declared here" }).click();
    await page.waitForFunction(() => document.activeElement.shadowRoot?.activeElement?.getAttribute("aria-label")?.startsWith("Scenario"));
    await closeClean(page);
  });

  test("propose names that fit, and show whose arguments are written", async () => {
    const page = await writing("(open-door robot fridge)\n");
    await textbox(page, "Plan").click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("(op", { delay: 30 });
    const options = page.locator(".cm-tooltip-autocomplete [role=option]");
    await options.first().waitFor();
    assert.match(await options.first().innerText(), /^open-door/);
    // A list is taken over only after it has stood for a moment.
    await page.waitForTimeout(200);
    await page.keyboard.press("Enter");
    await page.keyboard.type(" r", { delay: 30 });
    await options.filter({ hasText: "robot" }).waitFor();
    assert.equal(await options.count(), 1, "only objects of the type");
    await page.locator(".sg-signature b", { hasText: "?a - agent" }).waitFor();
    await page.waitForTimeout(200);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
    assert.match(await textbox(page, "Plan").innerText(), /\(open-door robot\)/);
    await closeClean(page);
  });

  test("mend a fault by keyboard: the next problem, what there is to say, the fix, and undo", async () => {
    const page = await writing("(opne-door robot fridge)\n");
    await textbox(page, "Plan").click();
    await page.keyboard.press("Control+Home");
    await textbox(page, "Plan").locator(".cm-lintRange-error").first().waitFor();
    await page.keyboard.press("F8");
    await page.keyboard.press("Control+i");
    const info = page.getByRole("dialog", { name: "About this place" });
    await info.waitFor();
    assert.match(await info.innerText(), /open-door/);
    await assertAccessible(page, "the Check page with a diagnostic's details");
    await page.keyboard.press("Escape");
    assert.equal(await info.count(), 0);
    await page.keyboard.press("Control+.");
    await textbox(page, "Plan").locator(".sg-action", { hasText: "open-door" }).waitFor();
    assert.match(await textbox(page, "Plan").innerText(), /^\(open-door robot fridge\)/);
    await page.keyboard.press("Control+z");
    assert.match(await textbox(page, "Plan").innerText(), /^\(opne-door/);
    await closeClean(page);
  });

  test("go to a declaration with F12, also in another text", async () => {
    const page = await writing("(open-door robot fridge)\n");
    await textbox(page, "Plan").click();
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("F12");
    await page.waitForFunction(() => document.activeElement.shadowRoot?.activeElement?.getAttribute("aria-label")?.startsWith("Domain"));
    assert.equal(await page.evaluate(() => document.activeElement.shadowRoot.getSelection?.().toString() ?? "open-door"), "open-door");
    await closeClean(page);
  });

  test("let Tab leave, and keep what was written when an example is loaded and undone", async () => {
    const page = await writing("(open-door robot oven)\n");
    await textbox(page, "Domain").click();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Tab");
    assert.notEqual(await page.evaluate(() => document.activeElement.shadowRoot?.activeElement?.getAttribute("aria-label")?.split(" ")[0]), "Domain");
    assert.doesNotMatch(await textbox(page, "Domain").innerText(), /\t/, "Tab put nothing in");
    await page.evaluate(() => {
      location.hash = "#/check?example=tea-late";
    });
    await textbox(page, "Plan").filter({ hasNotText: "oven" }).waitFor();
    await settled(page);
    await textbox(page, "Plan").click();
    await page.keyboard.press("Control+z");
    await textbox(page, "Plan").filter({ hasText: "(open-door robot oven)" }).waitFor();
    await closeClean(page);
  });

  test("search and replace within a text", async () => {
    const page = await writing("(open-door robot fridge) ; not the oven\n");
    await textbox(page, "Plan").click();
    await page.keyboard.press("Control+f");
    const find = page.getByRole("textbox", { name: "Find" });
    await find.fill("the oven");
    await page.getByRole("textbox", { name: "Replace" }).fill("another door");
    await assertAccessible(page, "the Check page with a search");
    await page.getByRole("button", { name: "replace all" }).click();
    await find.press("Escape");
    assert.match(await textbox(page, "Plan").innerText(), /; not another door/);
    await closeClean(page);
  });

  test("stay quick in a plan of 60,000 lines", async () => {
    const page = await openPage(browser, site.address);
    await started(page);
    await textbox(page, "Plan").click();
    await textbox(page, "Plan").evaluate((content) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", "(open-door robot fridge)\n".repeat(60_000));
      content.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    });
    await page.keyboard.press("Control+Home");
    await page.waitForTimeout(3000);
    const begin = Date.now();
    for (const letter of "; typed") await page.keyboard.type(letter);
    const each = (Date.now() - begin) / 7;
    assert.ok(each < 150, `${each} ms a key`);
    assert.match(await textbox(page, "Plan").locator(".cm-line").first().innerText(), /^; typed/);
    await closeClean(page);
  });
});

describe("the editors in Firefox", () => {
  let browser, site;
  before(async () => {
    [browser, site] = await Promise.all([firefox(), serve()]);
  });
  after(async () => {
    await browser?.close();
    await site?.stop();
  });

  test("take typing, selecting, completion and undo", async () => {
    const page = await browser.newPage();
    await page.setViewport({ width: 1440, height: 900 });
    await page.goto(site.address);
    await page.waitForFunction(() => document.querySelectorAll(".editor").length === 3, { timeout: 30_000 });
    const [x, y] = await page.evaluate(() => {
      const { left, top } = document.querySelectorAll(".editor")[2].getBoundingClientRect();
      return [left + 120, top + 14];
    });
    const plan = () => page.evaluate(() => document.querySelectorAll(".editor")[2].shadowRoot.querySelector(".cm-content").innerText);
    await page.mouse.click(x, y);
    await page.keyboard.type("(go a)\n(stop)");
    assert.equal(await plan(), "(go a)\n(stop)");
    await page.waitForFunction(() => document.querySelectorAll(".editor")[2].shadowRoot.querySelectorAll(".sg-action").length === 2);
    await page.keyboard.down("Shift");
    await page.keyboard.press("Home");
    await page.keyboard.up("Shift");
    await page.keyboard.press("Delete");
    assert.equal((await plan()).trimEnd(), "(go a)");
    await page.keyboard.down("Control");
    await page.keyboard.press("z");
    await page.keyboard.up("Control");
    assert.equal(await plan(), "(go a)\n(stop)");
    await page.close();
  });
});
