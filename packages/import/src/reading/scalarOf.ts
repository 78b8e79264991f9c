/** A text as the JSON value that it shows: numbers, true, false and null. */
export const scalarOf = (text: string): string | number | boolean | null => {
  if (/^-?(?:0|[1-9]\d*)(?:\.\d+)?$/u.test(text) && Number.isSafeInteger(Math.trunc(Number(text)))) return Number(text)
  return text === "true" ? true : text === "false" ? false : text === "null" ? null : text
}
