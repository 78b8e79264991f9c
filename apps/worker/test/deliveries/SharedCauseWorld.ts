import { Deliveries } from "@mon/core-store"
import { gatherDigests } from "@mon/notifications"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { changes, newDomain, type Place, type TestAccount } from "./DeliveryWorld.ts"
import { dispatchAll, sendNow } from "./sendNow.ts"

export const BEGAN = Date.UTC(2026, 10, 23, 12)

/** Stops the time of all statements this many seconds after `BEGAN`. */
export const stopAt = Effect.fn("stopAt")(function* (seconds: number) {
  const sql = yield* SqlClient.SqlClient
  const at = new Date(BEGAN + seconds * 1_000).toISOString()
  yield* sql.unsafe(`create or replace function mon_now() returns timestamptz language sql stable parallel safe
    as $$ select '${at}'::timestamptz $$`)
})

/** Combines the messages of an account that are due. */
export const gatherDue = Effect.fn("gatherDue")(function* ({ viewer }: TestAccount) {
  const ended = yield* (yield* Deliveries).endedWindows(1_000)
  const windows = ended.filter(({ accountKey }) => accountKey === viewer.accountKey)
  yield* Effect.forEach(windows, gatherDigests, { discard: true })
})

export const mailsAt = Effect.fn("mailsAt")(function* (account: TestAccount, seconds: number) {
  yield* stopAt(seconds)
  yield* dispatchAll
  yield* gatherDue(account)
  return yield* sendNow(account)
})

export const subjectsAt = (account: TestAccount, seconds: number) =>
  Effect.map(mailsAt(account, seconds), (mails) => mails.map(({ subject }) => subject))

export const goDown = Effect.fn("goDown")(function* (
  domains: ReadonlyArray<{ readonly id: string }>,
  seconds: number,
  place: Place
) {
  yield* stopAt(seconds)
  return yield* Effect.forEach(domains, (domain) =>
    changes(domain, "down", new Date(BEGAN + (seconds - 60) * 1_000), place)
  )
})

export const recover = Effect.fn("recover")(function* (
  domains: ReadonlyArray<{ readonly id: string }>,
  seconds: number
) {
  yield* stopAt(seconds)
  return yield* Effect.forEach(domains, (domain) => changes(domain, "up", new Date(BEGAN + seconds * 1_000)))
})

/** Records checks of domains that fail at an address, but do not confirm an outage yet. */
export const failAt = Effect.fn("failAt")(function* (
  domains: ReadonlyArray<{ readonly id: string }>,
  seconds: number,
  address: string
) {
  const sql = yield* SqlClient.SqlClient
  const at = new Date(BEGAN + seconds * 1_000).toISOString()
  yield* Effect.forEach(
    domains,
    ({ id }) => sql`
      update monitor_schedule s set state = 1, failures = 1, last_address = ${address}::inet,
        streak_started_at = ${at}::timestamptz, streak_error_code = 'connect_timeout'
      from monitor m where m.id = s.monitor_id and m.public_id = ${id}::uuid`,
    { discard: true }
  )
})

export const newDomains = (account: TestAccount, count: number) =>
  Effect.forEach(Array.from({ length: count }), () => newDomain(account))
