/**
 * Elements that begin and end a line (WHATWG HTML, section 15.3 "Rendering", display: block and list-item). Also
 * elements of SVG and MathML that contain a separate text.
 */
export const BLOCKS: ReadonlySet<string> = new Set([
  "address",
  "article",
  "aside",
  "blockquote",
  "body",
  "br",
  "button",
  "caption",
  "center",
  "dd",
  "details",
  "dialog",
  "dir",
  "div",
  "dl",
  "dt",
  "fieldset",
  "figcaption",
  "figure",
  "footer",
  "foreignobject",
  "form",
  "frameset",
  "h1",
  "h2",
  "h3",
  "h4",
  "h5",
  "h6",
  "header",
  "hgroup",
  "hr",
  "html",
  "legend",
  "li",
  "listing",
  "main",
  "menu",
  "mtr",
  "nav",
  "ol",
  "optgroup",
  "option",
  "p",
  "plaintext",
  "pre",
  "search",
  "section",
  "select",
  "summary",
  "table",
  "tbody",
  "text",
  "tfoot",
  "thead",
  "tr",
  "ul",
  "xmp",
  "textarea",
  "title"
])

/** Table cells. The cells of a row share a line. */
export const CELLS: ReadonlySet<string> = new Set(["td", "th", "mtd"])

/** Elements that have no end tag (section 13.1.2). */
const VOID: ReadonlySet<string> = new Set([
  "area",
  "base",
  "br",
  "col",
  "embed",
  "hr",
  "img",
  "input",
  "link",
  "meta",
  "param",
  "source",
  "track",
  "wbr"
])

/** Elements whose content is not markup and ends at their end tag (section 13.1.2, raw text and escapable raw text). */
export const RAW: ReadonlySet<string> = new Set([
  "script",
  "style",
  "xmp",
  "iframe",
  "noembed",
  "noframes",
  "noscript",
  "textarea",
  "title"
])

export const UNSEEN: ReadonlySet<string> = new Set([
  "script",
  "style",
  "noscript",
  "template",
  "iframe",
  "object",
  "canvas",
  "audio",
  "video",
  "noembed",
  "noframes",
  "datalist",
  "title",
  // Browsers draw these elements only where something refers to them, or not at all (SVG 2, sections 5.5 to 5.8, 8.4
  // and 14).
  "clippath",
  "defs",
  "desc",
  "marker",
  "mask",
  "metadata",
  "pattern",
  "symbol",
  // MathML Core, appendix A.
  "annotation",
  "annotation-xml",
  "mphantom"
])

/** Elements in SVG and MathML whose content is HTML (WHATWG HTML, section 13.2.6.5, simplified). */
export const INTEGRATION: ReadonlySet<string> = new Set([
  "desc",
  "foreignobject",
  "mi",
  "mn",
  "mo",
  "ms",
  "mtext",
  "title"
])

/** Elements that close an open SVG or MathML element (section 13.2.6.5). */
export const BREAKOUT: ReadonlySet<string> = new Set([
  "b",
  "big",
  "blockquote",
  "body",
  "br",
  "center",
  "code",
  "dd",
  "div",
  "dl",
  "dt",
  "em",
  "embed",
  "h1",
  "h2",
  "h3",
  "h4",
  "h5",
  "h6",
  "head",
  "hr",
  "i",
  "img",
  "li",
  "listing",
  "menu",
  "meta",
  "nobr",
  "ol",
  "p",
  "pre",
  "ruby",
  "s",
  "small",
  "span",
  "strong",
  "strike",
  "sub",
  "sup",
  "table",
  "tt",
  "u",
  "ul",
  "var"
])

