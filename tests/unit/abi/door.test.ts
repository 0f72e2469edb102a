// The exports as a careless host would call them: stale and foreign handles, numbers that are none, impossible definitions.
// The bindings check most of it before; the door has to stand by itself.
import { expect, suite, test } from "vitest";
import {
  BodyDef,
  BodyField,
  Code,
  JointDef,
  JointField,
  ShapeDef,
  ShapeField,
  WorldField,
} from "../../../assembly/abi/layout";
import { Random } from "../../helpers/numbers";
import { TARGETS, views } from "../core";
import type { Core } from "../core";
import { BodyFlag, BodyType, RawWorld, ShapeKind } from "../raw_world";

const NOT_NUMBERS = [NaN, Infinity, -Infinity];
/** 128 MB: enough for what is made here, too little for what is asked for in jest. */
const PAGES = 2000;
const CALL_COUNT = process.env.SCREE_LONG === "1" ? 200_000 : 6000;

async function scene(
  target: (typeof TARGETS)[number],
): Promise<{ world: RawWorld; ball: number; shape: number; joint: number }> {
  const world = await RawWorld.make(target, -10, PAGES);
  const ground = world.box(BodyType.Static, 0, -1, 10, 1);
  const ball = world.body(BodyType.Dynamic, 0, 3);
  const shape = world.shape(ball, ShapeKind.Circle, { radius: 0.5 });
  const joint = world.revolute(ground, ball, 0, 4, 0, 0);
  world.step(5);
  return { world, ball, shape, joint };
}

