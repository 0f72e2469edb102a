import { Buffer, List } from "../memory/buffer";
import { findRoot, unite } from "../memory/disjoint_sets";
import { Bodies } from "../world/body";
import { COLOUR_COUNT, awakeBodies, blowGroups, bouncingBlocks, solverBodies } from "../world/buffers";
import {
  Blow,
  addBody,
  bounce,
  given,
  ground,
  isAlone,
  isElastic,
  moves,
  pushLess,
  readBounce,
  seeGround,
  takeBack,
  tooMuch,
} from "./blow_energy";
import { Aside, Block, ONE_POINT_BYTES, Ranges, SECOND, TWO_POINT_BYTES, aside } from "./contact_block";
import { SOLVER_BODY_BYTES, SolverBodies } from "./solver_body";

// A blow gives no more energy than its restitution says. Newton's restitution with Coulomb's friction may: if friction brakes a
// corner while the body is stopped, and holds it while the body bounces, leaving as fast as the corner came takes more impulse
// than stopping did (Kane and Levinson 1985). Of 400 boxes, capsules and polygons thrown at a floor with e = 1 and a friction
// of 1 a third gained, the worst half of its energy.
//
// Bodies that pushed one another in the step are a group. Its energy may be what it came with, plus the work of forces and what
// a restitution above 1 gives; if more, all its bounces are lessened by one share. Friction and inelastic contacts only take
// energy. Ground that stands, is driven or runs as a belt does no work in the frame of its surface, so groups on ground are
// measured in that. Where ground drives the group (belts that move freely, two grounds that go apart), or a joint holds one of
// its bodies, the bound is unknown, and the group is left as it is.
//
// Groups are made of all contacts only where an elastic body touches several others. Stopped between two faces, a body bounces
// off one with what the other pushed: such a blow may give energy that it gives nowhere else, and the next step, at the other
// face, begins with that. Of 1,000 polygons in wedges of 10 to 20 degrees, with e = 1 and a friction of 0.6, thirteen came to
// more than five times their energy. Elsewhere a group is a body that touches nothing but what it bounced off.

/** What is known of a body that pushed. At the root of a group: of the whole group. */
@unmanaged
class Member extends Blow {
  /** How bounces changed the body's velocity. */
  x: f32;
  y: f32;
  turn: f32;
  /** Bits of `State`. */
  state: u32;
  /** At the root: the share of the group's bounces that is taken back. */
  share: f32;
  /** Its place in the list. */
  place: u32;
}

const enum State {
  /** It bounced at a contact that bounds its group (`isSeen`). */
  Struck = 1,
  /** Touches ground; its energy is measured in the frame of that. */
  Grounded = 2,
  /** What energy it may have is not known. */
  Driven = 4,
  /** A contact that is not elastic pushes it. */
  Loaded = 8,
}

/**
 * Layout of `blowGroups`, indexed by the numbers of solver bodies: members, then the parents in disjoint sets of bodies that
 * pushed one another, then a list of their numbers, `count` long. Entries of bodies that did not push are neither set nor read.
 */
abstract class Groups {
  static ensure(): bool {
    return Buffer.ensureScratch(blowGroups, Groups.bodies * (offsetof<Member>() + 8));
  }
  @inline private static get bodies(): usize {
    return <usize>awakeBodies.count + 1;
  }
  @inline static member(number: u32): Member {
    return changetype<Member>(blowGroups.ptr + <usize>number * offsetof<Member>());
  }
  @inline static get parents(): usize {
    return blowGroups.ptr + Groups.bodies * offsetof<Member>();
  }
  @inline static root(number: u32): Member {
    return Groups.member(findRoot(Groups.parents, number));
  }
  /** The `k`th number of the list. */
  @inline static listed(k: u32): u32 {
    return load<u32>(Groups.parents + ((Groups.bodies + <usize>k) << 2));
  }
  /**
   * Puts a body into the list as a group of its own, unless it is there: `place` may be uninitialised, but counts only if the
   * list has the body there.
   */
  static list(number: u32): void {
    const body = Groups.member(number);
    const count = blowGroups.count;
    if (body.place < count && Groups.listed(body.place) == number) {
      return;
    }
    memory.fill(changetype<usize>(body), 0, offsetof<Member>());
    body.place = count;
    store<u32>(Groups.parents + ((<usize>number) << 2), number);
    store<u32>(Groups.parents + ((Groups.bodies + <usize>count) << 2), number);
    blowGroups.count = count + 1;
  }
  /** Address of its solver body. */
  @inline static body(number: u32): usize {
    return solverBodies.ptr + <usize>number * SOLVER_BODY_BYTES;
  }
}

