import { OnCallReason } from "@mon/model"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import { operation, type Returns } from "../../sql/operation.ts"
import type { MessageMoment } from "../deliveries/dispatch.ts"
import { pendingColumns, type PendingNotification } from "../deliveries/takeUndispatched.ts"
import { isDelayed } from "../outcome.ts"
import { isOver } from "./RoutedAlerts.ts"

/** A message to a person that is due later, because of the person's rules. */
export interface LaterContact extends MessageMoment {
  /** The public id of the person's membership. */
  readonly membershipId: string
  /** `email`, or the public id of an own channel of the person. */
  readonly via: string
  /** The on-call schedule because of which the person was chosen. Null if there is none. */
  readonly onCall: OnCallReason | null
  readonly dueAt: Date
}

/** An alert with a message that is due now, locked for the caller's transaction. */
export interface DueContacts {
  readonly notification: PendingNotification
  readonly nowMs: number
  /** Whether the problem of the alert has ended, or somebody has acknowledged it. */
  readonly isOver: boolean
  /** The end of the monitor's maintenance, until which nothing is sent. Null without maintenance. */
  readonly waitsUntilMs: number | null
}

/** A message that the caller must send now. */
export interface ClaimedContact extends Omit<LaterContact, "dueAt"> {
  /** Whether the person got the alert by another way, or is about to get it. */
  readonly isReached: boolean
}

interface DueRow extends PendingNotification {
  readonly isOver: boolean | null
  readonly waitsUntil: Date | null
}

/**
 * Locks the row of the alert and not the message, because a recovery and the steps of a route lock this row too. The
 * messages are read only after the lock, so that no message is sent twice.
 */
const takeDue = (sql: SqlClient.SqlClient) =>
  operation("LaterContacts.takeDue", function* (): Returns<DueContacts | null> {
    const [row] = yield* sql<DueRow>`
      select ${sql.literal(pendingColumns)}, ${sql.literal(isOver)} or i.acknowledged_at is not null as "isOver",
        case when maintenance_at(n.monitor_id, mon_now()) is not null
          then maintenance_end(n.monitor_id, mon_now()) end as "waitsUntil"
      from contact_due x join alert_due d on d.notification_id = x.notification_id
      join notification n on n.id = d.notification_id join account a on a.id = n.account_id
      left join monitor m on m.id = n.monitor_id left join monitor_schedule s on s.monitor_id = n.monitor_id
      left join incident i on i.id = n.incident_id
      where x.due_at <= mon_now() and not ${sql.literal(isDelayed)}
      order by x.due_at limit 1 for update of d skip locked`
    if (row === undefined) return null
    const { isOver: over, waitsUntil, ...notification } = row
    return {
      notification,
      nowMs: row.now.getTime(),
      isOver: over === true,
      waitsUntilMs: waitsUntil?.getTime() ?? null
    }
  })

interface ClaimedRow extends Omit<ClaimedContact, "onCall"> {
  readonly onCall: unknown
}

const decodeReason = Schema.decodeUnknownOption(OnCallReason)

const claim = (sql: SqlClient.SqlClient) =>
  operation("LaterContacts.claim", function* ({ key }: PendingNotification): Returns<ReadonlyArray<ClaimedContact>> {
    const rows = yield* sql<ClaimedRow>`
      with claimed as (
        delete from contact_due x where x.notification_id = ${key}::bigint and x.due_at <= mon_now()
          and x.minute = (select minute from contact_due where notification_id = ${key}::bigint
            and due_at <= mon_now() order by due_at, id limit 1)
        returning x.*
      )
      select ms.public_id as "membershipId", c.via, c.minute, c.route_step as step, c.reminder, c.on_call as "onCall",
        exists (select from notification_delivery d where d.notification_id = c.notification_id
          and d.user_id = ms.user_id and d.status in ('pending', 'sent')) as "isReached"
      from claimed c join membership ms on ms.id = c.membership_id and ms.removed_at is null
      order by c.id`
    return rows.map(({ onCall, ...row }) => ({ ...row, onCall: Option.getOrNull(decodeReason(onCall)) }))
  })

const add = (sql: SqlClient.SqlClient) =>
  operation(
    "LaterContacts.add",
    function* ({ accountKey, key }: PendingNotification, contacts: ReadonlyArray<LaterContact>) {
      if (contacts.length === 0) return
      const rows = contacts.map(({ dueAt, membershipId, minute, onCall, reminder, step, via }) => ({
        membership: membershipId,
        via,
        minute,
        step,
        reminder,
        on_call: onCall,
        due_at: dueAt.toISOString()
      }))
      yield* sql`
        insert into contact_due (notification_id, membership_id, via, minute, route_step, reminder, on_call, due_at)
        select ${key}::bigint, ms.id, r.via, r.minute, r.step, r.reminder, nullif(r.on_call, 'null'), r.due_at
        from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as r(membership uuid, via text, minute int,
          step smallint, reminder int, on_call jsonb, due_at timestamptz)
        join membership ms on ms.public_id = r.membership and ms.account_id = ${accountKey}::bigint
          and ms.removed_at is null
        on conflict (notification_id, membership_id, via, minute) do nothing`
    }
  )

/** The messages to people that are due later than the steps of their routes, because of the people's rules. */
export class LaterContacts extends Context.Service<LaterContacts>()("@mon/core-store/LaterContacts", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    /** Stores messages. A route must have taken the alert. A person gets one message per way and minute. */
    add: add(sql),
    /** Returns the alert whose message is due first, locked for the caller's transaction. Null if none is due. */
    takeDue: takeDue(sql),
    /** Removes the messages of an alert that are due first, and returns them. The caller must send them. */
    claim: claim(sql),
    /** Removes all due messages of an alert without sending them. */
    drop: operation("LaterContacts.drop", function* ({ key }: PendingNotification) {
      yield* sql`delete from contact_due where notification_id = ${key}::bigint and due_at <= mon_now()`
    }),
    /** Makes the due messages of an alert due again at another time. */
    postpone: operation("LaterContacts.postpone", function* ({ key }: PendingNotification, atMs: number) {
      yield* sql`
        update contact_due set due_at = ${new Date(atMs).toISOString()}::timestamptz
        where notification_id = ${key}::bigint and due_at <= mon_now()`
    }),
    /** Returns whether messages of an alert are still due. */
    isWaiting: operation("LaterContacts.isWaiting", function* ({ key }: PendingNotification) {
      const [row] = yield* sql<{ readonly found: boolean }>`
        select exists (select from contact_due where notification_id = ${key}::bigint) as found`
      return row?.found === true
    })
  }))
}) {
  static readonly layer = Layer.effect(LaterContacts, LaterContacts.make)
}
