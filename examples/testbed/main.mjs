/** The testbed's page: runs a demo in a build of the engine in real time, paints it, and lets keys and pointers control it. */

import { canvasPainter, draw } from "scree/debug-draw";

import { BUILDS } from "./builds.mjs";
import { keyHint, listenToControls } from "./controls.mjs";
import { NO_INPUT } from "./demos/demo.mjs";
import { DEMOS } from "./demos/index.mjs";
import { PALETTE } from "./palette.mjs";
import { listenToPointers } from "./pointers.mjs";
import { mappingOf, moveCamera, toWorld, UNMOVED } from "./view.mjs";

const ZOOM_KEYS = { "+": 1.25, "=": 1.25, "-": 0.8 };
/** Stiffness of the joint that drags, and its greatest force: a hundred times the body's weight at 10 m/s² (N/kg). */
const DRAG_SPRING = { hertz: 5, dampingRatio: 0.9 };
const DRAG_FORCE = 1000;
/** The share that is left, after a frame, of how far the picture is behind what it follows. */
const CATCHING_UP = 0.85;

const element = (/** @type {string} */ id) => /** @type {any} */ (document.getElementById(id));
const canvas = element("canvas");
const context = canvas.getContext("2d");
const dark = window.matchMedia("(prefers-color-scheme: dark)");
const input = { ...NO_INPUT };

/** @type {{ demo: import("./demos/demo.mjs").Demo, world: any, running: import("./demos/demo.mjs").Running, ground: any }} */
let now;
let paused = false;
let steps = 0;
let camera = UNMOVED;
/** How far the picture is behind what it follows (m). */
let behind = { x: 0, y: 0 };
/** The last size of the canvas that was not empty (CSS pixels): a low window leaves it no height, a hidden one nothing. */
let size = { width: 1, height: 1 };

const pointers = listenToPointers(canvas, { grab, move, reset: resetView });
const controls = listenToControls(input, element("pad"));

/** Begins the chosen demo in the chosen build, and keeps both in the address. */
function start() {
  pointers.release();
  now?.world.dispose();
  steps = 0;
  const scree = BUILDS[element("build").value];
  const demo = DEMOS.find(({ name }) => slug(name) === element("demo").value) ?? DEMOS[0];
  const world = new scree.World(demo.options);
  world.paused = paused;
  // The first body is the one that pulling pointers are joined to.
  const ground = world.createBody({});
  now = { demo, world, ground, running: demo.build(scree, world) };
  behind = { x: 0, y: 0 };
  controls.offer(demo.keys);
  element("about").textContent = demo.about;
  element("keys").textContent = keyHint(demo.keys);
  const chosen = new URLSearchParams({ demo: element("demo").value, build: element("build").value });
  history.replaceState(null, "", `?${chosen}`);
}

/** A name in the form that addresses use. */
function slug(/** @type {string} */ name) {
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
}

function resetView() {
  camera = UNMOVED;
}

function step() {
  now.running.update?.(input);
  controls.seen();
  now.world.step();
  steps += 1;
}

/** How far the picture is from the last step but one to the last; paused, it shows the last, so that single steps show their effect. */
function alpha() {
  return paused ? 1 : now.world.alpha;
}

/** Where the picture's middle should be (m). */
function wanted() {
  return now.running.follow?.(alpha()) ?? now.demo.view;
}

/** What the picture would show if nobody had moved it. */
function frame() {
  const { x, y } = wanted();
  const view = { ...now.demo.view, x: x + behind.x, y: y + behind.y };
  if (isSeen()) {
    size = { width: canvas.clientWidth, height: canvas.clientHeight };
  }
  return { view, size };
}

function isSeen() {
  return canvas.clientWidth > 0 && canvas.clientHeight > 0;
}

/** Where the world is on the canvas, in CSS pixels. */
function mapping() {
  return mappingOf(frame(), camera);
}

function move(
  /** @type {import("./view.mjs").Vector} */ from,
  /** @type {import("./view.mjs").Vector} */ to,
  /** @type {number} */ factor,
) {
  camera = moveCamera(frame(), camera, from, to, factor);
}

