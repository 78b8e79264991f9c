import { closest } from "./closest.ts"

/** The codes of errors for wrong arguments. ERR_UNKNOWN_OPTION is specific to Mon, and all other codes are Node's. */
export type ArgumentCode = "ERR_INVALID_ARG_TYPE" | "ERR_INVALID_ARG_VALUE" | "ERR_UNKNOWN_OPTION" | "ERR_MISSING_ARGS"

export interface ArgumentFault {
  /**
   * The path from the checked value to the wrong value, such as `.expect[0].text`. Empty for the checked value itself.
   */
  readonly path: string
  /** The rest of the sentence that begins with `path`. */
  readonly problem: string
  readonly code: ArgumentCode
}

export interface Kind {
  /** The words that follow "must be" in a message, for instance "a boolean". */
  readonly takes: string
  /**
   * Returns the problem with a value, or null if the value fits. Errors that the value's getters or proxies throw pass
   * through.
   */
  readonly fault: (value: unknown) => ArgumentFault | null
}

export interface OptionalKind extends Kind {
  readonly optional: true
}

const MAX_QUOTED = 60

const USERINFO = /(:\/\/)[^/?#]*@/

const quoted = (text: string): string => {
  const safe = text.replace(USERINFO, "$1…@")
  return JSON.stringify(safe.length > MAX_QUOTED ? `${safe.slice(0, MAX_QUOTED)}…` : safe)
}

const received = (value: unknown): string => {
  switch (typeof value) {
    case "string":
      return `the string ${quoted(value)}`
    case "number":
    case "boolean":
    case "undefined":
      return String(value)
    case "bigint":
      return "a bigint"
    case "symbol":
      return "a symbol"
    case "function":
      return "a function"
    default:
      return value === null ? "null" : Array.isArray(value) ? "an array" : "an object"
  }
}

export const mismatch = (takes: string, value: unknown): ArgumentFault =>
  value === undefined
    ? { path: "", problem: `is missing. It must be ${takes}`, code: "ERR_MISSING_ARGS" }
    : { path: "", problem: `must be ${takes}, but it is ${received(value)}`, code: "ERR_INVALID_ARG_TYPE" }

export const inside = (step: string, fault: ArgumentFault): ArgumentFault => ({ ...fault, path: step + fault.path })

/**
 * Makes a kind of argument from a function that accepts or rejects values. If a rejected value has the right type, the
 * code of its fault is `ERR_INVALID_ARG_VALUE`.
 */
export const kindOf = (takes: string, accepts: (value: unknown) => boolean, type?: string): Kind => ({
  takes,
  fault: (value) => {
    if (accepts(value)) return null
    const fault = mismatch(takes, value)
    return typeof value === type ? { ...fault, code: "ERR_INVALID_ARG_VALUE" } : fault
  }
})

/** Any value except undefined. The check reads the properties of an object, to find properties that throw. */
export const anything: Kind = {
  takes: "a value",
  fault: (value) => {
    if (value === undefined) return mismatch("a value", value)
    if (typeof value === "object" && value !== null) Object.values(value)
    return null
  }
}

export const aString: Kind = {
  takes: "a string",
  fault: (value) => (typeof value === "string" ? null : mismatch("a string", value))
}

export const aBoolean: Kind = {
  takes: "true or false",
  fault: (value) => (typeof value === "boolean" ? null : mismatch("true or false", value))
}

export const aFunction: Kind = {
  takes: "a function",
  fault: (value) => (typeof value === "function" ? null : mismatch("a function", value))
}

export const aBigint: Kind = {
  takes: "a bigint",
  fault: (value) => (typeof value === "bigint" ? null : mismatch("a bigint", value))
}

export const aUint8Array: Kind = {
  takes: "a Uint8Array",
  fault: (value) => (value instanceof Uint8Array ? null : mismatch("a Uint8Array", value))
}

const isSignal = (value: unknown): boolean =>
  typeof value === "object" &&
  value !== null &&
  "aborted" in value &&
  typeof value.aborted === "boolean" &&
  "addEventListener" in value &&
  typeof value.addEventListener === "function"

export const anAbortSignal: Kind = {
  takes: "an AbortSignal",
  fault: (value) => (isSignal(value) ? null : mismatch("an AbortSignal", value))
}

export const textLike = (takes: string, fits: (value: string) => boolean): Kind =>
  kindOf(takes, (value) => typeof value === "string" && fits(value), "string")

export const aNumber = (takes: string, least = -Infinity, most = Infinity): Kind =>
  kindOf(
    takes,
    (value) => typeof value === "number" && Number.isFinite(value) && value >= least && value <= most,
    "number"
  )

/** A whole number from `least` to `most`. `unit` follows the word "number", for instance " of bytes". */
export const whole = (least: number, most = Number.MAX_SAFE_INTEGER, unit = ""): Kind =>
  kindOf(
    most === Number.MAX_SAFE_INTEGER
      ? `a whole number${unit}, at least ${least}`
      : `a whole number${unit} from ${least} to ${most}`,
    (value) => Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most,
    "number"
  )

/** The longest time that Node's timers accept, in milliseconds. */
const LONGEST_MS = 2 ** 31 - 1

/** A duration in milliseconds. Zero is allowed only if `least` is 0. */
export const milliseconds = (least?: 0): Kind =>
  kindOf(
    `a number of milliseconds ${least === 0 ? "from 0" : "above 0 and"} up to ${LONGEST_MS}`,
    (value) => typeof value === "number" && (least === 0 ? value >= 0 : value > 0) && value <= LONGEST_MS,
    "number"
  )

const listed = (values: ReadonlyArray<unknown>): string =>
  values.map((value) => (typeof value === "string" ? JSON.stringify(value) : String(value))).join(", ")

export const oneOf = (...values: ReadonlyArray<string | number | boolean | null>): Kind =>
  kindOf(
    values.length === 1 ? listed(values) : `one of ${listed(values)}`,
    (value) => (values as ReadonlyArray<unknown>).includes(value),
    "string"
  )

export const optional = (one: Kind): OptionalKind => ({
  takes: one.takes,
  optional: true,
  fault: (value) => (value === undefined ? null : one.fault(value))
})

export const nullable = (one: Kind): Kind => {
  const takes = `${one.takes} or null`
  return {
    takes,
    fault: (value) => (value === null ? null : value === undefined ? mismatch(takes, value) : one.fault(value))
  }
}

export const listOf = (one: Kind, takes = `an array, each entry ${one.takes}`): Kind => ({
  takes,
  fault: (value) => {
    if (!Array.isArray(value)) return mismatch(takes, value)
    for (let index = 0; index < value.length; index++) {
      const fault = one.fault(value[index])
      if (fault !== null) return inside(`[${index}]`, fault)
    }
    return null
  }
})

/** A value that fits at least one of several kinds. Without `takes`, the message names all kinds. */
export const either = (kinds: ReadonlyArray<Kind>, takes = kinds.map((one) => one.takes).join(" or ")): Kind => ({
  takes,
  fault: (value) => {
    let nearest: ArgumentFault | null = null
    for (const one of kinds) {
      const fault = one.fault(value)
      if (fault === null) return null
      // A message about a problem inside an object is more useful than the message that no kind fits.
      if (fault.path !== "" || fault.code === "ERR_UNKNOWN_OPTION") nearest ??= fault
    }
    return nearest ?? mismatch(takes, value)
  }
})

/** A secret value, which messages do not quote. */
export const secretly = (one: Kind): Kind => ({
  takes: one.takes,
  fault: (value) => {
    const fault = one.fault(value)
    if (fault === null || typeof value !== "string") return fault
    return { ...fault, problem: `must be ${one.takes}, but it is a string of ${value.length} characters` }
  }
})

/**
 * A kind for each property of T. The kind is optional if the property is optional. The compiler requires an entry for
 * every property.
 */
export type FieldsOf<T> = { readonly [K in keyof T]-?: object extends Pick<T, K> ? OptionalKind : Kind }

type Fields = Readonly<Record<string, Kind>>

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const unknownOption = (value: object, fields: Fields): ArgumentFault | null => {
  for (const name of Object.keys(value)) {
    if (Object.hasOwn(fields, name)) continue
    const names = Object.keys(fields)
    const meant = closest(name, names)
    const known = names.length === 0 ? "It has no options" : `It takes ${names.join(", ")}`
    return {
      path: "",
      problem: `has no option ${JSON.stringify(name.slice(0, 60))}. ${meant === null ? known : `Did you mean ${JSON.stringify(meant)}?`}`,
      code: "ERR_UNKNOWN_OPTION"
    }
  }
  return null
}

const fieldFault = (value: Readonly<Record<string, unknown>>, fields: Fields): ArgumentFault | null => {
  for (const name of Object.keys(fields)) {
    const fault = fields[name]?.fault(value[name])
    if (fault) return inside(`.${name}`, fault)
  }
  return null
}

/** An object that has no properties other than the given options. */
export const optionsOf = <T extends object>(fields: FieldsOf<T>, takes = "an object with options"): Kind => {
  const known: Fields = { ...fields }
  return {
    takes,
    fault: (value) =>
      isObject(value) ? (unknownOption(value, known) ?? fieldFault(value, known)) : mismatch(takes, value)
  }
}

/**
 * An object with at least the given properties, such as a result that the caller passes back. The check also reads all
 * other properties, to find properties that throw.
 */
export const shape = <T extends object>(takes: string, fields: Partial<FieldsOf<T>>): Kind => {
  const known = { ...fields } as Fields
  return {
    takes,
    fault: (value) => {
      if ((typeof value !== "object" || value === null) && typeof value !== "function") return mismatch(takes, value)
      Object.values(value)
      return fieldFault(value as Readonly<Record<string, unknown>>, known)
    }
  }
}

export const mapOf = (one: Kind, takes: string): Kind => ({
  takes,
  fault: (value) => {
    if (!isObject(value)) return mismatch(takes, value)
    for (const name of Object.keys(value)) {
      const fault = one.fault(value[name])
      if (fault !== null) return inside(`[${JSON.stringify(name.slice(0, 60))}]`, fault)
    }
    return null
  }
})

export const variants = (property: string, kinds: Readonly<Record<string, Kind>>, takes: string): Kind => ({
  takes,
  fault: (value) => {
    if (!isObject(value)) return mismatch(takes, value)
    const name = value[property]
    const one = typeof name === "string" && Object.hasOwn(kinds, name) ? kinds[name] : undefined
    if (one !== undefined) return one.fault(value)
    return inside(`.${property}`, mismatch(`one of ${Object.keys(kinds).join(", ")}`, name))
  }
})

/** An object of one of several kinds. Each kind has a property that no other kind has. */
export const byProperty = (kinds: Readonly<Record<string, Kind>>, takes: string): Kind => ({
  takes,
  fault: (value) => {
    if (!isObject(value)) return mismatch(takes, value)
    const found = Object.entries(kinds).find(([name]) => value[name] !== undefined)
    if (found !== undefined) return found[1].fault(value)
    return unknownOption(value, kinds) ?? mismatch(takes, value)
  }
})

export const withDefaults = <T extends object, D extends Partial<T>>(defaults: D, given: T): T & D => {
  const defined = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  return { ...defaults, ...(defined as T) }
}

/** The error for a wrong argument. Like Node's own errors for wrong arguments, it is a TypeError. */
export interface ArgumentError extends TypeError {
  readonly code: ArgumentCode
}

/**
 * Makes the error for a wrong argument. The message names the argument, the values that the argument takes, and the
 * given value.
 */
export const argumentError = (
  message: string,
  code: ArgumentCode = "ERR_INVALID_ARG_VALUE",
  options?: ErrorOptions
): ArgumentError => Object.assign(new TypeError(message, options), { code })

type Parameters = Readonly<Record<string, Kind>>

const unreadable = (): ArgumentFault => ({
  path: "",
  problem: "cannot be read, because one of its properties throws an error",
  code: "ERR_INVALID_ARG_VALUE"
})

/**
 * Makes a function that checks the arguments of a public function, and throws a TypeError for the first wrong one.
 * `table` returns one kind for each parameter, in order. `table` is not called until the function is first used.
 */
export const argumentsOf = (name: string, table: () => Parameters): ((...given: ReadonlyArray<unknown>) => void) => {
  let parameters: ReadonlyArray<readonly [string, Kind]> | null = null
  return (...given) => {
    parameters ??= Object.entries(table())
    for (let index = 0; index < parameters.length; index++) {
      const [parameter, kind] = parameters[index] as readonly [string, Kind]
      let fault: ArgumentFault | null
      let cause: ErrorOptions | undefined
      try {
        fault = kind.fault(given[index])
      } catch (error) {
        fault = unreadable()
        cause = { cause: error }
      }
      if (fault !== null)
        throw argumentError(`${name}: ${parameter}${fault.path} ${sentence(fault)}`, fault.code, cause)
    }
  }
}

const sentence = ({ problem }: ArgumentFault): string => (/[.?]$/.test(problem) ? problem : `${problem}.`)
