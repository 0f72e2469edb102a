/** Finds the browser that benchmarks and browser tests drive. */

import { existsSync } from "node:fs";

/** Where Debian and others install it; the environment variable CHROMIUM names another path. */
const PLACES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** What playwright's `chromium.launch` takes. */
export function chromiumOptions() {
  const executablePath = process.env.CHROMIUM ?? PLACES.find((place) => existsSync(place));
  if (!executablePath) {
    throw new Error("Chromium is not there: install it (Debian: apt-get install chromium) or set CHROMIUM to its path");
  }
  return { executablePath, args: ["--no-sandbox", "--disable-gpu"] };
}
