import { describe, expect, it } from "vitest";
import { box, capsule, chain, circle, polygon, World, type Body } from "../../dist/index.js";
import { Character, type CharacterOptions } from "../../dist/helpers.js";
import { DT } from "../helpers/engine.js";

const FOOT = 0.8; // half the height of the default character
const GRAVITY = 10;

interface Stage {
  world: World;
  hero: Character;
  /** Walks for a time, calling `watch` after each step. */
  walk: (speed: number, seconds: number, watch?: (hero: Character) => void) => void;
}

type Options = Partial<CharacterOptions>;

function stage(build: (world: World) => void, x = 0, y = FOOT + 0.02, options: Options = {}): Stage {
  const world = new World();
  build(world);
  const hero = new Character(world as never, { position: { x, y }, ...options } as CharacterOptions);
  let fall = 0;
  const walk: Stage["walk"] = (speed, seconds, watch) => {
    for (let step = 0; step < Math.round(seconds / DT); step++) {
      fall = hero.grounded ? 0 : fall - GRAVITY * DT;
      hero.move({ x: speed, y: fall }, DT);
      fall = hero.grounded ? 0 : Math.min(fall, 0);
      world.step(DT);
      watch?.(hero);
    }
  };
  walk(0, 0.2);
  return { world, hero, walk };
}

const floor = (world: World): void => {
  world.createBody({ position: { x: 0, y: -1 }, shape: box(100, 2) });
};

/** A floor and, from x = 2 on, a slope of the given angle, 20 m long, with a flat top as long. */
const slope =
  (angle: number) =>
  (world: World): void => {
    floor(world);
    const [x, y] = [2 + 20 * Math.cos(angle), 20 * Math.sin(angle)];
    const points = [
      { x: 2, y: 0 },
      { x, y },
      { x: x + 20, y },
      { x: x + 20, y: -1 },
      { x: 2, y: -1 },
    ];
    world.createBody({ shape: polygon(points) });
  };

describe("a character on flat ground", () => {
  it("walks as fast as it wants, at one height", () => {
    const { hero, walk } = stage(floor);
    const { x, y } = hero.position;
    expect(hero.grounded).toBe(true);
    walk(3, 2, () => {
      expect(hero.grounded).toBe(true);
      expect(Math.abs(hero.position.y - y)).toBeLessThan(1e-3);
    });
    expect(hero.position.x - x).toBeCloseTo(6, 2);
    expect(y - FOOT).toBeLessThan(0.02);
  });

  it("stands still to the last bit", () => {
    for (const angle of [0, 0.4, 0.8]) {
      const { hero, walk } = stage(slope(angle), angle === 0 ? 0 : 6, 30);
      walk(0, 4);
      expect(hero.grounded).toBe(true);
      const at = { ...hero.position };
      walk(0, 5, () => expect(hero.position).toEqual(at));
    }
  });

  it("does not shake when it walks against a wall or into a corner", () => {
    const { hero, walk } = stage((world) => {
      floor(world);
      world.createBody({ position: { x: 3, y: 2 }, shape: box(1, 4) });
    });
    walk(4, 2);
    const { x } = hero.position;
    expect(x).toBeCloseTo(2.5 - 0.3 - 0.01, 2);
    walk(4, 2, () => expect(Math.abs(hero.position.x - x)).toBeLessThan(1e-4));
    expect(Math.abs(hero.velocity.x)).toBeLessThan(1e-3);
  });
});

