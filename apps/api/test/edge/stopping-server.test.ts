import { assert, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Scope from "effect/Scope"
import type { ServerResponse } from "node:http"
import { connect, type Socket } from "node:net"
import { describe } from "vitest"
import { type Closing, defaultServerLimits, serve, ServerLimits } from "../../src/http/Server.ts"

/** The time that the server would wait if a connection stayed open. */
const HOUR_MS = 3_600_000

/**
 * Opens a connection that stays open after a response, and collects the data that it receives until the server closes
 * it.
 */
const open = (port: number) =>
  Effect.acquireRelease(
    Effect.callback<{ readonly socket: Socket; readonly received: Effect.Effect<string> }>((resume) => {
      let text = ""
      const socket = connect(port, "127.0.0.1", () => resume(Effect.succeed({ socket, received })))
      const ended = new Promise<string>((resolve) => socket.once("close", () => resolve(text)))
      const received = Effect.promise(() => ended)
      socket.setEncoding("utf8").on("data", (chunk) => (text += chunk))
      socket.on("error", () => {})
    }),
    ({ socket }) => Effect.sync(() => socket.destroy())
  )

const GET = "GET / HTTP/1.1\r\nhost: localhost\r\n\r\n"

/** Starts a server. Returns the responses that it began, and the effect that stops it. */
const start = (listener: (response: ServerResponse, closing: Closing) => void) =>
  Effect.gen(function* () {
    const scope = yield* Scope.make()
    const began = yield* Deferred.make<ServerResponse>()
    const binding = { host: "127.0.0.1", port: 0, maxConnections: 10, onRefused: () => {} }
    const { port } = yield* Scope.provide(
      serve(binding, (closing) => (_, response) => {
        listener(response, closing)
        Deferred.doneUnsafe(began, Effect.succeed(response))
      }),
      scope
    )
    return { port, began: Deferred.await(began), stop: Scope.close(scope, Exit.void) }
  }).pipe(Effect.provideService(ServerLimits, { ...defaultServerLimits, shutdownGraceMs: HOUR_MS }))

describe("a server that stops", () => {
  it.live("ends with its last stream, on a connection that would stay open", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { began, port, stop } = yield* start((response, { wait }) => {
          response.write("an event")
          Effect.runFork(
            Effect.andThen(
              wait,
              Effect.sync(() => response.end("the last event"))
            )
          )
        })
        const { received, socket } = yield* open(port)
        socket.write(GET)
        yield* began
        yield* stop
        assert.include(yield* received, "the last event")
      })
    )
  )

  it.live("closes connections without a request, and says in its last answers that the connection closes", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { began, port, stop } = yield* start(() => {})
        const { received, socket } = yield* open(port)
        const idle = yield* open(port)
        socket.write(GET)
        const response = yield* began
        const stopping = yield* Effect.forkScoped(stop)
        yield* idle.received
        response.end("done")
        yield* Fiber.join(stopping)
        const text = yield* received
        assert.match(text, /^connection: close\r$/imu)
        assert.include(text, "done")
      })
    )
  )
})
