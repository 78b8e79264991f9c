export interface SeenCheck {
  /** The time of the check, in milliseconds on a monotonic clock. */
  readonly at: number
  /** The registrable domain of the monitor. */
  readonly domain: string
  /** Whether the check failed without receiving a byte, although the domain had been up before. */
  readonly silent: boolean
}

export interface WindowSummary {
  readonly checks: number
  readonly silentChecks: number
  readonly silentDomains: number
}

/** A sliding window over checks with running sums. Adding a check takes constant time. */
export interface CheckWindow {
  readonly add: (check: SeenCheck) => void
  readonly summary: (now: number) => WindowSummary
  /** Whether a check of this domain failed silently within the window. */
  readonly isSilent: (domain: string) => boolean
}

const COMPACT_AT = 1_024

export const makeCheckWindow = (windowMs: number): CheckWindow => {
  let checks: Array<SeenCheck> = []
  let first = 0
  let silentChecks = 0
  const silentDomains = new Map<string, number>()

  const subtract = (check: SeenCheck) => {
    if (!check.silent) return
    silentChecks -= 1
    const left = (silentDomains.get(check.domain) ?? 1) - 1
    if (left === 0) silentDomains.delete(check.domain)
    else silentDomains.set(check.domain, left)
  }

  const slideTo = (now: number) => {
    for (let oldest = checks[first]; oldest !== undefined && oldest.at <= now - windowMs; oldest = checks[first]) {
      subtract(oldest)
      first += 1
    }
    if (first < COMPACT_AT) return
    checks = checks.slice(first)
    first = 0
  }

  return {
    add: (check) => {
      slideTo(check.at)
      checks.push(check)
      if (!check.silent) return
      silentChecks += 1
      silentDomains.set(check.domain, (silentDomains.get(check.domain) ?? 0) + 1)
    },
    summary: (now) => {
      slideTo(now)
      return { checks: checks.length - first, silentChecks, silentDomains: silentDomains.size }
    },
    isSilent: (domain) => silentDomains.has(domain)
  }
}

/** A request to which a site responded with at least one byte. Times are in milliseconds on a monotonic clock. */
export interface AnsweredRequest {
  readonly host: string
  readonly from: number
  readonly to: number
}

/** The requests in the last minute to which sites have responded. */
export interface Responses {
  readonly add: (request: AnsweredRequest) => void
  /**
   * Returns whether the response of another site proves that this worker's own network did not cause a silent check.
   *
   * TCP doubles the wait before each retransmission, so the last transmission of a check lies in its second half. If
   * the network was the cause, it was down from the first transmission to the last. A request that was sent and
   * answered within the first half of the check proves that the network was up.
   */
  readonly contradict: (silent: AnsweredRequest) => boolean
}

/** The time for which requests are stored: longer than half of the longest check. */
const STORED_MS = 60_000
/** The number of expired requests that may remain in the array before they are removed. */
const COMPACT_RESPONSES_AT = 4_096

export const makeResponses = (): Responses => {
  let requests: Array<AnsweredRequest> = []
  let first = 0

  const expire = (now: number) => {
    while ((requests[first]?.to ?? now) <= now - STORED_MS) first += 1
    if (first < COMPACT_RESPONSES_AT) return
    requests = requests.slice(first)
    first = 0
  }

  return {
    add: (request) => {
      expire(request.to)
      requests.push(request)
    },
    contradict: ({ from, host, to }) => {
      const middle = from + (to - from) / 2
      for (let index = requests.length - 1; index >= first; index--) {
        const request = requests[index]
        if (request === undefined || request.to < from) return false
        if (request.from >= from && request.to <= middle && request.host !== host) return true
      }
      return false
    }
  }
}