/** Room for what `boundBlows` needs. False: out of memory. */
export function reserveBlows(): bool {
  return Groups.ensure();
}

/** Blocks that bounced → velocities and impulses that give no energy beyond what e > 1 gives. */
export function boundBlows(): void {
  blowGroups.count = 0;
  let shared = false;
  for (let k: u32 = 0, n = bouncingBlocks.count; k < n; k++) {
    const block = List.get(bouncingBlocks, k);
    const p = <usize>(block & ~1);
    for (let lane = p; lane < p + 16; lane += 4) {
      if (isAlone(lane)) {
        join(lane, (block & 1) != 0);
      } else {
        shared = shared || isElastic(lane);
      }
    }
  }
  if (shared) {
    joinAll();
  }
  visit(shared, false);
  const count = blowGroups.count;
  for (let k: u32 = 0; k < count; k++) {
    tellRoot(Groups.listed(k));
  }
  for (let k: u32 = 0; k < count; k++) {
    const number = Groups.listed(k);
    const root = Groups.root(number);
    if (isBound(root)) {
      const body = Groups.member(number);
      addBody(root, Groups.body(number), body.x, body.y, body.turn, (body.state & State.Loaded) != 0);
    }
  }
  let any = false;
  for (let k: u32 = 0; k < count; k++) {
    const body = Groups.member(Groups.listed(k));
    if (isBound(body) && body == Groups.root(Groups.listed(k))) {
      body.share = tooMuch(body);
      any = any || body.share > 0;
    }
  }
  if (any) {
    lessen(shared);
  }
}

/** Lessens the bounces of groups that gained by the share of their group. `shared`: as for `visit`. */
function lessen(shared: bool): void {
  for (let k: u32 = 0, n = blowGroups.count; k < n; k++) {
    const number = Groups.listed(k);
    const body = Groups.member(number);
    const share = Groups.root(number).share;
    if (share > 0) {
      takeBack(Groups.body(number), share, body.x, body.y, body.turn);
    }
  }
  visit(shared, true);
}

/**
 * Lanes that bounced → what that did to their bodies or, if `eases`, less of it by their group's share. `shared`: all lanes, or
 * isolated ones only.
 */
function visit(shared: bool, eases: bool): void {
  for (let k: u32 = 0, n = bouncingBlocks.count; k < n; k++) {
    const block = List.get(bouncingBlocks, k);
    const p = <usize>(block & ~1);
    const two = (block & 1) != 0;
    for (let lane = p; lane < p + 16; lane += 4) {
      if (!(shared || isAlone(lane)) || !readBounce(lane, two)) {
        continue;
      }
      if (eases) {
        ease(lane, two);
      } else {
        strike(lane, two);
      }
    }
  }
}