describe("a character on a slope", () => {
  it.each([10, 25, 40])("of %d° walks up and down at its speed, and never leaves the ground", (degrees) => {
    const angle = (degrees * Math.PI) / 180;
    const { hero, walk } = stage(slope(angle));
    walk(3, 1.5);
    const start = { ...hero.position };
    walk(3, 2, () => expect(hero.grounded).toBe(true));
    const up = Math.hypot(hero.position.x - start.x, hero.position.y - start.y);
    expect(up).toBeCloseTo(6, 1);
    expect(Math.atan2(hero.position.y - start.y, hero.position.x - start.x)).toBeCloseTo(angle, 2);
    const top = { ...hero.position };
    walk(-3, 2, () => expect(hero.grounded).toBe(true));
    expect(Math.hypot(hero.position.x - top.x, hero.position.y - top.y)).toBeCloseTo(6, 1);
  });

  it("walks over the crest and down the other side on the ground", () => {
    const { hero, walk } = stage((world) => {
      floor(world);
      world.createBody({ shape: polygon([0, 6, 3].map((x, i) => ({ x: 3 + x, y: i === 2 ? 1.5 : 0 }))) });
    });
    let high = 0;
    walk(4, 3, () => {
      expect(hero.grounded).toBe(true);
      high = Math.max(high, hero.position.y);
    });
    expect(high).toBeGreaterThan(1.4 + FOOT);
    expect(hero.position.x).toBeGreaterThan(9.5);
    expect(hero.position.y).toBeCloseTo(FOOT + 0.01, 1);
  });

  it.each([30, 40, 45, 48])("walks down into a ditch of %d° and up out of it, at its speed", (degrees) => {
    const depth = 2 * Math.tan((degrees * Math.PI) / 180);
    const points = [-9, 3, 5, 7, 30].map((x, i) => ({ x, y: i === 2 ? -depth : 0 }));
    const { hero, walk } = stage((world) => world.createBody({ shape: chain(points) }));
    let slow = 0;
    walk(3, 5, () => {
      expect(hero.grounded).toBe(true);
      slow += hero.velocity.x < 3 * Math.cos((50 * Math.PI) / 180) ? 1 : 0;
    });
    expect(slow).toBe(0);
    expect(hero.position.x).toBeGreaterThan(7);
    expect(hero.position.y).toBeCloseTo(FOOT + 0.01, 2);
    walk(-3, 5);
    expect(hero.position.x).toBeLessThan(3);
  });

  it("that is too steep for it does not climb, and slides down", () => {
    const { hero, walk } = stage(slope(1.1));
    walk(3, 3);
    expect(hero.position.y).toBeLessThan(FOOT + 0.6);
    const fallen = stage(slope(1.1), 6, 12);
    fallen.walk(0, 3);
    expect(fallen.hero.position.y).toBeLessThan(FOOT + 0.3);
  });
});

describe("a character in a gap between slopes too steep for it", () => {
  /** A ditch whose sides have these angles, and whose edges are at y = 5. */
  const ditch =
    (left: number, right: number) =>
    (world: World): void => {
      const depth = 5;
      const wide = (angle: number): number => depth / Math.tan(angle);
      for (const [side, angle] of [
        [-1, left],
        [1, right],
      ] as const) {
        const points = [
          { x: 0, y: 0 },
          { x: side * wide(angle), y: depth },
          { x: side * (wide(angle) + 20), y: depth },
          { x: side * (wide(angle) + 20), y: 0 },
        ];
        world.createBody({ shape: polygon(points) });
      }
    };

  it.each([
    [1, 1],
    [1.2, 1],
    [1.4, 1.45],
    [0.95, 1.3],
    [1.1, Math.PI / 2],
  ])("stands, and can jump, between slopes of %f and %f rad", (left, right) => {
    const { hero, walk } = stage(ditch(left, right), 0, 4);
    walk(0, 1.5);
    expect(hero.grounded).toBe(true);
    expect(hero.ground?.alive).toBe(true);
    const { x, y } = hero.position;
    walk(0, 1, () => {
      expect(hero.grounded).toBe(true);
      expect(hero.position).toEqual({ x, y });
    });
    // It does not walk up the slopes.
    for (const speed of [-3, 3]) {
      walk(speed, 1);
      expect(hero.position.y - y).toBeLessThan(0.02);
    }
    walk(0, 0.2);
    expect(hero.grounded).toBe(true);
    for (let step = 0, rise = 6; step < 30; step++, rise -= GRAVITY * DT) {
      hero.move({ x: 0, y: rise }, DT);
    }
    expect(hero.position.y - y).toBeGreaterThan(1);
  });

  it("keeps falling while only one side holds it, and down to a less steep foot", () => {
    const { hero, walk } = stage(ditch(1.2, 1.2), -1, 5.5);
    const heights = [hero.position.y];
    walk(0, 0.3, () => {
      heights.push(hero.position.y);
    });
    expect(heights.at(-1)!).toBeLessThan(heights[0]! - 0.3);
    const bent = stage(
      (world) => {
        const points = [
          { x: -1, y: 4 },
          { x: 0, y: 1 },
          { x: 0.7, y: 0 },
          { x: 9, y: 0 },
        ];
        world.createBody({ shape: chain(points) });
      },
      0.1,
      3,
    );
    bent.walk(0, 2);
    expect(bent.hero.grounded).toBe(true);
    expect(bent.hero.position.y - FOOT).toBeLessThan(0.1);
  });
});

