import { heartbeatFields, heartbeatLimits, type PingKind, type PlanName, type SettingsOf } from "@mon/model"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { operation, type Returns } from "../../sql/operation.ts"
import { domainStateCodes, stateOf } from "../statements/MonitorCodes.ts"
import { type ColumnsOf, settingsReader } from "../statements/monitorColumns.ts"
import { planInForce } from "../statements/stoppedColumns.ts"
import { isAlive } from "../statements/liveWorkers.sql.ts"
import { isValidToken, type NewPingToken, pingKindCodes } from "./Heartbeats.ts"

type Settings = SettingsOf<typeof heartbeatFields>
type Status = "unknown" | "up" | "down"

/**
 * A heartbeat with all facts that are needed to store a ping or to judge a deadline. Times are milliseconds since the
 * epoch.
 */
export interface StoredHeartbeat {
  /** The internal key of the heartbeat's monitor (bigint as text). */
  readonly monitorKey: string
  readonly settings: Settings
  readonly isPaused: boolean
  /** Changes with each write. */
  readonly version: string
  /** JSON in the form that the caller wrote. The caller must decode it. */
  readonly memory: unknown
  readonly flips: unknown
  /** The state after all pings and all deadlines that were judged so far. */
  readonly status: Status
  /** The state that is recorded in the schedule of the monitor. */
  readonly recorded: Status
  /** The time at which the heartbeat was resumed since the last write. Null: it was not resumed. */
  readonly resumedAt: number | null
  /** The time at which the rules were changed since the last write. Null: they were not changed. */
  readonly changedAt: number | null
  /** The current time of the database. */
  readonly now: number
}

/** A ping to store. */
export interface NewPing {
  readonly at: number
  readonly kind: PingKind
  readonly run: string | null
  readonly exitCode: number | null
  readonly runtimeMs: number | null
  /** Null: it has no output. */
  readonly body: Uint8Array | null
  readonly isCut: boolean
  /** The method of its request, or `email`. */
  readonly method: string
  /** The hash of its Message-ID, which is the same if an email is delivered again. Absent: it is not an email. */
  readonly mailId?: Uint8Array | null
  readonly client: string | null
  readonly network: string | null
  /** The hash of the token in the ping's URL. Null: the URL names the heartbeat by its slug. */
  readonly tokenHash: Uint8Array | null
}

/** The new state of a heartbeat. */
interface HeartbeatWrite {
  readonly memory: unknown
  readonly flips: unknown
  readonly status: Status
  readonly expectedAt: number | null
  /** The time at which the worker judges the heartbeat. Null: the time stays unchanged. */
  readonly dueAt: number | null
}

interface Row extends ColumnsOf<typeof heartbeatFields> {
  readonly monitor_key: string
  readonly is_paused: boolean
  readonly version: string
  readonly memory: unknown
  readonly flips: unknown
  readonly status: number
  readonly recorded: number
  readonly resumed_at: Date | null
  readonly changed_at: Date | null
  readonly now: Date
}

const settingsOf = settingsReader(heartbeatFields)

const toStored = (row: Row): StoredHeartbeat => ({
  monitorKey: row.monitor_key,
  settings: settingsOf(row),
  isPaused: row.is_paused,
  version: row.version,
  memory: row.memory,
  flips: row.flips,
  status: stateOf("heartbeat", row.status),
  recorded: stateOf("heartbeat", row.recorded),
  resumedAt: row.resumed_at?.getTime() ?? null,
  changedAt: row.changed_at?.getTime() ?? null,
  now: row.now.getTime()
})

/** Selects at most `limit` heartbeats `h` of the relation `from`. */
const stored = (sql: SqlClient.SqlClient, from: Fragment, limit = 1) => sql<Row>`
  select h.monitor_id::text as monitor_key, m.name, m.depends_on, m.settings, m.paused_at is not null as is_paused,
    h.version::text, h.memory, h.flips, h.state as status, s.state as recorded, h.resumed_at, h.changed_at,
    mon_now() as now
  from ${from}
  join monitor m on m.id = h.monitor_id and m.deleted_at is null
  join monitor_schedule s on s.monitor_id = h.monitor_id
  limit ${limit}`

