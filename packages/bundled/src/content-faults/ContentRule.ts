import { type PageText, readPageText } from "./PageText.ts"

export type RecognisedCode =
  | "application_error"
  | "challenge"
  | "coming_soon"
  | "default_page"
  | "defaced"
  | "directory_listing"
  | "maintenance"
  | "parked"
  | "suspended"

interface RecognisedPage {
  readonly code: RecognisedCode
  /** The product that shows such a page, for example "php" or "nginx". Null if several products show such a page. */
  readonly family: string | null
  /**
   * The words of the page that show the fault, untrusted and at most 200 characters. Null if the page has no such
   * words.
   */
  readonly line: string | null
}

type Place = "end" | "heading" | "source" | "title" | "visible"

/** A rule that recognises a broken page. All conditions of the rule must hold. */
interface ContentRule {
  /** The product that shows such a page. Absent if several products show such a page. */
  readonly family?: string
  readonly title?: RegExp
  /** The pattern for the first heading of the first or second level. */
  readonly heading?: RegExp
  /** The pattern for the visible lines of a page that is read completely. */
  readonly visible?: RegExp
  readonly source?: RegExp
  readonly end?: RegExp
  /** A pattern that the visible lines must not match. */
  readonly absent?: RegExp
  /**
   * The maximum number of visible characters of such a page. If absent, the page can have any number of characters, the
   * `visible` pattern is tested only on the beginning of its text, and the rule has a `title`, a `heading` or an `end`.
   */
  readonly most?: number
  /** The product, version or document in which the sign occurs. */
  readonly reference: string
}

export interface ContentRules {
  readonly code: RecognisedCode
  readonly rules: ReadonlyArray<ContentRule>
}

/** The places in a page, in descending order of how well their words show the fault. */
const PLACES: ReadonlyArray<Place> = ["visible", "heading", "title", "end", "source"]

const LINE_CHARACTERS = 200

/** The maximum number of lines with a site's name and links that patterns skip, plus one. */
const HEAD_LINES = 6
/** The minimum length of a sign, in characters. A shorter match only means that the place has some text. */
const SIGN_CHARACTERS = 2

/**
 * Returns the line that shows a sign. Patterns skip the head of a page, which contains the site's name and links. The
 * result is the first line of the match that contains the sign by itself. If there is none, it is the last line from
 * which the remaining lines still contain the whole sign.
 */
const lineOf = (pattern: RegExp, text: string, from: number, length: number): string | undefined => {
  const end = text.indexOf("\n", from + length)
  const lines = text.slice(text.lastIndexOf("\n", from) + 1, end === -1 ? text.length : end).split("\n")
  const alone = lines.find((line) => pattern.test(line))
  if (alone !== undefined) return alone
  let start = Math.min(HEAD_LINES, lines.length) - 1
  while (start > 0 && !pattern.test(lines.slice(start).join("\n"))) start -= 1
  return lines[start]
}

/** Returns the first line of a sign in the source. The sign may begin with the end of a tag. */
const sourceLine = (sign: string): string => readPageText(sign.replace(/^\s*>/u, "")).visible.split("\n", 1)[0] ?? ""

const onlyLine = ({ isWhole, visible }: PageText): string | undefined =>
  isWhole && visible !== "" && !visible.includes("\n") ? visible : undefined

/**
 * Returns the line of a place that made a rule match. If markup or the mere presence of text made the rule match,
 * returns the only line of the page.
 */
const lineAt = (rule: ContentRule, place: Place, page: PageText, found: RegExpExecArray): string | undefined => {
  const [sign] = found
  const pattern = rule[place]
  if (pattern === undefined || sign.trim().length < SIGN_CHARACTERS) return onlyLine(page)
  if (place === "end") return sourceLine(sign)
  if (place === "source") {
    const line = sourceLine(sign)
    return line !== "" && page.visible.includes(line) ? line : undefined
  }
  const skipped = sign.search(/\S/u)
  return lineOf(pattern, page[place], found.index + skipped, sign.length - skipped)
}

const heldBy = (rule: ContentRule, page: PageText): { readonly line: string | null } | null => {
  if (rule.most !== undefined && (!page.isWhole || page.visible.length > rule.most)) return null
  let line: string | undefined
  for (const place of PLACES) {
    const pattern = rule[place]
    if (pattern === undefined) continue
    const found = pattern.exec(page[place])
    if (found === null) return null
    line ??= lineAt(rule, place, page, found)
  }
  if (rule.absent?.test(page.visible) === true) return null
  line ??= onlyLine(page)
  return { line: line?.slice(0, LINE_CHARACTERS).trim() ?? null }
}

export interface RuleTable {
  readonly firstMatch: (page: PageText) => RecognisedPage | null
}

interface CodedRule extends ContentRule {
  readonly code: RecognisedCode
  /** The place of the pattern that is tested first. If this pattern does not match, the rule does not match. */
  readonly key: Place
}

/** The places, from the shortest to the longest text, because one search in each short place rules out most rules. */
const KEYS: ReadonlyArray<Place> = ["title", "heading", "end", "visible", "source"]
const SHORT: ReadonlyArray<Place> = ["title", "heading", "end"]

const codedRules = ({ code, rules }: ContentRules): ReadonlyArray<CodedRule> =>
  rules.map((rule) => ({ ...rule, code, key: KEYS.find((place) => rule[place] !== undefined) ?? "source" }))

/** Returns one pattern that matches at a place wherever one of the rules could match. */
const anyOf = (rules: ReadonlyArray<CodedRule>, place: Place): RegExp =>
  new RegExp(rules.flatMap((rule) => (rule.key === place ? (rule[place]?.source ?? []) : [])).join("|") || "(?!)", "iu")

const subsetOf = (rules: ReadonlyArray<CodedRule>) => ({
  rules,
  /** The rules that no search in a short place can rule out. */
  others: rules.filter(({ key }) => !SHORT.includes(key)),
  patterns: SHORT.map((place) => [place, anyOf(rules, place)] as const)
})

/** Prepares rules. For most pages, one search in the title, the heading and the end shows that no rule matches. */
export const ruleTable = (all: ReadonlyArray<ContentRules>): RuleTable => {
  const rules = all.flatMap(codedRules)
  const forLong = subsetOf(rules.filter(({ most }) => most === undefined))
  const forWhole = subsetOf(rules)
  return {
    firstMatch: (page) => {
      const subset = page.isWhole ? forWhole : forLong
      const excluded = subset.patterns.flatMap(([place, pattern]) => (pattern.test(page[place]) ? [] : [place]))
      const tried =
        excluded.length === SHORT.length ? subset.others : subset.rules.filter(({ key }) => !excluded.includes(key))
      for (const rule of tried) {
        const held = heldBy(rule, page)
        if (held !== null) return { code: rule.code, family: rule.family ?? null, line: held.line }
      }
      return null
    }
  }
}
