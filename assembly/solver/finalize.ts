import { BodyFlag, BodyType } from "../abi/layout";
import { X } from "../math/transpose";
import { V } from "../math/wide";
import { List } from "../memory/buffer";
import { Bodies, Body } from "../world/body";
import { awakeBodies, fastBodies, movedBodies, solverBodies } from "../world/buffers";
import { HARMLESS, MAX_TURN } from "../world/settings";
import { world } from "../world/world";
import { capVelocity } from "./integrate";
import { SOLVER_BODY_BYTES, SolverBody } from "./solver_body";

/** Flags that hold until a step has moved the body. */
const SEEN: u32 = BodyFlag.Fast | BodyFlag.Placed | BodyFlag.Laid | BodyFlag.Parted | BodyFlag.New;

/** Offsets: in a solver body, of the row that tells its motion; in a body, of the row before its extents, which ends with its centre. */
const MOTION: usize = offsetof<SolverBody>("dx");
const CENTRE: usize = offsetof<Body>("localX") - 8;
if (MOTION != 16 || CENTRE + 24 != offsetof<Body>("maxExtent")) {
  ERROR("columns of bodies are read by their places in a row");
}

/** Solver bodies → velocities, poses, sleep timers, and the list of bodies so fast that they may have tunnelled. */
export function finalizeBodies(): void {
  const n = awakeBodies.count;
  let p = solverBodies.ptr + SOLVER_BODY_BYTES;
  let k: u32 = 0;
  fastBodies.count = 0;
  movedBodies.count = 0;
  world.sleepCandidates = 0;
  world.kinematics = 0;
  world.strikers = 0;
  if (ASC_FEATURE_SIMD) {
    for (; k + 4 <= n; k += 4, p += 4 * SOLVER_BODY_BYTES) {
      finalize<v128, v128>(k, p);
    }
  }
  for (; k < n; k++, p += SOLVER_BODY_BYTES) {
    finalize<f32, bool>(k, p);
  }
}

