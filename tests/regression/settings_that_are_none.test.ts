// Symptom: `world.settings.contctHertz = 40` threw a bare TypeError in modules and did nothing elsewhere, where a misspelt
// option of `new World` is a PhysicsError.
// Cause: the settings object was sealed, and nothing more.
// What must hold: the error is "unknown-option" in strict and sloppy mode, however the setting is set; settings are read, listed
// and copied as before.
import { expect, it } from "vitest";
import { BUILDS } from "../helpers/engine.js";

it.each(BUILDS)("a setting that does not exist is refused by name (%s)", (_, { World, PhysicsError }) => {
  const world = new World();
  const settings = world.settings as unknown as Record<string, unknown>;
  const sloppy = new Function("settings", "settings.contctHertz = 40;") as (settings: object) => void;
  const refused = [
    () => (settings.contctHertz = 40),
    () => Object.assign(settings, { contctHertz: 40 }),
    () => Reflect.set(settings, "contctHertz", 40),
    () => sloppy(settings),
  ];
  for (const call of refused) {
    expect(call).toThrow(PhysicsError);
    expect(call).toThrow(
      expect.objectContaining({
        code: "unknown-option",
        message: expect.stringMatching(
          /^settings\.contctHertz is not an option; the options are .*contactHertz/,
        ) as string,
      }),
    );
  }
  expect(() => (settings[Symbol.iterator as unknown as string] = 1)).toThrow(PhysicsError);
  expect("contctHertz" in settings).toBe(false);
  expect(settings.contctHertz).toBeUndefined();

  Object.assign(settings, { contactHertz: 40, sleeping: false });
  expect(world.settings.contactHertz).toBe(40);
  expect(settings instanceof Object).toBe(true);
  expect(Object.keys(settings).length).toBe(15);
  expect({ ...settings }).toMatchObject({ contactHertz: 40, sleeping: false });
  expect(new World({ ...world.settings }).settings).toEqual(settings);
});