/** Lanes that pushed → groups. */
function joinAll(): void {
  for (let colour: u32 = 0; colour < COLOUR_COUNT; colour++) {
    for (let two: u32 = 0; two < 2; two++) {
      const bytes = two ? TWO_POINT_BYTES : ONE_POINT_BYTES;
      for (let p = Ranges.start(colour, two), end = Ranges.end(colour, two); p < end; p += bytes) {
        if (ASC_FEATURE_SIMD) {
          let most = f32x4.pmax(v128.load(p, Block.totalImpulse1), v128.load(aside(p), Aside.stopped1));
          if (two) {
            most = f32x4.pmax(most, v128.load(p, Block.totalImpulse2));
            most = f32x4.pmax(most, v128.load(aside(p), Aside.stopped2));
          }
          if (!v128.any_true(f32x4.gt(most, f32x4.splat(0)))) {
            continue;
          }
        }
        for (let lane = p; lane < p + 16; lane += 4) {
          if (pushed(lane) || (two && pushed(lane + SECOND))) {
            join(lane, two != 0);
          }
        }
      }
    }
  }
}

function pushed(p: usize): bool {
  return max<f32>(load<f32>(p, Block.totalImpulse1), load<f32>(aside(p), Aside.stopped1)) > 0;
}

/** The bodies at `p` pushed one another. */
function join(p: usize, two: bool): void {
  const a = load<u32>(p, Block.bodyA);
  const b = load<u32>(p, Block.bodyB);
  const movesA = moves(a);
  const movesB = moves(b);
  const number = SolverBodies.number(movesA ? a : b);
  if (movesA || movesB) {
    Groups.list(number);
    Groups.member(number).state |= isSeen(p) ? 0 : State.Loaded;
  }
  if (movesA && movesB) {
    const other = SolverBodies.number(b);
    Groups.list(other);
    Groups.member(other).state |= isSeen(p) ? 0 : State.Loaded;
    unite(Groups.parents, number, other);
    if (load<f32>(p, Block.tangentSpeed) != 0) {
      Groups.member(number).state |= State.Driven;
    }
  } else if (movesA || movesB) {
    seeGround(p, two);
    see(Groups.member(number), ground.ux, ground.uy);
  }
}

/** Is the lane at `p` one whose bounce bounds its group? */
function isSeen(p: usize): bool {
  return isElastic(p) || isAlone(p);
}

/** A body touches ground whose surface moves at (ux, uy). */
function see(body: Member, ux: f32, uy: f32): void {
  if ((body.state & State.Grounded) != 0 && (body.ux != ux || body.uy != uy)) {
    body.state |= State.Driven;
  }
  body.state |= State.Grounded;
  body.ux = ux;
  body.uy = uy;
}

/** The bounce read last, of the lane at `p` → its bodies. */
function strike(p: usize, two: bool): void {
  const a = load<u32>(p, Block.bodyA);
  const b = load<u32>(p, Block.bodyB);
  change(a, bounce.ax, bounce.ay, bounce.turnA);
  change(b, bounce.bx, bounce.by, bounce.turnB);
  const body = Groups.member(SolverBodies.number(moves(a) ? a : b));
  body.gained -= given(p, two);
  body.state |= isSeen(p) ? State.Struck : 0;
}

function change(address: usize, x: f32, y: f32, turn: f32): void {
  if (moves(address)) {
    const body = Groups.member(SolverBodies.number(address));
    body.x += x;
    body.y += y;
    body.turn += turn;
  }
}

/** What is known of a body → the root of its group. */
function tellRoot(number: u32): void {
  const body = Groups.member(number);
  const root = Groups.root(number);
  if (Bodies.at(List.get(awakeBodies, number - 1)).jointColours != 0) {
    root.state |= State.Driven;
  }
  if (body != root) {
    if (body.state & State.Grounded) {
      see(root, body.ux, body.uy);
    }
    root.state |= body.state & ~State.Loaded; // a flag of each body alone
    root.gained += body.gained;
  }
}

function isBound(root: Member): bool {
  return (root.state & (State.Struck | State.Driven)) == State.Struck;
}

/** Lessens what the lane at `p` pushed by the share that is taken back from its bodies. */
function ease(p: usize, two: bool): void {
  const a = load<u32>(p, Block.bodyA);
  const number = SolverBodies.number(moves(a) ? a : load<u32>(p, Block.bodyB));
  pushLess(p, two, Groups.root(number).share);
}
