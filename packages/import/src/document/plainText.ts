const CONTROL = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]+/gu
const LONGEST_QUOTE = 60

/** Returns text from outside as one line that is safe in a terminal and allowed in names in Mon. */
export const plainText = (text: string): string => text.toWellFormed().replace(CONTROL, " ").trim()

export const shortened = (text: string, maximum: number): string => {
  const characters = [...text]
  return characters.length <= maximum ? text : characters.slice(0, maximum).join("").trim()
}

export const quoted = (value: unknown): string => {
  const text = plainText(typeof value === "string" ? value : (JSON.stringify(value) ?? "nothing"))
  const short = shortened(text, LONGEST_QUOTE)
  return `"${short}${short === text ? "" : "…"}"`
}
