import { Column, EventKind } from "../assembly/abi/layout.js";
import type { Instance } from "./instance.js";

/**
 * Live typed arrays over the core's memory, indexed by `body.slot`; slot 0 belongs to no body. The view
 * that a getter returns is valid until the next call that creates something, steps or restores. Ask again
 * afterwards: you get the same view if nothing moved. Only for reading.
 */
export class State {
  /** @internal */
  static readonly name: string = "State";
  readonly #instance: Instance;

  /** @internal */
  constructor(instance: Instance) {
    this.#instance = instance;
  }

  /** Four numbers per body: x, y (m) of its origin, cosine and sine of its angle. */
  get transforms(): Float32Array {
    return this.view(Column.Transforms, Float32Array, 4) as Float32Array;
  }

  /** Four numbers per body: vx, vy (m/s) of its centre of mass, angular velocity (rad/s), and one unused. */
  get velocities(): Float32Array {
    return this.view(Column.Velocities, Float32Array, 4) as Float32Array;
  }

  /**
   * What each body is, as a sum: 0 static, 1 kinematic or 2 dynamic (`flags & 3`), 4 awake, 8 bullet, 256
   * alive. `world.moved` tells which bodies moved.
   */
  get flags(): Uint32Array {
    return this.view(Column.Flags, Uint32Array, 1) as Uint32Array;
  }

  /** Number of slots in use or once used, including slot 0: the arrays cover that many. */
  get slots(): number {
    return this.#instance.core.bodyEnd();
  }

  private view(
    column: Column,
    type: Float32ArrayConstructor | Uint32ArrayConstructor,
    stride: number,
  ): Float32Array | Uint32Array {
    const of = this.#instance;
    const { core, views } = of;
    const address = core.columnPointer(column) >>> 0;
    const length = core.bodyEnd() * stride;
    const old = views[column];
    if (old !== undefined && old.byteOffset === address && old.length === length && of.covers(old)) {
      return old;
    }
    return (views[column] = new type(of.buffer as ArrayBuffer, address, length));
  }
}

/** Slots of the bodies that the last step moved. @internal */
export function movedSlots(instance: Instance): Uint32Array {
  const { core } = instance;
  const count = core.eventCount(EventKind.Moved) >>> 0;
  return instance.wordsAt(core.eventPointer(EventKind.Moved), count);
}
