import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { makeDueHeap } from "../../src/schedule/FairHeap.ts"

interface Thing {
  readonly at: number
  readonly name: number
}

/** Makes a reference implementation: a list that is sorted at each step. The sort is stable. */
const makeList = () => {
  let list: ReadonlyArray<Thing> = []
  const sorted = () => list.toSorted((one, other) => one.at - other.at)
  return {
    add: (thing: Thing) => void (list = [...list, thing]),
    remove: (thing: Thing) => {
      const had = list.includes(thing)
      list = list.filter((one) => one !== thing)
      return had
    },
    nextAt: () => sorted()[0]?.at ?? null,
    takeDue: (now: number, limit: number) => {
      const taken = sorted()
        .filter(({ at }) => at <= now)
        .slice(0, limit)
      list = list.filter((one) => !taken.includes(one))
      return taken
    },
    due: (now: number) => list.filter(({ at }) => at <= now),
    all: () => list
  }
}

const byName = (things: ReadonlyArray<Thing>) => things.toSorted((one, other) => one.name - other.name)

// There are few different times, so that many are equal.
const time = fc.integer({ min: 0, max: 12 })
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("add" as const), at: time }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("remove" as const), which: fc.nat({ max: 40 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("take" as const), now: time, limit: fc.nat({ max: 5 }) }) }
)

describe("a heap of due times", () => {
  it("returns the most overdue item first, equal times in order of insertion, whatever was removed in between", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const heap = makeDueHeap<Thing>()
        const list = makeList()
        const created: Array<Thing> = []
        for (const one of steps) {
          if (one.do === "add") {
            const thing = { at: one.at, name: created.length }
            created.push(thing)
            heap.add(thing, thing.at)
            list.add(thing)
          } else if (one.do === "remove") {
            const thing = created[one.which]
            if (thing !== undefined) assert.strictEqual(heap.remove(thing), list.remove(thing))
          } else {
            assert.deepStrictEqual(byName(heap.due(one.now)), byName(list.due(one.now)))
            assert.deepStrictEqual(heap.takeDue(one.now, one.limit), list.takeDue(one.now, one.limit))
          }
          assert.strictEqual(heap.size(), list.all().length)
          assert.strictEqual(heap.nextAt(), list.nextAt())
        }
        assert.deepStrictEqual(byName(heap.clear()), byName(list.all()))
        assert.strictEqual(heap.size(), 0)
      })
    )
  })
})
