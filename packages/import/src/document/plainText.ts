/** Control characters, and characters that change the direction of text. */
const CONTROL = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]+/gu
const LONGEST_QUOTE = 60

/** A text of somebody else in one line: safe in a terminal, and what names of Mon allow. */
export const plainText = (text: string): string => text.toWellFormed().replace(CONTROL, " ").trim()

/** A text of at most so many characters. */
export const shortened = (text: string, maximum: number): string => {
  const characters = [...text]
  return characters.length <= maximum ? text : characters.slice(0, maximum).join("").trim()
}

/** A value as reports show it. */
export const quoted = (value: unknown): string => {
  const text = plainText(typeof value === "string" ? value : (JSON.stringify(value) ?? "nothing"))
  const short = shortened(text, LONGEST_QUOTE)
  return `"${short}${short === text ? "" : "…"}"`
}
