const RADIUS = 5;
const THICKNESS = 0.4;
const PARTS = 16;
const BALLS = 60;

/** @type {import("./demo.mjs").Demo} */
export const bowl = {
  name: "Bowl",
  about: "A bowl of convex parts on the ground, free to move, holds sixty balls. Drag it to spill them.",
  view: { x: 0, y: 5, height: 15, width: 15 },
  build({ box, circle, polygon }, world) {
    world.createBody({ position: { x: 0, y: -0.5 }, shape: box(60, 1) });
    const at = (/** @type {number} */ radius, /** @type {number} */ part) => {
      const angle = Math.PI + (Math.PI * part) / PARTS;
      return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
    };
    const shapes = Array.from({ length: PARTS }, (_, part) =>
      polygon([at(RADIUS, part), at(RADIUS + THICKNESS, part), at(RADIUS + THICKNESS, part + 1), at(RADIUS, part + 1)]),
    );
    const foot = polygon([
      { x: -2, y: -6 },
      { x: 2, y: -6 },
      { x: 1, y: -5.2 },
      { x: -1, y: -5.2 },
    ]);
    const basin = world.createBody({
      type: "dynamic",
      position: { x: 0, y: 6 },
      shapes: [...shapes, foot],
      density: 5,
    });
    const balls = Array.from({ length: BALLS }, (_, index) =>
      world.createBody({
        type: "dynamic",
        position: { x: ((index * 7) % 13) * 0.4 - 2.4, y: 7 + 0.7 * Math.floor(index / 6) },
        shape: circle(0.3),
        friction: 0.2,
      }),
    );
    return {
      report() {
        const inside = balls.filter(({ x, y }) => Math.hypot(x - basin.x, y - basin.y) < RADIUS && y < basin.y + 1);
        return { balls: balls.length, inside: inside.length, tilt: Math.abs(basin.angle) };
      },
    };
  },
};
