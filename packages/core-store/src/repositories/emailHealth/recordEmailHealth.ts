import { type Fact, type FactMonitor, isPublicId, uuidv7 } from "@mon/model"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { randomBytes } from "../../sql/Randomness.ts"
import { operation } from "../../sql/operation.ts"
import type {
  CompareEmailHealth,
  EmailHealthChecks,
  EmailHealthOutcome,
  EmailHealthResult
} from "./EmailHealthChecks.ts"
import type { AccessScope } from "../access/AccessScope.ts"
import { type AlertMemory, type Announcement, step } from "./AlertMemory.ts"
import { followRepairs } from "../repairs/followRepairs.ts"
import { visibleDomains } from "../monitors/visibleMonitors.ts"
import { writeFact } from "../facts/writeFacts.ts"

/** An incomplete check is repeated after this time, then after twice as long, at most after the interval. */
const INCOMPLETE_RETRY_MS = 900_000
/** 2^10 times the retry is longer than any interval. */
const MAX_DOUBLINGS = 10

interface Scheduled {
  readonly lease_token: string | null
  readonly last_checked_at: Date | null
  readonly incomplete_runs: number
  readonly grade: string | null
  readonly listings: ReadonlyArray<string> | null
  readonly grade_announced: boolean
  readonly listings_announced: ReadonlyArray<string>
  readonly rubric_version: string | null
  readonly rubric_checked_at: Date | null
  readonly mail: unknown
}

interface Monitor extends FactMonitor {
  readonly account_key: string
  /** Paused, or its email health check is off. */
  readonly is_silent: boolean
}

/** The origin of a result: a claimed check, or a manual one. */
type ResultSource = { readonly _tag: "Lease"; readonly token: string } | { readonly _tag: "Asked" }

const nothing: EmailHealthOutcome = { accepted: false, announced: null }

const memoryOf = (row: Scheduled): AlertMemory => ({
  grade: row.grade,
  listings: row.listings,
  // A program of an earlier release writes the grade without the version.
  rubricVersion: row.rubric_checked_at?.getTime() === row.last_checked_at?.getTime() ? row.rubric_version : null,
  gradeAnnounced: row.grade_announced,
  listingsAnnounced: row.listings_announced
})

const isNews = ({ last_checked_at: last }: Scheduled, { checkedAt }: EmailHealthResult): boolean =>
  last === null || last.getTime() < checkedAt

/** Findings in an alert. */
const ALERT_FINDINGS = 20

/** The fact that a result announces; null when it has no score. */
const factOf = (
  announcement: Announcement | null,
  { id, name, url }: FactMonitor,
  previousGrade: string | null,
  { checkedAt, findings, grade, score }: EmailHealthResult
): Fact | null => {
  if (announcement === null || grade === null || score === null) return null
  const monitor = { id, name, url }
  const found = { monitor, score, grade, previousGrade, checkedAt: new Date(checkedAt).toISOString() }
  return announcement.type === "email_health_recovery"
    ? { kind: announcement.type, ...found }
    : {
        kind: announcement.type,
        ...found,
        newListings: announcement.newListings,
        findings: findings.slice(0, ALERT_FINDINGS)
      }
}

/** The next due time: on the grid, and sooner after an incomplete result. */
const reschedule = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  monitorKey: string,
  { incomplete_runs: before }: Scheduled,
  { incomplete }: EmailHealthResult
) {
  const runs = incomplete ? Math.min(before + 1, MAX_DOUBLINGS) : 0
  const retryMs = INCOMPLETE_RETRY_MS * 2 ** Math.max(runs - 1, 0)
  const soonest = sql`mon_now() + least(interval_ms, ${retryMs}::bigint) * interval '1 millisecond'`
  const grid = sql`next_on_grid(interval_ms, phase, mon_now())`
  yield* sql`
    update email_health_schedule set lease_until = null, lease_token = null, incomplete_runs = ${runs}::smallint,
      next_at = ${incomplete ? sql`least(${grid}, ${soonest})` : grid}
    where monitor_id = ${monitorKey}::bigint`
})

