import type { Outcome } from "../model/predictOutcome.ts"
import { byText } from "../plan/planCampaign.ts"
import type { Column, OutcomeTable, Routing } from "./Routing.ts"
import type { Segment } from "./Segments.ts"

/** The segment of an entry, its best sender, and its assigned sender: positions in the list, -1 for nobody. */
export interface Assigned {
  readonly segment: Segment
  readonly best: number
  readonly sender: number
}

/** By row. */
export type Assignment = ReadonlyMap<number, Assigned>

/** The sender with the most inbox for a segment, the first of equal ones; -1 without senders. */
const bestFor = (segment: Segment, columns: ReadonlyArray<Column>, table: OutcomeTable): number => {
  let best = -1
  let most = -1
  for (const [index, { traits }] of columns.entries()) {
    const { inbox } = table.outcome(segment, traits)
    if (inbox > most) {
      most = inbox
      best = index
    }
  }
  return best
}

/** Hands out the prospects of each segment in their order, sender by sender. */
export const assign = (
  routed: ReadonlyArray<Segment>,
  dead: ReadonlyArray<Segment>,
  columns: ReadonlyArray<Column>,
  routing: Routing,
  table: OutcomeTable
): Assignment => {
  const assignment = new Map<number, Assigned>()
  for (const [index, segment] of routed.entries()) {
    const best = bestFor(segment, columns, table)
    const units = routing.units[index] ?? []
    let sender = 0
    let left = units[0] ?? 0
    for (const { row } of segment.prospects) {
      while (left === 0 && sender < units.length) left = units[++sender] ?? 0
      assignment.set(row, { segment, best, sender: sender < units.length ? sender : -1 })
      left--
    }
  }
  for (const segment of dead)
    for (const { row } of segment.prospects) assignment.set(row, { segment, best: -1, sender: -1 })
  return assignment
}

/** Outcomes added up; ten-thousandths of emails. */
export interface Tally extends Outcome {
  readonly mails: number
}

export const NOTHING: Tally = { mails: 0, bounce: 0, reject: 0, spam: 0, inbox: 0 }

export const addOutcome = (tally: Tally, outcome: Outcome, mails: number): Tally => ({
  mails: tally.mails + mails,
  bounce: tally.bounce + outcome.bounce * mails,
  reject: tally.reject + outcome.reject * mails,
  spam: tally.spam + outcome.spam * mails,
  inbox: tally.inbox + outcome.inbox * mails
})

/** Groups in the order of size, then name. */
export const bySize = <A extends { readonly prospects: number; readonly id: string }>(
  rows: Iterable<A>
): ReadonlyArray<A> => [...rows].sort((a, b) => b.prospects - a.prospects || byText(a.id, b.id))
