import { describe, expect, it } from "@effect/vitest"
import { timelineEventKinds } from "@mon/model"
import fc from "fast-check"
import {
  cursorOf,
  type EventPosition,
  keyBound,
  mergeEvents,
  newestFirst,
  positionOf
} from "../src/schedule/timelines/listEvents.ts"

const position = fc.record({
  // There are only a few different times, so that many events have equal times.
  at: fc.integer({ min: 1_795_680_000_000_000, max: 1_795_680_000_000_003 }),
  rank: fc.integer({ min: 0, max: timelineEventKinds.length - 1 }),
  key: fc.integer({ min: -3, max: 3 })
})
const positions = fc.uniqueArray(position, { selector: cursorOf, maxLength: 60 })

const sourcesOf = (events: ReadonlyArray<EventPosition>) =>
  timelineEventKinds.map((_, rank) => events.filter((event) => event.rank === rank).toSorted(newestFirst))

/**
 * Returns the events of a source for a page, as the statements select them: by time, and, at the time of the cursor, by
 * key.
 */
const newestOf = (
  events: ReadonlyArray<EventPosition>,
  rank: number,
  before: EventPosition | null,
  limit: number
): ReadonlyArray<EventPosition> =>
  events
    .filter(({ at, key }) => before === null || at < before.at || (at === before.at && key < keyBound(before, rank)))
    .slice(0, limit)

describe("the pages of a timeline", () => {
  it("have every event once and in order, however many happen at the same time", () => {
    fc.assert(
      fc.property(positions, fc.integer({ min: 1, max: 7 }), (events, limit) => {
        const sources = sourcesOf(events)
        const seen: Array<EventPosition> = []
        let before: EventPosition | null = null
        for (;;) {
          const pages: ReadonlyArray<EventPosition> = mergeEvents(
            sources.map((source, rank) => newestOf(source, rank, before, limit)),
            before,
            limit
          )
          seen.push(...pages)
          if (pages.length < limit) break
          before = positionOf(cursorOf(pages.at(-1) ?? { at: 0, rank: 0, key: 0 }))
        }
        expect(seen).toEqual(events.toSorted(newestFirst))
      })
    )
  })

  it("have cursors that only stand for positions", () => {
    fc.assert(
      fc.property(position, (one) => {
        expect(positionOf(cursorOf(one))).toEqual(one)
      })
    )
    fc.assert(
      fc.property(fc.string(), (text) => {
        const found = positionOf(text)
        expect(found === null || Number.isSafeInteger(found.at)).toBe(true)
      })
    )
    for (const text of ["", "1.2", "1.99.3", "x.1.1", "1.1.1.1", "-1.1.1", "9999999999999999.1.1"])
      expect(positionOf(text)).toBeNull()
  })
})
