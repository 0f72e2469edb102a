/**
 * Linkages, bodies held together by joints, to measure, to test and to look at. Their bodies do not collide.
 *
 * @typedef {typeof import("../../dist/index.js")} Scree
 * @typedef {import("../../dist/index.js").World} World
 * @typedef {import("../../dist/index.js").Body} Body
 * @typedef {import("../../dist/index.js").Joint} Joint
 * @typedef {import("../../dist/index.js").Vector} Vector
 * @typedef {ReturnType<Scree["box"]> | ReturnType<Scree["circle"]>} Shape
 *
 * @typedef {object} Linkage
 * @property {Body} ground
 * @property {Body[]} bodies made so far
 * @property {Joint[]} joints made so far
 * @property {(x: number, y: number, shape: Shape, density?: number, angle?: number) => Body} make
 * @property {(bodyA: Body, bodyB: Body, x: number, y: number, type?: "revolute" | "weld") => Joint} join at a point
 * @property {(before: Body, x: number, y: number, shape: Shape, pinX: number, pinY: number, density?: number) => Body} hang
 *   makes a body and pins it to `before`
 * @property {(x: number, y: number, u: number, v: number) => Body} bar between two points, pinned at each to the first bar that
 *   ends there
 * @property {(x: number, y: number, body?: Body) => Joint} hold pins the first bar that ends at a point to a body, or to the ground
 */

const ORIGIN = { x: 0, y: 0 };

/** How far the distance between a joint's anchors is from what it should be (m). @param {Joint} joint @returns {number} */
export function gapOf(joint) {
  const { type, bodyA, bodyB, anchorA, anchorB } = joint;
  const p = bodyA.toWorld(anchorA);
  const q = bodyB.toWorld(anchorB);
  const way = Math.hypot(p.x - q.x, p.y - q.y);
  if (type === "rope") {
    return Math.max(0, way - /** @type {{ upper: number }} */ (joint.limit).upper);
  }
  return type === "distance" ? Math.abs(way - joint.length) : way;
}

/**
 * The functions that linkages are built with. Positions are relative to `origin`.
 * @param {Scree} scree
 * @param {World} world
 * @param {Vector} [origin]
 * @returns {Linkage}
 */
export function linkage({ box }, world, origin = ORIGIN) {
  const ground = world.createBody({});
  /** @type {Body[]} */
  const bodies = [];
  /** @type {Joint[]} */
  const joints = [];
  /** The first bar that ends at a point. @type {Map<string, Body>} */
  const ends = new Map();

  /** @type {Linkage["make"]} */
  const make = (x, y, shape, density = 1, angle = 0) => {
    const position = { x: origin.x + x, y: origin.y + y };
    const body = world.createBody({ type: "dynamic", position, shape, density, angle, group: -1 });
    bodies.push(body);
    return body;
  };
  /** @type {Linkage["join"]} */
  const join = (bodyA, bodyB, x, y, type = "revolute") => {
    const joint = world.createJoint({ type, bodyA, bodyB, anchor: { x: origin.x + x, y: origin.y + y } });
    joints.push(joint);
    return joint;
  };
  /** @type {Linkage["hang"]} */
  const hang = (before, x, y, shape, pinX, pinY, density) => {
    const body = make(x, y, shape, density);
    join(before, body, pinX, pinY);
    return body;
  };
  /** @type {Linkage["bar"]} */
  const bar = (x, y, u, v) => {
    const shape = box(Math.hypot(u - x, v - y), 0.15);
    const body = make((x + u) / 2, (y + v) / 2, shape, 1, Math.atan2(v - y, u - x));
    for (const [a, b] of /** @type {[number, number][]} */ ([
      [x, y],
      [u, v],
    ])) {
      const first = ends.get(`${a},${b}`);
      if (first) {
        join(first, body, a, b);
      } else {
        ends.set(`${a},${b}`, body);
      }
    }
    return body;
  };
  /** @type {Linkage["hold"]} */
  const hold = (x, y, body = ground) => join(body, /** @type {Body} */ (ends.get(`${x},${y}`)), x, y);
  return { ground, bodies, joints, make, join, hang, bar, hold };
}

