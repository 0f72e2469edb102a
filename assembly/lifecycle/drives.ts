import { BodyField } from "../abi/layout";
import { keepAwake } from "../contact_graph/sleep";
import { Bodies, Body, BodyDrive } from "../world/body";
import { world } from "../world/world";

/** Sets a body's lasting force or torque, or its own gravity (a field from SteadyForceX on); a change wakes it. */
export function setDrive(slot: u32, field: i32, x: f32): void {
  const body = Bodies.at(slot);
  const before = body.drives;
  const first = changetype<usize>(body) + offsetof<Body>("steadyForceX");
  if (field == BodyField.OwnGravity) {
    if ((before & BodyDrive.Gravity) == 0) {
      return;
    }
    body.drives = before & BodyDrive.Force;
  } else {
    if (field >= BodyField.GravityX && (before & BodyDrive.Gravity) == 0) {
      body.gravityX = world.gravityX;
      body.gravityY = world.gravityY;
      body.drives |= BodyDrive.Gravity;
    }
    const p = first + ((<usize>(field - BodyField.SteadyForceX)) << 2);
    if (load<f32>(p) == x && body.drives == before) {
      return;
    }
    store<f32>(p, x);
  }
  const pushed = body.steadyForceX != 0 || body.steadyForceY != 0 || body.steadyTorque != 0;
  body.drives = (body.drives & BodyDrive.Gravity) | (pushed ? BodyDrive.Force : 0);
  world.drivenBodyCount += <u32>(body.drives != 0) - <u32>(before != 0);
  keepAwake(slot);
}
