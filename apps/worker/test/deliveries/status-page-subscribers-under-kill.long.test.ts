// Publishes to many subscribers with three workers, which are killed at random moments of an email while subscribers
// unsubscribe. There are 400 subscribers by default. With MON_PROOF_SUBSCRIBERS=5000, the test sends 10,000 emails.
import { assert, layer } from "@effect/vitest"
import { StatusSubscribers } from "@mon/core-store"
import { TestDatabase } from "@mon/core-store/testing"
import { type ReceivedMail, type SmtpServer, startSmtpServer } from "@mon/tooling/testbed"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import * as SqlClient from "effect/sql/SqlClient"
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { bundledProgram } from "./bundledProgram.ts"
import { layerGround } from "./DeliveryWorld.ts"
import { newPage, publish, subscribe } from "./SubscriberWorld.ts"

const SUBSCRIBERS = Number(process.env["MON_PROOF_SUBSCRIBERS"] ?? 400)
const WORKERS = 3
/** The maximum number of emails between two kills. */
const EMAILS_OF_A_WORKER = 50
const LIMIT = 300_000 + SUBSCRIBERS * 200
const FIRST = "Payments are slow."
const SECOND = "Payments are still slow."

interface WorkerStart {
  readonly program: string
  readonly env: Readonly<Record<string, string>>
}

const spawnWorker = ({ env, program }: WorkerStart): ChildProcess =>
  spawn(process.execPath, [program], {
    env: { PATH: process.env["PATH"], NODE_COMPILE_CACHE: join(tmpdir(), "mon-compile-cache"), ...env },
    stdio: "ignore"
  })

/**
 * Runs a worker that ends by itself and writes the compile cache. Without the cache, a worker is killed before it has
 * started.
 */
const warmUp = Effect.fn("warmUp")(function* (start: WorkerStart, smtp: SmtpServer) {
  const worker = spawnWorker(start)
  yield* Effect.addFinalizer(() => Effect.sync(() => worker.kill("SIGKILL")))
  yield* Effect.promise(async () => {
    await smtp.nextMail()
    const ended = once(worker, "exit")
    worker.kill("SIGTERM")
    await ended
  })
})

/**
 * Kills a random worker at random emails. The kill comes when the server has the recipient, or when it has the whole
 * email and has not answered yet. Returns the number of kills at each of these stages.
 */
const killWorkers = Effect.fn("killWorkers")(function* (start: WorkerStart, smtp: SmtpServer) {
  const workers = Array.from({ length: WORKERS }, () => spawnWorker(start))
  yield* Effect.addFinalizer(() => Effect.sync(() => workers.forEach((worker) => worker.kill("SIGKILL"))))
  const counts = { recipient: 0, data: 0 }
  let left = EMAILS_OF_A_WORKER
  smtp.behave(({ stage }) => {
    if (stage !== "recipient" && stage !== "data") return {}
    left -= Math.random()
    if (left > 0) return {}
    left = Math.random() * EMAILS_OF_A_WORKER
    counts[stage] += 1
    const index = Math.floor(Math.random() * WORKERS)
    workers[index]?.kill("SIGKILL")
    workers[index] = spawnWorker(start)
    return {}
  })
  return counts
})

/** Ends leases of killed workers after four seconds instead of two minutes. */
const endLeases = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`
    update status_delivery set next_at = mon_now()
    where status = 'pending' and next_at > mon_now() and claimed_at < mon_now() - interval '4 seconds'`
)

const settled = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const waiting = Effect.map(
    sql<{ readonly n: number }>`select count(*)::int as n from status_delivery where status = 'pending'`,
    ([row]) => row?.n ?? 0
  )
  yield* Effect.repeat(Effect.delay(waiting, "200 millis"), { until: (n) => n === 0 })
})

/** Unsubscribes every tenth subscriber, one by one. Returns the time at which each subscriber got the confirmation. */
const leaveOneByOne = Effect.fn("leaveOneByOne")(function* (ids: ReadonlyMap<string, string>) {
  const sql = yield* SqlClient.SqlClient
  const subscribers = yield* StatusSubscribers
  const left = new Map<string, Date>()
  for (const [address, id] of [...ids].filter((_, index) => index % 10 === 0)) {
    yield* Effect.sleep("100 millis")
    yield* subscribers.leave(id)
    const [row] = yield* sql<{ readonly now: Date }>`select clock_timestamp() as now`
    left.set(address, row?.now ?? new Date(0))
  }
  return left
})

