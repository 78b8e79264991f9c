import { kindOf, listOf, aNumber, optionsOf, argumentsOf, type Kind, whole } from "@mon/bundled/arguments"
import { solveTransportation } from "./TransportationSolver.ts"

const acceptRouteFlow = /* @__PURE__ */ argumentsOf("routeFlow", () => ({ problem: flowProblem() }))

/** A transportation problem: the supply, the capacity, and the cost of each unit. All numbers are whole numbers. */
export interface FlowProblem {
  /** The supply of each source. */
  readonly supply: ReadonlyArray<number>
  /** The capacity of each sink. */
  readonly capacity: ReadonlyArray<number>
  /** The costs as `cost[source][sink]`, which must not be negative. */
  readonly cost: ReadonlyArray<ReadonlyArray<number>>
}

/** A flow of the largest possible amount, with the lowest cost for this amount. */
export interface Flow {
  /** The flow as `units[source][sink]`. */
  readonly units: ReadonlyArray<ReadonlyArray<number>>
  readonly amount: number
  readonly cost: number
  /** The number of arcs that were examined. */
  readonly steps: number
}

const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((total, number) => total + number, 0)

const flowProblem = (): Kind => {
  const amount = whole(0)
  const fields = optionsOf<FlowProblem>({
    supply: listOf(amount, "an array of whole numbers from 0"),
    capacity: listOf(amount, "an array of whole numbers from 0"),
    cost: listOf(listOf(aNumber("a number from 0", 0)), "an array of arrays of numbers from 0")
  })
  const takes = "a problem whose cost has a row for each source and in each row a number for each sink"
  const matching = kindOf(takes, (value) => {
    const { capacity, cost, supply } = value as FlowProblem
    return cost.length === supply.length && cost.every((row) => row.length === capacity.length)
  })
  return { takes, fault: (value) => fields.fault(value) ?? matching.fault(value) }
}

/**
 * Solves a transportation problem (minimum-cost flow) exactly, by successive shortest paths with potentials (Ahuja,
 * Magnanti, Orlin, "Network Flows", section 9.7). Equal inputs give equal flows.
 *
 * @example
 * routeFlow({ supply: [3, 2], capacity: [4, 1], cost: [[1, 5], [2, 3]] }).cost // => 8
 */
export const routeFlow = (problem: FlowProblem): Flow => {
  acceptRouteFlow(problem)
  const { capacity, cost, supply } = problem
  // Supply beyond the capacity goes to an extra sink at no cost. The amount in the extra sink does not depend on the
  // flow.
  const excess = Math.max(0, sum(supply) - sum(capacity))
  const { costs, flow, sinks, steps } = solveTransportation(
    supply,
    [...capacity, excess],
    cost.map((row) => [...row, 0])
  )
  const units = supply.map((_, source) => Array.from(flow.subarray(source * sinks, (source + 1) * sinks - 1)))
  return {
    units,
    amount: sum(units.map(sum)),
    cost: flow.reduce((total, amount, arc) => total + amount * costs[arc]!, 0),
    steps
  }
}
