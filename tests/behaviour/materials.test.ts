import { describe, expect, it } from "vitest";
import { box, chain, circle, segment, World } from "../../dist/index.js";
import { BUILDS, DT, run, type Engine } from "../helpers/engine.js";
import { relativeError } from "../helpers/numbers.js";

const G = 10;
type Material = Parameters<ReturnType<World["createBody"]>["addShape"]>[1];

/** The deceleration of a box that slides along a floor at 4 m/s (m/s²): μ g. */
function deceleration(floor: Material, load: Material, change?: (world: World) => void): number {
  const world = new World({ sleeping: false });
  world.createBody({ position: { x: 0, y: -1 }, shape: box(100, 2), ...floor });
  const body = world.createBody({ type: "dynamic", position: { x: 0, y: 0.25 }, shape: box(2, 0.5), ...load });
  change?.(world);
  run(world, 0.5);
  body.linearVelocity = { x: 4, y: 0 };
  run(world, 0.2);
  const before = body.linearVelocity.x;
  run(world, 0.2);
  return (before - body.linearVelocity.x) / 0.2;
}

/** The speed of a ball after a bounce as a share of its speed before. */
function bounce(floor: Material, ball: Material, change?: (world: World) => void): number {
  const world = new World({ gravity: { x: 0, y: 0 } });
  world.createBody({ position: { x: 0, y: -1 }, shape: box(100, 2), ...floor });
  const body = world.createBody({
    type: "dynamic",
    position: { x: 0, y: 1 },
    linearVelocity: { x: 0, y: -6 },
    shape: circle(0.5),
    ...ball,
  });
  change?.(world);
  run(world, 0.5);
  return Math.max(body.linearVelocity.y / 6, 0);
}

const [A, B] = [0.2, 0.8];
const EXPECTED = { average: 0.5, geometric: 0.4, min: 0.2, multiply: 0.16, max: 0.8 } as const;
const RULES = Object.keys(EXPECTED) as (keyof typeof EXPECTED)[];

describe("combining rules", () => {
  it.each(RULES)("%s decides the friction of two surfaces", (frictionRule) => {
    const slowing = deceleration({ friction: A, frictionRule }, { friction: B });
    expect(relativeError(slowing, EXPECTED[frictionRule] * G)).toBeLessThan(0.02);
  });

  it.each(RULES)("%s decides the bounce of two surfaces that both name one", (restitutionRule) => {
    const share = bounce({ restitution: A }, { restitution: B, restitutionRule });
    expect(share).toBeCloseTo(EXPECTED[restitutionRule], 3);
  });

  it("without a rule friction is the geometric mean, and restitution is the smaller value", () => {
    expect(relativeError(deceleration({ friction: A }, { friction: B }), EXPECTED.geometric * G)).toBeLessThan(0.02);
    expect(bounce({ restitution: A }, { restitution: B })).toBeCloseTo(A, 3);
  });

  it.each(RULES)("a surface that names no bounce has no say in it, whatever the rule: %s", (restitutionRule) => {
    expect(bounce({ restitutionRule }, { restitution: B })).toBeCloseTo(B, 3);
    expect(bounce({ restitution: B }, { restitutionRule })).toBeCloseTo(B, 3);
    expect(bounce({ restitution: 0, restitutionRule: "min" }, { restitution: B })).toBeLessThan(1e-6);
  });

  it("where two rules meet, the later of average, geometric, min, multiply, max holds", () => {
    for (const [i, first] of RULES.entries()) {
      for (const second of RULES.slice(i)) {
        const share = bounce({ restitution: A, restitutionRule: second }, { restitution: B, restitutionRule: first });
        expect(share, `${first} and ${second}`).toBeCloseTo(EXPECTED[second], 3);
      }
    }
  });

  it("a rule changed while two bodies touch takes effect in the next step", () => {
    const world = new World({ sleeping: false });
    world.createBody({ position: { x: 0, y: -1 }, shape: box(100, 2), friction: A });
    const body = world.createBody({ type: "dynamic", position: { x: 0, y: 0.25 }, shape: box(2, 0.5), friction: B });
    run(world, 0.5);
    const [shape] = body.shapes;
    for (const rule of [...RULES, undefined]) {
      shape!.frictionRule = rule;
      expect(shape!.frictionRule).toBe(rule);
      body.linearVelocity = { x: 4, y: 0 };
      run(world, 0.2);
      const slowing = (4 - body.linearVelocity.x) / 0.2;
      expect(relativeError(slowing, EXPECTED[rule ?? "geometric"] * G)).toBeLessThan(0.02);
    }
  });
});

