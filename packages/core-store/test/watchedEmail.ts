import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Domains, EmailHealthChecks, type EmailHealthClaim, type EmailHealthResult } from "../src/index.ts"
import { newAccount, newDomain } from "./account.ts"
import { knownToBeDue } from "./knownToBeDue.ts"

export const LEASE_MS = 40_000

/** Returns the result of a claimed check. A grade of null stands for a check that DNS did not answer. */
export const resultOf = (
  claim: Pick<EmailHealthClaim, "claimedAt">,
  grade: string | null,
  more: Partial<EmailHealthResult> = {}
): EmailHealthResult => ({
  checkedAt: claim.claimedAt,
  score: grade === null ? null : 100 - 10 * "ABCDEF".indexOf(grade),
  grade,
  incomplete: grade === null,
  components: { mx: { status: "ok", score: 100 }, spf: { status: "unknown", score: null } },
  listings: [],
  findings: [
    { severity: "high", message: "No DMARC record.", fix: { type: "TXT", host: "_dmarc", value: "v=DMARC1; p=reject" } }
  ],
  rubricVersion: "1",
  ...more
})

export const watched = Effect.fn("watched")(function* (hostname: string) {
  const { viewer } = yield* newAccount
  const made = yield* (yield* Domains).create(viewer, newDomain(hostname), 100)
  if (made._tag !== "Created") return yield* Effect.die(new Error(made._tag))
  const { id } = made.monitor
  const sql = yield* SqlClient.SqlClient
  const checks = yield* EmailHealthChecks
  const [{ key } = { key: "" }] = yield* sql<{
    key: string
  }>`select id::text as key from monitor where public_id = ${id}::uuid`
  const claim = Effect.gen(function* () {
    yield* sql`update email_health_schedule set next_at = mon_now() where monitor_id = ${key}::bigint and next_at is not null`
    const mine = (yield* knownToBeDue("email health", checks.claim(1_000, LEASE_MS))).find(
      ({ monitorKey }) => monitorKey === key
    )
    return mine ?? (yield* Effect.die(new Error("not claimed")))
  })
  const result = Effect.fn("result")(function* (grade: string | null, more: Partial<EmailHealthResult> = {}) {
    const claimed = yield* claim
    return yield* checks.record(claimed, resultOf(claimed, grade, more))
  })
  const compared = Effect.fn("compared")(function* (grade: string, mail: object) {
    const claimed = yield* claim
    const compare = (before: unknown) => ({ facts: { subject: "email", mail, mailBefore: before }, mail })
    return yield* checks.record(claimed, resultOf(claimed, grade), compare)
  })
  const [schedule] = [
    sql<{
      next_at: Date | null
      interval_ms: number
      phase: number
      lease_token: string | null
      incomplete_runs: number
      now: Date
    }>`
    select next_at, interval_ms::double precision as interval_ms, phase::double precision as phase, lease_token, incomplete_runs, mon_now() as now
    from email_health_schedule where monitor_id = ${key}::bigint`
  ]
  const scheduled = Effect.flatMap(schedule, ([row]) =>
    row === undefined ? Effect.die(new Error("not scheduled")) : Effect.succeed(row)
  )
  return { viewer, id, key, claim, compared, result, scheduled, checks, sql }
})
