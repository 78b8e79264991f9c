import type { OnCallMember, OnCallPlan } from "@mon/core-store"
import type { OnCallDefinition, OnCallLayer } from "@mon/model"
import {
  type Gap,
  gapsBetween,
  nextChange,
  onCallAt,
  type OnCallLayer as EngineLayer,
  type OnCallSchedule,
  removePerson,
  scheduleFault
} from "@mon/on-call"
import { engineSchedule } from "./onCallPeople.ts"

const DAY_MS = 86_400_000
/** The number of days in which gaps are searched. */
const GAP_DAYS = 30
/** The owner is notified about a gap this many days before it. */
const WARNED_DAYS = [7, 1]
/** The largest number of gaps that are reported one by one. More gaps are regular, so they are reported once. */
const MOST_GAPS = 4
/** Gaps that were regular are reported one by one again if there are fewer of them than this. */
const LEAST_REGULAR = 3
/** The key of regular gaps in the list of reported gaps. */
const REGULAR = "regular"
/** The key of a gap that has begun. Its start is not known, because the search for gaps begins now. */
const BEGUN = "begun"

/** A schedule that is watched, with what the last watch found. */
export interface WatchedSchedule extends OnCallPlan {
  readonly members: ReadonlyArray<Pick<OnCallMember, "membershipId" | "isMember">>
  /** The people on call at the last watch. Null if this is the first watch. */
  readonly people: ReadonlyArray<string> | null
  /** The keys of the gaps that the owner has been notified of. */
  readonly reportedGaps: ReadonlyArray<string>
  readonly nowMs: number
}

/** The changes and notices of a watch. */
export interface ScheduleWatch {
  /** The definition without the people who have left. Null if nobody has left. */
  readonly definition: OnCallDefinition | null
  /** The people who have left and were in the schedule. */
  readonly departed: ReadonlyArray<string>
  readonly people: ReadonlyArray<string>
  /** The people whose shift has begun, and those whose shift has ended. Both are empty at the first watch. */
  readonly begins: ReadonlyArray<string>
  readonly ends: ReadonlyArray<string>
  /** The end of the current shift. Null if there is no change within 400 days. */
  readonly untilMs: number | null
  /** The gaps of the next 30 days that the owner must be notified of now. */
  readonly newGaps: ReadonlyArray<Gap>
  /** The number of all gaps in the next 30 days. */
  readonly gaps: number
  readonly reportedGaps: ReadonlyArray<string>
  /** The time of the next watch. */
  readonly watchAtMs: number
}

const iso = (ms: number): string => new Date(ms).toISOString()

/** Returns a layer of the engine in the form in which it is stored. */
const storedLayer = (layer: EngineLayer): OnCallLayer => ({
  name: layer.name ?? null,
  groups: layer.groups,
  handOff: layer.handOff,
  active: layer.active ?? null,
  counts: layer.counts ?? "all",
  from: layer.from === undefined ? null : iso(layer.from),
  until: layer.until === undefined ? null : iso(layer.until),
  joinsPrevious: layer.joinsPrevious ?? false,
  timezone: layer.zone ?? null
})

/** Removes a person from all layers that have not ended, from an instant on. */
const withoutPerson = (schedule: OnCallSchedule, person: string, at: number): OnCallSchedule => {
  let edited = schedule
  for (let layer = 0; layer < edited.layers.length; layer += 1) {
    const { groups, until = Infinity } = edited.layers[layer] ?? { groups: [] }
    if (until <= at || !groups.some((group) => group.includes(person))) continue
    edited = removePerson(edited, { layer, at, person })
  }
  return edited
}

const isNamed = ({ layers, overrides = [] }: OnCallSchedule, person: string, at: number): boolean =>
  layers.some(({ groups, until = Infinity }) => until > at && groups.some((group) => group.includes(person))) ||
  overrides.some(({ end, people }) => end > at && people.includes(person))

/**
 * Removes the overrides and the people of overrides who have left. An override that put only such people on call is
 * left out, so that the rotation applies again.
 */
const withoutDeparted = (schedule: OnCallSchedule, departed: ReadonlyArray<string>): OnCallSchedule => ({
  ...schedule,
  overrides: (schedule.overrides ?? []).flatMap((override) => {
    const people = override.people.filter((person) => !departed.includes(person))
    return people.length === 0 && override.people.length > 0 ? [] : [{ ...override, people }]
  })
})

const empty: OnCallSchedule = { zone: "UTC", layers: [] }

const keysOf = ({ start }: Gap, nowMs: number): ReadonlyArray<string> =>
  start === nowMs
    ? [BEGUN]
    : WARNED_DAYS.filter((days) => start - nowMs <= days * DAY_MS).map((days) => `${iso(start)}/${days}`)

/** Whether a key belongs to a gap that has begun. */
const hasBegun = (key: string, nowMs: number): boolean =>
  key === BEGUN || Date.parse(key.slice(0, key.indexOf("/"))) <= nowMs

/** Returns the gaps to report now, and the keys of all gaps that have been reported then. */
const gapNotices = (gaps: ReadonlyArray<Gap>, reported: ReadonlyArray<string>, nowMs: number) => {
  const wereRegular = reported.includes(REGULAR)
  if (gaps.length > MOST_GAPS || (wereRegular && gaps.length >= LEAST_REGULAR)) {
    return { newGaps: wereRegular ? [] : gaps, reportedGaps: [REGULAR] }
  }
  // A gap that was reported in advance is not reported again when it begins.
  const known = reported.some((key) => hasBegun(key, nowMs)) ? [...reported, BEGUN] : reported
  const due = gaps.filter((gap) => keysOf(gap, nowMs).some((key) => !known.includes(key)))
  return { newGaps: due, reportedGaps: gaps.flatMap((gap) => keysOf(gap, nowMs)) }
}

/** Finds what has changed in a schedule since its last watch, and whom to notify. */
export const watchSchedule = (watched: WatchedSchedule): ScheduleWatch => {
  const { members, nowMs, people: before, reportedGaps: reported } = watched
  const stored = engineSchedule(watched)
  const schedule = scheduleFault(stored) === null ? stored : empty
  const departed = members
    .filter(({ isMember, membershipId }) => !isMember && isNamed(schedule, membershipId, nowMs))
    .map(({ membershipId }) => membershipId)
  const edited = departed.reduce((left, person) => withoutPerson(left, person, nowMs), schedule)
  const current = withoutDeparted(edited, departed)
  const { people } = onCallAt(current, nowMs)
  const { change } = nextChange(current, nowMs)
  const gaps = gapsBetween(current, { from: nowMs, to: nowMs + GAP_DAYS * DAY_MS })
  const notices = gapNotices(gaps, reported, nowMs)
  const warnings = gaps.flatMap(({ start }) => WARNED_DAYS.map((days) => start - days * DAY_MS))
  const nextMs = [change?.at ?? Infinity, ...warnings].filter((at) => at > nowMs)
  return {
    definition: departed.length === 0 ? null : { ...watched.definition, layers: edited.layers.map(storedLayer) },
    departed,
    people,
    begins: before === null ? [] : people.filter((person) => !before.includes(person)),
    ends: before === null ? [] : before.filter((person) => !people.includes(person) && !departed.includes(person)),
    untilMs: change?.at ?? null,
    ...notices,
    gaps: gaps.length,
    watchAtMs: Math.min(nowMs + DAY_MS, ...nextMs)
  }
}
