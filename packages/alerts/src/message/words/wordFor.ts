/** The words for a code that a check or another release wrote; undefined if there are none. */
export const wordFor = (words: Readonly<Record<string, string>>, code: string): string | undefined =>
  Object.hasOwn(words, code) ? words[code] : undefined
