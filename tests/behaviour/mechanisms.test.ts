// Random mechanisms against a 64-bit reference that shares nothing with the engine (tests/helpers/mechanism.ts): centres of mass off the
// origin, anchors and axes anywhere, partners that stand, move and turn, limits, motors with a largest force, springs.
// To pass, four times as many steps must bring the engine nearer to the reference in nineteen of twenty, as first order does.
import { describe, expect, it } from "vitest";
import { box, World } from "../../dist/index.js";
import { LONG, type Body } from "../helpers/engine.js";
import { Mechanism, turned, type Mass, type Pose, type Row } from "../helpers/mechanism.js";
import { Random } from "../helpers/numbers.js";

type Pair = [number, number];
const KINDS = ["distance", "spring", "revolute", "prismatic", "wheel", "weld"] as const;
const SECONDS = 0.6;

interface Part {
  type: "static" | "kinematic" | "dynamic";
  at: Pair;
  angle: number;
  v: Pair;
  w: number;
  size: Pair;
  center: Pair;
}
interface Link {
  kind: (typeof KINDS)[number];
  a: number;
  b: number;
  anchor: Pair;
  axis: Pair;
  limit?: { lower: number; upper: number };
  motor?: { speed: number; most: number };
  spring?: { hertz: number; dampingRatio: number };
}

function draw(seed: number): { parts: Part[]; links: Link[] } {
  const random = new Random(seed);
  const pair = (size: number): Pair => [random.between(-size, size), random.between(-size, size)];
  const ground = random.chance(0.3) ? "kinematic" : "static";
  const moves = ground === "kinematic" ? 1 : 0;
  const still = { size: [1, 1] as Pair, center: [0, 0] as Pair };
  const v: Pair = [moves * random.between(-1, 1), moves * random.between(-1, 1)];
  const parts: Part[] = [{ type: ground, at: pair(1), angle: random.between(-3, 3), v, w: 2 * v[0], ...still }];
  const links: Link[] = [];
  const count = 1 + random.below(3);
  for (let b = 1; b <= count; b++) {
    const size: Pair = [random.between(0.4, 1), random.between(0.4, 1)];
    const at: Pair = [parts[b - 1]!.at[0] + random.between(0.5, 1.5), parts[b - 1]!.at[1] + random.between(-1, 1)];
    parts.push({
      type: "dynamic",
      at,
      angle: random.between(-3, 3),
      v: pair(1),
      w: pair(1)[0],
      size,
      center: pair(0.4),
    });
    const a = b - 1;
    const kind = random.pick(KINDS);
    const drives = kind === "revolute" || kind === "prismatic";
    const spring = { hertz: random.between(0.3, 3), dampingRatio: random.between(0, 1.2) };
    // Impacts that involve several bodies are solved in turns, and take more steps than these to get near the reference.
    const limited = count === 1 && (drives || kind === "wheel") && random.chance(0.7);
    links.push({
      kind,
      a,
      b,
      anchor: [(parts[a]!.at[0] + at[0]) / 2 + pair(0.3)[0], (parts[a]!.at[1] + at[1]) / 2 + pair(0.3)[1]],
      axis: turned(random.between(-3, 3), [1, 0]),
      ...(limited ? { limit: { lower: -random.between(0.05, 0.4), upper: random.between(0.05, 0.4) } } : {}),
      ...(drives && random.chance(0.4) ? { motor: { speed: random.between(-2, 2), most: random.between(1, 10) } } : {}),
      ...(kind === "spring" || kind === "wheel" || (drives && random.chance(0.3)) ? { spring } : {}),
    });
  }
  return { parts, links };
}

/** A point in the frame of a part, from its centre of mass. */
function local(part: Part, [x, y]: Pair): Pair {
  const [u, v] = turned(-part.angle, [x - part.at[0], y - part.at[1]]);
  return [u - part.center[0], v - part.center[1]];
}

function reference({ parts, links }: ReturnType<typeof draw>): Mechanism {
  const masses = parts.map((part): Mass => {
    const [rx, ry] = turned(part.angle, part.center);
    const mass = part.size[0] * part.size[1];
    const inertia = (mass * (part.size[0] ** 2 + part.size[1] ** 2)) / 12;
    const w: Pose = part.type === "dynamic" ? [1 / mass, 1 / mass, 1 / inertia] : [0, 0, 0];
    const v: Pose = [part.v[0] - part.w * ry, part.v[1] + part.w * rx, part.w];
    return { q: [part.at[0] + rx, part.at[1] + ry, part.angle], v, w, gravity: [0, -10] };
  });
  const mechanism = new Mechanism(masses);
  for (const { kind, a, b, anchor, axis, limit, motor, spring } of links) {
    const [la, lb] = [local(parts[a]!, anchor), local(parts[b]!, anchor)];
    const point = (q: Pose, l: Pair): Pair => {
      const [x, y] = turned(q[2], l);
      return [q[0] + x, q[1] + y];
    };
    const ends: [Pair, Pair] =
      kind === "distance" || kind === "spring"
        ? [
            [0, 0],
            [0, 0],
          ]
        : [la, lb];
    const way = (p: Pose, q: Pose): Pair => {
      const [from, to] = [point(p, ends[0]), point(q, ends[1])];
      return [to[0] - from[0], to[1] - from[1]];
    };
    const own = turned(-parts[a]!.angle, axis);
    const along = (p: Pose, q: Pose, quarter: number): number => {
      const [ux, uy] = turned(p[2] + quarter, own);
      const [x, y] = way(p, q);
      return ux * x + uy * y;
    };
    const angle = parts[b]!.angle - parts[a]!.angle;
    const turn = (p: Pose, q: Pose): number => q[2] - p[2] - angle;
    const far = (p: Pose, q: Pose): number => Math.hypot(...way(p, q));
    const start = far(masses[a]!.q, masses[b]!.q);
    const add = (row: Omit<Row, "bodies">): number => mechanism.rows.push({ bodies: [a, b], ...row });
    const hold = (C: Row["C"]): number => add({ kind: "equal", C });
    let coordinate = turn;
    if (kind === "distance") hold((p, q) => far(p, q) - start);
    if (kind === "revolute" || kind === "weld") {
      hold((p, q) => way(p, q)[0]);
      hold((p, q) => way(p, q)[1]);
    }
    if (kind === "weld" || kind === "prismatic") hold(turn);
    if (kind === "prismatic" || kind === "wheel") {
      hold((p, q) => along(p, q, Math.PI / 2));
      coordinate = (p, q) => along(p, q, 0);
    }
    if (kind === "spring") coordinate = (p, q) => far(p, q) - start * 0.8;
    if (spring) add({ kind: "spring", C: coordinate, ...spring });
    if (motor) add({ kind: "motor", C: coordinate, ...motor });
    if (limit) {
      add({ kind: "least", C: (p, q) => coordinate(p, q) - limit.lower });
      add({ kind: "least", C: (p, q) => limit.upper - coordinate(p, q) });
    }
  }
  return mechanism;
}

