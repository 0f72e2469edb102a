// Misuse of joints, worlds and bulk calls.
import { any, at, NAN, type DistanceJoint, type Misuse } from "./misuse_scene.js";

export const JOINTS: Misuse[] = [
  ["no definition", "bad-type", "def", ({ world }) => world.createJoint(any(undefined))],
  [
    "an unknown type",
    "bad-type",
    "type",
    ({ world, crate, ball }) => world.createJoint(any({ type: "glue", bodyA: crate, bodyB: ball })),
  ],
  ["no type", "bad-type", "type", ({ world, crate, ball }) => world.createJoint(any({ bodyA: crate, bodyB: ball }))],
  [
    "a body to itself",
    "same-body",
    "bodyA",
    ({ world, crate }) => world.createJoint({ type: "revolute", bodyA: crate, bodyB: crate }),
  ],
  [
    "a destroyed body",
    "stale-body",
    "bodyB",
    ({ world, crate, gone }) => world.createJoint({ type: "distance", bodyA: crate, bodyB: gone }),
  ],
  [
    "a body of another world",
    "wrong-world",
    "bodyB",
    ({ world, crate, foreign }) => world.createJoint({ type: "distance", bodyA: crate, bodyB: foreign }),
  ],
  [
    "an id for a body",
    "bad-type",
    "bodyA",
    ({ world, crate, ball }) => world.createJoint({ type: "distance", bodyA: any(crate.id), bodyB: ball }),
  ],
  [
    "a shape for a body",
    "bad-type",
    "bodyA",
    ({ world, crate, ball }) => world.createJoint({ type: "distance", bodyA: any(crate.shapes[0]), bodyB: ball }),
  ],
  [
    "an unknown option",
    "unknown-option",
    "def.stiffness",
    ({ world, crate, ball }) => world.createJoint(any({ type: "distance", bodyA: crate, bodyB: ball, stiffness: 1 })),
  ],
  [
    "an option of another type",
    "unknown-option",
    "def.length",
    ({ world, crate, ball }) => world.createJoint(any({ type: "revolute", bodyA: crate, bodyB: ball, length: 1 })),
  ],
  [
    "a NaN anchor",
    "not-finite",
    "anchor.x",
    ({ world, crate, ball }) => world.createJoint({ type: "revolute", bodyA: crate, bodyB: ball, anchor: at(NAN, 0) }),
  ],
  [
    "two kinds of anchors",
    "bad-type",
    "anchor",
    ({ world, crate, ball }) =>
      world.createJoint({ type: "revolute", bodyA: crate, bodyB: ball, anchor: at(0, 0), anchorA: at(0, 0) }),
  ],
  [
    "a negative length",
    "out-of-range",
    "length",
    ({ world, crate, ball }) => world.createJoint({ type: "distance", bodyA: crate, bodyB: ball, length: -1 }),
  ],
  [
    "limits the wrong way round",
    "out-of-range",
    "limit.lower",
    ({ world, crate, ball }) =>
      world.createJoint({ type: "revolute", bodyA: crate, bodyB: ball, limit: { lower: 1, upper: -1 } }),
  ],
  [
    "half a limit",
    "bad-type",
    "limit.upper",
    ({ world, crate, ball }) =>
      world.createJoint({ type: "revolute", bodyA: crate, bodyB: ball, limit: any({ lower: 1 }) }),
  ],
  [
    "a motor without strength",
    "bad-type",
    "motor.maxTorque",
    ({ world, crate, ball }) =>
      world.createJoint({ type: "revolute", bodyA: crate, bodyB: ball, motor: any({ speed: 1 }) }),
  ],
  [
    "a motor of the wrong strength",
    "unknown-option",
    "motor.maxForce",
    ({ world, crate, ball }) =>
      world.createJoint({ type: "revolute", bodyA: crate, bodyB: ball, motor: any({ speed: 1, maxForce: 1 }) }),
  ],
  [
    "a spring of NaN",
    "not-finite",
    "spring.hertz",
    ({ world, crate, ball }) =>
      world.createJoint({ type: "distance", bodyA: crate, bodyB: ball, spring: { hertz: NAN } }),
  ],
  [
    "a negative breaking force",
    "out-of-range",
    "breakForce",
    ({ world, crate, ball }) => world.createJoint({ type: "distance", bodyA: crate, bodyB: ball, breakForce: -1 }),
  ],
  [
    "a motor faster than numbers go",
    "out-of-range",
    "motor.speed",
    ({ world, crate, ball }) =>
      world.createJoint({ type: "revolute", bodyA: crate, bodyB: ball, motor: { speed: 1e30, maxTorque: 1 } }),
  ],
  [
    "a spring damped beyond numbers",
    "out-of-range",
    "spring.dampingRatio",
    ({ world, crate, ball }) =>
      world.createJoint({ type: "distance", bodyA: crate, bodyB: ball, spring: { hertz: 1, dampingRatio: 1e30 } }),
  ],
  ["a rest length beyond the world", "out-of-range", "length", ({ joint }) => ((joint as DistanceJoint).length = 1e30)],
  [
    "a limit of a weld",
    "unknown-option",
    "def.limit",
    ({ world, crate, ball }) =>
      world.createJoint(any({ type: "weld", bodyA: crate, bodyB: ball, limit: { lower: 0, upper: 1 } })),
  ],
  [
    "an axis of no length",
    "out-of-range",
    "axis",
    ({ world, crate, ball }) => world.createJoint({ type: "prismatic", bodyA: crate, bodyB: ball, axis: at(0, 0) }),
  ],
  [
    "both axes",
    "bad-type",
    "axis",
    ({ world, crate, ball }) =>
      world.createJoint({ type: "wheel", bodyA: crate, bodyB: ball, axis: at(0, 1), axisA: at(0, 1) }),
  ],
  [
    "a pulley that hangs from nothing",
    "bad-type",
    "groundAnchorA",
    ({ world, crate, ball }) => world.createJoint(any({ type: "pulley", bodyA: crate, bodyB: ball })),
  ],
  [
    "a pulley that pushes",
    "out-of-range",
    "ratio",
    ({ world, crate, ball }) =>
      world.createJoint({
        type: "pulley",
        bodyA: crate,
        bodyB: ball,
        groundAnchorA: at(0, 9),
        groundAnchorB: at(1, 9),
        ratio: -1,
      }),
  ],
  [
    "a rope of two lengths",
    "bad-type",
    "maxLength",
    ({ world, crate, ball }) =>
      world.createJoint(any({ type: "rope", bodyA: crate, bodyB: ball, length: 1, maxLength: 2 })),
  ],
  [
    "a gear of no ratio",
    "out-of-range",
    "ratio",
    ({ world, crate, ball }) => world.createJoint({ type: "gear", bodyA: crate, bodyB: ball, ratio: 0 }),
  ],
  [
    "a gear on what is no joint",
    "bad-type",
    "jointA",
    ({ world, crate, ball }) => world.createJoint(any({ type: "gear", bodyA: crate, bodyB: ball, jointA: crate })),
  ],
  [
    "a ratchet without teeth",
    "out-of-range",
    "ratchet",
    ({ world, crate, ball }) => world.createJoint({ type: "ratchet", bodyA: crate, bodyB: ball, ratchet: 0 }),
  ],
  [
    "a mouse that pushes back",
    "out-of-range",
    "maxForce",
    ({ world, crate, ball }) => world.createJoint({ type: "mouse", bodyA: crate, bodyB: ball, maxForce: -1 }),
  ],
  [
    "a target of NaN",
    "not-finite",
    "target.x",
    ({ world, crate, ball }) => world.createJoint({ type: "mouse", bodyA: crate, bodyB: ball, target: at(NAN, 0) }),
  ],
  [
    "a velocity of text",
    "bad-type",
    "linearVelocity.x",
    ({ world, crate, ball }) =>
      world.createJoint(any({ type: "motor", bodyA: crate, bodyB: ball, linearVelocity: { x: "1", y: 0 } })),
  ],
  [
    "a row without a Jacobian",
    "bad-type",
    "jacobian",
    ({ world, crate, ball }) => world.createJoint(any({ type: "custom", bodyA: crate, bodyB: ball })),
  ],
  [
    "a range of force the wrong way round",
    "out-of-range",
    "forceRange.lower",
    ({ world, crate, ball }) =>
      world.createJoint({
        type: "custom",
        bodyA: crate,
        bodyB: ball,
        jacobian: {},
        forceRange: { lower: 1, upper: 0 },
      }),
  ],
  [
    "a tooth where none is",
    "unknown-option",
    "def.ratchet",
    ({ world, crate, ball }) => world.createJoint(any({ type: "rotary", bodyA: crate, bodyB: ball, ratchet: 1 })),
  ],
  [
    "a gear on a destroyed joint",
    "stale-joint",
    "jointA",
    ({ world, crate, ball, goneJoint }) =>
      world.createJoint({ type: "gear", bodyA: crate, bodyB: ball, jointA: goneJoint }),
  ],
  [
    "a gear on a joint of another world",
    "wrong-world",
    "jointA",
    ({ world, crate, ball, foreign }) => {
      const other = foreign.world;
      const hinge = other.createJoint({ type: "revolute", bodyA: other.createBody({}), bodyB: foreign });
      return world.createJoint({ type: "gear", bodyA: crate, bodyB: ball, jointA: hinge });
    },
  ],
  [
    "a gear on a rod",
    "bad-type",
    "jointB",
    ({ world, crate, ball, joint }) => world.createJoint({ type: "gear", bodyA: crate, bodyB: ball, jointB: joint }),
  ],
  [
    "an angular spring of a rod",
    "unknown-option",
    "def.angularSpring",
    ({ world, crate, ball }) =>
      world.createJoint(any({ type: "distance", bodyA: crate, bodyB: ball, angularSpring: { hertz: 1 } })),
  ],
  ["a destroyed joint read", "stale-joint", "force", ({ goneJoint }) => goneJoint.force],
  ["a destroyed joint written", "stale-joint", "breakForce", ({ goneJoint }) => (goneJoint.breakForce = 1)],
  ["a limit of NaN", "not-finite", "limit.lower", ({ joint }) => (joint.limit = { lower: NAN, upper: 1 })],
  ["a motor of text", "bad-type", "motor.speed", ({ joint }) => (joint.motor = any({ speed: "fast", maxForce: 1 }))],
];

