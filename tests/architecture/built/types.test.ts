// Tests use the package as a TypeScript program does, so their calls have to be what its types allow. Vitest strips types
// without checking them.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { ROOT } from "../sources";

test("the tests are well typed", { timeout: 120_000 }, async () => {
  const compiler = join(ROOT, "node_modules/typescript/bin/tsc");
  const said = await promisify(execFile)(process.execPath, [compiler, "-p", "tests"], { cwd: ROOT }).then(
    () => "",
    (error: { stdout: string }) => error.stdout,
  );
  expect(said).toBe("");
});
