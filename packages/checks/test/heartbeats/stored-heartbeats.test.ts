import { assert, layer } from "@effect/vitest"
import { HeartbeatPings, Heartbeats, Locations } from "@mon/core-store"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { randomUUID } from "node:crypto"
import { hashOf, layerStore, newOwner, storedJob } from "./StoredJob.ts"

const hourly = { schedule: { every: 3_600 }, lateAfter: 300 } as const

layer(layerStore, { excludeTestServices: true })("a stored heartbeat", (it) => {
  it.effect("is down at its deadline and up with the next success", () =>
    Effect.gen(function* () {
      const job = yield* storedJob(hourly)
      assert.deepInclude(yield* job.find, { status: "unknown", isRunning: false, lastPingAt: null, pings: 0 })
      yield* job.ping("success")
      assert.deepInclude(yield* job.find, { status: "unknown", pingStatus: "up" })
      yield* job.work
      assert.deepInclude(yield* job.find, { status: "up", expectedAt: "2026-12-01T01:00:00.000Z", pings: 1 })
      yield* job.skip(3_601)
      assert.deepInclude(yield* job.find, { status: "up", isLate: true })
      yield* job.pass(310)
      assert.deepInclude(yield* job.find, { status: "down", isLate: false })
      yield* job.ping("start")
      assert.deepInclude(yield* job.find, { status: "down", isRunning: true })
      yield* job.pass(10)
      yield* job.ping("success")
      yield* job.work
      assert.deepInclude(yield* job.find, { status: "up", isRunning: false, lastRuntimeMs: 10_000 })
      assert.deepStrictEqual(yield* job.facts, [
        { kind: "down", at: "2026-12-01T01:05:00.000Z", code: "heartbeat_late" },
        { kind: "up", at: "2026-12-01T01:05:21.000Z", code: "heartbeat_late" }
      ])
    })
  )

  it.effect("that a job fails has the exit code and the last lines of the output in its alert", () =>
    Effect.gen(function* () {
      const job = yield* storedJob(hourly)
      const lines = Array.from({ length: 30 }, (_, index) => `line ${index}`)
      const body = new TextEncoder().encode(`${lines.join("\n")}\n\u001b[31mdisk full\u001b[0m\n`)
      yield* job.ping("fail", { exitCode: 3, body })
      yield* job.work
      const output = [...lines.slice(-19), "disk full"].join("\n")
      assert.deepStrictEqual(yield* job.facts, [
        { kind: "down", at: "2026-12-01T00:00:00.000Z", code: "heartbeat_failed", job: { exitCode: 3, output } }
      ])
      assert.deepInclude(yield* job.find, {
        lastError: { code: "heartbeat_failed", message: "The job failed with exit code 3." }
      })
    })
  )

  it.effect("announces a failure that a success follows before any worker could judge", () =>
    Effect.gen(function* () {
      const job = yield* storedJob(hourly)
      yield* job.ping("success")
      yield* job.work
      yield* job.pass(2, { works: false })
      yield* job.ping("fail")
      yield* job.pass(2, { works: false })
      yield* job.ping("success")
      yield* job.pass(2)
      assert.deepStrictEqual(yield* job.facts, [
        {
          kind: "down",
          at: "2026-12-01T00:00:02.000Z",
          code: "heartbeat_failed",
          job: { exitCode: null, output: null }
        },
        {
          kind: "up",
          at: "2026-12-01T00:00:04.000Z",
          code: "heartbeat_failed",
          job: { exitCode: null, output: null }
        }
      ])
    })
  )

  it.effect("is not late for a ping that no process could receive, and is late one run after that", () =>
    Effect.gen(function* () {
      const job = yield* storedJob({ schedule: { every: 600 }, lateAfter: 60 })
      yield* job.ping("success")
      yield* job.skip(590)
      yield* job.pass(20, { receives: false, works: false })
      yield* job.pass(120)
      assert.deepInclude(yield* job.find, { status: "up" })
      yield* job.skip(500)
      assert.deepStrictEqual(yield* job.facts, [])
      yield* job.pass(50)
      assert.deepStrictEqual(yield* job.facts, [
        { kind: "down", at: "2026-12-01T00:21:12.000Z", code: "heartbeat_late" }
      ])
    })
  )

  it.effect(
    "is not late for a ping that was lost with the network of all workers, and is late one run after that",
    () =>
      Effect.gen(function* () {
        const job = yield* storedJob({ schedule: { every: 600 }, lateAfter: 60 })
        yield* job.ping("success")
        yield* job.skip(580)
        // The network breaks at 580 seconds. The worker notices this 16 seconds later.
        yield* job.pass(16)
        yield* job.setNetwork({ works: false, inDoubt: true })
        yield* job.pass(20)
        yield* job.setNetwork({ works: true, inDoubt: false, lostMs: 36_000 })
        yield* job.pass(120)
        assert.deepInclude(yield* job.find, { status: "up" })
        yield* job.skip(460)
        assert.deepStrictEqual(yield* job.facts, [])
        yield* job.pass(90)
        assert.deepStrictEqual(
          (yield* job.facts).map(({ code, kind }) => [kind, code]),
          [["down", "heartbeat_late"]]
        )
      })
  )

  it.effect("is not late while the worker's network does not work, and is late at its deadline once it works", () =>
    Effect.gen(function* () {
      const job = yield* storedJob({ schedule: { every: 600 }, lateAfter: 60 })
      yield* job.ping("success")
      yield* job.skip(650)
      yield* job.setNetwork({ works: false, inDoubt: true })
      yield* job.pass(60)
      assert.deepStrictEqual(yield* job.facts, [])
      assert.deepInclude(yield* job.find, { status: "up", isLate: true })
      yield* job.setNetwork({ works: true, inDoubt: false })
      yield* job.pass(10)
      assert.deepStrictEqual(yield* job.facts, [
        { kind: "down", at: "2026-12-01T00:11:00.000Z", code: "heartbeat_late" }
      ])
    })
  )

  it.effect("does not record an earlier change again while the worker's network does not work", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const job = yield* storedJob({ schedule: { every: 600 }, lateAfter: 60 })
      yield* job.ping("success")
      yield* job.skip(650)
      yield* job.setNetwork({ works: false, inDoubt: true })
      yield* job.pass(60)
      const [row] = yield* sql<{ at: string }>`
        select mon_iso(last_checked_at) as at from monitor_schedule where monitor_id = ${job.key}::bigint`
      assert.isAbove(Date.parse(row?.at ?? ""), Date.parse("2026-12-01T00:11:00Z"))
    })
  )

  it.effect("is late although a worker's network was broken, if that of another worker worked", () =>
    Effect.gen(function* () {
      const job = yield* storedJob({ schedule: { every: 600 }, lateAfter: 60 })
      yield* job.ping("success")
      yield* job.skip(590)
      yield* (yield* Locations).announce(randomUUID(), "elsewhere")
      yield* job.setNetwork({ works: true, inDoubt: false, lostMs: 15_000 })
      yield* job.pass(86)
      assert.deepInclude(yield* job.find, { status: "down" })
    })
  )

  it.effect("is not judged while no process can receive pings", () =>
    Effect.gen(function* () {
      const job = yield* storedJob({ schedule: { every: 60 }, lateAfter: 10 })
      yield* job.ping("success")
      yield* job.pass(120, { receives: false })
      assert.deepStrictEqual(yield* job.facts, [])
      assert.deepInclude(yield* job.find, { status: "up" })
    })
  )

  it.effect("stores pings while it is paused, and begins anew when it is resumed", () =>
    Effect.gen(function* () {
      const job = yield* storedJob(hourly)
      const heartbeats = yield* Heartbeats
      yield* job.ping("success")
      yield* job.work
      yield* heartbeats.pause(job.owner, job.id)
      yield* job.skip(7_200)
      yield* job.ping("fail")
      assert.deepInclude(yield* job.find, { status: "paused", expectedAt: null, pings: 2 })
      yield* heartbeats.resume(job.owner, job.id)
      yield* job.pass(10)
      assert.deepInclude(yield* job.find, { status: "unknown" })
      assert.deepStrictEqual(yield* job.facts, [])
      yield* job.ping("success")
      yield* job.work
      assert.deepInclude(yield* job.find, { status: "up", pings: 3 })
    })
  )

  it.effect("is not late because its schedule was changed, and is up again if it was too short", () =>
    Effect.gen(function* () {
      const job = yield* storedJob(hourly)
      const heartbeats = yield* Heartbeats
      yield* job.ping("success")
      yield* job.work
      yield* job.skip(1_800)
      yield* heartbeats.update(job.owner, [job.id], { schedule: { every: 60 }, lateAfter: 60 })
      yield* job.pass(100)
      assert.deepInclude(yield* job.find, { status: "up" })
      yield* job.pass(30)
      assert.deepInclude(yield* job.find, { status: "down" })
      yield* heartbeats.update(job.owner, [job.id], { schedule: { every: 7_200 } })
      yield* job.pass(2)
      assert.deepInclude(yield* job.find, { status: "up" })
    })
  )

  it.effect("keeps its last hundred pings and every output in them", () =>
    Effect.gen(function* () {
      const job = yield* storedJob(hourly)
      const heartbeats = yield* Heartbeats
      const body = new Uint8Array([0, 255, 10, 65])
      yield* Effect.forEach(Array.from({ length: 110 }), () => job.ping("log", { body }))
      const pings = yield* heartbeats.pings(job.owner, job.id)
      assert.deepStrictEqual([pings.length, pings[0]?.n, pings.at(-1)?.n], [100, 110, 11])
      const stored = yield* heartbeats.pingBody(job.owner, job.id, 110)
      assert.deepStrictEqual([...(stored?.body ?? [])], [...body])
      assert.isNull(yield* heartbeats.pingBody(job.owner, job.id, 10))
    })
  )

  it.effect("stores an ignored ping, and its state stays as it was", () =>
    Effect.gen(function* () {
      const job = yield* storedJob({ ...hourly, filters: { failure: "ERROR", success: "done", httpBody: true } })
      const send = (text: string, exitCode: number | null = null, method = "POST") =>
        job.ping(exitCode === null || exitCode === 0 ? "success" : "fail", {
          filtered: { _tag: "Request" },
          body: new TextEncoder().encode(text),
          exitCode,
          method
        })
      assert.strictEqual(yield* send("nothing"), "recorded")
      yield* job.work
      assert.deepInclude(yield* job.find, { status: "unknown", pings: 1, expectedAt: null })
      yield* send("done", 3)
      yield* job.work
      assert.deepInclude(yield* job.find, { status: "up", pings: 2 })
      yield* send("ERROR, done", 0)
      yield* job.work
      assert.deepInclude(yield* job.find, {
        status: "down",
        lastError: { code: "heartbeat_failed", message: "The job reported a failure." }
      })
      yield* send("nothing", null, "GET")
      yield* job.work
      assert.deepInclude(yield* job.find, { status: "down", pings: 4 })
      const heartbeats = yield* Heartbeats
      const pings = yield* heartbeats.pings(job.owner, job.id)
      assert.deepStrictEqual(
        pings.map(({ exitCode, kind, method }) => [kind, method, exitCode]),
        [
          ["ignored", "GET", null],
          ["fail", "POST", 0],
          ["success", "POST", 3],
          ["ignored", "POST", null]
        ]
      )
      assert.lengthOf(yield* heartbeats.begins(job.owner, job.id), 2)
    })
  )

  it.effect("that is late stays late when only its filters change", () =>
    Effect.gen(function* () {
      const job = yield* storedJob(hourly)
      const heartbeats = yield* Heartbeats
      yield* job.ping("success")
      yield* job.work
      yield* job.skip(3_600)
      yield* job.pass(310)
      assert.deepInclude(yield* job.find, { status: "down" })
      yield* heartbeats.update(job.owner, [job.id], { filters: { method: "POST" } })
      yield* job.pass(2)
      assert.deepInclude(yield* job.find, { status: "down", filters: { method: "POST" } })
    })
  )

  it.effect("loses none of many pings that arrive at once", () =>
    Effect.gen(function* () {
      const job = yield* storedJob({ ...hourly, maxRuntime: 60 })
      const runs = Array.from({ length: 40 }, (_, index) => `run-${index}`)
      yield* Effect.forEach(runs, (run) => job.ping("start", { run }), { concurrency: "unbounded", discard: true })
      yield* Effect.forEach(runs, (run) => job.ping("success", { run }), { concurrency: "unbounded", discard: true })
      assert.deepInclude(yield* job.find, { pings: 80, isRunning: false })
    })
  )

  it.effect("accepts a replaced token until it was not used for a week", () =>
    Effect.gen(function* () {
      const job = yield* storedJob(hourly)
      const heartbeats = yield* Heartbeats
      yield* heartbeats.rotate(job.owner, job.id, { hash: hashOf(`${job.token} 2`), sealed: "sealed 2" })
      yield* job.skip(6 * 86_400)
      assert.strictEqual(yield* job.ping("log"), "recorded")
      yield* job.skip(6 * 86_400)
      assert.strictEqual(yield* job.ping("log"), "recorded")
      const [shown] = yield* heartbeats.tokens(job.owner, [job.id])
      assert.deepInclude(shown, { sealed: "sealed 2" })
      assert.deepInclude(shown?.earlier, { sealed: "sealed", lastUsedAt: "2026-12-13T00:00:00.000Z" })
      yield* job.skip(8 * 86_400)
      assert.strictEqual(yield* job.ping("log"), "unknown")
      assert.isNull((yield* heartbeats.tokens(job.owner, [job.id]))[0]?.earlier)
    })
  )

  it.effect("and its pings are invisible to other accounts, and its URL stops when it is deleted", () =>
    Effect.gen(function* () {
      const job = yield* storedJob(hourly)
      const heartbeats = yield* Heartbeats
      const stranger = yield* newOwner
      yield* job.ping("success", { body: new Uint8Array([65]) })
      assert.isNull(yield* heartbeats.find(stranger, job.id))
      assert.deepStrictEqual(yield* heartbeats.pings(stranger, job.id), [])
      assert.isNull(yield* heartbeats.pingBody(stranger, job.id, 1))
      assert.deepStrictEqual(yield* heartbeats.tokens(stranger, [job.id]), [])
      assert.isFalse(yield* heartbeats.rotate(stranger, job.id, { hash: hashOf("other"), sealed: "other" }))
      yield* heartbeats.remove(job.owner, [job.id])
      assert.strictEqual(yield* job.ping("success"), "unknown")
    })
  )

  it.effect("has a slug that follows its name until it has one of its own", () =>
    Effect.gen(function* () {
      const job = yield* storedJob({ ...hourly, name: "Nightly Backup: Köln" })
      const heartbeats = yield* Heartbeats
      const pings = yield* HeartbeatPings
      const slugs = Effect.fnUntraced(function* (slug: string) {
        const finding = yield* pings.findBySlug(hashOf(`key of ${job.owner.accountKey}`), slug)
        return finding?.found.length
      })
      yield* pings.addKey(job.owner.accountKey, { hash: hashOf(`key of ${job.owner.accountKey}`), sealed: "sealed" })
      assert.strictEqual(yield* slugs("nightly-backup-k-ln"), 1)
      yield* heartbeats.update(job.owner, [job.id], { name: "Other" })
      assert.deepStrictEqual([yield* slugs("nightly-backup-k-ln"), yield* slugs("other")], [0, 1])
      yield* heartbeats.update(job.owner, [job.id], { slug: "mine" })
      assert.deepStrictEqual([yield* slugs("other"), yield* slugs("mine")], [0, 1])
    })
  )

  it.effect("without a limit for lateness is never late, also after a change", () =>
    Effect.gen(function* () {
      const job = yield* storedJob({ ...hourly, lateAfter: null })
      const heartbeats = yield* Heartbeats
      yield* job.ping("success")
      yield* job.work
      yield* job.skip(7_200)
      assert.deepInclude(yield* job.find, { lateAfter: null, status: "up", isLate: false })
      yield* heartbeats.update(job.owner, [job.id], { lateAfter: 300 })
      yield* heartbeats.update(job.owner, [job.id], { lateAfter: null })
      yield* job.skip(7_200)
      assert.deepInclude(yield* job.find, { lateAfter: null, status: "up" })
      assert.deepStrictEqual(yield* job.facts, [])
    })
  )
})
