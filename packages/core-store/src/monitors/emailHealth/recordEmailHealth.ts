import { type Fact, type FactMonitor, isBadGrade, isPublicId, uuidv7 } from "@mon/model"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { isFiniteNumber, isNullOr, isObjectOf, isText } from "../../sql/JsonGuard.ts"
import { operation } from "../../sql/operation.ts"
import { randomBytes } from "../../sql/Randomness.ts"
import type { AccessScope } from "../../access/AccessScope.ts"
import { writeFact } from "../writeFacts.ts"
import { visibleDomains } from "../statements/visibleMonitors.ts"
import { followRepairs, type RepairFindings } from "../Repairs.ts"
import { type SeenSignature, type StoredSignature, storedSignatures } from "./seenSignatures.ts"

/** A domain whose email health check is due. Times are milliseconds since the epoch on the database's clock. */
export interface EmailHealthClaim {
  /** The internal key of the monitor (bigint as text). */
  readonly monitorKey: string
  readonly accountKey: string
  readonly leaseToken: string
  readonly hostname: string
  /** The DKIM selectors that the owner named, as many as the plan allows, and then the selectors seen in messages. */
  readonly dkimSelectors: ReadonlyArray<string>
  readonly dueAt: number
  readonly claimedAt: number
  readonly leaseUntil: number
}

/** The result of one component of a check. The score is 0 to 100, or null if unknown. */
export interface ComponentScore {
  readonly status: string
  readonly score: number | null
  /** The code of the worst finding. Absent if there is no finding, and in results of earlier releases. */
  readonly finding?: string
}

/** A problem to fix, as an alert shows it. */
export interface AlertFinding {
  readonly severity: string
  readonly message: string
  readonly fix: { readonly type: string; readonly host: string; readonly value: string } | null
}

/** One check result of a domain, with the facts for its history and alerts. */
export interface EmailHealthResult {
  /** The start of the check on the database's clock, in milliseconds since the epoch. */
  readonly checkedAt: number
  readonly score: number | null
  /** The grade from A to F. Null if there is no score. */
  readonly grade: string | null
  readonly incomplete: boolean
  readonly components: Readonly<Record<string, ComponentScore>>
  /** The blacklist entries of the domain. Each text identifies one entry, and stays the same from result to result. */
  readonly listings: ReadonlyArray<string>
  /** The findings, worst first. */
  readonly findings: ReadonlyArray<AlertFinding>
  /** The version of the scoring rules. */
  readonly rubricVersion: string
  /** The findings about repairs from the check. If absent, repairs stay unchanged. */
  readonly repairs?: RepairFindings
}

/** The facts for the diagnosis of an alert about email health, as plain JSON. */
export interface EmailHealthEvidence {
  /** The facts for the diagnosis: `DiagnosisFacts` of @mon/diagnosis. */
  readonly facts: object
  /** The email setup, which is stored for the next result: `MailFacts` of @mon/diagnosis. */
  readonly mail: object
}

/** A stored signature. `isNew` says whether the message was received after the last check. */
export interface RememberedSignature extends SeenSignature {
  readonly isNew: boolean
}

/** Compares a result with the email setup that was stored before. `before` is null if there is no such setup. */
export type CompareEmailHealth = (
  before: unknown,
  signatures: ReadonlyArray<RememberedSignature>
) => EmailHealthEvidence

/** Whether a result was accepted, and the facts that it announced. */
export interface EmailHealthOutcome {
  readonly accepted: boolean
  readonly announced: "email_health_alert" | "email_health_recovery" | null
}

export interface AlertMemory {
  /** The grade of the last complete result. Null before the first complete result. */
  readonly grade: string | null
  /** The listings of the last complete result. Null before the first complete result. */
  readonly listings: ReadonlyArray<string> | null
  /** The version of the scoring rules of the last complete result. Null if unknown. */
  readonly rubricVersion: string | null
  readonly gradeAnnounced: boolean
  /** The listings that were announced in an alert and still exist. */
  readonly listingsAnnounced: ReadonlyArray<string>
}

export interface Reading {
  readonly grade: string | null
  readonly incomplete: boolean
  readonly listings: ReadonlyArray<string>
  /** The version of the scoring rules. Two grades are compared only if both have this version. */
  readonly rubricVersion: string
}

type Announcement =
  | { readonly type: "email_health_alert"; readonly newListings: ReadonlyArray<string> }
  | { readonly type: "email_health_recovery" }

interface AlertStep {
  readonly memory: AlertMemory
  readonly announcement: Announcement | null
}

/**
 * Applies the alert rules to a result, as a pure function. The first complete result is the baseline. An incomplete
 * result changes nothing. The first complete result under other scoring rules is a new baseline: this result announces
 * nothing, and open alerts stay open. A grade that falls to D or F, or a new listing, causes an alert. A recovery
 * follows when all announced problems are resolved.
 *
 * @example
 * ```ts
 * const fresh = { grade: null, listings: null, rubricVersion: null, gradeAnnounced: false, listingsAnnounced: [] }
 * step(fresh, { grade: "F", incomplete: false, listings: [], rubricVersion: "1" }).announcement // => null
 * ```
 */
