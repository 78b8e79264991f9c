import type postgres from "postgres"

/** A value that is sent as `jsonb`, whatever its type is. The function {@link json} creates such a value. */
class JsonText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/**
 * Sends a value as `jsonb`. Strings, null and arrays of plain values need this wrapper. Plain objects and arrays of
 * objects do not need this wrapper. Throws a TypeError for a value without a JSON form (a bigint, a cycle, undefined).
 *
 * @example
 * json(["a", 1, null]) // in sql`insert into t (tags) values (${json(["a", 1, null])})`
 */
export const json = (value: unknown): unknown => {
  const text: unknown = JSON.stringify(value)
  if (typeof text !== "string") throw new TypeError("This value cannot be written as JSON")
  return new JsonText(text)
}

/** The maximum number of parameters of a statement. The wire protocol counts parameters in 16 bits. */
const MAX_PARAMETERS = 65_533

const JSONB = 3802

type Wire = string | number | boolean | bigint | null | Date | Uint8Array | ReadonlyArray<unknown> | postgres.Parameter

type Encoded = { readonly ok: true; readonly values: Array<Wire> } | { readonly ok: false; readonly message: string }

// The driver infers the type of an array from the first element, and declares it as the type of the whole array.
const arrayOids: ReadonlyArray<readonly [is: (value: unknown) => boolean, oid: number]> = [
  [(value) => value instanceof Date, 1185],
  [(value) => typeof value === "boolean", 1000],
  [(value) => typeof value === "bigint", 1016],
  [(value) => value instanceof Uint8Array, 1001]
]

const isPlain = (value: unknown): boolean =>
  value === null ||
  typeof value === "string" ||
  typeof value === "number" ||
  arrayOids.some(([is]) => is(value)) ||
  (Array.isArray(value) && value.every(isPlain))

const invalid = (value: unknown): string | undefined =>
  value === undefined || typeof value === "function" || typeof value === "symbol"
    ? `is ${typeof value}`
    : value instanceof Date && Number.isNaN(value.getTime())
      ? "is an invalid date"
      : Array.isArray(value)
        ? value.map(invalid).find((message) => message !== undefined)
        : undefined

const encodeOne = (sql: postgres.Sql, value: unknown): Wire => {
  if (value instanceof JsonText) return sql.typed(value.text, JSONB)
  if (Array.isArray(value)) {
    const first: unknown = value.find((element) => element !== null)
    const oid = arrayOids.find(([is]) => is(first))?.[1]
    if (oid !== undefined) return sql.typed([...value], oid)
    return isPlain(value) ? value : JSON.stringify(value)
  }
  return isPlain(value) ? (value as Wire) : JSON.stringify(value)
}

/**
 * Serializes parameters before postgres.js gets them. If the serialization of a parameter threw an error inside
 * postgres.js, postgres.js would reject the wrong statement and mix up the answers.
 */
export const encode = (sql: postgres.Sql, values: ReadonlyArray<unknown>): Encoded => {
  if (values.length > MAX_PARAMETERS)
    return { ok: false, message: `A statement can have at most ${MAX_PARAMETERS} parameters` }
  const encoded: Array<Wire> = []
  for (const [index, value] of values.entries()) {
    const problem = invalid(value)
    if (problem !== undefined) return { ok: false, message: `Parameter $${index + 1} ${problem}` }
    try {
      encoded.push(encodeOne(sql, value))
    } catch (cause) {
      return { ok: false, message: `Parameter $${index + 1} cannot be written as JSON: ${String(cause)}` }
    }
  }
  return { ok: true, values: encoded }
}
