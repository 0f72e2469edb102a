// A swept event told the way that is left of a body's own once it has been bent along a seam: of boxes shot at a level chain one in ten
// told 14 m/s where it was 100, and a fraction six times the true one. Where the body was put, and how fast it was, was right.
import { expect, it } from "vitest";
import { BUILDS } from "../helpers/engine.js";
import { Random } from "../helpers/numbers.js";

const SHOTS = 200;
const HZ = 60;

it.each(BUILDS)(
  "what is swept tells where and how fast it met a chain: %s",
  (_name, { World, box, capsule, chain }) => {
    /** Of so many shots how many tell a speed that is off by a twentieth, or a place on their way that is off by 3 cm. */
    function wrong(linked: boolean): number {
      const random = new Random(7);
      let count = 0;
      for (let shot = 0; shot < SHOTS; shot++) {
        const world = new World({ gravity: { x: 0, y: 0 }, events: { swept: true } });
        if (linked) {
          world.createBody({ shape: chain(Array.from({ length: 41 }, (_, k) => ({ x: k - 20, y: 0 }))) });
        } else {
          world.createBody({ position: { x: 0, y: -1 }, shape: box(40, 2) });
        }
        const size = random.between(0.1, 0.3);
        const angle = random.between(-3, 3);
        const speed = random.between(40, 100);
        const height = random.between(2, 4);
        world.createBody({
          type: "dynamic",
          position: { x: random.between(-1, 1), y: height },
          angle,
          linearVelocity: { x: random.between(-20, 20), y: -speed },
          shape: shot % 2 === 0 ? box(2 * size, size) : capsule(size, 0.5 * size),
        });
        const cosine = Math.abs(Math.cos(angle));
        const sine = Math.abs(Math.sin(angle));
        const low = shot % 2 === 0 ? size * sine + 0.5 * size * cosine : 0.5 * size * sine + 0.5 * size;
        const due = ((height - low) / speed) * HZ;
        for (let step = 0; step < 8; step++) {
          world.step(1 / HZ);
          const swept = world.events.swept[0];
          if (swept) {
            const slow = Math.abs(swept.speed / speed - 1) > 0.05;
            const early = (Math.abs(swept.fraction + step - due) * speed) / HZ > 0.03;
            count += slow || early ? 1 : 0;
            break;
          }
        }
        world.dispose();
      }
      return count;
    }
    // what a contact has slowed before tells less on one box, too
    expect(wrong(true)).toBeLessThanOrEqual(wrong(false) + 0.02 * SHOTS);
  },
);
