/** The testbed's page: chooses a demo, steps it by the clock, paints it, lets the pointer drag bodies. */

import { canvasPainter, draw } from "scree/debug-draw";

import { BUILDS } from "./builds.mjs";
import { NO_INPUT } from "./demos/demo.mjs";
import { DEMOS } from "./demos/index.mjs";
import { PALETTE } from "./palette.mjs";

const KEYS = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down", Space: "action" };
const ZOOM = 1.1;
/** Stiffness of the mouse, and its force as a multiple of the body's weight at 10 m/s². */
const MOUSE_SPRING = { hertz: 5, dampingRatio: 0.9 };
const MOUSE_FORCE = 1000;

const element = (/** @type {string} */ id) => /** @type {any} */ (document.getElementById(id));
const canvas = element("canvas");
const context = canvas.getContext("2d");
const dark = window.matchMedia("(prefers-color-scheme: dark)");
const input = { ...NO_INPUT };

/** @type {{ demo: import("./demos/demo.mjs").Demo, world: any, running: import("./demos/demo.mjs").Running, view: import("./demos/demo.mjs").View, ground: any }} */
let now;
let paused = false;
let steps = 0;
/** What each finger, or the mouse, drags: joints by the pointer's id. @type {Map<number, any>} */
const drags = new Map();

/** Begins the chosen demo in the chosen build, and keeps both in the address. */
function start() {
  now?.world.dispose();
  drags.clear();
  steps = 0;
  const scree = BUILDS[element("build").value];
  const demo = DEMOS.find(({ name }) => slug(name) === element("demo").value) ?? DEMOS[0];
  const world = new scree.World(demo.options);
  world.paused = paused;
  // The first body is what the mouse pulls from.
  const ground = world.createBody({});
  now = { demo, world, ground, running: demo.build(scree, world), view: { ...demo.view } };
  element("about").textContent = `${demo.about} The mouse drags bodies and turns its wheel to zoom.`;
  const chosen = new URLSearchParams({ demo: element("demo").value, build: element("build").value });
  history.replaceState(null, "", `?${chosen}`);
}

/** A name as an address has it. */
function slug(/** @type {string} */ name) {
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
}

function step() {
  now.running.update?.(input);
  now.world.step();
  steps += 1;
}

/** Where the world lies on the canvas. */
function mapping() {
  const { view } = now;
  const follow = now.running.follow?.();
  const middle = follow ?? view;
  const scale = Math.min(canvas.height / view.height, canvas.width / (view.width ?? 0));
  return { scale, origin: { x: canvas.width / 2 - middle.x * scale, y: canvas.height / 2 + middle.y * scale } };
}

/** A point of the world under the pointer. */
function pointed(/** @type {PointerEvent} */ event) {
  const { scale, origin } = mapping();
  const box = canvas.getBoundingClientRect();
  const x = ((event.clientX - box.left) * canvas.width) / box.width;
  const y = ((event.clientY - box.top) * canvas.height) / box.height;
  return { x: (x - origin.x) / scale, y: (origin.y - y) / scale };
}

function paint() {
  const ratio = window.devicePixelRatio;
  canvas.width = Math.round(canvas.clientWidth * ratio);
  canvas.height = Math.round(canvas.clientHeight * ratio);
  const painter = canvasPainter(context, { ...mapping(), lineWidth: ratio });
  const colors = dark.matches ? PALETTE.dark : PALETTE.light;
  draw(now.world, painter, { contacts: element("contacts").checked, centers: element("centers").checked, colors });
  now.running.paint?.(painter);
  const report = Object.entries(now.running.report());
  const figures = report.map(
    ([name, value]) => `${name} ${typeof value === "number" ? Number(value.toFixed(2)) : value}`,
  );
  element("figures").textContent = [`step ${steps}`, ...figures].join(" · ");
}

let before = performance.now();
function frame(/** @type {number} */ time) {
  now.world.advance(Math.max(time - before, 0) / 1000, step);
  before = time;
  paint();
  requestAnimationFrame(frame);
}

