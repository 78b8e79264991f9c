import type { PaymentStatus } from "@mon/model"
import type { PaymentEventKind } from "./Billing.ts"

export interface StoredEvent {
  readonly kind: PaymentEventKind
  readonly amountCents: number | null
  readonly receiptUrl: string | null
  readonly occurredAt: Date
}

/** The state of an order, derived from all of its events. */
export interface OrderFacts {
  readonly status: PaymentStatus
  readonly paidAt: Date | null
  /** Whether the purchase must be undone: the whole amount was refunded, or a dispute was lost. */
  readonly reversed: boolean
  readonly receiptUrl: string | null
}

/** Reads the events as a set, because they may arrive in any order. */
export const factsOf = (events: ReadonlyArray<StoredEvent>, amountCents: number): OrderFacts => {
  const of = (kind: PaymentEventKind) => events.filter((event) => event.kind === kind)
  const has = (kind: PaymentEventKind) => of(kind).length > 0
  const paid = of("paid").filter((event) => (event.amountCents ?? amountCents) >= amountCents)
  const paidAt = paid.map(({ occurredAt }) => occurredAt).toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null
  const refundedCents = Math.max(0, ...of("refunded").map((event) => event.amountCents ?? amountCents))
  const refunded = refundedCents >= amountCents
  const lost = has("dispute_lost")
  const status = (): PaymentStatus => {
    if (paidAt === null)
      return has("failed") ? "failed" : has("expired") ? "expired" : has("pending") ? "pending" : "open"
    if (lost) return "charged_back"
    if (refunded) return "refunded"
    if (has("disputed") && !has("dispute_won")) return "disputed"
    return refundedCents > 0 ? "partially_refunded" : "paid"
  }
  return {
    status: status(),
    paidAt,
    reversed: paidAt !== null && (refunded || lost),
    receiptUrl: events.find((event) => event.receiptUrl !== null)?.receiptUrl ?? null
  }
}
