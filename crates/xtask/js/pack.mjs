// Weighs and hashes the files of a site and writes precompressed twins beside those that shrink.
// Reads the folder and the beginning of the paths that are wanted from the command line; prints one JSON array of {path, bytes, brotli, gzip, sha256}.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const [folder, start = ""] = process.argv.slice(2);
const compressible = /\.(html|js|mjs|css|wasm|json|svg|txt|pddl|md)$/;

const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(folder.length + 1).replaceAll("\\", "/"))
  .filter((path) => path.startsWith(start) && !/\.(br|gz)$/.test(path))
  .sort();

const report = files.map((path) => {
  const content = readFileSync(join(folder, path));
  const sha256 = createHash("sha256").update(content).digest("base64");
  const entry = { path, bytes: content.length, brotli: content.length, gzip: content.length, sha256 };
  if (!compressible.test(path)) return entry;
  const brotli = brotliCompressSync(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  });
  const gzip = gzipSync(content, { level: constants.Z_BEST_COMPRESSION });
  if (brotli.length < content.length) {
    entry.brotli = brotli.length;
    writeFileSync(join(folder, `${path}.br`), brotli);
  }
  if (gzip.length < content.length) {
    entry.gzip = gzip.length;
    writeFileSync(join(folder, `${path}.gz`), gzip);
  }
  return entry;
});
process.stdout.write(JSON.stringify(report));
