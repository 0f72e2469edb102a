const STAGES = 4;
const REACH = { least: 2.4, most: 4.2 };
const RISE = 1.5; // of a stage whose feet are as far apart as they go

/** @type {import("./demo.mjs").Demo} */
export const frames = {
  name: "Lift, truss and mobile",
  about: "Pinned bars hold loads of eighty times their mass at the usual four sub-steps.",
  keys: { up: "Raise the lift", down: "Lower it" },
  view: { x: 9, y: 8, height: 20, width: 26 },
  build({ box, circle }, world) {
    const ground = world.createBody({ position: { x: 0, y: -1.5 }, shape: box(60, 1) });
    const pin = (bodyA, bodyB, x, y) => world.createJoint({ type: "revolute", bodyA, bodyB, anchor: { x, y } });
    const bar = (x, y, u, v) =>
      world.createBody({
        type: "dynamic",
        position: { x: (x + u) / 2, y: (y + v) / 2 },
        angle: Math.atan2(v - y, u - x),
        shape: box(Math.hypot(u - x, v - y), 0.15),
        group: -1,
      });

    // The lift: its right foot is what moves.
    const foot = world.createBody({
      type: "kinematic",
      position: { x: REACH.most, y: 0 },
      shape: circle(0.2),
      group: -1,
    });
    let below = [ground, foot];
    for (let stage = 0; stage < STAGES; stage += 1) {
      const y = stage * RISE;
      const [a, b] = [bar(0, y, REACH.most, y + RISE), bar(REACH.most, y, 0, y + RISE)];
      pin(a, b, REACH.most / 2, y + RISE / 2);
      pin(below[0], a, 0, y);
      pin(below[1], b, REACH.most, y);
      below = [b, a];
    }
    const top = STAGES * RISE;
    const deck = world.createBody({
      type: "dynamic",
      position: { x: REACH.most / 2, y: top + 0.3 },
      shape: box(REACH.most + 0.6, 0.3),
    });
    pin(below[0], deck, 0, top);
    // The other end of the deck rolls on its bar.
    below[1].addShape(circle(0.15, { center: below[1].toLocal({ x: REACH.most, y: top }) }));
    const load = world.createBody({
      type: "dynamic",
      position: { x: REACH.most / 2, y: top + 1.25 },
      shape: box(1.6, 1.6),
      density: 8,
    });

    // The truss: bars that end in one point are pinned to the first of them.
    const ends = new Map();
    const beam = (x, y, u, v) => {
      const body = bar(x, y, u, v);
      for (const [a, b] of [
        [x, y],
        [u, v],
      ]) {
        const first = ends.get(`${a},${b}`);
        if (first) {
          pin(first, body, a, b);
        } else {
          ends.set(`${a},${b}`, body);
        }
      }
    };
    for (let x = 9; x < 19; x += 1) {
      beam(x, 3, x + 1, 3);
      beam(x, 3, x + 0.5, 4);
      beam(x + 0.5, 4, x + 1, 3);
      if (x < 18) {
        beam(x + 0.5, 4, x + 1.5, 4);
      }
    }
    for (const x of [9, 19]) {
      world.createBody({ position: { x, y: 1 }, shape: box(0.4, 3.8), group: -1 });
      pin(ground, ends.get(`${x},3`), x, 3);
    }
    const weight = world.createBody({ type: "dynamic", position: { x: 14, y: 2 }, shape: box(1, 1), density: 12 });
    pin(ends.get("14,3"), weight, 14, 3);

    // The mobile: each beam hangs by its middle from an end of the one above.
    const storey = (from, x, y, half) => {
      const rod = bar(x, y, x, y - 1);
      pin(from, rod, x, y);
      const across = bar(x - half, y - 1, x + half, y - 1);
      pin(rod, across, x, y - 1);
      for (const end of [x - half, x + half]) {
        if (half > 1) {
          storey(across, end, y - 1, half / 2);
        } else {
          pin(across, bar(end, y - 1, end, y - 2), end, y - 1);
        }
      }
    };
    storey(ground, 14, 16, 4);
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
