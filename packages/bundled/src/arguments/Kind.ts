/** The codes of errors for wrong arguments. All but the third are the codes of Node. */
export type ArgumentCode = "ERR_INVALID_ARG_TYPE" | "ERR_INVALID_ARG_VALUE" | "ERR_UNKNOWN_OPTION" | "ERR_MISSING_ARGS"

/** A fault of a value. */
export interface ArgumentFault {
  /** From the checked value to the wrong one, for instance `.expect[0].text`; empty for the value itself. */
  readonly path: string
  /** Completes a sentence that begins with the path. */
  readonly problem: string
  readonly code: ArgumentCode
}

/** The kind of value that an argument or an option takes. */
export interface Kind {
  /** Completes "must be", for instance "a boolean". */
  readonly takes: string
  /** Null when the value fits. May throw what a getter or a proxy of the value throws. */
  readonly fault: (value: unknown) => ArgumentFault | null
}

/** A kind that may also be absent. */
export interface OptionalKind extends Kind {
  readonly optional: true
}

/** The most characters of a text that a message quotes. */
const MAX_QUOTED = 60

/** User name and password of a URL. */
const USERINFO = /(:\/\/)[^/?#]*@/

const quoted = (text: string): string => {
  const safe = text.replace(USERINFO, "$1…@")
  return JSON.stringify(safe.length > MAX_QUOTED ? `${safe.slice(0, MAX_QUOTED)}…` : safe)
}

/** Describes a given value in words that never show more than the beginning of a text. */
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

/** The fault of a value that is not what a kind takes. */
export const mismatch = (takes: string, value: unknown): ArgumentFault =>
  value === undefined
    ? { path: "", problem: `is missing. It must be ${takes}`, code: "ERR_MISSING_ARGS" }
    : { path: "", problem: `must be ${takes}, but it is ${received(value)}`, code: "ERR_INVALID_ARG_TYPE" }

/** The fault of a part as a fault of the whole. */
export const inside = (step: string, fault: ArgumentFault): ArgumentFault => ({ ...fault, path: step + fault.path })