/** Joins the body at a point of the canvas to the pointer, if there is one. @returns {import("./pointers.mjs").Grip | null} */
function grab(/** @type {import("./view.mjs").Vector} */ at, /** @type {number} */ reach) {
  const seen = mapping();
  const target = toWorld(seen, at);
  const nearest = now.world.closestPoint(target, reach / seen.scale, { types: "dynamic" });
  // With the space bar held, a pointer moves the picture, as in drawing programs.
  if (!nearest || controls.held.action) {
    return null;
  }
  const { body } = nearest;
  const maxForce = DRAG_FORCE * body.mass;
  const ends = { bodyA: now.ground, bodyB: body, target };
  const joint = now.world.createJoint({ type: "mouse", ...ends, maxForce, spring: DRAG_SPRING });
  return {
    pull(at) {
      if (joint.alive) {
        joint.target = toWorld(mapping(), at);
      }
    },
    letGo: () => joint.alive && joint.destroy(),
  };
}

function paint() {
  if (!isSeen()) {
    return;
  }
  const ratio = window.devicePixelRatio;
  const { clientWidth: width, clientHeight: height } = canvas;
  // Setting the size of a canvas clears it and resets its scale to 1.
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  context.scale(ratio, ratio);
  const painter = canvasPainter(context, mapping());
  const colors = dark.matches ? PALETTE.dark : PALETTE.light;
  const shown = { contacts: element("contacts").checked, centers: element("centers").checked };
  draw(now.world, painter, { ...shown, colors, alpha: alpha() });
  now.running.paint?.(painter);
  const report = Object.entries(now.running.report());
  const figures = report.map(
    ([name, value]) => `${name} ${typeof value === "number" ? Number(value.toFixed(2)) : value}`,
  );
  element("figures").textContent = [`step ${steps}`, ...figures].join(" · ");
}

let before = performance.now();
function advance(/** @type {number} */ time) {
  // This comes first, so that an error in a frame does not end the loop.
  requestAnimationFrame(advance);
  pointers.pull();
  const { x, y } = wanted();
  now.world.advance(Math.max(time - before, 0) / 1000, step);
  before = time;
  if (pointers.drags()) {
    // The picture rests, or a body that is both dragged and followed would flee from the hand.
    const after = wanted();
    behind = { x: behind.x + x - after.x, y: behind.y + y - after.y };
  } else {
    behind = { x: behind.x * CATCHING_UP, y: behind.y * CATCHING_UP };
  }
  paint();
}

function setPaused(/** @type {boolean} */ value) {
  paused = value;
  now.world.paused = value;
  element("pause").textContent = paused ? "Resume" : "Pause";
}

/** Fills a list, selects the option asked for, or the first if there is none such, and reports changes. */
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
  // For a user who goes through the list by keys, the focus stays in it.
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
  offer(element("demo"), demos, asked.get("demo"), () => {
    resetView();
    start();
  });
  const builds = Object.keys(BUILDS).map((name) => /** @type {[string, string]} */ ([name, name]));
  offer(element("build"), builds, asked.get("build"), start);
  element("pause").addEventListener("click", () => setPaused(!paused));
  element("step").addEventListener("click", () => {
    setPaused(true);
    step();
  });
  element("restart").addEventListener("click", start);
  element("reset").addEventListener("click", resetView);
  // A control that was clicked passes the focus on to the demo; one that was pressed by a key (detail 0) keeps it.
  document.querySelector("header")?.addEventListener("click", (event) => {
    if (event.detail > 0 && !(event.target instanceof HTMLSelectElement)) {
      canvas.focus();
    }
  });
  window.addEventListener("keydown", ({ key, target, altKey, ctrlKey, metaKey }) => {
    // A list that has the focus jumps to what is typed, and with a modifier these keys zoom the browser itself.
    if (target instanceof HTMLSelectElement || altKey || ctrlKey || metaKey) {
      return;
    }
    const factor = ZOOM_KEYS[/** @type {keyof typeof ZOOM_KEYS} */ (key)];
    if (factor) {
      const middle = { x: canvas.clientWidth / 2, y: canvas.clientHeight / 2 };
      move(middle, middle, factor);
    } else if (key === "0") {
      resetView();
    }
  });
  // This window is not told what a pointer does in another one.
  window.addEventListener("blur", pointers.release);
}

listen();
start();
requestAnimationFrame(advance);

/** For tests that drive the page. */
Object.assign(window, {
  testbed: { builds: BUILDS, report: () => now.running.report(), world: () => now.world, mapping },
});
