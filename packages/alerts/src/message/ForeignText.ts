import { en, type Words } from "./words/en.ts"

/**
 * Matches characters that change the direction of the text after them. A name with such characters could make the
 * sentence around it read differently.
 */
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu
const BREAK = /[\s\p{Cc}\u2028\u2029]+/gu

/** Converts an untrusted text to one line of at most `longest` characters. */
export const oneLine = (text: string, longest: number): string => {
  const clean = text
    .slice(0, longest * 8)
    .toWellFormed()
    .replace(DIRECTION, "")
    .replace(BREAK, " ")
    .trim()
  const characters = [...clean]
  return characters.length <= longest
    ? clean
    : `${characters
        .slice(0, longest - 1)
        .join("")
        .trimEnd()}…`
}

const NAME_CHARACTERS = 80
const URL_CHARACTERS = 300

/** Returns the name of a monitor as a sentence shows it: its name, its URL, or a phrase for an unnamed monitor. */
export const nameOf = (
  { name, url }: { readonly name: string; readonly url: string },
  { unnamed }: Pick<Words, "unnamed"> = en
): string => oneLine(name, NAME_CHARACTERS) || oneLine(url, NAME_CHARACTERS) || unnamed

/** Returns a URL for a row. */
export const urlText = (url: string): string => oneLine(url, URL_CHARACTERS)
