import {
  type Heartbeat,
  heartbeatFields,
  heartbeatLimits,
  type HeartbeatPing,
  isPublicId,
  type PingKind,
  PingKind as PingKinds
} from "@mon/model"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { isSqlError } from "effect/sql/SqlError"
import type { AccessScope } from "../../access/AccessScope.ts"
import { isFiniteNumber, isNullOr, isObjectOf } from "../../sql/JsonGuard.ts"
import { operation, type Returns } from "../../sql/operation.ts"
import { PostgresJs } from "../../sql/PostgresJs.ts"
import { monitorReads, type MonitorRow, monitorRows, type NewColumns, readMonitor, unchecked } from "../monitorRows.ts"
import { withIds } from "../statements/lockMonitors.ts"
import { domainStateCodes, stateOf } from "../statements/MonitorCodes.ts"
import { type ColumnsOf, settingsReader } from "../statements/monitorColumns.ts"
import {
  type CreatedMonitor,
  type EntryOf,
  monitorRepository,
  type MonitorToCreate,
  type NewMonitor
} from "../statements/monitorRepository.ts"
import { visibleMonitors } from "../statements/visibleMonitors.ts"

/** A secret of a ping URL. */
export interface NewPingToken {
  /** The SHA-256 of the token. */
  readonly hash: Uint8Array
  readonly sealed: string
  /** Whether a person chose the token, so that another heartbeat may already have the same one. Default: false. */
  readonly isChosen?: boolean
}

/** The sealed secrets in the ping URLs of a heartbeat. */
export interface PingTokens {
  /** The public id of the heartbeat. */
  readonly id: string
  readonly sealed: string
  /** The previous token, while it still works. Null: no previous token works. */
  readonly earlier: { readonly sealed: string; readonly replacedAt: string; readonly lastUsedAt: string | null } | null
}

/** The time for which a replaced token keeps working after its last ping, in days. */
const REPLACED_TOKEN_DAYS = 7

/** The time for which a replaced token keeps working after its last ping, in milliseconds. */
export const replacedTokenMs = REPLACED_TOKEN_DAYS * 86_400_000

/** SQL for whether a token `t` still works. */
export const isValidToken = `(t.replaced_at is null
  or greatest(t.replaced_at, t.last_used_at) > mon_now() - interval '${REPLACED_TOKEN_DAYS} days')`

type SettingColumns = ColumnsOf<typeof heartbeatFields>

interface HeartbeatRow extends SettingColumns, MonitorRow {
  readonly heartbeat: unknown
}

type NewRow = Pick<HeartbeatRow, NewColumns | keyof SettingColumns>

/** The facts about the pings of a heartbeat that its row contains. */
interface Seen {
  /** The code of the state after the last ping or judgement. */
  readonly state: number
  readonly isRunning: boolean
  readonly expectedAt: number | null
  readonly lastPingAt: number | null
  readonly lastRuntimeMs: number | null
  readonly pings: number
}

const isSeen = isObjectOf<Omit<Seen, "isRunning">>({
  state: isFiniteNumber,
  expectedAt: isNullOr(isFiniteNumber),
  lastPingAt: isNullOr(isFiniteNumber),
  lastRuntimeMs: isNullOr(isFiniteNumber),
  pings: isFiniteNumber
})

const unseen: Seen = {
  state: domainStateCodes.unknown,
  isRunning: false,
  expectedAt: null,
  lastPingAt: null,
  lastRuntimeMs: null,
  pings: 0
}

const millis = (column: string): string => `floor(extract(epoch from ${column}) * 1000)::bigint`

// A heartbeat that was resumed begins anew. Until its next ping or judgement, its row still has the old state.
const seenColumn = `(select jsonb_build_object(
      'state', case when h.resumed_at is not null and s.state = ${domainStateCodes.unknown} then s.state else h.state end,
      'isRunning', jsonb_array_length(h.memory -> 'open') > 0,
      'expectedAt', ${millis("h.expected_at")}, 'lastPingAt', ${millis("h.last_ping_at")},
      'lastRuntimeMs', h.last_runtime_ms, 'pings', h.pings)
    from heartbeat h where h.monitor_id = m.id) as heartbeat,`

