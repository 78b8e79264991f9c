/** The expected shape of a value: a named check, an exact value, a list of one shape, or required fields. */
export type Shape =
  | Check
  | null
  | boolean
  | number
  | string
  | readonly []
  | readonly [Shape]
  | { readonly [field: string]: Shape }

/** A check, with the name that mismatch messages give it. */
export interface Check {
  readonly is: string
  readonly holds: (value: unknown) => boolean
}

const check = (is: string, holds: Check["holds"]): Check => ({ is, holds })

export const text = check("a text", (value) => typeof value === "string")
export const id = check("an id", (value) => typeof value === "string" && value.length > 0)
export const flag = check("true or false", (value) => typeof value === "boolean")
export const integer = check("a whole number", (value) => Number.isSafeInteger(value))
export const number = check("a number", (value) => Number.isFinite(value))
export const time = check(
  "a time",
  (value) => typeof value === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/u.test(value)
)
export const list = check("a list", Array.isArray)
export const something = check("an object", (value) => typeof value === "object" && value !== null)
export const color = check(
  "a hex colour",
  (value) => typeof value === "string" && /^#(?:[0-9a-f]{3}){1,2}$/iu.test(value)
)

export const oneOf = (...values: ReadonlyArray<unknown>): Check =>
  check(`one of ${values.map(String).join(", ")}`, (value) => values.includes(value))

export const orNull = (shape: Shape): Check =>
  check("null or the expected value", (value) => value === null || mismatch(shape, value) === null)

const isCheck = (shape: Shape): shape is Check =>
  typeof shape === "object" && shape !== null && "holds" in shape && typeof shape.holds === "function"

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const shown = (value: unknown): string => String(JSON.stringify(value)).slice(0, 120)

/** Why a value does not have a shape, or null. Additional fields are allowed. */
export const mismatch = (shape: Shape, value: unknown, path = "body"): string | null => {
  if (isCheck(shape)) return shape.holds(value) ? null : `${path} is ${shown(value)}, expected ${shape.is}`
  if (Array.isArray(shape)) {
    if (!Array.isArray(value)) return `${path} is ${shown(value)}, expected a list`
    const [each] = shape as ReadonlyArray<Shape>
    if (each === undefined) return value.length === 0 ? null : `${path} is ${shown(value)}, expected an empty list`
    return value.map((item, index) => mismatch(each, item, `${path}[${index}]`)).find((found) => found !== null) ?? null
  }
  if (typeof shape !== "object" || shape === null)
    return shape === value ? null : `${path} is ${shown(value)}, expected ${shown(shape)}`
  if (!isObject(value)) return `${path} is ${shown(value)}, expected an object`
  for (const [field, expected] of Object.entries(shape)) {
    if (!(field in value)) return `${path}.${field} is missing`
    const found = mismatch(expected, value[field], `${path}.${field}`)
    if (found !== null) return found
  }
  return null
}
