/** How the demo and the benchmarks read their command lines. */

import { parseArgs } from "node:util";

/** The exit code of a wrong command line. */
export const USAGE_EXIT_CODE = 2;

/** A wrong command line; the message says what would be right. */
export class UsageError extends Error {
  name = "UsageError";
}

/**
 * Reads options strictly: an unknown one, or one without its value, is a `UsageError`.
 * @param {string[]} argv
 * @param {Record<string, { type: "string" | "boolean", multiple?: boolean, short?: string }>} options
 * @returns {Record<string, any>}
 */
export function readOptions(argv, options) {
  try {
    return parseArgs({ args: argv, options, strict: true, allowPositionals: false }).values;
  } catch (error) {
    const choices = Object.keys(options).map((name) => `--${name}`);
    throw new UsageError(`${/** @type {Error} */ (error).message}\nThe options are ${choices.join(", ")}.`);
  }
}

/**
 * A whole number of at least one.
 * @param {string} option as the message names it
 * @param {string | undefined} text
 * @returns {number | undefined} undefined when the option was not given
 */
export function readCount(option, text) {
  if (text === undefined) {
    return undefined;
  }
  if (!/^[1-9][0-9]{0,6}$/.test(text)) {
    throw new UsageError(`${option} takes a whole number from 1 to 9999999, not "${text}".`);
  }
  return Number(text);
}

/**
 * One of a few words.
 * @template {string} Choice
 * @param {string} option as the message names it
 * @param {string} text
 * @param {readonly Choice[]} choices
 * @returns {Choice}
 */
export function readChoice(option, text, choices) {
  const choice = choices.find((name) => name === text);
  if (choice === undefined) {
    throw new UsageError(`${option} "${text}" is none of the choices: ${choices.join(", ")}.`);
  }
  return choice;
}

/**
 * Several of a few words: from a repeated option, or separated by commas.
 * @template {string} Choice
 * @param {string} option
 * @param {string[] | undefined} texts
 * @param {readonly Choice[]} choices
 * @returns {Choice[] | undefined} in the order of `choices`, each once; undefined when the option was not given
 */
export function readChoices(option, texts, choices) {
  if (texts === undefined) {
    return undefined;
  }
  const words = texts.flatMap((text) => text.split(",")).filter((word) => word !== "");
  if (words.length === 0) {
    throw new UsageError(`${option} names none of the choices: ${choices.join(", ")}.`);
  }
  const picked = new Set(words.map((word) => readChoice(option, word, choices)));
  return choices.filter((choice) => picked.has(choice));
}

/**
 * Runs a program's main function. An error is printed, a `UsageError` as its message alone, and the exit code tells which it was.
 * @param {() => Promise<number>} main returns the exit code
 */
export async function runMain(main) {
  try {
    process.exitCode = await main();
  } catch (error) {
    if (error instanceof UsageError) {
      console.error(error.message);
      process.exitCode = USAGE_EXIT_CODE;
    } else {
      console.error(error);
      process.exitCode = 1;
    }
  }
}
