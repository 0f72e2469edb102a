import { describe as suite, expect, test } from "vitest";

import {
  geometricMean,
  median,
  percentile,
  ratioOverCommonSteps,
  stepStatistics,
  tail,
} from "../../../benchmarks/statistics.mjs";
import { chartsOf } from "../../../benchmarks/charts.mjs";
import { SCENE_GOALS } from "../../../benchmarks/goals.mjs";
import { htmlReport } from "../../../benchmarks/page.mjs";
import { failuresOf, meanRatio, sceneFigures } from "../../../benchmarks/summary.mjs";
import { ratioTable } from "../../../benchmarks/tables.mjs";
import { judge } from "../../../benchmarks/verdicts.mjs";
import { touchingGroups } from "../../../examples/demo/groups.mjs";
import { makeView, outline } from "../../../examples/demo/outline.mjs";
import { drawScene, speedScale } from "../../../examples/demo/picture.mjs";
import { demoPage, terminalTable } from "../../../examples/demo/report.mjs";
import { check } from "../../../examples/scenes/checks.mjs";
import { simulate } from "../../../examples/demo/simulate.mjs";
import { describe, startPoses } from "../../../examples/scenes/scene.mjs";
import { findScene } from "../../../examples/scenes/index.mjs";
import { BUILDS } from "../../helpers/engine.js";
import { htmlTable, markdownTable, textTable } from "../../../examples/shared/table.mjs";

const [, scree] = BUILDS[0]!;

suite("statistics", () => {
  test("the first step is left out of the figures and reported by itself", () => {
    expect(stepStatistics([100, 1, 3, 2])).toEqual({
      first: 100,
      min: 1,
      median: 2,
      mean: 2,
      p95: 3,
      p99: 3,
      max: 3,
    });
  });

  test("the tail is of warm steps, each with its least time of all rounds", () => {
    const times = Array.from({ length: 230 }, (_, step) => (step < 30 ? 50 : step < 228 ? 2 : 5));
    expect(tail([times])).toBe(1);
    times[227] = 5;
    expect(tail([times])).toBe(2.5);
    expect(tail([times, times.map((time, step) => (step % 2 === 0 ? 90 : time))])).toBe(2.5);
    expect(tail([times, times.map((time, step) => (step === 227 ? 2 : time))])).toBe(1);
    expect(tail([times.slice(0, 130)])).toBe(1);
    expect(tail([times.slice(0, 129)])).toBeNull();
    expect(tail([[100, 1, 3, 2]])).toBeNull();
    expect(stepStatistics(times).max).toBe(50);
  });

  test("percentiles go by the nearest rank", () => {
    const hundred = Array.from({ length: 100 }, (_, index) => index + 1);
    expect(percentile(hundred, 0.95)).toBe(95);
    expect(percentile(hundred, 1)).toBe(100);
    expect(percentile([7], 0.5)).toBe(7);
  });

  test("the median of an even number of values lies between the middle two", () => {
    expect(median([4, 1, 3, 2])).toBe(2.5);
  });

  test("the geometric mean of a factor and its inverse is one", () => {
    expect(geometricMean([4, 0.25])).toBeCloseTo(1, 12);
  });

  test("a run that stopped early is compared with the same steps of the other", () => {
    expect(ratioOverCommonSteps([9, 2, 2], [9, 1, 1, 100, 100])).toBe(2);
    expect(ratioOverCommonSteps([9], [9, 1])).toBeNull();
  });
});

suite("the summary", () => {
  const run = (engine: string, round: number, times: number[]) => ({
    engine,
    scene: "pile",
    round,
    status: "done" as const,
    times,
    partial: false,
    checks: [],
    hash: "a",
  });
  const results: any = {
    options: { scenes: ["pile"], engines: ["scree", "box2d3-deluxe"] },
    scenes: [
      run("scree", 0, [9, 1, 1]),
      run("box2d3-deluxe", 0, [9, 4, 4]),
      run("scree", 1, [9, 3, 3]),
      run("box2d3-deluxe", 1, [9, 4, 4]),
      { engine: "matter", scene: "pile", round: 0, status: "failed", reason: "it broke" },
    ],
  };

  test("takes ratios round by round, and their median", () => {
    expect(sceneFigures(results, "pile", "scree").ratio).toBe(0.5);
    expect(meanRatio(results, "scree")).toEqual({ value: 0.5, scenes: 1 });
  });

  test("takes times from the best round", () => {
    expect(sceneFigures(results, "pile", "scree").statistics?.mean).toBe(1);
  });

  test("says why a run failed", () => {
    expect(sceneFigures(results, "pile", "matter")).toMatchObject({ status: "failed", reason: "it broke" });
  });
});

