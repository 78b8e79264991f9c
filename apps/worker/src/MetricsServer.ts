import { METRICS_TYPE, metricsText } from "@mon/checks"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import type { ServeError } from "effect/http/HttpServerError"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import { createServer } from "node:http"

/** `GET /metrics` in the Prometheus text format, and `GET /health`. */
export const layerMetricsServer = (address: { readonly host: string; readonly port: number }): Layer.Layer<never, ServeError> =>
  HttpRouter.serve(
    Layer.mergeAll(
      HttpRouter.add("GET", "/metrics", Effect.map(metricsText, (body) => HttpServerResponse.text(body, { contentType: METRICS_TYPE }))),
      HttpRouter.add("GET", "/health", Effect.succeed(HttpServerResponse.jsonUnsafe({ status: "ok" })))
    ),
    { disableLogger: true, disableListenLog: true }
  ).pipe(Layer.provide(NodeHttpServer.layer(createServer, address)))
