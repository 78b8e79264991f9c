import { aBoolean, argumentsOf, aString, optional, textLike } from "@mon/bundled/arguments"
import { captureGroups } from "./captureGroups.ts"
import { compilePattern, type Program } from "./patternProgram.ts"
import { readPattern } from "./PatternSyntax.ts"
import { searchText, textSearcher } from "./searchText.ts"

const acceptPatternFault = /* @__PURE__ */ argumentsOf("patternFault", () => ({
  pattern: aString,
  ignoreCase: optional(aBoolean)
}))

/** The longest pattern. */
const PATTERN_LENGTH = 500

/** Patterns are compiled once: checks repeat. */
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
 * Returns why a pattern cannot be used, in a few words after "the pattern"; null when it can. Patterns have the syntax
 * of JavaScript without what cannot be searched in linear time: no back references, lookaheads or lookbehinds.
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

/** Whether a pattern can be used. */
export const isPattern = (pattern: string): boolean => typeof programOf(pattern, false) !== "string"

/** Whether a text has a match of a pattern; null when the search would take too long. */
export const matchesPattern = async (pattern: string, text: string, ignoreCase = false): Promise<boolean | null> => {
  const program = programOf(pattern, ignoreCase)
  return typeof program === "string" ? null : searchText(program, text)
}

/**
 * Returns the texts that the groups in a pattern matched in a text, the whole match first, as regular expressions of
 * JavaScript return them; undefined for a group that took no part. Null without a match, or when the search would take
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

/** A pattern that finds a match in linear time. */
export interface TextPattern {
  readonly source: string
  readonly flags: "" | "i"
  /** Whether a text has a match. */
  readonly test: (text: string) => boolean
}

/**
 * A pattern for many short texts, such as lines. It has the syntax that `patternFault` checks.
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