suite.each(TARGETS)("the door (%s)", (target) => {
  test("knows a handle that never was and one that is stale", async () => {
    const { world, ball, shape, joint } = await scene(target);
    const { core } = world;
    core.jointDestroy(joint);
    core.bodyDestroy(ball);
    core.bodyDestroy(1 + 2 ** 20); // the ground: handles of bodies, shapes and joints are the same numbers
    const { hash } = world;
    for (const id of [0, ball, shape, joint, 7, 99, 0xffffffff, -1, 2 ** 29, 2 ** 20 - 1]) {
      const codes = [
        core.bodyDestroy(id),
        core.bodySetTransform(id, 0, 0, 0),
        core.bodySetVelocity(id, 0, 0, 0),
        core.bodyApplyForce(id, 0, 0, 0, 0, 0, 1),
        core.bodyApplyTorque(id, 0, 1),
        core.bodyApplyImpulse(id, 0, 0, 0, 0, 0, 1),
        core.bodyApplyAngularImpulse(id, 0, 1),
        core.bodySet(id, BodyField.X, 0),
        -core.bodyShapes(id),
        -core.bodyContacts(id),
      ];
      expect(codes).toEqual(codes.map(() => Code.StaleBody));
      expect([
        core.shapeDestroy(id),
        core.shapeSet(id, 0, 1),
        -core.shapePoints(id),
        -core.shapeTestPoint(id, 0, 0),
      ]).toEqual([0, 0, 0, 0].map(() => Code.StaleShape));
      expect([core.jointDestroy(id), core.jointSet(id, 4, 1)]).toEqual([Code.StaleJoint, Code.StaleJoint]);
      expect([core.bodyGet(id, 0), core.shapeGet(id, 0), core.jointGet(id, 0)]).toEqual([NaN, NaN, NaN]);
      expect([core.bodyFind(id), core.shapeFind(id), core.jointFind(id), core.bodyAt(id)]).toEqual([0, 0, 0, 0]);
      expect(-core.shapeCreate(id, ShapeKind.Circle)).toBe(Code.StaleBody);
      expect(-core.jointCreate(1, id, id)).toBe(Code.StaleBody);
    }
    expect(world.hash).toBe(hash);
    expect(core.worldValidate()).toBe(0);
  });

  test("takes no number that is none, wherever one can be given", async () => {
    const { world, ball, shape, joint } = await scene(target);
    const { core } = world;
    const { hash } = world;
    for (const x of NOT_NUMBERS) {
      const codes = [
        ...[0, 1, 2].map((k) => core.bodySetTransform(ball, ...[0, 0, 0].with(k, x))),
        ...[0, 1, 2].map((k) => core.bodySetVelocity(ball, ...[0, 0, 0].with(k, x))),
        ...[0, 1].map((k) => core.bodyApplyForce(ball, ...[0, 0].with(k, x), 0, 0, 0, 1)),
        ...[0, 1, 2, 3].map((k) => core.bodyApplyForce(ball, ...[0, 0, 0, 0].with(k, x), 1, 1)),
        ...[0, 1, 2, 3].map((k) => core.bodyApplyImpulse(ball, ...[0, 0, 0, 0].with(k, x), 1, 1)),
        core.bodyApplyTorque(ball, x, 1),
        core.bodyApplyAngularImpulse(ball, x, 1),
        ...[BodyField.X, BodyField.Angle, BodyField.Mass, BodyField.Type].map((field) => core.bodySet(ball, field, x)),
        ...[ShapeField.Density, ShapeField.Friction, ShapeField.Mask].map((field) => core.shapeSet(shape, field, x)),
        ...[JointField.Rest, JointField.MotorSpeed, JointField.Hertz].map((field) => core.jointSet(joint, field, x)),
        ...[0, 1, 2, 3].map((k) => -core.castRay(...[0, 5, 0, -9].with(k, x), 1, -1)),
        ...[0, 1, 2, 3].map((k) => -core.castRayAll(...[0, 5, 0, -9].with(k, x), 1, -1)),
        ...[0, 1].map((k) => -core.overlapPoint(...[0, 0].with(k, x), 1, -1)),
        ...[0, 1].map((k) => -core.shapeTestPoint(shape, ...[0, 0].with(k, x))),
        core.worldSetOption(WorldField.GravityX, x),
      ];
      expect(codes).toEqual(codes.map(() => Code.NonFinite));
      expect(core.overlapBox(x, 0, 1, 1, 1, -1)).toBeLessThan(0);
      expect(core.worldStep(x, 4)).toBe(Code.OutOfRange);
    }
    expect(world.hash).toBe(hash);
  });

  test("takes no definition with a word in it that is no number or out of its range", async () => {
    const { world, ball } = await scene(target);
    const { core } = world;
    const other = world.circle(BodyType.Dynamic, 3, 3, 0.5);
    const { hash } = world;
    const numbers = [
      BodyDef.X,
      BodyDef.Y,
      BodyDef.Angle,
      BodyDef.VelocityX,
      BodyDef.AngularVelocity,
      BodyDef.GravityScale,
    ];
    for (const word of numbers) {
      for (const value of NOT_NUMBERS) {
        world.define(() => world.writeBody(BodyType.Dynamic, 0, 0), word, value);
        expect(-core.bodyCreate()).toBe(Code.NonFinite);
      }
    }
    for (const word of [BodyDef.LinearDamping, BodyDef.AngularDamping]) {
      world.define(() => world.writeBody(BodyType.Dynamic, 0, 0), word, -1);
      expect(-core.bodyCreate()).toBe(Code.OutOfRange);
    }
    world.writeBody(3 as BodyType, 0, 0);
    expect(-core.bodyCreate()).toBe(Code.BadType);

    const circle = (): void => world.writeShape(ShapeKind.Circle, { radius: 0.5 });
    for (const word of [ShapeDef.Density, ShapeDef.Friction, ShapeDef.Radius, ShapeDef.CenterX, ShapeDef.Angle]) {
      for (const value of [...NOT_NUMBERS, ...(word <= ShapeDef.Friction || word === ShapeDef.Radius ? [-1] : [])]) {
        world.define(circle, word, value);
        expect(core.shapeCreate(ball, ShapeKind.Circle)).toBeLessThan(0);
        expect(core.shapeCheck(ShapeKind.Circle)).toBeGreaterThan(0);
      }
    }
    circle();
    expect(-core.shapeCreate(ball, 99)).toBe(Code.BadType);
    for (const points of [[], [0, 0, 1, 0], [0, 0, 1, 0, 2, 0], [0, 0, 1, 0, NaN, 1]]) {
      world.writePolygon(points);
      expect(-core.shapeCreate(ball, ShapeKind.Polygon)).toBeGreaterThan(0);
    }

    const pin = (): void => world.writeJoint(0, 0, 0, 0);
    for (const word of [
      JointDef.AnchorAX,
      JointDef.AnchorBY,
      JointDef.Lower,
      JointDef.MotorSpeed,
      JointDef.Hertz,
      JointDef.Rest,
    ]) {
      for (const value of NOT_NUMBERS) {
        world.define(pin, word, value);
        expect(core.jointCreate(1, ball, other)).toBeLessThan(0);
      }
    }
    for (const word of [JointDef.MaxMotor, JointDef.Hertz, JointDef.DampingRatio, JointDef.ConstraintHertz]) {
      world.define(pin, word, -1);
      expect(-core.jointCreate(1, ball, other)).toBe(Code.OutOfRange);
    }
    world.define(pin, JointDef.Lower, 1);
    expect(-core.jointCreate(1, ball, other)).toBe(Code.OutOfRange);
    pin();
    expect(-core.jointCreate(2, ball, other)).toBe(Code.BadType);
    expect(-core.jointCreate(1, ball, ball)).toBe(Code.SameBody);
    expect(world.hash).toBe(hash);
    expect(core.worldValidate()).toBe(0);
  });

  test("refuses fields and options that there are not, and those that are only read", async () => {
    const { world, ball, shape, joint } = await scene(target);
    const { core } = world;
    for (const field of [BodyField.ShapeCount, BodyField.CenterX, BodyField.Flags, 99, -1]) {
      expect(core.bodySet(ball, field, 1)).toBe(Code.BadType);
    }
    for (const field of [ShapeField.Kind, ShapeField.PointCount, 99])
      expect(core.shapeSet(shape, field, 1)).toBe(Code.BadType);
    for (const field of [JointField.ForceX, JointField.Value, 99])
      expect(core.jointSet(joint, field, 1)).toBe(Code.BadType);
    for (const field of [WorldField.LengthUnit, 99, -1]) expect(core.worldSetOption(field, 1)).toBe(Code.BadType);
    expect([core.bodyGet(ball, 99), core.shapeGet(shape, 99), core.jointGet(joint, 99), core.worldCounter(99)]).toEqual(
      [0, 0, 0, 0],
    );
    expect(core.worldGetOption(99)).toBeNaN();
    expect(core.worldSetOption(WorldField.MaxSpeed, -1)).toBe(Code.OutOfRange);
    for (const [field, value] of [
      [BodyField.Mass, -1],
      [BodyField.LinearDamping, -1],
      [BodyField.Type, 1.5],
      [BodyField.Type, 3],
    ]) {
      expect(core.bodySet(ball, field, value)).toBeGreaterThan(0);
    }
    for (const [field, value] of [
      [ShapeField.Density, -1],
      [ShapeField.Category, -1],
      [ShapeField.Category, 2 ** 32],
      [ShapeField.Group, 2 ** 31],
      [ShapeField.Flags, 2 ** 16],
    ]) {
      expect(core.shapeSet(shape, field, value)).toBe(Code.OutOfRange);
    }
  });

  test("reads back every field that can be set", async () => {
    const { world, ball, shape } = await scene(target);
    const { core } = world;
    const settable: [BodyField, number][] = [
      [BodyField.X, 3],
      [BodyField.Y, 7],
      [BodyField.Angle, 0.5],
      [BodyField.VelocityX, 1],
      [BodyField.VelocityY, -2],
      [BodyField.AngularVelocity, 3],
      [BodyField.Mass, 5],
      [BodyField.Inertia, 6],
      [BodyField.LinearDamping, 0.25],
      [BodyField.AngularDamping, 0.5],
      [BodyField.GravityScale, -1],
      [BodyField.SleepThreshold, 0.125],
      [BodyField.Bullet, 1],
      [BodyField.CanSleep, 0],
      [BodyField.LockX, 1],
      [BodyField.LockY, 1],
      [BodyField.FixedRotation, 1],
      [BodyField.Type, BodyType.Kinematic],
    ];
    for (const [field, value] of settable) {
      expect(core.bodySet(ball, field, value), `field ${field}`).toBe(Code.Ok);
      expect(core.bodyGet(ball, field), `field ${field}`).toBeCloseTo(value, 5);
    }
    const flags = core.bodyGet(ball, BodyField.Flags);
    const set = BodyFlag.Bullet | BodyFlag.LockX | BodyFlag.LockY | BodyFlag.LockRotation;
    expect(flags & set).toBe(set);
    for (const [field, value] of [
      [ShapeField.Density, 3],
      [ShapeField.Friction, 0.25],
      [ShapeField.StaticFriction, 0.5],
      [ShapeField.Restitution, 0.75],
      [ShapeField.RollingResistance, 0.125],
      [ShapeField.SurfaceSpeed, -2],
      [ShapeField.Category, 2 ** 31],
      [ShapeField.Mask, 2 ** 32 - 1],
      [ShapeField.Group, -7],
    ]) {
      expect(core.shapeSet(shape, field, value), `field ${field}`).toBe(Code.Ok);
      expect(core.shapeGet(shape, field), `field ${field}`).toBe(value);
    }
    expect(core.worldValidate()).toBe(0);
  });

  test("bulk creation is all or nothing", async () => {
    const { world } = await scene(target);
    const { core } = world;
    const before = core.worldCounter(0);
    const { hash } = world;
    const fill = (values: readonly number[]): void => {
      const at = core.bulkBuffer(values.length * 4) >>> 0;
      world.writeBody(BodyType.Dynamic, 0, 0);
      world.writeBulkShape(ShapeKind.Circle, { radius: 0.25 });
      views(core).f32.set(values, at / 4);
    };
    const row = (x: number): number[] => [x, 5, 0, 0, 0, 0];
    fill([...row(0), ...row(1), ...row(NaN)]);
    expect(-core.bodiesCreate(3)).toBe(Code.NonFinite);
    fill(row(0));
    expect(-core.bodiesCreate(2 ** 31)).toBe(Code.OutOfRange);
    expect(core.bodiesCreate(0)).toBe(Code.Ok);
    expect(core.worldCounter(0)).toBe(before);
    expect(world.hash).toBe(hash);
    fill([...row(0), ...row(1), ...row(2)]);
    expect(core.bodiesCreate(3)).toBe(Code.Ok);
    expect(core.worldCounter(0)).toBe(before + 3);
    world.step(10);
    expect(core.worldValidate()).toBe(0);
  });

  test("asked for more room than there is says so, and for more than there can be", async () => {
    const { world } = await scene(target);
    const { core } = world;
    const { hash } = world;
    expect(core.worldReserve(2 ** 20 - 10, 0, 0, 0)).toBe(Code.OutOfMemory);
    expect(core.worldReserve(0, 2 ** 20 - 10, 0, 0)).toBe(Code.OutOfMemory);
    expect(core.worldReserve(0, 0, 2 ** 24 - 10, 0)).toBe(Code.OutOfMemory);
    expect(core.worldReserve(2 ** 20 + 1, 0, 0, 0)).toBe(Code.TooMany);
    expect(core.worldReserve(0, 0, 0, 2 ** 31)).toBe(Code.TooMany);
    expect(core.bulkBuffer(2 ** 30)).toBe(0);
    expect(world.hash).toBe(hash);
    world.step(10);
    expect(core.worldValidate()).toBe(0);
  });
});

