// The cores, as inserted by rollup.config.mjs: modules that exist only during bundling.

declare module "core:simd" {
  const text: string;
  export default text;
}
declare module "core:scalar" {
  const text: string;
  export default text;
}
declare module "core:unpack.simd" {
  const text: string;
  export default text;
}
declare module "core:unpack.scalar" {
  const text: string;
  export default text;
}
declare module "core:version" {
  const version: string;
  export default version;
}
declare module "core:js" {
  export function instantiate(): import("./core.js").CoreExports;
}
declare module "core:geometry" {
  export function instantiate(
    hostSupport: import("./pure/core.js").HostSupport,
  ): import("./pure/core.js").GeometryExports;
}
