// The test runner ends its workers without an exit event, so each test file saves what it covered.
import { afterAll } from "vitest";
import { save } from "./count_blocks.mjs";

afterAll(save);
