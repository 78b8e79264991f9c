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

/** A timeout is our own fault when the loop was late by more than this, and by that share. */
export const FAULT_MS = 250

/** Whether lateness (milliseconds) spoils the timings of a look of that length (milliseconds). */
export const isStalled = (lateMs: number, lookMs: number): boolean => lateMs > STALL_MS && lateMs > lookMs * STALL_SHARE

/** Whether lateness (milliseconds) can be why a look of that length (milliseconds) timed out. */
export const isOwnFault = (lateMs: number, lookMs: number): boolean => lateMs > FAULT_MS && isStalled(lateMs, lookMs)

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
