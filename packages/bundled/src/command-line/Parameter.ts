import { UsageError } from "./ExitCode.ts"
import type { ValueType } from "./ValueType.ts"

export interface Parameter<A> {
  readonly description: string
  /** The type of the value. Null for a flag, which takes no value. */
  readonly type: ValueType<unknown> | null
  readonly isRequired: boolean
  readonly isList: boolean
  readonly short: string | null
  /** Converts the given texts to the value. Throws a {@link UsageError} that names the parameter by `label`. */
  readonly read: (given: ReadonlyArray<string>, label: string) => A
}

const valueOf = <A>(type: ValueType<A>, given: string, label: string): A => {
  const value = type.read(given)
  if (value === undefined) throw new UsageError(`${label} must be ${type.takes}, not ${JSON.stringify(given)}.`)
  return value
}

const missing = ({ takes }: ValueType<unknown>, label: string): UsageError =>
  new UsageError(`${label} is missing. It must be ${takes}.`)

/** Makes the reader of an option. If the option is given several times, the last value is used. */
const lastOr = <A, B>(type: ValueType<A>, absent: (label: string) => B) => {
  return (given: ReadonlyArray<string>, label: string): A | B => {
    const last = given.at(-1)
    return last === undefined ? absent(label) : valueOf(type, last, label)
  }
}

const base = { isRequired: false, isList: false, short: null }

export const flag = (description: string, short: string | null = null): Parameter<boolean> => ({
  ...base,
  description,
  type: null,
  short,
  read: (given) => given.length > 0
})

export const required = <A>(type: ValueType<A>, description: string): Parameter<A> => ({
  ...base,
  description,
  type,
  isRequired: true,
  read: lastOr(type, (label): never => {
    throw missing(type, label)
  })
})

export const optional = <A>(type: ValueType<A>, description: string): Parameter<A | null> => ({
  ...base,
  description,
  type,
  read: lastOr(type, () => null)
})

export const withDefault = <A>(type: ValueType<A>, fallback: A, description: string): Parameter<A> => ({
  ...base,
  description: `${description} (default: ${String(fallback)})`,
  type,
  read: lastOr(type, () => fallback)
})

export const list = <A>(type: ValueType<A>, description: string): Parameter<ReadonlyArray<A>> => ({
  ...base,
  description,
  type,
  isList: true,
  read: (given, label) => given.map((each) => valueOf(type, each, label))
})

export const requiredList = <A>(type: ValueType<A>, description: string): Parameter<ReadonlyArray<A>> => ({
  ...list(type, description),
  isRequired: true,
  read: (given, label) => {
    if (given.length === 0) throw missing(type, label)
    return given.map((each) => valueOf(type, each, label))
  }
})
