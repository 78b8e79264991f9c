import type { TransportationSolution } from "./TransportationSolver.ts"

/** An additional sink, which may take over a part of an existing sink. */
export interface NewSink {
  /** The cost of each source. */
  readonly cost: ReadonlyArray<number>
  readonly capacity: number
  /**
   * The load that the new sink takes over from an existing sink: the units of each source, and the capacity for these
   * units.
   */
  readonly from: { readonly sink: number; readonly units: ReadonlyArray<number>; readonly capacity: number } | null
}

const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((total, number) => total + number, 0)

const withSink = (state: TransportationSolution, { capacity, cost, from }: NewSink): TransportationSolution => {
  const { sources } = state
  const hub = state.sinks
  const sinks = hub + 1
  const costs = new Float64Array(sources * sinks)
  const flow = new Float64Array(sources * sinks)
  for (let source = 0; source < sources; source++) {
    const row = source * sinks
    costs.set(state.costs.subarray(source * hub, (source + 1) * hub), row)
    flow.set(state.flow.subarray(source * hub, (source + 1) * hub), row)
    costs[row + hub] = cost[source]!
    if (from === null) continue
    flow[row + hub] = from.units[source]!
    flow[row + from.sink] = flow[row + from.sink]! - from.units[source]!
  }
  const free = new Float64Array(sinks)
  free.set(state.free)
  free[hub] = capacity - (from === null ? 0 : sum(from.units))
  if (from !== null) free[from.sink] = free[from.sink]! - (from.capacity - sum(from.units))
  const potential = new Float64Array(sources + sinks + 1)
  potential.set(state.potential.subarray(0, sources + hub))
  potential[sources + sinks] = state.potential[sources + hub]!
  return { sources, sinks, costs, flow, free, potential, steps: 0 }
}

/**
 * Computes the cost that a new sink saves, starting from a flow that is optimal without this sink. Every negative cycle
 * leads through the new sink, so the cheapest cycles are cancelled until no negative cycle is left. Does not modify the
 * given flow.
 */
export const improveFlow = (
  before: TransportationSolution,
  sink: NewSink
): { readonly saved: number; readonly steps: number } => {
  const { costs, flow, free, potential, sinks, sources } = withSink(before, sink)
  const hub = before.sinks
  const end = sources + sinks
  const nodes = end + 1
  const hubNode = sources + hub
  const distance = new Float64Array(nodes)
  const from = new Int32Array(nodes)
  const settled = new Uint8Array(nodes)
  let steps = 0
  let saved = 0
  const { from: origin } = sink
  if (origin !== null)
    for (let source = 0; source < sources; source++)
      saved += origin.units[source]! * (costs[source * sinks + origin.sink]! - costs[source * sinks + hub]!)

  const reach = (node: number, far: number, by: number): void => {
    if (far < distance[node]!) {
      distance[node] = far
      from[node] = by
    }
  }

  const spread = (node: number): void => {
    const base = distance[node]! + potential[node]!
    if (node < sources) {
      const row = node * sinks
      for (let to = 0; to < sinks; to++)
        if (to !== hub) reach(sources + to, base + costs[row + to]! - potential[sources + to]!, node)
      steps += sinks
    } else if (node < end) {
      const at = node - sources
      for (let to = 0; to < sources; to++) {
        const used = flow[to * sinks + at]!
        if (used > 0) reach(to, base - costs[to * sinks + at]! - potential[to]!, node)
      }
      if (free[at]! > 0) reach(end, base - potential[end]!, node)
      steps += sources
    } else {
      for (let at = 0; at < sinks; at++) {
        if (at !== hub && drains(at)) reach(sources + at, base - potential[sources + at]!, node)
      }
      steps += sinks
    }
  }

  const drains = (at: number): boolean => {
    for (let source = 0; source < sources; source++) if (flow[source * sinks + at]! > 0) return true
    return false
  }

  /**
   * Returns the last node of the cheapest cycle through the hub, and the cost of this cycle; -1 if no cycle is
   * negative.
   */
  const cheapestCycle = (): { readonly last: number; readonly cost: number } => {
    distance.fill(Infinity)
    settled.fill(0)
    settled[hubNode] = 1
    let nearest = Infinity
    for (let source = 0; source < sources; source++) {
      const arc = source * sinks + hub
      nearest = Math.min(nearest, potential[source]! + costs[arc]!)
      const used = flow[arc]!
      if (used > 0) reach(source, -costs[arc]! - potential[source]!, hubNode)
    }
    if (free[hub]! > 0) reach(end, -potential[end]!, hubNode)
    if (drains(hub)) nearest = Math.min(nearest, potential[end]!)
    let last = -1
    let cost = 0
    let farthest = -Infinity
    for (;;) {
      let node = -1
      let least = cost - nearest
      for (let other = 0; other < nodes; other++) {
        if (settled[other] === 0 && distance[other]! < least) {
          least = distance[other]!
          node = other
        }
      }
      steps += nodes
      if (node < 0) break
      settled[node] = 1
      farthest = least
      const back = node < sources ? costs[node * sinks + hub]! : node === end && drains(hub) ? 0 : Infinity
      const around = least + potential[node]! + back
      if (around < cost) {
        cost = around
        last = node
      }
      spread(node)
    }
    if (last >= 0)
      for (let node = 0; node < nodes; node++)
        if (node !== hubNode) potential[node] = potential[node]! + Math.min(distance[node]!, farthest)
    return { last, cost }
  }

  const roomOf = (node: number, by: number): number => {
    if (node === end) return free[by - sources]!
    if (by === end) return Infinity
    return node < sources ? flow[node * sinks + by - sources]! : Infinity
  }

  /** Moves units along an arc. Flow from the terminal node back into a sink frees capacity. */
  const move = (node: number, by: number, units: number): void => {
    if (node === end) free[by - sources] = free[by - sources]! - units
    else if (by === end) free[node - sources] = free[node - sources]! + units
    else if (node < sources) flow[node * sinks + by - sources] = flow[node * sinks + by - sources]! - units
    else flow[by * sinks + node - sources] = flow[by * sinks + node - sources]! + units
  }

  for (;;) {
    const { last, cost } = cheapestCycle()
    if (last < 0) return { saved, steps }
    let units = Infinity
    for (let node = last; node !== hubNode; node = from[node]!) units = Math.min(units, roomOf(node, from[node]!))
    for (let node = last; node !== hubNode; node = from[node]!) move(node, from[node]!, units)
    if (last === end) free[hub] = free[hub]! + units
    else flow[last * sinks + hub] = flow[last * sinks + hub]! + units
    saved -= cost * units
  }
}
