import {
  type Comparable,
  type Condition,
  type FunctionName,
  isSingular,
  type Operator,
  type Query,
  type Segment,
  type Selector
} from "./JsonPath.ts"
import { PathText } from "./PathText.ts"

const OPERATORS: ReadonlyArray<Operator> = ["==", "!=", "<=", ">=", "<", ">"]
const KEYWORDS: Readonly<Record<string, boolean | null>> = { true: true, false: false, null: null }
/** The maximum nesting depth of conditions. Deeper conditions would overflow the stack. */
const MAX_DEPTH = 50

const isFunction = (name: string): name is FunctionName => name === "length" || name === "count" || name === "value"

const slice = (text: PathText, start: number | null): Selector => {
  text.expect(":")
  text.blanks()
  const end = text.integer()
  text.blanks()
  if (!text.reads(":")) return { kind: "slice", start, end, step: 1 }
  const at = text.at
  text.blanks()
  const step = text.integer()
  if (step === null) text.at = at
  return { kind: "slice", start, end, step: step ?? 1 }
}

const selector = (text: PathText, depth: number): Selector => {
  if (text.reads("*")) return { kind: "wildcard" }
  if (text.reads("?")) {
    text.blanks()
    return { kind: "filter", condition: either(text, depth + 1) }
  }
  const name = text.string()
  if (name !== null) return { kind: "name", name }
  const index = text.integer()
  const at = text.at
  text.blanks()
  if (text.sees(":")) return slice(text, index)
  text.at = at
  return index === null ? text.fail("expected a selector") : { kind: "index", index }
}

const bracketed = (text: PathText, depth: number): ReadonlyArray<Selector> => {
  const selectors: Array<Selector> = []
  do {
    text.blanks()
    selectors.push(selector(text, depth))
    text.blanks()
  } while (text.reads(","))
  text.expect("]")
  return selectors
}

const shorthand = (text: PathText): ReadonlyArray<Selector> => {
  if (text.reads("*")) return [{ kind: "wildcard" }]
  const name = text.name()
  return name === null ? text.fail("expected a name") : [{ kind: "name", name }]
}

const segment = (text: PathText, depth: number): Segment | null => {
  if (text.reads(".."))
    return { descendant: true, selectors: text.reads("[") ? bracketed(text, depth) : shorthand(text) }
  if (text.reads(".")) return { descendant: false, selectors: shorthand(text) }
  return text.reads("[") ? { descendant: false, selectors: bracketed(text, depth) } : null
}

const query = (text: PathText, depth: number): Query | null => {
  const from = text.reads("$") ? "root" : text.reads("@") ? "current" : null
  if (from === null) return null
  const segments: Array<Segment> = []
  for (;;) {
    const at = text.at
    text.blanks()
    const next = segment(text, depth)
    if (next === null) {
      text.at = at
      return { from, segments }
    }
    segments.push(next)
  }
}

/**
 * Parses a call of a function (section 2.4). The argument must have the type that the function takes (section 2.4.3).
 */
const call = (text: PathText, name: string, depth: number): Comparable => {
  if (!isFunction(name)) return text.fail("expected one of the functions length, count and value")
  if (depth > MAX_DEPTH) return text.fail("expected fewer brackets")
  text.expect("(")
  text.blanks()
  const argument = comparable(text, depth + 1) ?? text.fail("expected an argument")
  text.blanks()
  text.expect(")")
  const takesNodes = name !== "length"
  const isQuery = argument.kind === "query"
  if (takesNodes ? !isQuery : isQuery && !isSingular(argument.query)) text.fail(`expected another argument of ${name}`)
  return { kind: "function", name, argument }
}

const comparable = (text: PathText, depth: number): Comparable | null => {
  const path = query(text, depth)
  if (path !== null) return { kind: "query", query: path }
  const value = text.string() ?? text.number()
  if (value !== null) return { kind: "literal", value }
  const word = text.word()
  if (word === null) return null
  const keyword = Object.hasOwn(KEYWORDS, word) ? KEYWORDS[word] : undefined
  return keyword === undefined ? call(text, word, depth) : { kind: "literal", value: keyword }
}

const requireSingular = (text: PathText, side: Comparable): Comparable =>
  side.kind === "query" && !isSingular(side.query) ? text.fail("expected a query for one value") : side

const comparison = (text: PathText, depth: number): Condition => {
  const left = comparable(text, depth) ?? text.fail("expected a condition")
  const at = text.at
  text.blanks()
  const operator = OPERATORS.find((sign) => text.reads(sign))
  if (operator === undefined) {
    text.at = at
    return left.kind === "query" ? { kind: "exists", query: left.query } : text.fail("expected a comparison")
  }
  text.blanks()
  const right = comparable(text, depth) ?? text.fail("expected a value")
  return { kind: "compare", operator, left: requireSingular(text, left), right: requireSingular(text, right) }
}

const basic = (text: PathText, depth: number): Condition => {
  if (depth > MAX_DEPTH) return text.fail("expected fewer brackets")
  const isNegated = text.reads("!")
  if (isNegated) text.blanks()
  if (text.reads("(")) {
    text.blanks()
    const inner = either(text, depth + 1)
    text.blanks()
    text.expect(")")
    return isNegated ? { kind: "not", of: inner } : inner
  }
  const inner = comparison(text, depth)
  if (!isNegated) return inner
  return inner.kind === "exists" ? { kind: "not", of: inner } : text.fail("expected brackets around the comparison")
}

const joined = (
  text: PathText,
  kind: "or" | "and",
  sign: "||" | "&&",
  part: (text: PathText, depth: number) => Condition,
  depth: number
): Condition => {
  const first = part(text, depth)
  const of = [first]
  for (;;) {
    const at = text.at
    text.blanks()
    if (!text.reads(sign)) {
      text.at = at
      return of.length === 1 ? first : { kind, of }
    }
    text.blanks()
    of.push(part(text, depth))
  }
}

const all = (text: PathText, depth: number): Condition => joined(text, "and", "&&", basic, depth)
const either = (text: PathText, depth: number): Condition => joined(text, "or", "||", all, depth)

/**
 * Parses a JSONPath (RFC 9535). Refuses the functions `match` and `search`, because their regular expressions can take
 * hours. Throws a {@link PathSyntaxError}.
 */
export const parseJsonPath = (source: string): Query => {
  const text = new PathText(source)
  if (!text.sees("$")) text.fail("expected $")
  const parsed = query(text, 0) ?? text.fail("expected $")
  return text.atEnd ? parsed : text.fail("expected the end of the path")
}
