/** Time as the dialler sees it; a test brings its own. */
export interface DialClock {
  /** Monotonic milliseconds, fractions included. */
  readonly now: () => number
  /** Runs once after so many milliseconds unless the returned function is called first. */
  readonly after: (ms: number, run: () => void) => () => void
}

/** The clock of the machine. */
export const systemClock: DialClock = {
  now: () => performance.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  }
}

/** Whole microseconds since a reading of the clock. */
export const microsSince = (clock: DialClock, start: number): number =>
  Math.max(0, Math.round((clock.now() - start) * 1000))
