import { assert, layer } from "@effect/vitest"
import { UptimeProbe } from "@mon/uptime-probe/effect"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { WorkerConfig } from "../src/settings/WorkerConfig.ts"
import { WorkerTimings } from "../src/settings/WorkerTimings.ts"
import { layerServiceHeartbeat } from "../src/upkeep/serviceHeartbeat.ts"
import { polled } from "./polled.ts"
import { fastTimings, layerWorld, openSite, settings, TestWorld, watch } from "./TestWorld.ts"

const TRY_MS = 5

/** Runs the heartbeat of one worker until the scope closes. Returns its log lines. */
const startHeartbeat = Effect.fn("startHeartbeat")(function* (heartbeatUrl: string | null, allow = ["127.0.0.1/32"]) {
  const logged: Array<string> = []
  const logger = Logger.make(({ message }) => {
    logged.push(JSON.stringify(message))
  })
  const world = yield* TestWorld
  const url = heartbeatUrl === null ? null : Redacted.make(heartbeatUrl)
  yield* Layer.build(
    Layer.provide(Layer.fresh(layerServiceHeartbeat), [
      WorkerConfig.layer(settings(world, { heartbeatUrl: url })),
      Layer.succeed(WorkerTimings, { ...fastTimings, measureMs: TRY_MS }),
      UptimeProbe.layer({ allow }),
      Logger.layer([logger])
    ])
  )
  return logged
})

const manyTries = Effect.sleep(TRY_MS * 20)

layer(layerWorld, { excludeTestServices: true })("the service", (it) => {
  it.effect("requests its heartbeat URL once a minute, however many workers run", () =>
    Effect.gen(function* () {
      const site = yield* openSite()
      yield* startHeartbeat(`${site.origin}/ping/one`)
      yield* startHeartbeat(`${site.origin}/ping/one`)
      yield* polled(
        Effect.sync(() => site.requests.length),
        (count) => count > 0
      )
      yield* manyTries
      assert.deepStrictEqual(
        site.requests.map(({ method, path }) => `${method} ${path}`),
        ["GET /ping/one"]
      )
    })
  )

  it.effect("repeats a request that failed, and logs no part of the URL", () =>
    Effect.gen(function* () {
      const site = yield* openSite()
      let answered = 0
      site.behave(() => {
        answered += 1
        return answered < 3 ? { status: 503 } : {}
      })
      const logged = yield* startHeartbeat(`${site.origin}/ping/a-secret-token`)
      yield* polled(
        Effect.sync(() => site.requests.length),
        (count) => count >= 3
      )
      yield* manyTries
      assert.lengthOf(site.requests, 3)
      assert.lengthOf(logged, 2)
      assert.notInclude(logged.join("\n"), "a-secret-token")
    })
  )

  it.effect("sends no request while a check is late", () =>
    Effect.gen(function* () {
      const site = yield* openSite()
      const { key } = yield* watch(site)
      const sql = yield* SqlClient.SqlClient
      yield* sql`update monitor_schedule set next_at = mon_now() - interval '3 minutes' where monitor_id = ${key}::bigint`
      const logged = yield* startHeartbeat(`${site.origin}/ping/late`)
      yield* polled(
        Effect.sync(() => logged.length),
        (count) => count > 0
      )
      assert.lengthOf(site.requests, 0)
      assert.include(logged.join("\n"), "does not send its own heartbeat")
      yield* sql`update monitor_schedule set next_at = mon_now() + interval '1 minute' where monitor_id = ${key}::bigint`
      yield* polled(
        Effect.sync(() => site.requests.length),
        (count) => count > 0
      )
    })
  )

  it.effect("reaches no private address that the operator has not allowed", () =>
    Effect.gen(function* () {
      const site = yield* openSite()
      const logged = yield* startHeartbeat(`${site.origin}/ping/private`, [])
      yield* polled(
        Effect.sync(() => logged.length),
        (count) => count > 0
      )
      assert.strictEqual(site.accepted, 0)
    })
  )

  it.effect("needs no heartbeat URL", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* startHeartbeat(null), [])
    })
  )
})
