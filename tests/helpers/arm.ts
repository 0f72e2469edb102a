import { circle } from "../../dist/index.js";
import type { Joint, JointDef } from "../../dist/index.js";
import type { Body, World } from "./engine.js";

/** One joint of an arm; the arm supplies its bodies and its anchor. */
export type ArmJoint = { [K in JointDef["type"]]: Omit<Extract<JointDef, { type: K }>, "bodyA" | "bodyB"> }[
  "revolute" | "weld" | "wheel" | "prismatic" | "motor" | "rotary" | "custom"];

const ANCHORED: readonly JointDef["type"][] = ["revolute", "weld", "wheel", "prismatic"];

/**
 * A row of balls that touch nothing. Each is `length` (m) from the ball before it and joined to it by all of `defs`; the first is joined
 * to a static body at the origin, which is the first of `bodies`.
 */
export function buildArm(
  world: World,
  defs: readonly ArmJoint[],
  count: number,
  radius: number,
  length = 1,
): { bodies: Body[]; balls: Body[]; joints: Joint[] } {
  const bodies = [world.createBody({})];
  const joints: Joint[] = [];
  for (let i = 1; i <= count; i++) {
    const ball = world.createBody({
      type: "dynamic",
      position: { x: i * length, y: 0 },
      shape: circle(radius),
      mask: 0,
    });
    for (const def of defs) {
      const place = ANCHORED.includes(def.type) ? { anchor: { x: (i - 1) * length, y: 0 } } : {};
      joints.push(world.createJoint({ ...def, ...place, bodyA: bodies[i - 1]!, bodyB: ball } as JointDef));
    }
    bodies.push(ball);
  }
  return { bodies, balls: bodies.slice(1), joints };
}
