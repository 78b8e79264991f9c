import { listOf, aNumber, optional, optionsOf, argumentsOf, aString } from "@mon/bundled/arguments"
import { decodeHTML } from "entities/decode"
import { bitsOf, BREAKOUT, elementOf, ELEMENTS, INTEGRATION, kind, RAW } from "./Elements.ts"
import { LineBuilder } from "./LineBuilder.ts"
import { pageLimits } from "./PageOptions.ts"
import { HiddenElement } from "./HiddenElement.ts"
import { Tag } from "./Tag.ts"

const acceptHtmlText = /* @__PURE__ */ argumentsOf("htmlText", () => ({
  html: aString,
  options: optional(
    optionsOf<HtmlTextOptions>({
      attributes: optional(listOf(aString)),
      maxCharacters: optional(aNumber("a number of characters", 0)),
      maxLines: optional(aNumber("a number of lines", 0))
    })
  )
}))

/** The visible text of a page. */
export interface HtmlText {
  readonly title: string | null
  readonly lines: ReadonlyArray<string>
  /** Whether the text exceeded the limit. */
  readonly truncated: boolean
}

/** Options of {@link htmlText}. */
export interface HtmlTextOptions {
  /** Lower-case names of attributes that count as text. Default: none. */
  readonly attributes?: ReadonlyArray<string>
  /** The maximum number of characters of text. Default: 2,000,000. */
  readonly maxCharacters?: number
  /** The maximum number of lines of text. Default: 200,000. */
  readonly maxLines?: number
}

const HIDDEN_STYLE = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)\s*(?:;|!|$)/iu

const isHidden = (tag: Tag): boolean => {
  if (!tag.mayHide) return false
  const { attributes } = tag
  return attributes.has("hidden") || HIDDEN_STYLE.test(attributes.get("style") ?? "")
}

const decode = (text: string): string => (text.includes("&") ? decodeHTML(text) : text)

const SPACE = 0x20

const SVG = /* @__PURE__ */ elementOf("svg")
const MATH = /* @__PURE__ */ elementOf("math")
const FOREIGN: ReadonlyArray<number> = [SVG, MATH]
const HTML_AGAIN: ReadonlyArray<number> = /* @__PURE__ */ (() => [...INTEGRATION].map(elementOf))()

const rawEnds: ReadonlyMap<string, RegExp> = /* @__PURE__ */ (() =>
  new Map([...RAW].map((name) => [name, new RegExp(`</${name}(?=[\\s/>]|$)`, "giu")])))()

/**
 * Returns the index where the content of a raw text element ends: at the element's end tag or at the end of the
 * document.
 */
const rawEnd = (html: string, name: string, from: number): number => {
  const pattern = rawEnds.get(name)
  if (pattern === undefined) return html.length
  pattern.lastIndex = from
  return pattern.exec(html)?.index ?? html.length
}

/**
 * Extracts the visible text of a page, with one line per block. The work is linear in the length of the page.
 *
 * @example
 * htmlText("<title>Shop</title><p>Starter: <b>39</b> EUR<p hidden>Draft").lines // => ["Starter: 39 EUR"]
 */
