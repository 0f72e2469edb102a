/** Runs tasks in pages of Chromium, each in a fresh browser, so that runs do not warm one another up. */

import { chromium } from "playwright-core";

import { chromiumOptions } from "../../examples/shared/chromium.mjs";
import { serve } from "./server.mjs";

/** Time that a run may take besides its steps before it counts as hung (ms). */
const GRACE = 180_000;

/**
 * @typedef {object} Browser
 * @property {string} version
 * @property {(task: import("../tasks.mjs").Task) => Promise<import("../tasks.mjs").Outcome>} run
 * @property {() => void} close
 */

/** @returns {Promise<Browser>} */
export async function openBrowser() {
  const options = chromiumOptions();
  const server = await serve();
  const launch = () => chromium.launch(options);
  const first = await launch();
  const version = first.version();
  await first.close();

  return {
    version,
    async run(task) {
      const browser = await launch();
      try {
        const page = await browser.newPage();
        await page.goto(`${server.address}/benchmarks/browser/page.html`);
        await page.waitForFunction("window.carryOut !== undefined");
        const allowed = ("limit" in task ? task.limit : 0) + GRACE;
        const late = new Promise((resolve) => {
          const reason = `no answer within ${Math.round(allowed / 1000)} s`;
          setTimeout(() => resolve({ status: "failed", reason }), allowed).unref();
        });
        return await Promise.race([page.evaluate(`window.carryOut(${JSON.stringify(task)})`), late]);
      } catch (error) {
        return { status: "failed", reason: error instanceof Error ? error.message.split("\n")[0] : String(error) };
      } finally {
        await browser.close();
      }
    },
    close: server.close,
  };
}
