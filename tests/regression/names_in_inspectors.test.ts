// Symptom: `console.log` of a character printed `ft { position: … }`, and showed a world's events as `Ct {}`: names left by minifying.
// Cause: bodies, shapes, joints, fields and worlds keep their names, but the classes of the other entries did not.
// What must hold: each class that is exported, and each that an inspector of a world shows, has its own name.
import { inspect } from "node:util";
import { expect, it } from "vitest";
import * as geometry from "../../dist/geometry.js";
import * as helpers from "../../dist/helpers.js";
import * as replay from "../../dist/replay.js";
import { BUILDS } from "../helpers/engine.js";

const CLASSES = Object.entries({ ...helpers, ...replay, ...geometry }).filter(([name]) => /^[A-Z]/.test(name));

it.each(CLASSES)("%s keeps its name", (name, exported) => {
  expect((exported as { name: string }).name).toBe(name);
});

it.each(BUILDS)("an inspector names what a world is made of (%s)", (_, { World }) => {
  expect(inspect(new World())).toMatch(/^World \{\s+events: Events \{\},\s+state: State \{\}/);
});
