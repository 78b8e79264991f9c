import { guard } from "@mon/bundled/callbacks"
import { messages } from "@mon/api-contract"
import type { StoreError } from "@mon/core-store"
import { Tracing } from "@mon/process-runtime"
import { Cause, Context, Effect, Exit, References, Stream } from "effect"
import type { RequestListener } from "node:http"
import { performance } from "node:perf_hooks"
import { isWellFormed, malformedRequest } from "./ClientError.ts"
import { errorResponse, errorResponseFor } from "./ErrorResponse.ts"
import type { HttpMetrics } from "./HttpMetrics.ts"
import type { HttpResponse } from "./HttpResponse.ts"
import { negotiate } from "./Negotiation.ts"
import { type RequestContext, requestIdOf, splitTarget } from "./RequestContext.ts"
import type { LabelledResponse, Router } from "./Router.ts"
import type { Closing } from "./Server.ts"

const write = (
  { id, request, serverResponse }: RequestContext,
  { body, contentType, headers, status }: HttpResponse,
  closing: boolean
): void => {
  if (serverResponse.headersSent || serverResponse.destroyed || Stream.isStream(body)) return
  // The connection cannot be reused while part of a body is unread.
  const last = closing || (status === 413 && !request.complete)
  serverResponse.writeHead(status, {
    ...(status === 304 ? {} : { "Content-Type": contentType, "Content-Length": Buffer.byteLength(body) }),
    "Cache-Control": "no-store",
    "X-Request-Id": id,
    ...headers,
    ...(last ? { Connection: "close" } : {})
  })
  serverResponse.end(body)
}

/** A client that reads nothing for this long is disconnected. */
const STALLED_READER_MS = 60_000

const writePiece = ({ serverResponse }: RequestContext, piece: string | Uint8Array) =>
  Effect.callback<void>((resume) => {
    const done = guard((error) => resume(Effect.die(error)))(() => resume(Effect.void))
    if (serverResponse.write(piece)) return done()
    serverResponse.once("drain", done)
    return Effect.sync(() => serverResponse.off("drain", done))
  }).pipe(Effect.timeout(STALLED_READER_MS))

/** Streams a body with backpressure. If the source fails, the connection is closed. */
const writePieces = (
  context: RequestContext,
  response: HttpResponse,
  pieces: Stream.Stream<string | Uint8Array, StoreError>,
  closing: Closing
): Effect.Effect<HttpResponse> => {
  const { id, method, serverResponse } = context
  serverResponse.writeHead(response.status, {
    "Content-Type": response.contentType,
    "Cache-Control": "no-store",
    "X-Request-Id": id,
    ...response.headers
  })
  const written = Stream.runForEach(pieces, (piece) => writePiece(context, piece))
  const ended = response.endless === true ? Effect.raceFirst(written, closing.wait) : written
  return (method === "HEAD" ? Effect.void : ended).pipe(
    Effect.andThen(Effect.sync(() => serverResponse.end())),
    Effect.catchCause((cause) =>
      Cause.hasInterruptsOnly(cause)
        ? Effect.failCause(cause)
        : Effect.andThen(
            Effect.logError("A download was aborted", cause),
            Effect.sync(() => serverResponse.destroy())
          )
    ),
    Effect.as(response),
    Effect.orDie
  )
}

/** The label of a request whose router threw. */
const NO_ENDPOINT = "unrouted"

/** Annotations of every log line of a request. */
const annotations = ({ id, method, path }: RequestContext, label: string) => ({
  requestId: id,
  method,
  // A token in a path is secret, so the log shows the endpoint instead. Without an endpoint, any path may contain one.
  path: label.includes("/:token") || label === NO_ENDPOINT ? label : path
})

/** The span of a request. Contains the endpoint, but neither path parameters nor the query. */
const asSpan = <R>({ id, method }: RequestContext, label: string, response: Effect.Effect<HttpResponse, never, R>) =>
  response.pipe(
    Effect.tap(({ status }) => Effect.annotateCurrentSpan("http.response.status_code", status)),
    Effect.withSpan(`${method} ${label}`, {
      kind: "server",
      attributes: { "http.request.method": method, "http.route": label, "http.request.header.x-request-id": id }
    })
  )

const malformed: LabelledResponse<never> = { label: "malformed", response: Effect.succeed(malformedRequest) }

/** Finds the response of a router. If the router throws, the response is a 500: no request may end the process. */
const found = <R>(router: Router<R>, context: RequestContext): LabelledResponse<R> => {
  try {
    return isWellFormed(context.request) ? router(context) : malformed
  } catch (error) {
    return { label: NO_ENDPOINT, response: errorResponseFor(Cause.die(error)) }
  }
}

/** Runs one fiber per request, which is interrupted if the client disconnects before the response. */
export const makeListener = <R>(
  services: Context.Context<R>,
  router: Router<R>,
  metrics: HttpMetrics,
  closing: Closing
): RequestListener => {
  const tracing = Context.get(services, Tracing)
  const listen: RequestListener = (request, serverResponse) => {
    const safely = guard(() => serverResponse.destroy())
    const context: RequestContext = {
      request,
      serverResponse,
      id: requestIdOf(request.headers["x-request-id"]),
      method: request.method ?? "GET",
      ...splitTarget(request.url ?? "/"),
      startedAt: performance.now()
    }
    const { label, response } = found(router, context)
    const own = Context.add(services, References.CurrentLogAnnotations, annotations(context, label))
    const sent = response.pipe(
      Effect.flatMap((ready) =>
        Stream.isStream(ready.body)
          ? writePieces(context, ready, ready.body, closing)
          : negotiate(request.headers, ready)
      ),
      Effect.catchCause(errorResponseFor)
    )
    /** Observers run outside of the fiber: what they throw would end the process. */
    const answer = (ready: HttpResponse): HttpResponse => {
      try {
        write(context, ready, closing.isClosing())
        return ready
      } catch (error) {
        Effect.runForkWith(own)(Effect.logError("A response could not be written", Cause.die(error)))
        const broken = errorResponse(500, messages.defect)
        write(context, broken, closing.isClosing())
        return broken
      }
    }
    const fiber = Effect.runForkWith(own)(tracing ? asSpan(context, label, sent) : sent)
    serverResponse.on(
      "close",
      safely(() => {
        if (!serverResponse.writableEnded) fiber.interruptUnsafe()
      })
    )
    const respond = safely((exit: Exit.Exit<HttpResponse>) => {
      if (!Exit.isSuccess(exit)) return serverResponse.destroy()
      const { endless = false, status } = answer(exit.value)
      if (!endless) metrics.observe(context.method, label, status, (performance.now() - context.startedAt) / 1000)
    })
    fiber.addObserver(respond)
  }
  return (request, serverResponse) => guard(() => serverResponse.destroy())(listen)(request, serverResponse)
}
