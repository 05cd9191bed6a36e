// The published site in Firefox: what people do with it works there too, within its policy, and without its server. Waiting
// is done by conditions on the page itself, because the driver knows nothing of the locators that the tests in Chromium use.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";

import { assertAccessible, closeClean, dist, firefox, openInFirefox, root, serve } from "./harness.mjs";

const gallery = JSON.parse(readFileSync(join(dist, "static/examples/index.json"), "utf8"));
const path = (id, part) => join(dist, "static/examples", gallery.examples.find((each) => each.id === id)[part]);

/** Waits until a text is found in the first element that a selector finds, or in the page. */
function shows(page, selector, text) {
  return page.waitForFunction(
    (selector, text) => [...document.querySelectorAll(selector)].some((each) => each.textContent.includes(text)),
    { timeout: 20_000 },
    selector,
    text,
  );
}

/** Waits until the verdict is that of the texts as they are. */
const settled = (page) => shows(page, ".verdict-status", "checked in");

const texts = (page, selector) => page.$$eval(selector, (found) => found.map((each) => each.textContent));
const badges = (page) => texts(page, "#verdict .badge");
const heading = (page, id) => page.$eval(`#${id}-heading`, (each) => each.textContent);

/** Presses the first button of this name that can be seen. */
async function press(page, name, within = "body") {
  const button = await page.waitForFunction(
    (name, within) =>
      [...document.querySelectorAll(`${within} button, ${within} [role=button]`)].find(
        (each) => each.getClientRects().length > 0 && (each.getAttribute("aria-label") ?? each.textContent).trim() === name,
      ) ?? false,
    { timeout: 10_000 },
    name,
    within,
  );
  await button.click();
}

/** The text of an editor, by its place: domain, scenario, plan. */
const written = (page, which) =>
  page.evaluate((which) => document.querySelectorAll(".editor")[which].shadowRoot.querySelector(".cm-content").innerText, which);