describe("the table of material pairs", () => {
  it("has the last word on friction and bounce, in either order, and leaves other pairs alone", () => {
    const set = (world: World): void => world.setMaterialPair(7, 3, { friction: 0.1, restitution: 0.9 });
    const floor: Material = { friction: 1, restitution: 0, material: 3, frictionRule: "max" };
    expect(relativeError(deceleration(floor, { friction: 1, material: 7 }, set), 0.1 * G)).toBeLessThan(0.02);
    expect(bounce(floor, { material: 7 }, set)).toBeCloseTo(0.9, 3);
    expect(bounce(floor, { material: 8 }, set)).toBeLessThan(1e-6);
    expect(relativeError(deceleration(floor, { material: 8 }, set), G)).toBeLessThan(0.02);
  });

  it("leaves the properties that an entry does not name to the rules", () => {
    const set = (world: World): void => world.setMaterialPair(1, 1, { friction: 0.3 });
    expect(bounce({ restitution: 0.5, material: 1 }, { restitution: 0.7, material: 1 }, set)).toBeCloseTo(0.5, 3);
  });

  it("may change while bodies touch, can be read back, and is kept in snapshots", () => {
    const world = new World({ sleeping: false });
    world.createBody({ position: { x: 0, y: -1 }, shape: box(100, 2), material: 1 });
    const body = world.createBody({ type: "dynamic", position: { x: 0, y: 0.25 }, shape: box(2, 0.5), material: 2 });
    run(world, 0.5);
    const slowing = (): number => {
      body.linearVelocity = { x: 4, y: 0 };
      run(world, 0.1);
      const { x } = body.linearVelocity;
      run(world, 0.2);
      return (x - body.linearVelocity.x) / 0.2;
    };
    for (let id = 40; id > 2; id--) {
      world.setMaterialPair(id, id - 1, { rollingResistance: id });
    }
    world.setMaterialPair(1, 2, { friction: 0.25, staticFriction: 0.5 });
    expect(relativeError(slowing(), 0.25 * G)).toBeLessThan(0.02);
    const saved = world.snapshot();
    world.setMaterialPair(1, 2, null);
    expect(world.materialPair(1, 2)).toBeUndefined();
    expect(relativeError(slowing(), 0.6 * G)).toBeLessThan(0.02);
    world.restore(saved);
    expect(world.materialPair(2, 1)).toEqual({ friction: 0.25, staticFriction: 0.5 });
    expect(world.materialPair(17, 16)).toEqual({ rollingResistance: 17 });
    expect(relativeError(slowing(), 0.25 * G)).toBeLessThan(0.02);
    body.shapes[0]!.material = 5;
    expect(relativeError(slowing(), 0.6 * G)).toBeLessThan(0.02);
  });

  it("finds every entry after many were added and removed", () => {
    const world = new World();
    const wanted = new Map<string, number>();
    let state = 1;
    for (let k = 0; k < 600; k++) {
      state = (state * 48271) % 2147483647;
      const [a, b] = [state % 23, (state >> 8) % 23].sort((x, y) => x - y) as [number, number];
      if (state % 3 === 0) {
        world.setMaterialPair(a, b, null);
        wanted.delete(`${a} ${b}`);
      } else {
        world.setMaterialPair(b, a, { friction: k });
        wanted.set(`${a} ${b}`, k);
      }
    }
    for (let a = 0; a < 23; a++) {
      for (let b = a; b < 23; b++) {
        expect(world.materialPair(a, b)?.friction).toBe(wanted.get(`${a} ${b}`));
      }
    }
  });
});

describe("static friction", () => {
  /** How far a block slides down a slope in two seconds, and its acceleration during the second of them. */
  function slide(degrees: number, push: number): { way: number; acceleration: number } {
    const angle = (degrees * Math.PI) / 180;
    const world = new World({ sleeping: false });
    world.createBody({ angle, shape: box(200, 1), friction: 0.3, staticFriction: 0.6 });
    const at = (along: number, up: number): { x: number; y: number } => ({
      x: along * Math.cos(angle) - up * Math.sin(angle),
      y: along * Math.sin(angle) + up * Math.cos(angle),
    });
    const block = world.createBody({
      type: "dynamic",
      position: at(40, 0.75),
      angle,
      shape: box(2, 0.5),
      friction: 0.3,
      staticFriction: 0.6,
    });
    run(world, 0.5);
    const start = block.position;
    block.linearVelocity = at(-push, 0);
    run(world, 1);
    const { x, y } = block.linearVelocity;
    run(world, 1);
    const later = block.linearVelocity;
    return {
      way: Math.hypot(block.x - start.x, block.y - start.y),
      acceleration: Math.hypot(later.x, later.y) - Math.hypot(x, y),
    };
  }

  it("holds a block while tan θ is below μs; once the block slips, it slides with μd", () => {
    const threshold = (Math.atan(0.6) * 180) / Math.PI;
    expect(slide(threshold - 1, 0).way).toBeLessThan(0.01);
    const slipped = slide(threshold + 1, 0);
    const angle = ((threshold + 1) * Math.PI) / 180;
    const expected = G * (Math.sin(angle) - 0.3 * Math.cos(angle));
    expect(relativeError(slipped.acceleration, expected)).toBeLessThan(0.02);
  });

  it("lets a block that was set in motion slide on where tan θ is between μd and μs", () => {
    const angle = (24 * Math.PI) / 180;
    expect(slide(24, 0).way).toBeLessThan(0.01);
    const expected = G * (Math.sin(angle) - 0.3 * Math.cos(angle));
    expect(relativeError(slide(24, 2).acceleration, expected)).toBeLessThan(0.02);
  });
});

