/** The list of demos. */

import { benchmarkDemos } from "./benchmarks.mjs";
import { bowl } from "./bowl.mjs";
import { bullets } from "./bullets.mjs";
import { car } from "./car.mjs";
import { frames } from "./frames.mjs";
import { machines } from "./machines.mjs";
import { platformer } from "./platformer.mjs";
import { slingshot } from "./slingshot.mjs";
import { slopes } from "./slopes.mjs";
import { tumbling } from "./tumbling.mjs";

/** @type {import("./demo.mjs").Demo[]} */
export const DEMOS = [car, platformer, slingshot, bowl, tumbling, frames, machines, bullets, slopes, ...benchmarkDemos];
