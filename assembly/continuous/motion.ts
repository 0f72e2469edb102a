import { Sweep } from "../collision/time_of_impact";
import { SolverBody } from "../solver/solver_body";
import { Bodies } from "../world/body";
import { solverBodies } from "../world/buffers";
import { Shapes } from "../world/shape";

// How bodies and shapes moved over the step, and how that is cut short. What the solver moved a body by is kept right, so
// that a motion can be looked at again after it was cut.

function solverBody(slot: u32): SolverBody {
  return changetype<SolverBody>(solverBodies.ptr + ((<usize>Bodies.solverIndex(slot)) << 5));
}

/** The motion of a body's centre of mass and rotation over the step. */
export function bodyMotion(slot: u32, s: Sweep): void {
  const pose = Bodies.pose(slot);
  const mass = Bodies.mass(slot);
  s.c1x = mass.x;
  s.c1y = mass.y;
  s.q1c = pose.c;
  s.q1s = pose.s;
  s.c0x = mass.x;
  s.c0y = mass.y;
  s.q0c = pose.c;
  s.q0s = pose.s;
  s.localX = 0;
  s.localY = 0;
  if (Bodies.solverIndex(slot) != 0) {
    const moved = solverBody(slot);
    s.c0x = mass.x - moved.dx;
    s.c0y = mass.y - moved.dy;
    s.q0c = pose.c * moved.dc + pose.s * moved.ds;
    s.q0s = pose.s * moved.dc - pose.c * moved.ds;
  }
}

/** The motion of one of a body's shapes, from the body's. */
export function shapeMotion(s: Sweep, slot: u32, shape: u32, out: Sweep): void {
  const body = Bodies.at(slot);
  const local = Shapes.local(shape);
  memory.copy(changetype<usize>(out), changetype<usize>(s), offsetof<Sweep>());
  out.q0c = s.q0c * local.c - s.q0s * local.s;
  out.q0s = s.q0s * local.c + s.q0c * local.s;
  out.q1c = s.q1c * local.c - s.q1s * local.s;
  out.q1s = s.q1s * local.c + s.q1c * local.s;
  const lx: f32 = body.localX - local.x;
  const ly: f32 = body.localY - local.y;
  out.localX = local.c * lx + local.s * ly;
  out.localY = local.c * ly - local.s * lx;
}

/** Ends a body's motion, which began as `s` says, with its centre of mass and rotation here. */
export function endMotion(slot: u32, s: Sweep, x: f32, y: f32, c: f32, q: f32): void {
  const body = Bodies.at(slot);
  const pose = Bodies.pose(slot);
  const mass = Bodies.mass(slot);
  // Where a motion ends is a rotation only as well as what it began with: large turns a sub-step leave some to be mended.
  const scale: f32 = 1 / sqrt<f32>(c * c + q * q);
  pose.c = c * scale;
  pose.s = q * scale;
  mass.x = x;
  mass.y = y;
  pose.x = x - (pose.c * body.localX - pose.s * body.localY);
  pose.y = y - (pose.s * body.localX + pose.c * body.localY);
  const moved = solverBody(slot);
  moved.dx = x - s.c0x;
  moved.dy = y - s.c0y;
  moved.dc = s.q0c * c + s.q0s * q;
  moved.ds = s.q0c * q - s.q0s * c;
}
