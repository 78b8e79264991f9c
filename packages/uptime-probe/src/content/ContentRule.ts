import { type ContentFault, type ContentFaultCode, contentFaults } from "./ContentFault.ts"
import type { PageText } from "./PageText.ts"

/** The places of a page where a sign can stand. */
type Place = "end" | "heading" | "source" | "title" | "visible"

/** How a broken page is recognised. All that is given must hold. */
interface ContentRule {
  /** The product that writes such a page; absent if many do. */
  readonly family?: string
  readonly title?: RegExp
  /** The first heading of the first or second level. */
  readonly heading?: RegExp
  /** The visible lines of a page that is read whole. */
  readonly visible?: RegExp
  readonly source?: RegExp
  /** The end of the source. */
  readonly end?: RegExp
  /** What the visible lines must not have. */
  readonly absent?: RegExp
  /**
   * The most visible characters of such a page. Absent: any number, `visible` is only its beginning, and the rule has a
   * `title`, a `heading` or an `end`.
   */
  readonly most?: number
  /** Which product, version or document has the sign. */
  readonly reference: string
}

/** The rules of one class. */
export interface ContentRules {
  readonly code: ContentFaultCode
  readonly rules: ReadonlyArray<ContentRule>
}

/** The places in the order in which their words show best what is wrong. */
const PLACES: ReadonlyArray<Place> = ["visible", "heading", "title", "end", "source"]

const LINE_CHARACTERS = 200

/**
 * The line that shows a sign. Patterns pass over the head of a site, whose name and links come first: of the lines of a
 * match, the first that has the sign by itself is meant.
 */
const lineOf = (pattern: RegExp, text: string, from: number, length: number): string | undefined => {
  const end = text.indexOf("\n", from + length)
  const lines = text.slice(text.lastIndexOf("\n", from) + 1, end === -1 ? text.length : end).split("\n")
  return lines.find((line) => pattern.test(line)) ?? lines[0]
}

/** Whether a rule holds for a page; the words that show it, if so. */
const heldBy = (rule: ContentRule, page: PageText): { readonly line: string | null } | null => {
  if (rule.most !== undefined && (!page.isWhole || page.visible.length > rule.most)) return null
  let line: string | undefined
  for (const place of PLACES) {
    const pattern = rule[place]
    if (pattern === undefined) continue
    const found = pattern.exec(page[place])
    if (found === null) return null
    const skipped = found[0].search(/\S/u)
    if (line === undefined && skipped !== -1 && place !== "source" && place !== "end")
      line = lineOf(pattern, page[place], found.index + skipped, found[0].length - skipped)
  }
  if (rule.absent?.test(page.visible) === true) return null
  return { line: (line ?? (page.title || page.visible.split("\n", 1)[0] || null))?.slice(0, LINE_CHARACTERS) ?? null }
}

/** Rules in the order in which they are tried, and quick tests that most pages pass. */
export interface RuleTable {
  /** The first rule that holds for a page. */
  readonly firstFault: (page: PageText) => ContentFault | null
}

interface CodedRule extends ContentRule {
  readonly code: ContentFaultCode
}

/** One pattern that has a match wherever one of some rules may have one at a place. */
const anyOf = (rules: ReadonlyArray<ContentRule>, place: Place): RegExp =>
  new RegExp(rules.flatMap((rule) => rule[place]?.source ?? []).join("|") || "(?!)", "iu")

/** A pattern of each rule, the quickest first: where it does not match, the rule does not hold. */
const KEYS: ReadonlyArray<Place> = ["title", "heading", "end", "visible", "source"]
const keyOf = (rule: ContentRule): Place => KEYS.find((place) => rule[place] !== undefined) ?? "source"

/** Prepares rules. Most pages are not a message: one search in the title, the heading and the end shows that. */
export const ruleTable = (all: ReadonlyArray<ContentRules>): RuleTable => {
  const rules = all.flatMap(({ code, rules: some }) => some.map((rule): CodedRule => ({ ...rule, code })))
  const tableOf = (some: ReadonlyArray<CodedRule>) =>
    (["title", "heading", "end", "visible", "source"] as const).map((place) => {
      const keyed = some.filter((rule) => keyOf(rule) === place)
      return {
        place,
        keyed: new Set(keyed),
        isPossible: anyOf(keyed, place),
        quick: place === "title" || place === "heading" || place === "end"
      }
    })
  const long = tableOf(rules.filter(({ most }) => most === undefined))
  const short = tableOf(rules)
  return {
    firstFault: (page) => {
      const possible = new Set<CodedRule>()
      for (const { place, keyed, isPossible, quick } of page.isWhole ? short : long)
        if (keyed.size > 0 && (!quick || isPossible.test(page[place]))) for (const rule of keyed) possible.add(rule)
      if (possible.size === 0) return null
      for (const rule of rules) {
        const held = possible.has(rule) ? heldBy(rule, page) : null
        if (held !== null)
          return {
            code: rule.code,
            family: rule.family ?? null,
            line: held.line,
            certain: contentFaults[rule.code].certain
          }
      }
      return null
    }
  }
}
