import { JointType } from "../assembly/abi/layout.js";
import type { Body, InterpolatedPose } from "./body.js";
import * as check from "./check.js";
import type { Vector } from "./definitions.js";
import { PhysicsError } from "./errors.js";
import type { Joint } from "./joint.js";
import type { MouseJoint, PulleyJoint } from "./joint_kinds.js";
import type { Shape } from "./shape.js";
import type { World } from "./world.js";

// Drawing for looking, not for games: `draw` walks a world and calls back; `canvasPainter` is a ready set
// of callbacks for a 2D canvas. Building on it takes no renderer.

/** How something is drawn. */
export interface Style {
  /** What is being drawn. */
  readonly role: "static" | "kinematic" | "awake" | "asleep" | "sensor" | "contact" | "joint";
  /** A CSS colour. */
  readonly color: string;
}

/** What a renderer supplies. All coordinates are in the world (m). */
export interface Painter {
  /** A closed polygon, counter-clockwise. */
  polygon(points: readonly Vector[], style: Style): void;
  /** A disc; its mark points in the direction `angle` (rad). */
  circle(center: Vector, radius: number, angle: number, style: Style): void;
  /** A line. */
  segment(a: Vector, b: Vector, style: Style): void;
  /** A mark whose size the renderer chooses. */
  point(at: Vector, style: Style): void;
}

/** What to draw. */
export interface DrawOptions {
  /** Whether to draw shapes, default true. */
  shapes?: boolean | undefined;
  /**
   * Whether to draw joints, default true: lines between their anchors, or for joints that pin or weld, from
   * there to the centres of moving bodies.
   */
  joints?: boolean | undefined;
  /** Whether to mark the centres of mass of bodies that are not static, default false. */
  centers?: boolean | undefined;
  /** Whether to draw contact points and their normals, default false. */
  contacts?: boolean | undefined;
  /** Colours by role, which replace the usual ones. */
  colors?: Partial<Record<Style["role"], string>> | undefined;
  /** How far the line that stands for a half-space extends to either side, in the world's units; default 1000 m. */
  extent?: number | undefined;
  /**
   * Where bodies and joints are drawn between their poses before (0) and after (1) the last step, default 1. With
   * `world.alpha`, bodies moved by `advance` are drawn smoothly. Contacts are drawn where the last step found them.
   */
  alpha?: number | undefined;
}

const COLORS: Record<Style["role"], string> = {
  static: "#7f8c8d",
  kinematic: "#2980b9",
  awake: "#e67e22",
  asleep: "#95a5a6",
  sensor: "#27ae60",
  contact: "#c0392b",
  joint: "#8e44ad",
};
/** Number of corners per quarter of a round outline. */
const ARC = 6;

const SWITCHES = ["shapes", "joints", "centers", "contacts"];
const OPTIONS = new Set([...SWITCHES, "colors", "extent", "alpha"]);
const VIEW = new Set(["scale", "origin", "up", "lineWidth", "opacity"]);
const ROLES = new Set(Object.keys(COLORS));
const CALLBACKS = ["polygon", "circle", "segment", "point"];
const PAINTER = "canvasPainter(context) or your own callbacks";
const JOINT = "a joint of a world";
const SHAPE = "a shape of a body";
const PATHS = ["beginPath", "closePath", "moveTo", "lineTo", "arc", "fill", "stroke"];
/** Joints whose anchors coincide: they are shown by lines from there to the centres. */
const PINS: readonly number[] = [JointType.Revolute, JointType.Weld, JointType.Prismatic, JointType.Wheel];

/** Refuses a value that lacks one of these methods. */
function needs(value: unknown, name: string, methods: readonly string[], wanted: string): void {
  for (const method of methods) {
    if (typeof (value as Record<string, unknown> | null | undefined)?.[method] !== "function") {
      throw new PhysicsError("bad-type", `${name} has no ${method}(); it must be ${wanted}.`);
    }
  }
}

/**
 * Draws a world through callbacks. Throws a PhysicsError for anything but a world, for missing callbacks,
 * and for unknown or wrong options.
 */
