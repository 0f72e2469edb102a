// Symptom: a subclass of World with a method `[Symbol.dispose]` of its own did not compile, and a library that writes
// declarations could not export an expression that gives `body.world`, `replay(…).world`, `load()` or the joint of a generic
// definition.
// Cause: the types had the method as a property; the classes of all worlds and of all joints by type had no name outside, and
// the name of the result of `load` was an alias, which declarations replace by what it stands for. Options of `scree/geometry`
// and the state of a character's body had a name, but not where they are used.
// What must hold: such programs compile, and their declarations name types of the package by its entries alone.
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, it } from "vitest";

const PROGRAM = `
import { World } from "scree";
import type { AnyWorld, Body, Joint, JointClasses, JointDefs, JointKind, Shape } from "scree";
import { load } from "scree/auto";
import { chain, heightField, tileGrid } from "scree/geometry";
import type { ChainOptions, HeightFieldOptions, TileGridOptions } from "scree/geometry";
import type { CharacterBodyState, CharacterState } from "scree/helpers";
import { Recorder, replay } from "scree/replay";

export const scree = load();
export const { World: Best, box } = await scree;
export class Game extends World {
  override [Symbol.dispose](): void {
    this.dispose();
  }
  ground = this.createBody({});
  home = this.ground.world;
}
export const homes = (body: Body, shape: Shape, joint: Joint) => [body.world, shape.world, joint.world];
export const again = (world: World) => replay(World, new Recorder(world).stop()).world;
export const join = <K extends JointKind>(world: World, def: JointDefs[K] & { type: K }) => world.createJoint<K>(def);
export const named: AnyWorld = new Game();
export const world: World = named;
export type Pin = JointClasses["revolute"];
export const lean = ({ body }: CharacterState): CharacterBodyState => body;
export const grounds = (a: ChainOptions, b: TileGridOptions, c: HeightFieldOptions) => [chain([], a), tileGrid(b), heightField([], c)];
{
  using game = new Game();
  game.step();
}
`;

it("every type that the interface returns can be named, and a subclass of World disposes in its own way", () => {
  const path = fileURLToPath(new URL("users_program.ts", import.meta.url));
  const options: ts.CompilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    declaration: true,
    emitDeclarationOnly: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    lib: ["lib.esnext.d.ts"],
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (file) => file === path || fileExists(file);
  host.getSourceFile = (file, ...rest) =>
    file === path ? ts.createSourceFile(file, PROGRAM, ts.ScriptTarget.ES2022) : getSourceFile(file, ...rest);
  const program = ts.createProgram([path], options, host);
  let written = "";
  const { diagnostics } = program.emit(undefined, (file, text) => {
    written += file.endsWith("users_program.d.ts") ? text : "";
  });
  const found = [...ts.getPreEmitDiagnostics(program), ...diagnostics];
  expect(found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"))).toEqual([]);
  expect(written).toMatch(/^export declare class Game extends World/m);
  expect(written).not.toContain("dist/");
});
