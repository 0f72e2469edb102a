const SPEED = 25;
const TORQUE = 900;

/** Hills of a road, as heights every two metres. */
function heights() {
  return Array.from({ length: 90 }, (_, index) =>
    index < 8 ? 0 : 1.2 * Math.sin(index / 3) + 0.6 * Math.sin(index / 1.7),
  );
}

/** @type {import("./demo.mjs").Demo} */
export const car = {
  name: "Car",
  about: "Three convex parts on two sprung wheels; the road is one smooth chain, then a bridge of planks.",
  keys: { left: "Back", right: "Forward" },
  view: { x: 0, y: 2, height: 16, width: 16 },
  build({ box, polygon, circle, chain }, world) {
    const road = heights().map((y, index) => ({ x: 2 * index - 20, y }));
    const { x: edge, y: level } = road[road.length - 1];
    const ground = world.createBody({ shape: chain([{ x: -20, y: 8 }, ...road]), friction: 0.9 });
    const bridge = buildBridge({ box }, world, ground, edge, level);
    const wall = box(1, 8, { center: { x: 20.5, y: 3.5 } });
    world.createBody({
      position: { x: edge + bridge + 20, y: level - 0.5 },
      shapes: [box(40, 1), wall],
      friction: 0.9,
    });

    const chassis = world.createBody({
      type: "dynamic",
      position: { x: -8, y: 1.2 },
      shapes: [
        box(3.2, 0.5),
        polygon([
          { x: -1.2, y: 0.25 },
          { x: 1, y: 0.25 },
          { x: 0.4, y: 0.9 },
          { x: -0.9, y: 0.9 },
        ]),
        polygon([
          { x: 1.6, y: -0.25 },
          { x: 2, y: -0.2 },
          { x: 1.6, y: 0.25 },
        ]),
      ],
      density: 60,
    });
    const wheels = [-1.1, 1.1].map((x) => {
      const position = { x: -8 + x, y: 0.7 };
      const wheel = world.createBody({ type: "dynamic", position, shape: circle(0.45), density: 40, friction: 1.4 });
      return world.createJoint({
        type: "wheel",
        bodyA: chassis,
        bodyB: wheel,
        anchor: position,
        axisA: { x: 0, y: 1 },
        spring: { hertz: 4, dampingRatio: 0.7 },
        limit: { lower: -0.3, upper: 0.3 },
        motor: { speed: 0, maxTorque: TORQUE },
      });
    });
    return {
      update({ left, right }) {
        const speed = right ? -SPEED : left ? SPEED : 0;
        for (const joint of wheels) {
          joint.motor = { speed, maxTorque: left || right ? TORQUE : TORQUE / 10 };
        }
        if (left || right) {
          chassis.wake();
        }
      },
      follow: (alpha) => chassis.interpolated(undefined, alpha),
      report: () => ({ x: chassis.x, y: chassis.y, upright: Math.cos(chassis.angle) > 0, edge }),
    };
  },
};

/** A bridge of pinned planks from `edge` on. Returns its length (m). */
function buildBridge({ box }, world, ground, /** @type {number} */ edge, /** @type {number} */ level) {
  const planks = 12;
  let before = ground;
  for (let index = 0; index < planks; index += 1) {
    const plank = world.createBody({
      type: "dynamic",
      position: { x: edge + index + 0.5, y: level - 0.125 },
      shape: box(1, 0.25),
      density: 30,
      friction: 0.9,
    });
    world.createJoint({ type: "revolute", bodyA: before, bodyB: plank, anchor: { x: edge + index, y: level - 0.125 } });
    before = plank;
  }
  const anchor = { x: edge + planks, y: level - 0.125 };
  world.createJoint({ type: "revolute", bodyA: before, bodyB: ground, anchor });
  return planks;
}
