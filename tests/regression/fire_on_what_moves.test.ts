// Symptom: a body struck by a bullet stood still for the rest of that step, however light the bullet: under a bullet of 8 g
// in every step a truck of 1 t that reported 20 m/s went 5, a rotor that reported 5 rad/s hardly turned, a crate fell half
// as far, and pins came apart by 0.5 m.
// Cause: both were put where they touched, and only a body that had slept went on.
// What must hold: a body under fire moves as far as its velocity says, and its joints hold.
import { describe, expect, it } from "vitest";
import { BUILDS, DT, type Body, type World } from "../helpers/engine.js";

/** Mass of a bullet: 8 g. */
const BULLET = { density: 0.008 / (Math.PI * 0.05 ** 2) };
const STEPS = 120;

describe.each(BUILDS)("the %s build", (_, { World, box, circle }) => {
  /** Steps the world, each time with a new bullet fired at the target from above at 200 m/s. */
  const fire = (world: World, target: Body, each: () => void): void => {
    const shape = circle(0.05);
    for (let k = 0; k < STEPS; k++) {
      world.createBody({
        type: "dynamic",
        bullet: true,
        position: { x: target.x + 0.3 * ((k % 7) - 3), y: target.y + 4 + 0.3 * (k % 10) },
        linearVelocity: { x: target.linearVelocity.x, y: target.linearVelocity.y - 200 },
        shapes: [{ shape, ...BULLET }],
      });
      world.step();
      each();
    }
  };

  it.each([20, 90])("a truck at %i m/s goes as far as its velocity says", (speed) => {
    const world = new World({ gravity: { x: 0, y: 0 } });
    const truck = world.createBody({
      type: "dynamic",
      linearVelocity: { x: speed, y: 0 },
      shapes: [{ shape: box(4, 2), density: 125 }],
    });
    let told = 0;
    fire(world, truck, () => (told += truck.linearVelocity.x * DT));
    expect(truck.x / told).toBeGreaterThan(0.995);
    expect(truck.x / told).toBeLessThan(1.005);
    expect(truck.linearVelocity.x).toBeGreaterThan(0.99 * speed);
  });

  it("a rotor turns as far as its velocity says", () => {
    const world = new World({ gravity: { x: 0, y: 0 } });
    const rotor = world.createBody({
      type: "dynamic",
      angularVelocity: 5,
      shapes: [{ shape: box(6, 0.2), density: 1000 }],
    });
    let told = 0;
    let turned = 0;
    let before = 0;
    fire(world, rotor, () => {
      told += rotor.angularVelocity * DT;
      const change = rotor.angle - before;
      turned += change - 2 * Math.PI * Math.round(change / (2 * Math.PI));
      before = rotor.angle;
    });
    expect(turned / told).toBeGreaterThan(0.995);
    expect(turned / told).toBeLessThan(1.005);
  });

  it("a crate falls as far as it would alone", () => {
    const world = new World();
    const alone = world.createBody({ type: "dynamic", position: { x: 100, y: 0 }, shape: box(1, 1) });
    const crate = world.createBody({ type: "dynamic", shapes: [{ shape: box(2, 2), density: 25 }] });
    fire(world, crate, () => {});
    expect(crate.y / alone.y).toBeGreaterThan(0.97);
    expect(crate.y / alone.y).toBeLessThan(1.1); // each bullet gives it 16 mm/s
  });

  it("a pin between two moving bodies holds", () => {
    const world = new World({ gravity: { x: 0, y: 0 } });
    const part = {
      type: "dynamic",
      linearVelocity: { x: 20, y: 0 },
      shapes: [{ shape: box(4, 2), density: 125 }],
    } as const;
    const truck = world.createBody(part);
    const trailer = world.createBody({ ...part, position: { x: -5, y: 0 } });
    world.createJoint({ type: "revolute", bodyA: truck, bodyB: trailer, anchor: { x: -2.5, y: 0 } });
    let gap = 0;
    fire(world, truck, () => {
      const a = truck.toWorld({ x: -2.5, y: 0 });
      const b = trailer.toWorld({ x: 2.5, y: 0 });
      gap = Math.max(gap, Math.hypot(a.x - b.x, a.y - b.y));
    });
    expect(gap).toBeLessThan(0.01);
  });

  it.each([20, 60])(
    "a bullet at the front of a truck at %i m/s is not run over when another bullet strikes it",
    (speed) => {
      for (let start = 0; start < 5; start += 0.25) {
        const world = new World({ gravity: { x: 0, y: 0 } });
        const truck = world.createBody({
          type: "dynamic",
          linearVelocity: { x: speed, y: 0 },
          shapes: [{ shape: box(4, 2), density: 125 }],
        });
        const shot = (x: number, y: number, velocity: number): Body =>
          world.createBody({
            type: "dynamic",
            bullet: true,
            position: { x, y },
            linearVelocity: { x: velocity, y: 0 },
            shapes: [{ shape: circle(0.05), ...BULLET }],
          });
        const shots = [shot(2.05, 0.1, speed), shot(2.3 + start, 0.13, speed - 300)];
        for (let step = 0; step < 10; step++) {
          world.step();
          for (const { position } of shots) expect(truck.toLocal(position).x).toBeGreaterThan(1.97);
        }
        world.dispose();
      }
    },
  );

  it("balls that press each other into the corners of a turning frame stay in it", () => {
    let lost = 0;
    for (let k = 0; k < 12; k++) {
      const world = new World({ gravity: { x: 0, y: 0 } });
      const wall = [0, 1, 2, 3].map((side) => {
        const angle = (side * Math.PI) / 2;
        const center = { x: 2.5 * Math.sin(angle), y: 2.5 * Math.cos(angle) };
        return { shape: box(5.1, 0.1, { center, angle: -angle }), density: 50000 };
      });
      const frame = world.createBody({ type: "dynamic", angularVelocity: 10, shapes: wall });
      const balls = [0, 1, 2, 3].map((i) =>
        world.createBody({
          type: "dynamic",
          bullet: true,
          position: { x: Math.cos(1.57 * i), y: Math.sin(1.57 * i) },
          linearVelocity: { x: (25 + 4 * k) * Math.cos(1.1 * k + i), y: (25 + 4 * k) * Math.sin(1.1 * k + i) },
          restitution: 0.8,
          shape: circle(0.15),
        }),
      );
      for (let step = 0; step < 150; step++) world.step();
      lost += balls.filter(({ x, y }) => Math.hypot(x - frame.x, y - frame.y) > 3.8).length;
      world.dispose();
    }
    expect(lost).toBeLessThan(2);
  });
});
