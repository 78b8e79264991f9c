/** A text as the JSON value that it shows: numbers, true, false and null. */
export const scalarOf = (text: string): string | number | boolean | null => {
  if (/^-?(?:0|[1-9]\d*)(?:\.\d+)?$/u.test(text) && Number.isSafeInteger(Math.trunc(Number(text)))) return Number(text)
  return text === "true" ? true : text === "false" ? false : text === "null" ? null : text
}

/**
 * Explains how the comparison of a JSON value differs from that of a tool that compares texts; undefined for a value
 * that is a text in JSON, too.
 */
export const typeNote = (text: string): string | undefined => {
  const value = scalarOf(text)
  return typeof value === "string"
    ? undefined
    : `Mon compares the type too: the value must be ${text} in JSON, and not the string ${JSON.stringify(text)}.`
}
