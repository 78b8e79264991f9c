/**
 * A function that escapes a character of an untrusted text for a vendor. `next` is the following character, or empty.
 */
export type Escape = (character: string, next: string) => string

/** A function that measures a text in the units of a vendor's limit. */
export type Measure = (text: string) => number

/**
 * Counts UTF-16 code units. No vendor counts more units for a text, so a text that fits by this measure fits
 * everywhere.
 */
const units: Measure = (text) => text.length

const encoder = /* @__PURE__ */ new TextEncoder()

/** Counts bytes of UTF-8. */
export const bytes: Measure = (text) => encoder.encode(text).length

/** Leaves characters unchanged. This is right for vendors that show plain text. */
export const verbatim: Escape = (character) => character

/**
 * A WORD JOINER. It is invisible, but interrupts texts that programs would otherwise recognize as links and mentions.
 */
const JOINER = "\u2060"
const LETTER = /[\p{L}\p{N}_]/u

/**
 * Returns whether a character begins something that a vendor would turn into a link, a mention, a tag or a command,
 * although it is not markup.
 */
const separates = (character: string, next: string): boolean => {
  if ("@#/$.".includes(character)) return LETTER.test(next)
  return character === ":" && (next === "/" || /\p{L}/u.test(next))
}

/** Makes an escape function that also prevents links, mentions and tags. People see no difference. */
export const inert =
  (escape: Escape): Escape =>
  (character, next) =>
    `${escape(character, next)}${separates(character, next) ? JOINER : ""}`

/** Makes an escape function that replaces single characters. */
export const replacing =
  (table: Readonly<Record<string, string>>): Escape =>
  (character) =>
    Object.hasOwn(table, character) ? (table[character] ?? "") : character

/** Escapes text for HTML, and for vendors that support a part of HTML such as `<b>` and `<a href="">`. */
export const asHtml: Escape = /* @__PURE__ */ replacing({
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;"
})

/** Makes an escape function that puts a backslash before certain characters. */
export const backslashing =
  (special: string): Escape =>
  (character) =>
    special.includes(character) ? `\\${character}` : character

/** Returns the escaped pieces of a text, one for each code point. */
const piecesOf = (text: string, escape: Escape): ReadonlyArray<string> => {
  const characters = [...text.toWellFormed()]
  return characters.map((character, index) => escape(character, characters[index + 1] ?? ""))
}

/** Returns the whole text, escaped. */
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
 * Returns the escaped text, cut to at most `limit` units. The cut is between code points, and never inside an escape
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

/** Returns the first code points of a text. */
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
