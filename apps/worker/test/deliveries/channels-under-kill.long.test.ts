// Delivers to test servers of services with three workers, one of which is killed every five seconds. Makes 1,000
// deliveries by default. With MON_PROOF_ACCOUNTS=100, makes 100,000 deliveries.
import { assert, layer } from "@effect/vitest"
import { channelOf, plainMessage } from "@mon/alerts/channels"
import { TestDatabase } from "@mon/core-store/testing"
import type { ChannelKind } from "@mon/model"
import {
  startGotify,
  startMatrix,
  startMattermost,
  startTemplateReceiver,
  type VendorServer
} from "@mon/tooling/testbed"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import * as SqlClient from "effect/sql/SqlClient"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { bundledProgram } from "./bundledProgram.ts"
import { addChannel, exampleSettings, openVendor } from "./ChannelWorld.ts"
import { layerGround, newAccount, newDomain } from "./DeliveryWorld.ts"

const ACCOUNTS = Number(process.env["MON_PROOF_ACCOUNTS"] ?? 1)
const NOTIFICATIONS = 250
const WORKERS = 3
const KILL_EVERY = "5 seconds"
const MINUTES = 60_000
/** Allows for ten deliveries a second: 1,000 deliveries of each account. */
const LIMIT = 5 * MINUTES + ACCOUNTS * 100_000

/** Services without a limit of messages, so that the run tests the ledger instead of waiting. */
const kinds = ["matrix", "gotify", "mattermost", "webhook_template"] as const satisfies ReadonlyArray<ChannelKind>
const starts: Readonly<Record<(typeof kinds)[number], () => Promise<VendorServer>>> = {
  matrix: startMatrix,
  gotify: startGotify,
  mattermost: startMattermost,
  webhook_template: startTemplateReceiver
}

/**
 * Adds notices that no newer notice replaces. The notices of all accounts are mixed as in a service, because attempts
 * at one channel follow one another. Each notice has a number that appears in its messages.
 */
