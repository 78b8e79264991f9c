/**
 * The function that writes a character of an untrusted text for a vendor. `next` is the character after it, or empty.
 */
export type Escape = (character: string, next: string) => string

/** Counts the units of a vendor's limit. */
export type Measure = (text: string) => number

/** UTF-16 code units. No vendor counts a text as longer, so a text that fits here fits everywhere. */
const units: Measure = (text) => text.length

const encoder = /* @__PURE__ */ new TextEncoder()

/** Bytes of UTF-8. */
export const bytes: Measure = (text) => encoder.encode(text).length

/** As it is: for vendors that show plain text. */
export const verbatim: Escape = (character) => character

/** WORD JOINER: nobody sees it, but a program that searches for links and mentions finds none. */
const JOINER = "\u2060"
const LETTER = /[\p{L}\p{N}_]/u

/** Separates what a vendor would turn into a link, a mention, a tag or a command, although it is not markup. */
const separates = (character: string, next: string): boolean => {
  if ("@#/$.".includes(character)) return LETTER.test(next)
  return character === ":" && (next === "/" || /\p{L}/u.test(next))
}

/** Text whose addresses, mentions and tags stay text. People see no difference. */
export const inert =
  (escape: Escape): Escape =>
  (character, next) =>
    `${escape(character, next)}${separates(character, next) ? JOINER : ""}`

/** Replaces single characters by what stands for them. */
export const replacing =
  (table: Readonly<Record<string, string>>): Escape =>
  (character) =>
    Object.hasOwn(table, character) ? (table[character] ?? "") : character

/** For `<b>` and `<a href="">`: HTML and the vendors that take a part of it. */
export const asHtml: Escape = /* @__PURE__ */ replacing({
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;"
})

/** Puts a backslash before each character of a set. */
export const backslashing =
  (special: string): Escape =>
  (character) =>
    special.includes(character) ? `\\${character}` : character

/** The escaped pieces of a text, one for each code point. */
const piecesOf = (text: string, escape: Escape): ReadonlyArray<string> => {
  const characters = [...text.toWellFormed()]
  return characters.map((character, index) => escape(character, characters[index + 1] ?? ""))
}

/** The whole text, escaped. */
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

/** A text of at most so many units after escaping. It is cut between code points, never inside an escape. */
export const escapedWithin = (text: string, escape: Escape, limit: number, measure: Measure = units): string => {
  // Every code point takes a unit, so what lies behind the limit cannot fit. The rest says that it was longer.
  const pieces = piecesOf(text.slice(0, limit * 2 + 2), escape)
  const whole = pieces.join("")
  if (measure(whole) <= limit) return whole
  let length = 0
  const end = limit - measure(ELLIPSIS)
  const fitting = pieces.findIndex((piece) => (length += measure(piece)) > end)
  return end < 0 ? "" : `${pieces.slice(0, fitting).join("").trimEnd()}${ELLIPSIS}`
}

/** The first code points of a text. */
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

/** A URL inside markup: characters that end a link of some vendor are percent-encoded. */
export const safeUrl = (url: string): string =>
  url.replace(
    /[()<>|"'*[\]\\`{}^]/gu,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`
  )
