/**
 * Text from the outside as PostgreSQL takes it: at most so many UTF-16 units, without NUL (which neither text nor jsonb can hold) and
 * without halves of surrogate pairs.
 *
 * @example
 * ```ts
 * storable("a\u0000bcd", 3) // => "abc"
 * ```
 */
export const storable = (text: string, maximum: number): string => {
  const clean = text.replaceAll("\u0000", "")
  return (clean.length > maximum ? clean.slice(0, maximum) : clean).toWellFormed()
}
