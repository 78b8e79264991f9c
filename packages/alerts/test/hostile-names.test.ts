import { AlertSeverity } from "@mon/model"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  composeEmail,
  composeNotice,
  type Notice,
  type Recipient,
  type RenderableFact,
  summarize,
  validateEmail,
  whatsAppText
} from "../src/index.ts"
import { columnsOf } from "../src/message/composeEmail.ts"
import { oneLine } from "../src/message/ForeignText.ts"
import { sentence } from "../src/message/Notice.ts"
import { durationText, percentText } from "../src/message/TimeText.ts"
import { de } from "../src/message/words/de.ts"
import { en } from "../src/message/words/en.ts"
import { facts, renderable } from "./facts.ts"

const ann: Recipient = {
  to: "ann@example.org",
  timeZone: "UTC",
  service: "Mon",
  messageDomain: "mon.example.com",
  settingsUrl: null,
  stopUrl: null
}

const hostile = [
  "<script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "'; DROP TABLE domain; --",
  "&lt;b&gt; &amp;",
  "Shop\r\nBcc: all@example.com",
  "Shop\u0000\u0007",
  "\u202egnp.exe",
  "javascript:alert(1)",
  "{{7*7}} ${7*7}",
  "</td></tr></table>",
  "]]><!--",
  "\ud800",
  "a".repeat(5_000),
  "名".repeat(200),
  "👩‍👩‍👧‍👦 Family",
  " \t\n ",
  "",
  "عربي"
]

/** Replaces every untrusted text in a fact. */
const withTexts = (value: unknown, text: string, key = ""): unknown => {
  if (key === "severity" && AlertSeverity.literals.some((severity) => severity === value)) return value
  if (typeof value === "string")
    return [
      "title",
      "link",
      "name",
      "url",
      "message",
      "summary",
      "location",
      "outcome",
      "subject",
      "issuer",
      "registrar",
      "registeredName",
      "severity",
      "host",
      "value",
      "reason"
    ].includes(key)
      ? text
      : value
  if (Array.isArray(value)) return value.map((item) => (typeof item === "string" ? text : withTexts(item, text, key)))
  return typeof value === "object" && value !== null
    ? Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withTexts(part, text, name)]))
    : value
}
const kinds = Object.values(renderable)
const hostileFact = (kind: RenderableFact, text: string) => withTexts(kind, text) as RenderableFact

/** Returns everything between angle brackets, without the content of attributes. */
const tagsOf = (markup: string): ReadonlyArray<string> =>
  [...markup.matchAll(/<(\/?[a-zA-Z!][^\s>]*)/gu)].map(([, tag = ""]) => tag.toLowerCase())
const attributesOf = (markup: string): ReadonlyArray<string> =>
  [...markup.matchAll(/<[a-z][^>]*?\s([a-z-]+)=/giu)].map(([, name = ""]) => name.toLowerCase())

const ALLOWED_TAGS = new Set([
  "!doctype",
  ...[
    "html",
    "head",
    "meta",
    "title",
    "style",
    "body",
    "div",
    "table",
    "tr",
    "td",
    "th",
    "p",
    "span",
    "h1",
    "h2",
    "a",
    "bdi",
    "img"
  ].flatMap((tag) => [tag, `/${tag}`])
])

/** Returns everything that a hostile text broke. */
const faultsOf = (fact: RenderableFact, link: string, language: "en" | "de"): ReadonlyArray<string> => {
  const email = composeEmail(fact, { ...ann, language }, { link })
  const markup = email.html ?? ""
  const validity = validateEmail(email)
  return [
    ...(validity.valid ? [] : [validity.message]),
    ...(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(email.subject) ? ["subject"] : []),
    ...(markup.isWellFormed() ? [] : ["lone surrogate"]),
    ...tagsOf(markup).filter((tag) => !ALLOWED_TAGS.has(tag)),
    ...attributesOf(markup).filter((name) => name.startsWith("on")),
    ...[...markup.matchAll(/(?:href|src)="([^"]*)"/gu)]
      .map(([, url = ""]) => url)
      .filter((url) => !/^(?:https?:\/\/|cid:)/u.test(url)),
    ...email.text.split("\n").filter((line) => columnsOf(line.replace(/https?:\/\/\S+/gu, "")) > 72),
    ...[summarize(fact).title, ...(whatsAppText(fact, { timeZone: "UTC" })?.parameters ?? [])].filter((line) =>
      /[\r\n]/u.test(line)
    )
  ]
}

