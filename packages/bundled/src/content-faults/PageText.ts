export interface PageText {
  /** The first 16 Ki characters of the source. */
  readonly source: string
  /** The last characters of a page. Empty for an HTML page that ends with `</html>`. */
  readonly end: string
  /** The title, at most 1,000 characters. The heading has the same limit. */
  readonly title: string
  /** The first heading of the first or second level. In a text without markup, the first line. */
  readonly heading: string
  /** The visible lines with single spaces, at most 3,000 characters. */
  readonly visible: string
  readonly isWhole: boolean
  /**
   * Whether reading stopped because the page has more visible text than an error message has. The rest of the page does
   * not change the result.
   */
  readonly isLong: boolean
  /** Whether the page shows or fetches anything other than text: a script, an image, a frame or a form field. */
  readonly hasMore: boolean
}

/** The number of characters of a page that are read. Broken pages show the fault at the beginning or at the end. */
const READ_CHARACTERS = 64 * 1024
/** The number of characters of the source that rules search. The first scripts, styles and links identify a product. */
const SOURCE_CHARACTERS = 16 * 1024
/**
 * The number of characters that are read at the end of a page, which may contain the last output of a program that
 * stopped too early.
 */
const END_CHARACTERS = 2_048
/** The maximum number of visible characters of a page that contains only a message. */
const VISIBLE_CHARACTERS = 3_000

const LATIN_1 =
  "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml"

/**
 * The names of HTML 4.01 section 24 for characters outside Latin-1, and the code points of these characters in the same
 * order.
 */
const OTHERS =
  "OElig oelig Scaron scaron Yuml fnof circ tilde Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho Sigma Tau Upsilon Phi Chi Psi Omega alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigmaf sigma tau upsilon phi chi psi omega thetasym upsih piv ensp emsp thinsp zwnj zwj lrm rlm ndash mdash lsquo rsquo sbquo ldquo rdquo bdquo dagger Dagger bull hellip permil prime Prime lsaquo rsaquo oline frasl euro image weierp real trade alefsym larr uarr rarr darr harr crarr lArr uArr rArr dArr hArr forall part exist empty nabla isin notin ni prod sum minus lowast radic prop infin ang and or cap cup int there4 sim cong asymp ne equiv le ge sub sup nsub sube supe oplus otimes perp sdot lceil rceil lfloor rfloor lang rang loz spades clubs hearts diams"
const OTHER_CODES =
  "01520153016001610178019202c602dc039103920393039403950396039703980399039a039b039c039d039e039f03a003a103a303a403a503a603a703a803a903b103b203b303b403b503b603b703b803b903ba03bb03bc03bd03be03bf03c003c103c203c303c403c503c603c703c803c903d103d203d6200220032009200c200d200e200f2013201420182019201a201c201d201e20202021202220262030203220332039203a203e204420ac21112118211c212221352190219121922193219421b521d021d121d221d321d42200220222032205220722082209220b220f221122122217221a221d221e2220222722282229222a222b2234223c224522482260226122642265228222832284228622872295229722a522c523082309230a230b2329232a25ca2660266326652666"

/** The named characters that occur in messages: the characters that HTML 4 names, and the apostrophe. */
const NAMED: ReadonlyMap<string, string> = /* @__PURE__ */ (() =>
  new Map([
    ...LATIN_1.split(" ").map((name, index) => [name, String.fromCodePoint(0xa0 + index)] as const),
    ...OTHERS.split(" ").map(
      (name, index) =>
        [name, String.fromCodePoint(Number.parseInt(OTHER_CODES.slice(4 * index, 4 * index + 4), 16))] as const
    ),
    ["amp", "&"],
    ["lt", "<"],
    ["gt", ">"],
    ["quot", '"'],
    ["apos", "'"]
  ]))()

const REFERENCE = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]\w{1,7}));?/giu
const LAST_CODE_POINT = 0x10ffff

const characterOf = (code: number): string => (code > LAST_CODE_POINT ? "�" : String.fromCodePoint(code))

const withCharacters = (text: string): string =>
  text.includes("&")
    ? text.replace(REFERENCE, (all: string, decimal?: string, hexadecimal?: string, name = "") =>
        decimal === undefined
          ? hexadecimal === undefined
            ? (NAMED.get(name) ?? all)
            : characterOf(Number.parseInt(hexadecimal, 16))
          : characterOf(Number(decimal))
      )
    : text

/** Returns text as a browser shows it, with decoded character references and single spaces. */
const shown = (text: string): string =>
  withCharacters(text)
    .replace(/[\s\u00a0\u200b\ufeff]+/gu, " ")
    .trim()

const HIDDEN = 1
const MORE = 2
const INLINE = 4

