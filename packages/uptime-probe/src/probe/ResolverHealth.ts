import { guard } from "@mon/bundled/callbacks"

/** Distinguishes an unresponsive resolver of our own from unresponsive name servers of a site. */
export interface ResolverHealth {
  /** Whether our resolver answers; the result is cached for a moment and shared by all checks. */
  readonly check: () => Promise<boolean>
}

/** The time for which a result is cached, in milliseconds. */
const CACHE_MS = 2_000
/** A resolver that is silent for this long does not work. */
const TIMEOUT_MS = 3_000

/** Shares one probe of the resolver between checks. */
export const makeResolverHealth = (probe: (signal: AbortSignal) => Promise<boolean>): ResolverHealth => {
  let current: Promise<boolean> | null = null
  let until = 0
  return {
    check: () => {
      if (current === null || performance.now() > until) {
        until = Number.POSITIVE_INFINITY
        current = probe(AbortSignal.timeout(TIMEOUT_MS))
          .catch(() => false)
          .finally(() => {
            until = performance.now() + CACHE_MS
          })
      }
      return current
    }
  }
}

/**
 * The time to wait for a name before probing our resolver in parallel, in milliseconds, and the largest share of the
 * deadline that this may be.
 */
const SUSPICION_MS = 1_000
const SUSPICION_SHARE = 1 / 3

/** Probes the resolver when a name takes long, so that the result is known when the deadline passes. */
export const suspect = (health: ResolverHealth, timeoutMs: number) => {
  let asked: Promise<boolean> | null = null
  // Without an early query, the resolver is asked when the deadline has passed.
  const safely = guard(() => {})
  const ask = safely(() => {
    asked = health.check()
  })
  const timer = setTimeout(ask, Math.min(SUSPICION_MS, timeoutMs * SUSPICION_SHARE))
  timer.unref()
  return {
    clear: () => clearTimeout(timer),
    /** False when it is silent, or still silent when the signal is aborted. */
    answers: (signal: AbortSignal): Promise<boolean> => {
      const found = asked ?? health.check()
      const never = new Promise<boolean>((resolve, reject) => {
        const onAbort = guard(reject)(() => resolve(false))
        if (signal.aborted) onAbort()
        else signal.addEventListener("abort", onAbort, { once: true })
      })
      return Promise.race([found, never])
    }
  }
}