/** One random call. Its result: 0, or the code with which it was refused. */
type Call = (core: Core, random: Random, world: RawWorld, ids: number[]) => number;

/** What a host may send: the bindings keep finite numbers within some 10⁷. */
const number = (random: Random): number =>
  random.chance(0.6)
    ? random.between(-10, 10)
    : random.pick([0, -0, 1, -1, NaN, Infinity, -Infinity, 1e-40, 1e6, -1e6, 255]);
const id = (random: Random, ids: number[]): number =>
  random.chance(0.9) && ids.length > 0
    ? random.pick(ids)
    : random.pick([0, 1, 2 ** 20, 2 ** 20 + 1, 0xffffffff, 12345678]);
const small = (random: Random): number => random.below(40) - 2;

/** Every export but those whose order is part of the contract. */
const CALLS: Record<string, Call> = {
  bodyCreate(core, random, world, ids) {
    world.writeBody(random.below(3) as BodyType, random.between(-8, 8), random.between(0, 9), {
      vx: random.between(-5, 5),
    });
    if (random.chance(0.3)) world.setWord(random.below(12), number(random));
    const result = core.bodyCreate();
    if (result > 0) ids.push(result);
    return result > 0 ? 0 : -result;
  },
  shapeCreate(core, random, world, ids) {
    const size = (): number => random.between(0.05, 1.5);
    if (random.chance(0.2))
      world.writePolygon(Array.from({ length: 2 * (3 + random.below(6)) }, () => random.between(-1, 1)));
    else world.writeShape(ShapeKind.Box, { hx: size(), hy: size(), radius: size(), x: random.between(-1, 1) });
    if (random.chance(0.3)) world.setWord(random.below(20), number(random));
    const result = core.shapeCreate(id(random, ids), random.below(9));
    if (result > 0) ids.push(result);
    return result > 0 ? 0 : -result;
  },
  jointCreate(core, random, world, ids) {
    world.writeJoint(random.between(-1, 1), random.between(-1, 1), random.between(-1, 1), random.between(-1, 1));
    if (random.chance(0.5)) world.setWord(random.below(16), number(random));
    const result = core.jointCreate(random.below(3), id(random, ids), id(random, ids));
    if (result > 0) ids.push(result);
    return result > 0 ? 0 : -result;
  },
  bodyDestroy: (core, random, _, ids) => core.bodyDestroy(id(random, ids)),
  shapeDestroy: (core, random, _, ids) => core.shapeDestroy(id(random, ids)),
  jointDestroy: (core, random, _, ids) => core.jointDestroy(id(random, ids)),
  bodySet: (core, random, _, ids) => core.bodySet(id(random, ids), small(random), number(random)),
  shapeSet: (core, random, _, ids) => core.shapeSet(id(random, ids), small(random), number(random)),
  jointSet: (core, random, _, ids) => core.jointSet(id(random, ids), small(random), number(random)),
  gets(core, random, _, ids) {
    const any = id(random, ids);
    core.bodyGet(any, small(random));
    core.shapeGet(any, small(random));
    core.jointGet(any, small(random));
    core.shapePoints(any);
    core.bodyShapes(any);
    core.bodyContacts(any);
    core.worldCounter(small(random));
    core.worldGetOption(small(random));
    core.columnPointer(small(random));
    core.eventCount(small(random));
    return 0;
  },
  setTransform: (core, random, _, ids) =>
    core.bodySetTransform(id(random, ids), number(random), number(random), number(random)),
  setVelocity: (core, random, _, ids) =>
    core.bodySetVelocity(id(random, ids), number(random), number(random), number(random)),
  force: (core, random, _, ids) =>
    core.bodyApplyForce(
      id(random, ids),
      number(random),
      number(random),
      number(random),
      0,
      random.below(2),
      random.below(2),
    ),
  torque: (core, random, _, ids) => core.bodyApplyTorque(id(random, ids), number(random), random.below(2)),
  impulse: (core, random, _, ids) =>
    core.bodyApplyImpulse(
      id(random, ids),
      number(random),
      number(random),
      0,
      number(random),
      random.below(2),
      random.below(2),
    ),
  angularImpulse: (core, random, _, ids) =>
    core.bodyApplyAngularImpulse(id(random, ids), number(random), random.below(2)),
  castRay: (core, random) =>
    Math.max(0, -core.castRay(number(random), number(random), number(random), number(random), 1, -1)),
  castRayAll: (core, random) =>
    Math.max(0, -core.castRayAll(number(random), number(random), number(random), number(random), 1, -1)),
  castRays: (core, random) => Math.max(0, -core.castRays(random.pick([0, 1, 5, 2 ** 20, 2 ** 31]))),
  overlapBox: (core, random) =>
    Math.max(0, -core.overlapBox(number(random), number(random), number(random), number(random), 1, -1)),
  overlapPoint: (core, random) => Math.max(0, -core.overlapPoint(number(random), number(random), 1, -1)),
  setOption: (core, random) => (random.chance(0.05) ? core.worldSetOption(small(random), number(random)) : 0),
  reserve: (core, random) =>
    core.worldReserve(random.below(50), random.below(50), 2 ** random.below(20), random.below(9)),
  restore: (core, random) => core.snapshotRestore(random.pick([0, core.bulkBuffer(100), -1]), random.below(200)),
};

