import { check } from "./checks.mjs";

const CRATE = 1;
const BALL = 2;

/** The README's first program. @type {import("./scene.mjs").Scene} */
export const helloWorld = {
  name: "hello_world",
  title: "Hello world",
  about: () => "A crate and a bouncing ball on the ground.",
  steps: 600,
  gravity: { x: 0, y: -10 },

  bounds: () => ({ minX: -4, minY: -1, maxX: 6, maxY: 6 }),

  build(builder) {
    const ground = builder.createBody({ type: "static", x: 0, y: -1 });
    builder.addShape(ground, { kind: "box", width: 100, height: 2 });
    const crate = builder.createBody({ type: "dynamic", x: 0, y: 5 });
    builder.addShape(crate, { kind: "box", width: 1, height: 1 });
    const ball = builder.createBody({ type: "dynamic", x: 2, y: 5 });
    builder.addShape(ball, { kind: "circle", radius: 0.5 }, { density: 2, friction: 0.4, restitution: 0.8 });
  },

  prove({ poses }) {
    return [
      check({ name: "crate at y", value: poses[CRATE * 3 + 1], unit: "m", atLeast: 0.49, atMost: 0.51 }),
      check({ name: "ball at y", value: poses[BALL * 3 + 1], unit: "m", atLeast: 0.49, atMost: 0.6 }),
    ];
  },
};
