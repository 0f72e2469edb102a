import { enterShapes } from "../broad_phase/refit";
import { forceSleep, createBody, updateMass, wakeBeside } from "../lifecycle/bodies";
import { setDrive } from "../lifecycle/drives";
import { copyMaterial, settleAdded } from "../lifecycle/shapes";
import { createStaged, dropStaged, prepareStaged } from "../lifecycle/staged_shapes";
import { noRoom } from "../lifecycle/worlds";
import { MAILBOX_ADDRESS } from "../memory/fixed";
import { Bodies, NONE } from "../world/body";
import { bulk } from "../world/buffers";
import { Shapes } from "../world/shape";
import { allFinite, settable, turnable } from "./check";
import { BodyDef } from "./body_layout";
import { BodyField, BodyFlag, BodyType, Code, Staged } from "./layout";

// The door for creating bodies, and shapes on bodies, from definitions that the host staged (layout.ts: Staged; body_layout.ts: BodyDef).
// All of them are checked and have their memory before anything is made: a refused call changes nothing.

const DEF: usize = MAILBOX_ADDRESS;

abstract class In {
  @inline static f(field: u32): f32 {
    return load<f32>(DEF + ((<usize>field) << 2));
  }
  @inline static u(field: u32): u32 {
    return load<u32>(DEF + ((<usize>field) << 2));
  }
}

/** Initial pose and velocity of a body: words X to AngularVelocity of a BodyDef, or a row of the bulk buffer. */
@unmanaged
class BodyRow {
  x: f32;
  y: f32;
  angle: f32;
  vx: f32;
  vy: f32;
  w: f32;
}

function checkBodyDef(): i32 {
  if (In.u(BodyDef.Type) > <u32>BodyType.Dynamic) {
    return Code.BadType;
  }
  if (
    !allFinite(DEF + (BodyDef.X << 2), BodyDef.SleepThreshold) ||
    !allFinite(DEF + (BodyDef.SteadyForceX << 2), BodyDef.OwnGravity - BodyDef.SteadyForceX)
  ) {
    return Code.NonFinite;
  }
  if (In.f(BodyDef.LinearDamping) < 0 || In.f(BodyDef.AngularDamping) < 0) {
    return Code.OutOfRange;
  }
  return Code.Ok;
}

/** Checks the definitions and makes room for `count` bodies made from them. */
function prepare(count: u32, shapes: u32): i32 {
  store<u32>(DEF + (Staged.Refused << 2), NONE);
  let code = checkBodyDef();
  if (code == Code.Ok) {
    code = prepareStaged(shapes, count, In.u(BodyDef.Type));
  }
  if (code == Code.Ok && !(Bodies.reserve(count) && Shapes.reserve(count * shapes))) {
    dropStaged(shapes);
    code = noRoom(count, count * shapes, 0);
  }
  return code;
}

/** Makes a body from the prepared definitions. Its slot. */
function makeBody(row: BodyRow, shapes: u32): u32 {
  const type = In.u(BodyDef.Type);
  const slot = createBody(type, row.x, row.y, <f64>row.angle, In.u(BodyDef.Flags));
  const body = Bodies.at(slot);
  body.linearDamping = In.f(BodyDef.LinearDamping);
  body.angularDamping = In.f(BodyDef.AngularDamping);
  body.gravityScale = In.f(BodyDef.GravityScale);
  body.sleepThreshold = In.f(BodyDef.SleepThreshold);
  if (type != BodyType.Static) {
    const v = Bodies.velocity(slot);
    v.vx = settable(row.vx);
    v.vy = settable(row.vy);
    v.w = turnable(slot, row.w);
  }
  const driven: u32 = In.f(BodyDef.OwnGravity) != 0 ? BodyDef.OwnGravity : BodyDef.GravityX;
  for (let word: u32 = BodyDef.SteadyForceX; word < driven; word++) {
    setDrive(slot, BodyField.SteadyForceX + (word - BodyDef.SteadyForceX), In.f(word));
  }
  if ((In.u(BodyDef.Flags) & (BodyFlag.Awake | BodyFlag.CanSleep)) == BodyFlag.CanSleep) {
    forceSleep(slot, false); // its shapes are still to come, but do not wake it
  }
  if (shapes > 0) {
    createStaged(slot, shapes);
    updateMass(slot);
    enterShapes(slot);
    wakeBeside(slot, Bodies.at(slot).shapeHead);
  }
  return slot;
}

/** Makes a body with the staged shapes. Its id, or minus a Code. */
export function bodyCreate(): i32 {
  const shapes = In.u(Staged.Count);
  const code = prepare(1, shapes);
  return code != Code.Ok ? -code : <i32>Bodies.id(makeBody(changetype<BodyRow>(DEF + (BodyDef.X << 2)), shapes));
}

/** Makes `count` bodies, each with the staged shapes and a BodyRow in the bulk buffer, whose start the ids overwrite. A Code. */
export function bodiesCreate(count: u32): i32 {
  const shapes = In.u(Staged.Count);
  if (<u64>count * offsetof<BodyRow>() > <u64>bulk.capacity || In.u(Staged.InBulk) != 0) {
    return Code.OutOfRange;
  }
  if (!allFinite(bulk.ptr, count * ((<u32>offsetof<BodyRow>()) >> 2))) {
    return Code.NonFinite;
  }
  const code = prepare(count, shapes);
  if (code != Code.Ok) {
    return code;
  }
  let p = bulk.ptr;
  for (let k: u32 = 0; k < count; k++) {
    const slot = makeBody(changetype<BodyRow>(p), shapes);
    store<u32>(bulk.ptr + ((<usize>k) << 2), Bodies.id(slot)); // rows still to be read lie further on
    p += offsetof<BodyRow>();
  }
  return Code.Ok;
}

/**
 * Adds the staged shapes, at least one, to a living body. `like`: id of a shape whose material they get, 0 for their own. Wakes
 * sleepers where they come to lie, unless the body was created asleep. The id of the first, or minus a Code.
 */
export function shapesCreate(bodyId: u32, like: u32): i32 {
  const shapes = In.u(Staged.Count);
  const body = Bodies.find(bodyId);
  const model = Shapes.find(like);
  store<u32>(DEF + (Staged.Refused << 2), NONE);
  if (body == 0) {
    return -Code.StaleBody;
  }
  if (like != 0 && model == 0) {
    return -Code.StaleShape;
  }
  if (shapes == 0) {
    return -Code.OutOfRange;
  }
  const code = prepareStaged(shapes, 1, Bodies.type(body));
  if (code != Code.Ok) {
    return -code;
  }
  if (!Shapes.reserve(shapes)) {
    dropStaged(shapes);
    return -noRoom(0, shapes, 0);
  }
  const first = createStaged(body, shapes);
  for (let slot = first; slot != NONE && model != 0; slot = Shapes.at(slot).next) {
    copyMaterial(model, slot);
  }
  settleAdded(body, first);
  return <i32>Shapes.id(first);
}