suite.each(TARGETS)("random calls (%s)", (target) => {
  test.each([1, 2, 3])("never trap, never spoil the world, and change nothing when refused (%d)", async (seed) => {
    const world = await RawWorld.make(target, -10, PAGES);
    const { core } = world;
    const random = new Random(seed);
    const ids = [world.box(BodyType.Static, 0, -1, 10, 1)];
    const refused: Record<string, number> = {};
    for (let k = 0; k < CALL_COUNT; k++) {
      const name = random.pick(Object.keys(CALLS));
      const before = world.hash;
      const code = CALLS[name](core, random, world, ids);
      if (code !== 0) {
        refused[name] = (refused[name] ?? 0) + 1;
        expect(world.hash, `${name} refused with code ${code}, call ${k}`).toBe(before);
      }
      if (k % 10 === 0) {
        expect(
          core.worldStep(random.pick([0, 1 / 60, 1 / 240, 0.1]), 1 + random.below(5)),
          `step after call ${k}`,
        ).toBe(0);
        expect(core.worldValidate(), `after call ${k}, ${name}`).toBe(0);
      }
      // A world of a hundred bodies or so; old handles stay in the bag.
      if (core.worldCounter(0) > 100) core.bodyDestroy(ids[1 + random.below(ids.length - 1)]);
      if (ids.length > 400) ids.splice(1, 50);
    }
    expect(Object.keys(refused).length).toBeGreaterThan(10);
  });
});
