// Numbers as sequences of binary choices, each of which takes more room the less likely it was (arithmetic coding, Rissanen 1976; the
// interval without carry as in lpaq, Mahoney 2007). How likely a choice is, is learnt from earlier ones, separately for each context.
// Encoder and decoder go through the same choices: `bit` and `raw` take the value to be coded and return the one that was coded.

/** Contexts of each kind of number: whether it is 0 (after one that was, after one that was not); a flag; its length in bits; its sign. */
const FLAG = 2;
const LENGTHS = 2;
const SIGN = 34;
const CONTEXTS = 35;
/** At the n-th choice a chance moves by 1/(n + 1.5) of the way, in the end by a thirtieth. */
const PATIENCE = 28;
const RATES = Float64Array.from({ length: PATIENCE + 1 }, (_, n) => 1 / (n + 1.5));
const LEAST = 32;
const TOP = 0xffffff;

abstract class Coder {
  /** The interval, in 24 bits, so that its products with a chance are small integers too. */
  protected low = 0;
  protected high = TOP;
  private last = 0;
  /** How often a choice is 1, out of 65,536. */
  private readonly chances: Uint16Array;
  private readonly seen: Uint8Array;

  constructor(kinds: number) {
    this.chances = new Uint16Array(kinds * CONTEXTS).fill(32768);
    this.seen = new Uint8Array(kinds * CONTEXTS);
  }

  protected abstract bit(context: number, bit: number): number;
  /** The low `count` bits of a number about which nothing is known. */
  protected abstract raw(bits: number, count: number): number;

  /** Where the interval is cut: values at or below mean 1. */
  protected cut(context: number): number {
    const range = this.high - this.low;
    const chance = this.chances[context]!;
    return this.low + (Math.imul(range >> 8, chance) >>> 8) + (Math.imul(range & 255, chance) >> 16);
  }

  protected learn(context: number, bit: number): void {
    const chance = this.chances[context]!;
    const n = this.seen[context]!;
    const next = (chance + ((bit ? 65536 : 0) - chance) * RATES[n]!) | 0;
    this.chances[context] = next < LEAST ? LEAST : next > 65536 - LEAST ? 65536 - LEAST : next;
    if (n < PATIENCE) {
      this.seen[context] = n + 1;
    }
  }

  /** Narrows the interval to the part that a choice stands for. Leading bytes that both ends share are done with: `shift` each. */
  protected narrow(cut: number, bit: number): void {
    if (bit) {
      this.high = cut;
    } else {
      this.low = cut + 1;
    }
    while ((this.low ^ this.high) >> 16 === 0) {
      this.shift();
      this.low = (this.low << 8) & TOP;
      this.high = ((this.high << 8) & TOP) | 255;
    }
  }

  protected abstract shift(): void;

  /** A yes or no, with a context of its own for each kind of number. */
  flag(kind: number, yes: boolean): boolean {
    return this.bit(kind * CONTEXTS + FLAG, yes ? 1 : 0) === 1;
  }

  /** A 32-bit difference that is small, or 0, more often than not. */
  number(kind: number, value: number): number {
    const first = kind * CONTEXTS;
    const last = this.last;
    this.last = this.bit(first + last, value === 0 ? 0 : 1);
    if (this.last === 0) {
      return 0;
    }
    const size = value < 0 ? -value : value;
    const length = 31 - Math.clz32(size);
    let node = 1;
    for (let shift = 4; shift >= 0; shift--) {
      node = 2 * node + this.bit(first + LENGTHS + node, (length >> shift) & 1);
    }
    const negative = this.bit(first + SIGN, value < 0 ? 1 : 0);
    const top = (1 << (node - 32)) >>> 0;
    const found = top + this.raw(size - top, node - 32);
    return (negative ? -found : found) | 0;
  }
}

/** A growing array of bytes. */
class Bytes {
  bytes = new Uint8Array(1 << 12);
  used = 0;

  push(byte: number): void {
    if (this.used === this.bytes.length) {
      const next = new Uint8Array(2 * this.used);
      next.set(this.bytes);
      this.bytes = next;
    }
    this.bytes[this.used++] = byte;
  }
}

export class Encoder extends Coder {
  private readonly choices = new Bytes();
  private readonly rest = new Bytes();
  private held = 0;
  private count = 0;

  protected bit(context: number, bit: number): number {
    const cut = this.cut(context);
    this.learn(context, bit);
    this.narrow(cut, bit);
    return bit;
  }

  protected shift(): void {
    this.choices.push(this.high >> 16);
  }

  protected raw(bits: number, count: number): number {
    for (let left = count, from = bits; left > 0;) {
      const take = Math.min(left, 8 - this.count);
      this.held |= (from & ((1 << take) - 1)) << this.count;
      from >>>= take;
      left -= take;
      this.count += take;
      if (this.count === 8) {
        this.rest.push(this.held);
        this.held = this.count = 0;
      }
    }
    return bits;
  }

  /** The coded choices, and the bits about which nothing was known. */
  end(): [Uint8Array, Uint8Array] {
    this.choices.push(this.high >> 16);
    this.rest.push(this.held);
    return [this.choices.bytes.subarray(0, this.choices.used), this.rest.bytes.subarray(0, this.rest.used)];
  }
}

/** Reads zeros past the end, so that decoding damaged bytes ends in bounded time. */
export class Decoder extends Coder {
  private at = 3;
  private code: number;
  private bitAt = 0;

  constructor(
    kinds: number,
    private readonly choices: Uint8Array,
    private readonly rest: Uint8Array,
  ) {
    super(kinds);
    this.code = ((choices[0] ?? 0) << 16) | ((choices[1] ?? 0) << 8) | (choices[2] ?? 0);
  }

  protected bit(context: number): number {
    const cut = this.cut(context);
    const bit = this.code <= cut ? 1 : 0;
    this.learn(context, bit);
    this.narrow(cut, bit);
    return bit;
  }

  protected shift(): void {
    this.code = ((this.code << 8) & TOP) | (this.choices[this.at++] ?? 0);
  }

  protected raw(_bits: number, count: number): number {
    let bits = 0;
    for (let got = 0; got < count;) {
      const inByte = this.bitAt & 7;
      const take = Math.min(count - got, 8 - inByte);
      const byte = this.rest[this.bitAt >>> 3] ?? 0;
      bits |= ((byte >> inByte) & ((1 << take) - 1)) << got;
      got += take;
      this.bitAt += take;
    }
    return bits >>> 0;
  }
}
