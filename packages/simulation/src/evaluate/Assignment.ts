import type { Outcome } from "../model/predictOutcome.ts"
import { byText } from "../plan/planCampaign.ts"
import type { Column, OutcomeTable, Routing } from "./Routing.ts"
import type { Segment } from "./Segments.ts"

/**
 * The segment of an entry, its best sender, and its assigned sender. A sender is given as its position in the list, or
 * -1 for none.
 */
export interface Assigned {
  readonly segment: Segment
  readonly best: number
  readonly sender: number
}

/** The assignments by row. */
export type Assignment = ReadonlyMap<number, Assigned>

/**
 * Returns the position of the sender with the largest inbox share for a segment, or the first of several equal senders;
 * -1 if there are no senders.
 */
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

/** Assigns the prospects of each segment to senders, in the order of the prospects and of the senders. */
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

/** The sum of the outcomes of several emails, in ten-thousandths of emails. */
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

/** Sorts groups by size, then by id. */
export const bySize = <A extends { readonly prospects: number; readonly id: string }>(
  rows: Iterable<A>
): ReadonlyArray<A> => [...rows].sort((a, b) => b.prospects - a.prospects || byText(a.id, b.id))
