// Symptom: where the host had no memory for the moment, `load()` of `scree/auto` settled on `scree/js` for good, and the
// first world of `scree` was refused with `"no-wasm"` and advice on content security policies; a `load()` rejected once, by
// the network say, was rejected forever.
// Cause: unpacking the core needs memory as well, and any error there was taken for a refusal to compile; the promise was
// kept whatever became of it.
// What must hold: lack of memory is `"out-of-memory"`, and whoever tries again gets what there is then.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** What hosts throw for want of memory: V8 an error, Firefox a string. */
const WANTS = [
  ['new RangeError("WebAssembly.Instance(): Out of memory: Cannot allocate Wasm memory")', "RangeError"],
  ['"out of memory"', "undefined"],
] as const;
/** What a host that refuses throws: WebKit, under a content security policy, when an instance is made. */
const REFUSAL = 'new WebAssembly.CompileError("Refused to create a WebAssembly object")';

/** Runs a program in a process of its own, in which making a Wasm instance throws `thrown` as long as memory is `full`. */
function run(thrown: string, program: string): string[] {
  const setup = `let full = true;
    WebAssembly.Instance = new Proxy(WebAssembly.Instance, { construct(of, args) {
      if (full) throw ${thrown};
      return Reflect.construct(of, args);
    } });
    const tell = (error) => console.log(error.name, error.code, error.cause?.name);`;
  const args = ["--input-type=module", "-e", `${setup}\n${program}`];
  return execFileSync(process.execPath, args, { cwd: root, encoding: "utf8" }).trim().split("\n");
}

describe.each(WANTS)("where the host throws %s", (thrown, cause) => {
  it("a load that failed for want of memory can be tried again", () => {
    const lines = run(
      thrown,
      `const { load } = await import("scree/auto");
      await load().catch(tell);
      full = false;
      const scree = await load();
      console.log(new scree.World().backend, (await load()) === scree);`,
    );
    expect(lines).toEqual([`PhysicsError out-of-memory ${cause}`, "simd true"]);
  });

  it.each(["scree", "scree/scalar"])("a first world of %s that failed can be tried again", (name) => {
    const lines = run(
      thrown,
      `const { World } = await import("${name}");
      try { new World(); } catch (error) { tell(error); }
      full = false;
      console.log(new World().hash());`,
    );
    expect(lines).toEqual([`PhysicsError out-of-memory ${cause}`, expect.stringMatching(/^[0-9a-f]{16}$/)]);
  });
});

it("a host's refusal when a world of scree/module is made is reported as such", () => {
  const lines = run(
    REFUSAL,
    `const { readFileSync } = await import("node:fs");
    const { worldClass } = await import("scree/module");
    const World = worldClass(new WebAssembly.Module(readFileSync("dist/core.simd.wasm")));
    try { new World(); } catch (error) { tell(error); }`,
  );
  expect(lines).toEqual(["PhysicsError no-wasm CompileError"]);
});
