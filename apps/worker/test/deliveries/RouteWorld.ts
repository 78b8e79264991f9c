import { AlertRoutes, type RouteDraft } from "@mon/core-store"
import { uuidv7 } from "@mon/model"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { randomBytes } from "node:crypto"
import { moveTime, type TestAccount } from "./DeliveryWorld.ts"
import { dispatchAll } from "./sendNow.ts"

export const MINUTE = 60

export const addRoute = Effect.fn("addRoute")(function* (
  { viewer }: TestAccount,
  more: Partial<RouteDraft>,
  limit = 200
) {
  const result = yield* (yield* AlertRoutes).create(
    viewer,
    {
      id: uuidv7(Date.now(), randomBytes(10)),
      name: "Route",
      kinds: [],
      severities: [],
      scope: "all",
      monitorIds: [],
      tagIds: [],
      steps: [{ afterMinutes: 0, targets: ["email"] }],
      reminderMinutes: null,
      ...more
    },
    limit
  )
  return result._tag === "Saved" ? result.route : yield* Effect.die(new Error(result._tag))
})

/**
 * Returns the messages to an account, oldest first. Each has its kind, its channel, its step or reminder, and the
 * minutes since the alert.
 */
export const sentTo = Effect.fn("sentTo")(function* ({ viewer }: TestAccount) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{
    readonly kind: string
    readonly channel: string
    readonly target: string
    readonly step: number | null
    readonly reminder: number | null
    readonly minute: number
  }>`
    select n.kind, d.channel, coalesce(c.kind, d.target) as target, d.route_step as step, d.reminder, d.minute
    from notification_delivery d join notification n on n.id = d.notification_id
    left join alert_channel c on c.public_id = case when d.channel = 'channel' then d.target::uuid end
    where d.account_id = ${viewer.accountKey}::bigint order by d.id`
  return rows.map(({ channel, kind, minute, reminder, step, target }) => {
    const why = reminder === null ? (step === null ? "" : ` step ${step}`) : ` reminder ${reminder}`
    return `${kind} ${channel === "channel" ? target : channel}${why} +${minute}`
  })
})

let members = 0

/** Creates a member who can see a monitor. */
export const newMember = Effect.fn("newMember")(function* ({ viewer }: TestAccount, domainId: string) {
  members += 1
  const email = `person-${members}@test.example`
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ readonly id: string; readonly key: string; readonly userKey: string }>`
    with person as (
      insert into app_user (public_id, email) values (gen_random_uuid(), ${email}) returning id
    )
    insert into membership (public_id, account_id, user_id, role)
    select gen_random_uuid(), ${viewer.accountKey}::bigint, id, 'member' from person
    returning public_id as id, id::text as key, user_id::text as "userKey"`
  if (row === undefined) return yield* Effect.die(new Error("no member"))
  yield* sql`
    insert into domain_access (membership_id, monitor_id, can_write)
    select ${row.key}::bigint, id, false from monitor where public_id = ${domainId}::uuid`
  return { ...row, email, scope: { ...viewer, membershipKey: row.key, userKey: row.userKey, role: "member" as const } }
})

/** Returns the addresses to which an account's alerts went, oldest first, with the minute of each. */
export const addressesOf = Effect.fn("addressesOf")(function* ({ viewer }: TestAccount) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ readonly sent: string }>`
    select n.kind || ' ' || d.target || ' +' || d.minute as sent
    from notification_delivery d join notification n on n.id = d.notification_id
    where d.account_id = ${viewer.accountKey}::bigint order by d.id`
  return rows.map(({ sent }) => sent)
})

/** Dispatches what is due after this many minutes. */
export const at = Effect.fn("at")(function* (minutes: number) {
  yield* moveTime(minutes * MINUTE)
  yield* dispatchAll
})

export const timed = Effect.ensuring(Effect.ignore(moveTime(0)))
