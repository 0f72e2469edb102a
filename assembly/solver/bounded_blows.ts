import { List } from "../memory/buffer";
import { bouncingBlocks } from "../world/buffers";
import {
  addBody,
  blow,
  bounce,
  given,
  isElastic,
  isFree,
  moves,
  pushLess,
  readBounce,
  seeFromGround,
  takeBack,
  tooMuch,
} from "./blow_energy";
import { boundGroups } from "./blow_groups";
import { Block } from "./contact_block";

// A blow gives no energy beyond what its restitution says. Newton's restitution with Coulomb's friction may: where friction brakes a
// corner while the body is stopped, and holds it while it bounces, more is pushed to leave as fast as the corner came than it took to
// stop it (Kane and Levinson 1985).
// Of 400 boxes, capsules and polygons thrown at a floor with e = 1 and a friction of 1 a third gained, the worst half of its energy.
//
// What the bounce pushed and rubbed is lessened until the two bodies have what they came with. That is told here only of bodies that
// touch nothing else: others are struck by what else they touch, and are looked at with that (blow_groups.ts). What stands, is driven or
// runs as a belt does no work where its surface stands, so there that is told as seen from the surface.

/** Blocks that bounced → velocities and impulses that give no energy but what e > 1 gives. */
export function boundBlows(): void {
  let others = false;
  for (let k: u32 = 0, n = bouncingBlocks.count; k < n; k++) {
    const block = List.get(bouncingBlocks, k);
    const p = <usize>(block & ~1);
    const two = (block & 1) != 0;
    for (let lane = p; lane < p + 16; lane += 4) {
      if (isFree(load<u32>(lane, Block.bodyA)) && isFree(load<u32>(lane, Block.bodyB))) {
        boundBlow(lane, two);
      } else {
        others = others || isElastic(lane);
      }
    }
  }
  if (others) {
    boundGroups();
  }
}

function boundBlow(p: usize, two: bool): void {
  const a = load<u32>(p, Block.bodyA);
  const b = load<u32>(p, Block.bodyB);
  const movesA = moves(a);
  const movesB = moves(b);
  if ((movesA && movesB && load<f32>(p, Block.tangentSpeed) != 0) || !readBounce(p, two)) {
    return; // a belt that moves freely gives some
  }
  seeFromGround(p, two);
  blow.energy = 0;
  blow.gained = -given(p, two);
  blow.slope = 0;
  blow.bend = 0;
  if (movesA) {
    addBody(blow, a, bounce.ax, bounce.ay, bounce.turnA);
  }
  if (movesB) {
    addBody(blow, b, bounce.bx, bounce.by, bounce.turnB);
  }
  const share = tooMuch(blow);
  if (share > 0) {
    if (movesA) {
      takeBack(a, share, bounce.ax, bounce.ay, bounce.turnA);
    }
    if (movesB) {
      takeBack(b, share, bounce.bx, bounce.by, bounce.turnB);
    }
    pushLess(p, two, share);
  }
}
