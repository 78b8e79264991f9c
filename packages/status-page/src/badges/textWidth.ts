/** Advance widths of Verdana at 11 pixels in tenths of a pixel, from space to tilde. */
const WIDTHS: ReadonlyArray<number> = [
  39, 43, 50, 90, 70, 118, 80, 30, 50, 50, 70, 90, 40, 50, 40, 50, 70, 70, 70, 70, 70, 70, 70, 70, 70, 70, 50, 50, 90,
  90, 90, 60, 110, 75, 75, 77, 85, 70, 63, 85, 83, 46, 50, 76, 61, 93, 82, 87, 66, 87, 76, 75, 68, 81, 75, 109, 75, 68,
  75, 50, 50, 50, 90, 70, 70, 66, 69, 57, 69, 66, 39, 69, 70, 30, 38, 65, 30, 107, 70, 67, 69, 69, 47, 57, 43, 70, 65,
  90, 65, 65, 58, 70, 50, 70, 90
]
const FIRST = 0x20
/** Letters of other alphabets, and everything that is as wide as it is high. */
const OTHER = 75
const WIDE = 120
/** Hangul, CJK, full-width forms and emoji. */
const IS_WIDE = /[\u1100-\u11FF\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\u{1F000}-\u{1FAFF}]/u
/** Marks over another letter. */
const IS_MARK = /\p{M}/u

/** About how wide a text is in pixels. The image states the width, so that every font fills it. */
export const textWidth = (text: string): number => {
  let tenths = 0
  for (const character of text.normalize("NFC")) {
    const known = WIDTHS[(character.codePointAt(0) ?? 0) - FIRST]
    if (known !== undefined) tenths += known
    else if (!IS_MARK.test(character)) tenths += IS_WIDE.test(character) ? WIDE : OTHER
  }
  return tenths / 10
}
