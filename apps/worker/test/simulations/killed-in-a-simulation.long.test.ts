import { assert, layer } from "@effect/vitest"
import { TestDatabase } from "@mon/core-store/testing"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { layerWorld, TestWorld } from "../TestWorld.ts"
import { startWorkerProcess } from "../WorkerProcess.ts"
import { balance, isOver, mxQuestions, newAccount, publish, start, until } from "./Campaigns.ts"

const endLeases = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`update simulation set lease_until = mon_now() where lease_until is not null`
  yield* sql`update domain_fact set lease_until = mon_now() where lease_until is not null`
})

layer(layerWorld, { excludeTestServices: true })("a worker that stops in the middle of a simulation", (it) => {
  it.effect(
    "is replaced by another one, which continues with the known facts and charges nothing twice",
    () =>
      Effect.gen(function* () {
        const { dns } = yield* TestWorld
        const environment = {
          MON_DATABASE_URL: (yield* TestDatabase).url,
          MON_SECRET: "a secret of tests that is long enough",
          MON_DNS_SERVERS: dns.address
        }
        const viewer = yield* newAccount()
        const before = yield* balance(viewer)
        const { domains, sender } = publish(dns, "kill", 160)
        const slow = domains.slice(80)
        for (const domain of slow) dns.zone.delay(domain, 1_500)
        const job = yield* start(viewer, [sender], domains)

        const victim = yield* startWorkerProcess(environment)
        yield* until(viewer, job, ({ done }) => done >= 60)
        victim.kill("SIGKILL")
        yield* Effect.promise(() => victim.ended)
        const sql = yield* SqlClient.SqlClient
        const settled = (yield* sql<{
          domain: string
        }>`select domain from domain_fact where kind = 'prospect' and facts is not null`).map(({ domain }) => domain)
        assert.isAtLeast(settled.length, 40)
        const requests = mxQuestions(dns, settled)

        yield* endLeases
        const stopped = yield* startWorkerProcess(environment)
        yield* Effect.promise(() => stopped.line("Worker started"))
        yield* Effect.repeat(
          sql<{
            attempts: number
          }>`select attempts from simulation where public_id = ${job.jobId}::uuid and lease_until > mon_now()`,
          {
            until: ([row]) => row?.attempts === 2
          }
        )
        stopped.kill("SIGTERM")
        assert.deepStrictEqual(yield* Effect.promise(() => stopped.ended), { code: 0, errors: "" })

        for (const domain of slow) dns.zone.delay(domain, 0)
        const last = yield* startWorkerProcess(environment)
        assert.deepInclude(yield* until(viewer, job, isOver), { status: "completed", done: 161 })
        assert.deepStrictEqual(mxQuestions(dns, settled), requests)
        assert.strictEqual(yield* balance(viewer), before - 161)
        const [row] = yield* sql<{ attempts: number; held: number }>`
        select attempts, (select count(*)::int from domain_fact where lease_token is not null) as held from simulation where public_id = ${job.jobId}::uuid`
        assert.deepStrictEqual(row, { attempts: 2, held: 0 })
        last.kill("SIGTERM")
        assert.deepStrictEqual(yield* Effect.promise(() => last.ended), { code: 0, errors: "" })
      }),
    60_000
  )
})
