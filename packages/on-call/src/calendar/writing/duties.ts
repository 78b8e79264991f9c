import type { LayerSource, OnCallRange, OverrideSource } from "../../OnCall.ts"
import { type OnCallSchedule, onCallLimits } from "../../OnCallSchedule.ts"
import { mergedShifts } from "../../timeline/mergedShifts.ts"
import { makeTimeline } from "../../timeline/timeline.ts"
import { DAY_MS } from "../../times/localTime.ts"

/** A time in which one person is on call without a break, because of one turn or one override. */
export interface Duty {
  readonly person: string
  /** Unix time in milliseconds. Can be before the range. */
  readonly start: number
  /** Unix time in milliseconds. Can be after the range. */
  readonly end: number
  /** Whether the duty goes on after `end`. */
  readonly isCut: boolean
}

type Source = LayerSource | OverrideSource

interface OpenDuty {
  readonly start: number
  readonly source: Source | undefined
  end: number
}

/** How far from the range a duty is followed. A turn has at most a year. */
const FOLLOWED_MS = onCallLimits.rangeDays * DAY_MS

const isSame = (a: Source | undefined, b: Source | undefined): boolean =>
  a?.kind === b?.kind && a?.start === b?.start && a?.end === b?.end

const names = (schedule: OnCallSchedule, source: Source, person: string): boolean => {
  if (source.kind === "override") return schedule.overrides?.[source.override]?.people.includes(person) === true
  const { groups } = schedule.layers[source.layer] ?? { groups: [] }
  return groups[source.turn % groups.length]?.includes(person) === true
}

/**
 * Yields the duties that overlap a range, in the order of their ends. A change of other people who are on call at the
 * same time does not end a duty, and a duty does not depend on the range.
 */
export function* dutiesIn(schedule: OnCallSchedule, { from, to }: OnCallRange): Generator<Duty> {
  const timeline = makeTimeline(schedule)
  const sourceOf = (sources: ReadonlyArray<Source>, person: string): Source | undefined =>
    sources.find((source) => names(schedule, source, person))
  const first = timeline(from)
  const begins = first.people.map((person) => sourceOf(first.sources, person)?.start ?? from)
  const begin = Math.max(Math.min(from, ...begins), from - FOLLOWED_MS, 0)
  const last = to + FOLLOWED_MS
  const open = new Map<string, OpenDuty>()
  const closed = function* (isOver: (person: string, duty: OpenDuty) => boolean): Generator<Duty> {
    for (const [person, duty] of open) {
      if (!isOver(person, duty)) continue
      open.delete(person)
      const { end, start } = duty
      if (end > from) yield { person, start, end, isCut: false }
    }
  }
  for (const { end, people, sources, start } of mergedShifts(timeline, begin, last)) {
    const now = new Map(people.map((person) => [person, sourceOf(sources, person)]))
    yield* closed((person, duty) => !now.has(person) || !isSame(duty.source, now.get(person)))
    for (const [person, source] of now) {
      const duty = open.get(person)
      if (duty !== undefined) duty.end = end
      else if (start < to) open.set(person, { start: start === begin ? startOf(source, start) : start, source, end })
    }
    if (end >= to && open.size === 0) return
    if (end >= last) break
  }
  for (const [person, { end, source, start }] of open)
    yield { person, start, end, isCut: source !== undefined && end < source.end }
}

/** A duty that began longer ago than it was followed starts with its turn or override. */
const startOf = (source: Source | undefined, start: number): number => Math.min(source?.start ?? start, start)
