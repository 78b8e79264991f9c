const SPACE = /[\t\n\f\r ]/u
const XML = /^<\?xml[^>]+encoding\s*=\s*["']([^"']+)/u

interface Attribute {
  readonly name: string
  readonly value: string
  readonly end: number
}

const after = (text: string, from: number, isSkipped: (character: string) => boolean): number => {
  let at = from
  while (at < text.length && isSkipped(text[at] ?? "")) at += 1
  return at
}

const isSpace = (character: string): boolean => SPACE.test(character)

/**
 * Returns the value of an attribute that begins at a position, and the position after the value. Returns null if the
 * closing quote is missing.
 */
const valueAt = (text: string, from: number): Pick<Attribute, "end" | "value"> | null => {
  const quote = text[from]
  if (quote === '"' || quote === "'") {
    const end = text.indexOf(quote, from + 1)
    return end === -1 ? null : { value: text.slice(from + 1, end), end: end + 1 }
  }
  const end = after(text, from, (character) => !isSpace(character) && character !== ">")
  return { value: text.slice(from, end), end }
}

/**
 * Reads the next attribute of a tag ("get an attribute" of the prescan). Returns null if the tag has no further
 * attribute.
 */
const attributeAt = (text: string, from: number): Attribute | null => {
  const start = after(text, from, (character) => isSpace(character) || character === "/")
  if (start >= text.length || text[start] === ">") return null
  // A name may begin with "=".
  const nameEnd = after(text, start + 1, (character) => !isSpace(character) && !"=/>".includes(character))
  const name = text.slice(start, nameEnd).toLowerCase()
  const sign = after(text, nameEnd, isSpace)
  if (text[sign] !== "=") return { name, value: "", end: nameEnd }
  const found = valueAt(text, after(text, sign + 1, isSpace))
  return found === null ? null : { name, ...found }
}

const attributesAt = (text: string, from: number): { readonly all: ReadonlyArray<Attribute>; readonly end: number } => {
  const all: Array<Attribute> = []
  let end = from
  for (let next = attributeAt(text, end); next !== null; next = attributeAt(text, end)) {
    all.push(next)
    end = next.end
  }
  return { all, end }
}

/** A pattern for the charset that a text names ("extracting a character encoding from a meta element"). */
const CHARSET_IN_CONTENT = /charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;"'][^\s;]*))/iu

const labelOf = (attributes: ReadonlyArray<Attribute>): string | null => {
  // If an attribute occurs twice, the first value counts.
  const valueOf = (name: string) => attributes.find((attribute) => attribute.name === name)?.value
  const charset = valueOf("charset")
  if (charset !== undefined) return charset
  if (valueOf("http-equiv")?.toLowerCase() !== "content-type") return null
  const found = CHARSET_IN_CONTENT.exec(valueOf("content") ?? "")
  return found === null ? null : (found[1] ?? found[2] ?? found[3] ?? null)
}

const META = /^<meta[\t\n\f\r /]/iu
const TAG = /^<\/?[a-z]/iu

/** Returns the encoding in the XML declaration at the start, or null. */
export const xmlEncoding = (head: string): string | null => XML.exec(head)?.[1] ?? null

/**
 * Returns the encodings that the start of a page declares, in order (WHATWG HTML section 13.2.3.2, "prescan a byte
 * stream to determine its encoding"). Ignores comments, other elements and other attributes.
 */
export const metaEncodings = (head: string): ReadonlyArray<string> => {
  const labels: Array<string> = []
  let at = head.indexOf("<")
  while (at !== -1) {
    const rest = head.slice(at, at + 6)
    let end = at + 1
    if (rest.startsWith("<!--")) {
      const close = head.indexOf("-->", at + 2)
      if (close === -1) break
      end = close + 3
    } else if (TAG.test(rest)) {
      const isMeta = META.test(rest)
      const nameEnd = after(head, at, (character) => !isSpace(character) && character !== ">" && character !== "/")
      const { all, end: attributesEnd } = attributesAt(head, rest[1] === "/" ? after(head, at + 2, isNoEnd) : nameEnd)
      const label = isMeta ? labelOf(all) : null
      if (label !== null) labels.push(label)
      end = attributesEnd
    } else if (/^<[!/?]/u.test(rest)) {
      const close = head.indexOf(">", at)
      if (close === -1) break
      end = close + 1
    }
    at = head.indexOf("<", end)
  }
  return labels
}

const isNoEnd = (character: string): boolean => !isSpace(character) && character !== ">"