describe("surface speed", () => {
  it("carries a box at the belt's speed, and lets it rest when the belt stops", () => {
    const world = new World({ sleeping: false });
    const belt = world.createBody({ position: { x: 0, y: -1 }, shape: box(200, 2), surfaceSpeed: 3 });
    const load = world.createBody({ type: "dynamic", position: { x: 0, y: 0.5 }, shape: box(1, 1) });
    run(world, 2);
    expect(load.linearVelocity.x).toBeCloseTo(3, 3);
    belt.shapes[0]!.surfaceSpeed = -1;
    run(world, 2);
    expect(load.linearVelocity.x).toBeCloseTo(-1, 3);
    belt.shapes[0]!.surfaceSpeed = 0;
    run(world, 2);
    expect(load.linearVelocity.x).toBeCloseTo(0, 3);
  });
});

describe("a one-way platform", () => {
  const up = { x: 0, y: 1 };
  const platforms = [
    ["a thin box", () => box(6, 0.2)],
    ["a segment", () => segment({ x: 3, y: 0.1 }, { x: -3, y: 0.1 })],
    ["a chain", () => chain([-3, -1, 1, 3].map((x) => ({ x, y: 0.1 })))],
    ["a thick box", () => box(6, 1.2, { center: { x: 0, y: -0.5 } })],
  ] as const;
  const bodies = [
    ["a box", () => box(0.6, 0.9)],
    ["a ball", () => circle(0.4)],
  ] as const;
  const cases = platforms.flatMap(([platform, makePlatform]) =>
    bodies.map(([name, make]) => [name, platform, make, makePlatform] as const),
  );

  it.each(cases)(
    "lets %s through from below and catches it from above, if made of %s",
    (_body, _platform, make, makePlatform) => {
      for (const speed of [9, 12, 25, 60]) {
        const world = new World();
        world.createBody({ position: { x: 0, y: 0 }, shape: makePlatform() as never, oneWay: up });
        const body = world.createBody({ type: "dynamic", position: { x: 0.4, y: -3 }, shape: make() as never });
        body.linearVelocity = { x: 0, y: speed };
        let highest = -Infinity;
        run(world, 14, () => {
          highest = Math.max(highest, body.y);
        });
        // Nothing slowed the body on its way up, and it lies on top at the end.
        expect(relativeError(highest + 3, (speed * speed) / (2 * G)), `${speed} m/s`).toBeLessThan(0.03);
        expect(body.y).toBeGreaterThan(0.4);
        expect(body.y).toBeLessThan(0.7);
        expect(Math.hypot(body.linearVelocity.x, body.linearVelocity.y)).toBeLessThan(0.01);
      }
    },
  );

  it("never holds a body that turns back half-way through, wherever that is", () => {
    for (let i = 0; i <= 40; i++) {
      const apex = -1.2 + (i / 40) * 1.6;
      const world = new World();
      world.createBody({ shape: box(6, 0.2), oneWay: up });
      const body = world.createBody({ type: "dynamic", position: { x: 0, y: -3 }, shape: box(0.6, 0.9) });
      body.linearVelocity = { x: 0, y: Math.sqrt(2 * G * (apex + 3)) };
      run(world, 3);
      const landed = Math.abs(body.y - 0.55) < 0.02;
      expect(landed || body.y < -4, `apex ${apex}: at ${body.y}`).toBe(true);
      expect(landed).toBe(apex > 0.55 + 0.01 || (landed && apex > 0.5));
    }
  });

  it("lets a body through from the side", () => {
    const world = new World({ gravity: { x: 0, y: 0 } });
    world.createBody({ shape: box(2, 2), oneWay: up });
    const body = world.createBody({
      type: "dynamic",
      position: { x: -4, y: 0 },
      linearVelocity: { x: 3, y: 0 },
      shape: box(1, 1),
    });
    run(world, 3);
    expect(body.x).toBeCloseTo(5, 2);
    expect(body.y).toBeCloseTo(0, 4);
  });

  it("follows its body: it carries a load as it rises, and drops it when turned over", () => {
    const world = new World();
    const lift = world.createBody({
      type: "kinematic",
      shape: box(6, 0.2),
      oneWay: up,
      linearVelocity: { x: 0, y: 2 },
    });
    const rider = world.createBody({ type: "dynamic", position: { x: 0, y: 1 }, shape: box(1, 1) });
    run(world, 2);
    expect(rider.y - lift.y).toBeCloseTo(0.6, 1);
    lift.linearVelocity = { x: 0, y: 0 };
    lift.angle = Math.PI;
    run(world, 2);
    expect(rider.y).toBeLessThan(lift.y - 2);
  });

  it("can be turned round and made solid while a body is on it", () => {
    const world = new World();
    const platform = world.createBody({ shape: box(6, 0.2), oneWay: up }).shapes[0]!;
    const body = world.createBody({ type: "dynamic", position: { x: 0, y: 2 }, shape: box(1, 1) });
    run(world, 2);
    expect(body.y).toBeCloseTo(0.6, 2);
    platform.oneWay = { x: 0, y: -3 };
    expect(platform.oneWay!.y).toBeCloseTo(-1, 6);
    run(world, 0.5);
    expect(body.y).toBeLessThan(0);
    platform.oneWay = undefined;
    expect(platform.oneWay).toBeUndefined();
    body.position = { x: 0, y: -3 };
    body.linearVelocity = { x: 0, y: 10 };
    run(world, 0.5);
    expect(body.y).toBeLessThan(-0.5);
  });

  it("reports at most two begins of contact for a body that passes it and lands", () => {
    const world = new World();
    world.createBody({ shape: box(6, 0.2), oneWay: up });
    const body = world.createBody({ type: "dynamic", position: { x: 0, y: -2 }, shape: box(1, 1) });
    body.linearVelocity = { x: 0, y: 9 };
    const begins: number[] = [];
    run(world, 3, (time) => {
      begins.push(...Array.from(world.events.contactBegin, () => time));
    });
    expect(begins.length).toBeLessThanOrEqual(2);
    expect(world.events.contactEnd.length).toBe(0);
    expect(body.contacts.length).toBe(1);
  });
});