export const WORLDS: Misuse[] = [
  ["a negative step", "out-of-range", "dt", ({ world }) => world.step(-1 / 60)],
  ["a NaN step", "not-finite", "dt", ({ world }) => world.step(NAN)],
  ["an infinite step", "not-finite", "dt", ({ world }) => world.step(Infinity)],
  ["a step of text", "bad-type", "dt", ({ world }) => world.step(any("1"))],
  ["a step of an hour", "out-of-range", "dt", ({ world }) => world.step(3600)],
  ["no sub-steps", "out-of-range", "substeps", ({ world }) => world.step(1 / 60, 0)],
  ["65 sub-steps", "out-of-range", "substeps", ({ world }) => world.step(1 / 60, 65)],
  ["half a sub-step", "out-of-range", "substeps", ({ world }) => world.step(1 / 60, 1.5)],
  ["NaN sub-steps", "not-finite", "substeps", ({ world }) => world.step(1 / 60, NAN)],
  ["time backwards", "out-of-range", "elapsed", ({ world }) => world.advance(-1)],
  ["time of NaN", "not-finite", "elapsed", ({ world }) => world.advance(NAN)],
  ["gravity of NaN", "not-finite", "gravity.y", ({ world }) => (world.gravity = at(0, NAN))],
  ["gravity of a number", "bad-type", "gravity", ({ world }) => (world.gravity = any(-10))],
  ["a negative setting", "out-of-range", "settings.jointHertz", ({ world }) => (world.settings.jointHertz = -1)],
  ["a switch of 1", "bad-type", "settings.sleeping", ({ world }) => (world.settings.sleeping = any(1))],
  ["a ray from NaN", "not-finite", "origin.x", ({ world }) => world.castRay(at(NAN, 0), at(0, 0))],
  ["a ray to nowhere", "bad-type", "translation", ({ world }) => world.castRay(at(0, 0), any(undefined))],
  [
    "a filter misspelt",
    "unknown-option",
    "filter.layer",
    ({ world }) => world.castRay(at(0, 0), at(1, 0), any({ layer: 1 })),
  ],
  ["all rays to NaN", "not-finite", "translation.y", ({ world }) => world.castRayAll(at(0, 0), at(0, NAN))],
  ["rays of an array", "bad-type", "rays", ({ world }) => world.castRays(any([0, 0, 1, 1]))],
  ["three quarters of a ray", "out-of-range", "rays", ({ world }) => world.castRays(new Float32Array(3))],
  ["rays of NaN", "not-finite", "rays[5]", ({ world }) => world.castRays(new Float32Array(8).fill(NAN, 5))],
  [
    "rays into too little",
    "out-of-range",
    "out",
    ({ world }) => world.castRays(new Float32Array(8), new Float32Array(8)),
  ],
  ["a box the wrong way round", "out-of-range", "bounds", ({ world }) => world.overlapAABB(at(1, 1), at(0, 0))],
  ["half a box", "bad-type", "bounds.upper", ({ world }) => world.overlapAABB(at(1, 1), any(undefined))],
  ["no box", "bad-type", "bounds", ({ world }) => world.overlapAABB(any(null))],
  ["a point of NaN", "not-finite", "point.y", ({ world }) => world.overlapPoint(at(0, NAN))],
  ["a snapshot of text", "bad-snapshot", "bytes", ({ world }) => world.restore(any("bytes"))],
  ["a snapshot of zeros", "bad-snapshot", "bytes", ({ world }) => world.restore(new Uint8Array(4096))],
  ["a snapshot into text", "bad-type", "into", ({ world }) => world.snapshot(any("here"))],
  ["an unknown option", "unknown-option", "options.gravty", ({ engine: { World } }) => new World(any({ gravty: 1 }))],
  ["options of a number", "bad-type", "options", ({ engine: { World } }) => new World(any(1))],
  [
    "an unknown solver",
    "unknown-option",
    "options.solver",
    ({ engine: { World } }) => new World({ solver: any("magic") }),
  ],
  [
    "an unknown broad phase",
    "unknown-option",
    "options.broadPhase",
    ({ engine: { World } }) => new World({ broadPhase: any("quad") }),
  ],
  ["sub-steps by option", "out-of-range", "options.substeps", ({ engine: { World } }) => new World({ substeps: 100 })],
  ["a length unit of 0", "out-of-range", "options.lengthUnit", ({ engine: { World } }) => new World({ lengthUnit: 0 })],
  ["a negative capacity", "out-of-range", "options.capacity", ({ engine: { World } }) => new World({ capacity: -1 })],
  [
    "gravity by NaN option",
    "not-finite",
    "options.gravity.x",
    ({ engine: { World } }) => new World({ gravity: at(NAN, 0) }),
  ],
];