const settingsOf = settingsReader(heartbeatFields)

const isoOf = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())

const toHeartbeat = (row: HeartbeatRow): Heartbeat => {
  const { name, ...settings } = settingsOf(row)
  const monitor = readMonitor("heartbeat", row)
  const seen: Seen = isSeen(row.heartbeat) ? { ...unseen, ...row.heartbeat } : unseen
  const expectedAt = monitor.isPaused ? null : seen.expectedAt
  return {
    id: monitor.id,
    name,
    status: monitor.status,
    isPaused: monitor.isPaused,
    access: monitor.access,
    ...settings,
    pingStatus: stateOf("heartbeat", seen.state),
    isRunning: seen.isRunning,
    isLate:
      expectedAt !== null &&
      settings.lateAfter !== null &&
      monitor.status !== "down" &&
      expectedAt <= row.now.getTime(),
    expectedAt: isoOf(expectedAt),
    lastPingAt: isoOf(seen.lastPingAt),
    lastRuntimeMs: seen.lastRuntimeMs,
    pings: seen.pings,
    pingUrl: null,
    pingEmail: null,
    earlierPingUrl: null,
    lastError: monitor.lastError,
    statusChangedAt: monitor.statusChangedAt,
    uptime: monitor.uptime,
    maintenance: monitor.maintenance,
    tags: monitor.tags,
    createdAt: monitor.createdAt,
    updatedAt: monitor.updatedAt
  }
}

/** A new heartbeat without its address, which Mon itself chooses. */
type Wanted = Omit<NewMonitor<"heartbeat">, "url" | "hostname" | "dedupeKey">

const hexOf = ({ hash }: NewPingToken): string => Buffer.from(hash).toString("hex")

/**
 * Returns the hashes of chosen tokens that heartbeats of any account already have. Removes tokens that no longer work,
 * because their heartbeat was deleted or they were replaced long ago.
 */
const takenTokens = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, tokens: ReadonlyArray<NewPingToken>) {
  const chosen = tokens.filter(({ isChosen }) => isChosen === true).map(hexOf)
  if (chosen.length === 0) return new Set<string>()
  const rows = yield* sql<{ hash: string }>`
    with wanted as materialized (
      select decode(h, 'hex') as hash from jsonb_array_elements_text(${JSON.stringify(chosen)}::text::jsonb) h
    ), freed as (
      delete from heartbeat_token t using monitor m, wanted w
      where t.hash = w.hash and m.id = t.monitor_id
        and (m.deleted_at is not null or not ${sql.literal(isValidToken)})
      returning t.hash
    )
    select encode(t.hash, 'hex') as hash from heartbeat_token t join wanted w on w.hash = t.hash
    where t.hash not in (select hash from freed)`
  return new Set(rows.map(({ hash }) => hash))
})

/**
 * Returns a new heartbeat with an address that no other monitor has: the start of the token's hash. The heartbeat
 * therefore is no duplicate of another monitor and shares no host with one.
 */
const addressed = <Monitor extends Wanted>(monitor: Monitor, token: NewPingToken) => {
  const unique = hexOf(token).slice(0, 32)
  return { ...monitor, url: "", hostname: unique, dedupeKey: unique }
}

