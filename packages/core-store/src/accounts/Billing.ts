import { type BillingAddon, isPublicId, type Payment, type PaymentStatus, Prices, type Sku } from "@mon/model"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { operation, type Returns } from "../sql/operation.ts"
import type { AccessScope } from "../access/AccessScope.ts"
import { Ledger } from "./Ledger.ts"
import { EffectiveIntervals } from "./EffectiveIntervals.ts"
import { applyDueLicences, applyLicences, type PlanServices } from "./Licences.ts"

/** The kinds of payment events, which are the same for every payment processor. */
export type PaymentEventKind =
  | "pending"
  | "paid"
  | "failed"
  | "expired"
  /** For a refund, `amountCents` is the total amount refunded so far. */
  | "refunded"
  | "disputed"
  | "dispute_won"
  | "dispute_lost"

/**
 * One event of a payment processor. The event belongs to the order with the id `orderId`, or to the order that a "paid"
 * event has linked to the same payment.
 */
export interface PaymentEvent {
  readonly eventId: string
  readonly kind: PaymentEventKind
  /** The public id of the order. */
  readonly orderId: string | null
  /** The processor's id of the payment. */
  readonly paymentRef: string | null
  readonly amountCents: number | null
  readonly receiptUrl: string | null
  readonly occurredAt: Date
}

/** An order to create. `currency` is an ISO 4217 code. */
export interface NewOrder {
  /** The public id of the order. */
  readonly id: string
  readonly sku: Sku
  readonly description: string
  readonly amountCents: number
  readonly currency: string
  readonly processor: string
}

/** A checkout session of the payment processor. */
export interface CheckoutSession {
  readonly sessionId: string
  readonly url: string
  readonly expiresAt: Date
}

/** An order as its payment page shows it. */
export interface OpenOrder {
  readonly id: string
  readonly description: string
  readonly amountCents: number
  readonly currency: string
  readonly status: Payment["status"]
  readonly expiresAt: Date | null
}

interface PaymentRow extends Omit<Payment, "createdAt"> {
  readonly created_at: Date
}

interface StoredEvent {
  readonly kind: PaymentEventKind
  readonly amountCents: number | null
  readonly receiptUrl: string | null
  readonly occurredAt: Date
}

interface OrderFacts {
  readonly status: PaymentStatus
  readonly paidAt: Date | null
  /** Whether the purchase must be undone, because the whole amount was refunded or a dispute was lost. */
  readonly reversed: boolean
  readonly receiptUrl: string | null
}

/** Derives the state from the set of all events, because the events may arrive in any order. */
const factsOf = (events: ReadonlyArray<StoredEvent>, amountCents: number): OrderFacts => {
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

interface OrderRow {
  readonly key: string
  readonly public_id: string
  readonly account_key: string
  readonly sku: Sku
  readonly description: string
  readonly amount_cents: number
  readonly fulfilled: boolean
  readonly reversed: boolean
}

/** Finds an order by its own id, or by the payment that another event has linked to an order. */
const ordersOf = (sql: SqlClient.SqlClient, processor: string, { orderId, paymentRef }: PaymentEvent) =>
  sql<{ id: string }>`
    select distinct o.public_id as id from payment_order o
    where o.processor = ${processor} and (o.public_id = ${orderId !== null && isPublicId(orderId) ? orderId : null}::uuid
      or o.public_id in (select e.order_id from payment_event e
        where e.processor = ${processor} and e.payment_ref = ${paymentRef} and e.order_id is not null))`

const eventsOf = (sql: SqlClient.SqlClient, processor: string, id: string) =>
  sql<StoredEvent>`
    select kind, amount_cents as "amountCents", receipt_url as "receiptUrl", occurred_at as "occurredAt"
    from payment_event where processor = ${processor} and (order_id = ${id}::uuid or payment_ref in (
      select payment_ref from payment_event where processor = ${processor} and order_id = ${id}::uuid and payment_ref is not null))`

const fulfil = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  services: PlanServices,
  order: OrderRow,
  paidAt: Date
) {
  const { articles } = yield* Prices
  const { gives } = articles[order.sku]
  yield* sql`update payment_order set fulfilled_at = mon_now() where id = ${order.key}::bigint`
  if (gives.kind === "credits") {
    const pack = { credits: gives.credits, ref: `order:${order.public_id}`, description: order.description }
    yield* services.ledger.buy(order.account_key, pack)
    return
  }
  const domains = gives.kind === "addon" ? gives.domains : 0
  yield* sql`
    insert into licence (account_id, order_id, kind, sku, domains, paid_at, starts_at, ends_at)
    select ${order.account_key}::bigint, ${order.key}::bigint, ${gives.kind}, ${order.sku}, ${domains}, p.at, p.at,
      p.at + interval '365 days'
    from (select least(${paidAt}::timestamptz, mon_now()) as at) p
    on conflict (order_id) do nothing`
  if (gives.kind === "plan") yield* applyLicences(sql, services, order.account_key, order.public_id)
})

