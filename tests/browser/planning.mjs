// Measures the planner in Chromium, in a worker as the page starts it: any plan for the planning instances (when
// STEPGUARD_DATA is set), a plan and a repair for every example of the gallery. Prints JSON: an array of {what, name,
// milliseconds}.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

import { chromium, dist, openPage, serve, started } from "./harness.mjs";

/** How often each question is asked; the median counts. */
const times = 5;

const data = process.env.STEPGUARD_DATA;
const questions = [];
if (data) {
  const folder = join(data, "planning", "instances");
  for (const name of readdirSync(folder).sort()) {
    if (name.endsWith("unsolvable")) continue;
    const text = (file) => readFileSync(join(folder, name, file), "utf8");
    questions.push({ what: "instance", name, call: "solve", args: [text("domain.pddl"), text("problem.pddl"), ""] });
  }
}
const examples = join(dist, "static", "examples");
for (const { id, domain, problem, plan } of JSON.parse(readFileSync(join(examples, "index.json"), "utf8")).examples) {
  const text = (file) => (file && existsSync(join(examples, file)) ? readFileSync(join(examples, file), "utf8") : undefined);
  const [d, p, steps] = [domain, problem, plan].map(text);
  questions.push({ what: "solve", name: id, call: "solve", args: [d, p, ""] });
  if (steps !== undefined) questions.push({ what: "repair", name: id, call: "repair", args: [d, p, steps, ""] });
}

const [browser, site] = await Promise.all([chromium(), serve()]);
try {
  const page = await openPage(browser, site.address);
  await started(page);
  const measured = await page.evaluate(
    async ({ questions, times }) => {
      const worker = new Worker("static/worker.js", { type: "module" });
      const next = () => new Promise((done, failed) => {
        worker.onerror = (event) => failed(new Error(event.message));
        worker.onmessage = ({ data }) => {
          if (data.progress === undefined) done(data);
        };
      });
      await next();
      const measured = [];
      for (const { what, name, call, args } of questions) {
        const taken = [];
        for (let round = 0; round < times; round += 1) {
          const began = performance.now();
          worker.postMessage({ id: 1, call, args });
          const { ok, error } = await next();
          if (error !== undefined) throw new Error(`${name}: ${error}`);
          const { result } = JSON.parse(ok);
          if (!["plan", "repair", "nothing-to-do"].includes(result)) throw new Error(`${name}: ${result}`);
          taken.push(performance.now() - began);
        }
        taken.sort((a, b) => a - b);
        measured.push({ what, name, milliseconds: taken[Math.floor(times / 2)] });
      }
      worker.terminate();
      return measured;
    },
    { questions, times },
  );
  process.stdout.write(JSON.stringify(measured));
} finally {
  await browser.close();
  await site.stop();
}
