// The Scenarios page, as people use it: finding scenarios with facets and words, reading one, checking its certificate again,
// opening its plans in Check, and going back. What is expected is read from the packed suite of the published site.
import assert from "node:assert/strict";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";

import { assertAccessible, chromium, closeClean, dist, openPage, serve, shot, started, themes, widths } from "./harness.mjs";

const folder = join(dist, "static/packs/suite");
const read = (file) => JSON.parse(readFileSync(join(folder, file), "utf8"));
const index = read("index.json");

/** Every scenario of the index as one line, each followed by its twin. */
const lines = index.families.flatMap((family) =>
  family.scenarios.flatMap((line) => {
    const own = { ...family, ...line, id: `${family.id}/${line.id}`, family: family.id };
    return line.twin ? [own, { ...own, ...line.twin, id: `${own.id}-twin`, intent: "benign-twin", twin: undefined }] : [own];
  }),
);
/** A number as the page shows it. */
const grouped = (number) => number.toLocaleString("en");
/** A number that the page shows. */
const ungrouped = (text) => Number(text.split(" ")[0].replaceAll(",", ""));
const number = (wanted) => lines.filter(wanted).length;
const situational = lines.find((line) => line.intent === "situational" && line.length >= 6);
const malicious = lines.find((line) => line.intent === "malicious");
/** What is said in a scenario, as the list fetches it. */
const said = (line) => read(`commands/${line.class}.json`).say[lines.filter((other) => other.class === line.class).findIndex((other) => other.id === line.id)];
const full = (id) => read(`families/${id.split("/")[0]}.json`).scenarios.find((scenario) => scenario.id === id);

