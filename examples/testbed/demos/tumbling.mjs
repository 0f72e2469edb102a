const HALF = 6;
const BOXES = 12;

/** @type {import("./demo.mjs").Demo} */
export const tumbling = {
  name: "Tumbling boxes",
  about: "A square drum turned by a motor.",
  keys: { left: "Turn left", right: "Turn right" },
  view: { x: 0, y: 0, height: 20, width: 20 },
  build({ box }, world) {
    const axle = world.createBody({});
    const walls = [-1, 1].flatMap((side) => [
      box(0.5, 2 * HALF + 0.5, { center: { x: side * HALF, y: 0 } }),
      box(2 * HALF + 0.5, 0.5, { center: { x: 0, y: side * HALF } }),
    ]);
    const drum = world.createBody({ type: "dynamic", shapes: walls, density: 20 });
    const motor = { speed: 0.5, maxTorque: 1e7 };
    const joint = world.createJoint({ type: "revolute", bodyA: axle, bodyB: drum, anchor: { x: 0, y: 0 }, motor });
    const boxes = Array.from({ length: BOXES * BOXES }, (_, index) => {
      const x = ((index % BOXES) - (BOXES - 1) / 2) * 0.75;
      const y = (Math.floor(index / BOXES) - (BOXES - 1) / 2) * 0.75;
      return world.createBody({ type: "dynamic", position: { x, y }, shape: box(0.7, 0.7) });
    });
    return {
      update({ left, right }) {
        if (left !== right) {
          joint.motor = { ...motor, speed: right ? -1 : 1 };
        }
      },
      report() {
        const inside = boxes.filter(({ x, y }) => Math.hypot(x, y) < HALF * Math.SQRT2);
        return { boxes: boxes.length, inside: inside.length, turned: drum.angle };
      },
    };
  },
};
