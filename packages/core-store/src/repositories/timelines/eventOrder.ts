import { type TimelineEventKind, timelineEventKinds } from "@mon/model"

/** Where an event is in the timeline. Events are ordered by time, then by the rank of their kind, then by their key. */
export interface EventPosition {
  /** Microseconds since the epoch. */
  readonly at: number
  /** Index of the kind in `timelineEventKinds`. */
  readonly rank: number
  /** Different for two events of a kind at the same time. A whole number. */
  readonly key: number
}

const CURSOR = /^(\d{1,16})\.(\d{1,2})\.(-?\d{1,16})$/u

/** The position as the API shows it. */
export const cursorOf = ({ at, key, rank }: EventPosition): string => `${at}.${rank}.${key}`

/** The position of a cursor; null if the text is none. */
export const positionOf = (cursor: string): EventPosition | null => {
  const match = CURSOR.exec(cursor)
  if (match === null) return null
  const [at = 0, rank = 0, key = 0] = match.slice(1).map(Number)
  return rank < timelineEventKinds.length && [at, key].every(Number.isSafeInteger) ? { at, rank, key } : null
}

/** The rank of a kind. */
export const rankOf = (kind: TimelineEventKind): number => timelineEventKinds.indexOf(kind)

/** Newest first. */
export const newestFirst = (one: EventPosition, other: EventPosition): number =>
  other.at - one.at || other.rank - one.rank || other.key - one.key

/**
 * The keys of a rank that come after a position among the events of its very time, as an exclusive upper bound. Events
 * of an earlier time always come after it.
 */
export const keyBound = (position: EventPosition, rank: number): number => {
  if (rank === position.rank) return position.key
  return rank < position.rank ? Infinity : -Infinity
}

/** The newest events of several sources, each of which is newest first, that come after a position. */
export const mergeEvents = <Event extends EventPosition>(
  sources: ReadonlyArray<ReadonlyArray<Event>>,
  before: EventPosition | null,
  limit: number
): ReadonlyArray<Event> =>
  sources
    .flatMap((events) => events.filter((event) => before === null || newestFirst(before, event) < 0).slice(0, limit))
    .toSorted(newestFirst)
    .slice(0, limit)
