import { addTimings, noTimings, type Timings } from "../CheckResult.ts"
import { field } from "../http/HttpHead.ts"
import type { HopResult } from "../probe/performHop.ts"
import { gauge, type Metric, type ProbeFailure } from "./ProbeReport.ts"
import { addressMetrics, certificateMetrics, seconds, sharedMetrics, triedAddress } from "./sharedMetrics.ts"

export interface ModuleResult {
  readonly durationMs: number
  readonly timeoutMs: number
  readonly ends: ReadonlyArray<HopResult>
  /** The final response. Null if there was no response, or no trustworthy response. */
  readonly answer: HopResult | null
  /** The reason why the probe failed. Null if the probe succeeded. */
  readonly failure: ProbeFailure | null
}

const PHASES: ReadonlyArray<readonly [phase: string, timing: keyof Timings]> = [
  ["connect", "connectUs"],
  ["processing", "waitUs"],
  ["resolve", "dnsUs"],
  ["tls", "tlsUs"],
  ["transfer", "downloadUs"]
]

const lastModified = (value: string | null): ReadonlyArray<Metric> => {
  const at = value === null ? Number.NaN : Date.parse(value)
  if (Number.isNaN(at)) return []
  return [gauge("probe_http_last_modified_timestamp_seconds", "The Last-Modified header", Math.floor(at / 1_000))]
}

/** Returns the metrics that blackbox_exporter reports for a probe, and the outcome of the probe. */
export const httpMetrics = ({ answer, durationMs, ends, failure, timeoutMs }: ModuleResult): ReadonlyArray<Metric> => {
  const timings = ends.reduce<Timings>((sum, { hop }) => addTimings(sum, hop.timings), noTimings)
  const first = ends[0]?.hop
  const address = first === undefined ? null : triedAddress(first)
  const length = answer === null ? "0" : field(answer.headers, "content-length")
  const certificate = ends.findLast(({ hop }) => hop.certificate !== null)?.hop.certificate ?? null
  return [
    ...sharedMetrics(failure, durationMs, timeoutMs, { dnsUs: first?.timings.dnsUs ?? null }),
    gauge("probe_failed_due_to_regex", "Whether a pattern made the probe fail", failure?.byPattern === true ? 1 : 0),
    ...addressMetrics(address),
    {
      name: "probe_http_duration_seconds",
      help: "The duration of each phase, summed over all redirects",
      type: "gauge",
      samples: PHASES.map(([phase, timing]) => [{ phase }, seconds(timings[timing])] as const)
    },
    gauge("probe_http_status_code", "The status of the final response", answer?.hop.statusCode ?? 0),
    gauge("probe_http_version", "The HTTP version of the final response", Number(answer?.hop.httpVersion ?? 0)),
    gauge("probe_http_redirects", "How many redirects were followed", Math.max(0, ends.length - 1)),
    gauge("probe_http_ssl", "Whether the final URL uses TLS", answer?.hop.url.startsWith("https:") === true ? 1 : 0),
    gauge("probe_http_content_length", "The Content-Length header, or -1", length === null ? -1 : Number(length)),
    gauge("probe_http_uncompressed_body_length", "The decoded bytes that were read", answer?.body.length ?? 0),
    ...lastModified(answer === null ? null : field(answer.headers, "last-modified")),
    ...(certificate === null ? [] : certificateMetrics(certificate))
  ]
}
