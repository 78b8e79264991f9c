/** Keys and indexes from the root of a document. */
export type Path = ReadonlyArray<string | number>

const STEP = /\.?([A-Za-z_$][\w$-]*)|\[(\d{1,9})\]|\["((?:[^"\\]|\\.)*)"\]/y

/**
 * Reads the plain paths of RFC 9535: names and indexes, as in `$.data[0]["odd key"]`; the `$` may be left out. Null
 * when it is none.
 *
 * @example
 * ```ts
 * parse("$.data[0].name") // => ["data", 0, "name"]
 * ```
 */
export const parse = (text: string): Path | null => {
  const path: Array<string | number> = []
  let at = text.startsWith("$") && !/^\$[\w$-]/.test(text) ? 1 : 0
  if (text[at] === "." && at === 0) return null
  while (at < text.length) {
    STEP.lastIndex = at
    const step = STEP.exec(text)
    if (step === null || (path.length > 0 && step[1] !== undefined && !step[0].startsWith("."))) return null
    at = STEP.lastIndex
    if (step[1] !== undefined) path.push(step[1])
    else if (step[2] !== undefined) path.push(Number(step[2]))
    else path.push(unquote(step[3] ?? ""))
  }
  return path
}

const unquote = (text: string): string => text.replaceAll(/\\(.)/g, "$1")

/** What a document has at a path. */
export const select = (
  document: unknown,
  path: Path
): { readonly found: true; readonly value: unknown } | { readonly found: false } => {
  let value = document
  for (const step of path) {
    const fits = Array.isArray(value) ? typeof step === "number" : typeof step === "string"
    if (typeof value !== "object" || value === null || !fits || !Object.hasOwn(value, step)) return { found: false }
    value = (value as Readonly<Record<string | number, unknown>>)[step]
  }
  return { found: true, value }
}
