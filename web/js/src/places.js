// Places in a text: the report counts lines and columns from 1 in UTF-16 units, the editor counts offsets from 0.
// Pure functions over CodeMirror's immutable texts, so that they can be tested without a browser.

import { ChangeSet } from "@codemirror/state";

/** The offset of a place, moved to the nearest one that exists. */
export function offsetOf(doc, place) {
  const line = doc.line(Math.min(Math.max(place.line, 1), doc.lines));
  return Math.min(line.from + Math.max(place.column - 1, 0), line.to);
}

/** The place of an offset. */
export function placeOf(doc, offset) {
  const line = doc.lineAt(Math.min(Math.max(offset, 0), doc.length));
  return { line: line.number, column: offset - line.from + 1 };
}

/** From and to of a stretch, in order. */
export function rangeOf(doc, start, end) {
  const from = offsetOf(doc, start);
  return { from, to: Math.max(from, offsetOf(doc, end)) };
}

/**
 * The smallest single replacement that turns one text into another. An answer about an older text is carried over to the
 * present one with it, so that a squiggle stays under its word while the user types on.
 */
export function changeBetween(before, after) {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before.charCodeAt(head) === after.charCodeAt(head)) head++;
  let tail = 0;
  while (
    tail < shorter - head &&
    before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail)
  ) tail++;
  return ChangeSet.of(
    { from: head, to: before.length - tail, insert: after.slice(head, after.length - tail) },
    before.length,
    "\n",
  );
}

const OPEN = "([{";
const CLOSE = ")]}";

/** Where the comment of a line begins; the line's length without one. PDDL has no strings that could hide a semicolon. */
export function codeLength(line) {
  const at = line.indexOf(";");
  return at < 0 ? line.length : at;
}

/** How many lines a search for a partner looks at before it gives up: typing must stay quick in any text. */
const REACH = 2000;

/**
 * The bracket that belongs to the one at `offset`: its offset, `null` where it has none, and `undefined` where there is
 * no bracket at `offset` or the search went on for too long.
 */
export function partnerOf(doc, offset) {
  const line = doc.lineAt(offset);
  const column = offset - line.from;
  if (column >= codeLength(line.text)) return undefined;
  const bracket = line.text[column];
  const forward = OPEN.includes(bracket);
  if (!forward && !CLOSE.includes(bracket)) return undefined;
  const step = forward ? 1 : -1;
  let depth = 0;
  let number = line.number;
  for (let looked = 0; looked < REACH; looked++) {
    const here = doc.line(number);
    const end = codeLength(here.text);
    let at = number === line.number ? column : forward ? 0 : end - 1;
    for (; at >= 0 && at < end; at += step) {
      const letter = here.text[at];
      if (OPEN.includes(letter)) depth += 1;
      else if (CLOSE.includes(letter)) depth -= 1;
      else continue;
      if (depth === 0) {
        const fits = forward
          ? CLOSE.indexOf(letter) === OPEN.indexOf(bracket)
          : OPEN.indexOf(letter) === CLOSE.indexOf(bracket);
        return fits ? here.from + at : null;
      }
    }
    number += step;
    if (number < 1 || number > doc.lines) return null;
  }
  return undefined;
}

/**
 * How far the line that begins at `offset` is set in: two columns right of the innermost bracket that is open there; a
 * line that begins with the closing bracket stands under the opening one.
 */
export function indentAt(doc, offset, rest) {
  let depth = 0;
  let number = doc.lineAt(offset).number;
  const first = number;
  for (let looked = 0; looked < REACH && number >= 1; looked++, number--) {
    const line = doc.line(number);
    let at = codeLength(line.text) - 1;
    if (number === first) at = Math.min(at, offset - line.from - 1);
    for (; at >= 0; at--) {
      const letter = line.text[at];
      if (CLOSE.includes(letter)) depth += 1;
      else if (OPEN.includes(letter)) {
        if (depth === 0) return at + (CLOSE.includes(rest.trimStart()[0] ?? " ") ? 0 : 2);
        depth -= 1;
      }
    }
  }
  return 0;
}

/**
 * The stretches of a token answer: numbers in groups of four, each line and column counted from the token before (the
 * column only where the line is the same), then length and kind.
 */
export function tokensOf(doc, numbers) {
  const found = [];
  let line = 1;
  let column = 1;
  for (let i = 0; i + 3 < numbers.length; i += 4) {
    column = numbers[i] === 0 ? column + numbers[i + 1] : 1 + numbers[i + 1];
    line += numbers[i];
    if (line > doc.lines) break;
    const at = doc.line(line);
    const from = Math.min(at.from + column - 1, at.to);
    const to = Math.min(from + numbers[i + 2], at.to);
    if (from < to) found.push({ from, to, kind: numbers[i + 3] });
  }
  return found;
}

/** The number of the first of some ordered stretches that ends behind `offset`. */
export function firstEndingAfter(stretches, offset) {
  let low = 0;
  let high = stretches.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (stretches[middle].to > offset) high = middle;
    else low = middle + 1;
  }
  return low;
}
