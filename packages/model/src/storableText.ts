/** PostgreSQL's text has no NUL, and UTF-8 no lone surrogate. */
export const storable = (text: string): boolean => text.isWellFormed() && !text.includes("\u0000")

/** Unicode categories Cc and Bidi_Control, and the separators of lines and paragraphs. */
export const CONTROL = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u
