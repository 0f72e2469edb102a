// Layout of a snapshot's bytes, which assembly/pipeline/ writes and reads and the packing in bindings/ reads, too.

/** Words of the header. */
export const enum SnapshotHeaderWord {
  /** "scre", then "e" and the version of the format. */
  Magic = 0,
  Version = 1,
  Layout = 2,
  /** Bytes after the header. */
  Length = 3,
  /** Two words. */
  Checksum = 4,
  /** Bytes of the head: whole rows of the checksum. */
  Head = 6,
  Count = 8,
}

export const enum SnapshotFormat {
  Magic = 0x65726373,
  /** "e", version 5 */
  Version = 0x00000565,
  /** Bytes of the fixed records, which follow the header. */
  FixedBytes = 14336,
  /** Bytes of a row of the checksum; head and segments of the tail are whole rows. */
  RowBytes = 128,
  /** Set in the address of a segment whose bytes lie in the tail. */
  InTail = 1,
}

/** The first segments, in the order in which pipeline/snapshot_segments.ts writes them. Slot 0 always exists, so none is empty. */
export const enum SnapshotSegment {
  Pose = 0,
  Velocity = 1,
  Mass = 2,
  Flags = 3,
  Solver = 4,
  Body = 5,
  Geometry = 6,
  Frame = 7,
  Local = 8,
  FatBox = 9,
  OldBox = 10,
  Marks = 11,
  Shape = 12,
  Contact = 13,
  Joint = 14,
}

/** Words of the image that packing reads; pipeline/snapshot.ts checks all of these against the records. */
export const enum SnapshotWord {
  LastStep = 96,
  StepCount = 100,
  /** Addresses of the orders of the trees. */
  ActiveOrder = 872,
  RestOrder = 878,
}

/** Sizes of records, and places in them, in words. */
/* oxlint-disable typescript/no-duplicate-enum-values -- sizes of records, and places in different ones */
export const enum SnapshotRecord {
  Body = 32,
  BodySleepTime = 8,
  Shape = 16,
  ShapeBody = 2,
  ShapeTreeIndex = 15,
  Joint = 48,
  Contact = 32,
  /** Up to `ContactFriction` the narrow phase makes everything anew, except impulses and ids; what follows lasts. */
  ContactNormalImpulse1 = 9,
  ContactTangentImpulse1 = 10,
  ContactId1 = 11,
  ContactNormalImpulse2 = 13,
  ContactTangentImpulse2 = 14,
  ContactId2 = 15,
  ContactFriction = 16,
  ContactKernelIndex = 25,
}
/* oxlint-enable typescript/no-duplicate-enum-values */

/** Constants of the checksum (pipeline/checksum.ts). */
export const enum SnapshotSum {
  Lanes = 32,
  RowsABlock = 256,
  /** 0x9e3779b1 */
  LaneMultiplier = -1640531535,
  /** 5 modulo 8, so that products of its powers with an odd number stay odd, and no two near each other are negatives. */
  KeyRatio = -11299,
  // Keys for the two halves of the words of four lanes; every four lanes use the same.
  Key0 = -22779,
  Key1 = -10651,
  Key2 = 3499,
  Key3 = -15841,
  Key4 = 16045,
  Key5 = -13027,
  Key6 = -20645,
  Key7 = 8411,
}
