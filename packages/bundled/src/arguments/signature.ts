import type { ArgumentCode, ArgumentFault, Kind } from "./Kind.ts"

/** An error for a wrong argument. Its class is TypeError, as that of Node's own errors for wrong arguments. */
export interface ArgumentError extends TypeError {
  readonly code: ArgumentCode
}

/** Makes the error for a wrong argument. The sentence names the argument, what it takes and what it got. */
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
 * Makes a function that checks the arguments of a public function and throws a TypeError for the first wrong one. The
 * table is made when it is first needed. Give it one kind for each parameter, in order.
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
