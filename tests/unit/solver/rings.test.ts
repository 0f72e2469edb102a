// Which rods, pins and welds may be solved with their linkages (assembly/solver/joints/rings.ts): those in trees, found by
// removing leaves one by one, and those in narrow rings.
import { expect, suite, test } from "vitest";
import { JointField, JointFlag, JointType } from "../../../assembly/abi/layout";
import { Random } from "../../helpers/numbers";
import { TARGETS } from "../core";
import { BodyType, RawWorld } from "../raw_world";

interface Edge {
  id: number;
  a: number;
  b: number;
  type: JointType;
  ofTrees: boolean;
}

/** The edges left after leaves are removed one by one; bodies from `moving` on never move, and count as a leaf of each edge. */
function ringsOf(edges: Edge[], moving: number): Edge[] {
  let left = edges.filter(({ ofTrees }) => ofTrees);
  for (;;) {
    const degrees = new Map<number, number>();
    for (const body of left.flatMap(({ a, b }) => [a, b])) degrees.set(body, (degrees.get(body) ?? 0) + 1);
    const stays = (body: number): boolean => body < moving && degrees.get(body)! > 1;
    const next = left.filter(({ a, b }) => stays(a) && stays(b));
    if (next.length === left.length) return left;
    left = next;
  }
}

/** The connected groups of edges. */
function parts(edges: Edge[]): Edge[][] {
  const left = new Set(edges);
  const found: Edge[][] = [];
  for (const first of edges) {
    if (left.delete(first)) {
      const part = [first];
      for (const { a, b } of part) {
        for (const edge of left) {
          if ([a, b].some((body) => body === edge.a || body === edge.b)) {
            left.delete(edge);
            part.push(edge);
          }
        }
      }
      found.push(part);
    }
  }
  return found;
}

/** Is an edge part of a row of pins, which may be left to the solver of rows once it has been loaded? */
function isOfRow(edge: Edge, edges: Edge[], moving: number): boolean {
  const row = new Set([edge]);
  for (const { a, b } of row) {
    for (const body of [a, b].filter((one) => one < moving)) {
      const own = edges.filter((one) => one.ofTrees && (one.a === body || one.b === body));
      if (own.length > 2) return false;
      own.forEach((one) => row.add(one));
    }
  }
  return [...row].every(({ type }) => type === JointType.Revolute);
}

