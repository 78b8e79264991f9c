import { messages } from "@mon/api-contract"
import { guard } from "@mon/bundled/callbacks"
import type { StoreError } from "@mon/core-store"
import { Tracing } from "@mon/process-runtime"
import { Cause, Context, Data, Effect, Exit, Latch, References, Stream } from "effect"
import { randomUUID } from "node:crypto"
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES
} from "node:http"
import type { AddressInfo, Socket } from "node:net"
import { performance } from "node:perf_hooks"
import type { Duplex } from "node:stream"
import { errorResponse, errorResponseFor } from "./ErrorResponse.ts"
import type { HttpMetrics } from "./HttpMetrics.ts"
import { type HttpResponse, negotiate } from "./HttpResponse.ts"
import { type RequestContext, requestIdOf, splitTarget } from "./RequestContext.ts"
import type { LabelledResponse, Router } from "./Router.ts"

const HOST = "host"

/** The responses to requests that Node's HTTP parser refuses, by the parser's error code. */
const refusals: ReadonlyMap<string, readonly [status: number, message: string]> = new Map<
  string,
  readonly [status: number, message: string]
>([
  ["HPE_HEADER_OVERFLOW", [431, "Request headers are too large."]],
  ["ERR_HTTP_REQUEST_TIMEOUT", [408, "The request took too long to arrive."]]
])

const malformed = [400, "Malformed HTTP request."] as const

/**
 * This response closes the connection, because the client and the server may disagree about where the next request
 * begins.
 */
const malformedRequest: HttpResponse = { ...errorResponse(...malformed), headers: { Connection: "close" } }

/**
 * Checks two rules that Node's parser does not check: the version is 1.x (HTTP/0.9 has no status line), and there is at
 * most one Host header (RFC 9112 section 3.2).
 */
const isWellFormed = ({ httpVersionMajor, rawHeaders }: IncomingMessage): boolean => {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length === HOST.length && name.toLowerCase() === HOST) hosts += 1
  }
  return httpVersionMajor === 1 && hosts <= 1
}

/** Responds to a malformed HTTP request with the error envelope, and closes the connection. */
const answerClientError = (error: NodeJS.ErrnoException, socket: Duplex): void => {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, message] = refusals.get(error.code ?? "") ?? malformed
  const body = JSON.stringify({ success: false, message })
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}`,
      "Content-Type: application/json; charset=utf-8",
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${randomUUID()}`,
      "Connection: close",
      "",
      body
    ].join("\r\n")
  )
}

export class ListenError extends Data.TaggedError("ListenError")<{
  readonly host: string
  readonly port: number
  readonly cause: unknown
}> {
  override get message() {
    const code = this.cause instanceof Error && "code" in this.cause ? String(this.cause.code) : "unknown"
    const reason = code === "EADDRINUSE" ? "another program is listening there" : `the system reports ${code}`
    return `Cannot listen on ${this.host} port ${this.port}: ${reason}.`
  }
}

/** The limits of a connection. Times are in milliseconds. */
export interface ServerLimits {
  readonly headersTimeoutMs: number
  readonly requestTimeoutMs: number
  /**
   * The longest time that a connection may be idle between two requests. It must be longer than the 60 s of common load
   * balancers.
   */
  readonly keepAliveTimeoutMs: number
  readonly maxHeaderBytes: number
  /** The longest time for requests in progress to complete when the server stops. */
  readonly shutdownGraceMs: number
}

export const defaultServerLimits: ServerLimits = {
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  keepAliveTimeoutMs: 65_000,
  maxHeaderBytes: 16_384,
  shutdownGraceMs: 10_000
}

/** The limits of the server. Tests provide lower limits to avoid waiting. */
export const ServerLimits = Context.Reference<ServerLimits>("@mon/api/ServerLimits", {
  defaultValue: () => defaultServerLimits
})

interface Bound {
  readonly host: string
  readonly port: number
}

const listen = (server: Server, host: string, port: number) =>
  Effect.callback<Bound, ListenError>((resume) => {
    const safely = guard((error) => resume(Effect.die(error)))
    const onError = safely((cause: Error) => resume(Effect.fail(new ListenError({ host, port, cause }))))
    server.once("error", onError)
    const onListening = safely(() => {
      server.off("error", onError)
      // A server that listens on a port always has an AddressInfo.
      resume(Effect.succeed({ host, port: (server.address() as AddressInfo).port }))
    })
    server.listen({ host, port }, onListening)
  })

interface Traffic {
  readonly sockets: ReadonlySet<Socket>
  readonly responses: ReadonlySet<ServerResponse>
}

/** Stops accepting connections, lets requests in progress complete, and closes connections that take too long. */
const close = (server: Server, { responses, sockets }: Traffic, graceMs: number) =>
  Effect.callback<void>((resume) => {
    for (const response of responses) if (!response.headersSent) response.shouldKeepAlive = false
    // Browsers open connections before they have a request. Node does not count such connections as idle.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
    const safely = guard((error) => resume(Effect.die(error)))
    const deadline = setTimeout(
      safely(() => server.closeAllConnections()),
      graceMs
    )
    server.close(() => {
      clearTimeout(deadline)
      resume(Effect.void)
    })
    server.closeIdleConnections()
  })

export interface Closing {
  readonly isClosing: () => boolean
  /** Resolves when the server begins to stop. Endless responses end at this moment. */
  readonly wait: Effect.Effect<void>
}

