// Bodies that rigid welds or pins join into a tree are solved as one (docs/decisions/0036-trees-of-welds.md, 0037-trees-of-pins.md).
// "Before" below: without that solver.
import { describe, expect, it } from "vitest";
import type { Joint } from "../../dist/index.js";
import { chandelier, doll, linkage, scissorLift, truss, wall } from "../../examples/scenes/linkages.mjs";
import { BUILDS, run, type Body, type Engine, type World } from "../helpers/engine.js";
import { widest, widestWhile, worldOf } from "../helpers/linkages.js";
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

interface Kinds {
  root?: Body;
  /** Share of pins among the joints; the others are welds. */
  pins?: number;
}

/** `count` boxes of side `side`, each joined to an earlier one, `arm` metres away, at a point between the two. */
function tree(world: World, random: Random, count: number, side: number, arm: number, kinds: Kinds = {}): Body[] {
  const { root, pins = 0 } = kinds;
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
      const type = pins > 0 && random.between(0, 1) < pins ? "revolute" : "weld";
      world.createJoint({ type, bodyA: before, bodyB: body, anchor });
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

  it("bears at each weld the weight and the moment of everything beyond it", () => {
    const { world, welds } = cantilever(8, 1);
    run(world, 20);
    welds.forEach((weld, i) => {
      const beyond = 8 - i;
      const weight = beyond * 0.5 * 10;
      expect(weld.force.y / weight).toBeCloseTo(1, 2);
      expect(Math.abs(weld.torque) / (weight * (beyond / 2))).toBeCloseTo(1, 2);
    });
  });

  it("breaks only at its root when its welds may bear less than the root's moment", () => {
    const { world, welds } = cantilever(6, 1);
    run(world, 5);
    welds.forEach((weld) => (weld.breakTorque = 85)); // the root bears 90 N·m, the next 62.5
    const broken: (Joint | undefined)[] = [];
    run(world, 0.5, () => broken.push(...[...world.events.jointBreak].map(({ joint }) => joint)));
    expect(broken).toEqual([welds[0]]);
  });
});

// With the welds left to the solver's passes: 0.15 m.
it("a table of welded boxes that stands on the ground and bears a load sags by less than 0.1 m", () => {
  const world = new scree.World({ sleeping: false });
  world.createBody({ position: { x: 0, y: -1 }, shape: scree.box(40, 2) });
  const make = (x: number, y: number, width: number, height: number, density = 1): Body =>
    world.createBody({ type: "dynamic", position: { x, y }, shape: scree.box(width, height), density });
  const weld = (bodyA: Body, bodyB: Body, x: number, y: number): Joint =>
    world.createJoint({ type: "weld", bodyA, bodyB, anchor: { x, y } });
  const top = Array.from({ length: 6 }, (_, x) => make(x, 3.15, 1, 0.3));
  for (let x = 1; x < 6; x++) weld(top[x - 1]!, top[x]!, x - 0.5, 3.15);
  for (const x of [0, 5]) {
    let last = top[x]!;
    for (let y = 2.5; y > 0; y--) {
      const leg = make(x, y, 0.3, 1);
      weld(last, leg, x, y + 0.5);
      last = leg;
    }
  }
  make(2.5, 4, 2, 1.4, 5);
  run(world, 20);
  expect(3.15 - Math.min(...top.map(({ y }) => y))).toBeLessThan(0.1);
  expect(fastest([...world.bodies])).toBeLessThan(1e-3);
});

describe("trees on long arms", () => {
  it("hang still, and none of thirty is thrown", () => {
    for (let seed = 1; seed <= 30; seed++) {
      const world = new scree.World({ sleeping: false });
      const bodies = tree(world, new Random(seed), 8, 0.2, 5, {
        root: world.createBody({ position: { x: 0, y: 10 } }),
      });
      let most = 0;
      run(world, 10, () => (most = Math.max(most, fastest(bodies))));
      expect(most, `${seed}`).toBeLessThan(1.5);
      expect(fastest(bodies), `${seed}`).toBeLessThan(0.01);
      world.dispose();
    }
  });
});

