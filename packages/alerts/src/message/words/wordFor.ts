/** Returns the words for a code that comes from a check or from another release. Undefined if the code is unknown. */
export const wordFor = (words: Readonly<Record<string, string>>, code: string): string | undefined =>
  Object.hasOwn(words, code) ? words[code] : undefined
