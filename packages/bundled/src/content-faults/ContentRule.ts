import { type PageText, readPageText } from "./PageText.ts"

/** The classes of pages that rules recognise. */
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

/** A page that a rule recognises. */
interface RecognisedPage {
  readonly code: RecognisedCode
  /** The product that writes such a page, such as "php" or "nginx"; null if many do. */
  readonly family: string | null
  /** The words of the page that show it, at most 200 characters; null if the page has none. Others wrote it. */
  readonly line: string | null
}

/** The places of a page where a sign can stand. */
type Place = "end" | "heading" | "source" | "title" | "visible"

/** A rule that recognises a broken page. All its conditions must hold. */
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
  /** The pattern that the visible lines must not match. */
  readonly absent?: RegExp
  /**
   * The most visible characters of such a page. Absent: any number, `visible` is only its beginning, and the rule has a
   * `title`, a `heading` or an `end`.
   */
  readonly most?: number
  /** The product, version or document that has the sign. */
  readonly reference: string
}

/** The rules of one class. */
export interface ContentRules {
  readonly code: RecognisedCode
  readonly rules: ReadonlyArray<ContentRule>
}

/** The places in the order in which their words show best what is wrong. */
const PLACES: ReadonlyArray<Place> = ["visible", "heading", "title", "end", "source"]

const LINE_CHARACTERS = 200

/** The lines of a site's name and links that patterns pass over, and one more. */
const HEAD_LINES = 6
/** A sign that is shorter says nothing: the place must only have some text. */
const SIGN_CHARACTERS = 2

/**
 * The line that shows a sign. Patterns pass over the head of a site, whose name and links come first: of the lines of a
 * match, the first that has the sign by itself is meant, or else the last from which on all of it is there.
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

/** The first line of a sign in the source, which may begin with the end of a tag. */
const sourceLine = (sign: string): string => readPageText(sign.replace(/^\s*>/u, "")).visible.split("\n", 1)[0] ?? ""

/** The only line of a page. */
const onlyLine = ({ isWhole, visible }: PageText): string | undefined =>
  isWhole && visible !== "" && !visible.includes("\n") ? visible : undefined

/**
 * The line at a place that made a rule hold. If no text did, but markup, or that there is any text, it is the only line
 * of the page.
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

/** Returns the words of a page that show that a rule holds for it; null if the rule does not hold. */
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

/** Rules in the order in which they are tried, and quick tests that most pages pass. */
export interface RuleTable {
  /** The first rule that holds for a page. */
  readonly firstMatch: (page: PageText) => RecognisedPage | null
}

interface CodedRule extends ContentRule {
  readonly code: RecognisedCode
  /** The place of the pattern that is searched first: where it does not match, the rule does not hold. */
  readonly key: Place
}

/** Short places come first: one search in each rules out most rules. */
const KEYS: ReadonlyArray<Place> = ["title", "heading", "end", "visible", "source"]
const SHORT: ReadonlyArray<Place> = ["title", "heading", "end"]

const codedRules = ({ code, rules }: ContentRules): ReadonlyArray<CodedRule> =>
  rules.map((rule) => ({ ...rule, code, key: KEYS.find((place) => rule[place] !== undefined) ?? "source" }))

/** One pattern that has a match wherever one of some rules may have one at a place. */
const anyOf = (rules: ReadonlyArray<CodedRule>, place: Place): RegExp =>
  new RegExp(rules.flatMap((rule) => (rule.key === place ? (rule[place]?.source ?? []) : [])).join("|") || "(?!)", "iu")

const subsetOf = (rules: ReadonlyArray<CodedRule>) => ({
  rules,
  /** Those that no search in a short place rules out. */
  others: rules.filter(({ key }) => !SHORT.includes(key)),
  patterns: SHORT.map((place) => [place, anyOf(rules, place)] as const)
})

/** Prepares rules. Most pages are not a message: one search in the title, the heading and the end shows that. */
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
