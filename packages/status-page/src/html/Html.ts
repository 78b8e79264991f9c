/**
 * Safe markup, whose text is already escaped.
 *
 * @example
 * new Html("&amp;").markup // => "&amp;"
 */
export class Html {
  readonly markup: string
  constructor(markup: string) {
    this.markup = markup
  }
}

/**
 * The characters to escape, with their entities. The ampersand comes first, because all other entities contain an
 * ampersand.
 */
const ENTITIES: ReadonlyArray<readonly [string, string]> = [
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
  ["'", "&#39;"]
]

/** The characters that HTML and XML cannot contain: control characters, unpaired surrogates and noncharacters. */
const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

/** Matches a forbidden character or one of `"&'<>`. Most texts contain none of them. */
const UNSAFE = /[^\t\n\r !#-%(-;=?-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u

/** Escapes text for element content and for quoted attributes, in HTML and in XML. */
export const escapeText = (text: string): string => {
  if (!UNSAFE.test(text)) return text
  let escaped = text.replaceAll(FORBIDDEN, "\uFFFD")
  // One simple search per character is several times as fast as one pattern with a replacement function.
  for (const [character, entity] of ENTITIES) escaped = escaped.replaceAll(character, entity)
  return escaped
}

/** A value in a template. Text is escaped, lists are joined, and `null` and `false` produce nothing. */
export type HtmlPart = Html | string | number | null | false | ReadonlyArray<HtmlPart>

const render = (part: HtmlPart): string => {
  if (part === null || part === false) return ""
  if (part instanceof Html) return part.markup
  if (typeof part === "object") return part.map(render).join("")
  return escapeText(String(part))
}

/**
 * Matches a line break in a template and the indentation after the line break, which are not visible on these pages.
 */
const INDENTATION = /\n\s*/gu

/** The literal parts of each template, without indentation. */
const templates = new WeakMap<TemplateStringsArray, ReadonlyArray<string>>()

const textsOf = (strings: TemplateStringsArray): ReadonlyArray<string> => {
  const known = templates.get(strings)
  if (known !== undefined) return known
  const texts = strings.map((text) => text.replaceAll(INDENTATION, "\n"))
  templates.set(strings, texts)
  return texts
}

/**
 * Builds markup from a template. Escapes values for element content and quoted attributes. Removes the indentation of
 * the template.
 *
 * @example
 * html`<p>${"a < b"}</p>`.markup // => "<p>a &lt; b</p>"
 */
export const html = (strings: TemplateStringsArray, ...parts: ReadonlyArray<HtmlPart>): Html =>
  new Html(textsOf(strings).reduce((text, string, index) => text + render(parts[index - 1] ?? null) + string))
