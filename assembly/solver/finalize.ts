import { BodyFlag, BodyType } from "../abi/layout";
import { List } from "../memory/buffer";
import { Bodies, Body } from "../world/body";
import { awakeBodies, fastBodies, movedBodies, solverBodies } from "../world/buffers";
import { HARMLESS, MAX_TURN } from "../world/settings";
import { world } from "../world/world";
import { capVelocity } from "./integrate";
import { SOLVER_BODY_BYTES, SolverBody } from "./solver_body";

/** Of flags: what is told of a body until a step has moved it. */
const SEEN: u32 = BodyFlag.Fast | BodyFlag.Placed | BodyFlag.Laid | BodyFlag.Parted | BodyFlag.New;

/** Solver bodies → velocities, poses, sleep timers, and the list of bodies so fast that they may have tunnelled. */
export function finalizeBodies(): void {
  const n = awakeBodies.count;
  const dt = world.dt;
  const invDt: f32 = dt > 0 ? 1 / dt : 0;
  const continuous = world.continuous != 0;
  const threshold = world.sleepThreshold;
  const timeToSleep = world.timeToSleep;
  const farthest: f32 = 2 * world.maxSpeed * dt;
  let candidates: u32 = 0;
  let kinematics: u32 = 0;
  let strikers: u32 = 0;
  let p = solverBodies.ptr + SOLVER_BODY_BYTES;
  fastBodies.count = 0;
  let out = movedBodies.ptr;
  for (let k: u32 = 0; k < n; k++, p += SOLVER_BODY_BYTES) {
    const slot = List.get(awakeBodies, k);
    const s = changetype<SolverBody>(p);
    const v = Bodies.velocity(slot);
    const mass = Bodies.mass(slot);
    const pose = Bodies.pose(slot);
    const body = Bodies.at(slot);
    contain(s, farthest);
    const vx = s.vx;
    const vy = s.vy;
    const w = s.w;
    v.vx = vx;
    v.vy = vy;
    v.w = w;
    const dx = s.dx;
    const dy = s.dy;
    const dc = s.dc;
    const ds = s.ds;
    const x: f32 = mass.x + dx;
    const y: f32 = mass.y + dy;
    const c: f32 = pose.c * dc - pose.s * ds;
    const t: f32 = pose.s * dc + pose.c * ds;
    const inverse: f32 = 1 / sqrt<f32>(c * c + t * t);
    const qc: f32 = c * inverse;
    const qs: f32 = t * inverse;
    mass.x = x;
    mass.y = y;
    const lx = body.localX;
    const ly = body.localY;
    const px: f32 = x - (qc * lx - qs * ly);
    const py: f32 = y - (qs * lx + qc * ly);
    // What is awake and stands is not told as moved: platforms, and what rests to the last bit.
    const stood = px == pose.x && py == pose.y && qc == pose.c && qs == pose.s;
    pose.x = px;
    pose.y = py;
    pose.c = qc;
    pose.s = qs;
    store<u32>(out, slot);
    out += stood ? 0 : 4;
    // At rest is what moves no point of the body faster than the threshold; position changes count too, so that a body
    // creeping under constraint corrections does not fall asleep while it sinks. What is kinematic is at rest only when it does
    // not move at all: it was told to, and may be the hub of something large.
    const extent = body.maxExtent;
    const speed: f32 = sqrt<f32>(vx * vx + vy * vy) + abs<f32>(w) * extent;
    const turn: f32 = abs<f32>(ds) * extent;
    const reach: f32 = sqrt<f32>(dx * dx + dy * dy) + turn;
    const creep: f32 = reach * invDt * 0.5;
    const flags = Bodies.flags(slot);
    Bodies.setFlags(slot, flags & ~SEEN);
    const own = body.sleepThreshold;
    const limit: f32 = own >= 0 ? own : threshold;
    let rest: f32 = body.sleepTime + dt;
    const kinematic = (flags & BodyFlag.TypeMask) == BodyType.Kinematic;
    const driven = kinematic && (vx != 0 || vy != 0 || w != 0);
    if (max<f32>(speed, creep) > limit || (flags & BodyFlag.CanSleep) == 0 || driven) {
      rest = 0;
    }
    body.sleepTime = rest;
    candidates += <u32>(rest >= timeToSleep);
    if (kinematic) {
      kinematics++;
      strikers += <u32>(reach > world.speculativeDistance);
    } else if (continuous && (flags & BodyFlag.Continuous) != 0 && (flags & BodyFlag.TypeMask) == BodyType.Dynamic) {
      if ((Bodies.isRound(body) ? reach - turn : reach) > unseen(slot, body) || (flags & BodyFlag.Fast) != 0) {
        List.push(fastBodies, slot);
      }
    }
  }
  movedBodies.count = <u32>((out - movedBodies.ptr) >> 2);
  world.sleepCandidates = candidates;
  world.kinematics = kinematics;
  world.strikers = strikers;
}

/**
 * How far a body may move in a step without being swept. What nothing touches or holds would be that deep in what it lands on, and
 * take long to come out, so it is a tenth of its inner radius, or as far as contacts see ahead (docs/decisions/0028-landings.md).
 */
export function unseen(slot: u32, body: Body): f32 {
  const inner = body.minExtent;
  const most: f32 = HARMLESS * inner;
  const free = (body.contactColours | body.jointColours) == 0;
  return free ? min<f32>(max<f32>(0.1 * inner, world.speculativeDistance), most) : most;
}

/**
 * The last guard: constraints between extreme masses or far anchors may throw a body faster than the cap, or overflow. Speed
 * and motion are cut to what the cap allows; a body whose numbers are none stays where it was, at rest.
 */
function contain(s: SolverBody, farthest: f32): void {
  const cap = world.maxSpeed;
  const capTurn: f32 = MAX_TURN * world.invH;
  const within =
    s.vx * s.vx + s.vy * s.vy <= cap * cap &&
    abs<f32>(s.w) <= capTurn &&
    abs<f32>(s.dx) <= farthest &&
    abs<f32>(s.dy) <= farthest &&
    abs<f32>(s.dc * s.dc + s.ds * s.ds - 1) <= 0.01;
  if (within) {
    return;
  }
  const sum: f32 = s.vx + s.vy + s.w + s.dx + s.dy + s.dc + s.ds;
  if (sum - sum != 0 || !(abs<f32>(s.dc * s.dc + s.ds * s.ds - 1) <= 0.01)) {
    memory.fill(changetype<usize>(s), 0, SOLVER_BODY_BYTES);
    s.dc = 1;
    return;
  }
  capVelocity(changetype<usize>(s), cap, capTurn);
  s.dx = bounded(s.dx, farthest);
  s.dy = bounded(s.dy, farthest);
}

function bounded(x: f32, limit: f32): f32 {
  return min<f32>(max<f32>(x, -limit), limit);
}