describe("the published site in Firefox", () => {
  let browser, site;
  before(async () => {
    site = await serve();
    browser = await firefox();
  });
  after(async () => {
    await browser?.close();
    await site?.stop();
  });

  /** A page with an example open and its verdict drawn. */
  async function withExample(id, options = {}) {
    const page = await openInFirefox(browser, site.address, { hash: `#/check?example=${id}`, ...options });
    await settled(page);
    return page;
  }

  test("opens an example, shows its verdict, and goes back to the first visit", async () => {
    const page = await openInFirefox(browser, site.address);
    assert.match(await page.title(), /Stepguard/);
    await page.waitForFunction(() => document.querySelectorAll(".example .mini rect").length > 0);
    await (await page.$(".example")).click();
    await settled(page);
    assert.match(page.url(), /example=tea-late/);
    assert.deepEqual(await badges(page), ["Invalid", "Unsafe"]);
    await page.goBack();
    await page.waitForSelector(".hero");
    await closeClean(page);
  });

  test("gives every example of the gallery its verdict", async () => {
    const page = await openInFirefox(browser, site.address);
    for (const { id } of gallery.examples) {
      await page.evaluate((id) => {
        performance.clearMarks();
        location.hash = `#/check?example=${id}`;
      }, id);
      await page.waitForFunction(() => performance.getEntriesByName("stepguard:verdict", "mark").length > 0, { timeout: 10_000 });
    }
    await closeClean(page);
  });

  test("is driven by the keyboard: the strip, the list of keys, out of a text", async () => {
    const page = await withExample("tea-late");
    assert.equal(await heading(page, "step"), "Step 4");
    await page.keyboard.press("ArrowLeft");
    assert.equal(await heading(page, "step"), "Step 3");
    assert.match(page.url(), /step=3/);
    await page.focus("[role=gridcell][tabindex='0']");
    const spoken = () => page.evaluate(() => document.activeElement.getAttribute("aria-label"));
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    assert.equal(await spoken(), "(on-base kettle), step 3 fill-over-base: does not hold");
    await page.keyboard.press("End");
    assert.equal(await heading(page, "step"), "Step 6");
    await page.keyboard.press("Home");
    assert.equal(await heading(page, "step"), "Start");
    await page.evaluate(() => document.activeElement.blur());
    await page.keyboard.press("?");
    await page.waitForSelector("dialog#keys[open]");
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => document.querySelector("dialog#keys") === null);

    await page.evaluate(() => document.querySelectorAll(".editor")[2].shadowRoot.querySelector(".cm-content").focus());
    await page.keyboard.down("Alt");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.up("Alt");
    assert.equal(await heading(page, "step"), "Step 1", "Alt with an arrow chooses a step while typing");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Tab");
    const inside = await page.evaluate(() => document.activeElement.closest(".text-body") !== null);
    assert.equal(inside, false, "Escape, then Tab leaves the text");
    await closeClean(page);
  });

  test("shows the failing literal's history and the state around the step", async () => {
    const page = await withExample("tea-late");
    await shows(page, "#step", "held in states 0, 1");
    assert.match((await texts(page, "#step .evidence"))[0], /deleted by step 2.*made true by step 5, too late/);
    await shows(page, "#why", "Why not missing step?");
    assert.equal(await heading(page, "state"), "State 3");
    const after = await page.$$eval("#state button", (found) => {
      const after = found.find((each) => (each.getAttribute("aria-label") ?? each.textContent).startsWith("After"));
      return after.getAttribute("aria-disabled");
    });
    assert.equal(after, "true");
    await press(page, "step 2", "#step");
    assert.equal(await heading(page, "state"), "State 2");
    await press(page, "Before", "#state");
    assert.equal(await heading(page, "state"), "State 1");
    const rows = () => page.$$eval("#state tbody tr", (rows) => rows.length);
    const all = await rows();
    await (await page.$("#state input[type=checkbox]")).click();
    await page.waitForFunction((all) => document.querySelectorAll("#state tbody tr").length < all, {}, all);
    assert.ok((await rows()) >= 1);
    await closeClean(page);
  });

  test("mends a misspelt name with its quick fix, and undoes it in the text", async () => {
    const page = await withExample("grammar-typo");
    assert.match(await written(page, 2), /opne-balcony-door/);
    const title = (await texts(page, "#problems button.compact"))[0];
    assert.match(title, /open-balcony-door/);
    await press(page, title.trim(), "#problems");
    await page.waitForFunction(() => !document.querySelectorAll(".editor")[2].shadowRoot.querySelector(".cm-content").innerText.includes("opne"));
    await shows(page, "#verdict .badge", "Valid");
    await page.evaluate(() => document.querySelectorAll(".editor")[2].shadowRoot.querySelector(".cm-content").focus());
    await page.keyboard.down("Control");
    await page.keyboard.press("z");
    await page.keyboard.up("Control");
    await shows(page, "#verdict .badge", "Invalid");
    assert.match(await written(page, 2), /opne-balcony-door/);
    await closeClean(page);
  });

  test("shares a case as a link that opens it elsewhere", async () => {
    const page = await withExample("tea-late");
    await (await page.$("[role=gridcell][data-row='0'][data-col='2']")).click();
    await press(page, "Share");
    await page.waitForFunction(() => document.querySelector("#share [aria-label='The link']")?.value.startsWith("http"));
    const link = await page.$eval("#share [aria-label='The link']", (field) => field.value);
    await assertAccessible(page, "the dialog for sharing");
    await closeClean(page);
    const reader = await openInFirefox(browser, site.address, { hash: link.slice(site.address.length) });
    await settled(reader);
    assert.deepEqual(await badges(reader), ["Invalid", "Unsafe"]);
    assert.equal(await heading(reader, "step"), "Step 2");
    assert.match(await written(reader, 2), /boil robot kettle/);
    await closeClean(reader);
  });

  test("opens files and zips, sorted by their content", async () => {
    const page = await openInFirefox(browser, site.address);
    const input = await page.$("input[type=file]");
    await input.uploadFile(path("tea-right", "plan"), path("tea-right", "problem"), path("tea-right", "domain"));
    await settled(page);
    assert.deepEqual(await badges(page), ["Valid", "Safe"]);
    await shows(page, ".notice", "Opened domain, scenario, plan.");
    // What the page itself saves, it opens.
    await press(page, "Share");
    await page.waitForSelector("#share");
    const zip = await page.evaluate(async () => {
      const made = new Promise((found) => {
        const make = URL.createObjectURL;
        URL.createObjectURL = (blob) => {
          found(blob);
          return make.call(URL, blob);
        };
      });
      [...document.querySelectorAll("#share button")].find((each) => each.textContent === "Save zip").click();
      return [...new Uint8Array(await (await made).arrayBuffer())];
    });
    await page.keyboard.press("Escape");
    await closeClean(page);
    const folder = mkdtempSync(join(tmpdir(), "stepguard-"));
    try {
      writeFileSync(join(folder, "case.zip"), Buffer.from(zip));
      const other = await openInFirefox(browser, site.address);
      await (await other.$("input[type=file]")).uploadFile(join(folder, "case.zip"));
      await settled(other);
      assert.deepEqual(await badges(other), ["Valid", "Safe"]);
      await closeClean(other);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test("reads dropped files in UTF-16", async () => {
    const folder = join(root, "tests/cases/59-utf16-domain-and-problem");
    const files = ["domain.pddl", "problem.pddl", "plan.txt"].map((name) => [...readFileSync(join(folder, name))]);
    const page = await openInFirefox(browser, site.address);
    await page.evaluate((files) => {
      const dataTransfer = new DataTransfer();
      files.forEach((bytes, at) => dataTransfer.items.add(new File([new Uint8Array(bytes)], `${at}.txt`)));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    }, files);
    await settled(page);
    assert.deepEqual(await badges(page), ["Valid", "Safe"]);
    await closeClean(page);
  });

  test("restores the last session, and goes on without its server", async () => {
    const own = await serve();
    const page = await openInFirefox(browser, own.address);
    try {
      await page.evaluate(() => document.querySelectorAll(".editor")[0].shadowRoot.querySelector(".cm-content").focus());
      await page.keyboard.type("(define (domain kept))");
      await shows(page, "#verdict", "Still missing");
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
      await new Promise((wait) => setTimeout(wait, 700));
    } finally {
      await own.stop();
    }
    page.faults.length = 0;
    await page.reload();
    await page.waitForFunction(() => document.getElementById("boot") === null, { timeout: 30_000 });
    await page.waitForFunction(() => document.querySelectorAll(".editor")[0]?.shadowRoot.querySelector(".cm-content")?.innerText.includes("kept"));
    await page.evaluate(() => {
      location.hash = "#/check?example=tea-right";
    });
    await settled(page);
    assert.deepEqual(await badges(page), ["Valid", "Safe"]);
    // Only the look for a newer version may fail.
    page.faults = page.faults.filter((fault) => !fault.includes("offline.js"));
    await closeClean(page);
  });

  test("embeds a verdict to be read only", async () => {
    const page = await openInFirefox(browser, site.address, { hash: "#/check?example=tea-late&step=3&embed=1", width: 700 });
    await shows(page, "#verdict .badge", "Invalid");
    assert.equal(await heading(page, "step"), "Step 3");
    assert.equal((await page.$$("header")).length, 0);
    assert.equal((await page.$$(".text-pane")).length, 0);
    await assertAccessible(page, "the embed");
    await closeClean(page);
  });
});
