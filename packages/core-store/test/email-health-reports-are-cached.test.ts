import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { EmailHealthReports, type ReportClaim } from "../src/index.ts"
import { layerStore } from "./account.ts"

const LEASE_MS = 30_000

const begun = (claim: ReportClaim) =>
  claim._tag === "Claimed" ? Effect.succeed(claim) : Effect.die(new Error(claim._tag))

const age = (domain: string, seconds: number) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) =>
      sql`update email_health_report set checked_at = checked_at - ${seconds}::int * interval '1 second' where domain = ${domain}`
  )

layer(layerStore, { excludeTestServices: true })("an email health report", (it) => {
  it.effect("is made by one of many concurrent callers, and returned to the others", () =>
    Effect.gen(function* () {
      const reports = yield* EmailHealthReports
      const claims = yield* Effect.forEach(Array.from({ length: 12 }), () => reports.claim("once.example", LEASE_MS), {
        concurrency: "unbounded"
      })
      assert.strictEqual(claims.filter(({ _tag }) => _tag === "Claimed").length, 1)
      assert.strictEqual(claims.filter(({ _tag }) => _tag === "Busy").length, 11)
      const mine = yield* begun(claims.find(({ _tag }) => _tag === "Claimed") ?? { _tag: "Busy" })
      const report = { grade: "A", text: "a\u0000b\ud800" }
      yield* reports.cache("once.example", { report, incomplete: false, checkedAt: mine.at }, mine.token)
      assert.deepStrictEqual(yield* reports.claim("once.example", LEASE_MS), { _tag: "Cached", report })
    })
  )

  it.effect("is cached for an hour, an incomplete one for a minute", () =>
    Effect.gen(function* () {
      const reports = yield* EmailHealthReports
      for (const [domain, incomplete, seconds] of [
        ["whole.example", false, 3_600],
        ["part.example", true, 60]
      ] as const) {
        yield* reports.cache(domain, { report: {}, incomplete, checkedAt: yield* reports.now() }, null)
        yield* age(domain, seconds - 5)
        assert.strictEqual((yield* reports.claim(domain, LEASE_MS))._tag, "Cached")
        yield* age(domain, 5)
        assert.strictEqual((yield* reports.claim(domain, LEASE_MS))._tag, "Claimed")
        assert.strictEqual((yield* reports.claim(domain, LEASE_MS))._tag, "Busy")
      }
    })
  )

  it.effect("can be claimed again when its lease was released or has ended", () =>
    Effect.gen(function* () {
      const reports = yield* EmailHealthReports
      const first = yield* Effect.flatMap(reports.claim("left.example", LEASE_MS), begun)
      yield* reports.release("left.example", "00000000-0000-4000-8000-000000000000")
      assert.strictEqual((yield* reports.claim("left.example", LEASE_MS))._tag, "Busy")
      yield* reports.release("left.example", first.token)
      yield* Effect.flatMap(reports.claim("left.example", 0), begun)
      yield* Effect.flatMap(reports.claim("left.example", LEASE_MS), begun)
    })
  )

  it.effect("is not replaced by a slower check that began earlier, which still ends its lease", () =>
    Effect.gen(function* () {
      const reports = yield* EmailHealthReports
      const slow = yield* Effect.flatMap(reports.claim("slow.example", LEASE_MS), begun)
      yield* reports.cache("slow.example", { report: "new", incomplete: false, checkedAt: slow.at + 1 }, null)
      yield* reports.cache("slow.example", { report: "old", incomplete: true, checkedAt: slow.at }, slow.token)
      assert.deepStrictEqual(yield* reports.claim("slow.example", LEASE_MS), { _tag: "Cached", report: "new" })
      yield* age("slow.example", 3_601)
      yield* Effect.flatMap(reports.claim("slow.example", LEASE_MS), begun)
    })
  )

  it.effect("is deleted when it has expired", () =>
    Effect.gen(function* () {
      const reports = yield* EmailHealthReports
      yield* reports.purge(10)
      yield* reports.cache("gone.example", { report: {}, incomplete: false, checkedAt: yield* reports.now() }, null)
      yield* reports.claim("begun.example", LEASE_MS)
      assert.strictEqual(yield* reports.purge(10), 0)
      yield* age("gone.example", 3_600)
      assert.strictEqual(yield* reports.purge(10), 1)
    })
  )
})
