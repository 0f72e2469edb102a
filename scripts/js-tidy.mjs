// Rewrites the output of wasm2js in the form that V8 compiles best. Each change keeps every value;
// docs/decisions/0015-javascript-speed.md tells what each is worth. V8 has 32-bit floats in memory only: it computes in 64 bits, and
// each `Math.fround` is two conversions.
import { parseAst } from "rollup/parseAst";

const FLOATS = "HEAPF32";
/** log₂ of the bytes of an element. */
const SHIFTS = { HEAP16: 1, HEAPU16: 1, HEAP32: 2, HEAPU32: 2, HEAPF32: 2, HEAPF64: 3 };
/** Functions that take 32-bit floats to 32-bit floats without rounding. */
const EXACT = new Set(["Math_abs", "Math_floor", "Math_ceil", "Math_trunc", "Math_min", "Math_max"]);

/** The fewest accesses that are worth an index. */
const LEAST_USES = 3;

/**
 * Nodes in which a value meets others that the same name may hold: there a constant without `Math.fround` would be an integer
 * among floats, and joints would be a twentieth slower.
 */
const MEETINGS = new Set(["AssignmentExpression", "ConditionalExpression", "VariableDeclarator"]);

const isNode = (value) => value !== null && typeof value === "object" && typeof value.type === "string";
const isCall = (node, name) => node.type === "CallExpression" && node.callee.name === name;

/** Calls `visit(node, parent)` for a node and all below it, parents first. */
function walk(node, visit, parent = null) {
  visit(node, parent);
  for (const key in node) {
    const value = node[key];
    if (Array.isArray(value)) {
      for (const child of value) {
        if (isNode(child)) {
          walk(child, visit, node);
        }
      }
    } else if (isNode(value)) {
      walk(value, visit, node);
    }
  }
}

/** The address that an access to the memory shifts: `$1 + 8` of `HEAP32[$1 + 8 >> 2]`. */
function addressOf(node) {
  if (node.type !== "MemberExpression" || !node.computed) {
    return null;
  }
  const shift = SHIFTS[node.object.name];
  const index = node.property;
  return shift !== undefined &&
    index.type === "BinaryExpression" &&
    index.operator === ">>" &&
    index.right.value === shift
    ? { address: index.left, shift, index }
    : null;
}

/** A variable and an offset from it (bytes), if that is what an address consists of. */
function placeOf(address) {
  if (address.type === "Identifier") {
    return { name: address.name, offset: 0 };
  }
  const { operator, left, right } = address;
  return address.type === "BinaryExpression" &&
    operator === "+" &&
    left.type === "Identifier" &&
    right.type === "Literal" &&
    right.value >= 0
    ? { name: left.name, offset: right.value }
    : null;
}

/** A number written as `Math_fround(1)` or `Math_fround(-1)`: 32 bits hold it. */
function isFloatConstant(node) {
  if (!isCall(node, "Math_fround")) {
    return false;
  }
  const [argument] = node.arguments;
  const literal = argument.type === "UnaryExpression" && argument.operator === "-" ? argument.argument : argument;
  return literal.type === "Literal" && Number.isFinite(literal.value);
}

/** Whether an expression's value is a 32-bit float whatever its variables hold; `floats`: variables known to hold one. */
function isFloat(node, floats) {
  switch (node.type) {
    case "Identifier":
      return floats.has(node.name);
    case "MemberExpression":
      return node.object.name === FLOATS;
    case "ConditionalExpression":
      return isFloat(node.consequent, floats) && isFloat(node.alternate, floats);
    case "UnaryExpression":
      return node.operator === "-" && isFloat(node.argument, floats);
    case "CallExpression":
      return node.callee.name === "Math_fround" || isExact(node, floats);
    default:
      return false;
  }
}

function isExact(node, floats) {
  return EXACT.has(node.callee.name) && node.arguments.every((argument) => isFloat(argument, floats));
}

const COMPARISONS = new Set(["==", "!=", "<", "<=", ">", ">="]);

/** Whether an expression yields true, false, 0 or 1. */
function isTruth(node) {
  return (
    (node.type === "UnaryExpression" && node.operator === "!") ||
    (node.type === "BinaryExpression" &&
      (COMPARISONS.has(node.operator) || (/^[&|]$/.test(node.operator) && isTruth(node.left) && isTruth(node.right))))
  );
}

/**
 * Writes a condition with logical operators: `x ? y : 0` and `x & y` as `x && y`. V8 makes objects of the values `true` and
 * `false` where the number 0 is possible as well.
 */
function tidyCondition(node, source, edit, done) {
  if (done.has(node)) {
    return;
  }
  done.add(node);
  const parted = (part) => {
    edit(part.start, part.start, "(");
    edit(part.end, part.end, ")");
    tidyCondition(part, source, edit, done);
  };
  const between = (left, right, from, to) => {
    const at = source.indexOf(from, left.end);
    edit(at, at + from.length, to);
    parted(right);
  };
  if (node.type === "UnaryExpression" && node.operator === "!") {
    tidyCondition(node.argument, source, edit, done);
  } else if (node.type === "ConditionalExpression" && node.alternate.type === "Literal" && node.alternate.value === 0) {
    parted(node.test);
    between(node.test, node.consequent, "?", "&&");
    between(node.consequent, node.alternate, ":", "||");
  } else if (
    node.type === "ConditionalExpression" &&
    node.consequent.type === "Literal" &&
    node.consequent.value === 1
  ) {
    parted(node.test);
    between(node.test, node.consequent, "?", "&&");
    between(node.consequent, node.alternate, ":", "||");
  } else if (node.type === "BinaryExpression" && /^[&|]$/.test(node.operator) && isTruth(node)) {
    parted(node.left);
    between(node.left, node.right, node.operator, node.operator.repeat(2));
  }
}