const namesOf = (names: string, kind: number) => names.split(" ").map((name) => [name, kind] as const)

/** The names of the HTML elements. Tags with other names belong to a script or to another vocabulary. */
const ELEMENTS: ReadonlyMap<string, number> = /* @__PURE__ */ (() =>
  new Map([
    ...namesOf(
      "address area article aside base basefont bdi bdo blockquote body br caption center cite col colgroup data datalist dd del details dfn dialog dir div dl dt fieldset figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html ins kbd label legend li link main map marquee menu meta meter nav noframes ol optgroup option output p param pre progress rp rt ruby samp search section source strike summary table tbody td tfoot th thead time title tr track ul var wbr",
      0
    ),
    ...namesOf("a abbr acronym b big code em font i mark q s small span strong sub sup tt u", INLINE),
    ...namesOf("audio button embed frame iframe img input picture select textarea video", MORE),
    ...namesOf("noscript style template", HIDDEN),
    ...namesOf("canvas object script svg", HIDDEN | MORE)
  ]))()

const TAGS = /<[^>]*>/gu
const TITLE_CHARACTERS = 1_000
/** The maximum number of headings that are read until one has text. */
const HEADINGS = 3

const isSpace = (code: number): boolean => code === 0x20 || (code >= 0x09 && code <= 0x0d)
const isLetter = (code: number): boolean => (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a
const isNameCharacter = (code: number): boolean => isLetter(code) || (code >= 0x30 && code <= 0x3a) || code === 0x2d

/**
 * Returns the name of a tag in lower case. Avoids the conversion for known names, because almost all names are already
 * in lower case.
 */
const nameAt = (source: string, from: number): string => {
  let to = from
  while (isNameCharacter(source.charCodeAt(to))) to += 1
  const name = source.slice(from, to)
  return ELEMENTS.has(name) ? name : name.toLowerCase()
}

const REFRESH = /http-equiv\s*=\s*["']?refresh/iu

const behind = (source: string, mark: string, from: number): number => {
  const at = source.indexOf(mark, from)
  return at === -1 ? source.length : at + mark.length
}

const endOfElement = (source: string, name: string, from: number): number => {
  for (let at = source.indexOf("</", from); at !== -1; at = source.indexOf("</", at + 2))
    if (nameAt(source, at + 2) === name) return at
  return source.length
}

const BREAK = -1

/**
 * Returns the lines of some parts of the source. `parts` contains the start and end of each part, and {@link BREAK} at
 * the end of each line.
 */
const linesOf = (source: string, parts: ReadonlyArray<number>): string => {
  const lines: Array<string> = []
  let line = ""
  const endLine = () => {
    const text = shown(line)
    if (text !== "") lines.push(text)
    line = ""
  }
  for (let index = 0; index < parts.length; index += 1) {
    const from = parts[index] ?? BREAK
    if (from === BREAK) endLine()
    else line += source.slice(from, parts[(index += 1)])
  }
  endLine()
  return lines.join("\n")
}

/**
 * Reads an HTML page in one pass, which stops as soon as the page is too long for a message. If `source` is only the
 * beginning of the page, `rest` is its end, and `isCut` says whether text between the two is missing.
 */
export const readPageText = (text: string, rest = "", isCut = false): PageText => {
  const source = text.slice(0, READ_CHARACTERS)
  const parts: Array<number> = []
  const endLine = () => {
    if (parts.at(-1) !== BREAK) parts.push(BREAK)
  }
  let characters = 0
  let title = ""
  let heading = ""
  let headings = 0
  let hasMore = false
  let at = 0
  while (at < source.length && characters <= VISIBLE_CHARACTERS) {
    const tag = source.indexOf("<", at)
    const end = tag === -1 ? source.length : tag
    let from = at
    while (from < end && isSpace(source.charCodeAt(from))) from += 1
    if (end > from) parts.push(at, end)
    else if (end > at && parts.at(-1) !== BREAK) parts.push(at, at + 1)
    characters += end - from
    if (tag === -1) break
    const code = source.charCodeAt(tag + 1)
    if (isLetter(code)) {
      const name = nameAt(source, tag + 1)
      at = behind(source, ">", tag)
      const kind = ELEMENTS.get(name) ?? MORE
      if ((kind & INLINE) === 0) endLine()
      if ((kind & MORE) !== 0 || (name === "meta" && REFRESH.test(source.slice(tag, at)))) hasMore = true
      if (name === "title") {
        const close = endOfElement(source, name, at)
        if (title === "") title = shown(source.slice(at, Math.min(close, at + TITLE_CHARACTERS)))
        at = close
      } else if ((kind & HIDDEN) !== 0) {
        at = endOfElement(source, name, at)
      } else if (heading === "" && (name === "h1" || name === "h2") && headings < HEADINGS) {
        headings += 1
        heading = shown(
          source.slice(at, Math.min(endOfElement(source, name, at), at + TITLE_CHARACTERS)).replace(TAGS, " ")
        )
      }
    } else if (code === 0x2f) {
      if (ELEMENTS.get(nameAt(source, tag + 2)) !== INLINE) endLine()
      at = behind(source, ">", tag)
    } else if (source.startsWith("!--", tag + 1)) {
      at = behind(source, "-->", tag + 4)
    } else if (code === 0x21 || code === 0x3f) {
      at = behind(source, ">", tag)
    } else {
      parts.push(tag, tag + 1)
      characters += 1
      at = tag + 1
    }
  }
  return new HtmlText(
    {
      source: source.slice(0, SOURCE_CHARACTERS),
      end: endOf(rest === "" ? text : rest),
      title,
      heading,
      isWhole: characters <= VISIBLE_CHARACTERS && text.length <= READ_CHARACTERS && !isCut,
      isLong: characters > VISIBLE_CHARACTERS,
      hasMore
    },
    () => linesOf(source, parts).slice(0, VISIBLE_CHARACTERS)
  )
}

/**
 * The text of an HTML page, whose visible lines are joined when they are first read. V8 would keep an object literal
 * with a getter, and the page to which the getter refers, until the next garbage collection of the old generation. A
 * class avoids this.
 */
class HtmlText implements PageText {
  readonly source: string
  readonly end: string
  readonly title: string
  readonly heading: string
  readonly isWhole: boolean
  readonly isLong: boolean
  readonly hasMore: boolean
  readonly #linesOf: () => string
  #lines: string | undefined

  constructor(page: Omit<PageText, "visible">, lines: () => string) {
    this.source = page.source
    this.end = page.end
    this.title = page.title
    this.heading = page.heading
    this.isWhole = page.isWhole
    this.isLong = page.isLong
    this.hasMore = page.hasMore
    this.#linesOf = lines
  }

  get visible(): string {
    return (this.#lines ??= this.#linesOf())
  }
}

const FINISHED = /<\/html>\s*$/iu

const endOf = (text: string): string => {
  const end = text.slice(-END_CHARACTERS)
  return FINISHED.test(end.slice(-100)) ? "" : end
}

export const readPlainText = (text: string, rest = "", isCut = false): PageText => {
  const source = text.slice(0, SOURCE_CHARACTERS)
  const visible = source
    .slice(0, 2 * VISIBLE_CHARACTERS)
    .split("\n")
    .map(shown)
    .filter((line) => line !== "")
    .join("\n")
  return {
    source,
    end: (rest === "" ? text : rest).slice(-END_CHARACTERS),
    title: "",
    heading: visible.slice(0, 200).split("\n", 1)[0] ?? "",
    visible: visible.slice(0, VISIBLE_CHARACTERS),
    isWhole: visible.length <= VISIBLE_CHARACTERS && text.length <= 2 * VISIBLE_CHARACTERS && !isCut,
    isLong: text.length > 2 * VISIBLE_CHARACTERS,
    hasMore: false
  }
}

export interface ReadText {
  /** The format: HTML, data (JSON or XML), or another text. */
  readonly format: "data" | "html" | "text"
  readonly page: PageText
}

const HTML_START =
  /^[\s\u{feff}]*(?:<!--|<!doctype\s+html|<html|<head|<body|<\?xml[^>]*\?>\s*<(?:!doctype\s+html|html))/iu
const XML_START = /^[\s\u{feff}]*<(?:\?xml|rss|feed|rdf:RDF|urlset|sitemapindex)\b/iu
const JSON_START = /^[\s\u{feff}]*[[{]/u

/** Returns the format of a response body. The header decides only if the beginning of the body is ambiguous. */
const formatOf = (contentType: string, text: string): ReadText["format"] => {
  if (HTML_START.test(text)) return "html"
  if (XML_START.test(text) || (JSON_START.test(text) && !contentType.includes("html"))) return "data"
  if (/json|xml\b/u.test(contentType) && !contentType.includes("xhtml")) return "data"
  return contentType.includes("html") || contentType === "" ? "html" : "text"
}

/**
 * Reads a text. If only the beginning of the text is given, `rest` is its end, and `isCut` says whether text between
 * the two is missing.
 */
export const readText = (contentType: string | null, text: string, rest?: string, isCut?: boolean): ReadText => {
  const format = formatOf(contentType?.toLowerCase() ?? "", text)
  return { format, page: format === "html" ? readPageText(text, rest, isCut) : readPlainText(text, rest, isCut) }
}
