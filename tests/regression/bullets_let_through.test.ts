// Symptom: a bullet that met a moving one-way platform from below hung there forever, keeping its velocity; likewise behind a moving
// one-sided chain. Cause: the search for moving bodies in a bullet's way did not ask whether the shape lets it through.
import { expect, it } from "vitest";
import { BUILDS, type Engine, type World } from "../helpers/engine.js";

const grounds = [
  ["a one-way platform", (_: Engine) => ({ shape: _.box(6, 0.2), oneWay: { x: 0, y: 1 } })],
  [
    "a one-sided chain",
    (_: Engine) => ({
      shape: _.chain(
        [3, 1, -1, -3].map((x) => ({ x, y: 0 })),
        { oneSided: true },
      ),
    }),
  ],
] as const;
const types = ["static", "kinematic"] as const;
const speeds = [0, -20, 20] as const;
const cases = BUILDS.flatMap(([build, scree]) =>
  grounds.flatMap(([name, ground]) => types.map((type) => [name, type, build, scree, ground] as const)),
);

function meet(world: World, scree: Engine, from: -1 | 1, rise: number, def: object) {
  const ground = world.createBody({ linearVelocity: { x: 0, y: rise }, ...def });
  const ball = world.createBody({
    type: "dynamic",
    bullet: true,
    position: { x: 0.3, y: 2.3 * from },
    linearVelocity: { x: 0, y: -60 * from },
    shape: scree.circle(0.2),
  });
  for (let step = 0; step < 8; step++) world.step();
  return ball.y - ground.y;
}

it.each(cases)("bullets pass %s of a %s body from below and not from above (%s)", (_, type, _build, scree, ground) => {
  for (const rise of type === "static" ? [0] : speeds) {
    const def = { type, ...ground(scree) };
    expect(meet(new scree.World({ gravity: { x: 0, y: 0 } }), scree, 1, rise, def)).toBeGreaterThan(0.15);
    const above = meet(new scree.World({ gravity: { x: 0, y: 0 } }), scree, -1, rise, def);
    expect(above).toBeCloseTo(-2.3 + ((60 - rise) * 8) / 60, 3);
  }
});
