const UNITS: ReadonlyMap<string, number> = new Map([
  ["ns", 1e-9],
  ["us", 1e-6],
  ["µs", 1e-6],
  ["ms", 0.001],
  ["s", 1],
  ["m", 60],
  ["h", 3_600],
  ["d", 86_400],
  ["w", 604_800],
  ["y", 31_536_000]
])

/**
 * Converts a duration in the format of Go or Prometheus, such as `1m30s`, to seconds. Returns null for any other text.
 *
 * @example
 * ```ts
 * goDuration("1m30s") // => 90
 * ```
 */
export const goDuration = (text: string): number | null => {
  const trimmed = text.trim()
  if (!/^(?:\d+(?:\.\d+)?(?:ns|us|µs|ms|s|m|h|d|w|y))+$/u.test(trimmed)) return trimmed === "0" ? 0 : null
  let seconds = 0
  for (const [, amount, unit = ""] of trimmed.matchAll(/(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h|d|w|y)/gu))
    seconds += Number(amount) * (UNITS.get(unit) ?? 0)
  return Math.round(seconds * 1_000) / 1_000
}
