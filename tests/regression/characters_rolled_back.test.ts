// Symptom: a character could not be rolled back: its position can be set, but after a restore in the middle of a one-way
// platform, or on a lift, it moved differently.
// Cause: which shapes it passes and where it stands were kept by the character, not by the snapshot.
// What must hold: with its `state`, which is plain data, set again, it moves to the last bit as it did, in another world too.
import { describe, expect, it } from "vitest";
import { Character, type CharacterState } from "../../dist/helpers.js";
import { World, box, capsule } from "../../dist/index.js";

function stage() {
  const world = new World();
  world.createBody({ position: { x: 0, y: -1 }, shape: box(40, 2) });
  world.createBody({ position: { x: 0, y: 2.4 }, shape: box(6, 0.6), oneWay: { x: 0, y: 1 } });
  const lift = world.createBody({ type: "kinematic", position: { x: 6, y: 0.3 }, shape: box(3, 0.6) });
  lift.linearVelocity = { x: 0.3, y: 0.2 };
  lift.angularVelocity = 0.05;
  const shape = capsule(1, 0.3, { angle: Math.PI / 2 });
  const body = world.createBody({ type: "kinematic", position: { x: 0, y: 0.81 }, shape });
  const hero = new Character(world as never, { position: body.position, body: body as never });
  return { world, hero };
}

/** Jumps onto the platform, drops through it, and walks onto the lift. */
function play({ world, hero }: ReturnType<typeof stage>, frame: number, fall: number): number {
  let next = hero.grounded ? (frame === 5 ? 9 : 0) : fall - 10 / 60;
  if (frame === 120) {
    hero.drop();
  }
  hero.move({ x: frame > 150 && frame < 240 ? 4 : 0, y: next }, 1 / 60);
  if (next > 0) {
    next = Math.min(next, hero.velocity.y);
  }
  world.step(1 / 60);
  return next;
}

const FRAMES = 330;

describe("a character", () => {
  it("moves from a restored state as it did before", () => {
    const first = stage();
    const saved: { bytes: Uint8Array; state: string; fall: number }[] = [];
    let fall = 0;
    let passing = 0;
    let carried = 0;
    for (let frame = 0; frame < FRAMES; frame++) {
      const { state } = first.hero;
      passing += state.passed.length;
      carried += Number(state.foot.x !== 0 && state.ground !== 0);
      saved.push({ bytes: first.world.snapshot(), state: JSON.stringify(state), fall });
      fall = play(first, frame, fall);
    }
    expect([passing > 20, carried > 20]).toEqual([true, true]);
    expect(first.hero.grounded).toBe(true);
    for (const other of [first, stage()]) {
      for (let from = FRAMES - 1; from >= 0; from -= 7) {
        const { bytes, state } = saved[from]!;
        ({ fall } = saved[from]!);
        other.world.restore(bytes);
        other.hero.state = JSON.parse(state) as CharacterState;
        expect(JSON.stringify(other.hero.state)).toBe(state);
        for (let frame = from; frame < Math.min(from + 40, FRAMES); frame++) {
          expect(JSON.stringify(other.hero.state)).toBe(saved[frame]!.state);
          fall = play(other, frame, fall);
        }
      }
    }
  });

  it("drops shapes that are gone from its state, and refuses an invalid state without a trace", () => {
    const { world, hero } = stage();
    const fine = { ...hero.state, ground: 0x7fffffff, passed: [0x7ffffffe], grounded: true };
    hero.state = fine;
    expect(hero.state).toMatchObject({ ground: 0, passed: [], grounded: true });
    const before = hero.state;
    for (const key of Object.keys(fine)) {
      for (const value of [undefined, null, "1", Number.NaN, {}, [null], { x: 0 }, -1, 1e30]) {
        expect(() => (hero.state = { ...fine, [key]: value } as never)).toThrow(
          expect.objectContaining({ name: "PhysicsError", message: expect.stringContaining(`state.${key}`) }),
        );
      }
    }
    for (const value of [undefined, null, 1, "state", { ...fine, extra: 1 }]) {
      expect(() => (hero.state = value as never)).toThrow(
        expect.objectContaining({ name: "PhysicsError", message: expect.stringContaining("state") }),
      );
    }
    expect(hero.state).toEqual(before);
    world.step();
  });
});
