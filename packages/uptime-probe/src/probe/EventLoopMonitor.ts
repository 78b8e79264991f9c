import { type Failure, timeouts } from "../Outcome.ts"

/** Measures for how long the event loop was delayed during an operation. */
export interface EventLoopMonitor {
  /** Starts measuring; the returned function stops, and returns the total delay in milliseconds. */
  readonly begin: () => () => number
}

/** Milliseconds between two samples. */
const SAMPLE_MS = 10
/** Delay that is normal in a loaded but healthy process. */
const NOISE_MS = 5

/** A check counts as delayed when the loop was late by more than this, and by more than this share of the check. */
const DELAY_MS = 20
const DELAY_SHARE = 0.2

/** A timeout is a local fault when the loop was late by more than this, and by that share. */
const LOCAL_FAULT_MS = 250

/** Whether a delay makes the timings of a check of that length unreliable; both in milliseconds. */
export const isDelayed = (lateMs: number, checkMs: number): boolean =>
  lateMs > DELAY_MS && lateMs > checkMs * DELAY_SHARE

/** Whether a delay can explain why a check of that length timed out; both in milliseconds. */
export const isLocalFault = (lateMs: number, checkMs: number): boolean =>
  lateMs > LOCAL_FAULT_MS && isDelayed(lateMs, checkMs)

/** A timeout that a delay explains says nothing about the server; other failures stay. Both times in milliseconds. */
export const orLocalFault = (failure: Failure, lateMs: number, checkMs: number): Failure =>
  timeouts.has(failure.outcome) && isLocalFault(lateMs, checkMs)
    ? { outcome: "prober_fault", message: `The prober was too busy to run the check: ${failure.message}` }
    : failure

/**
 * A separate monitor; a process normally shares `processEventLoopMonitor`. It samples only while something is measured.
 */
export const makeEventLoopMonitor = (now: () => number = () => performance.now()): EventLoopMonitor => {
  let measuring = 0
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
      if (measuring === 0) {
        expected = now() + SAMPLE_MS
        timer = setInterval(sample, SAMPLE_MS)
        timer.unref()
      }
      measuring += 1
      const before = late + lateness()
      let open = true
      return () => {
        const during = Math.max(0, late + lateness() - before)
        if (open) {
          open = false
          measuring -= 1
          if (measuring === 0) clearInterval(timer)
        }
        return during
      }
    }
  }
}

/** Shared by all probes of this process. */
export const processEventLoopMonitor: EventLoopMonitor = makeEventLoopMonitor()
