// The JavaScript core as wasm2js writes it is one instance, made at import. Worlds need an instance each, so this turns
// its text into a factory: everything, the helpers and their view of the memory included, moves into one function.

/** Replaces `from`, which must occur exactly once, or the output of wasm2js is not what this was written for. */
function replaceOnce(text, from, to) {
  const parts = text.split(from);
  if (parts.length !== 2) {
    throw new Error(
      `wasm2js wrote ${JSON.stringify(from)} ${parts.length - 1} times instead of once: scripts/js-core.mjs must follow`,
    );
  }
  return parts.join(to);
}

/** Text of a module with `export function instantiate()` from the text of wasm2js. */
export function factoryOf(text) {
  const start = text.indexOf("var retasmFunc = asmFunc({");
  const tail = text.slice(start);
  // The geometry core imports one function of the host, which its factory takes.
  const hosted = text.startsWith("import * as host_support from 'host_support';\n");
  if (
    start < 0 ||
    !/^var retasmFunc = asmFunc\(\{\s*(?:"host_support": host_support,\s*)?\}\);\s*(export var [\w$]+ = retasmFunc\.[\w$]+;\s*)+$/.test(
      tail,
    )
  ) {
    throw new Error("wasm2js ended with something else than its exports: scripts/js-core.mjs must follow");
  }
  let body = text.slice(0, start);
  if (hosted) {
    body = body.slice(body.indexOf("\n"));
  }
  if (/^\s*(import|export)\b/m.test(body)) {
    throw new Error("wasm2js wrote an import or an early export: the core must need none");
  }
  if (hosted) {
    return `export function instantiate(hostSupport) {\n${body}\nreturn asmFunc({ host_support: { hostSupport } });\n}\n`;
  }
  // Growth that fails must say so, as `memory.grow` does; wasm2js would return the old size.
  body = replaceOnce(
    body,
    "if ((oldPages < newPages) && (newPages < 65536)) {",
    "if (newPages < oldPages || newPages > 65535) return -1;\n  if (oldPages < newPages) {",
  );
  body = replaceOnce(
    body,
    "var newBuffer = new ArrayBuffer(newPages << 16);",
    "var newBuffer;\n   try { newBuffer = new ArrayBuffer(newPages * 65536); } catch (error) { return -1; }",
  );
  return `export function instantiate() {\n${body}\nreturn asmFunc({});\n}\n`;
}
