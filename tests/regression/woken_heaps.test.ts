import { expect, it } from "vitest";
import { World, box } from "../../dist/index.js";
import { DT } from "../helpers/engine.js";

/** Where a ram and the wall that it breaks are after 120 steps. */
function smashed({ slept, pinned }: { slept: boolean; pinned: boolean }): number[] {
  const world = new World({ gravity: { x: 0, y: 0 }, sleeping: slept });
  const ram = world.createBody({
    type: "dynamic",
    position: { x: -13, y: 0 },
    linearVelocity: { x: 15, y: 0 },
    shape: box(2, 2),
    density: 8,
  });
  const wall = [];
  for (let column = 0; column < 12; column++) {
    for (let row = 0; row < 10; row++) {
      wall.push(
        world.createBody({ type: "dynamic", position: { x: column * 0.5, y: (row - 5) * 0.5 }, shape: box(0.5, 0.5) }),
      );
    }
  }
  for (let row = 0; pinned && row < 9; row++) {
    world.createJoint({
      type: "weld",
      bodyA: wall[row]!,
      bodyB: wall[row + 1]!,
      anchor: { x: 0, y: (row - 4.5) * 0.5 },
    });
  }
  for (let step = 0; step < 120; step++) {
    if (step === 35) {
      expect(wall.every((stone) => stone.awake !== slept)).toBe(true);
      wall[0]!.awake = true; // and with it every stone that it touches
      expect(wall.every((stone) => stone.awake)).toBe(true);
    }
    world.step(DT);
  }
  expect(wall.filter((stone) => stone.linearVelocity.x > 1).length).toBeGreaterThan(30);
  return [ram, ...wall].flatMap((body) => [body.x, body.y, body.angle]);
}

it.each([false, true])("a wall (welded: %s) that slept and woke breaks as one that never did", (pinned) => {
  expect(smashed({ slept: true, pinned })).toEqual(smashed({ slept: false, pinned }));
});
