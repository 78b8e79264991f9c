import { elementAt, nameHash } from "./Elements.ts"

const SPACE = 0x20
const QUOTE = 0x22
const APOSTROPHE = 0x27
const SLASH = 0x2f
const EQUALS = 0x3d
const GREATER = 0x3e

const isSpace = (code: number): boolean => code === SPACE || (code >= 0x09 && code <= 0x0d && code !== 0x0b)

const isLetter = (code: number): boolean => (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a)

/**
 * The kind of text found after a `<`. "none": not a tag. "endless": a tag without a closing `>` (WHATWG HTML, section
 * 13.2.5).
 */
export type TagFound = "none" | "tag" | "endless"

/** A reader that reads tags in one pass without stepping back. Its fields describe the last tag that was read. */
export class Tag {
  readonly #html: string
  isEnd = false
  isSelfClosing = false
  /** Whether the tag may have an attribute `hidden` or `style`. */
  mayHide = false
  /** The index of the tag's element; -1 for an element without properties. */
  element = -1
  /** The range of the tag's attributes in the page. `to` is exclusive. */
  from = 0
  to = 0
  next = 0
  #start = 0

  constructor(html: string) {
    this.#html = html
  }

  get name(): string {
    return this.#html.slice(this.#start, this.from).toLowerCase()
  }

  get attributes(): ReadonlyMap<string, string> {
    return attributesOf(this.#html, this.from, this.to)
  }

  read(at: number): TagFound {
    const html = this.#html
    this.isEnd = html.charCodeAt(at + 1) === SLASH
    let i = this.isEnd ? at + 2 : at + 1
    let code = html.charCodeAt(i)
    if (!isLetter(code)) return "none"
    const start = i
    let hash = 0
    while (i < html.length && code !== GREATER && code !== SLASH && !isSpace(code)) {
      hash = nameHash(hash, code)
      code = html.charCodeAt(++i)
    }
    this.#start = start
    this.from = i
    this.element = elementAt(html, start, i, hash)
    this.isSelfClosing = false
    this.mayHide = false
    if (code === GREATER) {
      this.to = i
      this.next = i + 1
      return "tag"
    }
    return this.#readAttributes(i)
  }

  #readAttributes(from: number): TagFound {
    const html = this.#html
    let i = from
    let isNamed = false
    let afterEquals = false
    let isBare = false
    let slash = false
    while (i < html.length) {
      const code = html.charCodeAt(i)
      if (code === GREATER) {
        this.isSelfClosing = slash
        this.to = i
        this.next = i + 1
        return "tag"
      }
      i++
      if (isSpace(code)) {
        isBare = false
        slash = false
      } else if (isBare) {
        continue
      } else if (afterEquals) {
        afterEquals = false
        isNamed = false
        isBare = code !== QUOTE && code !== APOSTROPHE
        if (isBare) continue
        const end = html.indexOf(code === QUOTE ? '"' : "'", i)
        if (end === -1) break
        i = end + 1
      } else {
        if (code === LETTER_H || code === LETTER_S) this.mayHide ||= mayHide(code, html.charCodeAt(i) | LOWER)
        else if ((code | LOWER) === LETTER_H || (code | LOWER) === LETTER_S) this.mayHide = true
        // An equals sign that does not follow a name starts a name.
        afterEquals = code === EQUALS && isNamed
        slash = code === SLASH
        isNamed = !slash
      }
    }
    this.to = html.length
    this.next = html.length
    return "endless"
  }
}

const LOWER = 0x20
const LETTER_H = 0x68
const LETTER_I = 0x69
const LETTER_S = 0x73
const LETTER_T = 0x74

const mayHide = (first: number, second: number): boolean =>
  first === LETTER_H ? second === LETTER_I : second === LETTER_T

const ATTRIBUTE = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/gu

/** Returns the attributes of a tag by their lower-case names. If a name occurs twice, the first one counts. */
const attributesOf = (html: string, from: number, to: number): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  if (to <= from) return found
  for (const [, name = "", double, single, bare] of html.slice(from, to).matchAll(ATTRIBUTE)) {
    const key = name.toLowerCase()
    if (!found.has(key)) found.set(key, double ?? single ?? bare ?? "")
  }
  return found
}