/** Elements with an optional end tag, and the elements that imply it (section 13.1.2.4, simplified). */
export const IMPLIED_END: Readonly<Record<string, ReadonlySet<string>>> = {
  p: new Set([
    "address",
    "article",
    "aside",
    "blockquote",
    "details",
    "div",
    "dl",
    "fieldset",
    "figure",
    "footer",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "hr",
    "main",
    "menu",
    "nav",
    "ol",
    "p",
    "pre",
    "section",
    "table",
    "ul"
  ]),
  li: new Set(["li"]),
  dt: new Set(["dt", "dd"]),
  dd: new Set(["dt", "dd"]),
  option: new Set(["option", "optgroup"]),
  tr: new Set(["tr", "tbody", "tfoot"]),
  td: new Set(["td", "th", "tr"]),
  th: new Set(["td", "th", "tr"])
}

/** Elements whose end tag closes elements that are still open inside (section 13.2.6.4.7). */
const STRUCTURAL: ReadonlySet<string> = new Set([
  "address",
  "article",
  "aside",
  "blockquote",
  "center",
  "details",
  "dialog",
  "dir",
  "div",
  "dl",
  "fieldset",
  "figure",
  "footer",
  "foreignobject",
  "header",
  "hgroup",
  "main",
  "math",
  "menu",
  "mi",
  "mn",
  "mo",
  "ms",
  "mtext",
  "nav",
  "object",
  "ol",
  "pre",
  "search",
  "section",
  "select",
  "svg",
  "table",
  "template",
  "ul"
])

/** The properties of an element as bits, so that reading a tag needs only one map access. */
export const kind = { block: 1, cell: 2, void: 4, raw: 8, unseen: 16, preformatted: 32, structural: 64 } as const

// These tables are computed by functions that are marked as pure, so that a bundler can leave out tables that are not
// used.
const kinds: ReadonlyMap<string, number> = /* @__PURE__ */ (() => {
  const found = new Map<string, number>()
  for (const [named, bit] of [
    [BLOCKS, kind.block],
    [CELLS, kind.cell],
    [VOID, kind.void],
    [RAW, kind.raw],
    [UNSEEN, kind.unseen],
    [["pre", "listing"], kind.preformatted],
    [STRUCTURAL, kind.structural]
  ] as const) {
    for (const name of named) found.set(name, (found.get(name) ?? 0) | bit)
  }
  return found
})()

export const kindsOf = (name: string): number => kinds.get(name) ?? 0

const names: ReadonlyArray<string> = /* @__PURE__ */ (() => [...kinds.keys()])()
const bits = /* @__PURE__ */ (() => Uint8Array.from(names, kindsOf))()
const SLOTS = 1_024

/** Adds a character to the hash of a name. Ignores the case of the character. */
export const nameHash = (hash: number, code: number): number => (Math.imul(hash, 31) + (code | 0x20)) | 0

const slots = /* @__PURE__ */ (() => {
  const filled = new Int16Array(SLOTS).fill(-1)
  for (const [index, name] of names.entries()) {
    let hash = 0
    for (let i = 0; i < name.length; i++) hash = nameHash(hash, name.charCodeAt(i))
    let slot = hash & (SLOTS - 1)
    while (filled[slot] !== -1) slot = (slot + 1) & (SLOTS - 1)
    filled[slot] = index
  }
  return filled
})()

const isNamed = (html: string, from: number, to: number, name: string): boolean => {
  if (to - from !== name.length) return false
  for (let i = 0; i < name.length; i++) if ((html.charCodeAt(from + i) | 0x20) !== name.charCodeAt(i)) return false
  return true
}

export const ELEMENTS: number = /* @__PURE__ */ (() => names.length)()

/**
 * Returns the index of the element whose name is at the given position, or -1 for an element without properties. The
 * index is below {@link ELEMENTS}. Allocates no string.
 */
export const elementAt = (html: string, from: number, to: number, hash: number): number => {
  for (let slot = hash & (SLOTS - 1); ; slot = (slot + 1) & (SLOTS - 1)) {
    const index = slots[slot] ?? -1
    if (index === -1 || isNamed(html, from, to, names[index] ?? "")) return index
  }
}

export const elementOf = (name: string): number => names.indexOf(name)

export const bitsOf = (element: number): number => (element === -1 ? 0 : (bits[element] ?? 0))
