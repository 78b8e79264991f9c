/**
 * A function that escapes a character of an untrusted text for a vendor. `next` is the following character, or empty.
 */
export type Escape = (character: string, next: string) => string

export type Measure = (text: string) => number

/**
 * Counts UTF-16 code units. No vendor counts more units for a text, so a text that fits by this measure fits
 * everywhere.
 */
const units: Measure = (text) => text.length

const encoder = /* @__PURE__ */ new TextEncoder()

export const bytes: Measure = (text) => encoder.encode(text).length

/** Leaves characters unchanged, for vendors that show plain text. */
export const verbatim: Escape = (character) => character

/**
 * The invisible character WORD JOINER, which interrupts texts that programs would otherwise recognize as links and
 * mentions.
 */
const JOINER = "\u2060"
const LETTER = /[\p{L}\p{N}_]/u

/**
 * Returns whether a character begins a text that a vendor would turn into a link, a mention, a tag or a command,
 * although the character is not markup.
 */
const separates = (character: string, next: string): boolean => {
  if ("@#/$.".includes(character)) return LETTER.test(next)
  return character === ":" && (next === "/" || /\p{L}/u.test(next))
}

/** Makes an escape function that also prevents links, mentions and tags. The difference is invisible to readers. */
export const inert =
  (escape: Escape): Escape =>
  (character, next) =>
    `${escape(character, next)}${separates(character, next) ? JOINER : ""}`

export const replacing =
  (table: Readonly<Record<string, string>>): Escape =>
  (character) =>
    Object.hasOwn(table, character) ? (table[character] ?? "") : character

/** Escapes text for HTML, and for vendors that support a subset of HTML such as `<b>` and `<a href="">`. */
export const asHtml: Escape = /* @__PURE__ */ replacing({
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;"
})

export const backslashing =
  (special: string): Escape =>
  (character) =>
    special.includes(character) ? `\\${character}` : character

const piecesOf = (text: string, escape: Escape): ReadonlyArray<string> => {
  const characters = [...text.toWellFormed()]
  return characters.map((character, index) => escape(character, characters[index + 1] ?? ""))
}

export const escaped = (text: string, escape: Escape): string => {
  let result = ""
  let character = ""
  for (const next of text.toWellFormed()) {
    if (character !== "") result += escape(character, next)
    character = next
  }
  return character === "" ? result : result + escape(character, "")
}

const ELLIPSIS = "…"

/**
 * Returns the escaped text, cut to at most `limit` units. Cuts between code points, and never inside an escape
 * sequence.
 */
export const escapedWithin = (text: string, escape: Escape, limit: number, measure: Measure = units): string => {
  // At most `limit` code points fit, of one or two UTF-16 units each. Two more units show whether the text is longer.
  const pieces = piecesOf(text.slice(0, limit * 2 + 2), escape)
  const whole = pieces.join("")
  if (measure(whole) <= limit) return whole
  let length = 0
  const end = limit - measure(ELLIPSIS)
  const fitting = pieces.findIndex((piece) => (length += measure(piece)) > end)
  return end < 0 ? "" : `${pieces.slice(0, fitting).join("").trimEnd()}${ELLIPSIS}`
}

/** Returns a text of at most `longest` code points. */
export const cut = (text: string, longest: number): string => {
  if (text.length <= longest) return text
  const characters = Array.from(text.slice(0, longest * 2 + 2))
  if (characters.length <= longest) return text
  return longest < 1
    ? ""
    : `${characters
        .slice(0, longest - 1)
        .join("")
        .trimEnd()}${ELLIPSIS}`
}

/** Makes a URL safe inside markup by percent-encoding the characters that would end a link at some vendor. */
export const safeUrl = (url: string): string =>
  url.replace(
    /[()<>|"'*[\]\\`{}^]/gu,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`
  )
