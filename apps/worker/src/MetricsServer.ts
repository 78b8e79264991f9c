import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { makeReadiness, METRICS_TYPE, metricsText } from "@mon/process-runtime"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import type { ServeError } from "effect/http/HttpServerError"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import type { SqlClient } from "effect/sql/SqlClient"
import { createServer } from "node:http"

const statusResponse = (status: string, code = 200) =>
  HttpServerResponse.jsonUnsafe({ status }, { status: code, headers: { "cache-control": "no-store" } })

const metrics = Effect.map(metricsText, (body) => HttpServerResponse.text(body, { contentType: METRICS_TYPE }))

const layerReady = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const readiness = yield* makeReadiness
    yield* router.add(
      "GET",
      "/ready",
      Effect.map(readiness, (problems) =>
        problems.length === 0 ? statusResponse("ready") : statusResponse("unavailable", 503)
      )
    )
  })
)

/**
 * Serves `GET /metrics` in the Prometheus text format, `GET /live` (and `/health`) while the process responds, and `GET
 * /ready`, which is 503 while the database is unavailable or not migrated, a loop is stuck, or the process shuts down.
 */
export const layerMetricsServer = (address: {
  readonly host: string
  readonly port: number
}): Layer.Layer<never, ServeError, SqlClient> =>
  HttpRouter.serve(
    Layer.mergeAll(
      HttpRouter.add("GET", "/metrics", metrics),
      HttpRouter.add("GET", "/health", Effect.succeed(statusResponse("ok"))),
      HttpRouter.add("GET", "/live", Effect.succeed(statusResponse("ok"))),
      layerReady
    ),
    { disableLogger: true, disableListenLog: true }
  ).pipe(Layer.provide(NodeHttpServer.layer(createServer, address)))
