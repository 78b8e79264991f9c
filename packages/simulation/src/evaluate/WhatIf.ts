import { improveFlow } from "../flow/improveFlow.ts"
import { UNIT } from "../model/predictOutcome.ts"
import type { Suggestion } from "./CampaignResults.ts"
import { type Column, fewestDays, type OutcomeTable, route, type Routing, traitsKey } from "./Routing.ts"
import type { Segment } from "./Segments.ts"

type Change =
  | { readonly kind: "replace"; readonly index: number; readonly column: Column }
  | { readonly kind: "remove"; readonly index: number }
  | { readonly kind: "add"; readonly column: Column }

export type Gain = Pick<Suggestion, "expectedInboxGain" | "gainBasis">

export interface WhatIf {
  readonly gainOf: (change: Change) => Gain
  readonly steps: () => number
}

/**
 * The maximum number of arcs that all new routings together may examine. Beyond this limit, gains are computed for the
 * existing routing.
 */
const MAX_STEPS = 20_000_000

const columnKey = ({ traits, dailyCapacity }: Column): string => `${traitsKey(traits)} ${dailyCapacity}`

const keyOf = (columns: ReadonlyArray<Column>, change: Change): string => {
  const before = change.kind === "add" ? "" : columnKey(columns[change.index]!)
  return `${change.kind} ${before} > ${change.kind === "remove" ? "" : columnKey(change.column)}`
}

/** Converts ten-thousandths to emails, rounded to a tenth. */
const mails = (units: number): number => Math.round(units / (UNIT / 10)) / 10

/** Creates a function that solves the routing again for each change, but only once for equivalent changes. */
export const makeWhatIf = (
  segments: ReadonlyArray<Segment>,
  columns: ReadonlyArray<Column>,
  base: Routing,
  table: OutcomeTable
): WhatIf => {
  const known = new Map<string, Gain>()
  const supply = segments.reduce((sum, { prospects }) => sum + prospects.length, 0)
  let steps = 0

  const asRouted = (change: Change): Gain => {
    if (change.kind !== "replace") return { expectedInboxGain: 0, gainBasis: "none" }
    const before = columns[change.index]!.traits
    const units = segments.reduce(
      (sum, segment, index) =>
        sum +
        (base.units[index]?.[change.index] ?? 0) *
          (table.outcome(segment, change.column.traits).inbox - table.outcome(segment, before).inbox),
      0
    )
    return { expectedInboxGain: Math.max(0, mails(units)), gainBasis: "same_routing" }
  }

  const anew = (changed: ReadonlyArray<Column>): number => {
    const routing = route(segments, changed, Math.max(base.days, fewestDays(supply, changed)), table)
    steps += routing.steps
    return routing.inbox - base.inbox
  }

  const improved = (change: Exclude<Change, { readonly kind: "remove" }>): number => {
    const from =
      change.kind === "add"
        ? null
        : {
            sink: base.groupOf[change.index]!,
            units: segments.map((_, segment) => base.units[segment]![change.index]!),
            capacity: columns[change.index]!.dailyCapacity * base.days
          }
    const cost = segments.map((segment) => UNIT - table.outcome(segment, change.column.traits).inbox)
    const found = improveFlow(base.state, { cost, capacity: change.column.dailyCapacity * base.days, from })
    steps += found.steps
    return found.saved
  }

  const rerouted = (change: Change): Gain => {
    const without = base.days === 0 && change.kind !== "remove"
    const units =
      change.kind === "remove"
        ? anew(columns.toSpliced(change.index, 1))
        : without
          ? anew(change.kind === "add" ? [...columns, change.column] : columns.with(change.index, change.column))
          : improved(change)
    return { expectedInboxGain: mails(units), gainBasis: "rerouted" }
  }

  return {
    steps: () => steps,
    gainOf: (change) => {
      const key = keyOf(columns, change)
      const found = known.get(key)
      if (found !== undefined) return found
      const gain = steps < MAX_STEPS ? rerouted(change) : asRouted(change)
      if (gain.gainBasis === "rerouted") known.set(key, gain)
      return gain
    }
  }
}
