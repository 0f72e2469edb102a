// Bodies that rigid welds hold together in a tree are solved as one (docs/decisions/0036-trees-of-welds.md).
import { describe, expect, it } from "vitest";
import type { Joint } from "../../dist/index.js";
import { BUILDS, run, type Body, type Engine, type World } from "../helpers/engine.js";
import { energyOf, momentumOf } from "../helpers/mechanics.js";
import { Random } from "../helpers/numbers.js";
import { fastest } from "../helpers/standing.js";

const [, scree] = BUILDS[0]!;

/** A row of `count` boxes of `length` × 0.5 m, welded to one another and to the ground at the origin. */
function cantilever(
  count: number,
  length: number,
  engine: Engine = scree,
): { world: World; boxes: Body[]; welds: Joint[] } {
  const world = new engine.World({ sleeping: false });
  const boxes: Body[] = [];
  const welds: Joint[] = [];
  let bodyA = world.createBody({});
  for (let i = 0; i < count; i++) {
    const position = { x: length * (i + 0.5), y: 0 };
    const bodyB = world.createBody({ type: "dynamic", position, shape: engine.box(length, 0.5) });
    welds.push(world.createJoint({ type: "weld", bodyA, bodyB, anchor: { x: length * i, y: 0 } }));
    boxes.push(bodyB);
    bodyA = bodyB;
  }
  return { world, boxes, welds };
}

/** `count` boxes of side `side`, each welded to one before it, `arm` metres away, at a point between the two. */
function tree(world: World, random: Random, count: number, side: number, arm: number, root?: Body): Body[] {
  const bodies: Body[] = [];
  for (let i = 0; i < count; i++) {
    const before = i === 0 ? root : bodies[Math.floor(random.between(0, i))]!;
    const from = i === 0 ? { x: 0, y: 10 } : before!.position;
    const towards = random.between(0, 2 * Math.PI);
    const way = { x: arm * Math.cos(towards), y: arm * Math.sin(towards) };
    const body = world.createBody({
      type: "dynamic",
      position: { x: from.x + way.x, y: from.y + way.y },
      angle: random.between(0, 6),
      shape: scree.box(side, side),
      group: -1,
    });
    const share = random.between(0, 1);
    if (before) {
      const anchor = { x: from.x + share * way.x, y: from.y + share * way.y };
      world.createJoint({ type: "weld", bodyA: before, bodyB: body, anchor });
    }
    bodies.push(body);
  }
  return bodies;
}

describe("a cantilever of welded boxes", () => {
  // Before: 39, 61, 585 and 954 mm; box2d3-wasm: 27, 42, 411 and 641.
  it.each([
    [4, 0.5, 0.002],
    [4, 1, 0.003],
    [8, 0.5, 0.03],
    [8, 1, 0.045],
  ])("%d of %f m sags by less than %f m and lies still", (count, length, most) => {
    const { world, boxes } = cantilever(count, length);
    run(world, 20);
    expect(-boxes.at(-1)!.y).toBeGreaterThan(0);
    expect(-boxes.at(-1)!.y).toBeLessThan(most);
    expect(fastest(boxes)).toBeLessThan(1e-3);
  });

  it("bears at each weld the weight and the moment of what hangs on it", () => {
    const { world, welds } = cantilever(8, 1);
    run(world, 20);
    welds.forEach((weld, i) => {
      const beyond = 8 - i;
      const weight = beyond * 0.5 * 10;
      expect(weld.force.y / weight).toBeCloseTo(1, 2);
      expect(Math.abs(weld.torque) / (weight * (beyond / 2))).toBeCloseTo(1, 2);
    });
  });

  it("breaks at its root when that is given less than it bears", () => {
    const { world, welds } = cantilever(6, 1);
    run(world, 5);
    welds.forEach((weld) => (weld.breakTorque = 85)); // the root bears 90 N·m, the next 62.5
    const broken: (Joint | undefined)[] = [];
    run(world, 0.5, () => broken.push(...[...world.events.jointBreak].map(({ joint }) => joint)));
    expect(broken).toEqual([welds[0]]);
  });
});

describe("trees on long arms", () => {
  it("hang still, none of thirty is thrown", () => {
    for (let seed = 1; seed <= 30; seed++) {
      const world = new scree.World({ sleeping: false });
      const bodies = tree(world, new Random(seed), 8, 0.2, 5, world.createBody({ position: { x: 0, y: 10 } }));
      let most = 0;
      run(world, 10, () => (most = Math.max(most, fastest(bodies))));
      expect(most, `${seed}`).toBeLessThan(1.5);
      expect(fastest(bodies), `${seed}`).toBeLessThan(0.01);
      world.dispose();
    }
  });
});

