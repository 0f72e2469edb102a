import { BodyFlag } from "../abi/layout";
import { Bodies } from "../world/body";
import { world } from "../world/world";

// The state as a 64-bit number: FNV-1a over ids, flags, poses and velocities of all living bodies in the order of their slots.
// −0 counts as 0: no physics can tell them apart.

const PRIME: u64 = 0x100000001b3;
const OFFSET: u64 = 0xcbf29ce484222325;

function add(hash: u64, value: f32): u64 {
  return (hash ^ (<u64>reinterpret<u32>(value + 0))) * PRIME;
}

export function stateHash(): u64 {
  let hash = OFFSET;
  for (let slot: u32 = 1; slot < world.bodyEnd; slot++) {
    const flags = Bodies.flags(slot);
    if ((flags & BodyFlag.Alive) == 0) {
      continue;
    }
    const p = Bodies.pose(slot);
    const v = Bodies.velocity(slot);
    hash = (hash ^ (<u64>Bodies.id(slot))) * PRIME;
    hash = (hash ^ (<u64>flags)) * PRIME;
    hash = add(hash, p.x);
    hash = add(hash, p.y);
    hash = add(hash, p.c);
    hash = add(hash, p.s);
    hash = add(hash, v.vx);
    hash = add(hash, v.vy);
    hash = add(hash, v.w);
    hash ^= hash >> 29;
  }
  // A last mix, so that a small difference between worlds changes all bits.
  hash ^= hash >> 33;
  hash *= 0xff51afd7ed558ccd;
  hash ^= hash >> 33;
  return hash;
}
