import type { Language } from "@mon/model"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { isSqlError } from "effect/sql/SqlError"
import { isStopped } from "../../access/stoppedAccount.sql.ts"
import { storeError, type StoreError } from "../../sql/operation.ts"

/** The number of days after which the owner is reminded of a heartbeat without pings. */
export const UNUSED_DAYS = 3

/** The heartbeats of an account that have never received a ping, and the person to remind. */
export interface UnusedNotice {
  /** The public id of the account. */
  readonly accountId: string
  /** The public id of the first heartbeat. */
  readonly firstId: string
  /** The names of the heartbeats, in the order in which they were added. */
  readonly names: ReadonlyArray<string>
  readonly recipient: { readonly email: string; readonly language: Language; readonly timezone: string }
}

interface Account {
  readonly key: string
  readonly accountId: string
  readonly email: string
  readonly language: Language
  readonly timezone: string
  readonly wantsEmail: boolean
}

/**
 * SQL for whether a heartbeat `h` of a monitor `m` has waited for its first ping long enough for a reminder, and nobody
 * has been reminded of it yet.
 */
const isUnused = `h.pings = 0 and h.reminded_at is null and m.deleted_at is null and m.paused_at is null
  and m.created_at < mon_now() - interval '${UNUSED_DAYS} days'`

/**
 * Reminds people once of heartbeats that have never received a ping, because nobody would notice that such a job does
 * not run.
 */
export class UnusedHeartbeats extends Context.Service<UnusedHeartbeats>()("@mon/core-store/UnusedHeartbeats", {
  make: Effect.map(SqlClient.SqlClient, (sql) => {
    const stored = storeError("UnusedHeartbeats.remindNext")
    const next = Effect.fnUntraced(function* <E, R>(send: (notice: UnusedNotice) => Effect.Effect<void, E, R>) {
      const [account] = yield* sql<Account>`
        select a.id::text as key, a.public_id as "accountId", u.email, coalesce(s.language, 'en') as language,
          coalesce(s.timezone, 'UTC') as timezone, ms.alerts_by_email as "wantsEmail"
        from account a
        join membership ms on ms.account_id = a.id and ms.role = 'owner' and ms.removed_at is null
        join app_user u on u.id = ms.user_id left join user_setting s on s.user_id = u.id
        where a.id in (
            select h.account_id from heartbeat h join monitor m on m.id = h.monitor_id
            where ${sql.literal(isUnused)})
          and a.notifications_paused_at is null and not ${sql.literal(isStopped("a"))}
        limit 1 for no key update of a skip locked`
      if (account === undefined) return false
      const { key, wantsEmail, accountId, ...recipient } = account
      const reminded = yield* sql<{ readonly id: string; readonly name: string }>`
        with reminded as (
          update heartbeat h set reminded_at = mon_now() from monitor m
          where m.id = h.monitor_id and h.account_id = ${key}::bigint and ${sql.literal(isUnused)}
          returning m.id, m.public_id, m.name
        ) select public_id as id, name from reminded order by reminded.id`
      const [first] = reminded
      if (wantsEmail && first !== undefined)
        yield* send({ accountId, firstId: first.id, names: reminded.map(({ name }) => name), recipient })
      return true
    })
    return {
      /**
       * Runs `send` for one account whose owner must be reminded. The call runs in a transaction that records the
       * reminder. False if there is no such account. Does not call `send` if the owner wants no alerts by email.
       */
      remindNext: <E, R>(
        send: (notice: UnusedNotice) => Effect.Effect<void, E, R>
      ): Effect.Effect<boolean, E | StoreError, R> =>
        Effect.mapError(sql.withTransaction(next(send)), (error) => (isSqlError(error) ? stored(error) : error))
    }
  })
}) {
  static readonly layer = Layer.effect(UnusedHeartbeats, UnusedHeartbeats.make)
}