describe("a character at a step", () => {
  const step = (height: number) => (world: World) => {
    floor(world);
    world.createBody({ position: { x: 6, y: height / 2 }, shape: box(8, height) });
  };

  it.each([0.1, 0.2, 0.3, 0.34])("of %d m walks up without stopping", (height) => {
    const { hero, walk } = stage(step(height));
    walk(2, 2.5);
    expect(hero.position.y).toBeCloseTo(height + FOOT + 0.01, 2);
    expect(hero.position.x).toBeGreaterThan(4.6);
    expect(hero.grounded).toBe(true);
  });

  it("that is too high is stopped by it", () => {
    const { hero, walk } = stage(step(0.5));
    walk(2, 2);
    expect(hero.position.x).toBeLessThan(2);
    expect(hero.position.y).toBeCloseTo(FOOT + 0.01, 1);
  });

  it("walks a flight of stairs, up and down", () => {
    const { hero, walk } = stage((world) => {
      floor(world);
      for (let i = 0; i < 10; i++) {
        world.createBody({ position: { x: 12 + 0.4 * i, y: 0.1 + 0.2 * i }, shape: box(20, 0.2) });
      }
    });
    walk(2, 4.5);
    expect(hero.position.y).toBeCloseTo(2 + FOOT, 1);
    walk(-2, 4.5, () => expect(hero.grounded).toBe(true));
    expect(hero.position.y).toBeCloseTo(FOOT + 0.01, 1);
  });

  it("stands still, on the ground, where the ceiling gets too low", () => {
    const { world, hero, walk } = stage((world) => {
      floor(world);
      world.createBody({ position: { x: 8, y: 2.2 }, angle: -0.15, shape: box(14, 0.5) });
    });
    walk(3, 4);
    const { x } = hero.position;
    walk(3, 2, () => {
      expect(hero.grounded).toBe(true);
      expect(Math.abs(hero.position.x - x)).toBeLessThan(0.002);
      const pose = { ...hero.position, angle: Math.PI / 2 };
      expect(world.overlapShape(capsule(hero.length, hero.radius), pose)).toEqual([]);
    });
    walk(-3, 2);
    expect(hero.position.x).toBeLessThan(x - 5);
  });

  it("is not squeezed under a ceiling that is too low", () => {
    const { hero, walk } = stage((world) => {
      floor(world);
      world.createBody({ position: { x: 6, y: 2 }, shape: box(8, 1) });
    });
    walk(3, 2);
    expect(hero.position.x).toBeLessThan(2.1);
  });
});