/** Stores the rows of new heartbeats in the tables that only heartbeats use. */
const insertOwn = (
  sql: SqlClient.SqlClient,
  accountKey: string,
  made: ReadonlyArray<{ readonly id: string; readonly token: NewPingToken }>,
  memory: unknown
) => sql`
  with made as (
    select m.id, r.hash, r.sealed, m.name, m.settings
    from jsonb_to_recordset(${JSON.stringify(
      made.map(({ id, token }) => ({ id, hash: hexOf(token), sealed: token.sealed }))
    )}::text::jsonb) as r(id uuid, hash text, sealed text) join monitor m on m.public_id = r.id
  ), own as (
    insert into heartbeat (monitor_id, account_id, slug, memory)
    select id, ${accountKey}::bigint, heartbeat_slug(name, settings), ${JSON.stringify(memory)}::text::jsonb from made
  )
  insert into heartbeat_token (hash, monitor_id, sealed) select decode(hash, 'hex'), id, sealed from made`

const duplicate = { _tag: "Duplicate" } as const

/**
 * Converts a violation of the unique constraint to a result. The constraint makes sure that two simultaneous requests
 * with the same token cannot both succeed.
 */
const onDuplicate = <E>(error: E): Effect.Effect<typeof duplicate, E> =>
  isSqlError(error) && error.reason._tag === "UniqueViolation" ? Effect.succeed(duplicate) : Effect.fail(error)

interface PingRow {
  readonly n: string
  readonly at: Date
  readonly kind: number
  readonly run: string | null
  readonly exit_code: number | null
  readonly runtime_ms: string | null
  readonly body_bytes: number
  readonly method: string | null
  readonly client: string | null
  readonly network: string | null
  readonly is_new_network: boolean
}

/** The codes by which the database stores the kinds of pings. */
export const pingKindCodes: Readonly<Record<PingKind, number>> = {
  start: 0,
  success: 1,
  fail: 2,
  log: 3,
  // Programs of the release before show this one as a log.
  ignored: 4
}

const kindOfCode = (code: number): PingKind => PingKinds.literals.find((kind) => pingKindCodes[kind] === code) ?? "log"

const toPing = (row: PingRow): HeartbeatPing => ({
  n: Number(row.n),
  receivedAt: row.at.toISOString(),
  kind: kindOfCode(row.kind),
  run: row.run,
  exitCode: row.exit_code,
  runtimeMs: row.runtime_ms === null ? null : Number(row.runtime_ms),
  bodyBytes: row.body_bytes,
  method: row.method,
  client: row.client,
  network: row.network,
  isNewNetwork: row.is_new_network
})

