/** Colours of the picture by role, for light and for dark paper: each stands out from its paper by a contrast of 3 or more. */

/** @typedef {Record<import("../../bindings/debug_draw.js").Style["role"], string>} Colors */

/** @type {{ light: Colors, dark: Colors }} */
export const PALETTE = {
  light: {
    static: "#55616b",
    kinematic: "#1f6fa8",
    awake: "#b85a08",
    asleep: "#8a745c",
    sensor: "#1b7a45",
    contact: "#c0281b",
    joint: "#8e44ad",
  },
  dark: {
    static: "#93a1ad",
    kinematic: "#4ba3dc",
    awake: "#f0923a",
    asleep: "#8d7a66",
    sensor: "#3dbb72",
    contact: "#ff5f52",
    joint: "#bd84d6",
  },
};