describe("a character on a moving body", () => {
  function platform(velocity: { x: number; y: number }, w = 0): Stage & { lift: Body } {
    let lift: Body | undefined;
    const all = stage(
      (world) => {
        lift = world.createBody({ type: "kinematic", position: { x: 0, y: -0.25 }, shape: box(8, 0.5) });
      },
      0,
      FOOT + 0.02,
    );
    lift!.linearVelocity = velocity;
    lift!.angularVelocity = w;
    return { ...all, lift: lift! };
  }

  it.each([
    [2, 0],
    [-3, 0],
    [0, 1.5],
    [0, -1.5],
    [2, 1],
  ])("is carried by (%d, %d) m/s", (x, y) => {
    const { hero, walk, lift } = platform({ x, y });
    const before = { x: hero.position.x - lift.x, y: hero.position.y - lift.y };
    walk(0, 2, () => {
      expect(hero.grounded).toBe(true);
      expect(hero.position.x - lift.x).toBeCloseTo(before.x, 2);
      expect(hero.position.y - lift.y).toBeCloseTo(before.y, 1);
    });
    expect(hero.velocity.x).toBeCloseTo(0, 3);
    expect(Math.hypot(lift.x, lift.y + 0.25)).toBeCloseTo(2 * Math.hypot(x, y), 1);
  });

  it.each([0, 0.3, -0.3])("is carried by a conveyor inclined by %d rad, and can walk on it", (angle) => {
    const along = { x: Math.cos(angle), y: Math.sin(angle) };
    const shape = box(100, 2, { center: { x: along.y, y: -along.x }, angle });
    const { hero, walk } = stage((world) => world.createBody({ shape, surfaceSpeed: 2 }), 0, FOOT + 0.05);
    for (const [own, speed] of [
      [0, 2],
      [3, 5],
      [-2, 0],
    ] as const) {
      const { x, y } = hero.position;
      walk(own, 2, () => expect(hero.grounded).toBe(true));
      expect(hero.position.x - x).toBeCloseTo(2 * speed * along.x, 1);
      expect(hero.position.y - y).toBeCloseTo(2 * speed * along.y, 1);
    }
  });

  it.each([0.5, -0.3])("is carried around a wheel that turns at %d rad/s, and does not sink into it", (w) => {
    const { world, hero, walk } = stage((world) =>
      world.createBody({ type: "kinematic", position: { x: 0, y: -5 }, angularVelocity: w, shape: circle(5) }),
    );
    const angle = (): number => Math.atan2(hero.position.y - 0.5 + 5, -hero.position.x) - Math.PI / 2;
    const before = angle();
    walk(0, 0.7 / Math.abs(w) - 0.4, () => {
      expect(hero.grounded).toBe(true);
      const pose = { ...hero.position, angle: Math.PI / 2 };
      expect(world.overlapShape(capsule(hero.length, hero.radius), pose)).toEqual([]);
    });
    expect(Math.abs(angle() - before)).toBeGreaterThan(0.3);
  });

  it("walks on a platform at its own speed", () => {
    const { hero, walk, lift } = platform({ x: 2, y: 0 });
    const before = hero.position.x - lift.x;
    walk(1, 2);
    expect(hero.position.x - lift.x - before).toBeCloseTo(2, 1);
  });

  it("is pushed along by an approaching wall", () => {
    const { world, hero, walk } = stage(floor);
    const wall = world.createBody({ type: "kinematic", position: { x: -3, y: 1 }, shape: box(1, 2) });
    wall.linearVelocity = { x: 1, y: 0 };
    walk(0, 4, () => expect(hero.position.x - wall.x).toBeGreaterThan(0.8 - 0.03));
    expect(hero.position.x).toBeGreaterThan(1.5);
  });
});

