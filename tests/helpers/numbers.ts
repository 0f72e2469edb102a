// Seeded random numbers, and the closed forms that several tests compare with.

/** A generator of numbers in [0, 1): mulberry32, the same on every machine. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Numbers, choices and chances drawn from one generator. */
export class Random {
  private readonly next: () => number;

  constructor(readonly seed: number) {
    this.next = randomFrom(seed);
  }

  /** From `min` to below `max`. */
  between(min: number, max: number): number {
    return min + (max - min) * this.next();
  }

  /** From `min` to below `max`, every order of magnitude equally likely. */
  scale(min: number, max: number): number {
    return min * (max / min) ** this.next();
  }

  /** A whole number from 0 to below `count`. */
  below(count: number): number {
    return Math.floor(this.next() * count);
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!;
  }

  chance(share: number): boolean {
    return this.next() < share;
  }
}

/** |value − expected| as a fraction of |expected|. */
export function relativeError(value: number, expected: number): number {
  return Math.abs(value - expected) / Math.abs(expected);
}

/** Complete elliptic integral of the first kind, modulus k, by the arithmetic-geometric mean. */
export function ellipticK(k: number): number {
  let a = 1;
  let b = Math.sqrt(1 - k * k);
  while (Math.abs(a - b) > 1e-15) {
    [a, b] = [(a + b) / 2, Math.sqrt(a * b)];
  }
  return Math.PI / (2 * a);
}

/** Period of a pendulum of any amplitude (s): 4 √(L/g) K(sin θ₀/2). `length` is I/(m·d) for a physical pendulum. */
export function pendulumPeriod(length: number, gravity: number, amplitude: number): number {
  return 4 * Math.sqrt(length / gravity) * ellipticK(Math.sin(amplitude / 2));
}

/** Times at which samples cross zero upwards, by linear interpolation. */
export class Crossings {
  readonly times: number[] = [];
  private before: { time: number; value: number } | undefined;

  add(time: number, value: number): void {
    const { before } = this;
    if (before !== undefined && before.value < 0 && value >= 0) {
      this.times.push(before.time + ((time - before.time) * -before.value) / (value - before.value));
    }
    this.before = { time, value };
  }

  /** Mean time between successive crossings. */
  get period(): number {
    const { times } = this;
    return (times[times.length - 1]! - times[0]!) / (times.length - 1);
  }
}
