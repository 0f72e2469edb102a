/** What a demo is played by: keys, and buttons on the picture where fingers are. A demo names what it takes in its `keys`. */

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
/** How long a button is held for who only clicks: keys and screen readers do (ms). */
const CLICK = 300;

/** What a demo's keys do, for people who have keys. */
export function keyHint(/** @type {import("./demos/demo.mjs").Demo["keys"]} */ keys = {}) {
  const named = NAMES.filter((name) => keys[name]).map((name) => `${KEYS[name].label} ${keys[name]?.toLowerCase()}`);
  return named.length > 0 ? `Keys: ${named.join(", ")}.` : "";
}

/**
 * Listens to keys and to the buttons of `pad`, and keeps `input`: what is held, and what was pressed since a step has seen it,
 * for a tap may be shorter than a frame.
 * @param {import("./demos/demo.mjs").Input} input
 * @param {HTMLElement} pad
 */
export function listenToControls(input, pad) {
  const held = { ...NO_INPUT };
  /** Tells `input` what is held now; what was tapped before, a step has seen. */
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
    // Lists and buttons that have the focus need the same keys, the browser those with a modifier.
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
  // Keys that are let go in another window tell this one nothing.
  window.addEventListener("blur", release);
  // A finger that rests on a button asks for no menu.
  pad.addEventListener("contextmenu", (event) => event.preventDefault());

  function button(/** @type {Name} */ name, /** @type {string} */ does) {
    const button = document.createElement("button");
    button.dataset.input = name;
    button.textContent = does;
    const press = (/** @type {boolean} */ down) => () => {
      // What passes over a button that is not held lets go of no key.
      if (button.classList.contains("held") !== down) {
        hold(name, down);
        button.classList.toggle("held", down);
      }
    };
    button.addEventListener("pointerdown", (event) => {
      // A finger is free to slide to the next button, which a touch is not of itself.
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
    /** A step has seen the input. */
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