const vector = ([x, y]: Pair): { x: number; y: number } => ({ x, y });

function build({ parts, links }: ReturnType<typeof draw>, jointHertz: number): { world: World; bodies: Body[] } {
  const world = new World({ sleeping: false, jointHertz });
  const bodies = parts.map(({ type, at, angle, v, w, size, center }) =>
    world.createBody({
      type,
      position: vector(at),
      angle,
      linearVelocity: vector(v),
      angularVelocity: w,
      ...(type === "dynamic" ? { shape: box(...size, { center: vector(center) }), mask: 0 } : {}),
    }),
  );
  for (const { kind, a, b, anchor, axis, limit, motor, spring } of links) {
    const base = { bodyA: bodies[a]!, bodyB: bodies[b]! };
    const centres = { anchorA: vector(parts[a]!.center), anchorB: vector(parts[b]!.center) };
    const at = { anchor: vector(anchor) };
    const options = { ...(limit ? { limit } : {}), ...(spring ? { spring } : {}) };
    const drive = motor && { speed: motor.speed, maxForce: motor.most };
    const torque = motor && { speed: motor.speed, maxTorque: motor.most };
    if (kind === "distance") world.createJoint({ type: kind, ...base, ...centres });
    if (kind === "spring") {
      const joint = world.createJoint({ type: kind, ...base, ...centres, ...options });
      joint.length *= 0.8;
    }
    if (kind === "revolute")
      world.createJoint({ type: kind, ...base, ...at, ...options, ...(torque ? { motor: torque } : {}) });
    if (kind === "prismatic") {
      world.createJoint({
        type: kind,
        ...base,
        ...at,
        axis: vector(axis),
        ...options,
        ...(drive ? { motor: drive } : {}),
      });
    }
    if (kind === "wheel") world.createJoint({ type: kind, ...base, ...at, axis: vector(axis), ...options });
    if (kind === "weld") world.createJoint({ type: kind, ...base, ...at });
  }
  return { world, bodies };
}

/** The engine's largest deviation from the reference, for each of several step rates (m, rad). */
function errors(seed: number, rates: readonly number[]): number[] {
  const drawn = draw(seed);
  const mechanism = reference(drawn);
  const h = 1 / 4000;
  const then: Pose[][] = [];
  for (let k = 1; k <= 6; k++) {
    for (let step = 0; step < SECONDS / 6 / h - 0.5; step++) mechanism.step(h);
    then.push(mechanism.bodies.map(({ q }) => [...q]));
  }
  return rates.map((rate) => {
    const { world, bodies } = build(drawn, rate);
    let worst = 0;
    for (const poses of then) {
      for (let step = 0; step < (rate * SECONDS) / 6 - 0.5; step++) world.step(1 / rate);
      bodies.forEach((body, i) => {
        const [x, y, angle] = poses[i]!;
        const { x: cx, y: cy } = body.centerOfMass;
        const turn = body.angle - angle;
        worst = Math.max(
          worst,
          Math.hypot(cx - x, cy - y),
          Math.abs(turn - 2 * Math.PI * Math.round(turn / 2 / Math.PI)),
        );
      });
    }
    world.dispose();
    return worst;
  });
}

describe("random mechanisms", () => {
  it("come nearer to the reference as steps get smaller", () => {
    const count = LONG ? 1000 : 50;
    const found = Array.from({ length: count }, (_, seed) => errors(seed + 1, [60, 240]));
    const at = (k: number, share: number): number =>
      found.map((e) => e[k]!).sort((a, b) => a - b)[Math.floor(share * count)]!;
    expect(at(0, 0.5)).toBeLessThan(0.02);
    expect(at(1, 0.5)).toBeLessThan(0.005);
    expect(at(1, 0.9)).toBeLessThan(0.008);
    const nearer = found.filter(([coarse, fine]) => fine! < 0.5 * coarse! || fine! < 0.002).length;
    expect(nearer / count).toBeGreaterThan(0.95);
  });
});
