/**
 * Makes external text storable in PostgreSQL: at most `maximum` UTF-16 units, without NUL characters and lone
 * surrogates, which neither text nor jsonb can contain.
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
