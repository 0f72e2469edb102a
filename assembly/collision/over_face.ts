import { ShapeKind } from "../abi/layout";
import { SCRATCH_FRAMES } from "../memory/scratch";
import { Frame, ShapeGeometry, hasBoxCore } from "./shape_geometry";
import { supportCore } from "./support";
import { Sweep } from "./time_of_impact";
import { Vec2d } from "./vectors";

// A shape that goes along a link or the side of a box touches it all the way. That can be told from its centre and its lowest point
// alone, in a fraction of the time that a distance takes.

const POINT: usize = SCRATCH_FRAMES + 256;

/** How a shape moves over a flat face. */
export const enum OverFace {
  /** Its centre does not stay above a face, or that is not known. */
  No = 0,
  /** Its centre stays above the line of a face. */
  Above = 1,
  /** It also touches the face from the beginning. */
  Along = 2,
}

/**
 * How a shape that moves as `way` says goes over a box core that stands still. `Above`: its centre ends at least `least` above the
 * surface. `Along`: it begins no farther than `near` from the surface (unit: m).
 */
export function overFace(
  g: ShapeGeometry,
  way: Sweep,
  ground: ShapeGeometry,
  f: Frame,
  least: f32,
  near: f32,
): OverFace {
  if (!hasBoxCore(ground.kind) || g.kind == ShapeKind.HalfSpace) {
    return OverFace.No;
  }
  const wx: f64 = <f64>way.c0x - <f64>f.x - (<f64>way.q0c * way.localX - <f64>way.q0s * way.localY);
  const wy: f64 = <f64>way.c0y - <f64>f.y - (<f64>way.q0s * way.localX + <f64>way.q0c * way.localY);
  // The normal of the face above which it begins; a link has one line.
  let nx: f64 = -f.s;
  let ny: f64 = f.c;
  let half: f64 = ground.hx;
  let high: f64 = ground.hy;
  let h: f64 = nx * wx + ny * wy;
  let u: f64 = ny * wx - nx * wy;
  if (high > 0 && abs<f64>(u) - half > abs<f64>(h) - high) {
    const up = u;
    u = h;
    h = up;
    half = ground.hy;
    high = ground.hx;
    nx = f.c;
    ny = f.s;
  }
  if (h < 0) {
    h = -h;
    nx = -nx;
    ny = -ny;
  }
  const ex: f64 = <f64>way.c1x - <f64>f.x - (<f64>way.q1c * way.localX - <f64>way.q1s * way.localY);
  const ey: f64 = <f64>way.c1y - <f64>f.y - (<f64>way.q1s * way.localX + <f64>way.q1c * way.localY);
  const surface: f64 = high + ground.radius;
  if (!(h > surface && nx * ex + ny * ey >= surface + least)) {
    return OverFace.No;
  }
  supportCore(g, -(way.q0c * nx + way.q0s * ny), way.q0s * nx - way.q0c * ny, POINT);
  const px: f64 = way.q0c * Vec2d.x(POINT) - way.q0s * Vec2d.y(POINT);
  const py: f64 = way.q0s * Vec2d.x(POINT) + way.q0c * Vec2d.y(POINT);
  const low: f64 = h + (nx * px + ny * py) - high;
  const radius: f64 = <f64>g.radius + <f64>ground.radius;
  const foot: f64 = ny * (wx + px) - nx * (wy + py);
  const beside: f64 = max<f64>(abs<f64>(foot) - half, 0);
  // A shape that is in the face crosses it between its lowest point and its centre. Otherwise its lowest point has to be near enough.
  const touches: bool =
    low < 0 ? beside == 0 && abs<f64>(u) <= half : sqrt<f64>(low * low + beside * beside) <= radius + near;
  return touches ? OverFace.Along : OverFace.Above;
}
