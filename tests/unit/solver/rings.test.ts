// Which pins and welds are in trees (assembly/solver/joints/rings.ts), against leaves taken off one by one in TypeScript.
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

/** Edges that leaves can be taken off by; bodies from `moving` on never move, and are a leaf to each edge. */
function withoutRings(edges: Edge[], moving: number): Set<number> {
  let left = edges.filter(({ ofTrees }) => ofTrees);
  for (;;) {
    const degrees = new Map<number, number>();
    for (const body of left.flatMap(({ a, b }) => [a, b])) degrees.set(body, (degrees.get(body) ?? 0) + 1);
    const stays = (body: number): boolean => body < moving && degrees.get(body)! > 1;
    const next = left.filter(({ a, b }) => stays(a) && stays(b));
    if (next.length === left.length) break;
    left = next;
  }
  const rings = new Set(left);
  return new Set(edges.filter((edge) => edge.ofTrees && !rings.has(edge)).map(({ id }) => id));
}

suite.each(TARGETS)("pins and welds in trees (%s)", (target) => {
  test("are those in no ring, while joints of all kinds come and go", async () => {
    const world = await RawWorld.make(target, 0);
    const random = new Random(7);
    const moving = 40;
    const places = Array.from({ length: moving + 3 }, (_, k) => ({ x: 5 * (k % 8), y: 5 * Math.floor(k / 8) }));
    const bodies = places.map(({ x, y }, k) =>
      world.circle(k < moving ? BodyType.Dynamic : BodyType.Static, x, y, 0.5),
    );
    let edges: Edge[] = [];
    const inTree = (id: number): boolean => (world.core.jointGet(id, JointField.Flags) & JointFlag.InTree) !== 0;
    const seen = { tree: 0, ring: 0 };
    for (let step = 0; step < 300; step++) {
      for (let k = random.below(4); k > 0; k--) {
        const [a, b] = [random.below(moving), random.below(moving + 3)];
        if (a !== b) {
          const type = random.pick([JointType.Revolute, JointType.Revolute, JointType.Weld, JointType.Distance]);
          const [p, q] = [places[a], places[b]];
          world.writeJoint((q.x - p.x) / 2, (q.y - p.y) / 2, (p.x - q.x) / 2, (p.y - q.y) / 2);
          const id = world.core.jointCreate(type, bodies[a], bodies[b]) >>> 0;
          edges.push({ id, a, b, type, ofTrees: type !== JointType.Distance });
        }
      }
      for (let k = random.below(4); k > 0 && edges.length > 35; k--) {
        const [gone] = edges.splice(random.below(edges.length), 1);
        world.core.jointDestroy(gone.id);
      }
      const weld = edges.length > 0 ? random.pick(edges) : undefined;
      if (weld?.type === JointType.Weld) {
        weld.ofTrees = !weld.ofTrees; // a soft one is not
        world.core.jointSet(weld.id, JointField.Flags, weld.ofTrees ? 0 : JointFlag.AngularSpring);
      }
      world.step();
      expect(world.core.worldValidate()).toBe(0);
      const expected = withoutRings(edges, moving);
      for (const { id, ofTrees } of edges) {
        if (inTree(id) !== expected.has(id)) throw new Error(`joint ${id} in step ${step}`);
        seen.tree += ofTrees && inTree(id) ? 1 : 0;
        seen.ring += ofTrees && !inTree(id) ? 1 : 0;
      }
    }
    expect(Math.min(seen.tree, seen.ring)).toBeGreaterThan(2000);
  });
});
