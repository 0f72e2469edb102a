// Compiler transform: gives the basic type v128 the operators + - * / and unary minus (f32x4 semantics),
// so that a kernel generic over T (v128 or f32) reads as the formula does. AssemblyScript looks operators of a
// basic type up on its wrapper class; the standard library's V128 is empty, and this puts a fuller one in its place.
import { Transform } from "assemblyscript/transform";

const V128_WITH_OPERATORS = `
@final @unmanaged export abstract class V128 {
  @operator("+") @inline static __add(a: v128, b: v128): v128 { return f32x4.add(a, b); }
  @operator("-") @inline static __sub(a: v128, b: v128): v128 { return f32x4.sub(a, b); }
  @operator("*") @inline static __mul(a: v128, b: v128): v128 { return f32x4.mul(a, b); }
  @operator("/") @inline static __div(a: v128, b: v128): v128 { return f32x4.div(a, b); }
  @operator.prefix("-") @inline static __neg(a: v128): v128 { return f32x4.neg(a); }
}`;

export default class V128Operators extends Transform {
  afterParse(parser) {
    const index = parser.sources.findIndex((source) => source.internalPath === "~lib/vector");
    if (index < 0) throw new Error("v128-operators: the standard library has no ~lib/vector");
    const own = new parser.constructor([]);
    own.parseFile(V128_WITH_OPERATORS, "~lib/vector.ts", false);
    parser.sources[index] = own.sources[0];
  }
}
