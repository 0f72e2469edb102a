import { SCRATCH_ADDRESS, TAKEN_SPACE } from "./fixed";

/**
 * The working memory of the collision layer and below, between what a snapshot holds and the mailbox (memory/fixed.ts), where nothing
 * that the compiler or the allocator places can overlap it. Contents never outlive the call that wrote them, and no function that uses a
 * region calls another that uses the same one.
 *
 * address   region          written by
 * +0        hullA, hullB    collide, casts: boxes and capsules turned into hulls
 * +2304     hullMoved       sat: hull B in the axes of A, and where its frame is there
 * +3456     hullWork        hull: points in f64 while a hull is built; epa: an edge being split
 * +5632     gjk             gjk: simplex
 * +6144     epa             epa: the expanding polygon
 * +13312    cast            time of impact, shape cast, sweep, support manifolds: results of gjk and epa
 * +14336    frames          time of impact, casts: frames of advanced shapes; over_face: a support point
 * +15360    sat             manifold_hull, sweep: best faces
 * +15616    distance        distance: pose, results and a support point
 * +15872    ray             ray_cast, point: the span of a ray, nearest points
 */
export const SCRATCH: usize = SCRATCH_ADDRESS;
const SCRATCH_BYTES: usize = 16384;
if (SCRATCH + SCRATCH_BYTES > TAKEN_SPACE) {
  ERROR("scratch overlaps its neighbours");
}

export const SCRATCH_HULL_A: usize = SCRATCH;
export const SCRATCH_HULL_B: usize = SCRATCH + 1152;
export const SCRATCH_HULL_MOVED: usize = SCRATCH + 2304;
export const SCRATCH_HULL_WORK: usize = SCRATCH + 3456;
export const SCRATCH_GJK: usize = SCRATCH + 5632;
export const SCRATCH_EPA: usize = SCRATCH + 6144;
export const SCRATCH_CAST: usize = SCRATCH + 13312;
export const SCRATCH_FRAMES: usize = SCRATCH + 14336;
export const SCRATCH_SAT: usize = SCRATCH + 15360;
export const SCRATCH_DISTANCE: usize = SCRATCH + 15616;
export const SCRATCH_RAY: usize = SCRATCH + 15872;
