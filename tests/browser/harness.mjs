// What every browser test needs: the published site served below a sub-path, browsers that start on any machine, and
// pages that keep count of what went wrong in them. Knows nothing of what the pages show.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { chromium as chromiumOfPlaywright } from "playwright-core";
import puppeteer from "puppeteer-core";

const here = dirname(fileURLToPath(import.meta.url));
/** The project's folder. */
export const root = join(here, "..", "..");

/** The published site, as `cargo xtask dist` wrote it. */
export const dist = process.env.STEPGUARD_DIST ?? join(root, "dist");

/** Where screenshots go; one that belongs to the README is copied from here. */
export const shots = join(here, "shots");

/** The sub-path the site is tested under: it must not matter. */
export const base = "/tools/stepguard/";

/** Widths the pages are made for: a telephone, a tablet, a desk. */
export const widths = [360, 768, 1440];
export const themes = ["light", "dark"];

/** Serves a folder below the sub-path on a free port; gives its address and how to stop it. */
export async function serve(folder = dist) {
  const tool = process.env.STEPGUARD_XTASK ?? join(root, "target", "debug", "xtask");
  assert.ok(existsSync(join(folder, "index.html")), "there is no dist/: run `cargo xtask dist` first");
  const server = spawn(tool, ["host", folder, "--base", base, "--port", "0"], { stdio: ["ignore", "pipe", "inherit"] });
  const address = await new Promise((found, failed) => {
    let said = "";
    server.stdout.on("data", (part) => {
      said += part;
      const line = said.match(/(http:\S+)\n/);
      if (line) found(line[1]);
    });
    server.once("error", failed);
    server.once("exit", (code) => failed(new Error(`the server ended with ${code}`)));
  });
  const ended = new Promise((done) => server.once("exit", done));
  const stop = async () => {
    server.kill();
    await ended;
  };
  return { address, port: Number(new URL(address).port), stop };
}

/** As root Chromium has no sandbox; the other switches keep it from calling its maker. */
const ofChromium = {
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
};

/** Debian's Chromium. */
export function chromium(options = {}) {
  return chromiumOfPlaywright.launch({ ...ofChromium, ...options });
}

/** Debian's Firefox, over WebDriver BiDi. That cannot set the theme of a page, so the browser as a whole has one. */
export function firefox({ theme = "light" } = {}) {
  return puppeteer.launch({
    browser: "firefox",
    executablePath: process.env.FIREFOX ?? "/usr/bin/firefox-esr",
    headless: true,
    extraPrefsFirefox: {
      "layout.css.prefers-color-scheme.content-override": theme === "dark" ? 0 : 1,
      "ui.prefersReducedMotion": 1,
      // Nothing but the page under test is to use the network.
      "network.captive-portal-service.enabled": false,
      "network.connectivity-service.enabled": false,
      "browser.safebrowsing.update.enabled": false,
    },
  });
}

/**
 * A fresh page of Chromium with its own storage. `page.faults` collects what a user would not see but must not happen:
 * errors on the console, uncaught exceptions, refusals by the security policy, failed requests and requests that leave
 * the site. Close it with `closeClean`, which fails if there were any.
 */
export async function openPage(browser, address, { width = 1440, height = 900, theme = "light", hash = "", ...context } = {}) {
  const own = await browser.newContext({ viewport: { width, height }, colorScheme: theme, reducedMotion: "reduce", ...context });
  const page = await own.newPage();
  page.faults = [];
  page.requests = [];
  page.on("console", (message) => {
    if (message.type() === "error") page.faults.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => page.faults.push(`uncaught: ${error.message}`));
  page.on("requestfailed", (request) => {
    // A page that is left in the middle of a request gives it up; nothing failed.
    const why = request.failure()?.errorText;
    if (why !== "net::ERR_ABORTED") page.faults.push(`failed: ${request.url()} ${why}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400) page.faults.push(`${response.status()}: ${response.url()}`);
  });
  own.on("request", (request) => {
    const url = request.url();
    // What the service worker copies in the background is not what the page asked for.
    if (!request.serviceWorker()) page.requests.push(url);
    const inside = url.startsWith(address) || url.startsWith("data:") || url.startsWith("blob:");
    if (!inside) page.faults.push(`left the site: ${url}`);
  });
  await page.goto(address + hash);
  return page;
}

/** The same in Firefox. The theme is the browser's, and `closeClean` and `assertAccessible` work as in Chromium. */
export async function openInFirefox(browser, address, { width = 1440, height = 900, hash = "" } = {}) {
  const own = await browser.createBrowserContext();
  const page = await own.newPage();
  page.context = () => own;
  page.faults = [];
  page.on("console", (message) => {
    if (message.type() === "error") page.faults.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => page.faults.push(`uncaught: ${error.message}`));
  page.on("requestfailed", (request) => {
    // What is left in the middle of a request, a page or a worker, gives it up; nothing failed.
    const why = request.failure()?.errorText;
    if (why !== "NS_BINDING_ABORTED" && why !== "NS_BASE_STREAM_CLOSED") page.faults.push(`failed: ${request.url()} ${why}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400) page.faults.push(`${response.status()}: ${response.url()}`);
  });
  page.on("request", (request) => {
    const url = request.url();
    const inside = url.startsWith(address) || url.startsWith("data:") || url.startsWith("blob:");
    if (!inside) page.faults.push(`left the site: ${url}`);
  });
  await page.setViewport({ width, height });
  await page.goto(address + hash);
  await page.waitForFunction(() => document.getElementById("boot") === null, { timeout: 30_000 });
  return page;
}

/** Closes a page and its storage, and fails if anything went wrong in it. */
export async function closeClean(page) {
  const { faults } = page;
  await page.context().close();
  assert.deepEqual(faults, [], "the page was not clean");
}

/** Waits until the page's module has taken over from the loading notice. */
export function started(page) {
  return page.waitForFunction(() => document.getElementById("boot") === null, undefined, { timeout: 20_000 });
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Fails with the rule, the element and the remedy of every violation axe finds on the page as it is. */
export async function assertAccessible(page, where) {
  await page.evaluate(axeSource);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  const told = violations.flatMap((violation) =>
    violation.nodes.map((node) => `${violation.id} (${violation.impact}) at ${node.target.join(" ")}: ${node.failureSummary}`),
  );
  assert.deepEqual(told, [], `axe finds violations on ${where}`);
}

/** Keeps a picture of the page as it is. */
export async function shot(page, name) {
  mkdirSync(shots, { recursive: true });
  await page.screenshot({ path: join(shots, `${name}.png`), fullPage: false });
}
