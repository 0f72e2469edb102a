import { List } from "../memory/buffer";
import { COLOUR_COUNT, Lists, OVERFLOW_COLOUR } from "../world/buffers";
import { Contact, ContactFlag, Contacts } from "../world/contact";
import { world } from "../world/world";
import { Block, ONE_POINT_BYTES, Ranges, TWO_POINT_BYTES } from "./contact_block";

// Blows to what joints or a locked axis hold: a door against its stop, a flipper, a slider. A contact knows the bodies as if
// they were free, so that a pass over contacts and one over joints undo a part of each other's work, and the impulse of the
// blow, applied once more by the next sub-step, throws the body back: a door that was to stop came back with half its
// speed. So such contacts take part in restitution whatever theirs is: joints and contacts are solved in turn until both hold,
// and points leave at e times the speed they met at, or not at all. What the next step starts with knows nothing of it.

/** In place of a restitution of 0, which is none. */
const DEAD: f32 = 1e-30;

const enum Turn {
  /** Before the sub-steps: contacts that are marked take part. */
  Mark = 0,
  /** After them: were any struck? */
  Look = 1,
  /** After restitution: what was struck pushes no more. */
  Forget = 2,
}

/** Lets contacts that are marked bounce in this step; true if there are any. A blow may take two steps: gaps close first. */
export function markBlows(): bool {
  if (world.blows == 0) {
    return false;
  }
  world.blows--;
  const any = walk(Turn.Mark);
  if (any) {
    world.bounces = max<u32>(world.bounces, 1);
  }
  return any;
}

/** Was one of them struck in this step? */
export function wereStruck(): bool {
  return walk(Turn.Look);
}

/** Those that were struck in this step push no more. */
export function forgetBlows(): void {
  walk(Turn.Forget);
}

function walk(turn: Turn): bool {
  let any = false;
  for (let colour: u32 = 0; colour < COLOUR_COUNT; colour++) {
    for (let two: u32 = 0; two < 2; two++) {
      const list = Lists.colour(colour, two);
      const bytes = two ? TWO_POINT_BYTES : ONE_POINT_BYTES;
      for (let k: u32 = 0, n = list.count; k < n; k++) {
        const c = Contacts.at(List.get(list, k));
        if ((c.flags & ContactFlag.Blow) != 0) {
          const place = <usize>k;
          const block = colour == OVERFLOW_COLOUR ? place * bytes : (place >> 2) * bytes + ((place & 3) << 2);
          any = visit(turn, c, Ranges.start(colour, two) + block, two != 0) || any;
        }
      }
    }
  }
  return any;
}

function visit(turn: Turn, c: Contact, q: usize, two: bool): bool {
  if (turn == Turn.Mark) {
    if (world.blows == 0) {
      c.flags &= ~ContactFlag.Blow;
    }
    store<f32>(q, max<f32>(load<f32>(q, Block.restitution), DEAD), Block.restitution);
    return true;
  }
  const limit = -world.restitutionThreshold;
  const first = load<f32>(q, Block.approach1) < limit && load<f32>(q, Block.totalImpulse1) > 0;
  const second = two && load<f32>(q, Block.approach2) < limit && load<f32>(q, Block.totalImpulse2) > 0;
  const struck = first || second;
  if (struck && turn == Turn.Forget) {
    store<f32>(q, 0, Block.normalImpulse1);
    if (two) {
      store<f32>(q, 0, Block.normalImpulse2);
    }
  }
  return struck;
}
