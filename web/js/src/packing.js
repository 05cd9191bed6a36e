// Packing and unpacking with the browser's own streams, which cost the page no code: for links and for the entries of zip
// files, whose method is the same.

/** Packs bytes (DEFLATE without a header). */
export async function pack(bytes) {
  return collect(new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw")), Infinity);
}

/**
 * Unpacks bytes. Gives null where they would be more than `limit`: a short text can unpack to a very long one, so it stops
 * as soon as there is too much. Throws where they are not packed this way.
 */
export async function unpack(bytes, limit) {
  return collect(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")), limit);
}

async function collect(stream, limit) {
  const reader = stream.getReader();
  const pieces = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > limit) {
      reader.cancel().catch(() => {});
      return null;
    }
    pieces.push(value);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

/** Bytes as letters that an address may hold (base64url without padding). */
export function toLetters(bytes) {
  let units = "";
  for (const byte of bytes) units += String.fromCharCode(byte);
  return btoa(units).replaceAll("=", "").replaceAll("+", "-").replaceAll("/", "_");
}

/** The bytes of such letters; null where something else is among them. */
export function fromLetters(letters) {
  if (!/^[\w-]*$/.test(letters) || letters.length % 4 === 1) return null;
  return Uint8Array.from(atob(letters.replaceAll("-", "+").replaceAll("_", "/")), (unit) => unit.charCodeAt(0));
}
