import { guard } from "@mon/bundled/callbacks"

/** A time limit that can be stopped for a while; its signal is aborted with a TimeoutError when it has passed. */
export interface Deadline {
  readonly signal: AbortSignal
  /** The limit has passed (as opposed to: the caller gave up). */
  readonly passed: () => boolean
  /** Time spent in the work does not count. */
  readonly uncounted: <A>(work: Promise<A>) => Promise<A>
  /** Ends it for the caller. */
  readonly abandon: () => void
  readonly end: () => void
}

/** Starts a limit of so many milliseconds, which also ends when the caller's signal does. */
export const startDeadline = (milliseconds: number, outer?: AbortSignal): Deadline => {
  const controller = new AbortController()
  let passed = false
  let left = milliseconds
  let since = performance.now()
  let over = false
  // Node calls the listeners of a signal one by one: each of them guards itself.
  const safely = guard(() => controller.abort())
  const abort = safely(() => {
    if (over || controller.signal.aborted) return
    passed = true
    controller.abort(new DOMException(`The deadline of ${milliseconds} ms has passed`, "TimeoutError"))
  })
  // Timers run before sockets are read: after a delay of the event loop, the response may already have arrived.
  const pass = safely(() => setImmediate(abort))
  let timer = setTimeout(pass, left)
  const abandon = safely(() => controller.abort(outer?.reason))
  if (outer?.aborted === true) abandon()
  outer?.addEventListener("abort", abandon, { once: true })
  return {
    signal: controller.signal,
    passed: () => passed,
    abandon,
    uncounted: async (work) => {
      clearTimeout(timer)
      left -= performance.now() - since
      try {
        return await work
      } finally {
        since = performance.now()
        timer = setTimeout(pass, Math.max(0, left))
      }
    },
    end: () => {
      over = true
      clearTimeout(timer)
      outer?.removeEventListener("abort", abandon)
    }
  }
}