describe("a row with a body that cannot be turned, for it has no shape", () => {
  it.each([0, 2, 4])("falls when it is let go, be that number %d", (number) => {
    const world = new scree.World({ sleeping: false });
    const bodies: Body[] = [];
    const welds: Joint[] = [];
    let bodyA = world.createBody({});
    for (let i = 0; i < 5; i++) {
      const shape = i === number ? {} : { shape: scree.box(1, 0.4) };
      const bodyB = world.createBody({ type: "dynamic", position: { x: i + 0.5, y: 0 }, ...shape });
      welds.push(world.createJoint({ type: "weld", bodyA, bodyB, anchor: { x: i, y: 0 } }));
      bodies.push(bodyB);
      bodyA = bodyB;
    }
    run(world, 2);
    welds[0]!.destroy();
    run(world, 1);
    bodies.forEach(({ y }) => expect(y).toBeLessThan(-4));
  });
});

describe("in free space", () => {
  it("ten boxes in a row that turn by 10 rad/s keep their energy and angular momentum", () => {
    const world = new scree.World({ sleeping: false, gravity: { x: 0, y: 0 } });
    const w = 10;
    const boxes: Body[] = [];
    for (let i = 0; i < 10; i++) {
      const x = i - 4.5;
      const motion = { angularVelocity: w, linearVelocity: { x: 0, y: w * x } };
      boxes.push(world.createBody({ type: "dynamic", position: { x, y: 0 }, shape: scree.box(1, 0.3), ...motion }));
      if (i > 0) {
        world.createJoint({ type: "weld", bodyA: boxes[i - 1]!, bodyB: boxes[i]!, anchor: { x: x - 0.5, y: 0 } });
      }
    }
    const before = { energy: energyOf(boxes), turn: momentumOf(boxes).turn };
    run(world, 10);
    expect(energyOf(boxes) / before.energy).toBeGreaterThan(0.96); // 0.54 before
    expect(energyOf(boxes) / before.energy).toBeLessThan(1.001);
    expect(momentumOf(boxes).turn / before.turn).toBeCloseTo(1, 1);
  });

  it("a tree goes as one body of the same shapes does", () => {
    for (let seed = 1; seed <= 10; seed++) {
      const world = new scree.World({ sleeping: false, gravity: { x: 0, y: 0 } });
      const bodies = tree(world, new Random(seed), 8, 0.5, 1);
      const whole = world.createBody({
        type: "dynamic",
        shapes: bodies.map(({ position, angle }) => ({
          shape: scree.box(0.5, 0.5, { center: position, angle }),
          group: -1,
        })),
      });
      const start = bodies.map(({ x, y, angle }) => ({ x, y, angle }));
      for (const body of [...bodies, whole]) {
        body.angularVelocity = 1;
        const { x, y } = body.centerOfMass;
        body.linearVelocity = { x: 2 - y, y: x };
      }
      run(world, 3);
      const [c, s] = [Math.cos(whole.angle), Math.sin(whole.angle)];
      bodies.forEach(({ x, y, angle }, i) => {
        const at = { x: whole.x + c * start[i]!.x - s * start[i]!.y, y: whole.y + s * start[i]!.x + c * start[i]!.y };
        expect(Math.hypot(x - at.x, y - at.y), `${seed}, ${i}`).toBeLessThan(0.02);
        const turned = angle - start[i]!.angle - whole.angle;
        expect(Math.abs(turned - 2 * Math.PI * Math.round(turned / (2 * Math.PI))), `${seed}, ${i}`).toBeLessThan(
          0.005,
        );
      });
      world.dispose();
    }
  });
});

describe("let go by what had drawn it to twice its length", () => {
  it.each([4, 8, 16])("a row of %d is back where it was, and was not thrown", (count) => {
    const { world, boxes } = cantilever(count, 1);
    const hand = world.createBody({ type: "kinematic", position: { x: count, y: 0 } });
    const grip = world.createJoint({ type: "weld", bodyA: boxes.at(-1)!, bodyB: hand, anchor: { x: count, y: 0 } });
    hand.linearVelocity = { x: count / 2, y: 0 };
    run(world, 2);
    expect(boxes.at(-1)!.x).toBeGreaterThan(1.8 * count - 0.5);
    grip.destroy();
    hand.linearVelocity = { x: 0, y: 0 };
    let most = 0;
    run(world, 5, () => (most = Math.max(most, fastest(boxes))));
    expect(most).toBeLessThan(0.1); // 123 to 185 m/s before
    expect(boxes.at(-1)!.x).toBeCloseTo(count - 0.5, 1);
  });
});
