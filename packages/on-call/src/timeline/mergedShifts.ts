import type { OnCall, Shift } from "../OnCall.ts"
import type { Timeline } from "./timeline.ts"

/** Whether two lists contain the same people. The order does not matter. */
export const arePeopleEqual = (a: ReadonlyArray<string>, b: ReadonlyArray<string>): boolean =>
  a.length === b.length && a.every((person) => b.includes(person))

/**
 * Whether two times belong to one shift. The indexes of layers do not matter, because a change of a layer moves a turn
 * to another layer.
 */
const isSameShift = (a: OnCall, b: OnCall): boolean =>
  arePeopleEqual(a.people, b.people) &&
  a.sources.length === b.sources.length &&
  a.sources.every(({ end, kind, start }, index) => {
    const other = b.sources[index]
    return other?.kind === kind && other.start === start && other.end === end
  })

/**
 * Returns the shifts from an instant on, and the times between them in which nobody is on call. The last one contains
 * the last instant before `to` or ends at `to`. Its end can be after `to`.
 */
export function* mergedShifts(timeline: Timeline, from: number, to: number): Generator<Shift> {
  const first = timeline(from)
  let shift: Shift = { start: from, end: first.changesAt, people: first.people, sources: first.sources }
  // A time in which nobody is on call can be endless. A shift ends with its turns and overrides.
  while (shift.people.length > 0 || shift.end < to) {
    const at = shift.end
    const { changesAt, people, sources } = timeline(at)
    if (isSameShift(shift, { people, sources })) shift = { ...shift, end: changesAt }
    else {
      yield shift
      if (at >= to) return
      shift = { start: at, end: changesAt, people, sources }
    }
  }
  yield shift
}
