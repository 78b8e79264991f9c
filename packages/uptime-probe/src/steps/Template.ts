const PLACEHOLDER = /\{\{\s*([a-z]\w{0,49})\s*\}\}/giu

/** The name of a value. */
export const VALUE_NAME = /^[a-z]\w{0,49}$/iu

/** The names of the values that every check has. */
export const BUILT_IN = ["uuid", "unixTime", "isoTime"] as const

/** Returns the names of the values that the texts inside a value contain. */
export const namesIn = (value: unknown): ReadonlySet<string> => {
  if (typeof value === "string") return new Set([...value.matchAll(PLACEHOLDER)].flatMap(([, name = ""]) => name))
  if (typeof value !== "object" || value === null) return new Set()
  return new Set(Object.values(value).flatMap((one) => [...namesIn(one)]))
}

/** The values of a check by name. */
export interface Values {
  readonly get: (name: string) => string | undefined
}

/** Inserts values into texts. Remembers the names of values that it did not find. */
export class Filling {
  readonly #values: Values
  readonly used = new Set<string>()
  readonly missing = new Set<string>()

  constructor(values: Values) {
    this.#values = values
  }

  text(template: string, encode: (value: string) => string = (value) => value): string {
    return template.replaceAll(PLACEHOLDER, (placeholder, name: string) => {
      const value = this.#values.get(name)
      if (value === undefined) {
        this.missing.add(name)
        return placeholder
      }
      this.used.add(name)
      return encode(value)
    })
  }

  /** Fills all texts in a value of JSON, but not the names of its properties. */
  json<A>(value: A): A {
    if (typeof value === "string") return this.text(value) as A
    if (Array.isArray(value)) return value.map((one: unknown) => this.json(one)) as A
    if (typeof value !== "object" || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, this.json(one)])) as A
  }
}

/** Encodes a value for a URL. Slashes stay, because a value can be a path, such as the one in a Location header. */
export const inUrl = (value: string): string => encodeURIComponent(value).replaceAll("%2F", "/")

const HIDDEN = "***"

/** Returns the forms in which a value can appear in a URL, a header field or a body. */
const formsOf = (value: string): ReadonlyArray<string> => [
  value,
  inUrl(value),
  encodeURIComponent(value),
  new URLSearchParams([["", value]]).toString().slice(1),
  JSON.stringify(value).slice(1, -1),
  Buffer.from(value).toString("base64")
]

/** Replaces values in all texts of a result. The longest come first, because a value may be a part of another one. */
export const makeScrubber = (secrets: ReadonlyArray<string>): (<A>(value: A) => A) => {
  const forms = [...new Set(secrets.filter((secret) => secret !== "").flatMap(formsOf))].toSorted(
    (one, other) => other.length - one.length
  )
  const scrub = <A>(value: A): A => {
    if (typeof value === "string")
      return forms.reduce<string>((text, form) => text.replaceAll(form, HIDDEN), value) as A
    if (Array.isArray(value)) return value.map((one: unknown) => scrub(one)) as A
    if (typeof value !== "object" || value === null || value instanceof Error || value instanceof Uint8Array)
      return value
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, scrub(one)])) as A
  }
  return forms.length === 0 ? (value) => value : scrub
}
