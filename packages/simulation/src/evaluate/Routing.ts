import { routeFlow } from "../flow/routeFlow.ts"
import { inUnits, type Outcome, predictOutcome, type SenderTraits, UNIT } from "../model/predictOutcome.ts"
import type { Segment } from "./Segments.ts"

/** A sender as the routing sees it. */
export interface Column {
  readonly traits: SenderTraits
  readonly dailyCapacity: number
}

/** Who sends how many of what. */
export interface Routing {
  /** `units[segment][sender]`, prospects. */
  readonly units: ReadonlyArray<ReadonlyArray<number>>
  /** Ten-thousandths of mails in inboxes. */
  readonly inbox: number
  readonly assigned: number
  readonly days: number
  readonly steps: number
}

/** Outcomes in ten-thousandths, each pair of traits worked out once. */
export interface OutcomeTable {
  readonly outcome: (segment: Segment, traits: SenderTraits) => Outcome
}

export const traitsKey = (traits: SenderTraits): string =>
  `${traits.spf} ${traits.dkim} ${traits.dmarc} ${traits.listing} ${traits.age} ${traits.mail} ${traits.website} ${traits.exists} ${traits.provider}`

export const makeOutcomeTable = (): OutcomeTable => {
  const known = new Map<string, Map<string, Outcome>>()
  return {
    outcome: (segment, traits) => {
      const key = traitsKey(traits)
      const row = known.get(segment.key) ?? new Map<string, Outcome>()
      known.set(segment.key, row)
      const found = row.get(key) ?? inUnits(predictOutcome(traits, segment.traits))
      row.set(key, found)
      return found
    }
  }
}

/** The fewest days in which so many mails can be sent; 0 when none can. */
export const fewestDays = (mails: number, columns: ReadonlyArray<Column>): number => {
  const daily = columns.reduce((sum, { dailyCapacity }) => sum + dailyCapacity, 0)
  return daily === 0 ? 0 : Math.max(1, Math.ceil(mails / daily))
}

/** Equal senders share alike: each takes its part of the group's amount, by capacity, to the whole mail. */
const shareOut = (amounts: ReadonlyArray<number>, capacities: ReadonlyArray<number>): ReadonlyArray<ReadonlyArray<number>> => {
  const amount = amounts.reduce((sum, units) => sum + units, 0)
  const room = capacities.reduce((sum, capacity) => sum + capacity, 0)
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

/** Gives segments to senders so that the most mails reach inboxes, within what each can send in so many days. */
export const route = (segments: ReadonlyArray<Segment>, columns: ReadonlyArray<Column>, days: number, table: OutcomeTable): Routing => {
  const groups = [...Map.groupBy(columns.keys(), (index) => traitsKey(columns[index]!.traits)).values()]
  const capacities = groups.map((members) => members.map((index) => columns[index]!.dailyCapacity * days))
  const outcomes = segments.map((segment) => groups.map(([first = 0]) => table.outcome(segment, columns[first]!.traits).inbox))
  const flow = routeFlow({
    supply: segments.map(({ prospects }) => prospects.length),
    capacity: capacities.map((members) => members.reduce((sum, capacity) => sum + capacity, 0)),
    cost: outcomes.map((row) => row.map((inbox) => UNIT - inbox))
  })
  const units = segments.map(() => columns.map(() => 0))
  for (const [group, members] of groups.entries()) {
    const shares = shareOut(flow.units.map((row) => row[group] ?? 0), capacities[group] ?? [])
    for (const [place, index] of members.entries()) for (const [segment, share] of (shares[place] ?? []).entries()) units[segment]![index] = share
  }
  return { units, inbox: flow.amount * UNIT - flow.cost, assigned: flow.amount, days, steps: flow.steps }
}