/** The same for four awake bodies (`T` v128) or one, from the `k`th on. Their solver bodies begin at `p`. */
function finalize<T, M>(k: u32, p: usize): void {
  const slot0 = List.get(awakeBodies, k);
  const slot1 = isVector<T>() ? List.get(awakeBodies, k + 1) : slot0;
  const slot2 = isVector<T>() ? List.get(awakeBodies, k + 2) : slot0;
  const slot3 = isVector<T>() ? List.get(awakeBodies, k + 3) : slot0;
  const p1 = p + SOLVER_BODY_BYTES;
  const p2 = p1 + SOLVER_BODY_BYTES;
  const p3 = p2 + SOLVER_BODY_BYTES;
  if (!V.all<M>(areWithin<T, M>(p, p1, p2, p3))) {
    contain(changetype<SolverBody>(p));
    if (isVector<T>()) {
      contain(changetype<SolverBody>(p1));
      contain(changetype<SolverBody>(p2));
      contain(changetype<SolverBody>(p3));
    }
  }
  const d0 = p + MOTION;
  const d1 = p1 + MOTION;
  const d2 = p2 + MOTION;
  const d3 = p3 + MOTION;
  const vx = X.loadX<T>(p, p1, p2, p3);
  const vy = X.loadY<T>(p, p1, p2, p3);
  const w = X.loadZ<T>(p, p1, p2, p3);
  const dx = X.loadX<T>(d0, d1, d2, d3);
  const dy = X.loadY<T>(d0, d1, d2, d3);
  const dc = X.loadZ<T>(d0, d1, d2, d3);
  const ds = X.loadW<T>(d0, d1, d2, d3);
  const m0 = changetype<usize>(Bodies.mass(slot0));
  const m1 = changetype<usize>(Bodies.mass(slot1));
  const m2 = changetype<usize>(Bodies.mass(slot2));
  const m3 = changetype<usize>(Bodies.mass(slot3));
  const x = X.loadX<T>(m0, m1, m2, m3) + dx;
  const y = X.loadY<T>(m0, m1, m2, m3) + dy;
  const invMass = X.loadZ<T>(m0, m1, m2, m3);
  const invInertia = X.loadW<T>(m0, m1, m2, m3);
  const q0 = changetype<usize>(Bodies.pose(slot0));
  const q1 = changetype<usize>(Bodies.pose(slot1));
  const q2 = changetype<usize>(Bodies.pose(slot2));
  const q3 = changetype<usize>(Bodies.pose(slot3));
  const oldX = X.loadX<T>(q0, q1, q2, q3);
  const oldY = X.loadY<T>(q0, q1, q2, q3);
  const oldC = X.loadZ<T>(q0, q1, q2, q3);
  const oldS = X.loadW<T>(q0, q1, q2, q3);
  const turnedC = oldC * dc - oldS * ds;
  const turnedS = oldS * dc + oldC * ds;
  const inverse = V.splat<T>(1) / V.sqrt<T>(turnedC * turnedC + turnedS * turnedS);
  const c = turnedC * inverse;
  const s = turnedS * inverse;
  const b0 = changetype<usize>(Bodies.at(slot0)) + CENTRE;
  const b1 = changetype<usize>(Bodies.at(slot1)) + CENTRE;
  const b2 = changetype<usize>(Bodies.at(slot2)) + CENTRE;
  const b3 = changetype<usize>(Bodies.at(slot3)) + CENTRE;
  const lx = X.loadZ<T>(b0, b1, b2, b3);
  const ly = X.loadW<T>(b0, b1, b2, b3);
  const e0 = b0 + 16;
  const e1 = b1 + 16;
  const e2 = b2 + 16;
  const e3 = b3 + 16;
  const extent = X.loadZ<T>(e0, e1, e2, e3);
  const originX = x - (c * lx - s * ly);
  const originY = y - (s * lx + c * ly);
  // A body is at rest when no point of it moves faster than the threshold. Changes of position count too, so that a body
  // creeping under constraint corrections does not fall asleep while it sinks.
  const speed = V.sqrt<T>(vx * vx + vy * vy) + V.abs<T>(w) * extent;
  const turn = V.abs<T>(ds) * extent;
  const reach = V.sqrt<T>(dx * dx + dy * dy) + turn;
  const invDt: f32 = world.dt > 0 ? 1 / world.dt : 0;
  const creep = reach * V.splat<T>(invDt) * V.splat<T>(0.5);
  const pace = V.max<T>(speed, creep);
  // Awake bodies that stood are not reported as moved: platforms, and bodies at rest to the last bit.
  const stoodAt = V.and<M>(V.eq<T, M>(originX, oldX), V.eq<T, M>(originY, oldY));
  const stood = V.and<M>(stoodAt, V.and<M>(V.eq<T, M>(c, oldC), V.eq<T, M>(s, oldS)));
  const v0 = changetype<usize>(Bodies.velocity(slot0));
  const v1 = changetype<usize>(Bodies.velocity(slot1));
  const v2 = changetype<usize>(Bodies.velocity(slot2));
  const v3 = changetype<usize>(Bodies.velocity(slot3));
  X.storeRows<T>(v0, v1, v2, v3, vx, vy, w, V.splat<T>(0));
  X.storeRows<T>(m0, m1, m2, m3, x, y, invMass, invInertia);
  X.storeRows<T>(q0, q1, q2, q3, originX, originY, c, s);
  if (isVector<T>()) {
    settle(
      slot0,
      i32x4.extract_lane(stood, 0),
      f32x4.extract_lane(pace, 0),
      f32x4.extract_lane(reach, 0),
      f32x4.extract_lane(turn, 0),
    );
    settle(
      slot1,
      i32x4.extract_lane(stood, 1),
      f32x4.extract_lane(pace, 1),
      f32x4.extract_lane(reach, 1),
      f32x4.extract_lane(turn, 1),
    );
    settle(
      slot2,
      i32x4.extract_lane(stood, 2),
      f32x4.extract_lane(pace, 2),
      f32x4.extract_lane(reach, 2),
      f32x4.extract_lane(turn, 2),
    );
    settle(
      slot3,
      i32x4.extract_lane(stood, 3),
      f32x4.extract_lane(pace, 3),
      f32x4.extract_lane(reach, 3),
      f32x4.extract_lane(turn, 3),
    );
  } else {
    settle(slot0, stood as i32, pace as f32, reach as f32, turn as f32);
  }
}

/**
 * Notes what a body has done in the step: whether it `stood` (0 if not), the `pace` of its fastest point (unit: m/s), and how
 * far any of its points went, in all (`reach`) and by turning alone (`turn`) (unit: m).
 */
