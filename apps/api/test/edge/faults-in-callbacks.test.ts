import { assert, it } from "@effect/vitest"
import { tryFaults } from "@mon/bundled/callbacks/testing"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { makeHttpMetrics } from "../../src/http/HttpMetrics.ts"
import { makeListener, serve } from "../../src/http/Server.ts"
import { readBytes } from "../../src/http/RequestBody.ts"
import type { Router } from "../../src/http/Router.ts"

/** Sends each body back. The response at "/stream" consists of two pieces. */
const echo: Router<never> = ({ path, request }) => ({
  label: path,
  response: readBytes(request, 1_000).pipe(
    Effect.map((bytes) => ({
      status: 200,
      contentType: "text/plain",
      body: path === "/stream" ? Stream.make("x".repeat(1_000_000), bytes) : bytes
    })),
    Effect.orDie
  )
})

const startEcho = Effect.gen(function* () {
  const scope = yield* Effect.scope
  const metrics = makeHttpMetrics(Context.empty())
  const binding = { host: "127.0.0.1", port: 0, maxConnections: 10, onRefused: metrics.refuse }
  const listener = (closing: Parameters<typeof makeListener>[3]) =>
    makeListener(Context.empty() as Context.Context<never>, echo, metrics, closing)
  return yield* Scope.provide(serve(binding, listener), scope)
})

it.live("an error in any callback of a server ends its own request, and the next one is answered", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const { port } = yield* startEcho
      const ask = async (path: string): Promise<string> => {
        const response = await fetch(`http://127.0.0.1:${port}${path}`, {
          method: "POST",
          body: "hello",
          headers: { connection: "close" }
        })
        return `${response.status} ${(await response.text()).slice(-5)}`
      }
      const tried = new Set<string>()
      for (const path of ["/bytes", "/stream"]) {
        const work = () => ask(path).catch(() => "closed")
        const { expected, trials } = yield* Effect.promise(() => tryFaults(work, tried))
        assert.strictEqual(expected, "200 hello")
        for (const { afterwards, found, place } of trials) {
          assert.match(found, /^(?:closed|500 .*|200 hello)$/u, place)
          assert.strictEqual(afterwards, expected, place)
        }
      }
      assert.isAtLeast(tried.size, 6)
    })
  )
)
