/** Converts a text to the JSON value that it represents: a number, true, false, null, or the text itself. */
export const scalarOf = (text: string): string | number | boolean | null => {
  if (/^-?(?:0|[1-9]\d*)(?:\.\d+)?$/u.test(text) && Number.isSafeInteger(Math.trunc(Number(text)))) return Number(text)
  return text === "true" ? true : text === "false" ? false : text === "null" ? null : text
}

/**
 * Explains that Mon compares the type of a JSON value, unlike a tool that compares texts. Returns undefined if the
 * value is a text in JSON too.
 */
export const typeNote = (text: string): string | undefined => {
  const value = scalarOf(text)
  return typeof value === "string"
    ? undefined
    : `Mon compares the type too: the value must be ${text} in JSON, and not the string ${JSON.stringify(text)}.`
}
