/** Who takes how much of what, and what one unit of it costs; whole numbers. */
export interface FlowProblem {
  /** By source. */
  readonly supply: ReadonlyArray<number>
  /** By sink. */
  readonly capacity: ReadonlyArray<number>
  /** `cost[source][sink]`, not negative. */
  readonly cost: ReadonlyArray<ReadonlyArray<number>>
}

/** A flow of the greatest amount, and of the least cost among those. */
export interface Flow {
  /** `units[source][sink]`. */
  readonly units: ReadonlyArray<ReadonlyArray<number>>
  readonly amount: number
  readonly cost: number
  /** Arcs that were looked at. */
  readonly steps: number
}

/** For a supply that the sinks have room for. */
const solve = ({ capacity, cost, supply }: FlowProblem): Flow => {
  const sources = supply.length
  const sinks = capacity.length
  const nodes = sources + sinks
  const costs = new Float64Array(sources * sinks)
  const flow = new Float64Array(sources * sinks)
  const free = Float64Array.from(capacity)
  const potential = new Float64Array(nodes)
  const distance = new Float64Array(nodes)
  const before = new Int32Array(nodes)
  const settled = new Uint8Array(nodes)
  let end = Infinity
  for (let source = 0; source < sources; source++) for (let sink = 0; sink < sinks; sink++) costs[source * sinks + sink] = cost[source]![sink]!
  for (let sink = 0; sink < sinks; sink++) {
    let least = Infinity
    for (let source = 0; source < sources; source++) least = Math.min(least, costs[source * sinks + sink]!)
    potential[sources + sink] = least
    if (least < end) end = least
  }
  let steps = 0

  /** Labels nodes by their distance from a source; the best sink with room, or -1. */
  const label = (from: number): { readonly sink: number; readonly reach: number } => {
    distance.fill(Infinity)
    settled.fill(0)
    distance[from] = 0
    let sink = -1
    let reach = Infinity
    for (;;) {
      let node = -1
      let least = reach
      for (let other = 0; other < nodes; other++) {
        if (settled[other] === 0 && distance[other]! < least) {
          least = distance[other]!
          node = other
        }
      }
      steps += nodes
      if (node < 0) return { sink, reach }
      settled[node] = 1
      const base = distance[node]! + potential[node]!
      if (node < sources) {
        const row = node * sinks
        for (let to = 0; to < sinks; to++) {
          const far = base + costs[row + to]! - potential[sources + to]!
          if (far < distance[sources + to]!) {
            distance[sources + to] = far
            before[sources + to] = node
          }
        }
        steps += sinks
        continue
      }
      const at = node - sources
      if (free[at]! > 0 && base - end < reach) {
        reach = base - end
        sink = at
      }
      for (let to = 0; to < sources; to++) {
        const used = flow[to * sinks + at]!
        if (used === 0) continue
        const far = base - costs[to * sinks + at]! - potential[to]!
        if (far < distance[to]!) {
          distance[to] = far
          before[to] = node
        }
      }
      steps += sources
    }
  }

  const push = (from: number, sink: number, most: number): number => {
    let room = Math.min(most, free[sink]!)
    for (let node = sources + sink; node !== from;) {
      const up = before[node]!
      if (node < sources) room = Math.min(room, flow[node * sinks + up - sources]!)
      node = up
    }
    for (let node = sources + sink; node !== from;) {
      const up = before[node]!
      const arc = node < sources ? node * sinks + up - sources : up * sinks + node - sources
      flow[arc] = flow[arc]! + (node < sources ? -room : room)
      node = up
    }
    free[sink] = free[sink]! - room
    return room
  }

  for (let source = 0; source < sources; source++) {
    let left = supply[source]!
    while (left > 0) {
      const { sink, reach } = label(source)
      if (sink < 0) break
      for (let node = 0; node < nodes; node++) potential[node] = potential[node]! + Math.min(distance[node]!, reach)
      end += reach
      left -= push(source, sink, left)
    }
  }

  let amount = 0
  let total = 0
  for (let arc = 0; arc < flow.length; arc++) {
    amount += flow[arc]!
    total += flow[arc]! * costs[arc]!
  }
  return { units: supply.map((_, source) => Array.from(flow.subarray(source * sinks, (source + 1) * sinks))), amount, cost: total, steps }
}

const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((total, number) => total + number, 0)

/**
 * Solves a transportation problem exactly by successive shortest paths with potentials (Ahuja, Magnanti, Orlin, "Network Flows", section 9.7); the same input gives the same flow.
 *
 * @example
 * routeFlow({ supply: [3, 2], capacity: [4, 1], cost: [[1, 5], [2, 3]] }).cost // => 8
 */
export const routeFlow = (problem: FlowProblem): Flow => {
  const excess = sum(problem.supply) - sum(problem.capacity)
  if (excess <= 0) return solve(problem)
  // What finds no room goes to a sink that costs nothing; how much that is does not depend on the flow.
  const { units, cost, steps } = solve({ ...problem, capacity: [...problem.capacity, excess], cost: problem.cost.map((row) => [...row, 0]) })
  return { units: units.map((row) => row.slice(0, -1)), amount: sum(problem.capacity), cost, steps }
}
