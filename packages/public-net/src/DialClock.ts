/** The clock that `dial` uses; tests pass their own. */
export interface DialClock {
  /** Monotonic milliseconds with fractions. */
  readonly now: () => number
  /** Calls `run` once after `ms` milliseconds, unless the returned function cancels it first. */
  readonly after: (ms: number, run: () => void) => () => void
}

/** The system clock. */
export const systemClock: DialClock = {
  now: () => performance.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  }
}

/** Whole microseconds since `start`. */
export const microsSince = (clock: DialClock, start: number): number =>
  Math.max(0, Math.round((clock.now() - start) * 1000))
