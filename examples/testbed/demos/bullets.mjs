/** @typedef {import("./demo.mjs").Demo} Demo */

const WALL = 0.02;
const SPEED = 300;
const PERIOD = 20;
const REFLECTIONS = 12;
const RANGE = 200;

/** A laser beam: rays that reflect from what they meet. Returns the corners of its path. */
function trace(world, from, direction) {
  const path = [from];
  let origin = from;
  let ray = { x: direction.x * RANGE, y: direction.y * RANGE };
  for (let bounce = 0; bounce < REFLECTIONS; bounce += 1) {
    const hit = world.castRay(origin, ray);
    if (!hit) {
      path.push({ x: origin.x + ray.x, y: origin.y + ray.y });
      break;
    }
    path.push(hit.point);
    const { x, y } = hit.normal;
    const along = 2 * (ray.x * x + ray.y * y);
    const left = 1 - hit.fraction;
    ray = { x: (ray.x - along * x) * left, y: (ray.y - along * y) * left };
    // A little off the surface, or the next ray begins inside it.
    origin = { x: hit.point.x + 1e-3 * x, y: hit.point.y + 1e-3 * y };
  }
  return path;
}

/** @type {Demo} */
export const bullets = {
  name: "Bullets and a laser",
  about: "Balls of 10 cm at 300 m/s meet walls of 2 cm and never pass. The beam reflects from whatever it meets.",
  view: { x: 0, y: 5, height: 16, width: 22 },
  build({ box, circle }, world) {
    const wall = { friction: 0.2, restitution: 0.6 };
    for (const side of [-1, 1]) {
      world.createBody({ position: { x: 10 * side, y: 5 }, shape: box(WALL, 12), ...wall });
      world.createBody({ position: { x: 0, y: 5 + 6 * side }, shape: box(20, WALL), ...wall });
    }
    for (let index = 0; index < 5; index += 1) {
      world.createBody({ position: { x: 3 * index - 6, y: 4 + (index % 3) }, angle: index, shape: box(1, 1) });
    }
    const shots = [];
    let steps = 0;
    let angle = 0;
    return {
      update() {
        steps += 1;
        angle = 0.6 * Math.sin(steps / 90);
        if (steps % PERIOD === 0 && shots.length < 60) {
          const turn = shots.length * 0.7;
          shots.push(
            world.createBody({
              type: "dynamic",
              position: { x: -9, y: 5 },
              linearVelocity: { x: SPEED * Math.cos(turn), y: SPEED * Math.sin(turn) },
              shape: circle(0.05),
              restitution: 0.6,
              bullet: true,
            }),
          );
        }
      },
      paint(painter) {
        const path = trace(world, { x: -9.5, y: 10 }, { x: Math.cos(angle - 0.5), y: Math.sin(angle - 0.5) });
        for (let index = 1; index < path.length; index += 1) {
          painter.segment(path[index - 1], path[index], { role: "contact", color: "#e53935" });
        }
      },
      report() {
        const escaped = shots.filter(({ x, y }) => Math.abs(x) > 10 || Math.abs(y - 5) > 6).length;
        const path = trace(world, { x: -9.5, y: 10 }, { x: Math.cos(angle - 0.5), y: Math.sin(angle - 0.5) });
        return { shots: shots.length, escaped, reflections: path.length - 2 };
      },
    };
  },
};