export function draw(world: World, painter: Painter, options: DrawOptions = {}): void {
  needs(world, "world", ["hash"], "a World");
  needs(painter, "painter", CALLBACKS, PAINTER);
  const given = check.known(options, "options", OPTIONS);
  for (const key of SWITCHES) {
    if (given[key] !== undefined) {
      check.boolean(given[key], `options.${key}`);
    }
  }
  check.known(given.colors === undefined ? {} : given.colors, "options.colors", ROLES);
  const { shapes = true, joints = true, centers = false, contacts = false, colors = {}, alpha = 1 } = options;
  const extent = options.extent === undefined ? EXTENT * world.lengthUnit : options.extent;
  check.positive(extent, "options.extent");
  check.within(alpha, "options.alpha", 0, 1);
  const styles = {} as Record<Style["role"], Style>;
  for (const role of Object.keys(COLORS) as Style["role"][]) {
    const color: unknown = colors[role] ?? COLORS[role];
    if (typeof color !== "string") {
      check.refuse("bad-type", `options.colors.${role}`, color, "a CSS color");
    }
    styles[role] = { role, color };
  }
  for (const joint of joints ? world.joints : []) {
    drawJoint(joint, painter, styles.joint, alpha);
  }
  for (const body of world.bodies) {
    const { type } = body;
    const style = type === "dynamic" ? styles[body.awake ? "awake" : "asleep"] : styles[type];
    if (shapes) {
      for (const shape of body.shapes) {
        drawShape(shape, painter, shape.sensor ? styles.sensor : style, extent, alpha);
      }
    }
    if (centers && type !== "static") {
      painter.point(centerOf(body, alpha), style);
    }
    if (contacts && type !== "static") {
      drawContacts(body, painter, styles.contact);
    }
  }
}

/** Length of a normal, and of either half of the line of a half-space (m). */
const NORMAL = 0.3;
const EXTENT = 1000;

/** Draws the contacts in which the body is the first one, or whose first body is static. */
function drawContacts(body: Body, painter: Painter, style: Style): void {
  const length = NORMAL * body.world.lengthUnit;
  for (const { bodyA, bodyB, normal, points } of body.contacts) {
    if (bodyA === body || bodyA?.type === "static" || bodyB === undefined) {
      for (const { point } of points) {
        painter.point(point, style);
        painter.segment(point, { x: point.x + length * normal.x, y: point.y + length * normal.y }, style);
      }
    }
  }
}

/**
 * Draws one joint: a line between its anchors, a pulley's rope, a mouse's pull; for a joint that pins or welds,
 * lines from its anchors to the centres of moving bodies. Throws a PhysicsError for anything but a joint.
 */
export function drawJoint(joint: Joint, painter: Painter, style: Style, alpha = 1): void {
  needs(check.fields(joint, "joint", JOINT).bodyA, "joint.bodyA", ["toWorld"], JOINT);
  needs(painter, "painter", CALLBACKS, PAINTER);
  check.within(alpha, "alpha", 0, 1);
  const { bodyA, bodyB } = joint;
  const a = placer(poseOf(bodyA, alpha))(joint.anchorA);
  const b = placer(poseOf(bodyB, alpha))(joint.anchorB);
  const line =
    joint.kind === JointType.Pulley
      ? [a, (joint as PulleyJoint).groundAnchorA, (joint as PulleyJoint).groundAnchorB, b]
      : [joint.kind === JointType.Mouse ? (joint as MouseJoint).target : a, b];
  const ends = [line[0]!, b];
  if (PINS.includes(joint.kind)) {
    const [from, to] = [bodyA, bodyB].map((body) => (body.type === "static" ? [] : [centerOf(body, alpha)]));
    line.unshift(...from!);
    line.push(...to!);
  }
  for (let i = 1; i < line.length; i++) {
    painter.segment(line[i - 1]!, line[i]!, style);
  }
  for (const end of ends) {
    painter.point(end, style);
  }
}

