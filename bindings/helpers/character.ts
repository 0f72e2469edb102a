import type { Body } from "../body.js";
import * as check from "../check.js";
import type { RayHit, Vector } from "../definitions.js";
import { capsule, directionAt, type CapsuleShape } from "../geometry.js";
import { writeFilter } from "../queries.js";
import type { Shape } from "../shape.js";
import { World } from "../world.js";
import { CharacterBody } from "./character_body.js";
import { CapsuleCasts } from "./character_casts.js";
import { OPTIONS, readState, type CharacterOptions, type CharacterState } from "./character_data.js";
import { needsWorld } from "./needs.js";
import { TINY, clip, dot, leads, norm, turnAlong, upAgainst, velocityOf, wallOf, type Plane } from "./planes.js";
import { forceToSlow } from "./pushing.js";

// Collide and slide (Fauerby 2003; planes as in Quake's player movement, and Box2D v3's b2SolvePlanes does
// the same by relaxation): the capsule is cast along the rest of its way, stops short of what it meets, and
// goes on along the planes met so far, as near as they allow to where it wanted to go.

const MAX_SLIDES = 5;
const MAX_PUSHES = 4;
/** A kinematic body whose normal is this much against that of the ground (cosine) does not keep the character from riding on. */
const OPPOSITE = -0.7;

/** How it moves: among bodies as they stand, walking or sliding; or while they move on as well, riding on its ground or flying. */
type Manner = "walks" | "slides" | "rides" | "flies";

/**
 * A character that walks: moved by what its player wants, not by forces. Up is against the world's gravity (+y without
 * any). Call `move` before each step of the world; platforms then carry it by as much as they are about to move.
 */
export class Character {
  /** @internal */
  static readonly name: string = "Character";
  /** What became of the wanted velocity in the last `move`, without what a platform added (m/s). */
  velocity: Vector = { x: 0, y: 0 };
  /** Whether it stands on walkable ground, or is held between ground that is too steep and something on the other side. */
  grounded = false;
  /** The shape on which it stands. */
  ground: Shape | undefined;
  /** Normal of the ground (unit vector). If it is held from both sides or stands on an edge, this is up. */
  groundNormal: Vector;
  /** The capsule that is moved. */
  readonly shape: CapsuleShape;
  /** Radius of the capsule (m). */
  readonly radius: number;
  /** Distance between the centres of the capsule's caps (m). */
  readonly length: number;

  readonly #position: Vector;
  readonly #world: World;
  readonly #casts: CapsuleCasts;
  readonly #body: CharacterBody | undefined;
  readonly #minUp: number;
  readonly #step: number;
  readonly #snap: number;
  readonly #skin: number;
  readonly #push: number;
  #up: Vector = { x: 0, y: 1 };
  /** From its middle to the point where it stands (m). */
  #foot: Vector = { x: 0, y: 0 };
  /** Velocity of what it stands on, or last stood on (m/s): in the air, other bodies are seen relative to that. */
  #drift: Vector = { x: 0, y: 0 };
  /** Its velocity in this move, including that of what carries it (m/s). */
  #going: Vector = { x: 0, y: 0 };
  /** Bodies that it has pushed in this move. Each is pushed only once, since it gets no faster before the step. */
  readonly #pushed = new Set<Body>();
  /** Shapes that it has met in this move. */
  readonly #met = new Set<Shape>();

  /** Throws a PhysicsError for wrong options. */
  constructor(world: World, options: CharacterOptions) {
    needsWorld(world);
    const given = check.known(options, "options", OPTIONS) as unknown as CharacterOptions;
    const number = (value: number | undefined, name: string, usual: number): number =>
      value === undefined ? usual : check.positiveOrZero(value, `options.${name}`);
    const unit = world.lengthUnit;
    const of = World.instanceOf(world);
    this.#world = world;
    this.groundNormal = upAgainst(world.gravity);
    this.#position = check.position(given.position, "options.position", unit);
    this.radius = given.radius === undefined ? 0.3 * unit : check.positive(given.radius, "options.radius");
    this.length = given.length === undefined ? unit : check.positive(given.length, "options.length");
    const slope = check.within(
      given.maxSlope === undefined ? 0.87 : given.maxSlope,
      "options.maxSlope",
      0,
      Math.PI / 2,
      "an angle in radians",
    );
    this.#minUp = Math.fround(directionAt(slope).x);
    this.#step = number(given.stepHeight, "stepHeight", 0.35 * unit);
    this.#snap = number(given.snap, "snap", 0.3 * unit);
    this.#skin = given.skin === undefined ? 0.01 * unit : check.positive(given.skin, "options.skin");
    this.#push = number(given.push, "push", 0);
    const { filter, body } = given;
    this.#body = body === undefined ? undefined : new CharacterBody(world, body, this.radius + this.length);
    writeFilter(of, filter, "options.filter"); // checks it as a query would
    const exclude = [filter?.exclude ?? [], body ?? []].flat() as Body[];
    const seen = check.overlaid(filter ?? {}, { exclude, inside: true, sensors: false });
    writeFilter(of, seen, "options.filter");
    this.shape = capsule(this.length, this.radius);
    this.#casts = new CapsuleCasts(world, this.shape, seen);
  }

