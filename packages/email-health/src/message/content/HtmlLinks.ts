import { isRelated } from "../mail/isRelated.ts"
import { shownHost, targetOf } from "./ShownHost.ts"

/**
 * A link whose text shows a host or an email address of one organization, but whose target belongs to another
 * organization.
 */
export interface LinkDifference {
  readonly shown: string
  readonly leadsTo: string
}

/** The most octets of a message's HTML that are read. Gmail shows the first 102 kB. */
export const MAX_HTML_OCTETS = 262_144
const MAX_LINKS = 1_000
const MAX_DIFFERENCES = 5
/** The longest HTML source of a link text that is read as a URL, including tags. */
const MAX_SOURCE = 8_192

const NEXT = /<a(?=[\s/])|<!--/gi
const TEXT_END = /<\/?a(?=[\s/>])/gi
const BLANKS = /[\s/]*/y
const ATTRIBUTE = /(=?[^\s/>=]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]*)))?/y
const TAG = /<[^<>]*>/g
const REFERENCE = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));?/gi
// The invisible characters, with which senders hide a host from programs.
const INVISIBLE = /[\p{Cf}\u034f]/gu
/** The named character references that can be part of a URL (HTML section 13.5). */
const NAMED: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
  ["nbsp", " "],
  ["period", "."],
  ["colon", ":"],
  ["sol", "/"],
  ["commat", "@"],
  ["shy", ""],
  ["zwnj", ""],
  ["zwj", ""]
])

const character = (code: number): string => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "\ufffd")

const withoutReferences = (text: string): string =>
  text.replace(
    REFERENCE,
    (whole, decimal: string | undefined, hexadecimal: string | undefined, name: string | undefined) =>
      name === undefined
        ? character(decimal === undefined ? Number.parseInt(hexadecimal ?? "", 16) : Number(decimal))
        : (NAMED.get(name.toLowerCase()) ?? whole)
  )

const visibleText = (source: string): string =>
  withoutReferences(source.replace(TAG, "")).replace(INVISIBLE, "").replace(/\s+/g, " ").trim()

/** Returns the match of a pattern at exactly the given position. */
const matchAt = (pattern: RegExp, text: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at
  return pattern.exec(text)
}

const readTag = (html: string, start: number): { readonly href: string | null; readonly end: number } => {
  let href: string | null = null
  let at = start
  while (at < html.length) {
    at += matchAt(BLANKS, html, at)?.[0].length ?? 0
    if (at >= html.length || html[at] === ">") break
    const found = matchAt(ATTRIBUTE, html, at)
    if (found === null || found[0] === "") break
    const [whole, name = "", double, single, plain] = found
    // If an attribute is repeated, the first occurrence counts (HTML section 13.2.5.33).
    if (href === null && name.toLowerCase() === "href") href = double ?? single ?? plain ?? ""
    at += whole.length
  }
  return { href, end: at + 1 }
}

/** Returns the links of an HTML text: their hrefs and the text between their tags. Takes linear time. */
const readLinks = (html: string): ReadonlyArray<{ readonly href: string; readonly text: string }> => {
  const links: Array<{ readonly href: string; readonly text: string }> = []
  let at = 0
  for (let opened = matchAt(NEXT, html, at); opened !== null; opened = matchAt(NEXT, html, at)) {
    const start = opened.index + opened[0].length
    if (opened[0] === "<!--") {
      const end = html.indexOf("-->", start)
      if (end < 0) return links
      at = end
      continue
    }
    const { end, href } = readTag(html, start)
    at = matchAt(TEXT_END, html, end)?.index ?? html.length
    if (href !== null && href.length <= MAX_SOURCE && at - end <= MAX_SOURCE)
      links.push({ href: withoutReferences(href), text: visibleText(html.slice(end, at)) })
    if (links.length >= MAX_LINKS) return links
  }
  return links
}

/**
 * Returns the links of an HTML text whose text shows one organization but whose target belongs to another. Each pair of
 * hosts occurs once.
 */
export const linkDifferences = (html: string): ReadonlyArray<LinkDifference> => {
  const found = new Map<string, LinkDifference>()
  for (const { href, text } of readLinks(html)) {
    const shown = shownHost(text)
    const target = shown === null ? null : targetOf(href)
    if (shown === null || target === null || shown.kind !== target.kind || isRelated(shown.host, target.host)) continue
    found.set(`${shown.host} ${target.host}`, { shown: shown.host, leadsTo: target.host })
    if (found.size >= MAX_DIFFERENCES) break
  }
  return [...found.values()]
}
