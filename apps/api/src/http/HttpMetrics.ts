import { type Context, Metric } from "effect"

/**
 * The histogram bounds in seconds. They range from the time of a response from memory to the time of the longest
 * request.
 */
const BOUNDARIES = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

export interface HttpMetrics {
  readonly observe: (method: string, endpoint: string, status: number, seconds: number) => void
  readonly refuse: () => void
}

const requests = (method: string, endpoint: string, status: number) =>
  Metric.counter("mon_http_requests_total", {
    description: "Requests answered",
    incremental: true,
    attributes: { method, route: endpoint, status: String(status) }
  })

const durations = (method: string, endpoint: string) =>
  Metric.histogram("mon_http_request_duration_seconds", {
    description: "Time from a request's headers to the end of its response",
    boundaries: BOUNDARIES,
    attributes: { method, route: endpoint }
  })

const refused = Metric.counter("mon_http_connections_refused_total", {
  description: "Connections that were closed because the limit MON_MAX_CONNECTIONS was reached",
  incremental: true
})

/**
 * Creates one series for each combination of method, endpoint and status that occurs. Endpoints are templates, so the
 * number of series is limited.
 */
export const makeHttpMetrics = (context: Context.Context<never>): HttpMetrics => {
  const series = new Map<
    string,
    { readonly count: ReturnType<typeof requests>; readonly time: ReturnType<typeof durations> }
  >()
  // Updating the counter creates it. Dashboards and alerts need the initial zero.
  refused.updateUnsafe(0, context)
  return {
    refuse: () => refused.updateUnsafe(1, context),
    observe: (method, endpoint, status, seconds) => {
      const key = `${method} ${endpoint} ${status}`
      let found = series.get(key)
      if (found === undefined) {
        found = { count: requests(method, endpoint, status), time: durations(method, endpoint) }
        series.set(key, found)
      }
      found.count.updateUnsafe(1, context)
      found.time.updateUnsafe(seconds, context)
    }
  }
}