const announce = Effect.fn("announce")(function* (monitors: ReadonlyArray<string>) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    insert into notification (public_id, account_id, type, kind, key, monitor_id, data)
    select gen_random_uuid(), m.account_id, 'ssl_invalid', 'certificate_invalid', 'proof:' || n, m.id,
      jsonb_build_object('monitor', jsonb_build_object('id', m.public_id, 'name', 'number' || n, 'url', m.url),
        'problems', jsonb_build_array('self_signed'), 'certificate', null, 'detectedAt', '2026-11-21T00:00:00.000Z')
    from (
      select monitor.*, row_number() over (order by id)::int - 1 as position from monitor
      where public_id = any (${monitors}::uuid[])
    ) m
    cross join generate_series(0, ${NOTIFICATIONS - 1}::int) round
    cross join lateral (select round * ${monitors.length}::int + m.position + 1 as n) numbered
    order by n`
})

const originOf = (kind: ChannelKind): string => {
  const channel = channelOf(kind)
  const reading = channel?.readSettings(exampleSettings(kind))
  if (channel === null || reading?.ok !== true) throw new Error(`There are no settings of ${kind}.`)
  const message = plainMessage({ deliveryId: "origin", title: "", text: "" })
  return new URL(channel.request(message, reading.settings).url).origin
}

interface WorkerStart {
  readonly program: string
  readonly env: Readonly<Record<string, string>>
}

const spawnWorker = ({ env, program }: WorkerStart) =>
  spawn(process.execPath, [program], {
    env: { PATH: process.env["PATH"], NODE_COMPILE_CACHE: join(tmpdir(), "mon-compile-cache"), ...env },
    stdio: "ignore"
  })

/**
 * Runs a worker that ends by itself and writes the compile cache. Without the cache, a worker is killed before it has
 * started.
 */
const warmUp = Effect.fn("warmUp")(function* (start: WorkerStart) {
  const sql = yield* SqlClient.SqlClient
  const worker = spawnWorker(start)
  yield* Effect.addFinalizer(() => Effect.sync(() => worker.kill("SIGKILL")))
  const attempts = Effect.map(sql`select 1 from delivery_attempt limit 1`, ({ length }) => length)
  yield* Effect.repeat(Effect.delay(attempts, "200 millis"), { until: (found) => found > 0 })
  yield* Effect.promise(async () => {
    const ended = once(worker, "exit")
    worker.kill("SIGTERM")
    await ended
  })
})

/**
 * Runs workers until the scope closes. Kills and replaces one worker at every interval. Returns a function that returns
 * the number of killed workers.
 */
const killWorkers = Effect.fn("killWorkers")(function* (start: WorkerStart) {
  const workers = Array.from({ length: WORKERS }, () => spawnWorker(start))
  let killed = 0
  yield* Effect.addFinalizer(() => Effect.sync(() => workers.forEach((worker) => worker.kill("SIGKILL"))))
  const killOne = Effect.sync(() => {
    workers[killed % WORKERS]?.kill("SIGKILL")
    workers[killed % WORKERS] = spawnWorker(start)
    killed += 1
  })
  yield* Effect.forkScoped(Effect.repeat(Effect.delay(killOne, KILL_EVERY), Schedule.forever))
  return () => killed
})

/** Ends leases of killed workers after four seconds instead of two minutes. */
const endLeases = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.all([
    sql`
      update notification_delivery set lease_until = mon_now()
      where status = 'pending' and lease_until > mon_now() and lease_until < mon_now() + interval '96 seconds'`,
    sql`
      update notification_delivery set held_until = null
      where status = 'pending' and held_until > mon_now() + interval '10 seconds'
        and held_until < mon_now() + interval '96 seconds'`
  ])
)

const pending = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(
    sql<{ readonly n: number }>`
      select (select count(*) from notification where dispatched_at is null)::int
        + (select count(*) from notification_delivery where channel = 'channel' and status = 'pending')::int as n`,
    ([row]) => row?.n ?? 0
  )
)

const numbersOf = (arrivals: VendorServer["messages"]): ReadonlyArray<number> =>
  arrivals.map(({ text }) => Number(/number(\d+)/u.exec(text)?.[1]))

const repeated = (numbers: ReadonlyArray<number>): ReadonlySet<number> => {
  const seen = new Set<number>()
  return new Set(numbers.filter((number) => seen.size === seen.add(number).size))
}

layer(layerGround, { excludeTestServices: true, timeout: LIMIT })("deliveries to channels", (it) => {
  it.effect(
    "under kill -9 are never lost, and doubled only where the service cannot see it and the ledger says so",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { url } = yield* TestDatabase
        const vendors = yield* Effect.forEach(kinds, (kind) =>
          Effect.map(openVendor(starts[kind]), (server) => ({ kind, server }))
        )
        const origins: Record<string, string> = {}
        const monitors: Array<string> = []
        for (let index = 0; index < ACCOUNTS; index += 1) {
          const account = yield* newAccount
          for (const { kind, server } of vendors) {
            origins[originOf(kind)] = server.origin
            yield* addChannel(account, kind)
          }
          monitors.push((yield* newDomain(account)).id)
        }
        yield* announce(monitors)
        const start: WorkerStart = {
          program: yield* bundledProgram("channelProcess.ts"),
          env: { DATABASE: url, VENDORS: JSON.stringify(origins) }
        }
        yield* warmUp(start)
        const killed = yield* killWorkers(start)
        yield* Effect.forkScoped(Effect.repeat(endLeases, Schedule.spaced("1 second")))
        yield* Effect.repeat(Effect.delay(pending, "1 second"), { until: (n) => n === 0 })
        const all = ACCOUNTS * NOTIFICATIONS
        const wanted = Array.from({ length: all }, (_, number) => number + 1)
        const report: Array<string> = [`${killed()} workers killed`]
        for (const { kind, server } of vendors) {
          const numbers = numbersOf(server.messages)
          const arrived = new Set(numbers)
          const lost = wanted.filter((number) => !arrived.has(number))
          assert.deepStrictEqual(lost, [], `${kind} lost messages`)
          const doubled = repeated(numbers)
          const unknown = yield* sql<{ readonly number: number }>`
            select substring(n.data -> 'monitor' ->> 'name' from '\\d+')::int as number
            from delivery_attempt a join notification_delivery d on d.id = a.delivery_id
            join notification n on n.id = d.notification_id join alert_channel c on c.public_id::text = d.target
            where a.status is null and c.kind = ${kind}`
          const marked = new Set(unknown.map(({ number }) => number))
          assert.deepStrictEqual(
            [...doubled].filter((number) => !marked.has(number)),
            [],
            `${kind} is not marked`
          )
          const more = numbers.length - wanted.length
          assert.isAtMost(more, unknown.length, `${kind} has more repetitions than attempts in flight`)
          // The test server of the template drops repetitions by their Idempotency-Key.
          if (channelOf(kind)?.abilities.deduplicates === true || kind === "webhook_template")
            assert.strictEqual(doubled.size, 0, kind)
          report.push(
            `${kind}: ${numbers.length} messages, ${more} repeated, ${unknown.length} attempts in flight at a kill`
          )
        }
        const rows = yield* sql<{ readonly status: string; readonly n: number }>`
          select status, count(*)::int as n from notification_delivery where channel = 'channel' group by status`
        assert.deepStrictEqual(rows, [{ status: "sent", n: all * kinds.length }])
        yield* Effect.sync(() => console.log(report.join("\n")))
      }).pipe(Effect.scoped),
    LIMIT
  )
})
