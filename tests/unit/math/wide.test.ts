import { beforeAll, expect, suite, test } from "vitest";
import { Random } from "../../helpers/numbers";
import { Arena, TARGETS, loadCore, views } from "../core";
import type { Core, Target } from "../core";

/** Numbers per operation (a multiple of four). */
const COUNT = 100_000;

/** The vocabulary of math/wide.ts in the order of ground_entry.ts; `bits`: even a NaN keeps its bits, as it is only copied. */
const WORDS: readonly { name: string; bits: boolean; value: (x: number, y: number, z: number) => number }[] = [
  { name: "x + y", bits: false, value: (x, y) => x + y },
  { name: "x − y", bits: false, value: (x, y) => x - y },
  { name: "x · y", bits: false, value: (x, y) => x * y },
  { name: "x / y", bits: false, value: (x, y) => x / y },
  { name: "−x", bits: true, value: (x) => -x },
  { name: "max", bits: true, value: (x, y) => (x < y ? y : x) },
  { name: "min", bits: true, value: (x, y) => (y < x ? y : x) },
  { name: "abs", bits: true, value: (x) => Math.abs(x) },
  { name: "sqrt", bits: false, value: (x) => Math.sqrt(x) },
  { name: "gt", bits: true, value: (x, y) => (x > y ? 1 : 2) },
  { name: "le", bits: true, value: (_, y, z) => (y <= z ? 1 : 2) },
  { name: "eq", bits: true, value: (x, y) => (x === y ? 1 : 2) },
  { name: "and", bits: true, value: (x, y, z) => (x > y && y <= z ? 1 : 2) },
  { name: "or", bits: true, value: (x, y, z) => (x > y || y <= z ? 1 : 2) },
  { name: "andNot", bits: true, value: (x, y, z) => (x > y && !(y <= z) ? 1 : 2) },
  { name: "selectMask", bits: true, value: (x, y, z) => ((x === z ? x > y : y <= z) ? 1 : 2) },
  { name: "select", bits: true, value: (x, y, z) => (x > y ? y : z) },
  { name: "keep", bits: true, value: (x, y, z) => (x > y ? z : 0) },
  { name: "drop", bits: true, value: (x, y, z) => (x > y ? 0 : z) },
  { name: "flipSign", bits: true, value: (x, y) => (bitsOf(y) >>> 31 === 1 ? -x : x) },
];
const ANGLE = WORDS.length;

const word = new Uint32Array(1);
const number = new Float32Array(word.buffer);

function bitsOf(x: number): number {
  number[0] = x;
  return word[0];
}

/** Bit patterns of every kind: ordinary numbers, both zeros, denormals, infinities, NaNs, and numbers close to one. */
function pattern(random: Random, nan: boolean): number {
  const sign = random.chance(0.5) ? 0x80000000 : 0;
  switch (random.below(8)) {
    case 0:
      return sign;
    case 1:
      return (sign | random.below(0x800000)) >>> 0;
    case 2:
      return (sign | 0x7f800000) >>> 0;
    case 3:
      return nan ? (sign | 0x7fc00000 | random.below(0x400000)) >>> 0 : sign;
    case 4:
      return (sign | (0x3f800000 + random.below(16))) >>> 0;
    case 5:
      return bitsOf(random.between(-10, 10));
    default:
      return random.below(2 ** 32) & 0x7f800000 ? (sign | random.below(0x7f800000)) >>> 0 : sign;
  }
}

/** Is it a NaN? Computed NaNs may have any sign and payload. */
const isNaNPattern = (bits: number): boolean => (bits & 0x7fffffff) > 0x7f800000;