const timeOf = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())

/** A heartbeat to write, with the ping that changed it. A null ping means that a deadline was judged. */
export interface HeartbeatChange {
  readonly heartbeat: Pick<StoredHeartbeat, "monitorKey" | "version">
  readonly write: HeartbeatWrite
  readonly ping: NewPing | null
}

const toSaved = ({ heartbeat, ping, write }: HeartbeatChange) => ({
  key: heartbeat.monitorKey,
  version: heartbeat.version,
  memory: write.memory,
  flips: write.flips,
  state: domainStateCodes[write.status],
  expected_at: timeOf(write.expectedAt),
  due_at: timeOf(write.dueAt),
  ...(ping === null
    ? {}
    : {
        at: timeOf(ping.at),
        kind: pingKindCodes[ping.kind],
        run: ping.run,
        exit_code: ping.exitCode,
        runtime_ms: ping.runtimeMs,
        body: ping.body === null ? null : Buffer.from(ping.body).toString("base64"),
        is_cut: ping.isCut,
        method: ping.method,
        mail_id: ping.mailId == null ? null : Buffer.from(ping.mailId).toString("hex"),
        client: ping.client,
        network: ping.network,
        token: ping.tokenHash === null ? null : Buffer.from(ping.tokenHash).toString("hex")
      })
})

/**
 * Writes heartbeats whose version has not changed. Returns the internal keys of the written heartbeats. With `skips`,
 * leaves out heartbeats that another transaction is writing instead of waiting for them.
 */
const save = (sql: SqlClient.SqlClient, changes: ReadonlyArray<HeartbeatChange>, skips: boolean) => sql<{
  key: string
}>`
  with wanted as materialized (
    select * from jsonb_to_recordset(${JSON.stringify(changes.map(toSaved))}::text::jsonb) as x (key bigint,
      version bigint, memory jsonb, flips jsonb, state smallint, expected_at timestamptz, due_at timestamptz,
      at timestamptz, kind smallint, run text, exit_code smallint, runtime_ms bigint, body text, is_cut boolean,
      method text, mail_id text, client text, network text, token text)
  ), locked as materialized (
    select l.monitor_id from (select key from wanted order by key) w cross join lateral (
      select h.monitor_id from heartbeat h join monitor_schedule s on s.monitor_id = h.monitor_id
      where h.monitor_id = w.key limit 1 for no key update ${sql.literal(skips ? "skip locked" : "")}
    ) l
  ), saved as (
    update heartbeat h set memory = x.memory, flips = x.flips, state = x.state, version = h.version + 1,
      pings = h.pings + (x.at is not null)::int, last_ping_at = coalesce(x.at, h.last_ping_at),
      last_runtime_ms = coalesce(x.runtime_ms, h.last_runtime_ms), expected_at = x.expected_at, resumed_at = null,
      changed_at = null
    from wanted x
    where h.monitor_id = any(array(select monitor_id from locked)) and h.monitor_id = x.key and h.version = x.version
    returning h.monitor_id, h.pings, x.due_at, x.at, x.kind, x.run, x.exit_code, x.runtime_ms, x.body, x.is_cut,
      x.method, x.mail_id, x.client, x.network, x.token
  ), scheduled as (
    update monitor_schedule s set next_at = x.due_at from saved x
    where s.monitor_id = any(array(select monitor_id from saved)) and s.monitor_id = x.monitor_id
      and s.next_at <> x.due_at
  ), kept as (
    insert into heartbeat_ping (monitor_id, n, at, kind, run, exit_code, runtime_ms, body, is_cut, method, mail_id,
      client, network)
    select monitor_id, pings, at, kind, run, exit_code, runtime_ms, decode(body, 'base64'), is_cut, method,
      decode(mail_id, 'hex'), client, network from saved where at is not null
  ), dropped as (
    delete from heartbeat_ping p using saved x
    where p.monitor_id = x.monitor_id and p.n = x.pings - ${heartbeatLimits.pings}::int and x.at is not null
  ), used as (
    update heartbeat_token t set last_used_at = mon_now() from saved x
    where t.hash = any(array(select decode(token, 'hex') from saved)) and t.hash = decode(x.token, 'hex')
      and t.replaced_at is not null
  )
  select monitor_id::text as key from saved`

