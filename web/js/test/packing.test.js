import assert from "node:assert/strict";
import { test } from "node:test";

import { fromLetters, pack, toLetters, unpack } from "../src/packing.js";

const bytes = (text) => new TextEncoder().encode(text);

test("what is packed unpacks to the same, through letters that an address may hold", async () => {
  for (const text of ["", "a", "(define (domain d))".repeat(500), "äöü😀\u0000"]) {
    const letters = toLetters(await pack(bytes(text)));
    assert.match(letters, /^[\w-]*$/);
    assert.deepEqual(await unpack(fromLetters(letters), 1e6), bytes(text));
  }
});

test("unpacking stops at the limit", async () => {
  const packed = await pack(new Uint8Array(3_000_000));
  assert.ok(packed.length < 5_000);
  assert.equal(await unpack(packed, 100_000), null);
  assert.equal((await unpack(packed, 3_000_000)).length, 3_000_000);
});

test("damaged bytes and foreign letters are refused", async () => {
  const packed = await pack(bytes("(define (domain d))"));
  await assert.rejects(unpack(packed.slice(0, packed.length - 3), 1e6));
  await assert.rejects(unpack(bytes("not packed at all"), 1e6));
  for (const letters of ["a b", "a=", "a+", "%41", "abcde"]) assert.equal(fromLetters(letters), null);
});
