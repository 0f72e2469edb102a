import { Buffer } from "../memory/buffer";
import { Bodies, NONE } from "../world/body";
import { queryResults } from "../world/buffers";
import { Contact, ContactFlag, Contacts } from "../world/contact";
import { Shapes } from "../world/shape";
import { CONTACT_WORDS, ContactWord } from "./body_layout";
import { Code } from "./layout";

/** Puts the touching contacts of the body, with their manifolds, into the result buffer. Their count, or minus a Code. */
export function bodyContacts(id: u32): i32 {
  const slot = Bodies.find(id);
  if (slot == 0) {
    return -Code.StaleBody;
  }
  let n: u32 = 0;
  for (let edge = Bodies.at(slot).contactHead; edge != NONE; edge = load<u32>(Contacts.edge(edge))) {
    const c = Contacts.at(edge >> 1);
    const told = c.flags & (ContactFlag.Touching | ContactFlag.Ahead | ContactFlag.Sensor);
    if (told != ContactFlag.Touching) {
      continue;
    }
    if (!Buffer.ensure(queryResults, <usize>(n + 1) * CONTACT_WORDS * 4)) {
      return -Code.OutOfMemory;
    }
    describe(c, queryResults.ptr + <usize>n * CONTACT_WORDS * 4);
    n++;
  }
  return <i32>n;
}

function describe(c: Contact, to: usize): void {
  store<u32>(to, Bodies.id(c.bodyA));
  store<u32>(to, Bodies.id(c.bodyB), 4);
  store<u32>(to, Shapes.id(c.shapeA), 8);
  store<u32>(to, Shapes.id(c.shapeB), 12);
  const normal = to + (ContactWord.NormalX << 2);
  store<f32>(normal, c.nx);
  store<f32>(normal, c.ny, 4);
  store<f32>(normal, <f32>(<u32>Contacts.touches(c) + <u32>Contacts.hasTwo(c)), 8);
  const m = Bodies.mass(c.bodyA);
  const first = to + (ContactWord.First << 2);
  describePoint(first, m.x + c.aX1, m.y + c.aY1, c.separation1, c.normalImpulse1, c.tangentImpulse1);
  const second = to + (ContactWord.Second << 2);
  describePoint(second, m.x + c.aX2, m.y + c.aY2, c.separation2, c.normalImpulse2, c.tangentImpulse2);
}

/** Offset of the tangent impulse in a point. */
const TANGENT: usize = 4 << 2;

function describePoint(to: usize, x: f32, y: f32, separation: f32, normal: f32, tangent: f32): void {
  store<f32>(to, x);
  store<f32>(to, y, 4);
  store<f32>(to, separation, 8);
  store<f32>(to, normal, 12);
  store<f32>(to + TANGENT, tangent);
}
