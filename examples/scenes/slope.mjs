import { check, displacement } from "./checks.mjs";

const SLOPE = (20 * Math.PI) / 180;
const PLANK = 8;

/** tan 20° is 0.364: the first three slide, the others hold. Plank and block have the same friction. */
const FRICTIONS = [0.1, 0.2, 0.3, 0.42, 0.5, 0.7];
const SLIDING = FRICTIONS.filter((friction) => friction < Math.tan(SLOPE)).length;

/** @type {import("./scene.mjs").Scene} */
export const slope = {
  name: "slope",
  title: "Slope and friction",
  about: () => "Blocks on planks of 20°: those whose friction is below tan 20° slide, the others stay.",
  steps: 90,
  gravity: { x: 0, y: -10 },

  bounds: () => ({ minX: -11, minY: -9, maxX: 11, maxY: 4 }),

  build(builder) {
    const cos = Math.cos(SLOPE);
    const sin = Math.sin(SLOPE);
    FRICTIONS.forEach((friction, index) => {
      const x = index < 3 ? -5 : 5;
      const y = -3.5 * (index % 3);
      const plank = builder.createBody({ type: "static", x, y, angle: -SLOPE });
      builder.addShape(plank, { kind: "box", width: PLANK, height: 0.3 }, { friction });
      const along = -0.4 * PLANK;
      const above = 0.15 + 0.4;
      const place = { x: x + cos * along + sin * above, y: y - sin * along + cos * above };
      const block = builder.createBody({ type: "dynamic", ...place, angle: -SLOPE });
      builder.addShape(block, { kind: "box", width: 0.8, height: 0.8 }, { friction });
    });
  },

  prove(final) {
    const moved = FRICTIONS.map((_, index) => {
      const pair = [2 * index, 2 * index + 1];
      const bodies = pair.map((body) => final.description.bodies[body]);
      const poses = final.poses.slice(pair[0] * 3, (pair[1] + 1) * 3);
      return displacement({ ...final, description: { bodies, joints: [] }, poses }).worst;
    });
    return [
      check({
        name: "least of those that slide",
        value: Math.min(...moved.slice(0, SLIDING)),
        unit: "m",
        atLeast: 0.4,
      }),
      check({ name: "most of those that hold", value: Math.max(...moved.slice(SLIDING)), unit: "m", atMost: 0.02 }),
    ];
  },
};
