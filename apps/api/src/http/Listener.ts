import { Tracing } from "@mon/checks"
import type { StoreError } from "@mon/core-store"
import { Cause, Context, Effect, Exit, References, Stream } from "effect"
import type { RequestListener } from "node:http"
import { performance } from "node:perf_hooks"
import { type Exchange, type Reply, splitTarget } from "./RequestContext.ts"
import type { HttpMetrics } from "./HttpMetrics.ts"
import { requestIdOf } from "./RequestId.ts"

/** How a request is answered, and the route that it is counted under. */
export interface Answer<R> {
  readonly label: string
  readonly reply: Effect.Effect<Reply, never, R>
}

/** Finds the answer to a request. */
export type Answerer<R> = (exchange: Exchange) => Answer<R>

const write = ({ id, request, response }: Exchange, reply: Reply, closing: boolean): void => {
  if (response.headersSent || response.destroyed || Stream.isStream(reply.body)) return
  // A body that was cut off leaves the connection unusable.
  const last = closing || (reply.status === 413 && !request.complete)
  response.writeHead(reply.status, {
    "Content-Type": reply.contentType,
    "Content-Length": Buffer.byteLength(reply.body),
    "Cache-Control": "no-store",
    "X-Request-Id": id,
    ...reply.headers,
    ...(last ? { Connection: "close" } : {})
  })
  response.end(reply.body)
}

/** How long a reader may leave what was sent to it lying before it is given up. */
const READER_STALLS_MS = 60_000

const writePiece = ({ response }: Exchange, piece: string) =>
  Effect.callback<void>((resume) => {
    const done = () => resume(Effect.void)
    if (response.write(piece)) return done()
    response.once("drain", done)
    return Effect.sync(() => response.off("drain", done))
  }).pipe(Effect.timeout(READER_STALLS_MS))

/** Writes a body of pieces, never more than the connection takes; one that breaks off ends the connection. */
const writePieces = (
  exchange: Exchange,
  reply: Reply,
  pieces: Stream.Stream<string, StoreError>
): Effect.Effect<Reply> => {
  const { id, method, response } = exchange
  response.writeHead(reply.status, {
    "Content-Type": reply.contentType,
    "Cache-Control": "no-store",
    "X-Request-Id": id,
    ...reply.headers
  })
  const sent = method === "HEAD" ? Effect.void : Stream.runForEach(pieces, (piece) => writePiece(exchange, piece))
  return sent.pipe(
    Effect.andThen(Effect.sync(() => response.end())),
    Effect.catchCause((cause) =>
      Cause.hasInterruptsOnly(cause)
        ? Effect.failCause(cause)
        : Effect.andThen(
            Effect.logError("A download broke off", cause),
            Effect.sync(() => response.destroy())
          )
    ),
    Effect.as(reply),
    Effect.orDie
  )
}

/** What every log line of a request carries. */
const annotations = ({ id, method, path }: Exchange, label: string) => ({
  requestId: id,
  method,
  // A token in a path opens a door; what is logged shows where it stood.
  path: label.includes("/:token") ? label : path
})

/** A request as a span: by its route, never by what the path or its query hold. */
const asSpan = <R>({ id, method }: Exchange, label: string, reply: Effect.Effect<Reply, never, R>) =>
  reply.pipe(
    Effect.tap(({ status }) => Effect.annotateCurrentSpan("http.response.status_code", status)),
    Effect.withSpan(`${method} ${label}`, {
      kind: "server",
      attributes: { "http.request.method": method, "http.route": label, "http.request.header.x-request-id": id }
    })
  )

/** Runs one fiber for each request; it is interrupted when the client goes away before the answer. */
export const makeListener = <R>(
  context: Context.Context<R>,
  answer: Answerer<R>,
  metrics: HttpMetrics,
  closing: () => boolean
): RequestListener => {
  const tracing = Context.get(context, Tracing)
  return (request, response) => {
    const exchange: Exchange = {
      request,
      response,
      id: requestIdOf(request.headers["x-request-id"]),
      method: request.method ?? "GET",
      ...splitTarget(request.url ?? "/"),
      startedAt: performance.now()
    }
    const { label, reply } = answer(exchange)
    const own = Context.add(context, References.CurrentLogAnnotations, annotations(exchange, label))
    const sent = Effect.flatMap(reply, (made) =>
      Stream.isStream(made.body) ? writePieces(exchange, made, made.body) : Effect.succeed(made)
    )
    const fiber = Effect.runForkWith(own)(tracing ? asSpan(exchange, label, sent) : sent)
    response.on("close", () => {
      if (!response.writableEnded) fiber.interruptUnsafe()
    })
    fiber.addObserver((exit) => {
      if (!Exit.isSuccess(exit)) return response.destroy()
      write(exchange, exit.value, closing())
      metrics.observe(exchange.method, label, exit.value.status, (performance.now() - exchange.startedAt) / 1000)
    })
  }
}
