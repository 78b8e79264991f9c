import { type Context, Metric } from "effect"

/** Upper bounds in seconds: from an answer out of memory to the longest request that is served. */
const BOUNDARIES = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** Counts requests, and how long they took. */
export interface HttpMetrics {
  readonly observe: (method: string, route: string, status: number, seconds: number) => void
}

const requests = (method: string, route: string, status: number) =>
  Metric.counter("mon_http_requests_total", {
    description: "Requests answered",
    incremental: true,
    attributes: { method, route, status: String(status) }
  })

const durations = (method: string, route: string) =>
  Metric.histogram("mon_http_request_duration_seconds", {
    description: "Time from a request's headers to the end of its answer",
    boundaries: BOUNDARIES,
    attributes: { method, route }
  })

/** A series for each method, route and status that occurs; routes are templates, so there are only so many. */
export const makeHttpMetrics = (context: Context.Context<never>): HttpMetrics => {
  const series = new Map<
    string,
    { readonly count: ReturnType<typeof requests>; readonly time: ReturnType<typeof durations> }
  >()
  return {
    observe: (method, route, status, seconds) => {
      const key = `${method} ${route} ${status}`
      let found = series.get(key)
      if (found === undefined) {
        found = { count: requests(method, route, status), time: durations(method, route) }
        series.set(key, found)
      }
      found.count.updateUnsafe(1, context)
      found.time.updateUnsafe(seconds, context)
    }
  }
}
