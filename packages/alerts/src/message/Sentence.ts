/** A count with its noun. */
export const count = (number: number, noun: string, plural = `${noun}s`): string =>
  `${number.toLocaleString("en-US")} ${number === 1 ? noun : plural}`

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
export const enumerate = (items: ReadonlyArray<string>, longest: number): string => {
  const { shown, rest } = firstOf(items, longest)
  return `${shown.join(", ")}${rest === 0 ? "" : ` and ${rest} more`}`
}
