/** Colours of every page, light or dark to match the reader's system. */
export const PAGE_COLORS = `
:root { color-scheme: light dark; --ink: #1c2430; --dim: #5d6878; --paper: #f7f8fa; --line: #d8dde5; --card: #ffffff;
  --pass: #197a42; --fail: #c73434; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e7ebf1; --dim: #96a2b4; --paper: #12161d; --line: #2b3340; --card: #1a202a;
    --pass: #3fb574; --fail: #f07070; }
}
`;

/** The common style of all generated pages. */
export const PAGE_STYLE = `${PAGE_COLORS}
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 2rem 1.25rem 4rem; max-width: 76rem; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif; }
h1, h2 { line-height: 1.2; }
h2 { margin-top: 2.5rem; }
p, li { max-width: 52rem; }
.dim { color: var(--dim); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: 0.875rem; font-variant-numeric: tabular-nums; }
th, td { padding: 0.35rem 0.75rem; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
th { color: var(--dim); font-weight: 600; white-space: nowrap; }
td:not(.right) { min-width: 9rem; }
.right { text-align: right; white-space: nowrap; }
.pass { color: var(--pass); }
.fail { color: var(--fail); font-weight: 600; }
.grid { display: grid; grid-template-columns: repeat(auto-fill, minmax(30rem, 1fr)); gap: 1.25rem; }
@media (max-width: 34rem) { .grid { grid-template-columns: 1fr; } }
figure { margin: 0; background: var(--card); border: 1px solid var(--line); border-radius: 0.5rem; overflow: hidden; }
figure img { display: block; width: 100%; height: auto; }
figcaption { padding: 0.75rem 1rem; font-size: 0.875rem; }
`;

/**
 * A whole page.
 * @param {{ title: string, body: string, scripts?: string }} parts
 */
export function htmlPage({ title, body, scripts = "" }) {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
${body}
${scripts}
</body>
</html>
`;
}
