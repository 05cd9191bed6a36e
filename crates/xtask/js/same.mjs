// Compares the command with the checker of the page: every case folder goes through both, and the reports must be the
// same, byte for byte: of the check, and of the planner's questions. A case that does not come as domain and problem is
// sorted by the page's checker first. Arguments: the command, the checker's JavaScript, the folder of cases. Ends with the
// number of reports compared.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [command, core, folder] = process.argv.slice(2);
const checker = await import(pathToFileURL(resolve(core)));
checker.initSync({ module: readFileSync(core.replace(/\.js$/, "_bg.wasm")) });

/** The text of a file as a browser's page gets it, or nothing if there is no such file. */
function text(file) {
  if (!existsSync(file)) return undefined;
  const bytes = readFileSync(file);
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : "utf-8";
  return new TextDecoder(encoding).decode(bytes);
}

/** The report of the command, without the line's end that printing adds. */
function fromCommand(...words) {
  const { status, stdout, stderr } = spawnSync(command, [...words, "--format", "json"], { maxBuffer: 1 << 28 });
  if (stdout.length === 0) return `(no report; exit ${status}; ${stderr})`;
  return stdout.toString().replace(/\n$/, "");
}

/** Files that hold these texts, for the command. An absent text is an empty one. */
function written(texts) {
  return texts.map((text, index) => {
    const file = join(scratch, String(index));
    writeFileSync(file, text);
    return file;
  });
}

/** What the planner may do in one case. */
const nodes = 20_000;

const scratch = mkdtempSync(join(tmpdir(), "stepguard-"));
const different = [];
let compared = 0;
for (const name of readdirSync(folder).sort()) {
  const paths = {};
  for (const kind of ["domain", "problem", "plan", "pasted"]) {
    const file = join(folder, name, kind === "domain" || kind === "problem" ? `${kind}.pddl` : `${kind}.txt`);
    if (existsSync(file)) paths[kind] = file;
  }
  if (Object.keys(paths).length === 0) continue;
  let words, texts;
  if (paths.domain && paths.problem) {
    words = [paths.domain, paths.problem, ...(paths.plan ? [paths.plan] : [])];
    texts = [text(paths.domain), text(paths.problem), paths.plan && text(paths.plan)];
  } else {
    const found = Object.values(paths).map((path) => ({ name: path, text: text(path) }));
    const sorted = JSON.parse(checker.sort(JSON.stringify(found)));
    texts = [sorted.domain ?? "", sorted.problem ?? "", sorted.plan ?? ""];
    words = written(texts);
  }
  compare(name, fromCommand("check", ...words), checker.check(...texts, ""));
  const [domain, problem, plan] = texts;
  const flags = ["--nodes", `${nodes}`];
  const options = (more = {}) => JSON.stringify({ nodes, ...more });
  const both = words.slice(0, 2);
  compare(`${name}, solve`, fromCommand("solve", ...both, ...flags), checker.solve(domain, problem, options()));
  const best = options({ optimal: true });
  compare(`${name}, cheapest`, fromCommand("solve", ...both, "--optimal", ...flags), checker.solve(domain, problem, best));
  compare(`${name}, count`, fromCommand("count", ...both, ...flags), checker.count(domain, problem, options()));
  compare(`${name}, prove`, fromCommand("prove", ...both, ...flags), checker.prove(domain, problem, options()));
  if (words.length === 3) {
    compare(`${name}, repair`, fromCommand("repair", ...words, ...flags), checker.repair(domain, problem, plan, options()));
  }
}

function compare(name, native, page) {
  compared += 1;
  if (native !== page) different.push(`${name}:\n  ${difference(native, page)}`);
}

rmSync(scratch, { recursive: true });

/** Where two reports part, with a little of what is around. */
function difference(native, page) {
  let at = 0;
  while (at < native.length && native[at] === page[at]) at += 1;
  const around = (report) => JSON.stringify(report.slice(Math.max(0, at - 60), at + 60));
  return `at character ${at}\n  command: ${around(native)}\n  page:    ${around(page)}`;
}

if (compared === 0) different.push(`${folder} holds no cases`);
if (different.length > 0) {
  console.error(different.join("\n"));
  console.error(`${different.length} of ${compared} reports differ`);
  process.exit(1);
}
console.log(`${compared} reports are the same, byte for byte`);