export const htmlText = (html: string, options: HtmlTextOptions = {}): HtmlText => {
  acceptHtmlText(html, options)
  const { attributes = [], maxCharacters = pageLimits.characters, maxLines = pageLimits.lines } = options
  const out = new LineBuilder({ characters: maxCharacters, lines: maxLines })
  let title: string | null = null
  let hidden: HiddenElement | null = null
  let preformatted = 0
  let at = 0
  let ampersand = -1
  /**
   * The number of open elements, by the index of the element. Only elements whose end tag closes other elements count.
   */
  const around = new Int32Array(ELEMENTS)
  const openAround = (name: string): number => around[elementOf(name)] ?? 0
  /** Returns whether the current tag belongs to SVG or MathML, and not to HTML inside them. */
  const isForeign = (): boolean =>
    ((around[SVG] ?? 0) > 0 || (around[MATH] ?? 0) > 0) && HTML_AGAIN.every((element) => (around[element] ?? 0) === 0)
  const tag = new Tag(html)

  const text = (start: number, to: number): void => {
    let from = start
    if (hidden !== null || from >= to) return
    if (preformatted === 0 && html.charCodeAt(from) <= SPACE) {
      let ink = from + 1
      while (ink < to && html.charCodeAt(ink) <= SPACE) ink++
      out.space()
      if (ink === to) return
      from = ink
    }
    if (ampersand < from) {
      const next = html.indexOf("&", from)
      ampersand = next === -1 ? html.length : next
    }
    const raw = html.slice(from, to)
    const part = ampersand < to ? decodeHTML(raw) : raw
    if (preformatted > 0) out.preformatted(part)
    else out.text(part)
  }
  /** Returns whether the current tag is outside of hidden elements. */
  const isSeen = (): boolean => {
    if (hidden === null) return true
    const place = hidden.read(tag)
    if (place === "inside") {
      if (!tag.isEnd && RAW.has(tag.name) && !hidden.inForeign) at = rawEnd(html, tag.name, tag.next)
      return false
    }
    hidden = null
    return place === "beyond"
  }
  const open = (): void => {
    const kinds = bitsOf(tag.element)
    const inForeign = isForeign()
    // The elements in `BREAKOUT` end SVG and MathML (WHATWG HTML, section 13.2.6.5).
    if (inForeign && BREAKOUT.has(tag.name)) for (const element of FOREIGN) around[element] = 0
    if ((kinds & kind.raw) !== 0 && !inForeign) {
      const { name } = tag
      const end = rawEnd(html, name, tag.next)
      if (name === "title" && title === null) title = decode(html.slice(tag.next, end)).replace(/\s+/gu, " ").trim()
      if (name === "textarea" || name === "xmp") {
        out.end()
        const content = html.slice(tag.next, end)
        // The content of xmp is raw text, without character references (WHATWG HTML, section 13.2.6.4.7).
        out.preformatted(name === "textarea" ? decode(content) : content)
        out.end()
      }
      at = end
      return
    }
    if ((kinds & kind.unseen) !== 0 || ((kinds & kind.void) === 0 && isHidden(tag))) {
      const { name } = tag
      const endsItself = tag.isSelfClosing && (inForeign || name === "svg" || name === "math")
      if (!endsItself) hidden = new HiddenElement(name, inForeign, openAround)
      return
    }
    if (kinds === 0 && attributes.length === 0) return
    if ((kinds & kind.cell) !== 0) out.cell()
    else if ((kinds & kind.block) !== 0) out.end()
    if ((kinds & kind.structural) !== 0 && !(tag.isSelfClosing && (inForeign || FOREIGN.includes(tag.element)))) {
      around[tag.element] = (around[tag.element] ?? 0) + 1
      // An unclosed element that contains HTML must not make later SVG or MathML count as HTML.
      if (FOREIGN.includes(tag.element)) for (const element of HTML_AGAIN) around[element] = 0
    }
    if ((kinds & kind.preformatted) !== 0) preformatted++
    if (attributes.length > 0) {
      const given = tag.attributes
      for (const attribute of attributes) {
        const value = given.get(attribute)
        if (value !== undefined && value.trim() !== "") out.text(` [${attribute}: ${decode(value)}] `)
      }
    }
  }
  const close = (): void => {
    const kinds = bitsOf(tag.element)
    if ((kinds & kind.block) !== 0) out.end()
    if ((kinds & kind.structural) !== 0) around[tag.element] = Math.max(0, (around[tag.element] ?? 0) - 1)
    if ((kinds & kind.preformatted) !== 0 && preformatted > 0) preformatted--
  }

  while (at < html.length && !out.truncated) {
    const less = html.indexOf("<", at)
    if (less === -1) {
      text(at, html.length)
      break
    }
    const found = tag.read(less)
    if (found !== "none") {
      text(at, less)
      at = tag.next
      if (found === "endless") break
      if (isSeen()) {
        if (tag.isEnd) close()
        else open()
      }
      continue
    }
    const after = html[less + 1]
    if (after === "!" || after === "?" || (after === "/" && less + 2 < html.length)) {
      text(at, less)
      at = commentEnd(html, less)
    } else {
      text(at, less + 1)
      at = less + 1
    }
  }
  out.end()
  return { title, lines: out.lines, truncated: out.truncated }
}

const COMMENT_END = /--!?>/gu

/**
 * Returns the end of a comment, of a doctype, or of markup that is treated as a comment (WHATWG HTML, section
 * 13.2.5.42).
 */
const commentEnd = (html: string, at: number): number => {
  if (html.startsWith("<!-->", at)) return at + 5
  if (html.startsWith("<!--->", at)) return at + 6
  if (html.startsWith("<!--", at)) {
    COMMENT_END.lastIndex = at + 4
    return COMMENT_END.test(html) ? COMMENT_END.lastIndex : html.length
  }
  const end = html.indexOf(">", at + 2)
  return end === -1 ? html.length : end + 1
}