describe("a message about something with a hostile name", () => {
  it.each(hostile.map((text, index) => [index, text] as const))("is whole, case %i", (_index, text) => {
    expect(
      kinds.flatMap((kind) =>
        (["en", "de"] as const).flatMap((language) => faultsOf(hostileFact(kind, text), text, language))
      )
    ).toEqual([])
  })

  it("is whole whatever the name", () => {
    fc.assert(
      fc.property(fc.constantFrom(...kinds), fc.string({ unit: "binary", maxLength: 120 }), (kind, text) => {
        expect(faultsOf(hostileFact(kind, text), text, "de")).toEqual([])
      }),
      { numRuns: 300 }
    )
  })

  it("shows the name as it is", () => {
    const name = "<b>\"Tom\" & 'Jerry'</b>"
    const { html, text, subject } = composeEmail({ ...facts.down, monitor: { ...facts.down.monitor, name } }, ann)
    expect(subject).toBe(`DOWN ${name}`)
    expect(text).toContain(`DOWN  ${name}`)
    expect(html).toContain("<bdi>&lt;b&gt;&quot;Tom&quot; &amp; &#39;Jerry&#39;&lt;/b&gt;</bdi>")
    expect(html).not.toContain("<b>")
  })

  it("links to nothing but http and https", () => {
    const links = [
      "javascript:alert(1)",
      "data:text/html,x",
      "//example.com",
      'https://mon.example.com/"onmouseover="x',
      "HTTPS://MON.example.com/a b"
    ]
    const hrefs = links.map(
      (link) => /<a href="([^"]*)"/u.exec(composeEmail(facts.down, ann, { link }).html ?? "")?.[1] ?? null
    )
    expect(hrefs).toEqual([
      null,
      null,
      null,
      "https://mon.example.com/%22onmouseover=%22x",
      "https://mon.example.com/a%20b"
    ])
  })
})

describe("a notice of one's own", () => {
  it("becomes an email like any other", () => {
    const notice: Notice = {
      tone: "news",
      word: "CODE",
      subject: "Your code",
      headline: "4711",
      lead: "The code is 4711.",
      rows: [],
      sections: [],
      link: null
    }
    const email = composeNotice(notice, ann, { key: "code/7" })
    expect(validateEmail(email)).toEqual({ valid: true })
    expect(email.text).toBe("CODE  4711\n\nThe code is 4711.\n\n-- \nSent by Mon.\n")
  })
})

describe("words", () => {
  it("are one line, cut between characters", () => {
    expect([
      oneLine("a\r\nb\u2028c", 10),
      oneLine("👍👍👍👍", 3),
      oneLine("\u202eabc", 10),
      oneLine("x".repeat(10_000), 4)
    ]).toEqual(["a b c", "👍👍…", "abc", "xxx…"])
    expect([en.units.day(1), en.units.day(0), en.units.day(1234)]).toEqual(["1 day", "0 days", "1,234 days"])
    expect([de.units.day(1), de.units.day(0), de.units.day(1234)]).toEqual(["1 Tag", "0 Tage", "1.234 Tage"])
    expect([sentence("no"), sentence("Yes!")]).toEqual(["No.", "Yes!"])
  })
  it("are durations, days and shares", () => {
    expect(
      [0, 1, 59.6, 3_600, 3_661, 86_400, 90_000, 172_861, 31_536_000].map((seconds) => durationText(seconds))
    ).toEqual(["0 s", "1 s", "1 min", "1 h", "1 h 1 min", "1 day", "1 day 1 h", "2 days", "365 days"])
    expect([7, 1, 0, -1].map(de.inDays)).toEqual(["in 7 Tagen", "in 1 Tag", "heute", "vor 1 Tag"])
    expect([7, 1, 0, -1, -30].map(en.inDays)).toEqual(["in 7 days", "in 1 day", "today", "1 day ago", "30 days ago"])
    expect([100, 99.9999, 99.5, 0].map((percent) => percentText(percent))).toEqual([
      "100 %",
      "99.99 %",
      "99.5 %",
      "0 %"
    ])
  })
})
