/** Tells for how long the event loop stood still during something. */
export interface StallWatch {
  /** Starts watching; the given function ends it and returns the milliseconds that the loop was late in all. */
  readonly begin: () => () => number
}

/** Milliseconds between two samples. */
const SAMPLE_MS = 10
/** Lateness that a loaded but healthy process shows. */
const NOISE_MS = 5

/** A look is marked when the loop was late by more than this, and by more than this share of the look. */
export const STALL_MS = 20
export const STALL_SHARE = 0.2

/** Whether lateness (milliseconds) spoils a look of that length (microseconds). */
export const isStalled = (lateMs: number, totalUs: number): boolean => lateMs > STALL_MS && lateMs * 1000 > totalUs * STALL_SHARE

/** A watch of its own; a process normally shares `processStallWatch`. It samples only while somebody watches. */
export const makeStallWatch = (now: () => number = () => performance.now()): StallWatch => {
  let watchers = 0
  let late = 0
  let expected = 0
  let timer: NodeJS.Timeout | undefined

  const lateness = () => {
    const by = now() - expected
    return by > NOISE_MS ? by : 0
  }
  const sample = () => {
    late += lateness()
    expected = now() + SAMPLE_MS
  }

  return {
    begin: () => {
      if (watchers === 0) {
        expected = now() + SAMPLE_MS
        timer = setInterval(sample, SAMPLE_MS)
        timer.unref()
      }
      watchers += 1
      const before = late + lateness()
      let open = true
      return () => {
        const during = Math.max(0, late + lateness() - before)
        if (open) {
          open = false
          watchers -= 1
          if (watchers === 0) clearInterval(timer)
        }
        return during
      }
    }
  }
}

/** Shared by all probes of this process. */
export const processStallWatch: StallWatch = makeStallWatch()
