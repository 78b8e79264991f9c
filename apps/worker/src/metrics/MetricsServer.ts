import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { makeReadiness, METRICS_TYPE, recentMetricsText } from "@mon/process-runtime"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import type { ServeError } from "effect/http/HttpServerError"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import type { SqlClient } from "effect/sql/SqlClient"
import { createServer } from "node:http"

const statusResponse = (status: string, code = 200) =>
  HttpServerResponse.jsonUnsafe({ status }, { status: code, headers: { "cache-control": "no-store" } })

const metrics = Effect.map(recentMetricsText, (body) => HttpServerResponse.text(body, { contentType: METRICS_TYPE }))

const layerState = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const { health, readiness } = yield* makeReadiness
    const respond = (state: typeof health, status: string) =>
      Effect.map(state, (problems) =>
        problems.length === 0 ? statusResponse(status) : statusResponse("unavailable", 503)
      )
    yield* router.add("GET", "/ready", respond(readiness, "ready"))
    yield* router.add("GET", "/health", respond(health, "ok"))
  })
)

/**
 * Serves the endpoints for monitoring. `GET /metrics` returns the Prometheus text format. `GET /live` responds as long
 * as the process responds. `GET /health` returns 503 once the database has been unreachable for five minutes. `GET
 * /ready` returns 503 while the database cannot be written or is not migrated, a loop is stuck, or the process shuts
 * down.
 */
export const layerMetricsServer = (address: {
  readonly host: string
  readonly port: number
}): Layer.Layer<never, ServeError, SqlClient> =>
  HttpRouter.serve(
    Layer.mergeAll(
      HttpRouter.add("GET", "/metrics", metrics),
      HttpRouter.add("GET", "/live", Effect.succeed(statusResponse("ok"))),
      layerState
    ),
    { disableLogger: true, disableListenLog: true }
  ).pipe(Layer.provide(NodeHttpServer.layer(createServer, address)))