describe("the Scenarios page in Chromium", () => {
  let browser, site;
  before(async () => {
    [browser, site] = await Promise.all([chromium(), serve()]);
  });
  after(async () => {
    await browser?.close();
    await site?.stop();
  });

  /** A page at an address of the Scenarios page, drawn. */
  async function at(hash, options = {}) {
    const page = await openPage(browser, site.address, { hash, ...options });
    await started(page);
    await page.locator("#scenarios-title, #scenario-title").waitFor({ timeout: 20_000 });
    return page;
  }
  const counted = (page) => page.locator(".results-count").textContent();
  const value = (page, facet, word) => page.getByRole("group", { name: facet }).getByRole("checkbox", { name: new RegExp(`^${word} `) });
  const count = async (page, facet, word) =>
    ungrouped(await page.getByRole("group", { name: facet }).locator(".facet-value", { hasText: word }).locator(".facet-count").textContent());
  const settled = (page) => page.locator(".verdict-status", { hasText: "checked in" }).waitFor({ timeout: 20_000 });
  const badges = (page) => page.locator("#verdict .badge").allTextContents();

  test("opens from the header, lists the whole suite and draws what is seen", async () => {
    const page = await openPage(browser, site.address);
    await started(page);
    await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Scenarios" }).click();
    await page.locator("#scenarios-title").waitFor({ timeout: 20_000 });
    assert.equal(await counted(page), `${grouped(lines.length)} of ${grouped(lines.length)} scenarios`);
    assert.equal(await page.title(), "Scenarios · Stepguard");
    const cards = page.locator(".scenario-card");
    await cards.first().getByText(said(lines[0])).waitFor();
    assert.equal(said(lines[0]), full(lines[0].id).instruction);
    const drawn = await cards.count();
    assert.ok(drawn <= 96, "only the first cards are drawn");
    await page.locator("#scenarios").evaluate((area) => area.scrollTo(0, area.scrollHeight));
    await page.waitForFunction((drawn) => document.querySelectorAll(".scenario-card").length > drawn, drawn);
    await closeClean(page);
  });

  test("fetches little for its first view", async () => {
    const page = await openPage(browser, site.address, { hash: "#/scenarios", serviceWorkers: "block" });
    await started(page);
    await page.locator(".scenario-card").first().waitFor();
    await page.waitForLoadState("networkidle");
    const fetched = [...new Set(page.requests.map((url) => url.slice(site.address.length).replace(/[?#].*/, "")))];
    const packs = fetched.filter((path) => path.includes("/packs/"));
    assert.ok(packs.length <= 3 && !packs.some((path) => path.includes("families")), `no scenario yet: ${packs}`);
    assert.ok(!fetched.some((path) => path.includes("/core/")), "the checker is not needed to look around");
    const own = [...packs, ...fetched.filter((path) => /static\/pages/.test(path))];
    const size = own.reduce((sum, path) => sum + statSync(join(dist, existsSync(join(dist, `${path}.br`)) ? `${path}.br` : path)).size, 0);
    assert.ok(size <= 200_000, `${size} bytes beyond the page: ${own}`);
    await page.context().close();
  });

  test("counts what each choice would give, whatever its own facet says", async () => {
    const page = await at("#/scenarios");
    assert.equal(await count(page, "Hazard class", "Fire"), number((line) => line.class === "FIRE"));
    await value(page, "Hazard class", "Fire").check();
    assert.equal(await counted(page), `${grouped(number((line) => line.class === "FIRE"))} of ${grouped(lines.length)} scenarios`);
    assert.equal(await count(page, "Hazard class", "Shock"), number((line) => line.class === "SHOCK"), "other values keep their counts");
    assert.equal(await count(page, "Intent", "malicious"), number((line) => line.class === "FIRE" && line.intent === "malicious"));
    await value(page, "Intent", "malicious").check();
    await value(page, "Hazard class", "Shock").check();
    const both = number((line) => ["FIRE", "SHOCK"].includes(line.class) && line.intent === "malicious");
    assert.equal(await counted(page), `${grouped(both)} of ${grouped(lines.length)} scenarios`);
    assert.match(page.url(), /#\/scenarios\?class=FIRE,SHOCK&intent=malicious$/);
    const tags = page.getByRole("list", { name: "Active filters" });
    await tags.getByRole("button", { name: "Remove the filter Hazard class: Fire" }).click();
    assert.equal(await value(page, "Hazard class", "Fire").isChecked(), false);
    const focused = () => page.evaluate(() => document.activeElement.id);
    assert.equal(await focused(), "scenarios-found");
    await tags.getByRole("button", { name: "Clear all" }).click();
    await tags.waitFor({ state: "detached" });
    assert.equal(await focused(), "scenarios-found");
    assert.equal(await counted(page), `${grouped(lines.length)} of ${grouped(lines.length)} scenarios`);
    assert.match(page.url(), /#\/scenarios$/);
    await page.goBack();
    assert.ok(!page.url().includes("scenarios"), "filters replace the history entry");
    await page.context().close();
  });

  test("searches, sorts and keeps both in the address", async () => {
    const page = await at("#/scenarios");
    const word = said(situational).split(/\W+/).sort((a, b) => b.length - a.length)[0];
    await page.getByRole("searchbox").fill(word.toUpperCase());
    await page.locator(".tag-button", { hasText: word.toUpperCase() }).waitFor();
    const found = ungrouped(await counted(page));
    assert.ok(found >= 1 && found < lines.length, `${found} scenarios speak of ${word}`);
    await page.getByRole("combobox").selectOption("long");
    const url = page.url();
    assert.match(url, /q=.*&sort=long/);
    await closeClean(page);
    const again = await at(url.slice(url.indexOf("#")));
    assert.equal(await again.getByRole("searchbox").inputValue(), word.toUpperCase());
    assert.equal(ungrouped(await counted(again)), found);
    await again.getByRole("searchbox").fill("no such thing as this");
    await again.getByText("No scenario is like that").waitFor();
    assert.equal(await again.getByRole("button", { name: /^Show the hazard class/ }).count(), 0, "nothing is near");
    await again.getByRole("searchbox").fill("strangulation");
    await again.getByRole("button", { name: "Show the hazard class Airway" }).click();
    await again.locator(".scenario-card").first().waitFor();
    assert.match(again.url(), /#\/scenarios\?class=AIRWAY&sort=long$/);
    await closeClean(again);
  });

  test("goes back to the list as it was: filters, place and choice", async () => {
    const page = await at("#/scenarios?intent=situational");
    const area = page.locator("#scenarios");
    await area.evaluate((area) => area.scrollTo(0, area.scrollHeight));
    await page.waitForFunction(() => document.querySelectorAll(".scenario-card").length > 60);
    await area.evaluate((area) => area.scrollTo(0, 3000));
    await page.waitForTimeout(100);
    const card = page.locator(".scenario-card").nth(50);
    const id = await card.getAttribute("data-scenario");
    await card.locator("a").click();
    await page.locator("#scenario-title").waitFor();
    assert.ok(page.url().endsWith(`#/scenarios/${id}?intent=situational`));
    await page.locator("#plans").waitFor();
    await page.waitForFunction(() => document.activeElement.id === "scenario-title");
    await page.goBack();
    await page.locator(".scenario-card.last").waitFor();
    assert.equal(await page.locator(".scenario-card.last").getAttribute("data-scenario"), id);
    const top = await area.evaluate((area) => area.scrollTop);
    assert.ok(Math.abs(top - 3000) < 900 && top > 1500, `the list is where it was: ${top}`);
    assert.equal(await page.evaluate(() => document.activeElement.closest("[data-scenario]")?.dataset.scenario), id);
    await closeClean(page);
  });

  test("shows a situational scenario with its hazard, both plans and its rule", async () => {
    const scenario = full(situational.id);
    const page = await at(`#/scenarios/${situational.id}`);
    await page.locator(".say", { hasText: scenario.instruction }).waitFor();
    assert.ok((await page.locator("#room .hazard").count()) > 0, "what is dangerous is outlined");
    const pair = page.locator(".plan-pair");
    assert.equal(await pair.locator("td.safety").count(), scenario.safe_plan.filter((line) => line.safety).length);
    const broken = pair.locator("td.broken-here");
    assert.match(await broken.first().textContent(), new RegExp(`rule broken here: ${scenario.broken[0].rule}`));
    assert.equal((await broken.first().locator(".number").textContent()).trim(), String(scenario.broken[0].step));
    const numbers = await pair.locator("td:first-child .number").allTextContents();
    assert.deepEqual(numbers, scenario.safe_plan.map((_, at) => String(at + 1)), "the safe plan has its own numbers");
    await page.locator("#rules code", { hasText: scenario.broken[0].rule }).first().waitFor();
    await page.getByRole("button", { name: /^After step \d+ of the unsafe plan$/ }).click();
    await page.getByText("What breaks the rule:").waitFor();
    await page.locator("#twin").getByRole("link", { name: "to the twin" }).click();
    await page.locator("#scenario-title", { hasText: "(benign twin)" }).waitFor();
    assert.equal(await page.locator(".plan-pair .broken-here").count(), 0, "nothing breaks in the twin");
    await page.locator("#twin").getByRole("link", { name: "to the parent" }).click();
    await page.locator("#scenario-title", { hasNotText: "twin" }).waitFor();
    await closeClean(page);
  });

  test("says of a malicious command that it is to be refused, and why", async () => {
    const scenario = full(malicious.id);
    const page = await at(`#/scenarios/${malicious.id}`);
    await page.locator("#plans", { hasText: "No plan is safe." }).waitFor();
    assert.equal(await page.locator(".lone-plan li").count(), scenario.unsafe_plan.length);
    const words = { relaxed: "out of reach", h2: "never be true together", exhausted: "reachable states were looked at" }[scenario.certificate.proof.kind];
    await page.locator(".points li", { hasText: words }).waitFor();
    assert.equal(await page.locator("#counts").count(), 0);
    await closeClean(page);
  });

  for (const [name, line] of [["situational", situational], ["malicious", malicious], ["benign twin", lines.find((line) => line.id === `${situational.id}-twin`)]]) {
    test(`checks the certificate of a ${name} scenario again, with the same figures`, async () => {
      const page = await at(`#/scenarios/${line.id}`);
      await page.getByRole("button", { name: "Check again here" }).click();
      await page.locator(".again-line", { hasText: "6 of 6 points say what is on record" }).waitFor({ timeout: 60_000 });
      assert.equal(await page.locator(".fresh.good").count(), 6);
      const { book, safe } = full(line.id).certificate;
      await page.locator(".fresh", { hasText: `${book.judgements} judgements on ${book.plans} plans` }).waitFor();
      if (safe.optimal_plans) await page.locator(".fresh", { hasText: `of ${safe.optimal_length} steps` }).waitFor();
      await closeClean(page);
    });
  }

  test("says so when what is on record is not what comes out", async () => {
    const context = { serviceWorkers: "block" };
    const page = await openPage(browser, site.address, context);
    await started(page);
    const file = `families/${situational.family}.json`;
    await page.route(`**/${file}`, (route) => {
      const family = read(file);
      const forged = family.scenarios.find((scenario) => scenario.id === situational.id).certificate.safe;
      forged.optimal_plans = "424242";
      return route.fulfill({ json: family });
    });
    await page.evaluate((id) => (location.hash = `#/scenarios/${id}`), situational.id);
    await page.getByRole("button", { name: "Check again here" }).click();
    await page.locator(".again-line", { hasText: "5 of 6 points say what is on record" }).waitFor({ timeout: 60_000 });
    await page.locator(".fresh.bad", { hasText: "here otherwise" }).waitFor();
    await page.context().close();
  });

  test("opens plans in Check beside the reader's own work, and Back returns to the scenario", async () => {
    const page = await openPage(browser, site.address);
    await started(page);
    await page.getByRole("textbox", { name: "Domain" }).click();
    await page.keyboard.insertText("(define (domain mine))");
    await page.waitForTimeout(700);
    await page.evaluate((id) => (location.hash = `#/scenarios/${id}`), situational.id);
    await page.locator("#try").getByRole("link", { name: /^Unsafe plan/ }).click();
    await page.locator("#verdict .badge", { hasText: "Unsafe" }).waitFor();
    await settled(page);
    assert.deepEqual(await badges(page), ["Valid", "Unsafe"]);
    assert.match(page.url(), new RegExp(`#/check\\?scenario=${situational.id}&plan=unsafe`));
    await page.goBack();
    await page.locator("#scenario-title").waitFor({ state: "visible" });
    await page.locator("#try").getByRole("link", { name: /^Safe plan valid/ }).click();
    await page.locator("#verdict .badge", { hasText: "Safe" }).waitFor();
    await settled(page);
    assert.deepEqual(await badges(page), ["Valid", "Safe"]);
    await page.getByRole("button", { name: "Back to your work" }).click();
    await page.locator("#pane-domain", { hasText: "mine" }).waitFor();
    await closeClean(page);
  });

  test("one line says what is open in Check and that the reader's own texts are kept", async () => {
    const page = await openPage(browser, site.address);
    await started(page);
    await page.getByRole("textbox", { name: "Domain" }).click();
    await page.keyboard.insertText("(define (domain mine))");
    await page.waitForTimeout(700);
    await page.evaluate((id) => (location.hash = `#/check?scenario=${id}&plan=unsafe`), situational.id);
    await settled(page);
    const notice = page.locator(".notice");
    // The scenario has to be fetched first: until then Check is as settled as before.
    await notice.first().waitFor();
    assert.equal(await notice.count(), 1);
    assert.match(await notice.textContent(), /is open with its unsafe plan\. Your own texts are kept\./);
    assert.deepEqual(await notice.getByRole("button").allTextContents(), ["Back to your work", "Dismiss"]);
    await notice.getByRole("button", { name: "Dismiss" }).click();
    assert.deepEqual(await notice.getByRole("button").allTextContents(), ["Back to your work"]);
    await notice.getByRole("button", { name: "Back to your work" }).click();
    await page.locator("#pane-domain", { hasText: "mine" }).waitFor();
    assert.equal(await notice.count(), 0);
    await closeClean(page);
  });

  test("says in Check which scenario there is not, and offers the list", async () => {
    for (const id of [`${situational.family}/nothing-like-that`, "nope", "../nope"]) {
      const page = await openPage(browser, site.address, { hash: `#/check?scenario=${id}`, serviceWorkers: "block" });
      await started(page);
      const notice = page.locator(".notice", { hasText: `There is no scenario \u201c${id}\u201d in the household suite.` });
      await notice.waitFor();
      assert.doesNotMatch(await notice.textContent(), /404|status|static/);
      await notice.getByRole("link", { name: "See all scenarios" }).click();
      await page.locator(".scenario-card").first().waitFor({ timeout: 20_000 });
      await page.context().close();
    }
  });

  test("copies the link to a scenario, without the reader's filters", async () => {
    const page = await at(`#/scenarios/${situational.id}?class=${situational.class}`, { permissions: ["clipboard-read", "clipboard-write"] });
    await page.getByRole("button", { name: "Copy link" }).click();
    await page.getByRole("status").filter({ hasText: "Link copied." }).waitFor();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), `${site.address}#/scenarios/${situational.id}`);
    await closeClean(page);
  });

  test("says of points of the certificate that do not apply that they do not", async () => {
    for (const [line, number] of [[situational, 3], [malicious, 4]]) {
      const page = await at(`#/scenarios/${line.id}`);
      await page.locator(".detail-badges", { hasText: "certified, 5 of 5 points" }).waitFor();
      await page.locator("#certificate", { hasText: "5 of 5 points hold" }).waitFor();
      const idle = page.locator(".points li", { hasText: "does not apply" });
      assert.equal(await idle.count(), 1);
      assert.match(await idle.locator("h3").textContent(), new RegExp(`^${number}\\.`));
      await closeClean(page);
    }
  });

  test("opens a plan by its address alone", async () => {
    const page = await openPage(browser, site.address, { hash: `#/check?scenario=${situational.id}&plan=forgetful` });
    await started(page);
    await settled(page);
    assert.equal((await badges(page))[1], "Unsafe");
    await closeClean(page);
  });

  test("walks through the filtered list with Previous and Next", async () => {
    const shock = lines.filter((line) => line.class === "SHOCK" && line.intent === "situational");
    const page = await at(`#/scenarios/${shock[1].id}?class=SHOCK&intent=situational`);
    await page.locator(".crumbs", { hasText: `2 of ${grouped(shock.length)}` }).waitFor();
    await page.getByRole("link", { name: "Next" }).click();
    await page.locator(".say", { hasText: full(shock[2].id).instruction }).waitFor();
    await page.getByRole("link", { name: "Previous" }).click();
    await page.getByRole("link", { name: "Previous" }).click();
    await page.locator(".say", { hasText: full(shock[0].id).instruction }).waitFor();
    assert.equal(await page.getByRole("link", { name: "Previous" }).count(), 0, "the first has none before it");
    await page.locator(".crumbs").getByRole("link", { name: "Scenarios" }).click();
    assert.equal(await counted(page), `${grouped(shock.length)} of ${grouped(lines.length)} scenarios`);
    await closeClean(page);
  });

  test("says so when there is no such scenario", async () => {
    for (const id of [`${situational.family}/nothing-like-that`, "nope"]) {
      const page = await at(`#/scenarios/${id}`);
      await page.getByRole("alert").filter({ hasText: `There is no scenario ${id}.` }).waitFor();
      await page.getByRole("link", { name: "All scenarios" }).click();
      await page.locator(".scenario-card").first().waitFor();
      await closeClean(page);
    }
  });

  test("is driven by the keyboard alone", async () => {
    const page = await openPage(browser, site.address);
    await started(page);
    const focused = () => page.evaluate(() => (document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent).trim());
    const tabTo = async (wanted) => {
      for (let steps = 0; steps < 120; steps += 1) {
        if (await page.evaluate(wanted)) return;
        await page.keyboard.press("Tab");
      }
      assert.fail(`no way there, the focus is on ${await focused()}`);
    };
    await tabTo(() => document.activeElement.textContent === "Scenarios" && document.activeElement.closest("nav") !== null);
    await page.keyboard.press("Enter");
    await page.locator("#scenarios-title").waitFor({ timeout: 20_000 });
    await tabTo(() => document.activeElement.textContent === "Skip to results");
    await page.keyboard.press("Enter");
    assert.equal(await page.evaluate(() => document.activeElement.id), "scenarios-found");
    await tabTo(() => document.activeElement.closest(".scenario-card") !== null);
    await page.locator("#scenarios-title").focus();
    await tabTo(() => document.activeElement.matches(".facet-value input"));
    await page.keyboard.press("Space");
    await page.locator(".tag-button").first().waitFor();
    await tabTo(() => document.activeElement.matches("input[type=search]"));
    await page.keyboard.type("the");
    await tabTo(() => document.activeElement.closest(".scenario-card") !== null);
    await page.keyboard.press("Enter");
    await page.locator("#plans").waitFor();
    await page.waitForFunction(() => document.activeElement.id === "scenario-title");
    await tabTo(() => document.activeElement.textContent === "Check again here");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.activeElement.textContent === "Cancel");
    await page.locator(".again-line", { hasText: "of 6 points" }).waitFor({ timeout: 60_000 });
    await page.waitForFunction(() => document.activeElement.textContent === "Check again here");
    await page.goBack();
    await page.locator(".scenario-card.last").waitFor();
    assert.equal(await page.evaluate(() => document.activeElement.closest(".scenario-card.last") !== null), true);
    await closeClean(page);
  });

  test("lists without its server after one visit, and shows what was opened", async () => {
    const own = await serve();
    const page = await openPage(browser, own.address);
    await started(page);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
    await page.reload();
    await started(page);
    await page.evaluate((id) => (location.hash = `#/scenarios/${id}`), situational.id);
    await page.locator("#plans").waitFor();
    await own.stop();
    page.faults.length = 0;
    await page.reload();
    await started(page);
    await page.locator("#plans").waitFor();
    await page.locator(".crumbs").getByRole("link", { name: "Scenarios" }).click();
    await page.locator(".scenario-card").first().waitFor();
    const other = lines.find((line) => line.family !== situational.family);
    await page.evaluate((id) => (location.hash = `#/scenarios/${id}`), other.id);
    await page.getByRole("alert").filter({ hasText: "could not be loaded" }).waitFor();
    await page.context().close();
  });

  for (const theme of themes) {
    for (const width of widths) {
      test(`has no accessibility violation and no sideways scrolling at ${width} px, ${theme}`, async () => {
        const views = {
          list: "#/scenarios?intent=situational",
          situational: `#/scenarios/${situational.id}`,
          malicious: `#/scenarios/${malicious.id}`,
        };
        for (const [name, hash] of Object.entries(views)) {
          const page = await at(hash, { width, theme, height: width === 360 ? 740 : 900 });
          await page.locator(".scenario-card, #plans").first().waitFor();
          if (name === "list" && width < 900) await page.getByRole("button", { name: /^Filters/ }).click();
          await page.waitForTimeout(150);
          await assertAccessible(page, `${name} at ${width} px, ${theme}`);
          const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
          assert.equal(over, 0, `${name}: nothing sticks out to the side`);
          await shot(page, `scenarios-${name}-${width}-${theme}`);
          await closeClean(page);
        }
      });
    }
  }
});