describe("the builds", () => {
  const tilted = (i: number): { x: number; y: number } => ({ x: 0.2 * i, y: 1 });

  function play(engine: Engine): string[] {
    const world = new engine.World();
    world.setMaterialPair(1, 2, { friction: 0.9, staticFriction: 1.2, restitution: 0.3 });
    world.createBody({ position: { x: 0, y: -1 }, shape: engine.box(60, 2), material: 1 });
    for (let i = 0; i < 4; i++) {
      world.createBody({ position: { x: 0, y: 2 * i + 2 }, shape: engine.box(5, 0.2), oneWay: tilted(i) });
    }
    for (let i = 0; i < 24; i++) {
      world.createBody({
        type: "dynamic",
        position: { x: -3 + 0.25 * i, y: 1 + (i % 7) },
        linearVelocity: { x: 0.3 * (i % 3), y: (i % 5) * 4 },
        shape: i % 2 === 0 ? engine.circle(0.3) : engine.box(0.5, 0.5),
        material: i % 4,
        frictionRule: RULES[i % 5]!,
        restitution: 0.1 * (i % 6),
        restitutionRule: RULES[(i + 2) % 5]!,
      });
    }
    const hashes: string[] = [];
    let saved: Uint8Array | undefined;
    for (let step = 0; step < 240; step++) {
      if (step === 60) {
        saved = world.snapshot();
      }
      world.step(DT);
      hashes.push(world.hash());
      expect(world.validate()).toBe(0);
    }
    world.restore(saved!);
    for (let step = 60; step < 240; step++) {
      world.step(DT);
      expect(world.hash()).toBe(hashes[step]);
    }
    return hashes;
  }

  it("mix materials and treat one-way platforms alike at every step, also after a restore", () => {
    const [wanted, ...others] = BUILDS.map(([, engine]) => play(engine));
    expect(new Set(wanted).size).toBeGreaterThan(100);
    for (const hashes of others) {
      expect(hashes).toEqual(wanted);
    }
  });
});