/** Draws one shape. Throws a PhysicsError for anything but a shape. */
export function drawShape(shape: Shape, painter: Painter, style: Style, extent?: number, alpha = 1): void {
  const { body } = check.fields(shape, "shape", SHAPE) as unknown as Shape;
  needs(body, "shape.body", ["toWorld"], SHAPE);
  const far = extent === undefined ? EXTENT * body.world.lengthUnit : extent;
  const { geometry } = shape; // only once: each field is a call into the core
  check.fields(geometry, "shape.geometry", SHAPE);
  needs(painter, "painter", CALLBACKS, PAINTER);
  check.positive(far, "extent");
  check.within(alpha, "alpha", 0, 1);
  const { type, halfWidth, halfHeight, radius, center, angle, points, exponent } = geometry;
  const pose = poseOf(body, alpha);
  const place = placer(pose);
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  const local = (x: number, y: number): Vector => ({
    x: center.x + cos * x - sin * y,
    y: center.y + sin * x + cos * y,
  });
  switch (type) {
    case "circle":
      painter.circle(place(center), radius, pose.angle + angle, style);
      return;
    case "ellipse":
    case "superellipse": {
      const power = exponent > 0 ? 2 / exponent : 1;
      const bend = (x: number): number => Math.sign(x) * Math.abs(x) ** power;
      const curve = arc(0, 2 * Math.PI, 8 * ARC, (c, s) => local(halfWidth * bend(c), halfHeight * bend(s)));
      painter.polygon((radius > 0 ? rounded(curve, radius) : curve).map(place), style);
      return;
    }
    case "halfSpace":
      painter.segment(place(local(0, -far)), place(local(0, far)), style);
      return;
    case "segment":
      if (radius === 0) {
        painter.segment(place(local(-halfWidth, 0)), place(local(halfWidth, 0)), style);
        return;
      }
      break;
    default:
      break;
  }
  const corners = type === "polygon" ? points : boxCorners(halfWidth, halfHeight).map(({ x, y }) => local(x, y));
  painter.polygon((radius > 0 ? rounded(corners, radius) : corners).map(place), style);
}

/** The pose in which a body is drawn. */
function poseOf(body: Body, alpha: number): InterpolatedPose {
  return alpha < 1 ? body.interpolated(undefined, alpha) : body;
}

/** A body's centre of mass where it is drawn. */
function centerOf(body: Body, alpha: number): Vector {
  const center = body.centerOfMass;
  return alpha < 1 ? placer(poseOf(body, alpha))(body.toLocal(center)) : center;
}

/** Converts points from a body's frame to the world. */
function placer({ x, y, angle }: InterpolatedPose): (p: Vector) => Vector {
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  return (p) => ({ x: x + c * p.x - s * p.y, y: y + s * p.x + c * p.y });
}

function boxCorners(hx: number, hy: number): Vector[] {
  return hy === 0
    ? [
        { x: -hx, y: 0 },
        { x: hx, y: 0 },
      ]
    : [
        { x: -hx, y: -hy },
        { x: hx, y: -hy },
        { x: hx, y: hy },
        { x: -hx, y: hy },
      ];
}

function arc(from: number, to: number, parts: number, at: (cos: number, sin: number) => Vector): Vector[] {
  return Array.from({ length: parts }, (_, i) => {
    const angle = from + ((to - from) * i) / parts;
    return at(Math.cos(angle), Math.sin(angle));
  });
}

/** Outline of a convex polygon (counter-clockwise) at a distance `radius`. */
function rounded(corners: readonly Vector[], radius: number): Vector[] {
  const outline: Vector[] = [];
  const n = corners.length;
  for (let i = 0; i < n; i++) {
    const before = corners[(i + n - 1) % n]!;
    const here = corners[i]!;
    const after = corners[(i + 1) % n]!;
    const from = Math.atan2(here.y - before.y, here.x - before.x) - Math.PI / 2;
    let to = Math.atan2(after.y - here.y, after.x - here.x) - Math.PI / 2;
    if (to < from) {
      to += 2 * Math.PI;
    }
    const parts = Math.ceil((ARC * (to - from)) / (Math.PI / 2) - 1e-6);
    for (const p of arc(from, to, parts, (c, s) => ({ x: here.x + radius * c, y: here.y + radius * s }))) {
      outline.push(p);
    }
    outline.push({ x: here.x + radius * Math.cos(to), y: here.y + radius * Math.sin(to) });
  }
  return outline;
}