const two = new Float32Array([0, 5, 1, 5]);
export const BULK: Misuse[] = [
  ...[10n, Symbol("id"), {}, Object.create(null), "1", null, 1.5, NAN].map((id): Misuse => [
    `the id of ${typeof id} ${String(typeof id === "object" ? "" : id)}`,
    "bad-type",
    "ids[0]",
    ({ world }) => world.applyForces(any([id]), [0, 1]),
  ]),
  ...[0.5, -1, NAN].map((length): Misuse => [
    `a list that says it is ${length} long`,
    "bad-type",
    "ids",
    ({ world }) => world.setTransforms(any({ length }), [1, 2, 3]),
  ]),
  [
    "no count",
    "bad-type",
    "count",
    ({ world, engine: { circle } }) => world.createBodies(any({ positions: two, shape: circle(1) })),
  ],
  [
    "half a body",
    "out-of-range",
    "count",
    ({ world, engine: { circle } }) => world.createBodies({ count: 1.5, positions: two, shape: circle(1) }),
  ],
  [
    "no positions",
    "bad-type",
    "positions",
    ({ world, engine: { circle } }) => world.createBodies(any({ count: 2, shape: circle(1) })),
  ],
  [
    "too few positions",
    "out-of-range",
    "positions",
    ({ world, engine: { circle } }) => world.createBodies({ count: 3, positions: two, shape: circle(1) }),
  ],
  [
    "a NaN position",
    "not-finite",
    "positions[3]",
    ({ world, engine: { circle } }) => world.createBodies({ count: 2, positions: [0, 0, 0, NAN], shape: circle(1) }),
  ],
  [
    "a position far out",
    "out-of-range",
    "positions[0]",
    ({ world, engine: { circle } }) => world.createBodies({ count: 2, positions: [1e9, 0, 0, 0], shape: circle(1) }),
  ],
  [
    "a NaN angle",
    "not-finite",
    "angles[1]",
    ({ world, engine: { circle } }) =>
      world.createBodies({ count: 2, positions: two, angles: [0, NAN], shape: circle(1) }),
  ],
  [
    "a NaN velocity",
    "not-finite",
    "velocities[2]",
    ({ world, engine: { circle } }) =>
      world.createBodies({ count: 2, positions: two, velocities: [0, 0, NAN, 0], shape: circle(1) }),
  ],
  ["no shape", "bad-type", "shape", ({ world }) => world.createBodies(any({ count: 2, positions: two }))],
  [
    "a bad shape",
    "bad-shape",
    "points",
    ({ world, engine: { polygon } }) =>
      world.createBodies({ count: 2, positions: two, shape: polygon([at(0, 0), at(1, 0), at(2, 0)]) }),
  ],
  [
    "a chain",
    "bad-shape",
    "shape",
    ({ world, engine: { chain } }) =>
      world.createBodies({ count: 2, positions: two, shape: chain([at(0, 0), at(1, 0), at(2, 0)]) }),
  ],
  [
    "moving half-spaces",
    "bad-shape",
    "shape",
    ({ world, engine: { halfSpace } }) =>
      world.createBodies({ count: 2, type: "dynamic", positions: two, shape: halfSpace(at(0, 1)) }),
  ],
  [
    "a misspelt option",
    "unknown-option",
    "def.velocity",
    ({ world, engine: { circle } }) =>
      world.createBodies(any({ count: 2, positions: two, velocity: two, shape: circle(1) })),
  ],
];