export const step = (memory: AlertMemory, { grade, incomplete, listings, rubricVersion }: Reading): AlertStep => {
  if (incomplete || grade === null) return { memory, announcement: null }
  const before = memory.listings
  if (before === null || memory.rubricVersion !== rubricVersion)
    return { memory: { ...memory, grade, listings, rubricVersion }, announcement: null }
  const isBad = isBadGrade(grade)
  const fell = isBad && !isBadGrade(memory.grade)
  const newListings = listings.filter((listing) => !before.includes(listing))
  const known = new Set([...memory.listingsAnnounced, ...newListings])
  const next: AlertMemory = {
    grade,
    listings,
    rubricVersion,
    gradeAnnounced: (memory.gradeAnnounced || fell) && isBad,
    listingsAnnounced: listings.filter((listing) => known.has(listing))
  }
  if (fell || newListings.length > 0) return { memory: next, announcement: { type: "email_health_alert", newListings } }
  const isOver = isOpen(memory) && !isOpen(next)
  return { memory: next, announcement: isOver ? { type: "email_health_recovery" } : null }
}

const isOpen = ({ gradeAnnounced, listingsAnnounced }: AlertMemory): boolean =>
  gradeAnnounced || listingsAnnounced.length > 0

/** The wait before an incomplete check is repeated. The wait doubles with each repetition, up to the interval. */
const INCOMPLETE_RETRY_MS = 900_000
/** The maximum number of doublings. 2^10 times the wait is longer than any interval. */
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
  readonly signing: unknown
}

interface Monitor extends FactMonitor {
  readonly account_key: string
  /** Whether the domain is paused, or its email health check is off. */
  readonly is_silent: boolean
}

type ResultSource = { readonly _tag: "Lease"; readonly token: string } | { readonly _tag: "Asked" }

const nothing: EmailHealthOutcome = { accepted: false, announced: null }

const memoryOf = (row: Scheduled): AlertMemory => ({
  grade: row.grade,
  listings: row.listings,
  // A program of an earlier release writes the grade without the version of the scoring rules.
  rubricVersion: row.rubric_checked_at?.getTime() === row.last_checked_at?.getTime() ? row.rubric_version : null,
  gradeAnnounced: row.grade_announced,
  listingsAnnounced: row.listings_announced
})

const isNews = ({ last_checked_at: last }: Scheduled, { checkedAt }: EmailHealthResult): boolean =>
  last === null || last.getTime() < checkedAt

const ALERT_FINDINGS = 20

/** Returns null if there is nothing to announce, or if the result has no score. */
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

/**
 * Sets the next due time: the monitor's next regular time (its phase plus a multiple of the interval), or an earlier
 * time after an incomplete result.
 */
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
  mail: object | null,
  signatures: ReadonlyArray<StoredSignature>
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
        mail = ${mail === null ? sql`mail` : sql`${JSON.stringify(mail)}::text::jsonb`},
        signing = case when signing is not null then ${JSON.stringify(signatures)}::text::jsonb end
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

/**
 * Reads the stored facts about the registration and the DNS. A fault in the registration or the DNS also stops the
 * delivery of email.
 */
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

/** Locks the row of the schedule, so that results, pauses and deletions are processed one after the other. */
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
        rubric_version, rubric_checked_at, mail, signing
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
      const signatures = storedSignatures(row.signing, result.checkedAt)
      const since = row.last_checked_at?.getTime() ?? 0
      const evidence =
        compare?.(
          row.mail,
          signatures.map(({ seenAt, ...signature }) => ({ ...signature, isNew: seenAt > since }))
        ) ?? null
      yield* write(sql, monitorKey, next, result, evidence?.mail ?? null, signatures)
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

export const recordEmailHealth = (sql: SqlClient.SqlClient) =>
  operation(
    "EmailHealthChecks.record",
    (claim: EmailHealthClaim, result: EmailHealthResult, compare?: CompareEmailHealth) =>
      recordAs(sql, claim.monitorKey, { _tag: "Lease", token: claim.leaseToken }, result, compare)
  )

export const keyOf = (sql: SqlClient.SqlClient, scope: AccessScope, id: string) =>
  sql<{
    key: string
  }>`select m.id::text as key from monitor m where ${visibleDomains(sql, scope)} and m.public_id = ${id}::uuid`

export const noteEmailHealth = (sql: SqlClient.SqlClient) =>
  operation(
    "EmailHealthChecks.note",
    function* (scope: AccessScope, id: string, result: EmailHealthResult, compare?: CompareEmailHealth) {
      if (!isPublicId(id)) return nothing
      const [monitor] = yield* keyOf(sql, scope, id)
      return monitor === undefined ? nothing : yield* recordAs(sql, monitor.key, { _tag: "Asked" }, result, compare)
    }
  )

const isScore = isObjectOf<Pick<ComponentScore, "score" | "status">>({
  status: isText,
  score: isNullOr(isFiniteNumber)
})

/** Leaves out values in a different form, for example from another release. */
export const storedComponents = (value: unknown): Readonly<Record<string, ComponentScore>> =>
  Object.fromEntries(
    Object.entries(typeof value === "object" && value !== null ? value : {}).flatMap(
      ([name, part]: [string, unknown]) => {
        if (!isScore(part)) return []
        const { score, status } = part
        const finding: unknown = Reflect.get(part, "finding")
        return [[name, { status, score, ...(typeof finding === "string" ? { finding } : {}) }]]
      }
    )
  )
