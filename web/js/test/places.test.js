import assert from "node:assert/strict";
import { test } from "node:test";

import { Text } from "@codemirror/state";

import {
  changeBetween, codeLength, firstEndingAfter, indentAt, offsetOf, partnerOf, placeOf, rangeOf, tokensOf,
} from "../src/places.js";

const doc = (text) => Text.of(text.split("\n"));

test("places and offsets agree, in UTF-16 units, and places beyond the text move to its edge", () => {
  const text = doc("(on 😀 a)\n\nlast");
  for (let offset = 0; offset <= text.length; offset++) {
    assert.equal(offsetOf(text, placeOf(text, offset)), offset);
  }
  assert.deepEqual(placeOf(text, 6), { line: 1, column: 7 });
  assert.equal(offsetOf(text, { line: 0, column: 0 }), 0);
  assert.equal(offsetOf(text, { line: 1, column: 99 }), 9);
  assert.equal(offsetOf(text, { line: 99, column: 1 }), 11);
  assert.deepEqual(rangeOf(text, { line: 3, column: 3 }, { line: 1, column: 1 }), { from: 13, to: 13 });
});

test("one change turns the older text into the newer and carries places over", () => {
  for (const [before, after] of [["", ""], ["abc", "abc"], ["abc", "abXc"], ["aaa", "aa"], ["aa", "aaaa"], ["xy", ""], ["", "q"]]) {
    assert.equal(changeBetween(before, after).apply(doc(before)).toString(), after);
  }
  const change = changeBetween("(a)\n(b)", "(a)\n; new\n(b)");
  assert.equal(change.mapPos(4, 1), 10);
  assert.equal(change.mapPos(1, 1), 1);
});

test("a bracket finds its partner, past comments and nesting", () => {
  const text = doc("(and (p) ; )\n  [x]) )");
  assert.equal(partnerOf(text, 0), 18);
  assert.equal(partnerOf(text, 18), 0);
  assert.equal(partnerOf(text, 5), 7);
  assert.equal(partnerOf(text, 20), null);
  assert.equal(partnerOf(text, 11), undefined, "inside a comment");
  assert.equal(partnerOf(text, 1), undefined, "no bracket");
  assert.equal(partnerOf(doc("(]"), 0), null, "of another kind");
  assert.equal(codeLength("a ; b"), 2);
});

test("the search for a partner gives up in a very long text", () => {
  const text = doc(`(${"\n".repeat(5000)})`);
  assert.equal(partnerOf(text, 0), undefined);
});

test("a new line is set in by the innermost open bracket", () => {
  const text = doc("(define (domain d)\n  (:action a ; (\n\n");
  assert.equal(indentAt(text, text.line(2).from, "(:action"), 2);
  assert.equal(indentAt(text, text.line(3).from, "x"), 4);
  assert.equal(indentAt(text, text.line(3).from, "  ) "), 2);
  assert.equal(indentAt(text, 0, ""), 0);
  // In the middle of a line only what stands before the break counts.
  assert.equal(indentAt(doc("(a (b c"), 2, "(b c"), 2);
});

test("tokens count from one another, and what does not fit the text is left out", () => {
  const text = doc("(define x)\n; note");
  assert.deepEqual(tokensOf(text, [0, 1, 6, 1, 0, 7, 1, 11, 1, 0, 6, 0, 7, 0, 3, 0]), [
    { from: 1, to: 7, kind: 1 },
    { from: 8, to: 9, kind: 11 },
    { from: 11, to: 17, kind: 0 },
  ]);
  assert.deepEqual(tokensOf(text, [0, 50, 5, 1]), []);
});

test("stretches are found by where they end", () => {
  const stretches = [{ from: 0, to: 2 }, { from: 2, to: 5 }, { from: 9, to: 12 }];
  assert.deepEqual([-1, 0, 1, 2, 4, 5, 11, 12].map((at) => firstEndingAfter(stretches, at)), [0, 0, 0, 1, 1, 2, 2, 3]);
  assert.equal(firstEndingAfter([], 3), 0);
});
