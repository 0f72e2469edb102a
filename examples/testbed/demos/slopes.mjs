const SLOPES = [0.1, 0.25, 0.4, 0.5, 0.6];
const FRICTION = 0.5;

/** @type {import("./demo.mjs").Demo} */
export const slopes = {
  name: "Slopes",
  about: "Friction 0.5: a box rests where the slope is less steep than that, and slides where it is steeper.",
  view: { x: 0, y: 4, height: 14, width: 31 },
  build({ box }, world) {
    const boxes = SLOPES.map((slope, index) => {
      const angle = Math.atan(slope);
      const x = 6 * (index - 2);
      world.createBody({ position: { x, y: 2 }, angle, shape: box(5, 0.2), friction: FRICTION });
      const above = 0.35;
      const position = { x: x - above * Math.sin(angle), y: 2 + above * Math.cos(angle) };
      return world.createBody({ type: "dynamic", position, angle, shape: box(0.5, 0.5), friction: FRICTION });
    });
    const starts = boxes.map(({ position }) => position);
    const moved = (/** @type {number} */ index) =>
      Math.hypot(boxes[index].x - starts[index].x, boxes[index].y - starts[index].y);
    return {
      report: () => Object.fromEntries(SLOPES.map((slope, index) => [`slope ${slope}`, moved(index)])),
    };
  },
};
