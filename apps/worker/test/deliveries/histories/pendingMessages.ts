import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

export interface PendingRow {
  /** The internal key of the account. */
  readonly account: string
  /** The receiver. Null if a route or a later dispatch chooses the receiver. */
  readonly target: string | null
  readonly name: string
  /** The time from which a delivery waits. Null if there is no delivery yet. */
  readonly since: Date | null
}

/** Returns the pending messages to the receivers of accounts (internal keys) about the availability of monitors. */
export const findPending = Effect.fn("findPending")(function* (accounts: ReadonlyArray<string>) {
  const sql = yield* SqlClient.SqlClient
  const isOurs = (account: string) => sql`${sql.literal(account)} = any(${accounts}::text[]::bigint[])`
  const rows = yield* sql<PendingRow>`
    select distinct d.account_id::text as account, d.target, m.name, d.created_at as since
    from notification_delivery d join notification n on n.id = d.notification_id join monitor m on m.id = n.monitor_id
    where ${isOurs("d.account_id")} and d.status = 'pending' and n.kind in ('down', 'up', 'flapping')
    union all
    select n.account_id::text, null, m.name, null from notification n join monitor m on m.id = n.monitor_id
    where ${isOurs("n.account_id")} and n.status = 'pending' and n.dispatched_at is null
    union all
    select m.account_id::text, null, m.name, null from state_announcement s join monitor m on m.id = s.monitor_id
    where ${isOurs("m.account_id")}
    union all
    select u.account_id::text, null, m.name, null from alert_due u join monitor m on m.id = u.monitor_id
    where ${isOurs("u.account_id")} and u.due_at is not null and u.done_at is null`
  return Map.groupBy(rows, ({ account }) => account)
})

/** Returns whether no message is pending. Routes may still repeat alerts. */
export const isIdle = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ readonly isIdle: boolean }>`
    select not exists (select from notification_delivery where status = 'pending')
      and not exists (select from notification where status = 'pending' and dispatched_at is null)
      and not exists (select from state_announcement)
      and not exists (select from alert_due where due_at is not null and done_at is null) as "isIdle"`
  return row?.isIdle === true
})