describe("trees of pins, or of pins and welds, on long arms", () => {
  // Before: 17 of thirty of pins were thrown at up to 400 m/s, and 4 of the mixed ones.
  it.each([1, 0.3])("are not thrown if a share of %f are pins", (pins) => {
    for (let seed = 1; seed <= 30; seed++) {
      const world = new scree.World({ sleeping: false });
      const bodies = tree(world, new Random(seed), 8, 0.2, 5, {
        root: world.createBody({ position: { x: 0, y: 10 } }),
        pins,
      });
      let most = 0;
      run(world, 10, () => (most = Math.max(most, fastest(bodies))));
      // A fall by the length of all arms gives 28 m/s; the end of a whip is somewhat faster.
      expect(most, `${seed}`).toBeLessThan(50);
      world.dispose();
    }
  });

  it("swing without gaining energy", () => {
    for (let seed = 1; seed <= 10; seed++) {
      const world = new scree.World({ sleeping: false });
      const bodies = tree(world, new Random(seed), 8, 0.3, 1, {
        root: world.createBody({ position: { x: 0, y: 10 } }),
        pins: 1,
      });
      run(world, 1 / 60);
      const energy = (): number => energyOf(bodies) + bodies.reduce((sum, { mass, y }) => sum + 10 * mass * y, 0);
      const before = energy();
      const range = bodies.reduce((sum, { mass }) => sum + 10 * mass * 2, 0);
      let most = before;
      run(world, 20, () => (most = Math.max(most, energy())));
      expect(most - before, `${seed}`).toBeLessThan(0.01 * range);
      world.dispose();
    }
  });
});

describe("pins that fork", () => {
  // Before: 0.23 m.
  it("hold balls of 671 times a link's mass on chains from both ends of a beam on a chain", () => {
    const world = worldOf();
    const { joints } = chandelier(scree, world);
    run(world, 2);
    expect(widestWhile(world, joints, 8)).toBeLessThan(0.02);
  });

  // Before: 0.79 m, at up to 68 m/s.
  it("hold a ball at the end of a chain whose links bear pendants, while it swings", () => {
    const world = worldOf();
    const { ground, joints, hang } = linkage(scree, world);
    let last = ground;
    for (let x = 0; x < 20; x++) {
      last = hang(last, x + 0.5, 0, scree.box(1, 0.25), x, 0);
      hang(last, x + 0.5, -0.5, scree.box(0.2, 0.6), x + 0.5, -0.2);
    }
    hang(last, 22.31, 0, scree.circle(2.31), 20, 0, 10);
    expect(widestWhile(world, joints, 10)).toBeLessThan(0.015);
  });

  // Before: 54 mm.
  it("hold boots of 400 times a shin's mass on a doll that hangs by its head", () => {
    const world = worldOf();
    const { bodies, joints } = doll(scree, world);
    run(world, 2);
    expect(widestWhile(world, joints, 8)).toBeLessThan(0.006);
    expect(fastest(bodies)).toBeLessThan(0.02);
  });

  it.each(BUILDS)("bear at each pin the weight of everything below it (%s)", (_, engine) => {
    const world = worldOf(engine);
    const { ground, joints, hang } = linkage(engine, world);
    // A mobile of three storeys: each beam hangs by its middle from an end of the one above.
    const below: number[] = [];
    const storey = (from: Body, x: number, y: number, half: number, depth: number): number => {
      const place = joints.length;
      const beam = hang(from, x, y - 0.5, engine.box(2 * half, 0.2), x, y, 5);
      const ends = [-half, half].map((end) =>
        depth > 0
          ? storey(beam, x + end, y - 0.5, half / 2, depth - 1)
          : hang(beam, x + end, y - 1.5, engine.box(0.8, 1.6), x + end, y - 0.5, 10).mass,
      );
      if (depth === 0) {
        below[place + 1] = below[place + 2] = ends[0]!;
      }
      return (below[place] = beam.mass + ends[0]! + ends[1]!);
    };
    storey(ground, 0, 0, 4, 2);
    run(world, 20);
    expect(joints).toHaveLength(15);
    joints.forEach((pin, i) => expect(pin.force.y / (10 * below[i]!)).toBeCloseTo(1, 2));
    expect(widest(joints)).toBeLessThan(0.01);
  });
});

