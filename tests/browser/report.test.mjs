// Reports hold to their published shape: the checker's report of every case and every example, against the JSON Schema and,
// through the TypeScript compiler, against the types. Both files and the checker are those of the published site; no
// browser takes part.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { before, describe, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

import Ajv2020 from "ajv/dist/2020.js";

import { dist } from "./harness.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const folders = ["tests/cases", "tests/semantics/cases", "tests/semantics/probes", "static/examples"];
const schemaFile = join(dist, "static/schema/report.schema.json");
const typesFile = join(dist, "static/schema/report.d.ts");

/** A file as a browser reads it; nothing if there is no such file. */
function text(...parts) {
  const file = join(...parts);
  if (!existsSync(file)) return undefined;
  const bytes = readFileSync(file);
  const wide = { "255,254": "utf-16le", "254,255": "utf-16be" }[bytes.subarray(0, 2).join()];
  return new TextDecoder(wide ?? "utf-8").decode(bytes);
}

/** The reports of everything that has texts, by the name of its folder. */
async function reports() {
  const core = join(dist, "static/core/stepguard_worker.js");
  const checker = await import(pathToFileURL(core));
  checker.initSync({ module: readFileSync(core.replace(/\.js$/, "_bg.wasm")) });
  const found = new Map();
  for (const folder of folders) {
    for (const name of readdirSync(join(root, folder)).sort()) {
      const at = join(root, folder, name);
      const domain = text(at, "domain.pddl") ?? text(at, "pasted.txt");
      const problem = text(at, "problem.pddl");
      if (domain === undefined && problem === undefined) continue;
      const plan = text(at, "plan.txt") ?? text(at, "plan");
      found.set(`${folder}/${name}`, checker.check(domain, problem, plan, ""));
    }
  }
  return found;
}

/** Whether the schema is kept, and by an object that has nothing the schema does not name. */
function validator() {
  const schema = JSON.parse(readFileSync(schemaFile, "utf8"));
  for (const shape of [schema, ...Object.values(schema.$defs)]) {
    // The published schema allows what later versions may add; this version writes nothing that it does not name.
    if (shape.type === "object") shape.additionalProperties = false;
  }
  return new Ajv2020({ allowUnionTypes: true }).compile(schema);
}

/** What the TypeScript compiler says of a program that uses the published types; empty when nothing. */
function complaints(program) {
  const folder = mkdtempSync(join(tmpdir(), "stepguard-types-"));
  try {
    writeFileSync(join(folder, "report.d.ts"), readFileSync(typesFile));
    writeFileSync(join(folder, "program.ts"), program);
    const compiler = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin", "tsc");
    const flags = ["--noEmit", "--strict", "--pretty", "false", "--types", "", "--target", "es2022", "--module", "nodenext"];
    const { status, stdout, stderr } = spawnSync(process.execPath, [compiler, ...flags, join(folder, "program.ts")]);
    assert.ok(status !== null && stderr.length === 0, `the compiler ran: ${stderr}`);
    return stdout.toString();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe("the published shape of reports", () => {
  let all;
  before(async () => {
    all = await reports();
  });

  test("there are reports of every outcome that a text can bring about", () => {
    const outcomes = new Set([...all.values()].map((report) => JSON.parse(report).outcome));
    assert.deepEqual([...outcomes].sort(), ["incomplete", "invalid", "unreadable", "unsupported", "valid"]);
    assert.ok(all.size > 250, `${all.size} reports`);
  });

  test("every report keeps to the JSON Schema", () => {
    const validate = validator();
    for (const [name, report] of all) {
      assert.ok(validate(JSON.parse(report)), `${name}: ${JSON.stringify(validate.errors?.[0])}`);
    }
  });

  test("the JSON Schema refuses what is no report", () => {
    const validate = validator();
    const broken = (change) => {
      const report = JSON.parse(all.values().next().value);
      change(report);
      return !validate(report);
    };
    assert.ok(broken((report) => (report.schema = 2)));
    assert.ok(broken((report) => (report.outcome = "fine")));
    assert.ok(broken((report) => delete report.summary));
    assert.ok(broken((report) => (report.surprise = true)));
    assert.ok(broken((report) => (report.steps[0].state = "1")));
  });

  test("every report keeps to the TypeScript types", () => {
    const literals = [...all].map(([name, report], number) => `// ${name}\nexport const report${number}: Report = ${report};\n`);
    assert.equal(complaints(`import type { Report } from "./report.js";\n${literals.join("")}`), "");
  });

  test("the TypeScript types refuse what is no report", () => {
    const [report] = all.values();
    for (const wrong of [report.replace('"outcome":"', '"outcome":"not '), report.replace("{", '{"surprise":true,')]) {
      assert.notEqual(wrong, report);
      assert.match(complaints(`import type { Report } from "./report.js";\nexport const wrong: Report = ${wrong};\n`), /error TS/);
    }
  });
});
