import { guard } from "@mon/bundled/callbacks"
import { Context, Data, Effect, Latch } from "effect"
import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http"
import type { AddressInfo, Socket } from "node:net"
import { answerClientError } from "./ClientError.ts"

/** The server could not listen on its address. */
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

/** Limits of a connection. Times are in milliseconds. */
export interface ServerLimits {
  /** The longest time until the headers of a request have arrived. */
  readonly headersTimeoutMs: number
  /** The longest time until a whole request has arrived. */
  readonly requestTimeoutMs: number
  /**
   * The longest time that a connection may be idle between two requests. Must exceed the 60 s of common load balancers.
   */
  readonly keepAliveTimeoutMs: number
  readonly maxHeaderBytes: number
  /** The longest time that requests in flight may take to finish when the server stops. */
  readonly shutdownGraceMs: number
}

export const defaultServerLimits: ServerLimits = {
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  keepAliveTimeoutMs: 65_000,
  maxHeaderBytes: 16_384,
  shutdownGraceMs: 10_000
}

/** The current limits. Tests provide tighter ones instead of waiting. */
export const ServerLimits = Context.Reference<ServerLimits>("@mon/api/ServerLimits", {
  defaultValue: () => defaultServerLimits
})

/** A listening server. */
export interface Bound {
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

/** The open connections and responses of a running server. */
interface Traffic {
  readonly sockets: ReadonlySet<Socket>
  readonly responses: ReadonlySet<ServerResponse>
}

/** Stops accepting connections, lets requests in flight finish, and closes those that take too long. */
const close = (server: Server, { responses, sockets }: Traffic, graceMs: number) =>
  Effect.callback<void>((resume) => {
    for (const response of responses) if (!response.headersSent) response.shouldKeepAlive = false
    // Browsers connect before they have a request. For Node, such a connection is not idle.
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

/** The signal that a server stops. */
export interface Closing {
  readonly isClosing: () => boolean
  /** Ends when the server begins to stop: endless responses end then. */
  readonly wait: Effect.Effect<void>
}

/** The longest interval at which Node closes connections whose timeout has passed. Milliseconds. */
const CHECK_MS = 5_000

/** The address that a server listens on, and the number of connections that it accepts. */
interface Binding {
  readonly host: string
  readonly port: number
  /** Further connections are closed immediately. */
  readonly maxConnections: number
  /** Called for each connection that is closed because there are too many. */
  readonly onRefused: () => void
}

/** Serves HTTP until the scope closes. */
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
        // A response that had begun before the server stopped leaves its connection open.
        if (isClosing) server.closeIdleConnections()
      })
      response.once("close", onClose)
    })
    add()
  }
  server.on("connection", onConnection)
  server.prependListener("request", onRequest)
  server.maxConnections = maxConnections
  // One that is refused has no work of its own.
  server.on("drop", guard(() => {})(onRefused))
  server.on("clientError", (error, socket) => guard(() => socket.destroy())(answerClientError)(error, socket))
  return yield* Effect.acquireRelease(listen(server, host, port), () => {
    isClosing = true
    return Effect.andThen(closing.open, close(server, { sockets, responses }, limits.shutdownGraceMs))
  })
})
