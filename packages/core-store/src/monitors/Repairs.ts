import {
  agreeingResolvers,
  isPublicId,
  type Repair,
  type RepairAnswers,
  type RepairInboxes,
  repairLimits,
  type RepairRecordSet,
  type RepairState
} from "@mon/model"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { operation, type Returns } from "../sql/operation.ts"
import type { AccessScope } from "../access/AccessScope.ts"
import { visibleDomains } from "./statements/visibleMonitors.ts"
import {
  answersOf,
  inboxesOf,
  lifeOf,
  nextLife,
  recordsOf,
  REPAIR_COLUMNS,
  type RepairLife,
  type RepairObservation,
  type RepairRow,
  toRepair
} from "./repairRow.ts"

/** The filter of a list of repairs. */
export interface RepairPage {
  readonly limit: number
  /** The state of the repairs. Default: all states. */
  readonly state?: RepairState | undefined
  /** The id of a repair. Only repairs that are older than this one are listed. */
  readonly before?: string | undefined
}

/** A repair of an email health problem that is not closed yet. */
export interface UnfinishedRepair {
  readonly code: string
  readonly state: Exclude<RepairState, "closed">
  readonly records: ReadonlyArray<RepairRecordSet>
}

/** The number and the median duration of the closed repairs of a domain. */
export interface RepairTimes {
  /** The public id of the domain. */
  readonly domainId: string
  readonly name: string
  readonly closed: number
  readonly medianSeconds: number
}

/** A problem with email health that a check found. */
export interface FoundProblem {
  readonly code: string
  readonly severity: Repair["severity"]
  readonly message: string
  /** The records whose publication fixes the problem. */
  readonly records: ReadonlyArray<RepairRecordSet>
}

/** The servers' answers about all records of one repair. */
export interface AskedRecords {
  readonly code: string
  readonly state: RepairAnswers["state"]
  /** Whether at least one server returned at least one of the records. */
  readonly isAnywhere: boolean
  readonly servers: RepairAnswers["servers"]
}

/**
 * The number of a sender's emails that reach inboxes: the number that a campaign simulation predicted, and the current
 * number.
 */
type InboxChange = Pick<RepairInboxes, "emails" | "before" | "after">

interface SimulatedSender {
  readonly domain: string
  /**
   * Recomputes the number of inboxes that a simulation predicted. Null if the number cannot be determined. `results` is
   * the stored plain JSON.
   */
  readonly inboxes: (results: unknown) => InboxChange | null
}

/** The findings about repairs from a complete check. */
export interface RepairFindings {
  /** The problems that the check found. Each code occurs at most once. */
  readonly problems: ReadonlyArray<FoundProblem>
  /** The servers' answers about repairs that are already applied, or whose problem the check no longer finds. */
  readonly asked: ReadonlyArray<AskedRecords>
  /** The domain as a sender. If absent, the effect of a repair on a simulation is not known. */
  readonly sender?: SimulatedSender
}

/** Times are milliseconds since the epoch. */
interface RepairCheck {
  readonly checkedAt: number
  readonly score: number | null
  readonly rubricVersion: string
}

interface Scores {
  readonly before: number | null
  readonly after: number | null
  readonly rubricVersion: string | null
}

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
  resolvers: agreeingResolvers(servers),
  servers: servers.slice(0, repairLimits.answers)
})

