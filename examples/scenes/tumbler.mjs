import { check, countOutsideSquare, meanHeight } from "./checks.mjs";
import { thousands } from "./scene.mjs";

const GRID = { full: 45, half: 22 };
const SCALE = { full: 1, half: 0.5 };
const HALF = 10;
const WALL_HALF = 0.5;
const BOX = 0.25;
const SPACING = 0.4;
const MOTOR_SPEED = (25 * Math.PI) / 180;

/** The drum's index: body 0 is the frame it turns in. */
const DRUM = 1;

/** Boxes tumbling in a square drum on a motor. @type {import("./scene.mjs").Scene} */
export const tumbler = {
  name: "tumbler",
  title: "Tumbler",
  about: (size) => `${thousands(GRID[size] ** 2)} small boxes in a hollow square that a motor turns at 25°/s.`,
  steps: 750,
  gravity: { x: 0, y: -10 },

  bounds: (size) => {
    const reach = 15 * SCALE[size];
    const centerY = HALF * SCALE[size];
    return { minX: -reach, minY: centerY - reach, maxX: reach, maxY: centerY + reach };
  },

  build(builder, size) {
    const half = HALF * SCALE[size];
    const thickness = 2 * WALL_HALF * SCALE[size];
    const material = { density: 50 };
    const frame = builder.createBody({ type: "static", x: 0, y: 0 });
    const drum = builder.createBody({ type: "dynamic", x: 0, y: half });
    for (const side of [1, -1]) {
      builder.addShape(drum, { kind: "box", width: thickness, height: 2 * half, x: side * half, y: 0 }, material);
    }
    for (const side of [1, -1]) {
      builder.addShape(drum, { kind: "box", width: 2 * half, height: thickness, x: 0, y: side * half }, material);
    }
    builder.addRevolute({ bodyA: frame, bodyB: drum, x: 0, y: half, motorSpeed: MOTOR_SPEED, maxTorque: 1e8 });

    const count = GRID[size];
    for (let row = 0; row < count; row += 1) {
      for (let column = 0; column < count; column += 1) {
        const x = (column - count / 2) * SPACING;
        const y = half + (row - count / 2) * SPACING;
        const body = builder.createBody({ type: "dynamic", x, y });
        builder.addShape(body, { kind: "box", width: BOX, height: BOX });
      }
    }
  },

  prove(final) {
    // The boxes lie low, at 0.56 to 0.62 of the axis's height in every engine; without gravity they drift about it, at 1.05.
    const lying = 0.8 * HALF * SCALE[final.size];
    const escaped = countOutsideSquare(final, DRUM, HALF * SCALE[final.size]);
    const turned = final.poses[DRUM * 3 + 2];
    const expected = (MOTOR_SPEED * final.steps) / 60;
    const behind = Math.abs(Math.atan2(Math.sin(turned - expected), Math.cos(turned - expected)));
    return [
      check({ name: "escaped", value: escaped, atMost: 0, reference: 0, always: true }),
      check({ name: "drum off its angle", value: behind, unit: "rad", atMost: 0.02, always: true }),
      check({ name: "mean height", value: meanHeight(final), unit: "m", atMost: lying }),
    ];
  },
};
