import {
  byKind,
  type DomainSettings,
  isPublicId,
  type MonitorFields,
  type MonitorKind,
  monitorFields,
  type PageSettings,
  type ServiceCheck,
  type ServiceSettings
} from "@mon/model"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { operation, type Returns } from "../sql/operation.ts"
import type { AccessScope } from "../access/AccessScope.ts"
import { isOfKind } from "../monitors/statements/MonitorCodes.ts"
import { survivingDeadlocks } from "../monitors/statements/lockMonitors.ts"
import { type ColumnsOf, monitorColumns, settingsReader } from "../monitors/statements/monitorColumns.ts"
import { readCheck, readRequest, type StoredRequest } from "../monitors/statements/storedOptions.ts"

/** An object of the account that a configuration file defines. */
export interface ConfigKeyRow {
  readonly project: string
  readonly section: string
  readonly key: string
  /** The public id of the object. */
  readonly target: string
  /** The JSON of the fields that the configuration file last set on the object. */
  readonly applied: unknown
  /** The JSON of the ids of the object's parts, such as the components of a status page. */
  readonly parts: unknown
}

/** A plan to store. */
export interface NewConfigPlan {
  readonly id: string
  /** The SHA-256 of the API key or session that makes the plan. */
  readonly credential: Uint8Array
  /** The encrypted file. */
  readonly document: string
  /** The SHA-256 of the account's state for which the plan was made. */
  readonly fingerprint: Uint8Array
  readonly lifeSeconds: number
}

/** A stored plan. Only the API key or session that created it may apply it. */
export interface StoredConfigPlan {
  readonly document: string
  readonly fingerprint: Uint8Array
  readonly isUsed: boolean
}

interface StoredMonitor {
  readonly id: string
  readonly url: string
  /** The key by which duplicates are detected. Two equal monitors of a kind have the same key. */
  readonly dedupeKey: string
  readonly isPaused: boolean
  readonly tagIds: ReadonlyArray<string>
  /** The request of the monitor's checks, with its sealed texts encrypted. Null for services. */
  readonly request: StoredRequest | null
  /** The check of a service, with its sealed texts encrypted. Null for other kinds. */
  readonly check: ServiceCheck | null
}

/** A monitor as a configuration file describes it. */
export type ConfigMonitor = StoredMonitor & { readonly settings: DomainSettings | PageSettings | ServiceSettings }

/**
 * Locks monitors first and in the order of their keys, as bulk changes do. Schedules are not locked, so that workers
 * can record results.
 */
const lockObjects = (sql: SqlClient.SqlClient) =>
  operation("ConfigFiles.lock", (scope: AccessScope) => {
    const ofAccount = sql`account_id = ${scope.accountKey}::bigint`
    const locked = sql`
        with monitors as materialized (
          select id from monitor where ${ofAccount} and deleted_at is null order by id for no key update
        ), tags as materialized (
          select id from tag where ${ofAccount} order by id for no key update
        ), channels as materialized (
          select id from alert_channel where ${ofAccount} order by id for no key update
        ), routes as materialized (
          select id from alert_route where ${ofAccount} order by id for no key update
        ), windows as materialized (
          select id from maintenance_window where ${ofAccount} and deleted_at is null order by id for no key update
        ), pages as materialized (
          select id from status_page where ${ofAccount} order by id for no key update
        )
        select (select count(*) from monitors), (select count(*) from tags), (select count(*) from channels),
          (select count(*) from routes), (select count(*) from windows), (select count(*) from pages)`
    return Effect.asVoid(survivingDeadlocks(sql.withTransaction(locked)))
  })

interface Row {
  readonly id: string
  readonly url: string
  readonly dedupe_key: string
  readonly is_paused: boolean
  readonly tag_ids: ReadonlyArray<string>
  readonly request: unknown
  readonly settings?: unknown
}

const selectMonitors = <Columns extends object>(sql: SqlClient.SqlClient, accountKey: string, kind: MonitorKind) =>
  sql<Row & Columns>`
    select m.public_id as id, m.url, m.dedupe_key, m.paused_at is not null as is_paused, ${sql.literal(monitorColumns[kind].selected)},
      coalesce(tagged.ids, '[]') as tag_ids
    from monitor m left join lateral (
      select jsonb_agg(t.public_id order by t.id) as ids from monitor_tag mt join tag t on t.id = mt.tag_id
      where mt.monitor_id = m.id) tagged on true
    where m.account_id = ${accountKey}::bigint and ${sql.literal(isOfKind("m", kind))} and m.deleted_at is null
    order by m.id`

