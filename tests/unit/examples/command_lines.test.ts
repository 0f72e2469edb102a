import { spawnSync } from "node:child_process";

import { describe as suite, expect, test } from "vitest";

import { listChoices, parseBenchmarkArguments } from "../../../benchmarks/arguments.mjs";
import { listTasks } from "../../../benchmarks/tasks.mjs";
import { listScenes, parseDemoArguments } from "../../../examples/demo/arguments.mjs";
import { UsageError } from "../../../examples/shared/command_line.mjs";

suite("the demo's command line", () => {
  test("without options means the seven scenes at full size on the SIMD build", () => {
    const options = parseDemoArguments([]);
    expect(options).toMatchObject({ backend: "simd", size: "full", steps: undefined, sleeping: true, help: false });
    expect(options.scenes).toHaveLength(7);
  });

  test("takes scenes, steps, backend and size", () => {
    const options = parseDemoArguments([
      "--scene",
      "pile",
      "--scene=pyramid",
      "--steps",
      "50",
      "--backend",
      "js",
      "--half",
    ]);
    expect(options.scenes.map(({ name }) => name)).toEqual(["pyramid", "pile"]);
    expect(options).toMatchObject({ steps: 50, backend: "js", size: "half" });
  });

  test("says what the choices are for a wrong name", () => {
    expect(() => parseDemoArguments(["--scene", "pyramide"])).toThrow(/"pyramide".*pyramid, pyramids, tumbler/);
    expect(() => parseDemoArguments(["--backend", "gpu"])).toThrow(/simd, scalar, js/);
    expect(() => parseDemoArguments(["--size", "half"])).toThrow(/--scene, --steps/);
  });

  test("takes only whole numbers of at least one as steps", () => {
    for (const steps of ["0", "-3", "1.5", "many", "1e3", ""]) {
      expect(() => parseDemoArguments(["--steps", steps])).toThrow(UsageError);
    }
  });

  test("refuses a word without an option", () => {
    expect(() => parseDemoArguments(["pyramid"])).toThrow(UsageError);
  });

  test("lists each scene on a line", () => {
    expect(listScenes().split("\n")).toHaveLength(14);
  });
});

suite("the comparison's command line", () => {
  test("takes names by repeated options or separated by commas, and puts them in the order of the tables", () => {
    const options = parseBenchmarkArguments(["--engines", "matter,scree", "--engines", "planck", "--scenes", "pile"]);
    expect(options.engines).toEqual(["scree", "planck", "matter"]);
    expect(options.scenes).toEqual(["pile"]);
  });

  test("makes the quick run short, of one round at half size", () => {
    expect(parseBenchmarkArguments(["--quick"])).toMatchObject({ size: "half", rounds: 1, limit: 1 });
    expect(parseBenchmarkArguments(["--quick", "--size", "full", "--limit", "4"])).toMatchObject({
      size: "full",
      limit: 4,
    });
  });

  test("says what the choices are for a wrong name", () => {
    expect(() => parseBenchmarkArguments(["--engines", "box2d"])).toThrow(
      /scree, scree-scalar, scree-js, box2d3-deluxe/,
    );
    expect(() => parseBenchmarkArguments(["--size", "tiny"])).toThrow(/full, half/);
    expect(() => parseBenchmarkArguments(["--engines", ","])).toThrow(UsageError);
  });

  test("lists engines and scenes", () => {
    expect(listChoices()).toMatch(/rapier-simd[^]*spinner/);
  });
});

suite("the everyday scenes' command line", () => {
  const everyday = (...argv: string[]) => {
    const file = new URL("../../../benchmarks/everyday.mjs", import.meta.url);
    const { status, stdout, stderr } = spawnSync(process.execPath, [file.pathname, ...argv], { encoding: "utf8" });
    return { status, said: stdout + stderr };
  };

  test("names options and scenes in its help, and refuses to time a single step", () => {
    expect(everyday("--help")).toMatchObject({
      status: 0,
      said: expect.stringMatching(/--scenes[^]*ragdolls[^]*--steps/),
    });
    expect(everyday("--steps", "1").status).toBe(2);
  });

  test("says how to install the peer's package if it is missing", () => {
    const { said } = everyday("--steps", "2", "--scenes", "few");
    expect(said).toMatch(/^box2d3-wasm is not installed: run "npm ci --prefix benchmarks" first\.\n$|\| ratio \|/);
  });
});

suite("the order of the runs", () => {
  test("engines take turns on each scene, and each round begins with another engine", () => {
    const options = parseBenchmarkArguments([
      "--parts",
      "steps",
      "--engines",
      "scree,matter",
      "--scenes",
      "pile,smash",
      "--rounds",
      "2",
    ]);
    const order = listTasks(options).map((task) => `${task.round} ${"scene" in task ? task.scene : ""} ${task.engine}`);
    expect(order).toEqual([
      "0 smash scree",
      "0 smash matter",
      "0 pile scree",
      "0 pile matter",
      "1 smash matter",
      "1 smash scree",
      "1 pile matter",
      "1 pile scree",
    ]);
  });

  test("no run takes more steps than the scene's proof is made for", () => {
    const options = parseBenchmarkArguments([
      "--parts",
      "steps",
      "--steps",
      "9999",
      "--scenes",
      "pyramids",
      "--rounds",
      "1",
    ]);
    expect(listTasks(options).every((task) => "steps" in task && task.steps === 200)).toBe(true);
  });
});
