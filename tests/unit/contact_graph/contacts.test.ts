import { expect, suite, test } from "vitest";
import { BodyField, Counter } from "../../../assembly/abi/layout";
import { WorldField } from "../../../assembly/abi/option_layout";
import { TARGETS } from "../core";
import { BodyType, RawWorld } from "../raw_world";

suite.each(TARGETS)("a contact (%s)", (target) => {
  const contacts = (world: RawWorld): number => world.core.worldCounter(Counter.Contacts);

  test("is born when the boxes meet and dies when they part", async () => {
    const world = await RawWorld.make(target, 0);
    world.box(BodyType.Static, 0, 0, 1, 1);
    const ball = world.circle(BodyType.Dynamic, 3, 0, 0.5);
    world.step(2);
    expect(contacts(world)).toBe(0);
    world.core.bodySetVelocity(ball, -3, 0, 0);
    world.step(40);
    expect(contacts(world)).toBe(1);
    world.core.bodySetVelocity(ball, 3, 0, 0);
    world.step(30);
    expect(contacts(world)).toBe(0);
  });

  test("that ends in the very step in which its boxes part is not left beside its successor", async () => {
    const world = await RawWorld.make(target, 0);
    world.box(BodyType.Static, 0, 0, 1, 1);
    const ball = world.circle(BodyType.Dynamic, 1.49, 0, 0.5);
    world.step(2);
    expect(contacts(world)).toBe(1);
    for (let turn = 0; turn < 5; turn++) {
      world.core.bodySetVelocity(ball, 6, 0, 0);
      world.step();
      world.core.bodySetVelocity(ball, -6, 0, 0);
      world.step();
      expect(world.core.worldValidate()).toBe(0);
      world.core.bodySetVelocity(ball, 0, 0, 0);
      world.step();
      expect(contacts(world)).toBe(1);
    }
  });

  test("whose boxes part in the very step in which the body falls asleep does not survive that step", async () => {
    /** A ball at rest beside a box, which gravity pulls away after so many steps. */
    const pushed = async (idle: number): Promise<{ world: RawWorld; ball: number }> => {
      const world = await RawWorld.make(target, 0);
      world.box(BodyType.Static, 0, 0, 1, 1);
      const ball = world.circle(BodyType.Dynamic, 1.49, 0, 0.5);
      world.core.bodySet(ball, BodyField.SleepThreshold, 1e6); // counts as at rest whatever its speed
      world.core.worldSetOption(WorldField.TimeToSleep, 1e6);
      world.step(idle);
      expect(contacts(world)).toBe(1);
      world.core.worldSetOption(WorldField.GravityX, 36);
      return { world, ball };
    };
    const awake = await pushed(64);
    let steps = 0;
    for (; contacts(awake.world) > 0; steps++) {
      awake.world.step(1);
    }
    expect(steps).toBeGreaterThan(2);
    // The boxes part a step before the contact is checked. Sleepers are sought only every eighth step, so one of the eight runs hits it.
    let asleep = 0;
    for (let idle = 64; idle < 72; idle++) {
      const { world, ball } = await pushed(idle);
      const { core } = world;
      world.step(steps - 2);
      expect(contacts(world)).toBe(1);
      core.worldSetOption(WorldField.TimeToSleep, 0.01);
      world.step(1);
      expect(core.worldValidate()).toBe(0);
      if (core.bodyGet(ball, BodyField.Awake) === 0) {
        asleep++;
        expect(contacts(world)).toBe(0);
      }
    }
    expect(asleep).toBe(1);
  });
});
