import {
  isPublicId,
  type Language,
  type TimelineEvent,
  type TimelineEventKind,
  timelineEventKinds,
  timelineEventLimits
} from "@mon/model"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type * as SqlClient from "effect/sql/SqlClient"
import { operation, type Returns } from "../../sql/operation.ts"
import type { AccessScope } from "../../access/AccessScope.ts"
import { visibleDomains } from "../../monitors/statements/visibleMonitors.ts"
import { type ComputedKind, newestOf, PARAMETERS } from "./eventSources.sql.ts"
import { readBuckets } from "./readBuckets.ts"
import { responseSteps } from "./responseSteps.ts"

/**
 * The result of listing events. `NoCursor` means that `before` is not the id of an event. `language` is the language
 * that the caller has chosen.
 */
export type ListEventsResult =
  | { readonly _tag: "Events"; readonly events: ReadonlyArray<StoredEvent>; readonly language: Language | null }
  | { readonly _tag: "NoCursor" }

/**
 * The position of an event in a timeline. Events are ordered by time, then by the rank of their kind, then by their
 * key.
 */
export interface EventPosition {
  /** The time of the event, in microseconds since the epoch. */
  readonly at: number
  /** The index of the event's kind in `timelineEventKinds`. */
  readonly rank: number
  /** A whole number that distinguishes events of one kind at one time. */
  readonly key: number
}

const CURSOR = /^(\d{1,16})\.(\d{1,2})\.(-?\d{1,16})$/u

export const cursorOf = ({ at, key, rank }: EventPosition): string => `${at}.${rank}.${key}`

export const positionOf = (cursor: string): EventPosition | null => {
  const match = CURSOR.exec(cursor)
  if (match === null) return null
  const [at = 0, rank = 0, key = 0] = match.slice(1).map(Number)
  return rank < timelineEventKinds.length && [at, key].every(Number.isSafeInteger) ? { at, rank, key } : null
}

const rankOf = (kind: TimelineEventKind): number => timelineEventKinds.indexOf(kind)

export const newestFirst = (one: EventPosition, other: EventPosition): number =>
  other.at - one.at || other.rank - one.rank || other.key - one.key

/**
 * Returns the exclusive upper bound of the keys of events that follow a position in the list, for events of a rank at
 * the same time. Events at an earlier time always follow the position.
 */
export const keyBound = (position: EventPosition, rank: number): number => {
  if (rank === position.rank) return position.key
  return rank < position.rank ? Infinity : -Infinity
}

/** Merges the newest events after a position from several sources. Each source must be sorted, newest event first. */
export const mergeEvents = <Event extends EventPosition>(
  sources: ReadonlyArray<ReadonlyArray<Event>>,
  before: EventPosition | null,
  limit: number
): ReadonlyArray<Event> =>
  sources
    .flatMap((events) => events.filter((event) => before === null || newestFirst(before, event) < 0).slice(0, limit))
    .toSorted(newestFirst)
    .slice(0, limit)

/** An event with the facts for its diagnosis, which is not computed yet. */
export interface StoredEvent extends TimelineEvent {
  /**
   * The facts for the diagnosis of a confirmed incident: `DiagnosisFacts` of @mon/diagnosis, as plain JSON. Null for
   * events that are not confirmed incidents.
   */
  readonly diagnosisFacts: unknown
}

/** The filter of a list of events. The list begins with the newest event. */
export interface EventPage {
  /** The id of the event after which the list begins. Default: the list begins with the newest event. */
  readonly before?: string | undefined
  /** The kinds of events to list. Default: all kinds. */
  readonly kinds?: ReadonlyArray<TimelineEventKind> | undefined
  readonly limit: number
}

const MICROS = 1_000_000
const SECONDS_PER_HOUR = 3_600
const SECONDS_PER_DAY = 86_400
const CHANGES = 20
const DAY_MICROS = SECONDS_PER_DAY * MICROS

interface MonitorRow {
  readonly key: string
  readonly hostname: string
  /** The current time in microseconds since the epoch. */
  readonly now: number
  /** The time up to which days are rolled up, in Unix seconds. Null if no day is rolled up yet. */
  readonly rolled_until: number | null
  readonly language: Language | null
}

interface EventRow extends EventPosition {
  readonly data: unknown
}

interface Placed extends EventPosition {
  /** The internal key of the incident whose diagnosis belongs to the event. */
  readonly incident: string | null
  readonly event: Omit<StoredEvent, "id" | "at" | "kind" | "diagnosisFacts">
}

const absent = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))
const maybeText = absent(Schema.String)
const decodeData = Schema.decodeUnknownOption(
  Schema.Struct({
    until: maybeText,
    code: maybeText,
    text: maybeText,
    by: maybeText,
    link: maybeText,
    subjectId: maybeText,
    urlId: maybeText,
    incident: maybeText,
    changes: absent(Schema.Array(Schema.Struct({ field: Schema.String, before: maybeText, after: maybeText })))
  })
)

const none: Placed["event"] = {
  until: null,
  code: null,
  text: null,
  by: null,
  link: null,
  subjectId: null,
  urlId: null,
  changes: []
}

/** Leaves out the details if a newer release stored the details in a different form. */
const placed = ({ at, data, key, rank }: EventRow): Placed => {
  const decoded = decodeData(data)
  if (Option.isNone(decoded)) return { at, key, rank, incident: null, event: none }
  const { changes, incident = null, ...rest } = decoded.value
  return {
    at,
    key,
    rank,
    incident,
    event: {
      ...none,
      ...rest,
      changes: (changes ?? [])
        .slice(0, CHANGES)
        .map(({ after = null, before = null, field }) => ({ field, before, after }))
    }
  }
}

