import { en, type Words } from "./words/en.ts"

/**
 * Matches characters that change the direction of the following text. A name with such a character could change the
 * meaning of the sentence around the name.
 */
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu
const BREAK = /[\s\p{Cc}\u2028\u2029]+/gu

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

export const nameOf = (
  { name, url }: { readonly name: string; readonly url: string },
  { unnamed }: Pick<Words, "unnamed"> = en
): string => oneLine(name, NAME_CHARACTERS) || oneLine(url, NAME_CHARACTERS) || unnamed

export const urlText = (url: string): string => oneLine(url, URL_CHARACTERS)
