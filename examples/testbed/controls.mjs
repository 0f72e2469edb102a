/** The controls of a demo: keys, and buttons on the picture for fingers. A demo names the inputs that it takes in its `keys`. */

import { NO_INPUT } from "./demos/demo.mjs";

/** @typedef {keyof import("./demos/demo.mjs").Input} Name */

/** The key of each input by the browser's name, and what it is called. @type {Record<Name, { code: string, label: string }>} */
const KEYS = {
  left: { code: "ArrowLeft", label: "←" },
  right: { code: "ArrowRight", label: "→" },
  up: { code: "ArrowUp", label: "↑" },
  down: { code: "ArrowDown", label: "↓" },
  action: { code: "Space", label: "Space" },
};
const NAMES = /** @type {Name[]} */ (Object.keys(KEYS));
/** How long a button counts as held after a click without a pointer, as keys and screen readers make (ms). */
const CLICK = 300;

/** A sentence that tells what a demo's keys do; empty if the demo takes none. */
export function keyHint(/** @type {import("./demos/demo.mjs").Demo["keys"]} */ keys = {}) {
  const named = NAMES.filter((name) => keys[name]).map((name) => `${KEYS[name].label} ${keys[name]?.toLowerCase()}`);
  return named.length > 0 ? `Keys: ${named.join(", ")}.` : "";
}

/**
 * Listens to keys and to the buttons of `pad`, and keeps `input` up to date: the inputs that are held, and those pressed since the
 * last step saw it, for a tap may be shorter than a frame.
 * @param {import("./demos/demo.mjs").Input} input
 * @param {HTMLElement} pad
 */
export function listenToControls(input, pad) {
  const held = { ...NO_INPUT };
  /** Resets `input` to what is held now: a step has seen earlier taps. */
  const seen = () => Object.assign(input, held);
  const release = () => {
    Object.assign(held, NO_INPUT);
    seen();
  };
  function hold(/** @type {Name} */ name, /** @type {boolean} */ down) {
    held[name] = down;
    input[name] ||= down;
  }
  window.addEventListener("keydown", (event) => {
    const name = NAMES.find((name) => KEYS[name].code === event.code);
    // Lists and buttons that have the focus need the same keys, and the browser needs those with a modifier.
    const own = event.code === "Space" ? "header, button" : "header";
    const taken = event.target instanceof Element && event.target.closest(own);
    if (name && !taken && !event.altKey && !event.ctrlKey && !event.metaKey) {
      hold(name, true);
      event.preventDefault();
    }
  });
  window.addEventListener("keyup", (event) => {
    const name = NAMES.find((name) => KEYS[name].code === event.code);
    if (name) {
      hold(name, false);
    }
  });
  // This window is not told when a key is released in another one.
  window.addEventListener("blur", release);
  // A finger that rests on a button must not open the context menu.
  pad.addEventListener("contextmenu", (event) => event.preventDefault());

  function button(/** @type {Name} */ name, /** @type {string} */ does) {
    const button = document.createElement("button");
    button.dataset.input = name;
    button.textContent = does;
    const press = (/** @type {boolean} */ down) => () => {
      // A pointer that passes over a button without holding it must not release the key.
      if (button.classList.contains("held") !== down) {
        hold(name, down);
        button.classList.toggle("held", down);
      }
    };
    button.addEventListener("pointerdown", (event) => {
      // Without the capture that a touch has by default, a finger can slide to the next button.
      button.releasePointerCapture(event.pointerId);
      press(true)();
    });
    button.addEventListener("pointerenter", ({ buttons }) => buttons > 0 && press(true)());
    for (const end of ["pointerup", "pointercancel", "pointerleave"]) {
      button.addEventListener(end, press(false));
    }
    button.addEventListener("click", ({ detail }) => {
      if (detail === 0) {
        press(true)();
        setTimeout(press(false), CLICK);
      }
    });
    return button;
  }

  return {
    /** What is held now. @type {Readonly<typeof held>} */
    held,
    /** To be called when a step has seen the input. */
    seen,
    /** Lets go of everything. */
    release,
    /** Puts the buttons of a demo on the picture. */
    offer(/** @type {import("./demos/demo.mjs").Demo["keys"]} */ keys = {}) {
      release();
      pad.replaceChildren(...NAMES.flatMap((name) => (keys[name] ? [button(name, keys[name])] : [])));
    },
  };
}
