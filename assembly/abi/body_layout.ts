// Numbers of calls about bodies, shared with the bindings like those of layout.ts.

/** What the three numbers per body mean in `bodiesMove`. */
export const enum BulkMotion {
  /** x, y, angle */
  Transform = 0,
  /** vx, vy, ω */
  Velocity = 1,
  /** fx, fy, torque */
  Force = 2,
  /** jx, jy, angular impulse */
  Impulse = 3,
}

/** Words of a record of `bodyContacts`: ids of body A, body B, shape A, shape B, then these. */
export const enum ContactWord {
  /** Unit vector from A to B. */
  NormalX = 4,
  NormalY = 5,
  /** f32: points, 1 or 2 */
  Count = 6,
  /** f32 x, y in the world, separation, normal and tangent impulse of the last sub-step */
  First = 7,
  Second = 12,
}
export const CONTACT_WORDS = 20;

/** What keeps an island awake, for `bodyWhyAwake`; the strongest reason first (bindings/body.ts says more). */
export const enum AwakeReason {
  Asleep = 0,
  Off = 1,
  Forbidden = 2,
  Kinematic = 3,
  Motor = 4,
  Moving = 5,
  Resting = 6,
}

/** Words (4 bytes) of the mailbox that `bodyCreate` and `bodiesCreate` read; f32 unless stated otherwise. */
export const enum BodyDef {
  /** u32 BodyType */
  Type = 0,
  X = 1,
  Y = 2,
  Angle = 3,
  VelocityX = 4,
  VelocityY = 5,
  AngularVelocity = 6,
  LinearDamping = 7,
  AngularDamping = 8,
  GravityScale = 9,
  /** negative: the world's */
  SleepThreshold = 10,
  /** u32 BodyFlag bits: Awake, Bullet, locks, CanSleep, Continuous */
  Flags = 11,
  /** Lasting force (x, y), torque, and gravity of its own (x, y), like the fields from `BodyField.SteadyForceX` on. */
  SteadyForceX = 12,
  SteadyTorque = 14,
  GravityX = 15,
  /** 1 if it has a gravity of its own */
  OwnGravity = 17,
}
