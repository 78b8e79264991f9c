/** Returns whether PostgreSQL can store a text. It cannot store NUL or a lone surrogate. */
export const storable = (text: string): boolean => text.isWellFormed() && !text.includes("\u0000")

/**
 * The control characters that no text may have: Unicode categories Cc and Bidi_Control, the separators of lines and
 * paragraphs, the deprecated format characters, the marks of annotations, and tags that are not part of the emoji of a
 * flag (UTS #51 section 3.3, at most six letters).
 */
export const CONTROL =
  /[\p{Cc}\p{Bidi_Control}\u2028\u2029\u206a-\u206f\ufff9-\ufffb]|(?<!\u{1f3f4}[\u{e0020}-\u{e007e}]{0,6})[\u{e0000}-\u{e007f}]/u

/**
 * The characters that are invisible in fonts: white space, ignorable characters, and some letters and symbols of
 * Braille, music and hieroglyphs.
 */
const BLANK = /[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\u2800\u{1d159}\u{13441}\u{13442}]/gu

/** Returns whether a text has no visible character. */
export const isBlank = (text: string): boolean => text.replaceAll(BLANK, "") === ""