const write = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  monitorKey: string,
  memory: AlertMemory,
  result: EmailHealthResult,
  mail: object | null
) {
  const at = new Date(result.checkedAt).toISOString()
  const grade = { score: result.score, grade: result.grade, checkedAt: at }
  const list = (texts: ReadonlyArray<string>) =>
    sql`array(select jsonb_array_elements_text(${JSON.stringify(texts)}::text::jsonb))`
  const before = memory.listings === null ? sql`null` : list(memory.listings)
  yield* sql`
    with scheduled as (
      update email_health_schedule set last_checked_at = ${at}::timestamptz, grade = ${memory.grade},
        listings = ${before}, grade_announced = ${memory.gradeAnnounced},
        listings_announced = ${list(memory.listingsAnnounced)}, rubric_version = ${memory.rubricVersion},
        rubric_checked_at = ${at}::timestamptz,
        mail = ${mail === null ? sql`mail` : sql`${JSON.stringify(mail)}::text::jsonb`}
      where monitor_id = ${monitorKey}::bigint
    ), point as (
      insert into email_health_history (monitor_id, checked_at, score, grade, incomplete, components, listings,
        rubric_version)
      values (${monitorKey}::bigint, ${at}::timestamptz, ${result.score}::smallint, ${result.grade}, ${result.incomplete},
        ${JSON.stringify(result.components)}::text::jsonb, ${list(result.listings)}, ${result.rubricVersion})
      on conflict (monitor_id, checked_at) do nothing
    )
    insert into monitor_facts (monitor_id, email_health)
    values (${monitorKey}::bigint, ${JSON.stringify(grade)}::text::jsonb)
    on conflict (monitor_id) do update set email_health = case
      when ${result.score === null} then coalesce(monitor_facts.email_health, excluded.email_health)
      else excluded.email_health end`
})

/** What the store knows about the registration and the DNS. Without them email does not arrive either. */
const knownFacts = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  monitorKey: string,
  { checkedAt }: EmailHealthResult
) {
  const [row] = yield* sql<{ readonly facts: object }>`
    select jsonb_strip_nulls(jsonb_build_object('registration', e -> 'registration', 'dns', e -> 'dns')) as facts
    from monitor_evidence(${monitorKey}::bigint, ${new Date(checkedAt).toISOString()}::timestamptz) as e`
  return row?.facts ?? {}
})

/** The row of the schedule is the lock that serializes results, pauses and deletions. */
const recordAs = (
  sql: SqlClient.SqlClient,
  monitorKey: string,
  source: ResultSource,
  result: EmailHealthResult,
  compare?: CompareEmailHealth
) =>
  sql.withTransaction(
    Effect.gen(function* () {
      const [row] = yield* sql<Scheduled>`
      select lease_token, last_checked_at, incomplete_runs, grade, listings, grade_announced, listings_announced,
        rubric_version, rubric_checked_at, mail
      from email_health_schedule where monitor_id = ${monitorKey}::bigint for update`
      if (row === undefined) return nothing
      if (source._tag === "Lease") {
        if (row.lease_token !== source.token) return nothing
        yield* reschedule(sql, monitorKey, row, result)
      }
      if (!isNews(row, result)) return nothing
      const [monitor] = yield* sql<Monitor>`
      select m.public_id as id, m.account_id::text as account_key, m.name, m.url,
        m.paused_at is not null or not m.email_health_enabled as is_silent
      from monitor m where m.id = ${monitorKey}::bigint and m.deleted_at is null`
      if (monitor === undefined) return nothing
      const memory = memoryOf(row)
      const { announcement, memory: next } = monitor.is_silent ? { announcement: null, memory } : step(memory, result)
      const evidence = compare?.(row.mail) ?? null
      yield* write(sql, monitorKey, next, result, evidence?.mail ?? null)
      if (result.repairs !== undefined && !result.incomplete)
        yield* followRepairs(sql, monitorKey, result, result.repairs)
      const fact = factOf(announcement, monitor, memory.grade, result)
      if (fact !== null) {
        const id = uuidv7(yield* Clock.currentTimeMillis, yield* randomBytes(10))
        const diagnosisFacts =
          evidence === null ? null : { ...(yield* knownFacts(sql, monitorKey, result)), ...evidence.facts }
        yield* writeFact(sql, fact, { id, accountKey: monitor.account_key, monitorKey, diagnosisFacts })
      }
      return {
        accepted: true,
        announced: fact === null ? null : (announcement?.type ?? null)
      } satisfies EmailHealthOutcome
    })
  )

export const recordEmailHealth = (sql: SqlClient.SqlClient): EmailHealthChecks["Service"]["record"] =>
  operation("EmailHealthChecks.record", ({ leaseToken, monitorKey }, result, compare) =>
    recordAs(sql, monitorKey, { _tag: "Lease", token: leaseToken }, result, compare)
  )

export const keyOf = (sql: SqlClient.SqlClient, scope: AccessScope, id: string) =>
  sql<{
    key: string
  }>`select m.id::text as key from monitor m where ${visibleDomains(sql, scope)} and m.public_id = ${id}::uuid`

export const noteEmailHealth = (sql: SqlClient.SqlClient): EmailHealthChecks["Service"]["note"] =>
  operation("EmailHealthChecks.note", function* (scope, id, result, compare) {
    if (!isPublicId(id)) return nothing
    const [monitor] = yield* keyOf(sql, scope, id)
    return monitor === undefined ? nothing : yield* recordAs(sql, monitor.key, { _tag: "Asked" }, result, compare)
  })
