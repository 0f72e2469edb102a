import { V } from "../../math/wide";
import { Bodies } from "../../world/body";
import { Joint } from "../../world/joint";
import { leastWay } from "../../world/settings";
import { Axis } from "./axes";
import { Place, limitRow, prepareRows } from "./row_block";

// Pulley joint: a rope from A over two points of the world, its ground anchors g, to B; it can only pull. With
// u = (p + r − g) / |p + r − g| and the lengths a and b of its two sides:
//
//     C = L − a − ratio · b ≥ 0,  J = −[uA, rA × uA, ratio · uB, ratio · rB × uB]
//
// (Catto, Box2D manual, where it is a rod; a rope that goes slack is what people ask for.)

export function preparePulley(j: Joint, q: usize): void {
  prepareRows(q);
  const a = Bodies.mass(j.bodyA);
  const b = Bodies.mass(j.bodyB);
  store<f32>(q, a.x - j.p0, Place.own0);
  store<f32>(q, a.y - j.p1, Place.own1);
  store<f32>(q, b.x - j.p2, Place.own2);
  store<f32>(q, b.y - j.p3, Place.own3);
  store<f32>(q, j.p4, Place.own4);
  limitRow(q, Place.rows, true, 1, -j.rest, j.lowerImpulse);
}

export function placePulley<T, M>(p: usize): void {
  const one = V.splat<T>(1);
  const tiny = V.splat<T>(leastWay());
  const ratio = load<T>(p, Place.own4);
  const rAx = load<T>(p, Place.rAx);
  const rAy = load<T>(p, Place.rAy);
  const rBx = load<T>(p, Place.rBx);
  const rBy = load<T>(p, Place.rBy);
  const ax = load<T>(p, Place.movedAx) + rAx + load<T>(p, Place.own0);
  const ay = load<T>(p, Place.movedAy) + rAy + load<T>(p, Place.own1);
  const bx = load<T>(p, Place.movedBx) + rBx + load<T>(p, Place.own2);
  const by = load<T>(p, Place.movedBy) + rBy + load<T>(p, Place.own3);
  const a = V.sqrt<T>(ax * ax + ay * ay);
  const b = V.sqrt<T>(bx * bx + by * by);
  // A side of no length pulls nowhere.
  const perA = V.keep<T, M>(V.gt<T, M>(a, tiny), -one / V.max<T>(a, tiny));
  const perB = V.keep<T, M>(V.gt<T, M>(b, tiny), -ratio / V.max<T>(b, tiny));
  const uAx = ax * perA;
  const uAy = ay * perA;
  const uBx = bx * perB;
  const uBy = by * perB;
  Axis.set<T, M>(
    p,
    Place.rows,
    uAx,
    uAy,
    rAx * uAy - rAy * uAx,
    uBx,
    uBy,
    rBx * uBy - rBy * uBx,
    V.splat<T>(0) - a - ratio * b,
  );
}
