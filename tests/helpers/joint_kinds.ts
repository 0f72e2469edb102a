// Every type of joint. What users with types write reads this, so it imports nothing.

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
