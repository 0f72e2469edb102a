// The testbed without its page: moving the picture by hand, the names of keys, and the contrast of colours.
import { describe as suite, expect, test } from "vitest";

import { PAGE_COLORS } from "../../../examples/shared/page_style.mjs";
import { keyHint } from "../../../examples/testbed/controls.mjs";
import { PALETTE } from "../../../examples/testbed/palette.mjs";
import { mappingOf, moveCamera, toScreen, toWorld, UNMOVED, ZOOM_RANGE } from "../../../examples/testbed/view.mjs";

const frame = { view: { x: 3, y: -2, height: 10, width: 20 }, size: { width: 360, height: 500 } };
const camera = { zoom: 2.5, x: -4, y: 1.5 };
const points = [
  { x: 0, y: 0 },
  { x: 17, y: 480 },
  { x: -250, y: 1000 },
];

function expectSame(one: { x: number; y: number }, other: { x: number; y: number }): void {
  expect(one.x).toBeCloseTo(other.x, 9);
  expect(one.y).toBeCloseTo(other.y, 9);
}

suite("the view of the testbed", () => {
  test("shows all of a demo, centred, on a wide or a tall canvas", () => {
    for (const size of [
      { width: 360, height: 500 },
      { width: 700, height: 200 },
    ]) {
      const mapping = mappingOf({ ...frame, size }, UNMOVED);
      expectSame(toScreen(mapping, { x: 3, y: -2 }), { x: size.width / 2, y: size.height / 2 });
      const corner = toScreen(mapping, { x: 13, y: 3 });
      expect(corner.x).toBeLessThanOrEqual(size.width + 1e-9);
      expect(corner.y).toBeGreaterThanOrEqual(-1e-9);
      expect(corner.x > size.width - 1e-9 || corner.y < 1e-9).toBe(true);
    }
  });

  test("goes by the height alone if a demo gives no width", () => {
    const { scale } = mappingOf({ ...frame, view: { x: 0, y: 0, height: 10 } }, UNMOVED);
    expect(scale).toBe(50);
  });

  test("maps a point to the world and back to the same point, with y up in the world", () => {
    const mapping = mappingOf(frame, camera);
    for (const point of points) {
      expectSame(toScreen(mapping, toWorld(mapping, point)), point);
    }
    expect(toWorld(mapping, { x: 0, y: 1 }).y).toBeLessThan(toWorld(mapping, { x: 0, y: 0 }).y);
  });

  test("keeps the point about which it zooms, even at the ends of the range", () => {
    for (const factor of [1.3, 0.5, 1e6, 1e-6]) {
      for (const point of points) {
        const after = moveCamera(frame, camera, point, point, factor);
        expectSame(toWorld(mappingOf(frame, after), point), toWorld(mappingOf(frame, camera), point));
      }
    }
  });

  test("keeps its zoom in range, and can zoom back from the ends", () => {
    const at = { x: 100, y: 100 };
    expect(moveCamera(frame, camera, at, at, 1e6).zoom).toBe(ZOOM_RANGE.max);
    expect(moveCamera(frame, camera, at, at, 1e-6).zoom).toBe(ZOOM_RANGE.min);
    const near = moveCamera(frame, camera, at, at, 1e6);
    expect(moveCamera(frame, near, at, at, 0.5).zoom).toBe(ZOOM_RANGE.max / 2);
  });

  test("keeps the same point under a moving hand, with or without zoom", () => {
    const [from, to] = [
      { x: 40, y: 300 },
      { x: 220, y: 90 },
    ];
    for (const factor of [1, 1.7]) {
      const after = moveCamera(frame, camera, from, to, factor);
      expectSame(toWorld(mappingOf(frame, after), to), toWorld(mappingOf(frame, camera), from));
      expect(after.zoom).toBeCloseTo(camera.zoom * factor, 9);
    }
  });

  test("keeps a moved camera's offset from the body that the view follows", () => {
    const ahead = { ...frame, view: { ...frame.view, x: frame.view.x + 7 } };
    const point = toWorld(mappingOf(frame, camera), points[1]!);
    expectSame(toWorld(mappingOf(ahead, camera), points[1]!), { x: point.x + 7, y: point.y });
  });
});

test("a hint names the keys of a demo and what they do", () => {
  expect(keyHint({ right: "Forward", left: "Back" })).toBe("Keys: ← back, → forward.");
  expect(keyHint({ action: "Shoot" })).toBe("Keys: Space shoot.");
  expect(keyHint(undefined)).toBe("");
});

suite("colours of the testbed", () => {
  /** Relative luminance of `#rrggbb` (WCAG 2.2). */
  function luminance(color: string): number {
    const [r, g, b] = [1, 3, 5].map((at) => {
      const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    }) as [number, number, number];
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  }

  function contrast(one: string, other: string): number {
    const [a, b] = [luminance(one) + 0.05, luminance(other) + 0.05];
    return Math.max(a, b) / Math.min(a, b);
  }

  /** The page's colour of that name, in light and in dark mode. */
  function named(name: string): { light: string; dark: string } {
    const [light, dark] = [...PAGE_COLORS.matchAll(new RegExp(`--${name}: (#\\w{6});`, "g"))].map(
      ([, color]) => color!,
    );
    return { light: light!, dark: dark! };
  }

  test.each(["light", "dark"] as const)("stand out from %s paper", (scheme) => {
    for (const [role, color] of Object.entries(PALETTE[scheme])) {
      expect(contrast(color, named("paper")[scheme]), role).toBeGreaterThan(3);
    }
    for (const ink of ["ink", "dim"]) {
      for (const paper of ["paper", "card"]) {
        expect(contrast(named(ink)[scheme], named(paper)[scheme]), `${ink} on ${paper}`).toBeGreaterThan(4.5);
      }
    }
  });
});
