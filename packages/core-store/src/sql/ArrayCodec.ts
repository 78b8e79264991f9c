/** The elements of an array. They are nested if it has several dimensions. NULL is null. */
type Elements = Array<unknown>

const quoted = (text: string): string => `"${text.replace(/[\\"]/g, "\\$&")}"`

const write = (value: unknown, element: (value: unknown) => string): string =>
  Array.isArray(value)
    ? `{${value.map((each: unknown) => write(each, element)).join(",")}}`
    : value === null
      ? "NULL"
      : quoted(element(value))

/**
 * Writes an array in PostgreSQL's text form (documentation, "Array Input and Output Syntax"). A string is assumed to be
 * in that form already.
 */
export const format = (value: unknown, element: (value: unknown) => string): string =>
  Array.isArray(value) ? write(value, element) : String(value)

// Matches a quoted element, an unquoted one, or a brace. Bounds such as "[0:2]=" come before the first brace.
const TOKEN = /"((?:[^"\\]|\\.)*)"|([^{},"\s][^{},]*)|([{}])/gs

/** Reads the elements of an array in text form. The server separates elements by commas, except for type `box`. */
export const parse = (text: string, element: (text: string) => unknown): Elements => {
  const top: Elements = []
  const open: Array<Elements> = []
  for (const [, inQuotes, bare, brace] of text.slice(Math.max(0, text.indexOf("{"))).matchAll(TOKEN)) {
    const inner = open.at(-1) ?? top
    if (brace === "{") {
      const next: Elements = open.length === 0 ? top : []
      if (next !== top) inner.push(next)
      open.push(next)
    } else if (brace === "}") {
      open.pop()
    } else if (inQuotes !== undefined) {
      inner.push(element(inQuotes.replace(/\\(.)/gs, "$1")))
    } else {
      inner.push(bare === "NULL" ? null : element(bare ?? ""))
    }
  }
  return top
}