/**
 * Ten links, a beam of 8 m at their end, and from each end of the beam five links and a ball of 671 times a link's mass.
 * @param {Scree} scree @param {World} world @param {Vector} [origin] @returns {Linkage}
 */
export function chandelier(scree, world, origin) {
  const made = linkage(scree, world, origin);
  const { ground, hang } = made;
  /** @param {Body} from @param {number} count @param {number} x @param {number} y */
  const links = (from, count, x, y) => {
    let last = from;
    for (let i = 0; i < count; i += 1) {
      last = hang(last, x, y - i - 0.5, scree.box(0.25, 1), x, y - i);
    }
    return last;
  };
  const beam = hang(links(ground, 10, 0, 0), 0, -10, scree.box(8, 0.25), 0, -10);
  for (const x of [-4, 4]) {
    hang(links(beam, 5, x, -10), x, -17.31, scree.circle(2.31), x, -15, 10);
  }
  return made;
}

/**
 * A bridge of thirty planks, a lantern under each.
 * @param {Scree} scree @param {World} world @param {Vector} [origin] @returns {Linkage}
 */
export function lanterns(scree, world, origin) {
  const made = linkage(scree, world, origin);
  let last = made.ground;
  for (let x = 0; x < 30; x += 1) {
    last = made.hang(last, x + 0.5, 0, scree.box(1, 0.25), x, 0);
    made.hang(last, x + 0.5, -0.6, scree.box(0.4, 0.4), x + 0.5, -0.125, 5);
  }
  made.join(last, made.ground, 30, 0);
  return made;
}

/**
 * A doll hung by its head, with boots of 400 times a shin's mass.
 * @param {Scree} scree @param {World} world @param {Vector} [origin] @returns {Linkage}
 */
export function doll(scree, world, origin) {
  const made = linkage(scree, world, origin);
  const { box, circle } = scree;
  const { ground, hang } = made;
  const head = hang(ground, 0, 0, circle(0.15), 0, 0.15);
  const torso = hang(head, 0, -0.55, box(0.35, 0.7), 0, -0.18);
  for (const side of [-1, 1]) {
    const [arm, leg] = [0.2 * side, 0.1 * side];
    const upper = hang(torso, arm, -0.5, box(0.1, 0.4), arm, -0.3);
    hang(upper, arm, -0.9, box(0.08, 0.4), arm, -0.7);
    const thigh = hang(torso, leg, -1.15, box(0.14, 0.5), leg, -0.9);
    const shin = hang(thigh, leg, -1.65, box(0.1, 0.5), leg, -1.4);
    hang(shin, leg, -2.9, box(1, 2), leg, -1.9, 10);
  }
  return made;
}

/**
 * A scissor lift that carries 48 times the mass of a bar.
 * @param {Scree} scree @param {World} world @param {Vector} [origin]
 * @param {{ stages?: number, height?: number }} [options] number of stages, and height of each (m)
 * @returns {Linkage & { deck: Body }}
 */
export function scissorLift(scree, world, origin, { stages = 5, height = 1 } = {}) {
  const made = linkage(scree, world, origin);
  const { bar, hold, join, make } = made;
  for (let i = 0; i < stages; i += 1) {
    const [low, high] = [i * height, (i + 1) * height];
    join(bar(0, low, 4, high), bar(4, low, 0, high), 2, low + height / 2);
  }
  const top = stages * height;
  const deck = make(2, top + 0.25, scree.box(4, 0.5), 15);
  for (const x of [0, 4]) {
    hold(x, 0);
    hold(x, top, deck);
  }
  return { ...made, deck };
}

/**
 * A truss of triangles a metre high, member by member.
 * @param {number} length (m) @param {(x: number, y: number, u: number, v: number) => void} put between two points
 */
function warren(length, put) {
  for (let x = 0; x < length; x += 1) {
    put(x, 0, x + 1, 0);
    put(x, 0, x + 0.5, 1);
    put(x + 0.5, 1, x + 1, 0);
    if (x < length - 1) {
      put(x + 0.5, 1, x + 1.5, 1);
    }
  }
}

