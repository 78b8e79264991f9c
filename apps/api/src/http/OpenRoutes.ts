import { BASE_PATH, messages, openApiDocument } from "@mon/api-contract"
import { METRICS_TYPE, metricsText } from "@mon/checks"
import { Effect } from "effect"
import { errorReply, jsonReply, type Reply } from "./RequestContext.ts"
import { Readiness } from "./Readiness.ts"

/** A route that needs no key. */
export interface OpenRoute {
  readonly label: string
  readonly reply: () => Effect.Effect<Reply, never, Readiness>
}

const health = jsonReply(200, { success: true, data: { status: "ok" } })
const ready = jsonReply(200, { success: true, data: { status: "ready" } })

/** `GET /health`: the process answers. */
export const healthRoute: OpenRoute = { label: "/health", reply: () => Effect.succeed(health) }

/** `GET /live`: the same by its other name. */
export const liveRoute: OpenRoute = { label: "/live", reply: () => Effect.succeed(health) }

/** `GET /ready`: the process can work, and does not end. */
export const readyRoute: OpenRoute = {
  label: "/ready",
  reply: () =>
    Effect.map(
      Effect.flatMap(Readiness, ({ problems }) => problems),
      (problems) => (problems.length === 0 ? ready : errorReply(503, messages.unavailable))
    )
}

/** `GET /metrics`: every metric of the process as Prometheus text. */
export const metricsRoute: OpenRoute = {
  label: "/metrics",
  reply: () => Effect.map(metricsText, (body) => ({ status: 200, body, contentType: METRICS_TYPE }))
}

/** Where the OpenAPI document is. */
export const OPENAPI_PATH = `${BASE_PATH}/openapi.json`

/** The OpenAPI document of a service that is reached under a URL. */
export const openApiReply = (baseUrl: string): Reply =>
  jsonReply(200, { ...openApiDocument(), servers: [{ url: baseUrl }] })
