/** What the guard needs to know of one check. */
export interface SeenLook {
  /** Milliseconds on a monotonic clock. */
  readonly at: number
  /** Registrable domain of the monitor. */
  readonly domain: string
  /** Failed without receiving a byte, on a domain that was up. */
  readonly silent: boolean
}

/** Sums over the checks of the window. */
export interface WindowSummary {
  readonly looks: number
  readonly silentLooks: number
  readonly silentDomains: number
}

/** A sliding window over checks with running sums: adding a check takes constant time. */
export interface LookWindow {
  readonly add: (look: SeenLook) => void
  readonly summary: (now: number) => WindowSummary
  /** Whether a check of this domain failed silently within the window. */
  readonly isSilent: (domain: string) => boolean
}

/** Expired entries are removed from the array once there are this many. */
const COMPACT_AT = 1_024

export const makeLookWindow = (windowMs: number): LookWindow => {
  let looks: Array<SeenLook> = []
  let first = 0
  let silentLooks = 0
  const silentDomains = new Map<string, number>()

  const subtract = (look: SeenLook) => {
    if (!look.silent) return
    silentLooks -= 1
    const left = (silentDomains.get(look.domain) ?? 1) - 1
    if (left === 0) silentDomains.delete(look.domain)
    else silentDomains.set(look.domain, left)
  }

  const slideTo = (now: number) => {
    for (let oldest = looks[first]; oldest !== undefined && oldest.at <= now - windowMs; oldest = looks[first]) {
      subtract(oldest)
      first += 1
    }
    if (first < COMPACT_AT) return
    looks = looks.slice(first)
    first = 0
  }

  return {
    add: (look) => {
      slideTo(look.at)
      looks.push(look)
      if (!look.silent) return
      silentLooks += 1
      silentDomains.set(look.domain, (silentDomains.get(look.domain) ?? 0) + 1)
    },
    summary: (now) => {
      slideTo(now)
      return { looks: looks.length - first, silentLooks, silentDomains: silentDomains.size }
    },
    isSilent: (domain) => silentDomains.has(domain)
  }
}