/** The longest interval between two searches for connections whose timeout has passed, in milliseconds. */
const CHECK_MS = 5_000

interface Binding {
  readonly host: string
  readonly port: number
  /** The largest number of connections. Further connections are closed immediately. */
  readonly maxConnections: number
  /** Runs for each connection that is closed because of the limit. */
  readonly onRefused: () => void
}

export const serve = Effect.fnUntraced(function* (
  { host, maxConnections, onRefused, port }: Binding,
  makeListener: (closing: Closing) => RequestListener
) {
  const limits = yield* ServerLimits
  const closing = yield* Latch.make(false)
  let isClosing = false
  const server = createServer(
    {
      headersTimeout: limits.headersTimeoutMs,
      requestTimeout: limits.requestTimeoutMs,
      keepAliveTimeout: limits.keepAliveTimeoutMs,
      maxHeaderSize: limits.maxHeaderBytes,
      connectionsCheckingInterval: Math.min(limits.headersTimeoutMs, CHECK_MS)
    },
    makeListener({ isClosing: () => isClosing, wait: closing.await })
  )
  const sockets = new Set<Socket>()
  const responses = new Set<ServerResponse>()
  const onConnection = (socket: Socket) => {
    const safely = guard(() => socket.destroy())
    const add = safely(() => {
      sockets.add(socket)
      socket.once(
        "close",
        safely(() => sockets.delete(socket))
      )
    })
    add()
  }
  const onRequest = (_: unknown, response: ServerResponse) => {
    const safely = guard(() => response.destroy())
    const add = safely(() => {
      responses.add(response)
      if (isClosing) response.shouldKeepAlive = false
      const onClose = safely(() => {
        responses.delete(response)
        // A response that began before the server stopped has no `Connection: close`, so its connection may still be
        // open.
        if (isClosing) server.closeIdleConnections()
      })
      response.once("close", onClose)
    })
    add()
  }
  server.on("connection", onConnection)
  server.prependListener("request", onRequest)
  server.maxConnections = maxConnections
  // Node has already closed the refused connection, so there is nothing to do if the callback throws.
  server.on("drop", guard(() => {})(onRefused))
  server.on("clientError", (error, socket) => guard(() => socket.destroy())(answerClientError)(error, socket))
  return yield* Effect.acquireRelease(listen(server, host, port), () => {
    isClosing = true
    return Effect.andThen(closing.open, close(server, { sockets, responses }, limits.shutdownGraceMs))
  })
})

const write = (
  { id, request, serverResponse }: RequestContext,
  { body, contentType, headers, status }: HttpResponse,
  closing: boolean
): void => {
  if (serverResponse.headersSent || serverResponse.destroyed || Stream.isStream(body)) return
  // The connection cannot be used again while part of a body is unread.
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

/** The time after which a client that reads nothing is disconnected, in milliseconds. */
const STALLED_READER_MS = 60_000

const writePiece = ({ serverResponse }: RequestContext, piece: string | Uint8Array) =>
  Effect.callback<void>((resume) => {
    const done = guard((error) => resume(Effect.die(error)))(() => resume(Effect.void))
    if (serverResponse.write(piece)) return done()
    serverResponse.once("drain", done)
    return Effect.sync(() => serverResponse.off("drain", done))
  }).pipe(Effect.timeout(STALLED_READER_MS))

/** Streams a body at the speed of the client. Closes the connection if the source fails. */
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

const annotations = ({ id, method, path }: RequestContext, label: string) => ({
  requestId: id,
  method,
  // A token in a path is secret, so the log contains the endpoint instead. If no endpoint was found, any path may
  // contain a token.
  path: label.includes("/:token") || label === NO_ENDPOINT ? label : path
})

/** Runs a request in a tracing span. The span contains the endpoint, but no path parameters and no query. */
const asSpan = <R>({ id, method }: RequestContext, label: string, response: Effect.Effect<HttpResponse, never, R>) =>
  response.pipe(
    Effect.tap(({ status }) => Effect.annotateCurrentSpan("http.response.status_code", status)),
    Effect.withSpan(`${method} ${label}`, {
      kind: "server",
      attributes: { "http.request.method": method, "http.route": label, "http.request.header.x-request-id": id }
    })
  )

const malformedAnswer: LabelledResponse<never> = { label: "malformed", response: Effect.succeed(malformedRequest) }

/** Returns the response of a router. If the router throws, returns a 500, because no request may end the process. */
const found = <R>(router: Router<R>, context: RequestContext): LabelledResponse<R> => {
  try {
    return isWellFormed(context.request) ? router(context) : malformedAnswer
  } catch (error) {
    return { label: NO_ENDPOINT, response: errorResponseFor(Cause.die(error)) }
  }
}

/**
 * Returns a listener that runs one fiber for each request. A fiber is interrupted if its client disconnects before the
 * response.
 */
export const makeListener = <R>(
  services: Context.Context<R>,
  router: Router<R>,
  metrics: HttpMetrics,
  closing: Closing
): RequestListener => {
  const tracing = Context.get(services, Tracing)
  const listener: RequestListener = (request, serverResponse) => {
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
    /** Writes the response. This runs outside the fiber, so an error that it threw would end the process. */
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
  return (request, serverResponse) => guard(() => serverResponse.destroy())(listener)(request, serverResponse)
}
