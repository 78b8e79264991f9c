import { decodeHTML } from "entities"
import { BREAKOUT, IMPLIED_END, kind, kindsOf, RAW } from "./Elements.ts"
import { LineBuilder } from "./LineBuilder.ts"
import { attributesOf, readTag, type Tag } from "./Tag.ts"

/** The visible text of a page. */
export interface HtmlText {
  readonly title: string | null
  readonly lines: ReadonlyArray<string>
  /** There was more text than is taken. */
  readonly full: boolean
}

export interface HtmlTextOptions {
  /** Lower-case names of attributes that count as text. */
  readonly attributes: ReadonlyArray<string>
  readonly maxCharacters: number
}

/** What an attribute that hides an element holds. */
const MAY_HIDE = /hidden|display|visibility/giu
const HIDDEN_STYLE = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)\s*(?:;|!|$)/iu

/** Tells whether a tag hides its element; asked in the order of the page, it reads the page once for the words, and attributes only where one is. */
const makeHidden = (html: string): (tag: Tag) => boolean => {
  let word = -1
  return (tag) => {
    if (word < tag.from) {
      MAY_HIDE.lastIndex = tag.from
      word = MAY_HIDE.exec(html)?.index ?? Number.POSITIVE_INFINITY
    }
    if (word >= tag.to) return false
    const attributes = attributesOf(html, tag)
    return attributes.has("hidden") || HIDDEN_STYLE.test(attributes.get("style") ?? "")
  }
}

const decode = (text: string): string => text.includes("&") ? decodeHTML(text) : text

const SPACE = 0x20

/** The part of a page that is skipped: until the end of an element. */
interface Skipped {
  readonly name: string
  depth: number
}

const rawEnds = new Map<string, RegExp>([...RAW].map((name) => [name, new RegExp(`</${name}(?=[\\s/>]|$)`, "giu")]))

/** Where a raw element's content ends: at its own end tag, or at the end of the text. */
const rawEnd = (html: string, name: string, from: number): number => {
  const pattern = rawEnds.get(name)
  if (pattern === undefined) return html.length
  pattern.lastIndex = from
  return pattern.exec(html)?.index ?? html.length
}

/** Reads a page in one pass; the work is linear in its length whatever it holds. */
export const htmlText = (html: string, { attributes, maxCharacters }: HtmlTextOptions): HtmlText => {
  const out = new LineBuilder(maxCharacters)
  let title: string | null = null
  let skipped: Skipped | null = null
  let preformatted = 0
  let at = 0
  let ampersand = -1
  const isHidden = makeHidden(html)

  const text = (from: number, to: number): void => {
    if (skipped !== null || from >= to) return
    if (preformatted === 0 && to - from === 1 && html.charCodeAt(from) <= SPACE) return out.space()
    if (ampersand < from) {
      const next = html.indexOf("&", from)
      ampersand = next === -1 ? html.length : next
    }
    const raw = html.slice(from, to)
    const part = ampersand < to ? decodeHTML(raw) : raw
    if (preformatted > 0) out.preformatted(part)
    else out.text(part)
  }
  const leaveSkipped = (tag: Tag): boolean => {
    if (skipped === null) return true
    const { name } = skipped
    if (tag.isEnd && tag.name === name) skipped.depth--
    else if (!tag.isEnd && tag.name === name && !tag.isSelfClosing && !(IMPLIED_END[name]?.has(name) ?? false)) skipped.depth++
    else if (!tag.isEnd && (name === "svg" || name === "math") && BREAKOUT.has(tag.name)) skipped.depth = 0
    else if (!tag.isEnd && skipped.depth === 1 && (IMPLIED_END[name]?.has(tag.name) ?? false)) skipped.depth = 0
    if (skipped.depth > 0) return false
    skipped = null
    return !tag.isEnd
  }
  const open = (tag: Tag): void => {
    const { name } = tag
    const kinds = kindsOf(name)
    if ((kinds & kind.raw) !== 0) {
      const end = rawEnd(html, name, tag.next)
      if (name === "title" && title === null) title = decode(html.slice(tag.next, end)).replace(/\s+/gu, " ").trim()
      if (name === "textarea" || name === "xmp") {
        out.end()
        out.preformatted(decode(html.slice(tag.next, end)))
        out.end()
      }
      at = end
      return
    }
    if ((kinds & kind.unseen) !== 0 || (tag.to - tag.from > 6 && (kinds & kind.void) === 0 && isHidden(tag))) {
      if (!tag.isSelfClosing || !(name === "svg" || name === "math")) skipped = { name, depth: 1 }
      return
    }
    if (kinds === 0 && attributes.length === 0) return
    if ((kinds & kind.cell) !== 0) out.cell()
    else if ((kinds & kind.block) !== 0) out.end()
    if ((kinds & kind.preformatted) !== 0) preformatted++
    if (attributes.length > 0) {
      const given = attributesOf(html, tag)
      for (const attribute of attributes) {
        const value = given.get(attribute)
        if (value !== undefined && value.trim() !== "") out.text(` [${attribute}: ${decode(value)}] `)
      }
    }
  }
  const close = ({ name }: Tag): void => {
    const kinds = kindsOf(name)
    if ((kinds & kind.block) !== 0) out.end()
    if ((kinds & kind.preformatted) !== 0 && preformatted > 0) preformatted--
  }

  while (at < html.length && !out.full) {
    const less = html.indexOf("<", at)
    if (less === -1) {
      text(at, html.length)
      break
    }
    const tag = readTag(html, less)
    if (tag !== null) {
      text(at, less)
      at = tag.next
      if (tag.name === "") break
      if (leaveSkipped(tag)) {
        if (tag.isEnd) close(tag)
        else open(tag)
      }
      continue
    }
    const after = html[less + 1]
    if (after === "!" || after === "?" || after === "/") {
      text(at, less)
      at = commentEnd(html, less)
    } else {
      text(at, less + 1)
      at = less + 1
    }
  }
  out.end()
  return { title, lines: out.lines, full: out.full }
}

/** Behind a comment, a doctype or what is treated as one (WHATWG HTML, section 13.2.5.42). */
const commentEnd = (html: string, at: number): number => {
  if (html.startsWith("<!-->", at)) return at + 5
  if (html.startsWith("<!--->", at)) return at + 6
  const mark = html.startsWith("<!--", at) ? "-->" : ">"
  const end = html.indexOf(mark, at + 2)
  return end === -1 ? html.length : end + mark.length
}
