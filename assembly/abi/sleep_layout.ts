// Numbers of sleep that the core and its bindings share, as in layout.ts.

/** `bodyWhyAwake`: what keeps an island up, the strongest reason first (bindings/body.ts says more). */
export const enum AwakeReason {
  Asleep = 0,
  Off = 1,
  Forbidden = 2,
  Kinematic = 3,
  Moving = 4,
  Resting = 5,
}
