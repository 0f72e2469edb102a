import { SolverKind } from "../abi/option_layout";
import { Bodies, NONE } from "../world/body";
import { MOVING_COLOURS, columnBlocks } from "../world/buffers";
import { Contact, ContactFlag, Contacts } from "../world/contact";
import { world } from "../world/world";
import { ALL_LANES, Block, TWO_POINT_BYTES } from "./contact_block";
import { ContactSoftness, Stiffness } from "./contact_softness";
import { Motion } from "./integrate";
import { copyImpulses, firstPacked } from "./packed_lanes";
import { relaxBlock, relaxLanes } from "./relax_again";
import { CROWDED, SLENDER, SolverBody } from "./solver_body";

// Tall stacks. Two contact points of stiffness k a distance a apart hold an angle with k a²/2, so a stack of soft contacts is
// an elastic column, and a tall one buckles under its own weight (Greenhill, 1881). For n squares of side a
//
//     n³ > 0.784 a ω² / g          15 boxes of a metre, or 7 of ten centimetres, at 30 Hz
//
// Stiffer contacts alone do not help: the slow modes of a stack see each pass only as a small change of velocity, and with p
// passes over velocities a sub-step they stay damped while (hω)² < p (docs/decisions/0009-columns.md). So contacts that bear
// a tall column, and only those, are stiffer and get as many extra relaxing passes as that needs.

/** 125 · 0.784 · (5/8)³ / 8: columns are taken up at five eighths of the n that buckles, and let go at half that load. */
const LOAD: f32 = 3;
/** (4 · 2)³: more than four times the load of taking up is a blow, until it has lasted. Stiffer contacts would throw back what fell. */
const BLOW: f32 = 512;
/** 2³: soft contacts that need extra passes get them from half the load on at which columns are let go. */
const UNDER: f32 = 8;
/** How long a blow has to last to count as a load (unit: s). A column is let go after bearing too little for as long. */
const LASTING: f32 = 0.1;
/** The most steps that a contact counts. The bits above them, from STEP_SHIFT on, tell in which step it counted last. */
const MOST_BORNE: u32 = 31;
const STEP_SHIFT: u32 = 5;
const STEPS: u32 = 3;

/**
 * A contact is worth a look when load³, divided by the distance of its points, exceeds this. It is well below what
 * `holdColumns` decides by: how a contact comes to be looked at, and how its load is rounded there, differs between the builds.
 * The load is the sum over both points of impulse over effective mass, 5 g h n for squares. Where bodies are pulled
 * differently, any load is worth a look.
 */
export function columnThreshold(): f32 {
  if (world.solver != SolverKind.Soft) {
    return Infinity; // the other solvers are rigid anyhow
  }
  return world.ownPulls != 0 ? 0 : thresholdUnder(Motion.worldPull()) / (relaxesSoft() ? 2 * UNDER : 1);
}

/**
 * Do soft contacts above columns need extra passes too? With the two passes they have, slow modes are stable while (hω)² < 2 if
 * all contacts are alike. Above stiffer contacts, which have more passes, it must be less: towers of five to nine swayed by 12
 * cm for ever with 120 sub-steps a second, and by centimetres with 180 (docs/decisions/0009-columns.md).
 */
function relaxesSoft(): bool {
  const turn = 6.2831853 * world.h * ContactSoftness.ofMoving();
  return turn * turn > 1;
}

/** The flag of contacts that are worth a look at any load: a column's contact stays one until it is let go. */
export function columnFlag(): u32 {
  return world.solver == SolverKind.Soft ? ContactFlag.Column : 0;
}

/** The load³, over the distance of the points, at which columns are let go. `gg`: square of the acceleration that pulls them. */
function thresholdUnder(gg: f32): f32 {
  const omega: f32 = 6.2831853 * ContactSoftness.ofMoving();
  const h = world.h;
  const threshold: f32 = LOAD * omega * omega * gg * h * h * h;
  return threshold > 0 ? threshold : Infinity;
}

/**
 * Makes contacts of a block that bear a column stiffer, and notes their lanes for extra passes. `slots`: where the contacts'
 * slots lie; `lanes`: bits of the lanes to look at.
 */