describe("a row with a body that cannot turn because it has no shape", () => {
  it.each([0, 2, 4])("falls when it is let go, if that is body %d", (number) => {
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

  it("a tree moves as one body of the same shapes does", () => {
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

describe("drawn to twice its length and let go", () => {
  it.each([4, 8, 16])("a row of %d returns to where it was without being thrown", (count) => {
    const { world, boxes } = cantilever(count, 1);
    const hand = world.createBody({ type: "kinematic", position: { x: count, y: 0 } });
    const grip = world.createJoint({ type: "weld", bodyA: boxes.at(-1)!, bodyB: hand, anchor: { x: count, y: 0 } });
    hand.linearVelocity = { x: count / 2, y: 0 };
    run(world, 2);
    expect(boxes.at(-1)!.x).toBeGreaterThan(1.8 * count - 0.5);
    grip.destroy();
    hand.linearVelocity = { x: 0, y: 0 };
    let most = 0;
    run(world, 10, () => (most = Math.max(most, fastest(boxes)))); // slightly bent, the row creeps back
    expect(most).toBeLessThan(0.1); // before: 123 to 185 m/s
    expect(boxes.at(-1)!.x).toBeCloseTo(count - 0.5, 1);
  });
});

describe("rings", () => {
  // Before: both collapsed, at up to 23 m/s.
  it.each([3, 5])("a scissor lift of %d stages bears 48 times the mass of a bar", (stages) => {
    const world = worldOf();
    const { deck, joints } = scissorLift(scree, world, undefined, { stages, height: 1.2 });
    const { y } = deck;
    run(world, 10);
    expect(y - deck.y).toBeLessThan(0.09 * stages);
    expect(widest(joints)).toBeLessThan(0.015);
  });

  // Before: gaps of 7 cm, and a sag of 0.9 m.
  it("a truss of eight metres bears the weight of 100 bars", () => {
    const world = worldOf();
    const { bodies, joints, held, load } = truss(scree, world);
    run(world, 10);
    expect(load.y).toBeGreaterThan(-1.15);
    expect(widest(joints)).toBeLessThan(0.006);
    expect(fastest(bodies)).toBeLessThan(0.01);
    const weight = 10 * bodies.reduce((sum, { mass }) => sum + mass, 0);
    held.forEach(({ force }) => expect(force.y / weight).toBeCloseTo(0.5, 2));
  });

  it.each(BUILDS)("each rail of a ladder bears half of the weight below (%s)", (_, engine) => {
    const world = worldOf(engine);
    const { bodies, joints, bar, hold, make } = linkage(engine, world);
    for (let y = 0; y > -10; y--) {
      bar(0, y, 0, y - 1);
      bar(1, y, 1, y - 1);
      bar(0, y - 1, 1, y - 1);
    }
    const tops = [hold(0, 0), hold(1, 0)];
    const load = make(0.5, -11, engine.box(2, 2), 10);
    hold(0, -10, load);
    hold(1, -10, load);
    run(world, 10);
    const weight = 10 * bodies.reduce((sum, { mass }) => sum + mass, 0);
    tops.forEach(({ force }) => expect(force.y / weight).toBeCloseTo(0.5, 2));
    expect(widest(joints)).toBeLessThan(0.005); // before: 43 mm
  });

  // Before: 258, 146 and 671 mm.
  it.each([
    [8, 2, 0.02],
    [8, 3, 0.012],
    [12, 3, 0.04],
  ])("a wall of %d × %d welded boxes that juts out from a fixed one sags by less than %f m", (columns, rows, most) => {
    const world = worldOf();
    const { bodies } = wall(scree, world, undefined, { columns, rows });
    run(world, 20);
    expect(rows - 1 - bodies.at(-1)!.y).toBeLessThan(most);
    expect(fastest(bodies)).toBeLessThan(1e-3);
  });

  it("of welds keep turning in free space, even if they fail to close by 5 mm", () => {
    for (const gap of [0, 0.005]) {
      const world = new scree.World({ sleeping: false, gravity: { x: 0, y: 0 } });
      const [count, radius, w] = [8, 2, 4];
      const boxes = Array.from({ length: count }, (_, i) => {
        const angle = (2 * Math.PI * i) / count;
        const position = { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
        const linearVelocity = { x: -w * position.y, y: w * position.x };
        const motion = { angle, linearVelocity, angularVelocity: w };
        return world.createBody({ type: "dynamic", position, shape: scree.box(0.4, 1.5), group: -1, ...motion });
      });
      boxes.forEach((bodyA, i) => {
        const bodyB = boxes[(i + 1) % count]!;
        const angle = (2 * Math.PI * (i + 0.5)) / count;
        const [x, y] = [radius * Math.cos(angle), radius * Math.sin(angle)];
        const anchorB = bodyB.toLocal({ x: x + (i === 0 ? gap : 0), y });
        world.createJoint({ type: "weld", bodyA, bodyB, anchorA: bodyA.toLocal({ x, y }), anchorB });
      });
      const before = { energy: energyOf(boxes), turn: momentumOf(boxes).turn };
      run(world, 30);
      expect(energyOf(boxes) / before.energy, `${gap}`).toBeGreaterThan(0.96);
      expect(momentumOf(boxes).turn / before.turn, `${gap}`).toBeGreaterThan(0.98);
      world.dispose();
    }
  });
});
