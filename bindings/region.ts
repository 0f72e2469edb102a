import { ShapeField } from "../assembly/abi/layout.js";
import * as geometry from "./geometry.js";
import type { Instance } from "./instance.js";
import { SHAPE_TYPES } from "./shape.js";

/** The region of a field, unless it is a shape of a body, in the form that `createField` takes; undefined if there is none. @internal */
export function readRegion(of: Instance, field: number): geometry.ShapeDescriptor | undefined {
  const { core } = of;
  const get = (number: ShapeField): number => core.fieldRegionGet(field, number) + 0;
  const type = SHAPE_TYPES[get(ShapeField.Kind)];
  const [x, y] = [get(ShapeField.HalfX), get(ShapeField.HalfY)];
  const radius = get(ShapeField.Radius);
  const angle = get(ShapeField.Angle);
  const center = { x: get(ShapeField.CenterX), y: get(ShapeField.CenterY) };
  const placed = { center, angle };
  switch (type) {
    case "circle":
      return geometry.circle(radius, { center });
    case "capsule":
      return geometry.capsule(2 * x, radius, placed);
    case "box":
      return geometry.box(2 * x, 2 * y, { radius, ...placed });
    case "polygon":
      return geometry.polygon(of.points(core.fieldRegionPoints(field)), { radius });
    case "ellipse":
      return geometry.ellipse(x, y, { radius, ...placed });
    case "superellipse":
      return geometry.superellipse(x, y, get(ShapeField.Exponent), { radius, ...placed });
    case "halfSpace":
      return geometry.halfSpace(geometry.directionAt(angle), { center });
    default:
      return undefined;
  }
}
