import { V } from "../../math/wide";
import { Bodies } from "../../world/body";
import { Joint } from "../../world/joint";
import { Axis } from "./axes";
import { Place, Row, holdPoint, prepareRows } from "./row_block";

// Mouse joint: a spring draws a point of B to a point t of the world, with a limited force. A feels nothing.
//
//     C = pB + rB − t,  J = [0, 0, 1, [rB]×]
//
// (Catto, Box2D manual.)

export function prepareMouse(j: Joint, q: usize): void {
  prepareRows(q);
  const b = Bodies.mass(j.bodyB);
  store<f32>(q, b.x - j.p0, Place.own0);
  store<f32>(q, b.y - j.p1, Place.own1);
  holdPoint(j, q, Place.rows, j.p4);
}

export function placeMouse<T, M>(p: usize): void {
  const zero = V.splat<T>(0);
  const one = V.splat<T>(1);
  const rx = load<T>(p, Place.rBx);
  const ry = load<T>(p, Place.rBy);
  const cx = load<T>(p, Place.movedBx) + rx + load<T>(p, Place.own0);
  const cy = load<T>(p, Place.movedBy) + ry + load<T>(p, Place.own1);
  Axis.set<T, M>(p, Place.rows, zero, zero, zero, one, zero, zero - ry, cx);
  Axis.set<T, M>(p, Place.rows + Row.bytes, zero, zero, zero, zero, one, rx, cy);
}