const isStored = (kind: TimelineEventKind): kind is Exclude<TimelineEventKind, ComputedKind> => kind !== "response_step"

/** Reads at most as many events from each source as fit on the page. */
const selectStored = (sql: SqlClient.SqlClient) =>
  Effect.fnUntraced(function* (
    monitor: MonitorRow,
    scope: AccessScope,
    id: string,
    { before, from, kinds, limit }: Wanted
  ) {
    const wanted = kinds.filter(isStored)
    if (wanted.length === 0) return []
    const sources = wanted.map((kind) => {
      const bound = before === null ? Infinity : keyBound(before, rankOf(kind))
      return newestOf(kind, rankOf(kind), Number.isFinite(bound) ? "$8::float8" : `'${bound}'::float8`)
    })
    const rows = yield* sql.unsafe<EventRow>(`with parameters as (${PARAMETERS}) ${sources.join(" union all ")}`, [
      monitor.key,
      scope.accountKey,
      monitor.hostname,
      scope.role === "owner",
      id,
      from,
      // A marker may be a few minutes in the future, so the list begins a day ahead.
      before?.at ?? monitor.now + DAY_MICROS,
      before?.key ?? 0,
      limit
    ])
    return rows.map(placed)
  })

interface Wanted {
  readonly kinds: ReadonlyArray<TimelineEventKind>
  readonly before: EventPosition | null
  /** The start of the list's period, in microseconds since the epoch. */
  readonly from: number
  readonly limit: number
}

const selectFacts = (sql: SqlClient.SqlClient) =>
  Effect.fnUntraced(function* (incidents: ReadonlyArray<string>) {
    if (incidents.length === 0) return new Map<string, unknown>()
    const rows = yield* sql<{ readonly incident: string; readonly facts: unknown }>`
      select incident_id::text as incident, facts from incident_diagnosis
      where incident_id in (select jsonb_array_elements_text(${JSON.stringify(incidents)}::text::jsonb)::bigint)`
    return new Map(rows.map(({ facts, incident }) => [incident, facts]))
  })

/** Leaves out the current hour, because the average of this hour may still change. */
const selectSteps = (sql: SqlClient.SqlClient) => {
  const bucketsFrom = readBuckets(sql)
  const rank = rankOf("response_step")
  return Effect.fnUntraced(function* ({ key, now, rolled_until }: MonitorRow, from: number) {
    const hour = Math.floor(now / MICROS / SECONDS_PER_HOUR) * SECONDS_PER_HOUR
    const start = Math.floor(from / MICROS / SECONDS_PER_HOUR) * SECONDS_PER_HOUR - SECONDS_PER_DAY
    const buckets = yield* bucketsFrom(key, {
      start,
      bucketSeconds: SECONDS_PER_HOUR,
      liveFrom: Math.max(start, rolled_until ?? start)
    })
    return responseSteps(buckets.filter(([begins]) => (begins ?? 0) < hour)).map((step): Placed => {
      const [first] = step.phases
      return {
        at: step.start * MICROS,
        rank,
        key: 0,
        incident: null,
        event: {
          ...none,
          code: first !== undefined && first.after > first.before ? "slower" : "faster",
          changes: step.phases.map(({ after, before, phase }) => ({
            field: phase,
            before: String(Math.round(before)),
            after: String(Math.round(after))
          }))
        }
      }
    })
  })
}

export const listTimelineEvents = (sql: SqlClient.SqlClient) => {
  const stored = selectStored(sql)
  const steps = selectSteps(sql)
  const factsOf = selectFacts(sql)
  return operation(
    "Timelines.events",
    function* (scope: AccessScope, id: string, given: EventPage): Returns<ListEventsResult | null> {
      const { before: cursor, kinds = timelineEventKinds, limit } = given
      if (!isPublicId(id)) return null
      const [monitor] = yield* sql<MonitorRow>`
      select m.id::text as key, m.hostname, (extract(epoch from mon_now()) * ${MICROS}::int)::float8 as now,
        extract(epoch from s.days_until)::float8 as rolled_until,
        (select u.language from user_setting u where u.user_id = ${scope.userKey}::bigint) as language
      from monitor m join monitor_schedule s on s.monitor_id = m.id
      where ${visibleDomains(sql, scope)} and m.public_id = ${id}::uuid`
      if (monitor === undefined) return null
      const before = cursor === undefined ? null : positionOf(cursor)
      if (cursor !== undefined && before === null) return { _tag: "NoCursor" } as const
      const from = monitor.now - timelineEventLimits.days * DAY_MICROS
      const wanted = { kinds, before, from, limit }
      const found = yield* stored(monitor, scope, id, wanted)
      const computed = kinds.includes("response_step")
        ? (yield* steps(monitor, from)).filter(({ at }) => at >= from).toReversed()
        : []
      const page = mergeEvents(
        [...kinds.map((kind) => found.filter(({ rank }) => rank === rankOf(kind))), computed],
        before,
        limit
      )
      const facts = yield* factsOf(page.flatMap(({ incident }) => (incident === null ? [] : [incident])))
      const events = page.map((one): StoredEvent => ({
        ...one.event,
        id: cursorOf(one),
        at: new Date(Math.floor(one.at / 1_000)).toISOString(),
        kind: timelineEventKinds[one.rank] ?? "marker",
        diagnosisFacts: one.incident === null ? null : (facts.get(one.incident) ?? null)
      }))
      return { _tag: "Events", events, language: monitor.language } as const
    }
  )
}