describe("a character", () => {
  it("falls, lands, jumps and bumps its head", () => {
    const { hero, world } = stage(
      (made) => {
        floor(made);
        made.createBody({ position: { x: 0, y: 3 }, shape: box(4, 0.5) });
      },
      0,
      FOOT + 0.5,
    );
    expect(hero.grounded).toBe(false);
    let v = 0;
    const apply = (): void => {
      v = hero.grounded && v <= 0 ? 0 : v - GRAVITY * DT;
      hero.move({ x: 0, y: v }, DT);
      v = hero.velocity.y;
      world.step(DT);
    };
    for (let step = 0; step < 60; step++) {
      apply();
    }
    expect(hero.grounded).toBe(true);
    v = 8;
    hero.move({ x: 0, y: v }, DT);
    expect(hero.grounded).toBe(false);
    let high = 0;
    for (let step = 0; step < 20; step++) {
      apply();
      high = Math.max(high, hero.position.y);
    }
    expect(high + FOOT).toBeLessThan(2.75);
    expect(high + FOOT).toBeGreaterThan(2.7);
  });

  it("pushes a crate out of its way, and takes its own kinematic body along", () => {
    const { world, hero, walk } = stage(floor, 0, FOOT + 0.02, { push: 60 });
    const crate = world.createBody({ type: "dynamic", position: { x: 2, y: 0.5 }, shape: box(1, 1), density: 1 });
    walk(2, 3);
    expect(crate.x).toBeGreaterThan(2.5);
    expect(hero.position.x).toBeLessThan(crate.x);
    const made = new World();
    floor(made);
    const body = made.createBody({
      type: "kinematic",
      position: { x: 0, y: 0.82 },
      angle: Math.PI / 2,
      shape: capsule(1, 0.3),
    });
    const walker = new Character(made as never, { position: { x: 0, y: 0.82 }, body: body as never });
    for (let step = 0; step < 60; step++) {
      walker.move({ x: 1, y: 0 }, DT);
      made.step(DT);
      expect(body.x).toBeCloseTo(walker.position.x, 3);
    }
  });

  it("refuses options that make no sense", () => {
    const world = new World();
    const bad = (options: unknown, code: string): void => {
      expect(() => new Character(world as never, options as never)).toThrow(
        expect.objectContaining({ name: "PhysicsError", code }),
      );
    };
    bad({}, "bad-type");
    bad({ position: { x: 0, y: NaN } }, "not-finite");
    bad({ position: { x: 0, y: 0 }, radius: -1 }, "out-of-range");
    bad({ position: { x: 0, y: 0 }, hight: 1 }, "unknown-option");
    expect(() => new Character({} as never, { position: { x: 0, y: 0 } })).toThrow(
      expect.objectContaining({ code: "bad-type" }),
    );
    const hero = new Character(world as never, { position: { x: 0, y: 0 } });
    expect(() => hero.move({ x: 0, y: 0 }, 0)).toThrow(expect.objectContaining({ name: "PhysicsError" }));
  });
});

describe("a character on a lift", () => {
  it.each([0.5, 3, -0.5, -3])("at %s m/s has its feet on the lift after each step", (speed) => {
    let lift: Body | undefined;
    const on = stage(
      (world) => (lift = world.createBody({ type: "kinematic", position: { x: 0, y: -0.1 }, shape: box(3, 0.2) })),
    );
    lift!.linearVelocity = { x: 0.5, y: speed };
    on.walk(0.5, 1, (hero) => expect(Math.abs(hero.position.y - lift!.y - 0.1 - FOOT - 0.01)).toBeLessThan(0.002));
    expect(on.hero.position.x - lift!.x).toBeCloseTo(0.5, 2);
  });

  it("that sinks into the floor is left standing on the floor", () => {
    const on = stage(
      (world) => {
        floor(world);
        const shape = box(3, 0.4);
        world.createBody({ type: "kinematic", position: { x: 0, y: 1.8 }, shape, linearVelocity: { x: 0, y: -3 } });
      },
      0,
      2 + FOOT + 0.02,
    );
    on.walk(0, 1, (hero) => expect(hero.position.y).toBeGreaterThan(FOOT));
    expect(on.hero.position.y).toBeCloseTo(FOOT + 0.01, 2);
  });
});

