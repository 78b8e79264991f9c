import { isPublicId, type Language, type PlanName, type Role } from "@mon/model"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../sql/operation.ts"
import { mayAcknowledge } from "./IncidentRow.ts"

/** The number of days for which a link in an alert works. */
const LINK_DAYS = 7

/** The incident that a link in an alert acknowledges, with its account and the recipient of the alert. */
export interface AcknowledgeLink {
  readonly accountId: string
  readonly plan: PlanName
  readonly planExpiresAt: Date | null
  readonly incidentId: string
  /** The name of the monitor, or the title of an alert from another tool. */
  readonly monitorName: string
  /** Whether another tool reported the problem. */
  readonly isExternal: boolean
  readonly isOver: boolean
  readonly isAcknowledged: boolean
  /** The role of the recipient. Null for a person without an account, or a channel. */
  readonly role: Role | null
  /** The membership of the recipient (public id). Null for a person without an account, or a channel. */
  readonly membershipId: string | null
  /** The language that the recipient has chosen. */
  readonly language: Language | null
}

/**
 * SQL for the delivery `d`, with its notification `n`, incident `i` and monitor `m` (if any), if the link in the
 * delivery still works.
 */
const linked = (sql: SqlClient.SqlClient, deliveryId: string) =>
  sql`
    notification_delivery d join notification n on n.id = d.notification_id join incident i on i.id = n.incident_id
      left join monitor m on m.id = i.monitor_id join account a on a.id = i.account_id
    where d.public_id = ${deliveryId}::uuid and d.created_at > mon_now() - ${LINK_DAYS}::int * interval '1 day'
      and ${sql.literal(mayAcknowledge)}`

const acknowledge = (sql: SqlClient.SqlClient) =>
  operation("AcknowledgeLinks.acknowledge", function* (deliveryId: string, note: string | null) {
    if (!isPublicId(deliveryId)) return null
    const [changed] = yield* sql<{ readonly id: string }>`
      update incident o set acknowledged_at = mon_now(), acknowledged_by = x.user_id, acknowledged_via = 'link',
        acknowledged_channel = x.channel, acknowledged_recipient = x.recipient, acknowledgement_note = ${note}
      from (
        select i.id, d.user_id, case when d.channel = 'channel'
            then (select case when ch.membership_id is null then ch.name else ch.kind end
              from alert_channel ch where ch.public_id::text = d.target) else d.channel end as channel,
          case when d.channel in ('email', 'whatsapp') then d.target end as recipient
        from ${linked(sql, deliveryId)}
      ) x
      where o.id = x.id and o.resolved_at is null and o.acknowledged_at is null
      returning o.public_id as id`
    return changed?.id ?? null
  })

/**
 * The links in alerts that acknowledge an incident. Each link belongs to one delivery, and therefore to one recipient.
 */
export class AcknowledgeLinks extends Context.Service<AcknowledgeLinks>()("@mon/core-store/AcknowledgeLinks", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    /**
     * Returns the incident that the link of a delivery (public id) acknowledges. Null if the link is older than
     * {@link LINK_DAYS} days, if the recipient no longer receives the alerts of the monitor, or if the recipient has
     * only read access.
     */
    find: operation("AcknowledgeLinks.find", function* (deliveryId: string) {
      if (!isPublicId(deliveryId)) return null
      const [row] = yield* sql<AcknowledgeLink>`
      select a.public_id as "accountId", a.plan, a.plan_expires_at as "planExpiresAt", i.public_id as "incidentId",
        coalesce(m.name, i.source ->> 'title', '') as "monitorName", i.monitor_id is null as "isExternal", i.resolved_at is not null as "isOver",
        i.acknowledged_at is not null as "isAcknowledged",
        (select ms.role from membership ms where ms.account_id = a.id and ms.user_id = d.user_id and ms.removed_at is null) as role,
        (select ms.public_id from membership ms where ms.account_id = a.id and ms.user_id = d.user_id and ms.removed_at is null) as "membershipId",
        (select us.language from user_setting us where us.user_id = d.user_id) as language
      from ${linked(sql, deliveryId)}`
      return row ?? null
    }),
    /**
     * Acknowledges an incident. Returns the public id of the incident if this call changed the incident. If an open
     * incident is already acknowledged, the first acknowledgement stays.
     */
    acknowledge: acknowledge(sql)
  }))
}) {
  static readonly layer = Layer.effect(AcknowledgeLinks, AcknowledgeLinks.make)
}
