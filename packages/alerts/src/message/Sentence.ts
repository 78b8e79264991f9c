import type { Words } from "./words/en.ts"

/** The first letter as a capital. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** A sentence ends with a full stop. */
export const sentence = (text: string): string => capital(/[.!?…]$/u.test(text) ? text : `${text}.`)

/** The first items of a list, and how many others there are. */
export const firstOf = <A>(
  items: ReadonlyArray<A>,
  longest: number
): { readonly shown: ReadonlyArray<A>; readonly rest: number } => ({
  shown: items.slice(0, longest),
  rest: Math.max(0, items.length - longest)
})

/** "a, b and 3 more" */
export const enumerate = (items: ReadonlyArray<string>, longest: number, words: Words): string => {
  const { shown, rest } = firstOf(items, longest)
  const list = shown.join(", ")
  return rest === 0 ? list : words.andMore(list, rest)
}
