/** Returns the words for a code from a check or from another release. Undefined if there are none. */
export const wordFor = (words: Readonly<Record<string, string>>, code: string): string | undefined =>
  Object.hasOwn(words, code) ? words[code] : undefined