function setPaused(/** @type {boolean} */ value) {
  paused = value;
  now.world.paused = value;
  element("pause").textContent = paused ? "Go on" : "Pause";
}

/** Fills a list, chooses what is asked for if it is there, else the first, and tells of changes. */
function offer(
  /** @type {HTMLSelectElement} */ select,
  /** @type {[text: string, value: string][]} */ options,
  /** @type {string | null} */ asked,
  /** @type {() => void} */ change,
) {
  for (const option of options) {
    select.add(new Option(...option));
  }
  select.selectedIndex = Math.max(
    options.findIndex(([, value]) => value === asked),
    0,
  );
  // Who goes through the list by keys goes on in it.
  let byKeys = false;
  select.addEventListener("keydown", () => (byKeys = true));
  select.addEventListener("pointerdown", () => (byKeys = false));
  select.addEventListener("blur", () => (byKeys = false));
  select.addEventListener("change", () => {
    change();
    if (!byKeys) {
      canvas.focus();
    }
  });
}

function listen() {
  const asked = new URLSearchParams(window.location.search);
  const demos = DEMOS.map(({ name }) => /** @type {[string, string]} */ ([name, slug(name)]));
  offer(element("demo"), demos, asked.get("demo"), start);
  const builds = Object.keys(BUILDS).map((name) => /** @type {[string, string]} */ ([name, name]));
  offer(element("build"), builds, asked.get("build"), start);
  element("pause").addEventListener("click", () => setPaused(!paused));
  element("step").addEventListener("click", () => {
    setPaused(true);
    step();
  });
  element("restart").addEventListener("click", start);
  window.addEventListener("keydown", (event) => {
    const key = KEYS[/** @type {keyof typeof KEYS} */ (event.code)];
    // Lists and buttons that have the focus need the same keys, the browser those with a modifier.
    const taken = event.target instanceof HTMLElement && event.target.closest("header");
    if (key && !taken && !event.altKey && !event.ctrlKey && !event.metaKey) {
      input[key] = true;
      event.preventDefault();
    }
  });
  window.addEventListener("keyup", (event) => {
    const key = KEYS[/** @type {keyof typeof KEYS} */ (event.code)];
    if (key) {
      input[key] = false;
    }
  });
  // Keys that are let go in another window tell this one nothing.
  window.addEventListener("blur", () => Object.assign(input, NO_INPUT));
  // What was clicked leaves the keys to the demo; what was pressed by a key, where the detail is 0, keeps the focus.
  document.querySelector("header")?.addEventListener("click", (event) => {
    if (event.detail > 0 && !(event.target instanceof HTMLSelectElement)) {
      canvas.focus();
    }
  });
  canvas.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
    const target = pointed(event);
    const shape = event.button === 0 && now.world.overlapPoint(target).find(({ body }) => body.type === "dynamic");
    if (shape) {
      canvas.setPointerCapture(event.pointerId);
      const { body } = shape;
      const maxForce = MOUSE_FORCE * body.mass;
      const joint = now.world.createJoint({
        type: "mouse",
        bodyA: now.ground,
        bodyB: body,
        target,
        maxForce,
        spring: MOUSE_SPRING,
      });
      drags.set(event.pointerId, joint);
    }
  });
  canvas.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => {
    const joint = drags.get(event.pointerId);
    if (joint?.alive) {
      joint.target = pointed(event);
    }
  });
  // However a drag ends, let go or taken by the system: the pointer's capture is lost.
  canvas.addEventListener("lostpointercapture", (/** @type {PointerEvent} */ event) => {
    drags.get(event.pointerId)?.destroy();
    drags.delete(event.pointerId);
  });
  canvas.addEventListener("wheel", (/** @type {WheelEvent} */ event) => {
    const { view } = now;
    const zoom = ZOOM ** Math.sign(event.deltaY);
    view.height *= zoom;
    view.width = view.width && view.width * zoom;
    event.preventDefault();
  });
}

listen();
start();
requestAnimationFrame(frame);

/** For tests that drive the page. */
Object.assign(window, {
  testbed: { builds: BUILDS, report: () => now.running.report(), world: () => now.world, mapping },
});