/** The part of a 2D canvas context that `canvasPainter` uses. */
export interface CanvasContext {
  fillStyle: unknown;
  strokeStyle: unknown;
  lineWidth: number;
  globalAlpha: number;
  beginPath(): void;
  closePath(): void;
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
  arc(x: number, y: number, radius: number, from: number, to: number): void;
  fill(): void;
  stroke(): void;
}

/** Where the world appears on a canvas. */
export interface CanvasView {
  /** Pixels per unit of the world's lengths (m), above 0, default 20; a world in pixels wants 1. */
  scale?: number | undefined;
  /** Pixel at which the world's origin appears, default (0, 0). */
  origin?: Vector | undefined;
  /** Whether the world's y points up. Default true. */
  up?: boolean | undefined;
  /** Width of lines (pixels), above 0, default 1. */
  lineWidth?: number | undefined;
  /** Opacity of filled areas, multiplied by the context's own; default 0.4. */
  opacity?: number | undefined;
}

/**
 * Callbacks for `draw` that paint on a 2D canvas and leave the context's colours, widths and opacity as they were.
 * Clear the canvas yourself. Throws a PhysicsError for anything but a 2D context, and for unknown or wrong options.
 */
export function canvasPainter(context: CanvasContext, view: CanvasView = {}): Painter {
  needs(context, "context", PATHS, "the 2D context of a canvas");
  check.known(view, "view", VIEW);
  const { scale = 20, origin = { x: 0, y: 0 }, up = true, lineWidth = 1, opacity = 0.4 } = view;
  check.positive(scale, "view.scale");
  check.vector(origin, "view.origin");
  check.boolean(up, "view.up");
  check.positive(lineWidth, "view.lineWidth");
  check.within(opacity, "view.opacity", 0, 1);
  const flip = up ? -1 : 1;
  const px = (p: Vector): number => origin.x + scale * p.x;
  const py = (p: Vector): number => origin.y + flip * scale * p.y;
  const paint = (style: Style, outline: () => void): void => {
    const { fillStyle, strokeStyle, lineWidth: width } = context;
    context.fillStyle = style.color;
    context.strokeStyle = style.color;
    context.lineWidth = lineWidth;
    context.beginPath();
    outline();
    Object.assign(context, { fillStyle, strokeStyle, lineWidth: width });
  };
  const fill = (): void => {
    const { globalAlpha } = context;
    context.globalAlpha = globalAlpha * opacity;
    context.fill();
    context.globalAlpha = globalAlpha;
  };
  return {
    polygon(points, style) {
      paint(style, () => {
        points.forEach((p, i) => (i === 0 ? context.moveTo(px(p), py(p)) : context.lineTo(px(p), py(p))));
        context.closePath();
        fill();
        context.stroke();
      });
    },
    circle(center, radius, angle, style) {
      paint(style, () => {
        context.arc(px(center), py(center), scale * radius, 0, 2 * Math.PI);
        fill();
        context.moveTo(px(center), py(center));
        const rim = { x: center.x + radius * Math.cos(angle), y: center.y + radius * Math.sin(angle) };
        context.lineTo(px(rim), py(rim));
        context.stroke();
      });
    },
    segment(a, b, style) {
      paint(style, () => {
        context.moveTo(px(a), py(a));
        context.lineTo(px(b), py(b));
        context.stroke();
      });
    },
    point(at, style) {
      paint(style, () => {
        context.arc(px(at), py(at), 2 * lineWidth, 0, 2 * Math.PI);
        context.fill();
      });
    },
  };
}