function settle(slot: u32, stood: i32, pace: f32, reach: f32, turn: f32): void {
  const body = Bodies.at(slot);
  const flags = Bodies.flags(slot);
  Bodies.setFlags(slot, flags & ~SEEN);
  const moved = movedBodies.count;
  store<u32>(movedBodies.ptr + ((<usize>moved) << 2), slot);
  movedBodies.count = moved + <u32>(stood == 0);
  const own = body.sleepThreshold;
  const limit: f32 = own >= 0 ? own : world.sleepThreshold;
  let rest: f32 = body.sleepTime + world.dt;
  const kinematic = (flags & BodyFlag.TypeMask) == BodyType.Kinematic;
  // A kinematic body is at rest only when it does not move at all: its motion is intended, and it may be the hub of something large.
  if (pace > limit || (flags & BodyFlag.CanSleep) == 0 || (kinematic && Bodies.moves(slot))) {
    rest = 0;
  }
  body.sleepTime = rest;
  world.sleepCandidates += <u32>(rest >= world.timeToSleep);
  if (kinematic) {
    world.kinematics++;
    world.strikers += <u32>(reach > world.speculativeDistance);
  } else if (
    world.continuous != 0 &&
    (flags & BodyFlag.Continuous) != 0 &&
    (flags & BodyFlag.TypeMask) == BodyType.Dynamic
  ) {
    if ((Bodies.isRound(body) ? reach - turn : reach) > unseen(slot, body) || (flags & BodyFlag.Fast) != 0) {
      List.push(fastBodies, slot);
    }
  }
}

/**
 * How far a body may move in a step without being swept. A body that nothing touches or holds would end that deep in what it
 * lands on, and take long to come out. So its limit is a tenth of its inner radius, or as far as contacts see ahead
 * (docs/decisions/0028-landings.md).
 */
export function unseen(slot: u32, body: Body): f32 {
  const inner = body.minExtent;
  const most: f32 = HARMLESS * inner;
  const free = (body.contactColours | body.jointColours) == 0;
  return free ? min<f32>(max<f32>(0.1 * inner, world.speculativeDistance), most) : most;
}

/** Are the bodies' speeds, and the distances they moved, within what the speed cap allows, and their turns rotations? */
function areWithin<T, M>(p0: usize, p1: usize, p2: usize, p3: usize): M {
  const cap = world.maxSpeed;
  const farthest = V.splat<T>(2 * cap * world.dt);
  const d0 = p0 + MOTION;
  const d1 = p1 + MOTION;
  const d2 = p2 + MOTION;
  const d3 = p3 + MOTION;
  const vx = X.loadX<T>(p0, p1, p2, p3);
  const vy = X.loadY<T>(p0, p1, p2, p3);
  const w = X.loadZ<T>(p0, p1, p2, p3);
  const dx = X.loadX<T>(d0, d1, d2, d3);
  const dy = X.loadY<T>(d0, d1, d2, d3);
  const dc = X.loadZ<T>(d0, d1, d2, d3);
  const ds = X.loadW<T>(d0, d1, d2, d3);
  const slow = V.le<T, M>(vx * vx + vy * vy, V.splat<T>(cap * cap));
  const calm = V.le<T, M>(V.abs<T>(w), V.splat<T>(MAX_TURN * world.invH));
  const near = V.le<T, M>(V.max<T>(V.abs<T>(dx), V.abs<T>(dy)), farthest);
  const turned = V.le<T, M>(V.abs<T>(dc * dc + ds * ds - V.splat<T>(1)), V.splat<T>(0.01));
  return V.and<M>(V.and<M>(slow, calm), V.and<M>(near, turned));
}

/**
 * The last guard: constraints between extreme masses or with far anchors may throw a body faster than the cap, or overflow.
 * Speed and motion are cut to what the cap allows; a body with NaN among its numbers stays where it was, at rest.
 */
function contain(s: SolverBody): void {
  const p = changetype<usize>(s);
  if (areWithin<f32, bool>(p, p, p, p)) {
    return;
  }
  const farthest: f32 = 2 * world.maxSpeed * world.dt;
  const sum: f32 = s.vx + s.vy + s.w + s.dx + s.dy + s.dc + s.ds;
  if (sum - sum != 0 || !(abs<f32>(s.dc * s.dc + s.ds * s.ds - 1) <= 0.01)) {
    memory.fill(changetype<usize>(s), 0, SOLVER_BODY_BYTES);
    s.dc = 1;
    return;
  }
  capVelocity(changetype<usize>(s), world.maxSpeed, MAX_TURN * world.invH);
  s.dx = bounded(s.dx, farthest);
  s.dy = bounded(s.dy, farthest);
}

function bounded(x: f32, limit: f32): f32 {
  return min<f32>(max<f32>(x, -limit), limit);
}
