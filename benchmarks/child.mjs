/** The process of one run: takes its task as JSON and answers over the channel to its parent. */

import { carryOut } from "./run_task.mjs";

const send = (/** @type {object} */ message) => process.send?.(message);

const outcome = await carryOut(JSON.parse(process.argv[2]), (step, steps) => send({ kind: "progress", step, steps }));
send({ kind: "outcome", outcome });
process.disconnect?.();
