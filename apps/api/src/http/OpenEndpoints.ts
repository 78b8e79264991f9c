import { BASE_PATH, messages, openApiDocument } from "@mon/api-contract"
import { makeReadiness, METRICS_TYPE, recentMetricsText } from "@mon/process-runtime"
import { Context, Effect, Layer } from "effect"
import type { SqlClient } from "effect/sql"
import { errorResponse } from "./ErrorResponse.ts"
import { type HttpResponse, jsonResponse } from "./HttpResponse.ts"

export class Readiness extends Context.Service<
  Readiness,
  {
    /**
     * Returns the reasons why the process cannot serve requests, or an empty list if it can. Takes at most 2 s. The
     * reasons are for the log, not for responses.
     */
    readonly problems: Effect.Effect<ReadonlyArray<string>>
    /**
     * Returns the reasons why the process should be restarted, or an empty list if a restart is not needed. Does not
     * wait.
     */
    readonly healthProblems: Effect.Effect<ReadonlyArray<string>>
  }
>()("@mon/api/http/Readiness") {
  static readonly layer: Layer.Layer<Readiness, never, SqlClient.SqlClient> = Layer.effect(
    Readiness,
    Effect.map(makeReadiness, ({ health, readiness }) => Readiness.of({ problems: readiness, healthProblems: health }))
  )
}

export interface OpenEndpoint {
  readonly label: string
  readonly handle: () => Effect.Effect<HttpResponse, never, Readiness>
}

const health = jsonResponse(200, { success: true, data: { status: "ok" } })
const ready = jsonResponse(200, { success: true, data: { status: "ready" } })

/** `GET /health` succeeds if the process responds, unless its database has been unavailable for minutes. */
export const healthEndpoint: OpenEndpoint = {
  label: "/health",
  handle: () =>
    Effect.map(
      Effect.flatMap(Readiness, ({ healthProblems }) => healthProblems),
      (problems) => (problems.length === 0 ? health : errorResponse(503, messages.unavailable))
    )
}

/** `GET /live` succeeds if the process responds. */
export const liveEndpoint: OpenEndpoint = { label: "/live", handle: () => Effect.succeed(health) }

/** `GET /ready` succeeds if the process can serve requests and is not shutting down. */
export const readyEndpoint: OpenEndpoint = {
  label: "/ready",
  handle: () =>
    Effect.map(
      Effect.flatMap(Readiness, ({ problems }) => problems),
      (problems) => (problems.length === 0 ? ready : errorResponse(503, messages.unavailable))
    )
}

export const metricsEndpoint: OpenEndpoint = {
  label: "/metrics",
  handle: () => Effect.map(recentMetricsText, (body) => ({ status: 200, body, contentType: METRICS_TYPE }))
}

export const OPENAPI_PATH = `${BASE_PATH}/openapi.json`

export const openApiResponse = (baseUrl: string): HttpResponse =>
  jsonResponse(200, { ...openApiDocument(), servers: [{ url: baseUrl }] })