const textIn = ({ text }: ReceivedMail): string => (text?.includes(SECOND) === true ? SECOND : FIRST)

const byDelivery = (mails: ReadonlyArray<ReceivedMail>): ReadonlyMap<string, ReadonlyArray<ReceivedMail>> =>
  Map.groupBy(mails, (mail) => `${textIn(mail)} ${mail.to[0] ?? ""}`)

interface DeliveryRow {
  readonly address: string
  readonly body: string
  readonly status: string
  readonly attempts: number
  readonly claimedAt: Date | null
}

layer(layerGround, { excludeTestServices: true, timeout: LIMIT })("publications to subscribers", (it) => {
  it.effect(
    "under kill -9 are never lost, never sent after leaving, and repeated only with the same Message-ID",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { url } = yield* TestDatabase
        const smtp = yield* Effect.acquireRelease(
          Effect.promise(() => startSmtpServer()),
          (server) => Effect.promise(server.close)
        )
        const start: WorkerStart = {
          program: yield* bundledProgram("subscriberProcess.ts"),
          env: { DATABASE: url, SMTP: smtp.url }
        }
        const first = yield* newPage
        yield* subscribe(first, "warm-up@test.example")
        yield* publish(first, "A first email.")
        yield* warmUp(start, smtp)
        const before = smtp.mails.length

        const page = yield* newPage
        const ids = new Map<string, string>()
        for (let index = 0; index < SUBSCRIBERS; index += 1) {
          const address = `reader-${index}@test.example`
          ids.set(address, yield* subscribe(page, address))
          // This test does not cover the limit of requests to subscribe.
          yield* sql`delete from status_signup`
        }
        yield* publish(page, FIRST)
        const kills = yield* killWorkers(start, smtp)
        yield* Effect.forkScoped(Effect.repeat(endLeases, Schedule.spaced("1 second")))
        const left = yield* leaveOneByOne(ids)
        yield* settled
        yield* publish(page, SECOND)
        yield* settled

        const mails = smtp.mails.slice(before)
        const groups = byDelivery(mails)
        const rows = yield* sql<DeliveryRow>`
          select s.address, u.body, d.status, d.attempts, d.claimed_at as "claimedAt"
          from status_delivery d join status_subscriber s on s.id = d.subscriber_id
          join status_update u on u.id = d.update_id where u.body in (${FIRST}, ${SECOND})`
        const rowOf = new Map(rows.map((row) => [`${row.body} ${row.address}`, row]))

        const missed = [...ids.keys()]
          .filter((address) => !left.has(address))
          .flatMap((address) => [`${FIRST} ${address}`, `${SECOND} ${address}`])
          .filter((key) => !groups.has(key) || rowOf.get(key)?.status !== "sent")
        assert.deepStrictEqual(missed, [], "missed")

        const afterLeaving = [...left.keys()].filter((address) => groups.has(`${SECOND} ${address}`))
        assert.deepStrictEqual(afterLeaving, [], "sent after leaving")
        const begunAfterLeaving = rows.filter(
          ({ address, claimedAt }) => claimedAt !== null && claimedAt > (left.get(address) ?? new Date(8.64e15))
        )
        assert.deepStrictEqual(begunAfterLeaving, [], "begun after leaving")

        const doubled = [...groups].filter(([, each]) => each.length > 1)
        const distinct = doubled.filter(
          ([, each]) => new Set(each.map(({ headers }) => headers["message-id"])).size > 1
        )
        assert.deepStrictEqual(
          distinct.map(([key]) => key),
          [],
          "a repetition that the mail server does not recognize"
        )
        assert.strictEqual(new Set(mails.map(({ headers }) => headers["message-id"])).size, groups.size)
        const unmarked = doubled.filter(([key, each]) => (rowOf.get(key)?.attempts ?? 0) < each.length)
        assert.deepStrictEqual(
          unmarked.map(([key]) => key),
          [],
          "a repetition without a further attempt"
        )
        const repeated = mails.length - groups.size
        const interrupted = rows.reduce((sum, { attempts }) => sum + Math.max(0, attempts - 1), 0)
        assert.isAtMost(repeated, interrupted)
        assert.isAbove(kills.data + kills.recipient, 0)
        const report = `${kills.data + kills.recipient} workers killed, ${mails.length} emails, ${repeated} repeated with the same Message-ID, ${interrupted} attempts repeated, ${left.size} left`
        yield* Effect.sync(() => console.log(report))
      }).pipe(Effect.scoped),
    LIMIT
  )
})
