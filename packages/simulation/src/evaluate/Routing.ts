import { solveTransportation, type TransportationSolution } from "../flow/TransportationSolver.ts"
import { inUnits, type Outcome, predict, type SenderTraits, UNIT } from "../model/predictOutcome.ts"
import type { Segment } from "./Segments.ts"

export interface Column {
  readonly traits: SenderTraits
  readonly dailyCapacity: number
}

export interface Routing {
  /** The number of prospects, as `units[segment][sender]`. */
  readonly units: ReadonlyArray<ReadonlyArray<number>>
  /** The expected number of emails that reach inboxes, in ten-thousandths of an email. */
  readonly inbox: number
  readonly assigned: number
  readonly days: number
  readonly steps: number
  /**
   * The flow behind the routing. A sink is a group of senders with equal outcomes; the last sink is the email that is
   * not sent.
   */
  readonly state: TransportationSolution
  /** The index of the sink that contains each sender. */
  readonly groupOf: ReadonlyArray<number>
}

/** A table of the outcomes for segments and senders, in ten-thousandths. */
export interface OutcomeTable {
  readonly outcome: (segment: Segment, traits: SenderTraits) => Outcome
}

export const traitsKey = (traits: SenderTraits): string =>
  `${traits.spf} ${traits.dkim} ${traits.dmarc} ${traits.listing} ${traits.age} ${traits.mail} ${traits.website} ${traits.exists} ${traits.provider}`

/**
 * Creates a table that computes each outcome only once. The table compares traits by identity, which is cheaper than
 * comparing their content.
 */
export const makeOutcomeTable = (): OutcomeTable => {
  const known = new WeakMap<SenderTraits, Map<Segment, Outcome>>()
  return {
    outcome: (segment, traits) => {
      let row = known.get(traits)
      if (row === undefined) known.set(traits, (row = new Map()))
      let found = row.get(segment)
      if (found === undefined) row.set(segment, (found = inUnits(predict(traits, segment.traits))))
      return found
    }
  }
}

const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((total, number) => total + number, 0)

/** Returns the minimum number of days in which `mails` emails can be sent; 0 if no email can be sent. */
export const fewestDays = (mails: number, columns: ReadonlyArray<Column>): number => {
  const daily = sum(columns.map(({ dailyCapacity }) => dailyCapacity))
  return daily === 0 ? 0 : Math.max(1, Math.ceil(mails / daily))
}

const costOf = ({ costs, flow }: TransportationSolution): number =>
  flow.reduce((total, units, arc) => total + units * costs[arc]!, 0)

/** Divides the amounts of a group among its equal senders, in proportion to their capacities and in whole emails. */
const shareOut = (
  amounts: ReadonlyArray<number>,
  capacities: ReadonlyArray<number>
): ReadonlyArray<ReadonlyArray<number>> => {
  const amount = sum(amounts)
  const room = sum(capacities)
  const shares = capacities.map(() => amounts.map(() => 0))
  let below = 0
  let quota = 0
  let segment = 0
  let left = amounts[0] ?? 0
  for (const [member, capacity] of capacities.entries()) {
    const before = room === 0 ? 0 : Math.floor((amount * below) / room)
    below += capacity
    quota = room === 0 ? 0 : Math.floor((amount * below) / room) - before
    while (quota > 0) {
      if (left === 0) {
        segment++
        left = amounts[segment] ?? 0
        continue
      }
      const units = Math.min(quota, left)
      shares[member]![segment] = units
      quota -= units
      left -= units
    }
  }
  return shares
}

/**
 * Assigns segments to senders so that as many emails as possible reach inboxes, within the number of emails that each
 * sender can send in the given days.
 */
export const route = (
  segments: ReadonlyArray<Segment>,
  columns: ReadonlyArray<Column>,
  days: number,
  table: OutcomeTable
): Routing => {
  const groups = [...Map.groupBy(columns.keys(), (index) => traitsKey(columns[index]!.traits)).values()]
  const capacities = groups.map((members) => members.map((index) => columns[index]!.dailyCapacity * days))
  const supply = segments.map(({ prospects }) => prospects.length)
  const room = capacities.map(sum)
  const unsent = Math.max(0, sum(supply) - sum(room))
  const cost = segments.map((segment) => [
    ...groups.map(([first = 0]) => UNIT - table.outcome(segment, columns[first]!.traits).inbox),
    UNIT
  ])
  const state = solveTransportation(supply, [...room, unsent], cost)
  const units = segments.map(() => columns.map(() => 0))
  for (const [group, members] of groups.entries()) {
    const shares = shareOut(
      segments.map((_, segment) => state.flow[segment * state.sinks + group]!),
      capacities[group]!
    )
    for (const [position, index] of members.entries())
      for (const [segment, share] of shares[position]!.entries()) units[segment]![index] = share
  }
  const groupOf = columns.map((_, index) => groups.findIndex((members) => members.includes(index)))
  return {
    units,
    inbox: sum(supply) * UNIT - costOf(state),
    assigned: sum(supply) - unsent,
    days,
    steps: state.steps,
    state,
    groupOf
  }
}
