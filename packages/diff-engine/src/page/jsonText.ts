/** A number as it was written. */
class Written {
  readonly source: string
  constructor(source: string) {
    this.source = source
  }
}

interface Visit {
  readonly path: string
  readonly value: unknown
}

const plainKey = /^[A-Za-z_$][\w$]*$/u

const below = (path: string, key: string): string => plainKey.test(key) ? (path === "" ? key : `${path}.${key}`) : `${path}[${JSON.stringify(key)}]`

const leaf = (value: unknown): string => value instanceof Written ? value.source : JSON.stringify(value)

/**
 * A JSON text as one line a leaf, `path: value`, keys sorted, numbers as they were written; null when it is none.
 *
 * @example
 * jsonLines('{"b": [1.50, true], "a": "x"}') // => ['a: "x"', "b[0]: 1.50", "b[1]: true"]
 */
export const jsonLines = (text: string): ReadonlyArray<string> | null => {
  let root: unknown
  try {
    root = JSON.parse(text, (_key, value: unknown, ...rest: ReadonlyArray<unknown>) => {
      const [context] = rest
      const source = typeof context === "object" && context !== null && "source" in context ? context.source : undefined
      return typeof value === "number" && typeof source === "string" ? new Written(source) : value
    })
  } catch {
    return null
  }
  const lines: Array<string> = []
  const stack: Array<Visit> = [{ path: "", value: root }]
  for (let visit = stack.pop(); visit !== undefined; visit = stack.pop()) {
    const { path, value } = visit
    if (Array.isArray(value) && value.length > 0) {
      for (let i = value.length - 1; i >= 0; i--) stack.push({ path: `${path}[${i}]`, value: value[i] })
    } else if (typeof value === "object" && value !== null && !(value instanceof Written) && !Array.isArray(value) && Object.keys(value).length > 0) {
      const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? 1 : -1))
      for (const [key, inner] of entries) stack.push({ path: below(path, key), value: inner })
    } else {
      lines.push(`${path === "" ? "" : `${path}: `}${leaf(value)}`)
    }
  }
  return lines
}