suite("proofs in the comparison", () => {
  const right = check({ name: "top", value: 1, atMost: 2 });
  const wrong = check({ name: "top", value: 3, atMost: 2 });
  const open = check({ name: "top", value: 3, atMost: 2, judged: false });
  const deluxe = "box2d3-deluxe";

  /** Runs of Scree at 1 ms and of Box2D at 4 ms a step in each scene; `planted` gives other checks for a scene, round by round. */
  const compare = (scenes: string[], planted: Record<string, any[]> = {}, engine = "scree"): any => ({
    environment: { date: "2026-11-01", versions: {}, gzip: {} },
    options: { scenes, engines: ["scree", deluxe], parts: ["steps"], rounds: 3 },
    scenes: scenes.flatMap((scene) =>
      ["scree", deluxe].flatMap((name) =>
        [0, 1, 2].map((round) => ({
          engine: name,
          scene,
          round,
          status: "done",
          times: Array.from({ length: 200 }, () => (name === "scree" ? 1 : 4) + round / 100),
          partial: false,
          checks: [(name === engine && planted[scene]?.[round]) || right],
          hash: "a",
        })),
      ),
    ),
    costs: [],
    growth: [],
    asleep: [],
  });
  const all = Object.keys(SCENE_GOALS);
  const verdictsOf = (results: any) =>
    Object.fromEntries(judge(results).map(({ what, ...verdict }) => [what, verdict]));

  test("fail a scene if they fail in any round: its time is in no mean, meets no goal and is marked", () => {
    const results = compare(["pile", "tumbler"], { tumbler: [right, right, wrong] });
    expect(sceneFigures(results, "tumbler", "scree")).toMatchObject({ proof: "fails", checks: [wrong] });
    expect(meanRatio(results, "scree")?.scenes).toBe(1);
    const [, tumbler, mean] = ratioTable(results).rows;
    expect(tumbler![1]).toMatch(/^0.2\d+ ✗$/);
    expect(mean![1]).toMatch(/^0.2\d+ \(1 scene\)$/);
    const verdicts = verdictsOf(results);
    expect(verdicts["pile: time / deluxe"]).toMatchObject({ met: true });
    expect(verdicts["tumbler: time / deluxe"]).toMatchObject({ measured: "its proof fails", met: false });
    expect(verdicts["tumbler: proof of a right answer"]).toMatchObject({ measured: "fails", met: false });
    expect(failuresOf(results)).toEqual({ lines: [expect.stringMatching(/^scree: .*tumbler$/)], own: true });
  });

  test("that fail for a peer do not count as Scree's failure, and Scree's time still counts against that peer", () => {
    const results = compare(all, { tumbler: [wrong, wrong, wrong] }, deluxe);
    expect(failuresOf(results).own).toBe(false);
    expect(meanRatio(results, deluxe)?.scenes).toBe(6);
    const verdicts = verdictsOf(results);
    expect(verdicts["tumbler: time / deluxe"]).toMatchObject({ measured: "0.252", met: true });
    expect(verdicts["geometric mean / deluxe"]).toMatchObject({ measured: "0.252", met: true });
  });

  test("judge a geometric mean only over all seven scenes", () => {
    expect(verdictsOf(compare(all))["geometric mean / deluxe"]).toEqual({
      goal: "≤ 0.31",
      measured: "0.252",
      met: true,
    });
    expect(verdictsOf(compare(["pile"]))["geometric mean / deluxe"]).toMatchObject({ met: null });
    const failed = compare(all, { pile: [wrong, wrong, wrong] });
    expect(verdictsOf(failed)["geometric mean / deluxe"]).toMatchObject({
      measured: "proof fails in pile",
      met: false,
    });
  });

  test("that were not judged neither hold nor fail", () => {
    const results = compare(["pile"], { pile: [open, open, open] });
    results.options.steps = 100;
    const verdicts = verdictsOf(results);
    expect(verdicts["pile: proof of a right answer"]).toMatchObject({ measured: "made for more steps", met: null });
    expect(verdicts["pile: time / deluxe"]).toMatchObject({ measured: "0.252", met: null });
    expect(failuresOf(results)).toEqual({ lines: [], own: false });
  });

  test("a handful of steps has no slowest hundredth", () => {
    const results = compare(["pile"]);
    results.scenes.forEach((each: any) => (each.times = each.times.slice(0, 50)));
    expect(verdictsOf(results)["pile: p99 / median of a warm step"]).toMatchObject({
      measured: "too few steps",
      met: null,
    });
  });

  test("a goal's mark shares the slot of Scree's bars, and is left out without them", () => {
    const [{ config }] = chartsOf(compare(all)) as any;
    const [goal, scree] = config.data.datasets;
    expect(goal).toMatchObject({ label: "goal for Scree", stack: "scree", order: -1 });
    expect(scree.stack).toBe("scree");
    expect(config.options.scales).toMatchObject({ x: { stacked: true }, y: { stacked: false } });
    const without = compare(all);
    without.options.engines = [deluxe, "planck"];
    const labels = (chartsOf(without) as any)[0].config.data.datasets.map(({ label }: any) => label);
    expect(labels).not.toContain("goal for Scree");
  });

  test("a page without the charting library still has its tables, and says what is missing", async () => {
    const page = await htmlReport(compare(["pile"]), new URL("file:///nowhere/chart.js"));
    const words = ["chart.js is not installed", "pile: time / deluxe", "<script"];
    expect(words.map((word) => page.includes(word))).toEqual([true, true, false]);
  });
});