suite("the vocabulary of the kernels", () => {
  const cores = new Map<Target, { core: Core; a: number; b: number; c: number; out: number }>();
  const inputs = [new Uint32Array(COUNT), new Uint32Array(COUNT), new Uint32Array(COUNT)];

  beforeAll(async () => {
    const random = new Random(2);
    for (const input of inputs) for (let k = 0; k < COUNT; k++) input[k] = pattern(random, true);
    // Some inputs are equal, so that comparisons meet equality.
    for (let k = 0; k < COUNT; k += 5) inputs[1][k] = inputs[0][k];
    for (let k = 0; k < COUNT; k += 7) inputs[2][k] = inputs[1][k];
    for (const target of TARGETS) {
      const core = await loadCore("ground", target);
      const arena = new Arena(core, 40);
      const [a, b, c, out] = [0, 1, 2, 3].map(() => arena.take(COUNT * 4));
      const { u32 } = views(core);
      [a, b, c].forEach((at, k) => u32.set(inputs[k], at / 4));
      cores.set(target, { core, a, b, c, out });
    }
  });

  /** The results of an operation for all inputs, as bits. */
  function apply(target: Target, op: number): Uint32Array {
    const { core, a, b, c, out } = cores.get(target)!;
    core.wide(op, a, b, c, out, COUNT);
    return views(core).u32.slice(out / 4, out / 4 + COUNT);
  }

  test.each(WORDS)("$name gives the same bits in four lanes and in one", ({ name, bits }) => {
    const op = WORDS.findIndex((entry) => entry.name === name);
    const lanes = apply("simd", op);
    const single = apply("scalar", op);
    let different = 0;
    for (let k = 0; k < COUNT; k++) {
      if (lanes[k] !== single[k] && (bits || !isNaNPattern(lanes[k]) || !isNaNPattern(single[k]))) different++;
    }
    expect(different).toBe(0);
  });

  test.each(WORDS)("$name has the right values", ({ name, value }) => {
    const got = new Float32Array(
      apply(
        "scalar",
        WORDS.findIndex((entry) => entry.name === name),
      ).buffer,
    );
    const [x, y, z] = inputs.map((input) => new Float32Array(input.buffer));
    const wrong: string[] = [];
    for (let k = 0; k < COUNT; k++) {
      if (name === "flipSign" && Number.isNaN(y[k])) continue; // JavaScript cannot read the sign of a NaN
      const expected = Math.fround(value(x[k], y[k], z[k]));
      if (!Object.is(got[k], expected)) wrong.push(`${x[k]} ${y[k]} ${z[k]}: ${got[k]}, not ${expected}`);
    }
    expect(wrong.slice(0, 5)).toEqual([]);
  });

  test("an angle agrees with the host's within 2e-6 rad, with the same bits in four lanes and in one", () => {
    const lanes = apply("simd", ANGLE);
    const single = apply("scalar", ANGLE);
    const angles = new Float32Array(single.buffer);
    const [s, c] = inputs.map((input) => new Float32Array(input.buffer));
    let worst = 0;
    for (let k = 0; k < COUNT; k++) {
      if (!isNaNPattern(lanes[k]) || !isNaNPattern(single[k])) expect(lanes[k]).toBe(single[k]);
      // Vectors below 1e-30 count as short, and infinite ones have no direction here.
      const size = Math.max(Math.abs(s[k]), Math.abs(c[k]));
      if (size > 1e-30 && size < Infinity) worst = Math.max(worst, Math.abs(angles[k] - Math.atan2(s[k], c[k])));
    }
    expect(worst).toBeLessThan(2e-6);
  });

  test("the angle of the zero vector is 0", () => {
    const { core, a, b, c, out } = cores.get("scalar")!;
    const { f32 } = views(core);
    f32.fill(0, a / 4, a / 4 + 4);
    f32.fill(0, b / 4, b / 4 + 4);
    core.wide(ANGLE, a, b, c, out, 4);
    expect([...views(core).f32.subarray(out / 4, out / 4 + 4)]).toEqual([0, 0, 0, 0]);
  });
});

suite("blocks of four lanes", () => {
  test("are passed as a whole by four lanes, and lane by lane by one", async () => {
    const step = async (target: Target): Promise<number[]> => {
      const core = await loadCore("ground", target);
      const out = new Arena(core, 1).take(64);
      core.wideNext(4096, 80, out, 6);
      return [...views(core).u32.subarray(out / 4, out / 4 + 6)];
    };
    expect(await step("simd")).toEqual([4096, 4176, 4256, 4336, 4416, 4496]);
    expect(await step("scalar")).toEqual([4096, 4100, 4104, 4108, 4176, 4180]);
  });

  test.each(TARGETS)("columns become rows (%s)", async (target) => {
    const core = await loadCore("ground", target);
    const arena = new Arena(core, 1);
    const columns = arena.take(64);
    const rows = arena.take(64);
    for (let k = 0; k < 16; k++) views(core).f32[columns / 4 + k] = k;
    core.storeRows(columns, rows);
    const expected = [0, 1, 2, 3].flatMap((row) => [0, 1, 2, 3].map((column) => 4 * column + row));
    expect([...views(core).f32.subarray(rows / 4, rows / 4 + 16)]).toEqual(expected);
  });
});
