import { type AlertSourceKind, isPublicId, type PlanName } from "@mon/model"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import type { AccessScope } from "../../access/AccessScope.ts"
import { holdMembership } from "../../access/holdMembership.ts"
import { operation, type Returns } from "../../sql/operation.ts"

/** A source of alerts as the database stores it. */
export interface StoredAlertSource {
  readonly id: string
  readonly name: string
  readonly kind: AlertSourceKind
  readonly isActive: boolean
  /** The last characters of the token. */
  readonly tokenHint: string
  readonly openIncidents: number
  readonly createdAt: Date
  readonly lastReceivedAt: Date | null
  /** The number of sources in the account that are older than this one. The plan limits how many sources work. */
  readonly olderSources: number
}

/** A token of a source: its SHA-256, and its last characters. */
export interface AlertSourceToken {
  readonly hash: Uint8Array
  readonly hint: string
}

/** A source to create. */
export interface AlertSourceDraft {
  readonly id: string
  readonly name: string
  readonly kind: AlertSourceKind
  readonly token: AlertSourceToken
}

/** A change of a source. Absent fields stay unchanged. */
export interface AlertSourcePatch {
  readonly name?: string
  readonly isActive?: boolean
  readonly token?: AlertSourceToken
}

/** The new source, or the reason why none was created. */
export type CreateAlertSourceResult =
  | { readonly _tag: "Created"; readonly source: StoredAlertSource }
  | { readonly _tag: "LimitReached" }
  /** The caller is no longer a member of the account. */
  | { readonly _tag: "NoMembership" }

/** The source to which a request with a token belongs. Keys are internal. */
export interface AdmittedSource {
  readonly key: string
  readonly accountKey: string
  readonly id: string
  readonly name: string
  readonly kind: AlertSourceKind
  readonly isActive: boolean
  readonly isSuspended: boolean
  readonly olderSources: number
  readonly plan: PlanName
  readonly planExpiresAt: Date | null
  /** The number of requests in the current minute, including this one. */
  readonly requests: number
  /** The number of seconds until the next minute. */
  readonly secondsLeft: number
}

/** SQL for the number of sources in the account that are older than the source `s`. */
const olderSources =
  '(select count(*)::int from alert_source o where o.account_id = s.account_id and o.id < s.id) as "olderSources"'

/** Selects the sources `s` of an account. The caller may append further conditions. */
const selectSources = (sql: SqlClient.SqlClient, { accountKey }: AccessScope) =>
  sql`
    select s.public_id as id, s.name, s.kind, s.is_active as "isActive", s.last_characters as "tokenHint",
      s.created_at as "createdAt", s.last_received_at as "lastReceivedAt", ${sql.literal(olderSources)},
      (select count(*)::int from incident i where i.source_id = s.id and i.resolved_at is null) as "openIncidents"
    from alert_source s where s.account_id = ${accountKey}::bigint`

const findSource = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, scope: AccessScope, id: string) {
  if (!isPublicId(id)) return null
  const rows = yield* sql<StoredAlertSource>`${selectSources(sql, scope)} and s.public_id = ${id}::uuid`
  return rows[0] ?? null
})

const createSource = (sql: SqlClient.SqlClient) =>
  operation(
    "AlertSources.create",
    function* (scope: AccessScope, draft: AlertSourceDraft, limit: number): Returns<CreateAlertSourceResult> {
      const { id, kind, name, token } = draft
      return yield* sql.withTransaction(
        Effect.gen(function* () {
          if (!(yield* holdMembership(sql, scope))) return { _tag: "NoMembership" } satisfies CreateAlertSourceResult
          // The lock enforces the limit even if several calls create sources at the same time.
          yield* sql`select from account where id = ${scope.accountKey}::bigint for no key update`
          const [counted] = yield* sql<{ readonly used: number }>`
            select count(*)::int as used from alert_source where account_id = ${scope.accountKey}::bigint`
          if ((counted?.used ?? 0) >= limit) return { _tag: "LimitReached" } satisfies CreateAlertSourceResult
          yield* sql`
            insert into alert_source (public_id, account_id, name, kind, token_hash, last_characters)
            values (${id}::uuid, ${scope.accountKey}::bigint, ${name}, ${kind}, ${token.hash}, ${token.hint})`
          const source = yield* findSource(sql, scope, id)
          if (source === null) return yield* Effect.die(new Error("Inserting an alert source returned no row."))
          return { _tag: "Created", source } satisfies CreateAlertSourceResult
        })
      )
    }
  )

/** The sources of alerts from other tools. */
export class AlertSources extends Context.Service<AlertSources>()("@mon/core-store/AlertSources", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    /** Lists the sources, oldest first. */
    list: operation("AlertSources.list", function* (scope: AccessScope) {
      return yield* sql<StoredAlertSource>`${selectSources(sql, scope)} order by s.id`
    }),
    find: operation("AlertSources.find", (scope: AccessScope, id: string) => findSource(sql, scope, id)),
    /** Creates a source. `limit` is the maximum number of sources, and holds even for concurrent calls. */
    create: createSource(sql),
    /** Changes a source. A new token replaces the old one immediately. Null if there is no such source. */
    update: operation("AlertSources.update", function* (scope: AccessScope, id: string, patch: AlertSourcePatch) {
      if (!isPublicId(id)) return null
      const { isActive = null, name = null, token } = patch
      yield* sql`
        update alert_source set name = coalesce(${name}::text, name), is_active = coalesce(${isActive}::boolean, is_active),
          token_hash = coalesce(${token?.hash ?? null}::bytea, token_hash),
          last_characters = coalesce(${token?.hint ?? null}::text, last_characters)
        where account_id = ${scope.accountKey}::bigint and public_id = ${id}::uuid`
      return yield* findSource(sql, scope, id)
    }),
    /**
     * Deletes a source. Its open incidents end, and nothing more is sent about them. Returns false if there is no such
     * source.
     */
    remove: operation("AlertSources.remove", function* (scope: AccessScope, id: string) {
      if (!isPublicId(id)) return false
      return yield* sql.withTransaction(
        Effect.gen(function* () {
          const [source] = yield* sql<{ readonly key: string }>`
            select id::text as key from alert_source
            where account_id = ${scope.accountKey}::bigint and public_id = ${id}::uuid for update`
          if (source === undefined) return false
          yield* sql`
            update incident set resolved_at = mon_now(), closed_at = mon_now(), resolution = 'deleted'
            where source_id = ${source.key}::bigint and resolved_at is null`
          yield* sql`delete from alert_source where id = ${source.key}::bigint`
          return true
        })
      )
    }),
    /**
     * Finds the source of a token by its hash, and counts the request in the current minute. Null if no source has this
     * token.
     */
    admit: operation("AlertSources.admit", function* (hash: Uint8Array) {
      const [source] = yield* sql<AdmittedSource>`
        with counted as (
          update alert_source set window_at = date_trunc('minute', mon_now()),
            requests = case when window_at = date_trunc('minute', mon_now()) then requests + 1 else 1 end
          where token_hash = ${hash} returning *
        )
        select s.id::text as key, s.account_id::text as "accountKey", s.public_id as id, s.name, s.kind,
          s.is_active as "isActive", a.suspended_at is not null as "isSuspended", ${sql.literal(olderSources)}, a.plan,
          a.plan_expires_at as "planExpiresAt", s.requests,
          greatest(1, ceil(extract(epoch from s.window_at + interval '1 minute' - mon_now())))::int as "secondsLeft"
        from counted s join account a on a.id = s.account_id`
      return source ?? null
    })
  }))
}) {
  static readonly layer = Layer.effect(AlertSources, AlertSources.make)
}
