// The geometry core: what is exported of it, and nothing else.
export * from "./abi/geometry";
