/** Tells a silent resolver of our own from silent name servers of a site. */
export interface ResolverHealth {
  /** Whether the own resolver answers; what was found holds for a moment and is shared by all looks. */
  readonly check: () => Promise<boolean>
}

/** Milliseconds that a finding holds. */
const HOLDS_MS = 2_000
/** Milliseconds after which silence is an answer. */
const PATIENCE_MS = 3_000

/** Shares one probe of the resolver between looks. */
export const makeResolverHealth = (probe: (signal: AbortSignal) => Promise<boolean>): ResolverHealth => {
  let current: Promise<boolean> | null = null
  let until = 0
  return {
    check: () => {
      if (current === null || performance.now() > until) {
        until = Number.POSITIVE_INFINITY
        current = probe(AbortSignal.timeout(PATIENCE_MS))
          .catch(() => false)
          .finally(() => {
            until = performance.now() + HOLDS_MS
          })
      }
      return current
    }
  }
}

/** Milliseconds of waiting for a name before the own resolver is asked in parallel, and the share of the deadline that this is at most. */
const SUSPICION_MS = 1_000
const SUSPICION_SHARE = 1 / 3

/** Asks about the resolver when a name takes long, so that the answer is there when the deadline passes. */
export const suspect = (health: ResolverHealth, timeoutMs: number) => {
  let asked: Promise<boolean> | null = null
  const timer = setTimeout(
    () => {
      asked = health.check()
    },
    Math.min(SUSPICION_MS, timeoutMs * SUSPICION_SHARE)
  )
  timer.unref()
  return {
    clear: () => clearTimeout(timer),
    /** False when it is silent, or still silent when the signal is aborted. */
    answers: (signal: AbortSignal): Promise<boolean> => {
      const found = asked ?? health.check()
      const never = new Promise<boolean>((resolve) => {
        if (signal.aborted) resolve(false)
        else signal.addEventListener("abort", () => resolve(false), { once: true })
      })
      return Promise.race([found, never])
    }
  }
}