suite("tables", () => {
  const columns = [{ title: "a" }, { title: "b", align: "right" as const }];

  test("columns are padded to one width", () => {
    expect(textTable(columns, [["xyz", "1"]])).toBe("a    b\n───  ─\nxyz  1");
  });

  test("Markdown and HTML keep text from breaking the table", () => {
    expect(markdownTable(columns, [["x|y", "1"]])).toContain("| x\\|y | 1 |");
    expect(htmlTable(columns, [["<b>", "1"]])).toContain("&lt;b&gt;");
  });
});

suite("the demo's report", () => {
  const result = (checks: ReturnType<typeof check>[]): any => ({
    scene: findScene("pile"),
    steps: 100,
    meanStep: 1,
    worstStep: 1,
    stages: {},
    counters: {},
    hash: "a",
    description: { bodies: [] },
    checks,
  });
  const overlap = { name: "overlap", value: 1, atMost: 2 };
  const run = { backend: "simd", machine: "one" };

  test("a proof that was not judged has no tick, on the terminal and on the page", () => {
    const results = [result([check({ ...overlap, judged: false })])];
    expect(terminalTable(results)).toContain("– overlap 1 (not judged at this number of steps)");
    expect(demoPage(results, run)).toContain("not judged in 1 of 1 scenes");
    expect(demoPage(results, run)).not.toContain("Every proof");
  });

  test("a proof that holds has a tick, one that fails a cross", () => {
    expect(terminalTable([result([check(overlap)])])).toContain("✓ overlap 1 (≤ 2)");
    expect(demoPage([result([check(overlap)])], run)).toContain("Every proof of a right answer holds.");
    const failed = [result([check({ ...overlap, value: 3 }), check({ ...overlap, judged: false })])];
    expect(terminalTable(failed)).toContain("✗ overlap 3 (≤ 2)");
    expect(demoPage(failed, run)).toContain("The proof fails in 1 of 1 scenes.");
  });
});

suite("pictures", () => {
  test("a box becomes four corners, y down", () => {
    const view = makeView({ minX: 0, minY: 0, maxX: 10, maxY: 10 }, 10);
    const path = outline(view, { x: 5, y: 5, angle: 0 }, { kind: "box", width: 2, height: 2 });
    expect(path).toBe("M40 60L60 60L60 40L40 40z");
  });

  test("the speed scale is a round number above most speeds", () => {
    expect(speedScale([0, 0, 0.3, 0.4, 1.7])).toBe(2);
    expect(speedScale([])).toBe(1);
  });

  test("each pyramid is a group of its own", () => {
    const description = describe(findScene("pyramids")!, "half");
    const groups = touchingGroups(description, startPoses(description));
    const dynamic = groups.filter((_, body) => description.bodies[body].type === "dynamic");
    expect(new Set(dynamic).size).toBe(100);
  });

  test("the picture of smash contains every box at half size", () => {
    const scene = findScene("smash")!;
    const { poses } = simulate(scree, scene, { size: "half", steps: scene.steps, sleeping: true });
    const { minX, maxX, minY, maxY } = scene.bounds("half");
    const beyond = Array.from({ length: poses.length / 3 }, (_, body) => poses.subarray(3 * body)).filter(
      ([x, y]) => x! < minX || x! > maxX || y! < minY || y! > maxY,
    );
    expect(beyond.length).toBe(0);
  });

  test("a scene is drawn with finite numbers only", () => {
    const scene = findScene("rain")!;
    const description = describe(scene);
    const count = description.bodies.length;
    const svg = drawScene({
      scene,
      size: "full",
      steps: 0,
      description,
      poses: startPoses(description),
      speeds: new Float64Array(count),
      awake: new Uint8Array(count).fill(1),
    } as any);
    expect(svg).toMatch(/^<svg /);
    expect(svg).not.toMatch(/NaN|Infinity|undefined/);
  });
});
