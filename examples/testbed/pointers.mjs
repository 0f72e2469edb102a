/** What mouse, pen and fingers do on the canvas: they drag the body under them or else move the picture; two fingers zoom. */

/** @typedef {import("./view.mjs").Vector} Vector */

/** Fingers that come down within this time (ms) zoom, whatever is under them; one that comes later drags a body of its own. */
const TOGETHER = 250;
/** How long a tap, and the pause between two, may last (ms), and how far it may wander (px). */
const TAP = { time: 300, distance: 16 };
/** How far from a body a pointer can be and still grab it (px). @type {Record<string, number>} */
const REACH = { mouse: 2, pen: 6, touch: 16 };
/** Pixels of wheel travel that double the size. A mouse wheel turns about 100 at a time; a pinch on a touchpad is much finer. */
const DOUBLING = { wheel: 500, pinch: 70 };
/** Pixels in each of the wheel's three units: pixels, lines, pages. */
const WHEEL_UNITS = [1, 16, 400];

/**
 * @typedef {object} Grip what a pointer drags
 * @property {(at: Vector) => void} pull
 * @property {() => void} letGo
 *
 * @typedef {object} Hand what pointers do; points are pixels of the canvas
 * @property {(at: Vector, reach: number) => Grip | null} grab takes hold of what can be dragged there
 * @property {(from: Vector, to: Vector, factor: number) => void} move moves the picture, and enlarges it by a factor
 * @property {() => void} reset
 *
 * @typedef {{ at: Vector, start: Vector, since: number, grip: Grip | null, tap: boolean }} Pointer
 */

const distance = (/** @type {Vector} */ a, /** @type {Vector} */ b) => Math.hypot(a.x - b.x, a.y - b.y);

/** The middle of some points, and how far they are from it, at least a pixel. */
function spread(/** @type {Vector[]} */ points) {
  const x = points.reduce((sum, point) => sum + point.x, 0) / points.length;
  const y = points.reduce((sum, point) => sum + point.y, 0) / points.length;
  const size = points.reduce((sum, point) => sum + distance(point, { x, y }), 0) / points.length;
  return { x, y, size: Math.max(size, 1) };
}

/**
 * Listens on a canvas.
 * @param {HTMLCanvasElement} canvas
 * @param {Hand} hand
 */
export function listenToPointers(canvas, { grab, move, reset }) {
  /** The pointers that are down. @type {Map<number, Pointer>} */
  const pointers = new Map();
  /** @type {{ at: Vector, time: number } | null} */
  let lastTap = null;

  const place = (/** @type {MouseEvent} */ { clientX, clientY }) => {
    const { left, top } = canvas.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  };
  const letGo = (/** @type {Pointer} */ pointer) => {
    pointer.grip?.letGo();
    pointer.grip = null;
  };
  const free = () => spread([...pointers.values()].filter(({ grip }) => !grip).map(({ at }) => at));

  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    const at = place(event);
    const since = event.timeStamp;
    const others = [...pointers.values()].filter((other) => since - other.since < TOGETHER);
    for (const other of others) {
      letGo(other);
      other.tap = false;
    }
    const single = event.button === 0 && others.length === 0;
    const grip = single ? grab(at, REACH[event.pointerType] ?? 0) : null;
    pointers.set(event.pointerId, { at, start: at, since, grip, tap: single && !grip });
  });
  canvas.addEventListener("pointermove", (event) => {
    const pointer = pointers.get(event.pointerId);
    if (!pointer) {
      return;
    }
    const before = free();
    pointer.at = place(event);
    pointer.tap &&= distance(pointer.at, pointer.start) < TAP.distance;
    if (!pointer.grip) {
      const after = free();
      move(before, after, after.size / before.size);
    }
  });
  canvas.addEventListener("pointerup", ({ pointerId, timeStamp }) => {
    const pointer = pointers.get(pointerId);
    if (!pointer?.tap || timeStamp - pointer.since > TAP.time) {
      return;
    }
    const { at, since } = pointer;
    const second = lastTap && since - lastTap.time < TAP.time && distance(at, lastTap.at) < 2 * TAP.distance;
    lastTap = second ? null : { at, time: timeStamp };
    if (second) {
      reset();
    }
  });
  // However a press ends, released or cancelled by the system, the pointer's capture is lost.
  canvas.addEventListener("lostpointercapture", ({ pointerId }) => {
    const pointer = pointers.get(pointerId);
    if (pointer) {
      letGo(pointer);
      pointers.delete(pointerId);
    }
  });
  canvas.addEventListener(
    "wheel",
    (event) => {
      const turned = event.deltaY * (WHEEL_UNITS[event.deltaMode] ?? 1);
      // Browsers report a pinch on a touchpad as a wheel with Ctrl held.
      const at = place(event);
      move(at, at, 2 ** (-turned / (event.ctrlKey ? DOUBLING.pinch : DOUBLING.wheel)));
      event.preventDefault();
    },
    { passive: false },
  );
  // The right button moves the picture, and so does the middle one, which would scroll the page.
  canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  canvas.addEventListener("mousedown", (event) => {
    if (event.button === 1) {
      event.preventDefault();
    }
  });

  return {
    /** Is something dragged? */
    drags: () => [...pointers.values()].some(({ grip }) => grip),
    /** Pulls what is dragged towards the pointers, for the world may move under a pointer that rests. */
    pull() {
      for (const { grip, at } of pointers.values()) {
        grip?.pull(at);
      }
    },
    /** Lets go of everything. Pointers that are still down do nothing more. */
    release() {
      pointers.forEach(letGo);
      pointers.clear();
    },
  };
}
