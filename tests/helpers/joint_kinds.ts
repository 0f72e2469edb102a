// Every type of joint. tests/bindings/typed_program.ts imports this file, so the file itself imports nothing.

export const JOINT_KINDS = [
  "distance",
  "rope",
  "spring",
  "revolute",
  "prismatic",
  "weld",
  "wheel",
  "motor",
  "mouse",
  "gear",
  "pulley",
  "ratchet",
  "rotary",
  "filter",
  "custom",
] as const;
export type JointKind = (typeof JOINT_KINDS)[number];
