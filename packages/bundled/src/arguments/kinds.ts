import { type ArgumentFault, inside, type Kind, mismatch, type OptionalKind } from "./Kind.ts"

/** A kind from a test. A value of the right type that fails it has a wrong value. */
export const kindOf = (takes: string, accepts: (value: unknown) => boolean, type?: string): Kind => ({
  takes,
  fault: (value) => {
    if (accepts(value)) return null
    const fault = mismatch(takes, value)
    return typeof value === type ? { ...fault, code: "ERR_INVALID_ARG_VALUE" } : fault
  }
})

/** Any value but undefined. Reads the properties of an object, so that one that throws is found here. */
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

/** A text that has a form. `takes` describes the form. */
export const textLike = (takes: string, fits: (value: string) => boolean): Kind =>
  kindOf(takes, (value) => typeof value === "string" && fits(value), "string")

/** A finite number in a range. */
export const aNumber = (takes: string, least = -Infinity, most = Infinity): Kind =>
  kindOf(
    takes,
    (value) => typeof value === "number" && Number.isFinite(value) && value >= least && value <= most,
    "number"
  )

/** A whole number in a range. `unit` follows the word "number", for instance " of bytes". */
export const whole = (least: number, most = Number.MAX_SAFE_INTEGER, unit = ""): Kind =>
  kindOf(
    most === Number.MAX_SAFE_INTEGER
      ? `a whole number${unit}, at least ${least}`
      : `a whole number${unit} from ${least} to ${most}`,
    (value) => Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most,
    "number"
  )

/** The longest time that a timer of Node takes. */
const LONGEST_MS = 2 ** 31 - 1

/** A length of time. Zero is allowed only if `least` is 0. */
export const milliseconds = (least?: 0): Kind =>
  kindOf(
    `a number of milliseconds ${least === 0 ? "from 0" : "above 0 and"} up to ${LONGEST_MS}`,
    (value) => typeof value === "number" && (least === 0 ? value >= 0 : value > 0) && value <= LONGEST_MS,
    "number"
  )

const listed = (values: ReadonlyArray<unknown>): string =>
  values.map((value) => (typeof value === "string" ? JSON.stringify(value) : String(value))).join(", ")

/** One of a few values. */
export const oneOf = (...values: ReadonlyArray<string | number | boolean | null>): Kind =>
  kindOf(
    values.length === 1 ? listed(values) : `one of ${listed(values)}`,
    (value) => (values as ReadonlyArray<unknown>).includes(value),
    "string"
  )

/** May be absent. */
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

/** Values of one kind in an array. */
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

/** The first of several kinds that fits; without `takes`, the message names all. */
export const either = (kinds: ReadonlyArray<Kind>, takes = kinds.map((one) => one.takes).join(" or ")): Kind => ({
  takes,
  fault: (value) => {
    let closest: ArgumentFault | null = null
    for (const one of kinds) {
      const fault = one.fault(value)
      if (fault === null) return null
      // What went wrong inside an object says more than that it is none of the kinds.
      if (fault.path !== "" || fault.code === "ERR_UNKNOWN_OPTION") closest ??= fault
    }
    return closest ?? mismatch(takes, value)
  }
})

/** A value that no message may quote. */
export const secretly = (one: Kind): Kind => ({
  takes: one.takes,
  fault: (value) => {
    const fault = one.fault(value)
    if (fault === null || typeof value !== "string") return fault
    return { ...fault, problem: `must be ${one.takes}, but it is a string of ${value.length} characters` }
  }
})