/** If one order has several payments, the earliest payment counts, even if its event arrives last. */
const paidEarlier = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  services: PlanServices,
  order: OrderRow,
  paidAt: Date
) {
  const moved = yield* sql<{ kind: string }>`
    update licence set paid_at = ${paidAt}::timestamptz, starts_at = ${paidAt}::timestamptz,
      ends_at = ${paidAt}::timestamptz + interval '365 days'
    where order_id = ${order.key}::bigint and paid_at > ${paidAt}::timestamptz returning kind`
  if (moved.some(({ kind }) => kind === "plan")) yield* applyLicences(sql, services, order.account_key, order.public_id)
})

const reverse = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, services: PlanServices, order: OrderRow) {
  yield* sql`update payment_order set reversed_at = mon_now() where id = ${order.key}::bigint`
  yield* services.ledger.refundPack(order.account_key, {
    ref: `order:${order.public_id}`,
    description: `${order.description}: payment returned`
  })
  const revoked = yield* sql<{ kind: string }>`
    update licence set revoked_at = mon_now() where order_id = ${order.key}::bigint and revoked_at is null returning kind`
  if (revoked.some(({ kind }) => kind === "plan")) {
    yield* applyLicences(sql, services, order.account_key, `${order.public_id}:returned`)
  }
})

/** Applies those effects of an order's events that are not applied yet: first the fulfilment, then the reversal. */
const advance = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  services: PlanServices,
  processor: string,
  id: string
) {
  // The account's row is locked first, as everywhere else, so that locks are always acquired in the same order.
  yield* sql`select 1 from account where id = (select account_id from payment_order where public_id = ${id}::uuid) for no key update`
  const [order] = yield* sql<OrderRow>`
    select id::text as key, public_id, account_id::text as account_key, sku, description, amount_cents,
      fulfilled_at is not null as fulfilled, reversed_at is not null as reversed
    from payment_order where public_id = ${id}::uuid for update`
  if (order === undefined) return
  const facts = factsOf(yield* eventsOf(sql, processor, id), order.amount_cents)
  yield* sql`
    update payment_order set status = ${facts.status}, paid_at = ${facts.paidAt}::timestamptz,
      receipt_url = coalesce(${facts.receiptUrl}, receipt_url)
    where id = ${order.key}::bigint`
  if (facts.paidAt !== null) {
    yield* order.fulfilled
      ? paidEarlier(sql, services, order, facts.paidAt)
      : fulfil(sql, services, order, facts.paidAt)
  }
  if (facts.reversed && !order.reversed) yield* reverse(sql, services, order)
})

/** Stores and applies each event in its own transaction. */
const receiveEvents = (sql: SqlClient.SqlClient, services: PlanServices) =>
  operation("Billing.receive", function* (processor: string, events: ReadonlyArray<PaymentEvent>) {
    let fresh = 0
    for (const event of events) {
      const isNew = yield* sql.withTransaction(
        Effect.gen(function* () {
          // Events of one payment are processed one after the other.
          // If only one of two events names the order, the later transaction must see the earlier event.
          if (event.paymentRef !== null)
            yield* sql`select pg_advisory_xact_lock(hashtextextended(${`${processor}:${event.paymentRef}`}, 0))`
          const orderId = event.orderId !== null && isPublicId(event.orderId) ? event.orderId : null
          const rows = yield* sql`
          insert into payment_event (processor, event_id, kind, order_id, payment_ref, amount_cents, receipt_url, occurred_at)
          values (${processor}, ${event.eventId}, ${event.kind}, ${orderId}::uuid, ${event.paymentRef}, ${event.amountCents},
            ${event.receiptUrl}, ${event.occurredAt})
          on conflict (processor, event_id) do nothing returning 1`
          if (rows.length === 0) return false
          for (const { id } of yield* ordersOf(sql, processor, event)) yield* advance(sql, services, processor, id)
          return true
        })
      )
      if (isNew) fresh += 1
    }
    return fresh
  })

