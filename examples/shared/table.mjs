/**
 * Tables for the terminal, for Markdown and for HTML.
 *
 * @typedef {object} Column
 * @property {string} title
 * @property {"left" | "right"} [align] default left
 */

/** Text that is safe inside HTML. @param {unknown} text */
export function escapeHtml(text) {
  const escapes = /** @type {Record<string, string>} */ ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" });
  return String(text).replace(/[&<>"]/g, (character) => escapes[character]);
}

/**
 * A table as text, with each column padded to its widest cell.
 * @param {Column[]} columns
 * @param {string[][]} rows
 */
export function textTable(columns, rows) {
  const widths = columns.map(({ title }, index) => Math.max(title.length, ...rows.map((row) => row[index].length)));
  const line = (/** @type {string[]} */ cells) =>
    cells
      .map((cell, index) =>
        columns[index].align === "right" ? cell.padStart(widths[index]) : cell.padEnd(widths[index]),
      )
      .join("  ")
      .trimEnd();
  const rule = widths.map((width) => "─".repeat(width)).join("  ");
  return [line(columns.map(({ title }) => title)), rule, ...rows.map(line)].join("\n");
}

/**
 * @param {Column[]} columns
 * @param {string[][]} rows
 */
export function markdownTable(columns, rows) {
  const line = (/** @type {string[]} */ cells) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  const rule = columns.map(({ align }) => (align === "right" ? "--:" : "---"));
  return [line(columns.map(({ title }) => title)), line(rule), ...rows.map(line)].join("\n");
}

/**
 * @param {Column[]} columns
 * @param {string[][]} rows cells are text, not HTML
 */
export function htmlTable(columns, rows) {
  const cells = (/** @type {string} */ tag, /** @type {string[]} */ texts) =>
    texts
      .map((text, index) => `<${tag} class="${columns[index].align ?? "left"}">${escapeHtml(text)}</${tag}>`)
      .join("");
  const head = cells(
    "th",
    columns.map(({ title }) => title),
  );
  const body = rows.map((row) => `<tr>${cells("td", row)}</tr>`).join("\n");
  return `<table>\n<thead><tr>${head}</tr></thead>\n<tbody>\n${body}\n</tbody>\n</table>`;
}
