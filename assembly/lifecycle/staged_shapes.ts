import { BodyType, Code, ShapeKind, Staged } from "../abi/layout";
import { MAILBOX_ADDRESS } from "../memory/fixed";
import { NONE } from "../world/body";
import { bulk } from "../world/buffers";
import { dropShape, hullCode, prepareShape } from "./shape_definitions";
import { createShape } from "./shapes";

// Definitions of shapes that the host staged (abi/layout.ts: Staged). One walk prepares all of them, another makes or drops them.

abstract class Stage {
  static first(): usize {
    const inBulk = load<u32>(MAILBOX_ADDRESS + (Staged.InBulk << 2)) != 0;
    return inBulk ? bulk.ptr : MAILBOX_ADDRESS + (Staged.First << 2);
  }
  /** The address after the last byte that definitions may take. */
  static end(first: usize): usize {
    return first == bulk.ptr ? first + bulk.capacity : MAILBOX_ADDRESS + (Staged.End << 2);
  }
  @inline static kind(p: usize): u32 {
    return load<u32>(p);
  }
  @inline static def(p: usize): usize {
    return p + (Staged.Def << 2);
  }
  @inline static words(p: usize): u32 {
    return load<u32>(p, Staged.Words << 2);
  }
  @inline static next(p: usize): usize {
    return Stage.def(p) + ((<usize>Stage.words(p)) << 2);
  }
}

/** Prepares `count` definitions, each for `copies` bodies of a type. Returns a Code, with nothing kept unless it is Ok. */
export function prepareStaged(count: u32, copies: u32, type: u32): i32 {
  let p = Stage.first();
  const end = Stage.end(p);
  for (let k: u32 = 0; k < count; k++) {
    let code: i32 = Code.OutOfRange;
    if (Stage.def(p) <= end && Stage.words(p) <= <u32>((end - Stage.def(p)) >> 2)) {
      const kind = Stage.kind(p);
      const misplaced = kind == ShapeKind.HalfSpace && type != BodyType.Static;
      code = misplaced ? Code.BadType : prepareShape(kind, Stage.def(p), copies);
    }
    if (code != Code.Ok) {
      dropStaged(k);
      if (code == Code.BadShape) {
        store<i32>(MAILBOX_ADDRESS, hullCode());
      }
      if (code != Code.OutOfMemory) {
        store<u32>(MAILBOX_ADDRESS + (Staged.Refused << 2), k);
      }
      return code;
    }
    p = Stage.next(p);
  }
  return Code.Ok;
}

/** Gives back what the first `count` prepared definitions hold. */
export function dropStaged(count: u32): void {
  let p = Stage.first();
  for (let k: u32 = 0; k < count; k++) {
    dropShape(Stage.kind(p), Stage.def(p));
    p = Stage.next(p);
  }
}

/** Makes shapes of a body from the prepared definitions, with room reserved. Returns the slot of the first. */
export function createStaged(bodySlot: u32, count: u32): u32 {
  let p = Stage.first();
  let first: u32 = NONE;
  for (let k: u32 = 0; k < count; k++) {
    const slot = createShape(bodySlot, Stage.kind(p), Stage.def(p));
    first = k == 0 ? slot : first;
    p = Stage.next(p);
  }
  return first;
}
