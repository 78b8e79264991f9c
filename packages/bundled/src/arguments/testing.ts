import type { ArgumentCode } from "./kinds.ts"

export interface TriedFunction {
  readonly call: (...given: ReadonlyArray<never>) => unknown
  readonly args: () => ReadonlyArray<unknown>
  /** The nesting depth down to which values in the arguments are replaced with wrong values. Default: 3. */
  readonly depth?: number
  /** The paths of objects that may have any properties, such as "[0].headers". */
  readonly loose?: ReadonlyArray<string>
  /** The paths that accept any value. */
  readonly anything?: ReadonlyArray<string>
}

interface WrongCall {
  readonly title: string
  readonly args: ReadonlyArray<unknown>
  readonly mustFail: boolean
}

const CODES: ReadonlySet<string> = new Set<ArgumentCode>([
  "ERR_INVALID_ARG_TYPE",
  "ERR_INVALID_ARG_VALUE",
  "ERR_MISSING_ARGS",
  "ERR_UNKNOWN_OPTION"
])

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype

const revoked = (): object => {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  return proxy
}

const throwing = (): never => {
  throw new Error("hostile")
}

const hostileProxy = (): object => new Proxy({}, { get: throwing, has: throwing, ownKeys: throwing })

const WRONG: ReadonlyArray<readonly [title: string, value: () => unknown]> = [
  ["undefined", () => undefined],
  ["null", () => null],
  ["42", () => 42],
  ["-1", () => -1],
  ["NaN", () => Number.NaN],
  ["Infinity", () => Number.POSITIVE_INFINITY],
  ["1n", () => 1n],
  ["true", () => true],
  ['""', () => ""],
  ['"nonsense"', () => "nonsense"],
  ["[]", () => []],
  ["[undefined]", () => [undefined]],
  ["{}", () => ({})],
  ["a function", () => () => 0],
  ["a date", () => new Date(Number.NaN)],
  ["a revoked proxy", revoked],
  ["a hostile proxy", hostileProxy]
]

const mutations = (
  value: unknown,
  path: string,
  depth: number,
  { anything = [], loose = [] }: TriedFunction
): ReadonlyArray<readonly [title: string, value: unknown, mustFail: boolean]> => {
  const inside =
    depth === 0
      ? []
      : isPlain(value)
        ? Object.keys(value).flatMap((key) =>
            mutations(value[key], `${path}.${key}`, depth - 1, { call: throwing, args: () => [], anything, loose }).map(
              ([title, wrong, mustFail]) => [title, { ...value, [key]: wrong }, mustFail] as const
            )
          )
        : Array.isArray(value) && value.length > 0
          ? mutations(value[0], `${path}[0]`, depth - 1, { call: throwing, args: () => [], anything, loose }).map(
              ([title, wrong, mustFail]) => [title, [wrong, ...value.slice(1)], mustFail] as const
            )
          : []
  const unknown = isPlain(value)
    ? [[`${path} with an unknown option`, { ...value, nonsenseOption: 1 }, !loose.includes(path)] as const]
    : []
  const getters = isPlain(value)
    ? Object.keys(value).map((key) => {
        const copy = { ...value }
        Object.defineProperty(copy, key, { get: throwing, enumerable: true })
        return [`${path} whose ${key} throws`, copy, false] as const
      })
    : []
  return [
    ...WRONG.map(([title, make]) => [`${path} = ${title}`, make(), false] as const),
    [`${path} = a symbol`, Symbol("wrong"), !anything.includes(path)] as const,
    ...unknown,
    ...getters,
    ...inside
  ]
}

const wrongCalls = (tried: TriedFunction): ReadonlyArray<WrongCall> => {
  const { length } = tried.args()
  return [
    { title: "no arguments", args: [], mustFail: false },
    ...Array.from({ length }, (_, index) => index).flatMap((index) =>
      mutations(tried.args()[index], `[${index}]`, tried.depth ?? 3, tried).map(([title, value, mustFail]) => ({
        title,
        args: tried.args().with(index, value),
        mustFail
      }))
    )
  ]
}

/** Describes what is wrong with an error, or returns null if a caller can act on the error. */
const problemOf = (error: unknown): string | null => {
  if (!(error instanceof Error)) return `threw ${typeof error}, not an error`
  if (error.name !== error.constructor.name) return `the name of ${error.constructor.name} is ${error.name}`
  const code = "code" in error ? error.code : undefined
  if (typeof code !== "string") return `bare ${error.name}: ${error.message}`
  if (!(error instanceof TypeError)) return null
  if (!CODES.has(code)) return `TypeError with the code ${code}: ${error.message}`
  return /^[\w.]+: [^]+[.?]$/.test(error.message) ? null : `not a sentence: ${error.message}`
}

/**
 * Calls a function with wrong arguments. Returns one line for each call that fails with an unclear error, and for each
 * call that should have failed but did not.
 */
export const wrongUse = async (tried: TriedFunction): Promise<ReadonlyArray<string>> => {
  const call = tried.call as (...given: ReadonlyArray<unknown>) => unknown
  const valid = call(...tried.args())
  const isAsync = valid instanceof Promise
  await valid
  const problems: Array<string> = []
  for (const { args, mustFail, title } of wrongCalls(tried)) {
    let pending = false
    try {
      const result = call(...args)
      pending = true
      await result
      if (mustFail) problems.push(`${title}: accepted`)
    } catch (error) {
      const problem = problemOf(error)
      if (problem !== null) problems.push(`${title}: ${problem}`)
      if (isAsync && !pending) problems.push(`${title}: thrown, not rejected`)
    }
  }
  return problems
}

export const functionsOf = (module: object): ReadonlyArray<string> =>
  Object.entries(module)
    .filter(([, value]) => typeof value === "function" && !/^class\b/.test(Function.prototype.toString.call(value)))
    .map(([name]) => name)
    .toSorted()
