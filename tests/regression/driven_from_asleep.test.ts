import { describe, expect, it } from "vitest";
import { BUILDS, type Engine } from "../helpers/engine.js";

// Symptom: a body that was to begin asleep was awake if its definition named a gravity, force or torque of its own, and an
//   event reported that it woke, though it had never slept.
// Cause: they were set after the body was made, and a change of them wakes it.
// What must hold: `awake: false` holds whatever else is given; the drives act once it is woken, as on a body made awake.

type Def = Partial<Parameters<InstanceType<Engine["World"]>["createBody"]>[0]>;

describe.each(BUILDS)("a body made asleep (%s)", (_, { World, box }) => {
  it.each<Def>([{ gravity: { x: 0, y: -3 } }, { force: { x: 2, y: 0 } }, { torque: 1 }])(
    "with %o sleeps until woken",
    (own) => {
      const [sleeper, twin] = [false, true].map((awake) => {
        const world = new World();
        const body = world.createBody({ type: "dynamic", awake, shape: box(1, 1), ...own });
        expect(body.awake).toBe(awake);
        expect(world.events.sleep).toEqual([]);
        expect(body).toMatchObject({ gravity: undefined, force: { x: 0, y: 0 }, torque: 0, ...own });
        return { world, body };
      });
      for (let step = 0; step < 30; step++) {
        sleeper!.world.step();
      }
      expect([sleeper!.body.awake, sleeper!.body.y]).toEqual([false, 0]);
      sleeper!.body.wake();
      for (let step = 0; step < 10; step++) {
        sleeper!.world.step();
        twin!.world.step();
        expect(sleeper!.world.hash()).toBe(twin!.world.hash());
      }
      expect(twin!.body.x === 0 && twin!.body.y === 0 && twin!.body.angle === 0).toBe(false);
    },
  );
});
