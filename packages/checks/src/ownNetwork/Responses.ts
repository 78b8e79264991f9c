/** A request to which a site responded with at least one byte. Times are milliseconds on a monotonic clock. */
export interface AnsweredRequest {
  readonly host: string
  readonly from: number
  readonly to: number
}

/** The requests of the last minute to which sites responded. */
export interface Responses {
  readonly add: (request: AnsweredRequest) => void
  /**
   * Whether the response of another site proves that a silent check was not due to the worker's own network.
   *
   * TCP doubles the wait before each new transmission, so the last transmission of a check lies in its second half. If
   * the network was away for the whole check, it was away from the first transmission to the last. A request that was
   * sent and answered within the first half of the check proves that it was not.
   */
  readonly contradict: (silent: AnsweredRequest) => boolean
}

/** The time for which requests are stored: longer than half of the longest check. */
const STORED_MS = 60_000
/** The number of expired requests after which they are removed from the array. */
const COMPACT_AT = 4_096

export const makeResponses = (): Responses => {
  let requests: Array<AnsweredRequest> = []
  let first = 0

  const expire = (now: number) => {
    while ((requests[first]?.to ?? now) <= now - STORED_MS) first += 1
    if (first < COMPACT_AT) return
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
