// A reference for mechanisms that owes nothing to the engine: 64 bits, tiny steps, all rows solved at once, and Jacobians by finite
// differences of the constraint itself. Semi-implicit Euler with impulses (Moreau): first order once steps are small enough.

/** x, y of the centre of mass, and the angle. */
export type Pose = [x: number, y: number, angle: number];
export interface Mass {
  q: Pose;
  v: Pose;
  /** Inverse masses along the coordinates; 0 for a static or kinematic body. */
  w: Pose;
  gravity: readonly [number, number];
}

export interface Row {
  /** `equal`: C = 0; `least`: C ≥ 0; `motor`: Ċ = speed with a force of at most `most`; `spring`: for the bodies' reduced mass. */
  kind: "equal" | "least" | "motor" | "spring";
  bodies: readonly [number, number];
  C: (a: Pose, b: Pose) => number;
  speed?: number;
  most?: number;
  hertz?: number;
  dampingRatio?: number;
  /** Force of the last step. */
  force?: number;
}

export function turned(angle: number, [x, y]: readonly [number, number]): [number, number] {
  return [Math.cos(angle) * x - Math.sin(angle) * y, Math.sin(angle) * x + Math.cos(angle) * y];
}

function solve(matrix: number[][], right: number[]): number[] {
  const rows = matrix.map((row, i) => [...row, right[i]!]);
  const n = rows.length;
  for (let i = 0; i < n; i++) {
    let best = i;
    for (let k = i + 1; k < n; k++) best = Math.abs(rows[k]![i]!) > Math.abs(rows[best]![i]!) ? k : best;
    [rows[i], rows[best]] = [rows[best]!, rows[i]!];
    for (let k = i + 1; k < n; k++) {
      const share = rows[k]![i]! / rows[i]![i]!;
      for (let c = i; c <= n; c++) rows[k]![c]! -= share * rows[i]![c]!;
    }
  }
  const x = right.map(() => 0);
  for (let i = n - 1; i >= 0; i--) {
    let sum = rows[i]![n]!;
    for (let c = i + 1; c < n; c++) sum -= rows[i]![c]! * x[c]!;
    x[i] = sum / rows[i]![i]!;
  }
  return x;
}

type Jacobian = [Pose, Pose];
const AXES = [0, 1, 2] as const;

export class Mechanism {
  readonly rows: Row[] = [];
  /** For each row, whether its force is at its lower limit (−1), its upper limit (1) or neither (0). */
  private readonly ends = new Map<Row, number>();

  constructor(readonly bodies: readonly Mass[]) {}

  private valueOf(row: Row): number {
    return row.C(this.bodies[row.bodies[0]]!.q, this.bodies[row.bodies[1]]!.q);
  }

  private jacobian(row: Row): Jacobian {
    const small = 1e-6;
    return row.bodies.map((body) => {
      const { q } = this.bodies[body]!;
      return AXES.map((axis) => {
        const was = q[axis];
        q[axis] = was + small;
        const above = this.valueOf(row);
        q[axis] = was - small;
        const below = this.valueOf(row);
        q[axis] = was;
        return (above - below) / (2 * small);
      }) as Pose;
    }) as Jacobian;
  }

  /** J₁ M⁻¹ J₂ᵀ. */
  private coupling(a: Row, ja: Jacobian, b: Row, jb: Jacobian): number {
    let sum = 0;
    a.bodies.forEach((body, i) => {
      b.bodies.forEach((other, k) => {
        if (body === other) AXES.forEach((axis) => (sum += ja[i]![axis] * jb[k]![axis] * this.bodies[body]!.w[axis]));
      });
    });
    return sum;
  }

  private rate(row: Row, j: Jacobian): number {
    let sum = 0;
    row.bodies.forEach((body, i) => AXES.forEach((axis) => (sum += j[i]![axis] * this.bodies[body]!.v[axis])));
    return sum;
  }

  private push(row: Row, j: Jacobian, impulse: number): void {
    row.bodies.forEach((body, i) => {
      const { v, w } = this.bodies[body]!;
      AXES.forEach((axis) => (v[axis] += w[axis] * j[i]![axis] * impulse));
    });
  }

  step(h: number): void {
    const springs = this.rows
      .filter(({ kind }) => kind === "spring")
      .map((row) => {
        const j = this.jacobian(row);
        const omega = 2 * Math.PI * row.hertz!;
        const pull = omega * omega * this.valueOf(row) + 2 * row.dampingRatio! * omega * this.rate(row, j);
        row.force = -pull / this.coupling(row, j, row, j);
        return { row, j };
      });
    for (const body of this.bodies) {
      if (body.w[0] > 0) {
        body.v[0] += h * body.gravity[0];
        body.v[1] += h * body.gravity[1];
      }
    }
    for (const { row, j } of springs) this.push(row, j, h * row.force!);
    const rows = this.rows.filter(({ kind }) => kind !== "spring");
    const js = rows.map((row) => this.jacobian(row));
    const k = rows.map((a, i) => rows.map((b, n) => this.coupling(a, js[i]!, b, js[n]!) * (i === n ? 1 + 1e-11 : 1)));
    const wanted = rows.map((row, i) => {
      const C = this.valueOf(row);
      const bias = row.kind === "motor" ? row.speed! : row.kind === "least" && C > 0 ? -C / h : (-0.2 * C) / h;
      return bias - this.rate(row, js[i]!);
    });
    const low = rows.map(({ kind, most }) => (kind === "least" ? 0 : kind === "motor" ? -most! * h : -Infinity));
    const high = rows.map(({ kind, most }) => (kind === "motor" ? most! * h : Infinity));
    const ends = rows.map((row, i) => this.ends.get(row) ?? (low[i]! > -Infinity ? -1 : 0));
    const impulses = this.complementary(k, wanted, low, high, ends);
    rows.forEach((row, i) => {
      this.ends.set(row, ends[i]!);
      row.force = impulses[i]! / h;
      this.push(row, js[i]!, impulses[i]!);
    });
    for (const { q, v } of this.bodies) AXES.forEach((axis) => (q[axis] += h * v[axis]));
  }

  /** Moves one row at a time to a limit of its force, or back from it, until all rows are right. */
  private complementary(k: number[][], wanted: number[], low: number[], high: number[], ends: number[]): number[] {
    const impulses = wanted.map(() => 0);
    for (let round = 0; round < 100; round++) {
      const free = wanted.map((_, i) => i).filter((i) => ends[i] === 0);
      ends.forEach((end, i) => (impulses[i] = end < 0 ? low[i]! : end > 0 ? high[i]! : impulses[i]!));
      const right = free.map((i) => wanted[i]! - ends.reduce((s, end, n) => s + (end && k[i]![n]! * impulses[n]!), 0));
      solve(
        free.map((i) => free.map((n) => k[i]![n]!)),
        right,
      ).forEach((x, n) => (impulses[free[n]!] = x));
      let [worst, row, to] = [1e-12, -1, 0];
      ends.forEach((end, i) => {
        const over = Math.max(low[i]! - impulses[i]!, impulses[i]! - high[i]!);
        const left = k[i]!.reduce((sum, x, n) => sum + x * impulses[n]!, -wanted[i]!);
        const wrong = end === 0 ? over : (end * left) / k[i]![i]!;
        if (wrong > worst && high[i]! > low[i]!) {
          [worst, row, to] = [wrong, i, end === 0 ? (impulses[i]! < low[i]! ? -1 : 1) : 0];
        }
      });
      if (row < 0) {
        return impulses;
      }
      ends[row] = to;
    }
    throw new Error("no set of rows is right");
  }
}
