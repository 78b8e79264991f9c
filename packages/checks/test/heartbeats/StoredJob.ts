import {
  Accounts,
  type AccessScope,
  Credentials,
  hashApiKey,
  HeartbeatPings,
  Heartbeats,
  issueApiKey,
  layerRepositories,
  Locations,
  MonitorSchedule,
  type NewPing
} from "@mon/core-store"
import { layerTestDatabase } from "@mon/core-store/testing"
import { decodeFact, defaultConfirmationPolicy, heartbeatDefaults } from "@mon/model"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { createHash, randomUUID } from "node:crypto"
import { newHeartbeat } from "../../src/heartbeats/Heartbeat.ts"
import { judgeDueHeartbeat } from "../../src/heartbeats/judgeDueHeartbeat.ts"
import { Connectivity } from "../../src/ownNetwork/Connectivity.ts"
import { type ReceivedPing, receiveTokenPing } from "../../src/heartbeats/receivePing.ts"

/** All repositories over a new database whose clock only moves when a test sets it. */
export const layerStore = Layer.effectDiscard(
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`create table test_clock (at timestamptz not null)`
    yield* sql`insert into test_clock values ('2026-12-01T00:00:00Z')`
    yield* sql`create or replace function mon_now() returns timestamptz language sql stable as $$ select at from test_clock $$`
  })
).pipe(Layer.provideMerge(Layer.provideMerge(layerRepositories, layerTestDatabase)))

const SECOND = 1_000

let made = 0

/** A new account; every test has its own. */
export const newOwner = Effect.gen(function* () {
  made += 1
  const account = yield* (yield* Accounts).create({ email: `owner-${made}@test.example`, name: null, plan: "agency" })
  const issued = account === null ? null : yield* issueApiKey(account.membershipId)
  if (issued === null) return yield* Effect.die(new Error("no key"))
  const credential = yield* (yield* Credentials).authenticateAndCount(hashApiKey(Redacted.value(issued.key)), 0)
  return credential === null ? yield* Effect.die(new Error("the key is not known")) : credential.viewer
})

export const hashOf = (token: string): Uint8Array => createHash("sha256").update(token).digest()

/** The own network of the worker. `lostMs`: it has come back after this time, which is recorded once. */
interface Network {
  readonly works: boolean
  readonly inDoubt: boolean
  readonly lostMs?: number
}

type Settings = Partial<typeof heartbeatDefaults> & { readonly name?: string }

/** A heartbeat with pings, a worker that judges it, and an API process that can receive. */
export const storedJob = Effect.fn("storedJob")(function* (settings: Settings = {}, given?: AccessScope) {
  const sql = yield* SqlClient.SqlClient
  const heartbeats = yield* Heartbeats
  const pings = yield* HeartbeatPings
  const schedule = yield* MonitorSchedule
  const owner = given ?? (yield* newOwner)
  const token = randomUUID()
  let now = Date.parse("2026-12-01T00:00:00Z")
  let process: string = randomUUID()
  let network: Network = { works: true, inDoubt: false }
  const worker = randomUUID()
  const guard = Layer.succeed(Connectivity, {
    ...Connectivity.trusting,
    works: Effect.sync(() => network.works)
  })

  const setClock = (at: number) =>
    Effect.suspend(() => {
      now = at
      return sql`update test_clock set at = ${new Date(at).toISOString()}::timestamptz`
    })
  const receive = Effect.suspend(() =>
    Effect.map(pings.receiving(process, randomUUID()), (id) => {
      process = id
    })
  )

  const announce = Effect.gen(function* () {
    if (network.lostMs !== undefined) yield* pings.lost(worker, network.lostMs)
    network = { works: network.works, inDoubt: network.inDoubt }
    const standing = { networkInDoubt: network.inDoubt, storesEmails: false }
    yield* (yield* Locations).announce(worker, "here", standing)
  })

  yield* setClock(now)
  // Tests use the same times.
  yield* sql`delete from ping_reception`
  yield* sql`delete from worker_location`
  yield* receive
  const created = yield* heartbeats.create(
    owner,
    { ...heartbeatDefaults, name: "Backup", ...settings },
    1_000,
    { hash: hashOf(token), sealed: "sealed" },
    newHeartbeat
  )
  if (created._tag !== "Created") return yield* Effect.die(new Error(created._tag))
  const { id } = created.monitor
  const [row] = yield* sql<{ key: string }>`select id::text as key from monitor where public_id = ${id}::uuid`
  const key = row?.key ?? ""

  /** Judges the heartbeat until it is not due any more, as a worker does. Returns the number of judgements. */
  const work = Effect.gen(function* () {
    for (let count = 0; count < 10; count += 1) {
      const claims = (yield* schedule.claim(1_000, 30_000)).filter(({ monitorKey }) => monitorKey === key)
      if (claims.length === 0) return count
      const rows = yield* Effect.provide(Effect.forEach(claims, judgeDueHeartbeat), guard)
      yield* schedule.record(rows, defaultConfirmationPolicy)
    }
    return 10
  })

  const ping = (kind: NewPing["kind"], more: Partial<ReceivedPing> = {}) =>
    receiveTokenPing(hashOf(token), {
      kind,
      run: null,
      exitCode: null,
      statedMs: null,
      filtered: null,
      body: null,
      isCut: false,
      method: "POST",
      client: null,
      network: null,
      tokenHash: hashOf(token),
      ...more
    })

  return {
    id,
    key,
    /** Changes the worker's own network, which the worker announces while it works. */
    setNetwork: (next: Network) =>
      Effect.suspend(() => {
        network = next
        return announce
      }),
    owner,
    token,
    work,
    ping,
    /** Lets time pass in steps of two seconds, in which the service receives and works. Default: it does both. */
    pass: (seconds: number, { receives = true, works = true } = {}) =>
      Effect.gen(function* () {
        const begin = now
        for (let passed = 0; passed < seconds;) {
          passed = Math.min(passed + 2, seconds)
          yield* setClock(begin + passed * SECOND)
          if (receives) yield* receive
          if (works) yield* announce
          if (works) yield* work
        }
      }),
    /** Lets a lot of time pass at once, in which the service receives. */
    skip: (seconds: number) =>
      Effect.gen(function* () {
        const from = new Date(now).toISOString()
        yield* setClock(now + seconds * SECOND)
        yield* sql`insert into ping_reception (process_id, since, until)
          values (gen_random_uuid(), ${from}::timestamptz, mon_now())`
        yield* receive
        yield* work
      }),
    find: Effect.map(heartbeats.find(owner, id), (found) => found ?? created.monitor),
    /** The facts about the heartbeat: what happened, when, and why. */
    facts: Effect.gen(function* () {
      const rows = yield* sql<{ kind: string; data: unknown }>`
        select kind, data from notification where monitor_id = ${key}::bigint order by id`
      return rows.flatMap(({ data, kind }) => {
        const fact = decodeFact(kind, data)
        if (fact?.kind !== "down" && fact?.kind !== "up") return []
        const { job, resolvedAt, startedAt, triggerError } = fact.incident
        const at = fact.kind === "down" ? startedAt : resolvedAt
        return [{ kind: fact.kind, at, code: triggerError?.code, ...(job === undefined ? {} : { job }) }]
      })
    })
  }
})
