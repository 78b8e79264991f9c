import type { ChannelKind } from "@mon/model"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { auditExpiry } from "../accounts/AuditLog.ts"
import { operation } from "../sql/operation.ts"

/** The number of alert channels of one kind that the service has switched off for one reason, after one last result. */
export interface ChannelsOff {
  readonly kind: string
  /** The reason. `refused`: the service of the channel refuses messages. `failing`: nothing was delivered for days. */
  readonly reason: "refused" | "failing"
  /** The result of the last attempt, such as `403`. */
  readonly lastStatus: string | null
  readonly channels: number
}

/** The filter of the channels to switch on. */
export interface ChannelFilter {
  readonly kind: ChannelKind
  /** The email address of the owner of an account. Case-insensitive. */
  readonly account?: string | undefined
}

/**
 * SQL for whether the service has switched off a channel. Channels that their owners have switched off have no reason.
 */
const isOff = "not c.is_active and c.disabled_reason is not null"

const chosen = (sql: SqlClient.SqlClient, { account, kind }: ChannelFilter) => sql`${sql.literal(isOff)}
  and c.kind = ${kind} and ${
    account === undefined
      ? sql`true`
      : sql`exists (select from membership ms join app_user u on u.id = ms.user_id
          where ms.account_id = c.account_id and ms.role = 'owner' and ms.removed_at is null
            and lower(u.email) = lower(${account.trim()}))`
  }`

/** Switches channels on, as if their owners did so. The channels no longer count as failing. */
const enable = (sql: SqlClient.SqlClient) =>
  operation("OperatorChannels.enable", function* (filter: ChannelFilter) {
    const changes = JSON.stringify([{ field: "isActive", before: "false", after: "true" }])
    const rows = yield* sql`
      with enabled as (
        update alert_channel c set is_active = true, disabled_reason = null, failing_since = null, refused_since = null
        where ${chosen(sql, filter)} returning c.account_id, c.public_id
      )
      insert into audit_entry (account_id, expires_at, finished_at, action, target, actor, address, user_agent, changes)
      select a.id, ${yield* auditExpiry(sql)}, mon_now(), 'channels.update', enabled.public_id::text, 'operator', '', '',
        ${changes}::text::jsonb
      from enabled join account a on a.id = enabled.account_id
      returning 1`
    return rows.length
  })

/** The alert channels of all accounts that the service has switched off, for the operator. */
export class OperatorChannels extends Context.Service<OperatorChannels>()("@mon/core-store/OperatorChannels", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    /** Counts channels by kind, reason and last result. The group with the most channels comes first. */
    off: operation("OperatorChannels.off", function* () {
      return yield* sql<ChannelsOff>`
        select c.kind, c.disabled_reason as reason, c.last_delivery_status as "lastStatus", count(*)::int as channels
        from alert_channel c where ${sql.literal(isOff)} group by 1, 2, 3 order by 4 desc, 1, 2, 3`
    }),
    /** Returns the number of channels that {@link enable} would switch on with this filter. */
    count: operation("OperatorChannels.count", function* (filter: ChannelFilter) {
      const [row] = yield* sql<{ readonly n: number }>`
        select count(*)::int as n from alert_channel c where ${chosen(sql, filter)}`
      return row?.n ?? 0
    }),
    /**
     * Switches channels on, and adds an entry for each channel to the audit log of its account. Returns the number of
     * channels that were switched on.
     */
    enable: enable(sql)
  }))
}) {
  static readonly layer = Layer.effect(OperatorChannels, OperatorChannels.make)
}
