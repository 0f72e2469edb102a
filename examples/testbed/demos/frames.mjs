import { linkage, truss } from "../../scenes/linkages.mjs";

const STAGES = 4;
const REACH = { least: 2.4, most: 4.2 };
const RISE = 1.5; // of a stage whose feet are as far apart as they can be

/** @type {import("./demo.mjs").Demo} */
export const frames = {
  name: "Lift, truss and mobile",
  about: "Pinned bars hold loads of eighty times their mass at the usual four sub-steps.",
  keys: { up: "Raise the lift", down: "Lower it" },
  view: { x: 9, y: 8, height: 20, width: 26 },
  build(scree, world) {
    const { box, circle } = scree;
    const ground = world.createBody({ position: { x: 0, y: -1.5 }, shape: box(60, 1) });
    const { bar, hold, join } = linkage(scree, world);

    // The lift: its right foot moves it.
    const foot = world.createBody({
      type: "kinematic",
      position: { x: REACH.most, y: 0 },
      shape: circle(0.2),
      group: -1,
    });
    const bars = Array.from({ length: STAGES }, (_, stage) => {
      const [low, high] = [stage * RISE, (stage + 1) * RISE];
      const [rises, falls] = [bar(0, low, REACH.most, high), bar(REACH.most, low, 0, high)];
      join(rises, falls, REACH.most / 2, (low + high) / 2);
      return rises;
    });
    hold(0, 0, ground);
    hold(REACH.most, 0, foot);
    const top = STAGES * RISE;
    const deck = world.createBody({
      type: "dynamic",
      position: { x: REACH.most / 2, y: top + 0.3 },
      shape: box(REACH.most + 0.6, 0.3),
    });
    hold(0, top, deck);
    // The other end of the deck rolls on its bar.
    const last = bars.at(-1);
    last.addShape(circle(0.15, { center: last.toLocal({ x: REACH.most, y: top }) }));
    const load = world.createBody({
      type: "dynamic",
      position: { x: REACH.most / 2, y: top + 1.25 },
      shape: box(1.6, 1.6),
      density: 8,
    });

    const { load: weight } = truss(scree, world, { x: 9, y: 3 }, { length: 10, times: 80 });
    for (const x of [9, 19]) {
      world.createBody({ position: { x, y: 1 }, shape: box(0.4, 3.8), group: -1 });
    }

    // The mobile: each beam hangs by its middle, on a rod from an end of the one above.
    const storey = (x, y, half) => {
      const rod = bar(x, y, x, y - 1);
      join(rod, bar(x - half, y - 1, x + half, y - 1), x, y - 1);
      for (const end of [x - half, x + half]) {
        if (half > 1) {
          storey(end, y - 1, half / 2);
        } else {
          bar(end, y - 1, end, y - 2);
        }
      }
    };
    storey(14, 16, 4);
    hold(14, 16, ground);
    return {
      update({ up, down }) {
        const { x } = foot;
        const speed = up === down ? 0 : up ? -0.5 : 0.5;
        const stays = (speed < 0 && x <= REACH.least) || (speed > 0 && x >= REACH.most);
        foot.linearVelocity = { x: stays ? 0 : speed, y: 0 };
      },
      report: () => ({ height: load.y, tilt: deck.angle, sag: 2 - weight.y }),
    };
  },
};
