import {
  type Access,
  fieldsByKind,
  type FactMonitor,
  isPublicId,
  type MonitorKind,
  monitorKindNames,
  type NotificationStatus,
  type Webhook,
  type WebhookEvent,
  type WebhookScope
} from "@mon/model"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { operation, type Returns } from "../sql/operation.ts"
import type { AccessScope } from "../access/AccessScope.ts"
import { holdMembership } from "../access/holdMembership.ts"
import type { DispatchedNotification } from "./deliveries/claimDelivery.ts"
import { type Outcome, outcomeColumns, outcomeOf, type OutcomeRow } from "./outcome.ts"
import { incidentChecks } from "./IncidentRow.ts"
import { idsByKind, type IdsByKind, isOfKind, kindOf, kindOfIds } from "../monitors/statements/MonitorCodes.ts"
import { accessColumn, visibleMonitors } from "../monitors/statements/visibleMonitors.ts"

/** The source of the events that a webhook receives, by public ids. */
export type WebhookSource = { readonly scope: MonitorKind; readonly id: string } | { readonly scope: "account" }

/** A monitor of a webhook. */
export interface WebhookMonitor extends FactMonitor {
  readonly kind: MonitorKind
}

export interface WebhookFilter extends Partial<Record<keyof IdsByKind, string>> {
  readonly scope?: WebhookScope
}

/** A webhook to create. */
export interface WebhookDraft {
  /** The public id of the webhook. The encrypted secret is bound to it. */
  readonly id: string
  readonly source: WebhookSource
  readonly url: string
  readonly label: string
  readonly events: ReadonlyArray<WebhookEvent>
  /** The encrypted secret. */
  readonly secret: string
}

/** The new webhook, or the reason why none was created. */
export type CreateWebhookResult =
  | { readonly _tag: "Created"; readonly webhook: Webhook }
  | { readonly _tag: "LimitReached" }
  /** The caller can see no domain, or no page, with the given id. */
  | { readonly _tag: "NoMonitor" }

/** The caller's permission to change or test a webhook. */
export interface WebhookRight {
  readonly id: string
  /** The caller's access to the monitor. Only the owner sees webhooks for all monitors of the account. */
  readonly access: Access
}

/** An attempt at a delivery. `status` is null if the worker ended before the result was known. */
interface StoredAttempt {
  readonly at: string
  readonly status: "sent" | "failed" | null
  /** The HTTP status of the receiver, or the code of a fault. */
  readonly code: string | null
  readonly durationMs: number | null
  readonly error: string | null
}

/** A delivery to a webhook, with the fact from which its body is rendered. */
export interface WebhookDeliveryRow extends Outcome {
  readonly id: string
  readonly status: NotificationStatus
  readonly createdAt: Date
  /** The attempts at the delivery, oldest first. */
  readonly attempts: ReadonlyArray<StoredAttempt>
  /** The monitor of the webhook. Null if the webhook is for all monitors of the account. */
  readonly monitor: WebhookMonitor | null
  readonly notification: DispatchedNotification
}

interface WebhookRow extends IdsByKind {
  readonly id: string
  readonly url: string
  readonly label: string
  readonly events: ReadonlyArray<WebhookEvent>
  readonly is_active: boolean
  readonly created_at: Date
  readonly last_delivery_at: Date | null
  readonly last_delivery_status: string | null
}

/**
 * SQL for the webhooks `w` that the caller can see, with their monitor `m`. The owner sees all webhooks. A member sees
 * the webhooks of the monitors that are shared with the member.
 */
const visibleWebhooks = (sql: SqlClient.SqlClient, scope: AccessScope) =>
  scope.role === "owner"
    ? sql`w.account_id = ${scope.accountKey}::bigint and m.deleted_at is null`
    : sql`w.account_id = ${scope.accountKey}::bigint and ${visibleMonitors(sql, scope)}`

const selectWebhooks = (sql: SqlClient.SqlClient, scope: AccessScope) =>
  sql`
    select w.public_id as id, ${sql.literal(idsByKind("m"))},
      w.url, w.label, w.events, w.is_active, w.created_at, w.last_delivery_at, w.last_delivery_status
    from webhook w left join monitor m on m.id = w.monitor_id
    where ${visibleWebhooks(sql, scope)}`

