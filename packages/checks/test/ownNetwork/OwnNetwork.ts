/** The faults of a worker's own network: it drops packets, it rejects connections, or it has no resolver either. */
export type OutageKind = "silent" | "rejecting" | "without resolver"

/** A time in which the worker's own network was away or a site was down, in milliseconds. */
export interface Outage<Kind> {
  readonly from: number
  readonly to: number
  readonly kind: Kind
}

/** The faults of a site: it drops connections, or it rejects connections. */
export type SiteOutageKind = "silent" | "rejecting"

/** The time and the result of a request's end. */
export interface Exchange {
  readonly end: number
  readonly result: "answered" | "silent" | "no resolver"
}

/**
 * The times at which TCP sends a packet again, for SYN and for data, in milliseconds after the first packet (RFC 6298).
 */
const SYN_AGAIN = [0, 1_000, 3_000, 7_000, 15_000, 31_000] as const
const DATA_AGAIN = [0, 200, 600, 1_400, 3_000, 6_200, 12_600, 25_400] as const
/** The DNS client repeats its query after this time, and gives up after `DNS_TIMEOUT_MS`. */
const DNS_AGAIN_MS = 2_500
export const DNS_TIMEOUT_MS = 5_000
const DNS_MS = 5
const CONNECT_MS = 30
const REJECTED_MS = 2

/** Indexes outages for a binary search by time. The outages must be in order and must not overlap. */
export const makeOutages = <Kind>(outages: ReadonlyArray<Outage<Kind>>) => {
  const endingAfter = (time: number): Outage<Kind> | undefined => {
    let low = 0
    let high = outages.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((outages[middle]?.to ?? 0) > time) high = middle
      else low = middle + 1
    }
    return outages[low]
  }
  return {
    endingAfter,
    /** Returns the first outage that overlaps a range. */
    during: (from: number, to: number = from): Outage<Kind> | undefined => {
      const next = endingAfter(from)
      return next !== undefined && next.from <= to ? next : undefined
    }
  }
}

export type Outages<Kind> = ReturnType<typeof makeOutages<Kind>>

/** Returns the end of a request to a site through the worker's network. `from` is the start of the request. */
export const exchange = (
  network: Outages<OutageKind>,
  site: Outages<SiteOutageKind>,
  from: number,
  { respondMs, timeoutMs }: { readonly respondMs: number; readonly timeoutMs: number }
): Exchange => {
  const deadline = from + timeoutMs
  const withoutResolver = (time: number) => network.during(time)?.kind === "without resolver"
  let at = from
  if (withoutResolver(at)) {
    at += DNS_AGAIN_MS
    if (withoutResolver(at)) return { end: Math.min(from + DNS_TIMEOUT_MS, deadline), result: "no resolver" }
  }
  at += DNS_MS
  for (const [again, takesMs] of [
    [SYN_AGAIN, CONNECT_MS],
    [DATA_AGAIN, respondMs]
  ] as const) {
    const phase = at
    let done = 0
    for (const later of again) {
      const sent = phase + later
      const back = sent + takesMs
      if (sent >= deadline) break
      const away = network.during(sent, back)
      const down = site.during(sent, back)
      if (away?.kind === "rejecting" || (away === undefined && down?.kind === "rejecting")) {
        return { end: sent + REJECTED_MS, result: "silent" }
      }
      if (away === undefined && down === undefined) {
        done = back
        break
      }
    }
    if (done === 0 || done > deadline) return { end: deadline, result: "silent" }
    at = done
  }
  return { end: at, result: "answered" }
}
