import { Context, Data, Effect } from "effect"
import { createServer, type RequestListener, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { answerClientError } from "./ClientError.ts"

/** The address could not be listened on. */
export class ListenError extends Data.TaggedError("ListenError")<{
  readonly host: string
  readonly port: number
  readonly cause: unknown
}> {
  override get message() {
    const code = this.cause instanceof Error && "code" in this.cause ? String(this.cause.code) : "unknown"
    const reason = code === "EADDRINUSE" ? "another program listens there" : `the system says ${code}`
    return `Cannot listen on ${this.host} port ${this.port}: ${reason}.`
  }
}

/** What a server allows a connection. Times are milliseconds. */
export interface ServerLimits {
  /** For the headers of a request to arrive. */
  readonly headersTimeoutMs: number
  /** For a whole request to arrive. */
  readonly requestTimeoutMs: number
  /** For a connection to be idle between two requests: longer than the 60 s of common load balancers. */
  readonly keepAliveTimeoutMs: number
  readonly maxHeaderBytes: number
  /** For the requests under way to finish when the server stops. */
  readonly shutdownGraceMs: number
}

export const defaultServerLimits: ServerLimits = {
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  keepAliveTimeoutMs: 65_000,
  maxHeaderBytes: 16_384,
  shutdownGraceMs: 10_000
}

/** The limits in force. Tests provide tighter ones instead of waiting. */
export const ServerLimits = Context.Reference<ServerLimits>("@mon/api/ServerLimits", {
  defaultValue: () => defaultServerLimits
})

/** A server that listens. */
export interface Bound {
  readonly host: string
  readonly port: number
}

const listen = (server: Server, host: string, port: number) =>
  Effect.callback<Bound, ListenError>((resume) => {
    const onError = (cause: Error) => resume(Effect.fail(new ListenError({ host, port, cause })))
    server.once("error", onError)
    server.listen({ host, port }, () => {
      server.off("error", onError)
      // A server that listens on a port has an address with one.
      resume(Effect.succeed({ host, port: (server.address() as AddressInfo).port }))
    })
  })

/** Takes no new connections, lets the requests under way finish, and cuts off what takes too long. */
const close = (server: Server, graceMs: number) =>
  Effect.callback<void>((resume) => {
    const deadline = setTimeout(() => server.closeAllConnections(), graceMs)
    server.close(() => {
      clearTimeout(deadline)
      resume(Effect.void)
    })
    server.closeIdleConnections()
  })

/** How often Node closes connections that are past their timeout. */
const CHECK_MS = 5_000

/** Serves HTTP until the scope closes. */
export const serve = Effect.fnUntraced(function* (
  { host, port }: { readonly host: string; readonly port: number },
  makeListener: (closing: () => boolean) => RequestListener
) {
  const limits = yield* ServerLimits
  let closing = false
  const server = createServer(
    {
      headersTimeout: limits.headersTimeoutMs,
      requestTimeout: limits.requestTimeoutMs,
      keepAliveTimeout: limits.keepAliveTimeoutMs,
      maxHeaderSize: limits.maxHeaderBytes,
      connectionsCheckingInterval: Math.min(limits.headersTimeoutMs, CHECK_MS)
    },
    makeListener(() => closing)
  )
  server.on("clientError", answerClientError)
  return yield* Effect.acquireRelease(listen(server, host, port), () => {
    closing = true
    return close(server, limits.shutdownGraceMs)
  })
})
