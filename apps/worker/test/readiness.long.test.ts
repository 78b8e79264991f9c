import { TestDatabase } from "@mon/core-store/testing"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import { createServer } from "node:net"
import { openRelay } from "./TcpRelay.ts"
import { layerWorld, TestWorld, gatedSite, watch } from "./TestWorld.ts"
import { startWorkerProcess } from "./WorkerProcess.ts"

const freePort = Effect.callback<number>((resume) => {
  const server = createServer()
  server.listen(0, "127.0.0.1", () => {
    const address = server.address()
    server.close(() => resume(Effect.succeed(typeof address === "object" && address !== null ? address.port : 0)))
  })
})

const asker = (port: number) => {
  const ask = (path: string) =>
    Effect.tryPromise(async () => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`)
      return { status: response.status, text: await response.text() }
    })
  const until = (path: string, status: number) =>
    ask(path).pipe(
      Effect.flatMap((answer) => (answer.status === status ? Effect.succeed(answer) : Effect.fail(`${answer.status}`))),
      Effect.retry(Schedule.spaced(20)),
      Effect.timeout("20 seconds")
    )
  return { ask, until }
}

const NOT_READY = { status: 503, text: '{"status":"unavailable"}' }
const READY = { status: 200, text: '{"status":"ready"}' }
const LIVE = { status: 200, text: '{"status":"ok"}' }

layer(layerWorld, { excludeTestServices: true })("a worker's readiness", (it) => {
  it.effect(
    "follows its database without details, while liveness stays up",
    () =>
      Effect.gen(function* () {
        const { dns } = yield* TestWorld
        const database = new URL((yield* TestDatabase).url)
        const relay = yield* openRelay({ host: database.hostname, port: Number(database.port) })
        database.hostname = "127.0.0.1"
        database.port = `${relay.port}`
        relay.cut()
        const port = yield* freePort
        const worker = yield* startWorkerProcess({
          MON_DATABASE_URL: database.href,
          MON_SECRET: "a secret of tests that is long enough",
          MON_DNS_SERVERS: dns.address,
          MON_METRICS_PORT: `${port}`
        })
        const { ask, until } = asker(port)
        assert.deepStrictEqual(yield* until("/live", 200), LIVE)
        assert.deepStrictEqual(yield* ask("/ready"), NOT_READY)

        relay.restore()
        yield* Effect.promise(() => worker.line("Worker started"))
        assert.deepStrictEqual(yield* until("/ready", 200), READY)

        relay.cut()
        assert.deepStrictEqual(yield* until("/ready", 503), NOT_READY)
        assert.match(yield* Effect.promise(() => worker.line(/The process is not ready.*cannot be reached/u)), /"WARN/u)
        assert.deepStrictEqual(yield* ask("/live"), LIVE)

        relay.restore()
        assert.deepStrictEqual(yield* until("/ready", 200), READY)
      }),
    60_000
  )

  it.effect(
    "ends at the start of a shutdown, while liveness and metrics are still served",
    () =>
      Effect.gen(function* () {
        const { dns } = yield* TestWorld
        const { respond, site } = yield* gatedSite
        const port = yield* freePort
        const worker = yield* startWorkerProcess({
          MON_DATABASE_URL: (yield* TestDatabase).url,
          MON_SECRET: "a secret of tests that is long enough",
          MON_DNS_SERVERS: dns.address,
          MON_ALLOW_PRIVATE_NETWORKS: "127.0.0.1/32",
          MON_METRICS_PORT: `${port}`
        })
        yield* watch(site, { timeoutMs: 60_000, intervalMs: 86_400_000 })
        yield* Effect.promise(() => site.nextRequest())
        const { ask, until } = asker(port)
        assert.deepStrictEqual(yield* until("/ready", 200), READY)
        worker.kill("SIGTERM")
        assert.deepStrictEqual(yield* until("/ready", 503), NOT_READY)
        assert.deepStrictEqual(yield* ask("/live"), LIVE)
        assert.include((yield* ask("/metrics")).text, "mon_checks_in_flight 1")
        yield* respond
        assert.deepStrictEqual(yield* Effect.promise(() => worker.ended), { code: 0, errors: "" })
      }),
    60_000
  )
})
