/** The kinds of scenes that games are made of, for two engines to step side by side. Units: m, kg, s. */

import { RAGDOLL_HINGES, RAGDOLL_PARTS } from "../../examples/builders/index.mjs";
import { makeRandom } from "../../examples/scenes/random.mjs";

const COLUMNS = 50;
const PITCH = 1.05;

/** Corners of a regular polygon. */
function corners(count, radius) {
  return Array.from({ length: count }, (_, k) => {
    const angle = (2 * Math.PI * k) / count;
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
}
const polygon = (count, radius) => ({ kind: "polygon", points: corners(count, radius) });
const box = (width, height, x = 0, y = 0, radius = 0) => ({ kind: "box", width, height, x, y, radius });
const circle = (radius) => ({ kind: "circle", radius });
const capsule = (length, radius) => ({ kind: "capsule", length, radius });

/** `count` places from (x, y) on, in rows of `across`, row above row. */
function places(count, across, { x, y, dx, dy }) {
  return Array.from({ length: count }, (_, k) => ({ x: x + (k % across) * dx, y: y + Math.floor(k / across) * dy }));
}

/** A floor with a wall `half` metres to either side; with a roof, nothing gets out. */
function tray(world, half, height, { roof = false, ...material } = {}) {
  const body = world.createBody({ type: "static", x: 0, y: 0 });
  world.addShape(body, box(2 * half + 4, 2, 0, -1), material);
  for (const side of [-1, 1]) {
    world.addShape(body, box(2, height, side * (half + 1), height / 2), material);
  }
  if (roof) {
    world.addShape(body, box(2 * half + 4, 2, 0, height + 1), material);
  }
  return body;
}

/** `count` bodies at random angles, row above row, that fall into a tray. `fill` gives each body its shapes. */
function heap(count, fill) {
  return (world) => {
    tray(world, (COLUMNS * PITCH) / 2 + 1, 80);
    const random = makeRandom(3);
    const corner = { x: (-(COLUMNS - 1) / 2) * PITCH, y: 1, dx: PITCH, dy: PITCH };
    for (const { x, y } of places(count, COLUMNS, corner)) {
      const jitter = (random() - 0.5) * 0.1;
      fill(world, world.createBody({ type: "dynamic", x: x + jitter, y, angle: 6 * random() }));
    }
  };
}
const heapOf = (shape, details) => heap(3000, (world, body) => world.addShape(body, shape, details));

/** Events of sensors and of the shapes that they detect. */
const SEEN = { sensor: true };

const MIXTURE = [box(0.7, 0.7), circle(0.4), capsule(0.5, 0.2), polygon(5, 0.45)];

/** Small shapes of all kinds that fall, within `half` metres to either side, on the ground that `lay` makes. */
function rain(half, lay) {
  return (world) => {
    const ground = world.createBody({ type: "static", x: 0, y: 0 });
    lay(world, ground);
    const random = makeRandom(5);
    for (let k = 0; k < 3000; k += 1) {
      const x = 2 * (random() - 0.5) * half;
      const body = world.createBody({ type: "dynamic", x, y: 8 + 40 * random(), angle: 6 * random() });
      world.addShape(body, MIXTURE[k % 4]);
    }
  };
}

function hills(world, ground, half, height) {
  const points = [];
  for (let x = half; x >= -half; x -= 0.5) {
    points.push([x, height * Math.sin(0.2 * x) + 0.2 * height * Math.sin(1.42 * x)]);
  }
  world.addShape(ground, { kind: "chain", points, loop: false }, { friction: 0.9 });
}

/** Balls at random places, at random speeds of up to `speed` along each axis, in a closed room without gravity. */
function gas(count, radius, speed, { bullet = false, sensors = 0 } = {}) {
  return (world) => {
    const smooth = { friction: 0, restitution: 1 };
    tray(world, 30, 60, { roof: true, ...smooth });
    const random = makeRandom(8);
    const somewhere = () => ({ x: 58 * (random() - 0.5), y: 1 + 58 * random() });
    for (let k = 0; k < sensors; k += 1) {
      world.addShape(world.createBody({ type: "static", ...somewhere() }), circle(2), { sensor: true, events: SEEN });
    }
    for (let k = 0; k < count; k += 1) {
      const velocity = { vx: 2 * speed * (random() - 0.5), vy: 2 * speed * (random() - 0.5) };
      const body = world.createBody({ type: "dynamic", ...somewhere(), ...velocity, bullet });
      world.addShape(body, circle(radius), sensors > 0 ? { ...smooth, events: SEEN } : smooth);
    }
  };
}

function ragdolls(world) {
  tray(world, 20, 60);
  const height = 1.8;
  for (const [doll, { x, y }] of places(200, 12, { x: -18, y: 1, dx: 3.2, dy: 3 }).entries()) {
    const bodies = {};
    for (const [name, dx, dy, half, radius] of RAGDOLL_PARTS) {
      const place = { x: x + dx * height, y: y + dy * height, angle: Math.PI / 2 };
      bodies[name] = world.createBody({ type: "dynamic", ...place });
      world.addShape(bodies[name], capsule(2 * half * height, radius * height), { group: -(doll + 1) });
    }
    for (const [a, b, dx, dy, lower, upper] of RAGDOLL_HINGES) {
      const pin = { kind: "pin", bodyA: bodies[a], bodyB: bodies[b], limit: { lower, upper } };
      world.addJoint({ ...pin, x: x + dx * height, y: y + dy * height });
    }
  }
}

/** A row of `count` bodies from (x, y) on, `pitch` apart, each joined to the one before it. Returns the last body. */
function row(world, { count, pitch, x, y, shape, material, kind, from }) {
  let before = from;
  for (let k = 0; k < count; k += 1) {
    const body = world.createBody({ type: "dynamic", x: x + k * pitch, y });
    world.addShape(body, shape, material);
    if (before !== undefined) {
      world.addJoint({ kind, bodyA: before, bodyB: body, x: x + (k - 0.5) * pitch, y });
    }
    before = body;
  }
  return before;
}

function chains(world) {
  tray(world, 30, 80);
  for (const place of places(60, 6, { x: -28, y: 3, dx: 9, dy: 3 })) {
    row(world, { ...place, count: 30, pitch: 0.28, shape: capsule(0.18, 0.06), kind: "pin" });
  }
}

function bridges(world) {
  const ground = world.createBody({ type: "static", x: 0, y: 0 });
  const random = makeRandom(2);
  for (let k = 0; k < 20; k += 1) {
    const y = 6 * k;
    const planks = { count: 40, pitch: 1, x: -19.5, y, shape: box(0.95, 0.25), material: { density: 4 } };
    const last = row(world, { ...planks, kind: "pin", from: ground });
    world.addJoint({ kind: "pin", bodyA: last, bodyB: ground, x: 20, y });
    for (let load = 0; load < 30; load += 1) {
      const body = world.createBody({ type: "dynamic", x: -18 + 1.2 * load, y: y + 1.5, angle: 6 * random() });
      world.addShape(body, load % 2 ? box(0.6, 0.6) : circle(0.3));
    }
  }
}

function welds(world) {
  tray(world, 40, 60);
  for (const place of places(300, 20, { x: -38, y: 2, dx: 3.9, dy: 2.5 })) {
    row(world, { ...place, count: 6, pitch: 0.5, shape: box(0.5, 0.5), kind: "weld" });
  }
}

/** Walls of boxes, each box joined to its neighbours. */
function walls(world, kind) {
  const [columns, rows, pitch] = [4, 3, 0.5];
  tray(world, 40, 60);
  for (const place of places(160, 16, { x: -36, y: 2, dx: 4.6, dy: 2.5 })) {
    const bodies = [];
    for (let k = 0; k < columns * rows; k += 1) {
      const at = { x: place.x + Math.floor(k / rows) * pitch, y: place.y + (k % rows) * pitch };
      const body = world.createBody({ type: "dynamic", ...at });
      world.addShape(body, box(0.98 * pitch, 0.98 * pitch));
      bodies.push(body);
      if (k % rows > 0) {
        world.addJoint({ kind, bodyA: bodies[k - 1], bodyB: body, x: at.x, y: at.y - pitch / 2 });
      }
      if (k >= rows) {
        world.addJoint({ kind, bodyA: bodies[k - rows], bodyB: body, x: at.x - pitch / 2, y: at.y });
      }
    }
  }
}

function cars(world) {
  hills(world, world.createBody({ type: "static", x: 0, y: 0 }), 300, 1);
  for (let car = 0; car < 250; car += 1) {
    const x = -250 + 1.92 * car;
    const y = 4 + (car % 5) * 3;
    const group = -(car + 1);
    const chassis = world.createBody({ type: "dynamic", x, y });
    world.addShape(chassis, box(1, 0.35), { group });
    for (const side of [-0.35, 0.35]) {
      const at = { x: x + side, y: y - 0.3 };
      const wheel = world.createBody({ type: "dynamic", ...at });
      world.addShape(wheel, circle(0.2), { group, friction: 1 });
      const drive = { hertz: 5, damping: 0.7, motor: { speed: -10, maxTorque: 5 } };
      world.addJoint({ kind: "wheel", bodyA: chassis, bodyB: wheel, ...at, ...drive });
    }
  }
}

/** Six cloths of 24 by 24 bodies, hung by every sixth body of the upper edge. */
function cloths(kind, details = {}) {
  return (world) => {
    for (let cloth = 0; cloth < 6; cloth += 1) {
      const bodies = [];
      for (let i = 0; i < 24; i += 1) {
        for (let j = 0; j < 24; j += 1) {
          const type = j === 0 && i % 6 === 0 ? "static" : "dynamic";
          const body = world.createBody({ type, x: 16 * cloth - 48 + 0.5 * i, y: 20 - 0.5 * j });
          world.addShape(body, circle(0.1), { mask: 0 });
          bodies.push(body);
          for (const before of [j > 0 ? bodies.length - 2 : -1, i > 0 ? bodies.length - 25 : -1]) {
            if (before >= 0) {
              world.addJoint({ kind, bodyA: bodies[before], bodyB: body, ...details });
            }
          }
        }
      }
    }
  };
}

function asteroids(world) {
  const random = makeRandom(8);
  for (let k = 0; k < 5000; k += 1) {
    const place = { x: 250 * (random() - 0.5), y: 250 * (random() - 0.5), omega: random() };
    const velocity = { vx: 10 * (random() - 0.5), vy: 10 * (random() - 0.5) };
    const body = world.createBody({ type: "dynamic", ...place, ...velocity });
    world.addShape(body, polygon(6, 0.6), { restitution: 0.5, friction: 0 });
  }
}

function dominoes(world) {
  world.addShape(world.createBody({ type: "static", x: 0, y: 0 }), box(900, 2, 0, -1));
  for (let k = 0; k < 1500; k += 1) {
    const body = world.createBody({ type: "dynamic", x: -400 + 0.5 * k, y: 0.5, omega: k === 0 ? -3 : 0 });
    world.addShape(body, box(0.1, 1));
  }
}

function fewThings(world) {
  tray(world, 6, 10);
  for (const [k, place] of places(40, 8, { x: -3.5, y: 1, dx: 1, dy: 1.1 }).entries()) {
    const body = world.createBody({ type: "dynamic", ...place });
    world.addShape(body, k % 2 ? box(0.7, 0.7) : circle(0.35));
  }
}

function tiles(world, ground) {
  for (let x = -150; x < 150; x += 1) {
    for (let deep = 0; deep < 2; deep += 1) {
      world.addShape(ground, box(1, 1, x + 0.5, Math.floor(3 * Math.sin(0.2 * x)) - 0.5 - deep));
    }
  }
}

const WEIGHTLESS = { x: 0, y: 0 };

/** @type {{ name: string, about: string, gravity?: { x: number, y: number }, build: (world: any) => void }[]} */
export const EVERYDAY = [
  { name: "boxes", about: "3,000 boxes fall into a heap", build: heapOf(box(0.7, 0.7)) },
  {
    name: "told",
    about: "the same, their contacts told as events",
    build: heapOf(box(0.7, 0.7), { events: { contact: true } }),
  },
  { name: "rounded", about: "3,000 rounded boxes", build: heapOf(box(0.5, 0.5, 0, 0, 0.1)) },
  { name: "capsules", about: "3,000 capsules", build: heapOf(capsule(0.5, 0.25)) },
  { name: "triangles", about: "3,000 triangles", build: heapOf(polygon(3, 0.5)) },
  { name: "octagons", about: "3,000 octagons", build: heapOf(polygon(8, 0.45)) },
  {
    name: "compounds",
    about: "2,500 bodies of two boxes",
    build: heap(2500, (world, body) => {
      world.addShape(body, box(0.8, 0.2, 0, -0.25));
      world.addShape(body, box(0.2, 0.6, -0.3, 0.1));
    }),
  },
  {
    name: "landscape",
    about: "3,000 of all kinds on hills of 800 links",
    build: rain(95, (world, ground) => hills(world, ground, 200, 3)),
  },
  { name: "tiles", about: "3,000 of all kinds on 600 boxes", build: rain(140, tiles) },
  { name: "dominoes", about: "1,500 dominoes", build: dominoes },
  { name: "few", about: "40 boxes and circles", build: fewThings },
  { name: "ragdolls", about: "200 ragdolls of eleven limbs", build: ragdolls },
  { name: "chains", about: "60 chains of 30 links fall", build: chains },
  { name: "bridges", about: "20 bridges of 40 planks under loads", build: bridges },
  { name: "welds", about: "300 rows of six welded boxes", build: welds },
  { name: "walls", about: "160 walls of 4 × 3 welded boxes", build: (world) => walls(world, "weld") },
  { name: "nets", about: "160 nets of 4 × 3 pinned boxes", build: (world) => walls(world, "pin") },
  { name: "cars", about: "250 cars on two wheels", build: cars },
  { name: "rods", about: "six cloths of rods", build: cloths("rod") },
  { name: "springs", about: "six cloths of springs", build: cloths("spring", { hertz: 10, damping: 0.5 }) },
  { name: "asteroids", about: "5,000 hexagons adrift", gravity: WEIGHTLESS, build: asteroids },
  { name: "gas", about: "3,000 fast balls in a room", gravity: WEIGHTLESS, build: gas(3000, 0.15, 30) },
  {
    name: "sensors",
    about: "3,000 balls among 200 sensors",
    gravity: WEIGHTLESS,
    build: gas(3000, 0.15, 5, { sensors: 200 }),
  },
  {
    name: "bullets",
    about: "1,500 bullets, which stop one another in Scree",
    gravity: WEIGHTLESS,
    build: gas(1500, 0.1, 100, { bullet: true }),
  },
];
