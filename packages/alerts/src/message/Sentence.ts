import type { Words } from "./words/en.ts"

/** Matches a host name at the beginning of a text. */
const HOST = /^[a-z\d-]+(?:\.[a-z\d-]+)+(?=[\s:/]|$)/u

/** Capitalizes the first letter, unless a host name begins the text. */
export const capital = (text: string): string => (HOST.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1))

/** Converts a text to a sentence with a full stop. */
export const sentence = (text: string): string => capital(/[.!?…]$/u.test(text) ? text : `${text}.`)

/** Returns the first items of a list, and the number of the others. */
export const firstOf = <A>(
  items: ReadonlyArray<A>,
  longest: number
): { readonly shown: ReadonlyArray<A>; readonly rest: number } => ({
  shown: items.slice(0, longest),
  rest: Math.max(0, items.length - longest)
})

/** Lists items as text, such as "a, b and 3 more". */
export const enumerate = (items: ReadonlyArray<string>, longest: number, words: Words): string => {
  const { shown, rest } = firstOf(items, longest)
  const list = shown.join(", ")
  return rest === 0 ? list : words.andMore(list, rest)
}

/** Returns the first sentence of a text. A point inside a name or a number does not end it. */
export const firstSentence = (text: string): string => text.split(/(?<=[.!?…]) (?=\p{Lu})/u, 1)[0] ?? text