const toWebhook = (row: WebhookRow): Webhook => ({
  id: row.id,
  ...fieldsByKind("Id", (kind) => row[`${kind}Id`]),
  scope: kindOfIds(row) ?? "account",
  url: row.url,
  label: row.label,
  events: row.events,
  isActive: row.is_active,
  createdAt: row.created_at.toISOString(),
  lastDeliveryAt: row.last_delivery_at?.toISOString() ?? null,
  lastDeliveryStatus: row.last_delivery_status
})

interface Locked {
  /** Null if the webhook is for all monitors. */
  readonly key: string | null
}

/** Locks the row of the monitor or of the account, so that concurrent calls cannot exceed the limit of webhooks. */
const lockSource = (sql: SqlClient.SqlClient, scope: AccessScope, source: WebhookSource) =>
  source.scope === "account"
    ? sql<Locked>`select null as key from account where id = ${scope.accountKey}::bigint for no key update`
    : sql<Locked>`
        select m.id::text as key from monitor m
        where ${visibleMonitors(sql, scope, source.scope)} and m.public_id = ${source.id}::uuid for no key update`

const createWebhook = (sql: SqlClient.SqlClient) =>
  operation(
    "Webhooks.create",
    function* (scope: AccessScope, webhook: WebhookDraft, limit: number): Returns<CreateWebhookResult> {
      const { events, id, label, secret, source, url } = webhook
      const none = { _tag: "NoMonitor" } satisfies CreateWebhookResult
      if (source.scope !== "account" && !isPublicId(source.id)) return none
      return yield* sql.withTransaction(
        Effect.gen(function* () {
          if (!(yield* holdMembership(sql, scope))) return none
          const [locked] = yield* lockSource(sql, scope, source)
          if (locked === undefined) return none
          const [counted] = yield* sql<{ used: number }>`
        select count(*)::int as used from webhook
        where account_id = ${scope.accountKey}::bigint and monitor_id is not distinct from ${locked.key}::bigint`
          if (counted !== undefined && counted.used >= limit)
            return { _tag: "LimitReached" } satisfies CreateWebhookResult
          yield* sql`
        insert into webhook (public_id, account_id, monitor_id, url, label, events, secret, added_by)
        values (${id}::uuid, ${scope.accountKey}::bigint, ${locked.key}::bigint, ${url}, ${label},
          array(select jsonb_array_elements_text(${JSON.stringify(events)}::text::jsonb)), ${secret},
          ${scope.membershipKey}::bigint)`
          const [row] = yield* sql<WebhookRow>`${selectWebhooks(sql, scope)} and w.public_id = ${id}::uuid`
          if (row === undefined) return yield* Effect.die(new Error("Inserting a webhook returned no row."))
          return { _tag: "Created", webhook: toWebhook(row) } satisfies CreateWebhookResult
        })
      )
    }
  )

/** SQL for the columns of a webhook's monitor `m`. All columns are null if the webhook is for all monitors. */
export const monitorOfWebhook =
  "m.kind as monitor_kind, m.public_id as monitor_id, m.name as monitor_name, m.url as monitor_url"

export interface MonitorColumns {
  readonly monitor_kind: number | null
  readonly monitor_id: string | null
  readonly monitor_name: string | null
  readonly monitor_url: string | null
}

export const toMonitor = (row: MonitorColumns): WebhookMonitor | null =>
  row.monitor_id === null || row.monitor_kind === null
    ? null
    : {
        kind: kindOf(row.monitor_kind),
        id: row.monitor_id,
        name: row.monitor_name ?? "",
        url: row.monitor_url ?? ""
      }

interface Row extends Omit<WebhookDeliveryRow, "monitor" | "notification" | "outcome" | "reason">, OutcomeRow {
  readonly type: DispatchedNotification["type"]
  readonly kind: string
  readonly key: string
  readonly data: unknown
  readonly notifiedAt: Date
}

