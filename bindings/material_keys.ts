/** Names of the fields of a material. */
export const MATERIAL_KEYS = [
  "density",
  "friction",
  "staticFriction",
  "restitution",
  "rollingResistance",
  "surfaceSpeed",
  "frictionRule",
  "restitutionRule",
  "material",
  "oneWay",
  "sensor",
  "category",
  "mask",
  "group",
  "events",
] as const;