const INDEX_SUFFIX = "i";

/** The memory accesses below a node, by the variable that their address begins with, and the variables that are set there. */
function traffic(node) {
  const uses = new Map();
  const sets = new Set();
  walk(node, (child) => {
    if (child.type === "AssignmentExpression" && child.left.type === "Identifier") {
      sets.add(child.left.name);
    } else if (child.type === "UpdateExpression") {
      sets.add(child.argument.name);
    }
    const access = addressOf(child);
    const place = access && access.shift === 2 && placeOf(access.address);
    if (place && place.offset % 4 === 0) {
      uses.set(place.name, [...(uses.get(place.name) ?? []), { ...place, index: access.index }]);
    }
  });
  return { uses, sets };
}

/** Whether a statement sets a variable after everything else it does. */
function setsLast(statement, name) {
  const { expression } = statement;
  return (
    statement.type === "ExpressionStatement" &&
    expression.type === "AssignmentExpression" &&
    expression.left.name === name &&
    !traffic(expression.right).sets.has(name)
  );
}

/**
 * Shifts an address once where it is used often. A variable keeps its value in a stretch of statements: from the beginning of the
 * list, or from a statement that sets it, to the next one that does. If enough accesses in a stretch begin with the variable, its
 * start gets an index. `open`: each variable's current stretch. `done` gets the accesses that are rewritten, `names` the variables
 * that have an index.
 */
function shareShifts(list, start, edit, done, names) {
  const stretches = [];
  const open = new Map();
  const stretchOf = (name, at) => {
    if (!open.has(name)) {
      open.set(name, { name, at, uses: [] });
      stretches.push(open.get(name));
    }
    return open.get(name);
  };
  for (const statement of list) {
    const { uses, sets } = traffic(statement);
    for (const [name, places] of uses) {
      if (!sets.has(name) || setsLast(statement, name)) {
        stretchOf(name, start).uses.push(...places.filter(({ index }) => !done.has(index)));
      }
    }
    for (const name of sets) {
      open.delete(name);
      stretchOf(name, statement.end);
    }
  }
  for (const { name, at, uses } of stretches) {
    if (uses.length >= LEAST_USES) {
      edit(at, at, `; ${name}${INDEX_SUFFIX} = ${name} >>> 2;`);
      names.add(name);
      for (const { index, offset } of uses) {
        done.add(index);
        edit(index.start, index.end, `${name}${INDEX_SUFFIX}${offset > 0 ? ` + ${offset / 4}` : ""}`);
      }
    }
  }
  for (const statement of list) {
    walk(statement, (node) => {
      if (node.type === "BlockStatement" && !done.has(node)) {
        done.add(node);
        shareShifts(node.body, node.start + 1, edit, done, names);
      }
    });
  }
}

/** Tidies one function; `edit(start, end, text)` replaces a piece of the source. */
function tidyFunction(node, source, edit) {
  const floats = new Set();
  walk(node.body, (child) => {
    if (child.type === "VariableDeclarator" && child.init && isCall(child.init, "Math_fround")) {
      floats.add(child.id.name);
    }
  });
  const done = new Set();
  const indexed = new Set();
  shareShifts(node.body.body, node.body.start + 1, edit, done, indexed);
  if (indexed.size > 0) {
    edit(
      node.body.start,
      node.body.start + 1,
      `{ var ${[...indexed].map((name) => `${name}${INDEX_SUFFIX} = 0`).join(", ")};`,
    );
  }
  walk(node.body, (child, parent) => {
    if (child.type === "IfStatement" || child.type === "ConditionalExpression") {
      tidyCondition(child.test, source, edit, done);
    } else if (child.type === "UnaryExpression" && child.operator === "!") {
      tidyCondition(child.argument, source, edit, done);
    }
    const access = addressOf(child);
    if (access && !done.has(access.index)) {
      const operator = source.indexOf(">>", access.address.end);
      edit(operator, operator + 2, ">>>"); // equal for addresses below two gigabytes, and the result has no sign
    } else if (isFloatConstant(child) && !MEETINGS.has(parent.type)) {
      edit(child.start, child.arguments[0].start, "(");
    } else if (isCall(child, "Math_fround")) {
      const [argument] = child.arguments;
      const negated = argument.type === "UnaryExpression" && argument.operator === "-";
      if (
        negated ? isFloat(argument.argument, floats) : argument.type === "CallExpression" && isExact(argument, floats)
      ) {
        edit(child.start, argument.start, "(");
      }
    }
  });
}

/** The text of wasm2js, tidied. */
export function tidy(source) {
  const edits = [];
  const edit = (start, end, text) => edits.push({ start, end, text });
  walk(parseAst(source), (node, parent) => {
    if (
      node.type === "FunctionDeclaration" &&
      parent.type === "BlockStatement" &&
      /^(\$|assembly_)/.test(node.id.name)
    ) {
      tidyFunction(node, source, edit);
    }
  });
  // Where several edits meet, one that closes an expression comes before those that follow it.
  edits.sort((a, b) => a.start - b.start || a.end - b.end || Number(b.text === ")") - Number(a.text === ")"));
  let out = "";
  let at = 0;
  for (const { start, end, text } of edits) {
    out += source.slice(at, start) + text;
    at = end;
  }
  return out + source.slice(at);
}