const toDelivery =
  (monitor: WebhookDeliveryRow["monitor"]) =>
  ({ attempts, createdAt, data, id, key, kind, notifiedAt, type, ...row }: Row): WebhookDeliveryRow => ({
    id,
    status: row.status,
    ...outcomeOf(row),
    createdAt,
    attempts,
    monitor,
    notification: { type, kind, key, data, createdAt: notifiedAt }
  })

const listWebhookDeliveries = (sql: SqlClient.SqlClient) =>
  operation(
    "Webhooks.deliveries",
    function* (scope: AccessScope, id: string, limit: number): Returns<ReadonlyArray<WebhookDeliveryRow> | null> {
      if (!isPublicId(id)) return null
      const [webhook] = yield* sql<MonitorColumns>`
      select ${sql.literal(monitorOfWebhook)} from webhook w left join monitor m on m.id = w.monitor_id
      where ${visibleWebhooks(sql, scope)} and w.public_id = ${id}::uuid`
      if (webhook === undefined) return null
      const rows = yield* sql<Row>`
      select d.public_id as id, ${sql.literal(outcomeColumns)}, d.created_at as "createdAt",
        n.type, n.kind, n.key, n.created_at as "notifiedAt",
        case when i.id is null then n.data else jsonb_set(n.data, '{incident,checks}', ${incidentChecks(sql)}) end as data,
        coalesce((
          select jsonb_agg(jsonb_build_object('at', t.at, 'status', t.status, 'code', t.code,
            'durationMs', t.duration_ms, 'error', t.error) order by t.number)
          from delivery_attempt t where t.delivery_id = d.id
        ), '[]') as attempts
      from notification_delivery d
      join notification n on n.id = d.notification_id
      left join incident i on i.id = n.incident_id
      where d.account_id = ${scope.accountKey}::bigint and d.channel = 'webhook' and d.target = ${id}
      order by d.id desc limit ${limit}::int`
      return rows.map(toDelivery(toMonitor(webhook)))
    }
  )

/**
 * Webhooks that the caller can see. An id that is malformed or belongs to another account is treated like an id that
 * does not exist.
 */
export class Webhooks extends Context.Service<Webhooks>()("@mon/core-store/Webhooks", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    /** Lists webhooks, newest first. */
    list: operation("Webhooks.list", function* (scope: AccessScope, filter: WebhookFilter): Returns<
      ReadonlyArray<Webhook>
    > {
      const ids = monitorKindNames.map((kind) => filter[`${kind}Id`]).filter((id) => id !== undefined)
      if (!ids.every(isPublicId)) return []
      const ofScope =
        filter.scope === undefined
          ? sql``
          : filter.scope === "account"
            ? sql`and w.monitor_id is null`
            : sql`and ${sql.literal(isOfKind("m", filter.scope))}`
      const rows = yield* sql<WebhookRow>`
        ${selectWebhooks(sql, scope)} 
          and m.public_id = all (${ids}::uuid[]) ${ofScope} order by w.id desc`
      return rows.map(toWebhook)
    }),
    right: operation("Webhooks.right", function* (scope: AccessScope, id: string) {
      if (!isPublicId(id)) return null
      const [right] = yield* sql<WebhookRight>`
      select w.public_id as id, ${accessColumn(sql, scope)}
      from webhook w left join monitor m on m.id = w.monitor_id
      where ${visibleWebhooks(sql, scope)} and w.public_id = ${id}::uuid`
      return right ?? null
    }),
    /**
     * Creates a webhook. `limit` is the maximum number for the monitor or the account, and holds even for concurrent
     * calls.
     */
    create: createWebhook(sql),
    /** Lists the deliveries of a webhook, newest first. Null if there is no such webhook. */
    deliveries: listWebhookDeliveries(sql),
    /** Deletes a webhook. Returns false if there is no such webhook. */
    remove: operation("Webhooks.remove", function* (scope: AccessScope, id: string) {
      if (!isPublicId(id)) return false
      const rows = yield* sql`
      delete from webhook where id in (
        select w.id from webhook w left join monitor m on m.id = w.monitor_id
        where ${visibleWebhooks(sql, scope)} and w.public_id = ${id}::uuid)
      returning 1`
      return rows.length > 0
    })
  }))
}) {
  static readonly layer = Layer.effect(Webhooks, Webhooks.make)
}
