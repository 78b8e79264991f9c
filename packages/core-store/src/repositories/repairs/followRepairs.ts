import { type RepairAnswers, type RepairInboxes, repairLimits, type RepairRecordSet } from "@mon/model"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { AskedRecords, FoundProblem, RepairFindings, SimulatedSender } from "./RepairFindings.ts"
import { nextLife, type RepairLife, type RepairObservation } from "./repairLife.ts"
import { answersOf, inboxesOf, lifeOf, recordsOf, REPAIR_COLUMNS, type RepairRow } from "./repairRow.ts"

/** The check that found something out about repairs. Times are milliseconds since the epoch. */
export interface RepairCheck {
  readonly checkedAt: number
  readonly score: number | null
  readonly rubricVersion: string
}

interface Scores {
  readonly before: number | null
  readonly after: number | null
  readonly rubricVersion: string | null
}

/** A repair as it is stored. */
interface StoredRepair {
  readonly problem: Pick<FoundProblem, "code" | "severity" | "message">
  readonly records: ReadonlyArray<RepairRecordSet>
  readonly answers: RepairAnswers | null
  readonly life: RepairLife
  readonly scores: Scores
  readonly inboxes: RepairInboxes | null
}

const NO_SCORES: Scores = { before: null, after: null, rubricVersion: null }

const storedOf = (row: RepairRow): StoredRepair => ({
  problem: { code: row.code, severity: row.severity, message: row.message },
  records: recordsOf(row),
  answers: answersOf(row),
  life: lifeOf(row),
  scores: { before: row.score_before, after: row.score_after, rubricVersion: row.rubric_version },
  inboxes: inboxesOf(row)
})

const answersAt = ({ servers, state }: AskedRecords, at: number): RepairAnswers => ({
  at: new Date(at).toISOString(),
  state,
  servers: servers.slice(0, repairLimits.answers)
})

const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())

/** Inserts and updates repairs in one statement. */
const write = (sql: SqlClient.SqlClient, monitorKey: string, repairs: ReadonlyArray<StoredRepair>) => {
  const rows = repairs.map(({ answers, inboxes, life, problem, records, scores }) => ({
    ...problem,
    state: life.state,
    opened_at: iso(life.openedAt),
    applied_at: iso(life.appliedAt),
    verified_at: iso(life.verifiedAt),
    closed_at: iso(life.closedAt),
    reopened: life.reopened,
    records,
    answers,
    steps: life.steps.map(({ at, step }) => ({ step, at: iso(at) })),
    score_before: scores.before,
    score_after: scores.after,
    rubric_version: scores.rubricVersion,
    inboxes: life.state === "closed" ? inboxes : null
  }))
  return sql`
    insert into repair (account_id, monitor_id, code, severity, message, state, opened_at, applied_at, verified_at,
      closed_at, reopened, records, answers, steps, score_before, score_after, rubric_version, inboxes)
    select m.account_id, m.id, r.code, r.severity, r.message, r.state, r.opened_at, r.applied_at, r.verified_at,
      r.closed_at, r.reopened, r.records, r.answers, r.steps, r.score_before, r.score_after, r.rubric_version, r.inboxes
    from monitor m cross join jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as r(code text, severity text,
      message text, state text, opened_at timestamptz, applied_at timestamptz, verified_at timestamptz,
      closed_at timestamptz, reopened int, records jsonb, answers jsonb, steps jsonb, score_before smallint,
      score_after smallint, rubric_version text, inboxes jsonb)
    where m.id = ${monitorKey}::bigint
    on conflict (monitor_id, code) do update set severity = excluded.severity, message = excluded.message,
      state = excluded.state, opened_at = excluded.opened_at, applied_at = excluded.applied_at,
      verified_at = excluded.verified_at, closed_at = excluded.closed_at, reopened = excluded.reopened,
      records = excluded.records, answers = excluded.answers, steps = excluded.steps,
      score_before = excluded.score_before, score_after = excluded.score_after,
      rubric_version = excluded.rubric_version, inboxes = excluded.inboxes`
}

const rowsOf = (sql: SqlClient.SqlClient, monitorKey: string) =>
  sql<RepairRow>`
    select ${sql.literal(REPAIR_COLUMNS)} from repair r where r.monitor_id = ${monitorKey}::bigint for update`

/** Applies the observations in their order. */
const lifeAfter = (life: RepairLife | null, observations: ReadonlyArray<RepairObservation | null>) =>
  observations.reduce((now, each) => (each === null ? now : nextLife(now, each)), life)

const toObservation = (asked: AskedRecords | undefined, at: number): RepairObservation | null =>
  asked === undefined ? null : { _tag: "Asked", at, records: asked.state, isAnywhere: asked.isAnywhere }

const hasSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** A repair of a problem that the check found; null if nothing is new. */
const stillFound = (
  before: StoredRepair | undefined,
  { records, ...problem }: FoundProblem,
  asked: AskedRecords | undefined,
  at: number
): StoredRepair | null => {
  const life = lifeAfter(before?.life ?? null, [toObservation(asked, at), { _tag: "Found", at }])
  if (life === null) return null
  const wanted = records.slice(0, repairLimits.records)
  const isSame =
    life === before?.life && hasSame(before.records, wanted) && before.problem.severity === problem.severity
  if (isSame) return null
  const isNew = life.openedAt !== before?.life.openedAt
  const answers = asked === undefined ? (isNew ? null : (before?.answers ?? null)) : answersAt(asked, at)
  const scores = isNew ? NO_SCORES : (before?.scores ?? NO_SCORES)
  return { problem, records: wanted, answers, life, scores, inboxes: before?.inboxes ?? null }
}

/** The score of the last complete check before this one. */
const scoreBefore = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, monitorKey: string, at: number) {
  const [row] = yield* sql<{ readonly score: number | null; readonly version: string | null }>`
    select score, rubric_version as version from email_health_history
    where monitor_id = ${monitorKey}::bigint and not incomplete and checked_at < ${iso(at)}::timestamptz
    order by checked_at desc limit 1`
  return row ?? { score: null, version: null }
})

/** The inboxes of the last finished simulation with the domain as a sender, computed anew. */
const inboxesNow = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  monitorKey: string,
  { domain, inboxes }: SimulatedSender
) {
  const [row] = yield* sql<{ readonly jobId: string; readonly at: Date; readonly results: unknown }>`
    select s.public_id as "jobId", s.completed_at as at, jsonb_build_object('modelVersion', s.results -> 'modelVersion',
      'senders', s.results -> 'senders', 'routing', s.results -> 'routing') as results
    from monitor m join simulation s on s.account_id = m.account_id
    where m.id = ${monitorKey}::bigint and s.status = 'completed' and ${domain} = any(s.sending_domains)
    order by s.id desc limit 1`
  const found = row === undefined ? null : inboxes(row.results)
  return row === undefined || found === null
    ? null
    : ({ jobId: row.jobId, simulatedAt: row.at.toISOString(), ...found } satisfies RepairInboxes)
})

const isClosing = ({ life }: StoredRepair): boolean => life.state === "closed"

const worthOf = (scores: Scores, { score, rubricVersion }: RepairCheck): Scores =>
  scores.rubricVersion === rubricVersion ? { ...scores, after: score } : NO_SCORES

/**
 * Follows the repairs of a monitor after a complete check. The caller has the lock of the monitor's schedule. Writes
 * nothing if the check found nothing new.
 */
export const followRepairs = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  monitorKey: string,
  check: RepairCheck,
  { asked, problems, sender }: RepairFindings
) {
  const at = check.checkedAt
  const stored = new Map((yield* rowsOf(sql, monitorKey)).map((row) => [row.code, storedOf(row)]))
  const found = new Set(problems.map(({ code }) => code))
  const answers = new Map(asked.map((each) => [each.code, each]))
  const changed = problems.flatMap((problem) => {
    const repair = stillFound(stored.get(problem.code), problem, answers.get(problem.code), at)
    return repair === null ? [] : [repair]
  })
  const gone = [...stored.values()].filter(({ life, problem }) => life.state !== "closed" && !found.has(problem.code))
  const before = gone.length === 0 ? null : yield* scoreBefore(sql, monitorKey, at)
  for (const repair of gone) {
    const servers = answers.get(repair.problem.code)
    // A problem without records is repaired when no check finds it.
    const records = servers?.state ?? (repair.records.length === 0 ? "verified" : "unknown")
    const life = lifeAfter(repair.life, [{ _tag: "Gone", at, records }])
    const isFirst = repair.scores.rubricVersion === null
    const scores = isFirst
      ? { ...NO_SCORES, before: before?.score ?? null, rubricVersion: before?.version ?? null }
      : repair.scores
    if (life === null || (life === repair.life && servers === undefined && !isFirst)) continue
    changed.push({
      ...repair,
      life,
      answers: servers === undefined ? repair.answers : answersAt(servers, at),
      scores: life.state === "closed" ? worthOf(scores, check) : scores
    })
  }
  const inboxes = sender !== undefined && changed.some(isClosing) ? yield* inboxesNow(sql, monitorKey, sender) : null
  const worth = changed.map((repair) => (isClosing(repair) ? { ...repair, inboxes } : repair))
  if (worth.length > 0) yield* write(sql, monitorKey, worth)
})

/** Stores what servers said about the records of unfinished repairs. Returns nothing; unknown codes are ignored. */
export const followAnswers = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  monitorKey: string,
  at: number,
  asked: ReadonlyArray<AskedRecords>
) {
  const answers = new Map(asked.map((each) => [each.code, each]))
  const changed = (yield* rowsOf(sql, monitorKey)).flatMap((row) => {
    const repair = storedOf(row)
    const servers = answers.get(row.code)
    if (servers === undefined || repair.life.state === "closed") return []
    const life = lifeAfter(repair.life, [toObservation(servers, at)])
    const scores = life?.openedAt === repair.life.openedAt ? repair.scores : NO_SCORES
    return life === null ? [] : [{ ...repair, life, answers: answersAt(servers, at), scores }]
  })
  if (changed.length > 0) yield* write(sql, monitorKey, changed)
})
