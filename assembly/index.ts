// The list of Wasm exports: re-exports of abi/ and nothing else.
export * from "./abi/worlds";
export * from "./abi/creation";
export * from "./abi/bodies";
export * from "./abi/body_motion";
export * from "./abi/bodies_bulk";
export * from "./abi/shapes";
export * from "./abi/contacts";
export * from "./abi/materials";
export * from "./abi/fields";
export * from "./abi/joints";
export * from "./abi/queries";
export * from "./abi/pairs";
