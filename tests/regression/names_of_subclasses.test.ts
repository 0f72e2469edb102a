// Symptom: a subclass of World with a method called `ask`, a name the types did not mention, had no queries: the constructor called its
// method, and every cast threw a TypeError. With one called `pair` or `timedStep`, `ignorePair` and profiled steps called that.
// Cause: these were methods of World itself, found by name on the object.
// What must hold: what a subclass adds beside the public interface is its own.
import { expect, it } from "vitest";
import { BUILDS } from "../helpers/engine.js";

it.each(BUILDS)("methods of a subclass are never called by the library (%s)", (_, { World, box }) => {
  class Quiz extends World {
    asked: unknown[] = [];
    ask(question: unknown): void {
      this.asked.push(question);
    }
    pair(): string {
      return "of questions";
    }
    timedStep(): string {
      return "a timed step";
    }
  }
  const quiz = new Quiz({ profiling: true });
  const bodyA = quiz.createBody({ type: "dynamic", shape: box(1, 1) });
  const bodyB = quiz.createBody({ type: "dynamic", shape: box(1, 1) });
  quiz.ignorePair(bodyA, bodyB);
  quiz.step();
  expect(quiz.ignoresPair(bodyA, bodyB)).toBe(true);
  expect(quiz.castRay({ x: -5, y: 0 }, { x: 10, y: 0 })?.fraction).toBeCloseTo(0.45);
  expect([quiz.counters.steps, quiz.asked, quiz.pair(), quiz.timedStep()]).toEqual([
    1,
    [],
    "of questions",
    "a timed step",
  ]);
});
