// A Wasm file as text inside a JavaScript file. Printable characters without the quote, the backslash and `<` are the
// digits of a number system of base 92. A byte below 90 is one digit; any other is digit 90 or 91 and a second one. Base64
// cuts bytes apart, which hides their patterns from gzip: the same core takes 62 KB so and 48 KB this way, and text that
// is not compressed shrinks by a tenth. bindings/loader.ts reads it.

const LEFT_OUT = [34, 60, 92];
const DIGITS = Array.from({ length: 95 }, (_, i) => 32 + i)
  .filter((code) => !LEFT_OUT.includes(code))
  .map((code) => String.fromCharCode(code));
const BASE = 92;
const SINGLES = 90;

/** @param {Uint8Array} bytes */
export function embed(bytes) {
  let text = "";
  for (const byte of bytes) {
    const rest = byte - SINGLES;
    text += rest < 0 ? DIGITS[byte] : DIGITS[SINGLES + Math.floor(rest / BASE)] + DIGITS[rest % BASE];
  }
  return text;
}
