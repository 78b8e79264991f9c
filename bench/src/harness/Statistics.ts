/** A summary of repeated measurements. */
export interface Spread {
  readonly median: number
  readonly min: number
  readonly max: number
  /** In the order of measurement. */
  readonly samples: ReadonlyArray<number>
}

/**
 * The value below which a share of the values lies, interpolated between neighbours; NaN without values.
 *
 * @example
 * ```ts
 * percentile([4, 1, 3, 2], 0.5) // => 2.5
 * ```
 */
export const percentile = (values: ReadonlyArray<number>, share: number): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (sorted.length - 1) * share
  const low = sorted[Math.floor(at)] ?? Number.NaN
  const high = sorted[Math.ceil(at)] ?? Number.NaN
  return low + (high - low) * (at - Math.floor(at))
}

/** The middle of the values, or of the two in the middle. */
export const median = (values: ReadonlyArray<number>): number => percentile(values, 0.5)

export const spread = (samples: ReadonlyArray<number>): Spread => ({
  median: median(samples),
  min: Math.min(...samples),
  max: Math.max(...samples),
  samples
})

/**
 * Round by round, how many times the other's value one has: what slows a whole round down falls out.
 *
 * @example
 * ```ts
 * ratio([2, 6], [1, 3]).median // => 2
 * ```
 */
export const ratio = (values: ReadonlyArray<number>, others: ReadonlyArray<number>): Spread => {
  if (values.length !== others.length)
    throw new RangeError(`${values.length} rounds cannot be compared with ${others.length}`)
  return spread(values.map((value, round) => value / (others[round] ?? Number.NaN)))
}

/**
 * How much y grows with each x: the slope of the least-squares line.
 *
 * @example
 * ```ts
 * slope([[0, 1], [1, 3], [2, 5]]) // => 2
 * ```
 */
export const slope = (points: ReadonlyArray<readonly [x: number, y: number]>): number => {
  const meanX = points.reduce((sum, [x]) => sum + x, 0) / points.length
  const meanY = points.reduce((sum, [, y]) => sum + y, 0) / points.length
  const together = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0)
  const alone = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0)
  return together / alone
}