describe("a character and one-way platforms", () => {
  const platforms = (world: World): void => {
    floor(world);
    world.createBody({ position: { x: 0, y: 2.4 }, shape: box(6, 0.2), oneWay: { x: 0, y: 1 } });
    // The same platform turned on its side: it lets through what moves the way `oneWay` then points.
    world.createBody({ position: { x: 8, y: 1 }, angle: -Math.PI / 2, shape: box(2, 0.2), oneWay: { x: 0, y: 1 } });
  };
  /** Jumps at `speed`, and moves until it stands or the time is up. */
  const jump = ({ world, hero }: Stage, speed: number, side = 0, seconds = 2): void => {
    let fall = speed;
    for (let step = 0; step < seconds / DT && (step < 5 || !hero.grounded); step++) {
      fall -= GRAVITY * DT;
      hero.move({ x: side, y: fall }, DT);
      fall = Math.min(fall, Math.max(hero.velocity.y, 0) || fall);
      world.step(DT);
    }
  };

  it("passes through a platform in a jump from below and lands on it", () => {
    const on = stage(platforms);
    jump(on, 7.5);
    expect(on.hero.grounded).toBe(true);
    expect(on.hero.position.y).toBeCloseTo(2.5 + FOOT + 0.01, 2);
    on.walk(1, 1);
    expect(on.hero.position.x).toBeCloseTo(1, 2);
    expect(on.hero.position.y).toBeCloseTo(2.5 + FOOT + 0.01, 2);
  });

  it("falls back through a platform whose top it did not reach", () => {
    const on = stage(platforms);
    jump(on, 5.5); // its middle reaches 2.3, but its feet do not get through
    expect(on.hero.position.y).toBeCloseTo(FOOT + 0.01, 2);
    jump(on, 6.6); // its feet get into the platform, and no further
    expect(on.hero.position.y).toBeCloseTo(FOOT + 0.01, 2);
  });

  it("passes a turned platform along its direction, and is stopped the other way", () => {
    const on = stage(platforms, 5);
    on.walk(3, 2);
    expect(on.hero.position.x).toBeGreaterThan(9);
    on.walk(-3, 2);
    expect(on.hero.position.x).toBeCloseTo(8.1 + 0.3 + 0.01, 2);
  });

  it("rides a moving platform, and lands on one that rises to meet it", () => {
    let lift: Body | undefined;
    const on = stage(
      (world) => {
        floor(world);
        const shape = box(3, 0.2);
        lift = world.createBody({ type: "kinematic", position: { x: 0, y: 2 }, shape, oneWay: { x: 0, y: 1 } });
      },
      0,
      2.1 + FOOT + 0.02,
    );
    expect(on.hero.grounded).toBe(true);
    const ride = (vy: number): void => {
      lift!.linearVelocity = { x: 0.5, y: vy };
      on.walk(0, 1, (hero) => expect(hero.position.y - lift!.y).toBeCloseTo(0.1 + FOOT + 0.01, 1));
    };
    ride(2);
    ride(-1.5);
    on.hero.position = { x: lift!.x, y: lift!.y + 3 };
    lift!.linearVelocity = { x: 0, y: 3 };
    on.walk(0, 1);
    expect(on.hero.grounded).toBe(true);
    expect(on.hero.position.y - lift!.y).toBeCloseTo(0.1 + FOOT + 0.01, 2);
  });

  it("drops through the platform that it stands on, but through no other ground", () => {
    const on = stage(platforms, 0, 2.5 + FOOT + 0.02);
    on.walk(0, 0.5);
    expect(on.hero.position.y).toBeCloseTo(2.5 + FOOT + 0.01, 2);
    expect(on.hero.drop()).toBe(true);
    on.walk(0, 2);
    expect(on.hero.position.y).toBeCloseTo(FOOT + 0.01, 2);
    expect(on.hero.drop()).toBe(false);
    on.walk(0, 0.5);
    expect(on.hero.position.y).toBeCloseTo(FOOT + 0.01, 2);
  });

  it("collides with platforms as its filter says", () => {
    const on = stage(platforms, 0, 2.5 + FOOT + 0.02, { filter: { predicate: (shape) => shape.oneWay === undefined } });
    on.walk(0, 2);
    expect(on.hero.position.y).toBeCloseTo(FOOT + 0.01, 2);
  });
});