/** Heartbeats. Every read and write is limited to the heartbeats that the caller can see. */
export class Heartbeats extends Context.Service<Heartbeats>()("@mon/core-store/Heartbeats", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const database = { driver: yield* PostgresJs, sql }
    const statements = monitorRows("heartbeat", seenColumn)
    const { find, list } = monitorReads<HeartbeatRow, Heartbeat>(database, "heartbeat", statements, toHeartbeat)
    const toNew = (row: NewRow) => toHeartbeat({ ...unchecked, heartbeat: null, ...row })
    const repository = monitorRepository(database, "heartbeat", { find, toNew })
    const createOne = Effect.fnUntraced(function* (
      scope: AccessScope,
      monitor: Wanted,
      limit: number,
      token: NewPingToken,
      memory: unknown,
      entryOf?: EntryOf<Heartbeat>
    ) {
      if ((yield* takenTokens(sql, [token])).size > 0) return duplicate
      const made = yield* repository.create(scope, addressed(monitor, token), limit, entryOf)
      if (made._tag === "Created") yield* insertOwn(sql, scope.accountKey, [{ id: made.monitor.id, token }], memory)
      return made
    })
    return {
      list,
      ...repository,
      /**
       * Creates a heartbeat with the token of its ping URL. The result is `Duplicate` if another heartbeat has the
       * token. `memory` is the memory of a heartbeat without pings. `entryOf` describes the entry of the audit log.
       */
      create: operation(
        "Heartbeats.create",
        function* (
          scope: AccessScope,
          monitor: Wanted,
          limit: number,
          token: NewPingToken,
          memory: unknown,
          entryOf?: EntryOf<Heartbeat>
        ) {
          const work = createOne(scope, monitor, limit, token, memory, entryOf)
          return yield* sql.withTransaction(work).pipe(Effect.catch(onDuplicate))
        }
      ),
      /**
       * Creates a heartbeat in the same way as `create`, unless the account has one with its slug. The result is then
       * `Duplicate`, even if another call creates that heartbeat at the same time.
       */
      createWithSlug: operation(
        "Heartbeats.createWithSlug",
        function* (
          scope: AccessScope,
          monitor: Wanted & { readonly slug: string },
          limit: number,
          token: NewPingToken,
          memory: unknown
        ) {
          const work = Effect.gen(function* () {
            // A simultaneous call waits for this lock, and then finds the heartbeat of this call.
            yield* sql`select from account where id = ${scope.accountKey}::bigint for no key update`
            const found = yield* sql`
              select from heartbeat h join monitor m on m.id = h.monitor_id and m.deleted_at is null
              where h.account_id = ${scope.accountKey}::bigint and h.slug = ${monitor.slug} limit 1`
            return found.length > 0 ? duplicate : yield* createOne(scope, monitor, limit, token, memory)
          })
          return yield* sql.withTransaction(work).pipe(Effect.catch(onDuplicate))
        }
      ),
      /** Creates several heartbeats. The caller's transaction must have locked the account. */
      createAll: operation(
        "Heartbeats.createAll",
        function* (
          scope: AccessScope,
          monitors: ReadonlyArray<MonitorToCreate<Wanted> & { readonly token: NewPingToken }>,
          limit: number,
          memory: unknown
        ) {
          const tokens = monitors.map(({ token }) => token)
          const taken = yield* takenTokens(sql, tokens)
          const free = monitors.filter(({ token }) => !taken.has(hexOf(token)))
          const created = yield* repository.createAll(
            scope,
            free.map(({ token, ...monitor }) => addressed(monitor, token)),
            limit
          )
          const results = new Map(free.map(({ id }, index) => [id, created[index]]))
          const made = free.filter(({ id, isTrial }) => results.get(id) === "Created" && isTrial !== true)
          if (made.length > 0) yield* insertOwn(sql, scope.accountKey, made, memory)
          return monitors.map(({ id }): CreatedMonitor => results.get(id) ?? "Duplicate")
        }
      ),
      /** Returns the sealed tokens of those given heartbeats that the caller can see, in no particular order. */
      tokens: operation("Heartbeats.tokens", function* (scope: AccessScope, ids: ReadonlyArray<string>): Returns<
        ReadonlyArray<PingTokens>
      > {
        const wellFormed = ids.filter(isPublicId)
        if (wellFormed.length === 0) return []
        return yield* sql<PingTokens>`
          select m.public_id as id, current.sealed, case when earlier.sealed is not null then jsonb_build_object(
            'sealed', earlier.sealed, 'replacedAt', mon_iso(earlier.replaced_at),
            'lastUsedAt', mon_iso(earlier.last_used_at)) end as earlier
          from monitor m
          join lateral (
            select t.sealed from heartbeat_token t where t.monitor_id = m.id and t.replaced_at is null
            order by t.created_at limit 1) current on true
          left join lateral (
            select t.sealed, t.replaced_at, t.last_used_at from heartbeat_token t
            where t.monitor_id = m.id and t.replaced_at is not null and ${sql.literal(isValidToken)}
            order by t.replaced_at desc limit 1) earlier on true
          where ${visibleMonitors(sql, scope, "heartbeat")} and ${withIds(sql, wellFormed)}`
      }),
      /**
       * Returns the id of the heartbeat with a token that still works, by the token's SHA-256. Null: the caller can see
       * no such heartbeat.
       */
      idOfToken: operation("Heartbeats.idOfToken", function* (scope: AccessScope, hash: Uint8Array): Returns<
        string | null
      > {
        const [found] = yield* sql<{ id: string }>`
          select m.public_id as id from heartbeat_token t join monitor m on m.id = t.monitor_id
          where t.hash = ${hash}::bytea and ${sql.literal(isValidToken)} and ${visibleMonitors(sql, scope, "heartbeat")}`
        return found?.id ?? null
      }),
      /** Gives a heartbeat a new token. The current token works until it has not been used for some days. */
      rotate: operation("Heartbeats.rotate", function* (scope: AccessScope, id: string, token: NewPingToken) {
        if (!isPublicId(id)) return false
        const made = yield* sql`
          with wanted as materialized (
            select m.id from monitor m where ${visibleMonitors(sql, scope, "heartbeat")} and m.public_id = ${id}::uuid
          ), replaced as (
            update heartbeat_token t set replaced_at = mon_now() from wanted w
            where t.monitor_id = w.id and t.replaced_at is null
          )
          insert into heartbeat_token (hash, monitor_id, sealed)
          select ${token.hash}::bytea, id, ${token.sealed} from wanted returning 1`
        return made.length > 0
      }),
      /** Returns the last pings, newest first. Empty if the caller cannot see the heartbeat. */
      pings: operation("Heartbeats.pings", function* (scope: AccessScope, id: string): Returns<
        ReadonlyArray<HeartbeatPing>
      > {
        if (!isPublicId(id)) return []
        const found = yield* sql<PingRow>`
          select p.n, p.at, p.kind, p.run, p.exit_code, p.runtime_ms, coalesce(length(p.body), 0) as body_bytes, p.method, p.client,
            p.network, p.network is not null and exists (
              select from heartbeat_ping o where o.monitor_id = p.monitor_id and o.n < p.n) and not exists (
              select from heartbeat_ping o where o.monitor_id = p.monitor_id and o.n < p.n and o.network = p.network)
              as is_new_network
          from monitor m join heartbeat_ping p on p.monitor_id = m.id
          where ${visibleMonitors(sql, scope, "heartbeat")} and m.public_id = ${id}::uuid
          order by p.n desc limit ${heartbeatLimits.pings}`
        return found.map(toPing)
      }),
      /**
       * Returns the times at which the last runs began, oldest first. If the job reports no starts, returns the times
       * of its other pings instead.
       */
      begins: operation("Heartbeats.begins", function* (scope: AccessScope, id: string): Returns<
        ReadonlyArray<number>
      > {
        if (!isPublicId(id)) return []
        const rows = yield* sql<{ at: Date; kind: number }>`
          select p.at, p.kind from monitor m join heartbeat_ping p on p.monitor_id = m.id
          where ${visibleMonitors(sql, scope, "heartbeat")} and m.public_id = ${id}::uuid
            and p.kind not in (${pingKindCodes.log}::smallint, ${pingKindCodes.ignored}::smallint)
          order by p.n`
        const starts = rows.filter(({ kind }) => kind === pingKindCodes.start)
        return (starts.length > 0 ? starts : rows).map(({ at }) => at.getTime())
      }),
      /** Returns the stored output of a ping. Null if there is no such ping, or if the ping had no output. */
      pingBody: operation("Heartbeats.pingBody", function* (scope: AccessScope, id: string, n: number): Returns<{
        readonly body: Uint8Array
        readonly isCut: boolean
      } | null> {
        if (!isPublicId(id) || !Number.isSafeInteger(n)) return null
        const [found] = yield* sql<{ body: Uint8Array; isCut: boolean }>`
          select p.body, p.is_cut as "isCut" from monitor m join heartbeat_ping p on p.monitor_id = m.id
          where ${visibleMonitors(sql, scope, "heartbeat")} and m.public_id = ${id}::uuid and p.n = ${n}::bigint
            and p.body is not null`
        return found ?? null
      })
    }
  })
}) {
  static readonly layer = Layer.effect(Heartbeats, Heartbeats.make)
}