  /** Middle of the capsule (m). Setting it puts the character elsewhere; the coordinates are copied. */
  get position(): Vector {
    return this.#position;
  }
  set position(value: Readonly<Vector>) {
    check.position(value, "position", this.#world.lengthUnit);
    const { x, y } = value;
    Object.assign(this.#position, { x, y });
  }

  /**
   * Moves with a velocity (m/s) for `dt` seconds, as far as the world lets it. On the ground, a velocity that does not
   * lead up is turned along the ground, so the character walks slopes at the same speed and does not slide when
   * standing. Add gravity yourself while it is not `grounded`. Returns the new position, the same object as `position`.
   */
  move(velocity: Readonly<Vector>, dt: number): Vector {
    const wanted = check.vector(velocity, "velocity");
    const seconds = check.positive(dt, "dt");
    check.position(this.position, "position", this.#world.lengthUnit);
    this.#up = upAgainst(this.#world.gravity);
    const up = this.#up;
    this.#body?.place(this.position, up);
    this.#casts.begin(this.position, { up, wanted, slack: 2 * this.#skin });
    this.#leaveOverlaps();
    const rises = leads(wanted, up);
    const stood = this.grounded;
    const walked = stood && !rises;
    if (stood) {
      this.#drift = this.#groundVelocity();
    }
    const drift = this.#drift;
    const belt = stood ? this.#belt() : { x: 0, y: 0 };
    let own = stood ? wanted : { x: wanted.x - drift.x, y: wanted.y - drift.y };
    if (walked) {
      const n = this.groundNormal;
      const along = { x: n.y, y: -n.x };
      const side = up.y * wanted.x - up.x * wanted.y;
      own = { x: along.x * side, y: along.y * side };
    }
    this.#pushed.clear();
    this.#met.clear();
    this.#going = { x: own.x + belt.x + drift.x, y: own.y + belt.y + drift.y };
    // First it walks among bodies as they stand; then what it stands on carries it along or, in the air, the velocity of what it left.
    const start = { ...this.position };
    if (belt.x !== 0 || belt.y !== 0) {
      this.#slide(belt, seconds, "slides");
    }
    this.velocity = this.#slide(own, seconds, walked ? "walks" : stood ? "slides" : "flies");
    const rise = this.#findGround(walked ? this.#snap : 0, seconds, !walked && leads(own, up));
    // A character that stands must not move: small differences between casts are not a motion.
    if (walked && norm(this.position.x - start.x, this.position.y - start.y) < 1e-5 * this.radius) {
      Object.assign(this.position, start);
    }
    const ride =
      stood && this.grounded ? this.#groundVelocity() : { x: drift.x + up.x * rise, y: drift.y + up.y * rise };
    const rode = ride.x === 0 && ride.y === 0 ? ride : this.#slide(ride, seconds, "rides");
    if (!stood) {
      const { x, y } = this.grounded ? drift : rode;
      this.velocity = { x: this.velocity.x + x, y: this.velocity.y + y };
    }
    const { x, y } = this.grounded && !rises ? clip(this.velocity, [this.groundNormal]) : this.velocity;
    this.velocity = { x: x + 0, y: y + 0 }; // −0 becomes 0
    this.#body?.follow(this.position, seconds);
    return this.position;
  }

  /**
   * Everything that its moves depend on and change, to roll it back with the world: take it with `world.snapshot()`, set it
   * after `world.restore()`. Shapes that are gone are left out. Setting it throws a PhysicsError for anything but a state.
   */
  get state(): CharacterState {
    const { position, velocity, grounded, ground, groundNormal } = this;
    return {
      position: { ...position },
      velocity: { ...velocity },
      grounded,
      ground: ground?.handle ?? 0,
      groundNormal: { ...groundNormal },
      foot: { ...this.#foot },
      drift: { ...this.#drift },
      passed: [...this.#casts.passed].map(({ handle }) => handle),
      body: this.#body?.state ?? { left: { ...position }, lean: 0 },
    };
  }
  set state(value: CharacterState) {
    const { foot, drift, passed, body, ...rest } = readState(value, this.#world);
    Object.assign(this, rest);
    this.#body?.leave(body);
    this.#foot = foot;
    this.#drift = drift;
    this.#casts.pass(passed);
  }

  /** Lets it fall through the one-way shape that it stands on and those that continue it. Returns false if it stands on none. */
  drop(): boolean {
    const { ground } = this;
    if (ground?.alive !== true || ground.oneWay === undefined) {
      return false;
    }
    this.#casts.passed.add(ground);
    this.#casts.passBelow(this.position, 3 * this.#skin);
    this.grounded = false;
    this.ground = undefined;
    return true;
  }

  /** Moves out of bodies that have come to overlap the capsule, as a lift from below does. */
  #leaveOverlaps(): void {
    const reach = 2 * (this.radius + this.length);
    for (let push = 0; push < MAX_PUSHES; push++) {
      const hit = this.#casts.first(this.position, { x: -TINY * this.#up.x, y: -TINY * this.#up.y });
      if (hit === null || hit.fraction > 0) {
        return;
      }
      // The depth is found by a cast back from outside, against this shape alone.
      const n = hit.normal;
      const from = { x: this.position.x + reach * n.x, y: this.position.y + reach * n.y };
      const back = this.#casts.first(from, { x: -reach * n.x, y: -reach * n.y }, (shape) => shape === hit.shape);
      const depth = reach * (1 - (back?.fraction ?? 1)) + this.#skin;
      this.#goOut(hit.body, { x: depth * n.x, y: depth * n.y });
    }
  }

  /**
   * Moves out of an overlap with a body, as far as other bodies that do not give way allow, and then along them:
   * so it is not pressed through a floor, and is pushed up a slope. Out of a static body it moves all the way.
   */
  #goOut(body: Body, way: Vector): void {
    const planes: Plane[] = [];
    let left = way;
    for (let slide = 0; slide < MAX_SLIDES; slide++) {
      const length = norm(left.x, left.y);
      const stop =
        body.type === "static"
          ? undefined
          : this.#casts
              .all(this.position, left)
              .find(
                (hit) =>
                  hit.body !== body &&
                  hit.body.type !== "dynamic" &&
                  dot(hit.normal, left) < -TINY &&
                  this.#casts.stops(hit),
              );
      const share = stop === undefined ? 1 : Math.max(stop.fraction - this.#skin / length, 0);
      this.position.x += share * left.x;
      this.position.y += share * left.y;
      if (stop === undefined) {
        return;
      }
      planes.push(stop.normal);
      left = clip({ x: left.x * (1 - share), y: left.y * (1 - share) }, planes);
      if (norm(left.x, left.y) < TINY) {
        return;
      }
    }
  }

  /** Velocity of the ground at the point where it stands. */
  #groundVelocity(): Vector {
    const { x, y } = this.#foot;
    return this.ground?.alive === true
      ? velocityOf(this.ground.body, { x: this.position.x + x, y: this.position.y + y })
      : { x: 0, y: 0 };
  }

  /** Velocity of a point of a body, relative to what the character stands on or left last (m/s). */
  #seen(body: Body, point: Vector): Vector {
    const { x, y } = velocityOf(body, point);
    return { x: x - this.#drift.x, y: y - this.#drift.y };
  }

  /** Velocity that a conveyor gives it along the surface. */
  #belt(): Vector {
    const speed = this.ground?.alive === true ? this.ground.surfaceSpeed : 0;
    return { x: speed * this.groundNormal.y, y: -speed * this.groundNormal.x };
  }

  /** Moves with a velocity as far as possible. Returns what is left of the velocity. */
  #slide(velocity: Vector, seconds: number, manner: Manner): Vector {
    const walks = manner === "walks";
    let planes: Plane[] = [];
    let own = velocity;
    let left = { x: own.x * seconds, y: own.y * seconds };
    let time = seconds;
    for (let slide = 0; slide < MAX_SLIDES; slide++) {
      const length = norm(left.x, left.y);
      if (length < TINY) {
        break;
      }
      const hit = this.#advance(left, length, time, manner);
      if (hit === null) {
        break;
      }
      this.#met.add(hit.shape);
      time *= 1 - hit.fraction;
      left = { x: left.x * (1 - hit.fraction), y: left.y * (1 - hit.fraction) };
      const plane = { x: hit.normal.x, y: hit.normal.y };
      const walkable = dot(plane, this.#up) >= this.#minUp;
      if (walks && !walkable && this.#stepUp(left)) {
        break;
      }
      if (this.#push > 0 && hit.body.type === "dynamic") {
        this.#pushAway(hit, seconds);
      }
      if (walks && walkable) {
        // The foot of a slope: the walk turns up it, where slopes of 45° both ways would leave nothing of it.
        planes = planes.filter((other) => dot(other, this.#up) < this.#minUp);
        own = turnAlong(own, plane, this.#up);
        left = turnAlong(left, plane, this.#up);
      }
      planes.push(walks && !walkable ? wallOf(plane, this.#up) : plane);
      left = clip(left, planes);
    }
    return clip(own, planes);
  }

  /** Pushes a body in the way, with the force that in this step brings the body to the speed of the character's walk and keeps it there. */
  #pushAway({ body, normal, point }: RayHit, seconds: number): void {
    const faster = dot(body.velocityAt(point), normal) - dot(this.#going, normal);
    if (faster <= 0 || this.#pushed.has(body)) {
      return;
    }
    this.#pushed.add(body);
    const force = Math.min(this.#push, forceToSlow(body, normal, point, faster, seconds));
    body.applyForce({ x: -force * normal.x, y: -force * normal.y }, point);
  }

  /** Casts along a way and moves to within a skin of what is hit. The hit's fraction becomes the share of the way that it moved. */
  #advance(way: Vector, length: number, seconds: number, manner: Manner): RayHit | null {
    const far = { x: (way.x * (length + this.#skin)) / length, y: (way.y * (length + this.#skin)) / length };
    const rides = manner === "rides";
    const gives = (met: RayHit): boolean => {
      if (rides && met.body.type === "kinematic" && dot(met.normal, this.groundNormal) < OPPOSITE) {
        return true;
      }
      const { x, y } = rides ? velocityOf(met.body, met.point) : this.#seen(met.body, met.point);
      return this.#casts.leaves(met, this.position, rides ? way : far, { x: x * seconds, y: y * seconds });
    };
    const hit = this.#casts.ahead(this.position, far, rides || manner === "flies" ? gives : undefined);
    const reached = hit === null ? length : Math.min(hit.fraction * (length + this.#skin) - this.#skin, length);
    if (reached > 0) {
      this.position.x += (way.x / length) * reached;
      this.position.y += (way.y / length) * reached;
    }
    if (hit !== null) {
      hit.fraction = Math.max(reached / length, 0);
      if (dot(hit.normal, way) >= 0) {
        return null; // it moves away from what it touches
      }
    }
    return hit;
  }

  /** Moves up, along and down again, onto a step, if there is room and ground on it. */
  #stepUp(left: Vector): boolean {
    const up = this.#up;
    if (this.#step === 0) {
      return false;
    }
    const height = this.#step;
    const { position } = this;
    const above = this.#casts.first(position, { x: up.x * height, y: up.y * height });
    const climbed = above === null ? height : above.fraction * height - this.#skin;
    const flatWay = { x: left.x - dot(left, up) * up.x, y: left.y - dot(left, up) * up.y };
    const wanted = norm(flatWay.x, flatWay.y);
    if (climbed <= this.#skin || wanted < TINY) {
      return false;
    }
    const side = { x: flatWay.x / wanted, y: flatWay.y / wanted };
    // A slow character has to go far enough to have its weight on the step; a fast one's whole way may end on the next step.
    const least = 2 * this.#skin;
    const raised = { x: position.x + up.x * climbed, y: position.y + up.y * climbed };
    for (const way of wanted > least ? [wanted, least] : [least]) {
      const place = this.#comeDown(raised, side, way, climbed);
      if (place !== undefined) {
        Object.assign(position, place);
        return true;
      }
    }
    return false;
  }

  /** Where it stands after going along `side` from `raised`, `climbed` above it, and down; undefined if it may not step there. */
  #comeDown(raised: Vector, side: Vector, way: number, climbed: number): Vector | undefined {
    const up = this.#up;
    const ahead = this.#casts.first(raised, { x: side.x * way, y: side.y * way });
    const gone = ahead === null ? way : ahead.fraction * way - this.#skin;
    if (!(gone > 0)) {
      return undefined;
    }
    const at = { x: raised.x + side.x * gone, y: raised.y + side.y * gone };
    const down = climbed + this.#skin;
    const floor = this.#casts.first(at, { x: -up.x * down, y: -up.y * down });
    if (
      floor === null ||
      !(floor.fraction > 0) ||
      // Its rounded foot would get it higher. It stood a skin above its ground, or nearly so (#findGround).
      dot(floor.point, up) - dot(this.position, up) - dot(this.#foot, up) > this.#step - 0.5 * this.#skin ||
      !this.#standsOn(floor, at)
    ) {
      return undefined;
    }
    const drop = Math.max(floor.fraction * down - this.#skin, 0);
    return { x: at.x - up.x * drop, y: at.y - up.y * drop };
  }

  /** Whether it can stand on what was hit: flat enough, or the edge of something flat, which a ray finds a little further in. */
  #standsOn(hit: RayHit, at = this.position): boolean {
    const up = this.#up;
    if (dot(hit.normal, up) >= this.#minUp) {
      return true;
    }
    const side = { x: hit.point.x - at.x, y: hit.point.y - at.y };
    const rise = dot(side, up);
    const length = norm(side.x - rise * up.x, side.y - rise * up.y);
    if (length < TINY) {
      return false;
    }
    const reach = 2 * this.#skin;
    const inward = { x: (side.x - rise * up.x) / length, y: (side.y - rise * up.y) / length };
    const from = {
      x: hit.point.x + inward.x * reach + up.x * reach,
      y: hit.point.y + inward.y * reach + up.y * reach,
    };
    const ray = this.#world.castRay(from, { x: -3 * reach * up.x, y: -3 * reach * up.y }, this.#casts.filter());
    return ray !== null && ray.fraction > 0 && dot(ray.normal, up) >= this.#minUp;
  }

  /** What it meets on the other side of a surface that is too steep to stand on: between the two it cannot slide down. */
  #wedgedBy({ normal }: RayHit): RayHit | undefined {
    const up = this.#up;
    const side = up.y * normal.x - up.x * normal.y;
    const reach = 2 * this.#skin * Math.sign(side);
    const other = this.#casts.first(this.position, { x: normal.y * reach, y: -normal.x * reach });
    return other !== null && side * (up.y * other.normal.x - up.x * other.normal.y) <= 0 ? other : undefined;
  }

  /**
   * Looks for ground below and moves down to it if it is within `snap`. A rising character is off the ground that it parts
   * from, however slowly, or it would be pulled down again. Returns how fast the ground rises relative to `#drift` (m/s).
   */
  #findGround(snap: number, seconds: number, rises: boolean): number {
    const up = this.#up;
    // Flying up, it may be overtaken by ground that rises faster; falling, it may be where ground was that sinks faster.
    const flies = !this.grounded;
    const flown = flies ? Math.max(dot(this.velocity, up) * seconds, 0) : 0;
    const reach = Math.max(snap, this.#skin) + this.#skin + flown;
    const hit = this.#casts.ahead(
      this.position,
      { x: -up.x * reach, y: -up.y * reach },
      ({ shape, body, point }) => flies && !this.#met.has(shape) && dot(this.#seen(body, point), up) < 0,
    );
    const isNear = hit !== null && dot(hit.normal, up) > 0;
    const isGround = isNear && (hit.fraction === 0 || this.#standsOn(hit));
    const other = isNear && !isGround && hit.fraction * reach <= 2 * this.#skin ? this.#wedgedBy(hit) : undefined;
    this.grounded = isGround || other !== undefined;
    if (!isNear || !this.grounded) {
      this.ground = undefined;
      return 0;
    }
    // Wedged between a surface that is too steep and one that is not, it stands on the latter and moves along with it.
    const floor = other !== undefined && this.#standsOn(other) ? other : hit;
    this.ground = floor.shape;
    this.groundNormal = dot(floor.normal, up) >= this.#minUp ? floor.normal : up;
    const gone = hit.fraction * reach;
    this.#foot = { x: floor.point.x - this.position.x + gone * up.x, y: floor.point.y - this.position.y + gone * up.y };
    const n = this.groundNormal;
    const goes = this.#seen(floor.body, { x: this.position.x + this.#foot.x, y: this.position.y + this.#foot.y });
    const rise = dot(goes, n) / dot(n, up);
    const parting = { x: this.velocity.x - goes.x, y: this.velocity.y - goes.y };
    if (
      (flown > 0 && gone - Math.max(rise, 0) * seconds > 2 * this.#skin) ||
      (rises && dot(parting, n) > 1e-3 * norm(parting.x, parting.y))
    ) {
      this.grounded = false;
      this.ground = undefined;
      return 0;
    }
    const least = 0.05 * this.#skin;
    let drop = gone - this.#skin;
    if (drop < -least) {
      // Up to its gap above the ground, but not into a ceiling.
      const room = this.#skin - drop;
      const above = this.#casts.first(this.position, { x: up.x * room, y: up.y * room });
      drop = above === null ? drop : -Math.max(above.fraction * room - this.#skin, 0);
    }
    if (Math.abs(drop) > least) {
      this.position.x -= up.x * drop;
      this.position.y -= up.y * drop;
    }
    return rise;
  }
}
