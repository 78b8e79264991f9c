import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpBody from "effect/http/HttpBody"
import * as HttpClient from "effect/http/HttpClient"
import type { HttpClientError } from "effect/http/HttpClientError"
import type { HttpClientRequest } from "effect/http/HttpClientRequest"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Metric from "effect/Metric"
import * as OtlpExporter from "effect/observability/OtlpExporter"
import * as OtlpLogger from "effect/observability/OtlpLogger"
import { OtlpSerialization } from "effect/observability/OtlpSerialization"
import * as OtlpTracer from "effect/observability/OtlpTracer"
import * as Option from "effect/Option"
import * as Tracer from "effect/Tracer"
import { performance } from "node:perf_hooks"
import { initializeMetrics } from "../metrics/PulledMetric.ts"
import { scrub } from "./scrub.ts"
import { Tracing } from "./Tracing.ts"

export interface TelemetryLimits {
  /** The maximum number of batches in flight. Further batches are dropped. */
  readonly inFlight: number
  /** The maximum time that the collector may take for one batch. */
  readonly timeoutMs: number
  /** The time after a failed batch during which further batches are dropped without being sent. */
  readonly pauseMs: number
  /** The maximum number of log lines or spans in one batch. */
  readonly batch: number
  readonly logsEveryMs: number
  readonly tracesEveryMs: number
  /** The maximum number of traces that are sampled per second. The spans of further traces are not exported. */
  readonly tracesPerSecond: number
  /** The maximum time that the last batches may take at shutdown. */
  readonly closeMs: number
}

export const telemetryLimits: TelemetryLimits = {
  inFlight: 4,
  timeoutMs: 5_000,
  pauseMs: 5_000,
  batch: 512,
  logsEveryMs: 1_000,
  tracesEveryMs: 5_000,
  tracesPerSecond: 100,
  closeMs: 1_000
}

const batches = Metric.counter("mon_telemetry_batches_total", {
  description:
    "Batches of traces and logs for the OTLP collector by outcome. A batch is dropped after earlier failures or while too many batches are in flight.",
  incremental: true
})
const signals = ["traces", "logs"] as const
const outcomes = ["sent", "failed", "dropped"] as const
const batchesOf = (signal: string, outcome: (typeof outcomes)[number]) =>
  Metric.withAttributes(batches, { signal, outcome })

const MILLIS_PER_SECOND = 1_000
const FIRST_BAD_STATUS = 400

/**
 * Makes an HTTP client that accepts every batch, never fails, and never waits for long. Without this client, the
 * exporter would retain failed batches and start one request for each batch.
 */
const bounded = (client: HttpClient.HttpClient, limits: TelemetryLimits): HttpClient.HttpClient => {
  let inFlight = 0
  let failing = false
  let pausedUntil = Number.NEGATIVE_INFINITY

  const post = (request: HttpClientRequest): Effect.Effect<string | null, HttpClientError> =>
    Effect.gen(function* () {
      const response = yield* client.execute(request)
      // The body is read to the end, because only then can the connection be reused.
      yield* response.arrayBuffer
      return response.status >= FIRST_BAD_STATUS ? `status ${response.status}` : null
    })

  const failed = Effect.fnUntraced(function* (reason: string) {
    pausedUntil = performance.now() + limits.pauseMs
    if (!failing)
      yield* Effect.annotateLogs(
        Effect.logWarning("OTLP export failed. Traces and logs are dropped until the collector accepts them again"),
        { reason }
      )
    failing = true
  })

  const recovered = Effect.suspend(() => {
    const wasFailing = failing
    failing = false
    return wasFailing ? Effect.logInfo("OTLP export recovered") : Effect.void
  })

  const send = Effect.fnUntraced(function* (request: HttpClientRequest) {
    if (inFlight >= limits.inFlight || performance.now() < pausedUntil) return "dropped" as const
    inFlight += 1
    const reason = yield* post(request).pipe(
      Effect.timeoutOption(limits.timeoutMs),
      Effect.map((problem) => Option.getOrElse(problem, () => "no response in time")),
      Effect.catchCause(() => Effect.succeed("no connection")),
      Effect.ensuring(
        Effect.sync(() => {
          inFlight -= 1
        })
      )
    )
    yield* reason === null ? recovered : failed(reason)
    return reason === null ? ("sent" as const) : ("failed" as const)
  })

  return HttpClient.make((request, url) =>
    Effect.gen(function* () {
      const outcome = yield* send(request)
      yield* Metric.update(batchesOf(url.pathname.endsWith("/logs") ? "logs" : "traces", outcome), 1)
      return HttpClientResponse.fromWeb(request, new Response(null, { status: 200 }))
    })
  )
}

const json = (data: unknown) => HttpBody.text(JSON.stringify(scrub(data)), "application/json")

const layerScrubbed = Layer.succeed(OtlpSerialization, { traces: json, metrics: json, logs: json })

/**
 * Returns a tracer that samples at most `perSecond` new traces per second. The spans of unsampled traces are not
 * sampled either.
 */
const sampled = (tracer: Tracer.Tracer, perSecond: number): Tracer.Tracer => {
  let second = 0
  let started = 0
  const mayStart = () => {
    const now = Math.floor(performance.now() / MILLIS_PER_SECOND)
    started = now === second ? started + 1 : 1
    second = now
    return started <= perSecond
  }
  return Tracer.make({
    ...tracer,
    span: (options) =>
      tracer.span(
        Option.isNone(options.parent) && options.sampled && !mayStart() ? { ...options, sampled: false } : options
      )
  })
}

export interface TelemetryTarget {
  /** The URL of the collector without a trailing slash; null disables telemetry. */
  readonly url: string | null
  /** The attribute `service.name`: "mon", "mon-api" or "mon-worker". */
  readonly service: string
}

/**
 * Returns a layer that exports traces and logs to a collector with OTLP over HTTP in JSON, in addition to the other
 * loggers. The export never delays the traced code or makes it fail: data that the collector does not accept is dropped
 * and counted.
 */
export const layerTelemetry = (
  { service, url }: TelemetryTarget,
  changed: Partial<TelemetryLimits> = {}
): Layer.Layer<never> => {
  if (url === null) return Layer.empty
  const limits = { ...telemetryLimits, ...changed }
  const shared = { resource: { serviceName: service }, maxBatchSize: limits.batch, shutdownTimeout: limits.closeMs }
  const tracer = Effect.map(
    OtlpTracer.make({ ...shared, url: `${url}/v1/traces`, exportInterval: limits.tracesEveryMs }),
    (inner) => sampled(inner, limits.tracesPerSecond)
  )
  const client = Layer.effect(
    HttpClient.HttpClient,
    Effect.map(HttpClient.HttpClient, (fetching) => bounded(fetching, limits))
  ).pipe(
    Layer.provide(FetchHttpClient.layer),
    Layer.provide(Layer.succeed(FetchHttpClient.RequestInit, { redirect: "error" }))
  )
  const initialized = initializeMetrics(
    signals.flatMap((signal) => outcomes.map((outcome) => batchesOf(signal, outcome)))
  )
  return Layer.mergeAll(
    Logger.layer([OtlpLogger.make({ ...shared, url: `${url}/v1/logs`, exportInterval: limits.logsEveryMs })], {
      mergeWithExisting: true
    }),
    Layer.effect(Tracer.Tracer, tracer),
    Layer.succeed(Tracing, true),
    Layer.effectDiscard(initialized)
  ).pipe(Layer.provide([layerScrubbed, client, OtlpExporter.layerFlusher]))
}
