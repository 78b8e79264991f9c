import { assert, layer } from "@effect/vitest"
import { startEmbedded } from "@mon/embedded-postgres"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import process from "node:process"
import postgres from "postgres"
import { onTestFinished, test, vi } from "vitest"
import { defineQueue, Jobs, layerSqlClient, migrate, migrations } from "../src/index.ts"
import { layerTestDatabase, TestDatabase } from "../src/testing.ts"
import { scratchFolders } from "./scratch.ts"

vi.setConfig({ testTimeout: 60_000 })

const JOBS = 300
const CONSUMERS = 4
/** The time between two cuts is far shorter than a job, so that most jobs lose their connection. */
const CUT_EVERY_MS = 15
const CUTS = 60
/** This time is in the middle of the jobs. */
const CRASH_AFTER_MS = 150
/** The longest time, while the database is up, in which the scope must close. */
const TEARDOWN_MS = 5_000

const numbers = defineQueue({
  name: "test.numbers",
  payload: Schema.Struct({ n: Schema.Int }),
  retryAfterMs: [],
  // A job whose lease was taken by a statement without an answer runs again after this time.
  expireInSeconds: 2,
  keyed: false
})

const whenItAnswers = Schedule.spaced("20 millis")

/**
 * Handles all jobs while the database is disturbed. Returns the time, in milliseconds, that the consumers then take to
 * end.
 */
const workThrough = <E, R>(hurt: Effect.Effect<void, E, R>) =>
  Effect.gen(function* () {
    const jobs = yield* Jobs
    const sql = yield* SqlClient.SqlClient
    yield* sql`create table done (n int not null)`
    yield* sql.withTransaction(
      Effect.forEach(
        Array.from({ length: JOBS }, (_, n) => n),
        (n) => jobs.enqueue(numbers, { n }),
        { discard: true }
      )
    )
    let endedAt = 0
    yield* Effect.scoped(
      Effect.gen(function* () {
        const work = Effect.flatMap(jobs.take(numbers, 2), (taken) =>
          Effect.forEach(taken, (job) =>
            Effect.andThen(
              sql`insert into done select (payload ->> 'n')::int from job where id = ${job.key}::bigint`,
              jobs.finish(job)
            )
          )
        )
        const consumer = Effect.forever(Effect.andThen(Effect.ignore(work), Effect.sleep(5)))
        for (let started = 0; started < CONSUMERS; started++) yield* Effect.forkScoped(consumer)
        yield* hurt
        yield* Effect.repeat(Effect.retry(jobs.counts(numbers.name), { times: 50, schedule: whenItAnswers }), {
          until: ({ running, waiting }) => running + waiting === 0
        })
        endedAt = performance.now()
      })
    )
    const teardownMs = performance.now() - endedAt
    const rows = yield* Effect.retry(sql<{ n: number }>`select distinct n from done order by n`, {
      times: 50,
      schedule: whenItAnswers
    })
    assert.deepStrictEqual(
      rows.map(({ n }) => n),
      Array.from({ length: JOBS }, (_, n) => n)
    )
    const left = yield* Effect.retry(jobs.counts(numbers.name), { times: 50, schedule: whenItAnswers })
    assert.deepStrictEqual(left, { waiting: 0, running: 0, dead: 0 })
    return teardownMs
  })

const silent = Logger.layer([])

/** Opens a connection that does not belong to the tested pool. */
const connectOutside = (url: string) =>
  Effect.acquireRelease(
    Effect.sync(() => postgres(url, { max: 1, onnotice: () => {} })),
    (opened) => Effect.promise(() => opened.end({ timeout: 1 }))
  )

layer(Jobs.layer.pipe(Layer.provideMerge(layerTestDatabase), Layer.provideMerge(silent)), {
  excludeTestServices: true
})("jobs whose database connections are all cut again and again", (it) => {
  it.effect("are all handled, and the consumers end", () =>
    Effect.gen(function* () {
      const outside = new URL((yield* TestDatabase).url)
      const database = outside.pathname.slice(1)
      outside.pathname = "/postgres"
      const other = yield* connectOutside(outside.href)
      const cut = Effect.promise(
        () => other`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${database}`
      )
      const hurt = Effect.repeat(cut, { schedule: Schedule.spaced(CUT_EVERY_MS), times: CUTS })
      assert.isBelow(yield* workThrough(Effect.asVoid(hurt)), TEARDOWN_MS)
    }).pipe(Effect.scoped)
  )
})

const folder = scratchFolders("jobs")

test("jobs whose server crashes and recovers twice are all handled, and the consumers end", async () => {
  // Committed data must survive a crash of the server, but not of the machine.
  const server = await startEmbedded({
    dataDir: await folder(),
    durable: false,
    settings: { synchronous_commit: true }
  })
  onTestFinished(server.stop)
  const database = layerSqlClient({ url: server.url })
  const crash = Effect.gen(function* () {
    const other = yield* connectOutside(server.url)
    const [row] = yield* Effect.retry(
      Effect.tryPromise(() => other<[{ pid: number }]>`select pg_backend_pid() as pid`),
      whenItAnswers
    )
    // When one of its processes is killed, the server ends all other processes and recovers.
    yield* Effect.sync(() => process.kill(row.pid, "SIGKILL"))
  }).pipe(Effect.scoped, Effect.delay(CRASH_AFTER_MS))
  const program = Effect.andThen(migrate(migrations), workThrough(Effect.asVoid(Effect.repeat(crash, { times: 1 }))))
  const teardownMs = await Effect.runPromise(
    program.pipe(Effect.provide(Jobs.layer.pipe(Layer.provideMerge(database), Layer.provideMerge(silent))))
  )
  assert.isBelow(teardownMs, TEARDOWN_MS)
})