const monitorOf = ({ dedupe_key, id, is_paused, request, settings, tag_ids, url }: Row, kind: MonitorKind) => ({
  id,
  url,
  dedupeKey: dedupe_key,
  isPaused: is_paused,
  tagIds: tag_ids,
  request: readRequest(request ?? null),
  check: kind === "service" ? readCheck(settings) : null
})

const readers = byKind((kind) => settingsReader<MonitorFields>(monitorFields[kind]))

/** The configuration files of an account: the objects that they contain, and the plans of its owner. */
export class ConfigFiles extends Context.Service<ConfigFiles>()("@mon/core-store/ConfigFiles", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    /**
     * Locks everything in an account that a file can contain until the transaction ends. Other changes wait. The
     * transaction must already have locked the account, because another transaction could otherwise add objects.
     */
    lock: lockObjects(sql),
    /** Lists the monitors of a kind in an account, oldest first. */
    monitors: operation("ConfigFiles.monitors", function* (scope: AccessScope, kind: MonitorKind): Returns<
      ReadonlyArray<ConfigMonitor>
    > {
      const rows = yield* selectMonitors<ColumnsOf<MonitorFields>>(sql, scope.accountKey, kind)
      return rows.map((row) => ({ ...monitorOf(row, kind), settings: readers[kind](row) as ConfigMonitor["settings"] }))
    }),
    /** Returns the password hashes of an account's status pages, by the public id of the page. */
    passwordHashes: operation("ConfigFiles.passwordHashes", (scope: AccessScope) =>
      Effect.map(
        sql<{ readonly id: string; readonly hash: string }>`
          select public_id as id, password_hash as hash from status_page
          where account_id = ${scope.accountKey}::bigint and password_hash is not null`,
        (rows): ReadonlyMap<string, string> => new Map(rows.map(({ hash, id }) => [id, hash]))
      )
    ),
    keys: operation("ConfigFiles.keys", function* (scope: AccessScope) {
      return yield* sql<ConfigKeyRow>`
      select project, section, key, target, applied, parts from config_key
      where account_id = ${scope.accountKey}::bigint order by project, section, key`
    }),
    /** Replaces all stored keys of a project, which link the objects in its file to objects of the account. */
    replaceKeys: operation(
      "ConfigFiles.replaceKeys",
      function* (scope: AccessScope, project: string, rows: ReadonlyArray<Omit<ConfigKeyRow, "project">>) {
        yield* sql`
      delete from config_key where account_id = ${scope.accountKey}::bigint and (project = ${project} or (section, target) in (
        select x.section, x.target from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
          as x(section text, target uuid)))`
        yield* sql`
      insert into config_key (account_id, project, section, key, target, applied, parts)
      select ${scope.accountKey}::bigint, ${project}, x.section, x.key, x.target, x.applied, x.parts
      from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
        as x(section text, key text, target uuid, applied jsonb, parts jsonb)`
      }
    ),
    /** Stores a plan. If the person then has more than `limit` plans, the oldest plans are deleted. */
    savePlan: operation("ConfigFiles.savePlan", function* (scope: AccessScope, plan: NewConfigPlan, limit: number) {
      const { credential, document, fingerprint, id, lifeSeconds } = plan
      yield* sql`
      insert into config_plan (public_id, account_id, membership_id, credential, document, fingerprint, expires_at)
      values (${id}::uuid, ${scope.accountKey}::bigint, ${scope.membershipKey}::bigint, ${credential}, ${document}, ${fingerprint},
        mon_now() + ${lifeSeconds}::int * interval '1 second')`
      yield* sql`
      delete from config_plan where membership_id = ${scope.membershipKey}::bigint and (expires_at <= mon_now() or id in (
        select id from config_plan where membership_id = ${scope.membershipKey}::bigint order by id desc offset ${limit}))`
    }),
    /** Finds a plan that has not expired, and locks it. Null if this credential has no such plan. */
    findPlan: operation("ConfigFiles.findPlan", function* (scope: AccessScope, id: string, credential: Uint8Array) {
      if (!isPublicId(id)) return null
      const [plan] = yield* sql<StoredConfigPlan>`
      select document, fingerprint, used_at is not null as "isUsed" from config_plan
      where public_id = ${id}::uuid and account_id = ${scope.accountKey}::bigint and membership_id = ${scope.membershipKey}::bigint
        and credential = ${credential} and expires_at > mon_now()
      for update`
      return plan ?? null
    }),
    usePlan: operation("ConfigFiles.usePlan", (scope: AccessScope, id: string) =>
      Effect.asVoid(
        sql`update config_plan set used_at = mon_now() where public_id = ${id}::uuid and account_id = ${scope.accountKey}::bigint`
      )
    )
  }))
}) {
  static readonly layer = Layer.effect(ConfigFiles, ConfigFiles.make)
}
