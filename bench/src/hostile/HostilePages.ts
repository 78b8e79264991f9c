import type { PageRules } from "@mon/model"

/** A page that makes readers or comparisons expensive. Each version has other content. */
export interface HostilePage {
  readonly name: string
  readonly contentType: string
  readonly write: (version: number) => string
  /** What its owner chose, which can be as expensive as the page. */
  readonly rules?: Partial<PageRules>
}

/** The largest body that Mon compares (packages/checks, fetchPage). */
const BODY = 10 * 1024 * 1024
/** The largest text of a page (pageLimits of @mon/diff-engine), with room for the version. */
const TEXT = 1_990_000
const LINES = 199_000

const random = (seed: number) => () => (seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0) / 0x1_0000_0000

const oneOf = (count: number, pieces: ReadonlyArray<string>, seed: number): string => {
  const next = random(seed + 1)
  return Array.from({ length: count }, () => pieces[Math.floor(next() * pieces.length)]).join("")
}

const fill = (piece: string, length: number): string => piece.repeat(Math.floor(length / piece.length))

const html = "text/html; charset=utf-8"
const plain = "text/plain; charset=utf-8"

const letters = (kinds: number) => Array.from({ length: kinds }, (_, kind) => `${kind.toString(36)}\n`)

/** As many patterns as a monitor may have. A state machine needs a state for each text of that many letters. */
const patterns = Array.from({ length: 50 }, (_, number) => ({ matches: `a[ab]{${30 + number}}c$` }))
/** As many selectors as a monitor may have. */
const repeated = (selector: (number: number) => string) => Array.from({ length: 20 }, (_, number) => selector(number))

/** The shapes of the review, and those that cost most in each step. */
export const hostilePages: ReadonlyArray<HostilePage> = [
  {
    name: "100,000 random lines of a or b",
    contentType: plain,
    write: (version) => oneOf(100_000, letters(2), version)
  },
  {
    name: "as many lines of 0 or 1 as a page may have",
    contentType: plain,
    write: (version) => oneOf(LINES, letters(2), version)
  },
  {
    name: "the same, each line with a number",
    contentType: plain,
    write: (version) => oneOf(LINES, ["1234 567\n", "2345 678\n"], version)
  },
  {
    name: "lines of 36 kinds",
    contentType: plain,
    write: (version) => oneOf(LINES, letters(36), version)
  },
  {
    name: "1,000,000 lines of 0 or 1",
    contentType: plain,
    write: (version) => oneOf(TEXT / 2, letters(2), version)
  },
  {
    name: "900,000 list items",
    contentType: html,
    write: (version) => `${version}${oneOf(900_000, ["<li>1", "<li>2"], version)}`
  },
  {
    name: "199,000 list items",
    contentType: html,
    write: (version) => `${version}${oneOf(LINES, ["<li>1", "<li>2"], version)}`
  },
  {
    name: "JSON of 5,000,000 numbers",
    contentType: "application/json",
    write: (version) => `[${fill("1,", BODY - 20)}${version}]`
  },
  {
    name: "JSON of 150,000 numbers",
    contentType: "application/json",
    write: (version) => `[${oneOf(150_000, ["1,", "2,"], version)}${version}]`
  },
  {
    name: "<b><p> 1,600,000 times",
    contentType: html,
    write: (version) => `${version}${fill("<b><p>", BODY - 20)}`
  },
  { name: "<a> 3,300,000 times", contentType: html, write: (version) => `${version}${fill("<a>", BODY - 20)}` },
  {
    name: "rows of a table",
    contentType: html,
    write: (version) => `<table>${oneOf(350_000, ["<tr><td>1<td>2", "<tr><td>2<td>1"], version)}`
  },
  { name: "deep nesting", contentType: html, write: (version) => `${version}${fill("<div><ul>", BODY - 20)}` },
  {
    name: "hidden elements in open elements",
    contentType: html,
    write: (version) => `${version}${fill("<ul>", BODY / 2)}<b hidden>${fill("</ol>", BODY / 2 - 50)}`
  },
  {
    name: "huge attributes",
    contentType: html,
    write: (version) => `${version}${fill(`<p hidden style="${"a:b;".repeat(20_000)}">`, BODY - 20)}`
  },
  {
    name: "lines that nearly match the masks",
    contentType: plain,
    write: (version) => `${version}\n${fill(`${"2026-11-21T08:15:".repeat(3)}\n1 hour 1 hour\n`, TEXT)}`
  },
  {
    name: "one line of hexadecimal digits",
    contentType: plain,
    write: (version) => `${version}${fill("0123456789abcde", TEXT)}`
  },
  {
    name: "words that all changed",
    contentType: plain,
    write: (version) =>
      oneOf(TEXT / 20, ["one two three four\n", "two one four three\n", "four two one five\n"], version)
  },
  {
    name: "one line of words",
    contentType: plain,
    write: (version) => oneOf(TEXT / 2, ["a ", "b "], version)
  },
  {
    name: "characters that compose",
    contentType: plain,
    write: (version) => `${version}${fill("a\u0315\u0300\u05ae\u0300\u0062", TEXT)}`
  },
  {
    name: "XML of small elements",
    contentType: "application/xml",
    write: (version) => `<?xml version="1.0"?><r>${oneOf(500_000, ["<a>1</a>", "<a>2</a>"], version)}</r>`
  },
  {
    name: "character references",
    contentType: html,
    write: (version) => `${version}${fill("&lt;", TEXT * 4)}`
  },
  {
    name: "50 patterns over one line of a and b",
    contentType: plain,
    write: (version) => oneOf(TEXT, ["a", "b"], version),
    rules: { ignoreLines: patterns }
  },
  {
    name: "50 patterns over 199,000 lines",
    contentType: plain,
    write: (version) => oneOf(LINES, ["ababa\n", "babab\n"], version),
    rules: { ignoreLines: patterns }
  },
  {
    name: "20 selectors with :has over 199,000 list items",
    contentType: html,
    write: (version) => `<main>${version}${oneOf(LINES, ["<li>1", "<li>2"], version)}`,
    rules: { include: ["main"], exclude: repeated((number) => `:not(:has(~ li ~ li.n${number})) ~ .none > li`) }
  },
  {
    name: "20 JSONPaths of all values, of JSON of 150,000 numbers",
    contentType: "application/json",
    write: (version) => `[${oneOf(150_000, ["1,", "2,"], version)}${version}]`,
    rules: { include: ["$"], exclude: repeated((number) => `$..[?@ == "none ${number}"]`) }
  }
]
