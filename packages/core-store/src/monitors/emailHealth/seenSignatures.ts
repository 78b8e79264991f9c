import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { AccessScope } from "../../access/AccessScope.ts"
import { isFiniteNumber, isObjectOf, isOneOf, isText } from "../../sql/JsonGuard.ts"
import { operation } from "../../sql/operation.ts"
import { writableDomains } from "../statements/visibleMonitors.ts"

/** A DKIM signature of a message. `no_key`: no key is published. `mismatch`: a different key is published. */
export interface SeenSignature {
  readonly selector: string
  readonly result: "pass" | "no_key" | "mismatch"
}

/**
 * A signature, and the time at which its message was received, in milliseconds since the epoch on the database's clock.
 */
export interface StoredSignature extends SeenSignature {
  readonly seenAt: number
}

const MOST_SELECTORS = 5
/** The time is long enough for senders that send once a month. */
const REMEMBERED_MS = 40 * 86_400_000

const isSignature = isObjectOf<StoredSignature>({
  selector: isText,
  result: isOneOf("pass", "no_key", "mismatch"),
  seenAt: isFiniteNumber
})

/**
 * Returns the stored signatures that have not expired at the time `now`, in milliseconds since the epoch. Leaves out
 * values in a different form.
 */
export const storedSignatures = (value: unknown, now: number): ReadonlyArray<StoredSignature> =>
  (Array.isArray(value) ? value : []).filter(isSignature).filter(({ seenAt }) => seenAt > now - REMEMBERED_MS)

/**
 * Returns the signatures to store after a message with the signatures `seen`: the last results of the newest selectors.
 * Times are milliseconds since the epoch.
 */
const remember = (stored: unknown, seen: ReadonlyArray<SeenSignature>, now: number): ReadonlyArray<StoredSignature> => {
  const newest = new Map(seen.map((one) => [one.selector, { ...one, seenAt: now }]))
  const older = storedSignatures(stored, now).filter(({ selector }) => !newest.has(selector))
  return [...newest.values(), ...older].slice(0, MOST_SELECTORS)
}

interface Row {
  readonly key: string
  readonly signing: unknown
  readonly now: Date
}

export const noteSignatures = (sql: SqlClient.SqlClient) =>
  operation(
    "EmailHealthChecks.noteSignatures",
    (scope: AccessScope, mailDomain: string, seen: ReadonlyArray<SeenSignature>) =>
      sql.withTransaction(
        Effect.gen(function* () {
          const rows = yield* sql<Row>`
          select s.monitor_id::text as key, s.signing, mon_now() as now
          from monitor m join email_health_schedule s on s.monitor_id = m.id
          where ${writableDomains(sql, scope)} and m.hostname in (${mailDomain}, ${`www.${mailDomain}`})
          order by m.id for update of s`
          for (const { key, now, signing } of rows)
            yield* sql`
            update email_health_schedule
            set signing = ${JSON.stringify(remember(signing, seen, now.getTime()))}::text::jsonb
            where monitor_id = ${key}::bigint`
        })
      )
  )
