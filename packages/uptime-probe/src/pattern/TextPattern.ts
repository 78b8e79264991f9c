import { aBoolean, argumentsOf, aString, optional, textLike } from "@mon/bundled/arguments"
import { captureGroups } from "./captureGroups.ts"
import { compilePattern, type Program } from "./patternProgram.ts"
import { readPattern } from "./PatternSyntax.ts"
import { searchText, textSearcher } from "./searchText.ts"

const acceptPatternFault = /* @__PURE__ */ argumentsOf("patternFault", () => ({
  pattern: aString,
  ignoreCase: optional(aBoolean)
}))

const PATTERN_LENGTH = 500

/** The maximum number of compiled patterns in the cache. Checks use the same patterns again and again. */
const COMPILED_AT_ONCE = 200
const compiled = new Map<string, Program | string>()

const compile = (pattern: string, ignoreCase: boolean): Program | string => {
  if (pattern.length > PATTERN_LENGTH) return `is longer than ${PATTERN_LENGTH} characters`
  const read = readPattern(pattern, ignoreCase)
  if (!read.ok) return read.why
  return compilePattern(read.pattern) ?? "is too large"
}

const programOf = (pattern: string, ignoreCase: boolean): Program | string => {
  const key = `${ignoreCase ? "i" : "c"}${pattern}`
  const known = compiled.get(key)
  if (known !== undefined) return known
  if (compiled.size >= COMPILED_AT_ONCE) compiled.clear()
  const made = compile(pattern, ignoreCase)
  compiled.set(key, made)
  return made
}

/**
 * Returns the reason why a pattern cannot be used, in a few words that follow "the pattern", or null if it can be used.
 * Patterns have JavaScript's syntax without the parts that cannot be searched in linear time: back references,
 * lookaheads and lookbehinds.
 *
 * @example
 * ```ts
 * patternFault("In stock: \\d+") // => null
 * patternFault("(a)\\1") // => "has \\1, which is not supported"
 * ```
 */
export const patternFault = (pattern: string, ignoreCase = false): string | null => {
  acceptPatternFault(pattern, ignoreCase)
  const program = programOf(pattern, ignoreCase)
  return typeof program === "string" ? program : null
}

export const isPattern = (pattern: string): boolean => typeof programOf(pattern, false) !== "string"

/** Returns null if the search takes too long. */
export const matchesPattern = async (pattern: string, text: string, ignoreCase = false): Promise<boolean | null> => {
  const program = programOf(pattern, ignoreCase)
  return typeof program === "string" ? null : searchText(program, text)
}

/**
 * Returns the texts of the groups in a pattern, the whole match first, as JavaScript's regular expressions do. A text
 * is undefined if its group did not take part in the match. Returns null if there is no match, or if the search takes
 * too long.
 */
export const matchGroups = (
  pattern: string,
  text: string,
  ignoreCase = false
): ReadonlyArray<string | undefined> | null => {
  const read = readPattern(pattern, ignoreCase)
  const program = read.ok ? compilePattern(read.pattern, true) : null
  return program === null || !read.ok ? null : captureGroups(program, read.groups, text)
}

const acceptTextPattern = /* @__PURE__ */ argumentsOf("textPattern", () => ({
  pattern: textLike("a pattern such as In stock: \\d+", isPattern),
  ignoreCase: optional(aBoolean)
}))

/** A pattern that can be searched in linear time. */
export interface TextPattern {
  readonly source: string
  readonly flags: "" | "i"
  /** Returns whether a text matches the pattern. */
  readonly test: (text: string) => boolean
}

/**
 * Compiles a pattern for many short texts, such as lines. Throws a TypeError if `patternFault` rejects the pattern.
 *
 * @example
 * ```ts
 * textPattern("^visits: \\d+$", true).test("Visits: 1024") // => true
 * ```
 */
export const textPattern = (pattern: string, ignoreCase = false): TextPattern => {
  acceptTextPattern(pattern, ignoreCase)
  const program = programOf(pattern, ignoreCase)
  const test = typeof program === "string" ? () => false : textSearcher(program)
  return { source: pattern, flags: ignoreCase ? "i" : "", test }
}
