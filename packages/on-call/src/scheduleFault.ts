import { aSchedule } from "./argumentKinds.ts"

/** A fault in a schedule. */
export interface ScheduleFault {
  /** The path of the wrong field, such as `layers[0].handOff.start`. Empty if the value is not an object. */
  readonly path: string
  /** The fault, as the rest of a sentence that begins with the path. */
  readonly problem: string
}

let kind: ReturnType<typeof aSchedule> | null = null

/**
 * Returns the first fault of a value that should be a schedule, or null if all functions of this package accept it.
 * Nothing is thrown.
 *
 * @example
 * ```ts
 * const handOff = { every: 1, unit: "weeks", start: "2026-01-05" }
 * const fault = scheduleFault({ zone: "Europe/Berlin", layers: [{ groups: [["ann"]], handOff }] })
 * fault?.path // => "layers[0].handOff.start"
 * fault?.problem // => "must be a local time from 1970 to 2199, such as 2026-01-05T09:00, but it is the string \"2026-01-05\""
 * ```
 */
export const scheduleFault = (value: unknown): ScheduleFault | null => {
  kind ??= aSchedule()
  try {
    const fault = kind.fault(value)
    return fault === null ? null : { path: fault.path.replace(/^\./u, ""), problem: fault.problem }
  } catch {
    return { path: "", problem: "cannot be read, because one of its properties throws an error" }
  }
}
