import { bodyMotion, solverBodies } from "../world/buffers";
import { world } from "../world/world";
import { Aside, Block, ONE_POINT_BYTES, Ranges, TWO_POINT_BYTES, aside, colourAt } from "./contact_block";
import { DV, FREE, MOTION_BYTES } from "./integrate";
import { SOLVER_BODY_BYTES, SolverBody, THROWN } from "./solver_body";

// A step begins with the impulses that contacts had at the end of the one before. Between a press and a ledge these are hundreds of times
// a crate's weight, and cancel only as long as their normals stay. When the crate tips over an edge, or another of its faces becomes the
// nearest, a normal turns, and the impulses threw the crate at up to 100 m/s (docs/decisions/0044-what-kinematic-bodies-squeeze.md).

/** Impulses that make a body faster by no more than this do not throw it (unit: m/s at a length unit of 1): a push out of an overlap may. */
const MOST: f32 = 4;
/** Nor do those that add no more than so many times what forces add: in tall towers they differ that much from step to step. */
const SHARES: f32 = 16;

/**
 * After the warm start: takes back the impulses of all contacts of bodies that it throws, so that these contacts begin from nothing. A
 * body is thrown if its velocity changes, beyond what forces do, by more than those bounds and by more than it was fast: a heap that is
 * struck at 50 m/s needs its impulses.
 */
export function forgetThrown(first: usize, last: usize): void {
  const most: f32 = MOST * MOST * world.lengthUnit * world.lengthUnit;
  let any = false;
  let q = bodyMotion.ptr + first * MOTION_BYTES;
  let p = solverBodies.ptr + first * SOLVER_BODY_BYTES;
  for (const end = solverBodies.ptr + last * SOLVER_BODY_BYTES; p < end; p += SOLVER_BODY_BYTES) {
    const body = changetype<SolverBody>(p);
    const dx = load<f32>(q, DV);
    const dy = load<f32>(q, DV + 4);
    const vx: f32 = load<f32>(q, FREE) - dx;
    const vy: f32 = load<f32>(q, FREE + 4) - dy;
    const x: f32 = body.vx - vx;
    const y: f32 = body.vy - vy;
    const least: f32 = max<f32>(most, SHARES * SHARES * (dx * dx + dy * dy));
    const thrown = x * x + y * y > max<f32>(least, vx * vx + vy * vy);
    body.slender = thrown ? THROWN : 0;
    any = any || thrown;
    q += MOTION_BYTES;
  }
  if (any) {
    forgetAll();
  }
}

function forgetAll(): void {
  for (let turns = Ranges.turns(false); turns != 0; turns &= turns - 1) {
    const colour = colourAt(ctz(turns));
    for (let two: u32 = 0; two < 2; two++) {
      const bytes = two ? TWO_POINT_BYTES : ONE_POINT_BYTES;
      for (let p = Ranges.start(colour, two), end = Ranges.end(colour, two); p < end; p += bytes) {
        for (let lane = p; lane < p + 16; lane += 4) {
          const a = changetype<SolverBody>(<usize>load<u32>(lane, Block.bodyA));
          const b = changetype<SolverBody>(<usize>load<u32>(lane, Block.bodyB));
          if (min<f32>(a.slender, b.slender) == THROWN) {
            forget(lane, two, a, b);
          }
        }
      }
    }
  }
}

/** Takes back what `warmStart` did for the contact at lane `q`. */
function forget(q: usize, two: u32, a: SolverBody, b: SolverBody): void {
  let normal = load<f32>(q, Block.normalImpulse1);
  const tangent = load<f32>(q, Block.tangentImpulse);
  let turnA: f32 = load<f32>(q, Block.crossA1) * normal - load<f32>(q, Block.alongA) * tangent;
  let turnB: f32 = load<f32>(q, Block.crossB1) * normal - load<f32>(q, Block.alongB) * tangent;
  store<f32>(q, 0, Block.normalImpulse1);
  store<f32>(q, 0, Block.tangentImpulse);
  if (two) {
    const second = load<f32>(q, Block.normalImpulse2);
    normal += second;
    turnA += load<f32>(q, Block.crossA2) * second;
    turnB += load<f32>(q, Block.crossB2) * second;
    store<f32>(q, 0, Block.normalImpulse2);
  }
  const nx = load<f32>(q, Block.nx);
  const ny = load<f32>(q, Block.ny);
  const x: f32 = normal * nx + tangent * ny;
  const y: f32 = normal * ny - tangent * nx;
  const massA = load<f32>(q, Block.invMassA);
  const massB = load<f32>(q, Block.invMassB);
  a.vx += massA * x;
  a.vy += massA * y;
  if (world.rolling != 0) {
    const spin = load<f32>(aside(q), Aside.rollingImpulse);
    turnA += spin;
    turnB += spin;
    store<f32>(aside(q), 0, Aside.rollingImpulse);
  }
  a.w += load<f32>(q, Block.invInertiaA) * turnA;
  b.vx -= massB * x;
  b.vy -= massB * y;
  b.w -= load<f32>(q, Block.invInertiaB) * turnB;
}