suite.each(TARGETS)("rods, pins and welds of linkages (%s)", (target) => {
  test("count as linked outside rings and in small rings, while joints of all kinds come and go", async () => {
    const world = await RawWorld.make(target, 0);
    const random = new Random(7);
    const moving = 40;
    const places = Array.from({ length: moving + 3 }, (_, k) => ({ x: 5 * (k % 8), y: 5 * Math.floor(k / 8) }));
    const bodies = places.map(({ x, y }, k) =>
      world.circle(k < moving ? BodyType.Dynamic : BodyType.Static, x, y, 0.5),
    );
    let edges: Edge[] = [];
    const links = (id: number): boolean => (world.core.jointGet(id, JointField.Flags) & JointFlag.Links) !== 0;
    const seen = { tree: 0, small: 0, large: 0 };
    for (let step = 0; step < 300; step++) {
      for (let k = random.below(4); k > 0; k--) {
        const [a, b] = [random.below(moving), random.below(moving + 3)];
        if (a !== b) {
          const type = random.pick([JointType.Revolute, JointType.Distance, JointType.Weld, JointType.Rotary]);
          const [p, q] = [places[a], places[b]];
          world.writeJoint((q.x - p.x) / 2, (q.y - p.y) / 2, (p.x - q.x) / 2, (p.y - q.y) / 2);
          const id = world.core.jointCreate(type, bodies[a], bodies[b]) >>> 0;
          edges.push({ id, a, b, type, ofTrees: type !== JointType.Rotary });
        }
      }
      for (let k = random.below(4); k > 0 && edges.length > 35; k--) {
        const [gone] = edges.splice(random.below(edges.length), 1);
        world.core.jointDestroy(gone.id);
      }
      const changed = edges.length > 0 ? random.pick(edges) : undefined;
      if (changed?.type === JointType.Weld) {
        changed.ofTrees = !changed.ofTrees; // a soft weld is not solved with its linkage
        world.core.jointSet(changed.id, JointField.Flags, changed.ofTrees ? 0 : JointFlag.AngularSpring);
      } else if (changed?.type === JointType.Distance) {
        // Makes it a rod, a ram or a spring.
        const flags = random.pick([0, JointFlag.Motor, JointFlag.Spring, JointFlag.Motor | JointFlag.Spring]);
        changed.ofTrees = (flags & JointFlag.Spring) === 0;
        world.core.jointSet(changed.id, JointField.Flags, flags);
      }
      world.step();
      expect(world.core.worldValidate()).toBe(0);
      const rings = ringsOf(edges, moving);
      for (const edge of edges.filter((one) => !rings.includes(one))) {
        const known = links(edge.id) === edge.ofTrees || isOfRow(edge, edges, moving);
        if (!known) throw new Error(`joint ${edge.id} in step ${step}`);
        seen.tree++;
      }
      for (const part of parts(rings)) {
        const [{ id }] = part;
        if (part.some((edge) => links(edge.id) !== links(id))) throw new Error(`ring of joint ${id} in step ${step}`);
        const small = new Set(part.flatMap(({ a, b }) => [a, b])).size <= 6;
        if (small && !links(id)) throw new Error(`small ring of joint ${id} in step ${step}`);
        seen[small ? "small" : "large"]++;
      }
    }
    expect(Math.min(seen.tree / 20, seen.small, seen.large)).toBeGreaterThan(50);
  });

  /** Adds a net of pinned bodies to `bodies`, column by column of `width`. */
  function net(world: RawWorld, bodies: number[], width: number, length: number, x0 = 0): number[] {
    const joints: number[] = [];
    const first = bodies.length;
    for (let k = 0; k < width * length; k++) {
      const [x, y] = [3 * Math.floor(k / width), 3 * (k % width)];
      const body = world.circle(BodyType.Dynamic, x0 + x, y, 0.5);
      bodies.push(body);
      if (y > 0) joints.push(world.revolute(bodies[first + k - 1], body, 0, 1.5, 0, -1.5));
      if (x > 0) joints.push(world.revolute(bodies[first + k - width], body, 1.5, 0, -1.5, 0));
    }
    return joints;
  }
  const isLinked = (world: RawWorld, id: number): boolean =>
    (world.core.jointGet(id, JointField.Flags) & JointFlag.Links) !== 0;

  test.each([
    ["a ladder", 2, 40, true],
    ["a truss three storeys high", 4, 30, true],
    ["a cloth", 20, 20, false],
    ["a wide cloth", 12, 100, false],
  ])("in %s: narrow or not", async (_, width, length, narrow) => {
    const world = await RawWorld.make(target, 0);
    const bodies: number[] = [];
    const joints = net(world, bodies, width, length);
    const tail = world.circle(BodyType.Dynamic, -3, 0, 0.5);
    const hanging = world.revolute(bodies[0], tail, -1.5, 0, 1.5, 0);
    world.step();
    expect(joints.filter((id) => isLinked(world, id))).toHaveLength(narrow ? joints.length : 0);
    expect(isLinked(world, hanging)).toBe(true);
  });

  test("in a cloth at the end of a ladder: not narrow, however long the ladder, since solving takes as long", async () => {
    const world = await RawWorld.make(target, 0);
    const bodies: number[] = [];
    const joints = net(world, bodies, 2, 1500);
    const cloth = bodies.length;
    joints.push(...net(world, bodies, 16, 30, 4500));
    joints.push(world.revolute(bodies[cloth - 2], bodies[cloth], 1.5, 0, -1.5, 0));
    joints.push(world.revolute(bodies[cloth - 1], bodies[cloth + 1], 1.5, 0, -1.5, 0));
    world.step();
    expect(joints.filter((id) => isLinked(world, id))).toEqual([]);
  });
});
