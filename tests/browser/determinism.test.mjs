// The simulators in Chromium and in Firefox: 200 random episodes of each environment have the states that they have natively. What
// is expected is the list of hashes that the command wrote beside the packed episodes.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";

import { chromium, dist, firefox, openInFirefox, openPage, serve } from "./harness.mjs";

const EPISODES = 200;

const expected = JSON.parse(readFileSync(join(dist, "static/packs/episodes/hashes.json"), "utf8"));

/** Runs in the page: the hashes of an environment's random episodes, from the worker that replays them. */
function simulated({ environment, episodes }) {
  return new Promise((resolve, reject) => {
    const worker = new Worker("static/replay-worker.js", { type: "module" });
    const end = (settle, value) => {
      worker.terminate();
      settle(value);
    };
    worker.onerror = (event) => end(reject, new Error(event.message));
    worker.onmessage = ({ data }) => {
      if (data.ready) return;
      if (data.error) end(reject, new Error(data.error));
      else end(resolve, JSON.parse(data.ok));
    };
    worker.postMessage({ id: 1, call: "hashes", args: [environment, 0, episodes] });
  });
}

for (const [name, start, open] of [
  ["Chromium", chromium, openPage],
  ["Firefox", firefox, openInFirefox],
]) {
  describe(`simulators in ${name}`, () => {
    let browser, site, page;
    before(async () => {
      [browser, site] = await Promise.all([start(), serve()]);
      page = await open(browser, site.address);
    });
    after(async () => {
      await browser?.close();
      await site?.stop();
    });

    test("all four environments have expectations", () => {
      assert.deepEqual(Object.keys(expected).sort(), ["alfred", "habitat", "manipulation", "navigation"]);
    });

    for (const environment of Object.keys(expected)) {
      test(`${EPISODES} random episodes of ${environment} are those of the command`, { timeout: 300_000 }, async () => {
        assert.equal(expected[environment].length, EPISODES);
        assert.deepEqual(await page.evaluate(simulated, { environment, episodes: EPISODES }), expected[environment]);
      });
    }
  });
}
