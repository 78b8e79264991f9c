import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { type FlowProblem, routeFlow } from "../src/index.ts"
import { solveTransportation } from "../src/flow/TransportationSolver.ts"
import { improveFlow } from "../src/flow/improveFlow.ts"

const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((total, number) => total + number, 0)

/** Tries every way to send the units one by one. Returns the greatest amount, and the lowest cost of this amount. */
const bruteForce = ({ capacity, cost, supply }: FlowProblem): { readonly amount: number; readonly cost: number } => {
  const units = supply.flatMap((amount, source) => Array.from({ length: amount }, () => source))
  const known = new Map<string, { amount: number; cost: number }>()
  const best = (from: number, room: ReadonlyArray<number>): { amount: number; cost: number } => {
    const source = units[from]
    if (source === undefined) return { amount: 0, cost: 0 }
    const key = `${from} ${room.join()}`
    const found = known.get(key)
    if (found !== undefined) return found
    let least = best(from + 1, room)
    for (const [sink, left] of room.entries()) {
      if (left === 0) continue
      const rest = best(from + 1, room.with(sink, left - 1))
      const candidate = { amount: rest.amount + 1, cost: rest.cost + cost[source]![sink]! }
      if (candidate.amount > least.amount || (candidate.amount === least.amount && candidate.cost < least.cost))
        least = candidate
    }
    known.set(key, least)
    return least
  }
  return best(0, capacity)
}

const costOf = (given: FlowProblem): number => routeFlow(given).cost

const problem = (most: number): fc.Arbitrary<FlowProblem> =>
  fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 })).chain(([sources, sinks]) =>
    fc.record({
      supply: fc.array(fc.nat(most), { minLength: sources, maxLength: sources }),
      capacity: fc.array(fc.nat(most), { minLength: sinks, maxLength: sinks }),
      cost: fc.array(fc.array(fc.nat(12), { minLength: sinks, maxLength: sinks }), {
        minLength: sources,
        maxLength: sources
      })
    })
  )

describe("a flow", () => {
  test("has the amount and the cost of a brute-force optimum, within supply and capacity", () =>
    fc.assert(
      fc.property(problem(3), (given) => {
        const { amount, cost, units } = routeFlow(given)
        expect({ amount, cost }).toEqual(bruteForce(given))
        expect(sum(units.flatMap((row, source) => row.map((unit, sink) => unit * given.cost[source]![sink]!)))).toBe(
          cost
        )
        for (const [source, row] of units.entries()) expect(sum(row)).toBeLessThanOrEqual(given.supply[source]!)
        for (const [sink, room] of given.capacity.entries())
          expect(sum(units.map((row) => row[sink]!))).toBeLessThanOrEqual(room)
        expect(units.flat().every((unit) => unit >= 0)).toBe(true)
      }),
      { numRuns: 300 }
    ))

  test("of an empty problem is empty", () => {
    expect(routeFlow({ supply: [], capacity: [3], cost: [] })).toMatchObject({ units: [], amount: 0, cost: 0 })
    expect(routeFlow({ supply: [3], capacity: [], cost: [[]] })).toMatchObject({ units: [[]], amount: 0, cost: 0 })
  })
})

describe("a change of one sink", () => {
  const withRoom = problem(40).map((given) => ({
    ...given,
    capacity: [...given.capacity, sum(given.supply)],
    cost: given.cost.map((row) => [...row, 20])
  }))

  test("saves as much as solving the changed problem from scratch", () =>
    fc.assert(
      fc.property(
        withRoom,
        fc.array(fc.nat(12), { minLength: 4, maxLength: 4 }),
        fc.nat(20),
        fc.nat(),
        fc.boolean(),
        (given, prices, more, position, replaces) => {
          const state = solveTransportation(given.supply, given.capacity, given.cost)
          const cost = given.supply.map((_, source) => prices[source]!)
          const last = given.capacity.length - 1
          const sink = position % Math.max(1, last)
          const from =
            replaces && last > 0
              ? {
                  sink,
                  units: given.supply.map((_, source) => state.flow[source * state.sinks + sink]!),
                  capacity: given.capacity[sink]!
                }
              : null
          const capacity = (from?.capacity ?? 0) + more
          const changed: FlowProblem = {
            supply: given.supply,
            capacity: [...(from === null ? given.capacity : given.capacity.with(sink, 0)), capacity],
            cost: given.cost.map((row, source) => [...row, cost[source]!])
          }
          expect(improveFlow(state, { cost, capacity, from }).saved).toBe(costOf(given) - costOf(changed))
        }
      ),
      { numRuns: 500 }
    ))
})