const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())

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
    select ${sql.literal(REPAIR_COLUMNS)} from repair r
    where r.monitor_id = ${monitorKey}::bigint and r.kind = 'email' for update`

const lifeAfter = (life: RepairLife | null, observations: ReadonlyArray<RepairObservation | null>) =>
  observations.reduce((now, each) => (each === null ? now : nextLife(now, each)), life)

const toObservation = (asked: AskedRecords | undefined, at: number): RepairObservation | null =>
  asked === undefined ? null : { _tag: "Asked", at, records: asked.state, isAnywhere: asked.isAnywhere }

const hasSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

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

const scoreBefore = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, monitorKey: string, at: number) {
  const [row] = yield* sql<{ readonly score: number | null; readonly version: string | null }>`
    select score, rubric_version as version from email_health_history
    where monitor_id = ${monitorKey}::bigint and not incomplete and checked_at < ${iso(at)}::timestamptz
    order by checked_at desc limit 1`
  return row ?? { score: null, version: null }
})

/** Recomputes the inboxes of the last finished simulation that has the domain as a sender. */
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
 * Updates the repairs of a monitor after a complete check. The caller must have locked the monitor's schedule. Writes
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
    // A problem without records counts as repaired as soon as a check no longer finds it.
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

/** Ignores codes without a repair. */
const followAnswers = Effect.fnUntraced(function* (
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

const visibleKey = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, scope: AccessScope, domainId: string) {
  if (!isPublicId(domainId)) return null
  const [row] = yield* sql<{ readonly key: string }>`
    select m.id::text as key from monitor m where ${visibleDomains(sql, scope)} and m.public_id = ${domainId}::uuid`
  return row?.key ?? null
})

/** Hides the effect on simulations from members, because simulations belong to the owner. */
const shownTo =
  ({ role }: AccessScope) =>
  (repair: Repair): Repair =>
    role === "owner" ? repair : { ...repair, inboxes: null }

const list = (sql: SqlClient.SqlClient) =>
  operation("Repairs.list", function* (scope: AccessScope, domainId: string, page: RepairPage): Returns<
    { readonly _tag: "Repairs"; readonly repairs: ReadonlyArray<Repair> } | { readonly _tag: "NoCursor" } | null
  > {
    const { before, limit, state } = page
    const key = yield* visibleKey(sql, scope, domainId)
    if (key === null) return null
    const [cursor] =
      before === undefined || !isPublicId(before)
        ? []
        : yield* sql<{ readonly id: string }>`
            select id::text as id from repair where monitor_id = ${key}::bigint and public_id = ${before}::uuid`
    if (before !== undefined && cursor === undefined) return { _tag: "NoCursor" } as const
    const older = cursor === undefined ? sql`true` : sql`r.id < ${cursor.id}::bigint`
    const inState = state === undefined ? sql`true` : sql`r.state = ${state}`
    const rows = yield* sql<RepairRow>`
      select ${sql.literal(REPAIR_COLUMNS)} from repair r
      where r.monitor_id = ${key}::bigint and ${older} and ${inState} order by r.id desc limit ${limit}`
    return { _tag: "Repairs", repairs: rows.map(toRepair).map(shownTo(scope)) } as const
  })

const find = (sql: SqlClient.SqlClient) =>
  operation("Repairs.find", function* (scope: AccessScope, domainId: string, id: string): Returns<Repair | null> {
    const key = yield* visibleKey(sql, scope, domainId)
    if (key === null || !isPublicId(id)) return null
    const [row] = yield* sql<RepairRow>`
      select ${sql.literal(REPAIR_COLUMNS)} from repair r
      where r.monitor_id = ${key}::bigint and r.public_id = ${id}::uuid`
    return row === undefined ? null : shownTo(scope)(toRepair(row))
  })

const selectUnfinished = (sql: SqlClient.SqlClient, monitorKey: string) =>
  Effect.map(
    sql<Pick<UnfinishedRepair, "code" | "state"> & Pick<RepairRow, "records">>`
      select code, state, records from repair
      where monitor_id = ${monitorKey}::bigint and kind = 'email' and state <> 'closed' order by id`,
    (rows): ReadonlyArray<UnfinishedRepair> =>
      rows.map(({ code, records, state }) => ({ code, state, records: recordsOf({ records }) }))
  )

const asked = (sql: SqlClient.SqlClient) =>
  operation(
    "Repairs.asked",
    function* (scope: AccessScope, domainId: string, at: number, answers: ReadonlyArray<AskedRecords>) {
      const key = yield* visibleKey(sql, scope, domainId)
      if (key === null || answers.length === 0) return
      yield* sql.withTransaction(followAnswers(sql, key, at, answers))
    }
  )

/**
 * The repairs of domains. An id that is malformed or belongs to another account is treated like an id that does not
 * exist.
 */
export class Repairs extends Context.Service<Repairs>()("@mon/core-store/Repairs", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    /** Lists the repairs of a domain, of all kinds, newest first. Null if the caller cannot see the domain. */
    list: list(sql),
    /**
     * Returns one repair of a domain. Null if the domain has no such repair, or if the caller cannot see the domain.
     */
    find: find(sql),
    /** Lists the unfinished email health repairs of a monitor by its internal key. */
    unfinished: operation("Repairs.unfinished", (monitorKey: string) => selectUnfinished(sql, monitorKey)),
    /**
     * Lists the unfinished email health repairs of a domain by its public id. Empty if the caller cannot see the
     * domain.
     */
    unfinishedOf: operation("Repairs.unfinishedOf", function* (scope: AccessScope, domainId: string) {
      const key = yield* visibleKey(sql, scope, domainId)
      return key === null ? [] : yield* selectUnfinished(sql, key)
    }),
    /** Stores the servers' answers about the records of unfinished repairs. */
    asked: asked(sql),
    /**
     * Returns the number and the median duration of the repairs that were closed between `from` (inclusive) and `to`
     * (exclusive), in milliseconds since the epoch, for each domain of an account. The domain with the most repairs
     * comes first.
     */
    times: operation(
      "Repairs.times",
      (accountKey: string, from: number, to: number) => sql<RepairTimes>`
      select m.public_id as "domainId", m.name, count(*)::int as closed,
        percentile_cont(0.5) within group (order by extract(epoch from r.closed_at - r.opened_at))::float8 as "medianSeconds"
      from repair r join monitor m on m.id = r.monitor_id
      where r.account_id = ${accountKey}::bigint and m.deleted_at is null
        and r.closed_at >= ${new Date(from).toISOString()}::timestamptz
        and r.closed_at < ${new Date(to).toISOString()}::timestamptz
      group by m.id order by closed desc, m.id`
    )
  }))
}) {
  static readonly layer = Layer.effect(Repairs, Repairs.make)
}