/**
 * A truss held at both ends, with a load of `times` the mass of a bar in its middle.
 * @param {Scree} scree @param {World} world @param {Vector} [origin]
 * @param {{ length?: number, times?: number }} [options] `length` is an even number (m)
 * @returns {Linkage & { held: Joint[], load: Body }}
 */
export function truss(scree, world, origin, { length = 8, times = 100 } = {}) {
  const made = linkage(scree, world, origin);
  const { bar, hold, make } = made;
  warren(length, bar);
  const held = [hold(0, 0), hold(length, 0)];
  const load = make(length / 2, -1, scree.box(1, 1), 0.15 * times);
  hold(length / 2, 0, load);
  return { ...made, held, load };
}

/**
 * Boxes of 1 m that stick out sideways from the ground, each welded to its neighbours; made column by column.
 * @param {Scree} scree @param {World} world @param {Vector} [origin] @param {{ columns?: number, rows?: number }} [size]
 * @returns {Linkage}
 */
export function wall(scree, world, origin, { columns = 12, rows = 3 } = {}) {
  const made = linkage(scree, world, origin);
  const { bodies, ground, join, make } = made;
  for (let k = 0; k < columns * rows; k += 1) {
    const [x, y] = [Math.floor(k / rows), k % rows];
    const body = make(x, y, scree.box(1, 1));
    join(bodies[k - rows] ?? ground, body, x - 0.5, y, "weld");
    if (y > 0) {
      join(/** @type {Body} */ (bodies[k - 1]), body, x, y - 0.5, "weld");
    }
  }
  return made;
}

/**
 * An arm of four bars of 1 m that sticks out sideways from the ground. It is held by motors of speed 0, by limits, by welds, or by
 * sliders that are at both of their limits; a box of 3.2 kg hangs from its end.
 * @param {Scree} scree @param {World} world @param {Vector} [origin] @param {"motor" | "limit" | "slider" | "weld"} [kind]
 * @returns {Linkage & { end: Body }}
 */
export function arm(scree, world, origin = ORIGIN, kind = "motor") {
  const made = linkage(scree, world, origin);
  const { ground, joints, hang, make } = made;
  const limit = { lower: 0, upper: 0 };
  let before = ground;
  for (let x = 0; x < 4; x += 1) {
    const bodyB = make(x + 0.5, 0, scree.box(1, 0.3));
    const ends = { bodyA: before, bodyB, anchor: { x: origin.x + x, y: origin.y } };
    if (kind === "weld") {
      joints.push(world.createJoint({ type: "weld", ...ends }));
    } else if (kind === "slider") {
      joints.push(world.createJoint({ type: "prismatic", ...ends, axis: { x: 1, y: 0 }, limit }));
    } else {
      const holder = kind === "motor" ? { motor: { speed: 0, maxTorque: 1e6 } } : { limit };
      joints.push(world.createJoint({ type: "revolute", ...ends, ...holder }));
    }
    before = bodyB;
  }
  hang(before, 4, -0.5, scree.box(0.8, 0.8), 4, -0.1, 5);
  return { ...made, end: before };
}

/**
 * A boom of 4 m and an arm of 3 m, each held by a ram: a distance joint with a motor of speed 0. A load of 1000 kg, fifty times the
 * boom's mass, hangs from the end of the arm.
 * @param {Scree} scree @param {World} world @param {Vector} [origin]
 * @returns {Linkage & { boom: Body, arm: Body, load: Body, rams: Joint[] }}
 */
export function digger(scree, world, origin = ORIGIN) {
  const made = linkage(scree, world, origin);
  const { ground, joints, hang, make } = made;
  const boom = make(2, 0, scree.box(4, 0.2), 25);
  joints.push(world.createJoint({ type: "revolute", bodyA: ground, bodyB: boom, anchor: origin }));
  const tip = hang(boom, 5.5, 0, scree.box(3, 0.15), 4, 0, 20);
  const load = make(7, -1, scree.box(1, 1), 1000);
  const ends = { anchorA: { x: 1.5, y: 0 }, anchorB: { x: 0, y: 0.5 } };
  joints.push(world.createJoint({ type: "rope", bodyA: tip, bodyB: load, ...ends }));
  const held = { limit: { lower: 1, upper: 4 }, motor: { speed: 0, maxForce: 1e7 } };
  const foot = { x: origin.x, y: origin.y - 1.5 };
  const lower = { bodyA: ground, bodyB: boom, anchorA: foot, anchorB: { x: -0.5, y: 0 } };
  const upper = { bodyA: boom, bodyB: tip, anchorA: { x: 0.5, y: 0.6 }, anchorB: { x: -0.8, y: 0.4 } };
  const rams = [lower, upper].map((between) => world.createJoint({ type: "distance", ...between, ...held }));
  return { ...made, boom, arm: tip, load, rams };
}

