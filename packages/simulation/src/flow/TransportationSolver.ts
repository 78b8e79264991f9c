/**
 * A minimum-cost flow from sources to sinks, with node potentials that prove that the flow is optimal (complementary
 * slackness). All numbers are whole numbers.
 */
export interface TransportationSolution {
  readonly sources: number
  readonly sinks: number
  /** The costs, at index `source * sinks + sink`. */
  readonly costs: Float64Array
  readonly flow: Float64Array
  /** The unused capacity of each sink. */
  readonly free: Float64Array
  /** The node potentials: of the sources, then of the sinks, then of the terminal node that all sinks drain into. */
  readonly potential: Float64Array
  /** The number of arcs that were examined, which measures the work independently of the machine. */
  steps: number
}

/**
 * Solves a transportation problem (minimum-cost flow) by successive shortest paths with potentials; see `routeFlow`.
 */
export const solveTransportation = (
  supply: ReadonlyArray<number>,
  capacity: ReadonlyArray<number>,
  cost: ReadonlyArray<ReadonlyArray<number>>
): TransportationSolution => {
  const sources = supply.length
  const sinks = capacity.length
  const nodes = sources + sinks
  const costs = new Float64Array(sources * sinks)
  const flow = new Float64Array(sources * sinks)
  const free = Float64Array.from(capacity)
  const potential = new Float64Array(nodes + 1)
  const distance = new Float64Array(nodes)
  const before = new Int32Array(nodes)
  const settled = new Uint8Array(nodes)
  potential[nodes] = Infinity
  for (let sink = 0; sink < sinks; sink++) {
    let least = Infinity
    for (let source = 0; source < sources; source++) {
      const price = cost[source]![sink]!
      costs[source * sinks + sink] = price
      if (price < least) least = price
    }
    potential[sources + sink] = least
    if (least < potential[nodes]!) potential[nodes] = least
  }
  let steps = 0

  /** Runs Dijkstra's algorithm from a source over reduced costs. Returns the nearest sink with capacity, or -1. */
  const shortestPath = (from: number): { readonly sink: number; readonly reach: number } => {
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
      if (free[at]! > 0 && base - potential[nodes]! < reach) {
        reach = base - potential[nodes]!
        sink = at
      }
      for (let to = 0; to < sources; to++) {
        const arc = to * sinks + at
        const used = flow[arc]!
        if (used === 0) continue
        const far = base - costs[arc]! - potential[to]!
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
      const { sink, reach } = shortestPath(source)
      if (sink < 0) break
      for (let node = 0; node < nodes; node++) potential[node] = potential[node]! + Math.min(distance[node]!, reach)
      potential[nodes] = potential[nodes]! + reach
      left -= push(source, sink, left)
    }
  }
  return { sources, sinks, costs, flow, free, potential, steps }
}
