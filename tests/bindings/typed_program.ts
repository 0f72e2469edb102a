// What users with types write: every line of the public contract, and lines that must not compile. Only types.test.ts reads this file.
import { World, box, circle, capsule, polygon, segment, chain, ellipse, halfSpace, PhysicsError } from "scree";
import type {
  Body,
  Shape,
  Joint,
  WorldOptions,
  BodyDef,
  JointDef,
  RevoluteJoint,
  RayHit,
  Vector,
  Material,
} from "scree";
import * as scalar from "scree/scalar";
import * as js from "scree/js";
import { load } from "scree/auto";
import * as geo from "scree/geometry";
import * as dd from "scree/debug-draw";
import { Character, type CharacterState } from "scree/helpers";
import { packSnapshot, unpackSnapshot } from "scree/replay";
import { JOINT_KINDS } from "../helpers/joint_kinds.js";

const world = new World({ gravity: { x: 0, y: -10 } });
const ground = world.createBody({ type: "static", position: { x: 0, y: -1 }, shape: box(100, 2) });
const crate = world.createBody({ type: "dynamic", position: { x: 0, y: 5 }, shape: box(1, 1), density: 1 });
const ball = world.createBody({ type: "dynamic", position: { x: 2, y: 5 } });
const shape: Shape = ball.addShape(circle(0.5), { density: 2, friction: 0.4, restitution: 0.8 });
world.step(1 / 60);
world.step(1 / 60, 8);
const alpha: number = world.advance(0.016);
const n: number = crate.x + crate.y + crate.angle + crate.position.x + crate.linearVelocity.y + crate.angularVelocity;
const aw: boolean = crate.awake;
for (const touch of world.events.contactBegin) {
  const a: Body | undefined = touch.bodyA;
  void a;
}
const hit = world.castRay({ x: 0, y: 9 }, { x: 0, y: -20 });
if (hit !== null) {
  const b: Body = hit.body;
  const s: Shape = hit.shape;
  const p: Vector = hit.point;
  const q: Vector = hit.normal;
  const f: number = hit.fraction;
  void [b, s, p, q, f];
}
const saved: Uint8Array = world.snapshot();
world.restore(saved);
const h: string = world.hash();
world.dispose();
{
  using w2 = new World();
  w2.step();
}
box(1, 2, { radius: 0.1, center: { x: 1, y: 0 }, angle: 0.3 });
capsule(1, 0.5);
polygon(
  [
    { x: 0, y: 0 },
    { x: 1, y: 0 },
    { x: 0, y: 1 },
  ],
  { radius: 0.1 },
);
segment({ x: 0, y: 0 }, { x: 1, y: 0 });
chain(
  [
    { x: 0, y: 0 },
    { x: 1, y: 0 },
  ],
  { loop: false, oneSided: true },
);
ellipse(1, 2);
halfSpace({ x: 0, y: 1 });
const opts: WorldOptions = {
  gravity: { x: 0, y: 0 },
  substeps: 4,
  sleeping: true,
  continuous: true,
  lengthUnit: 50,
  capacity: 1000,
  broadPhase: "grid",
  solver: "soft",
  integrator: "rk4",
};
const def: BodyDef = {
  type: "dynamic",
  position: { x: 0, y: 0 },
  angle: 1,
  linearVelocity: { x: 0, y: 0 },
  angularVelocity: 1,
  linearDamping: 0,
  angularDamping: 0,
  gravityScale: 1,
  fixedRotation: true,
  locks: { x: true },
  bullet: true,
  awake: true,
  sleep: false,
  userData: { any: 1 },
  shapes: [box(1, 1), { shape: circle(1), density: 2 }, { ...circle(2), density: 3 }],
  density: 1,
  friction: 1,
  staticFriction: 1,
  restitution: 0,
  rollingResistance: 0,
  surfaceSpeed: 0,
  sensor: false,
  category: 1,
  mask: 1,
  group: 0,
  events: true,
};
const types: readonly JointDef["type"][] = JOINT_KINDS;
const everyType: readonly (typeof JOINT_KINDS)[number][] = types;
for (const type of types) {
  const j: Joint = world.createJoint({
    type,
    bodyA: ground,
    bodyB: crate,
    anchor: { x: 0, y: 0 },
    collide: true,
    breakForce: 1,
    breakTorque: 1,
  } as JointDef);
  const f: Vector = j.force;
  const t: number = j.torque;
  void [f, t];
}
const rj: RevoluteJoint = world.createJoint({
  type: "revolute",
  bodyA: ground,
  bodyB: crate,
  anchorA: { x: 0, y: 0 },
  anchorB: { x: 0, y: 0 },
  limit: { lower: 0, upper: 1 },
  motor: { speed: 1, maxTorque: 1 },
  spring: { hertz: 1, dampingRatio: 1 },
});
rj.motor = { speed: 2, maxTorque: 3 };
rj.limit = undefined;
const gj = world.createJoint({ type: "gear", bodyA: ground, bodyB: crate, jointA: rj, jointB: rj, ratio: 2 });
for (const j of world.joints) {
  if (j.type === "wheel") {
    const travel: number = j.translation;
    const joint: Joint = j;
    void [travel, joint];
  }
}
gj.ratio = 3;
const ids: Uint32Array = world.createBodies({
  count: 2,
  type: "dynamic",
  shape: circle(1),
  positions: new Float32Array(4),
  angles: new Float32Array(2),
  velocities: new Float32Array(4),
  density: 1,
});
const st: Float32Array = world.state.transforms;
const ve: Float32Array = world.state.velocities;
const fl: Uint32Array = world.state.flags;
const mv: Uint32Array = world.moved;
const out: Float32Array = world.castRays(new Float32Array(4), new Float32Array(8));
const bk: "simd" | "scalar" | "js" = world.backend;
const maybe: Body | undefined = world.body(1);
crate.setTransform({ x: 0, y: 0 }, 1);
crate.applyForce({ x: 0, y: 0 }, { x: 0, y: 0 });
crate.applyTorque(1);
crate.applyImpulse({ x: 0, y: 0 });
crate.applyAngularImpulse(1);
crate.wake();
crate.destroy();
crate.userData = 1;
crate.type = "kinematic";
crate.x = 1;
crate.mass = 2;
shape.friction = 1;
shape.destroy();
const all: RayHit[] = world.castRayAll({ x: 0, y: 0 }, { x: 1, y: 0 }, { mask: 1, predicate: (s) => s.sensor });
world.castShape(circle(1), { x: 0, y: 0 }, { x: 1, y: 0 });
world.overlapShape(circle(1), { x: 0, y: 0 });
world.overlapAABB({ x: 0, y: 0 }, { x: 1, y: 1 });
world.overlapPoint({ x: 0, y: 0 });
world.closestPoint({ x: 0, y: 0 });
async function auto(): Promise<void> {
  const { World: W, box: b } = await load();
  const w = new W();
  w.createBody({ shape: b(1, 1) });
}
const err = new PhysicsError("bad-type", "x");
const code: string = err.code;
const nm: "PhysicsError" = err.name;
const m: Material = { density: 1 };
void new scalar.World(opts);
void new js.World();
void [
  geo.distance,
  geo.intersects,
  geo.penetration,
  geo.collide,
  geo.timeOfImpact,
  geo.sweep,
  geo.rayCast,
  geo.convexHull,
  geo.isConvex,
  geo.decompose,
  geo.massOf,
];
const worlds: World[] = [new scalar.World(), new js.World()];
function takes(w: World, b: Body): void {
  void [w, b];
}
takes(new js.World(), new scalar.World().createBody({ shape: js.box(1, 1) }));
void [alpha, n, aw, h, def, ids, st, ve, fl, mv, out, bk, maybe, all, auto, code, nm, m, worlds, dd, ground, everyType];
// @ts-expect-error
world.createBody({ typ: "dynamic" });
// @ts-expect-error
world.createJoint({ type: "nothing", bodyA: ground, bodyB: crate });
// @ts-expect-error
world.createJoint({ type: "weld", bodyA: ground, bodyB: crate, limit: { lower: 0, upper: 1 } });
// @ts-expect-error
void new World({ gravty: 1 });
// @ts-expect-error
crate.id = 3;
// A motor turns or slides, and only joints that have a motor accept one; likewise limits and springs.
const pin = world.createJoint({ type: "revolute", bodyA: ground, bodyB: crate });
const glue = world.createJoint({ type: "weld", bodyA: ground, bodyB: crate });
pin.motor = { speed: 1, maxTorque: 1 };
pin.limit = { lower: 0, upper: 1 };
pin.spring = undefined;
glue.spring = { hertz: 1 };
const most: number | undefined = pin.motor?.maxTorque;
// What may be left out may be undefined.
world.createBody({ type: "dynamic", density: most, shape: box(1, 1, { radius: most }), position: undefined });
world.createJoint({ type: "revolute", bodyA: ground, bodyB: crate, limit: undefined, motor: undefined });
world.castRay({ x: 0, y: 0 }, { x: 1, y: 0 }, { mask: most, predicate: undefined });
const some: Joint[] = [pin, glue];
for (const joint of world.joints) {
  some.push(joint);
  const { motor, limit } = joint as Joint;
  void [motor?.speed, motor?.maxForce, motor?.maxTorque, limit?.lower];
}
void [most, some];
// @ts-expect-error
world.createJoint({ type: "revolute", bodyA: ground, bodyB: crate, motor: { speed: 1, maxForce: 1 } });
// @ts-expect-error
world.createJoint({ type: "revolute", bodyA: ground, bodyB: crate, motor: { speed: 1 } });
// @ts-expect-error
world.createJoint({ type: "prismatic", bodyA: ground, bodyB: crate, motor: { speed: 1, maxTorque: 1 } });
// @ts-expect-error
world.createJoint({ type: "distance", bodyA: ground, bodyB: crate, motor: { speed: 1, maxTorque: 1 } });
// @ts-expect-error
pin.motor = { speed: 1, maxForce: 1 };
// @ts-expect-error
glue.motor = { speed: 1, maxTorque: 1 };
// Values read are copies: writing into them would do nothing.
if (pin.motor !== undefined && pin.limit !== undefined && pin.spring !== undefined && pin.softness !== undefined) {
  // @ts-expect-error
  pin.motor.speed = 1;
  // @ts-expect-error
  pin.limit.upper = 1;
  // @ts-expect-error
  pin.spring.hertz = 1;
  // @ts-expect-error
  pin.softness.hertz = 1;
  pin.motor = { ...pin.motor, speed: 1 };
  pin.limit = { ...pin.limit, upper: 1 };
}
// @ts-expect-error
crate.locks.x = true;
crate.locks = { ...crate.locks, x: true };
// @ts-expect-error
glue.limit = { lower: 0, upper: 1 };
// @ts-expect-error
world.createJoint({ type: "rope", bodyA: ground, bodyB: crate }).spring = { hertz: 1 };
// @ts-expect-error
world.createJoint({ type: "gear", ratio: 1 });
// @ts-expect-error
world.createJoint({ type: "gear", bodyA: ground, jointA: pin });
world.createJoint({ type: "gear", jointA: pin, bodyB: crate });
// Every helper, field and query of the documents, with and without optional arguments.
const hero = new Character(world, { position: { x: 0, y: 1 }, filter: { mask: 1 } });
const state: CharacterState = hero.state;
hero.state = JSON.parse(JSON.stringify(state)) as CharacterState;
const stood: Shape | undefined = world.shape(state.ground);
const lake = world.createField({ type: "fluid", region: halfSpace({ x: 0, y: 1 }), density: 1 });
lake.gravity = undefined;
world.createField({ type: "area", region: shape, acceleration: { x: 0, y: 1 } });
const pushed: number = world.explode({ position: { x: 0, y: 0 }, radius: 1, impulsePerLength: 1 });
const poses: Float32Array = world.interpolate(new Float32Array(64), 0.5);
const between: number = ball.interpolated({ x: 0, y: 0, angle: 0 }, 0.5).angle;
const small: Uint8Array = unpackSnapshot(packSnapshot(saved, saved, new Uint8Array(9)), saved);
for (const { point, normal, speed, impulse, bodyA } of world.events.hit) {
  void [point.x + normal.y + speed + impulse, bodyA?.x];
}
const { count: told, stride, f32 } = world.events.raw("hit");
for (const body of world.bodies) {
  dd.drawShape(body.shapes[0]!, dd.canvasPainter({} as dd.CanvasContext), { role: "awake", color: "red" });
}
void [stood, pushed, poses, between, small, told, stride, f32];
// @ts-expect-error
world.createField({ type: "fluid", region: halfSpace({ x: 0, y: 1 }) });
// @ts-expect-error
hero.state = { position: { x: 0, y: 0 } };
// What may be left out may be undefined.
const none = Math.random() > 2 ? 1 : undefined;
circle(1, { center: undefined });
segment({ x: 0, y: 0 }, { x: 1, y: 0 }, { radius: none });
halfSpace({ x: 0, y: 1 }, { center: undefined });
world.castShape(box(1, 1), { x: 0, y: 0, angle: none }, { x: 0, y: 1 });
