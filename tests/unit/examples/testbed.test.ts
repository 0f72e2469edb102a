// The testbed without its page: whether colours can be seen.
import { readFileSync } from "node:fs";
import { describe as suite, expect, test } from "vitest";

import { PALETTE } from "../../../examples/testbed/palette.mjs";

suite("colours of the testbed", () => {
  const page = readFileSync(new URL("../../../examples/testbed/index.html", import.meta.url), "utf8");

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

  /** What the page calls by a name, in the light and in the dark. */
  function named(name: string): { light: string; dark: string } {
    const [light, dark] = [...page.matchAll(new RegExp(`--${name}: (#\\w{6});`, "g"))].map(([, color]) => color!);
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