/** The heartbeats with a slug, and the account and the owner for a heartbeat that is added if there is none. */
export interface SlugFinding {
  readonly accountKey: string
  /** The internal keys of the owner's membership, and of the owner. */
  readonly membershipKey: string
  readonly userKey: string
  /** The plan in force. */
  readonly plan: PlanName
  readonly found: ReadonlyArray<StoredHeartbeat>
}

/** A period in which a process could receive pings. Times are milliseconds since the epoch. */
export interface Reception {
  readonly since: number
  readonly until: number
}

/**
 * The time, in seconds, without a sign of life from a process after which its next sign of life begins a new period.
 */
const RECEPTION_GAP_SECONDS = 6

/**
 * The pings of heartbeats. The caller's access is not checked: whoever knows the secret in a ping URL may send pings.
 */
export class HeartbeatPings extends Context.Service<HeartbeatPings>()("@mon/core-store/HeartbeatPings", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    /**
     * Finds the heartbeats of tokens by their SHA-256, in the order of the tokens. The result is null for a token that
     * no heartbeat has, or that was replaced long ago.
     */
    findByTokens: operation("HeartbeatPings.findByTokens", function* (hashes: ReadonlyArray<Uint8Array>): Returns<
      ReadonlyArray<StoredHeartbeat | null>
    > {
      const wanted = hashes.map((hash) => Buffer.from(hash).toString("hex"))
      // As in similar statements, the limit makes PostgreSQL find each row by its index instead of reading all rows.
      const one = stored(
        sql,
        sql`heartbeat_token t join heartbeat h on h.monitor_id = t.monitor_id
          and t.hash = decode(x.hash, 'hex') and ${sql.literal(isValidToken)}`
      )
      const rows = yield* sql<Row & { readonly hash: string }>`
        select x.hash, found.* from jsonb_array_elements_text(${JSON.stringify(wanted)}::text::jsonb) x (hash)
        cross join lateral (${one}) found`
      const found = new Map(rows.map((row) => [row.hash, toStored(row)]))
      return wanted.map((hash) => found.get(hash) ?? null)
    }),
    /** Finds a heartbeat that a worker has claimed. Null: the heartbeat was deleted. */
    findByKey: operation("HeartbeatPings.findByKey", function* (monitorKey: string): Returns<StoredHeartbeat | null> {
      const [row] = yield* stored(sql, sql`(select * from heartbeat where monitor_id = ${monitorKey}::bigint) h`)
      return row === undefined ? null : toStored(row)
    }),
    /**
     * Finds the heartbeats with a slug in the account that has a ping key. Null: there is no such key. Returns at most
     * two heartbeats, because two are enough to show that the slug is ambiguous.
     */
    findBySlug: operation(
      "HeartbeatPings.findBySlug",
      function* (keyHash: Uint8Array, slug: string): Returns<SlugFinding | null> {
        const [key] = yield* sql<Omit<SlugFinding, "found">>`
        select k.account_id::text as "accountKey", ms.id::text as "membershipKey",
          ms.user_id::text as "userKey", ${sql.literal(planInForce)} as plan
        from ping_key k join account a on a.id = k.account_id
        join membership ms on ms.account_id = a.id and ms.role = 'owner' and ms.removed_at is null
        where k.hash = ${keyHash}::bytea limit 1`
        if (key === undefined) return null
        const from = sql`(select * from heartbeat where account_id = ${key.accountKey}::bigint and slug = ${slug}) h`
        const rows = yield* stored(sql, from, 2)
        return { ...key, found: rows.map(toStored) }
      }
    ),
    /**
     * Stores a key for ping URLs with a slug, unless the account already has a key. Returns the sealed key of the
     * account.
     */
    addKey: operation("HeartbeatPings.addKey", function* (accountKey: string, key: NewPingToken): Returns<string> {
      yield* sql`
        insert into ping_key (hash, account_id, sealed)
        select ${key.hash}::bytea, a.id, ${key.sealed} from (
          select id from account where id = ${accountKey}::bigint for no key update) a
        where not exists (select from ping_key k where k.account_id = a.id)`
      const [row] = yield* sql<{ sealed: string }>`
        select sealed from ping_key where account_id = ${accountKey}::bigint order by created_at limit 1`
      return row?.sealed ?? key.sealed
    }),
    /**
     * Stores a ping or a judgement, and the new state of the heartbeat. False: the heartbeat was written since it was
     * found, so the caller must find it again.
     */
    record: operation("HeartbeatPings.record", function* (change: HeartbeatChange): Returns<boolean> {
      return (yield* save(sql, [change], false)).length > 0
    }),
    /**
     * Stores pings of several different heartbeats, in the same way as `record`. Returns the internal keys of the
     * heartbeats that were written. Leaves out heartbeats that another transaction is writing, instead of waiting for
     * them.
     */
    recordAll: operation("HeartbeatPings.recordAll", function* (changes: ReadonlyArray<HeartbeatChange>): Returns<
      ReadonlySet<string>
    > {
      return new Set((yield* save(sql, changes, true)).map(({ key }) => key))
    }),
    /** Returns whether a heartbeat has a stored ping of the same email from the last day. */
    hasMail: operation("HeartbeatPings.hasMail", function* (monitorKey: string, mailId: Uint8Array): Returns<boolean> {
      const rows = yield* sql`
        select from heartbeat_ping where monitor_id = ${monitorKey}::bigint and mail_id = ${mailId}::bytea
          and at > mon_now() - interval '1 day' limit 1`
      return rows.length > 0
    }),
    /** Returns the end of the output of the run that failed at the time `at`, as stored. Null: there is no output. */
    lastOutput: operation("HeartbeatPings.lastOutput", function* (monitorKey: string, at: number) {
      const [row] = yield* sql<{ body: Uint8Array }>`
        select body from heartbeat_ping
        where monitor_id = ${monitorKey}::bigint and at = ${timeOf(at)}::timestamptz and body is not null
        order by n desc limit 1`
      return row?.body ?? null
    }),
    /**
     * Records that a process can receive pings now. Returns the id of the current period of the process, which is a new
     * one if its last sign of life is too old.
     */
    receiving: operation("HeartbeatPings.receiving", function* (processId: string, nextId: string) {
      const rows = yield* sql`
        update ping_reception set until = mon_now()
        where process_id = ${processId}::uuid and until > mon_now() - ${RECEPTION_GAP_SECONDS}::int * interval '1 second'
        returning 1`
      if (rows.length > 0) return processId
      yield* sql`insert into ping_reception (process_id, since, until) values (${nextId}::uuid, mon_now(), mon_now())`
      return nextId
    }),
    /**
     * Records that no process could receive pings for a time, in milliseconds, because the own network of a worker
     * (process id) did not work. If the network of another worker has worked, pings have probably arrived too, so this
     * changes nothing.
     */
    lost: operation("HeartbeatPings.lost", function* (worker: string, ms: number) {
      const from = sql`mon_now() - ${ms}::int * interval '1 millisecond'`
      yield* sql`
        update ping_reception set until = greatest(since, ${from}) where until > ${from} and not exists (
          select from worker_location w where w.worker_id <> ${worker}::uuid and not w.network_in_doubt and ${isAlive(sql)})`
    }),
    /** Returns the periods that ended after a given time, in ascending order. */
    receptions: operation("HeartbeatPings.receptions", function* (since: number): Returns<ReadonlyArray<Reception>> {
      const rows = yield* sql<{ since: Date; until: Date }>`
        select since, until from ping_reception where until >= ${timeOf(since)}::timestamptz order by since`
      return rows.map((row) => ({ since: row.since.getTime(), until: row.until.getTime() }))
    })
  }))
}) {
  static readonly layer = Layer.effect(HeartbeatPings, HeartbeatPings.make)
}