export function holdColumns(slots: usize, block: usize, lanes: u32): void {
  const soft = relaxesSoft();
  for (let k: usize = 0; k < 16; k += 4) {
    const q = block + k;
    const a = changetype<SolverBody>(load<usize>(q, Block.bodyA));
    const b = changetype<SolverBody>(load<usize>(q, Block.bodyB));
    const mass1 = load<f32>(q, Block.normalMass1);
    const mass2 = load<f32>(q, Block.normalMass2);
    if (((lanes >> (<u32>(k >> 2))) & 1) == 0 || mass1 == 0 || mass2 == 0) {
      continue;
    }
    const c = Contacts.at(load<u32>(slots + k));
    let isColumn = (c.flags & ContactFlag.Column) != 0;
    const least: f32 = isColumn ? CROWDED : SLENDER;
    if (min<f32>(a.slender, b.slender) < least) {
      continue;
    }
    if (ContactSoftness.squeezes(q)) {
      continue; // its load is no weight
    }
    const borne: f32 = load<f32>(q, Block.normalImpulse1) / mass1 + load<f32>(q, Block.normalImpulse2) / mass2;
    const release = thresholdUnder(Motion.pull(changetype<usize>(a), changetype<usize>(b)));
    const limit: f32 = release * abs<f32>(load<f32>(q, Block.crossA2) - load<f32>(q, Block.crossA1));
    // Taken up at twice the load at which it is let go, and let go only once it has borne less for a while: under a load that
    // swung about a single limit, contacts turned soft and sank in, then stiff and threw back, and towers swung for ever.
    const cube: f32 = borne * borne * borne;
    const changes = isColumn
      ? isCrowded(a, c.bodyA) || isCrowded(b, c.bodyB) || (!(cube > limit) && hasLasted(c))
      : cube > 8 * limit && (cube < BLOW * limit || hasLasted(c));
    if (changes) {
      isColumn = !isColumn;
      c.flags = (c.flags ^ ContactFlag.Column) & ((1 << ContactFlag.BorneShift) - 1);
    }
    if (isColumn) {
      ContactSoftness.give(q, Stiffness.Column);
    }
    if (isColumn || (soft && UNDER * cube > limit)) {
      const n = columnBlocks.count;
      const end = columnBlocks.ptr + ((<usize>n) << 2);
      const bit = <u32>(k >> 2);
      const lane: u32 = 1 << bit;
      if (n != 0 && (load<u32>(end - 4) & ~ALL_LANES) == <u32>block) {
        store<u32>(end - 4, load<u32>(end - 4) | lane);
      } else {
        store<u32>(end, (<u32>block) | lane);
        columnBlocks.count = n + 1;
      }
    }
  }
}

/**
 * Do more than two other moving bodies push at the body? Bodies only seen ahead do not count: let go for those, a column would
 * sink until the third is out of sight, be taken up, rise, see it again, and so on for ever.
 */
function isCrowded(body: SolverBody, slot: u32): bool {
  if (body.slender != CROWDED) {
    return false;
  }
  let pushing: u32 = 0;
  for (let edge = Bodies.at(slot).contactHead; edge != NONE; edge = load<u32>(Contacts.edge(edge))) {
    const c = Contacts.at(edge >> 1);
    const moves = c.colour != NONE && ((MOVING_COLOURS >> c.colour) & 1) != 0;
    pushing += <u32>(moves && c.normalImpulse1 + c.normalImpulse2 > 0);
  }
  return pushing > 2;
}

/**
 * Counts a step in which a contact bears what may be a blow, or too little for a column. True: it has done so for long enough
 * without a break.
 */
function hasLasted(c: Contact): bool {
  const told = c.flags >> ContactFlag.BorneShift;
  const step = world.stepCount & STEPS;
  const before = ((told >> STEP_SHIFT) + 1) & STEPS;
  const steps = before == step ? told & MOST_BORNE : 0;
  const rest = c.flags & ((1 << ContactFlag.BorneShift) - 1);
  c.flags = rest | (((step << STEP_SHIFT) | min<u32>(steps + 1, MOST_BORNE)) << ContactFlag.BorneShift);
  return steps >= min<u32>(<u32>(LASTING / world.dt), MOST_BORNE);
}

/** Extra relaxing passes over the lanes of columns, in the order of their colours. `packedEnd`: as `packLanes` returned it. */
export function relaxColumns(packedEnd: usize): void {
  const turn: f32 = 6.2831853 * ContactSoftness.ofColumns() * world.h;
  const passes = <i32>ceil<f32>(turn * turn) - 1;
  copyImpulses(packedEnd, false);
  for (let pass = 0; pass < passes; pass++) {
    if (packedEnd == 0) {
      relaxLanes(columnBlocks);
    }
    for (let p = firstPacked(); p < packedEnd; p += TWO_POINT_BYTES) {
      relaxBlock<i32>(p);
    }
  }
  copyImpulses(packedEnd, true);
}