/**
 * A crank of 1 m that a motor turns at 10 rad/s, a rod of 3 m, and a piston of 5 kg on a slider. The slider is not one of the
 * `joints`, because its anchors are meant to part.
 * @param {Scree} scree @param {World} world @param {Vector} [origin]
 * @returns {Linkage & { crank: Body, piston: Body }}
 */
export function crankAndPiston(scree, world, origin = ORIGIN) {
  const made = linkage(scree, world, origin);
  const { ground, joints, hang, make } = made;
  const crank = make(0.5, 0, scree.box(1, 0.3));
  const motor = { speed: 10, maxTorque: 1e5 };
  joints.push(world.createJoint({ type: "revolute", bodyA: ground, bodyB: crank, anchor: origin, motor }));
  const rod = hang(crank, 2.5, 0, scree.box(3, 0.2), 1, 0);
  const piston = hang(rod, 4, 0, scree.box(1, 1), 4, 0, 5);
  const anchor = { x: origin.x + 4, y: origin.y };
  world.createJoint({ type: "prismatic", bodyA: ground, bodyB: piston, anchor, axis: { x: 1, y: 0 } });
  return { ...made, crank, piston };
}

/**
 * Rods or ropes in a row from circle to circle, of which the last is a ball of `times` the mass of the others. The row starts level.
 * @param {Scree} scree @param {World} world @param {Vector} [origin]
 * @param {{ type?: "distance" | "rope", count?: number, pitch?: number, times?: number }} [options] `pitch`: from circle to circle (m)
 * @returns {Linkage & { ball: Body }}
 */
export function rope(scree, world, origin = ORIGIN, { type = "distance", count = 20, pitch = 0.5, times = 750 } = {}) {
  const made = linkage(scree, world, origin);
  const { ground, joints, make } = made;
  let before = ground;
  for (let i = 1; i <= count; i += 1) {
    const bodyB = i < count ? make(pitch * i, 0, scree.circle(0.1)) : make(pitch * i, 0, scree.circle(0.5), times / 25);
    const anchorA = before === ground ? origin : ORIGIN;
    joints.push(world.createJoint({ type, bodyA: before, bodyB, anchorA, anchorB: ORIGIN }));
    before = bodyB;
  }
  return { ...made, ball: before };
}

/**
 * A truss of 8 m, rods between circles, held at both ends; a ball of 640 times a circle's mass hangs on a rod from its middle.
 * @param {Scree} scree @param {World} world @param {Vector} [origin]
 * @returns {Linkage & { ball: Body }}
 */
export function rodTruss(scree, world, origin = ORIGIN) {
  const made = linkage(scree, world, origin);
  const { ground, joints, make } = made;
  /** @type {Map<string, Body>} */
  const nodes = new Map();
  /** @param {number} x @param {number} y @returns {Body} */
  const node = (x, y) => {
    const known = nodes.get(`${x},${y}`);
    if (known) {
      return known;
    }
    const body = make(x, y, scree.circle(0.1));
    nodes.set(`${x},${y}`, body);
    if (y === 0 && (x === 0 || x === 8)) {
      made.join(ground, body, x, y);
    }
    return body;
  };
  warren(8, (x, y, u, v) => {
    joints.push(world.createJoint({ type: "distance", bodyA: node(x, y), bodyB: node(u, v) }));
  });
  const ball = make(4, -2, scree.circle(0.8), 10);
  joints.push(world.createJoint({ type: "distance", bodyA: node(4, 0), bodyB: ball }));
  return { ...made, ball };
}
