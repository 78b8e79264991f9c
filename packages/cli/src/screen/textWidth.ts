const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" })

/** Characters that take two columns (Unicode Standard Annex 11, W and F), and emoji. */
const WIDE =
  /^(?:[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f1e6}-\u{1f1ff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation})/u
const SEQUENCE = /\ufe0f/u
const PLAIN = /^[\u0020-\u007e]*$/u

const columnsOf = (grapheme: string): number => (WIDE.test(grapheme) || SEQUENCE.test(grapheme) ? 2 : 1)

/** Returns the number of columns that a text takes in a terminal. The text must not contain control characters. */
export const textWidth = (text: string): number => {
  if (PLAIN.test(text)) return text.length
  let width = 0
  for (const { segment } of graphemes.segment(text)) width += columnsOf(segment)
  return width
}

export const fitText = (text: string, columns: number): string => {
  if (textWidth(text) <= columns) return text
  let fitted = ""
  let width = 0
  for (const { segment } of graphemes.segment(text)) {
    width += columnsOf(segment)
    if (width > columns - 1) break
    fitted += segment
  }
  return `${fitted}…`
}
