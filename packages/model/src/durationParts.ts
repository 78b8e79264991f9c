const UNITS = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1]
] as const

/** A unit in which durations are given. */
export type DurationUnit = (typeof UNITS)[number][0]

/**
 * Splits a duration into its largest unit and the next smaller unit. Leaves out the smaller unit if its value is 0.
 * Every screen, message and command shows durations this way.
 *
 * @param seconds Fractions are rounded; less than 0 counts as 0.
 *
 * @example
 * ```ts
 * durationParts(179) // => [["minute", 2], ["second", 59]]
 * durationParts(86_405) // => [["day", 1]]
 * durationParts(0) // => [["second", 0]]
 * ```
 */
export const durationParts = (seconds: number): ReadonlyArray<readonly [unit: DurationUnit, count: number]> => {
  const whole = Math.max(0, Math.round(seconds))
  const index = UNITS.findIndex(([, size]) => whole >= size)
  const [unit, size] = UNITS[index] ?? (["second", 1] as const)
  const next = index === -1 ? undefined : UNITS[index + 1]
  const rest = next === undefined ? 0 : Math.floor((whole % size) / next[1])
  const first = [unit, Math.floor(whole / size)] as const
  return next === undefined || rest === 0 ? [first] : [first, [next[0], rest]]
}

/**
 * Returns the number of seconds between two moments, both rounded down to whole seconds. The result agrees with the two
 * times that a reader sees. It is never below 0.
 *
 * @param from Unix time in milliseconds.
 * @param to Unix time in milliseconds.
 *
 * @example
 * ```ts
 * secondsBetween(1_900, 4_100) // => 3
 * ```
 */
export const secondsBetween = (from: number, to: number): number =>
  Math.max(0, Math.floor(to / 1_000) - Math.floor(from / 1_000))