/**
 * Orders, payments and licences. Events may arrive in any order and more than once, but always lead to the same state
 * of an order.
 */
export class Billing extends Context.Service<Billing>()("@mon/core-store/Billing", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const services = { ledger: yield* Ledger, intervals: yield* EffectiveIntervals }
    return {
      /** Creates an unpaid order. Has no effect if an order with this id exists. */
      createOrder: operation("Billing.createOrder", function* (scope: AccessScope, order: NewOrder) {
        yield* sql`
      insert into payment_order (public_id, account_id, sku, description, amount_cents, currency, processor)
      values (${order.id}::uuid, ${scope.accountKey}::bigint, ${order.sku}, ${order.description}, ${order.amountCents},
        ${order.currency}, ${order.processor})
      on conflict (public_id) do nothing`
      }),
      /** Stores the checkout session of an order. */
      recordSession: operation(
        "Billing.recordSession",
        function* (scope: AccessScope, orderId: string, session: CheckoutSession) {
          yield* sql`
      update payment_order set session_id = ${session.sessionId}, checkout_url = ${session.url}, expires_at = ${session.expiresAt}
      where public_id = ${orderId}::uuid and account_id = ${scope.accountKey}::bigint`
        }
      ),
      /** Finds an order by its public id, for its payment page. Null if there is no such order. */
      find: operation("Billing.find", function* (processor: string, orderId: string) {
        if (!isPublicId(orderId)) return null
        const [row] = yield* sql<OpenOrder>`
      select public_id as id, description, amount_cents as "amountCents", currency,
        case when status = 'open' and expires_at <= mon_now() then 'expired' else status end as status,
        expires_at as "expiresAt"
      from payment_order where processor = ${processor} and public_id = ${orderId}::uuid`
        return row ?? null
      }),
      /** Stores events of a processor and applies them. Returns the number of new events. */
      receive: receiveEvents(sql, services),
      /** Lists the add-ons that are in force. */
      addons: operation("Billing.addons", function* (scope: AccessScope): Returns<ReadonlyArray<BillingAddon>> {
        const rows = yield* sql<{ type: string; quantity: number; ends_at: Date }>`
      select sku as type, count(*)::int as quantity, ends_at from licence
      where account_id = ${scope.accountKey}::bigint and kind = 'addon' and revoked_at is null
        and starts_at <= mon_now() and ends_at > mon_now()
      group by sku, ends_at order by ends_at, sku`
        return rows.map(({ ends_at, quantity, type }): BillingAddon => ({
          type,
          quantity,
          expiresAt: ends_at.toISOString()
        }))
      }),
      /** Lists at most `limit` payments and payment attempts, newest first. */
      history: operation("Billing.history", function* (scope: AccessScope, limit: number): Returns<
        ReadonlyArray<Payment>
      > {
        const rows = yield* sql<PaymentRow>`
      select public_id as id, sku as type, description, amount_cents as "amountCents", currency,
        case when status = 'open' and expires_at <= mon_now() then 'expired' else status end as status,
        created_at, receipt_url as "receiptUrl"
      from payment_order o where o.account_id = ${scope.accountKey}::bigint order by o.id desc limit ${limit}`
        return rows.map(({ created_at, ...payment }): Payment => ({ ...payment, createdAt: created_at.toISOString() }))
      }),
      /**
       * Updates the plans of at most `limit` accounts whose licences started or ended. Returns the number of changed
       * accounts.
       */
      applyDue: applyDueLicences(sql, services)
    }
  })
}) {
  static readonly layer = Layer.effect(Billing, Billing.make).pipe(
    Layer.provide([Ledger.layer, EffectiveIntervals.layer])
  )
}
