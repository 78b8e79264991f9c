export const wordFor = (words: Readonly<Record<string, string>>, code: string): string | undefined =>
  Object.hasOwn(words, code) ? words[code] : undefined
