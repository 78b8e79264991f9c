import { Domains, Heartbeats, MonitorSchedule, PageMonitors } from "../src/index.ts"
import { domainStateCodes, pageStateCodes } from "../src/monitors/statements/MonitorCodes.ts"
import { heartbeatDefaults, pageDefaults, type PageStatus } from "@mon/model"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { createHash } from "node:crypto"
import { layerStore, newAccount } from "./account.ts"
import { watched } from "./watchedDomain.ts"

layer(layerStore, { excludeTestServices: true })("a sample of the monitors that are up", (it) => {
  it.effect("contains each host once, and no monitor that is down, paused or unchecked", () =>
    Effect.gen(function* () {
      const schedule = yield* MonitorSchedule
      const domains = yield* Domains
      assert.deepStrictEqual(yield* schedule.sampleUp(10), [])
      const up = yield* watched("up.example")
      yield* up.check("up")
      const twin = yield* watched("up.example")
      yield* twin.check("up")
      const other = yield* watched("other.example")
      yield* other.check("up")
      const down = yield* watched("down.example")
      for (const _ of [1, 2, 3]) yield* down.check("down")
      const paused = yield* watched("paused.example")
      yield* paused.check("up")
      yield* domains.pause(paused.viewer, paused.id)
      yield* watched("new.example")
      const sampled = yield* schedule.sampleUp(10)
      assert.deepStrictEqual(sampled.toSorted(), ["https://other.example/", "https://up.example/"])
      assert.strictEqual((yield* schedule.sampleUp(1)).length, 1)
    })
  )

  it.effect("contains no monitor without a URL", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { viewer } = yield* newAccount
      const token = { hash: createHash("sha256").update("backup").digest(), sealed: "sealed" }
      const made = yield* (yield* Heartbeats).create(viewer, { ...heartbeatDefaults, name: "Backup" }, 100, token, {})
      assert.strictEqual(made._tag, "Created")
      yield* sql`update monitor_schedule s set state = ${domainStateCodes.up}, next_at = mon_now() from heartbeat h
        where h.monitor_id = s.monitor_id`
      assert.notInclude(yield* (yield* MonitorSchedule).sampleUp(10), "")
    })
  )

  it.effect("contains pages whose last check was successful", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { viewer } = yield* newAccount
      const addPage = Effect.fnUntraced(function* (hostname: string, state: PageStatus) {
        const page = { ...pageDefaults, url: `https://${hostname}/a`, hostname, name: hostname }
        yield* (yield* PageMonitors).create(viewer, page, 100)
        yield* sql`
          update monitor_schedule s set state = ${pageStateCodes[state]} from monitor m
          where m.id = s.monitor_id and m.hostname = ${hostname}`
      })
      for (const state of ["unknown", "active", "changed", "error"] as const) yield* addPage(`${state}.example`, state)
      const sampled = yield* (yield* MonitorSchedule).sampleUp(10)
      const pages = sampled.filter((url) => url.endsWith("/a"))
      assert.deepStrictEqual(pages.toSorted(), ["https://active.example/a", "https://changed.example/a"])
    })
  )
})
